import type { App } from '@supabase/lite';
import type { Database } from '../database/open-database.ts';
import { HOST } from '../process/settings.ts';
import { bearerToken, verifyAccessToken } from './access-token.ts';
import { createConfirmations } from './confirmations.ts';
import { rpcPreflight, withAuthCors, withRestCors } from './cors.ts';
import type { ProjectKeys } from './keys.ts';
import { asHostedObject, storageError } from './object-answers.ts';
import { isObjectList, listFolder } from './object-list.ts';
import { contextOf, requestContext } from './request-context.ts';
import { createResumableUploads, isResumable } from './resumable-uploads.ts';
import { hideRefusedStatements, withSqlError } from './sql-errors.ts';

/** Overhead of a multipart upload over the largest file allowed, in bytes. */
const MULTIPART_ROOM = 1024 * 1024;
const BODY_LIMIT = 8 * 1024 * 1024;

/**
 * Serves REST, auth and storage by @supabase/lite, corrected to answer as the hosted services do
 * (docs/decisions/0010-embedded-stack.md).
 *
 * @param uploadLimit largest file, in bytes.
 * @param uploadsFolder where large files wait for their last part.
 * @param maxMailFrequency time between two e-mails of the auth service to an address, in ms.
 */
export function createServices({
  app,
  database,
  keys,
  uploadLimit,
  uploadsFolder,
  maxMailFrequency,
}: {
  app: App;
  database: Database;
  keys: ProjectKeys;
  uploadLimit: number;
  uploadsFolder: string;
  maxMailFrequency: number;
}): (request: Request, peerAddress: string) => Promise<Response> {
  hideRefusedStatements();
  if (!app._mailer) throw new Error('The auth service has no mailer');
  const confirm = createConfirmations({ database, mailer: app._mailer, maxFrequency: maxMailFrequency });
  const resume = createResumableUploads({
    folder: uploadsFolder,
    maxSize: uploadLimit,
    serve: (request) =>
      requestContext.run(contextOf(request), async () => app.fetch(request, { peerAddress: HOST })),
  });
  const serve = async (incoming: Request, peerAddress: string) => {
    const { pathname } = new URL(incoming.url);
    const isStorage = pathname.startsWith('/storage/v1/');
    const body = await readLimited(incoming, isStorage ? uploadLimit + MULTIPART_ROOM : BODY_LIMIT);
    if (body === 'too large') {
      return isStorage
        ? storageError(413, 'Payload too large', 'The object exceeded the maximum allowed size')
        : errorResponse(413, { code: '413', message: 'Payload too large' });
    }
    const refusal = pathname.startsWith('/rest/v1') && malformedToken(incoming.headers.get('authorization'));
    if (refusal) return errorResponse(401, { code: 'PGRST301', message: refusal, details: null, hint: null });

    const measured = withMeasuredBody(incoming, body);
    if (isResumable(incoming)) return resume(measured);
    const request = isStorage ? await withRawUpload(measured) : measured;
    const context = contextOf(request);
    const fetchApp = (asked: Request) =>
      requestContext.run(context, async () =>
        confirm(request, body, await app.fetch(asked, { peerAddress })),
      );
    const answered = isObjectList(request) ? await listFolder(request, fetchApp) : await fetchApp(request);
    const response = await withSqlError(answered, context.sqlError);
    if (request.method === 'PUT' && pathname === '/auth/v1/user' && response.ok && body) {
      await endOtherSessions(database, keys, request, body);
    }
    return isStorage ? asHostedObject(request, await withSignedAddress(request, response)) : response;
  };
  return async (incoming, peerAddress) => {
    const preflight = rpcPreflight(incoming);
    if (preflight) return preflight;
    const answer = () => serve(incoming, peerAddress);
    const { pathname } = new URL(incoming.url);
    if (pathname.startsWith('/auth/v1')) return withAuthCors(incoming, answer);
    return pathname.startsWith('/rest/v1') ? withRestCors(await answer()) : answer();
  };
}

async function readLimited(request: Request, limit: number): Promise<Uint8Array | undefined | 'too large'> {
  if (Number(request.headers.get('content-length')) > limit) return 'too large';
  if (!request.body) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) return 'too large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The storage service checks sizes by `content-length`, which a chunked request does not have. */
function withMeasuredBody(request: Request, body: Uint8Array | undefined): Request {
  const headers = new Headers(request.headers);
  headers.delete('transfer-encoding');
  if (body) headers.set('content-length', String(body.byteLength));
  return new Request(request.url, {
    method: request.method,
    headers,
    ...(body ? { body: body as BodyInit } : {}),
  });
}

/** PostgREST answers 401 to a bearer that is no signed token; the library treats it as anonymous. */
function malformedToken(header: string | null): string | undefined {
  const token = bearerToken(header);
  if (!token || token.startsWith('sb_')) return undefined;
  const parts = token.split('.');
  if (parts.length !== 3) return `Expected 3 parts in JWT; got ${parts.length}`;
  return parts.includes('') ? 'No suitable key or wrong key type' : undefined;
}

/** supabase-js sends a Blob or File as a nameless part of a form; the library only finds one named « file ». */
async function withRawUpload(request: Request): Promise<Request> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^(POST|PUT)$/.test(request.method) || !type.startsWith('multipart/form-data')) return request;
  const form = await request
    .clone()
    .formData()
    .catch(() => undefined);
  const file = form && [...form.values()].find((value) => typeof value !== 'string');
  if (!form || !file) return request;
  const headers = new Headers(request.headers);
  const cacheControl = form.get('cacheControl');
  headers.set('content-type', file.type || 'application/octet-stream');
  headers.set('content-length', String(file.size));
  if (typeof cacheControl === 'string') headers.set('cache-control', `max-age=${cacheControl}`);
  return new Request(request.url, { method: request.method, headers, body: await file.arrayBuffer() });
}

/** GoTrue signs a person out everywhere else when the password changes (`User.UpdatePassword`). */
async function endOtherSessions(
  database: Database,
  keys: ProjectKeys,
  request: Request,
  body: Uint8Array,
): Promise<void> {
  const changes = JSON.parse(Buffer.from(body).toString('utf8')) as { password?: unknown };
  const claims = verifyAccessToken(bearerToken(request.headers.get('authorization')) ?? '', keys.jwtSecret);
  if (changes.password === undefined || !claims) return;
  await database.query('delete from auth.sessions where user_id = $1 and id is distinct from $2', [
    claims.sub,
    claims.session_id ?? null,
  ]);
}

/**
 * Renames the signed address: the storage service calls it `signedURL`, below its own address; the library
 * `signedUrl`, below the project's.
 */
async function withSignedAddress(request: Request, response: Response): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (request.method !== 'POST' || !pathname.startsWith('/storage/v1/object/sign/') || !response.ok)
    return response;
  const { signedUrl } = (await response.json()) as { signedUrl?: string };
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const signedURL = signedUrl?.replace(/^\/storage\/v1/, '');
  return Response.json({ signedURL }, { status: response.status, headers });
}

function errorResponse(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'access-control-allow-origin': '*' } });
}
