import { expect, it } from 'vitest';
import { bearingOfSearch, indexOfPlace, placeHref, placeKey } from './street-address';

const pairs = [
  { id: '0a1b2c3d-0000-4000-8000-000000000001' },
  { id: '0a1b2c3d-0000-4000-8000-000000000002' },
  { id: 'ffffffff-0000-4000-8000-000000000003' },
] as const;

it('names a place by as much of its id as tells it from the others', () => {
  expect(placeKey(pairs[2], pairs)).toBe('ffffffff');
  expect(placeKey(pairs[0], pairs)).toBe(pairs[0].id);
  for (const [index, pair] of pairs.entries()) expect(indexOfPlace(placeKey(pair, pairs), pairs)).toBe(index);
  expect(indexOfPlace('ffff', pairs)).toBe(-1);
  expect(indexOfPlace('12345678', pairs)).toBe(-1);
});

it('keeps the direction one looks in, and ignores one that makes no sense', () => {
  const href = placeHref('rue', pairs[2], pairs, -40.4);
  expect(href).toBe('/street-view/rue/ffffffff?cap=320');
  expect(bearingOfSearch(new URL(href, 'http://site').search)).toBe(320);
  for (const search of ['', '?cap=', '?cap=nord', '?cap=Infinity', '?cap=1e9'])
    expect(bearingOfSearch(search), search).toBeUndefined();
});
