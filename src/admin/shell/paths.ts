import { fixed, withId } from '@/shared/lib/paths';

/** Addresses of the guide. */
export const guidePaths = {
  /** The pages of docs/guide. */
  list: fixed('/admin/aide'),
  one: withId('/admin/aide/:page'),
} as const;
