import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, ConsoleEmailDriver, type EmailDriver, setExperimental } from '@supabase/lite';
import { SEND_MARK } from '../../supabase/functions/_shared/mail/send-mark.ts';
import {
  applyMigrations,
  applySeed,
  declineSeed,
  type MigrationPlan,
  refuseReplacedMigrations,
} from '../database/migrations.ts';
import { type Database, openDatabase } from '../database/open-database.ts';
import { applySystemSchema, createBuckets } from '../database/system-schema.ts';
import { createFunctionProxy } from '../functions/function-proxy.ts';
import { HOST, sendMarkFolder } from '../process/settings.ts';
import { createAuthMailer } from './auth-mailer.ts';
import { durationOf } from './confirmations.ts';
import { createGateway } from './gateway.ts';
import { type ProjectKeys, projectKeys } from './keys.ts';
import { createObjectStore } from './object-store.ts';
import { type ProjectConfig, readProjectConfig } from './project-config.ts';
import { seedObjects } from './seed-objects.ts';
import { createServices } from './services.ts';

export interface ApiOptions {
  /** Holds `supabase/config.toml`, `migrations/` and the seed. */
  supabaseDir: string;
  /** Folder of the data; when absent, the database is in memory, gone with `close`. */
  dataDir?: string;
  /** A database to begin with, as `image` of an earlier start wrote it. */
  image?: Blob | undefined;
  /** 0 takes any free port. */
  port: number;
  /** Addresses of the site; the first is where auth e-mails lead by default. */
  webUrls: [string, ...string[]];
  /** Receives the e-mails of the auth service; without it they are dropped. */
  emailDriver?: EmailDriver;
  /** Demo content, on the first start of a data folder; declined once, it never comes. True by default. */
  seed?: boolean;
  /** Addresses of new accounts are confirmed by e-mail, as on a hosted project; config.toml's choice by default. */
  confirmations?: boolean;
  /** Called when somebody, not our own functions, asks for what may write. */
  onWrite?: () => void;
  /** Called when the engine broke: the stack has to stop. */
  onFatal?: (error: Error) => void;
}

export interface Api extends ProjectKeys {
  /** Address of the API, without a final slash. */
  url: string;
  migrations: MigrationPlan;
  /** Seed files that changed since they ran. */
  editedSeeds: string[];
  /** Runs a statement as superuser, queued among the requests. */
  sql: Database['query'];
  /** Runs several statements in one transaction, as superuser. */
  transaction: Database['transaction'];
  /** Writes the database into an archive for the option `image`. */
  image: Database['image'];
  /** Sets the port of the process behind `/functions/v1`; undefined while there is none. */
  serveFunctionsFrom: (port: number | undefined) => void;
  close: () => Promise<void>;
}

/**
 * Starts what the hosted service calls a project: PostgreSQL, REST, auth and storage behind one gateway on
 * 127.0.0.1, migrated and, on the first start, seeded. In the calling process.
 */
export async function startApi(options: ApiOptions): Promise<Api> {
  const config = readProjectConfig(options.supabaseDir);
  if (options.confirmations !== undefined) config.auth.email.enable_confirmations = options.confirmations;
  const folders = prepareFolders(options.dataDir);
  const keys = await projectKeys(options.dataDir);
  const database = await openDatabase({
    directory: folders.database,
    image: options.image,
    searchPath: [...new Set(['public', ...config.api.extraSearchPath])],
    onFatal: options.onFatal ?? (() => undefined),
  });
  try {
    const { migrations, editedSeeds, isSeeded } = await prepareDatabase(database, config, options);
    const store = createObjectStore(folders.storage, { [SEND_MARK]: folders.sendMark });
    if (isSeeded) await seedObjects(database, store, config.storage.buckets);
    folders.markReady();

    let url = '';
    let functionsPort: number | undefined;
    const app = await createApp({
      options,
      config,
      keys,
      database,
      store,
      url: () => url,
    });
    const server = createGateway({
      services: createServices({
        app,
        database,
        keys,
        uploadLimit: config.storage.fileSizeLimit,
        // No bucket's folder begins with a dot (object-store.ts).
        uploadsFolder: join(folders.storage, '.uploads'),
        maxMailFrequency: durationOf(config.auth.email.max_frequency ?? '1s'),
      }),
      functions: createFunctionProxy({ port: () => functionsPort, functions: config.functions, keys }),
      isHealthy: async () => (await database.query('select 1')).rows.length === 1,
      onWrite: options.onWrite,
    });
    server.listen({ port: options.port, host: HOST });
    await once(server, 'listening');
    url = `http://${HOST}:${(server.address() as AddressInfo).port}`;

    return {
      ...keys,
      url,
      migrations,
      editedSeeds,
      sql: database.query,
      transaction: database.transaction,
      image: database.image,
      serveFunctionsFrom: (port) => {
        functionsPort = port;
      },
      close: async () => {
        const closed = once(server, 'close');
        server.close();
        server.closeAllConnections();
        await closed;
        await database.close();
        folders.discard();
      },
    };
  } catch (error) {
    await database.close().catch(() => undefined);
    folders.discard();
    throw error;
  }
}

