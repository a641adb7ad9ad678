import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Api, type ApiOptions, startApi } from '../../../local/api/start-api.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cacheFolder = join(root, 'node_modules', '.cache', 'local-database');
const packages = ['@electric-sql/pglite', '@supabase/lite'];
const folders = ['supabase/migrations', 'local/database'];

/**
 * Starts the API of `npm start` on a database in memory without the demo content. Making and migrating the database
 * takes three times what all else of the start does: it is done once for the same files, and loaded from then on.
 */
export async function startEmptyApi(options: Pick<ApiOptions, 'webUrls' | 'emailDriver'>): Promise<Api> {
  const file = join(cacheFolder, `${contentHash()}.tar`);
  const image = existsSync(file) ? new Blob([readFileSync(file)]) : undefined;
  const supabaseDir = join(root, 'supabase');
  const api = await startApi({ ...options, supabaseDir, port: 0, seed: false, image });
  if (!image) await keep(file, await api.image());
  return api;
}

/** Hashes everything that the database is made from. */
function contentHash(): string {
  const files = [
    ...packages.map((name) => `node_modules/${name}/package.json`),
    'supabase/config.toml',
    ...folders.flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(`\n${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 24);
}

/** Writes the image whole or not at all, and forgets those of other files. */
async function keep(file: string, image: Blob): Promise<void> {
  rmSync(cacheFolder, { recursive: true, force: true });
  mkdirSync(cacheFolder, { recursive: true });
  const part = `${file}.${process.pid}`;
  writeFileSync(part, Buffer.from(await image.arrayBuffer()));
  renameSync(part, file);
}
