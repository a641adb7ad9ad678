import { ArrowDown, ArrowUp } from 'lucide-react';
import { type PointerEvent, type ReactNode, useId } from 'react';
import type { Selection } from './selection';

/** Sort state of a column: direction, and its rank among several. */
type HeaderSort = { isDescending: boolean; place: number | undefined };

const directionLabels = { ascending: 'croissant', descending: 'décroissant' } as const;

/** Name of one line of a column's cells, and its sorting. */
export type HeaderLine = {
  id: string;
  header: string;
  /** Shown instead of the text, where the column is too narrow. */
  sign: ReactNode;
  isHidden: boolean;
  sort: HeaderSort | undefined;
  /** Sorts by the line; with Shift held, adds it after the others. */
  onSort: ((isAdded: boolean) => void) | undefined;
};

type Props = {
  /** One line, or two where the cells have a second line. */
  lines: readonly HeaderLine[];
  align: 'end' | undefined;
  /** Starts resizing the column with the pointer. */
  onResize: (event: PointerEvent) => void;
  onResetSize: () => void;
  /** Left offset of a pinned column. */
  left: string | undefined;
};

const headClass =
  'sticky top-0 z-10 h-9 border-b border-line bg-mist text-left text-sm font-semibold text-slate';

const wayOf = ({ isDescending }: HeaderSort) => (isDescending ? 'descending' : 'ascending');

/** The header of a column: a button where the list can be sorted by it, and a resize handle. */
export function HeaderCell({ lines, align, onResize, onResetSize, left }: Props) {
  const sort = lines.find((line) => line.sort)?.sort;
  return (
    <th
      scope="col"
      aria-sort={sort && wayOf(sort)}
      style={left === undefined ? undefined : { left }}
      className={`${headClass} relative px-2 ${left === undefined ? '' : 'z-20'}`}
    >
      <span className={`flex items-center gap-3 ${align === 'end' ? 'justify-end' : ''}`}>
        {lines.map((line) => (
          <HeaderName key={line.id} {...line} />
        ))}
      </span>
      {/* With the keyboard, or without dragging, the width is set in the menu of columns. */}
      <span
        aria-hidden="true"
        onPointerDown={(event) => {
          // Prevents text selection during the drag.
          event.preventDefault();
          onResize(event);
        }}
        onDoubleClick={onResetSize}
        className="absolute top-0 -right-1 z-10 h-full w-2.5 cursor-col-resize touch-none border-l-0 before:absolute before:inset-y-2 before:left-1 before:w-px before:bg-line hover:before:w-0.5 hover:before:bg-spruce"
      />
    </th>
  );
}

function HeaderName({ header, sign, isHidden, sort, onSort }: HeaderLine) {
  if (!onSort) return <span className={isHidden ? 'sr-only' : 'min-w-0 truncate'}>{header}</span>;
  const way = sort && wayOf(sort);
  const Arrow = sort?.isDescending ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      title={`${sign ? `${header}\u00a0: trier` : 'Trier'}; avec Maj, trier ensuite par cette colonne`}
      onClick={({ shiftKey }) => onSort(shiftKey)}
      className="-mx-1 inline-flex min-h-7 min-w-0 items-center gap-1 rounded px-1 hover:text-ink"
    >
      <span className={sign ? 'sr-only' : 'truncate'}>{header}</span>
      {sign}
      {way && <Arrow aria-hidden="true" className="size-3.5 shrink-0" />}
      {sort?.place !== undefined && way && (
        <span className="text-xs tabular-nums">
          <span className="sr-only">, tri {directionLabels[way]} numéro </span>
          {sort.place}
        </span>
      )}
    </button>
  );
}

/** The header of a column of controls: the checkboxes at the start, the menu of columns at the end. */
export function ControlHead({ side, children }: { side: 'left' | 'right'; children: React.ReactNode }) {
  return (
    <th
      scope="col"
      className={`${headClass} z-20 p-0 ${side === 'left' ? 'left-0' : 'right-0 pr-2 text-right!'}`}
    >
      {children}
    </th>
  );
}

/** Selects every visible row or none; indeterminate in between. */
export function SelectAll({
  selection,
  keys,
  visibleLabel = false,
}: {
  selection: Selection;
  keys: readonly string[];
  visibleLabel?: boolean;
}) {
  const id = useId();
  const chosen = selection.selected.size === 0 ? 0 : keys.filter((key) => selection.selected.has(key)).length;
  const all = keys.length > 0 && chosen === keys.length;
  return (
    <span className={`inline-flex items-center text-sm ${visibleLabel ? 'min-h-10 gap-2' : ''}`}>
      <span className={visibleLabel ? 'contents' : 'grid h-9 w-11 place-items-center'}>
        <input
          id={id}
          type="checkbox"
          className="size-[1.125rem] accent-spruce"
          checked={all}
          ref={(element) => {
            if (element) element.indeterminate = chosen > 0 && !all;
          }}
          onChange={() => selection.onChange(all ? new Set() : new Set(keys))}
        />
      </span>
      <label htmlFor={id} className={visibleLabel ? '' : 'sr-only'}>
        Tout sélectionner
      </label>
    </span>
  );
}

type SortableColumn = { key: string; header: string };

type BarProps = {
  sortable: readonly SortableColumn[];
  /** First column of the order. */
  sort: { key: string; isDescending: boolean } | undefined;
  onSort: (order: string) => void;
  selection: Selection | undefined;
  keys: readonly string[];
};

/** The header's controls for phones, where rows have several lines and there is no header. */
export function MobileBar({ sortable, sort, onSort, selection, keys }: BarProps) {
  if (sortable.length === 0 && !selection) return null;
  return (
    <div className="mb-1 flex flex-wrap items-center gap-x-2">
      {sortable.length > 0 && (
        <>
          <label className="inline-flex min-h-10 items-center text-sm">
            <span className="sr-only">Trier par</span>
            <select
              value={sort?.key ?? ''}
              onChange={(event) => onSort(event.target.value)}
              className="min-h-9 max-w-36 rounded-lg border border-slate/60 bg-paper px-2"
            >
              {sortable.every(({ key }) => key !== sort?.key) && <option value="">Trier par…</option>}
              {sortable.map(({ key, header }) => (
                <option key={key} value={key}>
                  {header}
                </option>
              ))}
            </select>
          </label>
          {sort && (
            <button
              type="button"
              onClick={() => onSort(sort.isDescending ? sort.key : `-${sort.key}`)}
              aria-label={sort.isDescending ? 'Décroissant' : 'Croissant'}
              className="inline-flex size-10 items-center justify-center rounded-full hover:bg-paper"
            >
              {sort.isDescending ? (
                <ArrowDown aria-hidden="true" className="size-4" />
              ) : (
                <ArrowUp aria-hidden="true" className="size-4" />
              )}
            </button>
          )}
        </>
      )}
      {selection && <SelectAll selection={selection} keys={keys} visibleLabel />}
    </div>
  );
}
