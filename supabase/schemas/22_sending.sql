-- This file holds sending: messages leased to a worker and finished under that lease (docs/decisions/0025), and what
-- holds them back.

-- Accepts { address: text } whose texts a message can end with.
create function private.are_signatures(value jsonb)
returns boolean
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
begin
  if jsonb_typeof(value) <> 'object' then
    return false;
  end if;
  return (
    select count(*) <= 20 and coalesce(bool_and(
      given.key ~ '^[^@[:space:]]{1,64}@[^@[:space:]]{1,190}$' and jsonb_typeof(given.value) = 'string'
      and char_length(given.value #>> '{}') <= 500
    ), true)
    from jsonb_each(value) as given
  );
end;
$$;

grant execute on function private.are_signatures(jsonb) to authenticated, service_role;

-- The one row holds the rules of sending, changed on /admin/parametres/courriels. It holds no secrets: keys and
-- passwords are environment variables of the edge functions.
create table public.sending_settings (
  -- It is always 1, the only row that is read.
  id smallint primary key,
  -- These are the addresses that the mail provider accepts as sender.
  verified_senders text[] not null default '{}',
  -- It counts messages per day (America/Toronto). A new domain starts at 150 and is warmed up.
  daily_cap integer not null default 150,
  -- Scheduled messages and follow-ups wait during quiet hours (America/Toronto, may cross midnight).
  quiet_start time,
  quiet_end time,
  -- A contact gets a campaign message at most once in this many days; 0 means no limit.
  campaign_gap_days integer not null default 14,
  -- These are signatures by sender address: { "projets@studio.ca": "Camille Tremblay…" }.
  sender_signatures jsonb not null default '{}',
  -- Answers to messages are received at this domain (24_conversations.sql); when it is empty, they go to the studio's
  -- own mailbox.
  inbound_domain text not null default '',
  -- A new domain is warmed up: the daily limit follows its steps, and daily_cap bounds them.
  warms_up boolean not null default false,
  -- This is the studio's mandate in the register of lobbyists, from and to a day; it is empty when there is none.
  mandate_number text not null default '',
  mandate_from date,
  mandate_until date,
  updated_at timestamptz not null default now(),
  constraint sending_settings_verified_senders_count check (cardinality(verified_senders) <= 20),
  constraint sending_settings_verified_senders_format check (private.are_email_addresses(verified_senders)),
  constraint sending_settings_daily_cap_range check (daily_cap between 1 and 50000),
  constraint sending_settings_quiet_hours_whole check ((quiet_start is null) = (quiet_end is null) and quiet_start <> quiet_end),
  constraint sending_settings_campaign_gap_days_range check (campaign_gap_days between 0 and 365),
  constraint sending_settings_sender_signatures_shape check (private.are_signatures(sender_signatures)),
  constraint sending_settings_inbound_domain_shape check (
    inbound_domain = '' or inbound_domain = lower(inbound_domain) and private.is_email_address('r@' || inbound_domain)
      and char_length(inbound_domain) <= 200
  ),
  constraint sending_settings_mandate_number_shape check (char_length(mandate_number) <= 100 and private.is_one_line_text(mandate_number)),
  constraint sending_settings_mandate_whole check (
    (mandate_number = '') = (mandate_from is null) and (mandate_from is null) = (mandate_until is null)
    and mandate_from <= mandate_until
  )
);

create trigger sending_settings_set_updated_at before update on public.sending_settings
  for each row execute function private.set_updated_at();

alter table public.sending_settings enable row level security;

grant select, update (
  verified_senders, daily_cap, quiet_start, quiet_end, campaign_gap_days, sender_signatures, inbound_domain, warms_up,
  mandate_number, mandate_from, mandate_until
) on table public.sending_settings to authenticated;
grant select, insert, update, delete on table public.sending_settings to service_role;

create policy "sending_settings: member reads" on public.sending_settings
  for select to authenticated
  using ((select private.is_member()));

create policy "sending_settings: admin changes" on public.sending_settings
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

select private.attach_activity_log('sending_settings');

insert into public.sending_settings (id) values (1);

-- The table holds the addresses that a test message left from, and when the provider last accepted one: the only proof
-- that sending works.
create table private.sender_tests (
  sender text primary key,
  accepted_at timestamptz not null default now(),
  constraint sender_tests_sender_format check (private.is_email_address(sender))
);

alter table private.sender_tests enable row level security;

-- Records a test message that the provider accepted, for the function that sent it.
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

-- Tells whether that moment is within the quiet hours.
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
    from public.sending_settings, (select (at at time zone 'America/Toronto')::time) as clock (hour)
    where id = 1
  ), false);
