import type { Row } from '../engines/engine.ts';

/** Values that a column must accept, and values just past the limit that it must refuse. */
export type Limit = {
  table: string;
  column: string;
  accept: unknown[];
  refuse: unknown[];
  /** Other columns that the row needs for the value to make sense. */
  beside?: Row;
};

/** The limits of the columns of one table. */
export type ColumnLimits = Record<string, Omit<Limit, 'table' | 'column'>[]>;

/** Makes an accented text of a length, because limits count characters and not bytes. */
export const text = (length: number) => 'é'.repeat(length);

/** A valid SHA-256 in hexadecimal, and invalid ones. */
export const hashes = {
  accept: ['0123456789abcdef'.repeat(4)],
  refuse: ['a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64), 'g'.repeat(64), 'a@exemple.test', ''],
};

/** The legal ground for soliciting a public office, and its reference: both or neither. */
export const ground = {
  lobbying_ground: [
    { beside: { lobbying_reference: 'Contrat 12' }, accept: ['award', 'mandate'], refuse: [] },
    { beside: { lobbying_reference: null }, accept: [null], refuse: ['award'] },
  ],
  lobbying_reference: [{ beside: { lobbying_ground: 'award' }, accept: ['a'], refuse: [null] }],
};
