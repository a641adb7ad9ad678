import {
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { formatSorts, parseSorts } from '@/admin/lib/sorting';
import { columnWidths, fittedWidths, type TableColumn, withoutRoom } from './table-columns';

const features = tableFeatures({
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
});

/** The column of the row's actions, which stays at the end. */
export const ACTIONS = 'actions';
/** The width of the column of tick boxes, in px. */
export const TICK_WIDTH = 44;
/** The narrowest and the widest that a person may make a column, in px. */
const NARROWEST = 56;
const WIDEST = 640;

/** No row is given to the library: it makes an object with caches for each, at each letter of a search (0042). */
const NO_ROWS: never[] = [];

/** What a person has set of a list's columns. */
type Stored = { visible: Record<string, boolean>; widths: Record<string, number> };

type Options<Row> = {
  /** Names the list where its columns are remembered. */
  name: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  actionsWidth: number;
  selectable: boolean;
  sort: string;
  onSort: ((order: string) => void) | undefined;
  frame: RefObject<HTMLElement | null>;
  /** Whether there is a frame: on a phone the page scrolls. */
  isFramed: boolean;
};

/** The columns of a table: which show, how wide, in which order the rows are; remembered in this browser. */
export function useTableColumns<Row>(options: Options<Row>) {
  const { name, columns, rows, actionsWidth, selectable, sort, onSort, frame, isFramed } = options;
  const [stored] = useState(() => readStored(name));
  const [asked, setAsked] = useState(stored.visible);
  const [columnSizing, setColumnSizing] = useState(stored.widths);
  useEffect(() => writeStored(name, { visible: asked, widths: columnSizing }), [name, asked, columnSizing]);
  // Not measured again at each letter of a search: columns would move under the eye.
  const [widths] = useState(() => columnWidths(columns, rows));
  const frameWidth = useWidth(frame, isFramed);
  const available = frameWidth - (selectable ? TICK_WIDTH : 0) - actionsWidth;

  const columnVisibility = useMemo(() => {
    const wanted = widths.flatMap((width) =>
      asked[width.key] === false ? [] : [asked[width.key] ? { ...width, optional: 0 } : width],
    );
    const left = frameWidth > 0 ? withoutRoom(wanted, available) : [];
    return { ...Object.fromEntries(left.map((key) => [key, false])), ...asked };
  }, [widths, asked, available, frameWidth]);
  const shown = useMemo(
    () => columns.filter(({ key }) => columnVisibility[key] !== false),
    [columns, columnVisibility],
  );
  const sizes = useMemo(() => {
    const keys = new Set(shown.map(({ key }) => key));
    const own = Object.fromEntries(Object.entries(columnSizing).filter(([key]) => keys.has(key)));
    const visible = widths.filter(({ key }) => keys.has(key));
    return fittedWidths(visible, own, frameWidth > 0 ? available : 0);
  }, [shown, widths, columnSizing, available, frameWidth]);

  const defs = useMemo(
    () => [
      ...columns.map(({ key, header, sortable = false }, index) => ({
        id: key,
        header,
        accessorFn: () => null,
        enableSorting: sortable,
        // The first column opens the row.
        enableHiding: index > 0,
        size: sizes[key] ?? NARROWEST,
        minSize: NARROWEST,
        maxSize: WIDEST,
      })),
      { id: ACTIONS, header: 'Actions', enableHiding: false, enableResizing: false, size: actionsWidth },
    ],
    [columns, sizes, actionsWidth],
  );
  const sorting = useMemo(
    () => parseSorts(sort).map(({ key, descending }) => ({ id: key, desc: descending })),
    [sort],
  );
  const table = useTable({
    features,
    columns: defs,
    data: NO_ROWS,
    columnResizeMode: 'onChange',
    manualSorting: true,
    enableSorting: onSort !== undefined,
    sortDescFirst: false,
    state: { columnSizing, columnVisibility, sorting },
    onColumnSizingChange: setColumnSizing,
    onColumnVisibilityChange: (updater) => {
      const next = applied(updater, columnVisibility);
      const changed = Object.entries(next).filter(([key, is]) => is !== (columnVisibility[key] ?? true));
      setAsked((before) => ({ ...before, ...Object.fromEntries(changed) }));
    },
    onSortingChange: (updater) =>
      onSort?.(formatSorts(applied(updater, sorting).map(({ id, desc }) => ({ key: id, descending: desc })))),
  });

  return {
    table,
    shown,
    sorting,
    /** Every column as it was before anybody changed it. */
    reset: () => {
      setAsked({});
      setColumnSizing({});
    },
  };
}

const applied = <Value>(updater: Value | ((before: Value) => Value), before: Value): Value =>
  updater instanceof Function ? updater(before) : updater;

/** The inner width of an element, in px; 0 until it is laid out. */
function useWidth(element: RefObject<HTMLElement | null>, isThere: boolean): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target || !isThere) return;
    setWidth(target.clientWidth);
    // jsdom has none.
    const observer = globalThis.ResizeObserver && new ResizeObserver(() => setWidth(target.clientWidth));
    observer?.observe(target);
    return () => observer?.disconnect();
  }, [element, isThere]);
  return width;
}

const storageKey = (name: string) => `colonnes:${name}`;

function readStored(name: string): Stored {
  const nothing: Stored = { visible: {}, widths: {} };
  try {
    const { visible, widths } = { ...nothing, ...JSON.parse(localStorage.getItem(storageKey(name)) ?? '{}') };
    return { visible: onlyOf(visible, 'boolean'), widths: onlyOf(widths, 'number') };
  } catch {
    // Refused by the browser, or written by somebody else.
    return nothing;
  }
}

const onlyOf = <Value>(values: Record<string, Value>, type: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === type));

function writeStored(name: string, stored: Stored): void {
  const isDefault = Object.keys(stored.visible).length + Object.keys(stored.widths).length === 0;
  try {
    if (isDefault) localStorage.removeItem(storageKey(name));
    else localStorage.setItem(storageKey(name), JSON.stringify(stored));
  } catch {
    // The columns are not remembered.
  }
}
