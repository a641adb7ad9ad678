// Merges 500 pairs of random contacts, then of organisations, with withdrawals on either side. `PAIRS=50
// SEED=7 npx vitest run --project proof contact-merges` for a quick look.
import { afterAll, beforeAll, test } from 'vitest';
import type { Engine } from '../database/engines/engine.ts';
import { postgres } from '../database/engines/postgres.ts';
import { mergeAtRandom } from '../database/fixtures/random-merges.ts';
import { mergeOrganisationsAtRandom } from '../database/fixtures/random-organisation-merges.ts';

const pairs = Number(process.env.PAIRS ?? 500);
const seed = Number(process.env.SEED ?? 20261124);

let engine: Engine;
beforeAll(async () => {
  engine = await postgres.start();
});
afterAll(() => engine?.close());

test(`${pairs} random merges · no message is permitted that was not before, nor by the restored copies`, async () => {
  console.log(JSON.stringify(await mergeAtRandom(engine, pairs, seed)));
});

test(`${pairs} random merges of organisations · nobody is written to more nor less`, async () => {
  console.log(JSON.stringify(await mergeOrganisationsAtRandom(engine, pairs, seed)));
});
