import { once } from './once';

/** A column and a direction. */
type Sort = { key: string; descending: boolean };

/** Parses an order in the address: `title`, `-title` for descending, `region,-views` for one column then another. */
export function parseSorts(text: string): Sort[] {
  return text
    .split(',')
    .filter((part) => part.replace(/^-/, '') !== '')
    .map((part) =>
      part.startsWith('-') ? { key: part.slice(1), descending: true } : { key: part, descending: false },
    );
}

/** Formats an order for the address. */
export const formatSorts = (sorts: readonly Sort[]): string =>
  sorts.map(({ key, descending }) => (descending ? `-${key}` : key)).join(',');

/**
 * Computes the order after a press on a column: ascending, then descending, then none.
 *
 * @param isAdded adds the column after the others, instead of replacing them
 */
export function nextSorts(sorts: readonly Sort[], key: string, isAdded: boolean): Sort[] {
  const former = sorts.find((sort) => sort.key === key);
  const next = former?.descending ? undefined : { key, descending: former !== undefined };
  if (!isAdded) return next ? [next] : [];
  if (!former) return next ? [...sorts, next] : [...sorts];
  return sorts.flatMap((sort) => (sort === former ? (next ?? []) : sort));
}

const collator = once(() => new Intl.Collator('fr-CA', { numeric: true, sensitivity: 'base' }));

/**
 * Sorts rows: texts in French order, numbers by size, missing values last. Rows with equal values in one column are
 * ordered by the next one.
 *
 * @param values returns the compared value of each column; an unknown column leaves the order as it is
 */
export function sortRows<Row>(
  rows: readonly Row[],
  sort: string,
  values: Readonly<Record<string, (row: Row) => string | number | null>>,
): readonly Row[] {
  const comparisons = parseSorts(sort).flatMap(({ key, descending }) => {
    const value = Object.hasOwn(values, key) && values[key];
    return value ? [comparisonOf(value, descending)] : [];
  });
  const [only, ...others] = comparisons;
  if (!only) return rows;
  if (others.length === 0) return [...rows].sort(only);
  return [...rows].sort((a, b) => {
    for (const compare of comparisons) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return 0;
  });
}

/** Sorts rows by their name in French order, which databases do each in their own way. */
export function inOrderOfName<Row extends { name: string }>(rows: readonly Row[]): Row[] {
  return [...sortRows(rows, 'name', { name: (row) => row.name })];
}

function comparisonOf<Row>(value: (row: Row) => string | number | null, descending: boolean) {
  const { compare: inFrench } = collator();
  return (a: Row, b: Row): number => {
    const [left, right] = [value(a), value(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : inFrench(String(left), String(right));
    return descending ? -order : order;
  };
}
