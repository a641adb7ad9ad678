-- The day of a trip: where it stops, and whom else one could visit there.

-- A trip as its sheet shows it, or null when there is none:
--   { trip, stops, others } of { id, name, company, function_title, status, email, phone, city, region, address, latitude,
--   longitude, is_of_town, shore, km, crossing, is_accepted }
-- stops: the contacts to visit, in order. others: those that its prospects became and those known within its radius, the
-- nearest first. A contact stands where OpenStreetMap or the register put its prospect, else in the middle of its town.
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

grant execute on function public.trip_sheet(uuid) to authenticated;
