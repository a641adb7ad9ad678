import type { ReactNode } from 'react';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';

/** What can be done to the rows chosen in a table, by who may change them; absent while none is. */
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
      className="mb-3 flex flex-wrap items-center gap-2 rounded-xl border border-line bg-spruce-pale px-4 py-2"
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
