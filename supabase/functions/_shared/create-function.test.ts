import { describe, expect, test } from 'vitest';
import { prepareEcho } from '../_testing/echo-function.ts';
import { plainUserToken } from '../_testing/fake-supabase.ts';
import { type CallOptions, prepareHarness, site } from '../_testing/harness.ts';
import { FunctionError } from './errors.ts';

const harness = prepareHarness();
const echo = prepareEcho();
const asAdmin = (body: unknown, options: CallOptions = {}) => harness.call(echo.handler, body, options);

describe('methods and origins', () => {
  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])(
    '%s is 405, and no service is called',
    async (method) => {
      const answer = await asAdmin({ title: 'x' }, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
      expect(harness.supabase.calls).toEqual([]);
    },
  );

  test.each([site, 'http://127.0.0.1:5173'])('%s is one of the site origins and may read', async (origin) => {
    const answer = await asAdmin({ title: 'x' }, { headers: { origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('vary')).toBe('Origin');
  });

  test('a page of the site may read an error too', async () => {
    const answer = await harness.call(echo.handler, {}, { token: null, headers: { origin: site } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('access-control-allow-origin')).toBe(site);
  });

  test('the preflight of a site page allows what supabase-js sends, without any credential', async () => {
    const answer = await harness.call(echo.handler, null, { method: 'OPTIONS', headers: { origin: site } });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe(site);
    expect(answer.headers.get('access-control-allow-methods')).toContain('POST');
    const allowed = answer.headers.get('access-control-allow-headers')?.split(', ');
    expect(allowed).toEqual(
      expect.arrayContaining(['authorization', 'apikey', 'content-type', 'x-client-info', 'x-region']),
    );
    expect(harness.supabase.calls).toEqual([]);
  });

  test.each([
    'https://ailleurs.example',
    'https://visites.example.ca.ailleurs.example',
    'http://visites.example.ca',
    'https://visites.example.ca:8443',
    'null',
  ])('origin %s gets no CORS headers, neither in the preflight nor after', async (origin) => {
    for (const method of ['OPTIONS', 'POST']) {
      const answer = await harness.call(echo.handler, {}, { method, headers: { origin } });
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(answer.headers.get('vary')).toBe('Origin');
    }
  });

  test.each([undefined, '', '*', 'visites.example.ca', ','])(
    'SITE_URL « %s » opens to nobody',
    async (value) => {
      harness.setEnv({ SITE_URL: value });
      const answer = await harness.call(echo.handler, null, {
        method: 'OPTIONS',
        headers: { origin: site },
      });
      expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    },
  );
});

describe('errors', () => {
  test('an unexpected error is a general 500: its text stays in the log, under the reference', async () => {
    echo.work = async () => {
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
    expect(harness.logs).toMatchObject([{ function: 'echo', requestId, status: 500, code: 'unexpected' }]);
    expect(harness.logs[0]?.detail).toContain('hunter2');
  });

  test('an expected error keeps its status, code and French message; its detail goes to the log only', async () => {
    echo.work = async () => {
      throw new FunctionError(404, 'trip_not_found', 'Déplacement introuvable', 'detail for the operator');
    };
    const answer = await asAdmin({ title: 'x' });
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ error: 'Déplacement introuvable', code: 'trip_not_found' });
    expect(harness.logs).toMatchObject([{ detail: 'detail for the operator' }]);
  });

  test('neither a success nor an ordinary refusal is logged', async () => {
    await asAdmin({ title: 'x' });
    await asAdmin({});
    await harness.call(echo.handler, {}, { token: null });
    await harness.call(echo.handler, {}, { token: plainUserToken });
    expect(harness.logs).toEqual([]);
  });

  test('an answer is not cached, and its type is not sniffed', async () => {
    const { headers } = await asAdmin({ title: '<script>' });
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});
