import { equal, fail } from 'node:assert/strict';
import type { Check, Engine } from '../engines/engine.ts';

type Verb = 'S' | 'I' | 'U' | 'D';
type Asker = {
  name: string;
  role: 'anon' | 'authenticated';
  sub: (engine: Engine) => string | null;
  /** The application that the token was given to, where it is not our own site. */
  application?: string;
};

const roleClaims: Record<'visitor' | 'user' | 'reader' | 'admin' | 'application', Asker> = {
  visitor: { name: 'visitor', role: 'anon', sub: () => null },
  user: { name: 'signed-in user', role: 'authenticated', sub: ({ people }) => people.user.id },
  reader: { name: 'reader', role: 'authenticated', sub: ({ people }) => people.reader.id },
  admin: { name: 'administrator', role: 'authenticated', sub: ({ people }) => people.admin.id },
  application: {
    name: 'an application in the name of the administrator',
    role: 'authenticated',
    sub: ({ people }) => people.admin.id,
    application: 'assistant',
  },
};

/** The statements have no filter: a filter would also need the policy on reading. */
const statements: Record<Verb, (bucket: string, name: string) => string> = {
  S: () => 'select 1 from storage.objects',
  I: (bucket, name) => `insert into storage.objects (bucket_id, name) values ('${bucket}', '${name}')`,
  U: () => "update storage.objects set version = 'touché'",
  D: () => 'delete from storage.objects',
};

type Attempt = {
  asker: keyof typeof roleClaims;
  verb: Verb;
  bucket: string;
  name?: string;
  allowed: boolean;
};

const PICTURES_BUCKET = 'tour-images';
const requestFiles = 'request-files';
const quoteFiles = 'quote-files';
const inboundFiles = 'inbound-files';
const OTHER_BUCKET = 'autre';
const LOGOS_BUCKET = 'studio';
const panoramas = 'panoramas';
const originals = 'panorama-originals';
const deliveries = 'tour-deliveries';
const tripPhotos = 'trip-photos';
const [surveyPreviews, surveyTiles, surveyPublic] = ['survey-previews', 'survey-tiles', 'survey-public'];
const attempts: Attempt[] = (['visitor', 'user', 'reader', 'admin'] as const).flatMap((asker): Attempt[] => [
  ...[PICTURES_BUCKET, panoramas, originals, requestFiles, LOGOS_BUCKET, deliveries].flatMap(
    (bucket): Attempt[] => [
      ...(['S', 'I', 'D'] as const).map((verb) => ({ asker, verb, bucket, allowed: asker === 'admin' })),
      { asker, verb: 'U', bucket, allowed: false },
    ],
  ),
  // Only the server writes the PDF of a quote, and a signed paper cannot be removed.
  ...(['S', 'I', 'U', 'D'] as const).map((verb) => ({
    ...{ asker, verb, bucket: quoteFiles, allowed: asker === 'admin' && ['S', 'I'].includes(verb) },
  })),
  // Only the server stores and deletes the attachments of incoming e-mail.
  ...(['S', 'I', 'U', 'D'] as const).map((verb) => ({
    ...{ asker, verb, bucket: inboundFiles, allowed: asker === 'admin' && verb === 'S' },
  })),
  // The server alone deletes the photos of trips.
  ...(['S', 'I', 'U', 'D'] as const).map((verb) => ({
    ...{ asker, verb, bucket: tripPhotos },
    allowed: (asker === 'admin' && ['S', 'I'].includes(verb)) || (asker === 'reader' && verb === 'S'),
  })),
  // A file of a survey needs its picture: attacks/surveys.ts tries those that have one.
  ...[surveyPreviews, surveyTiles, surveyPublic].flatMap((bucket) => [
    {
      asker,
      verb: 'S' as const,
      bucket,
      allowed: asker === 'admin' || (asker === 'reader' && bucket !== surveyPublic),
    },
    ...(['I', 'U', 'D'] as const).map((verb) => ({
      asker,
      verb,
      bucket,
      allowed: asker === 'admin' && verb === 'D',
    })),
  ]),
  ...(['S', 'I', 'U', 'D'] as const).map((verb) => ({ asker, verb, bucket: OTHER_BUCKET, allowed: false })),
]);
attempts.push(
  ...[PICTURES_BUCKET, quoteFiles].flatMap((bucket) =>
    (['S', 'I', 'D'] as const).map((verb) => ({
      asker: 'application' as const,
      verb,
      bucket,
      allowed: false,
    })),
  ),
);
/** Letters that the local storage keeps encoded and the hosted one decodes (docs/decisions/0010). */
const ENCODED = '@+$,;=?';
const strayNames = [
  `x${ENCODED}.jpg`,
  'dossier/x.jpg',
  '../x.jpg',
  'x.html',
  'x.jpg.html',
  'X.jpg',
  '.jpg',
  'x.jpg\n',
];
const folder = 'd0000000-0000-4000-8000-000000000001';
const fileNames: Record<string, string> = {
  [requestFiles]: `${folder}/${folder}.pdf`,
  [quoteFiles]: `${folder}/${folder}.pdf`,
  [inboundFiles]: `${folder}/1.pdf`,
  [LOGOS_BUCKET]: 'logo.png',
  [panoramas]: `${folder}/${folder}/0/3-1.jpg`,
  [originals]: `${folder}/${folder}/original.jpg`,
  [deliveries]: `${folder}.zip`,
  [tripPhotos]: `${folder}.jpg`,
};
const strayFiles = [
  ...['x.pdf', `${folder}.pdf`, `../${folder}.pdf`, `${folder}/x.pdf`, `${folder}/${folder}.html`],
  `${folder}/${folder}${ENCODED}.pdf`,
  ...[`${folder}/${folder}.pdf.html`, `${folder}/${folder}/${folder}.pdf`, `${folder}/${folder}.pdf\n`],
];

