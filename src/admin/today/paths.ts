import { fixed } from '@/shared/lib/paths';

/** Addresses of the first screen. */
export const todayPaths = {
  dashboard: fixed('/admin'),
} as const;
