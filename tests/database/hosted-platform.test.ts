import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitFor } from './engines/postgres-server.ts';
import { type RealPostgres, startRealPostgres } from './engines/real-postgres.ts';

// Compares the test databases with hosted projects beyond their tables (docs/decisions/0118).
let postgres: RealPostgres;
beforeAll(async () => {
  postgres = await startRealPostgres();
  await postgres.sql(`
    create function public.limits() returns text language sql as
      $$ select current_setting('statement_timeout') || ', lock ' || current_setting('lock_timeout') $$;
    create function public.endless() returns void language plpgsql set statement_timeout = '100ms' as
      $$ begin loop end loop; end $$;
    grant execute on function public.limits(), public.endless() to anon, authenticated, service_role;
  `);
});
afterAll(() => postgres?.stop());

const call = async (name: string, role: string | null) => {
  const headers: Record<string, string> = role ? { authorization: `Bearer ${postgres.jwt({ role })}` } : {};
  const answer = await fetch(`${postgres.apiUrl}/rpc/${name}`, { method: 'POST', headers });
  return { status: answer.status, body: (await answer.json()) as unknown };
};

test('the API hears of a new function without being told', async () => {
  await waitFor('The new function', async () => {
    if ((await call('limits', null)).status !== 200) throw new Error('not known yet');
  });
});

describe('limits of a request', () => {
  test.each([
    ['anon', null, '3s, lock 8s'],
    ['authenticated', 'authenticated', '8s, lock 8s'],
    ['service_role', 'service_role', '8s, lock 8s'],
  ])('%s', async (_name, role, limits) => {
    await waitFor('The new function', async () => {
      expect((await call('limits', role)).body).toBe(limits);
    });
  });

  test('a request that goes on for ever is ended, and says so', async () => {
    await waitFor('The new function', async () => {
      expect((await call('endless', null)).status).not.toBe(404);
    });
    expect(await call('endless', null)).toMatchObject({ status: 500, body: { code: '57014' } });
  });
});

test('the owner of the tables is no superuser, and has two minutes a statement', async () => {
  const [role] = await postgres.sql(
    `select rolsuper, rolbypassrls, rolcreaterole, current_setting('statement_timeout') as longest
     from pg_roles where rolname = current_user`,
  );
  expect(role).toEqual({ rolsuper: false, rolbypassrls: true, rolcreaterole: true, longest: '2min' });
});

test('texts sort as in the hosted image, and numbers are written with its digits', async () => {
  const [locale] = await postgres.sql(
    "select datlocprovider::text as provider, datlocale as locale, current_setting('extra_float_digits') as digits from pg_database where datname = current_database()",
  );
  expect(locale).toEqual({ provider: 'i', locale: 'en-US', digits: '0' });
  const sorted = await postgres.sql<{ word: string }>(
    "select word from unnest(array['zone', 'Été', 'arbre', 'Bois', 'école']) word order by word",
  );
  expect(sorted.map(({ word }) => word)).toEqual(['arbre', 'Bois', 'école', 'Été', 'zone']);
});

describe('what belongs to the services', () => {
  test.each([
    'alter table storage.objects add column mine integer',
    'create index mine on storage.objects (created_at)',
    'drop function storage.protect_delete() cascade',
    'alter table auth.users add column mine integer',
    'create table storage.mine (id integer)',
  ])('%s · refused to a migration', async (statement) => {
    await expect(postgres.sql(statement)).rejects.toThrow(/must be owner of|permission denied/);
  });

  test('policies on storage.objects are the migrations’ to write', async () => {
    await postgres.sql('create policy mine on storage.objects for select using (false)');
    await postgres.sql('drop policy mine on storage.objects');
  });

  test('a row of a file goes by the storage service only', async () => {
    await expect(
      postgres.sql("set storage.allow_delete_query = ''; delete from storage.objects where true"),
    ).rejects.toThrow('Direct deletion from storage tables is not allowed');
  });
});

/** Reads the last statement of the dispatcher's schema file, which schedules it. */
async function scheduling(): Promise<string> {
  const text = await readFile(new URL('../../supabase/schemas/21_dispatcher.sql', import.meta.url), 'utf8');
  return text.slice(text.lastIndexOf('do $$'));
}

/**
 * SQL that imitates the two extensions on the platform: available, installed, and with a `cron.schedule` that records
 * its calls.
 */
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

/** SQL that raises the value found, so that the error of the transaction carries it. */
const verdict = (found: string, expected: string) => `do $$ begin
    if (${found}) is distinct from ${expected} then raise exception 'found: %', (${found}); end if;
  end $$;`;

describe('what runs by itself', () => {
  test('without pg_cron and pg_net nothing is scheduled, and nothing is missed', async () => {
    expect(
      await postgres.sql("select nspname from pg_namespace where nspname in ('cron', 'net')", []),
    ).toEqual([]);
  });

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
});
