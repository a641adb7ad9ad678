import type { ReactNode } from 'react';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';

/**
 * The actions on the selected rows, for people who may change them; absent without a selection. It is under the
 * table, so that rows do not move. On a phone it is one line at the foot of the screen, which scrolls.
 */
export function SelectionBar({
  count,
  noun,
  onClear,
  children,
}: {
  count: number;
  /** Singular and plural: `["visite sélectionnée", "visites sélectionnées"]`. */
  noun: readonly [string, string];
  onClear: () => void;
  children: ReactNode;
}) {
  const isReadOnly = useIsReadOnly();
  if (count === 0) return null;
  return (
    <section
      aria-label="Actions sur la sélection"
      data-bottom-bar=""
      className="sticky bottom-3 z-30 mt-3 flex shrink-0 items-center gap-2 rounded-xl border border-spruce/40 bg-spruce-pale px-4 py-2 shadow-lg max-sm:bottom-0 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:rounded-none sm:flex-wrap max-sm:[&>*]:shrink-0"
    >
      <p role="status" className="mr-auto text-sm font-semibold">
        {count} {noun[count > 1 ? 1 : 0]}
      </p>
      {!isReadOnly && children}
      <Button size="sm" variant="ghost" onClick={onClear}>
        Désélectionner
      </Button>
    </section>
  );
}
