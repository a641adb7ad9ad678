import { deepEqual, equal, match } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import { panoramaScene } from '../fixtures/rows/panorama-tours.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { reset, withRows } from '../fixtures/tables.ts';

const tours = rowFactoryOf('virtual_tours');

/** The publications, the oldest first, with what they wait for in seconds. */
const publications = (engine: Engine) =>
  engine.sql<{ id: string; state: string; attempts: number; reason: string | null; wait: number }>(
    `select id, state, attempts, reason, round(extract(epoch from due_at - now()))::integer as wait
       from public.publications order by asked_at, id`,
    [],
  );

const states = async (engine: Engine) => (await publications(engine)).map(({ state }) => state);

/** Moves every date of the publications into the past by an interval. */
const ageBy = (engine: Engine, interval: string) =>
  engine.sql(
    `update public.publications set asked_at = asked_at - $1::interval, changed_at = changed_at - $1::interval,
       due_at = due_at - $1::interval, started_at = started_at - $1::interval`,
    [interval],
  );

type Claimed = { id: string; attempts: number };
const claim = async (engine: Engine, seen: string | null = null) =>
  (await succeed(engine, 'service', 'claim_publication', { seen })) as Claimed | null;

const finishClaim = async (engine: Engine, { id, attempts }: Claimed, outcome: string, why?: string) =>
  succeed(engine, 'service', 'finish_publication_attempt', {
    ...{ publication: id, attempt: attempts, outcome },
    ...(why ? { why } : {}),
  });

const now = async (engine: Engine) => (await succeed(engine, 'visitor', 'site_clock')) as string;

function check(name: string, run: (engine: Engine) => Promise<void>): Check {
  return {
    name: `attack · publishing · ${name}`,
    object: 'publications',
    run: (engine) =>
      // A published tour, an archived one and a draft.
      withRows(engine, tours, [0, 1, 2], async () => {
        await engine.sql('delete from public.publications');
        await run(engine);
      }),
  };
}

const slugs = [0, 1, 2].map((i) => `visite-${i}`);
const id = (i: number) => String(tours.row(i, { admin: {}, admin2: {} } as Engine['people']).id);
const changeTour = (engine: Engine, i: number, changes: string) =>
  engine.sql(`update public.virtual_tours set ${changes} where id = $1`, [id(i)]);

const serverFunctions: [string, Row][] = [
  ['request_publication', { person: id(0) }],
  ['claim_publication', {}],
  ['finish_publication_attempt', { publication: id(0), attempt: 1, outcome: 'accepted' }],
  ['claim_tour_links', { batch: 1 }],
  ['record_tour_link', { tour: id(0), asked: 'https://exemple.test' }],
];

