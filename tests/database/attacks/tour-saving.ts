import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { roleNames } from '../access/tables.ts';
import type { Check, Engine, Role, Row } from '../engines/engine.ts';
import { atOnce } from '../engines/simultaneous.ts';
import { mustHoldNoRow, outsiders } from '../fixtures/answers.ts';
import { rpc } from '../fixtures/calls.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { plant, snapshot, withRows } from '../fixtures/tables.ts';

const tours = rowFactoryOf('virtual_tours');
const links = rowFactoryOf('virtual_tour_tags');
const tagId = (index: number) => rowFactoryOf('tags').row(index, noPeople).id as string;
const noPeople = {} as Engine['people'];
const tourId = (index: number) => tours.row(index, noPeople).id as string;

const form = (change: Row = {}): Row => ({
  ...{ title: 'Le fjord', slug: 'le-fjord', url: 'https://exemple.test/fjord', status: 'published' },
  ...{ is_featured: false, tag_ids: [tagId(0)] },
  ...change,
});

/** The version of a tour as the API gives it, which a save must bring back. */
async function readAt(engine: Engine, id: string): Promise<string> {
  const answer = await engine.request('admin', {
    path: `/rest/v1/virtual_tours?id=eq.${id}&select=updated_at`,
  });
  return (answer.body as { updated_at: string }[])[0]?.updated_at ?? '';
}

const read = async (engine: Engine, id: string) =>
  (await snapshot(engine, tours)).find((row) => row.id === id) as Row;

const tagsOf = async (engine: Engine, id: string) =>
  (await snapshot(engine, links)).filter(({ tour_id }) => tour_id === id).map(({ tag_id }) => tag_id);

async function readEverything(engine: Engine): Promise<Row[][]> {
  return [await snapshot(engine, tours), await snapshot(engine, links)];
}

function check(name: string, run: (engine: Engine) => Promise<void>, needs?: Check['needs']): Check {
  return {
    name: `attack · saving a tour · ${name}`,
    object: 'virtual_tours',
    needs,
    run: (engine) =>
      withRows(engine, links, [], async () => {
        for (const index of [0, 1]) await plant(engine, links, links.row(index, engine.people));
        await run(engine);
      }),
  };
}

const refusedToOutsiders = outsiders.map((role) =>
  check(`${roleNames[role]} · create, edit, publish, delete in bulk · nothing changes`, async (engine) => {
    const before = await readEverything(engine);
    const version = { tour_id: tourId(0), read_at: await readAt(engine, tourId(0)) };
    const ids = [tourId(0), tourId(1)];
    const tries: [string, Row][] = [
      ['save_tour', form()],
      ['save_tour', form({ ...version, slug: 'fjord-modifie' })],
      ['set_tours_status', { ids, status: 'archived' }],
      ['move_to_trash', { kind: 'virtual_tours', ids }],
    ];
    for (const [name, body] of tries) {
      const answer = await rpc(engine, role, name, body);
      ok(
        answer.status >= 400 || ['0', '[]'].includes(answer.text),
        `${name}: ${answer.status} ${answer.text}`,
      );
      deepEqual(await readEverything(engine), before, name);
    }
    for (const [name, body] of tries) equal((await rpc(engine, 'admin', name, body)).status, 200, name);
    notEqual((await readEverything(engine))[0]?.length, before[0]?.length);
  }),
);

