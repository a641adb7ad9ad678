import { expect, it } from 'vitest';
import { lastPosition, type SavedView, viewNamed } from './list-views';

const view = (id: string, position: number): SavedView => ({ id, name: id, query: 'q=a', position });

it('a new view stands last', () => {
  expect(lastPosition([view('a', 1), view('b', 2), view('c', 4)])).toBe(5);
  expect(lastPosition([])).toBe(1);
});

it('a name is taken whatever its case and the spaces around', () => {
  expect(viewNamed([{ name: 'Été', query: '' }], ' ÉTÉ ')).toEqual({ name: 'Été', query: '' });
  expect(viewNamed([{ name: 'Été', query: '' }], 'Ete')).toBeUndefined();
});
