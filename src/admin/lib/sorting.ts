import { once } from './once';

/** A column and a direction. */
type Sort = { key: string; descending: boolean };

/** An order as the address carries it: `title`, `-title` for descending, `region,-views` for one column then another. */
export function parseSorts(text: string): Sort[] {
  return text
    .split(',')
    .filter((part) => part.replace(/^-/, '') !== '')
    .map((part) =>
      part.startsWith('-') ? { key: part.slice(1), descending: true } : { key: part, descending: false },
    );
}

/** The same, back as the address carries it. */
export const formatSorts = (sorts: readonly Sort[]): string =>
  sorts.map(({ key, descending }) => (descending ? `-${key}` : key)).join(',');

/**
 * The orders after a press on a column: rising, then falling, then none.
 *
 * @param isAdded after the others, instead of in their place
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
 * The rows in the order asked for: texts as French orders them, numbers by size, missing values last. Rows that a column
 * does not tell apart are ordered by the next one.
 *
 * @param values what each column compares; a column that is not there leaves the order as it is
 */
export function sorted<Row>(
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
