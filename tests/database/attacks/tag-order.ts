import { deepEqual, equal, match } from 'node:assert/strict';
import type { Answer, Check, Engine, Role } from '../engines/engine.ts';
import { atOnce } from '../engines/simultaneous.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { snapshot, withRows } from '../fixtures/tables.ts';

const tags = rowFactoryOf('tags');
const unknownTag = 'f0000000-0000-4000-8000-000000000000';

/** Names the tags by the index of their row in the factory; any other text is sent as it is. */
function reorder(
  engine: Engine,
  ids: (number | string | null)[] | null,
  role: Role = 'admin',
): Promise<Answer> {
  const body = {
    ids: ids?.map((id) => (typeof id === 'number' ? tags.row(id, engine.people).id : id)) ?? null,
  };
  return engine.request(role, { method: 'POST', path: '/rest/v1/rpc/reorder_tags', body });
}

/** The order of the three tags: rows 0 to 2 start at 1, 2 and 3. */
async function orders(engine: Engine): Promise<unknown[]> {
  const rows = await snapshot(engine, tags);
  return [0, 1, 2].map((index) => {
    const { id } = tags.row(index, engine.people);
    return rows.find((row) => row.id === id)?.display_order;
  });
}

function check(name: string, run: (engine: Engine) => Promise<void>, needs?: Check['needs']): Check {
  return {
    name: `attack · tag order · ${name}`,
    object: 'tags',
    needs,
    run: (engine) => withRows(engine, tags, [0, 1, 2], () => run(engine)),
  };
}

/** The one call that moves many rows at once. */
export const attacksOnTagOrder: Check[] = [
  check('two administrators, in turn · ordered from 0 to 2, nothing else changes', async (engine) => {
    const unordered = async () => (await snapshot(engine, tags)).map(({ display_order: _, ...rest }) => rest);
    const before = await unordered();
    equal((await reorder(engine, [2, 0, 1])).status, 204);
    deepEqual(await orders(engine), [1, 2, 0]);
    equal((await reorder(engine, [0, 1, 2], 'admin2')).status, 204);
    deepEqual(await orders(engine), [0, 1, 2]);
    deepEqual(await unordered(), before);
  }),
  check('visitor, signed-in user, secret key · refused, the order stays', async (engine) => {
    for (const role of ['visitor', 'user', 'service'] as const) {
      const { status, text } = await reorder(engine, [2, 1, 0], role);
      equal(status, role === 'visitor' ? 401 : 403, `${role}: ${text}`);
      deepEqual(await orders(engine), [1, 2, 3], role);
    }
    equal((await reorder(engine, [2, 1, 0])).status, 204);
    deepEqual(await orders(engine), [2, 1, 0]);
  }),
  check("a list that is no longer the table's · 409 in French, the order stays", async (engine) => {
    const lists = [
      [],
      [0, 1],
      [0, 1, 1],
      [0, 1, 2, 2],
      [0, 1, 2, unknownTag],
      [0, 1, unknownTag],
      [0, 1, null],
      null,
    ];
    for (const list of lists) {
      const { status, text } = await reorder(engine, list);
      equal(status, 409, `${JSON.stringify(list)}: ${text}`);
      match(text, /La liste des tags a changé entre-temps/);
      deepEqual(await orders(engine), [1, 2, 3], JSON.stringify(list));
    }
    equal((await reorder(engine, [0, 1, 2])).status, 204);
    deepEqual(await orders(engine), [0, 1, 2]);
  }),
  check(
    'two orders asked for together, four times each · one or the other, never a mixture',
    async (engine) => {
      await reorder(engine, [0, 1, 2]);
      // The eight calls run at the same time: a later one would read the table anew and hide a mixed order.
      const lists = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? [2, 1, 0] : [0, 2, 1]));
      const answers = await atOnce(
        engine,
        'public.tags',
        lists.map((list) => () => reorder(engine, list)),
        'rows',
      );
      deepEqual([...new Set(answers.map(({ status }) => status))], [204]);
      match(String(await orders(engine)), /^(2,1,0|0,2,1)$/);
    },
    'simultaneity',
  ),
];
