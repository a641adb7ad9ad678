import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { DataRow, type TableColumn } from './data-row';
import { HeaderCell, MobileBar, SelectAll } from './data-table-head';
import type { Selection } from './selection';

/** From how many rows on only those in sight are in the page. */
const WINDOWED_FROM = 40;
/** What a row is taken to measure, in px, until it is there. */
const ROW_HEIGHT = 57;

export type Column<Row> = TableColumn<Row>;

type Props<Row> = {
  /** What the table lists, read out by screen readers. */
  caption: string;
  rows: readonly Row[];
  /** Kept stable by the caller, as `columns`. */
  rowKey: (row: Row) => string;
  /** Kept stable by the caller (module constant or `useMemo`): rows are drawn again only when they change. */
  columns: readonly Column<Row>[];
  /** `title`, or `-title` for descending. */
  sort?: string;
  onSort?: (key: string) => void;
  selection?: Selection & { rowLabel: (row: Row) => string };
  rowClass?: (row: Row) => string;
  /** Under the last row, in the frame. */
  footer?: ReactNode;
};

/**
 * Every list of the back office: header that stays, rows that become cards on a phone, and only the rows in sight in
 * the page when there are many. It scrolls inside its frame, never the page.
 */
export function DataTable<Row>({
  caption,
  rows,
  rowKey,
  columns,
  sort = '',
  onSort,
  selection,
  rowClass,
  footer,
}: Props<Row>) {
  const frame = useRef<HTMLElement>(null);
  const windowed = rows.length >= WINDOWED_FROM;
  // The same from one scroll to the next: with ten thousand rows, what depends on all of them is made once.
  const getItemKey = useCallback((index: number) => rowKey(rows[index] as Row), [rows, rowKey]);
  const selectable = selection !== undefined;
  const keys = useMemo(() => (selectable ? rows.map(rowKey) : []), [rows, rowKey, selectable]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    enabled: windowed,
    getItemKey,
  });
  const inSight = windowed
    ? virtualizer.getVirtualItems().map(({ index }) => index)
    : rows.map((_row, index) => index);
  const before = windowed ? (virtualizer.getVirtualItems()[0]?.start ?? 0) : 0;
  const after = windowed ? virtualizer.getTotalSize() - (virtualizer.getVirtualItems().at(-1)?.end ?? 0) : 0;
  const span = columns.length + (selection ? 1 : 0);

  return (
    <>
      <MobileBar columns={columns} sort={sort} onSort={onSort} selection={selection} keys={keys} />
      <section
        ref={frame}
        aria-label={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
        tabIndex={0}
        className="relative max-h-[max(26rem,calc(100dvh-15rem))] overflow-auto rounded-xl border border-line bg-paper [overflow-anchor:none]"
      >
        <table
          className="w-full border-separate border-spacing-0 text-[0.95rem] max-sm:block"
          aria-rowcount={rows.length + 1}
        >
          <caption className="sr-only">{caption}</caption>
          <thead className="max-sm:hidden">
            <tr aria-rowindex={1}>
              {selection && (
                <th scope="col" className="sticky top-0 z-10 w-12 border-b border-line bg-mist px-3">
                  <SelectAll selection={selection} keys={keys} />
                </th>
              )}
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {before > 0 && <Gap height={before} span={span} />}
            {inSight.map((index) => {
              const row = rows[index] as Row;
              const key = rowKey(row);
              return (
                <DataRow
                  key={key}
                  row={row}
                  rowKey={key}
                  index={index}
                  columns={columns}
                  measure={windowed ? virtualizer.measureElement : undefined}
                  className={rowClass?.(row)}
                  selected={selection?.selected.has(key)}
                  selection={selection}
                />
              );
            })}
            {after > 0 && <Gap height={after} span={span} />}
          </tbody>
        </table>
        {footer}
      </section>
    </>
  );
}

/** The room of the rows that are not in the page. */
function Gap({ height, span }: { height: number; span: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus; it is room, not a row of the list
    <tr aria-hidden="true" className="max-sm:block">
      <td colSpan={span} style={{ height }} className="max-sm:block" />
    </tr>
  );
}
