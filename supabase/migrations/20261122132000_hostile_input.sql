-- Hostile input: the functions that question others have a limit, for one person and for all; an address that stands in
-- OpenStreetMap alone must be verified on the organisation's own page; a picture that an address names is never deleted.

-- Call limits ----------------------------------------------------------------------------------------------------

create or replace function private.function_call_limit(function_name text)
returns integer
language sql
immutable
set search_path = ''
as $$
  select case function_name
    when 'generate-description' then 20
    when 'send-test-email' then 10
    when 'generate-prospects' then 10
    when 'search-prospect-info' then 60
  end;
$$;

create or replace function public.count_function_call(function_name text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most integer := private.function_call_limit(function_name);
  window_start timestamptz := now() - interval '10 minutes';
begin
  if not (select private.is_admin()) then
    raise insufficient_privilege using message = 'Only administrators call functions';
  end if;
  if most is null then
    raise invalid_parameter_value using message = 'No limit is set for ' || coalesce(function_name, 'null');
  end if;

  -- Of two simultaneous calls at the limit, only one may pass.
  perform pg_advisory_xact_lock(4, hashtext(function_name));
  if (
    select count(*) from private.function_calls as made
    where made.user_id = auth.uid() and made.function_name = count_function_call.function_name
      and made.called_at > window_start
  ) >= most then
    raise sqlstate 'PT429' using
      message = 'Vous avez fait beaucoup de demandes en peu de temps. Veuillez patienter quelques minutes, puis réessayer.';
  end if;
  if (
    select count(*) from private.function_calls as made
    where made.function_name = count_function_call.function_name and made.called_at > window_start
  ) >= 3 * most then
    raise sqlstate 'PT429' using
      message = 'L’équipe a fait beaucoup de demandes en peu de temps. Veuillez patienter quelques minutes, puis réessayer.';
  end if;

  delete from private.function_calls where id in (
    select id from private.function_calls where called_at <= window_start limit 1000 for update skip locked
  );
  insert into private.function_calls (function_name, user_id)
  values (count_function_call.function_name, auth.uid());
end;
$$;

-- Pictures of tours ----------------------------------------------------------------------------------------------

create function private.named_pictures(value text)
returns setof text
language sql
immutable
set search_path = ''
as $$
  with decoded as (
    -- Names are ASCII: what stands for anything else is left as it is.
    select string_agg(
      case when part[1] is null then part[2] else chr(('x' || substr(part[1], 2))::bit(8)::integer) end, '' order by place
    ) as value
    from regexp_matches(value, '(%[2-7][0-9A-Fa-f])|([^%]+|%)', 'g') with ordinality as found (part, place)
  )
  select found[1] from decoded, regexp_matches(decoded.value, 'tour-images/+([a-z0-9-]+\.jpg)(?![a-z0-9.-]*[a-z0-9-])', 'g') as found;
$$;

grant execute on function private.named_pictures(text) to authenticated, service_role;

create or replace function public.unused_tour_images(candidates text[] default '{}')
returns setof text
language plpgsql
stable
set search_path = ''
as $$
begin
  -- PL/pgSQL, because the templates come in a later file.
  return query
  with used as materialized (
    select private.named_pictures(named.value) as name
    from (
      select concat_ws(E'\n', tour.image_url, tour.panorama_url, tour.url, tour.description)
      from public.virtual_tours as tour
      union all
      select template.body from public.email_templates as template
    ) as named (value)
  )
  select file.name
  from storage.objects as file
  where file.bucket_id = 'tour-images'
    and (file.name = any (candidates) or file.created_at < now() - interval '1 day')
    and not exists (select 1 from used where used.name = file.name)
  limit 1000;
end;
$$;

-- Consent --------------------------------------------------------------------------------------------------------

alter table public.consent_events drop constraint consent_events_basis_known;
alter table public.consent_events add constraint consent_events_basis_known check (
  basis in (
    'express', 'inquiry', 'purchase', 'contract', 'published', 'disclosed', 'referral', 'none', 'withdrawn',
    'unverified', 'no_solicitation'
  )
);

create function private.is_open_map(address text)
returns boolean
language sql
immutable
strict
parallel safe
set search_path = ''
as $$
  select address ~* '^https?://([a-z0-9-]+\.)*(openstreetmap|osm)\.org([:/?#]|$)';
$$;

grant execute on function private.is_open_map(text) to authenticated, service_role;

create or replace function private.current_consents(only_contact uuid, at timestamptz default now())
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
    select id, email, lower(email) as address from public.contacts where email is not null and id = only_contact
    union all
    select id, email, lower(email) from public.contacts where email is not null and only_contact is null
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
    select people.id, s.reason from private.standing_suppressions() s
    join people on private.email_hash(people.email) = s.email_hash
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
      when consent.state = 'refused' then 'La page de l’organisation refuse la sollicitation'
      when consent.state = 'unverified' then 'Adresse à vérifier sur le site de l’organisation'
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

create or replace function private.accept_locked_prospect(prospect public.suggested_prospects)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  contact uuid;
  proof_is_whole boolean := prospect.email_source_url is not null and prospect.email_found_at is not null;
  is_on_map boolean := coalesce(private.is_open_map(prospect.email_source_url), false);
begin
  if prospect.external_id is not null then
    -- The same organisation may be suggested to two trips, and accepted in both at once.
    perform pg_advisory_xact_lock(5, hashtext(prospect.external_id));
    select other.contact_id into contact from public.suggested_prospects as other
    where other.external_id = prospect.external_id and other.contact_id is not null
    order by other.created_at limit 1;
  end if;
  if contact is null then
    insert into public.contacts (user_id, name, company, email, phone, city, region, sector, status, website, notes)
    values (
      auth.uid(), coalesce(prospect.name, prospect.company), prospect.company, prospect.email, prospect.phone,
      prospect.city, prospect.region, prospect.sector, 'nouveau', prospect.website,
      left(btrim('Suggéré par IA: ' || coalesce(prospect.ai_reasoning, '')), 1000)
    )
    on conflict (lower(email)) do nothing
    returning id into contact;
  end if;
  if contact is null then
    select id into contact from public.contacts where lower(email) = lower(prospect.email);
  end if;
  -- A withdrawal outweighs a page that shows the address; a proof is recorded once. A notice against solicitation is
  -- recorded whatever was published before.
  if prospect.email is not null and not exists (
    select from public.consent_events
    where lower(email) = lower(prospect.email)
      and (
        basis in ('express', 'withdrawn')
        or basis = 'published' and not prospect.no_solicitation and not private.is_open_map(source_url)
      )
  ) then
    insert into public.consent_events (contact_id, email, basis, occurred_at, source_url, evidence, recorded_by)
    values (
      contact, prospect.email,
      case
        when prospect.no_solicitation then 'no_solicitation'
        when not proof_is_whole then 'none'
        when is_on_map then 'unverified'
        else 'published'
      end,
      -- The notice is newer than the address beside it.
      case when prospect.no_solicitation then now() else coalesce(prospect.email_found_at, now()) end,
      case when prospect.no_solicitation and is_on_map then null else prospect.email_source_url end,
      case
        when prospect.no_solicitation then 'La page de l’organisation porte une mention qui refuse la sollicitation.'
        when not proof_is_whole then 'La source ou la date de cette adresse est inconnue.'
        when is_on_map then 'Adresse inscrite dans OpenStreetMap par un contributeur, à vérifier sur le site de l’organisation.'
        else 'Adresse publiée à la source indiquée, relevée à la date indiquée.'
      end,
      auth.uid()
    );
  end if;
  update public.suggested_prospects set status = 'accepted', contact_id = contact where id = prospect.id;
  return contact;
end;
$$;
