import type { ReactNode } from 'react';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { UnbrokenNumbers } from '@/shared/ui/unbroken-numbers';

/** The header of every admin screen: title, count, and one primary action, hidden from readers. */
export function PageHeader({
  title,
  count,
  readersToo = false,
  children,
}: {
  title: string;
  count?: string;
  /** True for an action that only navigates. */
  readersToo?: boolean;
  children?: ReactNode;
}) {
  const isReadOnly = useIsReadOnly();
  return (
    <header className="mb-3 flex shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <h1 className="wrap-anywhere text-2xl font-bold">
          <UnbrokenNumbers text={title} />
        </h1>
        {count && <p className="text-sm text-slate">{count}</p>}
      </div>
      {(readersToo || !isReadOnly) && children}
    </header>
  );
}
