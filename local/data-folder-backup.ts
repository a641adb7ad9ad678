import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BackupError,
  backupName,
  type Manifest,
  readBackup,
  sealBackup,
} from '../supabase/operations/backup-folder.ts';
import { noteBackup, noteProof } from '../supabase/operations/database-rows.ts';
import { type Api, startApi } from './api/start-api.ts';
import { withDataFolder } from './process/data-folder-lock.ts';

/** The data folder of `npm start`, and the folder of its schema. */
type Stack = { dataDir: string; supabaseDir: string };

/** Entries of the data folder that each start makes again. */
const NOT_KEPT = new Set(['deno', 'vite', 'site', 'local.json', 'stack.lock', 'stack.lock.guard']);

/**
 * Copies the data folder of a stack that is stopped: database, pictures, messages and keys.
 *
 * @throws BackupError when the stack has never run, UserError when it runs
 */
export function backUpDataFolder(
  { dataDir, supabaseDir }: Stack,
  folder: string,
  at: Date,
): Promise<Manifest> {
  if (!existsSync(join(dataDir, 'ready'))) {
    throw new BackupError(`${dataDir} ne contient pas de données : démarrez d'abord avec « npm start ».`);
  }
  return withDataFolder(dataDir, dataDir, async () => {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(dataDir).filter((one) => !NOT_KEPT.has(one))) {
      cpSync(join(dataDir, name), join(folder, 'data', name), { recursive: true });
    }
    return withApi(dataDir, supabaseDir, async ({ sql }) => {
      const manifest = await sealBackup(folder, {
        ...{ kind: 'local', madeAt: at.toISOString(), migration: null, rows: await countRows(sql) },
      });
      await noteBackup(sql, manifest);
      return manifest;
    });
  });
}

/**
 * Starts the database of a backup in a folder of its own, counts its rows, and notes what was found in the data folder.
 *
 * @throws BackupError when the backup is damaged or of another kind, UserError when the stack runs
 */
export async function proveDataFolder(
  { dataDir, supabaseDir }: Stack,
  folder: string,
  at: Date,
): Promise<{ manifest: Manifest; differences: number }> {
  const manifest = await readLocalBackup(folder);
  const elsewhere = mkdtempSync(join(tmpdir(), 'territoire-360-copie-'));
  try {
    cpSync(join(folder, 'data'), elsewhere, { recursive: true });
    const rows = await withApi(elsewhere, supabaseDir, ({ sql }) => countRows(sql));
    const tables = new Set([...Object.keys(rows), ...Object.keys(manifest.rows)]);
    const differences = [...tables].reduce(
      (sum, table) => sum + Math.abs((rows[table] ?? 0) - (manifest.rows[table] ?? 0)),
      0,
    );
    await withDataFolder(dataDir, dataDir, () =>
      withApi(dataDir, supabaseDir, ({ sql }) => noteProof(sql, manifest, { at, differences })),
    );
    return { manifest, differences };
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
}

/** Counts the rows of every table of the business. */
async function countRows(sql: Api['sql']): Promise<Manifest['rows']> {
  const { rows: tables } = await sql<{ name: string; quoted: string }>(
    `select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as quoted
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'private') order by 1`,
  );
  const { rows: counts } = await sql<{ name: string; count: number }>(
    tables
      .map(({ name, quoted }) => `select '${name}' as name, count(*)::integer as count from ${quoted}`)
      .join(' union all '),
  );
  return Object.fromEntries(counts.map(({ name, count }) => [name, count]));
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
  { dataDir, supabaseDir }: Stack,
  folder: string,
  at: Date,
): Promise<string | undefined> {
  const { madeAt } = await readLocalBackup(folder);
  let before: string | undefined;
  if (existsSync(dataDir)) {
    before = `${dataDir}-avant-${backupName(at)}`;
    await withDataFolder(dataDir, dataDir, async () => {});
    renameSync(dataDir, before);
  }
  cpSync(join(folder, 'data'), dataDir, { recursive: true });
  await withDataFolder(dataDir, dataDir, () =>
    withApi(dataDir, supabaseDir, ({ sql }) => sql("select private.hold_sending($1, 'restore')", [madeAt])),
  );
  return before;
}

async function readLocalBackup(folder: string): Promise<Manifest> {
  const manifest = await readBackup(folder);
  if (manifest.kind !== 'local') {
    throw new BackupError(
      'Cette sauvegarde est celle d’un projet hébergé : donnez SUPABASE_DB_URL, SUPABASE_URL et SUPABASE_SECRET_KEY.',
    );
  }
  return manifest;
}

async function withApi<T>(dataDir: string, supabaseDir: string, work: (api: Api) => Promise<T>): Promise<T> {
  const api = await startApi({ dataDir, supabaseDir, port: 0, webUrls: ['http://127.0.0.1'] });
  try {
    return await work(api);
  } finally {
    await api.close();
  }
}
