import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { suites } from './checks.ts';
import { type Check, type Engine, type EngineKind, runnable } from './engines/engine.ts';

/** SQL files that `npm run check` found changed: only the objects named in them are checked. */
const changedSql = (process.env.CHANGED_SQL ?? '')
  .split(' ')
  .filter(Boolean)
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const isConcerned = ({ object }: Check) =>
  changedSql === '' || new RegExp(`\\b${object}\\b`).test(changedSql);

/**
 * Checks with simultaneous requests run last: PostgREST opens more connections for them, each with query plans of its
 * own.
 */
const isAlone = ({ needs }: Check) => needs !== 'simultaneity';

/**
 * Runs the checks that an engine supports, one test each, and prints a line of counts for each suite.
 *
 * @param chosen leaves out checks that another run makes
 * @param run may look at what a check does
 * @returns the engine, for tests that follow
 */
export function runChecksOn(
  kind: EngineKind,
  chosen: (check: Check, suite: string) => boolean = () => true,
  run: (engine: Engine, check: Check) => Promise<void> = (engine, check) => check.run(engine),
): () => Engine {
  let engine: Engine;
  beforeAll(async () => {
    engine = await kind.start();
  });
  afterAll(() => engine?.close());

  const named = Object.entries(suites).map(([suite, checks]) => {
    const kept = runnable(checks, kind).filter((check) => isConcerned(check) && chosen(check, suite));
    const ordered = [...kept.filter(isAlone), ...kept.filter((check) => !isAlone(check))];
    return [suite, ordered.map((check) => [check.name, check] as const)] as const;
  });
  describe.each(named.filter(([, checks]) => checks.length > 0))('%s', (suite, checks) => {
    const counts = { run: 0, passed: 0, ms: 0 };
    test.each(checks)('%s', async (_test, check) => {
      const start = performance.now();
      counts.run++;
      try {
        await run(engine, check);
        counts.passed++;
      } finally {
        counts.ms += performance.now() - start;
      }
    });
    afterAll(() => {
      const seconds = (counts.ms / 1000).toFixed(1);
      console.log(`${kind.name}, ${suite}: ${counts.passed} of ${counts.run} checks passed (${seconds} s)`);
    });
  });
  return () => engine;
}
