-- What the ledger of consents says of an address is kept beside it, so that a segment of ten thousand contacts is counted in a tenth
-- of a second (docs/decisions/0105); calls for tenders are a condition of segments and lines of Aujourd'hui; the register
-- says where a town hall stands; a list that is imported says what a person does.

drop function private.email_refusals(uuid, timestamptz, uuid[]);
drop function private.current_consents(uuid, timestamptz, uuid[]);

-- What the ledger says at a moment of addresses in lower case (null: of all that it knows): the basis in force with its proof, and
-- what holds where none is (withdrawn, refused, unverified). The strongest since the last withdrawal counts: a later
-- inquiry does not shorten an express consent. An address is published by the organisation's own page or the municipal register, and
-- no longer once the page refuses solicitation.
create function private.ledger_consents(addresses text[], at timestamptz)
returns table (
  address text, basis text, occurred_at timestamptz, expires_at timestamptz, source_url text, evidence text, otherwise text
)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
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

grant execute on function private.ledger_consents(text[], timestamptz) to authenticated, service_role;

-- What the ledger said of each address when a line of it last changed, so that ten thousand contacts are counted without reading
-- every proof (docs/decisions/0105). For counts and lists: whether a message leaves is asked of the ledger itself.
create table private.address_consents (
  address text primary key,
  basis text,
  expires_at timestamptz,
  otherwise text,
  -- When a proof with a later date begins to count: from then on the ledger is asked.
  recheck_at timestamptz
);

alter table private.address_consents enable row level security;

