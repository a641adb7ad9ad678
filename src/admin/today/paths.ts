import { fixed } from '@/shared/lib/paths';

/** Anchor of the published site on the first screen. */
export const SITE_ANCHOR = 'site-public';

/** Addresses of the first screen. */
export const todayPaths = {
  dashboard: fixed('/admin'),
} as const;
