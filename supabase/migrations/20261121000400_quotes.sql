-- Quote requests: anyone may leave one, nobody but an administrator reads them.
create table public.quote_requests (
  id uuid primary key default gen_random_uuid(),
  organization_name text not null,
  contact_name text not null,
  email text not null,
  phone text,
  organization_type text not null,
  service_type text not null,
  message text,
  status text not null default 'nouveau',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint quote_requests_organization_name_length
    check (char_length(btrim(organization_name)) >= 2 and char_length(organization_name) <= 200),
  -- Names end up in e-mail headers: a line break there would add headers of the sender's choice.
  constraint quote_requests_organization_name_one_line check (organization_name !~ '[[:cntrl:]]'),
  constraint quote_requests_contact_name_length
    check (char_length(btrim(contact_name)) >= 2 and char_length(contact_name) <= 100),
  constraint quote_requests_contact_name_one_line check (contact_name !~ '[[:cntrl:]]'),
  constraint quote_requests_email_length check (char_length(email) <= 255),
  constraint quote_requests_email_format check (
    email ~ '^[^][:space:][:cntrl:]@<>,;:"()[\\]+@[^][:space:][:cntrl:]@<>,;:"()[\\.]+(\.[^][:space:][:cntrl:]@<>,;:"()[\\.]+)+$'
  ),
  constraint quote_requests_phone_length check (char_length(phone) <= 20),
  constraint quote_requests_organization_type_known
    check (organization_type in ('municipalite', 'mrc', 'ville', 'organisme-public', 'autre')),
  constraint quote_requests_service_type_known check (
    service_type in ('visite-virtuelle', 'street-view', 'pre-deneigement', 'infrastructure', 'evenement', 'autre')
  ),
  constraint quote_requests_message_length check (char_length(message) <= 2000),
  constraint quote_requests_status_known check (status in ('nouveau', 'en_cours', 'répondu', 'archivé'))
);

create index quote_requests_created_at_idx on public.quote_requests (created_at desc);
create index quote_requests_status_idx on public.quote_requests (status, created_at desc);

create trigger quote_requests_set_updated_at before update on public.quote_requests
  for each row execute function private.set_updated_at();

revoke all on table public.quote_requests from public, anon, authenticated, service_role;
alter table public.quote_requests enable row level security;

grant insert (organization_name, contact_name, email, phone, organization_type, service_type, message)
  on table public.quote_requests to anon, authenticated;
grant select on table public.quote_requests to authenticated;
grant update (status) on table public.quote_requests to authenticated;
grant select, insert, update, delete on table public.quote_requests to service_role;

create policy "quote_requests: anyone sends a new one" on public.quote_requests
  for insert to anon, authenticated
  with check (status = 'nouveau');

create policy "quote_requests: admin reads" on public.quote_requests
  for select to authenticated
  using ((select private.is_admin()));

create policy "quote_requests: admin updates" on public.quote_requests
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

-- Accepted requests of the last ten minutes, by hashed address and hashed e-mail.
create table private.quote_rate_limits (
  id bigint generated always as identity primary key,
  key text not null,
  accepted_at timestamptz not null default now()
);

create index quote_rate_limits_key_idx on private.quote_rate_limits (key, accepted_at);
create index quote_rate_limits_accepted_at_idx on private.quote_rate_limits (accepted_at);

revoke all on table private.quote_rate_limits from public, anon, authenticated, service_role;
alter table private.quote_rate_limits enable row level security;

-- Where the request comes from, or null outside the API (seed, SQL console).
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
  address text := coalesce(
    nullif(btrim(headers ->> 'cf-connecting-ip'), ''),
    nullif(btrim(split_part(headers ->> 'x-forwarded-for', ',', -1)), ''),
    'unknown'
  );
begin
  if headers is null then
    return null;
  end if;
  -- One IPv6 subscriber owns a whole /64; but « ::ffff:203.0.113.1 » is an IPv4 address in other clothes.
  if pg_input_is_valid(address, 'inet') and family(address::inet) = 6 then
    if address::inet <<= inet '::ffff:0:0/96' then
      return host(inet '0.0.0.0' + (address::inet - inet '::ffff:0.0.0.0'));
    end if;
    return network(set_masklen(address::inet, 64))::text;
  end if;
  return address;
end;
$$;

revoke all on function private.client_address() from public, anon, authenticated, service_role;

-- At most 10 accepted requests per address and 3 per e-mail in ten minutes; PostgREST answers 429 to PT429.
create function private.limit_quote_requests()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  address text := private.client_address();
  address_key text := encode(sha256(convert_to('address:' || address, 'UTF8')), 'hex');
  email_key text := encode(sha256(convert_to('email:' || lower(coalesce(new.email, '')), 'UTF8')), 'hex');
  window_start timestamptz := now() - interval '10 minutes';
begin
  -- The service role is our own server, already past its own checks.
  if address is null or current_setting('role', true) = 'service_role' then
    return new;
  end if;

  -- Two requests at the same instant must not both count nine. Addresses are always locked before e-mails.
  perform pg_advisory_xact_lock(1, hashtext(address_key));
  perform pg_advisory_xact_lock(2, hashtext(email_key));

  if (select count(*) from private.quote_rate_limits where key = address_key and accepted_at > window_start) >= 10
    or (select count(*) from private.quote_rate_limits where key = email_key and accepted_at > window_start) >= 3
  then
    raise sqlstate 'PT429' using
      message = 'Trop de demandes ont été envoyées. Veuillez réessayer plus tard ou nous écrire directement.';
  end if;

  delete from private.quote_rate_limits where id in (
    select id from private.quote_rate_limits where accepted_at <= window_start for update skip locked
  );
  insert into private.quote_rate_limits (key) values (address_key), (email_key);
  return new;
end;
$$;

revoke all on function private.limit_quote_requests() from public, anon, authenticated, service_role;

create trigger quote_requests_rate_limit before insert on public.quote_requests
  for each row execute function private.limit_quote_requests();
