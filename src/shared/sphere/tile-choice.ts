import { dot, type Eye, type Vector, vectorOf } from './camera';

/** A picture cut into columns and rows of tiles, `width` pixels wide in all. */
export type Level = { width: number; columns: number; rows: number };

export type Tile = { level: number; column: number; row: number };

/** A part of a picture: its edges in radians, as longitudes and latitudes. */
export type Patch = { west: number; east: number; south: number; north: number };

/** The whole of a picture. */
export const WHOLE: Patch = { west: -Math.PI, east: Math.PI, south: -Math.PI / 2, north: Math.PI / 2 };

/** Share of the screen's pixels that a level may lack before the next one, four times heavier, is loaded. */
const TOLERATED_ENLARGEMENT = 1.25;

/** Cosine of the angle from the middle beyond which a lens may spread the picture without more pixels being loaded. */
const MOST_SPREAD = 0.5;

/** Returns the part of the picture that a tile covers. */
export function patchOf({ columns, rows }: Level, { column, row }: Tile): Patch {
  const [wide, high] = [(2 * Math.PI) / columns, Math.PI / rows];
  const [west, north] = [column * wide - Math.PI, Math.PI / 2 - row * high];
  return { west, east: west + wide, south: north - high, north };
}

const wrapped = (angle: number) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/** Returns the largest product of a vector with the directions of a patch. */
export function mostOver({ west, east, south, north }: Patch, vector: Vector): number {
  const [middle, half] = [(west + east) / 2, (east - west) / 2];
  const away = Math.abs(wrapped(Math.atan2(vector[0], vector[2]) - middle));
  const level = Math.hypot(vector[0], vector[2]) * Math.cos(Math.max(0, away - half));
  const at = (pitch: number) => vector[1] * Math.sin(pitch) + level * Math.cos(pitch);
  const best = Math.atan2(vector[1], level);
  return best > south && best < north ? at(best) : Math.max(at(south), at(north));
}

/** Returns the normals of the sides of what an eye sees, and the direction ahead: all face inwards. */
function sidesOf({ right, up, ahead, across, high }: Eye): Vector[] {
  const side = (axis: Vector, tangent: number): Vector => [
    ahead[0] * tangent + axis[0],
    ahead[1] * tangent + axis[1],
    ahead[2] * tangent + axis[2],
  ];
  const mirrored = ([x, y, z]: Vector): Vector => [-x, -y, -z];
  return [
    side(right, across),
    side(mirrored(right), across),
    side(up, high),
    side(mirrored(up), high),
    ahead,
  ];
}

/** A tile that is in sight, and whether it is of the level that suffices there. */
type Sighted = { tile: Tile; isWanted: boolean };

/**
 * Lists the tiles in sight of an eye, the most central ones first. Of each place the level is wanted whose pixels suffice for
 * those of the screen, which a straight lens spreads towards its edges.
 *
 * @param pixels of the screen for a radian, in the middle of the view
 */
export function tilesInSight(levels: readonly Level[], eye: Eye, pixels: number): Sighted[] {
  const sides = sidesOf(eye);
  const last = levels.length - 1;
  const found: (Sighted & { near: number })[] = [];
  let above = new Set<number>();
  for (const [level, grid] of levels.entries()) {
    const seen = new Set<number>();
    const larger = levels[level - 1];
    for (let index = 0; index < grid.columns * grid.rows; index++) {
      const tile = { level, column: index % grid.columns, row: Math.floor(index / grid.columns) };
      // A tile is out of sight where the larger tile that contains it is.
      if (larger && isInside(grid, larger) && !above.has(indexAbove(tile, grid, larger))) continue;
      const patch = patchOf(grid, tile);
      if (sides.some((side) => mostOver(patch, side) <= 0)) continue;
      seen.add(index);
      const nearest = mostOver(patch, eye.ahead);
      const needed = (pixels * 2 * Math.PI) / TOLERATED_ENLARGEMENT / Math.max(nearest, MOST_SPREAD);
      const enough = levels.findIndex(({ width }) => width >= needed);
      const isWanted = (enough < 0 ? last : enough) === level;
      found.push({ tile, isWanted, near: nearest + dot(eye.ahead, middleOf(patch)) });
    }
    above = seen;
  }
  return found.sort((one, other) => other.near - one.near);
}

/** Tells whether each tile of a level lies in one tile of the level before. */
const isInside = ({ columns, rows }: Level, before: Level) =>
  columns % before.columns === 0 && rows % before.rows === 0;

/** Returns the index of the tile of the level before that a tile lies in. */
const indexAbove = ({ column, row }: Tile, grid: Level, before: Level) =>
  Math.floor((row * before.rows) / grid.rows) * before.columns +
  Math.floor((column * before.columns) / grid.columns);

const middleOf = ({ west, east, south, north }: Patch) => vectorOf((west + east) / 2, (south + north) / 2);
