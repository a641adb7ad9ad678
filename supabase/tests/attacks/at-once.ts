import type { Engine } from '../engines/engine.ts';

/** PostgREST's connections, less two: that many requests truly stand side by side. */
const together = 8;

/**
 * Sends all the requests and lets them write to `table` at the same instant: until enough of them wait, it may only
 * be read. So all of them have counted before the first one writes, unless something keeps them apart; requests of a
 * millisecond seldom overlap by chance, and a missing lock would show one time in three.
 */
export async function atOnce<T>(engine: Engine, table: string, requests: (() => Promise<T>)[]): Promise<T[]> {
  // Statements sent together are one transaction.
  const gate = engine.sql(`
    lock table ${table} in exclusive mode;
    do $$
    declare
      deadline timestamptz := clock_timestamp() + interval '10 seconds';
    begin
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
  const opened = gate.finally(() => {
    isOver = true;
  });
  // A failure is thrown below; until then it must not count as unhandled.
  opened.catch(() => undefined);
  while (!isOver && !(await isLocked(engine, table))) await new Promise(setImmediate);
  const answers = await Promise.all(requests.map((send) => send()));
  await opened;
  return answers;
}

async function isLocked(engine: Engine, table: string): Promise<boolean> {
  const rows = await engine.sql(
    "select 1 from pg_locks where granted and mode = 'ExclusiveLock' and relation = $1::regclass",
    [table],
  );
  return rows.length > 0;
}
