import type { ReactNode } from 'react';
import { useIsReadOnly } from '@/shared/lib/read-only';

/** The head of every admin screen: title, count, one primary action, which readers are not offered. */
export function PageHeader({
  title,
  count,
  readersToo = false,
  children,
}: {
  title: string;
  count?: string;
  /** For what only leads elsewhere. */
  readersToo?: boolean;
  children?: ReactNode;
}) {
  const isReadOnly = useIsReadOnly();
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0">
        <h1 className="wrap-anywhere text-2xl font-bold">{title}</h1>
        {count && <p className="mt-1 text-sm text-slate">{count}</p>}
      </div>
      {(readersToo || !isReadOnly) && children}
    </header>
  );
}
