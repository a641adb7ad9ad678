import { join } from 'node:path';
import { openDatabase } from '../../local/database/open-database.ts';

/** Values that identify a row, and their origin: « contacts.id », or « people.admin » for an account. */
export type KnownValues = Record<string, string>;

/** Shorter values, such as the MRC code « 100 », also occur as ordinary numbers. */
const SHORTEST = 5;

type Column = { table: string; column: string };

/**
 * Query for the columns of `public` that identify a row: keys, unique columns, and uuids without a foreign key (the
 * secrets of links).
 */
const NAMING_COLUMNS = `
  select relname as table, attname as column
  from pg_class
  join pg_attribute a on attrelid = pg_class.oid and attnum > 0 and not attisdropped
  where relnamespace = 'public'::regnamespace and relkind = 'r' and atttypid in ('uuid'::regtype, 'text'::regtype)
    and not exists (select from pg_constraint where contype = 'f' and conrelid = attrelid and attnum = any (conkey))
    and (atttypid = 'uuid'::regtype
      or exists (select from pg_index where indrelid = attrelid and indisunique and indkey::text = attnum::text))
  order by 1, 2`;

/** Reads the identifying values of a stopped stack, those in the trash included. */
export async function readKnownValues(dataDir: string): Promise<{ values: KnownValues; roles: KnownValues }> {
  const database = await openDatabase({
    directory: join(dataDir, 'db'),
    searchPath: ['public'],
    onFatal: () => undefined,
  });
  try {
    const values: KnownValues = {};
    const trash = await database.query<{ place: string; content: Record<string, unknown> }>(
      'select place, content from private.trash_rows',
    );
    const { rows: columns } = await database.query<Column>(NAMING_COLUMNS);
    for (const { table, column } of columns) {
      const { rows } = await database.query<{ value: string }>(
        `select "${column}"::text as value from public."${table}" where "${column}" is not null`,
      );
      const deleted = trash.rows
        .filter(({ place }) => place.endsWith(table))
        .map(({ content }) => content[column]);
      for (const value of [...rows.map((row) => row.value), ...deleted]) {
        if (typeof value === 'string' && value.length >= SHORTEST) values[value] ??= `${table}.${column}`;
      }
    }
    const { rows } = await database.query<{ id: string; role: string }>(
      "select id, coalesce(user_roles.role::text, 'user') as role from auth.users left join public.user_roles on user_id = id",
    );
    for (const { id, role } of rows) values[id] = `people.${role}`;
    return { values, roles: Object.fromEntries(rows.map(({ id, role }) => [id, role])) };
  } finally {
    await database.close();
  }
}
