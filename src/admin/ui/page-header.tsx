import type { ReactNode } from 'react';

/** The head of every admin screen: title, count, one primary action. */
export function PageHeader({
  title,
  count,
  children,
}: {
  title: string;
  count?: string;
  children?: ReactNode;
}) {
  return (
    <header className="mb-3 flex shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <h1 className="text-2xl font-bold">{title}</h1>
        {count && <p className="text-sm text-slate">{count}</p>}
      </div>
      {children}
    </header>
  );
}
