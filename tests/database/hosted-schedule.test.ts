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
  set local search_path = offered, pg_catalog;
`;

test('with them the dispatcher is called each minute, and scheduling again is one job of the same name', async () => {
  const schedule = await scheduling();
  const verdict = `do $$ begin
    if (select array_agg(distinct told) from cron.told)
      is distinct from array[('dispatch-emails', '* * * * *', 'select private.call_dispatcher()')::cron.told]
    then raise exception 'scheduled: %', (select json_agg(told) from cron.told); end if;
  end $$;`;
  await postgres.runAsPlatform(`begin; ${platform} ${schedule} ${schedule} ${verdict} rollback;`);
  await expect(postgres.runAsPlatform(`begin; ${platform} ${verdict} rollback;`)).rejects.toThrow(
    'scheduled',
  );
});
