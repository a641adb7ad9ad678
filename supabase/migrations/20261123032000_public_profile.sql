-- What the public site tells buyers: the studio's profile in the settings, testimonials, the case of a tour, the places on
-- the map, prices (docs/decisions/0076).

alter table public.settings
  add column insurer text not null default '',
  add column insurance_number text not null default '',
  add column insurance_amount_cents bigint,
  add column insurance_until date,
  add column picture_rights text not null default '',
  add column privacy_practice text not null default '',
  add column delivery_formats text not null default '',
  add column hosted_in_quebec boolean not null default false,
  add column about text not null default '',
  add column team text not null default '',
  add column territory text not null default '',
  add column shows_prices boolean not null default false,
  add constraint settings_insurer_shape check (char_length(insurer) <= 100 and private.is_one_line_text(insurer)),
  add constraint settings_insurance_number_shape check (
    char_length(insurance_number) <= 60 and private.is_one_line_text(insurance_number)
  ),
  add constraint settings_insurance_amount_cents_range check (insurance_amount_cents between 1 and 99999999999),
  add constraint settings_picture_rights_length check (char_length(picture_rights) <= 1000),
  add constraint settings_privacy_practice_length check (char_length(privacy_practice) <= 1000),
  add constraint settings_delivery_formats_length check (char_length(delivery_formats) <= 1000),
  add constraint settings_about_length check (char_length(about) <= 2000),
  add constraint settings_team_length check (char_length(team) <= 2000),
  add constraint settings_territory_length check (char_length(territory) <= 1000);

grant update (
  insurer, insurance_number, insurance_amount_cents, insurance_until, picture_rights, privacy_practice, delivery_formats,
  hosted_in_quebec, about, team, territory, shows_prices
) on table public.settings to authenticated;

alter table public.quote_services
  add column site_service text,
  add constraint quote_services_site_service_known check (
    site_service in (
      'infrastructures', 'patrimoine', 'developpement', 'commerces', 'street-view', 'deneigement', 'nature', 'evenements'
    )
  );

grant insert (site_service), update (site_service) on table public.quote_services to authenticated;

alter table public.virtual_tours
  add column client_name text,
  add column captured_on date,
  add column panorama_count integer,
  add column need text,
  add column delivered text,
  add column result text,
  add constraint virtual_tours_client_name_shape check (char_length(client_name) <= 200 and private.is_one_line_text(client_name)),
  add constraint virtual_tours_panorama_count_range check (panorama_count between 1 and 10000),
  add constraint virtual_tours_need_length check (char_length(need) <= 1000),
  add constraint virtual_tours_delivered_length check (char_length(delivered) <= 1000),
  add constraint virtual_tours_result_length check (char_length(result) <= 1000);

grant insert (client_name, captured_on, panorama_count, need, delivered, result),
  update (client_name, captured_on, panorama_count, need, delivered, result)
  on table public.virtual_tours to authenticated;

grant insert (id) on table public.quote_requests to anon, authenticated;

drop trigger virtual_tours_set_updated_at on public.virtual_tours;
create trigger virtual_tours_set_updated_at
  before update of title, slug, description, location, url, image_url, panorama_url, is_featured, status,
    client_name, captured_on, panorama_count, need, delivered, result
  on public.virtual_tours
  for each row execute function private.set_updated_at();

drop trigger virtual_tours_remember_editor on public.virtual_tours;
create trigger virtual_tours_remember_editor
  after insert or update of title, slug, description, location, url, image_url, panorama_url, is_featured, status,
    client_name, captured_on, panorama_count, need, delivered, result
  on public.virtual_tours
  -- Not when a tour comes back from the trash, with the editor it had.
  for each row when (current_setting('app.trash', true) is distinct from 'on')
  execute function private.remember_tour_editor();

drop function public.save_tour(
  text, text, text, text, boolean, uuid[], text, text, text, text, uuid, timestamptz
);

create function public.save_tour(
  title text,
  slug text,
  url text,
  status text,
  is_featured boolean,
  tag_ids uuid[],
  description text default null,
  location text default null,
  image_url text default null,
  panorama_url text default null,
  tour_id uuid default null,
  read_at timestamptz default null,
  client_name text default null,
  captured_on date default null,
  panorama_count integer default null,
  need text default null,
  delivered text default null,
  result text default null
)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  found_tour public.virtual_tours;
  saved_id uuid;
  broken_constraint text;
