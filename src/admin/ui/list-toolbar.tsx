import { ListFilter, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { ListViews } from '@/admin/lib/list-views';
import { parseSorts } from '@/admin/lib/sorting';
import type { ListState } from '@/admin/lib/use-list-state';
import { buttonClass } from '@/shared/ui/button';
import { FilterMenu } from './filter-menu';
import { FilterSelect } from './filter-select';
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
  /** Stands beside the search, and not behind « Filtrer ». */
  inSight?: boolean;
};

export type ListToolbarProps<Values extends Record<string, string>> = {
  /** From `useListState`. */
  list: Pick<ListState<Values>, 'values' | 'defaults' | 'query' | 'normalize' | 'patch' | 'clear'>;
  search?: { label: string; placeholder?: string };
  filters?: readonly Filter<keyof Values & string>[];
  /** What the list can be ordered by (`tri`), for phones, where a table has no header: column → French label. */
  orders?: Readonly<Record<string, string>>;
  /** The list is cards: they have no header on any screen. */
  isCards?: boolean;
  /** From `useListViews`: the views above the line. */
  views?: ListViews;
  /** How many rows there are, in words; `false` leaves the place empty. */
  count?: string | false;
  /** What else the line offers: another control, an export. */
  children?: ReactNode;
};

/** The lines above a list: its views, its search, its filters behind one button, and how many rows they leave. */
export function ListToolbar<Values extends Record<string, string>>({
  list,
  search,
  filters = [],
  orders = {},
  isCards = false,
  views,
  count,
  children,
}: ListToolbarProps<Values>) {
  const { values, defaults, patch } = list;
  const menuButton = useRef<HTMLButtonElement>(null);
  const set = (name: string) => (value: string) => patch({ [name]: value } as Partial<Values>);
  const current = (name: string): string => values[name] ?? '';
  const seen = filters.filter(({ inSight }) => inSight);
  const behind = filters.filter(({ inSight }) => !inSight);
  const active = filters.filter(({ name }) => values[name] !== defaults[name]);
  const inWordsOf = ({ name, label, options }: Filter) => `${label}\u00a0: ${options[current(name)] ?? '…'}`;
  const order = values.tri === defaults.tri ? '' : inWords(current('tri'), orders);
  // What stands in sight says itself that it is set.
  const chips = active
    .filter(({ inSight }) => !inSight)
    .map((filter) => ({ name: filter.name, text: inWordsOf(filter) }));
  const remove = (change: () => void) => {
    // The chip goes with its filter: whoever used the keyboard stays where the filters are.
    menuButton.current?.focus();
    change();
  };

  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-2 sm:gap-x-3">
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
        <div className="flex gap-2 max-sm:order-1 max-sm:w-full max-sm:*:flex-1">
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
      {(chips.length > 0 || order) && (
        // One line that scrolls on a phone, where each filter would take a line of its own.
        <div className="-m-1 flex items-center gap-2 overflow-x-auto p-1 [scrollbar-width:none] max-sm:w-[calc(100%+0.5rem)] sm:contents">
          {chips.map(({ name, text }) => (
            <Chip key={name} text={text} onRemove={() => remove(() => set(name)(defaults[name] ?? ''))} />
          ))}
          {order && (
            // On wider screens the header of a table says it.
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
        <p role="status" className="text-sm text-slate">
          {count}
        </p>
      )}
      {children}
    </div>
  );
}

/** An order in words, « Titre (décroissant) »; empty for one that no label names. */
function inWords(sort: string, orders: Readonly<Record<string, string>>): string {
  return parseSorts(sort)
    .filter(({ key }) => Object.hasOwn(orders, key))
    .map(({ key, descending }) => `${orders[key]} (${descending ? 'décroissant' : 'croissant'})`)
    .join(', ');
}

/** A filter that is set; pressing it takes it off. */
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
