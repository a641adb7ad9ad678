-- Sending: who writes and within which bounds, handing out messages under a lease, what the provider reports, and
-- unsubscribing.

-- Who writes the campaigns and within which bounds: one row, changed on /admin/parametres. Nothing secret is here; keys
-- and passwords are variables of the functions.
create table public.settings (
  -- Row 1 is the one that counts.
  id smallint primary key,
  -- Empty until somebody fills them in: nothing is sent before (Canada's anti-spam law wants them in each message).
  sender_name text not null,
  legal_name text not null default '',
  postal_address text not null default '',
  contact_email text not null default '',
  contact_phone text not null default '',
  -- Addresses that the provider lets us write from.
  verified_senders text[] not null default '{}',
  -- Messages a day (America/Toronto). A new domain starts at 150 and is warmed up.
  daily_cap integer not null default 150,
  -- Scheduled messages and follow-ups wait during these hours of America/Toronto, midnight crossed or not.
  quiet_start time,
  quiet_end time,
  updated_at timestamptz not null default now(),
  -- Months after which it goes; null: kept until somebody acts.
  rejected_prospects_months integer,
  quote_requests_months integer,
  -- Names end up in e-mail headers: a line break there would add headers of the writer's choice.
  constraint settings_sender_name_shape check (char_length(sender_name) <= 100 and sender_name !~ '[[:cntrl:]]'),
  constraint settings_legal_name_shape check (char_length(legal_name) <= 200 and legal_name !~ '[[:cntrl:]]'),
  constraint settings_postal_address_shape check (char_length(postal_address) <= 300 and postal_address !~ '[[:cntrl:]]'),
  constraint settings_contact_phone_shape check (char_length(contact_phone) <= 20 and contact_phone !~ '[[:cntrl:]]'),
  constraint settings_contact_email_length check (char_length(contact_email) <= 255),
  constraint settings_contact_email_format check (contact_email = '' or private.is_email_address(contact_email)),
  constraint settings_verified_senders_count check (cardinality(verified_senders) <= 20),
  constraint settings_verified_senders_format check (private.are_email_addresses(verified_senders)),
  constraint settings_daily_cap_range check (daily_cap between 1 and 50000),
  constraint settings_quiet_hours_whole check ((quiet_start is null) = (quiet_end is null) and quiet_start <> quiet_end),
  constraint settings_rejected_prospects_months_range check (rejected_prospects_months between 1 and 120),
  constraint settings_quote_requests_months_range check (quote_requests_months between 1 and 120)
);

create trigger settings_set_updated_at before update on public.settings
  for each row execute function private.set_updated_at();

alter table public.settings enable row level security;

grant select, update (
  sender_name, legal_name, postal_address, contact_email, contact_phone, verified_senders, daily_cap, quiet_start, quiet_end
) on table public.settings to authenticated;
grant select, insert, update, delete on table public.settings to service_role;
grant update (rejected_prospects_months, quote_requests_months) on table public.settings to authenticated;

create policy "settings: admin reads" on public.settings
  for select to authenticated
  using ((select private.is_admin()));

create policy "settings: admin changes" on public.settings
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

insert into public.settings (id, sender_name) values (1, '');

-- What every message says of its sender; null while something of it lacks, and then nothing is sent.
create function private.sender_identity()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'sender_name', sender_name, 'legal_name', legal_name, 'postal_address', postal_address,
    'contact_email', contact_email, 'contact_phone', contact_phone
  )
  from public.settings
  where id = 1 and btrim(sender_name) <> '' and btrim(legal_name) <> '' and btrim(postal_address) <> '' and contact_email <> '';
$$;

grant execute on function private.sender_identity() to authenticated;

-- Whether messages that can wait should, at that moment.
create function private.is_quiet(at timestamptz)
returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce((
    select case
      when quiet_start < quiet_end then hour >= quiet_start and hour < quiet_end
      else hour >= quiet_start or hour < quiet_end
    end
    from public.settings, (select (at at time zone 'America/Toronto')::time) as clock (hour)
    where id = 1
  ), false);
$$;

grant execute on function private.is_quiet(timestamptz) to authenticated;

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

grant execute on function private.sent_today() to authenticated;

-- What holds every campaign back at this moment: { sent_today, daily_cap, quiet_now, ready }.
create function public.sending_state()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'sent_today', private.sent_today(), 'daily_cap', settings.daily_cap, 'quiet_now', private.is_quiet(now()),
    'ready', private.sender_identity() is not null
  )
  from public.settings where id = 1;
$$;

grant execute on function public.sending_state() to authenticated;

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

-- The dispatcher's turn begins with what has become due: scheduled campaigns, then follow-ups.
create function private.start_due_sending()
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.start_due_campaigns();
  perform private.create_due_followups();
