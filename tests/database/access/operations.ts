import { deepStrictEqual } from 'node:assert/strict';
import type { Answer, Engine, Role, Row } from '../engines/engine.ts';
import type { RowFactory } from '../fixtures/rows/row-factory.ts';
import { canonical, holds, insert, qualified, sameValue, snapshot } from '../fixtures/tables.ts';
import { hiddenColumns } from './role-matrix.ts';

/** A read or write on a table, through the API as a role or in SQL as the owner. */
export type Operation =
  /** Without columns, every column that the role may read. */
  | { verb: 'select'; columns?: string[] }
  | { verb: 'insert'; body: Row }
  | { verb: 'update'; target: Row; changes: Row }
  | { verb: 'delete'; target: Row };

export type Actor = Role | 'owner';

/** Runs an operation. It returns the API's answer; a failure as the owner is an error of the test. */
export async function attemptOperation(
  engine: Engine,
  actor: Actor,
  factory: RowFactory,
  operation: Operation,
): Promise<Answer | null> {
  if (actor === 'owner') {
    await asOwner(engine, factory, operation);
    return null;
  }
  const path = `/rest/v1/${factory.table}`;
  const profile = factory.schema ?? null;
  const reading: Record<string, string> = profile ? { 'accept-profile': profile } : {};
  const writing = { prefer: 'return=minimal', ...(profile ? { 'content-profile': profile } : {}) };
  switch (operation.verb) {
    case 'select':
      return engine.request(actor, {
        path: `${path}?select=${operation.columns ?? readable(engine, actor, factory)}`,
        headers: reading,
      });
    case 'insert':
      return engine.request(actor, { method: 'POST', path, body: operation.body, headers: writing });
    case 'update': {
      const filter = filterOf(factory, operation.target);
      return engine.request(actor, {
        ...{ method: 'PATCH', path: `${path}?${filter}`, body: operation.changes, headers: writing },
      });
    }
    case 'delete': {
      const filter = filterOf(factory, operation.target);
      return engine.request(actor, { method: 'DELETE', path: `${path}?${filter}`, headers: writing });
    }
  }
}

/** Returns the `select` of a role: `*`, or the column names where some columns are hidden from users. */
export function readable(engine: Engine, role: Role, factory: RowFactory): string {
  const hidden = role === 'service' ? [] : (hiddenColumns[factory.table] ?? []);
  if (factory.schema || hidden.length === 0) return '*';
  return Object.keys(factory.row(0, engine.people))
    .filter((column) => !hidden.includes(column))
    .join();
}

function filterOf(factory: RowFactory, target: Row): string {
  return factory.key.map((column) => `${column}=eq.${encodeURIComponent(String(target[column]))}`).join('&');
}

async function asOwner(engine: Engine, factory: RowFactory, operation: Operation): Promise<void> {
  const table = qualified(factory);
  const where = factory.key.map((column) => `t."${column}" = k."${column}"`).join(' and ');
  const record = (parameter: string) => `jsonb_populate_record(null::${table}, ${parameter}::jsonb)`;
  // Triggers stop even the owner, so the test disables them to prove that the operation itself is valid.
  const [mode, ofMode] = factory.isAppendOnly
    ? [
        `with mode as materialized (select set_config('session_replication_role', 'replica', true)) `,
        ', mode',
      ]
    : ['', ''];
  if (operation.verb === 'insert') await insert(engine, factory, operation.body);
  if (operation.verb === 'delete') {
    await engine.sql(`${mode}delete from ${table} t using ${record('$1')} k${ofMode} where ${where}`, [
      JSON.stringify(operation.target),
    ]);
  }
  if (operation.verb === 'update') {
    const set = Object.keys(operation.changes).map((column) => `"${column}" = c."${column}"`);
    await engine.sql(
      `${mode}update ${table} t set ${set} from ${record('$1')} k, ${record('$2')} c${ofMode} where ${where}`,
      [operation.target, operation.changes].map((value) => JSON.stringify(value)),
    );
  }
}

