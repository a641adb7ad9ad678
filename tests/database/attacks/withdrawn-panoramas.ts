import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Dependencies, systemClock } from '../../../supabase/functions/_shared/dependencies.ts';
import { systemNetwork } from '../../../supabase/functions/_shared/network.ts';
import { moveWithdrawnPanoramas } from '../../../supabase/functions/dispatch-emails/withdrawn-panoramas.ts';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import { draftScene, panoramaFolder, panoramaScene } from '../fixtures/rows/panorama-tours.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { uuid } from '../fixtures/rows/row-factory.ts';
import { upload } from '../fixtures/storage.ts';
import { withRows } from '../fixtures/tables.ts';

const tour = uuid(2, 0);
const [tiles, plan] = [panoramaFolder(0, 0), panoramaFolder(0, 1)];
/** Every file of the tour below: tiles, and a plan. */
const filesOf = (folders: { tiles: string; plan: string }) => [
  ...['base', '0/0-0', '0/1-0'].map((name) => `${folders.tiles}/${name}.jpg`),
  `${folders.plan}/image.jpg`,
];
const knownFiles = filesOf({ tiles, plan }).sort();
const document = {
  scenes: [draftScene(0, { original: `${tiles}/original.jpg` })],
  floors: [{ id: 'rez', name: 'Rez', path: `${plan}/image.jpg`, width: 10, height: 10, alt: '', north: 0 }],
};

type Work = { folder: string; copies: [string, string][]; removals: string[] } | null;
const nextWork = (engine: Engine, most = 200) =>
  succeed<Work>(engine, 'service', 'next_withdrawn_panoramas', { most });

/** Moves the date when the tour was hidden, and that of a failure, into the past by an interval. */
const ageBy = (engine: Engine, interval: string) =>
  engine.sql(
    'update private.public_panorama_folders set hidden_at = hidden_at - $1::interval, retry_at = retry_at - $1::interval',
    [interval],
  );

const storedFiles = async (engine: Engine) =>
  (
    await engine.sql(
      'select name from storage.objects where bucket_id = \'panoramas\' order by name collate "C"',
      [],
    )
  ).map(({ name }) => String(name));

type StoredDocument = {
  scenes: { original: string; picture: { folder: string } }[];
  floors: { path: string }[];
};
const documentIn = async (engine: Engine, table: 'panorama_tour_drafts' | 'panorama_tours') =>
  (await engine.sql<{ document: StoredDocument }>(`select document from public.${table}`))[0]?.document;

const namedBy = ({ scenes, floors }: StoredDocument) =>
  filesOf({
    tiles: scenes[0]?.picture.folder ?? '',
    plan: floors[0]?.path.replace('/image.jpg', '') ?? '',
  }).sort();

const readAt = async (engine: Engine) =>
  (
    (await engine.request('admin', { path: '/rest/v1/panorama_tour_drafts?select=updated_at' })).body as {
      updated_at: string;
    }[]
  )[0]?.updated_at ?? null;

const saveDraft = async (engine: Engine, changed: Row, read_at?: string | null) =>
  rpc(engine, 'admin', 'save_panorama_tour_draft', {
    ...{ tour_id: tour, document: changed, read_at: read_at === undefined ? await readAt(engine) : read_at },
  });
const publish = async (engine: Engine) =>
  succeed(engine, 'admin', 'publish_tour', { tour_id: tour, read_at: await readAt(engine) });
const withdraw = (engine: Engine) => succeed(engine, 'admin', 'withdraw_tour', { tour_id: tour });

/** Copies and removes files in the list of objects, as the storage service would. */
async function doWork(engine: Engine, { copies, removals }: NonNullable<Work>) {
  for (const [, to] of copies)
    await engine.sql("insert into storage.objects (bucket_id, name) values ('panoramas', $1)", [to]);
  await engine.sql("delete from storage.objects where bucket_id = 'panoramas' and name = any ($1)", [
    `{${removals.map((name) => `"${name}"`).join()}}`,
  ]);
}

