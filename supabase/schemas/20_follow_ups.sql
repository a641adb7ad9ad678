-- Follow-ups: some days after the first message (« Relance auto »), a second one is sent once to the contacts
-- for whom it still makes sense and is lawful (docs/decisions/0087).

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

-- Monday to Friday except Québec's statutory holidays (Loi sur les normes du travail, art. 60; Loi sur la fête
-- nationale, art. 2 and 4). Same days as business-hours.ts of the back office; a test compares the two.
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

-- When a follow-up may leave: from 8 h to 17 h of a business day, on Québec's clocks.
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

-- So many days later at the same hour in Québec, moved into the next business hours.
create function private.followup_due(sent_at timestamptz, days integer)
returns timestamptz
language plpgsql
immutable
set search_path = ''
as $$
declare
  due timestamp := (sent_at at time zone 'America/Toronto') + days * interval '1 day';
begin
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

-- Why a follow-up that is due waits for somebody to say what allows it; null: nothing holds it. Unlike a refusal it is not
-- kept: a ground recorded in time lets the follow-up leave.
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

-- Why a campaign does not write to a person whom another wrote to a short while ago (« au plus un message en N jours »);
-- null: it may.
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

-- Why no follow-up is sent to this first message if it is due at that moment; null: one may be sent.
-- By the id of the message: the caller need not read its every column.
create function private.followup_refusal(message uuid, campaign public.campaigns, due_at timestamptz)
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
    when private.has_replied(send.contact_id, send.recipient_email) then 'A répondu'
    when send.bounced_at is not null then 'Adresse en erreur permanente'
    when send.complained_at is not null then 'A signalé un message comme indésirable'
    when send.recipient_email is null or contact.id is null then 'Contact supprimé'
    when lower(contact.email) is distinct from lower(send.recipient_email) then 'L''adresse du contact a changé'
    when contact.status not in ('nouveau', 'contacté') then 'Statut : ' || contact.status
    -- The dispatcher was down for that long: a follow-up would come too late to make sense.
    when due_at < now() - interval '7 days' then 'Échéance dépassée de plus de 7 jours'
    when campaign.followup_body is null then 'Cette campagne n’a pas de texte de relance à elle'
    when (
      private.trimmed(private.fill_subject(
        campaign.followup_subject, private.template_values(contact, campaign.followup_subject)
      )) is null
      or private.trimmed(private.fill_template(
        campaign.followup_body, private.template_values(contact, campaign.followup_body)
      )) is null
    ) then 'Le texte de la relance serait vide une fois ses variables remplacées'
    else coalesce(
      -- The consent in force on the day of sending.
      public.may_email(contact.id, greatest(now(), due_at)),
      private.frequency_refusal(contact.id, send.recipient_email, campaign.id),
      private.followup_hold(contact.id, campaign, greatest(now(), due_at))
    )
  end
  from (select) nothing
  left join public.email_sends send on send.id = followup_refusal.message
  left join public.contacts contact on contact.id = send.contact_id;
$$;

grant execute on function private.followup_refusal(uuid, public.campaigns, timestamptz) to authenticated;

