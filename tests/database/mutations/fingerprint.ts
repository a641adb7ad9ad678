import type { Engine } from '../engines/engine.ts';

/** An object of the database's catalogue: its kind, its name, and its full definition. */
export type CatalogueEntry = { kind: string; name: string; value: string };

const schemas = `('public', 'private', 'storage', 'auth')`;
/** The privileges in an access list, one row per role. */
const grants = (acl: string) => `lateral (
      select case when a.grantee = 0 then 'PUBLIC' else pg_catalog.pg_get_userbyid(a.grantee)::text end as role,
        pg_catalog.string_agg(
          a.privilege_type || case when a.is_grantable then ' with grant option' else '' end, ', ' order by a.privilege_type
        ) as privileges
      from pg_catalog.aclexplode(${acl}) a group by 1
    ) granted`;

/**
 * Everything that decides who may do what and what is kept: policies, row security, privileges of schemas, tables,
 * columns, functions, sequences and future objects, columns with type and default, constraints, triggers, indexes,
 * function bodies, domains, extensions, storage buckets. Sorted by kind and name.
 */
export async function describeCatalogue(sql: Engine['sql']): Promise<CatalogueEntry[]> {
  return await sql<CatalogueEntry>(`
    select set_config('search_path', '', true);
    with relations as (
      select c.*, n.nspname || '.' || c.relname as name from pg_catalog.pg_class c
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace where n.nspname in ${schemas}
    ), tables as (
      select * from relations where relkind in ('r', 'v', 'm', 'p')
    ), functions as (
      select p.*, n.nspname || '.' || p.proname || '(' || pg_catalog.pg_get_function_identity_arguments(p.oid) || ')' as name
        from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('public', 'private') and p.prokind = 'f'
    ), namespaces as (
      select * from pg_catalog.pg_namespace where nspname in ${schemas}
    )
    select 'policy' as kind, '"' || policyname || '" on ' || schemaname || '.' || tablename as name,
      (pg_catalog.to_jsonb(p) - 'schemaname' - 'tablename' - 'policyname')::text as value
      from pg_catalog.pg_policies p where schemaname in ${schemas}
    union all select 'table', name,
      pg_catalog.concat_ws(' ', 'kind', relkind, 'row security', relrowsecurity, 'forced', relforcerowsecurity, relpersistence,
        'owner', pg_catalog.pg_get_userbyid(relowner), reloptions::text) from tables
    union all select 'table privilege', name || ' for ' || role, privileges
      from tables, ${grants("coalesce(relacl, pg_catalog.acldefault('r', relowner))")}
    union all select 'column', name || '.' || attname,
      pg_catalog.concat_ws(' ', pg_catalog.format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
        nullif('identity ' || attidentity::text, 'identity '), nullif('generated ' || attgenerated::text, 'generated '),
        'default ' || pg_catalog.pg_get_expr(d.adbin, d.adrelid))
      from tables join pg_catalog.pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
      left join pg_catalog.pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
    union all select 'column order', name, pg_catalog.string_agg(attname, ', ' order by attnum)
      from tables join pg_catalog.pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped group by name
    union all select 'column privilege', name || '.' || attname || ' for ' || role, privileges
      from tables join pg_catalog.pg_attribute on attrelid = tables.oid, ${grants('attacl')}
    union all select 'constraint', name || ': ' || conname,
      pg_catalog.pg_get_constraintdef(k.oid) || case when convalidated then '' else ' not validated' end
      from tables join pg_catalog.pg_constraint k on k.conrelid = tables.oid
    union all select 'index', i.indexrelid::pg_catalog.regclass::text, pg_catalog.pg_get_indexdef(i.indexrelid)
      from tables join pg_catalog.pg_index i on i.indrelid = tables.oid
    union all select 'trigger', name || ': ' || tgname, t.tgenabled::text || ' ' || pg_catalog.pg_get_triggerdef(t.oid)
      from tables join pg_catalog.pg_trigger t on t.tgrelid = tables.oid and not t.tgisinternal
    union all select 'function', name, 'owner ' || pg_catalog.pg_get_userbyid(proowner) || ' ' || pg_catalog.pg_get_functiondef(oid)
      from functions
    union all select 'function privilege', name || ' for ' || role, privileges
      from functions, ${grants("coalesce(proacl, pg_catalog.acldefault('f', proowner))")}
    union all select 'sequence', name, (pg_catalog.to_jsonb(s) - 'seqrelid')::text
      from relations join pg_catalog.pg_sequence s on s.seqrelid = relations.oid
    union all select 'sequence privilege', name || ' for ' || role, privileges
      from relations, ${grants("coalesce(relacl, pg_catalog.acldefault('s', relowner))")} where relkind = 'S'
    union all select 'domain', pg_catalog.format_type(t.oid, null), pg_catalog.concat_ws(' ', pg_catalog.format_type(typbasetype, typtypmod),
        (select pg_catalog.string_agg(conname || ' ' || pg_catalog.pg_get_constraintdef(k.oid), ' ' order by conname)
           from pg_catalog.pg_constraint k where k.contypid = t.oid))
      from pg_catalog.pg_type t join namespaces on namespaces.oid = typnamespace where typtype in ('d', 'e', 'r')
    union all select 'schema', nspname, 'owner ' || pg_catalog.pg_get_userbyid(nspowner) from namespaces
    union all select 'schema privilege', nspname || ' for ' || role, privileges from namespaces, ${grants('nspacl')}
    union all select 'default privilege', pg_catalog.concat_ws(' ', pg_catalog.pg_get_userbyid(defaclrole),
        'in ' || coalesce(nspname, 'every schema'), 'on', defaclobjtype, 'for', role), privileges
      from pg_catalog.pg_default_acl d left join pg_catalog.pg_namespace n on n.oid = defaclnamespace, ${grants('defaclacl')}
    union all select 'extension', extname, extversion || ' in ' || extnamespace::pg_catalog.regnamespace::text
      from pg_catalog.pg_extension
    union all select 'storage bucket', id, (pg_catalog.to_jsonb(b) - 'created_at' - 'updated_at')::text from storage.buckets b
    order by 1, 2, 3
  `);
}

/** The catalogue as lines, for comparing a database with itself. */
export async function fingerprint(engine: Engine): Promise<string[]> {
  const entries = await describeCatalogue(engine.sql);
  return entries.map(({ kind, name, value }) => `${kind} ${name} ${value}`);
}
