import { fixed } from '@/shared/lib/paths';

/** Addresses of the trash. */
export const trashPaths = {
  /** Deleted items, kept for thirty days. */
  list: fixed('/admin/corbeille'),
} as const;
