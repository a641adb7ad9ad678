import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg, { type Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { BackupError, type Manifest } from './backup-folder.ts';

/** Tables of the hosted services that belong to the business: accounts, their identities and their second factors. */
const AUTH_TABLES = ['users', 'identities', 'mfa_factors'];

type Table = { schema: string; name: string; columns: string[] };

const quoted = (name: string) => pg.escapeIdentifier(name);
const nameOf = ({ schema, name }: Table) => `${schema}.${name}`;
const fileOf = (folder: string, table: Table) => join(folder, 'database', `${nameOf(table)}.csv`);

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
      const rows = client.query(
        copyTo(
          `copy (select ${table.columns.map(quoted)} from ${quoted(table.schema)}.${quoted(table.name)})
           to stdout with (format csv, header)`,
        ),
      );
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
    await client.query("select private.hold_sending($1, 'restore')", [madeAt]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

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
