import { deepEqual, ok } from 'node:assert/strict';
import { callsOf } from '../../requests/function-calls.ts';
import type { Call, Check, Engine, Row } from '../engines/engine.ts';
import { rowFactories } from '../fixtures/rows/row-factories.ts';
import type { RowFactory } from '../fixtures/rows/row-factory.ts';
import { arrangement, question } from '../fixtures/tables.ts';
import { mustNotHappen, type Operation } from './operations.ts';
import { functionsForPeople, matrix } from './role-matrix.ts';

/** An application of the OAuth server: its ids are UUIDs. */
const APPLICATION = 'b7c0f6de-55f0-4e35-9d3c-4a7f6f1a2b3c';

/** Whose name an assistant may come in. */
export const people = {
  user: 'a user without a role',
  reader: 'a reader',
  admin: 'the administrator',
} as const;

/** Wraps the engine so that it calls as an OAuth application that acts for a person, the administrator unless told. */
function asApplication(
  engine: Engine,
  client_id = APPLICATION,
  person: keyof typeof people = 'admin',
): Engine {
  const token = engine.mint({ sub: engine.people[person].id, aal: 'aal2', client_id });
  return { ...engine, request: (role, call) => engine.request(role, { ...call, token }) };
}

/**
 * Checks that the token of an OAuth application reads and writes nothing, whoever it acts for: every table, and every
 * function for signed-in users.
 */
export const applicationChecks: Check[] = [
  ...rowFactories.map((factory) =>
    question(
      {
        name: `${factory.table} · an application in the name of the administrator · S I U D · denied`,
        object: factory.table,
      },
      arrangement(factory, [0, 1]),
      async (engine, before) => {
        for (const operation of operationsOfAdministrator(factory, engine)) {
          await mustNotHappen(asApplication(engine), 'admin', factory, operation, before);
        }
      },
    ),
  ),
  // The assistant reads what its person may read (49_assistant.sql); a token of its own, which nobody makes, writes nothing.
  ...(Object.keys(people) as (keyof typeof people)[]).flatMap((person) =>
    rowFactories.map((factory) =>
      question(
        {
          name: `${factory.table} · the assistant in the name of ${people[person]} · I U D · denied`,
          object: factory.table,
        },
        arrangement(factory, [0, 1]),
        async (engine, before) => {
          for (const operation of operationsOfAdministrator(factory, engine)) {
            if (operation.verb === 'select') continue;
            const assistant = asApplication(engine, 'assistant', person);
            await mustNotHappen(assistant, person, factory, operation, before);
          }
        },
      ),
    ),
  ),
  functionCheck('an application', APPLICATION, 'admin'),
  ...(Object.keys(people) as (keyof typeof people)[]).map((person) =>
    functionCheck('the assistant', 'assistant', person),
  ),
  {
    name: 'catalogue · every table and the storage are closed to applications by the same restrictive policy',
    object: 'catalogue',
    run: async (engine) => {
      const rows = await engine.sql<{ place: string; rule: string | null }>(
        `select c.oid::regclass::text as place,
                (select concat_ws(' | ', p.permissive, p.cmd, p.roles::text, p.qual, p.with_check) from pg_policies p
                  where p.schemaname = n.nspname and p.tablename = c.relname and p.policyname = 'first party only') as rule
           from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where c.relkind in ('r', 'p') and n.nspname = 'public' or c.oid = 'storage.objects'::regclass order by 1`,
        [],
      );
      const condition = '( SELECT private.is_first_party() AS is_first_party)';
      const rule = `RESTRICTIVE | ALL | {authenticated} | ${condition} | ${condition}`;
      deepEqual(
        rows.filter((row) => row.rule !== rule),
        [],
      );
      ok(rows.some(({ place }) => place === 'storage.objects'));
    },
  },
];

/**
 * Checks that every function for signed-in users refuses an application, or answers nothing of the business. The assistant
 * may call those that only read, which the API runs in a transaction that cannot write, and learns what its person does.
 */
function functionCheck(caller: string, client_id: string, person: keyof typeof people): Check {
  return {
    name: `functions · ${caller} in the name of ${people[person]} · refused, or nothing of the business answered`,
    object: 'functions',
    run: async (engine) => {
      const open: string[] = [];
      const reading = new Set(
        (
          await engine.sql<{ name: string }>(
            "select proname as name from pg_proc where pronamespace = 'public'::regnamespace and provolatile <> 'v'",
          )
        ).map(({ name }) => name),
      );
      for (const call of await callsForPeople(engine)) {
        const answer = await asApplication(engine, client_id, person).request(person, call);
        if (answer.status >= 400 || isNothing(answer.body)) continue;
        // A function that checks its arguments first refuses an account without a role in the same way.
        const plain = await engine.request('user', call);
        if (answer.text === plain.text) continue;
        const isOwn = client_id === 'assistant' && reading.has(call.path.replace('/rest/v1/rpc/', ''));
        if (isOwn && answer.text === (await engine.request(person, call)).text) continue;
        open.push(`${call.path}: ${answer.text}`);
      }
      deepEqual(open, []);
      // Control: the same call by an administrator with a token of our own site succeeds.
      const path = '/rest/v1/rpc/team_members';
      const team = await engine.request('admin', { method: 'POST', path, body: {} });
      ok(team.status === 200 && !isNothing(team.body), team.text);
    },
  };
}

function operationsOfAdministrator(factory: RowFactory, engine: Engine): Operation[] {
  const { insert = [], update = [], delete: removed = [] } = matrix[factory.table]?.admin ?? {};
  const [target, source] = [factory.row(0, engine.people), factory.row(2, engine.people)];
  const own = 'user_id' in source ? { user_id: engine.people.admin.id } : {};
  const sent = insert[0] === '*' ? Object.keys(source) : factory.required;
  const column = update.find((name) => name in source && source[name] !== target[name]);
  return [
    { verb: 'select' },
    ...(insert.length ? [{ verb: 'insert' as const, body: { ...pick(source, sent), ...own } }] : []),
    ...(column ? [{ verb: 'update' as const, target, changes: pick(source, [column]) }] : []),
    ...(removed.length ? [{ verb: 'delete' as const, target }] : []),
  ];
}

const pick = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, row[column]]));

/** Lists the functions that a signed-in user may call and a visitor may not, with arguments of the right types. */
async function callsForPeople(engine: Engine): Promise<Call[]> {
  const calls = await callsOf(
    engine,
    functionsForPeople.map((name) => ({ name, role: 'admin' })),
  );
  // The row named by an argument need not exist: the function checks the caller first.
  const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
  return calls.map(({ target, body }) => ({
    ...{ method: 'POST', path: `/rest/v1/${target}` },
    body: JSON.parse(JSON.stringify(body).replaceAll(/\{[\w.]+\}/g, id)),
  }));
}

/** Tells whether a body carries no data: null, false, zero, an empty text or list, or a row or object of these. */
function isNothing(body: unknown): boolean {
  if (Array.isArray(body)) return body.every(isNothing);
  if (body !== null && typeof body === 'object') return Object.values(body).every(isNothing);
  return !body;
}
