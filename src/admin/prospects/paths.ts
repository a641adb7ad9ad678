import { withId } from '@/shared/lib/paths';

/** Addresses of the prospects of a trip. */
export const prospectPaths = {
  list: withId('/admin/trip-plans/:id/prospects'),
} as const;
