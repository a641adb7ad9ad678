import { once } from 'node:events';
import { renameSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UserError } from '../process/user-error.ts';
import { createFixtureProject } from '../testing/fixture-project.ts';
import { type Api, startApi } from './start-api.ts';

const webUrls: [string] = ['http://127.0.0.1:5173'];

/** Sends one request as JSON; `as` is the API key. */
async function call(api: Api, path: string, init: RequestInit & { as?: string; token?: string } = {}) {
  const { as = api.publishableKey, token, ...rest } = init;
  const headers = {
    apikey: as,
    'content-type': 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...rest.headers,
  };
  const response = await fetch(api.url + path, { ...rest, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
}

describe('an API in memory', () => {
  const project = createFixtureProject();
  let api: Api;
  beforeAll(async () => {
    api = await startApi({ supabaseDir: project.directory, port: 0, webUrls });
  }, 60_000);
  afterAll(async () => {
    await api.close();
    rmSync(dirname(project.directory), { recursive: true, force: true });
  });

  it('grants nothing but what a migration granted, even after many requests', async () => {
    const readable = async () =>
      (await api.sql<{ yes: boolean }>("select has_table_privilege('anon', 'public.notes', 'select') as yes"))
        .rows[0];
    expect(await call(api, '/rest/v1/notes?select=id')).toMatchObject({
      status: 401,
      body: { code: '42501' },
    });
    expect(await call(api, '/rest/v1/notes?select=id', { as: api.secretKey })).toMatchObject({ status: 200 });
    expect(await readable()).toEqual({ yes: false });
  });

  it('runs simultaneous requests each with its own role', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        call(api, '/rest/v1/notes?select=id', { as: at % 2 ? api.secretKey : api.publishableKey }),
      ),
    );
    expect(statuses.map(({ status }) => status)).toEqual(
      Array.from({ length: 40 }, (_, at) => (at % 2 ? 200 : 401)),
    );
  });

  it('limits lists to the max_rows of config.toml', async () => {
    const { body } = await call(api, '/rest/v1/notes?select=id&limit=1000000', { as: api.secretKey });
    expect(body).toHaveLength(3);
  });

  it('shows SQL the request, with the address of the socket instead of what the client claims', async () => {
    const { status } = await call(api, '/rest/v1/notes', {
      method: 'POST',
      body: JSON.stringify({ text: 'vu' }),
      headers: { 'cf-connecting-ip': '9.9.9.9', 'x-forwarded-for': '8.8.8.8', 'x-demo': 'oui' },
    });
    expect(status).toBe(201);
    const { rows } = await api.sql<{ headers: Record<string, string>; method: string; path: string }>(
      'select headers, method, path from public.seen order by id desc limit 1',
    );
    expect(rows[0]).toMatchObject({ method: 'POST', path: '/notes' });
    expect(rows[0]?.headers).toMatchObject({
      'cf-connecting-ip': '127.0.0.1',
      'x-forwarded-for': '127.0.0.1',
      'x-demo': 'oui',
    });
  });

  it('tells two clients on this machine apart by the address of their sockets', async () => {
    const body = JSON.stringify({ text: 'ailleurs' });
    const { port } = new URL(api.url);
    const headers = {
      apikey: api.publishableKey,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const outgoing = request({
      host: '127.0.0.1',
      port,
      path: '/rest/v1/notes',
      method: 'POST',
      headers,
      localAddress: '127.0.0.9',
    });
    outgoing.end(body);
    const [response] = await once(outgoing, 'response');
    response.resume();
    expect(response.statusCode).toBe(201);
    const { rows } = await api.sql(
      "select headers ->> 'cf-connecting-ip' as ip from public.seen order by id desc limit 1",
    );
    expect(rows).toEqual([{ ip: '127.0.0.9' }]);
  });

  it('refuses a request without a key, with a wrong one, and with a bearer that is no signed token', async () => {
    expect((await fetch(`${api.url}/rest/v1/notes`)).status).toBe(401);
    expect(await call(api, '/rest/v1/notes', { as: 'sb_publishable_wrong' })).toMatchObject({ status: 401 });
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa('{"role":"service_role"}')}.`;
    for (const token of ['abc', 'a.b', unsigned]) {
      expect(await call(api, '/rest/v1/notes', { token }), token).toMatchObject({
        status: 401,
        body: { code: 'PGRST301' },
      });
    }
  });

  it('refuses DELETE and UPDATE without a filter', async () => {
    const everything = { method: 'DELETE', as: api.secretKey };
    expect(await call(api, '/rest/v1/notes', everything)).toMatchObject({
      status: 400,
      body: { code: '21000' },
    });
  });

  it('answers 404 outside its services and /health', async () => {
    expect(await call(api, '/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    for (const path of ['/', '/_system/config', '/_system/introspect', '/studio', '/restaurant']) {
      expect(await call(api, path), path).toMatchObject({ status: 404 });
    }
    expect(await call(api, '/functions/v1/hello')).toMatchObject({
      status: 503,
      body: { code: 'BOOT_ERROR' },
    });
  });

  it('lets the browser of another origin call every service and read every answer', async () => {
    const paths = [
      '/rest/v1/notes',
      '/rest/v1/rpc/a_function',
      '/auth/v1/token',
      '/storage/v1/object/pictures/a.jpg',
      '/functions/v1/hello',
    ];
    for (const path of paths) {
      const preflight = await fetch(api.url + path, {
        method: 'OPTIONS',
        headers: {
          origin: 'http://127.0.0.1:5173',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'apikey,authorization,content-type,x-client-info',
        },
      });
      expect([path, preflight.ok], path).toEqual([path, true]);
      expect(preflight.headers.get('access-control-allow-origin'), path).toBe('*');
      const allowed = (preflight.headers.get('access-control-allow-headers') ?? '').toLowerCase();
      for (const header of ['apikey', 'content-type', 'x-client-info']) {
        if (!allowed.startsWith('*')) expect(allowed, path).toContain(header);
      }
      expect(allowed, path).toContain('authorization');
      const answer = await call(api, path, {
        method: 'POST',
        body: '{}',
        headers: { origin: 'http://127.0.0.1:5173' },
      });
      expect(answer.headers.get('access-control-allow-origin'), path).toBe('*');
    }
  });

  it('stores a file sent as a form, as supabase-js does with a File, and serves it as it came', async () => {
    const form = new FormData();
    form.append('cacheControl', '60');
    form.append('', new Blob([new Uint8Array(600).fill(7)], { type: 'image/jpeg' }), 'x.jpg');
    const path = '/storage/v1/object/pictures/a.jpg';
    const sent = await fetch(api.url + path, {
      method: 'POST',
      body: form,
      headers: { apikey: api.secretKey },
    });
    expect(await sent.json()).toMatchObject({ Key: 'pictures/a.jpg' });
    const read = await fetch(`${api.url}/storage/v1/object/public/pictures/a.jpg`);
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'max-age=60',
      'content-length': '600',
    });
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(new Uint8Array(600).fill(7));
    const again = await fetch(`${api.url}/storage/v1/object/public/pictures/a.jpg`, {
      headers: { 'if-none-match': read.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('signs an address as the storage service does: below its own, for whoever has it', async () => {
    const { body } = await call(api, '/storage/v1/object/sign/pictures/a.jpg', {
      method: 'POST',
      as: api.secretKey,
      body: JSON.stringify({ expiresIn: 60 }),
    });
    expect(body.signedURL).toMatch(/^\/object\/sign\/pictures\/a\.jpg\?token=/);
    expect((await fetch(`${api.url}/storage/v1${body.signedURL}`)).status).toBe(200);
  });

  it.each([
    ['a larger file than allowed', 'b.jpg', 2_000, 'image/jpeg'],
    ['a body far beyond it', 'c.jpg', 3_000_000, 'image/jpeg'],
    ['another type', 'd.jpg', 10, 'image/svg+xml'],
    ['a name that climbs', '..%2f..%2fe.jpg', 10, 'image/jpeg'],
  ])('refuses %s', async (_, name, size, type) => {
    const headers = { apikey: api.secretKey, 'content-type': type };
    const body = new Uint8Array(size);
    const { status } = await fetch(`${api.url}/storage/v1/object/pictures/${name}`, {
      method: 'POST',
      body,
      headers,
    });
    expect(status).toBeGreaterThanOrEqual(400);
    const { rows } = await api.sql("select name from storage.objects where name <> 'a.jpg'");
    expect(rows).toEqual([]);
  });

  it('lists one folder, by the names in it, as the hosted service does', async () => {
    const headers = { apikey: api.secretKey, 'content-type': 'image/jpeg' };
    for (const name of ['a_b/one.jpg', 'a_b/deep/two.jpg', 'axb/three.jpg']) {
      const address = `${api.url}/storage/v1/object/pictures/${name}`;
      const { status } = await fetch(address, { method: 'POST', body: new Uint8Array(5), headers });
      expect(status).toBe(200);
    }
    const list = async (asked: object) => {
      const answer = await fetch(`${api.url}/storage/v1/object/list/pictures`, {
        method: 'POST',
        headers: { apikey: api.secretKey, 'content-type': 'application/json' },
        body: JSON.stringify(asked),
      });
      const files = (await answer.json()) as { id: string | null; name: string }[];
      return files.map(({ id, name }) => `${name}${id ? '' : '/'}`);
    };
    expect(await list({ prefix: 'a_b' })).toEqual(['deep/', 'one.jpg']);
    expect(await list({ prefix: 'a_b/deep/' })).toEqual(['two.jpg']);
    expect(await list({ prefix: 'a_b', limit: 1, offset: 1 })).toEqual(['one.jpg']);
    expect(await list({ prefix: 'a_b', search: 'o' })).toEqual(['one.jpg']);
    expect(await list({ prefix: '', search: 'a' })).toEqual(expect.arrayContaining(['a_b/', 'axb/']));
  });

  it('ends the other sessions of a person who changes password', async () => {
    const account = JSON.stringify({ email: 'a@exemple.test', password: 'premier-1' });
    const signUp = await call(api, '/auth/v1/signup', { method: 'POST', body: account });
    const elsewhere = await call(api, '/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: account,
    });
    const token: string = signUp.body.access_token;
    const user = (access: string) => call(api, '/auth/v1/user', { token: access });
    expect(await user(elsewhere.body.access_token)).toMatchObject({ status: 200 });
    const change = { method: 'PUT', token, body: JSON.stringify({ password: 'second-22' }) };
    expect(await call(api, '/auth/v1/user', change)).toMatchObject({ status: 200 });
    expect(await user(token)).toMatchObject({ status: 200 });
    expect((await user(elsewhere.body.access_token)).status).toBeGreaterThanOrEqual(400);
  });
});

describe('an API on a data folder', () => {
  // Both tests share one folder, because each start of a database takes seconds.
  const project = createFixtureProject();
  const dataDir = join(dirname(project.directory), 'data');
  const start = () => startApi({ supabaseDir: project.directory, dataDir, port: 0, webUrls });
  afterAll(() => rmSync(dirname(project.directory), { recursive: true, force: true }));

  it('keeps its data and keys, applies what is new, never seeds twice, and tells what was edited', async () => {
    const count = async (api: Api) => (await api.sql('select count(*) as n from public.notes')).rows[0];

    let api = await start();
    const keys = [api.publishableKey, api.secretKey, api.jwtSecret];
    expect(api.migrations.pending.map(({ version }) => version)).toEqual(['20260101000000']);
    expect(await count(api)).toEqual({ n: 4 });
    await api.sql("insert into public.notes (text) values ('à garder')");
    await api.close();

    project.write('migrations/20260102000000_more.sql', 'alter table public.notes add column more text;');
    project.write('seed.sql', "insert into public.notes (text) values ('jamais');");
    api = await start();
    expect([api.publishableKey, api.secretKey, api.jwtSecret]).toEqual(keys);
    expect(api.migrations.pending.map(({ name }) => name)).toEqual(['more']);
    expect(api.editedSeeds).toEqual(['./seed.sql']);
    expect(await count(api)).toEqual({ n: 5 });
    const recorded = await api.sql(
      'select version, name from supabase_migrations.schema_migrations order by version',
    );
    expect(recorded.rows).toEqual([
      { version: '20260101000000', name: 'notes' },
      { version: '20260102000000', name: 'more' },
    ]);
    await api.close();

    project.write('migrations/20260102000000_more.sql', 'alter table public.notes add column other text;');
    project.write('migrations/20260103000000_broken.sql', 'create table public.half (id int);\nselect oops;');
    await expect(start()).rejects.toThrow(
      'La migration 20260103000000_broken.sql a échoué : column "oops" does not exist — ligne 2',
    );

    project.write('migrations/20260103000000_broken.sql', 'create table public.half (id int);');
    api = await start();
    expect(api.migrations.edited.map(({ name }) => name)).toEqual(['more']);
    expect(api.migrations.pending.map(({ name }) => name)).toEqual(['broken']);
    await api.close();
  }, 90_000);

  it('refuses a folder made by migrations that were replaced, and changes nothing in it', async () => {
    const [migrations, aside] = ['migrations', 'aside'].map((name) => join(project.directory, name)) as [
      string,
      string,
    ];
    renameSync(migrations, aside);
    project.write('migrations/20260201000000_baseline.sql', 'create table public.notes (id int);');
    const refusal = await start().catch((error: Error) => error);
    expect(refusal).toBeInstanceOf(UserError);
    expect((refusal as Error).message).toContain('npm run reset');
    expect((refusal as Error).message).toContain('version précédente');

    rmSync(migrations, { recursive: true });
    renameSync(aside, migrations);
    const api = await start();
    expect(api.migrations).toMatchObject({ pending: [], missing: [] });
    const tables = await api.sql("select tablename from pg_tables where schemaname = 'public' order by 1");
    expect(tables.rows.map((row) => row.tablename)).toEqual(expect.arrayContaining(['notes', 'seen']));
    await api.close();
  }, 90_000);
});
