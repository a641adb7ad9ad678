import type { Engine } from '../engines/engine.ts';
import { behaviour, catalogue, type Mutation } from './mutation.ts';

type Held = {
  table: string;
  role: string;
  select: boolean;
  insert: boolean;
  update: boolean;
  delete: boolean;
};
type Column = { table: string; column: string; insert: boolean; update: boolean };

type Grant = {
  verb: 'select' | 'insert' | 'update' | 'delete';
  column?: string;
  table: string;
  role: string;
};

/** Lists the privileges that a role lacks: by table, or by column where a right is by column. */
async function missingGrants(engine: Engine): Promise<Grant[]> {
  const held = await catalogue<Held>(
    engine,
    `select c.relname::text as table, r.name as role,
            ${['select', 'insert', 'update'].map((verb) => `has_any_column_privilege(r.name, c.oid, '${verb}') as ${verb}`).join(', ')},
            has_table_privilege(r.name, c.oid, 'delete') as delete
       from pg_catalog.pg_class c, unnest(array['anon', 'authenticated', 'service_role']) r(name)
      where c.relnamespace = 'public'::pg_catalog.regnamespace and c.relkind = 'r' order by 1, 2`,
  );
  const columns = await catalogue<Column>(
    engine,
    `select c.relname::text as table, a.attname::text as column,
            has_column_privilege('authenticated', c.oid, a.attnum, 'insert') as insert,
            has_column_privilege('authenticated', c.oid, a.attnum, 'update') as update
       from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped
      where c.relnamespace = 'public'::pg_catalog.regnamespace and c.relkind = 'r' order by 1, attnum`,
  );
  return [
    ...held.flatMap(({ table, role, ...rights }) =>
      (['select', 'insert', 'update', 'delete'] as const)
        .filter((verb) => !rights[verb])
        .map((verb): Grant => ({ verb, table, role })),
    ),
    ...(['insert', 'update'] as const).flatMap((verb) =>
      columns
        .filter(
          (column) =>
            !column[verb] &&
            held.some((r) => r.table === column.table && r.role === 'authenticated' && r[verb]),
        )
        .map(({ table, column }): Grant => ({ verb, column, table, role: 'authenticated' })),
    ),
    { verb: 'insert', column: 'status', table: 'quote_requests', role: 'anon' },
  ];
}

/** Lists mutations that each give a role a missing privilege; the catalogue checks run first. */
export async function privilegeMutations(engine: Engine): Promise<Mutation[]> {
  const grants = await missingGrants(engine);
  return [
    ...grants.map(({ verb, column, table, role }) =>
      grant(column ? `${verb} (${column})` : verb, `public.${table}`, role, {
        objects: [table],
        hints: [`privileges on ${table}`],
      }),
    ),
    ...(await executions(engine)),
    ...schemas,
  ];
}

/** Role of the access matrix that uses each database role; a right of `authenticated` shows with the plain user. */
const askedRoles: Record<string, string> = {
  anon: 'visitor',
  authenticated: 'signed-in user',
  service_role: 'secret key',
};

/**
 * Gives the same privileges and runs the requests before the catalogue, so that a check of the matrix that can never
 * fail shows. A policy may still refuse, as for visitors on whole tables.
 */
export async function privilegesAskedByRequests(engine: Engine): Promise<Mutation[]> {
  const grants = await missingGrants(engine);
  return grants
    .filter(({ role, column }) => role !== 'anon' || column)
    .map(({ verb, column, table, role }) =>
      grant(column ? `${verb} (${column})` : verb, `public.${table}`, role, {
        objects: [table],
        suites: [...behaviour, 'catalogue'],
        hints: [
          `${askedRoles[role] ?? ''} · ${verb[0]?.toUpperCase()}${column ? ` ${column}` : ''}`,
          `privileges on ${table}`,
        ],
      }),
    );
}

function grant(
  what: string,
  on: string,
  role: string,
  noticed: Pick<Mutation, 'objects' | 'hints'> & Partial<Pick<Mutation, 'suites'>>,
): Mutation {
  return {
    name: `grant added · ${what} on ${on} to ${role}`,
    suites: ['catalogue'],
    ...noticed,
    apply: `grant ${what} on ${on} to ${role}`,
    revert: `revoke ${what} on ${on} from ${role}`,
  };
}

async function executions(engine: Engine): Promise<Mutation[]> {
  const functions = await catalogue<{ name: string; role: string }>(
    engine,
    `select p.oid::pg_catalog.regprocedure::text as name, r.name as role
       from pg_catalog.pg_proc p, unnest(array['anon', 'authenticated', 'service_role']) r(name)
      where p.pronamespace in ('public'::pg_catalog.regnamespace, 'private'::pg_catalog.regnamespace)
        and not has_function_privilege(r.name, p.oid, 'execute') order by 1, 2`,
  );
  return functions.map(({ name, role }) =>
    grant('execute', `function ${name}`, role, { objects: ['functions'], hints: ['catalogue · functions'] }),
  );
}

const inCatalogue = { objects: ['catalogue'], suites: ['catalogue'] } satisfies Partial<Mutation>;

/** Default privileges, which only concern objects created later. */
const schemas: Mutation[] = [
  ...(['tables', 'functions', 'sequences'] as const).map((kind): Mutation => {
    const verb = { tables: 'select', functions: 'execute', sequences: 'usage' }[kind];
    const change = `alter default privileges in schema public`;
    return {
      ...inCatalogue,
      name: `default privileges · ${verb} on ${kind} to come, to anon`,
      apply: `${change} grant ${verb} on ${kind} to anon`,
      revert: `${change} revoke ${verb} on ${kind} from anon`,
    };
  }),
  {
    ...inCatalogue,
    name: 'default privileges · execute on the functions to come of any schema, to PUBLIC',
    apply: 'alter default privileges grant execute on functions to public',
    revert: 'alter default privileges revoke execute on functions from public',
  },
  {
    ...inCatalogue,
    name: 'default privileges · select on the tables to come, to service_role',
    apply: 'alter default privileges in schema public grant select on tables to service_role',
    revert: 'alter default privileges in schema public revoke select on tables from service_role',
  },
  {
    ...inCatalogue,
    name: 'right to create in public, to authenticated',
    apply: 'grant create on schema public to authenticated',
    revert: 'revoke create on schema public from authenticated',
  },
  {
    ...inCatalogue,
    name: 'view on contacts that goes past the policies',
    apply:
      'create view public.all_contacts as select * from public.contacts; grant select on public.all_contacts to authenticated',
    revert: 'drop view public.all_contacts',
  },
  {
    ...inCatalogue,
    name: 'tables of private opened: request_rate_limits to authenticated',
    apply: 'grant select on private.request_rate_limits to authenticated',
    revert: 'revoke select on private.request_rate_limits from authenticated',
  },
  {
    ...inCatalogue,
    name: 'row-level security off on private.tour_visitors',
    apply: 'alter table private.tour_visitors disable row level security',
    revert: 'alter table private.tour_visitors enable row level security',
  },
];
