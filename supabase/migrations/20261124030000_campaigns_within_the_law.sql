-- Campaigns: what is true of them before, while and after they leave, and the ground of what follows a first message to a
-- public office. Campaigns of before keep their rows; those that planned a follow-up without a text of its own get none.

alter table public.contacts add column is_public_office_holder boolean;

grant insert (is_public_office_holder), update (is_public_office_holder) on table public.contacts to authenticated;
grant execute on function private.holds_public_office(text) to authenticated;
grant execute on function private.is_lobbying_ground(text) to service_role;

alter table public.campaigns
  add column message_subject text,
  add column message_body text,
  add column lobbying_ground text,
  add column lobbying_reference text,
  add constraint campaigns_message_subject_length check (char_length(message_subject) <= 200),
  add constraint campaigns_message_subject_one_line check (private.is_one_line_text(message_subject)),
  add constraint campaigns_message_body_length check (char_length(message_body) <= 5000),
  add constraint campaigns_message_text_whole check ((message_subject is null) = (message_body is null)),
  add constraint campaigns_lobbying_ground_known check (private.is_lobbying_ground(lobbying_ground)),
  add constraint campaigns_lobbying_whole check ((lobbying_ground is null) = (lobbying_reference is null)),
  add constraint campaigns_lobbying_reference_length
    check (btrim(lobbying_reference) <> '' and char_length(lobbying_reference) <= 200),
  add constraint campaigns_lobbying_reference_one_line check (private.is_one_line_text(lobbying_reference));

alter table public.email_sends
  add column message_id text,
  add constraint email_sends_message_id_shape check (message_id ~ '^<[^<>[:space:][:cntrl:]]{1,250}>$'),
  add column lobbying_ground text,
  add column lobbying_reference text,
  add constraint email_sends_lobbying_ground_known check (private.is_lobbying_ground(lobbying_ground)),
  add constraint email_sends_lobbying_whole check ((lobbying_ground is null) = (lobbying_reference is null)),
  add constraint email_sends_lobbying_reference_length check (char_length(lobbying_reference) <= 200);

grant select (message_id, lobbying_ground, lobbying_reference) on table public.email_sends to authenticated;

create index email_sends_recipient_email_idx on public.email_sends (lower(recipient_email));

alter table public.settings
  add column campaign_gap_days integer not null default 14,
  add column mandate_number text not null default '',
  add column mandate_from date,
  add column mandate_until date,
  add constraint settings_campaign_gap_days_range check (campaign_gap_days between 0 and 365),
  add constraint settings_mandate_number_shape
    check (char_length(mandate_number) <= 100 and private.is_one_line_text(mandate_number)),
  add constraint settings_mandate_whole check (
    (mandate_number = '') = (mandate_from is null) and (mandate_from is null) = (mandate_until is null)
    and mandate_from <= mandate_until
  );

grant update (campaign_gap_days, mandate_number, mandate_from, mandate_until) on table public.settings to authenticated;

alter table public.dispatcher_state
  add column outage_since timestamptz,
  add column outage_attempts integer not null default 0,
  add column outage_next_at timestamptz,
  add column outage_reason text,
  add column reputation_stop text,
  add column reputation_resumed_at timestamptz,
  add constraint dispatcher_state_outage_attempts_range check (outage_attempts >= 0),
  add constraint dispatcher_state_outage_reason_length check (char_length(outage_reason) <= 500),
  add constraint dispatcher_state_reputation_stop_length check (char_length(reputation_stop) <= 500);

alter table public.notifications
  add column campaign_id uuid references public.campaigns (id) on delete cascade,
  drop constraint notifications_kind_known,
  drop constraint notifications_one_record,
  drop constraint notifications_written_text,
  add constraint notifications_kind_known check (
    kind in (
      'admin_notice', 'acknowledgement', 'reply',
      'quote', 'quote_code', 'quote_question', 'quote_refused', 'quote_accepted', 'quote_signed',
      'campaign_alert'
    )
  ),
  add constraint notifications_one_record check (
    case
      when kind like 'quote%' then num_nonnulls(quote_request_id, campaign_id) = 0 and issued_quote_id is not null
      when kind = 'campaign_alert' then num_nonnulls(quote_request_id, issued_quote_id) = 0 and campaign_id is not null
      else quote_request_id is not null and num_nonnulls(issued_quote_id, campaign_id) = 0
    end
  ),
  add constraint notifications_written_text check (
    (kind in ('reply', 'quote', 'quote_question', 'quote_refused', 'campaign_alert')) = (subject is not null and body is not null)
  );

create index notifications_campaign_id_idx on public.notifications (campaign_id);

