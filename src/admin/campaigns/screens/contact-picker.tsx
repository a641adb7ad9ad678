import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { contactStatuses, lastContacts, sectors } from '@/admin/contacts/data/contact-labels';
import { formatDay } from '@/admin/kit/lib/dates';
import { serverClock } from '@/admin/kit/lib/server-clock';
import { FilterSelect } from '@/admin/kit/ui/filter-select';
import { ReachSummary } from '@/admin/kit/ui/reach-summary';
import { SearchField } from '@/admin/kit/ui/search-field';
import { toggleKey } from '@/admin/kit/ui/selection';
import { segmentContacts } from '@/admin/segments/data/segment-contacts';
import { segments } from '@/admin/segments/data/segments';
import { SegmentConditions } from '@/admin/segments/parts/segment-conditions';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import type { Audience } from '../data/audience';
import { filterAudience, noFilters, permissionChoices } from './audience-filters';
import { CandidateList } from './candidate-list';

/** The statuses that a campaign writes to (specification, section 5). */
const { nouveau, contacté, intéressé } = contactStatuses;
const writtenTo = { nouveau, contacté, intéressé };

type Props = {
  audience: Audience;
  /** Ids of the chosen contacts. */
  selected: ReadonlySet<string>;
  /** Number of contacts that were chosen before and may no longer be. */
  lost: number;
  onChange: (selected: ReadonlySet<string>) => void;
  /** Segment that they are chosen from; `''` for all contacts. */
  segment: string;
  onSegment: (segment: string) => void;
  error?: string | undefined;
};

/**
 * Chooses the recipients of a campaign: search, filters, select all or none, and the reason why some may not be
 * chosen.
 */
