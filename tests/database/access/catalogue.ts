import { deepEqual, equal } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Check, Engine } from '../engines/engine.ts';
import { rowFactories } from '../fixtures/rows/row-factories.ts';
import type { RowFactory } from '../fixtures/rows/row-factory.ts';
import { hiddenTables } from './hidden-schemas.ts';
import { hiddenColumns, matrix, publicFunctions, schemaFunctions } from './role-matrix.ts';

type ApiRole = 'anon' | 'authenticated' | 'service_role';
const apiRoles: ApiRole[] = ['anon', 'authenticated', 'service_role'];
const verbs = ['select', 'insert', 'update'] as const;
type Verb = (typeof verbs)[number];

/** Checks the grants in the catalogue. A policy may hide a superfluous grant from every request; it is found here. */
export function catalogueChecks(): Check[] {
  return [
    everyTableInTheMatrix,
    ...rowFactories.map(privilegesOf),
    rowSecurity,
    picturesBucket,
    nothingOnPrivateTables,
    functions,
    newObjects,
  ];
}

const everyTableInTheMatrix: Check = {
  name: 'catalogue · the matrix knows each table and each column of public and private',
  object: 'catalogue',
  run: async (engine) => {
    const rows = await engine.sql<{ table: string; columns: string[] }>(
      `select n.nspname || '.' || c.relname as table, array_agg(a.attname::text order by a.attname) as columns
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relkind in ('r', 'm', 'p', 'f') and n.nspname in ('public', 'private') or c.relkind = 'v' and n.nspname = 'public'
        group by 1`,
      [],
    );
    const real = Object.fromEntries(rows.map(({ table, columns }) => [table, columns.sort()]));
    const known = [
      ...rowFactories.map((factory): [string, string[]] => [
        `public.${factory.table}`,
        columnsOf(factory, engine),
      ]),
      ...hiddenTables()
        .filter(({ schema }) => schema === 'private')
        .map(({ table }): [string, string[]] => [`private.${table}`, real[`private.${table}`] ?? []]),
    ];
    deepEqual(sortKeys(real), sortKeys(Object.fromEntries(known)));
    deepEqual(Object.keys(matrix).sort(), rowFactories.map(({ table }) => table).sort());
  },
};

/**
 * Lists the columns that the matrix gives to a database role; `authenticated` has those of the plain user and of the
 * administrator.
 */
function expectedColumns(
  factory: RowFactory,
  role: ApiRole,
  verb: 'insert' | 'update',
  all: string[],
): string[] {
  const line = matrix[factory.table];
  const holders = {
    anon: [line?.visitor],
    authenticated: [line?.user, line?.admin],
    service_role: [line?.service],
  }[role];
  const granted = holders.flatMap((rights) => rights?.[verb] ?? []);
  return granted.includes('*') ? all : all.filter((column) => granted.includes(column));
}

function expectedOnTable(factory: RowFactory, role: ApiRole, verb: 'select' | 'delete'): boolean {
  const line = matrix[factory.table];
  const holders = {
    anon: [line?.visitor],
    authenticated: [line?.user, line?.admin],
    service_role: [line?.service],
  }[role];
  return holders.some((rights) => (rights?.[verb] ?? []).length > 0);
}

const keptFrom = ({ table }: RowFactory, role: ApiRole) =>
  role === 'service_role' ? [] : (hiddenColumns[table] ?? []);

