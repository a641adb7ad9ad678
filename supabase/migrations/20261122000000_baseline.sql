-- Made from supabase/schemas by « npm run db:baseline ». Read the database there, not here.

-- schemas/01_setup.sql

-- What everything else stands on: default privileges, the private schema, shared rules and helpers.

-- PostgreSQL lets PUBLIC execute every new function; this default is global, a per-schema one cannot take it away.
alter default privileges for role postgres revoke execute on functions from public;
-- Hosted projects created before May 2026 also grant every new object of "public" to the API roles; newer ones grant
-- nothing. Here all start from nothing: a forgotten grant keeps something shut.
alter default privileges for role postgres in schema public
  revoke all on tables from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke all on sequences from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke all on functions from anon, authenticated, service_role;

-- Not in the list of schemas the API exposes (supabase/config.toml). The API roles may only resolve names in it, which
-- policies need to call private.is_admin().
create schema private;
grant usage on schema private to anon, authenticated;

create function private.set_updated_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

-- The network address a request comes from, or null outside the API (seed, SQL console).
-- cf-connecting-ip is written by the hosted edge and cannot be forged behind it. Of x-forwarded-for only the
-- last entry was written by our own proxy; the ones before it are whatever the client sent.
create function private.client_address()
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
  address text := coalesce(
    nullif(btrim(headers ->> 'cf-connecting-ip'), ''),
    nullif(btrim(split_part(headers ->> 'x-forwarded-for', ',', -1)), ''),
    'unknown'
  );
begin
  if headers is null then
    return null;
  end if;
  -- One IPv6 subscriber owns a whole /64; but "::ffff:203.0.113.1" is an IPv4 address written as IPv6.
  if pg_input_is_valid(address, 'inet') and family(address::inet) = 6 then
    if address::inet <<= inet '::ffff:0:0/96' then
      return host(inet '0.0.0.0' + (address::inet - inet '::ffff:0.0.0.0'));
    end if;
    return network(set_masklen(address::inet, 64))::text;
  end if;
  return address;
end;
$$;

-- Shared rules of check constraints. A constraint is checked with the rights of whoever writes the row, so the roles
-- that write may execute them. One that calls another has a body that is resolved at creation ("return …"), because
-- service_role may not resolve names in schema private. Null is accepted: "not null" is a matter of the column.

-- One address as a header can carry it: no space, no control character, no character that separates addresses.
create function private.is_email_address(value text)
returns boolean
language sql
immutable
strict
parallel safe
set search_path = ''
as $$
  select value ~ '^[^][:space:][:cntrl:]@<>,;:"()[\\]+@[^][:space:][:cntrl:]@<>,;:"()[\\.]+(\.[^][:space:][:cntrl:]@<>,;:"()[\\.]+)+$';
$$;

grant execute on function private.is_email_address(text) to anon, authenticated, service_role;

create function private.are_email_addresses(items text[])
returns boolean
language sql
immutable
strict
parallel safe
set search_path = ''
return (
  select coalesce(bool_and(private.is_email_address(item) is true), true) from unnest(items) as item
);

grant execute on function private.are_email_addresses(text[]) to authenticated, service_role;

-- Addresses become links and picture sources: http and https only, never javascript: or data:.
create function private.is_web_address(value text)
returns boolean
language sql
immutable
strict
parallel safe
set search_path = ''
as $$
  select value ~* '^https?://[^[:space:]/?#]+[^[:space:]]*$';
$$;

grant execute on function private.is_web_address(text) to authenticated, service_role;

-- Pictures may also be the site's own ("/images/…"). "//host" and "/\host" would lead to another site.
create function private.is_picture_address(value text)
returns boolean
language sql
immutable
strict
parallel safe
set search_path = ''
return private.is_web_address(value) or value ~ '^/[^[:space:]/\\][^[:space:]\\]*$';

grant execute on function private.is_picture_address(text) to authenticated, service_role;

-- The sectors of contacts, prospects and templates.
create function private.is_sector(value text)
returns boolean
language sql
immutable
strict
parallel safe
set search_path = ''
as $$
  select value in (
    'hôtellerie', 'immobilier', 'tourisme', 'commerce', 'restaurant', 'municipalité', 'mrc', 'organisme-public', 'autre'
  );
$$;

grant execute on function private.is_sector(text) to authenticated, service_role;

-- schemas/02_roles.sql

-- Who is an administrator, and how often an administrator may call the edge functions that cost money.

-- One row per administrator. Signing up is open to anyone and gives no role.
create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null,
  created_at timestamptz not null default now(),
  constraint user_roles_pkey primary key (user_id, role),
  constraint user_roles_role_known check (role in ('admin'))
);

alter table public.user_roles enable row level security;

-- No write through the API for anyone, the secret key included: the first administrator is made in SQL.
grant select on table public.user_roles to authenticated, service_role;

create policy "user_roles: own row" on public.user_roles
  for select to authenticated
  using (user_id = (select auth.uid()));

-- Reads user_roles as its owner, so that policies of other tables do not depend on what the caller may see.
-- Always written "(select private.is_admin())": evaluated once per statement instead of once per row.
create function private.is_admin()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from public.user_roles where user_id = auth.uid() and role = 'admin'
  );
$$;

grant execute on function private.is_admin() to authenticated;

-- For functions that act with their owner's rights on behalf of an administrator.
create function private.require_admin()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if (select private.is_admin()) is not true then
    raise insufficient_privilege using message = 'Cette action est réservée aux administrateurs.';
  end if;
end;
$$;

-- How often one person may call the edge functions that cost money. Edge function isolates share no memory, so the
-- count is kept here.
create table private.function_calls (
  id bigint generated always as identity primary key,
  function_name text not null,
  user_id uuid not null,
  called_at timestamptz not null default now()
);

create index function_calls_user_id_idx on private.function_calls (user_id, function_name, called_at);
create index function_calls_called_at_idx on private.function_calls (called_at);

alter table private.function_calls enable row level security;

-- The most calls of a function that one person may make in ten minutes; null for a function without a limit.
create function private.function_call_limit(function_name text)
returns integer
language sql
immutable
set search_path = ''
as $$
  select case function_name
    when 'generate-description' then 20
    when 'send-test-email' then 10
  end;
$$;

