-- What the provider reports after it accepted a message. Events repeat and arrive in any order: each is kept once, each
-- moment is written once, and no state goes backward.
alter table public.email_sends
  add column delivered_at timestamptz,
  add column bounced_at timestamptz,
  add column bounce_reason text,
  add column complained_at timestamptz,
  -- Scanners open and click too: shown as estimates, never acted on.
  add column opened_at timestamptz,
  add column clicked_at timestamptz,
  add column replied_at timestamptz,
  add constraint email_sends_bounce_reason_length check (char_length(bounce_reason) <= 500);

create index email_sends_provider_id_idx on public.email_sends (provider_id);

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

revoke all on table public.email_events from public, anon, authenticated, service_role;
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

revoke all on function private.pause_when_reputation_suffers() from public, anon, authenticated, service_role;

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

revoke all on function private.record_failure(public.email_sends, text, timestamptz, text, uuid)
  from public, anon, authenticated, service_role;

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

revoke all on function public.record_email_event(text, uuid, text, text, timestamptz, text)
  from public, anon, authenticated, service_role;
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

revoke all on function public.record_bounce(uuid, text) from public, anon, authenticated, service_role;
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

revoke all on function public.mark_replied(uuid, boolean) from public, anon, authenticated, service_role;
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

revoke all on function public.campaign_feedback(uuid) from public, anon, authenticated, service_role;
grant execute on function public.campaign_feedback(uuid) to authenticated;

-- What happened to a contact, newest first, with what came back of its e-mails. Requests and prospects are found by the address, too.
create or replace function public.contact_timeline(contact uuid)
returns table (happened_at timestamptz, kind text, detail jsonb)
language sql
stable
set search_path = ''
as $$
  with person as (select id, lower(email) as address, email, created_at from public.contacts where id = contact)
  select p.created_at, 'created', '{}'::jsonb from person p
  where not exists (select from public.contact_events e where e.contact_id = p.id and e.kind = 'imported')
  union all
  select e.created_at, e.kind,
    jsonb_strip_nulls(jsonb_build_object('old_status', e.old_status, 'new_status', e.new_status, 'source', e.source))
  from person p join public.contact_events e on e.contact_id = p.id
  union all
  select s.updated_at, 'accepted', jsonb_build_object('trip_plan_id', t.id, 'city', t.city)
  from person p
  join public.suggested_prospects s on s.status = 'accepted' and (s.contact_id = p.id or lower(s.email) = p.address)
  join public.trip_plans t on t.id = s.trip_plan_id
  union all
  select q.created_at, 'quote', jsonb_build_object('organization_name', q.organization_name, 'service_type', q.service_type)
  from person p join public.quote_requests q on q.contact_id = p.id or lower(q.email) = p.address
  union all
  select s.created_at, 'email', jsonb_build_object('subject', s.subject, 'status', s.status, 'campaign', c.name)
  from person p join public.email_sends s on s.contact_id = p.id join public.campaigns c on c.id = s.campaign_id
  union all
  select back.happened_at, back.kind, jsonb_build_object('subject', s.subject, 'campaign', c.name)
  from person p join public.email_sends s on s.contact_id = p.id join public.campaigns c on c.id = s.campaign_id
  cross join lateral (
    values (s.delivered_at, 'delivered'), (s.bounced_at, 'bounced'), (s.complained_at, 'complained'),
      (s.opened_at, 'opened'), (s.clicked_at, 'clicked'), (s.replied_at, 'replied')
  ) as back (happened_at, kind)
  where back.happened_at is not null
  union all
  select e.occurred_at, 'consent', jsonb_strip_nulls(jsonb_build_object('basis', e.basis, 'source_url', e.source_url, 'evidence', e.evidence))
  from person p join public.consent_events e on lower(e.email) = p.address
  union all
  select s.created_at, 'suppressed', jsonb_build_object('reason', s.reason)
  from person p join public.suppressions s on s.email_hash = private.email_hash(p.email)
  union all
  select l.created_at, 'lifted', jsonb_build_object('reason', l.reason)
  from person p join public.suppression_lifts l on l.email_hash = private.email_hash(p.email)
  order by 1 desc;
$$;
