-- This file holds virtual tours: the tours and their tags, saving them, their pictures in storage, and how often they
-- are viewed.

-- Tours ----------------------------------------------------------------------------------------------------------

create type public.tour_status as enum ('published', 'draft', 'archived');

-- Only published tours are public.
create table public.virtual_tours (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  slug text not null,
  description text,
  location text,
  -- It is the address of a tour that is elsewhere: a tour of the studio's own panoramas needs none.
  url text,
  image_url text,
  panorama_url text,
  is_featured boolean not null default false,
  status public.tour_status not null default 'published',
  view_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- These columns hold the case that the page of the tour tells, each part where it is known.
  client_name text,
  captured_on date,
  panorama_count integer,
  need text,
  delivered text,
  result text,
  constraint virtual_tours_slug_key unique (slug),
  constraint virtual_tours_title_length check (btrim(title) <> '' and char_length(title) <= 200),
  constraint virtual_tours_title_one_line check (private.is_one_line_text(title)),
  constraint virtual_tours_slug_length check (char_length(slug) between 1 and 200),
  constraint virtual_tours_slug_format check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint virtual_tours_description_length check (char_length(description) <= 2000),
  constraint virtual_tours_location_length check (char_length(location) <= 200),
  constraint virtual_tours_url_length check (char_length(url) <= 500),
  constraint virtual_tours_url_format check (private.is_web_address(url)),
  constraint virtual_tours_image_url_length check (char_length(image_url) <= 500),
  constraint virtual_tours_image_url_format check (private.is_picture_address(image_url)),
  constraint virtual_tours_panorama_url_length check (char_length(panorama_url) <= 500),
  constraint virtual_tours_panorama_url_format check (private.is_picture_address(panorama_url)),
  constraint virtual_tours_client_name_shape check (char_length(client_name) <= 200 and private.is_one_line_text(client_name)),
  constraint virtual_tours_panorama_count_range check (panorama_count between 1 and 10000),
  constraint virtual_tours_need_length check (char_length(need) <= 1000),
  constraint virtual_tours_delivered_length check (char_length(delivered) <= 1000),
  constraint virtual_tours_result_length check (char_length(result) <= 1000),
  constraint virtual_tours_view_count_range check (view_count >= 0)
);

create index virtual_tours_created_at_idx on public.virtual_tours (created_at desc);
create index virtual_tours_status_created_at_idx on public.virtual_tours (status, created_at desc);
create index virtual_tours_featured_idx on public.virtual_tours (created_at desc)
  where is_featured and status = 'published';

-- Only the columns of the form are named: a view counted in view_count is not an edit.
create trigger virtual_tours_set_updated_at
  before update of title, slug, description, location, url, image_url, panorama_url, is_featured, status,
    client_name, captured_on, panorama_count, need, delivered, result
  on public.virtual_tours
  for each row execute function private.set_updated_at();

alter table public.virtual_tours enable row level security;

-- Only the columns of the form are granted: no screen writes view_count or the dates. The id of a new tour may be
-- chosen: its panoramas are uploaded under it while the form is filled.
grant select on table public.virtual_tours to anon, authenticated;
grant insert (
  id, title, slug, description, location, url, image_url, panorama_url, is_featured, status,
  client_name, captured_on, panorama_count, need, delivered, result
) on table public.virtual_tours to authenticated;
grant update (
  title, slug, description, location, url, image_url, panorama_url, is_featured, status,
  client_name, captured_on, panorama_count, need, delivered, result
) on table public.virtual_tours to authenticated;
grant delete on table public.virtual_tours to authenticated;
grant select, insert, update, delete on table public.virtual_tours to service_role;

-- Each role has one policy: two permissive ones for the same role and verb would both run on every row.
create policy "virtual_tours: visitors read published" on public.virtual_tours
  for select to anon
  using (status = 'published');

create policy "virtual_tours: signed-in read published, admin all" on public.virtual_tours
  for select to authenticated
  using (status = 'published' or (select private.is_member()));

