-- This file holds campaigns: templates, campaigns and their messages, and what an administrator does to a campaign.

create type public.template_tone as enum ('professionnel', 'décontracté', 'persuasif', 'amical');

-- The table holds reusable messages with variables in single braces.
create table public.email_templates (
  id uuid primary key default gen_random_uuid(),
  -- It names whoever created the template. Removing an administrator must not remove the business's data.
  user_id uuid references auth.users (id) on delete set null,
  name text not null,
  subject text not null,
  body text not null,
  tone public.template_tone not null default 'professionnel',
  -- It is null for a template of all sectors.
  sector public.sector,
  variables text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint email_templates_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint email_templates_name_one_line check (private.is_one_line_text(name)),
  constraint email_templates_subject_length check (btrim(subject) <> '' and char_length(subject) <= 200),
  -- A line break in a subject would add e-mail headers.
  constraint email_templates_subject_one_line check (private.is_one_line_text(subject)),
  constraint email_templates_body_length check (btrim(body) <> '' and char_length(body) <= 5000),
  constraint email_templates_variables_count check (cardinality(variables) <= 50)
);

create index email_templates_user_id_idx on public.email_templates (user_id);
create index email_templates_created_at_idx on public.email_templates (created_at desc);
create index email_templates_name_idx on public.email_templates (name);

create trigger email_templates_set_updated_at before update on public.email_templates
  for each row execute function private.set_updated_at();

alter table public.email_templates enable row level security;

-- Updates neither check nor change user_id: a second administrator edits what the first one created.
grant select on table public.email_templates to authenticated;
grant insert (id, user_id, name, subject, body, tone, sector, variables)
  on table public.email_templates to authenticated;
grant update (name, subject, body, tone, sector, variables) on table public.email_templates to authenticated;
grant delete on table public.email_templates to authenticated;
grant select, insert, update, delete on table public.email_templates to service_role;

create policy "email_templates: member reads" on public.email_templates
  for select to authenticated
  using ((select private.is_member()));

create policy "email_templates: admin inserts as self" on public.email_templates
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_admin()));

create policy "email_templates: admin updates" on public.email_templates
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "email_templates: admin deletes" on public.email_templates
  for delete to authenticated
  using ((select private.is_admin()));

select private.attach_search(
  'template', 'public.email_templates', names => array['name'], other => 'subject || '' '' || body',
  title => 'name', detail => 'subject', text => 'body', changed_at => 'updated_at'
);

select private.attach_trash('email_templates');
select private.attach_activity_log('email_templates');

create type public.campaign_status as enum ('brouillon', 'programmé', 'en_cours', 'terminé');

