-- Loi 25: what is kept, for how long, and who took a copy of a person's data or destroyed it.
alter table public.settings
  -- Months after which it goes; null: kept until somebody acts.
  add column rejected_prospects_months integer,
  add column quote_requests_months integer,
  add constraint settings_rejected_prospects_months_range check (rejected_prospects_months between 1 and 120),
  add constraint settings_quote_requests_months_range check (quote_requests_months between 1 and 120);

grant update (rejected_prospects_months, quote_requests_months) on table public.settings to authenticated;

-- The register. It names nobody: a keyed hash of the address says whether two lines speak of the same person.
create table public.privacy_register (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  subject_hash text,
  -- What was concerned: { contacts: 1, email_sends: 3 }
  detail jsonb not null default '{}',
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint privacy_register_kind_known check (kind in ('export', 'erasure', 'retention')),
  constraint privacy_register_subject_hash_format check (subject_hash ~ '^[0-9a-f]{64}$')
);

create index privacy_register_created_at_idx on public.privacy_register (created_at desc);
create index privacy_register_recorded_by_idx on public.privacy_register (recorded_by);

revoke all on table public.privacy_register from public, anon, authenticated, service_role;
alter table public.privacy_register enable row level security;
grant select on table public.privacy_register to authenticated, service_role;

create policy "privacy_register: admin reads" on public.privacy_register
  for select to authenticated
  using ((select private.is_admin()));

-- Everything known about a person, for who asks for a copy (Loi 25, section 27); the register keeps that it was given.
-- Null when there is no such contact.
drop function public.export_person(uuid);

create function public.export_person(contact uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  person public.contacts;
  hash text;
begin
  perform private.require_admin();
  select * into person from public.contacts where id = contact;
  if not found then
    return null;
  end if;
  hash := private.email_hash(person.email);
  insert into public.privacy_register (kind, subject_hash, recorded_by) values ('export', hash, auth.uid());
  return jsonb_build_object(
    'exported_at', now(),
    'contact', to_jsonb(person) - 'user_id',
    'history', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' order by e.created_at), '[]')
      from public.contact_events e where e.contact_id = person.id
    ),
    'consents', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' order by e.occurred_at), '[]')
      from public.consent_events e where e.contact_id = person.id or lower(e.email) = lower(person.email)
    ),
    'suppressions', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'recorded_by' order by s.created_at), '[]')
      from public.suppressions s where s.email_hash = hash
    ),
    'suppression_lifts', (
      select coalesce(jsonb_agg(to_jsonb(l) - 'recorded_by' order by l.created_at), '[]')
      from public.suppression_lifts l where l.email_hash = hash
    ),
    'quote_requests', (
      select coalesce(jsonb_agg(to_jsonb(q) order by q.created_at), '[]')
      from public.quote_requests q where q.contact_id = person.id or lower(q.email) = lower(person.email)
    ),
    'prospects', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at), '[]')
      from public.suggested_prospects s where s.contact_id = person.id or lower(s.email) = lower(person.email)
    ),
    'emails', (
      select coalesce(jsonb_agg(
        to_jsonb(s) - 'lease_token' - 'unsubscribe_token' || jsonb_build_object(
          'campaign', c.name,
          'events', (
            select coalesce(jsonb_agg(to_jsonb(e) - 'email_send_id' order by e.occurred_at), '[]')
            from public.email_events e where e.email_send_id = s.id
          )
        ) order by s.created_at), '[]')
      from public.email_sends s join public.campaigns c on c.id = s.campaign_id
      where s.contact_id = person.id or lower(s.recipient_email) = lower(person.email)
    )
  );
end;
$$;

revoke all on function public.export_person(uuid) from public, anon, authenticated, service_role;
grant execute on function public.export_person(uuid) to authenticated;

-- The work of anonymise_quote_requests, for those that act without an administrator or for one already known.
create function private.anonymise_quotes(ids uuid[])
returns integer
language plpgsql
set search_path = ''
as $$
declare
  changed integer;
begin
  delete from public.notifications where quote_request_id = any(ids);
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
    anonymised_at = now()
  where id = any(ids) and anonymised_at is null;
  get diagnostics changed = row_count;
  return changed;
end;
$$;

revoke all on function private.anonymise_quotes(uuid[]) from public, anon, authenticated, service_role;