alter table public.next_actions
  add column lobbying_ground text,
  add column lobbying_reference text,
  add constraint next_actions_lobbying_ground_known check (private.is_lobbying_ground(lobbying_ground)),
  add constraint next_actions_lobbying_whole check ((lobbying_ground is null) = (lobbying_reference is null)),
  add constraint next_actions_lobbying_reference_length
    check (btrim(lobbying_reference) <> '' and char_length(lobbying_reference) <= 200),
  add constraint next_actions_lobbying_reference_one_line check (private.is_one_line_text(lobbying_reference));

-- Those that take or return more than before.
drop function public.resume_campaign(uuid);
drop function public.claim_email_sends(integer, boolean, uuid, text);
drop function public.claim_due_notifications(integer, boolean);
drop function public.record_email_event(text, uuid, text, text, timestamptz, text);
drop function public.plan_next_action(text, uuid, text, date, time, text, uuid);

create function private.is_public_office_holder(contact public.contacts)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(contact.is_public_office_holder, private.holds_public_office(contact.sector));
$$;

grant execute on function private.is_public_office_holder(public.contacts) to authenticated;

create function private.standing_ground(contact uuid, at timestamptz)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(
    (
      select jsonb_build_object('ground', 'mandate', 'reference', mandate_number) from public.settings
      where id = 1 and mandate_number <> ''
        and (at at time zone 'America/Toronto')::date between mandate_from and mandate_until
    ),
    (
      select jsonb_build_object(
        'ground', 'written_request',
        'reference', 'Demande du ' || to_char(max(asked.occurred_at) at time zone 'America/Toronto', 'YYYY-MM-DD')
      )
      from public.contacts as person
      join public.consent_events as asked on lower(asked.email) = lower(person.email)
      where person.id = standing_ground.contact and asked.basis = 'inquiry' and asked.occurred_at <= at
        and private.consent_expiry(asked.basis, asked.occurred_at) > at
      having count(*) > 0
    )
  );
end;
$$;

grant execute on function private.standing_ground(uuid, timestamptz) to authenticated;

create function private.lobbying_refusal(contact uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select 'Retenu : relancer un titulaire de charge publique sans demande écrite, appel public, contrat ni mandat inscrit peut être du lobbyisme (loi T-11.011, art. 5)'
  from public.contacts as person
  where person.id = lobbying_refusal.contact and private.is_public_office_holder(person);
$$;

grant execute on function private.lobbying_refusal(uuid) to authenticated;

create function private.has_replied(contact uuid, address text)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.email_sends as earlier
    where (earlier.contact_id = has_replied.contact or lower(earlier.recipient_email) = lower(address))
      and earlier.replied_at > now() - interval '1 year'
  );
$$;

grant execute on function private.has_replied(uuid, text) to authenticated;

create function private.last_written_at(contact uuid, address text, except_campaign uuid)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select max(case when earlier.status = 'programmé' then now() else earlier.finished_at end)
  from public.email_sends as earlier
  where (earlier.contact_id = last_written_at.contact or lower(earlier.recipient_email) = lower(address))
    and earlier.campaign_id is distinct from except_campaign
    and (
      earlier.status in ('envoyé', 'incertain')
      or earlier.status = 'programmé' and (earlier.lease_token is not null or earlier.may_have_arrived)
    );
$$;

grant execute on function private.last_written_at(uuid, text, uuid) to authenticated;

create or replace function private.unknown_variable(template text)
returns text
language sql
immutable
set search_path = ''
as $$
  select found.token[1]
  from regexp_matches(template, '(\{+[^{}\n]*\}+)', 'g') with ordinality as found (token, position)
  where found.token[1] !~ '^\{[ \u00a0\u202f]*(nom|entreprise|ville|region|email|telephone)[ \u00a0\u202f]*(\|[^{}\n]*)?\}$'
  order by found.position
  limit 1;
$$;

