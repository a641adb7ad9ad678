import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { boxWidth, heightOf, INSET_FRAME, mapPoint, SOUTH_FRAME } from '@/shared/lib/quebec-frames';
import type { TourPlace } from '@/site/data/tour-places';
import { mapNames, NAME_SIZES, placeNames } from './tour-map-names';
import { ASPECT, groupsAt } from './tour-map-points';

const place = (town: string, latitude: number | null, longitude: number | null): TourPlace => ({
  ...{ town, mrc: '100', mrc_name: 'MRC', region: 'Région', count: 1, latitude, longitude },
  tours: [{ slug: town, title: town, picture: null }],
});

/** Eleven hundred municipalities, far more than a studio has. */
const towns = readFileSync('src/admin/municipalities/data/shipped/coordinates.csv', 'utf8')
  .replaceAll('"', '')
  .split(/\r?\n/)
  .slice(1)
  .filter(Boolean)
  .map((line) => line.split(','))
  .map(([code = '', latitude, longitude]) => place(code, Number(latitude), Number(longitude)));
const some = towns.filter((_, index) => index % 14 === 0);

describe('where a place is drawn', () => {
  const inInset = ({ x, y }: { x: number; y: number }) =>
    x > (INSET_FRAME.left - SOUTH_FRAME.left) / boxWidth(SOUTH_FRAME) &&
    y > (INSET_FRAME.top - SOUTH_FRAME.top) / heightOf(SOUTH_FRAME);

  it.each([
    ['Gatineau', -75.7, 45.48, false],
    ['Rouyn-Noranda', -79.02, 48.24, false],
    ['Chibougamau', -74.37, 49.92, false],
    ['Havre-aux-Maisons', -61.78, 47.42, false],
    ['Kuujjuaq', -68.4, 58.1, true],
    ['Blanc-Sablon', -57.13, 51.42, true],
  ])('%s is on the map, or in its inset', (_, longitude, latitude, expected) => {
    const point = mapPoint([longitude, latitude]);
    expect(point && inInset(point)).toBe(expected);
  });

  it('has every town of the register, each within the drawing', () => {
    const outside = towns.filter(({ latitude, longitude }) => {
      const { x, y } = mapPoint([longitude ?? 0, latitude ?? 0]) ?? { x: -1, y: -1 };
      return Math.min(x, y) < 0 || Math.max(x, y) > 1;
    });
    expect(outside).toEqual([]);
    expect(mapPoint([2.35, 48.86])).toBeUndefined();
  });
});

describe('groups of points', () => {
  it.each([260, 448, 768])('never lie closer than a target at %s pixels, and lose no place', (width) => {
    const groups = groupsAt(towns, width);
    expect(groups.flatMap(({ places }) => places)).toHaveLength(towns.length);
    const distances = groups.flatMap((one, index) =>
      groups
        .slice(index + 1)
        .map((other) => Math.hypot((one.x - other.x) * width, (one.y - other.y) * width * ASPECT)),
    );
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(24);
  });

  it('leave a place alone where there is room, and join it to its neighbour where there is none', () => {
    const pair = [place('Rimouski', 48.45, -68.53), place('Matane', 48.85, -67.53)];
    expect(groupsAt(pair, 768)).toHaveLength(2);
    expect(groupsAt(pair, 260)).toHaveLength(1);
    expect(groupsAt([...pair, place('Sans position', null, null)], 768)).toHaveLength(2);
  });
});

describe('names', () => {
  const points = some.map(
    ({ latitude, longitude }) => mapPoint([longitude ?? 0, latitude ?? 0]) ?? { x: 0, y: 0 },
  );

  it.each(NAME_SIZES)('meet neither each other nor a point at %s rem', (step) => {
    const width = step * 16;
    /** Dots six pixels apart along a name. */
    const dots = placeNames(points)
      .filter(({ from }) => from <= step)
      .map(({ text, x, y, turn = 0 }) => {
        const angle = (turn * Math.PI) / 180;
        const half = text.length * 2.7;
        const along = Array.from({ length: Math.ceil(half / 3) + 1 }, (_, index) => index * 6 - half);
        return along.map((distance) => ({
          x: x * width + distance * Math.cos(angle),
          y: y * width * ASPECT + distance * Math.sin(angle),
        }));
      });
    const toPoints = dots
      .flat()
      .flatMap((dot) => points.map(({ x, y }) => Math.hypot(dot.x - x * width, dot.y - y * width * ASPECT)));
    const toNames = dots.flatMap((one, index) =>
      dots
        .slice(index + 1)
        .flat()
        .flatMap(({ x, y }) => one.map((dot) => Math.max(Math.abs(dot.x - x), Math.abs(dot.y - y)))),
    );
    expect(toPoints.filter((distance) => distance < 12)).toEqual([]);
    expect(toNames.filter((distance) => distance < 9)).toEqual([]);
  });

  it('are all there on a wide map without points, few on a phone, the river and the gulf first', () => {
    const placed = placeNames([]);
    expect(new Set(placed.map(({ text }) => text))).toEqual(new Set(mapNames.map(({ text }) => text)));
    const onPhone = placed.filter(({ from }) => from <= 20).length;
    expect(onPhone).toBeGreaterThan(3);
    expect(onPhone).toBeLessThan(15);
    expect(placed.slice(0, 2).map(({ text }) => text)).toEqual([
      'Golfe du Saint-Laurent',
      'Fleuve Saint-Laurent',
    ]);
  });
});
