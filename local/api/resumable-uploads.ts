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
  /** Makes a request of the storage service in the name of whoever sent a part; a refusal becomes the answer to the part. */
  const ask = async (
    part: Request,
    path: string,
    { body, headers }: { body?: BodyInit; headers?: Record<string, string> } = {},
  ) => {
    const asked = new Headers(headers);
    for (const name of ['apikey', 'authorization', 'x-upsert']) {
      const value = part.headers.get(name);
      if (value) asked.set(name, value);
    }
    const url = new URL(`/storage/v1${path}`, part.url);
    const answer = await serve(new Request(url, { method: 'POST', headers: asked, ...(body && { body }) }));
    if (answer.ok) return;
    const { statusCode, message = '' } = (await answer.json().catch(() => ({}))) as {
      statusCode?: string;
      message?: string;
    };
    throw { status_code: Number(statusCode ?? 400), body: message };
  };
  const createServer = () => {
    const datastore = new FileStore({ directory: folder, expirationPeriodInMilliseconds: DAY });
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
    return server;
  };
  // The store is created at the first upload: it makes its folder in the background, and a failed start may
  // have removed it.
  let server: Server | undefined;
  return (request) => {
    server ??= createServer();
    return server.handleWeb(request);
  };
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
