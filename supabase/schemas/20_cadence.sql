-- This file holds the cadence: the follow-ups of a campaign, each sent once to the contacts for whom it still makes
-- sense and is lawful (docs/decisions/0087 and 0134), and the campaigns that come back through the year for a segment.

-- Returns Easter Sunday (Meeus, Jones and Butcher's rule for the Gregorian calendar).
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

-- Tells business days: Monday to Friday except Québec's statutory holidays (Loi sur les normes du travail, art. 60; Loi
-- sur la fête nationale, art. 2 and 4). business-hours.ts of the back office has the same days; a test compares the
-- two.
create function private.is_business_day(day date)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select extract(isodow from day) < 6
    and to_char(day, 'MM-DD') not in ('01-01', '12-25', '06-24', '07-01')
    and day <> private.easter(extract(year from day)::integer) - 2
    -- National Patriots' Day is the Monday before 25 May.
    and not (extract(isodow from day) = 1 and to_char(day, 'MM-DD') between '05-18' and '05-24')
    -- Labour Day is the first Monday of September, Thanksgiving the second Monday of October.
    and not (extract(isodow from day) = 1 and to_char(day, 'MM-DD') between '09-01' and '09-07')
    and not (extract(isodow from day) = 1 and to_char(day, 'MM-DD') between '10-08' and '10-14')
    -- The national holidays move from a Sunday to the Monday.
    and not (extract(isodow from day) = 1 and to_char(day - 1, 'MM-DD') in ('06-24', '07-01'));
$$;

grant execute on function private.is_business_day(date) to authenticated;

-- Tells the hours of follow-ups: from 8 h to 17 h of a business day, on Québec's clocks.
create function private.is_business_time(at timestamptz)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.is_business_day(wall::date) and wall::time >= time '08:00' and wall::time < time '17:00'
  from (select at at time zone 'America/Toronto') as clock (wall);
$$;

grant execute on function private.is_business_time(timestamptz) to authenticated;

-- Returns the same hour in Québec so many business days later, moved into the next business hours. The day of sending
-- does not count.
create function private.followup_due(sent_at timestamptz, days integer)
returns timestamptz
language plpgsql
immutable
set search_path = ''
as $$
declare
  due timestamp := sent_at at time zone 'America/Toronto';
begin
  for counted in 1..days loop
    due := due + interval '1 day';
    while not private.is_business_day(due::date) loop
      due := due + interval '1 day';
    end loop;
  end loop;
  while not private.is_business_time(due at time zone 'America/Toronto') loop
    due := case
      when due::time < time '08:00' then due::date + time '08:00'
      when due::time >= time '17:00' then due::date + 1 + time '08:00'
      else due + interval '1 day'
    end;
  end loop;
  return due at time zone 'America/Toronto';
end;
$$;

grant execute on function private.followup_due(timestamptz, integer) to authenticated;

-- Returns the day that a person comes back, by what their absence notices say; without a day, five business days after
-- the notice. It returns null when nobody says that they are away at that moment. A notice is believed as an answer is
-- (docs/decisions/0093).
create function private.absent_until(contact uuid, address text, at timestamptz)
returns date
language plpgsql
stable
set search_path = ''
as $$
declare
  today constant date := (at at time zone 'America/Toronto')::date;
begin
  return (
    select max(away.until) from (
      select coalesce(
        notice.returns_on, (private.followup_due(notice.received_at, 5) at time zone 'America/Toronto')::date
      ) as until
      from public.inbound_messages as notice
      where notice.kind = 'absence' and notice.discarded_at is null
        and (notice.contact_id = absent_until.contact or notice.from_email = lower(address))
        and private.is_believed(notice)
    ) as away
    where away.until > today
  );
end;
$$;

grant execute on function private.absent_until(uuid, text, timestamptz) to authenticated;

-- Returns when a follow-up may be sent: a number of business days after the previous message, and not before its person
-- is back. An absence of more than 90 days does not delay it, because it ends the follow-ups
-- (private.followup_refusal).
create function private.followup_due_for(contact uuid, address text, sent_at timestamptz, days integer)
returns timestamptz
language plpgsql
stable
set search_path = ''
as $$
declare
  due constant timestamptz := private.followup_due(sent_at, days);
  back constant date := private.absent_until(contact, address, due);
