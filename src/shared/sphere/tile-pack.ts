import type { TiledSphere } from './sphere-tiles';
import type { Level, Tile } from './tile-choice';

/** Bytes at the beginning of a pack, which say where its tiles are: room for 200 of them. */
const HEAD_BYTES = 4096;

/** Header of a pack: the levels of its picture, and where each tile ends, counted from the first one. */
type PackHead = { levels: readonly Level[]; ends: readonly number[] };

/** A picture whose tiles are in a pack. */
export type PackedSphere = Required<TiledSphere> & { width: number };

/** The tiles of a picture in the order of a pack. */
const tilesOf = (levels: readonly Level[]): Tile[] =>
  levels.flatMap(({ columns, rows }, level) =>
    Array.from({ length: columns * rows }, (_, index) => ({
      level,
      column: index % columns,
      row: Math.floor(index / columns),
    })),
  );

/**
 * Puts the tiles of a picture into one file: a store keeps it, moves it and deletes it as one, and a viewer reads of it what is in
 * sight.
 *
 * @param blobOf the tile at a place
 */
export function packTiles(levels: readonly Level[], blobOf: (tile: Tile) => Blob): Blob {
  const blobs = tilesOf(levels).map(blobOf);
  let end = 0;
  const ends = blobs.map(({ size }) => {
    end += size;
    return end;
  });
  const head = JSON.stringify({ levels, ends } satisfies PackHead);
  if (head.length > HEAD_BYTES) throw new Error('Too many tiles for a pack');
  return new Blob([head.padEnd(HEAD_BYTES), ...blobs], { type: 'application/octet-stream' });
}

/** Returns the address of some bytes of a file; see `rangeOf`. */
const partOf = (address: string, from: number, end: number) => `${address}#bytes=${from}-${end - 1}`;

/** Returns the header that asks for the part of a file that an address names, if it names one. */
export function rangeOf(address: string): { range: string } | undefined {
  const part = /#(bytes=\d+-\d+)$/.exec(address)?.[1];
  return part ? { range: part } : undefined;
}

/**
 * Reads where the tiles of a pack are.
 *
 * @throws Error when it cannot be read, or is no pack
 */
export async function openPack(address: string, signal?: AbortSignal): Promise<PackedSphere> {
  const answer = await fetch(address, {
    headers: { ...rangeOf(partOf(address, 0, HEAD_BYTES)) },
    ...(signal ? { signal } : {}),
  });
  if (!answer.ok) throw Object.assign(new Error('Pack not read'), { status: answer.status });
  // A server that knows no parts gives the whole file.
  const bytes = (await answer.arrayBuffer()).slice(0, HEAD_BYTES);
  const { levels, ends } = JSON.parse(new TextDecoder().decode(bytes)) as PackHead;
  const places = new Map(tilesOf(levels).map((tile, index) => [nameOf(tile), index]));
  return {
    width: levels.at(-1)?.width ?? 0,
    levels,
    tile: (tile) => {
      const index = places.get(nameOf(tile)) ?? 0;
      return partOf(address, HEAD_BYTES + (ends[index - 1] ?? 0), HEAD_BYTES + (ends[index] ?? 0));
    },
  };
}

const nameOf = ({ level, column, row }: Tile) => `${level}/${column}-${row}`;