-- Counts one call of the signed-in administrator, or refuses it with 429. Edge functions call it with that person's own
-- token, so they need no secret key; calling it directly only uses up one's own limit.
create function public.count_function_call(function_name text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most integer := private.function_call_limit(function_name);
  window_start timestamptz := now() - interval '10 minutes';
begin
  if not (select private.is_admin()) then
    raise insufficient_privilege using message = 'Only administrators call functions';
  end if;
  if most is null then
    raise invalid_parameter_value using message = 'No limit is set for ' || coalesce(function_name, 'null');
  end if;

  -- Of two simultaneous calls at the limit, only one may pass.
  perform pg_advisory_xact_lock(4, hashtext(function_name || auth.uid()));
  if (
    select count(*) from private.function_calls as made
    where made.user_id = auth.uid() and made.function_name = count_function_call.function_name
      and made.called_at > window_start
  ) >= most then
    raise sqlstate 'PT429' using
      message = 'Vous avez fait beaucoup de demandes en peu de temps. Veuillez patienter quelques minutes, puis réessayer.';
  end if;

  delete from private.function_calls where id in (
    select id from private.function_calls where called_at <= window_start limit 1000 for update skip locked
  );
  insert into private.function_calls (function_name, user_id)
  values (count_function_call.function_name, auth.uid());
end;
$$;

grant execute on function public.count_function_call(text) to authenticated;

-- schemas/03_tags.sql

-- Tags: categories of tours and target business types of trips.

create table public.tags (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null,
  color text not null default '#3b82f6',
  icon text,
  display_order integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint tags_slug_key unique (slug),
  constraint tags_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint tags_slug_length check (char_length(slug) between 1 and 100),
  constraint tags_slug_format check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint tags_color_format check (color ~ '^#[0-9a-fA-F]{6}$'),
  constraint tags_icon_length check (char_length(icon) <= 50),
  constraint tags_display_order_range check (display_order >= 0)
);

create index tags_display_order_idx on public.tags (display_order);

create trigger tags_set_updated_at before update on public.tags
  for each row execute function private.set_updated_at();

alter table public.tags enable row level security;

grant select on table public.tags to anon, authenticated;
grant insert (name, slug, color, icon, display_order) on table public.tags to authenticated;
grant update (name, slug, color, icon, display_order) on table public.tags to authenticated;
grant delete on table public.tags to authenticated;
grant select, insert, update, delete on table public.tags to service_role;

create policy "tags: everyone reads" on public.tags
  for select to anon, authenticated
  using (true);

create policy "tags: admin inserts" on public.tags
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "tags: admin updates" on public.tags
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "tags: admin deletes" on public.tags
  for delete to authenticated
  using ((select private.is_admin()));

-- Saves the order of all tags in one transaction. Runs as the caller, under the policies of the table. A list that does
-- not hold exactly the tags of the table (one was added or deleted meanwhile) is refused as a whole: a missing tag
-- would get a position that nobody chose.
create function public.reorder_tags(ids uuid[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  if not (select private.is_admin()) then
    raise exception 'Réservé aux administrateurs.' using errcode = '42501';
  end if;

  -- No tag is added, deleted or moved between the comparison and the end of the transaction, and two simultaneous
  -- orders are written one after the other.
  lock table public.tags in share row exclusive mode;

  if ids is null
    or cardinality(ids) <> (select count(*) from public.tags)
    or exists (select id from public.tags except select unnest(ids))
  then
    raise exception 'La liste des tags a changé entre-temps. L’ordre n’a pas été enregistré.'
      using errcode = 'PT409';
  end if;

  update public.tags as tag
  set display_order = listed.position - 1
  from unnest(ids) with ordinality as listed (id, position)
  where tag.id = listed.id and tag.display_order <> listed.position - 1;
end;
$$;

grant execute on function public.reorder_tags(uuid[]) to authenticated;

-- schemas/04_tours_and_storage.sql

-- Virtual tours: the tours and their tags, saving them, their pictures in storage, and how often they are viewed.

-- Tours ----------------------------------------------------------------------------------------------------------

-- Only published tours are public.
create table public.virtual_tours (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  slug text not null,
  description text,
  location text,
  url text not null,
  image_url text,
  panorama_url text,
  is_featured boolean not null default false,
  status text not null default 'published',
  view_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint virtual_tours_slug_key unique (slug),
  constraint virtual_tours_title_length check (btrim(title) <> '' and char_length(title) <= 200),
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
  constraint virtual_tours_status_known check (status in ('published', 'draft', 'archived')),
  constraint virtual_tours_view_count_range check (view_count >= 0)
);

create index virtual_tours_created_at_idx on public.virtual_tours (created_at desc);
create index virtual_tours_status_created_at_idx on public.virtual_tours (status, created_at desc);
create index virtual_tours_featured_idx on public.virtual_tours (created_at desc)
  where is_featured and status = 'published';

-- The columns of the form only: a view counted in view_count is not an edit.
create trigger virtual_tours_set_updated_at
  before update of title, slug, description, location, url, image_url, panorama_url, is_featured, status
  on public.virtual_tours
  for each row execute function private.set_updated_at();

alter table public.virtual_tours enable row level security;

-- The columns of the form only: view_count, id and the dates are never written from a screen.
grant select on table public.virtual_tours to anon, authenticated;
grant insert (title, slug, description, location, url, image_url, panorama_url, is_featured, status)
  on table public.virtual_tours to authenticated;
grant update (title, slug, description, location, url, image_url, panorama_url, is_featured, status)
  on table public.virtual_tours to authenticated;
grant delete on table public.virtual_tours to authenticated;
grant select, insert, update, delete on table public.virtual_tours to service_role;

-- One policy per role: two permissive ones for the same role and verb would both run on every row.
create policy "virtual_tours: visitors read published" on public.virtual_tours
  for select to anon
  using (status = 'published');

create policy "virtual_tours: signed-in read published, admin all" on public.virtual_tours
  for select to authenticated
  using (status = 'published' or (select private.is_admin()));

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
    (select private.is_admin())
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

-- Who saved a tour last: shown to an administrator whose save conflicts. A table of its own, because visitors read
-- virtual_tours. No foreign key to the account: after its deletion the editor is unknown.
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
    -- The service role, or SQL.
    delete from private.tour_editors where tour_id = new.id;
  else
    insert into private.tour_editors (tour_id, editor) values (new.id, auth.uid())
    on conflict (tour_id) do update set editor = excluded.editor;
  end if;
  return null;
end;
$$;

-- The same columns as virtual_tours_set_updated_at: a view counted in view_count is not an edit.
create trigger virtual_tours_remember_editor
  after insert or update of title, slug, description, location, url, image_url, panorama_url, is_featured, status
  on public.virtual_tours
  for each row execute function private.remember_tour_editor();

-- The e-mail address of the last editor, for administrators only; null when it was not a person.
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

-- The first of « base-2 », « base-3 », … that no tour has, within the 200 characters of a slug.
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

-- Saves the form of a tour: one transaction for the tour and its tags. Runs as the caller, under the policies.
--   tour_id null creates; otherwise read_at is the updated_at that the caller read, exactly as given.
--   Tags deleted meanwhile are left out.
-- Refusals, beside those of policies and constraints:
--   PT409  changed since it was read: nothing is written, and the detail (JSON) holds the tour as it is now, its
--          tag_ids and edited_by.
--   PT404  deleted meanwhile.
--   23505  the slug is another tour's: the detail is one that is free.
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
  read_at timestamptz default null
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
        (title, slug, description, location, url, image_url, panorama_url, is_featured, status)
      values (
        save_tour.title, save_tour.slug, save_tour.description, save_tour.location, save_tour.url,
        save_tour.image_url, save_tour.panorama_url, save_tour.is_featured, save_tour.status
      )
      returning id into saved_id;
    else
      -- Always written, even when the tags alone change, so that updated_at moves.
      update public.virtual_tours as tour set
        title = save_tour.title, slug = save_tour.slug, description = save_tour.description,
        location = save_tour.location, url = save_tour.url, image_url = save_tour.image_url,
        panorama_url = save_tour.panorama_url, is_featured = save_tour.is_featured, status = save_tour.status
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
  text, text, text, text, boolean, uuid[], text, text, text, text, uuid, timestamptz
) to authenticated;

-- Changes the status of several tours, as the caller, under the policies. Returns how many were changed.
create function public.set_tours_status(ids uuid[], status text)
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

grant execute on function public.set_tours_status(uuid[], text) to authenticated;

-- Deletes several tours, as the caller, under the policies. Returns the picture addresses they had.
create function public.delete_tours(ids uuid[])
returns setof text
language sql
set search_path = ''
as $$
  delete from public.virtual_tours as tour where tour.id = any (ids) returning tour.image_url;
$$;

grant execute on function public.delete_tours(uuid[]) to authenticated;

-- Pictures -------------------------------------------------------------------------------------------------------

-- The bucket is public: anyone reads a picture by its address; only administrators list and write.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('tour-images', 'tour-images', true, 3145728, array['image/jpeg'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy "tour-images: admin lists" on storage.objects
  for select to authenticated
  using (bucket_id = 'tour-images' and (select private.is_admin()));

-- The name is random and flat: no folder, no other extension, no path traversal.
create policy "tour-images: admin uploads" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'tour-images' and name ~ '^[a-z0-9-]+\.jpg$' and (select private.is_admin()));

-- No update policy: a picture is never overwritten, a new one gets a new name.
create policy "tour-images: admin deletes" on storage.objects
  for delete to authenticated
  using (bucket_id = 'tour-images' and (select private.is_admin()));

-- The files of the bucket that no tour uses: those named, and any older than a day (left by a closed tab or a lost
-- connection). They are deleted through the storage API: deleting the row here would leave the file.
create function public.unused_tour_images(candidates text[] default '{}')
returns setof text
language sql
stable
set search_path = ''
as $$
  select file.name
  from storage.objects as file
  where file.bucket_id = 'tour-images'
    and (file.name = any (candidates) or file.created_at < now() - interval '1 day')
    and not exists (
      select 1 from public.virtual_tours as tour where tour.image_url like '%/tour-images/' || file.name
    )
  limit 1000;
$$;

grant execute on function public.unused_tour_images(text[]) to authenticated;

-- Views ----------------------------------------------------------------------------------------------------------

-- Views per tour and day, for the chart of the dashboard; virtual_tours.view_count is the total.
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

create policy "tour_views: admin reads" on public.tour_views
  for select to authenticated
  using ((select private.is_admin()));

-- Today's visitors of each tour, as hashes, so that each is counted once; rows of earlier days are deleted.
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
  address_hash text := encode(sha256(convert_to(today || ':' || coalesce(private.client_address(), ''), 'UTF8')), 'hex');
  visitor_hash text := encode(sha256(convert_to(address_hash || ':' || browser, 'UTF8')), 'hex');
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

-- The API's entry to record_tour_view.
create function public.count_tour_view(tour_id uuid)
returns void
language sql
set search_path = ''
as $$
  select private.record_tour_view(tour_id);
$$;

grant execute on function public.count_tour_view(uuid) to anon, authenticated;

-- schemas/05_contacts.sql

-- Contacts: the list, the history of each contact, and changes to many contacts at once.

create table public.contacts (
  id uuid primary key default gen_random_uuid(),
  -- Whoever created it. Removing an administrator must not remove the business's data.
  user_id uuid references auth.users (id) on delete set null,
  name text not null,
  company text not null,
  -- Null for a prospect accepted or imported without an address; such a contact cannot join a campaign.
  email text,
  phone text,
  city text not null,
  region text not null,
  sector text not null default 'autre',
  status text not null default 'nouveau',
  website text,
  notes text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint contacts_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  -- Names end up in e-mail headers: a line break there would add headers of the sender's choice.
  constraint contacts_name_one_line check (name !~ '[[:cntrl:]]'),
  constraint contacts_company_length check (btrim(company) <> '' and char_length(company) <= 100),
  constraint contacts_company_one_line check (company !~ '[[:cntrl:]]'),
  constraint contacts_email_length check (char_length(email) <= 255),
  constraint contacts_email_format check (private.is_email_address(email)),
  constraint contacts_phone_length check (char_length(phone) <= 20),
  constraint contacts_city_length check (btrim(city) <> '' and char_length(city) <= 100),
  constraint contacts_region_length check (btrim(region) <> '' and char_length(region) <= 100),
  constraint contacts_sector_known check (private.is_sector(sector)),
  constraint contacts_status_known check (status in ('nouveau', 'contacté', 'intéressé', 'refusé', 'partenaire')),
  constraint contacts_website_length check (char_length(website) <= 500),
  constraint contacts_website_format check (private.is_web_address(website)),
  constraint contacts_notes_length check (char_length(notes) <= 1000)
);

create unique index contacts_email_key on public.contacts (lower(email));
create index contacts_user_id_idx on public.contacts (user_id);
-- With the id, so that rows of the same instant keep their order between two pages of the list.
create index contacts_created_at_idx on public.contacts (created_at desc, id);
create index contacts_company_idx on public.contacts (company);
create index contacts_status_idx on public.contacts (status);
-- Finds the same person without an e-mail address in an imported file.
create index contacts_identity_idx on public.contacts (lower(name), lower(company), lower(city));

create trigger contacts_set_updated_at before update on public.contacts
  for each row execute function private.set_updated_at();

alter table public.contacts enable row level security;

-- Updates neither check nor change user_id: a second administrator edits what the first one created.
grant select on table public.contacts to authenticated;
grant insert (user_id, name, company, email, phone, city, region, sector, status, website, notes)
  on table public.contacts to authenticated;
grant update (name, company, email, phone, city, region, sector, status, website, notes)
  on table public.contacts to authenticated;
grant delete on table public.contacts to authenticated;
grant select, insert, update, delete on table public.contacts to service_role;

create policy "contacts: admin reads" on public.contacts
  for select to authenticated
  using ((select private.is_admin()));

create policy "contacts: admin inserts as self" on public.contacts
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_admin()));

create policy "contacts: admin updates" on public.contacts
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "contacts: admin deletes" on public.contacts
  for delete to authenticated
  using ((select private.is_admin()));

-- The history of a contact. Written by the trigger below and by import_contacts, never through the API.
create table public.contact_events (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references public.contacts (id) on delete cascade,
  kind text not null,
  -- Of a change of status.
  old_status text,
  new_status text,
  -- Of an import: where the list came from, in the administrator's words.
  source text,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint contact_events_kind_known check (kind in ('status', 'imported', 'completed')),
  constraint contact_events_source_length check (char_length(source) <= 500)
);

create index contact_events_contact_id_idx on public.contact_events (contact_id, created_at desc);
create index contact_events_recorded_by_idx on public.contact_events (recorded_by);

alter table public.contact_events enable row level security;

grant select on table public.contact_events to authenticated, service_role;

create policy "contact_events: admin reads" on public.contact_events
  for select to authenticated
  using ((select private.is_admin()));

create function private.record_contact_status()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.contact_events (contact_id, kind, old_status, new_status, recorded_by)
  values (new.id, 'status', old.status, new.status, auth.uid());
  return null;
end;
$$;

create trigger contacts_record_status after update of status on public.contacts
  for each row when (old.status is distinct from new.status)
  execute function private.record_contact_status();

-- Changes and deletions of a selection. They run as the caller, under the policies of contacts; both return a count.
create function public.set_contact_status(contact_ids uuid[], status text)
returns integer
language sql
set search_path = ''
as $$
  with changed as (
    update public.contacts c set status = set_contact_status.status
    where c.id = any (contact_ids) and c.status <> set_contact_status.status
    returning 1
  )
  select count(*)::integer from changed;
$$;

grant execute on function public.set_contact_status(uuid[], text) to authenticated;

create function public.delete_contacts(contact_ids uuid[])
returns integer
language sql
set search_path = ''
as $$
  with gone as (delete from public.contacts where id = any (contact_ids) returning 1)
  select count(*)::integer from gone;
$$;

grant execute on function public.delete_contacts(uuid[]) to authenticated;

-- schemas/06_consent.sql

-- Consent: the proofs, the addresses that must not be written to, and the one answer to "may this person be e-mailed?".

-- Proofs of consent: Canada's anti-spam law puts the burden of proof on the sender. Append-only, for the service role
-- too: a correction is a new row.
create table public.consent_events (
  id uuid primary key default gen_random_uuid(),
  -- The proof outlives the contact.
  contact_id uuid references public.contacts (id) on delete set null,
  email text not null,
  basis text not null,
  occurred_at timestamptz not null,
  source_url text,
  evidence text,
  wording text,
  wording_version text,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint consent_events_email_length check (char_length(email) <= 255),
  constraint consent_events_email_format check (private.is_email_address(email)),
  constraint consent_events_basis_known check (
    basis in ('express', 'inquiry', 'purchase', 'contract', 'published', 'disclosed', 'referral', 'none', 'withdrawn')
  ),
  constraint consent_events_source_url_length check (char_length(source_url) <= 500),
  constraint consent_events_source_url_format check (private.is_web_address(source_url)),
  constraint consent_events_evidence_length check (char_length(evidence) <= 5000),
  constraint consent_events_wording_length check (char_length(wording) <= 5000),
  constraint consent_events_wording_version_length check (char_length(wording_version) <= 50)
);

create index consent_events_contact_id_idx on public.consent_events (contact_id);
create index consent_events_recorded_by_idx on public.consent_events (recorded_by);
create index consent_events_email_idx on public.consent_events (lower(email), occurred_at desc);

alter table public.consent_events enable row level security;

grant select on table public.consent_events to authenticated;
grant insert (contact_id, email, basis, occurred_at, source_url, evidence, wording, wording_version, recorded_by)
  on table public.consent_events to authenticated;
grant select, insert on table public.consent_events to service_role;

create policy "consent_events: admin reads" on public.consent_events
  for select to authenticated
  using ((select private.is_admin()));

create policy "consent_events: admin appends as self" on public.consent_events
  for insert to authenticated
  with check (recorded_by = (select auth.uid()) and (select private.is_admin()));

-- Suppressions ---------------------------------------------------------------------------------------------------

-- The key of the address hashes: a plain hash can be guessed by trying addresses. It never leaves the database.
create table private.hash_key (
  id smallint primary key,
  key bytea not null
);

alter table private.hash_key enable row level security;

insert into private.hash_key (id, key)
values (1, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- The keyed hash of a plain SHA-256 hash. PL/pgSQL, because it keeps its plan: it is called for each contact of a list.
create function private.keyed_hash(plain_hash text)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select encode(sha256(key || sha256(key || convert_to(plain_hash, 'UTF8'))), 'hex') from private.hash_key where id = 1
  );
end;
$$;

grant execute on function private.keyed_hash(text) to authenticated, service_role;

-- The form in which suppressions keep an address.
create function private.email_hash(address text)
returns text
language sql
stable
set search_path = ''
as $$
  select private.keyed_hash(encode(sha256(convert_to(lower(btrim(address)), 'UTF8')), 'hex'));
$$;

grant execute on function private.email_hash(text) to authenticated, service_role;

-- Addresses that must not be written to, append-only. Only a hash is kept, because the list survives the deletion of
-- everything else about the person. Screens add to it through functions: a browser cannot compute the hash. An address
-- is listed again when its person consents anew and unsubscribes again.
create table public.suppressions (
  id uuid primary key default gen_random_uuid(),
  -- private.email_hash of the address: 64 lower-case hexadecimal digits.
  email_hash text not null,
  reason text not null,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint suppressions_email_hash_format check (email_hash ~ '^[0-9a-f]{64}$'),
  constraint suppressions_reason_known check (reason in ('unsubscribed', 'bounced', 'complained', 'manual'))
);

create index suppressions_recorded_by_idx on public.suppressions (recorded_by);
create index suppressions_created_at_idx on public.suppressions (created_at desc);
create index suppressions_email_hash_idx on public.suppressions (email_hash, created_at desc);

alter table public.suppressions enable row level security;

grant select on table public.suppressions to authenticated;
grant select, insert on table public.suppressions to service_role;

create policy "suppressions: admin reads" on public.suppressions
  for select to authenticated
  using ((select private.is_admin()));

-- The end of a suppression: only with a new express consent and a reason. Append-only.
create table public.suppression_lifts (
  id uuid primary key default gen_random_uuid(),
  email_hash text not null,
  reason text not null,
  -- The new express consent. It is deleted with the person's data; this row stays.
  consent_event_id uuid references public.consent_events (id) on delete set null,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint suppression_lifts_email_hash_format check (email_hash ~ '^[0-9a-f]{64}$'),
  constraint suppression_lifts_reason_length check (btrim(reason) <> '' and char_length(reason) <= 500)
);

create index suppression_lifts_email_hash_idx on public.suppression_lifts (email_hash, created_at desc);
create index suppression_lifts_consent_event_id_idx on public.suppression_lifts (consent_event_id);
create index suppression_lifts_recorded_by_idx on public.suppression_lifts (recorded_by);

alter table public.suppression_lifts enable row level security;

grant select on table public.suppression_lifts to authenticated, service_role;

create policy "suppression_lifts: admin reads" on public.suppression_lifts
  for select to authenticated
  using ((select private.is_admin()));

-- The suppressions in force, one per address: the newest that no later lift has ended. With equal times it is in force.
create function private.standing_suppressions()
returns table (email_hash text, reason text, created_at timestamptz)
language sql
stable
set search_path = ''
as $$
  select distinct on (suppression.email_hash) suppression.email_hash, suppression.reason, suppression.created_at
  from public.suppressions suppression
  where not exists (
    select from public.suppression_lifts lift
    where lift.email_hash = suppression.email_hash and lift.created_at > suppression.created_at
  )
  order by suppression.email_hash, suppression.created_at desc;
$$;

grant execute on function private.standing_suppressions() to authenticated, service_role;

-- May this person be e-mailed? -----------------------------------------------------------------------------------

-- When a basis of consent expires (Canada's anti-spam law, section 10). Null: never.
-- A referral allows one message only and 'none' nothing: neither makes a contact mailable.
create function private.consent_expiry(basis text, occurred_at timestamptz)
returns timestamptz
language sql
immutable
set search_path = ''
as $$
  select case
    when basis = 'inquiry' then (occurred_at at time zone 'America/Toronto' + interval '6 months') at time zone 'America/Toronto'
    when basis in ('purchase', 'contract')
      then (occurred_at at time zone 'America/Toronto' + interval '2 years') at time zone 'America/Toronto'
  end;
$$;

grant execute on function private.consent_expiry(text, timestamptz) to authenticated, service_role;

-- The basis in force at a moment, for each contact that ever had one or whose address is suppressed. The strongest
-- since the last withdrawal counts: a later inquiry does not shorten an express consent.
create function private.current_consents(only_contact uuid, at timestamptz default now())
returns table (
  contact_id uuid, state text, basis text, occurred_at timestamptz, expires_at timestamptz, source_url text, evidence text,
  suppression text
)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  -- PL/pgSQL, because it keeps its plan: the sender asks for one contact at a time.
  return query
  with people as (
    -- Two branches, so that the index serves a single contact.
    select id, email, lower(email) as address from public.contacts where email is not null and id = only_contact
    union all
    select id, email, lower(email) from public.contacts where email is not null and only_contact is null
  ),
  -- By address, not by contact: a consent given for one address does not hold for another.
  events as (
    select people.id, e.basis, e.occurred_at, e.source_url, e.evidence, private.consent_expiry(e.basis, e.occurred_at) as expiry
    from people join public.consent_events e on lower(e.email) = people.address
    where e.occurred_at <= at
  ),
  withdrawals as (
    select id, max(occurred_at) as last from events where basis = 'withdrawn' group by id
  ),
  standing as (
    select distinct on (events.id) events.*
    from events left join withdrawals on withdrawals.id = events.id
    where events.basis in ('express', 'inquiry', 'purchase', 'contract', 'published', 'disclosed')
      and (events.basis <> 'published' or events.source_url is not null)
      -- After a withdrawal only the person's own act counts, not an address published somewhere.
      and (
        withdrawals.last is null
        or events.occurred_at > withdrawals.last and events.basis not in ('published', 'disclosed')
      )
    order by events.id, events.expiry desc nulls first, events.occurred_at desc
  ),
  suppressed as (
    select people.id, s.reason from private.standing_suppressions() s
    join people on private.email_hash(people.email) = s.email_hash
  )
  select people.id,
    case
      when suppressed.id is not null then 'unsubscribed'
      when standing.id is null then 'withdrawn'
      when standing.expiry <= at then 'expired'
      else 'allowed'
    end,
    standing.basis, standing.occurred_at, standing.expiry, standing.source_url, standing.evidence, suppressed.reason
  from people
  left join standing on standing.id = people.id
  left join suppressed on suppressed.id = people.id
  left join withdrawals on withdrawals.id = people.id
  where coalesce(standing.id, suppressed.id, withdrawals.id) is not null;
end;
$$;

grant execute on function private.current_consents(uuid, timestamptz) to authenticated, service_role;

-- The same for the API: { contact id: { state, basis, … } }, as one value because a list of rows is cut at 1 000.
create function public.contact_consents(only_contact uuid default null)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(contact_id, jsonb_strip_nulls(to_jsonb(c) - 'contact_id')), '{}')
  from private.current_consents(only_contact) c;
$$;

grant execute on function public.contact_consents(uuid) to authenticated;

-- Every contact (or one) with the reason, in French, why it must not be e-mailed at that moment; null: it may be.
create function private.email_refusals(only_contact uuid, at timestamptz)
returns table (contact_id uuid, reason text)
language sql
stable
set search_path = ''
as $$
  select contact.id,
    case
      when contact.email is null then 'Aucune adresse courriel'
      when consent.suppression = 'bounced' then 'Adresse en erreur permanente'
      when consent.suppression = 'complained' then 'A signalé un message comme indésirable'
      when consent.suppression = 'manual' then 'Retiré des envois par l''équipe'
      when consent.state = 'unsubscribed' then 'Désabonné'
      when contact.status = 'refusé' then 'A refusé d''être sollicité'
      when consent.state = 'withdrawn' then 'Consentement retiré'
      when consent.state = 'expired' then 'Consentement expiré'
      when consent.state is null then 'Aucun consentement consigné'
    end
  from (
    -- Two branches, so that the index serves a single contact.
    select * from public.contacts where id = only_contact
    union all
    select * from public.contacts where only_contact is null
  ) contact
  left join private.current_consents(only_contact, at) consent on consent.contact_id = contact.id;
$$;

grant execute on function private.email_refusals(uuid, timestamptz) to authenticated;

-- The reason, in French, why this contact must not be e-mailed at that moment; null: it may be.
create function public.may_email(contact uuid, at timestamptz default now())
returns text
language sql
stable
set search_path = ''
as $$
  select case when count(*) = 0 then 'Contact supprimé' else min(reason) end
  from private.email_refusals(coalesce(contact, '00000000-0000-0000-0000-000000000000'), at);
$$;

grant execute on function public.may_email(uuid, timestamptz) to authenticated;

-- Adds an address to the suppressions, unless one is in force.
create function private.suppress(hash text, why text, author uuid default null)
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Of two simultaneous calls, only one adds the address.
  perform pg_advisory_xact_lock(31, hashtext(hash));
  if not exists (select from private.standing_suppressions() standing where standing.email_hash = hash) then
    -- Not now(): a lift of the same transaction must not end it.
    insert into public.suppressions (email_hash, reason, recorded_by, created_at)
    values (hash, why, author, clock_timestamp());
  end if;
end;
$$;

-- For the service role: addresses that the mail provider or somebody else reports. Always true.
create function public.suppress_address(address text, reason text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.suppress(private.email_hash(address), reason);
  return true;
end;
$$;

grant execute on function public.suppress_address(text, text) to service_role;

-- The person asked the team not to be written to.
create function public.suppress_contact(contact uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  person public.contacts;
begin
  perform private.require_admin();
  select * into person from public.contacts where id = contact;
  if person.email is null then
    raise exception using message = 'Ce contact n''a pas d''adresse courriel';
  end if;
  perform private.suppress(private.email_hash(person.email), 'manual', auth.uid());
  insert into public.consent_events (contact_id, email, basis, occurred_at, evidence, recorded_by)
  values (person.id, person.email, 'withdrawn', now(), 'Retrait demandé à l''équipe', auth.uid());
end;
$$;

grant execute on function public.suppress_contact(uuid) to authenticated;

-- Ends a suppression for a person who consents anew. consent: { occurred_on, evidence, source_url, wording }.
create function public.lift_suppression(contact uuid, reason text, consent jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  person public.contacts;
  hash text;
  suppressed_at timestamptz;
  given_at timestamptz := ((consent ->> 'occurred_on')::date)::timestamp at time zone 'America/Toronto';
  proof uuid;
begin
  perform private.require_admin();
  select * into person from public.contacts where id = contact for update;
  hash := private.email_hash(person.email);
  select standing.created_at into suppressed_at from private.standing_suppressions() standing where standing.email_hash = hash;
  if suppressed_at is null then
    raise exception using message = 'Cette adresse n''est pas retirée des envois';
  end if;
  if coalesce(btrim(reason), '') = '' then
    raise exception using message = 'La raison est requise';
  end if;
  if given_at is null or coalesce(btrim(consent ->> 'evidence'), '') = '' or given_at > now() then
    raise exception using message = 'La preuve du nouveau consentement est incomplète';
  end if;
  if given_at < (suppressed_at at time zone 'America/Toronto')::date::timestamp at time zone 'America/Toronto' then
    raise exception using message = 'Le nouveau consentement doit suivre le retrait';
  end if;
  insert into public.consent_events (contact_id, email, basis, occurred_at, source_url, evidence, wording, recorded_by)
  values (
    person.id, person.email, 'express',
    -- Only the day is known: a consent of the day of the suppression is recorded after it.
    case when given_at <= suppressed_at then now() else given_at end,
    nullif(btrim(consent ->> 'source_url'), ''), btrim(consent ->> 'evidence'), nullif(btrim(consent ->> 'wording'), ''),
    auth.uid()
  )
  returning id into proof;
  insert into public.suppression_lifts (email_hash, reason, consent_event_id, recorded_by, created_at)
  values (hash, btrim(lift_suppression.reason), proof, auth.uid(), clock_timestamp());
end;
$$;

grant execute on function public.lift_suppression(uuid, text, jsonb) to authenticated;

-- Import ---------------------------------------------------------------------------------------------------------

-- One block of an imported file, in one transaction. A known address (or, without one, a known name, company and city)
-- is skipped (mode 'skip') or gets the values it lacks ('complete'), so that a file imported twice adds nothing.
-- `consent` is what the administrator can prove for the whole list: { basis, occurred_on, source_url, evidence };
-- without it nobody becomes mailable, and a suppressed address never does. Returns the numbers of the block's rows,
-- from 0: { inserted, completed, skipped, unsubscribed }.
create function public.import_contacts(
  block jsonb, list_source text, mode text default 'skip', consent jsonb default null, dry_run boolean default false
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  proof_date timestamptz := ((consent ->> 'occurred_on')::date)::timestamp at time zone 'America/Toronto';
  outcome jsonb;
begin
  if (select private.is_admin()) is not true then
    raise insufficient_privilege using message = 'Accès réservé aux administrateurs';
  end if;
  if jsonb_typeof(block) is distinct from 'array' then
    raise invalid_parameter_value using message = 'Un bloc est une liste de lignes';
  end if;
  if jsonb_array_length(block) > 1000 then
    raise invalid_parameter_value using message = 'Un bloc contient au plus 1000 lignes';
  end if;
  if coalesce(btrim(list_source), '') = '' then
    raise invalid_parameter_value using message = 'La provenance de la liste est requise';
  end if;
  if mode is null or mode not in ('skip', 'complete') then
    raise invalid_parameter_value using message = 'Mode inconnu';
  end if;
  if consent is not null and (
    coalesce(consent ->> 'basis', '') not in ('express', 'inquiry', 'purchase', 'contract', 'published', 'disclosed')
    or proof_date is null or proof_date > now()
    or coalesce(btrim(consent ->> 'evidence'), '') = ''
    or (consent ->> 'basis' = 'published' and coalesce(consent ->> 'source_url', '') = '')
  ) then
    raise invalid_parameter_value using message = 'La preuve de consentement est incomplète';
  end if;

  -- Of two simultaneous imports, only one may add a contact without an address.
  perform pg_advisory_xact_lock(20, 0);

  with incoming as materialized (
    select (element.line - 1)::integer as line, gen_random_uuid() as new_id,
      btrim(r.name) as name, btrim(r.company) as company, nullif(btrim(r.email), '') as email,
      nullif(btrim(r.phone), '') as phone, btrim(r.city) as city, btrim(r.region) as region,
      coalesce(nullif(btrim(r.sector), ''), 'autre') as sector, coalesce(nullif(btrim(r.status), ''), 'nouveau') as status,
      nullif(btrim(r.website), '') as website, nullif(btrim(r.notes), '') as notes
    from jsonb_array_elements(block) with ordinality as element (item, line),
      jsonb_populate_record(null::public.contacts, element.item) r
  ),
  matched as materialized (
    select i.*, coalesce(by_email.id, by_identity.id) as known_id,
      row_number() over (
        partition by coalesce(by_email.id, by_identity.id),
          coalesce(lower(i.email), lower(i.name) || E'\n' || lower(i.company) || E'\n' || lower(i.city))
        order by i.line
      ) > 1 as is_repeated,
      suppressed.email_hash is not null as is_suppressed
    from incoming i
    left join public.contacts by_email on lower(by_email.email) = lower(i.email)
    left join lateral (
      select c.id from public.contacts c
      where i.email is null
        and lower(c.name) = lower(i.name) and lower(c.company) = lower(i.company) and lower(c.city) = lower(i.city)
      order by c.created_at, c.id
      limit 1
    ) by_identity on true
    left join private.standing_suppressions() suppressed on suppressed.email_hash = private.email_hash(i.email)
  ),
  planned as materialized (
    select m.*,
      case
        when m.is_repeated then 'skip'
        when m.known_id is null then 'insert'
        when mode = 'complete' and (
          (c.phone is null and m.phone is not null) or (c.website is null and m.website is not null)
          or (c.notes is null and m.notes is not null)
        ) then 'complete'
        else 'skip'
      end as step
    from matched m left join public.contacts c on c.id = m.known_id
  ),
  inserted as (
    insert into public.contacts (id, user_id, name, company, email, phone, city, region, sector, status, website, notes)
    select new_id, auth.uid(), name, company, email, phone, city, region, sector, status, website, notes
    from planned where step = 'insert' and not dry_run
    order by line
    on conflict (lower(email)) do nothing
    returning id
  ),
  completed as (
    update public.contacts c
    set phone = coalesce(c.phone, p.phone), website = coalesce(c.website, p.website), notes = coalesce(c.notes, p.notes)
    from planned p where p.step = 'complete' and c.id = p.known_id and not dry_run
    returning c.id
  ),
  done as (
    select p.*, coalesce(i.id, c.id) as contact_id,
      case
        when p.step = 'insert' and (dry_run or i.id is not null) then 'inserted'
        when p.step = 'complete' then 'completed'
        else 'skipped'
      end as result
    from planned p
    left join inserted i on i.id = p.new_id
    left join completed c on c.id = p.known_id
  ),
  history as (
    insert into public.contact_events (contact_id, kind, source, recorded_by)
    select contact_id, case result when 'inserted' then 'imported' else 'completed' end, btrim(list_source), auth.uid()
    from done where contact_id is not null
  ),
  proofs as (
    insert into public.consent_events (contact_id, email, basis, occurred_at, source_url, evidence, recorded_by)
    select contact_id, email, consent ->> 'basis', proof_date, nullif(btrim(consent ->> 'source_url'), ''),
      btrim(list_source) || E'\n' || btrim(consent ->> 'evidence'), auth.uid()
    from done where contact_id is not null and email is not null and consent is not null and not is_suppressed
  )
  select jsonb_build_object(
    'inserted', coalesce(jsonb_agg(line order by line) filter (where result = 'inserted'), '[]'),
    'completed', coalesce(jsonb_agg(line order by line) filter (where result = 'completed'), '[]'),
    'skipped', coalesce(jsonb_agg(line order by line) filter (where result = 'skipped'), '[]'),
    'unsubscribed', coalesce(jsonb_agg(line order by line) filter (where is_suppressed), '[]')
  ) into outcome from done;
  return outcome;
end;
$$;

grant execute on function public.import_contacts(jsonb, text, text, jsonb, boolean) to authenticated;

-- schemas/07_quotes.sql

-- Quote requests: anyone may leave one, only administrators read them.

create table public.quote_requests (
  id uuid primary key default gen_random_uuid(),
  organization_name text not null,
  contact_name text not null,
  email text not null,
  phone text,
  organization_type text not null,
  service_type text not null,
  message text,
  status text not null default 'nouveau',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Express consent to commercial messages, given by a separate box of the form that starts unticked: the version of
  -- the wording that was ticked, null when it was not; when: created_at
  -- (docs/decisions/0012).
  marketing_consent_version text,
  answered_at timestamptz,
  -- The contact made from it.
  contact_id uuid references public.contacts (id) on delete set null,
  -- The end of its personal data (Loi 25).
  anonymised_at timestamptz,
  constraint quote_requests_organization_name_length
    check (char_length(btrim(organization_name)) >= 2 and char_length(organization_name) <= 200),
  -- Names end up in e-mail headers: a line break there would add headers of the sender's choice.
  constraint quote_requests_organization_name_one_line check (organization_name !~ '[[:cntrl:]]'),
  constraint quote_requests_contact_name_length
    check (char_length(btrim(contact_name)) >= 2 and char_length(contact_name) <= 100),
  constraint quote_requests_contact_name_one_line check (contact_name !~ '[[:cntrl:]]'),
  constraint quote_requests_email_length check (char_length(email) <= 255),
  constraint quote_requests_email_format check (private.is_email_address(email)),
  constraint quote_requests_phone_length check (char_length(phone) <= 20),
  constraint quote_requests_organization_type_known
    check (organization_type in ('municipalite', 'mrc', 'ville', 'organisme-public', 'autre')),
  constraint quote_requests_service_type_known check (
    service_type in ('visite-virtuelle', 'street-view', 'pre-deneigement', 'infrastructure', 'evenement', 'autre')
  ),
  constraint quote_requests_message_length check (char_length(message) <= 2000),
  constraint quote_requests_status_known check (status in ('nouveau', 'en_cours', 'répondu', 'archivé')),
  -- A version is the day of its wording, so the format bounds the length too.
  constraint quote_requests_marketing_consent_version_format
    check (marketing_consent_version ~ '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$')
);

create index quote_requests_created_at_idx on public.quote_requests (created_at desc);
create index quote_requests_status_idx on public.quote_requests (status, created_at desc);
create index quote_requests_contact_id_idx on public.quote_requests (contact_id);

create trigger quote_requests_set_updated_at before update on public.quote_requests
  for each row execute function private.set_updated_at();

alter table public.quote_requests enable row level security;

grant insert (organization_name, contact_name, email, phone, organization_type, service_type, message)
  on table public.quote_requests to anon, authenticated;
grant select on table public.quote_requests to authenticated;
grant update (status) on table public.quote_requests to authenticated;
grant select, insert, update, delete on table public.quote_requests to service_role;
-- Nobody may update the consent: it is the person's own act, and what they sent is the proof.
grant insert (marketing_consent_version) on table public.quote_requests to anon, authenticated;

create policy "quote_requests: anyone sends a new one" on public.quote_requests
  for insert to anon, authenticated
  with check (status = 'nouveau');

create policy "quote_requests: admin reads" on public.quote_requests
  for select to authenticated
  using ((select private.is_admin()));

create policy "quote_requests: admin updates" on public.quote_requests
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

-- The administrator chooses a status; the database records when the answer was given.
create function private.set_answered_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.status = 'répondu' and old.status <> 'répondu' then
    new.answered_at := coalesce(new.answered_at, now());
  elsif new.status in ('nouveau', 'en_cours') and old.status in ('répondu', 'archivé') then
    new.answered_at := null;
  end if;
  return new;
end;
$$;

create trigger quote_requests_set_answered_at before update of status on public.quote_requests
  for each row execute function private.set_answered_at();

-- Rate limit -----------------------------------------------------------------------------------------------------

-- Accepted requests of the last ten minutes, by hashed network address and hashed e-mail address.
create table private.quote_rate_limits (
  id bigint generated always as identity primary key,
  key text not null,
  accepted_at timestamptz not null default now()
);

create index quote_rate_limits_key_idx on private.quote_rate_limits (key, accepted_at);
create index quote_rate_limits_accepted_at_idx on private.quote_rate_limits (accepted_at);

alter table private.quote_rate_limits enable row level security;

-- At most 10 accepted requests per network address and 3 per e-mail address in ten minutes; PostgREST turns PT429 into
-- a 429.
create function private.limit_quote_requests()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  address text := private.client_address();
  address_key text := encode(sha256(convert_to('address:' || address, 'UTF8')), 'hex');
  email_key text := encode(sha256(convert_to('email:' || lower(coalesce(new.email, '')), 'UTF8')), 'hex');
  window_start timestamptz := now() - interval '10 minutes';
begin
  -- The service role has checks of its own.
  if address is null or current_setting('role', true) = 'service_role' then
    return new;
  end if;

  -- Of two simultaneous requests at the limit, only one may pass. Network addresses are always locked first.
  perform pg_advisory_xact_lock(1, hashtext(address_key));
  perform pg_advisory_xact_lock(2, hashtext(email_key));

  if (select count(*) from private.quote_rate_limits where key = address_key and accepted_at > window_start) >= 10
    or (select count(*) from private.quote_rate_limits where key = email_key and accepted_at > window_start) >= 3
  then
    raise sqlstate 'PT429' using
      message = 'Trop de demandes ont été envoyées. Veuillez réessayer plus tard ou nous écrire directement.';
  end if;

  delete from private.quote_rate_limits where id in (
    select id from private.quote_rate_limits where accepted_at <= window_start for update skip locked
  );
  insert into private.quote_rate_limits (key) values (address_key), (email_key);
  return new;
end;
$$;

create trigger quote_requests_rate_limit before insert on public.quote_requests
  for each row execute function private.limit_quote_requests();

-- The inbox ------------------------------------------------------------------------------------------------------

-- Makes a contact from a request and returns it; idempotent. An address that is already a contact's is linked instead
-- of doubled. The basis of consent (the inquiry, or the box that was ticked, with its wording) is recorded with it.
create function public.convert_quote_to_contact(
  quote_id uuid,
  contact_city text,
  contact_region text,
  consent_wording text default null
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  quote public.quote_requests;
  contact uuid;
begin
  perform private.require_admin();
  select * into quote from public.quote_requests where id = quote_id for update;
  if not found or quote.anonymised_at is not null then
    raise no_data_found using message = 'Cette demande n''existe plus.';
  end if;
  if quote.contact_id is not null then
    return quote.contact_id;
  end if;

  insert into public.contacts (user_id, name, company, email, phone, city, region, sector, notes)
  values (
    auth.uid(), quote.contact_name, left(quote.organization_name, 100), quote.email, quote.phone,
    btrim(contact_city), btrim(contact_region),
    case quote.organization_type
      when 'municipalite' then 'municipalité'
      when 'ville' then 'municipalité'
      when 'mrc' then 'mrc'
      when 'organisme-public' then 'organisme-public'
      else 'autre'
    end,
    left(concat_ws(
      E'\n',
      'Demande de soumission du ' || to_char(quote.created_at at time zone 'America/Toronto', 'YYYY-MM-DD'),
      quote.message
    ), 1000)
  )
  on conflict (lower(email)) do nothing
  returning id into contact;
  if contact is null then
    select id into strict contact from public.contacts where lower(email) = lower(quote.email);
  end if;

  update public.quote_requests set contact_id = contact where id = quote_id;
  insert into public.consent_events
    (contact_id, email, basis, occurred_at, evidence, wording, wording_version, recorded_by)
  values (
    contact, quote.email,
    case when quote.marketing_consent_version is null then 'inquiry' else 'express' end,
    quote.created_at, 'Formulaire de soumission du site, demande ' || quote.id,
    case when quote.marketing_consent_version is not null then consent_wording end,
    quote.marketing_consent_version, auth.uid()
  );
  return contact;
end;
$$;

grant execute on function public.convert_quote_to_contact(uuid, text, text, text) to authenticated;

-- Replaces what identifies the person and keeps what is counted: types, service, month. Its notifications are deleted:
-- one may still wait to be sent, and an error message may name the address. Returns how many requests were changed.
create function private.anonymise_quotes(ids uuid[])
returns integer
language plpgsql
set search_path = ''
as $$
declare
  changed integer;
begin
  delete from public.notifications where quote_request_id = any(ids);
  update public.quote_requests set
    organization_name = 'Demande anonymisée',
    contact_name = 'Personne anonymisée',
    email = 'anonyme@anonyme.invalid',
    phone = null,
    message = null,
    marketing_consent_version = null,
    contact_id = null,
    status = 'archivé',
    created_at = date_trunc('month', created_at, 'America/Toronto'),
    answered_at = null,
    anonymised_at = now()
  where id = any(ids) and anonymised_at is null;
  get diagnostics changed = row_count;
  return changed;
end;
$$;

-- The same for an administrator. Deleting and anonymising go through functions: both concern several tables.
create function public.anonymise_quote_requests(ids uuid[])
returns integer
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.anonymise_quotes(ids);
end;
$$;

grant execute on function public.anonymise_quote_requests(uuid[]) to authenticated;

-- Deletes requests with their notifications; a contact made from one stays. Returns how many were deleted.
create function public.delete_quote_requests(ids uuid[])
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  deleted integer;
begin
  perform private.require_admin();
  delete from public.quote_requests where id = any(ids);
  get diagnostics deleted = row_count;
  return deleted;
end;
$$;

grant execute on function public.delete_quote_requests(uuid[]) to authenticated;

-- schemas/08_municipalities.sql

-- Municipalities and MRCs of Québec, as the ministry's open register lists them, with coordinates.

-- A name prepared for comparison: case, accents, ligatures, punctuation and "St" for "Saint" do not matter.
-- src/data/municipalities/place-key.ts does the same in the browser.
create function private.place_key(name text)
returns text
language sql
immutable
strict
parallel safe
set search_path = ''
as $$
  with letters as (
    select lower(regexp_replace(
      regexp_replace(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g'), '[Œœ]', 'oe', 'g'),
      '[Ææ]', 'ae', 'g'
    )) as plain
  )
  select regexp_replace(regexp_replace(
    btrim(regexp_replace(plain, '[^a-z0-9]+', ' ', 'g')),
    '\mst\M', 'saint', 'g'
  ), '\mste\M', 'sainte', 'g')
  from letters;
$$;

-- Great-circle distance (haversine) on the mean radius of the Earth, in kilometres.
create function private.distance_km(
  latitude_a double precision, longitude_a double precision,
  latitude_b double precision, longitude_b double precision
)
returns double precision
language sql
immutable
strict
parallel safe
set search_path = ''
as $$
  select 2 * 6371.0088 * asin(sqrt(least(1,
    power(sin(radians(latitude_b - latitude_a) / 2), 2)
    + cos(radians(latitude_a)) * cos(radians(latitude_b)) * power(sin(radians(longitude_b - longitude_a) / 2), 2)
  )));
$$;

create table public.municipalities (
  -- The ministry's geographic code: five digits for a municipality, three for an MRC.
  code text not null,
  kind text not null,
  name text not null,
  -- What the register calls it: « Ville », « Municipalité », « Paroisse »…
  designation text,
  -- Of the MRC it belongs to: none for an MRC itself, and for the cities that belong to none.
  mrc_code text,
  mrc_name text,
  region text not null,
  -- The register has none: they come from another file, and an import without them keeps them.
  latitude double precision,
  longitude double precision,
  population integer,
  official_email text,
  phone text,
  website text,
  source text not null,
  -- Of the file: when the register said so.
  source_date date,
  imported_at timestamptz not null default now(),
  search_key text generated always as (private.place_key(name)) stored,
  constraint municipalities_pkey primary key (code),
  constraint municipalities_code_format check (
    case kind when 'mrc' then code ~ '^[0-9]{3}$' else code ~ '^[0-9]{5}$' end
  ),
  constraint municipalities_kind_known check (kind in ('municipalité', 'mrc')),
  constraint municipalities_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint municipalities_name_one_line check (name !~ '[[:cntrl:]]'),
  constraint municipalities_designation_length check (char_length(designation) <= 60),
  constraint municipalities_mrc_code_format check (mrc_code ~ '^[0-9]{3}$'),
  constraint municipalities_mrc_name_length check (btrim(mrc_name) <> '' and char_length(mrc_name) <= 100),
  constraint municipalities_region_known check (
    region in (
      'Bas-Saint-Laurent', 'Saguenay–Lac-Saint-Jean', 'Capitale-Nationale', 'Mauricie', 'Estrie', 'Montréal',
      'Outaouais', 'Abitibi-Témiscamingue', 'Côte-Nord', 'Nord-du-Québec', 'Gaspésie–Îles-de-la-Madeleine',
      'Chaudière-Appalaches', 'Laval', 'Lanaudière', 'Laurentides', 'Montérégie', 'Centre-du-Québec'
    )
  ),
  -- The bounds of Québec: swapped latitude and longitude are refused.
  constraint municipalities_latitude_range check (latitude between 44 and 64),
  constraint municipalities_longitude_range check (longitude between -81 and -56),
  constraint municipalities_coordinates_both check ((latitude is null) = (longitude is null)),
  constraint municipalities_population_range check (population >= 0),
  constraint municipalities_official_email_length check (char_length(official_email) <= 255),
  constraint municipalities_official_email_format check (private.is_email_address(official_email)),
  constraint municipalities_phone_length check (char_length(phone) <= 20),
  constraint municipalities_website_length check (char_length(website) <= 500),
  constraint municipalities_website_format check (private.is_web_address(website)),
  constraint municipalities_source_length check (btrim(source) <> '' and char_length(source) <= 200)
);

create index municipalities_mrc_code_idx on public.municipalities (mrc_code);

alter table public.municipalities enable row level security;

-- Written by import_municipalities alone: a register is replaced as a whole or not at all.
grant select on table public.municipalities to authenticated, service_role;

create policy "municipalities: admin reads" on public.municipalities
  for select to authenticated
  using ((select private.is_admin()));

-- Everything the register lists within `radius_km` of a point, nearest first. An MRC is at its own coordinates,
-- else at the mean of its municipalities'. For edge functions only.
create function public.places_within(
  latitude double precision, longitude double precision, radius_km double precision
)
returns table (
  code text, kind text, name text, mrc text, region text, latitude double precision, longitude double precision,
  distance_km double precision, population integer, official_email text, phone text, website text,
  source text, source_date date
)
language sql
stable
security definer
set search_path = ''
as $$
  with middle as (
    select member.mrc_code, avg(member.latitude) as latitude, avg(member.longitude) as longitude
    from public.municipalities as member
    where member.mrc_code is not null and member.latitude is not null
    group by member.mrc_code
  ),
  located as (
    select place.*, coalesce(place.latitude, middle.latitude) as at_latitude,
      coalesce(place.longitude, middle.longitude) as at_longitude
    from public.municipalities as place
    left join middle on place.kind = 'mrc' and middle.mrc_code = place.code
  ),
  measured as (
    select located.*, private.distance_km($1, $2, at_latitude, at_longitude) as distance from located
  )
  select code, kind, name, mrc_name, region, at_latitude, at_longitude, distance, population, official_email,
    phone, website, source, source_date
  from measured
  where distance <= $3
  order by distance, code;
$$;

grant execute on function public.places_within(double precision, double precision, double precision) to service_role;

-- Imports a whole register, or only counts the changes (dry_run). `places`: an array of rows as the table has them.
-- Nothing is deleted: rows that the register does not list are counted in `missing`. Values of earlier imports are
-- replaced, except coordinates, which the register does not have. One invalid row refuses the whole import.
create function public.import_municipalities(
  places jsonb, source text, source_date date default null, dry_run boolean default false
)
returns table (added integer, changed integer, unchanged integer, missing integer)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  if current_setting('role', true) is distinct from 'service_role' and not (select private.is_admin()) then
    raise exception 'Réservé aux administrateurs' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(4, 0);

  return query
    with incoming as (
      select * from jsonb_populate_recordset(null::public.municipalities, places)
    ),
    compared as (
      select known.code is null as is_new,
        (known.kind, known.name, known.designation, known.mrc_code, known.mrc_name, known.region, known.population,
          known.official_email, known.phone, known.website, known.source, known.latitude, known.longitude)
        is distinct from
        (incoming.kind, incoming.name, incoming.designation, incoming.mrc_code, incoming.mrc_name, incoming.region,
          incoming.population, incoming.official_email, incoming.phone, incoming.website,
          import_municipalities.source, coalesce(incoming.latitude, known.latitude),
          coalesce(incoming.longitude, known.longitude)) as differs
      from incoming left join public.municipalities as known on known.code = incoming.code
    )
    select
      (count(*) filter (where is_new))::integer,
      (count(*) filter (where not is_new and differs))::integer,
      (count(*) filter (where not is_new and not differs))::integer,
      (
        select count(*)::integer from public.municipalities as known
        where known.kind in (select kind from incoming) and known.code not in (select code from incoming)
      )
    from compared;

  if dry_run then
    return;
  end if;

  insert into public.municipalities as known (
    code, kind, name, designation, mrc_code, mrc_name, region, latitude, longitude, population, official_email,
    phone, website, source, source_date
  )
  select code, kind, name, designation, mrc_code, mrc_name, region, latitude, longitude, population, official_email,
    phone, website, import_municipalities.source, import_municipalities.source_date
  from jsonb_populate_recordset(null::public.municipalities, places)
  on conflict (code) do update set
    kind = excluded.kind, name = excluded.name, designation = excluded.designation,
    mrc_code = excluded.mrc_code, mrc_name = excluded.mrc_name, region = excluded.region,
    latitude = coalesce(excluded.latitude, known.latitude),
    longitude = coalesce(excluded.longitude, known.longitude),
    population = excluded.population, official_email = excluded.official_email, phone = excluded.phone,
    website = excluded.website, source = excluded.source, source_date = excluded.source_date, imported_at = now()
  where (known.kind, known.name, known.designation, known.mrc_code, known.mrc_name, known.region, known.population,
      known.official_email, known.phone, known.website, known.source, known.source_date, known.latitude,
      known.longitude)
    is distinct from
    (excluded.kind, excluded.name, excluded.designation, excluded.mrc_code, excluded.mrc_name, excluded.region,
      excluded.population, excluded.official_email, excluded.phone, excluded.website, excluded.source,
      excluded.source_date, coalesce(excluded.latitude, known.latitude),
      coalesce(excluded.longitude, known.longitude));
end;
$$;

grant execute on function public.import_municipalities(jsonb, text, date, boolean) to authenticated, service_role;

-- schemas/09_trips.sql

-- Trips: planned travel for a job, at a place of the register, with target business types.

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
  -- The place chosen in the register; none when the town was typed freely.
  municipality_code text references public.municipalities (code) on delete set null,
  -- Of that municipality, copied here: prospects are searched around them.
  latitude double precision,
  longitude double precision,
  constraint trip_plans_city_length check (btrim(city) <> '' and char_length(city) <= 100),
  constraint trip_plans_region_length check (btrim(region) <> '' and char_length(region) <= 100),
  constraint trip_plans_dates_order check (end_date >= start_date),
  constraint trip_plans_job_type_known check (job_type in ('visite_virtuelle', 'street_view', 'photo', 'autre')),
  constraint trip_plans_client_name_length check (char_length(client_name) <= 200),
  constraint trip_plans_description_length check (char_length(description) <= 2000),
  constraint trip_plans_status_known check (status in ('planifié', 'confirmé', 'terminé', 'annulé')),
  constraint trip_plans_radius_km_range check (radius_km between 1 and 500),
  constraint trip_plans_latitude_range check (latitude between 44 and 64),
  constraint trip_plans_longitude_range check (longitude between -81 and -56)
);

create index trip_plans_user_id_idx on public.trip_plans (user_id);
create index trip_plans_start_date_idx on public.trip_plans (start_date desc);
create index trip_plans_municipality_code_idx on public.trip_plans (municipality_code);

create trigger trip_plans_set_updated_at before update on public.trip_plans
  for each row execute function private.set_updated_at();

alter table public.trip_plans enable row level security;

-- Updates neither check nor change user_id: a second administrator edits what the first one created.
grant select on table public.trip_plans to authenticated;
grant insert (user_id, city, region, start_date, end_date, job_type, client_name, description, status, radius_km)
  on table public.trip_plans to authenticated;
grant update (city, region, start_date, end_date, job_type, client_name, description, status, radius_km)
  on table public.trip_plans to authenticated;
grant delete on table public.trip_plans to authenticated;
grant select, insert, update, delete on table public.trip_plans to service_role;
grant insert (municipality_code, latitude, longitude) on table public.trip_plans to authenticated;
grant update (municipality_code, latitude, longitude) on table public.trip_plans to authenticated;

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

-- Saves the form of a trip: one transaction for the trip and its tags. Runs as the caller, under the policies.
--   trip_plan_id null creates, in the caller's name; otherwise read_at is the updated_at that the caller read,
--   exactly as given. Coordinates are those of the municipality. Tags deleted meanwhile are left out.
-- Refusals, beside those of policies and constraints:
--   PT409  changed since it was read: nothing is written, and the detail is the present updated_at.
--   PT404  deleted meanwhile.
create function public.save_trip_plan(
  city text,
  region text,
  start_date date,
  end_date date,
  job_type text,
  status text,
  radius_km integer,
  tag_ids uuid[],
  client_name text default null,
  description text default null,
  municipality_code text default null,
  trip_plan_id uuid default null,
  read_at timestamptz default null
)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  known_at timestamptz;
  place public.municipalities;
  saved_id uuid;
begin
  select * into place from public.municipalities where code = save_trip_plan.municipality_code;

  if trip_plan_id is null then
    insert into public.trip_plans (
      user_id, city, region, start_date, end_date, job_type, client_name, description, status, radius_km,
      municipality_code, latitude, longitude
    )
    values (
      auth.uid(), save_trip_plan.city, save_trip_plan.region, save_trip_plan.start_date, save_trip_plan.end_date,
      save_trip_plan.job_type, save_trip_plan.client_name, save_trip_plan.description, save_trip_plan.status,
      save_trip_plan.radius_km, save_trip_plan.municipality_code, place.latitude, place.longitude
    )
    returning id into saved_id;
  else
    -- Of two simultaneous saves, the second waits and sees what the first wrote.
    select trip.updated_at into known_at from public.trip_plans as trip where trip.id = trip_plan_id for update;
    if not found then
      raise sqlstate 'PT404' using message = 'Ce déplacement n''existe plus';
    end if;
    if known_at is distinct from read_at then
      raise sqlstate 'PT409' using message = 'Ce déplacement a été modifié entre-temps', detail = to_jsonb(known_at) #>> '{}';
    end if;
    update public.trip_plans as trip set
      city = save_trip_plan.city, region = save_trip_plan.region, start_date = save_trip_plan.start_date,
      end_date = save_trip_plan.end_date, job_type = save_trip_plan.job_type,
      client_name = save_trip_plan.client_name, description = save_trip_plan.description,
      status = save_trip_plan.status, radius_km = save_trip_plan.radius_km,
      municipality_code = save_trip_plan.municipality_code, latitude = place.latitude, longitude = place.longitude
    where trip.id = trip_plan_id
    returning trip.id into saved_id;
  end if;

  delete from public.trip_plan_tags as link
  where link.trip_plan_id = saved_id and link.tag_id <> all (save_trip_plan.tag_ids);
  insert into public.trip_plan_tags (trip_plan_id, tag_id)
  select saved_id, tag.id from public.tags as tag where tag.id = any (save_trip_plan.tag_ids)
  on conflict do nothing;
  return saved_id;
end;
$$;

grant execute on function public.save_trip_plan(
  text, text, date, date, text, text, integer, uuid[], text, text, text, uuid, timestamptz
) to authenticated;

-- schemas/10_prospects.sql

-- Prospects suggested around a trip: where each one and each of its addresses comes from, the runs that find them, and
-- how a prospect becomes a contact.

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
  -- 'mamh': the register of municipalities; 'osm': OpenStreetMap. Null for rows older than the registers.
  origin text,
  -- The organisation's name in its register: 'mamh:23027', 'osm:node/123'.
  external_id text,
  source_url text,
  latitude double precision,
  longitude double precision,
  distance_km numeric(5, 1),
  -- How promising, 0 to 100 (supabase/functions/generate-prospects/score.ts).
  score smallint,
  -- The proof of each address: the page it was read on, and when.
  email_source_url text,
  email_found_at timestamptz,
  phone_source_url text,
  phone_found_at timestamptz,
  website_source_url text,
  website_found_at timestamptz,
  -- The page says that it wants no commercial messages: publication is then no consent.
  no_solicitation boolean not null default false,
  contact_id uuid references public.contacts (id) on delete set null,
  constraint suggested_prospects_name_length check (char_length(name) <= 100),
  constraint suggested_prospects_name_one_line check (name !~ '[[:cntrl:]]'),
  constraint suggested_prospects_company_length check (btrim(company) <> '' and char_length(company) <= 100),
  constraint suggested_prospects_company_one_line check (company !~ '[[:cntrl:]]'),
  constraint suggested_prospects_email_length check (char_length(email) <= 255),
  constraint suggested_prospects_email_format check (private.is_email_address(email)),
  constraint suggested_prospects_phone_length check (char_length(phone) <= 20),
  constraint suggested_prospects_city_length check (btrim(city) <> '' and char_length(city) <= 100),
  constraint suggested_prospects_region_length check (btrim(region) <> '' and char_length(region) <= 100),
  constraint suggested_prospects_sector_known check (private.is_sector(sector)),
  constraint suggested_prospects_website_length check (char_length(website) <= 500),
  constraint suggested_prospects_website_format check (private.is_web_address(website)),
  constraint suggested_prospects_ai_reasoning_length check (char_length(ai_reasoning) <= 2000),
  constraint suggested_prospects_status_known check (status in ('pending', 'accepted', 'rejected')),
  constraint suggested_prospects_origin_known check (origin in ('mamh', 'osm')),
  constraint suggested_prospects_external_id_format check (
    external_id ~ '^(mamh:[0-9A-Za-z-]+|osm:(node|way|relation)/[0-9]+)$' and char_length(external_id) <= 60
  ),
  constraint suggested_prospects_latitude_range check (latitude between -90 and 90),
  constraint suggested_prospects_longitude_range check (longitude between -180 and 180),
  constraint suggested_prospects_distance_km_range check (distance_km between 0 and 600),
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

-- Per trip: its prospects, those pending, those that became contacts. Runs as the caller, under the policies; a trip
-- without prospects has no row.
create function public.trip_plan_counts()
returns table (trip_plan_id uuid, prospects integer, pending integer, contacts integer)
language sql
stable
set search_path = ''
as $$
  select prospect.trip_plan_id, count(*)::integer,
    (count(*) filter (where prospect.status = 'pending'))::integer,
    (count(*) filter (where prospect.status = 'accepted'))::integer
  from public.suggested_prospects as prospect
  group by prospect.trip_plan_id;
$$;

grant execute on function public.trip_plan_counts() to authenticated;

-- Runs of generate-prospects -------------------------------------------------------------------------------------

-- One run for one trip. The screen polls it, so that closing the page loses nothing.
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
  -- The lease: a run that does not renew it has failed, and another may start.
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

alter table public.prospect_generations enable row level security;

-- Written by the functions below alone.
grant select on table public.prospect_generations to authenticated;
grant select on table public.prospect_generations to service_role;

create policy "prospect_generations: admin reads" on public.prospect_generations
  for select to authenticated
  using ((select private.is_admin()));

-- Starts a run, unless one is running: { id, started }. The trip's row is the lock.
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

-- Records the progress of a run and renews its lease. False when another run replaced it.
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

grant execute on function public.report_prospect_generation(uuid, text, integer) to service_role;

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

grant execute on function public.store_prospects(uuid, jsonb) to service_role;

-- Ends a run; a run that was replaced changes nothing.
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

grant execute on function public.finish_prospect_generation(uuid, text, text) to service_role;

-- The organisations that a new prospect of the trip must not repeat, as one value because a list is cut at 1 000 rows.
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

-- Its answers, cached 30 days: its usage policy asks for caching.
create table public.overpass_answers (
  -- SHA-256, in lower-case hexadecimal, of the query.
  key text primary key,
  answer jsonb not null,
  stored_at timestamptz not null default now(),
  constraint overpass_answers_key_format check (key ~ '^[0-9a-f]{64}$')
);

create index overpass_answers_stored_at_idx on public.overpass_answers (stored_at);

alter table public.overpass_answers enable row level security;

-- Written by store_overpass_answer alone.
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

-- True for the one caller that may query; the lease of a caller that crashes ends after two minutes and a half.
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

-- The cost of each call of the language model.
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

alter table public.language_model_calls enable row level security;

grant select on table public.language_model_calls to authenticated;
grant select, insert on table public.language_model_calls to service_role;

create policy "language_model_calls: admin reads" on public.language_model_calls
  for select to authenticated
  using ((select private.is_admin()));

-- Accepting and rejecting ----------------------------------------------------------------------------------------

-- Makes a contact from a prospect whose row the caller has locked; idempotent.
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
  -- A withdrawal outweighs a page that shows the address; a proof is recorded once.
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

-- Accepts all pending prospects of a trip in one transaction. Returns how many.
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

grant execute on function public.accept_all_prospects(uuid) to authenticated;

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

-- schemas/11_campaigns.sql

-- Campaigns: templates, campaigns and their messages, and what an administrator does to a campaign.

-- Reusable messages with variables in single braces.
create table public.email_templates (
  id uuid primary key default gen_random_uuid(),
  -- Whoever created it. Removing an administrator must not remove the business's data.
  user_id uuid references auth.users (id) on delete set null,
  name text not null,
  subject text not null,
  body text not null,
  tone text not null default 'professionnel',
  -- Null: for all sectors.
  sector text,
  variables text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint email_templates_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint email_templates_subject_length check (btrim(subject) <> '' and char_length(subject) <= 200),
  -- A line break in a subject would add e-mail headers.
  constraint email_templates_subject_one_line check (subject !~ '[[:cntrl:]]'),
  constraint email_templates_body_length check (btrim(body) <> '' and char_length(body) <= 5000),
  constraint email_templates_tone_known check (tone in ('professionnel', 'décontracté', 'persuasif', 'amical')),
  constraint email_templates_sector_known check (private.is_sector(sector)),
  constraint email_templates_variables_count check (cardinality(variables) <= 50)
);

create index email_templates_user_id_idx on public.email_templates (user_id);
create index email_templates_created_at_idx on public.email_templates (created_at desc);
create index email_templates_name_idx on public.email_templates (name);

create trigger email_templates_set_updated_at before update on public.email_templates
  for each row execute function private.set_updated_at();

alter table public.email_templates enable row level security;

-- Updates neither check nor change user_id: a second administrator edits what the first one created.
grant select on table public.email_templates to authenticated;
grant insert (user_id, name, subject, body, tone, sector, variables)
  on table public.email_templates to authenticated;
grant update (name, subject, body, tone, sector, variables) on table public.email_templates to authenticated;
grant delete on table public.email_templates to authenticated;
grant select, insert, update, delete on table public.email_templates to service_role;

create policy "email_templates: admin reads" on public.email_templates
  for select to authenticated
  using ((select private.is_admin()));

create policy "email_templates: admin inserts as self" on public.email_templates
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_admin()));

create policy "email_templates: admin updates" on public.email_templates
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "email_templates: admin deletes" on public.email_templates
  for delete to authenticated
  using ((select private.is_admin()));

-- Administrators only read campaigns and messages: create_campaign makes them, and functions change their state.
create table public.campaigns (
  id uuid primary key default gen_random_uuid(),
  -- Whoever created it. Removing an administrator must not remove the business's data.
  user_id uuid references auth.users (id) on delete set null,
  name text not null,
  status text not null default 'brouillon',
  send_date timestamptz,
  auto_followup boolean not null default false,
  followup_days integer not null default 7,
  created_at timestamptz not null default now(),
  template_id uuid references public.email_templates (id) on delete set null,
  -- Who the messages come from, among the verified senders.
  from_email text,
  -- By a person, or by finish_email_send when the provider refuses everything; the screen shows the reason as it is.
  paused_at timestamptz,
  pause_reason text,
  -- Sent at once (« Envoyer maintenant »): quiet hours do not hold the first message.
  send_now boolean not null default false,
  -- Template of the follow-up; null: the text of the first message, its subject with "Re: ".
  followup_template_id uuid references public.email_templates (id) on delete set null,
  -- Until then a browser sends it message by message; after that the dispatcher does.
  driven_until timestamptz,
  cancelled_at timestamptz,
  finished_at timestamptz,
  followups_stopped_at timestamptz,
  constraint campaigns_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint campaigns_status_known check (status in ('brouillon', 'programmé', 'en_cours', 'terminé')),
  constraint campaigns_followup_days_range check (followup_days between 1 and 30),
  constraint campaigns_from_email_length check (char_length(from_email) <= 255),
  constraint campaigns_from_email_format check (private.is_email_address(from_email)),
  constraint campaigns_pause_reason_length check (char_length(pause_reason) <= 500),
  constraint campaigns_pause_explained check ((paused_at is null) = (pause_reason is null))
);

create index campaigns_user_id_idx on public.campaigns (user_id);
create index campaigns_created_at_idx on public.campaigns (created_at desc);
create index campaigns_template_id_idx on public.campaigns (template_id);
create index campaigns_followup_template_id_idx on public.campaigns (followup_template_id);
create index campaigns_due_idx on public.campaigns (send_date) where status = 'programmé';

alter table public.campaigns enable row level security;

grant select on table public.campaigns to authenticated;
grant select, insert, update, delete on table public.campaigns to service_role;

create policy "campaigns: admin reads" on public.campaigns
  for select to authenticated
  using ((select private.is_admin()));

-- The messages of a campaign, one row per contact and step.
create table public.email_sends (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null references public.campaigns (id) on delete cascade,
  -- What was sent stays on record when the contact or the template goes.
  contact_id uuid references public.contacts (id) on delete set null,
  template_id uuid references public.email_templates (id) on delete set null,
  -- 0: first message; 1: follow-up.
  step smallint not null default 0,
  subject text not null,
  body text not null,
  status text not null default 'brouillon',
  created_at timestamptz not null default now(),
  -- Fixed when the campaign is created, as subject and body are: what was approved is what is sent.
  recipient_email text,
  recipient_name text,
  -- Fixed by the first claim.
  from_email text,
  -- The sender identity, fixed by the first claim too: a provider wants the same content under one idempotency key.
  identity jsonb,
  -- Of the unsubscribe link: random, so that the link shows nothing of the person.
  unsubscribe_token uuid not null default gen_random_uuid(),
  attempts integer not null default 0,
  -- While a worker holds the row: when its lease ends.
  next_attempt_at timestamptz not null default now(),
  lease_token uuid,
  first_attempt_at timestamptz,
  -- An earlier attempt may have arrived: only the same idempotency key may try again.
  may_have_arrived boolean not null default false,
  provider_id text,
  last_error text,
  finished_at timestamptz,
  -- private.email_hash of the address after an erasure: the unsubscribe link of a message already received still works.
  recipient_hash text,
  delivered_at timestamptz,
  bounced_at timestamptz,
  bounce_reason text,
  complained_at timestamptz,
  -- Scanners open and click too: shown as estimates, never acted on.
  opened_at timestamptz,
  clicked_at timestamptz,
  replied_at timestamptz,
  followup_stopped_at timestamptz,
  -- Why the contact gets no follow-up; decided once, on the due day.
  followup_refusal text,
  constraint email_sends_campaign_contact_step_key unique (campaign_id, contact_id, step),
  constraint email_sends_step_range check (step between 0 and 10),
  -- Wider than a template's limits: the variables are filled in. 998 is the longest line of a message (RFC 5322).
  constraint email_sends_subject_length check (btrim(subject) <> '' and char_length(subject) <= 998),
  constraint email_sends_subject_one_line check (subject !~ '[[:cntrl:]]'),
  constraint email_sends_body_length check (btrim(body) <> '' and char_length(body) <= 50000),
  constraint email_sends_status_known
    check (status in ('programmé', 'brouillon', 'envoyé', 'échec', 'incertain', 'annulé')),
  constraint email_sends_unsubscribe_token_key unique (unsubscribe_token),
  constraint email_sends_recipient_email_length check (char_length(recipient_email) <= 255),
  constraint email_sends_recipient_email_format check (private.is_email_address(recipient_email)),
  constraint email_sends_recipient_name_length check (char_length(recipient_name) <= 100),
  -- Names end up in e-mail headers: a line break there would add headers of the sender's choice.
  constraint email_sends_recipient_name_one_line check (recipient_name !~ '[[:cntrl:]]'),
  constraint email_sends_from_email_length check (char_length(from_email) <= 255),
  constraint email_sends_from_email_format check (private.is_email_address(from_email)),
  constraint email_sends_attempts_range check (attempts >= 0),
  constraint email_sends_provider_id_length check (char_length(provider_id) <= 200),
  constraint email_sends_last_error_length check (char_length(last_error) <= 500),
  constraint email_sends_recipient_hash_format check (recipient_hash ~ '^[0-9a-f]{64}$'),
  constraint email_sends_bounce_reason_length check (char_length(bounce_reason) <= 500),
  constraint email_sends_followup_refusal_length check (char_length(followup_refusal) <= 200)
);

create index email_sends_contact_id_idx on public.email_sends (contact_id);
create index email_sends_template_id_idx on public.email_sends (template_id);
create index email_sends_status_idx on public.email_sends (status);
create index email_sends_finished_at_idx on public.email_sends (finished_at) where status in ('envoyé', 'incertain');
-- With the id: a claim reads the next message only, however many wait.
create index email_sends_due_idx on public.email_sends (next_attempt_at, id) where status = 'programmé';
-- Messages under a lease or with an unknown outcome: few, and read by each claim.
create index email_sends_unknown_outcome_idx on public.email_sends (next_attempt_at)
  where status = 'programmé' and (lease_token is not null or may_have_arrived);
create index email_sends_provider_id_idx on public.email_sends (provider_id);

alter table public.email_sends enable row level security;

grant select on table public.email_sends to authenticated;
grant select, insert, update, delete on table public.email_sends to service_role;

create policy "email_sends: admin reads" on public.email_sends
  for select to authenticated
  using ((select private.is_admin()));

-- The hash of the address that a message was sent to, also after an erasure; null when neither is known.
create function private.recipient_hash(send public.email_sends)
returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(private.email_hash(send.recipient_email), send.recipient_hash);
$$;

-- Filling in templates -------------------------------------------------------------------------------------------

-- Without the whitespace that JavaScript trims; null when nothing remains.
create function private.trimmed(value text)
returns text
language sql
immutable
set search_path = ''
as $$
  select nullif(
    regexp_replace(value, '^[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+|[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+$', '', 'g'),
    ''
  );
$$;

-- The first text in braces that is not a known variable; null when there is none.
create function private.unknown_variable(template text)
returns text
language sql
immutable
set search_path = ''
as $$
  select found.token[1]
  from regexp_matches(template, '(\{+[^{}\n]*\}+)', 'g') with ordinality as found (token, position)
  where found.token[1] !~ '^\{(nom|entreprise|ville|region|email|telephone)(\|[^{}\n]*)?\}$'
  order by found.position
  limit 1;
$$;

-- A template with its variables replaced by these values, else by their fallback, else by nothing. Values are not
-- expanded again: a company named "{email}" stays as it is. Same as fillTemplate of supabase/functions/_shared/message;
-- a test compares the two.
create function private.fill_template(template text, contact_values jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select coalesce(string_agg(
    literal.text || case
      when variable.name is null then ''
      else coalesce(private.trimmed(contact_values ->> variable.name), private.trimmed(variable.fallback), '')
    end, '' order by literal.position
  ), '')
  from regexp_split_to_table(template, '\{[^{}\n]*\}') with ordinality as literal (text, position)
  left join (
    select found.token[1] as name, found.token[2] as fallback, found.position
    from regexp_matches(template, '\{([^{}|\n]*)\|?([^{}\n]*)\}', 'g') with ordinality as found (token, position)
  ) variable on variable.position = literal.position;
$$;

-- The same on one line: a line break in a subject would add e-mail headers.
create function private.fill_subject(template text, contact_values jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select coalesce(private.trimmed(regexp_replace(
    private.fill_template(template, contact_values),
    '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'
  )), '');
$$;

-- What a contact gives for each variable of a template (specification, section 3).
create function private.template_values(contact public.contacts)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'nom', contact.name, 'entreprise', contact.company, 'ville', contact.city, 'region', contact.region,
    'email', contact.email, 'telephone', contact.phone
  );
$$;

-- Creating and controlling a campaign ----------------------------------------------------------------------------

-- For the recipient picker: { reason: [contact id, …] } of the contacts whose status allows a campaign and whose
-- consent does not. One value, because a list of rows is cut at 1 000.
create function public.campaign_refusals()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(reason, ids), '{}') from (
    select refusal.reason, jsonb_agg(contact.id order by contact.id) as ids
    from private.email_refusals(null, now()) refusal
    join public.contacts contact on contact.id = refusal.contact_id
    where refusal.reason is not null and contact.status in ('nouveau', 'contacté', 'intéressé')
    group by refusal.reason
  ) grouped;
$$;

grant execute on function public.campaign_refusals() to authenticated;

-- Creates a campaign with all its messages as they will be sent, in one transaction.
-- details: { name, template_id, send_now, send_date, from_email, auto_followup, followup_days, followup_template_id }.
create function public.create_campaign(details jsonb, contact_ids uuid[])
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  wanted public.campaigns := jsonb_populate_record(null::public.campaigns, details);
  template public.email_templates;
  followup public.email_templates;
  chosen uuid[];
  refused bigint;
  example text;
begin
  perform private.require_admin();
  wanted.name := btrim(wanted.name);
  if coalesce(wanted.name, '') = '' or char_length(wanted.name) > 100 then
    raise exception using message = 'Le nom est requis';
  end if;
  wanted.send_now := coalesce(wanted.send_now, false);
  if not wanted.send_now and (wanted.send_date is null or wanted.send_date <= now()) then
    raise exception using message = 'La date d''envoi doit être dans le futur';
  end if;
  if coalesce(wanted.followup_days, 7) not between 1 and 30 then
    raise exception using message = 'Le délai de relance doit être de 1 à 30 jours';
  end if;
  if private.sender_identity() is null then
    raise exception using message = 'Complétez d''abord l''identité de l''expéditeur et son adresse postale dans les paramètres';
  end if;
  if not exists (
    select from public.settings where id = 1 and wanted.from_email = any (verified_senders)
  ) then
    raise exception using message = 'L''adresse d''expédition n''est pas vérifiée dans les paramètres';
  end if;
  select * into template from public.email_templates where id = wanted.template_id;
  if not found then
    raise exception using message = 'Sélectionnez un template';
  end if;
  if wanted.followup_template_id is not null then
    select * into followup from public.email_templates where id = wanted.followup_template_id;
    if not found then
      raise exception using message = 'Le template de relance n''existe plus';
    end if;
  end if;
  example := coalesce(
    private.unknown_variable(template.subject), private.unknown_variable(template.body),
    private.unknown_variable(followup.subject), private.unknown_variable(followup.body)
  );
  if example is not null then
    raise exception using message = format('Variable inconnue dans le template : %s', example);
  end if;

  chosen := array(select distinct unnest(contact_ids));
  if cardinality(chosen) = 0 then
    raise exception using message = 'Sélectionnez au moins un contact';
  end if;
  if cardinality(chosen) > 10000 then
    raise exception using message = 'Une campagne compte au plus 10 000 contacts';
  end if;
  select count(*), min(coalesce(refusal.reason, 'Statut exclu des campagnes')) into refused, example
  from unnest(chosen) as asked (id)
  left join public.contacts contact on contact.id = asked.id
  left join private.email_refusals(null, now()) refusal on refusal.contact_id = asked.id
  where contact.id is null or refusal.reason is not null
    or contact.status not in ('nouveau', 'contacté', 'intéressé');
  if refused > 0 then
    raise exception using message = case refused
      when 1 then format('Un des contacts choisis ne peut plus recevoir de message (%s)', example)
      else format('%s des contacts choisis ne peuvent plus recevoir de message (%s)', refused, example)
    end;
  end if;

  insert into public.campaigns (
    user_id, name, status, send_now, send_date, auto_followup, followup_days, template_id, followup_template_id,
    from_email, driven_until
  )
  values (
    auth.uid(), wanted.name, case when wanted.send_now then 'en_cours' else 'programmé' end, wanted.send_now,
    case when not wanted.send_now then wanted.send_date end, coalesce(wanted.auto_followup, false),
    coalesce(wanted.followup_days, 7), template.id, followup.id, wanted.from_email,
    -- The browser that creates it starts sending it.
    case when wanted.send_now then now() + interval '15 seconds' end
  )
  returning * into wanted;

  begin
    insert into public.email_sends (
      campaign_id, contact_id, template_id, subject, body, status, recipient_email, recipient_name
    )
    select wanted.id, contact.id, template.id,
      private.fill_subject(template.subject, private.template_values(contact)),
      private.fill_template(template.body, private.template_values(contact)),
      case when wanted.send_now then 'programmé' else 'brouillon' end,
      contact.email, contact.name
    from public.contacts contact
    where contact.id = any (chosen)
    order by contact.company, contact.id;
  exception when check_violation then
    raise exception using message = 'Un des messages serait vide ou trop long une fois ses variables remplacées';
  end;
  return wanted.id;
end;
$$;

grant execute on function public.create_campaign(jsonb, uuid[]) to authenticated;

-- Locks and returns the campaign, for an administrator. Campaigns are always locked before their messages.
create function private.lock_campaign(wanted uuid)
returns public.campaigns
language plpgsql
set search_path = ''
as $$
declare
  locked public.campaigns;
begin
  perform private.require_admin();
  select * into locked from public.campaigns where id = wanted for update;
  if not found then
    raise exception using message = 'Cette campagne n''existe plus';
  end if;
  return locked;
end;
$$;

-- A sent message changes the status of a new contact; every other change of status is a person's.
create function private.mark_contacted(contact uuid)
returns void
language sql
set search_path = ''
as $$
  update public.contacts set status = 'contacté' where id = contact and status = 'nouveau';
$$;

-- Closes a campaign whose last message is finished. The caller holds the lock of the campaign's row: of two workers
-- that finish the last two messages, the second sees what the first wrote.
create function private.close_campaign(closing uuid)
returns void
language sql
set search_path = ''
as $$
  update public.campaigns as campaign set
    status = 'terminé', finished_at = now(), paused_at = null, pause_reason = null, driven_until = null
  where campaign.id = closing and campaign.status in ('en_cours', 'programmé')
    and not exists (
      select from public.email_sends as pending
      where pending.campaign_id = closing and pending.status in ('programmé', 'brouillon')
    );
$$;

create function public.pause_campaign(campaign uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
begin
  if held.status not in ('en_cours', 'programmé') then
    raise exception using message = 'Cette campagne est terminée';
  end if;
  update public.campaigns set paused_at = now(), pause_reason = 'Mise en pause par l''équipe', driven_until = null
  where id = held.id and paused_at is null;
end;
$$;

grant execute on function public.pause_campaign(uuid) to authenticated;

-- A scheduled campaign whose time has passed is sent at once.
create function public.resume_campaign(campaign uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
begin
  update public.campaigns set
    paused_at = null, pause_reason = null,
    send_date = case when status = 'programmé' then greatest(send_date, now()) else send_date end
  where id = held.id and status in ('en_cours', 'programmé') and paused_at is not null;
end;
$$;

grant execute on function public.resume_campaign(uuid) to authenticated;

-- Messages not sent yet are cancelled. One being sent finishes by itself, and then the campaign does. Returns how many
-- were cancelled.
create function public.cancel_campaign(campaign uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
  cancelled integer;
begin
  if held.status not in ('en_cours', 'programmé') then
    raise exception using message = 'Cette campagne est terminée';
  end if;
  update public.campaigns set
    cancelled_at = coalesce(cancelled_at, now()), paused_at = null, pause_reason = null, driven_until = null
  where id = held.id;
  update public.email_sends set
    status = case when may_have_arrived then 'incertain' else 'annulé' end,
    last_error = coalesce(last_error, 'Campagne annulée par l''équipe'), finished_at = now()
  where campaign_id = held.id and status in ('programmé', 'brouillon') and lease_token is null;
  get diagnostics cancelled = row_count;
  perform private.close_campaign(held.id);
  return cancelled;
end;
$$;

grant execute on function public.cancel_campaign(uuid) to authenticated;

-- Sends the failed messages again. « échec » means that nothing arrived, so nothing can arrive twice. Returns how many.
create function public.retry_failed_sends(campaign uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
  retried integer;
begin
  if held.cancelled_at is not null then
    raise exception using message = 'Cette campagne a été annulée';
  end if;
  update public.email_sends set
    status = 'programmé', attempts = 0, next_attempt_at = now(), first_attempt_at = null, last_error = null,
    finished_at = null
  where campaign_id = held.id and status = 'échec' and recipient_email is not null;
  get diagnostics retried = row_count;
  if retried > 0 then
    update public.campaigns set status = 'en_cours', finished_at = null where id = held.id;
  end if;
  return retried;
end;
$$;

grant execute on function public.retry_failed_sends(uuid) to authenticated;

-- An administrator found out what became of a message of unknown outcome: it arrived, or it is to be sent again.
create function public.resolve_uncertain_send(send uuid, arrived boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign((select campaign_id from public.email_sends where id = send));
  settled uuid;
begin
  if arrived is null or not arrived and held.cancelled_at is not null then
    raise exception using message = 'Cette campagne a été annulée';
  end if;
  update public.email_sends set
    status = case when arrived then 'envoyé' else 'programmé' end,
    last_error = case when arrived then 'Confirmé par l''équipe' end,
    may_have_arrived = false,
    attempts = case when arrived then attempts else 0 end,
    first_attempt_at = case when arrived then first_attempt_at end,
    next_attempt_at = now(),
    finished_at = case when arrived then finished_at end
  where id = send and status = 'incertain' and (arrived or recipient_email is not null)
  returning contact_id into settled;
  if not found then
    raise exception using message = 'L''envoi n''est plus incertain';
  end if;
  if arrived then
    perform private.mark_contacted(settled);
  else
    update public.campaigns set status = 'en_cours', finished_at = null where id = held.id;
  end if;
end;
$$;

grant execute on function public.resolve_uncertain_send(uuid, boolean) to authenticated;

create function public.reschedule_campaign(campaign uuid, new_date timestamptz)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
begin
  if held.status <> 'programmé' then
    raise exception using message = 'Cette campagne est déjà partie';
  end if;
  if new_date is null or new_date <= now() then
    raise exception using message = 'La date d''envoi doit être dans le futur';
  end if;
  update public.campaigns set send_date = new_date, paused_at = null, pause_reason = null where id = held.id;
end;
$$;

grant execute on function public.reschedule_campaign(uuid, timestamptz) to authenticated;

-- Messages per status: { campaign id: { "envoyé": 47, "échec": 3 } }, for one campaign or for all. Runs as the caller,
-- under the policies.
create function public.campaign_counts(only_campaign uuid default null)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(campaign_id, states), '{}') from (
    select campaign_id, jsonb_object_agg(status, messages) as states
    from (
      select campaign_id, status, count(*) as messages from public.email_sends
      where only_campaign is null or campaign_id = only_campaign
      group by campaign_id, status
    ) counted
    group by campaign_id
  ) grouped;
$$;

grant execute on function public.campaign_counts(uuid) to authenticated;

-- When each contact was last sent a campaign message: { contact id: timestamp }, as one value because a list of rows is
-- cut at 1 000. Runs as the caller, under the policies.
create function public.contact_last_sends()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(contact_id, last), '{}') from (
    select contact_id, max(coalesce(finished_at, created_at)) as last from public.email_sends
    where status = 'envoyé' and contact_id is not null
    group by contact_id
  ) reached;
$$;

grant execute on function public.contact_last_sends() to authenticated;

-- schemas/12_follow_ups.sql

-- Follow-ups: some days after the first message (« Relance auto »), a second one is sent once to the contacts
-- for whom it still makes sense and is lawful (docs/decisions/0027).

-- Easter Sunday (Meeus, Jones and Butcher's rule for the Gregorian calendar).
create function private.easter(year integer)
returns date
language plpgsql
immutable
set search_path = ''
as $$
declare
  a integer := year % 19;
  century integer := year / 100;
  rest integer := year % 100;
  g integer := (century - (century + 8) / 25 + 1) / 3;
  h integer := (19 * a + century - century / 4 - g + 15) % 30;
  l integer := (32 + 2 * (century % 4) + 2 * (rest / 4) - h - rest % 4) % 7;
  n integer := h + l - 7 * ((a + 11 * h + 22 * l) / 451) + 114;
begin
  return make_date(year, n / 31, n % 31 + 1);
end;
$$;

grant execute on function private.easter(integer) to authenticated;

-- Monday to Friday except Québec's statutory holidays (Loi sur les normes du travail, art. 60; Loi sur la fête
-- nationale, art. 2 and 4). Same days as business-hours.ts of the back office; a test compares the two.
create function private.is_business_day(day date)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select extract(isodow from day) < 6
    and to_char(day, 'MM-DD') not in ('01-01', '12-25', '06-24', '07-01')
    and day <> private.easter(extract(year from day)::integer) - 2
    -- National Patriots' Day: the Monday before 25 May.
    and not (extract(isodow from day) = 1 and to_char(day, 'MM-DD') between '05-18' and '05-24')
    -- Labour Day, first Monday of September; Thanksgiving, second Monday of October.
    and not (extract(isodow from day) = 1 and to_char(day, 'MM-DD') between '09-01' and '09-07')
    and not (extract(isodow from day) = 1 and to_char(day, 'MM-DD') between '10-08' and '10-14')
    -- On a Sunday, the national holidays move to the Monday.
    and not (extract(isodow from day) = 1 and to_char(day - 1, 'MM-DD') in ('06-24', '07-01'));
$$;

grant execute on function private.is_business_day(date) to authenticated;

-- So many days later at the same hour in Québec, moved to the next business day.
create function private.followup_due(sent_at timestamptz, days integer)
returns timestamptz
language plpgsql
immutable
set search_path = ''
as $$
declare
  due timestamp := (sent_at at time zone 'America/Toronto') + days * interval '1 day';
begin
  while not private.is_business_day(due::date) loop
    due := due + interval '1 day';
  end loop;
  return due at time zone 'America/Toronto';
end;
$$;

grant execute on function private.followup_due(timestamptz, integer) to authenticated;

-- Why no follow-up is sent to this first message if it is due at that moment; null: one may be sent.
create function private.followup_refusal(send public.email_sends, campaign public.campaigns, due_at timestamptz)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when send.followup_refusal is not null then send.followup_refusal
    when campaign.cancelled_at is not null then 'Campagne annulée'
    when campaign.followups_stopped_at is not null then 'Relances arrêtées pour la campagne'
    when send.followup_stopped_at is not null then 'Relance arrêtée'
    when send.replied_at is not null then 'A répondu'
    when send.bounced_at is not null then 'Adresse en erreur permanente'
    when send.complained_at is not null then 'A signalé un message comme indésirable'
    when send.recipient_email is null or contact.id is null then 'Contact supprimé'
    when lower(contact.email) is distinct from lower(send.recipient_email) then 'L''adresse du contact a changé'
    when contact.status not in ('nouveau', 'contacté') then 'Statut : ' || contact.status
    -- The dispatcher was down for that long: a follow-up would come too late to make sense.
    when due_at < now() - interval '7 days' then 'Échéance dépassée de plus de 7 jours'
    -- The consent in force on the day of sending.
    else public.may_email(contact.id, greatest(now(), due_at))
  end
  from (select) nothing left join public.contacts contact on contact.id = send.contact_id;
$$;

grant execute on function private.followup_refusal(public.email_sends, public.campaigns, timestamptz) to authenticated;

-- The planned follow-ups of a campaign, soonest first: [{ email_send_id, contact_id, due_at, reason }]. `reason` says
-- why none will be sent; contacts that have theirs already are not listed.
create function public.campaign_followups(campaign uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'email_send_id', send.id, 'contact_id', send.contact_id, 'due_at', plan.due_at,
      'reason', private.followup_refusal(send, owner, plan.due_at)
    ) order by plan.due_at, send.id
  ), '[]')
  from public.campaigns owner
  join public.email_sends send on send.campaign_id = owner.id and send.step = 0 and send.status = 'envoyé'
  cross join lateral (select private.followup_due(send.finished_at, owner.followup_days) as due_at) plan
  where owner.id = campaign_followups.campaign and owner.auto_followup and send.finished_at is not null
    and not exists (
      select from public.email_sends second
      where second.campaign_id = send.campaign_id and second.contact_id = send.contact_id and second.step = 1
    );
$$;

grant execute on function public.campaign_followups(uuid) to authenticated;

-- Decides each follow-up that is due, once: it is written, and then sent as any message with all checks of that moment,
-- or the reason why not is recorded.
create function private.create_due_followups()
returns void
language plpgsql
set search_path = ''
as $$
declare
  due record;
  owner public.campaigns;
  first public.email_sends;
  template public.email_templates;
  refusal text;
begin
  if private.is_quiet(now()) or not private.is_business_day((now() at time zone 'America/Toronto')::date) then
    return;
  end if;
  for due in
    select send.id, send.campaign_id, private.followup_due(send.finished_at, campaign.followup_days) as due_at
    from public.campaigns campaign
    join public.email_sends send on send.campaign_id = campaign.id and send.step = 0 and send.status = 'envoyé'
    where campaign.auto_followup and campaign.cancelled_at is null and campaign.followups_stopped_at is null
      and campaign.paused_at is null
      and send.finished_at <= now() - campaign.followup_days * interval '1 day' + interval '1 hour'
      and send.followup_stopped_at is null and send.followup_refusal is null
      and private.followup_due(send.finished_at, campaign.followup_days) <= now()
      and not exists (
        select from public.email_sends second
        where second.campaign_id = send.campaign_id and second.contact_id = send.contact_id and second.step = 1
      )
    order by send.campaign_id, send.id
    limit 100
  loop
    -- Campaigns are always locked before their messages; both are read again under the lock.
    select * into owner from public.campaigns campaign where campaign.id = due.campaign_id for update;
    select * into first from public.email_sends send where send.id = due.id for update;
    continue when owner.paused_at is not null or first.followup_stopped_at is not null;
    refusal := private.followup_refusal(first, owner, due.due_at);
    if refusal is not null then
      update public.email_sends send set followup_refusal = left(refusal, 200) where send.id = first.id;
      continue;
    end if;
    select * into template from public.email_templates where id = owner.followup_template_id;
    insert into public.email_sends (
      campaign_id, contact_id, template_id, step, subject, body, status, recipient_email, recipient_name
    )
    select owner.id, contact.id, coalesce(template.id, first.template_id), 1,
      coalesce(
        nullif(private.fill_subject(template.subject, private.template_values(contact)), ''),
        left('Re: ' || first.subject, 998)
      ),
      coalesce(nullif(private.fill_template(template.body, private.template_values(contact)), ''), first.body),
      'programmé', first.recipient_email, contact.name
    from public.contacts contact where contact.id = first.contact_id
    on conflict on constraint email_sends_campaign_contact_step_key do nothing;
    if found then
      update public.campaigns campaign set status = 'en_cours', finished_at = null where campaign.id = owner.id;
    end if;
  end loop;
end;
$$;

-- Stops the follow-ups of a campaign, or of one message, and cancels those that wait to be sent. stopped = false allows
-- them again.
create function public.stop_followups(campaign uuid, send uuid default null, stopped boolean default true)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.campaigns := private.lock_campaign(campaign);
begin
  if send is null then
    update public.campaigns set followups_stopped_at = case when stopped then now() end where id = held.id;
  else
    update public.email_sends set followup_stopped_at = case when stopped then now() end
    where id = send and campaign_id = held.id and step = 0;
  end if;
  if stopped then
    update public.email_sends second set
      status = case when may_have_arrived then 'incertain' else 'annulé' end,
      last_error = 'Relance arrêtée par l''équipe', finished_at = now()
    where second.campaign_id = held.id and second.step = 1 and second.status = 'programmé' and second.lease_token is null
      and (send is null or second.contact_id = (select first.contact_id from public.email_sends first where first.id = send));
    perform private.close_campaign(held.id);
  end if;
end;
$$;

grant execute on function public.stop_followups(uuid, uuid, boolean) to authenticated;

-- schemas/13_sending.sql

-- Sending: the sender identity and the limits, and messages leased to a worker and finished under that lease
-- (docs/decisions/0025).

-- Settings -------------------------------------------------------------------------------------------------------

-- Sender identity and sending limits: one row, changed on /admin/parametres. No secrets: keys and passwords are
-- environment variables of the edge functions.
create table public.settings (
  -- Always 1: the only row that is read.
  id smallint primary key,
  -- Empty until somebody fills them in: nothing is sent before (Canada's anti-spam law wants them in each message).
  sender_name text not null,
  legal_name text not null default '',
  postal_address text not null default '',
  contact_email text not null default '',
  contact_phone text not null default '',
  -- Addresses that the mail provider accepts as sender.
  verified_senders text[] not null default '{}',
  -- Messages per day (America/Toronto). A new domain starts at 150 and is warmed up.
  daily_cap integer not null default 150,
  -- Quiet hours (America/Toronto, may cross midnight): scheduled messages and follow-ups wait.
  quiet_start time,
  quiet_end time,
  updated_at timestamptz not null default now(),
  -- Retention (Loi 25), in months; null: kept until an administrator deletes.
  rejected_prospects_months integer,
  quote_requests_months integer,
  -- Names end up in e-mail headers: a line break there would add headers of the sender's choice.
  constraint settings_sender_name_shape check (char_length(sender_name) <= 100 and sender_name !~ '[[:cntrl:]]'),
  constraint settings_legal_name_shape check (char_length(legal_name) <= 200 and legal_name !~ '[[:cntrl:]]'),
  constraint settings_postal_address_shape check (char_length(postal_address) <= 300 and postal_address !~ '[[:cntrl:]]'),
  constraint settings_contact_phone_shape check (char_length(contact_phone) <= 20 and contact_phone !~ '[[:cntrl:]]'),
  constraint settings_contact_email_length check (char_length(contact_email) <= 255),
  constraint settings_contact_email_format check (contact_email = '' or private.is_email_address(contact_email)),
  constraint settings_verified_senders_count check (cardinality(verified_senders) <= 20),
  constraint settings_verified_senders_format check (private.are_email_addresses(verified_senders)),
  constraint settings_daily_cap_range check (daily_cap between 1 and 50000),
  constraint settings_quiet_hours_whole check ((quiet_start is null) = (quiet_end is null) and quiet_start <> quiet_end),
  constraint settings_rejected_prospects_months_range check (rejected_prospects_months between 1 and 120),
  constraint settings_quote_requests_months_range check (quote_requests_months between 1 and 120)
);

create trigger settings_set_updated_at before update on public.settings
  for each row execute function private.set_updated_at();

alter table public.settings enable row level security;

grant select, update (
  sender_name, legal_name, postal_address, contact_email, contact_phone, verified_senders, daily_cap, quiet_start, quiet_end
) on table public.settings to authenticated;
grant select, insert, update, delete on table public.settings to service_role;
grant update (rejected_prospects_months, quote_requests_months) on table public.settings to authenticated;

create policy "settings: admin reads" on public.settings
  for select to authenticated
  using ((select private.is_admin()));

create policy "settings: admin changes" on public.settings
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

insert into public.settings (id, sender_name) values (1, '');

-- The sender identity of every message; null while it is incomplete, and then nothing is sent.
create function private.sender_identity()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'sender_name', sender_name, 'legal_name', legal_name, 'postal_address', postal_address,
    'contact_email', contact_email, 'contact_phone', contact_phone
  )
  from public.settings
  where id = 1 and btrim(sender_name) <> '' and btrim(legal_name) <> '' and btrim(postal_address) <> '' and contact_email <> '';
$$;

grant execute on function private.sender_identity() to authenticated;

-- Whether that moment is within the quiet hours.
create function private.is_quiet(at timestamptz)
returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce((
    select case
      when quiet_start < quiet_end then hour >= quiet_start and hour < quiet_end
      else hour >= quiet_start or hour < quiet_end
    end
    from public.settings, (select (at at time zone 'America/Toronto')::time) as clock (hour)
    where id = 1
  ), false);
$$;

grant execute on function private.is_quiet(timestamptz) to authenticated;

-- Messages of today (America/Toronto) that count towards the daily cap: accepted, of unknown outcome, or being sent.
create function private.sent_today()
returns bigint
language sql
stable
set search_path = ''
as $$
  select
    (
      select count(*) from public.email_sends
      where status in ('envoyé', 'incertain') and finished_at
        >= date_trunc('day', now() at time zone 'America/Toronto') at time zone 'America/Toronto'
    ) + (select count(*) from public.email_sends where status = 'programmé' and lease_token is not null);
$$;

grant execute on function private.sent_today() to authenticated;

-- What limits sending at this moment: { sent_today, daily_cap, quiet_now, ready }.
create function public.sending_state()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'sent_today', private.sent_today(), 'daily_cap', settings.daily_cap, 'quiet_now', private.is_quiet(now()),
    'ready', private.sender_identity() is not null
  )
  from public.settings where id = 1;
$$;

grant execute on function public.sending_state() to authenticated;

-- Starting and claiming ------------------------------------------------------------------------------------------

-- Starts the scheduled campaigns that are due. One more than a day late is paused: its text may be out of date, and a
-- person decides.
create function private.start_due_campaigns()
returns void
language plpgsql
set search_path = ''
as $$
declare
  due record;
begin
  if private.is_quiet(now()) then
    return;
  end if;
  for due in
    select campaign.id, campaign.send_date from public.campaigns as campaign
    where campaign.status = 'programmé' and campaign.send_date <= now() and campaign.paused_at is null
    for update skip locked
  loop
    if due.send_date < now() - interval '24 hours' then
      update public.campaigns as campaign set paused_at = now(),
        pause_reason = 'L''heure prévue est passée depuis plus de 24 heures. Envoyez maintenant, changez la date ou annulez.'
      where campaign.id = due.id;
    else
      update public.campaigns as campaign set status = 'en_cours' where campaign.id = due.id;
      update public.email_sends as send set status = 'programmé', next_attempt_at = now()
      where send.campaign_id = due.id and send.status = 'brouillon';
      perform private.close_campaign(due.id);
    end if;
  end loop;
end;
$$;

-- What each run of the dispatcher begins with: scheduled campaigns, then follow-ups.
create function private.start_due_sending()
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.start_due_campaigns();
  perform private.create_due_followups();
end;
$$;

-- Marks as « incertain » the messages of unknown outcome that this transport cannot safely send again: the worker's
-- lease ended without an answer, or an earlier attempt may have arrived. A person then decides.
create function private.mark_unknown_outcomes(same_key_is_safe boolean)
returns void
language plpgsql
set search_path = ''
as $$
declare
  lost record;
begin
  for lost in
    select held.id, held.campaign_id from public.email_sends as held
    join public.campaigns as campaign on campaign.id = held.campaign_id
    where held.status = 'programmé' and held.next_attempt_at <= now()
      and (held.lease_token is not null or held.may_have_arrived)
      and (
        campaign.cancelled_at is not null
        or not (same_key_is_safe and held.first_attempt_at > now() - interval '23 hours')
      )
    order by held.campaign_id, held.id
    limit 100
  loop
    perform from public.campaigns as campaign where campaign.id = lost.campaign_id for update;
    update public.email_sends as unknown set
      status = 'incertain', lease_token = null, finished_at = now(),
      last_error = coalesce(unknown.last_error, 'L''envoi a été interrompu avant la réponse du serveur de courriel.')
    where unknown.id = lost.id and unknown.status = 'programmé' and unknown.next_attempt_at <= now();
    perform private.close_campaign(lost.campaign_id);
  end loop;
end;
$$;

-- Why a message must not be sent at this moment, whatever held when it was written; null: it may be.
create function private.send_refusal(send public.email_sends)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when send.recipient_email is null then 'Aucune adresse courriel'
    when exists (
      select from public.contacts as contact
      where contact.id = send.contact_id and lower(contact.email) is distinct from lower(send.recipient_email)
    ) then 'L''adresse du contact a changé depuis la création de la campagne'
    else public.may_email(send.contact_id, now())
  end;
$$;

-- Leases due messages to one worker for one minute: up to `batch` of them (only_send null, the dispatcher), or the one
-- that a browser asks for. A message that must not be sent any more becomes « annulé », with the reason. Campaigns are
-- always locked before their messages, and claims are serialised, so that the daily cap is never exceeded.
create function public.claim_email_sends(
  batch integer, same_key_is_safe boolean, only_send uuid default null, sender text default null
)
returns table (
  id uuid, lease_token uuid, campaign_id uuid, contact_id uuid, step smallint, subject text, body text,
  recipient_email text, recipient_name text, from_email text, identity jsonb, unsubscribe_token uuid
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  who jsonb := private.sender_identity();
  quiet boolean := private.is_quiet(now());
  passed_over uuid[] := '{}';
  left_today bigint;
  candidate record;
  taken public.email_sends;
  refusal text;
begin
  perform pg_advisory_xact_lock(30, 0);
  perform private.mark_unknown_outcomes(same_key_is_safe);
  if only_send is null then
    perform private.start_due_sending();
  end if;
  select settings.daily_cap - private.sent_today() into left_today from public.settings where settings.id = 1;
  if who is null then
    return;
  end if;

  while batch > 0 and left_today > 0 loop
    select waiting.id, waiting.campaign_id, campaign.from_email as campaign_sender into candidate
    from public.email_sends as waiting
    join public.campaigns as campaign on campaign.id = waiting.campaign_id
    where waiting.status = 'programmé' and waiting.next_attempt_at <= now()
      and campaign.status = 'en_cours' and campaign.paused_at is null and campaign.cancelled_at is null
      and case
        when only_send is not null then waiting.id = only_send
        else (campaign.driven_until is null or campaign.driven_until <= now())
          and (not quiet or campaign.send_now and waiting.step = 0)
      end
      and waiting.id <> all (passed_over)
    order by waiting.next_attempt_at, waiting.id
    limit 1;
    exit when not found;

    perform from public.campaigns as campaign
    where campaign.id = candidate.campaign_id
      and campaign.status = 'en_cours' and campaign.paused_at is null and campaign.cancelled_at is null
    for update;
    if not found then
      passed_over := passed_over || candidate.id;
      continue;
    end if;
    select * into taken from public.email_sends as send
    where send.id = candidate.id and send.status = 'programmé' and send.next_attempt_at <= now()
    for update;
    if not found then
      passed_over := passed_over || candidate.id;
      continue;
    end if;
    if only_send is not null then
      update public.campaigns as campaign set driven_until = now() + interval '15 seconds'
      where campaign.id = taken.campaign_id;
    end if;

    refusal := private.send_refusal(taken);
    if refusal is not null then
      update public.email_sends as send set
        -- An earlier attempt may have arrived: « annulé » could be wrong.
        status = case when taken.may_have_arrived or taken.lease_token is not null then 'incertain' else 'annulé' end,
        last_error = refusal, lease_token = null, finished_at = now()
      where send.id = taken.id;
      perform private.close_campaign(taken.campaign_id);
      continue;
    end if;

    return query
    update public.email_sends as send set
      attempts = send.attempts + 1,
      first_attempt_at = coalesce(send.first_attempt_at, now()),
      may_have_arrived = send.may_have_arrived or send.lease_token is not null,
      from_email = coalesce(send.from_email, sender, candidate.campaign_sender),
      identity = coalesce(send.identity, who),
      lease_token = gen_random_uuid(),
      next_attempt_at = now() + interval '60 seconds'
    where send.id = taken.id
    returning send.id, send.lease_token, send.campaign_id, send.contact_id, send.step, send.subject, send.body,
      send.recipient_email, send.recipient_name, send.from_email, send.identity, send.unsubscribe_token;
    batch := batch - 1;
    left_today := left_today - 1;
  end loop;
end;
$$;

grant execute on function public.claim_email_sends(integer, boolean, uuid, text) to service_role;

-- Records the outcome of a claimed message; false when the lease was lost, and then nothing is written.
-- 'retry' counts as an attempt and backs off 30 s, 60 s, 120 s …, at most 8 times; 'wait' and 'pause' do not count.
-- 'pause' pauses the whole campaign. In a cancelled campaign nothing is tried again.
create function public.finish_email_send(
  send_id uuid,
  token uuid,
  outcome text,
  reason text default null,
  sent_as text default null,
  wait_seconds integer default null,
  arrival_possible boolean default false
)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_attempts constant integer := 8;
  held public.email_sends;
  unsure boolean;
  is_cancelled boolean;
begin
  select campaign.cancelled_at is not null into is_cancelled from public.campaigns as campaign
  where campaign.id = (select send.campaign_id from public.email_sends as send where send.id = send_id)
  for update;
  select * into held from public.email_sends as send
  where send.id = send_id and send.lease_token = token and send.status = 'programmé'
  for update;
  if not found then
    return false;
  end if;
  unsure := held.may_have_arrived or arrival_possible;

  if outcome in ('accepted', 'rejected', 'unknown')
    or outcome = 'retry' and held.attempts >= most_attempts
    or outcome in ('retry', 'wait', 'pause') and is_cancelled
  then
    update public.email_sends as send set
      status = case
        when outcome = 'accepted' then 'envoyé'
        -- An earlier attempt may have arrived: « échec » or « annulé » could be wrong.
        when outcome = 'unknown' or unsure then 'incertain'
        when outcome <> 'rejected' and is_cancelled then 'annulé'
        else 'échec'
      end,
      provider_id = left(sent_as, 200),
      last_error = case when outcome = 'accepted' then null else left(reason, 500) end,
      may_have_arrived = unsure,
      lease_token = null,
      finished_at = now()
    where send.id = send_id;
    if outcome = 'accepted' then
      perform private.mark_contacted(held.contact_id);
    end if;
    perform private.close_campaign(held.campaign_id);
  elsif outcome in ('retry', 'wait', 'pause') then
    update public.email_sends as send set
      attempts = held.attempts - case outcome when 'retry' then 0 else 1 end,
      next_attempt_at = now() + case outcome
        when 'retry' then interval '30 seconds' * power(2, least(held.attempts, most_attempts) - 1)
        when 'wait' then least(greatest(coalesce(wait_seconds, 30), 1), 86400) * interval '1 second'
        else interval '0'
      end,
      last_error = left(reason, 500),
      may_have_arrived = unsure,
      lease_token = null
    where send.id = send_id;
    if outcome = 'pause' then
      update public.campaigns as campaign set
        paused_at = now(), pause_reason = left(coalesce(reason, 'Le fournisseur de courriel refuse les envois.'), 500)
      where campaign.id = held.campaign_id and campaign.paused_at is null;
    end if;
  else
    raise invalid_parameter_value using message = 'Unknown outcome: ' || coalesce(outcome, 'null');
  end if;
  return true;
end;
$$;

grant execute on function public.finish_email_send(uuid, uuid, text, text, text, integer, boolean) to service_role;

-- schemas/14_delivery_and_unsubscribe.sql

-- Delivery events, reported by the mail provider, and unsubscribing (docs/decisions/0026 and 0027).

-- Delivery events ------------------------------------------------------------------------------------------------

-- What the mail provider reports after it accepted a message. Events repeat and arrive in any order: each is stored
-- once, each moment is written once, and no status goes backward.
create table public.email_events (
  -- The provider's id (header svix-id), so that a repeated event is stored once.
  id text primary key,
  email_send_id uuid references public.email_sends (id) on delete cascade,
  kind text not null,
  detail text,
  occurred_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint email_events_id_length check (btrim(id) <> '' and char_length(id) <= 200),
  constraint email_events_kind_known check (
    kind in ('sent', 'delivered', 'delayed', 'bounced', 'soft_bounced', 'complained', 'opened', 'clicked', 'failed', 'suppressed')
  ),
  constraint email_events_detail_length check (char_length(detail) <= 500)
);

create index email_events_email_send_id_idx on public.email_events (email_send_id, occurred_at);

alter table public.email_events enable row level security;

grant select on table public.email_events to authenticated, service_role;

create policy "email_events: admin reads" on public.email_events
  for select to authenticated
  using ((select private.is_admin()));

-- Pauses all campaigns at the limits of the provider (Resend: 4 % bounces, 0.08 % complaints) over the last 30 days. At
-- least five bounces, or two complaints below 1 250 messages, so that one bad address does not decide.
create function private.pause_when_reputation_suffers()
returns void
language plpgsql
set search_path = ''
as $$
declare
  messages bigint;
  bounces bigint;
  complaints bigint;
  why text;
begin
  select count(*), count(bounced_at), count(complained_at) into messages, bounces, complaints
  from public.email_sends
  where status in ('envoyé', 'incertain') and finished_at > now() - interval '30 days';
  if complaints >= (case when messages < 1250 then 2 else 1 end) and complaints > messages * 0.0008 then
    why := format('%s plaintes sur %s messages en 30 jours : plus que le seuil de 0,08 %%.', complaints, messages);
  elsif bounces >= 5 and bounces > messages * 0.04 then
    why := format('%s adresses en erreur sur %s messages en 30 jours : plus que le seuil de 4 %%.', bounces, messages);
  else
    return;
  end if;
  update public.campaigns set paused_at = now(), pause_reason = why, driven_until = null
  where status in ('en_cours', 'programmé') and paused_at is null;
end;
$$;

-- Records a bounce or a complaint, reported by the provider or by hand, and suppresses the address.
create function private.record_failure(send public.email_sends, kind text, occurred_at timestamptz, detail text, author uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if kind = 'bounced' then
    update public.email_sends as target set
      bounced_at = least(target.bounced_at, record_failure.occurred_at), bounce_reason = coalesce(target.bounce_reason, left(detail, 500))
    where target.id = send.id;
  else
    update public.email_sends as target set complained_at = least(target.complained_at, record_failure.occurred_at)
    where target.id = send.id;
  end if;
  if coalesce(send.recipient_email, send.recipient_hash) is not null then
    perform private.suppress(private.recipient_hash(send), kind, author);
  end if;
  perform private.pause_when_reputation_suffers();
end;
$$;

-- Records one event, for the edge function email-webhook. `send` comes from a tag of the message, so that an event that
-- arrives before the sending is recorded finds its message. False: unknown message, or event already recorded.
create function public.record_email_event(
  event_id text, send uuid, provider_message text, kind text, occurred_at timestamptz, detail text default null
)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  target public.email_sends;
begin
  select * into target from public.email_sends
  where id = coalesce(send, (select s.id from public.email_sends s where s.provider_id = provider_message limit 1));
  if not found then
    return false;
  end if;
  -- Campaigns are always locked before their messages.
  perform from public.campaigns where id = target.campaign_id for update;
  insert into public.email_events (id, email_send_id, kind, detail, occurred_at)
  values (event_id, target.id, kind, left(detail, 500), occurred_at)
  on conflict (id) do nothing;
  if not found then
    return false;
  end if;

  if kind in ('sent', 'delivered', 'opened', 'clicked', 'bounced', 'soft_bounced', 'complained') then
    -- The provider had the message: an unknown outcome is resolved.
    update public.email_sends set status = 'envoyé', provider_id = coalesce(provider_id, provider_message), last_error = null
    where id = target.id and status = 'incertain';
    if found then
      perform private.mark_contacted(target.contact_id);
    end if;
  end if;
  if kind = 'delivered' then
    update public.email_sends s set delivered_at = least(s.delivered_at, record_email_event.occurred_at) where s.id = target.id;
  elsif kind = 'opened' then
    update public.email_sends s set opened_at = least(s.opened_at, record_email_event.occurred_at) where s.id = target.id;
  elsif kind = 'clicked' then
    update public.email_sends s set clicked_at = least(s.clicked_at, record_email_event.occurred_at) where s.id = target.id;
  elsif kind in ('bounced', 'complained') then
    perform private.record_failure(target, kind, occurred_at, detail, null);
  elsif kind = 'suppressed' then
    -- The provider refuses the address: an earlier bounce or complaint that it knows of.
    perform private.record_failure(target, 'bounced', occurred_at, coalesce(detail, 'Adresse bloquée par le fournisseur'), null);
  end if;
  return true;
end;
$$;

grant execute on function public.record_email_event(text, uuid, text, text, timestamptz, text) to service_role;

-- With SMTP a bounce is an e-mail that a person reads and records by hand.
create function public.record_bounce(send uuid, detail text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  target public.email_sends;
begin
  perform private.require_admin();
  perform from public.campaigns where id = (select campaign_id from public.email_sends where id = send) for update;
  select * into target from public.email_sends where id = send and status in ('envoyé', 'incertain') for update;
  if not found then
    raise exception using message = 'Ce message n''a pas été envoyé';
  end if;
  perform private.record_failure(target, 'bounced', now(), coalesce(nullif(btrim(detail), ''), 'Noté par l''équipe'), auth.uid());
end;
$$;

grant execute on function public.record_bounce(uuid, text) to authenticated;

-- « A répondu »: a contact that replied gets no follow-up. False undoes it.
create function public.mark_replied(send uuid, replied boolean default true)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.email_sends set replied_at = case when replied then coalesce(replied_at, now()) end where id = send;
  if not found then
    raise exception using message = 'Ce message n''existe plus';
  end if;
end;
$$;

grant execute on function public.mark_replied(uuid, boolean) to authenticated;

-- Counts per campaign: { campaign id: { delivered, bounced, complained, opened, clicked, replied } }, for one or for
-- all.
create function public.campaign_feedback(only_campaign uuid default null)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(campaign_id, figures), '{}') from (
    select campaign_id, jsonb_build_object(
      'delivered', count(delivered_at), 'bounced', count(bounced_at), 'complained', count(complained_at),
      'opened', count(opened_at), 'clicked', count(clicked_at), 'replied', count(replied_at)
    ) as figures
    from public.email_sends
    where only_campaign is null or campaign_id = only_campaign
    group by campaign_id
  ) grouped;
$$;

grant execute on function public.campaign_feedback(uuid) to authenticated;

-- Unsubscribing --------------------------------------------------------------------------------------------------

-- The sender identity, for the page behind the unsubscribe link; null for an unknown token. Read-only, and shows
-- nothing of the person.
create function public.unsubscribe_page(token uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'sender_name', coalesce(send.identity ->> 'sender_name', settings.sender_name),
    'legal_name', coalesce(send.identity ->> 'legal_name', settings.legal_name),
    'postal_address', coalesce(send.identity ->> 'postal_address', settings.postal_address),
    'contact_email', coalesce(send.identity ->> 'contact_email', settings.contact_email),
    'done', exists (
      select from private.standing_suppressions() standing
      where standing.email_hash = private.recipient_hash(send)
    )
  )
  from public.email_sends send
  left join public.settings on settings.id = 1
  where send.unsubscribe_token = token;
$$;

grant execute on function public.unsubscribe_page(uuid) to anon, authenticated, service_role;

-- Suppresses the address of the message at once; idempotent. False: no message carries this token.
create function public.unsubscribe(token uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  send public.email_sends;
  hash text;
begin
  select * into send from public.email_sends where unsubscribe_token = token;
  if not found then
    return false;
  end if;
  hash := private.recipient_hash(send);
  if hash is null then
    return false;
  end if;
  if send.recipient_email is not null
    and not exists (select from private.standing_suppressions() standing where standing.email_hash = hash)
  then
    insert into public.consent_events (contact_id, email, basis, occurred_at, evidence)
    values (send.contact_id, send.recipient_email, 'withdrawn', now(), 'Lien de désabonnement du message ' || send.id);
  end if;
  perform private.suppress(hash, 'unsubscribed');
  return true;
end;
$$;

grant execute on function public.unsubscribe(uuid) to anon, authenticated, service_role;

-- schemas/15_outbox_and_schedule.sql

-- Outbox: the e-mails that follow a quote request, sent by the edge function dispatch-emails, and the schedule that
-- calls it (docs/decisions/0014).

-- One row per e-mail, queued in the transaction of the request. Addresses and texts are made from the request when the
-- e-mail is sent: no personal data is copied here.
create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  quote_request_id uuid not null references public.quote_requests (id) on delete cascade,
  kind text not null,
  state text not null default 'en_attente',
  attempts integer not null default 0,
  -- While a worker holds the row: when its lease ends.
  next_attempt_at timestamptz not null default now(),
  lease_token uuid,
  first_attempt_at timestamptz,
  -- An earlier attempt may have arrived: only the same idempotency key may try again.
  may_have_arrived boolean not null default false,
  provider_id text,
  last_error text,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  constraint notifications_quote_request_id_kind_key unique (quote_request_id, kind),
  constraint notifications_kind_known check (kind in ('admin_notice', 'acknowledgement')),
  constraint notifications_state_known check (state in ('en_attente', 'envoyé', 'échec', 'incertain')),
  constraint notifications_attempts_range check (attempts >= 0),
  constraint notifications_provider_id_length check (char_length(provider_id) <= 200),
  constraint notifications_last_error_length check (char_length(last_error) <= 500)
);

create index notifications_due_idx on public.notifications (next_attempt_at) where state = 'en_attente';

alter table public.notifications enable row level security;

-- Only the functions below write, not even the service role directly.
grant select on table public.notifications to authenticated, service_role;

create policy "notifications: admin reads" on public.notifications
  for select to authenticated
  using ((select private.is_admin()));

-- A request matters more than the e-mails about it: an error here does not undo the insert.
create function private.queue_quote_notifications()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Requests from the seed, the SQL console or the service role are not waiting for an answer.
  if current_setting('role', true) in ('anon', 'authenticated') then
    insert into public.notifications (quote_request_id, kind)
    values (new.id, 'admin_notice'), (new.id, 'acknowledgement');
  end if;
  return null;
exception when others then
  raise warning 'The notifications of quote request % could not be queued: %', new.id, sqlerrm;
  return null;
end;
$$;

create trigger quote_requests_queue_notifications after insert on public.quote_requests
  for each row execute function private.queue_quote_notifications();

-- Leases due rows to one worker for one minute. A row whose worker did not report has an unknown outcome: it is sent
-- again only when the provider recognises the same idempotency key (for 24 hours, one of them as a margin), else it
-- becomes « incertain » and a person decides.
create function public.claim_due_notifications(batch integer, same_key_is_safe boolean)
returns table (
  id uuid,
  lease_token uuid,
  kind text,
  quote_request_id uuid,
  organization_name text,
  contact_name text,
  email text,
  phone text,
  organization_type text,
  service_type text,
  message text,
  created_at timestamptz
)
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.notifications as lost set
    state = 'incertain',
    lease_token = null,
    finished_at = now(),
    last_error = coalesce(lost.last_error, 'L''envoi a été interrompu avant la réponse du serveur de courriel.')
  where lost.id in (
    select held.id from public.notifications as held
    where held.state = 'en_attente' and held.next_attempt_at <= now()
      and (held.lease_token is not null or held.may_have_arrived)
      and not (same_key_is_safe and held.first_attempt_at > now() - interval '23 hours')
    for update skip locked
  );

  return query
  with due as (
    select waiting.id from public.notifications as waiting
    where waiting.state = 'en_attente' and waiting.next_attempt_at <= now()
    order by waiting.next_attempt_at, waiting.id
    limit batch
    for update skip locked
  ), claimed as (
    update public.notifications as taken set
      attempts = taken.attempts + 1,
      first_attempt_at = coalesce(taken.first_attempt_at, now()),
      may_have_arrived = taken.may_have_arrived or taken.lease_token is not null,
      lease_token = gen_random_uuid(),
      next_attempt_at = now() + interval '60 seconds'
    from due where taken.id = due.id
    returning taken.id, taken.lease_token, taken.kind, taken.quote_request_id
  )
  select claimed.id, claimed.lease_token, claimed.kind, quotes.id, quotes.organization_name, quotes.contact_name,
    quotes.email, quotes.phone, quotes.organization_type, quotes.service_type, quotes.message, quotes.created_at
  from claimed join public.quote_requests as quotes on quotes.id = claimed.quote_request_id;
end;
$$;

grant execute on function public.claim_due_notifications(integer, boolean) to service_role;

-- Records the outcome of a claimed row; false when the lease was lost, and then nothing is written. 'retry' counts as
-- an attempt and backs off 10 s, 30 s, 90 s …, at most an hour, 24 times (a mail server may be down for about 20
-- hours). 'wait' (the provider asked for a delay) and 'pause' (nothing can be sent) do not count.
create function public.finish_notification(
  notification_id uuid,
  token uuid,
  outcome text,
  reason text default null,
  sent_as text default null,
  wait_seconds integer default null,
  arrival_possible boolean default false
)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_attempts constant integer := 24;
  held public.notifications;
  unsure boolean;
begin
  select * into held from public.notifications
  where id = notification_id and lease_token = token and state = 'en_attente'
  for update;
  if not found then
    return false;
  end if;
  unsure := held.may_have_arrived or arrival_possible;

  if outcome in ('accepted', 'rejected', 'unknown')
    or outcome = 'retry' and held.attempts >= most_attempts
  then
    update public.notifications set
      state = case
        when outcome = 'accepted' then 'envoyé'
        when outcome = 'unknown' or outcome = 'retry' and unsure then 'incertain'
        else 'échec'
      end,
      provider_id = left(sent_as, 200),
      last_error = left(reason, 500),
      may_have_arrived = unsure,
      lease_token = null,
      finished_at = now()
    where id = notification_id;
  elsif outcome in ('retry', 'wait', 'pause') then
    update public.notifications set
      attempts = held.attempts - case outcome when 'retry' then 0 else 1 end,
      next_attempt_at = now() + case outcome
        when 'retry' then least(interval '10 seconds' * power(3, least(held.attempts, 10) - 1), interval '1 hour')
        when 'wait' then least(greatest(coalesce(wait_seconds, 30), 1), 86400) * interval '1 second'
        else interval '5 minutes'
      end,
      last_error = left(reason, 500),
      may_have_arrived = unsure,
      lease_token = null
    where id = notification_id;
  else
    raise invalid_parameter_value using message = 'Unknown outcome: ' || coalesce(outcome, 'null');
  end if;
  return true;
end;
$$;

grant execute on function public.finish_notification(uuid, uuid, text, text, text, integer, boolean) to service_role;

-- « Renvoyer »: an administrator sends again an e-mail that failed or has an unknown outcome.
create function public.retry_notification(notification_id uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.notifications set
    state = 'en_attente', attempts = 0, next_attempt_at = now(), first_attempt_at = null,
    may_have_arrived = false, last_error = null, finished_at = null
  where id = notification_id and state in ('échec', 'incertain');
  return found;
end;
$$;

grant execute on function public.retry_notification(uuid) to authenticated;

-- Dispatcher -----------------------------------------------------------------------------------------------------

-- The result of the last run of dispatch-emails, for the settings screen.
create table public.dispatcher_state (
  -- Always 1: the only row that is read.
  id smallint primary key,
  last_run_at timestamptz not null default now(),
  -- { notifications: { accepted: 2 }, campaigns: { … } }
  last_summary jsonb not null default '{}',
  -- 'smtp' or 'resend'; null when no provider is set up.
  transport text,
  last_error text,
  constraint dispatcher_state_transport_known check (transport in ('smtp', 'resend')),
  constraint dispatcher_state_last_error_length check (char_length(last_error) <= 500)
);

alter table public.dispatcher_state enable row level security;

grant select on table public.dispatcher_state to authenticated, service_role;

create policy "dispatcher_state: admin reads" on public.dispatcher_state
  for select to authenticated
  using ((select private.is_admin()));

create function public.record_dispatch(summary jsonb, transport text, error text default null)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.dispatcher_state as state (id, last_run_at, last_summary, transport, last_error)
  values (1, now(), coalesce(summary, '{}'), record_dispatch.transport, left(error, 500))
  on conflict (id) do update set
    last_run_at = excluded.last_run_at, last_summary = excluded.last_summary,
    transport = excluded.transport, last_error = excluded.last_error;
$$;

grant execute on function public.record_dispatch(jsonb, text, text) to service_role;

-- Calls the edge function dispatch-emails with a secret of its own. Address and secret come from Vault (README);
-- without them, or where Vault and pg_net do not exist, nothing is called. A run takes up to 55 s plus one message,
-- hence the timeout.
create function private.call_dispatcher()
returns void
language plpgsql
set search_path = ''
as $$
declare
  address text;
  secret text;
begin
  if to_regclass('vault.decrypted_secrets') is null or to_regnamespace('net') is null then
    return;
  end if;
  execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into address using 'dispatch_url';
  execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into secret using 'dispatch_secret';
  if address is null or secret is null then
    raise log 'dispatch-emails is not called: the Vault secrets dispatch_url and dispatch_secret are not both set';
    return;
  end if;
  execute 'select net.http_post(url := $1, body := $2, headers := $3, timeout_milliseconds := 90000)'
    using address, '{}'::jsonb,
      jsonb_build_object('content-type', 'application/json', 'x-dispatch-secret', secret);
end;
$$;

-- Each minute, where pg_cron exists; scheduling again replaces the job of the same name.
do $$
begin
  if (select count(*) from pg_available_extensions where name in ('pg_cron', 'pg_net')) = 2 then
    create extension if not exists pg_cron with schema pg_catalog;
    create extension if not exists pg_net with schema extensions;
    perform cron.schedule('dispatch-emails', '* * * * *', 'select private.call_dispatcher()');
  end if;
end
$$;

-- schemas/16_privacy_and_dashboard.sql

-- Privacy (Loi 25): what is known about a person, copies and erasure, retention. Then the figures of the dashboard.

-- The privacy register: exports, erasures and retention runs. It names nobody; a keyed hash of the address tells
-- whether two rows concern the same person.
create table public.privacy_register (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  subject_hash text,
  -- What was concerned: { contacts: 1, email_sends: 3 }
  detail jsonb not null default '{}',
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint privacy_register_kind_known check (kind in ('export', 'erasure', 'retention')),
  constraint privacy_register_subject_hash_format check (subject_hash ~ '^[0-9a-f]{64}$')
);

create index privacy_register_created_at_idx on public.privacy_register (created_at desc);
create index privacy_register_recorded_by_idx on public.privacy_register (recorded_by);

alter table public.privacy_register enable row level security;

grant select on table public.privacy_register to authenticated, service_role;

create policy "privacy_register: admin reads" on public.privacy_register
  for select to authenticated
  using ((select private.is_admin()));

-- The history of a contact, newest first. Quote requests and prospects are also found by e-mail address.
create function public.contact_timeline(contact uuid)
returns table (happened_at timestamptz, kind text, detail jsonb)
language sql
stable
set search_path = ''
as $$
  with person as (select id, lower(email) as address, email, created_at from public.contacts where id = contact)
  select p.created_at, 'created', '{}'::jsonb from person p
  where not exists (select from public.contact_events e where e.contact_id = p.id and e.kind = 'imported')
  union all
  select e.created_at, e.kind,
    jsonb_strip_nulls(jsonb_build_object('old_status', e.old_status, 'new_status', e.new_status, 'source', e.source))
  from person p join public.contact_events e on e.contact_id = p.id
  union all
  select s.updated_at, 'accepted', jsonb_build_object('trip_plan_id', t.id, 'city', t.city)
  from person p
  join public.suggested_prospects s on s.status = 'accepted' and (s.contact_id = p.id or lower(s.email) = p.address)
  join public.trip_plans t on t.id = s.trip_plan_id
  union all
  select q.created_at, 'quote', jsonb_build_object('organization_name', q.organization_name, 'service_type', q.service_type)
  from person p join public.quote_requests q on q.contact_id = p.id or lower(q.email) = p.address
  union all
  select s.created_at, 'email', jsonb_build_object('subject', s.subject, 'status', s.status, 'campaign', c.name)
  from person p join public.email_sends s on s.contact_id = p.id join public.campaigns c on c.id = s.campaign_id
  union all
  select back.happened_at, back.kind, jsonb_build_object('subject', s.subject, 'campaign', c.name)
  from person p join public.email_sends s on s.contact_id = p.id join public.campaigns c on c.id = s.campaign_id
  cross join lateral (
    values (s.delivered_at, 'delivered'), (s.bounced_at, 'bounced'), (s.complained_at, 'complained'),
      (s.opened_at, 'opened'), (s.clicked_at, 'clicked'), (s.replied_at, 'replied')
  ) as back (happened_at, kind)
  where back.happened_at is not null
  union all
  select e.occurred_at, 'consent', jsonb_strip_nulls(jsonb_build_object('basis', e.basis, 'source_url', e.source_url, 'evidence', e.evidence))
  from person p join public.consent_events e on lower(e.email) = p.address
  union all
  select s.created_at, 'suppressed', jsonb_build_object('reason', s.reason)
  from person p join public.suppressions s on s.email_hash = private.email_hash(p.email)
  union all
  select l.created_at, 'lifted', jsonb_build_object('reason', l.reason)
  from person p join public.suppression_lifts l on l.email_hash = private.email_hash(p.email)
  order by 1 desc;
$$;

grant execute on function public.contact_timeline(uuid) to authenticated;

-- Everything known about a person, for a request of access (Loi 25, section 27); the export is recorded in the
-- register. Null when there is no such contact.
create function public.export_person(contact uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  person public.contacts;
  hash text;
begin
  perform private.require_admin();
  select * into person from public.contacts where id = contact;
  if not found then
    return null;
  end if;
  hash := private.email_hash(person.email);
  insert into public.privacy_register (kind, subject_hash, recorded_by) values ('export', hash, auth.uid());
  return jsonb_build_object(
    'exported_at', now(),
    'contact', to_jsonb(person) - 'user_id',
    'history', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' order by e.created_at), '[]')
      from public.contact_events e where e.contact_id = person.id
    ),
    'consents', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' order by e.occurred_at), '[]')
      from public.consent_events e where e.contact_id = person.id or lower(e.email) = lower(person.email)
    ),
    'suppressions', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'recorded_by' order by s.created_at), '[]')
      from public.suppressions s where s.email_hash = hash
    ),
    'suppression_lifts', (
      select coalesce(jsonb_agg(to_jsonb(l) - 'recorded_by' order by l.created_at), '[]')
      from public.suppression_lifts l where l.email_hash = hash
    ),
    'quote_requests', (
      select coalesce(jsonb_agg(to_jsonb(q) order by q.created_at), '[]')
      from public.quote_requests q where q.contact_id = person.id or lower(q.email) = lower(person.email)
    ),
    'prospects', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at), '[]')
      from public.suggested_prospects s where s.contact_id = person.id or lower(s.email) = lower(person.email)
    ),
    'emails', (
      select coalesce(jsonb_agg(
        to_jsonb(s) - 'lease_token' - 'unsubscribe_token' || jsonb_build_object(
          'campaign', c.name,
          'events', (
            select coalesce(jsonb_agg(to_jsonb(e) - 'email_send_id' order by e.occurred_at), '[]')
            from public.email_events e where e.email_send_id = s.id
          )
        ) order by s.created_at), '[]')
      from public.email_sends s join public.campaigns c on c.id = s.campaign_id
      where s.contact_id = person.id or lower(s.recipient_email) = lower(person.email)
    )
  );
