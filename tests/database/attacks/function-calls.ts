import { deepEqual, equal, match } from 'node:assert/strict';
import { roleNames } from '../access/tables.ts';
import type { Answer, Check, Engine, Role, Row } from '../engines/engine.ts';
import { atOnce } from '../engines/simultaneous.ts';
import { outsiders } from '../fixtures/answers.ts';
import { reset } from '../fixtures/tables.ts';

const call = (engine: Engine, role: Role, function_name = 'generate-description'): Promise<Answer> =>
  engine.request(role, {
    ...{ method: 'POST', path: '/rest/v1/rpc/count_function_call', body: { function_name } },
  });

/** Calls that were counted, by person. */
async function callCounts(engine: Engine): Promise<Record<string, number>> {
  const rows = await engine.sql<{ who: string; calls: number }>(
    'select user_id::text as who, count(*)::int as calls from private.function_calls group by 1',
    [],
  );
  return Object.fromEntries(rows.map(({ who, calls }) => [who, calls]));
}

function check(name: string, run: (engine: Engine) => Promise<void>, needs?: Check['needs']): Check {
  return {
    name: `attack · function calls · ${name}`,
    object: 'function_calls',
    needs,
    run: (engine) => run(engine).finally(() => reset(engine)),
  };
}

/** Number of calls to the paid provider that one person may cause. */
export const attacksOnFunctionCalls: Check[] = [
  ...outsiders.map((role) =>
    check(`${roleNames[role]} · nothing counted`, async (engine) => {
      equal((await call(engine, role)).status >= 400, true);
      deepEqual(await callCounts(engine), {});
      equal((await call(engine, 'admin')).status, 204);
      deepEqual(await callCounts(engine), { [engine.people.admin.id]: 1 });
    }),
  ),
  check(
    'twenty calls in ten minutes, the next 429 in French; each person has a share of their own',
    async (engine) => {
      for (let time = 0; time < 20; time++) equal((await call(engine, 'admin')).status, 204);
      const answer = await call(engine, 'admin');
      equal(answer.status, 429);
      match((answer.body as { message: string }).message, /patienter quelques minutes/);
      equal((await call(engine, 'admin2')).status, 204);
      deepEqual(await callCounts(engine), { [engine.people.admin.id]: 20, [engine.people.admin2.id]: 1 });
    },
  ),
  check('nine minutes later still 429; ten minutes later the share is whole again', async (engine) => {
    for (let time = 0; time < 20; time++) await call(engine, 'admin');
    const age = (interval: string) =>
      engine.sql(`update private.function_calls set called_at = called_at - interval '${interval}'`);
    await age('9 minutes 30 seconds');
    equal((await call(engine, 'admin')).status, 429);
    await age('31 seconds');
    equal((await call(engine, 'admin')).status, 204);
    deepEqual(await callCounts(engine), { [engine.people.admin.id]: 1 });
  }),
  check('a function without a known limit · refused, nothing counted', async (engine) => {
    for (const name of ['inconnue', '', 'generate-description '])
      equal(((await call(engine, 'admin', name)).body as Row).code, '22023');
    deepEqual(await callCounts(engine), {});
  }),
  check('the functions that question the outside have a limit too', async (engine) => {
    for (const [name, most] of [
      ['describe-scenes', 60],
      ['generate-prospects', 10],
      ['search-prospect-info', 60],
      ['send-test-email', 10],
      ['download-register', 10],
      ['publish-site', 20],
      ['trip-legs', 60],
      ['municipality-streets', 20],
      ['stamp-seals', 60],
      ['survey-report', 20],
      ['person-report', 20],
    ] as const) {
      await engine.sql(
        'insert into private.function_calls (function_name, user_id) select $1, $2 from generate_series(2, $3::integer)',
        [name, engine.people.admin.id, most],
      );
      equal((await call(engine, 'admin', name)).status, 204);
      equal((await call(engine, 'admin', name)).status, 429);
    }
  }),
  check('three shares are used up by the others · 429, and says that it is everybody', async (engine) => {
    const others = (count: number) =>
      engine.sql(
        `insert into private.function_calls (function_name, user_id)
         select 'generate-description', gen_random_uuid() from generate_series(1, $1::integer)`,
        [count],
      );
    await others(59);
    equal((await call(engine, 'admin')).status, 204);
    const answer = await call(engine, 'admin');
    equal(answer.status, 429);
    match((answer.body as { message: string }).message, /L’équipe.*patienter quelques minutes/);
    equal((await call(engine, 'admin', 'generate-prospects')).status, 204);
    await engine.sql("update private.function_calls set called_at = called_at - interval '11 minutes'");
    equal((await call(engine, 'admin')).status, 204);
  }),
  check(
    '12 simultaneous calls after 15 · five pass',
    async (engine) => {
      for (let time = 0; time < 15; time++) await call(engine, 'admin');
      const all = Array.from({ length: 12 }, () => () => call(engine, 'admin'));
      const answers = await atOnce(engine, 'private.function_calls', all);
      deepEqual(answers.map(({ status }) => status).sort(), [...Array(5).fill(204), ...Array(7).fill(429)]);
    },
    'simultaneity',
  ),
];
