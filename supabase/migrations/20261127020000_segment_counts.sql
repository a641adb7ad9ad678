-- Counting a segment asks what holds of all its addresses at once (docs/decisions/0111): what is said of an address and why nobody
-- writes to it are each one function, and the ways that took a list of contacts are gone.

drop function private.email_refusals(uuid, timestamptz, uuid[], boolean);

drop function private.current_consents(uuid, timestamptz, uuid[], boolean);

-- What the ledger says at a moment of addresses in lower case (null: of all that it knows): the basis in force with its proof, and
-- what holds where none is (withdrawn, refused, unverified). The strongest since the last withdrawal counts: a later
-- inquiry does not shorten an express consent. An address is published by the organisation's own page or the municipal register, and
-- no longer once the page refuses solicitation.
create or replace function private.ledger_consents(addresses text[], at timestamptz)
returns table (
  address text, basis text, occurred_at timestamptz, expires_at timestamptz, source_url text, evidence text, otherwise text
)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  -- To plan what follows takes longer than to answer.
  if cardinality(addresses) = 0 then
    return;
  end if;
  -- PL/pgSQL, because it keeps its plan: the sender asks for one address at a time.
  return query
  with proofs as (
    -- Two branches, so that the index serves some addresses.
    select lower(email) as address, basis, occurred_at, source_url, evidence
    from public.consent_events where lower(email) = any (addresses) and occurred_at <= at
    union all
    select lower(email), basis, occurred_at, source_url, evidence
    from public.consent_events where addresses is null and occurred_at <= at
  ),
  events as (
    select proofs.*, private.consent_expiry(basis, occurred_at) as expiry,
      basis = 'published' and private.is_open_map(source_url) as is_mapped
    from proofs
  ),
  withdrawals as (
    select address, max(occurred_at) as last from events where basis = 'withdrawn' group by address
  ),
  notices as (
    select distinct on (address) * from events where basis = 'no_solicitation' order by address, occurred_at desc
  ),
  doubts as (
    select distinct on (address) * from events where basis = 'unverified' or is_mapped order by address, occurred_at desc
  ),
  standing as (
    select distinct on (events.address) events.*
    from events
    left join withdrawals on withdrawals.address = events.address
    left join notices on notices.address = events.address
    where events.basis in ('express', 'inquiry', 'purchase', 'contract', 'published', 'disclosed')
      and (
        events.basis <> 'published'
        or not events.is_mapped and (notices.address is null or events.occurred_at > notices.occurred_at)
      )
      -- After a withdrawal only the person's own act counts, not an address published somewhere.
      and (
        withdrawals.last is null
        or events.occurred_at > withdrawals.last and events.basis not in ('published', 'disclosed')
      )
    order by events.address, events.expiry desc nulls first, events.occurred_at desc
  )
  select known.address, standing.basis, coalesce(standing.occurred_at, notices.occurred_at, doubts.occurred_at), standing.expiry,
    case
      when standing.address is not null then standing.source_url
      when notices.address is not null then notices.source_url
      else doubts.source_url
    end,
    case
      when standing.address is not null then standing.evidence
      when notices.address is not null then notices.evidence
      else doubts.evidence
    end,
    case
      when withdrawals.address is not null then 'withdrawn'
      when notices.address is not null then 'refused'
      when doubts.address is not null then 'unverified'
    end
  from (select distinct address from events) known
  left join standing on standing.address = known.address
  left join withdrawals on withdrawals.address = known.address
  left join notices on notices.address = known.address
  left join doubts on doubts.address = known.address
  where coalesce(standing.address, withdrawals.address, notices.address, doubts.address) is not null;
end;
$$;

-- What holds at a moment of some addresses, each given once: the state, with the basis and its proof, and why the address is
-- suppressed. Of the ledger; `kept`: of what is kept of it, without proofs, for counts and lists. No line for an address of which
-- nothing is known.
create function private.address_standings(addresses text[], at timestamptz, kept boolean default false)
returns table (
  address text, state text, basis text, occurred_at timestamptz, expires_at timestamptz, source_url text, evidence text,
  suppression text
)
language plpgsql
stable
set search_path = ''
-- Of the answers of functions nothing is known before they come: thousands of texts would be sorted to be merged.
set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  -- PL/pgSQL, because it keeps its plan: the sender asks for one address at a time.
  return query
  with asked as (
    select given.address, lower(given.address) as key from unnest(addresses) as given (address)
  ),
  remembered as materialized (
    select * from private.kept_consents() where kept
  ),
  ledger as (
    select * from private.ledger_consents(
      case
        when kept then array(select address from remembered where recheck_at <= at)
        -- Of many, every proof is read once rather than looked for.
        when cardinality(addresses) <= 100 then array(select key from asked)
      end, at
    )
    union all
    select address, basis, null, expires_at, null, null, otherwise from remembered
    where (recheck_at <= at) is not true and coalesce(basis, otherwise) is not null
  )
  select asked.address,
    case
      when suppressed.address is not null then 'unsubscribed'
      when ledger.expires_at <= at then 'expired'
      when ledger.basis is not null then 'allowed'
      else ledger.otherwise
    end,
    ledger.basis, ledger.occurred_at, ledger.expires_at, ledger.source_url, ledger.evidence, suppressed.reason
  from asked
  left join ledger on ledger.address = asked.key
  left join private.suppressed_among(addresses) as suppressed on suppressed.address = asked.address
  where ledger.address is not null or suppressed.address is not null;
