import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { labelOf } from '@/admin/kit/lib/label-of';
import { Modal } from '@/admin/kit/ui/modal';
import { SideChoice } from '@/admin/kit/ui/side-choice';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';
import { organisationKinds, organisationLabels } from '../data/organisation-labels';
import { type Organisation, organisations } from '../data/organisations';

type Side = 'kept' | 'other';

/** Groups of fields that are chosen together, in the order of the form. */
const mergedFields = [
  ['name'],
  ['kind'],
  ['phone'],
  ['email'],
  ['website'],
  ['address'],
  ['city', 'region'],
  ['notes'],
] as const;

type Name = (typeof mergedFields)[number][number];

function formatValue(name: Name, organisation: Organisation): string {
  const value = organisation[name] ?? '';
  return name === 'kind' ? labelOf(organisationKinds, value) : value;
}

const describeNames = (names: readonly Name[], organisation: Organisation) =>
  names
    .map((name) => organisation[name] ?? '')
    .join('\n')
    .trim();

/** Shows two records of one organisation, field by field, and merges them. */
export function MergeOrganisationsDialog({
  keptId,
  otherId,
  onClose,
}: {
  keptId: string;
  otherId: string;
  onClose: () => void;
}) {
  const [ours, query] = [useQuery(organisations.byId(keptId)), useQuery(organisations.byId(otherId))];
  const kept = ours.data?.organisation;
  const merge = useMutation(organisations.merge());
  const [sides, setSides] = useState<Partial<Record<Name, Side>>>({});
  const other = query.data?.organisation;
  // A field that only one of them has needs no choice.
  const groups =
    kept && other
      ? mergedFields.filter((names) => {
          const [mine, theirs] = [describeNames(names, kept), describeNames(names, other)];
          return mine !== theirs && mine && theirs;
        })
      : [];
  const submit = () => {
    const fields = groups.flatMap((names) => (sides[names[0]] === 'other' ? names : []));
    merge.mutate({ kept: keptId, merged: otherId, fields }, { onSuccess: onClose });
  };
  return (
    <Modal
      onClose={onClose}
      size="lg"
      title="Réunir deux organisations"
      description="Les personnes de l’une et de l’autre seront d’une seule organisation; leurs consentements et leurs refus restent ceux de chacune. Cela ne se défait pas : pendant 30 jours, la corbeille garde une copie de l’autre organisation, sans ses personnes."
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Annuler
          </Button>
          <Button variant="accent" pending={merge.isPending} disabled={!kept || !other} onClick={submit}>
            Réunir les organisations
          </Button>
        </>
      }
    >
      {!kept || !other ? (
        query.isPending || ours.isPending ? (
          <Spinner />
        ) : (
          <ErrorState
            title="Impossible de charger les deux organisations"
            error={ours.error ?? query.error}
            onRetry={() => Promise.all([ours.refetch(), query.refetch()])}
          />
        )
      ) : (
        <div className="space-y-5">
          {groups.length === 0 && <p>Les deux organisations ne se contredisent sur rien.</p>}
          {groups.map((names) => (
            <SideChoice<Side>
              key={names[0]}
              label={names.map((name) => organisationLabels[name]).join(', ')}
              chosen={sides[names[0]] ?? 'kept'}
              onChoose={(side) => setSides({ ...sides, [names[0]]: side })}
              sides={[
                {
                  key: 'kept',
                  label: 'Organisation gardée',
                  values: names.map((name) => formatValue(name, kept)),
                },
                {
                  key: 'other',
                  label: 'Autre organisation',
                  values: names.map((name) => formatValue(name, other)),
                },
              ]}
            />
          ))}
        </div>
      )}
    </Modal>
  );
}
