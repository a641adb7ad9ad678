import { rmSync } from 'node:fs';
import type { FullConfig } from '@playwright/test';
import type { Environment } from './environment.ts';
import { startLanguageModel } from './language-model.ts';
import { startOutsideServices } from './outside-services.ts';
import { startStack } from './stack.ts';

/** A stack, and the services of others that it reaches, for the tests of one worker. */
async function startEnvironment(): Promise<Environment & { stop: () => Promise<void> }> {
  const { model, env } = await startLanguageModel();
  const outside = await startOutsideServices();
  const stack = await startStack({
    env: {
      ...env,
      OVERPASS_URL: `${outside.url}/api/interpreter`,
      // Nobody there: the official register is not asked by tests.
      REGISTER_URL: 'http://127.0.0.1:1',
      SITE_READER_ALLOWED: outside.address,
      // Built as visitors get it: React's warnings fail the component tests (src/testing/quiet-console.ts), and the
      // development server of `npm start` is for stack.spec.ts.
      WEB: 'preview',
      NODE_ENV: 'production',
    },
  });
  return {
    stack: stack.info,
    outsideUrl: outside.url,
    stop: async () => {
      await stack.stop();
      outside.close();
      await model.close();
      rmSync(stack.dataDir, { recursive: true, force: true });
    },
  };
}

/** One for each worker: tests on the same database run one after the other. They are told through the environment. */
export default async function globalSetup({ workers }: FullConfig) {
  const all = await Promise.all(Array.from({ length: workers }, startEnvironment));
  process.env.E2E_ENVIRONMENTS = JSON.stringify(
    all.map(({ stack, outsideUrl }): Environment => ({ stack, outsideUrl })),
  );
  return async () => {
    await Promise.all(all.map(({ stop }) => stop()));
  };
}
