import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** The checks as one script for a page. */
export async function bundleChecks(): Promise<string> {
  const made = await build({
    ...{ configFile: false, logLevel: 'error', publicDir: false },
    build: {
      ...{ write: false, minify: false },
      lib: {
        entry: fileURLToPath(new URL('./page-checks.ts', import.meta.url)),
        formats: ['iife'],
        name: 'walk',
      },
    },
  });
  const [output] = [made].flat();
  if (!output || !('output' in output)) throw new Error('no bundle');
  return output.output[0].code;
}
