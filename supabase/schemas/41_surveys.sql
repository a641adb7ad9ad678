-- This file holds surveys: what a day of driving photographed along the streets, where and when each picture was made
-- and how that is known (docs/decisions/0126). The pictures stay on the disk of who made them; what is kept here are
-- their facts and a preview.

create type public.survey_time_source as enum ('appareil', 'trace', 'main');
create type public.survey_place_source as enum ('trace', 'appareil', 'main');
create type public.survey_heading_source as enum ('trace', 'appareil', 'main', 'appariement');
-- The type names the north that a camera counts its directions from.
create type public.survey_heading_reference as enum ('vrai', 'magnétique');
create type public.survey_left_out as enum ('sans-position', 'stationnement', 'double', 'main');
-- The type names the tags of a file that its time and its zone were read from.
create type public.survey_time_tag as enum ('DateTimeOriginal', 'CreateDate', 'GPSDateStamp');
create type public.survey_zone_tag as enum ('OffsetTimeOriginal', 'OffsetTimeDigitized', 'OffsetTime', 'GPSDateStamp');
create type public.survey_clock_basis as enum ('camera', 'earlier', 'spacing', 'hand');
create type public.survey_pair_state as enum ('à voir', 'vu');

-- Rules of the documents -----------------------------------------------------------------------------------------

-- Tells whether every item of a JSON list matches a path. A single path query is used, because a function call for each
-- of two hundred thousand points takes seconds.
create function private.is_json_list_of(value jsonb, most integer, item jsonpath)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.is_json_list(value, most)
    and jsonb_array_length(value) = jsonb_array_length(jsonb_path_query_array(value, item));
$$;

-- Tells whether a value is a line on the map: [[longitude, latitude], …].
create function private.is_map_line(value jsonb, most integer)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.is_json_list_of(
    value, most,
    'strict $[*] ? (@.type() == "array" && @.size() == 2 && @[0] >= -180 && @[0] <= 180 && @[1] >= -90 && @[1] <= 90)'
  );
$$;

-- Tells whether a value is the streets that a client ordered: [{ name, lines: [line, …] }, …].
create function private.are_ordered_streets(value jsonb)
returns boolean
language plpgsql
immutable
-- Our server writes too, and may not enter the schema of what this calls.
security definer
set search_path = ''
as $$
declare
  street jsonb;
  line jsonb;
begin
  if octet_length(value::text) > 2097152 or not private.is_json_list(value, 5000) then
    return false;
  end if;
  for street in select jsonb_array_elements(value) loop
    if not (private.is_json_text(street -> 'name', 200, true) and private.is_json_list(street -> 'lines', 1000)) then
      return false;
    end if;
    for line in select jsonb_array_elements(street -> 'lines') loop
      if not private.is_map_line(line, 20000) then
        return false;
      end if;
    end loop;
  end loop;
  return true;
end;
$$;

grant execute on function private.are_ordered_streets(jsonb) to authenticated, service_role;

-- Tells whether a value is the points of a track: [[milliseconds since 1970, latitude, longitude, segment], …]. Between two
-- segments the receiver was off, or lost.
create function private.is_survey_track(value jsonb)
returns boolean
language sql
immutable
-- The server's role also writes these rows, and has no right to call functions of that schema.
security definer
set search_path = ''
as $$
  -- The times are from 2000 to 2100.
  select private.is_json_list_of(
    value, 200000,
    'strict $[*] ? (
      @.type() == "array" && @.size() == 4 && @[0] >= 946684800000 && @[0] <= 4102444800000
      && @[1] >= -90 && @[1] <= 90 && @[2] >= -180 && @[2] <= 180 && @[3] >= 0 && @[3] < 200000
    )'
  );
$$;

grant execute on function private.is_survey_track(jsonb) to authenticated, service_role;

-- Tells whether a value is the parts of a drive whose clock is off by more, each from a file on in the order of their names:
-- [{ from, offset_ms }, …].
create function private.are_clock_parts(value jsonb)
returns boolean
language sql
immutable
-- Our server writes too, and may not enter the schema of what this calls.
security definer
set search_path = ''
as $$
  select octet_length(value::text) <= 32768 and private.is_json_list_of(
    value, 50,
    'strict $[*] ? (
      @.from.type() == "string" && @.from != "" && @.offset_ms.type() == "number"
      && @.offset_ms >= -86400000 && @.offset_ms <= 86400000
    )'
  );
