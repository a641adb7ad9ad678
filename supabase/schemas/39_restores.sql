-- This file guards copies of the database that were put back: nothing is sent to anybody until a person has gone
-- through what may have left since (docs/decisions/0116). What claims messages asks private.is_sending_held() first.

create type public.hold_origin as enum ('restore', 'mark');

-- The table has one row for each restored copy; a row that is not lifted holds all sending.
create table public.sending_holds (
  id uuid primary key default gen_random_uuid(),
  held_at timestamptz not null default now(),
  -- It says when the copy was made, or else when its server last looked for something to send; null when it never did.
  copied_at timestamptz,
  -- 'restore' is set by npm run restore; 'mark' says that the database is behind what is kept outside it.
  found_by public.hold_origin not null,
  lifted_at timestamptz,
  lifted_by uuid references auth.users (id) on delete set null,
  -- It says that the copy was compared with what is kept outside it. If the database is found behind again later,
  -- another copy was restored.
  is_compared boolean not null default false,
  -- It counts the refusals that the copy lacks and that were found outside it; null when nothing outside says who
  -- refused.
  refusals_found integer,
  constraint sending_holds_refusals_found_range check (refusals_found >= 0)
);

create unique index sending_holds_in_force_key on public.sending_holds ((true)) where lifted_at is null;
create index sending_holds_lifted_by_idx on public.sending_holds (lifted_by);

alter table public.sending_holds enable row level security;

-- Only the functions below write.
grant select on table public.sending_holds to authenticated, service_role;

create policy "sending_holds: member reads" on public.sending_holds
  for select to authenticated
  using ((select private.is_member()));

-- The table counts what was given to the mail server. The same number is kept outside the database, in the bucket «
-- send-mark »: a database that is behind it is a copy.
create table private.send_mark (
  -- It is always 1, the only row.
  id smallint primary key,
  number bigint not null,
  constraint send_mark_number_range check (number >= 0)
);

alter table private.send_mark enable row level security;

insert into private.send_mark (id, number) values (1, 0);

-- Only the functions read and write the bucket, with the service role.
select private.make_bucket('send-mark', false, 262144, array['text/plain'], reads => false);

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
-- copy was made. Campaigns that were paused already are told of it too, as they may have been resumed since. A hold that the
-- copy brought along was about an older copy: it gives way to this one.
create function private.hold_sending(copied timestamptz, found_by public.hold_origin)
returns void
language plpgsql
set search_path = ''
as $$
declare
  reason constant text := 'Une copie des données a été remise en place : ce message est peut-être déjà parti. Vérifiez, puis renvoyez-le.';
begin
  update public.sending_holds as older set lifted_at = now() where older.lifted_at is null;
  insert into public.sending_holds (copied_at, found_by) values (
    coalesce(copied, (select state.last_run_at from public.dispatcher_state as state where state.id = 1)), hold_sending.found_by
  );
  update public.campaigns as campaign set
    paused_at = coalesce(campaign.paused_at, now()), driven_until = null,
    pause_reason = 'Une copie des données a été remise en place. Dites ce qui est déjà parti, puis reprenez ou annulez.'
  where campaign.cancelled_at is null and (
    campaign.status in ('en_cours', 'programmé')
    or campaign.status = 'terminé' and private.follows_up(campaign)
  );
  update public.email_sends as held set status = 'incertain', last_error = reason, lease_token = null, finished_at = now()
  where held.status = 'programmé' and (held.lease_token is not null or held.may_have_arrived);
  update public.notifications as held set state = 'incertain', last_error = reason, lease_token = null, finished_at = now()
  where held.state = 'en_attente';
  -- The digest of this morning may have been written already.
  insert into private.daily_digests (day, user_id)
  select (now() at time zone 'America/Toronto')::date, role.user_id from public.user_roles as role where role.role = 'admin'
  on conflict (day, user_id) do nothing;
end;
$$;

