import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareHarness } from '../_testing/harness.ts';
import { sendJson, startServer, type TestServer } from '../_testing/http-server.ts';
import { handler } from './handler.ts';

const harness = prepareHarness();
let roads: TestServer;
let asked: string[];
let table: unknown;

beforeEach(async () => {
  asked = [];
  roads = await startServer((request, response) => {
    asked.push(request.url ?? '');
    sendJson(response, 200, table);
  });
  harness.setEnv({ ROUTING_URL: roads.url });
});
afterEach(() => roads.close());

const places = [
  { latitude: 47.6547, longitude: -70.1525 },
  { latitude: 47.688, longitude: -70.229 },
  { latitude: 47.441, longitude: -70.499 },
];
const call = (body: object = { places }) => harness.call(handler, body);

test('from each place to the next, by one table; none where there is no road', async () => {
  table = {
    code: 'Ok',
    distances: [
      [0, 12_345, 61_000],
      [12_400, 0, null],
      [61_000, 50_000, 0],
    ],
    durations: [
      [0, 899, 3_960],
      [899, 0, 100],
      [3_960, 3_000, 0],
    ],
  };
  expect(await call()).toMatchObject({
    status: 200,
    body: { legs: [{ km: 12.3, minutes: 15 }, null], warning: null },
  });
  expect(asked).toEqual([
    '/table/v1/driving/-70.15250,47.65470;-70.22900,47.68800;-70.49900,47.44100?annotations=distance,duration',
  ]);
  expect(harness.supabase.counted).toEqual(['trip-legs']);
});

test('without a server nothing is asked; of an answer of another size nothing is used', async () => {
  table = { code: 'Ok', distances: [[0, 1, 2]], durations: [[0, 1, 2]] };
  expect((await call()).body).toMatchObject({ legs: [], warning: expect.stringContaining('vol d’oiseau') });
  harness.setEnv({ ROUTING_URL: undefined });
  expect((await call()).body).toEqual({ legs: [], warning: null });
  expect(asked).toHaveLength(1);
});

test.each([
  { places: places.slice(0, 1) },
  { places: [{ latitude: 0, longitude: 0 }, ...places] },
  { places: Array.from({ length: 41 }, () => places[0]) },
  {},
])('%j is no round of Québec', async (body) => {
  expect((await call(body)).status).toBe(400);
  expect(asked).toEqual([]);
});
