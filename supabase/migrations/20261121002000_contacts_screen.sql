-- What the contact screens need beside the table: its history, who may be written to, imports, and one person's data.

-- Written by the trigger and the import below, never through the API.
create table public.contact_events (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references public.contacts (id) on delete cascade,
  kind text not null,
  -- Of a change of status.
  old_status text,
  new_status text,
  -- Of an import: where the list came from, in the administrator's words.
  source text,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint contact_events_kind_known check (kind in ('status', 'imported', 'completed')),
  constraint contact_events_source_length check (char_length(source) <= 500)
);

create index contact_events_contact_id_idx on public.contact_events (contact_id, created_at desc);
create index contact_events_recorded_by_idx on public.contact_events (recorded_by);

revoke all on table public.contact_events from public, anon, authenticated, service_role;
alter table public.contact_events enable row level security;

grant select on table public.contact_events to authenticated, service_role;

create policy "contact_events: admin reads" on public.contact_events
  for select to authenticated
  using ((select private.is_admin()));

create function private.record_contact_status()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.contact_events (contact_id, kind, old_status, new_status, recorded_by)
  values (new.id, 'status', old.status, new.status, auth.uid());
  return null;
end;
$$;

revoke all on function private.record_contact_status() from public, anon, authenticated, service_role;

create trigger contacts_record_status after update of status on public.contacts
  for each row when (old.status is distinct from new.status)
  execute function private.record_contact_status();

-- The form in which suppressions keep an address. Immutable in fact: the encoding is always the same.
create function private.email_hash(address text)
returns text
language sql
immutable
set search_path = ''
as $$
  select encode(sha256(convert_to(lower(btrim(address)), 'UTF8')), 'hex');
$$;

revoke all on function private.email_hash(text) from public, anon, authenticated, service_role;
grant execute on function private.email_hash(text) to authenticated, service_role;

-- Who without an address is the same person in an imported file.
create index contacts_identity_idx on public.contacts (lower(name), lower(company), lower(city));

-- How long each basis allows commercial messages (Canada's anti-spam law, section 10). Null: without end.
-- A referral allows one message only and « none » nothing: neither makes a contact mailable.
create function private.consent_expiry(basis text, occurred_at timestamptz)
returns timestamptz
language sql
immutable
set search_path = ''
as $$
  select case
    when basis = 'inquiry' then (occurred_at at time zone 'America/Toronto' + interval '6 months') at time zone 'America/Toronto'
    when basis in ('purchase', 'contract')
      then (occurred_at at time zone 'America/Toronto' + interval '2 years') at time zone 'America/Toronto'
  end;
$$;

revoke all on function private.consent_expiry(text, timestamptz) from public, anon, authenticated, service_role;
grant execute on function private.consent_expiry(text, timestamptz) to authenticated, service_role;

-- The basis that stands today for each contact that ever had one, and for each whose address asked to be left alone.
-- The strongest since the last withdrawal counts: a later inquiry does not shorten an express consent.
create function private.current_consents(only_contact uuid)
returns table (
  contact_id uuid, state text, basis text, occurred_at timestamptz, expires_at timestamptz, source_url text, evidence text,
  suppression text
)
language sql
stable
set search_path = ''
as $$
  with people as (
    select id, email, lower(email) as address from public.contacts
    where email is not null and (only_contact is null or id = only_contact)
  ),
  -- By the address, never by the contact: whoever changes address has not consented for the new one.
  events as (
    select people.id, e.basis, e.occurred_at, e.source_url, e.evidence, private.consent_expiry(e.basis, e.occurred_at) as expiry
    from people join public.consent_events e on lower(e.email) = people.address
    where e.occurred_at <= now()
  ),
  withdrawals as (
    select id, max(occurred_at) as last from events where basis = 'withdrawn' group by id
  ),
  standing as (
    select distinct on (events.id) events.*
    from events left join withdrawals on withdrawals.id = events.id
    where events.basis in ('express', 'inquiry', 'purchase', 'contract', 'published', 'disclosed')
      and (events.basis <> 'published' or events.source_url is not null)
      and (withdrawals.last is null or events.occurred_at > withdrawals.last)
    order by events.id, events.expiry desc nulls first, events.occurred_at desc
  ),
  suppressed as (
    select people.id, s.reason from public.suppressions s
    join people on private.email_hash(people.email) = s.email_hash
  )
  select people.id,
    case
      when suppressed.id is not null then 'unsubscribed'
      when standing.id is null then 'withdrawn'
      when standing.expiry <= now() then 'expired'
      else 'allowed'
    end,
    standing.basis, standing.occurred_at, standing.expiry, standing.source_url, standing.evidence, suppressed.reason
  from people
  left join standing on standing.id = people.id
  left join suppressed on suppressed.id = people.id
  left join withdrawals on withdrawals.id = people.id
  where coalesce(standing.id, suppressed.id, withdrawals.id) is not null;
$$;

revoke all on function private.current_consents(uuid) from public, anon, authenticated, service_role;
grant execute on function private.current_consents(uuid) to authenticated, service_role;

-- The same for the API, as one value: a list of rows would be cut at 1 000. { contact id: { state, basis, … } }
create function public.contact_consents(only_contact uuid default null)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(contact_id, jsonb_strip_nulls(to_jsonb(c) - 'contact_id')), '{}')
  from private.current_consents(only_contact) c;
$$;

revoke all on function public.contact_consents(uuid) from public, anon, authenticated, service_role;
grant execute on function public.contact_consents(uuid) to authenticated;

-- Whole selections at once. They run as the caller: the policies of contacts decide.
create function public.set_contact_status(contact_ids uuid[], status text)
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

