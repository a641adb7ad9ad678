import type { Check, Engine } from '../engines/engine.ts';
import type { Coverage } from './coverage.ts';
import { editsOf } from './function-edits.ts';
import { catalogue, detect } from './mutation.ts';

/** One mutation of one function. */
export type FunctionMutant = { name: string; id: number; apply: string; revert: string };

/** The check that noticed a mutant (null for none), and the number of checks run. */
type Verdict = { name: string; check: Check | null; run: number };

/** Every mutant of every function of the database, by name. */
export async function functionMutants(engine: Engine): Promise<FunctionMutant[]> {
  const functions = await catalogue<{ id: number; name: string; definition: string }>(
    engine,
    `select p.oid::integer as id, pg_catalog.pg_get_functiondef(p.oid) as definition,
            case when count(*) over (partition by p.proname, p.pronamespace) = 1 then p.oid::pg_catalog.regproc::text
                 else p.oid::pg_catalog.regprocedure::text end as name
       from pg_catalog.pg_proc p
      where p.pronamespace in ('private'::pg_catalog.regnamespace, 'public'::pg_catalog.regnamespace) and p.prokind = 'f'
      order by 3`,
  );
  const enums = await catalogue<{ labels: string[] }>(
    engine,
    `select array_agg(e.enumlabel::text order by e.enumsortorder) as labels from pg_catalog.pg_enum e group by e.enumtypid`,
  );
  return functions.flatMap(({ id, name, definition }) =>
    editsOf(
      definition,
      enums.map(({ labels }) => labels),
    ).map(({ what, text }) => ({ name: `${name} · ${what}`, id, apply: text, revert: definition })),
  );
}

/**
 * Applies each mutant and runs the checks that call its function until one fails.
 *
 * @param most checks to run for one mutant, besides those that noticed others of the same function
 */
export async function* verdictsOn(
  engine: Engine,
  mutants: FunctionMutant[],
  coverage: Coverage,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Verdict> {
  const sharp = new Map<number, Check[]>();
  for (const mutant of mutants) {
    const known = sharp.get(mutant.id) ?? [];
    const checks = [...new Set([...known, ...coverage.checksOf(mutant.id).slice(0, most)])];
    const { check, run } = await detect(engine, mutant, checks);
    // A check that noticed one mutant of a function notices the next.
    if (check) sharp.set(mutant.id, [check, ...known.filter((other) => other !== check)]);
    yield { name: mutant.name, check, run };
  }
}
