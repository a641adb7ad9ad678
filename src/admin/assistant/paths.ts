import { fixed } from '@/shared/lib/paths';

/** Addresses of the assistant. */
export const assistantPaths = {
  keys: fixed('/admin/parametres/assistant'),
} as const;
