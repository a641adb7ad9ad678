import { expect, it } from 'vitest';
import { coversOf } from './small-picture';

const area = { id: 'a', yaw: 0, pitch: 0, width: 18, height: 9 };
const placesOf = (centre: number, change: object) =>
  coversOf(centre, [{ ...area, ...change }]).map(({ x, y }) => [Math.round(x), Math.round(y)]);

it('covers an area where it lies in a picture whose centre is the first view', () => {
  expect(placesOf(0, {})).toEqual([[512, 171]]);
  expect(placesOf(90, { yaw: 90, pitch: 30 })).toEqual([[512, 85]]);
  expect(placesOf(-90, { yaw: 0 })).toEqual([[768, 171]]);
  expect(placesOf(170, { yaw: -170 })).toEqual([[569, 171]]);
});

it('covers both edges, where they meet, and more than the area', () => {
  expect(placesOf(0, { yaw: 180 })).toEqual([
    [0, 171],
    [1024, 171],
  ]);
  expect(placesOf(0, { yaw: -179 }).map(([x]) => x)).toEqual([3, 1027]);
  const [cover] = coversOf(0, [area]);
  expect(cover?.radiusX).toBeGreaterThan((18 / 2 / 360) * 1024);
  expect(cover?.radiusY).toBeGreaterThan((9 / 2 / 360) * 1024);
});
