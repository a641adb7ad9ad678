import { expect, test } from 'vitest';
import { postgres } from './engines/postgres.ts';
import { createSeededRandom } from './fixtures/seeded-random.ts';
import { Coverage } from './mutations/coverage.ts';
import { functionMutants, verdictsOn } from './mutations/functions.ts';
import { knownSurvivors } from './mutations/known-survivors.ts';
import { runChecksOn } from './run-checks.ts';

const seed = Number(process.env.SEED ?? 37);
const SAMPLE = 40;

// The engines of the hosted service: the only ones where requests truly run at once. The other half of the checks:
// postgres-access.test.ts.
const coverage = new Coverage();
const engine = runChecksOn(
  postgres,
  (_check, suite) => suite === 'attacks' || suite === 'constraints',
  coverage.run,
);

test(`${SAMPLE} mutants of functions · each is noticed by a check, or docs/mutants.md says why not`, {
  // Taken up again halfway, a mutant would still be there.
  retry: 0,
}, async () => {
  const random = createSeededRandom(seed);
  const known = await knownSurvivors();
  const mutants = (await functionMutants(engine()))
    .map((mutant) => ({ mutant, place: random.next() }))
    .sort((left, right) => left.place - right.place)
    .map(({ mutant }) => mutant)
    .filter(({ name }) => !known.has(name))
    .slice(0, SAMPLE);
  const survivors: string[] = [];
  let asked = 0;
  const begun = performance.now();
  for await (const { name, check, run } of verdictsOn(engine(), mutants, coverage)) {
    asked += run;
    if (!check) survivors.push(name);
  }
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(`${mutants.length} mutants of functions, ${asked} checks run, ${seconds} s (SEED=${seed})`);
  expect(survivors).toEqual([]);
});
