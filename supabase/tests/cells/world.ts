import { deepStrictEqual } from 'node:assert/strict';
import type { Engine, Row } from '../engines/engine.ts';
import type { Shape } from '../shapes/shape.ts';
import { shapeOf, shapes } from '../shapes/shapes.ts';

/** The table as SQL names it. */
export function qualified(shape: Shape): string {
  return `${shape.schema ?? 'public'}.${shape.table}`;
}

/** Puts a row in as the owner of the table would. */
export async function insert(engine: Engine, shape: Shape, row: Row, onConflict = ''): Promise<void> {
  const columns = Object.keys(row)
    .filter((column) => !shape.generated?.includes(column))
    .map((column) => `"${column}"`);
  if (columns.length === 0) {
    await engine.sql(`insert into ${qualified(shape)} default values`);
    return;
  }
  await engine.sql(
    `insert into ${qualified(shape)} (${columns}) select ${columns}
      from jsonb_populate_record(null::${qualified(shape)}, $1::jsonb) ${onConflict}`,
    [JSON.stringify(row)],
  );
}

/** The same; a row that is already there stays. */
export function plant(engine: Engine, shape: Shape, row: Row): Promise<void> {
  return insert(engine, shape, row, 'on conflict do nothing');
}

/** Plants rows 0 to 2 of every table that the shape's rows point to, and of those that these point to. */
export async function plantParents(engine: Engine, shape: Shape): Promise<void> {
  for (const table of shape.parents ?? []) {
    const parent = shapeOf(table);
    await plantParents(engine, parent);
    for (const index of [0, 1, 2]) await plant(engine, parent, parent.row(index, engine.people));
  }
}

/** Every row of a table as JSON, in a stable order. */
export async function snapshot(engine: Engine, shape: Shape): Promise<Row[]> {
  const [result] = await engine.sql<{ rows: Row[] }>(
    `select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]') as rows from ${qualified(shape)} t`,
  );
  return (result?.rows ?? []).map(canonical);
}

/** The same instant may be written in several ways; columns that only say when a row was touched are left out. */
export function canonical(row: Row): Row {
  const entries = Object.entries(row).filter(([column]) => column !== 'updated_at');
  return Object.fromEntries(
    entries.map(([column, value]) => {
      const isInstant = typeof value === 'string' && /(_at|^send_date)$/.test(column);
      return [column, isInstant ? new Date(value).toISOString() : value];
    }),
  );
}

/** Whether the row holds every value of `part`. */
export function holds(row: Row, part: Row): boolean {
  const [have, want] = [canonical(row), canonical(part)];
  return Object.keys(want).every((column) => sameValue(have[column], want[column]));
}

export function sameValue(left: unknown, right: unknown): boolean {
  try {
    deepStrictEqual(left, right);
    return true;
  } catch {
    return false;
  }
}

/**
 * Back to the empty database of the start: nobody but the three people, nobody's role but theirs. Relies on no
 * constraint, for mutants take them away.
 */
export async function reset(engine: Engine): Promise<void> {
  const { admin, admin2, user } = engine.people;
  const known = [admin, admin2, user].map(({ id }) => `'${id}'`).join(', ');
  const tables = shapes.filter(({ table }) => table !== 'user_roles').reverse();
  await engine.sql(`
    ${tables.map((shape) => `delete from ${qualified(shape)};`).join('\n')}
    delete from private.quote_rate_limits;
    delete from private.tour_visitors;
    delete from private.query_slots;
    delete from private.hash_key where id > 1;
    delete from private.function_calls;
    delete from storage.objects where bucket_id = 'tour-images';
    delete from public.user_roles;
    delete from auth.users where id not in (${known});
    insert into public.user_roles (user_id, role) values ('${admin.id}', 'admin'), ('${admin2.id}', 'admin');
  `);
}

/** Runs `job` with the shape's parents and these of its rows in place, and leaves an empty database behind. */
export async function arranged(
  engine: Engine,
  shape: Shape,
  rows: number[],
  job: () => Promise<void>,
): Promise<void> {
  try {
    await plantParents(engine, shape);
    for (const index of rows) {
      // Row 2 of user_roles would make an administrator of the plain user.
      if (shape.table !== 'user_roles' || index < 2)
        await plant(engine, shape, shape.row(index, engine.people));
    }
    await job();
  } finally {
    await reset(engine);
  }
}