function privilegesOf(factory: RowFactory): Check {
  return {
    name: `catalogue · privileges on ${factory.table} · those of the matrix, no other`,
    object: factory.table,
    run: async (engine) => {
      const all = columnsOf(factory, engine);
      // One query serves all roles, because the mutation tests repeat it for every privilege
      // (tests/database/mutations).
      const held = await engine.sql<
        { role: ApiRole; name: string } & Record<Verb | 'delete' | 'other', boolean>
      >(
        `select r.role, a.attname::text as name, t.delete, t.other,
                ${verbs.map((verb) => `has_column_privilege(r.role, a.attrelid, a.attnum, '${verb}') as ${verb}`).join(', ')}
           from unnest($1::text[]) r(role)
          cross join lateral (
            select has_table_privilege(r.role, $2::regclass, 'DELETE') as delete,
                   has_table_privilege(r.role, $2::regclass, 'TRUNCATE, REFERENCES, TRIGGER, MAINTAIN') as other) t
           join pg_attribute a on a.attrelid = $2::regclass and a.attnum > 0 and not a.attisdropped
          order by r.role, a.attname`,
        [apiRoles, `public.${factory.table}`],
      );
      for (const role of apiRoles) {
        const columns = held.filter((column) => column.role === role);
        const holding = (verb: Verb) => columns.filter((column) => column[verb]).map(({ name }) => name);
        deepEqual(
          {
            ...{ delete: columns[0]?.delete, other: columns[0]?.other },
            ...{ select: holding('select'), insert: holding('insert'), update: holding('update') },
          },
          {
            delete: expectedOnTable(factory, role, 'delete'),
            other: false,
            select: expectedOnTable(factory, role, 'select')
              ? all.filter((column) => !keptFrom(factory, role).includes(column))
              : [],
            insert: expectedColumns(factory, role, 'insert', all),
            update: expectedColumns(factory, role, 'update', all),
          },
          role,
        );
      }
    },
  };
}

