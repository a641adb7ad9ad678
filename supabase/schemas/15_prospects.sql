-- This file holds the prospects suggested around a trip: where each one and each of its addresses comes from, the runs
-- that find them, and how a prospect becomes a contact.

create type public.prospect_status as enum ('pending', 'accepted', 'rejected');

create type public.prospect_origin as enum ('mamh', 'osm');

-- The function generate-prospects writes the table. The person's name is often unknown: it is never invented.
create table public.suggested_prospects (
  id uuid primary key default gen_random_uuid(),
  trip_plan_id uuid not null references public.trip_plans (id) on delete cascade,
  name text,
  company text not null,
  email text,
  phone text,
  city text not null,
  region text not null,
  sector public.sector not null default 'autre',
  website text,
  ai_reasoning text,
  status public.prospect_status not null default 'pending',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- 'mamh' is the register of municipalities, 'osm' is OpenStreetMap. It is null for rows older than the registers.
  origin public.prospect_origin,
  -- It is the organisation's name in its register: 'mamh:23027', 'osm:node/123'.
  external_id text,
  source_url text,
  latitude double precision,
  longitude double precision,
  distance_km numeric(5, 1),
  -- It says how promising the prospect is, 0 to 100 (supabase/functions/generate-prospects/score.ts).
  score smallint,
  -- These are the proof of each address: the page it was read on, and when.
  email_source_url text,
  email_found_at timestamptz,
  phone_source_url text,
  phone_found_at timestamptz,
  website_source_url text,
  website_found_at timestamptz,
  -- The page says that it wants no commercial messages: publication is then no consent.
  no_solicitation boolean not null default false,
  contact_id uuid references public.contacts (id) on delete set null,
  -- It is the distance by the road, when a routing server said it; distance_km is as the crow flies.
  road_km numeric(6, 1),
  road_minutes integer,
  -- It names in French the barrier between the trip's place and the prospect: the other shore and the way there, or no
  -- road at all.
  crossing text,
  constraint suggested_prospects_name_length check (char_length(name) <= 100),
  constraint suggested_prospects_name_one_line check (private.is_one_line_text(name)),
  constraint suggested_prospects_company_length check (btrim(company) <> '' and char_length(company) <= 100),
  constraint suggested_prospects_company_one_line check (private.is_one_line_text(company)),
  constraint suggested_prospects_email_format check (private.is_email_address(email)),
  constraint suggested_prospects_phone_length check (char_length(phone) <= 20),
  constraint suggested_prospects_phone_one_line check (private.is_one_line_text(phone)),
  constraint suggested_prospects_city_length check (btrim(city) <> '' and char_length(city) <= 100),
  constraint suggested_prospects_city_one_line check (private.is_one_line_text(city)),
  constraint suggested_prospects_region_length check (btrim(region) <> '' and char_length(region) <= 100),
  constraint suggested_prospects_region_one_line check (private.is_one_line_text(region)),
  constraint suggested_prospects_website_length check (char_length(website) <= 500),
  constraint suggested_prospects_website_format check (private.is_web_address(website)),
  constraint suggested_prospects_ai_reasoning_length check (char_length(ai_reasoning) <= 2000),
  constraint suggested_prospects_external_id_format check (
    external_id ~ '^(mamh:[0-9A-Za-z-]+|osm:(node|way|relation)/[0-9]+)$' and char_length(external_id) <= 60
  ),
  constraint suggested_prospects_latitude_range check (latitude between -90 and 90),
  constraint suggested_prospects_longitude_range check (longitude between -180 and 180),
  constraint suggested_prospects_distance_km_range check (distance_km between 0 and 600),
  constraint suggested_prospects_road_km_range check (road_km between 0 and 10000),
  constraint suggested_prospects_road_minutes_range check (road_minutes between 0 and 20000),
  constraint suggested_prospects_crossing_length check (btrim(crossing) <> '' and char_length(crossing) <= 200),
  constraint suggested_prospects_crossing_one_line check (private.is_one_line_text(crossing)),
  constraint suggested_prospects_score_range check (score between 0 and 100),
  constraint suggested_prospects_source_url_length check (char_length(source_url) <= 500),
  constraint suggested_prospects_source_url_format check (private.is_web_address(source_url)),
  constraint suggested_prospects_email_source_url_length check (char_length(email_source_url) <= 500),
  constraint suggested_prospects_email_source_url_format check (private.is_web_address(email_source_url)),
  constraint suggested_prospects_phone_source_url_length check (char_length(phone_source_url) <= 500),
  constraint suggested_prospects_phone_source_url_format check (private.is_web_address(phone_source_url)),
  constraint suggested_prospects_website_source_url_length check (char_length(website_source_url) <= 500),
  constraint suggested_prospects_website_source_url_format check (private.is_web_address(website_source_url)),
  constraint suggested_prospects_external_id_key unique (trip_plan_id, external_id)
);

