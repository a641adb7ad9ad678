import { searchKey } from '@contract/search-key';
import { sortRows } from '@/admin/kit/lib/sorting';
import { keyField, type ListValues, listFields, textField } from '@/admin/kit/lib/use-list-state';
import { tables } from '../data/tables';
import { tourStatuses } from '../data/tour-labels';
import type { ListedTour } from '../data/tours';

const { fields } = tables.virtual_tours;

/** Presence on the home page: value in the address → French label. */
export const featuredChoices = { oui: 'En vedette', non: 'Pas en vedette' } as const;

/** Value for tours without a category, beside the ids of tags. */
export const NO_CATEGORY = 'aucune';

/** Search, filters and order of the list in the address. */
export const tourListFields = listFields({
  q: textField(),
  statut: keyField(tourStatuses),
  vedette: keyField(featuredChoices),
  categorie: textField(),
  tri: textField(),
});

/** The views that every list of tours offers. */
export const tourViews = [
  { name: 'Brouillons', query: 'statut=draft' },
  { name: 'Coups de cœur', query: 'vedette=oui' },
] as const;

/** Columns that the list can be ordered by: column → French label. */
export const tourOrders = {
  title: fields.title,
  location: fields.location,
  status: fields.status,
  is_featured: 'Coup de cœur',
  view_count: 'Ouvertures',
} as const;

export type TourListValues = ListValues<typeof tourListFields>;

/** A tour with its normalised search text, computed once for the whole list. */
export type SearchableTour = ListedTour & { searched: string };

export function searchableTours(tours: readonly ListedTour[]): SearchableTour[] {
  return tours.map((tour) => ({ ...tour, searched: searchKey(`${tour.title} ${tour.location ?? ''}`) }));
}

const sortValues: Record<string, (tour: SearchableTour) => string | number | null> = {
  title: (tour) => tour.title,
  location: (tour) => tour.location || null,
  status: (tour) => ({ published: 0, draft: 1, archived: 2 })[tour.status] ?? 3,
  is_featured: (tour) => Number(!tour.is_featured),
  view_count: (tour) => tour.view_count,
};

/** Filters and sorts the tours; the newest first by default. */
export function filterTours(
  tours: readonly SearchableTour[],
  { q, statut, vedette, categorie, tri }: TourListValues,
): readonly SearchableTour[] {
  const wanted = searchKey(q);
  const found = tours.filter(
    (tour) =>
      tour.searched.includes(wanted) &&
      (statut === '' || tour.status === statut) &&
      (vedette === '' || tour.is_featured === (vedette === 'oui')) &&
      hasCategory(tour, categorie),
  );
  return sortRows(found, tri, sortValues);
}

function hasCategory({ virtual_tour_tags: links }: ListedTour, category: string): boolean {
  if (category === '') return true;
  if (category === NO_CATEGORY) return links.length === 0;
  return links.some((link) => link.tag_id === category);
}
