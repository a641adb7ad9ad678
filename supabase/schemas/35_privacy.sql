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
-- written to: what each function named x_personal_data answers. The export is recorded in the register under its author. It
-- is one value, so that no list is cut at 1 000, and null when there is no such contact. Its shape is
-- supabase/functions/_shared/contract/person-export.ts.
create function private.copy_of_person(contact uuid, author uuid)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  person public.contacts;
  addresses text[];
  answer jsonb := jsonb_build_object(
    'version', 1, 'exported_at', now(),
    'studio', coalesce((select nullif(s.legal_name, '') from public.studio s where s.id = 1), '')
  );
  source regproc;
  part jsonb;
begin
  select * into person from public.contacts where id = contact;
  if not found then
    return null;
  end if;
  addresses := private.known_addresses(person);
  addresses := addresses || private.trashed_addresses(person.id, addresses);
  insert into public.privacy_register (kind, subject_hash, recorded_by)
  values ('export', private.email_hash(person.email), author);
  for source in select private.functions_of_subjects('personal_data') loop
    execute format('select %s($1, $2)', source) into part using person.id, addresses;
    answer := answer || part;
  end loop;
  return answer;
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

-- Calls each function named x_daily_run and applies the retention settings, at most once a day (America/Toronto): the
-- dispatcher calls it at each run. It returns null when it did so already today.
create function public.apply_retention()
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  source regproc;
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
  for source in select private.functions_of_subjects('daily_run') loop
    execute format('select %s()', source);
  end loop;
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
