import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { loadEnv } from 'vite';
import { defineConfig } from 'vitest/config';
import { parseEnv } from './src/lib/env.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const alias = {
  '@message': folder('./supabase/functions/_shared/message'),
  '@': folder('./src'),
};

/** Unit tests never reach a backend: what they are given only has to be well formed. */
const unitTestEnv = {
  VITE_SUPABASE_URL: 'http://127.0.0.1:1',
  VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
};

export default defineConfig(({ mode }) => {
  const raw = mode === 'test' ? unitTestEnv : loadEnv(mode, process.cwd(), 'VITE_');
  return {
    plugins: [react(), tailwindcss()],
    resolve: { alias },
    define: {
      __APP_ENV__: JSON.stringify(parseEnv(raw)),
      // build/site.ts builds the two parts apart.
      __PART__: JSON.stringify(process.env.SITE_PART ?? 'both'),
    },
    server: { strictPort: true },
    test: {
      // Two even on two processors: a file waits (for the page, for its engines) as much as it works.
      maxWorkers: Math.max(2, availableParallelism() - 1),
      // As the journeys are: tried twice on a busy machine, and named when that was needed.
      retry: 1,
      reporters: ['default', './src/testing/flaky-tests.ts'],
      projects: [
        {
          extends: true,
          test: {
            // Screens, in a page. A page takes half a second to make: what needs none is tested without.
            name: 'unit',
            environment: 'jsdom',
            include: ['src/**/*.test.tsx'],
            setupFiles: ['./src/testing/quiet-console.ts', './src/testing/page.ts'],
            // Screens filled in letter by letter, on a machine that has other work.
            testTimeout: 20_000,
          },
        },
        {
          extends: true,
          test: {
            name: 'logic',
            environment: 'node',
            include: ['src/**/*.test.ts'],
            setupFiles: ['./src/testing/quiet-console.ts'],
            testTimeout: 20_000,
          },
        },
        {
          extends: true,
          test: {
            name: 'node',
            environment: 'node',
            include: ['{build,local,supabase/functions}/**/*.test.ts'],
          },
        },
        {
          extends: true,
          test: {
            name: 'database',
            environment: 'node',
            include: ['tests/database/**/*.test.ts'],
            testTimeout: 120_000,
            hookTimeout: 120_000,
          },
        },
        {
          extends: true,
          test: {
            // The long ones: `npm run proof`.
            name: 'proof',
            environment: 'node',
            include: ['tests/proof/**/*.test.ts'],
            testTimeout: 900_000,
            hookTimeout: 120_000,
          },
        },
      ],
    },
  };
});
