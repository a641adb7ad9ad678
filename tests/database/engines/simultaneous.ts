import type { Engine } from './engine.ts';

/** PostgREST's connections, less two: that many requests truly stand side by side. */
const together = 8;

/** What is held until all the requests wait: every write to the table, or only those to the rows it has. */
const gates = {
  table: { mode: 'ExclusiveLock', hold: (table: string) => `lock table ${table} in exclusive mode;` },
  rows: { mode: 'RowShareLock', hold: (table: string) => `perform from ${table} for update;` },
};

/**
 * Sends all the requests and lets them write to `table` at the same instant: until enough of them wait, it may only
 * be read. So all of them have counted before the first one writes, unless something keeps them apart; requests of a
 * millisecond seldom overlap by chance, and a missing lock would show one time in three.
 *
 * @param gate `rows` for what reads and changes in one statement: held at the table, it would read only afterwards
 */
export async function atOnce<T>(
  engine: Engine,
  table: string,
  requests: (() => Promise<T>)[],
  gate: keyof typeof gates = 'table',
): Promise<T[]> {
  const { mode, hold } = gates[gate];
  // Statements sent together are one transaction.
  const held = engine.sql(`
    do $$
    declare
      deadline timestamptz := clock_timestamp() + interval '10 seconds';
    begin
      ${hold(table)}
      while (select count(*) from pg_locks where not granted) < ${together} loop
        if clock_timestamp() > deadline then
          raise exception 'the requests never came together';
        end if;
        perform pg_sleep(0.005);
      end loop;
    end
    $$;
  `);
  let isOver = false;
  const opened = held.finally(() => {
    isOver = true;
  });
  // A failure is thrown below; until then it must not count as unhandled.
  opened.catch(() => undefined);
  while (!isOver && !(await isLocked(engine, table, mode))) await new Promise(setImmediate);
  const answers = await Promise.all(requests.map((send) => send()));
  await opened;
  return answers;
}

async function isLocked(engine: Engine, table: string, mode: string): Promise<boolean> {
  const rows = await engine.sql(
    'select 1 from pg_locks where granted and relation = $1::regclass and mode = $2',
    [table, mode],
  );
  return rows.length > 0;
}
