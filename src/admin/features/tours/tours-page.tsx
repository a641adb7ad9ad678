import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Plus } from 'lucide-react';
import { lazy, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useListViews } from '@/admin/data/saved-views/use-list-views';
import { tagLinks, tourChanges } from '@/admin/data/tours/tour-changes';
import { type TourStatus, tourStatuses } from '@/admin/data/tours/tour-labels';
import { type ListedTour, tours } from '@/admin/data/tours/tours';
import { loadOnDemand } from '@/admin/lib/load-on-demand';
import type { ProgressiveList } from '@/admin/lib/read-rows';
import { useListState } from '@/admin/lib/use-list-state';
import { DataTable } from '@/admin/ui/data-table';
import { ListToolbar } from '@/admin/ui/list-toolbar';
import { NoResult } from '@/admin/ui/no-result';
import { OnUse } from '@/admin/ui/on-use';
import { PageHeader } from '@/admin/ui/page-header';
import { TableSkeleton } from '@/admin/ui/table-skeleton';
import { publicTags } from '@/shared/data/tags';
import { paths } from '@/shared/lib/admin-paths';
import { formatNumber } from '@/shared/lib/numbers';
import { Button, buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { tourActions, tourColumns } from './tour-columns';
import {
  featuredChoices,
  NO_CATEGORY,
  searchable,
  shownTours,
  tourListFields,
  tourOrders,
  tourViews,
} from './tour-list';

const loadActions = () => import('./bulk-actions');
const BulkActions = lazy(async () => ({ default: (await loadActions()).BulkActions }));

const countOf = (shown: number, all: number) => {
  const total = `${formatNumber(all)} ${all > 1 ? 'visites' : 'visite'}`;
  return shown === all ? total : `${formatNumber(shown)} sur ${total}`;
};

/** Loads what the list shows first. */
export const firstTours = tours.prefetchFirstRows;

/** /admin/tours: every tour, to find, feature, publish, archive, edit or delete. */
export function ToursPage() {
  const list = useQuery(tours.list());
  return (
    <>
      <Seo title="Visites virtuelles" noIndex />
      {list.data && list.data.total > 0 && !list.isError ? (
        <Tours list={list.data} />
      ) : (
        <>
          <Header />
          {list.isError ? (
            <ErrorState title="Impossible de charger les visites" onRetry={() => list.refetch()} />
          ) : list.isPending ? (
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

function Tours({ list: { rows, total, isComplete } }: { list: ProgressiveList<ListedTour> }) {
  const listState = useListState(tourListFields);
  const views = useListViews('tours', tourViews);
  const { selected, select } = listState;
  const tags = useQuery(publicTags.list());
  const { mutate: remove } = useMutation(tours.remove());
  const categories = useMemo(
    () => Object.fromEntries((tags.data ?? []).map(({ id, name }) => [id, name])),
    [tags.data],
  );
  const { mutate: publish } = useMutation(tours.setStatus('published'));
  const { mutate: unpublish } = useMutation(tours.setStatus('draft'));
  const { mutate: archive } = useMutation(tours.setStatus('archived'));
  const { mutate: feature } = useMutation(tours.feature());
  const { mutate: categorise } = useMutation(tourChanges.categorise());
  const columns = useMemo(() => {
    const give: Record<TourStatus, typeof publish> = {
      published: publish,
      draft: unpublish,
      archived: archive,
    };
    return tourColumns(categories, {
      onStatus: ({ id }, status) => give[status]([id]),
      onFeature: ({ id, is_featured }) => feature({ id, is_featured: !is_featured }),
      onCategories: (tour, ids) => {
        const links = tagLinks([tour], ids);
        if (links.added.length + links.removed.length > 0) categorise(links);
      },
    });
  }, [categories, publish, unpublish, archive, feature, categorise]);
  const actions = useMemo(() => tourActions((tour) => remove([tour])), [remove]);
  // The CSV writer comes with the first file asked for.
  const download = async (which: readonly ListedTour[]) => {
    const csv = await loadOnDemand(import('./tour-csv'));
    csv?.downloadTours(which, categories);
  };

  const index = useMemo(() => searchable(rows), [rows]);
  const shown = useMemo(() => shownTours(index, listState.deferred), [index, listState.deferred]);
  // What the filters hide is not acted upon.
  const chosen = useMemo(() => shown.filter((tour) => selected.has(tour.id)), [shown, selected]);
  const clearSelection = () => select(new Set());

  return (
    <>
      <Header count={countOf(isComplete ? shown.length : total, total)} />
      <ListToolbar
        list={listState}
        views={views}
        orders={tourOrders}
        search={{ label: 'Rechercher par titre ou lieu', placeholder: 'Rechercher par titre ou lieu…' }}
        filters={[
          { name: 'statut', label: 'Statut', allLabel: 'Tous les statuts', options: tourStatuses },
          { name: 'vedette', label: 'Coup de cœur', allLabel: 'Toutes', options: featuredChoices },
          {
            name: 'categorie',
            label: 'Catégorie',
            allLabel: 'Toutes les catégories',
            options: { ...categories, [NO_CATEGORY]: 'Sans catégorie' },
          },
        ]}
      >
        <Button
          size="sm"
          variant="outline"
          className="ml-auto max-sm:hidden"
          disabled={!isComplete || shown.length === 0}
          onClick={() => download(shown)}
        >
          <Download aria-hidden="true" className="size-4" />
          Exporter la liste (CSV)
        </Button>
      </ListToolbar>
      {shown.length === 0 && !isComplete ? (
        <TableSkeleton />
      ) : shown.length === 0 ? (
        <NoResult title="Aucune visite trouvée" onClear={listState.clear} />
      ) : (
        <DataTable
          caption="Visites virtuelles"
          rows={shown}
          rowKey={idOf}
          columns={columns}
          actions={actions}
          sort={listState.values.tri}
          onSort={listState.onSort}
          isSortedAbove
          selection={{ selected, onChange: select, rowLabel: titleOf }}
          footer={
            isComplete ? undefined : (
              <p className="px-4 py-3 text-sm text-slate">Chargement des autres visites…</p>
            )
          }
        />
      )}
      <OnUse isWanted={chosen.length > 0} load={loadActions}>
        <BulkActions chosen={chosen} categories={categories} onClear={clearSelection} onExport={download} />
      </OnUse>
    </>
  );
}

const idOf = ({ id }: ListedTour) => id;
const titleOf = ({ title }: ListedTour) => title;
