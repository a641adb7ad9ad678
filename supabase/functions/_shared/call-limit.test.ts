import { beforeEach, expect, test } from 'vitest';
import { completionReply } from '../_testing/fake-language-model.ts';
import { prepareHarness } from '../_testing/harness.ts';
import { sendJson } from '../_testing/http-server.ts';
import { handler } from '../generate-description/handler.ts';

const harness = prepareHarness();
const generate = (body: object = { title: 'Le fjord' }) => harness.call(handler, body);
beforeEach(() => harness.model.reset(completionReply('{"description":"Un fjord à parcourir."}')));

test('a call is counted once, under the name of its function', async () => {
  expect((await generate()).status).toBe(200);
  expect(harness.supabase.counted).toEqual(['generate-description']);
});

test('a refused body is not counted', async () => {
  expect((await generate({ title: '' })).status).toBe(400);
  expect(harness.supabase.counted).toEqual([]);
});

test("a call above the limit is 429 with the database's message, and the provider is not called", async () => {
  const message = 'Vous avez fait beaucoup de demandes en peu de temps.';
  harness.supabase.counter = (response) => sendJson(response, 429, { code: 'PT429', message });
  expect(await generate()).toMatchObject({ status: 429, body: { error: message, code: 'too_many_calls' } });
  expect(harness.model.calls).toEqual([]);
});

test('a 429 without a message still has a French one', async () => {
  harness.supabase.counter = (response) => response.writeHead(429).end('<html>');
  expect((await generate()).body.error).toMatch(/Veuillez patienter/);
});

test.each([
  ['an error', (response: import('node:http').ServerResponse) => sendJson(response, 500, {})],
  ['a cut connection', (response: import('node:http').ServerResponse) => response.destroy()],
  ['silence', () => undefined],
])('%s of the counter is 503, and the provider is not called', async (_, counter) => {
  harness.shortenTimeouts(300);
  harness.supabase.counter = (response) => void counter(response);
  expect(await generate()).toMatchObject({ status: 503, body: { code: 'call_not_counted' } });
  expect(harness.model.calls).toEqual([]);
  expect(harness.logs).toMatchObject([{ code: 'call_not_counted' }]);
});
