import { suites } from '../checks.ts';
import type { Check, Engine, EngineKind } from '../engines/engine.ts';
import { runnable } from '../engines/engine.ts';
import { constraintMutants } from './constraints.ts';
import { functionMutants } from './functions.ts';
import type { Mutant } from './mutation.ts';
import { policyMutants } from './policies.ts';
import { privilegeMutants } from './privileges.ts';

/** Every single loosening of the tables' side: those that no check notices are holes in the checks. */
export async function databaseMutants(engine: Engine): Promise<Mutant[]> {
  return [
    ...(await policyMutants(engine, 'public')),
    ...(await functionMutants(engine)),
    ...(await privilegeMutants(engine)),
    ...(await constraintMutants(engine)),
  ];
}

/** The checks that could notice: in the order of the hints, then in the order of the mutant's suites. */
export function checksFor({ objects, suites: names, hints = [] }: Mutant, kind: EngineKind): Check[] {
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
