import { equal } from 'node:assert/strict';
import { attemptOperation } from '../access/operations.ts';
import { matrix } from '../access/role-matrix.ts';
import type { Check } from '../engines/engine.ts';
import { rowFactories, rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import type { RowFactory } from '../fixtures/rows/row-factory.ts';
import { holds, plant, snapshot, withRows } from '../fixtures/tables.ts';
import { goesIn, serverOf, smallestBody, writerOf } from './insertion.ts';
import type { Limit } from './limit.ts';
import { limits } from './limits.ts';
import { defaults, neverNull, nullable, oneOfSeveral, references, uniques } from './rules.ts';

const noPerson = { id: '', email: '', token: '' };

/** Every limit of the database, at its edge and just past it, through the API as whoever writes the column. */
export function constraintChecks(): Check[] {
  return [
    ...limits.map(limitCheck),
    ...Object.keys(defaults).map(defaultsCheck),
    ...rowFactories.flatMap(requiredChecks),
    ...Object.entries(neverNull).flatMap(neverNullChecks),
    ...rowFactories.flatMap(touchedCheck),
    statusOfAQuote,
    aboutOneRecord,
    inOnePlace,
    answerToAMessage,
    ...uniques.map(uniqueCheck),
    ...Object.entries(references).flatMap(([table, columns]) =>
      columns.map((column) => referenceCheck(table, column)),
    ),
  ];
}

function limitCheck({ table, column, accept, refuse, beside }: Limit): Check {
  const factory = rowFactoryOf(table);
  const actor = writerOf(table, column);
  return {
    name: `limit · ${table}.${column} · ${accept.length} values accepted, ${refuse.length} refused (${shortText(refuse[0] ?? accept[0])}…)`,
    object: table,
    run: (engine) =>
      withRows(engine, factory, [], async () => {
        const body = (value: unknown) => ({
          ...smallestBody(factory, engine.people),
          ...beside,
          [column]: value,
        });
        for (const value of accept) {
          equal(
            await goesIn(engine, actor, factory, body(value), '23514'),
            true,
            `refused: ${shortText(value)}`,
          );
        }
        for (const value of refuse) {
          equal(
            await goesIn(engine, actor, factory, body(value), '23514'),
            false,
            `accepted: ${shortText(value)}`,
          );
        }
      }),
  };
}

function shortText(value: unknown): string {
  const shown = JSON.stringify(value);
  return shown.length > 30 ? `${shown.slice(0, 20)}… ${String(value).length} characters` : shown;
}

function defaultsCheck(table: string): Check {
  const factory = rowFactoryOf(table);
  return {
    name: `defaults · ${table} · ${JSON.stringify(defaults[table])}`,
    object: table,
    run: (engine) =>
      withRows(engine, factory, [], async () => {
        const actor = writerOf(table, factory.required[0] as string);
        await attemptOperation(engine, actor, factory, {
          verb: 'insert',
          body: smallestBody(factory, engine.people),
        });
        const [row] = await snapshot(engine, factory);
        equal(holds(row ?? {}, defaults[table] ?? {}), true, JSON.stringify(row));
      }),
  };
}

function requiredChecks(factory: RowFactory): Check[] {
  const optional = ['user_id', 'recorded_by', ...(nullable[factory.table] ?? [])];
  return factory.required
    .filter((column) => !optional.includes(column))
    .map(
      (column): Check => ({
        name: `required · ${factory.table}.${column}`,
        object: factory.table,
        run: (engine) =>
          withRows(engine, factory, [], async () => {
            const actor = serverOf(factory);
            const body = smallestBody(factory, engine.people);
            const { [column]: _left, ...without } = body;
            // An empty insert is a statement that the embedded API writes in a way PostgreSQL does not read.
            if (Object.keys(without).length > 0)
              equal(await goesIn(engine, actor, factory, without, '23502'), false, 'accepted without it');
            equal(
              await goesIn(engine, actor, factory, { ...body, [column]: null }, '23502'),
              false,
              'accepted as null',
            );
            equal(await goesIn(engine, actor, factory, body, '23502'), true);
          }),
      }),
    );
}

function neverNullChecks([table, columns]: [string, string[]]): Check[] {
  const factory = rowFactoryOf(table);
  return columns.map((column) => ({
    name: `never null · ${table}.${column}`,
    object: table,
    run: (engine) =>
      withRows(engine, factory, [], async () => {
        const body = smallestBody(factory, engine.people);
        const value = factory.row(2, engine.people)[column];
        equal(
          await goesIn(engine, serverOf(factory), factory, { ...body, [column]: null }, '23502'),
          false,
          'accepted',
        );
        equal(await goesIn(engine, serverOf(factory), factory, { ...body, [column]: value }, '23502'), true);
      }),
  }));
}

/** Checks that the database sets `updated_at`, whoever changes the row. */
function touchedCheck(factory: RowFactory): Check[] {
  const { updated_at: tracked } = factory.row(0, {
    user: noPerson,
    reader: noPerson,
    admin: noPerson,
    admin2: noPerson,
  });
  const [writable] = matrix[factory.table]?.admin.update ?? [];
  const column = writable ?? factory.required.at(-1);
  if (!tracked || !column) return [];
  // The owner changes tables that only functions write.
  const actor = writable ? 'admin' : 'owner';
  return [
    {
      name: `update stamp · ${factory.table}.updated_at follows each change`,
      object: factory.table,
      run: (engine) =>
        withRows(engine, factory, [0, 1], async () => {
          const [target, source] = [factory.row(0, engine.people), factory.row(2, engine.people)];
          const changes = { [column]: source[column] };
          await attemptOperation(engine, actor, factory, { verb: 'update', target, changes });
          const rows = await engine.sql<{ touched: boolean; aimed: boolean }>(
            `select updated_at between now() - interval '1 minute' and now() as touched, ${factory.key[0]} = $1 as aimed from public.${factory.table}`,
            [target[factory.key[0] as string]],
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

function uniqueCheck({ table, columns, ignoresCase, beside }: (typeof uniques)[number]): Check {
  const factory = rowFactoryOf(table);
  return {
    name: `unique · ${table} (${columns.join(', ')})`,
    object: table,
    run: (engine) =>
      withRows(engine, factory, [0], async () => {
        const taken = factory.row(0, engine.people);
        const copy = Object.fromEntries(columns.map((column) => [column, taken[column]]));
        if (ignoresCase) for (const column of columns) copy[column] = String(copy[column]).toUpperCase();
        const body = { ...smallestBody(factory, engine.people), ...beside, ...copy };
        const free = { ...body, [columns[0] as string]: factory.row(2, engine.people)[columns[0] as string] };
        equal(await goesIn(engine, serverOf(factory), factory, body, '23505'), false, 'accepted twice');
        equal(await goesIn(engine, serverOf(factory), factory, free, '23505'), true);
      }),
  };
}

function referenceCheck(table: string, column: string): Check {
  const factory = rowFactoryOf(table);
  return {
    name: `reference · ${table}.${column} to a row that does not exist`,
    object: table,
    run: (engine) =>
      withRows(engine, factory, [], async () => {
        const body = smallestBody(factory, engine.people);
        const others = oneOfSeveral[table]?.includes(column) ? oneOfSeveral[table] : [];
        const nowhere = {
          ...body,
          ...Object.fromEntries(others.map((other) => [other, null])),
          [column]: 'f0000000-0000-4000-8000-000000000000',
        };
        equal(await goesIn(engine, serverOf(factory), factory, nowhere, '23503'), false, 'accepted');
        equal(await goesIn(engine, serverOf(factory), factory, body, '23503'), true);
      }),
  };
}

/** Checks that a next action belongs to exactly one record. */
const aboutOneRecord: Check = {
  name: 'constraint · next_actions · about nothing, or about two records · refused',
  object: 'next_actions',
  run: (engine) =>
    withRows(engine, rowFactoryOf('next_actions'), [], async () => {
      const factory = rowFactoryOf('next_actions');
      const body = smallestBody(factory, engine.people);
      const trip = rowFactoryOf('trip_plans').row(0, engine.people);
      await plant(engine, rowFactoryOf('trip_plans'), trip);
      equal(await goesIn(engine, 'owner', factory, { ...body, contact_id: null }, '23514'), false);
      equal(await goesIn(engine, 'owner', factory, { ...body, trip_plan_id: trip.id }, '23514'), false);
      equal(await goesIn(engine, 'owner', factory, body, '23514'), true);
    }),
};

/** Checks that an incoming message belongs to the conversation of either a contact or a request. */
const inOnePlace: Check = {
  name: 'constraint · inbound_messages · in a contact and in a request at once · refused',
  object: 'inbound_messages',
  run: (engine) =>
    withRows(engine, rowFactoryOf('inbound_messages'), [], async () => {
      const factory = rowFactoryOf('inbound_messages');
      const body = smallestBody(factory, engine.people);
      const contact = rowFactoryOf('contacts').row(2, engine.people).id;
      const request = rowFactoryOf('quote_requests').row(2, engine.people).id;
      const places = (contact_id: unknown, quote_request_id: unknown) =>
        goesIn(engine, serverOf(factory), factory, { ...body, contact_id, quote_request_id }, '23514');
      equal(await places(contact, request), false);
      equal(await places(contact, null), true);
      equal(await places(null, request), true);
    }),
};

/** Checks that a reply points to a request or to an existing message. */
const answerToAMessage: Check = {
  name: 'reference · notifications.inbound_message_id to a row that does not exist',
  object: 'notifications',
  run: (engine) =>
    withRows(engine, rowFactoryOf('notifications'), [], async () => {
      const factory = rowFactoryOf('notifications');
      const body = {
        ...smallestBody(factory, engine.people),
        kind: 'reply',
        subject: 'Sujet',
        body: 'Texte',
      };
      const nowhere = { quote_request_id: null, inbound_message_id: 'f0000000-0000-4000-8000-000000000000' };
      equal(await goesIn(engine, serverOf(factory), factory, { ...body, ...nowhere }, '23503'), false);
      equal(await goesIn(engine, serverOf(factory), factory, body, '23503'), true);
    }),
};

/**
 * A grant and a constraint both keep a visitor from choosing the status of a request. This checks the constraint, with
 * the grant given.
 */
const statusOfAQuote: Check = {
  name: 'constraint · quote_requests.status · privilege given to the visitor by mistake · only « nouveau » passes',
  object: 'quote_requests',
  run: (engine) =>
    withRows(engine, rowFactoryOf('quote_requests'), [], async () => {
      const factory = rowFactoryOf('quote_requests');
      const body = smallestBody(factory, engine.people);
      await engine.sql('grant insert (status) on public.quote_requests to anon');
      try {
        for (const status of ['archivé', 'nouveau']) {
          await attemptOperation(engine, 'visitor', factory, { verb: 'insert', body: { ...body, status } });
        }
      } finally {
        await engine.sql('revoke insert (status) on public.quote_requests from anon');
      }
      equal((await snapshot(engine, factory)).map(({ status }) => status).join(), 'nouveau');
    }),
};
