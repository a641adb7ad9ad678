-- This file lists the files that no row names any more, of whatever subject: what may be deleted, and what the
-- dispatcher deletes. They are deleted through the storage API: deleting the row here would leave the file.

-- Lists the folders, <tour>/<picture>, that a document names: of its originals, or of its tiles, plans, pictures,
-- sounds and files. The two stand apart, for a picture that was blurred since keeps its original in the folder whose
-- tiles must go.
create function private.panorama_folders(document jsonb, of_originals boolean default false)
returns setof text
language sql
immutable
set search_path = ''
as $$
  select distinct found[1]
  from regexp_matches(
    document::text,
    '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'
    || case when of_originals then '(?=/original\.jpg)' else '(?!/original\.jpg)' end, 'g'
  ) as found;
$$;

-- Lists the folders that a draft, a published tour or a deleted one names: of its tiles, or of its originals.
create function private.used_panorama_folders(of_originals boolean)
returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select distinct folder
  from (
    select draft.document from public.panorama_tour_drafts as draft
    union all
    select published.document from public.panorama_tours as published
    union all
    select r.content from private.trash_rows as r
    where r.place in ('public.panorama_tour_drafts', 'public.panorama_tours')
  ) as named (document),
    private.panorama_folders(named.document, of_originals) as folder
  where (select private.is_admin());
$$;

grant execute on function private.used_panorama_folders(boolean) to authenticated;

-- There is no update policy, because a folder never changes: a new cut gets a new folder. Files that a tour names
-- cannot be deleted.
create policy "panoramas: admin deletes unused" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'panoramas'
    and concat_ws('/', split_part(name, '/', 1), split_part(name, '/', 2))
      <> all (array(select private.used_panorama_folders(false)))
    and (select private.is_admin())
  );

create policy "panorama-originals: admin deletes unused" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'panorama-originals'
    and concat_ws('/', split_part(name, '/', 1), split_part(name, '/', 2))
      <> all (array(select private.used_panorama_folders(true)))
    and (select private.is_admin())
  );

-- Lists the files that nothing names, older than a week: until then a closed tab may come back and finish what it
-- began, and « Annuler » may bring a scene back.
create function public.unused_panorama_files()
returns table (bucket text, name text)
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  select file.bucket_id, file.name
  from storage.objects as file
  where file.bucket_id in ('panoramas', 'panorama-originals')
    and file.created_at < now() - interval '7 days'
    and concat_ws('/', split_part(file.name, '/', 1), split_part(file.name, '/', 2))
      <> all (case when file.bucket_id = 'panoramas'
        then array(select private.used_panorama_folders(false))
        else array(select private.used_panorama_folders(true)) end)
  limit 1000;
end;
$$;

grant execute on function public.unused_panorama_files() to authenticated;

-- Files of tours that visitors are no longer shown ------------------------------------------------------------------

-- The table lists the folders of the bucket « panoramas » that visitors were given at some moment. A day after they are
-- no longer, their files leave their addresses (docs/decisions/0071): those that a draft, the version published last or
-- the trash still names are copied to a folder that nobody was given, the documents name that one, and the old files
-- are deleted.
create table private.public_panorama_folders (
  folder text primary key,
  -- There is no foreign key: the row outlives the tour.
  tour_id uuid not null,
  -- It says since when visitors are not given the folder; null while they are.
  hidden_at timestamptz,
  -- These are the folder that its files are copied to, and the moment from which the documents name it.
  moves_to text,
  moved_at timestamptz,
  -- It is the moment from which nothing is left at the old address.
  emptied_at timestamptz,
  -- It postpones a folder after a failure, so that it does not hold the others back.
  retry_at timestamptz
);

create index public_panorama_folders_tour_id_idx on private.public_panorama_folders (tour_id);

alter table private.public_panorama_folders enable row level security;

