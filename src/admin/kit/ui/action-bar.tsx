import type { ReactNode } from 'react';

/** The actions on an open record, fixed at the foot of the window. */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-bottom-bar=""
      // Narrower on a phone, so that the buttons stay on one line.
      className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-mist px-4 py-3 max-sm:gap-2 max-sm:[&_a]:px-3.5 max-sm:[&_button]:px-3.5 sm:-mx-2 sm:px-2"
    >
      {children}
    </div>
  );
}