$$;

grant execute on function private.is_quiet(timestamptz) to authenticated;

-- Returns when the quiet hours that hold at that moment end; null when none hold.
create function private.quiet_until(at timestamptz)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select (wall::date + quiet_end + case when quiet_end <= wall::time then interval '1 day' else interval '0' end)
    at time zone 'America/Toronto'
  from public.sending_settings, (select at at time zone 'America/Toronto') as clock (wall)
  where id = 1 and private.is_quiet(at);
$$;

grant execute on function private.quiet_until(timestamptz) to authenticated;

-- Counts messages of today (America/Toronto) that count towards the daily cap: accepted, of unknown outcome, or being
-- sent.
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

-- Says why every campaign is held for the sake of the sender's reputation; null when none is. record_failure
-- (23_delivery_and_unsubscribe.sql) keeps it until somebody resumes in spite of it.
create function private.reputation_stop()
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select reputation_stop from public.dispatcher_state where id = 1);
end;
$$;

grant execute on function private.reputation_stop() to authenticated;

-- Returns what limits sending at this moment: { sent_today, daily_cap, quiet_now, quiet_until, ready, held, stop,
-- reputation_stop, outage, transport, inbox }; held: a copy was put back (39_restores.sql); stop: why nothing leaves at
-- all. outage: { since, attempts, next_at, reason } while the mail server cannot be reached, one failed call apart,
-- which says nothing yet; inbox: the same of the mailbox that answers are read from.
create function public.sending_state()
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'sent_today', private.sent_today(), 'daily_cap', private.daily_limit(), 'quiet_now', private.is_quiet(now()),
      'quiet_until', private.quiet_until(now()), 'ready', private.sender_identity() is not null,
      'held', private.is_sending_held(), 'stop', private.sending_stop(), 'reputation_stop', state.reputation_stop, 'transport', state.transport,
      'outage', case when state.outage_attempts > 1 then jsonb_build_object(
        'since', state.outage_since, 'attempts', state.outage_attempts, 'next_at', state.outage_next_at,
        'reason', state.outage_reason
      ) end
    )
    from public.sending_settings as rules left join public.dispatcher_state as state on state.id = 1
    where rules.id = 1
  );
end;
$$;

grant execute on function public.sending_state() to authenticated;

-- Starting and claiming ------------------------------------------------------------------------------------------

-- Pauses what nobody has looked after for a day, finished campaigns whose follow-ups wait included: after a restore of an
-- older copy, their messages may have left already, and a person decides. The others are noted as looked after, so that
-- a campaign that waits for its date or for the daily cap goes on.
create function private.hold_stalled_campaigns()
returns void
language plpgsql
set search_path = ''
as $$
declare
  stalled_at constant timestamptz := now() - interval '24 hours';
