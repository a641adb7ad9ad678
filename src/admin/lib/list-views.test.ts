import { describe, expect, it } from 'vitest';
import { lastPosition, movedPosition, type SavedView, viewNamed } from './list-views';

const view = (id: string, position: number): SavedView => ({ id, name: id, query: 'q=a', position });
const saved = [view('a', 1), view('b', 2), view('c', 4)];

/** The order of the views once one of them has moved. */
function moved(id: string, step: -1 | 1): string {
  const position = movedPosition(saved, id, step);
  const views = saved.map((other) =>
    other.id === id && position !== undefined ? { ...other, position } : other,
  );
  return views
    .sort((left, right) => left.position - right.position)
    .map((other) => other.id)
    .join('');
}

describe('the order of saved views', () => {
  it.each([
    ['a', 1, 'bac'],
    ['b', 1, 'acb'],
    ['b', -1, 'bac'],
    ['c', -1, 'acb'],
    ['a', -1, 'abc'],
    ['c', 1, 'abc'],
    ['z', 1, 'abc'],
  ] as const)('%s moved by %i', (id, step, expected) => {
    expect(moved(id, step)).toBe(expected);
  });

  it('a new one stands last', () => {
    expect(lastPosition(saved)).toBe(5);
    expect(lastPosition([])).toBe(1);
  });
});

it('a name is taken whatever its case and the spaces around', () => {
  expect(viewNamed([{ name: 'Été', query: '' }], ' ÉTÉ ')).toEqual({ name: 'Été', query: '' });
  expect(viewNamed([{ name: 'Été', query: '' }], 'Ete')).toBeUndefined();
});
