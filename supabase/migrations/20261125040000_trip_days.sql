-- A trip as a working day (docs/decisions/0099): which shore a place is on, what the studio did around, the way by the road,
-- the order of the stops and their sheet, a point of the map as destination.

create function private.shore_of(code text)
returns text
language sql
immutable
strict
parallel safe
set search_path = ''
as $$
  select case
    when code ~ '^01' then 'îles'
    when code ~ '^(980[012]|982|992)' or code between '99075' and '99145' or code between '99877' and '99904' then 'sans route'
    when code ~ '^(0[2-9]|1[0-4]|1[7-9]|2[5-9]|3[0-3]|3[89]|4[0-9]|50|5[3-9]|6[7-9]|70)' then 'sud'
    else 'nord'
  end;
$$;

drop function public.places_within(double precision, double precision, double precision);

create function public.places_within(
  latitude double precision, longitude double precision, radius_km double precision
)
returns table (
  code text, kind text, name text, designation text, mrc text, region text, latitude double precision,
  longitude double precision, distance_km double precision, population integer, official_email text, phone text,
  website text, source text, source_date date, approximate boolean, shore text
)
language sql
stable
security definer
set search_path = ''
as $$
  with measured as (
    select place.*, private.distance_km($1, $2, place.latitude, place.longitude) as distance
    from public.municipalities as place
    where place.gone_on is null
  )
  select code, kind, name, designation, mrc_name, region, latitude, longitude, distance, population, official_email,
    phone, website, source, source_date, approximate, private.shore_of(code)
  from measured
  where distance <= $3
  order by distance, code;
$$;

grant execute on function public.places_within(double precision, double precision, double precision) to service_role;

alter table public.suggested_prospects
  add column road_km numeric(6, 1),
  add column road_minutes integer,
  add column crossing text,
  add constraint suggested_prospects_road_km_range check (road_km between 0 and 10000),
  add constraint suggested_prospects_road_minutes_range check (road_minutes between 0 and 20000),
  add constraint suggested_prospects_crossing_length check (btrim(crossing) <> '' and char_length(crossing) <= 200),
  add constraint suggested_prospects_crossing_one_line check (private.is_one_line_text(crossing));

create or replace function public.store_prospects(generation_id uuid, prospects jsonb)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  at_most constant integer := 60;
  trip_id uuid;
  new_ones integer;
begin
  select trip_plan_id into trip_id from public.prospect_generations
  where id = generation_id and status = 'running' for update;
  if trip_id is null then
    raise sqlstate 'PT409' using message = 'Cette génération n''est plus en cours';
  end if;
  if jsonb_array_length(prospects) > at_most then
    raise sqlstate 'PT400' using message = 'Trop de prospects à la fois';
  end if;
  with stored as (
    insert into public.suggested_prospects as kept (
      trip_plan_id, origin, external_id, source_url, company, city, region, sector, ai_reasoning,
      latitude, longitude, distance_km, road_km, road_minutes, crossing, score, email, email_source_url, email_found_at,
      phone, phone_source_url, phone_found_at, website, website_source_url, website_found_at
    )
    select
      trip_id, p.origin, p.external_id, p.source_url, p.company, p.city, p.region, p.sector, p.ai_reasoning,
      p.latitude, p.longitude, p.distance_km, p.road_km, p.road_minutes, p.crossing, p.score, p.email, p.email_source_url, p.email_found_at,
      p.phone, p.phone_source_url, p.phone_found_at, p.website, p.website_source_url, p.website_found_at
    from jsonb_populate_recordset(null::public.suggested_prospects, prospects) as p
    where p.external_id is not null
    on conflict (trip_plan_id, external_id) do update
      set ai_reasoning = excluded.ai_reasoning, score = excluded.score, distance_km = excluded.distance_km,
        road_km = excluded.road_km, road_minutes = excluded.road_minutes, crossing = excluded.crossing
      where kept.status = 'pending'
    returning (xmax = 0) as is_new
  )
  select count(*) into new_ones from stored where is_new;
  update public.prospect_generations set added = added + new_ones, step = 'saving' where id = generation_id;
  return new_ones;
end;
$$;

