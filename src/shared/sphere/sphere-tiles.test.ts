import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eyeOf } from './camera';
import type { SphereDrawing } from './sphere-drawing';
import { createTiles } from './sphere-tiles';

const picture = {
  levels: [{ width: 4096, columns: 8, rows: 4 }],
  tile: ({ column, row }: { column: number; row: number }) => `https://tiles.example/${column}-${row}`,
};
const eye = eyeOf({ yaw: 0, pitch: 0, field: 90 }, { width: 1200, height: 600 });

/** Starts the tiles on a fake graphics memory that counts textures. */
const begin = async () => {
  const uploaded: string[] = [];
  const drawing = { patch: () => ({ bytes: 1, at: uploaded.push('tile') }), forget: () => {} };
  const tiles = createTiles(
    drawing as unknown as SphereDrawing,
    { room: 1e6, fade: 0 },
    () => {},
    () => {},
  );
  const frame = (now: number, moves: Parameters<typeof tiles.begin>[1]) => {
    const before = uploaded.length;
    tiles.begin(now, moves);
    const seen = tiles.seen(picture, eye, 300, true);
    tiles.end();
    return { uploaded: uploaded.length - before, seen: seen.length };
  };
  frame(0, 'still');
  // Every visible tile loads.
  await vi.waitFor(() => expect(vi.mocked(createImageBitmap).mock.calls.length).toBeGreaterThan(5));
  return frame;
};

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('tile'));
  vi.stubGlobal(
    'createImageBitmap',
    vi.fn(async () => ({ close: () => {} })),
  );
});
afterEach(() => void vi.unstubAllGlobals());

describe('tiles that have come are put into the graphics memory', () => {
  it('several in a frame while the picture is still, one while it moves', async () => {
    const frame = await begin();
    expect(frame(16, 'moving').uploaded).toBe(1);
    expect(frame(32, 'still')).toEqual({ uploaded: 3, seen: 4 });
    expect(frame(48, 'moving')).toEqual({ uploaded: 1, seen: 5 });
  });

  it('now and then while it is pulled fast, so that it follows the hand', async () => {
    const frame = await begin();
    const counts = Array.from({ length: 30 }, (_, index) => frame(1000 + index * 16, 'pulled').uploaded);
    expect(counts.filter(Boolean)).toHaveLength(3);
    expect(Math.max(...counts)).toBe(1);
  });
});
