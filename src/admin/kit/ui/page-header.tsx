import type { ReactNode } from 'react';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { buttonClass } from '@/shared/ui/button';
import { UnbrokenNumbers } from '@/shared/ui/unbroken-numbers';

/** The header of every admin screen: title, count, and actions side by side, hidden from readers. */
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
    <header className="mb-3 flex shrink-0 max-sm:mb-1.5 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 max-sm:min-w-2/5 max-sm:flex-1">
        <h1 className="wrap-anywhere text-2xl font-bold max-sm:text-xl">
          <UnbrokenNumbers text={title} />
        </h1>
        {count && <p className="text-sm text-slate">{count}</p>}
      </div>
      {(readersToo || !isReadOnly) && (
        <div className="flex flex-wrap items-center gap-2 empty:hidden">{children}</div>
      )}
    </header>
  );
}

/** Returns the classes of the action of a list: in its header on a phone, a round sign beside the title. */
export const headerActionClass = (variant: 'accent' | 'outline') =>
  buttonClass({
    variant,
    className: 'max-sm:in-[header]:size-11 max-sm:in-[header]:shrink-0 max-sm:in-[header]:px-0',
  });

/** The words of the action of a list, which its header leaves to screen readers on a phone. */
export const HeaderActionWords = ({ children }: { children: ReactNode }) => (
  <span className="max-sm:in-[header]:sr-only">{children}</span>
);
