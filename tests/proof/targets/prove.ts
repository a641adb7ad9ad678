import { suites } from '../../database/checks.ts';
import { type Check, type EngineKind, type Need, NotShown } from '../../database/engines/engine.ts';

export type Verdict = { check: string; suite: string } & (
  | { outcome: 'passed' }
  | { outcome: 'failed' | 'not shown'; reason: string }
);

/** Reason why a kind of engine cannot run a check. */
const missingNeeds: Record<Need, string> = {
  'whole-stack': 'no sign-up, API keys or object storage on this target',
  functions: 'no edge functions on this target',
  'watched-functions': 'the settings of the edge functions are not ours to choose on this target',
  simultaneity: 'requests do not run at once on this target',
  'chosen-address': 'a request cannot come from any address on this target',
};

/**
 * Runs the checks of tests/database on one target, one after another.
 *
 * @param told is called with each verdict
 * @returns a verdict for each check, in the order of the suites
 */
export async function proveOn(
  kind: EngineKind,
  told: (verdict: Verdict) => void = () => undefined,
  checks: Record<string, Check[]> = suites,
): Promise<Verdict[]> {
  const engine = await kind.start();
  const verdicts: Verdict[] = [];
  try {
    for (const [suite, { name, needs, run }] of eachOf(checks)) {
      const missing = needs && !kind.offers.includes(needs) ? missingNeeds[needs] : undefined;
      const verdict: Verdict = {
        ...{ check: name, suite },
        ...(missing ? { outcome: 'not shown', reason: missing } : await outcomeOf(() => run(engine))),
      };
      told(verdict);
      verdicts.push(verdict);
    }
  } finally {
    await engine.close();
  }
  return verdicts;
}

function eachOf(checks: Record<string, Check[]>): [string, Check][] {
  return Object.entries(checks).flatMap(([suite, all]) =>
    all.map((check): [string, Check] => [suite, check]),
  );
}

type Outcome = { outcome: 'passed' } | { outcome: 'failed' | 'not shown'; reason: string };

/** Runs a check, and once more if it fails: the machine or the network may be busy. */
async function outcomeOf(run: () => Promise<void>, isSecond = false): Promise<Outcome> {
  try {
    await run();
    return { outcome: 'passed' };
  } catch (error) {
    if (error instanceof NotShown) return { outcome: 'not shown', reason: error.message };
    if (!isSecond) return outcomeOf(run, true);
    return { outcome: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}
