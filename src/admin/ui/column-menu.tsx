import { Columns3 } from 'lucide-react';
import { lazy } from 'react';
import { PanelButton } from './panel-button';

// With the panel that it is in: a list is read before its columns are chosen.
const ColumnPanel = lazy(async () => ({ default: (await import('./column-panel')).ColumnPanel }));

/** What the menu needs of a column of the table library. */
export type MenuColumn = {
  id: string;
  columnDef: { header?: unknown };
  getCanHide: () => boolean;
  getIsVisible: () => boolean;
  toggleVisibility: (visible?: boolean) => void;
  getCanSort: () => boolean;
  getIsSorted: () => false | 'asc' | 'desc';
  getSortIndex: () => number;
  toggleSorting: (desc?: boolean, isAdded?: boolean) => void;
  getCanResize: () => boolean;
  getSize: () => number;
};
type MenuTable = {
  getAllLeafColumns: () => MenuColumn[];
  setColumnSizing: (change: (before: Record<string, number>) => Record<string, number>) => void;
};

export type ColumnMenuProps = { table: MenuTable; onReset: () => void };

/** « Colonnes » : which columns show, how wide each is, and by which ones the list is ordered, one after the other. */
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
