import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { smtpDriver } from './api/auth-mailer.ts';
import { startApi } from './api/start-api.ts';
import { startScheduler } from './functions/scheduler.ts';
import { functionEnvironment, startFunctions } from './functions/start-functions.ts';
import { startMailbox } from './mailbox.ts';
import { atomicWrite } from './process/atomic-write.ts';
import { acquireLock, LockedError } from './process/data-folder-lock.ts';
import {
  alreadyRunning,
  migrationWarnings,
  readAdministrator,
  readySummary,
  seededAdmin,
} from './process/messages.ts';
import { assertPortsFree, type PortUse, portError } from './process/ports.ts';
import { HOST, readSettings, type Settings } from './process/settings.ts';
import { createSupervisor, StopRequested, type Supervisor } from './process/supervisor.ts';
import { UserError } from './process/user-error.ts';
import { buildForStack, type PublishedSite, startPublishedSite } from './published/published-site.ts';
import { startSite } from './site-server.ts';
import { startDemoAuthority } from './time-stamping/start-demo-authority.ts';

// No telemetry: @supabase/lite is embedded without its command line, and this covers its other parts.
process.env.DO_NOT_TRACK = '1';

const startedAt = performance.now();
const print = (line: string) => console.log(line);
const supervisor = createSupervisor(print);
watchProcess(supervisor);

try {
  await start(readSettings(process.env, process.argv.slice(2)), supervisor);
} catch (error) {
  if (!(error instanceof StopRequested)) {
    console.error(error instanceof UserError ? error.message : error);
    if (error instanceof UserError && error.cause && process.env.DEBUG) console.error(error.cause);
    await supervisor.stop(1);
  }
}

async function start(settings: Settings, { startComponent }: Supervisor): Promise<void> {
  const { dataDir, supabaseDir, smtpPort, mailPort, webPort } = settings;
  const webUrl = `http://${HOST}:${webPort}`;
  let lastWrite = Date.now();
  const webUrls: [string, string] = [webUrl, `http://localhost:${webPort}`];
  const apiUrl = `http://${HOST}:${settings.apiPort}`;
  const infoFile = join(dataDir, 'local.json');

  await startComponent('le dossier de données', () => lockFolder(dataDir, [webUrl, apiUrl]));
  await assertPortsFree(portsOf(settings));

  const api = await startComponent("l'API (base de données, comptes, fichiers)", (crashed) =>
    startApi({
      supabaseDir,
      dataDir,
      port: settings.apiPort,
      webUrls,
      emailDriver: smtpDriver(smtpPort),
      seed: settings.seed,
      confirmations: settings.confirmations,
      onWrite: () => {
        lastWrite = Date.now();
      },
      onFatal: crashed,
    }).catch(explainTakenPort(settings)),
  );
  for (const line of migrationWarnings(api.migrations, api.editedSeeds)) print(line);

  const mail = await startComponent('la boîte courriel', (crashed) =>
    startMailbox({ smtpPort, webPort: mailPort, directory: join(dataDir, 'mail'), onCrash: crashed }).catch(
      explainTakenPort(settings),
    ),
  );

  const published = settings.publishedPort && (await startPublishing(settings, settings.publishedPort, api));
  // The site's forms call the functions too.
  const siteUrls = [...webUrls, ...(published ? [published.url] : [])];

  const dispatchSecret = randomBytes(32).toString('base64url');
  await startComponent('les fonctions (Deno)', (crashed) =>
    startFunctions({
      supabaseDir,
      cacheDir: join(dataDir, 'deno'),
      env: () =>
        functionEnvironment({
          supabaseDir,
          shell: settings.env,
          api,
          siteUrls,
          smtpPort,
          dispatchSecret,
          adminEmail: seededAdmin.email,
          publishing: published || undefined,
        }),
      log: (line) => print(`[fonctions] ${line}`),
      report: print,
      onPort: api.serveFunctionsFrom,
      onCrash: crashed,
    }),
  );

  if (settings.seed) {
    await startComponent("l'autorité d'horodatage de démonstration", () => startDemoAuthority(api));
  }

  await startComponent("l'envoi des courriels en attente", () =>
    startScheduler({ apiUrl: api.url, secret: dispatchSecret, report: print, lastWrite: () => lastWrite }),
  );

  if (settings.web !== 'none') {
    await startComponent('le site (Vite)', (crashed) =>
      startSite(settings, webUrl, api, crashed).catch(explainTakenPort(settings)),
    );
  }

  const access = await readAdministrator(api);
  await startComponent('local.json', async () => {
    atomicWrite(
      infoFile,
      JSON.stringify(
        {
          webUrl,
          apiUrl: api.url,
          publishableKey: api.publishableKey,
          secretKey: api.secretKey,
          mailUrl: mail.url,
          smtpPort,
          admin: { email: access.email, password: access.password },
        },
        null,
        2,
      ),
    );
    return { close: () => rmSync(infoFile, { force: true }) };
  });
  print(
    readySummary({
      settings,
      webUrl,
      apiUrl: api.url,
      mailUrl: mail.url,
      access,
      ms: performance.now() - startedAt,
    }),
  );
  // Last, and in the background, because the first screens come before it.
  if (published) published.ensureBuilt();
}

