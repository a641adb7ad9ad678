import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFixtureProject } from '../testing/fixture-project.ts';
import { startDeno } from './deno-process.ts';
import { createFunctionProxy } from './function-proxy.ts';
import { type Functions, functionEnvironment, startFunctions } from './start-functions.ts';

const keys = {
  publishableKey: 'sb_publishable_test',
  secretKey: 'sb_secret_test',
  jwtSecret: 'x'.repeat(40),
};
const project = createFixtureProject({
  'functions/deno.json': '{ "imports": { "zod": "npm:zod@^4.0.0" } }',
  'functions/_shared/word.ts': "export const word = 'partagé';",
  'functions/_shared/index.ts': "Deno.serve(() => new Response('caché'));",
  'functions/hello/index.ts': `import { z } from 'zod';
import { word } from '../_shared/word.ts';
Deno.serve(async (request: Request) => {
  const url = new URL(request.url);
  if (url.searchParams.has('env')) return Response.json(Deno.env.toObject());
  if (url.searchParams.has('throw')) throw new Error('raté');
  if (url.searchParams.has('reject')) void Promise.reject(new Error('oublié'));
  if (url.searchParams.has('html')) return new Response('<b>', { headers: { 'content-type': 'text/html' } });
  if (url.searchParams.has('wait')) {
    await new Promise((resolve) => request.signal.addEventListener('abort', resolve));
    console.log('abandonné');
  }
  if (url.searchParams.has('stream')) {
    return new Response(new ReadableStream({
      async start(controller) {
        for (const part of ['un', 'deux']) {
          controller.enqueue(new TextEncoder().encode(part));
          await new Promise((resolve) => setTimeout(resolve, 300));
        }
        controller.close();
      },
    }));
  }
  return Response.json({ path: url.pathname, word, body: await request.text(), zod: z.string().safeParse('a').success });
});`,
  'functions/broken/index.ts': "import { nothing } from './not-there.ts';\nDeno.serve(() => nothing);",
  'functions/silent/index.ts': 'export const forgotten = true;',
});

let functions: Functions;
let server: Server;
let url: string;
let port: number | undefined;
const logLines: string[] = [];
const reports: string[] = [];
const crashes: Error[] = [];
const cacheDir = mkdtempSync(join(tmpdir(), 'deno-'));

