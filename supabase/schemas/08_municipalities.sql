-- Municipalities and MRCs of Québec, as the ministry's open register lists them, with coordinates.

-- A name prepared for comparison: case, accents, ligatures, punctuation and "St" for "Saint" do not matter.
-- src/data/municipalities/place-key.ts does the same in the browser.
create function private.place_key(name text)
returns text
language sql
immutable
strict
parallel safe
set search_path = ''
as $$
  with letters as (
    select lower(regexp_replace(
      regexp_replace(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g'), '[Œœ]', 'oe', 'g'),
      '[Ææ]', 'ae', 'g'
    )) as plain
  )
  select regexp_replace(regexp_replace(
    btrim(regexp_replace(plain, '[^a-z0-9]+', ' ', 'g')),
    '\mst\M', 'saint', 'g'
  ), '\mste\M', 'sainte', 'g')
  from letters;
$$;

grant execute on function private.place_key(text) to authenticated;

-- Great-circle distance (haversine) on the mean radius of the Earth, in kilometres.
create function private.distance_km(
  latitude_a double precision, longitude_a double precision,
  latitude_b double precision, longitude_b double precision
)
returns double precision
language sql
immutable
strict
parallel safe
set search_path = ''
as $$
  select 2 * 6371.0088 * asin(sqrt(least(1,
    power(sin(radians(latitude_b - latitude_a) / 2), 2)
    + cos(radians(latitude_a)) * cos(radians(latitude_b)) * power(sin(radians(longitude_b - longitude_a) / 2), 2)
  )));
$$;

create table public.municipalities (
  -- The ministry's geographic code: five digits for a municipality, three for an MRC.
  code text not null,
  kind text not null,
  name text not null,
  -- What the register calls it: « Ville », « Municipalité », « Paroisse »…
  designation text,
  -- Of the MRC it belongs to: none for an MRC itself, and for the cities that belong to none.
  mrc_code text,
  mrc_name text,
  region text not null,
  -- The register has none: they come from another file, and an import without them keeps them.
  latitude double precision,
  longitude double precision,
  population integer,
  official_email text,
  phone text,
  website text,
  source text not null,
  -- Of the file: when the register said so.
  source_date date,
  imported_at timestamptz not null default now(),
  search_key text generated always as (private.place_key(name)) stored,
  constraint municipalities_pkey primary key (code),
  constraint municipalities_code_format check (
    case kind when 'mrc' then code ~ '^[0-9]{3}$' else code ~ '^[0-9]{5}$' end
  ),
  constraint municipalities_kind_known check (kind in ('municipalité', 'mrc')),
  constraint municipalities_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint municipalities_name_one_line check (private.is_one_line_text(name)),
  constraint municipalities_designation_length check (char_length(designation) <= 60),
  constraint municipalities_mrc_code_format check (mrc_code ~ '^[0-9]{3}$'),
  constraint municipalities_mrc_name_length check (btrim(mrc_name) <> '' and char_length(mrc_name) <= 100),
  constraint municipalities_mrc_name_one_line check (private.is_one_line_text(mrc_name)),
  constraint municipalities_region_known check (
    region in (
      'Bas-Saint-Laurent', 'Saguenay–Lac-Saint-Jean', 'Capitale-Nationale', 'Mauricie', 'Estrie', 'Montréal',
      'Outaouais', 'Abitibi-Témiscamingue', 'Côte-Nord', 'Nord-du-Québec', 'Gaspésie–Îles-de-la-Madeleine',
      'Chaudière-Appalaches', 'Laval', 'Lanaudière', 'Laurentides', 'Montérégie', 'Centre-du-Québec'
    )
  ),
  -- The bounds of Québec: swapped latitude and longitude are refused.
  constraint municipalities_latitude_range check (latitude between 44 and 64),
  constraint municipalities_longitude_range check (longitude between -81 and -56),
  constraint municipalities_coordinates_both check ((latitude is null) = (longitude is null)),
  constraint municipalities_population_range check (population >= 0),
  constraint municipalities_official_email_length check (char_length(official_email) <= 255),
  constraint municipalities_official_email_format check (private.is_email_address(official_email)),
  constraint municipalities_phone_length check (char_length(phone) <= 20),
  constraint municipalities_website_length check (char_length(website) <= 500),
  constraint municipalities_website_format check (private.is_web_address(website)),
  constraint municipalities_source_length check (btrim(source) <> '' and char_length(source) <= 200)
);

create index municipalities_mrc_code_idx on public.municipalities (mrc_code);

alter table public.municipalities enable row level security;

-- Written by import_municipalities alone: a register is replaced as a whole or not at all.
grant select on table public.municipalities to authenticated, service_role;

create policy "municipalities: member reads" on public.municipalities
  for select to authenticated
  using ((select private.is_member()));

-- Everything the register lists within `radius_km` of a point, nearest first. An MRC is at its own coordinates,
-- else at the mean of its municipalities'. For edge functions only.
create function public.places_within(
  latitude double precision, longitude double precision, radius_km double precision
)
returns table (
  code text, kind text, name text, mrc text, region text, latitude double precision, longitude double precision,
  distance_km double precision, population integer, official_email text, phone text, website text,
  source text, source_date date
)
language sql
stable
security definer
set search_path = ''
as $$
  with middle as (
    select member.mrc_code, avg(member.latitude) as latitude, avg(member.longitude) as longitude
    from public.municipalities as member
    where member.mrc_code is not null and member.latitude is not null
    group by member.mrc_code
  ),
  located as (
    select place.*, coalesce(place.latitude, middle.latitude) as at_latitude,
      coalesce(place.longitude, middle.longitude) as at_longitude
    from public.municipalities as place
    left join middle on place.kind = 'mrc' and middle.mrc_code = place.code
  ),
  measured as (
    select located.*, private.distance_km($1, $2, at_latitude, at_longitude) as distance from located
  )
  select code, kind, name, mrc_name, region, at_latitude, at_longitude, distance, population, official_email,
    phone, website, source, source_date
  from measured
  where distance <= $3
  order by distance, code;
$$;

grant execute on function public.places_within(double precision, double precision, double precision) to service_role;

-- Imports a whole register, or only counts the changes (dry_run). `places`: an array of rows as the table has them.
-- Nothing is deleted: rows that the register does not list are counted in `missing`. Values of earlier imports are
-- replaced, except coordinates, which the register does not have. One invalid row refuses the whole import.
create function public.import_municipalities(
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
      select * from jsonb_populate_recordset(null::public.municipalities, places)
    ),
    compared as (
      select known.code is null as is_new,
        (known.kind, known.name, known.designation, known.mrc_code, known.mrc_name, known.region, known.population,
          known.official_email, known.phone, known.website, known.source, known.latitude, known.longitude)
        is distinct from
        (incoming.kind, incoming.name, incoming.designation, incoming.mrc_code, incoming.mrc_name, incoming.region,
          incoming.population, incoming.official_email, incoming.phone, incoming.website,
          import_municipalities.source, coalesce(incoming.latitude, known.latitude),
          coalesce(incoming.longitude, known.longitude)) as differs
      from incoming left join public.municipalities as known on known.code = incoming.code
    )
    select
      (count(*) filter (where is_new))::integer,
      (count(*) filter (where not is_new and differs))::integer,
      (count(*) filter (where not is_new and not differs))::integer,
      (
        select count(*)::integer from public.municipalities as known
        where known.kind in (select kind from incoming) and known.code not in (select code from incoming)
      )
    from compared;

  if dry_run then
    return;
  end if;

  insert into public.municipalities as known (
    code, kind, name, designation, mrc_code, mrc_name, region, latitude, longitude, population, official_email,
    phone, website, source, source_date
  )
  select code, kind, name, designation, mrc_code, mrc_name, region, latitude, longitude, population, official_email,
    phone, website, import_municipalities.source, import_municipalities.source_date
  from jsonb_populate_recordset(null::public.municipalities, places)
  on conflict (code) do update set
    kind = excluded.kind, name = excluded.name, designation = excluded.designation,
    mrc_code = excluded.mrc_code, mrc_name = excluded.mrc_name, region = excluded.region,
    latitude = coalesce(excluded.latitude, known.latitude),
    longitude = coalesce(excluded.longitude, known.longitude),
    population = excluded.population, official_email = excluded.official_email, phone = excluded.phone,
    website = excluded.website, source = excluded.source, source_date = excluded.source_date, imported_at = now()
  where (known.kind, known.name, known.designation, known.mrc_code, known.mrc_name, known.region, known.population,
      known.official_email, known.phone, known.website, known.source, known.source_date, known.latitude,
      known.longitude)
    is distinct from
    (excluded.kind, excluded.name, excluded.designation, excluded.mrc_code, excluded.mrc_name, excluded.region,
      excluded.population, excluded.official_email, excluded.phone, excluded.website, excluded.source,
      excluded.source_date, coalesce(excluded.latitude, known.latitude),
      coalesce(excluded.longitude, known.longitude));
end;
$$;

grant execute on function public.import_municipalities(jsonb, text, date, boolean) to authenticated, service_role;
