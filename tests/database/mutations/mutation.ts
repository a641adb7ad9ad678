import { setTimeout } from 'node:timers/promises';
import type { suites } from '../checks.ts';
import type { Check, Engine } from '../engines/engine.ts';
import { fingerprint } from './fingerprint.ts';

export type SuiteName = keyof typeof suites;

/** One loosening of the database, and the way back. */
export type Mutation = {
  name: string;
  /** The objects of the checks that could notice. */
  objects: string[];
  /** Where to look, in this order. */
  suites: SuiteName[];
  /** Parts of the names of the checks most likely to notice: they go first, so that the rest need not run. */
  hints?: string[];
  apply: string;
  revert: string;
};

/** Time in ms that no statement lasts: engines/postgres.ts. */
const LONGEST_CHECK = 60_000;

/** Where a request would notice: everything but the catalogue, which is asked last. */
export const behaviour: SuiteName[] = ['access', 'attacks', 'constraints'];

/** @throws when the database is not exactly as before: a mutation was not taken back entirely */
export async function mustBeAsBefore(engine: Engine, original: string[]): Promise<void> {
  const now = await fingerprint(engine);
  const missing = original.filter((line) => !now.includes(line));
  const extra = now.filter((line) => !original.includes(line));
  if (missing.length + extra.length > 0) {
    throw new Error(`Not taken back entirely.\nMissing:\n${missing.join('\n')}\nExtra:\n${extra.join('\n')}`);
  }
}

/**
 * Applies the mutation, runs the checks until one fails that holds again without it, and takes the mutation back.
 * @returns the check that noticed, null when the mutation survives; and how many checks were run
 * @throws when the mutation cannot be applied
 */
export async function detect(
  engine: Engine,
  { apply, revert }: Pick<Mutation, 'apply' | 'revert'>,
  checks: Check[],
): Promise<{ check: Check | null; run: number }> {
  let run = 0;
  const holds = async (check: Check) => {
    run++;
    // A mutation may keep a check waiting for ever: that is a check that fails.
    const waited = new AbortController();
    const tooLong = setTimeout(LONGEST_CHECK, false, { signal: waited.signal });
    const verdict = check.run(engine).then(
      () => true,
      () => false,
    );
    return Promise.race([verdict, tooLong]).finally(() => waited.abort());
  };
  let isApplied = false;
  try {
    for (const check of checks) {
      if (!isApplied) await engine.sql(apply);
      isApplied = true;
      if (await holds(check)) continue;
      await engine.sql(revert);
      isApplied = false;
      // A check that fails anyway has noticed nothing.
      if (await holds(check)) return { check, run };
    }
    return { check: null, run };
  } finally {
    if (isApplied) await engine.sql(revert);
  }
}

/** Tells whether the check asks as somebody would, or reads what the database says that it allows. */
export function catches(check: Check): 'request' | 'catalogue' {
  return check.name.startsWith('catalogue') ? 'catalogue' : 'request';
}

/** Rows of the system's catalogue, with every name written in full. */
export function catalogue<T>(engine: Engine, query: string): Promise<T[]> {
  return engine.sql<T>(`select set_config('search_path', '', true); ${query}`);
}
