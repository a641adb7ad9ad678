import { afterEach, beforeEach, expect, test } from 'vitest';
import { plainUserToken } from '../_testing/fake-supabase.ts';
import { prepareHarness } from '../_testing/harness.ts';
import { startServer, type TestServer } from '../_testing/http-server.ts';
import { handler } from './handler.ts';

const harness = prepareHarness();
let register: TestServer;
let asked: (string | undefined)[];
let answer: { status: number; bytes: Buffer; headers?: Record<string, string> };

beforeEach(async () => {
  asked = [];
  answer = { status: 200, bytes: Buffer.from('"munnom"\n"Percé"\n') };
  register = await startServer((request, response) => {
    asked.push(request.url);
    response.writeHead(answer.status, answer.headers).end(answer.bytes);
  });
  harness.setEnv({ REGISTER_URL: `${register.url}/repertoire/` });
});
afterEach(() => register.close());

const call = (body: object = { file: 'MUN.csv' }, token?: string) =>
  harness.call(handler, body, token ? { token } : {});

test('the file as it is published, with its date', async () => {
  answer.headers = { 'last-modified': 'Mon, 05 Oct 2026 12:00:00 GMT' };
  expect(await call()).toMatchObject({
    status: 200,
    body: { name: 'MUN.csv', text: '"munnom"\n"Percé"\n', modifiedAt: '2026-10-05T12:00:00.000Z' },
  });
  expect(asked).toEqual(['/repertoire/MUN.csv']);
  expect(harness.supabase.counted).toEqual(['download-register']);
});

test('Windows-1252 is read too, and a missing date is none', async () => {
  answer.bytes = Buffer.from('Percé', 'latin1');
  expect((await call({ file: 'MRC_CM_Arg.csv' })).body).toEqual({
    name: 'MRC_CM_Arg.csv',
    text: 'Percé',
    modifiedAt: null,
  });
});

test.each([{ file: '../secret' }, { file: 'https://ailleurs.example/MUN.csv' }, {}, { file: null }])(
  '%j is no file of the register',
  async (body) => {
    expect((await call(body)).status).toBe(400);
    expect(asked).toEqual([]);
  },
);

test('nobody but an administrator', async () => {
  expect((await call(undefined, plainUserToken)).status).toBe(403);
  expect(asked).toEqual([]);
});

test.each([
  ['an error', () => (answer.status = 503)],
  [
    'a redirect, which nobody chose',
    () => (answer = { ...answer, status: 302, headers: { location: '/x' } }),
  ],
  ['far too much', () => (answer.bytes = Buffer.alloc(13 * 1024 * 1024))],
  ['nobody there', () => harness.setEnv({ REGISTER_URL: 'http://127.0.0.1:1' })],
])('%s: 502 in French', async (_what, arrange) => {
  arrange();
  const { status, body } = await call();
  expect([status, body.code]).toEqual([502, 'register_unreachable']);
  expect(body.error).toContain('Rien n’a été modifié');
});