begin
  update public.campaigns as campaign set
    paused_at = now(), driven_until = null,
    pause_reason = 'Cette campagne n’a pas avancé depuis plus de 24 heures (serveur arrêté, ou copie restaurée). '
      || 'Vérifiez ce qui est déjà parti, puis reprenez ou annulez.'
  where campaign.id in (
    select stalled.id from public.campaigns as stalled
    where stalled.server_seen_at <= stalled_at and stalled.paused_at is null and stalled.cancelled_at is null
      and (
        stalled.status in ('en_cours', 'programmé')
        or stalled.status = 'terminé' and private.follows_up(stalled) and exists (
          select from private.next_followups(stalled.id) as plan
          where plan.followup_refusal is null and not private.is_followup_stopped(stalled.id, plan.contact_id)
        )
      )
    for update skip locked
  );
  update public.campaigns as campaign set server_seen_at = now()
  where campaign.id in (
    select looked_after.id from public.campaigns as looked_after
    where looked_after.server_seen_at > stalled_at and looked_after.server_seen_at < now() - interval '5 minutes'
      and looked_after.paused_at is null
      and (
        looked_after.status in ('en_cours', 'programmé')
        or looked_after.status = 'terminé' and private.follows_up(looked_after)
      )
    for update skip locked
  );
end;
$$;

-- Starts the scheduled campaigns that are due. One more than a day late is paused: its text may be out of date, and a
-- person decides. One that cannot start is paused with the reason, and the others start.
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
      and campaign.server_seen_at > now() - interval '24 hours'
    for update skip locked
  loop
    if due.send_date < now() - interval '24 hours' then
      update public.campaigns as campaign set paused_at = now(),
        pause_reason = 'L''heure prévue est passée depuis plus de 24 heures. Envoyez maintenant, changez la date ou annulez.'
      where campaign.id = due.id;
    else
      begin
        update public.campaigns as campaign set status = 'en_cours' where campaign.id = due.id;
        update public.email_sends as send set status = 'programmé', next_attempt_at = now()
        where send.campaign_id = due.id and send.status = 'brouillon';
        perform private.close_campaign(due.id);
      exception when integrity_constraint_violation or data_exception then
        raise warning 'Campaign % could not start: %', due.id, sqlerrm;
        update public.campaigns as campaign set paused_at = now(),
          pause_reason = 'La campagne n’a pas pu commencer : un de ses messages est refusé par la base de données. '
            || 'Reprenez-la ou annulez-la.'
        where campaign.id = due.id;
      end;
    end if;
  end loop;
end;
$$;

-- Begins each run of the dispatcher: scheduled campaigns, then follow-ups.
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

-- Marks as « incertain » the messages of unknown outcome that this transport cannot safely send again: the worker's
-- lease ended without an answer, or an earlier attempt may have arrived. A person then decides.
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
    update public.email_sends as unknown set
      status = 'incertain', lease_token = null, finished_at = now(),
      last_error = coalesce(unknown.last_error, 'L''envoi a été interrompu avant la réponse du serveur de courriel.')
    where unknown.id = lost.id and unknown.status = 'programmé' and unknown.next_attempt_at <= now();
    perform private.close_campaign(lost.campaign_id);
  end loop;
end;
$$;

-- Finds the ground of a message to a holder of a public office who was written to before: { ground, reference }. It is
-- null when there is none, and when the message needs none.
create function private.ground_to_send(send public.email_sends)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(
    case when campaign.lobbying_ground is not null then
      jsonb_build_object('ground', campaign.lobbying_ground, 'reference', campaign.lobbying_reference)
    end,
    private.standing_ground(send.contact_id, now())
  )
  from public.campaigns as campaign
  where campaign.id = send.campaign_id and private.lobbying_refusal(send.contact_id) is not null
    and (
      send.step > 0
      or private.last_written_at(send.contact_id, send.recipient_email, send.campaign_id) is not null
    );
$$;

