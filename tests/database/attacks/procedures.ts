import { equal, ok } from 'node:assert/strict';
import { schemaFunctions } from '../access/role-matrix.ts';
import type { Answer, Check, Engine } from '../engines/engine.ts';

/** Functions that policies and triggers use, and PostgreSQL's own, called by name. */
export const remoteProcedures: Check = {
  name: 'attack · rpc of private and system functions · visitor, signed-in user, administrator · refused',
  object: 'functions',
  run: async (engine) => {
    const own = Object.keys(schemaFunctions).map((name) => name.replace('private.', ''));
    const known = await engine.sql<{ proname: string }>(
      "select proname from pg_proc where pronamespace = 'private'::regnamespace",
    );
    for (const name of own)
      ok(
        known.some(({ proname }) => proname === name),
        `${name} does not exist`,
      );
    const system = ['version', 'pg_read_file', 'set_config', 'current_setting', 'pg_sleep', 'uid', 'jwt'];
    for (const { proname: name } of [...known, ...system.map((proname) => ({ proname }))]) {
      // PostgREST looks the name up in its schemas before it takes the role, and refuses another schema before it looks at the
      // name: the administrator asks for each, everybody and everywhere for one of each schema.
      const isChosen = [...system, 'is_admin'].includes(name);
      for (const role of isChosen
        ? (['visitor', 'user', 'reader', 'admin'] as const)
        : (['admin'] as const)) {
        for (const profile of isChosen ? [undefined, 'private', 'auth', 'pg_catalog'] : [undefined]) {
          const headers: Record<string, string> = profile ? { 'content-profile': profile } : {};
          const path = `/rest/v1/rpc/${name}`;
          const answer = await engine.request(role, { method: 'POST', path, body: {}, headers });
          ok(
            answer.status >= 400 && answer.status < 500,
            `${profile}.${name}: ${answer.status} ${answer.text}`,
          );
        }
      }
    }
    if (engine.reloadSchema) await publicFunctionAnswers(engine, engine.reloadSchema);
  },
};

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
