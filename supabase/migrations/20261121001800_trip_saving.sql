-- Saving a trip and its target types together, at a place of the register; what each trip has brought so far.

alter table public.trip_plans
  -- The place chosen in the register; none when the town was typed freely.
  add column municipality_code text references public.municipalities (code) on delete set null,
  -- Of that place, kept with the trip: prospects are sought around them.
  add column latitude double precision,
  add column longitude double precision,
  add constraint trip_plans_latitude_range check (latitude between 44 and 64),
  add constraint trip_plans_longitude_range check (longitude between -81 and -56);

create index trip_plans_municipality_code_idx on public.trip_plans (municipality_code);

grant insert (municipality_code, latitude, longitude) on table public.trip_plans to authenticated;
grant update (municipality_code, latitude, longitude) on table public.trip_plans to authenticated;

-- Saves the form of a trip: one transaction for the trip and its tags. Runs as the caller, under the policies.
--   trip_plan_id null creates, in the caller's name; otherwise read_at is the updated_at that the caller read,
--   exactly as given. Coordinates are those of the municipality. Tags deleted meanwhile are left out.
-- Refusals, beside those of policies and constraints:
--   PT409  changed since it was read: nothing is written, and the detail is its updated_at of now.
--   PT404  deleted meanwhile.
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
  read_at timestamptz default null
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
    -- Two saves of the same instant come one after the other: the second sees what the first wrote.
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

revoke all on function public.save_trip_plan(
  text, text, date, date, text, text, integer, uuid[], text, text, text, uuid, timestamptz
) from public, anon, authenticated, service_role;
grant execute on function public.save_trip_plan(
  text, text, date, date, text, text, integer, uuid[], text, text, text, uuid, timestamptz
) to authenticated;

-- What each trip has brought: its prospects, those that wait for an answer, those that became contacts. Under the
-- policies; a trip without any has no row.
create function public.trip_plan_counts()
returns table (trip_plan_id uuid, prospects integer, pending integer, contacts integer)
language sql
stable
set search_path = ''
as $$
  select prospect.trip_plan_id, count(*)::integer,
    (count(*) filter (where prospect.status = 'pending'))::integer,
    (count(*) filter (where prospect.status = 'accepted'))::integer
  from public.suggested_prospects as prospect
  group by prospect.trip_plan_id;
$$;

revoke all on function public.trip_plan_counts() from public, anon, authenticated, service_role;
grant execute on function public.trip_plan_counts() to authenticated;
