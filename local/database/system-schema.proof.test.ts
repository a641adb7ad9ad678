import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, startApi } from '../api/start-api.ts';
import { createFixtureProject } from '../testing/fixture-project.ts';

const webUrls: [string] = ['http://127.0.0.1:5173'];
const start = (files: Record<string, string> = {}) =>
  startApi({ supabaseDir: createFixtureProject(files).directory, port: 0, webUrls });

describe('the roles of a database of this stack', () => {
  let api: Api;
  beforeAll(async () => {
    api = await start();
  }, 60_000);
  afterAll(() => api?.close());

  it('are those of hosted projects: postgres owns what migrations make and is no superuser', async () => {
    const { rows } = await api.sql(
      `select rolname::text as role, rolsuper as super, rolbypassrls as "bypassesPolicies" from pg_roles
       where rolsuper or rolname in ('postgres', 'service_role') order by rolname`,
    );
    expect(rows).toEqual([
      { role: 'postgres', super: false, bypassesPolicies: true },
      { role: 'service_role', super: false, bypassesPolicies: true },
      { role: 'supabase_admin', super: true, bypassesPolicies: true },
    ]);
    const { rows: owners } = await api.sql(
      `select distinct relowner::regrole::text as owner from pg_class
       where relnamespace in ('public'::regnamespace, 'supabase_migrations'::regnamespace)`,
    );
    expect(owners).toEqual([{ owner: 'postgres' }]);
  });

  it('write numbers with the digits of hosted ones', async () => {
    const { rows } = await api.sql('select (0.1::float8 + 0.2::float8)::text as sum');
    expect(rows).toEqual([{ sum: '0.3' }]);
  });
});

describe('a migration', () => {
  it.each([
    ['changes a table of the accounts', 'alter table auth.users add column mine integer;'],
    ['makes a superuser', 'create role mine superuser;'],
  ])('that %s fails here as it would there', { timeout: 60_000 }, async (_what, sql) => {
    await expect(start({ 'migrations/20260102000000_mine.sql': sql })).rejects.toThrow(
      /20260102000000_mine\.sql a échoué : (must be owner of table users|permission denied to create role)/,
    );
  });

  it('may write policies on the objects of the storage', { timeout: 60_000 }, async () => {
    const policy = 'create policy mine on storage.objects for select to anon using (false);';
    const api = await start({ 'migrations/20260102000000_mine.sql': policy });
    await api.close();
  });
});
