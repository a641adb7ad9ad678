import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { DuplicatesBanner } from '@/admin/contacts/parts/duplicates-banner';
import { PeopleTabs } from '@/admin/contacts/parts/people-tabs';
import { contactPaths } from '@/admin/contacts/paths';
import type { ProgressiveList } from '@/admin/kit/lib/read-rows';
import { useListState } from '@/admin/kit/lib/use-list-state';
import { FilteredTable, IncompleteNotice, ListScreen } from '@/admin/kit/ui/list-screen';
import { TableSkeleton } from '@/admin/kit/ui/table-skeleton';
import { counted } from '@/shared/lib/numbers';
import { buttonClass } from '@/shared/ui/button';
import { findOrganisationDuplicates } from '../data/organisation-duplicates';
import { organisationKinds } from '../data/organisation-labels';
import { type ListedOrganisation, organisations } from '../data/organisations';
import { tables } from '../data/tables';
import {
  filterOrganisations,
  organisationColumns,
  organisationFields,
  organisationOrders,
} from './organisation-list';

const { fields } = tables.organisations;

/** Every organisation that contacts are persons of. */
export function OrganisationsPage() {
  const list = useQuery(organisations.list());
  return (
    <ListScreen
      title="Organisations"
      count={({ total }) => counted(total, 'organisation')}
      notice={
        <>
          <PeopleTabs />
          <IncompleteNotice
            query={list}
            text={(count) => `Seules les ${count} premières organisations ont pu être chargées.`}
          />
        </>
      }
      query={list}
      errorTitle="Impossible de charger les organisations"
      isEmpty={({ total }) => total === 0}
      empty={{
        title: 'Aucune organisation pour le moment',
        why: 'Chaque contact enregistré y ajoute la sienne, retrouvée par son nom et sa ville.',
        action: (
          <Link to={contactPaths.new.href()} className={buttonClass({ variant: 'accent' })}>
            Ajouter un contact
          </Link>
        ),
      }}
    >
      {({ rows, isComplete }) => (
        <>
          {isComplete && (
            <DuplicatesBanner rows={rows} find={findOrganisationDuplicates} among="organisations" />
          )}
          <Organisations rows={rows} isComplete={isComplete} />
        </>
      )}
    </ListScreen>
  );
}

const idOf = ({ id }: ListedOrganisation) => id;

function Organisations({ rows, isComplete }: Omit<ProgressiveList<ListedOrganisation>, 'total'>) {
  const list = useListState(organisationFields);
  const { deferred } = list;
  const { data: people } = useQuery(organisations.people());
  const columns = useMemo(() => organisationColumns(people), [people]);
  const visible = useMemo(() => filterOrganisations(rows, deferred, people), [rows, deferred, people]);
  return (
    <FilteredTable
      list={list}
      orders={organisationOrders}
      search={{ label: 'Rechercher une organisation', placeholder: 'Nom ou ville' }}
      filters={[
        { name: 'genre', label: fields.kind, allLabel: 'Tous les genres', options: organisationKinds },
      ]}
      instead={visible.length === 0 && !isComplete && <TableSkeleton />}
      rows={visible}
      total={rows.length}
      noResult="Aucune organisation ne correspond à votre recherche"
      caption="Organisations"
      rowKey={idOf}
      columns={columns}
    />
  );
}