begin
  if back is null or back > due::date + 90 then
    return due;
  end if;
  return private.followup_due(back::timestamp at time zone 'America/Toronto', 0);
end;
$$;

grant execute on function private.followup_due_for(uuid, text, timestamptz, integer) to authenticated;

-- Says why a follow-up that is due waits for a recorded ground; null when it does not. The reason is not stored: once a
-- ground is recorded the follow-up leaves.
create function private.followup_hold(contact uuid, campaign public.campaigns, at timestamptz)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  if campaign.lobbying_ground is not null or private.standing_ground(contact, at) is not null then
    return null;
  end if;
  return private.lobbying_refusal(contact);
end;
$$;

grant execute on function private.followup_hold(uuid, public.campaigns, timestamptz) to authenticated;

-- Says why a campaign does not write to a person whom another wrote to a short while ago (« au plus un message en N
-- jours »); null when it may.
create function private.frequency_refusal(contact uuid, address text, campaign uuid)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  days integer := (select campaign_gap_days from public.sending_settings where id = 1);
  last timestamptz := private.last_written_at(contact, address, campaign);
begin
  if last > now() - days * interval '1 day' then
    return format(
      'A reçu un message d’une autre campagne le %s : au plus un en %s jours',
      to_char(last at time zone 'America/Toronto', 'YYYY-MM-DD'), days
    );
  end if;
  return null;
end;
$$;

grant execute on function private.frequency_refusal(uuid, text, uuid) to authenticated;

-- Returns the moment when a meeting with a contact was noted that took place since a campaign first wrote to them; null
-- when none was.
create function private.met_since(contact uuid, campaign uuid)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select max(met.happened_at)
  from public.contact_activities as met
  join public.email_sends as first
    on first.campaign_id = met_since.campaign and first.contact_id = met.contact_id and first.step = 0
  where met.contact_id = met_since.contact and met.kind = 'rencontre'
    and (met.happened_at at time zone 'America/Toronto')::date
      >= (coalesce(first.finished_at, first.created_at) at time zone 'America/Toronto')::date;
$$;

grant execute on function private.met_since(uuid, uuid) to authenticated;

-- Tells whether somebody stopped the follow-ups of a person of a campaign.
create function private.is_followup_stopped(campaign uuid, contact uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.email_sends as first
    where first.campaign_id = is_followup_stopped.campaign and first.contact_id = is_followup_stopped.contact and first.step = 0
      and first.followup_stopped_at is not null
  );
$$;

grant execute on function private.is_followup_stopped(uuid, uuid) to authenticated;

-- Says why nothing follows this message if the next step is due at that moment; null when it may be sent. It takes the
-- id of the message: the caller need not read its every column.
create function private.followup_refusal(message uuid, campaign public.campaigns, next public.campaign_steps, due_at timestamptz)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when send.followup_refusal is not null then send.followup_refusal
    when campaign.cancelled_at is not null then 'Campagne annulée'
    when campaign.followups_stopped_at is not null then 'Relances arrêtées pour la campagne'
    when private.is_followup_stopped(send.campaign_id, send.contact_id) then 'Relances arrêtées par l’équipe'
    when private.has_replied(send.contact_id, send.recipient_email) then 'A répondu'
    when send.bounced_at is not null then 'Adresse en erreur permanente'
    when send.complained_at is not null then 'A signalé un message comme indésirable'
    when send.recipient_email is null or contact.id is null then 'Contact supprimé'
    when lower(contact.email) is distinct from lower(send.recipient_email) then 'L''adresse du contact a changé'
    when private.met_since(contact.id, campaign.id) is not null then format(
      'Rencontre notée le %s',
      to_char(private.met_since(contact.id, campaign.id) at time zone 'America/Toronto', 'YYYY-MM-DD')
    )
    when contact.status not in ('nouveau', 'contacté') then 'Statut : ' || contact.status
    when private.absent_until(contact.id, send.recipient_email, due_at) > due_at::date + 90 then format(
      'En absence jusqu’au %s, dans plus de 90 jours', private.absent_until(contact.id, send.recipient_email, due_at)
    )
    -- The dispatcher was down for that long: a follow-up would come too late to make sense.
    when due_at < now() - interval '7 days' then 'Échéance dépassée de plus de 7 jours'
    when (
      private.trimmed(private.fill_subject(next.subject, private.template_values(contact, next.subject))) is null
      or private.trimmed(private.fill_template(next.body, private.template_values(contact, next.body))) is null
    ) then 'Le texte de la relance serait vide une fois ses variables remplacées'
    else coalesce(
      -- It is the consent in force on the day of sending that counts.
      public.may_email(contact.id, greatest(now(), due_at)),
      private.frequency_refusal(contact.id, send.recipient_email, campaign.id),
      private.followup_hold(contact.id, campaign, greatest(now(), due_at))
    )
  end
  from (select) nothing
  left join public.email_sends send on send.id = followup_refusal.message
  left join public.contacts contact on contact.id = send.contact_id;
