import { cpSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import {
  BackupError,
  backupName,
  type Manifest,
  readBackup,
  sealBackup,
} from '../supabase/operations/backup-folder.ts';
import { startApi } from './api/start-api.ts';
import { withDataFolder } from './process/data-folder-lock.ts';

/** Entries of the data folder that each start makes again. */
const NOT_KEPT = new Set(['deno', 'vite', 'site', 'local.json', 'stack.lock', 'stack.lock.guard']);

/**
 * Copies the data folder of a stack that is stopped: database, pictures, messages and keys.
 *
 * @throws BackupError when the stack has never run, UserError when it runs
 */
export function backUpDataFolder(dataDir: string, folder: string, at: Date): Promise<Manifest> {
  if (!existsSync(join(dataDir, 'ready'))) {
    throw new BackupError(`${dataDir} ne contient pas de données : démarrez d'abord avec « npm start ».`);
  }
  return withDataFolder(dataDir, dataDir, async () => {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(dataDir).filter((one) => !NOT_KEPT.has(one))) {
      cpSync(join(dataDir, name), join(folder, 'data', name), { recursive: true });
    }
    return sealBackup(folder, { kind: 'local', madeAt: at.toISOString(), migration: null, rows: {} });
  });
}

/**
 * Replaces the data folder by a backup, with all sending held. The present folder is kept beside it, under another
 * name.
 *
 * @returns the new path of the replaced folder
 * @throws BackupError when the backup is damaged or of another kind, UserError when the stack runs; nothing is
 *   changed then
 */
export async function restoreDataFolder(
  { dataDir, supabaseDir }: { dataDir: string; supabaseDir: string },
  folder: string,
  at: Date,
): Promise<string | undefined> {
  const { kind, madeAt } = await readBackup(folder);
  if (kind !== 'local') {
    throw new BackupError(
      'Cette sauvegarde est celle d’un projet hébergé : donnez SUPABASE_DB_URL, SUPABASE_URL et SUPABASE_SECRET_KEY.',
    );
  }
  let before: string | undefined;
  if (existsSync(dataDir)) {
    before = `${dataDir}-avant-${backupName(at)}`;
    await withDataFolder(dataDir, dataDir, async () => {});
    renameSync(dataDir, before);
  }
  cpSync(join(folder, 'data'), dataDir, { recursive: true });
  await withDataFolder(dataDir, dataDir, () => holdSending(dataDir, supabaseDir, madeAt));
  return before;
}

async function holdSending(dataDir: string, supabaseDir: string, madeAt: string): Promise<void> {
  const api = await startApi({ dataDir, supabaseDir, port: 0, webUrls: ['http://127.0.0.1'] });
  try {
    await api.sql("select private.hold_sending($1, 'restore')", [madeAt]);
  } finally {
    await api.close();
  }
}