begin
  if tour_id is not null then
    -- Of two simultaneous saves, the second waits and sees what the first wrote.
    select * into found_tour from public.virtual_tours where id = tour_id for update;
    if not found then
      raise sqlstate 'PT404' using message = 'Cette visite n''existe plus';
    end if;
    if found_tour.updated_at is distinct from read_at then
      raise sqlstate 'PT409' using
        message = 'Cette visite a été modifiée entre-temps',
        detail = to_jsonb(found_tour) || jsonb_build_object(
          'tag_ids', (
            select coalesce(jsonb_agg(link.tag_id order by link.tag_id), '[]')
            from public.virtual_tour_tags as link where link.tour_id = found_tour.id
          ),
          'edited_by', private.tour_editor(found_tour.id)
        );
    end if;
  end if;

  begin
    if tour_id is null then
      insert into public.virtual_tours
        (title, slug, description, location, url, image_url, panorama_url, is_featured, status,
         client_name, captured_on, panorama_count, need, delivered, result)
      values (
        save_tour.title, save_tour.slug, save_tour.description, save_tour.location, save_tour.url,
        save_tour.image_url, save_tour.panorama_url, save_tour.is_featured, save_tour.status,
        save_tour.client_name, save_tour.captured_on, save_tour.panorama_count, save_tour.need, save_tour.delivered,
        save_tour.result
      )
      returning id into saved_id;
    else
      -- Always written, even when the tags alone change, so that updated_at moves.
      update public.virtual_tours as tour set
        title = save_tour.title, slug = save_tour.slug, description = save_tour.description,
        location = save_tour.location, url = save_tour.url, image_url = save_tour.image_url,
        panorama_url = save_tour.panorama_url, is_featured = save_tour.is_featured, status = save_tour.status,
        client_name = save_tour.client_name, captured_on = save_tour.captured_on,
        panorama_count = save_tour.panorama_count, need = save_tour.need, delivered = save_tour.delivered,
        result = save_tour.result
      where tour.id = save_tour.tour_id
      returning tour.id into saved_id;
    end if;
  exception when unique_violation then
    get stacked diagnostics broken_constraint = constraint_name;
    if broken_constraint <> 'virtual_tours_slug_key' then
      raise;
    end if;
    raise unique_violation using
      message = 'Ce slug est déjà celui d''une autre visite',
      detail = private.free_slug(save_tour.slug),
      constraint = broken_constraint;
  end;

  delete from public.virtual_tour_tags as link
  where link.tour_id = saved_id and link.tag_id <> all (save_tour.tag_ids);
  insert into public.virtual_tour_tags (tour_id, tag_id)
  select saved_id, tag.id from public.tags as tag where tag.id = any (save_tour.tag_ids)
  on conflict do nothing;
  return saved_id;
end;
$$;

grant execute on function public.save_tour(
  text, text, text, text, boolean, uuid[], text, text, text, text, uuid, timestamptz, text, date, integer, text, text, text
) to authenticated;

create or replace function public.empty_demo_studio()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  target text;
  counted integer;
  total integer := 0;
begin
  perform private.require_admin();
  delete from public.trash as gone using private.demo_rows as demo
  where demo.table_name = gone.kind and demo.row_id = gone.id::text;
  get diagnostics total = row_count;
  -- Demo content would fill the trash that people look into.
  perform set_config('app.trash', 'on', true);
  -- What points to others before what it points to.
  foreach target in array array[
    'quote_templates', 'quote_services', 'campaigns', 'suggested_prospects', 'trip_plans', 'quote_requests', 'consent_events',
    'contacts', 'email_templates', 'virtual_tours', 'tags', 'suppressions', 'testimonials'
  ] loop
    execute format(
      'delete from public.%I as gone using private.demo_rows as demo where demo.table_name = %L and demo.row_id = gone.id::text',
      target, target);
    get diagnostics counted = row_count;
    total := total + counted;
  end loop;
  perform set_config('app.trash', '', true);
  update public.settings set
    sender_name = '', legal_name = '', postal_address = '', contact_email = '', contact_phone = '', verified_senders = '{}',
    insurer = '', insurance_number = '', insurance_amount_cents = null, insurance_until = null, picture_rights = '',
    privacy_practice = '', delivery_formats = '', hosted_in_quebec = false, about = '', team = '', territory = '',
    shows_prices = false
  where id = 1 and updated_at = (select added_at from private.demo_rows where table_name = 'settings');
  delete from private.demo_rows;
  return total;
end;
$$;

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