$$;

grant execute on function private.followup_refusal(uuid, public.campaigns, public.campaign_steps, timestamptz) to authenticated;

-- Lists the messages of a campaign that another step is to follow, each the last one that its person got, with when it
-- is due; refused ones are included.
create function private.next_followups(campaign uuid)
returns table (
  email_send_id uuid, contact_id uuid, recipient_email text, followup_refusal text, next public.campaign_steps, due_at timestamptz
)
language sql
stable
set search_path = ''
as $$
  select last.id, last.contact_id, last.recipient_email, last.followup_refusal, following,
    private.followup_due_for(last.contact_id, last.recipient_email, last.finished_at, following.delay_days)
  from public.campaign_steps as following
  join public.email_sends as last
    on last.campaign_id = following.campaign_id and last.step = following.step - 1 and last.status = 'envoyé'
  where following.campaign_id = next_followups.campaign and last.finished_at is not null
    and not exists (
      select from public.email_sends as later
      where later.campaign_id = last.campaign_id and later.contact_id = last.contact_id and later.step = following.step
    );
$$;

grant execute on function private.next_followups(uuid) to authenticated;

-- Tells whether follow-ups of a campaign may still leave. 150 days after its last message none does: the longest delay and the longest
-- absence that is waited for are over.
create function private.follows_up(campaign public.campaigns)
returns boolean
language sql
stable
set search_path = ''
as $$
  select campaign.cancelled_at is null and campaign.followups_stopped_at is null
    and coalesce(campaign.finished_at, now()) > now() - interval '150 days'
    and exists (select from public.campaign_steps as step where step.campaign_id = campaign.id);
$$;

grant execute on function private.follows_up(public.campaigns) to authenticated;

-- Lists the next follow-up of each person of a campaign, soonest first: [{ email_send_id, contact_id, step, due_at,
-- absent_until, reason }], by the last message that they got. `reason` says why nothing more will be sent; who had
-- every step is not listed.
create function public.campaign_followups(campaign uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'email_send_id', plan.id, 'contact_id', plan.contact_id, 'step', plan.step, 'due_at', plan.due_at,
      'absent_until', plan.absent_until, 'reason', plan.reason
    ) order by plan.due_at, plan.id
  ), '[]')
  from (
    select plan.email_send_id as id, plan.contact_id, (plan.next).step, plan.due_at,
      private.absent_until(plan.contact_id, plan.recipient_email, now()) as absent_until,
      private.followup_refusal(plan.email_send_id, owner, plan.next, plan.due_at) as reason
    from public.campaigns as owner cross join lateral private.next_followups(owner.id) as plan
    where owner.id = campaign_followups.campaign
    union all
    -- These follow-ups were written, and wait or did not leave.
    select written.id, written.contact_id, written.step, coalesce(written.finished_at, written.next_attempt_at),
      private.absent_until(written.contact_id, written.recipient_email, now()),
      case written.status
        when 'annulé' then coalesce(written.last_error, 'Annulée')
        when 'échec' then coalesce(written.last_error, 'La relance n’a pas pu partir')
        when 'incertain' then 'La relance est peut-être arrivée : dites-le dans la liste des envois'
      end
    from public.email_sends as written
    where written.campaign_id = campaign_followups.campaign and written.step > 0 and written.status <> 'envoyé'
  ) as plan;
$$;

grant execute on function public.campaign_followups(uuid) to authenticated;