-- Says why a message must not be sent at this moment, whatever held when it was written; null when it may be. The first
-- information of a person who holds a public office passes; whatever follows needs a ground.
create function private.send_refusal(send public.email_sends)
returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(
    case when send.recipient_email is null then 'Aucune adresse courriel' end,
    (
      select case
        when lower(contact.email) is distinct from lower(send.recipient_email)
          then 'L''adresse du contact a changé depuis la création de la campagne'
        when contact.status = 'partenaire' then 'Devenu partenaire depuis la création de la campagne'
        when send.step > 0 and contact.status = 'intéressé' then 'Devenu intéressé depuis la préparation de la relance'
        when send.step > 0 and private.has_replied(send.contact_id, send.recipient_email) then 'A répondu'
        when send.step > 0 and private.met_since(send.contact_id, send.campaign_id) is not null
          then 'Rencontre notée depuis la préparation de la relance'
      end
      from public.contacts as contact where contact.id = send.contact_id
    ),
    public.may_email(send.contact_id, now()),
    private.frequency_refusal(send.contact_id, send.recipient_email, send.campaign_id),
    case
      when private.ground_to_send(send) is null and (
        send.step > 0
        or private.last_written_at(send.contact_id, send.recipient_email, send.campaign_id) is not null
      ) then private.lobbying_refusal(send.contact_id)
    end
  );
$$;

-- Returns what the message says of why this person gets it (Canada's anti-spam law): the basis in force when it was
-- first attempted, with its date and source.
create function private.consent_facts(contact uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'basis', basis, 'occurred_at', occurred_at, 'source_url', source_url
  ))
  from private.current_consents(contact, now());
$$;

-- Pauses what is open while too many addresses bounced or people complained: the campaigns of before, and each that
-- somebody starts, resumes by another way or plans meanwhile.
create function private.hold_for_reputation()
returns void
language sql
set search_path = ''
as $$
  update public.campaigns as campaign set
    paused_at = now(), pause_reason = private.reputation_stop(), driven_until = null
  where private.reputation_stop() is not null and campaign.status in ('en_cours', 'programmé')
    and campaign.paused_at is null and campaign.cancelled_at is null;
$$;

-- Ends a message that the database refuses to lease, with the reason, so that the others leave. A row that no longer
-- meets a rule of today cannot even be ended: then its campaign is paused.
create function private.set_aside(send public.email_sends)
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.email_sends as unfit set
    status = (case when unfit.may_have_arrived or unfit.lease_token is not null then 'incertain' else 'échec' end)::public.send_status,
    last_error = 'Ce message est refusé par la base de données et n’a pas pu partir.', lease_token = null, finished_at = now()
  where unfit.id = send.id;
  perform private.close_campaign(send.campaign_id);
exception when integrity_constraint_violation or data_exception then
  update public.campaigns as campaign set
    paused_at = now(), driven_until = null,
    pause_reason = format('Le message à %s est refusé par la base de données. Corrigez ou annulez la campagne.', send.recipient_email)
  where campaign.id = send.campaign_id;
end;
$$;