-- Administrators only read campaigns and messages: create_campaign makes them, and functions change their state.
create table public.campaigns (
  id uuid primary key default gen_random_uuid(),
  -- It names whoever created the campaign. Removing an administrator must not remove the business's data.
  user_id uuid references auth.users (id) on delete set null,
  name text not null,
  status public.campaign_status not null default 'brouillon',
  send_date timestamptz,
  created_at timestamptz not null default now(),
  template_id uuid references public.email_templates (id) on delete set null,
  -- The messages come from this one of the verified senders.
  from_email text,
  -- A person pauses, or finish_email_send when the provider refuses everything; the screen shows the reason as it is.
  paused_at timestamptz,
  pause_reason text,
  -- It is true of a campaign sent at once (« Envoyer maintenant »): quiet hours do not hold its first message.
  send_now boolean not null default false,
  -- Until then a browser sends it message by message; after that the dispatcher does.
  driven_until timestamptz,
  cancelled_at timestamptz,
  finished_at timestamptz,
  followups_stopped_at timestamptz,
  -- It says when the sender last looked after the campaign: a restored copy of the database shows by it how old it is.
  server_seen_at timestamptz not null default now(),
  -- It is the text of the first message as it was approved, with its variables. Campaigns of before it was kept have
  -- none.
  message_subject text,
  message_body text,
  -- These say what allows to write again to those of its people who hold a public office (11_lobbying.sql), in the
  -- studio's words.
  lobbying_ground public.lobbying_ground,
  lobbying_reference text,
  -- It is what the form held, while the campaign is a draft; null from its creation on.
  draft jsonb,
  -- A person put the campaign away: the list leaves it out, nothing else changes.
  archived_at timestamptz,
  -- It names the segment that its people were chosen by, as it was that day; who they were is in its messages.
  segment_id uuid references public.contact_segments (id) on delete set null,
  segment_name text,
  segment_definition jsonb,
  constraint campaigns_segment_name_length check (char_length(segment_name) <= 60),
  constraint campaigns_segment_whole check ((segment_name is null) = (segment_definition is null)),
  constraint campaigns_draft_is_unsent check (draft is null or status = 'brouillon'),
  constraint campaigns_draft_size check (jsonb_typeof(draft) = 'object' and octet_length(draft::text) <= 1000000),
  constraint campaigns_archived_is_over check (archived_at is null or status = 'terminé' or cancelled_at is not null),
  constraint campaigns_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint campaigns_name_one_line check (private.is_one_line_text(name)),
  constraint campaigns_from_email_format check (private.is_email_address(from_email)),
  constraint campaigns_pause_reason_length check (char_length(pause_reason) <= 500),
  constraint campaigns_pause_explained check ((paused_at is null) = (pause_reason is null)),
  constraint campaigns_message_subject_length check (char_length(message_subject) <= 200),
  -- A line break in a subject would add e-mail headers.
  constraint campaigns_message_subject_one_line check (private.is_one_line_text(message_subject)),
  constraint campaigns_message_body_length check (char_length(message_body) <= 5000),
  constraint campaigns_message_text_whole check ((message_subject is null) = (message_body is null)),
  constraint campaigns_lobbying_whole check ((lobbying_ground is null) = (lobbying_reference is null)),
  constraint campaigns_lobbying_reference_length
    check (btrim(lobbying_reference) <> '' and char_length(lobbying_reference) <= 200),
  constraint campaigns_lobbying_reference_one_line check (private.is_one_line_text(lobbying_reference))
);

create index campaigns_user_id_idx on public.campaigns (user_id);
create index campaigns_segment_id_idx on public.campaigns (segment_id);
create index campaigns_created_at_idx on public.campaigns (created_at desc);
create index campaigns_template_id_idx on public.campaigns (template_id);
create index campaigns_due_idx on public.campaigns (send_date) where status = 'programmé';

alter table public.campaigns enable row level security;

grant select on table public.campaigns to authenticated;
grant select, insert, update, delete on table public.campaigns to service_role;

create policy "campaigns: member reads" on public.campaigns
  for select to authenticated
  using ((select private.is_member()));

select private.attach_search(
  'campaign', 'public.campaigns', names => array['name'], other => '''''',
  title => 'name', detail => 'status::text', changed_at => 'created_at'
);

select private.attach_activity_log('campaigns');

-- The table holds the follow-ups of a campaign in their order, each with its own text (docs/decisions/0134). The first
-- message, step 0, stands with the campaign. Only create_campaign and rewrite_campaign write it.
create table public.campaign_steps (
  -- The trash identifies a row by it, whose template it restores (31_trash.sql).
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null references public.campaigns (id) on delete cascade,
  step smallint not null,
  -- It counts the business days after the message before it.
  delay_days smallint not null,
  -- It is the template that the text was taken from; later changes of the template do not matter.
  template_id uuid references public.email_templates (id) on delete set null,
  -- The text stands as it was approved, with its variables.
  subject text not null,
  body text not null,
  constraint campaign_steps_campaign_step_key unique (campaign_id, step),
  constraint campaign_steps_step_range check (step between 1 and 5),
  constraint campaign_steps_delay_days_range check (delay_days between 1 and 30),
  constraint campaign_steps_subject_length check (btrim(subject) <> '' and char_length(subject) <= 200),
  -- A line break in a subject would add e-mail headers.
  constraint campaign_steps_subject_one_line check (private.is_one_line_text(subject)),
  constraint campaign_steps_body_length check (btrim(body) <> '' and char_length(body) <= 5000)
);

create index campaign_steps_template_id_idx on public.campaign_steps (template_id);

alter table public.campaign_steps enable row level security;

grant select on table public.campaign_steps to authenticated;
grant select, insert, update, delete on table public.campaign_steps to service_role;

create policy "campaign_steps: member reads" on public.campaign_steps
  for select to authenticated
  using ((select private.is_member()));

