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

-- Import: two rows that lead to the same contact count the same in one block as in two.
create or replace function public.import_contacts(
  block jsonb, list_source text, mode text default 'skip', consent jsonb default null, dry_run boolean default false
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  proof_date timestamptz := ((consent ->> 'occurred_on')::date)::timestamp at time zone 'America/Toronto';
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

  with incoming as materialized (
    select (element.line - 1)::integer as line, gen_random_uuid() as new_id,
      btrim(r.name) as name, btrim(r.company) as company, nullif(btrim(r.email), '') as email,
      nullif(btrim(r.phone), '') as phone, btrim(r.city) as city, btrim(r.region) as region,
      coalesce(nullif(btrim(r.sector), ''), 'autre') as sector, coalesce(nullif(btrim(r.status), ''), 'nouveau') as status,
      nullif(btrim(r.website), '') as website, nullif(btrim(r.notes), '') as notes
    from jsonb_array_elements(block) with ordinality as element (item, line),
      jsonb_populate_record(null::public.contacts, element.item) r
  ),
  matched as materialized (
    select i.*, coalesce(by_email.id, by_identity.id) as known_id,
      row_number() over (
        partition by coalesce(by_email.id, by_identity.id),
          coalesce(lower(i.email), lower(i.name) || E'\n' || lower(i.company) || E'\n' || lower(i.city))
        order by i.line
      ) > 1 as is_repeated,
      suppressed.email_hash is not null as is_suppressed
    from incoming i
    left join public.contacts by_email on lower(by_email.email) = lower(i.email)
    left join lateral (
      select c.id from public.contacts c
      where i.email is null
        and lower(c.name) = lower(i.name) and lower(c.company) = lower(i.company) and lower(c.city) = lower(i.city)
      order by c.created_at, c.id
      limit 1
    ) by_identity on true
    left join private.standing_suppressions() suppressed on suppressed.email_hash = private.email_hash(i.email)
  ),
  -- Two rows may lead to the same contact, one by its address and one by its name: what it lacks, the first that has it
  -- gives, as when the second stands in another block.
  offered as materialized (
    select m.*,
      case when row_number() over (partition by known_id, is_repeated, m.phone is null order by line) = 1
        and c.phone is null then m.phone end as new_phone,
      case when row_number() over (partition by known_id, is_repeated, m.website is null order by line) = 1
        and c.website is null then m.website end as new_website,
      case when row_number() over (partition by known_id, is_repeated, m.notes is null order by line) = 1
        and c.notes is null then m.notes end as new_notes
    from matched m left join public.contacts c on c.id = m.known_id
  ),
  planned as materialized (
    select o.*,
      case
        when is_repeated then 'skip'
        when known_id is null then 'insert'
        when mode = 'complete' and coalesce(new_phone, new_website, new_notes) is not null then 'complete'
        else 'skip'
      end as step
    from offered o
  ),
  inserted as (
    insert into public.contacts (id, user_id, name, company, email, phone, city, region, sector, status, website, notes)
    select new_id, auth.uid(), name, company, email, phone, city, region, sector, status, website, notes
    from planned where step = 'insert' and not dry_run
    order by line
    on conflict (lower(email)) do nothing
    returning id
  ),
  completed as (
    update public.contacts c
    set phone = coalesce(c.phone, p.phone), website = coalesce(c.website, p.website), notes = coalesce(c.notes, p.notes)
    from (
      select known_id, max(new_phone) as phone, max(new_website) as website, max(new_notes) as notes
      from planned where step = 'complete' group by known_id
    ) p
    where c.id = p.known_id and not dry_run
    returning c.id
  ),
  done as (
    select p.*, coalesce(i.id, c.id) as contact_id,
      case
        when p.step = 'insert' and (dry_run or i.id is not null) then 'inserted'
        when p.step = 'complete' then 'completed'
        else 'skipped'
      end as result
    from planned p
    left join inserted i on i.id = p.new_id
    left join completed c on c.id = p.known_id and p.step = 'complete'
  ),
  history as (
    insert into public.contact_events (contact_id, kind, source, recorded_by)
    select contact_id, case result when 'inserted' then 'imported' else 'completed' end, btrim(list_source), auth.uid()
    from done where contact_id is not null
  ),
  proofs as (
    insert into public.consent_events (contact_id, email, basis, occurred_at, source_url, evidence, recorded_by)
    select contact_id, email, consent ->> 'basis', proof_date, nullif(btrim(consent ->> 'source_url'), ''),
      btrim(list_source) || E'\n' || btrim(consent ->> 'evidence'), auth.uid()
    from done where contact_id is not null and email is not null and consent is not null and not is_suppressed
  )
  select jsonb_build_object(
    'inserted', coalesce(jsonb_agg(line order by line) filter (where result = 'inserted'), '[]'),
    'completed', coalesce(jsonb_agg(line order by line) filter (where result = 'completed'), '[]'),
    'skipped', coalesce(jsonb_agg(line order by line) filter (where result = 'skipped'), '[]'),
    'unsubscribed', coalesce(jsonb_agg(line order by line) filter (where is_suppressed), '[]'),
    -- What the completed rows give, and to whom: a dry run does nothing, so the next block would promise it again.
    'given', coalesce(
      jsonb_agg(
        jsonb_build_object('line', line, 'contact', known_id, 'columns', array_remove(array[
          case when new_phone is not null then 'phone' end,
          case when new_website is not null then 'website' end,
          case when new_notes is not null then 'notes' end
        ], null)) order by line
      ) filter (where step = 'complete'), '[]')
  ) into outcome from done;
  return outcome;
end;
$$;