create function public.studio_around(
  latitude double precision, longitude double precision, radius_km double precision
)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with towns as materialized (
    select m.code, m.name, m.mrc_name, m.latitude, m.longitude from public.municipalities as m
    where (current_setting('role', true) = 'service_role' or (select private.is_member()))
      and m.kind = 'municipalité' and private.distance_km($1, $2, m.latitude, m.longitude) <= $3
  ),
  clients as (
    select t.* from towns as t
    where t.code in (
      select known.key from jsonb_each(public.municipality_relations()) as known where known.value ->> 'is_client' = 'true'
    )
  ),
  placed as (
    select v.id, v.title, v.created_at,
      private.municipality_of(split_part(v.location, ',', 1), btrim(split_part(v.location, ',', 2))) as town_code
    from public.virtual_tours as v
    where v.status = 'published' and v.location <> ''
  ),
  tours as (
    select placed.id, placed.title, placed.created_at, t.* from placed join towns as t on t.code = placed.town_code
    order by placed.created_at desc, placed.id
    limit 200
  )
  select jsonb_build_object(
    'clients', (select coalesce(jsonb_agg(to_jsonb(c) order by c.code), '[]') from clients as c),
    'tours', (
      select coalesce(jsonb_agg(to_jsonb(v) - 'created_at' order by v.created_at desc, v.id), '[]') from tours as v
    )
  );
$$;

grant execute on function public.studio_around(double precision, double precision, double precision)
  to authenticated, service_role;

alter table public.trip_plans
  add column stop_ids uuid[] not null default '{}',
  add constraint trip_plans_stop_ids_length
    check (cardinality(stop_ids) <= 100 and array_position(stop_ids, null) is null);

grant update (stop_ids) on table public.trip_plans to authenticated;

drop trigger trip_plans_set_updated_at on public.trip_plans;
create trigger trip_plans_set_updated_at
  before update of city, region, start_date, end_date, job_type, client_name, description, status, radius_km,
    municipality_code, latitude, longitude
  on public.trip_plans
  for each row execute function private.set_updated_at();

drop function public.save_trip_plan(
  text, text, date, date, text, text, integer, uuid[], text, text, text, uuid, timestamptz
);

create function public.save_trip_plan(
  city text,
  region text,
  start_date date,
  end_date date,
  job_type text,
  status text,
  radius_km integer,
  tag_ids uuid[],
  client_name text default null,
  description text default null,
  municipality_code text default null,
  trip_plan_id uuid default null,
  read_at timestamptz default null,
  latitude double precision default null,
  longitude double precision default null
)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  known_at timestamptz;
  place public.municipalities;
  saved_id uuid;
begin
  select * into place from public.municipalities where code = save_trip_plan.municipality_code;
  if place.code is null then
    place.latitude := save_trip_plan.latitude;
    place.longitude := save_trip_plan.longitude;
  end if;

  if trip_plan_id is null then
    insert into public.trip_plans (
      user_id, city, region, start_date, end_date, job_type, client_name, description, status, radius_km,
      municipality_code, latitude, longitude
    )
    values (
      auth.uid(), save_trip_plan.city, save_trip_plan.region, save_trip_plan.start_date, save_trip_plan.end_date,
      save_trip_plan.job_type, save_trip_plan.client_name, save_trip_plan.description, save_trip_plan.status,
      save_trip_plan.radius_km, save_trip_plan.municipality_code, place.latitude, place.longitude
    )
    returning id into saved_id;
  else
    -- Of two simultaneous saves, the second waits and sees what the first wrote.
    select trip.updated_at into known_at from public.trip_plans as trip where trip.id = trip_plan_id for update;
    if not found then
      raise sqlstate 'PT404' using message = 'Ce déplacement n''existe plus';
    end if;
    if known_at is distinct from read_at then
      raise sqlstate 'PT409' using message = 'Ce déplacement a été modifié entre-temps', detail = to_jsonb(known_at) #>> '{}';
    end if;
    update public.trip_plans as trip set
      city = save_trip_plan.city, region = save_trip_plan.region, start_date = save_trip_plan.start_date,
      end_date = save_trip_plan.end_date, job_type = save_trip_plan.job_type,
      client_name = save_trip_plan.client_name, description = save_trip_plan.description,
      status = save_trip_plan.status, radius_km = save_trip_plan.radius_km,
      municipality_code = save_trip_plan.municipality_code, latitude = place.latitude, longitude = place.longitude
    where trip.id = trip_plan_id
    returning trip.id into saved_id;
  end if;

  delete from public.trip_plan_tags as link
  where link.trip_plan_id = saved_id and link.tag_id <> all (save_trip_plan.tag_ids);
  insert into public.trip_plan_tags (trip_plan_id, tag_id)
  select saved_id, tag.id from public.tags as tag where tag.id = any (save_trip_plan.tag_ids)
  on conflict do nothing;
  return saved_id;