-- Whatever shows a tour to visitors or hides it (a press, its status, the trash, a version without a scene) passes here.
create function private.note_public_panoramas()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  of_tour uuid := coalesce(changed ->> 'tour_id', changed ->> 'id');
  shown text[] := array(
    select private.panorama_folders(published.document)
    from public.panorama_tours as published join public.virtual_tours as tour on tour.id = published.tour_id
    where tour.id = of_tour and tour.status = 'published'
  );
begin
  insert into private.public_panorama_folders as known (folder, tour_id)
  select folder, of_tour from unnest(shown) as folder
  on conflict (folder) do update set hidden_at = null, emptied_at = null where known.hidden_at is not null;
  update private.public_panorama_folders as known set hidden_at = now()
  where known.tour_id = of_tour and known.hidden_at is null and known.folder <> all (shown);
  return null;
end;
$$;

create trigger panorama_tours_note_public after insert or update of document or delete on public.panorama_tours
  for each row execute function private.note_public_panoramas();

create trigger virtual_tours_note_public_panoramas after update of status on public.virtual_tours
  for each row when (new.status <> old.status)
  execute function private.note_public_panoramas();

-- Names the new folder of a tour's moved files in a document that names the old one. Files may have moved more than once.
create function private.with_moved_panoramas(document jsonb, of_tour uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  moved private.public_panorama_folders;
  content text := document::text;
begin
  for moved in
    select * from private.public_panorama_folders as known
    where known.tour_id = of_tour and known.moved_at is not null order by known.moved_at
  loop
    content := regexp_replace(content, moved.folder || '(?!/original\.jpg)', moved.moves_to, 'g');
  end loop;
  return content::jsonb;
end;
$$;

-- Returns the next files to copy and to delete, of one folder that was hidden a day ago: { folder, copies: [[from, to],
-- …], removals: [name, …] }; null when there is none for now. dispatch-emails asks again after each part: the documents
-- name the new folder once all its files are there, so that a tour is whole whenever this is cut short. A folder that
-- is shown again keeps its address, and its copies are deleted.
--   failed  the folder whose files could not be moved just now: it waits for an hour
create function public.next_withdrawn_panoramas(failed text default null, most integer default 200)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  held private.public_panorama_folders;
  is_named boolean;
  copies jsonb;
  removals jsonb;
begin
  update private.public_panorama_folders set retry_at = now() + interval '1 hour' where folder = failed;
  for held in
    select * from private.public_panorama_folders as known
    where coalesce(known.retry_at, '-infinity') <= now() and case
      when known.hidden_at is null then known.moves_to is not null and known.moved_at is null
      else known.emptied_at is null and known.hidden_at <= now() - interval '24 hours'
    end
    order by known.hidden_at, known.folder
  loop
    -- Publishing, saving, deleting and restoring a tour take the same row locks, so that they and this function wait
    -- for one another.
    perform from public.virtual_tours as tour where tour.id = held.tour_id for update;
    perform from public.trash as item where item.id = held.tour_id for update;
    perform from public.panorama_tour_drafts as draft where draft.tour_id = held.tour_id for update;
    select * into held from private.public_panorama_folders as known where known.folder = held.folder for update;
    if held.hidden_at > now() - interval '24 hours' then
      continue;
    end if;
    is_named := held.hidden_at is not null and held.moved_at is null and exists (
      select from (
        select draft.document from public.panorama_tour_drafts as draft where draft.tour_id = held.tour_id
        union all
        select published.document from public.panorama_tours as published where published.tour_id = held.tour_id
        union all
        select kept.content from private.trash_rows as kept
        where kept.trash_id = held.tour_id and kept.place in ('public.panorama_tour_drafts', 'public.panorama_tours')
      ) as known (document)
      where held.folder in (select private.panorama_folders(known.document))
    );
    if is_named then
      if held.moves_to is null then
        held.moves_to := held.tour_id || '/' || gen_random_uuid();
        update private.public_panorama_folders set moves_to = held.moves_to where folder = held.folder;
      end if;
      select jsonb_agg(jsonb_build_array(part.name, part.target)) into copies
      from (
        select file.name, held.moves_to || substr(file.name, char_length(held.folder) + 1) as target
        from storage.objects as file
        where file.bucket_id = 'panoramas' and file.name like held.folder || '/%'
          and not exists (
            select from storage.objects as copy
            where copy.bucket_id = 'panoramas'
              and copy.name = held.moves_to || substr(file.name, char_length(held.folder) + 1)
          )
        order by file.name limit greatest(most, 1)
      ) as part;
      if copies is not null then
        return jsonb_build_object('folder', held.folder, 'copies', copies, 'removals', '[]'::jsonb);
      end if;
      update private.public_panorama_folders set moved_at = clock_timestamp() where folder = held.folder;
      update public.panorama_tour_drafts as draft set document = private.with_moved_panoramas(draft.document, held.tour_id)
      where draft.tour_id = held.tour_id and held.folder in (select private.panorama_folders(draft.document));
      update public.panorama_tours as published set document = private.with_moved_panoramas(published.document, held.tour_id)
      where published.tour_id = held.tour_id and held.folder in (select private.panorama_folders(published.document));
      update private.trash_rows as kept set content = private.with_moved_panoramas(kept.content, held.tour_id)
      where kept.trash_id = held.tour_id and kept.place in ('public.panorama_tour_drafts', 'public.panorama_tours')
        and held.folder in (select private.panorama_folders(kept.content));
    end if;
    select jsonb_agg(part.name) into removals
    from (
      select file.name from storage.objects as file
      where file.bucket_id = 'panoramas'
        and file.name like case when held.hidden_at is null then held.moves_to else held.folder end || '/%'
      order by file.name limit greatest(most, 1)
    ) as part;
    if removals is not null then
      return jsonb_build_object('folder', held.folder, 'copies', '[]'::jsonb, 'removals', removals);
    end if;
    if held.hidden_at is null then
      update private.public_panorama_folders set moves_to = null where folder = held.folder;
    else
      update private.public_panorama_folders set emptied_at = now() where folder = held.folder;
    end if;
  end loop;
  return null;
end;
$$;

grant execute on function public.next_withdrawn_panoramas(text, integer) to service_role;

-- Files of replies, and of messages -----------------------------------------------------------------------------

-- Lists the files that no reply names: those of a request that is gone or anonymised, and any older than a day (left by
-- a closed tab).
create function public.unused_request_files()
returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select object.name
  from storage.objects as object
  left join public.quote_requests as quote on quote.id::text = split_part(object.name, '/', 1)
  where object.bucket_id = 'request-files'
    and (quote.id is null or quote.anonymised_at is not null or object.created_at < now() - interval '1 day')
    and not exists (
      select from public.notifications as reply
      where reply.quote_request_id = quote.id
        and reply.attachments @> jsonb_build_array(jsonb_build_object('path', object.name))
    )
    -- A request in the trash comes back with its files.
    and not exists (select from public.trash as deleted where deleted.id::text = split_part(object.name, '/', 1))
  limit 100;
$$;

grant execute on function public.unused_request_files() to service_role;

-- Lists the files to delete: a message as it came after thirty days, all of a message that is gone, and those that no
-- message names.
create function public.unused_inbound_files()
returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select object.name
  from storage.objects as object
  left join public.inbound_messages as message on message.id::text = split_part(object.name, '/', 1)
  where object.bucket_id = 'inbound-files'
    and (
      object.name like '%.eml' and object.created_at < now() - interval '30 days'
      or object.created_at < now() - interval '1 day' and object.name not like '%.eml'
        and (message.id is null or not message.attachments @> jsonb_build_array(jsonb_build_object('path', object.name)))
      or object.created_at < now() - interval '1 day' and message.id is null
    )
    -- A contact or a request in the trash comes back with its messages.
    and not exists (
      select from private.trash_rows as deleted
      where deleted.place = 'public.inbound_messages' and deleted.content ->> 'id' = split_part(object.name, '/', 1)
        and (object.name not like '%.eml' or object.created_at >= now() - interval '30 days')
    )
  limit 100;
$$;

grant execute on function public.unused_inbound_files() to service_role;

