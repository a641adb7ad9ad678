import { afterAll, beforeAll, expect, test } from 'vitest';
import { suites } from '../database/checks.ts';
import { type Engine, runnable } from '../database/engines/engine.ts';
import { countingPostgres } from '../database/engines/postgres.ts';
import { Coverage } from '../database/mutations/coverage.ts';
import { fingerprint } from '../database/mutations/fingerprint.ts';
import { functionMutants, verdictsOn } from '../database/mutations/functions.ts';
import { knownSurvivors, writeSurvivors } from '../database/mutations/known-survivors.ts';
import { mustBeAsBefore } from '../database/mutations/mutation.ts';

/** A mutant that survives this many checks is listed: running them all would take the night. */
const MOST_CHECKS = 40;

let engine: Engine;
beforeAll(async () => {
  engine = await countingPostgres.start();
});
afterAll(() => engine?.close());

test('every mutant of every function · noticed by a check, or docs/mutants.md says why not', {
  timeout: 3 * 60 * 60_000,
  retry: 0,
}, async () => {
  const coverage = new Coverage();
  for (const check of runnable([...suites.attacks, ...suites.constraints], countingPostgres)) {
    await coverage.run(engine, check);
  }
  const original = await fingerprint(engine);
  const mutants = await functionMutants(engine);
  const survivors: string[] = [];
  for await (const { name, check } of verdictsOn(engine, mutants, coverage, MOST_CHECKS)) {
    if (check) continue;
    survivors.push(name);
    console.log(`not noticed: ${name}`);
  }
  await mustBeAsBefore(engine, original);
  const known = await knownSurvivors();
  await writeSurvivors(survivors, mutants.length);
  console.log(`${mutants.length} mutants of functions, ${survivors.length} not noticed`);
  expect(survivors.filter((name) => !known.has(name))).toEqual([]);
});