-- Lists the campaigns with follow-ups to come; the search of a campaign ends at its first contact with one.
create function public.campaigns_to_follow_up()
returns setof uuid
language sql
stable
set search_path = ''
as $$
  select owner.id from public.campaigns as owner
  where owner.status = 'terminé' and private.follows_up(owner) and exists (
    select from private.next_followups(owner.id) as plan
    where private.followup_refusal(plan.email_send_id, owner, plan.next, plan.due_at) is null
  );
$$;

grant execute on function public.campaigns_to_follow_up() to authenticated;

-- Writes the next step after a message, or records on that message why nothing follows it. An error stops this one row
-- only: the others go on. The caller holds the locks of both rows.
create function private.decide_followup(
  last public.email_sends, owner public.campaigns, next public.campaign_steps, due_at timestamptz
)
returns void
language plpgsql
set search_path = ''
as $$
declare
  refusal text;
begin
  refusal := private.followup_refusal(last.id, owner, next, due_at);
  if refusal is null then
    insert into public.email_sends (
      campaign_id, contact_id, template_id, step, subject, body, status, recipient_email, recipient_name
    )
    select owner.id, contact.id, next.template_id, next.step,
      private.fill_subject(next.subject, private.template_values(contact, next.subject)),
      private.fill_template(next.body, private.literal_values(private.template_values(contact, next.body))),
      'programmé', last.recipient_email, contact.name
    from public.contacts contact where contact.id = last.contact_id
    on conflict on constraint email_sends_campaign_contact_step_key do nothing;
    if found then
      update public.campaigns campaign set status = 'en_cours', finished_at = null where campaign.id = owner.id;
    end if;
  else
    update public.email_sends send set followup_refusal = left(refusal, 200) where send.id = last.id;
  end if;
exception
  -- The moment failed, not the row: the next round tries again.
  when transaction_rollback or lock_not_available then
    raise;
  when others then
    raise warning 'The follow-up of message % could not be written: %', last.id, sqlerrm;
    update public.email_sends send
    set followup_refusal = 'La relance n’a pas pu être préparée : son texte serait refusé pour ce contact'
    where send.id = last.id;
end;
$$;

-- Decides each follow-up that is due, once: it is written, and then sent as any message with all checks of that moment,
-- or the reason why not is recorded.
create function private.create_due_followups()
returns void
language plpgsql
set search_path = ''
as $$
declare
  due record;
  owner public.campaigns;
  last public.email_sends;
begin
  if private.is_quiet(now()) or not private.is_business_time(now()) then
    return;
  end if;
  for due in
    select send.id, send.campaign_id, next, moment.due_at
    from public.campaigns campaign
    join public.campaign_steps next on next.campaign_id = campaign.id
    join public.email_sends send
      on send.campaign_id = campaign.id and send.step = next.step - 1 and send.status = 'envoyé'
    cross join lateral (
      select private.followup_due_for(send.contact_id, send.recipient_email, send.finished_at, next.delay_days) as due_at
    ) as moment
    where private.follows_up(campaign)
      and campaign.paused_at is null and campaign.server_seen_at > now() - interval '24 hours'
      -- Business days are at least as many days: messages of today and yesterday need not be counted.
      and send.finished_at <= now() - next.delay_days * interval '1 day' + interval '1 hour'
      and send.followup_refusal is null
      and not exists (
        select from public.email_sends later
        where later.campaign_id = send.campaign_id and later.contact_id = send.contact_id and later.step = next.step
      )
      and not private.is_followup_stopped(send.campaign_id, send.contact_id)
      and moment.due_at <= now()
      -- Held ones wait, and do not take the place of others, until it is too late for them.
      and (private.followup_hold(send.contact_id, campaign, now()) is null or moment.due_at < now() - interval '7 days')
    order by send.campaign_id, send.id
    limit 100
  loop
    -- Campaigns are always locked before their messages; both are read again under the lock.
    select * into owner from public.campaigns campaign where campaign.id = due.campaign_id for update;
    select * into last from public.email_sends send where send.id = due.id for update;
    continue when owner.paused_at is not null or private.is_followup_stopped(last.campaign_id, last.contact_id);
    perform private.decide_followup(last, owner, due.next, due.due_at);
  end loop;
end;
$$;

-- Stops the follow-ups of a campaign, or those of the person that a message of it went to, and cancels those that wait
-- to be sent. With stopped = false it allows them again.
create function public.stop_followups(campaign uuid, send uuid default null, stopped boolean default true)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
  person uuid := (select known.contact_id from public.email_sends known where known.id = send and known.campaign_id = held.id);
