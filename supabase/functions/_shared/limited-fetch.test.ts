import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { prepareHarness } from '../_testing/harness.ts';
import { startServer, type TestServer } from '../_testing/http-server.ts';
import { limitedFetch } from './limited-fetch.ts';
import { readLimited, SizeLimitExceeded } from './read-limited.ts';

const { dependencies } = prepareHarness();
const limits = { timeoutMs: 2_000, maxBytes: 1_000 };
const paths: string[] = [];
const closed: (string | undefined)[] = [];
let server: TestServer;

beforeAll(async () => {
  server = await startServer((request, response) => {
    paths.push(request.url ?? '');
    response.on('close', () => closed.push(request.url));
    if (request.url === '/short') return response.end('é'.repeat(500));
    if (request.url === '/long') return response.end('a'.repeat(1_001));
    if (request.url === '/moved') return response.writeHead(307, { location: '/secret' }).end();
    if (request.url === '/flood') return flood(response);
    if (request.url === '/drip') return response.write('a');
    if (request.url === '/cut') return response.write('a', () => response.destroy());
    return undefined;
  });
});
afterAll(() => server.close());

/** Writes until the client closes the connection. */
function flood(response: ServerResponse): void {
  const more = () => {
    while (response.writable && response.write('a'.repeat(16_384)));
  };
  response.on('drain', more);
  more();
}

test('an answer within the limits is read whole', async () => {
  const answer = await limitedFetch(dependencies, `${server.url}/short`, {}, limits);
  expect(answer).toMatchObject({ status: 200, ok: true, text: 'é'.repeat(500) });
});

test('one byte over the limit is a failure, not a cut text', async () => {
  await expect(limitedFetch(dependencies, `${server.url}/long`, {}, limits)).rejects.toMatchObject({
    kind: 'too_large',
  });
});

test('an endless answer is cancelled at its source', async () => {
  await expect(limitedFetch(dependencies, `${server.url}/flood`, {}, limits)).rejects.toMatchObject({
    kind: 'too_large',
  });
  await vi.waitFor(() => expect(closed).toContain('/flood'));
});

test('a redirect is an answer, and is not followed', async () => {
  paths.length = 0;
  const answer = await limitedFetch(dependencies, `${server.url}/moved`, {}, limits);
  expect(answer.ok).toBe(false);
  expect(paths).toEqual(['/moved']);
});

test.each([
  ['before the answer', '/hang'],
  ['in the middle of the answer', '/drip'],
])('a server that stops %s meets the time limit', async (_, path) => {
  const short = { ...limits, timeoutMs: 100 };
  await expect(limitedFetch(dependencies, server.url + path, {}, short)).rejects.toMatchObject({
    kind: 'timeout',
  });
});

test('a client that disconnects is distinguished from a timeout', async () => {
  const controller = new AbortController();
  const pending = limitedFetch(
    dependencies,
    `${server.url}/hang`,
    {},
    { ...limits, signal: controller.signal },
  );
  controller.abort();
  await expect(pending).rejects.toMatchObject({ kind: 'aborted' });
});

test('the timeout of the caller counts as a timeout', async () => {
  const signal = AbortSignal.timeout(50);
  await expect(
    limitedFetch(dependencies, `${server.url}/hang`, {}, { ...limits, signal }),
  ).rejects.toMatchObject({ kind: 'timeout' });
});

test.each([
  ['a closed port', 'http://127.0.0.1:1/'],
  ['no address at all', 'nowhere'],
])('%s is unreachable', async (_, url) => {
  await expect(limitedFetch(dependencies, url, {}, limits)).rejects.toMatchObject({ kind: 'unreachable' });
});

test('a connection cut in the middle is unreachable', async () => {
  await expect(limitedFetch(dependencies, `${server.url}/cut`, {}, limits)).rejects.toMatchObject({
    kind: 'unreachable',
  });
});

test('a failure contains no header: the message of the runtime would hold a key with a line break', async () => {
  const headers = { authorization: 'Bearer sk-secret\nx' };
  const failure = await limitedFetch(dependencies, `${server.url}/short`, { headers }, limits).catch(
    (error) => error,
  );
  expect(failure).toMatchObject({ kind: 'unreachable' });
  expect(`${failure.message}${failure.stack}${failure.cause ?? ''}`).not.toContain('sk-secret');
});

test('an answer in tiny chunks is left, however few its bytes', async () => {
  let sent = 0;
  const chunks = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1;
      controller.enqueue(new Uint8Array(1));
      if (sent === 160_000) controller.close();
    },
  });
  await expect(readLimited(chunks, 1_000_000)).rejects.toThrow(SizeLimitExceeded);
  expect(sent).toBeLessThan(60_000);
});
