import { readFileSync } from 'node:fs';
import { proofSize } from '@tests/proof-size';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { type GreyPanorama, MATCH_WIDTH, matchTurn } from './match-turn';

/** Number of pairs tried; the demo street has ten. */
const PAIRS = proofSize(2, 10);

const STREET = new URL('../../../supabase/seed/rue/', import.meta.url);

type Picture = {
  file: string;
  sequence: 'A' | 'B';
  viewpoint: number;
  true_heading: number;
  pose_heading_written: number;
};
type Pair = { before: GreyPanorama; after: GreyPanorama; written: number; truth: number };

async function grey(file: string): Promise<GreyPanorama> {
  const { data, info } = await sharp(readFileSync(new URL(file, STREET)))
    .greyscale()
    .resize(MATCH_WIDTH, MATCH_WIDTH / 2)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

let pairs: Pair[];

beforeAll(async () => {
  const { images } = JSON.parse(readFileSync(new URL('rue-sequences.json', STREET), 'utf8')) as {
    images: Picture[];
  };
  const of = (sequence: 'A' | 'B') => images.filter((image) => image.sequence === sequence);
  pairs = await Promise.all(
    of('A')
      .slice(0, PAIRS)
      .map(async (before): Promise<Pair> => {
        const after = of('B').find(({ viewpoint }) => viewpoint === before.viewpoint) as Picture;
        return {
          before: await grey(before.file),
          after: await grey(after.file),
          written: after.pose_heading_written - before.pose_heading_written,
          truth: after.true_heading - before.true_heading,
        };
      }),
  );
});

it('aligns the pairs of the demo street within half a degree of the truth', () => {
  const errors = pairs.map(({ before, after, written, truth }) =>
    Math.abs(written + (matchTurn(before, after, written)?.turn ?? Number.NaN) - truth),
  );
  console.info(`Worst heading after matching: ${Math.max(...errors).toFixed(2)}° of ${errors.length} pairs`);
  expect(errors).toHaveLength(PAIRS);
  expect(Math.max(...errors)).toBeLessThan(0.5);
});

it('finds the same turn from a compass that is 17 degrees off, around north too', () => {
  const [{ before, after, written, truth }] = pairs as [Pair];
  const found = matchTurn(before, after, written + 17 - 360);
  expect(Math.abs(written + 17 + (found?.turn ?? Number.NaN) - truth)).toBeLessThan(1);
});

it('finds nothing between two pictures that show nothing alike', () => {
  const [{ before }] = pairs as [Pair];
  const flat: GreyPanorama = { ...before, data: new Uint8Array(before.width * before.height).fill(90) };
  // State of a deterministic pseudo-random sequence.
  let state = 7;
  const noise: GreyPanorama = {
    ...before,
    data: Uint8Array.from({ length: before.width * before.height }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state >> 16;
    }),
  };
  expect(matchTurn(before, flat, 0)).toBeUndefined();
  expect(matchTurn(before, noise, 0)).toBeUndefined();
});
