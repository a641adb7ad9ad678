-- This file holds delivery events, reported by the mail provider, and unsubscribing (docs/decisions/0026 and 0087).

-- Delivery events ------------------------------------------------------------------------------------------------

create type public.email_event_kind as enum (
  'sent', 'delivered', 'delayed', 'bounced', 'soft_bounced', 'complained', 'opened', 'clicked', 'failed',
  'suppressed'
);

-- The table holds what the mail provider reports after it accepted a message. Events repeat and arrive in any order:
-- each is stored once, each moment is written once, and no status goes backward.
create table public.email_events (
  -- It is the provider's id (header svix-id), so that a repeated event is stored once.
  id text primary key,
  email_send_id uuid references public.email_sends (id) on delete cascade,
  kind public.email_event_kind not null,
  detail text,
  occurred_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint email_events_id_length check (btrim(id) <> '' and char_length(id) <= 200),
  constraint email_events_detail_length check (char_length(detail) <= 500)
);

create index email_events_email_send_id_idx on public.email_events (email_send_id, occurred_at);

alter table public.email_events enable row level security;

grant select on table public.email_events to authenticated, service_role;

create policy "email_events: member reads" on public.email_events
  for select to authenticated
  using ((select private.is_member()));

-- Holds all campaigns at the limits of the provider (Resend: 4 % bounces, 0.08 % complaints) over the last 30 days, until
-- somebody resumes in spite of it: from then on only what bounces later counts. At least five bounces, or two complaints
-- below 1 250 messages, so that one bad address does not decide.
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
  resumed_at timestamptz := coalesce((select reputation_resumed_at from public.dispatcher_state where id = 1), '-infinity');
begin
  select count(*), count(*) filter (where bounced_at > resumed_at), count(*) filter (where complained_at > resumed_at)
  into messages, bounces, complaints
  from public.email_sends
  where status in ('envoyé', 'incertain') and finished_at > now() - interval '30 days';
  if complaints >= (case when messages < 1250 then 2 else 1 end) and complaints > messages * 0.0008 then
    why := format('%s plaintes sur %s messages en 30 jours : plus que le seuil de 0,08 %%.', complaints, messages);
  elsif bounces >= 5 and bounces > messages * 0.04 then
    why := format('%s adresses en erreur sur %s messages en 30 jours : plus que le seuil de 4 %%.', bounces, messages);
  else
    return;
  end if;
  insert into public.dispatcher_state as state (id, reputation_stop) values (1, why)
  on conflict (id) do update set reputation_stop = coalesce(state.reputation_stop, excluded.reputation_stop);
  perform private.hold_for_reputation();
end;
$$;

-- Records a bounce or a complaint, reported by the provider or by hand, and suppresses the address.
create function private.record_failure(send public.email_sends, kind public.email_event_kind, occurred_at timestamptz, detail text, author uuid)
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
    perform private.suppress(private.recipient_hash(send), kind::text::public.suppression_reason, author);
  end if;
  perform private.pause_when_reputation_suffers();
end;
$$;

-- Suppresses the address of the request, the quote or the invoice when an e-mail of the outbox about it bounced or drew
-- a complaint. These belong to no campaign and keep no history of deliveries. It returns false when the event is about
-- none of them, or calls for nothing.
create function private.record_acknowledgement_failure(notification uuid, provider_message text, kind public.email_event_kind)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
  address text;
begin
  -- The provider refuses the address ('suppressed') for an earlier bounce or complaint that it knows of.
  if kind not in ('bounced', 'complained', 'suppressed') then
    return false;
  end if;
  select coalesce(request.email, issued.email, asked.from_email, billed.email) into address
  from public.notifications as sent
  left join public.quote_requests as request on request.id = sent.quote_request_id
  left join public.inbound_messages as asked on asked.id = sent.inbound_message_id
  left join public.quotes as issued on issued.id = sent.issued_quote_id
  left join public.invoices as billed on billed.id = sent.invoice_id
  where sent.kind in ('acknowledgement', 'reply', 'quote', 'quote_code', 'quote_signed', 'invoice', 'invoice_reminder')
    and (sent.id = notification or notification is null and sent.provider_id = provider_message)
  limit 1;
  if not found then
    return false;
  end if;
  perform private.suppress(private.email_hash(address), (case kind when 'complained' then 'complained' else 'bounced' end)::public.suppression_reason);
  return true;
end;
$$;

