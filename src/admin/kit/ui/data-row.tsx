import { memo } from 'react';
import { type RowAction, RowActions, RowMenu } from './row-actions';
import type { VisibleColumn } from './table-columns';

/** Handles a press on a row's checkbox, `isRange` with Shift held; the same object for the table's whole life. */
export type RowSelection<Row> = {
  rowLabel: (row: Row) => string;
  onToggle: (key: string, isRange: boolean) => void;
};

export type RowProps<Row> = {
  row: Row;
  rowKey: string;
  index: number;
  columns: readonly VisibleColumn<Row>[];
  actions: ((row: Row) => readonly RowAction[]) | undefined;
  selected: boolean | undefined;
  selection: RowSelection<Row> | undefined;
  /** Place where a search found the row, when no column shows it. */
  found: string | undefined;
};

/** Height of a row by the kind of window, in px, matching the classes below: two lines; three on a phone. */
export const ROW_HEIGHT = { phone: 76, usual: 52, large: 52 } as const;

/** Opaque, because rows scroll under the pinned cells. */
const rowColor = 'bg-paper group-hover/row:bg-snow group-data-[selected]/row:bg-spruce-pale';
const rowClass = `border-b border-line ${rowColor}`;

function TickCell<Row>({ row, rowKey, selected, selection }: RowProps<Row>) {
  if (!selection) return null;
  return (
    <label className="grid h-10 w-11 shrink-0 cursor-pointer place-items-center max-sm:h-19">
      <input
        type="checkbox"
        className="size-[1.125rem] accent-spruce"
        aria-label={`Sélectionner ${selection.rowLabel(row)}`}
        checked={selected}
        onChange={({ nativeEvent }) =>
          selection.onToggle(rowKey, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );
}

function WideRow<Row>(props: RowProps<Row>) {
  const { row, index, columns, actions, selected, selection, found } = props;
  const title = columns.findIndex(({ mobile }) => mobile === 'title');
  return (
    <tr
      data-index={index}
      data-selected={selected || undefined}
      aria-rowindex={index + 2}
      className={`group/row ${title < 0 ? '' : 'cursor-pointer'}`}
    >
      {selection && (
        <td className={`sticky left-0 z-[1] h-13 p-0 ${rowClass}`}>
          <TickCell {...props} />
        </td>
      )}
      {columns.map((column, place) => (
        <td
          key={column.key}
          data-opens={place === title || undefined}
          style={place <= title ? { left: `var(--left-${column.key})` } : undefined}
          className={`h-13 px-2 py-0 ${rowClass} ${place <= title ? 'sticky z-[1]' : ''} ${column.align === 'end' ? 'text-right tabular-nums' : ''}`}
        >
          <CellLines row={row} column={column} found={place === title ? found : undefined} />
        </td>
      ))}
      <td className={`sticky right-0 z-[1] px-2 py-0 text-right whitespace-nowrap ${rowClass}`}>
        {actions && <RowActions actions={actions(row)} />}
      </td>
    </tr>
  );
}

/**
 * The lines of a cell: one text on two lines at most, or several lines; the place where a search found the row is
 * such a line.
 */
function CellLines<Row>({
  row,
  column,
  found,
}: Pick<RowProps<Row>, 'row' | 'found'> & { column: VisibleColumn<Row> }) {
  const { header, cell, primary, below = [] } = column;
  const isStacked = below.length > 0 || found !== undefined;
  return (
    <>
      <div
        data-cell={header}
        data-primary={primary && ''}
        className={isStacked ? 'h-6 truncate leading-6 *:align-top' : 'line-clamp-2 wrap-break-word'}
      >
        {cell(row)}
      </div>
      {found !== undefined ? (
        <FoundLine text={found} />
      ) : (
        isStacked && (
          <div className="flex h-6 gap-3 text-sm leading-6 text-slate">
            {below.map((line) => (
              <div
                key={line.key}
                data-cell={line.header}
                data-primary={line.primary && ''}
                className={`truncate *:align-top empty:hidden ${line.primary && below.length > 1 ? 'shrink-0' : 'min-w-0'}`}
              >
                {line.cell(row)}
              </div>
            ))}
          </div>
        )
      )}
    </>
  );
}

function FoundLine({ text }: { text: string }) {
  return (
    <div data-cell="Trouvé dans" className="truncate text-sm text-slate">
      <mark className="rounded-sm bg-amber-pale px-1 text-amber-ink">{text}</mark>
    </div>
  );
}

function PhoneRow<Row>(props: RowProps<Row>) {
  const { row, index, columns, actions, selected, selection, found } = props;
  const title = columns.find(({ mobile }) => mobile === 'title');
  const picture = columns.find(({ mobile }) => mobile === 'picture');
  const side = columns.filter(({ mobile }) => mobile === 'side');
  const badges = columns
    .filter(({ mobile }) => mobile === 'badge')
    .map((column) => (
      <span key={column.key} data-cell={column.header} className="max-w-full shrink-0">
        {(column.mobileCell ?? column.cell)(row)}
      </span>
    ));
  // Beside a picture the title needs its whole line.
  const badgesAt = side.length > 0 ? 'side' : picture ? 'text' : 'title';
  const named = actions?.(row) ?? [];
  const inMenu = named.filter(({ inHand }) => !inHand);
  return (
    <tr
      data-index={index}
      data-selected={selected || undefined}
      aria-rowindex={index + 2}
      className={`group/row flex h-19 items-center ${rowClass}`}
    >
      {selection && (
        <td className="p-0">
          <TickCell {...props} />
        </td>
      )}
      {picture && (
        <td className={`shrink-0 p-0 pr-3 ${selection ? '' : 'pl-4'}`}>
          {(picture.mobileCell ?? picture.cell)(row)}
        </td>
      )}
      <td className={`min-w-0 grow p-0 pr-2 ${selection || picture ? '' : 'pl-4'}`}>
        <div className="flex items-start gap-2">
          <div
            data-cell={title?.header}
            data-opens=""
            data-primary={title?.primary && ''}
            className="line-clamp-2 min-w-0 grow leading-5 wrap-break-word"
          >
            {(title?.mobileCell ?? title?.cell)?.(row)}
          </div>
          {badgesAt === 'title' && badges}
        </div>
        {found !== undefined ? (
          <FoundLine text={found} />
        ) : (
          <div className="flex min-h-6 min-w-0 items-center gap-2 text-sm text-slate empty:hidden">
            {columns.map(({ key, header, cell, mobileCell = cell, mobile }) =>
              mobile === 'text' ? (
                <span key={key} data-cell={header} className="min-w-0 grow truncate empty:hidden">
                  {mobileCell(row)}
                </span>
              ) : null,
            )}
            {badgesAt === 'text' && badges}
          </div>
        )}
      </td>
      {side.length > 0 && (
        <td className="flex shrink-0 flex-col items-end justify-center p-0 text-sm">
          {badgesAt === 'side' && badges}
          <span className="flex">
            {side.map(({ key, cell, mobileCell = cell }) => (
              <span key={key}>{mobileCell(row)}</span>
            ))}
          </span>
        </td>
      )}
      {actions && (
        <td className="flex min-w-2 shrink-0 items-center p-0">
          <RowActions actions={named.filter(({ inHand }) => inHand)} />
          {inMenu.length > 0 && (
            <RowMenu name={selection?.rowLabel(row) ?? `ligne ${index + 1}`} actions={inMenu} />
          )}
        </td>
      )}
    </tr>
  );
}

/**
 * Compares props, so that a row renders again only when its content changes; of the selection, only its own state
 * counts.
 */
const isSame = <Row,>(before: RowProps<Row>, after: RowProps<Row>) =>
  (['row', 'rowKey', 'index', 'columns', 'actions', 'selected', 'selection', 'found'] as const).every(
    (name) => before[name] === after[name],
  );

export const DataRow = memo(WideRow, isSame) as typeof WideRow;
export const PhoneDataRow = memo(PhoneRow, isSame) as typeof PhoneRow;
