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

select private.attach_search(
  'request', 'public.quote_requests', names => array['organization_name', 'contact_name'],
  other => 'email || '' '' || coalesce(phone, '''') || '' '' || coalesce(message, '''')',
  title => 'organization_name', detail => 'contact_name', text => 'concat_ws('' · '', email, phone, message)', changed_at => 'created_at',
  condition => 'anonymised_at is null'
);

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

-- Personal data ------------------------------------------------------------------------------------------------------

-- Returns what a person's copy holds of requests.
create function private.request_personal_data(person uuid, addresses text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'quote_requests', (
      select coalesce(jsonb_agg(to_jsonb(q) order by q.created_at), '[]')
      from public.quote_requests q where q.contact_id = person or lower(q.email) = any (addresses)
    )
  );
$$;

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
