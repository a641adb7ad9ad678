-- A restore that cannot be undone by mistake: the key of the suppressions is told apart, what stood still for a day is held,
-- and a list kept elsewhere is applied again. One bad row stops nothing else; the text of a follow-up is that of the
-- approved campaign; a sender that is not verified any more sends nothing; the studio's identity is read by all.

alter table private.hash_key add column replaces text[] not null default '{}';

-- Which key the hashes of this database are made with, without telling it; null: the key is missing.
create or replace function private.key_fingerprint()
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select left(encode(sha256(convert_to('fingerprint', 'UTF8') || key), 'hex'), 16) from private.hash_key where id = 1;
$$;

grant execute on function private.key_fingerprint() to authenticated, service_role;

-- What is there was written with the key that is there.
alter table public.suppressions
  add column key_fingerprint text not null default private.key_fingerprint(),
  add constraint suppressions_key_fingerprint_format check (key_fingerprint ~ '^[0-9a-f]{16}$');

-- How many suppressions in force were written with another key than the present one, so that nobody knows whom they
-- concern.
create or replace function private.unreadable_suppressions()
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select count(distinct suppression.email_hash)
  from public.suppressions suppression
  left join private.hash_key present on present.id = 1
  where suppression.key_fingerprint is distinct from (select private.key_fingerprint())
    and (suppression.key_fingerprint = any (present.replaces)) is not true
    and not exists (
      select from public.suppression_lifts lift
      where lift.email_hash = suppression.email_hash and lift.created_at > suppression.created_at
    );
$$;

grant execute on function private.unreadable_suppressions() to authenticated;

-- Why no commercial message at all may leave, in French; null: they may.
create or replace function private.sending_stop()
returns text
language sql
stable
set search_path = ''
as $$
  select 'Envois arrêtés : la clé des désabonnements a changé ou manque, on ne sait plus qui s’est désabonné.'
  where private.key_fingerprint() is null or private.unreadable_suppressions() > 0;
$$;

grant execute on function private.sending_stop() to authenticated;

-- Every contact (or one) with the reason, in French, why it must not be e-mailed at that moment; null: it may be.
create or replace function private.email_refusals(only_contact uuid, at timestamptz)
returns table (contact_id uuid, reason text)
language sql
stable
set search_path = ''
as $$
  select contact.id,
    case
      when contact.email is null then 'Aucune adresse courriel'
      when consent.suppression = 'bounced' then 'Adresse en erreur permanente'
      when consent.suppression = 'complained' then 'A signalé un message comme indésirable'
      when consent.suppression = 'manual' then 'Retiré des envois par l''équipe'
      when consent.suppression = 'erased' then 'Renseignements effacés à sa demande'
      when consent.state = 'unsubscribed' then 'Désabonné'
      when contact.status = 'refusé' then 'A refusé d''être sollicité'
      when consent.state = 'withdrawn' then 'Consentement retiré'
      when consent.state = 'expired' then 'Consentement expiré'
      when consent.state is null then 'Aucun consentement consigné'
      else (select private.sending_stop())
    end
  from (
    -- Two branches, so that the index serves a single contact.
    select * from public.contacts where id = only_contact
    union all
    select * from public.contacts where only_contact is null
  ) contact
  left join private.current_consents(only_contact, at) consent on consent.contact_id = contact.id;
$$;

