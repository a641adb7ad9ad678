import { memo, type ReactNode, useMemo, useRef } from 'react';
import { DataRow, type TableColumn } from './data-row';
import { HeaderCell, MobileBar, SelectAll } from './data-table-head';
import type { Selection } from './selection';
import { useFramePlace } from './use-frame-place';
import { useRowWindow } from './use-row-window';

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
 * Every table of the admin: header that stays, rows that become cards on a phone, and only the rows in sight in
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
  const selectable = selection !== undefined;
  const stableSelection = useStable(selection);
  const frame = useFramePlace(caption);
  const keys = useMemo(() => (selectable ? rows.map(rowKey) : []), [rows, rowKey, selectable]);

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
          <TableRows
            rows={rows}
            rowKey={rowKey}
            columns={columns}
            selection={stableSelection}
            rowClass={rowClass}
          />
        </table>
        {footer}
      </section>
    </>
  );
}

type RowSelection<Row> = NonNullable<Props<Row>['selection']>;

/** The same selection for as long as the same rows are chosen, whose functions are those of the last rendering. */
function useStable<Row>(selection: RowSelection<Row> | undefined): RowSelection<Row> | undefined {
  const latest = useRef(selection);
  latest.current = selection;
  const selected = selection?.selected;
  return useMemo(
    () =>
      selected && {
        selected,
        onChange: (next) => latest.current?.onChange(next),
        rowLabel: (row) => latest.current?.rowLabel(row) ?? '',
      },
    [selected],
  );
}

/** From how many rows on only those in sight are in the page. */
const WINDOWED_FROM = 40;

type RowsProps<Row> = {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly TableColumn<Row>[];
  selection: (Selection & { rowLabel: (row: Row) => string }) | undefined;
  rowClass: ((row: Row) => string) | undefined;
};

function Rows<Row>({ rows, rowKey, columns, selection, rowClass }: RowsProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { first, end, before, after } = useRowWindow(body, rows.length, rows.length >= WINDOWED_FROM);
  const span = columns.length + (selection ? 1 : 0);
  return (
    <tbody ref={body} className="max-sm:block">
      {before > 0 && <Gap height={before} span={span} />}
      {rows.slice(first, end).map((row, place) => {
        const key = rowKey(row);
        return (
          <DataRow
            key={key}
            row={row}
            rowKey={key}
            index={first + place}
            columns={columns}
            className={rowClass?.(row)}
            selected={selection?.selected.has(key)}
            selection={selection}
          />
        );
      })}
      {after > 0 && <Gap height={after} span={span} />}
    </tbody>
  );
}

/**
 * The rows of a table, apart from its head: scrolling draws nothing else, and typing above a list draws nothing here
 * until its rows change.
 */
const TableRows = memo(Rows) as typeof Rows;

/** The room of the rows that are not in the page. */
function Gap({ height, span }: { height: number; span: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus; it is room, not a row of the list
    <tr aria-hidden="true" className="max-sm:block">
      <td colSpan={span} style={{ height }} className="max-sm:block" />
    </tr>
  );
}