-- Returns the last thousand refusals, as they are kept outside the database: one line each, « keyed hash, seconds since
-- 1970, fingerprint of the key ».
create function private.refusal_lines()
returns text[]
language sql
stable
set search_path = ''
as $$
  select coalesce(array_agg(line order by created_at, line), '{}') from (
    select suppression.created_at,
      suppression.email_hash || ' ' || floor(extract(epoch from suppression.created_at))::bigint || ' '
        || suppression.key_fingerprint as line
    from public.suppressions as suppression
    order by suppression.created_at desc, suppression.email_hash
    limit 1000
  ) as newest;
$$;

-- Returns the lines of which this database knows no refusal, or only an older one.
create function private.refusals_lacking(lines text[])
returns text[]
language sql
stable
set search_path = ''
as $$
  select coalesce(array_agg(distinct line), '{}')
  from unnest(lines) as line
  where line ~ '^[0-9a-f]{64} [0-9]{1,12} [0-9a-f]{16}$' and not exists (
    select from public.suppressions as suppression
    where suppression.email_hash = split_part(line, ' ', 1)
      and suppression.created_at >= to_timestamp(split_part(line, ' ', 2)::bigint)
  );
$$;

-- Returns the last numbers of quotes and invoices, as they are kept outside the database: one line each, « series, year,
-- last number of the year ».
create function private.number_lines()
returns text[]
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select coalesce(array_agg(line order by line), '{}') from (
      select 'invoice ' || year || ' ' || last as line from private.invoice_numbers
      union all
      select 'quote ' || year || ' ' || last from private.quote_numbers
    ) as known
  );
end;
$$;

-- Takes over the numbers that were given since the copy, as the lines outside say, so that none is given twice. It
-- returns whether this database lacked one.
create function private.take_over_numbers(lines text[])
returns boolean
language plpgsql
set search_path = ''
as $$
declare
  before constant text[] := private.number_lines();
begin
  insert into private.invoice_numbers as known (year, last)
  select split_part(line, ' ', 2)::integer, max(split_part(line, ' ', 3)::integer) from unnest(lines) as line
  where line ~ '^invoice [0-9]{4} [0-9]{1,9}$' group by 1
  on conflict (year) do update set last = excluded.last where known.last < excluded.last;
  insert into private.quote_numbers as known (year, last)
  select split_part(line, ' ', 2)::integer, max(split_part(line, ' ', 3)::integer) from unnest(lines) as line
  where line ~ '^quote [0-9]{4} [0-9]{1,9}$' group by 1
  on conflict (year) do update set last = excluded.last where known.last < excluded.last;
  return private.number_lines() <> before;
end;
$$;

-- Refuses a new number while a copy was put back and nobody has gone through what was given since.
create function private.require_own_numbers()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if private.is_sending_held() then
    raise sqlstate 'PT409' using message =
      'Une copie des données a été remise en place : un numéro pourrait être donné deux fois. Finissez d’abord « Copie remise en place ».';
  end if;
end;
$$;

