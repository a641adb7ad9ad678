-- This file holds the municipalities and MRCs of Québec, as the ministry's open register lists them, with coordinates.

-- Prepares a name for comparison: case, accents, ligatures, punctuation and "St" for "Saint" do not matter.
-- placeKey of supabase/functions/_shared/contract/search-key.ts does the same in TypeScript.
create function private.place_key(name text)
returns text
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
begin
  -- A plain expression costs a quarter of a query, and an import comes here for each name and town.
  return regexp_replace(regexp_replace(
    btrim(regexp_replace(
      lower(replace(replace(replace(replace(
        regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g'), 'Œ', 'oe'), 'œ', 'oe'), 'Æ', 'ae'), 'æ', 'ae')),
      '[^a-z0-9]+', ' ', 'g'
    )),
    '\mst\M', 'saint', 'g'
  ), '\mste\M', 'sainte', 'g');
end;
$$;

grant execute on function private.place_key(text) to authenticated;

-- Normalises the name of a person or an organisation, by which it is known again: as place_key does, with the letters of other
-- alphabets, "ᑰᔾᔪᐊᖅ", and with the text itself where nothing of it is a letter. nameKey does the same in TypeScript (proven
-- equal by tests/database).
create function private.name_key(name text)
returns text
language sql
immutable
strict
parallel safe
set search_path = ''
return coalesce(
  nullif(btrim(private.place_key(name) || ' ' || regexp_replace(
    normalize(name, NFD), '[\u0001-\u036f\u1e00-\u1eff\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f\ufe00-\ufe0f\ufeff]+', '', 'g'
  )), ''),
  lower(btrim(name))
);

grant execute on function private.name_key(text) to authenticated;

-- Returns the great-circle distance (haversine) on the mean radius of the Earth, in kilometres.
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

grant execute on function private.distance_km(double precision, double precision, double precision, double precision)
  to authenticated;

-- Lists the 17 administrative regions, spelled as the government does, in the order of their numbers (1 to 17).
-- src/admin/municipalities/data/regions.ts is the same list in the browser.
create function private.regions()
returns text[]
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
begin
  return array[
    'Bas-Saint-Laurent', 'Saguenay–Lac-Saint-Jean', 'Capitale-Nationale', 'Mauricie', 'Estrie', 'Montréal',
    'Outaouais', 'Abitibi-Témiscamingue', 'Côte-Nord', 'Nord-du-Québec', 'Gaspésie–Îles-de-la-Madeleine',
    'Chaudière-Appalaches', 'Laval', 'Lanaudière', 'Laurentides', 'Montérégie', 'Centre-du-Québec'
  ];
end;
$$;

grant execute on function private.regions() to authenticated, service_role;

-- Returns the keys by which regions are known again, in the order of regions. The function is immutable and has no
-- arguments, so it is worked out when a plan is made, not for each row that is written.
create function private.region_keys()
returns text[]
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
begin
  return array(
    select private.place_key(name) from unnest(private.regions()) with ordinality as known (name, place) order by place
  );
end;
$$;

-- Returns a region as the government spells it, from its name, its number or both, whatever the case, accents and
-- dashes: « Estrie (05) », « estrie » and « 05 » are Estrie. Anything else stays as it was written.
create function private.region_name(written text)
returns text
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
begin
  return case when written = any (private.regions()) then written else coalesce(
    (private.regions())[array_position(
      private.region_keys(), private.place_key(regexp_replace(written, '[0-9]+', ' ', 'g'))
    )],
    case when written ~ '^\W*[0-9]{1,2}\W*$' then
      (private.regions())[regexp_replace(written, '\D', '', 'g')::integer]
    end,
    written
  ) end;
end;
$$;

create type public.municipality_kind as enum ('municipalité', 'mrc');

create table public.municipalities (
  -- It is the ministry's geographic code: five digits for a municipality, three for an MRC.
  code text not null,
  kind public.municipality_kind not null,
  name text not null,
  -- It is what the register calls the place: « Ville », « Municipalité », « Paroisse »…
  designation text,
  -- It names the MRC that the place belongs to: none for an MRC itself, and for the cities that belong to none.
  mrc_code text,
  mrc_name text,
  region text not null,
  -- The register has no coordinates: they come from another file, and an import without them keeps them.
  latitude double precision,
  longitude double precision,
  population integer,
  official_email text,
  phone text,
  website text,
  source text not null,
  -- It is the date of the file: when the register said so.
  source_date date,
  imported_at timestamptz not null default now(),
  search_key text generated always as (private.place_key(name)) stored,
  -- It is true when the coordinates are those of the centre of its MRC, for want of its own.
  approximate boolean not null default false,
  -- It says since when the register no longer lists the place, merged or split. The row stays, for what was done there.
  gone_on date,
  -- It is the address of the town hall: street, town and postal code.
  address text,
  constraint municipalities_pkey primary key (code),
  constraint municipalities_code_format check (
    case kind when 'mrc' then code ~ '^[0-9]{3}$' else code ~ '^[0-9]{5}$' end
  ),
  constraint municipalities_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint municipalities_name_one_line check (private.is_one_line_text(name)),
  constraint municipalities_designation_length check (char_length(designation) <= 60),
  constraint municipalities_mrc_code_format check (mrc_code ~ '^[0-9]{3}$'),
  constraint municipalities_mrc_name_length check (btrim(mrc_name) <> '' and char_length(mrc_name) <= 100),
  constraint municipalities_mrc_name_one_line check (private.is_one_line_text(mrc_name)),
  constraint municipalities_region_known check (region = any (private.regions())),
  -- Bounds of Québec refuse swapped latitude and longitude.
  constraint municipalities_latitude_range check (latitude between 44 and 64),
  constraint municipalities_longitude_range check (longitude between -81 and -56),
  constraint municipalities_coordinates_both check ((latitude is null) = (longitude is null)),
  constraint municipalities_population_range check (population >= 0),
  constraint municipalities_official_email_format check (private.is_email_address(official_email)),
  constraint municipalities_phone_length check (char_length(phone) <= 20),
  constraint municipalities_website_length check (char_length(website) <= 500),
  constraint municipalities_website_format check (private.is_web_address(website)),
  constraint municipalities_address_length check (btrim(address) <> '' and char_length(address) <= 200),
  constraint municipalities_address_one_line check (private.is_one_line_text(address)),
  constraint municipalities_source_length check (btrim(source) <> '' and char_length(source) <= 200)
);

create index municipalities_mrc_code_idx on public.municipalities (mrc_code);
create index municipalities_search_key_idx on public.municipalities (search_key);

alter table public.municipalities enable row level security;

-- Only import_municipalities writes: a register is imported as a whole or not at all.
grant select on table public.municipalities to authenticated, service_role;

create policy "municipalities: member reads" on public.municipalities
  for select to authenticated
  using ((select private.is_member()));

select private.attach_search(
  'municipality', 'public.municipalities', id => 'code', names => array['name'],
  other => 'coalesce(designation, '''') || '' '' || region || '' '' || code',
  title => 'name', detail => 'concat_ws('' · '', designation, region)', changed_at => 'imported_at'
);

-- Finds the municipality that a town and a region, as somebody wrote them, stand for; null for none, or for several. Of
-- places of one name, those where nobody lives (reserved lands) do not count beside one where people do. It is
-- PL/pgSQL, whose plans are kept from one row and one request to the next.
create function private.municipality_of(town text, region text)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    with named as (
      select m.code, coalesce(m.population, 1) > 0 as is_inhabited
      from public.municipalities as m
      where m.kind = 'municipalité' and m.gone_on is null and m.search_key = private.place_key(town)
        and (
          m.region = private.region_name(municipality_of.region)
          or private.region_name(municipality_of.region) <> all (private.regions())
        )
    ),
    kept as (
      select code from named where is_inhabited or not exists (select from named where is_inhabited)
    )
    select min(code) from kept having count(*) = 1
  );
end;
$$;

grant execute on function private.municipality_of(text, text) to authenticated;

-- Returns a town as the register spells it, or as it was written when the register does not say which it is.
create function private.town_name(town text, region text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    (select m.name from public.municipalities as m where m.code = private.municipality_of(town, town_name.region)), town
  );
$$;

-- Spells the region of a row as the government does.
create function private.normalise_region()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.region := private.region_name(new.region);
  return new;
end;
$$;

-- Puts a place without coordinates of its own where it roughly is: an MRC in the middle of its municipalities, then a
-- municipality at its MRC's centre.
create function private.place_approximately()
returns void
language sql
set search_path = ''
as $$
  update public.municipalities as mrc
  set latitude = middle.latitude, longitude = middle.longitude, approximate = true
  from (
    select town.mrc_code, avg(town.latitude) as latitude, avg(town.longitude) as longitude
    from public.municipalities as town
    where town.kind = 'municipalité' and town.latitude is not null and not town.approximate and town.gone_on is null
    group by town.mrc_code
  ) as middle
  where mrc.kind = 'mrc' and mrc.code = middle.mrc_code and (mrc.latitude is null or mrc.approximate)
    and (mrc.latitude, mrc.longitude) is distinct from (middle.latitude, middle.longitude);

  update public.municipalities as town
  set latitude = mrc.latitude, longitude = mrc.longitude, approximate = true
  from public.municipalities as mrc
  where town.kind = 'municipalité' and mrc.kind = 'mrc' and mrc.code = town.mrc_code and mrc.latitude is not null
    and (town.latitude is null or town.approximate)
    and (town.latitude, town.longitude) is distinct from (mrc.latitude, mrc.longitude);
$$;

-- Tells which shore of the St. Lawrence a municipality or an MRC is on, by the first digits of its code, which are
-- those of its MRC: 'nord', 'sud', 'îles' (the Magdalen Islands), or 'sans route' where no road leads (Anticosti, the
-- Lower North Shore, Nunavik). docs/decisions/0099 says why.
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

-- Lists everything that the register has within `radius_km` of a point, nearest first. Only edge functions call it.
create function public.places_within(
  latitude double precision, longitude double precision, radius_km double precision
)
returns table (
  code text, kind public.municipality_kind, name text, designation text, mrc text, region text, latitude double precision,
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

-- Completes the rows of an import with what it leaves out and an earlier one gave: coordinates, which the register does
-- not have, and how to write to an MRC, which the file of the municipalities does not say.
create function private.completed_places(places jsonb)
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

-- Imports a whole register, or only counts the changes (dry_run). `places`: an array of rows as the table has them.
-- Nothing is deleted: rows that the register lists no more are counted in `missing` and marked as gone, unless the
-- import names fewer places than it misses: it is then a part of the register, which says nothing of the rest. Values
-- of earlier imports are replaced, except those of private.completed_places. One invalid row refuses the whole import.
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
    website = excluded.website, address = excluded.address, source = excluded.source, source_date = excluded.source_date, imported_at = now();

  perform private.place_approximately();
  perform private.place_contacts();
end;
$$;

grant execute on function public.import_municipalities(jsonb, text, date, boolean) to authenticated, service_role;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the register of municipalities, a year after it was last compared with the official one: one that ships with
-- the product is new on the day of its installation.
create function private.register_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  select 'register', 'répertoire des municipalités à vérifier', '00000000-0000-0000-0000-000000000000'::uuid, '',
    register.day::text, null::timestamptz, 2, null::bigint, null, null::uuid, null, null::uuid
  from (select (max(m.imported_at) at time zone 'America/Toronto')::date as day from public.municipalities m) as register
  where register.day < (at at time zone 'America/Toronto')::date - 365;
$$;

grant execute on function private.register_today_rows(timestamptz) to authenticated;
