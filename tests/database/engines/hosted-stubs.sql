-- Everything that a hosted Supabase project already has before our migrations run, for a plain PostgreSQL: roles and their
-- settings, the schemas auth, storage and extensions (the columns the product touches), the event triggers that watch
-- migrations, and the default privileges of older projects, which grant everything on "public" to the API roles: the
-- worst case for our revokes. Sources: the image and the migrations of supabase/postgres, those of supabase/storage
-- (docs/decisions/0118-hosted-databases.md).
-- Run by a superuser that is not named postgres; the migrations then run as "postgres", which is no superuser.

create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
create role authenticator login noinherit;
grant anon, authenticated, service_role to authenticator;
create role supabase_auth_admin login noinherit createrole;
create role supabase_storage_admin login noinherit createrole;
create role dashboard_user createdb createrole replication;

create role postgres login createrole createdb bypassrls replication;
grant anon, authenticated, service_role to postgres with admin option;
do $$ begin execute format('alter database %I owner to postgres', current_database()); end $$;

-- PostgREST applies those of anon and authenticated to each request of theirs; a request of service_role has the login
-- role's own. The two minutes are everybody's last limit.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
-- This differs from the hosted platform: a server that is stopped while PostgREST reads the schema would otherwise write
-- so into the report of the tests.
alter role authenticator set log_min_messages = 'panic';
alter role postgres set search_path = "$user", public, extensions;
do $$ begin
  execute format('alter database %I set statement_timeout = %L', current_database(), '2min');
  execute format('alter database %I set extra_float_digits = 0', current_database());
  execute format('alter database %I set timezone = %L', current_database(), 'UTC');
end $$;

grant usage on schema public to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to anon, authenticated, service_role;

create schema extensions;
grant all on schema extensions to postgres, dashboard_user;
grant usage on schema extensions to anon, authenticated, service_role;
create extension pgcrypto with schema extensions;
create extension "uuid-ossp" with schema extensions;

-- auth -------------------------------------------------------------------------------------------------
create schema auth authorization supabase_auth_admin;
grant usage on schema auth to anon, authenticated, service_role, postgres;

create table auth.users (
  instance_id uuid,
  id uuid not null primary key,
  aud varchar(255),
  role varchar(255),
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255),
  confirmation_sent_at timestamptz,
  recovery_token varchar(255),
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255),
  email_change varchar(255),
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz,
  updated_at timestamptz,
  phone text default null unique,
  phone_confirmed_at timestamptz,
  phone_change text default '',
  phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
  banned_until timestamptz,
  reauthentication_token varchar(255) default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false
);
create unique index users_email_partial_key on auth.users (email) where is_sso_user = false;

create table auth.identities (
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz,
  updated_at timestamptz,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  id uuid not null default gen_random_uuid() primary key,
  constraint identities_provider_id_provider_unique unique (provider_id, provider)
);
create index identities_user_id_idx on auth.identities (user_id);

create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');
create table auth.mfa_factors (
  id uuid not null primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text
);

create table auth.sessions (
  id uuid not null primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz,
  updated_at timestamptz,
  not_after timestamptz,
  refreshed_at timestamp,
  user_agent text
);

alter table auth.users owner to supabase_auth_admin;
alter table auth.identities owner to supabase_auth_admin;
alter table auth.mfa_factors owner to supabase_auth_admin;
alter table auth.sessions owner to supabase_auth_admin;
alter table auth.users enable row level security;
alter table auth.identities enable row level security;
alter table auth.mfa_factors enable row level security;
alter table auth.sessions enable row level security;
grant all on auth.users, auth.identities, auth.mfa_factors, auth.sessions to postgres with grant option;

create function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

create function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;

create function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;

create function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

-- storage ----------------------------------------------------------------------------------------------
create schema storage authorization supabase_storage_admin;
grant usage on schema storage to postgres, anon, authenticated, service_role;

create table storage.buckets (
  id text not null primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);

create table storage.objects (
  id uuid not null default gen_random_uuid() primary key,
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  owner_id text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  user_metadata jsonb
);
create unique index bucketid_objname on storage.objects (bucket_id, name);

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;
grant all on storage.buckets, storage.objects to postgres with grant option;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;

-- The storage service sets this before it deletes a row; anybody else would leave the file behind.
create function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), '') <> 'true' then
    raise insufficient_privilege using
      message = 'Direct deletion from storage tables is not allowed. Use the Storage API instead.';
  end if;
  return null;
end
$$;
create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