-- Writes what the ledger says of some addresses now.
create function private.keep_consents(addresses text[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Of two transactions that write about an address the second waits here, and then reads what the first wrote: each statement
  -- sees what was committed before it.
  insert into private.address_consents (address)
  select distinct asked.address from unnest(addresses) as asked (address) order by asked.address
  on conflict (address) do update set address = excluded.address;
  update private.address_consents as kept
  set basis = said.basis, expires_at = said.expires_at, otherwise = said.otherwise, recheck_at = (
    select min(e.occurred_at) from public.consent_events as e where lower(e.email) = kept.address and e.occurred_at > now()
  )
  from unnest(addresses) as asked (address)
  left join private.ledger_consents(addresses, now()) as said on said.address = asked.address
  where kept.address = asked.address;
  delete from private.address_consents
  where address = any (addresses) and basis is null and otherwise is null and recheck_at is null;
end;
$$;

create function private.keep_changed_consents()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  addresses text[];
begin
  if tg_op = 'INSERT' then
    addresses := array(select distinct lower(email) from written);
  elsif tg_op = 'DELETE' then
    addresses := array(select distinct lower(email) from gone);
  elsif tg_op = 'UPDATE' then
    -- A contact who goes leaves its proofs without one, which changes nothing here.
    addresses := array(
      select distinct lower(w.email) from written as w left join gone as g on g.id = w.id
      where (w.email, w.basis, w.occurred_at, w.source_url) is distinct from (g.email, g.basis, g.occurred_at, g.source_url)
      union
      select distinct lower(g.email) from gone as g left join written as w on g.id = w.id
      where w.email is distinct from g.email
    );
  else
    delete from private.address_consents;
  end if;
  if cardinality(addresses) > 0 then
    perform private.keep_consents(addresses);
  end if;
  return null;
end;
$$;

create trigger consent_events_keep_inserted after insert on public.consent_events
  referencing new table as written for each statement execute function private.keep_changed_consents();
create trigger consent_events_keep_updated after update on public.consent_events
  referencing old table as gone new table as written for each statement execute function private.keep_changed_consents();
create trigger consent_events_keep_deleted after delete on public.consent_events
  referencing old table as gone for each statement execute function private.keep_changed_consents();
create trigger consent_events_keep_emptied after truncate on public.consent_events
  for each statement execute function private.keep_changed_consents();

-- When a backup is put back, other triggers rest.
alter table public.consent_events
  enable always trigger consent_events_keep_inserted,
  enable always trigger consent_events_keep_updated,
  enable always trigger consent_events_keep_deleted,
  enable always trigger consent_events_keep_emptied;

-- What is kept, for whoever may read the ledger.
create function private.kept_consents()
returns setof private.address_consents
language sql
stable
security definer
rows 10000
set search_path = ''
as $$
  select * from private.address_consents where (select private.is_member());
$$;

grant execute on function private.kept_consents() to authenticated;

-- The basis in force at a moment, for each contact (or one, or some) that ever had one or whose address is suppressed. `kept`: from
-- what is kept of the ledger, without proofs, for now only.
create function private.current_consents(
  only_contact uuid, at timestamptz default now(), among uuid[] default null, kept boolean default false
)
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
  remembered as materialized (
    select * from private.kept_consents() where kept
  ),
  -- By address, not by contact: a consent given for one address does not hold for another.
  ledger as (
    select * from private.ledger_consents(
      case
        when kept then array(select address from remembered where recheck_at <= at)
        when only_contact is not null or among is not null then array(select address from people)
      end, at
    )
    union all
    select address, basis, null, expires_at, null, null, otherwise from remembered
    where (recheck_at <= at) is not true and coalesce(basis, otherwise) is not null
  ),
  suppressed as (
    select people.id, s.reason from private.suppressed_among(array(select email from people)) s
    join people on people.email = s.address
  )
  select people.id,
    case
      when suppressed.id is not null then 'unsubscribed'
      when ledger.expires_at <= at then 'expired'
      when ledger.basis is not null then 'allowed'
      else ledger.otherwise
    end,
    ledger.basis, ledger.occurred_at, ledger.expires_at, ledger.source_url, ledger.evidence, suppressed.reason
  from people
  left join ledger on ledger.address = people.address
  left join suppressed on suppressed.id = people.id
  where ledger.address is not null or suppressed.id is not null;
end;
$$;

grant execute on function private.current_consents(uuid, timestamptz, uuid[], boolean) to authenticated, service_role;

create function private.email_refusals(
  only_contact uuid, at timestamptz, among uuid[] default null, kept boolean default false
)
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
  left join private.current_consents(only_contact, at, among, kept) consent on consent.contact_id = contact.id;
$$;

grant execute on function private.email_refusals(uuid, timestamptz, uuid[], boolean) to authenticated;

-- Those of before.
select private.keep_consents(array(select distinct lower(email) from public.consent_events));

alter table public.municipalities
  add column address text,
  add constraint municipalities_address_length check (btrim(address) <> '' and char_length(address) <= 200),
  add constraint municipalities_address_one_line check (private.is_one_line_text(address));

create or replace function private.completed_places(places jsonb)
returns setof public.municipalities
language sql
stable
set search_path = ''
as $$
  select incoming.code, incoming.kind, incoming.name, incoming.designation, incoming.mrc_code, incoming.mrc_name,
    incoming.region, coalesce(incoming.latitude, known.latitude), coalesce(incoming.longitude, known.longitude),
    incoming.population,
    coalesce(incoming.official_email, case when incoming.kind = 'mrc' then known.official_email end), incoming.phone,
    coalesce(incoming.website, case when incoming.kind = 'mrc' then known.website end), incoming.source,
    incoming.source_date, incoming.imported_at, incoming.search_key,
    coalesce(case when incoming.latitude is null then known.approximate else incoming.approximate end, false),
    null::date, incoming.address
  from jsonb_populate_recordset(null::public.municipalities, places) as incoming
  left join public.municipalities as known on known.code = incoming.code;
$$;

create or replace function public.import_municipalities(
  places jsonb, source text, source_date date default null, dry_run boolean default false
)
returns table (added integer, changed integer, unchanged integer, missing integer)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  if current_setting('role', true) is distinct from 'service_role' and not (select private.is_admin()) then
    raise exception 'Réservé aux administrateurs' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(4, 0);

  return query
    with incoming as (
      select * from private.completed_places(places)
    ),
    compared as (
      select known.code is null as is_new,
        (known.kind, known.name, known.designation, known.mrc_code, known.mrc_name, known.region, known.population,
          known.official_email, known.phone, known.website, known.address, known.source, known.latitude, known.longitude,
          known.approximate, known.gone_on)
        is distinct from
        (incoming.kind, incoming.name, incoming.designation, incoming.mrc_code, incoming.mrc_name, incoming.region,
          incoming.population, incoming.official_email, incoming.phone, incoming.website, incoming.address,
          import_municipalities.source, incoming.latitude, incoming.longitude, incoming.approximate, null::date)
        as differs
      from incoming left join public.municipalities as known on known.code = incoming.code
    )
    select
      (count(*) filter (where is_new))::integer,
      (count(*) filter (where not is_new and differs))::integer,
      (count(*) filter (where not is_new and not differs))::integer,
      (
        select count(*)::integer from public.municipalities as known
        where known.kind in (select kind from incoming) and known.code not in (select code from incoming)
          and known.gone_on is null
      )
    from compared;

  if dry_run then
    return;
  end if;

  with incoming as (
    select code, kind from private.completed_places(places)
  ),
  absent as (
    select known.code, known.kind from public.municipalities as known
    where known.gone_on is null and known.kind in (select kind from incoming)
      and known.code not in (select code from incoming)
  )
  update public.municipalities as known
  set gone_on = coalesce(import_municipalities.source_date, (now() at time zone 'America/Toronto')::date)
  from absent
  where known.code = absent.code
    and (select count(*) from absent as other where other.kind = known.kind)
      <= (select count(*) from incoming as other where other.kind = known.kind);

  insert into public.municipalities as known (
    code, kind, name, designation, mrc_code, mrc_name, region, latitude, longitude, population, official_email,
    phone, website, address, source, source_date, approximate
  )
  select code, kind, name, designation, mrc_code, mrc_name, region, latitude, longitude, population, official_email,
    phone, website, address, import_municipalities.source, import_municipalities.source_date, approximate
  from private.completed_places(places)
  on conflict (code) do update set
    kind = excluded.kind, name = excluded.name, designation = excluded.designation,
    mrc_code = excluded.mrc_code, mrc_name = excluded.mrc_name, region = excluded.region,
    latitude = excluded.latitude, longitude = excluded.longitude, approximate = excluded.approximate, gone_on = null,
    population = excluded.population, official_email = excluded.official_email, phone = excluded.phone,
    website = excluded.website, address = excluded.address, source = excluded.source, source_date = excluded.source_date, imported_at = now()
  where (known.kind, known.name, known.designation, known.mrc_code, known.mrc_name, known.region, known.population,
      known.official_email, known.phone, known.website, known.address, known.source, known.source_date, known.latitude,
      known.longitude, known.approximate, known.gone_on)
    is distinct from
    (excluded.kind, excluded.name, excluded.designation, excluded.mrc_code, excluded.mrc_name, excluded.region,
      excluded.population, excluded.official_email, excluded.phone, excluded.website, excluded.address, excluded.source,
      excluded.source_date, excluded.latitude, excluded.longitude, excluded.approximate, null::date);

  perform private.place_approximately();
  perform private.place_contacts();
end;
$$;

create or replace function public.trip_sheet(trip_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with trip as (
    select t.* from public.trip_plans as t where t.id = trip_sheet.trip_id and (select private.is_member())
  ),
  -- A record that was united with another is the one that stays.
  chosen as (
    select coalesce(merge.kept_id, stop.id) as id, min(stop.place) as place
    from trip cross join lateral unnest(trip.stop_ids) with ordinality as stop (id, place)
    left join private.contact_merges as merge on merge.trash_id = stop.id
    group by 1
  ),
  accepted as (
    select distinct on (p.contact_id) p.contact_id, p.latitude, p.longitude, p.crossing
    from public.suggested_prospects as p join trip on p.trip_plan_id = trip.id
    where p.status = 'accepted' and p.contact_id is not null
    order by p.contact_id, p.created_at
  ),
  people as (
    select c.id, c.name, c.company, c.function_title, c.status, c.email, c.phone, c.city, c.region,
      coalesce(o.address, hall.address) as address,
      coalesce(a.latitude, m.latitude) as latitude, coalesce(a.longitude, m.longitude) as longitude,
      a.latitude is null as is_of_town, private.shore_of(c.municipality_code) as shore, a.crossing,
      a.contact_id is not null as is_accepted, chosen.place,
      private.distance_km(
        trip.latitude, trip.longitude, coalesce(a.latitude, m.latitude), coalesce(a.longitude, m.longitude)
      ) as km
    from trip
    cross join public.contacts as c
    left join accepted as a on a.contact_id = c.id
    left join chosen on chosen.id = c.id
    left join public.municipalities as m on m.code = c.municipality_code
    left join public.organisations as o on o.id = c.organisation_id
    left join public.municipalities as hall on hall.code = o.register_code
  ),
  others as (
    select people.* from people, trip
    where people.place is null and (people.is_accepted or people.km <= trip.radius_km)
    order by people.km, people.id
    limit 300
  )
  select jsonb_build_object(
    'trip', jsonb_build_object(
      'id', trip.id, 'city', trip.city, 'region', trip.region, 'start_date', trip.start_date, 'end_date', trip.end_date,
      'job_type', trip.job_type, 'client_name', trip.client_name, 'description', trip.description,
      'latitude', trip.latitude, 'longitude', trip.longitude, 'shore', private.shore_of(trip.municipality_code)
    ),
    'stops', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'place' order by s.place), '[]') from people as s where s.place is not null
    ),
    'others', (select coalesce(jsonb_agg(to_jsonb(s) - 'place' order by s.km, s.id), '[]') from others as s)
  )
  from trip;