const saveChecks: Check[] = [
  check('create · the tour and its categories, absent texts empty', async (engine) => {
    const answer = await rpc(engine, 'admin', 'save_tour', form({ tag_ids: [tagId(1), tagId(2)] }));
    equal(answer.status, 200, answer.text);
    const row = await read(engine, answer.body as string);
    const { title, status, description, location, image_url, panorama_url, view_count } = row;
    deepEqual(
      [title, status, description, location, image_url, panorama_url, view_count],
      ['Le fjord', 'published', null, null, null, null, 0],
    );
    deepEqual(await tagsOf(engine, answer.body as string), [tagId(1), tagId(2)]);
  }),
  check('edit · each column of the form, the categories replaced, the rest untouched', async (engine) => {
    const id = tourId(0);
    const before = await read(engine, id);
    const { view_count, created_at } = before;
    const written = {
      ...{ title: 'Autre', slug: 'autre', description: 'D', location: 'L', url: 'https://exemple.test/a' },
      ...{
        image_url: '/images/a.jpg',
        panorama_url: '/panoramas/a.jpg',
        is_featured: true,
        status: 'draft',
      },
      ...{ client_name: 'Ville', captured_on: '2031-05-02', panorama_count: 12 },
      ...{ need: 'B', delivered: 'F', result: 'R' },
    };
    const version = { tour_id: id, read_at: await readAt(engine, id) };
    const answer = await rpc(engine, 'admin', 'save_tour', { ...written, ...version, tag_ids: [tagId(2)] });
    equal(answer.status, 200, answer.text);
    deepEqual(await read(engine, id), { id, ...written, view_count, created_at });
    deepEqual(await tagsOf(engine, id), [tagId(2)]);
    deepEqual(await tagsOf(engine, tourId(1)), [tagId(1)]);
  }),
  check('a refused category · neither tour nor category, at creation too', async (engine) => {
    const before = await readEverything(engine);
    await engine.sql(`create function public.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$;
      create trigger refuse before insert on public.virtual_tour_tags
      for each row execute function public.refuse();`);
    try {
      const version = { tour_id: tourId(0), read_at: await readAt(engine, tourId(0)) };
      for (const body of [form(), form({ ...version, tag_ids: [tagId(2)] })]) {
        ok((await rpc(engine, 'admin', 'save_tour', body)).status >= 400);
        deepEqual(await readEverything(engine), before);
      }
    } finally {
      await engine.sql('drop trigger refuse on public.virtual_tour_tags; drop function public.refuse()');
    }
    equal((await rpc(engine, 'admin', 'save_tour', form())).status, 200);
  }),
  check('a category deleted meanwhile · left out', async (engine) => {
    const gone = 'f0000000-0000-4000-8000-000000000000';
    const answer = await rpc(engine, 'admin', 'save_tour', form({ tag_ids: [gone, tagId(2)] }));
    deepEqual(await tagsOf(engine, answer.body as string), [tagId(2)]);
  }),
  check('create without an address · null, for a tour of our own panoramas', async (engine) => {
    const answer = await rpc(engine, 'admin', 'save_tour', form({ url: null }));
    equal((await read(engine, answer.body as string)).url, null);
  }),
  check(
    'create under a chosen id · once, whatever is sent again; never over another tour',
    async (engine) => {
      const new_id = 'f1000000-0000-4000-8000-000000000000';
      const first = await rpc(engine, 'admin', 'save_tour', form({ new_id }));
      equal(first.body, new_id, first.text);
      const again = form({ new_id, title: 'Le fjord, complété', tag_ids: [tagId(1)] });
      equal((await rpc(engine, 'admin', 'save_tour', again)).body, new_id);
      equal((await read(engine, new_id)).title, 'Le fjord, complété');
      deepEqual(await tagsOf(engine, new_id), [tagId(1)]);
      // A second press with the same id is answered like an edit, so it overwrites nobody's work.
      const before = await readEverything(engine);
      for (const body of [again, form({ new_id: tourId(1), slug: 'pris' })]) {
        const answer = await rpc(engine, 'admin', 'save_tour', body);
        equal(answer.status, 409, answer.text);
        deepEqual(await readEverything(engine), before);
      }
    },
  ),
  check("another tour's slug · 409, a free slug proposed, nothing changes", async (engine) => {
    const before = await readEverything(engine);
    const version = { tour_id: tourId(1), read_at: await readAt(engine, tourId(1)) };
    for (const body of [form({ slug: 'visite-0' }), form({ ...version, slug: 'visite-0' })]) {
      const answer = await rpc(engine, 'admin', 'save_tour', body);
      equal(answer.status, 409);
      const { code, details } = answer.body as Row;
      deepEqual([code, details], ['23505', 'visite-0-2']);
      deepEqual(await readEverything(engine), before);
    }
    equal((await rpc(engine, 'admin', 'save_tour', form({ slug: 'visite-0-2' }))).status, 200);
    const third = await rpc(engine, 'admin', 'save_tour', form({ slug: 'visite-0' }));
    equal((third.body as Row).details, 'visite-0-3');
    const long = 'a'.repeat(200);
    equal((await rpc(engine, 'admin', 'save_tour', form({ slug: long }))).status, 200);
    const cut = await rpc(engine, 'admin', 'save_tour', form({ slug: long }));
    equal((cut.body as Row).details, `${'a'.repeat(198)}-2`);
  }),
];

