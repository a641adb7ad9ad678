-- This file holds the tags: categories of tours and target business types of trips.

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
  constraint tags_name_one_line check (private.is_one_line_text(name)),
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

select private.attach_activity_log('tags');

-- Saves the order of all tags in one transaction. It runs as the caller, under the policies of the table. A list that
-- does not hold exactly the tags of the table (one was added or deleted meanwhile) is refused as a whole: a missing tag
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

  -- The lock keeps tags from being added, deleted or moved between the comparison and the end of the transaction, and
  -- makes one of two simultaneous orders wait.
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

-- Joins two tags into one, in one transaction: whatever carried the first carries the second, once, and the first is
-- deleted. It returns how many tours and trips changed their tag.
create function public.merge_tags(merged uuid, kept uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  tours integer;
  trips integer;
begin
  perform private.require_admin();
  -- Both rows are locked until the end of the transaction, in one order, so that two merges of the same pair do not
  -- wait for each other.
  perform from public.tags where id in (merged, kept) order by id for update;
  if (select count(*) from public.tags where id in (merged, kept)) <> 2 then
    raise exception 'L’un des deux tags n’existe plus. Rien n’a été fusionné.' using errcode = 'PT409';
  end if;

  insert into public.virtual_tour_tags (tour_id, tag_id)
  select link.tour_id, kept from public.virtual_tour_tags link where link.tag_id = merged
  on conflict do nothing;
  insert into public.trip_plan_tags (trip_plan_id, tag_id)
  select link.trip_plan_id, kept from public.trip_plan_tags link where link.tag_id = merged
  on conflict do nothing;

  delete from public.virtual_tour_tags where tag_id = merged;
  get diagnostics tours = row_count;
  delete from public.trip_plan_tags where tag_id = merged;
  get diagnostics trips = row_count;

  -- Segments and saved views name a tag inside a value, where no reference follows it.
  update public.contact_segments as s
  set definition = jsonb_set(s.definition, '{tag}', private.renamed_ids(s.definition -> 'tag', merged, kept))
  where s.definition -> 'tag' ? merged::text;
  update public.saved_views
  set parameters = replace(parameters, merged::text, kept::text)
  where strpos(parameters, merged::text) > 0;
  perform private.rename_in_trash('public.tags', merged, kept);

  delete from public.tags where id = merged;
  return tours + trips;
end;
$$;

grant execute on function public.merge_tags(uuid, uuid) to authenticated;
