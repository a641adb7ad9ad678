import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from './user-error.ts';

/** A project that a command writes to, and its secret key. */
export type TargetProject = { url: string; key: string };

/** The hosted project that the environment names, else the local stack that runs on the data folder. */
export function targetProject(): TargetProject {
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: key, DATA_DIR = '.data' } = process.env;
  if (url && key) return { url: url.replace(/\/$/, ''), key };
  const file = join(DATA_DIR, 'local.json');
  if (!existsSync(file)) {
    throw new UserError(
      'Démarrez le produit (npm start), ou donnez SUPABASE_URL et SUPABASE_SECRET_KEY d’un projet hébergé.',
    );
  }
  const { apiUrl, secretKey } = JSON.parse(readFileSync(file, 'utf8')) as {
    apiUrl: string;
    secretKey: string;
  };
  return { url: apiUrl, key: secretKey };
}
