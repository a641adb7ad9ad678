import { suites } from '../checks.ts';
import { type Check, type EngineKind, runnable } from '../engines/engine.ts';
import type { Mutation } from './mutation.ts';

/** Lists the checks that could notice a mutation, in the order of its hints and then of its suites. */
export function checksFor({ objects, suites: names, hints = [] }: Mutation, kind: EngineKind): Check[] {
  const everywhere = ['catalogue', 'functions'];
  const concerned = [...new Set(names)]
    .flatMap((suite) => runnable(suites[suite], kind).map((check) => ({ check, suite })))
    .filter(
      ({ check, suite }) =>
        objects.includes(check.object) || (suite === 'catalogue' && everywhere.includes(check.object)),
    )
    .map(({ check }) => check);
  const rank = ({ name }: Check) => {
    const found = hints.findIndex((hint) => name.includes(hint));
    return found < 0 ? hints.length : found;
  };
  return concerned.toSorted((left, right) => rank(left) - rank(right));
}
