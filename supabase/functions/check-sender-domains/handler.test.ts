import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prepareHarness } from '../_testing/harness.ts';
import { sendJson, startServer, type TestServer } from '../_testing/http-server.ts';
import { readDkim, readDmarc, readSpf } from './findings.ts';
import { handler } from './handler.ts';

const harness = prepareHarness();
let outside: TestServer;
let zone: Record<string, string[]>;
let asked: string[];
let provider: ((path: string, response: ServerResponse) => void) | undefined;
beforeAll(async () => {
  outside = await startServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    if (url.pathname !== '/dns') {
      if (provider) return provider(url.pathname, response);
      return response.writeHead(500).end();
    }
    const name = url.searchParams.get('name') ?? '';
    asked.push(name);
    const texts = zone[name];
    const Answer = texts?.map((text) => ({ name, type: 16, data: text }));
    sendJson(response, 200, texts ? { Status: 0, Answer } : { Status: 3 });
  });
});
afterAll(() => outside.close());
beforeEach(() => {
  zone = {};
  asked = [];
  provider = undefined;
  harness.setEnv({ DNS_RESOLVER_URL: `${outside.url}/dns`, RESEND_BASE_URL: outside.url });
  harness.supabase.data = (url) =>
    /^.rest.v1.(studio|sending_settings)/.test(url)
      ? [
          {
            sender_name: 'S',
            legal_name: 'S inc.',
            postal_address: 'Percé',
            contact_email: 's@a.test',
            verified_senders: ['studio@exemple.test', 'Projets@Exemple.test'],
          },
        ]
      : undefined;
});

const check = (domain = 'exemple.test') => harness.call(handler, { domain });

test('a domain in order, on a server of one’s own', async () => {
  zone = {
    'exemple.test': ['"google-site-verification=x"', '"v=spf1 include:_spf.hote.test" " -all"'],
    'google._domainkey.exemple.test': ['"v=DKIM1; k=rsa; p=MIIB" "AAA"'],
    '_dmarc.exemple.test': ['"v=DMARC1; p=quarantine; rua=mailto:a@b.test"'],
  };
  expect((await check()).body).toMatchObject({
    spf: { state: 'ok', found: 'v=spf1 include:_spf.hote.test -all' },
    dkim: { state: 'ok' },
    dmarc: { state: 'ok' },
    provider: null,
    records: [],
  });
});

test('with Resend: its own names, its state of the domain and the records that it wants', async () => {
  harness.setEnv({ RESEND_API_KEY: 're_cle' });
  provider = (path, response) =>
    path === '/domains'
      ? sendJson(response, 200, { data: [{ id: 'd1', name: 'exemple.test' }] })
      : sendJson(response, 200, {
          status: 'pending',
          records: [{ type: 'MX', name: 'send', value: 'feedback.test', priority: '10', status: 'pending' }],
        });
  zone = { 'send.exemple.test': ['"v=spf1 include:amazonses.com ~all"'] };
  const { body } = await check();
  expect(body).toMatchObject({
    spf: { state: 'ok' },
    dkim: { state: 'missing' },
    dmarc: { state: 'missing' },
    provider: { state: 'pending', trouble: null },
    records: [
      { type: 'MX', name: 'send', value: 'feedback.test', priority: 10, state: 'pending' },
      { type: 'TXT', name: '_dmarc', value: 'v=DMARC1; p=none; rua=mailto:s@a.test' },
    ],
  });
  expect(asked).toContain('resend._domainkey.exemple.test');
});

test.each([
  [401, 'ne permet que d’envoyer'],
  [500, 'n’a pas répondu'],
])('Resend answers %i: said, and the name service is asked all the same', async (status, message) => {
  harness.setEnv({ RESEND_API_KEY: 're_cle' });
  provider = (_, response) => sendJson(response, status, {});
  expect(await check()).toMatchObject({
    status: 200,
    body: { provider: { trouble: expect.stringContaining(message) } },
  });
});

describe('only the domains of senders are asked for', () => {
  test.each(['ailleurs.test', '169.254.169.254', 'exemple.test&type=A', 'x.exemple.test'])(
    'not %s',
    async (domain) => {
      expect(await check(domain)).toMatchObject({ status: 400, body: { code: 'unknown_domain' } });
      expect(asked).toEqual([]);
    },
  );

  test('in any case of letters', async () => {
    expect((await check('EXEMPLE.test')).status).toBe(200);
  });
});

test.each([{ Status: 2 }, 'rien'])(
  'a resolver that answers %j: 502, and nothing is said to be missing',
  async (message) => {
    const broken = await startServer((_, response) => sendJson(response, 200, message));
    harness.setEnv({ DNS_RESOLVER_URL: `${broken.url}/dns` });
    expect(await check()).toMatchObject({ status: 502, body: { code: 'resolver_unreachable' } });
    await broken.close();
  },
);

test.each([
  [readSpf(['v=spf1 +all'], undefined), 'weak'],
  [readSpf(['v=spf1 -all', 'v=spf1 ~all'], undefined), 'weak'],
  [readSpf(['v=spf1 include:autre.test -all'], 'amazonses.com'), 'weak'],
  [readSpf(['v=spf10 -all'], undefined), 'missing'],
  [readDkim(['v=DKIM1; p=']), 'weak'],
  [readDkim(['v=DKIM1; p=AAAA']), 'ok'],
  [readDkim(['autre chose']), 'missing'],
  [readDmarc(['v=DMARC1; p=none']), 'weak'],
  [readDmarc(['v=DMARC1; p=reject']), 'ok'],
  [readDmarc(['v=DMARC1']), 'weak'],
  [readDmarc(['v=DMARC1; p=none', 'v=DMARC1; p=reject']), 'weak'],
  [readDmarc([]), 'missing'],
])('%j is %s', ({ state }, expected) => {
  expect(state).toBe(expected);
});