end;
$$;

grant execute on function public.export_person(uuid) to authenticated;

-- Erases a person in every table. What stays: messages without name, address and text, for the counts; a hash, for the
-- unsubscribe links already received and earlier suppressions; one row of the register.
create function public.erase_person(contact uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  person public.contacts;
  hash text;
  gone jsonb;
  owner uuid;
  quotes uuid[];
  counted integer;
begin
  perform private.require_admin();
  select * into person from public.contacts where id = contact for update;
  if not found then
    raise exception using message = 'Ce contact n''existe plus';
  end if;
  hash := private.email_hash(person.email);
  gone := jsonb_build_object('contacts', 1);

  -- Campaigns are always locked before their messages.
  for owner in
    select distinct s.campaign_id from public.email_sends s
    where s.contact_id = person.id or lower(s.recipient_email) = lower(person.email)
    order by 1
  loop
    perform from public.campaigns where id = owner for update;
    update public.email_sends s set
      status = case
        when s.status not in ('programmé', 'brouillon') then s.status
        when s.lease_token is not null or s.may_have_arrived then 'incertain'
        else 'annulé'
      end,
      finished_at = coalesce(s.finished_at, now()), lease_token = null,
      recipient_hash = coalesce(s.recipient_hash, private.email_hash(s.recipient_email), hash),
      recipient_email = null, recipient_name = null, contact_id = null,
      subject = '(effacé)', body = '(effacé)', last_error = null, bounce_reason = null
    where s.campaign_id = owner and (s.contact_id = person.id or lower(s.recipient_email) = lower(person.email));
    get diagnostics counted = row_count;
    gone := gone || jsonb_build_object('email_sends', coalesce((gone ->> 'email_sends')::integer, 0) + counted);
    perform private.close_campaign(owner);
  end loop;
  update public.email_events e set detail = null
  from public.email_sends s where s.id = e.email_send_id and s.recipient_hash = hash;

  quotes := array(
    select q.id from public.quote_requests q where q.contact_id = person.id or lower(q.email) = lower(person.email)
  );
  gone := gone || jsonb_build_object('quote_requests', private.anonymise_quotes(quotes));
  delete from public.suggested_prospects s
  where s.contact_id = person.id or lower(s.email) = lower(person.email);
  get diagnostics counted = row_count;
  gone := gone || jsonb_build_object('prospects', counted);
  delete from public.consent_events e where e.contact_id = person.id or lower(e.email) = lower(person.email);
  get diagnostics counted = row_count;
  gone := gone || jsonb_build_object('consent_events', counted);
  delete from public.contacts c where c.id = person.id;

  insert into public.privacy_register (kind, subject_hash, detail, recorded_by) values ('erasure', hash, gone, auth.uid());
  return gone;
end;
$$;

grant execute on function public.erase_person(uuid) to authenticated;

-- The rejected prospects older than so many months; null: none.
create function private.expired_prospects(months integer)
returns setof uuid
language sql
stable
set search_path = ''
as $$
  select id from public.suggested_prospects
  where status = 'rejected' and updated_at < now() - months * interval '1 month';
$$;

grant execute on function private.expired_prospects(integer) to authenticated;

-- The answered or archived quote requests older than so many months and not anonymised yet; null: none.
create function private.expired_quotes(months integer)
returns setof uuid
language sql
stable
set search_path = ''
as $$
  select id from public.quote_requests
  where status in ('répondu', 'archivé') and anonymised_at is null
    and created_at < now() - months * interval '1 month';
$$;

grant execute on function private.expired_quotes(integer) to authenticated;

-- What retention would erase with these numbers of months: { rejected_prospects, quote_requests }.
create function public.retention_preview(prospects_months integer, quotes_months integer)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'rejected_prospects', (select count(*) from private.expired_prospects(prospects_months)),
    'quote_requests', (select count(*) from private.expired_quotes(quotes_months))
  );
