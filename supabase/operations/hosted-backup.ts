import { mkdir } from 'node:fs/promises';
import { StorageClient } from '@supabase/storage-js';
import pg, { type Client } from 'pg';
import { BackupError, type Manifest, readBackup, sealBackup } from './backup-folder.ts';
import {
  compareRows,
  newestMigration,
  noteBackup,
  noteProof,
  replaceRows,
  writeRows,
} from './database-rows.ts';
import { downloadObjects, replaceObjects } from './storage-objects.ts';

/** A hosted project: its PostgreSQL (connection string of the role postgres) and its API with the secret key. */
export type Project = { databaseUrl: string; apiUrl: string; secretKey: string };

/** The project that the environment names, or undefined for the local stack. @throws BackupError when half is named */
export function projectOf(env: Record<string, string | undefined>): Project | undefined {
  const databaseUrl = env.SUPABASE_DB_URL;
  if (!databaseUrl) return undefined;
  const { SUPABASE_URL: apiUrl, SUPABASE_SECRET_KEY: secretKey } = env;
  if (!apiUrl || !secretKey) {
    throw new BackupError('Avec SUPABASE_DB_URL, donnez aussi SUPABASE_URL et SUPABASE_SECRET_KEY.');
  }
  return { databaseUrl, apiUrl, secretKey };
}

/** Saves the rows and objects of a project in a folder of its own. */
export function backUpProject(project: Project, folder: string, at: Date): Promise<Manifest> {
  return withDatabase(project, async (client) => {
    await mkdir(folder, { recursive: true });
    const migration = await newestMigration(client);
    const rows = await writeRows(client, folder);
    await downloadObjects(storageOf(project), folder);
    const manifest = await sealBackup(folder, { kind: 'hosted', madeAt: at.toISOString(), migration, rows });
    await noteBackup(client.query.bind(client), manifest);
    return manifest;
  });
}

/**
 * Puts a backup in the place of all that the project has: rows in one transaction, which holds all sending, then objects.
 *
 * @throws BackupError when the backup is damaged or the project has other migrations; nothing is changed then
 */
export async function restoreProject(project: Project, folder: string): Promise<Manifest> {
  const manifest = await readHostedBackup(folder);
  return withDatabase(project, async (client) => {
    await requireSameMigration(client, manifest);
    await replaceRows(client, folder, manifest);
    await replaceObjects(storageOf(project), folder);
    return manifest;
  });
}

/**
 * Puts the rows of a backup into another database, compares them, takes them out again, and notes in the project what was
 * found. The objects are compared with their checksums.
 *
 * @throws BackupError when the backup is damaged, or the other database is the project's own or has other migrations
 */
export async function proveProject(
  project: Project,
  elsewhere: string,
  folder: string,
  at: Date,
): Promise<{ manifest: Manifest; differences: number }> {
  if (elsewhere === project.databaseUrl) {
    throw new BackupError('PROOF_DB_URL est la base du projet : donnez celle d’un autre projet.');
  }
  const manifest = await readHostedBackup(folder);
  const differences = await withDatabase({ databaseUrl: elsewhere }, async (client) => {
    await requireSameMigration(client, manifest);
    return compareRows(client, folder, manifest);
  });
  await withDatabase(project, (client) =>
    noteProof(client.query.bind(client), manifest, { at, differences }),
  );
  return { manifest, differences };
}

async function readHostedBackup(folder: string): Promise<Manifest> {
  const manifest = await readBackup(folder);
  if (manifest.kind !== 'hosted') {
    throw new BackupError('Cette sauvegarde est celle d’une pile locale : retirez SUPABASE_DB_URL.');
  }
  return manifest;
}

async function requireSameMigration(client: Client, manifest: Manifest): Promise<void> {
  const migration = await newestMigration(client);
  if (migration !== manifest.migration) {
    throw new BackupError(
      `La sauvegarde est de la migration ${manifest.migration}, la base de la migration ${migration} : mettez le projet à la même (supabase db push) avant de restaurer.`,
    );
  }
}

async function withDatabase<T>(
  project: Pick<Project, 'databaseUrl'>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: project.databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const storageOf = ({ apiUrl, secretKey }: Project) =>
  new StorageClient(`${apiUrl}/storage/v1`, { apikey: secretKey, authorization: `Bearer ${secretKey}` });
