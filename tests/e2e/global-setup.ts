import { rmSync } from 'node:fs';
import { startLanguageModel } from './language-model.ts';
import { startOutsideWorld } from './outside-world.ts';
import { startStack } from './stack.ts';

/** One stack for all journeys; what it printed in local.json reaches the tests through the environment. */
export default async function globalSetup() {
  const { model, env } = await startLanguageModel();
  const world = await startOutsideWorld();
  const stack = await startStack({
    env: { ...env, OVERPASS_URL: `${world.url}/api/interpreter`, SITE_READER_ALLOWED: world.address },
  });
  process.env.E2E_STACK = JSON.stringify(stack.info);
  process.env.E2E_WORLD = world.url;
  return async () => {
    await stack.stop();
    world.close();
    await model.close();
    rmSync(stack.dataDir, { recursive: true, force: true });
  };
}
