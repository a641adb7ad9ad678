import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from 'react';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { useWindowKind } from '../lib/use-window-kind';
import { CellTooltip } from './cell-tooltip';
import { ColumnMenu } from './column-menu';
import { ROW_HEIGHT, type RowSelection } from './data-row';
import { FrameRows, PhoneRows } from './data-rows';
import { ControlHead, HeaderCell, type HeaderLine, MobileBar, SelectAll } from './data-table-head';
import { actionsWidth, type RowAction } from './row-actions';
import { rangeToggled, type Selection, toggleKey } from './selection';
import type { TableColumn } from './table-columns';
import { useFrameScroll } from './use-frame-scroll';
import { CHECKBOX_WIDTH, useTableColumns } from './use-table-columns';

export type Column<Row> = TableColumn<Row>;

export type DataTableProps<Row> = {
  /** Name of the table for screen readers; also the key of its stored columns. */
  caption: string;
  rows: readonly Row[];
  /** This must be stable, like `columns` and `actions`. */
  rowKey: (row: Row) => string;
  /** This must be stable (module constant or `useMemo`): rows render again only when they change. */
  columns: readonly Column<Row>[];
  /** Actions on one row: icons at its end, a menu on a phone. */
  actions?: (row: Row) => readonly RowAction[];
  /** `title`, `-title` for descending, `region,-views` for one after the other. */
  sort?: string;
  onSort?: (order: string) => void;
  /** True when the toolbar above offers the order on a phone. */
  isSortedAbove?: boolean;
  selection?: Selection & {
    rowLabel: (row: Row) => string;
    /** True where a phone shows the checkboxes only once they are asked for (`selecting` of the toolbar). */
    isHiddenOnPhone?: boolean;
  };
  /** Content under the last row, in the frame. */
  footer?: ReactNode;
  /** Text of the search: a row says where it was found, when no visible column does. */
  search?: string;
};