/** Fails unless the operation changed exactly what it says, or returned it. */
export async function mustHappen(
  engine: Engine,
  actor: Actor,
  factory: RowFactory,
  operation: Operation,
): Promise<void> {
  const before = await snapshot(engine, factory);
  const answer = await attemptOperation(engine, actor, factory, operation);
  const after = await snapshot(engine, factory);
  const gone = before.filter((row) => !after.some((other) => sameValue(row, other)));
  const added = after.filter((row) => !before.some((other) => sameValue(row, other)));
  const said = answer ? `${answer.status} ${answer.text.slice(0, 300)}` : 'no answer (SQL)';
  const count = `${gone.length} rows gone, ${added.length} rows new; answer: ${said}`;
  switch (operation.verb) {
    case 'select':
      if (answer && !sameValue(sorted(answer.body), sorted(after))) throw new Error(`rows differ: ${said}`);
      if (after.length === 0) throw new Error('nothing to read: the test itself is broken');
      break;
    case 'insert':
      if (gone.length !== 0 || added.length !== 1) throw new Error(`not exactly one row inserted: ${count}`);
      if (!holds(added[0] as Row, operation.body))
        throw new Error(`the new row is not what was sent: ${said}`);
      break;
    case 'update': {
      if (gone.length !== 1 || added.length !== 1) throw new Error(`not exactly one row changed: ${count}`);
      deepStrictEqual(
        withoutComputed(factory, added[0]),
        withoutComputed(factory, { ...gone[0], ...canonical(operation.changes) }),
        'other columns moved too',
      );
      break;
    }
    case 'delete':
      if (gone.length !== 1 || added.length !== 0) throw new Error(`not exactly one row deleted: ${count}`);
      if (!holds(gone[0] as Row, onlyKey(factory, operation.target)))
        throw new Error('the wrong row was deleted');
      break;
  }
  if (operation.verb !== 'select' && answer?.text) throw new Error(`a minimal answer returned: ${said}`);
}

/** Fails if the operation changed the table, given as it was before, or returned any row. */
export async function mustNotHappen(
  engine: Engine,
  role: Role,
  factory: RowFactory,
  operation: Operation,
  before: Row[],
): Promise<void> {
  const answer = await attemptOperation(engine, role, factory, operation);
  const said = `${answer?.status} ${answer?.text.slice(0, 300)}`;
  // PostgREST reads in a read-only transaction.
  if (operation.verb !== 'select' && !sameValue(before, await snapshot(engine, factory)))
    throw new Error(`the table changed: ${said}`);
  if (Array.isArray(answer?.body) && answer.body.length > 0) throw new Error(`rows came back: ${said}`);
  // A denial is a missing privilege or policy, a hidden schema, or no effect. Any other refusal means an
  // invalid request, which proves nothing.
  const reason = factory.schema ? 'PGRST106' : '42501';
  const refused = answer && answer.status >= 400 && (answer.body as Row).code === reason;
  if (!refused && ![200, 204].includes(answer?.status ?? 0))
    throw new Error(`neither refused nor empty: ${said}`);
}

/** Fails unless exactly these rows of the table are returned, with every column that the role may read. */
export async function mustReturn(
  engine: Engine,
  role: Role,
  factory: RowFactory,
  rows: Row[],
  table: Row[],
): Promise<void> {
  const answer = await attemptOperation(engine, role, factory, { verb: 'select' });
  const keys = rows.map((row) => onlyKey(factory, row));
  const expected = table.filter((row) => keys.some((key) => holds(row, key)));
  if (expected.length !== rows.length)
    throw new Error('the rows to read are not there: the test itself is broken');
  const shown = readable(engine, role, factory).split(',');
  const parts = expected.map((row) => (shown[0] === '*' ? row : pick(row, shown)));
  deepStrictEqual(sorted(answer?.body), sorted(parts), `answer ${answer?.status}`);
}

function pick(row: Row, columns: string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}

function onlyKey(factory: RowFactory, row: Row): Row {
  return Object.fromEntries(factory.key.map((column) => [column, row[column]]));
}

function sorted(rows: unknown): unknown {
  if (!Array.isArray(rows)) return rows;
  const ordered = rows.map((row: Row) => Object.fromEntries(Object.entries(canonical(row)).sort(byFirst)));
  return ordered.map((row) => JSON.stringify(row)).sort();
}

const byFirst = ([left]: [string, unknown], [right]: [string, unknown]) => (left < right ? -1 : 1);

function withoutComputed({ generated = [], follows = [] }: RowFactory, row: Row | undefined): Row {
  const computed = [...generated, ...follows];
  return Object.fromEntries(Object.entries(row ?? {}).filter(([column]) => !computed.includes(column)));
}
