-- A copy of the database that was put back holds all sending until a person went through what may have left since.

-- Copies of the database that were put back: nothing is sent to anybody until a person has gone through what may have left
-- since (docs/decisions/0116). What claims messages asks private.is_sending_held() first.

-- One row a copy that was put back; the one that is not lifted holds all sending.
create table public.sending_holds (
  id uuid primary key default gen_random_uuid(),
  held_at timestamptz not null default now(),
  -- When the copy was made; null: nobody said.
  copied_at timestamptz,
  -- 'restore': set by npm run restore; 'mark': the database is behind the number that is kept outside it.
  found_by text not null,
  lifted_at timestamptz,
  lifted_by uuid references auth.users (id) on delete set null,
  constraint sending_holds_found_by_known check (found_by in ('restore', 'mark'))
);

create unique index sending_holds_in_force_key on public.sending_holds ((true)) where lifted_at is null;
create index sending_holds_lifted_by_idx on public.sending_holds (lifted_by);

alter table public.sending_holds enable row level security;

-- Only the functions below write.
grant select on table public.sending_holds to authenticated, service_role;

create policy "sending_holds: member reads" on public.sending_holds
  for select to authenticated
  using ((select private.is_member()));

-- Counts what was given to the mail server. The same number is kept outside the database, in the bucket « send-mark »: a
-- database that is behind it is a copy.
create table private.send_mark (
  -- Always 1: the only row.
  id smallint primary key,
  number bigint not null,
  constraint send_mark_number_range check (number >= 0)
);

alter table private.send_mark enable row level security;

insert into private.send_mark (id, number) values (1, 0);

-- Read and written by the functions, with the service role alone.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('send-mark', 'send-mark', false, 1024, array['text/plain'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create function private.is_sending_held()
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (select from public.sending_holds where lifted_at is null);
end;
$$;

grant execute on function private.is_sending_held() to authenticated;

-- Holds all sending, and leaves nothing that could go by itself once it is lifted: whatever waited may have left after the
-- copy was made. Campaigns that were paused already are told of it too, as they may have been resumed since.
create function private.hold_sending(copied timestamptz, found text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  reason constant text := 'Une copie des données a été remise en place : ce message est peut-être déjà parti. Vérifiez, puis renvoyez-le.';
begin
  if private.is_sending_held() then
    return;
  end if;
  insert into public.sending_holds (copied_at, found_by) values (copied, found);
  update public.campaigns as campaign set
    paused_at = coalesce(campaign.paused_at, now()), driven_until = null,
    pause_reason = 'Une copie des données a été remise en place. Dites ce qui est déjà parti, puis reprenez ou annulez.'
  where campaign.cancelled_at is null and (
    campaign.status in ('en_cours', 'programmé')
    or campaign.status = 'terminé' and campaign.auto_followup and campaign.followups_stopped_at is null
      and campaign.finished_at > now() - interval '60 days'
  );
  update public.email_sends as held set status = 'incertain', last_error = reason, lease_token = null, finished_at = now()
  where held.status = 'programmé' and (held.lease_token is not null or held.may_have_arrived);
  update public.notifications as held set state = 'incertain', last_error = reason, lease_token = null, finished_at = now()
  where held.state = 'en_attente';
  update public.invitations as held set mail_state = 'incertain', last_error = reason, lease_token = null
  where held.mail_state = 'en_attente';
  update private.daily_digests as held set
    state = 'incertain', last_error = reason, lease_token = null, content = null, finished_at = now()
  where held.state = 'en_attente';
  -- This morning's may have been written already.
  insert into private.daily_digests (day, user_id, state)
  select (now() at time zone 'America/Toronto')::date, role.user_id, 'rien' from public.user_roles as role where role.role = 'admin'
  on conflict (day, user_id) do nothing;
end;
$$;

-- Compares the number that is kept outside with the database's own, and holds all sending when this one is behind, or when
-- the other is gone. seen: null when there is none outside. Returns { held, number }: the number to keep outside.
create function public.compare_send_mark(seen bigint)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  own bigint;
begin
  select mark.number into own from private.send_mark as mark where mark.id = 1 for update;
  if seen > own or seen is null and own > 0 then
    perform private.hold_sending(null, 'mark');
  end if;
  update private.send_mark as mark set number = greatest(own, seen, 1) where mark.id = 1 returning mark.number into own;
  return jsonb_build_object('held', private.is_sending_held(), 'number', own);
end;
$$;

grant execute on function public.compare_send_mark(bigint) to service_role;

-- Counts one more message, before it is given to the mail server; null while all sending is held.
create function public.next_send_mark()
returns bigint
language plpgsql
security definer
set search_path = ''
as $$
declare
  own bigint;
begin
  if private.is_sending_held() then
    return null;
  end if;
  update private.send_mark as mark set number = mark.number + 1 where mark.id = 1 returning mark.number into own;
  return own;
end;
$$;

grant execute on function public.next_send_mark() to service_role;

-- Everything that the screen of a copy that was put back shows; null when nothing is held:
-- { held_at, copied_at, found_by, last_run_at, campaigns: [{ id, name, status, paused_at, sent, waiting, uncertain }],
-- messages: [{ id, kind, email, subject, created_at }] }
create function public.restore_review()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_member() then
    raise insufficient_privilege using message = 'Cette action est réservée à l''équipe';
  end if;
  return (
    select jsonb_build_object(
      'held_at', hold.held_at, 'copied_at', hold.copied_at, 'found_by', hold.found_by,
      'last_run_at', (select state.last_run_at from public.dispatcher_state as state where state.id = 1),
      'campaigns', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', campaign.id, 'name', campaign.name, 'status', campaign.status, 'paused_at', campaign.paused_at,
          'sent', counted.sent, 'waiting', counted.waiting, 'uncertain', counted.uncertain
        ) order by campaign.created_at)
        from public.campaigns as campaign, lateral (
          select count(*) filter (where send.status = 'envoyé') as sent,
            count(*) filter (where send.status in ('programmé', 'brouillon')) as waiting,
            count(*) filter (where send.status = 'incertain') as uncertain
          from public.email_sends as send where send.campaign_id = campaign.id
        ) as counted
        where campaign.cancelled_at is null and (
          campaign.status in ('en_cours', 'programmé')
          or campaign.status = 'terminé' and campaign.paused_at is not null
        )
      ), '[]'),
      'messages', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', message.id, 'kind', message.kind, 'subject', message.subject, 'created_at', message.created_at,
          'email', coalesce(
            (select asked.email from public.quote_requests as asked where asked.id = message.quote_request_id),
            (select issued.snapshot #>> '{client,email}' from public.quotes as issued where issued.id = message.issued_quote_id)
          )
        ) order by message.created_at)
        from public.notifications as message
        where message.state = 'incertain' and message.finished_at >= hold.held_at
      ), '[]')
    )
    from public.sending_holds as hold where hold.lifted_at is null
  );
