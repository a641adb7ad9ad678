-- What the public site says of the studio to those who buy: testimonials, and what the settings hold for it
-- (docs/decisions/0076).

-- A client that agreed to be named, with or without words of theirs. Shown on the site once somebody says so.
create table public.testimonials (
  id uuid primary key default gen_random_uuid(),
  organization text not null,
  -- Who speaks, and their function there.
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

-- What anybody may read of it, and nothing else of these tables: an insurance that has run out, a testimonial that is not
-- shown and a price that the studio keeps to itself are left out. `is_demo`: still as the seed wrote it.
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
      select from private.demo_rows as demo where demo.table_name = 'settings' and demo.added_at = settings.updated_at
    ),
    'thresholds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', kind, 'amount_cents', amount_cents, 'applies_from', applies_from
      ) order by amount_cents), '[]')
      from (
        select distinct on (kind) kind, amount_cents, applies_from from public.contract_thresholds
        where applies_from <= (now() at time zone 'America/Toronto')::date
        order by kind, applies_from desc
      ) as in_force
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
  from public.settings where id = 1;
$$;

grant execute on function public.public_profile() to anon, authenticated;

-- The towns that have published tours, by region, MRC and name, each with its newest ones:
--   [{ town, mrc, mrc_name, region, latitude, longitude, count, tours: [{ slug, title }] }]
-- mrc: the code of its boundary, or its first two digits for a city that belongs to none. A tour whose place the register
-- does not know is not on the map; it is in the portfolio.
create function public.tour_places()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with placed as (
    select tour.slug, tour.title, tour.created_at, tour.id,
      private.municipality_of(split_part(tour.location, ',', 1), btrim(split_part(tour.location, ',', 2))) as code
    from public.virtual_tours as tour
    where tour.status = 'published' and tour.location <> ''
  ),
  ranked as (
    select *, row_number() over (partition by code order by created_at desc, id) as rank from placed where code is not null
  ),
  towns as (
    select code, count(*) as number,
      jsonb_agg(jsonb_build_object('slug', slug, 'title', title) order by rank) filter (where rank <= 3) as newest
    from ranked group by code
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'town', m.name, 'mrc', coalesce(m.mrc_code, left(m.code, 2)), 'mrc_name', coalesce(m.mrc_name, m.name), 'region', m.region,
    'latitude', m.latitude, 'longitude', m.longitude, 'count', towns.number, 'tours', towns.newest
  ) order by m.region, coalesce(m.mrc_name, m.name), m.name), '[]')
  from towns join public.municipalities as m on m.code = towns.code;
$$;

grant execute on function public.tour_places() to anon, authenticated;
