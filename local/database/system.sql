-- What a hosted project already has before its own migrations run, and @supabase/lite does not make.
-- Runs after lite's own tables of "auth" and "storage", in one transaction; every line may run again.
-- Sources: supabase/postgres (migrations/db), the initial schema inside the official CLI, and its text of
-- « auto_expose_new_tables ».

do $$
declare
  name text;
begin
  foreach name in array array['anon', 'authenticated', 'service_role', 'authenticator', 'dashboard_user',
    'supabase_auth_admin', 'supabase_storage_admin', 'postgres']
  loop
    if not exists (select from pg_catalog.pg_roles where rolname = name) then
      execute format('create role %I nologin noinherit', name);
    end if;
  end loop;
end
$$;
alter role anon inherit;
alter role authenticated inherit;
alter role service_role inherit bypassrls;
grant anon, authenticated, service_role to authenticator;

-- The role of migrations and seeds, and the owner of what they make. It is no superuser (applySystemSchema has renamed the
-- one that PGlite was made with). Policies on storage.objects need the owner's membership; hosted lets it write them by an
-- extension.
alter role postgres login inherit createrole createdb bypassrls;
grant anon, authenticated, service_role to postgres with admin option;
grant supabase_storage_admin to postgres;
-- A restore puts triggers and foreign keys to rest.
grant set on parameter session_replication_role to postgres;
do $$ begin execute format('alter database %I owner to postgres', current_database()); end $$;

create schema if not exists extensions;
grant all on schema extensions to postgres;
create schema if not exists supabase_migrations authorization postgres;
create extension if not exists pgcrypto with schema extensions;

grant usage on schema public, extensions, auth, storage to postgres, anon, authenticated, service_role;

-- auth ---------------------------------------------------------------------------------------------------
-- Columns that a seed written for the hosted service fills.
alter table auth.users add column if not exists instance_id uuid;
alter table auth.users add column if not exists is_super_admin boolean;
alter table auth.identities alter column id set default gen_random_uuid();

-- No service of the embedded stack writes this table (docs/decisions/0010-embedded-stack.md), but the rule of private.has_given_second_factor reads it.
create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null,
  status text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

alter table auth.users enable row level security;
alter table auth.mfa_factors enable row level security;
alter table auth.identities enable row level security;
alter table auth.sessions enable row level security;
alter table auth.refresh_tokens enable row level security;
alter table auth.flow_state enable row level security;
alter table auth.audit_log_entries enable row level security;

grant all on all tables in schema auth to postgres;

create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )::text
$$;

create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )::text
$$;

create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

-- storage ------------------------------------------------------------------------------------------------
alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;
grant usage on schema storage to supabase_storage_admin;
grant all on storage.buckets, storage.objects to postgres with grant option;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;

-- public -------------------------------------------------------------------------------------------------
-- Every project starts with these grants; system-closed.sql then revokes those that newer projects no longer give.
alter default privileges for role postgres in schema public
  grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to anon, authenticated, service_role;