const secondToSave: Check[] = [
  check("the second to save · 409, nothing overwritten, the other's version and name", async (engine) => {
    const id = tourId(0);
    const version = { tour_id: id, read_at: await readAt(engine, id) };
    const first = { ...form({ slug: 'a' }), ...version, title: 'Le premier', tag_ids: [tagId(1), tagId(2)] };
    equal((await rpc(engine, 'admin', 'save_tour', first)).status, 200);
    const saved = await readEverything(engine);

    const second = { ...form({ slug: 'a' }), ...version, title: 'Le second' };
    const answer = await rpc(engine, 'admin2', 'save_tour', second);
    equal(answer.status, 409, answer.text);
    const refusal = answer.body as { code: string; details: string };
    equal(refusal.code, 'PT409');
    const theirs = JSON.parse(refusal.details) as Row;
    deepEqual(
      [theirs.title, theirs.tag_ids, theirs.edited_by],
      ['Le premier', [tagId(1), tagId(2)], engine.people.admin.email],
    );
    deepEqual(await readEverything(engine), saved);

    const onTop = { ...second, read_at: theirs.updated_at };
    equal((await rpc(engine, 'admin2', 'save_tour', onTop)).status, 200);
    equal((await read(engine, id)).title, 'Le second');
  }),
  check('only the categories change · the second is warned too', async (engine) => {
    const id = tourId(0);
    const row = await read(engine, id);
    const same = form({ ...row, tour_id: id, read_at: await readAt(engine, id) });
    const { id: _id, view_count: _views, created_at: _at, ...body } = same;
    equal((await rpc(engine, 'admin', 'save_tour', { ...body, tag_ids: [] })).status, 200);
    const answer = await rpc(engine, 'admin2', 'save_tour', body);
    equal((answer.body as Row).code, 'PT409', answer.text);
    deepEqual(await tagsOf(engine, id), []);
  }),
  check('a star, a bulk change, a change in SQL · warn; a view does not', async (engine) => {
    const id = tourId(0);
    const save = async (read_at: string) =>
      rpc(engine, 'admin2', 'save_tour', form({ tour_id: id, read_at, slug: 'visite-0' }));
    const edits: [() => Promise<unknown>, string | null][] = [
      [
        () =>
          engine.request('admin', {
            ...{ method: 'PATCH', path: `/rest/v1/virtual_tours?id=eq.${id}`, body: { is_featured: true } },
          }),
        engine.people.admin.email,
      ],
      [
        () => rpc(engine, 'admin', 'set_tours_status', { ids: [id], status: 'published' }),
        engine.people.admin.email,
      ],
      [() => engine.sql('update public.virtual_tours set location = $2 where id = $1', [id, 'Ici']), null],
    ];
    for (const [edit, by] of edits) {
      const version = await readAt(engine, id);
      await edit();
      const { code, details } = (await save(version)).body as { code: string; details: string };
      deepEqual([code, JSON.parse(details).edited_by], ['PT409', by]);
    }
    const version = await readAt(engine, id);
    await engine.request('visitor', {
      ...{ method: 'POST', path: '/rest/v1/rpc/count_tour_view', body: { tour_id: id } },
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' },
    });
    equal((await read(engine, id)).view_count, 2);
    equal((await save(version)).status, 200);
  }),
  check('a forgotten, old or invented version · 409', async (engine) => {
    const before = await readEverything(engine);
    for (const read_at of [undefined, '2000-01-01T00:00:00+00:00', '2099-01-01T00:00:00+00:00']) {
      const answer = await rpc(engine, 'admin', 'save_tour', form({ tour_id: tourId(0), read_at }));
      equal((answer.body as Row).code, 'PT409', answer.text);
    }
    deepEqual(await readEverything(engine), before);
  }),
  check('deleted meanwhile · 404, it does not come back', async (engine) => {
    const version = { tour_id: tourId(0), read_at: await readAt(engine, tourId(0)) };
    equal(
      (await rpc(engine, 'admin', 'move_to_trash', { kind: 'virtual_tours', ids: [tourId(0)] })).status,
      200,
    );
    const answer = await rpc(engine, 'admin2', 'save_tour', form(version));
    equal(answer.status, 404);
    match((answer.body as { message: string }).message, /n'existe plus/);
    equal(await read(engine, tourId(0)), undefined);
  }),
  check(
    'eight saves at the same instant · only one passes',
    async (engine) => {
      const id = tourId(0);
      const version = { tour_id: id, read_at: await readAt(engine, id) };
      const saves = Array.from(
        { length: 8 },
        (_, n) => () => rpc(engine, 'admin', 'save_tour', form({ ...version, title: `Titre ${n}` })),
      );
      const answers = await atOnce(engine, 'public.virtual_tours', saves);
      deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)]);
    },
    'simultaneity',
  ),
];

