import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { ColumnMenuProps, MenuColumn } from './column-menu';

/** What « Colonnes » opens. */
export function ColumnPanel({ table, onReset }: ColumnMenuProps) {
  return (
    <>
      <ul className="text-sm">
        {table
          .getAllLeafColumns()
          .filter((column) => column.getCanResize())
          .map((column) => (
            <ColumnLine
              key={column.id}
              column={column}
              onWidth={(width) => table.setColumnSizing((before) => ({ ...before, [column.id]: width }))}
            />
          ))}
      </ul>
      <button
        type="button"
        className="m-1.5 min-h-8 rounded px-1 text-sm underline hover:bg-mist"
        onClick={onReset}
      >
        Remettre les colonnes par défaut
      </button>
    </>
  );
}

const NARROW = 56;
const WIDE = 640;
const STEP = 16;

function ColumnLine({ column, onWidth }: { column: MenuColumn; onWidth: (width: number) => void }) {
  const id = useId();
  const name = String(column.columnDef.header);
  const isVisible = column.getIsVisible();
  return (
    <li className="flex items-center gap-3 px-1.5">
      <label
        htmlFor={id}
        className={`flex min-h-9 min-w-36 grow items-center gap-2.5 ${column.getCanHide() ? 'cursor-pointer' : ''}`}
      >
        <input
          id={id}
          type="checkbox"
          className="size-4 shrink-0 accent-spruce"
          checked={isVisible}
          disabled={!column.getCanHide()}
          onChange={({ target }) => column.toggleVisibility(target.checked)}
        />
        {name}
      </label>
      <input
        type="range"
        aria-label={`Largeur de la colonne ${name}`}
        min={NARROW}
        max={WIDE}
        step={STEP}
        value={column.getSize()}
        disabled={!isVisible || column.getSize() === 0}
        onChange={({ target }) => onWidth(Number(target.value))}
        className="h-6 w-20 accent-spruce disabled:opacity-40"
      />
      <span className="inline-flex size-9 shrink-0">
        {column.getCanSort() && (
          <SortButton name={name} column={column}>
            <SortSign way={column.getIsSorted()} place={column.getSortIndex() + 1} />
          </SortButton>
        )}
      </span>
    </li>
  );
}

/** Adds the column to the orders, then turns it around, then takes it out. */
function SortButton({ name, column, children }: { name: string; column: MenuColumn; children: ReactNode }) {
  const way = column.getIsSorted();
  const said = way
    ? `${way === 'asc' ? 'croissant' : 'décroissant'}, numéro ${column.getSortIndex() + 1}`
    : 'aucun';
  const label = `Tri par ${name}\u00a0: ${said}`;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => column.toggleSorting(undefined, true)}
      className="inline-flex size-9 items-center justify-center gap-0.5 rounded-full tabular-nums hover:bg-mist"
    >
      {children}
    </button>
  );
}

function SortSign({ way, place }: { way: false | 'asc' | 'desc'; place: number }) {
  if (!way) return <ArrowUpDown aria-hidden="true" className="size-3.5 text-slate" />;
  const Arrow = way === 'asc' ? ArrowUp : ArrowDown;
  return (
    <>
      <Arrow aria-hidden="true" className="size-3.5" />
      {place}
    </>
  );
}
