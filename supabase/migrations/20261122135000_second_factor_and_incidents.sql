-- The second factor of administrators, the register of confidentiality incidents, and the copy of everything.

-- Whether a session is as strong as its account asks: with a verified second factor, its token must say that a code was
-- given (aal2). Apart from is_admin, because the role itself is not shown before: the edge functions and the sign-in
-- read it from user_roles. Source: Supabase, « Multi-Factor Authentication », « Enforce for users that have opted-in ».
create function private.has_given_second_factor()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
    or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified');
$$;

grant execute on function private.has_given_second_factor() to authenticated;

alter policy "user_roles: own row" on public.user_roles
  using (user_id = (select auth.uid()) and (select private.has_given_second_factor()));

-- Reads user_roles as its owner, so that policies of other tables do not depend on what the caller may see.
-- Always written "(select private.is_admin())": evaluated once per statement instead of once per row.
create or replace function private.is_admin()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from public.user_roles where user_id = auth.uid() and role = 'admin'
  ) and private.has_given_second_factor();
$$;

grant execute on function private.is_admin() to authenticated;

alter table public.privacy_register drop constraint privacy_register_kind_known;
alter table public.privacy_register add constraint privacy_register_kind_known
  check (kind in ('export', 'erasure', 'retention', 'full_export'));

-- Confidentiality incidents ---------------------------------------------------------------------------------------

-- The register of confidentiality incidents (Règlement sur les incidents de confidentialité, sections 7 and 8): what
-- was known and done, kept five years after the incident became known.
create table public.privacy_incidents (
  id uuid primary key default gen_random_uuid(),
  -- A day, or the first of a period.
  occurred_on date not null,
  occurred_until date,
  known_on date not null,
  -- The dates and numbers of people are approximate.
  is_estimate boolean not null default false,
  circumstances text not null,
  information text not null,
  -- Null: unknown.
  people_count integer,
  quebec_people_count integer,
  -- What the risk of serious injury is judged by, and the conclusion with its reasons.
  sensitivity text not null,
  consequences text not null,
  misuse_likelihood text not null,
  is_serious boolean not null,
  risk_reasons text not null,
  measures text not null,
  -- What the people are advised to do, for the notice to them.
  people_advice text,
  commission_notified_on date,
  people_notified_on date,
  people_notice_way text,
  -- Why the notice is public, or why there is none.
  people_notice_reason text,
  -- Not before this day may the row go; it only ever moves later. Set by the trigger.
  kept_until date not null default 'infinity',
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint privacy_incidents_occurred_until_order check (occurred_until >= occurred_on),
  constraint privacy_incidents_known_on_order check (known_on >= occurred_on),
  constraint privacy_incidents_circumstances_length check (btrim(circumstances) <> '' and char_length(circumstances) <= 5000),
  constraint privacy_incidents_information_length check (btrim(information) <> '' and char_length(information) <= 2000),
  constraint privacy_incidents_people_count_range check (people_count >= 0),
  constraint privacy_incidents_quebec_people_count_range check (
    quebec_people_count >= 0 and (people_count is null or quebec_people_count <= people_count)
  ),
  constraint privacy_incidents_sensitivity_length check (btrim(sensitivity) <> '' and char_length(sensitivity) <= 2000),
  constraint privacy_incidents_consequences_length check (btrim(consequences) <> '' and char_length(consequences) <= 2000),
  constraint privacy_incidents_misuse_likelihood_length check (
    btrim(misuse_likelihood) <> '' and char_length(misuse_likelihood) <= 2000
  ),
  constraint privacy_incidents_risk_reasons_length check (btrim(risk_reasons) <> '' and char_length(risk_reasons) <= 2000),
  constraint privacy_incidents_measures_length check (btrim(measures) <> '' and char_length(measures) <= 5000),
  constraint privacy_incidents_people_advice_length check (char_length(people_advice) <= 2000),
  constraint privacy_incidents_people_notice_way_known check (people_notice_way in ('direct', 'public')),
  constraint privacy_incidents_people_notice_reason_length check (char_length(people_notice_reason) <= 2000)
);

