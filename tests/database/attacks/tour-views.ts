import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { proofSize } from '../../unit/proof-size.ts';
import type { Answer, Check, Engine, Role, Row } from '../engines/engine.ts';
import { atOnce } from '../engines/simultaneous.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { snapshot, withRows } from '../fixtures/tables.ts';

const tours = rowFactoryOf('virtual_tours');
const browser = (index = 0) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/14${index}.0 Safari/537.36`;

type Visit = {
  tour?: number | string;
  address?: string;
  role?: Role;
  agent?: string;
  headers?: Record<string, string>;
};

function open(
  engine: Engine,
  { tour = 0, address, role = 'visitor', agent = browser(), headers }: Visit = {},
): Promise<Answer> {
  const tour_id = typeof tour === 'number' ? tours.row(tour, engine.people).id : tour;
  return engine.request(role, {
    ...{ method: 'POST', path: '/rest/v1/rpc/count_tour_view', body: { tour_id } },
    ...(address ? { address } : {}),
    headers: { 'user-agent': agent, ...headers },
  });
}

/** Number of views counted, in the total and in the day's line alike. Row 0 starts at 1 view. */
async function countedViews(engine: Engine, tour = 0): Promise<number> {
  const { id, view_count: start } = tours.row(tour, engine.people);
  const row = (await snapshot(engine, tours)).find((candidate) => candidate.id === id);
  const days = await snapshot(engine, rowFactoryOf('tour_views'));
  const daily = days.filter(({ tour_id }) => tour_id === id).reduce((sum, day) => sum + Number(day.views), 0);
  equal(daily, Number(row?.view_count) - Number(start), 'the total and the days disagree');
  return daily;
}

function check(name: string, run: (engine: Engine) => Promise<void>, needs?: Check['needs']): Check {
  return {
    name: `attack · tour views · ${name}`,
    object: 'tour_views',
    needs,
    run: (engine) => withRows(engine, tours, [0, 1, 2], () => run(engine)),
  };
}

/** The only way in which a stranger moves `view_count`. */
export const attacksOnTourViews: Check[] = [
  check('the same person ten times on one day · counted once', async (engine) => {
    for (let time = 0; time < 10; time++) equal((await open(engine)).status, 204);
    equal(await countedViews(engine), 1);
    await open(engine, { role: 'user' });
    await open(engine, { role: 'admin' });
    equal(await countedViews(engine), 1);
    await open(engine, { address: '198.51.100.201' });
    equal(await countedViews(engine), 2);
  }),
  check(
    'hundreds of forged calls from an address · five at most, another address counted',
    async (engine) => {
      for (let index = 0; index < proofSize(50, 500); index++)
        await open(engine, { agent: `${browser()} forge/${index}` });
      equal(await countedViews(engine), 5);
      await open(engine, { address: '198.51.100.202' });
      equal(await countedViews(engine), 6);
    },
  ),
  check('addresses forged in the headers · do not help', async (engine) => {
    for (let index = 0; index < 20; index++) {
      const forged = `192.0.2.${index}`;
      await open(engine, { headers: { 'x-forwarded-for': forged, 'cf-connecting-ip': forged } });
    }
    equal(await countedViews(engine), 1);
  }),
  check('robots, prefetches and nameless clients · not counted', async (engine) => {
    const robots = [
      '',
      'Googlebot/2.1 (+http://www.google.com/bot.html)',
      'curl/8.5.0',
      'Twitterbot/1.0',
      'python-requests/2.32',
    ];
    for (const agent of [...robots, `${browser()} HeadlessChrome/140`]) await open(engine, { agent });
    await open(engine, { headers: { 'sec-purpose': 'prefetch;prerender' } });
    equal(await countedViews(engine), 0);
    await open(engine);
    equal(await countedViews(engine), 1);
  }),
  check('draft, archived and unknown tour · nothing, and the same answer', async (engine) => {
    const answers = [];
    for (const tour of [1, 2, 'f0000000-0000-4000-8000-000000000000', 0]) {
      const { status, text } = await open(engine, { tour });
      answers.push([status, text]);
    }
    deepEqual(answers, Array(4).fill([204, '']));
    deepEqual(
      [await countedViews(engine, 1), await countedViews(engine, 2), await countedViews(engine)],
      [0, 0, 1],
    );
  }),
  check('the day after · counted again, and the traces of the day before deleted', async (engine) => {
    await open(engine);
    await engine.sql(
      'update private.tour_visitors set day = day - 1; update public.tour_views set day = day - 1',
    );
    await open(engine);
    equal(await countedViews(engine), 2);
    const [kept] = await engine.sql('select count(*)::int as traces from private.tour_visitors', []);
    equal(kept?.traces, 1);
  }),
  check('the traces · hashed, no address, no browser name', async (engine) => {
    await open(engine);
    const [trace] = await engine.sql('select visitor, address from private.tour_visitors', []);
    for (const value of Object.values(trace ?? { none: '' }))
      equal(/^[0-9a-f]{64}$/.test(String(value)), true);
  }),
  check(
    'a view changes only the count · neither the date of the last change nor anything else',
    async (engine) => {
      const read = async () =>
        (
          await engine.sql<Row>('select * from public.virtual_tours where id = $1', [
            tours.row(0, engine.people).id,
          ])
        )[0] ?? {};
      const { view_count: before, ...rest } = await read();
      await open(engine);
      const { view_count: after, ...same } = await read();
      notEqual(after, before);
      deepEqual(same, rest);
    },
  ),
  check(
    '40 simultaneous views by the same person · only one',
    async (engine) => {
      const all = Array.from({ length: 40 }, () => () => open(engine));
      await atOnce(engine, 'private.tour_visitors', all);
      equal(await countedViews(engine), 1);
    },
    'simultaneity',
  ),
  check(
    '40 simultaneous browsers from an address, after four others · only one more',
    async (engine) => {
      const forged = (index: number) => open(engine, { agent: `${browser()} forge/${index}` });
      for (const index of [51, 52, 53, 54]) await forged(index);
      const all = Array.from({ length: 40 }, (_, index) => () => forged(index));
      await atOnce(engine, 'private.tour_visitors', all);
      equal(await countedViews(engine), 5);
    },
    'simultaneity',
  ),
];
