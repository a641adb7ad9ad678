import { callFunction } from '@/shared/lib/rest';
import { httpHref } from '@/shared/lib/text';
import type { PublicTour } from './tours';

/**
 * Tells the database that a visitor opens a tour. It counts once per visitor, tour and day, and leaves robots out.
 * Never waited for and never heard of: an opening that could not be counted must not cost the visitor anything.
 * Tours whose address is no link (not http or https) are not counted: nobody can open them.
 */
export function countView(tour: Pick<PublicTour, 'id' | 'url'>): void {
  if (!httpHref(tour.url)) return;
  callFunction('count_tour_view', { tour_id: tour.id }).catch(() => {});
}
