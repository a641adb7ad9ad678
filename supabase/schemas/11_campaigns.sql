-- Campaigns: templates, campaigns and their messages, and what an administrator does to a campaign.

-- Reusable messages with variables in single braces.
create table public.email_templates (
  id uuid primary key default gen_random_uuid(),
  -- Whoever created it. Removing an administrator must not remove the business's data.
  user_id uuid references auth.users (id) on delete set null,
  name text not null,
  subject text not null,
  body text not null,
  tone text not null default 'professionnel',
  -- Null: for all sectors.
  sector text,
  variables text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint email_templates_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint email_templates_subject_length check (btrim(subject) <> '' and char_length(subject) <= 200),
  -- A line break in a subject would add e-mail headers.
  constraint email_templates_subject_one_line check (subject !~ '[[:cntrl:]]'),
  constraint email_templates_body_length check (btrim(body) <> '' and char_length(body) <= 5000),
  constraint email_templates_tone_known check (tone in ('professionnel', 'décontracté', 'persuasif', 'amical')),
  constraint email_templates_sector_known check (private.is_sector(sector)),
  constraint email_templates_variables_count check (cardinality(variables) <= 50)
);

create index email_templates_user_id_idx on public.email_templates (user_id);
create index email_templates_created_at_idx on public.email_templates (created_at desc);
create index email_templates_name_idx on public.email_templates (name);

create trigger email_templates_set_updated_at before update on public.email_templates
  for each row execute function private.set_updated_at();

alter table public.email_templates enable row level security;

-- Updates neither check nor change user_id: a second administrator edits what the first one created.
grant select on table public.email_templates to authenticated;
grant insert (user_id, name, subject, body, tone, sector, variables)
  on table public.email_templates to authenticated;
grant update (name, subject, body, tone, sector, variables) on table public.email_templates to authenticated;
grant delete on table public.email_templates to authenticated;
grant select, insert, update, delete on table public.email_templates to service_role;

create policy "email_templates: admin reads" on public.email_templates
  for select to authenticated
  using ((select private.is_admin()));

create policy "email_templates: admin inserts as self" on public.email_templates
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_admin()));

create policy "email_templates: admin updates" on public.email_templates
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "email_templates: admin deletes" on public.email_templates
  for delete to authenticated
  using ((select private.is_admin()));

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
  template_id uuid references public.email_templates (id) on delete set null,
  -- Who the messages come from, among the verified senders.
  from_email text,
  -- By a person, or by the sender when the provider refuses everything; the reason is shown as it is.
  paused_at timestamptz,
  pause_reason text,
  -- Whether somebody pressed « Envoyer maintenant »: then quiet hours do not hold the first message.
  send_now boolean not null default false,
  -- Of the follow-up; null: the first message's own, its subject with « Re: ».
  followup_template_id uuid references public.email_templates (id) on delete set null,
  -- A browser sends it message by message until then; the dispatcher takes over after.
  driven_until timestamptz,
  cancelled_at timestamptz,
  finished_at timestamptz,
  followups_stopped_at timestamptz,
  constraint campaigns_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint campaigns_status_known check (status in ('brouillon', 'programmé', 'en_cours', 'terminé')),
  constraint campaigns_followup_days_range check (followup_days between 1 and 30),
  constraint campaigns_from_email_length check (char_length(from_email) <= 255),
  constraint campaigns_from_email_format check (private.is_email_address(from_email)),
  constraint campaigns_pause_reason_length check (char_length(pause_reason) <= 500),
  constraint campaigns_pause_explained check ((paused_at is null) = (pause_reason is null))
);

