import type { Engine, Row } from '../engines/engine.ts';

/**
 * What a table's rows look like. `row(0)` is the row a cell aims at, `row(1)` the bystander that must not move,
 * `row(2)` differs from `row(0)` and from the defaults in every column, so that any write shows.
 */
export type Shape = {
  schema?: string;
  table: string;
  /** The columns that name one row. */
  key: string[];
  /** Columns without which no row can be inserted. */
  required: string[];
  /** Tables whose rows 0 to 2 must exist first. */
  parents?: string[];
  /** Columns that the database computes: read, never written. */
  generated?: string[];
  row: (index: number, people: Engine['people']) => Row;
};

/** A fixed uuid per table and row: cells start from an empty database, so nothing can collide. */
export function uuid(table: number, index: number): string {
  return `c0000000-0000-4000-8000-0000000${String(table).padStart(2, '0')}${String(index).padStart(3, '0')}`;
}

export const day = (month: number, index: number) => `2031-0${month}-1${index}`;
export const instant = (index: number) => `2030-01-0${index + 1}T10:00:00+00:00`;
export const pick = <T>(index: number, ...values: T[]): T => values[index % values.length] as T;