beforeAll(async () => {
  functions = await startFunctions({
    supabaseDir: project.directory,
    cacheDir,
    env: () =>
      functionEnvironment({
        supabaseDir: project.directory,
        shell: {
          LLM_MODEL: 'petit',
          PATH: process.env.PATH,
          SECRET_OF_THE_SHELL: 'non',
          RESEND_WEBHOOK_SECRET: 'whsec_essai',
        },
        api: { url: 'http://127.0.0.1:54321', ...keys },
        siteUrls: ['http://127.0.0.1:5173', 'http://localhost:5173'],
        smtpPort: 1025,
        dispatchSecret: 'secret',
        adminEmail: 'admin@exemple.test',
      }),
    log: (line) => logLines.push(line),
    report: (message) => reports.push(message),
    onPort: (value) => {
      port = value;
    },
    onCrash: (error) => crashes.push(error),
  });
  const hello = { hello: { enabled: true, verifyJwt: false } };
  server = createServer(createFunctionProxy({ port: () => port, functions: hello, keys }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/functions/v1`;
}, 60_000);

afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await functions.close();
  rmSync(dirname(project.directory), { recursive: true, force: true });
  rmSync(cacheDir, { recursive: true, force: true });
});

const withKey = { headers: { apikey: keys.publishableKey } };

describe('the functions under Deno', () => {
  it('run unchanged, with their imports, and see the path from their own name on', async () => {
    const response = await fetch(`${url}/hello/deeper?x=1`, { method: 'POST', body: 'corps' });
    expect(await response.json()).toEqual({
      path: '/hello/deeper',
      word: 'partagé',
      body: 'corps',
      zod: true,
    });
  });

  it('get the variables of hosted functions and no other variable of the shell', async () => {
    const env = await (await fetch(`${url}/hello?env`)).json();
    expect(env).toMatchObject({
      SUPABASE_URL: 'http://127.0.0.1:54321',
      SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_test"}',
      SUPABASE_SECRET_KEYS: '{"default":"sb_secret_test"}',
      SUPABASE_ANON_KEY: 'sb_publishable_test',
      SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_test',
      SITE_URL: 'http://127.0.0.1:5173,http://localhost:5173',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: '1025',
      LLM_MODEL: 'petit',
      DISPATCH_SECRET: 'secret',
      RESEND_WEBHOOK_SECRET: 'whsec_essai',
      ADMIN_NOTIFICATION_EMAIL: 'admin@exemple.test',
      SITE_NAME: 'Territoire 360',
    });
    expect(env).not.toHaveProperty('SECRET_OF_THE_SHELL');
    expect(env).not.toHaveProperty('READY_MARKER');
  });

  it('answer 503 in French where one cannot be loaded, and report it; the others are served', async () => {
    for (const name of ['broken', 'silent']) {
      const response = await fetch(`${url}/${name}`, withKey);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({
        code: 'BOOT_ERROR',
        message: expect.stringContaining(`« ${name} »`),
      });
      expect(reports.join('\n')).toContain(`La fonction « ${name} » n'a pas pu démarrer`);
    }
    expect((await fetch(`${url}/broken`, { method: 'OPTIONS' })).status).toBe(204);
    expect((await fetch(`${url}/hello`)).status).toBe(200);
  });

  it('answer 404 under another name, and require a key where verify_jwt is on', async () => {
    expect((await fetch(`${url}/absent`, withKey)).status).toBe(404);
    expect((await fetch(`${url}/_shared`, withKey)).status).toBe(404);
    expect((await fetch(`${url}/broken`)).status).toBe(401);
    expect((await fetch(`${url}/broken`, { headers: { authorization: 'Bearer a.b.c' } })).status).toBe(401);
  });

  it('keep running when a handler throws or leaves a promise rejected', async () => {
    expect((await fetch(`${url}/hello?throw`)).status).toBe(500);
    expect((await fetch(`${url}/hello?reject`)).status).toBe(200);
    expect((await fetch(`${url}/hello`)).status).toBe(200);
    expect(logLines.join('\n')).toMatch(/raté/);
    expect(crashes).toEqual([]);
  });

  it('stream their answer as it is written', async () => {
    const begun = Date.now();
    const response = await fetch(`${url}/hello?stream`);
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe('un');
    expect(Date.now() - begun).toBeLessThan(250);
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('deux');
    await reader?.cancel();
  });

  it('get an abort signal when the client disconnects', async () => {
    const controller = new AbortController();
    const call = fetch(`${url}/hello?wait`, { signal: controller.signal }).catch(
      (error: Error) => error.name,
    );
    setTimeout(() => controller.abort(), 200);
    expect(await call).toBe('AbortError');
    await vi.waitFor(() => expect(logLines).toContain('abandonné'), 3_000);
  });

  it('send the HTML of a GET as plain text, as the hosted platform', async () => {
    expect((await fetch(`${url}/hello?html`)).headers.get('content-type')).toBe('text/plain');
    expect((await fetch(`${url}/hello?html`, { method: 'POST' })).headers.get('content-type')).toBe(
      'text/html',
    );
  });

  it('refuse a body beyond the limit', async () => {
    const response = await fetch(`${url}/hello`, {
      method: 'POST',
      body: new Uint8Array(11 * 1024 * 1024),
    }).catch(() => undefined);
    expect(response?.status ?? 413).toBe(413);
  });

  it('are reloaded when a file changes', async () => {
    const before = port;
    project.write('functions/_shared/word.ts', "export const word = 'changé';");
    await vi.waitFor(
      async () => expect(await (await fetch(`${url}/hello`)).json()).toMatchObject({ word: 'changé' }),
      {
        timeout: 10_000,
        interval: 50,
      },
    );
    expect(port).not.toBe(before);
    expect(crashes).toEqual([]);
  });

  it('end by themselves when the process that started them ended, even by a kill', async () => {
    const deno = await startDeno({
      directory: join(project.directory, 'functions'),
      names: ['hello'],
      cacheDir,
      env: {},
      log: () => undefined,
    });
    const begun = Date.now();
    // Closing standard input ends the process; it is only killed after 4 s.
    await deno.stop();
    expect(Date.now() - begun).toBeLessThan(3_500);
  });
});
