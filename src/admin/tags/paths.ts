import { fixed } from '@/shared/lib/paths';

/** Addresses of the tags of tours. */
export const tagPaths = {
  list: fixed('/admin/tags'),
} as const;
