import { slot } from '@/admin/kit/lib/subject';
import { fixed } from '@/shared/lib/paths';

/** Anchor of the published site on the first screen. */
export const SITE_ANCHOR = 'site-public';

/** Addresses of the first screen. */
export const todayPaths = {
  dashboard: fixed('/admin'),
} as const;

/** Places that other subjects fill with panels of their own. */
export const todaySlots = {
  /** On the dashboard, below the published site. */
  dashboard: slot(),
} as const;
