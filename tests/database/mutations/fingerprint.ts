import type { Engine } from '../engines/engine.ts';

const schemas = `('public', 'private', 'storage', 'auth')`;

/**
 * Everything that decides who may do what, one line each: policies, row security, privileges of schemas, tables,
 * columns, functions and future objects, constraints, not-null and defaults, triggers, indexes, function bodies,
 * views, buckets.
 */
export async function fingerprint(engine: Engine): Promise<string[]> {
  const rows = await engine.sql<{ line: string }>(`
    select set_config('search_path', '', true);
    with tables as (
      select c.*, n.nspname || '.' || c.relname as name from pg_catalog.pg_class c
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace where n.nspname in ${schemas}
    ), functions as (
      select p.*, n.nspname || '.' || p.proname as name from pg_catalog.pg_proc p
        join pg_catalog.pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private')
    )
    select 'policy ' || pg_catalog.to_jsonb(p)::text as line from pg_catalog.pg_policies p where schemaname in ${schemas}
    union all select 'table ' || name || relkind::text || relrowsecurity || relforcerowsecurity || coalesce(reloptions::text, '')
      from tables where relkind in ('r', 'v', 'm', 'p', 'S')
    union all select 'table acl ' || name || ' ' || pg_catalog.to_jsonb(a)::text
      from tables, pg_catalog.aclexplode(coalesce(relacl, pg_catalog.acldefault('r', relowner))) a
      where relkind in ('r', 'v', 'm', 'p')
    union all select 'column ' || name || '.' || attname || attnotnull || coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid), '')
      from tables join pg_catalog.pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
      left join pg_catalog.pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum where relkind in ('r', 'p')
    union all select 'column acl ' || name || '.' || attname || ' ' || pg_catalog.to_jsonb(a)::text
      from tables join pg_catalog.pg_attribute on attrelid = tables.oid, pg_catalog.aclexplode(attacl) a
    union all select 'function ' || pg_catalog.pg_get_functiondef(oid) from functions where prokind = 'f'
    union all select 'function acl ' || name || ' ' || pg_catalog.to_jsonb(a)::text
      from functions, pg_catalog.aclexplode(coalesce(proacl, pg_catalog.acldefault('f', proowner))) a
    union all select 'constraint ' || name || ' ' || conname || ' ' || convalidated || pg_catalog.pg_get_constraintdef(k.oid)
      from tables join pg_catalog.pg_constraint k on k.conrelid = tables.oid
    union all select 'trigger ' || t.tgenabled::text || pg_catalog.pg_get_triggerdef(t.oid)
      from tables join pg_catalog.pg_trigger t on t.tgrelid = tables.oid and not t.tgisinternal
    union all select 'index ' || pg_catalog.pg_get_indexdef(i.indexrelid)
      from tables join pg_catalog.pg_index i on i.indrelid = tables.oid
    union all select 'schema acl ' || nspname || ' ' || pg_catalog.to_jsonb(a)::text
      from pg_catalog.pg_namespace, pg_catalog.aclexplode(nspacl) a where nspname in ${schemas}
    union all select 'default acl ' || defaclnamespace || defaclobjtype::text || ' ' || pg_catalog.to_jsonb(a)::text
      from pg_catalog.pg_default_acl, pg_catalog.aclexplode(defaclacl) a
    union all select 'bucket ' || (pg_catalog.to_jsonb(b) - 'created_at' - 'updated_at')::text from storage.buckets b
    order by 1
  `);
  return rows.map(({ line }) => line);
}
