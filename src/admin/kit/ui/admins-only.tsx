import type { ReactNode } from 'react';
import { useIsReadOnly } from '@/shared/lib/read-only';

/** Renders its children for people who may write; a reader's press would be refused. */
export function AdminsOnly({ children }: { children: ReactNode }) {
  return useIsReadOnly() ? null : children;
}
