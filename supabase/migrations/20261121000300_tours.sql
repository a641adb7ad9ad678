-- Virtual tours and their tags. Only published ones are public.
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
  -- Addresses become links and picture sources: http and https only, never javascript: or data:.
  constraint virtual_tours_url_format check (url ~* '^https?://[^[:space:]/?#]+[^[:space:]]*$'),
  constraint virtual_tours_image_url_length check (char_length(image_url) <= 500),
  -- Pictures may also be ours ("/images/…"). "//host" and "/\host" would lead to another site.
  constraint virtual_tours_image_url_format check (
    image_url ~* '^https?://[^[:space:]/?#]+[^[:space:]]*$' or image_url ~ '^/[^[:space:]/\\][^[:space:]\\]*$'
  ),
  constraint virtual_tours_panorama_url_length check (char_length(panorama_url) <= 500),
  constraint virtual_tours_panorama_url_format check (
    panorama_url ~* '^https?://[^[:space:]/?#]+[^[:space:]]*$' or panorama_url ~ '^/[^[:space:]/\\][^[:space:]\\]*$'
  ),
  constraint virtual_tours_status_known check (status in ('published', 'draft', 'archived')),
  constraint virtual_tours_view_count_range check (view_count >= 0)
);

create index virtual_tours_created_at_idx on public.virtual_tours (created_at desc);
create index virtual_tours_status_created_at_idx on public.virtual_tours (status, created_at desc);
create index virtual_tours_featured_idx on public.virtual_tours (created_at desc)
  where is_featured and status = 'published';

-- The form's columns only: an opening counted in view_count is no edit.
create trigger virtual_tours_set_updated_at
  before update of title, slug, description, location, url, image_url, panorama_url, is_featured, status
  on public.virtual_tours
  for each row execute function private.set_updated_at();

revoke all on table public.virtual_tours from public, anon, authenticated, service_role;
alter table public.virtual_tours enable row level security;

-- The form's columns only: view_count, id and the dates are never written from a screen.
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

-- A link has no meaning without both ends.
create table public.virtual_tour_tags (
  tour_id uuid not null references public.virtual_tours (id) on delete cascade,
  tag_id uuid not null references public.tags (id) on delete cascade,
  constraint virtual_tour_tags_pkey primary key (tour_id, tag_id)
);

create index virtual_tour_tags_tag_id_idx on public.virtual_tour_tags (tag_id);

revoke all on table public.virtual_tour_tags from public, anon, authenticated, service_role;
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
