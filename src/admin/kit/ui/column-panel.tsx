import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useId } from 'react';
import type { ColumnMenuProps } from './column-menu';
import { MAX_WIDTH, MIN_WIDTH } from './table-columns';
import type { ColumnState } from './use-table-columns';

/** The panel of « Colonnes ». */
export function ColumnPanel({ columns }: ColumnMenuProps) {
  return (
    <>
      <ul className="text-sm">
        {columns.states.map((column) => (
          <ColumnLine key={column.key} column={column} columns={columns} />
        ))}
      </ul>
      <button
        type="button"
        className="m-1.5 min-h-8 rounded px-1 text-sm underline hover:bg-mist"
        onClick={columns.reset}
      >
        Remettre les colonnes par défaut
      </button>
    </>
  );
}

const KEY_STEP_PX = 16;

function ColumnLine({ column, columns }: ColumnMenuProps & { column: ColumnState }) {
  const id = useId();
  const { key, header, isVisible, canHide, canSort, size } = column;
  return (
    <li className="flex items-center gap-3 px-1.5">
      <label
        htmlFor={id}
        className={`flex min-h-9 min-w-36 grow items-center gap-2.5 ${canHide ? 'cursor-pointer' : ''}`}
      >
        <input
          id={id}
          type="checkbox"
          className="size-4 shrink-0 accent-spruce"
          checked={isVisible}
          disabled={!canHide}
          onChange={({ target }) => columns.setVisible(key, target.checked)}
        />
        {header}
      </label>
      <input
        type="range"
        aria-label={`Largeur de la colonne ${header}`}
        min={MIN_WIDTH}
        max={MAX_WIDTH}
        step={KEY_STEP_PX}
        value={size}
        disabled={!isVisible || size === 0}
        onChange={({ target }) => columns.setWidth(key, Number(target.value))}
        className="h-6 w-20 accent-spruce disabled:opacity-40"
      />
      <span className="inline-flex size-9 shrink-0">
        {canSort && <SortButton column={column} onPress={() => columns.toggleSort(key, true)} />}
      </span>
    </li>
  );
}

/** Adds the column to the order, then reverses it, then removes it. */
function SortButton({ column: { header, sort }, onPress }: { column: ColumnState; onPress: () => void }) {
  const way = sort ? `${sort.isDescending ? 'décroissant' : 'croissant'}, numéro ${sort.place}` : 'aucun';
  const label = `Tri par ${header}\u00a0: ${way}`;
  const Arrow = sort?.isDescending ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className="inline-flex size-9 items-center justify-center gap-0.5 rounded-full tabular-nums hover:bg-mist"
    >
      {sort ? (
        <>
          <Arrow aria-hidden="true" className="size-3.5" />
          {sort.place}
        </>
      ) : (
        <ArrowUpDown aria-hidden="true" className="size-3.5 text-slate" />
      )}
    </button>
  );
}
