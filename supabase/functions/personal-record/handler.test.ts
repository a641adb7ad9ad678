import { beforeEach, describe, expect, test } from 'vitest';
import { prepareHarness, site } from '../_testing/harness.ts';
import { handler } from './handler.ts';

const harness = prepareHarness();
const token = 'a'.repeat(32);
let calls: [name: string, body: Record<string, unknown>][];
let outcome: unknown;
beforeEach(() => {
  calls = [];
  outcome = { status: 200, email: 'eve@ville.example' };
  harness.supabase.data = (url, body) => {
    calls.push([url.replace('/rest/v1/rpc/', ''), JSON.parse(body)]);
    return outcome;
  };
});

const postBody = (body: object, headers: Record<string, string> = {}) =>
  handler(
    new Request('http://functions.test/personal-record', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin: site, ...headers },
    }),
    harness.dependencies,
  );

test.each([
  ['link', { email: 'eve@ville.example' }, 'request_personal_link', { email: 'eve@ville.example' }],
  ['read', { token }, 'personal_record', { token }],
  [
    'correct',
    { token, answer: { name: 'Eve', functionTitle: '', company: 'Ville', phone: '', status: 'partenaire' } },
    'correct_personal_record',
    { token, answer: { name: 'Eve', functionTitle: '', company: 'Ville', phone: '' } },
  ],
  ['withdraw', { token }, 'withdraw_personal_consent', { token }],
  [
    'consent',
    { token, version: '1', label: 'J’accepte', details: 'Studio' },
    'give_personal_consent',
    { token, version: '1', label: 'J’accepte', details: 'Studio' },
  ],
  ['erase', { token }, 'ask_for_erasure', { token }],
])('%s · is asked of the database, with the network address', async (action, sent, name, body) => {
  const answer = await postBody({ action, ...sent }, { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' });
  expect(calls).toEqual([[name, { ...body, network_address: '203.0.113.7' }]]);
  expect(await answer.json()).toEqual({ email: 'eve@ville.example' });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'access-control-allow-origin': site,
  });
});

test('what the database refuses is handed on, with its status and its fields', async () => {
  outcome = { status: 422, code: 'invalid', message: 'Vérifiez.', fields: { name: 'Ce champ est requis.' } };
  const refused = await postBody({ action: 'correct', token });
  expect([refused.status, await refused.json()]).toEqual([
    422,
    { code: 'invalid', message: 'Vérifiez.', fields: { name: 'Ce champ est requis.' } },
  ]);
  outcome = { status: 204 };
  const asked = await postBody({ action: 'link', email: 'inconnu@exemple.test' });
  expect([asked.status, await asked.text()]).toEqual([204, '']);
});

describe('link scanners', () => {
  test.each(['GET', 'HEAD', 'PUT', 'DELETE'])('%s changes nothing', async (method) => {
    const answer = await handler(
      new Request(`http://functions.test/personal-record?token=${token}`, { method }),
      harness.dependencies,
    );
    expect([answer.status, calls]).toEqual([405, []]);
  });
});

test.each(['', 'x', 'A'.repeat(32), `${token}0`, 7, null])(
  'the token %j asks nothing of the database',
  async (wrong) => {
    for (const action of ['read', 'correct', 'withdraw', 'consent', 'erase'])
      expect((await postBody({ action, token: wrong })).status).toBe(404);
    expect(calls).toEqual([]);
  },
);

test('anything else · refused; a broken database · 503, without the token in the log', async () => {
  expect((await postBody({ action: 'delete', token })).status).toBe(400);
  expect((await postBody({}, { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await postBody({ action: 'link', email: 'x'.repeat(40_000) })).status).toBe(413);
  harness.supabase.data = undefined;
  const broken = await postBody({ action: 'read', token });
  expect([broken.status, await broken.json()]).toMatchObject([503, { message: expect.any(String) }]);
  expect(JSON.stringify(harness.logs)).not.toContain(token);
});
