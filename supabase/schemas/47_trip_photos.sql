-- This file holds the photos that were taken at the stops of a trip: the entrance, the plate, the place of the tripod.

create table public.trip_photos (
  -- The browser that took the photo gives the id, so that it is one row however often it is sent. Its file is `<id>.jpg`.
  id uuid primary key default gen_random_uuid(),
  trip_plan_id uuid not null references public.trip_plans (id) on delete cascade,
  -- It names the stop. A contact that leaves the sheet keeps its photos.
  contact_id uuid not null references public.contacts (id) on delete cascade,
  taken_at timestamptz not null,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);

create index trip_photos_trip_plan_id_idx on public.trip_photos (trip_plan_id, taken_at);
create index trip_photos_contact_id_idx on public.trip_photos (contact_id);
create index trip_photos_recorded_by_idx on public.trip_photos (recorded_by);

create trigger trip_photos_follow_merge before insert on public.trip_photos
  for each row when (current_setting('app.trash', true) is distinct from 'on')
  execute function private.follow_merge();

alter table public.trip_photos enable row level security;

grant select on table public.trip_photos to authenticated;
grant insert (id, trip_plan_id, contact_id, taken_at, recorded_by) on table public.trip_photos to authenticated;
grant delete on table public.trip_photos to authenticated;
grant select, insert, update, delete on table public.trip_photos to service_role;

create policy "trip_photos: member reads" on public.trip_photos
  for select to authenticated
  using ((select private.is_member()));

create policy "trip_photos: admin inserts as self" on public.trip_photos
  for insert to authenticated
  with check (recorded_by = (select auth.uid()) and (select private.is_admin()));

create policy "trip_photos: admin deletes" on public.trip_photos
  for delete to authenticated
  using ((select private.is_admin()));

-- Files ----------------------------------------------------------------------------------------------------------

-- The bucket is private. The server deletes the files; nobody takes one away under a row that names it.
select private.make_bucket(
  'trip-photos', false, 4194304, array['image/jpeg'], '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jpg$', reads => false
);

create policy "trip-photos: member reads" on storage.objects
  for select to authenticated
  using (bucket_id = 'trip-photos' and (select private.is_member()));

-- Lists the files that no photo names, older than a day: a file arrives before its row.
create function public.unused_trip_photo_files()
returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select object.name
  from storage.objects as object
  where object.bucket_id = 'trip-photos' and object.created_at < now() - interval '1 day'
    and not exists (select from public.trip_photos as photo where photo.id::text || '.jpg' = object.name)
    -- A trip or a contact in the trash comes back with its photos.
    and not exists (
      select from private.trash_rows as deleted
      where deleted.place = 'public.trip_photos' and deleted.content ->> 'id' || '.jpg' = object.name
    )
  limit 100;
$$;

grant execute on function public.unused_trip_photo_files() to service_role;

-- Personal data ------------------------------------------------------------------------------------------------------

-- Returns what a person's copy holds of photos of stops.
create function private.trip_photo_personal_data(person uuid, addresses text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'trip_photos', (
      select coalesce(jsonb_agg(to_jsonb(p) - 'recorded_by' order by p.taken_at), '[]')
      from public.trip_photos p where p.contact_id = person
    )
  );
$$;
