-- Who is a member of the team, and how often an administrator may call the edge functions that cost money.

create type public.user_role as enum ('admin', 'reader');

-- One row per member of the team: « admin » does everything, « reader » (lecture seule) reads the business and changes
-- nothing. Signing up is open to anyone and gives no role (docs/decisions/0048).
create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role public.user_role not null,
  created_at timestamptz not null default now(),
  constraint user_roles_pkey primary key (user_id)
);

alter table public.user_roles enable row level security;

-- No write through the API for anyone, the secret key included: roles are moved by the functions of 22_team.sql.
grant select on table public.user_roles to authenticated, service_role;

-- Whether a session is as strong as its account asks: with a verified second factor, its token must say that a code was
-- given (aal2). Apart from is_admin, because the role itself is not shown before: the edge functions and the sign-in
-- read it from user_roles. Source: Supabase, « Multi-Factor Authentication », « Enforce for users that have opted-in ».
create function private.has_given_second_factor()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
    or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified');
$$;

grant execute on function private.has_given_second_factor() to authenticated;

create policy "user_roles: own row" on public.user_roles
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.has_given_second_factor()));

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
  ) and private.has_given_second_factor();
$$;

grant execute on function private.is_admin() to authenticated;

-- Who may read the business: administrators and readers. Never what lets a write through.
create function private.is_member()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from public.user_roles where user_id = auth.uid() and role in ('admin', 'reader')
  ) and private.has_given_second_factor();
$$;

grant execute on function private.is_member() to authenticated;

-- For functions that act with their owner's rights on behalf of an administrator.
create function private.require_admin()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if (select private.is_admin()) is not true then
    raise insufficient_privilege using message = 'Cette action est réservée aux administrateurs.';
  end if;
end;
$$;

-- How often one person, and all of them, may call the edge functions that cost money or question others. Edge function isolates share no memory, so the
-- count is kept here.
create table private.function_calls (
  id bigint generated always as identity primary key,
  function_name text not null,
  user_id uuid not null,
  called_at timestamptz not null default now()
);

create index function_calls_user_id_idx on private.function_calls (user_id, function_name, called_at);
create index function_calls_called_at_idx on private.function_calls (called_at);

alter table private.function_calls enable row level security;

-- The most calls of a function that one person may make in ten minutes, and all together three times as many; null for
-- a function without a limit.
create function private.function_call_limit(function_name text)
returns integer
language sql
immutable
set search_path = ''
as $$
  select case function_name
    when 'generate-description' then 20
    when 'send-test-email' then 10
    when 'download-register' then 10
    when 'generate-prospects' then 10
    when 'search-prospect-info' then 60
    when 'quote-pdf' then 60
    when 'publish-site' then 20
    when 'check-sender-domains' then 20
    when 'trip-legs' then 60
  end;
$$;

-- Counts one call of the signed-in administrator, or refuses it with 429. Edge functions call it with that person's own
-- token, so they need no secret key; calling it directly only uses up one's own limit.
create function public.count_function_call(function_name text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most integer := private.function_call_limit(function_name);
  window_start timestamptz := now() - interval '10 minutes';
begin
  if not (select private.is_admin()) then
    raise insufficient_privilege using message = 'Only administrators call functions';
  end if;
  if most is null then
    raise invalid_parameter_value using message = 'No limit is set for ' || coalesce(function_name, 'null');
  end if;

  -- Of two simultaneous calls at the limit, only one may pass.
  perform pg_advisory_xact_lock(4, hashtext(function_name));
  if (
    select count(*) from private.function_calls as made
    where made.user_id = auth.uid() and made.function_name = count_function_call.function_name
      and made.called_at > window_start
  ) >= most then
    raise sqlstate 'PT429' using
      message = 'Vous avez fait beaucoup de demandes en peu de temps. Veuillez patienter quelques minutes, puis réessayer.';
  end if;
  if (
    select count(*) from private.function_calls as made
    where made.function_name = count_function_call.function_name and made.called_at > window_start
  ) >= 3 * most then
    raise sqlstate 'PT429' using
      message = 'L’équipe a fait beaucoup de demandes en peu de temps. Veuillez patienter quelques minutes, puis réessayer.';
  end if;

  delete from private.function_calls where id in (
    select id from private.function_calls where called_at <= window_start limit 1000 for update skip locked
  );
  insert into private.function_calls (function_name, user_id)
  values (count_function_call.function_name, auth.uid());
end;
$$;

grant execute on function public.count_function_call(text) to authenticated;
