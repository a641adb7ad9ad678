import {
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { areWebFontsUsed, loadWebFonts } from '@/shared/lib/web-fonts';
import { formatSorts, nextSorts, parseSorts } from '../lib/sorting';
import {
  type ColumnWidth,
  columnWidths,
  emptyColumns,
  fittedWidths,
  MAX_WIDTH,
  MIN_WIDTH,
  type TableColumn,
  type VisibleColumn,
  withoutRoom,
} from './table-columns';

/** Width of the column of checkboxes, in px. */
export const CHECKBOX_WIDTH = 44;

const NO_WIDTHS: readonly ColumnWidth[] = [];

/** A person's settings of a list's columns. */
type StoredColumns = { visible: Record<string, boolean>; widths: Record<string, number> };

type Options<Row> = {
  /** Storage key of the list's columns. */
  name: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  actionsWidth: number;
  selectable: boolean;
  sort: string;
  onSort: ((order: string) => void) | undefined;
  frame: RefObject<HTMLElement | null>;
  /** True when there is a frame; on a phone the page scrolls. */
  isFramed: boolean;
};

/** The state of a column for « Colonnes » and the header. */
export type ColumnState = {
  key: string;
  header: string;
  isVisible: boolean;
  canHide: boolean;
  canSort: boolean;
  /** Rank among the sorted columns, from 1. */
  sort: { isDescending: boolean; place: number } | undefined;
  /** Width in px; 0 when hidden or on the second line of another. */
  size: number;
};

/** Holds the columns of a table: visibility, widths, order of the rows; remembered in this browser. */
export function useTableColumns<Row>(options: Options<Row>) {
  const { name, columns, rows, actionsWidth, selectable, sort, onSort, frame, isFramed } = options;
  const [stored] = useState(() => readStored(name));
  const [visibility, setVisibility] = useState(stored.visible);
  const [chosenWidths, setChosenWidths] = useState(stored.widths);
  useEffect(
    () => writeStored(name, { visible: visibility, widths: chosenWidths }),
    [name, visibility, chosenWidths],
  );
  const frameWidth = useWidth(frame, isFramed);
  const available = frameWidth - (selectable ? CHECKBOX_WIDTH : 0) - actionsWidth;

  const empty = useMemo(() => emptyColumns(columns, rows).join(' '), [columns, rows]);
  const wanted = useMemo(() => {
    const nothing = new Set(empty.split(' '));
    const open = columns.filter(({ key }) => visibility[key] ?? !nothing.has(key));
    const places = new Set(open.filter(({ under }) => !under).map(({ key }) => key));
    return open
      .filter(({ under }) => under === undefined || !places.has(under))
      .map(
        (column): VisibleColumn<Row> => ({
          ...column,
          optional: visibility[column.key] ? 0 : (column.optional ?? 0),
          below: open.filter(({ under }) => under === column.key),
        }),
      );
  }, [columns, visibility, empty]);
  const widths = useColumnWidths(wanted, rows, isFramed);
  const shown = useMemo(() => {
    const left = new Set(frameWidth > 0 ? withoutRoom(widths, available) : []);
    return wanted.filter(({ key }) => !left.has(key));
  }, [wanted, widths, available, frameWidth]);
  const sizes = useMemo(() => {
    const keys = new Set(shown.map(({ key }) => key));
    const own = Object.fromEntries(
      Object.entries(chosenWidths)
        .filter(([key]) => keys.has(key))
        .map(([key, size]) => [key, withinLimits(size)]),
    );
    const visible = widths.filter(({ key }) => keys.has(key));
    // Growing columns have no limit: the table ends where its frame does.
    return fittedWidths(visible, own, frameWidth > 0 ? available : 0);
  }, [shown, widths, chosenWidths, available, frameWidth]);

  const sorts = useMemo(() => parseSorts(sort), [sort]);
  const visible = new Set(shown.flatMap(({ key, below = [] }) => [key, ...below.map((one) => one.key)]));
  const states = columns.map(({ key, header, sortable = false }, index): ColumnState => {
    const place = sorts.findIndex((one) => one.key === key);
    return {
      key,
      header,
      isVisible: visible.has(key),
      // The first column opens the row.
      canHide: index > 0,
      canSort: sortable && onSort !== undefined,
      sort: place < 0 ? undefined : { isDescending: sorts[place]?.descending === true, place: place + 1 },
      size: sizes[key] ?? 0,
    };
  });
  const setWidth = (key: string, width: number) =>
    setChosenWidths((before) => ({ ...before, [key]: withinLimits(width) }));

  return {
    /** Every column, in the order of the list. */
    states,
    /** The visible columns, each with those on its second line. */
    shown,
    sizes,
    sorts,
    /** @param isAdded adds the column after the present ones, instead of replacing them */
    toggleSort: (key: string, isAdded: boolean) => onSort?.(formatSorts(nextSorts(sorts, key, isAdded))),
    setVisible: (key: string, isVisible: boolean) =>
      setVisibility((before) => ({ ...before, [key]: isVisible })),
    setWidth,
    resetWidth: (key: string) => setChosenWidths(({ [key]: _former, ...others }) => others),
    /** Resizes a column with the pointer until it is released. */
    followPointer: (key: string, { clientX }: PointerEvent) => {
      const former = sizes[key] ?? 0;
      const follow = (moved: globalThis.PointerEvent) => setWidth(key, former + moved.clientX - clientX);
      const released = new AbortController();
      const { signal } = released;
      document.addEventListener('pointermove', follow, { signal });
      for (const end of ['pointerup', 'pointercancel'])
        document.addEventListener(end, () => released.abort(), { signal });
    },
    /** Resets every column to its defaults. */
    reset: () => {
      setVisibility({});
      setChosenWidths({});
    },
  };
}

const withinLimits = (width: number) => Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width));