$$;

grant execute on function private.are_clock_parts(jsonb) to authenticated, service_role;

-- Tells whether a value is the ellipses of a picture: those that blur it, or those that a search proposes, with what it
-- saw.
create function private.are_picture_ellipses(value jsonb, most integer, are_proposed boolean)
returns boolean
language sql
immutable
-- Our server writes too, and may not enter the schema of what this calls.
security definer
set search_path = ''
as $$
  select private.is_json_list(value, most) and not exists (
    select from jsonb_array_elements(case when jsonb_typeof(value) = 'array' then value else '[]' end) as item
    where not (
      private.is_ellipse(item)
      and (not are_proposed or (
        private.is_json_number(item -> 'score', 0, 1)
        and coalesce(item ->> 'kind' in ('face', 'plate', 'person', 'vehicle'), false)
      ))
    )
  );
$$;

grant execute on function private.are_picture_ellipses(jsonb, integer, boolean) to authenticated, service_role;

-- Tables ---------------------------------------------------------------------------------------------------------

create table public.surveys (
  id uuid primary key default gen_random_uuid(),
  -- It names whoever created the survey. Removing an administrator must not remove the business's data.
  user_id uuid references auth.users (id) on delete set null,
  name text not null,
  trip_plan_id uuid references public.trip_plans (id) on delete set null,
  city text,
  region text,
  client_name text,
  captured_on date,
  -- It is the day when the client received the folder of proof; null until then.
  delivered_on date,
  -- It names the earlier survey of the same streets.
  compared_with uuid references public.surveys (id) on delete set null,
  -- It is the camera's time minus the true time; null while nobody has decided on it.
  clock_offset_ms integer,
  clock_basis public.survey_clock_basis,
  -- It holds additional clock offsets from a given picture on, for a clock that was changed during a drive.
  clock_parts jsonb not null default '[]',
  ordered_streets jsonb not null default '[]',
  -- It says where the order comes from: « OpenStreetMap, 26 novembre 2026 », « rues.geojson ».
  ordered_source text,
  published_at timestamptz,
  slug text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint surveys_name_length check (btrim(name) <> '' and char_length(name) <= 200),
  constraint surveys_name_one_line check (private.is_one_line_text(name)),
  constraint surveys_city_length check (btrim(city) <> '' and char_length(city) <= 100),
  constraint surveys_region_length check (btrim(region) <> '' and char_length(region) <= 100),
  constraint surveys_client_name_length check (char_length(client_name) <= 200),
  constraint surveys_client_name_one_line check (private.is_one_line_text(client_name)),
  constraint surveys_compared_with_another check (compared_with <> id),
  -- The clock may be a day off either way: past that it was never set.
  constraint surveys_clock_offset_ms_range check (clock_offset_ms between -86400000 and 86400000),
  constraint surveys_clock_parts_valid check (private.are_clock_parts(clock_parts)),
  constraint surveys_ordered_streets_valid check (private.are_ordered_streets(ordered_streets)),
  constraint surveys_ordered_source_length check (char_length(ordered_source) <= 200),
  constraint surveys_slug_format check (slug ~ '\A[a-z0-9]+(-[a-z0-9]+)*\Z' and char_length(slug) <= 100),
  constraint surveys_slug_key unique (slug)
);

create index surveys_user_id_idx on public.surveys (user_id);
create index surveys_trip_plan_id_idx on public.surveys (trip_plan_id);
create index surveys_compared_with_idx on public.surveys (compared_with);
create index surveys_captured_on_idx on public.surveys (captured_on desc);

create trigger surveys_set_updated_at before update on public.surveys
  for each row execute function private.set_updated_at();

create trigger surveys_normalise_region before insert or update of region on public.surveys
  for each row execute function private.normalise_region();

alter table public.surveys enable row level security;

