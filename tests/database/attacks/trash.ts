import { deepEqual, equal, match, notDeepEqual, ok } from 'node:assert/strict';
import type { Check, Engine, Role, Row } from '../engines/engine.ts';
import { atOnce } from '../engines/simultaneous.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import { campaignCheck, claim, contact, createCampaign } from '../fixtures/campaigns.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { createSeededRandom } from '../fixtures/seeded-random.ts';
import { plantEveryTable, reset, sqlAs } from '../fixtures/tables.ts';

const kinds = ['virtual_tours', 'contacts', 'quote_requests', 'trip_plans', 'email_templates'];

const idsOf = (engine: Engine, kind: string, rows = [0, 1, 2]) =>
  rows.map((index) => rowFactoryOf(kind).row(index, engine.people).id as string);

const move = (engine: Engine, kind: string, ids: string[], role: Role = 'admin') =>
  succeed<number>(engine, role, 'move_to_trash', { kind, ids });

const restore = (engine: Engine, ids: string[]) =>
  succeed<{ restored: number; refused: string[] }>(engine, 'admin2', 'restore_from_trash', { ids });

/** Plants three rows in every table, each pointing to the rows of the same number, without any message to send. */
async function plantEverything(engine: Engine): Promise<void> {
  await plantEveryTable(engine, { without: ['user_roles', 'trash'] });
  const [tour] = idsOf(engine, 'virtual_tours');
  await engine.sql(`
    update public.contacts set status = 'nouveau';
    update public.email_sends set status = 'envoyé';
    update public.notifications set state = 'envoyé';
    insert into private.tour_editors values ('${tour}', '${engine.people.admin.id}');
    insert into private.tour_visitors values ((now() at time zone 'America/Toronto')::date, '${tour}', 'v', 'a');
  `);
}