create index campaigns_user_id_idx on public.campaigns (user_id);
create index campaigns_created_at_idx on public.campaigns (created_at desc);
create index campaigns_template_id_idx on public.campaigns (template_id);
create index campaigns_followup_template_id_idx on public.campaigns (followup_template_id);
create index campaigns_due_idx on public.campaigns (send_date) where status = 'programmé';

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
  -- Frozen when the campaign is created, as subject and body are: what was approved is what leaves.
  recipient_email text,
  recipient_name text,
  -- Fixed by the first claim.
  from_email text,
  -- Of the sender, fixed by the first claim too: under one key, the provider wants the same bytes.
  identity jsonb,
  -- What the link to unsubscribe shows of the person: nothing.
  unsubscribe_token uuid not null default gen_random_uuid(),
  attempts integer not null default 0,
  -- While a worker holds the row: when its lease ends.
  next_attempt_at timestamptz not null default now(),
  lease_token uuid,
  first_attempt_at timestamptz,
  -- An earlier attempt may have arrived: only the same idempotency key may try again.
  may_have_arrived boolean not null default false,
  provider_id text,
  last_error text,
  finished_at timestamptz,
  recipient_hash text,
  delivered_at timestamptz,
  bounced_at timestamptz,
  bounce_reason text,
  complained_at timestamptz,
  -- Scanners open and click too: shown as estimates, never acted on.
  opened_at timestamptz,
  clicked_at timestamptz,
  replied_at timestamptz,
  followup_stopped_at timestamptz,
  -- Why no second message was written on its day: decided once.
  followup_refusal text,
  constraint email_sends_campaign_contact_step_key unique (campaign_id, contact_id, step),
  constraint email_sends_step_range check (step between 0 and 10),
  -- Wider than a template's limits: the variables are filled in. 998 is the longest line of a message (RFC 5322).
  constraint email_sends_subject_length check (btrim(subject) <> '' and char_length(subject) <= 998),
  constraint email_sends_subject_one_line check (subject !~ '[[:cntrl:]]'),
  constraint email_sends_body_length check (btrim(body) <> '' and char_length(body) <= 50000),
  constraint email_sends_status_known
    check (status in ('programmé', 'brouillon', 'envoyé', 'échec', 'incertain', 'annulé')),
  constraint email_sends_unsubscribe_token_key unique (unsubscribe_token),
  constraint email_sends_recipient_email_length check (char_length(recipient_email) <= 255),
  constraint email_sends_recipient_email_format check (private.is_email_address(recipient_email)),
  constraint email_sends_recipient_name_length check (char_length(recipient_name) <= 100),
  -- Names end up in e-mail headers: a line break there would add headers of the sender's choice.
  constraint email_sends_recipient_name_one_line check (recipient_name !~ '[[:cntrl:]]'),
  constraint email_sends_from_email_length check (char_length(from_email) <= 255),
  constraint email_sends_from_email_format check (private.is_email_address(from_email)),
  constraint email_sends_attempts_range check (attempts >= 0),
  constraint email_sends_provider_id_length check (char_length(provider_id) <= 200),
  constraint email_sends_last_error_length check (char_length(last_error) <= 500),
  constraint email_sends_recipient_hash_format check (recipient_hash ~ '^[0-9a-f]{64}$'),
  constraint email_sends_bounce_reason_length check (char_length(bounce_reason) <= 500),
  constraint email_sends_followup_refusal_length check (char_length(followup_refusal) <= 200)
);

create index email_sends_contact_id_idx on public.email_sends (contact_id);
create index email_sends_template_id_idx on public.email_sends (template_id);
create index email_sends_status_idx on public.email_sends (status);
create index email_sends_finished_at_idx on public.email_sends (finished_at) where status in ('envoyé', 'incertain');
create index email_sends_due_idx on public.email_sends (next_attempt_at, id) where status = 'programmé';
-- Those that a claim may have to give up, and those on their way that the daily cap counts: few of the many.
create index email_sends_unknown_outcome_idx on public.email_sends (next_attempt_at)
  where status = 'programmé' and (lease_token is not null or may_have_arrived);
create index email_sends_provider_id_idx on public.email_sends (provider_id);

alter table public.email_sends enable row level security;

grant select on table public.email_sends to authenticated;
grant select, insert, update, delete on table public.email_sends to service_role;

create policy "email_sends: admin reads" on public.email_sends
  for select to authenticated
  using ((select private.is_admin()));

-- Blanks that JavaScript trims too; a value or a fallback made of them alone is no value.
create function private.trimmed(value text)
returns text
language sql
immutable
set search_path = ''
as $$
  select nullif(
    regexp_replace(value, '^[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+|[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+$', '', 'g'),
    ''
  );
$$;

-- The first text in braces that is no variable of ours; null when there is none.
create function private.unknown_variable(template text)
returns text
language sql
immutable
set search_path = ''
as $$
  select found.token[1]
  from regexp_matches(template, '(\{+[^{}\n]*\}+)', 'g') with ordinality as found (token, position)
  where found.token[1] !~ '^\{(nom|entreprise|ville|region|email|telephone)(\|[^{}\n]*)?\}$'
  order by found.position
  limit 1;