revoke all on function public.set_contact_status(uuid[], text) from public, anon, authenticated, service_role;
grant execute on function public.set_contact_status(uuid[], text) to authenticated;

create function public.delete_contacts(contact_ids uuid[])
returns integer
language sql
set search_path = ''
as $$
  with gone as (delete from public.contacts where id = any (contact_ids) returning 1)
  select count(*)::integer from gone;
$$;

revoke all on function public.delete_contacts(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.delete_contacts(uuid[]) to authenticated;

-- What happened to a contact, newest first. Requests and prospects are found by the address, too.
create function public.contact_timeline(contact uuid)
returns table (happened_at timestamptz, kind text, detail jsonb)
language sql
stable
set search_path = ''
as $$
  with person as (select id, lower(email) as address, email, created_at from public.contacts where id = contact)
  select p.created_at, 'created', '{}'::jsonb from person p
  where not exists (select from public.contact_events e where e.contact_id = p.id and e.kind = 'imported')
  union all
  select e.created_at, e.kind,
    jsonb_strip_nulls(jsonb_build_object('old_status', e.old_status, 'new_status', e.new_status, 'source', e.source))
  from person p join public.contact_events e on e.contact_id = p.id
  union all
  select s.updated_at, 'accepted', jsonb_build_object('trip_plan_id', t.id, 'city', t.city)
  from person p
  join public.suggested_prospects s on s.status = 'accepted' and (s.contact_id = p.id or lower(s.email) = p.address)
  join public.trip_plans t on t.id = s.trip_plan_id
  union all
  select q.created_at, 'quote', jsonb_build_object('organization_name', q.organization_name, 'service_type', q.service_type)
  from person p join public.quote_requests q on q.contact_id = p.id or lower(q.email) = p.address
  union all
  select s.created_at, 'email', jsonb_build_object('subject', s.subject, 'status', s.status, 'campaign', c.name)
  from person p join public.email_sends s on s.contact_id = p.id join public.campaigns c on c.id = s.campaign_id
  union all
  select e.occurred_at, 'consent', jsonb_strip_nulls(jsonb_build_object('basis', e.basis, 'source_url', e.source_url, 'evidence', e.evidence))
  from person p join public.consent_events e on lower(e.email) = p.address
  union all
  select s.created_at, 'suppressed', jsonb_build_object('reason', s.reason)
  from person p join public.suppressions s on s.email_hash = private.email_hash(p.email)
  order by 1 desc;
$$;

revoke all on function public.contact_timeline(uuid) from public, anon, authenticated, service_role;
grant execute on function public.contact_timeline(uuid) to authenticated;

-- Everything known about a person, for who asks for a copy (Loi 25, section 27). Null when there is no such contact.
create function public.export_person(contact uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'exported_at', now(),
    'contact', to_jsonb(p) - 'user_id',
    'history', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' order by e.created_at), '[]')
      from public.contact_events e where e.contact_id = p.id
    ),
    'consents', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' order by e.occurred_at), '[]')
      from public.consent_events e where e.contact_id = p.id or lower(e.email) = lower(p.email)
    ),
    'suppression', (
      select to_jsonb(s) - 'recorded_by' from public.suppressions s where s.email_hash = private.email_hash(p.email)
    ),
    'quote_requests', (
      select coalesce(jsonb_agg(to_jsonb(q) order by q.created_at), '[]')
      from public.quote_requests q where q.contact_id = p.id or lower(q.email) = lower(p.email)
    ),
    'prospects', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at), '[]')
      from public.suggested_prospects s where s.contact_id = p.id or lower(s.email) = lower(p.email)
    ),
    'emails', (
      select coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object('campaign', c.name) order by s.created_at), '[]')
      from public.email_sends s join public.campaigns c on c.id = s.campaign_id where s.contact_id = p.id
    )
  )
  from public.contacts p where p.id = contact;
$$;

revoke all on function public.export_person(uuid) from public, anon, authenticated, service_role;
grant execute on function public.export_person(uuid) to authenticated;

-- One block of an imported file, in one transaction. A known address (or, without one, a known name, company and city)
-- is left alone (mode « skip ») or gets what it lacks (« complete »), so that a file imported twice adds nothing.
-- `consent` is what the administrator can prove for the whole list: { basis, occurred_on, source_url, evidence }; without
-- it nobody becomes mailable, and who unsubscribed never does.
-- Answers the numbers of the block's rows, from 0: { inserted, completed, skipped, unsubscribed }.
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

  -- Two imports at once must not both find that a contact without an address is new.
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
    left join public.suppressions suppressed on suppressed.email_hash = private.email_hash(i.email)
  ),
  planned as materialized (
    select m.*,
      case
        when m.is_repeated then 'skip'
        when m.known_id is null then 'insert'
        when mode = 'complete' and (
          (c.phone is null and m.phone is not null) or (c.website is null and m.website is not null)
          or (c.notes is null and m.notes is not null)
        ) then 'complete'
        else 'skip'
      end as step
    from matched m left join public.contacts c on c.id = m.known_id
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
    from planned p where p.step = 'complete' and c.id = p.known_id and not dry_run
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
    left join completed c on c.id = p.known_id
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
    'unsubscribed', coalesce(jsonb_agg(line order by line) filter (where is_suppressed), '[]')
  ) into outcome from done;
  return outcome;
end;
$$;

revoke all on function public.import_contacts(jsonb, text, text, jsonb, boolean) from public, anon, authenticated, service_role;
grant execute on function public.import_contacts(jsonb, text, text, jsonb, boolean) to authenticated;
