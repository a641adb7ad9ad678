import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateApiKey } from '@supabase/lite';
import { atomicWrite } from '../process/atomic-write.ts';

export interface ProjectKeys {
  publishableKey: string;
  secretKey: string;
  /** Signs access tokens (HS256). */
  jwtSecret: string;
}

/** The API keys and JWT secret of this data folder, made on its first start; new ones for a database in memory. */
export async function projectKeys(dataDir: string | undefined): Promise<ProjectKeys> {
  const path = dataDir && join(dataDir, 'keys.json');
  if (path && existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as ProjectKeys;
  const keys: ProjectKeys = {
    publishableKey: (await generateApiKey('publishable')).key,
    secretKey: (await generateApiKey('secret')).key,
    jwtSecret: randomBytes(48).toString('base64url'),
  };
  if (path) atomicWrite(path, JSON.stringify(keys, null, 2));
  return keys;
}
