import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { quoteRequestGoldens, validQuoteRequest } from '../../../tests/unit/quote-request-goldens.ts';
import { prepareHarness, site } from '../_testing/harness.ts';
import { sendJson, startServer, type TestServer } from '../_testing/http-server.ts';
import { handler } from './handler.ts';
import { quoteRequestSchema } from './quote-request.schema.ts';

const harness = prepareHarness();
let received: unknown[] = [];
beforeEach(() => {
  received = [];
  harness.supabase.data = (url, body) => {
    if (url !== '/rest/v1/rpc/receive_quote_request') return undefined;
    received.push(JSON.parse(body));
    return null;
  };
});

const storedRequest = { ...validQuoteRequest, phone: null, message: null, marketing_consent_version: null };

/**
 * Posts the form like a browser without script.
 *
 * @returns the status and the target of the redirect
 */
async function submitForm(change: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const request = new Request('http://functions.test/quote-request-form', {
    method: 'POST',
    headers: { origin: site, ...headers },
    body: new URLSearchParams({ ...validQuoteRequest, reference_interne: '', ...change }),
  });
  const answer = await handler(request, harness.dependencies);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return [answer.status, answer.headers.get('location')];
}

const sentRedirect = [303, `${site}/contact/recue`];
const notSent = (anchor: string) => [303, `${site}/contact/non-envoyee#${anchor}`];

