import { memo, type ReactNode } from 'react';
import { type Selection, toggled } from './selection';

export type TableColumn<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  /** The header is for screen readers only (actions, pictures). */
  hiddenHeader?: boolean;
  /** On a phone: the card's title, a line without its label, a line with it (default), or nothing. */
  mobile?: 'title' | 'plain' | 'labelled' | 'hidden';
  className?: string;
};

const mobileClass = {
  title: 'max-sm:block max-sm:pr-12 max-sm:font-semibold',
  plain: 'max-sm:block',
  labelled:
    'max-sm:flex max-sm:gap-2 max-sm:before:shrink-0 max-sm:before:text-slate max-sm:before:content-[attr(data-label)]',
  hidden: 'max-sm:hidden',
};

type Props<Row> = {
  row: Row;
  rowKey: string;
  index: number;
  columns: readonly TableColumn<Row>[];
  className: string | undefined;
  selected: boolean | undefined;
  selection: (Selection & { rowLabel: (row: Row) => string }) | undefined;
};

function Row<Item>({ row, rowKey, index, columns, className = '', selected, selection }: Props<Item>) {
  return (
    <tr
      data-index={index}
      aria-rowindex={index + 2}
      className={`relative hover:bg-snow max-sm:block max-sm:border-b max-sm:border-line max-sm:px-4 max-sm:py-3 ${selected ? 'bg-spruce-pale' : ''} ${className}`}
    >
      {selection && (
        <td className="w-12 border-b border-line px-3 text-center max-sm:absolute max-sm:top-3 max-sm:right-1 max-sm:border-0">
          <input
            type="checkbox"
            className="size-5 accent-spruce"
            aria-label={`Sélectionner ${selection.rowLabel(row)}`}
            checked={selected}
            onChange={() => selection.onChange(toggled(selection.selected, rowKey))}
          />
        </td>
      )}
      {columns.map(({ key, header, cell, mobile = 'labelled', className: cellClass = '' }) => (
        <td
          key={key}
          data-label={`${header}\u00a0:`}
          className={`border-b border-line px-3 py-2 align-middle max-sm:border-0 max-sm:px-0 max-sm:py-0.5 ${mobileClass[mobile]} ${cellClass}`}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** One row, drawn again only when what it shows changes; the set of chosen rows counts by its own row alone. */
export const DataRow = memo(Row, (before, after) => {
  const same: (keyof Props<unknown>)[] = ['row', 'rowKey', 'index', 'columns', 'className', 'selected'];
  // Ticking adds to the set of the moment: a row that was not drawn again must still know today's.
  return (
    same.every((name) => before[name] === after[name]) &&
    before.selection?.selected === after.selection?.selected
  );
}) as typeof Row;