grant select on table public.surveys to authenticated;
grant insert (id, user_id, name, trip_plan_id, city, region, client_name, captured_on, delivered_on, compared_with)
  on table public.surveys to authenticated;
grant update (
  name, trip_plan_id, city, region, client_name, captured_on, delivered_on, compared_with, clock_offset_ms, clock_basis,
  clock_parts, ordered_streets, ordered_source
) on table public.surveys to authenticated;
grant delete on table public.surveys to authenticated;
grant select, insert, update, delete on table public.surveys to service_role;

create policy "surveys: member reads" on public.surveys
  for select to authenticated
  using ((select private.is_member()));

create policy "surveys: admin inserts as self" on public.surveys
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_admin()));

create policy "surveys: admin updates" on public.surveys
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "surveys: admin deletes" on public.surveys
  for delete to authenticated
  using ((select private.is_admin()));

select private.attach_trash('surveys');
select private.attach_activity_log('surveys');

create table public.survey_tracks (
  id uuid primary key default gen_random_uuid(),
  survey_id uuid not null references public.surveys (id) on delete cascade,
  name text not null,
  points jsonb not null,
  created_at timestamptz not null default now(),
  constraint survey_tracks_name_length check (btrim(name) <> '' and char_length(name) <= 200),
  constraint survey_tracks_points_valid check (private.is_survey_track(points))
);

create index survey_tracks_survey_id_idx on public.survey_tracks (survey_id);

alter table public.survey_tracks enable row level security;

grant select on table public.survey_tracks to authenticated;
grant insert (survey_id, name, points) on table public.survey_tracks to authenticated;
grant delete on table public.survey_tracks to authenticated;
grant select, insert, update, delete on table public.survey_tracks to service_role;

create policy "survey_tracks: member reads" on public.survey_tracks
  for select to authenticated
  using ((select private.is_member()));

create policy "survey_tracks: admin inserts" on public.survey_tracks
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "survey_tracks: admin deletes" on public.survey_tracks
  for delete to authenticated
  using ((select private.is_admin()));

-- Tells whether a picture is reviewed: faces and plates were searched, and nothing that was found waits.
create function private.is_reviewed(searched_by text, proposals jsonb)
returns boolean
language sql
immutable
parallel safe
set search_path = ''
as $$
  select searched_by is not null and proposals = '[]';
$$;

grant execute on function private.is_reviewed(text, jsonb) to authenticated, service_role;