$$;

grant execute on function public.retention_preview(integer, integer) to authenticated;

-- Applies the retention settings, at most once a day (America/Toronto): the dispatcher calls it at each run. Null:
-- already done today.
create function public.apply_retention()
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  rules public.settings;
  old_quotes uuid[];
  prospects integer;
begin
  perform pg_advisory_xact_lock(32, 0);
  if exists (
    select from public.privacy_register
    where kind = 'retention'
      and created_at >= date_trunc('day', now() at time zone 'America/Toronto') at time zone 'America/Toronto'
  ) then
    return null;
  end if;
  select * into rules from public.settings where id = 1;
  delete from public.suggested_prospects
  where id in (select private.expired_prospects(rules.rejected_prospects_months));
  get diagnostics prospects = row_count;
  old_quotes := array(select private.expired_quotes(rules.quote_requests_months));
  perform private.anonymise_quotes(old_quotes);
  insert into public.privacy_register (kind, detail)
  values ('retention', jsonb_build_object('rejected_prospects', prospects, 'quote_requests', cardinality(old_quotes)));
  return jsonb_build_object('rejected_prospects', prospects, 'quote_requests', cardinality(old_quotes));
end;
$$;

grant execute on function public.apply_retention() to service_role;

-- Dashboard ------------------------------------------------------------------------------------------------------