-- The planned follow-ups of a campaign, soonest first: [{ email_send_id, contact_id, due_at, reason }]. `reason` says
-- why none will be sent; contacts that have theirs already are not listed.
create function public.campaign_followups(campaign uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'email_send_id', send.id, 'contact_id', send.contact_id, 'due_at', plan.due_at,
      'reason', private.followup_refusal(send.id, owner, plan.due_at)
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

-- Writes the follow-up of a first message, or records on that message why there is none. An error is of this one row:
-- the others go on. The caller holds the locks of both rows.
create function private.decide_followup(first public.email_sends, owner public.campaigns, due_at timestamptz)
returns void
language plpgsql
set search_path = ''
as $$
declare
  refusal text;
begin
  refusal := private.followup_refusal(first.id, owner, due_at);
  if refusal is null then
    insert into public.email_sends (
      campaign_id, contact_id, template_id, step, subject, body, status, recipient_email, recipient_name
    )
    select owner.id, contact.id, owner.followup_template_id, 1,
      private.fill_subject(owner.followup_subject, private.template_values(contact, owner.followup_subject)),
      private.fill_template(
        owner.followup_body, private.literal_values(private.template_values(contact, owner.followup_body))
      ),
      'programmé', first.recipient_email, contact.name
    from public.contacts contact where contact.id = first.contact_id
    on conflict on constraint email_sends_campaign_contact_step_key do nothing;
    if found then
      update public.campaigns campaign set status = 'en_cours', finished_at = null where campaign.id = owner.id;
    end if;
  else
    update public.email_sends send set followup_refusal = left(refusal, 200) where send.id = first.id;
  end if;
exception
  -- Of the moment, not of the row: the next round tries again.
  when transaction_rollback or lock_not_available then
    raise;
  when others then
    raise warning 'The follow-up of message % could not be written: %', first.id, sqlerrm;
    update public.email_sends send
    set followup_refusal = 'La relance n’a pas pu être préparée : son texte serait refusé pour ce contact'
    where send.id = first.id;
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
  first public.email_sends;
begin
  if private.is_quiet(now()) or not private.is_business_time(now()) then
    return;
  end if;
  for due in
    select send.id, send.campaign_id, private.followup_due(send.finished_at, campaign.followup_days) as due_at
    from public.campaigns campaign
    join public.email_sends send on send.campaign_id = campaign.id and send.step = 0 and send.status = 'envoyé'
    where campaign.auto_followup and campaign.cancelled_at is null and campaign.followups_stopped_at is null
      and campaign.paused_at is null and campaign.server_seen_at > now() - interval '24 hours'
      and send.finished_at <= now() - campaign.followup_days * interval '1 day' + interval '1 hour'
      and send.followup_stopped_at is null and send.followup_refusal is null
      and private.followup_due(send.finished_at, campaign.followup_days) <= now()
      -- Held ones wait, and do not take the place of others, until it is too late for them.
      and (
        private.followup_hold(send.contact_id, campaign, now()) is null
        or private.followup_due(send.finished_at, campaign.followup_days) < now() - interval '7 days'
      )
      and not exists (
        select from public.email_sends second
        where second.campaign_id = send.campaign_id and second.contact_id = send.contact_id and second.step = 1
      )
    order by send.campaign_id, send.id
    limit 100
  loop
    -- Campaigns are always locked before their messages; both are read again under the lock.
    select * into owner from public.campaigns campaign where campaign.id = due.campaign_id for update;
    select * into first from public.email_sends send where send.id = due.id for update;
    continue when owner.paused_at is not null or first.followup_stopped_at is not null;
    perform private.decide_followup(first, owner, due.due_at);
  end loop;
end;
$$;

-- Stops the follow-ups of a campaign, or of one message, and cancels those that wait to be sent. stopped = false allows
-- them again.
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
    update public.campaigns set
      followups_stopped_at = case when stopped then now() end,
      server_seen_at = case when stopped then server_seen_at else now() end
    where id = held.id;
  else
    update public.email_sends set followup_stopped_at = case when stopped then now() end
    where id = send and campaign_id = held.id and step = 0;
  end if;
  if stopped then
    update public.email_sends second set
      status = (case when may_have_arrived then 'incertain' else 'annulé' end)::public.send_status,
      last_error = 'Relance arrêtée par l''équipe', finished_at = now()
    where second.campaign_id = held.id and second.step = 1 and second.status = 'programmé' and second.lease_token is null
      and (send is null or second.contact_id = (select first.contact_id from public.email_sends first where first.id = send));
    perform private.close_campaign(held.id);
  end if;
end;
$$;

grant execute on function public.stop_followups(uuid, uuid, boolean) to authenticated;