begin
  if send is null then
    update public.campaigns set
      followups_stopped_at = case when stopped then now() end,
      server_seen_at = case when stopped then server_seen_at else now() end
    where id = held.id;
  else
    update public.email_sends as first set followup_stopped_at = case when stopped then now() end
    where first.campaign_id = held.id and first.step = 0 and (first.id = send or first.contact_id = person);
  end if;
  if stopped then
    update public.email_sends waiting set
      status = (case when may_have_arrived then 'incertain' else 'annulé' end)::public.send_status,
      last_error = 'Relance arrêtée par l’équipe', finished_at = now()
    where waiting.campaign_id = held.id and waiting.step > 0 and waiting.status = 'programmé' and waiting.lease_token is null
      and (send is null or waiting.contact_id = person);
    perform private.close_campaign(held.id);
  end if;
end;
$$;

grant execute on function public.stop_followups(uuid, uuid, boolean) to authenticated;

-- Campaigns that come back through the year ------------------------------------------------------------------------

-- Returns the time that a segment is left alone between two of its campaigns.
create function private.rhythm_interval(rhythm public.segment_rhythm)
returns interval
language sql
immutable
set search_path = ''
as $$
  select case rhythm
    when 'une_fois_an' then interval '12 months' when 'deux_fois_an' then interval '6 months' else interval '3 months'
  end;
$$;

grant execute on function private.rhythm_interval(public.segment_rhythm) to authenticated;

-- Returns the day on which a campaign of a segment is due; null when it has no rhythm. A campaign that was cancelled
-- does not count. Campaigns are also found by the name that the segment had: those of a segment that was deleted and
-- came back are linked to none.
create function private.segment_due(segment public.contact_segments)
returns date
language sql
stable
set search_path = ''
as $$
  select greatest(
    segment.rhythm_from,
    (
      (select max((coalesce(made.send_date, made.created_at) at time zone 'America/Toronto')::date)
        from public.campaigns as made
        where (made.segment_id = segment.id or made.segment_id is null and made.segment_name = segment.name)
          and made.status <> 'brouillon' and made.cancelled_at is null)
      + private.rhythm_interval(segment.rhythm)
    )::date
  )
  where segment.rhythm is not null;
$$;

grant execute on function private.segment_due(public.contact_segments) to authenticated;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the segments whose campaign is due. Nothing is made or sent by itself.
create function private.segment_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  select 'segment', 'segment à qui écrire', segment.id, segment.name, segment.rhythm::text,
    private.segment_due(segment)::timestamp at time zone 'America/Toronto', 2, null::bigint, null::text, null::uuid, null::text,
    null::uuid
  from public.contact_segments as segment
  where private.segment_due(segment) <= (at at time zone 'America/Toronto')::date;
$$;

grant execute on function private.segment_today_rows(timestamptz) to authenticated;

-- Returns the campaigns with messages that failed in the last thirty days, and those that wait for a person or for a
-- setting.
create function private.campaign_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  with failures as (
    select s.campaign_id, count(*) as total from public.email_sends s
    where s.status in ('échec', 'incertain')
    group by s.campaign_id
    having max(s.finished_at) > at - interval '30 days'
  ),
  stop as materialized (
    select coalesce(
      private.sending_stop(),
      case when private.sender_identity() is null then 'L’identité de l’expéditeur est incomplète (Réglages).' end
    ) as reason
  )
  select 'campaign_emails', format('courriels de campagne à vérifier (%s)', f.total), c.id, c.name, null, null::timestamptz, 1,
    f.total, null, null::uuid, null, null::uuid
  from failures f join public.campaigns c on c.id = f.campaign_id
  union all
  select 'campaign', 'campagne en attente', c.id, c.name, coalesce(c.pause_reason, stop.reason), c.send_date, 1, null, null, null,
    null, null
  from public.campaigns c, stop
  where c.cancelled_at is null and (c.status in ('en_cours', 'programmé') or c.paused_at is not null and private.follows_up(c))
    and (c.paused_at is not null or stop.reason is not null);
$$;

grant execute on function private.campaign_today_rows(timestamptz) to authenticated;