/** Starts the host of the published site on this machine. */
function startPublishing(
  { root, dataDir }: Settings,
  port: number,
  api: { url: string; publishableKey: string },
): Promise<PublishedSite> {
  const siteUrl = `http://${HOST}:${port}`;
  return supervisor.startComponent('le site publié', () =>
    startPublishedSite({
      folder: join(dataDir, 'published'),
      port,
      report: print,
      builtFor: [siteUrl, api.url, api.publishableKey].join('\n'),
      build: buildForStack(root, api, siteUrl),
    }),
  );
}

async function lockFolder(dataDir: string, addresses: string[]): Promise<{ close: () => void }> {
  const wasThere = existsSync(dataDir);
  mkdirSync(dataDir, { recursive: true });
  const release = await acquireLock(dataDir, addresses).catch((error: unknown) => {
    throw error instanceof LockedError ? new UserError(alreadyRunning(error.owner, dataDir)) : error;
  });
  // A killed stack may leave the file: nothing answers at these addresses any more.
  rmSync(join(dataDir, 'local.json'), { force: true });
  return {
    close: () => {
      release();
      if (!wasThere) removeIfEmpty(dataDir);
    },
  };
}

/** Removes the folder of a start that failed before it wrote anything. */
function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
  }
}

function portsOf({ webPort, publishedPort, apiPort, mailPort, smtpPort, web }: Settings): PortUse[] {
  return [
    ...(web === 'none' ? [] : [{ port: webPort, variable: 'PORT', use: 'le site' }]),
    ...(publishedPort ? [{ port: publishedPort, variable: 'PUBLISHED_PORT', use: 'le site publié' }] : []),
    { port: apiPort, variable: 'SUPABASE_PORT', use: "l'API" },
    { port: mailPort, variable: 'MAIL_PORT', use: 'la page de la boîte courriel' },
    { port: smtpPort, variable: 'SMTP_PORT', use: "l'envoi des courriels" },
  ];
}

/** Gives the usual message for a port that was taken between the check and its use. */
function explainTakenPort(settings: Settings): (error: NodeJS.ErrnoException & { port?: number }) => never {
  return (error) => {
    const use = portsOf(settings).find(({ port }) => port === error.port);
    if (error.code === 'EADDRINUSE' && use) throw portError(use, 'busy');
    throw error;
  };
}

function watchProcess({ stop }: Supervisor): void {
  let isAnnounced = false;
  const onSignal = () => {
    if (!isAnnounced) print('\nArrêt en cours…');
    isAnnounced = true;
    void stop(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  const onUnexpected = (error: unknown) => {
    console.error('Erreur inattendue, arrêt de l’ensemble :', error);
    void stop(1);
  };
  process.on('uncaughtException', onUnexpected);
  process.on('unhandledRejection', onUnexpected);
  // The reader of a pipe may leave first (npm start | head).
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  // The parent process was killed and could not announce it.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) onSignal();
  }, 1_000).unref();
}