const bulkChecks: Check[] = [
  check('in bulk · the status of those named, and only theirs', async (engine) => {
    const ids = [tourId(1), 'f0000000-0000-4000-8000-000000000000'];
    const answer = await rpc(engine, 'admin', 'set_tours_status', { ids, status: 'published' });
    equal(answer.text, '1');
    deepEqual(
      (await snapshot(engine, tours)).map(({ status }) => status),
      ['published', 'published', 'draft'],
    );
    equal((await rpc(engine, 'admin', 'set_tours_status', { ids, status: 'secret' })).status, 400);
  }),
  check('in bulk · removal of those named, their pictures returned when it is final', async (engine) => {
    const ids = [tourId(0), tourId(2)];
    equal((await rpc(engine, 'admin', 'move_to_trash', { kind: 'virtual_tours', ids })).text, '2');
    const answer = await rpc(engine, 'admin', 'delete_from_trash', { ids });
    deepEqual([...(answer.body as string[])].sort(), ['/images/0.jpg', '/images/2.jpg']);
    deepEqual(
      (await snapshot(engine, tours)).map(({ id }) => id),
      [tourId(1)],
    );
  }),
];

/** Files of the bucket, and their age in hours. */
const fileAges = {
  ...{ montree: 25, nommee: 0, neuve: 0, recente: 23, vieille: 25 },
  // A picture and its small rendition; a rendition whose picture is gone.
  ...{ 'deux-800': 25, 'deux-480': 25, 'seule-480': 25 },
};

