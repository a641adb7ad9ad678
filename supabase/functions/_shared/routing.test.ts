import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prepareHarness } from '../_testing/harness.ts';
import { sendJson, startServer, type TestServer } from '../_testing/http-server.ts';
import { askRoutes } from './routing.ts';

const harness = prepareHarness();
const startPlace = { latitude: 47.6547, longitude: -70.1525 };
const places = [
  { latitude: 47.688, longitude: -70.229 },
  { latitude: 47.441, longitude: -70.499 },
];

type Reply = Parameters<typeof startServer>[0];
let server: TestServer;
let other: TestServer;
let reply: Reply;
let asked: string[];
let strayed: string[];
beforeAll(async () => {
  server = await startServer((request, response, body) => {
    asked.push(request.url ?? '');
    reply(request, response, body);
  });
  other = await startServer((request, response) => {
    strayed.push(request.url ?? '');
    response.end();
  });
});
afterAll(() => Promise.all([server.close(), other.close()]));
beforeEach(() => {
  asked = [];
  strayed = [];
  harness.setEnv({ ROUTING_URL: `${server.url}/osrm/` });
  reply = answers({ code: 'Ok', distances: [[0, 12_345, 61_000]], durations: [[0, 899, 3_960]] });
});

const answers =
  (value: unknown): Reply =>
  (_request, response) =>
    sendJson(response, 200, value);
const askLegs = () => askRoutes(harness.dependencies, startPlace, places);
const refused = { legs: [], warning: expect.stringContaining('à vol d’oiseau') };

test('one table for all, by longitude and latitude, in kilometres and minutes', async () => {
  expect(await askLegs()).toEqual({
    legs: [
      { km: 12.3, minutes: 15 },
      { km: 61, minutes: 66 },
    ],
    warning: null,
  });
  expect(asked).toEqual([
    '/osrm/table/v1/driving/-70.15250,47.65470;-70.22900,47.68800;-70.49900,47.44100?annotations=distance,duration&sources=0',
  ]);
});

test('a place without a road has none', async () => {
  reply = answers({ code: 'Ok', distances: [[0, null, 61_000]], durations: [[0, null, 3_960]] });
  expect((await askLegs()).legs).toEqual([null, { km: 61, minutes: 66 }]);
});

test('without a server nothing is asked, and nothing is said', async () => {
  harness.setEnv({ ROUTING_URL: undefined });
  expect(await askLegs()).toEqual({ legs: [], warning: null });
});

describe('a server that does not answer as it should is said, and nothing of it is used', () => {
  test.each<[string, Reply]>([
    ['an outage', (_request, response) => response.writeHead(500).end()],
    ['a page', (_request, response) => response.end('<html>')],
    ['another shape', answers({ code: 'Ok', distances: 'non', durations: [[0]] })],
    ['too few', answers({ code: 'Ok', distances: [[0, 1]], durations: [[0, 1]] })],
    ['less than nothing', answers({ code: 'Ok', distances: [[0, -1, 2]], durations: [[0, 1, 2]] })],
    ['its own refusal', answers({ code: 'NoTable', message: 'no' })],
    ['a flood', (_request, response) => response.end('x'.repeat(600 * 1024))],
    ['a dead line', (_request, response) => response.destroy()],
    [
      'a redirection, which is not followed',
      (_request, response) => response.writeHead(302, { location: other.url }).end(),
    ],
  ])('%s', async (_, how) => {
    reply = how;
    expect(await askLegs()).toEqual(refused);
    expect(strayed).toEqual([]);
  });

  test('silence', async () => {
    harness.shortenTimeouts(150);
    reply = () => undefined;
    expect(await askLegs()).toEqual(refused);
  });

  test.each([
    'file:///etc/passwd',
    'ftp://routes.test',
    'https://moi:secret@routes.test',
    'routes.test',
    'http://[::1',
  ])('the setting « %s » is no address of a server', async (setting) => {
    harness.setEnv({ ROUTING_URL: setting });
    expect(await askLegs()).toEqual(refused);
    expect(asked).toEqual([]);
  });
});
