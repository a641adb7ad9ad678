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