create type public.send_status as enum ('programmé', 'brouillon', 'envoyé', 'échec', 'incertain', 'annulé');

-- The table holds the messages of a campaign, one row per contact and step.
create table public.email_sends (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null references public.campaigns (id) on delete cascade,
  -- A message that was sent stays on record when the contact or the template goes.
  contact_id uuid references public.contacts (id) on delete set null,
  template_id uuid references public.email_templates (id) on delete set null,
  -- 0 is the first message; its follow-ups come after (campaign_steps). A step has one row: it is claimed once.
  step smallint not null default 0,
  subject text not null,
  body text not null,
  status public.send_status not null default 'brouillon',
  created_at timestamptz not null default now(),
  -- The address is fixed when the campaign is created, as subject and body are: what was approved is what is sent.
  recipient_email text,
  recipient_name text,
  -- The first claim fixes the sender.
  from_email text,
  -- The first claim fixes the sender identity too: a provider wants the same content under one idempotency key.
  identity jsonb,
  -- It is the token of the unsubscribe link: random, so that the link shows nothing of the person.
  unsubscribe_token uuid not null default gen_random_uuid(),
  attempts integer not null default 0,
  -- While a worker holds the row, it says when the lease ends.
  next_attempt_at timestamptz not null default now(),
  lease_token uuid,
  first_attempt_at timestamptz,
  -- An earlier attempt may have arrived: only the same idempotency key may try again.
  may_have_arrived boolean not null default false,
  provider_id text,
  last_error text,
  finished_at timestamptz,
  -- It is private.email_hash of the address after an erasure: the unsubscribe link of a message already received still
  -- works.
  recipient_hash text,
  delivered_at timestamptz,
  bounced_at timestamptz,
  bounce_reason text,
  complained_at timestamptz,
  -- Scanners open and click too: these are shown as estimates, never acted on.
  opened_at timestamptz,
  clicked_at timestamptz,
  replied_at timestamptz,
  -- On a first message, it says when somebody stopped the follow-ups of its person.
  followup_stopped_at timestamptz,
  -- It says why nothing follows this message; that is decided once, on the due day.
  followup_refusal text,
  -- It is the Message-ID that the provider gave the message, where it gives its own.
  message_id text,
  -- These say what allowed to write again to a person who holds a public office; the first claim fixes them.
  lobbying_ground public.lobbying_ground,
  lobbying_reference text,
  constraint email_sends_campaign_contact_step_key unique (campaign_id, contact_id, step),
  constraint email_sends_step_range check (step between 0 and 5),
  -- The limit is wider than a template's: the variables are filled in. 998 is the longest line of a message (RFC 5322).
  constraint email_sends_subject_length check (btrim(subject) <> '' and char_length(subject) <= 998),
  constraint email_sends_subject_one_line check (private.is_one_line_text(subject)),
  constraint email_sends_body_length check (btrim(body) <> '' and char_length(body) <= 50000),
  constraint email_sends_unsubscribe_token_key unique (unsubscribe_token),
  constraint email_sends_recipient_email_format check (private.is_email_address(recipient_email)),
  constraint email_sends_recipient_name_length check (char_length(recipient_name) <= 100),
  -- Names end up in e-mail headers: a line break there would add headers of the sender's choice.
  constraint email_sends_recipient_name_one_line check (private.is_one_line_text(recipient_name)),
  constraint email_sends_from_email_format check (private.is_email_address(from_email)),
  constraint email_sends_attempts_range check (attempts >= 0),
  constraint email_sends_provider_id_length check (char_length(provider_id) <= 200),
  constraint email_sends_last_error_length check (char_length(last_error) <= 500),
  constraint email_sends_recipient_hash_format check (recipient_hash ~ '^[0-9a-f]{64}$'),
  constraint email_sends_bounce_reason_length check (char_length(bounce_reason) <= 500),
  constraint email_sends_followup_refusal_length check (char_length(followup_refusal) <= 200),
  constraint email_sends_message_id_shape check (message_id ~ '^<[^<>[:space:][:cntrl:]]{1,250}>$'),
  constraint email_sends_lobbying_whole check ((lobbying_ground is null) = (lobbying_reference is null)),
  constraint email_sends_lobbying_reference_length check (char_length(lobbying_reference) <= 200)
);

