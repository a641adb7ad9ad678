import type { ReactNode } from 'react';
import { useIsReadOnly } from '@/shared/lib/read-only';

/** What changes something, shown to whoever may change it: a reader would press it in vain. */
export function AdminsOnly({ children }: { children: ReactNode }) {
  return useIsReadOnly() ? null : children;
}
