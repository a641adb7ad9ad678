-- Who is an administrator, and the defaults that keep everything else shut.

-- Older hosted projects grant every new table and function of "public" to the API roles; newer ones grant
-- nothing. Both start from nothing here, so that a forgotten line leaves a door shut instead of open.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;

-- Not in the list of schemas the API exposes (supabase/config.toml). Signed-in people may only resolve
-- names in it, which the policies need to call private.is_admin().
create schema private;
revoke all on schema private from public;
grant usage on schema private to authenticated;

create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null,
  created_at timestamptz not null default now(),
  constraint user_roles_pkey primary key (user_id, role),
  constraint user_roles_role_known check (role in ('admin'))
);

revoke all on table public.user_roles from public, anon, authenticated, service_role;
alter table public.user_roles enable row level security;

-- No write through the API for anyone, the secret key included: the first administrator is made in SQL.
grant select on table public.user_roles to authenticated, service_role;

create policy "user_roles: own row" on public.user_roles
  for select to authenticated
  using (user_id = (select auth.uid()));

-- Reads user_roles as its owner, so that policies of other tables do not depend on what the caller may see.
-- Always written "(select private.is_admin())": evaluated once per statement instead of once per row.
create function private.is_admin()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from public.user_roles where user_id = auth.uid() and role = 'admin'
  );
$$;

revoke all on function private.is_admin() from public, anon, authenticated, service_role;
grant execute on function private.is_admin() to authenticated;

create function private.set_updated_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

revoke all on function private.set_updated_at() from public, anon, authenticated, service_role;
