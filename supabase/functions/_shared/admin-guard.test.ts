import { describe, expect, test } from 'vitest';
import { prepareEcho } from '../_testing/echo-function.ts';
import {
  accountEmail,
  adminId,
  adminToken,
  type FakeSupabase,
  legacyAnonKey,
  plainUserToken,
  publishableKey,
} from '../_testing/fake-supabase.ts';
import { type CallOptions, prepareHarness } from '../_testing/harness.ts';
import { sendJson } from '../_testing/http-server.ts';

const harness = prepareHarness();
const echo = prepareEcho();
const asAdmin = (body: unknown, options: CallOptions = {}) => harness.call(echo.handler, body, options);

describe('the administrator guard', () => {
  test('accepts an administrator, with id, e-mail address and token', async () => {
    const answer = await asAdmin({ title: 'Vieux-Québec' });
    expect(answer).toMatchObject({ status: 200, body: { done: true } });
    expect(echo.handled).toEqual([
      {
        body: { title: 'Vieux-Québec' },
        admin: { id: adminId, email: accountEmail, token: adminToken },
      },
    ]);
    expect(harness.supabase.calls).toEqual(['/auth/v1/user', '/rest/v1/user_roles']);
  });

  test.each([
    ['nothing', null],
    ['the publishable key', publishableKey],
    ['a secret key', 'sb_secret_abc'],
    ['the legacy anonymous key', legacyAnonKey],
    ['a word', 'admin'],
    ['an unsigned token', 'eyJhbGciOiJub25lIn0.eyJyb2xlIjoiYWRtaW4ifQ.'],
  ])('%s as a token is refused without asking anyone', async (_, token) => {
    const answer = await harness.call(echo.handler, { title: 'x' }, { token });
    expect(answer).toMatchObject({
      status: 401,
      body: { error: 'Connectez-vous pour utiliser cette fonction.', code: 'unauthenticated' },
    });
    expect(harness.supabase.calls).toEqual([]);
    expect(echo.handled).toEqual([]);
  });

  test('another scheme than Bearer is refused', async () => {
    const headers = { authorization: `Basic ${adminToken}` };
    expect(await harness.call(echo.handler, { title: 'x' }, { token: null, headers })).toMatchObject({
      status: 401,
    });
    expect(harness.supabase.calls).toEqual([]);
  });

  test('a token that the auth service refuses is 401, and the role is not read', async () => {
    const answer = await harness.call(echo.handler, { title: 'x' }, { token: 'header.expired.signature' });
    expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_session' } });
    expect(harness.supabase.calls).toEqual(['/auth/v1/user']);
    expect(echo.handled).toEqual([]);
  });

  test('a signed-in person without the role is 403, whatever user_metadata says', async () => {
    const answer = await harness.call(echo.handler, { title: 'x' }, { token: plainUserToken });
    expect(answer).toMatchObject({
      status: 403,
      body: { error: 'Cette fonction est réservée aux administrateurs.', code: 'not_admin' },
    });
    expect(echo.handled).toEqual([]);
  });

  test.each([
    ['an error', (response) => sendJson(response, 500, { message: 'down' })],
    ['an error that shows an admin row', (response) => sendJson(response, 500, [{ role: 'admin' }])],
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
      harness.supabase.roles = roles;
      expect(await asAdmin({ title: 'x' })).toMatchObject({ status: 403, body: { code: 'not_admin' } });
      expect(echo.handled).toEqual([]);
    },
  );

  test('a role query that times out means not admin, and is logged', async () => {
    harness.supabase.roles = () => undefined;
    harness.shortenTimeouts(100);
    expect(await asAdmin({ title: 'x' })).toMatchObject({ status: 403 });
    expect(harness.logs).toMatchObject([{ status: 403, detail: 'user_roles: fetch failed: timeout' }]);
  });

  test('an auth service that times out or is down gives 504 or 503, and nothing is done', async () => {
    harness.supabase.auth = () => undefined;
    harness.shortenTimeouts(100);
    expect(await asAdmin({ title: 'x' })).toMatchObject({ status: 504, body: { code: 'auth_unavailable' } });
    harness.setEnv({ SUPABASE_URL: 'http://127.0.0.1:1' });
    expect(await asAdmin({ title: 'x' })).toMatchObject({ status: 503, body: { code: 'auth_unavailable' } });
    expect(echo.handled).toEqual([]);
  });

  test.each([
    ['an error', (response) => sendJson(response, 500, {})],
    ['a refusal that shows a user', (response) => sendJson(response, 403, { id: adminId })],
    ['a user without an id', (response) => sendJson(response, 200, { id: null })],
    ['an id that is a filter', (response) => sendJson(response, 200, { id: 'x&role=neq.x' })],
  ] satisfies [string, FakeSupabase['auth']][])(
    '%s from the authentication service is 401',
    async (_, auth) => {
      harness.supabase.auth = auth;
      expect(await asAdmin({ title: 'x' })).toMatchObject({ status: 401, body: { code: 'invalid_session' } });
      expect(harness.supabase.calls).toEqual(['/auth/v1/user']);
    },
  );

  test('a project without address or key: the error names the missing variable', async () => {
    harness.setEnv({ SUPABASE_URL: ' ', SUPABASE_PUBLISHABLE_KEYS: undefined, SUPABASE_ANON_KEY: undefined });
    const answer = await asAdmin({ title: 'x' });
    expect(answer.status).toBe(503);
    expect(answer.body.error).toContain('SUPABASE_URL, SUPABASE_PUBLISHABLE_KEYS');
  });

  test.each([
    ['the single publishable key', { SUPABASE_PUBLISHABLE_KEY: publishableKey }],
    ['the legacy variable', { SUPABASE_ANON_KEY: publishableKey }],
    ['a dictionary without a default', { SUPABASE_PUBLISHABLE_KEYS: `{"web":"${publishableKey}"}` }],
  ])('%s works as the key of the project', async (_, keys) => {
    harness.setEnv({ SUPABASE_PUBLISHABLE_KEYS: undefined, SUPABASE_ANON_KEY: undefined, ...keys });
    expect(await asAdmin({ title: 'x' })).toMatchObject({ status: 200 });
  });
});