/** Runs the job to its end, and asserts that every file of the tour exists after each step. */
async function finish(engine: Engine) {
  let steps = 0;
  for (let part = await nextWork(engine, 1); part; part = await nextWork(engine, 1)) {
    ok(++steps < 50, 'the work has no end');
    await doWork(engine, part);
    const draft = await documentIn(engine, 'panorama_tour_drafts');
    if (draft?.floors)
      for (const file of namedBy(draft)) ok((await storedFiles(engine)).includes(file), file);
  }
}

/** Makes a check on a published tour with a floor plan, whose files exist. */
const check = (name: string, run: (engine: Engine) => Promise<void>): Check => ({
  name: `attack · a tour that visitors are no longer shown · ${name}`,
  object: 'panorama_tours',
  run: (engine) =>
    withRows(engine, rowFactoryOf('panorama_tour_drafts'), [0], async () => {
      for (const file of knownFiles)
        await engine.sql("insert into storage.objects (bucket_id, name) values ('panoramas', $1)", [file]);
      equal((await saveDraft(engine, document)).status, 200);
      await publish(engine);
      await run(engine);
    }),
});

/** Ways to hide a tour from visitors. */
const waysToHide: Record<string, (engine: Engine) => Promise<unknown>> = {
  '« Retirer »': withdraw,
  '« Archivé »': (engine) =>
    succeed(engine, 'admin', 'set_tours_status', { ids: [tour], status: 'archived' }),
  'the trash': (engine) => succeed(engine, 'admin', 'move_to_trash', { kind: 'virtual_tours', ids: [tour] }),
};