create or replace function private.fill_template(template text, contact_values jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select coalesce(string_agg(
    case when variable.name is not null and filled.value is null and literal.next_text ~ '^[,.;!?]'
      then rtrim(literal.text, ' ') else literal.text
    end || coalesce(filled.value, ''), '' order by literal.position
  ), '')
  from (
    select split.text, split.position, lead(split.text) over (order by split.position) as next_text
    from regexp_split_to_table(template, '\{[^{}\n]*\}') with ordinality as split (text, position)
  ) as literal
  left join (
    select private.trimmed(found.token[1]) as name, found.token[2] as fallback, found.position
    from regexp_matches(template, '\{([^{}|\n]*)\|?([^{}\n]*)\}', 'g') with ordinality as found (token, position)
  ) variable on variable.position = literal.position
  cross join lateral (
    select coalesce(private.trimmed(contact_values ->> variable.name), private.trimmed(variable.fallback)) as value
  ) as filled;
$$;

create function private.literal_values(contact_values jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(
    given.key,
    regexp_replace(private.trimmed(given.value), '(\*|:(?=//)|^[-•])', chr(8288) || '\1', 'g')
  ), '{}')
  from jsonb_each_text(contact_values) as given;
$$;

grant execute on function private.literal_values(jsonb) to authenticated;

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
  if coalesce(wanted.auto_followup, false) then
    if wanted.followup_template_id is null then
      raise exception using message = 'Choisissez le texte de la relance : le premier message ne part pas deux fois';
    end if;
    select * into followup from public.email_templates where id = wanted.followup_template_id;
    if not found then
      raise exception using message = 'Le template de relance n''existe plus';
    end if;
    if private.trimmed(followup.body) = private.trimmed(template.body) then
      raise exception using message = 'La relance a le texte du premier message : donnez-lui le sien';
    end if;
  end if;
  wanted.lobbying_reference := private.trimmed(wanted.lobbying_reference);
  if (wanted.lobbying_ground is null) <> (wanted.lobbying_reference is null) then
    raise exception using message = 'Indiquez le motif et sa référence, ou aucun des deux';
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
    followup_subject, followup_body, from_email, driven_until, message_subject, message_body,
    lobbying_ground, lobbying_reference, paused_at, pause_reason
  )
  values (
    auth.uid(), wanted.name, case when wanted.send_now then 'en_cours' else 'programmé' end, wanted.send_now,
    case when not wanted.send_now then wanted.send_date end, coalesce(wanted.auto_followup, false),
    coalesce(wanted.followup_days, 7), template.id, followup.id,
    followup.subject, followup.body, wanted.from_email,
    -- The browser that creates it starts sending it.
    case when wanted.send_now then now() + interval '15 seconds' end,
    template.subject, template.body, wanted.lobbying_ground, wanted.lobbying_reference,
    -- What stops the others stops a new one too.
    case when private.reputation_stop() is not null then now() end, private.reputation_stop()
  )
  returning * into wanted;

  begin
    insert into public.email_sends (
      campaign_id, contact_id, template_id, subject, body, status, recipient_email, recipient_name
    )
    select wanted.id, contact.id, template.id,
      private.fill_subject(template.subject, private.template_values(contact)),
      private.fill_template(template.body, private.literal_values(private.template_values(contact))),
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

create function public.resume_campaign(campaign uuid, despite_reputation boolean default false)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
begin
  if private.reputation_stop() is not null then
    if not despite_reputation then
      raise exception using message = private.reputation_stop();
    end if;
    update public.dispatcher_state set reputation_stop = null, reputation_resumed_at = now() where id = 1;
  end if;
  update public.campaigns set
    paused_at = null, pause_reason = null, server_seen_at = now(),
    send_date = case when status = 'programmé' then greatest(send_date, now()) else send_date end
  where id = held.id and status in ('en_cours', 'programmé', 'terminé') and paused_at is not null;
  return found;
end;
$$;

grant execute on function public.resume_campaign(uuid, boolean) to authenticated;