-- Leases due messages to one worker for one minute: up to `batch` of them (only_send null, the dispatcher), or the one
-- that a browser asks for. A message that must not be sent any more becomes « annulé », with the reason; a campaign whose
-- sender is not verified any more is paused. Campaigns are always locked before their messages, and claims are
-- serialised, so that the daily cap is never exceeded.
create function public.claim_email_sends(
  batch integer, same_key_is_safe boolean, only_send uuid default null, sender text default null
)
returns table (
  id uuid, lease_token uuid, campaign_id uuid, contact_id uuid, step smallint, subject text, body text,
  recipient_email text, recipient_name text, from_email text, identity jsonb, unsubscribe_token uuid,
  -- A follow-up has { id, from_email, message_id } of the first message, for the headers that tie the two together.
  follows jsonb
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  who jsonb := private.sender_identity();
  quiet boolean := private.is_quiet(now());
  in_hours boolean := private.is_business_time(now());
  passed_over uuid[] := '{}';
  left_today bigint;
  candidate record;
  taken public.email_sends;
  verified text[];
  writes_as text;
  refusal text;
  ground jsonb;
  gap_days integer;
begin
  perform pg_advisory_xact_lock(30, 0);
  if private.is_sending_held() then
    return;
  end if;
  perform private.mark_unknown_outcomes(same_key_is_safe);
  perform private.hold_stalled_campaigns();
  if private.sending_stop() is not null then
    return;
  end if;
  perform private.hold_for_reputation();
  if exists (select from public.dispatcher_state as state where state.id = 1 and state.outage_next_at > now()) then
    return;
  end if;
  if only_send is null then
    perform private.start_due_sending();
  end if;
  perform private.advance_warmup();
  select private.daily_limit() - private.sent_today(), array(select lower(unnest(rules.verified_senders))),
    rules.campaign_gap_days
  into left_today, verified, gap_days
  from public.sending_settings as rules where rules.id = 1;
  if who is null then
    return;
  end if;

  while batch > 0 and left_today > 0 loop
    select waiting.id, waiting.campaign_id, campaign.from_email as campaign_sender into candidate
    from public.email_sends as waiting
    join public.campaigns as campaign on campaign.id = waiting.campaign_id
    where waiting.status = 'programmé' and waiting.next_attempt_at <= now()
      and campaign.status = 'en_cours' and campaign.paused_at is null and campaign.cancelled_at is null
      and campaign.server_seen_at > now() - interval '24 hours'
      and case
        when only_send is not null then waiting.id = only_send
        else (campaign.driven_until is null or campaign.driven_until <= now())
          and (not quiet or campaign.send_now and waiting.step = 0)
      end
      and (
        waiting.step = 0
        or in_hours and private.absent_until(waiting.contact_id, waiting.recipient_email, now()) is null
      )
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
    writes_as := coalesce(taken.from_email, sender, candidate.campaign_sender);
    if (lower(writes_as) = any (verified)) is not true then
      update public.campaigns as campaign set
        paused_at = now(), driven_until = null,
        pause_reason = format(
          'L’adresse d’expédition %s n’est plus vérifiée dans les réglages. Remettez-la dans la liste et reprenez, ou annulez.',
          coalesce(writes_as, '(aucune)')
        )
      where campaign.id = taken.campaign_id;
      continue;
    end if;
    if only_send is not null then
      update public.campaigns as campaign set driven_until = now() + interval '15 seconds'
      where campaign.id = taken.campaign_id;
    end if;

    -- Another campaign's message to the same person is being sent, and its outcome decides about this one.
    if gap_days > 0 and exists (
      select from public.email_sends as other
      where other.status = 'programmé' and other.lease_token is not null and other.campaign_id <> taken.campaign_id
        and (other.contact_id = taken.contact_id or lower(other.recipient_email) = lower(taken.recipient_email))
    ) then
      passed_over := passed_over || candidate.id;
      continue;
    end if;
    refusal := private.send_refusal(taken);
    if refusal is not null then
      update public.email_sends as send set
        -- An earlier attempt may have arrived: « annulé » could be wrong.
        status = (case when taken.may_have_arrived or taken.lease_token is not null then 'incertain' else 'annulé' end)::public.send_status,
        last_error = refusal, lease_token = null, finished_at = now()
      where send.id = taken.id;
      perform private.close_campaign(taken.campaign_id);
      continue;
    end if;

    begin
      ground := private.ground_to_send(taken);
      return query
      update public.email_sends as send set
        attempts = send.attempts + 1,
        first_attempt_at = coalesce(send.first_attempt_at, now()),
        may_have_arrived = send.may_have_arrived or send.lease_token is not null,
        from_email = writes_as,
        identity = coalesce(
          send.identity, who || jsonb_build_object('consent', private.consent_facts(taken.contact_id))
            || jsonb_strip_nulls(jsonb_build_object('reply_to', private.reply_address(taken.id)))
        ),
        lobbying_ground = coalesce(send.lobbying_ground, (ground ->> 'ground')::public.lobbying_ground),
        lobbying_reference = coalesce(send.lobbying_reference, ground ->> 'reference'),
        lease_token = gen_random_uuid(),
        next_attempt_at = now() + interval '60 seconds'
      from (select) as nothing
      left join public.email_sends as first
        on taken.step > 0 and first.campaign_id = taken.campaign_id and first.contact_id = taken.contact_id and first.step = 0
      where send.id = taken.id
      returning send.id, send.lease_token, send.campaign_id, send.contact_id, send.step, send.subject, send.body,
        send.recipient_email, send.recipient_name, send.from_email, send.identity, send.unsubscribe_token,
        case when first.id is not null then
          jsonb_build_object('id', first.id, 'from_email', first.from_email, 'message_id', first.message_id)
        end;
    exception when integrity_constraint_violation or data_exception then
      raise warning 'Message % could not be claimed: %', taken.id, sqlerrm;
      perform private.set_aside(taken);
      continue;
    end;
    batch := batch - 1;
    left_today := left_today - 1;
  end loop;
end;
$$;

grant execute on function public.claim_email_sends(integer, boolean, uuid, text) to service_role;

-- Notes that the mail server could not be reached. One such call says little; from the second in a row on nothing is
-- claimed before the next attempt, 30 s, 60 s, 120 s … later, at most 15 minutes. Calls that failed together are one
-- attempt.
create function private.note_outage(reason text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.dispatcher_state as state (id, outage_since, outage_attempts, outage_reason)
  values (1, now(), 1, left(reason, 500))
  on conflict (id) do update set
    outage_since = coalesce(state.outage_since, now()),
    outage_attempts = state.outage_attempts + 1,
    outage_next_at = case when state.outage_attempts > 0
      then now() + least(interval '30 seconds' * power(2, least(state.outage_attempts, 10) - 1), interval '15 minutes')
    end,
    outage_reason = excluded.outage_reason
  where state.outage_next_at is null or state.outage_next_at <= now();
end;
$$;

create function private.end_outage()
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.dispatcher_state set outage_since = null, outage_attempts = 0, outage_next_at = null, outage_reason = null
  where id = 1 and outage_since is not null;
end;
$$;

-- Records the outcome of a claimed message; false when the lease was lost, and then nothing is written.
-- 'retry' counts as an attempt and backs off 30 s, 60 s, 120 s …, at most 8 times; 'wait', 'pause' and 'unreachable' do not
-- count. 'pause' pauses the whole campaign; 'unreachable' holds all of them while the outage lasts (private.note_outage). In
-- a cancelled campaign nothing is tried again.
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
    or outcome in ('retry', 'wait', 'pause', 'unreachable') and is_cancelled
  then
    update public.email_sends as send set
      status = (case
        when outcome = 'accepted' then 'envoyé'
        -- An earlier attempt may have arrived: « échec » or « annulé » could be wrong.
        when outcome = 'unknown' or unsure then 'incertain'
        when outcome <> 'rejected' and is_cancelled then 'annulé'
        else 'échec'
      end)::public.send_status,
      provider_id = left(sent_as, 200),
      last_error = case when outcome = 'accepted' then null else left(reason, 500) end,
      may_have_arrived = unsure,
      lease_token = null,
      finished_at = now()
    where send.id = send_id;
    if outcome = 'accepted' then
      perform private.mark_contacted(held.contact_id);
    end if;
    perform private.close_campaign(held.campaign_id);
  elsif outcome in ('retry', 'wait', 'pause', 'unreachable') then
    update public.email_sends as send set
      attempts = held.attempts - case outcome when 'retry' then 0 else 1 end,
      next_attempt_at = now() + case outcome
        when 'retry' then interval '30 seconds' * power(2, least(held.attempts, most_attempts) - 1)
        when 'wait' then least(greatest(coalesce(wait_seconds, 30), 1), 86400) * interval '1 second'
        when 'unreachable' then interval '30 seconds'
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
  if outcome = 'unreachable' then
    perform private.note_outage(reason);
  elsif outcome in ('accepted', 'rejected', 'wait', 'pause') then
    perform private.end_outage();
  end if;
  return true;
end;
$$;

grant execute on function public.finish_email_send(uuid, uuid, text, text, text, integer, boolean) to service_role;
