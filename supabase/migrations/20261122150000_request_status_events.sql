-- The history of a request in its thread, the test message of the sender, the whole identity for the site, and a demo that
-- is emptied for good.

-- How the status of a request moved, and how it ended: written by the trigger below, never through the API. The record of
-- changes (22_team.sql) keeps no value (docs/decisions/0052).
create table public.request_events (
  id uuid primary key default gen_random_uuid(),
  quote_request_id uuid not null references public.quote_requests (id) on delete cascade,
  kind text not null,
  -- Statuses, or outcomes; null for an outcome that is not known.
  old_value text,
  new_value text,
  -- Of an outcome: why it was lost, and the amount, as they were then.
  reason text,
  amount_cents bigint,
  -- Null for the server: « répondu » when a reply has left.
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint request_events_kind_known check (kind in ('status', 'outcome'))
);

create index request_events_quote_request_id_idx on public.request_events (quote_request_id, created_at);
create index request_events_recorded_by_idx on public.request_events (recorded_by);

alter table public.request_events enable row level security;

grant select on table public.request_events to authenticated, service_role;

create policy "request_events: member reads" on public.request_events
  for select to authenticated
  using ((select private.is_member()));

-- A change of status, or an outcome, that the same person takes back within a minute leaves no trace.
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
      and old_value = new.status and new_value = old.status
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

-- An anonymised request is archived by that: its history has just been deleted.
create trigger quote_requests_record_change
  after update of status, outcome, outcome_reason, expected_amount_cents on public.quote_requests
  for each row when (new.anonymised_at is null)
  execute function private.record_request_change();

create or replace function private.anonymise_quotes(ids uuid[])
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

create or replace function private.function_call_limit(function_name text)
returns integer
language sql
immutable
set search_path = ''
as $$
  select case function_name
    when 'generate-description' then 20
    when 'send-test-email' then 10
    when 'download-register' then 10
    when 'generate-prospects' then 10
    when 'search-prospect-info' then 60
  end;
$$;

create or replace function public.public_identity()
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
  from public.settings where id = 1;
$$;

-- The addresses that a test message left from, and when the provider last accepted one: the only proof that sending works.
create table private.sender_tests (
  sender text primary key,
  accepted_at timestamptz not null default now(),
  constraint sender_tests_sender_format check (private.is_email_address(sender))
);

alter table private.sender_tests enable row level security;

-- Told by the function that sent it.
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

create function private.demo_counts()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(counted.table_name, counted.number), '{}')
  from (
    select demo.table_name, count(*) as number
    from (
      select table_name, case when table_name <> 'settings' then row_id::uuid end as id from private.demo_rows
    ) as demo
    where demo.table_name = 'virtual_tours' and exists (select from public.virtual_tours as t where t.id = demo.id)
      or demo.table_name = 'tags' and exists (select from public.tags as t where t.id = demo.id)
      or demo.table_name = 'contacts' and exists (select from public.contacts as t where t.id = demo.id)
      or demo.table_name = 'quote_requests' and exists (select from public.quote_requests as t where t.id = demo.id)
      or demo.table_name = 'trip_plans' and exists (select from public.trip_plans as t where t.id = demo.id)
      or demo.table_name = 'email_templates' and exists (select from public.email_templates as t where t.id = demo.id)
      or demo.table_name = 'campaigns' and exists (select from public.campaigns as t where t.id = demo.id)
      or exists (select from public.trash as t where t.id = demo.id and t.kind = demo.table_name)
    group by demo.table_name
  ) as counted;
$$;

create or replace function public.setup_state()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'identity', btrim(s.sender_name) <> '' and btrim(s.legal_name) <> '' and btrim(s.postal_address) <> ''
      and s.contact_email <> '' and s.contact_phone <> '' and s.neq <> ''
      and (s.tax_registered is false or s.tps_number <> '' and s.tvq_number <> ''),
    'sender', private.sender_identity() is not null and tested.accepted_at is not null,
    'sender_ready', private.sender_identity() is not null and cardinality(s.verified_senders) > 0,
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
  from public.settings as s
  cross join lateral (
    select max(accepted_at) as accepted_at from private.sender_tests where sender = any (s.verified_senders)
  ) as tested
  where s.id = 1 and (select private.is_member());
$$;

create or replace function public.empty_demo_studio()
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
  delete from public.trash as gone using private.demo_rows as demo
  where demo.table_name = gone.kind and demo.row_id = gone.id::text;
  get diagnostics total = row_count;
  -- Demo content would fill the trash that people look into.
  perform set_config('app.trash', 'on', true);
  -- What points to others before what it points to.
  foreach target in array array[
    'campaigns', 'suggested_prospects', 'trip_plans', 'quote_requests', 'consent_events', 'contacts', 'email_templates',
    'virtual_tours', 'tags', 'suppressions'
  ] loop
    execute format(
      'delete from public.%I as gone using private.demo_rows as demo where demo.table_name = %L and demo.row_id = gone.id::text',
      target, target);
    get diagnostics counted = row_count;
    total := total + counted;
  end loop;
  perform set_config('app.trash', '', true);
  update public.settings set
    sender_name = '', legal_name = '', postal_address = '', contact_email = '', contact_phone = '', verified_senders = '{}'
  where id = 1 and updated_at = (select added_at from private.demo_rows where table_name = 'settings');
  delete from private.demo_rows;
  return total;
end;
$$;
