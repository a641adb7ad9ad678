import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useListViews } from '@/admin/kit/data/use-list-views';
import { downloadText, toCsv } from '@/admin/kit/lib/csv';
import { quebecDay } from '@/admin/kit/lib/dates';
import type { ProgressiveList } from '@/admin/kit/lib/read-rows';
import { useListState } from '@/admin/kit/lib/use-list-state';
import { ExportButton } from '@/admin/kit/ui/export-button';
import { LazyPart } from '@/admin/kit/ui/lazy-part';
import { FilteredTable, IncompleteNotice, ListScreen, useSelectedRows } from '@/admin/kit/ui/list-screen';
import { HeaderActionWords, headerActionClass } from '@/admin/kit/ui/page-header';
import { useRemovalQuestion } from '@/admin/kit/ui/removal-question';
import { TableSkeleton } from '@/admin/kit/ui/table-skeleton';
import { useSetupReturn } from '@/admin/settings/parts/setup-return';
import { TrashLine } from '@/admin/trash/parts/trash-line';
import { publicTags } from '@/shared/data/tags';
import { counted } from '@/shared/lib/numbers';
import { paths } from '@/shared/lib/paths';
import { buttonClass } from '@/shared/ui/button';
import { tables } from '../data/tables';
import { tagLinks, tourChanges } from '../data/tour-changes';
import { asTourStatus, type TourStatus, tourStatuses } from '../data/tour-labels';
import { type ListedTour, tours } from '../data/tours';
import { tourPaths } from '../paths';
import { tourActions, tourColumns } from './tour-columns';
import {
  featuredChoices,
  filterTours,
  NO_CATEGORY,
  searchableTours,
  tourListFields,
  tourOrders,
  tourViews,
} from './tour-list';
import { tourToTrash } from './tour-removal';

const { fields } = tables.virtual_tours;

const loadActions = () => import('./bulk-actions');
const BulkActions = lazy(async () => ({ default: (await loadActions()).BulkActions }));

/** /admin/tours: every tour, to find, feature, publish, archive, edit or delete. */
export function ToursPage() {
  const list = useQuery(tours.list());
  return (
    <ListScreen
      title="Visites virtuelles"
      count={({ total }) => (total > 0 ? counted(total, 'visite') : undefined)}
      action={
        <Link to={tourPaths.new.href()} className={headerActionClass('accent')}>
          <Plus aria-hidden="true" className="size-5" />
          <HeaderActionWords>Nouvelle visite</HeaderActionWords>
        </Link>
      }
      notice={
        <IncompleteNotice
          query={list}
          text={(count) => `Seules les ${count} visites les plus récentes ont pu être chargées.`}
        />
      }
      query={list}
      errorTitle="Impossible de charger les visites"
      isEmpty={({ total }) => total === 0}
      empty={{
        title: 'Aucune visite trouvée',
        why: 'La première paraîtra sur le site dès sa publication.',
        action: (
          <Link to={tourPaths.new.href()} className={buttonClass({ variant: 'accent' })}>
            Créer la première visite
          </Link>
        ),
      }}
    >
      {(data) => <Tours list={data} />}
    </ListScreen>
  );
}

