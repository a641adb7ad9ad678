import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useListViews } from '@/admin/kit/data/use-list-views';
import { parseSorts } from '@/admin/kit/lib/sorting';
import { useListState } from '@/admin/kit/lib/use-list-state';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { ExportButton } from '@/admin/kit/ui/export-button';
import { LazyPart } from '@/admin/kit/ui/lazy-part';
import { FilteredTable } from '@/admin/kit/ui/list-screen';
import { ReachSummary } from '@/admin/kit/ui/reach-summary';
import { useRemovalQuestion } from '@/admin/kit/ui/removal-question';
import { TableSkeleton } from '@/admin/kit/ui/table-skeleton';
import { municipalityPaths } from '@/admin/municipalities/paths';
import { type SegmentContacts, segmentContacts } from '@/admin/segments/data/segment-contacts';
import { segmentPaths } from '@/admin/segments/paths';
import { TrashLine } from '@/admin/trash/parts/trash-line';
import { buttonClass } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { consents } from '../data/consents';
import { contactChanges } from '../data/contact-changes';
import {
  consentChoices,
  contactStatuses,
  emailChoices,
  functionKinds,
  sectors,
} from '../data/contact-labels';
import type { ContactList, ListedContact } from '../data/contact-list';
import { findDuplicates } from '../data/duplicates';
import { type Recency, recency } from '../data/recency';
import { DuplicatesBanner } from '../parts/duplicates-banner';
import { contactActions, contactColumns } from './contact-columns';
import { useContactExport } from './contact-csv';
import {
  contactListFields,
  contactOrders,
  contactViews,
  filterContacts,
  regionChoices,
  sortContacts,
} from './contact-filters';
import { contactToTrash } from './contact-removal';

const loadActions = () => import('./selection-actions');
const SelectionActions = lazy(async () => ({ default: (await loadActions()).SelectionActions }));

/** Filters that are conditions of a segment too. */
const SEGMENT_FILTERS = ['secteur', 'statut', 'fonction', 'region', 'courriel', 'consentement'] as const;
// Made once, so that typing above the list does not render its table.
const trashLine = <TrashLine kind="contacts" />;
const idOf = ({ id }: ListedContact) => id;
const nameOf = ({ name }: ListedContact) => name;

/** Returns which of « last contact » and « next action » somebody has. */
function knownRecency(byContact: Readonly<Record<string, Recency>>): string {
  const all = Object.values(byContact);
  const isThere = { dernier: all.some(({ last_at }) => last_at), action: all.some(({ due_on }) => due_on) };
  return Object.entries(isThere)
    .flatMap(([key, is]) => (is ? [key] : []))
    .join(' ');
}

