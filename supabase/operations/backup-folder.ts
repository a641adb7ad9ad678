import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

const MANIFEST = 'manifest.json';

/** The manifest of a backup, written last: a folder without it is an interrupted backup. */
export type Manifest = {
  /** `hosted`: rows and objects of a project; `local`: the data folder of `npm start`. */
  kind: 'hosted' | 'local';
  /** ISO 8601. */
  madeAt: string;
  /** The newest migration of the database; only a database of the same one takes it back. */
  migration: string | null;
  /** Rows by table, `schema.table`. */
  rows: Record<string, number>;
  /** SHA-256 of every file, by its path inside the folder, with `/`. */
  files: Record<string, string>;
};

/** A backup that cannot be used as it is; the message is for a person. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** Returns the folder name of a backup: its moment in UTC, to the second, valid on every file system. */
export function backupName(at: Date): string {
  return at.toISOString().slice(0, 19).replaceAll(':', '-');
}

/** Writes the manifest of a complete backup, with the checksum of every file of the folder. */
export async function sealBackup(folder: string, content: Omit<Manifest, 'files'>): Promise<Manifest> {
  const manifest = { ...content, files: await checksums(folder) };
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/**
 * Reads the manifest of a backup whose files are all there and unchanged.
 *
 * @throws BackupError for an interrupted or damaged backup, naming the missing or changed file
 */
export async function readBackup(folder: string): Promise<Manifest> {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Manifest;
  } catch {
    throw new BackupError(
      `${folder} n'est pas une sauvegarde complète : ${MANIFEST} manque ou est illisible.`,
    );
  }
  const found = await checksums(folder);
  const names = new Set([...Object.keys(found), ...Object.keys(manifest.files)]);
  const wrong = [...names].filter((name) => found[name] !== manifest.files[name]);
  if (wrong.length > 0) {
    throw new BackupError(
      `La sauvegarde ${folder} est abîmée (fichier manquant, ajouté ou changé) : ${wrong.slice(0, 5).join(', ')}${wrong.length > 5 ? '…' : ''}.`,
    );
  }
  return manifest;
}

async function checksums(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, name: relative(folder, path).split(sep).join('/') }))
    .filter(({ name }) => name !== MANIFEST)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const sums: Record<string, string> = {};
  for (const { path, name } of files) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    sums[name] = hash.digest('hex');
  }
  return sums;
}