create table public.survey_pictures (
  id uuid primary key default gen_random_uuid(),
  survey_id uuid not null references public.surveys (id) on delete cascade,
  -- It is the path within the folder that was dropped: `avant/R0010001.JPG`.
  file_name text not null,
  file_bytes bigint not null,
  file_modified timestamptz,
  width integer,
  height integer,
  -- It is the time on the camera's clock, digit by digit; null when it wrote nothing that can be a time.
  camera_wall timestamp,
  camera_time_tag public.survey_time_tag,
  -- It is the instant of camera_wall in camera_zone, which camera_zone_tag says, or for lack of a tag the whole drive.
  camera_time timestamptz,
  camera_zone text,
  camera_zone_tag public.survey_zone_tag,
  camera_lat double precision,
  camera_lon double precision,
  camera_heading real,
  -- It is null when the camera did not write it: its direction then places nothing.
  camera_heading_reference public.survey_heading_reference,
  -- These are what is held to be true, and how it is known.
  taken_at timestamptz,
  lat double precision,
  lon double precision,
  heading real,
  time_source public.survey_time_source,
  place_source public.survey_place_source,
  heading_source public.survey_heading_source,
  sequence smallint,
  -- It is the order in the drive.
  number integer,
  left_out public.survey_left_out,
  sha256 text,
  -- These name its files in survey-previews, survey-tiles and survey-public.
  preview text,
  tiles text,
  published_file text,
  blurs jsonb not null default '[]',
  proposals jsonb not null default '[]',
  -- It names the models that searched the picture for faces and plates.
  searched_by text,
  is_reviewed boolean not null generated always as (private.is_reviewed(searched_by, proposals)) stored,
  created_at timestamptz not null default now(),
  constraint survey_pictures_file_name_key unique (survey_id, file_name),
  constraint survey_pictures_file_name_length check (btrim(file_name) <> '' and char_length(file_name) <= 500),
  -- A file may be named as no person is: only what would break a line of a list is refused.
  constraint survey_pictures_file_name_printable check (file_name !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]'),
  constraint survey_pictures_file_bytes_range check (file_bytes between 1 and 4294967296),
  constraint survey_pictures_width_range check (width between 1 and 65536),
  constraint survey_pictures_height_range check (height between 1 and 65536),
  constraint survey_pictures_camera_time_range check (camera_time between '2000-01-01Z' and '2100-01-01Z'),
  constraint survey_pictures_camera_wall_range check (camera_wall between '2000-01-01' and '2100-01-01'),
  constraint survey_pictures_camera_zone_length check (char_length(camera_zone) <= 60),
  constraint survey_pictures_camera_lat_range check (camera_lat between -90 and 90),
  constraint survey_pictures_camera_lon_range check (camera_lon between -180 and 180),
  constraint survey_pictures_camera_heading_range check (camera_heading >= 0 and camera_heading < 360),
  constraint survey_pictures_taken_at_range check (taken_at between '2000-01-01Z' and '2100-01-01Z'),
  constraint survey_pictures_lat_range check (lat between -90 and 90),
  constraint survey_pictures_lon_range check (lon between -180 and 180),
  constraint survey_pictures_heading_range check (heading >= 0 and heading < 360),
  constraint survey_pictures_sequence_range check (sequence >= 1),
  constraint survey_pictures_number_range check (number >= 1),
  constraint survey_pictures_sha256_format check (sha256 ~ '\A[0-9a-f]{64}\Z'),
  -- Their paths say whose they are: no row names the files of another.
  constraint survey_pictures_preview_own check (preview = survey_id || '/' || id || '.jpg'),
  constraint survey_pictures_tiles_own check (tiles = survey_id || '/' || id || '.tiles'),
  -- A published file gets a new name each time: what was cached under the old one is not what is shown now.
  constraint survey_pictures_published_file_own check (
    published_file ~ '\A[0-9a-f-]{36}/[0-9a-f-]{36}-[0-9a-f]{8}\.jpg\Z'
    and starts_with(published_file, survey_id || '/' || id || '-')
  ),
  constraint survey_pictures_blurs_valid check (private.are_picture_ellipses(blurs, 60, false)),
  constraint survey_pictures_proposals_valid check (private.are_picture_ellipses(proposals, 120, true)),
  constraint survey_pictures_searched_by_length check (char_length(searched_by) between 1 and 60)
);

alter table public.survey_pictures enable row level security;

grant select on table public.survey_pictures to authenticated;
grant insert (
  id, survey_id, file_name, file_bytes, file_modified, width, height, camera_wall, camera_time_tag, camera_time, camera_zone,
  camera_zone_tag, camera_lat, camera_lon, camera_heading, camera_heading_reference
) on table public.survey_pictures to authenticated;
grant update (
  taken_at, lat, lon, heading, time_source, place_source, heading_source, sequence, number, left_out, sha256, preview,
  tiles, published_file, blurs, proposals, searched_by
) on table public.survey_pictures to authenticated;
grant delete on table public.survey_pictures to authenticated;
grant select, insert, update, delete on table public.survey_pictures to service_role;

create policy "survey_pictures: member reads" on public.survey_pictures
  for select to authenticated
  using ((select private.is_member()));

create policy "survey_pictures: admin inserts" on public.survey_pictures
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "survey_pictures: admin updates" on public.survey_pictures
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "survey_pictures: admin deletes" on public.survey_pictures
  for delete to authenticated
  using ((select private.is_admin()));

-- Withdraws a picture from visitors when its blurs change or it must be reviewed again, since it is no longer the
-- reviewed one.
create function private.unpublish_changed_picture()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.published_file := null;
  return new;
end;
$$;

create trigger survey_pictures_unpublish before update of blurs, proposals, searched_by, left_out on public.survey_pictures
  for each row when (
    old.published_file is not null and (
      new.blurs <> old.blurs or not private.is_reviewed(new.searched_by, new.proposals) or new.left_out is not null
    )
  )
  execute function private.unpublish_changed_picture();