-- The figures are counted here because a list that is read is cut at 1 000 rows. Both functions run as the caller,
-- under the policies of each table, and return nothing to anyone but an administrator.

-- One row. Upcoming: on or after today (America/Toronto). A cancelled trip is counted, but is never the next one.
create function public.dashboard_stats()
returns table (
  tours bigint,
  featured_tours bigint,
  tags bigint,
  views bigint,
  trips bigint,
  upcoming_trips bigint,
  next_trip_id uuid,
  next_trip_city text,
  next_trip_region text,
  next_trip_start date,
  contacts bigint,
  new_contacts bigint,
  interested_contacts bigint,
  templates bigint,
  campaigns bigint,
  sent_emails bigint,
  new_quotes bigint
)
language sql
stable
set search_path = ''
as $$
  with clock as (select (now() at time zone 'America/Toronto')::date as today)
  select
    tour.total, tour.featured, tag.total, tour.views,
    trip.total, trip.upcoming, next_trip.id, next_trip.city, next_trip.region, next_trip.start_date,
    contact.total, contact.new, contact.interested,
    template.total, campaign.total, email.sent, quote.new
  from clock
  cross join lateral (
    select count(*) as total, count(*) filter (where is_featured) as featured, coalesce(sum(view_count), 0) as views
    from public.virtual_tours
  ) as tour
  cross join lateral (select count(*) as total from public.tags) as tag
  cross join lateral (
    select count(*) as total, count(*) filter (where start_date >= clock.today) as upcoming from public.trip_plans
  ) as trip
  left join lateral (
    select id, city, region, start_date from public.trip_plans
    where start_date >= clock.today and status <> 'annulé'
    order by start_date, created_at, id
    limit 1
  ) as next_trip on true
  cross join lateral (
    select
      count(*) as total,
      count(*) filter (where status = 'nouveau') as new,
      count(*) filter (where status = 'intéressé') as interested
    from public.contacts
  ) as contact
  cross join lateral (select count(*) as total from public.email_templates) as template
  cross join lateral (select count(*) as total from public.campaigns) as campaign
  cross join lateral (select count(*) as sent from public.email_sends where status = 'envoyé') as email
  cross join lateral (select count(*) as new from public.quote_requests where status = 'nouveau') as quote
  where (select private.is_admin());
$$;

grant execute on function public.dashboard_stats() to authenticated;

-- Views of tours in each of the last twelve months, this one included, oldest first; zero for a month without views.
create function public.views_by_month()
returns table (month date, views bigint)
language sql
stable
set search_path = ''
as $$
  select months.first_day::date, coalesce(sum(counted.views), 0)
  from (
    select generate_series(this_month - interval '11 months', this_month, interval '1 month') as first_day
    from (select date_trunc('month', now() at time zone 'America/Toronto') as this_month) as clock
  ) as months
  left join public.tour_views as counted
    on counted.day >= months.first_day and counted.day < months.first_day + interval '1 month'
  where (select private.is_admin())
  group by months.first_day
  order by months.first_day;
$$;

grant execute on function public.views_by_month() to authenticated;
