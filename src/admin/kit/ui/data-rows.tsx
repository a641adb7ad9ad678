import type { MouseEvent } from 'react';
import { memo, type RefObject, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { DataRow, PhoneDataRow, type RowProps } from './data-row';
import { foundText } from './found-text';
import type { TableColumn } from './table-columns';
import { type RowWindow, useFrameWindow, usePageWindow } from './use-row-window';

/** Elements that handle their own presses. */
const INTERACTIVE = 'a, button, input, select, textarea, label, [role=dialog]';

/**
 * Handles presses in the rows of a table: a plain `<a>` navigates inside the back office like `<Link>`, and anywhere
 * else the row is opened by the link of its first column; a press with a modifier key stays the browser's. It is for
 * long lists, because each `<Link>` subscribes to the address and renders at each letter of a search.
 */
function useRowOpen(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  return (event) => {
    const { target, currentTarget, button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (event.defaultPrevented || button !== 0 || !(target instanceof Element)) return;
    const hasKey = metaKey || ctrlKey || shiftKey || altKey;
    const link = target.closest('a');
    if (link) {
      if (hasKey || link.target || link.origin !== window.location.origin) return;
      event.preventDefault();
      navigate(link.pathname + link.search);
      return;
    }
    // A cell's panel is elsewhere in the DOM, but its presses bubble through here.
    if (!currentTarget.contains(target) || target.closest(INTERACTIVE)) return;
    // A text was selected, to be copied.
    if (window.getSelection()?.isCollapsed === false) return;
    const opener = target.closest('tr')?.querySelector('[data-opens] a, [data-opens] button');
    opener?.dispatchEvent(
      new window.MouseEvent('click', { bubbles: true, cancelable: true, metaKey, ctrlKey, shiftKey, altKey }),
    );
  };
}

type RowsProps<Row> = Pick<RowProps<Row>, 'columns' | 'actions' | 'selection'> & {
  /** Every column of the list, hidden ones too. */
  all: readonly TableColumn<Row>[];
  search: string | undefined;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selected: ReadonlySet<string> | undefined;
};
type WindowProps<Row> = RowsProps<Row> & { rowHeight: number };

function InFrame<Row>({ rowHeight, ...rows }: WindowProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const seen = useFrameWindow(body, rows.rows.length, rowHeight);
  return <Rows {...rows} seen={seen} Row={DataRow} body={body} />;
}

function InPage<Row>({ rowHeight, ...rows }: WindowProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const seen = usePageWindow(body, rows.rows.length, rowHeight);
  return <Rows {...rows} seen={seen} Row={PhoneDataRow} body={body} />;
}

/**
 * The rows of a table, apart from its header: scrolling renders nothing else, and typing above a list renders nothing
 * here until its rows change.
 */
export const FrameRows = memo(InFrame) as typeof InFrame;
export const PhoneRows = memo(InPage) as typeof InPage;

type DrawnRows<Row> = RowsProps<Row> & {
  seen: RowWindow;
  Row: typeof DataRow;
  body: RefObject<HTMLTableSectionElement | null>;
};

function Rows<Item>(props: DrawnRows<Item>) {
  const { rows, rowKey, columns, all, search, actions, selected, selection, seen, Row, body } = props;
  const { first, end, before, after } = seen;
  const visible = Row === DataRow ? columns : columns.filter(({ mobile }) => mobile);
  const open = useRowOpen();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard opens a row by the link of its first column
    <tbody ref={body} data-rows="" onClick={open} className={Row === DataRow ? undefined : 'block'}>
      {before > 0 && <Gap height={before} />}
      {rows.slice(first, end).map((row, place) => {
        const key = rowKey(row);
        return (
          <Row
            key={key}
            row={row}
            rowKey={key}
            index={first + place}
            columns={columns}
            actions={actions}
            selected={selected?.has(key)}
            selection={selection}
            found={search ? foundText(row, search, visible, all) : undefined}
          />
        );
      })}
      {after > 0 && <Gap height={after} />}
    </tbody>
  );
}

/** Takes the room of the rows outside the window. */
function Gap({ height }: { height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus; it is room, not a row of the list
    <tr aria-hidden="true" className="block">
      <td style={{ height }} className="p-0 max-sm:block" />
    </tr>
  );
}
