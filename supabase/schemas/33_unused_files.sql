-- Files that no row names any more, of whatever subject: what may be deleted, and what the dispatcher deletes. They are
-- deleted through the storage API: deleting the row here would leave the file.

-- The folders, <tour>/<picture>, that a draft, a published tour or a deleted one names: of its tiles, or of its originals.
-- Apart, for a picture that was blurred since keeps its original in the folder whose tiles must go.
create function private.used_panorama_folders(of_originals boolean)
returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select distinct found[1]
  from (
    select draft.document::text as content from public.panorama_tour_drafts as draft
    union all
    select published.document::text from public.panorama_tours as published
    union all
    select r.content::text from private.trash_rows as r
    where r.place in ('public.panorama_tour_drafts', 'public.panorama_tours')
  ) as named,
    regexp_matches(
      named.content,
      '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'
      || case when of_originals then '(?=/original\.jpg)' else '(?!/original\.jpg)' end, 'g'
    ) as found
  where (select private.is_admin());
$$;

grant execute on function private.used_panorama_folders(boolean) to authenticated;

-- No update policy: a folder never changes, a new cut gets a new one. And what a tour names is not deleted.
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

-- The files that nothing names, older than a week: until then a closed tab may come back and finish what it began, and
-- « Annuler » may bring a scene back. They are deleted through the storage API: deleting the row here would leave the file.
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

-- The files that no reply names: of a request that is gone or anonymised, and any older than a day (left by a closed tab).
-- They are deleted by dispatch-emails through the storage API: deleting the row here would leave the file.
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

-- The files to delete: a message as it came after thirty days, all of a message that is gone, and those that no message
-- names. Deleted by dispatch-emails through the storage API, as those of requests are.
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