end;
$$;

-- Messages whose worker never came back, or whose earlier attempt may have arrived, and which this transport cannot
-- safely try again: « incertain », for a person to judge.
create function private.mark_unknown_outcomes(same_key_is_safe boolean)
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
  perform private.mark_unknown_outcomes(same_key_is_safe);
  if only_send is null then
    -- Defined with the follow-ups: scheduled campaigns, then second messages.
    perform private.start_due_sending();
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

grant execute on function public.finish_email_send(uuid, uuid, text, text, text, integer, boolean) to service_role;

create table public.email_events (
  -- The provider's own (svix-id): the same event twice is one.
  id text primary key,
  email_send_id uuid references public.email_sends (id) on delete cascade,
  kind text not null,
  detail text,
  occurred_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint email_events_id_length check (btrim(id) <> '' and char_length(id) <= 200),
  constraint email_events_kind_known check (
    kind in ('sent', 'delivered', 'delayed', 'bounced', 'soft_bounced', 'complained', 'opened', 'clicked', 'failed', 'suppressed')
  ),
  constraint email_events_detail_length check (char_length(detail) <= 500)
);

create index email_events_email_send_id_idx on public.email_events (email_send_id, occurred_at);

alter table public.email_events enable row level security;

grant select on table public.email_events to authenticated, service_role;

create policy "email_events: admin reads" on public.email_events
  for select to authenticated
  using ((select private.is_admin()));

