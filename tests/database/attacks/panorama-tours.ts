import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { roleNames } from '../access/tables.ts';
import type { Check, Engine, Role, Row } from '../engines/engine.ts';
import { outsiders } from '../fixtures/answers.ts';
import { rpc } from '../fixtures/calls.ts';
import { draftScene, panoramaFolder, panoramaScene } from '../fixtures/rows/panorama-tours.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { uuid } from '../fixtures/rows/row-factory.ts';
import { upload } from '../fixtures/storage.ts';
import { snapshot, withRows } from '../fixtures/tables.ts';

const drafts = rowFactoryOf('panorama_tour_drafts');
const publishedTours = rowFactoryOf('panorama_tours');
const tour = uuid(2, 0);

/** Reads the version of the draft as the API prints it; a save and a publication send it back. */
async function readAt(engine: Engine): Promise<string | null> {
  const answer = await engine.request('admin', {
    path: `/rest/v1/panorama_tour_drafts?tour_id=eq.${tour}&select=updated_at`,
  });
  return (answer.body as { updated_at: string }[])[0]?.updated_at ?? null;
}

/** Base and two tiles of the picture of the scene that fixtures make, as the storage service lists them. */
const plantTiles = (engine: Engine, missing = 0) =>
  engine.sql(
    ['base', '0/0-0', '0/1-0']
      .slice(missing)
      .map(
        (name) =>
          `insert into storage.objects (bucket_id, name) values ('panoramas', '${panoramaFolder(0, 0)}/${name}.jpg');`,
      )
      .join('\n'),
  );

const saveDraft = async (engine: Engine, role: Role, document: Row) =>
  rpc(engine, role, 'save_panorama_tour_draft', { tour_id: tour, document, read_at: await readAt(engine) });

const publish = async (engine: Engine, role: Role = 'admin') =>
  rpc(engine, role, 'publish_tour', { tour_id: tour, read_at: await readAt(engine) });

const seenByVisitors = async (engine: Engine): Promise<Row[]> =>
  (
    await engine.request('visitor', {
      path: `/rest/v1/panorama_tours?tour_id=eq.${tour}&select=document,version`,
    })
  ).body as Row[];

const setStatus = (engine: Engine, to: string) =>
  rpc(engine, 'admin', 'set_tours_status', { ids: [tour], status: to });

const status = async (engine: Engine, of = tour) =>
  (await engine.sql('select status from public.virtual_tours where id = $1', [of]))[0]?.status;

const siteLeaves = (engine: Engine) =>
  engine.sql(
    'select state, due_at <= now() as is_due, asked_by from public.publications order by state desc',
    [],
  );

function check(name: string, run: (engine: Engine) => Promise<void>, needs?: Check['needs']): Check {
  return {
    name: `attack · a tour made here · ${name}`,
    object: 'panorama_tours',
    needs,
    run: (engine) => withRows(engine, drafts, [0], () => run(engine)),
  };
}

const readEverything = async (engine: Engine) => [
  await snapshot(engine, drafts),
  await snapshot(engine, publishedTours),
];

