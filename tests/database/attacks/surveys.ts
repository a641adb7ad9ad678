import { deepEqual, equal, match } from 'node:assert/strict';
import type { Engine, Role, Row } from '../engines/engine.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { uuid } from '../fixtures/rows/row-factory.ts';
import { attackOnEmptyDatabase, plant, plantParents } from '../fixtures/tables.ts';

const [survey, earlier] = [uuid(80, 0), uuid(80, 1)];
const [picture, former] = [uuid(82, 0), uuid(82, 1)];
const file = (owner: string, of: string, ending = '') => `${owner}/${of}${ending}.jpg`;
const tilesOf = (owner: string, of: string) => `${owner}/${of}.tiles`;

/** The pictures 0 and 1 of the surveys 0 and 1, kept, reviewed and paired; nothing is published. */
async function pairedDrive(engine: Engine): Promise<void> {
  const pairs = rowFactoryOf('survey_pairs');
  await plantParents(engine, pairs);
  await plant(engine, pairs, {
    ...pairs.row(0, engine.people),
    before_picture: former,
    after_picture: picture,
  });
  await engine.sql(`
    update public.survey_pictures set left_out = null, proposals = '[]';
    update public.surveys set published_at = null, compared_with = case id when '${survey}' then '${earlier}'::uuid end`);
}

/** Asks in SQL for the answer of a storage policy to a role: the service has locks of its own. */
async function mayStore(engine: Engine, role: Role, bucket: string, name: string): Promise<boolean> {
  const claims = JSON.stringify({ role: 'authenticated', sub: engine.people[role as 'admin'].id });
  const become = `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', '${claims}', true);`;
  try {
    await engine.sql(
      `${become} insert into storage.objects (bucket_id, name) values ('${bucket}', '${name}')`,
    );
    return true;
  } catch (error) {
    match(String(error), /row-level security/);
    return false;
  }
}

async function mayRemove(engine: Engine, role: Role, name: string): Promise<boolean> {
  const claims = JSON.stringify({ role: 'authenticated', sub: engine.people[role as 'admin'].id });
  await engine.sql(
    `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', '${claims}', true);
     delete from storage.objects where name = '${name}'`,
  );
  return (await engine.sql('select from storage.objects where name = $1', [name])).length === 0;
}

const hasFile = (engine: Engine, bucket: string, name: string, age = '0 days') =>
  engine.sql(
    'insert into storage.objects (bucket_id, name, created_at) values ($1, $2, now() - $3::interval)',
    [bucket, name, age],
  );

/** Publishes both surveys, with their public files. */
async function publishedStreet(engine: Engine): Promise<void> {
  await pairedDrive(engine);
  for (const [owner, of] of [
    [survey, picture],
    [earlier, former],
  ] as const) {
    const name = file(owner, of, '-0123abcd');
    await hasFile(engine, 'survey-public', name);
    await engine.sql('update public.survey_pictures set published_file = $1 where id = $2', [name, of]);
    await succeed(engine, 'admin', 'publish_survey', { survey_id: owner, slug: `rue-${of.slice(-1)}` });
  }
}

const street = async (engine: Engine, slug = 'rue-0') =>
  (await succeed(engine, 'visitor', 'published_street', { slug })) as { pairs: Row[] } | null;

