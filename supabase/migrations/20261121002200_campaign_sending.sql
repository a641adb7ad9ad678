-- The campaign sender (threats.md): every message ends in a visible state, the provider accepts each at most once,
-- and nothing is lost when whoever was sending disappears. As the outbox does, a message is claimed under a lease and
-- finished under that lease's token, by the service role alone; the clock is the database's.

alter table public.campaigns
  add column template_id uuid references public.email_templates (id) on delete set null,
  -- Who the messages come from, among the verified senders.
  add column from_email text,
  -- By a person, or by the sender when the provider refuses everything; the reason is shown as it is.
  add column paused_at timestamptz,
  add column pause_reason text,
  -- Whether somebody pressed « Envoyer maintenant »: then quiet hours do not hold the first message.
  add column send_now boolean not null default false,
  -- Of the follow-up; null: the first message's own, its subject with « Re: ».
  add column followup_template_id uuid references public.email_templates (id) on delete set null,
  -- A browser sends it message by message until then; the dispatcher takes over after.
  add column driven_until timestamptz,
  add column cancelled_at timestamptz,
  add column finished_at timestamptz,
  add constraint campaigns_from_email_length check (char_length(from_email) <= 255),
  add constraint campaigns_from_email_format check (
    from_email ~ '^[^][:space:][:cntrl:]@<>,;:"()[\\]+@[^][:space:][:cntrl:]@<>,;:"()[\\.]+(\.[^][:space:][:cntrl:]@<>,;:"()[\\.]+)+$'
  ),
  add constraint campaigns_pause_reason_length check (char_length(pause_reason) <= 500),
  add constraint campaigns_pause_explained check ((paused_at is null) = (pause_reason is null));

create index campaigns_template_id_idx on public.campaigns (template_id);
create index campaigns_followup_template_id_idx on public.campaigns (followup_template_id);
create index campaigns_due_idx on public.campaigns (send_date) where status = 'programmé';

alter table public.email_sends
  -- Frozen when the campaign is created, as subject and body are: what was approved is what leaves.
  add column recipient_email text,
  add column recipient_name text,
  -- Fixed by the first claim.
  add column from_email text,
  -- Of the sender, fixed by the first claim too: under one key, the provider wants the same bytes.
  add column identity jsonb,
  -- What the link to unsubscribe shows of the person: nothing.
  add column unsubscribe_token uuid not null default gen_random_uuid(),
  add column attempts integer not null default 0,
  -- While a worker holds the row: when its lease ends.
  add column next_attempt_at timestamptz not null default now(),
  add column lease_token uuid,
  add column first_attempt_at timestamptz,
  -- An earlier attempt may have arrived: only the same idempotency key may try again.
  add column may_have_arrived boolean not null default false,
  add column provider_id text,
  add column last_error text,
  add column finished_at timestamptz,
  add constraint email_sends_unsubscribe_token_key unique (unsubscribe_token),
  add constraint email_sends_recipient_email_length check (char_length(recipient_email) <= 255),
  add constraint email_sends_recipient_email_format check (
    recipient_email ~ '^[^][:space:][:cntrl:]@<>,;:"()[\\]+@[^][:space:][:cntrl:]@<>,;:"()[\\.]+(\.[^][:space:][:cntrl:]@<>,;:"()[\\.]+)+$'
  ),
  add constraint email_sends_recipient_name_length check (char_length(recipient_name) <= 100),
  -- Names end up in e-mail headers: a line break there would add headers of the sender's choice.
  add constraint email_sends_recipient_name_one_line check (recipient_name !~ '[[:cntrl:]]'),
  add constraint email_sends_from_email_length check (char_length(from_email) <= 255),
  add constraint email_sends_from_email_format check (
    from_email ~ '^[^][:space:][:cntrl:]@<>,;:"()[\\]+@[^][:space:][:cntrl:]@<>,;:"()[\\.]+(\.[^][:space:][:cntrl:]@<>,;:"()[\\.]+)+$'
  ),
  add constraint email_sends_attempts_range check (attempts >= 0),
  add constraint email_sends_provider_id_length check (char_length(provider_id) <= 200),
  add constraint email_sends_last_error_length check (char_length(last_error) <= 500);

