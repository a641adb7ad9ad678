-- This file holds « Estimer mon projet »: what visitors compute an estimate from, once the studio makes its prices
-- public (docs/decisions/0132). 17_quotes.sql says which prices of the catalogue count.

-- The one row is changed on /admin/parametres/prix.
create table public.estimate_settings (
  -- It is always 1, the only row that is read.
  id smallint primary key,
  -- True when visitors are shown an estimate.
  is_public boolean not null default false,
  -- These are the weeks from the agreement to the delivery; null shows no delay.
  weeks_low smallint,
  weeks_high smallint,
  -- It is the quantity that one day on site captures; with null a project takes one day.
  scenes_per_day smallint,
  km_per_day smallint,
  -- It is the town where trips begin, as the register writes it; when it is empty, trips are not estimated.
  city text not null default '',
  region text not null default '',
  -- It counts kilometres there and back: a place that is farther is estimated without its trip.
  farthest_km smallint not null default 800,
  updated_at timestamptz not null default now(),
  constraint estimate_settings_weeks_low_range check (weeks_low between 1 and 52),
  constraint estimate_settings_weeks_high_range check (weeks_high between 1 and 52),
  constraint estimate_settings_weeks_whole check (
    (weeks_low is null) = (weeks_high is null) and (weeks_low is null or weeks_low <= weeks_high)
  ),
  constraint estimate_settings_scenes_per_day_range check (scenes_per_day between 1 and 500),
  constraint estimate_settings_km_per_day_range check (km_per_day between 1 and 500),
  constraint estimate_settings_farthest_km_range check (farthest_km between 1 and 9999),
  constraint estimate_settings_city_shape check (char_length(city) <= 100 and private.is_one_line_text(city)),
  constraint estimate_settings_region_shape check (char_length(region) <= 100 and private.is_one_line_text(region))
);

create trigger estimate_settings_set_updated_at before update on public.estimate_settings
  for each row execute function private.set_updated_at();

create constraint trigger estimate_settings_change_site after update on public.estimate_settings
  deferrable initially deferred
  for each row execute function private.mark_site_changed();

alter table public.estimate_settings enable row level security;

grant select, update (
  is_public, weeks_low, weeks_high, scenes_per_day, km_per_day, city, region, farthest_km
) on table public.estimate_settings to authenticated;
grant select, insert, update, delete on table public.estimate_settings to service_role;

create policy "estimate_settings: member reads" on public.estimate_settings
  for select to authenticated
  using ((select private.is_member()));

create policy "estimate_settings: admin changes" on public.estimate_settings
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

insert into public.estimate_settings (id) values (1);

select private.attach_activity_log('estimate_settings');

-- Lists the MRCs, and the cities that belong to none, with the kilometres there and back to their nearest and farthest
-- town: the straight line and three tenths, as roads usually are. The list is empty without a town to leave from.
--   [{ code, name, region, low_km, high_km }]
create function private.estimate_places()
returns jsonb
language sql
stable
set search_path = ''
as $$
  with departure as (
    select m.latitude, m.longitude
    from public.estimate_settings s
    join public.municipalities m on m.code = private.municipality_of(s.city, s.region)
    where s.id = 1 and m.latitude is not null
  ),
  towns as (
    select coalesce(m.mrc_code, left(m.code, 2)) as code, coalesce(m.mrc_name, m.name) as name, m.region,
      private.distance_km(d.latitude, d.longitude, m.latitude, m.longitude) * 1.3 * 2 as km
    from departure d cross join public.municipalities m
    where m.kind = 'municipalité' and m.gone_on is null and m.latitude is not null
  ),
  places as (
    select code, min(name) as name, min(region) as region, ceil(min(km))::integer as low_km, ceil(max(km))::integer as high_km
    from towns group by code
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'code', code, 'name', name, 'region', region, 'low_km', low_km, 'high_km', high_km
  ) order by private.place_key(name), code), '[]')
  from places;
$$;

grant execute on function private.estimate_places() to authenticated;

-- Returns everything that an estimate is computed from (src/shared/estimate/estimate.ts); null without a price. It runs
-- as the caller.
create function private.estimate_data()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'tax_status', case studio.tax_registered when true then 'registered' when false then 'small_supplier' end,
    'weeks_low', s.weeks_low, 'weeks_high', s.weeks_high, 'scenes_per_day', s.scenes_per_day, 'km_per_day', s.km_per_day,
    'farthest_km', s.farthest_km,
    'prices', prices.list,
    'places', case when prices.has_travel then private.estimate_places() else '[]' end
  )
  from public.estimate_settings s
  cross join public.studio
  cross join (
    select
      jsonb_agg(jsonb_build_object(
        'name', q.name, 'basis', q.estimate_basis, 'kinds', to_jsonb(q.estimate_kinds), 'low_cents', q.unit_price_cents,
        'high_cents', (q.unit_price_cents * (100 + q.estimate_margin) + 50) / 100
      ) order by q.estimate_basis, q.name) as list,
      bool_or(q.estimate_basis = 'deplacement') as has_travel
    from public.quote_services q
    where q.estimate_basis is not null and q.unit_price_cents > 0 and cardinality(q.estimate_kinds) > 0
  ) as prices
  where s.id = 1 and studio.id = 1 and prices.list is not null;
$$;

grant execute on function private.estimate_data() to authenticated;

-- Returns the same data to visitors; null until the studio makes its prices public.
create function public.public_estimate()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.estimate_data() from public.estimate_settings where id = 1 and is_public;
$$;

grant execute on function public.public_estimate() to anon, authenticated;

-- Returns the same data to the team, which looks at it before it is public.
create function public.estimate_preview()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.estimate_data() where (select private.is_member());
$$;

grant execute on function public.estimate_preview() to authenticated;
