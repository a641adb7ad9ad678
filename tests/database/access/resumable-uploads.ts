import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Answer, Check, Engine, Role } from '../engines/engine.ts';
import { bucket, jpeg, names, onBucket, readPublicly } from '../fixtures/storage.ts';

/** Answers of the storage service to a file that is sent in parts, by the TUS protocol. */
export const resumableUploadChecks: Check[] = [
  onBucket('storage · a large file is sent in parts, of which the last may come later', async (engine) => {
    const body = jpeg(200, 3);
    const create = (role: Role, name: string, type = 'image/jpeg') =>
      resumable(engine, role, 'POST', '', {
        'upload-length': '200',
        'upload-metadata': Object.entries({
          ...{ bucketName: bucket, objectName: name, contentType: type, cacheControl: '31536000' },
        })
          .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
          .join(','),
      });
    const created = await create('admin', 'grande.jpg');
    equal(created.status, 201, created.text);
    const at = new URL(created.headers.get('location') ?? '').pathname;
    const part = (role: Role, from: number, to: number) =>
      resumable(
        engine,
        role,
        'PATCH',
        at,
        { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
        body.subarray(from, to),
      );
    equal((await part('admin', 0, 120)).status, 204);
    ok((await part('user', 120, 200)).status >= 400);
    ok((await readPublicly(engine, 'visitor', 'grande.jpg')).status >= 400);
    equal((await resumable(engine, 'admin', 'HEAD', at)).headers.get('upload-offset'), '120');
    equal((await part('admin', 120, 200)).status, 204);
    const stored = await readPublicly(engine, 'visitor', 'grande.jpg');
    equal(stored.headers.get('content-length'), '200', stored.text);
    match(stored.headers.get('cache-control') ?? '', /max-age=31536000/);
    equal(stored.headers.get('content-type'), 'image/jpeg');
    for (const refused of [
      await create('admin', 'grande.jpg'),
      await create('user', 'autre.jpg'),
      await create('visitor', 'autre.jpg'),
      await create('admin', '../autre.jpg'),
    ]) {
      ok(refused.status >= 400, refused.text);
    }
    deepEqual(await names(engine), ['fixture.jpg', 'grande.jpg']);
  }),
];

/** Sends a request of the TUS protocol. */
function resumable(
  engine: Engine,
  role: Role,
  method: 'POST' | 'PATCH' | 'HEAD',
  path: string,
  headers: Record<string, string> = {},
  body?: Uint8Array,
): Promise<Answer> {
  return engine.request(role, {
    method,
    path: path || '/storage/v1/upload/resumable',
    headers: { 'tus-resumable': '1.0.0', ...headers },
    ...(body ? { body } : {}),
  });
}