create index suggested_prospects_trip_plan_id_idx on public.suggested_prospects (trip_plan_id, created_at desc);
create index suggested_prospects_contact_id_idx on public.suggested_prospects (contact_id);
create index suggested_prospects_external_id_idx on public.suggested_prospects (external_id);

create trigger suggested_prospects_set_updated_at before update on public.suggested_prospects
  for each row execute function private.set_updated_at();

alter table public.suggested_prospects enable row level security;

grant select on table public.suggested_prospects to authenticated;
grant update (status, email, phone, website) on table public.suggested_prospects to authenticated;
grant delete on table public.suggested_prospects to authenticated;
grant select, insert, update, delete on table public.suggested_prospects to service_role;
grant update (
  email_source_url, email_found_at, phone_source_url, phone_found_at, website_source_url, website_found_at,
  no_solicitation
) on table public.suggested_prospects to authenticated;

create policy "suggested_prospects: member reads" on public.suggested_prospects
  for select to authenticated
  using ((select private.is_member()));

create policy "suggested_prospects: admin updates" on public.suggested_prospects
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "suggested_prospects: admin deletes pending" on public.suggested_prospects
  for delete to authenticated
  using (status = 'pending' and (select private.is_admin()));

-- A proof belongs to one value: a value that changes without a new proof loses the old one.
create function private.forget_prospect_proofs()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.email is distinct from old.email and new.email_found_at is not distinct from old.email_found_at then
    new.email_source_url := null;
    new.email_found_at := null;
  end if;
  if new.phone is distinct from old.phone and new.phone_found_at is not distinct from old.phone_found_at then
    new.phone_source_url := null;
    new.phone_found_at := null;
  end if;
  if new.website is distinct from old.website and new.website_found_at is not distinct from old.website_found_at then
    new.website_source_url := null;
    new.website_found_at := null;
  end if;
  return new;
end;
$$;

create trigger suggested_prospects_forget_proofs before update on public.suggested_prospects
  for each row execute function private.forget_prospect_proofs();

-- Runs of generate-prospects -------------------------------------------------------------------------------------

create type public.generation_status as enum ('running', 'finished', 'failed');

create type public.generation_step as enum ('registers', 'businesses', 'ranking', 'saving');

-- The table has a row for each run of generate-prospects for one trip. The screen polls it, so that closing the page
-- loses nothing.
create table public.prospect_generations (
  id uuid primary key default gen_random_uuid(),
  trip_plan_id uuid not null references public.trip_plans (id) on delete cascade,
  status public.generation_status not null default 'running',
  step public.generation_step not null default 'registers',
  -- These count the organisations seen so far, and the prospects written.
  found integer not null default 0,
  added integer not null default 0,
  message text,
  started_at timestamptz not null default now(),
  -- It is the end of the lease: a run that does not renew it has failed, and another may start.
  lease_expires_at timestamptz not null default now() + interval '3 minutes',
  finished_at timestamptz,
  constraint prospect_generations_found_range check (found >= 0),
  constraint prospect_generations_added_range check (added >= 0),
  constraint prospect_generations_message_length check (char_length(message) <= 1000)
);

