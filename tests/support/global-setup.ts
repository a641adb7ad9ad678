import { rmSync } from 'node:fs';
import type { FullConfig } from '@playwright/test';
import type { Surroundings } from './fixtures.ts';
import { startLanguageModel } from './language-model.ts';
import { startOutsideWorld } from './outside-services.ts';
import { startStack } from './stack.ts';

/** A stack, and the outside world that it reaches, for the journeys of one worker. */
async function startSurroundings(): Promise<Surroundings & { stop: () => Promise<void> }> {
  const { model, env } = await startLanguageModel();
  const world = await startOutsideWorld();
  const stack = await startStack({
    env: {
      ...env,
      ...{ OVERPASS_URL: `${world.url}/api/interpreter`, SITE_READER_ALLOWED: world.address },
      // Bundled, with every warning of React: the development server of `npm start` is for stack.spec.ts.
      ...{ WEB: 'preview', NODE_ENV: 'development' },
    },
  });
  return {
    stack: stack.info,
    world: world.url,
    stop: async () => {
      await stack.stop();
      world.close();
      await model.close();
      rmSync(stack.dataDir, { recursive: true, force: true });
    },
  };
}

/** One per worker: journeys of the same database run one after the other. They are told through the environment. */
export default async function globalSetup({ workers }: FullConfig) {
  const all: Awaited<ReturnType<typeof startSurroundings>>[] = [];
  // One after the other: started together, two could be given the same free port.
  while (all.length < workers) all.push(await startSurroundings());
  process.env.E2E_SURROUNDINGS = JSON.stringify(all.map(({ stack, world }) => ({ stack, world })));
  return async () => {
    await Promise.all(all.map(({ stop }) => stop()));
  };
}
