import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { staticHost } from '../../local/published/static-host.ts';
import { buildSite } from '../host/built-site.ts';
import { apiAsAdmin } from '../support/api.ts';
import { forgetAdminSession } from '../support/environment.ts';
import { type Mail, mailsTo } from '../support/mailbox.ts';
import { type Stack, type StackInfo, startStack } from '../support/stack.ts';
import type { WalkPage } from './engine.ts';

export const ROLES = ['visitor', 'reader', 'admin'] as const;

const RECORDER = '/walk-recorder.js';
const recorder = readFileSync(fileURLToPath(new URL('./checks/recorder.js', import.meta.url)));
const READER = { email: 'lecture@territoire360.test', password: 'territoire-360-lecture' };

/** A studio to walk through: its stack, and its built site behind a server. */
export type Studio = { info: StackInfo; reader: typeof READER; stop: () => Promise<void> };

/** Serves the site at the stack's address; engines without console events get the recorder in each page. */
async function serve(folder: string, { webUrl }: StackInfo): Promise<() => void> {
  const host = staticHost(folder);
  const server = createServer((request, response) => {
    if (request.url === RECORDER)
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(recorder);
    if (
      !request.headers.accept?.includes('text/html') ||
      /Chrome|Firefox/.test(request.headers['user-agent'] ?? '')
    ) {
      return host(request, response);
    }
    delete request.headers['accept-encoding'];
    const { end } = response;
    const setHeader = response.setHeader.bind(response);
    response.setHeader = (name, value) => (name === 'Content-Length' ? response : setHeader(name, value));
    response.end = ((body?: Buffer) => {
      const page = String(body ?? '').replace('<head>', `<head><script src="${RECORDER}"></script>`);
      return Reflect.apply(end, response, [page]);
    }) as typeof response.end;
    return host(request, response);
  });
  await new Promise<void>((resolve) => server.listen(Number(new URL(webUrl).port), '127.0.0.1', resolve));
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

async function postBody(
  info: StackInfo,
  path: string,
  body: object,
  token?: string,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${info.apiUrl}${path}`, {
    method: 'POST',
    headers: {
      apikey: info.publishableKey,
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return text === '' ? {} : JSON.parse(text);
}

/** Signs in with a password, and returns the session as supabase-js stores it. */
const signIn = (info: StackInfo, account: { email: string; password: string }) =>
  postBody(info, '/auth/v1/token?grant_type=password', account);

const tokenOf = async (info: StackInfo, account: { email: string; password: string }) =>
  String((await signIn(info, account)).access_token);

/** Opens a page as somebody who signed in earlier. */
export async function signInAs(page: WalkPage, { info, reader }: Studio, role: (typeof ROLES)[number]) {
  if (role === 'visitor') return;
  const session = await signIn(info, role === 'reader' ? reader : info.admin);
  const key = `sb-${new URL(info.apiUrl).hostname.split('.')[0]}-auth-token`;
  await page.open(`${info.webUrl}/plan-du-site`);
  await page.run(`localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(JSON.stringify(session))})`);
  await page.problems();
}

/** Waits for a message to an address that matches a pattern. */
export async function mailHolding(address: string, pattern: RegExp): Promise<Mail> {
  for (let tries = 0; tries < 300; tries++) {
    const found = (await mailsTo([address])).findLast(({ text }) => pattern.test(text));
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`no message to ${address} that holds ${pattern}`);
}

/** Waits for the setup code that the stack prints for its first administrator. */
export async function claimCode({ output }: Stack): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const code = /[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}/.exec(output())?.[0];
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`no code of the studio in what the stack printed: ${output()}`);
}

/**
 * Starts a stack with data of its own, builds its site, and gives it an administrator and a reader.
 *
 * @param more variables of the stack: addresses of outside services
 */
export async function openStudio(seed: 'demo' | 'none', more: Record<string, string> = {}): Promise<Studio> {
  const env = { WEB: '0', SEED: seed, REGISTER_URL: 'http://127.0.0.1:1', ...more };
  const stack = await startStack({ env });
  const { info } = stack;
  forgetAdminSession();
  process.env.E2E_ENVIRONMENTS = JSON.stringify([{ stack: info, outsideUrl: '' }]);
  const cleanups: (() => unknown)[] = [];
  const stop = async () => {
    for (const cleanup of cleanups) cleanup();
    await stack.stop();
    rmSync(stack.dataDir, { recursive: true, force: true });
  };
  try {
    if (seed === 'none') {
      const code = await claimCode(stack);
      await postBody(info, '/auth/v1/signup', info.admin);
      await postBody(info, '/rest/v1/rpc/claim_studio', { code }, await tokenOf(info, info.admin));
    }
    await apiAsAdmin('rpc/invite_member', 'POST', { email: READER.email, role: 'reader' });
    await postBody(info, '/auth/v1/signup', READER);
    const { text } = await mailHolding(READER.email, /invitation=/);
    const token = /invitation=([\w-]+)/.exec(text)?.[1];
    await postBody(info, '/rest/v1/rpc/accept_invitation', { token }, await tokenOf(info, READER));
    const site = await buildSite(info, info.webUrl);
    cleanups.push(site.remove, await serve(site.folder, info));
    return { info, reader: READER, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
