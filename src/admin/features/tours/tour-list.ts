import type { ListedTour } from '@/admin/data/tours/tours';
import { sorted } from '@/admin/lib/sorting';
import { type ListValues, listFields, textField } from '@/admin/lib/use-list-state';
import { searchKey } from '@/shared/lib/text';

/** What the address of the list carries: search, filters, sort. */
export const tourListFields = listFields({
  q: textField(),
  statut: textField(),
  categorie: textField(),
  tri: textField(),
});

export type TourListValues = ListValues<typeof tourListFields>;

/** A tour with what a search compares, made once for the whole list. */
export type SearchableTour = ListedTour & { searched: string };

export function searchable(tours: readonly ListedTour[]): SearchableTour[] {
  return tours.map((tour) => ({ ...tour, searched: searchKey(`${tour.title} ${tour.location ?? ''}`) }));
}

const comparable: Record<string, (tour: SearchableTour) => string | number | null> = {
  title: (tour) => tour.title,
  location: (tour) => tour.location || null,
  status: (tour) => ({ published: 0, draft: 1, archived: 2 })[tour.status] ?? 3,
  is_featured: (tour) => Number(!tour.is_featured),
  view_count: (tour) => tour.view_count,
};

/** The tours that answer to the search and every filter, in the order asked for; the newest first by default. */
export function shownTours(
  tours: readonly SearchableTour[],
  { q, statut, categorie, tri }: TourListValues,
): readonly SearchableTour[] {
  const wanted = searchKey(q);
  const found = tours.filter(
    (tour) =>
      tour.searched.includes(wanted) &&
      (statut === '' || tour.status === statut) &&
      (categorie === '' || tour.virtual_tour_tags.some((link) => link.tag_id === categorie)),
  );
  return sorted(found, tri, comparable);
}