create function storage.foldername(name text) returns text[] language plpgsql immutable as $$
declare
  parts text[] := string_to_array(name, '/');
begin
  return parts[1 : array_length(parts, 1) - 1];
end
$$;

create function storage.filename(name text) returns text language plpgsql immutable as $$
declare
  parts text[] := string_to_array(name, '/');
begin
  return parts[array_length(parts, 1)];
end
$$;

create function storage.extension(name text) returns text language plpgsql immutable as $$
begin
  return reverse(split_part(reverse(storage.filename(name)), '.', 1));
end
$$;

-- Privileges of postgres beyond its role. On the hosted platform the extension supautils lets it disable triggers and
-- foreign keys, which a restore needs, and write policies on tables that it does not own. Here that takes membership in
-- the owner's role; the event triggers take back what else the membership allows.
grant set on parameter session_replication_role to postgres;
grant supabase_storage_admin to postgres;

create function extensions.refuse_foreign_ddl() returns event_trigger language plpgsql as $$
declare
  object record;
begin
  if current_user <> 'postgres' then
    return;
  end if;
  for object in select command_tag, object_identity from pg_event_trigger_ddl_commands()
    where command_tag !~ 'POLICY|GRANT|REVOKE|TRIGGER' and object_identity ~ '^"?(auth|storage)"?(\.|$)'
  loop
    raise insufficient_privilege using message = 'must be owner of ' || object.object_identity;
  end loop;
end
$$;
create event trigger refuse_foreign_ddl on ddl_command_end execute function extensions.refuse_foreign_ddl();

create function extensions.refuse_foreign_drop() returns event_trigger language plpgsql as $$
declare
  object record;
begin
  if current_user <> 'postgres' then
    return;
  end if;
  for object in select object_identity from pg_event_trigger_dropped_objects()
    where original and object_type not in ('policy', 'trigger') and object_identity ~ '^"?(auth|storage)"?(\.|$)'
  loop
    raise insufficient_privilege using message = 'must be owner of ' || object.object_identity;
  end loop;
end
$$;
create event trigger refuse_foreign_drop on sql_drop execute function extensions.refuse_foreign_drop();

-- PostgREST hears of what migrations change without being told by them ----------------------------------------
create function extensions.pgrst_ddl_watch() returns event_trigger language plpgsql as $$
begin
  if exists (
    select from pg_event_trigger_ddl_commands()
    where command_tag ~ '^(CREATE|ALTER) (SCHEMA|TABLE|TABLE AS|FOREIGN TABLE|VIEW|MATERIALIZED VIEW|FUNCTION|TYPE|RULE)$'
        and coalesce(schema_name, '') not in ('pg_temp', 'auth', 'storage')
      or command_tag in ('COMMENT', 'SELECT INTO')
      or command_tag = 'CREATE TRIGGER' and object_identity not like '% pg\_temp.%'
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;
create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();

create function extensions.pgrst_drop_watch() returns event_trigger language plpgsql as $$
begin
  if exists (
    select from pg_event_trigger_dropped_objects()
    where object_type in ('schema', 'table', 'foreign table', 'view', 'materialized view', 'function', 'type', 'rule')
        and not is_temporary and coalesce(schema_name, '') not in ('auth', 'storage')
      or object_type = 'trigger' and object_identity not like '% pg\_temp.%'
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;
create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();

-- The schemas of pg_cron and pg_net are opened to postgres when a migration installs them.
create function extensions.grant_pg_cron_access() returns event_trigger language plpgsql as $$
begin
  if exists (
    select from pg_event_trigger_ddl_commands() as command join pg_extension on objid = pg_extension.oid
    where extname = 'pg_cron'
  ) then
    grant usage on schema cron to postgres with grant option;
    grant all on all tables in schema cron to postgres with grant option;
    revoke all on cron.job from postgres;
    grant select on cron.job to postgres with grant option;
    revoke trigger on cron.job_run_details from postgres;
  end if;
end
$$;
create event trigger issue_pg_cron_access on ddl_command_end when tag in ('CREATE EXTENSION')
  execute function extensions.grant_pg_cron_access();

create function extensions.grant_pg_net_access() returns event_trigger language plpgsql as $$
begin
  if exists (
    select from pg_event_trigger_ddl_commands() as command join pg_extension on objid = pg_extension.oid
    where extname = 'pg_net'
  ) then
    grant usage on schema net to postgres, anon, authenticated, service_role;
  end if;
end
$$;
create event trigger issue_pg_net_access on ddl_command_end when tag in ('CREATE EXTENSION')
  execute function extensions.grant_pg_net_access();
