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
    <header className="mb-6 flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0">
        <h1 className="wrap-anywhere text-2xl font-bold">{title}</h1>
        {count && <p className="mt-1 text-sm text-slate">{count}</p>}
      </div>
      {children}
    </header>
  );
}
