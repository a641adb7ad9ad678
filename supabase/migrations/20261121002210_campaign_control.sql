-- What an administrator does to a campaign: create it with its messages in one transaction, pause, resume, cancel,
-- retry, settle a doubt, move its date. Tables stay read-only to the browser.

-- Blanks that JavaScript trims too; a value or a fallback made of them alone is no value.
create function private.trimmed(value text)
returns text
language sql
immutable
set search_path = ''
as $$
  select nullif(
    regexp_replace(value, '^[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+|[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+$', '', 'g'),
    ''
  );
$$;

revoke all on function private.trimmed(text) from public, anon, authenticated, service_role;

-- The first text in braces that is no variable of ours; null when there is none.
create function private.unknown_variable(template text)
returns text
language sql
immutable
set search_path = ''
as $$
  select found.token[1]
  from regexp_matches(template, '(\{+[^{}\n]*\}+)', 'g') with ordinality as found (token, position)
  where found.token[1] !~ '^\{(nom|entreprise|ville|region|email|telephone)(\|[^{}\n]*)?\}$'
  order by found.position
  limit 1;
$$;

revoke all on function private.unknown_variable(text) from public, anon, authenticated, service_role;

-- A template with its variables replaced by these values, else by their fallback, else by nothing; once only, so that
-- a company named « {email} » stays as it is. The same as fillTemplate of supabase/functions/_shared/message, and a test
-- holds the two together.
create function private.fill_template(template text, contact_values jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select coalesce(string_agg(
    literal.text || case
      when variable.name is null then ''
      else coalesce(private.trimmed(contact_values ->> variable.name), private.trimmed(variable.fallback), '')
    end, '' order by literal.position
  ), '')
  from regexp_split_to_table(template, '\{[^{}\n]*\}') with ordinality as literal (text, position)
  left join (
    select found.token[1] as name, found.token[2] as fallback, found.position
    from regexp_matches(template, '\{([^{}|\n]*)\|?([^{}\n]*)\}', 'g') with ordinality as found (token, position)
  ) variable on variable.position = literal.position;
$$;

revoke all on function private.fill_template(text, jsonb) from public, anon, authenticated, service_role;

-- The same on one line: a line break in a subject would add e-mail headers.
create function private.fill_subject(template text, contact_values jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select coalesce(private.trimmed(regexp_replace(
    private.fill_template(template, contact_values),
    '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'
  )), '');
$$;

revoke all on function private.fill_subject(text, jsonb) from public, anon, authenticated, service_role;

-- What a contact gives for each variable of a template (specification, section 3).
create function private.template_values(contact public.contacts)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'nom', contact.name, 'entreprise', contact.company, 'ville', contact.city, 'region', contact.region,
    'email', contact.email, 'telephone', contact.phone
  );
$$;

revoke all on function private.template_values(public.contacts) from public, anon, authenticated, service_role;

-- A campaign with all its messages, frozen as they will leave, or nothing.
-- details: { name, template_id, send_now, send_date, from_email, auto_followup, followup_days, followup_template_id }.
create function public.create_campaign(details jsonb, contact_ids uuid[])
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
    from_email, driven_until
  )
  values (
    auth.uid(), wanted.name, case when wanted.send_now then 'en_cours' else 'programmé' end, wanted.send_now,
    case when not wanted.send_now then wanted.send_date end, coalesce(wanted.auto_followup, false),
    coalesce(wanted.followup_days, 7), template.id, followup.id, wanted.from_email,
    -- The browser that created it is about to send it.
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

revoke all on function public.create_campaign(jsonb, uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.create_campaign(jsonb, uuid[]) to authenticated;

-- The campaign, locked, for an administrator; its messages are touched after, never before.
create function private.lock_campaign(wanted uuid)
returns public.campaigns
language plpgsql
set search_path = ''
as $$
declare
  locked public.campaigns;
begin
  perform private.require_admin();
  select * into locked from public.campaigns where id = wanted for update;
  if not found then
    raise exception using message = 'Cette campagne n''existe plus';
  end if;
  return locked;
end;
$$;

revoke all on function private.lock_campaign(uuid) from public, anon, authenticated, service_role;

create function public.pause_campaign(campaign uuid)
returns void
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
end;
$$;

revoke all on function public.pause_campaign(uuid) from public, anon, authenticated, service_role;
grant execute on function public.pause_campaign(uuid) to authenticated;

-- A scheduled campaign whose time has passed leaves now: that is what was asked.
create function public.resume_campaign(campaign uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
begin
  update public.campaigns set
    paused_at = null, pause_reason = null,
    send_date = case when status = 'programmé' then greatest(send_date, now()) else send_date end
  where id = held.id and status in ('en_cours', 'programmé') and paused_at is not null;
end;
$$;

revoke all on function public.resume_campaign(uuid) from public, anon, authenticated, service_role;
grant execute on function public.resume_campaign(uuid) to authenticated;

-- What has not left never does. A message on its way ends by itself, and the campaign with it.
create function public.cancel_campaign(campaign uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
  cancelled integer;
begin
  if held.status not in ('en_cours', 'programmé') then
    raise exception using message = 'Cette campagne est terminée';
  end if;
  update public.campaigns set
    cancelled_at = coalesce(cancelled_at, now()), paused_at = null, pause_reason = null, driven_until = null
  where id = held.id;
  update public.email_sends set
    status = case when may_have_arrived then 'incertain' else 'annulé' end,
    last_error = coalesce(last_error, 'Campagne annulée par l''équipe'), finished_at = now()
  where campaign_id = held.id and status in ('programmé', 'brouillon') and lease_token is null;
  get diagnostics cancelled = row_count;
  perform private.close_campaign(held.id);
  return cancelled;
end;
$$;

revoke all on function public.cancel_campaign(uuid) from public, anon, authenticated, service_role;
grant execute on function public.cancel_campaign(uuid) to authenticated;

-- The failures, from the start. « échec » means that nothing arrived: trying again cannot double anything.
create function public.retry_failed_sends(campaign uuid)
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
    update public.campaigns set status = 'en_cours', finished_at = null where id = held.id;
  end if;
  return retried;
end;
$$;

revoke all on function public.retry_failed_sends(uuid) from public, anon, authenticated, service_role;
grant execute on function public.retry_failed_sends(uuid) to authenticated;

-- A person has looked (the provider's screen, the recipient): it arrived, or it did not and is to be sent.
create function public.resolve_uncertain_send(send uuid, arrived boolean)
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
    update public.contacts set status = 'contacté' where id = settled and status = 'nouveau';
  else
    update public.campaigns set status = 'en_cours', finished_at = null where id = held.id;
  end if;
end;
$$;

revoke all on function public.resolve_uncertain_send(uuid, boolean) from public, anon, authenticated, service_role;
grant execute on function public.resolve_uncertain_send(uuid, boolean) to authenticated;

create function public.reschedule_campaign(campaign uuid, new_date timestamptz)
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
  update public.campaigns set send_date = new_date, paused_at = null, pause_reason = null where id = held.id;
end;
$$;

revoke all on function public.reschedule_campaign(uuid, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.reschedule_campaign(uuid, timestamptz) to authenticated;

-- How many messages are in each state: { campaign id: { "envoyé": 47, "échec": 3 } }, for one campaign or for all.
-- Runs as the caller: the policies decide.
create function public.campaign_counts(only_campaign uuid default null)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(campaign_id, states), '{}') from (
    select campaign_id, jsonb_object_agg(status, messages) as states
    from (
      select campaign_id, status, count(*) as messages from public.email_sends
      where only_campaign is null or campaign_id = only_campaign
      group by campaign_id, status
    ) counted
    group by campaign_id
  ) grouped;
$$;

revoke all on function public.campaign_counts(uuid) from public, anon, authenticated, service_role;
grant execute on function public.campaign_counts(uuid) to authenticated;

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

revoke all on function public.sending_state() from public, anon, authenticated, service_role;
grant execute on function public.sending_state() to authenticated;
