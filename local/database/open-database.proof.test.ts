import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from './open-database.ts';

let database: Database;
const failures: Error[] = [];

beforeAll(async () => {
  database = await openDatabase({
    directory: undefined,
    searchPath: ['public', 'extensions'],
    onFatal: (error) => failures.push(error),
  });
  await database.query('create role anon');
  await database.query('create role authenticated');
  await database.query('create table public.log (entry text)');
  await database.query('grant all on public.log to anon, authenticated');
}, 60_000);
afterAll(() => database.close());

/** Reads the caller's role twice in one transaction. */
const whoAmI = (role: string) =>
  database.connection.withContext({ auth: { role, jwt: { role, sub: role } } }, async (db) => {
    const ask = () =>
      db
        .selectNoFrom((expression) => [
          expression.fn('current_setting', [expression.val('role')]).as('role'),
          expression.fn('current_setting', [expression.val('request.jwt.claims')]).as('claims'),
        ])
        .executeTakeFirstOrThrow();
    return [await ask(), await ask()];
  });

describe('openDatabase', () => {
  it('never runs one request in the transaction or with the role of another', async () => {
    const roles = Array.from({ length: 30 }, (_, at) => (at % 2 ? 'anon' : 'authenticated'));
    const answers = await Promise.all(roles.map(whoAmI));
    for (const [at, role] of roles.entries()) {
      const expected = { role, claims: JSON.stringify({ role, sub: role }) };
      expect(answers[at]).toEqual([expected, expected]);
    }
  });

  it('isolates a transaction from queries queued meanwhile', async () => {
    const count = async () => (await database.query('select count(*) as n from public.log')).rows[0];
    const long = database.transaction(async (run) => {
      await run("insert into public.log values ('a')");
      await new Promise((resolve) => setTimeout(resolve, 30));
      await run("insert into public.log values ('b')");
      throw new Error('rebrousse');
    });
    const seen = count();
    await expect(long).rejects.toThrow('rebrousse');
    expect(await seen).toEqual({ n: 0 });
  });

  it('leaves no session setting behind for the next request', async () => {
    await whoAmI('anon');
    const { rows } = await database.query(
      "select current_user::text as who, current_setting('request.jwt.claims', true) as claims",
    );
    expect(rows).toEqual([{ who: 'postgres', claims: '' }]);
  });

  // This test is last, because it breaks the engine.
  it('reports an engine that stopped, and answers no query after that', async () => {
    await database.query(
      'create function public.endless(i int) returns int language plpgsql as $$ begin return public.endless(i + 1); end $$',
    );
    expect(failures).toEqual([]);
    await expect(database.query('select public.endless(1)')).rejects.toThrow(
      "le moteur PostgreSQL s'est arrêté",
    );
    expect(failures[0]?.message).toContain('Maximum call stack size exceeded');
    await expect(database.query('select 1')).rejects.toThrow("le moteur PostgreSQL s'est arrêté");
  });
});
