-- Proof of consent, and the addresses never to write to again (Canada's anti-spam law puts the proof on the
-- sender). Both are append-only, for the service role too: a correction is a new row.
create table public.consent_events (
  id uuid primary key default gen_random_uuid(),
  -- The proof outlives the contact.
  contact_id uuid references public.contacts (id) on delete set null,
  email text not null,
  basis text not null,
  occurred_at timestamptz not null,
  source_url text,
  evidence text,
  wording text,
  wording_version text,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint consent_events_email_length check (char_length(email) <= 255),
  constraint consent_events_email_format check (
    email ~ '^[^][:space:][:cntrl:]@<>,;:"()[\\]+@[^][:space:][:cntrl:]@<>,;:"()[\\.]+(\.[^][:space:][:cntrl:]@<>,;:"()[\\.]+)+$'
  ),
  constraint consent_events_basis_known check (
    basis in ('express', 'inquiry', 'purchase', 'contract', 'published', 'disclosed', 'referral', 'none', 'withdrawn')
  ),
  constraint consent_events_source_url_length check (char_length(source_url) <= 500),
  constraint consent_events_source_url_format check (source_url ~* '^https?://[^[:space:]/?#]+[^[:space:]]*$'),
  constraint consent_events_evidence_length check (char_length(evidence) <= 5000),
  constraint consent_events_wording_length check (char_length(wording) <= 5000),
  constraint consent_events_wording_version_length check (char_length(wording_version) <= 50)
);

create index consent_events_contact_id_idx on public.consent_events (contact_id);
create index consent_events_recorded_by_idx on public.consent_events (recorded_by);
create index consent_events_email_idx on public.consent_events (lower(email), occurred_at desc);

revoke all on table public.consent_events from public, anon, authenticated, service_role;
alter table public.consent_events enable row level security;

grant select on table public.consent_events to authenticated;
grant insert (contact_id, email, basis, occurred_at, source_url, evidence, wording, wording_version, recorded_by)
  on table public.consent_events to authenticated;
grant select, insert on table public.consent_events to service_role;

create policy "consent_events: admin reads" on public.consent_events
  for select to authenticated
  using ((select private.is_admin()));

create policy "consent_events: admin appends as self" on public.consent_events
  for insert to authenticated
  with check (recorded_by = (select auth.uid()) and (select private.is_admin()));

-- Only a hash is kept: the list must survive the deletion of everything else about the person.
create table public.suppressions (
  id uuid primary key default gen_random_uuid(),
  -- SHA-256, in lower-case hexadecimal, of the trimmed lower-case address.
  email_hash text not null,
  reason text not null,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint suppressions_email_hash_key unique (email_hash),
  constraint suppressions_email_hash_format check (email_hash ~ '^[0-9a-f]{64}$'),
  constraint suppressions_reason_known check (reason in ('unsubscribed', 'bounced', 'complained', 'manual'))
);

create index suppressions_recorded_by_idx on public.suppressions (recorded_by);
create index suppressions_created_at_idx on public.suppressions (created_at desc);

revoke all on table public.suppressions from public, anon, authenticated, service_role;
alter table public.suppressions enable row level security;

grant select on table public.suppressions to authenticated;
grant insert (email_hash, reason, recorded_by) on table public.suppressions to authenticated;
grant select, insert on table public.suppressions to service_role;

create policy "suppressions: admin reads" on public.suppressions
  for select to authenticated
  using ((select private.is_admin()));

create policy "suppressions: admin appends as self" on public.suppressions
  for insert to authenticated
  with check (recorded_by = (select auth.uid()) and reason = 'manual' and (select private.is_admin()));