function Tours({ list: { rows, isComplete } }: { list: ProgressiveList<ListedTour> }) {
  const listState = useListState(tourListFields);
  const views = useListViews('tours', 'Toutes', tourViews);
  const tags = useQuery(publicTags.list());
  const remove = useMutation(tours.remove());
  const [askRemoval, removalQuestion] = useRemovalQuestion<ListedTour>({
    sentence: tourToTrash,
    pending: remove.isPending,
    onConfirm: (tour, after) => remove.mutate([tour], after),
  });
  const categories = useMemo(
    () => Object.fromEntries((tags.data ?? []).map(({ id, name }) => [id, name])),
    [tags.data],
  );
  const { mutate: publish } = useMutation(tours.setStatus('published'));
  const { mutate: unpublish } = useMutation(tours.setStatus('draft'));
  const { mutate: archive } = useMutation(tours.setStatus('archived'));
  const { mutate: feature } = useMutation(tours.feature());
  const { mutate: categorise } = useMutation(tourChanges.categorise());
  const { returnToSetup } = useSetupReturn();
  // The columns stay the same as long as their categories do.
  const afterPublishing = useRef(returnToSetup);
  useEffect(() => {
    afterPublishing.current = returnToSetup;
  });
  const columns = useMemo(() => {
    const give: Record<TourStatus, typeof publish> = {
      published: publish,
      draft: unpublish,
      archived: archive,
    };
    return tourColumns(categories, {
      onStatus: ({ id }, status) =>
        give[status]([id], status === 'published' ? { onSuccess: () => afterPublishing.current() } : {}),
      onFeature: ({ id, is_featured }) => feature({ id, is_featured: !is_featured }),
      onCategories: (tour, ids) => {
        const links = tagLinks([tour], ids);
        if (links.added.length + links.removed.length > 0) categorise(links);
      },
    });
  }, [categories, publish, unpublish, archive, feature, categorise]);
  const actions = useMemo(() => tourActions(askRemoval), [askRemoval]);
  const download = (which: readonly ListedTour[]) => downloadTours(which, categories);

  const index = useMemo(() => searchableTours(rows), [rows]);
  const shown = useMemo(() => filterTours(index, listState.deferred), [index, listState.deferred]);
  const chosen = useSelectedRows(shown, listState);

  return (
    <>
      <FilteredTable
        list={listState}
        views={views}
        orders={tourOrders}
        search={{ label: 'Rechercher par titre ou lieu', placeholder: 'Rechercher par titre ou lieu…' }}
        filters={[
          { name: 'statut', label: fields.status, allLabel: 'Tous les statuts', options: tourStatuses },
          { name: 'vedette', label: 'Coup de cœur', allLabel: 'Toutes', options: featuredChoices },
          {
            name: 'categorie',
            label: 'Catégorie',
            allLabel: 'Toutes les catégories',
            options: { ...categories, [NO_CATEGORY]: 'Sans catégorie' },
          },
        ]}
        rows={shown}
        total={rows.length}
        noResult="Aucune visite trouvée"
        instead={shown.length === 0 && !isComplete && <TableSkeleton />}
        caption="Visites virtuelles"
        rowKey={idOf}
        columns={columns}
        actions={actions}
        rowLabel={titleOf}
        footer={
          isComplete ? (
            trashLine
          ) : (
            <p className="px-4 py-3 text-sm text-slate">Chargement des autres visites…</p>
          )
        }
      >
        <ExportButton disabled={!isComplete || shown.length === 0} onClick={() => download(shown)} />
      </FilteredTable>
      {removalQuestion}
      <LazyPart isWanted={chosen.length > 0} load={loadActions}>
        <BulkActions
          chosen={chosen}
          categories={categories}
          onClear={() => listState.select(new Set())}
          onExport={download}
        />
      </LazyPart>
    </>
  );
}

// Made once, so that typing above the list does not render its table.
const trashLine = <TrashLine kind="virtual_tours" />;
const idOf = ({ id }: ListedTour) => id;
const titleOf = ({ title }: ListedTour) => title;

const csvHeaders = [
  fields.title,
  fields.location,
  fields.status,
  'Coup de cœur',
  'Catégories',
  'Ouvertures',
  'Page',
] as const;

/** Writes tours as a CSV file that a spreadsheet opens safely; `categories` are the names by id. */
function toursToCsv(tours: readonly ListedTour[], categories: Readonly<Record<string, string>>) {
  return toCsv(
    csvHeaders,
    tours.map((tour) => [
      tour.title,
      tour.location,
      tourStatuses[asTourStatus(tour.status)],
      tour.is_featured ? 'Oui' : 'Non',
      tour.virtual_tour_tags.flatMap(({ tag_id }) => categories[tag_id] ?? []).join(', '),
      tour.view_count,
      new URL(paths.tour.href(tour.slug), window.location.origin).href,
    ]),
  );
}

/** Downloads the tours as `visites-2026-11-21.csv`. */
function downloadTours(tours: readonly ListedTour[], categories: Readonly<Record<string, string>>) {
  downloadText(`visites-${quebecDay()}.csv`, toursToCsv(tours, categories));
}
