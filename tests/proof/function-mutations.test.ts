import { afterAll, beforeAll, expect, test } from 'vitest';
import { suites } from '../database/checks.ts';
import { type Engine, runnable } from '../database/engines/engine.ts';
import { postgres } from '../database/engines/postgres.ts';
import { Coverage } from '../database/mutations/coverage.ts';
import { functionMutants, survivorsOf } from '../database/mutations/functions.ts';
import { knownSurvivors, writeSurvivors } from '../database/mutations/known-survivors.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await postgres.start();
});
afterAll(() => engine?.close());

test('every mutant of every function · noticed by a check, or docs/mutants.md says why not', {
  timeout: 2 * 60 * 60_000,
  retry: 0,
}, async () => {
  const coverage = new Coverage();
  for (const check of runnable([...suites.attacks, ...suites.constraints], postgres))
    await coverage.run(engine, check);
  const mutants = await functionMutants(engine);
  const survivors = await survivorsOf(engine, mutants, coverage);
  const known = await knownSurvivors();
  await writeSurvivors(survivors);
  console.log(`${mutants.length} mutants of functions, ${survivors.length} not noticed`);
  expect(survivors.filter((name) => !known.has(name))).toEqual([]);
});
