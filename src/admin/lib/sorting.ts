import { once } from './once';

/** A column and a direction. */
export type Sort = { key: string; descending: boolean };

/** A sort as the address carries it: `title`, or `-title` for descending. */
export function parseSort(text: string): Sort {
  return text.startsWith('-') ? { key: text.slice(1), descending: true } : { key: text, descending: false };
}

/** The sort after a click on a column's header: ascending first, then the other way. */
export function nextSort(current: string, key: string): string {
  return current === key ? `-${key}` : key;
}

const collator = once(() => new Intl.Collator('fr-CA', { numeric: true, sensitivity: 'base' }));

/**
 * The rows in the order that a sort asks for: texts as French orders them, numbers by size, missing values last.
 *
 * @param value what the column compares; an unknown column leaves the order as it is
 */
export function sorted<Row>(
  rows: readonly Row[],
  sort: string,
  values: Readonly<Record<string, (row: Row) => string | number | null>>,
): Row[] {
  const { key, descending } = parseSort(sort);
  const value = values[key];
  if (!value) return [...rows];
  const { compare: inFrench } = collator();
  const compare = (a: Row, b: Row) => {
    const [left, right] = [value(a), value(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : inFrench(String(left), String(right));
    return descending ? -order : order;
  };
  return [...rows].sort(compare);
}
