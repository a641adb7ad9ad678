import { fixed, withId } from '@/shared/lib/paths';

/** Addresses of the organisations. */
export const organisationPaths = {
  list: fixed('/admin/organisations'),
  one: withId('/admin/organisations/:id'),
} as const;