/**
 * Computes the widths of the columns, measured when they or the rows arrive: at each letter of a search, with fewer
 * rows, columns would move under the eye.
 */
function useColumnWidths<Row>(
  columns: readonly VisibleColumn<Row>[],
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

/** Tells whether the web fonts are loaded, which changes the measured widths. */
function useHasFonts(): boolean {
  const [hasFonts, setHasFonts] = useState(areWebFontsUsed);
  useEffect(() => {
    void loadWebFonts().then(() => setHasFonts(areWebFontsUsed()));
  }, []);
  return hasFonts;
}

/** Measures the inner width of an element, in px; 0 until it is laid out. */
function useWidth(element: RefObject<HTMLElement | null>, isThere: boolean): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target || !isThere) return;
    setWidth(target.clientWidth);
    // jsdom has no ResizeObserver.
    const observer = globalThis.ResizeObserver && new ResizeObserver(() => setWidth(target.clientWidth));
    observer?.observe(target);
    return () => observer?.disconnect();
  }, [element, isThere]);
  return width;
}

const storageKey = (name: string) => `colonnes:${name}`;

function readStored(name: string): StoredColumns {
  const nothing: StoredColumns = { visible: {}, widths: {} };
  try {
    const { visible, widths } = { ...nothing, ...JSON.parse(localStorage.getItem(storageKey(name)) ?? '{}') };
    return { visible: onlyOf(visible, 'boolean'), widths: onlyOf(widths, 'number') };
  } catch {
    // The storage is forbidden, or was written by somebody else.
    return nothing;
  }
}

const onlyOf = <Value>(values: Record<string, Value>, type: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === type));

function writeStored(name: string, stored: StoredColumns): void {
  const isDefault = Object.keys(stored.visible).length + Object.keys(stored.widths).length === 0;
  try {
    if (isDefault) localStorage.removeItem(storageKey(name));
    else localStorage.setItem(storageKey(name), JSON.stringify(stored));
  } catch {
    // The columns are not remembered.
  }
}