create function public.rewrite_campaign(
  campaign uuid, subject text, body text, new_followup_subject text default null, new_followup_body text default null
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
  example text := coalesce(
    private.unknown_variable(rewrite_campaign.subject), private.unknown_variable(rewrite_campaign.body),
    private.unknown_variable(new_followup_subject), private.unknown_variable(new_followup_body)
  );
begin
  if held.status <> 'programmé' then
    raise exception using message = 'Cette campagne est déjà partie';
  end if;
  if private.trimmed(rewrite_campaign.subject) is null or private.trimmed(rewrite_campaign.body) is null
    or held.auto_followup and (private.trimmed(new_followup_subject) is null or private.trimmed(new_followup_body) is null)
  then
    raise exception using message = 'Le sujet et le texte sont requis';
  end if;
  if example is not null then
    raise exception using message = format('Variable inconnue : %s', example);
  end if;
  if held.auto_followup and private.trimmed(new_followup_body) = private.trimmed(rewrite_campaign.body) then
    raise exception using message = 'La relance a le texte du premier message : donnez-lui le sien';
  end if;
  begin
    update public.campaigns as rewritten set
      message_subject = rewrite_campaign.subject, message_body = rewrite_campaign.body,
      followup_subject = case when held.auto_followup then new_followup_subject end,
      followup_body = case when held.auto_followup then new_followup_body end
    where rewritten.id = held.id;
    update public.email_sends as waiting set
      subject = private.fill_subject(rewrite_campaign.subject, private.template_values(contact)),
      body = private.fill_template(rewrite_campaign.body, private.literal_values(private.template_values(contact)))
    from public.contacts as contact
    where waiting.campaign_id = held.id and waiting.status = 'brouillon' and contact.id = waiting.contact_id;
  exception when check_violation then
    raise exception using message = 'Un des messages serait vide ou trop long une fois ses variables remplacées';
  end;
end;
$$;

grant execute on function public.rewrite_campaign(uuid, text, text, text, text) to authenticated;

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

create or replace function private.followup_due(sent_at timestamptz, days integer)
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

create function private.frequency_refusal(contact uuid, address text, campaign uuid)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  days integer := (select campaign_gap_days from public.settings where id = 1);
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

create or replace function private.followup_refusal(message uuid, campaign public.campaigns, due_at timestamptz)
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
      private.trimmed(private.fill_subject(campaign.followup_subject, private.template_values(contact))) is null
      or private.trimmed(private.fill_template(campaign.followup_body, private.template_values(contact))) is null
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

create or replace function private.decide_followup(first public.email_sends, owner public.campaigns, due_at timestamptz)
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
      private.fill_subject(owner.followup_subject, private.template_values(contact)),
      private.fill_template(owner.followup_body, private.literal_values(private.template_values(contact))),
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

create function private.quiet_until(at timestamptz)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select (wall::date + quiet_end + case when quiet_end <= wall::time then interval '1 day' else interval '0' end)
    at time zone 'America/Toronto'
  from public.settings, (select at at time zone 'America/Toronto') as clock (wall)
  where id = 1 and private.is_quiet(at);
$$;

grant execute on function private.quiet_until(timestamptz) to authenticated;

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

create or replace function public.sending_state()
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'sent_today', private.sent_today(), 'daily_cap', settings.daily_cap, 'quiet_now', private.is_quiet(now()),
      'quiet_until', private.quiet_until(now()), 'ready', private.sender_identity() is not null,
      'stop', private.sending_stop(), 'reputation_stop', state.reputation_stop, 'transport', state.transport,
      'outage', case when state.outage_attempts > 1 then jsonb_build_object(
        'since', state.outage_since, 'attempts', state.outage_attempts, 'next_at', state.outage_next_at,
        'reason', state.outage_reason
      ) end
    )
    from public.settings left join public.dispatcher_state as state on state.id = 1
    where settings.id = 1
  );
end;
$$;

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

create or replace function private.send_refusal(send public.email_sends)
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

