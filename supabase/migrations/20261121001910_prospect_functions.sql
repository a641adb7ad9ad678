-- What must happen together around prospects. The first group is for the function generate-prospects (secret key),
-- the second for administrators.

-- Begins a run, unless one is under way: { id, started }. The trip's row is the lock.
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

revoke all on function public.start_prospect_generation(uuid) from public, anon, authenticated, service_role;
grant execute on function public.start_prospect_generation(uuid) to service_role;

-- Says where a run is, and keeps it alive. False when another one took its place.
create function public.report_prospect_generation(generation_id uuid, current_step text, found_so_far integer)
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

revoke all on function public.report_prospect_generation(uuid, text, integer) from public, anon, authenticated, service_role;
grant execute on function public.report_prospect_generation(uuid, text, integer) to service_role;

-- Writes what a run found, once per organisation and trip, and says how many are new. Only the run that holds the
-- trip may; what an administrator decided, and what was found since, stays.
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
      latitude, longitude, distance_km, score, email, email_source_url, email_found_at,
      phone, phone_source_url, phone_found_at, website, website_source_url, website_found_at
    )
    select
      trip_id, p.origin, p.external_id, p.source_url, p.company, p.city, p.region, p.sector, p.ai_reasoning,
      p.latitude, p.longitude, p.distance_km, p.score, p.email, p.email_source_url, p.email_found_at,
      p.phone, p.phone_source_url, p.phone_found_at, p.website, p.website_source_url, p.website_found_at
    from jsonb_populate_recordset(null::public.suggested_prospects, prospects) as p
    where p.external_id is not null
    on conflict (trip_plan_id, external_id) do update
      set ai_reasoning = excluded.ai_reasoning, score = excluded.score, distance_km = excluded.distance_km
      where kept.status = 'pending'
    returning (xmax = 0) as is_new
  )
  select count(*) into new_ones from stored where is_new;
  update public.prospect_generations set added = added + new_ones, step = 'saving' where id = generation_id;
  return new_ones;
end;
$$;

revoke all on function public.store_prospects(uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.store_prospects(uuid, jsonb) to service_role;

-- Ends a run. A run whose place was taken changes nothing.
create function public.finish_prospect_generation(generation_id uuid, outcome text, said text)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.prospect_generations
  set status = outcome, message = left(said, 1000), finished_at = clock_timestamp()
  where id = generation_id and status = 'running';
$$;

revoke all on function public.finish_prospect_generation(uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.finish_prospect_generation(uuid, text, text) to service_role;

-- What a new prospect of the trip must not repeat, as one value: a list would be cut at 1 000 rows.
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

revoke all on function public.known_organisations(uuid) from public, anon, authenticated, service_role;
grant execute on function public.known_organisations(uuid) to service_role;

-- Keeps an answer of the query service, and lets go of those older than 30 days.
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

revoke all on function public.store_overpass_answer(text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.store_overpass_answer(text, jsonb) to service_role;

-- True for the one caller who may now ask the query service; a caller who dies holds it for two minutes and a half.
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

revoke all on function public.take_overpass_slot(uuid) from public, anon, authenticated, service_role;
grant execute on function public.take_overpass_slot(uuid) to service_role;

-- Gives the place back, after a pause when the service asked for one.
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

revoke all on function public.release_overpass_slot(uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.release_overpass_slot(uuid, integer) to service_role;

-- One prospect into one contact, however often and by however many people it is asked: its row is the lock.
create function private.accept_locked_prospect(prospect public.suggested_prospects)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  contact uuid;
  proof_is_whole boolean := prospect.email_source_url is not null and prospect.email_found_at is not null;
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
  -- A withdrawal weighs more than a page that shows the address; a proof is kept once.
  if prospect.email is not null and not exists (
    select from public.consent_events where lower(email) = lower(prospect.email) and basis in ('published', 'express', 'withdrawn')
  ) then
    insert into public.consent_events (contact_id, email, basis, occurred_at, source_url, evidence, recorded_by)
    values (
      contact, prospect.email,
      case when proof_is_whole and not prospect.no_solicitation then 'published' else 'none' end,
      coalesce(prospect.email_found_at, now()), prospect.email_source_url,
      case
        when prospect.no_solicitation then 'La page porte une mention qui refuse la sollicitation.'
        when not proof_is_whole then 'La source ou la date de cette adresse est inconnue.'
        when prospect.email_source_url ~ '^https://www\.openstreetmap\.org/' then 'Adresse publiée dans OpenStreetMap, relevée à la date indiquée.'
        else 'Adresse publiée à la source indiquée, relevée à la date indiquée.'
      end,
      auth.uid()
    );
  end if;
  update public.suggested_prospects set status = 'accepted', contact_id = contact where id = prospect.id;
  return contact;
end;
$$;

revoke all on function private.accept_locked_prospect(public.suggested_prospects) from public, anon, authenticated, service_role;

-- The contact that the prospect became, now or earlier.
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

revoke all on function public.accept_prospect(uuid) from public, anon, authenticated, service_role;
grant execute on function public.accept_prospect(uuid) to authenticated;

-- All that wait, one after the other, all or none. Answers how many were accepted by this call.
create function public.accept_all_prospects(trip_id uuid)
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
    where trip_plan_id = trip_id and status = 'pending'
    order by external_id, id for update
  loop
    perform private.accept_locked_prospect(prospect);
    accepted := accepted + 1;
  end loop;
  return accepted;
end;
$$;

revoke all on function public.accept_all_prospects(uuid) from public, anon, authenticated, service_role;
grant execute on function public.accept_all_prospects(uuid) to authenticated;

-- Takes a rejection back; a prospect that waits already stays as it is.
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

revoke all on function public.undo_rejection(uuid) from public, anon, authenticated, service_role;
grant execute on function public.undo_rejection(uuid) to authenticated;
