import { expect, test } from 'vitest';
import { postgres } from './engines/postgres.ts';
import { Coverage } from './mutations/coverage.ts';
import { functionMutants, shuffled, verdictsOn } from './mutations/functions.ts';
import { knownSurvivors } from './mutations/known-survivors.ts';
import { runChecksOn } from './run-checks.ts';

const seed = Number(process.env.SEED ?? 37);
const SAMPLE = 40;
/** In ms: on a busy machine the sample is smaller. */
const LONGEST_SAMPLE = 40_000;

// The engines of the hosted service: the only ones where requests truly run at once. The other half of the checks:
// postgres-access.test.ts.
const coverage = new Coverage();
const engine = runChecksOn(
  postgres,
  (_check, suite) => suite === 'attacks' || suite === 'constraints',
  coverage.run,
);

test('a sample of the mutants of functions · each is noticed by a check, or docs/mutants.md says why not', {
  // Given up halfway, a mutant would stay.
  timeout: 600_000,
  retry: 0,
}, async () => {
  const known = await knownSurvivors();
  const mutants = shuffled(await functionMutants(engine()), seed)
    .filter(({ name }) => !known.has(name))
    .slice(0, SAMPLE);
  const survivors: string[] = [];
  let [tried, asked] = [0, 0];
  const begun = performance.now();
  for await (const { name, check, run } of verdictsOn(engine(), mutants, coverage)) {
    tried++;
    asked += run;
    if (!check) survivors.push(name);
    if (performance.now() - begun > LONGEST_SAMPLE) break;
  }
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(`${tried} mutants of functions, ${asked} checks run, ${seconds} s (SEED=${seed})`);
  expect(survivors.join('\n')).toBe('');
});