$$;

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
      nullif(btrim(r.website), '') as website, nullif(btrim(r.notes), '') as notes, r.function_kind,
      nullif(btrim(r.function_title), '') as function_title
    from jsonb_array_elements(block) with ordinality as element (item, line),
      jsonb_populate_record(null::public.contacts, element.item) r
  ),
  -- Of a shared address its first bearer keeps it: a known contact, else the first row. Others are persons of another name;
  -- who bears the organisation's is nobody in particular.
  incoming as materialized (
    select w.line, w.new_id, w.name, w.company, case when bearer.is_other then null else w.email end as email, w.phone,
      w.city, w.region, w.sector, w.status, w.website, w.notes, w.function_kind, w.function_title,
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
        and c.notes is null then m.notes end as new_notes,
      case when row_number() over (partition by known_id, is_repeated, m.function_kind is null order by line) = 1
        and c.function_kind is null and c.function_title is null then m.function_kind end as new_function
    from matched m left join public.contacts c on c.id = m.known_id
  ),
  planned as materialized (
    select o.*,
      case
        when is_repeated then 'skip'
        when known_id is null then 'insert'
        when mode = 'complete' and coalesce(new_phone, new_website, new_notes, new_function) is not null then 'complete'
        else 'skip'
      end as step
    from offered o
  ),
  inserted as (
    insert into public.contacts (
      id, user_id, name, company, email, phone, city, region, sector, status, website, notes, organisation_id,
      function_kind, function_title
    )
    select new_id, auth.uid(), name, company, email, phone, city, region, sector, status, website, notes, organisation_id,
      function_kind, function_title
    from planned where step = 'insert' and not dry_run
    order by line
    on conflict (lower(email)) do nothing
    returning id
  ),
  completed as (
    update public.contacts c
    set phone = coalesce(c.phone, p.phone), website = coalesce(c.website, p.website), notes = coalesce(c.notes, p.notes),
      function_kind = coalesce(p.function, c.function_kind), function_title = coalesce(p.title, c.function_title)
    from (
      select known_id, max(new_phone) as phone, max(new_website) as website, max(new_notes) as notes,
        max(new_function) as function, max(function_title) filter (where new_function is not null) as title
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
          case when new_notes is not null then 'notes' end,
          case when new_function is not null then 'function_kind' end
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

-- The signals worth a look at a moment that nobody put aside: open calls, and contracts that end within six months. The same as
-- isCurrent of src/admin/data/tenders/tenders.ts. Runs as the caller.
create function private.current_tenders(at timestamptz)
returns setof public.tender_signals
language sql
stable
set search_path = ''
as $$
  select t.* from public.tender_signals as t
  where t.dismissed_at is null and case
    when t.closes_at is not null then t.closes_at > at
    else t.ends_on - (at at time zone 'America/Toronto')::date between 0 and 183
  end;
$$;

grant execute on function private.current_tenders(timestamptz) to authenticated;

-- The lines of private.today_rows about calls for tenders: each that closes within two weeks, and the first week whose file was not
-- read though an earlier one was (two days after its publication on Monday).
create function private.tender_today_rows(at timestamptz)
returns table (
  kind text, record_id uuid, title text, detail text, due_at timestamptz, urgency integer, amount bigint,
  target text, target_id uuid, phone text, owner uuid
)
language sql
stable
set search_path = ''
as $$
  select 'tender', t.id, t.title, t.buyer, t.closes_at, case when t.closes_at < at + interval '5 days' then 1 else 2 end,
    null::bigint, null, null::uuid, null, null::uuid
  from private.current_tenders(at) as t
  where t.kind = 'appel' and t.closes_at < at + interval '14 days'
  union all
  select 'tender_week', '00000000-0000-0000-0000-000000000000', '', min(monday)::date::text, null, 2, count(*), null, null, null, null
  from generate_series(
    date_trunc('week', (select min(w.first_day) from public.tender_weeks as w)::timestamp),
    ((at at time zone 'America/Toronto')::date - 9)::timestamp, interval '7 days'
  ) as monday
  where not exists (
    select from public.tender_weeks as w where w.first_day <= monday::date + 6 and w.last_day >= monday::date
  )
  having count(*) > 0;
$$;

grant execute on function private.tender_today_rows(timestamptz) to authenticated;

create or replace function private.today_rows(at timestamptz)
returns table (
  kind text, record_id uuid, title text, detail text, due_at timestamptz, urgency integer, amount bigint,
  target text, target_id uuid, phone text, owner uuid, postponed_until date
)
language sql
stable
set search_path = ''
as $$
  with clock as (select (at at time zone 'America/Toronto')::date as today),
  stop as materialized (
    select coalesce(
      private.sending_stop(),
      case when private.sender_identity() is null then 'L’identité de l’expéditeur est incomplète (Paramètres).' end
    ) as reason
  ),
  requests as (
    select q.id, q.organization_name, q.service_type, private.answer_due(q.created_at) as due,
      private.answer_due(q.created_at, 1) as soon
    from public.quote_requests q where q.status in ('nouveau', 'en_cours') and q.anonymised_at is null
  ),
  actions as (
    select a.id, a.title, a.owner, a.kind, r.target, r.target_id, r.organization, r.phone,
      (a.due_on + coalesce(a.due_time, time '23:59:59')) at time zone 'America/Toronto' as due
    from clock, public.next_actions a join private.next_action_records() r on r.action_id = a.id
    where a.done_at is null and a.due_on <= clock.today
  ),
  next_trip as (
    select t.id, t.city, t.region, t.start_date
    from clock, public.trip_plans t
    where t.status in ('planifié', 'confirmé') and t.end_date >= clock.today
    order by t.start_date, t.created_at, t.id
    limit 1
  ),
  failures as (
    select s.campaign_id, count(*) as total from public.email_sends s
    where s.status in ('échec', 'incertain')
    group by s.campaign_id
    having max(s.finished_at) > at - interval '30 days'
  ),
  quote_failures as (
    select n.issued_quote_id, count(*) as total from public.notifications n
    where n.issued_quote_id is not null and n.state in ('échec', 'incertain')
    group by n.issued_quote_id
    having max(n.finished_at) > at - interval '30 days'
  ),
  -- Reading every consent takes a while: only when one of them does end soon.
  consents as (
    select c.contact_id, c.expires_at from private.current_consents(null, at) c
    where c.state = 'allowed' and c.expires_at < at + interval '30 days'
      and exists (
        select from public.consent_events e
        where e.basis in ('inquiry', 'purchase', 'contract')
          and private.consent_expiry(e.basis, e.occurred_at) between at and at + interval '30 days'
      )
  ),
  -- Many are one line, which opens their list.
  drafts as (
    select t.id, t.title, t.location, count(*) over () as total from public.virtual_tours t where t.status = 'draft'
  ),
  register as (select max(coalesce(m.source_date, m.imported_at::date)) as day from public.municipalities m),
  items as (
    select 'request' as kind, r.id as record_id, r.organization_name as title, r.service_type as detail, r.due as due_at,
      case when r.due < at then 0 when r.soon < at then 1 else 2 end as urgency, null::bigint as amount,
      null as target, null::uuid as target_id, null as phone, null::uuid as owner
    from requests r
    union all
    select 'action', a.id, a.title, a.organization, a.due, case when a.due < at then 0 else 1 end, null,
      a.target, a.target_id, case when a.kind = 'appeler' then a.phone end, a.owner
    from actions a
    union all
    -- Without an answer: seven days after it was sent, or as many before its end.
    select 'quote', d.id, d.organization_name, d.number, (d.valid_until + 1)::timestamp at time zone 'America/Toronto',
      case when d.valid_until <= clock.today + 2 then 1 else 2 end, d.total_cents, null, null, null, null
    from clock, public.quotes d
    where d.status = 'envoyé' and d.valid_until >= clock.today
      and (d.valid_until <= clock.today + 7 or d.sent_at <= at - interval '7 days')
    union all
    select 'request_email', q.id, q.organization_name, max(n.state), max(n.finished_at), 1, count(*), null, null, null, null
    from public.notifications n join public.quote_requests q on q.id = n.quote_request_id
    where n.state in ('échec', 'incertain') and n.finished_at > at - interval '30 days' and q.anonymised_at is null
    group by q.id, q.organization_name
    union all
    -- Each that failed, so that the number is that of its thread.
    select 'quote_emails', d.id, d.organization_name, d.number, null, 1, f.total, null, null, null, null
    from quote_failures f join public.quotes d on d.id = f.issued_quote_id
    where d.anonymised_at is null
    union all
    select 'campaign_emails', c.id, c.name, null, null, 1, f.total, null, null, null, null
    from failures f join public.campaigns c on c.id = f.campaign_id
    union all
    select 'campaign', c.id, c.name, coalesce(c.pause_reason, stop.reason), c.send_date, 1, null, null, null, null, null
    from public.campaigns c, stop
    where c.cancelled_at is null and (c.status in ('en_cours', 'programmé') or c.paused_at is not null and c.auto_followup)
      and (c.paused_at is not null or stop.reason is not null)
    union all
    select 'trip', t.id, t.city, t.region, t.start_date::timestamp at time zone 'America/Toronto',
      case when t.start_date <= clock.today + 7 then 1 else 2 end, p.total, null, null, null, null
    from clock, next_trip t
    cross join lateral (
      select count(*) as total from public.suggested_prospects s where s.trip_plan_id = t.id and s.status = 'pending'
    ) p
    where p.total > 0
    union all
    select 'consent', c.id, c.company, null, e.expires_at,
      case when e.expires_at < at + interval '7 days' then 1 else 2 end, null, null, null, null, null
    from consents e join public.contacts c on c.id = e.contact_id
    union all
    select 'draft', t.id, t.title, t.location, null, 2, null, null, null, null, null from drafts t where t.total <= 5
    union all
    select 'drafts', '00000000-0000-0000-0000-000000000000', '', null, null, 2, max(t.total), null, null, null, null
    from drafts t having max(t.total) > 5
    union all
    select 'register', '00000000-0000-0000-0000-000000000000', '', register.day::text, null, 2, null, null, null, null, null
    from clock, register where register.day < clock.today - 180
    union all
    select * from private.site_today_rows(at)
    union all
    select * from private.tender_today_rows(at)
  )
  select i.kind, i.record_id, i.title, i.detail, i.due_at, i.urgency, i.amount, i.target, i.target_id, i.phone, i.owner,
    p.until
  from clock cross join items i
  left join public.postponed_items p on p.kind = i.kind and p.record_id = i.record_id and p.until > clock.today
  order by i.urgency, i.due_at nulls last, i.kind, i.title, i.record_id;
$$;

create or replace function private.is_segment_definition(definition jsonb)
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
      when 'tender' then private.are_segment_texts(wanted, '^(appel|contrat)$')
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

create or replace function private.segment_contacts(definition jsonb)
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
  if tenders is not null then
    select coalesce(array_agg(distinct t.municipality_code), '{}') into buyers
    from private.current_tenders(now()) as t where t.kind = any (tenders);
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
    and (near is null or c.municipality_code in (select unnest(near)))
    -- Of an MRC that buys: those of the MRC itself.
    and (tenders is null or c.municipality_code in (select unnest(buyers)) or exists (
      select from public.organisations as o where o.id = c.organisation_id and o.register_code = any (buyers)
    ));

  return query
  select c.id, coalesce(
    k.reason, case when c.status not in ('nouveau', 'contacté', 'intéressé') then 'Statut exclu des campagnes' end
  )
  from private.email_refusals(null, now(), found, kept => true) as k
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

create or replace function private.function_call_limit(function_name text)
returns integer
language sql
immutable
set search_path = ''
as $$
  select case function_name
    when 'generate-description' then 20
    when 'send-test-email' then 10
    when 'download-register' then 10
    when 'generate-prospects' then 10
    when 'search-prospect-info' then 60
    when 'quote-pdf' then 60
    when 'publish-site' then 20
    when 'check-sender-domains' then 20
    when 'trip-legs' then 60
  end;
$$;
