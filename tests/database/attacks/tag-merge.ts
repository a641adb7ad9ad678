import { deepEqual, equal, match } from 'node:assert/strict';
import type { Answer, Check, Engine, Role } from '../engines/engine.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { plant, plantParents, reset, snapshot } from '../fixtures/tables.ts';

const tags = rowFactoryOf('tags');
const tourLinks = rowFactoryOf('virtual_tour_tags');
const tripLinks = rowFactoryOf('trip_plan_tags');
const unknownTag = 'f0000000-0000-4000-8000-000000000000';

const idOf = (engine: Engine, index: number) => String(tags.row(index, engine.people).id);

const merge = (engine: Engine, merged: unknown, kept: unknown, role: Role = 'admin'): Promise<Answer> =>
  engine.request(role, { method: 'POST', path: '/rest/v1/rpc/merge_tags', body: { merged, kept } });

const readEverything = async (engine: Engine) => [
  await snapshot(engine, tags),
  await snapshot(engine, tourLinks),
  await snapshot(engine, tripLinks),
];

function check(name: string, run: (engine: Engine) => Promise<void>): Check {
  return {
    name: `attack · tag merge · ${name}`,
    object: 'tags',
    run: async (engine) => {
      try {
        // Row i of each table links tag i to tour i, or to trip i.
        for (const links of [tourLinks, tripLinks]) {
          await plantParents(engine, links);
          for (const index of [0, 1, 2]) await plant(engine, links, links.row(index, engine.people));
        }
        await run(engine);
      } finally {
        await reset(engine);
      }
    },
  };
}

/** Two tags become one: what carried either carries the one that is kept, once, and nothing else moves. */
export const attacksOnTagMerge: Check[] = [
  check(
    'links move, those that both had stay single, the tag is gone, the count is right',
    async (engine) => {
      const [first, second, third] = [0, 1, 2].map((index) => idOf(engine, index));
      // Tour 0 has both tags already; tour 2 has but the one that goes, and another.
      await engine.sql(
        `insert into public.virtual_tour_tags (tour_id, tag_id)
       select tour_id, case tag_id when '${first}' then '${second}' else '${first}' end::uuid
       from public.virtual_tour_tags where tag_id <> '${second}'`,
      );
      const answer = await merge(engine, first, second);
      equal(answer.status, 200, answer.text);
      equal(answer.body, 3);
      const [left, tours, trips] = await readEverything(engine);
      deepEqual(left?.map(({ id }) => id).sort(), [second, third].sort());
      const carriers = (links: typeof tours) => (links ?? []).map(({ tag_id }) => tag_id).sort();
      deepEqual(carriers(tours), [second, second, second, third].sort());
      deepEqual(carriers(trips), [second, second, third].sort());
    },
  ),
  check('a tour in the trash comes back with the tag that is kept, once', async (engine) => {
    const [first, second] = [0, 1].map((index) => idOf(engine, index));
    const tour = String(
      (await engine.sql('select tour_id from public.virtual_tour_tags where tag_id = $1', [first]))[0]
        ?.tour_id,
    );
    for (const links of [[first], [first, second]]) {
      await engine.sql(
        `insert into public.tags (id, name, slug, color) values ($1, 'Revenu', 'revenu', '#112233') on conflict do nothing`,
        [first],
      );
      for (const tag of links)
        await engine.sql(
          'insert into public.virtual_tour_tags (tour_id, tag_id) values ($1, $2) on conflict do nothing',
          [tour, tag],
        );
      const rpc = (name: string, body: object) =>
        engine.request('admin', { method: 'POST', path: `/rest/v1/rpc/${name}`, body });
      equal((await rpc('move_to_trash', { kind: 'virtual_tours', ids: [tour] })).status, 200);
      const answer = await merge(engine, first, second);
      equal(answer.status, 200, answer.text);
      equal((await rpc('restore_from_trash', { ids: [tour] })).status, 200);
      deepEqual(await engine.sql('select tag_id from public.virtual_tour_tags where tour_id = $1', [tour]), [
        { tag_id: second },
      ]);
      await engine.sql('delete from public.virtual_tour_tags where tour_id = $1', [tour]);
    }
  }),
  check('segments and saved views that name it name the other, once', async (engine) => {
    const [first, second, third] = [0, 1, 2].map((index) => idOf(engine, index));
    const both = { tag: [first, second], sector: ['mrc'] };
    await engine.sql(
      `insert into public.contact_segments (name, definition) values
         ('Un', '{"tag": ["${first}"]}'), ('Deux', '${JSON.stringify(both)}'), ('Autre', '{"tag": ["${third}"]}');
       insert into public.saved_views (list, name, parameters, position) values
         ('tours', 'Vue', 'statut=draft&categorie=${first}', 1), ('tours', 'Autre', 'categorie=${third}', 2)`,
    );
    const answer = await merge(engine, first, second);
    equal(answer.status, 200, answer.text);
    deepEqual(await engine.sql('select name, definition from public.contact_segments order by name'), [
      { name: 'Autre', definition: { tag: [third] } },
      { name: 'Deux', definition: { tag: [second], sector: ['mrc'] } },
      { name: 'Un', definition: { tag: [second] } },
    ]);
    deepEqual(await engine.sql('select name, parameters from public.saved_views order by name'), [
      { name: 'Autre', parameters: `categorie=${third}` },
      { name: 'Vue', parameters: `statut=draft&categorie=${second}` },
    ]);
  }),
  check('visitor, signed-in user, secret key · refused, nothing moves', async (engine) => {
    const before = await readEverything(engine);
    for (const role of ['visitor', 'user', 'service'] as const) {
      const { status, text } = await merge(engine, idOf(engine, 0), idOf(engine, 1), role);
      equal(status, role === 'visitor' ? 401 : 403, `${role}: ${text}`);
      deepEqual(await readEverything(engine), before, role);
    }
    // Without links the policies have nothing to refuse.
    await engine.sql('delete from public.virtual_tour_tags; delete from public.trip_plan_tags');
    equal((await merge(engine, idOf(engine, 0), idOf(engine, 1), 'user')).status, 403);
  }),
  check('into itself, into or from a tag that is gone · 409 in French, nothing moves', async (engine) => {
    const before = await readEverything(engine);
    const first = idOf(engine, 0);
    for (const [merged, kept] of [
      [first, first],
      [first, unknownTag],
      [unknownTag, first],
      [first, null],
      [null, first],
    ]) {
      const { status, text } = await merge(engine, merged, kept);
      equal(status, 409, text);
      match(text, /n’existe plus/);
      deepEqual(await readEverything(engine), before);
    }
  }),
];
