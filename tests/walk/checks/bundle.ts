import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Bundles a file of this folder as one script for a page. */
async function bundle(file: string): Promise<string> {
  const made = await build({
    ...{ configFile: false, logLevel: 'error', publicDir: false },
    build: {
      ...{ write: false, minify: false },
      lib: {
        entry: fileURLToPath(new URL(file, import.meta.url)),
        formats: ['iife'],
        name: 'walk',
      },
    },
  });
  const [output] = [made].flat();
  if (!output || !('output' in output)) throw new Error('no bundle');
  return output.output[0].code;
}

/** Bundles the checks as one script for a page. */
export const bundleChecks = () => bundle('./page-checks.ts');

/** Bundles the search for elements by role and name as one script for a page. */
export const bundleThings = () => bundle('./things.ts');
