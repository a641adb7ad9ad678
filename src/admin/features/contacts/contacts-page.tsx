import { type QueryClient, useQuery } from '@tanstack/react-query';
import { FileUp, Plus } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { consents } from '@/admin/data/contacts/consents';
import { contactStatuses, sectors } from '@/admin/data/contacts/contact-labels';
import type { ContactList, ListedContact } from '@/admin/data/contacts/contact-list';
import { contacts } from '@/admin/data/contacts/contacts';
import { useFollow } from '@/admin/lib/use-follow';
import { useUrlState } from '@/admin/lib/use-url-state';
import { DataTable } from '@/admin/ui/data-table';
import { FilterSelect } from '@/admin/ui/filter-select';
import { NoResult } from '@/admin/ui/no-result';
import { PageHeader } from '@/admin/ui/page-header';
import { SearchField } from '@/admin/ui/search-field';
import { nextSort } from '@/admin/ui/sorting';
import { TableSkeleton } from '@/admin/ui/table-skeleton';
import { formatNumber } from '@/shared/lib/numbers';
import { paths } from '@/shared/lib/paths';
import { Button, buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { contactColumns } from './contact-columns';
import { ContactDeletion } from './contact-deletion';
import { contactListFields, filterContacts, sortContacts } from './contact-filters';
import { ContactTiles } from './contact-tiles';
import { rememberListAddress } from './list-address';
import { SelectionActions } from './selection-actions';

const { admin } = paths;
const idOf = ({ id }: ListedContact) => id;

/** Brings what the list shows first. */
export const firstContacts = (client: QueryClient) => contacts.bringFirst(client);

/** The list of contacts: figures, search, filters, and what can be done to many at once. */
export function ContactsPage() {
  const list = useQuery(contacts.list());
  const total = list.data?.total;
  return (
    <>
      <Seo title="Contacts" noIndex />
      <PageHeader
        title="Contacts"
        count={total === undefined ? undefined : `${formatNumber(total)} contact${total > 1 ? 's' : ''}`}
      >
        <div className="flex flex-wrap gap-3">
          <Link to={admin.contactImport.href()} className={buttonClass({ variant: 'outline' })}>
            <FileUp aria-hidden="true" className="size-4" />
            Importer
          </Link>
          <Link to={admin.contactNew.href()} className={buttonClass({ variant: 'accent' })}>
            <Plus aria-hidden="true" className="size-4" />
            Nouveau contact
          </Link>
        </div>
      </PageHeader>
      {list.isPending ? (
        <TableSkeleton />
      ) : !list.data ? (
        <ErrorState title="Impossible de charger les contacts" onRetry={() => list.refetch()} />
      ) : list.data.total === 0 ? (
        <EmptyState title="Aucun contact pour le moment">
          <p className="mb-4 text-slate">
            Ajoutez votre premier contact, importez une liste ou acceptez des prospects d’un déplacement.
          </p>
          <Link to={admin.contactNew.href()} className={buttonClass({ variant: 'accent' })}>
            Ajouter un contact
          </Link>
        </EmptyState>
      ) : (
        <>
          {list.isError && !list.data.isWhole && (
            <p
              role="alert"
              className="mb-4 flex flex-wrap items-center gap-3 rounded-xl bg-sumac-pale px-4 py-3"
            >
              Seuls les {list.data.rows.length} contacts les plus récents ont pu être chargés.
              <Button size="sm" variant="outline" onClick={() => list.refetch()}>
                Réessayer
              </Button>
            </p>
          )}
          <Contacts list={list.data} />
        </>
      )}
    </>
  );
}

function Contacts({ list }: { list: ContactList }) {
  const [state, patch] = useUrlState(contactListFields);
  // The fields answer to each key at once; the list follows.
  const { q, secteur, statut, tri } = useDeferredValue(state);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [doomed, setDoomed] = useState<ListedContact>();
  const { data: consentsById } = useQuery(consents.byContact());
  const follow = useFollow();
  const columns = useMemo(() => contactColumns(consentsById, follow, setDoomed), [consentsById, follow]);
  const filtered = useMemo(
    () => filterContacts(list.rows, { q, secteur, statut }),
    [list.rows, q, secteur, statut],
  );
  const rows = useMemo(() => sortContacts(filtered, tri), [filtered, tri]);
  const chosen = useMemo(
    () =>
      selected.size === 0 ? selected : new Set(list.rows.flatMap(({ id }) => (selected.has(id) ? [id] : []))),
    [list.rows, selected],
  );
  const { search } = useLocation();
  useEffect(() => rememberListAddress(search), [search]);
  const clear = () => patch({ q: '', secteur: '', statut: '' });

  return (
    <>
      <ContactTiles list={list} />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchField
          label="Rechercher un contact"
          placeholder="Nom, entreprise, courriel ou ville"
          value={state.q}
          onChange={(text) => patch({ q: text })}
        />
        <FilterSelect
          label="Secteur"
          allLabel="Tous les secteurs"
          value={state.secteur}
          options={sectors}
          onChange={(value) => patch({ secteur: value })}
        />
        <FilterSelect
          label="Statut"
          allLabel="Tous les statuts"
          value={state.statut}
          options={contactStatuses}
          onChange={(value) => patch({ statut: value })}
        />
        <p role="status" className="text-sm text-slate">
          {filtered !== list.rows && `${formatNumber(rows.length)} résultat${rows.length > 1 ? 's' : ''}`}
        </p>
      </div>
      <SelectionActions selected={chosen} onChange={setSelected} />
      {rows.length === 0 ? (
        list.isWhole ? (
          <NoResult title="Aucun contact ne correspond à votre recherche" onClear={clear} />
        ) : (
          <TableSkeleton />
        )
      ) : (
        <DataTable
          caption="Contacts"
          rows={rows}
          rowKey={idOf}
          columns={columns}
          sort={state.tri}
          onSort={(key) => patch({ tri: nextSort(state.tri, key) })}
          selection={{ selected: chosen, onChange: setSelected, rowLabel: ({ name }) => name }}
        />
      )}
      <ContactDeletion contact={doomed} onClose={() => setDoomed(undefined)} />
    </>
  );
}
