import { deepEqual, equal, ok } from 'node:assert/strict';
import { proofSize } from '../../unit/proof-size.ts';
import { schemaFunctions } from '../access/role-matrix.ts';
import type { Answer, Check, Engine, Role } from '../engines/engine.ts';

/** Attacks that call internal functions and PostgreSQL's own by name through the API. */
export const remoteProcedures: Check = {
  name: 'attack · rpc of private and system functions · visitor, signed-in user, administrator · refused',
  object: 'functions',
  run: async (engine) => {
    const own = Object.keys(schemaFunctions).map((name) => name.replace('private.', ''));
    const known = await engine.sql<{ proname: string; exposed: boolean }>(
      `select proname, exists (
         select from pg_proc api where api.pronamespace = 'public'::regnamespace and api.proname = p.proname
       ) as exposed
       from pg_proc p where pronamespace = 'private'::regnamespace order by proname`,
    );
    for (const name of own)
      ok(
        known.some(({ proname }) => proname === name),
        `${name} does not exist`,
      );
    // PostgREST looks a name up in its schemas before it takes the role, and refuses another schema before it looks at
    // the name: everybody asks everywhere for one of each schema. A name that no schema has costs it 15 ms, for it looks
    // for one that resembles it: the administrator asks for some, and none of them stands in the API's schema too.
    deepEqual(
      known.filter(({ exposed }) => exposed),
      [],
    );
    const system = ['version', 'pg_read_file', 'set_config', 'current_setting', 'pg_sleep', 'uid', 'jwt'];
    const everywhere = [...system, 'is_admin'];
    const step = proofSize(40, 10);
    const some = known.filter((_, place) => place % step === 0).map(({ proname }) => proname);
    for (const name of some) await refused(engine, 'admin', name);
    for (const name of everywhere) {
      for (const role of (['visitor', 'admin', 'user', 'reader'] as const).slice(0, proofSize(2, 4))) {
        for (const profile of [null, 'private', 'auth', 'pg_catalog'])
          await refused(engine, role, name, profile);
      }
    }
    if (engine.reloadSchema) await publicFunctionAnswers(engine, engine.reloadSchema);
  },
};

async function refused(
  engine: Engine,
  role: Role,
  name: string,
  profile: string | null = null,
): Promise<void> {
  const headers: Record<string, string> = profile ? { 'content-profile': profile } : {};
  const answer = await engine.request(role, {
    ...{ method: 'POST', path: `/rest/v1/rpc/${name}`, body: {}, headers },
  });
  ok(answer.status >= 400 && answer.status < 500, `${profile}.${name}: ${answer.status} ${answer.text}`);
}

/** The control: a function that visitors may call is called at the same address. */
async function publicFunctionAnswers(engine: Engine, reloadSchema: () => Promise<void>): Promise<void> {
  try {
    await engine.sql(`
      create function public.stand_in() returns integer language sql as 'select 42';
      grant execute on function public.stand_in() to anon;
    `);
    await reloadSchema();
    const deadline = Date.now() + 10_000;
    let answer: Answer;
    do answer = await engine.request('visitor', { method: 'POST', path: '/rest/v1/rpc/stand_in', body: {} });
    while (answer.status === 404 && Date.now() < deadline);
    equal(answer.text, '42');
  } finally {
    await engine.sql('drop function public.stand_in()');
    await reloadSchema();
  }
}
