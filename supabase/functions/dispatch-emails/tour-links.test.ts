import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Network } from '../_shared/network.ts';
import { prepareHarness } from '../_testing/harness.ts';
import { startServer, type TestServer } from '../_testing/http-server.ts';
import { checkTourLinks } from './tour-links.ts';

const harness = prepareHarness();
const tour_id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
let server: TestServer;
/** Fake answers by « METHOD host/path »: a status, or the target of a redirect. */
let answers: Record<string, number | string>;
let asked: string[];
let agents: Set<string>;
let recorded: Record<string, unknown>[];
let urls: string[];

beforeAll(async () => {
  server = await startServer((request, response) => {
    const what = `${request.method} ${request.headers.host}${request.url}`;
    asked.push(what);
    agents.add(String(request.headers['user-agent']));
    const answer = answers[what] ?? answers[`* ${request.headers.host}${request.url}`];
    if (answer === undefined) return request.socket.destroy();
    if (typeof answer === 'string') return response.writeHead(302, { location: answer }).end();
    response.writeHead(answer, { 'content-length': '5' }).end('bravo');
  });
});
afterAll(() => server.close());

/** Resolves every public name to this test's server. */
const net: Network = {
  resolve: async (name) => (name.startsWith('interne') ? ['10.0.0.1'] : ['93.184.215.14']),
  connect: () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port) }, () =>
        resolve(socket),
      );
      socket.once('error', reject);
    }),
};

beforeEach(() => {
  [answers, asked, agents, recorded] = [{}, [], new Set(), []];
  harness.supabase.data = (url, body) => {
    if (url.endsWith('rpc/claim_tour_links')) return urls.map((one) => ({ tour_id, url: one }));
    if (!url.endsWith('rpc/record_tour_link')) return undefined;
    recorded.push(JSON.parse(body));
    return null;
  };
});

async function check(url: string) {
  urls = [url];
  await checkTourLinks({ ...harness.dependencies, net });
  return recorded[0];
}

test('asks by HEAD, says who asks, and a page that opens has no reason', async () => {
  answers = { 'HEAD visites.example/phare': 200 };
  expect(await check('http://visites.example/phare')).toEqual({
    tour: tour_id,
    asked: 'http://visites.example/phare',
    answered: 200,
    why: null,
  });
  expect(asked).toEqual(['HEAD visites.example/phare']);
  expect([...agents]).toEqual(['Territoire360/1.0 (+https://visites.example.ca)']);
});

test.each([405, 501, 404, 403])('a server that answers %s to HEAD is asked by GET', async (status) => {
  answers = { 'HEAD visites.example/': status, 'GET visites.example/': 200 };
  expect(await check('http://visites.example/')).toMatchObject({ answered: 200, why: null });
});

test.each([
  [404, 'La page n’existe plus (réponse 404).'],
  [410, 'La page n’existe plus (réponse 410).'],
  [500, 'Le site est en panne (réponse 500).'],
  // The server refuses robots, but a person may see the tour.
  [403, null],
  [429, null],
])('%s: %s', async (status, why) => {
  answers = { '* visites.example/': status };
  expect(await check('http://visites.example/')).toMatchObject({ answered: status, why });
});

test('a server that hangs up, and a name that nobody knows', async () => {
  expect(await check('http://visites.example/')).toMatchObject({
    answered: null,
    why: 'Le site ne répond pas.',
  });
});

test('redirects are followed, so many and no more, and each is guarded', async () => {
  answers = { '* visites.example/': 'http://autre.example/ici', '* autre.example/ici': 404 };
  expect(await check('http://visites.example/')).toMatchObject({ answered: 404 });
  recorded = [];
  answers = { '* visites.example/': 'http://visites.example/' };
  expect(await check('http://visites.example/')).toMatchObject({ why: 'L’adresse redirige sans fin.' });
  recorded = [];
  for (const inner of [
    'http://interne.example/',
    'http://127.0.0.1/',
    'http://[::1]/',
    'file:///etc/passwd',
  ]) {
    asked = [];
    answers = { '* visites.example/': inner };
    expect(await check('http://visites.example/')).toMatchObject({
      why: 'L’adresse n’est pas celle d’un site public.',
    });
    expect(asked).toEqual(['HEAD visites.example/']);
    recorded = [];
  }
});

test('an address that cannot be read is told, and holds nothing back', async () => {
  expect(await check('http://[visites')).toMatchObject({ answered: null, why: 'L’adresse est mal écrite.' });
});

test('a private address is never asked', async () => {
  expect(await check('http://interne.example/visite')).toMatchObject({
    answered: null,
    why: 'L’adresse n’est pas celle d’un site public.',
  });
  expect(asked).toEqual([]);
});
