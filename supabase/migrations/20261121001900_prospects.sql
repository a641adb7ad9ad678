-- Prospects that really exist: where each one and each of its addresses comes from, how a generation goes on, and
-- how a prospect becomes a contact.

alter table public.suggested_prospects
  -- 'mamh': the register of municipalities; 'osm': OpenStreetMap. Null for rows older than the registers.
  add column origin text,
  -- The organisation's name in its register: 'mamh:23027', 'osm:node/123'.
  add column external_id text,
  add column source_url text,
  add column latitude double precision,
  add column longitude double precision,
  add column distance_km numeric(5, 1),
  -- How promising, 0 to 100 (supabase/functions/generate-prospects/score.ts).
  add column score smallint,
  -- The proof of each address: the page it was read on, and when.
  add column email_source_url text,
  add column email_found_at timestamptz,
  add column phone_source_url text,
  add column phone_found_at timestamptz,
  add column website_source_url text,
  add column website_found_at timestamptz,
  -- The page says that it wants no commercial messages: publication is then no consent.
  add column no_solicitation boolean not null default false,
  add column contact_id uuid references public.contacts (id) on delete set null,
  add constraint suggested_prospects_origin_known check (origin in ('mamh', 'osm')),
  add constraint suggested_prospects_external_id_format check (
    external_id ~ '^(mamh:[0-9A-Za-z-]+|osm:(node|way|relation)/[0-9]+)$' and char_length(external_id) <= 60
  ),
  add constraint suggested_prospects_latitude_range check (latitude between -90 and 90),
  add constraint suggested_prospects_longitude_range check (longitude between -180 and 180),
  add constraint suggested_prospects_distance_km_range check (distance_km between 0 and 600),
  add constraint suggested_prospects_score_range check (score between 0 and 100),
  add constraint suggested_prospects_source_url_length check (char_length(source_url) <= 500),
  add constraint suggested_prospects_source_url_format check (source_url ~* '^https?://[^[:space:]/?#]+[^[:space:]]*$'),
  add constraint suggested_prospects_email_source_url_length check (char_length(email_source_url) <= 500),
  add constraint suggested_prospects_email_source_url_format check (
    email_source_url ~* '^https?://[^[:space:]/?#]+[^[:space:]]*$'
  ),
  add constraint suggested_prospects_phone_source_url_length check (char_length(phone_source_url) <= 500),
  add constraint suggested_prospects_phone_source_url_format check (
    phone_source_url ~* '^https?://[^[:space:]/?#]+[^[:space:]]*$'
  ),
  add constraint suggested_prospects_website_source_url_length check (char_length(website_source_url) <= 500),
  add constraint suggested_prospects_website_source_url_format check (
    website_source_url ~* '^https?://[^[:space:]/?#]+[^[:space:]]*$'
  ),
  add constraint suggested_prospects_external_id_key unique (trip_plan_id, external_id);

create index suggested_prospects_contact_id_idx on public.suggested_prospects (contact_id);
create index suggested_prospects_external_id_idx on public.suggested_prospects (external_id);

grant update (
  email_source_url, email_found_at, phone_source_url, phone_found_at, website_source_url, website_found_at,
  no_solicitation
) on table public.suggested_prospects to authenticated;

-- A proof belongs to one value: an address that changes without a new proof has none.
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

revoke all on function private.forget_prospect_proofs() from public, anon, authenticated, service_role;

create trigger suggested_prospects_forget_proofs before update on public.suggested_prospects
  for each row execute function private.forget_prospect_proofs();

-- One run of generate-prospects for one trip. The screen reads it, so that leaving the page loses nothing.
create table public.prospect_generations (
  id uuid primary key default gen_random_uuid(),
  trip_plan_id uuid not null references public.trip_plans (id) on delete cascade,
  status text not null default 'running',
  step text not null default 'registers',
  -- Organisations seen so far, and prospects written.
  found integer not null default 0,
  added integer not null default 0,
  message text,
  started_at timestamptz not null default now(),
  -- A run that says nothing more until then is dead, and another may take its place.
  lease_expires_at timestamptz not null default now() + interval '3 minutes',
  finished_at timestamptz,
  constraint prospect_generations_status_known check (status in ('running', 'finished', 'failed')),
  constraint prospect_generations_step_known check (step in ('registers', 'businesses', 'ranking', 'saving')),
  constraint prospect_generations_found_range check (found >= 0),
  constraint prospect_generations_added_range check (added >= 0),
  constraint prospect_generations_message_length check (char_length(message) <= 1000)
);

create unique index prospect_generations_one_running on public.prospect_generations (trip_plan_id)
  where status = 'running';
create index prospect_generations_trip_plan_id_idx on public.prospect_generations (trip_plan_id, started_at desc);

revoke all on table public.prospect_generations from public, anon, authenticated, service_role;
alter table public.prospect_generations enable row level security;

-- Written by the functions below alone.
grant select on table public.prospect_generations to authenticated;
grant select on table public.prospect_generations to service_role;

create policy "prospect_generations: admin reads" on public.prospect_generations
  for select to authenticated
  using ((select private.is_admin()));

-- Answers of OpenStreetMap's query service, kept 30 days as its users are asked to.
create table public.overpass_answers (
  -- SHA-256, in lower-case hexadecimal, of the query.
  key text primary key,
  answer jsonb not null,
  stored_at timestamptz not null default now(),
  constraint overpass_answers_key_format check (key ~ '^[0-9a-f]{64}$')
);

create index overpass_answers_stored_at_idx on public.overpass_answers (stored_at);

revoke all on table public.overpass_answers from public, anon, authenticated, service_role;
alter table public.overpass_answers enable row level security;
-- Written by store_overpass_answer alone.
grant select on table public.overpass_answers to service_role;

-- The query service allows one run at a time for the whole product, and a pause after each refusal.
create table private.query_slots (
  slot text primary key,
  holder uuid,
  free_at timestamptz not null
);

revoke all on table private.query_slots from public, anon, authenticated, service_role;
alter table private.query_slots enable row level security;

-- What each call of the language model cost.
create table public.language_model_calls (
  id uuid primary key default gen_random_uuid(),
  -- What it was for: the name of the question.
  purpose text not null,
  model text not null,
  -- Of the provider's answer; null when none came.
  http_status integer,
  -- As the provider counts them; null when it does not say.
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

revoke all on table public.language_model_calls from public, anon, authenticated, service_role;
alter table public.language_model_calls enable row level security;

grant select on table public.language_model_calls to authenticated;
grant select, insert on table public.language_model_calls to service_role;

create policy "language_model_calls: admin reads" on public.language_model_calls
  for select to authenticated
  using ((select private.is_admin()));