/** Sends the form as the page's script does. */
const send = (change: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  harness.call(
    handler,
    { ...validQuoteRequest, ...change },
    { token: null, headers: { origin: site, ...headers } },
  );

describe('the form posted without script', () => {
  test('is written with the visitor’s network address, and answered by a page of the site', async () => {
    const typed = {
      phone: ' 418 555-0101 ',
      message: 'Bonjour,\r\n\r\nmerci',
      marketing_consent_version: '2026-11-21',
    };
    expect(await submitForm(typed, { 'cf-connecting-ip': '203.0.113.9' })).toEqual(sentRedirect);
    expect(received).toEqual([
      {
        request: {
          ...storedRequest,
          phone: '418 555-0101',
          message: 'Bonjour,\n\nmerci',
          marketing_consent_version: '2026-11-21',
        },
        network_address: '203.0.113.9',
      },
    ]);
  });

  test.each([
    [{ 'cf-connecting-ip': '203.0.113.9', 'x-forwarded-for': '192.0.2.1' }, '203.0.113.9'],
    [{ 'x-forwarded-for': '192.0.2.1, 203.0.113.9' }, '203.0.113.9'],
    [{ 'x-real-ip': '192.0.2.1', 'true-client-ip': '192.0.2.1', forwarded: 'for=192.0.2.1' }, null],
    [{}, null],
  ] as Record<string, string>[][])('headers %j come from %s', async (headers, address) => {
    await submitForm({}, headers);
    expect(received).toEqual([{ request: storedRequest, network_address: address }]);
  });

  test('a field that the form does not have goes nowhere', async () => {
    await submitForm({ status: 'archivé', id: '1', contact_id: '2' });
    expect(received).toEqual([{ request: storedRequest, network_address: null }]);
  });

  test('a filled honeypot sees the same page, and nothing is written', async () => {
    expect(await submitForm({ reference_interne: ' ' })).toEqual(sentRedirect);
    expect(received).toEqual([]);
  });

  test('goes back to the site it came from, one of ours; to the main one otherwise', async () => {
    const other = 'http://127.0.0.1:5173';
    expect(await submitForm({}, { origin: other })).toEqual([303, `${other}/contact/recue`]);
    const refused = notSent('panne');
    expect(await submitForm({}, { origin: 'https://pirate.example' })).toEqual(refused);
    expect(await submitForm({}, { origin: 'null' })).toEqual(refused);
    expect(received).toHaveLength(1);
  });

  test.each([
    ['organization_name', 'organisation'],
    ['organization_type', 'type'],
    ['contact_name', 'nom'],
    ['email', 'courriel'],
    ['service_type', 'service'],
  ])('without %s: the page says so under #%s', async (field, anchor) => {
    expect(await submitForm({ [field]: '' })).toEqual(notSent(anchor));
    expect(received).toEqual([]);
  });

  test('too many requests, a database that does not answer, a body that is too long: the page says so', async () => {
    const message = 'Trop de demandes ont été envoyées.';
    harness.supabase.failData = (response) => sendJson(response, 429, { code: 'PT429', message });
    expect(await submitForm()).toEqual(notSent('trop-de-demandes'));
    expect(harness.logs).toEqual([]);
    harness.supabase.failData = (response) => response.writeHead(500).end();
    expect(await submitForm()).toEqual(notSent('panne'));
    expect(harness.logs).toMatchObject([{ function: 'quote-request-form', code: 'data_unavailable' }]);
    expect(JSON.stringify(harness.logs)).not.toMatch(/perce|sb_secret/i);
    harness.supabase.failData = undefined;
    expect(await submitForm({ message: 'é'.repeat(40_000) })).toEqual(notSent('panne'));
  });

  test('where the site’s address is not set: a sentence', async () => {
    harness.setEnv({ SITE_URL: undefined });
    const body = new URLSearchParams(validQuoteRequest);
    const answer = await handler(
      new Request('http://f.test/', { method: 'POST', body }),
      harness.dependencies,
    );
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8']);
    expect(await answer.text()).toContain('SITE_URL');
  });
});

describe('the form sent by the script', () => {
  test('is written and answered in JSON, to our pages only', async () => {
    const answer = await send({}, { 'cf-connecting-ip': '203.0.113.9' });
    expect(answer).toMatchObject({ status: 200, body: { received: true } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(site);
    expect(received).toEqual([{ request: storedRequest, network_address: '203.0.113.9' }]);
  });

  test.each(['GET', 'PUT', 'DELETE'])('%s is refused', async (method) => {
    expect((await harness.call(handler, {}, { method, token: null })).status).toBe(405);
  });

  test('a body that is no form and no JSON object is refused', async () => {
    for (const [type, rawBody] of [
      ['text/plain', 'organization_name=x'],
      ['application/json', '[1]'],
    ] as const) {
      const answer = await harness.call(
        handler,
        {},
        { token: null, rawBody, headers: { 'content-type': type } },
      );
      expect([400, 415]).toContain(answer.status);
    }
    expect(received).toEqual([]);
  });

  test('too many requests: 429 in the database’s words', async () => {
    const message = 'Trop de demandes ont été envoyées.';
    harness.supabase.failData = (response) => sendJson(response, 429, { code: 'PT429', message });
    expect(await send()).toMatchObject({ status: 429, body: { error: message, code: 'too_many_calls' } });
  });
});

describe('the schema', () => {
  test.each(quoteRequestGoldens)(
    '%s = %j is refused as the site’s form refuses it',
    (field, value, message) => {
      const result = quoteRequestSchema.safeParse({ ...validQuoteRequest, [field]: value });
      expect(result.error?.issues.map((issue) => [issue.path[0], issue.message])).toEqual([[field, message]]);
    },
  );

  test('takes an older wording of the consent, and nothing that is no version', () => {
    const given = (marketing_consent_version: string) =>
      quoteRequestSchema.parse({ ...validQuoteRequest, marketing_consent_version }).marketing_consent_version;
    expect(given('2026-11-20')).toBe('2026-11-20');
    for (const other of ['', 'on', '2026-13-01', '2026-11-21\n']) expect(given(other)).toBeNull();
  });
});

describe('where Turnstile is configured', () => {
  let verifier: TestServer;
  let asked: { type: string | undefined; body: Record<string, string> }[] = [];
  let verdict: (response: Parameters<Parameters<typeof startServer>[0]>[1]) => void;
  const token = 'un-jeton-valable';
  const proof = { 'cf-turnstile-response': token };

  beforeEach(async () => {
    asked = [];
    // Cloudflare's siteverify always answers 200, and accepts each token once.
    verdict = (response) => {
      const tokens = asked.map(({ body }) => body.response);
      const isNew = tokens.indexOf(token) === tokens.length - 1;
      sendJson(response, 200, isNew ? passed() : refused('timeout-or-duplicate'));
    };
    verifier = await startServer((request, response, body) => {
      asked.push({ type: request.headers['content-type'], body: JSON.parse(body) });
      verdict(response);
    });
    harness.setEnv({
      TURNSTILE_SECRET_KEY: 'cle-secrete',
      TURNSTILE_VERIFY_URL: `${verifier.url}/siteverify`,
      CONTACT_EMAIL: 'bonjour@exemple.test',
    });
  });
  afterEach(() => verifier.close());
  const refused = (...codes: string[]) => ({ success: false, 'error-codes': codes });
  // Cloudflare's documented answer (« Validate the token » in its manual).
  const passed = (change: object = {}) => ({
    success: true,
    'error-codes': [],
    challenge_ts: '2026-11-22T15:14:30.096Z',
    cdata: '',
    hostname: new URL(site).hostname,
    action: 'quote-request',
    ...change,
  });

  test('a token is verified once, with the visitor’s address, before anything is written', async () => {
    expect((await send(proof, { 'cf-connecting-ip': '203.0.113.9' })).status).toBe(200);
    expect(asked).toEqual([
      {
        type: 'application/json',
        body: { secret: 'cle-secrete', response: token, remoteip: '203.0.113.9' },
      },
    ]);
    expect(received).toHaveLength(1);
    expect(await send(proof)).toMatchObject({ status: 403, body: { code: 'proof_refused' } });
    expect(received).toHaveLength(1);
  });

  test('without a token, or with one that is no token: 403 in French, and nobody is asked', async () => {
    for (const given of [undefined, '', 'x'.repeat(2049)]) {
      expect(await send({ 'cf-turnstile-response': given })).toMatchObject({
        status: 403,
        body: { error: expect.stringContaining('anti-robot') },
      });
    }
    expect(await submitForm()).toEqual(notSent('verification'));
    expect([asked, received]).toEqual([[], []]);
  });

  test.each<[string, object, string | undefined]>([
    ['old or used', refused('timeout-or-duplicate'), undefined],
    ['false', refused('invalid-input-response'), undefined],
    ['given by another site', passed({ hostname: 'ailleurs.test' }), 'ailleurs.test for quote-request'],
    ['given for another form', passed({ action: 'login' }), 'for login'],
    ['given without saying where', { success: true, 'error-codes': [] }, 'no site for nothing'],
  ])('a token %s: 403 in French, nothing is written', async (_, answer, logged) => {
    verdict = (response) => sendJson(response, 200, answer);
    expect(await send(proof)).toMatchObject({ status: 403, body: { code: 'proof_refused' } });
    expect(received).toEqual([]);
    // Configuration errors are logged.
    expect(harness.logs.map(({ detail }) => detail)).toEqual(logged ? [expect.stringContaining(logged)] : []);
  });

  test('with a test secret, which answers for a site of Cloudflare’s · a deployment can be tried', async () => {
    harness.setEnv({ TURNSTILE_SECRET_KEY: `1x${'0'.repeat(31)}AA` });
    verdict = (response) => sendJson(response, 200, passed({ hostname: 'example.com', action: 'test' }));
    expect((await send(proof)).status).toBe(200);
    expect(received).toHaveLength(1);
  });

  test('a field that must be corrected does not use up the token', async () => {
    expect((await send({ ...proof, email: 'eve' })).status).toBe(400);
    expect(asked).toEqual([]);
  });

  test.each<[string, typeof verdict]>([
    ['an error', (response) => response.writeHead(500).end('<html>')],
    ['nothing', () => undefined],
    ['a cut connection', (response) => response.destroy()],
    ['no verdict', (response) => sendJson(response, 200, { ok: true })],
    ['that it failed itself', (response) => sendJson(response, 200, refused('internal-error'))],
    ['that the secret is wrong', (response) => sendJson(response, 200, refused('invalid-input-secret'))],
    ['a redirection', (response) => response.writeHead(302, { location: '/ailleurs' }).end()],
    ['no, without a reason', (response) => sendJson(response, 200, refused())],
  ])(
    'the verifier answers %s: 503 with the address to write to, nothing is written',
    async (_, misbehaviour) => {
      verdict = misbehaviour;
      harness.shortenTimeouts(300);
      const answer = await send(proof);
      expect(answer).toMatchObject({
        status: 503,
        body: {
          error: expect.stringContaining('écrivez-nous à bonjour@exemple.test'),
          code: 'proof_unavailable',
        },
      });
      expect(await submitForm(proof)).toEqual(notSent('verification'));
      expect(received).toEqual([]);
      expect(harness.logs).toHaveLength(2);
      expect(JSON.stringify(harness.logs)).not.toMatch(/cle-secrete|un-jeton/);
    },
  );
});
