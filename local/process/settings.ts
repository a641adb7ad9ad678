import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { UserError } from './user-error.ts';

type WebMode = 'dev' | 'preview' | 'none';

export interface Settings {
  root: string;
  supabaseDir: string;
  dataDir: string;
  webPort: number;
  apiPort: number;
  mailPort: number;
  smtpPort: number;
  /** Port of the site as visitors would get it, built when it is published; undefined: nothing is published here. */
  publishedPort: number | undefined;
  /** `dev`: Vite's server; `preview`: the built site; `none`: somebody else serves the site on PORT. */
  web: WebMode;
  /** Demo content on the first start; without it the studio begins empty, and its first account claims it. */
  seed: boolean;
  /** Addresses of new accounts are confirmed by e-mail, as on a hosted project; undefined: as config.toml says. */
  confirmations: boolean | undefined;
  /** Variables of the shell, of .env.local and of .env, in this order of precedence. */
  env: Record<string, string | undefined>;
}

/** The address that every server of the stack listens on: loopback only. */
export const HOST = '127.0.0.1';

export const projectRoot = resolve(fileURLToPath(import.meta.url), '../../..');

/** Reads the environment and arguments of `npm start`. Throws a UserError that names a wrong value. */
export function readSettings(
  shell: Record<string, string | undefined>,
  args: string[] = [],
  root: string = projectRoot,
): Settings {
  const env = { ...readEnvFile(join(root, '.env')), ...readEnvFile(join(root, '.env.local')), ...shell };
  const web = webMode(env.WEB, args);
  const webPort = port(env, 'PORT', 5173);
  return {
    root,
    supabaseDir: join(root, 'supabase'),
    dataDir: resolve(root, env.DATA_DIR || '.data'),
    webPort,
    apiPort: port(env, 'SUPABASE_PORT', 54321),
    mailPort: port(env, 'MAIL_PORT', 8025),
    smtpPort: port(env, 'SMTP_PORT', 1025),
    publishedPort:
      web === 'none' || env.PUBLISH?.trim() === '0' ? undefined : port(env, 'PUBLISHED_PORT', webPort + 1),
    web,
    seed: seedMode(env.SEED),
    confirmations: onOrOff(env, 'AUTH_CONFIRMATIONS'),
    env,
  };
}

/** The variables of a `.env` file; none when it is absent. */
export function readEnvFile(path: string): Record<string, string | undefined> {
  return existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {};
}

function port(env: Settings['env'], name: string, fallback: number): number {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 65535) {
    throw new UserError(`${name} doit être un numéro de port de 1 à 65535 (reçu : « ${text} »).`);
  }
  return value;
}

function seedMode(value: string | undefined): boolean {
  const text = value?.trim() ?? '';
  if (text !== '' && text !== 'demo' && text !== 'none') {
    throw new UserError(`SEED vaut « demo » ou « none » (reçu : « ${value} »).`);
  }
  return text !== 'none';
}

function onOrOff(env: Settings['env'], name: string): boolean | undefined {
  const text = env[name]?.trim() ?? '';
  if (text !== '' && text !== '0' && text !== '1') {
    throw new UserError(`${name} vaut « 1 » ou « 0 » (reçu : « ${text} »).`);
  }
  return text === '' ? undefined : text === '1';
}

function webMode(value: string | undefined, args: string[]): WebMode {
  if (args.includes('--no-web')) return 'none';
  if (args.includes('--preview')) return 'preview';
  const known: Record<string, WebMode> = {
    '': 'dev',
    '1': 'dev',
    dev: 'dev',
    preview: 'preview',
    '0': 'none',
  };
  const mode = known[value?.trim() ?? ''];
  if (!mode) throw new UserError(`WEB vaut « dev », « preview » ou « 0 » (reçu : « ${value} »).`);
  return mode;
}

/**
 * Folder of the count of sent messages, beside the data folder: a restored copy of the data folder is recognised by
 * its lower count.
 */
export const sendMarkFolder = (dataDir: string) => `${dataDir}-send-mark`;