$$;

-- A template with its variables replaced by these values, else by their fallback, else by nothing; once only, so that
-- a company named « {email} » stays as it is. The same as fillTemplate of supabase/functions/_shared/message, and a test
-- holds the two together.
create function private.fill_template(template text, contact_values jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select coalesce(string_agg(
    literal.text || case
      when variable.name is null then ''
      else coalesce(private.trimmed(contact_values ->> variable.name), private.trimmed(variable.fallback), '')
    end, '' order by literal.position
  ), '')
  from regexp_split_to_table(template, '\{[^{}\n]*\}') with ordinality as literal (text, position)
  left join (
    select found.token[1] as name, found.token[2] as fallback, found.position
    from regexp_matches(template, '\{([^{}|\n]*)\|?([^{}\n]*)\}', 'g') with ordinality as found (token, position)
  ) variable on variable.position = literal.position;
$$;

-- The same on one line: a line break in a subject would add e-mail headers.
create function private.fill_subject(template text, contact_values jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select coalesce(private.trimmed(regexp_replace(
    private.fill_template(template, contact_values),
    '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'
  )), '');
$$;

-- What a contact gives for each variable of a template (specification, section 3).
create function private.template_values(contact public.contacts)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'nom', contact.name, 'entreprise', contact.company, 'ville', contact.city, 'region', contact.region,
    'email', contact.email, 'telephone', contact.phone
  );
$$;

-- For the picker: { reason: [contact id, …] } of those whose status lets them be chosen and whom the law does not.
-- One value: a list of rows would be cut at 1 000.
create function public.campaign_refusals()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(reason, ids), '{}') from (
    select refusal.reason, jsonb_agg(contact.id order by contact.id) as ids
    from private.email_refusals(null, now()) refusal
    join public.contacts contact on contact.id = refusal.contact_id
    where refusal.reason is not null and contact.status in ('nouveau', 'contacté', 'intéressé')
    group by refusal.reason
  ) grouped;
$$;

grant execute on function public.campaign_refusals() to authenticated;

-- A campaign with all its messages, frozen as they will leave, or nothing.
-- details: { name, template_id, send_now, send_date, from_email, auto_followup, followup_days, followup_template_id }.
create function public.create_campaign(details jsonb, contact_ids uuid[])
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  wanted public.campaigns := jsonb_populate_record(null::public.campaigns, details);
  template public.email_templates;
  followup public.email_templates;
  chosen uuid[];
  refused bigint;
  example text;
