// Checks that 500 random segments count, list and reach the same contacts as an independent computation.
// `SEGMENTS=50 SEED=7 npx vitest run --project proof random-segments` for a quick look.
import { afterAll, beforeAll, test } from 'vitest';
import type { Engine } from '../database/engines/engine.ts';
import { postgres } from '../database/engines/postgres.ts';
import { segmentsAtRandom } from '../database/fixtures/random-segments.ts';

const segments = Number(process.env.SEGMENTS ?? 500);
const seed = Number(process.env.SEED ?? 20261125);

let engine: Engine;
beforeAll(async () => {
  engine = await postgres.start();
});
afterAll(() => engine?.close());

test(`${segments} random segments · as many are counted as listed, and as many reachable as a campaign takes`, async () => {
  console.log(JSON.stringify(await segmentsAtRandom(engine, { segments, contacts: 300, seed })));
});