/**
 * The table of every list of the back office: rows of two lines under a fixed header, in a frame that scrolls; on a
 * phone the page scrolls (docs/decisions/0042). Only the visible rows of a long list are in the DOM. A table directly
 * on a screen fills the remaining height (styles.css).
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, rows, rowKey, columns, sort = '', onSort, footer } = props;
  const isReadOnly = useIsReadOnly();
  const actions = useOffered(props.actions, isReadOnly);
  // A reader selects no rows, because every bulk action changes them.
  const windowKind = useWindowKind();
  const isPhone = windowKind === 'phone';
  const isHidden = isReadOnly || (isPhone && props.selection?.isHiddenOnPhone);
  const selection = isHidden ? undefined : props.selection;
  const frame = useFrameScroll(caption);
  const selectable = selection !== undefined;
  const keys = useMemo(() => (selectable ? rows.map(rowKey) : []), [rows, rowKey, selectable]);
  const rowSelection = useRowSelection(selection, keys);
  const widestActions = useMemo(
    () => Math.max(actionsWidth([]), ...rows.slice(0, 50).map((row) => actionsWidth(actions?.(row) ?? []))),
    [rows, actions],
  );
  const tableColumns = useTableColumns({
    name: caption,
    columns,
    rows,
    actionsWidth: widestActions,
    selectable,
    sort,
    onSort,
    frame,
    isFramed: !isPhone,
  });
  const { states, shown, sizes, sorts } = tableColumns;
  const body = {
    rows,
    rowKey,
    actions,
    all: columns,
    columns: isPhone ? columns : shown,
    search: props.search,
    selected: selection?.selected,
    selection: rowSelection,
  };
  const common = { 'aria-rowcount': rows.length + 1 };

  if (isPhone) {
    const [first] = sorts;
    return (
      <>
        <MobileBar
          sortable={onSort && !props.isSortedAbove ? columns.filter(({ sortable }) => sortable) : []}
          sort={first && { key: first.key, isDescending: first.descending }}
          onSort={(order) => onSort?.(order)}
          selection={selection}
          keys={keys}
        />
        <section aria-label={caption} className="-mx-4 border-t border-line bg-paper [overflow-anchor:none]">
          <table {...common} className="block w-full leading-[1.35]">
            <caption className="sr-only">{caption}</caption>
            <PhoneRows {...body} rowHeight={ROW_HEIGHT.phone} />
          </table>
          {footer}
        </section>
      </>
    );
  }

  const lineOf = ({ key, header, headerSign, hiddenHeader = false }: TableColumn<Row>): HeaderLine => {
    const state = states.find((one) => one.key === key);
    return {
      id: key,
      header,
      sign: headerSign,
      isHidden: hiddenHeader,
      sort: state?.sort && { ...state.sort, place: sorts.length > 1 ? state.sort.place : undefined },
      onSort: state?.canSort ? (isAdded) => tableColumns.toggleSort(key, isAdded) : undefined,
    };
  };
  const pinned: Record<string, string> = {};
  let left = selectable ? CHECKBOX_WIDTH : 0;
  for (const key of pinnedKeys(shown)) {
    pinned[`--left-${key}`] = `${left}px`;
    left += sizes[key] ?? 0;
  }
  const width = Object.values(sizes).reduce(
    (all, size) => all + size,
    widestActions + (selectable ? CHECKBOX_WIDTH : 0),
  );
  return (
    <>
      <section
        ref={frame}
        data-list-frame=""
        aria-label={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
        tabIndex={0}
        className="relative max-h-[max(20rem,calc(100dvh-8rem))] min-h-60 min-w-0 overflow-auto rounded-xl border border-line bg-paper [overflow-anchor:none] has-[tbody_tr:nth-child(-n+4):last-child]:min-h-0"
      >
        <table
          {...common}
          style={{ width, ...pinned } as CSSProperties}
          className="table-fixed border-separate border-spacing-0 text-[0.925rem] leading-[1.35] [&_:focus-visible]:-outline-offset-2 min-[100rem]:[&_tbody_.size-9]:size-8"
        >
          <caption className="sr-only">{caption}</caption>
          <colgroup>
            {selectable && <col style={{ width: CHECKBOX_WIDTH }} />}
            {shown.map(({ key }) => (
              <col key={key} style={{ width: sizes[key] }} />
            ))}
            <col style={{ width: widestActions }} />
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {selection && (
                <ControlHead side="left">
                  <SelectAll selection={selection} keys={keys} />
                </ControlHead>
              )}
              {shown.map((column) => (
                <HeaderCell
                  key={column.key}
                  lines={[column, ...(column.below ?? [])].map(lineOf)}
                  align={column.align}
                  onResize={(event) => tableColumns.followPointer(column.key, event)}
                  onResetSize={() => tableColumns.resetWidth(column.key)}
                  left={pinned[`--left-${column.key}`]}
                />
              ))}
              <ControlHead side="right">
                <span className="sr-only">Actions</span>
                <ColumnMenu columns={tableColumns} />
              </ControlHead>
            </tr>
          </thead>
          {/* The virtualizer keeps the heights it began with. */}
          <FrameRows key={windowKind} {...body} rowHeight={ROW_HEIGHT[windowKind]} />
        </table>
        {footer}
      </section>
      <CellTooltip frame={frame} />
    </>
  );
}

/** Filters a row's actions by the person's rights. */
function useOffered<Row>(actions: DataTableProps<Row>['actions'], isReadOnly: boolean) {
  return useMemo(
    () =>
      isReadOnly && actions ? (row: Row) => actions(row).filter((action) => action.readersToo) : actions,
    [actions, isReadOnly],
  );
}

/** Lists the pinned columns: up to the one that opens the row. */
const pinnedKeys = (columns: readonly TableColumn<never>[]) =>
  columns.slice(0, columns.findIndex(({ mobile }) => mobile === 'title') + 1).map(({ key }) => key);

/** Returns the rows' part of the selection, always the same object: selecting a row renders that row only. */
function useRowSelection<Row>(
  selection: DataTableProps<Row>['selection'],
  keys: readonly string[],
): RowSelection<Row> | undefined {
  const latest = useRef({ selection, keys });
  latest.current = { selection, keys };
  const last = useRef<string>(undefined);
  const [stable] = useState<RowSelection<Row>>(() => ({
    rowLabel: (row) => latest.current.selection?.rowLabel(row) ?? '',
    onToggle: (key, isRange) => {
      const { selection: now, keys: all } = latest.current;
      if (!now) return;
      now.onChange(
        isRange ? rangeToggled(now.selected, all, last.current, key) : toggleKey(now.selected, key),
      );
      last.current = key;
    },
  }));
  return selection && stable;
}