-- Writes again who must not be written to, from a list kept elsewhere (the provider's export, a copy), after a restore.
-- An address already suppressed stays as it is, so that a list given twice adds nothing. is_complete: the list holds
-- everybody whom the suppressions of another key concern, and takes their place if it is long enough. Returns
-- { added, known, invalid: [text, …], unreadable }; unreadable: how many suppressions still stop all sending.
create or replace function public.reapply_suppressions(addresses text[], is_complete boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  given text[];
  refused text[];
  hashes text[];
  added integer;
  readable bigint;
begin
  perform private.require_admin();
  if cardinality(addresses) > 10000 then
    raise exception using message = 'Une liste compte au plus 10 000 adresses : coupez-la en plusieurs';
  end if;
  given := array(select distinct lower(btrim(address)) from unnest(addresses) as address where btrim(address) <> '');
  refused := array(
    select address from unnest(given) as address
    where private.is_email_address(address) is not true or char_length(address) > 255
    order by address
  );
  hashes := array(
    select distinct private.email_hash(address) from unnest(given) as address where address <> all (refused)
  );
  if cardinality(hashes) = 0 then
    raise exception using message = 'Aucune adresse courriel dans cette liste';
  end if;
  -- Of two simultaneous lists, the second finds what the first wrote.
  perform pg_advisory_xact_lock(33, 0);
  insert into public.suppressions (email_hash, reason, recorded_by, created_at)
  select hash, 'unsubscribed', auth.uid(), clock_timestamp()
  from unnest(hashes) as hash
  where not exists (select from private.standing_suppressions() standing where standing.email_hash = hash);
  get diagnostics added = row_count;
  if is_complete then
    select count(distinct standing.email_hash) into readable
    from private.standing_suppressions() standing
    join public.suppressions own on own.email_hash = standing.email_hash
      and own.key_fingerprint = private.key_fingerprint();
    if readable >= private.unreadable_suppressions() then
      update private.hash_key set replaces = array(
        select distinct key_fingerprint from public.suppressions where key_fingerprint <> private.key_fingerprint()
      )
      where id = 1;
    end if;
  end if;
  return jsonb_build_object(
    'added', added, 'known', cardinality(hashes) - added, 'invalid', to_jsonb(refused),
    'unreadable', private.unreadable_suppressions()
  );
end;
$$;

grant execute on function public.reapply_suppressions(text[], boolean) to authenticated;

alter table public.campaigns
  add column followup_subject text,
  add column followup_body text,
  add column server_seen_at timestamptz not null default now(),
  add constraint campaigns_followup_subject_length check (char_length(followup_subject) <= 200),
  add constraint campaigns_followup_subject_one_line check (followup_subject !~ '[[:cntrl:]]'),
  add constraint campaigns_followup_body_length check (char_length(followup_body) <= 5000),
  add constraint campaigns_followup_text_whole check ((followup_subject is null) = (followup_body is null));

-- Campaigns made before keep the text that their template has today.
update public.campaigns campaign set followup_subject = template.subject, followup_body = template.body
from public.email_templates template where template.id = campaign.followup_template_id;

grant execute on function private.trimmed(text) to authenticated;
grant execute on function private.fill_template(text, jsonb) to authenticated;
grant execute on function private.fill_subject(text, jsonb) to authenticated;
grant execute on function private.template_values(public.contacts) to authenticated;

-- Creates a campaign with all its messages as they will be sent, in one transaction.
-- details: { name, template_id, send_now, send_date, from_email, auto_followup, followup_days, followup_template_id }.
create or replace function public.create_campaign(details jsonb, contact_ids uuid[])
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  wanted public.campaigns := jsonb_populate_record(null::public.campaigns, details);
  template public.email_templates;
  followup public.email_templates;
  chosen uuid[];
  refused bigint;
  example text;
begin
  perform private.require_admin();
  wanted.name := btrim(wanted.name);
  if coalesce(wanted.name, '') = '' or char_length(wanted.name) > 100 then
    raise exception using message = 'Le nom est requis';
  end if;
  wanted.send_now := coalesce(wanted.send_now, false);
  if not wanted.send_now and (wanted.send_date is null or wanted.send_date <= now()) then
    raise exception using message = 'La date d''envoi doit être dans le futur';
  end if;
  if coalesce(wanted.followup_days, 7) not between 1 and 30 then
    raise exception using message = 'Le délai de relance doit être de 1 à 30 jours';
  end if;
  if private.sender_identity() is null then
    raise exception using message = 'Complétez d''abord l''identité de l''expéditeur et son adresse postale dans les paramètres';
  end if;
  if not exists (
    select from public.settings where id = 1 and wanted.from_email = any (verified_senders)
  ) then
    raise exception using message = 'L''adresse d''expédition n''est pas vérifiée dans les paramètres';
  end if;
  select * into template from public.email_templates where id = wanted.template_id;
  if not found then
    raise exception using message = 'Sélectionnez un template';
  end if;
  if wanted.followup_template_id is not null then
    select * into followup from public.email_templates where id = wanted.followup_template_id;
    if not found then
      raise exception using message = 'Le template de relance n''existe plus';
    end if;
  end if;
  example := coalesce(
    private.unknown_variable(template.subject), private.unknown_variable(template.body),
    private.unknown_variable(followup.subject), private.unknown_variable(followup.body)
  );
  if example is not null then
    raise exception using message = format('Variable inconnue dans le template : %s', example);
  end if;

  chosen := array(select distinct unnest(contact_ids));
  if cardinality(chosen) = 0 then
    raise exception using message = 'Sélectionnez au moins un contact';
  end if;
  if cardinality(chosen) > 10000 then
    raise exception using message = 'Une campagne compte au plus 10 000 contacts';
  end if;
  select count(*), min(coalesce(refusal.reason, 'Statut exclu des campagnes')) into refused, example
  from unnest(chosen) as asked (id)
  left join public.contacts contact on contact.id = asked.id
  left join private.email_refusals(null, now()) refusal on refusal.contact_id = asked.id
  where contact.id is null or refusal.reason is not null
    or contact.status not in ('nouveau', 'contacté', 'intéressé');
  if refused > 0 then
    raise exception using message = case refused
      when 1 then format('Un des contacts choisis ne peut plus recevoir de message (%s)', example)
      else format('%s des contacts choisis ne peuvent plus recevoir de message (%s)', refused, example)
    end;
  end if;

  insert into public.campaigns (
    user_id, name, status, send_now, send_date, auto_followup, followup_days, template_id, followup_template_id,
    followup_subject, followup_body, from_email, driven_until
  )
  values (
    auth.uid(), wanted.name, case when wanted.send_now then 'en_cours' else 'programmé' end, wanted.send_now,
    case when not wanted.send_now then wanted.send_date end, coalesce(wanted.auto_followup, false),
    coalesce(wanted.followup_days, 7), template.id, followup.id,
    followup.subject, followup.body, wanted.from_email,
    -- The browser that creates it starts sending it.
    case when wanted.send_now then now() + interval '15 seconds' end
  )
  returning * into wanted;

  begin
    insert into public.email_sends (
      campaign_id, contact_id, template_id, subject, body, status, recipient_email, recipient_name
    )
    select wanted.id, contact.id, template.id,
      private.fill_subject(template.subject, private.template_values(contact)),
      private.fill_template(template.body, private.template_values(contact)),
      case when wanted.send_now then 'programmé' else 'brouillon' end,
      contact.email, contact.name
    from public.contacts contact
    where contact.id = any (chosen)
    order by contact.company, contact.id;
  exception when check_violation then
    raise exception using message = 'Un des messages serait vide ou trop long une fois ses variables remplacées';
  end;
  return wanted.id;
end;
$$;

drop function public.pause_campaign(uuid);

-- False: it was paused already.
create function public.pause_campaign(campaign uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
begin
  if held.status not in ('en_cours', 'programmé') then
    raise exception using message = 'Cette campagne est terminée';
  end if;
  update public.campaigns set paused_at = now(), pause_reason = 'Mise en pause par l''équipe', driven_until = null
  where id = held.id and paused_at is null;
  return found;
end;
$$;

grant execute on function public.pause_campaign(uuid) to authenticated;

drop function public.resume_campaign(uuid);

-- A scheduled campaign whose time has passed is sent at once; a finished one goes on with its follow-ups. False: it was
-- not paused.
create function public.resume_campaign(campaign uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
begin
  update public.campaigns set
    paused_at = null, pause_reason = null, server_seen_at = now(),
    send_date = case when status = 'programmé' then greatest(send_date, now()) else send_date end
  where id = held.id and status in ('en_cours', 'programmé', 'terminé') and paused_at is not null;
  return found;
end;
$$;

grant execute on function public.resume_campaign(uuid) to authenticated;

-- Sends the failed messages again. « échec » means that nothing arrived, so nothing can arrive twice. Returns how many.
create or replace function public.retry_failed_sends(campaign uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
  retried integer;
begin
  if held.cancelled_at is not null then
    raise exception using message = 'Cette campagne a été annulée';
  end if;
  update public.email_sends set
    status = 'programmé', attempts = 0, next_attempt_at = now(), first_attempt_at = null, last_error = null,
    finished_at = null
  where campaign_id = held.id and status = 'échec' and recipient_email is not null;
  get diagnostics retried = row_count;
  if retried > 0 then
    update public.campaigns set status = 'en_cours', finished_at = null, server_seen_at = now() where id = held.id;
  end if;
  return retried;
end;
$$;

-- An administrator found out what became of a message of unknown outcome: it arrived, or it is to be sent again.
create or replace function public.resolve_uncertain_send(send uuid, arrived boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign((select campaign_id from public.email_sends where id = send));
  settled uuid;
begin
  if arrived is null or not arrived and held.cancelled_at is not null then
    raise exception using message = 'Cette campagne a été annulée';
  end if;
  update public.email_sends set
    status = case when arrived then 'envoyé' else 'programmé' end,
    last_error = case when arrived then 'Confirmé par l''équipe' end,
    may_have_arrived = false,
    attempts = case when arrived then attempts else 0 end,
    first_attempt_at = case when arrived then first_attempt_at end,
    next_attempt_at = now(),
    finished_at = case when arrived then finished_at end
  where id = send and status = 'incertain' and (arrived or recipient_email is not null)
  returning contact_id into settled;
  if not found then
    raise exception using message = 'L''envoi n''est plus incertain';
  end if;
  if arrived then
    perform private.mark_contacted(settled);
  else
    update public.campaigns set status = 'en_cours', finished_at = null, server_seen_at = now() where id = held.id;
  end if;
end;
$$;

create or replace function public.reschedule_campaign(campaign uuid, new_date timestamptz)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
begin
  if held.status <> 'programmé' then
    raise exception using message = 'Cette campagne est déjà partie';
  end if;
  if new_date is null or new_date <= now() then
    raise exception using message = 'La date d''envoi doit être dans le futur';
  end if;
  update public.campaigns set send_date = new_date, paused_at = null, pause_reason = null, server_seen_at = now()
  where id = held.id;
end;
$$;

-- Why no follow-up is sent to this first message if it is due at that moment; null: one may be sent.
create or replace function private.followup_refusal(send public.email_sends, campaign public.campaigns, due_at timestamptz)
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
    when send.replied_at is not null then 'A répondu'
    when send.bounced_at is not null then 'Adresse en erreur permanente'
    when send.complained_at is not null then 'A signalé un message comme indésirable'
    when send.recipient_email is null or contact.id is null then 'Contact supprimé'
    when lower(contact.email) is distinct from lower(send.recipient_email) then 'L''adresse du contact a changé'
    when contact.status not in ('nouveau', 'contacté') then 'Statut : ' || contact.status
    -- The dispatcher was down for that long: a follow-up would come too late to make sense.
    when due_at < now() - interval '7 days' then 'Échéance dépassée de plus de 7 jours'
    when campaign.followup_body is not null and (
      private.trimmed(private.fill_subject(campaign.followup_subject, private.template_values(contact))) is null
      or private.trimmed(private.fill_template(campaign.followup_body, private.template_values(contact))) is null
    ) then 'Le texte de la relance serait vide une fois ses variables remplacées'
    -- The consent in force on the day of sending.
    else public.may_email(contact.id, greatest(now(), due_at))
  end
  from (select) nothing left join public.contacts contact on contact.id = send.contact_id;
$$;

-- Writes the follow-up of a first message, or records on that message why there is none. An error is of this one row:
-- the others go on. The caller holds the locks of both rows.
create or replace function private.decide_followup(first public.email_sends, owner public.campaigns, due_at timestamptz)
returns void
language plpgsql
set search_path = ''
as $$
declare
  refusal text;
begin
  refusal := private.followup_refusal(first, owner, due_at);
  if refusal is null then
    insert into public.email_sends (
      campaign_id, contact_id, template_id, step, subject, body, status, recipient_email, recipient_name
    )
    select owner.id, contact.id, coalesce(owner.followup_template_id, first.template_id), 1,
      case
        when owner.followup_subject is null then left('Re: ' || first.subject, 998)
        else private.fill_subject(owner.followup_subject, private.template_values(contact))
      end,
      case
        when owner.followup_body is null then first.body
        else private.fill_template(owner.followup_body, private.template_values(contact))
      end,
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
create or replace function private.create_due_followups()
returns void
language plpgsql
set search_path = ''
as $$
declare
  due record;
  owner public.campaigns;
  first public.email_sends;
begin
  if private.is_quiet(now()) or not private.is_business_day((now() at time zone 'America/Toronto')::date) then
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
create or replace function public.stop_followups(campaign uuid, send uuid default null, stopped boolean default true)
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
      status = case when may_have_arrived then 'incertain' else 'annulé' end,
      last_error = 'Relance arrêtée par l''équipe', finished_at = now()
    where second.campaign_id = held.id and second.step = 1 and second.status = 'programmé' and second.lease_token is null
      and (send is null or second.contact_id = (select first.contact_id from public.email_sends first where first.id = send));
    perform private.close_campaign(held.id);
  end if;
end;
$$;

-- What anybody may know of who writes, for the pages of the site: { legal_name, postal_address, contact_email,
-- contact_phone }, each null before somebody saved it. The site reads it when it is built.
create or replace function public.public_identity()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'legal_name', nullif(btrim(legal_name), ''), 'postal_address', nullif(btrim(postal_address), ''),
    'contact_email', nullif(contact_email, ''), 'contact_phone', nullif(btrim(contact_phone), '')
  )
  from public.settings where id = 1;
$$;

grant execute on function public.public_identity() to anon, authenticated;

-- What limits sending at this moment: { sent_today, daily_cap, quiet_now, ready, stop }; stop: why nothing leaves at all.
create or replace function public.sending_state()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'sent_today', private.sent_today(), 'daily_cap', settings.daily_cap, 'quiet_now', private.is_quiet(now()),
    'ready', private.sender_identity() is not null, 'stop', private.sending_stop()
  )
  from public.settings where id = 1;
$$;

-- Pauses what nobody has looked after for a day, finished campaigns whose follow-ups wait included: after a restore of an
-- older copy, their messages may have left already, and a person decides. The others are noted as looked after, so that
-- a campaign that waits for its date or for the daily cap goes on.
create or replace function private.hold_stalled_campaigns()
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
        or stalled.auto_followup and stalled.followups_stopped_at is null and stalled.finished_at > now() - interval '60 days'
          and exists (
            select from public.email_sends as first
            where first.campaign_id = stalled.id and first.step = 0 and first.status = 'envoyé'
              and first.followup_refusal is null and first.followup_stopped_at is null
              and not exists (
                select from public.email_sends as second
                where second.campaign_id = first.campaign_id and second.contact_id = first.contact_id and second.step = 1
              )
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
        or looked_after.auto_followup and looked_after.finished_at > now() - interval '60 days'
      )
    for update skip locked
  );
end;
$$;

-- Starts the scheduled campaigns that are due. One more than a day late is paused: its text may be out of date, and a
-- person decides. One that cannot start is paused with the reason, and the others start.
create or replace function private.start_due_campaigns()
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

-- Ends a message that the database refuses to lease, with the reason, so that the others leave. A row that no longer
-- meets a rule of today cannot even be ended: then its campaign is paused.
create or replace function private.set_aside(send public.email_sends)
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.email_sends as unfit set
    status = case when unfit.may_have_arrived or unfit.lease_token is not null then 'incertain' else 'échec' end,
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
create or replace function public.claim_email_sends(
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
  verified text[];
  writes_as text;
  refusal text;
begin
  perform pg_advisory_xact_lock(30, 0);
  perform private.mark_unknown_outcomes(same_key_is_safe);
  perform private.hold_stalled_campaigns();
  if private.sending_stop() is not null then
    return;
  end if;
  if only_send is null then
    perform private.start_due_sending();
  end if;
  select settings.daily_cap - private.sent_today(), array(select lower(unnest(settings.verified_senders)))
  into left_today, verified
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
      return query
      update public.email_sends as send set
        attempts = send.attempts + 1,
        first_attempt_at = coalesce(send.first_attempt_at, now()),
        may_have_arrived = send.may_have_arrived or send.lease_token is not null,
        from_email = writes_as,
        identity = coalesce(send.identity, who),
        lease_token = gen_random_uuid(),
        next_attempt_at = now() + interval '60 seconds'
      where send.id = taken.id
      returning send.id, send.lease_token, send.campaign_id, send.contact_id, send.step, send.subject, send.body,
        send.recipient_email, send.recipient_name, send.from_email, send.identity, send.unsubscribe_token;
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