-- The table pairs two pictures of the same place at two dates.
create table public.survey_pairs (
  id uuid primary key default gen_random_uuid(),
  before_picture uuid not null references public.survey_pictures (id) on delete cascade,
  after_picture uuid not null references public.survey_pictures (id) on delete cascade,
  -- It is the degrees to add to the heading of the picture after so that both look the same way.
  turn real not null default 0,
  turn_source public.survey_heading_source not null default 'trace',
  state public.survey_pair_state not null default 'à voir',
  note text not null default '',
  created_at timestamptz not null default now(),
  constraint survey_pairs_pictures_key unique (before_picture, after_picture),
  constraint survey_pairs_turn_range check (turn between -180 and 180),
  constraint survey_pairs_note_length check (char_length(note) <= 1000)
);

create index survey_pairs_after_picture_idx on public.survey_pairs (after_picture);

alter table public.survey_pairs enable row level security;

grant select on table public.survey_pairs to authenticated;
grant insert (before_picture, after_picture, turn, turn_source) on table public.survey_pairs to authenticated;
grant update (turn, turn_source, state, note) on table public.survey_pairs to authenticated;
grant delete on table public.survey_pairs to authenticated;
grant select, insert, update, delete on table public.survey_pairs to service_role;

create policy "survey_pairs: member reads" on public.survey_pairs
  for select to authenticated
  using ((select private.is_member()));

create policy "survey_pairs: admin inserts" on public.survey_pairs
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "survey_pairs: admin updates" on public.survey_pairs
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "survey_pairs: admin deletes" on public.survey_pairs
  for delete to authenticated
  using ((select private.is_admin()));

-- « Dommage constaté » marks a part of the picture after, in degrees.
create table public.survey_findings (
  id uuid primary key default gen_random_uuid(),
  pair_id uuid not null references public.survey_pairs (id) on delete cascade,
  yaw real not null,
  pitch real not null,
  width real not null,
  height real not null,
  kind text not null,
  note text not null default '',
  user_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint survey_findings_yaw_range check (yaw between -180 and 180),
  constraint survey_findings_pitch_range check (pitch between -90 and 90),
  constraint survey_findings_width_range check (width between 0.1 and 180),
  constraint survey_findings_height_range check (height between 0.1 and 180),
  constraint survey_findings_kind_length check (btrim(kind) <> '' and char_length(kind) <= 60),
  constraint survey_findings_note_length check (char_length(note) <= 1000)
);

create index survey_findings_pair_id_idx on public.survey_findings (pair_id);
create index survey_findings_user_id_idx on public.survey_findings (user_id);

alter table public.survey_findings enable row level security;

grant select on table public.survey_findings to authenticated;
grant insert (pair_id, yaw, pitch, width, height, kind, note, user_id) on table public.survey_findings to authenticated;
grant update (yaw, pitch, width, height, kind, note) on table public.survey_findings to authenticated;
grant delete on table public.survey_findings to authenticated;
grant select, insert, update, delete on table public.survey_findings to service_role;

create policy "survey_findings: member reads" on public.survey_findings
  for select to authenticated
  using ((select private.is_member()));

create policy "survey_findings: admin inserts as self" on public.survey_findings
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_admin()));

create policy "survey_findings: admin updates" on public.survey_findings
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "survey_findings: admin deletes" on public.survey_findings
  for delete to authenticated
  using ((select private.is_admin()));

-- Placing the pictures -------------------------------------------------------------------------------------------

-- Writes what a clock and a track say of the pictures of a survey, all or none: their true times, places, headings and
-- sequences, and which are left out. Pairs that were aligned stay aligned. It runs as the caller: the policies decide. It
-- returns how many pictures there were.
--   pictures  [{ id, taken_at, lat, lon, heading, time_source, place_source, heading_source, sequence, number, left_out
--             }]
create function public.place_survey_pictures(
  survey_id uuid, clock_offset_ms integer, clock_basis public.survey_clock_basis, clock_parts jsonb, pictures jsonb
)
returns integer
language plpgsql
set search_path = ''
as $$
declare
  placed integer;
