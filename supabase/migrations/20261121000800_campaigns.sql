-- Campaigns and their e-mails. Administrators only read them: they are created by one transaction and moved
-- from state to state by the server side.
create table public.campaigns (
  id uuid primary key default gen_random_uuid(),
  -- Whoever created it. Removing an administrator must not remove the business's data.
  user_id uuid references auth.users (id) on delete set null,
  name text not null,
  status text not null default 'brouillon',
  send_date timestamptz,
  auto_followup boolean not null default false,
  followup_days integer not null default 7,
  created_at timestamptz not null default now(),
  constraint campaigns_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint campaigns_status_known check (status in ('brouillon', 'programmé', 'en_cours', 'terminé')),
  constraint campaigns_followup_days_range check (followup_days between 1 and 30)
);

create index campaigns_user_id_idx on public.campaigns (user_id);
create index campaigns_created_at_idx on public.campaigns (created_at desc);

revoke all on table public.campaigns from public, anon, authenticated, service_role;
alter table public.campaigns enable row level security;

grant select on table public.campaigns to authenticated;
grant select, insert, update, delete on table public.campaigns to service_role;

create policy "campaigns: admin reads" on public.campaigns
  for select to authenticated
  using ((select private.is_admin()));

create table public.email_sends (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null references public.campaigns (id) on delete cascade,
  -- What was sent stays on record when the contact or the template goes.
  contact_id uuid references public.contacts (id) on delete set null,
  template_id uuid references public.email_templates (id) on delete set null,
  -- 0: first message; 1: follow-up.
  step smallint not null default 0,
  subject text not null,
  body text not null,
  status text not null default 'brouillon',
  created_at timestamptz not null default now(),
  constraint email_sends_campaign_contact_step_key unique (campaign_id, contact_id, step),
  constraint email_sends_step_range check (step between 0 and 10),
  -- Wider than a template's limits: the variables are filled in. 998 is the longest line of a message (RFC 5322).
  constraint email_sends_subject_length check (btrim(subject) <> '' and char_length(subject) <= 998),
  constraint email_sends_subject_one_line check (subject !~ '[[:cntrl:]]'),
  constraint email_sends_body_length check (btrim(body) <> '' and char_length(body) <= 50000),
  constraint email_sends_status_known
    check (status in ('programmé', 'brouillon', 'envoyé', 'échec', 'incertain', 'annulé'))
);

create index email_sends_contact_id_idx on public.email_sends (contact_id);
create index email_sends_template_id_idx on public.email_sends (template_id);
create index email_sends_status_idx on public.email_sends (status);

revoke all on table public.email_sends from public, anon, authenticated, service_role;
alter table public.email_sends enable row level security;

grant select on table public.email_sends to authenticated;
grant select, insert, update, delete on table public.email_sends to service_role;

create policy "email_sends: admin reads" on public.email_sends
  for select to authenticated
  using ((select private.is_admin()));
