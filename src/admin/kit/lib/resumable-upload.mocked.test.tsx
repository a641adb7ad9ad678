import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// In Node the package loads another build, which cannot read a Blob.
vi.mock('tus-js-client', () => import('tus-js-client/lib.es5/browser/index.js' as string));
const { uploadResumably } = await import('./resumable-upload');

const KB = 1024;
const MB = 1024 * KB;
/** Thirteen units are three parts of six: kilobytes, where the size itself is not the question. */
const bytesOf = (size: number) => new Uint8Array(size).map((_, at) => (at * 31) % 251);
const content = bytesOf(13 * KB);
const path = 'visite/image/original.jpg';

type SeenRequest = { method: string; headers: IncomingMessage['headers'] };

const folder = mkdtempSync(join(tmpdir(), 'tus-'));
// One for all tests: it makes its folder without telling when, and a test that asks nothing of it could end before.
const datastore = new FileStore({ directory: folder });
let http: HttpServer;
let url: string;
let seen: SeenRequest[];
/** Answers a request in place of the server; false lets it through. */
let intercept: (seen: SeenRequest, response: ServerResponse, request: IncomingMessage) => boolean;

beforeEach(async () => {
  localStorage.clear();
  seen = [];
  intercept = () => false;
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
  const tus = new Server({
    path: '/storage/v1/upload/resumable',
    datastore,
    allowedHeaders: ['Authorization', 'ApiKey'],
  });
  http = createServer((request, response) => {
    const one = { method: request.method ?? '', headers: request.headers };
    if (one.method !== 'OPTIONS') {
      seen.push(one);
      if (intercept(one, response, request)) return;
    }
    void tus.handle(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterEach(async () => {
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(
  { waits = [0, 0], signal = new AbortController().signal, body = content } = {},
  parts: { partBytes?: number } = { partBytes: 6 * KB },
) {
  const shares: number[] = [];
  const done = uploadResumably({
    url,
    bucket: 'panorama-originals',
    path,
    body: new Blob([body]),
    type: 'image/jpeg',
    maxAge: 60,
    authorize: async () => ({ apikey: 'cle', authorization: `Bearer jeton-${seen.length}` }),
    signal,
    onProgress: (share) => shares.push(share),
    waits,
    ...parts,
  });
  return { done, shares };
}

const methods = () => seen.map(({ method }) => method);
const offsets = (unit = KB) =>
  seen
    .filter(({ method }) => method === 'PATCH')
    .map(({ headers }) => Number(headers['upload-offset']) / unit);
const storedBytes = () => {
  const file = readdirSync(folder).find((name) => !name.endsWith('.json'));
  return file ? new Uint8Array(readFileSync(join(folder, file))) : undefined;
};
const isWhole = (sent = content) => Buffer.compare(storedBytes() ?? new Uint8Array(), sent) === 0;
const cors = { 'access-control-allow-origin': '*' };

describe('uploadResumably', () => {
  it('sends parts of 6 MB, with what the storage service wants to know, and a token for each', async () => {
    const panorama = bytesOf(13 * MB);
    const { done, shares } = start({ body: panorama }, {});
    await done;
    expect(methods()).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH']);
    expect(offsets(MB)).toEqual([0, 6, 12]);
    expect(isWhole(panorama)).toBe(true);
    const metadata = Object.fromEntries(
      String(seen[0]?.headers['upload-metadata'])
        .split(',')
        .map((entry) => entry.split(' '))
        .map(([name, value = '']) => [name, Buffer.from(value, 'base64').toString()]),
    );
    expect(metadata).toEqual({
      bucketName: 'panorama-originals',
      objectName: path,
      contentType: 'image/jpeg',
      cacheControl: '60',
    });
    expect(new Set(seen.map(({ headers }) => headers.authorization)).size).toBe(4);
    expect(seen.every(({ headers }) => headers.apikey === 'cle')).toBe(true);
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(localStorage).toHaveLength(0);
  });

  it('goes on by itself where the network cut it', async () => {
    let cuts = 1;
    intercept = ({ method, headers }, _response, request) => {
      if (method !== 'PATCH' || headers['upload-offset'] === '0' || cuts-- < 1) return false;
      request.socket.destroy();
      return true;
    };
    await start().done;
    expect(methods()).toEqual(['POST', 'PATCH', 'PATCH', 'HEAD', 'PATCH', 'PATCH']);
    expect(offsets()).toEqual([0, 6, 6, 12]);
    expect(isWhole()).toBe(true);
  });

  it('sends only the rest when it is asked again, after it was cancelled or failed', async () => {
    const controller = new AbortController();
    intercept = ({ headers }) => {
      if (headers['upload-offset'] === String(6 * KB)) controller.abort();
      return controller.signal.aborted;
    };
    await expect(start({ signal: controller.signal }).done).rejects.toMatchObject({ name: 'AbortError' });
    intercept = ({ headers }, _response, request) => {
      if (headers['upload-offset'] !== String(6 * KB)) return false;
      request.socket.destroy();
      return true;
    };
    await expect(start({ waits: [0] }).done).rejects.toMatchObject({ name: 'UploadError', status: 0 });

    intercept = () => false;
    seen = [];
    await start().done;
    expect(methods()).toEqual(['HEAD', 'PATCH', 'PATCH']);
    expect(offsets()).toEqual([6, 12]);
    expect(isWhole()).toBe(true);
  });

  it('begins anew when the service has forgotten what had arrived', async () => {
    const controller = new AbortController();
    intercept = ({ headers }) => {
      if (headers['upload-offset'] === String(6 * KB)) controller.abort();
      return controller.signal.aborted;
    };
    await start({ signal: controller.signal }).done.catch(() => {});
    for (const file of readdirSync(folder)) rmSync(join(folder, file));
    intercept = () => false;
    seen = [];
    await start().done;
    expect(methods()).toEqual(['HEAD', 'POST', 'PATCH', 'PATCH', 'PATCH']);
    expect(isWhole()).toBe(true);
  });

  it.each([404, 409, 413, 403])('tells at once that the service answered %s', async (status) => {
    intercept = (_seen, response) => {
      response.writeHead(status, cors).end('The resource already exists');
      return true;
    };
    await expect(start().done).rejects.toMatchObject({
      name: 'UploadError',
      status,
      message: expect.stringContaining('already exists'),
    });
    expect(methods()).toEqual(['POST']);
  });
});
