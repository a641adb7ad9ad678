-- This file holds trips: planned travel for a job, at a place of the register, with target business types.

create type public.trip_job_type as enum ('visite_virtuelle', 'street_view', 'photo', 'autre');

create type public.trip_status as enum ('planifié', 'confirmé', 'terminé', 'annulé');

create table public.trip_plans (
  id uuid primary key default gen_random_uuid(),
  -- It names whoever created the trip. Removing an administrator must not remove the business's data.
  user_id uuid references auth.users (id) on delete set null,
  city text not null,
  region text not null,
  start_date date not null,
  end_date date not null,
  job_type public.trip_job_type not null default 'visite_virtuelle',
  client_name text,
  description text,
  status public.trip_status not null default 'planifié',
  radius_km integer not null default 50,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- It is the place chosen in the register; null when the town was typed freely.
  municipality_code text references public.municipalities (code) on delete set null,
  -- The coordinates are copied from that municipality, or are those of a point of the map: prospects are searched
  -- around them.
  latitude double precision,
  longitude double precision,
  -- It lists the contacts to visit, in order. A deleted contact stays in it, since it may be restored; trip_sheet
  -- leaves it out until then.
  stop_ids uuid[] not null default '{}',
  constraint trip_plans_city_length check (btrim(city) <> '' and char_length(city) <= 100),
  constraint trip_plans_region_length check (btrim(region) <> '' and char_length(region) <= 100),
  constraint trip_plans_dates_order check (end_date >= start_date),
  constraint trip_plans_client_name_length check (char_length(client_name) <= 200),
  constraint trip_plans_client_name_one_line check (private.is_one_line_text(client_name)),
  constraint trip_plans_description_length check (char_length(description) <= 2000),
  constraint trip_plans_radius_km_range check (radius_km between 1 and 500),
  constraint trip_plans_latitude_range check (latitude between 44 and 64),
  constraint trip_plans_longitude_range check (longitude between -81 and -56),
  constraint trip_plans_stop_ids_length check (cardinality(stop_ids) <= 100 and array_position(stop_ids, null) is null)
);

create index trip_plans_user_id_idx on public.trip_plans (user_id);
create index trip_plans_start_date_idx on public.trip_plans (start_date desc);
create index trip_plans_municipality_code_idx on public.trip_plans (municipality_code);

-- Only the columns of the form are named: ordering the stops is no edit.
create trigger trip_plans_set_updated_at
  before update of city, region, start_date, end_date, job_type, client_name, description, status, radius_km,
    municipality_code, latitude, longitude
  on public.trip_plans
  for each row execute function private.set_updated_at();

create trigger trip_plans_normalise_region before insert or update of region on public.trip_plans
  for each row execute function private.normalise_region();

alter table public.trip_plans enable row level security;

-- Updates neither check nor change user_id: a second administrator edits what the first one created.
grant select on table public.trip_plans to authenticated;
grant insert (user_id, city, region, start_date, end_date, job_type, client_name, description, status, radius_km)
  on table public.trip_plans to authenticated;
grant update (city, region, start_date, end_date, job_type, client_name, description, status, radius_km)
  on table public.trip_plans to authenticated;
grant delete on table public.trip_plans to authenticated;
grant select, insert, update, delete on table public.trip_plans to service_role;
grant insert (municipality_code, latitude, longitude) on table public.trip_plans to authenticated;
grant update (municipality_code, latitude, longitude) on table public.trip_plans to authenticated;
grant update (stop_ids) on table public.trip_plans to authenticated;

create policy "trip_plans: member reads" on public.trip_plans
  for select to authenticated
  using ((select private.is_member()));

create policy "trip_plans: admin inserts as self" on public.trip_plans
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_admin()));

create policy "trip_plans: admin updates" on public.trip_plans
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "trip_plans: admin deletes" on public.trip_plans
  for delete to authenticated
  using ((select private.is_admin()));

select private.attach_search(
  'trip', 'public.trip_plans', names => array['city'],
  other => 'coalesce(client_name, '''') || '' '' || region || '' '' || coalesce(description, '''')',
  title => 'city', detail => 'concat_ws('' · '', client_name, start_date::text)', text => 'description', changed_at => 'updated_at'
);

create function private.trash_label(item public.trip_plans)
returns text
language sql
stable
set search_path = ''
as $$
  select concat(item.city, ', ', to_char(item.start_date, 'YYYY-MM-DD'));
$$;

select private.attach_trash('trip_plans');
select private.attach_activity_log('trip_plans');

