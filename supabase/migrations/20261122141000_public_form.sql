-- The public form without JavaScript, and with a proof that a person writes: requests that an edge function receives are
-- counted under the visitor's network address, and the direct insert can be closed.

alter table public.settings add column quote_form_needs_proof boolean not null default false;

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

create or replace function private.client_address()
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
end;
$$;

create or replace function private.limit_quote_requests()
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
  if exists (select from public.settings where quote_form_needs_proof) then
    raise sqlstate 'PT403' using
      message = 'Le formulaire vérifie que vous êtes une personne. Rechargez la page, ou écrivez-nous directement.';
  end if;
  perform private.count_quote_request(network, new.email);
  return new;
end;
$$;

create function public.receive_quote_request(request jsonb, network_address text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.count_quote_request(private.network_of(network_address), request ->> 'email');
  insert into public.quote_requests (
    organization_name, contact_name, email, phone, organization_type, service_type, message, marketing_consent_version
  )
  values (
    request ->> 'organization_name', request ->> 'contact_name', request ->> 'email', request ->> 'phone',
    request ->> 'organization_type', request ->> 'service_type', request ->> 'message',
    request ->> 'marketing_consent_version'
  );
end;
$$;

grant execute on function public.receive_quote_request(jsonb, text) to service_role;

create function public.set_quote_form_proof(is_needed boolean)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.settings set quote_form_needs_proof = is_needed
  where id = 1 and quote_form_needs_proof is distinct from is_needed;
$$;

grant execute on function public.set_quote_form_proof(boolean) to service_role;
