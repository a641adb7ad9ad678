import { deepEqual } from 'node:assert/strict';
import type { Check } from '../engines/engine.ts';

/**
 * Checks that the schema has nothing that PostgREST and the embedded API interpret differently
 * (docs/decisions/0010-embedded-stack.md). Whoever needs one of these first closes the difference in `local/`.
 */
export function onlyOneReadingChecks(): Check[] {
  return [
    findsNothing(
      'a function of the API with a row or an unnamed value as a parameter',
      `select oid::regprocedure::text as found from pg_proc
        where pronamespace = 'public'::regnamespace and prokind = 'f' and pronargs > 0
          and prorettype <> 'trigger'::regtype
          and (proargnames is null or '' = any(proargnames[1:pronargs])
            or exists (select from unnest(proargtypes) a(type) join pg_type t on t.oid = a.type where typtype = 'c'))`,
    ),
    findsNothing(
      'a table with the name of one of the auth service',
      `select relname::text as found from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
          and relname in (select relname from pg_class where relnamespace = 'auth'::regnamespace)`,
    ),
    findsNothing(
      'a table that refers to itself by more than one key',
      `select conrelid::regclass::text as found from pg_constraint
        where contype = 'f' and conrelid = confrelid and connamespace = 'public'::regnamespace
        group by conrelid having count(*) > 1`,
    ),
    findsNothing(
      'a column of JSON that a person writes and that may hold a bare text',
      `select format('%s.%I', c.oid::regclass, attname) as found
        from pg_attribute a join pg_class c on c.oid = attrelid
        where relnamespace = 'public'::regnamespace and relkind = 'r' and atttypid = 'jsonb'::regtype and not attisdropped
          and exists (
            select from unnest(array['anon', 'authenticated']) as r(role), unnest(array['insert', 'update']) as p(privilege)
            where has_column_privilege(role, c.oid, attnum, privilege)
          )
          and not exists (select from pg_constraint where conrelid = c.oid and contype = 'c' and attnum = any (conkey))`,
    ),
  ];
}

const findsNothing = (what: string, query: string): Check => ({
  name: `catalogue · one reading · no ${what.replace(/^an? /, '')}`,
  object: 'catalogue',
  run: async (engine) => {
    const rows = await engine.sql<{ found: string }>(query, []);
    deepEqual(
      rows.map(({ found }) => found),
      [],
    );
  },
});
