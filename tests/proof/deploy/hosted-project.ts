import { mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRealPostgres } from '../../database/engines/real-postgres.ts';
import { type Answer, json, managementApi, PUBLISHABLE_KEY, REF, type Route } from './management-api.ts';
import { openUploadedFunctions } from './uploaded-functions.ts';

const SECRET_KEY = 'sb_secret_standin';
const platform = readFileSync(new URL('./platform.sql', import.meta.url), 'utf8');

/**
 * Stands in for hosted Supabase at one address: the management API, a real PostgreSQL, PostgREST, an in-memory storage,
 * and Deno 2.1.4 for the uploaded functions; also for Resend and the site's host.
 *
 * @param plan of the organisation
 */
export async function startHostedProject(plan: string) {
  const empty = mkdtempSync(join(tmpdir(), 'territoire-no-migration-'));
  const postgres = await startRealPostgres({ folder: empty });
  rmdirSync(empty);
  await postgres.runAsPlatform(platform);

  let address = '';
  let builtAt: string | null = null;
  let failing: { request: string; text: string } | undefined;
  const messages: unknown[] = [];
  const objects = new Map<string, Buffer>();
  /** Requests that change the project, in order. */
  const writes: string[] = [];
  const functions = openUploadedFunctions(() => ({
    ...Object.fromEntries(management.secrets),
    SUPABASE_URL: address,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: PUBLISHABLE_KEY }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: SECRET_KEY }),
    DISPATCH_SECONDS: '1',
  }));
  const management = managementApi(plan, postgres, functions);
  const routes: Record<string, Route> = {
    ...management.routes,
    'POST /resend/emails': (body) => {
      messages.push(JSON.parse(String(body)));
      return json({ id: `message-${messages.length}` });
    },
    'POST /build-hook': () => {
      builtAt = '2026-11-26T12:00:00+00:00';
      return json({});
    },
    'GET /publication.json': () => (builtAt ? json({ readAt: builtAt }) : json({}, 404)),
  };

  async function answer(request: IncomingMessage, body: Buffer): Promise<Answer> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://stand-in');
    const path = pathname
      .replace(`/v1/projects/${REF}`, 'P')
      .replace(`/v2/projects/${REF}`, '/v2/projects/R');
    const name = `${request.method} ${path}`;
    if (name === failing?.request && body.includes(failing.text)) {
      failing = undefined;
      return json({ message: 'stand-in: failing once' }, 503);
    }
    const isRead = request.method === 'GET' || /query|login-role/.test(path);
    if (!isRead && path.startsWith('P')) writes.push(name);
    const route = routes[name];
    if (route) return route(body, request);
    if (pathname.startsWith('/rest/v1/')) {
      const role = request.headers.apikey === SECRET_KEY ? 'service_role' : 'anon';
      const authorization = `Bearer ${postgres.jwt({ role })}`;
      return forward(`${postgres.apiUrl}${pathname.slice('/rest/v1'.length)}${search}`, request, body, {
        authorization,
      });
    }
    const [, called] = /^\/functions\/v1\/([\w-]+)/.exec(pathname) ?? [];
    if (called) {
      if (!functions.uploaded.has(called)) return json({ message: 'Requested function was not found' }, 404);
      return forward(await functions.addressOf(called), request, body, {});
    }
    const [, object] = /^\/storage\/v1\/object\/(.+)$/.exec(pathname) ?? [];
    if (object) return objectAnswer(objects, object, request.method, body);
    return json({ message: `stand-in: nothing at ${name}` }, 404);
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const {
      status,
      body,
      type = 'application/json',
    } = await answer(request, Buffer.concat(chunks)).catch((error: Error) =>
      json({ message: error.message }, 500),
    );
    response.writeHead(status, { 'content-type': type });
    response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** Runs a minute of the schedule: pg_net's queued calls are made. */
  async function tick(): Promise<void> {
    const jobs = await postgres.sql<{ command: string }>('select command from cron.job where active');
    for (const { command } of jobs) await postgres.sql(command);
    const calls = await postgres.sql<{ url: string; headers: Record<string, string> }>(
      'delete from net.queue where id > 0 returning url, headers',
    );
    for (const { url, headers } of calls) await fetch(url, { method: 'POST', headers, body: '{}' });
  }
  let isTicking = false;
  const minute = setInterval(async () => {
    if (isTicking) return;
    isTicking = true;
    // A call may fail while the functions restart, as in hosted projects: the next minute calls again.
    await tick().catch(() => undefined);
    isTicking = false;
  }, 1_000);

  return {
    address,
    sql: postgres.sql,
    writes,
    messages,
    objects,
    secrets: management.secrets,
    /** Makes the next matching request fail once, such as « PATCH P/config/auth », where P is the project. */
    failOnce: (request: string, text = '') => {
      failing = { request, text };
    },
    stop: async () => {
      clearInterval(minute);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await functions.close();
      await postgres.stop();
    },
  };
}

function objectAnswer(objects: Map<string, Buffer>, path: string, method = 'GET', body: Buffer): Answer {
  const name = path.replace(/^(public|authenticated)\//, '');
  if (method !== 'GET') {
    objects.set(name, body);
    return json({ Key: name });
  }
  const bytes = objects.get(name);
  return bytes
    ? { status: 200, body: bytes, type: name.endsWith('.jpg') ? 'image/jpeg' : 'text/plain' }
    : json({ statusCode: '404', error: 'not_found', message: 'Object not found' }, 400);
}

/** Hop-by-hop headers, and the caller's token, which the gateway replaces by the role's. */
const NOT_FORWARDED = /^(host|connection|content-length|authorization|transfer-encoding|accept-encoding)$/;

async function forward(
  url: string,
  { method = 'GET', headers }: IncomingMessage,
  body: Buffer,
  more: Record<string, string>,
): Promise<Answer> {
  const kept = Object.entries(headers).filter(([name]) => !NOT_FORWARDED.test(name));
  const answer = await fetch(url, {
    method,
    headers: { ...(Object.fromEntries(kept) as Record<string, string>), ...more },
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: new Uint8Array(body) }),
  });
  return {
    status: answer.status,
    type: answer.headers.get('content-type') ?? undefined,
    body: Buffer.from(await answer.arrayBuffer()),
  };
}
