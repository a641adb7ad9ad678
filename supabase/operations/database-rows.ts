import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import pg, { type Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { BackupError, type Manifest } from './backup-folder.ts';

/** Runs one query; both a connection and the local stack have it. */
export type Query = (text: string, values?: unknown[]) => Promise<unknown>;

/** Tables of the hosted services that belong to the business: accounts, their identities and their second factors. */
const AUTH_TABLES = ['users', 'identities', 'mfa_factors'];

type Table = { schema: string; name: string; columns: string[] };

const quoted = (name: string) => pg.escapeIdentifier(name);
const nameOf = ({ schema, name }: Table) => `${schema}.${name}`;
const fileOf = (folder: string, table: Table) => join(folder, 'database', `${nameOf(table)}.csv`);

const copyOf = (table: Table) =>
  copyTo(
    `copy (select ${table.columns.map(quoted)} from ${quoted(table.schema)}.${quoted(table.name)})
     to stdout with (format csv, header)`,
  );

/** The tables of the business, with the columns that are stored and not computed. */
async function businessTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and (n.nspname in ('public', 'private') or n.nspname = 'auth' and c.relname = any($1))
     group by 1, 2 order by 1, 2`,
    [AUTH_TABLES],
  );
  return rows;
}

/** The newest migration that the database has, or null when none was recorded. */
export async function newestMigration(client: Client): Promise<string | null> {
  const known = await client.query(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as known`,
  );
  if (!known.rows[0].known) return null;
  const { rows } = await client.query(
    'select max(version) as version from supabase_migrations.schema_migrations',
  );
  return rows[0].version;
}

/**
 * Writes every row of the business to `<folder>/database/<schema>.<table>.csv`, all as of one moment.
 *
 * @returns how many rows each table has
 */
export async function writeRows(client: Client, folder: string): Promise<Record<string, number>> {
  await mkdir(join(folder, 'database'), { recursive: true });
  const copies: [name: string, copy: { rowCount: number }][] = [];
  await client.query('begin isolation level repeatable read read only');
  try {
    for (const table of await businessTables(client)) {
      const rows = client.query(copyOf(table));
      await pipeline(rows, createWriteStream(fileOf(folder, table)));
      copies.push([nameOf(table), rows]);
    }
  } finally {
    await client.query('rollback');
  }
  // The row count of a copy comes after its last row, and surely before the answer to the next query.
  return Object.fromEntries(copies.map(([name, { rowCount }]) => [name, rowCount]));
}

/**
 * Replaces every row of the business by those of a backup, in one transaction. Triggers and foreign keys rest meanwhile, as
 * the official restore has them; the counts are compared, and all sending is held, before it ends.
 *
 * @throws BackupError when the tables or counts are not those of the backup; nothing is changed then
 */
export async function replaceRows(
  client: Client,
  folder: string,
  { rows: expected, madeAt }: Pick<Manifest, 'rows' | 'madeAt'>,
): Promise<void> {
  await client.query('begin');
  try {
    await putRows(client, folder, expected);
    await client.query("select private.hold_sending($1, 'restore')", [madeAt]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * Restores the rows of a backup, reads them again, and rolls everything back: the database does not change.
 *
 * @returns how many rows differ from those of the backup
 */
export async function compareRows(
  client: Client,
  folder: string,
  { rows: expected }: Pick<Manifest, 'rows'>,
): Promise<number> {
  await client.query('begin');
  try {
    await putRows(client, folder, expected);
    let differences = 0;
    for (const table of await businessTables(client)) {
      if (!(nameOf(table) in expected)) continue;
      const stored = await text(client.query(copyOf(table)));
      differences += countDifferences(await readFile(fileOf(folder, table), 'utf8'), stored);
    }
    return differences;
  } finally {
    await client.query('rollback');
  }
}

/** Counts the lines of either text that the other has not. */
function countDifferences(left: string, right: string): number {
  const counts = new Map<string, number>();
  for (const line of left.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of right.split('\n')) counts.set(line, (counts.get(line) ?? 0) - 1);
  const sides = [...counts.values()];
  const sum = (sign: number) => sides.reduce((total, count) => total + Math.max(0, sign * count), 0);
  return Math.max(sum(1), sum(-1));
}

/** Replaces rows inside the transaction that the caller has begun. */
async function putRows(client: Client, folder: string, expected: Manifest['rows']): Promise<void> {
  await client.query('set local session_replication_role = replica');
  const tables = await businessTables(client);
  const names = tables.map(nameOf);
  const unknown = Object.keys(expected).filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new BackupError(`La base n'a pas les tables de la sauvegarde : ${unknown.join(', ')}.`);
  }
  for (const table of tables) {
    const target = `${quoted(table.schema)}.${quoted(table.name)}`;
    await client.query(`delete from ${target}`);
    if (!(nameOf(table) in expected)) continue;
    const file = fileOf(folder, table);
    const header = (await readFile(file, 'utf8')).split('\n', 1)[0] ?? '';
    const columns = header.split(',').map(quoted);
    const rows = client.query(copyFrom(`copy ${target} (${columns}) from stdin with (format csv, header)`));
    await pipeline(createReadStream(file), rows);
    if (rows.rowCount !== expected[nameOf(table)]) {
      throw new BackupError(
        `${nameOf(table)} : ${rows.rowCount} lignes au lieu de ${expected[nameOf(table)]}.`,
      );
    }
  }
  await moveSequences(client);
  await client.query('set local session_replication_role = origin');
}

/** Notes that a copy was made, for « Copies » in the settings. */
export async function noteBackup(query: Query, { madeAt, rows, files }: Manifest): Promise<void> {
  await query('insert into public.backups (made_at, row_count, file_count) values ($1, $2, $3)', [
    madeAt,
    rowCount(rows),
    Object.keys(files).length,
  ]);
}

/** Notes what was found when a copy was put back elsewhere, also of a copy that this database does not know of. */
export async function noteProof(
  query: Query,
  { madeAt, rows, files }: Manifest,
  { at, differences }: { at: Date; differences: number },
): Promise<void> {
  const seconds = Math.round((Date.now() - at.getTime()) / 1000);
  await query(
    `insert into public.backups (made_at, row_count, file_count, proven_at, differences, seconds)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (made_at) do update set
       proven_at = excluded.proven_at, differences = excluded.differences, seconds = excluded.seconds`,
    [madeAt, rowCount(rows), Object.keys(files).length, at.toISOString(), differences, seconds],
  );
}

/** Counts the rows of all tables of a backup. */
export const rowCount = (rows: Manifest['rows']): number =>
  Object.values(rows).reduce((sum, count) => sum + count, 0);

/** The next number of each counted column follows the highest that was put back. */
async function moveSequences(client: Client): Promise<void> {
  const { rows } = await client.query<{ sequence: string; target: string; name: string }>(
    `select s.sequence, format('%I.%I', n.nspname, c.relname) as target, a.attname as name
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'private')
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     cross join lateral pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as s(sequence)
     where c.relkind = 'r' and s.sequence is not null`,
  );
  for (const { sequence, target, name } of rows) {
    await client.query(
      `select setval($1::regclass, coalesce((select max(${quoted(name)}) from ${target}), 0) + 1, false)`,
      [sequence],
    );
  }
}
