import { Columns3 } from 'lucide-react';
import { lazy } from 'react';
import { PanelButton } from './panel-button';
import type { ColumnState } from './use-table-columns';

// Loaded with the panel: a list is read before its columns are chosen.
const ColumnPanel = lazy(async () => ({ default: (await import('./column-panel')).ColumnPanel }));

export type ColumnMenuProps = {
  columns: {
    states: readonly ColumnState[];
    setVisible: (key: string, isVisible: boolean) => void;
    setWidth: (key: string, width: number) => void;
    toggleSort: (key: string, isAdded: boolean) => void;
    reset: () => void;
  };
};

/** « Colonnes »: the visible columns, their widths, and the columns by which the list is ordered. */
export function ColumnMenu(props: ColumnMenuProps) {
  return (
    <PanelButton
      label="Colonnes"
      title="Colonnes"
      className="inline-flex size-8 items-center justify-center rounded-full hover:bg-paper hover:text-ink"
      panel={() => <ColumnPanel {...props} />}
    >
      <Columns3 aria-hidden="true" className="size-4" />
    </PanelButton>
  );
}
