-- Pictures of tours: read by address by anyone (public bucket), listed and written by administrators only.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('tour-images', 'tour-images', true, 3145728, array['image/jpeg'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy "tour-images: admin lists" on storage.objects
  for select to authenticated
  using (bucket_id = 'tour-images' and (select private.is_admin()));

-- The name is random and flat: no folder, no other extension, nothing to climb out of.
create policy "tour-images: admin uploads" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'tour-images' and name ~ '^[a-z0-9-]+\.jpg$' and (select private.is_admin()));

-- No update policy: a picture is never overwritten, a new one gets a new name.
create policy "tour-images: admin deletes" on storage.objects
  for delete to authenticated
  using (bucket_id = 'tour-images' and (select private.is_admin()));