const pictureChecks: Check[] = [
  check(
    "pictures · those that nothing shows: the named ones, and yesterday's; never the others",
    async (engine) => {
      for (const [name, age] of Object.entries(fileAges)) {
        await engine.sql(
          `insert into storage.objects (bucket_id, name, created_at)
           values ('tour-images', $1, now() - make_interval(hours => $2))`,
          [`${name}.jpg`, age],
        );
      }
      const shown = 'http://exemple.test/storage/v1/object/public/tour-images/montree.jpg';
      await engine.sql('update public.virtual_tours set image_url = $1 where id = $2', [shown, tourId(0)]);
      const two = shown.replace('montree', 'deux-800');
      await engine.sql('update public.virtual_tours set image_url = $1 where id = $2', [two, tourId(1)]);
      const unused = async (role: Role, candidates: string[]) =>
        rpc(engine, role, 'unused_tour_images', { candidates });
      const named = ['montree.jpg', 'nommee.jpg', 'absente.jpg'];
      for (const role of outsiders) mustHoldNoRow(await unused(role, named), role);
      deepEqual([...((await unused('admin', named)).body as string[])].sort(), [
        'nommee.jpg',
        'seule-480.jpg',
        'vieille.jpg',
      ]);
      deepEqual([...((await unused('admin', [])).body as string[])].sort(), ['seule-480.jpg', 'vieille.jpg']);
      await engine.sql('update public.virtual_tours set image_url = null where id = $1', [tourId(1)]);
      deepEqual([...((await unused('admin', [])).body as string[])].sort(), [
        ...['deux-480.jpg', 'deux-800.jpg', 'seule-480.jpg', 'vieille.jpg'],
      ]);
    },
  ),
  check('pictures · one that is named is kept, wherever and however it is written', async (engine) => {
    const bucket = 'https://exemple.test/storage/v1/object/public/tour-images';
    const written = {
      image_url: [
        `${bucket}/version.jpg?v=2`,
        `${bucket}/fragment.jpg#haut`,
        `${bucket}/code%2Dpourcent%2ejpg`,
        'https://exemple.test/storage/v1/render/image/public/tour-images/reduite.jpg?width=800',
        `${bucket.replace('tour-images', 'tour%2Dimages')}/seau.jpg`,
      ],
      panorama_url: [`${bucket}/panorama.jpg`, `${bucket}/panorama-deux.jpg?v=1`],
      description: [`Voir ${bucket}/texte.jpg, en haut.`],
    };
    const kept = [
      'version',
      'fragment',
      'code-pourcent',
      'reduite',
      'seau',
      'panorama',
      'panorama-deux',
      'texte',
    ];
    const template = `Voici (${bucket}/modele.jpg?v=3).`;
    for (const name of [...kept, 'modele', 'autre', 'version.jpg']) {
      await engine.sql(
        "insert into storage.objects (bucket_id, name, created_at) values ('tour-images', $1, now() - interval '2 days')",
        [`${name}.jpg`],
      );
    }
    const unused = async () =>
      [...((await rpc(engine, 'admin', 'unused_tour_images', {})).body as string[])].sort();
    const everything = [...kept, 'autre', 'modele', 'version.jpg'].map((name) => `${name}.jpg`).sort();
    deepEqual(await unused(), everything);
    const found: string[] = [];
    for (const [column, addresses] of Object.entries(written)) {
      for (const address of addresses) {
        await engine.sql(`update public.virtual_tours set ${column} = $1 where id = $2`, [
          address,
          tourId(0),
        ]);
        const left = await unused();
        found.push(...everything.filter((name) => !left.includes(name)));
        await engine.sql(`update public.virtual_tours set ${column} = null where id = $1`, [tourId(0)]);
      }
    }
    deepEqual(
      found,
      kept.map((name) => `${name}.jpg`),
    );
    await engine.sql(
      "insert into public.email_templates (name, subject, body, tone) values ('M', 'S', $1, 'amical')",
      [template],
    );
    equal((await unused()).includes('modele.jpg'), false);
    await engine.sql("delete from public.email_templates where name = 'M'");
    // Campaigns that use the address: one sent, one being written, and one that ended.
    for (const campaign of [
      `name, message_subject, message_body) values ('M', 'S', '${template}'`,
      `name, draft) values ('M', '{"message_body": "${template}"}'`,
    ]) {
      await engine.sql(`insert into public.campaigns (${campaign})`);
      equal((await unused()).includes('modele.jpg'), false, campaign);
      await engine.sql('delete from public.campaigns');
    }
    await engine.sql(
      `with kept as (insert into public.campaigns (name) values ('M') returning id)
       insert into public.campaign_steps (campaign_id, step, delay_days, subject, body)
       select id, 1, 5, 'S', '${template}' from kept`,
    );
    equal((await unused()).includes('modele.jpg'), false);
    await engine.sql('delete from public.campaigns');
    await engine.sql(
      `insert into public.sending_settings (id, sender_signatures) values (1, '{"a@exemple.test": "${template}"}')`,
    );
    equal((await unused()).includes('modele.jpg'), false);
    await engine.sql('delete from public.sending_settings');
    // An address that cannot be decoded neither fails nor stops the removal of the other files.
    for (const address of ['%', '%zz', '%00', '%ff%fe', '%e9']) {
      await engine.sql('update public.virtual_tours set image_url = $1 where id = $2', [
        `${bucket}/${address}.jpg`,
        tourId(0),
      ]);
      deepEqual(await unused(), everything);
    }
  }),
];

/** Attacks on the functions that the form and the list of tours call. */
export const attacksOnTourSaving = [
  ...refusedToOutsiders,
  ...saveChecks,
  ...secondToSave,
  ...bulkChecks,
  ...pictureChecks,
];
