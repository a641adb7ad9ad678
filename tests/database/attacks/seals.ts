import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Engine, Role, Row } from '../engines/engine.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { uuid } from '../fixtures/rows/row-factory.ts';
import { attackOnEmptyDatabase, plant, plantParents } from '../fixtures/tables.ts';

const survey = uuid(80, 0);
const hash = (digit: number) => `${digit}`.repeat(64);

/** A survey of three kept pictures whose originals were hashed, and one that was left out. */
async function hashedDrive(engine: Engine): Promise<void> {
  const pictures = rowFactoryOf('survey_pictures');
  await plantParents(engine, pictures);
  for (const i of [0, 1, 2, 3]) {
    await plant(engine, pictures, {
      ...pictures.row(i % 3, engine.people),
      ...{
        id: uuid(82, i),
        survey_id: survey,
        file_name: `R000${i}.JPG`,
        file_bytes: 1000 + i,
        sha256: hash(i),
      },
      // The latitude has more digits than the API prints, as an interpolated place does.
      ...{ left_out: i === 3 ? 'main' : null, lat: 48.4479 + i / 1e5 + 2e-14, lon: -68.5239, heading: 40.5 },
      ...{ taken_at: `2026-04-20T14:00:0${i}.250Z`, created_at: '2026-04-21T12:00:00Z' },
    });
  }
  await engine.sql(
    "insert into public.evidence_settings (id) values (1) on conflict do nothing; update public.evidence_settings set authorities = '{https://a.exemple.test/,https://b.exemple.test/}' where id = 1",
  );
}

const pictureEntry = (i: number, more: Row = {}) => ({
  bytes: 1000 + i,
  ...{ heading: 40.5, headingSource: ['trace', 'appareil', 'appariement'][i] },
  ...{
    lat: 48.4479 + i / 1e5,
    lon: -68.5239,
    path: `R000${i}.JPG`,
    placeSource: ['trace', 'appareil', 'main'][i],
  },
  ...{
    sha256: hash(i),
    takenAt: `2026-04-20T14:00:0${i}.250Z`,
    timeSource: ['appareil', 'trace', 'main'][i],
  },
  ...more,
});
const header = (more: Row = {}) => ({
  ...{ bytes: 3003, declaredAt: new Date().toISOString(), pictures: 3, survey: { id: survey } },
  ...more,
});
const leaves = (first: Row = header(), ...entries: Row[]) =>
  [first, ...(entries.length > 0 ? entries : [0, 1, 2].map((i) => pictureEntry(i)))].map((one) =>
    JSON.stringify(one),
  );

const seal = (engine: Engine, given = leaves(), role: Role = 'admin') =>
  rpc(engine, role, 'seal_survey', { survey_id: survey, leaves: given });

const sha256 = (...parts: (Uint8Array | string)[]) =>
  parts.reduce((made, part) => made.update(part), createHash('sha256')).digest();
const leafHash = (text: string) => sha256(Buffer.from([0]), text);
const nodeHash = (left: Buffer, right: Buffer) => sha256(Buffer.from([1]), left, right);

type Claimed = { seal_id: string; authority: string; root: string; attempt: number };
const claim = async (engine: Engine, of?: string) =>
  (await succeed(engine, 'service', 'claim_seal_requests', {
    batch: 10,
    ...(of ? { seal: of } : {}),
  })) as Claimed[];

const finish = (engine: Engine, { seal_id, authority, attempt }: Claimed, more: Row) =>
  succeed(engine, 'service', 'finish_seal_request', { seal: seal_id, authority, attempt, ...more });
const token = { token: 'MIIB', gen_time: '2026-11-27T00:00:00Z', serial: '01' };

