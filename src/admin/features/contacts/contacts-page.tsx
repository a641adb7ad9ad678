import { useMutation, useQuery } from '@tanstack/react-query';
import { FileUp, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { consents } from '@/admin/data/contacts/consents';
import {
  consentChoices,
  contactStatuses,
  emailChoices,
  functionKinds,
  sectors,
} from '@/admin/data/contacts/contact-labels';
import type { ContactList, ListedContact } from '@/admin/data/contacts/contact-list';
import { contacts } from '@/admin/data/contacts/contacts';
import { findDuplicates } from '@/admin/data/contacts/duplicates';
import { type Recency, recency } from '@/admin/data/contacts/recency';
import { useListViews } from '@/admin/data/saved-views/use-list-views';
import { listLinks } from '@/admin/lib/list-links';
import { parseSorts } from '@/admin/lib/sorting';
import { useListState } from '@/admin/lib/use-list-state';
import { AdminsOnly } from '@/admin/ui/admins-only';
import { DuplicatesBanner } from '@/admin/ui/duplicates-banner';
import { ExportButton } from '@/admin/ui/export-button';
import { LazyPart } from '@/admin/ui/lazy-part';
import { FilteredTable, IncompleteNotice, ListScreen } from '@/admin/ui/list-screen';
import { useRemovalQuestion } from '@/admin/ui/removal-question';
import { PeopleTabs } from '@/admin/ui/section-tabs';
import { StatStrip } from '@/admin/ui/stat-strip';
import { TableSkeleton } from '@/admin/ui/table-skeleton';
import { paths } from '@/shared/lib/admin-paths';
import { formatNumber } from '@/shared/lib/numbers';
import { buttonClass } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { contactActions, contactColumns } from './contact-columns';
import {
  contactListFields,
  contactOrders,
  contactViews,
  countByStatus,
  filterContacts,
  regionChoices,
  sortContacts,
} from './contact-filters';
import { contactToTrash } from './contact-removal';
import { useContactExport } from './use-contact-export';
import { useSegmentFilter } from './use-segment-filter';

const loadActions = () => import('./selection-actions');
const SelectionActions = lazy(async () => ({ default: (await loadActions()).SelectionActions }));
const SegmentNotice = lazy(async () => ({ default: (await import('./segment-notice')).SegmentNotice }));

const { admin } = paths;
/** Filters that are conditions of a segment too. */
const SEGMENT_FILTERS = ['secteur', 'statut', 'fonction', 'region', 'courriel', 'consentement'] as const;
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

/** The list of contacts: figures, search, filters, and bulk actions. */
export function ContactsPage() {
  const list = useQuery(contacts.list());
  return (
    <ListScreen
      title="Contacts"
      action={
        <div className="flex flex-wrap gap-2 sm:gap-3">
          <Link
            to={admin.contactImport.href()}
            className={buttonClass({ variant: 'outline', className: 'max-sm:px-3' })}
          >
            <FileUp aria-hidden="true" className="size-4" />
            {/* On a phone the title is beside the tabs. */}
            <span className="max-sm:sr-only">Importer</span>
          </Link>
          <Link
            to={admin.contactNew.href()}
            className={buttonClass({ variant: 'accent', className: 'max-sm:px-3' })}
          >
            <Plus aria-hidden="true" className="size-4" />
            Nouveau contact
          </Link>
        </div>
      }
      notice={
        <IncompleteNotice
          query={list}
          text={(count) => `Seuls les ${count} contacts les plus récents ont pu être chargés.`}
        />
      }
      query={list}
      errorTitle="Impossible de charger les contacts"
      isEmpty={({ total }) => total === 0}
      empty={{
        title: 'Aucun contact pour le moment',
        children: (
          <>
            <p className="mb-4 text-slate">
              Ajoutez votre premier contact, importez une liste ou acceptez des prospects d’un déplacement.
            </p>
            <AdminsOnly>
              <Link to={admin.contactNew.href()} className={buttonClass({ variant: 'accent' })}>
                Ajouter un contact
              </Link>
            </AdminsOnly>
          </>
        ),
      }}
    >
      {(data) => <Contacts list={data} />}
    </ListScreen>
  );
}

function Contacts({ list }: { list: ContactList }) {
  const listState = useListState(contactListFields);
  const views = useListViews('contacts', contactViews);
  const { deferred } = listState;
  const { selected, select } = listState;
  const remove = useMutation(contacts.remove());
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
  const { mutate: setStatus } = useMutation(contacts.setStatus());
  const { mutate: setSector } = useMutation(contacts.setSector());
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
      {/* On one line, so that the first rows stay on the first screen. */}
      <div className="mb-3 flex shrink-0 flex-wrap items-center justify-between gap-x-5 gap-y-2 [&_nav]:mb-0">
        <PeopleTabs />
        <ContactFigures list={list} />
      </div>
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
            <ErrorState title="Impossible de charger les consentements" onRetry={() => awaited.refetch()} />
          ) : segment.query.isError ? (
            <ErrorState
              title="Impossible de charger les contacts du segment"
              onRetry={() => segment.query.refetch()}
            />
          ) : (
            (awaited || segment.query.isLoading || (rows.length === 0 && !list.isComplete)) && (
              <TableSkeleton />
            )
          )
        }
        caption="Contacts"
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
              to={`${admin.segmentNew.href()}?${listState.query}`}
              className={buttonClass({ variant: 'ghost', size: 'sm' })}
            >
              En faire un segment
            </Link>
          </AdminsOnly>
        )}
        {deferred.segment && segment.query.data !== undefined && (
          <Suspense>
            <SegmentNotice id={deferred.segment} segment={segment.query.data} />
          </Suspense>
        )}
      </FilteredTable>
      {removalQuestion}
      <LazyPart isWanted={chosen.size > 0} load={loadActions}>
        <SelectionActions selected={chosen} onChange={select} />
      </LazyPart>
    </>
  );
}

/** The number of contacts, in all and for the important statuses. Counted once the whole list has loaded. */
function ContactFigures({ list }: { list: ContactList }) {
  const counts = useMemo(() => countByStatus(list.rows), [list.rows]);
  const figure = (label: string, status: keyof typeof contactStatuses, to: string) => ({
    label,
    value: list.isComplete ? formatNumber(counts[status] ?? 0) : '…',
    to,
  });
  return (
    <StatStrip
      label="Contacts par statut"
      look="tiles"
      stats={[
        { label: 'Total', value: formatNumber(list.total), to: admin.contacts.href() },
        figure('Nouveaux', 'nouveau', listLinks.newContacts),
        figure('Intéressés', 'intéressé', listLinks.interestedContacts),
        figure('Partenaires', 'partenaire', listLinks.partnerContacts),
      ]}
    />
  );
}