/** Every row of the business as text, by table; the trash itself apart, the record of who deleted and restored, and what the site then has to publish. */
async function readEverything(engine: Engine, without = "'{}'"): Promise<Record<string, unknown>> {
  const tables = await engine.sql<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname in ('public', 'private') and tablename !~ '^trash' and tablename not in ('activity_log', 'publications') order by 1`,
    [],
  );
  const [found] = await engine.sql<{ all: Record<string, unknown> }>(
    `select jsonb_object_agg(name, rows) as all from (${tables
      .map(
        ({ name }) =>
          `select '${name}' as name, (select jsonb_agg(r order by r::text) from
             (select to_jsonb(t) - ${without}::text[] as r from ${name} t) rows) as rows`,
      )
      .join(' union all ')}) as tables`,
    [],
  );
  return found?.all ?? {};
}

const trashItems = (engine: Engine) =>
  engine.sql<{ id: string; kind: string; label: string; parts: Row; deleted_by: string }>(
    'select * from public.trash order by id',
    [],
  );

function check(name: string, run: (engine: Engine) => Promise<void>, needs?: Check['needs']): Check {
  return {
    ...{ name: `attack · trash · ${name}`, object: 'trash', needs },
    run: async (engine) => {
      await reset(engine);
      try {
        await plantEverything(engine);
        await run(engine);
      } finally {
        await reset(engine);
      }
    },
  };
}

const shuffled = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);

const thereAndBack: Check[] = [
  check('each kind · deleted and restored · every table as it was, to the microsecond', async (engine) => {
    const before = await readEverything(engine);
    const { admin, admin2 } = engine.people;
    for (const kind of kinds) {
      // The kind before may have emptied and put back a link to these rows.
      await engine.sql('delete from public.activity_log');
      const ids = idsOf(engine, kind);
      equal(await move(engine, kind, ids), 3, kind);
      const [{ left } = { left: -1 }] = await engine.sql<{ left: number }>(
        `select count(*)::integer as left from public.${kind}`,
        [],
      );
      equal(left, 0, kind);
      // A second press finds nothing to delete, and loses nothing.
      equal(await move(engine, kind, ids), 0, kind);
      deepEqual(
        (await trashItems(engine)).map((item) => [
          item.id,
          item.kind,
          item.deleted_by,
          item.label.length > 3,
        ]),
        ids.map((id) => [id, kind, admin.email, true]),
      );
      deepEqual(await restore(engine, ids), { restored: 3, refused: [] }, kind);
      deepEqual(await readEverything(engine), before, kind);
      deepEqual(await trashItems(engine), [], kind);
      deepEqual(
        await engine.sql(
          'select actor, action, array_agg(record_id order by record_id) as ids from public.activity_log where kind = $1 and record_id = any ($2) group by actor, action order by action',
          [kind, ids],
        ),
        [
          { actor: admin.id, action: 'deleted', ids },
          { actor: admin2.id, action: 'restored', ids },
        ],
        kind,
      );
    }
  }),
  check('deleted in one order, restored in another · every table as it was', async (engine) => {
    const random = createSeededRandom(1).next;
    const before = await readEverything(engine);
    const all = kinds.flatMap((kind) => idsOf(engine, kind).map((id) => [kind, id] as const));
    for (const [kind, id] of shuffled(all, random)) await move(engine, kind, [id]);
    for (const [, id] of shuffled(all, random)) await restore(engine, [id]);
    deepEqual(await readEverything(engine), before);
  }),
  check('a plain DELETE · goes to the trash as well; of our own server · is final', async (engine) => {
    const before = await readEverything(engine, "'{updated_at}'");
    for (const kind of kinds) {
      const [first] = idsOf(engine, kind) as [string];
      // The API may not delete a request; the deletion in SQL, as an administrator, still goes through the
      // trash.
      if (kind === 'quote_requests') {
        await sqlAs(engine, engine.people.admin)(`delete from public.quote_requests where id = '${first}'`);
      } else await engine.request('admin', { method: 'DELETE', path: `/rest/v1/${kind}?id=eq.${first}` });
      deepEqual(
        (await trashItems(engine)).map(({ id }) => id),
        [first],
      );
      await restore(engine, [first]);
      deepEqual(await readEverything(engine, "'{updated_at}'"), before, kind);
    }
    for (const kind of kinds) {
      const [, , third] = idsOf(engine, kind) as [string, string, string];
      const deletion = await engine.request('service', {
        ...{ method: 'DELETE', path: `/rest/v1/${kind}?id=eq.${third}` },
        headers: { prefer: 'return=representation' },
      });
      // No deletion before took the row along.
      equal((deletion.body as Row[]).length, 1, `${kind}: ${deletion.text}`);
      deepEqual(await trashItems(engine), [], kind);
    }
  }),
];

const accessChecks: Check[] = [
  check('visitor, signed-in user, secret key · nothing moves, nothing comes back', async (engine) => {
    const [id, gone, other] = idsOf(engine, 'contacts') as [string, string, string];
    await move(engine, 'contacts', [gone, other]);
    const before = [await readEverything(engine), await trashItems(engine)];
    for (const role of ['visitor', 'user', 'service'] as const) {
      for (const [name, body] of [
        ['move_to_trash', { kind: 'contacts', ids: [id] }],
        ['restore_from_trash', { ids: [gone] }],
        ['delete_from_trash', { ids: [gone] }],
      ] as const) {
        const answer = await rpc(engine, role, name, body);
        equal((answer.body as Row).code, '42501', `${role} ${name}: ${answer.text}`);
      }
    }
    deepEqual([await readEverything(engine), await trashItems(engine)], before);
    // Rows that an administrator may not delete cannot be moved to the trash either.
    const role = await rpc(engine, 'admin', 'move_to_trash', { kind: 'user_roles', ids: [id] });
    equal((role.body as Row).code, '22P02', role.text);
    equal((await rpc(engine, 'admin', 'delete_from_trash', { ids: [gone] })).status, 200);
    deepEqual(
      (await trashItems(engine)).map((item) => item.id),
      [other],
    );
  }),
  check(
    'eight restores at the same instant · one does it',
    async (engine) => {
      const before = await readEverything(engine);
      const ids = idsOf(engine, 'trip_plans', [0]);
      await move(engine, 'trip_plans', ids);
      const answers = await atOnce(
        engine,
        'public.trash',
        Array.from({ length: 8 }, () => () => rpc(engine, 'admin', 'restore_from_trash', { ids })),
        'rows',
      );
      deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(400)]);
      deepEqual(await readEverything(engine), before);
    },
    'simultaneity',
  ),
];

const conflictChecks: Check[] = [
  check('a slug or an address taken meanwhile · named in French, and nothing changes', async (engine) => {
    const [tour, otherTour] = idsOf(engine, 'virtual_tours') as [string, string];
    const [person, otherPerson] = idsOf(engine, 'contacts') as [string, string];
    await move(engine, 'virtual_tours', [tour]);
    await move(engine, 'contacts', [person]);
    await engine.sql(
      `update public.virtual_tours set slug = (select content ->> 'slug' from private.trash_rows where trash_id = '${tour}' and depth = 0), title = 'Celle-ci'
       where id = '${otherTour}';
       update public.contacts set email = (select upper(content ->> 'email') from private.trash_rows where trash_id = '${person}' and depth = 0), name = 'Cette personne'
       where id = '${otherPerson}'`,
    );
    const before = [await readEverything(engine), await trashItems(engine)];
    for (const [id, said] of [
      [tour, /« .+ » ne peut pas revenir : le slug « .+ » est maintenant celui de la visite « Celle-ci »\.$/],
      [person, /l’adresse .+@.+ est maintenant celle du contact « Cette personne »\.$/],
    ] as const) {
      const answer = await rpc(engine, 'admin', 'restore_from_trash', { ids: [id] });
      equal((answer.body as Row).code, 'P0001', answer.text);
      match((answer.body as { message: string }).message, said);
    }
    deepEqual([await readEverything(engine), await trashItems(engine)], before);
    // In a batch with a row that can be restored, the conflict is reported and the other row comes back.
    const [free] = idsOf(engine, 'email_templates') as [string];
    await move(engine, 'email_templates', [free]);
    const mixed = await restore(engine, [tour, free]);
    equal(mixed.restored, 1);
    match(String(mixed.refused), /Celle-ci/);
  }),
  check('a tag or a municipality deleted meanwhile · the rest comes back', async (engine) => {
    const [tour] = idsOf(engine, 'virtual_tours') as [string];
    const [trip] = idsOf(engine, 'trip_plans') as [string];
    await move(engine, 'virtual_tours', [tour]);
    await move(engine, 'trip_plans', [trip]);
    await engine.sql('delete from public.tags; delete from public.municipalities', undefined);
    deepEqual(await restore(engine, [tour, trip]), { restored: 2, refused: [] });
    const [back] = await engine.sql<Row>(
      `select municipality_code, (select count(*)::integer from public.suggested_prospects where trip_plan_id = t.id) as prospects,
         (select count(*)::integer from public.tour_views where tour_id = '${tour}') as views
       from public.trip_plans t where id = '${trip}'`,
      [],
    );
    deepEqual(back, { municipality_code: null, prospects: 1, views: 1 });
  }),
  check(
    'a request restored · its waiting e-mails stay, none is queued, no limit is counted',
    async (engine) => {
      const [quote] = idsOf(engine, 'quote_requests') as [string];
      await engine.sql("update public.notifications set state = 'en_attente', lease_token = null", []);
      await engine.sql('delete from private.request_rate_limits', []);
      await move(engine, 'quote_requests', [quote]);
      await restore(engine, [quote]);
      deepEqual(
        await engine.sql('select state, last_error from public.notifications where quote_request_id = $1', [
          quote,
        ]),
        [{ state: 'retenu', last_error: 'La demande a été supprimée, puis restaurée.' }],
      );
      deepEqual(await engine.sql('select 1 from private.request_rate_limits', []), []);
    },
  ),
  campaignCheck(
    'a contact deleted and restored · the message that waited stays out, the one that left is theirs again',
    async (engine) => {
      await createCampaign(engine, {}, [contact(0), contact(1)]);
      await engine.sql("update public.email_sends set status = 'envoyé' where contact_id = $1", [contact(1)]);
      await move(engine, 'contacts', [contact(0), contact(1)]);
      await restore(engine, [contact(0), contact(1)]);
      deepEqual(await claim(engine), []);
      deepEqual(
        await engine.sql(
          'select recipient_name, status, contact_id from public.email_sends order by recipient_name',
          [],
        ),
        [
          { recipient_name: 'Personne 0', status: 'annulé', contact_id: null },
          { recipient_name: 'Personne 1', status: 'envoyé', contact_id: contact(1) },
        ],
      );
    },
    { object: 'trash' },
  ),
];

const forGood: Check[] = [
  check(
    'thirty days · the item goes, a day earlier it stays; hashes of visitors go first',
    async (engine) => {
      const [old, recent] = idsOf(engine, 'virtual_tours') as [string, string];
      await move(engine, 'virtual_tours', [old, recent]);
      await engine.sql(
        `update public.trash set deleted_at = now() - case when id = '${old}' then interval '31 days' else interval '29 days' end;
       update private.trash_rows set trash_id = '${recent}', content = content || '{"day": "2030-01-01"}'
       where place = 'private.tour_visitors'`,
      );
      await engine.sql('delete from public.privacy_register', []);
      await succeed(engine, 'service', 'apply_retention');
      // The year of these rows, 2030, has not ended.
      const visitors = "select 1 from private.trash_rows where place = 'private.tour_visitors'";
      equal((await engine.sql(visitors, [])).length, 1);
      await engine.sql(
        `update private.trash_rows set content = content || '{"day": "2020-01-01"}' where place = 'private.tour_visitors'`,
        [],
      );
      await engine.sql('delete from public.privacy_register', []);
      await succeed(engine, 'service', 'apply_retention');
      equal((await engine.sql(visitors, [])).length, 0);
      deepEqual(
        (await trashItems(engine)).map(({ id }) => id),
        [recent],
      );
    },
  ),
  check('a person erased · goes from the trash too; a trip stays there without them', async (engine) => {
    const [person] = idsOf(engine, 'contacts') as [string];
    const [quote, otherQuote] = idsOf(engine, 'quote_requests') as [string, string];
    const [trip] = idsOf(engine, 'trip_plans') as [string];
    await engine.sql(
      `update public.suggested_prospects set contact_id = '${person}' where trip_plan_id = '${trip}';
       update public.quote_requests set email = 'ancienne@exemple.test' where id = '${quote}'`,
    );
    await move(engine, 'quote_requests', [quote, otherQuote]);
    await move(engine, 'trip_plans', [trip]);
    const data = await succeed<{ trash: { table: string }[] }>(engine, 'admin', 'export_person', {
      contact: person,
    });
    deepEqual(
      data.trash.map(({ table }) => table),
      ['public.quote_requests', 'public.suggested_prospects', 'public.trip_photos'],
    );
    await succeed(engine, 'admin', 'erase_person', { contact: person });
    deepEqual((await trashItems(engine)).map(({ id }) => id).sort(), [otherQuote, trip].sort());
    const [suppressed] = await engine.sql<Row>(
      "select reason from public.suppressions where email_hash = private.email_hash('ancienne@exemple.test')",
      [],
    );
    equal(suppressed?.reason, 'erased');
    await restore(engine, [trip]);
    const left = await engine.sql('select 1 from public.suggested_prospects where trip_plan_id = $1', [trip]);
    deepEqual(left, []);
  }),
  check('pictures of deleted tours and templates · kept until they go for good', async (engine) => {
    const [tour] = idsOf(engine, 'virtual_tours') as [string];
    const [template] = idsOf(engine, 'email_templates') as [string];
    const address = (name: string) => `http://exemple.test/storage/v1/object/public/tour-images/${name}.jpg`;
    await engine.sql(
      `insert into storage.objects (bucket_id, name, created_at) values
         ('tour-images', 'gardee.jpg', now() - interval '2 days'), ('tour-images', 'dans-un-texte.jpg', now() - interval '2 days'),
         ('tour-images', 'oubliee.jpg', now() - interval '2 days');
       update public.virtual_tours set image_url = '${address('gardee')}?v=2' where id = '${tour}';
       update public.email_templates set body = 'Voir ${address('dans-un-texte')}' where id = '${template}'`,
    );
    await move(engine, 'virtual_tours', [tour]);
    await move(engine, 'email_templates', [template]);
    const unused = () =>
      succeed<string[]>(engine, 'admin', 'unused_tour_images', { candidates: ['gardee.jpg'] });
    deepEqual(await unused(), ['oubliee.jpg']);
    deepEqual(await succeed(engine, 'admin', 'delete_from_trash', { ids: [tour, template] }), [
      `${address('gardee')}?v=2`,
    ]);
    deepEqual((await unused()).sort(), ['dans-un-texte.jpg', 'gardee.jpg', 'oubliee.jpg']);
  }),
  check('a contact who refused · suppressed when deleted, and still when restored', async (engine) => {
    const [person] = idsOf(engine, 'contacts') as [string];
    await engine.sql("update public.contacts set status = 'refusé' where id = $1", [person]);
    await engine.sql('delete from public.suppressions', []);
    await move(engine, 'contacts', [person]);
    await restore(engine, [person]);
    equal((await engine.sql('select 1 from public.suppressions', [])).length, 1);
  }),
  check('every table that points to what may be deleted · is found by the trash', async (engine) => {
    // A foreign key of several columns, or to a table without an id, would be lost without a message.
    const missed = await engine.sql(
      `with recursive reached (place) as (
         select unnest($1::text[])::regclass
         union select fk.conrelid from pg_constraint fk join reached on fk.confrelid = reached.place where fk.contype = 'f' and fk.confdeltype = 'c'
       )
       select fk.conname from pg_constraint fk join reached on fk.confrelid = reached.place
       where fk.contype = 'f' and (
         cardinality(fk.conkey) > 1 or fk.confdeltype not in ('c', 'n')
         or fk.confdeltype = 'n' and not exists (
           select from pg_attribute a where a.attrelid = fk.conrelid and a.attname = 'id' and a.atttypid = 'uuid'::regtype
         )
       )`,
      [kinds.map((kind) => `public.${kind}`)],
    );
    deepEqual(missed, []);
    const before = await readEverything(engine);
    await move(engine, 'trip_plans', idsOf(engine, 'trip_plans'));
    notDeepEqual(await readEverything(engine), before);
    const [item] = await trashItems(engine);
    ok(Number(item?.parts.suggested_prospects) > 0, JSON.stringify(item));
  }),
];

/**
 * Attacks on the trash: what is deleted comes back as it was, for thirty days, and for administrators alone.
 */
export const attacksOnTheTrash: Check[] = [...thereAndBack, ...accessChecks, ...conflictChecks, ...forGood];
