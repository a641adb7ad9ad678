-- What was delivered: a ZIP of a published version of a tour, made in the browser of an administrator (docs/decisions/0075).

create table public.tour_deliveries (
  id uuid primary key default gen_random_uuid(),
  tour_id uuid not null references public.virtual_tours (id) on delete cascade,
  -- Of panorama_tours, when the files were copied.
  version integer not null,
  client text not null,
  color text not null,
  rights text not null,
  -- What the delivery sheet says.
  panoramas integer not null,
  width integer not null,
  files integer not null,
  bytes bigint not null,
  -- SHA-256 of the list of the SHA-256 of all its files.
  checksum text not null,
  created_at timestamptz not null default now(),
  -- The copy that a link opens for the client until a moment, in the bucket below; null: there is none.
  file_path text,
  link_expires_at timestamptz,
  constraint tour_deliveries_version_range check (version >= 1),
  constraint tour_deliveries_client_length check (btrim(client) <> '' and char_length(client) <= 200),
  constraint tour_deliveries_client_one_line check (private.is_one_line_text(client)),
  constraint tour_deliveries_color_format check (color ~ '\A#[0-9a-f]{6}\Z'),
  constraint tour_deliveries_rights_length check (btrim(rights) <> '' and char_length(rights) <= 2000),
  constraint tour_deliveries_panoramas_range check (panoramas between 1 and 60),
  constraint tour_deliveries_width_range check (width between 1 and 16384),
  constraint tour_deliveries_files_range check (files >= 1),
  constraint tour_deliveries_bytes_range check (bytes >= 1),
  constraint tour_deliveries_checksum_format check (checksum ~ '\A[0-9a-f]{64}\Z'),
  constraint tour_deliveries_file_path_format check (file_path ~ '\A[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.zip\Z')
);

create index tour_deliveries_tour_id_idx on public.tour_deliveries (tour_id);

alter table public.tour_deliveries enable row level security;

grant select on table public.tour_deliveries to authenticated, service_role;
-- Nothing changes what was delivered; its link comes and goes.
grant insert (tour_id, version, client, color, rights, panoramas, width, files, bytes, checksum)
  on table public.tour_deliveries to authenticated;
grant update (file_path, link_expires_at) on table public.tour_deliveries to authenticated;

create policy "tour_deliveries: member reads" on public.tour_deliveries
  for select to authenticated
  using ((select private.is_member()));

create policy "tour_deliveries: admin records" on public.tour_deliveries
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "tour_deliveries: admin keeps a link" on public.tour_deliveries
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

-- The copies that links open for clients: nobody reads them without a signed address.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('tour-deliveries', 'tour-deliveries', false, 524288000, array['application/zip'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Reading is what signing an address asks for.
create policy "tour-deliveries: admin reads" on storage.objects
  for select to authenticated
  using (bucket_id = 'tour-deliveries' and (select private.is_admin()));

create policy "tour-deliveries: admin uploads" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'tour-deliveries' and name ~ '\A[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.zip\Z' and (select private.is_admin())
  );

create policy "tour-deliveries: admin deletes" on storage.objects
  for delete to authenticated
  using (bucket_id = 'tour-deliveries' and (select private.is_admin()));

-- Ends the links whose day has come, and gives the files that no delivery names any more, in the trash or out of it. Deleted
-- by dispatch-emails through the storage API: deleting the row here would leave the file.
create function public.unused_delivery_files()
returns setof text
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.tour_deliveries set file_path = null, link_expires_at = null
  where file_path is not null and coalesce(link_expires_at, '-infinity') <= now();
  return query
  select file.name from storage.objects as file
  where file.bucket_id = 'tour-deliveries'
    -- One that is being sent has no delivery yet.
    and file.created_at < now() - interval '1 day'
    and not exists (select from public.tour_deliveries as made where made.file_path = file.name)
    and not exists (
      select from private.trash_rows as r
      where r.place = 'public.tour_deliveries' and r.content ->> 'file_path' = file.name
        and (r.content ->> 'link_expires_at')::timestamptz > now()
    )
  limit 100;
end;
$$;

grant execute on function public.unused_delivery_files() to service_role;