create index email_sends_contact_id_idx on public.email_sends (contact_id);
-- The index finds what a person got and answered, whichever contact held the address then.
create index email_sends_recipient_email_idx on public.email_sends (lower(recipient_email));
create index email_sends_template_id_idx on public.email_sends (template_id);
create index email_sends_status_idx on public.email_sends (status);
create index email_sends_finished_at_idx on public.email_sends (finished_at) where status in ('envoyé', 'incertain');
-- The id is in the index so that a claim reads the next message only, however many wait.
create index email_sends_due_idx on public.email_sends (next_attempt_at, id) where status = 'programmé';
-- Messages under a lease or with an unknown outcome are few, and each claim reads them.
create index email_sends_unknown_outcome_idx on public.email_sends (next_attempt_at)
  where status = 'programmé' and (lease_token is not null or may_have_arrived);
-- Answers name the message by the id that the provider gave it.
create index email_sends_message_id_idx on public.email_sends (message_id) where message_id is not null;
create index email_sends_provider_id_idx on public.email_sends (provider_id);

alter table public.email_sends enable row level security;

-- No person reads the token and the hash: only the sender needs them.
grant select (
  id, campaign_id, contact_id, template_id, step, subject, body, status, created_at, recipient_email,
  recipient_name, from_email, identity, attempts, next_attempt_at, lease_token, first_attempt_at, may_have_arrived,
  provider_id, last_error, finished_at, delivered_at, bounced_at, bounce_reason, complained_at, opened_at, clicked_at,
  replied_at, followup_stopped_at, followup_refusal, message_id, lobbying_ground, lobbying_reference
) on table public.email_sends to authenticated;
grant select, insert, update, delete on table public.email_sends to service_role;

create policy "email_sends: member reads" on public.email_sends
  for select to authenticated
  using ((select private.is_member()));

-- Returns the hash of the address that a message was sent to, also after an erasure; null when neither is known.
create function private.recipient_hash(send public.email_sends)
returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(private.email_hash(send.recipient_email), send.recipient_hash);
$$;

-- What this person already had ------------------------------------------------------------------------------------

-- Tells whether a person answered a campaign in the last year: whoever talks with the studio gets no automatic second
-- message, from no campaign. It looks by contact and by address: one of the two may have changed since.
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

-- Returns when another campaign last wrote to this person: what left, or may have. It returns null when none did.
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

-- Filling in templates -------------------------------------------------------------------------------------------

-- Removes the whitespace that JavaScript trims; returns null when nothing remains.
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

grant execute on function private.trimmed(text) to authenticated;