/**
 * The file `ready` marks a database folder that is complete and migrated; without it the folder comes from a first start
 * that was interrupted, and is made again.
 */
function prepareFolders(dataDir: string | undefined) {
  if (!dataDir) {
    const storage = mkdtempSync(join(tmpdir(), 'territoire-360-storage-'));
    const discard = () => rmSync(storage, { recursive: true, force: true });
    return { database: undefined, storage, sendMark: storage, markReady: () => undefined, discard };
  }
  mkdirSync(dataDir, { recursive: true });
  const database = join(dataDir, 'db');
  const ready = join(dataDir, 'ready');
  if (!existsSync(ready)) rmSync(database, { recursive: true, force: true });
  return {
    database,
    storage: join(dataDir, 'storage'),
    sendMark: sendMarkFolder(dataDir),
    markReady: () => writeFileSync(ready, ''),
    discard: () => undefined,
  };
}

async function prepareDatabase(
  database: Database,
  config: ProjectConfig,
  { supabaseDir, webUrls, seed = true }: ApiOptions,
) {
  const directory = join(supabaseDir, 'migrations');
  await refuseReplacedMigrations(database, directory);
  await applySystemSchema(database, config.api);
  const migrations = await applyMigrations(database, directory);
  await createBuckets(database, config.storage.buckets);
  // The tours of the demonstration lead to pages of the site itself.
  await database.query("select set_config('seed.site_url', $1, false)", [webUrls[0]]);
  const editedSeeds: string[] = [];
  let isSeeded = false;
  for (const path of config.seedPaths) {
    if (!seed) {
      await declineSeed(database, path);
      continue;
    }
    const outcome = await applySeed(database, join(supabaseDir, path), path);
    if (outcome === 'edited') editedSeeds.push(path);
    if (outcome === 'run') isSeeded = true;
  }
  return { migrations, editedSeeds, isSeeded };
}

async function createApp({
  options,
  config,
  keys,
  database,
  store,
  url,
}: {
  options: ApiOptions;
  config: ProjectConfig;
  keys: ProjectKeys;
  database: Database;
  store: ReturnType<typeof createObjectStore>;
  url: () => string;
}): Promise<App> {
  const [siteUrl] = options.webUrls;
  const driver = options.emailDriver ?? new ConsoleEmailDriver({ silent: true });
  const { auth, api } = config;
  setExperimental('storage', true);
  const app = new App({
    connection: database.connection,
    api: {
      enabled: true,
      schemas: api.schemas,
      extra_search_path: api.extraSearchPath,
      max_rows: api.maxRows,
      // Hosted loads the extension "safeupdate" for API requests.
      pg_safe_update: true,
    },
    auth: {
      ...pickTables(auth, authSettings),
      email: pickTables(auth.email, emailSettings),
      enabled: true,
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
      site_url: siteUrl,
      additional_redirect_urls: options.webUrls.flatMap((origin) => [origin, `${origin}/**`]),
    },
    storage: { enabled: true, file_size_limit: `${config.storage.fileSizeLimit}B` },
    studio: { enabled: false },
    options: { server: { admin: false }, drivers: { email: driver } },
  });
  app._storageAdapter = store;
  app._mailer = createAuthMailer({ driver, apiUrl: url, siteUrl, templates: config.templates });
  return withoutExperimentalWarning(() => app.init());
}

/** The settings of `[auth]` that the library's schema accepts; it refuses the others that the official CLI accepts. */
const authSettings = [
  'jwt_expiry',
  'enable_refresh_token_rotation',
  'refresh_token_reuse_interval',
  'enable_signup',
  'minimum_password_length',
  'password_requirements',
];
const emailSettings = [
  'enable_signup',
  'double_confirm_changes',
  'enable_confirmations',
  'secure_password_change',
  'otp_length',
  'otp_expiry',
];

function pickTables(table: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => table[name] !== undefined).map((name) => [name, table[name]]),
  );
}

/** The library warns at each start that storage is experimental; decision 0010 already says so. */
async function withoutExperimentalWarning<T>(job: () => Promise<T>): Promise<T> {
  const { warn } = console;
  console.warn = (...message: unknown[]) => {
    if (!String(message[0]).startsWith('EXPERIMENTAL FEATURES')) warn(...message);
  };
  try {
    return await job();
  } finally {
    console.warn = warn;
  }
}
