import type { Call, Engine, EngineKind, Person, Role } from './engine.ts';
import { send } from './http.ts';
import { startRealPostgres } from './real-postgres.ts';

export const postgres: EngineKind = {
  name: 'PostgreSQL 17 + PostgREST',
  offers: ['simultaneity', 'chosen-address'],
  start: () => start(),
};

/** The same engines with `calls`: counting costs the database a little for every request. */
export const countingPostgres: EngineKind = { ...postgres, start: () => start({ counts: true }) };

/**
 * Starts the engines of the hosted service, PostgreSQL 17 and PostgREST 12, with tokens minted here and the headers of
 * the hosted edge (`cf-connecting-ip` always its own, the client's address appended to `x-forwarded-for`). Sign-in and
 * object storage are tested on the embedded stack.
 */
async function start({ counts = false } = {}): Promise<Engine> {
  // A mutated function may loop for ever, which must fail its check. Requests have the time limits of hosted
  // projects.
  const server = await startRealPostgres({ counts, longestStatement: 20_000 });
  // Every DDL statement makes PostgREST reload its schema cache and reconnect, so that all query plans are
  // made again; checks that replace a function would do so hundreds of times. The check about reloading calls
  // `reloadSchema`.
  await server.runAsPlatform(
    'alter event trigger pgrst_ddl_watch disable; alter event trigger pgrst_drop_watch disable',
  );
  const person = (name: string, index: number): Person => {
    const id = `a0000000-0000-4000-8000-00000000000${index}`;
    const email = `${name}@exemple.test`;
    return { id, email, token: server.jwt({ sub: id, email }) };
  };
  const people = {
    ...{ user: person('simple', 1), admin: person('admin', 2), admin2: person('admin2', 3) },
    reader: person('lecture', 4),
  };
  for (const { id, email } of Object.values(people)) {
    await server.sql(
      'insert into auth.users (id, email, aud, role, email_confirmed_at, last_sign_in_at) values ($1, $2, $3, $3, now(), now())',
      [id, email, 'authenticated'],
    );
  }
  await server.sql(
    "insert into public.user_roles (user_id, role) values ($1, 'admin'), ($2, 'admin'), ($3, 'reader')",
    [people.admin.id, people.admin2.id, people.reader.id],
  );
  const service = server.jwt({ role: 'service_role' });
  const tokens: Record<Role, string | null> = {
    visitor: null,
    user: people.user.token,
    reader: people.reader.token,
    admin: people.admin.token,
    admin2: people.admin2.token,
    service,
  };

  return {
    people,
    request: (role: Role, call: Call) => {
      const token = call.token === undefined ? tokens[role] : call.token;
      const headers: Record<string, string> = { ...call.headers, ...addressHeaders(call) };
      if (token !== null) headers.authorization ??= `Bearer ${token}`;
      return send(server.apiUrl + call.path.replace(/^\/rest\/v1/, ''), { ...call, headers });
    },
    sql: server.sql,
    sqlWithoutTriggers: server.sqlWithoutTriggers,
    calls: counts ? server.calls : null,
    mint: (claims) => server.jwt(claims),
    provider: null,
    reloadSchema: async () => {
      await server.sql("notify pgrst, 'reload schema'");
    },
    close: server.stop,
  };
}

/**
 * Makes the headers that the machines before PostgREST write about where a request comes from, whatever the client
 * wrote.
 */
function addressHeaders({ address = '203.0.113.1', behind = 'edge', headers }: Call): Record<string, string> {
  if (behind === 'nothing') return {};
  const forged = headers?.['x-forwarded-for'];
  return {
    'x-forwarded-for': forged ? `${forged}, ${address}` : address,
    ...(behind === 'edge' ? { 'cf-connecting-ip': address } : {}),
  };
}
