import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { call, testDependencies } from '../_testing/call.ts';
import {
  adminToken,
  type FakeSupabase,
  legacyAnonKey,
  plainUserToken,
  publishableKey,
  startFakeSupabase,
} from '../_testing/fake-supabase.ts';
import { sendJson } from '../_testing/http-server.ts';
import { createFunction } from './create-function.ts';
import { FunctionError } from './errors.ts';

const site = 'https://visites.example.ca';
let supabase: FakeSupabase;
let dependencies: ReturnType<typeof testDependencies>;
let handled: unknown[];
let work: () => Promise<object>;

const handler = createFunction({
  name: 'echo',
  schema: z.object({
    title: z.string('Le titre est requis').min(1, 'Le titre est requis'),
    note: z.string().max(3).optional(),
  }),
  handle: ({ body, admin }) => {
    handled.push({ body, admin });
    return work();
  },
});

function useEnv(changes: Record<string, string | undefined> = {}) {
  dependencies = testDependencies({
    SITE_URL: `${site}, http://127.0.0.1:5173/`,
    SUPABASE_URL: `${supabase.url}/`,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishableKey }),
    SUPABASE_ANON_KEY: legacyAnonKey,
    ...changes,
  });
}

beforeAll(async () => {
  supabase = await startFakeSupabase();
});
afterAll(() => supabase.close());
beforeEach(() => {
  supabase.reset();
  useEnv();
  handled = [];
  work = async () => ({ done: true });
});

const asAdmin = (body: unknown, options = {}) =>
  call(handler, dependencies, body, { token: adminToken, ...options });

