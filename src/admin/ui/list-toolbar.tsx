import type { ReactNode } from 'react';
import { FilterSelect } from './filter-select';
import { SearchField } from './search-field';

type Filter<Values> = {
  /** The filter's name among the values. */
  name: keyof Values & string;
  label: string;
  /** « Tous les statuts » … */
  allLabel: string;
  /** Stored value → French label. */
  options: Readonly<Record<string, string>>;
};

type Props<Values> = {
  /** From `useListState`. */
  list: { values: Values; patch: (changes: Partial<Values>) => void };
  search?: { label: string; placeholder?: string };
  filters?: readonly Filter<Values>[];
  /** How many rows there are, in words; `false` leaves the place empty. */
  count?: string | false;
  /** What else the line offers: another control, an export. */
  children?: ReactNode;
};

/** The line above a list: its search, its filters, and how many rows they leave. */
export function ListToolbar<Values extends Record<string, string>>({
  list: { values, patch },
  search,
  filters = [],
  count,
  children,
}: Props<Values>) {
  const set = (name: string) => (value: string) => patch({ [name]: value } as Partial<Values>);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      {search && <SearchField {...search} value={values.q ?? ''} onChange={set('q')} />}
      {filters.map(({ name, ...filter }) => (
        <FilterSelect key={name} {...filter} value={values[name] ?? ''} onChange={set(name)} />
      ))}
      {count !== undefined && (
        <p role="status" className="text-sm text-slate">
          {count}
        </p>
      )}
      {children}
    </div>
  );
}
