import { useMutation, useQuery } from '@tanstack/react-query';
import { Archive, Globe, Plus, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useListViews } from '@/admin/data/saved-views/use-list-views';
import { tourStatuses } from '@/admin/data/tours/tour-labels';
import { type ListedTour, tours } from '@/admin/data/tours/tours';
import type { ProgressiveList } from '@/admin/lib/read-rows';
import { useLinkClick } from '@/admin/lib/use-link-click';
import { useListState } from '@/admin/lib/use-list-state';
import { useBulkQuestion } from '@/admin/ui/bulk-question';
import { DataTable } from '@/admin/ui/data-table';
import { ListToolbar } from '@/admin/ui/list-toolbar';
import { NoResult } from '@/admin/ui/no-result';
import { PageHeader } from '@/admin/ui/page-header';
import { SelectionBar } from '@/admin/ui/selection-bar';
import { TableSkeleton } from '@/admin/ui/table-skeleton';
import { publicTags } from '@/shared/data/tags';
import { paths } from '@/shared/lib/admin-paths';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { Button, buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { tourColumns } from './tour-columns';
import {
  featuredChoices,
  NO_CATEGORY,
  searchable,
  shownTours,
  tourListFields,
  tourOrders,
  tourViews,
} from './tour-list';

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
  const onLinkClick = useLinkClick();
  const columns = useMemo(() => tourColumns(onLinkClick, (tour) => remove([tour])), [onLinkClick, remove]);

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
            options: {
              ...Object.fromEntries((tags.data ?? []).map(({ id, name }) => [id, name])),
              [NO_CATEGORY]: 'Sans catégorie',
            },
          },
        ]}
      />
      <BulkActions chosen={chosen} onClear={clearSelection} />
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
          sort={listState.values.tri}
          onSort={listState.onSort}
          selection={{ selected, onChange: select, rowLabel: titleOf }}
          footer={
            isComplete ? undefined : (
              <p className="px-4 py-3 text-sm text-slate">Chargement des autres visites…</p>
            )
          }
        />
      )}
    </>
  );
}

const idOf = ({ id }: ListedTour) => id;
const titleOf = ({ title }: ListedTour) => title;

/** What can be done to the chosen tours, all at once. */
function BulkActions({ chosen, onClear }: { chosen: readonly ListedTour[]; onClear: () => void }) {
  const publish = useMutation(tours.setStatus('published'));
  const archive = useMutation(tours.setStatus('archived'));
  const remove = useMutation(tours.remove());
  const busy = publish.isPending || archive.isPending || remove.isPending;
  const [ask, question] = useBulkQuestion();
  const run = (action: typeof publish, verb: string) => {
    if (busy) return;
    const ids = chosen.map(({ id }) => id);
    const what = `${verb} ${counted(ids.length, 'visite')}`;
    ask({
      count: ids.length,
      title: `${what}?`,
      confirmLabel: what,
      run: () => action.mutate(ids, { onSuccess: onClear }),
    });
  };
  const runRemove = () => {
    if (busy) return;
    const what = `Supprimer ${counted(chosen.length, 'visite')}`;
    ask({
      count: chosen.length,
      title: `${what}?`,
      confirmLabel: what,
      description:
        'Elles vont à la corbeille avec leurs images, et peuvent en revenir pendant 30\u00a0jours. Celles qui sont publiées quittent le site.',
      run: () => remove.mutate(chosen, { onSuccess: onClear }),
    });
  };
  return (
    <SelectionBar
      count={chosen.length}
      noun={['visite sélectionnée', 'visites sélectionnées']}
      onClear={onClear}
    >
      <Button size="sm" variant="outline" pending={publish.isPending} onClick={() => run(publish, 'Publier')}>
        <Globe aria-hidden="true" className="size-4" />
        Publier
      </Button>
      <Button
        size="sm"
        variant="outline"
        pending={archive.isPending}
        onClick={() => run(archive, 'Archiver')}
      >
        <Archive aria-hidden="true" className="size-4" />
        Archiver
      </Button>
      <Button size="sm" variant="outline" pending={remove.isPending} onClick={runRemove}>
        <Trash2 aria-hidden="true" className="size-4" />
        Supprimer
      </Button>
      {question}
    </SelectionBar>
  );
}
