import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getAuthSchemaSql, getStorageSchemaSql } from '@supabase/lite';
import type { ProjectConfig } from '../api/project-config.ts';
import type { Database } from './open-database.ts';

const localSql = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/**
 * Makes what a hosted project has before its own migrations: roles, auth, storage, extensions, default privileges.
 * Done once, and once more when this code or @supabase/lite changes it: the comment of schema "extensions" tells.
 */
export async function applySystemSchema(database: Database, api: ProjectConfig['api']): Promise<void> {
  const parts = [
    // The roles of this file come first: the library's tables do not need them, its policies and ours do.
    getAuthSchemaSql(),
    getStorageSchemaSql(),
    localSql('./system.sql'),
    ...(api.autoExposeNewTables ? [] : [localSql('./system-without-grants.sql')]),
  ];
  const revision = createHash('sha256').update(parts.join('\n')).digest('hex');
  const { rows } = await database.query<{ revision: string | null }>(
    "select obj_description(to_regnamespace('extensions')::oid, 'pg_namespace') as revision",
  );
  if (rows[0]?.revision === revision) return;
  await renameSuperuser(database);
  await database.transaction(async (run) => {
    for (const part of parts) await run(part);
    await run(`comment on schema extensions is '${revision}'`);
  });
}

/**
 * Gives the superuser that PGlite was made with its hosted name, so that `postgres` can be a role without its powers. No
 * role renames itself: another superuser does, for a moment.
 */
async function renameSuperuser(database: Database): Promise<void> {
  const { rows } = await database.query<{ name: string }>('select session_user::text as name');
  if (rows[0]?.name !== 'postgres') return;
  await database.transaction(async (run) => {
    await run(`create role renaming superuser;
      set session authorization renaming;
      alter role postgres rename to supabase_admin;
      set session authorization supabase_admin;
      drop role renaming;`);
  });
}

/** Creates the buckets of `[storage.buckets.*]` in config.toml as the CLI does; settings from migrations are kept. */
export async function createBuckets(
  database: Database,
  buckets: ProjectConfig['storage']['buckets'],
): Promise<void> {
  for (const [id, bucket] of Object.entries(buckets)) {
    await database.query(
      `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
       values ($1, $1, $2, $3, $4) on conflict (id) do nothing`,
      [id, bucket.public, bucket.fileSizeLimit, bucket.allowedMimeTypes],
    );
  }
}
