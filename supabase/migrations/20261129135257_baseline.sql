-- Made from supabase/schemas by « npm run db:baseline ». Read the database there, not here.

-- schemas/01_foundations.sql

-- This file holds what everything else stands on: default privileges, the private schema, shared rules and helpers.

-- PostgreSQL lets PUBLIC execute every new function. The default is global: a per-schema one cannot take it away.
alter default privileges for role postgres revoke execute on functions from public;
-- Hosted projects created before May 2026 also grant every new object of "public" to the API roles; newer ones grant
-- nothing. Here all start from nothing: a forgotten grant keeps something shut.
alter default privileges for role postgres in schema public
  revoke all on tables from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke all on sequences from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke all on functions from anon, authenticated, service_role;

-- This schema is not in the list that the API exposes (supabase/config.toml). The API roles may only resolve names in
-- it, which policies need to call private.is_admin().
create schema private;
grant usage on schema private to anon, authenticated;

create function private.set_updated_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Columns that a deletion clears and a restore from the trash fills again are not edits by a person.
  if current_setting('app.trash', true) is distinct from 'on' then
    new.updated_at := now();
  end if;
  return new;
end;
$$;

-- Returns the network address a request comes from, or null outside the API (seed, SQL console). The hosted edge writes
-- cf-connecting-ip, which cannot be forged behind it. Of x-forwarded-for only the last entry was written by our own
-- proxy; the ones before it are whatever the client sent.
create function private.client_address()
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
begin
  if headers is null then
    return null;
  end if;
  return private.network_of(coalesce(
    nullif(btrim(headers ->> 'cf-connecting-ip'), ''),
    split_part(headers ->> 'x-forwarded-for', ',', -1)
  ));
end;
$$;

-- Returns what limits count as one subscriber: 'unknown' stands for all who have no address.
create function private.network_of(given text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  address text := coalesce(nullif(btrim(given), ''), 'unknown');
begin
  -- One IPv6 subscriber owns a whole /64; but "::ffff:203.0.113.1" is an IPv4 address written as IPv6.
  if pg_input_is_valid(address, 'inet') and family(address::inet) = 6 then
    if address::inet <<= inet '::ffff:0:0/96' then
      return host(inet '0.0.0.0' + (address::inet - inet '::ffff:0.0.0.0'));
    end if;
    return network(set_masklen(address::inet, 64))::text;
  end if;
  return address;
end;
$$;

-- The functions below are shared rules of check constraints. A constraint is checked with the rights of whoever writes
-- the row, so the roles that write may execute them. One that calls another has a body that is resolved at creation
-- ("return …"), because service_role may not resolve names in schema private. Null is accepted: "not null" is a matter
-- of the column.

-- Accepts an address that every mail library reads as it is written: a dot-atom of RFC 5321 and a domain in ASCII, so
-- no space of any kind and no invisible character. "=?" begins an encoded word, which some decode into another address.
-- isEmailAddress is the same rule in TypeScript (docs/decisions/0035).
create function private.is_email_address(value text)
returns boolean
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
begin
  return char_length(value) <= 255 and char_length(split_part(value, '@', 1)) <= 64
    and value ~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$'
    and position('=?' in value) = 0;
end;
$$;

grant execute on function private.is_email_address(text) to anon, authenticated, service_role;

create function private.are_email_addresses(items text[])
returns boolean
language sql
immutable
strict
parallel safe
set search_path = ''
return (
  select coalesce(bool_and(private.is_email_address(item) is true), true) from unnest(items) as item
);

grant execute on function private.are_email_addresses(text[]) to authenticated, service_role;

-- Accepts a text on one line that reads as it is stored: names end up in e-mail headers, where a line break adds
-- headers of the sender's choice, and in lists, where an invisible character or one that turns the reading direction
-- passes one name off as another. The marks that make one emoji of several characters are seen and stay. isOneLineText
-- has the same list of characters in TypeScript (proven equal by tests/database).
create function private.is_one_line_text(value text)
returns boolean
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
begin
  return regexp_replace(
    value,
    '[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]\u200d(?=[\u2190-\u2bff\U0001f000-\U0001faff])|\U0001f3f4[\U000e0030-\U000e007a]{1,8}\U000e007f',
    '', 'g'
  ) !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]';
end;
$$;

grant execute on function private.is_one_line_text(text) to anon, authenticated, service_role;

-- Accepts http and https only, never javascript: or data:, because addresses become links and picture sources.
create function private.is_web_address(value text)
returns boolean
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
begin
  return value ~* '^https?://[^[:space:]/?#]+[^[:space:]]*$';
end;
$$;

grant execute on function private.is_web_address(text) to authenticated, service_role;

-- Pictures may also be the site's own ("/images/…"). "//host" and "/\host" would lead to another site.
create function private.is_picture_address(value text)
returns boolean
language sql
immutable
strict
parallel safe
set search_path = ''
return private.is_web_address(value) or value ~ '^/[^[:space:]/\\][^[:space:]\\]*$';

grant execute on function private.is_picture_address(text) to authenticated, service_role;

create type public.sector as enum (
  'hôtellerie', 'immobilier', 'tourisme', 'commerce', 'restaurant', 'municipalité', 'mrc', 'organisme-public', 'autre'
);

-- How a table joins the trash, the history and « Aujourd'hui » --------------------------------------------------------

-- The type lists the tables whose deleted rows go to the trash (31_trash.sql): each adds itself where it stands.
create type public.trash_kind as enum ();

-- A plain delete by a signed-in person is no way around the trash; a deletion by our own server or in SQL is final.
create function private.keep_in_trash()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.put_in_trash(tg_table_name::text::public.trash_kind, array[old.id]);
  end if;
  return old;
end;
$$;

-- Puts what is deleted from a table of `public` in the trash from now on. app.trash is on while many rows are moved at
-- once.
create function private.attach_trash(target text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  execute format('alter type public.trash_kind add value %L', target);
  execute format(
    'create trigger %I before delete on public.%I
     for each row when (current_setting(''app.trash'', true) is distinct from ''on'')
     execute function private.keep_in_trash()', target || '_keep_in_trash', target);
end;
$$;

create type public.activity_action as enum ('created', 'updated', 'deleted', 'restored');

-- Records what a statement changed, as the trigger that attach_activity_log puts on a table; its argument is the key's
-- column. What the server, the seed or a visitor does is not recorded: the history is about the team.
create function private.record_activity()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  key constant text := tg_argv[0];
  -- municipality_code follows the town, organisation_id the company; a draft is saved at every pause of typing.
  silent constant text[] := array['updated_at', 'view_count', 'municipality_code', 'organisation_id', 'draft'];
  most_rows constant integer := 20;
  -- While app.trash is on, what is inserted comes back from the trash.
  verb constant public.activity_action := case
    when tg_op = 'UPDATE' then 'updated' when tg_op = 'DELETE' then 'deleted'
    when current_setting('app.trash', true) = 'on' then 'restored' else 'created'
  end;
  changes jsonb;
begin
  if auth.uid() is null
    or tg_table_name <> 'user_roles' and not exists (select from public.user_roles where user_id = auth.uid())
  then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select jsonb_agg(jsonb_build_object('id', to_jsonb(n) ->> key)) into changes from new_rows as n;
  elsif tg_op = 'DELETE' then
    select jsonb_agg(jsonb_build_object('id', to_jsonb(o) ->> key)) into changes from old_rows as o;
  else
    -- Both images of a row are brought together by a group: a join of tables without statistics may compare all with all.
    select jsonb_agg(jsonb_build_object('id', pair.id, 'fields', changed.fields)) into changes
    from (
      select side.row ->> key as id,
        jsonb_agg(side.row) filter (where side.is_new) -> 0 as after,
        jsonb_agg(side.row) filter (where not side.is_new) -> 0 as before
      from (
        select to_jsonb(n) as row, true as is_new from new_rows as n
        union all
        select to_jsonb(o), false from old_rows as o
      ) as side
      group by side.row ->> key
    ) as pair
    cross join lateral (
      select jsonb_agg(field.key order by field.key) as fields
      from jsonb_each(pair.after) as field
      where field.value is distinct from pair.before -> field.key and field.key <> all (silent)
    ) as changed
    where pair.before is not null and changed.fields is not null;
  end if;
  if changes is null then
    return null;
  end if;
  if jsonb_array_length(changes) > most_rows then
    insert into public.activity_log (actor, kind, action, fields, record_count)
    values (
      auth.uid(), tg_table_name, verb,
      array(
        select distinct field
        from jsonb_array_elements(changes) as change, jsonb_array_elements_text(change -> 'fields') as field
        order by field
      ),
      jsonb_array_length(changes)
    );
  else
    insert into public.activity_log (actor, kind, record_id, action, fields)
    select auth.uid(), tg_table_name, change ->> 'id', verb, array(select jsonb_array_elements_text(change -> 'fields'))
    from jsonb_array_elements(changes) as change;
  end if;
  return null;
end;
$$;

-- Records the changes of a table of `public` in its history (37_activity_log.sql) from now on.
create function private.attach_activity_log(target text, key text default 'id')
returns void
language plpgsql
set search_path = ''
as $$
begin
  execute format(
    'create trigger %I after insert on public.%I referencing new table as new_rows
     for each statement execute function private.record_activity(%L)', target || '_record_insert', target, key);
  execute format(
    'create trigger %I after update on public.%I referencing old table as old_rows new table as new_rows
     for each statement execute function private.record_activity(%L)', target || '_record_update', target, key);
  execute format(
    'create trigger %I after delete on public.%I referencing old table as old_rows
     for each statement execute function private.record_activity(%L)', target || '_record_delete', target, key);
end;
$$;

-- The type describes a line of « Aujourd'hui » (private.today_rows, 32_today.sql). Each subject makes its own by a
-- function of its file, named x_today_rows, which is found by its name.
create type private.today_row as (
  kind text,
  -- It says in the daily digest what waits, beside the title.
  words text,
  -- It is the id of the row that the line is about; of many or of a register, the nil uuid.
  record_id uuid,
  -- It names an organisation, a town, a tour or a campaign: never a person, but for the words of an action.
  title text,
  -- It says more by kind: a service, the organisation of an action, a place, a region, a reason, a day.
  detail text,
  due_at timestamptz,
  -- It is 0 when the line is late, 1 today or soon, 2 when there is time.
  urgency integer,
  -- It counts prospects to decide, messages that failed, drafts, or the cents of a quote.
  amount bigint,
  -- These name the record that an action is about, and its phone number.
  target text,
  target_id uuid,
  phone text,
  owner uuid
);

-- How files and written columns are declared ---------------------------------------------------------------------------

-- Makes a bucket. A public one's files are read by their address; a policy of another kind stands beside the call.
--   uploads  the names under which administrators put files there, as a whole pattern: no other extension, no way out of
--            their folder. Null: they put none. Nobody updates: a file is never overwritten, a new one gets a new name.
--   deletes  whether administrators delete its files
--   reads    whether they list and read them, which signing an address asks for too
create function private.make_bucket(
  bucket text, is_public boolean, most_bytes bigint, types text[], uploads text default null, deletes boolean default false,
  reads boolean default true
)
returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values (bucket, bucket, is_public, most_bytes, types)
  on conflict (id) do update set
    public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;
  if reads then
    execute format(
      'create policy %I on storage.objects for select to authenticated
       using (bucket_id = %L and (select private.is_admin()))', bucket || ': admin reads', bucket);
  end if;
  if uploads is not null then
    execute format(
      'create policy %I on storage.objects for insert to authenticated
       with check (bucket_id = %L and name ~ %L and (select private.is_admin()))', bucket || ': admin uploads', bucket, uploads);
  end if;
  if deletes then
    execute format(
      'create policy %I on storage.objects for delete to authenticated
       using (bucket_id = %L and (select private.is_admin()))', bucket || ': admin deletes', bucket);
  end if;
end;
$$;

-- Lists the columns of a table that a role of the API may write, as its grants have them.
create function private.written_columns(place regclass, verb text default 'update', writer text default 'authenticated')
returns text[]
language sql
stable
set search_path = ''
as $$
  select array_agg(a.attname::text order by a.attnum) from pg_attribute as a
  where a.attrelid = place and a.attnum > 0 and not a.attisdropped
    and has_column_privilege(writer, place, a.attnum, verb);
$$;

-- schemas/02_team.sql

-- This file holds the team: roles, how often an administrator may call the edge functions that cost money, the first
-- account that claims the studio, members and invitations (docs/decisions/0048).

create type public.user_role as enum ('admin', 'reader');

-- The table has one row per member of the team: « admin » does everything, « reader » (lecture seule) reads the
-- business and changes nothing. Signing up is open to anyone and gives no role (docs/decisions/0048).
create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role public.user_role not null,
  created_at timestamptz not null default now(),
  constraint user_roles_pkey primary key (user_id)
);

alter table public.user_roles enable row level security;

-- No role writes it through the API, not even the secret key: the functions of 02_team.sql change roles.
grant select on table public.user_roles to authenticated, service_role;

-- Tells whether a session is as strong as its account asks: with a verified second factor, its token must say that a
-- code was given (aal2). It stands apart from is_admin because edge functions and the sign-in read the role itself from
-- user_roles, before any code. Source: Supabase, « Multi-Factor Authentication », « Enforce for users that have
-- opted-in ».
create function private.has_given_second_factor()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
    or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified');
end;
$$;

grant execute on function private.has_given_second_factor() to authenticated;

-- Tells whether the session of a request goes on. Its token is good for an hour whatever happens; the accounts service
-- deletes the session when its person signs out, changes the password or is deleted, and from then on the token opens
-- nothing. After 30 days a person signs in anew. A token without a session is none of the service's: the project's own key
-- signed it.
create function private.is_session_open()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return auth.jwt() ->> 'session_id' is null or exists (
    select from auth.sessions
    where id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid() and created_at > now() - interval '30 days'
  );
end;
$$;

grant execute on function private.is_session_open() to authenticated;

-- Tells whether the token of a request was given to our own site. One that the OAuth server gives to another application
-- names it in « client_id », and is otherwise the token of the whole person: its scopes limit no table. A restrictive
-- policy on every table (99_applications.sql), is_admin and is_member ask this. The one application that may read is the
-- assistant (49_assistant.sql), in a transaction that cannot write; the ids of all others are the server's own UUIDs.
create function private.is_first_party()
returns boolean
language sql
stable
set search_path = ''
as $$
  select auth.jwt() ->> 'client_id' is null
    or auth.jwt() ->> 'client_id' = 'assistant' and current_setting('transaction_read_only') = 'on';
$$;

grant execute on function private.is_first_party() to authenticated;

create policy "user_roles: own row" on public.user_roles
  for select to authenticated
  using (
    user_id = (select auth.uid()) and (select private.has_given_second_factor()) and (select private.is_session_open())
  );

select private.attach_activity_log('user_roles', 'user_id');

-- Reads user_roles as its owner, so that policies of other tables do not depend on what the caller may see. It is
-- always written "(select private.is_admin())": evaluated once per statement instead of once per row.
create function private.is_admin()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (
    select 1 from public.user_roles where user_id = auth.uid() and role = 'admin'
  ) and private.has_given_second_factor() and private.is_session_open() and private.is_first_party();
end;
$$;

grant execute on function private.is_admin() to authenticated;

-- Tells whether the caller may read the business data: administrators and readers. It never allows a write.
create function private.is_member()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (
    select 1 from public.user_roles where user_id = auth.uid() and role in ('admin', 'reader')
  ) and private.has_given_second_factor() and private.is_session_open() and private.is_first_party();
end;
$$;

grant execute on function private.is_member() to authenticated;

-- Refuses anybody but an administrator, in functions that act with their owner's rights on the caller's behalf.
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

-- Refuses who has not proven who they are within 15 minutes, before what cannot be undone and what gives access: a page that
-- was left open, or a stolen token, is not enough (docs/decisions/0139, « Sign-in »). A sign-in begins a session; the code of a
-- second factor, given later in the same session, stands in its token (« amr »). PT401 is the challenge of RFC 9470: the
-- screens ask for the proof, then send the same request again. A token without a session: see is_session_open.
create function public.require_recent_sign_in()
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if auth.jwt() ->> 'session_id' is null or exists (
    select from auth.sessions
    where id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid() and greatest(
      created_at,
      (
        select to_timestamp(max((given #>> '{}')::bigint))
        from jsonb_path_query(auth.jwt(), '$.amr[*] ? (@.method == "totp").timestamp') as given
      )
    ) > now() - interval '15 minutes'
  ) then
    return;
  end if;
  raise sqlstate 'PT401' using message = 'Confirmez que c’est vous pour continuer.';
end;
$$;

grant execute on function public.require_recent_sign_in() to authenticated;

-- Lists the caller's open sessions, the last used first; « device » is what the browser said of itself, and null where the
-- accounts service kept nothing.
create function public.own_sessions()
returns table (id uuid, began_at timestamptz, used_at timestamptz, device text, is_present boolean)
language sql
stable
security definer
set search_path = ''
as $$
  select own.id, own.created_at, greatest(own.created_at, own.refreshed_at at time zone 'UTC'), own.user_agent,
    own.id::text is not distinct from auth.jwt() ->> 'session_id'
  from auth.sessions as own
  where own.user_id = auth.uid() and own.created_at > now() - interval '30 days'
    and private.has_given_second_factor() and private.is_session_open() and private.is_first_party()
  order by 3 desc, 1;
$$;

grant execute on function public.own_sessions() to authenticated;

-- Ends one of the caller's sessions: its token is refused from the next request on.
create function public.end_session(session uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform public.require_recent_sign_in();
  delete from auth.sessions where id in (select own.id from public.own_sessions() as own where own.id = end_session.session);
  if not found then
    raise exception using message = 'Cette session est déjà fermée.';
  end if;
end;
$$;

grant execute on function public.end_session(uuid) to authenticated;

-- The table counts how often one person, and all of them, call the edge functions that cost money or question others.
-- Isolates of edge functions share no memory, so the count is kept here.
create table private.function_calls (
  id bigint generated always as identity primary key,
  function_name text not null,
  user_id uuid not null,
  called_at timestamptz not null default now()
);

create index function_calls_user_id_idx on private.function_calls (user_id, function_name, called_at);
create index function_calls_called_at_idx on private.function_calls (called_at);

alter table private.function_calls enable row level security;

-- Returns the most calls of a function that one person may make in ten minutes, of which all together may make three
-- times as many; null for a function without a limit.
create function private.function_call_limit(function_name text)
returns integer
language sql
immutable
set search_path = ''
as $$
  select case function_name
    when 'generate-description' then 20
    when 'describe-scenes' then 60
    when 'send-test-email' then 10
    when 'download-register' then 10
    when 'generate-prospects' then 10
    when 'search-prospect-info' then 60
    when 'quote-pdf' then 60
    when 'publish-site' then 20
    when 'check-sender-domains' then 20
    when 'trip-legs' then 60
    when 'municipality-streets' then 20
    when 'stamp-seals' then 60
    when 'survey-report' then 20
    when 'person-report' then 20
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

  -- The lock lets only one of two simultaneous calls at the limit pass.
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

-- Claim ----------------------------------------------------------------------------------------------------------

-- The table holds the one-time codes by which the first account becomes administrator. Only a hash is kept.
create table private.studio_claims (
  id uuid primary key default gen_random_uuid(),
  code_hash text not null,
  expires_at timestamptz not null default now() + interval '7 days',
  wrong_tries integer not null default 0,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  constraint studio_claims_wrong_tries_range check (wrong_tries between 0 and 5)
);

alter table private.studio_claims enable row level security;

-- Spaces, dashes and case do not count, because a person types the code.
create function private.claim_code_hash(code text)
returns text
language sql
immutable
set search_path = ''
as $$
  select encode(sha256(convert_to(upper(regexp_replace(code, '[^0-9A-Za-z]', '', 'g')), 'UTF8')), 'hex');
$$;

-- « select private.new_claim_code(); » in the SQL editor of a hosted project; `npm start` calls it. A new code ends the
-- ones before. Null once the studio has an administrator.
create function private.new_claim_code()
returns text
language plpgsql
set search_path = ''
as $$
declare
  -- Twelve of the sixteen digits before the version of the uuid are taken: 48 random bits, and five tries.
  digits constant text := upper(left(replace(gen_random_uuid()::text, '-', ''), 12));
begin
  perform pg_advisory_xact_lock(48, 0);
  if exists (select from public.user_roles where role = 'admin') then
    return null;
  end if;
  delete from private.studio_claims where used_at is null;
  insert into private.studio_claims (code_hash) values (private.claim_code_hash(digits));
  return concat_ws('-', substr(digits, 1, 4), substr(digits, 5, 4), substr(digits, 9, 4));
end;
$$;

-- Tells whether the studio still waits for its first administrator.
create function public.studio_is_unclaimed()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.is_first_party() and not exists (select from public.user_roles where role = 'admin');
$$;

grant execute on function public.studio_is_unclaimed() to authenticated;

-- Tells whether the account of that id has proven its address.
create function private.confirmed_email(person uuid)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select lower(email) from auth.users where id = person and email_confirmed_at is not null;
$$;

-- Makes the caller administrator, with the code, while there is none. Answers 'claimed', 'taken', 'unconfirmed',
-- 'wrong', 'locked' (five wrong tries) or 'expired' (or no code was ever made): an error would undo the count of tries.
create function public.claim_studio(code text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  claim private.studio_claims;
begin
  if auth.uid() is null or not private.is_first_party() then
    raise insufficient_privilege using message = 'Connectez-vous pour continuer.';
  end if;
  if private.confirmed_email(auth.uid()) is null then
    return 'unconfirmed';
  end if;
  -- Roles move one at a time: of two simultaneous claims, the second sees the first one's administrator.
  perform pg_advisory_xact_lock(48, 0);
  if exists (select from public.user_roles where role = 'admin') then
    return 'taken';
  end if;
  select * into claim from private.studio_claims where used_at is null order by created_at desc limit 1;
  if not found or claim.expires_at <= now() then
    return 'expired';
  end if;
  if claim.wrong_tries >= 5 then
    return 'locked';
  end if;
  if claim.code_hash is distinct from private.claim_code_hash(code) then
    update private.studio_claims set wrong_tries = wrong_tries + 1 where id = claim.id;
    return case when claim.wrong_tries >= 4 then 'locked' else 'wrong' end;
  end if;
  update private.studio_claims set used_at = now() where id = claim.id;
  insert into public.user_roles (user_id, role) values (auth.uid(), 'admin')
  on conflict (user_id) do update set role = 'admin';
  return 'claimed';
end;
$$;

grant execute on function public.claim_studio(text) to authenticated;

-- Members --------------------------------------------------------------------------------------------------------

-- Lists the team, oldest first; anyone outside it gets no row.
create function public.team_members()
returns table (user_id uuid, email text, role public.user_role, since timestamptz, last_sign_in_at timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select roles.user_id, people.email::text, roles.role, roles.created_at, people.last_sign_in_at
  from public.user_roles as roles join auth.users as people on people.id = roles.user_id
  where (select private.is_member())
  order by roles.created_at, people.email;
$$;

grant execute on function public.team_members() to authenticated;

-- Lets one change of roles at a time go on, for an administrator; the role is asked after the lock, because the change
-- before may have taken it away.
create function private.begin_role_change()
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform public.require_recent_sign_in();
  perform pg_advisory_xact_lock(48, 0);
  perform private.require_admin();
end;
$$;

-- Refuses to take the role of the last administrator.
create function private.keep_an_administrator(leaving uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if not exists (select from public.user_roles where role = 'admin' and user_id <> leaving) then
    raise exception using message = 'Il doit rester au moins un administrateur.';
  end if;
end;
$$;

create function public.set_member_role(member uuid, new_role public.user_role)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.begin_role_change();
  if new_role is null or new_role not in ('admin', 'reader') then
    raise invalid_parameter_value using message = 'Rôle inconnu';
  end if;
  if new_role <> 'admin' then
    perform private.keep_an_administrator(member);
  end if;
  update public.user_roles set role = new_role where user_id = member;
  if not found then
    raise exception using message = 'Cette personne ne fait plus partie de l’équipe.';
  end if;
end;
$$;

grant execute on function public.set_member_role(uuid, public.user_role) to authenticated;

create function public.remove_member(member uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.begin_role_change();
  perform private.keep_an_administrator(member);
  delete from public.user_roles where user_id = member;
  if not found then
    raise exception using message = 'Cette personne ne fait plus partie de l’équipe.';
  end if;
end;
$$;

grant execute on function public.remove_member(uuid) to authenticated;

-- Invitations ----------------------------------------------------------------------------------------------------

-- The table has one row per invitation; its e-mail is a message of the outbox (25_outbox.sql). The token exists in the
-- e-mail alone: it is made when the message is claimed, and a later message ends it.
create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  role public.user_role not null,
  invited_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  accepted_at timestamptz,
  accepted_by uuid references auth.users (id) on delete set null,
  revoked_at timestamptz,
  token_hash text,
  constraint invitations_email_format check (private.is_email_address(email) and email = lower(email)),
  constraint invitations_token_hash_format check (token_hash ~ '^[0-9a-f]{64}$')
);

create unique index invitations_open_email_key on public.invitations (email)
  where accepted_at is null and revoked_at is null;
create index invitations_invited_by_idx on public.invitations (invited_by);
create index invitations_accepted_by_idx on public.invitations (accepted_by);

alter table public.invitations enable row level security;

-- Only the functions below write, and no person reads the hash of the link.
grant select (
  id, email, role, invited_by, created_at, expires_at, accepted_at, accepted_by, revoked_at
) on table public.invitations to authenticated;
grant select on table public.invitations to service_role;

create policy "invitations: admin reads" on public.invitations
  for select to authenticated
  using ((select private.is_admin()));

-- Invites an address; the dispatcher sends the link. Returns the invitation.
create function public.invite_member(email text, role public.user_role)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := lower(btrim(invite_member.email));
  invitation uuid;
begin
  perform private.begin_role_change();
  if private.is_email_address(address) is not true then
    raise invalid_parameter_value using message = 'Email invalide';
  end if;
  if invite_member.role is null or invite_member.role not in ('admin', 'reader') then
    raise invalid_parameter_value using message = 'Rôle inconnu';
  end if;
  if exists (
    select from public.user_roles as roles join auth.users as people on people.id = roles.user_id
    where lower(people.email) = address
  ) then
    raise exception using message = 'Cette personne fait déjà partie de l’équipe.';
  end if;
  if exists (
    select from public.invitations as open
    where open.email = address and open.accepted_at is null and open.revoked_at is null
  ) then
    raise exception using message = 'Une invitation attend déjà à cette adresse : renvoyez-la ou retirez-la.';
  end if;
  -- The limit keeps a mistake or a stolen session from becoming a mass mailing.
  if (select count(*) from public.invitations as sent where sent.created_at > now() - interval '1 day') >= 20 then
    raise sqlstate 'PT429' using message = 'Vingt invitations par jour au plus. Réessayez demain.';
  end if;
  insert into public.invitations (email, role, invited_by) values (address, invite_member.role, auth.uid())
  returning id into invitation;
  insert into public.notifications (kind, invitation_id) values ('invitation', invitation);
  return invitation;
end;
$$;

grant execute on function public.invite_member(text, public.user_role) to authenticated;

create function public.withdraw_invitation(invitation uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.begin_role_change();
  update public.invitations set revoked_at = now()
  where id = invitation and accepted_at is null and revoked_at is null;
  if not found then
    raise exception using message = 'Cette invitation n’attend plus.';
  end if;
end;
$$;

grant execute on function public.withdraw_invitation(uuid) to authenticated;

-- Sends the link again, for seven more days; the link before no longer works. It refuses while a message leaves.
create function public.resend_invitation(invitation uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.begin_role_change();
  update public.invitations set expires_at = now() + interval '7 days', token_hash = null
  where id = invitation and accepted_at is null and revoked_at is null
    and not exists (
      select from public.notifications as leaving
      where leaving.invitation_id = resend_invitation.invitation and leaving.state = 'en_attente'
    );
  if not found then
    raise exception using message = 'Cette invitation est en cours d’envoi, ou n’attend plus.';
  end if;
  insert into public.notifications (kind, invitation_id) values ('invitation', invitation);
end;
$$;

grant execute on function public.resend_invitation(uuid) to authenticated;

-- Makes the caller a member by the link of an invitation, when it was sent to the address that their account has proven.
create function public.accept_invitation(token text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  invitation public.invitations;
begin
  if auth.uid() is null or not private.is_first_party() then
    raise insufficient_privilege using message = 'Connectez-vous pour continuer.';
  end if;
  perform pg_advisory_xact_lock(48, 0);
  select * into invitation from public.invitations
  where token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
    and accepted_at is null and revoked_at is null and expires_at > now();
  if not found then
    raise exception using message = 'Cette invitation n’est plus valide. Demandez-en une nouvelle.';
  end if;
  if private.confirmed_email(auth.uid()) is distinct from invitation.email then
    raise exception using
      message = 'Cette invitation a été envoyée à une autre adresse. Connectez-vous avec l’adresse qui l’a reçue.';
  end if;
  update public.invitations set accepted_at = now(), accepted_by = auth.uid() where id = invitation.id;
  insert into public.user_roles (user_id, role) values (auth.uid(), invitation.role)
  on conflict (user_id) do nothing;
end;
$$;

grant execute on function public.accept_invitation(text) to authenticated;

-- Says in French why the e-mail of an invitation must not leave; null when it may.
create function private.invitation_refusal(invitation uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select 'Cette invitation n’attend plus.'
  where not exists (
    select from public.invitations as open
    where open.id = invitation and open.accepted_at is null and open.revoked_at is null and open.expires_at > now()
  );
$$;

-- Makes a new link of an invitation for its e-mail, { token, role, inviter, expiresAt }; the link before no longer works.
-- It returns null for a message that is about something else.
create function private.new_invitation_link(invitation uuid)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  fresh constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  link jsonb;
begin
  update public.invitations as open set token_hash = encode(sha256(convert_to(fresh, 'UTF8')), 'hex')
  where open.id = invitation
  returning jsonb_build_object(
    'token', fresh, 'role', open.role, 'expiresAt', open.expires_at,
    'inviter', (select people.email from auth.users as people where people.id = open.invited_by)
  ) into link;
  return link;
end;
$$;

-- schemas/03_studio.sql

-- This file holds the studio: one row that says who it is, with its taxes, its logo and how far its setup is.

-- The one row is the identity of the studio in messages, quotes and pages, changed on /admin/parametres.
create table public.studio (
  -- It is always 1, the only row that is read.
  id smallint primary key,
  -- The first four are empty until somebody fills them in: nothing is sent before (Canada's anti-spam law wants them in each
  -- message).
  sender_name text not null default '',
  legal_name text not null default '',
  postal_address text not null default '',
  contact_email text not null default '',
  contact_phone text not null default '',
  -- These are Québec's enterprise number, whether the studio is registered for taxes (null: nobody has answered), and
  -- its tax numbers.
  neq text not null default '',
  tax_registered boolean,
  tps_number text not null default '',
  tvq_number text not null default '',
  -- Clients transfer money to this account, which invoices print: institution, transit and account.
  bank_details text not null default '',
  -- It names the file of the logo in the bucket « studio ».
  logo_path text,
  -- It lists the steps of the setup list that somebody passed.
  setup_skipped text[] not null default '{}',
  updated_at timestamptz not null default now(),
  constraint studio_neq_format check (neq ~ '^([0-9]{10})?$'),
  constraint studio_tps_number_format check (tps_number ~ '^([0-9]{9} RT[0-9]{4})?$'),
  constraint studio_tvq_number_format check (tvq_number ~ '^([0-9]{10} TQ[0-9]{4})?$'),
  constraint studio_logo_path_format check (logo_path ~ '^[a-z0-9-]{1,80}\.(png|jpg|webp)$'),
  constraint studio_setup_skipped_known check (
    setup_skipped <@ array['identity', 'sender', 'register', 'tags', 'tour', 'publishing']
  ),
  -- Names end up in e-mail headers: a line break there would add headers of the sender's choice.
  constraint studio_sender_name_shape check (char_length(sender_name) <= 100 and private.is_one_line_text(sender_name)),
  constraint studio_legal_name_shape check (char_length(legal_name) <= 200 and private.is_one_line_text(legal_name)),
  constraint studio_postal_address_shape check (char_length(postal_address) <= 300 and private.is_one_line_text(postal_address)),
  constraint studio_bank_details_shape check (char_length(bank_details) <= 200 and private.is_one_line_text(bank_details)),
  constraint studio_contact_phone_shape check (char_length(contact_phone) <= 20 and private.is_one_line_text(contact_phone)),
  constraint studio_contact_email_format check (contact_email = '' or private.is_email_address(contact_email))
);

create trigger studio_set_updated_at before update on public.studio
  for each row execute function private.set_updated_at();

alter table public.studio enable row level security;

grant select, update (
  sender_name, legal_name, postal_address, contact_email, contact_phone, neq, tax_registered, tps_number, tvq_number, bank_details,
  logo_path, setup_skipped
) on table public.studio to authenticated;
grant select, insert, update, delete on table public.studio to service_role;

create policy "studio: member reads" on public.studio
  for select to authenticated
  using ((select private.is_member()));

create policy "studio: admin changes" on public.studio
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

select private.attach_activity_log('studio');

insert into public.studio (id) values (1);

-- Returns the sender identity of every message; null while it is incomplete, and then nothing is sent.
create function private.sender_identity()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'sender_name', sender_name, 'legal_name', legal_name, 'postal_address', postal_address,
    'contact_email', contact_email, 'contact_phone', contact_phone
  )
  from public.studio
  where id = 1 and btrim(sender_name) <> '' and btrim(legal_name) <> '' and btrim(postal_address) <> '' and contact_email <> '';
$$;

grant execute on function private.sender_identity() to authenticated;

-- Returns the public part of the identity, which the site reads when it is built; each field is null before somebody
-- saved it. The tax numbers are there only where `tax_registered` is true.
create function public.public_identity()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'sender_name', nullif(btrim(sender_name), ''),
    'legal_name', nullif(btrim(legal_name), ''), 'postal_address', nullif(btrim(postal_address), ''),
    'contact_email', nullif(contact_email, ''), 'contact_phone', nullif(btrim(contact_phone), ''),
    'neq', nullif(neq, ''), 'tax_registered', tax_registered,
    'tps_number', case when tax_registered then nullif(tps_number, '') end,
    'tvq_number', case when tax_registered then nullif(tvq_number, '') end,
    'logo_path', logo_path
  )
  from public.studio where id = 1;
$$;

grant execute on function public.public_identity() to anon, authenticated;

-- schemas/04_tags.sql

-- This file holds the tags: categories of tours and target business types of trips.

create table public.tags (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null,
  color text not null default '#3b82f6',
  icon text,
  display_order integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint tags_slug_key unique (slug),
  constraint tags_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint tags_name_one_line check (private.is_one_line_text(name)),
  constraint tags_slug_length check (char_length(slug) between 1 and 100),
  constraint tags_slug_format check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint tags_color_format check (color ~ '^#[0-9a-fA-F]{6}$'),
  constraint tags_icon_length check (char_length(icon) <= 50),
  constraint tags_display_order_range check (display_order >= 0)
);

create index tags_display_order_idx on public.tags (display_order);

create trigger tags_set_updated_at before update on public.tags
  for each row execute function private.set_updated_at();

alter table public.tags enable row level security;

grant select on table public.tags to anon, authenticated;
grant insert (name, slug, color, icon, display_order) on table public.tags to authenticated;
grant update (name, slug, color, icon, display_order) on table public.tags to authenticated;
grant delete on table public.tags to authenticated;
grant select, insert, update, delete on table public.tags to service_role;

create policy "tags: everyone reads" on public.tags
  for select to anon, authenticated
  using (true);

create policy "tags: admin inserts" on public.tags
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "tags: admin updates" on public.tags
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "tags: admin deletes" on public.tags
  for delete to authenticated
  using ((select private.is_admin()));

select private.attach_activity_log('tags');

-- Saves the order of all tags in one transaction. It runs as the caller, under the policies of the table. A list that
-- does not hold exactly the tags of the table (one was added or deleted meanwhile) is refused as a whole: a missing tag
-- would get a position that nobody chose.
create function public.reorder_tags(ids uuid[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  if not (select private.is_admin()) then
    raise exception 'Réservé aux administrateurs.' using errcode = '42501';
  end if;

  -- The lock keeps tags from being added, deleted or moved between the comparison and the end of the transaction, and
  -- makes one of two simultaneous orders wait.
  lock table public.tags in share row exclusive mode;

  if ids is null
    or cardinality(ids) <> (select count(*) from public.tags)
    or exists (select id from public.tags except select unnest(ids))
  then
    raise exception 'La liste des tags a changé entre-temps. L’ordre n’a pas été enregistré.'
      using errcode = 'PT409';
  end if;

  update public.tags as tag
  set display_order = listed.position - 1
  from unnest(ids) with ordinality as listed (id, position)
  where tag.id = listed.id and tag.display_order <> listed.position - 1;
end;
$$;

grant execute on function public.reorder_tags(uuid[]) to authenticated;

-- Joins two tags into one, in one transaction: whatever carried the first carries the second, once, and the first is
-- deleted. It returns how many tours and trips changed their tag.
create function public.merge_tags(merged uuid, kept uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  tours integer;
  trips integer;
begin
  perform private.require_admin();
  -- Both rows are locked until the end of the transaction, in one order, so that two merges of the same pair do not
  -- wait for each other.
  perform from public.tags where id in (merged, kept) order by id for update;
  if (select count(*) from public.tags where id in (merged, kept)) <> 2 then
    raise exception 'L’un des deux tags n’existe plus. Rien n’a été fusionné.' using errcode = 'PT409';
  end if;

  insert into public.virtual_tour_tags (tour_id, tag_id)
  select link.tour_id, kept from public.virtual_tour_tags link where link.tag_id = merged
  on conflict do nothing;
  insert into public.trip_plan_tags (trip_plan_id, tag_id)
  select link.trip_plan_id, kept from public.trip_plan_tags link where link.tag_id = merged
  on conflict do nothing;

  delete from public.virtual_tour_tags where tag_id = merged;
  get diagnostics tours = row_count;
  delete from public.trip_plan_tags where tag_id = merged;
  get diagnostics trips = row_count;

  -- Segments and saved views name a tag inside a value, where no reference follows it.
  update public.contact_segments as s
  set definition = jsonb_set(s.definition, '{tag}', private.renamed_ids(s.definition -> 'tag', merged, kept))
  where s.definition -> 'tag' ? merged::text;
  update public.saved_views
  set parameters = replace(parameters, merged::text, kept::text)
  where strpos(parameters, merged::text) > 0;
  perform private.rename_in_trash('public.tags', merged, kept);

  delete from public.tags where id = merged;
  return tours + trips;
end;
$$;

grant execute on function public.merge_tags(uuid, uuid) to authenticated;

-- schemas/05_tours.sql

-- This file holds virtual tours: the tours and their tags, saving them, their pictures in storage, and how often they
-- are viewed.

-- Tours ----------------------------------------------------------------------------------------------------------

create type public.tour_status as enum ('published', 'draft', 'archived');

-- Only published tours are public.
create table public.virtual_tours (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  slug text not null,
  description text,
  location text,
  -- It is the address of a tour that is elsewhere: a tour of the studio's own panoramas needs none.
  url text,
  image_url text,
  panorama_url text,
  is_featured boolean not null default false,
  status public.tour_status not null default 'published',
  view_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- These columns hold the case that the page of the tour tells, each part where it is known.
  client_name text,
  captured_on date,
  panorama_count integer,
  need text,
  delivered text,
  result text,
  constraint virtual_tours_slug_key unique (slug),
  constraint virtual_tours_title_length check (btrim(title) <> '' and char_length(title) <= 200),
  constraint virtual_tours_title_one_line check (private.is_one_line_text(title)),
  constraint virtual_tours_slug_length check (char_length(slug) between 1 and 200),
  constraint virtual_tours_slug_format check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint virtual_tours_description_length check (char_length(description) <= 2000),
  constraint virtual_tours_location_length check (char_length(location) <= 200),
  constraint virtual_tours_url_length check (char_length(url) <= 500),
  constraint virtual_tours_url_format check (private.is_web_address(url)),
  constraint virtual_tours_image_url_length check (char_length(image_url) <= 500),
  constraint virtual_tours_image_url_format check (private.is_picture_address(image_url)),
  constraint virtual_tours_panorama_url_length check (char_length(panorama_url) <= 500),
  constraint virtual_tours_panorama_url_format check (private.is_picture_address(panorama_url)),
  constraint virtual_tours_client_name_shape check (char_length(client_name) <= 200 and private.is_one_line_text(client_name)),
  constraint virtual_tours_panorama_count_range check (panorama_count between 1 and 10000),
  constraint virtual_tours_need_length check (char_length(need) <= 1000),
  constraint virtual_tours_delivered_length check (char_length(delivered) <= 1000),
  constraint virtual_tours_result_length check (char_length(result) <= 1000),
  constraint virtual_tours_view_count_range check (view_count >= 0)
);

create index virtual_tours_created_at_idx on public.virtual_tours (created_at desc);
create index virtual_tours_status_created_at_idx on public.virtual_tours (status, created_at desc);
create index virtual_tours_featured_idx on public.virtual_tours (created_at desc)
  where is_featured and status = 'published';

-- Only the columns of the form are named: a view counted in view_count is not an edit.
create trigger virtual_tours_set_updated_at
  before update of title, slug, description, location, url, image_url, panorama_url, is_featured, status,
    client_name, captured_on, panorama_count, need, delivered, result
  on public.virtual_tours
  for each row execute function private.set_updated_at();

alter table public.virtual_tours enable row level security;

-- Only the columns of the form are granted: no screen writes view_count or the dates. The id of a new tour may be
-- chosen: its panoramas are uploaded under it while the form is filled.
grant select on table public.virtual_tours to anon, authenticated;
grant insert (
  id, title, slug, description, location, url, image_url, panorama_url, is_featured, status,
  client_name, captured_on, panorama_count, need, delivered, result
) on table public.virtual_tours to authenticated;
grant update (
  title, slug, description, location, url, image_url, panorama_url, is_featured, status,
  client_name, captured_on, panorama_count, need, delivered, result
) on table public.virtual_tours to authenticated;
grant delete on table public.virtual_tours to authenticated;
grant select, insert, update, delete on table public.virtual_tours to service_role;

-- Each role has one policy: two permissive ones for the same role and verb would both run on every row.
create policy "virtual_tours: visitors read published" on public.virtual_tours
  for select to anon
  using (status = 'published');

create policy "virtual_tours: signed-in read published, admin all" on public.virtual_tours
  for select to authenticated
  using (status = 'published' or (select private.is_member()));

create policy "virtual_tours: admin inserts" on public.virtual_tours
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "virtual_tours: admin updates" on public.virtual_tours
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "virtual_tours: admin deletes" on public.virtual_tours
  for delete to authenticated
  using ((select private.is_admin()));

create function private.trash_label(item public.virtual_tours)
returns text
language sql
stable
set search_path = ''
as $$
  select item.title;
$$;

select private.attach_trash('virtual_tours');
select private.attach_activity_log('virtual_tours');

create table public.virtual_tour_tags (
  tour_id uuid not null references public.virtual_tours (id) on delete cascade,
  tag_id uuid not null references public.tags (id) on delete cascade,
  constraint virtual_tour_tags_pkey primary key (tour_id, tag_id)
);

create index virtual_tour_tags_tag_id_idx on public.virtual_tour_tags (tag_id);

alter table public.virtual_tour_tags enable row level security;

grant select on table public.virtual_tour_tags to anon, authenticated;
grant insert (tour_id, tag_id) on table public.virtual_tour_tags to authenticated;
grant update (tour_id, tag_id) on table public.virtual_tour_tags to authenticated;
grant delete on table public.virtual_tour_tags to authenticated;
grant select, insert, update, delete on table public.virtual_tour_tags to service_role;

-- The status is repeated here on purpose: links of drafts stay hidden even if the tours' policy is loosened.
create policy "virtual_tour_tags: visitors read those of published tours" on public.virtual_tour_tags
  for select to anon
  using (tour_id in (select id from public.virtual_tours where status = 'published'));

create policy "virtual_tour_tags: signed-in read published, admin all" on public.virtual_tour_tags
  for select to authenticated
  using (
    (select private.is_member())
    or tour_id in (select id from public.virtual_tours where status = 'published')
  );

create policy "virtual_tour_tags: admin inserts" on public.virtual_tour_tags
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "virtual_tour_tags: admin updates" on public.virtual_tour_tags
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "virtual_tour_tags: admin deletes" on public.virtual_tour_tags
  for delete to authenticated
  using ((select private.is_admin()));

-- Saving a tour --------------------------------------------------------------------------------------------------

-- The table holds who last saved a tour, for the message about a conflicting save. It is a separate table because
-- visitors read virtual_tours. It has no foreign key to the account: after its deletion the editor is unknown.
create table private.tour_editors (
  tour_id uuid not null references public.virtual_tours (id) on delete cascade,
  editor uuid not null,
  constraint tour_editors_pkey primary key (tour_id)
);

alter table private.tour_editors enable row level security;

create function private.remember_tour_editor()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then
    -- Nobody is signed in when the service role or SQL writes.
    delete from private.tour_editors where tour_id = new.id;
  else
    insert into private.tour_editors (tour_id, editor) values (new.id, auth.uid())
    on conflict (tour_id) do update set editor = excluded.editor;
  end if;
  return null;
end;
$$;

-- These are the columns of virtual_tours_set_updated_at: a view counted in view_count is not an edit.
create trigger virtual_tours_remember_editor
  after insert or update of title, slug, description, location, url, image_url, panorama_url, is_featured, status,
    client_name, captured_on, panorama_count, need, delivered, result
  on public.virtual_tours
  -- A tour that comes back from the trash keeps the editor it had.
  for each row when (current_setting('app.trash', true) is distinct from 'on')
  execute function private.remember_tour_editor();

-- Returns the e-mail address of the last editor, for administrators only; null when it was not a person.
create function private.tour_editor(edited uuid)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select people.email
  from private.tour_editors as known join auth.users as people on people.id = known.editor
  where known.tour_id = edited and (select private.is_admin());
$$;

grant execute on function private.tour_editor(uuid) to authenticated;

-- Tells whether the caller created the tour and nobody has changed it since.
create function private.is_own_creation(tour_id uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from private.tour_editors as known join public.virtual_tours as tour on tour.id = known.tour_id
    where known.tour_id = is_own_creation.tour_id and known.editor = auth.uid() and tour.updated_at = tour.created_at
  );
$$;

grant execute on function private.is_own_creation(uuid) to authenticated;

-- Returns the first of « base-2 », « base-3 », … that no tour has, within the 200 characters of a slug.
create function private.free_slug(base text)
returns text
language sql
stable
set search_path = ''
as $$
  select candidate.slug
  from generate_series(2, (select count(*) + 2 from public.virtual_tours)) as number,
    lateral (select rtrim(left(base, 199 - length(number::text)), '-') || '-' || number as slug) as candidate
  where not exists (select 1 from public.virtual_tours where virtual_tours.slug = candidate.slug)
  order by number
  limit 1;
$$;

grant execute on function private.free_slug(text) to authenticated;

-- Saves the form of a tour: one transaction for the tour and its tags. It runs as the caller, under the policies. A
-- null tour_id creates; otherwise read_at is the updated_at that the caller read, exactly as given. new_id is the id of
-- a tour to create, when its panoramas are in its folder already. Sent again after a lost answer, it is the same
-- creation: the tour takes the new values, unless it is another person's or was changed since. Tags deleted meanwhile
-- are left out. Beside policies and constraints, it refuses with:
--   PT409  it was changed since it was read: nothing is written, and the detail (JSON) holds the tour as it is now, its
--          tag_ids and edited_by.
--   PT404  it was deleted meanwhile.
--   23505  the slug is another tour's: the detail is one that is free.
create function public.save_tour(
  title text,
  slug text,
  url text,
  status public.tour_status,
  is_featured boolean,
  tag_ids uuid[],
  description text default null,
  location text default null,
  image_url text default null,
  panorama_url text default null,
  tour_id uuid default null,
  read_at timestamptz default null,
  client_name text default null,
  captured_on date default null,
  panorama_count integer default null,
  need text default null,
  delivered text default null,
  result text default null,
  new_id uuid default null
)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  found_tour public.virtual_tours;
  saved_id uuid;
  broken_constraint text;
begin
  if tour_id is null and new_id is not null then
    select * into found_tour from public.virtual_tours where id = new_id for update;
    if found then
      if not private.is_own_creation(new_id) then
        raise unique_violation using message = 'Cette visite est déjà créée : ouvrez-la dans la liste des visites';
      end if;
      tour_id := new_id;
    end if;
  elsif tour_id is not null then
    -- Of two simultaneous saves, the second waits and sees what the first wrote.
    select * into found_tour from public.virtual_tours where id = tour_id for update;
    if not found then
      raise sqlstate 'PT404' using message = 'Cette visite n''existe plus';
    end if;
    if found_tour.updated_at is distinct from read_at then
      raise sqlstate 'PT409' using
        message = 'Cette visite a été modifiée entre-temps',
        detail = to_jsonb(found_tour) || jsonb_build_object(
          'tag_ids', (
            select coalesce(jsonb_agg(link.tag_id order by link.tag_id), '[]')
            from public.virtual_tour_tags as link where link.tour_id = found_tour.id
          ),
          'edited_by', private.tour_editor(found_tour.id)
        );
    end if;
  end if;

  begin
    if tour_id is null then
      insert into public.virtual_tours
        (id, title, slug, description, location, url, image_url, panorama_url, is_featured, status,
         client_name, captured_on, panorama_count, need, delivered, result)
      values (
        coalesce(new_id, gen_random_uuid()),
        save_tour.title, save_tour.slug, save_tour.description, save_tour.location, save_tour.url,
        save_tour.image_url, save_tour.panorama_url, save_tour.is_featured, save_tour.status,
        save_tour.client_name, save_tour.captured_on, save_tour.panorama_count, save_tour.need, save_tour.delivered,
        save_tour.result
      )
      returning id into saved_id;
    else
      -- The row is always written, even when the tags alone change, so that updated_at moves.
      update public.virtual_tours as tour set
        title = save_tour.title, slug = save_tour.slug, description = save_tour.description,
        location = save_tour.location, url = save_tour.url, image_url = save_tour.image_url,
        panorama_url = save_tour.panorama_url, is_featured = save_tour.is_featured, status = save_tour.status,
        client_name = save_tour.client_name, captured_on = save_tour.captured_on,
        panorama_count = save_tour.panorama_count, need = save_tour.need, delivered = save_tour.delivered,
        result = save_tour.result
      where tour.id = save_tour.tour_id
      returning tour.id into saved_id;
    end if;
  exception when unique_violation then
    get stacked diagnostics broken_constraint = constraint_name;
    if broken_constraint <> 'virtual_tours_slug_key' then
      raise;
    end if;
    raise unique_violation using
      message = 'Ce slug est déjà celui d''une autre visite',
      detail = private.free_slug(save_tour.slug),
      constraint = broken_constraint;
  end;

  delete from public.virtual_tour_tags as link
  where link.tour_id = saved_id and link.tag_id <> all (save_tour.tag_ids);
  insert into public.virtual_tour_tags (tour_id, tag_id)
  select saved_id, tag.id from public.tags as tag where tag.id = any (save_tour.tag_ids)
  on conflict do nothing;
  return saved_id;
end;
$$;

grant execute on function public.save_tour(text, text, text, public.tour_status, boolean, uuid[], text, text, text, text, uuid, timestamptz, text, date, integer, text, text, text, uuid) to authenticated;

-- Changes the status of several tours, as the caller, under the policies. It returns how many were changed.
create function public.set_tours_status(ids uuid[], status public.tour_status)
returns integer
language plpgsql
set search_path = ''
as $$
declare
  changed integer;
begin
  update public.virtual_tours as tour set status = set_tours_status.status where tour.id = any (ids);
  get diagnostics changed = row_count;
  return changed;
end;
$$;

grant execute on function public.set_tours_status(uuid[], public.tour_status) to authenticated;

-- Pictures -------------------------------------------------------------------------------------------------------

-- The bucket is public: anyone reads a picture by its address; only administrators list and write.
select private.make_bucket('tour-images', true, 3145728, array['image/jpeg'], '^[a-z0-9-]+\.jpg$', deletes => true);

-- The bucket holds the studio's logo. It takes no SVG, a picture that runs scripts when it is opened by its address.
select private.make_bucket(
  'studio', true, 1048576, array['image/png', 'image/jpeg', 'image/webp'],
  '^[a-z0-9-]+\.(png|jpg|webp)$', deletes => true
);

-- Returns the files of the bucket that a text names, in whatever address: with a version or a fragment,
-- percent-encoded, resized.
create function private.named_pictures(value text)
returns setof text
language sql
immutable
set search_path = ''
as $$
  with decoded as (
    -- Names are ASCII, so codes of anything else are left as they are.
    select string_agg(
      case when part[1] is null then part[2] else chr(('x' || substr(part[1], 2))::bit(8)::integer) end, '' order by place
    ) as value
    from regexp_matches(value, '(%[2-7][0-9A-Fa-f])|([^%]+|%)', 'g') with ordinality as found (part, place)
  )
  select found[1] from decoded, regexp_matches(decoded.value, 'tour-images/+([a-z0-9-]+\.jpg)(?![a-z0-9.-]*[a-z0-9-])', 'g') as found;
$$;

grant execute on function private.named_pictures(text) to authenticated, service_role;

-- Lists the files of the bucket that no tour, no template, no campaign and no signature uses, in the trash or out of
-- it: those named, and any older than a day (left by a closed tab or a lost connection). They are deleted through the
-- storage API: deleting the row here would leave the file.
create function public.unused_tour_images(candidates text[] default '{}')
returns setof text
language plpgsql
stable
set search_path = ''
as $$
begin
  -- It is PL/pgSQL because the templates, the campaigns and the trash come in later files.
  return query
  with used as materialized (
    select private.named_pictures(named.value) as name
    from (
      select concat_ws(E'\n', tour.image_url, tour.panorama_url, tour.url, tour.description)
      from public.virtual_tours as tour
      union all
      select template.body from public.email_templates as template
      union all
      -- People still open what was sent, so its pictures stay.
      select concat_ws(E'\n', campaign.message_body, campaign.draft::text) from public.campaigns as campaign
      union all
      select step.body from public.campaign_steps as step
      union all
      select sender_signatures::text from public.sending_settings
    ) as named (value)
    union all
    select private.trashed_pictures()
  )
  select file.name
  from storage.objects as file
  where file.bucket_id = 'tour-images'
    and (file.name = any (candidates) or file.created_at < now() - interval '1 day')
    -- A small rendition is used where its picture is: `…-480.jpg` beside `…-800.jpg`.
    and not exists (
      select 1 from used where used.name in (file.name, regexp_replace(file.name, '-480\.jpg$', '-800.jpg'))
    )
  limit 1000;
end;
$$;

grant execute on function public.unused_tour_images(text[]) to authenticated;

-- Views ----------------------------------------------------------------------------------------------------------

-- The table counts views per tour and day (past months: per month), for the chart of the dashboard;
-- virtual_tours.view_count is the total.
create table public.tour_views (
  tour_id uuid not null references public.virtual_tours (id) on delete cascade,
  day date not null,
  views integer not null default 0,
  constraint tour_views_pkey primary key (tour_id, day),
  constraint tour_views_views_range check (views >= 0)
);

create index tour_views_day_idx on public.tour_views (day);

alter table public.tour_views enable row level security;

grant select on table public.tour_views to authenticated;
grant select on table public.tour_views to service_role;

create policy "tour_views: member reads" on public.tour_views
  for select to authenticated
  using ((select private.is_member()));

-- The table holds today's visitors of each tour as hashes, so that each is counted once; rows of earlier days are
-- deleted.
create table private.tour_visitors (
  day date not null,
  tour_id uuid not null references public.virtual_tours (id) on delete cascade,
  visitor text not null,
  address text not null,
  constraint tour_visitors_pkey primary key (day, tour_id, visitor)
);

create index tour_visitors_tour_id_idx on private.tour_visitors (tour_id);
create index tour_visitors_address_idx on private.tour_visitors (day, tour_id, address);

alter table private.tour_visitors enable row level security;

-- Counts one view, at most one per visitor, tour and day; robots and prefetches are not counted. A visitor is a network
-- address and a browser. Several people may share an address, so up to five browsers per address count; a script that
-- forges a new browser for each call gains no more than five views.
create function private.record_tour_view(viewed_tour uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  browsers_per_address constant integer := 5;
  headers json := nullif(current_setting('request.headers', true), '')::json;
  browser text := coalesce(headers ->> 'user-agent', '');
  today date := (now() at time zone 'America/Toronto')::date;
  address_hash text := private.keyed_text_hash(today || ':' || coalesce(private.client_address(), ''));
  visitor_hash text := private.keyed_text_hash(address_hash || ':' || browser);
  is_new boolean;
begin
  if browser = ''
    or browser ~* 'bot|crawl|spider|slurp|preview|headless|lighthouse|curl|wget|python|java/|go-http|okhttp|axios|node|monitor|scan|facebookexternalhit|embedly|whatsapp|telegram'
    or coalesce(headers ->> 'sec-purpose', headers ->> 'purpose', '') ~* 'prefetch|prerender'
  then
    return;
  end if;
  if not exists (select 1 from public.virtual_tours where id = viewed_tour and status = 'published') then
    return;
  end if;

  perform pg_advisory_xact_lock(3, hashtext(viewed_tour || address_hash));
  if (
    select count(*) from private.tour_visitors as seen
    where seen.day = today and seen.tour_id = viewed_tour and seen.address = address_hash
  ) >= browsers_per_address then
    return;
  end if;

  insert into private.tour_visitors (day, tour_id, visitor, address)
  values (today, viewed_tour, visitor_hash, address_hash)
  on conflict do nothing
  returning true into is_new;
  if is_new is not true then
    return;
  end if;

  update public.virtual_tours set view_count = view_count + 1 where id = viewed_tour;
  insert into public.tour_views as counted (tour_id, day, views) values (viewed_tour, today, 1)
  on conflict (tour_id, day) do update set views = counted.views + 1;
  delete from private.tour_visitors where ctid in (
    select ctid from private.tour_visitors where day < today limit 1000 for update skip locked
  );
end;
$$;

grant execute on function private.record_tour_view(uuid) to anon, authenticated;

-- The API enters record_tour_view through this function.
create function public.count_tour_view(tour_id uuid)
returns void
language sql
set search_path = ''
as $$
  select private.record_tour_view(tour_id);
$$;

grant execute on function public.count_tour_view(uuid) to anon, authenticated;

-- Adds the days of past months up into one row a tour and month, on its first day, which the chart by month counts the
-- same. The present month and the one before keep their days: a million rows of single days took the chart a second.
create function private.roll_up_tour_views()
returns void
language sql
set search_path = ''
as $$
  with clock as (
    select (date_trunc('month', now() at time zone 'America/Toronto') - interval '1 month')::date as kept_from
  ),
  past as (
    delete from public.tour_views as daily using clock
    where daily.day < clock.kept_from and extract(day from daily.day) > 1
    returning daily.tour_id, daily.day, daily.views
  )
  insert into public.tour_views as monthly (tour_id, day, views)
  select past.tour_id, date_trunc('month', past.day)::date, sum(past.views)::integer from past group by 1, 2
  on conflict (tour_id, day) do update set views = monthly.views + excluded.views;
$$;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the tours in draft; more than five are one line, which opens their list.
create function private.tour_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  with drafts as (
    select t.id, t.title, t.location, count(*) over () as total from public.virtual_tours t where t.status = 'draft'
  )
  select 'draft', 'visite en brouillon', t.id, t.title, t.location, null::timestamptz, 2, null::bigint, null, null::uuid, null, null::uuid
  from drafts t where t.total <= 5
  union all
  select 'drafts', format('visites en brouillon (%s)', max(t.total)), '00000000-0000-0000-0000-000000000000', '', null, null, 2,
    max(t.total), null, null, null, null
  from drafts t having max(t.total) > 5;
$$;

grant execute on function private.tour_today_rows(timestamptz) to authenticated;

-- schemas/06_publishing.sql

-- This file holds the publication of the site, which is built from the database and served by a static host: what waits
-- to be published, addresses of tours that are gone, and links of tours that lead elsewhere (docs/decisions/0080).

-- Publications ---------------------------------------------------------------------------------------------------

create type public.publication_state as enum ('en_file', 'en_cours', 'publié', 'échec');

-- The table has one row each time the site is built again, of which at most one waits. Only the functions below write
-- it.
create table public.publications (
  id uuid primary key default gen_random_uuid(),
  state public.publication_state not null,
  asked_at timestamptz not null default now(),
  -- It is null when the site leaves by itself, after a change.
  asked_by uuid references auth.users (id) on delete set null,
  -- It is the last change that this publication takes along.
  changed_at timestamptz not null default now(),
  -- It says when the publication leaves, or is tried again.
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- It says when the host was asked to build; null while the publication waits.
  started_at timestamptz,
  finished_at timestamptz,
  -- It says in French why the publication waits or failed.
  reason text,
  constraint publications_attempts_range check (attempts >= 0),
  constraint publications_reason_length check (char_length(reason) <= 500)
);

create unique index publications_waiting_idx on public.publications (state) where state = 'en_file';
create index publications_asked_at_idx on public.publications (asked_at desc);
create index publications_asked_by_idx on public.publications (asked_by);

alter table public.publications enable row level security;

grant select on table public.publications to authenticated, service_role;

create policy "publications: member reads" on public.publications
  for select to authenticated
  using ((select private.is_member()));

-- Notes a change of what the site shows: it leaves when no other came for two minutes, at most ten minutes after the
-- first one. The deferred triggers call it at the end of a transaction, once in each, so that nobody holds the waiting
-- row while they work.
create function private.mark_site_changed()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  ignored constant text[] := array['updated_at', 'view_count'];
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - ignored end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - ignored end;
  is_shown boolean;
begin
  if was is not distinct from is_now
    or current_setting('app.site_changed', true) = pg_current_xact_id()::text then
    return null;
  end if;
  is_shown := case
    when tg_table_name = 'virtual_tours' then 'published' in (was ->> 'status', is_now ->> 'status')
    when tg_table_name in ('virtual_tour_tags', 'panorama_tours') then exists (
      select from public.virtual_tours as tour
      where tour.id = (coalesce(is_now, was) ->> 'tour_id')::uuid and tour.status = 'published'
    )
    when tg_table_name = 'surveys' then (was ->> 'published_at') is not null or (is_now ->> 'published_at') is not null
    when tg_table_name = 'testimonials' then 'true' in (was ->> 'is_shown', is_now ->> 'is_shown')
    else true
  end;
  if is_shown is not true then
    return null;
  end if;
  insert into public.publications as waiting (state, changed_at, due_at)
  values ('en_file', clock_timestamp(), clock_timestamp() + interval '2 minutes')
  on conflict (state) where state = 'en_file' do update set
    changed_at = excluded.changed_at,
    -- A publication that failed waits for its next attempt.
    due_at = greatest(waiting.due_at, least(excluded.due_at, waiting.asked_at + interval '10 minutes'));
  perform set_config('app.site_changed', pg_current_xact_id()::text, true);
  return null;
end;
$$;

-- Only the columns that a page prints are named.
create constraint trigger studio_change_site
  after update of sender_name, legal_name, postal_address, contact_email, contact_phone, neq, tax_registered, tps_number,
    tvq_number, logo_path
  on public.studio
  deferrable initially deferred
  for each row execute function private.mark_site_changed();

create constraint trigger virtual_tours_change_site
  after insert or delete or update of title, slug, description, location, url, image_url, panorama_url, is_featured, status,
    client_name, captured_on, panorama_count, need, delivered, result
  on public.virtual_tours deferrable initially deferred
  for each row execute function private.mark_site_changed();

create constraint trigger virtual_tour_tags_change_site after insert or update or delete on public.virtual_tour_tags
  deferrable initially deferred
  for each row execute function private.mark_site_changed();

create constraint trigger tags_change_site after insert or update or delete on public.tags
  deferrable initially deferred
  for each row execute function private.mark_site_changed();

-- « Publier le site » makes the site leave now. What is being built already takes everything along, unless something
-- changed since.
create function public.request_publication(person uuid)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  found uuid;
begin
  select id into found from public.publications as building
  where building.state = 'en_cours' and not exists (select from public.publications where state = 'en_file')
  limit 1;
  if found is null then
    insert into public.publications as waiting (state, asked_by) values ('en_file', person)
    on conflict (state) where state = 'en_file' do update set due_at = now(), asked_by = excluded.asked_by
    returning waiting.id into found;
  end if;
  return found;
end;
$$;

grant execute on function public.request_publication(uuid) to service_role;

-- Queues the publication of this transaction's changes at once: the triggers that note them run at its end, and would
-- postpone it.
create function private.publish_site_now()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  set constraints all immediate;
  perform public.request_publication(auth.uid());
end;
$$;

-- Tells whether something that the site prints until a day has ended since the site was built. It is an insurance
-- against missed changes.
create function private.site_content_ended(since timestamptz)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  built constant date := (since at time zone 'America/Toronto')::date;
  today constant date := (now() at time zone 'America/Toronto')::date;
begin
  -- The query is read when it runs, because its table stands in a later file.
  return exists (
    select from public.studio_profile where insurer <> '' and insurance_until >= built and insurance_until < today
  );
end;
$$;

-- Gives the publication that is due to a worker, which asks the host to build: { id, attempts }, or null when none is.
--   seen   what the site online says of when the database was read for it; null when it says nothing. A publication is
--          over once the site was built from data that hold its changes, whoever built it. An open transaction may
--          commit a change a little after its time: those that wait are given ten seconds.
create function public.claim_publication(seen timestamptz default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  taken public.publications;
begin
  update public.publications set state = 'publié', finished_at = now(), reason = null
  where finished_at is null and coalesce(started_at, changed_at + interval '10 seconds') <= seen;
  update public.publications set
    state = 'échec', finished_at = now(),
    reason = 'L’hébergeur a été prévenu, mais le site en ligne n’a pas changé en 30 minutes. Regardez ce que dit sa dernière construction.'
  where state = 'en_cours' and started_at < now() - interval '30 minutes';
  delete from public.publications where finished_at < now() - interval '1 year';
  -- The insurance is asked for once a day, so that a host that fails to build is not asked every minute.
  insert into public.publications (state)
  select 'en_file'
  where private.site_content_ended(seen)
    and not exists (select from public.publications where finished_at is null)
    and not exists (
      select from public.publications
      where asked_at >= date_trunc('day', now() at time zone 'America/Toronto') at time zone 'America/Toronto'
    );

  update public.publications set
    state = 'en_cours', started_at = clock_timestamp(), attempts = attempts + 1, reason = null
  where id = (
    select waiting.id from public.publications as waiting
    where waiting.state = 'en_file' and waiting.due_at <= now()
    for update skip locked
  )
  returning * into taken;
  return case when taken.id is not null then jsonb_build_object('id', taken.id, 'attempts', taken.attempts) end;
end;
$$;

grant execute on function public.claim_publication(timestamptz) to service_role;

-- Records what the host answered to that attempt:
--   accepted  it builds: the publication is over when the site says so
--   retry     it is tried again after 30 s, 1, 2 and 4 minutes, then it has failed
--   unset     there is no address to ask at: it waits, and the attempt does not count
--   rejected  it has failed
create function public.finish_publication_attempt(publication uuid, attempt integer, outcome text, why text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_attempts constant integer := 5;
  held public.publications;
begin
  select * into held from public.publications as p
  where p.id = publication and p.attempts = attempt and p.state = 'en_cours'
  for update;
  if not found or outcome = 'accepted' then
    return;
  end if;
  -- A change made meanwhile waits in a row of its own, which takes this one's changes along.
  if outcome in ('retry', 'unset') and (outcome = 'unset' or attempt < most_attempts)
    and not exists (select from public.publications where state = 'en_file')
  then
    update public.publications as p set
      state = 'en_file', started_at = null, reason = left(why, 500),
      attempts = p.attempts - case outcome when 'unset' then 1 else 0 end,
      due_at = now() + case outcome when 'unset' then interval '5 minutes' else interval '15 seconds' * power(2, attempt) end
    where p.id = publication;
  else
    update public.publications as p set state = 'échec', finished_at = now(), reason = left(why, 500)
    where p.id = publication;
  end if;
end;
$$;

grant execute on function public.finish_publication_attempt(uuid, integer, text, text) to service_role;

-- Returns the database's clock, which a build asks for before it reads anything, and writes into the site.
create function public.site_clock()
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select now();
$$;

grant execute on function public.site_clock() to anon, authenticated;

-- Addresses that are gone ----------------------------------------------------------------------------------------

-- The table keeps every slug under which a tour was public, and whose it was last. It outlives the tour, so that its
-- address says that it is gone.
create table private.public_slugs (
  slug text primary key,
  tour_id uuid not null
);

alter table private.public_slugs enable row level security;

create function private.remember_public_slug()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.public_slugs (slug, tour_id) values (new.slug, new.id)
  on conflict (slug) do update set tour_id = excluded.tour_id;
  return null;
end;
$$;

create trigger virtual_tours_remember_public_slug after insert or update of id, slug, status on public.virtual_tours
  for each row when (new.status = 'published')
  execute function private.remember_public_slug();

-- Returns the slugs that were public and are no more, for the build and for the page of an address that is not there: {
-- slug: the present slug of the same tour, or null when it was withdrawn }. It tells nothing that was never public.
create function public.gone_tours(of_slug text default null)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(known.slug, tour.slug), '{}')
  from private.public_slugs as known
  left join public.virtual_tours as tour on tour.id = known.tour_id and tour.status = 'published'
  where (of_slug is null or known.slug = of_slug)
    and not exists (select from public.virtual_tours as live where live.slug = known.slug and live.status = 'published');
$$;

grant execute on function public.gone_tours(text) to anon, authenticated;

-- Links that lead elsewhere --------------------------------------------------------------------------------------

-- The table keeps what the address of a tour answered when it was last asked.
create table public.tour_link_checks (
  tour_id uuid primary key references public.virtual_tours (id) on delete cascade,
  url text not null,
  checked_at timestamptz not null default now(),
  -- It is null when there was no answer at all.
  status integer,
  -- It says in French why the address does not open, and is null when it does.
  reason text,
  -- It counts the failures in a row.
  failures integer not null default 0,
  constraint tour_link_checks_url_length check (char_length(url) <= 500),
  constraint tour_link_checks_status_range check (status between 100 and 599),
  constraint tour_link_checks_reason_length check (char_length(reason) <= 300),
  constraint tour_link_checks_failures_range check (failures >= 0)
);

alter table public.tour_link_checks enable row level security;

grant select on table public.tour_link_checks to authenticated, service_role;

create policy "tour_link_checks: member reads" on public.tour_link_checks
  for select to authenticated
  using ((select private.is_member()));

-- Gives addresses to ask to a worker: those of published tours once a week, one that failed the next day. The
-- demonstration's are left out, since they are invented. Taking one moves its date, so that another worker leaves it.
create function public.claim_tour_links(batch integer)
returns table (tour_id uuid, url text)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  insert into public.tour_link_checks as known (tour_id, url)
  select tour.id, tour.url
  from public.virtual_tours as tour
  left join public.tour_link_checks as last on last.tour_id = tour.id
  where tour.status = 'published' and tour.url ~* '^https?://'
    -- A tour that is still being written is left alone.
    and tour.updated_at < now() - interval '1 hour'
    and not exists (
      select from private.demo_rows as demo where demo.table_name = 'virtual_tours' and demo.row_id = tour.id::text
    )
    and (
      last.url is distinct from tour.url
      or last.checked_at < now() - case when last.failures > 0 then interval '1 day' else interval '7 days' end
    )
  order by last.checked_at nulls first, tour.id
  limit batch
  on conflict (tour_id) do update set
    checked_at = excluded.checked_at,
    failures = case when known.url = excluded.url then known.failures else 0 end,
    status = case when known.url = excluded.url then known.status end,
    reason = case when known.url = excluded.url then known.reason end,
    url = excluded.url
  returning known.tour_id, known.url;
end;
$$;

grant execute on function public.claim_tour_links(integer) to service_role;

-- Records what an address answered. An answer without a reason means that it opens.
create function public.record_tour_link(tour uuid, asked text, answered integer default null, why text default null)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.tour_link_checks as link set
    checked_at = now(), status = answered, reason = left(why, 300),
    failures = case when why is null then 0 else link.failures + 1 end
  where link.tour_id = tour and link.url = asked;
$$;

grant execute on function public.record_tour_link(uuid, text, integer, text) to service_role;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the lines of private.today_rows about the site: a publication that failed, or that has waited for a quarter
-- of an hour (without an address of the host, or a scheduler, nothing leaves), and the tours whose address failed twice
-- in a row.
create function private.site_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  select 'publication', 'publication du site à vérifier', latest.id, '', latest.reason, null::timestamptz, 1, null::bigint, null,
    null::uuid, null, null::uuid
  from (select * from public.publications order by asked_at desc, id limit 1) as latest
  where latest.state = 'échec' or latest.state = 'en_file' and latest.asked_at < at - interval '15 minutes'
  union all
  select 'dead_link', 'lien d’une visite qui ne répond plus', tour.id, tour.title, link.reason, null, 2, null, null, null, null, null
  from public.tour_link_checks as link join public.virtual_tours as tour on tour.id = link.tour_id and tour.url = link.url
  where link.failures >= 2 and tour.status = 'published';
$$;

grant execute on function private.site_today_rows(timestamptz) to authenticated;

-- schemas/07_panorama_tours.sql

-- This file holds the tours made here, of the studio's own panoramas (docs/decisions/0070): the draft that is edited,
-- the version that visitors walk in, and the buckets of their pictures. src/shared/panorama-tour/panorama-tour.ts
-- describes the document.

-- Rules of the document ------------------------------------------------------------------------------------------

create function private.is_json_text(value jsonb, most integer, is_required boolean)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select case
    when value is null then not is_required
    when jsonb_typeof(value) <> 'string' then false
    else char_length(value #>> '{}') <= most and (btrim(value #>> '{}') <> '' or not is_required)
  end;
$$;

create function private.is_json_number(value jsonb, lowest numeric, highest numeric)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'number' then value::numeric between lowest and highest else false end;
$$;

create function private.is_json_list(value jsonb, most integer)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'array' then jsonb_array_length(value) <= most else false end;
$$;

-- Accepts what has a direction, and a name by which links and tabs know it: a link, a point or a blur.
create function private.is_placed_item(value jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.is_json_number(value -> 'yaw', -180, 180) and private.is_json_number(value -> 'pitch', -90, 90)
    and private.is_json_text(value -> 'id', 40, true) and value ->> 'id' ~ '^[A-Za-z0-9-]+$';
$$;

-- Accepts the path of a file with this ending, or of a folder of tiles (null), in the buckets below: never an address
-- elsewhere.
create function private.is_panorama_path(value jsonb, ending text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.is_json_text(value, 120, true) and value #>> '{}' ~ (
    '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
    || case when ending is null then '' else '/[a-z]+\.' || ending end || '$'
  );
$$;

-- Accepts an ellipse of a panorama, in degrees, as blurs and proposed blurs are.
create function private.is_ellipse(value jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.is_placed_item(value)
    and private.is_json_number(value -> 'width', 0.1, 180) and private.is_json_number(value -> 'height', 0.1, 180);
$$;

-- Accepts something to listen to, or none.
create function private.is_panorama_sound(value jsonb, is_draft boolean)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select value is null or (
    private.is_panorama_path(value -> 'path', 'mp3') and private.is_json_text(value -> 'text', 1000, not is_draft)
  );
$$;

-- Tells whether a document is one that the viewer can walk in, within the limits (`tourLimits`). A draft may lack
-- texts, and holds its blurs and the name of its originals; what is published holds neither.
create function private.is_panorama_tour(document jsonb, is_draft boolean)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
declare
  ids text[];
  floors text[];
  scene jsonb;
  item jsonb;
begin
  if octet_length(document::text) > (case when is_draft then 1048576 else 262144 end)
    or not private.is_json_list(document -> 'scenes', 60)
    or (document ? 'floors' and not private.is_json_list(document -> 'floors', 12))
    or (document - array['scenes', 'floors']) <> '{}' then
    return false;
  end if;
  for item in select jsonb_array_elements(coalesce(document -> 'floors', '[]')) loop
    if not (
      coalesce(item ->> 'id' ~ '^[A-Za-z0-9-]{1,40}$', false)
      and private.is_json_text(item -> 'name', 100, not is_draft)
      and private.is_panorama_path(item -> 'path', 'jpg')
      and private.is_json_number(item -> 'width', 1, 10000)
      and private.is_json_number(item -> 'height', 1, 10000)
      and private.is_json_text(item -> 'alt', 500, false)
      and private.is_json_number(item -> 'north', 0, 360)
    ) then
      return false;
    end if;
  end loop;
  floors := array(select one ->> 'id' from jsonb_array_elements(coalesce(document -> 'floors', '[]')) as one);
  if cardinality(floors) <> (select count(distinct id) from unnest(floors) as id) then
    return false;
  end if;

  ids := array(select one ->> 'id' from jsonb_array_elements(document -> 'scenes') as one);
  if cardinality(ids) <> (select count(distinct id) from unnest(ids) as id) or (cardinality(ids) = 0 and not is_draft) then
    return false;
  end if;
  for scene in select jsonb_array_elements(document -> 'scenes') loop
    if not (
      coalesce(scene ->> 'id' ~ '^[A-Za-z0-9-]{1,40}$', false)
      and private.is_json_text(scene -> 'name', 100, not is_draft)
      and private.is_json_text(scene -> 'alt', 500, not is_draft)
      and private.is_json_number(scene -> 'heading', 0, 360)
      and private.is_json_number(scene #> '{view,yaw}', -180, 180)
      and private.is_json_number(scene #> '{view,pitch}', -90, 90)
      and private.is_json_number(scene #> '{view,zoom}', 0, 100)
      and private.is_panorama_path(scene #> '{picture,folder}', null)
      and coalesce(scene #> '{picture,format}', '"webp"') = '"webp"'
      and private.is_json_number(scene #> '{picture,width}', 1, 16384)
      and private.is_json_number(scene #> '{picture,baseWidth}', 1, 4096)
      and private.is_json_number(scene #> '{picture,bytes}', 0, 2e9)
      and private.is_json_list(scene #> '{picture,levels}', 6)
      and private.is_json_list(scene -> 'links', 20)
      and private.is_json_list(scene -> 'points', 30)
      and private.is_panorama_sound(scene -> 'sound', is_draft)
      and case when is_draft
        then private.is_json_list(scene -> 'blurs', 60)
          and (not scene ? 'original' or private.is_panorama_path(scene -> 'original', 'jpg'))
          and private.is_json_list(coalesce(scene -> 'proposals', '[]'), 120)
          and private.is_json_text(scene -> 'searchedBy', 60, false)
          and coalesce(scene -> 'proposedTexts', '[]') <@ '["name", "alt"]'
          and (not scene ? 'tilt' or (
            private.is_json_number(scene #> '{tilt,roll}', -180, 180) and private.is_json_number(scene #> '{tilt,pitch}', -90, 90)
          ))
        else not scene ?| array['blurs', 'original', 'tilt', 'proposals', 'searchedBy', 'proposedTexts']
      end
      and (not scene ? 'onPlan' or (
        coalesce(scene #>> '{onPlan,floor}' = any (floors), false)
        and private.is_json_number(scene #> '{onPlan,x}', 0, 1) and private.is_json_number(scene #> '{onPlan,y}', 0, 1)
      ))
    ) then
      return false;
    end if;
    for item in select jsonb_array_elements(scene #> '{picture,levels}') loop
      if not (
        private.is_json_number(item -> 'width', 1, 16384)
        and private.is_json_number(item -> 'columns', 1, 64)
        and private.is_json_number(item -> 'rows', 1, 64)
      ) then
        return false;
      end if;
    end loop;
    for item in select jsonb_array_elements(scene -> 'links') loop
      if not (
        private.is_placed_item(item)
        and coalesce(item ->> 'to' = any (ids) and item ->> 'to' <> scene ->> 'id', false)
      ) then
        return false;
      end if;
    end loop;
    for item in select jsonb_array_elements(scene -> 'points') loop
      if not (
        private.is_placed_item(item)
        and private.is_json_text(item -> 'title', 100, not is_draft)
        and private.is_json_text(item -> 'text', 1000, false)
        and private.is_json_text(item -> 'url', 500, false)
        and (not item ? 'url' or coalesce(item ->> 'url' ~ '^https://' and private.is_web_address(item ->> 'url'), false))
        and (not item ? 'picture' or (
          private.is_panorama_path(item #> '{picture,path}', 'jpg')
          and private.is_json_text(item #> '{picture,alt}', 500, not is_draft)
        ))
        and private.is_panorama_sound(item -> 'sound', is_draft)
        and (not item ? 'document' or (
          private.is_panorama_path(item #> '{document,path}', 'pdf')
          and private.is_json_text(item #> '{document,name}', 200, true)
          and private.is_json_number(item #> '{document,bytes}', 1, 2e9)
        ))
      ) then
        return false;
      end if;
    end loop;
    for item in select jsonb_array_elements(case when is_draft then scene -> 'blurs' else '[]' end) loop
      if not private.is_ellipse(item) then
        return false;
      end if;
    end loop;
    for item in select jsonb_array_elements(coalesce(scene -> 'proposals', '[]')) loop
      if not (
        private.is_ellipse(item)
        and private.is_json_number(item -> 'score', 0, 1)
        and coalesce(item ->> 'kind' in ('face', 'plate', 'person', 'vehicle'), false)
      ) then
        return false;
      end if;
    end loop;
  end loop;
  return true;
end;
$$;

-- Tables ---------------------------------------------------------------------------------------------------------

-- The table holds the draft of a panorama tour, from its first scene on.
create table public.panorama_tour_drafts (
  tour_id uuid primary key references public.virtual_tours (id) on delete cascade,
  document jsonb not null,
  updated_at timestamptz not null default now(),
  constraint panorama_tour_drafts_document_valid check (private.is_panorama_tour(document, true))
);

create trigger panorama_tour_drafts_set_updated_at
  before update on public.panorama_tour_drafts
  for each row execute function private.set_updated_at();

alter table public.panorama_tour_drafts enable row level security;

-- Only the functions below write.
grant select on table public.panorama_tour_drafts to authenticated, service_role;

create policy "panorama_tour_drafts: member reads" on public.panorama_tour_drafts
  for select to authenticated
  using ((select private.is_member()));

-- The table holds what visitors walk in. A row goes with its tour, and a draft or archived tour shows none.
create table public.panorama_tours (
  tour_id uuid primary key references public.virtual_tours (id) on delete cascade,
  document jsonb not null,
  -- It counts how many times the tour was published.
  version integer not null default 1,
  published_at timestamptz not null default now(),
  constraint panorama_tours_document_valid check (private.is_panorama_tour(document, false)),
  constraint panorama_tours_version_range check (version >= 1)
);

create constraint trigger panorama_tours_change_site after insert or update or delete on public.panorama_tours
  deferrable initially deferred
  for each row execute function private.mark_site_changed();

alter table public.panorama_tours enable row level security;

grant select on table public.panorama_tours to anon, authenticated, service_role;

-- The status is repeated here on purpose, as for virtual_tour_tags.
create policy "panorama_tours: visitors read those of published tours" on public.panorama_tours
  for select to anon
  using (tour_id in (select id from public.virtual_tours where status = 'published'));

create policy "panorama_tours: signed-in read published, members all" on public.panorama_tours
  for select to authenticated
  using (
    (select private.is_member())
    or tour_id in (select id from public.virtual_tours where status = 'published')
  );

-- Saving, publishing, withdrawing --------------------------------------------------------------------------------

-- Saves the draft over the version that was read (null: there was none), and returns the moment of the new version. It
-- refuses with:
--   PT409  it was changed since it was read: nothing is written, and the detail (JSON) holds the draft as it is now.
--   PT404  the tour was deleted meanwhile.
create function public.save_panorama_tour_draft(tour_id uuid, document jsonb, read_at timestamptz default null)
returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  found_draft public.panorama_tour_drafts;
  saved timestamptz;
begin
  perform private.require_admin();
  -- Of two simultaneous saves, the second waits and sees what the first wrote.
  perform from public.virtual_tours as tour where tour.id = save_panorama_tour_draft.tour_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Cette visite n''existe plus';
  end if;
  select * into found_draft from public.panorama_tour_drafts as draft
  where draft.tour_id = save_panorama_tour_draft.tour_id;
  if found_draft.updated_at is distinct from read_at then
    raise sqlstate 'PT409' using
      message = 'Cette visite a été modifiée entre-temps',
      detail = jsonb_build_object('document', found_draft.document, 'updated_at', found_draft.updated_at);
  end if;
  if document is null or not private.is_panorama_tour(document, true) or exists (
    -- The files of another tour go with that tour.
    select from regexp_matches(
      document::text, '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g'
    ) as path
    where path[1] <> tour_id::text
  ) then
    raise invalid_parameter_value using
      message = 'La visite dépasse une limite ou contient une valeur qui n''est pas permise';
  end if;
  insert into public.panorama_tour_drafts as draft (tour_id, document)
  -- A tab may still name where files were before they moved.
  values (
    save_panorama_tour_draft.tour_id,
    private.with_moved_panoramas(save_panorama_tour_draft.document, save_panorama_tour_draft.tour_id)
  )
  on conflict on constraint panorama_tour_drafts_pkey
    do update set document = excluded.document
  returning draft.updated_at into saved;
  return saved;
end;
$$;

grant execute on function public.save_panorama_tour_draft(uuid, jsonb, timestamptz) to authenticated;

-- Returns a draft as visitors get it: without its blurs and levels (they are in the tiles), its originals and what is
-- proposed, and with the neutral text of panorama-tour.schema.ts for a scene that nobody described.
create function private.as_published(document jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_set(document, '{scenes}', (
    select coalesce(jsonb_agg(
      scene - array['blurs', 'original', 'tilt', 'proposals', 'searchedBy', 'proposedTexts'] || case
        when btrim(scene ->> 'alt') <> '' then '{}'
        else jsonb_build_object('alt', 'Vue à 360° de «' || chr(160) || (scene ->> 'name') || chr(160) || '»')
      end
      order by place
    ), '[]')
    from jsonb_array_elements(document -> 'scenes') with ordinality as known (scene, place)
  ));
$$;

-- Gives visitors these scenes, all or none. It returns why they cannot be given, in French: a name or a file lacks, or
-- a person has not decided on a proposal. It returns null when they are given.
create function private.publish_scenes(draft public.panorama_tour_drafts)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  given jsonb := private.as_published(draft.document);
  scene jsonb;
  files bigint;
begin
  for scene in select jsonb_array_elements(draft.document -> 'scenes') loop
    if btrim(scene ->> 'name') = '' then
      return 'Donnez un nom à chaque scène';
    end if;
    if jsonb_array_length(coalesce(scene -> 'proposals', '[]')) > 0 then
      return format('Décidez d''abord des flous proposés de la scène « %s »', scene ->> 'name');
    end if;
    if jsonb_array_length(coalesce(scene -> 'proposedTexts', '[]')) > 0 then
      return format('Relisez d''abord les textes proposés de la scène « %s »', scene ->> 'name');
    end if;
    select 1 + sum((level ->> 'columns')::integer * (level ->> 'rows')::integer) into files
    from jsonb_array_elements(scene #> '{picture,levels}') as level;
    if files > (
      select count(*) from storage.objects as file
      where file.bucket_id = 'panoramas' and file.name like (scene #>> '{picture,folder}') || '/%'
        and (file.name like '%/base.jpg' or file.name like '%/%-%.' || coalesce(scene #>> '{picture,format}', 'jpg'))
    ) then
      return format('Des fichiers de la scène « %s » manquent : retirez-la et ajoutez-la de nouveau', scene ->> 'name');
    end if;
  end loop;
  if not private.is_panorama_tour(given, false) then
    return 'Complétez les titres des points, les textes des images et des sons, et les noms des plans';
  end if;
  insert into public.panorama_tours as published (tour_id, document)
  values (draft.tour_id, given)
  on conflict on constraint panorama_tours_pkey
    do update set document = excluded.document, version = published.version + 1, published_at = now();
  return null;
end;
$$;

-- A tour that becomes published by its status, in its form or in the list, shows the version that was published last. One
-- that never had any gets its draft, unless something prevents it: the screens then say so.
create function private.publish_first_scenes()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  draft public.panorama_tour_drafts;
begin
  if not exists (select from public.panorama_tours as published where published.tour_id = new.id) then
    select * into draft from public.panorama_tour_drafts as found where found.tour_id = new.id for update;
    if found then
      perform private.publish_scenes(draft);
    end if;
  end if;
  return null;
end;
$$;

create trigger virtual_tours_publish_first_scenes after update of status on public.virtual_tours
  for each row when (new.status = 'published' and old.status <> 'published')
  execute function private.publish_first_scenes();

-- « Publier » publishes the record, its scenes as they were read and the site in one transaction; the site leaves at
-- once. A tour without scenes is its address elsewhere. It returns the version of the scenes, null without any, and
-- refuses with:
--   PT404  the tour was deleted meanwhile.
--   PT409  its scenes changed since they were read.
create function public.publish_tour(tour_id uuid, read_at timestamptz default null)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  tour public.virtual_tours;
  draft public.panorama_tour_drafts;
  fault text;
begin
  perform private.require_admin();
  -- Of two simultaneous calls for a tour, the second waits and sees what the first did.
  select * into tour from public.virtual_tours as found where found.id = publish_tour.tour_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Cette visite n''existe plus';
  end if;
  select * into draft from public.panorama_tour_drafts as found where found.tour_id = tour.id for update;
  if draft.updated_at is distinct from read_at then
    raise sqlstate 'PT409' using message = 'Cette visite a été modifiée entre-temps : rechargez-la avant de la publier';
  end if;
  if jsonb_array_length(draft.document -> 'scenes') > 0 then
    fault := private.publish_scenes(draft);
  elsif coalesce(btrim(tour.url), '') = '' then
    fault := 'Ajoutez une scène, ou l''adresse de la visite, avant de la publier';
  else
    delete from public.panorama_tours as published where published.tour_id = tour.id;
  end if;
  if fault is not null then
    raise invalid_parameter_value using message = fault;
  end if;
  update public.virtual_tours as shown set status = 'published' where shown.id = tour.id and shown.status <> 'published';
  perform private.publish_site_now();
  return (select published.version from public.panorama_tours as published where published.tour_id = tour.id);
end;
$$;

grant execute on function public.publish_tour(uuid, timestamptz) to authenticated;

-- « Retirer » takes the tour off the site, as the status « Brouillon » does. Its draft stays, and so does the published
-- version, which « Annuler » brings back; its files leave their addresses after a day (33_unused_files.sql).
create function public.withdraw_tour(tour_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if not exists (select from public.virtual_tours as found where found.id = withdraw_tour.tour_id) then
    raise sqlstate 'PT404' using message = 'Cette visite n''existe plus';
  end if;
  update public.virtual_tours as tour set status = 'draft' where tour.id = withdraw_tour.tour_id and tour.status = 'published';
  if found then
    perform private.publish_site_now();
  end if;
end;
$$;

grant execute on function public.withdraw_tour(uuid) to authenticated;

-- Pictures -------------------------------------------------------------------------------------------------------

-- The bucket holds the tiles, the floor plans, the pictures, sounds and documents of points: anyone reads them by their
-- address, as the rest of a published tour.
select private.make_bucket(
  'panoramas', true, 20971520, array['image/jpeg', 'image/webp', 'audio/mpeg', 'application/pdf'],
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/([a-z]+\.(jpg|mp3|pdf)|[0-9]/[0-9]{1,2}-[0-9]{1,2}\.(jpg|webp))$'
);

-- The bucket holds the panoramas as the camera gave them, before any face is blurred: nobody outside reads them.
select private.make_bucket(
  'panorama-originals', false, 83886080, array['image/jpeg'],
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[a-z]+\.jpg$'
);

-- Deliveries ---------------------------------------------------------------------------------------------------------

-- The table holds deliveries: each is a ZIP of a published version of a tour, made in an administrator's browser
-- (docs/decisions/0075).

create table public.tour_deliveries (
  id uuid primary key default gen_random_uuid(),
  tour_id uuid not null references public.virtual_tours (id) on delete cascade,
  -- It is the version of panorama_tours that the files were copied from.
  version integer not null,
  client text not null,
  color text not null,
  rights text not null,
  -- These columns hold the content of the delivery sheet.
  panoramas integer not null,
  width integer not null,
  files integer not null,
  bytes bigint not null,
  -- It is the SHA-256 of the list of the SHA-256 of all its files.
  checksum text not null,
  created_at timestamptz not null default now(),
  -- A link opens this copy, in the bucket below, for the client until a moment; it is null when there is none.
  file_path text,
  link_expires_at timestamptz,
  constraint tour_deliveries_version_range check (version >= 1),
  constraint tour_deliveries_client_length check (btrim(client) <> '' and char_length(client) <= 200),
  constraint tour_deliveries_client_one_line check (private.is_one_line_text(client)),
  constraint tour_deliveries_color_format check (color ~ '\A#[0-9a-f]{6}\Z'),
  constraint tour_deliveries_rights_length check (btrim(rights) <> '' and char_length(rights) <= 2000),
  constraint tour_deliveries_panoramas_range check (panoramas between 1 and 60),
  constraint tour_deliveries_width_range check (width between 1 and 16384),
  constraint tour_deliveries_files_range check (files >= 1),
  constraint tour_deliveries_bytes_range check (bytes >= 1),
  constraint tour_deliveries_checksum_format check (checksum ~ '\A[0-9a-f]{64}\Z'),
  constraint tour_deliveries_file_path_format check (file_path ~ '\A[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.zip\Z')
);

create index tour_deliveries_tour_id_idx on public.tour_deliveries (tour_id);

alter table public.tour_deliveries enable row level security;

grant select on table public.tour_deliveries to authenticated, service_role;
-- A delivery never changes, except for its link.
grant insert (tour_id, version, client, color, rights, panoramas, width, files, bytes, checksum)
  on table public.tour_deliveries to authenticated;
grant update (file_path, link_expires_at) on table public.tour_deliveries to authenticated;

create policy "tour_deliveries: member reads" on public.tour_deliveries
  for select to authenticated
  using ((select private.is_member()));

create policy "tour_deliveries: admin records" on public.tour_deliveries
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "tour_deliveries: admin keeps a link" on public.tour_deliveries
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

-- The bucket holds the copies that links open for clients: nobody reads them without a signed address.
select private.make_bucket(
  'tour-deliveries', false, 524288000, array['application/zip'],
  '\A[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.zip\Z', deletes => true
);

-- Ends the links whose day has come, and gives the files that no delivery names any more, in the trash or out of it.
-- dispatch-emails deletes them through the storage API: deleting the row here would leave the file.
create function public.unused_delivery_files()
returns setof text
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.tour_deliveries set file_path = null, link_expires_at = null
  where file_path is not null and coalesce(link_expires_at, '-infinity') <= now();
  return query
  select file.name from storage.objects as file
  where file.bucket_id = 'tour-deliveries'
    -- A copy that is being sent has no delivery yet.
    and file.created_at < now() - interval '1 day'
    and not exists (select from public.tour_deliveries as made where made.file_path = file.name)
    and not exists (
      select from private.trash_rows as r
      where r.place = 'public.tour_deliveries' and r.content ->> 'file_path' = file.name
        and (r.content ->> 'link_expires_at')::timestamptz > now()
    )
  limit 100;
end;
$$;

grant execute on function public.unused_delivery_files() to service_role;

-- schemas/08_municipalities.sql

-- This file holds the municipalities and MRCs of Québec, as the ministry's open register lists them, with coordinates.

-- Prepares a name for comparison: case, accents, ligatures, punctuation and "St" for "Saint" do not matter.
-- placeKey of supabase/functions/_shared/contract/search-key.ts does the same in TypeScript.
create function private.place_key(name text)
returns text
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
begin
  return (
    with letters as (
      select lower(regexp_replace(
        regexp_replace(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g'), '[Œœ]', 'oe', 'g'),
        '[Ææ]', 'ae', 'g'
      )) as plain
    )
    select regexp_replace(regexp_replace(
      btrim(regexp_replace(plain, '[^a-z0-9]+', ' ', 'g')),
      '\mst\M', 'saint', 'g'
    ), '\mste\M', 'sainte', 'g')
    from letters
  );
end;
$$;

grant execute on function private.place_key(text) to authenticated;

-- Normalises the name of a person or an organisation, by which it is known again: as place_key does, with the letters of other
-- alphabets, "ᑰᔾᔪᐊᖅ", and with the text itself where nothing of it is a letter. nameKey does the same in TypeScript (proven
-- equal by tests/database).
create function private.name_key(name text)
returns text
language sql
immutable
strict
parallel safe
set search_path = ''
return coalesce(
  nullif(btrim(private.place_key(name) || ' ' || regexp_replace(
    normalize(name, NFD), '[\u0001-\u036f\u1e00-\u1eff\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f\ufe00-\ufe0f\ufeff]+', '', 'g'
  )), ''),
  lower(btrim(name))
);

grant execute on function private.name_key(text) to authenticated;

-- Returns the great-circle distance (haversine) on the mean radius of the Earth, in kilometres.
create function private.distance_km(
  latitude_a double precision, longitude_a double precision,
  latitude_b double precision, longitude_b double precision
)
returns double precision
language sql
immutable
strict
parallel safe
set search_path = ''
as $$
  select 2 * 6371.0088 * asin(sqrt(least(1,
    power(sin(radians(latitude_b - latitude_a) / 2), 2)
    + cos(radians(latitude_a)) * cos(radians(latitude_b)) * power(sin(radians(longitude_b - longitude_a) / 2), 2)
  )));
$$;

grant execute on function private.distance_km(double precision, double precision, double precision, double precision)
  to authenticated;

-- Lists the 17 administrative regions, spelled as the government does, in the order of their numbers (1 to 17).
-- src/admin/municipalities/data/regions.ts is the same list in the browser.
create function private.regions()
returns text[]
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
begin
  return array[
    'Bas-Saint-Laurent', 'Saguenay–Lac-Saint-Jean', 'Capitale-Nationale', 'Mauricie', 'Estrie', 'Montréal',
    'Outaouais', 'Abitibi-Témiscamingue', 'Côte-Nord', 'Nord-du-Québec', 'Gaspésie–Îles-de-la-Madeleine',
    'Chaudière-Appalaches', 'Laval', 'Lanaudière', 'Laurentides', 'Montérégie', 'Centre-du-Québec'
  ];
end;
$$;

grant execute on function private.regions() to authenticated, service_role;

-- Returns the keys by which regions are known again, in the order of regions. The function is immutable and has no
-- arguments, so it is worked out when a plan is made, not for each row that is written.
create function private.region_keys()
returns text[]
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
begin
  return array(
    select private.place_key(name) from unnest(private.regions()) with ordinality as known (name, place) order by place
  );
end;
$$;

-- Returns a region as the government spells it, from its name, its number or both, whatever the case, accents and
-- dashes: « Estrie (05) », « estrie » and « 05 » are Estrie. Anything else stays as it was written.
create function private.region_name(written text)
returns text
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
begin
  return case when written = any (private.regions()) then written else coalesce(
    (private.regions())[array_position(
      private.region_keys(), private.place_key(regexp_replace(written, '[0-9]+', ' ', 'g'))
    )],
    case when written ~ '^\W*[0-9]{1,2}\W*$' then
      (private.regions())[regexp_replace(written, '\D', '', 'g')::integer]
    end,
    written
  ) end;
end;
$$;

create type public.municipality_kind as enum ('municipalité', 'mrc');

create table public.municipalities (
  -- It is the ministry's geographic code: five digits for a municipality, three for an MRC.
  code text not null,
  kind public.municipality_kind not null,
  name text not null,
  -- It is what the register calls the place: « Ville », « Municipalité », « Paroisse »…
  designation text,
  -- It names the MRC that the place belongs to: none for an MRC itself, and for the cities that belong to none.
  mrc_code text,
  mrc_name text,
  region text not null,
  -- The register has no coordinates: they come from another file, and an import without them keeps them.
  latitude double precision,
  longitude double precision,
  population integer,
  official_email text,
  phone text,
  website text,
  source text not null,
  -- It is the date of the file: when the register said so.
  source_date date,
  imported_at timestamptz not null default now(),
  search_key text generated always as (private.place_key(name)) stored,
  -- It is true when the coordinates are those of the centre of its MRC, for want of its own.
  approximate boolean not null default false,
  -- It says since when the register no longer lists the place, merged or split. The row stays, for what was done there.
  gone_on date,
  -- It is the address of the town hall: street, town and postal code.
  address text,
  constraint municipalities_pkey primary key (code),
  constraint municipalities_code_format check (
    case kind when 'mrc' then code ~ '^[0-9]{3}$' else code ~ '^[0-9]{5}$' end
  ),
  constraint municipalities_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint municipalities_name_one_line check (private.is_one_line_text(name)),
  constraint municipalities_designation_length check (char_length(designation) <= 60),
  constraint municipalities_mrc_code_format check (mrc_code ~ '^[0-9]{3}$'),
  constraint municipalities_mrc_name_length check (btrim(mrc_name) <> '' and char_length(mrc_name) <= 100),
  constraint municipalities_mrc_name_one_line check (private.is_one_line_text(mrc_name)),
  constraint municipalities_region_known check (region = any (private.regions())),
  -- Bounds of Québec refuse swapped latitude and longitude.
  constraint municipalities_latitude_range check (latitude between 44 and 64),
  constraint municipalities_longitude_range check (longitude between -81 and -56),
  constraint municipalities_coordinates_both check ((latitude is null) = (longitude is null)),
  constraint municipalities_population_range check (population >= 0),
  constraint municipalities_official_email_format check (private.is_email_address(official_email)),
  constraint municipalities_phone_length check (char_length(phone) <= 20),
  constraint municipalities_website_length check (char_length(website) <= 500),
  constraint municipalities_website_format check (private.is_web_address(website)),
  constraint municipalities_address_length check (btrim(address) <> '' and char_length(address) <= 200),
  constraint municipalities_address_one_line check (private.is_one_line_text(address)),
  constraint municipalities_source_length check (btrim(source) <> '' and char_length(source) <= 200)
);

create index municipalities_mrc_code_idx on public.municipalities (mrc_code);
create index municipalities_search_key_idx on public.municipalities (search_key);

alter table public.municipalities enable row level security;

-- Only import_municipalities writes: a register is imported as a whole or not at all.
grant select on table public.municipalities to authenticated, service_role;

create policy "municipalities: member reads" on public.municipalities
  for select to authenticated
  using ((select private.is_member()));

-- Finds the municipality that a town and a region, as somebody wrote them, stand for; null for none, or for several. Of
-- places of one name, those where nobody lives (reserved lands) do not count beside one where people do. It is
-- PL/pgSQL, whose plans are kept from one row and one request to the next.
create function private.municipality_of(town text, region text)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    with named as (
      select m.code, coalesce(m.population, 1) > 0 as is_inhabited
      from public.municipalities as m
      where m.kind = 'municipalité' and m.gone_on is null and m.search_key = private.place_key(town)
        and (
          m.region = private.region_name(municipality_of.region)
          or private.region_name(municipality_of.region) <> all (private.regions())
        )
    ),
    kept as (
      select code from named where is_inhabited or not exists (select from named where is_inhabited)
    )
    select min(code) from kept having count(*) = 1
  );
end;
$$;

grant execute on function private.municipality_of(text, text) to authenticated;

-- Returns a town as the register spells it, or as it was written when the register does not say which it is.
create function private.town_name(town text, region text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    (select m.name from public.municipalities as m where m.code = private.municipality_of(town, town_name.region)), town
  );
$$;

-- Spells the region of a row as the government does.
create function private.normalise_region()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.region := private.region_name(new.region);
  return new;
end;
$$;

-- Puts a place without coordinates of its own where it roughly is: an MRC in the middle of its municipalities, then a
-- municipality at its MRC's centre.
create function private.place_approximately()
returns void
language sql
set search_path = ''
as $$
  update public.municipalities as mrc
  set latitude = middle.latitude, longitude = middle.longitude, approximate = true
  from (
    select town.mrc_code, avg(town.latitude) as latitude, avg(town.longitude) as longitude
    from public.municipalities as town
    where town.kind = 'municipalité' and town.latitude is not null and not town.approximate and town.gone_on is null
    group by town.mrc_code
  ) as middle
  where mrc.kind = 'mrc' and mrc.code = middle.mrc_code and (mrc.latitude is null or mrc.approximate)
    and (mrc.latitude, mrc.longitude) is distinct from (middle.latitude, middle.longitude);

  update public.municipalities as town
  set latitude = mrc.latitude, longitude = mrc.longitude, approximate = true
  from public.municipalities as mrc
  where town.kind = 'municipalité' and mrc.kind = 'mrc' and mrc.code = town.mrc_code and mrc.latitude is not null
    and (town.latitude is null or town.approximate)
    and (town.latitude, town.longitude) is distinct from (mrc.latitude, mrc.longitude);
$$;

-- Tells which shore of the St. Lawrence a municipality or an MRC is on, by the first digits of its code, which are
-- those of its MRC: 'nord', 'sud', 'îles' (the Magdalen Islands), or 'sans route' where no road leads (Anticosti, the
-- Lower North Shore, Nunavik). docs/decisions/0099 says why.
create function private.shore_of(code text)
returns text
language sql
immutable
strict
parallel safe
set search_path = ''
as $$
  select case
    when code ~ '^01' then 'îles'
    when code ~ '^(980[012]|982|992)' or code between '99075' and '99145' or code between '99877' and '99904' then 'sans route'
    when code ~ '^(0[2-9]|1[0-4]|1[7-9]|2[5-9]|3[0-3]|3[89]|4[0-9]|50|5[3-9]|6[7-9]|70)' then 'sud'
    else 'nord'
  end;
$$;

-- Lists everything that the register has within `radius_km` of a point, nearest first. Only edge functions call it.
create function public.places_within(
  latitude double precision, longitude double precision, radius_km double precision
)
returns table (
  code text, kind public.municipality_kind, name text, designation text, mrc text, region text, latitude double precision,
  longitude double precision, distance_km double precision, population integer, official_email text, phone text,
  website text, source text, source_date date, approximate boolean, shore text
)
language sql
stable
security definer
set search_path = ''
as $$
  with measured as (
    select place.*, private.distance_km($1, $2, place.latitude, place.longitude) as distance
    from public.municipalities as place
    where place.gone_on is null
  )
  select code, kind, name, designation, mrc_name, region, latitude, longitude, distance, population, official_email,
    phone, website, source, source_date, approximate, private.shore_of(code)
  from measured
  where distance <= $3
  order by distance, code;
$$;

grant execute on function public.places_within(double precision, double precision, double precision) to service_role;

-- Completes the rows of an import with what it leaves out and an earlier one gave: coordinates, which the register does
-- not have, and how to write to an MRC, which the file of the municipalities does not say.
create function private.completed_places(places jsonb)
returns setof public.municipalities
language sql
stable
set search_path = ''
as $$
  select incoming.code, incoming.kind, incoming.name, incoming.designation, incoming.mrc_code, incoming.mrc_name,
    incoming.region, coalesce(incoming.latitude, known.latitude), coalesce(incoming.longitude, known.longitude),
    incoming.population,
    coalesce(incoming.official_email, case when incoming.kind = 'mrc' then known.official_email end), incoming.phone,
    coalesce(incoming.website, case when incoming.kind = 'mrc' then known.website end), incoming.source,
    incoming.source_date, incoming.imported_at, incoming.search_key,
    coalesce(case when incoming.latitude is null then known.approximate else incoming.approximate end, false),
    null::date, incoming.address
  from jsonb_populate_recordset(null::public.municipalities, places) as incoming
  left join public.municipalities as known on known.code = incoming.code;
$$;

-- Imports a whole register, or only counts the changes (dry_run). `places`: an array of rows as the table has them.
-- Nothing is deleted: rows that the register lists no more are counted in `missing` and marked as gone, unless the
-- import names fewer places than it misses: it is then a part of the register, which says nothing of the rest. Values
-- of earlier imports are replaced, except those of private.completed_places. One invalid row refuses the whole import.
create function public.import_municipalities(
  places jsonb, source text, source_date date default null, dry_run boolean default false
)
returns table (added integer, changed integer, unchanged integer, missing integer)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  if current_setting('role', true) is distinct from 'service_role' and not (select private.is_admin()) then
    raise exception 'Réservé aux administrateurs' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(4, 0);

  return query
    with incoming as (
      select * from private.completed_places(places)
    ),
    compared as (
      select known.code is null as is_new,
        (known.kind, known.name, known.designation, known.mrc_code, known.mrc_name, known.region, known.population,
          known.official_email, known.phone, known.website, known.address, known.source, known.latitude, known.longitude,
          known.approximate, known.gone_on)
        is distinct from
        (incoming.kind, incoming.name, incoming.designation, incoming.mrc_code, incoming.mrc_name, incoming.region,
          incoming.population, incoming.official_email, incoming.phone, incoming.website, incoming.address,
          import_municipalities.source, incoming.latitude, incoming.longitude, incoming.approximate, null::date)
        as differs
      from incoming left join public.municipalities as known on known.code = incoming.code
    )
    select
      (count(*) filter (where is_new))::integer,
      (count(*) filter (where not is_new and differs))::integer,
      (count(*) filter (where not is_new and not differs))::integer,
      (
        select count(*)::integer from public.municipalities as known
        where known.kind in (select kind from incoming) and known.code not in (select code from incoming)
          and known.gone_on is null
      )
    from compared;

  if dry_run then
    return;
  end if;

  with incoming as (
    select code, kind from private.completed_places(places)
  ),
  absent as (
    select known.code, known.kind from public.municipalities as known
    where known.gone_on is null and known.kind in (select kind from incoming)
      and known.code not in (select code from incoming)
  )
  update public.municipalities as known
  set gone_on = coalesce(import_municipalities.source_date, (now() at time zone 'America/Toronto')::date)
  from absent
  where known.code = absent.code
    and (select count(*) from absent as other where other.kind = known.kind)
      <= (select count(*) from incoming as other where other.kind = known.kind);

  insert into public.municipalities as known (
    code, kind, name, designation, mrc_code, mrc_name, region, latitude, longitude, population, official_email,
    phone, website, address, source, source_date, approximate
  )
  select code, kind, name, designation, mrc_code, mrc_name, region, latitude, longitude, population, official_email,
    phone, website, address, import_municipalities.source, import_municipalities.source_date, approximate
  from private.completed_places(places)
  on conflict (code) do update set
    kind = excluded.kind, name = excluded.name, designation = excluded.designation,
    mrc_code = excluded.mrc_code, mrc_name = excluded.mrc_name, region = excluded.region,
    latitude = excluded.latitude, longitude = excluded.longitude, approximate = excluded.approximate, gone_on = null,
    population = excluded.population, official_email = excluded.official_email, phone = excluded.phone,
    website = excluded.website, address = excluded.address, source = excluded.source, source_date = excluded.source_date, imported_at = now();

  perform private.place_approximately();
  perform private.place_contacts();
end;
$$;

grant execute on function public.import_municipalities(jsonb, text, date, boolean) to authenticated, service_role;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the register of municipalities, a year after it was last compared with the official one: one that ships with
-- the product is new on the day of its installation.
create function private.register_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  select 'register', 'répertoire des municipalités à vérifier', '00000000-0000-0000-0000-000000000000'::uuid, '',
    register.day::text, null::timestamptz, 2, null::bigint, null, null::uuid, null, null::uuid
  from (select (max(m.imported_at) at time zone 'America/Toronto')::date as day from public.municipalities m) as register
  where register.day < (at at time zone 'America/Toronto')::date - 365;
$$;

grant execute on function private.register_today_rows(timestamptz) to authenticated;

-- schemas/09_organisations.sql

-- This file holds organisations: the towns, MRCs, public bodies and companies that contacts are persons of. A contact
-- stays a person with its own company text, address and consent; its organisation follows that text
-- (docs/decisions/0083).

create type public.organisation_kind as enum ('municipalité', 'mrc', 'organisme-public', 'entreprise', 'autre');

-- Returns what an organisation is, from the sector of a person of it.
create function private.organisation_kind(sector public.sector)
returns public.organisation_kind
language sql
immutable
strict
parallel safe
set search_path = ''
return (
  case when sector in ('municipalité', 'mrc', 'organisme-public', 'autre') then sector::text else 'entreprise' end
)::public.organisation_kind;

-- Returns the domain of an address, where it says whose address it is: null for mailboxes that anybody may have.
-- organisationDomain of supabase/functions/_shared/contract/mailboxes.ts does the same.
create function private.organisation_domain(email text)
returns text
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
declare
  domain constant text := lower(split_part(email, '@', 2));
begin
  return case
    when domain ~ '^(gmail|googlemail|hotmail|outlook|live|msn|yahoo|ymail|icloud|me|mac|aol|gmx|mail|zoho|proton|protonmail|pm)\.[a-z]{2,3}(\.[a-z]{2})?$' then null
    -- The list names the providers of Québec and of Canada.
    when domain ~ '(^|\.)(videotron|bell|sympatico|cgocable|cogeco|globetrotter|telus|telusquebec|xplornet|rogers|shaw|eastlink|distributel|ebox|electronicbox|oricom|derytele|sogetel|maskatel|axion|b2b2c|cooptel|tlb|lino|citenet|vl)\.(ca|com|net|qc\.ca)$' then null
    else nullif(domain, '')
  end;
end;
$$;

grant execute on function private.organisation_domain(text) to authenticated;

create table public.organisations (
  id uuid primary key default gen_random_uuid(),
  kind public.organisation_kind not null,
  name text not null,
  -- It names the municipality or the MRC that the organisation is, and is null for everybody else.
  register_code text references public.municipalities (code) on delete set null,
  city text not null,
  region text not null,
  -- These are its general address, phone and site: nobody consented by them, and campaigns do not read them.
  email text,
  phone text,
  website text,
  address text,
  notes text,
  -- It is the domain of the addresses of its persons, by which the next one is found.
  domain text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_key text generated always as (private.name_key(name)) stored,
  town_key text generated always as (private.place_key(city)) stored,
  constraint organisations_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint organisations_name_one_line check (private.is_one_line_text(name)),
  constraint organisations_city_length check (btrim(city) <> '' and char_length(city) <= 100),
  constraint organisations_city_one_line check (private.is_one_line_text(city)),
  constraint organisations_region_length check (btrim(region) <> '' and char_length(region) <= 100),
  constraint organisations_region_one_line check (private.is_one_line_text(region)),
  constraint organisations_email_format check (private.is_email_address(email)),
  constraint organisations_phone_length check (char_length(phone) <= 20),
  constraint organisations_phone_one_line check (private.is_one_line_text(phone)),
  constraint organisations_website_length check (char_length(website) <= 500),
  constraint organisations_website_format check (private.is_web_address(website)),
  constraint organisations_address_length check (char_length(address) <= 200),
  constraint organisations_address_one_line check (private.is_one_line_text(address)),
  constraint organisations_notes_length check (char_length(notes) <= 1000),
  constraint organisations_domain_length check (char_length(domain) <= 255)
);

create unique index organisations_register_code_key on public.organisations (register_code);
create unique index organisations_identity_key on public.organisations (name_key, town_key, region);
create index organisations_domain_idx on public.organisations (domain);

-- The domain and the code of the register are left out, since the contacts teach them.
create trigger organisations_set_updated_at
  before update of kind, name, city, region, email, phone, website, address, notes on public.organisations
  for each row execute function private.set_updated_at();

create trigger organisations_normalise_region before insert or update of region on public.organisations
  for each row execute function private.normalise_region();

alter table public.organisations enable row level security;

-- The trigger of contacts alone makes organisations. Those that still have somebody cannot be deleted.
grant select on table public.organisations to authenticated;
grant update (kind, name, city, region, email, phone, website, address, notes) on table public.organisations to authenticated;
grant delete on table public.organisations to authenticated;
grant select, insert, update, delete on table public.organisations to service_role;
-- The two generated columns call these functions.
grant execute on function private.place_key(text), private.name_key(text) to service_role;

create policy "organisations: member reads" on public.organisations
  for select to authenticated
  using ((select private.is_member()));

create policy "organisations: admin updates" on public.organisations
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

-- Only a merge puts an organisation with contacts in the trash (34_completion_and_merges.sql); a person may only delete
-- one without contacts.
alter type public.trash_kind add value 'organisations';

-- schemas/10_contacts.sql

-- This file holds contacts: the list, the place and the organisation of each, its history, and changes to many contacts
-- at once.

-- The values follow the order of a relation: of two records that are merged, the later status stays.
create type public.contact_status as enum ('nouveau', 'contacté', 'intéressé', 'partenaire', 'refusé');

-- Tells whether a campaign may write to contacts of this status
-- (supabase/functions/_shared/contract/campaign-statuses.ts).
create function private.takes_campaigns(status public.contact_status)
returns boolean
language sql
immutable
parallel safe
set search_path = ''
as $$
  select status in ('nouveau', 'contacté', 'intéressé');
$$;

grant execute on function private.takes_campaigns(public.contact_status) to authenticated;

create type public.contact_function as enum (
  'direction-générale', 'greffe', 'communications', 'loisirs', 'urbanisme', 'mairie', 'autre'
);

create table public.contacts (
  id uuid primary key default gen_random_uuid(),
  -- It names whoever created the contact. Removing an administrator must not remove the business's data.
  user_id uuid references auth.users (id) on delete set null,
  name text not null,
  company text not null,
  -- It is null for a prospect accepted or imported without an address; such a contact cannot join a campaign.
  email text,
  phone text,
  city text not null,
  region text not null,
  sector public.sector not null default 'autre',
  status public.contact_status not null default 'nouveau',
  website text,
  notes text,
  -- It follows the town and region, and is null when the register does not say which place they are. People never write
  -- it: the triggers below follow what they write.
  municipality_code text references public.municipalities (code) on delete set null,
  organisation_id uuid references public.organisations (id) on delete set null,
  -- These say what the person does there, and in the organisation's own words.
  function_kind public.contact_function,
  function_title text,
  -- It tells whether the person holds a public office (11_lobbying.sql); when it is null, their sector says so.
  is_public_office_holder boolean,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint contacts_function_title_length check (btrim(function_title) <> '' and char_length(function_title) <= 100),
  constraint contacts_function_title_one_line check (private.is_one_line_text(function_title)),
  constraint contacts_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  -- Names end up in e-mail headers: a line break there would add headers of the sender's choice.
  constraint contacts_name_one_line check (private.is_one_line_text(name)),
  constraint contacts_company_length check (btrim(company) <> '' and char_length(company) <= 100),
  constraint contacts_company_one_line check (private.is_one_line_text(company)),
  constraint contacts_email_format check (private.is_email_address(email)),
  constraint contacts_phone_length check (char_length(phone) <= 20),
  constraint contacts_phone_one_line check (private.is_one_line_text(phone)),
  constraint contacts_city_length check (btrim(city) <> '' and char_length(city) <= 100),
  constraint contacts_city_one_line check (private.is_one_line_text(city)),
  constraint contacts_region_length check (btrim(region) <> '' and char_length(region) <= 100),
  constraint contacts_region_one_line check (private.is_one_line_text(region)),
  constraint contacts_website_length check (char_length(website) <= 500),
  constraint contacts_website_format check (private.is_web_address(website)),
  constraint contacts_notes_length check (char_length(notes) <= 1000)
);

create unique index contacts_email_key on public.contacts (lower(email));
create index contacts_user_id_idx on public.contacts (user_id);
-- The id keeps the order of rows of the same instant between two pages of the list.
create index contacts_created_at_idx on public.contacts (created_at desc, id);
create index contacts_municipality_code_idx on public.contacts (municipality_code);
create index contacts_organisation_id_idx on public.contacts (organisation_id);
create index contacts_company_idx on public.contacts (company);
create index contacts_status_idx on public.contacts (status);
-- The index finds the same person without an e-mail address in an imported file.
create index contacts_identity_idx on public.contacts
  (private.name_key(name), private.name_key(company), private.name_key(city));

create trigger contacts_set_updated_at before update on public.contacts
  for each row execute function private.set_updated_at();

alter table public.contacts enable row level security;

-- Updates neither check nor change user_id: a second administrator edits what the first one created.
grant select on table public.contacts to authenticated;
grant insert (
  user_id, name, company, email, phone, city, region, sector, status, website, notes, organisation_id, function_kind,
  function_title, is_public_office_holder
) on table public.contacts to authenticated;
grant update (
  name, company, email, phone, city, region, sector, status, website, notes, organisation_id, function_kind, function_title,
  is_public_office_holder
) on table public.contacts to authenticated;
grant delete on table public.contacts to authenticated;
grant select, insert, update, delete on table public.contacts to service_role;

create policy "contacts: member reads" on public.contacts
  for select to authenticated
  using ((select private.is_member()));

create policy "contacts: admin inserts as self" on public.contacts
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_admin()));

create policy "contacts: admin updates" on public.contacts
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "contacts: admin deletes" on public.contacts
  for delete to authenticated
  using ((select private.is_admin()));

create function private.trash_label(item public.contacts)
returns text
language sql
stable
set search_path = ''
as $$
  select concat(item.name, ' (', item.company, ')');
$$;

select private.attach_trash('contacts');
select private.attach_activity_log('contacts');

-- Place --------------------------------------------------------------------------------------------------------------

create function private.place_contact()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  found_code constant text := private.municipality_of(new.city, new.region);
begin
  -- The town is spelled as the register does, or stays as it was written when the register does not say which it is.
  new.city := coalesce((select m.name from public.municipalities as m where m.code = found_code), new.city);
  new.region := private.region_name(new.region);
  -- A row that comes back from the trash or from a backup brings its own, which the register may list no more.
  if found_code is not null or tg_op = 'UPDATE' and new.municipality_code is not distinct from old.municipality_code then
    new.municipality_code := found_code;
  end if;
  return new;
end;
$$;

create trigger contacts_place before insert or update of city, region on public.contacts
  for each row execute function private.place_contact();

-- Finds the municipality of the contacts that have none, after a register was imported.
create function private.place_contacts()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- No person edited these contacts, so their `updated_at` is kept.
  perform set_config('app.trash', 'on', true);
  update public.contacts as contact set municipality_code = placed.code
  from (
    select c.id, private.municipality_of(c.city, c.region) as code from public.contacts as c
    where c.municipality_code is null
  ) as placed
  where contact.id = placed.id and placed.code is not null;
  perform private.place_organisations();
  perform set_config('app.trash', '', true);
end;
$$;

-- Organisation -------------------------------------------------------------------------------------------------------

create policy "organisations: admin deletes who has nobody" on public.organisations
  for delete to authenticated
  using (
    not exists (select from public.contacts as c where c.organisation_id = organisations.id) and (select private.is_admin())
  );

-- Returns the code of the register that the organisation of a contact is: its town's, or that of the MRC whose name it
-- bears.
create function private.organisation_code(contact public.contacts)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  -- « MRC de La Matanie » is « la matanie » or « matanie ».
  bare text;
begin
  if contact.sector <> 'mrc' then
    return case contact.sector when 'municipalité' then contact.municipality_code end;
  end if;
  bare := regexp_replace(private.place_key(contact.company), '^(la )?(mrc|municipalite regionale de comte) ', '');
  return (
    select min(m.code) from public.municipalities as m
    where m.kind = 'mrc' and m.gone_on is null
      and m.search_key = any (array(
        select regexp_replace(bare, '^' || article, '') from unnest(array['', 'de l ', 'de la ', 'de ', 'du ', 'des ', 'd ']) as article
      ))
  );
end;
$$;

-- Finds the organisation of a contact, or makes it: by the code of the register, by its name and town without accents,
-- then, for a public body, by the domain of its address among those of the same kind and town: two firms may share a
-- domain, and a person is asked about them (« Doublons »). The same contacts in the same order always make the same
-- organisations.
--   movable  the organisation that the contact was of: when nobody else is and only the town was corrected, it moves
--            instead
create function private.organisation_of(contact public.contacts, movable uuid default null)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  wanted_kind constant public.organisation_kind := private.organisation_kind(contact.sector);
  wanted_name constant text := private.name_key(contact.company);
  wanted_town constant text := private.place_key(contact.city);
  wanted_region constant text := private.region_name(contact.region);
  wanted_domain constant text := private.organisation_domain(contact.email);
  wanted_code constant text := private.organisation_code(contact);
  place public.municipalities;
  known uuid;
begin
  select o.id into known from public.organisations as o where o.register_code = wanted_code;
  if known is null then
    select o.id into known from public.organisations as o
    where o.name_key = wanted_name and o.town_key = wanted_town
      and o.region = wanted_region;
  end if;
  if known is null and wanted_domain is not null and wanted_kind <> 'entreprise' then
    select case when count(*) = 1 then min(o.id::text)::uuid end into known from public.organisations as o
    where o.domain = wanted_domain and o.kind = wanted_kind and o.town_key = wanted_town
      and o.region = wanted_region and (wanted_code is null or o.register_code is null);
  end if;
  -- The organisation was known otherwise, and the register now says what it is.
  update public.organisations as o set register_code = wanted_code, kind = wanted_kind,
    -- This organisation must stay unedited by a person: see drop_empty_organisation.
    created_at = case when o.updated_at = o.created_at then now() else o.created_at end
  where o.id = known and wanted_code is not null and o.register_code is null;
  if known is null and movable is not null then
    update public.organisations as o
    set city = contact.city, region = wanted_region, register_code = wanted_code, kind = wanted_kind,
      created_at = case when o.updated_at = o.created_at then now() else o.created_at end
    where o.id = movable;
    return movable;
  end if;
  if known is null then
    select * into place from public.municipalities as m where m.code = wanted_code;
    insert into public.organisations (kind, name, register_code, city, region, email, phone, website, domain)
    values (
      wanted_kind, btrim(contact.company), wanted_code, contact.city, wanted_region, place.official_email,
      case when private.is_one_line_text(place.phone) then place.phone end, place.website, wanted_domain
    )
    -- Of two contacts saved at once, the second finds what the first made.
    on conflict do nothing
    returning id into known;
  end if;
  if known is null then
    select o.id into known from public.organisations as o
    where o.register_code = wanted_code or o.name_key = wanted_name
      and o.town_key = wanted_town and o.region = wanted_region
    order by o.register_code = wanted_code desc nulls last, o.id
    limit 1;
  end if;
  update public.organisations as o set domain = wanted_domain
  where o.id = known and o.domain is null and wanted_domain is not null;
  return known;
end;
$$;

-- Gives a contact its organisation, unless a person chose it. By its name it runs after contacts_place: the town is
-- then spelled as the register does.
create function private.set_contact_organisation()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  same_name boolean;
  same_place boolean;
  movable uuid;
begin
  if tg_op = 'INSERT' and new.organisation_id is not null then
    return new;
  elsif tg_op = 'UPDATE' and new.organisation_id is not null then
    same_name := private.name_key(new.company) = private.name_key(old.company);
    same_place := (private.place_key(new.city), new.region, private.organisation_kind(new.sector))
      is not distinct from (private.place_key(old.city), old.region, private.organisation_kind(old.sector));
    if new.organisation_id is distinct from old.organisation_id or same_name and same_place
      -- It is the name of the organisation itself, which the person wrote otherwise.
      or same_place and exists (
        select from public.organisations as o
        where o.id = new.organisation_id and o.name_key = private.name_key(new.company)
      )
    then
      return new;
    end if;
    if same_name and not exists (
      select from public.contacts as c where c.organisation_id = old.organisation_id and c.id <> new.id
    ) then
      movable := old.organisation_id;
    end if;
  end if;
  new.organisation_id := private.organisation_of(new, movable);
  return new;
exception when integrity_constraint_violation then
  -- The rules of contacts refuse bad values in their own words; a save is never stopped here.
  return new;
end;
$$;

create trigger contacts_set_organisation before insert or update of company, city, region, sector on public.contacts
  for each row execute function private.set_contact_organisation();

-- Deletes an organisation that only existed through a typing error and has no contact left, unless a person wrote about
-- it.
create function private.drop_empty_organisation()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.organisations as o
  where o.id = old.organisation_id and o.updated_at = o.created_at
    and not exists (select from public.contacts as c where c.organisation_id = o.id);
  return null;
end;
$$;

create trigger contacts_drop_empty_organisation
  after update of company, city, region, sector, organisation_id on public.contacts
  -- app.trash is on while merges and restores move many of them.
  for each row when (
    old.organisation_id is distinct from new.organisation_id and current_setting('app.trash', true) is distinct from 'on'
  )
  execute function private.drop_empty_organisation();

-- Links organisations to the register once it is imported: to the municipality in which all of their contacts are. Of
-- several organisations of one municipality the first is linked.
create function private.place_organisations()
returns void
language sql
set search_path = ''
as $$
  with told as (
    select o.id, o.created_at, min(c.municipality_code) as code
    from public.organisations as o join public.contacts as c on c.organisation_id = o.id
    where o.kind = 'municipalité' and o.register_code is null
    group by o.id having count(distinct c.municipality_code) = 1
  ),
  first_of as (
    select distinct on (code) id, code from told
    where not exists (select from public.organisations as other where other.register_code = told.code)
    order by code, created_at, id
  )
  update public.organisations as o set register_code = first_of.code from first_of where o.id = first_of.id;
$$;

-- History and changes ------------------------------------------------------------------------------------------------

create type public.contact_event_kind as enum ('status', 'imported', 'completed');

-- The table is the history of a contact. The trigger below and import_contacts write it, never the API.
create table public.contact_events (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references public.contacts (id) on delete cascade,
  kind public.contact_event_kind not null,
  -- Only a change of status has these.
  old_status public.contact_status,
  new_status public.contact_status,
  -- Only an import has it: where the list came from, in the administrator's words.
  source text,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint contact_events_source_length check (char_length(source) <= 500)
);

create index contact_events_contact_id_idx on public.contact_events (contact_id, created_at desc);
create index contact_events_recorded_by_idx on public.contact_events (recorded_by);

alter table public.contact_events enable row level security;

grant select on table public.contact_events to authenticated, service_role;

create policy "contact_events: member reads" on public.contact_events
  for select to authenticated
  using ((select private.is_member()));

create type public.contact_activity_kind as enum ('appel', 'rencontre', 'note');

-- The table holds exchanges with a contact or about one: a call, a meeting, a note, with its day.
create table public.contact_activities (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references public.contacts (id) on delete cascade,
  kind public.contact_activity_kind not null,
  happened_at timestamptz not null default now(),
  body text not null,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint contact_activities_body_length check (btrim(body) <> '' and char_length(body) <= 5000)
);

create index contact_activities_contact_id_idx on public.contact_activities (contact_id, happened_at desc);
create index contact_activities_recorded_by_idx on public.contact_activities (recorded_by);

-- Returns the contact that a merged contact now belongs to, for what was written offline and arrives after the merge.
-- It is PL/pgSQL because merges are in a later file.
create function private.follow_merge()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept uuid;
begin
  loop
    select merge.kept_id into kept from private.contact_merges as merge where merge.trash_id = new.contact_id;
    exit when not found;
    new.contact_id := kept;
  end loop;
  return new;
end;
$$;

create trigger contact_activities_follow_merge before insert on public.contact_activities
  for each row when (current_setting('app.trash', true) is distinct from 'on')
  execute function private.follow_merge();

alter table public.contact_activities enable row level security;

-- The id is granted so that an activity that was deleted comes back as it was.
grant select on table public.contact_activities to authenticated;
grant insert (id, contact_id, kind, happened_at, body, recorded_by) on table public.contact_activities to authenticated;
grant delete on table public.contact_activities to authenticated;
grant select, insert, update, delete on table public.contact_activities to service_role;

create policy "contact_activities: member reads" on public.contact_activities
  for select to authenticated
  using ((select private.is_member()));

create policy "contact_activities: admin inserts as self" on public.contact_activities
  for insert to authenticated
  with check (recorded_by = (select auth.uid()) and (select private.is_admin()));

create policy "contact_activities: admin deletes" on public.contact_activities
  for delete to authenticated
  using ((select private.is_admin()));

-- Records each change of status, but not one that the same person takes back within a minute.
create function private.record_contact_status()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.contact_events
  where id = (
      select id from public.contact_events where contact_id = new.id order by created_at desc, id limit 1
    )
    and kind = 'status' and old_status = new.status and new_status = old.status
    and recorded_by = auth.uid() and created_at > now() - interval '1 minute';
  if found then
    return null;
  end if;
  insert into public.contact_events (contact_id, kind, old_status, new_status, recorded_by)
  values (new.id, 'status', old.status, new.status, auth.uid());
  return null;
end;
$$;

create trigger contacts_record_status after update of status on public.contacts
  for each row when (old.status is distinct from new.status)
  execute function private.record_contact_status();

-- Changes the status of a selection, as the caller, under the policies of contacts. It returns how many were changed.
create function public.set_contact_status(contact_ids uuid[], status public.contact_status)
returns integer
language sql
set search_path = ''
as $$
  with changed as (
    update public.contacts c set status = set_contact_status.status
    where c.id = any (contact_ids) and c.status <> set_contact_status.status
    returning 1
  )
  select count(*)::integer from changed;
$$;

grant execute on function public.set_contact_status(uuid[], public.contact_status) to authenticated;

-- Gives rows back the statuses they had, in one transaction; what somebody has changed since stays. It runs as the
-- caller, under the policies of each table. private.set_answered_at brings the date of an answer back, and
-- private.record_contact_status makes the history of a contact forget the change. It returns how many rows were
-- changed.
--   kind    contacts, quote_requests or virtual_tours
--   given   the status that all of them were given
--   before  the status of each until then: [{ id, status }]
create function public.undo_status(kind text, given text, before jsonb)
returns integer
language plpgsql
set search_path = ''
as $$
declare
  changed integer;
begin
  if kind = 'contacts' then
    update public.contacts c set status = old.status
    from jsonb_to_recordset(before) as old (id uuid, status public.contact_status)
    where c.id = old.id and c.status = given::public.contact_status;
  elsif kind = 'quote_requests' then
    update public.quote_requests q set status = old.status
    from jsonb_to_recordset(before) as old (id uuid, status public.request_status)
    where q.id = old.id and q.status = given::public.request_status and q.anonymised_at is null;
  elsif kind = 'virtual_tours' then
    update public.virtual_tours t set status = old.status
    from jsonb_to_recordset(before) as old (id uuid, status public.tour_status)
    where t.id = old.id and t.status = given::public.tour_status;
  else
    raise invalid_parameter_value using message = 'Ce changement ne peut pas être annulé';
  end if;
  get diagnostics changed = row_count;
  return changed;
end;
$$;

grant execute on function public.undo_status(text, text, jsonb) to authenticated;

-- schemas/11_lobbying.sql

-- This file says who holds a public office, and what allows to solicit them (docs/decisions/0065). Writing to a public
-- office that asked for nothing may be lobbying (Loi sur la transparence et l’éthique en matière de lobbyisme,
-- T-11.011): the ground is asked for and kept. Whether the law applies is for the studio to find out.

-- Tells whether a person of this sector is taken to hold a public office.
create function private.holds_public_office(sector public.sector)
returns boolean
language sql
immutable
strict
parallel safe
set search_path = ''
return sector in ('municipalité', 'mrc', 'organisme-public');

grant execute on function private.holds_public_office(public.sector) to authenticated;

-- Tells whether a person counts as a public office holder: as recorded for the person, else by their sector.
create function private.is_public_office_holder(contact public.contacts)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(contact.is_public_office_holder, private.holds_public_office(contact.sector));
$$;

grant execute on function private.is_public_office_holder(public.contacts) to authenticated;

-- The values are grounds: the person asked in writing, a public call for tenders, work after an award, or a mandate in
-- the register of lobbyists.
create type public.lobbying_ground as enum ('written_request', 'public_call', 'award', 'mandate');

-- Finds what allows at that moment to write to or to call a person who holds a public office, as far as the studio's
-- own records know: { ground, reference }, from the mandate in force, else from what the person asked in writing. It
-- returns null when nothing does.
create function private.standing_ground(contact uuid, at timestamptz)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(
    (
      select jsonb_build_object('ground', 'mandate', 'reference', mandate_number) from public.sending_settings
      where id = 1 and mandate_number <> ''
        and (at at time zone 'America/Toronto')::date between mandate_from and mandate_until
    ),
    (
      select jsonb_build_object(
        'ground', 'written_request',
        'reference', 'Demande du ' || to_char(max(asked.occurred_at) at time zone 'America/Toronto', 'YYYY-MM-DD')
      )
      from public.contacts as person
      join public.consent_events as asked on lower(asked.email) = lower(person.email)
      where person.id = standing_ground.contact and asked.basis = 'inquiry' and asked.occurred_at <= at
        and private.consent_expiry(asked.basis, asked.occurred_at) > at
      having count(*) > 0
    )
  );
end;
$$;

grant execute on function private.standing_ground(uuid, timestamptz) to authenticated;

-- Says why a public office holder may not be written to again, or called, without a ground; null when there is no such
-- reason.
create function private.lobbying_refusal(contact uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select 'Retenu : relancer un titulaire de charge publique sans demande écrite, appel public, contrat ni mandat inscrit peut être du lobbyisme (loi T-11.011, art. 5)'
  from public.contacts as person
  where person.id = lobbying_refusal.contact and private.is_public_office_holder(person);
$$;

grant execute on function private.lobbying_refusal(uuid) to authenticated;

-- schemas/12_consent.sql

-- This file holds consent: the proofs, the addresses that must not be written to, and the one answer to "may this
-- person be e-mailed?".

create type public.consent_basis as enum (
  'express', 'inquiry', 'purchase', 'contract', 'published', 'disclosed', 'referral', 'none', 'withdrawn',
  'unverified', 'no_solicitation'
);

-- The table holds the proofs of consent: Canada's anti-spam law puts the burden of proof on the sender. It is
-- append-only, for the service role too: a correction is a new row.
create table public.consent_events (
  id uuid primary key default gen_random_uuid(),
  -- The proof outlives the contact.
  contact_id uuid references public.contacts (id) on delete set null,
  email text not null,
  basis public.consent_basis not null,
  occurred_at timestamptz not null,
  source_url text,
  evidence text,
  wording text,
  wording_version text,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint consent_events_email_format check (private.is_email_address(email)),
  constraint consent_events_source_url_length check (char_length(source_url) <= 500),
  constraint consent_events_source_url_format check (private.is_web_address(source_url)),
  constraint consent_events_evidence_length check (char_length(evidence) <= 5000),
  constraint consent_events_wording_length check (char_length(wording) <= 5000),
  constraint consent_events_wording_version_length check (char_length(wording_version) <= 50)
);

create index consent_events_contact_id_idx on public.consent_events (contact_id);
create index consent_events_recorded_by_idx on public.consent_events (recorded_by);
create index consent_events_email_idx on public.consent_events (lower(email), occurred_at desc);

alter table public.consent_events enable row level security;

grant select on table public.consent_events to authenticated;
grant insert (contact_id, email, basis, occurred_at, source_url, evidence, wording, wording_version, recorded_by)
  on table public.consent_events to authenticated;
grant select, insert on table public.consent_events to service_role;

create policy "consent_events: member reads" on public.consent_events
  for select to authenticated
  using ((select private.is_member()));

create policy "consent_events: admin appends as self" on public.consent_events
  for insert to authenticated
  with check (recorded_by = (select auth.uid()) and (select private.is_admin()));

-- Suppressions ---------------------------------------------------------------------------------------------------

-- The table holds the key of the address hashes: a plain hash can be guessed by trying addresses. It never leaves the
-- database.
create table private.hash_key (
  id smallint primary key,
  key bytea not null,
  -- It holds the fingerprints of other keys whose suppressions an administrator has written again with this one.
  replaces text[] not null default '{}'
);

alter table private.hash_key enable row level security;

insert into private.hash_key (id, key)
values (1, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- Hashes a plain SHA-256 hash with the key. It is PL/pgSQL, which keeps its plan: it is called for each contact of a
-- list.
create function private.keyed_hash(plain_hash text)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select encode(sha256(key || sha256(key || convert_to(plain_hash, 'UTF8'))), 'hex') from private.hash_key where id = 1
  );
end;
$$;

grant execute on function private.keyed_hash(text) to authenticated, service_role;

-- Hashes a text with the key: limits remember a network address or a mailbox by it.
create function private.keyed_text_hash(value text)
returns text
language sql
stable
set search_path = ''
as $$
  select private.keyed_hash(encode(sha256(convert_to(value, 'UTF8')), 'hex'));
$$;

-- Tells which key the hashes of this database are made with, without telling the key; null when the key is missing.
create function private.key_fingerprint()
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select left(encode(sha256(convert_to('fingerprint', 'UTF8') || key), 'hex'), 16) from private.hash_key where id = 1;
$$;

grant execute on function private.key_fingerprint() to authenticated, service_role;

-- Returns the form in which suppressions keep an address. Compatibility forms are folded (a full-width letter is the
-- letter), so that no other spelling of a suppressed address is written to.
create function private.email_hash(address text)
returns text
language sql
stable
set search_path = ''
as $$
  select private.keyed_hash(encode(sha256(convert_to(lower(normalize(btrim(address), nfkc)), 'UTF8')), 'hex'));
$$;

grant execute on function private.email_hash(text) to authenticated, service_role;

create type public.suppression_reason as enum ('unsubscribed', 'bounced', 'complained', 'manual', 'erased');

-- The table holds the addresses that must not be written to, and is append-only. Only a hash is kept, because the list
-- survives the deletion of everything else about the person. Screens add to it through functions: a browser cannot
-- compute the hash. An address is listed again when its person consents anew and unsubscribes again.
create table public.suppressions (
  id uuid primary key default gen_random_uuid(),
  -- It is private.email_hash of the address: 64 lower-case hexadecimal digits.
  email_hash text not null,
  reason public.suppression_reason not null,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- It names the key of the hash: after a restore under another key the address could not be recognised.
  key_fingerprint text not null default private.key_fingerprint(),
  constraint suppressions_email_hash_format check (email_hash ~ '^[0-9a-f]{64}$'),
  constraint suppressions_key_fingerprint_format check (key_fingerprint ~ '^[0-9a-f]{16}$')
);

create index suppressions_recorded_by_idx on public.suppressions (recorded_by);
create index suppressions_created_at_idx on public.suppressions (created_at desc);
create index suppressions_email_hash_idx on public.suppressions (email_hash, created_at desc);

alter table public.suppressions enable row level security;

grant select on table public.suppressions to authenticated;
grant select, insert on table public.suppressions to service_role;

create policy "suppressions: admin reads" on public.suppressions
  for select to authenticated
  using ((select private.is_admin()));

-- The table records the end of a suppression, which needs a new express consent and a reason. It is append-only.
create table public.suppression_lifts (
  id uuid primary key default gen_random_uuid(),
  email_hash text not null,
  reason text not null,
  -- It is the new express consent, which is deleted with the person's data; this row stays.
  consent_event_id uuid references public.consent_events (id) on delete set null,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint suppression_lifts_email_hash_format check (email_hash ~ '^[0-9a-f]{64}$'),
  constraint suppression_lifts_reason_length check (btrim(reason) <> '' and char_length(reason) <= 500)
);

create index suppression_lifts_email_hash_idx on public.suppression_lifts (email_hash, created_at desc);
create index suppression_lifts_consent_event_id_idx on public.suppression_lifts (consent_event_id);
create index suppression_lifts_recorded_by_idx on public.suppression_lifts (recorded_by);

alter table public.suppression_lifts enable row level security;

grant select on table public.suppression_lifts to authenticated, service_role;

create policy "suppression_lifts: admin reads" on public.suppression_lifts
  for select to authenticated
  using ((select private.is_admin()));

-- Lists the suppressions in force, one per address: the newest that no later lift has ended. With equal times it is in
-- force. It runs as its owner: readers are told the state of a contact, never the list of hashes.
create function private.standing_suppressions()
returns table (email_hash text, reason public.suppression_reason, created_at timestamptz)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return query
  select distinct on (suppression.email_hash) suppression.email_hash, suppression.reason, suppression.created_at
  from public.suppressions suppression
  where not exists (
    select from public.suppression_lifts lift
    where lift.email_hash = suppression.email_hash and lift.created_at > suppression.created_at
  )
  order by suppression.email_hash, suppression.created_at desc;
end;
$$;

grant execute on function private.standing_suppressions() to authenticated, service_role;

-- Lists the suppressions in force of some addresses, hashed together as private.email_hash does one by one: it serves
-- ten thousand contacts at once.
create function private.suppressed_among(addresses text[])
returns table (address text, reason public.suppression_reason)
language sql
stable
security definer
set search_path = ''
as $$
  select given.address, standing.reason
  from private.hash_key present
  cross join unnest(addresses) as given (address)
  join private.standing_suppressions() standing on decode(standing.email_hash, 'hex') = sha256(
    present.key || sha256(present.key || encode(sha256(convert_to(lower(
      -- The compatibility form of ASCII is itself.
      case when octet_length(given.address) = char_length(given.address) then btrim(given.address)
        else normalize(btrim(given.address), nfkc) end
    ), 'UTF8')), 'hex')::bytea)
  )
  where present.id = 1;
$$;

grant execute on function private.suppressed_among(text[]) to authenticated, service_role;

-- Counts the suppressions in force that were written with another key than the present one, so that nobody knows whom
-- they concern.
create function private.unreadable_suppressions()
returns bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select count(distinct suppression.email_hash)
    from public.suppressions suppression
    left join private.hash_key present on present.id = 1
    where suppression.key_fingerprint is distinct from (select private.key_fingerprint())
      and (suppression.key_fingerprint = any (present.replaces)) is not true
      and not exists (
        select from public.suppression_lifts lift
        where lift.email_hash = suppression.email_hash and lift.created_at > suppression.created_at
      )
  );
end;
$$;

grant execute on function private.unreadable_suppressions() to authenticated;

-- Says in French why no commercial message at all may leave; null when they may.
create function private.sending_stop()
returns text
language sql
stable
set search_path = ''
as $$
  select 'Envois arrêtés : la clé des désabonnements a changé ou manque, on ne sait plus qui s’est désabonné.'
  where private.key_fingerprint() is null or private.unreadable_suppressions() > 0;
$$;

grant execute on function private.sending_stop() to authenticated;

-- Whether a person may be e-mailed ------------------------------------------------------------------------------------

-- Returns when a basis of consent expires (Canada's anti-spam law, section 10); null when it never does. A referral
-- allows one message only and 'none' nothing: neither makes a contact mailable.
create function private.consent_expiry(basis public.consent_basis, occurred_at timestamptz)
returns timestamptz
language plpgsql
immutable
set search_path = ''
as $$
begin
  -- This function and the next are PL/pgSQL, because they are asked of every proof of every contact
  -- (docs/decisions/0031).
  return case
    when basis = 'inquiry' then (occurred_at at time zone 'America/Toronto' + interval '6 months') at time zone 'America/Toronto'
    when basis in ('purchase', 'contract')
      then (occurred_at at time zone 'America/Toronto' + interval '2 years') at time zone 'America/Toronto'
  end;
end;
$$;

grant execute on function private.consent_expiry(public.consent_basis, timestamptz) to authenticated, service_role;

-- Tells whether an address leads to OpenStreetMap, which anybody may edit: an address found there was not published by
-- its organisation.
create function private.is_open_map(address text)
returns boolean
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
begin
  return address ~* '^https?://([a-z0-9-]+\.)*(openstreetmap|osm)\.org([:/?#]|$)';
end;
$$;

grant execute on function private.is_open_map(text) to authenticated, service_role;

-- Returns what the ledger says at a moment of addresses in lower case (null: of all that it knows): the basis in force
-- with its proof, and what holds where none is (withdrawn, refused, unverified). The strongest since the last
-- withdrawal counts: a later inquiry does not shorten an express consent. An address is published by the organisation's
-- own page or the municipal register, and no longer once the page refuses solicitation.
create function private.ledger_consents(addresses text[], at timestamptz)
returns table (
  address text, basis public.consent_basis, occurred_at timestamptz, expires_at timestamptz, source_url text, evidence text, otherwise text
)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  -- Planning the query takes longer than answering it.
  if cardinality(addresses) = 0 then
    return;
  end if;
  -- It is PL/pgSQL, which keeps its plan: the sender asks for one address at a time.
  return query
  with proofs as (
    -- The query has two branches, so that the index serves some addresses.
    select lower(email) as address, basis, occurred_at, source_url, evidence
    from public.consent_events where lower(email) = any (addresses) and occurred_at <= at
    union all
    select lower(email), basis, occurred_at, source_url, evidence
    from public.consent_events where addresses is null and occurred_at <= at
  ),
  events as (
    select proofs.*, private.consent_expiry(basis, occurred_at) as expiry,
      basis = 'published' and private.is_open_map(source_url) as is_mapped
    from proofs
  ),
  withdrawals as (
    select address, max(occurred_at) as last from events where basis = 'withdrawn' group by address
  ),
  notices as (
    select distinct on (address) * from events where basis = 'no_solicitation' order by address, occurred_at desc
  ),
  doubts as (
    select distinct on (address) * from events where basis = 'unverified' or is_mapped order by address, occurred_at desc
  ),
  standing as (
    select distinct on (events.address) events.*
    from events
    left join withdrawals on withdrawals.address = events.address
    left join notices on notices.address = events.address
    where events.basis in ('express', 'inquiry', 'purchase', 'contract', 'published', 'disclosed')
      and (
        events.basis <> 'published'
        or not events.is_mapped and (notices.address is null or events.occurred_at > notices.occurred_at)
      )
      -- After a withdrawal only the person's own act counts, not an address published somewhere.
      and (
        withdrawals.last is null
        or events.occurred_at > withdrawals.last and events.basis not in ('published', 'disclosed')
      )
    order by events.address, events.expiry desc nulls first, events.occurred_at desc
  )
  select known.address, standing.basis, coalesce(standing.occurred_at, notices.occurred_at, doubts.occurred_at), standing.expiry,
    case
      when standing.address is not null then standing.source_url
      when notices.address is not null then notices.source_url
      else doubts.source_url
    end,
    case
      when standing.address is not null then standing.evidence
      when notices.address is not null then notices.evidence
      else doubts.evidence
    end,
    case
      when withdrawals.address is not null then 'withdrawn'
      when notices.address is not null then 'refused'
      when doubts.address is not null then 'unverified'
    end
  from (select distinct address from events) known
  left join standing on standing.address = known.address
  left join withdrawals on withdrawals.address = known.address
  left join notices on notices.address = known.address
  left join doubts on doubts.address = known.address
  where coalesce(standing.address, withdrawals.address, notices.address, doubts.address) is not null;
end;
$$;

grant execute on function private.ledger_consents(text[], timestamptz) to authenticated, service_role;

-- The table keeps what the ledger said of each address when a line of it last changed, so that ten thousand contacts
-- are counted without reading every proof (docs/decisions/0096). It serves counts and lists: whether a message leaves
-- is asked of the ledger itself.
create table private.address_consents (
  address text primary key,
  basis public.consent_basis,
  expires_at timestamptz,
  otherwise text,
  -- Date of the next proof that is dated in the future: from then on the ledger must be read instead of this row.
  recheck_at timestamptz
);

alter table private.address_consents enable row level security;

-- Writes what the ledger says of some addresses now.
create function private.keep_consents(addresses text[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Of two simultaneous transactions about an address the second waits here, and then reads what the first committed.
  insert into private.address_consents (address)
  select distinct asked.address from unnest(addresses) as asked (address) order by asked.address
  on conflict (address) do update set address = excluded.address;
  update private.address_consents as kept
  set basis = said.basis, expires_at = said.expires_at, otherwise = said.otherwise, recheck_at = (
    select min(e.occurred_at) from public.consent_events as e where lower(e.email) = kept.address and e.occurred_at > now()
  )
  from unnest(addresses) as asked (address)
  left join private.ledger_consents(addresses, now()) as said on said.address = asked.address
  where kept.address = asked.address;
  delete from private.address_consents
  where address = any (addresses) and basis is null and otherwise is null and recheck_at is null;
end;
$$;

create function private.keep_changed_consents()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  addresses text[];
begin
  if tg_op = 'INSERT' then
    addresses := array(select distinct lower(email) from written);
  elsif tg_op = 'DELETE' then
    addresses := array(select distinct lower(email) from gone);
  elsif tg_op = 'UPDATE' then
    -- A contact who goes leaves its proofs without one, which changes nothing here.
    addresses := array(
      select distinct lower(changed.email)
      from (
        (select id, email, basis, occurred_at, source_url from written
         except select id, email, basis, occurred_at, source_url from gone)
        union all
        (select id, email, basis, occurred_at, source_url from gone
         except select id, email, basis, occurred_at, source_url from written)
      ) as changed
    );
  else
    -- A DELETE without a condition is refused on hosted projects (safeupdate).
    delete from private.address_consents where true;
  end if;
  if cardinality(addresses) > 0 then
    perform private.keep_consents(addresses);
  end if;
  return null;
end;
$$;

create trigger consent_events_keep_inserted after insert on public.consent_events
  referencing new table as written for each statement execute function private.keep_changed_consents();
create trigger consent_events_keep_updated after update on public.consent_events
  referencing old table as gone new table as written for each statement execute function private.keep_changed_consents();
create trigger consent_events_keep_deleted after delete on public.consent_events
  referencing old table as gone for each statement execute function private.keep_changed_consents();
create trigger consent_events_keep_emptied after truncate on public.consent_events
  for each statement execute function private.keep_changed_consents();

-- Other triggers rest when a backup is put back; this one must not.
alter table public.consent_events
  enable always trigger consent_events_keep_inserted,
  enable always trigger consent_events_keep_updated,
  enable always trigger consent_events_keep_deleted,
  enable always trigger consent_events_keep_emptied;

-- Returns what is kept to whoever may read the ledger.
create function private.kept_consents()
returns setof private.address_consents
language sql
stable
security definer
rows 10000
set search_path = ''
as $$
  select * from private.address_consents where (select private.is_member());
$$;

grant execute on function private.kept_consents() to authenticated;

-- Returns what holds at a moment of some addresses, each given once: the state, with the basis and its proof, and why
-- the address is suppressed. It asks the ledger or, with `kept`, what is kept of it, without proofs, for counts and
-- lists. An address of which nothing is known has no line.
create function private.address_standings(addresses text[], at timestamptz, kept boolean default false)
returns table (
  address text, state text, basis public.consent_basis, occurred_at timestamptz, expires_at timestamptz, source_url text, evidence text,
  suppression public.suppression_reason
)
language plpgsql
stable
set search_path = ''
-- The planner knows nothing of the answers of functions before they come, and would sort thousands of texts to merge
-- them.
set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  -- It is PL/pgSQL, which keeps its plan: the sender asks for one address at a time.
  return query
  with asked as (
    select given.address, lower(given.address) as key from unnest(addresses) as given (address)
  ),
  remembered as materialized (
    select * from private.kept_consents() where kept
  ),
  ledger as (
    select * from private.ledger_consents(
      case
        when kept then array(select address from remembered where recheck_at <= at)
        -- For many addresses, every proof is read once rather than looked for.
        when cardinality(addresses) <= 100 then array(select key from asked)
      end, at
    )
    union all
    select address, basis, null, expires_at, null, null, otherwise from remembered
    where (recheck_at <= at) is not true and num_nonnulls(basis, otherwise) > 0
  )
  select asked.address,
    case
      when suppressed.address is not null then 'unsubscribed'
      when ledger.expires_at <= at then 'expired'
      when ledger.basis is not null then 'allowed'
      else ledger.otherwise
    end,
    ledger.basis, ledger.occurred_at, ledger.expires_at, ledger.source_url, ledger.evidence, suppressed.reason
  from asked
  left join ledger on ledger.address = asked.key
  left join private.suppressed_among(addresses) as suppressed on suppressed.address = asked.address
  where ledger.address is not null or suppressed.address is not null;
end;
$$;

grant execute on function private.address_standings(text[], timestamptz, boolean) to authenticated, service_role;

-- Returns the basis in force at a moment, for each contact (or one) that ever had one or whose address is suppressed.
-- It goes by address, not by contact: a consent given for one address does not hold for another.
create function private.current_consents(only_contact uuid, at timestamptz default now())
returns table (
  contact_id uuid, state text, basis public.consent_basis, occurred_at timestamptz, expires_at timestamptz, source_url text, evidence text,
  suppression public.suppression_reason
)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  -- It is PL/pgSQL, which keeps its plan: the sender asks for one contact at a time.
  return query
  with people as (
    -- The query has two branches, so that the index serves a single contact.
    select id, email from public.contacts where email is not null and id = only_contact
    union all
    select id, email from public.contacts where email is not null and only_contact is null
  )
  select people.id, standing.state, standing.basis, standing.occurred_at, standing.expires_at, standing.source_url,
    standing.evidence, standing.suppression
  from people
  join private.address_standings(array(select email from people), at) as standing on standing.address = people.email;
end;
$$;

grant execute on function private.current_consents(uuid, timestamptz) to authenticated, service_role;

-- Returns the consents in force to the API, { contact id: { state, basis, … } }, as one value because a list of rows is
-- cut at 1 000.
create function public.contact_consents(only_contact uuid default null)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(contact_id, jsonb_strip_nulls(to_jsonb(c) - 'contact_id')), '{}')
  from private.current_consents(only_contact) c;
$$;

grant execute on function public.contact_consents(uuid) to authenticated;

-- Says in French why whoever has that address (null: none) and that status must not be e-mailed, after what holds of
-- the address; null when nothing of theirs forbids it. It is PL/pgSQL, which keeps its plan: it is asked of each
-- contact.
create function private.refusal_reason(email text, status public.contact_status, state text, suppression public.suppression_reason)
returns text
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
begin
  return case
    when email is null then 'Aucune adresse courriel'
    when suppression = 'bounced' then 'Adresse en erreur permanente'
    when suppression = 'complained' then 'A signalé un message comme indésirable'
    when suppression = 'manual' then 'Retiré des envois par l''équipe'
    when suppression = 'erased' then 'Renseignements effacés à sa demande'
    when state = 'unsubscribed' then 'Désabonné'
    when status = 'refusé' then 'A refusé d''être sollicité'
    when state = 'withdrawn' then 'Consentement retiré'
    when state = 'refused' then 'La page de l’organisation refuse la sollicitation'
    when state = 'unverified' then 'Adresse à vérifier sur le site de l’organisation'
    when state = 'expired' then 'Consentement expiré'
    when state is null then 'Aucun consentement consigné'
  end;
end;
$$;

grant execute on function private.refusal_reason(text, public.contact_status, text, public.suppression_reason) to authenticated;

-- Lists every contact (or one) with the reason, in French, why it must not be e-mailed at that moment; null when it may
-- be.
create function private.email_refusals(only_contact uuid, at timestamptz)
returns table (contact_id uuid, reason text)
language sql
stable
set search_path = ''
as $$
  select contact.id, coalesce(
    private.refusal_reason(contact.email, contact.status, consent.state, consent.suppression), (select private.sending_stop())
  )
  from (
    -- The query has two branches, so that the index serves a single contact.
    select * from public.contacts where id = only_contact
    union all
    select * from public.contacts where only_contact is null
  ) contact
  left join private.current_consents(only_contact, at) consent on consent.contact_id = contact.id;
$$;

grant execute on function private.email_refusals(uuid, timestamptz) to authenticated;

-- Says in French why this contact must not be e-mailed at that moment; null when it may be.
create function public.may_email(contact uuid, at timestamptz default now())
returns text
language sql
stable
set search_path = ''
as $$
  select case when count(*) = 0 then 'Contact supprimé' else min(reason) end
  from private.email_refusals(coalesce(contact, '00000000-0000-0000-0000-000000000000'), at);
$$;

grant execute on function public.may_email(uuid, timestamptz) to authenticated;

-- Adds an address to the suppressions, unless one is in force.
create function private.suppress(hash text, why public.suppression_reason, author uuid default null)
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Of two simultaneous calls, only one adds the address.
  perform pg_advisory_xact_lock(31, hashtext(hash));
  if not exists (select from private.standing_suppressions() standing where standing.email_hash = hash) then
    -- The clock is read again instead of now(), because a suppression lifted in the same transaction must not end this
    -- one.
    insert into public.suppressions (email_hash, reason, recorded_by, created_at)
    values (hash, why, author, clock_timestamp());
  end if;
end;
$$;

-- A contact who refused and is deleted may be found again in a public register: the refusal outlives the contact.
create function private.keep_refusal()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.suppress(private.email_hash(old.email), 'manual', auth.uid());
  return null;
end;
$$;

create trigger contacts_keep_refusal after delete on public.contacts
  for each row when (old.status = 'refusé' and old.email is not null)
  execute function private.keep_refusal();

-- Suppresses, for the service role, an address that the mail provider or somebody else reports. It always returns true.
create function public.suppress_address(address text, reason public.suppression_reason)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.suppress(private.email_hash(address), reason);
  return true;
end;
$$;

grant execute on function public.suppress_address(text, public.suppression_reason) to service_role;

-- Writes again who must not be written to, from a list kept elsewhere (the provider's export, a copy), after a restore.
-- An address already suppressed stays as it is, so that a list given twice adds nothing. is_complete says that the list
-- holds everybody whom the suppressions of another key concern; it takes their place if it is long enough. It returns {
-- added, known, invalid: [text, …], unreadable }, where unreadable counts the suppressions that still stop all sending.
create function public.reapply_suppressions(addresses text[], is_complete boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  given text[];
  refused text[];
  hashes text[];
  added integer;
  readable bigint;
begin
  perform private.require_admin();
  if cardinality(addresses) > 10000 then
    raise exception using message = 'Une liste compte au plus 10 000 adresses : coupez-la en plusieurs';
  end if;
  given := array(select distinct lower(btrim(address)) from unnest(addresses) as address where btrim(address) <> '');
  refused := array(
    select address from unnest(given) as address
    where private.is_email_address(address) is not true or char_length(address) > 255
    order by address
  );
  hashes := array(
    select distinct private.email_hash(address) from unnest(given) as address where address <> all (refused)
  );
  if cardinality(hashes) = 0 then
    raise exception using message = 'Aucune adresse courriel dans cette liste';
  end if;
  -- Of two simultaneous lists, the second finds what the first wrote.
  perform pg_advisory_xact_lock(33, 0);
  insert into public.suppressions (email_hash, reason, recorded_by, created_at)
  select hash, 'unsubscribed', auth.uid(), clock_timestamp()
  from unnest(hashes) as hash
  where not exists (select from private.standing_suppressions() standing where standing.email_hash = hash);
  get diagnostics added = row_count;
  if is_complete then
    select count(distinct standing.email_hash) into readable
    from private.standing_suppressions() standing
    join public.suppressions own on own.email_hash = standing.email_hash
      and own.key_fingerprint = private.key_fingerprint();
    if readable >= private.unreadable_suppressions() then
      update private.hash_key set replaces = array(
        select distinct key_fingerprint from public.suppressions where key_fingerprint <> private.key_fingerprint()
      )
      where id = 1;
    end if;
  end if;
  return jsonb_build_object(
    'added', added, 'known', cardinality(hashes) - added, 'invalid', to_jsonb(refused),
    'unreadable', private.unreadable_suppressions()
  );
end;
$$;

grant execute on function public.reapply_suppressions(text[], boolean) to authenticated;

-- Suppresses the address of a person who asked the team not to be written to.
create function public.suppress_contact(contact uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  person public.contacts;
begin
  perform private.require_admin();
  select * into person from public.contacts where id = contact;
  if person.email is null then
    raise exception using message = 'Ce contact n''a pas d''adresse courriel';
  end if;
  perform private.suppress(private.email_hash(person.email), 'manual', auth.uid());
  insert into public.consent_events (contact_id, email, basis, occurred_at, evidence, recorded_by)
  values (person.id, person.email, 'withdrawn', now(), 'Retrait demandé à l''équipe', auth.uid());
end;
$$;

grant execute on function public.suppress_contact(uuid) to authenticated;

-- Ends a suppression for a person who consents anew. The consent is { occurred_on, evidence, source_url, wording }.
create function public.lift_suppression(contact uuid, reason text, consent jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  person public.contacts;
  hash text;
  suppressed_at timestamptz;
  given_at timestamptz := ((consent ->> 'occurred_on')::date)::timestamp at time zone 'America/Toronto';
  proof uuid;
begin
  perform private.require_admin();
  select * into person from public.contacts where id = contact for update;
  hash := private.email_hash(person.email);
  select standing.created_at into suppressed_at from private.standing_suppressions() standing where standing.email_hash = hash;
  if suppressed_at is null then
    raise exception using message = 'Cette adresse n''est pas retirée des envois';
  end if;
  if coalesce(btrim(reason), '') = '' then
    raise exception using message = 'La raison est requise';
  end if;
  if given_at is null or coalesce(btrim(consent ->> 'evidence'), '') = '' or given_at > now() then
    raise exception using message = 'La preuve du nouveau consentement est incomplète';
  end if;
  if given_at < (suppressed_at at time zone 'America/Toronto')::date::timestamp at time zone 'America/Toronto' then
    raise exception using message = 'Le nouveau consentement doit suivre le retrait';
  end if;
  insert into public.consent_events (contact_id, email, basis, occurred_at, source_url, evidence, wording, recorded_by)
  values (
    person.id, person.email, 'express',
    -- Only the day is known: a consent of the day of the suppression is recorded after it.
    case when given_at <= suppressed_at then now() else given_at end,
    nullif(btrim(consent ->> 'source_url'), ''), btrim(consent ->> 'evidence'), nullif(btrim(consent ->> 'wording'), ''),
    auth.uid()
  )
  returning id into proof;
  insert into public.suppression_lifts (email_hash, reason, consent_event_id, recorded_by, created_at)
  values (hash, btrim(lift_suppression.reason), proof, auth.uid(), clock_timestamp());
end;
$$;

grant execute on function public.lift_suppression(uuid, text, jsonb) to authenticated;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the consents that end within thirty days. Every consent is read only when one of them does end soon, since that
-- takes a while.
create function private.consent_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  select 'consent', 'consentement qui expire', c.id, c.company, null, e.expires_at,
    case when e.expires_at < at + interval '7 days' then 1 else 2 end, null::bigint, null, null::uuid, null, null::uuid
  from private.current_consents(null, at) e join public.contacts c on c.id = e.contact_id
  where e.state = 'allowed' and e.expires_at < at + interval '30 days'
    and exists (
      select from public.consent_events known
      where known.basis in ('inquiry', 'purchase', 'contract')
        and private.consent_expiry(known.basis, known.occurred_at) between at and at + interval '30 days'
    );
$$;

grant execute on function private.consent_today_rows(timestamptz) to authenticated;

-- schemas/13_contact_segments.sql

-- This file holds segments: conditions under a name, which say at each moment which contacts they are about
-- (docs/decisions/0096). One function turns conditions into contacts; the counts, the lists, the map and the choice of
-- a campaign's people ask it.

-- Tells whether a value is a list of 1 to 50 texts, each of which the pattern takes.
create function private.are_segment_texts(value jsonb, pattern text default '^.{1,100}$')
returns boolean
language sql
immutable
parallel safe
set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'array' then
    jsonb_array_length(value) between 1 and 50 and not exists (
      select from jsonb_array_elements(value) as element
      where jsonb_typeof(element) <> 'string' or element #>> '{}' !~ pattern
    )
  else false end;
$$;

grant execute on function private.are_segment_texts(jsonb, text) to authenticated, service_role;

-- Tells whether a value is a whole number between two others.
create function private.is_segment_number(value jsonb, lowest integer, highest integer)
returns boolean
language sql
immutable
parallel safe
set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'number' and value #>> '{}' ~ '^[0-9]{1,9}$'
    then (value #>> '{}')::integer between lowest and highest else false end;
$$;

grant execute on function private.is_segment_number(jsonb, integer, integer) to authenticated, service_role;

-- Finds the function of a condition that a subject brings: named x_segment_contacts in the subject's file, it takes the
-- values of the condition x, of an enum or texts, and returns the contacts that have one of them. Null for no such
-- condition.
create function private.segment_condition(field text)
returns regproc
language sql
stable
set search_path = ''
as $$
  select p.oid from pg_proc as p
  where p.pronamespace = 'private'::regnamespace and p.proname = field || '_segment_contacts';
$$;

grant execute on function private.segment_condition(text) to authenticated;

-- Tells whether a value is a list of values of a condition that a subject brings.
create function private.is_brought_condition(field text, wanted jsonb)
returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce((
    select case when private.are_segment_texts(wanted) then
      pg_input_is_valid(array(select jsonb_array_elements_text(wanted))::text, p.proargtypes[0]::regtype::text)
    else false end
    from pg_proc as p where p.oid = private.segment_condition(field)
  ), false);
$$;

grant execute on function private.is_brought_condition(text, jsonb) to authenticated;

-- Tells whether conditions can be understood: 1 to 12 of them, each named once. A contact answers to all of them; to
-- one that lists values, by any of them.
create function private.is_segment_definition(definition jsonb)
returns boolean
language plpgsql
immutable
parallel safe
-- The server's role also writes segments, and has no right to call functions of that schema.
security definer
set search_path = ''
as $$
begin
  if jsonb_typeof(definition) is distinct from 'object' then
    return false;
  end if;
  if (select count(*) from jsonb_object_keys(definition)) not between 1 and 12 then
    return false;
  end if;
  return (
    select bool_and(case field
      when 'region' then private.are_segment_texts(wanted)
      when 'mrc' then private.are_segment_texts(wanted, '^[0-9]{3}$')
      when 'population' then case when jsonb_typeof(wanted) = 'object' then
        (wanted ? 'min' or wanted ? 'max') and wanted - 'min' - 'max' = '{}'
        and (not wanted ? 'min' or private.is_segment_number(wanted -> 'min', 0, 10000000))
        and (not wanted ? 'max' or private.is_segment_number(wanted -> 'max', 0, 10000000))
      else false end
      when 'sector' then private.are_segment_texts(
        wanted, '^(municipalité|mrc|organisme-public|hôtellerie|immobilier|tourisme|commerce|restaurant|autre)$'
      )
      when 'function' then private.are_segment_texts(
        wanted, '^(direction-générale|greffe|communications|loisirs|urbanisme|mairie|autre)$'
      )
      when 'status' then private.are_segment_texts(wanted, '^(nouveau|contacté|intéressé|refusé|partenaire)$')
      when 'email' then wanted in ('"avec"', '"sans"')
      -- The values mean « never », or « not for so many days ».
      when 'last_message' then wanted in ('"jamais"', '"30"', '"90"', '"180"')
      when 'consent' then private.are_segment_texts(
        wanted, '^(permis|bientot|a-verifier|desabonne|interdit|sur-demande|expres|client|publiee|expire)$'
      )
      -- The value counts the days after which a permission of today has ended.
      when 'consent_expiry' then private.is_segment_number(wanted, 1, 730)
      when 'quote' then private.are_segment_texts(
        wanted, '^(aucun|brouillon|envoyé|accepté|refusé|expiré|remplacé|annulé)$'
      )
      when 'tour' then wanted in ('"avec"', '"sans"')
      when 'tag' then private.are_segment_texts(wanted, '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
      when 'trip' then case when jsonb_typeof(wanted) = 'object' then
        wanted - 'id' - 'km' = '{}' and private.are_segment_texts(jsonb_build_array(wanted -> 'id'), '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
        and private.is_segment_number(wanted -> 'km', 1, 500)
      else false end
      else private.is_brought_condition(field, wanted)
    end)
    from jsonb_each(definition) as condition (field, wanted)
  );
end;
$$;

grant execute on function private.is_segment_definition(jsonb) to authenticated, service_role;

-- The type names the rhythm of a segment's campaigns: the studio is told when one is due (20_cadence.sql).
create type public.segment_rhythm as enum ('une_fois_an', 'deux_fois_an', 'chaque_trimestre');

create table public.contact_segments (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  definition jsonb not null,
  -- Without a rhythm no campaign is ever due; before rhythm_from, none is.
  rhythm public.segment_rhythm,
  rhythm_from date,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint contact_segments_name_key unique (name),
  constraint contact_segments_name_length check (btrim(name) <> '' and char_length(name) <= 60),
  constraint contact_segments_name_one_line check (private.is_one_line_text(name)),
  constraint contact_segments_definition_known check (private.is_segment_definition(definition)),
  constraint contact_segments_rhythm_whole check ((rhythm is null) = (rhythm_from is null))
);

create index contact_segments_created_by_idx on public.contact_segments (created_by);

create trigger contact_segments_set_updated_at before update on public.contact_segments
  for each row execute function private.set_updated_at();

alter table public.contact_segments enable row level security;

grant select on table public.contact_segments to authenticated;
-- The id is granted so that a segment that was deleted comes back under its address.
grant insert (id, name, definition, rhythm, rhythm_from) on table public.contact_segments to authenticated;
grant update (name, definition, rhythm, rhythm_from) on table public.contact_segments to authenticated;
grant delete on table public.contact_segments to authenticated;
grant select, insert, update, delete on table public.contact_segments to service_role;

create policy "contact_segments: member reads" on public.contact_segments
  for select to authenticated
  using ((select private.is_member()));

create policy "contact_segments: admin inserts" on public.contact_segments
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "contact_segments: admin updates" on public.contact_segments
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "contact_segments: admin deletes" on public.contact_segments
  for delete to authenticated
  using ((select private.is_admin()));

-- Returns the values of a condition that lists some; null when there is no such condition.
create function private.segment_texts(definition jsonb, field text)
returns text[]
language sql
immutable
parallel safe
set search_path = ''
as $$
  select case when definition ? field then array(select jsonb_array_elements_text(definition -> field)) end;
$$;

grant execute on function private.segment_texts(jsonb, text) to authenticated;

-- Finds the contacts that meet every condition which subjects bring; null when there is none among the conditions. It runs
-- as the caller.
create function private.brought_contacts(definition jsonb)
returns uuid[]
language plpgsql
stable
set search_path = ''
as $$
declare
  source record;
  found uuid[];
  kept uuid[];
begin
  for source in
    select p.oid::regproc as name, p.proargtypes[0]::regtype as type, private.segment_texts(definition, field) as wanted
    from jsonb_object_keys(definition) as field
    join pg_proc as p on p.oid = private.segment_condition(field)
  loop
    execute format('select array(select %s($1::%s))', source.name, source.type) into found using source.wanted;
    kept := case when kept is null then found else array(select unnest(kept) intersect select unnest(found)) end;
  end loop;
  return kept;
end;
$$;

grant execute on function private.brought_contacts(jsonb) to authenticated;

-- Finds the contacts that conditions are about, now, each with why a campaign may not write to it, in French (null: it
-- may), as create_campaign decides. It runs as the caller: the policies of each table decide what is seen. Nothing of a
-- definition is ever run: its values are compared.
create function private.segment_contacts(definition jsonb)
returns table (contact_id uuid, refusal text)
language plpgsql
stable
set search_path = ''
-- The planner cannot know how many rows a condition returns: an estimate of a few would make it compare every pair.
set enable_nestloop = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  regions constant text[] := private.segment_texts(definition, 'region');
  mrcs constant text[] := private.segment_texts(definition, 'mrc');
  sectors constant text[] := private.segment_texts(definition, 'sector');
  functions constant text[] := private.segment_texts(definition, 'function');
  statuses constant text[] := private.segment_texts(definition, 'status');
  permissions constant text[] := private.segment_texts(definition, 'consent');
  quote_states constant text[] := private.segment_texts(definition, 'quote');
  tags constant text[] := private.segment_texts(definition, 'tag');
  population_min constant integer := (definition #>> '{population,min}')::integer;
  population_max constant integer := (definition #>> '{population,max}')::integer;
  mailbox constant text := definition ->> 'email';
  silence constant text := definition ->> 'last_message';
  expiry_days constant integer := (definition ->> 'consent_expiry')::integer;
  tour constant text := definition ->> 'tour';
  -- These are municipalities of the register; null stands for all of them.
  toured text[];
  tagged text[];
  near text[];
  -- These are contacts; null stands for all of them.
  brought uuid[];
begin
  if private.is_segment_definition(definition) is not true then
    raise invalid_parameter_value using message = 'Ce segment a une condition que cette version ne connaît pas.';
  end if;
  if tour is not null or tags is not null then
    with made as (
      select v.id,
        private.municipality_of(split_part(v.location, ',', 1), btrim(split_part(v.location, ',', 2))) as code
      from public.virtual_tours as v
    )
    select coalesce(array_agg(distinct made.code) filter (where made.code is not null), '{}'),
      coalesce(array_agg(distinct made.code) filter (where made.code is not null and exists (
        select from public.virtual_tour_tags as t where t.tour_id = made.id and t.tag_id::text = any (tags)
      )), '{}')
    into toured, tagged from made;
  end if;
  if definition ? 'trip' then
    -- A trip that is gone, or that is nowhere on the map, is near nobody.
    select coalesce(array_agg(m.code), '{}') into near
    from public.trip_plans as t join public.municipalities as m on m.kind = 'municipalité'
    where t.id = (definition #>> '{trip,id}')::uuid
      and private.distance_km(t.latitude, t.longitude, m.latitude, m.longitude)
        <= (definition #>> '{trip,km}')::integer;
  end if;
  brought := private.brought_contacts(definition);

  return query
  -- The remaining conditions are about addresses, whose consent is read for all of them at once.
  with found as materialized (
    select c.id, c.email, c.status
    from public.contacts as c
    left join public.municipalities as town on town.code = c.municipality_code
    where (regions is null or c.region = any (regions))
      and (mrcs is null or town.mrc_code = any (mrcs) or exists (
        select from public.organisations as o where o.id = c.organisation_id and o.register_code = any (mrcs)
      ))
      and (population_min is null or town.population >= population_min)
      and (population_max is null or town.population <= population_max)
      and (sectors is null or c.sector::text = any (sectors))
      and (functions is null or c.function_kind::text = any (functions))
      and (statuses is null or c.status::text = any (statuses))
      and (mailbox is null or (c.email is not null) = (mailbox = 'avec'))
      and (silence is null or not exists (
        select from public.email_sends as s
        where s.contact_id = c.id and s.status = 'envoyé'
          and (silence = 'jamais' or coalesce(s.finished_at, s.created_at) > now() - make_interval(days => silence::integer))
      ))
      and (quote_states is null
        or exists (select from public.quotes as q where q.contact_id = c.id and q.status::text = any (quote_states))
        or 'aucun' = any (quote_states) and not exists (select from public.quotes as q where q.contact_id = c.id))
      and (tour is null
        or coalesce(c.municipality_code in (select unnest(toured)), false) = (tour = 'avec'))
      and (tags is null or c.municipality_code in (select unnest(tagged)))
      and (near is null or c.municipality_code in (select unnest(near)))
      and (brought is null or c.id in (select unnest(brought)))
  )
  select f.id, coalesce(
    private.refusal_reason(f.email, f.status, k.state, k.suppression), (select private.sending_stop()),
    case when not private.takes_campaigns(f.status) then 'Statut exclu des campagnes' end
  )
  from found as f
  left join private.address_standings(array(select email from found where email is not null), now(), kept => true) as k
    on k.address = f.email
  -- The filter of the list offers the same choices (src/admin/contacts/data/contact-labels.ts).
  where (permissions is null or permissions && array_remove(array[
      case k.state
        when 'allowed' then 'permis' when 'unverified' then 'a-verifier' when 'unsubscribed' then 'desabonne'
        else 'interdit'
      end,
      case when k.state = 'expired' then 'expire' end,
      case when k.state = 'allowed' and k.expires_at < now() + interval '30 days' then 'bientot' end,
      case when k.state = 'allowed' then
        case
          when k.basis = 'inquiry' then 'sur-demande'
          when k.basis = 'express' then 'expres'
          when k.basis in ('purchase', 'contract') then 'client'
          when k.basis in ('published', 'disclosed') then 'publiee'
        end
      end
    ], null))
    and (expiry_days is null or k.state = 'allowed' and k.expires_at < now() + make_interval(days => expiry_days));
end;
$$;

grant execute on function private.segment_contacts(jsonb) to authenticated;

-- Counts the contacts that conditions are about, how many of them may be written to, and why the others may not:
--   { matching, reachable, reasons: { reason: number } }
create function public.count_segment(definition jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with found as (
    select refusal, count(*) as number from private.segment_contacts(definition) group by refusal
  )
  select jsonb_build_object(
    'matching', coalesce(sum(number), 0),
    'reachable', coalesce(sum(number) filter (where refusal is null), 0),
    'reasons', coalesce(jsonb_object_agg(refusal, number) filter (where refusal is not null), '{}')
  )
  from found;
$$;

grant execute on function public.count_segment(jsonb) to authenticated;

-- Counts a saved segment in the same way, with its contacts and their towns; null when there is none of that number:
--   { name, matching, reachable, reasons, ids: [contact id, …], towns: { municipality code: number of contacts } }
create function public.contacts_of_segment(segment uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with found as materialized (
    select r.contact_id, r.refusal, c.municipality_code
    from public.contact_segments as s
    cross join lateral private.segment_contacts(s.definition) as r
    join public.contacts as c on c.id = r.contact_id
    where s.id = contacts_of_segment.segment
  ),
  reasons as (
    select refusal, count(*) as number from found where refusal is not null group by refusal
  ),
  towns as (
    select municipality_code, count(*) as number from found where municipality_code is not null group by municipality_code
  )
  select jsonb_build_object(
    'name', s.name,
    'matching', (select count(*) from found),
    'reachable', (select count(*) from found where refusal is null),
    'reasons', (select coalesce(jsonb_object_agg(refusal, number), '{}') from reasons),
    'ids', (select coalesce(jsonb_agg(contact_id order by contact_id), '[]') from found),
    'towns', (select coalesce(jsonb_object_agg(municipality_code, number), '{}') from towns)
  )
  from public.contact_segments as s
  where s.id = contacts_of_segment.segment;
$$;

grant execute on function public.contacts_of_segment(uuid) to authenticated;

-- schemas/14_trips.sql

-- This file holds trips: planned travel for a job, at a place of the register, with target business types.

create type public.trip_job_type as enum ('visite_virtuelle', 'street_view', 'photo', 'autre');

create type public.trip_status as enum ('planifié', 'confirmé', 'terminé', 'annulé');

create table public.trip_plans (
  id uuid primary key default gen_random_uuid(),
  -- It names whoever created the trip. Removing an administrator must not remove the business's data.
  user_id uuid references auth.users (id) on delete set null,
  city text not null,
  region text not null,
  start_date date not null,
  end_date date not null,
  job_type public.trip_job_type not null default 'visite_virtuelle',
  client_name text,
  description text,
  status public.trip_status not null default 'planifié',
  radius_km integer not null default 50,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- It is the place chosen in the register; null when the town was typed freely.
  municipality_code text references public.municipalities (code) on delete set null,
  -- The coordinates are copied from that municipality, or are those of a point of the map: prospects are searched
  -- around them.
  latitude double precision,
  longitude double precision,
  -- It lists the contacts to visit, in order. A deleted contact stays in it, since it may be restored; trip_sheet
  -- leaves it out until then.
  stop_ids uuid[] not null default '{}',
  constraint trip_plans_city_length check (btrim(city) <> '' and char_length(city) <= 100),
  constraint trip_plans_region_length check (btrim(region) <> '' and char_length(region) <= 100),
  constraint trip_plans_dates_order check (end_date >= start_date),
  constraint trip_plans_client_name_length check (char_length(client_name) <= 200),
  constraint trip_plans_client_name_one_line check (private.is_one_line_text(client_name)),
  constraint trip_plans_description_length check (char_length(description) <= 2000),
  constraint trip_plans_radius_km_range check (radius_km between 1 and 500),
  constraint trip_plans_latitude_range check (latitude between 44 and 64),
  constraint trip_plans_longitude_range check (longitude between -81 and -56),
  constraint trip_plans_stop_ids_length check (cardinality(stop_ids) <= 100 and array_position(stop_ids, null) is null)
);

create index trip_plans_user_id_idx on public.trip_plans (user_id);
create index trip_plans_start_date_idx on public.trip_plans (start_date desc);
create index trip_plans_municipality_code_idx on public.trip_plans (municipality_code);

-- Only the columns of the form are named: ordering the stops is no edit.
create trigger trip_plans_set_updated_at
  before update of city, region, start_date, end_date, job_type, client_name, description, status, radius_km,
    municipality_code, latitude, longitude
  on public.trip_plans
  for each row execute function private.set_updated_at();

create trigger trip_plans_normalise_region before insert or update of region on public.trip_plans
  for each row execute function private.normalise_region();

alter table public.trip_plans enable row level security;

-- Updates neither check nor change user_id: a second administrator edits what the first one created.
grant select on table public.trip_plans to authenticated;
grant insert (user_id, city, region, start_date, end_date, job_type, client_name, description, status, radius_km)
  on table public.trip_plans to authenticated;
grant update (city, region, start_date, end_date, job_type, client_name, description, status, radius_km)
  on table public.trip_plans to authenticated;
grant delete on table public.trip_plans to authenticated;
grant select, insert, update, delete on table public.trip_plans to service_role;
grant insert (municipality_code, latitude, longitude) on table public.trip_plans to authenticated;
grant update (municipality_code, latitude, longitude) on table public.trip_plans to authenticated;
grant update (stop_ids) on table public.trip_plans to authenticated;

create policy "trip_plans: member reads" on public.trip_plans
  for select to authenticated
  using ((select private.is_member()));

create policy "trip_plans: admin inserts as self" on public.trip_plans
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_admin()));

create policy "trip_plans: admin updates" on public.trip_plans
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "trip_plans: admin deletes" on public.trip_plans
  for delete to authenticated
  using ((select private.is_admin()));

create function private.trash_label(item public.trip_plans)
returns text
language sql
stable
set search_path = ''
as $$
  select concat(item.city, ', ', to_char(item.start_date, 'YYYY-MM-DD'));
$$;

select private.attach_trash('trip_plans');
select private.attach_activity_log('trip_plans');

create table public.trip_plan_tags (
  trip_plan_id uuid not null references public.trip_plans (id) on delete cascade,
  tag_id uuid not null references public.tags (id) on delete cascade,
  constraint trip_plan_tags_pkey primary key (trip_plan_id, tag_id)
);

create index trip_plan_tags_tag_id_idx on public.trip_plan_tags (tag_id);

alter table public.trip_plan_tags enable row level security;

grant select on table public.trip_plan_tags to authenticated;
grant insert (trip_plan_id, tag_id) on table public.trip_plan_tags to authenticated;
grant update (trip_plan_id, tag_id) on table public.trip_plan_tags to authenticated;
grant delete on table public.trip_plan_tags to authenticated;
grant select, insert, update, delete on table public.trip_plan_tags to service_role;

create policy "trip_plan_tags: member reads" on public.trip_plan_tags
  for select to authenticated
  using ((select private.is_member()));

create policy "trip_plan_tags: admin inserts" on public.trip_plan_tags
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "trip_plan_tags: admin updates" on public.trip_plan_tags
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "trip_plan_tags: admin deletes" on public.trip_plan_tags
  for delete to authenticated
  using ((select private.is_admin()));

-- Saves the form of a trip: one transaction for the trip and its tags. It runs as the caller, under the policies. A
-- null trip_plan_id creates, in the caller's name; otherwise read_at is the updated_at that the caller read, exactly as
-- given. Coordinates are those of the municipality or the MRC; without one, those of a point of the map that are given.
-- Tags deleted meanwhile are left out. Beside policies and constraints, it refuses with:
--   PT409  it was changed since it was read: nothing is written, and the detail is the present updated_at.
--   PT404  it was deleted meanwhile.
create function public.save_trip_plan(
  city text,
  region text,
  start_date date,
  end_date date,
  job_type public.trip_job_type,
  status public.trip_status,
  radius_km integer,
  tag_ids uuid[],
  client_name text default null,
  description text default null,
  municipality_code text default null,
  trip_plan_id uuid default null,
  read_at timestamptz default null,
  latitude double precision default null,
  longitude double precision default null
)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  known_at timestamptz;
  place public.municipalities;
  saved_id uuid;
begin
  select * into place from public.municipalities where code = save_trip_plan.municipality_code;
  if place.code is null then
    place.latitude := save_trip_plan.latitude;
    place.longitude := save_trip_plan.longitude;
  end if;

  if trip_plan_id is null then
    insert into public.trip_plans (
      user_id, city, region, start_date, end_date, job_type, client_name, description, status, radius_km,
      municipality_code, latitude, longitude
    )
    values (
      auth.uid(), save_trip_plan.city, save_trip_plan.region, save_trip_plan.start_date, save_trip_plan.end_date,
      save_trip_plan.job_type, save_trip_plan.client_name, save_trip_plan.description, save_trip_plan.status,
      save_trip_plan.radius_km, save_trip_plan.municipality_code, place.latitude, place.longitude
    )
    returning id into saved_id;
  else
    -- Of two simultaneous saves, the second waits and sees what the first wrote.
    select trip.updated_at into known_at from public.trip_plans as trip where trip.id = trip_plan_id for update;
    if not found then
      raise sqlstate 'PT404' using message = 'Ce déplacement n''existe plus';
    end if;
    if known_at is distinct from read_at then
      raise sqlstate 'PT409' using message = 'Ce déplacement a été modifié entre-temps', detail = to_jsonb(known_at) #>> '{}';
    end if;
    update public.trip_plans as trip set
      city = save_trip_plan.city, region = save_trip_plan.region, start_date = save_trip_plan.start_date,
      end_date = save_trip_plan.end_date, job_type = save_trip_plan.job_type,
      client_name = save_trip_plan.client_name, description = save_trip_plan.description,
      status = save_trip_plan.status, radius_km = save_trip_plan.radius_km,
      municipality_code = save_trip_plan.municipality_code, latitude = place.latitude, longitude = place.longitude
    where trip.id = trip_plan_id
    returning trip.id into saved_id;
  end if;

  delete from public.trip_plan_tags as link
  where link.trip_plan_id = saved_id and link.tag_id <> all (save_trip_plan.tag_ids);
  insert into public.trip_plan_tags (trip_plan_id, tag_id)
  select saved_id, tag.id from public.tags as tag where tag.id = any (save_trip_plan.tag_ids)
  on conflict do nothing;
  return saved_id;
end;
$$;

grant execute on function public.save_trip_plan(text, text, date, date, public.trip_job_type, public.trip_status, integer, uuid[], text, text, text, uuid, timestamptz, double precision, double precision) to authenticated;

-- The day of a trip --------------------------------------------------------------------------------------------------

-- Returns a trip as its sheet shows it, or null when there is none:
--   { trip, stops, others } of { id, name, company, function_title, status, email, phone, city, region, address, latitude,
--   longitude, is_of_town, shore, km, crossing, is_accepted }
-- stops: the contacts to visit, in order. others: those that its prospects became and those known within its radius, the
-- nearest first. A contact stands where OpenStreetMap or the register put its prospect, else in the middle of its town.
-- PL/pgSQL is read as it runs: prospects stand in a later file.
create function public.trip_sheet(trip_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    with trip as (
      select t.* from public.trip_plans as t where t.id = trip_sheet.trip_id and (select private.is_member())
    ),
    chosen as (
      select stop.id, min(stop.place) as place
      from trip cross join lateral unnest(trip.stop_ids) with ordinality as stop (id, place)
      group by 1
    ),
    accepted as (
      select distinct on (p.contact_id) p.contact_id, p.latitude, p.longitude, p.crossing
      from public.suggested_prospects as p join trip on p.trip_plan_id = trip.id
      where p.status = 'accepted' and p.contact_id is not null
      order by p.contact_id, p.created_at
    ),
    people as (
      select c.id, c.name, c.company, c.function_title, c.status, c.email, c.phone, c.city, c.region,
        coalesce(o.address, hall.address) as address,
        coalesce(a.latitude, m.latitude) as latitude, coalesce(a.longitude, m.longitude) as longitude,
        a.latitude is null as is_of_town, private.shore_of(c.municipality_code) as shore, a.crossing,
        a.contact_id is not null as is_accepted, chosen.place,
        private.distance_km(
          trip.latitude, trip.longitude, coalesce(a.latitude, m.latitude), coalesce(a.longitude, m.longitude)
        ) as km
      from trip
      cross join public.contacts as c
      left join accepted as a on a.contact_id = c.id
      left join chosen on chosen.id = c.id
      left join public.municipalities as m on m.code = c.municipality_code
      left join public.organisations as o on o.id = c.organisation_id
      left join public.municipalities as hall on hall.code = o.register_code
    ),
    others as (
      select people.* from people, trip
      where people.place is null and (people.is_accepted or people.km <= trip.radius_km)
      order by people.km, people.id
      limit 300
    )
    select jsonb_build_object(
      'trip', jsonb_build_object(
        'id', trip.id, 'city', trip.city, 'region', trip.region, 'start_date', trip.start_date, 'end_date', trip.end_date,
        'job_type', trip.job_type, 'client_name', trip.client_name, 'description', trip.description,
        'latitude', trip.latitude, 'longitude', trip.longitude, 'shore', private.shore_of(trip.municipality_code)
      ),
      'stops', (
        select coalesce(jsonb_agg(to_jsonb(s) - 'place' order by s.place), '[]') from people as s where s.place is not null
      ),
      'others', (select coalesce(jsonb_agg(to_jsonb(s) - 'place' order by s.km, s.id), '[]') from others as s)
    )
    from trip
  );
end;
$$;

grant execute on function public.trip_sheet(uuid) to authenticated;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the first trip to come that has prospects to decide, and the trips of which nobody has said that they took
-- place, or not: after two months nobody will. PL/pgSQL is read as it runs: prospects stand in a later file.
create function private.trip_today_rows(at timestamptz)
returns setof private.today_row
language plpgsql
stable
set search_path = ''
as $$
declare
  today constant date := (at at time zone 'America/Toronto')::date;
begin
  return query
  select 'trip', format('déplacement, prospects à décider (%s)', t.total), t.id, t.city, t.region,
    t.start_date::timestamp at time zone 'America/Toronto', case when t.start_date <= today + 7 then 1 else 2 end, t.total, null::text, null::uuid, null::text, null::uuid
  from (
    select t.id, t.city, t.region, t.start_date, p.total
    from public.trip_plans t
    cross join lateral (
      select count(*) as total from public.suggested_prospects s
      where s.trip_plan_id = t.id and s.status = 'pending'
        and s.id not in (select r.prospect from private.related_prospects(t.id) as r)
    ) p
    where t.status in ('planifié', 'confirmé') and t.end_date >= today and p.total > 0
    order by t.start_date, t.created_at, t.id
    limit 1
  ) as t
  union all
  select 'trip_over', 'déplacement passé, à clore', t.id, t.city, t.region, null, 2, null, null, null, null, null
  from public.trip_plans t
  where t.status in ('planifié', 'confirmé') and t.end_date between today - 60 and today - 1;
end;
$$;

grant execute on function private.trip_today_rows(timestamptz) to authenticated;

-- schemas/15_prospects.sql

-- This file holds the prospects suggested around a trip: where each one and each of its addresses comes from, the runs
-- that find them, and how a prospect becomes a contact.

create type public.prospect_status as enum ('pending', 'accepted', 'rejected');

create type public.prospect_origin as enum ('mamh', 'osm');

-- The function generate-prospects writes the table. The person's name is often unknown: it is never invented.
create table public.suggested_prospects (
  id uuid primary key default gen_random_uuid(),
  trip_plan_id uuid not null references public.trip_plans (id) on delete cascade,
  name text,
  company text not null,
  email text,
  phone text,
  city text not null,
  region text not null,
  sector public.sector not null default 'autre',
  website text,
  ai_reasoning text,
  status public.prospect_status not null default 'pending',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- 'mamh' is the register of municipalities, 'osm' is OpenStreetMap. It is null for rows older than the registers.
  origin public.prospect_origin,
  -- It is the organisation's name in its register: 'mamh:23027', 'osm:node/123'.
  external_id text,
  source_url text,
  latitude double precision,
  longitude double precision,
  distance_km numeric(5, 1),
  -- It says how promising the prospect is, 0 to 100 (supabase/functions/generate-prospects/score.ts).
  score smallint,
  -- These are the proof of each address: the page it was read on, and when.
  email_source_url text,
  email_found_at timestamptz,
  phone_source_url text,
  phone_found_at timestamptz,
  website_source_url text,
  website_found_at timestamptz,
  -- The page says that it wants no commercial messages: publication is then no consent.
  no_solicitation boolean not null default false,
  contact_id uuid references public.contacts (id) on delete set null,
  -- It is the distance by the road, when a routing server said it; distance_km is as the crow flies.
  road_km numeric(6, 1),
  road_minutes integer,
  -- It names in French the barrier between the trip's place and the prospect: the other shore and the way there, or no
  -- road at all.
  crossing text,
  constraint suggested_prospects_name_length check (char_length(name) <= 100),
  constraint suggested_prospects_name_one_line check (private.is_one_line_text(name)),
  constraint suggested_prospects_company_length check (btrim(company) <> '' and char_length(company) <= 100),
  constraint suggested_prospects_company_one_line check (private.is_one_line_text(company)),
  constraint suggested_prospects_email_format check (private.is_email_address(email)),
  constraint suggested_prospects_phone_length check (char_length(phone) <= 20),
  constraint suggested_prospects_phone_one_line check (private.is_one_line_text(phone)),
  constraint suggested_prospects_city_length check (btrim(city) <> '' and char_length(city) <= 100),
  constraint suggested_prospects_city_one_line check (private.is_one_line_text(city)),
  constraint suggested_prospects_region_length check (btrim(region) <> '' and char_length(region) <= 100),
  constraint suggested_prospects_region_one_line check (private.is_one_line_text(region)),
  constraint suggested_prospects_website_length check (char_length(website) <= 500),
  constraint suggested_prospects_website_format check (private.is_web_address(website)),
  constraint suggested_prospects_ai_reasoning_length check (char_length(ai_reasoning) <= 2000),
  constraint suggested_prospects_external_id_format check (
    external_id ~ '^(mamh:[0-9A-Za-z-]+|osm:(node|way|relation)/[0-9]+)$' and char_length(external_id) <= 60
  ),
  constraint suggested_prospects_latitude_range check (latitude between -90 and 90),
  constraint suggested_prospects_longitude_range check (longitude between -180 and 180),
  constraint suggested_prospects_distance_km_range check (distance_km between 0 and 600),
  constraint suggested_prospects_road_km_range check (road_km between 0 and 10000),
  constraint suggested_prospects_road_minutes_range check (road_minutes between 0 and 20000),
  constraint suggested_prospects_crossing_length check (btrim(crossing) <> '' and char_length(crossing) <= 200),
  constraint suggested_prospects_crossing_one_line check (private.is_one_line_text(crossing)),
  constraint suggested_prospects_score_range check (score between 0 and 100),
  constraint suggested_prospects_source_url_length check (char_length(source_url) <= 500),
  constraint suggested_prospects_source_url_format check (private.is_web_address(source_url)),
  constraint suggested_prospects_email_source_url_length check (char_length(email_source_url) <= 500),
  constraint suggested_prospects_email_source_url_format check (private.is_web_address(email_source_url)),
  constraint suggested_prospects_phone_source_url_length check (char_length(phone_source_url) <= 500),
  constraint suggested_prospects_phone_source_url_format check (private.is_web_address(phone_source_url)),
  constraint suggested_prospects_website_source_url_length check (char_length(website_source_url) <= 500),
  constraint suggested_prospects_website_source_url_format check (private.is_web_address(website_source_url)),
  constraint suggested_prospects_external_id_key unique (trip_plan_id, external_id)
);

create index suggested_prospects_trip_plan_id_idx on public.suggested_prospects (trip_plan_id, created_at desc);
create index suggested_prospects_contact_id_idx on public.suggested_prospects (contact_id);
create index suggested_prospects_external_id_idx on public.suggested_prospects (external_id);

create trigger suggested_prospects_set_updated_at before update on public.suggested_prospects
  for each row execute function private.set_updated_at();

alter table public.suggested_prospects enable row level security;

grant select on table public.suggested_prospects to authenticated;
grant update (status, email, phone, website) on table public.suggested_prospects to authenticated;
grant delete on table public.suggested_prospects to authenticated;
grant select, insert, update, delete on table public.suggested_prospects to service_role;
grant update (
  email_source_url, email_found_at, phone_source_url, phone_found_at, website_source_url, website_found_at,
  no_solicitation
) on table public.suggested_prospects to authenticated;

create policy "suggested_prospects: member reads" on public.suggested_prospects
  for select to authenticated
  using ((select private.is_member()));

create policy "suggested_prospects: admin updates" on public.suggested_prospects
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "suggested_prospects: admin deletes pending" on public.suggested_prospects
  for delete to authenticated
  using (status = 'pending' and (select private.is_admin()));

-- A proof belongs to one value: a value that changes without a new proof loses the old one.
create function private.forget_prospect_proofs()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.email is distinct from old.email and new.email_found_at is not distinct from old.email_found_at then
    new.email_source_url := null;
    new.email_found_at := null;
  end if;
  if new.phone is distinct from old.phone and new.phone_found_at is not distinct from old.phone_found_at then
    new.phone_source_url := null;
    new.phone_found_at := null;
  end if;
  if new.website is distinct from old.website and new.website_found_at is not distinct from old.website_found_at then
    new.website_source_url := null;
    new.website_found_at := null;
  end if;
  return new;
end;
$$;

create trigger suggested_prospects_forget_proofs before update on public.suggested_prospects
  for each row execute function private.forget_prospect_proofs();

-- Runs of generate-prospects -------------------------------------------------------------------------------------

create type public.generation_status as enum ('running', 'finished', 'failed');

create type public.generation_step as enum ('registers', 'businesses', 'ranking', 'saving');

-- The table has a row for each run of generate-prospects for one trip. The screen polls it, so that closing the page
-- loses nothing.
create table public.prospect_generations (
  id uuid primary key default gen_random_uuid(),
  trip_plan_id uuid not null references public.trip_plans (id) on delete cascade,
  status public.generation_status not null default 'running',
  step public.generation_step not null default 'registers',
  -- These count the organisations seen so far, and the prospects written.
  found integer not null default 0,
  added integer not null default 0,
  message text,
  started_at timestamptz not null default now(),
  -- It is the end of the lease: a run that does not renew it has failed, and another may start.
  lease_expires_at timestamptz not null default now() + interval '3 minutes',
  finished_at timestamptz,
  constraint prospect_generations_found_range check (found >= 0),
  constraint prospect_generations_added_range check (added >= 0),
  constraint prospect_generations_message_length check (char_length(message) <= 1000)
);

create unique index prospect_generations_one_running on public.prospect_generations (trip_plan_id)
  where status = 'running';
create index prospect_generations_trip_plan_id_idx on public.prospect_generations (trip_plan_id, started_at desc);

alter table public.prospect_generations enable row level security;

-- Only the functions below write.
grant select on table public.prospect_generations to authenticated;
grant select on table public.prospect_generations to service_role;

create policy "prospect_generations: member reads" on public.prospect_generations
  for select to authenticated
  using ((select private.is_member()));

-- Starts a run, unless one is running, and returns { id, started }. The trip's row is the lock.
create function public.start_prospect_generation(trip_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  running public.prospect_generations;
  new_id uuid;
begin
  perform 1 from public.trip_plans where id = trip_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Déplacement introuvable';
  end if;
  select * into running from public.prospect_generations
  where trip_plan_id = trip_id and status = 'running';
  if running.lease_expires_at > clock_timestamp() then
    return jsonb_build_object('id', running.id, 'started', false);
  end if;
  update public.prospect_generations
  set status = 'failed', finished_at = clock_timestamp(), message = 'La génération a été interrompue. Relancez-la.'
  where id = running.id;
  insert into public.prospect_generations (trip_plan_id, started_at, lease_expires_at)
  values (trip_id, clock_timestamp(), clock_timestamp() + interval '3 minutes')
  returning id into new_id;
  return jsonb_build_object('id', new_id, 'started', true);
end;
$$;

grant execute on function public.start_prospect_generation(uuid) to service_role;

-- Records the progress of a run and renews its lease. It returns false when another run replaced it.
create function public.report_prospect_generation(generation_id uuid, current_step public.generation_step, found_so_far integer)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.prospect_generations
  set step = current_step, found = found_so_far, lease_expires_at = clock_timestamp() + interval '3 minutes'
  where id = generation_id and status = 'running';
  return found;
end;
$$;

grant execute on function public.report_prospect_generation(uuid, public.generation_step, integer) to service_role;

-- Writes what a run found, once per organisation and trip, and returns how many are new. Only the current run may.
-- Prospects that an administrator accepted or rejected, and addresses found since, are kept.
create function public.store_prospects(generation_id uuid, prospects jsonb)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  at_most constant integer := 60;
  trip_id uuid;
  new_ones integer;
begin
  select trip_plan_id into trip_id from public.prospect_generations
  where id = generation_id and status = 'running' for update;
  if trip_id is null then
    raise sqlstate 'PT409' using message = 'Cette génération n''est plus en cours';
  end if;
  if jsonb_array_length(prospects) > at_most then
    raise sqlstate 'PT400' using message = 'Trop de prospects à la fois';
  end if;
  with stored as (
    insert into public.suggested_prospects as kept (
      trip_plan_id, origin, external_id, source_url, company, city, region, sector, ai_reasoning,
      latitude, longitude, distance_km, road_km, road_minutes, crossing, score, email, email_source_url, email_found_at,
      phone, phone_source_url, phone_found_at, website, website_source_url, website_found_at
    )
    select
      trip_id, p.origin, p.external_id, p.source_url, p.company, p.city, p.region, p.sector, p.ai_reasoning,
      p.latitude, p.longitude, p.distance_km, p.road_km, p.road_minutes, p.crossing, p.score, p.email, p.email_source_url, p.email_found_at,
      p.phone, p.phone_source_url, p.phone_found_at, p.website, p.website_source_url, p.website_found_at
    from jsonb_populate_recordset(null::public.suggested_prospects, prospects) as p
    where p.external_id is not null
    on conflict (trip_plan_id, external_id) do update
      set ai_reasoning = excluded.ai_reasoning, score = excluded.score, distance_km = excluded.distance_km,
        road_km = excluded.road_km, road_minutes = excluded.road_minutes, crossing = excluded.crossing
      where kept.status = 'pending'
    returning (xmax = 0) as is_new
  )
  select count(*) into new_ones from stored where is_new;
  update public.prospect_generations set added = added + new_ones, step = 'saving' where id = generation_id;
  return new_ones;
end;
$$;

grant execute on function public.store_prospects(uuid, jsonb) to service_role;

-- Ends a run; a run that was replaced changes nothing.
create function public.finish_prospect_generation(generation_id uuid, outcome public.generation_status, said text)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.prospect_generations
  set status = outcome, message = left(said, 1000), finished_at = clock_timestamp()
  where id = generation_id and status = 'running';
$$;

grant execute on function public.finish_prospect_generation(uuid, public.generation_status, text) to service_role;

-- Lists the organisations that a new prospect of the trip must not repeat, as one value because a list is cut at 1 000
-- rows.
create function public.known_organisations(trip_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(known), '[]')
  from (
    select null::text as external_id, company, city, email, website from public.contacts
    union all
    select external_id, company, city, email, website from public.suggested_prospects where trip_plan_id = trip_id
  ) as known;
$$;

grant execute on function public.known_organisations(uuid) to service_role;

-- OpenStreetMap's query service (Overpass) -----------------------------------------------------------------------

-- The table caches the answers of Overpass for 30 days: its usage policy asks for caching.
create table public.overpass_answers (
  -- It is the SHA-256 of the query, in lower-case hexadecimal.
  key text primary key,
  answer jsonb not null,
  stored_at timestamptz not null default now(),
  constraint overpass_answers_key_format check (key ~ '^[0-9a-f]{64}$')
);

create index overpass_answers_stored_at_idx on public.overpass_answers (stored_at);

alter table public.overpass_answers enable row level security;

-- Only store_overpass_answer writes.
grant select on table public.overpass_answers to service_role;

-- The query service allows one query at a time for the whole product, and asks for a pause after each refusal.
create table private.query_slots (
  slot text primary key,
  holder uuid,
  free_at timestamptz not null
);

alter table private.query_slots enable row level security;

-- Caches an answer and deletes those older than 30 days.
create function public.store_overpass_answer(query_key text, found jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.overpass_answers where stored_at < now() - interval '30 days';
  insert into public.overpass_answers (key, answer) values (query_key, found)
  on conflict (key) do update set answer = excluded.answer, stored_at = now();
$$;

grant execute on function public.store_overpass_answer(text, jsonb) to service_role;

-- Returns true to the one caller that may query; the lease of a caller that crashes ends after two minutes and a half.
create function public.take_overpass_slot(caller uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.query_slots as taken (slot, holder, free_at)
  values ('overpass', caller, clock_timestamp() + interval '150 seconds')
  on conflict (slot) do update set holder = excluded.holder, free_at = excluded.free_at
    where taken.free_at <= clock_timestamp();
  return found;
end;
$$;

grant execute on function public.take_overpass_slot(uuid) to service_role;

-- Releases the slot, after a pause when the service asked for one.
create function public.release_overpass_slot(caller uuid, pause_seconds integer)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.query_slots
  set holder = null, free_at = clock_timestamp() + make_interval(secs => greatest(pause_seconds, 0))
  where slot = 'overpass' and holder = caller;
$$;

grant execute on function public.release_overpass_slot(uuid, integer) to service_role;

-- Language model -------------------------------------------------------------------------------------------------

-- The table records the cost of each call of the language model.
create table public.language_model_calls (
  id uuid primary key default gen_random_uuid(),
  -- It says what the call was for: the name of the question.
  purpose text not null,
  model text not null,
  -- It is the status of the provider's answer; null when none came.
  http_status integer,
  -- The provider counts the tokens; null when it does not say.
  prompt_tokens integer,
  completion_tokens integer,
  duration_ms integer not null,
  called_at timestamptz not null default now(),
  constraint language_model_calls_purpose_length check (btrim(purpose) <> '' and char_length(purpose) <= 100),
  constraint language_model_calls_model_length check (btrim(model) <> '' and char_length(model) <= 200),
  constraint language_model_calls_http_status_range check (http_status between 100 and 599),
  constraint language_model_calls_prompt_tokens_range check (prompt_tokens >= 0),
  constraint language_model_calls_completion_tokens_range check (completion_tokens >= 0),
  constraint language_model_calls_duration_ms_range check (duration_ms >= 0)
);

create index language_model_calls_called_at_idx on public.language_model_calls (called_at desc);

alter table public.language_model_calls enable row level security;

grant select on table public.language_model_calls to authenticated;
grant select, insert on table public.language_model_calls to service_role;

create policy "language_model_calls: member reads" on public.language_model_calls
  for select to authenticated
  using ((select private.is_member()));

-- Accepting and rejecting ----------------------------------------------------------------------------------------

-- Makes a contact from a prospect whose row the caller has locked. Calling it again changes nothing.
create function private.accept_locked_prospect(prospect public.suggested_prospects)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  contact uuid;
  proof_is_whole boolean := prospect.email_source_url is not null and prospect.email_found_at is not null;
  is_on_map boolean := coalesce(private.is_open_map(prospect.email_source_url), false);
begin
  if prospect.external_id is not null then
    -- The same organisation may be suggested to two trips, and accepted in both at once.
    perform pg_advisory_xact_lock(5, hashtext(prospect.external_id));
    select other.contact_id into contact from public.suggested_prospects as other
    where other.external_id = prospect.external_id and other.contact_id is not null
    order by other.created_at limit 1;
  end if;
  if contact is null then
    insert into public.contacts (user_id, name, company, email, phone, city, region, sector, status, website, notes)
    values (
      auth.uid(), coalesce(prospect.name, prospect.company), prospect.company, prospect.email, prospect.phone,
      prospect.city, prospect.region, prospect.sector, 'nouveau', prospect.website,
      left(btrim('Suggéré par IA: ' || coalesce(prospect.ai_reasoning, '')), 1000)
    )
    on conflict (lower(email)) do nothing
    returning id into contact;
  end if;
  if contact is null then
    select id into contact from public.contacts where lower(email) = lower(prospect.email);
  end if;
  -- A withdrawal outweighs a page that shows the address; a proof is recorded once. A notice against solicitation is
  -- recorded whatever was published before.
  if prospect.email is not null and not exists (
    select from public.consent_events
    where lower(email) = lower(prospect.email)
      and (
        basis in ('express', 'withdrawn')
        or basis = 'published' and not prospect.no_solicitation and not private.is_open_map(source_url)
      )
  ) then
    insert into public.consent_events (contact_id, email, basis, occurred_at, source_url, evidence, recorded_by)
    values (
      contact, prospect.email,
      (case
        when prospect.no_solicitation then 'no_solicitation'
        when not proof_is_whole then 'none'
        when is_on_map then 'unverified'
        else 'published'
      end)::public.consent_basis,
      -- The notice is newer than the address beside it.
      case when prospect.no_solicitation then now() else coalesce(prospect.email_found_at, now()) end,
      case when prospect.no_solicitation and is_on_map then null else prospect.email_source_url end,
      case
        when prospect.no_solicitation then 'La page de l’organisation porte une mention qui refuse la sollicitation.'
        when not proof_is_whole then 'La source ou la date de cette adresse est inconnue.'
        when is_on_map then 'Adresse inscrite dans OpenStreetMap par un contributeur, à vérifier sur le site de l’organisation.'
        else 'Adresse publiée à la source indiquée, relevée à la date indiquée.'
      end,
      auth.uid()
    );
  end if;
  update public.suggested_prospects set status = 'accepted', contact_id = contact where id = prospect.id;
  return contact;
end;
$$;

-- Returns the contact made from the prospect, by this call or an earlier one.
create function public.accept_prospect(prospect_id uuid)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  prospect public.suggested_prospects;
begin
  perform private.require_admin();
  select * into prospect from public.suggested_prospects where id = prospect_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Prospect introuvable';
  end if;
  if prospect.status = 'accepted' then
    return prospect.contact_id;
  end if;
  if prospect.status = 'rejected' then
    raise sqlstate 'PT409' using message = 'Ce prospect a été rejeté';
  end if;
  return private.accept_locked_prospect(prospect);
end;
$$;

grant execute on function public.accept_prospect(uuid) to authenticated;

-- Accepts, in one transaction, those of the given prospects of a trip that are still pending: what the screen showed
-- when the administrator confirmed, no more. It returns how many.
create function public.accept_all_prospects(trip_id uuid, prospect_ids uuid[])
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  prospect public.suggested_prospects;
  accepted integer := 0;
begin
  perform private.require_admin();
  for prospect in
    select * from public.suggested_prospects
    where trip_plan_id = trip_id and id = any (prospect_ids) and status = 'pending'
    order by external_id, id for update
  loop
    perform private.accept_locked_prospect(prospect);
    accepted := accepted + 1;
  end loop;
  return accepted;
end;
$$;

grant execute on function public.accept_all_prospects(uuid, uuid[]) to authenticated;

-- Undoes a rejection; a pending prospect is unchanged.
create function public.undo_rejection(prospect_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  current_status text;
begin
  perform private.require_admin();
  select status into current_status from public.suggested_prospects where id = prospect_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Prospect introuvable';
  end if;
  if current_status = 'accepted' then
    raise sqlstate 'PT409' using message = 'Ce prospect a déjà été accepté';
  end if;
  update public.suggested_prospects set status = 'pending' where id = prospect_id and status = 'rejected';
end;
$$;

grant execute on function public.undo_rejection(uuid) to authenticated;

-- schemas/16_quote_requests.sql

-- This file holds quote requests: anyone may leave one, only members of the team read them.

create type public.organization_type as enum ('municipalite', 'mrc', 'ville', 'organisme-public', 'autre');

create type public.service_type as enum (
  'visite-virtuelle', 'street-view', 'pre-deneigement', 'infrastructure', 'evenement', 'autre'
);

create type public.request_status as enum ('nouveau', 'en_cours', 'répondu', 'archivé');

create type public.request_outcome as enum ('gagnée', 'perdue');

create type public.request_outcome_reason as enum ('prix', 'delai', 'concurrent', 'budget', 'sans_suite', 'autre');

create table public.quote_requests (
  id uuid primary key default gen_random_uuid(),
  organization_name text not null,
  contact_name text not null,
  email text not null,
  phone text,
  organization_type public.organization_type not null,
  service_type public.service_type not null,
  message text,
  status public.request_status not null default 'nouveau',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The person gives express consent to commercial messages by a separate box of the form that starts unticked. The
  -- column names the version of the wording that was ticked, null when it was not; created_at says when
  -- (docs/decisions/0026).
  marketing_consent_version text,
  answered_at timestamptz,
  -- It names the contact made from the request.
  contact_id uuid references public.contacts (id) on delete set null,
  -- It says when the personal data of the request ended (Loi 25).
  anonymised_at timestamptz,
  -- It is set when an answered or archived request is reopened, with the date of its answer: going back within a
  -- minute, by « Annuler » or by hand, finds that date again.
  reopened_at timestamptz,
  answered_before timestamptz,
  -- These say what the work may bring, in cents, before taxes; then how it ended, and why when it was lost.
  expected_amount_cents bigint,
  outcome public.request_outcome,
  outcome_reason public.request_outcome_reason,
  outcome_note text,
  constraint quote_requests_organization_name_length
    check (char_length(btrim(organization_name)) >= 2 and char_length(organization_name) <= 200),
  -- Names end up in e-mail headers: a line break there would add headers of the sender's choice.
  constraint quote_requests_organization_name_one_line check (private.is_one_line_text(organization_name)),
  constraint quote_requests_contact_name_length
    check (char_length(btrim(contact_name)) >= 2 and char_length(contact_name) <= 100),
  constraint quote_requests_contact_name_one_line check (private.is_one_line_text(contact_name)),
  constraint quote_requests_email_format check (private.is_email_address(email)),
  constraint quote_requests_phone_length check (char_length(phone) <= 20),
  constraint quote_requests_phone_one_line check (private.is_one_line_text(phone)),
  constraint quote_requests_message_length check (char_length(message) <= 2000),
  -- A version is the day of its wording, so the format bounds the length too.
  constraint quote_requests_marketing_consent_version_format
    check (marketing_consent_version ~ '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'),
  constraint quote_requests_expected_amount_cents_range check (expected_amount_cents between 0 and 10000000000),
  constraint quote_requests_outcome_reason_of_loss check (outcome_reason is null or outcome is not distinct from 'perdue'),
  constraint quote_requests_outcome_note_length check (char_length(outcome_note) <= 500)
);

create index quote_requests_created_at_idx on public.quote_requests (created_at desc);
create index quote_requests_status_idx on public.quote_requests (status, created_at desc);
create index quote_requests_contact_id_idx on public.quote_requests (contact_id);

create trigger quote_requests_set_updated_at before update on public.quote_requests
  for each row execute function private.set_updated_at();

alter table public.quote_requests enable row level security;

-- The id is granted too: the person is told the number of their request, and a request that is sent twice is one.
grant insert (id, organization_name, contact_name, email, phone, organization_type, service_type, message)
  on table public.quote_requests to anon, authenticated;
grant select on table public.quote_requests to authenticated;
grant update (status, expected_amount_cents, outcome, outcome_reason, outcome_note)
  on table public.quote_requests to authenticated;
grant select, insert, update, delete on table public.quote_requests to service_role;
-- Nobody may update the consent: it is the person's own act, and what they sent is the proof.
grant insert (marketing_consent_version) on table public.quote_requests to anon, authenticated;

create policy "quote_requests: anyone sends a new one" on public.quote_requests
  for insert to anon, authenticated
  with check (status = 'nouveau');

create policy "quote_requests: member reads" on public.quote_requests
  for select to authenticated
  using ((select private.is_member()));

create policy "quote_requests: admin updates" on public.quote_requests
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create function private.trash_label(item public.quote_requests)
returns text
language sql
stable
set search_path = ''
as $$
  select concat(item.organization_name, ' (', item.contact_name, ')');
$$;

select private.attach_trash('quote_requests');
select private.attach_activity_log('quote_requests');

-- The administrator chooses a status; the database records when the answer was given. A true date is neither replaced nor
-- lost by going back and forth.
create function private.set_answered_at()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  was_open boolean := old.status in ('nouveau', 'en_cours');
  is_open boolean := new.status in ('nouveau', 'en_cours');
begin
  if is_open and not was_open then
    new.reopened_at := now();
    new.answered_before := old.answered_at;
    new.answered_at := null;
  elsif was_open and not is_open and new.anonymised_at is null then
    if old.reopened_at > now() - interval '1 minute' then
      new.answered_at := old.answered_before;
    end if;
    new.reopened_at := null;
    new.answered_before := null;
  end if;
  if new.status = 'répondu' and old.status <> 'répondu' then
    new.answered_at := coalesce(new.answered_at, now());
  end if;
  return new;
end;
$$;

create trigger quote_requests_set_answered_at before update of status on public.quote_requests
  for each row execute function private.set_answered_at();

-- Rate limit -----------------------------------------------------------------------------------------------------

-- Returns the mailbox that an address leads to, however it is written: without case, without what follows "+", and for
-- Gmail without dots. Limits count mailboxes; what is stored and written to stays the address as given.
create function private.mailbox_key(address text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when domain in ('gmail.com', 'googlemail.com') then replace(mailbox, '.', '') || '@gmail.com'
    else mailbox || '@' || domain
  end
  from (select lower(normalize(btrim(address), nfkc)) as folded) as given,
    lateral (select split_part(folded, '@', 1) as local_part, split_part(folded, '@', 2) as domain) as parts,
    lateral (select coalesce(nullif(split_part(local_part, '+', 1), ''), local_part) as mailbox) as named;
$$;

-- The table counts the accepted requests of the last ten minutes, by keyed hash of the network address and of the
-- mailbox.
create table private.request_rate_limits (
  id bigint generated always as identity primary key,
  key text not null,
  accepted_at timestamptz not null default now()
);

create index request_rate_limits_key_idx on private.request_rate_limits (key, accepted_at);
create index request_rate_limits_accepted_at_idx on private.request_rate_limits (accepted_at);

alter table private.request_rate_limits enable row level security;

-- Allows at most 10 accepted requests per network address and 3 per mailbox in ten minutes; PostgREST turns PT429 into
-- a 429.
create function private.count_quote_request(network text, email text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  address_key text := private.keyed_text_hash('address:' || network);
  email_key text := private.keyed_text_hash('email:' || private.mailbox_key(coalesce(email, '')));
  window_start timestamptz := now() - interval '10 minutes';
begin
  -- Of two simultaneous requests at the limit, only one may pass. Network addresses are always locked first.
  perform pg_advisory_xact_lock(1, hashtext(address_key));
  perform pg_advisory_xact_lock(2, hashtext(email_key));

  if (select count(*) from private.request_rate_limits where key = address_key and accepted_at > window_start) >= 10
    or (select count(*) from private.request_rate_limits where key = email_key and accepted_at > window_start) >= 3
  then
    raise sqlstate 'PT429' using
      message = 'Trop de demandes ont été envoyées. Veuillez réessayer plus tard ou nous écrire directement.';
  end if;

  delete from private.request_rate_limits where id in (
    select id from private.request_rate_limits where accepted_at <= window_start for update skip locked
  );
  insert into private.request_rate_limits (key) values (address_key), (email_key);
end;
$$;

-- Limits what comes straight from a browser. Where a proof that a person writes is asked for (21_dispatcher.sql), only
-- the edge function that checks it may write.
create function private.limit_quote_requests()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  network text := private.client_address();
begin
  -- The service role has checks of its own.
  if network is null or current_setting('role', true) = 'service_role' then
    return new;
  end if;
  if exists (select from public.dispatcher_state where quote_form_needs_proof) then
    raise sqlstate 'PT403' using
      message = 'Le formulaire vérifie que vous êtes une personne. Rechargez la page, ou écrivez-nous directement.';
  end if;
  perform private.count_quote_request(network, new.email);
  return new;
end;
$$;

create trigger quote_requests_rate_limit before insert on public.quote_requests
  -- A request that comes back from the trash was counted when it was sent.
  for each row when (current_setting('app.trash', true) is distinct from 'on')
  execute function private.limit_quote_requests();

-- Stores a request that the edge function of the form received (docs/decisions/0040), and counts it under the visitor's
-- own network address, which only that function knows.
create function public.receive_quote_request(request jsonb, network_address text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.count_quote_request(private.network_of(network_address), request ->> 'email');
  -- Only the columns that the form itself may write are stored, and the number is ours.
  execute (
    select format(
      'insert into public.quote_requests (%1$s) select %1$s from jsonb_populate_record(null::public.quote_requests, $1)',
      string_agg(quote_ident(name), ', ')
    )
    from unnest(private.written_columns('public.quote_requests', 'insert', 'anon')) as name where name <> 'id'
  ) using request;
end;
$$;

grant execute on function public.receive_quote_request(jsonb, text) to service_role;

-- The inbox ------------------------------------------------------------------------------------------------------

-- Makes a contact from a request that is locked, and returns it. An address that is already a contact's is linked
-- instead of doubled. The basis of consent (the inquiry, or the box that was ticked, with its wording) is recorded with
-- it; without the wording, as it was recorded before under the same version.
create function private.make_request_contact(request public.quote_requests, city text, region text, consent_wording text)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  contact uuid;
begin
  insert into public.contacts (user_id, name, company, email, phone, city, region, sector, notes)
  values (
    auth.uid(), request.contact_name, left(request.organization_name, 100), request.email, request.phone,
    btrim(city), btrim(region),
    (case request.organization_type
      when 'municipalite' then 'municipalité'
      when 'ville' then 'municipalité'
      when 'mrc' then 'mrc'
      when 'organisme-public' then 'organisme-public'
      else 'autre'
    end)::public.sector,
    left(concat_ws(
      E'\n',
      'Demande de soumission du ' || to_char(request.created_at at time zone 'America/Toronto', 'YYYY-MM-DD'),
      request.message
    ), 1000)
  )
  on conflict (lower(email)) do nothing
  returning id into contact;
  if contact is null then
    select id into strict contact from public.contacts where lower(email) = lower(request.email);
  end if;

  update public.quote_requests set contact_id = contact where id = request.id;
  insert into public.consent_events
    (contact_id, email, basis, occurred_at, evidence, wording, wording_version, recorded_by)
  values (
    contact, request.email,
    (case when request.marketing_consent_version is null then 'inquiry' else 'express' end)::public.consent_basis,
    request.created_at, 'Formulaire de soumission du site, demande ' || request.id,
    case when request.marketing_consent_version is not null then coalesce(
      consent_wording,
      (select e.wording from public.consent_events e
       where e.wording_version = request.marketing_consent_version and e.wording is not null limit 1)
    ) end,
    request.marketing_consent_version, auth.uid()
  );
  return contact;
end;
$$;

-- « Convertir en contact » makes a contact as above; pressing it again changes nothing.
create function public.convert_quote_to_contact(
  quote_id uuid,
  contact_city text,
  contact_region text,
  consent_wording text default null
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  request public.quote_requests;
begin
  perform private.require_admin();
  select * into request from public.quote_requests where id = quote_id for update;
  if not found or request.anonymised_at is not null then
    raise no_data_found using message = 'Cette demande n''existe plus.';
  end if;
  return coalesce(
    request.contact_id, private.make_request_contact(request, contact_city, contact_region, consent_wording)
  );
end;
$$;

grant execute on function public.convert_quote_to_contact(uuid, text, text, text) to authenticated;

-- Replaces what identifies the person and keeps what is counted: types, service, month, amount, outcome. Notifications,
-- replies, notes and history of the request are deleted: one may still wait to be sent, and an error message may name
-- the address. The attachments go with the next run of dispatch-emails (public.unused_request_files). It returns how
-- many were changed.
create function private.anonymise_requests(ids uuid[])
returns integer
language plpgsql
set search_path = ''
as $$
declare
  changed integer;
begin
  -- Requests are always locked before their messages.
  perform from public.quote_requests where id = any(ids) order by id for update;
  delete from public.notifications where quote_request_id = any(ids);
  delete from public.inbound_messages where quote_request_id = any(ids);
  delete from public.request_notes where quote_request_id = any(ids);
  delete from public.request_events where quote_request_id = any(ids);
  update public.quote_requests set
    organization_name = 'Demande anonymisée',
    contact_name = 'Personne anonymisée',
    email = 'anonyme@anonyme.invalid',
    phone = null,
    message = null,
    marketing_consent_version = null,
    contact_id = null,
    status = 'archivé',
    created_at = date_trunc('month', created_at, 'America/Toronto'),
    answered_at = null,
    reopened_at = null,
    answered_before = null,
    outcome_note = null,
    anonymised_at = now()
  where id = any(ids) and anonymised_at is null;
  get diagnostics changed = row_count;
  return changed;
end;
$$;

-- Lets an administrator anonymise requests.
create function public.anonymise_quote_requests(ids uuid[])
returns integer
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform public.require_recent_sign_in();
  return private.anonymise_requests(ids);
end;
$$;

grant execute on function public.anonymise_quote_requests(uuid[]) to authenticated;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the moment that comes so many business days after another: 2 are the promise of an answer (« 24 à 48 heures
-- ouvrables »). answerDue of business-hours.ts does the same; a test compares the two.
create function private.answer_due(received timestamptz, days integer default 2)
returns timestamptz
language plpgsql
immutable
set search_path = ''
as $$
declare
  wall timestamp := received at time zone 'America/Toronto';
begin
  while not private.is_business_day(wall::date) loop
    wall := date_trunc('day', wall) + interval '1 day';
  end loop;
  for counted in 1..days loop
    wall := wall + interval '1 day';
    while not private.is_business_day(wall::date) loop
      wall := wall + interval '1 day';
    end loop;
  end loop;
  return wall at time zone 'America/Toronto';
end;
$$;

grant execute on function private.answer_due(timestamptz, integer) to authenticated;

-- Returns the requests that nobody has answered: late, to answer within a business day, or later.
create function private.request_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  select 'request', 'demande de soumission', waiting.id, waiting.organization_name, waiting.service_type::text, waiting.due,
    case when waiting.due < at then 0 when waiting.soon < at then 1 else 2 end, null::bigint, null, null::uuid, null, null::uuid
  from (
    select q.id, q.organization_name, q.service_type, private.answer_due(q.created_at) as due,
      private.answer_due(q.created_at, 1) as soon
    from public.quote_requests q where q.status in ('nouveau', 'en_cours') and q.anonymised_at is null
  ) as waiting;
$$;

grant execute on function private.request_today_rows(timestamptz) to authenticated;

-- schemas/17_quotes.sql

-- This file holds quotes: a catalogue of services, templates, and quotes from draft to answer. Money is whole cents
-- (docs/decisions/0053). The file stands before what names quotes: personal data, trash, today.

-- Rules --------------------------------------------------------------------------------------------------------------

create type public.discount_kind as enum ('aucun', 'montant', 'pourcentage');

create type public.tax_status as enum ('registered', 'small_supplier');

-- Accepts one line of a quote: { description, quantity: '1.500', unit, unitPriceCents: 10000 }, three decimals always
-- written.
create function private.is_quote_line(line jsonb)
returns boolean
language sql
immutable
strict
parallel safe
set search_path = ''
return case
  when jsonb_typeof(line) <> 'object' then false
  when line - array['description', 'quantity', 'unit', 'unitPriceCents'] <> '{}'::jsonb then false
  else coalesce(
    jsonb_typeof(line -> 'description') = 'string' and char_length(line ->> 'description') <= 1000
      and private.is_one_line_text(replace(line ->> 'description', E'\n', ' '))
      and jsonb_typeof(line -> 'unit') = 'string' and char_length(line ->> 'unit') <= 20
      and private.is_one_line_text(line ->> 'unit')
      and jsonb_typeof(line -> 'quantity') = 'string' and line ->> 'quantity' ~ '^(0|[1-9][0-9]{0,5})\.[0-9]{3}$'
      and jsonb_typeof(line -> 'unitPriceCents') = 'number' and line ->> 'unitPriceCents' ~ '^(0|[1-9][0-9]{0,9})$',
    false
  )
end;

grant execute on function private.is_quote_line(jsonb) to authenticated;

-- Multiplies a quantity by a unit price, and rounds half a cent up.
create function private.quote_line_amount(line jsonb)
returns bigint
language sql
immutable
strict
parallel safe
set search_path = ''
return round((line ->> 'quantity')::numeric * (line ->> 'unitPriceCents')::numeric)::bigint;

grant execute on function private.quote_line_amount(jsonb) to authenticated;

-- Accepts at most a hundred lines, and a hundred million dollars: far under what 64 bits hold once multiplied by a
-- rate.
create function private.are_quote_lines(lines jsonb)
returns boolean
language sql
immutable
strict
parallel safe
set search_path = ''
return case
  when jsonb_typeof(lines) <> 'array' then false
  when jsonb_array_length(lines) > 100 then false
  when exists (select from jsonb_array_elements(lines) as line where not private.is_quote_line(line)) then false
  else (
    select coalesce(sum(private.quote_line_amount(line)), 0) <= 10000000000 from jsonb_array_elements(lines) as line
  )
end;

grant execute on function private.are_quote_lines(jsonb) to authenticated;

-- Returns the TPS or the TVQ on so many cents, half a cent up; a small supplier charges neither.
create function private.gst(taxable bigint, tax_status public.tax_status)
returns bigint
language sql
immutable
strict
parallel safe
set search_path = ''
return case tax_status when 'registered' then (taxable * 5 + 50) / 100 else 0 end;

create function private.qst(taxable bigint, tax_status public.tax_status)
returns bigint
language sql
immutable
strict
parallel safe
set search_path = ''
return case tax_status when 'registered' then (taxable * 9975 + 50000) / 100000 else 0 end;

grant execute on function private.gst(bigint, public.tax_status) to authenticated;
grant execute on function private.qst(bigint, public.tax_status) to authenticated;

-- Returns the totals of a quote in cents. TPS and TVQ are both on the price after the discount, once, half a cent up.
-- quoteTotals of quote-totals.ts does the same in TypeScript (one file of examples, quote-goldens.json, and random
-- ones).
--   discount_kind   aucun; montant, in cents; pourcentage, in hundredths of a percent
create function private.quote_totals(lines jsonb, discount_kind public.discount_kind, discount_value bigint, tax_status public.tax_status)
returns jsonb
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
declare
  summed numeric;
  subtotal bigint;
  taxable bigint;
  gst bigint;
  qst bigint;
begin
  -- A value that is not a line counts as zero here: the check of the table refuses it later.
  select coalesce(sum(
    case when line ->> 'quantity' ~ '^[0-9]{1,6}\.[0-9]{3}$' and line ->> 'unitPriceCents' ~ '^[0-9]{1,10}$'
      then private.quote_line_amount(line) end
  ), 0) into summed
  from jsonb_array_elements(case when jsonb_typeof(lines) = 'array' then lines else '[]' end) as line;
  subtotal := case when summed <= 10000000000 then summed else 0 end;
  taxable := subtotal - case discount_kind
    when 'montant' then least(subtotal, greatest(discount_value, 0))
    when 'pourcentage' then (subtotal * least(greatest(discount_value, 0), 10000) + 5000) / 10000
    else 0
  end;
  gst := private.gst(taxable, tax_status);
  qst := private.qst(taxable, tax_status);
  return jsonb_build_object(
    'subtotalCents', subtotal, 'discountCents', subtotal - taxable, 'taxableCents', taxable,
    'gstCents', gst, 'qstCents', qst, 'totalCents', taxable + gst + qst
  );
end;
$$;

grant execute on function private.quote_totals(jsonb, public.discount_kind, bigint, public.tax_status) to authenticated;

-- Catalogue ----------------------------------------------------------------------------------------------------------

create type public.site_service as enum (
  'infrastructures', 'patrimoine', 'developpement', 'commerces', 'street-view', 'deneigement', 'nature',
  'evenements'
);

-- The type names the quantity that multiplies a price of the catalogue in the public estimate (44_estimates.sql):
-- points of view, kilometres to capture, days on site, nothing, or kilometres to drive there and back.
create type public.estimate_basis as enum ('scene', 'kilometre', 'jour', 'projet', 'deplacement');

create table public.quote_services (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  description text not null default '',
  unit text not null default '',
  unit_price_cents bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- It names the service of the site that begins at this price, where the site prints prices.
  site_service public.site_service,
  -- These place the service in the public estimate: how it counts, for which kinds of projects, and how much dearer it
  -- may turn out, in percent. A null basis leaves it out. Kinds are texts, as the embedded stack gives no array of an
  -- enumeration.
  estimate_basis public.estimate_basis,
  estimate_kinds text[] not null default '{}',
  estimate_margin smallint not null default 0,
  constraint quote_services_estimate_margin_range check (estimate_margin between 0 and 100),
  constraint quote_services_estimate_kinds_known check (
    estimate_kinds <@ array['visite-virtuelle', 'street-view', 'pre-deneigement', 'infrastructure', 'evenement', 'autre']
    and cardinality(estimate_kinds) <= 6
  ),
  constraint quote_services_name_key unique (name),
  constraint quote_services_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint quote_services_name_one_line check (private.is_one_line_text(name)),
  -- The limits are those of a line of a quote.
  constraint quote_services_line check (
    private.is_quote_line(jsonb_build_object(
      'description', description, 'quantity', '1.000', 'unit', unit, 'unitPriceCents', unit_price_cents
    ))
  )
);

create trigger quote_services_set_updated_at before update on public.quote_services
  for each row execute function private.set_updated_at();

alter table public.quote_services enable row level security;

grant select on table public.quote_services to authenticated;
grant insert (
  id, name, description, unit, unit_price_cents, site_service, estimate_basis, estimate_kinds, estimate_margin
) on table public.quote_services to authenticated;
grant update (
  name, description, unit, unit_price_cents, site_service, estimate_basis, estimate_kinds, estimate_margin
) on table public.quote_services to authenticated;
grant delete on table public.quote_services to authenticated;
grant select on table public.quote_services to service_role;

create policy "quote_services: member reads" on public.quote_services
  for select to authenticated
  using ((select private.is_member()));

create policy "quote_services: admin inserts" on public.quote_services
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "quote_services: admin updates" on public.quote_services
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "quote_services: admin deletes" on public.quote_services
  for delete to authenticated
  using ((select private.is_admin()));

-- The table holds templates of quotes, with lines like those of quotes.
create table public.quote_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  subject text not null default '',
  lines jsonb not null default '[]',
  validity_days integer not null default 30,
  delivery text not null default '',
  terms text not null default '',
  notes text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint quote_templates_name_key unique (name),
  constraint quote_templates_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint quote_templates_name_one_line check (private.is_one_line_text(name)),
  constraint quote_templates_subject_length check (char_length(subject) <= 200),
  constraint quote_templates_subject_one_line check (private.is_one_line_text(subject)),
  constraint quote_templates_lines_known check (private.are_quote_lines(lines)),
  constraint quote_templates_validity_days_range check (validity_days between 1 and 365),
  constraint quote_templates_delivery_length check (char_length(delivery) <= 1000),
  constraint quote_templates_terms_length check (char_length(terms) <= 4000),
  constraint quote_templates_notes_length check (char_length(notes) <= 2000)
);

create trigger quote_templates_set_updated_at before update on public.quote_templates
  for each row execute function private.set_updated_at();

alter table public.quote_templates enable row level security;

grant select on table public.quote_templates to authenticated;
grant insert (id, name, subject, lines, validity_days, delivery, terms, notes)
  on table public.quote_templates to authenticated;
grant update (name, subject, lines, validity_days, delivery, terms, notes) on table public.quote_templates to authenticated;
grant delete on table public.quote_templates to authenticated;
grant select on table public.quote_templates to service_role;

create policy "quote_templates: member reads" on public.quote_templates
  for select to authenticated
  using ((select private.is_member()));

create policy "quote_templates: admin inserts" on public.quote_templates
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "quote_templates: admin updates" on public.quote_templates
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "quote_templates: admin deletes" on public.quote_templates
  for delete to authenticated
  using ((select private.is_admin()));

-- Quotes -------------------------------------------------------------------------------------------------------------

create type public.quote_status as enum ('brouillon', 'envoyé', 'accepté', 'refusé', 'expiré', 'remplacé', 'annulé');

create type public.quote_decider as enum ('council', 'person');

create table public.quotes (
  id uuid primary key default gen_random_uuid(),
  -- The number is taken when the quote is first sent, without a gap in a year, and kept by its revisions. A draft has
  -- none.
  year integer,
  sequence integer,
  revision integer not null default 1,
  number text generated always as (
    year::text || '-' || case when sequence < 1000 then lpad(sequence::text, 3, '0') else sequence::text end
  ) stored,
  status public.quote_status not null default 'brouillon',
  -- These name where the quote comes from, as far as it is still there.
  contact_id uuid references public.contacts (id) on delete set null,
  request_id uuid references public.quote_requests (id) on delete set null,
  trip_plan_id uuid references public.trip_plans (id) on delete set null,
  -- These name whom the quote is made out to.
  organization_name text not null,
  contact_name text not null default '',
  contact_title text not null default '',
  email text not null default '',
  phone text not null default '',
  address text not null default '',
  subject text not null default '',
  -- Each line is { description, quantity: '1.500', unit, unitPriceCents: 10000 }: see private.is_quote_line.
  lines jsonb not null default '[]',
  discount_kind public.discount_kind not null default 'aucun',
  -- It counts cents, or hundredths of a percent.
  discount_value bigint not null default 0,
  discount_label text not null default '',
  -- It is the studio's own at the creation, at each change of it, and for good at sending.
  tax_status public.tax_status not null default 'registered',
  valid_until date not null default (now() at time zone 'America/Toronto')::date + 30,
  delivery text not null default '',
  terms text not null default '',
  notes text not null default '',
  totals jsonb not null generated always as (private.quote_totals(lines, discount_kind, discount_value, tax_status)) stored,
  total_cents bigint not null generated always as (
    (private.quote_totals(lines, discount_kind, discount_value, tax_status) ->> 'totalCents')::bigint
  ) stored,
  -- It is what was sent, whole: both parties, lines and totals (QuoteDocument). The page and the PDF print this.
  snapshot jsonb,
  sent_at timestamptz,
  -- It says when the quote was accepted, refused, cancelled, replaced or expired.
  closed_at timestamptz,
  -- It says when the personal data of the quote ended (Loi 25).
  anonymised_at timestamptz,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- These say what allowed the quote to be sent to a public office that had not asked for it (docs/decisions/0065).
  lobbying_ground public.lobbying_ground,
  lobbying_reference text,
  -- It says how the client accepts, where the studio said so: 'council', a resolution or the purchase order of a
  -- delegation; 'person', a name and a function. When it is null, private.is_public_client guesses.
  accepts_by public.quote_decider,
  constraint quotes_number_key unique (year, sequence, revision),
  constraint quotes_number_whole check ((year is null) = (sequence is null)),
  constraint quotes_sequence_range check (sequence >= 1),
  constraint quotes_revision_range check (revision between 1 and 99),
  constraint quotes_sent_whole check (
    status = 'brouillon' or year is not null and snapshot is not null and sent_at is not null
  ),
  constraint quotes_organization_name_length check (char_length(organization_name) <= 200),
  constraint quotes_organization_name_one_line check (private.is_one_line_text(organization_name)),
  -- Names end up in e-mail headers: a line break there would add headers of the sender's choice.
  constraint quotes_contact_name_length check (char_length(contact_name) <= 100),
  constraint quotes_contact_name_one_line check (private.is_one_line_text(contact_name)),
  constraint quotes_contact_title_length check (char_length(contact_title) <= 100),
  constraint quotes_contact_title_one_line check (private.is_one_line_text(contact_title)),
  constraint quotes_email_format check (email = '' or private.is_email_address(email)),
  constraint quotes_phone_length check (char_length(phone) <= 20),
  constraint quotes_phone_one_line check (private.is_one_line_text(phone)),
  constraint quotes_address_length check (char_length(address) <= 300),
  constraint quotes_subject_length check (char_length(subject) <= 200),
  constraint quotes_subject_one_line check (private.is_one_line_text(subject)),
  constraint quotes_lines_known check (private.are_quote_lines(lines)),
  constraint quotes_discount_value_range check (
    discount_value >= 0 and discount_value <= case discount_kind when 'pourcentage' then 10000 else 10000000000 end
  ),
  constraint quotes_discount_label_length check (char_length(discount_label) <= 100),
  constraint quotes_discount_label_one_line check (private.is_one_line_text(discount_label)),
  constraint quotes_delivery_length check (char_length(delivery) <= 1000),
  constraint quotes_terms_length check (char_length(terms) <= 4000),
  constraint quotes_notes_length check (char_length(notes) <= 2000),
  constraint quotes_lobbying_whole check ((lobbying_ground is null) = (lobbying_reference is null)),
  constraint quotes_lobbying_reference_length
    check (btrim(lobbying_reference) <> '' and char_length(lobbying_reference) <= 200),
  constraint quotes_lobbying_reference_one_line check (private.is_one_line_text(lobbying_reference))
);

-- Only one draft at a time revises a number.
create unique index quotes_open_revision_key on public.quotes (year, sequence) where status = 'brouillon';
create index quotes_contact_id_idx on public.quotes (contact_id);
create index quotes_request_id_idx on public.quotes (request_id);
create index quotes_trip_plan_id_idx on public.quotes (trip_plan_id);
create index quotes_created_by_idx on public.quotes (created_by);
create index quotes_created_at_idx on public.quotes (created_at desc, id);
create index quotes_waiting_idx on public.quotes (valid_until) where status = 'envoyé';

create trigger quotes_set_updated_at before update on public.quotes
  for each row execute function private.set_updated_at();

-- Refuses changes of a sent quote by any role: a change needs a revision. Exceptions are the links to deleted records,
-- the status, and the removal of personal data.
create function private.keep_sent_quote()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  moving constant text[] := array[
    'contact_id', 'request_id', 'trip_plan_id', 'status', 'closed_at', 'created_by', 'updated_at', 'number', 'totals',
    'total_cents', 'lobbying_ground', 'lobbying_reference'
  ];
begin
  if new.anonymised_at is not null and old.anonymised_at is null then
    return new;
  end if;
  if to_jsonb(new) - moving is distinct from to_jsonb(old) - moving or new.status = 'brouillon' then
    raise sqlstate 'PT409' using message = 'Un devis envoyé ne se modifie plus. Faites-en une révision.';
  end if;
  return new;
end;
$$;

create trigger quotes_keep_sent before update on public.quotes
  for each row when (old.status <> 'brouillon')
  execute function private.keep_sent_quote();

alter table public.quotes enable row level security;

-- The functions below make and move quotes; a draft is written directly. What was sent is out of reach.
grant select on table public.quotes to authenticated, service_role;
grant update (
  contact_id, request_id, trip_plan_id, organization_name, contact_name, contact_title, email, phone, address, subject,
  lines, discount_kind, discount_value, discount_label, valid_until, delivery, terms, notes, accepts_by
) on table public.quotes to authenticated;
grant delete on table public.quotes to authenticated;

create policy "quotes: member reads" on public.quotes
  for select to authenticated
  using ((select private.is_member()));

create policy "quotes: admin writes drafts" on public.quotes
  for update to authenticated
  using (status = 'brouillon' and (select private.is_admin()))
  with check (status = 'brouillon' and (select private.is_admin()));

create policy "quotes: admin deletes drafts" on public.quotes
  for delete to authenticated
  using (status = 'brouillon' and (select private.is_admin()));

create function private.trash_label(item public.quotes)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(', ', 'Devis', nullif(item.organization_name, ''), nullif(item.subject, ''));
$$;

create function private.trash_refusal(item public.quotes)
returns text
language sql
immutable
set search_path = ''
as $$
  select 'Un devis envoyé ne se supprime pas : annulez-le.' where item.status <> 'brouillon';
$$;

select private.attach_trash('quotes');

create type public.quote_event_kind as enum (
  'created', 'revised', 'sent', 'opened', 'question', 'accepted', 'refused', 'reopened', 'expired', 'replaced',
  'cancelled', 'note'
);

-- The table tells what happened to a quote, oldest first. Notes are a person's; the functions write the rest.
create table public.quote_events (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes (id) on delete cascade,
  kind public.quote_event_kind not null default 'note',
  body text not null default '',
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint quote_events_body_length check (char_length(body) <= 2000),
  constraint quote_events_note_said check (kind not in ('note', 'question') or btrim(body) <> '')
);

create index quote_events_quote_id_idx on public.quote_events (quote_id, created_at);
create index quote_events_recorded_by_idx on public.quote_events (recorded_by);

alter table public.quote_events enable row level security;

grant select on table public.quote_events to authenticated, service_role;
grant insert (quote_id, body, recorded_by) on table public.quote_events to authenticated;

create policy "quote_events: member reads" on public.quote_events
  for select to authenticated
  using ((select private.is_member()));

create policy "quote_events: admin notes as self" on public.quote_events
  for insert to authenticated
  with check (recorded_by = (select auth.uid()) and (select private.is_admin()));

-- The table holds the last number given in each year. Its row is locked until the quote that takes one is committed: no
-- gap, no double.
create table private.quote_numbers (
  year integer primary key,
  last integer not null
);

alter table private.quote_numbers enable row level security;

-- The table holds the 128 random bits that open the public page of a sent quote. It stands apart from quotes, which
-- members may read and export.
create table private.quote_links (
  quote_id uuid primary key references public.quotes (id) on delete cascade,
  token text not null default encode(
    substring(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) for 16), 'hex'
  ),
  -- It is the digest of the PDF that was sent, once that is kept (26_quote_acceptance.sql).
  pdf_sha256 text,
  constraint quote_links_token_key unique (token),
  constraint quote_links_token_format check (token ~ '^[0-9a-f]{32}$'),
  constraint quote_links_pdf_sha256_format check (pdf_sha256 ~ '^[0-9a-f]{64}$')
);

alter table private.quote_links enable row level security;

-- Making quotes -------------------------------------------------------------------------------------------------------

-- Makes a quote with what the record that it comes from knows; returns its id.
--   source    contact, quote_request or trip_plan; null: nothing yet
--   new_id    chosen before the press: asked for again, the quote is the one that was made
create function public.create_quote(
  source text default null, source_id uuid default null, template uuid default null, new_id uuid default gen_random_uuid()
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  request public.quote_requests;
  person public.contacts;
  trip public.trip_plans;
  model public.quote_templates;
  made uuid;
begin
  perform private.require_admin();
  if source = 'quote_request' then
    select * into request from public.quote_requests where id = source_id and anonymised_at is null;
    if not found then
      raise sqlstate 'PT404' using message = 'Cette demande n’existe plus.';
    end if;
    select * into person from public.contacts where id = request.contact_id;
  elsif source = 'contact' then
    select * into person from public.contacts where id = source_id;
    if not found then
      raise sqlstate 'PT404' using message = 'Ce contact n’existe plus.';
    end if;
  elsif source = 'trip_plan' then
    select * into trip from public.trip_plans where id = source_id;
    if not found then
      raise sqlstate 'PT404' using message = 'Ce déplacement n’existe plus.';
    end if;
  elsif source is not null then
    raise invalid_parameter_value using message = 'Un devis ne peut pas être fait à partir de cette fiche.';
  end if;
  if template is not null then
    select * into model from public.quote_templates where id = template;
    if not found then
      raise sqlstate 'PT404' using message = 'Ce modèle de devis n’existe plus.';
    end if;
  end if;

  insert into public.quotes (
    id, contact_id, request_id, trip_plan_id, organization_name, contact_name, email, phone, address, subject, lines,
    tax_status, valid_until, delivery, terms, notes
  )
  values (
    new_id, person.id, request.id, trip.id,
    coalesce(request.organization_name, person.company, trip.client_name, ''),
    coalesce(request.contact_name, person.name, ''),
    coalesce(request.email, person.email, ''),
    coalesce(request.phone, person.phone, ''),
    coalesce(person.city || ' (' || person.region || ')', ''),
    coalesce(model.subject, ''), coalesce(model.lines, '[]'),
    private.studio_tax_status(),
    (now() at time zone 'America/Toronto')::date + coalesce(model.validity_days, 30),
    coalesce(model.delivery, ''), coalesce(model.terms, ''), coalesce(model.notes, '')
  )
  on conflict (id) do nothing
  returning id into made;
  if made is not null then
    insert into public.quote_events (quote_id, kind, recorded_by) values (made, 'created', auth.uid());
  end if;
  return new_id;
end;
$$;

grant execute on function public.create_quote(text, uuid, uuid, uuid) to authenticated;

-- Tells whether the studio charges taxes; a draft shows them as long as nobody has answered.
create function private.studio_tax_status()
returns public.tax_status
language sql
stable
set search_path = ''
as $$
  select (
    case when (select tax_registered from public.studio where id = 1) is false then 'small_supplier' else 'registered' end
  )::public.tax_status;
$$;

-- Makes drafts follow the studio; what was sent does not.
create function private.follow_tax_status()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.quotes set tax_status = private.studio_tax_status()
  where status = 'brouillon' and tax_status <> private.studio_tax_status();
  return null;
end;
$$;

create trigger studio_follow_tax_status after update of tax_registered on public.studio
  for each row when (old.tax_registered is distinct from new.tax_registered)
  execute function private.follow_tax_status();

-- Makes the same quote again as a new draft, without its number; returns its id.
--   new_id    as of create_quote
create function public.duplicate_quote(quote uuid, new_id uuid default gen_random_uuid())
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  made uuid;
begin
  perform private.require_admin();
  insert into public.quotes (
    id, contact_id, request_id, trip_plan_id, organization_name, contact_name, contact_title, email, phone, address, subject,
    lines, discount_kind, discount_value, discount_label, tax_status, delivery, terms, notes, accepts_by
  )
  select new_id, q.contact_id, q.request_id, q.trip_plan_id, q.organization_name, q.contact_name, q.contact_title, q.email, q.phone,
    q.address, q.subject, q.lines, q.discount_kind, q.discount_value, q.discount_label, private.studio_tax_status(),
    q.delivery, q.terms, q.notes, q.accepts_by
  from public.quotes q where q.id = quote and q.anonymised_at is null
  on conflict (id) do nothing
  returning id into made;
  if made is not null then
    insert into public.quote_events (quote_id, kind, recorded_by) values (made, 'created', auth.uid());
  elsif not exists (select from public.quotes q where q.id = new_id) then
    raise sqlstate 'PT404' using message = 'Ce devis n’existe plus.';
  end if;
  return new_id;
end;
$$;

grant execute on function public.duplicate_quote(uuid, uuid) to authenticated;

-- Locks a quote with the other revisions of its number, always in the order of their revision.
create function private.lock_quote(quote uuid)
returns public.quotes
language plpgsql
set search_path = ''
as $$
declare
  locked public.quotes;
begin
  select * into locked from public.quotes where id = quote;
  perform from public.quotes q
  where q.id = quote or q.year = locked.year and q.sequence = locked.sequence
  order by q.revision, q.id for update;
  select * into locked from public.quotes where id = quote;
  if not found then
    raise sqlstate 'PT404' using message = 'Ce devis n’existe plus.';
  end if;
  return locked;
end;
$$;

-- Makes the draft that changes a sent quote: same number, next revision. It returns the one that is open already.
create function public.revise_quote(quote uuid)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  old public.quotes;
  made uuid;
begin
  perform private.require_admin();
  old := private.lock_quote(quote);
  select q.id into made from public.quotes q
  where q.year = old.year and q.sequence = old.sequence and q.status = 'brouillon';
  if made is not null then
    return made;
  end if;
  if old.status not in ('envoyé', 'refusé', 'expiré') or old.anonymised_at is not null then
    raise sqlstate 'PT409' using message = case old.status
      when 'brouillon' then 'Ce devis n’est pas encore envoyé : modifiez-le directement.'
      when 'accepté' then 'Ce devis est accepté : il ne se révise plus.'
      else 'Ce devis n’est plus en cours : dupliquez-le.'
    end;
  end if;
  insert into public.quotes (
    year, sequence, revision, contact_id, request_id, trip_plan_id, organization_name, contact_name, contact_title, email,
    phone, address, subject, lines, discount_kind, discount_value, discount_label, tax_status, delivery, terms, notes,
    lobbying_ground, lobbying_reference, accepts_by
  )
  values (
    old.year, old.sequence, old.revision + 1, old.contact_id, old.request_id, old.trip_plan_id, old.organization_name,
    old.contact_name, old.contact_title, old.email, old.phone, old.address, old.subject, old.lines, old.discount_kind,
    old.discount_value, old.discount_label, private.studio_tax_status(), old.delivery, old.terms, old.notes,
    old.lobbying_ground, old.lobbying_reference, old.accepts_by
  )
  returning id into made;
  insert into public.quote_events (quote_id, kind, recorded_by) values (made, 'revised', auth.uid());
  return made;
end;
$$;

grant execute on function public.revise_quote(uuid) to authenticated;

-- Tells whether the client of a quote is taken for a public body: by what was noted of the contact; else by their
-- sector, the request or the name of the organisation, « Ville de La Malbaie » or, in the register, « Percé ».
create function private.is_public_client(q public.quotes)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
declare
  person public.contacts;
begin
  select * into person from public.contacts c where c.id = q.contact_id;
  return coalesce(
    person.is_public_office_holder,
    private.holds_public_office(person.sector) is true
      or exists (select from public.quote_requests r where r.id = q.request_id and r.organization_type <> 'autre')
      -- The pattern takes « Village de Tadoussac », not « Village historique ».
      or private.place_key(q.organization_name)
        ~ '^(la |l )?((ville|municipalite|mrc|mairie|hotel de ville)\M|(village|paroisse|canton)s?( unis)? (de|du|des|d)\M)'
      or private.register_code_named(q.organization_name) is not null
  );
end;
$$;

-- Says how a quote is accepted: as frozen when it was sent, else as the studio chose, else by the kind of client.
-- Quotes sent before this choice existed have nothing frozen.
create function private.accepts_by(q public.quotes)
returns public.quote_decider
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(
    (q.snapshot #>> '{client,acceptsBy}')::public.quote_decider, q.accepts_by,
    (case when private.is_public_client(q) then 'council' else 'person' end)::public.quote_decider
  );
end;
$$;

-- Returns the studio as a quote or an invoice prints it.
create function private.printed_studio(tax_status public.tax_status)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'name', s.sender_name, 'legalName', s.legal_name, 'address', s.postal_address, 'phone', s.contact_phone,
    'email', s.contact_email, 'website', '', 'neq', s.neq,
    'gstNumber', case when printed_studio.tax_status = 'registered' then s.tps_number else '' end,
    'qstNumber', case when printed_studio.tax_status = 'registered' then s.tvq_number else '' end,
    'taxStatus', printed_studio.tax_status
  )
  from public.studio s where s.id = 1;
$$;

-- Returns lines as they are printed, each with its amount.
create function private.printed_lines(lines jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_agg(line || jsonb_build_object('amountCents', private.quote_line_amount(line)) order by place), '[]')
  from jsonb_array_elements(lines) with ordinality as listed (line, place);
$$;

-- Returns what page and PDF print of a quote (QuoteDocument of quote-document.ts), dated today in Québec.
create function private.quote_document(q public.quotes)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'number', coalesce(q.year || '-' || case when q.sequence < 1000 then lpad(q.sequence::text, 3, '0') else q.sequence::text end, ''),
    'revision', q.revision,
    'date', (now() at time zone 'America/Toronto')::date,
    'validUntil', q.valid_until,
    'subject', q.subject,
    'studio', private.printed_studio(q.tax_status),
    'client', jsonb_build_object(
      'organization', q.organization_name, 'contactName', q.contact_name, 'contactTitle', q.contact_title,
      'email', q.email, 'phone', q.phone, 'address', q.address, 'acceptsBy', private.accepts_by(q)
    ),
    'lines', private.printed_lines(q.lines),
    'discount', case when (totals ->> 'discountCents')::bigint > 0 then
      jsonb_build_object('label', q.discount_label, 'cents', totals -> 'discountCents')
    end,
    'totals', totals,
    'delivery', q.delivery, 'terms', q.terms, 'notes', q.notes
  )
  from private.quote_totals(q.lines, q.discount_kind, q.discount_value, q.tax_status) as totals;
$$;

-- Names, in French, what the studio must say of itself before a quote or an invoice leaves; null when nothing is
-- missing.
create function private.studio_refusal()
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when s.legal_name = '' or s.postal_address = '' or s.contact_email = '' then
      'L’identité du studio est incomplète (Réglages) : nom légal, adresse et courriel.'
    when s.tax_registered is null then 'Indiquez dans les réglages si le studio est inscrit aux taxes.'
    when s.tax_registered and (s.tps_number = '' or s.tvq_number = '') then
      'Les numéros de TPS et de TVQ manquent (Réglages).'
  end
  from public.studio s where s.id = 1;
$$;

-- Says in French why a draft cannot be sent; null when it can.
create function private.quote_refusal(q public.quotes)
returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(private.studio_refusal(), case
    when btrim(q.organization_name) = '' then 'Indiquez l’organisation à qui le devis est destiné.'
    when q.email = '' then 'Indiquez le courriel du client.'
    when btrim(q.subject) = '' then 'Indiquez l’objet du devis.'
    when q.lines = '[]' then 'Ajoutez au moins une ligne.'
    when exists (select from jsonb_array_elements(q.lines) as line where btrim(line ->> 'description') = '') then
      'Une ligne n’a pas de description.'
    when q.valid_until < (now() at time zone 'America/Toronto')::date then 'La date de validité est passée.'
  end);
$$;

-- Sends a draft: gives the number, freezes what is printed, opens the link, and replaces the earlier revision.
--   read_at  the updated_at of what the person saw, exactly as given. PT409: it was changed since.
--   ground   where private.lacks_lobbying_ground: what allows it, and its reference
create function public.send_quote(
  quote uuid, read_at timestamptz, ground public.lobbying_ground default null, ground_reference text default null
)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  draft public.quotes;
  earlier public.quotes;
  refusal text;
begin
  perform private.require_admin();
  draft := private.lock_quote(quote);
  if draft.status <> 'brouillon' then
    raise sqlstate 'PT409' using message = 'Ce devis est déjà envoyé.';
  end if;
  if draft.updated_at is distinct from read_at then
    raise sqlstate 'PT409' using message = 'Ce devis a été modifié entre-temps. Relisez-le avant de l’envoyer.';
  end if;
  refusal := private.quote_refusal(draft);
  if refusal is not null then
    raise sqlstate 'PT422' using message = refusal;
  end if;
  perform private.keep_lobbying_ground(draft, ground, ground_reference);
  draft.tax_status := private.studio_tax_status();
  if draft.year is null then
    perform private.require_own_numbers();
    draft.year := extract(year from now() at time zone 'America/Toronto');
    insert into private.quote_numbers as known (year, last) values (draft.year, 1)
    on conflict (year) do update set last = known.last + 1
    returning last into draft.sequence;
  else
    select * into earlier from public.quotes q
    where q.year = draft.year and q.sequence = draft.sequence and q.revision = draft.revision - 1;
    if earlier.status not in ('envoyé', 'refusé', 'expiré') then
      raise sqlstate 'PT409' using message = case earlier.status
        when 'accepté' then 'Le devis que celui-ci remplace vient d’être accepté.'
        else 'Le devis que celui-ci remplace n’est plus en cours.'
      end;
    end if;
    update public.quotes set status = 'remplacé', closed_at = now() where id = earlier.id;
    insert into public.quote_events (quote_id, kind, recorded_by) values (earlier.id, 'replaced', auth.uid());
  end if;
  update public.quotes set
    year = draft.year, sequence = draft.sequence, tax_status = draft.tax_status, status = 'envoyé', sent_at = now(),
    snapshot = private.quote_document(draft)
  where id = quote;
  insert into private.quote_links (quote_id) values (quote);
  insert into public.quote_events (quote_id, kind, recorded_by) values (quote, 'sent', auth.uid());
  return (select q.number from public.quotes q where q.id = quote);
end;
$$;

grant execute on function public.send_quote(uuid, timestamptz, public.lobbying_ground, text) to authenticated;

-- Records what an administrator says of a sent quote, with the reason: refused by another way (on paper, by telephone),
-- cancelled, or again without an answer; never of one that a later revision replaced. An acceptance says more:
-- record_paper_acceptance. One that is taken back stays in its table.
--   answer  refusé, annulé, or envoyé, which takes the last one back
create function public.record_quote_answer(quote uuid, answer public.quote_status, reason text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.quotes;
begin
  perform private.require_admin();
  known := private.lock_quote(quote);
  if btrim(coalesce(reason, '')) = '' then
    raise sqlstate 'PT422' using message = 'Indiquez la raison.';
  end if;
  if answer is null or not (case answer
    when 'refusé' then known.status in ('envoyé', 'expiré')
    when 'annulé' then known.status in ('envoyé', 'expiré', 'refusé', 'accepté')
    when 'envoyé' then known.status in ('accepté', 'refusé', 'annulé')
    else false
  end) or known.anonymised_at is not null then
    raise sqlstate 'PT409' using message = 'Cette réponse ne convient plus à l’état du devis.';
  elsif private.charged_of_quote(quote) <> '{}' then
    raise sqlstate 'PT409' using message = 'Ce devis est facturé : créditez d’abord ses factures.';
  end if;
  update public.quotes set status = answer, closed_at = case when answer <> 'envoyé' then now() end where id = quote;
  update public.quote_acceptances a set
    reversed_at = now(), reversed_by = auth.uid(), reversed_reason = left(btrim(reason), 2000)
  where a.quote_id = quote and a.reversed_at is null;
  if known.status = 'accepté' then
    -- The contract that never was (private.follow_acceptance) permits no letter.
    delete from public.consent_events e
    where answer = 'envoyé'
      and e.contact_id = known.contact_id and e.basis = 'contract' and e.evidence = 'Devis ' || known.number || ' accepté';
    update public.quote_requests r set outcome = null
    where r.id = known.request_id and r.outcome = 'gagnée'
      and not exists (select from public.quotes other where other.request_id = r.id and other.status = 'accepté');
  end if;
  insert into public.quote_events (quote_id, kind, body, recorded_by)
  values (
    quote,
    (case answer when 'refusé' then 'refused' when 'annulé' then 'cancelled' else 'reopened' end)::public.quote_event_kind,
    left(btrim(reason), 2000), auth.uid()
  );
end;
$$;

grant execute on function public.record_quote_answer(uuid, public.quote_status, text) to authenticated;

-- Expires the quotes whose last day is over in Québec. Each run of the dispatcher calls it; it returns how many
-- expired.
create function public.expire_quotes()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  expired uuid[];
begin
  with due as (
    select q.id from public.quotes q
    where q.status = 'envoyé' and q.valid_until < (now() at time zone 'America/Toronto')::date
    for update skip locked
  ), changed as (
    update public.quotes q set status = 'expiré', closed_at = now() from due where q.id = due.id returning q.id
  )
  select coalesce(array_agg(id), '{}') into expired from changed;
  insert into public.quote_events (quote_id, kind) select id, 'expired' from unnest(expired) as id;
  return cardinality(expired);
end;
$$;

grant execute on function public.expire_quotes() to service_role;

-- Figures and personal data --------------------------------------------------------------------------------------------

-- Returns how many quotes there are in each state, and their amounts. It runs as the caller, under the policy of
-- quotes.
create function public.quote_totals_by_status()
returns table (status public.quote_status, quotes bigint, total_cents bigint)
language sql
stable
set search_path = ''
as $$
  select q.status, count(*), sum(q.total_cents)::bigint from public.quotes q group by q.status;
$$;

grant execute on function public.quote_totals_by_status() to authenticated;

-- Erases a person from quotes. Drafts go. An accepted quote is a contract and is kept, with its name, six years after
-- the end of its year (Loi sur l’administration fiscale, art. 35.1); of the others the amounts stay. It returns {
-- issued_quotes, issued_quotes_kept }.
create function private.erase_from_quotes(person uuid, addresses text[])
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  theirs uuid[] := array(
    select q.id from public.quotes q where q.contact_id = person or lower(q.email) = any (addresses)
  );
  kept integer;
begin
  perform from public.quotes where id = any (theirs) order by id for update;
  select count(*) into kept from public.quotes q where q.id = any (theirs) and private.is_contract(q);
  update public.quote_events e set body = case when e.kind in ('note', 'question') then '(effacé)' else '' end
  from public.quotes q where q.id = e.quote_id and q.id = any (theirs) and not private.is_contract(q);
  delete from public.quotes q where q.id = any (theirs) and q.status = 'brouillon';
  perform private.anonymise_sent_quotes(array(
    select q.id from public.quotes q where q.id = any (theirs) and not private.is_contract(q)
  ));
  return jsonb_build_object('issued_quotes', cardinality(theirs) - kept, 'issued_quotes_kept', kept);
end;
$$;

create function private.is_contract(q public.quotes)
returns boolean
language sql
stable
set search_path = ''
as $$
  select q.status = 'accepté'
    and now() < (date_trunc('year', q.closed_at, 'America/Toronto') + interval '7 years');
$$;

-- Takes the names out of sent quotes, of their acceptances and e-mails, and closes their links.
create function private.anonymise_sent_quotes(ids uuid[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  delete from private.quote_links where quote_id = any (ids);
  delete from private.quote_codes where quote_id = any (ids);
  delete from public.quote_acceptances where quote_id = any (ids);
  delete from public.notifications where issued_quote_id = any (ids);
  update public.quotes set
    organization_name = 'Client anonymisé', contact_name = '', contact_title = '', email = '', phone = '', address = '',
    notes = '', contact_id = null, request_id = null, anonymised_at = now(),
    lobbying_reference = case when lobbying_ground is not null then '(effacé)' end,
    snapshot = snapshot || jsonb_build_object('notes', '', 'client', jsonb_build_object(
      'organization', 'Client anonymisé', 'contactName', '', 'contactTitle', '', 'email', '', 'phone', '', 'address', ''
    ))
  where id = any (ids) and status <> 'brouillon' and anonymised_at is null;
end;
$$;

-- Forgets the names of quotes seven years after they were sent, once they are no contract that must be kept. It returns
-- how many.
create function private.forget_old_quotes()
returns integer
language plpgsql
set search_path = ''
as $$
declare
  old uuid[] := array(
    select q.id from public.quotes q
    where q.status <> 'brouillon' and q.anonymised_at is null and q.sent_at < now() - interval '7 years'
      and not private.is_contract(q)
  );
begin
  perform private.anonymise_sent_quotes(old);
  update public.quote_events e set body = '(effacé)' where e.quote_id = any (old) and e.body <> '';
  return cardinality(old);
end;
$$;

create constraint trigger quote_services_change_site
  after insert or delete or update of name, unit_price_cents, unit, site_service, estimate_basis, estimate_kinds, estimate_margin
  on public.quote_services
  deferrable initially deferred
  for each row execute function private.mark_site_changed();

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the quotes without an answer: seven days after they were sent, or as many before their end, and for thirty
-- days past it.
create function private.quote_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  select 'quote', 'devis sans réponse', d.id, d.organization_name, d.number, (d.valid_until + 1)::timestamp at time zone 'America/Toronto',
    case when d.valid_until < clock.today then 0 when d.valid_until <= clock.today + 2 then 1 else 2 end, d.total_cents,
    null, null::uuid, null, null::uuid
  from (select (at at time zone 'America/Toronto')::date as today) as clock, public.quotes d
  where d.status = 'envoyé' and (d.valid_until <= clock.today + 7 or d.sent_at <= at - interval '7 days')
    or d.status = 'expiré' and d.valid_until >= clock.today - 30;
$$;

grant execute on function private.quote_today_rows(timestamptz) to authenticated;

-- schemas/18_tenders.sql

-- This file holds the public calls for tenders and contracts that concern the studio, read from the weekly files of
-- SEAO (docs/decisions/0100).

-- The one row is the rule by which calls for tenders are found, changed on /admin/appels-d-offres.
create table public.tender_settings (
  -- It is always 1, the only row that is read.
  id smallint primary key,
  -- These words are looked for in the title of a call: whole words, without case nor accents.
  phrases text[] not null default array[
    'visite virtuelle', 'visites virtuelles', 'visite 360', 'visites 360', 'photo 360', 'photos 360', 'photographie 360',
    'photographies 360', 'image 360', 'images 360', 'imagerie 360', 'vidéo 360', 'captation 360', 'Street View',
    'imagerie immersive', 'imagerie de rue', 'imagerie de rues', 'imagerie terrestre', 'photographie panoramique',
    'photographies panoramiques', 'images panoramiques', 'imagerie panoramique', 'relevé photographique',
    'relevés photographiques', 'inventaire photographique', 'relevé avant déneigement', 'numérisation 3D de bâtiments'
  ],
  updated_at timestamptz not null default now(),
  constraint tender_settings_phrases_shape check (
    cardinality(phrases) <= 60 and array_position(phrases, null) is null
    and char_length(array_to_string(phrases, ' ')) <= 3000
  )
);

create trigger tender_settings_set_updated_at before update on public.tender_settings
  for each row execute function private.set_updated_at();

alter table public.tender_settings enable row level security;

grant select, update (phrases) on table public.tender_settings to authenticated;
grant select, insert, update, delete on table public.tender_settings to service_role;

create policy "tender_settings: member reads" on public.tender_settings
  for select to authenticated
  using ((select private.is_member()));

create policy "tender_settings: admin changes" on public.tender_settings
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

select private.attach_activity_log('tender_settings');

insert into public.tender_settings (id) values (1);

create type public.tender_signal_kind as enum ('appel', 'contrat');

-- The table holds the notices whose title has one of the phrases: open calls, and awarded contracts.
create table public.tender_signals (
  id uuid primary key default gen_random_uuid(),
  ocid text not null,
  kind public.tender_signal_kind not null,
  title text not null,
  buyer text not null,
  -- It names the municipality or the MRC that buys, when the register says which.
  municipality_code text references public.municipalities (code) on delete set null,
  -- It says when a call closes, or when a contract ends.
  closes_at timestamptz,
  ends_on date,
  url text,
  -- It is the phrase that the notice was kept for.
  phrase text not null,
  published_at timestamptz not null,
  -- « Pas pertinent » sets it; a new notice with the phrase and buyer of a dismissed one gets it at once.
  dismissed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint tender_signals_ocid_key unique (ocid),
  constraint tender_signals_ocid_format check (ocid ~ '^ocds-[0-9a-z]{6}-[0-9A-Za-z._-]{1,60}$'),
  constraint tender_signals_title_length check (btrim(title) <> '' and char_length(title) <= 500),
  constraint tender_signals_title_one_line check (private.is_one_line_text(title)),
  constraint tender_signals_buyer_length check (btrim(buyer) <> '' and char_length(buyer) <= 200),
  constraint tender_signals_buyer_one_line check (private.is_one_line_text(buyer)),
  constraint tender_signals_one_day check (closes_at is null or ends_on is null),
  constraint tender_signals_url_length check (char_length(url) <= 500),
  constraint tender_signals_url_format check (private.is_web_address(url)),
  constraint tender_signals_phrase_length check (btrim(phrase) <> '' and char_length(phrase) <= 100)
);

create index tender_signals_municipality_code_idx on public.tender_signals (municipality_code);
create index tender_signals_phrase_buyer_idx on public.tender_signals (phrase, buyer) where dismissed_at is not null;

alter table public.tender_signals enable row level security;

-- import_tender_week writes; a person only puts aside.
grant select on table public.tender_signals to authenticated;
grant update (dismissed_at) on table public.tender_signals to authenticated;
grant select on table public.tender_signals to service_role;

create policy "tender_signals: member reads" on public.tender_signals
  for select to authenticated
  using ((select private.is_member()));

create policy "tender_signals: admin puts aside" on public.tender_signals
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

-- The table lists the weekly files that were read: a week between two of them that is not here is missing.
create table public.tender_weeks (
  first_day date primary key,
  last_day date not null,
  file_name text not null,
  -- These count the notices in the file, and those with a phrase.
  releases integer not null,
  kept integer not null,
  imported_at timestamptz not null default now(),
  constraint tender_weeks_order check (last_day >= first_day and last_day - first_day <= 40),
  constraint tender_weeks_file_name_length check (btrim(file_name) <> '' and char_length(file_name) <= 200),
  constraint tender_weeks_kept_range check (kept between 0 and releases)
);

alter table public.tender_weeks enable row level security;

-- Only import_tender_week writes.
grant select on table public.tender_weeks to authenticated, service_role;

create policy "tender_weeks: member reads" on public.tender_weeks
  for select to authenticated
  using ((select private.is_member()));

-- Finds the municipality or the MRC that a buyer's name stands for: « VILLE DE LA MALBAIE », « MRC du Haut-Richelieu »;
-- null for none, or for several.
create function private.buyer_place(buyer text)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  designation constant text :=
    '^(la |l )?(mrc|municipalite regionale de comte|ville|municipalite|village|paroisse|cantons unis|canton)( de (paroisse|village|canton))?\s+';
  folded constant text := private.place_key(buyer);
  is_mrc constant boolean := folded ~ '^(la )?(mrc|municipalite regionale)';
  bare constant text := regexp_replace(folded, designation, '');
begin
  if bare = folded then
    return null;
  end if;
  return (
    with named as (
      select m.code, coalesce(m.population, 1) > 0 as is_inhabited from public.municipalities as m
      where m.gone_on is null and (m.kind = 'mrc') = is_mrc
        and m.search_key in (
          bare, regexp_replace(bare, '^(de|d) ', ''), regexp_replace(bare, '^(de la|de l) ', ''),
          regexp_replace(bare, '^du ', ''), regexp_replace(bare, '^des ', ''),
          regexp_replace(bare, '^du ', 'le '), regexp_replace(bare, '^des ', 'les ')
        )
    ),
    kept as (
      select code from named where is_inhabited or not exists (select from named where is_inhabited)
    )
    select min(code) from kept having count(*) = 1
  );
end;
$$;

-- Takes in one weekly file: the last state of each notice, once, however often the file is read. It answers how many
-- were added, changed, left unchanged and taken away (a call that was cancelled). A notice with the phrase and the
-- buyer of one that was put aside comes put aside.
--   notices: [{ ocid, kind, title, buyer, closes_at, ends_on, url, phrase, published_at }]; kind null for a cancelled
--   one
create function public.import_tender_week(
  first_day date, last_day date, file_name text, releases integer, notices jsonb
)
returns table (added integer, changed integer, unchanged integer, removed integer)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  if current_setting('role', true) is distinct from 'service_role' and not (select private.is_admin()) then
    raise exception 'Réservé aux administrateurs' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(6, 0);

  return query
    with incoming as materialized (
      select distinct on (n.ocid) n.ocid, n.kind, n.title, n.buyer, private.buyer_place(n.buyer) as municipality_code,
        n.closes_at, n.ends_on, n.url, n.phrase, n.published_at
      from jsonb_populate_recordset(null::public.tender_signals, notices) as n
      order by n.ocid, n.published_at desc
    ),
    gone as (
      delete from public.tender_signals as known using incoming
      where known.ocid = incoming.ocid and incoming.kind is null and incoming.published_at >= known.published_at
      returning known.ocid
    ),
    written as (
      insert into public.tender_signals as known (
        ocid, kind, title, buyer, municipality_code, closes_at, ends_on, url, phrase, published_at, dismissed_at
      )
      select i.ocid, i.kind, i.title, i.buyer, i.municipality_code, i.closes_at, i.ends_on, i.url, i.phrase, i.published_at,
        (
          select max(aside.dismissed_at) from public.tender_signals as aside
          where aside.phrase = i.phrase and aside.buyer = i.buyer
        )
      from incoming as i
      where i.kind is not null
      on conflict (ocid) do update set
        kind = excluded.kind, title = excluded.title, buyer = excluded.buyer, municipality_code = excluded.municipality_code,
        closes_at = excluded.closes_at, ends_on = excluded.ends_on, url = excluded.url, phrase = excluded.phrase,
        published_at = excluded.published_at
      where excluded.published_at >= known.published_at
        and (known.kind, known.title, known.buyer, known.municipality_code, known.closes_at, known.ends_on, known.url, known.phrase, known.published_at)
        is distinct from
        (excluded.kind, excluded.title, excluded.buyer, excluded.municipality_code, excluded.closes_at, excluded.ends_on, excluded.url, excluded.phrase, excluded.published_at)
      returning (xmax = 0) as is_new
    )
    select
      (select count(*)::integer from written where is_new),
      (select count(*)::integer from written where not is_new),
      (select count(*)::integer from incoming where kind is not null) - (select count(*)::integer from written),
      (select count(*)::integer from gone);

  insert into public.tender_weeks as known (first_day, last_day, file_name, releases, kept)
  values (
    import_tender_week.first_day, import_tender_week.last_day, import_tender_week.file_name, import_tender_week.releases,
    (select count(distinct notice ->> 'ocid')::integer from jsonb_array_elements(notices) as notice where notice ->> 'kind' is not null)
  )
  on conflict (first_day) do update set
    last_day = excluded.last_day, file_name = excluded.file_name, releases = excluded.releases, kept = excluded.kept
  where (known.last_day, known.file_name, known.releases, known.kept)
    is distinct from (excluded.last_day, excluded.file_name, excluded.releases, excluded.kept);
end;
$$;

grant execute on function public.import_tender_week(date, date, text, integer, jsonb) to authenticated, service_role;

-- Lists the signals worth a look at a moment that nobody put aside: open calls, and contracts that end within six
-- months. isCurrent of src/admin/tenders/data/tenders.ts does the same. It runs as the caller.
create function private.current_tenders(at timestamptz)
returns setof public.tender_signals
language sql
stable
set search_path = ''
as $$
  select t.* from public.tender_signals as t
  where t.dismissed_at is null and case
    when t.closes_at is not null then t.closes_at > at
    else t.ends_on - (at at time zone 'America/Toronto')::date between 0 and 183
  end;
$$;

grant execute on function private.current_tenders(timestamptz) to authenticated;

-- Finds the contacts whose municipality has a current call or contract of some kinds: the condition « tender » of
-- segments (13_contact_segments.sql). When an MRC buys, only the contacts of the MRC itself count.
create function private.tender_segment_contacts(kinds public.tender_signal_kind[])
returns setof uuid
language sql
stable
set search_path = ''
as $$
  with buyers as materialized (
    select distinct t.municipality_code as code from private.current_tenders(now()) as t
    where t.kind = any (kinds) and t.municipality_code is not null
  )
  select c.id from public.contacts as c
  where c.municipality_code in (select code from buyers) or c.organisation_id in (
    select o.id from public.organisations as o join buyers on buyers.code = o.register_code
  );
$$;

grant execute on function private.tender_segment_contacts(public.tender_signal_kind[]) to authenticated;

-- Returns the lines of private.today_rows about calls for tenders: each that closes within two weeks, and the first
-- week whose file was not read though an earlier one was (two days after its publication on Monday).
create function private.tender_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  select 'tender', 'appel d’offres qui ferme bientôt', t.id, t.title, t.buyer, t.closes_at,
    case when t.closes_at < at + interval '5 days' then 1 else 2 end, null::bigint, null, null::uuid, null, null::uuid
  from private.current_tenders(at) as t
  where t.kind = 'appel' and t.closes_at < at + interval '14 days'
  union all
  select 'tender_week', 'appels d’offres de la semaine', '00000000-0000-0000-0000-000000000000', '', min(monday)::date::text, null,
    2, count(*), null, null, null, null
  from generate_series(
    date_trunc('week', (select min(w.first_day) from public.tender_weeks as w)::timestamp),
    ((at at time zone 'America/Toronto')::date - 9)::timestamp, interval '7 days'
  ) as monday
  where not exists (
    select from public.tender_weeks as w where w.first_day <= monday::date + 6 and w.last_day >= monday::date
  )
  having count(*) > 0;
$$;

grant execute on function private.tender_today_rows(timestamptz) to authenticated;

-- schemas/19_campaigns.sql

-- This file holds campaigns: templates, campaigns and their messages, and what an administrator does to a campaign.

create type public.template_tone as enum ('professionnel', 'décontracté', 'persuasif', 'amical');

-- The table holds reusable messages with variables in single braces.
create table public.email_templates (
  id uuid primary key default gen_random_uuid(),
  -- It names whoever created the template. Removing an administrator must not remove the business's data.
  user_id uuid references auth.users (id) on delete set null,
  name text not null,
  subject text not null,
  body text not null,
  tone public.template_tone not null default 'professionnel',
  -- It is null for a template of all sectors.
  sector public.sector,
  variables text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint email_templates_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint email_templates_name_one_line check (private.is_one_line_text(name)),
  constraint email_templates_subject_length check (btrim(subject) <> '' and char_length(subject) <= 200),
  -- A line break in a subject would add e-mail headers.
  constraint email_templates_subject_one_line check (private.is_one_line_text(subject)),
  constraint email_templates_body_length check (btrim(body) <> '' and char_length(body) <= 5000),
  constraint email_templates_variables_count check (cardinality(variables) <= 50)
);

create index email_templates_user_id_idx on public.email_templates (user_id);
create index email_templates_created_at_idx on public.email_templates (created_at desc);
create index email_templates_name_idx on public.email_templates (name);

create trigger email_templates_set_updated_at before update on public.email_templates
  for each row execute function private.set_updated_at();

alter table public.email_templates enable row level security;

-- Updates neither check nor change user_id: a second administrator edits what the first one created.
grant select on table public.email_templates to authenticated;
grant insert (id, user_id, name, subject, body, tone, sector, variables)
  on table public.email_templates to authenticated;
grant update (name, subject, body, tone, sector, variables) on table public.email_templates to authenticated;
grant delete on table public.email_templates to authenticated;
grant select, insert, update, delete on table public.email_templates to service_role;

create policy "email_templates: member reads" on public.email_templates
  for select to authenticated
  using ((select private.is_member()));

create policy "email_templates: admin inserts as self" on public.email_templates
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_admin()));

create policy "email_templates: admin updates" on public.email_templates
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "email_templates: admin deletes" on public.email_templates
  for delete to authenticated
  using ((select private.is_admin()));

select private.attach_trash('email_templates');
select private.attach_activity_log('email_templates');

create type public.campaign_status as enum ('brouillon', 'programmé', 'en_cours', 'terminé');

-- Administrators only read campaigns and messages: create_campaign makes them, and functions change their state.
create table public.campaigns (
  id uuid primary key default gen_random_uuid(),
  -- It names whoever created the campaign. Removing an administrator must not remove the business's data.
  user_id uuid references auth.users (id) on delete set null,
  name text not null,
  status public.campaign_status not null default 'brouillon',
  send_date timestamptz,
  created_at timestamptz not null default now(),
  template_id uuid references public.email_templates (id) on delete set null,
  -- The messages come from this one of the verified senders.
  from_email text,
  -- A person pauses, or finish_email_send when the provider refuses everything; the screen shows the reason as it is.
  paused_at timestamptz,
  pause_reason text,
  -- It is true of a campaign sent at once (« Envoyer maintenant »): quiet hours do not hold its first message.
  send_now boolean not null default false,
  -- Until then a browser sends it message by message; after that the dispatcher does.
  driven_until timestamptz,
  cancelled_at timestamptz,
  finished_at timestamptz,
  followups_stopped_at timestamptz,
  -- It says when the sender last looked after the campaign: a restored copy of the database shows by it how old it is.
  server_seen_at timestamptz not null default now(),
  -- It is the text of the first message as it was approved, with its variables. Campaigns of before it was kept have
  -- none.
  message_subject text,
  message_body text,
  -- These say what allows to write again to those of its people who hold a public office (11_lobbying.sql), in the
  -- studio's words.
  lobbying_ground public.lobbying_ground,
  lobbying_reference text,
  -- It is what the form held, while the campaign is a draft; null from its creation on.
  draft jsonb,
  -- A person put the campaign away: the list leaves it out, nothing else changes.
  archived_at timestamptz,
  -- It names the segment that its people were chosen by, as it was that day; who they were is in its messages.
  segment_id uuid references public.contact_segments (id) on delete set null,
  segment_name text,
  segment_definition jsonb,
  constraint campaigns_segment_name_length check (char_length(segment_name) <= 60),
  constraint campaigns_segment_whole check ((segment_name is null) = (segment_definition is null)),
  constraint campaigns_draft_is_unsent check (draft is null or status = 'brouillon'),
  constraint campaigns_draft_size check (jsonb_typeof(draft) = 'object' and octet_length(draft::text) <= 1000000),
  constraint campaigns_archived_is_over check (archived_at is null or status = 'terminé' or cancelled_at is not null),
  constraint campaigns_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint campaigns_name_one_line check (private.is_one_line_text(name)),
  constraint campaigns_from_email_format check (private.is_email_address(from_email)),
  constraint campaigns_pause_reason_length check (char_length(pause_reason) <= 500),
  constraint campaigns_pause_explained check ((paused_at is null) = (pause_reason is null)),
  constraint campaigns_message_subject_length check (char_length(message_subject) <= 200),
  -- A line break in a subject would add e-mail headers.
  constraint campaigns_message_subject_one_line check (private.is_one_line_text(message_subject)),
  constraint campaigns_message_body_length check (char_length(message_body) <= 5000),
  constraint campaigns_message_text_whole check ((message_subject is null) = (message_body is null)),
  constraint campaigns_lobbying_whole check ((lobbying_ground is null) = (lobbying_reference is null)),
  constraint campaigns_lobbying_reference_length
    check (btrim(lobbying_reference) <> '' and char_length(lobbying_reference) <= 200),
  constraint campaigns_lobbying_reference_one_line check (private.is_one_line_text(lobbying_reference))
);

create index campaigns_user_id_idx on public.campaigns (user_id);
create index campaigns_segment_id_idx on public.campaigns (segment_id);
create index campaigns_created_at_idx on public.campaigns (created_at desc);
create index campaigns_template_id_idx on public.campaigns (template_id);
create index campaigns_due_idx on public.campaigns (send_date) where status = 'programmé';

alter table public.campaigns enable row level security;

grant select on table public.campaigns to authenticated;
grant select, insert, update, delete on table public.campaigns to service_role;

create policy "campaigns: member reads" on public.campaigns
  for select to authenticated
  using ((select private.is_member()));

select private.attach_activity_log('campaigns');

-- The table holds the follow-ups of a campaign in their order, each with its own text (docs/decisions/0134). The first
-- message, step 0, stands with the campaign. Only create_campaign and rewrite_campaign write it.
create table public.campaign_steps (
  -- The trash identifies a row by it, whose template it restores (31_trash.sql).
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null references public.campaigns (id) on delete cascade,
  step smallint not null,
  -- It counts the business days after the message before it.
  delay_days smallint not null,
  -- It is the template that the text was taken from; later changes of the template do not matter.
  template_id uuid references public.email_templates (id) on delete set null,
  -- The text stands as it was approved, with its variables.
  subject text not null,
  body text not null,
  constraint campaign_steps_campaign_step_key unique (campaign_id, step),
  constraint campaign_steps_step_range check (step between 1 and 5),
  constraint campaign_steps_delay_days_range check (delay_days between 1 and 30),
  constraint campaign_steps_subject_length check (btrim(subject) <> '' and char_length(subject) <= 200),
  -- A line break in a subject would add e-mail headers.
  constraint campaign_steps_subject_one_line check (private.is_one_line_text(subject)),
  constraint campaign_steps_body_length check (btrim(body) <> '' and char_length(body) <= 5000)
);

create index campaign_steps_template_id_idx on public.campaign_steps (template_id);

alter table public.campaign_steps enable row level security;

grant select on table public.campaign_steps to authenticated;
grant select, insert, update, delete on table public.campaign_steps to service_role;

create policy "campaign_steps: member reads" on public.campaign_steps
  for select to authenticated
  using ((select private.is_member()));

create type public.send_status as enum ('programmé', 'brouillon', 'envoyé', 'échec', 'incertain', 'annulé');

-- The table holds the messages of a campaign, one row per contact and step.
create table public.email_sends (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null references public.campaigns (id) on delete cascade,
  -- A message that was sent stays on record when the contact or the template goes.
  contact_id uuid references public.contacts (id) on delete set null,
  template_id uuid references public.email_templates (id) on delete set null,
  -- 0 is the first message; its follow-ups come after (campaign_steps). A step has one row: it is claimed once.
  step smallint not null default 0,
  subject text not null,
  body text not null,
  status public.send_status not null default 'brouillon',
  created_at timestamptz not null default now(),
  -- The address is fixed when the campaign is created, as subject and body are: what was approved is what is sent.
  recipient_email text,
  recipient_name text,
  -- The first claim fixes the sender.
  from_email text,
  -- The first claim fixes the sender identity too: a provider wants the same content under one idempotency key.
  identity jsonb,
  -- It is the token of the unsubscribe link: random, so that the link shows nothing of the person.
  unsubscribe_token uuid not null default gen_random_uuid(),
  attempts integer not null default 0,
  -- While a worker holds the row, it says when the lease ends.
  next_attempt_at timestamptz not null default now(),
  lease_token uuid,
  first_attempt_at timestamptz,
  -- An earlier attempt may have arrived: only the same idempotency key may try again.
  may_have_arrived boolean not null default false,
  provider_id text,
  last_error text,
  finished_at timestamptz,
  -- It is private.email_hash of the address after an erasure: the unsubscribe link of a message already received still
  -- works.
  recipient_hash text,
  delivered_at timestamptz,
  bounced_at timestamptz,
  bounce_reason text,
  complained_at timestamptz,
  -- Scanners open and click too: these are shown as estimates, never acted on.
  opened_at timestamptz,
  clicked_at timestamptz,
  replied_at timestamptz,
  -- On a first message, it says when somebody stopped the follow-ups of its person.
  followup_stopped_at timestamptz,
  -- It says why nothing follows this message; that is decided once, on the due day.
  followup_refusal text,
  -- It is the Message-ID that the provider gave the message, where it gives its own.
  message_id text,
  -- These say what allowed to write again to a person who holds a public office; the first claim fixes them.
  lobbying_ground public.lobbying_ground,
  lobbying_reference text,
  constraint email_sends_campaign_contact_step_key unique (campaign_id, contact_id, step),
  constraint email_sends_step_range check (step between 0 and 5),
  -- The limit is wider than a template's: the variables are filled in. 998 is the longest line of a message (RFC 5322).
  constraint email_sends_subject_length check (btrim(subject) <> '' and char_length(subject) <= 998),
  constraint email_sends_subject_one_line check (private.is_one_line_text(subject)),
  constraint email_sends_body_length check (btrim(body) <> '' and char_length(body) <= 50000),
  constraint email_sends_unsubscribe_token_key unique (unsubscribe_token),
  constraint email_sends_recipient_email_format check (private.is_email_address(recipient_email)),
  constraint email_sends_recipient_name_length check (char_length(recipient_name) <= 100),
  -- Names end up in e-mail headers: a line break there would add headers of the sender's choice.
  constraint email_sends_recipient_name_one_line check (private.is_one_line_text(recipient_name)),
  constraint email_sends_from_email_format check (private.is_email_address(from_email)),
  constraint email_sends_attempts_range check (attempts >= 0),
  constraint email_sends_provider_id_length check (char_length(provider_id) <= 200),
  constraint email_sends_last_error_length check (char_length(last_error) <= 500),
  constraint email_sends_recipient_hash_format check (recipient_hash ~ '^[0-9a-f]{64}$'),
  constraint email_sends_bounce_reason_length check (char_length(bounce_reason) <= 500),
  constraint email_sends_followup_refusal_length check (char_length(followup_refusal) <= 200),
  constraint email_sends_message_id_shape check (message_id ~ '^<[^<>[:space:][:cntrl:]]{1,250}>$'),
  constraint email_sends_lobbying_whole check ((lobbying_ground is null) = (lobbying_reference is null)),
  constraint email_sends_lobbying_reference_length check (char_length(lobbying_reference) <= 200)
);

create index email_sends_contact_id_idx on public.email_sends (contact_id);
-- The index finds what a person got and answered, whichever contact held the address then.
create index email_sends_recipient_email_idx on public.email_sends (lower(recipient_email));
create index email_sends_template_id_idx on public.email_sends (template_id);
create index email_sends_status_idx on public.email_sends (status);
create index email_sends_finished_at_idx on public.email_sends (finished_at) where status in ('envoyé', 'incertain');
-- The id is in the index so that a claim reads the next message only, however many wait.
create index email_sends_due_idx on public.email_sends (next_attempt_at, id) where status = 'programmé';
-- Messages under a lease or with an unknown outcome are few, and each claim reads them.
create index email_sends_unknown_outcome_idx on public.email_sends (next_attempt_at)
  where status = 'programmé' and (lease_token is not null or may_have_arrived);
-- Answers name the message by the id that the provider gave it.
create index email_sends_message_id_idx on public.email_sends (message_id) where message_id is not null;
create index email_sends_provider_id_idx on public.email_sends (provider_id);

alter table public.email_sends enable row level security;

-- No person reads the token and the hash: only the sender needs them.
grant select (
  id, campaign_id, contact_id, template_id, step, subject, body, status, created_at, recipient_email,
  recipient_name, from_email, identity, attempts, next_attempt_at, lease_token, first_attempt_at, may_have_arrived,
  provider_id, last_error, finished_at, delivered_at, bounced_at, bounce_reason, complained_at, opened_at, clicked_at,
  replied_at, followup_stopped_at, followup_refusal, message_id, lobbying_ground, lobbying_reference
) on table public.email_sends to authenticated;
grant select, insert, update, delete on table public.email_sends to service_role;

create policy "email_sends: member reads" on public.email_sends
  for select to authenticated
  using ((select private.is_member()));

-- Returns the hash of the address that a message was sent to, also after an erasure; null when neither is known.
create function private.recipient_hash(send public.email_sends)
returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(private.email_hash(send.recipient_email), send.recipient_hash);
$$;

-- What this person already had ------------------------------------------------------------------------------------

-- Tells whether a person answered a campaign in the last year: whoever talks with the studio gets no automatic second
-- message, from no campaign. It looks by contact and by address: one of the two may have changed since.
create function private.has_replied(contact uuid, address text)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.email_sends as earlier
    where (earlier.contact_id = has_replied.contact or lower(earlier.recipient_email) = lower(address))
      and earlier.replied_at > now() - interval '1 year'
  );
$$;

grant execute on function private.has_replied(uuid, text) to authenticated;

-- Returns when another campaign last wrote to this person: what left, or may have. It returns null when none did.
create function private.last_written_at(contact uuid, address text, except_campaign uuid)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select max(case when earlier.status = 'programmé' then now() else earlier.finished_at end)
  from public.email_sends as earlier
  where (earlier.contact_id = last_written_at.contact or lower(earlier.recipient_email) = lower(address))
    and earlier.campaign_id is distinct from except_campaign
    and (
      earlier.status in ('envoyé', 'incertain')
      or earlier.status = 'programmé' and (earlier.lease_token is not null or earlier.may_have_arrived)
    );
$$;

grant execute on function private.last_written_at(uuid, text, uuid) to authenticated;

-- Filling in templates -------------------------------------------------------------------------------------------

-- Removes the whitespace that JavaScript trims; returns null when nothing remains.
create function private.trimmed(value text)
returns text
language sql
immutable
set search_path = ''
as $$
  select nullif(
    regexp_replace(value, '^[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+|[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+$', '', 'g'),
    ''
  );
$$;

grant execute on function private.trimmed(text) to authenticated;

-- Says which part of a template would leave as it is typed, where a value is meant: a text in braces that is no known variable,
-- one in the notation of another program, a brace without its other one. It returns null when nothing would, as templateFault of
-- supabase/functions/_shared/message does.
create function private.template_fault(template text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when found.token[1] ~ '^\{[^\s{}]*$' then 'Accolade ouverte : '
    when found.token[1] ~ '^[^\s{}]*\}$' then 'Accolade en trop : ' else 'Variable inconnue : ' end || found.token[1]
  from regexp_matches(
    template,
    '(\{+[^{}\n]*\}+|\{[^\s{}]{0,30}|[^\s{}]{0,30}\}'
    '|(?<![!\[\]])\[(?:pr[ée]nom|nom(?: complet| de famille)?|entreprise|organisation|organisme|municipalit[ée]|ville|r[ée]gion|mrc|courriel|e-?mail|t[ée]l[ée]phone|fonction|titre|civilit[ée]|adresse|first ?name|last ?name|full ?name|fname|lname|name|company|city)\](?![\](])'
    '|%[[:alpha:]_]{2,30}%|\*\|[^|\n]{1,30}\|\*|<{1,2}(?:pr[ée]nom|nom(?: complet| de famille)?|entreprise|organisation|organisme|municipalit[ée]|ville|r[ée]gion|mrc|courriel|e-?mail|t[ée]l[ée]phone|fonction|titre|civilit[ée]|adresse|first ?name|last ?name|full ?name|fname|lname|name|company|city)>{1,2}|«(?:pr[ée]nom|nom(?: complet| de famille)?|entreprise|organisation|organisme|municipalit[ée]|ville|r[ée]gion|mrc|courriel|e-?mail|t[ée]l[ée]phone|fonction|titre|civilit[ée]|adresse|first ?name|last ?name|full ?name|fname|lname|name|company|city)»)',
    'gi'
  ) with ordinality as found (token, position)
  where found.token[1] !~ '^\{[ \u00a0\u202f]*(nom|entreprise|ville|region|email|telephone|([LlDd]e|[àÀ]) entreprise|([Dd]e|[àÀ]) ville)[ \u00a0\u202f]*(\|[^{}\n]*)?\}$'
  order by found.position
  limit 1;
$$;

-- Fills a template: each variable is replaced by its value, else by its fallback, else by nothing, and then without the
-- space before a comma. Values are not expanded again: a company named "{email}" stays as it is. fillTemplate of
-- supabase/functions/_shared/message does the same; a test compares the two.
create function private.fill_template(template text, contact_values jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select coalesce(string_agg(
    case when variable.name is not null and filled.value is null and literal.next_text ~ '^[,.;!?]'
      then rtrim(literal.text, ' ') else literal.text
    end || coalesce(filled.value, ''), '' order by literal.position
  ), '')
  from (
    select split.text, split.position, lead(split.text) over (order by split.position) as next_text
    from regexp_split_to_table(template, '\{[^{}\n]*\}') with ordinality as split (text, position)
  ) as literal
  left join (
    select private.trimmed(found.token[1]) as name, found.token[2] as fallback, found.position
    from regexp_matches(template, '\{([^{}|\n]*)\|?([^{}\n]*)\}', 'g') with ordinality as found (token, position)
  ) variable on variable.position = literal.position
  cross join lateral (
    select coalesce(private.trimmed(contact_values ->> variable.name), private.trimmed(variable.fallback)) as value
  ) as filled;
$$;

grant execute on function private.fill_template(text, jsonb) to authenticated;

-- Fills a template on one line: a line break in a subject would add e-mail headers.
create function private.fill_subject(template text, contact_values jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select coalesce(private.trimmed(regexp_replace(
    private.fill_template(template, contact_values),
    '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'
  )), '');
$$;

grant execute on function private.fill_subject(text, jsonb) to authenticated;

-- Keeps values literal in a body, where `**` is bold, « - » and « 1. » begin a list, `[…](…)` is a link and an address
-- becomes one: a word joiner, which no value may hold, before what the writer of the message did not type keeps it
-- text. fillBody of supabase/functions/_shared/message does the same.
create function private.literal_values(contact_values jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(
    given.key,
    regexp_replace(private.trimmed(given.value), '(\*|:(?=//)|\[|\]|^[-•(]|^[0-9](?=[0-9]?[.)]))', chr(8288) || '\1', 'g')
  ), '{}')
  from jsonb_each_text(contact_values) as given;
$$;

grant execute on function private.literal_values(jsonb) to authenticated;

-- Returns what follows « de » in French: « du Village », « des Cantons unis », « d’Alma »; English names in H are not
-- elided. The same rule holds for what begins with an article of its own: « de Les Îles » is « des Îles ».
create function private.after_de(words text)
returns text
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
begin
  return case
    when words ~ '^[Ll]es ' then 'des ' || substr(words, 5)
    when words ~ '^[Ll]e ' then 'du ' || substr(words, 4)
    when words ~ '^([AEIOUaeiouÀÂÄÉÈÊËÎÏÔÖÙÛÜŒÆàâäéèêëîïôöùûüœæ]|H(é|enryville|onfleur|uberdeau|ôtel|ôpital|orizon|abitat|isto))'
      then 'd’' || words
    else 'de ' || words
  end;
end;
$$;

-- Returns what follows « à »: « au Village », « aux Îles-de-la-Madeleine ».
create function private.after_a(words text)
returns text
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
begin
  return case
    when words ~ '^[Ll]es ' then 'aux ' || substr(words, 5)
    when words ~ '^[Ll]e ' then 'au ' || substr(words, 4)
    else 'à ' || words
  end;
end;
$$;

-- Returns the name of an organisation with its article: « la Ville de Percé », « le Village de Tadoussac », « l’Office
-- … ». The register says what a municipality is that gives its name alone; a name of which nothing is known has no
-- article.
create function private.with_article(contact public.contacts)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  name text := contact.company;
  register public.municipalities;
begin
  if contact.sector = 'municipalité' then
    select * into register from public.municipalities
    where code = private.municipality_of(contact.company, contact.region) and designation is not null;
    if found then
      name := register.designation || ' ' || private.after_de(register.name);
    end if;
  end if;
  -- The register writes « MRC Memphrémagog » for « MRC de Memphrémagog ».
  if name ~ '^MRC (?!de |du |des |d’|d'')' then
    name := 'MRC ' || private.after_de(substr(name, 5));
  end if;
  return case
    when name ~ '^Cantons unis' then 'les '
    when private.place_key(split_part(name, ' ', 1)) in (
      'ville', 'municipalite', 'paroisse', 'mrc', 'reserve', 'regie', 'corporation', 'societe', 'chambre', 'cooperative',
      'commission', 'communaute', 'fondation', 'table', 'bibliotheque', 'station', 'maison', 'fromagerie', 'librairie',
      'pourvoirie', 'ferme', 'federation', 'ligue', 'zec'
    ) then 'la '
    when private.place_key(split_part(name, ' ', 1)) in (
      'village', 'canton', 'gouvernement', 'comite', 'conseil', 'centre', 'musee', 'parc', 'regroupement', 'club', 'festival',
      'camping', 'gite', 'motel', 'restaurant', 'cafe', 'theatre', 'syndicat', 'ministere', 'domaine', 'manoir', 'marche',
      'service', 'groupe', 'college', 'cegep', 'bureau', 'carrefour'
    ) then 'le '
    when private.place_key(split_part(name, ' ', 1)) in (
      'auberge', 'agence', 'agglomeration', 'association', 'administration', 'office', 'organisme', 'hotel', 'hopital',
      'institut', 'ecole', 'ecomusee', 'union', 'universite'
    ) then 'l’'
    else ''
  end || name;
end;
$$;

-- Returns the same words as they begin a sentence.
create function private.capitalised(words text)
returns text
language sql
immutable
strict
set search_path = ''
as $$
  select case left(words, 1) when 'à' then 'À' else upper(left(words, 1)) end || substr(words, 2);
$$;

-- Returns what a contact gives for each variable of a template (specification, section 3). One whose name is the
-- organisation's is nobody in particular: the greeting is then neutral. The forms with an article (« {de entreprise} »)
-- are found only where the text asks for one: ten thousand messages would each ask the register.
create function private.template_values(contact public.contacts, template text)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  known constant jsonb := jsonb_build_object(
    'nom', case when private.place_key(contact.name) <> private.place_key(contact.company) then contact.name end,
    'entreprise', contact.company, 'ville', contact.city, 'region', contact.region,
    'email', contact.email, 'telephone', contact.phone
  );
  named text;
begin
  if template !~ '\{[ \u00a0\u202f]*([LlDd]e|[àÀ]) ' then
    return known;
  end if;
  named := private.with_article(contact);
  return known || jsonb_build_object(
    'le entreprise', named, 'Le entreprise', private.capitalised(named),
    'de entreprise', private.after_de(named), 'De entreprise', private.capitalised(private.after_de(named)),
    'à entreprise', private.after_a(named), 'À entreprise', private.capitalised(private.after_a(named)),
    'de ville', private.after_de(contact.city), 'De ville', private.capitalised(private.after_de(contact.city)),
    'à ville', private.after_a(contact.city), 'À ville', private.capitalised(private.after_a(contact.city))
  );
end;
$$;

grant execute on function private.after_de(text), private.after_a(text), private.capitalised(text) to authenticated;
grant execute on function private.with_article(public.contacts) to authenticated;
grant execute on function private.template_values(public.contacts, text) to authenticated;

-- Returns the values of one contact with every form, for a preview; null where there is no such contact. It runs as the
-- caller.
create function public.contact_template_values(contact uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.template_values(person, '{de ') from public.contacts as person where person.id = contact_template_values.contact;
$$;

grant execute on function public.contact_template_values(uuid) to authenticated;

-- Returns a text with the signature of the sender it leaves from, once.
create function private.signed_text(body text, sender text)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  signature constant text := (select private.trimmed(sender_signatures ->> sender) from public.sending_settings where id = 1);
begin
  if signature is null or right(private.trimmed(body), char_length(signature)) = signature then
    return body;
  end if;
  return private.trimmed(body) || E'\n\n' || signature;
end;
$$;

-- Records on a campaign the segment that its people were chosen by, within create_campaign.
create function private.keep_campaign_segment(campaign uuid, segment uuid)
returns void
language sql
set search_path = ''
as $$
  update public.campaigns as c set segment_id = s.id, segment_name = s.name, segment_definition = s.definition
  from public.contact_segments as s
  where c.id = keep_campaign_segment.campaign and s.id = keep_campaign_segment.segment;
$$;

-- Creating and controlling a campaign ----------------------------------------------------------------------------

-- Returns, for the recipient picker, { reason: [contact id, …] } of the contacts whose status allows a campaign and
-- whose consent does not. It is one value, because a list of rows is cut at 1 000.
create function public.campaign_refusals()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(reason, ids), '{}') from (
    select refusal.reason, jsonb_agg(contact.id order by contact.id) as ids
    from private.email_refusals(null, now()) refusal
    join public.contacts contact on contact.id = refusal.contact_id
    where refusal.reason is not null and private.takes_campaigns(contact.status)
    group by refusal.reason
  ) grouped;
$$;

grant execute on function public.campaign_refusals() to authenticated;

-- Writes the follow-ups of a campaign in place of those it had, with the signature of its sender: [{ delay_days,
-- template_id, subject, body }], in their order. It refuses, in French, what could not leave, and a text that its
-- reader already had.
create function private.write_campaign_steps(campaign public.campaigns, steps jsonb)
returns void
language plpgsql
set search_path = ''
as $$
declare
  given record;
  wanted public.campaign_steps;
  example text;
  texts text[] := array[private.trimmed(campaign.message_body)];
begin
  if jsonb_typeof(steps) is distinct from 'array' or jsonb_array_length(steps) > 5 then
    raise exception using message = 'Une campagne compte au plus 5 relances';
  end if;
  delete from public.campaign_steps as earlier where earlier.campaign_id = campaign.id;
  for given in select value, place from jsonb_array_elements(steps) with ordinality as listed (value, place) order by place loop
    if (given.value ->> 'delay_days' ~ '^[0-9]{1,2}$' and (given.value ->> 'delay_days')::integer between 1 and 30) is not true then
      raise exception using message = 'Le délai d’une relance doit être de 1 à 30 jours ouvrables';
    end if;
    wanted.subject := private.trimmed(given.value ->> 'subject');
    wanted.body := private.trimmed(given.value ->> 'body');
    if wanted.subject is null or wanted.body is null then
      raise exception using message = 'Le sujet et le texte de chaque relance sont requis';
    end if;
    wanted.body := private.signed_text(wanted.body, campaign.from_email);
    if private.trimmed(wanted.body) = any (texts) then
      raise exception using message = 'Une relance a le texte d’un message précédent : donnez-lui le sien';
    end if;
    texts := texts || private.trimmed(wanted.body);
    example := coalesce(private.template_fault(wanted.subject), private.template_fault(wanted.body));
    if example is not null then
      raise exception using message = 'Relance à corriger. ' || example;
    end if;
    if char_length(wanted.subject) > 200 or char_length(wanted.body) > 5000 then
      raise exception using message = 'Le texte d’une relance dépasse 5 000 caractères avec la signature, ou son sujet 200';
    end if;
    insert into public.campaign_steps (campaign_id, step, delay_days, template_id, subject, body)
    values (
      campaign.id, given.place, (given.value ->> 'delay_days')::smallint,
      (select id from public.email_templates where id::text = given.value ->> 'template_id'), wanted.subject, wanted.body
    );
  end loop;
end;
$$;

-- Creates a campaign with all its messages as they will be sent, in one transaction; a draft of that id becomes it. The
-- details are { id, name, template_id, message_subject, message_body, send_now, send_date, from_email, steps,
-- lobbying_ground, lobbying_reference, segment_id }. The text of the message, where there is one, stands for that of
-- the template; the steps are the follow-ups, as private.write_campaign_steps takes them.
create function public.create_campaign(details jsonb, contact_ids uuid[])
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  wanted public.campaigns := jsonb_populate_record(null::public.campaigns, details);
  template public.email_templates;
  chosen uuid[];
  refused bigint;
  example text;
begin
  perform private.require_admin();
  wanted.name := btrim(wanted.name);
  if coalesce(wanted.name, '') = '' or char_length(wanted.name) > 100 then
    raise exception using message = 'Le nom est requis';
  end if;
  wanted.send_now := coalesce(wanted.send_now, false);
  if not wanted.send_now and (wanted.send_date is null or wanted.send_date <= now()) then
    raise exception using message = 'La date d''envoi doit être dans le futur';
  end if;
  if private.sender_identity() is null then
    raise exception using message = 'Complétez d''abord l''identité de l''expéditeur et son adresse postale dans les réglages';
  end if;
  if not exists (
    select from public.sending_settings where id = 1 and wanted.from_email = any (verified_senders)
  ) then
    raise exception using message = 'L''adresse d''expédition n''est pas vérifiée dans les réglages';
  end if;
  select * into template from public.email_templates where id = wanted.template_id;
  if not found then
    raise exception using message = 'Sélectionnez un template';
  end if;
  template.subject := coalesce(private.trimmed(wanted.message_subject), template.subject);
  template.body := private.signed_text(coalesce(private.trimmed(wanted.message_body), template.body), wanted.from_email);
  wanted.lobbying_reference := private.trimmed(wanted.lobbying_reference);
  if (wanted.lobbying_ground is null) <> (wanted.lobbying_reference is null) then
    raise exception using message = 'Indiquez le motif et sa référence, ou aucun des deux';
  end if;
  example := coalesce(private.template_fault(template.subject), private.template_fault(template.body));
  if example is not null then
    raise exception using message = 'Texte à corriger. ' || example;
  end if;
  if char_length(template.subject) > 200 or char_length(template.body) > 5000 then
    raise exception using message = 'Le texte dépasse 5 000 caractères avec la signature, ou son sujet 200';
  end if;

  chosen := array(select distinct unnest(contact_ids));
  if cardinality(chosen) = 0 then
    raise exception using message = 'Sélectionnez au moins un contact';
  end if;
  if cardinality(chosen) > 10000 then
    raise exception using message = 'Une campagne compte au plus 10 000 contacts';
  end if;
  select count(*), min(coalesce(refusal.reason, 'Statut exclu des campagnes')) into refused, example
  from unnest(chosen) as asked (id)
  left join public.contacts contact on contact.id = asked.id
  left join private.email_refusals(null, now()) refusal on refusal.contact_id = asked.id
  where contact.id is null or refusal.reason is not null
    or not private.takes_campaigns(contact.status);
  if refused > 0 then
    raise exception using message = case refused
      when 1 then format('Un des contacts choisis ne peut plus recevoir de message (%s)', example)
      else format('%s des contacts choisis ne peuvent plus recevoir de message (%s)', refused, example)
    end;
  end if;

  insert into public.campaigns as made (
    id, user_id, name, status, send_now, send_date, template_id, from_email, driven_until, message_subject, message_body,
    lobbying_ground, lobbying_reference, paused_at, pause_reason
  )
  values (
    coalesce(wanted.id, gen_random_uuid()), auth.uid(), wanted.name, (case when wanted.send_now then 'en_cours' else 'programmé' end)::public.campaign_status, wanted.send_now,
    case when not wanted.send_now then wanted.send_date end, template.id, wanted.from_email,
    -- The browser that creates it starts sending it.
    case when wanted.send_now then now() + interval '15 seconds' end,
    template.subject, template.body, wanted.lobbying_ground, wanted.lobbying_reference,
    -- A reason that stops the other messages stops a new one too.
    case when private.reputation_stop() is not null then now() end, private.reputation_stop()
  )
  on conflict (id) do update set
    user_id = excluded.user_id, name = excluded.name, status = excluded.status, send_now = excluded.send_now,
    send_date = excluded.send_date, template_id = excluded.template_id, from_email = excluded.from_email, driven_until = excluded.driven_until,
    message_subject = excluded.message_subject, message_body = excluded.message_body,
    lobbying_ground = excluded.lobbying_ground, lobbying_reference = excluded.lobbying_reference,
    paused_at = excluded.paused_at, pause_reason = excluded.pause_reason, server_seen_at = now(), draft = null
  where made.status = 'brouillon'
  returning * into wanted;
  if not found then
    raise exception using message = 'Cette campagne existe déjà';
  end if;

  begin
    insert into public.email_sends (
      campaign_id, contact_id, template_id, subject, body, status, recipient_email, recipient_name
    )
    select wanted.id, contact.id, template.id,
      private.fill_subject(template.subject, private.template_values(contact, template.subject)),
      private.fill_template(template.body, private.literal_values(private.template_values(contact, template.body))),
      (case when wanted.send_now then 'programmé' else 'brouillon' end)::public.send_status,
      contact.email, contact.name
    from public.contacts contact
    where contact.id = any (chosen)
    order by contact.company, contact.id;
  exception when check_violation then
    raise exception using message = 'Un des messages serait vide ou trop long une fois ses variables remplacées';
  end;
  perform private.write_campaign_steps(wanted, coalesce(nullif(details -> 'steps', 'null'), '[]'));
  perform private.keep_campaign_segment(wanted.id, (details ->> 'segment_id')::uuid);
  return wanted.id;
end;
$$;

grant execute on function public.create_campaign(jsonb, uuid[]) to authenticated;

-- Keeps what the form of a new campaign holds, under an id that the browser chose: a later save finds it, and so does
-- create_campaign. It returns false when it is a campaign by now, and nothing was written.
create function public.save_campaign_draft(draft_id uuid, title text, content jsonb)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  insert into public.campaigns as kept (id, user_id, name, status, draft)
  values (draft_id, auth.uid(), coalesce(private.trimmed(left(regexp_replace(title, '[[:cntrl:]]+', ' ', 'g'), 100)), 'Sans nom'), 'brouillon', content)
  on conflict (id) do update set name = excluded.name, draft = excluded.draft where kept.status = 'brouillon';
  return found;
end;
$$;

grant execute on function public.save_campaign_draft(uuid, text, jsonb) to authenticated;

-- Deletes a draft, and returns false when there is no such draft. A campaign is never deleted.
create function public.discard_campaign_draft(draft_id uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.campaigns where id = draft_id and status = 'brouillon' and draft is not null;
  return found;
end;
$$;

grant execute on function public.discard_campaign_draft(uuid) to authenticated;

-- Locks and returns the campaign, for an administrator. Campaigns are always locked before their messages.
create function private.lock_campaign(wanted uuid)
returns public.campaigns
language plpgsql
set search_path = ''
as $$
declare
  locked public.campaigns;
begin
  perform private.require_admin();
  select * into locked from public.campaigns where id = wanted for update;
  if not found then
    raise exception using message = 'Cette campagne n''existe plus';
  end if;
  return locked;
end;
$$;

-- A sent message changes the status of a new contact; every other change of status is a person's.
create function private.mark_contacted(contact uuid)
returns void
language sql
set search_path = ''
as $$
  update public.contacts set status = 'contacté' where id = contact and status = 'nouveau';
$$;

-- Ends a campaign whose last message is finished. The caller holds the lock on the campaign's row, so that of two
-- workers that finish the last two messages, the second sees the first one's result.
create function private.close_campaign(closing uuid)
returns void
language sql
set search_path = ''
as $$
  update public.campaigns as campaign set
    status = 'terminé', finished_at = now(), paused_at = null, pause_reason = null, driven_until = null
  where campaign.id = closing and campaign.status in ('en_cours', 'programmé')
    and not exists (
      select from public.email_sends as pending
      where pending.campaign_id = closing and pending.status in ('programmé', 'brouillon')
    );
$$;

-- Pauses a campaign; returns false when it was paused already.
create function public.pause_campaign(campaign uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
begin
  if held.status not in ('en_cours', 'programmé') then
    raise exception using message = 'Cette campagne est terminée';
  end if;
  update public.campaigns set paused_at = now(), pause_reason = 'Mise en pause par l''équipe', driven_until = null
  where id = held.id and paused_at is null;
  return found;
end;
$$;

grant execute on function public.pause_campaign(uuid) to authenticated;

-- Resumes a paused campaign; returns false when it was not paused. A scheduled one whose time has passed is sent at
-- once; a finished one goes on with its follow-ups. While too many addresses bounced or people complained it is
-- refused, unless whoever resumes says to have seen that: the count then begins anew, for all campaigns.
create function public.resume_campaign(campaign uuid, despite_reputation boolean default false)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
begin
  if private.reputation_stop() is not null then
    if not despite_reputation then
      raise exception using message = private.reputation_stop();
    end if;
    update public.dispatcher_state set reputation_stop = null, reputation_resumed_at = now() where id = 1;
  end if;
  update public.campaigns set
    paused_at = null, pause_reason = null, server_seen_at = now(),
    send_date = case when status = 'programmé' then greatest(send_date, now()) else send_date end
  where id = held.id and status in ('en_cours', 'programmé', 'terminé') and paused_at is not null;
  return found;
end;
$$;

grant execute on function public.resume_campaign(uuid, boolean) to authenticated;

-- Cancels the messages not sent yet. One being sent finishes by itself, and then the campaign does. It returns how many
-- were cancelled.
create function public.cancel_campaign(campaign uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
  cancelled integer;
begin
  if held.status not in ('en_cours', 'programmé') then
    raise exception using message = 'Cette campagne est terminée';
  end if;
  update public.campaigns set
    cancelled_at = coalesce(cancelled_at, now()), paused_at = null, pause_reason = null, driven_until = null
  where id = held.id;
  update public.email_sends set
    status = (case when may_have_arrived then 'incertain' else 'annulé' end)::public.send_status,
    last_error = coalesce(last_error, 'Campagne annulée par l''équipe'), finished_at = now()
  where campaign_id = held.id and status in ('programmé', 'brouillon') and lease_token is null;
  get diagnostics cancelled = row_count;
  perform private.close_campaign(held.id);
  return cancelled;
end;
$$;

grant execute on function public.cancel_campaign(uuid) to authenticated;

-- Puts a campaign that is over out of the list, or back.
create function public.archive_campaign(campaign uuid, archived boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
begin
  if archived and held.status <> 'terminé' and held.cancelled_at is null then
    raise exception using message = 'Une campagne s''archive une fois terminée';
  end if;
  update public.campaigns set archived_at = case when archived then now() end where id = held.id;
end;
$$;

grant execute on function public.archive_campaign(uuid, boolean) to authenticated;

-- Takes one person out of a campaign before the message leaves, or back in while the campaign is still open.
create function public.remove_campaign_recipient(send uuid, removed boolean default true)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  reason constant text := 'Retiré par l''équipe';
  held public.campaigns := private.lock_campaign((select campaign_id from public.email_sends where id = send));
begin
  if removed then
    update public.email_sends set status = 'annulé', last_error = reason, finished_at = now()
    where id = send and status in ('programmé', 'brouillon') and lease_token is null and not may_have_arrived;
  else
    update public.email_sends set
      status = (case held.status when 'programmé' then 'brouillon' else 'programmé' end)::public.send_status,
      last_error = null, finished_at = null, next_attempt_at = now()
    where id = send and status = 'annulé' and last_error = reason and recipient_email is not null
      and held.status in ('programmé', 'en_cours') and held.cancelled_at is null;
  end if;
  if not found then
    raise exception using message = case when removed
      then 'Ce message est déjà parti ou en train de partir' else 'Cette personne ne peut plus être remise dans la campagne' end;
  end if;
  perform private.close_campaign(held.id);
end;
$$;

grant execute on function public.remove_campaign_recipient(uuid, boolean) to authenticated;

-- Sends the failed messages again. « échec » means that nothing arrived, so nothing can arrive twice. It returns how
-- many.
create function public.retry_failed_sends(campaign uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
  retried integer;
begin
  if held.cancelled_at is not null then
    raise exception using message = 'Cette campagne a été annulée';
  end if;
  update public.email_sends set
    status = 'programmé', attempts = 0, next_attempt_at = now(), first_attempt_at = null, last_error = null,
    finished_at = null
  where campaign_id = held.id and status = 'échec' and recipient_email is not null;
  get diagnostics retried = row_count;
  if retried > 0 then
    update public.campaigns set status = 'en_cours', finished_at = null, server_seen_at = now() where id = held.id;
  end if;
  return retried;
end;
$$;

grant execute on function public.retry_failed_sends(uuid) to authenticated;

-- Settles a message of unknown outcome once an administrator found out what became of it: it arrived, or it is to be
-- sent again.
create function public.resolve_uncertain_send(send uuid, arrived boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign((select campaign_id from public.email_sends where id = send));
  settled uuid;
begin
  if arrived is null or not arrived and held.cancelled_at is not null then
    raise exception using message = 'Cette campagne a été annulée';
  end if;
  update public.email_sends set
    status = (case when arrived then 'envoyé' else 'programmé' end)::public.send_status,
    last_error = case when arrived then 'Confirmé par l''équipe' end,
    may_have_arrived = false,
    attempts = case when arrived then attempts else 0 end,
    first_attempt_at = case when arrived then first_attempt_at end,
    next_attempt_at = now(),
    finished_at = case when arrived then finished_at end
  where id = send and status = 'incertain' and (arrived or recipient_email is not null)
  returning contact_id into settled;
  if not found then
    raise exception using message = 'L''envoi n''est plus incertain';
  end if;
  if arrived then
    perform private.mark_contacted(settled);
  else
    update public.campaigns set status = 'en_cours', finished_at = null, server_seen_at = now() where id = held.id;
  end if;
end;
$$;

grant execute on function public.resolve_uncertain_send(uuid, boolean) to authenticated;

create function public.reschedule_campaign(campaign uuid, new_date timestamptz)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
begin
  if held.status <> 'programmé' then
    raise exception using message = 'Cette campagne est déjà partie';
  end if;
  if new_date is null or new_date <= now() then
    raise exception using message = 'La date d''envoi doit être dans le futur';
  end if;
  update public.campaigns set send_date = new_date, paused_at = null, pause_reason = null, server_seen_at = now()
  where id = held.id;
end;
$$;

grant execute on function public.reschedule_campaign(uuid, timestamptz) to authenticated;

-- Gives a scheduled campaign another text, and other follow-ups, approved by whoever saves them: every message is
-- written anew, with what its contact is now. Once the campaign has begun its text is what people got.
create function public.rewrite_campaign(campaign uuid, subject text, body text, steps jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
  example text := coalesce(private.template_fault(rewrite_campaign.subject), private.template_fault(rewrite_campaign.body));
begin
  if held.status <> 'programmé' then
    raise exception using message = 'Cette campagne est déjà partie';
  end if;
  if private.trimmed(rewrite_campaign.subject) is null or private.trimmed(rewrite_campaign.body) is null then
    raise exception using message = 'Le sujet et le texte sont requis';
  end if;
  if example is not null then
    raise exception using message = example;
  end if;
  begin
    update public.campaigns as rewritten set
      message_subject = rewrite_campaign.subject, message_body = rewrite_campaign.body
    where rewritten.id = held.id
    returning * into held;
    update public.email_sends as waiting set
      subject = private.fill_subject(rewrite_campaign.subject, private.template_values(contact, rewrite_campaign.subject)),
      body = private.fill_template(
        rewrite_campaign.body, private.literal_values(private.template_values(contact, rewrite_campaign.body))
      )
    from public.contacts as contact
    where waiting.campaign_id = held.id and waiting.status = 'brouillon' and contact.id = waiting.contact_id;
  exception when check_violation then
    raise exception using message = 'Un des messages serait vide ou trop long une fois ses variables remplacées';
  end;
  perform private.write_campaign_steps(held, steps);
end;
$$;

grant execute on function public.rewrite_campaign(uuid, text, text, jsonb) to authenticated;

-- Counts messages per status: { campaign id: { "envoyé": 47, "échec": 3 } }, for one campaign or for all. It runs as
-- the caller, under the policies.
create function public.campaign_counts(only_campaign uuid default null)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(campaign_id, states), '{}') from (
    select campaign_id, jsonb_object_agg(status, messages) as states
    from (
      select campaign_id, status, count(*) as messages from public.email_sends
      where only_campaign is null or campaign_id = only_campaign
      group by campaign_id, status
    ) counted
    group by campaign_id
  ) grouped;
$$;

grant execute on function public.campaign_counts(uuid) to authenticated;

-- Returns when each contact was last sent a campaign message: { contact id: timestamp }, as one value because a list of
-- rows is cut at 1 000. It runs as the caller, under the policies.
create function public.contact_last_sends()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(contact_id, last), '{}') from (
    select contact_id, max(coalesce(finished_at, created_at)) as last from public.email_sends
    where status = 'envoyé' and contact_id is not null
    group by contact_id
  ) reached;
$$;

grant execute on function public.contact_last_sends() to authenticated;

-- Returns until when each contact's written request lets a person who holds a public office be written to again, as
-- private.standing_ground finds it: { contact id: timestamp }. It runs as the caller, under the policies.
create function public.contact_written_requests()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(id, until), '{}') from (
    select person.id, max(private.consent_expiry(asked.basis, asked.occurred_at)) as until
    from public.contacts as person
    join public.consent_events as asked on lower(asked.email) = lower(person.email)
    where asked.basis = 'inquiry'
    group by person.id
  ) as requests
  where until > now();
$$;

grant execute on function public.contact_written_requests() to authenticated;

-- schemas/20_cadence.sql

-- This file holds the cadence: the follow-ups of a campaign, each sent once to the contacts for whom it still makes
-- sense and is lawful (docs/decisions/0087 and 0134), and the campaigns that come back through the year for a segment.

-- Returns Easter Sunday (Meeus, Jones and Butcher's rule for the Gregorian calendar).
create function private.easter(year integer)
returns date
language plpgsql
immutable
set search_path = ''
as $$
declare
  a integer := year % 19;
  century integer := year / 100;
  rest integer := year % 100;
  g integer := (century - (century + 8) / 25 + 1) / 3;
  h integer := (19 * a + century - century / 4 - g + 15) % 30;
  l integer := (32 + 2 * (century % 4) + 2 * (rest / 4) - h - rest % 4) % 7;
  n integer := h + l - 7 * ((a + 11 * h + 22 * l) / 451) + 114;
begin
  return make_date(year, n / 31, n % 31 + 1);
end;
$$;

grant execute on function private.easter(integer) to authenticated;

-- Tells business days: Monday to Friday except Québec's statutory holidays (Loi sur les normes du travail, art. 60; Loi
-- sur la fête nationale, art. 2 and 4). business-hours.ts of the back office has the same days; a test compares the
-- two.
create function private.is_business_day(day date)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select extract(isodow from day) < 6
    and to_char(day, 'MM-DD') not in ('01-01', '12-25', '06-24', '07-01')
    and day <> private.easter(extract(year from day)::integer) - 2
    -- National Patriots' Day is the Monday before 25 May.
    and not (extract(isodow from day) = 1 and to_char(day, 'MM-DD') between '05-18' and '05-24')
    -- Labour Day is the first Monday of September, Thanksgiving the second Monday of October.
    and not (extract(isodow from day) = 1 and to_char(day, 'MM-DD') between '09-01' and '09-07')
    and not (extract(isodow from day) = 1 and to_char(day, 'MM-DD') between '10-08' and '10-14')
    -- The national holidays move from a Sunday to the Monday.
    and not (extract(isodow from day) = 1 and to_char(day - 1, 'MM-DD') in ('06-24', '07-01'));
$$;

grant execute on function private.is_business_day(date) to authenticated;

-- Tells the hours of follow-ups: from 8 h to 17 h of a business day, on Québec's clocks.
create function private.is_business_time(at timestamptz)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.is_business_day(wall::date) and wall::time >= time '08:00' and wall::time < time '17:00'
  from (select at at time zone 'America/Toronto') as clock (wall);
$$;

grant execute on function private.is_business_time(timestamptz) to authenticated;

-- Returns the same hour in Québec so many business days later, moved into the next business hours. The day of sending
-- does not count.
create function private.followup_due(sent_at timestamptz, days integer)
returns timestamptz
language plpgsql
immutable
set search_path = ''
as $$
declare
  due timestamp := sent_at at time zone 'America/Toronto';
begin
  for counted in 1..days loop
    due := due + interval '1 day';
    while not private.is_business_day(due::date) loop
      due := due + interval '1 day';
    end loop;
  end loop;
  while not private.is_business_time(due at time zone 'America/Toronto') loop
    due := case
      when due::time < time '08:00' then due::date + time '08:00'
      when due::time >= time '17:00' then due::date + 1 + time '08:00'
      else due + interval '1 day'
    end;
  end loop;
  return due at time zone 'America/Toronto';
end;
$$;

grant execute on function private.followup_due(timestamptz, integer) to authenticated;

-- Returns the day that a person comes back, by what their absence notices say; without a day, five business days after
-- the notice. It returns null when nobody says that they are away at that moment. A notice is believed as an answer is
-- (docs/decisions/0093).
create function private.absent_until(contact uuid, address text, at timestamptz)
returns date
language plpgsql
stable
set search_path = ''
as $$
declare
  today constant date := (at at time zone 'America/Toronto')::date;
begin
  return (
    select max(away.until) from (
      select coalesce(
        notice.returns_on, (private.followup_due(notice.received_at, 5) at time zone 'America/Toronto')::date
      ) as until
      from public.inbound_messages as notice
      where notice.kind = 'absence' and notice.discarded_at is null
        and (notice.contact_id = absent_until.contact or notice.from_email = lower(address))
        and private.is_believed(notice)
    ) as away
    where away.until > today
  );
end;
$$;

grant execute on function private.absent_until(uuid, text, timestamptz) to authenticated;

-- Returns when a follow-up may be sent: a number of business days after the previous message, and not before its person
-- is back. An absence of more than 90 days does not delay it, because it ends the follow-ups
-- (private.followup_refusal).
create function private.followup_due_for(contact uuid, address text, sent_at timestamptz, days integer)
returns timestamptz
language plpgsql
stable
set search_path = ''
as $$
declare
  due constant timestamptz := private.followup_due(sent_at, days);
  back constant date := private.absent_until(contact, address, due);
begin
  if back is null or back > due::date + 90 then
    return due;
  end if;
  return private.followup_due(back::timestamp at time zone 'America/Toronto', 0);
end;
$$;

grant execute on function private.followup_due_for(uuid, text, timestamptz, integer) to authenticated;

-- Says why a follow-up that is due waits for a recorded ground; null when it does not. The reason is not stored: once a
-- ground is recorded the follow-up leaves.
create function private.followup_hold(contact uuid, campaign public.campaigns, at timestamptz)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  if campaign.lobbying_ground is not null or private.standing_ground(contact, at) is not null then
    return null;
  end if;
  return private.lobbying_refusal(contact);
end;
$$;

grant execute on function private.followup_hold(uuid, public.campaigns, timestamptz) to authenticated;

-- Says why a campaign does not write to a person whom another wrote to a short while ago (« au plus un message en N
-- jours »); null when it may.
create function private.frequency_refusal(contact uuid, address text, campaign uuid)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  days integer := (select campaign_gap_days from public.sending_settings where id = 1);
  last timestamptz := private.last_written_at(contact, address, campaign);
begin
  if last > now() - days * interval '1 day' then
    return format(
      'A reçu un message d’une autre campagne le %s : au plus un en %s jours',
      to_char(last at time zone 'America/Toronto', 'YYYY-MM-DD'), days
    );
  end if;
  return null;
end;
$$;

grant execute on function private.frequency_refusal(uuid, text, uuid) to authenticated;

-- Returns the moment when a meeting with a contact was noted that took place since a campaign first wrote to them; null
-- when none was.
create function private.met_since(contact uuid, campaign uuid)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select max(met.happened_at)
  from public.contact_activities as met
  join public.email_sends as first
    on first.campaign_id = met_since.campaign and first.contact_id = met.contact_id and first.step = 0
  where met.contact_id = met_since.contact and met.kind = 'rencontre'
    and (met.happened_at at time zone 'America/Toronto')::date
      >= (coalesce(first.finished_at, first.created_at) at time zone 'America/Toronto')::date;
$$;

grant execute on function private.met_since(uuid, uuid) to authenticated;

-- Tells whether somebody stopped the follow-ups of a person of a campaign.
create function private.is_followup_stopped(campaign uuid, contact uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.email_sends as first
    where first.campaign_id = is_followup_stopped.campaign and first.contact_id = is_followup_stopped.contact and first.step = 0
      and first.followup_stopped_at is not null
  );
$$;

grant execute on function private.is_followup_stopped(uuid, uuid) to authenticated;

-- Says why nothing follows this message if the next step is due at that moment; null when it may be sent. It takes the
-- id of the message: the caller need not read its every column.
create function private.followup_refusal(message uuid, campaign public.campaigns, next public.campaign_steps, due_at timestamptz)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when send.followup_refusal is not null then send.followup_refusal
    when campaign.cancelled_at is not null then 'Campagne annulée'
    when campaign.followups_stopped_at is not null then 'Relances arrêtées pour la campagne'
    when private.is_followup_stopped(send.campaign_id, send.contact_id) then 'Relances arrêtées par l’équipe'
    when private.has_replied(send.contact_id, send.recipient_email) then 'A répondu'
    when send.bounced_at is not null then 'Adresse en erreur permanente'
    when send.complained_at is not null then 'A signalé un message comme indésirable'
    when send.recipient_email is null or contact.id is null then 'Contact supprimé'
    when lower(contact.email) is distinct from lower(send.recipient_email) then 'L''adresse du contact a changé'
    when private.met_since(contact.id, campaign.id) is not null then format(
      'Rencontre notée le %s',
      to_char(private.met_since(contact.id, campaign.id) at time zone 'America/Toronto', 'YYYY-MM-DD')
    )
    when contact.status not in ('nouveau', 'contacté') then 'Statut : ' || contact.status
    when private.absent_until(contact.id, send.recipient_email, due_at) > due_at::date + 90 then format(
      'En absence jusqu’au %s, dans plus de 90 jours', private.absent_until(contact.id, send.recipient_email, due_at)
    )
    -- The dispatcher was down for that long: a follow-up would come too late to make sense.
    when due_at < now() - interval '7 days' then 'Échéance dépassée de plus de 7 jours'
    when (
      private.trimmed(private.fill_subject(next.subject, private.template_values(contact, next.subject))) is null
      or private.trimmed(private.fill_template(next.body, private.template_values(contact, next.body))) is null
    ) then 'Le texte de la relance serait vide une fois ses variables remplacées'
    else coalesce(
      -- It is the consent in force on the day of sending that counts.
      public.may_email(contact.id, greatest(now(), due_at)),
      private.frequency_refusal(contact.id, send.recipient_email, campaign.id),
      private.followup_hold(contact.id, campaign, greatest(now(), due_at))
    )
  end
  from (select) nothing
  left join public.email_sends send on send.id = followup_refusal.message
  left join public.contacts contact on contact.id = send.contact_id;
$$;

grant execute on function private.followup_refusal(uuid, public.campaigns, public.campaign_steps, timestamptz) to authenticated;

-- Lists the messages of a campaign that another step is to follow, each the last one that its person got, with when it
-- is due; refused ones are included.
create function private.next_followups(campaign uuid)
returns table (
  email_send_id uuid, contact_id uuid, recipient_email text, followup_refusal text, next public.campaign_steps, due_at timestamptz
)
language sql
stable
set search_path = ''
as $$
  select last.id, last.contact_id, last.recipient_email, last.followup_refusal, following,
    private.followup_due_for(last.contact_id, last.recipient_email, last.finished_at, following.delay_days)
  from public.campaign_steps as following
  join public.email_sends as last
    on last.campaign_id = following.campaign_id and last.step = following.step - 1 and last.status = 'envoyé'
  where following.campaign_id = next_followups.campaign and last.finished_at is not null
    and not exists (
      select from public.email_sends as later
      where later.campaign_id = last.campaign_id and later.contact_id = last.contact_id and later.step = following.step
    );
$$;

grant execute on function private.next_followups(uuid) to authenticated;

-- Tells whether follow-ups of a campaign may still leave. 150 days after its last message none does: the longest delay and the longest
-- absence that is waited for are over.
create function private.follows_up(campaign public.campaigns)
returns boolean
language sql
stable
set search_path = ''
as $$
  select campaign.cancelled_at is null and campaign.followups_stopped_at is null
    and coalesce(campaign.finished_at, now()) > now() - interval '150 days'
    and exists (select from public.campaign_steps as step where step.campaign_id = campaign.id);
$$;

grant execute on function private.follows_up(public.campaigns) to authenticated;

-- Lists the next follow-up of each person of a campaign, soonest first: [{ email_send_id, contact_id, step, due_at,
-- absent_until, reason }], by the last message that they got. `reason` says why nothing more will be sent; who had
-- every step is not listed.
create function public.campaign_followups(campaign uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'email_send_id', plan.id, 'contact_id', plan.contact_id, 'step', plan.step, 'due_at', plan.due_at,
      'absent_until', plan.absent_until, 'reason', plan.reason
    ) order by plan.due_at, plan.id
  ), '[]')
  from (
    select plan.email_send_id as id, plan.contact_id, (plan.next).step, plan.due_at,
      private.absent_until(plan.contact_id, plan.recipient_email, now()) as absent_until,
      private.followup_refusal(plan.email_send_id, owner, plan.next, plan.due_at) as reason
    from public.campaigns as owner cross join lateral private.next_followups(owner.id) as plan
    where owner.id = campaign_followups.campaign
    union all
    -- These follow-ups were written, and wait or did not leave.
    select written.id, written.contact_id, written.step, coalesce(written.finished_at, written.next_attempt_at),
      private.absent_until(written.contact_id, written.recipient_email, now()),
      case written.status
        when 'annulé' then coalesce(written.last_error, 'Annulée')
        when 'échec' then coalesce(written.last_error, 'La relance n’a pas pu partir')
        when 'incertain' then 'La relance est peut-être arrivée : dites-le dans la liste des envois'
      end
    from public.email_sends as written
    where written.campaign_id = campaign_followups.campaign and written.step > 0 and written.status <> 'envoyé'
  ) as plan;
$$;

grant execute on function public.campaign_followups(uuid) to authenticated;

-- Lists the campaigns with follow-ups to come; the search of a campaign ends at its first contact with one.
create function public.campaigns_to_follow_up()
returns setof uuid
language sql
stable
set search_path = ''
as $$
  select owner.id from public.campaigns as owner
  where owner.status = 'terminé' and private.follows_up(owner) and exists (
    select from private.next_followups(owner.id) as plan
    where private.followup_refusal(plan.email_send_id, owner, plan.next, plan.due_at) is null
  );
$$;

grant execute on function public.campaigns_to_follow_up() to authenticated;

-- Writes the next step after a message, or records on that message why nothing follows it. An error stops this one row
-- only: the others go on. The caller holds the locks of both rows.
create function private.decide_followup(
  last public.email_sends, owner public.campaigns, next public.campaign_steps, due_at timestamptz
)
returns void
language plpgsql
set search_path = ''
as $$
declare
  refusal text;
begin
  refusal := private.followup_refusal(last.id, owner, next, due_at);
  if refusal is null then
    insert into public.email_sends (
      campaign_id, contact_id, template_id, step, subject, body, status, recipient_email, recipient_name
    )
    select owner.id, contact.id, next.template_id, next.step,
      private.fill_subject(next.subject, private.template_values(contact, next.subject)),
      private.fill_template(next.body, private.literal_values(private.template_values(contact, next.body))),
      'programmé', last.recipient_email, contact.name
    from public.contacts contact where contact.id = last.contact_id
    on conflict on constraint email_sends_campaign_contact_step_key do nothing;
    if found then
      update public.campaigns campaign set status = 'en_cours', finished_at = null where campaign.id = owner.id;
    end if;
  else
    update public.email_sends send set followup_refusal = left(refusal, 200) where send.id = last.id;
  end if;
exception
  -- The moment failed, not the row: the next round tries again.
  when transaction_rollback or lock_not_available then
    raise;
  when others then
    raise warning 'The follow-up of message % could not be written: %', last.id, sqlerrm;
    update public.email_sends send
    set followup_refusal = 'La relance n’a pas pu être préparée : son texte serait refusé pour ce contact'
    where send.id = last.id;
end;
$$;

-- Decides each follow-up that is due, once: it is written, and then sent as any message with all checks of that moment,
-- or the reason why not is recorded.
create function private.create_due_followups()
returns void
language plpgsql
set search_path = ''
as $$
declare
  due record;
  owner public.campaigns;
  last public.email_sends;
begin
  if private.is_quiet(now()) or not private.is_business_time(now()) then
    return;
  end if;
  for due in
    select send.id, send.campaign_id, next, moment.due_at
    from public.campaigns campaign
    join public.campaign_steps next on next.campaign_id = campaign.id
    join public.email_sends send
      on send.campaign_id = campaign.id and send.step = next.step - 1 and send.status = 'envoyé'
    cross join lateral (
      select private.followup_due_for(send.contact_id, send.recipient_email, send.finished_at, next.delay_days) as due_at
    ) as moment
    where private.follows_up(campaign)
      and campaign.paused_at is null and campaign.server_seen_at > now() - interval '24 hours'
      -- Business days are at least as many days: messages of today and yesterday need not be counted.
      and send.finished_at <= now() - next.delay_days * interval '1 day' + interval '1 hour'
      and send.followup_refusal is null
      and not exists (
        select from public.email_sends later
        where later.campaign_id = send.campaign_id and later.contact_id = send.contact_id and later.step = next.step
      )
      and not private.is_followup_stopped(send.campaign_id, send.contact_id)
      and moment.due_at <= now()
      -- Held ones wait, and do not take the place of others, until it is too late for them.
      and (private.followup_hold(send.contact_id, campaign, now()) is null or moment.due_at < now() - interval '7 days')
    order by send.campaign_id, send.id
    limit 100
  loop
    -- Campaigns are always locked before their messages; both are read again under the lock.
    select * into owner from public.campaigns campaign where campaign.id = due.campaign_id for update;
    select * into last from public.email_sends send where send.id = due.id for update;
    continue when owner.paused_at is not null or private.is_followup_stopped(last.campaign_id, last.contact_id);
    perform private.decide_followup(last, owner, due.next, due.due_at);
  end loop;
end;
$$;

-- Stops the follow-ups of a campaign, or those of the person that a message of it went to, and cancels those that wait
-- to be sent. With stopped = false it allows them again.
create function public.stop_followups(campaign uuid, send uuid default null, stopped boolean default true)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
  person uuid := (select known.contact_id from public.email_sends known where known.id = send and known.campaign_id = held.id);
begin
  if send is null then
    update public.campaigns set
      followups_stopped_at = case when stopped then now() end,
      server_seen_at = case when stopped then server_seen_at else now() end
    where id = held.id;
  else
    update public.email_sends as first set followup_stopped_at = case when stopped then now() end
    where first.campaign_id = held.id and first.step = 0 and (first.id = send or first.contact_id = person);
  end if;
  if stopped then
    update public.email_sends waiting set
      status = (case when may_have_arrived then 'incertain' else 'annulé' end)::public.send_status,
      last_error = 'Relance arrêtée par l’équipe', finished_at = now()
    where waiting.campaign_id = held.id and waiting.step > 0 and waiting.status = 'programmé' and waiting.lease_token is null
      and (send is null or waiting.contact_id = person);
    perform private.close_campaign(held.id);
  end if;
end;
$$;

grant execute on function public.stop_followups(uuid, uuid, boolean) to authenticated;

-- Campaigns that come back through the year ------------------------------------------------------------------------

-- Returns the time that a segment is left alone between two of its campaigns.
create function private.rhythm_interval(rhythm public.segment_rhythm)
returns interval
language sql
immutable
set search_path = ''
as $$
  select case rhythm
    when 'une_fois_an' then interval '12 months' when 'deux_fois_an' then interval '6 months' else interval '3 months'
  end;
$$;

grant execute on function private.rhythm_interval(public.segment_rhythm) to authenticated;

-- Returns the day on which a campaign of a segment is due; null when it has no rhythm. A campaign that was cancelled
-- does not count. Campaigns are also found by the name that the segment had: those of a segment that was deleted and
-- came back are linked to none.
create function private.segment_due(segment public.contact_segments)
returns date
language sql
stable
set search_path = ''
as $$
  select greatest(
    segment.rhythm_from,
    (
      (select max((coalesce(made.send_date, made.created_at) at time zone 'America/Toronto')::date)
        from public.campaigns as made
        where (made.segment_id = segment.id or made.segment_id is null and made.segment_name = segment.name)
          and made.status <> 'brouillon' and made.cancelled_at is null)
      + private.rhythm_interval(segment.rhythm)
    )::date
  )
  where segment.rhythm is not null;
$$;

grant execute on function private.segment_due(public.contact_segments) to authenticated;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the segments whose campaign is due. Nothing is made or sent by itself.
create function private.segment_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  select 'segment', 'segment à qui écrire', segment.id, segment.name, segment.rhythm::text,
    private.segment_due(segment)::timestamp at time zone 'America/Toronto', 2, null::bigint, null::text, null::uuid, null::text,
    null::uuid
  from public.contact_segments as segment
  where private.segment_due(segment) <= (at at time zone 'America/Toronto')::date;
$$;

grant execute on function private.segment_today_rows(timestamptz) to authenticated;

-- Returns the campaigns with messages that failed in the last thirty days, and those that wait for a person or for a
-- setting.
create function private.campaign_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  with failures as (
    select s.campaign_id, count(*) as total from public.email_sends s
    where s.status in ('échec', 'incertain')
    group by s.campaign_id
    having max(s.finished_at) > at - interval '30 days'
  ),
  stop as materialized (
    select coalesce(
      private.sending_stop(),
      case when private.sender_identity() is null then 'L’identité de l’expéditeur est incomplète (Réglages).' end
    ) as reason
  )
  select 'campaign_emails', format('courriels de campagne à vérifier (%s)', f.total), c.id, c.name, null, null::timestamptz, 1,
    f.total, null, null::uuid, null, null::uuid
  from failures f join public.campaigns c on c.id = f.campaign_id
  union all
  select 'campaign', 'campagne en attente', c.id, c.name, coalesce(c.pause_reason, stop.reason), c.send_date, 1, null, null, null,
    null, null
  from public.campaigns c, stop
  where c.cancelled_at is null and (c.status in ('en_cours', 'programmé') or c.paused_at is not null and private.follows_up(c))
    and (c.paused_at is not null or stop.reason is not null);
$$;

grant execute on function private.campaign_today_rows(timestamptz) to authenticated;

-- schemas/21_dispatcher.sql

-- This file holds the dispatcher: the one scheduled function that sends, what it reports, and the schedule that calls
-- it.

create type public.mail_transport as enum ('smtp', 'resend');

-- The one row holds the result of the last run of dispatch-emails, for the settings screen, and what holds the sending
-- of campaigns.
create table public.dispatcher_state (
  -- It is always 1, the only row that is read.
  id smallint primary key,
  last_run_at timestamptz not null default now(),
  -- Its shape is { notifications: { accepted: 2 }, campaigns: { … } }.
  last_summary jsonb not null default '{}',
  -- It is 'smtp' or 'resend'; null when no provider is set up.
  transport public.mail_transport,
  last_error text,
  -- While the mail server cannot be reached (private.note_outage), these say since when, how many calls in a row, and
  -- the next.
  outage_since timestamptz,
  outage_attempts integer not null default 0,
  outage_next_at timestamptz,
  outage_reason text,
  -- These say why every campaign is held for the sake of the sender's reputation, and when somebody last resumed in
  -- spite of it.
  reputation_stop text,
  reputation_resumed_at timestamptz,
  -- These are the warm-up of a new domain: its step, from 0, and the last day that was looked at
  -- (private.advance_warmup).
  warmup_step smallint not null default 0,
  warmup_day date,
  -- It tells whether the public form takes requests only by the edge function that checks a proof
  -- (docs/decisions/0040).
  quote_form_needs_proof boolean not null default false,
  constraint dispatcher_state_warmup_step_range check (warmup_step between 0 and 5),
  constraint dispatcher_state_outage_attempts_range check (outage_attempts >= 0),
  constraint dispatcher_state_outage_reason_length check (char_length(outage_reason) <= 500),
  constraint dispatcher_state_reputation_stop_length check (char_length(reputation_stop) <= 500),
  constraint dispatcher_state_last_error_length check (char_length(last_error) <= 500)
);

alter table public.dispatcher_state enable row level security;

grant select on table public.dispatcher_state to authenticated, service_role;

create policy "dispatcher_state: member reads" on public.dispatcher_state
  for select to authenticated
  using ((select private.is_member()));

create function public.record_dispatch(summary jsonb, transport public.mail_transport, error text default null)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.dispatcher_state as state (id, last_run_at, last_summary, transport, last_error)
  values (1, now(), coalesce(summary, '{}'), record_dispatch.transport, left(error, 500))
  on conflict (id) do update set
    last_run_at = excluded.last_run_at, last_summary = excluded.last_summary,
    transport = excluded.transport, last_error = excluded.last_error;
$$;

grant execute on function public.record_dispatch(jsonb, public.mail_transport, text) to service_role;

-- Sets whether the form asks for a proof: the dispatcher, which has the secret of the proof or has it not, says so at
-- each run.
create function public.set_quote_form_proof(is_needed boolean)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.dispatcher_state as state (id, quote_form_needs_proof) values (1, is_needed)
  on conflict (id) do update set quote_form_needs_proof = is_needed
  where state.quote_form_needs_proof is distinct from is_needed;
$$;

grant execute on function public.set_quote_form_proof(boolean) to service_role;

-- Calls the edge function dispatch-emails with a secret of its own. Address and secret come from Vault (README);
-- without them, or where Vault and pg_net do not exist, nothing is called. A run takes up to 55 s plus one message,
-- hence the timeout.
create function private.call_dispatcher()
returns void
language plpgsql
set search_path = ''
as $$
declare
  address text;
  secret text;
begin
  if to_regclass('vault.decrypted_secrets') is null or to_regnamespace('net') is null then
    return;
  end if;
  execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into address using 'dispatch_url';
  execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into secret using 'dispatch_secret';
  if address is null or secret is null then
    raise log 'dispatch-emails is not called: the Vault secrets dispatch_url and dispatch_secret are not both set';
    return;
  end if;
  execute 'select net.http_post(url := $1, body := $2, headers := $3, timeout_milliseconds := 90000)'
    using address, '{}'::jsonb,
      jsonb_build_object('content-type', 'application/json', 'x-dispatch-secret', secret);
end;
$$;

-- Calls the dispatcher each minute, where pg_cron exists; scheduling again replaces the job of the same name. pg_cron
-- keeps a row of each run and drops none, 43 200 a month: those of the last week are enough to see what failed.
do $$
begin
  if (select count(*) from pg_available_extensions where name in ('pg_cron', 'pg_net')) = 2 then
    create extension if not exists pg_cron with schema pg_catalog;
    create extension if not exists pg_net with schema extensions;
    perform cron.schedule('dispatch-emails', '* * * * *', 'select private.call_dispatcher()');
    perform cron.schedule('purge-cron-log', '17 8 * * *',
      $purge$delete from cron.job_run_details where coalesce(end_time, start_time) < now() - interval '7 days'$purge$);
  end if;
end
$$;

-- schemas/22_sending.sql

-- This file holds sending: messages leased to a worker and finished under that lease (docs/decisions/0025), and what
-- holds them back.

-- Accepts { address: text } whose texts a message can end with.
create function private.are_signatures(value jsonb)
returns boolean
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
begin
  if jsonb_typeof(value) <> 'object' then
    return false;
  end if;
  return (
    select count(*) <= 20 and coalesce(bool_and(
      given.key ~ '^[^@[:space:]]{1,64}@[^@[:space:]]{1,190}$' and jsonb_typeof(given.value) = 'string'
      and char_length(given.value #>> '{}') <= 500
    ), true)
    from jsonb_each(value) as given
  );
end;
$$;

grant execute on function private.are_signatures(jsonb) to authenticated, service_role;

-- The one row holds the rules of sending, changed on /admin/parametres/courriels. It holds no secrets: keys and
-- passwords are environment variables of the edge functions.
create table public.sending_settings (
  -- It is always 1, the only row that is read.
  id smallint primary key,
  -- These are the addresses that the mail provider accepts as sender.
  verified_senders text[] not null default '{}',
  -- It counts messages per day (America/Toronto). A new domain starts at 150 and is warmed up.
  daily_cap integer not null default 150,
  -- Scheduled messages and follow-ups wait during quiet hours (America/Toronto, may cross midnight).
  quiet_start time,
  quiet_end time,
  -- A contact gets a campaign message at most once in this many days; 0 means no limit.
  campaign_gap_days integer not null default 14,
  -- These are signatures by sender address: { "projets@studio.ca": "Camille Tremblay…" }.
  sender_signatures jsonb not null default '{}',
  -- Answers to messages are received at this domain (24_conversations.sql); when it is empty, they go to the studio's
  -- own mailbox.
  inbound_domain text not null default '',
  -- A new domain is warmed up: the daily limit follows its steps, and daily_cap bounds them.
  warms_up boolean not null default false,
  -- This is the studio's mandate in the register of lobbyists, from and to a day; it is empty when there is none.
  mandate_number text not null default '',
  mandate_from date,
  mandate_until date,
  updated_at timestamptz not null default now(),
  constraint sending_settings_verified_senders_count check (cardinality(verified_senders) <= 20),
  constraint sending_settings_verified_senders_format check (private.are_email_addresses(verified_senders)),
  constraint sending_settings_daily_cap_range check (daily_cap between 1 and 50000),
  constraint sending_settings_quiet_hours_whole check ((quiet_start is null) = (quiet_end is null) and quiet_start <> quiet_end),
  constraint sending_settings_campaign_gap_days_range check (campaign_gap_days between 0 and 365),
  constraint sending_settings_sender_signatures_shape check (private.are_signatures(sender_signatures)),
  constraint sending_settings_inbound_domain_shape check (
    inbound_domain = '' or inbound_domain = lower(inbound_domain) and private.is_email_address('r@' || inbound_domain)
      and char_length(inbound_domain) <= 200
  ),
  constraint sending_settings_mandate_number_shape check (char_length(mandate_number) <= 100 and private.is_one_line_text(mandate_number)),
  constraint sending_settings_mandate_whole check (
    (mandate_number = '') = (mandate_from is null) and (mandate_from is null) = (mandate_until is null)
    and mandate_from <= mandate_until
  )
);

create trigger sending_settings_set_updated_at before update on public.sending_settings
  for each row execute function private.set_updated_at();

alter table public.sending_settings enable row level security;

grant select, update (
  verified_senders, daily_cap, quiet_start, quiet_end, campaign_gap_days, sender_signatures, inbound_domain, warms_up,
  mandate_number, mandate_from, mandate_until
) on table public.sending_settings to authenticated;
grant select, insert, update, delete on table public.sending_settings to service_role;

create policy "sending_settings: member reads" on public.sending_settings
  for select to authenticated
  using ((select private.is_member()));

create policy "sending_settings: admin changes" on public.sending_settings
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

select private.attach_activity_log('sending_settings');

insert into public.sending_settings (id) values (1);

-- The table holds the addresses that a test message left from, and when the provider last accepted one: the only proof
-- that sending works.
create table private.sender_tests (
  sender text primary key,
  accepted_at timestamptz not null default now(),
  constraint sender_tests_sender_format check (private.is_email_address(sender))
);

alter table private.sender_tests enable row level security;

-- Records a test message that the provider accepted, for the function that sent it.
create function public.record_sender_test(sender text)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.sender_tests as known (sender) values (lower(record_sender_test.sender))
  on conflict on constraint sender_tests_pkey do update set accepted_at = now();
$$;

grant execute on function public.record_sender_test(text) to service_role;

-- Tells whether that moment is within the quiet hours.
create function private.is_quiet(at timestamptz)
returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce((
    select case
      when quiet_start < quiet_end then hour >= quiet_start and hour < quiet_end
      else hour >= quiet_start or hour < quiet_end
    end
    from public.sending_settings, (select (at at time zone 'America/Toronto')::time) as clock (hour)
    where id = 1
  ), false);
$$;

grant execute on function private.is_quiet(timestamptz) to authenticated;

-- Returns when the quiet hours that hold at that moment end; null when none hold.
create function private.quiet_until(at timestamptz)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select (wall::date + quiet_end + case when quiet_end <= wall::time then interval '1 day' else interval '0' end)
    at time zone 'America/Toronto'
  from public.sending_settings, (select at at time zone 'America/Toronto') as clock (wall)
  where id = 1 and private.is_quiet(at);
$$;

grant execute on function private.quiet_until(timestamptz) to authenticated;

-- Counts messages of today (America/Toronto) that count towards the daily cap: accepted, of unknown outcome, or being
-- sent.
create function private.sent_today()
returns bigint
language sql
stable
set search_path = ''
as $$
  select
    (
      select count(*) from public.email_sends
      where status in ('envoyé', 'incertain') and finished_at
        >= date_trunc('day', now() at time zone 'America/Toronto') at time zone 'America/Toronto'
    ) + (select count(*) from public.email_sends where status = 'programmé' and lease_token is not null);
$$;

grant execute on function private.sent_today() to authenticated;

-- Says why every campaign is held for the sake of the sender's reputation; null when none is. record_failure
-- (23_delivery_and_unsubscribe.sql) keeps it until somebody resumes in spite of it.
create function private.reputation_stop()
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select reputation_stop from public.dispatcher_state where id = 1);
end;
$$;

grant execute on function private.reputation_stop() to authenticated;

-- Returns what limits sending at this moment: { sent_today, daily_cap, quiet_now, quiet_until, ready, held, stop,
-- reputation_stop, outage, transport, inbox }; held: a copy was put back (39_restores.sql); stop: why nothing leaves at
-- all. outage: { since, attempts, next_at, reason } while the mail server cannot be reached, one failed call apart,
-- which says nothing yet; inbox: the same of the mailbox that answers are read from.
create function public.sending_state()
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'sent_today', private.sent_today(), 'daily_cap', private.daily_limit(), 'quiet_now', private.is_quiet(now()),
      'quiet_until', private.quiet_until(now()), 'ready', private.sender_identity() is not null,
      'held', private.is_sending_held(), 'stop', private.sending_stop(), 'reputation_stop', state.reputation_stop, 'transport', state.transport,
      'outage', case when state.outage_attempts > 1 then jsonb_build_object(
        'since', state.outage_since, 'attempts', state.outage_attempts, 'next_at', state.outage_next_at,
        'reason', state.outage_reason
      ) end
    )
    from public.sending_settings as rules left join public.dispatcher_state as state on state.id = 1
    where rules.id = 1
  );
end;
$$;

grant execute on function public.sending_state() to authenticated;

-- Starting and claiming ------------------------------------------------------------------------------------------

-- Pauses what nobody has looked after for a day, finished campaigns whose follow-ups wait included: after a restore of an
-- older copy, their messages may have left already, and a person decides. The others are noted as looked after, so that
-- a campaign that waits for its date or for the daily cap goes on.
create function private.hold_stalled_campaigns()
returns void
language plpgsql
set search_path = ''
as $$
declare
  stalled_at constant timestamptz := now() - interval '24 hours';
begin
  update public.campaigns as campaign set
    paused_at = now(), driven_until = null,
    pause_reason = 'Cette campagne n’a pas avancé depuis plus de 24 heures (serveur arrêté, ou copie restaurée). '
      || 'Vérifiez ce qui est déjà parti, puis reprenez ou annulez.'
  where campaign.id in (
    select stalled.id from public.campaigns as stalled
    where stalled.server_seen_at <= stalled_at and stalled.paused_at is null and stalled.cancelled_at is null
      and (
        stalled.status in ('en_cours', 'programmé')
        or stalled.status = 'terminé' and private.follows_up(stalled) and exists (
          select from private.next_followups(stalled.id) as plan
          where plan.followup_refusal is null and not private.is_followup_stopped(stalled.id, plan.contact_id)
        )
      )
    for update skip locked
  );
  update public.campaigns as campaign set server_seen_at = now()
  where campaign.id in (
    select looked_after.id from public.campaigns as looked_after
    where looked_after.server_seen_at > stalled_at and looked_after.server_seen_at < now() - interval '5 minutes'
      and looked_after.paused_at is null
      and (
        looked_after.status in ('en_cours', 'programmé')
        or looked_after.status = 'terminé' and private.follows_up(looked_after)
      )
    for update skip locked
  );
end;
$$;

-- Starts the scheduled campaigns that are due. One more than a day late is paused: its text may be out of date, and a
-- person decides. One that cannot start is paused with the reason, and the others start.
create function private.start_due_campaigns()
returns void
language plpgsql
set search_path = ''
as $$
declare
  due record;
begin
  if private.is_quiet(now()) then
    return;
  end if;
  for due in
    select campaign.id, campaign.send_date from public.campaigns as campaign
    where campaign.status = 'programmé' and campaign.send_date <= now() and campaign.paused_at is null
      and campaign.server_seen_at > now() - interval '24 hours'
    for update skip locked
  loop
    if due.send_date < now() - interval '24 hours' then
      update public.campaigns as campaign set paused_at = now(),
        pause_reason = 'L''heure prévue est passée depuis plus de 24 heures. Envoyez maintenant, changez la date ou annulez.'
      where campaign.id = due.id;
    else
      begin
        update public.campaigns as campaign set status = 'en_cours' where campaign.id = due.id;
        update public.email_sends as send set status = 'programmé', next_attempt_at = now()
        where send.campaign_id = due.id and send.status = 'brouillon';
        perform private.close_campaign(due.id);
      exception when integrity_constraint_violation or data_exception then
        raise warning 'Campaign % could not start: %', due.id, sqlerrm;
        update public.campaigns as campaign set paused_at = now(),
          pause_reason = 'La campagne n’a pas pu commencer : un de ses messages est refusé par la base de données. '
            || 'Reprenez-la ou annulez-la.'
        where campaign.id = due.id;
      end;
    end if;
  end loop;
end;
$$;

-- Begins each run of the dispatcher: scheduled campaigns, then follow-ups.
create function private.start_due_sending()
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.start_due_campaigns();
  perform private.create_due_followups();
end;
$$;

-- Marks as « incertain » the messages of unknown outcome that this transport cannot safely send again: the worker's
-- lease ended without an answer, or an earlier attempt may have arrived. A person then decides.
create function private.mark_unknown_outcomes(same_key_is_safe boolean)
returns void
language plpgsql
set search_path = ''
as $$
declare
  lost record;
begin
  for lost in
    select held.id, held.campaign_id from public.email_sends as held
    join public.campaigns as campaign on campaign.id = held.campaign_id
    where held.status = 'programmé' and held.next_attempt_at <= now()
      and (held.lease_token is not null or held.may_have_arrived)
      and (
        campaign.cancelled_at is not null
        or not (same_key_is_safe and held.first_attempt_at > now() - interval '23 hours')
      )
    order by held.campaign_id, held.id
    limit 100
  loop
    perform from public.campaigns as campaign where campaign.id = lost.campaign_id for update;
    update public.email_sends as unknown set
      status = 'incertain', lease_token = null, finished_at = now(),
      last_error = coalesce(unknown.last_error, 'L''envoi a été interrompu avant la réponse du serveur de courriel.')
    where unknown.id = lost.id and unknown.status = 'programmé' and unknown.next_attempt_at <= now();
    perform private.close_campaign(lost.campaign_id);
  end loop;
end;
$$;

-- Finds the ground of a message to a holder of a public office who was written to before: { ground, reference }. It is
-- null when there is none, and when the message needs none.
create function private.ground_to_send(send public.email_sends)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(
    case when campaign.lobbying_ground is not null then
      jsonb_build_object('ground', campaign.lobbying_ground, 'reference', campaign.lobbying_reference)
    end,
    private.standing_ground(send.contact_id, now())
  )
  from public.campaigns as campaign
  where campaign.id = send.campaign_id and private.lobbying_refusal(send.contact_id) is not null
    and (
      send.step > 0
      or private.last_written_at(send.contact_id, send.recipient_email, send.campaign_id) is not null
    );
$$;

-- Says why a message must not be sent at this moment, whatever held when it was written; null when it may be. The first
-- information of a person who holds a public office passes; whatever follows needs a ground.
create function private.send_refusal(send public.email_sends)
returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(
    case when send.recipient_email is null then 'Aucune adresse courriel' end,
    (
      select case
        when lower(contact.email) is distinct from lower(send.recipient_email)
          then 'L''adresse du contact a changé depuis la création de la campagne'
        when contact.status = 'partenaire' then 'Devenu partenaire depuis la création de la campagne'
        when send.step > 0 and contact.status = 'intéressé' then 'Devenu intéressé depuis la préparation de la relance'
        when send.step > 0 and private.has_replied(send.contact_id, send.recipient_email) then 'A répondu'
        when send.step > 0 and private.met_since(send.contact_id, send.campaign_id) is not null
          then 'Rencontre notée depuis la préparation de la relance'
      end
      from public.contacts as contact where contact.id = send.contact_id
    ),
    public.may_email(send.contact_id, now()),
    private.frequency_refusal(send.contact_id, send.recipient_email, send.campaign_id),
    case
      when private.ground_to_send(send) is null and (
        send.step > 0
        or private.last_written_at(send.contact_id, send.recipient_email, send.campaign_id) is not null
      ) then private.lobbying_refusal(send.contact_id)
    end
  );
$$;

-- Returns what the message says of why this person gets it (Canada's anti-spam law): the basis in force when it was
-- first attempted, with its date and source.
create function private.consent_facts(contact uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'basis', basis, 'occurred_at', occurred_at, 'source_url', source_url
  ))
  from private.current_consents(contact, now());
$$;

-- Pauses what is open while too many addresses bounced or people complained: the campaigns of before, and each that
-- somebody starts, resumes by another way or plans meanwhile.
create function private.hold_for_reputation()
returns void
language sql
set search_path = ''
as $$
  update public.campaigns as campaign set
    paused_at = now(), pause_reason = private.reputation_stop(), driven_until = null
  where private.reputation_stop() is not null and campaign.status in ('en_cours', 'programmé')
    and campaign.paused_at is null and campaign.cancelled_at is null;
$$;

-- Ends a message that the database refuses to lease, with the reason, so that the others leave. A row that no longer
-- meets a rule of today cannot even be ended: then its campaign is paused.
create function private.set_aside(send public.email_sends)
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.email_sends as unfit set
    status = (case when unfit.may_have_arrived or unfit.lease_token is not null then 'incertain' else 'échec' end)::public.send_status,
    last_error = 'Ce message est refusé par la base de données et n’a pas pu partir.', lease_token = null, finished_at = now()
  where unfit.id = send.id;
  perform private.close_campaign(send.campaign_id);
exception when integrity_constraint_violation or data_exception then
  update public.campaigns as campaign set
    paused_at = now(), driven_until = null,
    pause_reason = format('Le message à %s est refusé par la base de données. Corrigez ou annulez la campagne.', send.recipient_email)
  where campaign.id = send.campaign_id;
end;
$$;

-- Leases due messages to one worker for one minute: up to `batch` of them (only_send null, the dispatcher), or the one
-- that a browser asks for. A message that must not be sent any more becomes « annulé », with the reason; a campaign whose
-- sender is not verified any more is paused. Campaigns are always locked before their messages, and claims are
-- serialised, so that the daily cap is never exceeded.
create function public.claim_email_sends(
  batch integer, same_key_is_safe boolean, only_send uuid default null, sender text default null
)
returns table (
  id uuid, lease_token uuid, campaign_id uuid, contact_id uuid, step smallint, subject text, body text,
  recipient_email text, recipient_name text, from_email text, identity jsonb, unsubscribe_token uuid,
  -- A follow-up has { id, from_email, message_id } of the first message, for the headers that tie the two together.
  follows jsonb
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  who jsonb := private.sender_identity();
  quiet boolean := private.is_quiet(now());
  in_hours boolean := private.is_business_time(now());
  passed_over uuid[] := '{}';
  left_today bigint;
  candidate record;
  taken public.email_sends;
  verified text[];
  writes_as text;
  refusal text;
  ground jsonb;
  gap_days integer;
begin
  perform pg_advisory_xact_lock(30, 0);
  if private.is_sending_held() then
    return;
  end if;
  perform private.mark_unknown_outcomes(same_key_is_safe);
  perform private.hold_stalled_campaigns();
  if private.sending_stop() is not null then
    return;
  end if;
  perform private.hold_for_reputation();
  if exists (select from public.dispatcher_state as state where state.id = 1 and state.outage_next_at > now()) then
    return;
  end if;
  if only_send is null then
    perform private.start_due_sending();
  end if;
  perform private.advance_warmup();
  select private.daily_limit() - private.sent_today(), array(select lower(unnest(rules.verified_senders))),
    rules.campaign_gap_days
  into left_today, verified, gap_days
  from public.sending_settings as rules where rules.id = 1;
  if who is null then
    return;
  end if;

  while batch > 0 and left_today > 0 loop
    select waiting.id, waiting.campaign_id, campaign.from_email as campaign_sender into candidate
    from public.email_sends as waiting
    join public.campaigns as campaign on campaign.id = waiting.campaign_id
    where waiting.status = 'programmé' and waiting.next_attempt_at <= now()
      and campaign.status = 'en_cours' and campaign.paused_at is null and campaign.cancelled_at is null
      and campaign.server_seen_at > now() - interval '24 hours'
      and case
        when only_send is not null then waiting.id = only_send
        else (campaign.driven_until is null or campaign.driven_until <= now())
          and (not quiet or campaign.send_now and waiting.step = 0)
      end
      and (
        waiting.step = 0
        or in_hours and private.absent_until(waiting.contact_id, waiting.recipient_email, now()) is null
      )
      and waiting.id <> all (passed_over)
    order by waiting.next_attempt_at, waiting.id
    limit 1;
    exit when not found;

    perform from public.campaigns as campaign
    where campaign.id = candidate.campaign_id
      and campaign.status = 'en_cours' and campaign.paused_at is null and campaign.cancelled_at is null
    for update;
    if not found then
      passed_over := passed_over || candidate.id;
      continue;
    end if;
    select * into taken from public.email_sends as send
    where send.id = candidate.id and send.status = 'programmé' and send.next_attempt_at <= now()
    for update;
    if not found then
      passed_over := passed_over || candidate.id;
      continue;
    end if;
    writes_as := coalesce(taken.from_email, sender, candidate.campaign_sender);
    if (lower(writes_as) = any (verified)) is not true then
      update public.campaigns as campaign set
        paused_at = now(), driven_until = null,
        pause_reason = format(
          'L’adresse d’expédition %s n’est plus vérifiée dans les réglages. Remettez-la dans la liste et reprenez, ou annulez.',
          coalesce(writes_as, '(aucune)')
        )
      where campaign.id = taken.campaign_id;
      continue;
    end if;
    if only_send is not null then
      update public.campaigns as campaign set driven_until = now() + interval '15 seconds'
      where campaign.id = taken.campaign_id;
    end if;

    -- Another campaign's message to the same person is being sent, and its outcome decides about this one.
    if gap_days > 0 and exists (
      select from public.email_sends as other
      where other.status = 'programmé' and other.lease_token is not null and other.campaign_id <> taken.campaign_id
        and (other.contact_id = taken.contact_id or lower(other.recipient_email) = lower(taken.recipient_email))
    ) then
      passed_over := passed_over || candidate.id;
      continue;
    end if;
    refusal := private.send_refusal(taken);
    if refusal is not null then
      update public.email_sends as send set
        -- An earlier attempt may have arrived: « annulé » could be wrong.
        status = (case when taken.may_have_arrived or taken.lease_token is not null then 'incertain' else 'annulé' end)::public.send_status,
        last_error = refusal, lease_token = null, finished_at = now()
      where send.id = taken.id;
      perform private.close_campaign(taken.campaign_id);
      continue;
    end if;

    begin
      ground := private.ground_to_send(taken);
      return query
      update public.email_sends as send set
        attempts = send.attempts + 1,
        first_attempt_at = coalesce(send.first_attempt_at, now()),
        may_have_arrived = send.may_have_arrived or send.lease_token is not null,
        from_email = writes_as,
        identity = coalesce(
          send.identity, who || jsonb_build_object('consent', private.consent_facts(taken.contact_id))
            || jsonb_strip_nulls(jsonb_build_object('reply_to', private.reply_address(taken.id)))
        ),
        lobbying_ground = coalesce(send.lobbying_ground, (ground ->> 'ground')::public.lobbying_ground),
        lobbying_reference = coalesce(send.lobbying_reference, ground ->> 'reference'),
        lease_token = gen_random_uuid(),
        next_attempt_at = now() + interval '60 seconds'
      from (select) as nothing
      left join public.email_sends as first
        on taken.step > 0 and first.campaign_id = taken.campaign_id and first.contact_id = taken.contact_id and first.step = 0
      where send.id = taken.id
      returning send.id, send.lease_token, send.campaign_id, send.contact_id, send.step, send.subject, send.body,
        send.recipient_email, send.recipient_name, send.from_email, send.identity, send.unsubscribe_token,
        case when first.id is not null then
          jsonb_build_object('id', first.id, 'from_email', first.from_email, 'message_id', first.message_id)
        end;
    exception when integrity_constraint_violation or data_exception then
      raise warning 'Message % could not be claimed: %', taken.id, sqlerrm;
      perform private.set_aside(taken);
      continue;
    end;
    batch := batch - 1;
    left_today := left_today - 1;
  end loop;
end;
$$;

grant execute on function public.claim_email_sends(integer, boolean, uuid, text) to service_role;

-- Notes that the mail server could not be reached. One such call says little; from the second in a row on nothing is
-- claimed before the next attempt, 30 s, 60 s, 120 s … later, at most 15 minutes. Calls that failed together are one
-- attempt.
create function private.note_outage(reason text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.dispatcher_state as state (id, outage_since, outage_attempts, outage_reason)
  values (1, now(), 1, left(reason, 500))
  on conflict (id) do update set
    outage_since = coalesce(state.outage_since, now()),
    outage_attempts = state.outage_attempts + 1,
    outage_next_at = case when state.outage_attempts > 0
      then now() + least(interval '30 seconds' * power(2, least(state.outage_attempts, 10) - 1), interval '15 minutes')
    end,
    outage_reason = excluded.outage_reason
  where state.outage_next_at is null or state.outage_next_at <= now();
end;
$$;

create function private.end_outage()
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.dispatcher_state set outage_since = null, outage_attempts = 0, outage_next_at = null, outage_reason = null
  where id = 1 and outage_since is not null;
end;
$$;

-- Records the outcome of a claimed message; false when the lease was lost, and then nothing is written.
-- 'retry' counts as an attempt and backs off 30 s, 60 s, 120 s …, at most 8 times; 'wait', 'pause' and 'unreachable' do not
-- count. 'pause' pauses the whole campaign; 'unreachable' holds all of them while the outage lasts (private.note_outage). In
-- a cancelled campaign nothing is tried again.
create function public.finish_email_send(
  send_id uuid,
  token uuid,
  outcome text,
  reason text default null,
  sent_as text default null,
  wait_seconds integer default null,
  arrival_possible boolean default false
)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_attempts constant integer := 8;
  held public.email_sends;
  unsure boolean;
  is_cancelled boolean;
begin
  select campaign.cancelled_at is not null into is_cancelled from public.campaigns as campaign
  where campaign.id = (select send.campaign_id from public.email_sends as send where send.id = send_id)
  for update;
  select * into held from public.email_sends as send
  where send.id = send_id and send.lease_token = token and send.status = 'programmé'
  for update;
  if not found then
    return false;
  end if;
  unsure := held.may_have_arrived or arrival_possible;

  if outcome in ('accepted', 'rejected', 'unknown')
    or outcome = 'retry' and held.attempts >= most_attempts
    or outcome in ('retry', 'wait', 'pause', 'unreachable') and is_cancelled
  then
    update public.email_sends as send set
      status = (case
        when outcome = 'accepted' then 'envoyé'
        -- An earlier attempt may have arrived: « échec » or « annulé » could be wrong.
        when outcome = 'unknown' or unsure then 'incertain'
        when outcome <> 'rejected' and is_cancelled then 'annulé'
        else 'échec'
      end)::public.send_status,
      provider_id = left(sent_as, 200),
      last_error = case when outcome = 'accepted' then null else left(reason, 500) end,
      may_have_arrived = unsure,
      lease_token = null,
      finished_at = now()
    where send.id = send_id;
    if outcome = 'accepted' then
      perform private.mark_contacted(held.contact_id);
    end if;
    perform private.close_campaign(held.campaign_id);
  elsif outcome in ('retry', 'wait', 'pause', 'unreachable') then
    update public.email_sends as send set
      attempts = held.attempts - case outcome when 'retry' then 0 else 1 end,
      next_attempt_at = now() + case outcome
        when 'retry' then interval '30 seconds' * power(2, least(held.attempts, most_attempts) - 1)
        when 'wait' then least(greatest(coalesce(wait_seconds, 30), 1), 86400) * interval '1 second'
        when 'unreachable' then interval '30 seconds'
        else interval '0'
      end,
      last_error = left(reason, 500),
      may_have_arrived = unsure,
      lease_token = null
    where send.id = send_id;
    if outcome = 'pause' then
      update public.campaigns as campaign set
        paused_at = now(), pause_reason = left(coalesce(reason, 'Le fournisseur de courriel refuse les envois.'), 500)
      where campaign.id = held.campaign_id and campaign.paused_at is null;
    end if;
  else
    raise invalid_parameter_value using message = 'Unknown outcome: ' || coalesce(outcome, 'null');
  end if;
  if outcome = 'unreachable' then
    perform private.note_outage(reason);
  elsif outcome in ('accepted', 'rejected', 'wait', 'pause') then
    perform private.end_outage();
  end if;
  return true;
end;
$$;

grant execute on function public.finish_email_send(uuid, uuid, text, text, text, integer, boolean) to service_role;

-- schemas/23_delivery_and_unsubscribe.sql

-- This file holds delivery events, reported by the mail provider, and unsubscribing (docs/decisions/0026 and 0087).

-- Delivery events ------------------------------------------------------------------------------------------------

create type public.email_event_kind as enum (
  'sent', 'delivered', 'delayed', 'bounced', 'soft_bounced', 'complained', 'opened', 'clicked', 'failed',
  'suppressed'
);

-- The table holds what the mail provider reports after it accepted a message. Events repeat and arrive in any order:
-- each is stored once, each moment is written once, and no status goes backward.
create table public.email_events (
  -- It is the provider's id (header svix-id), so that a repeated event is stored once.
  id text primary key,
  email_send_id uuid references public.email_sends (id) on delete cascade,
  kind public.email_event_kind not null,
  detail text,
  occurred_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint email_events_id_length check (btrim(id) <> '' and char_length(id) <= 200),
  constraint email_events_detail_length check (char_length(detail) <= 500)
);

create index email_events_email_send_id_idx on public.email_events (email_send_id, occurred_at);

alter table public.email_events enable row level security;

grant select on table public.email_events to authenticated, service_role;

create policy "email_events: member reads" on public.email_events
  for select to authenticated
  using ((select private.is_member()));

-- Holds all campaigns at the limits of the provider (Resend: 4 % bounces, 0.08 % complaints) over the last 30 days, until
-- somebody resumes in spite of it: from then on only what bounces later counts. At least five bounces, or two complaints
-- below 1 250 messages, so that one bad address does not decide.
create function private.pause_when_reputation_suffers()
returns void
language plpgsql
set search_path = ''
as $$
declare
  messages bigint;
  bounces bigint;
  complaints bigint;
  why text;
  resumed_at timestamptz := coalesce((select reputation_resumed_at from public.dispatcher_state where id = 1), '-infinity');
begin
  select count(*), count(*) filter (where bounced_at > resumed_at), count(*) filter (where complained_at > resumed_at)
  into messages, bounces, complaints
  from public.email_sends
  where status in ('envoyé', 'incertain') and finished_at > now() - interval '30 days';
  if complaints >= (case when messages < 1250 then 2 else 1 end) and complaints > messages * 0.0008 then
    why := format('%s plaintes sur %s messages en 30 jours : plus que le seuil de 0,08 %%.', complaints, messages);
  elsif bounces >= 5 and bounces > messages * 0.04 then
    why := format('%s adresses en erreur sur %s messages en 30 jours : plus que le seuil de 4 %%.', bounces, messages);
  else
    return;
  end if;
  insert into public.dispatcher_state as state (id, reputation_stop) values (1, why)
  on conflict (id) do update set reputation_stop = coalesce(state.reputation_stop, excluded.reputation_stop);
  perform private.hold_for_reputation();
end;
$$;

-- Records a bounce or a complaint, reported by the provider or by hand, and suppresses the address.
create function private.record_failure(send public.email_sends, kind public.email_event_kind, occurred_at timestamptz, detail text, author uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if kind = 'bounced' then
    update public.email_sends as target set
      bounced_at = least(target.bounced_at, record_failure.occurred_at), bounce_reason = coalesce(target.bounce_reason, left(detail, 500))
    where target.id = send.id;
  else
    update public.email_sends as target set complained_at = least(target.complained_at, record_failure.occurred_at)
    where target.id = send.id;
  end if;
  if coalesce(send.recipient_email, send.recipient_hash) is not null then
    perform private.suppress(private.recipient_hash(send), kind::text::public.suppression_reason, author);
  end if;
  perform private.pause_when_reputation_suffers();
end;
$$;

-- Suppresses the address of the request, the quote or the invoice when an e-mail of the outbox about it bounced or drew
-- a complaint. These belong to no campaign and keep no history of deliveries. It returns false when the event is about
-- none of them, or calls for nothing.
create function private.record_acknowledgement_failure(notification uuid, provider_message text, kind public.email_event_kind)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
  address text;
begin
  -- The provider refuses the address ('suppressed') for an earlier bounce or complaint that it knows of.
  if kind not in ('bounced', 'complained', 'suppressed') then
    return false;
  end if;
  select coalesce(request.email, issued.email, asked.from_email, billed.email) into address
  from public.notifications as sent
  left join public.quote_requests as request on request.id = sent.quote_request_id
  left join public.inbound_messages as asked on asked.id = sent.inbound_message_id
  left join public.quotes as issued on issued.id = sent.issued_quote_id
  left join public.invoices as billed on billed.id = sent.invoice_id
  where sent.kind in ('acknowledgement', 'reply', 'quote', 'quote_code', 'quote_signed', 'invoice', 'invoice_reminder')
    and (sent.id = notification or notification is null and sent.provider_id = provider_message)
  limit 1;
  if not found then
    return false;
  end if;
  perform private.suppress(private.email_hash(address), (case kind when 'complained' then 'complained' else 'bounced' end)::public.suppression_reason);
  return true;
end;
$$;

-- Records one event, for the edge function email-webhook. `send` comes from a tag of the message, so that an event that
-- arrives before the sending is recorded finds its message; `internet_message` is its Message-ID. It returns false for
-- an unknown message, or an event already recorded.
create function public.record_email_event(
  event_id text, send uuid, provider_message text, kind public.email_event_kind, occurred_at timestamptz, detail text default null,
  internet_message text default null
)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  target public.email_sends;
begin
  select * into target from public.email_sends
  where id = coalesce(send, (select s.id from public.email_sends s where s.provider_id = provider_message limit 1));
  if not found then
    return private.record_acknowledgement_failure(send, provider_message, kind);
  end if;
  -- Campaigns are always locked before their messages.
  perform from public.campaigns where id = target.campaign_id for update;
  insert into public.email_events (id, email_send_id, kind, detail, occurred_at)
  values (event_id, target.id, kind, left(detail, 500), occurred_at)
  on conflict (id) do nothing;
  if not found then
    return false;
  end if;

  if internet_message ~ '^<[^<>[:space:][:cntrl:]]{1,250}>$' then
    update public.email_sends s set message_id = internet_message where s.id = target.id and s.message_id is null;
  end if;
  if kind in ('sent', 'delivered', 'opened', 'clicked', 'bounced', 'soft_bounced', 'complained') then
    -- The provider had the message: an unknown outcome is resolved.
    update public.email_sends set status = 'envoyé', provider_id = coalesce(provider_id, provider_message), last_error = null
    where id = target.id and status = 'incertain';
    if found then
      perform private.mark_contacted(target.contact_id);
    end if;
  end if;
  if kind = 'delivered' then
    update public.email_sends s set delivered_at = least(s.delivered_at, record_email_event.occurred_at) where s.id = target.id;
  elsif kind = 'opened' then
    update public.email_sends s set opened_at = least(s.opened_at, record_email_event.occurred_at) where s.id = target.id;
  elsif kind = 'clicked' then
    update public.email_sends s set clicked_at = least(s.clicked_at, record_email_event.occurred_at) where s.id = target.id;
  elsif kind in ('bounced', 'complained') then
    perform private.record_failure(target, kind, occurred_at, detail, null);
  elsif kind = 'suppressed' then
    -- The provider refuses the address: an earlier bounce or complaint that it knows of.
    perform private.record_failure(target, 'bounced', occurred_at, coalesce(detail, 'Adresse bloquée par le fournisseur'), null);
  end if;
  return true;
end;
$$;

grant execute on function public.record_email_event(text, uuid, text, public.email_event_kind, timestamptz, text, text) to service_role;

-- Records a bounce by hand: with SMTP it is an e-mail that a person reads.
create function public.record_bounce(send uuid, detail text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  target public.email_sends;
begin
  perform private.require_admin();
  perform from public.campaigns where id = (select campaign_id from public.email_sends where id = send) for update;
  select * into target from public.email_sends where id = send and status in ('envoyé', 'incertain') for update;
  if not found then
    raise exception using message = 'Ce message n''a pas été envoyé';
  end if;
  perform private.record_failure(target, 'bounced', now(), coalesce(nullif(btrim(detail), ''), 'Noté par l''équipe'), auth.uid());
end;
$$;

grant execute on function public.record_bounce(uuid, text) to authenticated;

-- « A répondu » notes that a contact replied, who then gets no follow-up. False undoes it.
create function public.mark_replied(send uuid, replied boolean default true)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.email_sends set replied_at = case when replied then coalesce(replied_at, now()) end where id = send;
  if not found then
    raise exception using message = 'Ce message n''existe plus';
  end if;
end;
$$;

grant execute on function public.mark_replied(uuid, boolean) to authenticated;

-- Counts events per campaign, for one or for all: { campaign id: { delivered, bounced, complained, opened, clicked,
-- replied, failed, delayed } }. A failed message was taken by the provider and given up later; a delayed one is late,
-- or came back for a reason that passes.
create function public.campaign_feedback(only_campaign uuid default null)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(campaign_id, figures), '{}') from (
    select send.campaign_id, jsonb_build_object(
      'delivered', count(delivered_at), 'bounced', count(bounced_at), 'complained', count(complained_at),
      'opened', count(opened_at), 'clicked', count(clicked_at), 'replied', count(replied_at),
      'people', count(*) filter (where step = 0 and status in ('envoyé', 'incertain')),
      'failed', coalesce(sum(trouble.failed), 0), 'delayed', coalesce(sum(trouble.delayed), 0)
    ) as figures
    from public.email_sends as send
    left join (
      select email_send_id, max(case when kind = 'failed' then 1 else 0 end) as failed,
        max(case when kind in ('delayed', 'soft_bounced') then 1 else 0 end) as delayed
      from public.email_events where kind in ('failed', 'delayed', 'soft_bounced')
      group by email_send_id
    ) as trouble on trouble.email_send_id = send.id
    where only_campaign is null or send.campaign_id = only_campaign
    group by send.campaign_id
  ) grouped;
$$;

grant execute on function public.campaign_feedback(uuid) to authenticated;

-- Unsubscribing --------------------------------------------------------------------------------------------------

-- Returns the sender identity, for the page behind the unsubscribe link; null for an unknown token. It changes nothing,
-- and shows nothing of the person.
create function public.unsubscribe_page(token uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'sender_name', coalesce(send.identity ->> 'sender_name', studio.sender_name),
    'legal_name', coalesce(send.identity ->> 'legal_name', studio.legal_name),
    'postal_address', coalesce(send.identity ->> 'postal_address', studio.postal_address),
    'contact_email', coalesce(send.identity ->> 'contact_email', studio.contact_email),
    'done', exists (
      select from private.standing_suppressions() standing
      where standing.email_hash = private.recipient_hash(send)
    )
  )
  from public.email_sends send
  left join public.studio on studio.id = 1
  where send.unsubscribe_token = token;
$$;

grant execute on function public.unsubscribe_page(uuid) to anon, authenticated, service_role;

-- Suppresses the address of the message at once; calling it again changes nothing. It returns false when no message
-- carries this token.
create function public.unsubscribe(token uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  send public.email_sends;
  hash text;
begin
  select * into send from public.email_sends where unsubscribe_token = token;
  if not found then
    return false;
  end if;
  hash := private.recipient_hash(send);
  if hash is null then
    return false;
  end if;
  if send.recipient_email is not null
    and not exists (select from private.standing_suppressions() standing where standing.email_hash = hash)
  then
    insert into public.consent_events (contact_id, email, basis, occurred_at, evidence)
    values (send.contact_id, send.recipient_email, 'withdrawn', now(), 'Lien de désabonnement du message ' || send.id);
  end if;
  perform private.suppress(hash, 'unsubscribed');
  return true;
end;
$$;

grant execute on function public.unsubscribe(uuid) to anon, authenticated, service_role;

-- schemas/24_conversations.sql

-- This file holds conversations: what people answer to the studio's messages, and where each answer belongs
-- (docs/decisions/0093).

-- An address for each message -------------------------------------------------------------------------------------

-- Returns what the address for answers to a message holds: the message's id, and a proof that this database made it. No
-- column keeps it, so that no copy of a table lets anybody answer in another's name.
create function private.reply_token(message uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select 'r' || replace(message::text, '-', '') || left(private.keyed_text_hash('reply:' || message::text), 16);
$$;

-- Returns where the answer to a message goes; null while no domain receives, and then it goes to the studio's own
-- mailbox.
create function private.reply_address(message uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select private.reply_token(message) || '@' || rules.inbound_domain
  from public.sending_settings as rules where rules.id = 1 and rules.inbound_domain <> '';
$$;

-- Returns the message that a token names; null when this database did not make the token.
create function private.message_of_token(token text)
returns uuid
language plpgsql
stable
set search_path = ''
as $$
declare
  named uuid;
begin
  if (token ~ '^r[0-9a-f]{48}$') is not true then
    return null;
  end if;
  named := substr(token, 2, 32)::uuid;
  return case when private.reply_token(named) = token then named end;
end;
$$;

-- What came in ----------------------------------------------------------------------------------------------------

create type public.inbound_message_kind as enum ('reply', 'absence', 'bounce', 'removal', 'automatic');

create type public.sender_check as enum ('pass', 'fail', 'unknown');

create type public.inbound_match as enum ('token', 'thread', 'sender', 'person');

-- The table has one row per message that came back, filed with a contact or a request, or with neither: « À classer ».
-- It keeps text only, nobody's HTML. Only the functions below write it.
create table public.inbound_messages (
  -- It is made from the provider's id: a message that is delivered again has the same.
  id uuid primary key,
  provider_id text not null,
  -- It is the Message-ID, empty when the message has none.
  message_id text not null default '',
  -- It is what the message says, in lower case: see sender_check.
  from_email text not null,
  from_name text not null default '',
  subject text not null default '',
  -- These are what the person wrote, and below it what they quoted.
  body text not null default '',
  quoted text not null default '',
  kind public.inbound_message_kind not null,
  -- It holds the provider's authentication results, { spf, dkim, dmarc }; sender_check is derived from them.
  authentication jsonb not null default '{}',
  sender_check public.sender_check not null default 'unknown',
  -- It says by what the place of the message was found, and is null when it was not.
  matched_by public.inbound_match,
  contact_id uuid references public.contacts (id) on delete cascade,
  quote_request_id uuid references public.quote_requests (id) on delete cascade,
  -- It names the message of a campaign that this one answers.
  email_send_id uuid references public.email_sends (id) on delete set null,
  -- It is [{ path, name, type, size }] of the bucket inbound-files; a file without a path was left out, with the
  -- reason.
  attachments jsonb not null default '[]',
  -- It says in French what of the message could not be read.
  trouble text,
  received_at timestamptz not null,
  -- It is the day that the text gives for a return. Follow-ups wait for that of an absence (20_cadence.sql).
  returns_on date,
  -- It is the instant from which what follows from the message is done, or for an absence may be: at once where the
  -- sender is sure, else when a person vouched for it.
  applied_at timestamptz,
  -- It says when a person decided about « retirez-moi ».
  settled_at timestamptz,
  discarded_at timestamptz,
  created_at timestamptz not null default now(),
  constraint inbound_messages_provider_id_length check (btrim(provider_id) <> '' and char_length(provider_id) <= 200),
  constraint inbound_messages_message_id_length check (char_length(message_id) <= 300),
  constraint inbound_messages_from_email_length check (char_length(from_email) <= 320),
  constraint inbound_messages_from_email_one_line check (private.is_one_line_text(from_email)),
  constraint inbound_messages_from_name_length check (char_length(from_name) <= 200),
  constraint inbound_messages_from_name_one_line check (private.is_one_line_text(from_name)),
  constraint inbound_messages_subject_length check (char_length(subject) <= 998),
  constraint inbound_messages_subject_one_line check (private.is_one_line_text(subject)),
  constraint inbound_messages_body_length check (char_length(body) <= 50000),
  constraint inbound_messages_quoted_length check (char_length(quoted) <= 50000),
  constraint inbound_messages_one_place check (num_nonnulls(contact_id, quote_request_id) <= 1),
  constraint inbound_messages_trouble_length check (char_length(trouble) <= 500),
  constraint inbound_messages_attachments_list check (
    case when jsonb_typeof(attachments) = 'array' then jsonb_array_length(attachments) <= 20 else false end
  )
);

create unique index inbound_messages_provider_id_key on public.inbound_messages (provider_id);
-- The same message in a second delivery counts once. The sender is part of the key, so that nobody can block another
-- person's message with its id.
create unique index inbound_messages_message_id_key on public.inbound_messages (message_id, from_email) where message_id <> '';
create index inbound_messages_contact_id_idx on public.inbound_messages (contact_id, received_at);
create index inbound_messages_quote_request_id_idx on public.inbound_messages (quote_request_id, received_at);
create index inbound_messages_email_send_id_idx on public.inbound_messages (email_send_id);
create index inbound_messages_from_email_idx on public.inbound_messages (from_email, received_at);

alter table public.inbound_messages enable row level security;

grant select on table public.inbound_messages to authenticated, service_role;

create policy "inbound_messages: member reads" on public.inbound_messages
  for select to authenticated
  using ((select private.is_member()));

-- Files -----------------------------------------------------------------------------------------------------------

-- The bucket holds `<message>/<random>.<extension>`, the message itself as it came among them (.eml, for thirty days).
-- Only our own server puts files there; an administrator reads them as files, never as a page.
select private.make_bucket(
  'inbound-files', false, 27262976,
  array[
    'message/rfc822', 'application/pdf', 'image/jpeg', 'image/png',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  ]
);

-- Where a message belongs -----------------------------------------------------------------------------------------

-- Finds the place of the message that a Message-ID names, ours or one of the same conversation.
create function private.place_of_message_id(named text)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  own text := substring(named from '^<(?:es/|notification-)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@[^<>@]+>$');
begin
  return coalesce(
    case when own is not null then private.place_of_message(own::uuid) end,
    (select private.place_of_message(id) from public.email_sends where message_id = named limit 1),
    (
      select jsonb_build_object('send', email_send_id, 'contact', contact_id, 'request', quote_request_id)
      from public.inbound_messages
      where message_id = named and num_nonnulls(contact_id, quote_request_id) > 0 limit 1
    )
  );
end;
$$;

-- Finds the place of whoever has this address: their request when it is what was last written about, else their
-- contact.
create function private.place_of_sender(address text)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  person uuid := (select id from public.contacts where lower(email) = lower(address));
  send public.email_sends;
  request public.quote_requests;
begin
  select * into send from public.email_sends
  where (contact_id = person or lower(recipient_email) = lower(address)) and status in ('envoyé', 'incertain')
  order by finished_at desc limit 1;
  select * into request from public.quote_requests
  where lower(email) = lower(address) and anonymised_at is null order by created_at desc limit 1;
  if request.id is not null and coalesce(greatest(request.created_at, (
    select max(finished_at) from public.notifications where quote_request_id = request.id and kind = 'reply'
  )) > send.finished_at, true) then
    return jsonb_build_object('request', request.id);
  end if;
  if coalesce(person, send.contact_id) is null then
    return null;
  end if;
  return jsonb_build_object('send', send.id, 'contact', coalesce(person, send.contact_id));
end;
$$;

-- Tells whether a message is from who it says. Who answers where only the person that we wrote to could is believed unless the
-- provider says otherwise; who has but the right address must have been checked by it, or vouched for by a person.
create function private.is_believed(message public.inbound_messages)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select message.applied_at is not null or message.sender_check = 'pass'
    or coalesce(message.matched_by = 'person', false)
    or message.sender_check = 'unknown' and coalesce(message.matched_by in ('token', 'thread'), false);
$$;

grant execute on function private.is_believed(public.inbound_messages) to authenticated;

-- Does what follows from a message whose sender is sure: an answer is noted with the message that it answers, which
-- ends the follow-ups of every campaign, and becomes something to do.
create function private.apply_answer(message uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  answer public.inbound_messages;
  answered uuid;
begin
  update public.inbound_messages set applied_at = now()
  where id = message and applied_at is null and kind in ('reply', 'removal')
    and num_nonnulls(contact_id, quote_request_id) = 1
  returning * into answer;
  if not found then
    return;
  end if;
  answered := coalesce(answer.email_send_id, (
    select id from public.email_sends
    where status in ('envoyé', 'incertain')
      and (contact_id = answer.contact_id or lower(recipient_email) = answer.from_email)
    order by finished_at desc limit 1
  ));
  update public.inbound_messages set email_send_id = answered where id = answer.id;
  update public.email_sends set replied_at = coalesce(replied_at, answer.received_at) where id = answered;
  -- A record has one open action, and one that a person planned is kept.
  insert into public.next_actions (contact_id, quote_request_id, title, due_on)
  values (
    answer.contact_id, answer.quote_request_id, private.answer_action_title(answer.kind),
    (now() at time zone 'America/Toronto')::date
  )
  on conflict do nothing;
end;
$$;

-- Returns what a message is called among the things to do, by its kind: it holds no name, for agendas and digests leave
-- the studio, and the sender chose it.
create function private.answer_action_title(kind public.inbound_message_kind)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when kind = 'removal' then 'Décider d’une demande de retrait reçue' else 'Répondre au courriel reçu' end;
$$;

-- Applies a bounce that a mail server tells by e-mail, as one that the provider tells. It is believed of a message of
-- ours that it names, and of the address that this message went to: who forwards their mail elsewhere did not bounce.
create function private.apply_bounce(message uuid, bounce jsonb)
returns void
language plpgsql
set search_path = ''
as $$
declare
  told public.inbound_messages;
begin
  select * into told from public.inbound_messages
  where id = message and kind = 'bounce' and sender_check <> 'fail';
  if not found or not exists (
    select from public.email_sends
    where id = told.email_send_id and lower(recipient_email) = lower(bounce ->> 'recipient')
  ) then
    return;
  end if;
  perform public.record_email_event(
    'inbound:' || told.provider_id, told.email_send_id, null,
    (case bounce ->> 'action' when 'failed' then 'bounced' when 'delayed' then 'delayed' else 'soft_bounced' end)::public.email_event_kind,
    least(told.received_at, now()), left(bounce ->> 'detail', 500)
  );
  update public.inbound_messages set applied_at = now() where id = told.id;
end;
$$;

-- Records a message that came in, for the edge function receive-email, which has read and classified it. Its place is
-- found by the token of the address it was sent to, by the messages that it names, then by its sender; nobody becomes a
-- contact by writing. It returns { id, stored, place }; stored is false when the message was known already, or is one
-- too many of a loop.
--   message  { id, provider_id, message_id, from_email, from_name, subject, body, quoted, kind, authentication,
--            sender_check, attachments, trouble, received_at, returns_on, tokens: [], named: [Message-IDs, the nearest
--            first], bounce }
create function public.receive_message(message jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- More automatic messages than this of one address in an hour are two programs that answer each other.
  loop_limit constant integer := 30;
  given public.inbound_messages;
  kept public.inbound_messages;
  place jsonb;
  means public.inbound_match;
  named text;
begin
  given := jsonb_populate_record(null::public.inbound_messages, message);
  given.from_email := lower(given.from_email);
  -- Of two simultaneous deliveries of one message, the second finds the first.
  perform pg_advisory_xact_lock(34, 0);
  if given.kind in ('absence', 'automatic') and (
    select count(*) from public.inbound_messages as known
    where known.from_email = given.from_email and known.kind in ('absence', 'automatic')
      and known.created_at > now() - interval '1 hour'
  ) >= loop_limit then
    return jsonb_build_object('id', given.id, 'stored', false, 'loop', true);
  end if;

  for named in select jsonb_array_elements_text(message -> 'tokens') loop
    place := coalesce(place, private.place_of_message(private.message_of_token(named)));
  end loop;
  means := case when place is not null then 'token' end;
  if place is null then
    for named in select jsonb_array_elements_text(message -> 'named') loop
      place := coalesce(place, private.place_of_message_id(named));
    end loop;
    means := case when place is not null then 'thread' end;
  end if;
  if place is null and given.kind in ('reply', 'removal', 'absence') then
    place := private.place_of_sender(given.from_email);
    means := case when place is not null then 'sender' end;
  end if;
  -- A message whose contact or request is gone has no place.
  if place is not null and place ->> 'request' is null and place ->> 'contact' is null then
    means := null;
  end if;

  insert into public.inbound_messages (
    id, provider_id, message_id, from_email, from_name, subject, body, quoted, kind, authentication, sender_check,
    attachments, trouble, received_at, returns_on, matched_by, contact_id, quote_request_id, email_send_id
  )
  values (
    given.id, given.provider_id, coalesce(given.message_id, ''), given.from_email, coalesce(given.from_name, ''),
    coalesce(given.subject, ''), coalesce(given.body, ''), coalesce(given.quoted, ''), given.kind,
    coalesce(given.authentication, '{}'), coalesce(given.sender_check, 'unknown'), coalesce(given.attachments, '[]'),
    given.trouble, least(given.received_at, now()), given.returns_on, means,
    case when place ->> 'request' is null then (place ->> 'contact')::uuid end, (place ->> 'request')::uuid,
    (place ->> 'send')::uuid
  )
  on conflict do nothing
  returning * into kept;
  if not found then
    return jsonb_build_object('id', given.id, 'stored', false);
  end if;
  if private.is_believed(kept) then
    perform private.apply_answer(kept.id);
  end if;
  perform private.apply_bounce(given.id, message -> 'bounce');
  return jsonb_build_object('id', given.id, 'stored', true, 'place', means);
end;
$$;

grant execute on function public.receive_message(jsonb) to service_role;

-- A message that ends its reader ----------------------------------------------------------------------------------

-- The table has one row per message that is being read. A reader that runs out of memory or of processor time cannot
-- say so: its row stays, and the next reading takes less of the message.
create table private.inbound_readings (
  provider_id text primary key,
  -- It counts the readings that began; none of those before the last one ended.
  attempts integer not null default 1,
  begun_at timestamptz not null default now()
);

alter table private.inbound_readings enable row level security;

-- Notes that a message is about to be read, and returns how: 'whole', or 'event' after a reading that never ended, when
-- what its event says is kept. 'known' means that it is kept already, 'busy' that another reader may be at it.
create function public.begin_message_reading(provider text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  reading private.inbound_readings;
begin
  if exists (select from public.inbound_messages where provider_id = provider) then
    return 'known';
  end if;
  insert into private.inbound_readings as known (provider_id) values (provider)
  on conflict (provider_id) do update set attempts = known.attempts + 1, begun_at = now()
  where known.begun_at <= now() - interval '90 seconds'
  returning * into reading;
  return case when reading.attempts is null then 'busy' when reading.attempts = 1 then 'whole' else 'event' end;
end;
$$;

grant execute on function public.begin_message_reading(text) to service_role;

-- Records that the reading of a message ended, with or without success: a later reading starts anew.
create function public.end_message_reading(provider text)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.inbound_readings where provider_id = provider;
$$;

grant execute on function public.end_message_reading(text) to service_role;

-- What a person decides -------------------------------------------------------------------------------------------

-- Files a message with a contact or with a request, and vouches for its sender: what follows from an answer follows now.
create function public.file_message(message uuid, contact uuid default null, request uuid default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if num_nonnulls(contact, request) <> 1
    or contact is not null and not exists (select from public.contacts where id = contact)
    or request is not null and not exists (select from public.quote_requests where id = request and anonymised_at is null)
  then
    raise sqlstate 'PT404' using message = 'Cette fiche n’existe plus.';
  end if;
  update public.inbound_messages set
    contact_id = contact, quote_request_id = request, discarded_at = null,
    matched_by = case when (contact_id, quote_request_id) is not distinct from (contact, request) then matched_by else 'person' end
  where id = message;
  if not found then
    raise sqlstate 'PT404' using message = 'Ce message n’existe plus.';
  end if;
  perform private.apply_answer(message);
end;
$$;

grant execute on function public.file_message(uuid, uuid, uuid) to authenticated;

-- « Écarter » takes a message out of « À classer »; it goes for good after thirty days. False brings it back.
create function public.discard_message(message uuid, discarded boolean default true)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.inbound_messages set discarded_at = case when discarded then now() end where id = message;
end;
$$;

grant execute on function public.discard_message(uuid, boolean) to authenticated;

-- « Retirer des envois » writes no more to who asked to be left alone, at the address that wrote and at the one that we
-- wrote to.
create function public.settle_removal(message uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  asked public.inbound_messages;
  address text;
begin
  perform private.require_admin();
  update public.inbound_messages set settled_at = now()
  where id = message and kind = 'removal' and settled_at is null
  returning * into asked;
  if not found then
    return;
  end if;
  for address in
    select distinct lower(known.email) from (
      select asked.from_email
      union all select recipient_email from public.email_sends where id = asked.email_send_id
      union all select email from public.contacts where id = asked.contact_id
    ) as known (email)
    where private.is_email_address(known.email)
  loop
    perform private.suppress(private.email_hash(address), 'unsubscribed', auth.uid());
    insert into public.consent_events (contact_id, email, basis, occurred_at, evidence, recorded_by)
    values (asked.contact_id, address, 'withdrawn', asked.received_at, 'Retrait demandé par courriel', auth.uid());
  end loop;
  perform private.apply_answer(message);
end;
$$;

grant execute on function public.settle_removal(uuid) to authenticated;

-- Undoes what followed from a message, for a person who says that it was taken for what it is not.
create function private.undo_message(given public.inbound_messages)
returns void
language plpgsql
set search_path = ''
as $$
declare
  event constant text := 'inbound:' || given.provider_id;
  returned public.email_sends;
begin
  if given.applied_at is null then
    return;
  end if;
  if given.kind in ('reply', 'removal') then
    -- A time that a person noted, or another answer, stays.
    update public.email_sends set replied_at = (
      select min(other.received_at) from public.inbound_messages as other
      where other.email_send_id = given.email_send_id and other.id <> given.id
        and other.kind in ('reply', 'removal') and other.applied_at is not null
    )
    where id = given.email_send_id and replied_at = given.received_at;
    delete from public.next_actions as action
    where action.done_at is null and action.title = private.answer_action_title(given.kind)
      and (action.contact_id = given.contact_id or action.quote_request_id = given.quote_request_id)
      and not exists (
        select from public.inbound_messages as other
        where other.id <> given.id and other.kind = given.kind and other.applied_at is not null
          and (other.contact_id = given.contact_id or other.quote_request_id = given.quote_request_id)
          and not exists (
            select from public.notifications as answer
            where answer.inbound_message_id = other.id and answer.state = 'envoyé'
          )
      );
  elsif given.kind = 'bounce' then
    delete from public.email_events where id = event and kind = 'bounced';
    if found then
      update public.email_sends as send set bounced_at = null, bounce_reason = null
      where send.id = given.email_send_id
        and not exists (select from public.email_events where email_send_id = send.id and kind in ('bounced', 'suppressed'))
      returning * into returned;
      insert into public.suppression_lifts (email_hash, reason, recorded_by, created_at)
      select standing.email_hash, 'Message lu à tort comme un retour de serveur', auth.uid(), clock_timestamp()
      from private.standing_suppressions() as standing
      where standing.email_hash = private.recipient_hash(returned) and standing.reason = 'bounced'
        and standing.created_at between given.applied_at and given.applied_at + interval '1 minute';
    end if;
    delete from public.email_events where id = event;
  end if;
end;
$$;

-- « C'est une réponse », « C'est une absence » and « Ce n'est pas une demande de retrait » correct the kind of a
-- message: a person knows better than the rules of classify.ts, and all that followed from the message follows anew.
create function public.correct_message(message uuid, correct_kind public.inbound_message_kind)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  given public.inbound_messages;
  corrected public.inbound_messages;
  place jsonb;
begin
  perform private.require_admin();
  select * into given from public.inbound_messages where id = message for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ce message n’existe plus.';
  end if;
  if correct_kind not in ('reply', 'absence') then
    raise exception using message = 'Ce message ne peut être qu’une réponse ou une absence.';
  end if;
  if given.kind = 'removal' and given.settled_at is not null then
    raise exception using message = 'Cette personne a été retirée des envois. Levez d’abord le retrait dans sa fiche.';
  end if;
  if given.kind = correct_kind then
    return;
  end if;
  perform private.undo_message(given);
  -- The sender of what programs write is not looked for when it arrives.
  if num_nonnulls(given.contact_id, given.quote_request_id) = 0 then
    place := private.place_of_sender(given.from_email);
  end if;
  update public.inbound_messages set
    kind = correct_kind, discarded_at = null,
    -- An absence waits for its day while its sender is believed.
    applied_at = case when correct_kind = 'absence' and private.is_believed(given) then now() end,
    matched_by = case when place is null then matched_by else 'sender' end,
    quote_request_id = coalesce(quote_request_id, (place ->> 'request')::uuid),
    contact_id = coalesce(contact_id, case when place ->> 'request' is null then (place ->> 'contact')::uuid end),
    email_send_id = coalesce(email_send_id, (place ->> 'send')::uuid)
  where id = given.id
  returning * into corrected;
  if private.is_believed(given) or private.is_believed(corrected) then
    perform private.apply_answer(corrected.id);
  end if;
  -- Decisions about follow-ups that rested on this message are made anew.
  update public.email_sends as send set followup_refusal = null
  where (send.contact_id = corrected.contact_id or lower(send.recipient_email) = corrected.from_email)
    and (
      send.followup_refusal = 'A répondu' and not private.has_replied(send.contact_id, send.recipient_email)
      or send.followup_refusal like 'En absence jusqu’au %' and given.kind = 'absence'
      or send.followup_refusal = 'Adresse en erreur permanente' and given.kind = 'bounce' and send.bounced_at is null
    );
end;
$$;

grant execute on function public.correct_message(uuid, public.inbound_message_kind) to authenticated;

-- Deletes what was discarded, after thirty days, and the marks of readings that nobody came back to.
create function private.forget_discarded_messages()
returns void
language sql
set search_path = ''
as $$
  delete from private.inbound_readings where begun_at < now() - interval '30 days';
  delete from public.inbound_messages where discarded_at < now() - interval '30 days';
$$;

-- Warm-up and reputation ------------------------------------------------------------------------------------------

-- Returns how many messages of campaigns may leave today: the limit of the settings or, while a new domain is warmed
-- up, the limit of its step, whichever is less.
create function private.daily_limit()
returns integer
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select least(
      rules.daily_cap,
      case when rules.warms_up then (array[150, 250, 400, 700, 1000])[coalesce(state.warmup_step, 0) + 1] end
    )
    from public.sending_settings as rules left join public.dispatcher_state as state on state.id = 1
    where rules.id = 1
  );
end;
$$;

grant execute on function private.daily_limit() to authenticated;

-- Moves to the next step on the first claim of a day, when the last day that messages left on made good use of its own.
-- A day with few messages warms nothing, nor does one while the reputation suffers.
create function private.advance_warmup()
returns void
language plpgsql
set search_path = ''
as $$
declare
  today date := (now() at time zone 'America/Toronto')::date;
  state public.dispatcher_state;
  sent bigint;
begin
  if (select warms_up from public.sending_settings where id = 1) is not true then
    return;
  end if;
  select * into state from public.dispatcher_state where id = 1;
  if state.warmup_day >= today then
    return;
  end if;
  select count(*) into sent from public.email_sends
  where status in ('envoyé', 'incertain')
    and finished_at >= state.warmup_day::timestamp at time zone 'America/Toronto'
    and finished_at < (state.warmup_day + 1)::timestamp at time zone 'America/Toronto';
  insert into public.dispatcher_state as known (id, warmup_day) values (1, today)
  on conflict (id) do update set
    warmup_day = today,
    warmup_step = known.warmup_step + case
      when sent * 2 >= private.daily_limit() and known.reputation_stop is null and known.warmup_step < 5 then 1 else 0
    end;
end;
$$;

-- Tells how messages of the last 30 days were received, with the limits that the provider sets: { messages, bounces,
-- complaints, bounce_limit, complaint_limit }, and the warm-up: { step, limit, steps }, or null.
create function public.sender_reputation()
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'messages', count(*), 'bounces', count(send.bounced_at), 'complaints', count(send.complained_at),
      'bounce_limit', 0.04, 'complaint_limit', 0.0008,
      'warmup', (
        select jsonb_build_object(
          'step', coalesce(state.warmup_step, 0), 'limit', private.daily_limit(), 'steps', '[150, 250, 400, 700, 1000]'::jsonb
        )
        from public.sending_settings as rules left join public.dispatcher_state as state on state.id = 1
        where rules.id = 1 and rules.warms_up
      )
    )
    from public.email_sends as send
    where send.status in ('envoyé', 'incertain') and send.finished_at > now() - interval '30 days'
  );
end;
$$;

grant execute on function public.sender_reputation() to authenticated;

-- schemas/25_outbox.sql

-- This file holds the outbox: every e-mail that is no message of a campaign, claimed, sent and finished one by one by
-- the edge function dispatch-emails (docs/decisions/0014): what follows a quote request, the replies written in the
-- inbox (28_replies.sql), what goes to and fro about a sent quote (26_quote_acceptance.sql) and about an invoice
-- (43_invoices.sql), invitations (02_team.sql), links to a person's own page (45_personal_links.sql), alerts, and the
-- daily digest.

create type public.notification_kind as enum (
  'admin_notice', 'acknowledgement', 'reply', 'quote', 'quote_code', 'quote_question', 'quote_refused',
  'quote_accepted', 'quote_signed', 'campaign_alert', 'invoice', 'invoice_reminder', 'personal_link', 'invitation',
  'daily_digest'
);

create type public.notification_state as enum ('brouillon', 'en_attente', 'envoyé', 'échec', 'incertain', 'retenu');

-- The table holds what the morning's digest says to an administrator: one row per person and day, its content null when
-- there was nothing to say. It is what was true when it was queued, so that a retry sends the same message; it goes
-- once the outcome is known.
create table private.daily_digests (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  content jsonb,
  constraint daily_digests_day_user_id_key unique (day, user_id)
);

create index daily_digests_user_id_idx on private.daily_digests (user_id);

alter table private.daily_digests enable row level security;

-- The table has one row per e-mail. The notice and the acknowledgement are queued in the transaction of the request;
-- their texts are made from it when they are sent. What a person wrote has its text here. Addresses always come from
-- the request or the quote.
create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  -- These name what the e-mail is about; notifications_one_record says which kind needs which.
  quote_request_id uuid references public.quote_requests (id) on delete cascade,
  kind public.notification_kind not null,
  state public.notification_state not null default 'en_attente',
  attempts integer not null default 0,
  -- While a worker holds the row, it says when the lease ends.
  next_attempt_at timestamptz not null default now(),
  lease_token uuid,
  first_attempt_at timestamptz,
  -- An earlier attempt may have arrived: only the same idempotency key may try again.
  may_have_arrived boolean not null default false,
  provider_id text,
  last_error text,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  -- These are the words that a person wrote; in the draft of a reply both may be empty.
  subject text,
  body text,
  -- These are files of the bucket request-files: [{ path, name, type, size }].
  attachments jsonb not null default '[]',
  created_by uuid references auth.users (id) on delete set null,
  issued_quote_id uuid references public.quotes (id) on delete cascade,
  -- An alert names the campaign that stopped, or ended with troubles.
  campaign_id uuid references public.campaigns (id) on delete cascade,
  -- An answer names the message that came back.
  inbound_message_id uuid references public.inbound_messages (id) on delete cascade,
  -- The foreign key of this column stands with the invoices.
  invoice_id uuid,
  invitation_id uuid references public.invitations (id) on delete cascade,
  digest_id uuid references private.daily_digests (id) on delete cascade,
  constraint notifications_one_record check (
    num_nonnulls(quote_request_id, issued_quote_id, campaign_id, inbound_message_id, invoice_id, invitation_id, digest_id)
      -- The address of the link to a person's own page is that of the link of the same id (45_personal_links.sql).
      = case when kind = 'personal_link' then 0 else 1 end
    and case
      when kind in ('invoice', 'invoice_reminder') then invoice_id is not null
      when kind in ('quote', 'quote_code', 'quote_question', 'quote_refused', 'quote_accepted', 'quote_signed')
        then issued_quote_id is not null
      when kind = 'campaign_alert' then campaign_id is not null
      when kind = 'invitation' then invitation_id is not null
      when kind = 'daily_digest' then digest_id is not null
      when kind = 'reply' then num_nonnulls(quote_request_id, inbound_message_id) = 1
      else kind = 'personal_link' or quote_request_id is not null
    end
  ),
  constraint notifications_draft_is_reply check (state <> 'brouillon' or kind = 'reply'),
  constraint notifications_written_text check (
    (kind in ('reply', 'quote', 'quote_question', 'quote_refused', 'campaign_alert', 'invoice', 'invoice_reminder')) = (subject is not null and body is not null)
  ),
  constraint notifications_written_not_blank
    check (subject is null or state = 'brouillon' or subject ~ '\S' and body ~ '\S'),
  constraint notifications_subject_length check (char_length(subject) <= 200),
  constraint notifications_subject_one_line check (private.is_one_line_text(subject)),
  constraint notifications_body_length check (char_length(body) <= 10000),
  constraint notifications_attachments_list check (
    case when jsonb_typeof(attachments) = 'array'
      then jsonb_array_length(attachments) <= case when kind = 'reply' then 10 else 0 end
      else false
    end
  ),
  constraint notifications_attempts_range check (attempts >= 0),
  constraint notifications_provider_id_length check (char_length(provider_id) <= 200),
  constraint notifications_last_error_length check (char_length(last_error) <= 500)
);

-- Delivery events name a message by the provider's id.
create index notifications_provider_id_idx on public.notifications (provider_id);
create index notifications_quote_request_id_idx on public.notifications (quote_request_id, created_at);
create index notifications_created_by_idx on public.notifications (created_by);
create index notifications_issued_quote_id_idx on public.notifications (issued_quote_id, created_at);
create index notifications_invoice_id_idx on public.notifications (invoice_id, created_at);
create index notifications_inbound_message_id_idx on public.notifications (inbound_message_id);
create index notifications_invitation_id_idx on public.notifications (invitation_id, created_at);
create index notifications_digest_id_idx on public.notifications (digest_id);
create unique index notifications_message_draft_idx on public.notifications (inbound_message_id) where state = 'brouillon';
create index notifications_campaign_id_idx on public.notifications (campaign_id);
create unique index notifications_once_idx on public.notifications (quote_request_id, kind) where kind <> 'reply';
create unique index notifications_draft_idx on public.notifications (quote_request_id) where state = 'brouillon';
create index notifications_due_idx on public.notifications (next_attempt_at, id) where state = 'en_attente';

alter table public.notifications enable row level security;

-- Only the functions below write, not even the service role directly.
grant select on table public.notifications to authenticated, service_role;

-- Whom the team invited, and what an administrator was told in the morning, is the administrators' business.
create policy "notifications: member reads" on public.notifications
  for select to authenticated
  using ((select private.is_member()) and (num_nonnulls(invitation_id, digest_id) = 0 or (select private.is_admin())));

-- Deletes the content of a digest once its e-mail is over.
create function private.forget_sent_digest()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update private.daily_digests set content = null where id = new.digest_id;
  return null;
end;
$$;

create trigger notifications_forget_sent_digest after update of state on public.notifications
  for each row when (new.digest_id is not null and new.state <> 'en_attente')
  execute function private.forget_sent_digest();

-- Queues the e-mails about a request. The request matters more: an error here does not undo the insert.
create function private.queue_request_notifications()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Requests from the seed, the SQL console or the service role are not waiting for an answer.
  if current_setting('role', true) in ('anon', 'authenticated') then
    insert into public.notifications (quote_request_id, kind)
    values (new.id, 'admin_notice'), (new.id, 'acknowledgement');
  end if;
  return null;
exception when others then
  raise warning 'The notifications of quote request % could not be queued: %', new.id, sqlerrm;
  return null;
end;
$$;

create trigger quote_requests_queue_notifications after insert on public.quote_requests
  -- A request that comes back from the trash brings its own e-mails.
  for each row when (current_setting('app.trash', true) is distinct from 'on')
  execute function private.queue_request_notifications();

-- Writes to the administrators, once, that a campaign stopped by itself or ended with messages that failed or of unknown
-- outcome. What a person pauses or cancels they know of; what holds every campaign at once is told for the first alone.
-- An alert that cannot be queued undoes nothing.
create function private.queue_campaign_alert()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  failed bigint;
  unsure bigint;
  title text;
  detail text;
begin
  if new.paused_at is not null and old.paused_at is null then
    if new.pause_reason = 'Mise en pause par l''équipe' or exists (
      select from public.notifications as told
      where told.kind = 'campaign_alert' and told.created_at > now() - interval '1 hour'
        and position(new.pause_reason in told.body) > 0
    ) then
      return null;
    end if;
    title := 'Campagne en pause';
    detail := new.pause_reason || E'\n\n'
      || 'Rien d’autre ne part avant que quelqu’un reprenne ou annule. Ce qui est parti l’est resté.';
  elsif new.status = 'terminé' and old.status <> 'terminé' and new.cancelled_at is null then
    select count(*) filter (where send.status = 'échec'), count(*) filter (where send.status = 'incertain')
    into failed, unsure
    from public.email_sends as send where send.campaign_id = new.id;
    if failed + unsure = 0 then
      return null;
    end if;
    title := 'Campagne terminée, à vérifier';
    detail := format('Messages en échec : %s. Messages incertains : %s.', failed, unsure)
      || E'\n\n' || 'Un échec n’est arrivé nulle part et peut être renvoyé. Un envoi incertain est peut-être arrivé : tranchez-le.';
  else
    return null;
  end if;
  insert into public.notifications (campaign_id, kind, subject, body)
  values (new.id, 'campaign_alert', title || ' : ' || new.name, detail);
  return null;
exception when others then
  raise warning 'The alert about campaign % could not be queued: %', new.id, sqlerrm;
  return null;
end;
$$;

create trigger campaigns_queue_alert after update of paused_at, status on public.campaigns
  for each row execute function private.queue_campaign_alert();

-- The table holds the acknowledgements of the last day, by keyed hash of the mailbox. It has no foreign key, so that
-- deleting a request does not allow another acknowledgement to its mailbox.
create table private.acknowledgements (
  notification_id uuid primary key,
  mailbox text not null,
  claimed_at timestamptz not null default now()
);

create index acknowledgements_mailbox_idx on private.acknowledgements (mailbox);
create index acknowledgements_claimed_at_idx on private.acknowledgements (claimed_at);

alter table private.acknowledgements enable row level security;

-- Says in French why nothing may be sent to this address, consent apart: it bounced or complained; null when it may.
create function private.address_refusal(address text)
returns text
language sql
stable
set search_path = ''
as $$
  select case standing.reason
    when 'bounced' then 'Cette adresse est en erreur permanente.'
    else 'Cette personne a signalé un message comme indésirable.'
  end
  from private.standing_suppressions() as standing
  where standing.email_hash = private.email_hash(address) and standing.reason in ('bounced', 'complained');
$$;

-- Says in French why this acknowledgement must not be sent; null when it may be, and it is counted. The form is public
-- and anyone may type anyone's address into it, so that a mailbox gets one acknowledgement a day, all together 60 an
-- hour and 300 a day, and an address that bounced or complained none. The request itself is kept in any case.
create function private.acknowledgement_refusal(notification uuid, address text)
returns text
language plpgsql
set search_path = ''
as $$
declare
  hourly_ceiling constant integer := 60;
  daily_ceiling constant integer := 300;
  mailbox_hash text := private.keyed_text_hash('mailbox:' || private.mailbox_key(address));
  refusal text := private.address_refusal(address);
begin
  if refusal is not null then
    return refusal;
  end if;

  -- Of two simultaneous claims at a limit, only one may pass.
  perform pg_advisory_xact_lock(33, 0);
  delete from private.acknowledgements as old where old.claimed_at <= now() - interval '1 day';
  -- An acknowledgement is counted at its first claim: a retry is the same message.
  if exists (select from private.acknowledgements as mine where mine.notification_id = notification) then
    return null;
  end if;
  if exists (select from private.acknowledgements as sent where sent.mailbox = mailbox_hash) then
    return 'Cette boîte a déjà reçu un accusé de réception depuis 24 heures.';
  end if;
  if (select count(*) from private.acknowledgements as sent where sent.claimed_at > now() - interval '1 hour') >= hourly_ceiling then
    return format('Limite de %s accusés de réception par heure atteinte.', hourly_ceiling);
  end if;
  if (select count(*) from private.acknowledgements) >= daily_ceiling then
    return format('Limite de %s accusés de réception par jour atteinte.', daily_ceiling);
  end if;
  insert into private.acknowledgements (notification_id, mailbox) values (notification, mailbox_hash);
  return null;
end;
$$;

-- Says why a message of the outbox must not be sent to a person outside the studio at this moment; null when it may. A
-- message that has been due for a day is held: the outbox is emptied each minute, so the database is probably a
-- restored copy, which knows neither what was sent since nor, under another key of the address hashes, who refused.
create function private.outbox_refusal(due timestamptz)
returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(
    private.sending_stop(),
    case when due < now() - interval '24 hours' then
      'Non envoyé : prêt depuis plus de 24 heures sans que le serveur s’en occupe (arrêt, ou copie restaurée). Vérifiez qu’il n’est pas déjà parti, puis renvoyez-le.'
    end
  );
$$;

-- Returns the address of the person outside the studio that a message of the outbox goes to or is about, of whoever is
-- invited, or of the administrator of a digest. PL/pgSQL is read as it runs: invoices and links stand in later files.
create function private.notification_address(message public.notifications)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(
    (select asked.email from public.quote_requests as asked where asked.id = message.quote_request_id),
    (select issued.snapshot #>> '{client,email}' from public.quotes as issued where issued.id = message.issued_quote_id),
    (select received.from_email from public.inbound_messages as received where received.id = message.inbound_message_id),
    (select billed.email from public.invoices as billed where billed.id = message.invoice_id),
    (select link.email from private.personal_links as link where link.id = message.id),
    (select invited.email from public.invitations as invited where invited.id = message.invitation_id),
    (
      select people.email from private.daily_digests as told join auth.users as people on people.id = told.user_id
      where told.id = message.digest_id
    )
  );
end;
$$;

-- Leases due rows to one worker for one minute. A row whose worker did not report has an unknown outcome: it is sent
-- again only when the provider recognises the same idempotency key (for 24 hours, one of them as a margin), else it
-- becomes « incertain » and a person decides. An invitation is never sent again: each attempt brings a link of its own,
-- and ends the one before. An e-mail that must not be sent becomes « retenu », with the reason. earlier_messages lists
-- what the person already got about the request, for the headers that tie a thread together; it never changes between
-- two attempts.
create function public.claim_due_notifications(batch integer, same_key_is_safe boolean)
returns table (
  id uuid,
  lease_token uuid,
  kind public.notification_kind,
  -- The message goes to this address.
  email text,
  -- An e-mail about a request has its row.
  quote_request jsonb,
  subject text,
  body text,
  attachments jsonb,
  earlier_messages uuid[],
  -- An e-mail about a quote has private.quote_for_server, and the code where it brings one.
  issued_quote jsonb,
  campaign_id uuid,
  -- The answer to it goes here, where a domain receives answers.
  reply_to text,
  -- It is the Message-ID of what it answers, where the person's own message came in.
  answers text,
  -- An e-mail about an invoice has private.invoice_for_server.
  invoice jsonb,
  -- The link to a person's own page has { token, expiresAt }.
  personal_link jsonb,
  -- An invitation has { token, role, inviter, expiresAt }.
  invitation jsonb,
  -- A digest has { day, content }.
  digest jsonb
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  candidate record;
  refusal text;
  -- It says why nobody outside may be written to now; a person may send it again.
  stop text;
  link jsonb;
  -- One call refuses at most so many, since it would otherwise outlast its statement's time limit after a flood.
  refusals_left integer := 200;
begin
  if private.is_sending_held() then
    return;
  end if;
  perform private.queue_requested_links();
  update public.notifications as lost set
    state = 'incertain',
    lease_token = null,
    finished_at = now(),
    last_error = coalesce(lost.last_error, 'L''envoi a été interrompu avant la réponse du serveur de courriel.')
  where lost.id in (
    select held.id from public.notifications as held
    where held.state = 'en_attente' and held.next_attempt_at <= now()
      and (held.lease_token is not null or held.may_have_arrived)
      and not (
        same_key_is_safe and held.kind <> 'invitation' and held.first_attempt_at > now() - interval '23 hours'
      )
    for update skip locked
  );

  while batch > 0 and refusals_left > 0 loop
    select waiting.id, waiting.kind, waiting.next_attempt_at,
      waiting.may_have_arrived or waiting.lease_token is not null as may_have_arrived,
      private.notification_address(waiting) as email, waiting.invoice_id, waiting.invitation_id, waiting.digest_id into candidate
    from public.notifications as waiting
    where waiting.state = 'en_attente' and waiting.next_attempt_at <= now()
    order by waiting.next_attempt_at, waiting.id
    limit 1
    for update of waiting skip locked;
    exit when not found;

    stop := null;
    refusal := null;
    if candidate.kind = 'invitation' then
      refusal := private.invitation_refusal(candidate.invitation_id);
    elsif candidate.kind = 'daily_digest' then
      refusal := private.digest_refusal(candidate.digest_id);
    -- The other kinds go to the studio.
    elsif candidate.kind not in ('admin_notice', 'campaign_alert', 'quote_question', 'quote_refused', 'quote_accepted') then
      stop := private.outbox_refusal(candidate.next_attempt_at);
      refusal := coalesce(stop, case candidate.kind
        when 'acknowledgement' then private.acknowledgement_refusal(candidate.id, candidate.email)
        when 'quote_code' then coalesce(private.code_refusal(candidate.id), private.address_refusal(candidate.email))
        when 'invoice_reminder' then
          coalesce(private.reminder_refusal(candidate.invoice_id), private.address_refusal(candidate.email))
        when 'personal_link' then coalesce(private.personal_link_refusal(candidate.id), private.address_refusal(candidate.email))
        else private.address_refusal(candidate.email)
      end);
    end if;
    if refusal is not null then
      update public.notifications as held set
        -- An earlier attempt may have arrived: « retenu » could be wrong.
        state = (case when candidate.may_have_arrived then 'incertain' when stop is not null then 'échec' else 'retenu' end)::public.notification_state,
        last_error = refusal, lease_token = null, finished_at = now()
      where held.id = candidate.id;
      refusals_left := refusals_left - 1;
      continue;
    end if;

    link := private.new_invitation_link(candidate.invitation_id);
    return query
    with claimed as (
      update public.notifications as taken set
        attempts = taken.attempts + 1,
        first_attempt_at = coalesce(taken.first_attempt_at, now()),
        may_have_arrived = candidate.may_have_arrived,
        lease_token = gen_random_uuid(),
        next_attempt_at = now() + interval '60 seconds'
      where taken.id = candidate.id
      returning taken.*
    )
    select claimed.id, claimed.lease_token, claimed.kind, candidate.email,
      (select to_jsonb(request) from public.quote_requests as request where request.id = claimed.quote_request_id),
      claimed.subject, claimed.body, claimed.attachments,
      array(
        select earlier.id from public.notifications as earlier
        where earlier.quote_request_id = claimed.quote_request_id and earlier.kind in ('acknowledgement', 'reply')
          and earlier.state = 'envoyé' and earlier.finished_at < claimed.created_at
        order by earlier.finished_at, earlier.id
      ),
      case when claimed.issued_quote_id is not null then
        private.quote_for_server(claimed.issued_quote_id)
          || jsonb_build_object('code', case claimed.kind when 'quote_code' then private.quote_code(claimed.id) end)
      end,
      claimed.campaign_id, private.reply_address(claimed.id),
      (
        select asked.message_id from public.inbound_messages as asked
        where asked.message_id <> '' and asked.created_at < claimed.created_at
          and (asked.id = claimed.inbound_message_id or asked.quote_request_id = claimed.quote_request_id)
        order by asked.received_at desc, asked.id limit 1
      ),
      private.invoice_for_server(claimed.invoice_id),
      private.personal_link_for_server(claimed.id), link,
      (
        select jsonb_build_object('day', told.day, 'content', told.content)
        from private.daily_digests as told where told.id = claimed.digest_id
      )
    from claimed;
    batch := batch - 1;
  end loop;
end;
$$;

grant execute on function public.claim_due_notifications(integer, boolean) to service_role;

-- Records the outcome of a claimed row; false when the lease was lost, and then nothing is written. 'retry' counts as
-- an attempt and backs off 10 s, 30 s, 90 s …, at most an hour, 24 times (a mail server may be down for about 20
-- hours). 'wait' (the provider asked for a delay) and 'pause' (nothing can be sent) do not count. A reply or a quote
-- that the provider accepted is what makes an open request « répondu ».
create function public.finish_notification(
  notification_id uuid,
  token uuid,
  outcome text,
  reason text default null,
  sent_as text default null,
  wait_seconds integer default null,
  arrival_possible boolean default false
)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_attempts constant integer := 24;
  held public.notifications;
  unsure boolean;
begin
  -- Requests are always locked before their messages.
  perform from public.quote_requests as request
  where request.id = (
    select coalesce(sent.quote_request_id, issued.request_id)
    from public.notifications as sent left join public.quotes as issued on issued.id = sent.issued_quote_id
    where sent.id = notification_id
  )
  for update;
  select * into held from public.notifications
  where id = notification_id and lease_token = token and state = 'en_attente'
  for update;
  if not found then
    return false;
  end if;
  unsure := held.may_have_arrived or arrival_possible;

  if outcome in ('accepted', 'rejected', 'unknown')
    or outcome = 'retry' and (held.attempts >= most_attempts or held.kind = 'invitation' and unsure)
  then
    update public.notifications set
      state = (case
        when outcome = 'accepted' then 'envoyé'
        when outcome = 'unknown' or outcome = 'retry' and unsure then 'incertain'
        else 'échec'
      end)::public.notification_state,
      provider_id = left(sent_as, 200),
      last_error = left(reason, 500),
      may_have_arrived = unsure,
      lease_token = null,
      finished_at = now()
    where id = notification_id;
    if outcome = 'accepted' and held.kind = 'reply' then
      update public.quote_requests set status = 'répondu'
      where id = held.quote_request_id and status in ('nouveau', 'en_cours');
      perform private.finish_answer_action(held);
    elsif outcome = 'accepted' and held.kind = 'quote' then
      -- A quote answers the request that it was made for, so nobody is reminded to reply to a client who has it.
      update public.quote_requests set status = 'répondu'
      where id = (select issued.request_id from public.quotes as issued where issued.id = held.issued_quote_id)
        and status in ('nouveau', 'en_cours');
    end if;
  elsif outcome in ('retry', 'wait', 'pause') then
    update public.notifications set
      attempts = held.attempts - case outcome when 'retry' then 0 else 1 end,
      next_attempt_at = now() + case outcome
        when 'retry' then least(interval '10 seconds' * power(3, least(held.attempts, 10) - 1), interval '1 hour')
        when 'wait' then least(greatest(coalesce(wait_seconds, 30), 1), 86400) * interval '1 second'
        else interval '5 minutes'
      end,
      last_error = left(reason, 500),
      may_have_arrived = unsure,
      lease_token = null
    where id = notification_id;
  else
    raise invalid_parameter_value using message = 'Unknown outcome: ' || coalesce(outcome, 'null');
  end if;
  return true;
end;
$$;

grant execute on function public.finish_notification(uuid, uuid, text, text, text, integer, boolean) to service_role;

-- « Renvoyer » sends again an e-mail that failed or has an unknown outcome, for an administrator.
create function public.retry_notification(notification_id uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.notifications set
    state = 'en_attente', attempts = 0, next_attempt_at = now(), first_attempt_at = null,
    may_have_arrived = false, last_error = null, finished_at = null
  where id = notification_id and state in ('échec', 'incertain');
  return found;
end;
$$;

grant execute on function public.retry_notification(uuid) to authenticated;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the requests and the quotes with e-mails that failed, or may have, in the last thirty days. Each e-mail of a
-- quote is counted, so that the number is that of its thread.
create function private.outbox_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  select 'request_email', 'courriel de soumission à vérifier', q.id, q.organization_name, max(n.state)::text, max(n.finished_at), 1,
    count(*), null, null::uuid, null, null::uuid
  from public.notifications n join public.quote_requests q on q.id = n.quote_request_id
  where n.state in ('échec', 'incertain') and n.finished_at > at - interval '30 days' and q.anonymised_at is null
  group by q.id, q.organization_name
  union all
  select 'quote_emails', format('courriels d’un devis à vérifier (%s)', f.total), d.id, d.organization_name, d.number, null, 1,
    f.total, null, null, null, null
  from (
    select n.issued_quote_id, count(*) as total from public.notifications n
    where n.issued_quote_id is not null and n.state in ('échec', 'incertain')
    group by n.issued_quote_id
    having max(n.finished_at) > at - interval '30 days'
  ) as f
  join public.quotes d on d.id = f.issued_quote_id
  where d.anonymised_at is null;
$$;

grant execute on function private.outbox_today_rows(timestamptz) to authenticated;

-- The daily digest ---------------------------------------------------------------------------------------------------

-- Decides, from 7 h to noon on Québec's clocks and once a day per administrator, whether there is something to say: what
-- is late, due today or soon. Of actions, one's own and those of nobody count.
create function private.queue_digests_due(at timestamptz)
returns void
language plpgsql
set search_path = ''
as $$
declare
  wall timestamp := at at time zone 'America/Toronto';
  person record;
  lines jsonb;
  digest uuid;
begin
  if wall::time not between time '07:00' and time '12:00' then
    return;
  end if;
  for person in
    select r.user_id from public.user_roles r
    left join private.today_preferences p on p.user_id = r.user_id
    where r.role = 'admin' and coalesce(p.daily_digest, true)
      and not exists (
        select from private.daily_digests d where d.user_id = r.user_id and d.day = wall::date
      )
  loop
    select jsonb_agg(jsonb_build_object(
      'kind', i.kind, 'words', i.words, 'urgency', i.urgency, 'due_at', i.due_at, 'amount', i.amount, 'record_id', i.record_id,
      'target', i.target, 'target_id', i.target_id,
      'title', case when i.kind = 'action' then i.detail else i.title end
    )) into lines
    from private.today_rows(at) i
    where i.urgency < 2 and i.postponed_until is null
      and (i.owner is null or i.owner = person.user_id);
    insert into private.daily_digests (day, user_id, content) values (wall::date, person.user_id, lines)
    on conflict (day, user_id) do nothing
    returning id into digest;
    -- Another worker has just decided when no row was made.
    if digest is not null and lines is not null then
      insert into public.notifications (kind, digest_id) values ('daily_digest', digest);
    end if;
  end loop;
end;
$$;

-- Queues the digests of this moment, once at each run of the dispatcher; and forgets those of a month ago.
create function public.queue_daily_digests()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_sending_held() then
    return;
  end if;
  perform private.queue_digests_due(now());
  delete from private.daily_digests where day < (now() at time zone 'America/Toronto')::date - 30;
end;
$$;

grant execute on function public.queue_daily_digests() to service_role;

-- Says why a digest must not leave; null when it may. One of an earlier day is not sent any more.
create function private.digest_refusal(digest uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select 'Ce résumé n’est plus d’aujourd’hui.'
  where not exists (
    select from private.daily_digests as told
    where told.id = digest and told.content is not null and told.day >= (now() at time zone 'America/Toronto')::date
  );
$$;

-- schemas/26_quote_acceptance.sql

-- This file holds sent quotes outside the back office: the e-mail that brings one, the public page that its token
-- opens, and acceptance as a municipality, a company or a citizen may give it (docs/decisions/0058). The edge function
-- public-quote calls the functions granted to service_role, and every rule is here.

-- Files --------------------------------------------------------------------------------------------------------------

-- The bucket is private. The server writes `<quote>/devis.pdf`, as it was sent, and `<quote>/facture-<invoice>.pdf`;
-- `<quote>/<random>.pdf` is the resolution or the purchase order of an acceptance. Nobody changes or deletes what came on
-- paper: it proves something.
select private.make_bucket(
  'quote-files', false, 5242880, array['application/pdf'],
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.pdf$'
);

-- Acceptances ----------------------------------------------------------------------------------------------------------

create type public.acceptance_method as enum ('online', 'paper');

create type public.acceptance_authority as enum ('resolution', 'delegation', 'personal');

-- The table says who accepted a quote, and by which power. Only the functions below write it, and one that is reversed
-- stays.
create table public.quote_acceptances (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes (id) on delete cascade,
  method public.acceptance_method not null,
  name text not null,
  job_title text not null,
  authority public.acceptance_authority not null,
  -- These belong to a resolution of the council.
  resolution_number text,
  resolution_date date,
  -- It belongs to delegated spending.
  purchase_order text,
  -- It is the path of the resolution or the purchase order in the bucket quote-files.
  resolution_path text,
  -- Online, these are where the code went, when it was asked for, and its keyed hash.
  code_sent_to text,
  code_sent_at timestamptz,
  code_hash text,
  -- It is the digest of the PDF as it was sent.
  pdf_sha256 text not null default '',
  network_address text,
  accepted_at timestamptz not null default now(),
  -- On paper, these are who recorded it, and their note.
  recorded_by uuid references auth.users (id) on delete set null,
  recorded_reason text,
  reversed_at timestamptz,
  reversed_by uuid references auth.users (id) on delete set null,
  reversed_reason text,
  constraint quote_acceptances_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint quote_acceptances_name_one_line check (private.is_one_line_text(name)),
  constraint quote_acceptances_job_title_length check (btrim(job_title) <> '' and char_length(job_title) <= 100),
  constraint quote_acceptances_job_title_one_line check (private.is_one_line_text(job_title)),
  constraint quote_acceptances_resolution_whole check (
    authority <> 'resolution' or resolution_number is not null and resolution_date is not null
  ),
  constraint quote_acceptances_delegation_whole check (authority <> 'delegation' or purchase_order is not null),
  -- In one's own name or for a company, the name and the function are the whole of it.
  constraint quote_acceptances_personal_bare check (
    authority <> 'personal' or num_nonnulls(resolution_number, resolution_date, purchase_order) = 0
  ),
  constraint quote_acceptances_resolution_number_length
    check (btrim(resolution_number) <> '' and char_length(resolution_number) <= 50),
  constraint quote_acceptances_resolution_number_one_line check (private.is_one_line_text(resolution_number)),
  constraint quote_acceptances_purchase_order_length
    check (btrim(purchase_order) <> '' and char_length(purchase_order) <= 50),
  constraint quote_acceptances_purchase_order_one_line check (private.is_one_line_text(purchase_order)),
  constraint quote_acceptances_resolution_path_length check (char_length(resolution_path) <= 200),
  constraint quote_acceptances_code_online check ((method = 'online') = (code_hash is not null)),
  constraint quote_acceptances_code_whole check (num_nulls(code_sent_to, code_sent_at, code_hash) in (0, 3)),
  constraint quote_acceptances_code_sent_to_length check (char_length(code_sent_to) <= 255),
  constraint quote_acceptances_code_hash_format check (code_hash ~ '^[0-9a-f]{64}$'),
  constraint quote_acceptances_pdf_sha256_format check (pdf_sha256 ~ '^([0-9a-f]{64})?$'),
  constraint quote_acceptances_network_address_length check (char_length(network_address) <= 45),
  constraint quote_acceptances_recorded_reason_length check (char_length(recorded_reason) <= 2000),
  constraint quote_acceptances_reversed_reason_length check (char_length(reversed_reason) <= 2000)
);

-- Only one stands, however many arrive at once.
create unique index quote_acceptances_standing_key on public.quote_acceptances (quote_id) where reversed_at is null;
create index quote_acceptances_quote_id_idx on public.quote_acceptances (quote_id);
create index quote_acceptances_recorded_by_idx on public.quote_acceptances (recorded_by);
create index quote_acceptances_reversed_by_idx on public.quote_acceptances (reversed_by);

alter table public.quote_acceptances enable row level security;

-- No person reads the hash of the code.
grant select (
  id, quote_id, method, name, job_title, authority, resolution_number, resolution_date, purchase_order,
  resolution_path, code_sent_to, code_sent_at, pdf_sha256, network_address, accepted_at, recorded_by,
  recorded_reason, reversed_at, reversed_by, reversed_reason
) on table public.quote_acceptances to authenticated;
grant select on table public.quote_acceptances to service_role;

create policy "quote_acceptances: member reads" on public.quote_acceptances
  for select to authenticated
  using ((select private.is_member()));

-- The table holds the codes of the last day. The id is that of the e-mail that brings the code, from which the code is
-- made.
create table private.quote_codes (
  id uuid primary key,
  quote_id uuid not null references public.quotes (id) on delete cascade,
  code_hash text not null,
  wrong_tries integer not null default 0,
  created_at timestamptz not null default now()
);

create index quote_codes_quote_id_idx on private.quote_codes (quote_id, created_at);

alter table private.quote_codes enable row level security;

-- Returns six digits that only this database can make again, so that no table holds them and two attempts of one e-mail
-- say the same.
create function private.quote_code(id uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select lpad((('x' || left(private.keyed_text_hash('quote code:' || id), 15))::bit(60)::bigint % 1000000)::text, 6, '0');
$$;

-- Returns what is kept of a code: a keyed hash, tied to that code's own id.
create function private.quote_code_hash(id uuid, code text)
returns text
language sql
stable
set search_path = ''
as $$
  select private.keyed_text_hash('quote code hash:' || id || ':' || code);
$$;

-- Tells whether a code has served, or was asked for before an acceptance: it stays spent when that one is reversed.
create function private.is_code_spent(code private.quote_codes)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.quote_acceptances a
    where a.quote_id = code.quote_id and greatest(a.accepted_at, a.code_sent_at) >= code.created_at
  );
$$;

-- Says in French why the e-mail of a code must not leave any more; null when it may.
create function private.code_refusal(notification uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select 'Ce code n’est plus valide.'
  where not exists (
    select from private.quote_codes c
    where c.id = notification and c.created_at > now() - interval '10 minutes' and not private.is_code_spent(c)
  );
$$;

-- Sending -------------------------------------------------------------------------------------------------------------

-- « Envoyer par courriel » freezes a draft as send_quote does, or takes one that is sent already, and puts its e-mail
-- in the outbox, in one transaction. Called twice with the same message, it is sent once. Answering what was asked
-- needs no consent; an address that bounced or complained is refused. `ground` is as in send_quote. It returns the
-- number.
create function public.email_quote(
  message uuid, quote uuid, read_at timestamptz, message_subject text, message_body text, ground public.lobbying_ground default null,
  ground_reference text default null
)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.quotes;
  refusal text;
begin
  perform private.require_admin();
  known := private.lock_quote(quote);
  if exists (select from public.notifications n where n.id = message and n.issued_quote_id = quote) then
    return known.number;
  end if;
  if (message_subject ~ '\S' and message_body ~ '\S') is not true then
    raise sqlstate 'PT422' using message = 'Écrivez un sujet et un texte.';
  end if;
  refusal := private.address_refusal(known.email);
  if refusal is not null then
    raise sqlstate 'PT422' using message = refusal || ' Le devis n’a pas été envoyé.';
  end if;
  if known.status = 'brouillon' then
    perform public.send_quote(quote, read_at, ground, ground_reference);
  elsif known.status <> 'envoyé' then
    raise sqlstate 'PT409' using message = 'Ce devis n’est plus en cours.';
  else
    perform private.keep_lobbying_ground(known, ground, ground_reference);
  end if;
  insert into public.notifications (id, issued_quote_id, kind, subject, body, created_by)
  values (message, quote, 'quote', btrim(message_subject), message_body, auth.uid());
  return (select q.number from public.quotes q where q.id = quote);
end;
$$;

grant execute on function public.email_quote(uuid, uuid, timestamptz, text, text, public.lobbying_ground, text) to authenticated;

-- Keeps what allows a quote to be sent, where that is asked; refuses, in French, when it is not said.
create function private.keep_lobbying_ground(q public.quotes, ground public.lobbying_ground, reference text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if not private.lacks_lobbying_ground(q) then
    return;
  end if;
  if ground is null or (btrim(reference) <> '') is not true then
    raise sqlstate 'PT422' using message =
      'Ce client est une municipalité ou un organisme public qui n’a pas demandé ce devis : indiquez ce qui permet de le lui envoyer.';
  end if;
  update public.quotes set lobbying_ground = ground, lobbying_reference = left(btrim(reference), 200) where id = q.id;
end;
$$;

-- « Copier le lien » returns the token of a sent quote, null when it has none.
create function public.quote_link(quote uuid)
returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (select link.token from private.quote_links link where link.quote_id = quote);
end;
$$;

grant execute on function public.quote_link(uuid) to authenticated;

-- Returns what the certificate prints (QuoteAcceptance of acceptance-pdf.ts); null when the quote is not accepted.
create function private.printed_acceptance(quote uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'name', a.name, 'title', a.job_title,
    'ground', case a.authority
      when 'resolution' then
        jsonb_build_object('kind', 'resolution', 'number', a.resolution_number, 'date', a.resolution_date)
      when 'delegation' then jsonb_build_object('kind', 'purchase_order', 'number', a.purchase_order)
      else jsonb_build_object('kind', 'personal')
    end,
    'channel', case a.method
      when 'online' then
        jsonb_build_object('kind', 'code', 'email', a.code_sent_to, 'networkAddress', coalesce(a.network_address, 'inconnue'))
      else jsonb_build_object('kind', 'paper')
    end,
    'acceptedAt', a.accepted_at, 'pdfSha256', a.pdf_sha256
  )
  from public.quote_acceptances a where a.quote_id = quote and a.reversed_at is null;
$$;

-- Returns what the server needs to print a quote or to write about it; `pdfSha256` is null until its PDF is kept.
create function private.quote_for_server(quote uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', q.id,
    'status', case when q.status = 'envoyé' and q.valid_until < (now() at time zone 'America/Toronto')::date
      then 'expiré' else q.status end,
    'document', coalesce(q.snapshot, private.quote_document(q)),
    'token', link.token,
    'pdfSha256', link.pdf_sha256,
    'logo', (select s.logo_path from public.studio s where s.id = 1),
    'acceptance', private.printed_acceptance(q.id)
  )
  from public.quotes q left join private.quote_links link on link.quote_id = q.id
  where q.id = quote;
$$;

-- « Télécharger le PDF » of the editor reads it through the edge function quote-pdf, which checks the administrator.
create function public.quote_to_print(quote uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.quote_for_server(quote);
$$;

grant execute on function public.quote_to_print(uuid) to service_role;

-- Returns a sent quote whose PDF is not kept yet: the next run of dispatch-emails makes it. It returns null when there
-- is none.
create function public.quote_without_pdf()
returns jsonb
language sql
security definer
set search_path = ''
as $$
  select private.quote_for_server(link.quote_id)
  from private.quote_links link join public.quotes q on q.id = link.quote_id
  where link.pdf_sha256 is null and q.status <> 'brouillon'
  -- The choice is random, so that one whose PDF cannot be made does not hold the others back.
  order by random()
  limit 1;
$$;

grant execute on function public.quote_without_pdf() to service_role;

-- Stores the digest of the PDF of a sent quote unless it has one, and returns the stored digest.
create function public.keep_quote_pdf(quote uuid, sha256 text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.quote_links link set pdf_sha256 = keep_quote_pdf.sha256
  where link.quote_id = quote and link.pdf_sha256 is null;
  return (select link.pdf_sha256 from private.quote_links link where link.quote_id = quote);
end;
$$;

grant execute on function public.keep_quote_pdf(uuid, text) to service_role;

-- Tells whether a file is the PDF of an invoice that still has its names.
create function private.is_invoice_file(name text)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (
    select from public.invoices i
    where i.quote_id || '/facture-' || i.id || '.pdf' = is_invoice_file.name and i.anonymised_at is null
  );
end;
$$;

-- Lists the files of quotes and invoices that are anonymised or gone, and resolutions that no acceptance names an hour
-- later. dispatch-emails deletes them through the storage API: deleting the row here would leave the file.
create function public.unused_quote_files()
returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select object.name
  from storage.objects as object
  left join public.quotes as q on q.id::text = split_part(object.name, '/', 1) and q.anonymised_at is null
  where object.bucket_id = 'quote-files' and not private.is_invoice_file(object.name)
    and (
      q.id is null
      or object.created_at < now() - interval '1 hour' and split_part(object.name, '/', 2) <> 'devis.pdf'
        and not exists (select from public.quote_acceptances a where a.resolution_path = object.name)
    )
  limit 100;
$$;

grant execute on function public.unused_quote_files() to service_role;

-- The public page -----------------------------------------------------------------------------------------------------
-- Each answers { status, … } as the edge function hands it on: a wrong code must be counted, so nothing is raised.

-- Returns the id of the quote that a token opens.
create function private.quote_of_token(token text)
returns uuid
language sql
stable
set search_path = ''
as $$
  select link.quote_id from private.quote_links link where link.token = quote_of_token.token;
$$;

-- Returns the answer to whoever would accept or refuse a quote that no longer can be; null when it can.
create function private.closed_quote_answer(q public.quotes)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('status', 409, 'code', code, 'message', message)
  from (values
    ('envoyé'::public.quote_status, 'expired', 'Ce devis est expiré. Écrivez au studio pour le faire renouveler.'),
    ('expiré', 'expired', 'Ce devis est expiré. Écrivez au studio pour le faire renouveler.'),
    ('remplacé', 'replaced', 'Une révision remplace ce devis. Ouvrez le lien du courriel le plus récent.'),
    ('accepté', 'accepted', 'Ce devis est déjà accepté.'),
    ('refusé', 'refused', 'Ce devis est déjà refusé. Écrivez au studio si c’est une erreur.'),
    ('annulé', 'cancelled', 'Ce devis est annulé.')
  ) as answers (status, code, message)
  where answers.status = q.status
    and (q.status <> 'envoyé' or q.valid_until < (now() at time zone 'America/Toronto')::date);
$$;

-- Hides most of an address, as « g•••@ville.qc.ca ».
create function private.address_hint(address text)
returns text
language sql
immutable
set search_path = ''
as $$
  select left(address, 1) || '•••@' || split_part(address, '@', 2);
$$;

-- Returns a quote by its token, for page and PDF; changes nothing, and returns null for an unknown token.
create function public.public_quote(token text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select server || jsonb_build_object(
    'emailHint', private.address_hint(server #>> '{document,client,email}'),
    'acceptsBy', (select private.accepts_by(q) from public.quotes q where q.id = private.quote_of_token(token)),
    'accepted', (
      select jsonb_build_object('name', a.name, 'jobTitle', a.job_title, 'acceptedAt', a.accepted_at)
      from public.quote_acceptances a where a.quote_id = private.quote_of_token(token) and a.reversed_at is null
    )
  )
  from private.quote_for_server(private.quote_of_token(token)) as server;
$$;

grant execute on function public.public_quote(text) to service_role;

-- Notes that the page of an open quote was shown, at most once an hour: an estimate, programs open links too.
create function public.note_quote_opened(token text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.quotes;
begin
  select * into known from public.quotes q where q.id = private.quote_of_token(token) for update;
  if not found then
    return '{"status": 404}';
  end if;
  insert into public.quote_events (quote_id, kind)
  select known.id, 'opened'
  where private.closed_quote_answer(known) is null and not exists (
    select from public.quote_events e
    where e.quote_id = known.id and e.kind = 'opened' and e.created_at > now() - interval '1 hour'
  );
  return '{"status": 204}';
end;
$$;

grant execute on function public.note_quote_opened(text) to service_role;

-- Returns { status: 422 } with the message of each field that is missing, too long or on several lines; null when none
-- is.
--   texts  { field: [given, most characters, French name] }
create function private.text_faults(texts jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select case when count(*) > 0 then
    jsonb_build_object('status', 422, 'code', 'invalid', 'message', min(message), 'fields', jsonb_object_agg(field, message))
  end
  from (
    select field, case
      when btrim(coalesce(asked ->> 0, '')) = '' then asked ->> 2
      when char_length(asked ->> 0) > (asked ->> 1)::integer then format('Au plus %s caractères.', asked ->> 1)
      when (asked ->> 1)::integer <= 100 and not private.is_one_line_text(asked ->> 0) then 'Sur une seule ligne.'
    end as message
    from jsonb_each(texts) as given (field, asked)
  ) as checked
  where message is not null;
$$;

-- Keeps a question in the thread, and e-mails it to the studio. It takes at most five an hour.
create function public.ask_about_quote(token text, asker text, question text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.quotes;
  faults jsonb := private.text_faults(jsonb_build_object(
    'name', jsonb_build_array(asker, 100, 'Indiquez votre nom.'),
    'body', jsonb_build_array(question, 1800, 'Écrivez votre question.')
  ));
begin
  select * into known from public.quotes q where q.id = private.quote_of_token(token) for update;
  if not found then
    return '{"status": 404}';
  elsif known.status in ('remplacé', 'annulé') then
    return private.closed_quote_answer(known);
  elsif faults is not null then
    return faults;
  elsif (
    select count(*) from public.quote_events e
    where e.quote_id = known.id and e.kind = 'question' and e.created_at > now() - interval '1 hour'
  ) >= 5 then
    return jsonb_build_object('status', 429, 'code', 'too_many',
      'message', 'Plusieurs questions viennent d’être envoyées. Réessayez dans une heure, ou écrivez au studio.');
  end if;
  insert into public.quote_events (quote_id, kind, body)
  values (known.id, 'question', btrim(asker) || E'\n' || btrim(question));
  perform private.tell_studio(known, 'quote_question', 'Question sur le devis ', btrim(asker) || E'\u00a0:\n\n' || btrim(question));
  return '{"status": 204}';
end;
$$;

grant execute on function public.ask_about_quote(text, text, text) to service_role;

-- Queues a message to the studio about a quote.
create function private.tell_studio(q public.quotes, kind public.notification_kind, title text, body text)
returns void
language sql
set search_path = ''
as $$
  insert into public.notifications (issued_quote_id, kind, subject, body)
  values (q.id, kind, left(title || q.number || ' (' || q.organization_name || ')', 200), body);
$$;

-- Refuses a quote for its client, with a reason.
create function public.refuse_quote(token text, refuser text, reason text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.quotes;
  closed jsonb;
  faults jsonb := private.text_faults(jsonb_build_object(
    'name', jsonb_build_array(refuser, 100, 'Indiquez votre nom.'),
    'reason', jsonb_build_array(reason, 1800, 'Indiquez la raison.')
  ));
begin
  if private.quote_of_token(token) is null then
    return '{"status": 404}';
  end if;
  known := private.lock_quote(private.quote_of_token(token));
  closed := private.closed_quote_answer(known);
  if coalesce(closed, faults) is not null then
    return coalesce(closed, faults);
  end if;
  update public.quotes set status = 'refusé', closed_at = now() where id = known.id;
  insert into public.quote_events (quote_id, kind, body)
  values (known.id, 'refused', btrim(refuser) || E'\n' || btrim(reason));
  perform private.tell_studio(known, 'quote_refused', 'Devis refusé ', btrim(refuser) || E'\u00a0:\n\n' || btrim(reason));
  return '{"status": 204}';
end;
$$;

grant execute on function public.refuse_quote(text, text, text) to service_role;

-- Sends six digits to the address that the quote was sent to, never to another. It sends at most three an hour.
create function public.send_quote_code(token text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.quotes;
  closed jsonb;
  refusal text;
  made uuid := gen_random_uuid();
begin
  if private.quote_of_token(token) is null then
    return '{"status": 404}';
  end if;
  known := private.lock_quote(private.quote_of_token(token));
  closed := private.closed_quote_answer(known);
  if closed is not null then
    return closed;
  end if;
  if (
    select count(*) from private.quote_codes c where c.quote_id = known.id and c.created_at > now() - interval '1 hour'
  ) >= 3 then
    return jsonb_build_object('status', 429, 'code', 'too_many',
      'message', 'Trois codes ont été envoyés depuis une heure. Réessayez plus tard, ou écrivez au studio.');
  end if;
  refusal := private.address_refusal(known.email);
  if refusal is not null then
    return jsonb_build_object('status', 422, 'code', 'invalid', 'fields', '{}'::jsonb,
      'message', 'Le code ne peut pas être envoyé à l’adresse de ce devis. Écrivez au studio.');
  end if;
  delete from private.quote_codes c where c.created_at < now() - interval '1 day';
  insert into private.quote_codes (id, quote_id, code_hash)
  values (made, known.id, private.quote_code_hash(made, private.quote_code(made)));
  insert into public.notifications (id, issued_quote_id, kind) values (made, known.id, 'quote_code');
  -- A person is waiting: the dispatcher is called at once, not in the next minute.
  perform private.call_dispatcher();
  return '{"status": 204}';
end;
$$;

grant execute on function public.send_quote_code(text) to service_role;

-- Returns { status: 422 } for who accepts and by which power, field by field; null when the answer is whole. A council
-- accepts by its own powers alone, anybody else without them.
create function private.acceptance_faults(q public.quotes, answer jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.text_faults(
    jsonb_build_object(
      'name', jsonb_build_array(answer ->> 'name', 100, 'Indiquez votre nom.'),
      'jobTitle', jsonb_build_array(answer ->> 'jobTitle', 100, 'Indiquez votre fonction.')
    ) || case
      when private.accepts_by(q) = 'person' then case answer ->> 'authority'
        when 'personal' then '{}'
        else jsonb_build_object(
          'authority', jsonb_build_array(null, 10, 'Un nom et une fonction suffisent pour accepter ce devis.')
        )
      end
      when answer ->> 'authority' = 'resolution' then jsonb_build_object(
        'resolutionNumber', jsonb_build_array(answer ->> 'resolutionNumber', 50, 'Indiquez le numéro de la résolution.'),
        'resolutionDate', jsonb_build_array(
          case
            when answer ->> 'resolutionDate' !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then null
            when not pg_input_is_valid(answer ->> 'resolutionDate', 'date') then null
            when (answer ->> 'resolutionDate')::date > (now() at time zone 'America/Toronto')::date then null
            else answer ->> 'resolutionDate'
          end,
          10, 'Indiquez la date de la résolution, passée ou d’aujourd’hui.'
        )
      )
      when answer ->> 'authority' = 'delegation' then jsonb_build_object(
        'purchaseOrder', jsonb_build_array(answer ->> 'purchaseOrder', 50, 'Indiquez le numéro du bon de commande.')
      )
      else jsonb_build_object(
        'authority', jsonb_build_array(null, 10, 'Choisissez une résolution du conseil ou une délégation.')
      )
    end
  );
$$;

-- Accepts a quote online, once, with the code that was sent. Five wrong tries lock that code; another may be asked for.
--   answer  { name, jobTitle, authority, resolutionNumber, resolutionDate, purchaseOrder, code, resolutionPath }
create function public.accept_quote(token text, answer jsonb, network_address text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_tries constant integer := 5;
  known public.quotes;
  code private.quote_codes;
  closed jsonb;
  faults jsonb;
  digest text;
begin
  if private.quote_of_token(token) is null then
    return '{"status": 404}';
  end if;
  -- Of several simultaneous answers the first takes the lock, and the others find the quote accepted.
  known := private.lock_quote(private.quote_of_token(token));
  closed := private.closed_quote_answer(known);
  faults := private.acceptance_faults(known, answer);
  if coalesce(closed, faults) is not null then
    return coalesce(closed, faults);
  end if;

  select * into code from private.quote_codes c
  where c.quote_id = known.id order by c.created_at desc, c.id limit 1;
  if not found or code.created_at < now() - interval '10 minutes' then
    return jsonb_build_object('status', 403, 'code', 'code_locked',
      'message', 'Aucun code n’est en cours, ou le dernier a plus de 10 minutes. Demandez-en un autre.');
  elsif private.is_code_spent(code) then
    return jsonb_build_object('status', 403, 'code', 'code_locked',
      'message', 'Ce code a déjà servi. Demandez-en un autre.');
  elsif code.wrong_tries >= most_tries then
    return jsonb_build_object('status', 403, 'code', 'code_locked',
      'message', 'Ce code a été saisi cinq fois de façon inexacte. Demandez-en un autre.');
  elsif code.code_hash is distinct from private.quote_code_hash(code.id, btrim(answer ->> 'code')) then
    update private.quote_codes c set wrong_tries = c.wrong_tries + 1 where c.id = code.id;
    return case when code.wrong_tries + 1 >= most_tries then
      jsonb_build_object('status', 403, 'code', 'code_locked',
        'message', 'Ce code a été saisi cinq fois de façon inexacte. Demandez-en un autre.')
    else
      jsonb_build_object('status', 403, 'code', 'code_wrong', 'left', most_tries - code.wrong_tries - 1,
        'message', 'Ce code est inexact.')
    end;
  end if;

  select link.pdf_sha256 into digest from private.quote_links link where link.quote_id = known.id;
  if digest is null then
    raise object_not_in_prerequisite_state using message = 'The PDF of this quote is not kept yet';
  end if;
  perform private.record_acceptance(known, 'online', answer, code, digest, network_address, null);
  return jsonb_build_object('status', 200, 'acceptance', (
    select jsonb_build_object('name', a.name, 'jobTitle', a.job_title, 'acceptedAt', a.accepted_at)
    from public.quote_acceptances a where a.quote_id = known.id and a.reversed_at is null
  ));
end;
$$;

grant execute on function public.accept_quote(text, jsonb, text) to service_role;

-- Records an acceptance received on paper, after the last day too: the studio decides to take it. `resolutionPath`
-- names the scan, which is in the bucket already.
create function public.record_paper_acceptance(quote uuid, answer jsonb, reason text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.quotes;
  faults jsonb;
begin
  perform private.require_admin();
  known := private.lock_quote(quote);
  faults := private.acceptance_faults(known, answer);
  if btrim(coalesce(reason, '')) = '' then
    raise sqlstate 'PT422' using message = 'Indiquez la raison.';
  elsif faults is not null then
    raise sqlstate 'PT422' using message = faults ->> 'message';
  elsif known.status not in ('envoyé', 'expiré', 'refusé') or known.anonymised_at is not null then
    raise sqlstate 'PT409' using message = 'Cette réponse ne convient plus à l’état du devis.';
  elsif answer ->> 'resolutionPath' is not null and not exists (
    select from storage.objects as object
    where object.bucket_id = 'quote-files' and object.name = answer ->> 'resolutionPath'
      and split_part(object.name, '/', 1) = quote::text and split_part(object.name, '/', 2) <> 'devis.pdf'
  ) then
    raise sqlstate 'PT422' using message = 'Le fichier joint n’est plus là. Joignez-le de nouveau.';
  end if;
  perform private.record_acceptance(
    known, 'paper', answer, null,
    (select coalesce(link.pdf_sha256, '') from private.quote_links link where link.quote_id = quote), null, reason
  );
end;
$$;

grant execute on function public.record_paper_acceptance(uuid, jsonb, text) to authenticated;

-- Writes an acceptance of a quote that is locked, and what follows from it.
create function private.record_acceptance(
  q public.quotes, method public.acceptance_method, answer jsonb, code private.quote_codes, digest text, address text, reason text
)
returns void
language plpgsql
set search_path = ''
as $$
declare
  authority constant public.acceptance_authority := answer ->> 'authority';
begin
  insert into public.quote_acceptances (
    quote_id, method, name, job_title, authority, resolution_number, resolution_date, purchase_order, resolution_path,
    code_sent_to, code_sent_at, code_hash, pdf_sha256, network_address, recorded_by, recorded_reason
  )
  values (
    q.id, method, btrim(answer ->> 'name'), btrim(answer ->> 'jobTitle'), authority,
    case authority when 'resolution' then btrim(answer ->> 'resolutionNumber') end,
    case authority when 'resolution' then (answer ->> 'resolutionDate')::date end,
    case authority when 'delegation' then btrim(answer ->> 'purchaseOrder') end,
    answer ->> 'resolutionPath',
    case when code.id is not null then q.snapshot #>> '{client,email}' end, code.created_at, code.code_hash, digest,
    case when pg_input_is_valid(btrim(address), 'inet') then btrim(address) end, auth.uid(), left(btrim(reason), 2000)
  );
  update public.quotes set status = 'accepté', closed_at = now() where id = q.id;
  insert into public.quote_events (quote_id, kind, body, recorded_by)
  values (
    q.id, 'accepted',
    concat_ws(
      E'\n', btrim(answer ->> 'name') || ', ' || btrim(answer ->> 'jobTitle'),
      case authority
        when 'resolution' then 'Résolution ' || btrim(answer ->> 'resolutionNumber') || ' du '
          || private.written_day((answer ->> 'resolutionDate')::date)
        when 'delegation' then 'Bon de commande ' || btrim(answer ->> 'purchaseOrder')
      end,
      left(btrim(reason), 1500)
    ),
    auth.uid()
  );
  -- Both sides get the signed copy.
  insert into public.notifications (issued_quote_id, kind) values (q.id, 'quote_accepted'), (q.id, 'quote_signed');
  perform private.follow_acceptance(q);
end;
$$;

-- Does what follows from an acceptance. The client becomes a contact and a partner whom the contract allows to be
-- written to for two years (Canada's anti-spam law, section 10(10)), unless they refused or asked for silence; the
-- request is won; a trip is made where the town is known; and its planning is the next action.
create function private.follow_acceptance(q public.quotes)
returns void
language plpgsql
set search_path = ''
as $$
declare
  client uuid := coalesce(q.contact_id, private.make_quote_contact(q));
  trip uuid := q.trip_plan_id;
begin
  if not exists (
    select from public.contacts c
    join private.standing_suppressions() standing on standing.email_hash = private.email_hash(c.email)
    where c.id = client
  ) then
    update public.contacts c set status = 'partenaire'
    where c.id = client and c.status not in ('refusé', 'partenaire');
    insert into public.consent_events (contact_id, email, basis, occurred_at, evidence, recorded_by)
    select c.id, c.email, 'contract', now(), 'Devis ' || q.number || ' accepté', auth.uid()
    from public.contacts c where c.id = client and c.email is not null and c.status <> 'refusé';
  end if;
  update public.quote_requests r set
    outcome = 'gagnée', outcome_reason = null,
    expected_amount_cents = coalesce(r.expected_amount_cents, (q.totals ->> 'taxableCents')::bigint)
  where r.id = q.request_id and r.anonymised_at is null;
  if trip is null and (
    (private.municipality_of_quote(q)).code is not null or private.town_of_address(q.address) is not null
  ) then
    trip := private.make_quote_trip(q);
  end if;
  insert into public.next_actions (trip_plan_id, contact_id, quote_request_id, title, due_on, recorded_by)
  select trip, case when trip is null then client end,
    case when coalesce(trip, client) is null then q.request_id end,
    'Planifier le déplacement', (now() at time zone 'America/Toronto')::date, auth.uid()
  where coalesce(trip, client, q.request_id) is not null
  -- The next action that is planned already stays.
  on conflict do nothing;
end;
$$;

-- Returns the contact of a client who has none: the one of this address, else one made from the request or from the
-- quote where the town is known; null when it is not.
create function private.make_quote_contact(q public.quotes)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  place public.municipalities := private.municipality_of_quote(q);
  town text := coalesce(place.name, private.town_of_address(q.address));
  region text := coalesce(place.region, 'À préciser');
  request public.quote_requests;
  made uuid;
begin
  select c.id into made from public.contacts c where lower(c.email) = lower(q.email);
  if q.email = '' or coalesce(made::text, town) is null then
    return null;
  end if;
  select * into request from public.quote_requests r
  where r.id = q.request_id and r.anonymised_at is null and r.contact_id is null and lower(r.email) = lower(q.email)
  for update;
  if found then
    made := private.make_request_contact(request, coalesce(town, region), region, null);
  elsif made is null then
    insert into public.contacts (user_id, name, company, email, phone, city, region, sector)
    values (
      auth.uid(), left(coalesce(nullif(btrim(q.contact_name), ''), q.organization_name), 100), left(q.organization_name, 100),
      q.email, nullif(left(q.phone, 20), ''), town, region,
      (case when place.code is not null and private.is_public_client(q) then 'municipalité' else 'autre' end)::public.sector
    )
    on conflict (lower(email)) do nothing
    returning id into made;
  end if;
  update public.quotes set contact_id = made where id = q.id;
  return made;
end;
$$;

-- Returns the town that an address ends with, as « Saint-Donat » of « 12, chemin du Lac, Saint-Donat (Québec) J0T 2C0
-- »; null when it does not say one.
create function private.town_of_address(address text)
returns text
language sql
immutable
set search_path = ''
as $$
  select left(nullif(btrim((
    regexp_match(address, '([^,\n]+?),?\s*\(?(?:Québec|Qc)\)?,?\s*(?:[A-Z]\d[A-Z]\s?\d[A-Z]\d)?\s*$', 'i')
  )[1]), ''), 100);
$$;

-- Finishes the planning of a trip once its dates are chosen or it is confirmed: nobody has to say it a second time.
create function private.finish_trip_planning()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.next_actions a set done_at = now()
  where a.trip_plan_id = new.id and a.done_at is null and a.title = 'Planifier le déplacement';
  return null;
end;
$$;

create trigger trip_plans_finish_planning
  after update of start_date, end_date, status on public.trip_plans
  for each row
  when ((new.start_date, new.end_date, new.status) is distinct from (old.start_date, old.end_date, old.status))
  execute function private.finish_trip_planning();

-- Finds the municipality of the client: the city of the contact, else the name of the organisation, else the town of
-- the address; null columns when it is not one municipality without a doubt.
create function private.municipality_of_quote(q public.quotes)
returns public.municipalities
language sql
stable
set search_path = ''
as $$
  select m from (
    select m, told_by, count(*) over (partition by told_by) as found, min(told_by) over () as best
    from public.municipalities m
    left join public.contacts c on c.id = q.contact_id
    cross join lateral (select case
      when c.id is not null and m.search_key = private.place_key(c.city) and m.region = c.region then 1
      when c.id is null and m.search_key = private.place_key(regexp_replace(
        q.organization_name,
        '^(ville|municipalité|village|paroisse|canton)( (de la|de|du|des) | d[’''])', '', 'i'
      )) then 1
      when m.search_key = private.place_key(private.town_of_address(q.address)) then 2
    end as told_by) as known
    where m.kind = 'municipalité' and told_by is not null
  ) as candidates
  where told_by = best and found = 1;
$$;

-- Tells whether nobody asked for a quote, its client is a public body as far as is known, and no ground is kept. How
-- the client accepts says nothing of it: a body whose director signs alone is lobbied like any other.
create function private.lacks_lobbying_ground(q public.quotes)
returns boolean
language sql
stable
set search_path = ''
as $$
  select q.request_id is null and q.lobbying_ground is null and private.is_public_client(q);
$$;

-- Tells the screen that sends a quote whether sending it asks for its ground.
create function public.quote_lacks_ground(quote uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select (select private.is_admin()) and coalesce(
    (select private.lacks_lobbying_ground(q) from public.quotes q where q.id = quote_lacks_ground.quote), false
  );
$$;

grant execute on function public.quote_lacks_ground(uuid) to authenticated;

-- Says how a quote that was sent is accepted, 'council' or 'person'; of a draft, how it would be if the studio said
-- nothing of it.
create function public.quote_accepts_by(quote uuid)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  known public.quotes;
begin
  if not private.is_member() then
    return null;
  end if;
  select * into known from public.quotes q where q.id = quote;
  if known.status = 'brouillon' then
    known.accepts_by := null;
  end if;
  return case when known.id is not null then private.accepts_by(known) end;
end;
$$;

grant execute on function public.quote_accepts_by(uuid) to authenticated;

-- Makes a trip two weeks ahead for a quote that has none, at the client's place as far as it is known; returns its id.
create function private.make_quote_trip(q public.quotes)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  place public.municipalities := private.municipality_of_quote(q);
  person public.contacts;
  soon date := (now() at time zone 'America/Toronto')::date + 14;
  made uuid;
begin
  select * into person from public.contacts c where c.id = q.contact_id;
  insert into public.trip_plans (
    user_id, city, region, start_date, end_date, client_name, description, municipality_code, latitude, longitude
  )
  values (
    auth.uid(), coalesce(place.name, person.city, private.town_of_address(q.address), left(q.organization_name, 100)),
    coalesce(place.region, person.region, 'À préciser'), soon, soon, q.organization_name,
    'Devis ' || q.number || case when q.subject <> '' then E'\u00a0: ' || q.subject else '' end,
    place.code, place.latitude, place.longitude
  )
  returning id into made;
  update public.quotes set trip_plan_id = made where id = q.id;
  -- The planning of the quote becomes that of the trip.
  update public.next_actions a set trip_plan_id = made, contact_id = null, quote_request_id = null
  where (a.contact_id = q.contact_id or a.quote_request_id = q.request_id) and a.done_at is null
    and a.title = 'Planifier le déplacement';
  return made;
end;
$$;

-- « Créer le déplacement » makes the trip of an accepted quote; it returns again the one that the quote has already.
create function public.create_trip_from_quote(quote uuid)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.quotes;
begin
  perform private.require_admin();
  known := private.lock_quote(quote);
  if known.trip_plan_id is not null then
    return known.trip_plan_id;
  end if;
  if known.status <> 'accepté' then
    raise sqlstate 'PT409' using message = 'Ce devis n’est pas accepté.';
  end if;
  return private.make_quote_trip(known);
end;
$$;

grant execute on function public.create_trip_from_quote(uuid) to authenticated;

-- schemas/27_next_actions.sql

-- This file holds next actions: the one thing to do next about a contact, a quote request or a trip. It is no second
-- to-do app: a record has at most one that is open, and those that are done stay as its history.

create type public.next_action_kind as enum ('appeler');

create table public.next_actions (
  id uuid primary key default gen_random_uuid(),
  -- Exactly one of these is set. Another kind of record adds its column here, to the check, to an index and to
  -- private.next_action_records.
  contact_id uuid references public.contacts (id) on delete cascade,
  quote_request_id uuid references public.quote_requests (id) on delete cascade,
  trip_plan_id uuid references public.trip_plans (id) on delete cascade,
  title text not null,
  -- 'appeler' offers the record's phone number; null stands for anything else.
  kind public.next_action_kind,
  due_on date not null,
  -- It is on Québec's clocks; null means some time that day.
  due_time time,
  -- It is null for whoever sees the action first.
  owner uuid references auth.users (id) on delete set null,
  done_at timestamptz,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- These are the ground that allows a call to a public office holder (11_lobbying.sql), and the studio's note about
  -- it.
  lobbying_ground public.lobbying_ground,
  lobbying_reference text,
  constraint next_actions_one_record check (num_nonnulls(contact_id, quote_request_id, trip_plan_id) = 1),
  constraint next_actions_title_length check (btrim(title) <> '' and char_length(title) <= 200),
  constraint next_actions_title_one_line check (private.is_one_line_text(title)),
  constraint next_actions_lobbying_whole check ((lobbying_ground is null) = (lobbying_reference is null)),
  constraint next_actions_lobbying_reference_length
    check (btrim(lobbying_reference) <> '' and char_length(lobbying_reference) <= 200),
  constraint next_actions_lobbying_reference_one_line check (private.is_one_line_text(lobbying_reference))
);

-- The first three allow one open action per record and serve the foreign keys of open ones, the three that follow those
-- of all.
create unique index next_actions_open_contact_key on public.next_actions (contact_id) where done_at is null;
create unique index next_actions_open_request_key on public.next_actions (quote_request_id) where done_at is null;
create unique index next_actions_open_trip_key on public.next_actions (trip_plan_id) where done_at is null;
create index next_actions_contact_id_idx on public.next_actions (contact_id);
create index next_actions_quote_request_id_idx on public.next_actions (quote_request_id);
create index next_actions_trip_plan_id_idx on public.next_actions (trip_plan_id);
create index next_actions_owner_idx on public.next_actions (owner);
create index next_actions_recorded_by_idx on public.next_actions (recorded_by);
create index next_actions_due_idx on public.next_actions (due_on) where done_at is null;

create trigger next_actions_set_updated_at before update on public.next_actions
  for each row execute function private.set_updated_at();

alter table public.next_actions enable row level security;

-- Only the functions below write it, because « one open action per record » and « a done action is kept » involve
-- several rows, which no column grant can express.
grant select on table public.next_actions to authenticated, service_role;

create policy "next_actions: member reads" on public.next_actions
  for select to authenticated
  using ((select private.is_member()));

-- Plans the next action of a record, or changes the one that is open; returns its id.
--   target  contact, quote_request or trip_plan
--   ground  what allows a call to a person who holds a public office, and its reference; it is not asked for what the
--           studio's own records allow (private.standing_ground), nor again for the same open action
create function public.plan_next_action(
  target text,
  target_id uuid,
  title text,
  due_on date,
  due_time time default null,
  kind public.next_action_kind default null,
  owner uuid default null,
  ground public.lobbying_ground default null,
  ground_reference text default null
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  planned uuid;
  allowed_by jsonb;
begin
  perform private.require_admin();
  if owner is not null and not exists (
    select from public.user_roles r where r.user_id = plan_next_action.owner and r.role = 'admin'
  ) then
    raise sqlstate 'PT409' using message = 'Cette personne ne fait plus partie de l’équipe.';
  end if;
  -- The record is locked first: of two people who plan at the same time, the second changes what the first planned.
  if target = 'contact' then
    perform from public.contacts c where c.id = target_id for update;
  elsif target = 'quote_request' then
    perform from public.quote_requests q where q.id = target_id and q.anonymised_at is null for update;
  elsif target = 'trip_plan' then
    perform from public.trip_plans t where t.id = target_id for update;
  else
    raise invalid_parameter_value using message = 'Cette fiche n’a pas de prochaine action.';
  end if;
  if not found then
    raise sqlstate 'PT404' using message = 'Cette fiche n’existe plus.';
  end if;
  if target = 'contact' and plan_next_action.kind = 'appeler' and private.lobbying_refusal(target_id) is not null then
    allowed_by := coalesce(
      case when ground is not null and btrim(ground_reference) <> '' then
        jsonb_build_object('ground', ground, 'reference', left(btrim(ground_reference), 200))
      end,
      (
        select jsonb_build_object('ground', a.lobbying_ground, 'reference', a.lobbying_reference)
        from public.next_actions a
        where a.contact_id = target_id and a.done_at is null and a.lobbying_ground is not null
      ),
      private.standing_ground(target_id, now())
    );
    if allowed_by is null then
      raise sqlstate 'PT422' using message =
        'Cette personne est titulaire d’une charge publique et n’a rien demandé par écrit : indiquez ce qui permet de la rappeler.';
    end if;
  end if;

  update public.next_actions a set
    title = btrim(plan_next_action.title), due_on = plan_next_action.due_on, due_time = plan_next_action.due_time,
    kind = plan_next_action.kind, owner = plan_next_action.owner,
    lobbying_ground = (allowed_by ->> 'ground')::public.lobbying_ground, lobbying_reference = allowed_by ->> 'reference'
  where a.done_at is null and case target
    when 'contact' then a.contact_id = target_id
    when 'quote_request' then a.quote_request_id = target_id
    else a.trip_plan_id = target_id
  end
  returning a.id into planned;
  if planned is null then
    insert into public.next_actions (contact_id, quote_request_id, trip_plan_id, title, due_on, due_time, kind, owner, recorded_by, lobbying_ground,
      lobbying_reference)
    values (
      case when target = 'contact' then target_id end,
      case when target = 'quote_request' then target_id end,
      case when target = 'trip_plan' then target_id end,
      btrim(title), due_on, due_time, kind, owner, auth.uid(),
      (allowed_by ->> 'ground')::public.lobbying_ground, allowed_by ->> 'reference'
    )
    returning id into planned;
  end if;
  return planned;
end;
$$;

grant execute on function public.plan_next_action(text, uuid, text, date, time, public.next_action_kind, uuid, public.lobbying_ground, text) to authenticated;

-- « Fait » finishes an action or, with `done` false, « Annuler » opens it again, which is refused once another action
-- was planned for the record. It returns false when the action was so already, or is gone.
create function public.finish_next_action(action uuid, done boolean default true)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.next_actions a set done_at = case when done then now() end
  where a.id = action and (a.done_at is null) = done;
  return found;
exception when unique_violation then
  raise sqlstate 'PT409' using message = 'Une autre action a été planifiée entre-temps pour cette fiche.';
end;
$$;

grant execute on function public.finish_next_action(uuid, boolean) to authenticated;

-- « Reporter » gives an action another day; the time stays. It returns false when the action is done, or gone.
create function public.postpone_next_action(action uuid, until date)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.next_actions a set due_on = until where a.id = action and a.done_at is null;
  return found;
end;
$$;

grant execute on function public.postpone_next_action(uuid, date) to authenticated;

-- Withdraws an open action; one that is done is history and stays.
create function public.remove_next_action(action uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.next_actions a where a.id = action and a.done_at is null;
  return found;
end;
$$;

grant execute on function public.remove_next_action(uuid) to authenticated;

-- Lists whom an action may be given to: user_roles shows one's own row only.
create function public.action_owners()
returns table (id uuid, email text)
language sql
stable
security definer
set search_path = ''
as $$
  select u.id, u.email::text from public.user_roles r join auth.users u on u.id = r.user_id
  where r.role = 'admin' and (select private.is_member())
  order by u.email;
$$;

grant execute on function public.action_owners() to authenticated;

-- Deletes actions with the personal data of their request: they are words about somebody.
create function private.forget_request_actions()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.next_actions where quote_request_id = new.id;
  return null;
end;
$$;

create trigger quote_requests_forget_actions after update of anonymised_at on public.quote_requests
  for each row when (old.anonymised_at is null and new.anonymised_at is not null)
  execute function private.forget_request_actions();

-- Lists the records that open actions are about, by the names that others may read: organisations and towns, never
-- people.
create function private.next_action_records()
returns table (action_id uuid, target text, target_id uuid, organization text, phone text)
language sql
stable
set search_path = ''
as $$
  select a.id, 'contact', c.id, c.company, c.phone
  from public.next_actions a join public.contacts c on c.id = a.contact_id where a.done_at is null
  union all
  select a.id, 'quote_request', q.id, q.organization_name, q.phone
  from public.next_actions a join public.quote_requests q on q.id = a.quote_request_id where a.done_at is null
  union all
  select a.id, 'trip_plan', t.id, t.city, null
  from public.next_actions a join public.trip_plans t on t.id = a.trip_plan_id where a.done_at is null;
$$;

grant execute on function private.next_action_records() to authenticated;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the open actions that are due today or were before.
create function private.action_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  select 'action', 'prochaine action', a.id, a.title, r.organization, moment.due, case when moment.due < at then 0 else 1 end,
    null::bigint, r.target, r.target_id, case when a.kind = 'appeler' then r.phone end, a.owner
  from public.next_actions a
  join private.next_action_records() r on r.action_id = a.id
  cross join lateral (
    select (a.due_on + coalesce(a.due_time, time '23:59:59')) at time zone 'America/Toronto' as due
  ) as moment
  where a.done_at is null and a.due_on <= (at at time zone 'America/Toronto')::date;
$$;

grant execute on function private.action_today_rows(timestamptz) to authenticated;

-- schemas/28_replies.sql

-- This file holds answering a quote request or a message that came back: the team's notes, the attachments, and the
-- replies, which are rows of the outbox (25_outbox.sql) so that one worker sends everything by the same rules
-- (docs/decisions/0014).

create type public.request_note_kind as enum ('note', 'received');

-- The table holds what the team notes about a request, and is append-only. 'received' is an answer that came back to
-- the studio's mailbox.
create table public.request_notes (
  id uuid primary key default gen_random_uuid(),
  quote_request_id uuid not null references public.quote_requests (id) on delete cascade,
  kind public.request_note_kind not null default 'note',
  body text not null,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint request_notes_body_length check (btrim(body) <> '' and char_length(body) <= 5000)
);

create index request_notes_quote_request_id_idx on public.request_notes (quote_request_id, created_at);
create index request_notes_recorded_by_idx on public.request_notes (recorded_by);

alter table public.request_notes enable row level security;

grant select on table public.request_notes to authenticated, service_role;
grant insert (quote_request_id, kind, body, recorded_by) on table public.request_notes to authenticated;

create policy "request_notes: member reads" on public.request_notes
  for select to authenticated
  using ((select private.is_member()));

create policy "request_notes: admin writes as self" on public.request_notes
  for insert to authenticated
  with check (recorded_by = (select auth.uid()) and (select private.is_admin()));

create type public.request_event_kind as enum ('status', 'outcome');

-- The table tells how the status of a request moved, and how it ended. The trigger below writes it, never the API. The
-- record of changes (02_team.sql) keeps no value (docs/decisions/0015).
create table public.request_events (
  id uuid primary key default gen_random_uuid(),
  quote_request_id uuid not null references public.quote_requests (id) on delete cascade,
  kind public.request_event_kind not null,
  -- These are statuses, or outcomes; null for an outcome that is not known.
  old_value text,
  new_value text,
  -- These are why the request was lost, and its amount, as they were at that outcome.
  reason text,
  amount_cents bigint,
  -- It is null for the server, which sets « répondu » when a reply has left.
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);

create index request_events_quote_request_id_idx on public.request_events (quote_request_id, created_at);
create index request_events_recorded_by_idx on public.request_events (recorded_by);

alter table public.request_events enable row level security;

grant select on table public.request_events to authenticated, service_role;

create policy "request_events: member reads" on public.request_events
  for select to authenticated
  using ((select private.is_member()));

-- Records a change of status, or an outcome, but not one that the same person takes back within a minute.
create function private.record_request_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.status is distinct from old.status then
    delete from public.request_events
    where id = (
        select id from public.request_events
        where quote_request_id = new.id and kind = 'status' order by created_at desc, id limit 1
      )
      and old_value = new.status::text and new_value = old.status::text
      and recorded_by = auth.uid() and created_at > now() - interval '1 minute';
    if not found then
      insert into public.request_events (quote_request_id, kind, old_value, new_value, recorded_by)
      values (new.id, 'status', old.status, new.status, auth.uid());
    end if;
  end if;
  if (new.outcome, new.outcome_reason) is distinct from (old.outcome, old.outcome_reason)
    or new.outcome is not null and new.expected_amount_cents is distinct from old.expected_amount_cents
  then
    delete from public.request_events
    where id = (
        select id from public.request_events
        where quote_request_id = new.id and kind = 'outcome' order by created_at desc, id limit 1
      )
      and new.outcome is null and old_value is null
      and recorded_by = auth.uid() and created_at > now() - interval '1 minute';
    if not found then
      insert into public.request_events
        (quote_request_id, kind, old_value, new_value, reason, amount_cents, recorded_by)
      values (
        new.id, 'outcome', old.outcome, new.outcome, new.outcome_reason,
        case when new.outcome is not null then new.expected_amount_cents end, auth.uid()
      );
    end if;
  end if;
  return null;
end;
$$;

-- Anonymising archives a request, and has just deleted its history.
create trigger quote_requests_record_change
  after update of status, outcome, outcome_reason, expected_amount_cents on public.quote_requests
  for each row when (new.anonymised_at is null)
  execute function private.record_request_change();

-- Attachments -----------------------------------------------------------------------------------------------------

-- The bucket is private: a file, `<request>/<random>.<extension>`, is read with the rights of an administrator, or sent
-- by the worker.
select private.make_bucket(
  'request-files', false, 10485760, array['application/pdf', 'image/jpeg', 'image/png'],
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(pdf|jpg|png)$'
);

-- There is no update policy, and no role deletes the files of a reply: what was sent does not change.
create policy "request-files: admin deletes unused" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'request-files'
    and not exists (
      select from public.notifications as reply
      where reply.quote_request_id::text = split_part(name, '/', 1) and reply.state <> 'brouillon'
        and reply.attachments @> jsonb_build_array(jsonb_build_object('path', name))
    )
    and (select private.is_admin())
  );

-- Returns the files that a reply names, as storage knows them: [{ path, name, type, size }]. It refuses, in French, one
-- that is not there or belongs to another request, and more than ten files or 10 MB.
create function private.request_files(request uuid, files jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  known jsonb;
  most_bytes constant bigint := 10485760;
begin
  if jsonb_typeof(files) is distinct from 'array' or jsonb_array_length(files) > 10 then
    raise exception using message = 'Une réponse porte au plus 10 pièces jointes.';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'path', object.name,
    'name', left(regexp_replace(coalesce(given.file ->> 'name', ''), '[[:cntrl:]"\\/<>:*?|]', '_', 'g'), 120),
    'type', coalesce(object.metadata ->> 'mimetype', 'application/octet-stream'),
    'size', coalesce((object.metadata ->> 'size')::bigint, most_bytes)
  ) order by given.place), '[]') into known
  from jsonb_array_elements(files) with ordinality as given (file, place)
  join storage.objects as object on object.bucket_id = 'request-files' and object.name = given.file ->> 'path'
  where split_part(object.name, '/', 1) = request::text;
  if jsonb_array_length(known) <> jsonb_array_length(files) then
    raise exception using message = 'Une pièce jointe n''existe plus. Retirez-la et joignez-la de nouveau.';
  end if;
  if (select sum((file ->> 'size')::bigint) from jsonb_array_elements(known) as file) > most_bytes then
    raise exception using message = 'Les pièces jointes dépassent 10 Mo au total.';
  end if;
  return known;
end;
$$;

-- Replies -----------------------------------------------------------------------------------------------------------

-- Locks the request for a reply to it, and returns it.
create function private.lock_answerable_request(asked uuid)
returns public.quote_requests
language plpgsql
set search_path = ''
as $$
declare
  request public.quote_requests;
begin
  select * into request from public.quote_requests where id = asked for update;
  if not found or request.anonymised_at is not null then
    raise exception using message = 'Cette demande n''existe plus.';
  end if;
  return request;
end;
$$;

-- Keeps the text of a reply that is being written: one draft a request, the last one saved. An empty one is forgotten.
-- It returns false when the reply has left the draft meanwhile: a late save must not bring it back.
create function public.save_reply_draft(
  reply uuid, quote uuid, reply_subject text, reply_body text, files jsonb default '[]'
)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.lock_answerable_request(quote);
  if exists (select from public.notifications where id = reply and (state <> 'brouillon' or quote_request_id <> quote)) then
    return false;
  end if;
  delete from public.notifications where quote_request_id = quote and state = 'brouillon';
  if reply_subject ~ '\S' or reply_body ~ '\S' or files <> '[]' then
    insert into public.notifications (id, quote_request_id, kind, state, subject, body, attachments, created_by)
    values (
      reply, quote, 'reply', 'brouillon', reply_subject, reply_body, private.request_files(quote, files), auth.uid()
    );
  end if;
  return true;
end;
$$;

grant execute on function public.save_reply_draft(uuid, uuid, text, text, jsonb) to authenticated;

-- « Envoyer » puts a reply in the outbox, where it waits ten seconds for « Annuler l'envoi ». Called twice with the
-- same id, it is sent once. Answering what a person asked needs no consent; an address that bounced or complained is
-- refused. It returns when the reply may leave.
create function public.send_reply(reply uuid, quote uuid, reply_subject text, reply_body text, files jsonb default '[]')
returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  request public.quote_requests;
  known public.notifications;
  refusal text;
  leaves_at timestamptz := now() + interval '10 seconds';
begin
  perform private.require_admin();
  request := private.lock_answerable_request(quote);
  select * into known from public.notifications where id = reply;
  if found and (known.state <> 'brouillon' or known.quote_request_id <> quote) then
    return known.next_attempt_at;
  end if;
  refusal := private.address_refusal(request.email);
  if refusal is not null then
    raise exception using message = refusal || ' La réponse n''a pas été envoyée.';
  end if;
  if (reply_subject ~ '\S' and reply_body ~ '\S') is not true then
    raise exception using message = 'Écrivez un sujet et un texte.';
  end if;
  delete from public.notifications where quote_request_id = quote and state = 'brouillon';
  insert into public.notifications
    (id, quote_request_id, kind, subject, body, attachments, created_by, next_attempt_at)
  values (
    reply, quote, 'reply', btrim(reply_subject), reply_body, private.request_files(quote, files), auth.uid(), leaves_at
  );
  return leaves_at;
end;
$$;

grant execute on function public.send_reply(uuid, uuid, text, text, jsonb) to authenticated;

-- « Annuler l'envoi », and « Reprendre le texte » of one that failed, make the reply a draft again, unless it may have
-- arrived. It gets another id once it was tried: a provider compares what comes under the same key. It returns false
-- when it is too late.
create function public.take_back_reply(reply uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  asked uuid;
  message uuid;
begin
  perform private.require_admin();
  select quote_request_id, inbound_message_id into asked, message from public.notifications where id = reply and kind = 'reply';
  if not found then
    return false;
  end if;
  if message is null then
    perform private.lock_answerable_request(asked);
  else
    perform from public.inbound_messages where id = message for update;
  end if;
  if exists (
    select from public.notifications
    where (quote_request_id = asked or inbound_message_id = message) and state = 'brouillon' and id <> reply
  ) then
    raise exception using message = 'Un autre brouillon est commencé.';
  end if;
  update public.notifications set
    id = case when attempts > 0 then gen_random_uuid() else id end,
    state = 'brouillon', attempts = 0, next_attempt_at = now(), first_attempt_at = null, provider_id = null,
    last_error = null, finished_at = null
  where id = reply and lease_token is null and not may_have_arrived and state in ('en_attente', 'échec', 'retenu');
  return found;
end;
$$;

grant execute on function public.take_back_reply(uuid) to authenticated;

-- Answers to messages ------------------------------------------------------------------------------------------------

-- Finds the place of the message of ours that somebody answered: { send, contact, request }, by its id in one of the
-- two outboxes. It returns null when it is no message of ours.
create function private.place_of_message(ours uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  send public.email_sends;
  sent public.notifications;
begin
  select * into send from public.email_sends where id = ours;
  if found then
    return jsonb_build_object('send', send.id, 'contact', coalesce(send.contact_id, (
      select id from public.contacts where lower(email) = lower(send.recipient_email)
    )));
  end if;
  select * into sent from public.notifications where id = ours;
  if not found then
    return null;
  end if;
  return coalesce(
    (
      select jsonb_build_object('contact', asked.contact_id, 'request', asked.quote_request_id, 'send', asked.email_send_id)
      from public.inbound_messages as asked where asked.id = sent.inbound_message_id
    ),
    (
      select jsonb_build_object('contact', quote.contact_id, 'request', quote.request_id)
      from public.quotes as quote
      where quote.id = coalesce(sent.issued_quote_id, (select i.quote_id from public.invoices as i where i.id = sent.invoice_id))
    ),
    jsonb_build_object('request', sent.quote_request_id)
  );
end;
$$;

-- Keeps the text of an answer that is being written to a message: one draft a message, the last one saved, and none
-- once it is empty. It returns false when the answer has left the draft meanwhile: a late save must not bring it back.
create function public.save_answer_draft(reply uuid, message uuid, reply_subject text, reply_body text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform from public.inbound_messages where id = message for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ce message n’existe plus.';
  end if;
  if exists (
    select from public.notifications
    where id = reply and (state <> 'brouillon' or inbound_message_id is distinct from message)
  ) then
    return false;
  end if;
  delete from public.notifications where inbound_message_id = message and state = 'brouillon';
  if reply_body ~ '\S' then
    insert into public.notifications (id, inbound_message_id, kind, state, subject, body, created_by)
    values (reply, message, 'reply', 'brouillon', reply_subject, reply_body, auth.uid());
  end if;
  return true;
end;
$$;

grant execute on function public.save_answer_draft(uuid, uuid, text, text) to authenticated;

-- « Envoyer » puts the answer to a message filed with a contact in the outbox, ten seconds ahead, as it does replies to
-- requests. Called twice with the same id, it is sent once. It returns when the answer may leave.
create function public.answer_message(reply uuid, message uuid, reply_subject text, reply_body text)
returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  asked public.inbound_messages;
  known public.notifications;
  refusal text;
  leaves_at timestamptz := now() + interval '10 seconds';
begin
  perform private.require_admin();
  select * into asked from public.inbound_messages where id = message for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ce message n’existe plus.';
  end if;
  select * into known from public.notifications where id = reply;
  if found and (known.state <> 'brouillon' or known.inbound_message_id is distinct from message) then
    return known.next_attempt_at;
  end if;
  -- Programs that answer each other never end.
  if asked.kind not in ('reply', 'removal') or private.is_email_address(asked.from_email) is not true then
    raise exception using message = 'On ne répond pas à un message automatique.';
  end if;
  refusal := private.address_refusal(asked.from_email);
  if refusal is not null then
    raise exception using message = refusal || ' La réponse n''a pas été envoyée.';
  end if;
  if (reply_subject ~ '\S' and reply_body ~ '\S') is not true then
    raise exception using message = 'Écrivez un sujet et un texte.';
  end if;
  delete from public.notifications where inbound_message_id = message and state = 'brouillon';
  insert into public.notifications (id, inbound_message_id, kind, subject, body, created_by, next_attempt_at)
  values (reply, message, 'reply', btrim(reply_subject), reply_body, auth.uid(), leaves_at);
  return leaves_at;
end;
$$;

grant execute on function public.answer_message(uuid, uuid, text, text) to authenticated;

-- Completes the action about a message once its answer has left, unless a person changed that action.
create function private.finish_answer_action(reply public.notifications)
returns void
language sql
set search_path = ''
as $$
  update public.next_actions as action set done_at = now()
  from public.inbound_messages as asked
  where action.done_at is null and asked.kind = 'reply' and action.title = private.answer_action_title(asked.kind)
    and (
      asked.id = reply.inbound_message_id and action.contact_id = asked.contact_id
      or asked.quote_request_id = reply.quote_request_id and action.quote_request_id = asked.quote_request_id
    );
$$;

-- schemas/29_places_and_relations.sql

-- This file says what the studio has with each place, organisation and prospect, read at the moment it is shown.

-- The next functions find prospects that are known: one of whom the studio has an accepted quote, an open one or a
-- request is no prospect any more. This is told of each when it is read, for what the studio has with an organisation
-- changes after the prospect was found.

-- Returns the code of the register that an organisation is by its name alone, « Ville de La Malbaie » or « MRC de La
-- Matanie »; null for any other, and for a name that two places bear.
create function private.register_code_named(organization_name text)
returns text
language plpgsql
stable
strict
security definer
set search_path = ''
as $$
declare
  bare text := private.place_key(organization_name);
begin
  if bare ~ '^(la )?(mrc|municipalite regionale de comte) ' then
    return private.organisation_code(
      jsonb_populate_record(null::public.contacts, jsonb_build_object('sector', 'mrc', 'company', organization_name))
    );
  end if;
  bare := regexp_replace(bare, '^(la |l )?(mairie|hotel de ville|ville|municipalite|village|paroisse|canton) ', '');
  return (
    select min(code) from (
      select distinct private.municipality_of(regexp_replace(bare, '^' || article, ''), '') as code
      from unnest(array['', 'de l ', 'de la ', 'de ', 'du ', 'des ', 'd ']) as article
    ) as places
    having count(code) = 1
  );
end;
$$;

grant execute on function private.register_code_named(text) to authenticated;

-- Lists which prospects, of a trip or of all, the studio has dealings with: 'client' (an accepted quote, or a partner),
-- 'quote' (a draft or one that was sent) or 'request' (any but a lost one), and since when as far as that is known. An
-- organisation is the same by the code of the register, by the organisation of its contact, by an address of its own,
-- or by its name where no contact is known; for a public body also by its domain.
create function private.related_prospects(trip_id uuid default null)
returns table (prospect uuid, trip_plan_id uuid, relation text, since timestamptz)
language sql
stable
set search_path = ''
as $$
  with dealings as (
    select case q.status when 'accepté' then 'client' else 'quote' end as relation,
      case q.status when 'accepté' then coalesce(q.closed_at, q.sent_at) else coalesce(q.sent_at, q.created_at) end as since,
      q.contact_id, q.organization_name, q.email
    from public.quotes as q
    where q.status in ('accepté', 'brouillon', 'envoyé')
    union all
    select 'request', r.created_at, r.contact_id, r.organization_name, r.email
    from public.quote_requests as r
    where r.anonymised_at is null and r.outcome is distinct from 'perdue'
    union all
    select 'client', (
        select min(e.created_at) from public.contact_events as e where e.contact_id = c.id and e.new_status = 'partenaire'
      ), c.id, c.company, c.email
    from public.contacts as c
    where c.status = 'partenaire'
  ),
  parties as materialized (
    select d.relation, d.since, c.organisation_id,
      case when c.id is null then private.register_code_named(d.organization_name) else o.register_code end as code,
      case when c.id is null then private.name_key(d.organization_name) end as name_key,
      address.email, private.organisation_domain(address.email) as domain
    from dealings as d
    left join public.contacts as c on c.id = d.contact_id
    left join public.organisations as o on o.id = c.organisation_id
    cross join lateral (
      select lower(nullif(d.email, '')) as email union select lower(c.email)
    ) as address
  ),
  suggested as materialized (
    select p.id, p.trip_plan_id, p.contact_id, lower(p.email) as email, private.name_key(p.company) as name_key,
      private.place_key(p.city) as town_key, p.region,
      substring(p.external_id from '^mamh:(?:mrc-)?(.*)$') as code,
      substring(lower(p.website) from '^https?://(?:www\.)?([^/:?#]+)') as site
    from public.suggested_prospects as p
    where related_prospects.trip_id is null or p.trip_plan_id = related_prospects.trip_id
  ),
  organised as (
    select s.id, o.id as organisation_id from suggested as s
    join public.organisations as o on o.name_key = s.name_key and o.town_key = s.town_key and o.region = s.region
    union
    select s.id, c.organisation_id from suggested as s join public.contacts as c on c.id = s.contact_id
  ),
  found as (
    select s.id, t.relation, t.since from suggested as s join parties as t on t.code = s.code
    union all
    select s.id, t.relation, t.since from organised as s join parties as t on t.organisation_id = s.organisation_id
    union all
    select s.id, t.relation, t.since from suggested as s join parties as t on t.email = s.email
    union all
    select s.id, t.relation, t.since from suggested as s join parties as t on t.name_key = s.name_key
    union all
    select s.id, t.relation, t.since from suggested as s join parties as t on t.domain = s.site
    where s.code is not null
  )
  select s.id, s.trip_plan_id, nearest.relation, nearest.since
  from (
    select distinct on (f.id) f.id, f.relation, min(f.since) as since from found as f
    group by f.id, f.relation
    order by f.id, array_position(array['client', 'quote', 'request'], f.relation)
  ) as nearest
  join suggested as s on s.id = nearest.id;
$$;

grant execute on function private.related_prospects(uuid) to authenticated;

-- Returns the relations of one trip for its screen: prospect → { relation, since }. It is one value: a list of rows
-- would be cut at 1 000.
create function public.prospect_relations(trip_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(
    jsonb_object_agg(r.prospect, jsonb_build_object('relation', r.relation, 'since', r.since)), '{}'
  )
  from private.related_prospects(trip_id) as r;
$$;

grant execute on function public.prospect_relations(uuid) to authenticated;

-- Counts per trip its prospects, those that wait and are no client or on the way of becoming one, and those that became
-- contacts. It runs as the caller, under the policies; a trip without prospects has no row.
create function public.trip_plan_counts()
returns table (trip_plan_id uuid, prospects integer, pending integer, contacts integer)
language sql
stable
set search_path = ''
as $$
  select p.trip_plan_id, count(*)::integer,
    (count(*) filter (where p.status = 'pending' and known.prospect is null))::integer,
    (count(*) filter (where p.status = 'accepted'))::integer
  from public.suggested_prospects as p
  left join private.related_prospects() as known on known.prospect = p.id
  group by p.trip_plan_id;
$$;

grant execute on function public.trip_plan_counts() to authenticated;

-- The next functions say what the studio has done in each municipality of the register: its list, and the page of each.
-- Both run as the caller: the policies of each table decide what is shown.

-- Returns for each municipality how many contacts it has, whether it is a client (a partner, or somebody who accepted a
-- quote), when a message last left for it, and when its next action is due. It is one value: a list of rows would be
-- cut at 1 000.
create function public.municipality_relations()
returns jsonb
language sql
stable
set search_path = ''
as $$
  with known as (
    select c.id, c.municipality_code as code, c.status from public.contacts as c where c.municipality_code is not null
  ),
  people as (
    select code, count(*) as contacts, bool_or(status = 'partenaire') as is_partner from known group by code
  ),
  bought as (
    select known.code from public.quotes as q join known on known.id = q.contact_id
    where q.status = 'accepté'
    group by known.code
  ),
  written as (
    select known.code, max(s.finished_at) as last_sent_at
    from public.email_sends as s join known on known.id = s.contact_id
    where s.status = 'envoyé'
    group by known.code
  ),
  due as (
    select known.code, min(a.due_on) as due_on
    from public.next_actions as a join known on known.id = a.contact_id
    where a.done_at is null
    group by known.code
  )
  select coalesce(jsonb_object_agg(people.code, jsonb_build_object(
    'contacts', people.contacts, 'is_client', people.is_partner or bought.code is not null,
    'last_sent_at', written.last_sent_at, 'due_on', due.due_on
  )), '{}')
  from people
  left join bought on bought.code = people.code
  left join written on written.code = people.code
  left join due on due.code = people.code;
$$;

grant execute on function public.municipality_relations() to authenticated;

-- Returns what the studio has done around a point, which the reasons to visit a prospect and the map of a trip rest on:
--   { clients: [{ code, name, mrc_name, latitude, longitude }], tours: [the same of its town, with id and title] }
-- Tours are the newest two hundred published ones. Members call it, and the function that writes the reasons.
create function public.studio_around(
  latitude double precision, longitude double precision, radius_km double precision
)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with towns as materialized (
    select m.code, m.name, m.mrc_name, m.latitude, m.longitude from public.municipalities as m
    where (current_setting('role', true) = 'service_role' or (select private.is_member()))
      and m.kind = 'municipalité' and private.distance_km($1, $2, m.latitude, m.longitude) <= $3
  ),
  clients as (
    select t.* from towns as t
    where t.code in (
      select known.key from jsonb_each(public.municipality_relations()) as known where known.value ->> 'is_client' = 'true'
    )
  ),
  placed as (
    select v.id, v.title, v.created_at,
      private.municipality_of(split_part(v.location, ',', 1), btrim(split_part(v.location, ',', 2))) as town_code
    from public.virtual_tours as v
    where v.status = 'published' and v.location <> ''
  ),
  tours as (
    select placed.id, placed.title, placed.created_at, t.* from placed join towns as t on t.code = placed.town_code
    order by placed.created_at desc, placed.id
    limit 200
  )
  select jsonb_build_object(
    'clients', (select coalesce(jsonb_agg(to_jsonb(c) order by c.code), '[]') from clients as c),
    'tours', (
      select coalesce(jsonb_agg(to_jsonb(v) - 'created_at' order by v.created_at desc, v.id), '[]') from tours as v
    )
  );
$$;

grant execute on function public.studio_around(double precision, double precision, double precision)
  to authenticated, service_role;

-- Returns what the studio has done with some people and in some towns:
--   { contacts, trips, tours, requests, quotes, emails, actions }
-- A trip or a tour is in a town by its code, else by the name of its place and region.
create function private.records_of(contact_ids uuid[], town_codes text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  with people as (
    select c.* from public.contacts as c where c.id = any (contact_ids)
  ),
  requests as (
    select r.* from public.quote_requests as r where r.contact_id = any (contact_ids)
  ),
  trips as (
    select t.* from public.trip_plans as t
    where t.municipality_code = any (town_codes)
      or t.municipality_code is null and private.municipality_of(t.city, t.region) = any (town_codes)
      or t.id in (select q.trip_plan_id from public.quotes as q where q.contact_id = any (contact_ids))
  ),
  tours as (
    select v.* from public.virtual_tours as v
    where cardinality(town_codes) > 0
      and private.municipality_of(split_part(v.location, ',', 1), btrim(split_part(v.location, ',', 2))) = any (town_codes)
  ),
  quotes as (
    select q.* from public.quotes as q
    where q.contact_id = any (contact_ids) or q.trip_plan_id in (select id from trips)
      or q.request_id in (select id from requests)
  )
  select jsonb_build_object(
    'contacts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'name', c.name, 'company', c.company, 'status', c.status, 'email', c.email, 'phone', c.phone,
        'function_kind', c.function_kind, 'function_title', c.function_title, 'organisation_id', c.organisation_id
      ) order by private.place_key(c.name), c.id), '[]') from people as c
    ),
    'trips', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'city', t.city, 'start_date', t.start_date, 'end_date', t.end_date, 'job_type', t.job_type,
        'status', t.status
      ) order by t.start_date desc, t.id), '[]') from trips as t
    ),
    'tours', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', v.id, 'title', v.title, 'status', v.status
      ) order by v.created_at desc, v.id), '[]') from tours as v
    ),
    'requests', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', r.id, 'organization_name', r.organization_name, 'service_type', r.service_type, 'status', r.status,
        'created_at', r.created_at
      ) order by r.created_at desc, r.id), '[]') from requests as r
    ),
    'quotes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', q.id, 'number', q.number, 'subject', q.subject, 'status', q.status, 'total_cents', q.total_cents,
        'organization_name', q.organization_name, 'updated_at', q.updated_at
      ) order by q.updated_at desc, q.id), '[]') from quotes as q
    ),
    'emails', (
      select coalesce(jsonb_agg(to_jsonb(sent) order by sent.at desc, sent.id), '[]')
      from (
        select s.id, s.campaign_id, s.contact_id, s.subject, s.status, c.name as contact_name,
          coalesce(s.finished_at, s.created_at) as at
        from public.email_sends as s join people as c on c.id = s.contact_id
        order by coalesce(s.finished_at, s.created_at) desc, s.id
        limit 50
      ) as sent
    ),
    'actions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', a.id, 'title', a.title, 'due_on', a.due_on, 'contact_id', a.contact_id, 'trip_plan_id', a.trip_plan_id
      ) order by a.due_on, a.id), '[]')
      from public.next_actions as a
      where a.done_at is null
        and (a.contact_id = any (contact_ids) or a.trip_plan_id in (select id from trips))
    )
  );
$$;

grant execute on function private.records_of(uuid[], text[]) to authenticated;

-- Returns everything about one municipality, or about all those of an MRC; null when the register never listed it.
--   { place, towns, organisation, contacts, trips, tours, requests, quotes, emails, actions }
create function public.municipality_page(municipality_code text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with place as (
    select m.* from public.municipalities as m where m.code = municipality_page.municipality_code
  ),
  towns as (
    select m.code, m.name, m.search_key, m.region, m.population, m.gone_on
    from public.municipalities as m, place
    where m.code = place.code or place.kind = 'mrc' and m.kind = 'municipalité' and m.mrc_code = place.code
  )
  select jsonb_build_object(
    'place', to_jsonb(place),
    'towns', case when place.kind = 'mrc' then (
      select coalesce(jsonb_agg(jsonb_build_object('code', t.code, 'name', t.name, 'population', t.population) order by t.search_key), '[]')
      from towns as t where t.code <> place.code and t.gone_on is null
    ) else '[]' end,
    'organisation', (
      select jsonb_build_object('id', o.id, 'name', o.name) from public.organisations as o where o.register_code = place.code
    )
  ) || private.records_of(
    array(select c.id from public.contacts as c where c.municipality_code in (select code from towns)),
    array(select code from towns)
  )
  from place;
$$;

grant execute on function public.municipality_page(text) to authenticated;

-- The next functions say what the studio knows of each organisation and of the persons of it. They run as the caller:
-- the policies of each table decide what is shown.

-- Returns everything about one organisation; null when there is none of that number.
--   { organisation, contacts, trips, tours, requests, quotes, emails, actions }
create function public.organisation_page(organisation uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('organisation', to_jsonb(o) - '{domain, name_key, town_key}'::text[]) || private.records_of(
    array(select c.id from public.contacts as c where c.organisation_id = o.id),
    array_remove(array[o.register_code], null)
  )
  from public.organisations as o
  where o.id = organisation_page.organisation;
$$;

grant execute on function public.organisation_page(uuid) to authenticated;

-- Returns the number of contacts of each organisation that has any. It is one value, because a list of rows would be
-- cut at 1 000.
create function public.organisation_people()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(counted.organisation_id, counted.people), '{}')
  from (
    select c.organisation_id, count(*) as people from public.contacts as c
    where c.organisation_id is not null group by c.organisation_id
  ) as counted;
$$;

grant execute on function public.organisation_people() to authenticated;

-- Returns for each contact when somebody last called them, met them or wrote to them, and what is to be done next: {
-- last_at, due_on, action }. A note is no contact. It is one value: a list of rows would be cut at 1 000.
create function public.contact_recency()
returns jsonb
language sql
stable
set search_path = ''
as $$
  with touched as (
    select contact_id, max(at) as last_at
    from (
      select a.contact_id, a.happened_at as at from public.contact_activities as a where a.kind <> 'note'
      union all
      select s.contact_id, coalesce(s.finished_at, s.created_at)
      from public.email_sends as s where s.status = 'envoyé' and s.contact_id is not null
    ) as each_time
    group by contact_id
  )
  select coalesce(jsonb_object_agg(coalesce(touched.contact_id, planned.contact_id), jsonb_strip_nulls(jsonb_build_object(
    'last_at', touched.last_at, 'due_on', planned.due_on, 'action', planned.title
  ))), '{}')
  from touched
  full join (
    select a.contact_id, a.due_on, a.title from public.next_actions as a where a.done_at is null and a.contact_id is not null
  ) as planned on planned.contact_id = touched.contact_id;
$$;

grant execute on function public.contact_recency() to authenticated;

-- schemas/30_lists_and_search.sql

-- This file holds the views of the back office's lists (a name for a search, filters and order, shared by the team) and
-- the one search.

create type public.saved_view_list as enum (
  'tours', 'contacts', 'quote_requests', 'trip_plans', 'campaigns', 'email_templates', 'quotes', 'municipalities',
  'invoices'
);

create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  list public.saved_view_list not null,
  name text not null,
  -- It is the query string of the list's address, without its « ? ». A link is made of it, so nothing else may stand in
  -- it.
  parameters text not null,
  -- A fraction fits between two neighbours: moving a view writes one row.
  position double precision not null,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint saved_views_list_name_key unique (list, name),
  constraint saved_views_name_length check (btrim(name) <> '' and char_length(name) <= 60),
  constraint saved_views_name_one_line check (private.is_one_line_text(name)),
  constraint saved_views_parameters_length check (char_length(parameters) <= 2000),
  constraint saved_views_parameters_format check (parameters ~ '^[A-Za-z0-9*._+%&=-]+$'),
  constraint saved_views_position_finite check (position > '-infinity' and position < 'infinity')
);

create index saved_views_created_by_idx on public.saved_views (created_by);

alter table public.saved_views enable row level security;

grant select on table public.saved_views to authenticated;
grant insert (list, name, parameters, position) on table public.saved_views to authenticated;
grant update (name, parameters, position) on table public.saved_views to authenticated;
grant delete on table public.saved_views to authenticated;
grant select, insert, update, delete on table public.saved_views to service_role;

create policy "saved_views: member reads" on public.saved_views
  for select to authenticated
  using ((select private.is_member()));

create policy "saved_views: admin inserts" on public.saved_views
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "saved_views: admin updates" on public.saved_views
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "saved_views: admin deletes" on public.saved_views
  for delete to authenticated
  using ((select private.is_admin()));

-- The functions below are one search over everything that the back office holds.

-- Turns the words of a query into regular expressions that find them at the beginning of a word, whatever the case, the
-- accents and the ligatures. Only letters and digits are left of the query, so it cannot bring an expression of its
-- own; a number is found through the spaces, dots and dashes of a telephone number. A word with an « @ » is an address,
-- found as it is written. At most twelve words are taken: past them a query is no search.
create function private.search_patterns(query text)
returns text[]
language sql
immutable
strict
parallel safe
set search_path = ''
as $$
  with typed as (
    select normalize(left(query, 200), NFC) as text
  ),
  parts as (
    -- An address is sought as it is written, from its beginning: « neil@… » is not « o'neil@… ».
    select 0 as kind, place, case when word like '@%' then '' else '(^|\s)' end
      || regexp_replace(word, '([].^$*+?(){}|\\[])', '\\\1', 'g') as pattern, word
    from typed, regexp_split_to_table(typed.text, '\s+') with ordinality as words (word, place)
    where word like '_%@%' or word like '%@_%'
    union all
    select 1, place, '\m' || case
      when word ~ '^[0-9]+$' then regexp_replace(word, '(?<=[0-9])(?=[0-9])', '[ ().-]*', 'g')
      else replace(replace(replace(replace(replace(replace(replace(replace(replace(
        replace(replace(word, 'oe', '<'), 'ae', '>'),
        'a', '[aàâäáãÀÂÄÁÃ]'), 'e', '[eéèêëÉÈÊË]'), 'i', '[iîïíÎÏÍ]'), 'o', '[oôöóÔÖÓ]'), 'u', '[uùûüúÙÛÜÚ]'),
        'c', '[cçÇ]'), 'n', '[nñÑ]'),
        '<', '([œŒ]|[oôöóÔÖÓ][eéèêëÉÈÊË])'), '>', '([æÆ]|[aàâäáãÀÂÄÁÃ][eéèêëÉÈÊË])')
    end, word
    from typed, unnest(string_to_array(private.place_key(regexp_replace(typed.text, '\S*@\S*', ' ', 'g')), ' '))
      with ordinality as words (word, place)
    where word <> ''
    union all
    -- These are words of other alphabets than the Latin one.
    select 2, place, word[1], word[1]
    from typed, regexp_matches(regexp_replace(typed.text, '\S*@\S*', ' ', 'g'), '[\u0370-\u1dff\u2c00-\u2dff\u3040-\ud7ff]+', 'g')
      with ordinality as words (word, place)
  )
  select array_agg(
    pattern
    -- The longest is in the fewest rows.
    order by char_length(word) desc, kind, place
  )
  from parts
  where place <= 12;
$$;

grant execute on function private.search_patterns(text) to authenticated;

-- Finds what answers to every word of the query, the best first, at most so many of each kind. It runs as the caller:
-- the policies of each table decide what is found. A kind is one more select and its name below, here, and in
-- src/admin/shell/data/search.ts. Every row is read: under row-level security no index on a text could be used
-- (docs/decisions/0050).
--   score  0: the title begins with a word of the query; 1: the title has one; 2: they are elsewhere
create function public.search_everything(query text, per_kind integer default 5)
returns table (kind text, id text, title text, detail text, score integer)
language plpgsql
stable
set search_path = ''
as $$
declare
  patterns text[] := private.search_patterns(query);
  beginning text := '^(' || array_to_string(patterns, '|') || ')';
  inside text := array_to_string(patterns, '|');
begin
  -- One letter finds nearly everything.
  if patterns is null or char_length(private.name_key(query)) < 2 then
    return;
  end if;
  return query
  with everything as (
    select 'contact' as kind, c.id::text as id, c.company as title, concat_ws(' · ', nullif(c.name, c.company), c.city) as detail,
      concat_ws(' ', c.company, c.name, c.email, c.city, c.phone) as searched, c.updated_at as changed_at
    from public.contacts c
    union all
    select 'organisation', o.id::text, o.name, o.city, concat_ws(' ', o.name, o.city, o.email, o.phone), o.updated_at
    from public.organisations o
    union all
    select 'request', q.id::text, q.organization_name, q.contact_name,
      concat_ws(' ', q.organization_name, q.contact_name, q.email, q.phone), q.created_at
    from public.quote_requests q
    where q.anonymised_at is null
    union all
    select 'quote', d.id::text, d.organization_name, concat_ws(' · ', coalesce(d.number, 'Brouillon'), nullif(d.subject, '')),
      concat_ws(' ', d.organization_name, d.number, d.subject, d.contact_name), d.updated_at
    from public.quotes d
    where d.anonymised_at is null
    union all
    select 'invoice', i.id::text, i.organization_name, concat_ws(' · ', coalesce(i.number, 'Brouillon'), nullif(i.subject, '')),
      concat_ws(' ', i.organization_name, i.number, i.subject, i.reference), i.updated_at
    from public.invoices i
    where i.anonymised_at is null
    union all
    select 'tour', t.id::text, t.title, t.location, concat_ws(' ', t.title, t.location, t.slug), t.updated_at
    from public.virtual_tours t
    union all
    select 'trip', p.id::text, p.city, concat_ws(' · ', p.client_name, p.start_date::text),
      concat_ws(' ', p.city, p.client_name, p.start_date::text, p.region), p.updated_at
    from public.trip_plans p
    union all
    select 'campaign', a.id::text, a.name, a.status::text, a.name, a.created_at
    from public.campaigns a
    union all
    select 'template', e.id::text, e.name, e.subject, concat_ws(' ', e.name, e.subject), e.updated_at
    from public.email_templates e
    union all
    select 'municipality', m.code, m.name, concat_ws(' · ', m.designation, m.region),
      concat_ws(' ', m.name, m.designation, m.region, m.code), m.imported_at
    from public.municipalities m
  ),
  scored as (
    select found.kind, found.id, found.title, found.detail, found.changed_at, case
      when found.title ~* beginning then 0
      when found.title ~* inside then 1
      else 2
    end as score
    from everything found
    where normalize(found.searched, NFC) ~* all (patterns)
  ),
  -- Each kind is searched by itself, so that a word that is in ten thousand contacts sorts none of them: the few best
  -- are kept while reading. Each turn runs only the select of its kind in the union above.
  best as (
    select one.*, row_number() over (partition by one.kind order by one.score, one.changed_at desc, one.id) as place
    from unnest(array['contact', 'organisation', 'request', 'quote', 'invoice', 'tour', 'trip', 'campaign', 'template', 'municipality']) as kinds (name)
    cross join lateral (
      select scored.* from scored where scored.kind = kinds.name
      order by scored.score, scored.changed_at desc, scored.id limit least(greatest(per_kind, 1), 20)
    ) as one
  )
  select best.kind, best.id, best.title, best.detail, best.score
  from best
  -- The register comes last: it has a town for nearly every word.
  order by best.kind = 'municipality', min(best.score) over (partition by best.kind), best.kind, best.place;
end;
$$;

grant execute on function public.search_everything(text, integer) to authenticated;

-- schemas/31_trash.sql

-- This file holds the trash: what was deleted, for thirty days (docs/decisions/0039). A deletion moves rows out of
-- their tables, so that every policy, unique index and count of those tables stays true without a condition.

-- The table has one row per deleted item, under the id that it had.
create table public.trash (
  id uuid primary key,
  -- It names the table that the item comes from, one of those that called private.attach_trash (01_foundations.sql).
  kind public.trash_kind not null,
  label text not null,
  -- It counts the rows that went with it: { suggested_prospects: 12 }.
  parts jsonb not null default '{}',
  deleted_at timestamptz not null default now(),
  -- The name stands as it was known then: an account may go, this must not.
  deleted_by text,
  constraint trash_label_length check (char_length(label) between 1 and 300)
);

create index trash_deleted_at_idx on public.trash (deleted_at desc, id);

alter table public.trash enable row level security;

-- Only the functions below write, not even the service role directly.
grant select on table public.trash to authenticated, service_role;

create policy "trash: member reads" on public.trash
  for select to authenticated
  using ((select private.is_member()));

-- The table holds the rows themselves: the deleted one (depth 0) and those that its deletion took along, each below
-- what it points to.
create table private.trash_rows (
  trash_id uuid not null references public.trash (id) on delete cascade,
  place text not null,
  depth integer not null,
  content jsonb not null
);

create unique index trash_rows_key on private.trash_rows (trash_id, place, md5(content::text));
create index trash_rows_id_idx on private.trash_rows ((content ->> 'id'));

alter table private.trash_rows enable row level security;

-- The table holds what pointed to those rows and stayed, its reference emptied by the deletion.
create table private.trash_links (
  trash_id uuid not null references public.trash (id) on delete cascade,
  place text not null,
  column_name text not null,
  row_id uuid not null,
  value text not null,
  constraint trash_links_pkey primary key (trash_id, place, column_name, row_id)
);

alter table private.trash_links enable row level security;

-- The table lists contacts that were merged into another (docs/decisions/0083): an erasure of the kept contact erases
-- these copies too.
create table private.contact_merges (
  trash_id uuid primary key references public.trash (id) on delete cascade,
  -- There is no foreign key, because the kept contact may be in the trash too.
  kept_id uuid not null
);

create index contact_merges_kept_id_idx on private.contact_merges (kept_id);

alter table private.contact_merges enable row level security;

-- Lists the foreign keys of the business, as the catalogue has them: a table added later is in the trash without a word
-- here.
create function private.foreign_keys()
returns table (child text, child_column name, type text, parent text, parent_column name, is_cascade boolean)
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  select fk.conrelid::regclass::text, own.attname, format_type(own.atttypid, own.atttypmod),
    fk.confrelid::regclass::text, other.attname, fk.confdeltype = 'c'
  from pg_constraint as fk
  join pg_attribute as own on own.attrelid = fk.conrelid and own.attnum = fk.conkey[1]
  join pg_attribute as other on other.attrelid = fk.confrelid and other.attnum = fk.confkey[1]
  where fk.contype = 'f' and fk.confdeltype in ('c', 'n')
    and fk.conrelid::regclass::text ~ '^(public|private)\.' and cardinality(fk.conkey) = 1;
end;
$$;

-- Renames in the trash what names one of two records that are merged: rows would come back without it. What named both
-- names the kept one once.
create function private.rename_in_trash(parent text, merged uuid, kept uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  link record;
begin
  for link in
    select fk.child, fk.child_column::text as key from private.foreign_keys() as fk where fk.parent = rename_in_trash.parent
  loop
    delete from private.trash_rows as r using private.trash_rows as same
    where r.place = link.child and r.content ->> link.key = merged::text
      and same.trash_id = r.trash_id and same.place = r.place
      and same.content = r.content || jsonb_build_object(link.key, kept);
    update private.trash_rows as r set content = r.content || jsonb_build_object(link.key, kept)
    where r.place = link.child and r.content ->> link.key = merged::text;
  end loop;
end;
$$;

-- Returns a list of ids after a merge of two records: in the same order, with the kept id once.
create function private.renamed_ids(ids jsonb, merged uuid, kept uuid)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_agg(named.id order by named.place), '[]') from (
    select case when listed.id = merged::text then kept::text else listed.id end as id, min(listed.place) as place
    from jsonb_array_elements_text(ids) with ordinality as listed (id, place)
    group by 1
  ) as named;
$$;

-- Returns what the trash calls an item: its name. A table whose rows are known by something else has an overload of
-- this function in its own file.
create function private.trash_label(item anyelement)
returns text
language sql
stable
set search_path = ''
as $$
  select to_jsonb(item) ->> 'name';
$$;

-- Says in French why an item must not go to the trash; null when it may. A table that refuses some rows has an overload
-- of this function in its own file.
create function private.trash_refusal(item anyelement)
returns text
language sql
immutable
set search_path = ''
as $$
  select null::text;
$$;

-- Copies rows to the trash with everything that their deletion takes along or empties. The caller deletes them.
create function private.put_in_trash(kind public.trash_kind, ids uuid[])
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  level integer := 0;
  link record;
begin
  -- This deletes an older copy of a row that came back by another way, a backup for instance.
  execute format(
    'delete from public.trash as known using public.%I as t where t.id = known.id and t.id = any ($1)', kind
  ) using ids;
  execute format(
    'with taken as materialized (
       select t.id, to_jsonb(t) as content, left(private.trash_label(t), 300) as label
       from public.%I as t where t.id = any ($1) order by t.id for update
     ), item as (
       insert into public.trash (id, kind, label, deleted_by) select id, $2, label, $3 from taken
     )
     insert into private.trash_rows (trash_id, place, depth, content) select id, $4, 0, content from taken',
    kind
  ) using ids, kind, (select email from auth.users where id = auth.uid()), 'public.' || kind;

  -- A row that is reached by two ways is stored once, below both. More levels than these would be a circle.
  while level < 10 and exists (select from private.trash_rows where trash_id = any (ids) and depth = level) loop
    for link in
      select fk.* from private.foreign_keys() as fk
      where fk.parent in (select place from private.trash_rows where trash_id = any (ids) and depth = level)
    loop
      if link.is_cascade then
        execute format(
          'insert into private.trash_rows (trash_id, place, depth, content)
           select parent.trash_id, %1$L, $2 + 1, to_jsonb(child)
           from private.trash_rows as parent
           cross join lateral (
             select * from %1$s as t where t.%2$I = (parent.content ->> %3$L)::%4$s offset 0
           ) as child
           where parent.trash_id = any ($1) and parent.depth = $2 and parent.place = %5$L
           on conflict (trash_id, place, md5(content::text)) do update set depth = excluded.depth',
          link.child, link.child_column, link.parent_column, link.type, link.parent
        ) using ids, level;
      else
        execute format(
          'insert into private.trash_links (trash_id, place, column_name, row_id, value)
           select parent.trash_id, %1$L, %2$L, child.id, parent.content ->> %3$L
           from private.trash_rows as parent
           cross join lateral (
             select t.id from %1$s as t where t.%2$I = (parent.content ->> %3$L)::%4$s offset 0
           ) as child
           where parent.trash_id = any ($1) and parent.depth = $2 and parent.place = %5$L
           on conflict do nothing',
          link.child, link.child_column, link.parent_column, link.type, link.parent
        ) using ids, level;
      end if;
    end loop;
    level := level + 1;
  end loop;

  update public.trash as item set parts = counted.parts
  from (
    select trash_id, jsonb_object_agg(split_part(place, '.', 2), number) as parts
    from (
      select trash_id, place, count(*) as number from private.trash_rows
      where trash_id = any (ids) and depth > 0 and place like 'public.%'
      group by trash_id, place
    ) as by_place
    group by trash_id
  ) as counted
  where item.id = counted.trash_id;
end;
$$;

-- Moves rows of one table to the trash, under the ids that they have. It returns how many there were.
create function public.move_to_trash(kind public.trash_kind, ids uuid[])
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  refusal text;
  moved integer;
begin
  perform private.require_admin();
  -- Organisations get there by a merge alone.
  if kind is null or not exists (
    select from pg_trigger as attached where attached.tgname = kind || '_keep_in_trash'
  ) then
    raise invalid_parameter_value using message = 'Ces éléments ne vont pas à la corbeille';
  end if;
  -- The rows are locked first, so that none can be sent between the question and the deletion.
  execute format('select from public.%I where id = any ($1) order by id for update', kind) using ids;
  execute format('select min(private.trash_refusal(t)) from public.%I as t where t.id = any ($1)', kind) into refusal using ids;
  if refusal is not null then
    raise sqlstate 'PT409' using message = refusal;
  end if;
  perform private.put_in_trash(kind, ids);
  perform set_config('app.trash', 'on', true);
  execute format('delete from public.%I where id = any ($1)', kind) using ids;
  get diagnostics moved = row_count;
  perform set_config('app.trash', '', true);
  return moved;
end;
$$;

grant execute on function public.move_to_trash(public.trash_kind, uuid[]) to authenticated;

-- Puts items back as they were, all or none. A reference to what was deleted meanwhile gets what that deletion would have
-- done: it is emptied, or its row is left out (the link to a tag that is gone).
create function private.put_back(ids uuid[])
returns void
language plpgsql
set search_path = ''
as $$
declare
  part record;
  link record;
  columns text;
  expressions text;
  conditions text;
  written bigint;
begin
  perform set_config('app.trash', 'on', true);
  -- The rows that these point to may be restored later, or further down.
  insert into private.trash_links (trash_id, place, column_name, row_id, value)
  select owner.trash_id, r.place, fk.child_column, (r.content ->> 'id')::uuid, r.content ->> fk.child_column
  from private.foreign_keys() as fk
  join private.trash_rows as r on r.place = fk.child and r.trash_id = any (ids)
  join private.trash_rows as owner on owner.place = fk.parent and owner.content ->> 'id' = r.content ->> fk.child_column
  where not fk.is_cascade and fk.parent_column = 'id' and r.content ->> 'id' is not null
  on conflict do nothing;
  -- A row that went along with one item and belongs to another that is still here (the photo of a trip, of a contact)
  -- comes back with that one.
  insert into private.trash_rows (trash_id, place, depth, content)
  select owner.trash_id, r.place, owner.depth + 1, r.content
  from private.foreign_keys() as fk
  join private.trash_rows as r on r.place = fk.child and r.depth > 0 and r.trash_id = any (ids)
  join private.trash_rows as owner on owner.place = fk.parent and owner.content ->> 'id' = r.content ->> fk.child_column
  where fk.is_cascade and fk.parent_column = 'id' and owner.trash_id <> all (ids)
  on conflict do nothing;

  for part in
    select r.place, r.depth, known.keys, count(*) as number
    from private.trash_rows as r
    cross join lateral (select array_agg(key order by key) as keys from jsonb_object_keys(r.content) as key) as known
    where r.trash_id = any (ids)
    group by r.place, r.depth, known.keys order by r.depth, r.place
  loop
    -- Only the columns of the copy are written, so that a column added later takes its default.
    select string_agg(format('%I', own.attname), ', ' order by own.attnum),
      string_agg(coalesce(emptied.expression, format('p.%I', own.attname)), ', ' order by own.attnum)
    into columns, expressions
    from pg_attribute as own
    left join lateral (
      select format(
        'case when exists (select from %s as o where o.%I = p.%I) then p.%3$I end', fk.parent, fk.parent_column, fk.child_column
      ) as expression
      from private.foreign_keys() as fk
      where fk.child = part.place and fk.child_column = own.attname and not fk.is_cascade
      limit 1
    ) as emptied on true
    where own.attrelid = to_regclass(part.place) and own.attnum > 0 and not own.attisdropped
      and own.attgenerated = '' and own.attname = any (part.keys);
    select coalesce(string_agg(format(
      ' and (p.%1$I is null or exists (select from %2$s as o where o.%3$I = p.%1$I))', fk.child_column, fk.parent, fk.parent_column
    ), ''), '') into conditions
    from private.foreign_keys() as fk where fk.child = part.place and fk.is_cascade;
    execute format(
      'insert into %1$s (%2$s) overriding system value
       select %3$s from private.trash_rows as r
       cross join lateral (select array_agg(key order by key) as keys from jsonb_object_keys(r.content) as key) as known
       cross join lateral jsonb_populate_record(null::%1$s, r.content) as p
       where r.trash_id = any ($1) and r.place = $2 and r.depth = $3 and known.keys = $4%4$s',
      part.place, columns, expressions, conditions
    ) using ids, part.place, part.depth, part.keys;
    get diagnostics written = row_count;
    if part.depth = 0 and written < part.number then
      raise foreign_key_violation;
    end if;
  end loop;

  -- An e-mail that was still waiting when its request was deleted does not leave now.
  update public.notifications set
    state = (case when may_have_arrived or lease_token is not null then 'incertain' else 'retenu' end)::public.notification_state,
    lease_token = null, finished_at = now(), last_error = 'La demande a été supprimée, puis restaurée.'
  where state = 'en_attente' and (
    quote_request_id = any (ids)
    or inbound_message_id in (select id from public.inbound_messages where contact_id = any (ids))
  );

  for link in
    select distinct l.place, l.column_name, fk.type from private.trash_links as l
    join private.foreign_keys() as fk on fk.child = l.place and fk.child_column = l.column_name
    where l.trash_id = any (ids)
  loop
    -- A message that still waits stays left out of its campaign: who deleted the contact took them out. `num_nulls` makes
    -- the planner look rows up by their ids: right after thousands were emptied it would look for those under « is null
    -- ».
    execute format(
      'update %1$s as t set %2$I = l.value::%3$s from private.trash_links as l
       where l.trash_id = any ($1) and l.place = %1$L and l.column_name = %2$L and t.id = l.row_id and num_nulls(t.%2$I) = 1',
      link.place, link.column_name, link.type
    ) || case when link.place = 'public.email_sends' and link.column_name = 'contact_id'
      then ' and t.status not in (''programmé'', ''brouillon'')' else '' end
    using ids;
    -- The row that pointed here may itself be in the trash, and come back later.
    update private.trash_rows as r set content = r.content || jsonb_build_object(l.column_name, l.value)
    from private.trash_links as l
    where l.trash_id = any (ids) and l.place = link.place and l.column_name = link.column_name
      and r.trash_id <> all (ids) and r.place = l.place and r.content ->> 'id' = l.row_id::text
      and r.content ->> l.column_name is null;
  end loop;

  delete from public.trash where id = any (ids);
  perform set_config('app.trash', '', true);
end;
$$;

-- Says in French why an item cannot come back, from the error that its rows met.
create function private.restore_refusal(item public.trash, broken_constraint text)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  content jsonb := (select r.content from private.trash_rows as r where r.trash_id = item.id and r.depth = 0);
  reason text;
begin
  if broken_constraint = 'virtual_tours_slug_key' then
    select format('le slug « %s » est maintenant celui de la visite « %s »', tour.slug, tour.title) into reason
    from public.virtual_tours as tour where tour.slug = content ->> 'slug';
  elsif broken_constraint = 'contacts_email_key' then
    select format('l’adresse %s est maintenant celle du contact « %s »', other.email, other.name) into reason
    from public.contacts as other where lower(other.email) = lower(content ->> 'email');
  elsif broken_constraint in ('organisations_identity_key', 'organisations_register_code_key') then
    reason := 'une autre organisation porte maintenant ce nom dans cette ville';
  end if;
  return format(
    '« %s » ne peut pas revenir : %s.', item.label,
    coalesce(reason, 'ce dont cet élément dépend a été supprimé ou remplacé depuis')
  );
end;
$$;

-- Takes items out of the trash, each as a whole or not at all. It returns { restored, refused: [text, …] }, and raises
-- an error when none came back.
create function public.restore_from_trash(ids uuid[])
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  items public.trash[];
  item public.trash;
  broken_constraint text;
  restored integer := 0;
  refused text[] := '{}';
begin
  perform private.require_admin();
  -- Of two simultaneous restores, the second finds nothing left.
  perform from public.trash where id = any (restore_from_trash.ids) order by id for update;
  items := array(select t from public.trash as t where t.id = any (restore_from_trash.ids) order by t.deleted_at desc, t.id);
  begin
    -- All are tried at once, for one by one takes seconds for a thousand.
    perform private.put_back(array(select one.id from unnest(items) as one));
    restored := cardinality(items);
  exception when integrity_constraint_violation then
    foreach item in array items loop
      begin
        perform private.put_back(array[item.id]);
        restored := restored + 1;
      exception when integrity_constraint_violation then
        get stacked diagnostics broken_constraint = constraint_name;
        refused := refused || private.restore_refusal(item, broken_constraint);
      end;
    end loop;
  end;
  if restored = 0 and cardinality(ids) > 0 then
    raise exception using message = coalesce(
      nullif(array_to_string(refused[1:3], ' '), ''), 'Cet élément n’est plus dans la corbeille.'
    );
  end if;
  return jsonb_build_object('restored', restored, 'refused', to_jsonb(refused));
end;
$$;

grant execute on function public.restore_from_trash(uuid[]) to authenticated;

-- Destroys items. It returns the picture addresses that tours had.
create function public.delete_from_trash(ids uuid[])
returns setof text
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform public.require_recent_sign_in();
  return query
  with gone as (
    select r.content ->> 'image_url' as address from private.trash_rows as r
    where r.trash_id = any (ids) and r.place = 'public.virtual_tours' and r.content ->> 'image_url' is not null
  ), destroyed as (
    delete from public.trash where id = any (ids)
  )
  select address from gone;
end;
$$;

grant execute on function public.delete_from_trash(uuid[]) to authenticated;

-- Lists the files of the bucket that deleted tours and templates name: they come back with them.
create function private.trashed_pictures()
returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select distinct named.name
  from public.trash as item
  join private.trash_rows as r on r.trash_id = item.id
  cross join lateral private.named_pictures(r.content::text) as named (name)
  where item.kind in ('virtual_tours', 'email_templates') and (select private.is_admin());
$$;

grant execute on function private.trashed_pictures() to authenticated;

-- Deletes for good what was deleted thirty days ago, and hashes of visitors at the end of their day.
create function private.empty_old_trash()
returns integer
language plpgsql
set search_path = ''
as $$
declare
  gone integer;
begin
  delete from private.trash_rows as r using public.trash as item
  where r.trash_id = item.id and r.place = 'private.tour_visitors'
    and (r.content ->> 'day')::date < (now() at time zone 'America/Toronto')::date;
  delete from public.trash where deleted_at < now() - interval '30 days';
  get diagnostics gone = row_count;
  return gone;
end;
$$;

-- Lists what the trash holds of a person: rows of theirs, of contacts that were merged into theirs, or with one of
-- their addresses (in lower case).
create function private.trashed_of(person uuid, addresses text[])
returns setof private.trash_rows
language sql
stable
set search_path = ''
as $$
  with recursive merged as (
    select m.trash_id from private.contact_merges as m where m.kept_id = person
    union
    select m.trash_id from private.contact_merges as m join merged on m.kept_id = merged.trash_id
  )
  select r.* from private.trash_rows as r
  where r.content ->> 'contact_id' = person::text
    or r.place = 'public.contacts' and r.trash_id = person
    or r.trash_id in (select trash_id from merged)
    or lower(r.content ->> 'email') = any (addresses);
$$;

-- Lists the addresses of those rows that no contact has: by these too the person was known.
create function private.trashed_addresses(person uuid, addresses text[])
returns text[]
language sql
stable
set search_path = ''
as $$
  select array(
    select distinct lower(r.content ->> 'email') from private.trashed_of(person, addresses) as r
    where r.content ->> 'email' is not null and lower(r.content ->> 'email') <> all (addresses)
      and not exists (
        select from public.contacts as other
        where other.id <> person and lower(other.email) = lower(r.content ->> 'email')
      )
  );
$$;

-- Erases a person from the trash. A trip stays there, without them among its prospects. It returns how many rows went.
create function private.erase_from_trash(person uuid, addresses text[])
returns integer
language plpgsql
set search_path = ''
as $$
declare
  rows private.trash_rows[] := array(select r from private.trashed_of(person, addresses) as r);
begin
  delete from public.trash where id in (select r.trash_id from unnest(rows) as r where r.depth = 0);
  delete from private.trash_rows as r using unnest(rows) as theirs
  where r.trash_id = theirs.trash_id and r.place = theirs.place and r.content = theirs.content;
  return cardinality(rows);
end;
$$;

-- schemas/32_today.sql

-- This file holds « Aujourd'hui »: what wants a person, in one order, and what carries it outside: the calendar feed.
-- The daily digest is a message of the outbox (25_outbox.sql).

-- The table holds items that the team postponed until a day. They are postponed for the whole team.
create table public.postponed_items (
  kind text not null,
  record_id uuid not null,
  until date not null,
  postponed_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint postponed_items_pkey primary key (kind, record_id),
  constraint postponed_items_kind_length check (btrim(kind) <> '' and char_length(kind) <= 30)
);

create index postponed_items_postponed_by_idx on public.postponed_items (postponed_by);

alter table public.postponed_items enable row level security;

-- Only postpone_item writes.
grant select on table public.postponed_items to authenticated, service_role;

create policy "postponed_items: member reads" on public.postponed_items
  for select to authenticated
  using ((select private.is_member()));

-- « Reporter » puts an item off until a day; null brings it back. What has come back by itself is forgotten on the way.
create function public.postpone_item(kind text, record_id uuid, until date)
returns void
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  today date := (now() at time zone 'America/Toronto')::date;
begin
  perform private.require_admin();
  delete from public.postponed_items
  where postponed_items.until <= today
    or postponed_items.kind = postpone_item.kind and postponed_items.record_id = postpone_item.record_id;
  if postpone_item.until > today then
    insert into public.postponed_items (kind, record_id, until, postponed_by)
    values (postpone_item.kind, postpone_item.record_id, postpone_item.until, auth.uid())
    on conflict (kind, record_id) do update set until = excluded.until, postponed_by = excluded.postponed_by;
  end if;
end;
$$;

grant execute on function public.postpone_item(text, uuid, date) to authenticated;

-- Returns the lines of every subject at a moment: what each function named x_today_rows answers. Runs as the caller,
-- under the policies of each table.
create function private.lines_of_subjects(at timestamptz)
returns setof private.today_row
language plpgsql
stable
set search_path = ''
as $$
declare
  source regproc;
begin
  for source in
    select p.oid from pg_proc as p
    where p.pronamespace = 'private'::regnamespace and p.proname like '%\_today\_rows' order by p.proname
  loop
    return query execute format('select * from %s($1)', source) using at;
  end loop;
end;
$$;

grant execute on function private.lines_of_subjects(timestamptz) to authenticated;

-- Lists everything that wants a person at a moment, most urgent first, what was put off included.
create function private.today_rows(at timestamptz)
returns table (
  kind text, words text, record_id uuid, title text, detail text, due_at timestamptz, urgency integer, amount bigint,
  target text, target_id uuid, phone text, owner uuid, postponed_until date
)
language sql
stable
set search_path = ''
as $$
  select i.*, p.until
  from private.lines_of_subjects(at) as i
  left join public.postponed_items as p
    on p.kind = i.kind and p.record_id = i.record_id and p.until > (at at time zone 'America/Toronto')::date
  order by i.urgency, i.due_at nulls last, i.kind, i.title, i.record_id;
$$;

grant execute on function private.today_rows(timestamptz) to authenticated;

-- Lists the same lines for the screen, at this moment.
create function public.today_items()
returns table (
  kind text, record_id uuid, title text, detail text, due_at timestamptz, urgency integer, amount bigint,
  target text, target_id uuid, phone text, owner uuid, postponed_until date
)
language sql
stable
set search_path = ''
as $$
  select kind, record_id, title, detail, due_at, urgency, amount, target, target_id, phone, owner, postponed_until
  from private.today_rows(now()) where (select private.is_member());
$$;

grant execute on function public.today_items() to authenticated;

-- What leaves the screen, per person -------------------------------------------------------------------------------

-- The table holds what a person chose, and the private address of their calendar: only the hash of its token is kept.
create table private.today_preferences (
  user_id uuid primary key references auth.users (id) on delete cascade,
  daily_digest boolean not null default true,
  feed_hash text,
  feed_created_at timestamptz,
  feed_read_at timestamptz,
  constraint today_preferences_feed_hash_key unique (feed_hash),
  constraint today_preferences_feed_hash_format check (feed_hash ~ '^[0-9a-f]{64}$')
);

alter table private.today_preferences enable row level security;

-- Returns one's own preferences: { daily_digest, feed_created_at, feed_read_at }.
create function public.today_preferences()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return coalesce(
    (
      select jsonb_build_object(
        'daily_digest', p.daily_digest, 'feed_created_at', p.feed_created_at, 'feed_read_at', p.feed_read_at
      )
      from private.today_preferences p where p.user_id = auth.uid()
    ),
    '{"daily_digest": true, "feed_created_at": null, "feed_read_at": null}'
  );
end;
$$;

grant execute on function public.today_preferences() to authenticated;

create function public.set_daily_digest(wanted boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  insert into private.today_preferences as p (user_id, daily_digest) values (auth.uid(), wanted)
  on conflict (user_id) do update set daily_digest = excluded.daily_digest;
end;
$$;

grant execute on function public.set_daily_digest(boolean) to authenticated;

-- Makes the private address of one's calendar and returns its token, this once; an earlier one stops working.
create function public.create_calendar_feed()
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- The token has 244 random bits.
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform private.require_admin();
  insert into private.today_preferences as p (user_id, feed_hash, feed_created_at)
  values (auth.uid(), encode(sha256(convert_to(token, 'UTF8')), 'hex'), now())
  on conflict (user_id) do update set
    feed_hash = excluded.feed_hash, feed_created_at = excluded.feed_created_at, feed_read_at = null;
  return token;
end;
$$;

grant execute on function public.create_calendar_feed() to authenticated;

create function public.revoke_calendar_feed()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update private.today_preferences p set feed_hash = null, feed_created_at = null, feed_read_at = null
  where p.user_id = auth.uid();
end;
$$;

grant execute on function public.revoke_calendar_feed() to authenticated;

-- Returns what a calendar shows to whoever holds its address, for the edge function calendar-feed: { actions, trips };
-- null for an unknown or revoked token, or when its person is no administrator any more. The words of an action may
-- name somebody: only the organisation leaves. Looked up by hash, so that how long it takes says nothing of a token. At
-- most 60 readings in ten minutes: calendars read a few times a day.
create function public.calendar_feed(token text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  person uuid;
  window_start timestamptz := now() - interval '10 minutes';
begin
  update private.today_preferences p set feed_read_at = now()
  where p.feed_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
    and exists (select from public.user_roles r where r.user_id = p.user_id and r.role = 'admin')
  returning p.user_id into person;
  if person is null then
    return null;
  end if;
  -- The row updated above is locked: of two simultaneous readings at the limit, only one may pass.
  if (
    select count(*) from private.function_calls made
    where made.user_id = person and made.function_name = 'calendar-feed' and made.called_at > window_start
  ) >= 60 then
    raise sqlstate 'PT429' using message = 'Cet agenda est lu trop souvent. Veuillez patienter quelques minutes.';
  end if;
  insert into private.function_calls (function_name, user_id) values ('calendar-feed', person);
  delete from private.function_calls made
  where made.user_id = person and made.function_name = 'calendar-feed' and made.called_at <= window_start;
  return jsonb_build_object(
    'actions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', a.id, 'kind', a.kind, 'due_on', a.due_on, 'due_time', a.due_time, 'organization', r.organization,
        'target', r.target, 'target_id', r.target_id, 'updated_at', a.updated_at
      ) order by a.due_on, a.id), '[]')
      -- Only the records of what is still open are read.
      from public.next_actions a join private.next_action_records() r on r.action_id = a.id
      where a.owner = person or a.owner is null
    ),
    'trips', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'city', t.city, 'region', t.region, 'start_date', t.start_date, 'end_date', t.end_date,
        'updated_at', t.updated_at
      ) order by t.start_date, t.id), '[]')
      from public.trip_plans t
      where t.status <> 'annulé' and t.end_date > (now() at time zone 'America/Toronto')::date - 90
    )
  );
end;
$$;

grant execute on function public.calendar_feed(text) to service_role;

-- schemas/33_unused_files.sql

-- This file lists the files that no row names any more, of whatever subject: what may be deleted, and what the
-- dispatcher deletes. They are deleted through the storage API: deleting the row here would leave the file.

-- Lists the folders, <tour>/<picture>, that a document names: of its originals, or of its tiles, plans, pictures,
-- sounds and files. The two stand apart, for a picture that was blurred since keeps its original in the folder whose
-- tiles must go.
create function private.panorama_folders(document jsonb, of_originals boolean default false)
returns setof text
language sql
immutable
set search_path = ''
as $$
  select distinct found[1]
  from regexp_matches(
    document::text,
    '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'
    || case when of_originals then '(?=/original\.jpg)' else '(?!/original\.jpg)' end, 'g'
  ) as found;
$$;

-- Lists the folders that a draft, a published tour or a deleted one names: of its tiles, or of its originals.
create function private.used_panorama_folders(of_originals boolean)
returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select distinct folder
  from (
    select draft.document from public.panorama_tour_drafts as draft
    union all
    select published.document from public.panorama_tours as published
    union all
    select r.content from private.trash_rows as r
    where r.place in ('public.panorama_tour_drafts', 'public.panorama_tours')
  ) as named (document),
    private.panorama_folders(named.document, of_originals) as folder
  where (select private.is_admin());
$$;

grant execute on function private.used_panorama_folders(boolean) to authenticated;

-- There is no update policy, because a folder never changes: a new cut gets a new folder. Files that a tour names
-- cannot be deleted.
create policy "panoramas: admin deletes unused" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'panoramas'
    and concat_ws('/', split_part(name, '/', 1), split_part(name, '/', 2))
      <> all (array(select private.used_panorama_folders(false)))
    and (select private.is_admin())
  );

create policy "panorama-originals: admin deletes unused" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'panorama-originals'
    and concat_ws('/', split_part(name, '/', 1), split_part(name, '/', 2))
      <> all (array(select private.used_panorama_folders(true)))
    and (select private.is_admin())
  );

-- Lists the files that nothing names, older than a week: until then a closed tab may come back and finish what it
-- began, and « Annuler » may bring a scene back.
create function public.unused_panorama_files()
returns table (bucket text, name text)
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  select file.bucket_id, file.name
  from storage.objects as file
  where file.bucket_id in ('panoramas', 'panorama-originals')
    and file.created_at < now() - interval '7 days'
    and concat_ws('/', split_part(file.name, '/', 1), split_part(file.name, '/', 2))
      <> all (case when file.bucket_id = 'panoramas'
        then array(select private.used_panorama_folders(false))
        else array(select private.used_panorama_folders(true)) end)
  limit 1000;
end;
$$;

grant execute on function public.unused_panorama_files() to authenticated;

-- Files of tours that visitors are no longer shown ------------------------------------------------------------------

-- The table lists the folders of the bucket « panoramas » that visitors were given at some moment. A day after they are
-- no longer, their files leave their addresses (docs/decisions/0071): those that a draft, the version published last or
-- the trash still names are copied to a folder that nobody was given, the documents name that one, and the old files
-- are deleted.
create table private.public_panorama_folders (
  folder text primary key,
  -- There is no foreign key: the row outlives the tour.
  tour_id uuid not null,
  -- It says since when visitors are not given the folder; null while they are.
  hidden_at timestamptz,
  -- These are the folder that its files are copied to, and the moment from which the documents name it.
  moves_to text,
  moved_at timestamptz,
  -- It is the moment from which nothing is left at the old address.
  emptied_at timestamptz,
  -- It postpones a folder after a failure, so that it does not hold the others back.
  retry_at timestamptz
);

create index public_panorama_folders_tour_id_idx on private.public_panorama_folders (tour_id);

alter table private.public_panorama_folders enable row level security;

-- Whatever shows a tour to visitors or hides it (a press, its status, the trash, a version without a scene) passes here.
create function private.note_public_panoramas()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  of_tour uuid := coalesce(changed ->> 'tour_id', changed ->> 'id');
  shown text[] := array(
    select private.panorama_folders(published.document)
    from public.panorama_tours as published join public.virtual_tours as tour on tour.id = published.tour_id
    where tour.id = of_tour and tour.status = 'published'
  );
begin
  insert into private.public_panorama_folders as known (folder, tour_id)
  select folder, of_tour from unnest(shown) as folder
  on conflict (folder) do update set hidden_at = null, emptied_at = null where known.hidden_at is not null;
  update private.public_panorama_folders as known set hidden_at = now()
  where known.tour_id = of_tour and known.hidden_at is null and known.folder <> all (shown);
  return null;
end;
$$;

create trigger panorama_tours_note_public after insert or update of document or delete on public.panorama_tours
  for each row execute function private.note_public_panoramas();

create trigger virtual_tours_note_public_panoramas after update of status on public.virtual_tours
  for each row when (new.status <> old.status)
  execute function private.note_public_panoramas();

-- Names the new folder of a tour's moved files in a document that names the old one. Files may have moved more than once.
create function private.with_moved_panoramas(document jsonb, of_tour uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  moved private.public_panorama_folders;
  content text := document::text;
begin
  for moved in
    select * from private.public_panorama_folders as known
    where known.tour_id = of_tour and known.moved_at is not null order by known.moved_at
  loop
    content := regexp_replace(content, moved.folder || '(?!/original\.jpg)', moved.moves_to, 'g');
  end loop;
  return content::jsonb;
end;
$$;

-- Returns the next files to copy and to delete, of one folder that was hidden a day ago: { folder, copies: [[from, to],
-- …], removals: [name, …] }; null when there is none for now. dispatch-emails asks again after each part: the documents
-- name the new folder once all its files are there, so that a tour is whole whenever this is cut short. A folder that
-- is shown again keeps its address, and its copies are deleted.
--   failed  the folder whose files could not be moved just now: it waits for an hour
create function public.next_withdrawn_panoramas(failed text default null, most integer default 200)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  held private.public_panorama_folders;
  is_named boolean;
  copies jsonb;
  removals jsonb;
begin
  update private.public_panorama_folders set retry_at = now() + interval '1 hour' where folder = failed;
  for held in
    select * from private.public_panorama_folders as known
    where coalesce(known.retry_at, '-infinity') <= now() and case
      when known.hidden_at is null then known.moves_to is not null and known.moved_at is null
      else known.emptied_at is null and known.hidden_at <= now() - interval '24 hours'
    end
    order by known.hidden_at, known.folder
  loop
    -- Publishing, saving, deleting and restoring a tour take the same row locks, so that they and this function wait
    -- for one another.
    perform from public.virtual_tours as tour where tour.id = held.tour_id for update;
    perform from public.trash as item where item.id = held.tour_id for update;
    perform from public.panorama_tour_drafts as draft where draft.tour_id = held.tour_id for update;
    select * into held from private.public_panorama_folders as known where known.folder = held.folder for update;
    if held.hidden_at > now() - interval '24 hours' then
      continue;
    end if;
    is_named := held.hidden_at is not null and held.moved_at is null and exists (
      select from (
        select draft.document from public.panorama_tour_drafts as draft where draft.tour_id = held.tour_id
        union all
        select published.document from public.panorama_tours as published where published.tour_id = held.tour_id
        union all
        select kept.content from private.trash_rows as kept
        where kept.trash_id = held.tour_id and kept.place in ('public.panorama_tour_drafts', 'public.panorama_tours')
      ) as known (document)
      where held.folder in (select private.panorama_folders(known.document))
    );
    if is_named then
      if held.moves_to is null then
        held.moves_to := held.tour_id || '/' || gen_random_uuid();
        update private.public_panorama_folders set moves_to = held.moves_to where folder = held.folder;
      end if;
      select jsonb_agg(jsonb_build_array(part.name, part.target)) into copies
      from (
        select file.name, held.moves_to || substr(file.name, char_length(held.folder) + 1) as target
        from storage.objects as file
        where file.bucket_id = 'panoramas' and file.name like held.folder || '/%'
          and not exists (
            select from storage.objects as copy
            where copy.bucket_id = 'panoramas'
              and copy.name = held.moves_to || substr(file.name, char_length(held.folder) + 1)
          )
        order by file.name limit greatest(most, 1)
      ) as part;
      if copies is not null then
        return jsonb_build_object('folder', held.folder, 'copies', copies, 'removals', '[]'::jsonb);
      end if;
      update private.public_panorama_folders set moved_at = clock_timestamp() where folder = held.folder;
      update public.panorama_tour_drafts as draft set document = private.with_moved_panoramas(draft.document, held.tour_id)
      where draft.tour_id = held.tour_id and held.folder in (select private.panorama_folders(draft.document));
      update public.panorama_tours as published set document = private.with_moved_panoramas(published.document, held.tour_id)
      where published.tour_id = held.tour_id and held.folder in (select private.panorama_folders(published.document));
      update private.trash_rows as kept set content = private.with_moved_panoramas(kept.content, held.tour_id)
      where kept.trash_id = held.tour_id and kept.place in ('public.panorama_tour_drafts', 'public.panorama_tours')
        and held.folder in (select private.panorama_folders(kept.content));
    end if;
    select jsonb_agg(part.name) into removals
    from (
      select file.name from storage.objects as file
      where file.bucket_id = 'panoramas'
        and file.name like case when held.hidden_at is null then held.moves_to else held.folder end || '/%'
      order by file.name limit greatest(most, 1)
    ) as part;
    if removals is not null then
      return jsonb_build_object('folder', held.folder, 'copies', '[]'::jsonb, 'removals', removals);
    end if;
    if held.hidden_at is null then
      update private.public_panorama_folders set moves_to = null where folder = held.folder;
    else
      update private.public_panorama_folders set emptied_at = now() where folder = held.folder;
    end if;
  end loop;
  return null;
end;
$$;

grant execute on function public.next_withdrawn_panoramas(text, integer) to service_role;

-- Files of replies, and of messages -----------------------------------------------------------------------------

-- Lists the files that no reply names: those of a request that is gone or anonymised, and any older than a day (left by
-- a closed tab).
create function public.unused_request_files()
returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select object.name
  from storage.objects as object
  left join public.quote_requests as quote on quote.id::text = split_part(object.name, '/', 1)
  where object.bucket_id = 'request-files'
    and (quote.id is null or quote.anonymised_at is not null or object.created_at < now() - interval '1 day')
    and not exists (
      select from public.notifications as reply
      where reply.quote_request_id = quote.id
        and reply.attachments @> jsonb_build_array(jsonb_build_object('path', object.name))
    )
    -- A request in the trash comes back with its files.
    and not exists (select from public.trash as deleted where deleted.id::text = split_part(object.name, '/', 1))
  limit 100;
$$;

grant execute on function public.unused_request_files() to service_role;

-- Lists the files to delete: a message as it came after thirty days, all of a message that is gone, and those that no
-- message names.
create function public.unused_inbound_files()
returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select object.name
  from storage.objects as object
  left join public.inbound_messages as message on message.id::text = split_part(object.name, '/', 1)
  where object.bucket_id = 'inbound-files'
    and (
      object.name like '%.eml' and object.created_at < now() - interval '30 days'
      or object.created_at < now() - interval '1 day' and object.name not like '%.eml'
        and (message.id is null or not message.attachments @> jsonb_build_array(jsonb_build_object('path', object.name)))
      or object.created_at < now() - interval '1 day' and message.id is null
    )
    -- A contact or a request in the trash comes back with its messages.
    and not exists (
      select from private.trash_rows as deleted
      where deleted.place = 'public.inbound_messages' and deleted.content ->> 'id' = split_part(object.name, '/', 1)
        and (object.name not like '%.eml' or object.created_at >= now() - interval '30 days')
    )
  limit 100;
$$;

grant execute on function public.unused_inbound_files() to service_role;

-- schemas/34_completion_and_merges.sql

-- This file completes contacts, and merges two records that are one: contacts, then organisations.

-- Completion -----------------------------------------------------------------------------------------------------------

-- The next function fills what a contact lacks, from its organisation's own site or from the register, each address
-- with where it was read.

-- Fills the empty fields of a contact and tells which: 'email', 'phone', 'website'. What stands already is kept.
--   details: what the site says, { email, phone, website, source_url, found_at, no_solicitation }; null reads the
--   register's line of the organisation that the contact is of
-- An address that another contact has is left out. The address goes to the ledger as published there, unless the page
-- refuses solicitation or the person once refused at another address; what the ledger says of the address already
-- stands. What was filled is a note of the contact's history.
create function public.complete_contact(contact_id uuid, details jsonb default null)
returns text[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  register_page constant text := 'https://www.donneesquebec.ca/recherche/dataset/repertoire-des-municipalites-du-quebec';
  is_register constant boolean := details is null;
  person public.contacts;
  place public.municipalities;
  filled text[];
  refusal public.consent_basis;
begin
  perform private.require_admin();
  select * into person from public.contacts where id = complete_contact.contact_id for update;
  if person.id is null then
    raise sqlstate 'PT404' using message = 'Ce contact n’existe plus';
  end if;
  if is_register then
    select m.* into place
    from public.organisations as o join public.municipalities as m on m.code = o.register_code
    where o.id = person.organisation_id;
    details := jsonb_build_object(
      'email', place.official_email, 'phone', place.phone, 'website', place.website, 'source_url', register_page,
      'found_at', coalesce(place.source_date::timestamptz, place.imported_at)
    );
  end if;
  if exists (select from public.contacts as c where lower(c.email) = lower(details ->> 'email')) then
    details := details - 'email';
  end if;
  filled := array_remove(array[
    case when person.email is null and details ->> 'email' is not null then 'email' end,
    case when person.phone is null and details ->> 'phone' is not null then 'phone' end,
    case when person.website is null and details ->> 'website' is not null then 'website' end
  ], null);
  if filled = '{}' then
    return filled;
  end if;

  update public.contacts as c set
    email = coalesce(c.email, details ->> 'email'), phone = coalesce(c.phone, details ->> 'phone'),
    website = coalesce(c.website, details ->> 'website')
  where c.id = person.id;
  if 'email' = any (filled) and not exists (
    select from public.consent_events as e
    where lower(e.email) = lower(details ->> 'email') and e.basis in ('express', 'withdrawn')
  ) then
    select e.basis into refusal from public.consent_events as e
    where e.contact_id = person.id and e.basis in ('withdrawn', 'no_solicitation')
    order by e.occurred_at desc limit 1;
    insert into public.consent_events (contact_id, email, basis, occurred_at, source_url, evidence, recorded_by)
    values (
      person.id, details ->> 'email',
      (case
        when refusal is not null then refusal
        when (details ->> 'no_solicitation')::boolean then 'no_solicitation'
        when details ->> 'source_url' is null or details ->> 'found_at' is null then 'none'
        when private.is_open_map(details ->> 'source_url') then 'unverified'
        else 'published'
      end)::public.consent_basis,
      -- A refusal is no older than the day it is carried over.
      case when refusal is null then least(coalesce((details ->> 'found_at')::timestamptz, now()), now()) else now() end,
      details ->> 'source_url',
      case
        when refusal is not null then 'Refus de la même personne, à une autre adresse.'
        when (details ->> 'no_solicitation')::boolean
          then 'La page de l’organisation porte une mention qui refuse la sollicitation.'
        when is_register then 'Adresse relevée dans le Répertoire des municipalités du Québec, à la date indiquée.'
        else 'Adresse publiée à la source indiquée, relevée à la date indiquée.'
      end,
      auth.uid()
    );
  end if;
  insert into public.contact_activities (contact_id, kind, body, recorded_by)
  values (
    person.id, 'note',
    left(format(
      E'Complété\u00a0: %s. Source\u00a0: %s',
      (
        select string_agg(concat_ws(' ', case name when 'email' then 'courriel' when 'phone' then 'téléphone' else 'site' end, details ->> name), ', ')
        from unnest(filled) as name
      ),
      coalesce(details ->> 'source_url', 'inconnue')
    ), 5000),
    auth.uid()
  );
  return filled;
end;
$$;

grant execute on function public.complete_contact(uuid, jsonb) to authenticated;

-- The next functions merge two contacts who are one person (docs/decisions/0083). A copy of the other is in the trash
-- for thirty days; what was theirs stays with the one that is kept, also when the copy is restored.

-- Gives these columns of a row the values that `content` has for them.
create function private.copy_columns(place regclass, row_id uuid, content jsonb, columns text[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  execute format(
    'update %1$s as t set (%2$s) = (select %2$s from jsonb_populate_record(t, $1)) where t.id = $2',
    place, (select string_agg(quote_ident(name), ', ') from unnest(columns) as name)
  ) using content, row_id;
end;
$$;

-- Returns a person's refusal that applies to every address of theirs: 'withdrawn' (a withdrawal, an unsubscription, a
-- complaint), 'no_solicitation' (the page of the organisation), or null. A bounce is not a refusal.
create function private.personal_refusal(person public.contacts)
returns public.consent_basis
language sql
stable
set search_path = ''
as $$
  select (case
    when c.state = 'withdrawn' or c.suppression <> 'bounced'
      or c.suppression = 'bounced' and c.basis is null and exists (
        select from public.consent_events as e where lower(e.email) = lower(person.email) and e.basis = 'withdrawn'
      ) then 'withdrawn'
    when c.state = 'refused' then 'no_solicitation'
  end)::public.consent_basis
  from private.current_consents(person.id) as c;
$$;

-- Writes a note of what a merge would otherwise lose: who the other was, their notes, what is replaced of the contact that is kept,
-- the other's open action when there is another, and their messages of campaigns that wrote to both.
create function private.merged_note(kept public.contacts, other public.contacts, result public.contacts, action public.next_actions)
returns text
language sql
stable
set search_path = ''
as $$
  select left(concat_ws(
    E'\n',
    E'Fiche réunie\u00a0: ' || concat_ws(' · ', other.name, other.company, other.email, other.phone, other.city, other.website),
    case when result.notes is distinct from other.notes then E'Notes\u00a0: ' || other.notes end,
    E'Remplacé\u00a0: ' || (
      select string_agg(was.value, ' · ') from jsonb_each_text(to_jsonb(kept)) as was
      where was.key = any ('{name, company, email, phone, city, website}')
        and was.value is distinct from to_jsonb(result) ->> was.key
    ),
    E'Action prévue\u00a0: ' || action.title || ', ' || to_char(action.due_on, 'YYYY-MM-DD'),
    (
      select string_agg(
        format(E'Campagne «\u00a0%s\u00a0»\u00a0: «\u00a0%s\u00a0», %s', c.name, s.subject, s.status), E'\n' order by s.created_at, s.id
      )
      from public.email_sends as s join public.campaigns as c on c.id = s.campaign_id
      where s.contact_id = other.id and exists (
        select from public.email_sends as mine
        where mine.campaign_id = s.campaign_id and mine.step = s.step and mine.contact_id = kept.id
      )
    )
  ), 5000);
$$;

-- Merges two contacts into the one that is kept, in one transaction. Everything that names the other names the kept one
-- from then on; what the kept one lacks comes from the other; `fields` are the columns taken from the other besides. The
-- furthest status stays. A refusal by either, at an address that is given up, holds for the address that stays: nobody
-- can be written to who could not be before.
create function public.merge_contacts(kept uuid, merged uuid, fields text[] default '{}')
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  columns constant text[] := private.written_columns('public.contacts');
  -- A person may choose these columns; rules decide the others.
  choosable constant text[] := array(
    select unnest(columns) except select unnest(array['status', 'organisation_id', 'is_public_office_holder'])
  );
  winner public.contacts;
  other public.contacts;
  result public.contacts;
  known public.contacts;
  open_action public.next_actions;
  link record;
  refusal public.consent_basis;
begin
  perform private.require_admin();
  if kept = merged or not fields <@ choosable then
    raise invalid_parameter_value using message = 'Ces deux fiches ne peuvent pas être réunies ainsi.';
  end if;
  perform from public.contacts where id in (kept, merged) order by id for update;
  select * into winner from public.contacts where id = kept;
  select * into other from public.contacts where id = merged;
  if winner.id is null or other.id is null then
    raise sqlstate 'PT404' using message = 'Une de ces deux fiches n’existe plus.';
  end if;
  result := jsonb_populate_record(winner, (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(to_jsonb(other))
    where value <> 'null' and (key = any (fields) or key = any (choosable) and to_jsonb(winner) -> key = 'null')
  ));
  if 'company' = any (fields) then
    result.organisation_id := other.organisation_id;
  end if;
  result.status := greatest(winner.status, other.status);

  -- When one of the two holds a public office the kept contact does too, so that a follow-up needs a ground.
  if not private.is_public_office_holder(result)
    and (private.is_public_office_holder(winner) or private.is_public_office_holder(other)) then
    result.is_public_office_holder := true;
  end if;

  -- The dates of what moves stay.
  perform set_config('app.trash', 'on', true);
  foreach known in array array[winner, other] loop
    continue when known.email is null or lower(known.email) = lower(result.email);
    -- The person was known by this address too: its requests, its erasure, its refusals.
    insert into public.consent_events (contact_id, email, basis, occurred_at, evidence, recorded_by)
    values (kept, known.email, 'none', now(), 'Adresse d’une fiche réunie à celle-ci', auth.uid());
    refusal := private.personal_refusal(known);
    if refusal is not null then
      insert into public.consent_events (contact_id, email, basis, occurred_at, evidence, recorded_by)
      values (kept, result.email, refusal, now(), E'Refus de la fiche réunie\u00a0: ' || known.email, auth.uid());
    end if;
  end loop;

  select * into open_action from public.next_actions as a
  where a.contact_id = merged and a.done_at is null
    and exists (select from public.next_actions as mine where mine.contact_id = kept and mine.done_at is null);
  insert into public.contact_activities (contact_id, kind, body, recorded_by)
  values (
    kept, 'note',
    private.merged_note(winner, other, result, open_action),
    auth.uid()
  );
  if winner.notes is distinct from result.notes and winner.notes is not null then
    insert into public.contact_activities (contact_id, kind, body, recorded_by)
    values (kept, 'note', winner.notes, auth.uid());
  end if;
  delete from public.next_actions as a where a.id = open_action.id;

  -- The catalogue lists every table that points to contacts. A campaign that wrote to both keeps the message of the
  -- kept one; the other's loses its contact with the deletion below.
  for link in select * from private.foreign_keys() as fk where fk.parent = 'public.contacts' loop
    execute format('update %s as t set %2$I = $1 where t.%2$I = $2', link.child, link.child_column)
      || case when link.child = 'public.email_sends' then
        ' and not exists (
          select from public.email_sends as mine
          where mine.campaign_id = t.campaign_id and mine.step = t.step and mine.contact_id = $1
        )' else '' end
    using kept, merged;
  end loop;
  -- The stops of trips and the people of a campaign's draft name contacts in a list, where no reference follows them.
  update public.trip_plans as t
  set stop_ids = array(
    select id::uuid from jsonb_array_elements_text(private.renamed_ids(to_jsonb(t.stop_ids), merged, kept)) with ordinality as l (id, place)
    order by place
  )
  where merged = any (t.stop_ids);
  update public.campaigns as c
  set draft = jsonb_set(c.draft, '{contact_ids}', private.renamed_ids(c.draft -> 'contact_ids', merged, kept))
  where c.draft -> 'contact_ids' ? merged::text;
  perform private.rename_in_trash('public.contacts', merged, kept);
  update private.trash_rows as r
  set content = jsonb_set(r.content, '{stop_ids}', private.renamed_ids(r.content -> 'stop_ids', merged, kept))
  where r.place = 'public.trip_plans' and r.content -> 'stop_ids' ? merged::text;
  -- The copy in the trash is taken once what was theirs has moved: it is of the record alone.
  perform private.put_in_trash('contacts', array[merged]);
  update public.trash set label = left(label || ', réuni à ' || winner.name, 300) where id = merged;
  insert into private.contact_merges (trash_id, kept_id) values (merged, kept);
  delete from public.contacts where id = merged;
  perform set_config('app.trash', '', true);
  perform private.copy_columns('public.contacts', kept, to_jsonb(result), columns);
end;
$$;

grant execute on function public.merge_contacts(uuid, uuid, text[]) to authenticated;

-- The next function merges two organisations that are one (docs/decisions/0083), in the same way. Nobody's consent
-- moves: it goes by the address of each person.

-- Merges two organisations into the one that is kept, in one transaction. Everything that names the other names the kept one
-- from then on; what the kept one lacks comes from the other; `fields` are the columns taken from the other besides.
create function public.merge_organisations(kept uuid, merged uuid, fields text[] default '{}')
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  choosable constant text[] := private.written_columns('public.organisations');
  columns constant text[] := choosable || array['register_code', 'domain'];
  winner public.organisations;
  other public.organisations;
  result public.organisations;
  link record;
begin
  perform private.require_admin();
  if kept = merged or not fields <@ choosable then
    raise invalid_parameter_value using message = 'Ces deux organisations ne peuvent pas être réunies ainsi.';
  end if;
  perform from public.organisations where id in (kept, merged) order by id for update;
  select * into winner from public.organisations where id = kept;
  select * into other from public.organisations where id = merged;
  if winner.id is null or other.id is null then
    raise sqlstate 'PT404' using message = 'Une de ces deux organisations n’existe plus.';
  end if;
  if winner.register_code <> other.register_code then
    raise sqlstate 'PT409' using message = 'Le registre les connaît comme deux municipalités ou MRC différentes.';
  end if;
  result := jsonb_populate_record(winner, (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(to_jsonb(other))
    where value <> 'null' and (
      key = any (fields) or key = any (columns) and to_jsonb(winner) -> key = 'null'
    )
  ));
  -- Both notes are kept, as far as there is room.
  if winner.notes <> other.notes and not 'notes' = any (fields) then
    result.notes := left(winner.notes || E'\n' || other.notes, 1000);
  end if;

  -- The dates of what moves stay, and the one that is emptied waits for its deletion.
  perform set_config('app.trash', 'on', true);
  -- The catalogue lists every table that points to organisations.
  for link in select * from private.foreign_keys() as fk where fk.parent = 'public.organisations' loop
    execute format('update %s as t set %2$I = $1 where t.%2$I = $2', link.child, link.child_column) using kept, merged;
  end loop;
  perform private.rename_in_trash('public.organisations', merged, kept);
  perform private.put_in_trash('organisations', array[merged]);
  update public.trash set label = left(label || ', réunie à ' || winner.name, 300) where id = merged;
  delete from public.organisations where id = merged;
  perform set_config('app.trash', '', true);
  perform private.copy_columns('public.organisations', kept, to_jsonb(result), columns);
end;
$$;

grant execute on function public.merge_organisations(uuid, uuid, text[]) to authenticated;

-- schemas/35_privacy.sql

-- This file holds privacy (Loi 25): what persons ask, what is known about a person, copies and erasure, retention.

create type public.privacy_register_kind as enum ('export', 'erasure', 'retention', 'full_export');

-- The table is the privacy register: exports, of one person or of everything, erasures and retention runs. It names
-- nobody; a keyed hash of the address tells whether two rows concern the same person.
create table public.privacy_register (
  id uuid primary key default gen_random_uuid(),
  kind public.privacy_register_kind not null,
  subject_hash text,
  -- It counts what was concerned: { contacts: 1, email_sends: 3 }.
  detail jsonb not null default '{}',
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint privacy_register_subject_hash_format check (subject_hash ~ '^[0-9a-f]{64}$')
);

create index privacy_register_created_at_idx on public.privacy_register (created_at desc);
create index privacy_register_recorded_by_idx on public.privacy_register (recorded_by);

alter table public.privacy_register enable row level security;

grant select on table public.privacy_register to authenticated, service_role;

create policy "privacy_register: admin reads" on public.privacy_register
  for select to authenticated
  using ((select private.is_admin()));

-- Requests of persons ---------------------------------------------------------------------------------------------------

create type public.personal_request_kind as enum ('correction', 'erasure');

-- The table holds requests that persons made on their page and that somebody of the studio has to see: a correction,
-- which holds already, and a request of erasure, which the law (P-39.1, section 32) wants answered within thirty days.
-- Only the functions below write it.
create table public.personal_requests (
  id uuid primary key default gen_random_uuid(),
  -- It is null when nobody of that address is a contact, or the contact was deleted since.
  contact_id uuid references public.contacts (id) on delete set null,
  email text not null,
  kind public.personal_request_kind not null,
  -- It holds the columns that a correction changed: { phone: "418 555-0199" }.
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- It is the last day to answer a request of erasure.
  due_on date,
  closed_at timestamptz,
  closed_by uuid references auth.users (id) on delete set null,
  -- It says why an erasure was refused: the person reads it on their page.
  answer text,
  constraint personal_requests_email_format check (private.is_email_address(email)),
  constraint personal_requests_due_on_of_erasure check ((kind = 'erasure') = (due_on is not null)),
  constraint personal_requests_answer_length check (btrim(answer) <> '' and char_length(answer) <= 2000)
);

create index personal_requests_contact_id_idx on public.personal_requests (contact_id, created_at desc);
create index personal_requests_email_idx on public.personal_requests (lower(email));
create index personal_requests_closed_by_idx on public.personal_requests (closed_by);
create unique index personal_requests_open_erasure_key on public.personal_requests (lower(email))
  where kind = 'erasure' and closed_at is null;

alter table public.personal_requests enable row level security;

grant select on table public.personal_requests to authenticated, service_role;

create policy "personal_requests: member reads" on public.personal_requests
  for select to authenticated
  using ((select private.is_member()));

-- Links the requests of an address to the contact made of it, or back from the trash.
create function private.link_personal_requests()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.personal_requests r set contact_id = new.id
  where r.contact_id is null and lower(r.email) = lower(new.email);
  return null;
end;
$$;

create trigger contacts_link_personal_requests after insert or update of email on public.contacts
  for each row when (new.email is not null)
  execute function private.link_personal_requests();

-- « Vu » closes a correction; a request of erasure is closed with why it is refused.
create function public.close_personal_request(request uuid, reason text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.personal_requests;
begin
  perform private.require_admin();
  select * into known from public.personal_requests r where r.id = request and r.closed_at is null for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Cette demande est déjà traitée.';
  elsif known.kind = 'erasure' and coalesce(btrim(reason), '') = '' then
    raise sqlstate 'PT422' using message = 'Indiquez la raison du refus : la personne la lira sur sa fiche.';
  end if;
  update public.personal_requests r set
    closed_at = now(), closed_by = auth.uid(),
    answer = case known.kind when 'erasure' then left(btrim(reason), 2000) end
  where r.id = request;
end;
$$;

grant execute on function public.close_personal_request(uuid, text) to authenticated;

-- Lists the addresses by which a person is known, in lower case: the present one and the earlier ones that rows linked
-- to the contact still hold. One that another contact has now is theirs.
create function private.known_addresses(person public.contacts)
returns text[]
language sql
stable
set search_path = ''
as $$
  select array(
    select distinct lower(known.email)
    from (
      select person.email
      union all select e.email from public.consent_events e where e.contact_id = person.id
      union all select s.recipient_email from public.email_sends s where s.contact_id = person.id
      union all select q.email from public.quote_requests q where q.contact_id = person.id
      union all select nullif(d.email, '') from public.quotes d where d.contact_id = person.id
      union all select p.email from public.suggested_prospects p where p.contact_id = person.id
    ) known
    where known.email is not null
      and not exists (
        select from public.contacts other where other.id <> person.id and lower(other.email) = lower(known.email)
      )
  );
$$;

grant execute on function private.known_addresses(public.contacts) to authenticated;

-- Lists the business with a contact: quotes as they left and ended, invoices, payments. It is PL/pgSQL because invoices
-- stand in a later file.
create function private.business_timeline(contact uuid, addresses text[])
returns table (happened_at timestamptz, kind text, detail jsonb)
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  with theirs as (
    select q.* from public.quotes q
    where (q.contact_id = contact or lower(q.email) = any (addresses)) and q.anonymised_at is null and q.number is not null
  )
  select q.sent_at, 'quote_sent', jsonb_build_object('id', q.id, 'number', q.number)
  from theirs q where q.sent_at is not null
  union all
  select q.closed_at, 'quote_closed', jsonb_build_object('id', q.id, 'number', q.number, 'status', q.status)
  from theirs q where q.closed_at is not null and q.status in ('accepté', 'refusé', 'expiré')
  union all
  select i.issued_at, 'invoice', jsonb_build_object('id', i.id, 'number', i.number, 'invoice_kind', i.kind)
  from theirs q join public.invoices i on i.quote_id = q.id where i.issued_at is not null
  union all
  select p.created_at, 'payment', jsonb_build_object('id', i.id, 'number', i.number, 'cents', p.amount_cents::text)
  from theirs q join public.invoices i on i.quote_id = q.id join public.invoice_payments p on p.invoice_id = i.id
  where p.undone_at is null;
end;
$$;

grant execute on function private.business_timeline(uuid, text[]) to authenticated;

-- Returns the history of a contact, newest first. Quote requests, prospects, proofs and suppressions are also found by
-- the addresses that the person is or was known by.
create function public.contact_timeline(contact uuid)
returns table (happened_at timestamptz, kind text, detail jsonb)
language sql
stable
set search_path = ''
as $$
  with person as materialized (
    select c.id, private.known_addresses(c) as addresses, c.created_at from public.contacts c where c.id = contact
  ),
  hashes as materialized (
    select private.email_hash(address) as hash from person cross join unnest(person.addresses) as address
  )
  select p.created_at, 'created', '{}'::jsonb from person p
  where not exists (select from public.contact_events e where e.contact_id = p.id and e.kind = 'imported')
  union all
  select e.created_at, e.kind::text,
    jsonb_strip_nulls(jsonb_build_object('old_status', e.old_status, 'new_status', e.new_status, 'source', e.source))
  from person p join public.contact_events e on e.contact_id = p.id
  union all
  select a.happened_at, 'activity', jsonb_build_object('id', a.id, 'kind', a.kind, 'body', a.body)
  from person p join public.contact_activities a on a.contact_id = p.id
  union all
  select s.updated_at, 'accepted', jsonb_build_object('trip_plan_id', t.id, 'city', t.city)
  from person p
  join public.suggested_prospects s on s.status = 'accepted' and (s.contact_id = p.id or lower(s.email) = any (p.addresses))
  join public.trip_plans t on t.id = s.trip_plan_id
  union all
  select q.created_at, 'quote', jsonb_build_object('organization_name', q.organization_name, 'service_type', q.service_type)
  from person p join public.quote_requests q on q.contact_id = p.id or lower(q.email) = any (p.addresses)
  union all
  select b.happened_at, b.kind, b.detail from person p cross join lateral private.business_timeline(p.id, p.addresses) b
  union all
  select s.created_at, 'email', jsonb_build_object('subject', s.subject, 'status', s.status, 'campaign', c.name)
  from person p join public.email_sends s on s.contact_id = p.id join public.campaigns c on c.id = s.campaign_id
  union all
  select back.happened_at, back.kind, jsonb_build_object('subject', s.subject, 'campaign', c.name)
  from person p join public.email_sends s on s.contact_id = p.id join public.campaigns c on c.id = s.campaign_id
  cross join lateral (
    values (s.delivered_at, 'delivered'), (s.bounced_at, 'bounced'), (s.complained_at, 'complained'),
      (s.opened_at, 'opened'), (s.clicked_at, 'clicked'), (s.replied_at, 'replied')
  ) as back (happened_at, kind)
  where back.happened_at is not null
  union all
  select e.occurred_at, 'consent', jsonb_strip_nulls(jsonb_build_object('basis', e.basis, 'source_url', e.source_url, 'evidence', e.evidence))
  from person p join public.consent_events e on lower(e.email) = any (p.addresses)
  union all
  select r.created_at, case r.kind when 'erasure' then 'erasure_asked' else 'corrected' end,
    jsonb_build_object('before', r.before, 'after', r.after, 'answer', r.answer)
  from person p join public.personal_requests r on r.contact_id = p.id or lower(r.email) = any (p.addresses)
  union all
  select s.created_at, 'suppressed', jsonb_build_object('reason', s.reason)
  from hashes h join public.suppressions s on s.email_hash = h.hash
  union all
  select l.created_at, 'lifted', jsonb_build_object('reason', l.reason)
  from hashes h join public.suppression_lifts l on l.email_hash = h.hash
  order by 1 desc;
$$;

grant execute on function public.contact_timeline(uuid) to authenticated;

-- Returns everything known about a person, for a request of access (Loi 25, section 27) and to prove why they were
-- written to; the export is recorded in the register under its author. It is one value, so that no list is cut at 1
-- 000, and null when there is no such contact. Its shape is supabase/functions/_shared/contract/person-export.ts.
create function private.copy_of_person(contact uuid, author uuid)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  person public.contacts;
  hash text;
  addresses text[];
  hashes text[];
begin
  select * into person from public.contacts where id = contact;
  if not found then
    return null;
  end if;
  hash := private.email_hash(person.email);
  addresses := private.known_addresses(person);
  addresses := addresses || private.trashed_addresses(person.id, addresses);
  hashes := array(select private.email_hash(address) from unnest(addresses) as address);
  insert into public.privacy_register (kind, subject_hash, recorded_by) values ('export', hash, author);
  return jsonb_build_object(
    'version', 1, 'exported_at', now(),
    'studio', coalesce((select nullif(s.legal_name, '') from public.studio s where s.id = 1), ''),
    'contact', to_jsonb(person) - 'user_id',
    'history', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' order by e.created_at), '[]')
      from public.contact_events e where e.contact_id = person.id
    ),
    'organisation', (select to_jsonb(o) - 'domain' from public.organisations o where o.id = person.organisation_id),
    'activities', (
      select coalesce(jsonb_agg(to_jsonb(a) - 'recorded_by' order by a.happened_at), '[]')
      from public.contact_activities a where a.contact_id = person.id
    ),
    'trip_photos', (
      select coalesce(jsonb_agg(to_jsonb(p) - 'recorded_by' order by p.taken_at), '[]')
      from public.trip_photos p where p.contact_id = person.id
    ),
    'consents', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' order by e.occurred_at), '[]')
      from public.consent_events e where e.contact_id = person.id or lower(e.email) = any (addresses)
    ),
    'suppressions', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'recorded_by' order by s.created_at), '[]')
      from public.suppressions s where s.email_hash = any (hashes)
    ),
    'suppression_lifts', (
      select coalesce(jsonb_agg(to_jsonb(l) - 'recorded_by' order by l.created_at), '[]')
      from public.suppression_lifts l where l.email_hash = any (hashes)
    ),
    'personal_requests', (
      select coalesce(jsonb_agg(to_jsonb(r) - 'closed_by' order by r.created_at), '[]')
      from public.personal_requests r where r.contact_id = person.id or lower(r.email) = any (addresses)
    ),
    'quote_requests', (
      select coalesce(jsonb_agg(to_jsonb(q) order by q.created_at), '[]')
      from public.quote_requests q where q.contact_id = person.id or lower(q.email) = any (addresses)
    ),
    'replies', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'quote_request_id', n.quote_request_id, 'state', n.state, 'subject', n.subject, 'body', n.body,
        'attachments', n.attachments, 'created_at', n.created_at, 'finished_at', n.finished_at
      ) order by n.created_at), '[]')
      from public.notifications n join public.quote_requests q on q.id = n.quote_request_id
      where n.kind = 'reply' and (q.contact_id = person.id or lower(q.email) = any (addresses))
    ),
    'messages', (
      select coalesce(jsonb_agg(
        to_jsonb(m) || jsonb_build_object('answers', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'state', n.state, 'subject', n.subject, 'body', n.body, 'created_at', n.created_at, 'finished_at', n.finished_at
          ) order by n.created_at), '[]')
          from public.notifications n where n.inbound_message_id = m.id
        )) order by m.received_at), '[]')
      from public.inbound_messages m left join public.quote_requests q on q.id = m.quote_request_id
      where m.contact_id = person.id or m.from_email = any (addresses)
        or q.contact_id = person.id or lower(q.email) = any (addresses)
    ),
    'request_notes', (
      select coalesce(jsonb_agg(to_jsonb(n) - 'recorded_by' order by n.created_at), '[]')
      from public.request_notes n join public.quote_requests q on q.id = n.quote_request_id
      where q.contact_id = person.id or lower(q.email) = any (addresses)
    ),
    'request_history', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' order by e.created_at), '[]')
      from public.request_events e join public.quote_requests q on q.id = e.quote_request_id
      where q.contact_id = person.id or lower(q.email) = any (addresses)
    ),
    'issued_quotes', (
      select coalesce(jsonb_agg(
        to_jsonb(d) - '{created_by}'::text[] || jsonb_build_object('events', (
          select coalesce(jsonb_agg(to_jsonb(e) - '{quote_id, recorded_by}'::text[] order by e.created_at), '[]')
          from public.quote_events e where e.quote_id = d.id
        ), 'acceptances', (
          select coalesce(jsonb_agg(to_jsonb(a) - '{quote_id, recorded_by, reversed_by, code_hash}'::text[] order by a.accepted_at), '[]')
          from public.quote_acceptances a where a.quote_id = d.id
        ), 'emails', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'kind', n.kind, 'state', n.state, 'subject', n.subject, 'body', n.body, 'created_at', n.created_at
          ) order by n.created_at), '[]')
          from public.notifications n where n.issued_quote_id = d.id
        )) order by d.created_at), '[]')
      from public.quotes d where d.contact_id = person.id or lower(d.email) = any (addresses)
    ),
    'invoices', (
      select coalesce(jsonb_agg(
        to_jsonb(i) - '{created_by}'::text[] || jsonb_build_object('payments', (
          select coalesce(jsonb_agg(to_jsonb(p) - '{invoice_id, recorded_by, undone_by}'::text[] order by p.created_at), '[]')
          from public.invoice_payments p where p.invoice_id = i.id
        ), 'emails', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'kind', n.kind, 'state', n.state, 'subject', n.subject, 'body', n.body, 'created_at', n.created_at
          ) order by n.created_at), '[]')
          from public.notifications n where n.invoice_id = i.id
        )) order by i.created_at), '[]')
      from public.invoices i join public.quotes d on d.id = i.quote_id
      where d.contact_id = person.id or lower(i.email) = any (addresses)
    ),
    'prospects', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at), '[]')
      from public.suggested_prospects s where s.contact_id = person.id or lower(s.email) = any (addresses)
    ),
    'next_actions', (
      select coalesce(jsonb_agg(to_jsonb(a) - '{owner, recorded_by}'::text[] order by a.created_at), '[]')
      from public.next_actions a
      left join public.quote_requests q on q.id = a.quote_request_id
      where a.contact_id = person.id or q.contact_id = person.id or lower(q.email) = any (addresses)
    ),
    'emails', (
      select coalesce(jsonb_agg(
        to_jsonb(s) - 'lease_token' - 'unsubscribe_token' - 'recipient_hash' || jsonb_build_object(
          'campaign', c.name,
          'events', (
            select coalesce(jsonb_agg(to_jsonb(e) - 'email_send_id' order by e.occurred_at), '[]')
            from public.email_events e where e.email_send_id = s.id
          )
        ) order by s.created_at), '[]')
      from public.email_sends s join public.campaigns c on c.id = s.campaign_id
      where s.contact_id = person.id or lower(s.recipient_email) = any (addresses)
    ),
    -- These are the e-mails of every kind, the answers to a request and those about quotes and invoices among them.
    'sent_messages', (
      select coalesce(jsonb_agg(to_jsonb(m) order by m.at), '[]') from private.messages_to(addresses) as m
    ),
    'trash', (
      select coalesce(jsonb_agg(jsonb_build_object('table', t.place, 'row', t.content - 'user_id') order by t.place), '[]')
      from private.trashed_of(person.id, addresses) t
    )
  );
end;
$$;

-- « Exporter les données (JSON) » reads it.
create function public.export_person(contact uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.copy_of_person(contact, auth.uid());
end;
$$;

grant execute on function public.export_person(uuid) to authenticated;

-- « Preuve de consentement (PDF) » reads it through the edge function person-report, which checks the administrator.
create function public.person_to_print(contact uuid, author uuid)
returns jsonb
language sql
security definer
set search_path = ''
as $$
  select private.copy_of_person(contact, author);
$$;

grant execute on function public.person_to_print(uuid, uuid) to service_role;

-- Erases a person in every table and suppresses each of these addresses: found again in a public register, they are not
-- written to. What stays: messages without name, address and text, for the counts; hashes, for the suppressions and the
-- unsubscribe links already received; one row of the register; contracts and invoices, as tax law asks. `person` is
-- null when nobody of these addresses is a contact.
create function private.erase_known(person public.contacts, addresses text[])
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  hashes text[] := array(select private.email_hash(address) from unnest(addresses) as address);
  hash text := coalesce(private.email_hash(person.email), hashes[1]);
  one_hash text;
  sends uuid[];
  gone jsonb := jsonb_build_object('contacts', case when person.id is null then 0 else 1 end);
  owner uuid;
  requests uuid[];
  counted integer;
begin
  foreach one_hash in array hashes loop
    perform private.suppress(one_hash, 'erased', auth.uid());
  end loop;
  -- The reason is free text, written about the person.
  update public.suppression_lifts l set reason = '(effacé)' where l.email_hash = any (hashes);

  -- Campaigns are always locked before their messages.
  sends := array(
    select s.id from public.email_sends s where s.contact_id = person.id or lower(s.recipient_email) = any (addresses)
  );
  for owner in
    select distinct s.campaign_id from public.email_sends s where s.id = any (sends) order by 1
  loop
    perform from public.campaigns where id = owner for update;
    update public.email_sends s set
      status = case
        when s.status not in ('programmé', 'brouillon') then s.status
        when s.lease_token is not null or s.may_have_arrived then 'incertain'
        else 'annulé'
      end,
      finished_at = coalesce(s.finished_at, now()), lease_token = null,
      recipient_hash = coalesce(s.recipient_hash, private.email_hash(s.recipient_email), hash),
      recipient_email = null, recipient_name = null, contact_id = null,
      subject = '(effacé)', body = '(effacé)', last_error = null, bounce_reason = null,
      -- The identity holds the page that published their address, and the reference the words of a ground.
      identity = s.identity - 'consent', lobbying_reference = case when s.lobbying_ground is not null then '(effacé)' end
    where s.campaign_id = owner and s.id = any (sends);
    get diagnostics counted = row_count;
    gone := gone || jsonb_build_object('email_sends', coalesce((gone ->> 'email_sends')::integer, 0) + counted);
    perform private.close_campaign(owner);
  end loop;
  update public.email_events e set detail = null
  from public.email_sends s where s.id = e.email_send_id and (s.id = any (sends) or s.recipient_hash = any (hashes));

  requests := array(
    select q.id from public.quote_requests q where q.contact_id = person.id or lower(q.email) = any (addresses)
  );
  gone := gone || jsonb_build_object('quote_requests', private.anonymise_requests(requests));
  gone := gone || private.erase_from_invoices(person.id, addresses);
  gone := gone || private.erase_from_quotes(person.id, addresses);
  delete from public.inbound_messages m where m.contact_id = person.id or m.from_email = any (addresses);
  get diagnostics counted = row_count;
  gone := gone || jsonb_build_object('inbound_messages', counted);
  delete from public.suggested_prospects s
  where s.contact_id = person.id or lower(s.email) = any (addresses);
  get diagnostics counted = row_count;
  gone := gone || jsonb_build_object('prospects', counted);
  delete from public.consent_events e where e.contact_id = person.id or lower(e.email) = any (addresses);
  get diagnostics counted = row_count;
  gone := gone || jsonb_build_object('consent_events', counted);
  delete from public.personal_requests r where r.contact_id = person.id or lower(r.email) = any (addresses);
  delete from public.notifications n using private.personal_links link
  where n.id = link.id and lower(link.email) = any (addresses);
  delete from private.personal_links link where lower(link.email) = any (addresses);
  delete from public.contacts c where c.id = person.id;
  -- The address of an organisation may be the person's own, unless the register publishes it.
  update public.organisations o set email = null
  where lower(o.email) = any (addresses) and not exists (
    select from public.municipalities m where m.code = o.register_code and lower(m.official_email) = lower(o.email)
  );
  delete from public.organisations o
  where o.id = person.organisation_id and o.register_code is null
    and not exists (select from public.contacts c where c.organisation_id = o.id);
  -- The trash comes last: the deletion above went through it too.
  perform private.erase_from_trash(person.id, addresses);

  insert into public.privacy_register (kind, subject_hash, detail, recorded_by) values ('erasure', hash, gone, auth.uid());
  return gone;
end;
$$;

-- « Effacer toutes les données » of a contact erases the person.
create function public.erase_person(contact uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  person public.contacts;
  addresses text[];
begin
  perform private.require_admin();
  perform public.require_recent_sign_in();
  select * into person from public.contacts where id = contact for update;
  if not found then
    raise exception using message = 'Ce contact n''existe plus';
  end if;
  addresses := private.known_addresses(person);
  return private.erase_known(person, addresses || private.trashed_addresses(person.id, addresses));
end;
$$;

grant execute on function public.erase_person(uuid) to authenticated;

-- « Effacer toutes les données » of a request of erasure erases the contact who has its address or made it, else that
-- address alone.
create function public.erase_as_asked(request uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  asked public.personal_requests;
  person uuid;
begin
  perform private.require_admin();
  perform public.require_recent_sign_in();
  select * into asked from public.personal_requests r
  where r.id = request and r.kind = 'erasure' and r.closed_at is null for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Cette demande est déjà traitée.';
  end if;
  person := coalesce((select c.id from public.contacts c where lower(c.email) = lower(asked.email)), asked.contact_id);
  return case when person is not null then public.erase_person(person)
    else private.erase_known(null, array[lower(asked.email)]) end;
end;
$$;

grant execute on function public.erase_as_asked(uuid) to authenticated;

-- Lists the rejected prospects older than so many months; none when the number is null.
create function private.expired_prospects(months integer)
returns setof uuid
language sql
stable
set search_path = ''
as $$
  select id from public.suggested_prospects
  where status = 'rejected' and updated_at < now() - months * interval '1 month';
$$;

grant execute on function private.expired_prospects(integer) to authenticated;

-- Lists the answered or archived quote requests older than so many months and not anonymised yet; none when the number
-- is null.
create function private.expired_requests(months integer)
returns setof uuid
language sql
stable
set search_path = ''
as $$
  select id from public.quote_requests
  where status in ('répondu', 'archivé') and anonymised_at is null
    and created_at < now() - months * interval '1 month';
$$;

grant execute on function private.expired_requests(integer) to authenticated;

-- Counts what retention would erase with these numbers of months: { rejected_prospects, quote_requests }.
create function public.retention_preview(prospects_months integer, quotes_months integer)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'rejected_prospects', (select count(*) from private.expired_prospects(prospects_months)),
    'quote_requests', (select count(*) from private.expired_requests(quotes_months))
  );
$$;

grant execute on function public.retention_preview(integer, integer) to authenticated;

-- The one row is the retention of personal data (Loi 25), in months; null keeps until an administrator deletes. It is
-- changed on /admin/parametres/donnees.
create table public.retention_settings (
  -- It is always 1, the only row that is read.
  id smallint primary key,
  rejected_prospects_months integer,
  quote_requests_months integer,
  updated_at timestamptz not null default now(),
  constraint retention_settings_rejected_prospects_months_range check (rejected_prospects_months between 1 and 120),
  constraint retention_settings_quote_requests_months_range check (quote_requests_months between 1 and 120)
);

create trigger retention_settings_set_updated_at before update on public.retention_settings
  for each row execute function private.set_updated_at();

alter table public.retention_settings enable row level security;

grant select, update (rejected_prospects_months, quote_requests_months) on table public.retention_settings to authenticated;
grant select, insert, update, delete on table public.retention_settings to service_role;

create policy "retention_settings: member reads" on public.retention_settings
  for select to authenticated
  using ((select private.is_member()));

create policy "retention_settings: admin changes" on public.retention_settings
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

select private.attach_activity_log('retention_settings');

insert into public.retention_settings (id) values (1);

-- The page of privacy prints the two.
create constraint trigger retention_settings_change_site after update on public.retention_settings
  deferrable initially deferred
  for each row execute function private.mark_site_changed();

-- Applies the retention settings, at most once a day (America/Toronto): the dispatcher calls it at each run. It returns
-- null when it did so already today.
create function public.apply_retention()
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  rules public.retention_settings;
  old_requests uuid[];
  prospects integer;
begin
  perform pg_advisory_xact_lock(32, 0);
  if exists (
    select from public.privacy_register
    where kind = 'retention'
      and created_at >= date_trunc('day', now() at time zone 'America/Toronto') at time zone 'America/Toronto'
  ) then
    return null;
  end if;
  perform private.roll_up_tour_views();
  perform private.empty_old_trash();
  perform private.forget_old_activity();
  perform private.forget_old_quotes();
  perform private.forget_old_invoices();
  perform private.forget_discarded_messages();
  perform private.forget_personal_links();
  select * into rules from public.retention_settings where id = 1;
  delete from public.suggested_prospects
  where id in (select private.expired_prospects(rules.rejected_prospects_months));
  get diagnostics prospects = row_count;
  old_requests := array(select private.expired_requests(rules.quote_requests_months));
  perform private.anonymise_requests(old_requests);
  insert into public.privacy_register (kind, detail)
  values ('retention', jsonb_build_object('rejected_prospects', prospects, 'quote_requests', cardinality(old_requests)));
  return jsonb_build_object('rejected_prospects', prospects, 'quote_requests', cardinality(old_requests));
end;
$$;

grant execute on function public.apply_retention() to service_role;

-- A copy of everything ---------------------------------------------------------------------------------------------

-- Says how much a copy of the whole business would hold, and records in the register that an administrator takes it:
-- before the first row leaves, for a copy given up halfway has left too.
create function public.start_full_export()
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  counts jsonb;
begin
  perform private.require_admin();
  perform public.require_recent_sign_in();
  counts := jsonb_build_object(
    'contacts', (select count(*) from public.contacts),
    'consent_events', (select count(*) from public.consent_events),
    'email_sends', (select count(*) from public.email_sends),
    'quotes', (select count(*) from public.quote_requests),
    'prospects', (select count(*) from public.suggested_prospects)
  );
  insert into public.privacy_register (kind, detail, recorded_by) values ('full_export', counts, auth.uid());
  return counts;
end;
$$;

grant execute on function public.start_full_export() to authenticated;

-- schemas/36_dashboard.sql

-- This file holds the figures of the dashboard, and views by month.

-- The figures are counted here because a list that is read is cut at 1 000 rows. Both functions run as the caller,
-- under the policies of each table, and return nothing to anyone but a member of the team.

-- Returns one row of figures. Upcoming means on or after today (America/Toronto). A cancelled trip is counted, but is
-- never the next one.
create function public.dashboard_stats()
returns table (
  tours bigint,
  featured_tours bigint,
  tags bigint,
  views bigint,
  trips bigint,
  upcoming_trips bigint,
  next_trip_id uuid,
  next_trip_city text,
  next_trip_start date,
  contacts bigint,
  new_contacts bigint,
  interested_contacts bigint,
  templates bigint,
  campaigns bigint,
  sent_emails bigint,
  new_quotes bigint
)
language sql
stable
set search_path = ''
as $$
  with clock as (select (now() at time zone 'America/Toronto')::date as today)
  select
    tour.total, tour.featured, tag.total, tour.views,
    trip.total, trip.upcoming, next_trip.id, next_trip.city, next_trip.start_date,
    contact.total, contact.new, contact.interested,
    template.total, campaign.total, email.sent, quote.new
  from clock
  cross join lateral (
    select count(*) as total, count(*) filter (where is_featured) as featured, coalesce(sum(view_count), 0) as views
    from public.virtual_tours
  ) as tour
  cross join lateral (select count(*) as total from public.tags) as tag
  cross join lateral (
    select count(*) as total, count(*) filter (where start_date >= clock.today) as upcoming from public.trip_plans
  ) as trip
  left join lateral (
    select id, city, start_date from public.trip_plans
    where start_date >= clock.today and status <> 'annulé'
    order by start_date, created_at, id
    limit 1
  ) as next_trip on true
  cross join lateral (
    select
      count(*) as total,
      count(*) filter (where status = 'nouveau') as new,
      count(*) filter (where status = 'intéressé') as interested
    from public.contacts
  ) as contact
  cross join lateral (select count(*) as total from public.email_templates) as template
  cross join lateral (select count(*) as total from public.campaigns where draft is null) as campaign
  cross join lateral (select count(*) as sent from public.email_sends where status = 'envoyé') as email
  cross join lateral (select count(*) as new from public.quote_requests where status = 'nouveau') as quote
  where (select private.is_member());
$$;

grant execute on function public.dashboard_stats() to authenticated;

-- Counts views of tours in each of the last twelve months, this one included, oldest first; zero for a month without
-- views.
create function public.views_by_month()
returns table (month date, views bigint)
language sql
stable
set search_path = ''
as $$
  select months.first_day::date, coalesce(sum(counted.views), 0)
  from (
    select generate_series(this_month - interval '11 months', this_month, interval '1 month') as first_day
    from (select date_trunc('month', now() at time zone 'America/Toronto') as this_month) as clock
  ) as months
  left join public.tour_views as counted
    on counted.day >= months.first_day and counted.day < months.first_day + interval '1 month'
  where (select private.is_member())
  group by months.first_day
  order by months.first_day;
$$;

grant execute on function public.views_by_month() to authenticated;

-- schemas/37_activity_log.sql

-- This file holds the record of who changed what (docs/decisions/0048), and the first day of a studio: what the seed
-- put there, the steps of the setup, and emptying a demo.

-- The table has one row per record changed by a member: who, when, which fields; never a value. One statement that
-- touches more than twenty records (an import, a bulk action) is one row without record_id. It is append-only, kept 24
-- months.
create table public.activity_log (
  id bigint generated by default as identity primary key,
  created_at timestamptz not null default now(),
  actor uuid references auth.users (id) on delete set null,
  -- It names the table.
  kind text not null,
  record_id text,
  action public.activity_action not null,
  fields text[] not null default '{}',
  record_count integer not null default 1,
  constraint activity_log_record_count_range check (record_count >= 1)
);

create index activity_log_record_idx on public.activity_log (kind, record_id, created_at desc);
create index activity_log_created_at_idx on public.activity_log (created_at desc);
create index activity_log_actor_idx on public.activity_log (actor);

alter table public.activity_log enable row level security;

grant select on table public.activity_log to authenticated, service_role;

create policy "activity_log: member reads" on public.activity_log
  for select to authenticated
  using ((select private.is_member()));

-- Returns the newest fifty changes, of one record or of all, with the address of who made them (null: the account is
-- gone).
create function public.recent_activity(only_kind text default null, only_record text default null)
returns table (
  id bigint, created_at timestamptz, actor_email text, kind text, record_id text, action public.activity_action, fields text[], record_count integer
)
language sql
stable
security definer
set search_path = ''
as $$
  select log.id, log.created_at, people.email::text, log.kind, log.record_id, log.action, log.fields, log.record_count
  from public.activity_log as log left join auth.users as people on people.id = log.actor
  where (select private.is_member())
    and (only_kind is null or log.kind = only_kind and log.record_id = only_record)
  order by log.created_at desc, log.id desc
  limit 50;
$$;

grant execute on function public.recent_activity(text, text) to authenticated;

create function private.forget_old_activity()
returns void
language sql
set search_path = ''
as $$
  delete from public.activity_log where created_at < now() - interval '24 months';
$$;

-- First day ------------------------------------------------------------------------------------------------------

-- The table lists what the seed put there, so that a demo can be emptied without touching what people added. It is
-- never filled on a hosted project, whose seed is off.
create table private.demo_rows (
  table_name text not null,
  row_id text not null,
  added_at timestamptz not null default now(),
  primary key (table_name, row_id)
);

alter table private.demo_rows enable row level security;

-- Counts how much of the seed is still there, what is in the trash included: { virtual_tours: 12, contacts: 60 }.
create function private.demo_counts()
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  -- PL/pgSQL resolves the query when it runs, because some of these tables are in later files.
  return (
    select coalesce(jsonb_object_agg(counted.table_name, counted.number), '{}')
    from (
      select demo.table_name, count(*) as number
      from (
        select table_name, row_id::uuid as id from private.demo_rows
        where table_name not in ('studio', 'sending_settings', 'studio_profile', 'estimate_settings')
      ) as demo
      where demo.table_name = 'virtual_tours' and exists (select from public.virtual_tours as t where t.id = demo.id)
        or demo.table_name = 'surveys' and exists (select from public.surveys as t where t.id = demo.id)
        or demo.table_name = 'tags' and exists (select from public.tags as t where t.id = demo.id)
        or demo.table_name = 'contacts' and exists (select from public.contacts as t where t.id = demo.id)
        or demo.table_name = 'quote_requests' and exists (select from public.quote_requests as t where t.id = demo.id)
        or demo.table_name = 'trip_plans' and exists (select from public.trip_plans as t where t.id = demo.id)
        or demo.table_name = 'email_templates' and exists (select from public.email_templates as t where t.id = demo.id)
        or demo.table_name = 'campaigns' and exists (select from public.campaigns as t where t.id = demo.id)
        or exists (select from public.trash as t where t.id = demo.id and t.kind::text = demo.table_name)
      group by demo.table_name
    ) as counted
  );
end;
$$;

-- Tells how far the setup is, computed from the data: what each step of the list asks. The sender is done when a test
-- message has left from one of the addresses. `demo` says that demo content is still there; `demo_counts` how much of
-- what.
create function public.setup_state()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'identity', private.sender_identity() is not null,
    'sender', private.sender_identity() is not null and tested.accepted_at is not null,
    'sender_ready', private.sender_identity() is not null and cardinality(rules.verified_senders) > 0,
    'sender_tested_at', tested.accepted_at,
    'register', (select count(*) from public.municipalities) > 1000,
    'register_count', (select count(*) from public.municipalities),
    'register_date', (select max(source_date) from public.municipalities),
    'tags', exists (select from public.tags),
    'tour', exists (select from public.virtual_tours),
    'publishing', exists (select from public.virtual_tours where status = 'published'),
    'skipped', s.setup_skipped,
    'studio_name', s.sender_name,
    'demo', exists (select from private.demo_rows),
    'demo_counts', private.demo_counts()
  )
  from public.studio as s
  cross join public.sending_settings as rules
  cross join lateral (
    select max(accepted_at) as accepted_at from private.sender_tests where sender = any (rules.verified_senders)
  ) as tested
  where s.id = 1 and (select private.is_member());
$$;

grant execute on function public.setup_state() to authenticated;

-- « Vider le studio de démonstration » deletes what the seed added and nothing else, for good, what of it is in the
-- trash included, and empties the identity of the demo unless somebody has changed it. It returns how many rows went.
create function public.empty_demo_studio()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  target text;
  counted integer;
  total integer := 0;
begin
  perform private.require_admin();
  perform public.require_recent_sign_in();
  delete from public.trash as gone using private.demo_rows as demo
  where demo.table_name = gone.kind::text and demo.row_id = gone.id::text;
  get diagnostics total = row_count;
  -- Demo content would fill the trash that people look into.
  perform set_config('app.trash', 'on', true);
  -- Tables that point to others come before those that they point to.
  foreach target in array array[
    'quote_templates', 'quote_services', 'campaigns', 'suggested_prospects', 'trip_plans', 'quote_requests', 'consent_events',
    'contacts', 'email_templates', 'virtual_tours', 'tags', 'suppressions', 'testimonials', 'surveys'
  ] loop
    execute format(
      'delete from public.%I as gone using private.demo_rows as demo where demo.table_name = %L and demo.row_id = gone.id::text',
      target, target);
    get diagnostics counted = row_count;
    total := total + counted;
  end loop;
  -- The organisations were created with the contacts; one with a contact that a person added is kept.
  delete from public.organisations as gone using private.demo_rows as demo
  where demo.table_name = 'organisations' and demo.row_id = gone.id::text
    and not exists (select from public.contacts as c where c.organisation_id = gone.id);
  perform set_config('app.trash', '', true);
  update public.studio set sender_name = '', legal_name = '', postal_address = '', contact_email = '', contact_phone = ''
  where id = 1 and updated_at = (select added_at from private.demo_rows where table_name = 'studio');
  update public.sending_settings set verified_senders = '{}'
  where id = 1 and updated_at = (select added_at from private.demo_rows where table_name = 'sending_settings');
  update public.studio_profile set
    insurer = '', insurance_number = '', insurance_amount_cents = null, insurance_until = null, picture_rights = '',
    privacy_practice = '', delivery_formats = '', hosted_in_quebec = false, about = '', team = '', territory = '',
    shows_prices = false, planning_time = '', capture_time = '', processing_time = '', publication_time = ''
  where id = 1 and updated_at = (select added_at from private.demo_rows where table_name = 'studio_profile');
  update public.estimate_settings set
    is_public = false, weeks_low = null, weeks_high = null, scenes_per_day = null, km_per_day = null, city = '', region = '',
    farthest_km = 800
  where id = 1 and updated_at = (select added_at from private.demo_rows where table_name = 'estimate_settings');
  -- A DELETE without a condition is refused on hosted projects (safeupdate), in functions too.
  delete from private.demo_rows where true;
  return total;
end;
$$;

grant execute on function public.empty_demo_studio() to authenticated;

-- schemas/38_public_profile.sql

-- This file holds what the public site says of the studio to those who buy: its profile and its testimonials
-- (docs/decisions/0076).

-- The one row holds the answers to a public buyer that the site prints, changed on /admin/parametres/profil. What is
-- empty is not printed.
create table public.studio_profile (
  -- It is always 1, the only row that is read.
  id smallint primary key,
  insurer text not null default '',
  insurance_number text not null default '',
  insurance_amount_cents bigint,
  -- It is the last day of the cover: from the next one on the site no longer prints it.
  insurance_until date,
  picture_rights text not null default '',
  privacy_practice text not null default '',
  delivery_formats text not null default '',
  hosted_in_quebec boolean not null default false,
  about text not null default '',
  team text not null default '',
  territory text not null default '',
  -- It says whether the site prints the lowest price of a service.
  shows_prices boolean not null default false,
  -- These say how long each of the four steps of a service usually takes, « 1 à 2 semaines ».
  planning_time text not null default '',
  capture_time text not null default '',
  processing_time text not null default '',
  publication_time text not null default '',
  updated_at timestamptz not null default now(),
  constraint studio_profile_insurer_shape check (char_length(insurer) <= 100 and private.is_one_line_text(insurer)),
  constraint studio_profile_insurance_number_shape check (
    char_length(insurance_number) <= 60 and private.is_one_line_text(insurance_number)
  ),
  constraint studio_profile_insurance_amount_cents_range check (insurance_amount_cents between 1 and 99999999999),
  constraint studio_profile_picture_rights_length check (char_length(picture_rights) <= 1000),
  constraint studio_profile_privacy_practice_length check (char_length(privacy_practice) <= 1000),
  constraint studio_profile_delivery_formats_length check (char_length(delivery_formats) <= 1000),
  constraint studio_profile_about_length check (char_length(about) <= 2000),
  constraint studio_profile_team_length check (char_length(team) <= 2000),
  constraint studio_profile_territory_length check (char_length(territory) <= 1000),
  constraint studio_profile_planning_time_shape check (char_length(planning_time) <= 60 and private.is_one_line_text(planning_time)),
  constraint studio_profile_capture_time_shape check (char_length(capture_time) <= 60 and private.is_one_line_text(capture_time)),
  constraint studio_profile_processing_time_shape check (char_length(processing_time) <= 60 and private.is_one_line_text(processing_time)),
  constraint studio_profile_publication_time_shape check (char_length(publication_time) <= 60 and private.is_one_line_text(publication_time))
);

create trigger studio_profile_set_updated_at before update on public.studio_profile
  for each row execute function private.set_updated_at();

alter table public.studio_profile enable row level security;

grant select, update (
  insurer, insurance_number, insurance_amount_cents, insurance_until, picture_rights, privacy_practice, delivery_formats,
  hosted_in_quebec, about, team, territory, shows_prices, planning_time, capture_time, processing_time, publication_time
) on table public.studio_profile to authenticated;
grant select, insert, update, delete on table public.studio_profile to service_role;

create policy "studio_profile: member reads" on public.studio_profile
  for select to authenticated
  using ((select private.is_member()));

create policy "studio_profile: admin changes" on public.studio_profile
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

insert into public.studio_profile (id) values (1);

create constraint trigger studio_profile_change_site after update on public.studio_profile
  deferrable initially deferred
  for each row execute function private.mark_site_changed();

select private.attach_activity_log('studio_profile');

-- The table holds the clients that agreed to be named, with or without words of theirs. The site shows one once
-- somebody says so.
create table public.testimonials (
  id uuid primary key default gen_random_uuid(),
  organization text not null,
  -- It names who speaks, and their function there.
  person text not null default '',
  quotation text not null default '',
  -- A fraction fits between two neighbours: moving one writes one row.
  position double precision not null default 0,
  is_shown boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint testimonials_organization_length check (btrim(organization) <> '' and char_length(organization) <= 200),
  constraint testimonials_organization_one_line check (private.is_one_line_text(organization)),
  constraint testimonials_person_shape check (char_length(person) <= 150 and private.is_one_line_text(person)),
  constraint testimonials_quotation_length check (char_length(quotation) <= 600),
  constraint testimonials_position_finite check (position > '-infinity' and position < 'infinity')
);

create trigger testimonials_set_updated_at before update on public.testimonials
  for each row execute function private.set_updated_at();

create constraint trigger testimonials_change_site after insert or update or delete on public.testimonials
  deferrable initially deferred
  for each row execute function private.mark_site_changed();

alter table public.testimonials enable row level security;

grant select on table public.testimonials to authenticated;
grant insert (organization, person, quotation, position, is_shown) on table public.testimonials to authenticated;
grant update (organization, person, quotation, position, is_shown) on table public.testimonials to authenticated;
grant delete on table public.testimonials to authenticated;
grant select, insert, update, delete on table public.testimonials to service_role;

create policy "testimonials: member reads" on public.testimonials
  for select to authenticated
  using ((select private.is_member()));

create policy "testimonials: admin inserts" on public.testimonials
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "testimonials: admin updates" on public.testimonials
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "testimonials: admin deletes" on public.testimonials
  for delete to authenticated
  using ((select private.is_admin()));

-- Returns the part of these tables that anybody may read, and no other: an insurance that has run out, a testimonial
-- that is not shown and a price that the studio keeps to itself are left out. `is_demo` says that the profile is still
-- as the seed wrote it.
create function public.public_profile()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'insurance', case
      when insurer <> '' and insurance_until >= (now() at time zone 'America/Toronto')::date then jsonb_build_object(
        'insurer', insurer, 'number', insurance_number, 'amount_cents', insurance_amount_cents, 'until', insurance_until
      )
    end,
    'picture_rights', btrim(picture_rights), 'privacy_practice', btrim(privacy_practice),
    'delivery_formats', btrim(delivery_formats), 'hosted_in_quebec', hosted_in_quebec,
    'about', btrim(about), 'team', btrim(team), 'territory', btrim(territory),
    'planning_time', btrim(planning_time), 'capture_time', btrim(capture_time),
    'processing_time', btrim(processing_time), 'publication_time', btrim(publication_time),
    'quote_requests_months', quote_requests_months, 'rejected_prospects_months', rejected_prospects_months,
    'is_demo', exists (
      select from private.demo_rows as demo where demo.table_name = 'studio_profile' and demo.added_at = profile.updated_at
    ),
    'testimonials', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', said.id, 'organization', said.organization, 'person', said.person, 'quotation', said.quotation,
        'is_demo', demo.row_id is not null
      ) order by said.position, said.created_at, said.id), '[]')
      from public.testimonials as said
      left join private.demo_rows as demo on demo.table_name = 'testimonials' and demo.row_id = said.id::text
      where said.is_shown
    ),
    'prices', case when shows_prices then (
      select coalesce(jsonb_agg(jsonb_build_object(
        'service', site_service, 'cents', unit_price_cents, 'unit', unit
      ) order by site_service), '[]')
      from (
        select distinct on (site_service) site_service, unit_price_cents, unit from public.quote_services
        where site_service is not null and unit_price_cents > 0
        order by site_service, unit_price_cents
      ) as lowest
    ) else '[]' end
  )
  from public.studio_profile as profile cross join public.retention_settings where profile.id = 1;
$$;

grant execute on function public.public_profile() to anon, authenticated;

-- Returns the towns that have published tours, by region, MRC and name, each with its newest ones:
--   [{ town, mrc, mrc_name, region, latitude, longitude, count, tours: [{ slug, title }] }]
-- `mrc` is the code of its boundary, or its first two digits for a city that belongs to none. A tour whose place the
-- register does not know is not on the map; it is in the portfolio.
create function public.tour_places()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with placed as (
    select tour.slug, tour.title, tour.image_url, tour.created_at, tour.id,
      private.municipality_of(split_part(tour.location, ',', 1), btrim(split_part(tour.location, ',', 2))) as code
    from public.virtual_tours as tour
    where tour.status = 'published' and tour.location <> ''
  ),
  ranked as (
    select *, row_number() over (partition by code order by created_at desc, id) as rank from placed where code is not null
  ),
  towns as (
    select code, count(*) as number,
      jsonb_agg(jsonb_build_object('slug', slug, 'title', title, 'picture', image_url) order by rank)
        filter (where rank <= 3) as newest
    from ranked group by code
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'town', m.name, 'mrc', coalesce(m.mrc_code, left(m.code, 2)), 'mrc_name', coalesce(m.mrc_name, m.name), 'region', m.region,
    'latitude', m.latitude, 'longitude', m.longitude, 'count', towns.number, 'tours', towns.newest
  ) order by private.place_key(m.region), private.place_key(coalesce(m.mrc_name, m.name)), m.search_key), '[]')
  from towns join public.municipalities as m on m.code = towns.code;
$$;

grant execute on function public.tour_places() to anon, authenticated;

-- schemas/39_restores.sql

-- This file guards copies of the database that were put back: nothing is sent to anybody until a person has gone
-- through what may have left since (docs/decisions/0116). What claims messages asks private.is_sending_held() first.

create type public.hold_origin as enum ('restore', 'mark');

-- The table has one row for each restored copy; a row that is not lifted holds all sending.
create table public.sending_holds (
  id uuid primary key default gen_random_uuid(),
  held_at timestamptz not null default now(),
  -- It says when the copy was made, or else when its server last looked for something to send; null when it never did.
  copied_at timestamptz,
  -- 'restore' is set by npm run restore; 'mark' says that the database is behind what is kept outside it.
  found_by public.hold_origin not null,
  lifted_at timestamptz,
  lifted_by uuid references auth.users (id) on delete set null,
  -- It says that the copy was compared with what is kept outside it: one that is behind that later is another copy.
  is_compared boolean not null default false,
  -- It counts the refusals that the copy lacks and that were found outside it; null when nothing outside says who
  -- refused.
  refusals_found integer,
  constraint sending_holds_refusals_found_range check (refusals_found >= 0)
);

create unique index sending_holds_in_force_key on public.sending_holds ((true)) where lifted_at is null;
create index sending_holds_lifted_by_idx on public.sending_holds (lifted_by);

alter table public.sending_holds enable row level security;

-- Only the functions below write.
grant select on table public.sending_holds to authenticated, service_role;

create policy "sending_holds: member reads" on public.sending_holds
  for select to authenticated
  using ((select private.is_member()));

-- The table counts what was given to the mail server. The same number is kept outside the database, in the bucket «
-- send-mark »: a database that is behind it is a copy.
create table private.send_mark (
  -- It is always 1, the only row.
  id smallint primary key,
  number bigint not null,
  constraint send_mark_number_range check (number >= 0)
);

alter table private.send_mark enable row level security;

insert into private.send_mark (id, number) values (1, 0);

-- Only the functions read and write the bucket, with the service role.
select private.make_bucket('send-mark', false, 262144, array['text/plain'], reads => false);

create function private.is_sending_held()
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (select from public.sending_holds where lifted_at is null);
end;
$$;

grant execute on function private.is_sending_held() to authenticated;

-- Holds all sending, and leaves nothing that could go by itself once it is lifted: whatever waited may have left after the
-- copy was made. Campaigns that were paused already are told of it too, as they may have been resumed since. A hold that the
-- copy brought along was about an older copy: it gives way to this one.
create function private.hold_sending(copied timestamptz, found_by public.hold_origin)
returns void
language plpgsql
set search_path = ''
as $$
declare
  reason constant text := 'Une copie des données a été remise en place : ce message est peut-être déjà parti. Vérifiez, puis renvoyez-le.';
begin
  update public.sending_holds as older set lifted_at = now() where older.lifted_at is null;
  insert into public.sending_holds (copied_at, found_by) values (
    coalesce(copied, (select state.last_run_at from public.dispatcher_state as state where state.id = 1)), hold_sending.found_by
  );
  update public.campaigns as campaign set
    paused_at = coalesce(campaign.paused_at, now()), driven_until = null,
    pause_reason = 'Une copie des données a été remise en place. Dites ce qui est déjà parti, puis reprenez ou annulez.'
  where campaign.cancelled_at is null and (
    campaign.status in ('en_cours', 'programmé')
    or campaign.status = 'terminé' and private.follows_up(campaign)
  );
  update public.email_sends as held set status = 'incertain', last_error = reason, lease_token = null, finished_at = now()
  where held.status = 'programmé' and (held.lease_token is not null or held.may_have_arrived);
  update public.notifications as held set state = 'incertain', last_error = reason, lease_token = null, finished_at = now()
  where held.state = 'en_attente';
  -- The digest of this morning may have been written already.
  insert into private.daily_digests (day, user_id)
  select (now() at time zone 'America/Toronto')::date, role.user_id from public.user_roles as role where role.role = 'admin'
  on conflict (day, user_id) do nothing;
end;
$$;

-- Returns the last thousand refusals, as they are kept outside the database: one line each, « keyed hash, seconds since
-- 1970, fingerprint of the key ».
create function private.refusal_lines()
returns text[]
language sql
stable
set search_path = ''
as $$
  select coalesce(array_agg(line order by created_at, line), '{}') from (
    select suppression.created_at,
      suppression.email_hash || ' ' || floor(extract(epoch from suppression.created_at))::bigint || ' '
        || suppression.key_fingerprint as line
    from public.suppressions as suppression
    order by suppression.created_at desc, suppression.email_hash
    limit 1000
  ) as newest;
$$;

-- Returns the lines of which this database knows no refusal, or only an older one.
create function private.refusals_lacking(lines text[])
returns text[]
language sql
stable
set search_path = ''
as $$
  select coalesce(array_agg(distinct line), '{}')
  from unnest(lines) as line
  where line ~ '^[0-9a-f]{64} [0-9]{1,12} [0-9a-f]{16}$' and not exists (
    select from public.suppressions as suppression
    where suppression.email_hash = split_part(line, ' ', 1)
      and suppression.created_at >= to_timestamp(split_part(line, ' ', 2)::bigint)
  );
$$;

-- Returns the last numbers of quotes and invoices, as they are kept outside the database: one line each, « series, year,
-- last number of the year ».
create function private.number_lines()
returns text[]
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select coalesce(array_agg(line order by line), '{}') from (
      select 'invoice ' || year || ' ' || last as line from private.invoice_numbers
      union all
      select 'quote ' || year || ' ' || last from private.quote_numbers
    ) as known
  );
end;
$$;

-- Takes over the numbers that were given since the copy, as the lines outside say, so that none is given twice. It
-- returns whether this database lacked one.
create function private.take_over_numbers(lines text[])
returns boolean
language plpgsql
set search_path = ''
as $$
declare
  before constant text[] := private.number_lines();
begin
  insert into private.invoice_numbers as known (year, last)
  select split_part(line, ' ', 2)::integer, max(split_part(line, ' ', 3)::integer) from unnest(lines) as line
  where line ~ '^invoice [0-9]{4} [0-9]{1,9}$' group by 1
  on conflict (year) do update set last = excluded.last where known.last < excluded.last;
  insert into private.quote_numbers as known (year, last)
  select split_part(line, ' ', 2)::integer, max(split_part(line, ' ', 3)::integer) from unnest(lines) as line
  where line ~ '^quote [0-9]{4} [0-9]{1,9}$' group by 1
  on conflict (year) do update set last = excluded.last where known.last < excluded.last;
  return private.number_lines() <> before;
end;
$$;

-- Refuses a new number while a copy was put back and nobody has gone through what was given since.
create function private.require_own_numbers()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if private.is_sending_held() then
    raise sqlstate 'PT409' using message =
      'Une copie des données a été remise en place : un numéro pourrait être donné deux fois. Finissez d’abord « Copie remise en place ».';
  end if;
end;
$$;

-- Compares what is kept outside the database with its own: one that is behind the number of messages, lacks a refusal
-- or a number of a document, or has lost the number, is a copy, which holds all sending. What it lacks of the refusals
-- and of the numbers is taken over.
--   seen      the number outside; null: none is there
--   refusals  the lines outside (private.refusal_lines); null: none are there
--   numbers   the lines outside (private.number_lines); null: none are there
-- It returns { held, number, refusals, numbers }, the number and the lines to keep outside; when refusals or numbers is
-- null, those that are there stay.
create function public.compare_send_mark(seen bigint, refusals text[] default null, numbers text[] default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  own bigint;
  lacking text[] := private.refusals_lacking(refusals);
  lacked_number boolean;
  current_lines text[];
  current_numbers text[];
  is_new boolean;
begin
  select mark.number into own from private.send_mark as mark where mark.id = 1 for update;
  is_new := not exists (select from public.sending_holds as hold where hold.lifted_at is null and not hold.is_compared);
  lacked_number := private.take_over_numbers(numbers);
  if is_new and (seen > own or seen is null and own > 0 or cardinality(lacking) > 0 or lacked_number) then
    perform private.hold_sending(null, 'mark');
  end if;
  update public.sending_holds as hold set
    is_compared = true,
    refusals_found = case when refusals is not null then cardinality(lacking) end
  where hold.lifted_at is null and not hold.is_compared;
  -- Suppressions written with another key stop all commercial messages until the addresses are given again.
  insert into public.suppressions (email_hash, reason, key_fingerprint)
  select split_part(line, ' ', 1), 'unsubscribed', split_part(line, ' ', 3) from unnest(lacking) as line;
  update private.send_mark as mark set number = greatest(own, seen, 1) where mark.id = 1 returning mark.number into own;
  current_lines := private.refusal_lines();
  current_numbers := private.number_lines();
  return jsonb_build_object(
    'held', private.is_sending_held(), 'number', own,
    'refusals', case when current_lines is distinct from refusals then to_jsonb(current_lines) end,
    'numbers', case when current_numbers is distinct from numbers then to_jsonb(current_numbers) end
  );
end;
$$;

grant execute on function public.compare_send_mark(bigint, text[], text[]) to service_role;

-- Counts one more message, before it is given to the mail server; null while all sending is held.
create function public.next_send_mark()
returns bigint
language plpgsql
security definer
set search_path = ''
as $$
declare
  own bigint;
begin
  if private.is_sending_held() then
    return null;
  end if;
  update private.send_mark as mark set number = mark.number + 1 where mark.id = 1 returning mark.number into own;
  return own;
end;
$$;

grant execute on function public.next_send_mark() to service_role;

-- Returns everything that the screen of a copy that was put back shows; null when nothing is held: { held_at,
-- copied_at, found_by, refusals_found, messages: [{ id, kind, email, subject, created_at }], campaigns: [{ id, name,
-- status, paused_at, sent, waiting, uncertain }] }. A draft among these may have been launched since.
create function public.restore_review()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_member() then
    raise insufficient_privilege using message = 'Cette action est réservée à l''équipe';
  end if;
  return (
    select jsonb_build_object(
      'held_at', hold.held_at, 'copied_at', hold.copied_at, 'found_by', hold.found_by,
      'refusals_found', hold.refusals_found,
      'campaigns', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', campaign.id, 'name', campaign.name, 'status', campaign.status, 'paused_at', campaign.paused_at,
          'sent', counted.sent, 'waiting', counted.waiting, 'uncertain', counted.uncertain
        ) order by campaign.created_at)
        from public.campaigns as campaign, lateral (
          select count(*) filter (where send.status = 'envoyé') as sent,
            count(*) filter (where send.status in ('programmé', 'brouillon')) as waiting,
            count(*) filter (where send.status = 'incertain') as uncertain
          from public.email_sends as send where send.campaign_id = campaign.id
        ) as counted
        where campaign.cancelled_at is null and (
          campaign.status in ('en_cours', 'programmé', 'brouillon')
          or campaign.status = 'terminé' and campaign.paused_at is not null
        )
      ), '[]'),
      'messages', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', message.id, 'kind', message.kind, 'subject', message.subject, 'created_at', message.created_at,
          'email', private.notification_address(message)
        ) order by message.created_at)
        from public.notifications as message
        where message.state = 'incertain' and message.finished_at >= hold.held_at
          -- The team is told of invitations elsewhere, and the words of a digest are gone.
          and num_nonnulls(message.invitation_id, message.digest_id) = 0
      ), '[]')
    )
    from public.sending_holds as hold where hold.lifted_at is null
  );
end;
$$;

grant execute on function public.restore_review() to authenticated;

-- Takes over what the mail provider knows of since the copy. The entries are [{ email, event }]; an event is 'sent' (it
-- got a message: what still waits for it in any campaign counts as sent, and gets no follow-up by itself),
-- 'unsubscribed', 'bounced' or 'complained' (it is not written to any more). It returns { sent, suppressed, unknown:
-- [address, …] }: how many messages and addresses, and the addresses that no message of this database went to or waits
-- for.
create function public.apply_provider_list(entries jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  given record;
  done record;
  sent integer := 0;
  suppressed integer := 0;
  strangers text[] := '{}';
  is_known boolean;
begin
  perform private.require_admin();
  if not private.is_sending_held() then
    raise exception using message = 'Les envois ne sont pas retenus';
  end if;
  if jsonb_typeof(entries) is distinct from 'array' or jsonb_array_length(entries) not between 1 and 10000 then
    raise exception using message = 'Une liste compte de 1 à 10 000 adresses : coupez-la en plusieurs';
  end if;
  for given in
    select distinct lower(btrim(entry ->> 'email')) as email, entry ->> 'event' as event
    from jsonb_array_elements(entries) as entry
    order by 1, 2
  loop
    if private.is_email_address(given.email) is not true
      or (given.event in ('sent', 'unsubscribed', 'bounced', 'complained')) is not true
    then
      raise exception using message = format('Ligne refusée : %s', left(coalesce(given.email, '(vide)'), 100));
    end if;
    if given.event <> 'sent' then
      perform private.suppress(private.email_hash(given.email), given.event::public.suppression_reason, auth.uid());
      suppressed := suppressed + 1;
      continue;
    end if;
    is_known := false;
    for done in
      select waiting.id, waiting.campaign_id, waiting.contact_id from public.email_sends as waiting
      join public.campaigns as campaign on campaign.id = waiting.campaign_id
      where lower(waiting.recipient_email) = given.email and campaign.cancelled_at is null
        and (
          waiting.status in ('programmé', 'brouillon')
          or waiting.status = 'incertain' and waiting.finished_at >= (
            select hold.held_at from public.sending_holds as hold where hold.lifted_at is null
          )
        )
      order by waiting.campaign_id, waiting.id
    loop
      perform from public.campaigns as campaign where campaign.id = done.campaign_id for update;
      update public.email_sends as arrived set
        status = 'envoyé', last_error = 'Confirmé par la liste du fournisseur', may_have_arrived = false, lease_token = null,
        finished_at = now()
      where arrived.id = done.id;
      if done.contact_id is not null then
        perform private.mark_contacted(done.contact_id);
      end if;
      sent := sent + 1;
      is_known := true;
    end loop;
    -- The follow-up may have left too.
    update public.email_sends as first set followup_stopped_at = now()
    where lower(first.recipient_email) = given.email and first.step = 0 and first.status = 'envoyé'
      and first.followup_stopped_at is null and first.finished_at > now() - interval '1 year';
    if not is_known and not exists (
      select from public.email_sends as known where lower(known.recipient_email) = given.email and known.status = 'envoyé'
    ) then
      -- The message belongs to a campaign that the copy does not know, or knows as a draft.
      perform private.mark_contacted(written.id) from public.contacts as written where lower(written.email) = given.email;
      strangers := strangers || given.email;
    end if;
  end loop;
  perform private.close_campaign(campaign.id) from public.campaigns as campaign where campaign.status = 'en_cours';
  return jsonb_build_object('sent', sent, 'suppressed', suppressed, 'unknown', to_jsonb(strangers));
end;
$$;

grant execute on function public.apply_provider_list(jsonb) to authenticated;

-- Marks everything that still waits in a campaign as sent: it left after the copy was made. It returns how many
-- messages that concerns.
create function public.mark_campaign_sent(campaign uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
  marked integer;
begin
  if not private.is_sending_held() then
    raise exception using message = 'Les envois ne sont pas retenus';
  end if;
  if held.status = 'brouillon' or held.cancelled_at is not null then
    raise exception using message = 'Cette campagne n’a rien à envoyer';
  end if;
  update public.email_sends as arrived set
    status = 'envoyé', last_error = 'Confirmé par l''équipe', may_have_arrived = false, lease_token = null,
    finished_at = now(), followup_stopped_at = case when arrived.step = 0 then now() end
  where arrived.campaign_id = held.id and arrived.status in ('programmé', 'brouillon', 'incertain');
  get diagnostics marked = row_count;
  update public.campaigns as done set
    paused_at = null, pause_reason = null, status = 'en_cours', followups_stopped_at = coalesce(done.followups_stopped_at, now())
  where done.id = held.id;
  perform private.close_campaign(held.id);
  return marked;
end;
$$;

grant execute on function public.mark_campaign_sent(uuid) to authenticated;

-- Lifts the hold once a person went through what may have left: sending goes on, with what was resumed. It returns
-- false when nothing was held.
create function public.lift_sending_hold()
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.sending_holds as hold set lifted_at = now(), lifted_by = auth.uid() where hold.lifted_at is null;
  return found;
end;
$$;

grant execute on function public.lift_sending_hold() to authenticated;

-- schemas/40_embedding.sql

-- This file says which other sites may show the studio's tours in their pages (docs/decisions/0124).

-- Accepts origins as a content policy takes them: `https://ville.example`, `https://*.mrc.example`, at most fifty. Host
-- files have lines of at most 2 000 characters, and an origin that held a space, a semicolon or a line break would
-- write other rules.
create function private.are_frame_sites(sites text[])
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    cardinality(sites) = 0
    or array_ndims(sites) = 1 and cardinality(sites) <= 50
      and char_length(array_to_string(sites, ' ')) <= 1200
      and cardinality(sites) = (select count(distinct site) from unnest(sites) as site)
      and not exists (
        select from unnest(sites) as site
        where site is null or site !~ '\Ahttps://(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])(:[1-9][0-9]{0,4})?\Z'
          or site ~ '\Ahttps://\*\.[^.]+\Z'
      ),
    false
  );
$$;

grant execute on function private.are_frame_sites(text[]) to authenticated, service_role;

-- The one row is the answer of /admin/parametres/partage.
create table public.embedding_settings (
  -- It is always 1, the only row that is read.
  id smallint primary key,
  -- It is true when any site may show them: the list is then kept without effect.
  is_open boolean not null default false,
  sites text[] not null default '{}',
  updated_at timestamptz not null default now(),
  constraint embedding_settings_sites_valid check (private.are_frame_sites(sites))
);

create trigger embedding_settings_set_updated_at before update on public.embedding_settings
  for each row execute function private.set_updated_at();

alter table public.embedding_settings enable row level security;

grant select, update (is_open, sites) on table public.embedding_settings to authenticated;
grant select, insert, update, delete on table public.embedding_settings to service_role;

create policy "embedding_settings: member reads" on public.embedding_settings
  for select to authenticated
  using ((select private.is_member()));

create policy "embedding_settings: admin changes" on public.embedding_settings
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

insert into public.embedding_settings (id) values (1);

-- The headers of the site name them.
create constraint trigger embedding_settings_change_site after update on public.embedding_settings
  deferrable initially deferred
  for each row execute function private.mark_site_changed();

select private.attach_activity_log('embedding_settings');

-- Returns the part that anybody may read: the headers of the site say the same.
create function public.embedding_rules()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('is_open', is_open, 'sites', case when is_open then '{}' else sites end)
  from public.embedding_settings where id = 1;
$$;

grant execute on function public.embedding_rules() to anon, authenticated;

-- schemas/41_surveys.sql

-- This file holds surveys: what a day of driving photographed along the streets, where and when each picture was made
-- and how that is known (docs/decisions/0126). The pictures stay on the disk of who made them; what is kept here are
-- their facts and a preview.

create type public.survey_time_source as enum ('appareil', 'trace', 'main');
create type public.survey_place_source as enum ('trace', 'appareil', 'main');
create type public.survey_heading_source as enum ('trace', 'appareil', 'main', 'appariement');
-- The type names the north that a camera counts its directions from.
create type public.survey_heading_reference as enum ('vrai', 'magnétique');
create type public.survey_left_out as enum ('sans-position', 'stationnement', 'double', 'main');
-- The type names the tags of a file that its time and its zone were read from.
create type public.survey_time_tag as enum ('DateTimeOriginal', 'CreateDate', 'GPSDateStamp');
create type public.survey_zone_tag as enum ('OffsetTimeOriginal', 'OffsetTimeDigitized', 'OffsetTime', 'GPSDateStamp');
create type public.survey_clock_basis as enum ('camera', 'earlier', 'spacing', 'hand');
create type public.survey_pair_state as enum ('à voir', 'vu');

-- Rules of the documents -----------------------------------------------------------------------------------------

-- Tells whether every item of a JSON list matches a path. A single path query is used, because a function call for each
-- of two hundred thousand points takes seconds.
create function private.is_json_list_of(value jsonb, most integer, item jsonpath)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.is_json_list(value, most)
    and jsonb_array_length(value) = jsonb_array_length(jsonb_path_query_array(value, item));
$$;

-- Tells whether a value is a line on the map: [[longitude, latitude], …].
create function private.is_map_line(value jsonb, most integer)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.is_json_list_of(
    value, most,
    'strict $[*] ? (@.type() == "array" && @.size() == 2 && @[0] >= -180 && @[0] <= 180 && @[1] >= -90 && @[1] <= 90)'
  );
$$;

-- Tells whether a value is the streets that a client ordered: [{ name, lines: [line, …] }, …].
create function private.are_ordered_streets(value jsonb)
returns boolean
language plpgsql
immutable
-- Our server writes too, and may not enter the schema of what this calls.
security definer
set search_path = ''
as $$
declare
  street jsonb;
  line jsonb;
begin
  if octet_length(value::text) > 2097152 or not private.is_json_list(value, 5000) then
    return false;
  end if;
  for street in select jsonb_array_elements(value) loop
    if not (private.is_json_text(street -> 'name', 200, true) and private.is_json_list(street -> 'lines', 1000)) then
      return false;
    end if;
    for line in select jsonb_array_elements(street -> 'lines') loop
      if not private.is_map_line(line, 20000) then
        return false;
      end if;
    end loop;
  end loop;
  return true;
end;
$$;

grant execute on function private.are_ordered_streets(jsonb) to authenticated, service_role;

-- Tells whether a value is the points of a track: [[milliseconds since 1970, latitude, longitude, segment], …]. Between two
-- segments the receiver was off, or lost.
create function private.is_survey_track(value jsonb)
returns boolean
language sql
immutable
-- The server's role also writes these rows, and has no right to call functions of that schema.
security definer
set search_path = ''
as $$
  -- The times are from 2000 to 2100.
  select private.is_json_list_of(
    value, 200000,
    'strict $[*] ? (
      @.type() == "array" && @.size() == 4 && @[0] >= 946684800000 && @[0] <= 4102444800000
      && @[1] >= -90 && @[1] <= 90 && @[2] >= -180 && @[2] <= 180 && @[3] >= 0 && @[3] < 200000
    )'
  );
$$;

grant execute on function private.is_survey_track(jsonb) to authenticated, service_role;

-- Tells whether a value is the parts of a drive whose clock is off by more, each from a file on in the order of their names:
-- [{ from, offset_ms }, …].
create function private.are_clock_parts(value jsonb)
returns boolean
language sql
immutable
-- Our server writes too, and may not enter the schema of what this calls.
security definer
set search_path = ''
as $$
  select octet_length(value::text) <= 32768 and private.is_json_list_of(
    value, 50,
    'strict $[*] ? (
      @.from.type() == "string" && @.from != "" && @.offset_ms.type() == "number"
      && @.offset_ms >= -86400000 && @.offset_ms <= 86400000
    )'
  );
$$;

grant execute on function private.are_clock_parts(jsonb) to authenticated, service_role;

-- Tells whether a value is the ellipses of a picture: those that blur it, or those that a search proposes, with what it
-- saw.
create function private.are_picture_ellipses(value jsonb, most integer, are_proposed boolean)
returns boolean
language sql
immutable
-- Our server writes too, and may not enter the schema of what this calls.
security definer
set search_path = ''
as $$
  select private.is_json_list(value, most) and not exists (
    select from jsonb_array_elements(case when jsonb_typeof(value) = 'array' then value else '[]' end) as item
    where not (
      private.is_ellipse(item)
      and (not are_proposed or (
        private.is_json_number(item -> 'score', 0, 1)
        and coalesce(item ->> 'kind' in ('face', 'plate', 'person', 'vehicle'), false)
      ))
    )
  );
$$;

grant execute on function private.are_picture_ellipses(jsonb, integer, boolean) to authenticated, service_role;

-- Tables ---------------------------------------------------------------------------------------------------------

create table public.surveys (
  id uuid primary key default gen_random_uuid(),
  -- It names whoever created the survey. Removing an administrator must not remove the business's data.
  user_id uuid references auth.users (id) on delete set null,
  name text not null,
  trip_plan_id uuid references public.trip_plans (id) on delete set null,
  city text,
  region text,
  client_name text,
  captured_on date,
  -- It is the day when the client received the folder of proof; null until then.
  delivered_on date,
  -- It names the earlier survey of the same streets.
  compared_with uuid references public.surveys (id) on delete set null,
  -- It is the camera's time minus the true time; null while nobody has decided on it.
  clock_offset_ms integer,
  clock_basis public.survey_clock_basis,
  -- It holds additional clock offsets from a given picture on, for a clock that was changed during a drive.
  clock_parts jsonb not null default '[]',
  ordered_streets jsonb not null default '[]',
  -- It says where the order comes from: « OpenStreetMap, 26 novembre 2026 », « rues.geojson ».
  ordered_source text,
  published_at timestamptz,
  slug text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint surveys_name_length check (btrim(name) <> '' and char_length(name) <= 200),
  constraint surveys_name_one_line check (private.is_one_line_text(name)),
  constraint surveys_city_length check (btrim(city) <> '' and char_length(city) <= 100),
  constraint surveys_region_length check (btrim(region) <> '' and char_length(region) <= 100),
  constraint surveys_client_name_length check (char_length(client_name) <= 200),
  constraint surveys_client_name_one_line check (private.is_one_line_text(client_name)),
  constraint surveys_compared_with_another check (compared_with <> id),
  -- The clock may be a day off either way: past that it was never set.
  constraint surveys_clock_offset_ms_range check (clock_offset_ms between -86400000 and 86400000),
  constraint surveys_clock_parts_valid check (private.are_clock_parts(clock_parts)),
  constraint surveys_ordered_streets_valid check (private.are_ordered_streets(ordered_streets)),
  constraint surveys_ordered_source_length check (char_length(ordered_source) <= 200),
  constraint surveys_slug_format check (slug ~ '\A[a-z0-9]+(-[a-z0-9]+)*\Z' and char_length(slug) <= 100),
  constraint surveys_slug_key unique (slug)
);

create index surveys_user_id_idx on public.surveys (user_id);
create index surveys_trip_plan_id_idx on public.surveys (trip_plan_id);
create index surveys_compared_with_idx on public.surveys (compared_with);
create index surveys_captured_on_idx on public.surveys (captured_on desc);

create trigger surveys_set_updated_at before update on public.surveys
  for each row execute function private.set_updated_at();

create trigger surveys_normalise_region before insert or update of region on public.surveys
  for each row execute function private.normalise_region();

alter table public.surveys enable row level security;

grant select on table public.surveys to authenticated;
grant insert (id, user_id, name, trip_plan_id, city, region, client_name, captured_on, delivered_on, compared_with)
  on table public.surveys to authenticated;
grant update (
  name, trip_plan_id, city, region, client_name, captured_on, delivered_on, compared_with, clock_offset_ms, clock_basis,
  clock_parts, ordered_streets, ordered_source
) on table public.surveys to authenticated;
grant delete on table public.surveys to authenticated;
grant select, insert, update, delete on table public.surveys to service_role;

create policy "surveys: member reads" on public.surveys
  for select to authenticated
  using ((select private.is_member()));

create policy "surveys: admin inserts as self" on public.surveys
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_admin()));

create policy "surveys: admin updates" on public.surveys
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "surveys: admin deletes" on public.surveys
  for delete to authenticated
  using ((select private.is_admin()));

select private.attach_trash('surveys');
select private.attach_activity_log('surveys');

create table public.survey_tracks (
  id uuid primary key default gen_random_uuid(),
  survey_id uuid not null references public.surveys (id) on delete cascade,
  name text not null,
  points jsonb not null,
  created_at timestamptz not null default now(),
  constraint survey_tracks_name_length check (btrim(name) <> '' and char_length(name) <= 200),
  constraint survey_tracks_points_valid check (private.is_survey_track(points))
);

create index survey_tracks_survey_id_idx on public.survey_tracks (survey_id);

alter table public.survey_tracks enable row level security;

grant select on table public.survey_tracks to authenticated;
grant insert (survey_id, name, points) on table public.survey_tracks to authenticated;
grant delete on table public.survey_tracks to authenticated;
grant select, insert, update, delete on table public.survey_tracks to service_role;

create policy "survey_tracks: member reads" on public.survey_tracks
  for select to authenticated
  using ((select private.is_member()));

create policy "survey_tracks: admin inserts" on public.survey_tracks
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "survey_tracks: admin deletes" on public.survey_tracks
  for delete to authenticated
  using ((select private.is_admin()));

create table public.survey_pictures (
  id uuid primary key default gen_random_uuid(),
  survey_id uuid not null references public.surveys (id) on delete cascade,
  -- It is the path within the folder that was dropped: `avant/R0010001.JPG`.
  file_name text not null,
  file_bytes bigint not null,
  file_modified timestamptz,
  width integer,
  height integer,
  -- It is the time on the camera's clock, digit by digit; null when it wrote nothing that can be a time.
  camera_wall timestamp,
  camera_time_tag public.survey_time_tag,
  -- It is the instant of camera_wall in camera_zone, which camera_zone_tag says, or for lack of a tag the whole drive.
  camera_time timestamptz,
  camera_zone text,
  camera_zone_tag public.survey_zone_tag,
  camera_lat double precision,
  camera_lon double precision,
  camera_heading real,
  -- It is null when the camera did not write it: its direction then places nothing.
  camera_heading_reference public.survey_heading_reference,
  -- These are what is held to be true, and how it is known.
  taken_at timestamptz,
  lat double precision,
  lon double precision,
  heading real,
  time_source public.survey_time_source,
  place_source public.survey_place_source,
  heading_source public.survey_heading_source,
  sequence smallint,
  -- It is the order in the drive.
  number integer,
  left_out public.survey_left_out,
  sha256 text,
  -- These name its files in survey-previews, survey-tiles and survey-public.
  preview text,
  tiles text,
  published_file text,
  blurs jsonb not null default '[]',
  proposals jsonb not null default '[]',
  -- It names the models that searched the picture for faces and plates. The picture is reviewed when they did and
  -- nothing they propose is left.
  searched_by text,
  created_at timestamptz not null default now(),
  constraint survey_pictures_file_name_key unique (survey_id, file_name),
  constraint survey_pictures_file_name_length check (btrim(file_name) <> '' and char_length(file_name) <= 500),
  -- A file may be named as no person is: only what would break a line of a list is refused.
  constraint survey_pictures_file_name_printable check (file_name !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]'),
  constraint survey_pictures_file_bytes_range check (file_bytes between 1 and 4294967296),
  constraint survey_pictures_width_range check (width between 1 and 65536),
  constraint survey_pictures_height_range check (height between 1 and 65536),
  constraint survey_pictures_camera_time_range check (camera_time between '2000-01-01Z' and '2100-01-01Z'),
  constraint survey_pictures_camera_wall_range check (camera_wall between '2000-01-01' and '2100-01-01'),
  constraint survey_pictures_camera_zone_length check (char_length(camera_zone) <= 60),
  constraint survey_pictures_camera_lat_range check (camera_lat between -90 and 90),
  constraint survey_pictures_camera_lon_range check (camera_lon between -180 and 180),
  constraint survey_pictures_camera_heading_range check (camera_heading >= 0 and camera_heading < 360),
  constraint survey_pictures_taken_at_range check (taken_at between '2000-01-01Z' and '2100-01-01Z'),
  constraint survey_pictures_lat_range check (lat between -90 and 90),
  constraint survey_pictures_lon_range check (lon between -180 and 180),
  constraint survey_pictures_heading_range check (heading >= 0 and heading < 360),
  constraint survey_pictures_sequence_range check (sequence >= 1),
  constraint survey_pictures_number_range check (number >= 1),
  constraint survey_pictures_sha256_format check (sha256 ~ '\A[0-9a-f]{64}\Z'),
  -- Their paths say whose they are: no row names the files of another.
  constraint survey_pictures_preview_own check (preview = survey_id || '/' || id || '.jpg'),
  constraint survey_pictures_tiles_own check (tiles = survey_id || '/' || id || '.tiles'),
  -- A published file gets a new name each time: what was cached under the old one is not what is shown now.
  constraint survey_pictures_published_file_own check (
    published_file ~ '\A[0-9a-f-]{36}/[0-9a-f-]{36}-[0-9a-f]{8}\.jpg\Z'
    and starts_with(published_file, survey_id || '/' || id || '-')
  ),
  constraint survey_pictures_blurs_valid check (private.are_picture_ellipses(blurs, 60, false)),
  constraint survey_pictures_proposals_valid check (private.are_picture_ellipses(proposals, 120, true)),
  constraint survey_pictures_searched_by_length check (char_length(searched_by) between 1 and 60)
);

alter table public.survey_pictures enable row level security;

grant select on table public.survey_pictures to authenticated;
grant insert (
  id, survey_id, file_name, file_bytes, file_modified, width, height, camera_wall, camera_time_tag, camera_time, camera_zone,
  camera_zone_tag, camera_lat, camera_lon, camera_heading, camera_heading_reference
) on table public.survey_pictures to authenticated;
grant update (
  taken_at, lat, lon, heading, time_source, place_source, heading_source, sequence, number, left_out, sha256, preview,
  tiles, published_file, blurs, proposals, searched_by
) on table public.survey_pictures to authenticated;
grant delete on table public.survey_pictures to authenticated;
grant select, insert, update, delete on table public.survey_pictures to service_role;

create policy "survey_pictures: member reads" on public.survey_pictures
  for select to authenticated
  using ((select private.is_member()));

create policy "survey_pictures: admin inserts" on public.survey_pictures
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "survey_pictures: admin updates" on public.survey_pictures
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "survey_pictures: admin deletes" on public.survey_pictures
  for delete to authenticated
  using ((select private.is_admin()));

-- Withdraws a picture from visitors when its blurs change or it must be reviewed again, since it is no longer the
-- reviewed one.
create function private.unpublish_changed_picture()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.published_file := null;
  return new;
end;
$$;

create trigger survey_pictures_unpublish before update of blurs, proposals, searched_by, left_out on public.survey_pictures
  for each row when (
    old.published_file is not null and (
      new.blurs <> old.blurs or new.proposals <> '[]' or new.searched_by is null or new.left_out is not null
    )
  )
  execute function private.unpublish_changed_picture();

-- The table pairs two pictures of the same place at two dates.
create table public.survey_pairs (
  id uuid primary key default gen_random_uuid(),
  before_picture uuid not null references public.survey_pictures (id) on delete cascade,
  after_picture uuid not null references public.survey_pictures (id) on delete cascade,
  -- It is the degrees to add to the heading of the picture after so that both look the same way.
  turn real not null default 0,
  turn_source public.survey_heading_source not null default 'trace',
  state public.survey_pair_state not null default 'à voir',
  note text not null default '',
  created_at timestamptz not null default now(),
  constraint survey_pairs_pictures_key unique (before_picture, after_picture),
  constraint survey_pairs_turn_range check (turn between -180 and 180),
  constraint survey_pairs_note_length check (char_length(note) <= 1000)
);

create index survey_pairs_after_picture_idx on public.survey_pairs (after_picture);

alter table public.survey_pairs enable row level security;

grant select on table public.survey_pairs to authenticated;
grant insert (before_picture, after_picture, turn, turn_source) on table public.survey_pairs to authenticated;
grant update (turn, turn_source, state, note) on table public.survey_pairs to authenticated;
grant delete on table public.survey_pairs to authenticated;
grant select, insert, update, delete on table public.survey_pairs to service_role;

create policy "survey_pairs: member reads" on public.survey_pairs
  for select to authenticated
  using ((select private.is_member()));

create policy "survey_pairs: admin inserts" on public.survey_pairs
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "survey_pairs: admin updates" on public.survey_pairs
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "survey_pairs: admin deletes" on public.survey_pairs
  for delete to authenticated
  using ((select private.is_admin()));

-- « Dommage constaté » marks a part of the picture after, in degrees.
create table public.survey_findings (
  id uuid primary key default gen_random_uuid(),
  pair_id uuid not null references public.survey_pairs (id) on delete cascade,
  yaw real not null,
  pitch real not null,
  width real not null,
  height real not null,
  kind text not null,
  note text not null default '',
  user_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint survey_findings_yaw_range check (yaw between -180 and 180),
  constraint survey_findings_pitch_range check (pitch between -90 and 90),
  constraint survey_findings_width_range check (width between 0.1 and 180),
  constraint survey_findings_height_range check (height between 0.1 and 180),
  constraint survey_findings_kind_length check (btrim(kind) <> '' and char_length(kind) <= 60),
  constraint survey_findings_note_length check (char_length(note) <= 1000)
);

create index survey_findings_pair_id_idx on public.survey_findings (pair_id);
create index survey_findings_user_id_idx on public.survey_findings (user_id);

alter table public.survey_findings enable row level security;

grant select on table public.survey_findings to authenticated;
grant insert (pair_id, yaw, pitch, width, height, kind, note, user_id) on table public.survey_findings to authenticated;
grant update (yaw, pitch, width, height, kind, note) on table public.survey_findings to authenticated;
grant delete on table public.survey_findings to authenticated;
grant select, insert, update, delete on table public.survey_findings to service_role;

create policy "survey_findings: member reads" on public.survey_findings
  for select to authenticated
  using ((select private.is_member()));

create policy "survey_findings: admin inserts as self" on public.survey_findings
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_admin()));

create policy "survey_findings: admin updates" on public.survey_findings
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "survey_findings: admin deletes" on public.survey_findings
  for delete to authenticated
  using ((select private.is_admin()));

-- Placing the pictures -------------------------------------------------------------------------------------------

-- Writes what a clock and a track say of the pictures of a survey, all or none: their true times, places, headings and
-- sequences, and which are left out. Pairs that were aligned stay aligned. It runs as the caller: the policies decide. It
-- returns how many pictures there were.
--   pictures  [{ id, taken_at, lat, lon, heading, time_source, place_source, heading_source, sequence, number, left_out
--             }]
create function public.place_survey_pictures(
  survey_id uuid, clock_offset_ms integer, clock_basis public.survey_clock_basis, clock_parts jsonb, pictures jsonb
)
returns integer
language plpgsql
set search_path = ''
as $$
declare
  placed integer;
begin
  -- Of two simultaneous calls, the second waits: the pictures are placed by one clock.
  update public.surveys as survey set
    clock_offset_ms = place_survey_pictures.clock_offset_ms, clock_basis = place_survey_pictures.clock_basis,
    clock_parts = place_survey_pictures.clock_parts
  where survey.id = place_survey_pictures.survey_id;
  if not found then
    raise sqlstate 'PT404' using message = 'Ce relevé n''existe plus';
  end if;
  -- Angles measured between two pictures stay valid when a heading is corrected: their pair turns the other way.
  update public.survey_pairs as pair set turn = moved.turn - 360 * round(moved.turn / 360)
  from (
    select one.id, one.turn
      + (case when one.before_picture = picture.id then 1 else -1 end) * (given.heading - picture.heading) as turn
    from jsonb_to_recordset(pictures) as given (id uuid, heading real)
    join public.survey_pictures as picture on picture.id = given.id
    join public.survey_pairs as one on picture.id in (one.before_picture, one.after_picture)
    where picture.survey_id = place_survey_pictures.survey_id and given.heading <> picture.heading
      and one.turn_source in ('appariement', 'main')
  ) as moved
  where pair.id = moved.id;
  update public.survey_pictures as picture set
    taken_at = given.taken_at, lat = given.lat, lon = given.lon, heading = given.heading,
    time_source = given.time_source, place_source = given.place_source, heading_source = given.heading_source,
    sequence = given.sequence, number = given.number, left_out = given.left_out
  from jsonb_to_recordset(pictures) as given (
    id uuid, taken_at timestamptz, lat double precision, lon double precision, heading real,
    time_source public.survey_time_source, place_source public.survey_place_source,
    heading_source public.survey_heading_source, sequence smallint, number integer, left_out public.survey_left_out
  )
  where picture.id = given.id and picture.survey_id = place_survey_pictures.survey_id;
  get diagnostics placed = row_count;
  return placed;
end;
$$;

grant execute on function public.place_survey_pictures(uuid, integer, public.survey_clock_basis, jsonb, jsonb) to authenticated;

-- Tells how far each survey is: a survey of three thousand pictures is a line of a list.
create function public.survey_counts()
returns table (survey_id uuid, pictures integer, kept integer, previews integer, reviewed integer)
language sql
stable
set search_path = ''
as $$
  select picture.survey_id, count(*)::integer,
    count(*) filter (where picture.left_out is null and picture.lat is not null)::integer,
    count(*) filter (where picture.left_out is null and picture.preview is not null)::integer,
    count(*) filter (
      where picture.left_out is null and picture.searched_by is not null and picture.proposals = '[]'
    )::integer
  from public.survey_pictures as picture group by picture.survey_id;
$$;

grant execute on function public.survey_counts() to authenticated;

-- Publishing -----------------------------------------------------------------------------------------------------

-- The pages of a street are files of the site.
create constraint trigger surveys_change_site
  after delete or update of name, city, captured_on, compared_with, published_at, slug
  on public.surveys deferrable initially deferred
  for each row execute function private.mark_site_changed();

-- Shows a survey to visitors: each kept picture is reviewed, and its blurred file is there. It returns the moment, and
-- refuses with:
--   PT404  the survey was deleted meanwhile.
create function public.publish_survey(survey_id uuid, slug text)
returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept integer;
  unreviewed integer;
  missing integer;
begin
  perform private.require_admin();
  perform from public.surveys as survey where survey.id = publish_survey.survey_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ce relevé n''existe plus';
  end if;
  select count(*), count(*) filter (where picture.searched_by is null or picture.proposals <> '[]'),
    count(*) filter (where picture.published_file is null or not exists (
      select from storage.objects as file where file.bucket_id = 'survey-public' and file.name = picture.published_file
    ))
  into kept, unreviewed, missing
  from public.survey_pictures as picture
  where picture.survey_id = publish_survey.survey_id and picture.left_out is null and picture.lat is not null
    and picture.lon is not null;
  if kept = 0 then
    raise invalid_parameter_value using message = 'Aucune photo de ce relevé n''a de position : placez-les d''abord';
  elsif unreviewed > 0 then
    raise invalid_parameter_value using message =
      format('Photos à revoir avant de publier : %s. Rien n''est public tant que la revue n''est pas finie.', unreviewed);
  elsif missing > 0 then
    raise invalid_parameter_value using message =
      format('Photos qui n''ont pas encore été envoyées : %s. Reprenez la publication.', missing);
  elsif exists (
    select from public.surveys as other where other.slug = publish_survey.slug and other.id <> publish_survey.survey_id
  ) then
    raise invalid_parameter_value using message = 'Une autre rue publiée porte déjà cette adresse';
  end if;
  update public.surveys as survey set slug = publish_survey.slug, published_at = now()
  where survey.id = publish_survey.survey_id;
  return now();
end;
$$;

grant execute on function public.publish_survey(uuid, text) to authenticated;

create function public.withdraw_survey(survey_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.surveys as survey set published_at = null where survey.id = withdraw_survey.survey_id;
  if not found then
    raise sqlstate 'PT404' using message = 'Ce relevé n''existe plus';
  end if;
  update public.survey_pictures as picture set published_file = null
  where picture.survey_id = withdraw_survey.survey_id and picture.published_file is not null;
end;
$$;

grant execute on function public.withdraw_survey(uuid) to authenticated;

-- Returns a picture as visitors get it.
create function private.published_picture(picture public.survey_pictures)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'lat', picture.lat, 'lon', picture.lon, 'heading', picture.heading,
    'day', (picture.taken_at at time zone 'America/Toronto')::date,
    'path', picture.published_file
  );
$$;

-- Returns a published street to anybody who has its address: the pairs of the survey whose two pictures are public. It
-- returns null when there is none.
create function public.published_street(slug text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'name', survey.name, 'city', survey.city, 'region', survey.region, 'captured_on', survey.captured_on,
    'compared_on', earlier.captured_on,
    'pairs', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'id', pair.id, 'turn', pair.turn, 'sequence', later.sequence, 'number', later.number,
          'before', private.published_picture(former), 'after', private.published_picture(later)
        )
        order by later.sequence, later.number, pair.id
      )
      from public.survey_pictures as later
      join public.survey_pairs as pair on pair.after_picture = later.id
      join public.survey_pictures as former on former.id = pair.before_picture
      join public.surveys as former_survey on former_survey.id = former.survey_id
      where later.survey_id = survey.id and former_survey.published_at is not null
        and later.published_file is not null and former.published_file is not null
        and num_nulls(later.lat, later.lon, former.lat, former.lon) = 0
    ), '[]')
  )
  from public.surveys as survey
  left join public.surveys as earlier on earlier.id = survey.compared_with and earlier.published_at is not null
  where survey.slug = published_street.slug and survey.published_at is not null;
$$;

grant execute on function public.published_street(text) to anon, authenticated;

-- Lists the published streets that were photographed twice, the newest first.
create function public.published_streets()
returns table (slug text, name text, city text, captured_on date, compared_on date)
language sql
stable
security definer
set search_path = ''
as $$
  select survey.slug, survey.name, survey.city, survey.captured_on, earlier.captured_on
  from public.surveys as survey
  join public.surveys as earlier on earlier.id = survey.compared_with and earlier.published_at is not null
  where survey.published_at is not null
  order by survey.captured_on desc nulls last, survey.name;
$$;

grant execute on function public.published_streets() to anon, authenticated;

-- Files ----------------------------------------------------------------------------------------------------------

-- These hold pictures as the camera took them, with faces and plates: only members read them.
select private.make_bucket('survey-previews', false, 4194304, array['image/jpeg'], reads => false);
-- The tiles of an original are one file (src/shared/sphere/tile-pack.ts): a folder of a hundred files a picture would be
-- sixty thousand rows a street.
select private.make_bucket('survey-tiles', false, 83886080, array['application/octet-stream'], reads => false);
-- The last one holds the reviewed and blurred pictures for visitors.
select private.make_bucket('survey-public', true, 4194304, array['image/jpeg']);

-- Returns the picture that a file is of: `<survey>/<picture>.jpg`, `<survey>/<picture>.tiles`,
-- `<survey>/<picture>-<8 digits>.jpg`; null for any other name.
create function private.picture_of_survey_file(name text)
returns uuid
language sql
immutable
set search_path = ''
as $$
  select case
    when name ~ '\A[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.tiles|(-[0-9a-f]{8})?\.jpg)\Z'
    then substr(name, 38, 36)::uuid
  end;
$$;

-- Tells whether a file of a survey may be there: its picture is, in that survey; what is public shows a picture that is
-- reviewed.
create function private.may_hold_survey_file(bucket text, name text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select (select private.is_admin()) and exists (
    select from public.survey_pictures as picture
    where picture.id = private.picture_of_survey_file(may_hold_survey_file.name)
      and picture.survey_id::text = split_part(may_hold_survey_file.name, '/', 1)
      and case bucket
        when 'survey-public' then may_hold_survey_file.name ~ '-[0-9a-f]{8}\.jpg\Z' and char_length(may_hold_survey_file.name) = 86
          and picture.left_out is null and picture.searched_by is not null and picture.proposals = '[]'
        when 'survey-tiles' then may_hold_survey_file.name ~ '\.tiles\Z'
        else may_hold_survey_file.name ~ '\.jpg\Z' and char_length(may_hold_survey_file.name) = 77
      end
  );
$$;

grant execute on function private.may_hold_survey_file(text, text) to authenticated;

-- Tells whether a row names a file. A survey in the trash comes back with its previews and tiles; visitors are not shown it
-- meanwhile.
create function private.is_used_survey_file(bucket text, name text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.survey_pictures as picture
    where picture.id = private.picture_of_survey_file(is_used_survey_file.name)
      and is_used_survey_file.name = case bucket
        when 'survey-previews' then picture.preview
        when 'survey-tiles' then picture.tiles
        else picture.published_file
      end
  ) or bucket <> 'survey-public' and exists (
    select from private.trash_rows as kept
    where kept.content ->> 'id' = private.picture_of_survey_file(is_used_survey_file.name)::text
      and kept.place = 'public.survey_pictures'
      and is_used_survey_file.name
        = kept.content ->> case bucket when 'survey-previews' then 'preview' else 'tiles' end
  );
$$;

grant execute on function private.is_used_survey_file(text, text) to authenticated;

create policy "survey-previews and survey-tiles: member reads" on storage.objects
  for select to authenticated
  using (bucket_id in ('survey-previews', 'survey-tiles') and (select private.is_member()));

create policy "survey files: admin uploads" on storage.objects
  for insert to authenticated
  with check (
    bucket_id in ('survey-previews', 'survey-tiles', 'survey-public')
    and private.may_hold_survey_file(bucket_id, name)
  );

create policy "survey files: admin deletes unused" on storage.objects
  for delete to authenticated
  using (
    bucket_id in ('survey-previews', 'survey-tiles', 'survey-public')
    and (select private.is_admin())
    and not private.is_used_survey_file(bucket_id, name)
  );

-- Tells whether a survey is neither there nor in the trash.
create function private.is_gone_survey(id text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select not exists (select from public.surveys as survey where survey.id::text = is_gone_survey.id)
    and not exists (select from public.trash as item where item.id::text = is_gone_survey.id);
$$;

-- Lists the files that nothing names: at once when their survey is gone for good, after a day otherwise, for a tab may
-- be sending them. Who destroyed the survey, and dispatch-emails, delete them through the storage API: deleting the row
-- here would leave the file.
create function public.unused_survey_files()
returns table (bucket text, name text)
language sql
stable
security definer
set search_path = ''
as $$
  select file.bucket_id, file.name
  from storage.objects as file
  where (select private.is_admin() or current_setting('role', true) = 'service_role')
    and file.bucket_id in ('survey-previews', 'survey-tiles', 'survey-public')
    and not private.is_used_survey_file(file.bucket_id, file.name)
    and (file.created_at < now() - interval '1 day' or private.is_gone_survey(split_part(file.name, '/', 1)))
  limit 1000;
$$;

grant execute on function public.unused_survey_files() to authenticated, service_role;

-- schemas/42_evidence.sql

-- This file holds sealed surveys: what was read of each original, as one canonical text whose root a time stamping
-- authority stamps (docs/decisions/0128). The browser hashes the originals; the database compares, joins and computes
-- the root again.

-- Settings -------------------------------------------------------------------------------------------------------

-- Accepts at most two authorities (RFC 3161), over TLS. One of this machine is for demonstrations: the function that
-- calls it refuses it anywhere else.
create function private.are_time_stamp_authorities(addresses text[])
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    cardinality(addresses) = 0
    or array_ndims(addresses) = 1 and cardinality(addresses) <= 2
      and cardinality(addresses) = (select count(distinct address) from unnest(addresses) as address)
      and not exists (
        select from unnest(addresses) as address
        where address is null or char_length(address) > 300 or not (
          address ~ '\Ahttps://([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])(/[!-~]*)?\Z'
          or address ~ '\Ahttp://127\.0\.0\.1:[1-9][0-9]{0,4}/\Z'
        )
      ),
    false
  );
$$;

grant execute on function private.are_time_stamp_authorities(text[]) to authenticated, service_role;

-- The one row is the answer of /admin/parametres/preuve.
create table public.evidence_settings (
  -- It is always 1, the only row that is read.
  id smallint primary key,
  authorities text[] not null default '{}',
  -- These are root certificates of the authorities, in PEM: a stamp seldom contains them, and checking one needs them.
  certificates text not null default '',
  updated_at timestamptz not null default now(),
  constraint evidence_settings_authorities_valid check (private.are_time_stamp_authorities(authorities)),
  constraint evidence_settings_certificates_length check (char_length(certificates) <= 50000),
  constraint evidence_settings_certificates_format check (
    certificates ~ '\A(\s*-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)*\Z'
  )
);

create trigger evidence_settings_set_updated_at before update on public.evidence_settings
  for each row execute function private.set_updated_at();

alter table public.evidence_settings enable row level security;

grant select, update (authorities, certificates) on table public.evidence_settings to authenticated;
grant select, insert, update, delete on table public.evidence_settings to service_role;

create policy "evidence_settings: member reads" on public.evidence_settings
  for select to authenticated
  using ((select private.is_member()));

create policy "evidence_settings: admin changes" on public.evidence_settings
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

insert into public.evidence_settings (id) values (1);

select private.attach_activity_log('evidence_settings');

-- Tables ---------------------------------------------------------------------------------------------------------

-- The table holds seals and is append-only for every role: a corrected survey gets another seal.
create table public.survey_seals (
  id uuid primary key default gen_random_uuid(),
  -- There is no foreign key: a seal outlives its survey, as an entry of a register does. What a client was given can
  -- still be compared when the survey was deleted, and one that comes back from the trash finds its seals.
  survey_id uuid not null,
  sealed_at timestamptz not null default now(),
  sealed_by uuid references auth.users (id) on delete set null,
  pictures integer not null,
  bytes bigint not null,
  -- It is canonical JSON (RFC 8785): { header, pictures }.
  manifest text not null,
  manifest_sha256 text not null,
  -- It is the root of the Merkle tree (RFC 6962) of the header and of each picture.
  merkle_root text not null,
  constraint survey_seals_pictures_range check (pictures between 1 and 100000),
  constraint survey_seals_bytes_range check (bytes >= 1),
  constraint survey_seals_manifest_length check (char_length(manifest) <= 67108864),
  constraint survey_seals_manifest_sha256_format check (manifest_sha256 ~ '\A[0-9a-f]{64}\Z'),
  constraint survey_seals_merkle_root_format check (merkle_root ~ '\A[0-9a-f]{64}\Z')
);

create index survey_seals_survey_id_idx on public.survey_seals (survey_id, sealed_at desc);
create index survey_seals_sealed_by_idx on public.survey_seals (sealed_by);

-- The table holds what an authority answered, append-only.
create table public.seal_tokens (
  id uuid primary key default gen_random_uuid(),
  seal_id uuid not null references public.survey_seals (id) on delete restrict,
  -- It is the address that was asked.
  authority text not null,
  -- It is the whole answer (TimeStampResp of RFC 3161), base64 of its DER.
  token text not null,
  gen_time timestamptz not null,
  serial text not null,
  created_at timestamptz not null default now(),
  constraint seal_tokens_authority_key unique (seal_id, authority),
  constraint seal_tokens_authority_length check (char_length(authority) <= 300),
  constraint seal_tokens_token_format check (char_length(token) <= 100000 and token ~ '\A[A-Za-z0-9+/]+={0,2}\Z'),
  constraint seal_tokens_serial_format check (serial ~ '\A[0-9a-f]{1,64}\Z')
);

-- The table lists what is still to be stamped. A row goes when its token is there.
create table public.seal_requests (
  seal_id uuid not null references public.survey_seals (id) on delete cascade,
  authority text not null,
  attempts integer not null default 0,
  -- It is null when the stamp is not tried again by itself.
  next_attempt timestamptz default now(),
  last_error text,
  constraint seal_requests_pkey primary key (seal_id, authority),
  constraint seal_requests_authority_length check (char_length(authority) <= 300),
  constraint seal_requests_attempts_range check (attempts >= 0),
  constraint seal_requests_last_error_length check (char_length(last_error) <= 500)
);

create index seal_requests_next_attempt_idx on public.seal_requests (next_attempt);

alter table public.survey_seals enable row level security;
alter table public.seal_tokens enable row level security;
alter table public.seal_requests enable row level security;

-- Only the functions below write.
grant select on table public.survey_seals to authenticated, service_role;
grant select on table public.seal_tokens to authenticated, service_role;
grant select on table public.seal_requests to authenticated, service_role;

create policy "survey_seals: member reads" on public.survey_seals
  for select to authenticated
  using ((select private.is_member()));

create policy "seal_tokens: member reads" on public.seal_tokens
  for select to authenticated
  using ((select private.is_member()));

create policy "seal_requests: member reads" on public.seal_requests
  for select to authenticated
  using ((select private.is_member()));

-- Refuses changes of a proof. Grants stop everybody who comes by the API; this stops a function that would forget it,
-- and a hand in the SQL editor. Only the account of who sealed may be forgotten, when it is deleted.
create function private.refuse_change_of_proof()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'sealed_by' = to_jsonb(old) - 'sealed_by' then
    return new;
  end if;
  raise sqlstate 'PT409' using message = 'Un sceau ne se modifie pas et ne s’efface pas.';
end;
$$;

create trigger survey_seals_stay before update or delete on public.survey_seals
  for each row execute function private.refuse_change_of_proof();

create trigger seal_tokens_stay before update or delete on public.seal_tokens
  for each row execute function private.refuse_change_of_proof();

-- Keeps what was read from the disk of a sealed picture, and the picture as long as its survey. What was computed of it
-- (time, place, heading) may be corrected: another seal then says so, beside the first.
create function private.keep_sealed_picture()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (
    select from public.survey_seals as seal
    where seal.survey_id = old.survey_id and seal.sealed_at >= old.created_at
  ) then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' then
    -- A picture goes with its survey.
    if not exists (select from public.surveys as survey where survey.id = old.survey_id) then
      return old;
    end if;
  elsif (new.survey_id, new.file_name, new.file_bytes, new.sha256, new.camera_wall, new.camera_time, new.camera_zone, new.camera_lat, new.camera_lon)
    is not distinct from
    (old.survey_id, old.file_name, old.file_bytes, old.sha256, old.camera_wall, old.camera_time, old.camera_zone, old.camera_lat, old.camera_lon)
  then
    return new;
  end if;
  raise sqlstate 'PT409' using message = 'Ce relevé est scellé : ce qui a été lu de ses images ne change plus.';
end;
$$;

create trigger survey_pictures_keep_sealed before update or delete on public.survey_pictures
  for each row execute function private.keep_sealed_picture();

-- Sealing --------------------------------------------------------------------------------------------------------

-- Keeps what was computed of the originals; a picture that has its hash already keeps it. Runs as the caller: the policies
-- decide. Returns how many were kept.
--   hashes  [{ id, sha256 }]
create function public.record_picture_hashes(survey_id uuid, hashes jsonb)
returns integer
language plpgsql
set search_path = ''
as $$
declare
  kept integer;
begin
  update public.survey_pictures as picture set sha256 = given.sha256
  from jsonb_to_recordset(hashes) as given (id uuid, sha256 text)
  where picture.id = given.id and picture.survey_id = record_picture_hashes.survey_id and picture.sha256 is null;
  get diagnostics kept = row_count;
  return kept;
end;
$$;

grant execute on function public.record_picture_hashes(uuid, jsonb) to authenticated;

-- Returns the root of a Merkle tree (RFC 6962): leaves are prefixed by 0, nodes by 1, a last node without a neighbour
-- goes up as it is.
create function private.merkle_root(leaves text[])
returns bytea
language plpgsql
immutable
set search_path = ''
as $$
declare
  level bytea[];
begin
  select array_agg(sha256('\x00'::bytea || convert_to(leaf, 'UTF8')) order by place) into level
  from unnest(leaves) with ordinality as l (leaf, place);
  while cardinality(level) > 1 loop
    select array_agg(case cardinality(pair) when 2 then sha256('\x01'::bytea || pair[1] || pair[2]) else pair[1] end order by number)
    into level
    from (
      select (place - 1) / 2 as number, array_agg(node order by place) as pair
      from unnest(level) with ordinality as n (node, place) group by (place - 1) / 2
    ) as pairs;
  end loop;
  return level[1];
end;
$$;

-- Requests the stamps that a seal lacks from the authorities of the settings; requests to other authorities are
-- dropped.
create function private.request_stamps(seal uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  asked text[] := (select settings.authorities from public.evidence_settings as settings where settings.id = 1);
begin
  delete from public.seal_requests as request where request.seal_id = seal and request.authority <> all (asked);
  insert into public.seal_requests (seal_id, authority)
  select seal, address from unnest(asked) as address
  where not exists (
    select from public.seal_tokens as token where token.seal_id = seal and token.authority = address
  )
  on conflict (seal_id, authority) do update set next_attempt = now(), attempts = 0;
end;
$$;

-- Seals a survey, and returns the seal. The database joins the leaves to the manifest and computes its root: the browser's
-- word is taken for the hashes of the originals alone, which nobody else can read.
--   leaves  canonical JSON of the header, then of each kept picture (src/shared/evidence/manifest.ts)
-- Errors: PT404 the survey was deleted; PT409 a picture has no hash, or the survey changed meanwhile; PT400 the rest.
create function public.seal_survey(survey_id uuid, leaves text[])
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  header jsonb;
  unhashed integer;
  different integer;
  kept integer;
  total bigint;
  text_of_manifest text;
  made uuid;
begin
  perform private.require_admin();
  perform from public.surveys as survey where survey.id = seal_survey.survey_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ce relevé n’existe plus.';
  end if;
  if (coalesce(cardinality(leaves), 0) not between 2 and 100001)
    or exists (select from unnest(leaves) as leaf where leaf is null or not (leaf is json object with unique keys)) then
    raise sqlstate 'PT400' using message = 'Le manifeste est illisible. Rechargez la page, puis recommencez.';
  end if;

  select count(*) filter (where picture.sha256 is null), count(*), sum(picture.file_bytes) into unhashed, kept, total
  from public.survey_pictures as picture
  where picture.survey_id = seal_survey.survey_id and picture.left_out is null;
  if unhashed > 0 then
    raise sqlstate 'PT409' using message = 'Des images n’ont pas encore d’empreinte. Calculez-les, puis scellez.';
  end if;

  select count(*) into different
  from (
    select * from public.survey_pictures as picture
    where picture.survey_id = seal_survey.survey_id and picture.left_out is null
  ) as picture
  full join (
    select leaf::jsonb as entry from unnest(leaves[2:]) as leaf
  ) as given on given.entry ->> 'path' = picture.file_name
  where picture.id is null or given.entry is null
    or given.entry ->> 'sha256' is distinct from picture.sha256
    or (given.entry ->> 'bytes')::numeric is distinct from picture.file_bytes
    or (given.entry ->> 'takenAt')::timestamptz is distinct from date_trunc('milliseconds', picture.taken_at)
    -- Places are compared as numerics, which hold the digits that the API prints (`extra_float_digits` is 0 there) and
    -- no others.
    or (given.entry ->> 'lat')::double precision::numeric is distinct from picture.lat::numeric
    or (given.entry ->> 'lon')::double precision::numeric is distinct from picture.lon::numeric
    or (given.entry ->> 'heading')::real::numeric is distinct from picture.heading::numeric
    or given.entry ->> 'timeSource' is distinct from picture.time_source::text
    or given.entry ->> 'placeSource' is distinct from picture.place_source::text
    or given.entry ->> 'headingSource' is distinct from picture.heading_source::text;
  if different > 0 or kept <> cardinality(leaves) - 1 then
    raise sqlstate 'PT409' using message = 'Le relevé a changé pendant le scellement. Recommencez.';
  end if;

  header := leaves[1]::jsonb;
  if header #>> '{survey,id}' is distinct from seal_survey.survey_id::text
    or (header ->> 'pictures')::numeric is distinct from kept
    or (header ->> 'bytes')::numeric is distinct from total then
    raise sqlstate 'PT409' using message = 'Le relevé a changé pendant le scellement. Recommencez.';
  end if;
  -- The date that the studio declares must be the database's, to ten minutes.
  if coalesce(abs(extract(epoch from (header ->> 'declaredAt')::timestamptz - now())) > 600, true) then
    raise sqlstate 'PT400' using
      message = 'L’horloge de cet ordinateur n’est pas à l’heure. Réglez-la, puis scellez de nouveau.';
  end if;

  text_of_manifest := '{"header":' || leaves[1] || ',"pictures":[' || array_to_string(leaves[2:], ',') || ']}';
  insert into public.survey_seals (survey_id, sealed_by, pictures, bytes, manifest, manifest_sha256, merkle_root)
  values (
    seal_survey.survey_id, auth.uid(), kept, total, text_of_manifest,
    encode(sha256(convert_to(text_of_manifest, 'UTF8')), 'hex'), encode(private.merkle_root(leaves), 'hex')
  )
  returning id into made;
  perform private.request_stamps(made);
  return made;
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow or numeric_value_out_of_range then
    raise sqlstate 'PT400' using message = 'Le manifeste est illisible. Rechargez la page, puis recommencez.';
end;
$$;

grant execute on function public.seal_survey(uuid, text[]) to authenticated;

-- Asks for the stamps that a seal lacks once more.
create function public.request_seal_stamps(seal uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if not exists (select from public.survey_seals as made where made.id = request_seal_stamps.seal) then
    raise sqlstate 'PT404' using message = 'Ce sceau n’existe pas.';
  end if;
  perform private.request_stamps(request_seal_stamps.seal);
end;
$$;

grant execute on function public.request_seal_stamps(uuid) to authenticated;

-- Stamping -------------------------------------------------------------------------------------------------------

-- Claims what is due to be stamped: [{ seal_id, authority, root, attempt }]. Each is the caller's for two minutes.
--   seal  only of this one
create function public.claim_seal_requests(batch integer, seal uuid default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  claimed jsonb;
begin
  with due as (
    select request.seal_id, request.authority from public.seal_requests as request
    where request.next_attempt <= now() and (claim_seal_requests.seal is null or request.seal_id = claim_seal_requests.seal)
    order by request.next_attempt
    limit least(greatest(batch, 0), 20)
    for update skip locked
  ), taken as (
    update public.seal_requests as request set attempts = request.attempts + 1, next_attempt = now() + interval '2 minutes'
    from due where request.seal_id = due.seal_id and request.authority = due.authority
    returning request.seal_id, request.authority, request.attempts
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'seal_id', taken.seal_id, 'authority', taken.authority, 'root', made.merkle_root, 'attempt', taken.attempts
  )), '[]') into claimed
  from taken join public.survey_seals as made on made.id = taken.seal_id;
  return claimed;
end;
$$;

grant execute on function public.claim_seal_requests(integer, uuid) to service_role;

-- Keeps the stamp of a request, or why there is none: it is tried again after half a minute, then longer, at most six
-- hours, for two weeks. Nothing waits for it: until then the seal has a lower level.
create function public.finish_seal_request(
  seal uuid, authority text, attempt integer,
  token text default null, gen_time timestamptz default null, serial text default null, why text default null
)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_attempts constant integer := 65;
begin
  perform from public.seal_requests as request
  where request.seal_id = finish_seal_request.seal and request.authority = finish_seal_request.authority
    and request.attempts = finish_seal_request.attempt
  for update;
  if not found then
    return false;
  end if;
  if token is not null then
    insert into public.seal_tokens (seal_id, authority, token, gen_time, serial)
    values (
      finish_seal_request.seal, finish_seal_request.authority, finish_seal_request.token, finish_seal_request.gen_time,
      finish_seal_request.serial
    )
    on conflict on constraint seal_tokens_authority_key do nothing;
    delete from public.seal_requests as request
    where request.seal_id = finish_seal_request.seal and request.authority = finish_seal_request.authority;
  else
    update public.seal_requests as request set
      last_error = left(coalesce(why, 'Aucune réponse'), 500),
      next_attempt = case when attempt < most_attempts
        then now() + least(interval '15 seconds' * power(2, least(attempt, 20)), interval '6 hours') end
    where request.seal_id = finish_seal_request.seal and request.authority = finish_seal_request.authority;
  end if;
  return true;
end;
$$;

grant execute on function public.finish_seal_request(uuid, text, integer, text, timestamptz, text, text) to service_role;

-- The report ------------------------------------------------------------------------------------------------------

-- Returns what the report of a seal prints, read by the server: at most 1 500 places for its map, and forty pairs,
-- those with findings first; null when there is no such seal.
create function public.survey_report(seal uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with made as (
    select sealed.*, sealed.manifest::jsonb as document from public.survey_seals as sealed where sealed.id = survey_report.seal
  ), placed as (
    select row_number() over (order by entry.place) as number, count(*) over () as total, entry.value
    from made, jsonb_array_elements(made.document -> 'pictures') with ordinality as entry (value, place)
    where entry.value -> 'lat' <> 'null'::jsonb and entry.value -> 'lon' <> 'null'::jsonb
  ), compared as (
    select pair.id, pair.note, earlier.preview as before_preview, earlier.taken_at as before_at, later.preview as after_preview,
      later.taken_at as after_at, later.file_name, later.lat, later.lon, coalesce(found.list, '[]') as findings
    from made
    join public.survey_pictures as later on later.survey_id = made.survey_id
    join public.survey_pairs as pair on pair.after_picture = later.id
    join public.survey_pictures as earlier on earlier.id = pair.before_picture
    left join lateral (
      select jsonb_agg(jsonb_build_object(
        'kind', finding.kind, 'note', finding.note, 'yaw', finding.yaw, 'pitch', finding.pitch, 'width', finding.width,
        'height', finding.height
      ) order by finding.created_at, finding.id) as list
      from public.survey_findings as finding where finding.pair_id = pair.id
    ) as found on true
  )
  select jsonb_build_object(
    'studio', (select coalesce(nullif(studio.legal_name, ''), nullif(studio.sender_name, ''), 'Territoire 360') from public.studio where id = 1),
    'sealed_at', made.sealed_at,
    'merkle_root', made.merkle_root,
    'header', made.document -> 'header',
    'tokens', (
      select coalesce(jsonb_agg(jsonb_build_object('authority', token.authority, 'gen_time', token.gen_time) order by token.gen_time), '[]')
      from public.seal_tokens as token where token.seal_id = made.id
    ),
    'places', (
      select coalesce(jsonb_agg(jsonb_build_array(placed.value -> 'lon', placed.value -> 'lat') order by placed.number), '[]')
      from placed where placed.number % greatest(1, ceil(placed.total / 1500.0)::integer) = 0 or placed.number = 1
    ),
    'pairs', (select count(*) from compared),
    'findings', (select coalesce(sum(jsonb_array_length(compared.findings)), 0) from compared),
    'shown', (
      select coalesce(jsonb_agg(to_jsonb(first_pairs)), '[]') from (
        select * from compared order by jsonb_array_length(compared.findings) = 0, compared.after_at, compared.id limit 40
      ) as first_pairs
    )
  )
  from made;
$$;

grant execute on function public.survey_report(uuid) to service_role;

-- schemas/43_invoices.sql

-- This file holds invoices of accepted quotes: deposit, progress, balance and credit note, their payments and their
-- e-mails (docs/decisions/0133). Money is whole cents, as in quotes.

-- Amounts ------------------------------------------------------------------------------------------------------------
-- The cents of a quote before taxes are numbered from 0, and an invoice bills some of them. The tax on the cents from a to
-- b is the tax on b less the tax on a: however a quote is cut, and whatever is credited and billed again, the parts add up
-- to it exactly, and a run of cents is never a whole cent away from its own rate.

create function private.count_cents(billed int8multirange)
returns bigint
language sql
immutable
strict
parallel safe
set search_path = ''
return (select coalesce(sum(upper(span) - lower(span)), 0)::bigint from unnest(billed) as span);

grant execute on function private.count_cents(int8multirange) to authenticated;

-- Returns the first `amount` of the free cents.
create function private.first_cents(free int8multirange, amount bigint)
returns int8multirange
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
declare
  span int8range;
  taken int8multirange := '{}';
  missing bigint := amount;
begin
  for span in select part from unnest(free) as part order by part loop
    exit when missing <= 0;
    if upper(span) is null or upper(span) - lower(span) > missing then
      span := int8range(lower(span), lower(span) + missing);
    end if;
    taken := taken + int8multirange(span);
    missing := missing - (upper(span) - lower(span));
  end loop;
  return taken;
end;
$$;

grant execute on function private.first_cents(int8multirange, bigint) to authenticated;

-- Returns the taxes and the total of these cents: { taxableCents, gstCents, qstCents, totalCents }.
create function private.billed_totals(billed int8multirange, tax_status public.tax_status)
returns jsonb
language sql
immutable
strict
parallel safe
set search_path = ''
return (
  select jsonb_build_object(
    'taxableCents', taxable, 'gstCents', gst, 'qstCents', qst, 'totalCents', taxable + gst + qst
  )
  from (
    select coalesce(sum(upper(span) - lower(span)), 0)::bigint as taxable,
      coalesce(sum(private.gst(upper(span), tax_status) - private.gst(lower(span), tax_status)), 0)::bigint as gst,
      coalesce(sum(private.qst(upper(span), tax_status) - private.qst(lower(span), tax_status)), 0)::bigint as qst
    from unnest(billed) as span
  ) as summed
);

grant execute on function private.billed_totals(int8multirange, public.tax_status) to authenticated;

-- Invoices -----------------------------------------------------------------------------------------------------------

create type public.invoice_kind as enum ('deposit', 'progress', 'balance', 'credit');

-- No state is stored: private.invoice_state tells it from the amounts and the day.
create type public.invoice_state as enum ('brouillon', 'émise', 'partiellement payée', 'payée', 'en retard', 'créditée');

create table public.invoices (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes (id) on delete restrict,
  kind public.invoice_kind not null,
  -- It names the invoice that a credit note corrects.
  credits_id uuid references public.invoices (id) on delete restrict,
  -- On a credit note, it is true when what is given back is no longer due, false when it is billed again.
  is_waived boolean not null default false,
  -- The number is taken when the invoice is issued, without a gap in a year; credit notes are in the same series. A
  -- draft has none.
  year integer,
  sequence integer,
  number text generated always as (
    'F-' || year::text || '-' || case when sequence < 1000 then lpad(sequence::text, 3, '0') else sequence::text end
  ) stored,
  -- These name the addressee: at first the client of the quote.
  organization_name text not null,
  contact_name text not null default '',
  contact_title text not null default '',
  email text not null default '',
  phone text not null default '',
  address text not null default '',
  -- It is the resolution or the purchase order of the acceptance, or what the client asks to read there.
  reference text not null default '',
  subject text not null default '',
  -- Lines are as those of quotes: private.is_quote_line.
  lines jsonb not null default '[]',
  discount_kind public.discount_kind not null default 'aucun',
  discount_value bigint not null default 0,
  discount_label text not null default '',
  -- It counts the days from the issue to the payment.
  due_days integer not null default 30,
  terms text not null default '',
  notes text not null default '',
  -- It is written once, when the invoice is issued: the cents of the quote that it bills or, a credit note, gives back.
  billed int8multirange,
  -- It is the part that is beyond the accepted quote, before taxes, as the person confirmed it.
  added_cents bigint not null default 0,
  tax_status public.tax_status,
  totals jsonb,
  total_cents bigint generated always as ((totals ->> 'totalCents')::bigint) stored,
  issued_on date,
  due_on date,
  issued_at timestamptz,
  -- It holds both parties, lines and totals (InvoiceDocument): the page and the PDF print this.
  snapshot jsonb,
  -- It is the digest of the PDF, once that is kept.
  pdf_sha256 text,
  -- It says when the personal data of the invoice ended (Loi 25).
  anonymised_at timestamptz,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint invoices_number_key unique (year, sequence),
  constraint invoices_sequence_range check (sequence >= 1),
  constraint invoices_issued_whole check (
    num_nulls(year, sequence, billed, tax_status, totals, issued_on, due_on, issued_at, snapshot) in (0, 9)
  ),
  -- A credit note is issued as it is made, and names what it corrects.
  constraint invoices_credit_whole check (
    case when kind = 'credit' then credits_id is not null and issued_at is not null else credits_id is null end
  ),
  constraint invoices_waived_credit check (kind = 'credit' or not is_waived),
  constraint invoices_organization_name_length check (char_length(organization_name) <= 200),
  constraint invoices_organization_name_one_line check (private.is_one_line_text(organization_name)),
  -- Names end up in e-mail headers: a line break there would add headers of the sender's choice.
  constraint invoices_contact_name_length check (char_length(contact_name) <= 100),
  constraint invoices_contact_name_one_line check (private.is_one_line_text(contact_name)),
  constraint invoices_contact_title_length check (char_length(contact_title) <= 100),
  constraint invoices_contact_title_one_line check (private.is_one_line_text(contact_title)),
  constraint invoices_email_format check (email = '' or private.is_email_address(email)),
  constraint invoices_phone_length check (char_length(phone) <= 20),
  constraint invoices_phone_one_line check (private.is_one_line_text(phone)),
  constraint invoices_address_length check (char_length(address) <= 300),
  constraint invoices_reference_length check (char_length(reference) <= 100),
  constraint invoices_reference_one_line check (private.is_one_line_text(reference)),
  constraint invoices_subject_length check (char_length(subject) <= 200),
  constraint invoices_subject_one_line check (private.is_one_line_text(subject)),
  constraint invoices_lines_known check (private.are_quote_lines(lines)),
  constraint invoices_discount_value_range check (
    discount_value >= 0 and discount_value <= case discount_kind when 'pourcentage' then 10000 else 10000000000 end
  ),
  constraint invoices_discount_label_length check (char_length(discount_label) <= 100),
  constraint invoices_discount_label_one_line check (private.is_one_line_text(discount_label)),
  constraint invoices_due_days_range check (due_days between 0 and 120),
  constraint invoices_terms_length check (char_length(terms) <= 4000),
  constraint invoices_notes_length check (char_length(notes) <= 2000),
  constraint invoices_added_cents_range check (added_cents >= 0),
  constraint invoices_pdf_sha256_format check (pdf_sha256 ~ '^[0-9a-f]{64}$')
);

create index invoices_quote_id_idx on public.invoices (quote_id);
create index invoices_credits_id_idx on public.invoices (credits_id);
create index invoices_created_by_idx on public.invoices (created_by);
create index invoices_created_at_idx on public.invoices (created_at desc, id);

create trigger invoices_set_updated_at before update on public.invoices
  for each row execute function private.set_updated_at();

-- Refuses changes of an issued invoice by any role: a credit note corrects it. The digest of its PDF is stored once;
-- the retention period removes names and no amount.
create function private.keep_issued_invoice()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  moving text[] := array['created_by', 'updated_at', 'number', 'total_cents'];
begin
  if tg_op = 'UPDATE' then
    if old.pdf_sha256 is null then
      moving := moving || 'pdf_sha256'::text;
    end if;
    if new.anonymised_at is not null and old.anonymised_at is null then
      moving := moving || array[
        'organization_name', 'contact_name', 'contact_title', 'email', 'phone', 'address', 'reference', 'notes', 'snapshot',
        'anonymised_at'
      ];
    end if;
    if to_jsonb(new) - moving = to_jsonb(old) - moving then
      return new;
    end if;
  end if;
  raise sqlstate 'PT409' using message = 'Une facture émise ne se modifie plus et ne se supprime pas : faites une note de crédit.';
end;
$$;

create trigger invoices_keep_issued before update or delete on public.invoices
  for each row when (old.issued_at is not null)
  execute function private.keep_issued_invoice();

alter table public.invoices enable row level security;

-- The functions below make and move invoices; a draft is written directly.
grant select on table public.invoices to authenticated, service_role;
grant update (
  kind, organization_name, contact_name, contact_title, email, phone, address, reference, subject, lines, discount_kind,
  discount_value, discount_label, due_days, terms, notes
) on table public.invoices to authenticated;
grant delete on table public.invoices to authenticated;

create policy "invoices: member reads" on public.invoices
  for select to authenticated
  using ((select private.is_member()));

create policy "invoices: admin writes drafts" on public.invoices
  for update to authenticated
  using (issued_at is null and (select private.is_admin()))
  with check (issued_at is null and (select private.is_admin()));

create policy "invoices: admin deletes drafts" on public.invoices
  for delete to authenticated
  using (issued_at is null and (select private.is_admin()));

create function private.trash_label(item public.invoices)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(', ', 'Facture', nullif(item.organization_name, ''), nullif(item.subject, ''));
$$;

create function private.trash_refusal(item public.invoices)
returns text
language sql
immutable
set search_path = ''
as $$
  select 'Une facture émise ne se supprime pas : faites une note de crédit.' where item.issued_at is not null;
$$;

select private.attach_trash('invoices');
select private.attach_activity_log('invoices');

-- The table holds the last number given in each year. Its row is locked until the invoice that takes one is committed:
-- no gap, no double.
create table private.invoice_numbers (
  year integer primary key,
  last integer not null
);

alter table private.invoice_numbers enable row level security;

-- E-mails about an invoice are in the outbox (25_outbox.sql).
alter table public.notifications add constraint notifications_invoice_id_fkey
  foreign key (invoice_id) references public.invoices (id) on delete cascade;

-- Payments -----------------------------------------------------------------------------------------------------------

create type public.payment_method as enum ('cheque', 'transfer', 'cash', 'other');

-- The table holds payments of clients, as a person recorded them. One that is undone stays.
create table public.invoice_payments (
  id uuid primary key,
  invoice_id uuid not null references public.invoices (id) on delete restrict,
  method public.payment_method not null,
  amount_cents bigint not null,
  received_on date not null,
  -- It is the number of the cheque or of the transfer.
  reference text not null default '',
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by uuid references auth.users (id) on delete set null,
  constraint invoice_payments_amount_cents_range check (amount_cents between 1 and 10000000000),
  constraint invoice_payments_reference_length check (char_length(reference) <= 100),
  constraint invoice_payments_reference_one_line check (private.is_one_line_text(reference))
);

create index invoice_payments_invoice_id_idx on public.invoice_payments (invoice_id);
create index invoice_payments_recorded_by_idx on public.invoice_payments (recorded_by);
create index invoice_payments_undone_by_idx on public.invoice_payments (undone_by);

-- Keeps a payment as it is: it is undone once, and neither changed nor deleted.
create function private.keep_payment()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  moving text[] := array['recorded_by', 'undone_by'];
begin
  if tg_op = 'UPDATE' then
    if old.undone_at is null then
      moving := moving || 'undone_at'::text;
    end if;
    if to_jsonb(new) - moving = to_jsonb(old) - moving then
      return new;
    end if;
  end if;
  raise sqlstate 'PT409' using message = 'Un paiement noté ne se modifie pas : annulez-le, puis notez le bon.';
end;
$$;

create trigger invoice_payments_keep before update or delete on public.invoice_payments
  for each row execute function private.keep_payment();

alter table public.invoice_payments enable row level security;

-- Only record_payment and undo_payment write.
grant select on table public.invoice_payments to authenticated, service_role;

create policy "invoice_payments: member reads" on public.invoice_payments
  for select to authenticated
  using ((select private.is_member()));

select private.attach_activity_log('invoice_payments');

-- Reading ------------------------------------------------------------------------------------------------------------

-- Returns the state of an invoice that was paid and credited so much. A credit note is issued, and nothing more.
create function private.invoice_state(i public.invoices, paid bigint, credited bigint, today date)
returns public.invoice_state
language sql
immutable
set search_path = ''
as $$
  select case
    when i.issued_at is null then 'brouillon'
    when i.kind = 'credit' then 'émise'
    when credited >= i.total_cents then 'créditée'
    when paid + credited >= i.total_cents then 'payée'
    when i.due_on < today then 'en retard'
    when paid > 0 then 'partiellement payée'
    else 'émise'
  end::public.invoice_state;
$$;

grant execute on function private.invoice_state(public.invoices, bigint, bigint, date) to authenticated;

-- Returns the state and the amounts of invoices, newest first: all, those of a quote, or one. It runs as the caller,
-- under the policies of the tables.
--   total_cents    of a draft, what it would come to alone
--   balance_cents  what is still to be paid; below zero, what was paid too much
create function public.invoice_standings(of_quote uuid default null, only_invoice uuid default null)
returns table (
  id uuid, quote_id uuid, quote_number text, kind public.invoice_kind, number text, credits_id uuid, credits_number text,
  is_waived boolean, organization_name text, subject text, state public.invoice_state, issued_on date, due_on date, taxable_cents bigint, gst_cents bigint,
  qst_cents bigint, total_cents bigint, paid_cents bigint, credited_cents bigint, balance_cents bigint,
  created_at timestamptz, issued_at timestamptz
)
language sql
stable
set search_path = ''
as $$
  select i.id, i.quote_id, q.number, i.kind, i.number, i.credits_id,
    (select c.number from public.invoices c where c.id = i.credits_id), i.is_waived, i.organization_name, i.subject,
    private.invoice_state(i, paid.cents, credited.cents, (now() at time zone 'America/Toronto')::date),
    i.issued_on, i.due_on, (counted.totals ->> 'taxableCents')::bigint, (counted.totals ->> 'gstCents')::bigint,
    (counted.totals ->> 'qstCents')::bigint, (counted.totals ->> 'totalCents')::bigint, paid.cents, credited.cents,
    case when i.issued_at is null or i.kind = 'credit' then 0 else i.total_cents - credited.cents - paid.cents end,
    i.created_at, i.issued_at
  from public.invoices i
  join public.quotes q on q.id = i.quote_id
  cross join lateral (
    select coalesce(
      i.totals, private.quote_totals(i.lines, i.discount_kind, i.discount_value, q.tax_status)
    ) as totals
  ) as counted
  cross join lateral (
    select coalesce(sum(p.amount_cents), 0)::bigint as cents
    from public.invoice_payments p where p.invoice_id = i.id and p.undone_at is null
  ) as paid
  cross join lateral (
    select coalesce(sum(c.total_cents), 0)::bigint as cents from public.invoices c where c.credits_id = i.id
  ) as credited
  where (of_quote is null or i.quote_id = of_quote) and (only_invoice is null or i.id = only_invoice)
  order by i.created_at desc, i.id;
$$;

grant execute on function public.invoice_standings(uuid, uuid) to authenticated;

-- Returns the cents of a quote that are not to be billed any more: those that its issued invoices bill, without what
-- was given back to be billed again. What was given back because it is no longer due counts as billed.
create function private.billed_of_quote(quote uuid)
returns int8multirange
language sql
stable
set search_path = ''
as $$
  select coalesce(range_agg(left_of_it.billed), '{}')
  from public.invoices i
  cross join lateral (
    select i.billed - coalesce(range_agg(c.billed), '{}') as billed
    from public.invoices c where c.credits_id = i.id and not c.is_waived
  ) as left_of_it
  where i.quote_id = quote and i.kind <> 'credit' and i.issued_at is not null;
$$;

grant execute on function private.billed_of_quote(uuid) to authenticated;

-- Returns the cents of a quote that its client is charged. What is no longer due is never billed again: it can be taken
-- out at the end.
create function private.charged_of_quote(quote uuid)
returns int8multirange
language sql
stable
set search_path = ''
as $$
  select private.billed_of_quote(quote) - coalesce(range_agg(c.billed), '{}')
  from public.invoices c where c.quote_id = quote and c.is_waived;
$$;

-- Returns the cents of a quote that an invoice of this share of it would bill, in hundredths of a percent; all that is
-- left when the share is null.
create function private.cents_to_bill(quote uuid, share integer default null)
returns int8multirange
language sql
stable
set search_path = ''
as $$
  select case when share is null then int8multirange(int8range(0, accepted)) - already
    else private.first_cents('{[0,)}'::int8multirange - already, (accepted * share + 5000) / 10000) end
  from (
    select (q.totals ->> 'taxableCents')::bigint as accepted, private.billed_of_quote(q.id) as already
    from public.quotes q where q.id = quote
  ) as known;
$$;

grant execute on function private.cents_to_bill(uuid, integer) to authenticated;

-- Returns the cents of an issued invoice that no credit note gave back.
create function private.uncredited_cents(invoice uuid)
returns int8multirange
language sql
stable
set search_path = ''
as $$
  select i.billed - coalesce((select range_agg(c.billed) from public.invoices c where c.credits_id = i.id), '{}')
  from public.invoices i where i.id = invoice;
$$;

-- Returns the amounts of an invoice for this share of a quote, or for all that is left of it: { taxableCents, gstCents,
-- qstCents, totalCents }.
create function public.billing_totals(quote uuid, share integer default null)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.billed_totals(private.cents_to_bill(quote, share), private.studio_tax_status())
  where private.is_member();
$$;

grant execute on function public.billing_totals(uuid, integer) to authenticated;

-- Returns the amounts of a credit note of so many cents before taxes, or of all that is left of the invoice.
create function public.credit_totals(invoice uuid, amount bigint default null)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.billed_totals(
    private.first_cents(uncredited, coalesce(amount, private.count_cents(uncredited))), i.tax_status
  )
  from public.invoices i, private.uncredited_cents(i.id) as uncredited
  where i.id = invoice and i.kind <> 'credit' and private.is_member();
$$;

grant execute on function public.credit_totals(uuid, bigint) to authenticated;

-- Returns the document that page and PDF print of an invoice that bills these cents (InvoiceDocument of
-- invoice-document.ts), dated today in Québec.
create function private.invoice_document(i public.invoices)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'kind', i.kind,
    'number', coalesce('F-' || i.year || '-' || case when i.sequence < 1000 then lpad(i.sequence::text, 3, '0') else i.sequence::text end, ''),
    'date', today.day,
    'dueOn', today.day + i.due_days,
    'subject', i.subject,
    'reference', i.reference,
    'quote', jsonb_build_object('number', q.number, 'revision', q.revision, 'date', q.snapshot ->> 'date'),
    'credits', (select jsonb_build_object('number', c.number, 'date', c.issued_on) from public.invoices c where c.id = i.credits_id),
    'studio', private.printed_studio(i.tax_status),
    'bankDetails', (select s.bank_details from public.studio s where s.id = 1),
    'client', jsonb_build_object(
      'organization', i.organization_name, 'contactName', i.contact_name, 'contactTitle', i.contact_title,
      'email', i.email, 'phone', i.phone, 'address', i.address
    ),
    'lines', private.printed_lines(i.lines),
    'discount', case when (i.totals ->> 'discountCents')::bigint > 0 then
      jsonb_build_object('label', i.discount_label, 'cents', i.totals -> 'discountCents')
    end,
    'totals', i.totals,
    'terms', i.terms, 'notes', i.notes
  )
  from public.quotes q, (select (now() at time zone 'America/Toronto')::date as day) as today
  where q.id = i.quote_id;
$$;

-- Computes a draft as if it were issued now: its amounts, its taxes, and its part beyond the accepted quote.
create function private.filled_invoice(i public.invoices)
returns public.invoices
language plpgsql
stable
set search_path = ''
as $$
declare
  filled public.invoices := i;
  already int8multirange := private.billed_of_quote(i.quote_id);
  accepted bigint := (select (q.totals ->> 'taxableCents')::bigint from public.quotes q where q.id = i.quote_id);
  alone jsonb;
begin
  filled.tax_status := private.studio_tax_status();
  alone := private.quote_totals(i.lines, i.discount_kind, i.discount_value, filled.tax_status);
  filled.billed := private.first_cents('{[0,)}'::int8multirange - already, (alone ->> 'taxableCents')::bigint);
  filled.totals := alone || private.billed_totals(filled.billed, filled.tax_status);
  -- An addition that is still billed leaves no room of its own.
  filled.added_cents := private.count_cents(filled.billed - int8multirange(int8range(0, accepted)));
  return filled;
end;
$$;

-- Returns an invoice as it prints: { document, addedCents, refusal }. A draft is shown as it would be if it were issued
-- now.
create function public.invoice_preview(invoice uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  known public.invoices;
begin
  if not private.is_member() then
    return null;
  end if;
  select * into known from public.invoices i where i.id = invoice;
  if known.id is null then
    return null;
  elsif known.issued_at is null then
    known := private.filled_invoice(known);
    return jsonb_build_object(
      'document', private.invoice_document(known), 'addedCents', known.added_cents,
      'refusal', private.invoice_refusal(known)
    );
  end if;
  return jsonb_build_object('document', known.snapshot, 'addedCents', known.added_cents, 'refusal', null);
end;
$$;

grant execute on function public.invoice_preview(uuid) to authenticated;

-- Making and issuing -------------------------------------------------------------------------------------------------

-- Locks the quote of an invoice, then the invoice: what is billed of a quote changes one at a time.
create function private.lock_invoice(invoice uuid)
returns public.invoices
language plpgsql
set search_path = ''
as $$
declare
  locked public.invoices;
begin
  perform private.lock_quote(i.quote_id) from public.invoices i where i.id = invoice;
  select * into locked from public.invoices where id = invoice for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Cette facture n’existe plus.';
  end if;
  return locked;
end;
$$;

-- Writes a day as « 3 mars 2026 ».
create function private.written_day(day date)
returns text
language sql
immutable
strict
parallel safe
set search_path = ''
return case extract(day from day) when 1 then '1er' else extract(day from day)::text end || ' '
  || (array[
    'janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'septembre', 'octobre', 'novembre', 'décembre'
  ])[extract(month from day)] || ' ' || extract(year from day);

-- Writes cents as « 3 506,00 $ ».
create function private.written_cents(cents bigint)
returns text
language sql
immutable
strict
parallel safe
set search_path = ''
return translate(to_char(cents / 100.0, 'FM999,999,999,990.00'), ',.', E'\u00a0,') || E'\u00a0$';

-- Makes a draft for an accepted quote; returns its id.
--   share  hundredths of a percent of the quote; null: its lines, or what is left of it
create function public.create_invoice(quote uuid, kind public.invoice_kind, share integer default null)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.quotes;
  amount bigint;
  made uuid;
begin
  perform private.require_admin();
  known := private.lock_quote(quote);
  if known.status <> 'accepté' or known.anonymised_at is not null then
    raise sqlstate 'PT409' using message = 'Ce devis n’est pas accepté : il ne se facture pas.';
  elsif kind is null or kind = 'credit' or share not between 1 and 10000 then
    raise sqlstate 'PT422' using message = 'Choisissez une part de 0,01 à 100 %.';
  end if;
  if isempty(private.cents_to_bill(quote)) then
    raise sqlstate 'PT409' using message = case when (known.totals ->> 'taxableCents')::bigint = 0
      then 'Le total de ce devis est nul : il n’y a rien à facturer.'
      else 'Ce devis est facturé en entier : un ajout se facture d’un autre devis accepté.' end;
  elsif share is not null or kind = 'balance' and not isempty(private.billed_of_quote(quote)) then
    amount := private.count_cents(private.cents_to_bill(quote, share));
  end if;
  insert into public.invoices (
    quote_id, kind, organization_name, contact_name, contact_title, email, phone, address, reference, subject, lines,
    discount_kind, discount_value, discount_label, terms, notes
  )
  select quote, create_invoice.kind, known.organization_name, known.contact_name, known.contact_title, known.email,
    known.phone, known.address,
    coalesce((
      select case a.authority
        when 'resolution' then 'Résolution ' || a.resolution_number || ' du ' || private.written_day(a.resolution_date)
        when 'delegation' then 'Bon de commande ' || a.purchase_order
      end
      from public.quote_acceptances a where a.quote_id = quote and a.reversed_at is null
    ), ''),
    known.subject,
    case when amount is null then known.lines else jsonb_build_array(jsonb_build_object(
      'description', case create_invoice.kind
        when 'deposit' then 'Acompte de ' || part || ' sur le devis '
        when 'progress' then 'Avancement des travaux, ' || part || ' du devis '
        else coalesce('Solde, ' || part, 'Solde') || ' du devis '
      end || known.number || case when known.subject <> '' then E'\u00a0: ' || known.subject else '' end,
      'quantity', '1.000', 'unit', '', 'unitPriceCents', amount
    )) end,
    case when amount is null then known.discount_kind else 'aucun' end,
    case when amount is null then known.discount_value else 0 end,
    case when amount is null then known.discount_label else '' end,
    known.terms,
    case when create_invoice.kind = 'balance' and share is null and amount is not null then
      'Total du devis' || E'\u00a0: ' || private.written_cents((known.totals ->> 'taxableCents')::bigint) || ' avant taxes, dont '
        || private.written_cents(private.count_cents(private.billed_of_quote(quote))) || ' facturés auparavant.'
    else '' end
  from (select replace(trim_scale(share / 100.0)::text, '.', ',') || E'\u00a0%' as part) as written
  returning id into made;
  return made;
end;
$$;

grant execute on function public.create_invoice(uuid, public.invoice_kind, integer) to authenticated;

-- Says in French why a filled draft cannot be issued; null when it can.
create function private.invoice_refusal(i public.invoices)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when private.studio_refusal() is not null then private.studio_refusal()
    when q.status <> 'accepté' then 'Le devis de cette facture n’est plus accepté.'
    when btrim(i.organization_name) = '' then 'Indiquez l’organisation à qui la facture est destinée.'
    when i.lines = '[]' then 'Ajoutez au moins une ligne.'
    when exists (select from jsonb_array_elements(i.lines) as line where btrim(line ->> 'description') = '') then
      'Une ligne n’a pas de description.'
    when (i.totals ->> 'taxableCents')::bigint = 0 then 'Le montant de cette facture est nul.'
    when (i.totals ->> 'taxableCents')::bigint > 10000000000 then 'Le montant de cette facture est trop grand.'
  end
  from public.quotes q where q.id = i.quote_id;
$$;

-- Gives an invoice the next number of the year, in the row that it returns.
create function private.numbered_invoice(i public.invoices)
returns public.invoices
language plpgsql
set search_path = ''
as $$
declare
  numbered public.invoices := i;
begin
  perform private.require_own_numbers();
  numbered.year := extract(year from now() at time zone 'America/Toronto');
  insert into private.invoice_numbers as known (year, last) values (numbered.year, 1)
  on conflict (year) do update set last = known.last + 1
  returning last into numbered.sequence;
  return numbered;
end;
$$;

-- Issues a draft: gives the number, freezes what is printed, and its taxes. It returns the number.
--   read_at    the updated_at of what the person saw, exactly as given. PT409: it was changed since.
--   confirmed  what of it is beyond the accepted quote, in cents before taxes, as the person read and confirmed it
create function public.issue_invoice(invoice uuid, read_at timestamptz, confirmed bigint default 0)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  draft public.invoices;
  refusal text;
begin
  perform private.require_admin();
  draft := private.lock_invoice(invoice);
  if draft.issued_at is not null then
    raise sqlstate 'PT409' using message = 'Cette facture est déjà émise.';
  elsif draft.updated_at is distinct from read_at then
    raise sqlstate 'PT409' using message = 'Cette facture a été modifiée entre-temps. Relisez-la avant de l’émettre.';
  end if;
  draft := private.filled_invoice(draft);
  refusal := private.invoice_refusal(draft);
  if refusal is not null then
    raise sqlstate 'PT422' using message = refusal;
  elsif draft.added_cents is distinct from coalesce(confirmed, 0) then
    raise sqlstate 'PT409' using message =
      'Ce qui dépasse le devis accepté n’est plus ce que vous aviez lu. Relisez la facture, puis confirmez.';
  end if;
  draft := private.numbered_invoice(draft);
  update public.invoices i set
    year = draft.year, sequence = draft.sequence, billed = draft.billed, added_cents = draft.added_cents,
    tax_status = draft.tax_status, totals = draft.totals, snapshot = private.invoice_document(draft), issued_at = now(),
    issued_on = (now() at time zone 'America/Toronto')::date,
    due_on = (now() at time zone 'America/Toronto')::date + draft.due_days
  where i.id = invoice;
  return (select i.number from public.invoices i where i.id = invoice);
end;
$$;

grant execute on function public.issue_invoice(uuid, timestamptz, bigint) to authenticated;

-- Makes a credit note, issued at once under the id that is given; called twice with the same id, it is made once.
--   amount  cents before taxes; null: all that is left of the invoice
--   waived  true: the amount is no longer due; false: it is billed again
create function public.credit_invoice(
  credit uuid, invoice uuid, reason text, amount bigint default null, waived boolean default false
)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  old public.invoices;
  made public.invoices;
  uncredited int8multirange;
  is_whole boolean;
  alone jsonb;
begin
  perform private.require_admin();
  old := private.lock_invoice(invoice);
  if exists (select from public.invoices i where i.id = credit and i.credits_id = invoice) then
    return (select i.number from public.invoices i where i.id = credit);
  elsif old.issued_at is null or old.kind = 'credit' then
    raise sqlstate 'PT409' using message = 'Seule une facture émise se corrige par une note de crédit.';
  elsif btrim(coalesce(reason, '')) = '' then
    raise sqlstate 'PT422' using message = 'Indiquez la raison.';
  end if;
  uncredited := private.uncredited_cents(invoice);
  if isempty(uncredited) then
    raise sqlstate 'PT409' using message = 'Cette facture est déjà créditée en entier.';
  elsif amount is not null and amount not between 1 and private.count_cents(uncredited) then
    raise sqlstate 'PT422' using message = 'Une note de crédit ne dépasse pas ce qui reste de la facture.';
  end if;
  made := old;
  made.id := credit;
  made.kind := 'credit';
  made.credits_id := invoice;
  made.is_waived := coalesce(waived, false);
  made.billed := private.first_cents(uncredited, coalesce(amount, private.count_cents(uncredited)));
  made.added_cents := 0;
  made.pdf_sha256 := null;
  made.due_days := 0;
  made.terms := '';
  made.notes := left(btrim(reason), 2000);
  is_whole := made.billed = old.billed;
  if not is_whole then
    made.discount_kind := 'aucun';
    made.discount_value := 0;
    made.discount_label := '';
    made.lines := jsonb_build_array(jsonb_build_object(
      'description', 'Crédit sur la facture ' || old.number, 'quantity', '1.000', 'unit', '',
      'unitPriceCents', private.count_cents(made.billed)
    ));
  end if;
  alone := private.quote_totals(made.lines, made.discount_kind, made.discount_value, made.tax_status);
  made.totals := alone || private.billed_totals(made.billed, made.tax_status);
  made := private.numbered_invoice(made);
  insert into public.invoices (
    id, quote_id, kind, credits_id, is_waived, year, sequence, organization_name, contact_name, contact_title, email, phone, address,
    reference, subject, lines, discount_kind, discount_value, discount_label, due_days, terms, notes, billed, tax_status,
    totals, snapshot, issued_on, due_on, issued_at, created_by
  )
  values (
    made.id, made.quote_id, made.kind, made.credits_id, made.is_waived, made.year, made.sequence, made.organization_name,
    made.contact_name, made.contact_title, made.email, made.phone, made.address, made.reference, made.subject, made.lines, made.discount_kind,
    made.discount_value, made.discount_label, made.due_days, made.terms, made.notes, made.billed, made.tax_status,
    made.totals, private.invoice_document(made), (now() at time zone 'America/Toronto')::date,
    (now() at time zone 'America/Toronto')::date, now(), auth.uid()
  );
  return (select i.number from public.invoices i where i.id = credit);
end;
$$;

grant execute on function public.credit_invoice(uuid, uuid, text, bigint, boolean) to authenticated;

-- E-mails ------------------------------------------------------------------------------------------------------------

-- « Envoyer par courriel » issues a draft as issue_invoice does, or takes what is issued, and puts its e-mail in the
-- outbox, in one transaction; {{numero}} in the letter becomes the number that a draft has only then. Called twice with
-- the same message, it is sent once. It returns the number.
create function public.email_invoice(
  message uuid, invoice uuid, read_at timestamptz, message_subject text, message_body text, confirmed bigint default 0
)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.invoices;
begin
  perform private.require_admin();
  known := private.lock_invoice(invoice);
  if exists (select from public.notifications n where n.id = message and n.invoice_id = invoice) then
    return known.number;
  end if;
  perform private.check_invoice_letter(known, message_subject, message_body);
  if known.issued_at is null then
    perform public.issue_invoice(invoice, read_at, confirmed);
  end if;
  select * into known from public.invoices i where i.id = invoice;
  insert into public.notifications (id, invoice_id, kind, subject, body, created_by)
  values (
    message, invoice, 'invoice', left(replace(btrim(message_subject), '{{numero}}', known.number), 200),
    replace(message_body, '{{numero}}', known.number), auth.uid()
  );
  return known.number;
end;
$$;

grant execute on function public.email_invoice(uuid, uuid, timestamptz, text, text, bigint) to authenticated;

-- « Relancer » queues the e-mail of a reminder, once for one message. Nothing else ever makes one.
create function public.remind_invoice(message uuid, invoice uuid, message_subject text, message_body text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.invoices;
  refusal text;
begin
  perform private.require_admin();
  known := private.lock_invoice(invoice);
  if exists (select from public.notifications n where n.id = message and n.invoice_id = invoice) then
    return;
  end if;
  refusal := private.reminder_refusal(invoice);
  if refusal is not null then
    raise sqlstate 'PT409' using message = refusal;
  end if;
  if exists (
    select from public.notifications n
    where n.invoice_id = invoice and n.kind = 'invoice_reminder' and n.state not in ('échec', 'retenu')
      and n.created_at > now() - interval '1 day'
  ) then
    raise sqlstate 'PT409' using message = 'Un rappel de cette facture est parti il y a moins de 24 heures.';
  end if;
  perform private.check_invoice_letter(known, message_subject, message_body);
  insert into public.notifications (id, invoice_id, kind, subject, body, created_by)
  values (message, invoice, 'invoice_reminder', btrim(message_subject), message_body, auth.uid());
end;
$$;

grant execute on function public.remind_invoice(uuid, uuid, text, text) to authenticated;

-- Refuses, in French, a letter that says nothing or whose address cannot be written to.
create function private.check_invoice_letter(i public.invoices, subject text, body text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  refusal text := private.address_refusal(i.email);
begin
  if i.anonymised_at is not null then
    raise sqlstate 'PT409' using message = 'Les renseignements de cette facture sont effacés.';
  elsif i.email = '' then
    raise sqlstate 'PT422' using message = 'Indiquez le courriel du client.';
  elsif (subject ~ '\S' and body ~ '\S') is not true then
    raise sqlstate 'PT422' using message = 'Écrivez un sujet et un texte.';
  elsif refusal is not null then
    raise sqlstate 'PT422' using message = refusal || ' La facture n’a pas été envoyée.';
  end if;
end;
$$;

-- Says in French why nobody is to be reminded of an invoice; null when it is late. It is asked again when the e-mail
-- leaves: the invoice may have been paid since the press.
create function private.reminder_refusal(invoice uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select case standing.state
    when 'en retard' then null
    when 'payée' then 'Cette facture est payée.'
    when 'créditée' then 'Cette facture est créditée.'
    else 'Cette facture n’est pas en retard.'
  end
  from public.invoice_standings(only_invoice => invoice) as standing;
$$;

-- Returns the facts that the server needs to print an invoice or to write about it; `pdfSha256` is null until its PDF
-- is kept.
create function private.invoice_for_server(invoice uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  known public.invoices;
begin
  select * into known from public.invoices i where i.id = invoice;
  return case when known.id is not null then jsonb_build_object(
    'id', known.id, 'quoteId', known.quote_id, 'pdfSha256', known.pdf_sha256,
    'document', coalesce(known.snapshot, private.invoice_document(private.filled_invoice(known))),
    'logo', (select s.logo_path from public.studio s where s.id = 1)
  ) end;
end;
$$;

-- « Télécharger le PDF » reads it through the edge function quote-pdf, which checks the administrator.
create function public.invoice_to_print(invoice uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.invoice_for_server(invoice);
$$;

grant execute on function public.invoice_to_print(uuid) to service_role;

-- Stores the digest of the PDF of an issued invoice unless it has one, and returns the stored digest.
create function public.keep_invoice_pdf(invoice uuid, sha256 text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.invoices i set pdf_sha256 = keep_invoice_pdf.sha256
  where i.id = invoice and i.issued_at is not null and i.pdf_sha256 is null;
  return (select i.pdf_sha256 from public.invoices i where i.id = invoice);
end;
$$;

grant execute on function public.keep_invoice_pdf(uuid, text) to service_role;

-- Paying -------------------------------------------------------------------------------------------------------------

-- Notes a payment under the id that is given; called twice with the same id, it is noted once. One that is too much is
-- noted as it is, and the balance says so.
create function public.record_payment(
  payment uuid, invoice uuid, method public.payment_method, amount bigint, received_on date, reference text default ''
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.invoices;
begin
  perform private.require_admin();
  known := private.lock_invoice(invoice);
  if known.issued_at is null or known.kind = 'credit' then
    raise sqlstate 'PT409' using message = 'Un paiement se note sur une facture émise.';
  elsif amount is null or amount < 1 then
    raise sqlstate 'PT422' using message = 'Indiquez le montant reçu.';
  elsif received_on is null or received_on > (now() at time zone 'America/Toronto')::date then
    raise sqlstate 'PT422' using message = 'Indiquez le jour du paiement, passé ou d’aujourd’hui.';
  end if;
  insert into public.invoice_payments (id, invoice_id, method, amount_cents, received_on, reference, recorded_by)
  values (payment, invoice, method, amount, received_on, btrim(coalesce(reference, '')), auth.uid())
  on conflict (id) do nothing;
end;
$$;

grant execute on function public.record_payment(uuid, uuid, public.payment_method, bigint, date, text) to authenticated;

-- « Annuler » reverses a payment recorded by mistake: it no longer counts, and keeps who reversed it. It returns false
-- when the payment was reversed already.
create function public.undo_payment(payment uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.invoice_payments p set undone_at = now(), undone_by = auth.uid()
  where p.id = payment and p.undone_at is null;
  return found;
end;
$$;

grant execute on function public.undo_payment(uuid) to authenticated;

-- Personal data ------------------------------------------------------------------------------------------------------

-- Erases a person from invoices. Drafts go. What was issued is a book of account and is kept, with its name, six years
-- after the end of its year (Loi sur l’administration fiscale, art. 35.1). It returns { invoices, invoices_kept }.
create function private.erase_from_invoices(person uuid, addresses text[])
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  gone integer;
  kept integer;
begin
  -- Drafts are deleted for good: a draft says whom it is made out to, and the trash would know it by its address alone.
  perform set_config('app.trash', 'on', true);
  delete from public.invoices i using public.quotes q
  where q.id = i.quote_id and i.issued_at is null and (q.contact_id = person or lower(i.email) = any (addresses));
  get diagnostics gone = row_count;
  perform set_config('app.trash', '', true);
  delete from public.trash as item using private.trash_rows as r, public.quotes as q
  where item.kind = 'invoices' and r.trash_id = item.id and r.depth = 0 and q.id::text = r.content ->> 'quote_id'
    and q.contact_id = person;
  select count(*) into kept from public.invoices i join public.quotes q on q.id = i.quote_id
  where i.anonymised_at is null and (q.contact_id = person or lower(i.email) = any (addresses));
  return jsonb_build_object('invoices', gone, 'invoices_kept', kept);
end;
$$;

-- Takes the names out of invoices six years after the end of their year, and their e-mails. It returns how many.
create function private.forget_old_invoices()
returns integer
language plpgsql
set search_path = ''
as $$
declare
  old uuid[] := array(
    select i.id from public.invoices i
    where i.anonymised_at is null
      and now() >= date_trunc('year', i.issued_at, 'America/Toronto') + interval '7 years'
  );
begin
  delete from public.notifications where invoice_id = any (old);
  update public.invoices set
    organization_name = 'Client anonymisé', contact_name = '', contact_title = '', email = '', phone = '', address = '',
    reference = '', notes = '', anonymised_at = now(),
    snapshot = snapshot || jsonb_build_object('notes', '', 'reference', '', 'client', jsonb_build_object(
      'organization', 'Client anonymisé', 'contactName', '', 'contactTitle', '', 'email', '', 'phone', '', 'address', ''
    ))
  where id = any (old);
  return cardinality(old);
end;
$$;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the money to collect: invoices that are late or due within a week and that nobody was reminded of for a week,
-- accepted quotes of the last year that nothing bills, the rest of those whose trip is over (or that have none, and no
-- invoice for a month), and e-mails of invoices that failed.
create function private.invoice_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  with clock as (select (at at time zone 'America/Toronto')::date as today)
  select 'invoice', 'facture à encaisser', s.id, s.organization_name, s.number,
    (s.due_on + 1)::timestamp at time zone 'America/Toronto', case when s.due_on < today then 0 when s.due_on = today then 1 else 2 end, s.balance_cents, null, null::uuid, null, null::uuid
  from clock, public.invoice_standings() s
  where s.balance_cents > 0 and s.due_on <= today + 7
    and not exists (
      select from public.notifications n
      where n.invoice_id = s.id and n.kind = 'invoice_reminder' and n.state not in ('échec', 'retenu')
        and n.created_at > at - interval '7 days'
    )
  union all
  select case when is_begun then 'quote_balance' else 'quote_to_invoice' end,
    case when is_begun then 'reste d’un devis à facturer' else 'devis accepté à facturer' end, q.id, q.organization_name, q.number, null, 2,
    (private.billed_totals(private.cents_to_bill(q.id), q.tax_status) ->> 'totalCents')::bigint, null, null, null, null
  from clock cross join public.quotes q
  left join public.trip_plans t on t.id = q.trip_plan_id
  cross join lateral (select not isempty(private.billed_of_quote(q.id)) as is_begun) as billing
  where q.status = 'accepté' and q.anonymised_at is null and greatest(q.closed_at, t.end_date) > at - interval '1 year'
    and not isempty(private.cents_to_bill(q.id))
    and not exists (select from public.invoices i where i.quote_id = q.id and i.issued_at is null)
    and (
      not is_begun or t.status = 'terminé' or t.status <> 'annulé' and t.end_date < today
      -- Without a trip nothing says that the work is done: a month after the last invoice it may be.
      or t.id is null and not exists (
        select from public.invoices i where i.quote_id = q.id and i.issued_at > at - interval '30 days'
      )
    )
  union all
  select 'invoice_emails', format('courriels d’une facture à vérifier (%s)', failed.total), i.id, i.organization_name, i.number, null,
    1, failed.total, null, null, null, null
  from (
    select n.invoice_id, count(*) as total from public.notifications n
    where n.invoice_id is not null and n.state in ('échec', 'incertain')
    group by n.invoice_id
    having max(n.finished_at) > at - interval '30 days'
  ) as failed
  join public.invoices i on i.id = failed.invoice_id
  where i.anonymised_at is null;
$$;

grant execute on function private.invoice_today_rows(timestamptz) to authenticated;

-- schemas/44_estimates.sql

-- This file holds « Estimer mon projet »: what visitors compute an estimate from, once the studio makes its prices
-- public (docs/decisions/0132). 17_quotes.sql says which prices of the catalogue count.

-- The one row is changed on /admin/parametres/prix.
create table public.estimate_settings (
  -- It is always 1, the only row that is read.
  id smallint primary key,
  -- True when visitors are shown an estimate.
  is_public boolean not null default false,
  -- These are the weeks from the agreement to the delivery; null shows no delay.
  weeks_low smallint,
  weeks_high smallint,
  -- It is the quantity that one day on site captures; with null a project takes one day.
  scenes_per_day smallint,
  km_per_day smallint,
  -- It is the town where trips begin, as the register writes it; when it is empty, trips are not estimated.
  city text not null default '',
  region text not null default '',
  -- It counts kilometres there and back: a place that is farther is estimated without its trip.
  farthest_km smallint not null default 800,
  updated_at timestamptz not null default now(),
  constraint estimate_settings_weeks_low_range check (weeks_low between 1 and 52),
  constraint estimate_settings_weeks_high_range check (weeks_high between 1 and 52),
  constraint estimate_settings_weeks_whole check (
    (weeks_low is null) = (weeks_high is null) and (weeks_low is null or weeks_low <= weeks_high)
  ),
  constraint estimate_settings_scenes_per_day_range check (scenes_per_day between 1 and 500),
  constraint estimate_settings_km_per_day_range check (km_per_day between 1 and 500),
  constraint estimate_settings_farthest_km_range check (farthest_km between 1 and 9999),
  constraint estimate_settings_city_shape check (char_length(city) <= 100 and private.is_one_line_text(city)),
  constraint estimate_settings_region_shape check (char_length(region) <= 100 and private.is_one_line_text(region))
);

create trigger estimate_settings_set_updated_at before update on public.estimate_settings
  for each row execute function private.set_updated_at();

create constraint trigger estimate_settings_change_site after update on public.estimate_settings
  deferrable initially deferred
  for each row execute function private.mark_site_changed();

alter table public.estimate_settings enable row level security;

grant select, update (
  is_public, weeks_low, weeks_high, scenes_per_day, km_per_day, city, region, farthest_km
) on table public.estimate_settings to authenticated;
grant select, insert, update, delete on table public.estimate_settings to service_role;

create policy "estimate_settings: member reads" on public.estimate_settings
  for select to authenticated
  using ((select private.is_member()));

create policy "estimate_settings: admin changes" on public.estimate_settings
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

insert into public.estimate_settings (id) values (1);

select private.attach_activity_log('estimate_settings');

-- Lists the MRCs, and the cities that belong to none, with the kilometres there and back to their nearest and farthest
-- town: the straight line and three tenths, as roads usually are. The list is empty without a town to leave from.
--   [{ code, name, region, low_km, high_km }]
create function private.estimate_places()
returns jsonb
language sql
stable
set search_path = ''
as $$
  with departure as (
    select m.latitude, m.longitude
    from public.estimate_settings s
    join public.municipalities m on m.code = private.municipality_of(s.city, s.region)
    where s.id = 1 and m.latitude is not null
  ),
  towns as (
    select coalesce(m.mrc_code, left(m.code, 2)) as code, coalesce(m.mrc_name, m.name) as name, m.region,
      private.distance_km(d.latitude, d.longitude, m.latitude, m.longitude) * 1.3 * 2 as km
    from departure d cross join public.municipalities m
    where m.kind = 'municipalité' and m.gone_on is null and m.latitude is not null
  ),
  places as (
    select code, min(name) as name, min(region) as region, ceil(min(km))::integer as low_km, ceil(max(km))::integer as high_km
    from towns group by code
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'code', code, 'name', name, 'region', region, 'low_km', low_km, 'high_km', high_km
  ) order by private.place_key(name), code), '[]')
  from places;
$$;

grant execute on function private.estimate_places() to authenticated;

-- Returns everything that an estimate is computed from (src/shared/estimate/estimate.ts); null without a price. It runs
-- as the caller.
create function private.estimate_data()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'tax_status', case studio.tax_registered when true then 'registered' when false then 'small_supplier' end,
    'weeks_low', s.weeks_low, 'weeks_high', s.weeks_high, 'scenes_per_day', s.scenes_per_day, 'km_per_day', s.km_per_day,
    'farthest_km', s.farthest_km,
    'prices', prices.list,
    'places', case when prices.has_travel then private.estimate_places() else '[]' end
  )
  from public.estimate_settings s
  cross join public.studio
  cross join (
    select
      jsonb_agg(jsonb_build_object(
        'name', q.name, 'basis', q.estimate_basis, 'kinds', to_jsonb(q.estimate_kinds), 'low_cents', q.unit_price_cents,
        'high_cents', (q.unit_price_cents * (100 + q.estimate_margin) + 50) / 100
      ) order by q.estimate_basis, q.name) as list,
      bool_or(q.estimate_basis = 'deplacement') as has_travel
    from public.quote_services q
    where q.estimate_basis is not null and q.unit_price_cents > 0 and cardinality(q.estimate_kinds) > 0
  ) as prices
  where s.id = 1 and studio.id = 1 and prices.list is not null;
$$;

grant execute on function private.estimate_data() to authenticated;

-- Returns the same data to visitors; null until the studio makes its prices public.
create function public.public_estimate()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.estimate_data() from public.estimate_settings where id = 1 and is_public;
$$;

grant execute on function public.public_estimate() to anon, authenticated;

-- Returns the same data to the team, which looks at it before it is public.
create function public.estimate_preview()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.estimate_data() where (select private.is_member());
$$;

grant execute on function public.estimate_preview() to authenticated;

-- schemas/45_personal_links.sql

-- This file holds « Ma fiche »: the page by which a person sees what is known of them, corrects it, withdraws or gives
-- consent, and asks for erasure. A link that only their mailbox received opens it (docs/decisions/0135); what the
-- studio has to answer is in 35_privacy.sql. The edge function personal-record calls the functions granted to
-- service_role, and every rule is here.

-- Links -----------------------------------------------------------------------------------------------------------------

-- The table holds the links of the last weeks. The id is that of the e-mail that brings the link, from which its token
-- is made; the token itself is in no table.
create table private.personal_links (
  id uuid primary key,
  -- A link shows what is known of a mailbox to whoever reads that mailbox.
  email text not null,
  -- It is the SHA-256 of the token.
  token_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  constraint personal_links_token_hash_key unique (token_hash),
  constraint personal_links_email_format check (private.is_email_address(email))
);

create index personal_links_email_idx on private.personal_links (lower(email), created_at);

alter table private.personal_links enable row level security;

-- The table holds the addresses typed on the page of privacy, until the next run of dispatch-emails: whether somebody
-- is known is looked up there, so that neither the answer nor the time it takes tells it. Keyed hashes of the mailbox
-- and of the network address stay for a day.
create table private.personal_link_requests (
  id bigint generated always as identity primary key,
  -- It is null when the address was looked up already, or is one message too many for that mailbox.
  email text,
  mailbox text not null,
  network text not null,
  asked_at timestamptz not null default now(),
  constraint personal_link_requests_email_format check (private.is_email_address(email))
);

create index personal_link_requests_mailbox_idx on private.personal_link_requests (mailbox, asked_at);
create index personal_link_requests_network_idx on private.personal_link_requests (network, asked_at);

alter table private.personal_link_requests enable row level security;

-- The table counts the links that opened nothing in the last ten minutes, by keyed hash of the network address.
create table private.personal_link_misses (
  id bigint generated always as identity primary key,
  network text not null,
  missed_at timestamptz not null default now()
);

create index personal_link_misses_network_idx on private.personal_link_misses (network, missed_at);

alter table private.personal_link_misses enable row level security;

-- Returns 128 bits that only this database can make again, so that no table holds them and two attempts of one e-mail
-- say the same.
create function private.personal_link_token(id uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select left(private.keyed_text_hash('personal link:' || id), 32);
$$;

-- Returns the hash of a token, which alone is kept and by which one is looked up.
create function private.personal_link_hash(token text)
returns text
language sql
immutable
set search_path = ''
as $$
  select encode(sha256(convert_to(token, 'UTF8')), 'hex');
$$;

-- Makes a link and puts its e-mail in the outbox.
create function private.queue_personal_link(address text, author uuid default null)
returns void
language plpgsql
set search_path = ''
as $$
declare
  link uuid := gen_random_uuid();
begin
  insert into private.personal_links (id, email, token_hash)
  values (link, address, private.personal_link_hash(private.personal_link_token(link)));
  insert into public.notifications (id, kind, created_by) values (link, 'personal_link', author);
end;
$$;

-- Says in French why the e-mail of a link must not leave any more; null when it may.
create function private.personal_link_refusal(notification uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select 'Ce lien n’est plus valide.'
  where not exists (
    select from private.personal_links link where link.id = notification and link.expires_at > now()
  );
$$;

-- Returns the facts of the e-mail of a link; null when the message is another.
create function private.personal_link_for_server(notification uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('token', private.personal_link_token(link.id), 'expiresAt', link.expires_at)
  from private.personal_links link where link.id = notification;
$$;

-- Returns the address that a sent quote went to: a later change of the quote is not what its client received.
create function private.quote_recipient(q public.quotes)
returns text
language sql
immutable
set search_path = ''
as $$
  select lower(coalesce(nullif(q.snapshot #>> '{client,email}', ''), q.email));
$$;

-- Tells whether anything is kept of an address, suppressions apart: these are hashes.
create function private.is_known_address(mailbox text)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (select from public.contacts c where lower(c.email) = lower(mailbox))
    or exists (select from public.consent_events e where lower(e.email) = lower(mailbox))
    or exists (select from public.quote_requests q where lower(q.email) = lower(mailbox))
    or exists (select from public.quotes d where lower(mailbox) in (lower(d.email), private.quote_recipient(d)))
    or exists (select from public.invoices i where lower(i.email) = lower(mailbox))
    or exists (select from public.email_sends s where lower(s.recipient_email) = lower(mailbox))
    or exists (select from public.inbound_messages m where m.from_email = lower(mailbox))
    or exists (select from public.suggested_prospects p where lower(p.email) = lower(mailbox))
    or exists (select from public.personal_requests r where lower(r.email) = lower(mailbox));
$$;

-- « Recevoir le lien vers ma fiche » always answers 204 within the limit of ten requests per network address in ten
-- minutes. A mailbox gets one message a day: the next requests of that day are silent.
create function public.request_personal_link(email text, network_address text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  mailbox_hash text := private.keyed_text_hash('link mailbox:' || private.mailbox_key(request_personal_link.email));
  network_hash text := private.keyed_text_hash('link network:' || coalesce(network_address, ''));
begin
  if private.is_email_address(request_personal_link.email) is not true or char_length(request_personal_link.email) > 255 then
    return jsonb_build_object('status', 422, 'code', 'invalid', 'message', 'Cette adresse courriel est incomplète.',
      'fields', jsonb_build_object('email', 'Cette adresse courriel est incomplète.'));
  end if;
  -- Of two simultaneous requests at a limit, only one may pass. Network addresses are always locked first.
  perform pg_advisory_xact_lock(44, hashtext(network_hash));
  perform pg_advisory_xact_lock(45, hashtext(mailbox_hash));
  delete from private.personal_link_requests old where old.id in (
    select r.id from private.personal_link_requests r where r.asked_at <= now() - interval '1 day' for update skip locked
  );
  if (
    select count(*) from private.personal_link_requests r
    where r.network = network_hash and r.asked_at > now() - interval '10 minutes'
  ) >= 10 then
    return jsonb_build_object('status', 429, 'code', 'too_many',
      'message', 'Trop de demandes ont été envoyées. Réessayez dans dix minutes, ou écrivez-nous directement.');
  end if;
  insert into private.personal_link_requests (email, mailbox, network)
  values (
    case when not exists (
      select from private.personal_link_requests r where r.mailbox = mailbox_hash
    ) then btrim(request_personal_link.email) end,
    mailbox_hash, network_hash
  );
  return '{"status": 204}';
end;
$$;

grant execute on function public.request_personal_link(text, text) to service_role;

-- Turns what was typed on the page of privacy into links, for the addresses of which something is kept: at most sixty an hour,
-- and the others wait. claim_due_notifications calls it at each run.
create function private.queue_requested_links()
returns void
language plpgsql
set search_path = ''
as $$
declare
  hourly_ceiling constant integer := 60;
  asked private.personal_link_requests;
  left_over bigint;
begin
  if not exists (select from private.personal_link_requests r where r.email is not null) then
    return;
  end if;
  left_over := hourly_ceiling - (
    select count(*) from private.personal_links link where link.created_at > now() - interval '1 hour'
  );
  for asked in
    select * from private.personal_link_requests r where r.email is not null
    order by r.id limit greatest(left_over, 0) for update skip locked
  loop
    if private.is_known_address(asked.email) and private.address_refusal(asked.email) is null then
      perform private.queue_personal_link(lower(asked.email));
    end if;
    update private.personal_link_requests r set email = null where r.id = asked.id;
  end loop;
end;
$$;

-- « Envoyer le lien de sa fiche », on the page of a contact, sends three a day at most.
create function public.send_personal_link(contact uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  person public.contacts;
  refusal text;
begin
  perform private.require_admin();
  select * into person from public.contacts c where c.id = send_personal_link.contact for update;
  refusal := case
    when person.id is null then 'Ce contact n’existe plus.'
    when person.email is null then 'Ce contact n’a pas d’adresse courriel.'
    when private.address_refusal(person.email) is not null
      then private.address_refusal(person.email) || ' Le lien n’a pas été envoyé.'
    when (
      select count(*) from private.personal_links link
      where lower(link.email) = lower(person.email) and link.created_at > now() - interval '1 day'
    ) >= 3 then 'Trois liens ont déjà été envoyés à cette adresse depuis 24 heures.'
  end;
  if refusal is not null then
    raise sqlstate 'PT422' using message = refusal;
  end if;
  perform private.queue_personal_link(lower(person.email), auth.uid());
end;
$$;

grant execute on function public.send_personal_link(uuid) to authenticated;

-- The page ----------------------------------------------------------------------------------------------------------------

-- Returns the address that a token opens, or why it opens none: { status } 404 unknown, 410 expired, 429 after twenty
-- links from the same network address that opened nothing in ten minutes. A token is looked up by hash, so that how
-- long it takes says nothing of it.
create function private.open_personal_link(token text, network_address text)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  network_hash text := private.keyed_text_hash('link network:' || coalesce(network_address, ''));
  link private.personal_links;
begin
  perform pg_advisory_xact_lock(46, hashtext(network_hash));
  if (
    select count(*) from private.personal_link_misses m
    where m.network = network_hash and m.missed_at > now() - interval '10 minutes'
  ) >= 20 then
    return jsonb_build_object('status', 429, 'code', 'too_many',
      'message', 'Trop de liens inexacts ont été ouverts. Réessayez dans dix minutes.');
  end if;
  select * into link from private.personal_links l where l.token_hash = private.personal_link_hash(token);
  if found and link.expires_at > now() then
    return jsonb_build_object('status', 200, 'email', link.email, 'sentAt', link.created_at, 'expiresAt', link.expires_at);
  elsif found then
    return jsonb_build_object('status', 410, 'code', 'expired', 'message', 'Ce lien a expiré.');
  end if;
  delete from private.personal_link_misses old where old.id in (
    select m.id from private.personal_link_misses m where m.missed_at <= now() - interval '10 minutes' for update skip locked
  );
  insert into private.personal_link_misses (network) values (network_hash);
  return jsonb_build_object('status', 404, 'code', 'not_found', 'message', 'Ce lien ne mène à aucune fiche.');
end;
$$;

-- Returns the consent that the page offers, with whom it is given to: the text is the proof (Canada's anti-spam law,
-- section 10, and the regulation's identification). A change of the sentences is a new version.
create function private.offered_consent()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'version', 'ma-fiche 2026-11-27',
    'label', 'J’accepte de recevoir par courriel des nouvelles et des offres de ' || s.sender_name || '.',
    'details', 'Vous pouvez retirer votre consentement en tout temps, sans frais, par le lien de désabonnement de chaque message, '
      || E'sur cette page ou en nous écrivant\u00a0: ' || s.legal_name || ', ' || s.postal_address || ', ' || s.contact_email || '.'
  )
  from public.studio s where s.id = 1 and private.sender_identity() is not null;
$$;

-- Lists every e-mail that left for these addresses, given in lower case, or may have: what it was for, the number of
-- the quote or the invoice that it is about, and the consent on which a message of a campaign rested.
create function private.messages_to(addresses text[])
returns table (at timestamptz, kind text, subject text, about text, basis text, is_uncertain boolean)
language sql
stable
set search_path = ''
as $$
  select s.finished_at, case when s.step > 0 then 'followup' else 'campaign' end, s.subject, null,
    s.identity #>> '{consent,basis}', s.status = 'incertain'
  from public.email_sends s
  where lower(s.recipient_email) = any (addresses) and s.status in ('envoyé', 'incertain')
  union all
  select n.finished_at, n.kind::text, coalesce(n.subject, case n.kind
    when 'acknowledgement' then 'Accusé de réception de votre demande'
    when 'quote_code' then E'Code pour accepter le devis\u00a0' || d.number
    when 'quote_signed' then E'Votre acceptation du devis\u00a0' || d.number
    else 'Lien vers cette fiche'
  end), coalesce(d.number, i.number), null, n.state = 'incertain'
  from public.notifications n
  left join public.quote_requests q on q.id = n.quote_request_id
  left join public.quotes d on d.id = n.issued_quote_id
  left join public.invoices i on i.id = n.invoice_id
  left join public.inbound_messages m on m.id = n.inbound_message_id
  left join private.personal_links link on link.id = n.id
  where n.state in ('envoyé', 'incertain')
    -- Corrections of other columns go to the studio.
    and n.kind not in ('admin_notice', 'campaign_alert', 'quote_question', 'quote_refused', 'quote_accepted')
    and lower(coalesce(q.email, private.quote_recipient(d), i.email, m.from_email, link.email)) = any (addresses);
$$;

-- Lists the proofs of consent and the withdrawals of these addresses, given in lower case: the register; the boxes
-- ticked with a request that nobody made a contact of, which the register has not; the suppressions that no withdrawal
-- of the register tells.
create function private.consents_of(addresses text[])
returns table (
  email text, basis text, occurred_at timestamptz, source_url text, evidence text, wording text, wording_version text
)
language sql
stable
set search_path = ''
as $$
  select e.email, e.basis::text, e.occurred_at, e.source_url, e.evidence, e.wording, e.wording_version
  from public.consent_events e where lower(e.email) = any (addresses)
  union all
  select q.email, 'express', q.created_at, null, 'Case cochée dans la demande de soumission ' || q.id, null,
    q.marketing_consent_version
  from public.quote_requests q
  where lower(q.email) = any (addresses) and q.marketing_consent_version is not null and not exists (
    select from public.consent_events e
    where lower(e.email) = lower(q.email) and e.basis = 'express' and e.occurred_at = q.created_at
  )
  union all
  select mailbox.email, s.reason::text, s.created_at, null, null, null, null
  from unnest(addresses) as mailbox (email)
  join public.suppressions s on s.email_hash = private.email_hash(mailbox.email)
  where not exists (
    select from public.consent_events e
    where lower(e.email) = mailbox.email and e.basis = 'withdrawn'
      and e.occurred_at between s.created_at - interval '1 minute' and s.created_at
  );
$$;

-- Returns a list that may be long, newest first, as the page shows it: { count, newest }, a hundred at most.
create function private.newest_hundred(items jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'count', jsonb_array_length(coalesce(items, '[]')),
    'newest', jsonb_path_query_array(coalesce(items, '[]'), '$[0 to 99]')
  );
$$;

-- Returns everything that the page shows of an address, in any letter case: what bears it or was sent to it, drafts
-- apart. The parameter is not called `address`: quotes and invoices have a column of that name, which would be meant
-- instead.
create function private.record_of_address(mailbox text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with person as materialized (
    select c.* from public.contacts c where lower(c.email) = lower(mailbox)
  ),
  ticked as (
    select max(q.created_at) as at from public.quote_requests q
    where lower(q.email) = lower(mailbox) and q.marketing_consent_version is not null
  ),
  standing as materialized (
    select * from private.address_standings(array[mailbox], now())
  )
  select jsonb_build_object(
    'contact', (
      select jsonb_build_object(
        'name', p.name, 'functionTitle', p.function_title, 'company', p.company, 'phone', p.phone, 'city', p.city,
        'region', p.region, 'addedAt', p.created_at,
        'sources', coalesce((
          select jsonb_agg(jsonb_build_object('kind', source.kind, 'detail', source.detail, 'at', source.at) order by source.at)
          from (
            select 'import' as kind, e.source as detail, e.created_at as at from public.contact_events e
            where e.contact_id = p.id and e.kind in ('imported', 'completed') and e.source is not null
            union all
            select 'request', null, q.created_at from public.quote_requests q where q.contact_id = p.id
            union all
            select 'page', s.email_source_url, coalesce(s.email_found_at, s.created_at) from public.suggested_prospects s
            where s.contact_id = p.id and s.status = 'accepted'
          ) as source
        ), '[]')
      )
      from person p
    ),
    'commercial', coalesce(
      -- A box that was ticked counts once the request is a contact's: until then nothing is sent on it, and the page says it.
      (
        select jsonb_build_object('state', 'ticked', 'basis', 'express', 'at', ticked.at, 'expiresAt', null, 'suppression', null)
        from ticked
        where ticked.at is not null
          and not exists (select from standing where state in ('allowed', 'unsubscribed', 'withdrawn', 'refused'))
      ),
      (
        select jsonb_build_object(
          'state', s.state, 'basis', s.basis, 'at', s.occurred_at, 'expiresAt', s.expires_at, 'suppression', s.suppression
        )
        from standing s
      )
    ),
    'offer', private.offered_consent(),
    'consents', (
      select private.newest_hundred(jsonb_agg(jsonb_build_object(
        'basis', e.basis, 'at', e.occurred_at, 'source', e.source_url, 'wording', e.wording, 'version', e.wording_version
      ) order by e.occurred_at desc))
      from private.consents_of(array[lower(mailbox)]) as e
    ),
    'messages', (
      select private.newest_hundred(jsonb_agg(jsonb_build_object(
        'at', m.at, 'kind', m.kind, 'subject', m.subject, 'about', m.about, 'basis', m.basis, 'isUncertain', m.is_uncertain
      ) order by m.at desc))
      from private.messages_to(array[lower(mailbox)]) as m
    ),
    'received', (
      select private.newest_hundred(jsonb_agg(jsonb_build_object('at', m.received_at, 'subject', m.subject) order by m.received_at desc))
      from public.inbound_messages m where m.from_email = lower(mailbox)
    ),
    'requests', (
      select private.newest_hundred(jsonb_agg(jsonb_build_object(
        'at', q.created_at, 'name', q.contact_name, 'organization', q.organization_name, 'phone', q.phone,
        'service', q.service_type, 'message', q.message, 'status', q.status, 'consentVersion', q.marketing_consent_version
      ) order by q.created_at desc))
      from public.quote_requests q where lower(q.email) = lower(mailbox)
    ),
    'quotes', (
      select private.newest_hundred(jsonb_agg(jsonb_build_object(
        'at', d.sent_at, 'number', d.number, 'subject', d.subject, 'status', d.status, 'totalCents', d.total_cents
      ) order by d.sent_at desc))
      from public.quotes d
      where d.status <> 'brouillon' and (
        private.quote_recipient(d) = lower(mailbox)
        -- A draft without an address goes by its contact's own.
        or private.quote_recipient(d) = '' and d.contact_id = (select id from person)
      )
    ),
    'invoices', (
      select private.newest_hundred(jsonb_agg(jsonb_build_object(
        'on', i.issued_on, 'kind', i.kind, 'number', i.number, 'subject', i.subject, 'state', known.state,
        'totalCents', i.total_cents, 'dueOn', i.due_on
      ) order by i.issued_at desc))
      from public.invoices i
      join public.quotes d on d.id = i.quote_id
      cross join lateral public.invoice_standings(null, i.id) as known
      where i.issued_at is not null and i.anonymised_at is null and (
        lower(i.email) = lower(mailbox) or i.email = '' and d.contact_id = (select id from person)
      )
    ),
    'asked', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', r.kind, 'at', r.created_at, 'dueOn', r.due_on, 'closedAt', r.closed_at, 'answer', r.answer
      ) order by r.created_at desc), '[]')
      from public.personal_requests r where lower(r.email) = lower(mailbox)
    )
  );
$$;

-- Returns the record that the page reads; reading changes nothing of what is known.
create function public.personal_record(token text, network_address text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  opened jsonb := private.open_personal_link(token, network_address);
begin
  return case when opened ->> 'status' = '200'
    then opened || private.record_of_address(opened ->> 'email') else opened end;
end;
$$;

grant execute on function public.personal_record(text, text) to service_role;

-- Corrects the name, the function, the organisation or the phone at once; the studio is shown what stood before. The
-- address stays: consents are given for it. It answers the page anew.
--   answer  { name, functionTitle, company, phone }
create function public.correct_personal_record(token text, answer jsonb, network_address text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  opened jsonb := private.open_personal_link(token, network_address);
  person public.contacts;
  given jsonb;
  faults jsonb;
  was jsonb;
  changed jsonb;
begin
  if opened ->> 'status' <> '200' then
    return opened;
  end if;
  select * into person from public.contacts c where lower(c.email) = lower(opened ->> 'email') for update;
  if not found then
    return jsonb_build_object('status', 409, 'code', 'no_contact', 'message', 'Il n’y a plus de fiche à corriger.');
  elsif (
    select count(*) from public.personal_requests r
    where r.contact_id = person.id and r.kind = 'correction' and r.created_at > now() - interval '1 day'
  ) >= 20 then
    return jsonb_build_object('status', 429, 'code', 'too_many',
      'message', 'Cette fiche a déjà été corrigée vingt fois depuis 24 heures. Écrivez-nous pour la suite.');
  end if;
  given := jsonb_build_object(
    'name', btrim(answer ->> 'name'), 'function_title', nullif(btrim(answer ->> 'functionTitle'), ''),
    'company', btrim(answer ->> 'company'), 'phone', nullif(btrim(answer ->> 'phone'), '')
  );
  select jsonb_object_agg(checked.field, checked.fault) into faults
  from (
    select field.name as field, case
      when field.is_required and coalesce(field.value, '') = '' then 'Ce champ est requis.'
      when char_length(field.value) > field.longest then format('Au plus %s caractères.', field.longest)
      when private.is_one_line_text(field.value) is false then 'Ce texte tient sur une seule ligne.'
    end as fault
    from (
      values ('name', given ->> 'name', 100, true), ('functionTitle', given ->> 'function_title', 100, false),
        ('company', given ->> 'company', 100, true), ('phone', given ->> 'phone', 20, false)
    ) as field (name, value, longest, is_required)
  ) as checked
  where checked.fault is not null;
  if faults is not null then
    return jsonb_build_object('status', 422, 'code', 'invalid', 'message', 'Vérifiez les champs signalés.', 'fields', faults);
  end if;
  select jsonb_object_agg(field.key, to_jsonb(person) -> field.key), jsonb_object_agg(field.key, field.value)
  into was, changed
  from jsonb_each(given) as field
  where field.value is distinct from to_jsonb(person) -> field.key;
  if changed is not null then
    update public.contacts c set
      name = given ->> 'name', function_title = given ->> 'function_title', company = given ->> 'company',
      phone = given ->> 'phone'
    where c.id = person.id;
    insert into public.personal_requests (contact_id, email, kind, before, after)
    values (person.id, person.email, 'correction', was, changed);
  end if;
  return opened || private.record_of_address(opened ->> 'email');
end;
$$;

grant execute on function public.correct_personal_record(text, jsonb, text) to service_role;

-- Withdraws consent at once: nothing commercial is written to the address any more. It answers the page anew.
create function public.withdraw_personal_consent(token text, network_address text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  opened jsonb := private.open_personal_link(token, network_address);
  hash text := private.email_hash(opened ->> 'email');
begin
  if opened ->> 'status' <> '200' then
    return opened;
  end if;
  if not exists (select from private.standing_suppressions() standing where standing.email_hash = hash) then
    insert into public.consent_events (contact_id, email, basis, occurred_at, evidence)
    values (
      (select c.id from public.contacts c where lower(c.email) = lower(opened ->> 'email')), opened ->> 'email', 'withdrawn', now(),
      'Retrait par la personne sur sa fiche'
    );
  end if;
  perform private.suppress(hash, 'unsubscribed');
  return opened || private.record_of_address(opened ->> 'email');
end;
$$;

grant execute on function public.withdraw_personal_consent(text, text) to service_role;

-- Gives express consent, with the very text that was read: one that is not the present text is refused, to be read
-- again. It ends a suppression, as the person's own act, and answers the page anew.
create function public.give_personal_consent(token text, version text, label text, details text, network_address text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  opened jsonb := private.open_personal_link(token, network_address);
  offered jsonb := private.offered_consent();
  hash text := private.email_hash(opened ->> 'email');
  proof uuid;
begin
  if opened ->> 'status' <> '200' then
    return opened;
  elsif offered is distinct from jsonb_build_object('version', version, 'label', label, 'details', details) then
    return jsonb_build_object('status', 409, 'code', 'other_wording',
      'message', 'Le texte du consentement a changé entre-temps. Relisez-le, puis confirmez de nouveau.');
  end if;
  -- Of two simultaneous presses, the second finds the consent of the first.
  perform pg_advisory_xact_lock(31, hashtext(hash));
  if exists (
    select from private.address_standings(array[opened ->> 'email'], now()) standing
    where standing.state = 'allowed' and standing.basis = 'express'
  ) then
    return opened || private.record_of_address(opened ->> 'email');
  end if;
  insert into public.consent_events (contact_id, email, basis, occurred_at, evidence, wording, wording_version)
  values (
    (select c.id from public.contacts c where lower(c.email) = lower(opened ->> 'email')), opened ->> 'email', 'express', now(),
    'Case cochée par la personne sur sa fiche, ouverte par un lien envoyé à cette adresse le '
      || to_char((opened ->> 'sentAt')::timestamptz at time zone 'America/Toronto', 'YYYY-MM-DD à HH24:MI'),
    label || E'\n' || details, version
  )
  returning id into proof;
  if exists (select from private.standing_suppressions() standing where standing.email_hash = hash) then
    insert into public.suppression_lifts (email_hash, reason, consent_event_id, created_at)
    values (hash, 'Nouveau consentement donné par la personne sur sa fiche', proof, clock_timestamp());
  end if;
  return opened || private.record_of_address(opened ->> 'email');
end;
$$;

grant execute on function public.give_personal_consent(text, text, text, text, text) to service_role;

-- Asks for erasure, once: the studio has thirty days to answer. It answers the page anew.
create function public.ask_for_erasure(token text, network_address text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  opened jsonb := private.open_personal_link(token, network_address);
begin
  if opened ->> 'status' <> '200' then
    return opened;
  end if;
  insert into public.personal_requests (contact_id, email, kind, due_on)
  values (
    (select c.id from public.contacts c where lower(c.email) = lower(opened ->> 'email')), opened ->> 'email', 'erasure',
    (now() at time zone 'America/Toronto')::date + 30
  )
  on conflict do nothing;
  return opened || private.record_of_address(opened ->> 'email');
end;
$$;

grant execute on function public.ask_for_erasure(text, text) to service_role;

-- Forgets the links that expired a month ago, and what was answered two years ago: apply_retention calls it once a day.
create function private.forget_personal_links()
returns void
language sql
set search_path = ''
as $$
  delete from private.personal_links where expires_at < now() - interval '30 days';
  delete from private.personal_link_requests where asked_at < now() - interval '1 day';
  delete from private.personal_link_misses where missed_at < now() - interval '10 minutes';
  delete from public.personal_requests where closed_at < now() - interval '24 months';
$$;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the requests that persons made on their own page: an erasure to answer before its day, a correction to see.
create function private.personal_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  select case r.kind when 'erasure' then 'erasure_request' else 'correction' end,
    case r.kind when 'erasure' then 'effacement demandé par la personne, délai légal' else 'coordonnées corrigées par la personne' end,
    r.id, coalesce(c.company, 'Une personne'), null::text,
    (r.due_on + 1)::timestamp at time zone 'America/Toronto',
    case when r.kind = 'correction' then 2
      when r.due_on < (at at time zone 'America/Toronto')::date then 0 else 1 end,
    null::bigint, case when c.id is not null then 'contact' end, c.id, null::text, null::uuid
  from public.personal_requests as r left join public.contacts as c on c.id = r.contact_id
  where r.closed_at is null;
$$;

grant execute on function private.personal_today_rows(timestamptz) to authenticated;

-- schemas/46_contact_import.sql

-- This file imports contacts from a file: which rows are known, what they add, and the proof of consent that comes with
-- a list.

-- Tells whether an address is one that the people of an organisation share, as far as its name tells: info@, mairie@.
-- isSharedMailbox of supabase/functions/_shared/contract/mailboxes.ts does the same.
create function private.is_shared_mailbox(email text)
returns boolean
language sql
immutable
strict
parallel safe
set search_path = ''
return lower(email) ~ '^(infos?|information|mairie|municipalite|muni|ville|village|mrc|contact|accueil|reception|bureau|admin|administration|secretariat|general|courrier|courriel|direction|dg|greffe|communications?|loisirs?|urbanisme|tourisme|reservations?)([._-][a-z._-]+)?@';

-- Says what each row of a block of public.import_contacts does: [{ line, id, contact, given, is_suppressed, shared_email,
-- step }], where `step` is insert, complete or skip. `optional` names those of the columns that may be empty, and
-- `completable` those that a row may give to a known contact. It finds contacts by their indexes, whatever the statistics
-- say: a plan made while there was no contact, or just after all of them were deleted, would read every contact for each row.
create function private.contact_import_steps(
  block jsonb, mode text, columns text[], optional text[], completable text[]
)
returns jsonb
language plpgsql
set search_path = ''
set enable_seqscan = 'off'
as $$
declare
  steps jsonb;
begin
  with written as (
    select (element.line - 1)::integer as line,
      jsonb_populate_record(null::public.contacts, tidy.content || jsonb_build_object(
        'id', gen_random_uuid(), 'user_id', auth.uid(), 'organisation_id', null,
        -- The town is spelled as it will be stored: the same file, imported again, finds its contacts.
        'city', private.town_name(tidy.content ->> 'city', tidy.content ->> 'region'),
        'sector', coalesce(tidy.content ->> 'sector', 'autre'), 'status', coalesce(tidy.content ->> 'status', 'nouveau')
      )) as contact
    from jsonb_array_elements(block) with ordinality as element (item, line)
    cross join lateral (
      select coalesce(jsonb_object_agg(field.key, case
        when jsonb_typeof(field.value) <> 'string' then field.value
        when field.key = any (optional) then to_jsonb(nullif(normalize(btrim(field.value #>> '{}'), NFC), ''))
        else to_jsonb(normalize(btrim(field.value #>> '{}'), NFC))
      end), '{}') as content
      from jsonb_each(element.item) as field where field.key = any (columns)
    ) as tidy
  ),
  addressed as materialized (
    select w.line, w.contact, private.is_shared_mailbox((w.contact).email) is true as is_shared,
      row_number() over same_address as place, first_value((w.contact).name) over same_address as first_name
    from written as w
    window same_address as (partition by lower((w.contact).email) order by w.line)
  ),
  -- The first bearer of a shared address keeps it: a known contact, else the first row. Others are persons of another
  -- name; who bears the organisation's is nobody in particular.
  incoming as materialized (
    select a.line,
      jsonb_populate_record(a.contact, case when bearer.is_other
        then jsonb_build_object('email', null, 'organisation_id', known.organisation_id) else '{}'
      end) as contact,
      case when bearer.is_other then (a.contact).email end as shared_email,
      case when not bearer.is_other then known.id end as known_id,
      a.is_shared and private.name_key((a.contact).name) <> private.name_key((a.contact).company) as is_shared
    from addressed as a
    left join public.contacts as known on lower(known.email) = lower((a.contact).email)
    cross join lateral (
      select a.is_shared and (known.id is not null or a.place > 1) and private.name_key((a.contact).name) not in (
        private.name_key(coalesce(known.name, a.first_name)), private.name_key((a.contact).company)
      ) as is_other
    ) as bearer
  ),
  matched as materialized (
    select i.line, i.contact, i.shared_email, coalesce(i.known_id, by_identity.id) as known_id,
      row_number() over (
        partition by coalesce(i.known_id, by_identity.id),
          coalesce(
            lower((i.contact).email),
            private.name_key((i.contact).name) || E'\n' || private.name_key((i.contact).company) || E'\n'
              || private.name_key((i.contact).city)
          )
        order by i.line
      ) > 1 as is_repeated,
      suppressed.email_hash is not null as is_suppressed
    from incoming i
    left join lateral (
      select c.id from public.contacts c
      where ((i.contact).email is null or i.is_shared and i.known_id is null)
        and private.name_key(c.name) = private.name_key((i.contact).name)
        and private.name_key(c.company) = private.name_key((i.contact).company)
        and private.name_key(c.city) = private.name_key((i.contact).city)
      order by c.created_at, c.id
      limit 1
    ) by_identity on true
    left join private.standing_suppressions() suppressed
      on suppressed.email_hash = private.email_hash((i.contact).email)
  ),
  -- Two rows may lead to the same contact, one by its address and one by its name: what it lacks, the first that has it
  -- gives, as when the second stands in another block.
  gifts as (
    select distinct on (m.known_id, m.is_repeated, field.key) m.line, field.key, field.value
    from matched m
    join public.contacts c on c.id = m.known_id
    cross join lateral jsonb_each(to_jsonb(m.contact)) as field
    where field.key = any (completable) and field.value <> 'null' and to_jsonb(c) -> field.key = 'null'
      and (field.key <> 'function_kind' or c.function_title is null)
    order by m.known_id, m.is_repeated, field.key, m.line
  )
  select jsonb_agg(jsonb_build_object(
    'line', m.line, 'id', coalesce(m.known_id, (m.contact).id), 'contact', to_jsonb(m.contact), 'given', offered.given,
    'is_suppressed', m.is_suppressed, 'shared_email', m.shared_email,
    'step', case
      when m.is_repeated then 'skip'
      when m.known_id is null then 'insert'
      when mode = 'complete' and offered.given is not null then 'complete'
      else 'skip'
    end
  ) order by m.line) into steps
  from matched as m
  left join (
    select gifts.line, jsonb_object_agg(gifts.key, gifts.value) as given from gifts group by gifts.line
  ) as offered on offered.line = m.line;
  return steps;
end;
$$;

-- Imports one block of a file, in one transaction. A known address (or, without one, a known name, company and city) is
-- skipped (mode 'skip') or gets the values it lacks ('complete'), so that a file imported twice adds nothing. `consent`
-- is what the administrator can prove for the whole list: { basis, occurred_on, source_url, evidence }; without it
-- nobody becomes mailable, and a suppressed address never does. Another person at an address that an organisation
-- shares becomes one more of it without an address: campaigns write there once, to whoever bears it. It returns the
-- numbers of the block's rows, from 0: { inserted, completed, skipped, unsubscribed }.
create function public.import_contacts(
  block jsonb, list_source text, mode text default 'skip', consent jsonb default null, dry_run boolean default false
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  proof_date timestamptz := ((consent ->> 'occurred_on')::date)::timestamp at time zone 'America/Toronto';
  -- The columns that people write, and those of them that may be empty.
  columns constant text[] := private.written_columns('public.contacts');
  optional constant text[] := array(
    select written.name from unnest(columns) with ordinality as written (name, place)
    join pg_attribute as a on a.attrelid = 'public.contacts'::regclass and a.attname = written.name
    where not a.attnotnull order by written.place
  );
  -- A row may give these to a known contact that lacks them. The address and the organisation follow other rules, and a
  -- title goes with its function.
  completable constant text[] := array(
    select written.name from unnest(optional) with ordinality as written (name, place)
    where written.name not in ('email', 'organisation_id', 'function_title') order by written.place
  );
  plan jsonb;
  added uuid[] := '{}';
  outcome jsonb;
begin
  if (select private.is_admin()) is not true then
    raise insufficient_privilege using message = 'Accès réservé aux administrateurs';
  end if;
  if jsonb_typeof(block) is distinct from 'array' then
    raise invalid_parameter_value using message = 'Un bloc est une liste de lignes';
  end if;
  if jsonb_array_length(block) > 1000 then
    raise invalid_parameter_value using message = 'Un bloc contient au plus 1000 lignes';
  end if;
  if coalesce(btrim(list_source), '') = '' then
    raise invalid_parameter_value using message = 'La provenance de la liste est requise';
  end if;
  if mode is null or mode not in ('skip', 'complete') then
    raise invalid_parameter_value using message = 'Mode inconnu';
  end if;
  if consent is not null and (
    coalesce(consent ->> 'basis', '') not in ('express', 'inquiry', 'purchase', 'contract', 'published', 'disclosed')
    or proof_date is null or proof_date > now()
    or coalesce(btrim(consent ->> 'evidence'), '') = ''
    or (consent ->> 'basis' = 'published' and coalesce(consent ->> 'source_url', '') = '')
  ) then
    raise invalid_parameter_value using message = 'La preuve de consentement est incomplète';
  end if;

  -- Of two simultaneous imports, only one may add a contact without an address.
  perform pg_advisory_xact_lock(20, 0);

  plan := private.contact_import_steps(block, mode, columns, optional, completable);

  if not dry_run then
    execute format(
      'with done as (
         insert into public.contacts (id, user_id, %1$s)
         select p.id, p.user_id, %1$s from jsonb_populate_recordset(null::public.contacts, $1) as p
         on conflict (lower(email)) do nothing
         returning id
       )
       select coalesce(array_agg(id), ''{}'') from done', (select string_agg(quote_ident(name), ', ') from unnest(columns) as name)
    ) into added using (
      select coalesce(jsonb_agg(p -> 'contact' order by (p -> 'line')::integer), '[]')
      from jsonb_array_elements(plan) as p where p ->> 'step' = 'insert'
    );
    -- One statement completes them all, so that the history records one change.
    execute format(
      'update public.contacts as c set (%1$s) = (select %1$s from jsonb_populate_record(c, p.given))
       from jsonb_to_recordset($1) as p (id uuid, given jsonb) where c.id = p.id',
      (select string_agg(quote_ident(name), ', ') from unnest(completable || 'function_title'::text) as name)
    ) using (
      select coalesce(jsonb_agg(jsonb_build_object('id', completed.id, 'given', completed.given)), '[]')
      from (
        select p ->> 'id' as id, jsonb_object_agg(gift.key, gift.value) as given
        from jsonb_array_elements(plan) as p
        cross join lateral jsonb_each(
          (p -> 'given') || case when p -> 'given' ? 'function_kind' and p #> '{contact,function_title}' <> 'null'
            then jsonb_build_object('function_title', p #> '{contact,function_title}') else '{}' end
        ) as gift
        where p ->> 'step' = 'complete'
        group by 1
      ) as completed
    );
  end if;

  with done as (
    select (p -> 'line')::integer as line, (p ->> 'id')::uuid as id, p #>> '{contact,email}' as email, p -> 'given' as given,
      (p -> 'is_suppressed')::boolean as is_suppressed, p ->> 'shared_email' as shared_email,
      case
        when p ->> 'step' = 'insert' and (dry_run or (p ->> 'id')::uuid = any (added)) then 'inserted'
        when p ->> 'step' = 'complete' then 'completed'
        else 'skipped'
      end as result
    from jsonb_array_elements(plan) as p
  ),
  history as (
    insert into public.contact_events (contact_id, kind, source, recorded_by)
    select id, (case result when 'inserted' then 'imported' else 'completed' end)::public.contact_event_kind,
      btrim(list_source), auth.uid()
    from done where not dry_run and result <> 'skipped'
  ),
  proofs as (
    insert into public.consent_events (contact_id, email, basis, occurred_at, source_url, evidence, recorded_by)
    select id, email, (consent ->> 'basis')::public.consent_basis, proof_date, nullif(btrim(consent ->> 'source_url'), ''),
      btrim(list_source) || E'\n' || btrim(consent ->> 'evidence'), auth.uid()
    from done
    where not dry_run and result <> 'skipped' and email is not null and consent is not null and not is_suppressed
  )
  select jsonb_build_object(
    'inserted', coalesce(jsonb_agg(line order by line) filter (where result = 'inserted'), '[]'),
    'completed', coalesce(jsonb_agg(line order by line) filter (where result = 'completed'), '[]'),
    'skipped', coalesce(jsonb_agg(line order by line) filter (where result = 'skipped'), '[]'),
    'unsubscribed', coalesce(jsonb_agg(line order by line) filter (where is_suppressed), '[]'),
    -- These say what the completed rows give, and to whom: a dry run does nothing, so the next block would promise it again.
    'given', coalesce(
      jsonb_agg(
        jsonb_build_object('line', line, 'contact', id, 'columns', array(
          select name from unnest(completable) with ordinality as gift (name, place) where given ? name order by place
        )) order by line
      ) filter (where result = 'completed'), '[]'),
    'shared', coalesce(
      jsonb_agg(jsonb_build_object('contact', id, 'email', shared_email)) filter (
        where not dry_run and result = 'inserted' and shared_email is not null
      ), '[]')
  ) into outcome from done;
  -- The shared address becomes the organisation's, since its people are reached by it.
  update public.organisations o set email = lower(s.email)
  from jsonb_to_recordset(outcome -> 'shared') as s (contact uuid, email text)
  join public.contacts c on c.id = s.contact
  where o.id = c.organisation_id and o.email is null;
  return outcome - 'shared';
end;
$$;

grant execute on function public.import_contacts(jsonb, text, text, jsonb, boolean) to authenticated;

-- schemas/47_trip_photos.sql

-- This file holds the photos that were taken at the stops of a trip: the entrance, the plate, the place of the tripod.

create table public.trip_photos (
  -- The browser that took the photo gives the id, so that it is one row however often it is sent. Its file is `<id>.jpg`.
  id uuid primary key default gen_random_uuid(),
  trip_plan_id uuid not null references public.trip_plans (id) on delete cascade,
  -- It names the stop. A contact that leaves the sheet keeps its photos.
  contact_id uuid not null references public.contacts (id) on delete cascade,
  taken_at timestamptz not null,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);

create index trip_photos_trip_plan_id_idx on public.trip_photos (trip_plan_id, taken_at);
create index trip_photos_contact_id_idx on public.trip_photos (contact_id);
create index trip_photos_recorded_by_idx on public.trip_photos (recorded_by);

create trigger trip_photos_follow_merge before insert on public.trip_photos
  for each row when (current_setting('app.trash', true) is distinct from 'on')
  execute function private.follow_merge();

alter table public.trip_photos enable row level security;

grant select on table public.trip_photos to authenticated;
grant insert (id, trip_plan_id, contact_id, taken_at, recorded_by) on table public.trip_photos to authenticated;
grant delete on table public.trip_photos to authenticated;
grant select, insert, update, delete on table public.trip_photos to service_role;

create policy "trip_photos: member reads" on public.trip_photos
  for select to authenticated
  using ((select private.is_member()));

create policy "trip_photos: admin inserts as self" on public.trip_photos
  for insert to authenticated
  with check (recorded_by = (select auth.uid()) and (select private.is_admin()));

create policy "trip_photos: admin deletes" on public.trip_photos
  for delete to authenticated
  using ((select private.is_admin()));

-- Files ----------------------------------------------------------------------------------------------------------

-- The bucket is private. The server deletes the files; nobody takes one away under a row that names it.
select private.make_bucket(
  'trip-photos', false, 4194304, array['image/jpeg'], '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jpg$', reads => false
);

create policy "trip-photos: member reads" on storage.objects
  for select to authenticated
  using (bucket_id = 'trip-photos' and (select private.is_member()));

-- Lists the files that no photo names, older than a day: a file arrives before its row.
create function public.unused_trip_photo_files()
returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select object.name
  from storage.objects as object
  where object.bucket_id = 'trip-photos' and object.created_at < now() - interval '1 day'
    and not exists (select from public.trip_photos as photo where photo.id::text || '.jpg' = object.name)
    -- A trip or a contact in the trash comes back with its photos.
    and not exists (
      select from private.trash_rows as deleted
      where deleted.place = 'public.trip_photos' and deleted.content ->> 'id' || '.jpg' = object.name
    )
  limit 100;
$$;

grant execute on function public.unused_trip_photo_files() to service_role;

-- schemas/48_backups.sql

-- This file holds what is known of copies of the data: when each was made, and what was found when it was put back
-- elsewhere (docs/decisions/0116).

create table public.backups (
  id uuid primary key default gen_random_uuid(),
  made_at timestamptz not null,
  row_count integer not null,
  file_count integer not null,
  -- These say when the copy was last put back elsewhere, how many rows differed then, and how long it took; null when
  -- nobody has tried.
  proven_at timestamptz,
  differences integer,
  seconds integer,
  constraint backups_made_at_key unique (made_at),
  constraint backups_row_count_range check (row_count >= 0),
  constraint backups_file_count_range check (file_count >= 0),
  constraint backups_differences_range check (differences >= 0),
  constraint backups_seconds_range check (seconds >= 0)
);

alter table public.backups enable row level security;

-- Only npm run backup and npm run restore write, as the owner of the database.
grant select on table public.backups to authenticated, service_role;

create policy "backups: member reads" on public.backups
  for select to authenticated
  using ((select private.is_member()));

-- schemas/49_assistant.sql

-- This file holds the door of an assistant: a program that speaks MCP (supabase/functions/assistant) and reads in the
-- name of the administrator who made its key. It never reads more than that person may, and it writes nothing but drafts,
-- which that person applies or throws away (docs/decisions/0140).

-- The keys of administrators; only the hash of a key is kept.
create table private.assistant_keys (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null references auth.users (id) on delete cascade,
  name text not null,
  hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint assistant_keys_hash_key unique (hash),
  constraint assistant_keys_hash_format check (hash ~ '^[0-9a-f]{64}$'),
  constraint assistant_keys_name_length check (btrim(name) <> '' and char_length(name) <= 60),
  constraint assistant_keys_name_one_line check (private.is_one_line_text(name)),
  constraint assistant_keys_at_most_90_days check (expires_at <= created_at + interval '90 days')
);

create index assistant_keys_owner_idx on private.assistant_keys (owner);

alter table private.assistant_keys enable row level security;

-- What each key asked, for 24 months as the history. A text that the assistant sent is kept as its number of characters.
create table private.assistant_calls (
  id bigint generated by default as identity primary key,
  key_id uuid not null references private.assistant_keys (id) on delete cascade,
  tool text not null,
  arguments jsonb not null,
  -- These are null until the call is over; a refused one answers no row.
  row_count integer,
  refusal text,
  called_at timestamptz not null default now(),
  constraint assistant_calls_tool_length check (char_length(tool) <= 60),
  constraint assistant_calls_row_count_range check (row_count >= 0),
  constraint assistant_calls_refusal_length check (char_length(refusal) <= 300)
);

create index assistant_calls_key_id_idx on private.assistant_calls (key_id, called_at);
create index assistant_calls_called_at_idx on private.assistant_calls (called_at);

alter table private.assistant_calls enable row level security;

create type private.assistant_draft_kind as enum ('reply', 'note', 'action', 'campaign', 'quote', 'contact');

-- What an assistant prepared for the owner of its key, who applies it by the ordinary form. A draft changes no record.
create table private.assistant_drafts (
  id uuid primary key default gen_random_uuid(),
  key_id uuid not null references private.assistant_keys (id) on delete cascade,
  kind private.assistant_draft_kind not null,
  -- At most one of these is set: the record that the draft is about.
  contact_id uuid references public.contacts (id) on delete cascade,
  quote_request_id uuid references public.quote_requests (id) on delete cascade,
  trip_plan_id uuid references public.trip_plans (id) on delete cascade,
  -- It has the fields that _shared/contract/assistant-drafts.ts gives to its kind.
  content jsonb not null,
  created_at timestamptz not null default now(),
  -- It is set once the person has applied the draft, or thrown it away.
  closed_at timestamptz,
  constraint assistant_drafts_one_record check (num_nonnulls(contact_id, quote_request_id, trip_plan_id) <= 1),
  constraint assistant_drafts_content_object check (jsonb_typeof(content) = 'object'),
  constraint assistant_drafts_content_length check (char_length(content::text) <= 30000)
);

create index assistant_drafts_key_id_idx on private.assistant_drafts (key_id, created_at);
create index assistant_drafts_contact_id_idx on private.assistant_drafts (contact_id);
create index assistant_drafts_quote_request_id_idx on private.assistant_drafts (quote_request_id);
create index assistant_drafts_trip_plan_id_idx on private.assistant_drafts (trip_plan_id);

alter table private.assistant_drafts enable row level security;

-- Deletes the drafts about a request with its personal data: they are words about somebody.
create function private.forget_request_drafts()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.assistant_drafts where quote_request_id = new.id;
  return null;
end;
$$;

create trigger quote_requests_forget_drafts after update of anonymised_at on public.quote_requests
  for each row when (old.anonymised_at is null and new.anonymised_at is not null)
  execute function private.forget_request_drafts();

-- Makes a key of one's own and returns it, this once.
create function public.create_assistant_key(name text, days integer)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- The key has 244 random bits.
  key text := 't360_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform private.require_admin();
  -- A key gives access: a page left open is not enough.
  perform public.require_recent_sign_in();
  if days is null or days not between 1 and 90 then
    raise invalid_parameter_value using message = 'La clé vaut de 1 à 90 jours.';
  end if;
  -- The lock lets only one of two simultaneous calls at the limit pass.
  perform pg_advisory_xact_lock(9, hashtext(auth.uid()::text));
  if (
    select count(*) from private.assistant_keys as k
    where k.owner = auth.uid() and k.revoked_at is null and k.expires_at > now()
  ) >= 5 then
    raise sqlstate 'PT409' using message = 'Cinq clés au plus. Révoquez-en une qui ne sert plus.';
  end if;
  insert into private.assistant_keys (owner, name, hash, expires_at)
  values (
    auth.uid(), btrim(create_assistant_key.name), encode(sha256(convert_to(key, 'UTF8')), 'hex'),
    now() + make_interval(days => days)
  );
  return key;
end;
$$;

grant execute on function public.create_assistant_key(text, integer) to authenticated;

-- Ends a key of one's own at once.
create function public.revoke_assistant_key(key_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update private.assistant_keys as k set revoked_at = now()
  where k.id = key_id and k.owner = auth.uid() and k.revoked_at is null;
end;
$$;

grant execute on function public.revoke_assistant_key(uuid) to authenticated;

-- Lists one's own keys, the newest first, and the last fifty calls of them all.
--   { keys: [{ id, name, created_at, expires_at, last_used_at, revoked_at }],
--     calls: [{ id, key_name, tool, arguments, row_count, refusal, called_at }] }
create function public.assistant_keys()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'keys', (
      select coalesce(jsonb_agg(to_jsonb(k) - '{owner, hash}'::text[] order by k.created_at desc), '[]')
      from private.assistant_keys as k where k.owner = auth.uid()
    ),
    'calls', (
      select coalesce(jsonb_agg(to_jsonb(c) order by c.called_at desc, c.id desc), '[]')
      from (
        select c.id, k.name as key_name, c.tool, c.arguments, c.row_count, c.refusal, c.called_at
        from private.assistant_calls as c join private.assistant_keys as k on k.id = c.key_id
        where k.owner = auth.uid()
        order by c.called_at desc, c.id desc
        limit 50
      ) as c
    )
  );
end;
$$;

grant execute on function public.assistant_keys() to authenticated;

-- Lists the open drafts of one's own keys, the newest first.
--   [{ id, kind, content, created_at, key_name, target, target_id, target_name }]
create function public.assistant_drafts()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(to_jsonb(d) order by d.created_at desc, d.id), '[]')
    from (
      select draft.id, draft.kind, draft.content, draft.created_at, k.name as key_name,
        case when c.id is not null then 'contact' when r.id is not null then 'quote_request' when t.id is not null then 'trip_plan' end
          as target,
        coalesce(c.id, r.id, t.id) as target_id,
        coalesce(c.name || ', ' || c.company, r.organization_name, t.city) as target_name
      from private.assistant_drafts as draft
      join private.assistant_keys as k on k.id = draft.key_id
      left join public.contacts as c on c.id = draft.contact_id
      left join public.quote_requests as r on r.id = draft.quote_request_id
      left join public.trip_plans as t on t.id = draft.trip_plan_id
      where k.owner = auth.uid() and draft.closed_at is null
        -- A person who was proposed is a contact by now.
        and not (
          draft.kind = 'contact'
          and exists (select from public.contacts as known where lower(known.email) = lower(draft.content ->> 'email'))
        )
    ) as d
  );
end;
$$;

grant execute on function public.assistant_drafts() to authenticated;

-- Closes a draft of one's own, applied or thrown away; with `closed` false, « Annuler » opens it again. It returns false
-- when the draft was so already, or is gone.
create function public.close_assistant_draft(draft uuid, closed boolean default true)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update private.assistant_drafts as d set closed_at = case when closed then now() end
  from private.assistant_keys as k
  where d.id = draft and (d.closed_at is null) = closed and k.id = d.key_id and k.owner = auth.uid();
  return found;
end;
$$;

grant execute on function public.close_assistant_draft(uuid, boolean) to authenticated;

-- For the edge function -----------------------------------------------------------------------------------------------

-- Returns the arguments of a call as they are kept: identifiers, numbers, dates and words of a list stay, any other text
-- becomes its number of characters.
create function private.without_texts(arguments jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(left(a.key, 60), case
    when jsonb_typeof(a.value) in ('number', 'boolean', 'null') then a.value
    when a.value #>> '{}' ~ '^([0-9a-f-]{36}|[0-9-]{1,10}|[a-z_]{1,20})$' and a.key <> 'texte' then a.value
    else to_jsonb(char_length(a.value #>> '{}') || ' caractères')
  end), '{}')
  from jsonb_each(arguments) as a;
$$;

-- Opens a call of a tool with a key, or, without a tool, looks whether the key is good; null when it is not. 429 after
-- sixty calls within a minute.
--   { call, owner }
create function public.open_assistant_call(key text, tool text default null, arguments jsonb default '{}')
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  opened private.assistant_keys;
  call bigint;
begin
  select k.* into opened
  from private.assistant_keys as k
  where k.hash = encode(sha256(convert_to(key, 'UTF8')), 'hex') and k.revoked_at is null and k.expires_at > now()
    and exists (select from public.user_roles as r where r.user_id = k.owner and r.role = 'admin')
  -- The row is a lock: only one of two simultaneous calls at the limit passes.
  for update;
  if not found then
    return null;
  end if;
  if tool is not null then
    if (
      select count(*) from private.assistant_calls as c
      where c.key_id = opened.id and c.called_at > now() - interval '1 minute'
    ) >= 60 then
      raise sqlstate 'PT429' using message = 'Soixante questions par minute au plus. Réessayez dans une minute.';
    end if;
    delete from private.assistant_calls where id in (
      select id from private.assistant_calls where called_at < now() - interval '24 months' limit 100
    );
    insert into private.assistant_calls (key_id, tool, arguments)
    values (opened.id, left(tool, 60), private.without_texts(arguments))
    returning id into call;
  end if;
  update private.assistant_keys as k set last_used_at = now() where k.id = opened.id;
  return jsonb_build_object('call', call, 'owner', opened.owner);
end;
$$;

grant execute on function public.open_assistant_call(text, text, jsonb) to service_role;

-- Notes how a call ended: how many rows it answered, or why none.
create function public.close_assistant_call(call bigint, row_count integer, refusal text)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.assistant_calls as c
  set row_count = close_assistant_call.row_count, refusal = left(close_assistant_call.refusal, 300)
  where c.id = call;
$$;

grant execute on function public.close_assistant_call(bigint, integer, text) to service_role;

-- Lists the records of a kind, as whoever calls it, the newest fifty: { total, <list>: [] }.
--   state  as the list's column has it; null for all
create function private.list_for_assistant(list text, state text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with listed as (
    select to_jsonb(r) as content, r.status::text as state, r.created_at as moment
    from (
      select id, organization_name, contact_name, service_type, status, outcome, expected_amount_cents, created_at
      from public.quote_requests
    ) as r where list = 'requests'
    union all
    select to_jsonb(q), q.status::text, q.created_at
    from (
      select id, number, revision, status, organization_name, subject, total_cents, valid_until, sent_at, created_at from public.quotes
    ) as q where list = 'quotes'
    union all
    select to_jsonb(i), i.state::text, i.created_at
    from (
      select id, number, state, organization_name, subject, issued_on, due_on, total_cents, balance_cents, created_at
      from public.invoice_standings()
    ) as i where list = 'invoices'
    union all
    select to_jsonb(c), c.status::text, c.created_at
    from (select id, name, company, function_title, city, region, email, phone, status, created_at from public.contacts) as c
    where list = 'contacts'
    union all
    select to_jsonb(t), t.status::text, t.start_date::timestamptz
    from (select id, city, region, start_date, end_date, job_type, client_name, status from public.trip_plans) as t
    where list = 'trips'
    union all
    select to_jsonb(v), v.status::text, v.created_at
    from (select id, title, client_name, location, status, created_at from public.virtual_tours) as v where list = 'tours'
    union all
    select to_jsonb(c), c.status::text, c.created_at
    from (select id, name, status, send_date, created_at from public.campaigns) as c where list = 'campaigns'
  ),
  kept as (
    select * from listed where list_for_assistant.state is null or listed.state = list_for_assistant.state
  )
  select jsonb_build_object(
    'total', (select count(*) from kept),
    list, (
      select coalesce(jsonb_agg(first.content order by first.moment desc, first.content ->> 'id'), '[]')
      from (select * from kept order by moment desc, content ->> 'id' limit 50) as first
    )
  );
$$;

grant execute on function private.list_for_assistant(text, text) to authenticated;

-- Reads what a tool asks for, as whoever calls it: the policies of each table decide what is there. Null where there is
-- nothing under that number; at most fifty rows of a list.
create function private.read_for_assistant(tool text, arguments jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  record_id text := arguments ->> 'id';
begin
  return case tool
    when 'chercher' then (
      select coalesce(jsonb_agg(to_jsonb(f)), '[]') from public.search_everything(arguments ->> 'texte', 10) as f
    )
    when 'aujourdhui' then (
      select coalesce(jsonb_agg(to_jsonb(i)), '[]')
      from (select * from public.today_items() as t where t.postponed_until is null limit 50) as i
    )
    when 'tables' then (
      select coalesce(jsonb_agg(c.relname order by c.relname), '[]')
      from pg_class as c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and has_table_privilege(c.oid, 'select')
    )
    when 'liste' then private.list_for_assistant(arguments ->> 'list', arguments ->> 'state')
    when 'vues' then jsonb_build_object(
      'segments', (
        select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.name), '[]')
        from (select * from public.contact_segments order by name limit 50) as s
      ),
      'views', (
        select coalesce(jsonb_agg(jsonb_build_object('id', v.parameters, 'kind', 'view_' || v.list, 'name', v.name) order by v.list, v.position), '[]')
        from (select * from public.saved_views order by list, position limit 100) as v
      )
    )
    when 'segment' then (
      select of_segment.answer - '{ids, towns}'::text[] || jsonb_build_object('contacts', (
        select coalesce(jsonb_agg(to_jsonb(c)), '[]')
        from (
          select c.id, c.name, c.company, c.function_title, c.city, c.email, c.phone, c.status
          from public.contacts as c
          where c.id in (select i::uuid from jsonb_array_elements_text(of_segment.answer -> 'ids') as i)
          order by c.company, c.name, c.id
          limit 50
        ) as c
      ))
      from public.contacts_of_segment(record_id::uuid) as of_segment (answer)
      where of_segment.answer is not null
    )
    when 'deplacement' then public.trip_sheet(record_id::uuid) - 'others'
    when 'municipalite' then public.municipality_page(record_id) || jsonb_build_object('invoices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'number', i.number, 'state', i.state, 'organization_name', i.organization_name, 'subject', i.subject,
        'issued_on', i.issued_on, 'due_on', i.due_on, 'total_cents', i.total_cents, 'balance_cents', i.balance_cents
      ) order by i.issued_on desc nulls last, i.id), '[]')
      from public.invoice_standings() as i
      where i.quote_id in (
        select (q ->> 'id')::uuid from jsonb_array_elements(public.municipality_page(record_id) -> 'quotes') as q
      )
    ))
    when 'organisation' then public.organisation_page(record_id::uuid)
    when 'contact' then (
      select to_jsonb(c) - '{user_id}'::text[] || jsonb_build_object('history', (
        select coalesce(jsonb_agg(to_jsonb(l)), '[]')
        from (select * from public.contact_timeline(c.id) as t order by t.happened_at desc limit 50) as l
      ))
      from public.contacts as c where c.id = record_id::uuid
    )
    when 'demande' then (
      select to_jsonb(r) || jsonb_build_object(
        'notes', (
          select coalesce(jsonb_agg(to_jsonb(n) - '{recorded_by}'::text[] order by n.created_at), '[]')
          from public.request_notes as n where n.quote_request_id = r.id
        ),
        'messages', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'received_at', m.received_at, 'from_name', m.from_name, 'from_email', m.from_email, 'subject', m.subject,
            'body', m.body
          ) order by m.received_at), '[]')
          from public.inbound_messages as m where m.quote_request_id = r.id and m.discarded_at is null
        )
      )
      from public.quote_requests as r where r.id = record_id::uuid
    )
    when 'devis' then (
      select to_jsonb(q) - '{created_by, snapshot}'::text[] || jsonb_build_object('events', (
        select coalesce(jsonb_agg(to_jsonb(e) - '{quote_id, recorded_by}'::text[] order by e.created_at), '[]')
        from public.quote_events as e where e.quote_id = q.id
      ))
      from public.quotes as q where q.id = record_id::uuid
    )
    when 'facture' then (
      select to_jsonb(i) || jsonb_build_object('payments', (
        select coalesce(jsonb_agg(to_jsonb(p) - '{invoice_id, recorded_by, undone_by}'::text[] order by p.created_at), '[]')
        from public.invoice_payments as p where p.invoice_id = i.id
      ))
      from public.invoice_standings(only_invoice => record_id::uuid) as i
    )
    when 'visite' then (select to_jsonb(v) from public.virtual_tours as v where v.id = record_id::uuid)
  end;
end;
$$;

grant execute on function private.read_for_assistant(text, jsonb) to authenticated;

-- Returns the addresses, telephone numbers and links of a draft that are not in what is known of its record, nor the
-- studio's own. They are what a text that a stranger planted would have an assistant carry elsewhere.
create function private.reach_of_others(content jsonb, known text)
returns text[]
language sql
stable
set search_path = ''
as $$
  with written as (
    select translate(string_agg(t #>> '{}', E'\n'), U&'\00A0\202F', '  ') as text
    from jsonb_path_query(content, 'strict $.** ? (@.type() == "string")') as t
  ),
  allowed as (
    -- A studio that has not filled in its settings allows nothing more.
    select lower(concat_ws(' ', known,
      (select concat_ws(' ', s.contact_email, s.contact_phone) from public.studio as s where s.id = 1),
      (select rules.verified_senders::text from public.sending_settings as rules where rules.id = 1)
    )) as text
  ),
  found as (
    select m[1] as reach, lower(m[1]) as sought, false as is_phone
    from written, regexp_matches(written.text, '[^[:space:]<>()",;:]+@[[:alnum:].-]+[[:alnum:]]', 'g') as m
    union all
    select m[1], lower(m[2]), false
    from written, regexp_matches(written.text, '((?:https?://|www\.)((?:[[:alnum:]-]+\.)+[[:alpha:]]+)[^[:space:]<>"]*)', 'gi') as m
    union all
    select m[1], regexp_replace(m[1], '[^0-9]', '', 'g'), true
    from written, regexp_matches(written.text, '(\(?[2-9][0-9]{2}\)?[ .-]*[0-9]{3}[ .-]*[0-9]{4})(?![0-9])', 'g') as m
  )
  select array_agg(found.reach)
  from found, allowed
  where position(found.sought in case when is_phone then regexp_replace(allowed.text, '[^0-9]', '', 'g') else allowed.text end) = 0;
$$;

-- Returns the row of a draft, as whoever calls it: an administrator, whose record it is about, and whose texts hold the
-- addresses, numbers and links of nobody else. It refuses anything else in French, and writes nothing.
--   arguments  { target: contact, quote_request or trip_plan, id, content }; neither target nor id for what is about none
create function private.draft_for_assistant(kind private.assistant_draft_kind, arguments jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  target constant text := arguments ->> 'target';
  record_id constant uuid := (arguments ->> 'id')::uuid;
  content constant jsonb := arguments -> 'content';
  known text;
  others text[];
begin
  if (select private.is_admin()) is not true then
    raise sqlstate 'PT403' using message = 'Cette action est réservée aux administrateurs.';
  end if;
  if (case kind
    when 'note' then target = 'contact'
    when 'reply' then target in ('contact', 'quote_request')
    when 'action' then target in ('contact', 'quote_request', 'trip_plan')
    when 'quote' then target in ('contact', 'quote_request', 'trip_plan')
    else target is null
  end) is not true then
    raise sqlstate 'PT422' using message = 'Ce genre de fiche n’a pas de brouillon de cette sorte.';
  end if;
  if jsonb_typeof(content) is distinct from 'object' or char_length(content::text) > 30000 then
    raise sqlstate 'PT422' using message = 'Ce brouillon est trop long.';
  end if;
  known := case target
    when 'contact' then (
      select concat_ws(' ', to_jsonb(c), to_jsonb(o))
      from public.contacts as c left join public.organisations as o on o.id = c.organisation_id
      where c.id = record_id
    )
    when 'quote_request' then (
      select to_jsonb(r)::text from public.quote_requests as r where r.id = record_id and r.anonymised_at is null
    )
    when 'trip_plan' then (select to_jsonb(t)::text from public.trip_plans as t where t.id = record_id)
    -- A person who is proposed has details of their own.
    else (content - 'notes')::text
  end;
  if target is not null and known is null then
    raise sqlstate 'PT404' using message = 'Rien ne porte cet identifiant.';
  end if;
  if kind = 'reply' and target = 'contact' and not exists (
    select from public.inbound_messages as m
    where m.contact_id = record_id and m.kind in ('reply', 'removal') and m.applied_at is not null and m.discarded_at is null
  ) then
    raise sqlstate 'PT422' using message = 'Cette personne n’a écrit aucun message auquel répondre.';
  end if;
  if kind = 'contact' and exists (
    select from public.contacts as c where lower(c.email) = lower(content ->> 'email')
  ) then
    raise sqlstate 'PT409' using message = 'Ce courriel est déjà celui d’un contact.';
  end if;
  others := private.reach_of_others(content, case when kind <> 'campaign' then known end);
  if others is not null then
    raise sqlstate 'PT422' using message = format(
      'Un brouillon ne contient que les coordonnées de la fiche dont il parle, et celles du studio. Retirez : %s.',
      left(array_to_string(others, ', '), 150)
    );
  end if;
  return jsonb_build_object('kind', kind, 'content', content) || case target
    when 'contact' then jsonb_build_object('contact_id', record_id)
    when 'quote_request' then jsonb_build_object('quote_request_id', record_id)
    when 'trip_plan' then jsonb_build_object('trip_plan_id', record_id)
    else '{}'
  end;
end;
$$;

grant usage on type private.assistant_draft_kind to authenticated;
grant execute on function private.draft_for_assistant(private.assistant_draft_kind, jsonb) to authenticated;
grant execute on function private.reach_of_others(jsonb, text) to authenticated;

-- Keeps the draft of a call that runs, as private.draft_for_assistant returned it; null when a hundred wait already. It
-- is the one way by which anything of an assistant is written, and only the door calls it.
create function public.keep_assistant_draft(call bigint, draft jsonb)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept private.assistant_drafts := jsonb_populate_record(null::private.assistant_drafts, draft);
  keeper private.assistant_keys;
begin
  select k.* into strict keeper
  from private.assistant_keys as k join private.assistant_calls as c on c.key_id = k.id
  where c.id = call and c.row_count is null and c.refusal is null;
  -- What was applied or thrown away needs no more than the moments of « Annuler »; what nobody opened, three months.
  delete from private.assistant_drafts
  where closed_at < now() - interval '1 day' or created_at < now() - interval '90 days';
  if (
    select count(*) from private.assistant_drafts as d join private.assistant_keys as k on k.id = d.key_id
    where k.owner = keeper.owner and d.closed_at is null
  ) >= 100 then
    return null;
  end if;
  insert into private.assistant_drafts (key_id, kind, contact_id, quote_request_id, trip_plan_id, content)
  values (keeper.id, kept.kind, kept.contact_id, kept.quote_request_id, kept.trip_plan_id, kept.content)
  returning id into kept.id;
  return kept.id;
end;
$$;

grant execute on function public.keep_assistant_draft(bigint, jsonb) to service_role;

-- Answers a call of a tool with a key: as the key's owner, with « client_id » of the assistant, in a transaction that
-- cannot write, whatever is asked of it. A draft is kept after that. No token is made that could be stolen. Null when the
-- key is not good.
--   tool  a name of private.read_for_assistant, or « draft_ » and a kind of draft
--   { answer, rows }, or { refusal, is_told } where the database refused; is_told for a sentence that is meant to be read
create function public.answer_assistant(key text, tool text, arguments jsonb)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant jsonb := public.open_assistant_call(key, tool, arguments);
  caller constant text := current_user;
  claims constant text := current_setting('request.jwt.claims', true);
  answer jsonb;
  draft jsonb;
  refusal text;
  is_told boolean;
  row_count integer;
begin
  if opened is null then
    return null;
  end if;
  -- What the block sets read-only ends with it, and so does whatever it refuses.
  begin
    perform set_config('request.jwt.claims', jsonb_build_object(
      'sub', opened -> 'owner', 'role', 'authenticated', 'aal', 'aal2', 'client_id', 'assistant'
    )::text, true);
    perform set_config('role', 'authenticated', true);
    perform set_config('transaction_read_only', 'on', true);
    if tool like 'draft\_%' then
      draft := private.draft_for_assistant(substr(tool, 7)::private.assistant_draft_kind, arguments);
    else
      answer := private.read_for_assistant(tool, arguments);
    end if;
  exception
    when others then
      refusal := sqlerrm;
      is_told := sqlstate like 'PT%';
  end;
  perform set_config('role', caller, true), set_config('request.jwt.claims', coalesce(claims, ''), true);
  if draft is not null then
    answer := jsonb_build_object('kind', 'draft', 'id', public.keep_assistant_draft((opened ->> 'call')::bigint, draft));
    if answer ->> 'id' is null then
      refusal := 'Cent brouillons attendent déjà : une personne doit d’abord en appliquer ou en jeter.';
      is_told := true;
    end if;
  end if;
  row_count := case jsonb_typeof(answer) when 'array' then jsonb_array_length(answer) when 'object' then 1 else 0 end;
  perform public.close_assistant_call((opened ->> 'call')::bigint, row_count, refusal);
  return case when refusal is null then jsonb_build_object('answer', answer, 'rows', row_count)
    else jsonb_build_object('refusal', refusal, 'is_told', is_told) end;
end;
$$;

grant execute on function public.answer_assistant(text, text, jsonb) to service_role;

-- schemas/99_applications.sql

-- This file closes every table to tokens that OAuth gives to other applications (private.is_first_party, 02_team.sql). It
-- is the last one, so that it finds every table; the catalogue's checks find one that comes after it.

do $$
declare
  place regclass;
begin
  for place in
    select oid from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace or oid = 'storage.objects'::regclass
    order by 1
  loop
    execute format(
      'create policy "first party only" on %s as restrictive for all to authenticated
       using ((select private.is_first_party())) with check ((select private.is_first_party()))', place);
  end loop;
end;
$$;
