import { fixed, withId } from '@/shared/lib/paths';

/** Addresses of the campaigns. */
export const campaignPaths = {
  list: fixed('/admin/campaigns'),
  new: fixed('/admin/campaigns/new'),
  one: withId('/admin/campaigns/:id'),
} as const;
