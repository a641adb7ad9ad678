import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealPostgres, startRealPostgres } from './engines/real-postgres.ts';

let postgres: RealPostgres;
beforeAll(async () => {
  postgres = await startRealPostgres();
});
afterAll(() => postgres?.stop());

/** The last statement of the dispatcher's schema file. */
async function scheduling(): Promise<string> {
  const text = await readFile(new URL('../../supabase/schemas/21_dispatcher.sql', import.meta.url), 'utf8');
  return text.slice(text.lastIndexOf('do $$'));
}

test('without pg_cron and pg_net nothing is scheduled, and nothing is missed', async () => {
  expect(await postgres.sql("select nspname from pg_namespace where nspname in ('cron', 'net')", [])).toEqual(
    [],
  );
});

/** Both extensions as the platform shows them: on offer, installed, and a `cron.schedule` that notes what it is told. */
const platform = `
  create schema offered;
  create view offered.pg_available_extensions as select unnest(array['pg_cron', 'pg_net']) as name;
  insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    values (900001, 'pg_cron', 10, 11, false, '1.6'), (900002, 'pg_net', 10, 11, false, '0.14');
  create schema cron;
  create table cron.told (job text, period text, command text);
  create function cron.schedule(text, text, text) returns bigint language sql
    as 'insert into cron.told values ($1, $2, $3) returning 1::bigint';
  create table cron.job_run_details (runid bigint, start_time timestamptz, end_time timestamptz);
  grant usage on schema cron to postgres;
  grant all on all tables in schema cron to postgres;
  set local search_path = offered, pg_catalog;
`;

/** Raises with what is found instead, so that the transaction says it. */
const verdict = (found: string, expected: string) => `do $$ begin
    if (${found}) is distinct from ${expected} then raise exception 'found: %', (${found}); end if;
  end $$;`;

test('with them two jobs are told, and scheduling again replaces those of the same names', async () => {
  const schedule = await scheduling();
  const told = verdict(
    "select string_agg(distinct job || ' ' || period, ', ') from cron.told",
    "'dispatch-emails * * * * *, purge-cron-log 17 8 * * *'",
  );
  await postgres.runAsPlatform(`begin; ${platform} ${schedule} ${schedule} ${told} rollback;`);
  await expect(postgres.runAsPlatform(`begin; ${platform} ${told} rollback;`)).rejects.toThrow('found');
});

test('each minute the dispatcher is called', async () => {
  const schedule = await scheduling();
  const command = verdict(
    "select command from cron.told where period = '* * * * *'",
    "'select private.call_dispatcher()'",
  );
  await postgres.runAsPlatform(`begin; ${platform} ${schedule} ${command} rollback;`);
});

test('each day the runs of pg_cron that are older than a week go, by the rights of postgres', async () => {
  const schedule = await scheduling();
  const runs = `insert into cron.job_run_details values
    (1, now() - interval '8 days', now() - interval '8 days'), (2, now() - interval '8 days', null),
    (3, now() - interval '6 days', now() - interval '6 days'), (4, now(), null), (5, null, null);`;
  const purge = `set local role postgres;
    do $$ begin execute (select command from cron.told where job = 'purge-cron-log'); end $$; reset role;`;
  const left = verdict(
    "select string_agg(runid::text, ' ' order by runid) from cron.job_run_details",
    "'3 4 5'",
  );
  await postgres.runAsPlatform(`begin; ${platform} ${schedule} ${runs} ${purge} ${left} rollback;`);
  await expect(
    postgres.runAsPlatform(`begin; ${platform} ${schedule} ${runs} ${left} rollback;`),
  ).rejects.toThrow('found: 1 2 3 4 5');
});