-- As before, by the same worker.
create or replace function public.anonymise_quote_requests(ids uuid[])
returns integer
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.anonymise_quotes(ids);
end;
$$;

-- Destroys what is known about a person in every table. What stays: messages counted without name, address nor text, a
-- hash that honours the links already received and keeps an earlier refusal, and one line of the register.
create function public.erase_person(contact uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  person public.contacts;
  hash text;
  gone jsonb;
  owner uuid;
  quotes uuid[];
  counted integer;
begin
  perform private.require_admin();
  select * into person from public.contacts where id = contact for update;
  if not found then
    raise exception using message = 'Ce contact n''existe plus';
  end if;
  hash := private.email_hash(person.email);
  gone := jsonb_build_object('contacts', 1);

  -- Campaign first, then its messages, as everywhere.
  for owner in
    select distinct s.campaign_id from public.email_sends s
    where s.contact_id = person.id or lower(s.recipient_email) = lower(person.email)
    order by 1
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
      subject = '(effacé)', body = '(effacé)', last_error = null, bounce_reason = null
    where s.campaign_id = owner and (s.contact_id = person.id or lower(s.recipient_email) = lower(person.email));
    get diagnostics counted = row_count;
    gone := gone || jsonb_build_object('email_sends', coalesce((gone ->> 'email_sends')::integer, 0) + counted);
    perform private.close_campaign(owner);
  end loop;
  update public.email_events e set detail = null
  from public.email_sends s where s.id = e.email_send_id and s.recipient_hash = hash;

  quotes := array(
    select q.id from public.quote_requests q where q.contact_id = person.id or lower(q.email) = lower(person.email)
  );
  gone := gone || jsonb_build_object('quote_requests', private.anonymise_quotes(quotes));
  delete from public.suggested_prospects s
  where s.contact_id = person.id or lower(s.email) = lower(person.email);
  get diagnostics counted = row_count;
  gone := gone || jsonb_build_object('prospects', counted);
  delete from public.consent_events e where e.contact_id = person.id or lower(e.email) = lower(person.email);
  get diagnostics counted = row_count;
  gone := gone || jsonb_build_object('consent_events', counted);
  delete from public.contacts c where c.id = person.id;

  insert into public.privacy_register (kind, subject_hash, detail, recorded_by) values ('erasure', hash, gone, auth.uid());
  return gone;
end;
$$;

revoke all on function public.erase_person(uuid) from public, anon, authenticated, service_role;
grant execute on function public.erase_person(uuid) to authenticated;

-- What the rules of the settings would destroy now: { rejected_prospects, quote_requests }. Other numbers of months may
-- be tried before they are saved.
create function public.retention_preview(prospects_months integer, quotes_months integer)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'rejected_prospects', (
      select count(*) from public.suggested_prospects
      where status = 'rejected' and updated_at < now() - prospects_months * interval '1 month'
    ),
    'quote_requests', (
      select count(*) from public.quote_requests
      where status in ('répondu', 'archivé') and anonymised_at is null
        and created_at < now() - quotes_months * interval '1 month'
    )
  );
$$;

revoke all on function public.retention_preview(integer, integer) from public, anon, authenticated, service_role;
grant execute on function public.retention_preview(integer, integer) to authenticated;

-- Applies the rules, once a day of Québec at most: the dispatcher asks at each run. Null: already done today.
create function public.apply_retention()
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  rules public.settings;
  old_quotes uuid[];
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
  select * into rules from public.settings where id = 1;
  delete from public.suggested_prospects
  where status = 'rejected' and updated_at < now() - rules.rejected_prospects_months * interval '1 month';
  get diagnostics prospects = row_count;
  old_quotes := array(
    select id from public.quote_requests
    where status in ('répondu', 'archivé') and anonymised_at is null
      and created_at < now() - rules.quote_requests_months * interval '1 month'
  );
  perform private.anonymise_quotes(old_quotes);
  insert into public.privacy_register (kind, detail)
  values ('retention', jsonb_build_object('rejected_prospects', prospects, 'quote_requests', cardinality(old_quotes)));
  return jsonb_build_object('rejected_prospects', prospects, 'quote_requests', cardinality(old_quotes));
end;
$$;

revoke all on function public.apply_retention() from public, anon, authenticated, service_role;
grant execute on function public.apply_retention() to service_role;