end;
$$;

grant execute on function public.restore_review() to authenticated;

-- Takes over what the mail provider knows of since the copy. entries: [{ email, event }]; event: 'sent' (it got a message:
-- what still waits for it in any campaign counts as sent, and gets no follow-up by itself), 'unsubscribed', 'bounced' or
-- 'complained' (it is not written to any more). Returns { sent, suppressed, unknown: [address, …] }: how many messages and
-- addresses, and the addresses that no waiting message concerns.
create function public.apply_provider_list(entries jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  given record;
  done record;
  sent integer := 0;
  suppressed integer := 0;
  strangers text[] := '{}';
  is_known boolean;
begin
  perform private.require_admin();
  if not private.is_sending_held() then
    raise exception using message = 'Les envois ne sont pas retenus';
  end if;
  if jsonb_typeof(entries) is distinct from 'array' or jsonb_array_length(entries) not between 1 and 10000 then
    raise exception using message = 'Une liste compte de 1 à 10 000 adresses : coupez-la en plusieurs';
  end if;
  for given in
    select distinct lower(btrim(entry ->> 'email')) as email, entry ->> 'event' as event
    from jsonb_array_elements(entries) as entry
  loop
    if private.is_email_address(given.email) is not true
      or (given.event in ('sent', 'unsubscribed', 'bounced', 'complained')) is not true
    then
      raise exception using message = format('Ligne refusée : %s', left(coalesce(given.email, '(vide)'), 100));
    end if;
    if given.event <> 'sent' then
      perform private.suppress(private.email_hash(given.email), given.event, auth.uid());
      suppressed := suppressed + 1;
      continue;
    end if;
    is_known := false;
    for done in
      select waiting.id, waiting.campaign_id, waiting.contact_id from public.email_sends as waiting
      join public.campaigns as campaign on campaign.id = waiting.campaign_id
      where lower(waiting.recipient_email) = given.email and campaign.cancelled_at is null
        and (
          waiting.status in ('programmé', 'brouillon')
          or waiting.status = 'incertain' and waiting.finished_at >= (
            select hold.held_at from public.sending_holds as hold where hold.lifted_at is null
          )
        )
      order by waiting.campaign_id, waiting.id
    loop
      perform from public.campaigns as campaign where campaign.id = done.campaign_id for update;
      update public.email_sends as arrived set
        status = 'envoyé', last_error = 'Confirmé par la liste du fournisseur', may_have_arrived = false, lease_token = null,
        finished_at = now()
      where arrived.id = done.id;
      if done.contact_id is not null then
        perform private.mark_contacted(done.contact_id);
      end if;
      sent := sent + 1;
      is_known := true;
    end loop;
    -- The follow-up may have left too.
    update public.email_sends as first set followup_stopped_at = now()
    where lower(first.recipient_email) = given.email and first.step = 0 and first.status = 'envoyé'
      and first.followup_stopped_at is null and first.finished_at > now() - interval '60 days';
    is_known := is_known or found;
    if not is_known then
      strangers := strangers || given.email;
    end if;
  end loop;
  perform private.close_campaign(campaign.id) from public.campaigns as campaign where campaign.status = 'en_cours';
  return jsonb_build_object('sent', sent, 'suppressed', suppressed, 'unknown', to_jsonb(strangers));
end;
$$;

grant execute on function public.apply_provider_list(jsonb) to authenticated;

-- Everything that still waits in a campaign left after the copy was made. Returns how many messages that concerns.
create function public.mark_campaign_sent(campaign uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
  marked integer;
begin
  if not private.is_sending_held() then
    raise exception using message = 'Les envois ne sont pas retenus';
  end if;
  update public.email_sends as arrived set
    status = 'envoyé', last_error = 'Confirmé par l''équipe', may_have_arrived = false, lease_token = null,
    finished_at = now(), followup_stopped_at = case when arrived.step = 0 then now() end
  where arrived.campaign_id = held.id and arrived.status in ('programmé', 'brouillon', 'incertain');
  get diagnostics marked = row_count;
  update public.campaigns as done set
    paused_at = null, pause_reason = null, status = 'en_cours', followups_stopped_at = coalesce(done.followups_stopped_at, now())
  where done.id = held.id;
  perform private.close_campaign(held.id);
  return marked;
end;
$$;

grant execute on function public.mark_campaign_sent(uuid) to authenticated;

-- A person went through what may have left: sending goes on, with what was resumed. False: nothing was held.
create function public.lift_sending_hold()
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.sending_holds as hold set lifted_at = now(), lifted_by = auth.uid() where hold.lifted_at is null;
  return found;
end;
$$;

grant execute on function public.lift_sending_hold() to authenticated;

create or replace function public.claim_email_sends(
  batch integer, same_key_is_safe boolean, only_send uuid default null, sender text default null
)
returns table (
  id uuid, lease_token uuid, campaign_id uuid, contact_id uuid, step smallint, subject text, body text,
  recipient_email text, recipient_name text, from_email text, identity jsonb, unsubscribe_token uuid,
  -- Of a follow-up: { id, from_email, message_id } of the first message, for the headers that tie the two together.
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
  select private.daily_limit() - private.sent_today(), array(select lower(unnest(settings.verified_senders))),
    settings.campaign_gap_days
  into left_today, verified, gap_days
  from public.settings where settings.id = 1;
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
      and (waiting.step = 0 or in_hours)
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
          'L’adresse d’expédition %s n’est plus vérifiée dans les paramètres. Remettez-la dans la liste et reprenez, ou annulez.',
          coalesce(writes_as, '(aucune)')
        )
      where campaign.id = taken.campaign_id;
      continue;
    end if;
    if only_send is not null then
      update public.campaigns as campaign set driven_until = now() + interval '15 seconds'
      where campaign.id = taken.campaign_id;
    end if;

    -- Another campaign's message to the same person is on its way: what becomes of it decides.
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
        status = case when taken.may_have_arrived or taken.lease_token is not null then 'incertain' else 'annulé' end,
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
        lobbying_ground = coalesce(send.lobbying_ground, ground ->> 'ground'),
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

create or replace function public.sending_state()
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
      ) end,
      -- A mailbox that is no longer tried is no longer set up.
      'inbox', case when state.inbox_failures > 1 and state.inbox_next_at > now() - interval '1 hour' then jsonb_build_object(
        'since', state.inbox_failing_since, 'attempts', state.inbox_failures, 'next_at', state.inbox_next_at,
        'reason', state.inbox_error
      ) end
    )
    from public.settings left join public.dispatcher_state as state on state.id = 1
    where settings.id = 1
  );