export function ContactPicker({ audience, selected, lost, onChange, segment, onSegment, error }: Props) {
  const [filters, setFilters] = useState(noFilters);
  const [now] = useState(() => serverClock.now());
  const { candidates, trips, otherStatuses } = audience;
  const { data: members, isPending } = useQuery(segmentContacts(segment));
  const isReading = segment !== '' && isPending;
  const client = useQueryClient();
  /** Contacts whom the last chosen segment selected. */
  const followed = useRef<ReadonlySet<string>>(new Set());
  const latest = useRef(selected);
  useEffect(() => {
    latest.current = selected;
  }, [selected]);
  // Read once a filter changes, not at each press: whoever is unticked in « Choisis seulement » stays in sight meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const visible = useMemo(() => {
    const ids = segment ? new Set(members?.ids) : undefined;
    return filterAudience(candidates, filters, selected, now).filter(({ id }) => !ids || ids.has(id));
  }, [candidates, filters, now, segment, members]);
  const takes = visible.filter(({ refusal }) => !refusal);
  const selectable = useMemo(() => candidates.filter(({ refusal }) => !refusal), [candidates]);
  const regions = useMemo(() => {
    const names = [...new Set(candidates.map(({ region }) => region))];
    return Object.fromEntries(names.sort((a, b) => a.localeCompare(b, 'fr')).map((name) => [name, name]));
  }, [candidates]);
  const tripLabels = Object.fromEntries(
    trips.map(({ id, city, start_date }) => [id, `${city} (${formatDay(start_date)})`]),
  );
  const refused = candidates.length - selectable.length;
  const patch = (change: Partial<typeof noFilters>) => setFilters({ ...filters, ...change });
  // The selection follows the segment until somebody chose otherwise.
  const chooseSegment = async (id: string) => {
    onSegment(id);
    const found = id ? await client.fetchQuery(segmentContacts(id)).catch(() => null) : null;
    const isOwnChoice = [...latest.current].some((one) => !followed.current.has(one));
    if (isOwnChoice) return;
    const ids = new Set(found?.ids);
    followed.current = new Set(selectable.flatMap((one) => (ids.has(one.id) ? [one.id] : [])));
    onChange(followed.current);
  };
  const selectShown = () => onChange(new Set([...selected, ...takes.map(({ id }) => id)]));

  return (
    <section aria-labelledby="titre-contacts" className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="titre-contacts" className="text-lg font-semibold">
          Contacts
        </h2>
        <p role="status" className="text-sm text-slate tabular-nums">
          {formatNumber(selected.size)}/{formatNumber(selectable.length)} sélectionnés
        </p>
        <div className="ml-auto flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="outline"
            aria-describedby="titre-prise"
            disabled={isReading}
            onClick={selectShown}
          >
            Tout sélectionner
          </Button>
          <Button size="sm" variant="outline" onClick={() => onChange(new Set())}>
            Tout désélectionner
          </Button>
        </div>
      </div>
      <p id="titre-prise" className="text-sm text-slate">
        «&nbsp;Tout sélectionner&nbsp;» prend{' '}
        {takes.length === 0
          ? 'personne : aucun contact affiché ne peut recevoir'
          : takes.length === 1
            ? 'le contact affiché qui peut recevoir'
            : `les ${formatNumber(takes.length)} contacts affichés qui peuvent recevoir`}
        .
      </p>
      {lost > 0 && (
        <p className="rounded-lg bg-sumac-pale px-4 py-2.5 text-sm">
          {lost === 1
            ? '1 personne choisie auparavant est retirée\u00a0: sa fiche n’existe plus, ou aucune campagne ne peut lui écrire.'
            : `${formatNumber(lost)} personnes choisies auparavant sont retirées\u00a0: leur fiche n’existe plus, ou aucune campagne ne peut leur écrire.`}
        </p>
      )}
      <SegmentChoice value={segment} onChange={(id) => void chooseSegment(id)} />
      <SearchField
        label="Rechercher un contact"
        placeholder="Nom, entreprise, courriel ou ville"
        className=""
        value={filters.q}
        onChange={(q) => patch({ q })}
      />
      <div className="grid grid-cols-2 gap-2 [&_select]:w-full max-sm:[&_select]:px-2">
        <FilterSelect
          label="Affichés"
          allLabel="Peuvent recevoir"
          value={filters.permission}
          options={permissionChoices}
          onChange={(kind) => patch({ permission: kind })}
        />
        <FilterSelect
          label="Statut"
          allLabel="Tous les statuts"
          value={filters.status}
          options={writtenTo}
          onChange={(status) => patch({ status })}
        />
        <FilterSelect
          label="Secteur"
          allLabel="Tous les secteurs"
          value={filters.sector}
          options={sectors}
          onChange={(sector) => patch({ sector })}
        />
        <FilterSelect
          label="Région"
          allLabel="Toutes les régions"
          value={filters.region}
          options={regions}
          onChange={(region) => patch({ region })}
        />
        <FilterSelect
          label="Dernier contact"
          allLabel="Contactés ou non"
          value={filters.last}
          options={lastContacts}
          onChange={(last) => patch({ last })}
        />
        <FilterSelect
          label="Déplacement"
          allLabel="Tous les déplacements"
          value={filters.trip}
          options={tripLabels}
          onChange={(trip) => patch({ trip })}
        />
      </div>
      {error && (
        <p id="contacts-error" role="alert" className="text-sm font-medium text-sumac-deep">
          {error}
        </p>
      )}
      {visible.length === 0 ? (
        <div className="flex h-40 flex-col items-center justify-center gap-3 rounded-lg border border-line px-4 text-center">
          <p>Aucun contact ne correspond à votre recherche</p>
          <Button
            size="sm"
            variant="outline"
            onClick={() => {
              setFilters(noFilters);
              onSegment('');
            }}
          >
            Effacer les filtres
          </Button>
        </div>
      ) : (
        <CandidateList
          candidates={visible}
          selected={selected}
          onToggle={(id) => onChange(toggleKey(selected, id))}
        />
      )}
      <p className="text-sm text-slate">
        {visible.length < candidates.length &&
          `${counted(visible.length, 'contact affiché', 'contacts affichés')}. `}
        {refused > 0 &&
          `${counted(refused, 'contact ne peut', 'contacts ne peuvent')} pas recevoir de message commercial; « Exclus » dit pourquoi. `}
        {otherStatuses > 0 &&
          `${counted(otherStatuses, 'autre contact n’est', 'autres contacts ne sont')} pas dans cette liste\u00a0: aucune campagne n’écrit aux statuts «\u00a0Partenaire\u00a0» et «\u00a0Refusé\u00a0».`}
      </p>
    </section>
  );
}

type SegmentChoiceProps = {
  /** Id of the segment that the people are chosen from; `''` for all contacts. */
  value: string;
  onChange: (segment: string) => void;
};

/** Chooses the segment of the recipients; renders nothing when the team has none. */
function SegmentChoice({ value, onChange }: SegmentChoiceProps) {
  const { data: known = [] } = useQuery(segments.list());
  const chosen = useQuery(segmentContacts(value));
  const definition = known.find(({ id }) => id === value)?.definition;
  if (known.length === 0 && !value) return null;
  return (
    <div className="space-y-1.5" aria-busy={chosen.isFetching}>
      <FilterSelect
        label="Segment"
        labelled
        allLabel="Tous les contacts"
        value={value}
        options={{
          ...(chosen.data === null && { [value]: 'Segment supprimé' }),
          ...Object.fromEntries(known.map(({ id, name }) => [id, name])),
        }}
        onChange={onChange}
      />
      {definition && <SegmentConditions title="Ses conditions" definition={definition} />}
      {chosen.data && <ReachSummary {...chosen.data} />}
      {chosen.data === null && (
        <p role="alert" className="text-sm font-medium text-sumac-deep">
          Ce segment a été supprimé&nbsp;: choisissez-en un autre, ou tous les contacts.
        </p>
      )}
      {chosen.isError && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-sumac-deep">
          Les contacts du segment n’ont pas pu être chargés.
          <Button size="sm" variant="outline" onClick={() => chosen.refetch()}>
            Réessayer
          </Button>
        </p>
      )}
    </div>
  );
}
