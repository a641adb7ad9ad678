/** Size of a visitor's first sphere: quick to load at 1.6 Mbit/s, and sharp enough until the tiles arrive. */
export const BASE = { width: 1536, bytes: 150_000 } as const;

/** The format of a picture's tiles, as their names end. */
export type TileFormat = 'jpg' | 'webp';

/** Media type and quality of the tiles of each format (docs/decisions/0071). */
export const TILE_ENCODING = {
  jpg: { type: 'image/jpeg', quality: 0.8 },
  webp: { type: 'image/webp', quality: 0.79 },
} as const;

type Rectangle = { x: number; y: number; width: number; height: number };

/** One tile: its name below the folder, its level, its size, and its rectangle of the picture. */
type Tile = { name: string; level: number; width: number; height: number; source: Rectangle };

/** Rows of the picture that are decoded together, and the tiles that are cut from them. */
export type Band = { top: number; height: number; tiles: Tile[] };

export type Level = { width: number; columns: number; rows: number };

/** Size above which a picture is decoded a quarter at a time: 8 192 × 4 096, 134 MB once decoded. */
const MAX_BAND_PIXELS = 2 ** 25;

/**
 * Computes the levels of a picture, from about 4 096 px to its whole width by doubling. Tiles have 512 to 1 024 px:
 * small enough that a view loads little more than it shows, few enough that a scene is not hundreds of requests.
 */
export function levelsOf(width: number): Level[] {
  const levels: Level[] = [];
  for (let own = width; ; own = Math.round(own / 2)) {
    const columns = own > 8192 ? 16 : own > 2048 ? 8 : 4;
    levels.unshift({ width: own, columns, rows: columns / 2 });
    if (own <= 4096) return levels;
  }
}

/** Returns how many bands a picture of this size is decoded in. */
export const bandCount = (width: number, height: number) => (width * height > MAX_BAND_PIXELS ? 4 : 1);

/** Lists the tiles of a picture of this size, band by band. */
export function tilePlan(width: number, height: number, format: TileFormat): Band[] {
  const count = bandCount(width, height);
  const edge = (whole: number, parts: number, index: number) => Math.round((whole * index) / parts);
  return Array.from({ length: count }, (_, band) => {
    const [top, bottom] = [edge(height, count, band), edge(height, count, band + 1)];
    const tiles = levelsOf(width).flatMap((level, index) => {
      const rowsOfBand = level.rows / count;
      return Array.from({ length: rowsOfBand * level.columns }, (_, nth): Tile => {
        const column = nth % level.columns;
        const row = band * rowsOfBand + Math.floor(nth / level.columns);
        const [x, y] = [edge(width, level.columns, column), edge(height, level.rows, row)];
        return {
          name: `${index}/${column}-${row}.${format}`,
          level: index,
          width: Math.round(level.width / level.columns),
          height: Math.round(level.width / 2 / level.rows),
          source: {
            x,
            y,
            width: edge(width, level.columns, column + 1) - x,
            height: edge(height, level.rows, row + 1) - y,
          },
        };
      });
    });
    return { top, height: bottom - top, tiles };
  });
}
