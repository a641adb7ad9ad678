import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { PostgrestClient } from '@supabase/postgrest-js';
import { sendMarkFolder } from '../../local/process/settings.ts';
import { embeddedWithoutFunctions } from '../database/engines/embedded.ts';
import { postgres } from '../database/engines/postgres.ts';
import { buildSite } from '../host/built-site.ts';
import { startJourneyHost } from '../host/server.ts';
import { differencesOf } from '../requests/compare-engines.ts';
import { readKnownValues } from '../requests/known-values.ts';
import { questionOf } from '../requests/recorded-request.ts';
import { readNoted, readRecorded } from '../requests/recording.ts';
import { type Environment, SITE, signInByPassword, withdrawnTour } from './environment.ts';
import { startLanguageModel } from './language-model.ts';
import { startOutsideServices } from './outside-services.ts';
import { type StackInfo, startStack } from './stack.ts';

/** Folder in which the requests to the data API are recorded, for `npm run renew -- requests` or the nightly proof. */
const NOTES_FOLDER =
  process.env.NOTED_REQUESTS ??
  (process.env.PROOF === '1' ? mkdtempSync(join(tmpdir(), 'territoire-requests-')) : undefined);

const env = {
  // An address without a server, because tests do not call the official register.
  REGISTER_URL: 'http://127.0.0.1:1',
  // Production mode, as visitors get it: the component tests fail on React's warnings
  // (tests/unit/quiet-console.ts), and stack.spec.ts tests the development server.
  NODE_ENV: 'production',
};

/** Starts a stack with the demo content, the site built from it, and fake outside services. */
async function startEnvironment(worker: number): Promise<Environment & { stop: () => Promise<void> }> {
  const { model, env: modelEnv } = await startLanguageModel();
  const outside = await startOutsideServices();
  const stack = await startStack({
    env: {
      ...env,
      ...modelEnv,
      WEB: '0',
      OVERPASS_URL: `${outside.url}/api/interpreter`,
      SITE_READER_ALLOWED: outside.address,
      ...(NOTES_FOLDER ? { NOTED_REQUESTS: join(NOTES_FOLDER, `${worker}.jsonl`) } : {}),
    },
  });
  const { info, dataDir } = stack;
  await arrangeTours(info);
  const siteFolder = join(dataDir, 'site');
  await buildSite(info, SITE, { SITE_OUT: siteFolder });
  const web = await startJourneyHost(siteFolder, Number(new URL(info.webUrl).port));
  return {
    stack: info,
    stackProcess: stack.child.pid ?? 0,
    outsideUrl: outside.url,
    siteFolder,
    stop: async () => {
      await web.close();
      await stack.stop();
      outside.close();
      await model.close();
      if (NOTES_FOLDER) {
        const known = await readKnownValues(dataDir);
        writeFileSync(join(NOTES_FOLDER, `${worker}.json`), JSON.stringify(known));
      }
      for (const folder of [dataDir, sendMarkFolder(dataDir)])
        rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Withdraws one published tour, and publishes one of the studio's panoramas and three places of a street at two dates,
 * whose pictures the build draws.
 */
async function arrangeTours(info: StackInfo): Promise<void> {
  const rest = (token: string, key = token) =>
    new PostgrestClient(`${info.apiUrl}/rest/v1`, {
      headers: { apikey: key, authorization: `Bearer ${token}` },
    });
  const service = rest(info.secretKey);
  await service.from('virtual_tours').insert(withdrawnTour).throwOnError();
  await service.from('virtual_tours').delete().eq('slug', withdrawnTour.slug).throwOnError();
  const { data: tours } = await service
    .from('virtual_tours')
    .select('id')
    .eq('slug', 'vieux-la-prairie')
    .throwOnError();
  const admin = rest((await signInByPassword(info)).access_token, info.publishableKey);
  await admin.rpc('withdraw_tour', { tour_id: tours[0]?.id }).throwOnError();
  const { data: pairs } = await service.from('survey_pairs').select('id').order('id').throwOnError();
  const others = pairs.slice(3).map(({ id }) => id);
  await service.from('survey_pairs').delete().in('id', others).throwOnError();
}

/** Starts one environment for each worker, because tests on the same database must run one after another. */
export default async function globalSetup({ workers }: FullConfig) {
  const all = await Promise.all(Array.from({ length: workers }, (_, worker) => startEnvironment(worker)));
  process.env.E2E_ENVIRONMENTS = JSON.stringify(
    all.map(({ stop: _, ...environment }): Environment => environment),
  );
  return async () => {
    await Promise.all(all.map(({ stop }) => stop()));
    if (NOTES_FOLDER && process.env.PROOF === '1') await compareUnrecorded(NOTES_FOLDER);
  };
}

/** Compares the requests of the nightly run that are not in the recorded list, on both engines. */
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
