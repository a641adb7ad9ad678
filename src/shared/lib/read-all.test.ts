import { describe, expect, it } from 'vitest';
import { readAll } from './read-all';

const table = (size: number) => Array.from({ length: size }, (_, index) => index);

describe('readAll', () => {
  it.each([0, 1, 999, 1000, 1001, 2500])('reads the %i rows of a table, each once', async (size) => {
    const rows = table(size);
    const read = await readAll(async (from, to) => rows.slice(from, to + 1));
    expect(read).toEqual(rows);
  });
});
