import { describe, expect, test } from 'vitest';
import { prepareEcho } from '../_testing/echo-function.ts';
import { plainUserToken } from '../_testing/fake-supabase.ts';
import { type CallOptions, prepareHarness } from '../_testing/harness.ts';

const harness = prepareHarness();
const echo = prepareEcho();
const asAdmin = (body: unknown, options: CallOptions = {}) => harness.call(echo.handler, body, options);

describe('the body', () => {
  test.each([
    ['no body', ''],
    ['broken JSON', '{"title":'],
    [
      'bytes that are not UTF-8',
      new Uint8Array([...new TextEncoder().encode('{"title":"'), 0xff, 0x22, 0x7d]),
    ],
    ['an array', '[{"title":"x"}]'],
    ['null', 'null'],
    ['a text', '"title"'],
  ])('%s is 400', async (_, rawBody) => {
    expect(await asAdmin(null, { rawBody })).toMatchObject({ status: 400, body: { code: 'invalid_json' } });
    expect(echo.handled).toEqual([]);
  });

  test('a broken rule is 400 with its own French message, the first one only', async () => {
    expect(await asAdmin({ title: '', note: 'trop long' })).toMatchObject({
      status: 400,
      body: { error: 'Le titre est requis', code: 'invalid_body' },
    });
  });

  test('a rule without a message of its own gets a French one', async () => {
    const { body } = await asAdmin({ title: 'x', note: 'trop long' });
    expect(body.error).toMatch(/^Trop grand/);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json-patch+json', ''])(
    'content type « %s » is 415',
    async (type) => {
      const answer = await asAdmin({ title: 'x' }, { headers: { 'content-type': type } });
      expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
      expect(echo.handled).toEqual([]);
    },
  );

  test('a content type with a charset passes', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
    expect(await asAdmin({ title: 'x' }, { headers })).toMatchObject({ status: 200 });
  });

  test('1 MB by Content-Length is 413 before reading a byte', async () => {
    let pulled = 0;
    const rawBody = stream(() => {
      pulled += 1;
    });
    const answer = await asAdmin(null, { rawBody, headers: { 'content-length': '1048576' } });
    expect(answer).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
    // A stream fills its own queue of one chunk when it is made.
    expect(pulled).toBeLessThanOrEqual(1);
  });

  test('1 MB without Content-Length is cut soon after 64 kB', async () => {
    let pulled = 0;
    const rawBody = stream(() => {
      pulled += 1;
    });
    expect(await asAdmin(null, { rawBody })).toMatchObject({ status: 413 });
    expect(pulled).toBeGreaterThan(64);
    expect(pulled).toBeLessThan(80);
    expect(echo.handled).toEqual([]);
  });

  test('a body that breaks off is 400, not 500', async () => {
    const rawBody = new ReadableStream({ pull: (controller) => controller.error(new Error('cut')) });
    expect(await asAdmin(null, { rawBody })).toMatchObject({
      status: 400,
      body: { code: 'unreadable_body' },
    });
  });

  test('the body is not read before the role is known', async () => {
    const answer = await harness.call(echo.handler, null, { token: plainUserToken, rawBody: '{"broken' });
    expect(answer.status).toBe(403);
  });

  test('keys that the schema does not name are dropped', async () => {
    // As text, because `__proto__` in an object literal is no key and would not be sent.
    const rawBody = '{"title":"x","to":"victime@example.com","__proto__":{"admin":true}}';
    expect(await asAdmin(null, { rawBody })).toMatchObject({ status: 200 });
    const body = echo.handled[0]?.body as Record<string, unknown>;
    expect(Object.getOwnPropertyNames(body)).toEqual(['title']);
    expect(body.admin).toBeUndefined();
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
  });
});

/** Makes a stream of 1 MB in chunks of 1 kB. */
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
