import type { Plugin, Rolldown } from 'vite';

const SOURCE = 'src/admin/worker.ts';
/** At the root of the site, so that it may also answer for /admin itself. */
const FILE = 'admin-worker.js';

/**
 * Sources whose scripts the worker caches, with all their imports: the screens a person needs on a road without a
 * network.
 */
const alwaysCachedFiles = [
  'src/admin/index.html',
  'src/admin/trips/screens/trip-sheet-page.tsx',
  'src/admin/account/screens/auth-page.tsx',
  'src/admin/kit/lib/copy-store.ts',
  'src/shared/ui/toasts.tsx',
];

/**
 * The addresses of the kept sources' scripts, the entry first.
 *
 * @throws Error when one of them is not built by itself any more
 */
function keptFiles(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const files = new Set<string>();
  const add = (fileName: string) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== 'chunk' || files.has(fileName)) return;
    files.add(fileName);
    for (const next of chunk.imports) add(next);
  };
  for (const source of alwaysCachedFiles) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${source}`)));
    if (!chunk) throw new Error(`admin-worker: no script is built from ${source}.`);
    add(chunk.fileName);
  }
  return [...files].map((file) => `/${file}`);
}

/** Builds the service worker of the back office with its page, and tells it the scripts to keep. */
export function adminWorker(): Plugin {
  let builds = false;
  return {
    name: 'admin-worker',
    apply: 'build',
    buildStart({ input }) {
      builds = Object.values(input).some((one) => one.endsWith(alwaysCachedFiles[0] as string));
      if (builds) this.emitFile({ type: 'chunk', id: SOURCE, fileName: FILE });
    },
    generateBundle(_options, bundle) {
      const worker = bundle[FILE];
      if (!builds || worker?.type !== 'chunk') return;
      if (worker.imports.length > 0) throw new Error('admin-worker: it must stand alone.');
      worker.code = `const __FILES__=${JSON.stringify(keptFiles(bundle))};${worker.code}`;
    },
  };
}
