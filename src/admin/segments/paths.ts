import { fixed, withId } from '@/shared/lib/paths';

/** Addresses of the segments of contacts. */
export const segmentPaths = {
  /** Saved conditions, and the contacts that match. */
  list: fixed('/admin/contacts/segments'),
  new: fixed('/admin/contacts/segments/new'),
  one: withId('/admin/contacts/segments/:id'),
} as const;