create policy "virtual_tours: admin inserts" on public.virtual_tours
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "virtual_tours: admin updates" on public.virtual_tours
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "virtual_tours: admin deletes" on public.virtual_tours
  for delete to authenticated
  using ((select private.is_admin()));

select private.attach_search(
  'tour', 'public.virtual_tours', names => array['title'],
  other => 'coalesce(location, '''') || '' '' || slug || '' '' || coalesce(client_name, '''') || '' '' || coalesce(description, '''')',
  title => 'title', detail => 'location', text => 'description', changed_at => 'updated_at'
);

create function private.trash_label(item public.virtual_tours)
returns text
language sql
stable
set search_path = ''
as $$
  select item.title;
$$;

select private.attach_trash('virtual_tours');
select private.attach_activity_log('virtual_tours');

create table public.virtual_tour_tags (
  tour_id uuid not null references public.virtual_tours (id) on delete cascade,
  tag_id uuid not null references public.tags (id) on delete cascade,
  constraint virtual_tour_tags_pkey primary key (tour_id, tag_id)
);

create index virtual_tour_tags_tag_id_idx on public.virtual_tour_tags (tag_id);

alter table public.virtual_tour_tags enable row level security;

grant select on table public.virtual_tour_tags to anon, authenticated;
grant insert (tour_id, tag_id) on table public.virtual_tour_tags to authenticated;
grant update (tour_id, tag_id) on table public.virtual_tour_tags to authenticated;
grant delete on table public.virtual_tour_tags to authenticated;
grant select, insert, update, delete on table public.virtual_tour_tags to service_role;

-- The status is repeated here on purpose: links of drafts stay hidden even if the tours' policy is loosened.
create policy "virtual_tour_tags: visitors read those of published tours" on public.virtual_tour_tags
  for select to anon
  using (tour_id in (select id from public.virtual_tours where status = 'published'));

create policy "virtual_tour_tags: signed-in read published, admin all" on public.virtual_tour_tags
  for select to authenticated
  using (
    (select private.is_member())
    or tour_id in (select id from public.virtual_tours where status = 'published')
  );

create policy "virtual_tour_tags: admin inserts" on public.virtual_tour_tags
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "virtual_tour_tags: admin updates" on public.virtual_tour_tags
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "virtual_tour_tags: admin deletes" on public.virtual_tour_tags
  for delete to authenticated
  using ((select private.is_admin()));

-- Saving a tour --------------------------------------------------------------------------------------------------

-- The table holds who last saved a tour, for the message about a conflicting save. It is a separate table because
-- visitors read virtual_tours. It has no foreign key to the account: after its deletion the editor is unknown.
create table private.tour_editors (
  tour_id uuid not null references public.virtual_tours (id) on delete cascade,
  editor uuid not null,
  constraint tour_editors_pkey primary key (tour_id)
);

alter table private.tour_editors enable row level security;

create function private.remember_tour_editor()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then
    -- Nobody is signed in when the service role or SQL writes.
    delete from private.tour_editors where tour_id = new.id;
  else
    insert into private.tour_editors (tour_id, editor) values (new.id, auth.uid())
    on conflict (tour_id) do update set editor = excluded.editor;
  end if;
  return null;
end;
$$;

-- These are the columns of virtual_tours_set_updated_at: a view counted in view_count is not an edit.
create trigger virtual_tours_remember_editor
  after insert or update of title, slug, description, location, url, image_url, panorama_url, is_featured, status,
    client_name, captured_on, panorama_count, need, delivered, result
  on public.virtual_tours
  -- A tour that comes back from the trash keeps the editor it had.
  for each row when (current_setting('app.trash', true) is distinct from 'on')
  execute function private.remember_tour_editor();

-- Returns the e-mail address of the last editor, for administrators only; null when it was not a person.
create function private.tour_editor(edited uuid)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select people.email
  from private.tour_editors as known join auth.users as people on people.id = known.editor
  where known.tour_id = edited and (select private.is_admin());
$$;

grant execute on function private.tour_editor(uuid) to authenticated;

-- Tells whether the caller created the tour and nobody has changed it since.
create function private.is_own_creation(tour_id uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from private.tour_editors as known join public.virtual_tours as tour on tour.id = known.tour_id
    where known.tour_id = is_own_creation.tour_id and known.editor = auth.uid() and tour.updated_at = tour.created_at
  );
$$;

grant execute on function private.is_own_creation(uuid) to authenticated;

-- Returns the first of « base-2 », « base-3 », … that no tour has, within the 200 characters of a slug.
create function private.free_slug(base text)
returns text
language sql
stable
set search_path = ''
as $$
  select candidate.slug
  from generate_series(2, (select count(*) + 2 from public.virtual_tours)) as number,
    lateral (select rtrim(left(base, 199 - length(number::text)), '-') || '-' || number as slug) as candidate
  where not exists (select 1 from public.virtual_tours where virtual_tours.slug = candidate.slug)
  order by number
  limit 1;
$$;

grant execute on function private.free_slug(text) to authenticated;

-- Saves the form of a tour: one transaction for the tour and its tags. It runs as the caller, under the policies. A
-- null tour_id creates; otherwise read_at is the updated_at that the caller read, exactly as given. new_id is the id of
-- a tour to create, when its panoramas are in its folder already. Sent again after a lost answer, it is the same
-- creation: the tour takes the new values, unless it is another person's or was changed since. Tags deleted meanwhile
-- are left out. Beside policies and constraints, it refuses with:
--   PT409  it was changed since it was read: nothing is written, and the detail (JSON) holds the tour as it is now, its
--          tag_ids and edited_by.
--   PT404  it was deleted meanwhile.
--   23505  the slug is another tour's: the detail is one that is free.
create function public.save_tour(
  title text,
  slug text,
  url text,
  status public.tour_status,
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
  result text default null,
  new_id uuid default null
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
  if tour_id is null and new_id is not null then
    select * into found_tour from public.virtual_tours where id = new_id for update;
    if found then
      if not private.is_own_creation(new_id) then
        raise unique_violation using message = 'Cette visite est déjà créée : ouvrez-la dans la liste des visites';
      end if;
      tour_id := new_id;
    end if;
  elsif tour_id is not null then
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
        (id, title, slug, description, location, url, image_url, panorama_url, is_featured, status,
         client_name, captured_on, panorama_count, need, delivered, result)
      values (
        coalesce(new_id, gen_random_uuid()),
        save_tour.title, save_tour.slug, save_tour.description, save_tour.location, save_tour.url,
        save_tour.image_url, save_tour.panorama_url, save_tour.is_featured, save_tour.status,
        save_tour.client_name, save_tour.captured_on, save_tour.panorama_count, save_tour.need, save_tour.delivered,
        save_tour.result
      )
      returning id into saved_id;
    else
      -- The row is always written, even when the tags alone change, so that updated_at moves.
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

grant execute on function public.save_tour(text, text, text, public.tour_status, boolean, uuid[], text, text, text, text, uuid, timestamptz, text, date, integer, text, text, text, uuid) to authenticated;

-- Changes the status of several tours, as the caller, under the policies. It returns how many were changed.
create function public.set_tours_status(ids uuid[], status public.tour_status)
returns integer
language plpgsql
set search_path = ''
as $$
declare
  changed integer;
begin
  update public.virtual_tours as tour set status = set_tours_status.status where tour.id = any (ids);
  get diagnostics changed = row_count;
  return changed;
end;
$$;

grant execute on function public.set_tours_status(uuid[], public.tour_status) to authenticated;

-- Pictures -------------------------------------------------------------------------------------------------------

-- The bucket is public: anyone reads a picture by its address; only administrators list and write.
select private.make_bucket('tour-images', true, 3145728, array['image/jpeg'], '^[a-z0-9-]+\.jpg$', deletes => true);

-- The bucket holds the studio's logo. It takes no SVG, a picture that runs scripts when it is opened by its address.
select private.make_bucket(
  'studio', true, 1048576, array['image/png', 'image/jpeg', 'image/webp'],
  '^[a-z0-9-]+\.(png|jpg|webp)$', deletes => true
);

-- Returns the files of the bucket that a text names, in whatever address: with a version or a fragment,
-- percent-encoded, resized.
create function private.named_pictures(value text)
returns setof text
language sql
immutable
set search_path = ''
as $$
  with decoded as (
    -- Names are ASCII, so codes of anything else are left as they are.
    select string_agg(
      case when part[1] is null then part[2] else chr(('x' || substr(part[1], 2))::bit(8)::integer) end, '' order by place
    ) as value
    from regexp_matches(value, '(%[2-7][0-9A-Fa-f])|([^%]+|%)', 'g') with ordinality as found (part, place)
  )
  select found[1] from decoded, regexp_matches(decoded.value, 'tour-images/+([a-z0-9-]+\.jpg)(?![a-z0-9.-]*[a-z0-9-])', 'g') as found;
$$;

grant execute on function private.named_pictures(text) to authenticated, service_role;

-- Lists the files of the bucket that no tour, no template, no campaign and no signature uses, in the trash or out of
-- it: those named, and any older than a day (left by a closed tab or a lost connection). They are deleted through the
-- storage API: deleting the row here would leave the file.
create function public.unused_tour_images(candidates text[] default '{}')
returns setof text
language plpgsql
stable
set search_path = ''
as $$
begin
  -- It is PL/pgSQL because the templates, the campaigns and the trash come in later files.
  return query
  with used as materialized (
    select private.named_pictures(named.value) as name
    from (
      select concat_ws(E'\n', tour.image_url, tour.panorama_url, tour.url, tour.description)
      from public.virtual_tours as tour
      union all
      select template.body from public.email_templates as template
      union all
      -- People still open what was sent, so its pictures stay.
      select concat_ws(E'\n', campaign.message_body, campaign.draft::text) from public.campaigns as campaign
      union all
      select step.body from public.campaign_steps as step
      union all
      select sender_signatures::text from public.sending_settings
    ) as named (value)
    union all
    select private.trashed_pictures()
  )
  select file.name
  from storage.objects as file
  where file.bucket_id = 'tour-images'
    and (file.name = any (candidates) or file.created_at < now() - interval '1 day')
    -- A small rendition is used where its picture is: `…-480.jpg` beside `…-800.jpg`.
    and not exists (
      select 1 from used where used.name in (file.name, regexp_replace(file.name, '-480\.jpg$', '-800.jpg'))
    )
  limit 1000;
end;
$$;

grant execute on function public.unused_tour_images(text[]) to authenticated;

-- Views ----------------------------------------------------------------------------------------------------------

-- The table counts views per tour and day (past months: per month), for the chart of the dashboard;
-- virtual_tours.view_count is the total.
create table public.tour_views (
  tour_id uuid not null references public.virtual_tours (id) on delete cascade,
  day date not null,
  views integer not null default 0,
  constraint tour_views_pkey primary key (tour_id, day),
  constraint tour_views_views_range check (views >= 0)
);

create index tour_views_day_idx on public.tour_views (day);

alter table public.tour_views enable row level security;

grant select on table public.tour_views to authenticated;
grant select on table public.tour_views to service_role;

create policy "tour_views: member reads" on public.tour_views
  for select to authenticated
  using ((select private.is_member()));

-- The table holds today's visitors of each tour as hashes, so that each is counted once; rows of earlier days are
-- deleted.
create table private.tour_visitors (
  day date not null,
  tour_id uuid not null references public.virtual_tours (id) on delete cascade,
  visitor text not null,
  address text not null,
  constraint tour_visitors_pkey primary key (day, tour_id, visitor)
);

create index tour_visitors_tour_id_idx on private.tour_visitors (tour_id);
create index tour_visitors_address_idx on private.tour_visitors (day, tour_id, address);

alter table private.tour_visitors enable row level security;

-- Counts one view, at most one per visitor, tour and day; robots and prefetches are not counted. A visitor is a network
-- address and a browser. Several people may share an address, so up to five browsers per address count; a script that
-- forges a new browser for each call gains no more than five views.
create function private.record_tour_view(viewed_tour uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  browsers_per_address constant integer := 5;
  headers json := nullif(current_setting('request.headers', true), '')::json;
  browser text := coalesce(headers ->> 'user-agent', '');
  today date := (now() at time zone 'America/Toronto')::date;
  address_hash text := private.keyed_text_hash(today || ':' || coalesce(private.client_address(), ''));
  visitor_hash text := private.keyed_text_hash(address_hash || ':' || browser);
  is_new boolean;
begin
  if browser = ''
    or browser ~* 'bot|crawl|spider|slurp|preview|headless|lighthouse|curl|wget|python|java/|go-http|okhttp|axios|node|monitor|scan|facebookexternalhit|embedly|whatsapp|telegram'
    or coalesce(headers ->> 'sec-purpose', headers ->> 'purpose', '') ~* 'prefetch|prerender'
  then
    return;
  end if;
  if not exists (select 1 from public.virtual_tours where id = viewed_tour and status = 'published') then
    return;
  end if;

  perform pg_advisory_xact_lock(3, hashtext(viewed_tour || address_hash));
  if (
    select count(*) from private.tour_visitors as seen
    where seen.day = today and seen.tour_id = viewed_tour and seen.address = address_hash
  ) >= browsers_per_address then
    return;
  end if;

  insert into private.tour_visitors (day, tour_id, visitor, address)
  values (today, viewed_tour, visitor_hash, address_hash)
  on conflict do nothing
  returning true into is_new;
  if is_new is not true then
    return;
  end if;

  update public.virtual_tours set view_count = view_count + 1 where id = viewed_tour;
  insert into public.tour_views as counted (tour_id, day, views) values (viewed_tour, today, 1)
  on conflict (tour_id, day) do update set views = counted.views + 1;
  delete from private.tour_visitors where ctid in (
    select ctid from private.tour_visitors where day < today limit 1000 for update skip locked
  );
end;
$$;

grant execute on function private.record_tour_view(uuid) to anon, authenticated;

-- The API enters record_tour_view through this function.
create function public.count_tour_view(tour_id uuid)
returns void
language sql
set search_path = ''
as $$
  select private.record_tour_view(tour_id);
$$;

grant execute on function public.count_tour_view(uuid) to anon, authenticated;

-- Adds the days of past months up into one row a tour and month, on its first day, which the chart by month counts the
-- same. The present month and the one before keep their days: a million rows of single days took the chart a second.
create function private.tour_daily_run()
returns void
language sql
set search_path = ''
as $$
  with clock as (
    select (date_trunc('month', now() at time zone 'America/Toronto') - interval '1 month')::date as kept_from
  ),
  past as (
    delete from public.tour_views as daily using clock
    where daily.day < clock.kept_from and extract(day from daily.day) > 1
    returning daily.tour_id, daily.day, daily.views
  )
  insert into public.tour_views as monthly (tour_id, day, views)
  select past.tour_id, date_trunc('month', past.day)::date, sum(past.views)::integer from past group by 1, 2
  on conflict (tour_id, day) do update set views = monthly.views + excluded.views;
$$;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the tours in draft; more than five are one line, which opens their list.
create function private.tour_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  with drafts as (
    select t.id, t.title, t.location, count(*) over () as total from public.virtual_tours t where t.status = 'draft'
  )
  select 'draft', 'visite en brouillon', t.id, t.title, t.location, null::timestamptz, 2, null::bigint, null, null::uuid, null, null::uuid
  from drafts t where t.total <= 5
  union all
  select 'drafts', format('visites en brouillon (%s)', max(t.total)), '00000000-0000-0000-0000-000000000000', '', null, null, 2,
    max(t.total), null, null, null, null
  from drafts t having max(t.total) > 5;
$$;

grant execute on function private.tour_today_rows(timestamptz) to authenticated;
