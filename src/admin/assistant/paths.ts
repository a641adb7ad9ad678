import { fixed, withId } from '@/shared/lib/paths';

/** Addresses of the assistant. */
export const assistantPaths = {
  keys: fixed('/admin/parametres/assistant'),
  /** A draft that it prepared. */
  draft: withId('/admin/parametres/assistant/brouillons/:id'),
} as const;
