-- Writing: variables with their article, signatures, the text of one campaign, drafts that save themselves, archives, one person
-- taken out. Templates, campaigns and messages of before keep their rows and their text.

-- Whether it is { address: text } with texts that a message can end with.
create function private.are_signatures(value jsonb)
returns boolean
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
begin
  if jsonb_typeof(value) <> 'object' then
    return false;
  end if;
  return (
    select count(*) <= 20 and coalesce(bool_and(
      given.key ~ '^[^@[:space:]]{1,64}@[^@[:space:]]{1,190}$' and jsonb_typeof(given.value) = 'string'
      and char_length(given.value #>> '{}') <= 500
    ), true)
    from jsonb_each(value) as given
  );
end;
$$;

grant execute on function private.are_signatures(jsonb) to authenticated, service_role;

alter table public.settings
  add column sender_signatures jsonb not null default '{}',
  add constraint settings_sender_signatures_shape check (private.are_signatures(sender_signatures));

grant update (sender_signatures) on table public.settings to authenticated;

alter table public.campaigns
  add column draft jsonb,
  add column archived_at timestamptz,
  add constraint campaigns_draft_is_unsent check (draft is null or status = 'brouillon'),
  add constraint campaigns_draft_size check (jsonb_typeof(draft) = 'object' and octet_length(draft::text) <= 1000000),
  add constraint campaigns_archived_is_over check (archived_at is null or status = 'terminé' or cancelled_at is not null);

drop function private.template_values(public.contacts);

-- The first text in braces that is not a known variable; null when there is none.
create or replace function private.unknown_variable(template text)
returns text
language sql
immutable
set search_path = ''
as $$
  select found.token[1]
  from regexp_matches(template, '(\{+[^{}\n]*\}+)', 'g') with ordinality as found (token, position)
  where found.token[1] !~ '^\{[ \u00a0\u202f]*(nom|entreprise|ville|region|email|telephone|([LlDd]e|[àÀ]) entreprise|([Dd]e|[àÀ]) ville)[ \u00a0\u202f]*(\|[^{}\n]*)?\}$'
  order by found.position
  limit 1;
$$;

-- The same values for a body, where `**` is bold, « - » and « 1. » begin a list, `[…](…)` is a link and an address becomes one: a
-- word joiner, which no value may hold, before what the writer of the message did not type keeps it text. Same as fillBody of
-- supabase/functions/_shared/message.
create or replace function private.literal_values(contact_values jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(
    given.key,
    regexp_replace(private.trimmed(given.value), '(\*|:(?=//)|\[|\]|^[-•(]|^[0-9](?=[0-9]?[.)]))', chr(8288) || '\1', 'g')
  ), '{}')
  from jsonb_each_text(contact_values) as given;
$$;

-- What follows « de » in French: « du Village », « des Cantons unis », « d’Alma »; English names in H are not elided. Same rule
-- for what begins with an article of its own: « de Les Îles » is « des Îles ».
create function private.after_de(words text)
returns text
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
begin
  return case
    when words ~ '^[Ll]es ' then 'des ' || substr(words, 5)
    when words ~ '^[Ll]e ' then 'du ' || substr(words, 4)
    when words ~ '^([AEIOUaeiouÀÂÄÉÈÊËÎÏÔÖÙÛÜŒÆàâäéèêëîïôöùûüœæ]|H(é|enryville|onfleur|uberdeau|ôtel|ôpital|orizon|abitat|isto))'
      then 'd’' || words
    else 'de ' || words
  end;
end;
$$;

-- What follows « à »: « au Village », « aux Îles-de-la-Madeleine ».
create function private.after_a(words text)
returns text
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
begin
  return case
    when words ~ '^[Ll]es ' then 'aux ' || substr(words, 5)
    when words ~ '^[Ll]e ' then 'au ' || substr(words, 4)
    else 'à ' || words
  end;
end;
$$;

-- The name of an organisation with its article: « la Ville de Percé », « le Village de Tadoussac », « l’Office … ». The register
-- says what a municipality is that gives its name alone; a name of which nothing is known has no article.
create function private.with_article(contact public.contacts)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  name text := contact.company;
  register public.municipalities;
begin
  if contact.sector = 'municipalité' then
    select * into register from public.municipalities
    where code = private.municipality_of(contact.company, contact.region) and designation is not null;
    if found then
      name := register.designation || ' ' || private.after_de(register.name);
    end if;
  end if;
  -- « MRC Memphrémagog » of the register is « MRC de Memphrémagog ».
  if name ~ '^MRC (?!de |du |des |d’|d'')' then
    name := 'MRC ' || private.after_de(substr(name, 5));
  end if;
  return case
    when name ~ '^Cantons unis' then 'les '
    when private.place_key(split_part(name, ' ', 1)) in (
      'ville', 'municipalite', 'paroisse', 'mrc', 'reserve', 'regie', 'corporation', 'societe', 'chambre', 'cooperative',
      'commission', 'communaute', 'fondation', 'table', 'bibliotheque', 'station', 'maison', 'fromagerie', 'librairie',
      'pourvoirie', 'ferme', 'federation', 'ligue', 'zec'
    ) then 'la '
    when private.place_key(split_part(name, ' ', 1)) in (
      'village', 'canton', 'gouvernement', 'comite', 'conseil', 'centre', 'musee', 'parc', 'regroupement', 'club', 'festival',
      'camping', 'gite', 'motel', 'restaurant', 'cafe', 'theatre', 'syndicat', 'ministere', 'domaine', 'manoir', 'marche',
      'service', 'groupe', 'college', 'cegep', 'bureau', 'carrefour'
    ) then 'le '
    when private.place_key(split_part(name, ' ', 1)) in (
      'auberge', 'agence', 'agglomeration', 'association', 'administration', 'office', 'organisme', 'hotel', 'hopital',
      'institut', 'ecole', 'ecomusee', 'union', 'universite'
    ) then 'l’'
    else ''
  end || name;
end;
$$;

-- The same words at the beginning of a sentence.
create function private.capitalised(words text)
returns text
language sql
immutable
strict
set search_path = ''
as $$
  select case left(words, 1) when 'à' then 'À' else upper(left(words, 1)) end || substr(words, 2);
$$;

-- What a contact gives for each variable of a template (specification, section 3). One whose name is the organisation's is
-- nobody in particular: the greeting is then neutral. The forms with an article (« {de entreprise} ») are found only where the
-- text asks for one: ten thousand messages would each ask the register.
create function private.template_values(contact public.contacts, template text)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  known constant jsonb := jsonb_build_object(
    'nom', case when private.place_key(contact.name) <> private.place_key(contact.company) then contact.name end,
    'entreprise', contact.company, 'ville', contact.city, 'region', contact.region,
    'email', contact.email, 'telephone', contact.phone
  );
  named text;
begin
  if template !~ '\{[ \u00a0\u202f]*([LlDd]e|[àÀ]) ' then
    return known;
  end if;
  named := private.with_article(contact);
  return known || jsonb_build_object(
    'le entreprise', named, 'Le entreprise', private.capitalised(named),
    'de entreprise', private.after_de(named), 'De entreprise', private.capitalised(private.after_de(named)),
    'à entreprise', private.after_a(named), 'À entreprise', private.capitalised(private.after_a(named)),
    'de ville', private.after_de(contact.city), 'De ville', private.capitalised(private.after_de(contact.city)),
    'à ville', private.after_a(contact.city), 'À ville', private.capitalised(private.after_a(contact.city))
  );
end;
$$;

-- The values of one contact with every form, for a preview; null where there is no such contact. Runs as the caller.
create function public.contact_template_values(contact uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.template_values(person, '{de ') from public.contacts as person where person.id = contact_template_values.contact;
$$;

-- A text with the signature of the sender it leaves from, once.
create function private.signed_text(body text, sender text)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  signature constant text := (select private.trimmed(sender_signatures ->> sender) from public.settings where id = 1);
begin
  if signature is null or right(private.trimmed(body), char_length(signature)) = signature then
    return body;
  end if;
  return private.trimmed(body) || E'\n\n' || signature;
end;
$$;

-- Creates a campaign with all its messages as they will be sent, in one transaction; a draft of that id becomes it.
-- details: { id, name, template_id, message_subject, message_body, send_now, send_date, from_email, auto_followup,
-- followup_days, followup_template_id, followup_subject, followup_body, lobbying_ground, lobbying_reference }. The texts, where
-- there are any, stand for those of the templates.
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
  template.subject := coalesce(private.trimmed(wanted.message_subject), template.subject);
  template.body := private.signed_text(coalesce(private.trimmed(wanted.message_body), template.body), wanted.from_email);
  if coalesce(wanted.auto_followup, false) then
    if wanted.followup_template_id is null then
      raise exception using message = 'Choisissez le texte de la relance : le premier message ne part pas deux fois';
    end if;
    select * into followup from public.email_templates where id = wanted.followup_template_id;
    if not found then
      raise exception using message = 'Le template de relance n''existe plus';
    end if;
    followup.subject := coalesce(private.trimmed(wanted.followup_subject), followup.subject);
    followup.body := private.signed_text(coalesce(private.trimmed(wanted.followup_body), followup.body), wanted.from_email);
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
  if greatest(char_length(template.subject), char_length(followup.subject)) > 200
    or greatest(char_length(template.body), char_length(followup.body)) > 5000
  then
    raise exception using message = 'Le texte dépasse 5 000 caractères avec la signature, ou son sujet 200';
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

  insert into public.campaigns as made (
    id, user_id, name, status, send_now, send_date, auto_followup, followup_days, template_id, followup_template_id,
    followup_subject, followup_body, from_email, driven_until, message_subject, message_body,
    lobbying_ground, lobbying_reference, paused_at, pause_reason
  )
  values (
    coalesce(wanted.id, gen_random_uuid()), auth.uid(), wanted.name, case when wanted.send_now then 'en_cours' else 'programmé' end, wanted.send_now,
    case when not wanted.send_now then wanted.send_date end, coalesce(wanted.auto_followup, false),
    coalesce(wanted.followup_days, 7), template.id, followup.id,
    followup.subject, followup.body, wanted.from_email,
    -- The browser that creates it starts sending it.
    case when wanted.send_now then now() + interval '15 seconds' end,
    template.subject, template.body, wanted.lobbying_ground, wanted.lobbying_reference,
    -- What stops the others stops a new one too.
    case when private.reputation_stop() is not null then now() end, private.reputation_stop()
  )
  on conflict (id) do update set
    user_id = excluded.user_id, name = excluded.name, status = excluded.status, send_now = excluded.send_now,
    send_date = excluded.send_date, auto_followup = excluded.auto_followup, followup_days = excluded.followup_days,
    template_id = excluded.template_id, followup_template_id = excluded.followup_template_id,
    followup_subject = excluded.followup_subject, followup_body = excluded.followup_body, from_email = excluded.from_email,
    driven_until = excluded.driven_until, message_subject = excluded.message_subject, message_body = excluded.message_body,
    lobbying_ground = excluded.lobbying_ground, lobbying_reference = excluded.lobbying_reference,
    paused_at = excluded.paused_at, pause_reason = excluded.pause_reason, server_seen_at = now(), draft = null
  where made.status = 'brouillon'
  returning * into wanted;
  if not found then
    raise exception using message = 'Cette campagne existe déjà';
  end if;

  begin
    insert into public.email_sends (
      campaign_id, contact_id, template_id, subject, body, status, recipient_email, recipient_name
    )
    select wanted.id, contact.id, template.id,
      private.fill_subject(template.subject, private.template_values(contact, template.subject)),
      private.fill_template(template.body, private.literal_values(private.template_values(contact, template.body))),
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

-- Keeps what the form of a new campaign holds, under an id that the browser chose: a later save finds it, and so does
-- create_campaign. False: it is a campaign by now, and nothing was written.
create function public.save_campaign_draft(draft_id uuid, title text, content jsonb)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  insert into public.campaigns as kept (id, user_id, name, status, draft)
  values (draft_id, auth.uid(), coalesce(private.trimmed(left(regexp_replace(title, '[[:cntrl:]]+', ' ', 'g'), 100)), 'Sans nom'), 'brouillon', content)
  on conflict (id) do update set name = excluded.name, draft = excluded.draft where kept.status = 'brouillon';
  return found;
end;
$$;

-- False: there is no such draft. A campaign is never deleted.
create function public.discard_campaign_draft(draft_id uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.campaigns where id = draft_id and status = 'brouillon' and draft is not null;
  return found;
end;
$$;

-- Puts a campaign that is over out of the list, or back.
create function public.archive_campaign(campaign uuid, archived boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
begin
  if archived and held.status <> 'terminé' and held.cancelled_at is null then
    raise exception using message = 'Une campagne s''archive une fois terminée';
  end if;
  update public.campaigns set archived_at = case when archived then now() end where id = held.id;
end;
$$;

-- Takes one person out of a campaign before the message leaves, or back in while the campaign is still open.
create function public.remove_campaign_recipient(send uuid, removed boolean default true)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  reason constant text := 'Retiré par l''équipe';
  held public.campaigns := private.lock_campaign((select campaign_id from public.email_sends where id = send));
begin
  if removed then
    update public.email_sends set status = 'annulé', last_error = reason, finished_at = now()
    where id = send and status in ('programmé', 'brouillon') and lease_token is null and not may_have_arrived;
  else
    update public.email_sends set
      status = case held.status when 'programmé' then 'brouillon' else 'programmé' end,
      last_error = null, finished_at = null, next_attempt_at = now()
    where id = send and status = 'annulé' and last_error = reason and recipient_email is not null
      and held.status in ('programmé', 'en_cours') and held.cancelled_at is null;
  end if;
  if not found then
    raise exception using message = case when removed
      then 'Ce message est déjà parti ou en train de partir' else 'Cette personne ne peut plus être remise dans la campagne' end;
  end if;
  perform private.close_campaign(held.id);
end;
$$;

-- Another text for a scheduled campaign, approved by whoever saves it: every message is written anew, with what its contact
-- is now. Once the campaign has begun its text is what people got.
create or replace function public.rewrite_campaign(
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
      subject = private.fill_subject(rewrite_campaign.subject, private.template_values(contact, rewrite_campaign.subject)),
      body = private.fill_template(
        rewrite_campaign.body, private.literal_values(private.template_values(contact, rewrite_campaign.body))
      )
    from public.contacts as contact
    where waiting.campaign_id = held.id and waiting.status = 'brouillon' and contact.id = waiting.contact_id;
  exception when check_violation then
    raise exception using message = 'Un des messages serait vide ou trop long une fois ses variables remplacées';
  end;
end;
$$;

grant execute on function private.after_de(text), private.after_a(text), private.capitalised(text) to authenticated;
grant execute on function private.with_article(public.contacts) to authenticated;
grant execute on function private.template_values(public.contacts, text) to authenticated;
grant execute on function public.contact_template_values(uuid) to authenticated;
grant execute on function public.save_campaign_draft(uuid, text, jsonb) to authenticated;
grant execute on function public.discard_campaign_draft(uuid) to authenticated;
grant execute on function public.archive_campaign(uuid, boolean) to authenticated;
grant execute on function public.remove_campaign_recipient(uuid, boolean) to authenticated;

-- Why no follow-up is sent to this first message if it is due at that moment; null: one may be sent.
-- By the id of the message: the caller need not read its every column.
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

-- The files of the bucket that no tour, no template, no campaign and no signature uses, in the trash or out of it: those named, and any older than a day (left by a closed tab or a lost
-- connection). They are deleted through the storage API: deleting the row here would leave the file.
create or replace function public.unused_tour_images(candidates text[] default '{}')
returns setof text
language plpgsql
stable
set search_path = ''
as $$
begin
  -- PL/pgSQL, because the templates, the campaigns and the trash come in later files.
  return query
  with used as materialized (
    select private.named_pictures(named.value) as name
    from (
      select concat_ws(E'\n', tour.image_url, tour.panorama_url, tour.url, tour.description)
      from public.virtual_tours as tour
      union all
      select template.body from public.email_templates as template
      union all
      -- What was sent is still opened: its pictures stay.
      select concat_ws(E'\n', campaign.message_body, campaign.followup_body, campaign.draft::text)
      from public.campaigns as campaign
      union all
      select sender_signatures::text from public.settings
    ) as named (value)
    union all
    select private.trashed_pictures()
  )
  select file.name
  from storage.objects as file
  where file.bucket_id = 'tour-images'
    and (file.name = any (candidates) or file.created_at < now() - interval '1 day')
    -- A small rendition is used where its picture is: `…-480.jpg` beside `…-800.jpg`.
    and not exists (
      select 1 from used where used.name in (file.name, regexp_replace(file.name, '-480\.jpg$', '-800.jpg'))
    )
  limit 1000;
end;
$$;

-- The trigger of each table below; its argument is the key's column. What the server, the seed or a visitor does is not
-- recorded: this is about the team.
create or replace function private.record_activity()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  key constant text := tg_argv[0];
  -- municipality_code follows the town, organisation_id the company; a draft is saved at every pause of typing.
  silent constant text[] := array['updated_at', 'view_count', 'municipality_code', 'organisation_id', 'draft'];
  most_rows constant integer := 20;
  -- While app.trash is on, what is inserted comes back from the trash.
  verb constant text := case
    when tg_op = 'UPDATE' then 'updated' when tg_op = 'DELETE' then 'deleted'
    when current_setting('app.trash', true) = 'on' then 'restored' else 'created'
  end;
  changes jsonb;
begin
  if auth.uid() is null
    or tg_table_name <> 'user_roles' and not exists (select from public.user_roles where user_id = auth.uid())
  then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select jsonb_agg(jsonb_build_object('id', to_jsonb(n) ->> key)) into changes from new_rows as n;
  elsif tg_op = 'DELETE' then
    select jsonb_agg(jsonb_build_object('id', to_jsonb(o) ->> key)) into changes from old_rows as o;
  else
    select jsonb_agg(jsonb_build_object('id', after.row ->> key, 'fields', changed.fields)) into changes
    from (select to_jsonb(n) as row from new_rows as n) as after
    join (select to_jsonb(o) as row from old_rows as o) as before on before.row ->> key = after.row ->> key
    cross join lateral (
      select jsonb_agg(field.key order by field.key) as fields
      from jsonb_each(after.row) as field
      where field.value is distinct from before.row -> field.key and field.key <> all (silent)
    ) as changed
    where changed.fields is not null;
  end if;
  if changes is null then
    return null;
  end if;
  if jsonb_array_length(changes) > most_rows then
    insert into public.activity_log (actor, kind, action, fields, record_count)
    values (
      auth.uid(), tg_table_name, verb,
      array(
        select distinct field
        from jsonb_array_elements(changes) as change, jsonb_array_elements_text(change -> 'fields') as field
        order by field
      ),
      jsonb_array_length(changes)
    );
  else
    insert into public.activity_log (actor, kind, record_id, action, fields)
    select auth.uid(), tg_table_name, change ->> 'id', verb, array(select jsonb_array_elements_text(change -> 'fields'))
    from jsonb_array_elements(changes) as change;
  end if;
  return null;
end;
$$;
