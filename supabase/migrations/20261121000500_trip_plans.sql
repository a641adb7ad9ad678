-- Planned travel for a job, its target business types, and the prospects suggested around it.
create table public.trip_plans (
  id uuid primary key default gen_random_uuid(),
  -- Whoever created it. Removing an administrator must not remove the business's data.
  user_id uuid references auth.users (id) on delete set null,
  city text not null,
  region text not null,
  start_date date not null,
  end_date date not null,
  job_type text not null default 'visite_virtuelle',
  client_name text,
  description text,
  status text not null default 'planifié',
  radius_km integer not null default 50,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint trip_plans_city_length check (btrim(city) <> '' and char_length(city) <= 100),
  constraint trip_plans_region_length check (btrim(region) <> '' and char_length(region) <= 100),
  constraint trip_plans_dates_order check (end_date >= start_date),
  constraint trip_plans_job_type_known check (job_type in ('visite_virtuelle', 'street_view', 'photo', 'autre')),
  constraint trip_plans_client_name_length check (char_length(client_name) <= 200),
  constraint trip_plans_description_length check (char_length(description) <= 2000),
  constraint trip_plans_status_known check (status in ('planifié', 'confirmé', 'terminé', 'annulé')),
  constraint trip_plans_radius_km_range check (radius_km between 1 and 500)
);

create index trip_plans_user_id_idx on public.trip_plans (user_id);
create index trip_plans_start_date_idx on public.trip_plans (start_date desc);

create trigger trip_plans_set_updated_at before update on public.trip_plans
  for each row execute function private.set_updated_at();

revoke all on table public.trip_plans from public, anon, authenticated, service_role;
alter table public.trip_plans enable row level security;

-- Updates neither check nor change user_id: a second administrator edits what the first one created.
grant select on table public.trip_plans to authenticated;
grant insert (user_id, city, region, start_date, end_date, job_type, client_name, description, status, radius_km)
  on table public.trip_plans to authenticated;
grant update (city, region, start_date, end_date, job_type, client_name, description, status, radius_km)
  on table public.trip_plans to authenticated;
grant delete on table public.trip_plans to authenticated;
grant select, insert, update, delete on table public.trip_plans to service_role;

create policy "trip_plans: admin reads" on public.trip_plans
  for select to authenticated
  using ((select private.is_admin()));

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

create table public.trip_plan_tags (
  trip_plan_id uuid not null references public.trip_plans (id) on delete cascade,
  tag_id uuid not null references public.tags (id) on delete cascade,
  constraint trip_plan_tags_pkey primary key (trip_plan_id, tag_id)
);

create index trip_plan_tags_tag_id_idx on public.trip_plan_tags (tag_id);

revoke all on table public.trip_plan_tags from public, anon, authenticated, service_role;
alter table public.trip_plan_tags enable row level security;

grant select on table public.trip_plan_tags to authenticated;
grant insert (trip_plan_id, tag_id) on table public.trip_plan_tags to authenticated;
grant update (trip_plan_id, tag_id) on table public.trip_plan_tags to authenticated;
grant delete on table public.trip_plan_tags to authenticated;
grant select, insert, update, delete on table public.trip_plan_tags to service_role;

create policy "trip_plan_tags: admin reads" on public.trip_plan_tags
  for select to authenticated
  using ((select private.is_admin()));

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

-- Written by the function generate-prospects. The person's name is often unknown: it is never invented.
create table public.suggested_prospects (
  id uuid primary key default gen_random_uuid(),
  trip_plan_id uuid not null references public.trip_plans (id) on delete cascade,
  name text,
  company text not null,
  email text,
  phone text,
  city text not null,
  region text not null,
  sector text not null default 'autre',
  website text,
  ai_reasoning text,
  status text not null default 'pending',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint suggested_prospects_name_length check (char_length(name) <= 100),
  constraint suggested_prospects_name_one_line check (name !~ '[[:cntrl:]]'),
  constraint suggested_prospects_company_length check (btrim(company) <> '' and char_length(company) <= 100),
  constraint suggested_prospects_company_one_line check (company !~ '[[:cntrl:]]'),
  constraint suggested_prospects_email_length check (char_length(email) <= 255),
  constraint suggested_prospects_email_format check (
    email ~ '^[^][:space:][:cntrl:]@<>,;:"()[\\]+@[^][:space:][:cntrl:]@<>,;:"()[\\.]+(\.[^][:space:][:cntrl:]@<>,;:"()[\\.]+)+$'
  ),
  constraint suggested_prospects_phone_length check (char_length(phone) <= 20),
  constraint suggested_prospects_city_length check (btrim(city) <> '' and char_length(city) <= 100),
  constraint suggested_prospects_region_length check (btrim(region) <> '' and char_length(region) <= 100),
  constraint suggested_prospects_sector_known check (
    sector in (
      'hôtellerie', 'immobilier', 'tourisme', 'commerce', 'restaurant',
      'municipalité', 'mrc', 'organisme-public', 'autre'
    )
  ),
  constraint suggested_prospects_website_length check (char_length(website) <= 500),
  constraint suggested_prospects_website_format check (website ~* '^https?://[^[:space:]/?#]+[^[:space:]]*$'),
  constraint suggested_prospects_ai_reasoning_length check (char_length(ai_reasoning) <= 2000),
  constraint suggested_prospects_status_known check (status in ('pending', 'accepted', 'rejected'))
);

create index suggested_prospects_trip_plan_id_idx on public.suggested_prospects (trip_plan_id, created_at desc);

create trigger suggested_prospects_set_updated_at before update on public.suggested_prospects
  for each row execute function private.set_updated_at();

revoke all on table public.suggested_prospects from public, anon, authenticated, service_role;
alter table public.suggested_prospects enable row level security;

grant select on table public.suggested_prospects to authenticated;
grant update (status, email, phone, website) on table public.suggested_prospects to authenticated;
grant delete on table public.suggested_prospects to authenticated;
grant select, insert, update, delete on table public.suggested_prospects to service_role;

create policy "suggested_prospects: admin reads" on public.suggested_prospects
  for select to authenticated
  using ((select private.is_admin()));

create policy "suggested_prospects: admin updates" on public.suggested_prospects
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "suggested_prospects: admin deletes pending" on public.suggested_prospects
  for delete to authenticated
  using (status = 'pending' and (select private.is_admin()));
