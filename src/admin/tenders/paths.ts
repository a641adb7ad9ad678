import { fixed } from '@/shared/lib/paths';

/** Addresses of the calls for tenders. */
export const tenderPaths = {
  /** Public calls for tenders. */
  list: fixed('/admin/appels-d-offres'),
} as const;
