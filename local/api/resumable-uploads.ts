import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

const PATH = '/storage/v1/upload/resumable';
const DAY = 86_400_000;

/** Tells whether a request belongs to an upload that can be resumed. */
export const isResumable = ({ url }: Request) => `${new URL(url).pathname}/`.startsWith(`${PATH}/`);

/**
 * Receives large files in parts by the TUS protocol, as the hosted storage service does and the library does not. The
 * policies decide as for an ordinary upload: they are asked at each part, and the whole is stored by one.
 *
 * @param folder where unfinished files wait, for a day
 * @param maxSize largest file, in bytes
 * @param serve answers the requests of the library's storage service
 */
export function createResumableUploads({
  folder,
  maxSize,
  serve,
}: {
  folder: string;
  maxSize: number;
  serve: (request: Request) => Promise<Response>;
}): (request: Request) => Promise<Response> {
  const datastore = new FileStore({ directory: folder, expirationPeriodInMilliseconds: DAY });
  const ask = async (incoming: Request, path: string, upload?: { body: Uint8Array; headers: object }) => {
    const headers = new Headers({ ...upload?.headers });
    for (const name of ['apikey', 'authorization', 'x-upsert']) {
      const value = incoming.headers.get(name);
      if (value) headers.set(name, value);
    }
    const body = upload ? { body: upload.body as BodyInit } : {};
    const asked = new Request(new URL(`/storage/v1${path}`, incoming.url), {
      method: 'POST',
      headers,
      ...body,
    });
    const { ok, ...refused } = await serve(asked).then(async (answer) => ({
      ok: answer.ok,
      ...((await answer.json().catch(() => ({}))) as { statusCode?: string; message?: string }),
    }));
    if (!ok) throw { status_code: Number(refused.statusCode ?? 400), body: refused.message ?? '' };
  };
  const server = new Server({
    path: PATH,
    datastore,
    maxSize,
    allowedHeaders: ['Authorization', 'ApiKey', 'X-Client-Info', 'X-Upsert'],
    namingFunction: (_request, metadata) => idOf(metadata?.bucketName, metadata?.objectName),
    onIncomingRequest: (request, id) => ask(request, `/object/upload/sign/${objectOf(id)}`),
    onUploadCreate: async () => {
      await server.cleanUpExpiredUploads();
      return {};
    },
    onUploadFinish: async (request, { id, metadata }) => {
      const body = await readFile(join(folder, id));
      const headers = {
        'content-type': metadata?.contentType ?? 'application/octet-stream',
        'content-length': String(body.byteLength),
        'cache-control': metadata?.cacheControl ? `max-age=${metadata.cacheControl}` : 'no-cache',
      };
      await datastore.remove(id);
      await ask(request, `/object/${objectOf(id)}`, { body, headers });
      return {};
    },
  });
  return (request) => server.handleWeb(request);
}

/** Names an upload after its object, so that each of its parts says what it is a part of. */
function idOf(bucket: string | null | undefined, object: string | null | undefined): string {
  if (!bucket || !object) throw { status_code: 400, body: 'Metadata header is required' };
  return `${Buffer.from(`${bucket}/${object}`).toString('base64url')}.${crypto.randomUUID()}`;
}

/** Reads the address of an object, below the storage service's, from the name of its upload. */
function objectOf(id: string): string {
  const path = Buffer.from(id.split('.')[0] ?? '', 'base64url').toString();
  return path.split('/').map(encodeURIComponent).join('/');
}
