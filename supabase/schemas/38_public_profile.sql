-- This file holds what the public site says of the studio to those who buy: its profile and its testimonials
-- (docs/decisions/0076).

-- The one row holds the answers to a public buyer that the site prints, changed on /admin/parametres/profil. What is
-- empty is not printed.
create table public.studio_profile (
  -- It is always 1, the only row that is read.
  id smallint primary key,
  insurer text not null default '',
  insurance_number text not null default '',
  insurance_amount_cents bigint,
  -- It is the last day of the cover: from the next one on the site no longer prints it.
  insurance_until date,
  picture_rights text not null default '',
  privacy_practice text not null default '',
  delivery_formats text not null default '',
  hosted_in_quebec boolean not null default false,
  about text not null default '',
  team text not null default '',
  territory text not null default '',
  -- It says whether the site prints the lowest price of a service.
  shows_prices boolean not null default false,
  -- These say how long each of the four steps of a service usually takes, « 1 à 2 semaines ».
  planning_time text not null default '',
  capture_time text not null default '',
  processing_time text not null default '',
  publication_time text not null default '',
  updated_at timestamptz not null default now(),
  constraint studio_profile_insurer_shape check (char_length(insurer) <= 100 and private.is_one_line_text(insurer)),
  constraint studio_profile_insurance_number_shape check (
    char_length(insurance_number) <= 60 and private.is_one_line_text(insurance_number)
  ),
  constraint studio_profile_insurance_amount_cents_range check (insurance_amount_cents between 1 and 99999999999),
  constraint studio_profile_picture_rights_length check (char_length(picture_rights) <= 1000),
  constraint studio_profile_privacy_practice_length check (char_length(privacy_practice) <= 1000),
  constraint studio_profile_delivery_formats_length check (char_length(delivery_formats) <= 1000),
  constraint studio_profile_about_length check (char_length(about) <= 2000),
  constraint studio_profile_team_length check (char_length(team) <= 2000),
  constraint studio_profile_territory_length check (char_length(territory) <= 1000),
  constraint studio_profile_planning_time_shape check (char_length(planning_time) <= 60 and private.is_one_line_text(planning_time)),
  constraint studio_profile_capture_time_shape check (char_length(capture_time) <= 60 and private.is_one_line_text(capture_time)),
  constraint studio_profile_processing_time_shape check (char_length(processing_time) <= 60 and private.is_one_line_text(processing_time)),
  constraint studio_profile_publication_time_shape check (char_length(publication_time) <= 60 and private.is_one_line_text(publication_time))
);

create trigger studio_profile_set_updated_at before update on public.studio_profile
  for each row execute function private.set_updated_at();

alter table public.studio_profile enable row level security;

grant select, update (
  insurer, insurance_number, insurance_amount_cents, insurance_until, picture_rights, privacy_practice, delivery_formats,
  hosted_in_quebec, about, team, territory, shows_prices, planning_time, capture_time, processing_time, publication_time
) on table public.studio_profile to authenticated;
grant select, insert, update, delete on table public.studio_profile to service_role;

create policy "studio_profile: member reads" on public.studio_profile
  for select to authenticated
  using ((select private.is_member()));

create policy "studio_profile: admin changes" on public.studio_profile
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

insert into public.studio_profile (id) values (1);

create constraint trigger studio_profile_change_site after update on public.studio_profile
  deferrable initially deferred
  for each row execute function private.mark_site_changed();

select private.attach_activity_log('studio_profile');

-- The table holds the clients that agreed to be named, with or without words of theirs. The site shows one once
-- somebody says so.
create table public.testimonials (
  id uuid primary key default gen_random_uuid(),
  organization text not null,
  -- It names who speaks, and their function there.
  person text not null default '',
  quotation text not null default '',
  -- A fraction fits between two neighbours: moving one writes one row.
  position double precision not null default 0,
  is_shown boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint testimonials_organization_length check (btrim(organization) <> '' and char_length(organization) <= 200),
  constraint testimonials_organization_one_line check (private.is_one_line_text(organization)),
  constraint testimonials_person_shape check (char_length(person) <= 150 and private.is_one_line_text(person)),
  constraint testimonials_quotation_length check (char_length(quotation) <= 600),
  constraint testimonials_position_finite check (position > '-infinity' and position < 'infinity')
);

create trigger testimonials_set_updated_at before update on public.testimonials
  for each row execute function private.set_updated_at();

create constraint trigger testimonials_change_site after insert or update or delete on public.testimonials
  deferrable initially deferred
  for each row execute function private.mark_site_changed();

