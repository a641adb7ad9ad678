import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useId } from 'react';
import { parseSort } from '@/admin/lib/sorting';
import type { TableColumn } from './data-row';
import type { Selection } from './selection';

type Sorting = { sort: string; onSort: ((key: string) => void) | undefined };

/** A column's name; a button where the list can be sorted by it. */
export function HeaderCell<Row>({ column, sort, onSort }: { column: TableColumn<Row> } & Sorting) {
  const { key, descending } = parseSort(sort);
  const active = key === column.key;
  const Icon = !active ? ChevronsUpDown : descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={active ? (descending ? 'descending' : 'ascending') : undefined}
      className={`sticky top-0 z-10 border-b border-line bg-mist px-3 py-2 text-left text-sm font-semibold text-slate whitespace-nowrap ${column.className ?? ''}`}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          onClick={() => onSort(column.key)}
          className="-mx-1 inline-flex min-h-8 items-center gap-1 rounded px-1 hover:text-ink"
        >
          {column.header}
          <Icon aria-hidden="true" className="size-3.5" />
        </button>
      ) : (
        <span className={column.hiddenHeader ? 'sr-only' : ''}>{column.header}</span>
      )}
    </th>
  );
}

/** Chooses every row that the list shows, or none; half-ticked in between. */
export function SelectAll({
  selection,
  keys,
  visibleLabel = false,
}: {
  selection: Selection;
  keys: string[];
  visibleLabel?: boolean;
}) {
  const id = useId();
  const chosen = selection.selected.size === 0 ? 0 : keys.filter((key) => selection.selected.has(key)).length;
  const all = keys.length > 0 && chosen === keys.length;
  return (
    <span className="inline-flex min-h-10 items-center gap-2 text-sm">
      <input
        id={id}
        type="checkbox"
        className="size-5 accent-spruce"
        checked={all}
        ref={(element) => {
          if (element) element.indeterminate = chosen > 0 && !all;
        }}
        onChange={() => selection.onChange(all ? new Set() : new Set(keys))}
      />
      <label htmlFor={id} className={visibleLabel ? '' : 'sr-only'}>
        Tout sélectionner
      </label>
    </span>
  );
}

type BarProps<Row> = Sorting & {
  columns: readonly TableColumn<Row>[];
  selection: Selection | undefined;
  keys: string[];
};

/** What the header offers, for phones, where rows are cards and there is no header. */
export function MobileBar<Row>({ columns, sort, onSort, selection, keys }: BarProps<Row>) {
  const sortable = onSort ? columns.filter((column) => column.sortable) : [];
  if (sortable.length === 0 && !selection) return null;
  const { key, descending } = parseSort(sort);
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-4 sm:hidden">
      {sortable.length > 0 && (
        <>
          <label className="inline-flex min-h-10 items-center gap-2 text-sm">
            Trier par
            <select
              value={key}
              onChange={(event) => onSort?.(event.target.value)}
              className="min-h-9 rounded-lg border border-slate/60 bg-paper px-2"
            >
              {sortable.every((column) => column.key !== key) && <option value={key}>…</option>}
              {sortable.map((column) => (
                <option key={column.key} value={column.key}>
                  {column.header}
                </option>
              ))}
            </select>
          </label>
          <button
            type="button"
            onClick={() => onSort?.(key)}
            className="inline-flex min-h-10 items-center gap-1 text-sm underline"
          >
            {descending ? 'Décroissant' : 'Croissant'}
          </button>
        </>
      )}
      {selection && <SelectAll selection={selection} keys={keys} visibleLabel />}
    </div>
  );
}
