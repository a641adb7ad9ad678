import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitSqlStatements } from '@supabase/lite';
import { UserError } from '../process/user-error.ts';
import type { Database } from './open-database.ts';

/** Migrations and seeds run as on a hosted project: by the owner of the tables, who is no superuser. */
const AS_OWNER = 'set local role postgres';

export interface Migration {
  /** The digits before the first underscore, as the official CLI records them. */
  version: string;
  name: string;
  sql: string;
}

export interface MigrationPlan {
  pending: Migration[];
  /** Applied, but the file says something else now. */
  edited: Migration[];
  /** Applied, but its file is gone. */
  missing: string[];
}

/** The files of supabase/migrations in the order in which the official CLI applies them. */
export function readMigrations(directory: string): Migration[] {
  if (!existsSync(directory)) return [];
  const migrations = readdirSync(directory)
    .map((file) => ({ file, parts: /^(\d+)_(.*)\.sql$/.exec(file) }))
    .flatMap(({ file, parts }) => {
      if (!parts) return [];
      const [, version = '', name = ''] = parts;
      return [{ version, name, sql: readFileSync(join(directory, file), 'utf8') }];
    })
    .sort((a, b) => (a.version < b.version ? -1 : 1));
  const duplicate = migrations.find(
    (migration, index) => migration.version === migrations[index - 1]?.version,
  );
  if (duplicate)
    throw new UserError(`Deux migrations portent le numéro ${duplicate.version}. Renommez l'une des deux.`);
  return migrations;
}

/**
 * Compares the files with what the database remembers.
 *
 * @param applied version → recorded statements, null when another tool recorded none.
 */
export function planMigrations(files: Migration[], applied: Map<string, string[] | null>): MigrationPlan {
  const known = new Set(files.map(({ version }) => version));
  return {
    pending: files.filter(({ version }) => !applied.has(version)),
    edited: files.filter(({ version, sql }) => {
      const recorded = applied.get(version);
      return recorded && JSON.stringify(recorded) !== JSON.stringify(splitSqlStatements(sql));
    }),
    missing: [...applied.keys()].filter((version) => !known.has(version)),
  };
}

/**
 * Refuses, before anything is written, a database whose migrations were all replaced by others (the files of this
 * folder are a new baseline): neither set can be applied on top of the other.
 * @throws UserError saying how to go on
 */
export async function refuseReplacedMigrations(database: Database, directory: string): Promise<void> {
  const { rows: found } = await database.query<{ exists: boolean }>(
    "select to_regclass('supabase_migrations.schema_migrations') is not null as exists",
  );
  if (!found[0]?.exists) return;
  const { rows } = await database.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  );
  const known = new Set(readMigrations(directory).map(({ version }) => version));
  if (rows.length === 0 || rows.some(({ version }) => known.has(version))) return;
  throw new UserError(
    `Ces données locales viennent d'une version précédente du produit, dont les migrations ont été remplacées : elles ne peuvent pas être mises à jour. Rien n'y a été modifié.
Pour en garder quelque chose, relancez d'abord la version précédente du produit et faites-y vos exportations.
Ensuite, « npm run reset » les efface et le prochain « npm start » repart des données de démonstration.`,
  );
}

/**
 * Applies what is pending, each file in its own transaction together with its line in
 * `supabase_migrations.schema_migrations`, as the official CLI does: a kill in between leaves none or both.
 */
export async function applyMigrations(database: Database, directory: string): Promise<MigrationPlan> {
  await database.transaction(async (run) => {
    await run(`${AS_OWNER};
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
      alter table supabase_migrations.schema_migrations add column if not exists statements text[];
      alter table supabase_migrations.schema_migrations add column if not exists name text;
      create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null);`);
  });
  const { rows } = await database.query<{ version: string; statements: string[] | null }>(
    'select version, statements from supabase_migrations.schema_migrations order by version',
  );
  const plan = planMigrations(
    readMigrations(directory),
    new Map(rows.map(({ version, statements }) => [version, statements])),
  );
  for (const migration of plan.pending) {
    const label = `La migration ${migration.version}_${migration.name}.sql`;
    await database.transaction(async (run) => {
      await run(AS_OWNER);
      await run(migration.sql).catch((error: unknown) => {
        throw new UserError(`${label} a échoué : ${describeSqlError(error, migration.sql)}`, {
          cause: error,
        });
      });
      // The migration may have become somebody else.
      await run(AS_OWNER);
      await run(
        'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)',
        [migration.version, splitSqlStatements(migration.sql), migration.name],
      );
    });
  }
  return plan;
}

/** Recorded in place of a hash: a studio that began empty is never given demo content, whatever later starts ask for. */
const NO_VERSION = 'none';

/** Makes a database that has not run this seed file never run it. */
export async function declineSeed(database: Database, name: string): Promise<void> {
  await database.query(
    'insert into supabase_migrations.seed_files (path, hash) values ($1, $2) on conflict do nothing',
    [name, NO_VERSION],
  );
}

/**
 * Runs a seed file once in the life of a database, and remembers its content's hash as the CLI does.
 *
 * @returns `run` the first time, `edited` when the file has changed since then (it is not run again).
 */
export async function applySeed(
  database: Database,
  path: string,
  name: string,
): Promise<'run' | 'kept' | 'edited' | 'absent'> {
  if (!existsSync(path)) return 'absent';
  const sql = readFileSync(path, 'utf8');
  const hash = createHash('sha256').update(sql).digest('hex');
  const { rows } = await database.query<{ hash: string }>(
    'select hash from supabase_migrations.seed_files where path = $1',
    [name],
  );
  if (rows[0]) return rows[0].hash === hash || rows[0].hash === NO_VERSION ? 'kept' : 'edited';
  await database.transaction(async (run) => {
    await run(AS_OWNER);
    await run(sql).catch((error: unknown) => {
      throw new UserError(`${name} a échoué : ${describeSqlError(error, sql)}`, { cause: error });
    });
    await run(AS_OWNER);
    await run('insert into supabase_migrations.seed_files (path, hash) values ($1, $2)', [name, hash]);
  });
  return 'run';
}

/** The message of PostgreSQL with the line of the file it points at, when it points at one. */
export function describeSqlError(error: unknown, sql: string): string {
  if (!(error instanceof Error)) return String(error);
  const { position, detail, hint } = error as { position?: string; detail?: string; hint?: string };
  const line = position ? sql.slice(0, Number(position)).split('\n').length : undefined;
  return [error.message, line && `ligne ${line}`, detail, hint].filter(Boolean).join(' — ');
}