create index email_sends_due_idx on public.email_sends (next_attempt_at) where status = 'programmé';
create index email_sends_finished_at_idx on public.email_sends (finished_at) where status in ('envoyé', 'incertain');

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

revoke all on function private.close_campaign(uuid) from public, anon, authenticated, service_role;

-- Starts the scheduled campaigns whose time has come. One that is more than a day late is held: what was worth saying
-- then may not be now, and a person decides.
create function private.start_due_campaigns()
returns void
language plpgsql
set search_path = ''
as $$
declare
  due record;
begin
  if private.is_quiet(now()) then
    return;
  end if;
  for due in
    select campaign.id, campaign.send_date from public.campaigns as campaign
    where campaign.status = 'programmé' and campaign.send_date <= now() and campaign.paused_at is null
    for update skip locked
  loop
    if due.send_date < now() - interval '24 hours' then
      update public.campaigns as campaign set paused_at = now(),
        pause_reason = 'L''heure prévue est passée depuis plus de 24 heures. Envoyez maintenant, changez la date ou annulez.'
      where campaign.id = due.id;
    else
      update public.campaigns as campaign set status = 'en_cours' where campaign.id = due.id;
      update public.email_sends as send set status = 'programmé', next_attempt_at = now()
      where send.campaign_id = due.id and send.status = 'brouillon';
      perform private.close_campaign(due.id);
    end if;
  end loop;
end;
$$;

revoke all on function private.start_due_campaigns() from public, anon, authenticated, service_role;

-- Messages whose worker never came back, or whose earlier attempt may have arrived, and which this transport cannot
-- safely try again: « incertain », for a person to judge.
create function private.give_up_doubtful_sends(same_key_is_safe boolean)
returns void
language plpgsql
set search_path = ''
as $$
declare
  lost record;
begin
  for lost in
    select held.id, held.campaign_id from public.email_sends as held
    join public.campaigns as campaign on campaign.id = held.campaign_id
    where held.status = 'programmé' and held.next_attempt_at <= now()
      and (held.lease_token is not null or held.may_have_arrived)
      and (
        campaign.cancelled_at is not null
        or not (same_key_is_safe and held.first_attempt_at > now() - interval '23 hours')
      )
    order by held.campaign_id, held.id
    limit 100
  loop
    perform from public.campaigns as campaign where campaign.id = lost.campaign_id for update;
    update public.email_sends as doubtful set
      status = 'incertain', lease_token = null, finished_at = now(),
      last_error = coalesce(doubtful.last_error, 'L''envoi a été interrompu avant la réponse du serveur de courriel.')
    where doubtful.id = lost.id and doubtful.status = 'programmé' and doubtful.next_attempt_at <= now();
    perform private.close_campaign(lost.campaign_id);
  end loop;
end;
$$;

revoke all on function private.give_up_doubtful_sends(boolean) from public, anon, authenticated, service_role;

-- Messages of today (America/Toronto) that count towards the daily cap: accepted, perhaps accepted, or on their way.
create function private.sent_today()
returns bigint
language sql
stable
set search_path = ''
as $$
  select
    (
      select count(*) from public.email_sends
      where status in ('envoyé', 'incertain') and finished_at
        >= date_trunc('day', now() at time zone 'America/Toronto') at time zone 'America/Toronto'
    ) + (select count(*) from public.email_sends where status = 'programmé' and lease_token is not null);
$$;

revoke all on function private.sent_today() from public, anon, authenticated, service_role;
grant execute on function private.sent_today() to authenticated;