begin
  perform private.require_admin();
  wanted.name := btrim(wanted.name);
  if coalesce(wanted.name, '') = '' or char_length(wanted.name) > 100 then
    raise exception using message = 'Le nom est requis';
  end if;
  wanted.send_now := coalesce(wanted.send_now, false);
  if not wanted.send_now and (wanted.send_date is null or wanted.send_date <= now()) then
    raise exception using message = 'La date d''envoi doit être dans le futur';
  end if;
  if coalesce(wanted.followup_days, 7) not between 1 and 30 then
    raise exception using message = 'Le délai de relance doit être de 1 à 30 jours';
  end if;
  if private.sender_identity() is null then
    raise exception using message = 'Complétez d''abord l''identité de l''expéditeur et son adresse postale dans les paramètres';
  end if;
  if not exists (
    select from public.settings where id = 1 and wanted.from_email = any (verified_senders)
  ) then
    raise exception using message = 'L''adresse d''expédition n''est pas vérifiée dans les paramètres';
  end if;
  select * into template from public.email_templates where id = wanted.template_id;
  if not found then
    raise exception using message = 'Sélectionnez un template';
  end if;
  if wanted.followup_template_id is not null then
    select * into followup from public.email_templates where id = wanted.followup_template_id;
    if not found then
      raise exception using message = 'Le template de relance n''existe plus';
    end if;
  end if;
  example := coalesce(
    private.unknown_variable(template.subject), private.unknown_variable(template.body),
    private.unknown_variable(followup.subject), private.unknown_variable(followup.body)
  );
  if example is not null then
    raise exception using message = format('Variable inconnue dans le template : %s', example);
  end if;

  chosen := array(select distinct unnest(contact_ids));
  if cardinality(chosen) = 0 then
    raise exception using message = 'Sélectionnez au moins un contact';
  end if;
  if cardinality(chosen) > 10000 then
    raise exception using message = 'Une campagne compte au plus 10 000 contacts';
  end if;
  select count(*), min(coalesce(refusal.reason, 'Statut exclu des campagnes')) into refused, example
  from unnest(chosen) as asked (id)
  left join public.contacts contact on contact.id = asked.id
  left join private.email_refusals(null, now()) refusal on refusal.contact_id = asked.id
  where contact.id is null or refusal.reason is not null
    or contact.status not in ('nouveau', 'contacté', 'intéressé');
  if refused > 0 then
    raise exception using message = case refused
      when 1 then format('Un des contacts choisis ne peut plus recevoir de message (%s)', example)
      else format('%s des contacts choisis ne peuvent plus recevoir de message (%s)', refused, example)
    end;
  end if;

  insert into public.campaigns (
    user_id, name, status, send_now, send_date, auto_followup, followup_days, template_id, followup_template_id,
    from_email, driven_until
  )
  values (
    auth.uid(), wanted.name, case when wanted.send_now then 'en_cours' else 'programmé' end, wanted.send_now,
    case when not wanted.send_now then wanted.send_date end, coalesce(wanted.auto_followup, false),
    coalesce(wanted.followup_days, 7), template.id, followup.id, wanted.from_email,
    -- The browser that created it is about to send it.
    case when wanted.send_now then now() + interval '15 seconds' end
  )
  returning * into wanted;

  begin
    insert into public.email_sends (
      campaign_id, contact_id, template_id, subject, body, status, recipient_email, recipient_name
    )
    select wanted.id, contact.id, template.id,
      private.fill_subject(template.subject, private.template_values(contact)),
      private.fill_template(template.body, private.template_values(contact)),
      case when wanted.send_now then 'programmé' else 'brouillon' end,
      contact.email, contact.name
    from public.contacts contact
    where contact.id = any (chosen)
    order by contact.company, contact.id;
  exception when check_violation then
    raise exception using message = 'Un des messages serait vide ou trop long une fois ses variables remplacées';
  end;
  return wanted.id;
end;
$$;

grant execute on function public.create_campaign(jsonb, uuid[]) to authenticated;

-- The campaign, locked, for an administrator; its messages are touched after, never before.
create function private.lock_campaign(wanted uuid)
returns public.campaigns
language plpgsql
set search_path = ''
as $$
declare
  locked public.campaigns;
begin
  perform private.require_admin();
  select * into locked from public.campaigns where id = wanted for update;
  if not found then
    raise exception using message = 'Cette campagne n''existe plus';
  end if;
  return locked;
end;
$$;

-- Closes a campaign whose last message has ended. Called with the campaign's row locked: of two who finish the last
-- two messages at once, the second waits for the lock and then sees what the first wrote.
create function private.close_campaign(closing uuid)
returns void
language sql
set search_path = ''
as $$
  update public.campaigns as campaign set
    status = 'terminé', finished_at = now(), paused_at = null, pause_reason = null, driven_until = null
  where campaign.id = closing and campaign.status in ('en_cours', 'programmé')
    and not exists (
      select from public.email_sends as pending
      where pending.campaign_id = closing and pending.status in ('programmé', 'brouillon')
    );
$$;

