-- Saving tours from the back office: a tour and its tags together, nobody's work overwritten in silence, many
-- tours at once, and no picture left behind.

-- Who touched a tour last, for the one whose save comes second. Apart from the tour itself, which visitors read.
-- No reference to the person: an account may go, and is then nobody.
create table private.tour_editors (
  tour_id uuid not null references public.virtual_tours (id) on delete cascade,
  editor uuid not null,
  constraint tour_editors_pkey primary key (tour_id)
);

revoke all on table private.tour_editors from public, anon, authenticated, service_role;
alter table private.tour_editors enable row level security;

create function private.remember_tour_editor()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then
    -- Our own server, or SQL.
    delete from private.tour_editors where tour_id = new.id;
  else
    insert into private.tour_editors (tour_id, editor) values (new.id, auth.uid())
    on conflict (tour_id) do update set editor = excluded.editor;
  end if;
  return null;
end;
$$;

revoke all on function private.remember_tour_editor() from public, anon, authenticated, service_role;

-- The same columns as virtual_tours_set_updated_at: an opening counted in view_count is no edit.
create trigger virtual_tours_remember_editor
  after insert or update of title, slug, description, location, url, image_url, panorama_url, is_featured, status
  on public.virtual_tours
  for each row execute function private.remember_tour_editor();

-- The e-mail of the last editor, told to administrators only; null when it was not a person.
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

revoke all on function private.tour_editor(uuid) from public, anon, authenticated, service_role;
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

revoke all on function private.free_slug(text) from public, anon, authenticated, service_role;
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
    -- Two saves of the same instant come one after the other: the second sees what the first wrote.
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

revoke all on function public.save_tour(
  text, text, text, text, boolean, uuid[], text, text, text, text, uuid, timestamptz
) from public, anon, authenticated, service_role;
grant execute on function public.save_tour(
  text, text, text, text, boolean, uuid[], text, text, text, text, uuid, timestamptz
) to authenticated;

-- Publishes, archives … many tours at once, under the policies. Answers how many there were.
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

revoke all on function public.set_tours_status(uuid[], text) from public, anon, authenticated, service_role;
grant execute on function public.set_tours_status(uuid[], text) to authenticated;

-- Deletes many tours at once, under the policies. Answers the pictures they had.
create function public.delete_tours(ids uuid[])
returns setof text
language sql
set search_path = ''
as $$
  delete from public.virtual_tours as tour where tour.id = any (ids) returning tour.image_url;
$$;

revoke all on function public.delete_tours(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.delete_tours(uuid[]) to authenticated;

-- The files of the bucket that no tour shows: those named, and any older than a day, which a closed tab or a lost
-- connection left behind. They are deleted through the storage API: here, only the row of the file would go.
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

revoke all on function public.unused_tour_images(text[]) from public, anon, authenticated, service_role;
grant execute on function public.unused_tour_images(text[]) to authenticated;
