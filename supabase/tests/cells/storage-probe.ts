import { equal } from 'node:assert/strict';
import type { Answer, Call, Check, Engine, Role, Row } from '../engines/engine.ts';
import { reset } from './world.ts';

export const bucket = 'tour-images';

/** The smallest thing that is a JPEG by its first and last bytes, filled up to the size asked for. */
export function jpeg(size = 64, fill = 0): Uint8Array {
  const bytes = new Uint8Array(size).fill(fill);
  bytes.set([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]);
  bytes.set([0xff, 0xd9], size - 2);
  return bytes;
}

/** Sends bytes to the bucket as supabase-js does with an ArrayBuffer. */
export function upload(
  engine: Engine,
  role: Role,
  name: string,
  {
    body = jpeg() as unknown,
    type = 'image/jpeg',
    method = 'POST' as Call['method'],
    headers = {},
    into = bucket,
  } = {},
): Promise<Answer> {
  return engine.request(role, {
    method,
    path: `/storage/v1/object/${into}/${name}`,
    body,
    headers: { 'content-type': type, ...headers },
  });
}

/** What the storage service believes it holds, in every bucket. */
export async function objects(engine: Engine): Promise<Row[]> {
  return engine.sql(
    'select bucket_id, name, metadata, version, updated_at::text from storage.objects order by bucket_id, name',
    [],
  );
}

export async function names(engine: Engine): Promise<unknown[]> {
  return (await objects(engine)).map(({ name }) => name);
}

/** The public address of an object, as the site's pictures use it. */
export function readPublicly(engine: Engine, role: Role, name: string): Promise<Answer> {
  return engine.request(role, { path: `/storage/v1/object/public/${bucket}/${name}`, token: null });
}

/** A check on a bucket that holds `fixture.jpg`, put there by the administrator through the API. */
export function onBucket(name: string, run: (engine: Engine) => Promise<void>): Check {
  return {
    name,
    object: 'storage.objects',
    needs: 'whole-stack',
    run: async (engine) => {
      try {
        const answer = await upload(engine, 'admin', 'fixture.jpg');
        equal(answer.status, 200, answer.text);
        await run(engine);
      } finally {
        await reset(engine);
      }
    },
  };
}