/** The contacts that search and filters leave, and what can be done to many at once. */
export function ContactTable({ list }: { list: ContactList }) {
  const listState = useListState(contactListFields);
  const views = useListViews('contacts', 'Tous', contactViews);
  const { deferred } = listState;
  const { selected, select } = listState;
  const remove = useMutation(contactChanges.remove());
  const [askRemoval, removalQuestion] = useRemovalQuestion<ListedContact>({
    sentence: contactToTrash,
    pending: remove.isPending,
    onConfirm: (contact, after) => remove.mutate([contact], after),
  });
  // Visible cells read their own data unless the list is filtered or ordered by it, so that its arrival does not render
  // the rows.
  const isByConsent = deferred.consentement !== '';
  const consent = useQuery({ ...consents.byContact(), enabled: isByConsent });
  const consentsById = isByConsent ? consent.data : undefined;
  const isByRecency = parseSorts(deferred.tri).some(({ key }) => key === 'dernier' || key === 'action');
  const { data: byContact } = useQuery({ ...recency.byContact(), enabled: isByRecency });
  const recencyById = isByRecency ? byContact : undefined;
  const segment = useSegmentFilter(deferred.segment);
  const awaited = isByConsent && !consentsById ? consent : undefined;
  const { mutate: setStatus } = useMutation(contactChanges.setStatus());
  const { mutate: setSector } = useMutation(contactChanges.setSector());
  // Read once for the cells too; a column without any value is hidden.
  const { data: known = '' } = useQuery({ ...recency.byContact(), select: knownRecency });
  const columns = useMemo(
    () =>
      contactColumns({
        isKnown: { dernier: known.includes('dernier'), action: known.includes('action') },
        onStatus: ({ id }, status) => setStatus({ ids: [id], status }),
        onSector: ({ id }, sector) => setSector({ ids: [id], sector }),
      }),
    [setStatus, setSector, known],
  );
  const actions = useMemo(() => contactActions(askRemoval), [askRemoval]);
  const { download, isPending: isExporting } = useContactExport();
  const filtered = useMemo(
    () => filterContacts(list.rows, deferred, consentsById, segment.ids),
    [list.rows, deferred, consentsById, segment.ids],
  );
  const rows = useMemo(
    () => sortContacts(filtered, deferred.tri, recencyById),
    [filtered, deferred.tri, recencyById],
  );
  const regions = useMemo(() => regionChoices(list.rows), [list.rows]);
  const chosen = useMemo(
    () =>
      selected.size === 0 ? selected : new Set(list.rows.flatMap(({ id }) => (selected.has(id) ? [id] : []))),
    [list.rows, selected],
  );

  return (
    <>
      {list.isComplete && <DuplicatesBanner rows={list.rows} find={findDuplicates} among="contacts" />}
      <FilteredTable
        list={listState}
        views={views}
        orders={contactOrders}
        search={{ label: 'Rechercher un contact', placeholder: 'Nom, entreprise, courriel ou ville' }}
        filters={[
          {
            name: 'secteur',
            label: 'Secteur',
            allLabel: 'Tous les secteurs',
            options: sectors,
            inSight: true,
          },
          {
            name: 'statut',
            label: 'Statut',
            allLabel: 'Tous les statuts',
            options: contactStatuses,
            inSight: true,
          },
          { name: 'fonction', label: 'Fonction', allLabel: 'Toutes les fonctions', options: functionKinds },
          { name: 'region', label: 'Région', allLabel: 'Toutes les régions', options: regions },
          { name: 'courriel', label: 'Courriel', allLabel: 'Avec ou sans courriel', options: emailChoices },
          {
            name: 'consentement',
            label: 'Consentement',
            allLabel: 'Tous les consentements',
            options: consentChoices,
          },
          ...segment.filters,
        ]}
        rows={rows}
        total={list.rows.length}
        noResult="Aucun contact ne correspond à votre recherche"
        instead={
          awaited?.isError ? (
            <ErrorState
              title="Impossible de charger les consentements"
              error={awaited.error}
              onRetry={() => awaited.refetch()}
            />
          ) : segment.query.isError ? (
            <ErrorState
              title="Impossible de charger les contacts du segment"
              error={segment.query.error}
              onRetry={() => segment.query.refetch()}
            />
          ) : (
            (awaited || segment.query.isLoading || (rows.length === 0 && !list.isComplete)) && (
              <TableSkeleton />
            )
          )
        }
        caption="Contacts"
        footer={trashLine}
        rowKey={idOf}
        columns={columns}
        actions={actions}
        rowLabel={nameOf}
      >
        <ExportButton
          disabled={!list.isComplete || rows.length === 0}
          pending={isExporting}
          onClick={() => download(new Set(rows.map(idOf)))}
        />
        {SEGMENT_FILTERS.some((name) => deferred[name]) && (
          <AdminsOnly>
            <Link
              to={`${segmentPaths.new.href()}?${listState.query}`}
              className={buttonClass({ variant: 'ghost', size: 'sm' })}
            >
              En faire un segment
            </Link>
          </AdminsOnly>
        )}
        {deferred.segment && segment.query.data !== undefined && (
          <SegmentNotice id={deferred.segment} segment={segment.query.data} />
        )}
      </FilteredTable>
      {removalQuestion}
      <LazyPart isWanted={chosen.size > 0} load={loadActions}>
        <SelectionActions selected={chosen} onChange={select} />
      </LazyPart>
    </>
  );
}

/** Holds the segment that the list is filtered by, as a filter among the others; `''` reads nothing. */
function useSegmentFilter(id: string) {
  const query = useQuery(segmentContacts(id));
  const { data } = query;
  // A deleted segment matches nobody, rather than everybody.
  const ids = useMemo(() => (id && data !== undefined ? new Set(data?.ids) : undefined), [id, data]);
  const filter = {
    name: 'segment',
    label: 'Segment',
    allLabel: 'Aucun segment',
    options: { [id]: data?.name ?? (data === null ? 'supprimé' : '…') },
  } as const;
  return { query, ids, filters: id ? [filter] : [] };
}

const linkClass = 'inline-block py-0.5 text-sm font-medium text-spruce-deep underline underline-offset-2';

/** The segment chosen in the list, with its conditions and links to other screens. */
function SegmentNotice({ id, segment }: { id: string; segment: SegmentContacts | null }) {
  if (!segment) return <p className="basis-full text-sm text-slate">Ce segment n’existe plus.</p>;
  const towns = new URLSearchParams({ segment: id, carte: 'oui' });
  return (
    <div className="flex basis-full flex-wrap items-start gap-x-5 gap-y-1">
      <ReachSummary {...segment} />
      <Link to={segmentPaths.one.href(id)} className={linkClass}>
        Ses conditions
      </Link>
      <Link to={`${municipalityPaths.list.href()}?${towns}`} className={linkClass}>
        Sur la carte
      </Link>
    </div>
  );
}