/** Seals: the database compares what it can, computes the root itself, and lets nothing change afterwards. */
export const attacksOnSeals = [
  attackOnEmptyDatabase(
    'a seal · is what the database computes of the leaves',
    'survey_seals',
    async (engine) => {
      await hashedDrive(engine);
      const given = leaves();
      for (const role of ['visitor', 'user', 'reader'] as const)
        equal((await seal(engine, given, role)).status >= 400, true, role);
      deepEqual(await engine.sql('select from public.survey_seals', []), []);
      const made = (await seal(engine, given)).body;
      const [row] = await engine.sql<Row>('select * from public.survey_seals', []);
      const [first = '', a = '', b = '', c = ''] = given;
      const manifest = `{"header":${first},"pictures":[${[a, b, c].join(',')}]}`;
      deepEqual(
        [
          row?.id,
          row?.manifest,
          row?.pictures,
          Number(row?.bytes),
          row?.manifest_sha256,
          row?.merkle_root,
          row?.sealed_by,
        ],
        [
          ...[made, manifest, 3, 3003, sha256(manifest).toString('hex')],
          nodeHash(nodeHash(leafHash(first), leafHash(a)), nodeHash(leafHash(b), leafHash(c))).toString(
            'hex',
          ),
          engine.people.admin.id,
        ],
      );
      // With five leaves the last one has no sibling, and is promoted twice.
      await engine.sql(
        "update public.survey_pictures set left_out = null, time_source = null, place_source = null, heading_source = null where file_name = 'R0003.JPG'",
      );
      const more = leaves(
        header({ pictures: 4, bytes: 4006 }),
        ...[0, 1, 2].map((i) => pictureEntry(i)),
        pictureEntry(3, { timeSource: null, placeSource: null, headingSource: null }),
      );
      equal((await seal(engine, more)).status, 200);
      const hashes = more.map(leafHash);
      const [h0, h1, h2, h3, h4] = hashes as [Buffer, Buffer, Buffer, Buffer, Buffer];
      const [latest] = await engine.sql<Row>(
        'select merkle_root from public.survey_seals where pictures = 4',
        [],
      );
      equal(latest?.merkle_root, nodeHash(nodeHash(nodeHash(h0, h1), nodeHash(h2, h3)), h4).toString('hex'));
    },
  ),

  attackOnEmptyDatabase('a seal · says nothing that the survey does not', 'survey_seals', async (engine) => {
    await hashedDrive(engine);
    const others = [1, 2].map((i) => pictureEntry(i));
    const wrong: [string, string[], number][] = [
      ['another hash', leaves(header(), pictureEntry(0, { sha256: hash(9) }), ...others), 409],
      ['another size', leaves(header(), pictureEntry(0, { bytes: 999 }), ...others), 409],
      ['another place', leaves(header(), pictureEntry(0, { lat: 48.5 }), ...others), 409],
      ['another heading', leaves(header(), pictureEntry(0, { heading: 41 }), ...others), 409],
      [
        'another time',
        leaves(header(), pictureEntry(0, { takenAt: '2026-04-20T14:00:00.251Z' }), ...others),
        409,
      ],
      [
        'another source of the time',
        leaves(header(), pictureEntry(0, { timeSource: 'main' }), ...others),
        409,
      ],
      [
        'another source of the place',
        leaves(header(), pictureEntry(0, { placeSource: 'main' }), ...others),
        409,
      ],
      [
        'another source of the heading',
        leaves(header(), pictureEntry(0, { headingSource: 'main' }), ...others),
        409,
      ],
      ['a picture less', leaves(header(), ...others), 409],
      [
        'a picture more',
        leaves(header(), pictureEntry(0), ...others, pictureEntry(3, { path: 'X.JPG' })),
        409,
      ],
      ['a picture twice', leaves(header(), pictureEntry(0), pictureEntry(0), ...others), 409],
      ['another survey', leaves(header({ survey: { id: uuid(80, 1) } })), 409],
      ['another count', leaves(header({ pictures: 4 })), 409],
      ['another total', leaves(header({ bytes: 1 })), 409],
      ['a clock behind', leaves(header({ declaredAt: new Date(Date.now() - 700_000).toISOString() })), 400],
      ['a clock ahead', leaves(header({ declaredAt: new Date(Date.now() + 700_000).toISOString() })), 400],
      ['no clock', leaves(header({ declaredAt: null })), 400],
      ['no time', leaves(header({ declaredAt: 'hier' })), 400],
      ['a text beside', [...leaves(), '"texte"'], 400],
      ['two in one', [...leaves().slice(0, -1), '{}],"pictures":[{}'], 400],
      ['a name twice', [leaves()[0] as string, '{"path":"a","path":"b"}'], 400],
      ['a header alone', leaves().slice(0, 1), 400],
      ['nothing', [], 400],
    ];
    for (const [name, given, status] of wrong) equal((await seal(engine, given)).status, status, name);
    await engine.sql("update public.survey_pictures set sha256 = null where file_name = 'R0001.JPG'");
    const unhashed = await seal(engine);
    deepEqual([unhashed.status, /pas encore d’empreinte/.test(unhashed.text)], [409, true]);
    deepEqual(await engine.sql('select from public.survey_seals', []), []);
    const gone = await rpc(engine, 'admin', 'seal_survey', { survey_id: uuid(89, 9), leaves: leaves() });
    equal(gone.status, 404);
  }),

  attackOnEmptyDatabase(
    'a seal · is changed by nobody, and outlives its survey',
    'survey_seals',
    async (engine) => {
      await hashedDrive(engine);
      const made = (await seal(engine)).body as string;
      const [first] = await claim(engine, made);
      await finish(engine, first as Claimed, token);
      for (const change of [
        "update public.survey_seals set manifest = '{}'",
        'update public.survey_seals set sealed_at = now() - interval $$1 day$$',
        "update public.survey_seals set merkle_root = repeat('0', 64)",
        'delete from public.survey_seals',
        "update public.seal_tokens set token = 'AAAA'",
        'delete from public.seal_tokens',
      ])
        await rejects(engine.sql(change), /ne se modifie pas/, change);
      // Columns read from the pictures are immutable; computed ones may be corrected.
      for (const change of [
        `update public.survey_pictures set sha256 = '${hash(9)}' where file_name = 'R0001.JPG'`,
        "update public.survey_pictures set file_bytes = 9 where file_name = 'R0001.JPG'",
        "update public.survey_pictures set file_name = 'X.JPG' where file_name = 'R0001.JPG'",
        "update public.survey_pictures set camera_time = now() where file_name = 'R0001.JPG'",
        "delete from public.survey_pictures where file_name = 'R0001.JPG'",
      ])
        await rejects(engine.sql(change), /est scellé/, change);
      await engine.sql("update public.survey_pictures set lat = 48.6 where file_name = 'R0001.JPG'");
      await engine.sql(
        `insert into public.survey_pictures (survey_id, file_name, file_bytes, created_at) values ('${survey}', 'Y.JPG', 5, now() + interval '1 second')`,
      );
      await engine.sql("delete from public.survey_pictures where file_name = 'Y.JPG'");
      await succeed(engine, 'admin', 'move_to_trash', { kind: 'surveys', ids: [survey] });
      deepEqual(await engine.sql('select from public.survey_pictures where survey_id = $1', [survey]), []);
      await succeed(engine, 'admin', 'delete_from_trash', { ids: [survey] });
      equal((await engine.sql('select from public.survey_seals', [])).length, 1);
      // Deleting the account that sealed keeps the seal.
      await engine.sql('update public.survey_seals set sealed_by = null');
    },
  ),

  attackOnEmptyDatabase(
    'a stamp · is asked for, retried later and later, and kept once',
    'seal_requests',
    async (engine) => {
      await hashedDrive(engine);
      const made = (await seal(engine)).body as string;
      // The request to the other authority waits, and is not claimed with the first one.
      const later = "authority = 'https://b.exemple.test/'";
      await engine.sql(
        `update public.seal_requests set next_attempt = now() + interval '1 hour' where ${later}`,
      );
      deepEqual(
        (await claim(engine)).map(({ authority }) => authority),
        ['https://a.exemple.test/'],
      );
      await engine.sql('update public.seal_requests set attempts = 0, next_attempt = now()');
      const claimed = await claim(engine);
      deepEqual(claimed.map(({ authority }) => authority).sort(), [
        'https://a.exemple.test/',
        'https://b.exemple.test/',
      ]);
      const [{ merkle_root: root } = {}] = await engine.sql<Row>(
        'select merkle_root from public.survey_seals',
        [],
      );
      equal(claimed[0]?.root, root);
      // The requests are claimed, so nobody else gets them.
      deepEqual(await claim(engine), []);
      const [one, two] = claimed as [Claimed, Claimed];
      equal(await finish(engine, one, token), true);
      equal(await finish(engine, one, token), false);
      const waits: number[] = [];
      for (let attempt = 1; attempt <= 4; attempt++) {
        equal(await finish(engine, { ...two, attempt }, { why: 'Panne' }), true);
        const [{ wait } = { wait: 0 }] = await engine.sql<{ wait: number }>(
          'select round(extract(epoch from next_attempt - now()))::integer as wait from public.seal_requests',
          [],
        );
        waits.push(wait);
        await engine.sql('update public.seal_requests set next_attempt = now()');
        equal((await claim(engine)).length, 1);
      }
      deepEqual(
        waits.map((wait) => Math.round(wait / 10)),
        [3, 6, 12, 24],
      );
      equal(await finish(engine, two, token), false, 'an attempt that is over');
      await engine.sql('update public.seal_requests set attempts = 65');
      await finish(engine, { ...two, attempt: 65 }, { why: 'Panne' });
      await engine.sql("update public.seal_requests set next_attempt = next_attempt - interval '1 day'");
      deepEqual(await claim(engine), [], 'given up');

      for (const role of ['visitor', 'user', 'reader'] as const)
        equal((await rpc(engine, role, 'request_seal_stamps', { seal: made })).status >= 400, true, role);
      await succeed(engine, 'admin', 'request_seal_stamps', { seal: made });
      deepEqual(
        (await claim(engine)).map(({ authority, attempt }) => [authority, attempt]),
        [[two.authority, 1]],
      );
      // The settings name another authority, so the request to the former one is cancelled.
      await engine.sql("update public.evidence_settings set authorities = '{https://c.exemple.test/}'");
      await succeed(engine, 'admin', 'request_seal_stamps', { seal: made });
      deepEqual(
        (await claim(engine)).map(({ authority }) => authority),
        ['https://c.exemple.test/'],
      );
      const missing = await rpc(engine, 'admin', 'request_seal_stamps', { seal: uuid(89, 1) });
      match(missing.text, /n’existe pas/);
    },
  ),
];
