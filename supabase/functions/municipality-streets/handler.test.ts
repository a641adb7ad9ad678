import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareHarness } from '../_testing/harness.ts';
import { sendJson, startServer, type TestServer } from '../_testing/http-server.ts';
import { handler } from './handler.ts';

const harness = prepareHarness();
let map: TestServer;
let asked: URLSearchParams[];
let agents: (string | undefined)[];
let status: number;
let answer: object;
let kept: Record<string, unknown>[];

beforeEach(async () => {
  [asked, agents, kept, status] = [[], [], [], 200];
  map = await startServer((request, response, body) => {
    asked.push(new URLSearchParams(body));
    agents.push(request.headers['user-agent']);
    sendJson(response, status, answer);
  });
  harness.setEnv({ OVERPASS_URL: map.url });
  harness.supabase.data = (address, body) => {
    if (address.includes('overpass_answers')) return kept;
    if (address.includes('take_overpass_slot')) return true;
    if (address.includes('store_overpass_answer'))
      kept = [{ answer: JSON.parse(body).found, stored_at: new Date().toISOString() }];
    return null;
  };
});
afterEach(() => map.close());

const place = { latitude: 48.45, longitude: -68.52 };
const streetWay = (id: number, name: string, ...places: [number, number][]) => ({
  ...{ type: 'way', id, tags: { name, highway: 'residential' } },
  geometry: places.map(([lat, lon]) => ({ lat, lon })),
});

test('the named streets of the town, their parts together, asked once under our name', async () => {
  answer = {
    elements: [
      streetWay(1, 'Rue du Parc', [48.4500001, -68.5], [48.46, -68.51]),
      streetWay(2, 'Avenue Rouleau', [48.45, -68.5], [48.46, -68.5]),
      streetWay(3, 'Rue du Parc', [48.46, -68.51], [48.47, -68.52]),
      { type: 'way', id: 4, tags: { highway: 'residential' }, geometry: [] },
      { type: 'way', id: 5, tags: { name: 'Sans ligne' } },
    ],
  };
  const { status: code, body } = await harness.call(handler, place);
  expect(code).toBe(200);
  expect(body.streets).toEqual([
    {
      name: 'Avenue Rouleau',
      lines: [
        [
          [-68.5, 48.45],
          [-68.5, 48.46],
        ],
      ],
    },
    {
      name: 'Rue du Parc',
      lines: [
        [
          [-68.5, 48.45],
          [-68.51, 48.46],
        ],
        [
          [-68.51, 48.46],
          [-68.52, 48.47],
        ],
      ],
    },
  ]);
  expect(asked[0]?.get('data')).toContain('is_in(48.45000,-68.52000)');
  expect(agents[0]).toMatch(/^Territoire360\//);
  // The second answer comes from the cache.
  expect((await harness.call(handler, place)).body.streets).toEqual(body.streets);
  expect(asked).toHaveLength(1);
});

test.each([
  [504, /temps/],
  [406, /refuse/],
  [500, /ne répond pas/],
])('an answer %i is said in French, and nothing is kept', async (code, reason) => {
  [status, answer] = [code, {}];
  const refused = await harness.call(handler, place);
  expect(refused.status).toBe(503);
  expect(JSON.stringify(refused.body)).toMatch(reason);
  expect(kept).toEqual([]);
});

test.each([{}, { latitude: 0, longitude: 0 }, { latitude: '48', longitude: -68 }])(
  '%j is no place of Québec',
  async (body) => {
    expect((await harness.call(handler, body)).status).toBe(400);
    expect(asked).toEqual([]);
  },
);