create table public.trip_plan_tags (
  trip_plan_id uuid not null references public.trip_plans (id) on delete cascade,
  tag_id uuid not null references public.tags (id) on delete cascade,
  constraint trip_plan_tags_pkey primary key (trip_plan_id, tag_id)
);

create index trip_plan_tags_tag_id_idx on public.trip_plan_tags (tag_id);

alter table public.trip_plan_tags enable row level security;

grant select on table public.trip_plan_tags to authenticated;
grant insert (trip_plan_id, tag_id) on table public.trip_plan_tags to authenticated;
grant update (trip_plan_id, tag_id) on table public.trip_plan_tags to authenticated;
grant delete on table public.trip_plan_tags to authenticated;
grant select, insert, update, delete on table public.trip_plan_tags to service_role;

create policy "trip_plan_tags: member reads" on public.trip_plan_tags
  for select to authenticated
  using ((select private.is_member()));

create policy "trip_plan_tags: admin inserts" on public.trip_plan_tags
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "trip_plan_tags: admin updates" on public.trip_plan_tags
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "trip_plan_tags: admin deletes" on public.trip_plan_tags
  for delete to authenticated
  using ((select private.is_admin()));

-- Saves the form of a trip: one transaction for the trip and its tags. It runs as the caller, under the policies. A
-- null trip_plan_id creates, in the caller's name; otherwise read_at is the updated_at that the caller read, exactly as
-- given. Coordinates are those of the municipality or the MRC; without one, those of a point of the map that are given.
-- Tags deleted meanwhile are left out. Beside policies and constraints, it refuses with:
--   PT409  it was changed since it was read: nothing is written, and the detail is the present updated_at.
--   PT404  it was deleted meanwhile.
create function public.save_trip_plan(
  city text,
  region text,
  start_date date,
  end_date date,
  job_type public.trip_job_type,
  status public.trip_status,
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

grant execute on function public.save_trip_plan(text, text, date, date, public.trip_job_type, public.trip_status, integer, uuid[], text, text, text, uuid, timestamptz, double precision, double precision) to authenticated;

-- The day of a trip --------------------------------------------------------------------------------------------------

-- Returns a trip as its sheet shows it, or null when there is none:
--   { trip, stops, others } of { id, name, company, function_title, status, email, phone, city, region, address, latitude,
--   longitude, is_of_town, shore, km, crossing, is_accepted }
-- stops: the contacts to visit, in order. others: those that its prospects became and those known within its radius, the
-- nearest first. A contact stands where OpenStreetMap or the register put its prospect, else in the middle of its town.
-- PL/pgSQL is read as it runs: prospects stand in a later file.
create function public.trip_sheet(trip_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    with trip as (
      select t.* from public.trip_plans as t where t.id = trip_sheet.trip_id and (select private.is_member())
    ),
    chosen as (
      select stop.id, min(stop.place) as place
      from trip cross join lateral unnest(trip.stop_ids) with ordinality as stop (id, place)
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
    from trip
  );
end;
$$;

grant execute on function public.trip_sheet(uuid) to authenticated;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the first trip to come that has prospects to decide, and the trips of which nobody has said that they took
-- place, or not: after two months nobody will. PL/pgSQL is read as it runs: prospects stand in a later file.
create function private.trip_today_rows(at timestamptz)
returns setof private.today_row
language plpgsql
stable
set search_path = ''
as $$
declare
  today constant date := (at at time zone 'America/Toronto')::date;
begin
  return query
  select 'trip', format('déplacement, prospects à décider (%s)', t.total), t.id, t.city, t.region,
    t.start_date::timestamp at time zone 'America/Toronto', case when t.start_date <= today + 7 then 1 else 2 end, t.total, null::text, null::uuid, null::text, null::uuid
  from (
    select t.id, t.city, t.region, t.start_date, p.total
    from public.trip_plans t
    cross join lateral (
      select count(*) as total from public.suggested_prospects s
      where s.trip_plan_id = t.id and s.status = 'pending'
        and s.id not in (select r.prospect from private.related_prospects(t.id) as r)
    ) p
    where t.status in ('planifié', 'confirmé') and t.end_date >= today and p.total > 0
    order by t.start_date, t.created_at, t.id
    limit 1
  ) as t
  union all
  select 'trip_over', 'déplacement passé, à clore', t.id, t.city, t.region, null, 2, null, null, null, null, null
  from public.trip_plans t
  where t.status in ('planifié', 'confirmé') and t.end_date between today - 60 and today - 1;
end;
$$;

grant execute on function private.trip_today_rows(timestamptz) to authenticated;