end;
$$;

grant execute on function public.save_trip_plan(
  text, text, date, date, text, text, integer, uuid[], text, text, text, uuid, timestamptz, double precision,
  double precision
) to authenticated;

create function public.trip_sheet(trip_id uuid)
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
    select c.id, c.name, c.company, c.function_title, c.status, c.email, c.phone, c.city, c.region, o.address,
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

grant execute on function public.trip_sheet(uuid) to authenticated;

create function public.complete_contact(contact_id uuid, details jsonb default null)
returns text[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  register_page constant text := 'https://www.donneesquebec.ca/recherche/dataset/repertoire-des-municipalites-du-quebec';
  is_register constant boolean := details is null;
  person public.contacts;
  place public.municipalities;
  filled text[];
  refusal text;
begin
  perform private.require_admin();
  select * into person from public.contacts where id = complete_contact.contact_id for update;
  if person.id is null then
    raise sqlstate 'PT404' using message = 'Ce contact n’existe plus';
  end if;
  if is_register then
    select m.* into place
    from public.organisations as o join public.municipalities as m on m.code = o.register_code
    where o.id = person.organisation_id;
    details := jsonb_build_object(
      'email', place.official_email, 'phone', place.phone, 'website', place.website, 'source_url', register_page,
      'found_at', coalesce(place.source_date::timestamptz, place.imported_at)
    );
  end if;
  if exists (select from public.contacts as c where lower(c.email) = lower(details ->> 'email')) then
    details := details - 'email';
  end if;
  filled := array_remove(array[
    case when person.email is null and details ->> 'email' is not null then 'email' end,
    case when person.phone is null and details ->> 'phone' is not null then 'phone' end,
    case when person.website is null and details ->> 'website' is not null then 'website' end
  ], null);
  if filled = '{}' then
    return filled;
  end if;

  update public.contacts as c set
    email = coalesce(c.email, details ->> 'email'), phone = coalesce(c.phone, details ->> 'phone'),
    website = coalesce(c.website, details ->> 'website')
  where c.id = person.id;
  if 'email' = any (filled) and not exists (
    select from public.consent_events as e
    where lower(e.email) = lower(details ->> 'email') and e.basis in ('express', 'withdrawn')
  ) then
    select e.basis into refusal from public.consent_events as e
    where e.contact_id = person.id and e.basis in ('withdrawn', 'no_solicitation')
    order by e.occurred_at desc limit 1;
    insert into public.consent_events (contact_id, email, basis, occurred_at, source_url, evidence, recorded_by)
    values (
      person.id, details ->> 'email',
      case
        when refusal is not null then refusal
        when (details ->> 'no_solicitation')::boolean then 'no_solicitation'
        when details ->> 'source_url' is null or details ->> 'found_at' is null then 'none'
        when private.is_open_map(details ->> 'source_url') then 'unverified'
        else 'published'
      end,
      -- A refusal is no older than the day it is carried over.
      case when refusal is null then least(coalesce((details ->> 'found_at')::timestamptz, now()), now()) else now() end,
      details ->> 'source_url',
      case
        when refusal is not null then 'Refus de la même personne, à une autre adresse.'
        when (details ->> 'no_solicitation')::boolean
          then 'La page de l’organisation porte une mention qui refuse la sollicitation.'
        when is_register then 'Adresse relevée dans le Répertoire des municipalités du Québec, à la date indiquée.'
        else 'Adresse publiée à la source indiquée, relevée à la date indiquée.'
      end,
      auth.uid()
    );
  end if;
  insert into public.contact_activities (contact_id, kind, body, recorded_by)
  values (
    person.id, 'note',
    left(format(
      E'Complété\u00a0: %s. Source\u00a0: %s',
      (
        select string_agg(concat_ws(' ', case name when 'email' then 'courriel' when 'phone' then 'téléphone' else 'site' end, details ->> name), ', ')
        from unnest(filled) as name
      ),
      coalesce(details ->> 'source_url', 'inconnue')
    ), 5000),
    auth.uid()
  );
  return filled;
end;
$$;

grant execute on function public.complete_contact(uuid, jsonb) to authenticated;

-- Public calls for tenders and contracts that concern the studio, read from the weekly files of SEAO (docs/decisions/0100).

-- What a call for tenders is looked for by, in its title; whole words, without case nor accents.
alter table public.settings
  add column tender_phrases text[] not null default array[
    'visite virtuelle', 'visites virtuelles', 'visite 360', 'visites 360', 'photo 360', 'photos 360', 'photographie 360',
    'photographies 360', 'image 360', 'images 360', 'imagerie 360', 'vidéo 360', 'captation 360', 'Street View',
    'imagerie immersive', 'imagerie de rue', 'imagerie de rues', 'imagerie terrestre', 'photographie panoramique',
    'photographies panoramiques', 'images panoramiques', 'imagerie panoramique', 'relevé photographique',
    'relevés photographiques', 'inventaire photographique', 'relevé avant déneigement', 'numérisation 3D de bâtiments'
  ],
  add constraint settings_tender_phrases_shape check (
    cardinality(tender_phrases) <= 60 and array_position(tender_phrases, null) is null
    and char_length(array_to_string(tender_phrases, ' ')) <= 3000
  );

grant update (tender_phrases) on table public.settings to authenticated;

-- A notice whose title has one of the phrases: an open call, or a contract that was given.
create table public.tender_signals (
  id uuid primary key default gen_random_uuid(),
  ocid text not null,
  kind text not null,
  title text not null,
  buyer text not null,
  -- The municipality or the MRC that buys, when the register says which.
  municipality_code text references public.municipalities (code) on delete set null,
  -- Of a call: when it closes. Of a contract: when it ends.
  closes_at timestamptz,
  ends_on date,
  url text,
  -- Why it is here.
  phrase text not null,
  published_at timestamptz not null,
  -- « Pas pertinent »; set at once for what has the phrase and the buyer of one that was put aside.
  dismissed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint tender_signals_ocid_key unique (ocid),
  constraint tender_signals_ocid_format check (ocid ~ '^ocds-[0-9a-z]{6}-[0-9A-Za-z._-]{1,60}$'),
  constraint tender_signals_kind_known check (kind in ('appel', 'contrat')),
  constraint tender_signals_title_length check (btrim(title) <> '' and char_length(title) <= 500),
  constraint tender_signals_title_one_line check (private.is_one_line_text(title)),
  constraint tender_signals_buyer_length check (btrim(buyer) <> '' and char_length(buyer) <= 200),
  constraint tender_signals_buyer_one_line check (private.is_one_line_text(buyer)),
  constraint tender_signals_one_day check (closes_at is null or ends_on is null),
  constraint tender_signals_url_length check (char_length(url) <= 500),
  constraint tender_signals_url_format check (private.is_web_address(url)),
  constraint tender_signals_phrase_length check (btrim(phrase) <> '' and char_length(phrase) <= 100)
);

create index tender_signals_municipality_code_idx on public.tender_signals (municipality_code);
create index tender_signals_phrase_buyer_idx on public.tender_signals (phrase, buyer) where dismissed_at is not null;

alter table public.tender_signals enable row level security;

-- Written by import_tender_week; a person only puts aside.
grant select on table public.tender_signals to authenticated;
grant update (dismissed_at) on table public.tender_signals to authenticated;
grant select on table public.tender_signals to service_role;

create policy "tender_signals: member reads" on public.tender_signals
  for select to authenticated
  using ((select private.is_member()));

create policy "tender_signals: admin puts aside" on public.tender_signals
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

-- The weekly files that were read: a week between two of them that is not here is missing.
create table public.tender_weeks (
  first_day date primary key,
  last_day date not null,
  file_name text not null,
  -- Notices in the file, and those with a phrase.
  releases integer not null,
  kept integer not null,
  imported_at timestamptz not null default now(),
  constraint tender_weeks_order check (last_day >= first_day and last_day - first_day <= 40),
  constraint tender_weeks_file_name_length check (btrim(file_name) <> '' and char_length(file_name) <= 200),
  constraint tender_weeks_releases_range check (releases >= 0),
  constraint tender_weeks_kept_range check (kept between 0 and releases)
);

alter table public.tender_weeks enable row level security;

-- Written by import_tender_week alone.
grant select on table public.tender_weeks to authenticated, service_role;

create policy "tender_weeks: member reads" on public.tender_weeks
  for select to authenticated
  using ((select private.is_member()));

-- The municipality or the MRC that a buyer's name stands for: « VILLE DE LA MALBAIE », « MRC du Haut-Richelieu »; null for
-- none, or for several.
create function private.buyer_place(buyer text)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  designation constant text :=
    '^(la |l )?(mrc|municipalite regionale de comte|ville|municipalite|village|paroisse|cantons unis|canton)( de (paroisse|village|canton))?\s+';
  folded constant text := private.place_key(buyer);
  is_mrc constant boolean := folded ~ '^(la )?(mrc|municipalite regionale)';
  bare constant text := regexp_replace(folded, designation, '');
begin
  if bare = folded then
    return null;
  end if;
  return (
    with named as (
      select m.code, coalesce(m.population, 1) > 0 as is_inhabited from public.municipalities as m
      where m.gone_on is null and m.kind = case when is_mrc then 'mrc' else 'municipalité' end
        and m.search_key in (
          bare, regexp_replace(bare, '^(de|d) ', ''), regexp_replace(bare, '^(de la|de l) ', ''),
          regexp_replace(bare, '^du ', ''), regexp_replace(bare, '^des ', ''),
          regexp_replace(bare, '^du ', 'le '), regexp_replace(bare, '^des ', 'les ')
        )
    ),
    kept as (
      select code from named where is_inhabited or not exists (select from named where is_inhabited)
    )
    select min(code) from kept having count(*) = 1
  );
end;
$$;

-- Takes in one weekly file: of each notice its last state, once, however often the file is read. Answers how many were
-- added, changed, left unchanged and taken away (a call that was cancelled). A notice with the phrase and the buyer of one
-- that was put aside comes put aside.
--   notices: [{ ocid, kind, title, buyer, closes_at, ends_on, url, phrase, published_at }]; kind null for a cancelled one
create function public.import_tender_week(
  first_day date, last_day date, file_name text, releases integer, notices jsonb
)
returns table (added integer, changed integer, unchanged integer, removed integer)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  if current_setting('role', true) is distinct from 'service_role' and not (select private.is_admin()) then
    raise exception 'Réservé aux administrateurs' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(6, 0);

  return query
    with incoming as materialized (
      select distinct on (n.ocid) n.ocid, n.kind, n.title, n.buyer, private.buyer_place(n.buyer) as municipality_code,
        n.closes_at, n.ends_on, n.url, n.phrase, n.published_at
      from jsonb_populate_recordset(null::public.tender_signals, notices) as n
      order by n.ocid, n.published_at desc
    ),
    gone as (
      delete from public.tender_signals as known using incoming
      where known.ocid = incoming.ocid and incoming.kind is null and incoming.published_at >= known.published_at
      returning known.ocid
    ),
    written as (
      insert into public.tender_signals as known (
        ocid, kind, title, buyer, municipality_code, closes_at, ends_on, url, phrase, published_at, dismissed_at
      )
      select i.ocid, i.kind, i.title, i.buyer, i.municipality_code, i.closes_at, i.ends_on, i.url, i.phrase, i.published_at,
        (
          select max(aside.dismissed_at) from public.tender_signals as aside
          where aside.phrase = i.phrase and aside.buyer = i.buyer
        )
      from incoming as i
      where i.kind is not null
      on conflict (ocid) do update set
        kind = excluded.kind, title = excluded.title, buyer = excluded.buyer, municipality_code = excluded.municipality_code,
        closes_at = excluded.closes_at, ends_on = excluded.ends_on, url = excluded.url, phrase = excluded.phrase,
        published_at = excluded.published_at
      where excluded.published_at >= known.published_at
        and (known.kind, known.title, known.buyer, known.municipality_code, known.closes_at, known.ends_on, known.url, known.phrase, known.published_at)
        is distinct from
        (excluded.kind, excluded.title, excluded.buyer, excluded.municipality_code, excluded.closes_at, excluded.ends_on, excluded.url, excluded.phrase, excluded.published_at)
      returning (xmax = 0) as is_new
    )
    select
      (select count(*)::integer from written where is_new),
      (select count(*)::integer from written where not is_new),
      (select count(*)::integer from incoming where kind is not null) - (select count(*)::integer from written),
      (select count(*)::integer from gone);

  insert into public.tender_weeks as known (first_day, last_day, file_name, releases, kept)
  values (
    import_tender_week.first_day, import_tender_week.last_day, import_tender_week.file_name, import_tender_week.releases,
    (select count(distinct notice ->> 'ocid')::integer from jsonb_array_elements(notices) as notice where notice ->> 'kind' is not null)
  )
  on conflict (first_day) do update set
    last_day = excluded.last_day, file_name = excluded.file_name, releases = excluded.releases, kept = excluded.kept
  where (known.last_day, known.file_name, known.releases, known.kept)
    is distinct from (excluded.last_day, excluded.file_name, excluded.releases, excluded.kept);
end;
$$;

grant execute on function public.import_tender_week(date, date, text, integer, jsonb) to authenticated, service_role;
