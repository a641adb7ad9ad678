import { rmSync } from 'node:fs';
import { startLanguageModel } from './language-model.ts';
import { startStack } from './stack.ts';

/** One stack for all journeys; what it printed in local.json reaches the tests through the environment. */
export default async function globalSetup() {
  const { model, env } = await startLanguageModel();
  const stack = await startStack({ env });
  process.env.E2E_STACK = JSON.stringify(stack.info);
  return async () => {
    await stack.stop();
    await model.close();
    rmSync(stack.dataDir, { recursive: true, force: true });
  };
}
