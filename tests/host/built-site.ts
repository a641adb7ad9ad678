import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A site built for a stack, in a folder of its own. */
export type BuiltSite = { folder: string; printed: string; remove: () => void };

/**
 * Runs `npm run build` against an API.
 *
 * @param siteUrl address in canonical links and the sitemap
 * @param env further variables of the build, such as the certificate of an API over TLS, or SITE_OUT for the output folder
 * @throws Error with the build's output when it fails
 */
export async function buildSite(
  api: { apiUrl: string; publishableKey: string },
  siteUrl: string,
  env: Record<string, string> = {},
): Promise<BuiltSite> {
  const folder = env.SITE_OUT ?? mkdtempSync(join(tmpdir(), 'territoire-360-site-'));
  const child = spawn(process.execPath, ['--import', 'tsx', 'build/site.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SITE_OUT: folder,
      VITE_SUPABASE_URL: api.apiUrl,
      VITE_SUPABASE_PUBLISHABLE_KEY: api.publishableKey,
      VITE_SITE_URL: siteUrl,
      ...env,
    },
  });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  child.stderr.on('data', (chunk) => (printed += chunk));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (code !== 0) {
    remove();
    throw new Error(`The build failed:\n${printed}`);
  }
  return { folder, printed, remove };
}
