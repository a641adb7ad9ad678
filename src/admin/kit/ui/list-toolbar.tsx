import { ListChecks, ListFilter, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { buttonClass } from '@/shared/ui/button';
import type { ListViews } from '../lib/list-views';
import { parseSorts } from '../lib/sorting';
import type { ListState } from '../lib/use-list-state';
import { useWindowKind } from '../lib/use-window-kind';
import { FilterMenu } from './filter-menu';
import { FilterSelect } from './filter-select';
import { IconButton } from './icon-button';
import { SearchField } from './search-field';
import { ViewsBar } from './views-bar';

/** One filter of a list. */
type Filter<Name extends string = string> = {
  /** The filter's name among the values. */
  name: Name;
  label: string;
  /** « Tous les statuts » … */
  allLabel: string;
  /** Stored value → French label. */
  options: Readonly<Record<string, string>>;
  /** True when the filter is beside the search, and not behind « Filtrer »; on a phone all are behind it. */
  inSight?: boolean;
};

export type ListToolbarProps<Values extends Record<string, string>> = {
  /** State of the list (`useListState`). */
  list: Pick<ListState<Values>, 'values' | 'defaults' | 'query' | 'normalize' | 'patch' | 'clear'>;
  search?: { label: string; placeholder?: string };
  filters?: readonly Filter<keyof Values & string>[];
  /** Columns that the list can be ordered by (`tri`), with French labels, for phones, where a table has no header. */
  orders?: Readonly<Record<string, string>>;
  /** True when the list is cards, which have no header on any screen. */
  isCards?: boolean;
  /** The views above the toolbar (`useListViews`). */
  views?: ListViews;
  /** On a phone, shows or hides the checkboxes of the rows. */
  selecting?: { isOn: boolean; onToggle: () => void };
  /** Number of rows, in words; `false` leaves the place empty. */
  count?: string | false;
  /** Other controls of the toolbar, such as an export. */
  children?: ReactNode;
};

/** The toolbar of a list: its views, its search, its filters behind one button, and the number of matching rows. */
export function ListToolbar<Values extends Record<string, string>>({
  list,
  search,
  filters = [],
  orders = {},
  isCards = false,
  views,
  selecting,
  count,
  children,
}: ListToolbarProps<Values>) {
  const { values, defaults, patch } = list;
  const menuButton = useRef<HTMLButtonElement>(null);
  const set = (name: string) => (value: string) => patch({ [name]: value } as Partial<Values>);
  const current = (name: string): string => values[name] ?? '';
  const isPhone = useWindowKind() === 'phone';
  const seen = filters.filter(({ inSight }) => inSight && !isPhone);
  const behind = filters.filter((filter) => !seen.includes(filter));
  const active = filters.filter(({ name }) => values[name] !== defaults[name]);
  const inWordsOf = ({ name, label, options }: Filter) => `${label}\u00a0: ${options[current(name)] ?? '…'}`;
  const order = values.tri === defaults.tri ? '' : inWords(current('tri'), orders);
  // A filter beside the search shows its own state, without a chip.
  const chips = active
    .filter((filter) => !seen.includes(filter))
    .map((filter) => ({ name: filter.name, text: inWordsOf(filter) }));
  const remove = (change: () => void) => {
    // The chip disappears with its filter, so the focus moves to the filter button.
    menuButton.current?.focus();
    change();
  };

  return (
    <div className="mb-2 flex flex-wrap items-center gap-2 sm:mb-3 sm:gap-x-3">
      {views && (
        <ViewsBar
          views={views}
          list={list}
          summary={[
            ...(current('q') ? [`Recherche\u00a0: ${current('q')}`] : []),
            ...active.map(inWordsOf),
            ...(order ? [`Ordre\u00a0: ${order}`] : []),
          ]}
        />
      )}
      {search && (
        <SearchField
          {...search}
          value={current('q')}
          onChange={set('q')}
          className="min-w-0 grow basis-36 sm:max-w-sm"
        />
      )}
      {seen.length > 0 && (
        <div className="flex gap-2">
          {seen.map(({ name, ...filter }) => (
            <FilterSelect key={name} {...filter} value={current(name)} onChange={set(name)} />
          ))}
        </div>
      )}
      {(behind.length > 0 || Object.keys(orders).length > 0) && (
        <FilterMenu
          ref={menuButton}
          filters={behind.map((filter) => ({ ...filter, value: current(filter.name) }))}
          onFilter={(name, value) => set(name)(value)}
          activeCount={chips.length}
          orders={orders}
          isCards={isCards}
          sort={current('tri')}
          defaultSort={defaults.tri ?? ''}
          onSort={set('tri')}
        >
          <ListFilter aria-hidden="true" className="size-4 max-sm:hidden" />
        </FilterMenu>
      )}
      {selecting && isPhone && (
        <IconButton label="Sélectionner" aria-pressed={selecting.isOn} onClick={selecting.onToggle}>
          <ListChecks aria-hidden="true" className="size-5" />
        </IconButton>
      )}
      {(chips.length > 0 || order) && (
        // On a phone the chips share one line that scrolls, instead of a line each.
        <div className="-m-1 flex items-center gap-2 overflow-x-auto p-1 [scrollbar-width:none] max-sm:w-[calc(100%+0.5rem)] sm:contents">
          {chips.map(({ name, text }) => (
            <Chip key={name} text={text} onRemove={() => remove(() => set(name)(defaults[name] ?? ''))} />
          ))}
          {order && (
            // On wider screens the table header shows the order.
            <span className={`contents ${isCards ? '' : 'sm:hidden'}`}>
              <Chip
                text={`Ordre\u00a0: ${order}`}
                onRemove={() => remove(() => set('tri')(defaults.tri ?? ''))}
              />
            </span>
          )}
          {chips.length > 1 && (
            <button
              type="button"
              onClick={() => remove(list.clear)}
              className={buttonClass({ variant: 'ghost', size: 'sm', className: 'shrink-0' })}
            >
              Effacer les filtres
            </button>
          )}
        </div>
      )}
      {count !== undefined && (
        <p role="status" className="text-sm text-slate empty:absolute">
          {count}
        </p>
      )}
      {children}
    </div>
  );
}

/** Describes an order, « Titre (décroissant) »; empty for an unlabelled column. */
function inWords(sort: string, orders: Readonly<Record<string, string>>): string {
  return parseSorts(sort)
    .filter(({ key }) => Object.hasOwn(orders, key))
    .map(({ key, descending }) => `${orders[key]} (${descending ? 'décroissant' : 'croissant'})`)
    .join(', ');
}

/** An active filter; pressing it removes it. */
function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      onClick={onRemove}
      title={text}
      aria-label={`Retirer «\u00a0${text}\u00a0»`}
      className="inline-flex min-h-8 max-w-full shrink-0 items-center gap-1 rounded-full bg-spruce-pale py-1 pr-2 pl-3 text-sm font-medium text-spruce-deep hover:bg-line"
    >
      <span className="truncate">{text}</span>
      <X aria-hidden="true" className="size-4 shrink-0" />
    </button>
  );
}
