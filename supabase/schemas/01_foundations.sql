-- What everything else stands on: default privileges, the private schema, shared rules and helpers.

-- PostgreSQL lets PUBLIC execute every new function; this default is global, a per-schema one cannot take it away.
alter default privileges for role postgres revoke execute on functions from public;
-- Hosted projects created before May 2026 also grant every new object of "public" to the API roles; newer ones grant
-- nothing. Here all start from nothing: a forgotten grant keeps something shut.
alter default privileges for role postgres in schema public
  revoke all on tables from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke all on sequences from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke all on functions from anon, authenticated, service_role;

-- Not in the list of schemas the API exposes (supabase/config.toml). The API roles may only resolve names in it, which
-- policies need to call private.is_admin().
create schema private;
grant usage on schema private to anon, authenticated;

create function private.set_updated_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- What a deletion empties and a restore from the trash fills again was edited by nobody.
  if current_setting('app.trash', true) is distinct from 'on' then
    new.updated_at := now();
  end if;
  return new;
end;
$$;

-- The network address a request comes from, or null outside the API (seed, SQL console).
-- cf-connecting-ip is written by the hosted edge and cannot be forged behind it. Of x-forwarded-for only the
-- last entry was written by our own proxy; the ones before it are whatever the client sent.
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

-- What limits count as one subscriber: 'unknown' is one for all who have no address.
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

-- Shared rules of check constraints. A constraint is checked with the rights of whoever writes the row, so the roles
-- that write may execute them. One that calls another has a body that is resolved at creation ("return …"), because
-- service_role may not resolve names in schema private. Null is accepted: "not null" is a matter of the column.

-- One address that every mail library reads as it is written: a dot-atom of RFC 5321 and a domain in ASCII, so no space
-- of any kind and no invisible character. "=?" begins an encoded word, which some decode into another address. The same
-- rule in TypeScript: isEmailAddress (docs/decisions/0035).
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

-- A text on one line that reads as it is stored: names end up in e-mail headers, where a line break adds headers of the
-- sender's choice, and in lists, where an invisible character or one that turns the reading direction passes one name
-- off as another. The same list of characters in TypeScript: isOneLineText (proven equal by tests/database).
create function private.is_one_line_text(value text)
returns boolean
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
begin
  return value !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]';
end;
$$;

grant execute on function private.is_one_line_text(text) to anon, authenticated, service_role;

-- Addresses become links and picture sources: http and https only, never javascript: or data:.
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
