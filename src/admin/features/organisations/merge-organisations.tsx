import { useMutation, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { organisationKinds, organisationLabels } from '@/admin/data/organisations/organisation-labels';
import {
  type Organisation,
  type OrganisationChoice,
  organisations,
} from '@/admin/data/organisations/organisations';
import { labelOf } from '@/admin/lib/label-of';
import { Combobox } from '@/admin/ui/combobox';
import { Modal } from '@/admin/ui/modal';
import { SideChoice } from '@/admin/ui/side-choice';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Field } from '@/shared/ui/field';
import { Spinner } from '@/shared/ui/spinner';

type Side = 'kept' | 'other';

/** What is chosen together, in the order of the form. */
const choices = [
  ['name'],
  ['kind'],
  ['phone'],
  ['email'],
  ['website'],
  ['address'],
  ['city', 'region'],
  ['notes'],
] as const;

type Name = (typeof choices)[number][number];

function shown(name: Name, organisation: Organisation): string {
  const value = organisation[name] ?? '';
  return name === 'kind' ? labelOf(organisationKinds, value) : value;
}

const said = (names: readonly Name[], organisation: Organisation) =>
  names
    .map((name) => organisation[name] ?? '')
    .join('\n')
    .trim();

const suggestionCount = (count: number) => counted(count, 'organisation proposée', 'organisations proposées');

/** Finds another record of the same organisation, shows the two field by field, and makes one of them. */
export function MergeOrganisations({ organisation }: { organisation: Organisation }) {
  const [isAsked, setAsked] = useState(false);
  const [other, setOther] = useState<string>();
  const close = () => {
    setAsked(false);
    setOther(undefined);
  };
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setAsked(true)}>
        Réunir avec une autre…
      </Button>
      {isAsked && !other && <ChooseOther organisation={organisation} onChoose={setOther} onClose={close} />}
      {isAsked && other && <Compare kept={organisation} otherId={other} onClose={close} />}
    </>
  );
}

function ChooseOther({
  organisation,
  onChoose,
  onClose,
}: {
  organisation: Organisation;
  onChoose: (id: string) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const { data = [] } = useQuery(organisations.search(useDeferredValue(text)));
  const options = text.trim().length < 2 ? [] : data.filter(({ id }) => id !== organisation.id);
  return (
    <Modal
      onClose={onClose}
      title="Réunir deux organisations"
      description={`«\u00a0${organisation.name}\u00a0» sera gardée, avec les personnes des deux.`}
    >
      <Field
        label="L’autre organisation"
        required
        hint="Écrivez une partie de son nom, puis choisissez-la dans la liste."
      >
        {(control) => (
          <Combobox<OrganisationChoice>
            {...control}
            value={text}
            onChange={setText}
            options={options}
            optionKey={({ id }) => id}
            onChoose={({ id }) => onChoose(id)}
            listLabel="Organisations"
            countLabel={suggestionCount}
          >
            {({ name, city, region }) => (
              <>
                {name}
                <span className="block text-sm text-slate">{[city, region].join(' · ')}</span>
              </>
            )}
          </Combobox>
        )}
      </Field>
      {/* Room for the suggestions, which the dialog would cut. */}
      <div className="h-64" />
    </Modal>
  );
}

function Compare({ kept, otherId, onClose }: { kept: Organisation; otherId: string; onClose: () => void }) {
  const query = useQuery(organisations.byId(otherId));
  const merge = useMutation(organisations.merge());
  const [sides, setSides] = useState<Partial<Record<Name, Side>>>({});
  const other = query.data?.organisation;
  // Of what only one of them says there is nothing to choose.
  const groups = other
    ? choices.filter((names) => {
        const [mine, theirs] = [said(names, kept), said(names, other)];
        return mine !== theirs && mine && theirs;
      })
    : [];
  const submit = () => {
    const fields = groups.flatMap((names) => (sides[names[0]] === 'other' ? names : []));
    merge.mutate({ kept: kept.id, merged: otherId, fields }, { onSuccess: onClose });
  };
  return (
    <Modal
      onClose={onClose}
      size="lg"
      title="Réunir deux organisations"
      description="Les personnes de l’une et de l’autre seront d’une seule organisation; leurs consentements et leurs refus restent ceux de chacune. L’autre organisation va à la corbeille : pendant 30 jours, la restaurer sépare de nouveau les deux."
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Annuler
          </Button>
          <Button variant="accent" pending={merge.isPending} disabled={!other} onClick={submit}>
            Réunir les organisations
          </Button>
        </>
      }
    >
      {!other ? (
        query.isPending ? (
          <Spinner />
        ) : (
          <ErrorState title="Impossible de charger l’autre organisation" onRetry={() => query.refetch()} />
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
                { key: 'kept', label: 'Organisation gardée', values: names.map((name) => shown(name, kept)) },
                {
                  key: 'other',
                  label: 'Autre organisation',
                  values: names.map((name) => shown(name, other)),
                },
              ]}
            />
          ))}
        </div>
      )}
    </Modal>
  );
}
