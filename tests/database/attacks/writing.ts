import { deepEqual, equal, notDeepEqual, ok } from 'node:assert/strict';
import { matrix } from '../access/role-matrix.ts';
import { roleNames } from '../access/tables.ts';
import type { Answer, Check, Engine, Role, Row } from '../engines/engine.ts';
import { mustHoldNoRow, outsiders } from '../fixtures/answers.ts';
import { rowFactories, rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { arrangement, canonical, question, snapshot, withRows } from '../fixtures/tables.ts';

const allRows = [0, 1, 2];

/** The « Data » list of the threat model: what somebody tries to change. */
export function writingAttacks(): Check[] {
  return [
    ...rowFactories.flatMap(({ table }) => unfilteredAttacks(table)),
    ...outsiders.flatMap((role) => [quoteReturned(role), quoteOfficialColumns(role), viewCount(role)]),
    ...upsertAttacks(),
  ];
}

/**
 * Attacks that write without a filter, and with a filter that every row meets (hosted projects refuse the former before
 * any policy).
 */
function unfilteredAttacks(table: string): Check[] {
  const factory = rowFactoryOf(table);
  const column = matrix[table]?.admin.update?.find((name) => name !== 'slug') ?? factory.required[0];
  const call = ({ people }: Engine, method: 'PATCH' | 'DELETE', query: string) => ({
    ...{ method, path: `/rest/v1/${table}${query}` },
    body: method === 'PATCH' ? { [column as string]: factory.row(2, people)[column as string] } : undefined,
  });
  const everyRow = `?${factory.key[0]}=not.is.null`;
  return (['PATCH', 'DELETE'] as const).flatMap((method) => {
    const control = whoWrites(table, method);
    const about = (role: Role, verdict: string) => ({
      name: `attack · ${method} without a filter on ${table} · ${roleNames[role]} · ${verdict}`,
      object: table,
    });
    const refused = [...outsiders, 'reader' as const].map((role) =>
      question(about(role, '0 rows'), arrangement(factory, [0, 1]), async (engine, before) => {
        await engine.request(role, call(engine, method, ''));
        const answer = await engine.request(role, call(engine, method, everyRow));
        deepEqual(await snapshot(engine, factory), before);
        if (!control) mustLackPrivilege(answer);
      }),
    );
    if (!control) return refused;
    const done: Check = {
      ...about(control, 'some rows'),
      run: (engine) =>
        withRows(engine, factory, [0, 1], async () => {
          const before = await snapshot(engine, factory);
          ok(before.length >= 2);
          await engine.request(control, call(engine, method, everyRow));
          const after = await snapshot(engine, factory);
          if (method === 'DELETE' && control === 'service') equal(after.length, 0);
          else notDeepEqual(after, before);
        }),
    };
    return [...refused, done];
  });
}

/** Returns the role that proves the request valid by succeeding with it: the secret key, or else an administrator. */
function whoWrites(table: string, method: 'PATCH' | 'DELETE'): Role | undefined {
  if (matrix[table]?.service.delete) return 'service';
  return matrix[table]?.admin[method === 'PATCH' ? 'update' : 'delete'] ? 'admin' : undefined;
}

/** Where no role may do it through the API, the code of the refusal proves the request valid. */
function mustLackPrivilege(answer: Answer): void {
  equal((answer.body as Row).code, '42501', answer.text);
}

const quotes = rowFactoryOf('quote_requests');
/** Keeps the columns that a visitor's form sends. */
const quote = (engine: Engine): Row =>
  Object.fromEntries(
    Object.entries(quotes.row(2, engine.people)).filter(([column]) =>
      matrix.quote_requests?.visitor.insert?.includes(column),
    ),
  );

function quoteReturned(role: Role): Check {
  return {
    name: `attack · quote request with return=representation · ${roleNames[role]} · refused, no row`,
    object: 'quote_requests',
    run: (engine) =>
      withRows(engine, quotes, [], async () => {
        const post = (prefer: string, query = '') =>
          engine.request(role, {
            ...{
              method: 'POST',
              path: `/rest/v1/quote_requests${query}`,
              body: quote(engine),
              headers: { prefer },
            },
          });
        for (const query of ['', '?select=id', '?select=email,status']) {
          mustHoldNoRow(await post('return=representation', query), 'representation');
        }
        deepEqual(await snapshot(engine, quotes), []);
        const answer = await post('return=minimal');
        equal(answer.text, '');
        equal(answer.headers.get('location'), null);
        equal((await snapshot(engine, quotes)).length, 1);
      }),
  };
}

function quoteOfficialColumns(role: Role): Check {
  return {
    name: `attack · quote request with a status or created_at · ${roleNames[role]} · 42501`,
    object: 'quote_requests',
    run: (engine) =>
      withRows(engine, quotes, [], async () => {
        const post = (body: unknown, query = '') =>
          engine.request(role, { method: 'POST', path: `/rest/v1/quote_requests${query}`, body });
        const { status, created_at } = quotes.row(2, engine.people);
        for (const extra of [{ status }, { status: 'nouveau' }, { created_at }]) {
          const answer = await post({ ...quote(engine), ...extra });
          equal((answer.body as Row).code, '42501', answer.text);
          mustHoldNoRow(await post([quote(engine), { ...quote(engine), ...extra }]), 'in bulk');
        }
        deepEqual(await snapshot(engine, quotes), []);
        await post(quote(engine));
        equal((await snapshot(engine, quotes)).length, 1);
      }),
  };
}

function viewCount(role: Role): Check {
  const tours = rowFactoryOf('virtual_tours');
  return {
    name: `attack · change view_count · ${roleNames[role]} · unchanged`,
    object: 'virtual_tours',
    run: (engine) =>
      withRows(engine, tours, allRows, async () => {
        const before = await snapshot(engine, tours);
        const path = '/rest/v1/virtual_tours?status=eq.published';
        const call = { method: 'PATCH' as const, path, body: { view_count: 999 } };
        await engine.request(role, call);
        await engine.request(role, { ...call, path: '/rest/v1/virtual_tours' });
        deepEqual(await snapshot(engine, tours), before);
        await engine.request('service', call);
        equal((await snapshot(engine, tours)).filter((row) => row.view_count === 999).length, 1);
      }),
  };
}

/** An upsert is an insert that may turn into an update of somebody else's row. */
function upsertAttacks(): Check[] {
  const targets: [string, Role][] = [
    ['quote_requests', 'visitor'],
    ['quote_requests', 'user'],
    ['tags', 'user'],
    ['virtual_tours', 'user'],
    ['contacts', 'user'],
    ['user_roles', 'user'],
    ['user_roles', 'admin'],
    ['suppressions', 'admin'],
    ['consent_events', 'admin'],
  ];
  return targets.map(([table, role]) => ({
    name: `attack · upsert and PUT on ${table} · ${roleNames[role]} · nothing changes`,
    object: table,
    run: (engine) => {
      const factory = rowFactoryOf(table);
      return withRows(engine, factory, [0, 1], async () => {
        const before = await snapshot(engine, factory);
        const body = {
          ...factory.row(2, engine.people),
          [factory.key[0] as string]: factory.row(0, engine.people)[factory.key[0] as string],
        };
        const key = factory.key[0] as string;
        const path = `/rest/v1/${table}?on_conflict=${key}`;
        const headers = { prefer: 'resolution=merge-duplicates,return=minimal' };
        const answer = await engine.request(role, { method: 'POST', path, body, headers });
        await engine.request(role, {
          method: 'PUT',
          path: `/rest/v1/${table}?${key}=eq.${body[key]}`,
          body,
        });
        deepEqual(await snapshot(engine, factory), before);
        if (!matrix[table]?.service.update) return mustLackPrivilege(answer);
        await engine.request('service', { method: 'POST', path, body, headers });
        const changed = (await snapshot(engine, factory)).filter((row) => row[key] === body[key]);
        deepEqual(changed, [canonical(body)]);
      });
    },
  }));
}