create function public.claim_email_sends(
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
  select settings.daily_cap - private.sent_today(), array(select lower(unnest(settings.verified_senders))),
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

grant execute on function public.claim_email_sends(integer, boolean, uuid, text) to service_role;

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

create or replace function public.finish_email_send(
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
      status = case
        when outcome = 'accepted' then 'envoyé'
        -- An earlier attempt may have arrived: « échec » or « annulé » could be wrong.
        when outcome = 'unknown' or unsure then 'incertain'
        when outcome <> 'rejected' and is_cancelled then 'annulé'
        else 'échec'
      end,
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

create or replace function private.pause_when_reputation_suffers()
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

create function public.record_email_event(
  event_id text, send uuid, provider_message text, kind text, occurred_at timestamptz, detail text default null,
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

grant execute on function public.record_email_event(text, uuid, text, text, timestamptz, text, text) to service_role;

create or replace function public.campaign_feedback(only_campaign uuid default null)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(campaign_id, figures), '{}') from (
    select send.campaign_id, jsonb_build_object(
      'delivered', count(delivered_at), 'bounced', count(bounced_at), 'complained', count(complained_at),
      'opened', count(opened_at), 'clicked', count(clicked_at), 'replied', count(replied_at),
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

create function private.queue_campaign_alert()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  failed bigint;
  unsure bigint;
  title text;
  detail text;
begin
  if new.paused_at is not null and old.paused_at is null then
    if new.pause_reason = 'Mise en pause par l''équipe' or exists (
      select from public.notifications as told
      where told.kind = 'campaign_alert' and told.created_at > now() - interval '1 hour'
        and position(new.pause_reason in told.body) > 0
    ) then
      return null;
    end if;
    title := 'Campagne en pause';
    detail := new.pause_reason || E'\n\n'
      || 'Rien d’autre ne part avant que quelqu’un reprenne ou annule. Ce qui est parti l’est resté.';
  elsif new.status = 'terminé' and old.status <> 'terminé' and new.cancelled_at is null then
    select count(*) filter (where send.status = 'échec'), count(*) filter (where send.status = 'incertain')
    into failed, unsure
    from public.email_sends as send where send.campaign_id = new.id;
    if failed + unsure = 0 then
      return null;
    end if;
    title := 'Campagne terminée, à vérifier';
    detail := format('Messages en échec : %s. Messages incertains : %s.', failed, unsure)
      || E'\n\n' || 'Un échec n’est arrivé nulle part et peut être renvoyé. Un envoi incertain est peut-être arrivé : tranchez-le.';
  else
    return null;
  end if;
  insert into public.notifications (campaign_id, kind, subject, body)
  values (new.id, 'campaign_alert', title || ' : ' || new.name, detail);
  return null;
exception when others then
  raise warning 'The alert about campaign % could not be queued: %', new.id, sqlerrm;
  return null;
end;
$$;

create function public.claim_due_notifications(batch integer, same_key_is_safe boolean)
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
  campaign_id uuid
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  candidate record;
  refusal text;
  -- At most so many in one call, which would otherwise outlast its statement's time limit after a flood.
  refusals_left integer := 500;
begin
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
    select waiting.id, waiting.kind, waiting.may_have_arrived or waiting.lease_token is not null as may_have_arrived,
      coalesce(quotes.email, (
        select issued.snapshot #>> '{client,email}' from public.quotes as issued where issued.id = waiting.issued_quote_id
      )) as email into candidate
    from public.notifications as waiting
    left join public.quote_requests as quotes on quotes.id = waiting.quote_request_id
    where waiting.state = 'en_attente' and waiting.next_attempt_at <= now()
    order by waiting.next_attempt_at, waiting.id
    limit 1
    for update of waiting skip locked;
    exit when not found;

    refusal := case candidate.kind
      when 'acknowledgement' then private.acknowledgement_refusal(candidate.id, candidate.email)
      when 'admin_notice' then null
      when 'campaign_alert' then null
      when 'quote_code' then coalesce(private.code_refusal(candidate.id), private.address_refusal(candidate.email))
      -- These go to the studio.
      when 'quote_question' then null
      when 'quote_refused' then null
      when 'quote_accepted' then null
      else private.address_refusal(candidate.email)
    end;
    if refusal is not null then
      update public.notifications as held set
        -- An earlier attempt may have arrived: « retenu » could be wrong.
        state = case when candidate.may_have_arrived then 'incertain' else 'retenu' end,
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
      quotes.email, quotes.phone, quotes.organization_type, quotes.service_type, quotes.message, quotes.created_at,
      claimed.subject, claimed.body, claimed.attachments,
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
      claimed.campaign_id
    from claimed left join public.quote_requests as quotes on quotes.id = claimed.quote_request_id;
    batch := batch - 1;
  end loop;
end;
$$;

grant execute on function public.claim_due_notifications(integer, boolean) to service_role;

create or replace function public.erase_person(contact uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  person public.contacts;
  hash text;
  addresses text[];
  hashes text[];
  one_hash text;
  sends uuid[];
  gone jsonb;
  owner uuid;
  quotes uuid[];
  counted integer;
begin
  perform private.require_admin();
  select * into person from public.contacts where id = contact for update;
  if not found then
    raise exception using message = 'Ce contact n''existe plus';
  end if;
  hash := private.email_hash(person.email);
  addresses := private.known_addresses(person);
  addresses := addresses || private.trashed_addresses(person.id, addresses);
  hashes := array(select private.email_hash(address) from unnest(addresses) as address);
  gone := jsonb_build_object('contacts', 1);
  foreach one_hash in array hashes loop
    perform private.suppress(one_hash, 'erased', auth.uid());
  end loop;
  -- Free text, written about the person.
  update public.suppression_lifts l set reason = '(effacé)' where l.email_hash = any (hashes);

  -- Campaigns are always locked before their messages.
  sends := array(
    select s.id from public.email_sends s where s.contact_id = person.id or lower(s.recipient_email) = any (addresses)
  );
  for owner in
    select distinct s.campaign_id from public.email_sends s where s.id = any (sends) order by 1
  loop
    perform from public.campaigns where id = owner for update;
    update public.email_sends s set
      status = case
        when s.status not in ('programmé', 'brouillon') then s.status
        when s.lease_token is not null or s.may_have_arrived then 'incertain'
        else 'annulé'
      end,
      finished_at = coalesce(s.finished_at, now()), lease_token = null,
      recipient_hash = coalesce(s.recipient_hash, private.email_hash(s.recipient_email), hash),
      recipient_email = null, recipient_name = null, contact_id = null,
      subject = '(effacé)', body = '(effacé)', last_error = null, bounce_reason = null,
      -- The page that published their address, and the words of a ground.
      identity = s.identity - 'consent', lobbying_reference = case when s.lobbying_ground is not null then '(effacé)' end
    where s.campaign_id = owner and s.id = any (sends);
    get diagnostics counted = row_count;
    gone := gone || jsonb_build_object('email_sends', coalesce((gone ->> 'email_sends')::integer, 0) + counted);
    perform private.close_campaign(owner);
  end loop;
  update public.email_events e set detail = null
  from public.email_sends s where s.id = e.email_send_id and (s.id = any (sends) or s.recipient_hash = any (hashes));

  quotes := array(
    select q.id from public.quote_requests q where q.contact_id = person.id or lower(q.email) = any (addresses)
  );
  gone := gone || jsonb_build_object('quote_requests', private.anonymise_quotes(quotes));
  gone := gone || private.erase_from_quotes(person.id, addresses);
  delete from public.suggested_prospects s
  where s.contact_id = person.id or lower(s.email) = any (addresses);
  get diagnostics counted = row_count;
  gone := gone || jsonb_build_object('prospects', counted);
  delete from public.consent_events e where e.contact_id = person.id or lower(e.email) = any (addresses);
  get diagnostics counted = row_count;
  gone := gone || jsonb_build_object('consent_events', counted);
  delete from public.contacts c where c.id = person.id;
  -- What an organisation says of itself may be the person's own, unless the register says it.
  update public.organisations o set email = null
  where lower(o.email) = any (addresses) and not exists (
    select from public.municipalities m where m.code = o.register_code and lower(m.official_email) = lower(o.email)
  );
  delete from public.organisations o
  where o.id = person.organisation_id and o.register_code is null
    and not exists (select from public.contacts c where c.organisation_id = o.id);
  -- Last: the deletion above went through the trash too.
  perform private.erase_from_trash(person.id, addresses);

  insert into public.privacy_register (kind, subject_hash, detail, recorded_by) values ('erasure', hash, gone, auth.uid());
  return gone;
end;
$$;

create function public.plan_next_action(
  target text,
  target_id uuid,
  title text,
  due_on date,
  due_time time default null,
  kind text default null,
  owner uuid default null,
  ground text default null,
  ground_reference text default null
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  planned uuid;
  allowed_by jsonb;
begin
  perform private.require_admin();
  if owner is not null and not exists (
    select from public.user_roles r where r.user_id = plan_next_action.owner and r.role = 'admin'
  ) then
    raise sqlstate 'PT409' using message = 'Cette personne ne fait plus partie de l’équipe.';
  end if;
  -- The record is locked first: of two people who plan at the same time, the second changes what the first planned.
  if target = 'contact' then
    perform from public.contacts c where c.id = target_id for update;
  elsif target = 'quote_request' then
    perform from public.quote_requests q where q.id = target_id and q.anonymised_at is null for update;
  elsif target = 'trip_plan' then
    perform from public.trip_plans t where t.id = target_id for update;
  else
    raise invalid_parameter_value using message = 'Cette fiche n’a pas de prochaine action.';
  end if;
  if not found then
    raise sqlstate 'PT404' using message = 'Cette fiche n’existe plus.';
  end if;
  if target = 'contact' and plan_next_action.kind = 'appeler' and private.lobbying_refusal(target_id) is not null then
    allowed_by := coalesce(
      case when private.is_lobbying_ground(ground) and btrim(ground_reference) <> '' then
        jsonb_build_object('ground', ground, 'reference', left(btrim(ground_reference), 200))
      end,
      (
        select jsonb_build_object('ground', a.lobbying_ground, 'reference', a.lobbying_reference)
        from public.next_actions a
        where a.contact_id = target_id and a.done_at is null and a.lobbying_ground is not null
      ),
      private.standing_ground(target_id, now())
    );
    if allowed_by is null then
      raise sqlstate 'PT422' using message =
        'Cette personne est titulaire d’une charge publique et n’a rien demandé par écrit : indiquez ce qui permet de la rappeler.';
    end if;
  end if;

  update public.next_actions a set
    title = btrim(plan_next_action.title), due_on = plan_next_action.due_on, due_time = plan_next_action.due_time,
    kind = plan_next_action.kind, owner = plan_next_action.owner,
    lobbying_ground = allowed_by ->> 'ground', lobbying_reference = allowed_by ->> 'reference'
  where a.done_at is null and case target
    when 'contact' then a.contact_id = target_id
    when 'quote_request' then a.quote_request_id = target_id
    else a.trip_plan_id = target_id
  end
  returning a.id into planned;
  if planned is null then
    insert into public.next_actions (contact_id, quote_request_id, trip_plan_id, title, due_on, due_time, kind, owner, recorded_by, lobbying_ground,
      lobbying_reference)
    values (
      case when target = 'contact' then target_id end,
      case when target = 'quote_request' then target_id end,
      case when target = 'trip_plan' then target_id end,
      btrim(title), due_on, due_time, kind, owner, auth.uid(), allowed_by ->> 'ground', allowed_by ->> 'reference'
    )
    returning id into planned;
  end if;
  return planned;
end;
$$;

grant execute on function public.plan_next_action(text, uuid, text, date, time, text, uuid, text, text) to authenticated;

create or replace function private.lacks_lobbying_ground(q public.quotes)
returns boolean
language sql
stable
set search_path = ''
as $$
  select q.request_id is null and q.lobbying_ground is null and coalesce(
    (select private.is_public_office_holder(c) from public.contacts c where c.id = q.contact_id),
    q.organization_name ~* '^\s*(ville|municipalité|village|paroisse|canton|mrc)\M'
      or (private.municipality_of_quote(q)).code is not null
  );
$$;

create trigger campaigns_queue_alert after update of paused_at, status on public.campaigns
  for each row execute function private.queue_campaign_alert();

create or replace function private.take_merge_apart(merged uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  kept public.contacts;
  record_of private.contact_merges;
  link record;
begin
  select * into record_of from private.contact_merges where trash_id = merged;
  -- First things first: what the kept one took along is in the trash with it.
  if exists (select from public.trash where id = record_of.kept_id) then
    raise foreign_key_violation;
  end if;
  delete from public.consent_events where id = any (record_of.written);
  delete from public.contact_activities where id = any (record_of.written);

  select former.* into kept
  from public.contacts as c
  cross join lateral jsonb_populate_record(c, (
    select coalesce(jsonb_object_agg(was.key, was.value), '{}') from jsonb_each(record_of.before) as was
    where to_jsonb(c) -> was.key = record_of.after -> was.key
  )) as former
  where c.id = record_of.kept_id for update of c;
  -- Destroyed since, with all that was theirs: the copies of the day of the merge come back.
  if kept.id is null then
    return;
  end if;
  update public.contacts as c set
    name = kept.name, company = kept.company, email = kept.email, phone = kept.phone, city = kept.city,
    region = kept.region, sector = kept.sector, status = kept.status, website = kept.website, notes = kept.notes,
    function_kind = kept.function_kind, function_title = kept.function_title,
    is_public_office_holder = kept.is_public_office_holder,
    organisation_id = (select o.id from public.organisations as o where o.id = kept.organisation_id),
    updated_at = now()
  where c.id = kept.id;

  for link in select * from private.foreign_keys() as fk where fk.parent = 'public.contacts' loop
    if link.is_cascade then
      execute format(
        'with present as (
           delete from %1$s as t using private.trash_rows as r
           where r.trash_id = $1 and r.place = %1$L and t.id = (r.content ->> ''id'')::uuid and t.%2$I = $2
           returning t.id, to_jsonb(t) as content
         ), gone as (
           delete from private.trash_rows as r
           where r.trash_id = $1 and r.place = %1$L and r.content ->> %2$L = $1::text
             and (r.content ->> ''id'')::uuid not in (select id from present) and (r.content ->> ''id'')::uuid <> all ($3)
         )
         update private.trash_rows as r set content = present.content || jsonb_build_object(%2$L, $1) from present
         where r.trash_id = $1 and r.place = %1$L and r.content ->> ''id'' = present.id::text',
        link.child, link.child_column
      ) using merged, kept.id, record_of.removed;
    else
      execute format(
        'update %1$s as t set %2$I = null from private.trash_links as l
         where l.trash_id = $1 and l.place = %1$L and l.column_name = %2$L and t.id = l.row_id and t.%2$I = $2',
        link.child, link.child_column
      ) using merged, kept.id;
    end if;
  end loop;
end;
$$;

create or replace function public.merge_contacts(kept uuid, merged uuid, fields text[] default '{}')
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  choosable constant text[] := array[
    'name', 'company', 'email', 'phone', 'city', 'region', 'sector', 'website', 'notes', 'function_kind', 'function_title'
  ];
  statuses constant text[] := array['nouveau', 'contacté', 'intéressé', 'partenaire', 'refusé'];
  winner public.contacts;
  other public.contacts;
  result public.contacts;
  known public.contacts;
  open_action public.next_actions;
  link record;
  refusal text;
  row_id uuid;
  written_rows uuid[] := '{}';
  removed_rows uuid[] := '{}';
begin
  perform private.require_admin();
  if kept = merged or not fields <@ choosable then
    raise invalid_parameter_value using message = 'Ces deux fiches ne peuvent pas être réunies ainsi.';
  end if;
  perform from public.contacts where id in (kept, merged) order by id for update;
  select * into winner from public.contacts where id = kept;
  select * into other from public.contacts where id = merged;
  if winner.id is null or other.id is null then
    raise sqlstate 'PT404' using message = 'Une de ces deux fiches n’existe plus.';
  end if;
  result := jsonb_populate_record(winner, (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(to_jsonb(other))
    where value <> 'null' and (key = any (fields) or key = any (choosable) and to_jsonb(winner) -> key = 'null')
  ));
  if 'company' = any (fields) then
    result.organisation_id := other.organisation_id;
  end if;
  result.status := statuses[greatest(array_position(statuses, winner.status), array_position(statuses, other.status))];

  -- Where one of them holds a public office, so does the one that stays: a follow-up needs its ground.
  if not private.is_public_office_holder(result)
    and (private.is_public_office_holder(winner) or private.is_public_office_holder(other)) then
    result.is_public_office_holder := true;
  end if;

  perform private.put_in_trash('contacts', array[merged]);
  update public.trash set label = left(label || ', réuni à ' || winner.name, 300) where id = merged;

  -- The dates of what moves stay.
  perform set_config('app.trash', 'on', true);
  foreach known in array array[winner, other] loop
    continue when known.email is null or lower(known.email) = lower(result.email);
    -- By this address too the person was known: its requests, its erasure, its refusals.
    insert into public.consent_events (contact_id, email, basis, occurred_at, evidence, recorded_by)
    values (kept, known.email, 'none', now(), 'Adresse d’une fiche réunie à celle-ci', auth.uid())
    returning id into row_id;
    written_rows := written_rows || row_id;
    refusal := private.personal_refusal(known);
    if refusal is not null then
      insert into public.consent_events (contact_id, email, basis, occurred_at, evidence, recorded_by)
      values (kept, result.email, refusal, now(), E'Refus de la fiche réunie\u00a0: ' || known.email, auth.uid())
      returning id into row_id;
      written_rows := written_rows || row_id;
    end if;
  end loop;

  select * into open_action from public.next_actions as a
  where a.contact_id = merged and a.done_at is null
    and exists (select from public.next_actions as mine where mine.contact_id = kept and mine.done_at is null);
  insert into public.contact_activities (contact_id, kind, body, recorded_by)
  values (
    kept, 'note',
    private.merged_note(winner, other, result.notes is distinct from other.notes, open_action),
    auth.uid()
  )
  returning id into row_id;
  written_rows := written_rows || row_id;
  if winner.notes is distinct from result.notes and winner.notes is not null then
    insert into public.contact_activities (contact_id, kind, body, recorded_by)
    values (kept, 'note', winner.notes, auth.uid())
    returning id into row_id;
    written_rows := written_rows || row_id;
  end if;
  delete from public.next_actions as a where a.id = open_action.id;
  removed_rows := array_remove(array[open_action.id], null);

  -- Every table that points to contacts, as the catalogue has them. A campaign that wrote to both keeps the message of the
  -- kept one; the other's loses its contact with the deletion below.
  for link in select * from private.foreign_keys() as fk where fk.parent = 'public.contacts' loop
    execute format('update %s as t set %2$I = $1 where t.%2$I = $2', link.child, link.child_column)
      || case when link.child = 'public.email_sends' then
        ' and not exists (
          select from public.email_sends as mine
          where mine.campaign_id = t.campaign_id and mine.step = t.step and mine.contact_id = $1
        )' else '' end
    using kept, merged;
  end loop;
  delete from public.contacts where id = merged;
  perform set_config('app.trash', '', true);

  update public.contacts as c set
    name = result.name, company = result.company, email = result.email, phone = result.phone, city = result.city,
    region = result.region, sector = result.sector, status = result.status, website = result.website, notes = result.notes,
    function_kind = result.function_kind, function_title = result.function_title, organisation_id = result.organisation_id,
    is_public_office_holder = result.is_public_office_holder
  where c.id = kept
  returning * into result;
  insert into private.contact_merges (trash_id, kept_id, before, after, written, removed)
  select merged, kept, coalesce(jsonb_object_agg(was.key, was.value), '{}'),
    coalesce(jsonb_object_agg(was.key, to_jsonb(result) -> was.key), '{}'), written_rows, removed_rows
  from jsonb_each(to_jsonb(winner) - 'updated_at') as was
  where was.value is distinct from to_jsonb(result) -> was.key;
end;
$$;
