import { describe, expect, it } from 'vitest';
import { formatSorts, inOrderOfName, nextSorts, parseSorts, sortRows } from './sorting';

const rows = [
  { name: 'b', views: 2 },
  { name: 'É', views: 1 },
  { name: 'a', views: 2 },
  { name: 'c', views: null },
];
const values = {
  name: ({ name }: (typeof rows)[number]) => name,
  views: ({ views }: (typeof rows)[number]) => views,
};
const names = (sort: string) => sortRows(rows, sort, values).map(({ name }) => name);

describe('an order in the address', () => {
  it.each([
    ['', []],
    ['-', []],
    ['title', [{ key: 'title', descending: false }]],
    [
      'region,-views',
      [
        { key: 'region', descending: false },
        { key: 'views', descending: true },
      ],
    ],
  ])('« %s »', (text, expected) => {
    expect(parseSorts(text)).toEqual(expected);
  });
  it.each([
    ['', 'title', false, 'title'],
    ['title', 'title', false, '-title'],
    ['-title', 'title', false, ''],
    ['region,-views', 'title', false, 'title'],
    ['region', 'title', true, 'region,title'],
    ['title,region', 'title', true, '-title,region'],
    ['-title,region', 'title', true, 'region'],
  ])('« %s » after a press on %s, added: %s, is « %s »', (sorts, key, isAdded, expected) => {
    expect(formatSorts(nextSorts(parseSorts(sorts), key, isAdded))).toBe(expected);
  });
  it('is written back as it was read', () => {
    expect(formatSorts(parseSorts('-region,views'))).toBe('-region,views');
  });
});

describe('sorted', () => {
  it.each([
    ['name', ['a', 'b', 'c', 'É']],
    ['-name', ['É', 'c', 'b', 'a']],
    // Missing values come last in both directions; rows with equal values follow the next column.
    ['views,name', ['É', 'a', 'b', 'c']],
    ['-views,-name', ['b', 'a', 'É', 'c']],
    ['unknown,-name', ['É', 'c', 'b', 'a']],
    ['constructor', ['b', 'É', 'a', 'c']],
  ])('by « %s »', (sort, expected) => {
    expect(names(sort)).toEqual(expected);
  });
  it('gives the rows themselves where there is no order: ten thousand are not copied at each letter', () => {
    expect(sortRows(rows, '', values)).toBe(rows);
  });

  it('orders by name without the help of the database', () => {
    expect(inOrderOfName(rows).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'É']);
  });
});
