import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { contacts } from '@/admin/data/contacts/contacts';
import { organisationKinds } from '@/admin/data/organisations/organisation-labels';
import { type ListedOrganisation, organisations } from '@/admin/data/organisations/organisations';
import { useListState } from '@/admin/lib/use-list-state';
import { FilteredTable, ListScreen } from '@/admin/ui/list-screen';
import { PeopleTabs } from '@/admin/ui/people-tabs';
import { counted } from '@/shared/lib/numbers';
import {
  countPeople,
  filterOrganisations,
  organisationColumns,
  organisationFields,
  organisationOrders,
} from './organisation-list';

/** Every organisation that contacts are persons of. */
export function OrganisationsPage() {
  const list = useQuery(organisations.list());
  return (
    <ListScreen
      title="Organisations"
      count={({ length }) => counted(length, 'organisation')}
      notice={<PeopleTabs />}
      query={list}
      errorTitle="Impossible de charger les organisations"
      isEmpty={({ length }) => length === 0}
      empty={{
        title: 'Aucune organisation pour le moment',
        children: (
          <p className="max-w-prose text-slate">
            Chaque contact enregistré y ajoute la sienne, retrouvée par son nom et sa ville.
          </p>
        ),
      }}
    >
      {(rows) => <Organisations rows={rows} />}
    </ListScreen>
  );
}

const idOf = ({ id }: ListedOrganisation) => id;

function Organisations({ rows }: { rows: ListedOrganisation[] }) {
  const list = useListState(organisationFields);
  const { deferred } = list;
  const { data: people } = useQuery(contacts.list());
  const peopleOf = useMemo(() => countPeople(people?.rows ?? []), [people]);
  const columns = useMemo(() => organisationColumns(peopleOf), [peopleOf]);
  const shown = useMemo(() => filterOrganisations(rows, deferred, peopleOf), [rows, deferred, peopleOf]);
  return (
    <FilteredTable
      list={list}
      orders={organisationOrders}
      search={{ label: 'Rechercher une organisation', placeholder: 'Nom ou ville' }}
      filters={[{ name: 'genre', label: 'Genre', allLabel: 'Tous les genres', options: organisationKinds }]}
      rows={shown}
      total={rows.length}
      noResult="Aucune organisation ne correspond à votre recherche"
      caption="Organisations"
      rowKey={idOf}
      columns={columns}
    />
  );
}