export const attacksOnWithdrawnPanoramas: Check[] = [
  check('the work is nobody’s but our own server’s', async (engine) => {
    await withdraw(engine);
    await ageBy(engine, '25 hours');
    for (const role of ['visitor', 'user', 'reader', 'admin'] as const)
      ok((await rpc(engine, role, 'next_withdrawn_panoramas')).status >= 400, role);
    deepEqual(await storedFiles(engine), knownFiles);
  }),
  ...Object.entries(waysToHide).map(([what, hide]) =>
    check(`${what} · nothing for a day, then nothing stays at the addresses`, async (engine) => {
      equal(await nextWork(engine), null);
      await hide(engine);
      await ageBy(engine, '23 hours 59 minutes');
      equal(await nextWork(engine), null);
      await ageBy(engine, '1 minute');
      await finish(engine);
      const now = await storedFiles(engine);
      deepEqual(
        now.filter((file) => knownFiles.includes(file)),
        [],
      );
      equal(now.length, knownFiles.length);
      equal(await nextWork(engine), null);
    }),
  ),
  check(
    'the draft and the version published last name the files where they are, and can be published',
    async (engine) => {
      await withdraw(engine);
      const before = await readAt(engine);
      await ageBy(engine, '24 hours');
      await finish(engine);
      const draft = (await documentIn(engine, 'panorama_tour_drafts')) as StoredDocument;
      deepEqual(namedBy(draft), await storedFiles(engine));
      deepEqual(
        namedBy((await documentIn(engine, 'panorama_tours')) as StoredDocument),
        await storedFiles(engine),
      );
      // The original is in a bucket that nobody reads, and stays there.
      equal(draft.scenes[0]?.original, `${tiles}/original.jpg`);
      // A save from a tab opened earlier is a conflict; a save with the old paths is corrected.
      equal((await saveDraft(engine, document, before)).status, 409);
      equal((await saveDraft(engine, document)).status, 200);
      deepEqual(
        namedBy((await documentIn(engine, 'panorama_tour_drafts')) as StoredDocument),
        await storedFiles(engine),
      );
      await publish(engine);
      equal(await nextWork(engine), null);
      // A second withdrawal moves the files again, from their new folder.
      await withdraw(engine);
      await ageBy(engine, '24 hours');
      const second = await storedFiles(engine);
      await finish(engine);
      deepEqual(
        (await storedFiles(engine)).filter((file) => second.includes(file)),
        [],
      );
      equal((await saveDraft(engine, document)).status, 200);
      deepEqual(
        namedBy((await documentIn(engine, 'panorama_tour_drafts')) as StoredDocument),
        await storedFiles(engine),
      );
    },
  ),
  check('published again before the day is over · nothing moves, and the day begins anew', async (engine) => {
    await withdraw(engine);
    await ageBy(engine, '23 hours');
    await publish(engine);
    await ageBy(engine, '30 days');
    equal(await nextWork(engine), null);
    await withdraw(engine);
    await ageBy(engine, '23 hours');
    equal(await nextWork(engine), null);
    deepEqual(await storedFiles(engine), knownFiles);
  }),
  check(
    'published again while its files are copied · it keeps its address, and the copies go',
    async (engine) => {
      await withdraw(engine);
      await ageBy(engine, '24 hours');
      const part = (await nextWork(engine, 2)) as NonNullable<Work>;
      equal(part.copies.length, 2);
      await doWork(engine, part);
      equal((await storedFiles(engine)).length, knownFiles.length + 2);
      await succeed(engine, 'admin', 'set_tours_status', { ids: [tour], status: 'published' });
      await finish(engine);
      deepEqual(await storedFiles(engine), knownFiles);
      deepEqual(namedBy((await documentIn(engine, 'panorama_tours')) as StoredDocument), knownFiles);
    },
  ),
  check(
    'published again when half of it had moved · that half is shown where it is, the rest keeps its address',
    async (engine) => {
      await withdraw(engine);
      await ageBy(engine, '24 hours');
      // The job moves the tiles first, and then the documents.
      await doWork(engine, (await nextWork(engine)) as NonNullable<Work>);
      await nextWork(engine);
      // Only the folder names are random, so a sorted list may put them before or after the floor plan.
      ok(
        namedBy((await documentIn(engine, 'panorama_tours')) as StoredDocument).some(
          (file) => !knownFiles.includes(file),
        ),
      );
      await publish(engine);
      await ageBy(engine, '24 hours');
      await finish(engine);
      const now = await storedFiles(engine);
      deepEqual(
        now.filter((file) => knownFiles.includes(file)),
        [`${plan}/image.jpg`],
      );
      deepEqual(namedBy((await documentIn(engine, 'panorama_tours')) as StoredDocument), now);
    },
  ),
  check('another tour that is shown meanwhile keeps its addresses', async (engine) => {
    const other = panoramaFolder(1, 0);
    await engine.sql(
      `update public.virtual_tours set status = 'published' where id = '${uuid(2, 1)}';
       insert into public.panorama_tours (tour_id, document)
       values ('${uuid(2, 1)}', '${JSON.stringify({ scenes: [panoramaScene(1)] })}');
       insert into storage.objects (bucket_id, name) values ('panoramas', '${other}/base.jpg')`,
    );
    await withdraw(engine);
    await ageBy(engine, '24 hours');
    await finish(engine);
    ok((await storedFiles(engine)).includes(`${other}/base.jpg`));
    deepEqual(
      await engine.sql('select folder from private.public_panorama_folders where hidden_at is null', []),
      [{ folder: other }],
    );
  }),
  check('in the trash for a day, then restored · as it was, at the new address', async (engine) => {
    await waysToHide['the trash']?.(engine);
    await ageBy(engine, '24 hours');
    await finish(engine);
    await succeed(engine, 'admin', 'restore_from_trash', { ids: [tour] });
    const now = await storedFiles(engine);
    for (const table of ['panorama_tour_drafts', 'panorama_tours'] as const)
      deepEqual(namedBy((await documentIn(engine, table)) as StoredDocument), now);
    await ageBy(engine, '30 days');
    equal(await nextWork(engine), null);
  }),
  check(
    'a folder that nothing names any more is deleted, one that was never public is left alone',
    async (engine) => {
      const draft = { scenes: [draftScene(0)] };
      const other = panoramaFolder(0, 2);
      const moved = { ...draft.scenes[0], picture: { ...(draftScene(0).picture as Row), folder: other } };
      await engine.sql(
        ['base', '0/0-0', '0/1-0']
          .map(
            (name) =>
              `insert into storage.objects (bucket_id, name) values ('panoramas', '${other}/${name}.jpg');`,
          )
          .join(''),
      );
      equal((await saveDraft(engine, { scenes: [moved] })).status, 200);
      await withdraw(engine);
      await ageBy(engine, '24 hours');
      await engine.sql('delete from public.panorama_tours');
      await finish(engine);
      deepEqual(
        (await storedFiles(engine)).map((file) => file.slice(0, other.length)),
        [other, other, other],
      );
    },
  ),
  check('files that cannot be moved wait for an hour, and hold nothing back', async (engine) => {
    await withdraw(engine);
    await ageBy(engine, '24 hours');
    const first = (await nextWork(engine)) as NonNullable<Work>;
    const second = await succeed<Work>(engine, 'service', 'next_withdrawn_panoramas', {
      failed: first.folder,
    });
    ok(second && second.folder !== first.folder);
    equal(await succeed(engine, 'service', 'next_withdrawn_panoramas', { failed: second.folder }), null);
    await ageBy(engine, '1 hour');
    equal((await nextWork(engine))?.folder, first.folder);
  }),
  {
    name: 'attack · a tour that visitors are no longer shown · the real files, the worker killed after every third request · whole at each step, and nothing answers at the old addresses',
    object: 'storage.objects',
    needs: 'whole-stack',
    run: (engine) =>
      withRows(engine, rowFactoryOf('panorama_tour_drafts'), [0], async () => {
        for (const file of knownFiles)
          equal((await upload(engine, 'admin', file, { into: 'panoramas' })).status, 200, file);
        equal((await saveDraft(engine, document)).status, 200);
        await publish(engine);
        await withdraw(engine);
        const opens = async (file: string) =>
          (
            await engine.request('visitor', {
              path: `/storage/v1/object/public/panoramas/${file}`,
              token: null,
            })
          ).status === 200;
        await moveWithdrawnPanoramas(inProcess(engine), 60, console.error);
        for (const file of knownFiles) ok(await opens(file), file);
        await ageBy(engine, '24 hours');
        let runs = 0;
        for (let isOver = false; !isOver; runs++) {
          ok(runs < 50);
          isOver = await moveWithdrawnPanoramas(inProcess(engine, 3), 60, () => undefined).then(
            () => true,
            () => false,
          );
          await ageBy(engine, '1 hour');
          const draft = (await documentIn(engine, 'panorama_tour_drafts')) as StoredDocument;
          for (const file of namedBy(draft)) ok(await opens(file), `run ${runs}: ${file}`);
        }
        ok(runs > 3, `${runs}`);
        for (const file of knownFiles) equal(await opens(file), false, file);
        equal((await storedFiles(engine)).length, knownFiles.length);
      }),
  },
];

/** Runs a function of ours in this process against the engine, and kills it after so many requests. */
function inProcess(engine: Engine, requests = Number.POSITIVE_INFINITY): Dependencies {
  const project = 'http://project.test';
  const known: Record<string, string> = {
    SUPABASE_URL: project,
    SUPABASE_SECRET_KEYS: '{"default":"sb_secret_x"}',
  };
  let left = requests;
  return {
    fetch: async (url, init) => {
      if (left-- <= 0) throw new TypeError('killed');
      const { status, text, headers } = await engine.request('service', {
        ...{ method: (init?.method ?? 'GET') as 'GET', path: url.slice(project.length) },
        ...(init?.body ? { body: JSON.parse(String(init.body)) } : {}),
      });
      return new Response(status === 204 ? null : text, { status, headers });
    },
    env: (name) => known[name],
    clock: systemClock,
    log: () => undefined,
    net: systemNetwork,
    keepAlive: () => undefined,
  };
}
