import pg from 'pg';
import type { Engine } from './engine.ts';

/**
 * Opens connections as the owner of the tables, with the setting that the storage service uses to delete rows of its
 * tables.
 */
export function ownerPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ max: 10, ...config });
  // An idle connection gets an error when the server stops, which must not end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.query("set storage.allow_delete_query = 'true'").catch(() => {});
  });
  return pool;
}

/** Runs a query, or several without parameters, and returns the rows of the last one. */
export function sqlOf(pool: pg.Pool): Engine['sql'] {
  return async <T>(query: string, params?: unknown[]) => {
    const result = await keptQuery(pool, query, params);
    const last = Array.isArray(result) ? result.at(-1) : result;
    return (last?.rows ?? []) as T[];
  };
}

/**
 * The pool closes a connection after each error, and most checks end in one: keeping it saves making all query plans
 * again.
 */
async function keptQuery(pool: pg.Pool, query: string, params?: unknown[]): Promise<pg.QueryResult> {
  const client = await pool.connect();
  try {
    return await client.query(query, params);
  } catch (error) {
    // Rolls back whatever transaction the query began.
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** Runs statements in one transaction in which no trigger fires and no reference is checked. */
export function withoutTriggers(sql: Engine['sql']): Engine['sqlWithoutTriggers'] {
  return (statements) => sql(`select set_config('session_replication_role', 'replica', true); ${statements}`);
}
