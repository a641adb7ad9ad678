import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { proofSize } from '../../unit/proof-size.ts';
import type { Check, Engine, Role } from '../engines/engine.ts';
import { bucket, jpeg, names, onBucket, readPublicly, upload } from '../fixtures/storage.ts';

const megabyte = 1024 * 1024;
const page = '<html><body><script>alert(document.domain)</script></body></html>';
const svgFile = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(document.domain)</script></svg>';

/** The « Storage » list of the threat model; uploads by each role, overwriting and listing are the access matrix. */
export function attacksOnStorage(): Check[] {
  return [...disguises, ...sizes, ...strayNames, ...sideDoors];
}

/** Only the administrator gets this far, so each is tried in that name. */
const disguises = [
  ...Object.entries({
    'image/svg+xml': svgFile,
    'text/html': page,
    'image/png': jpeg(),
    'application/octet-stream': jpeg(),
  }).map(([type, body]) =>
    onBucket(`attack · ${type} named .jpg · refused`, async (engine) => {
      await upload(engine, 'admin', 'piege.jpg', { body, type });
      deepEqual(await names(engine), ['fixture.jpg']);
    }),
  ),
  ...Object.entries({ svg: svgFile, html: page }).map(([kind, body]) =>
    onBucket(
      `attack · ${kind} named .jpg and declared image/jpeg · refused or served inert`,
      async (engine) => {
        await upload(engine, 'admin', 'piege.jpg', { body });
        const answer = await readPublicly(engine, 'visitor', 'piege.jpg');
        // Browsers only ever guess another image type from a declared one (MIME Sniffing standard, 7 and 6.1), and
        // SVG is not among the guesses.
        if (answer.status < 400) equal(answer.headers.get('content-type'), 'image/jpeg');
        match(
          (await readPublicly(engine, 'visitor', 'fixture.jpg')).headers.get('content-type') ?? '',
          /image\/jpeg/,
        );
      },
    ),
  ),
];

const sizes = [
  onBucket('attack · 3 MB allowed, one byte more refused', async (engine) => {
    await upload(engine, 'admin', 'trop.jpg', { body: jpeg(3 * megabyte + 1) });
    deepEqual(await names(engine), ['fixture.jpg']);
    await upload(engine, 'admin', 'juste.jpg', { body: jpeg(3 * megabyte) });
    deepEqual(await names(engine), ['fixture.jpg', 'juste.jpg']);
  }),
  ...(['visitor', 'admin'] as const).map((role) =>
    onBucket(
      `attack · a file far too large · ${role === 'admin' ? 'administrator' : 'visitor'} · refused`,
      async (engine) => {
        // The server may hang up before it has read everything: that is a refusal too.
        await upload(engine, role, 'enorme.jpg', { body: jpeg(proofSize(8, 50) * megabyte) }).catch(
          () => null,
        );
        deepEqual(await names(engine), ['fixture.jpg']);
        ok((await readPublicly(engine, 'visitor', 'enorme.jpg')).status >= 400);
        equal((await readPublicly(engine, 'visitor', 'fixture.jpg')).status, 200);
      },
    ),
  ),
];

const strayNames = [
  ...['../x.jpg', '..%2Fx.jpg', '%2e%2e%2fx.jpg', '..%5Cx.jpg', '../../db/x.jpg', 'dossier/x.jpg', '/x.jpg'],
  ...[
    'x.html',
    'x.svg',
    'x.jpg.html',
    'x.html%00.jpg',
    'x%0A.jpg',
    'X.JPG',
    '.jpg',
    'x',
    'é.jpg',
    'x.jpg%20',
  ],
].map((name) =>
  onBucket(`attack · upload under the name ${name} · refused`, async (engine) => {
    await upload(engine, 'admin', name);
    deepEqual(await names(engine), ['fixture.jpg']);
    await upload(engine, 'admin', 'x.jpg');
    deepEqual(await names(engine), ['fixture.jpg', 'x.jpg']);
  }),
);

const outsiders: Role[] = ['visitor', 'user'];
const sideDoors = [
  onBucket('attack · the administrator writes to another bucket · refused', async (engine) => {
    await engine.sql("insert into storage.buckets (id, name, public) values ('autre', 'autre', true)", []);
    try {
      await upload(engine, 'admin', 'x.jpg', { into: 'autre' });
      deepEqual(await names(engine), ['fixture.jpg']);
      equal((await upload(engine, 'service', 'x.jpg', { into: 'autre' })).status, 200);
    } finally {
      await engine.sql("delete from storage.objects where bucket_id = 'autre'", []);
      await engine.sql("delete from storage.buckets where id = 'autre'", []);
    }
  }),
  ...outsiders.map((role) =>
    onBucket(
      `attack · copy and signed addresses · ${role === 'user' ? 'signed-in user' : 'visitor'} · refused`,
      async (engine) => {
        const copy = (by: Role) =>
          postBody(engine, by, 'object/copy', {
            bucketId: bucket,
            sourceKey: 'fixture.jpg',
            destinationKey: 'copie.jpg',
          });
        await copy(role);
        const signed = await postBody(engine, role, `object/upload/sign/${bucket}/signee.jpg`, {});
        const { url = '' } = signed.body as { url?: string };
        if (url)
          await engine.request(role, {
            method: 'PUT',
            path: `/storage/v1${url}`,
            body: jpeg(),
            headers: { 'content-type': 'image/jpeg' },
          });
        deepEqual(await names(engine), ['fixture.jpg']);
        await copy('admin');
        deepEqual(await names(engine), ['copie.jpg', 'fixture.jpg']);
      },
    ),
  ),
];

function postBody(engine: Engine, role: Role, path: string, body: unknown) {
  return engine.request(role, { method: 'POST', path: `/storage/v1/${path}`, body });
}