describe('the administrator guard', () => {
  test('lets an administrator through, with her id and token', async () => {
    const answer = await asAdmin({ title: 'Vieux-Québec' });
    expect(answer).toMatchObject({ status: 200, body: { done: true } });
    expect(handled).toEqual([
      {
        body: { title: 'Vieux-Québec' },
        admin: { id: '00000000-0000-0000-0000-00000000000a', token: adminToken },
      },
    ]);
    expect(supabase.calls).toEqual(['/auth/v1/user', '/rest/v1/user_roles']);
  });

  test.each([
    ['nothing', undefined],
    ['the publishable key', publishableKey],
    ['a secret key', 'sb_secret_abc'],
    ['the legacy anonymous key', legacyAnonKey],
    ['a word', 'admin'],
    ['an unsigned token', 'eyJhbGciOiJub25lIn0.eyJyb2xlIjoiYWRtaW4ifQ.'],
  ])('%s as a token is refused without asking anyone', async (_, token) => {
    const answer = await call(handler, dependencies, { title: 'x' }, { token });
    expect(answer).toMatchObject({
      status: 401,
      body: { error: 'Connectez-vous pour utiliser cette fonction.', code: 'unauthenticated' },
    });
    expect(supabase.calls).toEqual([]);
    expect(handled).toEqual([]);
  });

  test('another scheme than Bearer is refused', async () => {
    const headers = { authorization: `Basic ${adminToken}` };
    expect(await call(handler, dependencies, { title: 'x' }, { headers })).toMatchObject({ status: 401 });
    expect(supabase.calls).toEqual([]);
  });

  test('a token that the authentication service refuses is 401, and the role is not even asked', async () => {
    const answer = await call(handler, dependencies, { title: 'x' }, { token: 'header.expired.signature' });
    expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_session' } });
    expect(supabase.calls).toEqual(['/auth/v1/user']);
    expect(handled).toEqual([]);
  });

  test('a signed-in person without the role is 403, whatever her profile says', async () => {
    const answer = await call(handler, dependencies, { title: 'x' }, { token: plainUserToken });
    expect(answer).toMatchObject({
      status: 403,
      body: { error: 'Cette fonction est réservée aux administrateurs.', code: 'not_admin' },
    });
    expect(handled).toEqual([]);
  });

  test.each([
    ['an error', (response) => sendJson(response, 500, { message: 'down' })],
    ['a refusal', (response) => sendJson(response, 401, { code: '42501' })],
    ['no JSON', (response) => response.end('<html>')],
    ['an object instead of rows', (response) => sendJson(response, 200, { role: 'admin' })],
    ['another role', (response) => sendJson(response, 200, [{ role: 'editor' }])],
    ['a redirect', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['a cut connection', (response) => response.destroy()],
    ['a flood', (response) => response.end(`[{"role":"admin","x":"${'a'.repeat(70_000)}"}]`)],
  ] satisfies [string, FakeSupabase['roles']][])(
    '%s from the role query means not admin',
    async (_, roles) => {
      supabase.roles = roles;
      expect(await asAdmin({ title: 'x' })).toMatchObject({ status: 403, body: { code: 'not_admin' } });
      expect(handled).toEqual([]);
    },
  );

  test('a role query that never answers means not admin, and leaves a line in the log', async () => {
    supabase.roles = () => undefined;
    dependencies.shortenTimeouts(100);
    expect(await asAdmin({ title: 'x' })).toMatchObject({ status: 403 });
    expect(dependencies.logs).toMatchObject([{ status: 403, detail: 'user_roles: fetch failed: timeout' }]);
  });

  test('an authentication service that is silent or gone is said so, and nothing is done', async () => {
    supabase.auth = () => undefined;
    dependencies.shortenTimeouts(100);
    expect(await asAdmin({ title: 'x' })).toMatchObject({ status: 504, body: { code: 'auth_unavailable' } });
    useEnv({ SUPABASE_URL: 'http://127.0.0.1:1' });
    expect(await asAdmin({ title: 'x' })).toMatchObject({ status: 503, body: { code: 'auth_unavailable' } });
    expect(handled).toEqual([]);
  });

  test.each([
    ['an error', (response) => sendJson(response, 500, {})],
    ['a user without an id', (response) => sendJson(response, 200, { id: null })],
    ['an id that is a filter', (response) => sendJson(response, 200, { id: 'x&role=neq.x' })],
  ] satisfies [string, FakeSupabase['auth']][])(
    '%s from the authentication service is 401',
    async (_, auth) => {
      supabase.auth = auth;
      expect(await asAdmin({ title: 'x' })).toMatchObject({ status: 401, body: { code: 'invalid_session' } });
      expect(supabase.calls).toEqual(['/auth/v1/user']);
    },
  );

  test('a project without its address or key says which variable is missing', async () => {
    useEnv({ SUPABASE_URL: ' ', SUPABASE_PUBLISHABLE_KEYS: undefined, SUPABASE_ANON_KEY: undefined });
    const answer = await asAdmin({ title: 'x' });
    expect(answer.status).toBe(503);
    expect(answer.body.error).toContain('SUPABASE_URL, SUPABASE_PUBLISHABLE_KEYS');
  });

  test.each([
    ['the single publishable key', { SUPABASE_PUBLISHABLE_KEY: publishableKey }],
    ['the legacy variable', { SUPABASE_ANON_KEY: publishableKey }],
    ['a dictionary without a default', { SUPABASE_PUBLISHABLE_KEYS: `{"web":"${publishableKey}"}` }],
  ])('%s works as the key of the project', async (_, keys) => {
    useEnv({ SUPABASE_PUBLISHABLE_KEYS: undefined, SUPABASE_ANON_KEY: undefined, ...keys });
    expect(await asAdmin({ title: 'x' })).toMatchObject({ status: 200 });
  });
});

describe('the body', () => {
  test.each([
    ['no body', ''],
    ['broken JSON', '{"title":'],
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['an array', '[{"title":"x"}]'],
    ['null', 'null'],
    ['a text', '"title"'],
  ])('%s is 400', async (_, rawBody) => {
    expect(await asAdmin(null, { rawBody })).toMatchObject({ status: 400, body: { code: 'invalid_json' } });
    expect(handled).toEqual([]);
  });

  test('a broken rule is 400 with its own French message, the first one only', async () => {
    expect(await asAdmin({ title: '', note: 'trop long' })).toMatchObject({
      status: 400,
      body: { error: 'Le titre est requis', code: 'invalid_body' },
    });
  });

  test('a rule without a message of its own speaks French too', async () => {
    const { body } = await asAdmin({ title: 'x', note: 'trop long' });
    expect(body.error).toMatch(/^Trop grand/);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json-patch+json', ''])(
    'content type « %s » is 415',
    async (type) => {
      const answer = await asAdmin({ title: 'x' }, { headers: { 'content-type': type } });
      expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
      expect(handled).toEqual([]);
    },
  );

  test('a content type with a charset passes', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
    expect(await asAdmin({ title: 'x' }, { headers })).toMatchObject({ status: 200 });
  });

  test('1 MB announced is 413 without reading a byte', async () => {
    let pulled = 0;
    const rawBody = stream(() => {
      pulled += 1;
    });
    const answer = await asAdmin(null, { rawBody, headers: { 'content-length': '1048576' } });
    expect(answer).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
    // A stream fills its own queue of one chunk when it is made.
    expect(pulled).toBeLessThanOrEqual(1);
  });

  test('1 MB not announced is cut soon after 64 kB', async () => {
    let pulled = 0;
    const rawBody = stream(() => {
      pulled += 1;
    });
    expect(await asAdmin(null, { rawBody })).toMatchObject({ status: 413 });
    expect(pulled).toBeGreaterThan(64);
    expect(pulled).toBeLessThan(80);
    expect(handled).toEqual([]);
  });

  test('a body that stops in the middle is 400, not a failure of ours', async () => {
    const rawBody = new ReadableStream({ pull: (controller) => controller.error(new Error('cut')) });
    expect(await asAdmin(null, { rawBody })).toMatchObject({
      status: 400,
      body: { code: 'unreadable_body' },
    });
  });

  test('a body is not even looked at before the role is known', async () => {
    const answer = await call(handler, dependencies, null, { token: plainUserToken, rawBody: '{"broken' });
    expect(answer.status).toBe(403);
  });

  test('keys that the schema does not name are dropped', async () => {
    await asAdmin({ title: 'x', to: 'victime@example.com', __proto__: { admin: true } });
    expect(handled).toMatchObject([{ body: { title: 'x' } }]);
    expect(Object.keys((handled[0] as { body: object }).body)).toEqual(['title']);
  });
});

/** 1 MB in pieces of 1 kB. */
function stream(onPull: () => void): ReadableStream<Uint8Array> {
  let left = 1024;
  return new ReadableStream({
    pull(controller) {
      onPull();
      controller.enqueue(new Uint8Array(1024).fill(0x61));
      left -= 1;
      if (left === 0) controller.close();
    },
  });
}

describe('methods and origins', () => {
  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])('%s is 405 and asks nobody', async (method) => {
    const answer = await asAdmin({ title: 'x' }, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
    expect(supabase.calls).toEqual([]);
  });

  test.each([site, 'http://127.0.0.1:5173'])('%s is one of the site origins and may read', async (origin) => {
    const answer = await asAdmin({ title: 'x' }, { headers: { origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('vary')).toBe('Origin');
  });

  test('a site page may read a refusal too', async () => {
    const answer = await call(handler, dependencies, {}, { headers: { origin: site } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('access-control-allow-origin')).toBe(site);
  });

  test('the preflight of a site page allows what supabase-js sends, without any credential', async () => {
    const answer = await call(handler, dependencies, null, { method: 'OPTIONS', headers: { origin: site } });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe(site);
    expect(answer.headers.get('access-control-allow-methods')).toContain('POST');
    const allowed = answer.headers.get('access-control-allow-headers')?.split(', ');
    expect(allowed).toEqual(
      expect.arrayContaining(['authorization', 'apikey', 'content-type', 'x-client-info', 'x-region']),
    );
    expect(supabase.calls).toEqual([]);
  });

  test.each([
    'https://ailleurs.example',
    'https://visites.example.ca.ailleurs.example',
    'http://visites.example.ca',
    'https://visites.example.ca:8443',
    'null',
  ])('origin %s gets no leave to read, neither by preflight nor after', async (origin) => {
    for (const method of ['OPTIONS', 'POST']) {
      const answer = await call(handler, dependencies, {}, { method, headers: { origin } });
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(answer.headers.get('vary')).toBe('Origin');
    }
  });

  test.each([undefined, '', '*', 'visites.example.ca', ','])(
    'SITE_URL « %s » opens to nobody',
    async (value) => {
      useEnv({ SITE_URL: value });
      const answer = await call(handler, dependencies, null, {
        method: 'OPTIONS',
        headers: { origin: site },
      });
      expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    },
  );
});

describe('errors', () => {
  test('what was not foreseen is a general 500: its text stays in the log, found by the reference', async () => {
    work = async () => {
      throw new Error('password=hunter2');
    };
    const answer = await asAdmin({ title: 'x' });
    const requestId = answer.headers.get('x-request-id');
    expect(answer).toMatchObject({
      status: 500,
      body: {
        error: `Une erreur inattendue s'est produite. Référence\u00a0: ${requestId}`,
        code: 'unexpected',
      },
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/hunter2|\bat \//);
    expect(dependencies.logs).toMatchObject([
      { function: 'echo', requestId, status: 500, code: 'unexpected' },
    ]);
    expect(dependencies.logs[0]?.detail).toContain('hunter2');
  });

  test('a foreseen error keeps its status, code and French text; its detail goes to the log only', async () => {
    work = async () => {
      throw new FunctionError(404, 'trip_not_found', 'Déplacement introuvable', 'detail for the operator');
    };
    const answer = await asAdmin({ title: 'x' });
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ error: 'Déplacement introuvable', code: 'trip_not_found' });
    expect(dependencies.logs).toMatchObject([{ detail: 'detail for the operator' }]);
  });

  test('neither a success nor an everyday refusal fills the log', async () => {
    await asAdmin({ title: 'x' });
    await asAdmin({});
    await call(handler, dependencies, {}, {});
    await call(handler, dependencies, {}, { token: plainUserToken });
    expect(dependencies.logs).toEqual([]);
  });

  test('an answer is never stored nor guessed to be a page', async () => {
    const { headers } = await asAdmin({ title: '<script>' });
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});
