import type { Engine } from './engine.ts';
import { CONNECTIONS } from './postgrest.ts';

/** Two connections fewer than PostgREST has: that many requests can really run at once. */
const CALLS_TOGETHER = CONNECTIONS - 2;

/**
 * Statements that block the requests until all have arrived: every write to the table, or only writes to its existing
 * rows.
 */
const lockGates = {
  table: { mode: 'ExclusiveLock', hold: (table: string) => `lock table ${table} in exclusive mode;` },
  rows: { mode: 'RowShareLock', hold: (table: string) => `perform from ${table} for update;` },
};

/**
 * Sends all requests and lets them write to `table` at the same instant: until enough of them wait, the table can only
 * be read. So all of them have read before the first one writes, unless a lock of their own separates them. Without
 * this, requests of a millisecond seldom overlap, and a missing lock would show one time in three.
 *
 * @param gate `rows` for what reads and changes in one statement: blocked at the table, it would read only afterwards
 */
export async function atOnce<T>(
  engine: Engine,
  table: string,
  requests: (() => Promise<T>)[],
  gate: keyof typeof lockGates = 'table',
): Promise<T[]> {
  const { mode, hold } = lockGates[gate];
  // Holds the lock until the query is cancelled.
  const held = engine.sql(`do $$ begin ${hold(table)} perform pg_sleep(600); end $$`).catch(cancelled);
  const holder = await untilAnswer(() => holderOf(engine, table, mode));
  let answered = 0;
  const answers = Promise.all(requests.map((send) => send().finally(() => answered++)));
  // Rejections are awaited below, after the lock is released.
  answers.catch(() => undefined);
  try {
    await untilAnswer(
      async () => (await waiting(engine)) >= Math.min(CALLS_TOGETHER, requests.length - answered),
    );
  } finally {
    await engine.sql('select pg_cancel_backend($1)', [holder]);
    await held;
  }
  return answers;
}

/** Asks repeatedly until there is an answer; the test's own timeout limits it. */
async function untilAnswer<T>(ask: () => Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

async function holderOf(engine: Engine, table: string, mode: string): Promise<number | undefined> {
  const [row] = await engine.sql<{ pid: number }>(
    'select pid from pg_locks where granted and relation = $1::regclass and mode = $2',
    [table, mode],
  );
  return row?.pid;
}

async function waiting(engine: Engine): Promise<number> {
  const [row] = await engine.sql<{ count: number }>(
    'select count(distinct pid)::int as count from pg_locks where not granted',
    [],
  );
  return row?.count ?? 0;
}

function cancelled(error: { code?: string }): void {
  if (error.code !== '57014') throw error;
}
