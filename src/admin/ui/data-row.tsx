import { memo } from 'react';
import { type RowAction, RowActions, RowMenu } from './row-actions';
import type { TableColumn } from './table-columns';

/** What a press on a row's box does, `isRange` with Shift held; the same object for as long as the table is there. */
export type RowSelection<Row> = {
  rowLabel: (row: Row) => string;
  onToggle: (key: string, isRange: boolean) => void;
};

export type RowProps<Row> = {
  row: Row;
  rowKey: string;
  index: number;
  columns: readonly TableColumn<Row>[];
  actions: ((row: Row) => readonly RowAction[]) | undefined;
  selected: boolean | undefined;
  selection: RowSelection<Row> | undefined;
};

/** The height of a row by the kind of window, in px, as the classes below have it; two lines on a phone. */
export const ROW_HEIGHT = { phone: 64, usual: 44, large: 36 } as const;

/** Opaque, for rows go under the cells that stay. */
const rowColor = 'bg-paper group-hover/row:bg-snow group-data-[selected]/row:bg-spruce-pale';
const line = `border-b border-line ${rowColor}`;

function TickCell<Row>({ row, rowKey, selected, selection }: RowProps<Row>) {
  if (!selection) return null;
  return (
    <label className="grid h-10 w-11 shrink-0 cursor-pointer place-items-center max-sm:h-15 min-[100rem]:h-8">
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
  const { row, index, columns, actions, selected, selection } = props;
  const title = columns.findIndex(({ mobile }) => mobile === 'title');
  return (
    <tr
      data-index={index}
      data-selected={selected || undefined}
      aria-rowindex={index + 2}
      className={`group/row ${title < 0 ? '' : 'cursor-pointer'}`}
    >
      {selection && (
        <td className={`sticky left-0 z-[1] h-11 p-0 min-[100rem]:h-9 ${line}`}>
          <TickCell {...props} />
        </td>
      )}
      {columns.map(({ key, header, cell, align }, place) => (
        <td
          key={key}
          data-cell={header}
          data-opens={place === title || undefined}
          style={place <= title ? { left: `var(--left-${key})` } : undefined}
          className={`h-11 truncate px-3 min-[100rem]:h-9 py-0 ${line} ${place <= title ? 'sticky z-[1]' : ''} ${align === 'end' ? 'text-right tabular-nums' : ''}`}
        >
          {cell(row)}
        </td>
      ))}
      <td className={`sticky right-0 z-[1] px-2 py-0 text-right whitespace-nowrap ${line}`}>
        {actions && <RowActions actions={actions(row)} />}
      </td>
    </tr>
  );
}

function PhoneRow<Row>(props: RowProps<Row>) {
  const { row, index, columns, actions, selected, selection } = props;
  const title = columns.find(({ mobile }) => mobile === 'title');
  const named = actions?.(row) ?? [];
  return (
    <tr
      data-index={index}
      data-selected={selected || undefined}
      aria-rowindex={index + 2}
      className={`group/row flex h-16 items-center ${line}`}
    >
      {selection && (
        <td className="p-0">
          <TickCell {...props} />
        </td>
      )}
      <td className={`min-w-0 grow p-0 pr-3 ${selection ? '' : 'pl-3'}`}>
        <div data-cell={title?.header} data-opens="" className="truncate py-0.5 leading-6">
          {title?.cell(row)}
        </div>
        <div className="flex h-7 min-w-0 items-center gap-2 text-sm text-slate">
          {columns.map(({ key, header, cell, mobile }) =>
            mobile === 'badge' || mobile === 'text' ? (
              <span
                key={key}
                data-cell={header}
                className={mobile === 'badge' ? 'max-w-full shrink-0' : 'min-w-0 grow truncate empty:hidden'}
              >
                {cell(row)}
              </span>
            ) : null,
          )}
        </div>
      </td>
      {actions && (
        <td className="p-0">
          {named.length > 0 && (
            <RowMenu name={selection?.rowLabel(row) ?? `ligne ${index + 1}`} actions={named} />
          )}
        </td>
      )}
    </tr>
  );
}

/** A row is drawn again only when what it shows changes; of the rows chosen, only whether it is one of them. */
const isSame = <Row,>(before: RowProps<Row>, after: RowProps<Row>) =>
  (['row', 'rowKey', 'index', 'columns', 'actions', 'selected', 'selection'] as const).every(
    (name) => before[name] === after[name],
  );

export const DataRow = memo(WideRow, isSame) as typeof WideRow;
export const PhoneDataRow = memo(PhoneRow, isSame) as typeof PhoneRow;