/** Attacks on surveys: nothing is public before review, and nothing is left of what was destroyed. */
export const attacksOnSurveys = [
  attackOnEmptyDatabase(
    'a file of a survey · only of its own picture · in public only once reviewed',
    'storage.objects',
    async (engine) => {
      await pairedDrive(engine);
      const [own, tiles] = [file(survey, picture), tilesOf(survey, picture)];
      for (const [bucket, ours, others] of [
        ['survey-previews', own, tiles],
        ['survey-tiles', tiles, own],
      ] as const) {
        for (const role of ['user', 'reader'] as const)
          equal(await mayStore(engine, role, bucket, ours), false, role);
        for (const name of [
          ...[file(earlier, picture), file(survey, uuid(89, 0)), file(survey, picture, '-0123abcd')],
          ...['x.jpg', `${survey}/x.jpg`, `${ours}\n`, own.replace('.jpg', '.html')],
          ...[others, tilesOf(earlier, picture), tiles.replace('.tiles', '-0123abcd.tiles')],
        ]) {
          equal(await mayStore(engine, 'admin', bucket, name), false, name);
        }
        equal(await mayStore(engine, 'admin', bucket, ours), true, bucket);
      }
      const shown = (digits: string) => file(survey, picture, `-${digits}`);
      for (const name of [own, tiles]) equal(await mayStore(engine, 'admin', 'survey-public', name), false);
      for (const [index, change] of [
        "left_out = 'main'",
        'searched_by = null',
        `proposals = '[{"id":"a","yaw":0,"pitch":0,"width":2,"height":2,"kind":"face","score":0.5}]'`,
      ].entries()) {
        const [{ left_out, searched_by, proposals } = {}] = await engine.sql<Row>(
          `select left_out, searched_by, proposals from public.survey_pictures where id = '${picture}'`,
          [],
        );
        await engine.sql(`update public.survey_pictures set ${change} where id = '${picture}'`);
        equal(await mayStore(engine, 'admin', 'survey-public', shown(`0000000${index}`)), false, change);
        await engine.sql(
          'update public.survey_pictures set left_out = $2, searched_by = $3, proposals = $4 where id = $1',
          [picture, left_out, searched_by, JSON.stringify(proposals)],
        );
      }
      equal(await mayStore(engine, 'reader', 'survey-public', shown('0123abcd')), false);
      equal(await mayStore(engine, 'admin', 'survey-public', shown('0123abcd')), true);
    },
  ),

  attackOnEmptyDatabase(
    'publishing a survey · refused before its review, without its files, without pictures, by others',
    'surveys',
    async (engine) => {
      await pairedDrive(engine);
      const publish = (role: Role, body: Row = {}) =>
        rpc(engine, role, 'publish_survey', { survey_id: survey, slug: 'rue-des-erables', ...body });
      const refused = async (reason: RegExp) => {
        const answer = await publish('admin');
        equal(answer.status, 400, answer.text);
        match(answer.text, reason);
      };
      for (const role of ['visitor', 'user', 'reader'] as const)
        equal((await publish(role)).status >= 400, true, role);
      await refused(/pas encore été envoyées : 1/);
      const name = file(survey, picture, '-0123abcd');
      await engine.sql('update public.survey_pictures set published_file = $1 where id = $2', [
        name,
        picture,
      ]);
      // The row names a file that was not uploaded.
      await refused(/pas encore été envoyées : 1/);
      await hasFile(engine, 'survey-public', name);
      await engine.sql('update public.survey_pictures set searched_by = null where id = $1', [picture]);
      await refused(/à revoir avant de publier : 1/);
      await engine.sql("update public.survey_pictures set searched_by = 'modele', lat = null, lon = null");
      await refused(/Aucune photo/);
      await engine.sql(
        'update public.survey_pictures set lat = 48, lon = -68, published_file = $1 where id = $2',
        [name, picture],
      );
      await engine.sql("update public.surveys set slug = 'rue-des-erables' where id = $1", [earlier]);
      await refused(/déjà cette adresse/);
      equal((await publish('admin', { survey_id: uuid(80, 9) })).status, 404);
      equal((await publish('admin', { slug: 'autre' })).status, 200);
      equal(
        ((await engine.sql('select published_at from public.surveys where id = $1', [survey]))[0] as Row)
          .published_at === null,
        false,
      );
    },
  ),

  attackOnEmptyDatabase(
    'a published street · visitors read its pairs and nothing else, until it is withdrawn or changed',
    'surveys',
    async (engine) => {
      equal(await street(engine), null);
      await publishedStreet(engine);
      const read = await street(engine);
      const shown = (owner: string, of: string) => ({ path: file(owner, of, '-0123abcd') });
      deepEqual(Object.keys(read ?? {}).sort(), [
        'captured_on',
        'city',
        'compared_on',
        'name',
        'pairs',
        'region',
      ]);
      equal(read?.pairs.length, 1);
      const [pair] = read?.pairs ?? [];
      deepEqual(Object.keys(pair ?? {}).sort(), ['after', 'before', 'id', 'number', 'sequence', 'turn']);
      deepEqual(Object.keys((pair?.after as Row | undefined) ?? {}).sort(), [
        'day',
        'heading',
        'lat',
        'lon',
        'path',
      ]);
      equal((pair?.after as Row | undefined)?.path, shown(survey, picture).path);
      equal((pair?.before as Row | undefined)?.path, shown(earlier, former).path);
      deepEqual(
        ((await succeed(engine, 'visitor', 'published_streets')) as Row[]).map(({ slug }) => slug),
        ['rue-0'],
      );
      for (const table of [
        'surveys',
        'survey_pictures',
        'survey_pairs',
        'survey_findings',
        'survey_tracks',
      ]) {
        deepEqual(
          (await engine.request('visitor', { path: `/rest/v1/${table}` })).status >= 400,
          true,
          table,
        );
      }
      // Adding a blur takes the picture off the public site at once.
      await engine.sql(
        `update public.survey_pictures set blurs = blurs || '[{"id":"z","yaw":0,"pitch":0,"width":2,"height":2}]' where id = '${former}'`,
      );
      deepEqual((await street(engine))?.pairs, []);
      await engine.sql('update public.survey_pictures set published_file = $1 where id = $2', [
        shown(earlier, former).path,
        former,
      ]);
      equal((await street(engine))?.pairs.length, 1);
      for (const role of ['visitor', 'user', 'reader'] as const)
        equal((await rpc(engine, role, 'withdraw_survey', { survey_id: survey })).status >= 400, true, role);
      await succeed(engine, 'admin', 'withdraw_survey', { survey_id: earlier });
      deepEqual((await street(engine))?.pairs, []);
      deepEqual(await succeed(engine, 'visitor', 'published_streets'), []);
      const published = async () =>
        (
          await engine.sql<Row>('select id from public.survey_pictures where published_file is not null', [])
        ).map(({ id }) => id);
      deepEqual(await published(), [picture], 'a withdrawal takes the pictures of its survey alone');
      await succeed(engine, 'admin', 'withdraw_survey', { survey_id: survey });
      deepEqual(await published(), []);
      equal(await street(engine), null);
      equal((await rpc(engine, 'admin', 'withdraw_survey', { survey_id: uuid(80, 9) })).status, 404);
    },
  ),

  attackOnEmptyDatabase(
    'placing pictures · all or none, of one survey, by administrators',
    'survey_pictures',
    async (engine) => {
      await pairedDrive(engine);
      const placed = (id: string, more: Row = {}) => ({
        id,
        taken_at: '2031-05-01T10:00:00Z',
        lat: 45.5,
        lon: -73.5,
        ...more,
      });
      const place = (role: Role, pictures: Row[], of = survey) =>
        rpc(engine, role, 'place_survey_pictures', {
          survey_id: of,
          clock_offset_ms: 47_000,
          clock_basis: 'hand',
          clock_parts: [{ from: 'R2.JPG', offset_ms: 3_600_000 }],
          pictures,
        });
      const lats = async () =>
        (await engine.sql<{ lat: number }>('select lat from public.survey_pictures order by id', [])).map(
          ({ lat }) => lat,
        );
      const before = await lats();
      for (const role of ['visitor', 'user'] as const)
        equal((await place(role, [placed(picture)])).status >= 400, true, role);
      equal((await place('reader', [placed(picture)])).status, 404);
      equal((await place('admin', [placed(picture)], uuid(80, 9))).status, 404);
      equal((await place('admin', [placed(picture, { lat: 91 })])).status, 400);
      // A picture of another survey does not move.
      equal((await place('admin', [placed(former)])).body, 0);
      deepEqual(await lats(), before);
      equal(
        (await place('admin', [placed(picture, { sequence: 2, number: 7, place_source: 'trace' })])).body,
        1,
      );
      const [row] = await engine.sql<Row>(
        'select p.lat, p.sequence, p.number, p.place_source, s.clock_offset_ms, s.clock_basis, s.clock_parts from public.survey_pictures p join public.surveys s on s.id = p.survey_id where p.id = $1',
        [picture],
      );
      deepEqual(row, {
        lat: 45.5,
        sequence: 2,
        number: 7,
        place_source: 'trace',
        clock_offset_ms: 47_000,
        clock_basis: 'hand',
        clock_parts: [{ from: 'R2.JPG', offset_ms: 3_600_000 }],
      });
      // Turning a camera that was mounted backwards keeps the offsets measured between the pictures of a
      // pair.
      const turnOnce = async (source: string, of: string, owner: string) => {
        await engine.sql('update public.survey_pictures set heading = 100 where id = $1', [of]);
        await engine.sql('update public.survey_pairs set turn = 170, turn_source = $1', [source]);
        equal((await place('admin', [placed(of, { heading: 280 })], owner)).body, 1);
        const [pair] = await engine.sql<Row>('select turn from public.survey_pairs', []);
        return pair?.turn;
      };
      equal(await turnOnce('appariement', picture, survey), -10);
      equal(await turnOnce('main', former, earlier), -10);
      equal(await turnOnce('trace', picture, survey), 170);
      const counts = (await succeed(engine, 'reader', 'survey_counts')) as Row[];
      deepEqual(
        counts.find(({ survey_id }) => survey_id === survey),
        { survey_id: survey, pictures: 1, kept: 1, previews: 0, reviewed: 1 },
      );
      deepEqual(await succeed(engine, 'user', 'survey_counts'), []);
    },
  ),

  attackOnEmptyDatabase(
    'deleting a file of a survey that a picture names · refused; it may go once none does',
    'storage.objects',
    async (engine) => {
      await pairedDrive(engine);
      const preview = file(survey, picture);
      await hasFile(engine, 'survey-previews', preview);
      for (const [named, isRemoved] of [
        [preview, false],
        [null, true],
      ] as const) {
        await engine.sql('update public.survey_pictures set preview = $1 where id = $2', [named, picture]);
        equal(await mayRemove(engine, 'admin', preview), isRemoved);
      }
    },
  ),

  attackOnEmptyDatabase(
    'a deleted survey · comes back whole with its previews and tiles; destroyed, nothing of it is left',
    'surveys',
    async (engine) => {
      await publishedStreet(engine);
      const preview = file(survey, picture);
      const tiles = tilesOf(survey, picture);
      await engine.sql('update public.survey_pictures set preview = $1, tiles = $2 where id = $3', [
        ...[preview, tiles, picture],
      ]);
      await hasFile(engine, 'survey-previews', preview);
      await hasFile(engine, 'survey-tiles', tiles);
      const unused = async () =>
        ((await succeed(engine, 'service', 'unused_survey_files')) as Row[])
          .map(({ bucket, name }) => `${bucket} ${name}`)
          .sort();
      deepEqual(await unused(), []);
      deepEqual(await succeed(engine, 'admin', 'move_to_trash', { kind: 'surveys', ids: [survey] }), 1);
      equal(await street(engine), null);
      deepEqual(await engine.sql('select from public.survey_pairs', []), []);
      const shown = file(survey, picture, '-0123abcd');
      await engine.sql("update storage.objects set created_at = now() - interval '2 days'");
      deepEqual(await unused(), [`survey-public ${shown}`]);
      equal(await mayRemove(engine, 'admin', preview), false);
      await succeed(engine, 'admin', 'restore_from_trash', { ids: [survey] });
      const [back] = await engine.sql<Row>('select preview from public.survey_pictures where id = $1', [
        picture,
      ]);
      equal(back?.preview, preview);
      equal((await engine.sql('select from public.survey_pairs', [])).length, 1);

      await succeed(engine, 'admin', 'move_to_trash', { kind: 'surveys', ids: [survey] });
      await engine.sql('update storage.objects set created_at = now()');
      deepEqual(await unused(), []);
      await succeed(engine, 'admin', 'delete_from_trash', { ids: [survey] });
      deepEqual(await unused(), [
        `survey-previews ${preview}`,
        `survey-public ${shown}`,
        `survey-tiles ${tiles}`,
      ]);
      deepEqual(await succeed(engine, 'user', 'unused_survey_files'), []);
      equal(await mayRemove(engine, 'reader', preview), false);
      equal(await mayRemove(engine, 'admin', preview), true);
      deepEqual(await engine.sql('select from public.survey_pictures where survey_id = $1', [survey]), []);
      deepEqual(
        await engine.sql("select from private.trash_rows where content::text like '%' || $1 || '%'", [
          survey,
        ]),
        [],
      );
    },
  ),
];