-- Records one event, for the edge function email-webhook. `send` comes from a tag of the message, so that an event that
-- arrives before the sending is recorded finds its message; `internet_message` is its Message-ID. It returns false for
-- an unknown message, or an event already recorded.
create function public.record_email_event(
  event_id text, send uuid, provider_message text, kind public.email_event_kind, occurred_at timestamptz, detail text default null,
  internet_message text default null
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
    return private.record_acknowledgement_failure(send, provider_message, kind);
  end if;
  -- Campaigns are always locked before their messages.
  perform from public.campaigns where id = target.campaign_id for update;
  insert into public.email_events (id, email_send_id, kind, detail, occurred_at)
  values (event_id, target.id, kind, left(detail, 500), occurred_at)
  on conflict (id) do nothing;
  if not found then
    return false;
  end if;

  if internet_message ~ '^<[^<>[:space:][:cntrl:]]{1,250}>$' then
    update public.email_sends s set message_id = internet_message where s.id = target.id and s.message_id is null;
  end if;
  if kind in ('sent', 'delivered', 'opened', 'clicked', 'bounced', 'soft_bounced', 'complained') then
    -- The provider had the message: an unknown outcome is resolved.
    update public.email_sends set status = 'envoyé', provider_id = coalesce(provider_id, provider_message), last_error = null
    where id = target.id and status = 'incertain';
    if found then
      perform private.mark_contacted(target.contact_id);
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

grant execute on function public.record_email_event(text, uuid, text, public.email_event_kind, timestamptz, text, text) to service_role;

-- Records a bounce by hand: with SMTP it is an e-mail that a person reads.
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

-- « A répondu » notes that a contact replied, who then gets no follow-up. False undoes it.
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

-- Counts events per campaign, for one or for all: { campaign id: { delivered, bounced, complained, opened, clicked,
-- replied, failed, delayed } }. A failed message was taken by the provider and given up later; a delayed one is late,
-- or came back for a reason that passes.
create function public.campaign_feedback(only_campaign uuid default null)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(campaign_id, figures), '{}') from (
    select send.campaign_id, jsonb_build_object(
      'delivered', count(delivered_at), 'bounced', count(bounced_at), 'complained', count(complained_at),
      'opened', count(opened_at), 'clicked', count(clicked_at), 'replied', count(replied_at),
      'people', count(*) filter (where step = 0 and status in ('envoyé', 'incertain')),
      'failed', coalesce(sum(trouble.failed), 0), 'delayed', coalesce(sum(trouble.delayed), 0)
    ) as figures
    from public.email_sends as send
    left join (
      select email_send_id, max(case when kind = 'failed' then 1 else 0 end) as failed,
        max(case when kind in ('delayed', 'soft_bounced') then 1 else 0 end) as delayed
      from public.email_events where kind in ('failed', 'delayed', 'soft_bounced')
      group by email_send_id
    ) as trouble on trouble.email_send_id = send.id
    where only_campaign is null or send.campaign_id = only_campaign
    group by send.campaign_id
  ) grouped;
$$;

grant execute on function public.campaign_feedback(uuid) to authenticated;

-- Returns what a person's copy holds of the messages of campaigns, and of what became of them.
create function private.campaign_personal_data(person uuid, addresses text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'emails', (
      select coalesce(jsonb_agg(
        to_jsonb(s) - 'lease_token' - 'unsubscribe_token' - 'recipient_hash' || jsonb_build_object(
          'campaign', c.name,
          'events', (
            select coalesce(jsonb_agg(to_jsonb(e) - 'email_send_id' order by e.occurred_at), '[]')
            from public.email_events e where e.email_send_id = s.id
          )
        ) order by s.created_at), '[]')
      from public.email_sends s join public.campaigns c on c.id = s.campaign_id
      where s.contact_id = person or lower(s.recipient_email) = any (addresses)
    )
  );
$$;

-- Unsubscribing --------------------------------------------------------------------------------------------------

-- Returns the sender identity, for the page behind the unsubscribe link; null for an unknown token. It changes nothing,
-- and shows nothing of the person.
create function public.unsubscribe_page(token uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'sender_name', coalesce(send.identity ->> 'sender_name', studio.sender_name),
    'legal_name', coalesce(send.identity ->> 'legal_name', studio.legal_name),
    'postal_address', coalesce(send.identity ->> 'postal_address', studio.postal_address),
    'contact_email', coalesce(send.identity ->> 'contact_email', studio.contact_email),
    'done', exists (
      select from private.standing_suppressions() standing
      where standing.email_hash = private.recipient_hash(send)
    )
  )
  from public.email_sends send
  left join public.studio on studio.id = 1
  where send.unsubscribe_token = token;
$$;

grant execute on function public.unsubscribe_page(uuid) to anon, authenticated, service_role;

-- Suppresses the address of the message at once; calling it again changes nothing. It returns false when no message
-- carries this token.
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
  hash := private.recipient_hash(send);
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
