import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { PostgrestClient } from '@supabase/postgrest-js';
import { sendMarkFolder } from '../../local/process/settings.ts';
import { embeddedWithoutFunctions } from '../database/engines/embedded.ts';
import { postgres } from '../database/engines/postgres.ts';
import { buildSite } from '../host/built-site.ts';
import { differencesOf } from '../requests/compare-engines.ts';
import { readKnownValues } from '../requests/known-values.ts';
import { questionOf } from '../requests/recorded-request.ts';
import { readNoted, readRecorded } from '../requests/recording.ts';
import { type Environment, SITE, withdrawn } from './environment.ts';
import { startLanguageModel } from './language-model.ts';
import { startOutsideServices } from './outside-services.ts';
import { type Stack, startStack } from './stack.ts';
import { serveBuilt } from './web.ts';

/**
 * The beginning of each worker's stack: started once, stopped, with the demo content and the built site in its folder.
 */
type Beginning = Pick<Stack, 'info' | 'dataDir'>;

/** A folder for what the journeys ask of the data API: of `npm run renew -- requests`, or the night's own. */
const noted =
  process.env.NOTED_REQUESTS ??
  (process.env.PROOF === '1' ? mkdtempSync(join(tmpdir(), 'territoire-requests-')) : undefined);

const env = {
  // Nobody there: the official register is not asked by tests.
  REGISTER_URL: 'http://127.0.0.1:1',
  // Built as visitors get it: React's warnings fail the component tests (tests/unit/quiet-console.ts), and the
  // development server of `npm start` is for stack.spec.ts.
  NODE_ENV: 'production',
};

async function startBeginning(): Promise<Beginning> {
  const { info, dataDir, stop } = await startStack({ env: { ...env, WEB: '0' } });
  const headers = { apikey: info.secretKey, authorization: `Bearer ${info.secretKey}` };
  const rest = new PostgrestClient(`${info.apiUrl}/rest/v1`, { headers });
  await rest.from('virtual_tours').insert(withdrawn).throwOnError();
  await rest.from('virtual_tours').delete().eq('slug', withdrawn.slug).throwOnError();
  await buildSite(info, SITE, { SITE_OUT: join(dataDir, 'site') });
  await stop();
  return { info, dataDir };
}

/** A stack on its own copy of the beginning, and the services of others that it reaches, for the tests of one worker. */
async function startEnvironment(
  beginning: Beginning,
  worker: number,
): Promise<Environment & { stop: () => Promise<void> }> {
  const { model, env: modelEnv } = await startLanguageModel();
  const outside = await startOutsideServices();
  const dataDir = mkdtempSync(join(tmpdir(), 'territoire-360-'));
  cpSync(beginning.dataDir, dataDir, { recursive: true });
  // Without it the copy would be taken for one that was put back, and hold all sending.
  cpSync(sendMarkFolder(beginning.dataDir), sendMarkFolder(dataDir), { recursive: true });
  const stack = await startStack({
    dataDir,
    env: {
      ...env,
      ...modelEnv,
      WEB: '0',
      OVERPASS_URL: `${outside.url}/api/interpreter`,
      SITE_READER_ALLOWED: outside.address,
      ...(noted ? { NOTED_REQUESTS: join(noted, `${worker}.jsonl`) } : {}),
    },
  });
  const web = await serveBuilt(join(dataDir, 'site'), beginning.info, stack.info);
  return {
    stack: stack.info,
    stackProcess: stack.child.pid ?? 0,
    outsideUrl: outside.url,
    siteFolder: join(dataDir, 'site'),
    stop: async () => {
      await web.close();
      await stack.stop();
      outside.close();
      await model.close();
      if (noted) {
        const known = await readKnownValues(dataDir);
        writeFileSync(join(noted, `${worker}.json`), JSON.stringify(known));
      }
      for (const folder of [dataDir, sendMarkFolder(dataDir)])
        rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One for each worker: tests on the same database run one after the other. They are told through the environment. */
export default async function globalSetup({ workers }: FullConfig) {
  const beginning = await startBeginning();
  const all = await Promise.all(
    Array.from({ length: workers }, (_, worker) => startEnvironment(beginning, worker)),
  );
  for (const folder of [beginning.dataDir, sendMarkFolder(beginning.dataDir)])
    rmSync(folder, { recursive: true, force: true });
  process.env.E2E_ENVIRONMENTS = JSON.stringify(
    all.map(({ stop: _, ...environment }): Environment => environment),
  );
  return async () => {
    await Promise.all(all.map(({ stop }) => stop()));
    if (noted && process.env.PROOF === '1') await compareUnrecorded(noted);
  };
}

/** The night's journeys ask more than what is recorded: that too is asked of both engines. */
async function compareUnrecorded(folder: string): Promise<void> {
  const recorded = new Set(readRecorded().map(questionOf));
  const requests = [...readNoted(folder)].flatMap(([question, request]) =>
    recorded.has(question) ? [] : [request],
  );
  rmSync(folder, { recursive: true });
  const local = await embeddedWithoutFunctions.start();
  const hosted = await postgres.start();
  const differences = await differencesOf({ local, hosted }, requests);
  await hosted.close();
  await local.close();
  console.log(
    `${requests.length} requests that are not recorded, ${differences.length} answered differently`,
  );
  if (differences.length > 0) throw new Error(differences.join('\n'));
}
