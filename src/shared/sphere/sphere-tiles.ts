import type { Eye } from './camera';
import type { Pace } from './pace';
import { createLoader, type Fetched } from './picture-loading';
import type { Size } from './projection';
import type { Drawing, Drawn, SphereDrawing } from './sphere-drawing';
import { createTileCache } from './tile-cache';
import { type Level, patchOf, type Tile, tilesInSight } from './tile-choice';

/** A picture cut into tiles: its levels from the smallest to the sharpest, and the addresses of their tiles. */
export type TiledSphere = { levels?: readonly Level[]; tile?: (tile: Tile) => string };

/** Tiles that are put into the graphics memory in one frame while the picture is still: nobody feels that it takes longer. */
const AT_REST = 3;

/** Time between two uploads of tiles while the picture is dragged fast, in ms. */
const PULLED = 200;

/** Depths of the tiles: the sharpest level hides the others. */
const depthOf = (level: number) => 0.8 - level / 50;

/** More pixels of a picture than these for each CSS pixel are not worth the bytes to load them. */
const MOST_DENSITY = 1.5;

/** Pixels of the screen for each CSS pixel, up to a number. */
export const densityOf = (most: number) => Math.min(window.devicePixelRatio || 1, most);

/** Pixels of the screen for a radian, in the middle of a view. */
export const pixelsOf = ({ high }: Eye, { height }: Size) => ((height / 2) * densityOf(MOST_DENSITY)) / high;

/** Returns the addresses of the tiles of a picture that an eye needs to see it sharply, the most central ones first. */
export const tilesOf = ({ levels, tile: addressOf }: TiledSphere, eye: Eye, size: Size): string[] =>
  levels && addressOf && size.height > 0
    ? tilesInSight(levels, eye, pixelsOf(eye, size)).flatMap(({ tile, isWanted }) =>
        isWanted ? [addressOf(tile)] : [],
      )
    : [];

/**
 * Keeps tiles in the graphics memory, as many as there is room for, and loads those that are missing.
 *
 * @param room in bytes
 * @param fade time in which a tile that has come replaces what was there, in ms
 * @param fetched tiles that are on their way already
 * @param onCome called when there is something new to draw
 * @param onMissing called when a tile cannot be read
 */
export function createTiles(
  drawing: SphereDrawing,
  { room, fade, fetched }: { room: number; fade: number; fetched?: Fetched | undefined },
  onCome: () => void,
  onMissing: () => void,
) {
  const since = new Map<Drawn, number>();
  const cache = createTileCache<Drawn>(room, (drawn) => {
    since.delete(drawn);
    drawing.forget(drawn);
  });
  const come: { address: string; bitmap: ImageBitmap }[] = [];
  const loader = createLoader(
    (address, bitmap) => {
      come.push({ address, bitmap });
      onCome();
    },
    onMissing,
    fetched,
  );
  let missing = new Map<string, { level: Level; tile: Tile }>();
  let before = missing;
  let [now, uploaded, isFading] = [0, 0, false];

  return {
    loader,
    /** Begins a frame: puts tiles that have come into the graphics memory, one in a frame that moves, for more would be felt. */
    begin: (time: number, moves: Pace) => {
      now = time;
      isFading = false;
      before = missing;
      missing = new Map();
      if (moves === 'pulled' && now - uploaded < PULLED) return;
      for (const { address, bitmap } of come.splice(0, moves === 'still' ? AT_REST : 1)) {
        const place = before.get(address);
        if (place) {
          const drawn = drawing.patch(bitmap, patchOf(place.level, place.tile));
          since.set(drawn, now);
          cache.add(address, drawn, drawn.bytes);
        }
        bitmap.close();
        uploaded = now;
      }
    },
    /** Returns the tiles of a picture that an eye sees, where the picture stays in sight with those that it lacks. */
    seen: ({ levels, tile: addressOf }: TiledSphere, eye: Eye, pixels: number, stays: boolean): Drawing[] => {
      if (!levels || !addressOf) return [];
      return tilesInSight(levels, eye, pixels).flatMap(({ tile, isWanted }) => {
        const address = addressOf(tile);
        const drawn = cache.get(address);
        if (!drawn) {
          if (isWanted && stays) missing.set(address, { level: levels[tile.level] as Level, tile });
          return [];
        }
        const share = fade === 0 ? 1 : Math.min(1, (now - (since.get(drawn) ?? 0)) / fade);
        isFading ||= share < 1;
        return [{ drawn, depth: depthOf(tile.level), share }];
      });
    },
    /** Returns the addresses of the tiles of a picture's first level that an eye sees. */
    first: ({ levels = [], tile: addressOf }: TiledSphere, eye: Eye): string[] =>
      addressOf ? tilesInSight(levels.slice(0, 1), eye, 0).map(({ tile }) => addressOf(tile)) : [],
    /** Ends a frame: asks for what it lacked. Returns whether the next one will differ, and whether tiles are on their way. */
    end: () => {
      const waiting = new Set(come.map(({ address }) => address));
      loader.want([...missing.keys()].filter((address) => !waiting.has(address)));
      return { isMoving: isFading || come.length > 0, isSharp: [...missing.keys()].every(loader.isMissing) };
    },
  };
}
