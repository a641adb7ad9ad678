import { memo, useRef } from 'react';
import { DataRow, type TableColumn } from './data-row';
import type { Selection } from './selection';
import { useRowWindow } from './use-row-window';

/** From how many rows on only those in sight are in the page. */
const WINDOWED_FROM = 40;

type Props<Row> = {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly TableColumn<Row>[];
  selection: (Selection & { rowLabel: (row: Row) => string }) | undefined;
  rowClass: ((row: Row) => string) | undefined;
};

function Rows<Row>({ rows, rowKey, columns, selection, rowClass }: Props<Row>) {
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
export const TableRows = memo(Rows) as typeof Rows;

/** The room of the rows that are not in the page. */
function Gap({ height, span }: { height: number; span: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus; it is room, not a row of the list
    <tr aria-hidden="true" className="max-sm:block">
      <td colSpan={span} style={{ height }} className="max-sm:block" />
    </tr>
  );
}