begin
  -- Of two simultaneous calls, the second waits: the pictures are placed by one clock.
  update public.surveys as survey set
    clock_offset_ms = place_survey_pictures.clock_offset_ms, clock_basis = place_survey_pictures.clock_basis,
    clock_parts = place_survey_pictures.clock_parts
  where survey.id = place_survey_pictures.survey_id;
  if not found then
    raise sqlstate 'PT404' using message = 'Ce relevé n''existe plus';
  end if;
  -- Angles measured between two pictures stay valid when a heading is corrected: their pair turns the other way.
  update public.survey_pairs as pair set turn = moved.turn - 360 * round(moved.turn / 360)
  from (
    select one.id, one.turn
      + (case when one.before_picture = picture.id then 1 else -1 end) * (given.heading - picture.heading) as turn
    from jsonb_to_recordset(pictures) as given (id uuid, heading real)
    join public.survey_pictures as picture on picture.id = given.id
    join public.survey_pairs as one on picture.id in (one.before_picture, one.after_picture)
    where picture.survey_id = place_survey_pictures.survey_id and given.heading <> picture.heading
      and one.turn_source in ('appariement', 'main')
  ) as moved
  where pair.id = moved.id;
  update public.survey_pictures as picture set
    taken_at = given.taken_at, lat = given.lat, lon = given.lon, heading = given.heading,
    time_source = given.time_source, place_source = given.place_source, heading_source = given.heading_source,
    sequence = given.sequence, number = given.number, left_out = given.left_out
  from jsonb_to_recordset(pictures) as given (
    id uuid, taken_at timestamptz, lat double precision, lon double precision, heading real,
    time_source public.survey_time_source, place_source public.survey_place_source,
    heading_source public.survey_heading_source, sequence smallint, number integer, left_out public.survey_left_out
  )
  where picture.id = given.id and picture.survey_id = place_survey_pictures.survey_id;
  get diagnostics placed = row_count;
  return placed;
end;
$$;

grant execute on function public.place_survey_pictures(uuid, integer, public.survey_clock_basis, jsonb, jsonb) to authenticated;

-- Tells how far each survey is: a survey of three thousand pictures is a line of a list.
create function public.survey_counts()
returns table (survey_id uuid, pictures integer, kept integer, previews integer, reviewed integer)
language sql
stable
set search_path = ''
as $$
  select picture.survey_id, count(*)::integer,
    count(*) filter (where picture.left_out is null and picture.lat is not null)::integer,
    count(*) filter (where picture.left_out is null and picture.preview is not null)::integer,
    count(*) filter (where picture.left_out is null and picture.is_reviewed)::integer
  from public.survey_pictures as picture group by picture.survey_id;
$$;

grant execute on function public.survey_counts() to authenticated;

-- Publishing -----------------------------------------------------------------------------------------------------

-- The pages of a street are files of the site.
create constraint trigger surveys_change_site
  after delete or update of name, city, captured_on, compared_with, published_at, slug
  on public.surveys deferrable initially deferred
  for each row execute function private.mark_site_changed();

-- Shows a survey to visitors: each kept picture is reviewed, and its blurred file is there. It returns the moment, and
-- refuses with:
--   PT404  the survey was deleted meanwhile.
create function public.publish_survey(survey_id uuid, slug text)
returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept integer;
  unreviewed integer;
  missing integer;
