import { asTourStatus, tourStatuses } from '@/admin/data/tours/tour-labels';
import type { ListedTour } from '@/admin/data/tours/tours';
import { downloadText, toCsv } from '@/admin/lib/csv';
import { quebecDay } from '@/admin/lib/dates';
import { paths } from '@/shared/lib/admin-paths';

const headers = ['Titre', 'Lieu', 'Statut', 'Coup de cœur', 'Catégories', 'Ouvertures', 'Page'] as const;

/** Writes tours as a CSV file that a spreadsheet opens safely; `categories` are the names by id. */
export function toursToCsv(tours: readonly ListedTour[], categories: Readonly<Record<string, string>>) {
  return toCsv(
    headers,
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
export function downloadTours(tours: readonly ListedTour[], categories: Readonly<Record<string, string>>) {
  downloadText(`visites-${quebecDay()}.csv`, toursToCsv(tours, categories));
}
