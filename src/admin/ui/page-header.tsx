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
    <header className="mb-3 flex shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <h1 className="wrap-anywhere text-2xl font-bold">{title}</h1>
        {count && <p className="text-sm text-slate">{count}</p>}
      </div>
      {(readersToo || !isReadOnly) && children}
    </header>
  );
}