-- Sending stops by itself where the provider would stop us: 4 % of bounces, 0.08 % of complaints (Resend's limits), over
-- the last 30 days. Under a hundred messages one bad address would decide; five bounces or two complaints are then asked.
create function private.pause_when_reputation_suffers()
returns void
language plpgsql
set search_path = ''
as $$
declare
  messages bigint;
  bounces bigint;
  complaints bigint;
  why text;
begin
  select count(*), count(bounced_at), count(complained_at) into messages, bounces, complaints
  from public.email_sends
  where status in ('envoyé', 'incertain') and finished_at > now() - interval '30 days';
  if complaints >= (case when messages < 1250 then 2 else 1 end) and complaints > messages * 0.0008 then
    why := format('%s plaintes sur %s messages en 30 jours : plus que le seuil de 0,08 %%.', complaints, messages);
  elsif bounces >= 5 and bounces > messages * 0.04 then
    why := format('%s adresses en erreur sur %s messages en 30 jours : plus que le seuil de 4 %%.', bounces, messages);
  else
    return;
  end if;
  update public.campaigns set paused_at = now(), pause_reason = why, driven_until = null
  where status in ('en_cours', 'programmé') and paused_at is null;
end;
$$;

-- A bounce or a complaint, from the provider or by hand: the address leaves the list at once.
create function private.record_failure(send public.email_sends, kind text, occurred_at timestamptz, detail text, author uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if kind = 'bounced' then
    update public.email_sends as target set
      bounced_at = least(target.bounced_at, record_failure.occurred_at), bounce_reason = coalesce(target.bounce_reason, left(detail, 500))
    where target.id = send.id;
  else
    update public.email_sends as target set complained_at = least(target.complained_at, record_failure.occurred_at)
    where target.id = send.id;
  end if;
  if coalesce(send.recipient_email, send.recipient_hash) is not null then
    perform private.suppress(coalesce(private.email_hash(send.recipient_email), send.recipient_hash), kind, author);
  end if;
  perform private.pause_when_reputation_suffers();
end;
$$;

-- One event of the provider, by the function email-webhook. `send` comes from the message's own tag, so that an event
-- that is faster than our own note of the sending finds its message. False: nothing of ours, or already known.
create function public.record_email_event(
  event_id text, send uuid, provider_message text, kind text, occurred_at timestamptz, detail text default null
)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  target public.email_sends;
begin
  select * into target from public.email_sends
  where id = coalesce(send, (select s.id from public.email_sends s where s.provider_id = provider_message limit 1));
  if not found then
    return false;
  end if;
  -- Campaign first, then its messages, as everywhere.
  perform from public.campaigns where id = target.campaign_id for update;
  insert into public.email_events (id, email_send_id, kind, detail, occurred_at)
  values (event_id, target.id, kind, left(detail, 500), occurred_at)
  on conflict (id) do nothing;
  if not found then
    return false;
  end if;

  if kind in ('sent', 'delivered', 'opened', 'clicked', 'bounced', 'soft_bounced', 'complained') then
    -- The provider had it: a doubt is settled.
    update public.email_sends set status = 'envoyé', provider_id = coalesce(provider_id, provider_message), last_error = null
    where id = target.id and status = 'incertain';
    if found then
      update public.contacts set status = 'contacté' where id = target.contact_id and status = 'nouveau';
    end if;
  end if;
  if kind = 'delivered' then
    update public.email_sends s set delivered_at = least(s.delivered_at, record_email_event.occurred_at) where s.id = target.id;
  elsif kind = 'opened' then
    update public.email_sends s set opened_at = least(s.opened_at, record_email_event.occurred_at) where s.id = target.id;
  elsif kind = 'clicked' then
    update public.email_sends s set clicked_at = least(s.clicked_at, record_email_event.occurred_at) where s.id = target.id;
  elsif kind in ('bounced', 'complained') then
    perform private.record_failure(target, kind, occurred_at, detail, null);
  elsif kind = 'suppressed' then
    -- The provider refuses the address: an earlier bounce or complaint that it knows of.
    perform private.record_failure(target, 'bounced', occurred_at, coalesce(detail, 'Adresse bloquée par le fournisseur'), null);
  end if;
  return true;
end;
$$;

grant execute on function public.record_email_event(text, uuid, text, text, timestamptz, text) to service_role;

-- A mail server answers bounces by e-mail, read by a person: recorded by hand.
create function public.record_bounce(send uuid, detail text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  target public.email_sends;
begin
  perform private.require_admin();
  perform from public.campaigns where id = (select campaign_id from public.email_sends where id = send) for update;
  select * into target from public.email_sends where id = send and status in ('envoyé', 'incertain') for update;
  if not found then
    raise exception using message = 'Ce message n''a pas été envoyé';
  end if;
  perform private.record_failure(target, 'bounced', now(), coalesce(nullif(btrim(detail), ''), 'Noté par l''équipe'), auth.uid());
end;
$$;

grant execute on function public.record_bounce(uuid, text) to authenticated;

-- « A répondu »: no follow-up to whoever answered. False takes the mark back.
create function public.mark_replied(send uuid, replied boolean default true)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.email_sends set replied_at = case when replied then coalesce(replied_at, now()) end where id = send;
  if not found then
    raise exception using message = 'Ce message n''existe plus';
  end if;
end;
$$;

grant execute on function public.mark_replied(uuid, boolean) to authenticated;

-- By campaign: { campaign id: { delivered, bounced, complained, opened, clicked, replied } }, for one or for all.
create function public.campaign_feedback(only_campaign uuid default null)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(campaign_id, figures), '{}') from (
    select campaign_id, jsonb_build_object(
      'delivered', count(delivered_at), 'bounced', count(bounced_at), 'complained', count(complained_at),
      'opened', count(opened_at), 'clicked', count(clicked_at), 'replied', count(replied_at)
    ) as figures
    from public.email_sends
    where only_campaign is null or campaign_id = only_campaign
    group by campaign_id
  ) grouped;
$$;

grant execute on function public.campaign_feedback(uuid) to authenticated;

-- Who wrote, for the page behind the link; null for an unknown token. Changes nothing, shows nothing of the person.
create function public.unsubscribe_page(token uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'sender_name', coalesce(send.identity ->> 'sender_name', settings.sender_name),
    'legal_name', coalesce(send.identity ->> 'legal_name', settings.legal_name),
    'postal_address', coalesce(send.identity ->> 'postal_address', settings.postal_address),
    'contact_email', coalesce(send.identity ->> 'contact_email', settings.contact_email),
    'done', exists (
      select from private.standing_suppressions() standing
      where standing.email_hash = coalesce(private.email_hash(send.recipient_email), send.recipient_hash)
    )
  )
  from public.email_sends send
  left join public.settings on settings.id = 1
  where send.unsubscribe_token = token;
$$;

grant execute on function public.unsubscribe_page(uuid) to anon, authenticated, service_role;

-- Acts at once, as often as asked. False: no message carries this token.
create function public.unsubscribe(token uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  send public.email_sends;
  hash text;
begin
  select * into send from public.email_sends where unsubscribe_token = token;
  if not found then
    return false;
  end if;
  hash := coalesce(private.email_hash(send.recipient_email), send.recipient_hash);
  if hash is null then
    return false;
  end if;
  if send.recipient_email is not null
    and not exists (select from private.standing_suppressions() standing where standing.email_hash = hash)
  then
    insert into public.consent_events (contact_id, email, basis, occurred_at, evidence)
    values (send.contact_id, send.recipient_email, 'withdrawn', now(), 'Lien de désabonnement du message ' || send.id);
  end if;
  perform private.suppress(hash, 'unsubscribed');
  return true;
end;
$$;

grant execute on function public.unsubscribe(uuid) to anon, authenticated, service_role;
