import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { suites } from './checks.ts';
import {
  type Arrangement,
  type Check,
  type Engine,
  type EngineKind,
  type Row,
  runnable,
} from './engines/engine.ts';

/** SQL files that `npm run check` found changed: only the objects named in them are checked. */
const changedSql = (process.env.CHANGED_SQL ?? '')
  .split(' ')
  .filter(Boolean)
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const isConcerned = ({ object }: Check) =>
  changedSql === '' || new RegExp(`\\b${object}\\b`).test(changedSql);

/**
 * Sorts checks that share an arrangement next to one another, and those with simultaneous requests last: PostgREST opens more
 * connections for them, and each makes all query plans again.
 */
const rank = ({ needs, question }: Check) =>
  question ? question.of.name : needs === 'simultaneity' ? '~~' : '~';
const inOrder = (checks: Check[]) =>
  checks.toSorted((left, right) => (rank(left) < rank(right) ? -1 : Number(rank(left) > rank(right))));

/** Returns a function that runs checks in turn and keeps an arrangement for as long as the next check asks for the same. */
function sharingRows() {
  let standing: { of: Arrangement; before: Row[] } | undefined;
  const clear = async (engine: Engine) => {
    const cleared = standing?.of;
    standing = undefined;
    await cleared?.clear(engine);
  };
  return async (engine: Engine, { question, run }: Check) => {
    if (standing && standing.of.name !== question?.of.name) await clear(engine);
    if (!question) return run(engine);
    const { of, ask } = question;
    try {
      standing ??= { of, before: await of.plant(engine) };
      await ask(engine, standing.before);
    } catch (error) {
      standing ??= { of, before: [] };
      await clear(engine);
      throw error;
    }
  };
}

/**
 * Runs the checks that an engine supports, one test each, and prints a line of counts for each suite.
 *
 * @param chosen leaves out checks that another run makes
 */
export function runChecksOn(
  kind: EngineKind,
  chosen: (check: Check, suite: string) => boolean = () => true,
): void {
  let engine: Engine;
  beforeAll(async () => {
    engine = await kind.start();
  });
  afterAll(() => engine?.close());

  const named = Object.entries(suites).map(([suite, checks]) => {
    const kept = runnable(checks, kind).filter((check) => isConcerned(check) && chosen(check, suite));
    return [suite, inOrder(kept).map((check) => [check.name, check] as const)] as const;
  });
  const run = sharingRows();
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
}
