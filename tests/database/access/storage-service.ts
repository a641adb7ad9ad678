import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Answer, Check, Engine, Role } from '../engines/engine.ts';
import { bucket, jpeg, names, objects, onBucket, readPublicly, upload } from '../fixtures/storage.ts';
import { roleNames } from './tables.ts';

const roles: Role[] = ['visitor', 'user', 'reader', 'admin'];

/** Checks the bucket's row of the matrix: anybody reads by address; administrators upload, list and delete. */
export function storageServiceChecks(): Check[] {
  return roles.flatMap((role) => [
    accessCheck(role, 'read by its address', true, async (engine) => {
      const answer = await readPublicly(engine, role, 'fixture.jpg');
      equal(answer.status, 200, answer.text);
      equal(answer.headers.get('content-type'), 'image/jpeg');
      equal(answer.headers.get('content-length'), String(jpeg().length));
    }),
    accessCheck(role, 'S (list)', role === 'admin', async (engine) => {
      ok((await list(engine, 'admin')).text.includes('fixture.jpg'));
      const answer = await list(engine, role);
      equal(answer.text.includes('fixture.jpg'), role === 'admin', answer.text);
    }),
    accessCheck(role, 'I (upload)', role === 'admin', async (engine) => {
      await upload(engine, role, 'nouvelle.jpg');
      deepEqual(await names(engine), role === 'admin' ? ['fixture.jpg', 'nouvelle.jpg'] : ['fixture.jpg']);
      if (role !== 'admin') await upload(engine, 'admin', 'nouvelle.jpg');
      equal((await readPublicly(engine, 'visitor', 'nouvelle.jpg')).status, 200);
    }),
    accessCheck(role, 'U (replacement)', false, async (engine) => {
      const before = await objects(engine);
      const body = jpeg(128, 7);
      await upload(engine, role, 'fixture.jpg', { body, method: 'PUT' });
      await upload(engine, role, 'fixture.jpg', { body, headers: { 'x-upsert': 'true' } });
      await upload(engine, role, 'fixture.jpg', { body });
      deepEqual(await objects(engine), before);
      equal(
        (await readPublicly(engine, role, 'fixture.jpg')).headers.get('content-length'),
        String(jpeg().length),
      );
      equal((await upload(engine, 'admin', 'autre.jpg', { body })).status, 200);
    }),
    accessCheck(role, 'U (move)', false, async (engine) => {
      const before = await objects(engine);
      const path = '/storage/v1/object/move';
      const body = { bucketId: bucket, sourceKey: 'fixture.jpg', destinationKey: 'ailleurs.jpg' };
      await engine.request(role, { method: 'POST', path, body });
      deepEqual(await objects(engine), before);
      equal((await engine.request('service', { method: 'POST', path, body })).status, 200);
      deepEqual(await names(engine), ['ailleurs.jpg']);
    }),
    accessCheck(role, 'D', role === 'admin', async (engine) => {
      const remove = (by: Role, name: string) =>
        engine.request(by, {
          method: 'DELETE',
          path: `/storage/v1/object/${bucket}`,
          body: { prefixes: [name] },
        });
      await upload(engine, 'admin', 'seconde.jpg');
      await remove(role, 'fixture.jpg');
      deepEqual(await names(engine), role === 'admin' ? ['seconde.jpg'] : ['fixture.jpg', 'seconde.jpg']);
      if (role !== 'admin') {
        // The route for one object, which supabase-js does not use.
        await engine.request(role, { method: 'DELETE', path: `/storage/v1/object/${bucket}/fixture.jpg` });
        equal((await names(engine)).length, 2);
      }
      if (role !== 'admin') await remove('admin', 'fixture.jpg');
      ok((await readPublicly(engine, 'visitor', 'fixture.jpg')).status >= 400);
    }),
    accessCheck(role, 'buckets: list, creation, settings, removal', false, buckets(role)),
  ]);
}

function accessCheck(
  role: Role,
  what: string,
  allowed: boolean,
  run: (engine: Engine) => Promise<void>,
): Check {
  return onBucket(`${bucket} · ${roleNames[role]} · ${what} · ${allowed ? 'allowed' : 'denied'}`, run);
}

function list(engine: Engine, role: Role): Promise<Answer> {
  const path = `/storage/v1/object/list/${bucket}`;
  return engine.request(role, { method: 'POST', path, body: { prefix: '', limit: 100, offset: 0 } });
}

function buckets(role: Role): (engine: Engine) => Promise<void> {
  return async (engine) => {
    const state = () => engine.sql('select * from storage.buckets order by id', []);
    const [before, held] = [await state(), await names(engine)];
    const open = { id: 'ouvert', name: 'ouvert', public: true };
    const looser = {
      id: bucket,
      name: bucket,
      public: true,
      file_size_limit: null,
      allowed_mime_types: null,
    };
    await engine.request(role, { method: 'POST', path: '/storage/v1/bucket', body: open });
    await engine.request(role, { method: 'PUT', path: `/storage/v1/bucket/${bucket}`, body: looser });
    await engine.request(role, { method: 'POST', path: `/storage/v1/bucket/${bucket}/empty`, body: {} });
    await engine.request(role, { method: 'DELETE', path: `/storage/v1/bucket/${bucket}` });
    deepEqual(await state(), before);
    deepEqual(await names(engine), held);
    const listed = await engine.request(role, { path: '/storage/v1/bucket' });
    ok(!listed.text.includes(bucket), listed.text);
    ok((await engine.request('service', { path: '/storage/v1/bucket' })).text.includes(bucket));
  };
}