begin
  perform private.require_admin();
  perform from public.surveys as survey where survey.id = publish_survey.survey_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ce relevé n''existe plus';
  end if;
  select count(*), count(*) filter (where not picture.is_reviewed),
    count(*) filter (where picture.published_file is null or not exists (
      select from storage.objects as file where file.bucket_id = 'survey-public' and file.name = picture.published_file
    ))
  into kept, unreviewed, missing
  from public.survey_pictures as picture
  where picture.survey_id = publish_survey.survey_id and picture.left_out is null and picture.lat is not null
    and picture.lon is not null;
  if kept = 0 then
    raise invalid_parameter_value using message = 'Aucune photo de ce relevé n''a de position : placez-les d''abord';
  elsif unreviewed > 0 then
    raise invalid_parameter_value using message =
      format('Photos à revoir avant de publier : %s. Rien n''est public tant que la revue n''est pas finie.', unreviewed);
  elsif missing > 0 then
    raise invalid_parameter_value using message =
      format('Photos qui n''ont pas encore été envoyées : %s. Reprenez la publication.', missing);
  elsif exists (
    select from public.surveys as other where other.slug = publish_survey.slug and other.id <> publish_survey.survey_id
  ) then
    raise invalid_parameter_value using message = 'Une autre rue publiée porte déjà cette adresse';
  end if;
  update public.surveys as survey set slug = publish_survey.slug, published_at = now()
  where survey.id = publish_survey.survey_id;
  return now();
end;
$$;

grant execute on function public.publish_survey(uuid, text) to authenticated;

create function public.withdraw_survey(survey_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.surveys as survey set published_at = null where survey.id = withdraw_survey.survey_id;
  if not found then
    raise sqlstate 'PT404' using message = 'Ce relevé n''existe plus';
  end if;
  update public.survey_pictures as picture set published_file = null
  where picture.survey_id = withdraw_survey.survey_id and picture.published_file is not null;
end;
$$;

grant execute on function public.withdraw_survey(uuid) to authenticated;

-- Returns a picture as visitors get it.
create function private.published_picture(picture public.survey_pictures)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'lat', picture.lat, 'lon', picture.lon, 'heading', picture.heading,
    'day', (picture.taken_at at time zone 'America/Toronto')::date,
    'path', picture.published_file
  );
$$;

-- Returns a published street to anybody who has its address: the pairs of the survey whose two pictures are public. It
-- returns null when there is none.
create function public.published_street(slug text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'name', survey.name, 'city', survey.city, 'region', survey.region, 'captured_on', survey.captured_on,
    'compared_on', earlier.captured_on,
    'pairs', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'id', pair.id, 'turn', pair.turn, 'sequence', later.sequence, 'number', later.number,
          'before', private.published_picture(former), 'after', private.published_picture(later)
        )
        order by later.sequence, later.number, pair.id
      )
      from public.survey_pictures as later
      join public.survey_pairs as pair on pair.after_picture = later.id
      join public.survey_pictures as former on former.id = pair.before_picture
      join public.surveys as former_survey on former_survey.id = former.survey_id
      where later.survey_id = survey.id and former_survey.published_at is not null
        and later.published_file is not null and former.published_file is not null
        and num_nulls(later.lat, later.lon, former.lat, former.lon) = 0
    ), '[]')
  )
  from public.surveys as survey
  left join public.surveys as earlier on earlier.id = survey.compared_with and earlier.published_at is not null
  where survey.slug = published_street.slug and survey.published_at is not null;
$$;

grant execute on function public.published_street(text) to anon, authenticated;

-- Lists the published streets that were photographed twice, the newest first.
create function public.published_streets()
returns table (slug text, name text, city text, captured_on date, compared_on date)
language sql
stable
security definer
set search_path = ''
as $$
  select survey.slug, survey.name, survey.city, survey.captured_on, earlier.captured_on
  from public.surveys as survey
  join public.surveys as earlier on earlier.id = survey.compared_with and earlier.published_at is not null
  where survey.published_at is not null
  order by survey.captured_on desc nulls last, survey.name;
$$;

grant execute on function public.published_streets() to anon, authenticated;

-- Files ----------------------------------------------------------------------------------------------------------

-- These hold pictures as the camera took them, with faces and plates: only members read them.
select private.make_bucket('survey-previews', false, 4194304, array['image/jpeg'], reads => false);
-- The tiles of an original are one file (src/shared/sphere/tile-pack.ts): a folder of a hundred files a picture would be
-- sixty thousand rows a street.
select private.make_bucket('survey-tiles', false, 83886080, array['application/octet-stream'], reads => false);
-- The last one holds the reviewed and blurred pictures for visitors.
select private.make_bucket('survey-public', true, 4194304, array['image/jpeg']);

