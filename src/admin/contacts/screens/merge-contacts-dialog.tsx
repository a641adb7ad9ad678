import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { labelOf } from '@/admin/kit/lib/label-of';
import { Modal } from '@/admin/kit/ui/modal';
import { SideChoice } from '@/admin/kit/ui/side-choice';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';
import { contactChanges } from '../data/contact-changes';
import { type ContactField, contactLabels, fieldText, mergeGroups } from '../data/contact-fields';
import { contactStatuses } from '../data/contact-labels';
import type { Contact } from '../data/contact-list';
import { contacts } from '../data/contacts';

type Side = 'kept' | 'other';

/** Lists the groups that differ and that both contacts have: the others need no choice. */
const toChoose = (kept: Contact, other: Contact) =>
  mergeGroups.filter((names) => {
    const describe = (contact: Contact) =>
      names
        .map((name) => contact[name] ?? '')
        .join('\n')
        .trim();
    return describe(kept) !== describe(other) && describe(kept) && describe(other);
  });

/** Shows two contacts who may be one person, field by field, and merges them. */
export function MergeContactsDialog({
  keptId,
  otherId,
  onMerged,
  onClose,
}: {
  keptId: string;
  otherId: string;
  onMerged?: () => void;
  onClose: () => void;
}) {
  const [kept, other] = [useQuery(contacts.byId(keptId)), useQuery(contacts.byId(otherId))];
  if (kept.data && other.data) {
    return <Comparison kept={kept.data} other={other.data} onMerged={onMerged} onClose={onClose} />;
  }
  const isOver = kept.data === null || other.data === null;
  return (
    <Modal onClose={onClose} title="Réunir deux fiches">
      {isOver ? (
        <p>Une de ces deux fiches n’existe plus.</p>
      ) : kept.isError || other.isError ? (
        <ErrorState
          title="Impossible de charger les deux fiches"
          error={kept.error ?? other.error}
          onRetry={() => Promise.all([kept.refetch(), other.refetch()])}
        />
      ) : (
        <Spinner />
      )}
    </Modal>
  );
}

function Comparison({
  kept,
  other,
  onMerged,
  onClose,
}: {
  kept: Contact;
  other: Contact;
  onMerged: (() => void) | undefined;
  onClose: () => void;
}) {
  const merge = useMutation(contactChanges.merge());
  const [sides, setSides] = useState<Partial<Record<ContactField, Side>>>({});
  const groups = toChoose(kept, other);
  const submit = () => {
    const fields = groups.flatMap((names) => (sides[names[0]] === 'other' ? names : []));
    merge.mutate(
      { kept: kept.id, merged: other.id, fields },
      {
        onSuccess: () => {
          onClose();
          onMerged?.();
        },
      },
    );
  };
  return (
    <Modal
      onClose={onClose}
      size="lg"
      title="Réunir deux fiches"
      description={`Tout ce qui concerne l’une et l’autre sera sur une seule fiche\u00a0: messages, demandes, devis, échanges, preuves. Un refus de l’une vaut pour les deux. Cela ne se défait pas\u00a0: pendant 30 jours, la corbeille garde une copie de l’autre fiche, sans son historique.`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Annuler
          </Button>
          <Button variant="accent" pending={merge.isPending} onClick={submit}>
            Réunir les fiches
          </Button>
        </>
      }
    >
      <div className="space-y-5">
        {groups.length === 0 && <p>Les deux fiches ne se contredisent sur rien.</p>}
        {groups.map((names) => (
          <SideChoice<Side>
            key={names[0]}
            label={names.map((name) => contactLabels[name]).join(', ')}
            chosen={sides[names[0]] ?? 'kept'}
            onChoose={(side) => setSides({ ...sides, [names[0]]: side })}
            sides={[
              {
                key: 'kept',
                label: 'Fiche gardée',
                values: names.map((name) => fieldText(name, kept) ?? ''),
              },
              {
                key: 'other',
                label: 'Autre fiche',
                values: names.map((name) => fieldText(name, other) ?? ''),
              },
            ]}
          />
        ))}
        {kept.status !== other.status && (
          <p className="text-sm text-slate">
            Statut{'\u00a0'}: le plus avancé des deux est gardé ({labelOf(contactStatuses, kept.status)},{' '}
            {labelOf(contactStatuses, other.status)}).
          </p>
        )}
        <p className="text-sm text-slate">
          Ce qui n’est pas gardé reste lisible dans une note de l’historique.
        </p>
      </div>
    </Modal>
  );
}