create unique index prospect_generations_one_running on public.prospect_generations (trip_plan_id)
  where status = 'running';
create index prospect_generations_trip_plan_id_idx on public.prospect_generations (trip_plan_id, started_at desc);

alter table public.prospect_generations enable row level security;

-- Only the functions below write.
grant select on table public.prospect_generations to authenticated;
grant select on table public.prospect_generations to service_role;

create policy "prospect_generations: member reads" on public.prospect_generations
  for select to authenticated
  using ((select private.is_member()));

-- Starts a run, unless one is running, and returns { id, started }. The trip's row is the lock.
create function public.start_prospect_generation(trip_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  running public.prospect_generations;
  new_id uuid;
begin
  perform 1 from public.trip_plans where id = trip_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Déplacement introuvable';
  end if;
  select * into running from public.prospect_generations
  where trip_plan_id = trip_id and status = 'running';
  if running.lease_expires_at > clock_timestamp() then
    return jsonb_build_object('id', running.id, 'started', false);
  end if;
  update public.prospect_generations
  set status = 'failed', finished_at = clock_timestamp(), message = 'La génération a été interrompue. Relancez-la.'
  where id = running.id;
  insert into public.prospect_generations (trip_plan_id, started_at, lease_expires_at)
  values (trip_id, clock_timestamp(), clock_timestamp() + interval '3 minutes')
  returning id into new_id;
  return jsonb_build_object('id', new_id, 'started', true);
end;
$$;

grant execute on function public.start_prospect_generation(uuid) to service_role;

-- Records the progress of a run and renews its lease. It returns false when another run replaced it.
create function public.report_prospect_generation(generation_id uuid, current_step public.generation_step, found_so_far integer)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.prospect_generations
  set step = current_step, found = found_so_far, lease_expires_at = clock_timestamp() + interval '3 minutes'
  where id = generation_id and status = 'running';
  return found;
end;
$$;

grant execute on function public.report_prospect_generation(uuid, public.generation_step, integer) to service_role;

-- Writes what a run found, once per organisation and trip, and returns how many are new. Only the current run may.
-- Prospects that an administrator accepted or rejected, and addresses found since, are kept.
create function public.store_prospects(generation_id uuid, prospects jsonb)
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

grant execute on function public.store_prospects(uuid, jsonb) to service_role;

-- Ends a run; a run that was replaced changes nothing.
create function public.finish_prospect_generation(generation_id uuid, outcome public.generation_status, said text)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.prospect_generations
  set status = outcome, message = left(said, 1000), finished_at = clock_timestamp()
  where id = generation_id and status = 'running';
$$;

grant execute on function public.finish_prospect_generation(uuid, public.generation_status, text) to service_role;

-- Lists the organisations that a new prospect of the trip must not repeat, as one value because a list is cut at 1 000
-- rows.
create function public.known_organisations(trip_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(known), '[]')
  from (
    select null::text as external_id, company, city, email, website from public.contacts
    union all
    select external_id, company, city, email, website from public.suggested_prospects where trip_plan_id = trip_id
  ) as known;
$$;

grant execute on function public.known_organisations(uuid) to service_role;

-- OpenStreetMap's query service (Overpass) -----------------------------------------------------------------------

-- The table caches the answers of Overpass for 30 days: its usage policy asks for caching.
create table public.overpass_answers (
  -- It is the SHA-256 of the query, in lower-case hexadecimal.
  key text primary key,
  answer jsonb not null,
  stored_at timestamptz not null default now(),
  constraint overpass_answers_key_format check (key ~ '^[0-9a-f]{64}$')
);

create index overpass_answers_stored_at_idx on public.overpass_answers (stored_at);

alter table public.overpass_answers enable row level security;

-- Only store_overpass_answer writes.
grant select on table public.overpass_answers to service_role;

-- The query service allows one query at a time for the whole product, and asks for a pause after each refusal.
create table private.query_slots (
  slot text primary key,
  holder uuid,
  free_at timestamptz not null
);

alter table private.query_slots enable row level security;

-- Caches an answer and deletes those older than 30 days.
create function public.store_overpass_answer(query_key text, found jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.overpass_answers where stored_at < now() - interval '30 days';
  insert into public.overpass_answers (key, answer) values (query_key, found)
  on conflict (key) do update set answer = excluded.answer, stored_at = now();
$$;

grant execute on function public.store_overpass_answer(text, jsonb) to service_role;

-- Returns true to the one caller that may query; the lease of a caller that crashes ends after two minutes and a half.
create function public.take_overpass_slot(caller uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.query_slots as taken (slot, holder, free_at)
  values ('overpass', caller, clock_timestamp() + interval '150 seconds')
  on conflict (slot) do update set holder = excluded.holder, free_at = excluded.free_at
    where taken.free_at <= clock_timestamp();
  return found;
end;
$$;

grant execute on function public.take_overpass_slot(uuid) to service_role;

-- Releases the slot, after a pause when the service asked for one.
create function public.release_overpass_slot(caller uuid, pause_seconds integer)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.query_slots
  set holder = null, free_at = clock_timestamp() + make_interval(secs => greatest(pause_seconds, 0))
  where slot = 'overpass' and holder = caller;
$$;

grant execute on function public.release_overpass_slot(uuid, integer) to service_role;

-- Language model -------------------------------------------------------------------------------------------------

-- The table records the cost of each call of the language model.
create table public.language_model_calls (
  id uuid primary key default gen_random_uuid(),
  -- It says what the call was for: the name of the question.
  purpose text not null,
  model text not null,
  -- It is the status of the provider's answer; null when none came.
  http_status integer,
  -- The provider counts the tokens; null when it does not say.
  prompt_tokens integer,
  completion_tokens integer,
  duration_ms integer not null,
  called_at timestamptz not null default now(),
  constraint language_model_calls_purpose_length check (btrim(purpose) <> '' and char_length(purpose) <= 100),
  constraint language_model_calls_model_length check (btrim(model) <> '' and char_length(model) <= 200),
  constraint language_model_calls_http_status_range check (http_status between 100 and 599),
  constraint language_model_calls_prompt_tokens_range check (prompt_tokens >= 0),
  constraint language_model_calls_completion_tokens_range check (completion_tokens >= 0),
  constraint language_model_calls_duration_ms_range check (duration_ms >= 0)
);

create index language_model_calls_called_at_idx on public.language_model_calls (called_at desc);

alter table public.language_model_calls enable row level security;

grant select on table public.language_model_calls to authenticated;
grant select, insert on table public.language_model_calls to service_role;

create policy "language_model_calls: member reads" on public.language_model_calls
  for select to authenticated
  using ((select private.is_member()));

-- Accepting and rejecting ----------------------------------------------------------------------------------------

-- Makes a contact from a prospect whose row the caller has locked. Calling it again changes nothing.
create function private.accept_locked_prospect(prospect public.suggested_prospects)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  contact uuid;
  proof_is_whole boolean := prospect.email_source_url is not null and prospect.email_found_at is not null;
  is_on_map boolean := coalesce(private.is_open_map(prospect.email_source_url), false);
begin
  if prospect.external_id is not null then
    -- The same organisation may be suggested to two trips, and accepted in both at once.
    perform pg_advisory_xact_lock(5, hashtext(prospect.external_id));
    select other.contact_id into contact from public.suggested_prospects as other
    where other.external_id = prospect.external_id and other.contact_id is not null
    order by other.created_at limit 1;
  end if;
  if contact is null then
    insert into public.contacts (user_id, name, company, email, phone, city, region, sector, status, website, notes)
    values (
      auth.uid(), coalesce(prospect.name, prospect.company), prospect.company, prospect.email, prospect.phone,
      prospect.city, prospect.region, prospect.sector, 'nouveau', prospect.website,
      left(btrim('Suggéré par IA: ' || coalesce(prospect.ai_reasoning, '')), 1000)
    )
    on conflict (lower(email)) do nothing
    returning id into contact;
  end if;
  if contact is null then
    select id into contact from public.contacts where lower(email) = lower(prospect.email);
  end if;
  -- A withdrawal outweighs a page that shows the address; a proof is recorded once. A notice against solicitation is
  -- recorded whatever was published before.
  if prospect.email is not null and not exists (
    select from public.consent_events
    where lower(email) = lower(prospect.email)
      and (
        basis in ('express', 'withdrawn')
        or basis = 'published' and not prospect.no_solicitation and not private.is_open_map(source_url)
      )
  ) then
    insert into public.consent_events (contact_id, email, basis, occurred_at, source_url, evidence, recorded_by)
    values (
      contact, prospect.email,
      (case
        when prospect.no_solicitation then 'no_solicitation'
        when not proof_is_whole then 'none'
        when is_on_map then 'unverified'
        else 'published'
      end)::public.consent_basis,
      -- The notice is newer than the address beside it.
      case when prospect.no_solicitation then now() else coalesce(prospect.email_found_at, now()) end,
      case when prospect.no_solicitation and is_on_map then null else prospect.email_source_url end,
      case
        when prospect.no_solicitation then 'La page de l’organisation porte une mention qui refuse la sollicitation.'
        when not proof_is_whole then 'La source ou la date de cette adresse est inconnue.'
        when is_on_map then 'Adresse inscrite dans OpenStreetMap par un contributeur, à vérifier sur le site de l’organisation.'
        else 'Adresse publiée à la source indiquée, relevée à la date indiquée.'
      end,
      auth.uid()
    );
  end if;
  update public.suggested_prospects set status = 'accepted', contact_id = contact where id = prospect.id;
  return contact;
end;
$$;

-- Returns the contact made from the prospect, by this call or an earlier one.
create function public.accept_prospect(prospect_id uuid)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  prospect public.suggested_prospects;
begin
  perform private.require_admin();
  select * into prospect from public.suggested_prospects where id = prospect_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Prospect introuvable';
  end if;
  if prospect.status = 'accepted' then
    return prospect.contact_id;
  end if;
  if prospect.status = 'rejected' then
    raise sqlstate 'PT409' using message = 'Ce prospect a été rejeté';
  end if;
  return private.accept_locked_prospect(prospect);
end;
$$;

grant execute on function public.accept_prospect(uuid) to authenticated;

-- Accepts, in one transaction, those of the given prospects of a trip that are still pending: what the screen showed
-- when the administrator confirmed, no more. It returns how many.
create function public.accept_all_prospects(trip_id uuid, prospect_ids uuid[])
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  prospect public.suggested_prospects;
  accepted integer := 0;
begin
  perform private.require_admin();
  for prospect in
    select * from public.suggested_prospects
    where trip_plan_id = trip_id and id = any (prospect_ids) and status = 'pending'
    order by external_id, id for update
  loop
    perform private.accept_locked_prospect(prospect);
    accepted := accepted + 1;
  end loop;
  return accepted;
end;
$$;

grant execute on function public.accept_all_prospects(uuid, uuid[]) to authenticated;

-- Undoes a rejection; a pending prospect is unchanged.
create function public.undo_rejection(prospect_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  current_status text;
begin
  perform private.require_admin();
  select status into current_status from public.suggested_prospects where id = prospect_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Prospect introuvable';
  end if;
  if current_status = 'accepted' then
    raise sqlstate 'PT409' using message = 'Ce prospect a déjà été accepté';
  end if;
  update public.suggested_prospects set status = 'pending' where id = prospect_id and status = 'rejected';
end;
$$;

grant execute on function public.undo_rejection(uuid) to authenticated;

-- Personal data ------------------------------------------------------------------------------------------------------

-- Returns what a person's copy holds of prospects.
create function private.prospect_personal_data(person uuid, addresses text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'prospects', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at), '[]')
      from public.suggested_prospects s where s.contact_id = person or lower(s.email) = any (addresses)
    )
  );
$$;
