import { equal } from 'node:assert/strict';
import { attempt } from '../access/operations.ts';
import { matrix } from '../access/role-matrix.ts';
import type { Check } from '../engines/engine.ts';
import { shapeOf, shapes } from '../fixtures/rows/row-factories.ts';
import type { Shape } from '../fixtures/rows/row-factory.ts';
import { arranged, holds, snapshot } from '../fixtures/tables.ts';
import { goesIn, serverOf, smallestBody, writerOf } from './insertion.ts';
import { type Limit, limits } from './limits.ts';
import { defaults, neverNull, nullable, references, uniques } from './rules.ts';

const nobody = { id: '', email: '', token: '' };

/** Every limit of the database, at its edge and just past it, through the API as whoever writes the column. */
export function constraintChecks(): Check[] {
  return [
    ...limits.map(limitCheck),
    ...Object.keys(defaults).map(defaultsCheck),
    ...shapes.flatMap(requiredChecks),
    ...Object.entries(neverNull).flatMap(neverNullChecks),
    ...shapes.flatMap(touchedCheck),
    statusOfAQuote,
    ...uniques.map(uniqueCheck),
    ...Object.entries(references).flatMap(([table, columns]) =>
      columns.map((column) => referenceCheck(table, column)),
    ),
  ];
}

function limitCheck({ table, column, accept, refuse, beside }: Limit): Check {
  const shape = shapeOf(table);
  const actor = writerOf(table, column);
  return {
    name: `limit · ${table}.${column} · ${accept.length} values accepted, ${refuse.length} refused (${brief(refuse[0])}…)`,
    object: table,
    run: (engine) =>
      arranged(engine, shape, [], async () => {
        const body = (value: unknown) => ({
          ...smallestBody(shape, engine.people),
          ...beside,
          [column]: value,
        });
        for (const value of accept) {
          equal(await goesIn(engine, actor, shape, body(value), '23514'), true, `refused: ${brief(value)}`);
        }
        for (const value of refuse) {
          equal(await goesIn(engine, actor, shape, body(value), '23514'), false, `accepted: ${brief(value)}`);
        }
      }),
  };
}

function brief(value: unknown): string {
  const shown = JSON.stringify(value);
  return shown.length > 30 ? `${shown.slice(0, 20)}… ${String(value).length} characters` : shown;
}

function defaultsCheck(table: string): Check {
  const shape = shapeOf(table);
  return {
    name: `defaults · ${table} · ${JSON.stringify(defaults[table])}`,
    object: table,
    run: (engine) =>
      arranged(engine, shape, [], async () => {
        const actor = writerOf(table, shape.required[0] as string);
        await attempt(engine, actor, shape, { verb: 'insert', body: smallestBody(shape, engine.people) });
        const [row] = await snapshot(engine, shape);
        equal(holds(row ?? {}, defaults[table] ?? {}), true, JSON.stringify(row));
      }),
  };
}

function requiredChecks(shape: Shape): Check[] {
  const optional = ['user_id', 'recorded_by', ...(nullable[shape.table] ?? [])];
  return shape.required
    .filter((column) => !optional.includes(column))
    .map(
      (column): Check => ({
        name: `required · ${shape.table}.${column}`,
        object: shape.table,
        run: (engine) =>
          arranged(engine, shape, [], async () => {
            const actor = serverOf(shape);
            const body = smallestBody(shape, engine.people);
            const { [column]: _left, ...without } = body;
            equal(await goesIn(engine, actor, shape, without, '23502'), false, 'accepted without it');
            equal(
              await goesIn(engine, actor, shape, { ...body, [column]: null }, '23502'),
              false,
              'accepted as null',
            );
            equal(await goesIn(engine, actor, shape, body, '23502'), true);
          }),
      }),
    );
}

