-- Segments of contacts: their table, the function that turns their conditions into contacts, and what a campaign keeps of one
-- (docs/decisions/0096). Two organisations that become one (0098).

grant execute on function private.distance_km(double precision, double precision, double precision, double precision)
  to authenticated;

-- Ten thousand contacts are asked for at once: their addresses hashed together, their proofs without a plan for each.

-- Those of some addresses, hashed together as private.email_hash does one by one: for ten thousand contacts at once.
create function private.suppressed_among(addresses text[])
returns table (address text, reason text)
language sql
stable
security definer
set search_path = ''
as $$
  select given.address, standing.reason
  from private.hash_key present
  cross join unnest(addresses) as given (address)
  join private.standing_suppressions() standing on decode(standing.email_hash, 'hex') = sha256(
    present.key || sha256(present.key || encode(sha256(convert_to(lower(
      -- Of ASCII the compatibility form is itself.
      case when octet_length(given.address) = char_length(given.address) then btrim(given.address)
        else normalize(btrim(given.address), nfkc) end
    ), 'UTF8')), 'hex')::bytea)
  )
  where present.id = 1;
$$;

grant execute on function private.suppressed_among(text[]) to authenticated, service_role;

-- When a basis of consent expires (Canada's anti-spam law, section 10). Null: never.
-- A referral allows one message only and 'none' nothing: neither makes a contact mailable.
create or replace function private.consent_expiry(basis text, occurred_at timestamptz)
returns timestamptz
language plpgsql
immutable
set search_path = ''
as $$
begin
  -- PL/pgSQL, as the next one: they are asked of every proof of every contact (docs/decisions/0069).
  return case
    when basis = 'inquiry' then (occurred_at at time zone 'America/Toronto' + interval '6 months') at time zone 'America/Toronto'
    when basis in ('purchase', 'contract')
      then (occurred_at at time zone 'America/Toronto' + interval '2 years') at time zone 'America/Toronto'
  end;
end;
$$;

-- Whether an address leads to OpenStreetMap. Anybody writes there: what it says of an organisation is not published by it.
create or replace function private.is_open_map(address text)
returns boolean
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
begin
  return address ~* '^https?://([a-z0-9-]+\.)*(openstreetmap|osm)\.org([:/?#]|$)';
end;
$$;

drop function private.current_consents(uuid, timestamptz);

-- The basis in force at a moment, for each contact (or one, or some) that ever had one or whose address is suppressed. The strongest
-- since the last withdrawal counts: a later inquiry does not shorten an express consent. An address is published by the
-- organisation's own page or the municipal register, and no longer once the page refuses solicitation.
create function private.current_consents(only_contact uuid, at timestamptz default now(), among uuid[] default null)
returns table (
  contact_id uuid, state text, basis text, occurred_at timestamptz, expires_at timestamptz, source_url text, evidence text,
  suppression text
)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  -- PL/pgSQL, because it keeps its plan: the sender asks for one contact at a time.
  return query
  with people as (
    -- Three branches, so that the index serves a single contact, and some of them.
    select id, email, lower(email) as address from public.contacts where email is not null and id = only_contact
    union all
    select id, email, lower(email) from public.contacts where email is not null and id = any (among)
    union all
    select id, email, lower(email) from public.contacts
    where email is not null and only_contact is null and among is null
  ),
  -- By address, not by contact: a consent given for one address does not hold for another.
  events as (
    select people.id, e.basis, e.occurred_at, e.source_url, e.evidence, private.consent_expiry(e.basis, e.occurred_at) as expiry
    from people join public.consent_events e on lower(e.email) = people.address
    where e.occurred_at <= at
  ),
  withdrawals as (
    select id, max(occurred_at) as last from events where basis = 'withdrawn' group by id
  ),
  notices as (
    select distinct on (id) * from events where basis = 'no_solicitation' order by id, occurred_at desc
  ),
  doubts as (
    select distinct on (id) * from events
    where basis = 'unverified' or basis = 'published' and private.is_open_map(source_url)
    order by id, occurred_at desc
  ),
  standing as (
    select distinct on (events.id) events.*
    from events
    left join withdrawals on withdrawals.id = events.id
    left join notices on notices.id = events.id
    where events.basis in ('express', 'inquiry', 'purchase', 'contract', 'published', 'disclosed')
      and (
        events.basis <> 'published'
        or not private.is_open_map(events.source_url) and (notices.id is null or events.occurred_at > notices.occurred_at)
      )
      -- After a withdrawal only the person's own act counts, not an address published somewhere.
      and (
        withdrawals.last is null
        or events.occurred_at > withdrawals.last and events.basis not in ('published', 'disclosed')
      )
    order by events.id, events.expiry desc nulls first, events.occurred_at desc
  ),
  suppressed as (
    select people.id, s.reason from private.suppressed_among(array(select email from people)) s
    join people on people.email = s.address
  )
  select people.id,
    case
      when suppressed.id is not null then 'unsubscribed'
      when standing.expiry <= at then 'expired'
      when standing.id is not null then 'allowed'
      when withdrawals.id is not null then 'withdrawn'
      when notices.id is not null then 'refused'
      else 'unverified'
    end,
    standing.basis, coalesce(standing.occurred_at, notices.occurred_at, doubts.occurred_at), standing.expiry,
    case
      when standing.id is not null then standing.source_url
      when notices.id is not null then notices.source_url
      else doubts.source_url
    end,
    case
      when standing.id is not null then standing.evidence
      when notices.id is not null then notices.evidence
      else doubts.evidence
    end,
    suppressed.reason
  from people
  left join standing on standing.id = people.id
  left join suppressed on suppressed.id = people.id
  left join withdrawals on withdrawals.id = people.id
  left join notices on notices.id = people.id
  left join doubts on doubts.id = people.id
  where coalesce(standing.id, suppressed.id, withdrawals.id, notices.id, doubts.id) is not null;
end;
$$;

grant execute on function private.current_consents(uuid, timestamptz, uuid[]) to authenticated, service_role;

drop function private.email_refusals(uuid, timestamptz);

-- Every contact (or one, or some) with the reason, in French, why it must not be e-mailed at that moment; null: it may be. With the
-- consent that says so, null where nothing is known.
create function private.email_refusals(only_contact uuid, at timestamptz, among uuid[] default null)
returns table (contact_id uuid, reason text, state text, basis text, expires_at timestamptz)
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
      when consent.state = 'refused' then 'La page de l’organisation refuse la sollicitation'
      when consent.state = 'unverified' then 'Adresse à vérifier sur le site de l’organisation'
      when consent.state = 'expired' then 'Consentement expiré'
      when consent.state is null then 'Aucun consentement consigné'
      else (select private.sending_stop())
    end,
    consent.state, consent.basis, consent.expires_at
  from (
    -- Three branches, so that the index serves a single contact, and some of them.
    select * from public.contacts where id = only_contact
    union all
    select * from public.contacts where id = any (among)
    union all
    select * from public.contacts where only_contact is null and among is null
  ) contact
  left join private.current_consents(only_contact, at, among) consent on consent.contact_id = contact.id;
$$;

grant execute on function private.email_refusals(uuid, timestamptz, uuid[]) to authenticated;

-- Whether a value is a list of 1 to 50 texts, each of which the pattern takes.
create function private.are_segment_texts(value jsonb, pattern text default '^.{1,100}$')
returns boolean
language sql
immutable
parallel safe
set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'array' then
    jsonb_array_length(value) between 1 and 50 and not exists (
      select from jsonb_array_elements(value) as element
      where jsonb_typeof(element) <> 'string' or element #>> '{}' !~ pattern
    )
  else false end;
$$;

grant execute on function private.are_segment_texts(jsonb, text) to authenticated, service_role;

-- Whether a value is a whole number between two others.
create function private.is_segment_number(value jsonb, lowest integer, highest integer)
returns boolean
language sql
immutable
parallel safe
set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'number' and value #>> '{}' ~ '^[0-9]{1,9}$'
    then (value #>> '{}')::integer between lowest and highest else false end;
$$;

grant execute on function private.is_segment_number(jsonb, integer, integer) to authenticated, service_role;

-- Whether conditions can be understood: 1 to 12 of them, each named once. A contact answers to all of them; to one that
-- lists values, by any of them.
create function private.is_segment_definition(definition jsonb)
returns boolean
language plpgsql
immutable
parallel safe
-- Our server writes segments too, and may not enter the schema of what this calls.
security definer
set search_path = ''
as $$
begin
  if jsonb_typeof(definition) is distinct from 'object' then
    return false;
  end if;
  if (select count(*) from jsonb_object_keys(definition)) not between 1 and 12 then
    return false;
  end if;
  return (
    select bool_and(case field
      when 'region' then private.are_segment_texts(wanted)
      when 'mrc' then private.are_segment_texts(wanted, '^[0-9]{3}$')
      when 'population' then case when jsonb_typeof(wanted) = 'object' then
        (wanted ? 'min' or wanted ? 'max') and wanted - 'min' - 'max' = '{}'
        and (not wanted ? 'min' or private.is_segment_number(wanted -> 'min', 0, 10000000))
        and (not wanted ? 'max' or private.is_segment_number(wanted -> 'max', 0, 10000000))
      else false end
      when 'sector' then private.are_segment_texts(
        wanted, '^(municipalité|mrc|organisme-public|hôtellerie|immobilier|tourisme|commerce|restaurant|autre)$'
      )
      when 'function' then private.are_segment_texts(
        wanted, '^(direction-générale|greffe|communications|loisirs|urbanisme|mairie|autre)$'
      )
      when 'status' then private.are_segment_texts(wanted, '^(nouveau|contacté|intéressé|refusé|partenaire)$')
      when 'email' then wanted in ('"avec"', '"sans"')
      -- Never, or not for so many days.
      when 'last_message' then wanted in ('"jamais"', '"30"', '"90"', '"180"')
      when 'consent' then private.are_segment_texts(
        wanted, '^(permis|bientot|a-verifier|desabonne|interdit|sur-demande|expres|client|publiee|expire)$'
      )
      -- Permitted now, and no longer in so many days.
      when 'consent_expiry' then private.is_segment_number(wanted, 1, 730)
      when 'quote' then private.are_segment_texts(
        wanted, '^(aucun|brouillon|envoyé|accepté|refusé|expiré|remplacé|annulé)$'
      )
      when 'tour' then wanted in ('"avec"', '"sans"')
      when 'tag' then private.are_segment_texts(wanted, '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
      when 'trip' then case when jsonb_typeof(wanted) = 'object' then
        wanted - 'id' - 'km' = '{}' and private.are_segment_texts(jsonb_build_array(wanted -> 'id'), '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
        and private.is_segment_number(wanted -> 'km', 1, 500)
      else false end
      else false
    end)
    from jsonb_each(definition) as condition (field, wanted)
  );
end;
$$;

grant execute on function private.is_segment_definition(jsonb) to authenticated, service_role;

create table public.contact_segments (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  definition jsonb not null,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint contact_segments_name_key unique (name),
  constraint contact_segments_name_length check (btrim(name) <> '' and char_length(name) <= 60),
  constraint contact_segments_name_one_line check (private.is_one_line_text(name)),
  constraint contact_segments_definition_known check (private.is_segment_definition(definition))
);

create index contact_segments_created_by_idx on public.contact_segments (created_by);

create trigger contact_segments_set_updated_at before update on public.contact_segments
  for each row execute function private.set_updated_at();

alter table public.contact_segments enable row level security;

grant select on table public.contact_segments to authenticated;
-- With the id, so that one that was deleted comes back under its address.
grant insert (id, name, definition) on table public.contact_segments to authenticated;
grant update (name, definition) on table public.contact_segments to authenticated;
grant delete on table public.contact_segments to authenticated;
grant select, insert, update, delete on table public.contact_segments to service_role;

create policy "contact_segments: member reads" on public.contact_segments
  for select to authenticated
  using ((select private.is_member()));

create policy "contact_segments: admin inserts" on public.contact_segments
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "contact_segments: admin updates" on public.contact_segments
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "contact_segments: admin deletes" on public.contact_segments
  for delete to authenticated
  using ((select private.is_admin()));

-- The values of a condition that lists some; null when there is no such condition.
create function private.segment_texts(definition jsonb, field text)
returns text[]
language sql
immutable
parallel safe
set search_path = ''
as $$
  select case when definition ? field then array(select jsonb_array_elements_text(definition -> field)) end;
$$;

grant execute on function private.segment_texts(jsonb, text) to authenticated;

-- The contacts that conditions are about, now, each with why a campaign may not write to it, in French; null: it may. As
-- create_campaign decides. Runs as the caller: the policies of each table decide what is seen. Nothing of
-- a definition is ever run: its values are compared.
create function private.segment_contacts(definition jsonb)
returns table (contact_id uuid, refusal text)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  regions constant text[] := private.segment_texts(definition, 'region');
  mrcs constant text[] := private.segment_texts(definition, 'mrc');
  sectors constant text[] := private.segment_texts(definition, 'sector');
  functions constant text[] := private.segment_texts(definition, 'function');
  statuses constant text[] := private.segment_texts(definition, 'status');
  permissions constant text[] := private.segment_texts(definition, 'consent');
  quote_states constant text[] := private.segment_texts(definition, 'quote');
  tags constant text[] := private.segment_texts(definition, 'tag');
  population_min constant integer := (definition #>> '{population,min}')::integer;
  population_max constant integer := (definition #>> '{population,max}')::integer;
  mailbox constant text := definition ->> 'email';
  silence constant text := definition ->> 'last_message';
  expiry_days constant integer := (definition ->> 'consent_expiry')::integer;
  tour constant text := definition ->> 'tour';
  -- Towns of the register; null: whichever.
  toured text[];
  tagged text[];
  near text[];
  found uuid[];
begin
  if private.is_segment_definition(definition) is not true then
    raise invalid_parameter_value using message = 'Ce segment a une condition que cette version ne connaît pas.';
  end if;
  if tour is not null or tags is not null then
    with made as (
      select v.id,
        private.municipality_of(split_part(v.location, ',', 1), btrim(split_part(v.location, ',', 2))) as code
      from public.virtual_tours as v
    )
    select coalesce(array_agg(distinct made.code) filter (where made.code is not null), '{}'),
      coalesce(array_agg(distinct made.code) filter (where made.code is not null and exists (
        select from public.virtual_tour_tags as t where t.tour_id = made.id and t.tag_id::text = any (tags)
      )), '{}')
    into toured, tagged from made;
  end if;
  if definition ? 'trip' then
    -- A trip that is gone, or that is nowhere on the map, is near nobody.
    select coalesce(array_agg(m.code), '{}') into near
    from public.trip_plans as t join public.municipalities as m on m.kind = 'municipalité'
    where t.id = (definition #>> '{trip,id}')::uuid
      and private.distance_km(t.latitude, t.longitude, m.latitude, m.longitude)
        <= (definition #>> '{trip,km}')::integer;
  end if;

  -- Whom the rest is asked of: the ledger of consents is long.
  select coalesce(array_agg(c.id), '{}') into found
  from public.contacts as c
  left join public.municipalities as town on town.code = c.municipality_code
  where (regions is null or c.region = any (regions))
    and (mrcs is null or town.mrc_code = any (mrcs) or exists (
      select from public.organisations as o where o.id = c.organisation_id and o.register_code = any (mrcs)
    ))
    and (population_min is null or town.population >= population_min)
    and (population_max is null or town.population <= population_max)
    and (sectors is null or c.sector = any (sectors))
    and (functions is null or c.function_kind = any (functions))
    and (statuses is null or c.status = any (statuses))
    and (mailbox is null or (c.email is not null) = (mailbox = 'avec'))
    and (silence is null or not exists (
      select from public.email_sends as s
      where s.contact_id = c.id and s.status = 'envoyé'
        and (silence = 'jamais' or coalesce(s.finished_at, s.created_at) > now() - make_interval(days => silence::integer))
    ))
    and (quote_states is null
      or exists (select from public.quotes as q where q.contact_id = c.id and q.status = any (quote_states))
      or 'aucun' = any (quote_states) and not exists (select from public.quotes as q where q.contact_id = c.id))
    and (tour is null
      or coalesce(c.municipality_code in (select unnest(toured)), false) = (tour = 'avec'))
    and (tags is null or c.municipality_code in (select unnest(tagged)))
    and (near is null or c.municipality_code in (select unnest(near)));

  return query
  select c.id, coalesce(
    k.reason, case when c.status not in ('nouveau', 'contacté', 'intéressé') then 'Statut exclu des campagnes' end
  )
  from private.email_refusals(null, now(), found) as k
  join public.contacts as c on c.id = k.contact_id
  -- The same choices as the filter of the list (src/admin/data/contacts/contact-labels.ts).
  where (permissions is null or permissions && array_remove(array[
      case k.state
        when 'allowed' then 'permis' when 'unverified' then 'a-verifier' when 'unsubscribed' then 'desabonne'
        else 'interdit'
      end,
      case when k.state = 'expired' then 'expire' end,
      case when k.state = 'allowed' and k.expires_at < now() + interval '30 days' then 'bientot' end,
      case when k.state = 'allowed' then
        case
          when k.basis = 'inquiry' then 'sur-demande'
          when k.basis = 'express' then 'expres'
          when k.basis in ('purchase', 'contract') then 'client'
          when k.basis in ('published', 'disclosed') then 'publiee'
        end
      end
    ], null))
    and (expiry_days is null or k.state = 'allowed' and k.expires_at < now() + make_interval(days => expiry_days));
end;
$$;

grant execute on function private.segment_contacts(jsonb) to authenticated;

-- How many contacts conditions are about, how many of them may be written to, and why the others may not:
--   { matching, reachable, reasons: { reason: number } }
create function public.count_segment(definition jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with found as (
    select refusal, count(*) as number from private.segment_contacts(definition) group by refusal
  )
  select jsonb_build_object(
    'matching', coalesce(sum(number), 0),
    'reachable', coalesce(sum(number) filter (where refusal is null), 0),
    'reasons', coalesce(jsonb_object_agg(refusal, number) filter (where refusal is not null), '{}')
  )
  from found;
$$;

grant execute on function public.count_segment(jsonb) to authenticated;

-- The same of a saved segment, with its contacts and their towns; null when there is none of that number:
--   { name, matching, reachable, reasons, ids: [contact id, …], towns: { municipality code: number of contacts } }
create function public.contacts_of_segment(segment uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with found as materialized (
    select r.contact_id, r.refusal, c.municipality_code
    from public.contact_segments as s
    cross join lateral private.segment_contacts(s.definition) as r
    join public.contacts as c on c.id = r.contact_id
    where s.id = contacts_of_segment.segment
  ),
  reasons as (
    select refusal, count(*) as number from found where refusal is not null group by refusal
  ),
  towns as (
    select municipality_code, count(*) as number from found where municipality_code is not null group by municipality_code
  )
  select jsonb_build_object(
    'name', s.name,
    'matching', (select count(*) from found),
    'reachable', (select count(*) from found where refusal is null),
    'reasons', (select coalesce(jsonb_object_agg(refusal, number), '{}') from reasons),
    'ids', (select coalesce(jsonb_agg(contact_id order by contact_id), '[]') from found),
    'towns', (select coalesce(jsonb_object_agg(municipality_code, number), '{}') from towns)
  )
  from public.contact_segments as s
  where s.id = contacts_of_segment.segment;
$$;

grant execute on function public.contacts_of_segment(uuid) to authenticated;

-- What a campaign keeps of the segment that its people were chosen by, as it was that day; who they were is in its messages.
alter table public.campaigns
  add column segment_id uuid references public.contact_segments (id) on delete set null,
  add column segment_name text,
  add column segment_definition jsonb,
  add constraint campaigns_segment_name_length check (char_length(segment_name) <= 60),
  add constraint campaigns_segment_whole check ((segment_name is null) = (segment_definition is null));

create index campaigns_segment_id_idx on public.campaigns (segment_id);

-- Writes it, within create_campaign.
create function private.keep_campaign_segment(campaign uuid, segment uuid)
returns void
language sql
set search_path = ''
as $$
  update public.campaigns as c set segment_id = s.id, segment_name = s.name, segment_definition = s.definition
  from public.contact_segments as s
  where c.id = keep_campaign_segment.campaign and s.id = keep_campaign_segment.segment;
$$;

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
  perform private.keep_campaign_segment(wanted.id, (details ->> 'segment_id')::uuid);
  return wanted.id;
end;
$$;

alter table public.trash drop constraint trash_kind_known;
alter table public.trash add constraint trash_kind_known check (
  kind in (
    'virtual_tours', 'contacts', 'quote_requests', 'trip_plans', 'email_templates', 'quotes',
    -- Only by merging: see 21_organisation_merges.sql.
    'organisations'
  )
);

-- Organisations that were merged into another.
create table private.organisation_merges (
  trash_id uuid primary key references public.trash (id) on delete cascade,
  -- No foreign key: which was kept may be in the trash in turn.
  kept_id uuid not null,
  -- Of the organisation that was kept: the columns that the merge changed, as they were and as it made them.
  before jsonb not null,
  after jsonb not null
);

alter table private.organisation_merges enable row level security;

-- Merges two organisations into the one that is kept, in one transaction. Everything that names the other names the kept one
-- from then on; what the kept one lacks comes from the other; `fields` are the columns taken from the other besides.
create function public.merge_organisations(kept uuid, merged uuid, fields text[] default '{}')
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  choosable constant text[] := array['kind', 'name', 'city', 'region', 'email', 'phone', 'website', 'address', 'notes'];
  winner public.organisations;
  other public.organisations;
  result public.organisations;
  link record;
begin
  perform private.require_admin();
  if kept = merged or not fields <@ choosable then
    raise invalid_parameter_value using message = 'Ces deux organisations ne peuvent pas être réunies ainsi.';
  end if;
  perform from public.organisations where id in (kept, merged) order by id for update;
  select * into winner from public.organisations where id = kept;
  select * into other from public.organisations where id = merged;
  if winner.id is null or other.id is null then
    raise sqlstate 'PT404' using message = 'Une de ces deux organisations n’existe plus.';
  end if;
  if winner.register_code <> other.register_code then
    raise sqlstate 'PT409' using message = 'Le registre les connaît comme deux municipalités ou MRC différentes.';
  end if;
  result := jsonb_populate_record(winner, (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(to_jsonb(other))
    where value <> 'null' and (
      key = any (fields) or key = any (choosable || array['register_code', 'domain']) and to_jsonb(winner) -> key = 'null'
    )
  ));
  -- Both notes, as far as there is room.
  if winner.notes <> other.notes and not 'notes' = any (fields) then
    result.notes := left(winner.notes || E'\n' || other.notes, 1000);
  end if;

  perform private.put_in_trash('organisations', array[merged]);
  update public.trash set label = left(label || ', réunie à ' || winner.name, 300) where id = merged;
  -- The dates of what moves stay, and the one that is emptied waits for its deletion.
  perform set_config('app.trash', 'on', true);
  -- Every table that points to organisations, as the catalogue has them.
  for link in select * from private.foreign_keys() as fk where fk.parent = 'public.organisations' loop
    execute format('update %s as t set %2$I = $1 where t.%2$I = $2', link.child, link.child_column) using kept, merged;
  end loop;
  delete from public.organisations where id = merged;
  perform set_config('app.trash', '', true);

  update public.organisations as o set
    kind = result.kind, name = result.name, city = result.city, region = result.region, email = result.email,
    phone = result.phone, website = result.website, address = result.address, notes = result.notes,
    register_code = result.register_code, domain = result.domain
  where o.id = kept
  returning * into result;
  insert into private.organisation_merges (trash_id, kept_id, before, after)
  select merged, kept, coalesce(jsonb_object_agg(was.key, was.value), '{}'),
    coalesce(jsonb_object_agg(was.key, to_jsonb(result) -> was.key), '{}')
  from jsonb_each(to_jsonb(winner) - '{updated_at, name_key, town_key}'::text[]) as was
  where was.value is distinct from to_jsonb(result) -> was.key;
end;
$$;

grant execute on function public.merge_organisations(uuid, uuid, text[]) to authenticated;

-- Before a merged organisation comes back from the trash: what it gave is taken from the one that was kept, and its rows wait
-- for private.put_back. What somebody changed of the kept one since stays.
create function private.take_organisation_merge_apart(merged uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  kept public.organisations;
  record_of private.organisation_merges;
  link record;
begin
  select * into record_of from private.organisation_merges where trash_id = merged;
  -- First things first: what the kept one took along is in the trash with it.
  if exists (select from public.trash where id = record_of.kept_id) then
    raise foreign_key_violation;
  end if;
  select former.* into kept
  from public.organisations as o
  cross join lateral jsonb_populate_record(o, (
    select coalesce(jsonb_object_agg(was.key, was.value), '{}') from jsonb_each(record_of.before) as was
    where to_jsonb(o) -> was.key = record_of.after -> was.key
  )) as former
  where o.id = record_of.kept_id for update of o;
  update public.organisations as o set
    kind = kept.kind, name = kept.name, city = kept.city, region = kept.region, email = kept.email, phone = kept.phone,
    website = kept.website, address = kept.address, notes = kept.notes, register_code = kept.register_code,
    domain = kept.domain
  where o.id = kept.id;
  for link in select * from private.foreign_keys() as fk where fk.parent = 'public.organisations' loop
    execute format(
      'update %1$s as t set %2$I = null from private.trash_links as l
       where l.trash_id = $1 and l.place = %1$L and l.column_name = %2$L and t.id = l.row_id and t.%2$I = $2',
      link.child, link.child_column
    ) using merged, record_of.kept_id;
  end loop;
end;
$$;

-- Puts items back as they were, all or none. A reference to what was deleted meanwhile gets what that deletion would have
-- done: it is emptied, or its row is left out (the link to a tag that is gone).
create or replace function private.put_back(ids uuid[])
returns void
language plpgsql
set search_path = ''
as $$
declare
  part record;
  link record;
  columns text;
  expressions text;
  conditions text;
  written bigint;
begin
  perform set_config('app.trash', 'on', true);
  perform private.take_merge_apart(m.trash_id) from private.contact_merges as m where m.trash_id = any (ids);
  perform private.take_organisation_merge_apart(m.trash_id) from private.organisation_merges as m where m.trash_id = any (ids);
  -- What these rows point to may come back later, or further down.
  insert into private.trash_links (trash_id, place, column_name, row_id, value)
  select owner.trash_id, r.place, fk.child_column, (r.content ->> 'id')::uuid, r.content ->> fk.child_column
  from private.foreign_keys() as fk
  join private.trash_rows as r on r.place = fk.child and r.trash_id = any (ids)
  join private.trash_rows as owner on owner.place = fk.parent and owner.content ->> 'id' = r.content ->> fk.child_column
  where not fk.is_cascade and fk.parent_column = 'id' and r.content ->> 'id' is not null
  on conflict do nothing;

  for part in
    select r.place, r.depth, known.keys, count(*) as number
    from private.trash_rows as r
    cross join lateral (select array_agg(key order by key) as keys from jsonb_object_keys(r.content) as key) as known
    where r.trash_id = any (ids)
    group by r.place, r.depth, known.keys order by r.depth, r.place
  loop
    -- Only columns that the copy knows: one added since takes its default.
    select string_agg(format('%I', own.attname), ', ' order by own.attnum),
      string_agg(coalesce(emptied.expression, format('p.%I', own.attname)), ', ' order by own.attnum)
    into columns, expressions
    from pg_attribute as own
    left join lateral (
      select format(
        'case when exists (select from %s as o where o.%I = p.%I) then p.%3$I end', fk.parent, fk.parent_column, fk.child_column
      ) as expression
      from private.foreign_keys() as fk
      where fk.child = part.place and fk.child_column = own.attname and not fk.is_cascade
      limit 1
    ) as emptied on true
    where own.attrelid = to_regclass(part.place) and own.attnum > 0 and not own.attisdropped
      and own.attgenerated = '' and own.attname = any (part.keys);
    select coalesce(string_agg(format(
      ' and (p.%1$I is null or exists (select from %2$s as o where o.%3$I = p.%1$I))', fk.child_column, fk.parent, fk.parent_column
    ), ''), '') into conditions
    from private.foreign_keys() as fk where fk.child = part.place and fk.is_cascade;
    execute format(
      'insert into %1$s (%2$s) overriding system value
       select %3$s from private.trash_rows as r
       cross join lateral (select array_agg(key order by key) as keys from jsonb_object_keys(r.content) as key) as known
       cross join lateral jsonb_populate_record(null::%1$s, r.content) as p
       where r.trash_id = any ($1) and r.place = $2 and r.depth = $3 and known.keys = $4%4$s',
      part.place, columns, expressions, conditions
    ) using ids, part.place, part.depth, part.keys;
    get diagnostics written = row_count;
    if part.depth = 0 and written < part.number then
      raise foreign_key_violation;
    end if;
  end loop;

  -- An e-mail that was still waiting when its request was deleted does not leave now.
  update public.notifications set
    state = case when may_have_arrived or lease_token is not null then 'incertain' else 'retenu' end,
    lease_token = null, finished_at = now(), last_error = 'La demande a été supprimée, puis restaurée.'
  where state = 'en_attente' and (
    quote_request_id = any (ids)
    or inbound_message_id in (select id from public.inbound_messages where contact_id = any (ids))
  );

  for link in
    select distinct l.place, l.column_name, fk.type from private.trash_links as l
    join private.foreign_keys() as fk on fk.child = l.place and fk.child_column = l.column_name
    where l.trash_id = any (ids)
  loop
    -- A message that still waits stays left out of its campaign: who deleted the contact took them out; who merged them did
    -- not. num_nulls: by their ids; right after thousands were emptied the planner would look for those under « is null ».
    execute format(
      'update %1$s as t set %2$I = l.value::%3$s from private.trash_links as l
       where l.trash_id = any ($1) and l.place = %1$L and l.column_name = %2$L and t.id = l.row_id and num_nulls(t.%2$I) = 1',
      link.place, link.column_name, link.type
    ) || case when link.place = 'public.email_sends' and link.column_name = 'contact_id'
      then ' and (
        t.status not in (''programmé'', ''brouillon'')
        or exists (select from private.contact_merges as m where m.trash_id = l.trash_id)
      )' else '' end
    using ids;
    -- The row that pointed here may itself be in the trash, and come back later.
    update private.trash_rows as r set content = r.content || jsonb_build_object(l.column_name, l.value)
    from private.trash_links as l
    where l.trash_id = any (ids) and l.place = link.place and l.column_name = link.column_name
      and r.trash_id <> all (ids) and r.place = l.place and r.content ->> 'id' = l.row_id::text
      and r.content ->> l.column_name is null;
  end loop;

  delete from public.trash where id = any (ids);
  perform set_config('app.trash', '', true);
end;
$$;

-- Why an item cannot come back, in French, from the error that its rows met.
create or replace function private.restore_refusal(item public.trash, broken_constraint text)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  content jsonb := (select r.content from private.trash_rows as r where r.trash_id = item.id and r.depth = 0);
  reason text;
begin
  if broken_constraint = 'virtual_tours_slug_key' then
    select format('le slug « %s » est maintenant celui de la visite « %s »', tour.slug, tour.title) into reason
    from public.virtual_tours as tour where tour.slug = content ->> 'slug';
  elsif broken_constraint = 'contacts_email_key' then
    select format('l’adresse %s est maintenant celle du contact « %s »', other.email, other.name) into reason
    from public.contacts as other where lower(other.email) = lower(content ->> 'email');
  elsif broken_constraint in ('organisations_identity_key', 'organisations_register_code_key') then
    reason := 'une autre organisation porte maintenant ce nom dans cette ville';
  end if;
  return format(
    '« %s » ne peut pas revenir : %s.', item.label,
    coalesce(reason, 'ce dont cet élément dépend a été supprimé ou remplacé depuis')
  );
end;
$$;

drop trigger contacts_drop_empty_organisation on public.contacts;
create trigger contacts_drop_empty_organisation
  after update of company, city, region, sector, organisation_id on public.contacts
  -- app.trash is on while merges and restores move many of them.
  for each row when (
    old.organisation_id is distinct from new.organisation_id and current_setting('app.trash', true) is distinct from 'on'
  )
  execute function private.drop_empty_organisation();

-- Whether an address is one that the people of an organisation share, as far as its name tells: info@, mairie@. The same as
-- isSharedMailbox of src/admin/features/contact-import/clean-cells.ts.
create function private.is_shared_mailbox(email text)
returns boolean
language sql
immutable
strict
parallel safe
set search_path = ''
return lower(email) ~ '^(infos?|information|mairie|municipalite|muni|ville|village|mrc|contact|accueil|reception|bureau|admin|administration|secretariat|general|courrier|courriel|direction|dg|greffe|communications?|loisirs?|urbanisme|tourisme|reservations?)([._-][a-z._-]+)?@';

-- One block of an imported file, in one transaction. A known address (or, without one, a known name, company and city)
-- is skipped (mode 'skip') or gets the values it lacks ('complete'), so that a file imported twice adds nothing.
-- `consent` is what the administrator can prove for the whole list: { basis, occurred_on, source_url, evidence };
-- without it nobody becomes mailable, and a suppressed address never does. Another person at an address that an organisation
-- shares becomes one more of it without an address: campaigns write there once, to whoever bears it. Returns the numbers of the block's rows,
-- from 0: { inserted, completed, skipped, unsubscribed }.
create or replace function public.import_contacts(
  block jsonb, list_source text, mode text default 'skip', consent jsonb default null, dry_run boolean default false
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  proof_date timestamptz := ((consent ->> 'occurred_on')::date)::timestamp at time zone 'America/Toronto';
  outcome jsonb;
begin
  if (select private.is_admin()) is not true then
    raise insufficient_privilege using message = 'Accès réservé aux administrateurs';
  end if;
  if jsonb_typeof(block) is distinct from 'array' then
    raise invalid_parameter_value using message = 'Un bloc est une liste de lignes';
  end if;
  if jsonb_array_length(block) > 1000 then
    raise invalid_parameter_value using message = 'Un bloc contient au plus 1000 lignes';
  end if;
  if coalesce(btrim(list_source), '') = '' then
    raise invalid_parameter_value using message = 'La provenance de la liste est requise';
  end if;
  if mode is null or mode not in ('skip', 'complete') then
    raise invalid_parameter_value using message = 'Mode inconnu';
  end if;
  if consent is not null and (
    coalesce(consent ->> 'basis', '') not in ('express', 'inquiry', 'purchase', 'contract', 'published', 'disclosed')
    or proof_date is null or proof_date > now()
    or coalesce(btrim(consent ->> 'evidence'), '') = ''
    or (consent ->> 'basis' = 'published' and coalesce(consent ->> 'source_url', '') = '')
  ) then
    raise invalid_parameter_value using message = 'La preuve de consentement est incomplète';
  end if;

  -- Of two simultaneous imports, only one may add a contact without an address.
  perform pg_advisory_xact_lock(20, 0);

  with written as materialized (
    select (element.line - 1)::integer as line, gen_random_uuid() as new_id,
      btrim(r.name) as name, btrim(r.company) as company, nullif(btrim(r.email), '') as email,
      nullif(btrim(r.phone), '') as phone,
      -- As it will be spelled: the same file, imported again, finds its contacts.
      private.town_name(btrim(r.city), btrim(r.region)) as city, btrim(r.region) as region,
      coalesce(nullif(btrim(r.sector), ''), 'autre') as sector, coalesce(nullif(btrim(r.status), ''), 'nouveau') as status,
      nullif(btrim(r.website), '') as website, nullif(btrim(r.notes), '') as notes
    from jsonb_array_elements(block) with ordinality as element (item, line),
      jsonb_populate_record(null::public.contacts, element.item) r
  ),
  -- Of a shared address its first bearer keeps it: a known contact, else the first row. Others are persons of another name;
  -- who bears the organisation's is nobody in particular.
  incoming as materialized (
    select w.line, w.new_id, w.name, w.company, case when bearer.is_other then null else w.email end as email, w.phone,
      w.city, w.region, w.sector, w.status, w.website, w.notes,
      case when bearer.is_other then w.email end as shared_email,
      case when bearer.is_other then bearer.organisation_id end as organisation_id,
      private.is_shared_mailbox(w.email) is true and private.place_key(w.name) <> private.place_key(w.company) as is_shared
    from written w
    left join lateral (
      select b.organisation_id, private.place_key(w.name) not in (
        private.place_key(b.name), private.place_key(w.company)
      ) as is_other
      from (
        select c.name, c.organisation_id, -1 as line from public.contacts c where lower(c.email) = lower(w.email)
        union all
        select e.name, null, e.line from written e where lower(e.email) = lower(w.email) and e.line < w.line
      ) as b
      where private.is_shared_mailbox(w.email)
      order by b.line limit 1
    ) bearer on true
  ),
  matched as materialized (
    select i.*, coalesce(by_email.id, by_identity.id) as known_id,
      row_number() over (
        partition by coalesce(by_email.id, by_identity.id),
          coalesce(lower(i.email), lower(i.name) || E'\n' || lower(i.company) || E'\n' || lower(i.city))
        order by i.line
      ) > 1 as is_repeated,
      suppressed.email_hash is not null as is_suppressed
    from incoming i
    left join public.contacts by_email on lower(by_email.email) = lower(i.email)
    left join lateral (
      select c.id from public.contacts c
      where (i.email is null or i.is_shared and by_email.id is null)
        and lower(c.name) = lower(i.name) and lower(c.company) = lower(i.company) and lower(c.city) = lower(i.city)
      order by c.created_at, c.id
      limit 1
    ) by_identity on true
    left join private.standing_suppressions() suppressed on suppressed.email_hash = private.email_hash(i.email)
  ),
  -- Two rows may lead to the same contact, one by its address and one by its name: what it lacks, the first that has it
  -- gives, as when the second stands in another block.
  offered as materialized (
    select m.*,
      case when row_number() over (partition by known_id, is_repeated, m.phone is null order by line) = 1
        and c.phone is null then m.phone end as new_phone,
      case when row_number() over (partition by known_id, is_repeated, m.website is null order by line) = 1
        and c.website is null then m.website end as new_website,
      case when row_number() over (partition by known_id, is_repeated, m.notes is null order by line) = 1
        and c.notes is null then m.notes end as new_notes
    from matched m left join public.contacts c on c.id = m.known_id
  ),
  planned as materialized (
    select o.*,
      case
        when is_repeated then 'skip'
        when known_id is null then 'insert'
        when mode = 'complete' and coalesce(new_phone, new_website, new_notes) is not null then 'complete'
        else 'skip'
      end as step
    from offered o
  ),
  inserted as (
    insert into public.contacts (
      id, user_id, name, company, email, phone, city, region, sector, status, website, notes, organisation_id
    )
    select new_id, auth.uid(), name, company, email, phone, city, region, sector, status, website, notes, organisation_id
    from planned where step = 'insert' and not dry_run
    order by line
    on conflict (lower(email)) do nothing
    returning id
  ),
  completed as (
    update public.contacts c
    set phone = coalesce(c.phone, p.phone), website = coalesce(c.website, p.website), notes = coalesce(c.notes, p.notes)
    from (
      select known_id, max(new_phone) as phone, max(new_website) as website, max(new_notes) as notes
      from planned where step = 'complete' group by known_id
    ) p
    where c.id = p.known_id and not dry_run
    returning c.id
  ),
  done as (
    select p.*, coalesce(i.id, c.id) as contact_id,
      case
        when p.step = 'insert' and (dry_run or i.id is not null) then 'inserted'
        when p.step = 'complete' then 'completed'
        else 'skipped'
      end as result
    from planned p
    left join inserted i on i.id = p.new_id
    left join completed c on c.id = p.known_id and p.step = 'complete'
  ),
  history as (
    insert into public.contact_events (contact_id, kind, source, recorded_by)
    select contact_id, case result when 'inserted' then 'imported' else 'completed' end, btrim(list_source), auth.uid()
    from done where contact_id is not null
  ),
  proofs as (
    insert into public.consent_events (contact_id, email, basis, occurred_at, source_url, evidence, recorded_by)
    select contact_id, email, consent ->> 'basis', proof_date, nullif(btrim(consent ->> 'source_url'), ''),
      btrim(list_source) || E'\n' || btrim(consent ->> 'evidence'), auth.uid()
    from done where contact_id is not null and email is not null and consent is not null and not is_suppressed
  )
  select jsonb_build_object(
    'inserted', coalesce(jsonb_agg(line order by line) filter (where result = 'inserted'), '[]'),
    'completed', coalesce(jsonb_agg(line order by line) filter (where result = 'completed'), '[]'),
    'skipped', coalesce(jsonb_agg(line order by line) filter (where result = 'skipped'), '[]'),
    'unsubscribed', coalesce(jsonb_agg(line order by line) filter (where is_suppressed), '[]'),
    -- What the completed rows give, and to whom: a dry run does nothing, so the next block would promise it again.
    'given', coalesce(
      jsonb_agg(
        jsonb_build_object('line', line, 'contact', known_id, 'columns', array_remove(array[
          case when new_phone is not null then 'phone' end,
          case when new_website is not null then 'website' end,
          case when new_notes is not null then 'notes' end
        ], null)) order by line
      ) filter (where step = 'complete'), '[]'),
    'shared', coalesce(
      jsonb_agg(jsonb_build_object('contact', contact_id, 'email', shared_email)) filter (
        where contact_id is not null and result = 'inserted' and shared_email is not null
      ), '[]')
  ) into outcome from done;
  -- By it they are reached.
  update public.organisations o set email = lower(s.email)
  from jsonb_to_recordset(outcome -> 'shared') as s (contact uuid, email text)
  join public.contacts c on c.id = s.contact
  where o.id = c.organisation_id and o.email is null;
  return outcome - 'shared';
end;
$$;
