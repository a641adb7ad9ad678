import { rmSync } from 'node:fs';
import { startStack } from './stack.ts';

/** One stack for all journeys; what it printed in local.json reaches the tests through the environment. */
export default async function globalSetup() {
  const stack = await startStack();
  process.env.E2E_STACK = JSON.stringify(stack.info);
  return async () => {
    await stack.stop();
    rmSync(stack.dataDir, { recursive: true, force: true });
  };
}
