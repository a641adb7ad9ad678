import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { publishDue } from '../_shared/publication.ts';
import { adminId } from '../_testing/fake-supabase.ts';
import { prepareHarness } from '../_testing/harness.ts';
import { sendJson, startServer, type TestServer } from '../_testing/http-server.ts';
import { handler } from './handler.ts';

const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const secret = '/build_hooks/un-secret-de-vingt-lettres';

const harness = prepareHarness();
/** Stands in for the site's host: its build hook and the published site. */
let host: TestServer;
let hookStatus: number;
let isSilent: boolean;
let stamp: string;
let asked: string[];
/** Calls of database functions, in order. */
let calls: [name: string, body: Record<string, unknown>][];
let open: object[];
let due: object | null;

beforeAll(async () => {
  host = await startServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    asked.push(`${request.method} ${pathname}`);
    if (pathname === '/publication.json') return response.writeHead(200).end(stamp);
    if (isSilent) return;
    response.writeHead(hookStatus, { location: 'https://ailleurs.example/' }).end('fait');
  });
});
afterAll(() => host.close());

beforeEach(() => {
  [hookStatus, isSilent, asked, calls] = [200, false, [], []];
  [open, due, stamp] = [[{ id }], { id, attempts: 1 }, '{"readAt":"2026-11-23T14:30:00+00:00"}'];
  harness.setEnv({ SITE_BUILD_HOOK_URL: host.url + secret, PUBLISHED_SITE_URL: host.url });
  harness.supabase.data = (url, body) => {
    const [, name] = /\/rest\/v1\/rpc\/(\w+)/.exec(url) ?? [];
    if (!name) return url.startsWith('/rest/v1/publications') ? open : undefined;
    calls.push([name, JSON.parse(body)]);
    return name === 'claim_publication' ? due : id;
  };
});

const outcome = () => calls.find(([name]) => name === 'finish_publication_attempt')?.[1];

test('a press asks for a publication as that administrator, and the host to build', async () => {
  expect(await harness.call(handler, { now: true })).toMatchObject({
    status: 200,
    body: { publication: id },
  });
  expect(calls).toEqual([
    ['request_publication', { person: adminId }],
    ['claim_publication', { seen: '2026-11-23T14:30:00+00:00' }],
    ['finish_publication_attempt', { publication: id, attempt: 1, outcome: 'accepted' }],
  ]);
  expect(asked).toEqual(['GET /publication.json', `POST ${secret}`]);
});

test('nothing waits, nothing is asked; what another worker took neither', async () => {
  open = [];
  await publishDue(harness.dependencies);
  expect([calls, asked]).toEqual([[], []]);
  [open, due] = [[{ id }], null];
  await publishDue(harness.dependencies);
  expect(asked).toEqual(['GET /publication.json']);
});

test.each(['<html>une page</html>', '{"readAt":null}', '{"readAt":"hier"}', 'x'.repeat(9_000)])(
  'a site online that says %.20s says nothing',
  async (text) => {
    stamp = text;
    await publishDue(harness.dependencies);
    expect(calls[0]).toEqual(['claim_publication', { seen: null }]);
  },
);

describe('a host that does not build', () => {
  test.each([
    [404, 'rejected', /refuse la demande.*inexacte.*réponse 404/],
    [401, 'rejected', /réponse 401/],
    [302, 'rejected', /réponse 302/],
    [503, 'retry', /n’a pas pu commencer la construction \(réponse 503\)/],
    [429, 'retry', /réponse 429/],
  ])('answers %s: %s, in French, without its secret address', async (status, kind, why) => {
    hookStatus = status;
    await publishDue(harness.dependencies);
    expect(outcome()).toMatchObject({ outcome: kind, why: expect.stringMatching(why) });
    expect(JSON.stringify([calls, harness.logs])).not.toContain('build_hooks');
    // A redirect is not followed, because it could lead anywhere.
    expect(asked).toEqual(['GET /publication.json', `POST ${secret}`]);
  });

  test('is silent: tried again later', async () => {
    isSilent = true;
    harness.shortenTimeouts(300);
    await publishDue(harness.dependencies);
    expect(outcome()).toMatchObject({
      outcome: 'retry',
      why: 'L’hébergeur n’a pas répondu en dix secondes.',
    });
  });

  test('is unreachable: tried again later', async () => {
    harness.setEnv({ SITE_BUILD_HOOK_URL: 'http://127.0.0.1:1/hook' });
    await publishDue(harness.dependencies);
    expect(outcome()).toMatchObject({ outcome: 'retry', why: 'L’hébergeur est injoignable.' });
  });
});

test('without the address: it waits, and the screen is told exactly what to set', async () => {
  harness.setEnv({ SITE_BUILD_HOOK_URL: ' ' });
  await publishDue(harness.dependencies);
  expect(outcome()).toMatchObject({
    outcome: 'unset',
    why: expect.stringMatching(/SITE_BUILD_HOOK_URL, dans les secrets des fonctions/),
  });
});

test.each([
  ['http://hebergeur.example/hook', undefined],
  ['ftp://127.0.0.1/hook', undefined],
  ['pas une adresse', undefined],
  // A hosted project must not call servers on its own machine.
  ['http://127.0.0.1:8080/hook', 'https://abc.supabase.co'],
])('%s is no address to ask at', async (address, project) => {
  harness.setEnv({ SITE_BUILD_HOOK_URL: address, ...(project ? { SUPABASE_URL: project } : {}) });
  const to = (url: string) => (project ? url.replace(project, harness.supabase.url) : url);
  await publishDue({ ...harness.dependencies, fetch: (url, init) => fetch(to(url), init) });
  expect(outcome()).toMatchObject({ outcome: 'rejected', why: expect.stringContaining('https') });
  expect(asked).toEqual(['GET /publication.json']);
});

test('a database that fails is a French error, and nobody is asked', async () => {
  harness.supabase.failData = (response) => sendJson(response, 500, {});
  const { status, body } = await harness.call(handler, { now: true });
  expect([status, typeof body.error]).toEqual([503, 'string']);
  expect(asked).toEqual([]);
});
