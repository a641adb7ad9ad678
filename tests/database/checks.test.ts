import { afterAll, beforeAll, describe, test } from 'vitest';
import { suites } from './checks.ts';
import { embedded } from './engines/embedded.ts';
import { type Engine, runnable } from './engines/engine.ts';
import { postgres } from './engines/postgres.ts';

const units: Record<string, string> = {
  rôles: 'cellules',
  attaques: 'attaques',
  contraintes: 'contraintes',
  catalogue: 'vérifications',
  moteurs: 'vérifications',
};
type Tally = { engine: string; run: number; held: number; ms: number };
const tallies: Record<string, Tally[]> = {};

describe.each([embedded, postgres].map((kind) => [kind.name, kind] as const))('%s', (_name, kind) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await kind.start();
  });
  afterAll(() => engine?.close());

  describe.each(Object.entries(suites))('%s', (suite, checks) => {
    const tally: Tally = { engine: kind.name, run: 0, held: 0, ms: 0 };
    tallies[suite] = [...(tallies[suite] ?? []), tally];
    test.each(runnable(checks, kind).map((check) => [check.name, check] as const))(
      '%s',
      async (_test, check) => {
        const start = performance.now();
        tally.run++;
        try {
          await check.run(engine);
          tally.held++;
        } finally {
          tally.ms += performance.now() - start;
        }
      },
    );
  });
});

afterAll(() => {
  for (const [suite, byEngine] of Object.entries(tallies)) {
    const parts = byEngine.map(({ engine, run, held, ms }) => {
      const verdict = held === run ? 'toutes conformes' : `${run - held} NON CONFORMES`;
      return `${run} ${units[suite]}, ${verdict} (${engine}, ${(ms / 1000).toFixed(1)} s)`;
    });
    console.log(`${suite} : ${parts.join(' ; ')}`);
  }
});