function neverNullChecks([table, columns]: [string, string[]]): Check[] {
  const shape = shapeOf(table);
  return columns.map((column) => ({
    name: `never null · ${table}.${column}`,
    object: table,
    run: (engine) =>
      arranged(engine, shape, [], async () => {
        const body = smallestBody(shape, engine.people);
        const value = shape.row(2, engine.people)[column];
        equal(
          await goesIn(engine, serverOf(shape), shape, { ...body, [column]: null }, '23502'),
          false,
          'accepted',
        );
        equal(await goesIn(engine, serverOf(shape), shape, { ...body, [column]: value }, '23502'), true);
      }),
  }));
}

/** The hour of the last change is the database's, whoever changes what. */
function touchedCheck(shape: Shape): Check[] {
  const { updated_at: tracked } = shape.row(0, { user: nobody, admin: nobody, admin2: nobody });
  const [column] = matrix[shape.table]?.admin.update ?? [];
  if (!tracked || !column) return [];
  return [
    {
      name: `update stamp · ${shape.table}.updated_at follows each change by an administrator`,
      object: shape.table,
      run: (engine) =>
        arranged(engine, shape, [0, 1], async () => {
          const [target, source] = [shape.row(0, engine.people), shape.row(2, engine.people)];
          const changes = { [column]: source[column] };
          await attempt(engine, 'admin', shape, { verb: 'update', target, changes });
          const rows = await engine.sql<{ touched: boolean; aimed: boolean }>(
            `select updated_at between now() - interval '1 minute' and now() as touched, id = $1 as aimed from public.${shape.table}`,
            [target.id],
          );
          equal(
            rows.every(({ touched, aimed }) => touched === aimed),
            true,
            JSON.stringify(rows),
          );
        }),
    },
  ];
}

function uniqueCheck({ table, columns, ignoresCase }: (typeof uniques)[number]): Check {
  const shape = shapeOf(table);
  return {
    name: `unique · ${table} (${columns.join(', ')})`,
    object: table,
    run: (engine) =>
      arranged(engine, shape, [0], async () => {
        const taken = shape.row(0, engine.people);
        const copy = Object.fromEntries(columns.map((column) => [column, taken[column]]));
        if (ignoresCase) for (const column of columns) copy[column] = String(copy[column]).toUpperCase();
        const body = { ...smallestBody(shape, engine.people), ...copy };
        const free = { ...body, [columns[0] as string]: shape.row(2, engine.people)[columns[0] as string] };
        equal(await goesIn(engine, serverOf(shape), shape, body, '23505'), false, 'accepted twice');
        equal(await goesIn(engine, serverOf(shape), shape, free, '23505'), true);
      }),
  };
}

function referenceCheck(table: string, column: string): Check {
  const shape = shapeOf(table);
  return {
    name: `reference · ${table}.${column} to a row that does not exist`,
    object: table,
    run: (engine) =>
      arranged(engine, shape, [], async () => {
        const body = smallestBody(shape, engine.people);
        const nowhere = { ...body, [column]: 'f0000000-0000-4000-8000-000000000000' };
        equal(await goesIn(engine, serverOf(shape), shape, nowhere, '23503'), false, 'accepted');
        equal(await goesIn(engine, serverOf(shape), shape, body, '23503'), true);
      }),
  };
}

/** Two locks keep a visitor from choosing the status of a request. This is the second, with the first one open. */
const statusOfAQuote: Check = {
  name: 'constraint · quote_requests.status · privilege given to the visitor by mistake · only « nouveau » passes',
  object: 'quote_requests',
  run: (engine) =>
    arranged(engine, shapeOf('quote_requests'), [], async () => {
      const shape = shapeOf('quote_requests');
      const body = smallestBody(shape, engine.people);
      await engine.sql('grant insert (status) on public.quote_requests to anon');
      try {
        for (const status of ['archivé', 'nouveau']) {
          await attempt(engine, 'visitor', shape, { verb: 'insert', body: { ...body, status } });
        }
      } finally {
        await engine.sql('revoke insert (status) on public.quote_requests from anon');
      }
      equal((await snapshot(engine, shape)).map(({ status }) => status).join(), 'nouveau');
    }),
};