end;
$$;

create or replace function public.claim_due_notifications(batch integer, same_key_is_safe boolean)
returns table (
  id uuid,
  lease_token uuid,
  kind text,
  quote_request_id uuid,
  organization_name text,
  contact_name text,
  email text,
  phone text,
  organization_type text,
  service_type text,
  message text,
  created_at timestamptz,
  subject text,
  body text,
  attachments jsonb,
  earlier_messages uuid[],
  -- Of an e-mail about a quote: private.quote_for_server, and the code where it brings one.
  issued_quote jsonb,
  campaign_id uuid,
  -- Where the answer to it goes, where a domain receives them.
  reply_to text,
  -- The Message-ID of what it answers, where the person's own message came in.
  answers text
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  candidate record;
  refusal text;
  -- Why nobody outside may be written to now; a person may send it again.
  stop text;
  -- At most so many in one call, which would otherwise outlast its statement's time limit after a flood.
  refusals_left integer := 500;
begin
  if private.is_sending_held() then
    return;
  end if;
  update public.notifications as lost set
    state = 'incertain',
    lease_token = null,
    finished_at = now(),
    last_error = coalesce(lost.last_error, 'L''envoi a été interrompu avant la réponse du serveur de courriel.')
  where lost.id in (
    select held.id from public.notifications as held
    where held.state = 'en_attente' and held.next_attempt_at <= now()
      and (held.lease_token is not null or held.may_have_arrived)
      and not (same_key_is_safe and held.first_attempt_at > now() - interval '23 hours')
    for update skip locked
  );

  while batch > 0 and refusals_left > 0 loop
    select waiting.id, waiting.kind, waiting.next_attempt_at,
      waiting.may_have_arrived or waiting.lease_token is not null as may_have_arrived,
      coalesce(quotes.email, (
        select issued.snapshot #>> '{client,email}' from public.quotes as issued where issued.id = waiting.issued_quote_id
      ), (
        select asked.from_email from public.inbound_messages as asked where asked.id = waiting.inbound_message_id
      )) as email into candidate
    from public.notifications as waiting
    left join public.quote_requests as quotes on quotes.id = waiting.quote_request_id
    where waiting.state = 'en_attente' and waiting.next_attempt_at <= now()
    order by waiting.next_attempt_at, waiting.id
    limit 1
    for update of waiting skip locked;
    exit when not found;

    stop := null;
    refusal := null;
    -- The others go to the studio.
    if candidate.kind not in ('admin_notice', 'campaign_alert', 'quote_question', 'quote_refused', 'quote_accepted') then
      stop := private.outbox_refusal(candidate.next_attempt_at);
      refusal := coalesce(stop, case candidate.kind
        when 'acknowledgement' then private.acknowledgement_refusal(candidate.id, candidate.email)
        when 'quote_code' then coalesce(private.code_refusal(candidate.id), private.address_refusal(candidate.email))
        else private.address_refusal(candidate.email)
      end);
    end if;
    if refusal is not null then
      update public.notifications as held set
        -- An earlier attempt may have arrived: « retenu » could be wrong.
        state = case when candidate.may_have_arrived then 'incertain' when stop is not null then 'échec' else 'retenu' end,
        last_error = refusal, lease_token = null, finished_at = now()
      where held.id = candidate.id;
      refusals_left := refusals_left - 1;
      continue;
    end if;

    return query
    with claimed as (
      update public.notifications as taken set
        attempts = taken.attempts + 1,
        first_attempt_at = coalesce(taken.first_attempt_at, now()),
        may_have_arrived = candidate.may_have_arrived,
        lease_token = gen_random_uuid(),
        next_attempt_at = now() + interval '60 seconds'
      where taken.id = candidate.id
      returning taken.*
    )
    select claimed.id, claimed.lease_token, claimed.kind, quotes.id, quotes.organization_name, quotes.contact_name,
      coalesce(quotes.email, candidate.email), quotes.phone, quotes.organization_type, quotes.service_type, quotes.message,
      quotes.created_at, claimed.subject, claimed.body, claimed.attachments,
      array(
        select earlier.id from public.notifications as earlier
        where earlier.quote_request_id = claimed.quote_request_id and earlier.kind in ('acknowledgement', 'reply')
          and earlier.state = 'envoyé' and earlier.finished_at < claimed.created_at
        order by earlier.finished_at, earlier.id
      ),
      case when claimed.issued_quote_id is not null then
        private.quote_for_server(claimed.issued_quote_id)
          || jsonb_build_object('code', case claimed.kind when 'quote_code' then private.quote_code(claimed.id) end)
      end,
      claimed.campaign_id, private.reply_address(claimed.id),
      (
        select asked.message_id from public.inbound_messages as asked
        where asked.message_id <> '' and asked.created_at < claimed.created_at
          and (asked.id = claimed.inbound_message_id or asked.quote_request_id = claimed.quote_request_id)
        order by asked.received_at desc, asked.id limit 1
      )
    from claimed left join public.quote_requests as quotes on quotes.id = claimed.quote_request_id;
    batch := batch - 1;
  end loop;
end;
$$;

create or replace function public.claim_due_invitation()
returns table (id uuid, lease_token uuid, attempt integer, email text, role text, token text, inviter text, expires_at timestamptz)
language plpgsql
security definer
set search_path = ''
as $$
declare
  fresh constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  if private.is_sending_held() then
    return;
  end if;
  update public.invitations as lost set
    mail_state = 'incertain', lease_token = null,
    last_error = 'L’envoi a été interrompu avant la réponse du serveur de courriel.'
  where lost.mail_state = 'en_attente' and lost.lease_token is not null and lost.next_attempt_at <= now();

  return query
  update public.invitations as taken set
    attempts = taken.attempts + 1,
    lease_token = gen_random_uuid(),
    next_attempt_at = now() + interval '60 seconds',
    token_hash = encode(sha256(convert_to(fresh, 'UTF8')), 'hex')
  where taken.id = (
    select due.id from public.invitations as due
    where due.mail_state = 'en_attente' and due.next_attempt_at <= now() and due.lease_token is null
      and due.accepted_at is null and due.revoked_at is null and due.expires_at > now()
    order by due.next_attempt_at, due.id
    limit 1
    for update skip locked
  )
  returning taken.id, taken.lease_token, taken.attempts, taken.email, taken.role, fresh,
    (select people.email::text from auth.users as people where people.id = taken.invited_by), taken.expires_at;
end;
$$;

create or replace function public.claim_daily_digest(same_key_is_safe boolean)
returns table (id uuid, lease_token uuid, email text, day date, content jsonb)
language plpgsql
security definer
set search_path = ''
as $$
declare
  today date := (now() at time zone 'America/Toronto')::date;
begin
  if private.is_sending_held() then
    return;
  end if;
  perform private.queue_daily_digests(now());
  delete from private.daily_digests d where d.day < today - 30;
  update private.daily_digests d set
    state = case when d.lease_token is not null or d.may_have_arrived then 'incertain' else 'échec' end,
    last_error = coalesce(d.last_error, 'L''envoi a été interrompu avant la réponse du serveur de courriel.'),
    lease_token = null, content = null, finished_at = now()
  where d.state = 'en_attente' and d.next_attempt_at <= now() and (
    d.day < today
    or (d.lease_token is not null or d.may_have_arrived)
      and not (same_key_is_safe and d.first_attempt_at > now() - interval '23 hours')
  );
  return query
  with claimed as (
    update private.daily_digests taken set
      attempts = taken.attempts + 1,
      first_attempt_at = coalesce(taken.first_attempt_at, now()),
      may_have_arrived = taken.may_have_arrived or taken.lease_token is not null,
      lease_token = gen_random_uuid(),
      next_attempt_at = now() + interval '60 seconds'
    where taken.id = (
      select waiting.id from private.daily_digests waiting
      where waiting.state = 'en_attente' and waiting.next_attempt_at <= now()
      order by waiting.next_attempt_at, waiting.id
      limit 1
      for update skip locked
    )
    returning taken.*
  )
  select c.id, c.lease_token, u.email::text, c.day, c.content
  from claimed c join auth.users u on u.id = c.user_id;
end;
$$;
