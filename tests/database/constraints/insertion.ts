import { equal, ok } from 'node:assert/strict';
import { type Actor, attemptOperation } from '../access/operations.ts';
import { matrix } from '../access/role-matrix.ts';
import type { Answer, Engine, Row } from '../engines/engine.ts';
import type { RowFactory } from '../fixtures/rows/row-factory.ts';
import { holds, reset, snapshot } from '../fixtures/tables.ts';

/** Chooses who writes a column: the role of the form, else the server; roles are never written through the API. */
export function writerOf(table: string, column: string): Actor {
  if (!matrix[table]?.service.insert) return 'owner';
  if (table === 'quote_requests' && matrix[table]?.visitor.insert?.includes(column)) return 'visitor';
  return matrix[table]?.admin.insert?.includes(column) ? 'admin' : 'service';
}

/** Chooses who may write any column: the server, or the owner where only functions write. */
export function serverOf(factory: RowFactory): Actor {
  return matrix[factory.table]?.service.insert ? 'service' : 'owner';
}

/** Makes the shortest valid body of a table, signed by the administrator. */
export function smallestBody(factory: RowFactory, people: Engine['people']): Row {
  const row = factory.row(2, people);
  const body = Object.fromEntries(factory.required.map((column) => [column, row[column]]));
  for (const author of ['user_id', 'recorded_by']) {
    if (author in body && factory.table !== 'user_roles') body[author] = people.admin.id;
  }
  return body;
}

/** PostgreSQL's message by SQLSTATE. Another check proves that the API passes the code on. */
const stateMessages = {
  '23502': 'violates not-null constraint',
  '23503': 'violates foreign key constraint',
  '23505': 'violates unique constraint',
  '23514': 'violates check constraint',
};

function isReason(text: string, code: keyof typeof stateMessages, table: string): boolean {
  // A trigger may write the null to another table, which then refuses it.
  if (code === '23502') return new RegExp(`relation \\\\?"${table}\\\\?" ${stateMessages[code]}`).test(text);
  // The embedded API passes a text or list on where JSON is expected, and PostgreSQL fails to parse it.
  const isEnum = code === '23514' && text.includes('invalid input value for enum');
  return isEnum || text.includes(stateMessages[code]) || text.includes('invalid input syntax for type json');
}

/** Inserts the row and tells whether it was accepted; an accepted row is deleted with the rest of the table. */
export async function goesIn(
  engine: Engine,
  actor: Actor,
  factory: RowFactory,
  body: Row,
  code: keyof typeof stateMessages,
): Promise<boolean> {
  const before = (await snapshot(engine, factory)).length;
  const answer = await attemptOperation(engine, actor, factory, { verb: 'insert', body }).catch(
    refusedToOwner,
  );
  const after = await snapshot(engine, factory);
  if (after.length === before) {
    ok(isReason(answer?.text ?? '', code, factory.table), `refused for another reason: ${answer?.text}`);
    return false;
  }
  equal(after.length, before + 1);
  const { user_id: _self, ...visible } = body;
  equal(
    after.some((row) => holds(row, visible)),
    true,
    'what went in is not what was sent',
  );
  await engine.sql('delete from private.request_rate_limits', []);
  if (factory.table === 'user_roles') await reset(engine);
  // Only a restore may delete seals.
  else
    await engine.sql(
      `begin; set local session_replication_role = replica; delete from public.${factory.table}; commit`,
    );
  return true;
}

function refusedToOwner(error: Error): Answer {
  return { status: 0, headers: new Headers(), text: error.message, body: null };
}