create function public.pause_campaign(campaign uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
begin
  if held.status not in ('en_cours', 'programmé') then
    raise exception using message = 'Cette campagne est terminée';
  end if;
  update public.campaigns set paused_at = now(), pause_reason = 'Mise en pause par l''équipe', driven_until = null
  where id = held.id and paused_at is null;
end;
$$;

grant execute on function public.pause_campaign(uuid) to authenticated;

-- A scheduled campaign whose time has passed leaves now: that is what was asked.
create function public.resume_campaign(campaign uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
begin
  update public.campaigns set
    paused_at = null, pause_reason = null,
    send_date = case when status = 'programmé' then greatest(send_date, now()) else send_date end
  where id = held.id and status in ('en_cours', 'programmé') and paused_at is not null;
end;
$$;

grant execute on function public.resume_campaign(uuid) to authenticated;

-- What has not left never does. A message on its way ends by itself, and the campaign with it.
create function public.cancel_campaign(campaign uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
  cancelled integer;
begin
  if held.status not in ('en_cours', 'programmé') then
    raise exception using message = 'Cette campagne est terminée';
  end if;
  update public.campaigns set
    cancelled_at = coalesce(cancelled_at, now()), paused_at = null, pause_reason = null, driven_until = null
  where id = held.id;
  update public.email_sends set
    status = case when may_have_arrived then 'incertain' else 'annulé' end,
    last_error = coalesce(last_error, 'Campagne annulée par l''équipe'), finished_at = now()
  where campaign_id = held.id and status in ('programmé', 'brouillon') and lease_token is null;
  get diagnostics cancelled = row_count;
  perform private.close_campaign(held.id);
  return cancelled;
end;
$$;

grant execute on function public.cancel_campaign(uuid) to authenticated;

-- The failures, from the start. « échec » means that nothing arrived: trying again cannot double anything.
create function public.retry_failed_sends(campaign uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
  retried integer;
begin
  if held.cancelled_at is not null then
    raise exception using message = 'Cette campagne a été annulée';
  end if;
  update public.email_sends set
    status = 'programmé', attempts = 0, next_attempt_at = now(), first_attempt_at = null, last_error = null,
    finished_at = null
  where campaign_id = held.id and status = 'échec' and recipient_email is not null;
  get diagnostics retried = row_count;
  if retried > 0 then
    update public.campaigns set status = 'en_cours', finished_at = null where id = held.id;
  end if;
  return retried;
end;
$$;

grant execute on function public.retry_failed_sends(uuid) to authenticated;

-- A person has looked (the provider's screen, the recipient): it arrived, or it did not and is to be sent.
create function public.resolve_uncertain_send(send uuid, arrived boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign((select campaign_id from public.email_sends where id = send));
  settled uuid;
begin
  if arrived is null or not arrived and held.cancelled_at is not null then
    raise exception using message = 'Cette campagne a été annulée';
  end if;
  update public.email_sends set
    status = case when arrived then 'envoyé' else 'programmé' end,
    last_error = case when arrived then 'Confirmé par l''équipe' end,
    may_have_arrived = false,
    attempts = case when arrived then attempts else 0 end,
    first_attempt_at = case when arrived then first_attempt_at end,
    next_attempt_at = now(),
    finished_at = case when arrived then finished_at end
  where id = send and status = 'incertain' and (arrived or recipient_email is not null)
  returning contact_id into settled;
  if not found then
    raise exception using message = 'L''envoi n''est plus incertain';
  end if;
  if arrived then
    update public.contacts set status = 'contacté' where id = settled and status = 'nouveau';
  else
    update public.campaigns set status = 'en_cours', finished_at = null where id = held.id;
  end if;
end;
$$;

grant execute on function public.resolve_uncertain_send(uuid, boolean) to authenticated;

create function public.reschedule_campaign(campaign uuid, new_date timestamptz)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
begin
  if held.status <> 'programmé' then
    raise exception using message = 'Cette campagne est déjà partie';
  end if;
  if new_date is null or new_date <= now() then
    raise exception using message = 'La date d''envoi doit être dans le futur';
  end if;
  update public.campaigns set send_date = new_date, paused_at = null, pause_reason = null where id = held.id;
end;
$$;

grant execute on function public.reschedule_campaign(uuid, timestamptz) to authenticated;

-- How many messages are in each state: { campaign id: { "envoyé": 47, "échec": 3 } }, for one campaign or for all.
-- Runs as the caller: the policies decide.
create function public.campaign_counts(only_campaign uuid default null)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(campaign_id, states), '{}') from (
    select campaign_id, jsonb_object_agg(status, messages) as states
    from (
      select campaign_id, status, count(*) as messages from public.email_sends
      where only_campaign is null or campaign_id = only_campaign
      group by campaign_id, status
    ) counted
    group by campaign_id
  ) grouped;
$$;

grant execute on function public.campaign_counts(uuid) to authenticated;

-- When a message of a campaign last reached each contact: { contact id: timestamp }. One value: a list of rows would
-- be cut at 1 000. Runs as the caller: the policies decide.
create function public.contact_last_sends()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(contact_id, last), '{}') from (
    select contact_id, max(coalesce(finished_at, created_at)) as last from public.email_sends
    where status = 'envoyé' and contact_id is not null
    group by contact_id
  ) reached;
$$;

grant execute on function public.contact_last_sends() to authenticated;

-- Easter Sunday (Meeus, Jones and Butcher's rule for the Gregorian calendar).
create function private.easter(year integer)
returns date
language plpgsql
immutable
set search_path = ''
as $$
declare
  a integer := year % 19;
  century integer := year / 100;
  rest integer := year % 100;
  g integer := (century - (century + 8) / 25 + 1) / 3;
  h integer := (19 * a + century - century / 4 - g + 15) % 30;
  l integer := (32 + 2 * (century % 4) + 2 * (rest / 4) - h - rest % 4) % 7;
  n integer := h + l - 7 * ((a + 11 * h + 22 * l) / 451) + 114;
begin
  return make_date(year, n / 31, n % 31 + 1);
end;
$$;

grant execute on function private.easter(integer) to authenticated;

-- Monday to Friday but Québec's statutory holidays (Loi sur les normes du travail, art. 60; Loi sur la fête nationale,
-- art. 2 and 4). The same days as src/lib/business-hours.ts, and a test holds the two together.
create function private.is_business_day(day date)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select extract(isodow from day) < 6
    and to_char(day, 'MM-DD') not in ('01-01', '12-25', '06-24', '07-01')
    and day <> private.easter(extract(year from day)::integer) - 2
    -- National Patriots' Day: the Monday before 25 May.
    and not (extract(isodow from day) = 1 and to_char(day, 'MM-DD') between '05-18' and '05-24')
    -- Labour Day, first Monday of September; Thanksgiving, second Monday of October.
    and not (extract(isodow from day) = 1 and to_char(day, 'MM-DD') between '09-01' and '09-07')
    and not (extract(isodow from day) = 1 and to_char(day, 'MM-DD') between '10-08' and '10-14')
    -- On a Sunday, the national holidays move to the Monday.
    and not (extract(isodow from day) = 1 and to_char(day - 1, 'MM-DD') in ('06-24', '07-01'));
$$;

grant execute on function private.is_business_day(date) to authenticated;

-- So many days later at the same hour of Québec, moved to the next business day.
create function private.followup_due(sent_at timestamptz, days integer)
returns timestamptz
language plpgsql
immutable
set search_path = ''
as $$
declare
  due timestamp := (sent_at at time zone 'America/Toronto') + days * interval '1 day';
begin
  while not private.is_business_day(due::date) loop
    due := due + interval '1 day';
  end loop;
  return due at time zone 'America/Toronto';
end;
$$;

grant execute on function private.followup_due(timestamptz, integer) to authenticated;

-- Why this first message will have no second one, were it due at that moment; null: it may.
create function private.followup_refusal(send public.email_sends, campaign public.campaigns, due_at timestamptz)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when send.followup_refusal is not null then send.followup_refusal
    when campaign.cancelled_at is not null then 'Campagne annulée'
    when campaign.followups_stopped_at is not null then 'Relances arrêtées pour la campagne'
    when send.followup_stopped_at is not null then 'Relance arrêtée'
    when send.replied_at is not null then 'A répondu'
    when send.bounced_at is not null then 'Adresse en erreur permanente'
    when send.complained_at is not null then 'A signalé un message comme indésirable'
    when send.recipient_email is null or contact.id is null then 'Contact supprimé'
    when lower(contact.email) is distinct from lower(send.recipient_email) then 'L''adresse du contact a changé'
    when contact.status not in ('nouveau', 'contacté') then 'Statut : ' || contact.status
    -- Nothing was sending for that long: it would come out of the blue.
    when due_at < now() - interval '7 days' then 'Échéance dépassée de plus de 7 jours'
    -- What the law says on the day it leaves.
    else public.may_email(contact.id, greatest(now(), due_at))
  end
  from (select) nothing left join public.contacts contact on contact.id = send.contact_id;
$$;

grant execute on function private.followup_refusal(public.email_sends, public.campaigns, timestamptz) to authenticated;

-- For the campaign's screen, who gets a follow-up and when, as one value: [{ email_send_id, contact_id, due_at, reason }],
-- soonest first. `reason` says why there will be none; those who have theirs are not in it.
create function public.campaign_followups(campaign uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'email_send_id', send.id, 'contact_id', send.contact_id, 'due_at', plan.due_at,
      'reason', private.followup_refusal(send, owner, plan.due_at)
    ) order by plan.due_at, send.id
  ), '[]')
  from public.campaigns owner
  join public.email_sends send on send.campaign_id = owner.id and send.step = 0 and send.status = 'envoyé'
  cross join lateral (select private.followup_due(send.finished_at, owner.followup_days) as due_at) plan
  where owner.id = campaign_followups.campaign and owner.auto_followup and send.finished_at is not null
    and not exists (
      select from public.email_sends second
      where second.campaign_id = send.campaign_id and second.contact_id = send.contact_id and second.step = 1
    );
$$;

grant execute on function public.campaign_followups(uuid) to authenticated;

-- Decides the follow-ups whose time has come, once each: a second message is written and then leaves as any message
-- does, with every check of that moment, or the reason why not is kept.
create function private.create_due_followups()
returns void
language plpgsql
set search_path = ''
as $$
declare
  due record;
  owner public.campaigns;
  first public.email_sends;
  template public.email_templates;
  refusal text;
begin
  if private.is_quiet(now()) or not private.is_business_day((now() at time zone 'America/Toronto')::date) then
    return;
  end if;
  for due in
    select send.id, send.campaign_id, private.followup_due(send.finished_at, campaign.followup_days) as due_at
    from public.campaigns campaign
    join public.email_sends send on send.campaign_id = campaign.id and send.step = 0 and send.status = 'envoyé'
    where campaign.auto_followup and campaign.cancelled_at is null and campaign.followups_stopped_at is null
      and campaign.paused_at is null
      and send.finished_at <= now() - campaign.followup_days * interval '1 day' + interval '1 hour'
      and send.followup_stopped_at is null and send.followup_refusal is null
      and private.followup_due(send.finished_at, campaign.followup_days) <= now()
      and not exists (
        select from public.email_sends second
        where second.campaign_id = send.campaign_id and second.contact_id = send.contact_id and second.step = 1
      )
    order by send.campaign_id, send.id
    limit 100
  loop
    -- Campaign first, then its messages, as everywhere; both as they are now.
    select * into owner from public.campaigns campaign where campaign.id = due.campaign_id for update;
    select * into first from public.email_sends send where send.id = due.id for update;
    continue when owner.paused_at is not null or first.followup_stopped_at is not null;
    refusal := private.followup_refusal(first, owner, due.due_at);
    if refusal is not null then
      update public.email_sends send set followup_refusal = left(refusal, 200) where send.id = first.id;
      continue;
    end if;
    select * into template from public.email_templates where id = owner.followup_template_id;
    insert into public.email_sends (
      campaign_id, contact_id, template_id, step, subject, body, status, recipient_email, recipient_name
    )
    select owner.id, contact.id, coalesce(template.id, first.template_id), 1,
      coalesce(
        nullif(private.fill_subject(template.subject, private.template_values(contact)), ''),
        left('Re: ' || first.subject, 998)
      ),
      coalesce(nullif(private.fill_template(template.body, private.template_values(contact)), ''), first.body),
      'programmé', first.recipient_email, contact.name
    from public.contacts contact where contact.id = first.contact_id
    on conflict on constraint email_sends_campaign_contact_step_key do nothing;
    if found then
      update public.campaigns campaign set status = 'en_cours', finished_at = null where campaign.id = owner.id;
    end if;
  end loop;
end;
$$;

-- For all of a campaign (send null), or for one; what waits to leave is cancelled with it. False starts them again.
create function public.stop_followups(campaign uuid, send uuid default null, stopped boolean default true)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
begin
  if send is null then
    update public.campaigns set followups_stopped_at = case when stopped then now() end where id = held.id;
  else
    update public.email_sends set followup_stopped_at = case when stopped then now() end
    where id = send and campaign_id = held.id and step = 0;
  end if;
  if stopped then
    update public.email_sends second set
      status = case when may_have_arrived then 'incertain' else 'annulé' end,
      last_error = 'Relance arrêtée par l''équipe', finished_at = now()
    where second.campaign_id = held.id and second.step = 1 and second.status = 'programmé' and second.lease_token is null
      and (send is null or second.contact_id = (select first.contact_id from public.email_sends first where first.id = send));
    perform private.close_campaign(held.id);
  end if;
end;
$$;

grant execute on function public.stop_followups(uuid, uuid, boolean) to authenticated;
