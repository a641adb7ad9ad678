import type { Row } from '../engines/engine.ts';

/** Values of one column that must go in, and values just past them that must not. */
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

/** A text of so many characters; accented on purpose: limits count characters, not bytes. */
export const text = (length: number) => 'é'.repeat(length);

/** A SHA-256 in hexadecimal, and what is none. */
export const hashes = {
  accept: ['0123456789abcdef'.repeat(4)],
  refuse: ['a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64), 'g'.repeat(64), 'a@exemple.test', ''],
};

/** The ground that allows to solicit a public office, and its reference: both or none. */
export const ground = {
  lobbying_ground: [
    { beside: { lobbying_reference: 'Contrat 12' }, accept: ['award', 'mandate'], refuse: [] },
    { beside: { lobbying_reference: null }, accept: [null], refuse: ['award'] },
  ],
  lobbying_reference: [{ beside: { lobbying_ground: 'award' }, accept: ['a'], refuse: [null] }],
};