-- Returns the picture that a file is of: `<survey>/<picture>.jpg`, `<survey>/<picture>.tiles`,
-- `<survey>/<picture>-<8 digits>.jpg`; null for any other name.
create function private.picture_of_survey_file(name text)
returns uuid
language sql
immutable
set search_path = ''
as $$
  select case
    when name ~ '\A[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.tiles|(-[0-9a-f]{8})?\.jpg)\Z'
    then substr(name, 38, 36)::uuid
  end;
$$;

-- Tells whether a file of a survey may be there: its picture is, in that survey; what is public shows a picture that is
-- reviewed.
create function private.may_hold_survey_file(bucket text, name text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select (select private.is_admin()) and exists (
    select from public.survey_pictures as picture
    where picture.id = private.picture_of_survey_file(may_hold_survey_file.name)
      and picture.survey_id::text = split_part(may_hold_survey_file.name, '/', 1)
      and case bucket
        when 'survey-public' then may_hold_survey_file.name ~ '-[0-9a-f]{8}\.jpg\Z' and char_length(may_hold_survey_file.name) = 86
          and picture.left_out is null and picture.is_reviewed
        when 'survey-tiles' then may_hold_survey_file.name ~ '\.tiles\Z'
        else may_hold_survey_file.name ~ '\.jpg\Z' and char_length(may_hold_survey_file.name) = 77
      end
  );
$$;

grant execute on function private.may_hold_survey_file(text, text) to authenticated;

-- Tells whether a row names a file. A survey in the trash comes back with its previews and tiles; visitors are not shown it
-- meanwhile.
create function private.is_used_survey_file(bucket text, name text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.survey_pictures as picture
    where picture.id = private.picture_of_survey_file(is_used_survey_file.name)
      and is_used_survey_file.name = case bucket
        when 'survey-previews' then picture.preview
        when 'survey-tiles' then picture.tiles
        else picture.published_file
      end
  ) or bucket <> 'survey-public' and exists (
    select from private.trash_rows as kept
    where kept.content ->> 'id' = private.picture_of_survey_file(is_used_survey_file.name)::text
      and kept.place = 'public.survey_pictures'
      and is_used_survey_file.name
        = kept.content ->> case bucket when 'survey-previews' then 'preview' else 'tiles' end
  );
$$;

grant execute on function private.is_used_survey_file(text, text) to authenticated;

create policy "survey-previews and survey-tiles: member reads" on storage.objects
  for select to authenticated
  using (bucket_id in ('survey-previews', 'survey-tiles') and (select private.is_member()));

create policy "survey files: admin uploads" on storage.objects
  for insert to authenticated
  with check (
    bucket_id in ('survey-previews', 'survey-tiles', 'survey-public')
    and private.may_hold_survey_file(bucket_id, name)
  );

create policy "survey files: admin deletes unused" on storage.objects
  for delete to authenticated
  using (
    bucket_id in ('survey-previews', 'survey-tiles', 'survey-public')
    and (select private.is_admin())
    and not private.is_used_survey_file(bucket_id, name)
  );

-- Tells whether a survey is neither there nor in the trash.
create function private.is_gone_survey(id text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select not exists (select from public.surveys as survey where survey.id::text = is_gone_survey.id)
    and not exists (select from public.trash as item where item.id::text = is_gone_survey.id);
$$;

-- Lists the files that nothing names: at once when their survey is gone for good, after a day otherwise, for a tab may
-- be sending them. Who destroyed the survey, and dispatch-emails, delete them through the storage API: deleting the row
-- here would leave the file.
create function public.unused_survey_files()
returns table (bucket text, name text)
language sql
stable
security definer
set search_path = ''
as $$
  select file.bucket_id, file.name
  from storage.objects as file
  where (select private.is_admin() or current_setting('role', true) = 'service_role')
    and file.bucket_id in ('survey-previews', 'survey-tiles', 'survey-public')
    and not private.is_used_survey_file(file.bucket_id, file.name)
    and (file.created_at < now() - interval '1 day' or private.is_gone_survey(split_part(file.name, '/', 1)))
  limit 1000;
$$;

grant execute on function public.unused_survey_files() to authenticated, service_role;