const rowSecurity: Check = {
  name: 'catalogue · row-level security on everywhere, no view that gets around it',
  object: 'catalogue',
  run: async (engine) => {
    const open = await engine.sql(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where (n.nspname in ('public', 'private') or c.oid in ('storage.objects'::regclass, 'storage.buckets'::regclass))
          and case when c.relkind in ('r', 'p') then not c.relrowsecurity
                   when c.relkind in ('v', 'm') then coalesce(c.reloptions, '{}') @> '{security_invoker=true}' is not true
              end`,
      [],
    );
    deepEqual(open, []);
  },
};

/**
 * The storage service has a size limit of its own, so only the catalogue shows that the bucket's limit is still there.
 */
const picturesBucket: Check = {
  name: 'catalogue · buckets · tour-images, panoramas, survey-public and studio public, the others private, their sizes and types',
  object: 'storage.objects',
  run: async (engine) => {
    const rows = await engine.sql(
      `select id, public, file_size_limit::int as size, array_to_string(allowed_mime_types, ',') as types
         from storage.buckets order by id`,
      [],
    );
    deepEqual(rows, [
      {
        ...{ id: 'inbound-files', public: false, size: 26 * 1024 * 1024 },
        types: [
          ...['message/rfc822', 'application/pdf', 'image/jpeg', 'image/png'],
          'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        ].join(),
      },
      { id: 'panorama-originals', public: false, size: 80 * 1024 * 1024, types: 'image/jpeg' },
      {
        ...{ id: 'panoramas', public: true, size: 20 * 1024 * 1024 },
        types: 'image/jpeg,image/webp,audio/mpeg,application/pdf',
      },
      { id: 'quote-files', public: false, size: 5 * 1024 * 1024, types: 'application/pdf' },
      {
        ...{ id: 'request-files', public: false, size: 10 * 1024 * 1024 },
        types: 'application/pdf,image/jpeg,image/png',
      },
      { id: 'send-mark', public: false, size: 256 * 1024, types: 'text/plain' },
      { id: 'studio', public: true, size: 1024 * 1024, types: 'image/png,image/jpeg,image/webp' },
      { id: 'survey-previews', public: false, size: 4 * 1024 * 1024, types: 'image/jpeg' },
      { id: 'survey-public', public: true, size: 4 * 1024 * 1024, types: 'image/jpeg' },
      { id: 'survey-tiles', public: false, size: 80 * 1024 * 1024, types: 'application/octet-stream' },
      { id: 'tour-deliveries', public: false, size: 500 * 1024 * 1024, types: 'application/zip' },
      { id: 'tour-images', public: true, size: 3 * 1024 * 1024, types: 'image/jpeg' },
      { id: 'trip-photos', public: false, size: 4 * 1024 * 1024, types: 'image/jpeg' },
    ]);
  },
};

const nothingOnPrivateTables: Check = {
  name: 'catalogue · no privilege on the tables of private, reading alone on its views, nor to create anywhere',
  object: 'catalogue',
  run: async (engine) => {
    // A view under the policies of its table (see rowSecurity) gives nothing that the table does not.
    const held = await engine.sql(
      `select r.name as role, c.relname::text as table from pg_class c, unnest($1::text[]) r(name)
        where c.relnamespace = 'private'::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'S')
          and (case when c.relkind = 'S' then has_sequence_privilege(r.name, c.oid, 'USAGE, SELECT, UPDATE')
               when c.relkind = 'v' and r.name = 'authenticated'
                 then has_table_privilege(r.name, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
               else has_table_privilege(r.name, c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
                 or has_any_column_privilege(r.name, c.oid, 'SELECT, INSERT, UPDATE, REFERENCES') end)`,
      [apiRoles],
    );
    deepEqual(held, []);
    const creators = await engine.sql(
      `select r.name, n.nspname::text from pg_namespace n, unnest($1::text[]) r(name)
        where n.nspname in ('public', 'private', 'auth', 'storage') and has_schema_privilege(r.name, n.oid, 'CREATE')`,
      [apiRoles],
    );
    deepEqual(creators, []);
  },
};

const functions: Check = {
  name: 'catalogue · functions: who may call them, and search_path set',
  object: 'functions',
  run: async (engine) => {
    const rows = await engine.sql<{ name: string; callers: string[]; fixed: boolean }>(
      `select n.nspname || '.' || p.proname as name,
              array(select r.name from unnest($1::text[]) r(name)
                     where has_function_privilege(r.name, p.oid, 'EXECUTE')) as callers,
              coalesce(p.proconfig, '{}') @> array['search_path=""'] as fixed
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname in ('public', 'private') order by 1`,
      [apiRoles],
    );
    const expected: Record<string, string[]> = { ...schemaFunctions, ...publicFunctions };
    // A function name may be overloaded, once for each table (private.trash_label).
    deepEqual([...new Set(rows.map(({ name }) => name))].sort(), Object.keys(expected).sort());
    // Only the differences are compared: printing three hundred equal functions would take most of the time.
    const wrong = rows.filter(({ name, callers }) => !isDeepStrictEqual(callers, expected[name]));
    deepEqual(
      wrong.map(({ name, callers }) => [name, callers]),
      wrong.map(({ name }) => [name, expected[name]]),
    );
    deepEqual(
      rows.filter(({ fixed }) => !fixed).map(({ name }) => name),
      [],
    );
  },
};

/** Checks that a new table or function has no privilege until a migration grants one. */
const newObjects: Check = {
  name: 'catalogue · a new table, function or sequence · closed to each role of the API',
  object: 'catalogue',
  run: async (engine) => {
    try {
      await engine.sql(`
        create table public.stand_in (id bigint generated by default as identity);
        create function public.stand_in_answers() returns integer language sql as 'select 42';
        create function private.stand_in_answers() returns integer language sql as 'select 42';
      `);
      const [rights] = await engine.sql<Record<string, boolean>>(
        `select bool_or(has_table_privilege(r.name, 'public.stand_in', 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE')) as table,
                bool_or(has_function_privilege(r.name, 'public.stand_in_answers()', 'EXECUTE')) as function,
                bool_or(has_function_privilege(r.name, 'private.stand_in_answers()', 'EXECUTE')) as hidden,
                bool_or(has_sequence_privilege(r.name, 'public.stand_in_id_seq', 'USAGE, SELECT, UPDATE')) as sequence
           from unnest(array['anon', 'authenticated', 'service_role']) r(name)`,
        [],
      );
      deepEqual(rights, { table: false, function: false, hidden: false, sequence: false });
      await engine.sql('grant select on public.stand_in to anon');
      const [control] = await engine.sql(
        "select has_table_privilege('anon', 'public.stand_in', 'SELECT') as may",
        [],
      );
      equal(control?.may, true);
    } finally {
      await engine.sql(
        'drop table if exists public.stand_in; drop function if exists public.stand_in_answers(), private.stand_in_answers()',
      );
    }
  },
};

function columnsOf(factory: RowFactory, engine: Engine): string[] {
  return Object.keys(factory.row(0, engine.people)).sort();
}

function sortKeys<T>(record: Record<string, T>): [string, T][] {
  return Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1));
}
