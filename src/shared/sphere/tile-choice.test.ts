import { expect, test } from 'vitest';
import { eyeOf } from './camera';
import { isInSight } from './projection';
import { mostOver, patchOf, tilesInSight } from './tile-choice';

/** The levels that the tile cutter makes of a picture 16 384 px wide. */
const levels = [
  { width: 4096, columns: 8, rows: 4 },
  { width: 8192, columns: 8, rows: 4 },
  { width: 16384, columns: 16, rows: 8 },
];
const size = { width: 1280, height: 720 };
const pixelsOf = (field: number) => size.height / 2 / Math.tan((field * Math.PI) / 360);
const wanted = (yaw: number, pitch: number, field: number, roll = 0) =>
  tilesInSight(levels, eyeOf({ yaw, pitch, field, roll }, size), pixelsOf(field))
    .filter(({ isWanted }) => isWanted)
    .map(({ tile }) => tile);

test.each([
  ['a usual view', 66, [0]],
  ['half of it', 30, [1]],
  ['the deepest zoom', 12, [2]],
])('%s needs the level whose pixels suffice', (_, field, expected) => {
  expect([...new Set(wanted(20, 5, field).map(({ level }) => level))]).toEqual(expected);
});

test('the most central tiles come first', () => {
  expect(wanted(22, 20, 40)[0]).toEqual({ level: 1, column: 4, row: 1 });
  expect(wanted(-160, -60, 40)[0]).toMatchObject({ column: 0, row: 3 });
});

test('a straight lens spreads the picture towards the edges, where a sharper level is needed', () => {
  const wide = wanted(0, 0, 95);
  expect(wide[0]?.level).toBe(0);
  const edges = tilesInSight(levels, eyeOf({ yaw: 0, pitch: 0, field: 60 }, size), pixelsOf(44));
  expect(edges.filter(({ isWanted, tile }) => isWanted && tile.level === 1)).not.toEqual([]);
});

test('nothing sharper than the screen is loaded for the corners of the widest view', () => {
  const tiles = tilesInSight(levels, eyeOf({ yaw: 20, pitch: 0, field: 130 }, size), 400);
  expect([...new Set(tiles.flatMap(({ isWanted, tile }) => (isWanted ? [tile.level] : [])))]).toEqual([0]);
});

// Every direction on the screen is in a wanted tile, also at the seam, at the poles and with a roll; few
// wanted tiles are invisible.
test.each([
  [0, 0, 66, 0],
  [180, 0, 90, 0],
  [-179, 30, 40, 25],
  [40, 90, 60, 0],
  [40, -88, 30, 10],
  [100, 20, 8, -40],
])('nothing in sight is forgotten: yaw %i, pitch %i, field %i, roll %i', (yaw, pitch, field, roll) => {
  const tiles = wanted(yaw, pitch, field, roll);
  const view = { yaw, pitch, field, roll };
  const seen = new Set<string>();
  for (let index = 0; index < 20_000; index++) {
    // Directions spread evenly over the sphere (a Fibonacci lattice).
    const direction = {
      pitch: (Math.asin(1 - (2 * (index + 0.5)) / 20_000) * 180) / Math.PI,
      yaw: ((index * 222.492_235_9) % 360) - 180,
    };
    if (!isInSight(view, size, direction)) continue;
    const covering = tiles.find(({ level, column, row }) => {
      const { columns, rows } = levels[level] as { columns: number; rows: number };
      return (
        Math.floor(((direction.yaw + 180) / 360) * columns) === column &&
        Math.floor(((90 - direction.pitch) / 180) * rows) === row
      );
    });
    expect(covering, JSON.stringify(direction)).toBeDefined();
    seen.add(JSON.stringify(covering));
  }
  expect(tiles.length).toBeLessThanOrEqual(seen.size + 4);
});

test('the product of a vector with a patch is largest where the patch is nearest to it', () => {
  const patch = patchOf({ width: 0, columns: 8, rows: 4 }, { level: 0, column: 7, row: 1 });
  // The tile's corner at 180° touches the seam, and is seen from the other side.
  const beyond = (-175 * Math.PI) / 180;
  expect(mostOver(patch, [Math.sin(beyond), 0, Math.cos(beyond)])).toBeCloseTo(Math.cos((5 * Math.PI) / 180));
  expect(mostOver(patch, [0, 1, 0])).toBeCloseTo(Math.sin(Math.PI / 4));
  expect(mostOver(patch, [0, -1, 0])).toBeCloseTo(0);
});
