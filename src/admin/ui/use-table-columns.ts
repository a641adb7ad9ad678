import {
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatSorts, parseSorts } from '@/admin/lib/sorting';
import { areWebFontsUsed, loadWebFonts } from '@/shared/lib/web-fonts';
import {
  type ColumnWidth,
  columnWidths,
  emptyColumns,
  fittedWidths,
  type ShownColumn,
  type TableColumn,
  withoutRoom,
} from './table-columns';

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
const NO_WIDTHS: readonly ColumnWidth[] = [];

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
  const frameWidth = useWidth(frame, isFramed);
  const available = frameWidth - (selectable ? TICK_WIDTH : 0) - actionsWidth;

  const empty = useMemo(() => emptyColumns(columns, rows).join(' '), [columns, rows]);
  const wanted = useMemo(() => {
    const nothing = new Set(empty.split(' '));
    const open = columns.filter(({ key }) => asked[key] ?? !nothing.has(key));
    const places = new Set(open.filter(({ under }) => !under).map(({ key }) => key));
    return open
      .filter(({ under }) => under === undefined || !places.has(under))
      .map(
        (column): ShownColumn<Row> => ({
          ...column,
          optional: asked[column.key] ? 0 : (column.optional ?? 0),
          below: open.filter(({ under }) => under === column.key),
        }),
      );
  }, [columns, asked, empty]);
  const widths = useColumnWidths(wanted, rows, isFramed);
  const shown = useMemo(() => {
    const left = new Set(frameWidth > 0 ? withoutRoom(widths, available) : []);
    return wanted.filter(({ key }) => !left.has(key));
  }, [wanted, widths, available, frameWidth]);
  const sizes = useMemo(() => {
    const keys = new Set(shown.map(({ key }) => key));
    const own = Object.fromEntries(Object.entries(columnSizing).filter(([key]) => keys.has(key)));
    const visible = widths.filter(({ key }) => keys.has(key));
    return fittedWidths(visible, own, frameWidth > 0 ? available : 0);
  }, [shown, widths, columnSizing, available, frameWidth]);
  const columnVisibility = useMemo(() => {
    const seen = new Set(shown.flatMap((column) => [column, ...(column.below ?? [])].map(({ key }) => key)));
    return Object.fromEntries(columns.map(({ key }) => [key, seen.has(key)]));
  }, [columns, shown]);

  const defs = useMemo(
    () => [
      ...columns.map(({ key, header, sortable = false }, index) => ({
        id: key,
        header,
        accessorFn: () => null,
        enableSorting: sortable,
        // The first column opens the row.
        enableHiding: index > 0,
        size: sizes[key] ?? 0,
        minSize: key in sizes ? NARROWEST : 0,
        maxSize: WIDEST,
      })),
      { id: ACTIONS, header: 'Actions', enableHiding: false, enableResizing: false, size: actionsWidth },
    ],
    [columns, sizes, actionsWidth],
  );
  // A second line has no width of its own.
  const ownSizing = useMemo(
    () => Object.fromEntries(Object.entries(columnSizing).filter(([key]) => key in sizes)),
    [columnSizing, sizes],
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
    state: { columnSizing: ownSizing, columnVisibility, sorting },
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
    /** In their order, each with what is on its second line. */
    shown,
    sizes,
    sorting,
    /** Every column as it was before anybody changed it. */
    reset: () => {
      setAsked({});
      setColumnSizing({});
    },
  };
}

/**
 * The widths of the columns, measured when they or the rows come: a search leaves fewer rows, and at each letter columns
 * would move under the eye.
 */
function useColumnWidths<Row>(
  columns: readonly ShownColumn<Row>[],
  rows: readonly Row[],
  isFramed: boolean,
): readonly ColumnWidth[] {
  const last = useRef<{ of: unknown; hasFonts: boolean; count: number; widths: readonly ColumnWidth[] }>(
    undefined,
  );
  const hasFonts = useHasFonts();
  const before = last.current;
  if (!isFramed) return NO_WIDTHS;
  if (before?.of === columns && before.hasFonts === hasFonts && rows.length <= before.count) {
    return before.widths;
  }
  const widths = columnWidths(columns, rows);
  last.current = { of: columns, hasFonts, count: rows.length, widths };
  return widths;
}

/** Whether the web fonts are in use: what was measured before is wider or narrower. */
function useHasFonts(): boolean {
  const [hasFonts, setHasFonts] = useState(areWebFontsUsed);
  useEffect(() => {
    void loadWebFonts().then(() => setHasFonts(areWebFontsUsed()));
  }, []);
  return hasFonts;
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
