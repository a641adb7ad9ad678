import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { smtpDriver } from '../../../local/api/auth-mailer.ts';
import type { Api } from '../../../local/api/start-api.ts';
import { functionEnvironment, startFunctions } from '../../../local/functions/start-functions.ts';
import {
  completionReply,
  startFakeLanguageModel,
} from '../../../supabase/functions/_testing/fake-language-model.ts';
import { startEmptyApi } from './empty-api.ts';
import type { Engine, EngineKind } from './engine.ts';
import { withoutTriggers } from './owner-sql.ts';
import { signWith } from './postgrest.ts';
import { requesterOf, signInPeople } from './project.ts';

const supabaseDir = fileURLToPath(new URL('../../../supabase', import.meta.url));
const siteUrl = 'http://127.0.0.1:5173';

export const embedded: EngineKind = {
  name: 'Embedded stack',
  offers: ['whole-stack', 'functions', 'watched-functions'],
  start: () => start(true),
};

/** The embedded engine without Deno, which takes seconds to start. */
export const embeddedWithoutFunctions: EngineKind = {
  name: 'Embedded stack',
  offers: ['whole-stack'],
  start: () => start(false),
};

/** Starts the embedded engine without Deno; its sign-in service sends its e-mails to the mail server on this port. */
export const startEmbeddedWithMail = (smtpPort: number) => start(false, smtpPort);

/**
 * The stack that `npm start` runs, in this process, on a database in memory without the demo content. People sign up
 * and sign in as in the browser; only the roles are given in SQL, as the documentation says.
 *
 * @param withFunctions also serves the edge functions, with a language model that counts its calls.
 * @param smtpPort mail server of the sign-in service, whose e-mails are dropped without it.
 */
async function start(withFunctions: boolean, smtpPort?: number): Promise<Engine> {
  const api = await startEmptyApi({
    webUrls: [siteUrl],
    ...(smtpPort !== undefined && { emailDriver: smtpDriver(smtpPort) }),
  });
  const closing = [api.close];
  const close = async () => {
    for (const step of closing.reverse()) await step();
  };
  try {
    const sql = sqlOfApi(api);
    const people = await signInPeople(api, sql);
    const provider = withFunctions ? await serveFunctions(api, closing) : null;
    return {
      people,
      provider,
      request: requesterOf(api, people),
      sql,
      sqlWithoutTriggers: withoutTriggers(sql),
      mint: (claims) => signWith(api.jwtSecret, { role: 'authenticated', aud: 'authenticated', ...claims }),
      calls: null,
      reloadSchema: null,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs SQL in the stack of this process. */
export function sqlOfApi(api: Api): Engine['sql'] {
  return async <T>(query: string, params?: unknown[]) => {
    let rows: T[] = [];
    await api.transaction(async (run) => {
      // The owner of the tables, as on hosted projects.
      await run('set local role postgres');
      const results = await run(query, params);
      rows = (Array.isArray(results) ? results.at(-1) : (results as { rows: T[] }))?.rows ?? [];
    });
    return rows;
  };
}

async function serveFunctions(api: Api, closing: (() => Promise<void>)[]): Promise<{ calls: unknown[] }> {
  const model = await startFakeLanguageModel();
  closing.push(model.close);
  model.reset(completionReply('{"description":"Un fjord à parcourir."}'));
  const cacheDir = await mkdtemp(join(tmpdir(), 'territoire-360-deno-'));
  closing.push(() => rm(cacheDir, { recursive: true, force: true }));
  const shell = { PATH: process.env.PATH, HOME: process.env.HOME };
  const settings = {
    ...{ LLM_BASE_URL: `${model.url}/v1`, LLM_MODEL: 'essai', LLM_API_KEY: 'cle-d-essai' },
    // An address without a server: tests only call servers of their own.
    OVERPASS_URL: 'http://127.0.0.1:1',
    REGISTER_URL: 'http://127.0.0.1:1',
  };
  const functions = await startFunctions({
    supabaseDir,
    cacheDir,
    env: () =>
      functionEnvironment({
        supabaseDir,
        shell: { ...shell, ...settings },
        api,
        siteUrls: [siteUrl],
        smtpPort: 1,
        dispatchSecret: 'secret-d-essai',
        adminEmail: 'admin@exemple.test',
      }),
    log: () => undefined,
    report: (message) => console.error(message),
    onPort: api.serveFunctionsFrom,
    onCrash: (error) => console.error(error),
  });
  closing.push(functions.close);
  return model;
}