-- Why a message may not leave at this moment, whatever was true when it was written; null: it may.
create function private.send_refusal(send public.email_sends)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when send.recipient_email is null then 'Aucune adresse courriel'
    when exists (
      select from public.contacts as contact
      where contact.id = send.contact_id and lower(contact.email) is distinct from lower(send.recipient_email)
    ) then 'L''adresse du contact a changé depuis la création de la campagne'
    else public.may_email(send.contact_id, now())
  end;
$$;

revoke all on function private.send_refusal(public.email_sends) from public, anon, authenticated, service_role;

-- Hands out what is due, each message to one worker for one minute: whatever waits (only_send null, the dispatcher), or
-- the one that a browser asks for. Whoever may no longer be written to is « annulé » here, with the reason.
-- Campaign first, then its messages: every function locks in that order, and claims come one after the other, so that
-- the daily cap is never passed.
create function public.claim_email_sends(
  batch integer, same_key_is_safe boolean, only_send uuid default null, sender text default null
)
returns table (
  id uuid, lease_token uuid, campaign_id uuid, contact_id uuid, step smallint, subject text, body text,
  recipient_email text, recipient_name text, from_email text, identity jsonb, unsubscribe_token uuid
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  who jsonb := private.sender_identity();
  quiet boolean := private.is_quiet(now());
  passed_over uuid[] := '{}';
  left_today bigint;
  candidate record;
  taken public.email_sends;
  refusal text;
begin
  perform pg_advisory_xact_lock(30, 0);
  perform private.give_up_doubtful_sends(same_key_is_safe);
  if only_send is null then
    -- Defined with the follow-ups: scheduled campaigns, then second messages.
    perform private.start_what_is_due();
  end if;
  select settings.daily_cap - private.sent_today() into left_today from public.settings where settings.id = 1;
  if who is null then
    return;
  end if;

  while batch > 0 and left_today > 0 loop
    select waiting.id, waiting.campaign_id, campaign.from_email as campaign_sender into candidate
    from public.email_sends as waiting
    join public.campaigns as campaign on campaign.id = waiting.campaign_id
    where waiting.status = 'programmé' and waiting.next_attempt_at <= now()
      and campaign.status = 'en_cours' and campaign.paused_at is null and campaign.cancelled_at is null
      and case
        when only_send is not null then waiting.id = only_send
        else (campaign.driven_until is null or campaign.driven_until <= now())
          and (not quiet or campaign.send_now and waiting.step = 0)
      end
      and waiting.id <> all (passed_over)
    order by waiting.next_attempt_at, waiting.id
    limit 1;
    exit when not found;

    perform from public.campaigns as campaign
    where campaign.id = candidate.campaign_id
      and campaign.status = 'en_cours' and campaign.paused_at is null and campaign.cancelled_at is null
    for update;
    if not found then
      passed_over := passed_over || candidate.id;
      continue;
    end if;
    select * into taken from public.email_sends as send
    where send.id = candidate.id and send.status = 'programmé' and send.next_attempt_at <= now()
    for update;
    if not found then
      passed_over := passed_over || candidate.id;
      continue;
    end if;
    if only_send is not null then
      update public.campaigns as campaign set driven_until = now() + interval '15 seconds'
      where campaign.id = taken.campaign_id;
    end if;

    refusal := private.send_refusal(taken);
    if refusal is not null then
      update public.email_sends as send set
        -- An earlier attempt may have arrived: « annulé » could be a lie.
        status = case when taken.may_have_arrived or taken.lease_token is not null then 'incertain' else 'annulé' end,
        last_error = refusal, lease_token = null, finished_at = now()
      where send.id = taken.id;
      perform private.close_campaign(taken.campaign_id);
      continue;
    end if;

    return query
    update public.email_sends as send set
      attempts = send.attempts + 1,
      first_attempt_at = coalesce(send.first_attempt_at, now()),
      may_have_arrived = send.may_have_arrived or send.lease_token is not null,
      from_email = coalesce(send.from_email, sender, candidate.campaign_sender),
      identity = coalesce(send.identity, who),
      lease_token = gen_random_uuid(),
      next_attempt_at = now() + interval '60 seconds'
    where send.id = taken.id
    returning send.id, send.lease_token, send.campaign_id, send.contact_id, send.step, send.subject, send.body,
      send.recipient_email, send.recipient_name, send.from_email, send.identity, send.unsubscribe_token;
    batch := batch - 1;
    left_today := left_today - 1;
  end loop;
end;
$$;

revoke all on function public.claim_email_sends(integer, boolean, uuid, text)
  from public, anon, authenticated, service_role;
grant execute on function public.claim_email_sends(integer, boolean, uuid, text) to service_role;

-- Writes down what became of a claimed message; false when the lease was lost, and then nothing is written.
-- « retry » counts and waits 30 s, 60 s, 120 s …, at most 8 times; « wait » and « pause » do not count. « pause »
-- stops the whole campaign. What would be tried again in a cancelled campaign ends instead.
create function public.finish_email_send(
  send_id uuid,
  token uuid,
  outcome text,
  reason text default null,
  sent_as text default null,
  wait_seconds integer default null,
  arrival_possible boolean default false
)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_attempts constant integer := 8;
  held public.email_sends;
  unsure boolean;
  is_cancelled boolean;
begin
  select campaign.cancelled_at is not null into is_cancelled from public.campaigns as campaign
  where campaign.id = (select send.campaign_id from public.email_sends as send where send.id = send_id)
  for update;
  select * into held from public.email_sends as send
  where send.id = send_id and send.lease_token = token and send.status = 'programmé'
  for update;
  if not found then
    return false;
  end if;
  unsure := held.may_have_arrived or arrival_possible;

  if outcome in ('accepted', 'rejected', 'unknown')
    or outcome = 'retry' and held.attempts >= most_attempts
    or outcome in ('retry', 'wait', 'pause') and is_cancelled
  then
    update public.email_sends as send set
      status = case
        when outcome = 'accepted' then 'envoyé'
        -- An earlier attempt may have arrived: « échec » or « annulé » could be a lie.
        when outcome = 'unknown' or unsure then 'incertain'
        when outcome <> 'rejected' and is_cancelled then 'annulé'
        else 'échec'
      end,
      provider_id = left(sent_as, 200),
      last_error = case when outcome = 'accepted' then null else left(reason, 500) end,
      may_have_arrived = unsure,
      lease_token = null,
      finished_at = now()
    where send.id = send_id;
    -- A first message that left moves a new contact on; every other move is a person's.
    if outcome = 'accepted' then
      update public.contacts as contact set status = 'contacté'
      where contact.id = held.contact_id and contact.status = 'nouveau';
    end if;
    perform private.close_campaign(held.campaign_id);
  elsif outcome in ('retry', 'wait', 'pause') then
    update public.email_sends as send set
      attempts = held.attempts - case outcome when 'retry' then 0 else 1 end,
      next_attempt_at = now() + case outcome
        when 'retry' then interval '30 seconds' * power(2, least(held.attempts, most_attempts) - 1)
        when 'wait' then least(greatest(coalesce(wait_seconds, 30), 1), 86400) * interval '1 second'
        else interval '0'
      end,
      last_error = left(reason, 500),
      may_have_arrived = unsure,
      lease_token = null
    where send.id = send_id;
    if outcome = 'pause' then
      update public.campaigns as campaign set
        paused_at = now(), pause_reason = left(coalesce(reason, 'Le fournisseur de courriel refuse les envois.'), 500)
      where campaign.id = held.campaign_id and campaign.paused_at is null;
    end if;
  else
    raise invalid_parameter_value using message = 'Unknown outcome: ' || coalesce(outcome, 'null');
  end if;
  return true;
end;
$$;

revoke all on function public.finish_email_send(uuid, uuid, text, text, text, integer, boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.finish_email_send(uuid, uuid, text, text, text, integer, boolean) to service_role;
