import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitFor } from './engines/postgres-server.ts';
import { type RealPostgres, startRealPostgres } from './engines/real-postgres.ts';

// Everything that the databases of the tests have in common with those of hosted projects, beyond tables (docs/decisions/0118).
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
