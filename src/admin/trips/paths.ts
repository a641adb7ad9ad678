import { filteredList } from '@/admin/kit/lib/list-address';
import { slot } from '@/admin/kit/lib/subject';
import { fixed, withId } from '@/shared/lib/paths';

/** Addresses of the trips. */
export const tripPaths = {
  list: fixed('/admin/trip-plans'),
  new: fixed('/admin/trip-plans/new'),
  one: withId('/admin/trip-plans/:id'),
  /** The stops of a trip, in order, for the road and for paper. */
  sheet: withId('/admin/trip-plans/:id/feuille'),
} as const;

/** Filtered lists that other screens count or link to, by parameters of the list; a test opens each of them. */
export const tripLinks = {
  /** The trips that `dashboard_stats` counts: they start today or later. */
  upcoming: filteredList(tripPaths.list, { periode: 'a-venir' }),
} as const;

/** Places on the screens of a trip that other subjects fill. */
export const tripSlots = {
  /** On its page, beside the form. */
  page: slot<{ id: string }>(),
} as const;