create index privacy_incidents_known_on_idx on public.privacy_incidents (known_on desc);
create index privacy_incidents_recorded_by_idx on public.privacy_incidents (recorded_by);

-- What an edit replaced, by whom and when. Written by the trigger alone.
create table public.privacy_incident_changes (
  id uuid primary key default gen_random_uuid(),
  incident_id uuid not null references public.privacy_incidents (id) on delete cascade,
  -- The former values of the columns that changed: { people_count: 3 }
  before jsonb not null,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);

create index privacy_incident_changes_incident_id_idx on public.privacy_incident_changes (incident_id, created_at desc);
create index privacy_incident_changes_recorded_by_idx on public.privacy_incident_changes (recorded_by);

-- Five years after the incident became known. A day corrected to an earlier one shortens nothing: otherwise a row would
-- go by being dated back first.
create function private.keep_incident()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.kept_until := new.known_on + interval '5 years';
  elsif new.known_on <> old.known_on then
    new.kept_until := greatest(old.kept_until, new.known_on + interval '5 years');
  end if;
  return new;
end;
$$;

create trigger privacy_incidents_keep before insert or update on public.privacy_incidents
  for each row execute function private.keep_incident();

create trigger privacy_incidents_set_updated_at before update on public.privacy_incidents
  for each row execute function private.set_updated_at();

-- As its owner: nobody writes the history otherwise. An account that goes changes no fact.
create function private.record_incident_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  changed jsonb;
begin
  select jsonb_object_agg(was.key, was.value) into changed
  from jsonb_each(to_jsonb(old) - '{updated_at, recorded_by}'::text[]) as was
  where was.value is distinct from to_jsonb(new) -> was.key;
  if changed is not null then
    insert into public.privacy_incident_changes (incident_id, before, recorded_by) values (new.id, changed, auth.uid());
  end if;
  return null;
end;
$$;

create trigger privacy_incidents_record_change after update on public.privacy_incidents
  for each row execute function private.record_incident_change();

alter table public.privacy_incidents enable row level security;
alter table public.privacy_incident_changes enable row level security;

grant select on table public.privacy_incidents to authenticated, service_role;
grant insert (
  recorded_by, occurred_on, occurred_until, known_on, is_estimate, circumstances, information, people_count,
  quebec_people_count, sensitivity, consequences, misuse_likelihood, is_serious, risk_reasons, measures, people_advice,
  commission_notified_on, people_notified_on, people_notice_way, people_notice_reason
) on table public.privacy_incidents to authenticated;
grant update (
  occurred_on, occurred_until, known_on, is_estimate, circumstances, information, people_count, quebec_people_count,
  sensitivity, consequences, misuse_likelihood, is_serious, risk_reasons, measures, people_advice,
  commission_notified_on, people_notified_on, people_notice_way, people_notice_reason
) on table public.privacy_incidents to authenticated;
grant delete on table public.privacy_incidents to authenticated;
grant select on table public.privacy_incident_changes to authenticated, service_role;

create policy "privacy_incidents: admin reads" on public.privacy_incidents
  for select to authenticated
  using ((select private.is_admin()));

create policy "privacy_incidents: admin records as self" on public.privacy_incidents
  for insert to authenticated
  with check (recorded_by = (select auth.uid()) and (select private.is_admin()));

create policy "privacy_incidents: admin corrects" on public.privacy_incidents
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "privacy_incidents: admin deletes after five years" on public.privacy_incidents
  for delete to authenticated
  using (kept_until < (now() at time zone 'America/Toronto')::date and (select private.is_admin()));

create policy "privacy_incident_changes: admin reads" on public.privacy_incident_changes
  for select to authenticated
  using ((select private.is_admin()));

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
