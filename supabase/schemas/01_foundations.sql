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

-- Lists the functions by which the subjects take part in what is common to all, in the order of their names: each is in its
-- subject's file and named x_<part>. Nobody but a migration can put one in this schema.
--   today_rows     the lines of « Aujourd'hui » (32_today.sql)
--   personal_data  (person uuid, addresses text[]) returns jsonb: what the subject knows of a contact, or of addresses that
--                  are theirs, given in lower case, by the names of the lists in a person's copy (35_privacy.sql)
--   daily_run      (): what the subject adds up or forgets once a day (35_privacy.sql)
create function private.functions_of_subjects(part text)
returns setof regproc
language sql
stable
set search_path = ''
as $$
  select p.oid::regproc from pg_proc as p
  where p.pronamespace = 'private'::regnamespace and right(p.proname, length(part) + 1) = '_' || part
  order by p.proname;
$$;

grant execute on function private.functions_of_subjects(text) to authenticated;

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

-- How records join the search -----------------------------------------------------------------------------------------

-- These come with PostgreSQL, on hosted projects and in PGlite: spellings that are near, and letters without accents.
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

-- Returns a text as it is compared: words in lower case without accents, ligatures nor punctuation, « St » as « Saint ». Words
-- of other alphabets than the Latin one stay as they are, and so does « | », by which several texts are one call.
create function private.search_key(given text)
returns text
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
begin
  return btrim(replace(replace(
    ' ' || regexp_replace(
      -- Nearly every text is composed already, and looking is faster than composing.
      lower(extensions.unaccent(
        'extensions.unaccent', case when given ~ '[\u0300-\u036f]' then normalize(given, NFC) else given end
      )),
      '[^a-z0-9|\u0370-\u1dff\u2c00-\u2dff\u3040-\ud7ff]+', ' ', 'g'
    ) || ' ',
    ' st ', ' saint '), ' ste ', ' sainte '));
end;
$$;

grant execute on function private.search_key(text) to anon, authenticated, service_role;

-- Returns what a record is found by, for an index: each word, as it is and as the French dictionary reduces it, each address
-- and each telephone number. « = » stands before a whole name, and « ^ » before a word of a name, so that they are found
-- first. It belongs to its owner because service_role may not resolve names in schema private, and writes records.
create function private.search_words(names text[], other text)
returns tsvector
language plpgsql
immutable
parallel safe
security definer
set search_path = ''
as $$
declare
  given constant text := translate(coalesce(other, ''), '|', ' ');
  keys constant text[] := string_to_array(private.search_key(given || '|' || array_to_string(names, '|')), '|');
  key constant text := array_to_string(keys, ' ');
  marked text[] := '{}';
  part text;
begin
  -- Every row that is written comes here: loops and plain functions cost a fifth of queries and expressions. PostgreSQL
  -- refuses a word of two kilobytes.
  foreach part in array keys[2:] loop
    part := left(btrim(part), 300);
    if part <> '' then
      marked := marked || ('=' || part) || string_to_array('^' || replace(part, ' ', ' ^'), ' ');
    end if;
  end loop;
  if position('@' in given) > 0 then
    foreach part in array string_to_array(translate(lower(given), E'<>(),;:"\t\r\n', '           '), ' ') loop
      if position('@' in part) > 0 then
        part := left(rtrim(part, '.'), 300);
        marked := marked || part || substr(part, position('@' in part));
      end if;
    end loop;
  end if;
  -- A telephone number is one word, whatever stands between its digits, and its last seven digits are another.
  if key ~ '[0-9]{3} ?[0-9]{4}' then
    foreach part in array string_to_array(regexp_replace(regexp_replace(key, '([0-9]) (?=[0-9])', '\1', 'g'), '[^0-9]+', ' ', 'g'), ' ') loop
      if char_length(part) between 7 and 11 then
        marked := marked || right(part, 10) || right(part, 7);
      end if;
    end loop;
  end if;
  return array_to_tsvector(marked) || to_tsvector('pg_catalog.simple', key) || to_tsvector('pg_catalog.french', key);
end;
$$;

grant execute on function private.search_words(text[], text) to anon, authenticated, service_role;

-- Makes the records of a table a kind of results of search_everything: an index, and the view « <kind>_searched » under the
-- policies of the table. The texts are SQL expressions of its columns.
--   names     what the record is called: found first, and in spite of a typing mistake
--   other     everything else that it is found by
--   text      of it, the text whose passage is shown
--   title, detail, changed_at   how a result reads, and what makes it newer than another
--   target, target_id  the record that it stands in, for what has no address of its own: a kind of results, and which
--   condition  which rows are found
create function private.attach_search(
  kind text, place regclass, names text[], other text, title text, detail text, changed_at text,
  text text default 'null::text', target text default 'null::text', target_id text default 'null::uuid', condition text default 'true', id text default 'id'
)
returns void
language plpgsql
set search_path = ''
as $$
declare
  words constant text := format('private.search_words(array[%s]::text[], %s)', array_to_string(names, ', '), other);
  name_key constant text := format('private.search_key(%s)', coalesce(nullif(array_to_string(names, ' || '' '' || '), ''), ''''''));
begin
  execute format(
    'create index %I on %s using gin ((%s)%s) where %s', kind || '_searched_idx', place, words,
    case when cardinality(names) > 0 then format(', (%s) extensions.gin_trgm_ops', name_key) else '' end, condition
  );
  execute format(
    'create view private.%I with (security_invoker = true) as
     select %s as id, %s as title, %s as detail, %s as text, %s as target, %s as target_id, %s as words, %s as name_key, %s as changed_at
     from %s where %s',
    kind || '_searched', id, title, detail, text, target, target_id, words, name_key, changed_at, place, condition
  );
  execute format('grant select on private.%I to authenticated', kind || '_searched');
end;
$$;
