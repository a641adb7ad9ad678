import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preview } from 'vite';
import type { StackInfo } from './stack.ts';

/**
 * Serves, at the address of `to`, the site that was built for `from`: the addresses are all that differs between two
 * stacks with the same keys and content, and a build for each of three workers took ten seconds of processor each.
 *
 * @param folder of the site, which is rewritten
 */
export async function serveBuilt(
  folder: string,
  from: StackInfo,
  to: StackInfo,
): Promise<{ close: () => Promise<void> }> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  for (const file of files.filter((name) => /\.(html|js)$/.test(name))) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll(from.apiUrl, to.apiUrl).replaceAll(from.webUrl, to.webUrl));
  }
  // Vite's configuration wants them to be there; the files hold their own.
  Object.assign(process.env, {
    VITE_SUPABASE_URL: to.apiUrl,
    VITE_SUPABASE_PUBLISHABLE_KEY: to.publishableKey,
  });
  return preview({
    root: fileURLToPath(new URL('../..', import.meta.url)),
    logLevel: 'warn',
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: Number(new URL(to.webUrl).port), strictPort: true },
  });
}
