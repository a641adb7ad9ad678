import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import type { Answer, Check, Engine } from '../engines/engine.ts';
import { bucket, jpeg, onBucket, readPublicly, upload } from '../fixtures/storage.ts';

type StorageError = { statusCode?: string; error?: string; message?: string };

const fixture = `/storage/v1/object/public/${bucket}/fixture.jpg`;

/**
 * Checks the storage service's answers to the calls of the product, of browsers and of mail clients. Supabase's own
 * acceptance tests describe the same of the hosted service (supabase/storage, src/test).
 */
export const storageProtocolChecks: Check[] = [
  protocol('an object is served with its type, its length, its cache time and a tag', async (engine) => {
    const body = jpeg(300, 5);
    const sent = await upload(engine, 'admin', 'a.jpg', {
      body,
      headers: { 'cache-control': 'max-age=31536000' },
    });
    equal((sent.body as { Key: string }).Key, `${bucket}/a.jpg`);
    ok((sent.body as { Id: string }).Id);
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await engine.request('visitor', {
        method,
        path: `/storage/v1/object/public/${bucket}/a.jpg`,
        token: null,
      });
      equal(answer.status, 200, answer.text);
      equal(answer.headers.get('content-type'), 'image/jpeg');
      equal(answer.headers.get('content-length'), '300');
      match(answer.headers.get('cache-control') ?? '', /max-age=31536000/);
      equal(answer.headers.get('accept-ranges'), 'bytes');
      ok(answer.headers.get('etag'));
      ok(!Number.isNaN(Date.parse(answer.headers.get('last-modified') ?? '')));
      if (method === 'HEAD') equal(answer.text, '');
    }
  }),

  protocol('an object that the browser has already is not sent again', async (engine) => {
    const first = await readPublicly(engine, 'visitor', 'fixture.jpg');
    const again = (headers: Record<string, string>) =>
      engine.request('visitor', { path: fixture, token: null, headers });
    const tag = first.headers.get('etag') ?? '';
    equal((await again({ 'if-none-match': tag })).status, 304);
    equal((await again({ 'if-none-match': '"autre"' })).status, 200);
    const since = first.headers.get('last-modified') ?? '';
    equal((await again({ 'if-modified-since': since })).status, 304);
  }),

  ...Object.entries({
    'bytes=0-9': [0, 9],
    'bytes=60-': [60, 63],
    'bytes=-4': [60, 63],
    'bytes=10-999': [10, 63],
  } as Record<string, [number, number]>).map(([range, [from, to]]) =>
    protocol(`the part ${range} of an object is 206`, async (engine) => {
      const answer = await engine.request('visitor', { path: fixture, token: null, headers: { range } });
      equal(answer.status, 206, answer.text);
      equal(answer.headers.get('content-range'), `bytes ${from}-${to}/64`);
      equal(answer.headers.get('content-length'), String(to - from + 1));
    }),
  ),

  protocol('a part beyond the end of an object is refused', async (engine) => {
    const headers = { range: 'bytes=64-70' };
    const answer = await engine.request('visitor', { path: fixture, token: null, headers });
    // The service answers 400 with 416 in the body; a CDN in front that serves the range itself answers 416.
    ok(answer.status === 416 || (answer.body as StorageError).statusCode === '416', answer.text);
  }),

  protocol('a part of a signed address is 206 too', async (engine) => {
    const answer = await engine.request('visitor', {
      path: await sign(engine, { expiresIn: 60 }),
      token: null,
      headers: { range: 'bytes=2-5' },
    });
    equal(answer.status, 206, answer.text);
    equal(answer.headers.get('content-range'), 'bytes 2-5/64');
  }),

  protocol('a signed address is saved under the name that it carries', async (engine) => {
    const path = `${await sign(engine, { expiresIn: 60 })}&download=visite-${encodeURIComponent('é')}.zip`;
    const answer = await engine.request('visitor', { path, token: null });
    equal(answer.status, 200, answer.text);
    equal(
      answer.headers.get('content-disposition'),
      "attachment; filename=visite-%C3%A9.zip; filename*=UTF-8''visite-%C3%A9.zip",
    );
  }),

  protocol('a signed address ends', async (engine) => {
    const path = await sign(engine, { expiresIn: 1 });
    const asked = () => engine.request('visitor', { path, token: null });
    const deadline = Date.now() + 15_000;
    let answer = await asked();
    while (answer.status === 200 && Date.now() < deadline) answer = await asked();
    refused(answer, '400', 'InvalidJWT');
  }),

  ...Object.entries({
    'without its token': (path: string) => path.replace(/\?.*/, ''),
    'with a false token': (path: string) => `${path.replace(/\?.*/, '')}?token=a.b.c`,
    'with a token changed': (path: string) => path.replace(/\.[^.]*$/, '.c2lnbmF0dXJl'),
    'of another object': (path: string) => path.replace('fixture.jpg', 'autre.jpg'),
  }).map(([what, change]) =>
    protocol(`a signed address ${what} is refused`, async (engine) => {
      await upload(engine, 'admin', 'autre.jpg');
      const path = await sign(engine, { expiresIn: 60 });
      equal((await engine.request('visitor', { path, token: null })).status, 200);
      const answer = await engine.request('visitor', { path: change(path), token: null });
      equal(answer.status, 400, answer.text);
      equal((answer.body as StorageError).statusCode, '400', answer.text);
    }),
  ),

  protocol('an object that is not there is not found, nor signed', async (engine) => {
    refused(await readPublicly(engine, 'visitor', 'absente.jpg'), '404', 'not_found');
    const path = `/storage/v1/object/sign/${bucket}/absente.jpg`;
    refused(
      await engine.request('admin', { method: 'POST', path, body: { expiresIn: 60 } }),
      '404',
      'not_found',
    );
    const elsewhere = `/storage/v1/object/public/nulle-part/a.jpg`;
    refused(await engine.request('visitor', { path: elsewhere, token: null }), '404', 'Bucket not found');
  }),

  protocol('a name that is taken is a duplicate', async (engine) => {
    refused(await upload(engine, 'admin', 'fixture.jpg'), '409', 'Duplicate');
    const tag = (await readPublicly(engine, 'visitor', 'fixture.jpg')).headers.get('etag');
    const replaced = await upload(engine, 'service', 'fixture.jpg', {
      body: jpeg(64, 9),
      headers: { 'x-upsert': 'true' },
    });
    equal(replaced.status, 200, replaced.text);
    notEqual((await readPublicly(engine, 'visitor', 'fixture.jpg')).headers.get('etag'), tag);
  }),

  protocol('what the bucket does not take is refused with its reason', async (engine) => {
    const large = await upload(engine, 'admin', 'b.jpg', { body: jpeg(3 * 1024 * 1024 + 1) });
    refused(large, '413', 'Payload too large');
    refused(await upload(engine, 'admin', 'b.jpg', { type: 'image/png' }), '415', 'invalid_mime_type');
    refused(await upload(engine, 'user', 'b.jpg'), '403', 'Unauthorized');
  }),

  protocol('a file is deleted, and one that is not there changes nothing', async (engine) => {
    const path = `/storage/v1/object/${bucket}`;
    const body = { prefixes: ['fixture.jpg', 'absente.jpg'] };
    const answer = await engine.request('admin', { method: 'DELETE', path, body });
    equal(answer.status, 200, answer.text);
    deepEqual(
      (answer.body as { name: string }[]).map(({ name }) => name),
      ['fixture.jpg'],
    );
    refused(await readPublicly(engine, 'visitor', 'fixture.jpg'), '404', 'not_found');
  }),

  protocol('a list is one folder, in the order asked for, from one row to another', async (engine) => {
    const folder = crypto.randomUUID();
    const into = 'panorama-originals';
    const files = ['a', 'b', 'c'].map((name) => `${folder}/${name}/original.jpg`);
    for (const name of files) {
      equal((await upload(engine, 'service', name, { into })).status, 200);
    }
    const list = async (asked: object) => {
      const path = `/storage/v1/object/list/${into}`;
      const answer = await engine.request('service', { method: 'POST', path, body: asked });
      equal(answer.status, 200, answer.text);
      return answer.body as { id: string | null; name: string; metadata: { size: number } | null }[];
    };
    const namesOf = async (asked: object) => (await list(asked)).map(({ name }) => name);
    try {
      const [file] = await list({ prefix: `${folder}/a` });
      equal(file?.name, 'original.jpg');
      ok(file?.id);
      equal(file?.metadata?.size, 64);
      deepEqual(
        (await list({ prefix: folder })).map(({ id, name }) => [id, name]),
        ['a', 'b', 'c'].map((name) => [null, name]),
      );
      deepEqual(await namesOf({ prefix: folder, limit: 2 }), ['a', 'b']);
      deepEqual(await namesOf({ prefix: folder, limit: 2, offset: 2 }), ['c']);
      deepEqual(await namesOf({ prefix: folder, sortBy: { column: 'name', order: 'desc' } }), [
        'c',
        'b',
        'a',
      ]);
      deepEqual(await namesOf({ prefix: folder, search: 'b' }), ['b']);
      deepEqual(await namesOf({ prefix: `${folder}/nulle-part` }), []);
    } finally {
      const path = `/storage/v1/object/${into}`;
      await engine.request('service', { method: 'DELETE', path, body: { prefixes: files } });
    }
  }),
];

function protocol(what: string, run: (engine: Engine) => Promise<void>): Check {
  return onBucket(`storage · ${what}`, run);
}

/** Signs the address of the fixture as an administrator. */
async function sign(engine: Engine, body: { expiresIn: number }): Promise<string> {
  const path = `/storage/v1/object/sign/${bucket}/fixture.jpg`;
  const answer = await engine.request('admin', { method: 'POST', path, body });
  equal(answer.status, 200, answer.text);
  return `/storage/v1${(answer.body as { signedURL: string }).signedURL}`;
}

/** Asserts an error: HTTP 400, with the true status in the body. */
function refused(answer: Answer, statusCode: string, error: string): void {
  equal(answer.status, 400, answer.text);
  const body = answer.body as StorageError;
  deepEqual([body.statusCode, body.error], [statusCode, error], answer.text);
  ok(body.message);
}
