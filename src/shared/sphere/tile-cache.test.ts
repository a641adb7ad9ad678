import { expect, test } from 'vitest';
import { createTileCache } from './tile-cache';

test('keeps what was used last within its room, and gives the rest back', () => {
  const forgotten: string[] = [];
  const cache = createTileCache<string>(30, (kept) => forgotten.push(kept));
  for (const name of ['a', 'b', 'c']) cache.add(name, name, 10);
  expect(cache.get('a')).toBe('a');
  cache.add('d', 'd', 10);
  expect(forgotten).toEqual(['b']);
  expect([cache.get('b'), cache.get('a'), cache.bytes()]).toEqual([undefined, 'a', 30]);
  // A picture added again counts once.
  cache.add('d', 'newer', 20);
  expect([cache.get('d'), cache.bytes()]).toEqual(['newer', 30]);
});

test('keeps all that one frame draws, even where there is no room for it', () => {
  const cache = createTileCache<number>(25, () => {});
  for (let tile = 0; tile < 6; tile++) {
    // A frame draws the cached tiles, then one more is added.
    for (let drawn = 0; drawn < tile; drawn++) expect(cache.get(String(drawn))).toBe(drawn);
    cache.add(String(tile), tile, 10);
  }
  expect(cache.bytes()).toBe(60);
  // The view moves elsewhere.
  cache.add('other', 9, 10);
  cache.add('another', 9, 10);
  expect(cache.bytes()).toBeLessThanOrEqual(25);
});

test('200 scenes of sixty tiles stay within their room', () => {
  let alive = 0;
  const cache = createTileCache<number>(96e6, () => {
    alive--;
  });
  for (let tile = 0; tile < 200 * 60; tile++) {
    cache.add(`${tile}`, tile, 1.4e6);
    alive++;
    expect(cache.bytes()).toBeLessThanOrEqual(96e6);
  }
  expect(alive).toBe(Math.floor(96e6 / 1.4e6));
});