alter table public.testimonials enable row level security;

grant select on table public.testimonials to authenticated;
grant insert (organization, person, quotation, position, is_shown) on table public.testimonials to authenticated;
grant update (organization, person, quotation, position, is_shown) on table public.testimonials to authenticated;
grant delete on table public.testimonials to authenticated;
grant select, insert, update, delete on table public.testimonials to service_role;

create policy "testimonials: member reads" on public.testimonials
  for select to authenticated
  using ((select private.is_member()));

create policy "testimonials: admin inserts" on public.testimonials
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "testimonials: admin updates" on public.testimonials
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "testimonials: admin deletes" on public.testimonials
  for delete to authenticated
  using ((select private.is_admin()));

-- Returns the part of these tables that anybody may read, and no other: an insurance that has run out, a testimonial
-- that is not shown and a price that the studio keeps to itself are left out. `is_demo` says that the profile is still
-- as the seed wrote it.
create function public.public_profile()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'insurance', case
      when insurer <> '' and insurance_until >= (now() at time zone 'America/Toronto')::date then jsonb_build_object(
        'insurer', insurer, 'number', insurance_number, 'amount_cents', insurance_amount_cents, 'until', insurance_until
      )
    end,
    'picture_rights', btrim(picture_rights), 'privacy_practice', btrim(privacy_practice),
    'delivery_formats', btrim(delivery_formats), 'hosted_in_quebec', hosted_in_quebec,
    'about', btrim(about), 'team', btrim(team), 'territory', btrim(territory),
    'planning_time', btrim(planning_time), 'capture_time', btrim(capture_time),
    'processing_time', btrim(processing_time), 'publication_time', btrim(publication_time),
    'quote_requests_months', quote_requests_months, 'rejected_prospects_months', rejected_prospects_months,
    'is_demo', exists (
      select from private.demo_rows as demo where demo.table_name = 'studio_profile' and demo.added_at = profile.updated_at
    ),
    'testimonials', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', said.id, 'organization', said.organization, 'person', said.person, 'quotation', said.quotation,
        'is_demo', demo.row_id is not null
      ) order by said.position, said.created_at, said.id), '[]')
      from public.testimonials as said
      left join private.demo_rows as demo on demo.table_name = 'testimonials' and demo.row_id = said.id::text
      where said.is_shown
    ),
    'prices', case when shows_prices then (
      select coalesce(jsonb_agg(jsonb_build_object(
        'service', site_service, 'cents', unit_price_cents, 'unit', unit
      ) order by site_service), '[]')
      from (
        select distinct on (site_service) site_service, unit_price_cents, unit from public.quote_services
        where site_service is not null and unit_price_cents > 0
        order by site_service, unit_price_cents
      ) as lowest
    ) else '[]' end
  )
  from public.studio_profile as profile cross join public.retention_settings where profile.id = 1;
$$;

grant execute on function public.public_profile() to anon, authenticated;

-- Returns the towns that have published tours, by region, MRC and name, each with its newest ones:
--   [{ town, mrc, mrc_name, region, latitude, longitude, count, tours: [{ slug, title }] }]
-- `mrc` is the code of its boundary, or its first two digits for a city that belongs to none. A tour whose place the
-- register does not know is not on the map; it is in the portfolio.
create function public.tour_places()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with placed as (
    select tour.slug, tour.title, tour.image_url, tour.created_at, tour.id,
      private.municipality_of(split_part(tour.location, ',', 1), btrim(split_part(tour.location, ',', 2))) as code
    from public.virtual_tours as tour
    where tour.status = 'published' and tour.location <> ''
  ),
  ranked as (
    select *, row_number() over (partition by code order by created_at desc, id) as rank from placed where code is not null
  ),
  towns as (
    select code, count(*) as number,
      jsonb_agg(jsonb_build_object('slug', slug, 'title', title, 'picture', image_url) order by rank)
        filter (where rank <= 3) as newest
    from ranked group by code
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'town', m.name, 'mrc', coalesce(m.mrc_code, left(m.code, 2)), 'mrc_name', coalesce(m.mrc_name, m.name), 'region', m.region,
    'latitude', m.latitude, 'longitude', m.longitude, 'count', towns.number, 'tours', towns.newest
  ) order by private.place_key(m.region), private.place_key(coalesce(m.mrc_name, m.name)), m.search_key), '[]')
  from towns join public.municipalities as m on m.code = towns.code;
$$;

grant execute on function public.tour_places() to anon, authenticated;
