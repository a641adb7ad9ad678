import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { FunctionCallError, invokeFunction } from './functions';

/** Replaces `fetch`. */
const network = vi.hoisted(() => {
  const state = {
    answer: async () => new Response(),
    sent: [] as { url: string; body: unknown }[],
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    state.sent.push({ url: String(url), body: JSON.parse(String(init.body)) });
    init.signal?.throwIfAborted();
    return state.answer();
  });
  return state;
});

const json = (status: number, body: unknown) => async () =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const call = (signal?: AbortSignal) =>
  invokeFunction(
    'generate-description',
    { title: 'Fjord' },
    { fallback: 'Rien reçu', ...(signal ? { signal } : {}) },
  );

beforeEach(() => {
  network.sent = [];
});
// The next file of this process has a network of its own.
afterAll(() => void vi.unstubAllGlobals());

it('gives back what the function answered', async () => {
  network.answer = json(200, { description: 'Un fjord' });
  expect(await call()).toEqual({ description: 'Un fjord' });
  expect(network.sent).toEqual([
    { url: 'http://127.0.0.1:1/functions/v1/generate-description', body: { title: 'Fjord' } },
  ]);
});

it("carries the server's own French words and its status", async () => {
  network.answer = json(429, { error: 'Patientez quelques minutes.', code: 'too_many_calls' });
  const error = await call().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(FunctionCallError);
  expect(error).toMatchObject({
    message: 'Patientez quelques minutes.',
    status: 429,
    code: 'too_many_calls',
  });
});

it.each([
  ['a page', async () => new Response('<html>', { status: 502 }), 502],
  ['JSON without words', json(500, { message: 'boom' }), 500],
  ['no answer', async () => Promise.reject(new TypeError('Failed to fetch')), undefined],
])('says the fallback for %s', async (_, reply, status) => {
  network.answer = reply;
  await expect(call()).rejects.toMatchObject({ message: 'Rien reçu', status });
});

it('rejects with the reason of the one who gave up', async () => {
  const aborted = new AbortController();
  aborted.abort();
  await expect(call(aborted.signal)).rejects.toMatchObject({ name: 'AbortError' });
});
