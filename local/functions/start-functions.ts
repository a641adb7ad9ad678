import { existsSync, type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from '../../build/env.ts';
import { readEnvFile } from '../process/settings.ts';
import { type DenoProcess, startDeno } from './deno-process.ts';

const RELOAD_DELAY_MS = 150;

export interface Functions {
  names: string[];
  close: () => Promise<void>;
}

/**
 * Serves `supabase/functions`, and reloads them when a file there changes: the new process replaces the old one once it is ready,
 * then the old one ends. A function that cannot be loaded is reported, and the others are served.
 *
 * @param onPort called with the port they are served on from now on.
 * @param onCrash called when the process ended by itself.
 */
export async function startFunctions({
  supabaseDir,
  cacheDir,
  env,
  log,
  report,
  onPort,
  onCrash,
}: {
  supabaseDir: string;
  cacheDir: string;
  env: () => Record<string, string>;
  log: (line: string) => void;
  report: (message: string) => void;
  onPort: (port: number | undefined) => void;
  onCrash: (error: Error) => void;
}): Promise<Functions> {
  const directory = join(supabaseDir, 'functions');
  const names = () => listFunctions(directory);
  let current: DenoProcess | undefined;
  let closed = false;

  const start = async () => {
    const started = await startDeno({ directory, names: names(), cacheDir, env: env(), log });
    if (closed) return started.stop();
    const previous = current;
    current = started;
    onPort(started.port);
    for (const [name, reason] of Object.entries(started.failures)) {
      report(`La fonction « ${name} » n'a pas pu démarrer (elle répond 503) : ${reason}`);
    }
    void started.ended.then(() => {
      if (!closed && current === started) onCrash(new Error('le processus Deno s’est terminé'));
    });
    await previous?.stop();
  };

  if (names().length > 0) await start();
  const stopWatching = watchFolder(directory, async () => {
    if (closed) return;
    await start().then(
      () => report('Fonctions rechargées.'),
      (error: Error) => report(`Fonctions inchangées, le rechargement a échoué : ${error.message}`),
    );
  });
  return {
    names: names(),
    close: async () => {
      closed = true;
      stopWatching();
      onPort(undefined);
      await current?.stop();
    },
  };
}

/** Function folders have an `index.ts`; those that begin with `_` hold shared code. */
function listFunctions(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .filter((entry) => existsSync(join(directory, entry.name, 'index.ts')))
    .map((entry) => entry.name)
    .sort();
}

/**
 * The variables of a hosted function, then those of `supabase/functions/.env` (git-ignored) and the shell's settings of
 * the language model, the mail and the outside registers. The sender identity comes from the site's own
 * variables. Source: supabase.com/docs/guides/functions/secrets.
 *
 * @param shell the variables `npm start` was given.
 */
export function functionEnvironment({
  supabaseDir,
  shell,
  api,
  siteUrls,
  smtpPort,
  dispatchSecret,
  adminEmail,
  publishing,
}: {
  supabaseDir: string;
  shell: Record<string, string | undefined>;
  api: { url: string; publishableKey: string; secretKey: string };
  siteUrls: string[];
  smtpPort: number;
  /** The secret that the scheduler sends to dispatch-emails. */
  dispatchSecret: string;
  /** Address that is notified of a new quote request, unless the environment sets one. */
  adminEmail: string;
  /** Address of the locally published site, and the hook that builds it. */
  publishing?: { url: string; hookUrl: string } | undefined;
}): Record<string, string> {
  const passed = Object.entries(shell).filter(
    ([name]) =>
      /^(LLM|SMTP|OVERPASS|SITE_READER|TURNSTILE)_|^(ADMIN_NOTIFICATION_EMAIL|RESEND_(WEBHOOK|INBOUND)_SECRET|DNS_RESOLVER_URL|DKIM_SELECTORS)$/.test(
        name,
      ) || machineVariables.has(name),
  );
  const { publishableKey, secretKey, url } = api;
  const identity = parseEnv({
    ...shell,
    VITE_SUPABASE_URL: url,
    VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey,
  });
  const variables: Record<string, string | undefined> = {
    SITE_URL: siteUrls.join(','),
    SITE_NAME: identity.VITE_SITE_NAME,
    LEGAL_NAME: identity.VITE_LEGAL_NAME,
    POSTAL_ADDRESS: identity.VITE_POSTAL_ADDRESS,
    CONTACT_EMAIL: identity.VITE_CONTACT_EMAIL,
    MAIL_FROM: 'ne-pas-repondre@territoire360.test',
    ADMIN_NOTIFICATION_EMAIL: adminEmail,
    DISPATCH_SECRET: dispatchSecret,
    // The stack must stop on request, not at the end of a large campaign.
    DISPATCH_SECONDS: '5',
    SITE_BUILD_HOOK_URL: publishing?.hookUrl,
    PUBLISHED_SITE_URL: publishing?.url,
    // Every message goes to the mailbox, unless another server is named.
    SMTP_HOST: '127.0.0.1',
    ...Object.fromEntries(passed),
    SMTP_PORT: String(smtpPort),
    ...readEnvFile(join(supabaseDir, 'functions', '.env')),
    // Never through a proxy: the API and the mailbox are on this machine.
    NO_PROXY: [shell.NO_PROXY, '127.0.0.1', 'localhost'].filter(Boolean).join(','),
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
    SUPABASE_ANON_KEY: publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: secretKey,
    SUPABASE_JWKS: JSON.stringify({ keys: [] }),
  };
  return Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Variables that a process needs to run and to reach the network of this machine; none belongs to the project. */
const machineVariables = new Set([
  'PATH',
  'HOME',
  'LANG',
  'TZ',
  'TMPDIR',
  'SystemRoot',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'http_proxy',
  'https_proxy',
  'SSL_CERT_FILE',
]);

function watchFolder(directory: string, onChange: () => Promise<void>): () => void {
  if (!existsSync(directory)) return () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const watcher: FSWatcher = watch(directory, { recursive: true }, (_event, file) => {
    // Tests stand beside the functions, but are not served.
    if (file && /\.test\.ts$/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(onChange);
    }, RELOAD_DELAY_MS);
  });
  watcher.on('error', () => undefined);
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
