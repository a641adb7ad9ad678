import type { Engine } from '../database/engines/engine.ts';
import { NEW_VALUE, type RecordedRequest } from './recorded-request.ts';
import type { NamedFunction } from './source-requests.ts';

type Argument = { name: string; type: string; labels: string[] | null };

/** Arguments by type. They need not be what a screen sends: the test compares how engines answer the call itself. */
const VALUES: Record<string, unknown> = {
  text: 'essai',
  integer: 1,
  bigint: 1,
  smallint: 1,
  numeric: 1,
  'double precision': 1,
  boolean: true,
  jsonb: {},
  date: '2031-01-10',
  'timestamp with time zone': '2031-01-10T10:00:00+00:00',
};

/** Makes calls of functions with suitable arguments, and existing rows where a parameter is named after a table. */
export async function callsOf(
  engine: Engine,
  functions: readonly NamedFunction[],
): Promise<RecordedRequest[]> {
  const names = functions.map(({ name }) => name);
  const found = await engine.sql<{ name: string; arguments: Argument[] }>(PARAMETERS, [names]);
  const tables = await engine.sql<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'id' and data_type = 'uuid' order by 1`,
    [],
  );
  const all = tables.map(({ name }) => name);
  return functions.map(({ name, role }) => {
    const named = found.find((one) => one.name === name);
    if (!named) throw new Error(`The source calls ${name}, which the database does not have`);
    const body = Object.fromEntries(
      named.arguments.map((argument) => [argument.name, valueFor(argument, name, all)]),
    );
    return { role, method: 'POST', target: `rpc/${name}`, body };
  });
}

function valueFor({ name, type, labels }: Argument, called: string, tables: readonly string[]): unknown {
  if (type.endsWith('[]')) return [valueFor({ name, type: type.slice(0, -2), labels }, called, tables)];
  if (labels) return labels[0];
  if (type !== 'uuid') return VALUES[type];
  const base = name.replace(/^only_|_id$|s$/g, '');
  const table =
    tables.find((one) => one === `${base}s`) ??
    tables.find((one) => one.endsWith(`_${base}s`) || one.startsWith(`${base}_`)) ??
    tables.find((one) => called.includes(one) || called.includes(one.replace(/s$/, '')));
  return table ? `{${table}.id}` : NEW_VALUE;
}

/** Query for the parameters without a default, in order. */
const PARAMETERS = `
  select distinct on (proname) proname as name, (
    select coalesce(jsonb_agg(jsonb_build_object(
      'name', proargnames[place], 'type', format_type(kind, null),
      'labels', (select jsonb_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = kind)
    ) order by place), '[]')
    from unnest(proargtypes::oid[]) with ordinality as parameter (kind, place)
    where place <= pronargs - pronargdefaults
  ) as arguments
  from pg_proc
  where pronamespace = 'public'::regnamespace and proname = any ($1)
  order by proname, pronargs`;
