import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { tourStatuses } from '@/admin/data/tours/tour-labels';
import { type ListedTour, tours } from '@/admin/data/tours/tours';
import { useFollow } from '@/admin/lib/use-follow';
import { useUrlState } from '@/admin/lib/use-url-state';
import { DataTable } from '@/admin/ui/data-table';
import { FilterSelect } from '@/admin/ui/filter-select';
import { NoResult } from '@/admin/ui/no-result';
import { PageHeader } from '@/admin/ui/page-header';
import { SearchField } from '@/admin/ui/search-field';
import { nextSort } from '@/admin/ui/sorting';
import { TableSkeleton } from '@/admin/ui/table-skeleton';
import { publicTags } from '@/shared/data/tags';
import { formatNumber } from '@/shared/lib/numbers';
import { paths } from '@/shared/lib/paths';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { BulkActions } from './bulk-actions';
import { DeleteToursDialog } from './delete-tours-dialog';
import { tourColumns } from './tour-columns';
import { searchable, shownTours, tourListState } from './tour-list';

/** The sort stays: it hides nothing. */
const noFilter = { q: '', statut: '', categorie: '' };

const countOf = (shown: number, all: number) => {
  const total = `${formatNumber(all)} ${all > 1 ? 'visites' : 'visite'}`;
  return shown === all ? total : `${formatNumber(shown)} sur ${total}`;
};

/** Brings what the list shows first. */
export const firstTours = (client: QueryClient) => client.prefetchQuery(tours.first());

/** /admin/tours: every tour, to find, feature, publish, archive, edit or delete. */
export function ToursPage() {
  const first = useQuery(tours.first());
  const isCut = first.data !== undefined && first.data.count > first.data.tours.length;
  const all = useQuery({ ...tours.list(), enabled: isCut });
  const failed = [first, all].find((query) => query.isError);
  return (
    <>
      <Seo title="Visites virtuelles" noIndex />
      {first.data && first.data.count > 0 && !failed ? (
        <Tours
          all={(isCut ? all.data : undefined) ?? first.data.tours}
          count={isCut ? (all.data?.length ?? first.data.count) : first.data.count}
        />
      ) : (
        <>
          <Header />
          {failed ? (
            <ErrorState title="Impossible de charger les visites" onRetry={() => failed.refetch()} />
          ) : first.isPending ? (
            <TableSkeleton />
          ) : (
            <EmptyState title="Aucune visite trouvée">
              <p className="text-slate">
                Créez la première&nbsp;: elle paraîtra sur le site dès sa publication.
              </p>
            </EmptyState>
          )}
        </>
      )}
    </>
  );
}

function Header({ count }: { count?: string }) {
  return (
    <PageHeader title="Visites virtuelles" {...(count ? { count } : {})}>
      <Link to={paths.admin.tourNew.href()} className={buttonClass({ variant: 'accent' })}>
        <Plus aria-hidden="true" className="size-5" />
        Nouvelle visite
      </Link>
    </PageHeader>
  );
}

/** @param count how many there are in all: until `all` holds that many, the rest is on its way */
function Tours({ all, count }: { all: ListedTour[]; count: number }) {
  const isWhole = all.length >= count;
  const [state, patch] = useUrlState(tourListState);
  const tags = useQuery(publicTags.list());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [doomed, setDoomed] = useState<readonly ListedTour[]>([]);
  const follow = useFollow();
  const columns = useMemo(() => tourColumns(follow, (tour) => setDoomed([tour])), [follow]);

  const index = useMemo(() => searchable(all), [all]);
  // The box answers to each key at once; the list follows.
  const wanted = useDeferredValue(state);
  const shown = useMemo(() => shownTours(index, wanted), [index, wanted]);
  // What the filters hide is not acted upon.
  const chosen = useMemo(() => shown.filter((tour) => selected.has(tour.id)), [shown, selected]);
  const clearSelection = () => setSelected(new Set());

  return (
    <>
      <Header count={isWhole ? countOf(shown.length, count) : countOf(count, count)} />
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchField
          label="Rechercher par titre ou lieu"
          value={state.q}
          onChange={(q) => patch({ q })}
          placeholder="Rechercher par titre ou lieu…"
        />
        <FilterSelect
          label="Statut"
          allLabel="Tous les statuts"
          value={state.statut}
          onChange={(statut) => patch({ statut })}
          options={tourStatuses}
        />
        <FilterSelect
          label="Catégorie"
          allLabel="Toutes les catégories"
          value={state.categorie}
          onChange={(categorie) => patch({ categorie })}
          options={Object.fromEntries((tags.data ?? []).map(({ id, name }) => [id, name]))}
        />
      </div>
      <BulkActions chosen={chosen} onClear={clearSelection} onDelete={() => setDoomed(chosen)} />
      {shown.length === 0 && !isWhole ? (
        <TableSkeleton />
      ) : shown.length === 0 ? (
        <NoResult title="Aucune visite trouvée" onClear={() => patch(noFilter)} />
      ) : (
        <DataTable
          caption="Visites virtuelles"
          rows={shown}
          rowKey={idOf}
          columns={columns}
          sort={state.tri}
          onSort={(key) => patch({ tri: nextSort(state.tri, key) })}
          selection={{ selected, onChange: setSelected, rowLabel: titleOf }}
          footer={
            isWhole ? undefined : (
              <p className="px-4 py-3 text-sm text-slate">Chargement des autres visites…</p>
            )
          }
        />
      )}
      <DeleteToursDialog doomed={doomed} onClose={() => setDoomed([])} onDeleted={clearSelection} />
    </>
  );
}

const idOf = ({ id }: ListedTour) => id;
const titleOf = ({ title }: ListedTour) => title;