-- Compares what is kept outside the database with its own: one that is behind the number of messages, lacks a refusal
-- or a number of a document, or has lost the number, is a copy, which holds all sending. What it lacks of the refusals
-- and of the numbers is taken over.
--   seen      the number outside; null: none is there
--   refusals  the lines outside (private.refusal_lines); null: none are there
--   numbers   the lines outside (private.number_lines); null: none are there
-- It returns { held, number, refusals, numbers }, the number and the lines to keep outside; when refusals or numbers is
-- null, those that are there stay.
create function public.compare_send_mark(seen bigint, refusals text[] default null, numbers text[] default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  own bigint;
  lacking text[] := private.refusals_lacking(refusals);
  lacked_number boolean;
  current_lines text[];
  current_numbers text[];
  is_new boolean;
begin
  select mark.number into own from private.send_mark as mark where mark.id = 1 for update;
  is_new := not exists (select from public.sending_holds as hold where hold.lifted_at is null and not hold.is_compared);
  lacked_number := private.take_over_numbers(numbers);
  if is_new and (seen > own or seen is null and own > 0 or cardinality(lacking) > 0 or lacked_number) then
    perform private.hold_sending(null, 'mark');
  end if;
  update public.sending_holds as hold set
    is_compared = true,
    refusals_found = case when refusals is not null then cardinality(lacking) end
  where hold.lifted_at is null and not hold.is_compared;
  -- Suppressions written with another key stop all commercial messages until the addresses are given again.
  insert into public.suppressions (email_hash, reason, key_fingerprint)
  select split_part(line, ' ', 1), 'unsubscribed', split_part(line, ' ', 3) from unnest(lacking) as line;
  update private.send_mark as mark set number = greatest(own, seen, 1) where mark.id = 1 returning mark.number into own;
  current_lines := private.refusal_lines();
  current_numbers := private.number_lines();
  return jsonb_build_object(
    'held', private.is_sending_held(), 'number', own,
    'refusals', case when current_lines is distinct from refusals then to_jsonb(current_lines) end,
    'numbers', case when current_numbers is distinct from numbers then to_jsonb(current_numbers) end
  );
end;
$$;

grant execute on function public.compare_send_mark(bigint, text[], text[]) to service_role;

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

-- Returns everything that the screen of a copy that was put back shows; null when nothing is held: { held_at,
-- copied_at, found_by, refusals_found, messages: [{ id, kind, email, subject, created_at }], campaigns: [{ id, name,
-- status, paused_at, sent, waiting, uncertain }] }. A draft among these may have been launched since.
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
      'refusals_found', hold.refusals_found,
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
          campaign.status in ('en_cours', 'programmé', 'brouillon')
          or campaign.status = 'terminé' and campaign.paused_at is not null
        )
      ), '[]'),
      'messages', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', message.id, 'kind', message.kind, 'subject', message.subject, 'created_at', message.created_at,
          'email', private.notification_address(message)
        ) order by message.created_at)
        from public.notifications as message
        where message.state = 'incertain' and message.finished_at >= hold.held_at
          -- The team is told of invitations elsewhere, and the words of a digest are gone.
          and num_nonnulls(message.invitation_id, message.digest_id) = 0
      ), '[]')
    )
    from public.sending_holds as hold where hold.lifted_at is null
  );
end;
$$;

grant execute on function public.restore_review() to authenticated;

-- Takes over what the mail provider knows of since the copy. The entries are [{ email, event }]; an event is 'sent' (it
-- got a message: what still waits for it in any campaign counts as sent, and gets no follow-up by itself),
-- 'unsubscribed', 'bounced' or 'complained' (it is not written to any more). It returns { sent, suppressed, unknown:
-- [address, …] }: how many messages and addresses, and the addresses that no message of this database went to or waits
-- for.
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
    order by 1, 2
  loop
    if private.is_email_address(given.email) is not true
      or (given.event in ('sent', 'unsubscribed', 'bounced', 'complained')) is not true
    then
      raise exception using message = format('Ligne refusée : %s', left(coalesce(given.email, '(vide)'), 100));
    end if;
    if given.event <> 'sent' then
      perform private.suppress(private.email_hash(given.email), given.event::public.suppression_reason, auth.uid());
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
      and first.followup_stopped_at is null and first.finished_at > now() - interval '1 year';
    if not is_known and not exists (
      select from public.email_sends as known where lower(known.recipient_email) = given.email and known.status = 'envoyé'
    ) then
      -- The message belongs to a campaign that the copy does not know, or knows as a draft.
      perform private.mark_contacted(written.id) from public.contacts as written where lower(written.email) = given.email;
      strangers := strangers || given.email;
    end if;
  end loop;
  perform private.close_campaign(campaign.id) from public.campaigns as campaign where campaign.status = 'en_cours';
  return jsonb_build_object('sent', sent, 'suppressed', suppressed, 'unknown', to_jsonb(strangers));
end;
$$;

grant execute on function public.apply_provider_list(jsonb) to authenticated;

-- Marks everything that still waits in a campaign as sent: it left after the copy was made. It returns how many
-- messages that concerns.
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
  if held.status = 'brouillon' or held.cancelled_at is not null then
    raise exception using message = 'Cette campagne n’a rien à envoyer';
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

-- Lifts the hold once a person went through what may have left: sending goes on, with what was resumed. It returns
-- false when nothing was held.
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