/** Attacks on saving, publishing and withdrawing a panorama tour. */
export const attacksOnPanoramaTours: Check[] = [
  ...([...outsiders, 'reader'] as Role[]).map((role) =>
    check(`${roleNames[role]} · save, publish, withdraw, list files · nothing changes`, async (engine) => {
      await plantTiles(engine);
      equal((await publish(engine)).status, 200);
      const before = await readEverything(engine);
      for (const attempt of [
        () => saveDraft(engine, role, { scenes: [] }),
        () => publish(engine, role),
        () => rpc(engine, role, 'withdraw_tour', { tour_id: tour }),
      ]) {
        ok((await attempt()).status >= 400);
        deepEqual(await readEverything(engine), before);
      }
      await engine.sql(
        "update storage.objects set created_at = now() - interval '8 days', name = replace(name, 'c', 'd')",
      );
      const listed = await rpc(engine, role, 'unused_panorama_files');
      ok(listed.status >= 400 || listed.text === '[]', listed.text);
      equal(((await rpc(engine, 'admin', 'unused_panorama_files')).body as Row[]).length, 3);
    }),
  ),
  check(
    'two tabs save what they read · the second is refused, with the draft as it is now',
    async (engine) => {
      const stale = await readAt(engine);
      const mine = { scenes: [draftScene(0, { name: 'Première' })] };
      equal((await saveDraft(engine, 'admin', mine)).status, 200);
      const late = { tour_id: tour, document: { scenes: [] }, read_at: stale };
      const answer = await rpc(engine, 'admin2', 'save_panorama_tour_draft', late);
      equal(answer.status, 409, answer.text);
      deepEqual(JSON.parse((answer.body as { details: string }).details).document, mine);
      deepEqual((await snapshot(engine, drafts))[0]?.document, mine);
      // A save that claims that no version exists yet is refused too.
      equal(
        (await rpc(engine, 'admin2', 'save_panorama_tour_draft', { ...late, read_at: null })).status,
        409,
      );
    },
  ),
  check('a draft of nothing, of a tour that is gone · said in French', async (engine) => {
    const body = { tour_id: uuid(2, 9), document: { scenes: [] }, read_at: null };
    const answer = await rpc(engine, 'admin', 'save_panorama_tour_draft', body);
    equal(answer.status, 404);
    match(answer.text, /n'existe plus/);
    const hostile = {
      scenes: [
        draftScene(0, { points: [{ id: 'p', yaw: 0, pitch: 0, title: 'x', url: 'javascript:alert(1)' }] }),
      ],
    };
    const refused = await saveDraft(engine, 'admin', hostile);
    equal(refused.status, 400);
    match(refused.text, /pas permise/);
    // A scene with files of another tour is refused.
    equal((await saveDraft(engine, 'admin', { scenes: [draftScene(1)] })).status, 400);
  }),
  check(
    'publish · what visitors get has no blur, no level and no original, and counts its versions',
    async (engine) => {
      await plantTiles(engine);
      const blurs = [{ id: 'f', yaw: 0, pitch: 0, width: 3, height: 3 }];
      const original = `${panoramaFolder(0, 0)}/original.jpg`;
      await saveDraft(engine, 'admin', {
        scenes: [draftScene(0, { blurs, original, tilt: { roll: 3, pitch: -1 } })],
      });
      deepEqual((await publish(engine)).body, 1);
      deepEqual((await publish(engine)).body, 2);
      deepEqual(await seenByVisitors(engine), [{ document: { scenes: [panoramaScene(0)] }, version: 2 }]);
      // The tour itself decides who sees it.
      await engine.sql(`update public.virtual_tours set status = 'draft' where id = '${tour}'`);
      deepEqual(await seenByVisitors(engine), []);
      await engine.sql(`update public.virtual_tours set status = 'published' where id = '${tour}'`);
      equal((await seenByVisitors(engine)).length, 1);
      equal((await rpc(engine, 'admin', 'withdraw_tour', { tour_id: tour })).status, 204);
      deepEqual(await seenByVisitors(engine), []);
      equal((await snapshot(engine, drafts)).length, 1);
    },
  ),
  check('publish · tiles of another format than the draft names · do not count', async (engine) => {
    await plantTiles(engine);
    const picture = { ...(panoramaScene(0).picture as Row), format: 'webp' };
    await saveDraft(engine, 'admin', { scenes: [draftScene(0, { picture })] });
    match((await publish(engine)).text, /manquent/);
    await engine.sql("update storage.objects set name = replace(name, '0.jpg', '0.webp')");
    deepEqual((await publish(engine)).body, 1);
  }),
  check(
    'publish · a tile lacks, a text lacks, the draft moved, no scene · refused, nothing published',
    async (engine) => {
      const refused = async (pattern: RegExp) => {
        const answer = await publish(engine);
        ok(answer.status >= 400);
        match(answer.text, pattern);
        deepEqual(await snapshot(engine, publishedTours), []);
      };
      await plantTiles(engine, 1);
      await refused(/manquent/);
      await engine.sql('delete from storage.objects');
      await plantTiles(engine);
      await saveDraft(engine, 'admin', { scenes: [draftScene(0, { name: '' })] });
      await refused(/nom à chaque scène/);
      const proposal = { id: 'f', yaw: 0, pitch: 0, width: 3, height: 3, kind: 'face', score: 0.4 };
      await saveDraft(engine, 'admin', { scenes: [draftScene(0, { proposals: [proposal] })] });
      await refused(/flous proposés de la scène « Scène 0 »/);
      await saveDraft(engine, 'admin', { scenes: [draftScene(0, { proposedTexts: ['name'] })] });
      await refused(/textes proposés de la scène « Scène 0 »/);
      await saveDraft(engine, 'admin', {
        scenes: [draftScene(0, { points: [{ id: 'p', yaw: 0, pitch: 0, title: '' }] })],
      });
      await refused(/titres des points/);
      const stale = await readAt(engine);
      await saveDraft(engine, 'admin', { scenes: [draftScene(0)] });
      equal((await rpc(engine, 'admin', 'publish_tour', { tour_id: tour, read_at: stale })).status, 409);
      deepEqual(await snapshot(engine, publishedTours), []);
      deepEqual((await publish(engine)).body, 1);
    },
  ),
  check('a scene that nobody described has a neutral text', async (engine) => {
    await plantTiles(engine);
    await saveDraft(engine, 'admin', { scenes: [draftScene(0, { alt: ' ' })] });
    equal((await publish(engine)).status, 200);
    deepEqual((await seenByVisitors(engine))[0]?.document, {
      scenes: [panoramaScene(0, { alt: 'Vue à 360° de «\u00a0Scène 0\u00a0»' })],
    });
  }),
  check('« Publier » · record, scenes and site at once, or none of them', async (engine) => {
    await plantTiles(engine);
    await setStatus(engine, 'archived');
    await engine.sql('delete from public.publications');
    await saveDraft(engine, 'admin', { scenes: [draftScene(0, { name: '' })] });
    ok((await publish(engine)).status >= 400);
    deepEqual(
      [await status(engine), await seenByVisitors(engine), await siteLeaves(engine)],
      ['archived', [], []],
    );
    await saveDraft(engine, 'admin', { scenes: [draftScene(0)] });
    equal((await publish(engine)).status, 200);
    deepEqual([await status(engine), (await seenByVisitors(engine)).length], ['published', 1]);
    // The site is published at once for a withdrawal by a person, without the usual two minutes.
    const now = [{ state: 'en_file', is_due: true, asked_by: engine.people.admin.id }];
    deepEqual(await siteLeaves(engine), now);

    await engine.sql('delete from public.publications');
    equal((await rpc(engine, 'admin', 'withdraw_tour', { tour_id: tour })).status, 204);
    deepEqual([await status(engine), await seenByVisitors(engine)], ['draft', []]);
    deepEqual(await siteLeaves(engine), now);
    // A second withdrawal changes nothing, and an archived tour stays archived.
    await engine.sql('delete from public.publications');
    equal((await rpc(engine, 'admin', 'withdraw_tour', { tour_id: tour })).status, 204);
    await setStatus(engine, 'archived');
    equal((await rpc(engine, 'admin', 'withdraw_tour', { tour_id: tour })).status, 204);
    deepEqual([await status(engine), await siteLeaves(engine)], ['archived', []]);
  }),
  check('« Publier » while the site is being built · a build of its own takes it along', async (engine) => {
    await plantTiles(engine);
    await engine.sql(
      "delete from public.publications; insert into public.publications (state, started_at) values ('en_cours', now())",
    );
    equal((await publish(engine)).status, 200);
    deepEqual(
      (await siteLeaves(engine)).map(({ state, is_due }) => [state, is_due]),
      [
        ['en_cours', true],
        ['en_file', true],
      ],
    );
  }),
  check(
    '« Retirer » and its « Annuler » · visitors have the same version again, not the draft',
    async (engine) => {
      await plantTiles(engine);
      await publish(engine);
      const before = await seenByVisitors(engine);
      await saveDraft(engine, 'admin', { scenes: [draftScene(0, { name: 'Pas encore relue' })] });
      await rpc(engine, 'admin', 'withdraw_tour', { tour_id: tour });
      const undo = { kind: 'virtual_tours', given: 'draft', before: [{ id: tour, status: 'published' }] };
      equal((await rpc(engine, 'admin', 'undo_status', undo)).body, 1);
      deepEqual(await seenByVisitors(engine), before);
    },
  ),
  check('« Publier » without scenes · the address alone, and without one a refusal', async (engine) => {
    await plantTiles(engine);
    await publish(engine);
    await setStatus(engine, 'draft');
    await saveDraft(engine, 'admin', { scenes: [] });
    deepEqual((await publish(engine)).body, null);
    deepEqual([await status(engine), await snapshot(engine, publishedTours)], ['published', []]);
    // This tour never had a draft.
    const other = uuid(2, 2);
    equal((await rpc(engine, 'admin', 'publish_tour', { tour_id: other })).status, 200);
    equal(await status(engine, other), 'published');
    for (const name of ['publish_tour', 'withdraw_tour'])
      equal((await rpc(engine, 'admin', name, { tour_id: uuid(2, 9) })).status, 404, name);
  }),
  check(
    'the status « Publié » · what was published last, else the draft when nothing prevents it',
    async (engine) => {
      await setStatus(engine, 'draft');
      await setStatus(engine, 'published');
      // When the tiles are missing only the published record is removed.
      deepEqual([await status(engine), await seenByVisitors(engine)], ['published', []]);
      await setStatus(engine, 'draft');
      await plantTiles(engine);
      equal((await setStatus(engine, 'published')).body, 1);
      const [first] = await seenByVisitors(engine);
      deepEqual(first, { document: { scenes: [panoramaScene(0)] }, version: 1 });
      await saveDraft(engine, 'admin', { scenes: [draftScene(0, { name: 'Pas encore relue' })] });
      await setStatus(engine, 'archived');
      await setStatus(engine, 'published');
      deepEqual(await seenByVisitors(engine), [first]);
    },
  ),
  check(
    'deleted and restored · draft and published version come back, their files were kept',
    async (engine) => {
      await plantTiles(engine);
      await publish(engine);
      const before = await readEverything(engine);
      await engine.sql("update storage.objects set created_at = now() - interval '8 days'");
      equal(
        (await rpc(engine, 'admin', 'move_to_trash', { kind: 'virtual_tours', ids: [tour] })).status,
        200,
      );
      deepEqual(await readEverything(engine), [[], []]);
      deepEqual((await rpc(engine, 'admin', 'unused_panorama_files')).body, []);
      equal((await rpc(engine, 'admin', 'restore_from_trash', { ids: [tour] })).status, 200);
      deepEqual(await readEverything(engine), before);
      // After final deletion no document names the files, so they are listed for removal.
      await rpc(engine, 'admin', 'move_to_trash', { kind: 'virtual_tours', ids: [tour] });
      await rpc(engine, 'admin', 'delete_from_trash', { ids: [tour] });
      equal(((await rpc(engine, 'admin', 'unused_panorama_files')).body as Row[]).length, 3);
    },
  ),
  {
    name: 'attack · a tour made here · an administrator deletes every file in SQL · those that a tour names stay',
    object: 'storage.objects',
    run: (engine) =>
      withRows(engine, drafts, [0], async () => {
        const files = ['panoramas', 'panorama-originals'].flatMap((bucket) =>
          [0, 1].map((picture) => `('${bucket}', '${panoramaFolder(0, picture)}/base.jpg')`),
        );
        await engine.sql(`insert into storage.objects (bucket_id, name) values ${files.join()}`);
        // The picture was blurred after its upload: the original and its folder are kept, the sharp tiles are
        // listed for removal.
        const original = `${panoramaFolder(0, 1)}/original.jpg`;
        await engine.sql(
          `update public.panorama_tour_drafts set document = jsonb_set(document, '{scenes,0,original}', '"${original}"')`,
        );
        const claims = JSON.stringify({ role: 'authenticated', sub: engine.people.admin.id });
        await engine.sql(
          `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', '${claims}', true);
           delete from storage.objects`,
        );
        deepEqual(await engine.sql('select bucket_id, name from storage.objects order by 1', []), [
          { bucket_id: 'panorama-originals', name: `${panoramaFolder(0, 1)}/base.jpg` },
          { bucket_id: 'panoramas', name: `${panoramaFolder(0, 0)}/base.jpg` },
        ]);
      }),
  },
  check(
    'files · what a tour names is neither deleted nor written over, what none names is; originals stay closed',
    async (engine) => {
      const remove = (into: string, name: string) =>
        engine.request('admin', {
          method: 'DELETE',
          path: `/storage/v1/object/${into}`,
          body: { prefixes: [name] },
        });
      const [used, unused] = [`${panoramaFolder(0, 0)}/base.jpg`, `${panoramaFolder(0, 1)}/base.jpg`];
      const into = 'panoramas';
      for (const name of [used, unused]) equal((await upload(engine, 'admin', name, { into })).status, 200);
      ok((await upload(engine, 'admin', used, { into, headers: { 'x-upsert': 'true' } })).status >= 400);
      ok(
        (await upload(engine, 'admin', unused.replace('base', '0/0-0'), { into, type: 'image/svg+xml' }))
          .status >= 400,
      );
      for (const name of [used, unused]) await remove(into, name);
      deepEqual(
        (await engine.sql("select name from storage.objects where bucket_id = 'panoramas'", [])).map(
          ({ name }) => name,
        ),
        [used],
      );
      const original = `${panoramaFolder(0, 0)}/original.jpg`;
      equal((await upload(engine, 'admin', original, { into: 'panorama-originals' })).status, 200);
      for (const role of [...outsiders, 'reader'] as Role[]) {
        for (const how of ['', 'public/', 'authenticated/']) {
          const answer = await engine.request(role, {
            path: `/storage/v1/object/${how}panorama-originals/${original}`,
          });
          ok(answer.status >= 400, `${role} ${how}`);
        }
      }
    },
    'whole-stack',
  ),
];