end;
$$;

grant execute on function private.address_standings(text[], timestamptz, boolean) to authenticated, service_role;

-- The basis in force at a moment, for each contact (or one) that ever had one or whose address is suppressed. By address, not by
-- contact: a consent given for one address does not hold for another.
create function private.current_consents(only_contact uuid, at timestamptz default now())
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
    -- Two branches, so that the index serves a single contact.
    select id, email from public.contacts where email is not null and id = only_contact
    union all
    select id, email from public.contacts where email is not null and only_contact is null
  )
  select people.id, standing.state, standing.basis, standing.occurred_at, standing.expires_at, standing.source_url,
    standing.evidence, standing.suppression
  from people
  join private.address_standings(array(select email from people), at) as standing on standing.address = people.email;
end;
$$;

grant execute on function private.current_consents(uuid, timestamptz) to authenticated, service_role;

-- The reason, in French, why whoever has that address (null: none) and that status must not be e-mailed, after what holds of
-- the address; null: nothing of theirs forbids it. PL/pgSQL, because it keeps its plan: it is asked of each contact.
create function private.refusal_reason(email text, status text, state text, suppression text)
returns text
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
begin
  return case
    when email is null then 'Aucune adresse courriel'
    when suppression = 'bounced' then 'Adresse en erreur permanente'
    when suppression = 'complained' then 'A signalé un message comme indésirable'
    when suppression = 'manual' then 'Retiré des envois par l''équipe'
    when suppression = 'erased' then 'Renseignements effacés à sa demande'
    when state = 'unsubscribed' then 'Désabonné'
    when status = 'refusé' then 'A refusé d''être sollicité'
    when state = 'withdrawn' then 'Consentement retiré'
    when state = 'refused' then 'La page de l’organisation refuse la sollicitation'
    when state = 'unverified' then 'Adresse à vérifier sur le site de l’organisation'
    when state = 'expired' then 'Consentement expiré'
    when state is null then 'Aucun consentement consigné'
  end;
end;
$$;

grant execute on function private.refusal_reason(text, text, text, text) to authenticated;

-- Every contact (or one) with the reason, in French, why it must not be e-mailed at that moment; null: it may be.
create function private.email_refusals(only_contact uuid, at timestamptz)
returns table (contact_id uuid, reason text)
language sql
stable
set search_path = ''
as $$
  select contact.id, coalesce(
    private.refusal_reason(contact.email, contact.status, consent.state, consent.suppression), (select private.sending_stop())
  )
  from (
    -- Two branches, so that the index serves a single contact.
    select * from public.contacts where id = only_contact
    union all
    select * from public.contacts where only_contact is null
  ) contact
  left join private.current_consents(only_contact, at) consent on consent.contact_id = contact.id;
$$;

grant execute on function private.email_refusals(uuid, timestamptz) to authenticated;

-- The contacts that conditions are about, now, each with why a campaign may not write to it, in French; null: it may. As
-- create_campaign decides. Runs as the caller: the policies of each table decide what is seen. Nothing of
-- a definition is ever run: its values are compared.
create or replace function private.segment_contacts(definition jsonb)
returns table (contact_id uuid, refusal text)
language plpgsql
stable
set search_path = ''
-- How many a condition leaves, nobody knows before: a guess of a few would have each compared with every other.
set enable_nestloop = off
set enable_mergejoin = off
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
  tenders constant text[] := private.segment_texts(definition, 'tender');
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
  -- Municipalities and MRCs of the register.
  buyers text[];
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
  if tenders is not null then
    select coalesce(array_agg(distinct t.municipality_code), '{}') into buyers
    from private.current_tenders(now()) as t where t.kind = any (tenders);
  end if;

  return query
  -- Of whoever is left, what holds of the address is asked at once.
  with found as materialized (
    select c.id, c.email, c.status
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
      and (near is null or c.municipality_code in (select unnest(near)))
      -- Of an MRC that buys: those of the MRC itself.
      and (tenders is null or c.municipality_code in (select unnest(buyers)) or exists (
        select from public.organisations as o where o.id = c.organisation_id and o.register_code = any (buyers)
      ))
  )
  select f.id, coalesce(
    private.refusal_reason(f.email, f.status, k.state, k.suppression), (select private.sending_stop()),
    case when f.status not in ('nouveau', 'contacté', 'intéressé') then 'Statut exclu des campagnes' end
  )
  from found as f
  left join private.address_standings(array(select email from found where email is not null), now(), kept => true) as k
    on k.address = f.email
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