/** Attacks on publishing the site: a change publishes it once, and « publié » means that visitors see it. */
export const attacksOnPublishing: Check[] = [
  check(
    'functions · visitor, signed-in user, reader and administrator refused, nothing asked',
    async (engine) => {
      for (const [name, body] of serverFunctions)
        for (const role of ['visitor', 'user', 'reader', 'admin'] as const)
          equal((await rpc(engine, role, name, body)).status >= 400, true, `${name} by ${role}`);
      deepEqual(await publications(engine), []);
    },
  ),
  check(
    'a change of what the site shows waits two minutes, one of anything else asks for nothing',
    async (engine) => {
      await changeTour(engine, 1, "title = 'Archivée'");
      await changeTour(engine, 2, "title = 'Brouillon'");
      await changeTour(engine, 0, 'view_count = view_count + 1');
      await changeTour(engine, 0, 'title = title');
      for (const table of [
        'studio',
        'sending_settings',
        'studio_profile',
        'retention_settings',
        'embedding_settings',
        'estimate_settings',
      ])
        await engine.sql(`insert into public.${table} (id) values (1) on conflict do nothing`);
      await engine.sql('update public.sending_settings set daily_cap = 200');
      await engine.sql("update public.studio set setup_skipped = '{tags}'");
      deepEqual(await publications(engine), []);
      const scenes = JSON.stringify({ scenes: [panoramaScene(0)] }).replaceAll("'", "''");
      for (const change of [
        `insert into public.panorama_tours (tour_id, document) values ('${id(0)}', '${scenes}')`,
        "update public.virtual_tours set title = 'Autre' where status = 'published'",
        "update public.virtual_tours set status = 'archived' where status = 'published'",
        "update public.virtual_tours set status = 'published' where status = 'draft'",
        "insert into public.virtual_tours (title, slug, url) values ('Neuve', 'neuve', 'https://exemple.test')",
        "delete from public.virtual_tours where slug = 'neuve'",
        "insert into public.tags (name, slug) values ('Quai', 'quai')",
        "insert into public.virtual_tour_tags (tour_id, tag_id) select t.id, g.id from public.virtual_tours t, public.tags g where t.status = 'published'",
        "insert into public.testimonials (organization, is_shown) values ('Ville', true)",
        "update public.testimonials set is_shown = false where organization = 'Ville'",
        "insert into public.quote_services (name) values ('Prise de vue')",
        "update public.studio set sender_name = 'Studio ' || clock_timestamp()",
        "update public.studio_profile set territory = 'Ici ' || clock_timestamp()",
        'update public.embedding_settings set is_open = not is_open',
        'update public.estimate_settings set is_public = not is_public',
        "update public.quote_services set estimate_margin = 5 where name = 'Prise de vue'",
        'update public.retention_settings set quote_requests_months = coalesce(quote_requests_months, 0) + 1',
      ]) {
        await engine.sql('delete from public.publications');
        await engine.sql(change);
        const [waiting, ...others] = await publications(engine);
        deepEqual([waiting?.state, others], ['en_file', []], change);
        equal(Math.abs((waiting?.wait ?? 0) - 120) <= 5, true, `${change}: ${waiting?.wait}`);
      }
      await engine.sql('delete from public.publications');
      await engine.sql("insert into public.testimonials (organization) values ('Discrète')");
      deepEqual(await publications(engine), []);
    },
  ),
  check('what ended since the site was built has it built again, once a day', async (engine) => {
    await engine.sql('insert into public.studio_profile (id) values (1) on conflict do nothing');
    const seen = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await engine.sql(
      `update public.studio_profile
         set insurer = 'Assureur A', insurance_until = (now() at time zone 'America/Toronto')::date - 2`,
    );
    await engine.sql('delete from public.publications');
    equal(await claim(engine, seen(1)), null);
    equal(await claim(engine), null);
    const claimed = await claim(engine, seen(3));
    equal(claimed?.attempts, 1);
    await finishClaim(engine, claimed as Claimed, 'rejected', 'panne');
    equal(await claim(engine, seen(3)), null);
    await engine.sql("update public.publications set asked_at = asked_at - interval '1 day'");
    equal((await claim(engine, seen(3)))?.attempts, 1);
  }),
  check(
    'changes are grouped: two minutes after the last one, at most ten after the first',
    async (engine) => {
      await changeTour(engine, 0, "title = 'Un'");
      await ageBy(engine, '1 minute');
      await changeTour(engine, 0, "title = 'Deux'");
      let [waiting] = await publications(engine);
      equal(Math.abs((waiting?.wait ?? 0) - 120) <= 5, true, `${waiting?.wait}`);
      await ageBy(engine, '8 minutes');
      await changeTour(engine, 0, "title = 'Trois'");
      [waiting] = await publications(engine);
      equal(Math.abs((waiting?.wait ?? 0) - 60) <= 5, true, `${waiting?.wait}`);
      equal(await claim(engine), null);
      await ageBy(engine, '62 seconds');
      equal((await claim(engine))?.attempts, 1);
      equal(await claim(engine), null);
      // A change during the build waits in a publication of its own.
      await changeTour(engine, 0, "title = 'Quatre'");
      deepEqual((await states(engine)).sort(), ['en_cours', 'en_file']);
    },
  ),
  check('a press leaves at once, twice is once, and what is being built takes it along', async (engine) => {
    const { admin, admin2 } = engine.people;
    const press = (person: string) => succeed(engine, 'service', 'request_publication', { person });
    await changeTour(engine, 0, "title = 'Un'");
    const first = await press(admin.id);
    equal(await press(admin2.id), first);
    const claimed = (await claim(engine)) as Claimed;
    equal(claimed.id, first);
    equal(await press(admin.id), first);
    deepEqual(await states(engine), ['en_cours']);
    await changeTour(engine, 0, "title = 'Deux'");
    equal((await press(admin.id)) !== first, true);
  }),
  check(
    'published once the site was built from data that hold the changes, whoever built it',
    async (engine) => {
      const before = await now(engine);
      await changeTour(engine, 0, "title = 'Un'");
      await ageBy(engine, '3 minutes');
      const claimed = (await claim(engine, '2020-01-01T00:00:00Z')) as Claimed;
      await finishClaim(engine, claimed, 'accepted');
      await claim(engine, before);
      deepEqual(await states(engine), ['en_cours']);
      await claim(engine, await now(engine));
      deepEqual(await states(engine), ['publié']);
      // The site was built by hand, so the host was never asked.
      await changeTour(engine, 0, "title = 'Deux'");
      const built = await now(engine);
      await claim(engine, built);
      deepEqual(await states(engine), ['publié', 'en_file']);
      await ageBy(engine, '11 seconds');
      await claim(engine, built);
      deepEqual(await states(engine), ['publié', 'publié']);
    },
  ),
  check('a host in trouble is asked again, later each time, and five times at most', async (engine) => {
    await changeTour(engine, 0, "title = 'Un'");
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 5; attempt++) {
      await ageBy(engine, '10 minutes');
      const claimed = (await claim(engine)) as Claimed;
      equal(claimed.attempts, attempt);
      // A late answer to another attempt is ignored.
      await finishClaim(engine, { ...claimed, attempts: attempt - 1 }, 'rejected', 'Trop tard');
      await finishClaim(engine, claimed, 'retry', 'L’hébergeur est injoignable.');
      const [row] = await publications(engine);
      if (attempt < 5) waits.push(row?.wait ?? 0);
      equal(row?.reason, 'L’hébergeur est injoignable.');
    }
    deepEqual(
      waits.map((seconds) => Math.round(seconds / 30)),
      [1, 2, 4, 8],
    );
    deepEqual(await states(engine), ['échec']);
  }),
  check(
    'without an address of the host it waits, a refusal has failed, and so has a silence',
    async (engine) => {
      await changeTour(engine, 0, "title = 'Un'");
      for (let time = 0; time < 7; time++) {
        await ageBy(engine, '6 minutes');
        await finishClaim(engine, (await claim(engine)) as Claimed, 'unset', 'Aucune adresse');
      }
      const [waiting] = await publications(engine);
      deepEqual([waiting?.state, waiting?.attempts, waiting?.reason], ['en_file', 0, 'Aucune adresse']);
      await ageBy(engine, '6 minutes');
      await finishClaim(engine, (await claim(engine)) as Claimed, 'rejected', 'Refusée');
      deepEqual(await states(engine), ['échec']);

      await engine.sql('delete from public.publications');
      await changeTour(engine, 0, "title = 'Deux'");
      await ageBy(engine, '3 minutes');
      await finishClaim(engine, (await claim(engine)) as Claimed, 'accepted');
      await ageBy(engine, '31 minutes');
      await claim(engine);
      const [silent] = await publications(engine);
      equal(silent?.state, 'échec');
      match(silent?.reason ?? '', /30 minutes/);
    },
  ),
  check(
    'a failure while something else waits is over: what waits takes its changes along',
    async (engine) => {
      await changeTour(engine, 0, "title = 'Un'");
      await ageBy(engine, '3 minutes');
      const claimed = (await claim(engine)) as Claimed;
      await changeTour(engine, 0, "title = 'Deux'");
      await finishClaim(engine, claimed, 'retry', 'Injoignable');
      deepEqual((await states(engine)).sort(), ['en_file', 'échec'].sort());
    },
  ),
  check('what failed, or waits too long, is under Aujourd’hui; what is on its way is not', async (engine) => {
    const lines = async () =>
      ((await succeed(engine, 'reader', 'today_items')) as Row[]).filter(
        ({ kind }) => kind === 'publication',
      );
    await changeTour(engine, 0, "title = 'Un'");
    deepEqual(await lines(), []);
    await ageBy(engine, '16 minutes');
    equal((await lines()).length, 1);
    const claimed = (await claim(engine)) as Claimed;
    deepEqual(await lines(), []);
    await finishClaim(engine, claimed, 'rejected', 'Refusée');
    deepEqual(
      (await lines()).map(({ detail, urgency }) => [detail, urgency]),
      [['Refusée', 1]],
    );
    await changeTour(engine, 0, "title = 'Deux'");
    deepEqual(await lines(), []);
  }),
  check(
    'slugs · those that were public and are no more, with where the tour is now; never a draft’s',
    async (engine) => {
      const gone = async (of_slug?: string) =>
        succeed(engine, 'visitor', 'gone_tours', of_slug === undefined ? {} : { of_slug });
      deepEqual(await gone(), {});
      await changeTour(engine, 0, "slug = 'nouveau-nom'");
      deepEqual(await gone(), { [slugs[0] as string]: 'nouveau-nom' });
      await changeTour(engine, 0, "status = 'archived'");
      deepEqual(await gone(), { [slugs[0] as string]: null, 'nouveau-nom': null });
      await engine.sql('delete from public.virtual_tours where id = $1', [id(0)]);
      deepEqual(await gone(slugs[0]), { [slugs[0] as string]: null });
      for (const never of [slugs[1], slugs[2], 'nulle-part']) deepEqual(await gone(never), {});
      // Once another tour takes the address, the address is no longer gone.
      await changeTour(engine, 1, `slug = '${slugs[0]}', status = 'published'`);
      deepEqual(await gone(), { 'nouveau-nom': null });
      await changeTour(engine, 1, "slug = 'encore'");
      deepEqual(await gone(slugs[0]), { [slugs[0] as string]: 'encore' });
    },
  ),
  {
    name: 'attack · tour links · those of published tours once a week, a failed one the next day, the demo’s never',
    object: 'tour_link_checks',
    run: async (engine) => {
      const due = async () =>
        ((await succeed(engine, 'service', 'claim_tour_links', { batch: 10 })) as Row[]).map(
          ({ url }) => url,
        );
      const record = (why?: string) =>
        succeed(engine, 'service', 'record_tour_link', {
          ...{ tour: id(0), asked: 'https://exemple.test/visite/0', answered: why ? 404 : 200 },
          ...(why ? { why } : {}),
        });
      const later = (interval: string) =>
        engine.sql('update public.tour_link_checks set checked_at = checked_at - $1::interval', [interval]);
      const dead = async () =>
        ((await succeed(engine, 'admin', 'today_items')) as Row[])
          .filter(({ kind }) => kind === 'dead_link')
          .map(({ record_id, detail }) => [record_id, detail]);
      try {
        await withRows(engine, tours, [0, 1, 2], async () => {
          const address = 'https://exemple.test/visite/0';
          // The row factories give dates in the future.
          await engine.sql("update public.virtual_tours set updated_at = now() - interval '2 hours'");
          deepEqual(await due(), [address]);
          deepEqual(await due(), []);
          await record();
          await later('6 days');
          deepEqual(await due(), []);
          await later('2 days');
          deepEqual(await due(), [address]);
          await record('La page n’existe plus');
          deepEqual(await dead(), []);
          await later('25 hours');
          deepEqual(await due(), [address]);
          await record('La page n’existe plus');
          deepEqual(await dead(), [[id(0), 'La page n’existe plus']]);
          // A new address is checked anew, and the failures of the old one are no longer reported.
          await changeTour(engine, 0, "url = 'https://exemple.test/autre'");
          deepEqual(await dead(), []);
          deepEqual(await due(), []);
          await engine.sql("update public.virtual_tours set updated_at = now() - interval '2 hours'");
          deepEqual(await due(), ['https://exemple.test/autre']);
          const [row] = await engine.sql('select failures, status, reason from public.tour_link_checks');
          deepEqual(row, { failures: 0, status: null, reason: null });
          await later('30 days');
          await engine.sql(
            "insert into private.demo_rows (table_name, row_id) select 'virtual_tours', id::text from public.virtual_tours",
          );
          deepEqual(await due(), []);
        });
      } finally {
        await reset(engine);
      }
    },
  },
  {
    name: 'attack · delivery links · end with their day; files that no delivery names are given to be deleted, never one that is open',
    object: 'tour_deliveries',
    run: async (engine) => {
      const deliveries = rowFactoryOf('tour_deliveries');
      const name = (i: number) => String(deliveries.row(i, engine.people).file_path);
      const stray = 'd0000000-0000-4000-8000-000000000009.zip';
      try {
        await withRows(engine, deliveries, [0, 1], async () => {
          await engine.sql(
            "update public.tour_deliveries set link_expires_at = now() + case when version = 1 then interval '1 hour' else interval '-1 second' end",
          );
          for (const file of [name(0), name(1), stray]) {
            await engine.sql(
              "insert into storage.objects (bucket_id, name, created_at) values ('tour-deliveries', $1, now() - interval '2 days')",
              [file],
            );
          }
          for (const role of ['visitor', 'user', 'reader', 'admin'] as const)
            equal((await rpc(engine, role, 'unused_delivery_files')).status >= 400, true, role);
          deepEqual(
            ((await succeed(engine, 'service', 'unused_delivery_files')) as string[]).sort(),
            [name(1), stray].sort(),
          );
          const rows = await engine.sql(
            'select version, file_path from public.tour_deliveries order by version',
          );
          deepEqual(rows, [
            { version: 1, file_path: name(0) },
            { version: 2, file_path: null },
          ]);
        });
      } finally {
        await reset(engine);
      }
    },
  },
];
