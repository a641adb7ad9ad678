import { setTimeout } from 'node:timers/promises';
import type { suites } from '../checks.ts';
import type { Check, Engine } from '../engines/engine.ts';
import { fingerprint } from './fingerprint.ts';

export type SuiteName = keyof typeof suites;

/** A change that loosens the database, and its reversal. */
export type Mutation = {
  name: string;
  /** Objects of the checks that could notice it. */
  objects: string[];
  /** Suites to run, in this order. */
  suites: SuiteName[];
  /** Parts of the names of checks that are likeliest to notice, which run first. */
  hints?: string[];
  apply: string;
  revert: string;
};

/** Longest duration of a check, in ms; no statement takes as long (engines/postgres.ts). */
const LONGEST_CHECK = 60_000;

/** Suites in which a request would notice; the catalogue runs last. */
export const behaviour: SuiteName[] = ['access', 'attacks', 'constraints'];

/**
 * Asserts that a mutation was reverted.
 *
 * @throws when the database is not exactly as before
 */
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
 *
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
    // A mutation may block a check for ever, which counts as a failure.
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
      // A check that fails without the mutation too has noticed nothing.
      if (await holds(check)) return { check, run };
    }
    return { check: null, run };
  } finally {
    if (isApplied) await engine.sql(revert);
  }
}

/** Tells whether a check makes requests, or only reads the catalogue. */
export function catches(check: Check): 'request' | 'catalogue' {
  return check.name.startsWith('catalogue') ? 'catalogue' : 'request';
}

/** Queries the system catalogue, with every name qualified by its schema. */
export function catalogue<T>(engine: Engine, query: string): Promise<T[]> {
  return engine.sql<T>(`select set_config('search_path', '', true); ${query}`);
}