/**
 * Checks the policies of storage.objects in SQL, as each role. The storage service would hide a loose policy behind
 * checks of its own, and the PostgreSQL engine runs without the service.
 */
export function storagePolicyChecks(): Check[] {
  const refused =
    (bucket: string) =>
    (name: string): Attempt => ({
      ...{ asker: 'admin', verb: 'I', bucket, name, allowed: false },
    });
  const stray = [
    ...strayNames.map(refused(PICTURES_BUCKET)),
    ...strayFiles.map(refused(requestFiles)),
    ...[...strayFiles, `${folder}/devis.pdf`, `${folder}/${folder}.jpg`].map(refused(quoteFiles)),
    // A file name that is allowed in its own bucket is refused in every other one.
    ...[PICTURES_BUCKET, LOGOS_BUCKET, OTHER_BUCKET].flatMap((bucket) =>
      [fileNames[requestFiles] ?? ''].map(refused(bucket)),
    ),
    ...[PICTURES_BUCKET, requestFiles, quoteFiles, OTHER_BUCKET].flatMap((bucket) =>
      [fileNames[LOGOS_BUCKET] ?? ''].map(refused(bucket)),
    ),
    ...[PICTURES_BUCKET, requestFiles, quoteFiles, OTHER_BUCKET].flatMap((bucket) =>
      [panoramas, originals, deliveries].map((own) => refused(bucket)(fileNames[own] ?? '')),
    ),
    ...[
      ...['x.jpg', `${folder}/x.jpg`, `${folder}/${folder}/x.html`, `${folder}/${folder}/../../x.jpg`],
      `${folder}/${folder}/0/3-1${ENCODED}.jpg`,
      ...[`${folder}/${folder}/0/0-0-0.jpg`, `${folder}/${folder}/x.jpg\n`],
    ].flatMap((name) => [refused(panoramas)(name), refused(originals)(name)]),
    ...['x.zip', `${folder}/${folder}.zip`, `../${folder}.zip`, `${folder}.html`, `${folder}.zip\n`].map(
      refused(deliveries),
    ),
    ...['x.jpg', `${folder}/${folder}.jpg`, `../${folder}.jpg`, `${folder}.png`, `${folder}.jpg\n`].map(
      refused(tripPhotos),
    ),
    // An SVG file may hold a script.
    ...['logo.svg', 'logo.png.svg', '../logo.png', 'dossier/logo.png', 'LOGO.png'].map(refused(LOGOS_BUCKET)),
  ];
  return [...attempts, ...stray].map(check);
}

function check({ asker, verb, bucket, name = fileNames[bucket] ?? 'nouvelle.jpg', allowed }: Attempt): Check {
  const { role, sub, name: who, application } = roleClaims[asker];
  const what = `${verb} bucket ${bucket}${verb === 'I' ? ` ${JSON.stringify(name)}` : ''}`;
  const statement = statements[verb](bucket, name);
  return {
    name: `storage.objects in SQL · ${who} · ${what} · ${allowed ? 'allowed' : 'denied'}`,
    object: 'storage.objects',
    run: async (engine) => {
      // JSON.stringify leaves out a claim that is undefined.
      const claims = JSON.stringify({ role, sub: sub(engine) ?? undefined, client_id: application });
      const become = `select set_config('role', '${role}', true), set_config('request.jwt.claims', '${claims}', true);`;
      equal(await countEffect(engine, bucket, become, statement), allowed ? 1 : 0);
      // Control: the same statement as the owner has an effect, so the policy made the difference.
      equal(await countEffect(engine, bucket, '', statement), 1);
    },
  };
}

/** Returns the number of rows that the statement reads or changes in a bucket with one file, and rolls back; 0 for a refusal. */
async function countEffect(
  engine: Engine,
  bucket: string,
  become: string,
  statement: string,
): Promise<number> {
  const told = await engine
    .sql(
      `insert into storage.buckets (id, name) values ('${bucket}', '${bucket}') on conflict do nothing;
       insert into storage.objects (bucket_id, name) values ('${bucket}', 'la.jpg');
       ${become}
       do $do$
       declare
         counted integer;
       begin
         execute $statement$${statement}$statement$;
         get diagnostics counted = row_count;
         raise 'rows: %', counted;
       end $do$`,
    )
    .catch((error: Error) => error.message);
  if (/row-level security|permission denied/.test(String(told))) return 0;
  const [, rows] = /^rows: (\d+)$/.exec(String(told)) ?? [];
  return Number(rows ?? fail(String(told)));
}