-- Says which part of a template would leave as it is typed, where a value is meant: a text in braces that is no known variable,
-- one in the notation of another program, a brace without its other one. It returns null when nothing would, as templateFault of
-- supabase/functions/_shared/message does.
create function private.template_fault(template text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when found.token[1] ~ '^\{[^\s{}]*$' then 'Accolade ouverte : '
    when found.token[1] ~ '^[^\s{}]*\}$' then 'Accolade en trop : ' else 'Variable inconnue : ' end || found.token[1]
  from regexp_matches(
    template,
    '(\{+[^{}\n]*\}+|\{[^\s{}]{0,30}|[^\s{}]{0,30}\}'
    '|(?<![!\[\]])\[(?:pr[ée]nom|nom(?: complet| de famille)?|entreprise|organisation|organisme|municipalit[ée]|ville|r[ée]gion|mrc|courriel|e-?mail|t[ée]l[ée]phone|fonction|titre|civilit[ée]|adresse|first ?name|last ?name|full ?name|fname|lname|name|company|city)\](?![\](])'
    '|%[[:alpha:]_]{2,30}%|\*\|[^|\n]{1,30}\|\*|<{1,2}(?:pr[ée]nom|nom(?: complet| de famille)?|entreprise|organisation|organisme|municipalit[ée]|ville|r[ée]gion|mrc|courriel|e-?mail|t[ée]l[ée]phone|fonction|titre|civilit[ée]|adresse|first ?name|last ?name|full ?name|fname|lname|name|company|city)>{1,2}|«(?:pr[ée]nom|nom(?: complet| de famille)?|entreprise|organisation|organisme|municipalit[ée]|ville|r[ée]gion|mrc|courriel|e-?mail|t[ée]l[ée]phone|fonction|titre|civilit[ée]|adresse|first ?name|last ?name|full ?name|fname|lname|name|company|city)»)',
    'gi'
  ) with ordinality as found (token, position)
  where found.token[1] !~ '^\{[ \u00a0\u202f]*(nom|entreprise|ville|region|email|telephone|([LlDd]e|[àÀ]) entreprise|([Dd]e|[àÀ]) ville)[ \u00a0\u202f]*(\|[^{}\n]*)?\}$'
  order by found.position
  limit 1;
$$;

-- Fills a template: each variable is replaced by its value, else by its fallback, else by nothing, and then without the
-- space before a comma. Values are not expanded again: a company named "{email}" stays as it is. fillTemplate of
-- supabase/functions/_shared/message does the same; a test compares the two.
create function private.fill_template(template text, contact_values jsonb)
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

grant execute on function private.fill_template(text, jsonb) to authenticated;

-- Fills a template on one line: a line break in a subject would add e-mail headers.
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

grant execute on function private.fill_subject(text, jsonb) to authenticated;

-- Keeps values literal in a body, where `**` is bold, « - » and « 1. » begin a list, `[…](…)` is a link and an address
-- becomes one: a word joiner, which no value may hold, before what the writer of the message did not type keeps it
-- text. fillBody of supabase/functions/_shared/message does the same.
create function private.literal_values(contact_values jsonb)
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

grant execute on function private.literal_values(jsonb) to authenticated;

-- Returns what follows « de » in French: « du Village », « des Cantons unis », « d’Alma »; English names in H are not
-- elided. The same rule holds for what begins with an article of its own: « de Les Îles » is « des Îles ».
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

-- Returns what follows « à »: « au Village », « aux Îles-de-la-Madeleine ».
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

-- Returns the name of an organisation with its article: « la Ville de Percé », « le Village de Tadoussac », « l’Office
-- … ». The register says what a municipality is that gives its name alone; a name of which nothing is known has no
-- article.
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
  -- The register writes « MRC Memphrémagog » for « MRC de Memphrémagog ».
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

-- Returns the same words as they begin a sentence.
create function private.capitalised(words text)
returns text
language sql
immutable
strict
set search_path = ''
as $$
  select case left(words, 1) when 'à' then 'À' else upper(left(words, 1)) end || substr(words, 2);
$$;

-- Returns what a contact gives for each variable of a template (specification, section 3). One whose name is the
-- organisation's is nobody in particular: the greeting is then neutral. The forms with an article (« {de entreprise} »)
-- are found only where the text asks for one: ten thousand messages would each ask the register.
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

grant execute on function private.after_de(text), private.after_a(text), private.capitalised(text) to authenticated;
grant execute on function private.with_article(public.contacts) to authenticated;
grant execute on function private.template_values(public.contacts, text) to authenticated;

-- Returns the values of one contact with every form, for a preview; null where there is no such contact. It runs as the
-- caller.
create function public.contact_template_values(contact uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.template_values(person, '{de ') from public.contacts as person where person.id = contact_template_values.contact;
$$;

grant execute on function public.contact_template_values(uuid) to authenticated;

-- Returns a text with the signature of the sender it leaves from, once.
create function private.signed_text(body text, sender text)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  signature constant text := (select private.trimmed(sender_signatures ->> sender) from public.sending_settings where id = 1);
begin
  if signature is null or right(private.trimmed(body), char_length(signature)) = signature then
    return body;
  end if;
  return private.trimmed(body) || E'\n\n' || signature;
end;
$$;

-- Records on a campaign the segment that its people were chosen by, within create_campaign.
create function private.keep_campaign_segment(campaign uuid, segment uuid)
returns void
language sql
set search_path = ''
as $$
  update public.campaigns as c set segment_id = s.id, segment_name = s.name, segment_definition = s.definition
  from public.contact_segments as s
  where c.id = keep_campaign_segment.campaign and s.id = keep_campaign_segment.segment;
$$;

-- Creating and controlling a campaign ----------------------------------------------------------------------------

-- Returns, for the recipient picker, { reason: [contact id, …] } of the contacts whose status allows a campaign and
-- whose consent does not. It is one value, because a list of rows is cut at 1 000.
create function public.campaign_refusals()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(reason, ids), '{}') from (
    select refusal.reason, jsonb_agg(contact.id order by contact.id) as ids
    from private.email_refusals(null, now()) refusal
    join public.contacts contact on contact.id = refusal.contact_id
    where refusal.reason is not null and private.takes_campaigns(contact.status)
    group by refusal.reason
  ) grouped;
$$;

grant execute on function public.campaign_refusals() to authenticated;

-- Writes the follow-ups of a campaign in place of those it had, with the signature of its sender: [{ delay_days,
-- template_id, subject, body }], in their order. It refuses, in French, what could not leave, and a text that its
-- reader already had.
create function private.write_campaign_steps(campaign public.campaigns, steps jsonb)
returns void
language plpgsql
set search_path = ''
as $$
declare
  given record;
  wanted public.campaign_steps;
  example text;
  texts text[] := array[private.trimmed(campaign.message_body)];
begin
  if jsonb_typeof(steps) is distinct from 'array' or jsonb_array_length(steps) > 5 then
    raise exception using message = 'Une campagne compte au plus 5 relances';
  end if;
  delete from public.campaign_steps as earlier where earlier.campaign_id = campaign.id;
  for given in select value, place from jsonb_array_elements(steps) with ordinality as listed (value, place) order by place loop
    if (given.value ->> 'delay_days' ~ '^[0-9]{1,2}$' and (given.value ->> 'delay_days')::integer between 1 and 30) is not true then
      raise exception using message = 'Le délai d’une relance doit être de 1 à 30 jours ouvrables';
    end if;
    wanted.subject := private.trimmed(given.value ->> 'subject');
    wanted.body := private.trimmed(given.value ->> 'body');
    if wanted.subject is null or wanted.body is null then
      raise exception using message = 'Le sujet et le texte de chaque relance sont requis';
    end if;
    wanted.body := private.signed_text(wanted.body, campaign.from_email);
    if private.trimmed(wanted.body) = any (texts) then
      raise exception using message = 'Une relance a le texte d’un message précédent : donnez-lui le sien';
    end if;
    texts := texts || private.trimmed(wanted.body);
    example := coalesce(private.template_fault(wanted.subject), private.template_fault(wanted.body));
    if example is not null then
      raise exception using message = 'Relance à corriger. ' || example;
    end if;
    if char_length(wanted.subject) > 200 or char_length(wanted.body) > 5000 then
      raise exception using message = 'Le texte d’une relance dépasse 5 000 caractères avec la signature, ou son sujet 200';
    end if;
    insert into public.campaign_steps (campaign_id, step, delay_days, template_id, subject, body)
    values (
      campaign.id, given.place, (given.value ->> 'delay_days')::smallint,
      (select id from public.email_templates where id::text = given.value ->> 'template_id'), wanted.subject, wanted.body
    );
  end loop;
end;
$$;

-- Creates a campaign with all its messages as they will be sent, in one transaction; a draft of that id becomes it. The
-- details are { id, name, template_id, message_subject, message_body, send_now, send_date, from_email, steps,
-- lobbying_ground, lobbying_reference, segment_id }. The text of the message, where there is one, stands for that of
-- the template; the steps are the follow-ups, as private.write_campaign_steps takes them.
create function public.create_campaign(details jsonb, contact_ids uuid[])
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  wanted public.campaigns := jsonb_populate_record(null::public.campaigns, details);
  template public.email_templates;
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
  if private.sender_identity() is null then
    raise exception using message = 'Complétez d''abord l''identité de l''expéditeur et son adresse postale dans les réglages';
  end if;
  if not exists (
    select from public.sending_settings where id = 1 and wanted.from_email = any (verified_senders)
  ) then
    raise exception using message = 'L''adresse d''expédition n''est pas vérifiée dans les réglages';
  end if;
  select * into template from public.email_templates where id = wanted.template_id;
  if not found then
    raise exception using message = 'Sélectionnez un template';
  end if;
  template.subject := coalesce(private.trimmed(wanted.message_subject), template.subject);
  template.body := private.signed_text(coalesce(private.trimmed(wanted.message_body), template.body), wanted.from_email);
  wanted.lobbying_reference := private.trimmed(wanted.lobbying_reference);
  if (wanted.lobbying_ground is null) <> (wanted.lobbying_reference is null) then
    raise exception using message = 'Indiquez le motif et sa référence, ou aucun des deux';
  end if;
  example := coalesce(private.template_fault(template.subject), private.template_fault(template.body));
  if example is not null then
    raise exception using message = 'Texte à corriger. ' || example;
  end if;
  if char_length(template.subject) > 200 or char_length(template.body) > 5000 then
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
    or not private.takes_campaigns(contact.status);
  if refused > 0 then
    raise exception using message = case refused
      when 1 then format('Un des contacts choisis ne peut plus recevoir de message (%s)', example)
      else format('%s des contacts choisis ne peuvent plus recevoir de message (%s)', refused, example)
    end;
  end if;

  insert into public.campaigns as made (
    id, user_id, name, status, send_now, send_date, template_id, from_email, driven_until, message_subject, message_body,
    lobbying_ground, lobbying_reference, paused_at, pause_reason
  )
  values (
    coalesce(wanted.id, gen_random_uuid()), auth.uid(), wanted.name, (case when wanted.send_now then 'en_cours' else 'programmé' end)::public.campaign_status, wanted.send_now,
    case when not wanted.send_now then wanted.send_date end, template.id, wanted.from_email,
    -- The browser that creates it starts sending it.
    case when wanted.send_now then now() + interval '15 seconds' end,
    template.subject, template.body, wanted.lobbying_ground, wanted.lobbying_reference,
    -- A reason that stops the other messages stops a new one too.
    case when private.reputation_stop() is not null then now() end, private.reputation_stop()
  )
  on conflict (id) do update set
    user_id = excluded.user_id, name = excluded.name, status = excluded.status, send_now = excluded.send_now,
    send_date = excluded.send_date, template_id = excluded.template_id, from_email = excluded.from_email, driven_until = excluded.driven_until,
    message_subject = excluded.message_subject, message_body = excluded.message_body,
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
      (case when wanted.send_now then 'programmé' else 'brouillon' end)::public.send_status,
      contact.email, contact.name
    from public.contacts contact
    where contact.id = any (chosen)
    order by contact.company, contact.id;
  exception when check_violation then
    raise exception using message = 'Un des messages serait vide ou trop long une fois ses variables remplacées';
  end;
  perform private.write_campaign_steps(wanted, coalesce(nullif(details -> 'steps', 'null'), '[]'));
  perform private.keep_campaign_segment(wanted.id, (details ->> 'segment_id')::uuid);
  return wanted.id;
end;
$$;

grant execute on function public.create_campaign(jsonb, uuid[]) to authenticated;

-- Keeps what the form of a new campaign holds, under an id that the browser chose: a later save finds it, and so does
-- create_campaign. It returns false when it is a campaign by now, and nothing was written.
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

grant execute on function public.save_campaign_draft(uuid, text, jsonb) to authenticated;

-- Deletes a draft, and returns false when there is no such draft. A campaign is never deleted.
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

grant execute on function public.discard_campaign_draft(uuid) to authenticated;

-- Locks and returns the campaign, for an administrator. Campaigns are always locked before their messages.
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

-- A sent message changes the status of a new contact; every other change of status is a person's.
create function private.mark_contacted(contact uuid)
returns void
language sql
set search_path = ''
as $$
  update public.contacts set status = 'contacté' where id = contact and status = 'nouveau';
$$;

-- Ends a campaign whose last message is finished. The caller holds the lock on the campaign's row, so that of two
-- workers that finish the last two messages, the second sees the first one's result.
create function private.close_campaign(closing uuid)
returns void
language sql
set search_path = ''
as $$
  update public.campaigns as campaign set
    status = 'terminé', finished_at = now(), paused_at = null, pause_reason = null, driven_until = null
  where campaign.id = closing and campaign.status in ('en_cours', 'programmé')
    and not exists (
      select from public.email_sends as pending
      where pending.campaign_id = closing and pending.status in ('programmé', 'brouillon')
    );
$$;

-- Pauses a campaign; returns false when it was paused already.
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

-- Resumes a paused campaign; returns false when it was not paused. A scheduled one whose time has passed is sent at
-- once; a finished one goes on with its follow-ups. While too many addresses bounced or people complained it is
-- refused, unless whoever resumes says to have seen that: the count then begins anew, for all campaigns.
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

-- Cancels the messages not sent yet. One being sent finishes by itself, and then the campaign does. It returns how many
-- were cancelled.
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
    status = (case when may_have_arrived then 'incertain' else 'annulé' end)::public.send_status,
    last_error = coalesce(last_error, 'Campagne annulée par l''équipe'), finished_at = now()
  where campaign_id = held.id and status in ('programmé', 'brouillon') and lease_token is null;
  get diagnostics cancelled = row_count;
  perform private.close_campaign(held.id);
  return cancelled;
end;
$$;

grant execute on function public.cancel_campaign(uuid) to authenticated;

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

grant execute on function public.archive_campaign(uuid, boolean) to authenticated;

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
      status = (case held.status when 'programmé' then 'brouillon' else 'programmé' end)::public.send_status,
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

grant execute on function public.remove_campaign_recipient(uuid, boolean) to authenticated;

-- Sends the failed messages again. « échec » means that nothing arrived, so nothing can arrive twice. It returns how
-- many.
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
    update public.campaigns set status = 'en_cours', finished_at = null, server_seen_at = now() where id = held.id;
  end if;
  return retried;
end;
$$;

grant execute on function public.retry_failed_sends(uuid) to authenticated;

-- Settles a message of unknown outcome once an administrator found out what became of it: it arrived, or it is to be
-- sent again.
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
    status = (case when arrived then 'envoyé' else 'programmé' end)::public.send_status,
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
  update public.campaigns set send_date = new_date, paused_at = null, pause_reason = null, server_seen_at = now()
  where id = held.id;
end;
$$;

grant execute on function public.reschedule_campaign(uuid, timestamptz) to authenticated;

-- Gives a scheduled campaign another text, and other follow-ups, approved by whoever saves them: every message is
-- written anew, with what its contact is now. Once the campaign has begun its text is what people got.
create function public.rewrite_campaign(campaign uuid, subject text, body text, steps jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
  example text := coalesce(private.template_fault(rewrite_campaign.subject), private.template_fault(rewrite_campaign.body));
begin
  if held.status <> 'programmé' then
    raise exception using message = 'Cette campagne est déjà partie';
  end if;
  if private.trimmed(rewrite_campaign.subject) is null or private.trimmed(rewrite_campaign.body) is null then
    raise exception using message = 'Le sujet et le texte sont requis';
  end if;
  if example is not null then
    raise exception using message = example;
  end if;
  begin
    update public.campaigns as rewritten set
      message_subject = rewrite_campaign.subject, message_body = rewrite_campaign.body
    where rewritten.id = held.id
    returning * into held;
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
  perform private.write_campaign_steps(held, steps);
end;
$$;

grant execute on function public.rewrite_campaign(uuid, text, text, jsonb) to authenticated;

-- Counts messages per status: { campaign id: { "envoyé": 47, "échec": 3 } }, for one campaign or for all. It runs as
-- the caller, under the policies.
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

grant execute on function public.campaign_counts(uuid) to authenticated;

-- Returns when each contact was last sent a campaign message: { contact id: timestamp }, as one value because a list of
-- rows is cut at 1 000. It runs as the caller, under the policies.
create function public.contact_last_sends()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(contact_id, last), '{}') from (
    select contact_id, max(coalesce(finished_at, created_at)) as last from public.email_sends
    where status = 'envoyé' and contact_id is not null
    group by contact_id
  ) reached;
$$;

grant execute on function public.contact_last_sends() to authenticated;

-- Returns until when each contact's written request lets a person who holds a public office be written to again, as
-- private.standing_ground finds it: { contact id: timestamp }. It runs as the caller, under the policies.
create function public.contact_written_requests()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(id, until), '{}') from (
    select person.id, max(private.consent_expiry(asked.basis, asked.occurred_at)) as until
    from public.contacts as person
    join public.consent_events as asked on lower(asked.email) = lower(person.email)
    where asked.basis = 'inquiry'
    group by person.id
  ) as requests
  where until > now();
$$;

grant execute on function public.contact_written_requests() to authenticated;
