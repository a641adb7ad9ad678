import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * Bundles the worker as one plain JavaScript file: hundreds of processes start, and each would spend half a second on
 * TypeScript.
 */
export async function bundleWorker(): Promise<{ file: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'territoire-chaos-'));
  await build({
    ...{ configFile: false, logLevel: 'error', root: folder, publicDir: false },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ...{ ssr: fileURLToPath(new URL('./worker.ts', import.meta.url)), outDir: folder, emptyOutDir: false },
      ...{ target: 'node20', minify: false },
      rolldownOptions: { output: { entryFileNames: 'worker.mjs', codeSplitting: false } },
    },
  });
  return {
    file: join(folder, 'worker.mjs'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
