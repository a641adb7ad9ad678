import { fixed } from '@/shared/lib/paths';

/** Addresses of the guide. */
export const guidePaths = {
  /** The pages of docs/guide. */
  list: fixed('/admin/aide'),
  one: { path: '/admin/aide/:page', href: (page: string) => `/admin/aide/${encodeURIComponent(page)}` },
} as const;
