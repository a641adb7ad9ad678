import { useMutation, useQuery } from '@tanstack/react-query';
import { MapPinned, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { jobTypes, tripStatuses } from '@/admin/data/trip-plans/trip-labels';
import { type ListedTrip, tripPlans } from '@/admin/data/trip-plans/trip-plans';
import { quebecDay } from '@/admin/lib/dates';
import { useUrlState } from '@/admin/lib/use-url-state';
import { ConfirmDialog } from '@/admin/ui/confirm-dialog';
import { DataTable } from '@/admin/ui/data-table';
import { FilterSelect } from '@/admin/ui/filter-select';
import { NoResult } from '@/admin/ui/no-result';
import { PageHeader } from '@/admin/ui/page-header';
import { SearchField } from '@/admin/ui/search-field';
import { nextSort } from '@/admin/ui/sorting';
import { TableSkeleton } from '@/admin/ui/table-skeleton';
import { paths } from '@/shared/lib/paths';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { tripColumns } from './trip-columns';
import { filterTrips, periods, tripListState } from './trip-filters';
import { counted, deletionWarning } from './trip-words';

const { admin } = paths;

/** The planned travels, the latest start first. */
export function TripPlansPage() {
  const list = useQuery(tripPlans.list());
  return (
    <>
      <Seo title="Déplacements" noIndex />
      <PageHeader
        title="Déplacements"
        {...(list.data && { count: counted(list.data.length, 'déplacement', 'déplacements') })}
      >
        <div className="flex flex-wrap gap-3">
          <Link to={admin.municipalities.href()} className={buttonClass({ variant: 'outline' })}>
            <MapPinned aria-hidden="true" className="size-4" />
            Municipalités
          </Link>
          <Link to={admin.tripPlanNew.href()} className={buttonClass({ variant: 'accent' })}>
            <Plus aria-hidden="true" className="size-4" />
            Nouveau déplacement
          </Link>
        </div>
      </PageHeader>
      {list.isPending ? (
        <TableSkeleton />
      ) : list.isError ? (
        <ErrorState title="Impossible de charger les déplacements" onRetry={() => list.refetch()} />
      ) : list.data.length === 0 ? (
        <EmptyState title="Aucun déplacement pour le moment">
          <p className="max-w-prose text-slate">
            Un déplacement rassemble une destination, des dates et les prospects à visiter aux alentours.
          </p>
          <Link to={admin.tripPlanNew.href()} className={buttonClass({ variant: 'accent' })}>
            Créer mon premier déplacement
          </Link>
        </EmptyState>
      ) : (
        <Trips trips={list.data} />
      )}
    </>
  );
}

function Trips({ trips }: { trips: ListedTrip[] }) {
  const [state, patch] = useUrlState(tripListState);
  const [deleting, setDeleting] = useState<ListedTrip>();
  const remove = useMutation(tripPlans.remove());
  const columns = useMemo(() => tripColumns(setDeleting), []);
  const shown = useMemo(() => filterTrips(trips, state, quebecDay()), [trips, state]);

  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchField
          label="Rechercher un déplacement"
          placeholder="Ville, région ou client"
          value={state.q}
          onChange={(q) => patch({ q })}
        />
        <FilterSelect
          label="Période"
          allLabel="Toutes les dates"
          options={periods}
          value={state.periode}
          onChange={(periode) => patch({ periode })}
        />
        <FilterSelect
          label="Statut"
          allLabel="Tous les statuts"
          options={tripStatuses}
          value={state.statut}
          onChange={(statut) => patch({ statut })}
        />
        <FilterSelect
          label="Type de mandat"
          allLabel="Tous les types"
          options={jobTypes}
          value={state.type}
          onChange={(type) => patch({ type })}
        />
      </div>
      {shown.length === 0 ? (
        <NoResult
          title="Aucun déplacement ne correspond à votre recherche"
          onClear={() => patch({ q: '', statut: '', type: '', periode: '' })}
        />
      ) : (
        <DataTable
          caption="Déplacements"
          rows={shown}
          rowKey={({ id }) => id}
          columns={columns}
          sort={state.tri}
          onSort={(key) => patch({ tri: nextSort(state.tri, key) })}
        />
      )}
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(open) => !open && setDeleting(undefined)}
        title="Confirmer la suppression"
        description={deleting ? deletionWarning(deleting) : ''}
        pending={remove.isPending}
        onConfirm={() => deleting && remove.mutate(deleting.id, { onSettled: () => setDeleting(undefined) })}
      />
    </>
  );
}
