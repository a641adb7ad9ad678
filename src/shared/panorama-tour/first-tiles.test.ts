import { expect, test } from 'vitest';
import { firstTiles } from './first-tiles';

const picture = {
  folder: 'visite/scene',
  width: 8192,
  baseWidth: 2048,
  levels: [
    { width: 4096, columns: 8, rows: 4 },
    { width: 8192, columns: 16, rows: 8 },
  ],
  bytes: 0,
};
const levels = picture.levels.map(({ width, columns, rows }) => ({ width, cols: columns, rows }));
const tilesOf = (view = {}, frame = { width: 800, height: 600 }) =>
  firstTiles(picture, levels, { yaw: 0, pitch: 0, zoom: 50, ...view }, frame);
const named = (level: number, columns: number[], rows: number[]) =>
  rows.flatMap((row) => columns.map((column) => `visite/scene/${level}/${column}-${row}.jpg`)).sort();

test('straight ahead: the tiles around the middle, 62 degrees high and 78 wide', () => {
  expect([...tilesOf()].sort()).toEqual(named(0, [3, 4], [1, 2]));
});

test('over the edge of the picture: both of its ends', () => {
  expect([...tilesOf({ yaw: 180 })].sort()).toEqual(named(0, [0, 7], [1, 2]));
});

test('straight up: every tile of the first row', () => {
  expect([...tilesOf({ pitch: 90 })].sort()).toEqual(
    expect.arrayContaining(named(0, [0, 1, 2, 3, 4, 5, 6, 7], [0])),
  );
});

test('a frame with more pixels than a level has takes the next one, and the largest when none has enough', () => {
  const isOf = (level: number) => (path: string) => path.startsWith(`visite/scene/${level}/`);
  expect(tilesOf({ zoom: 0 }, { width: 400, height: 300 }).every(isOf(0))).toBe(true);
  expect(tilesOf({}, { width: 1280, height: 720 }).every(isOf(1))).toBe(true);
  expect(tilesOf({ zoom: 100 }, { width: 3840, height: 2160 }).every(isOf(1))).toBe(true);
});

test('the tile in the middle comes first', () => {
  expect(tilesOf({ yaw: 22, pitch: 20 })[0]).toBe('visite/scene/0/4-1.jpg');
});
