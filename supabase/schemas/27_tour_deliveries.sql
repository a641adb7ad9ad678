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
  constraint tour_deliveries_version_range check (version >= 1),
  constraint tour_deliveries_client_length check (btrim(client) <> '' and char_length(client) <= 200),
  constraint tour_deliveries_client_one_line check (private.is_one_line_text(client)),
  constraint tour_deliveries_color_format check (color ~ '\A#[0-9a-f]{6}\Z'),
  constraint tour_deliveries_rights_length check (btrim(rights) <> '' and char_length(rights) <= 2000),
  constraint tour_deliveries_panoramas_range check (panoramas between 1 and 60),
  constraint tour_deliveries_width_range check (width between 1 and 16384),
  constraint tour_deliveries_files_range check (files >= 1),
  constraint tour_deliveries_bytes_range check (bytes >= 1),
  constraint tour_deliveries_checksum_format check (checksum ~ '\A[0-9a-f]{64}\Z')
);

create index tour_deliveries_tour_id_idx on public.tour_deliveries (tour_id);

alter table public.tour_deliveries enable row level security;

grant select on table public.tour_deliveries to authenticated, service_role;
-- Nothing changes what was delivered.
grant insert (tour_id, version, client, color, rights, panoramas, width, files, bytes, checksum)
  on table public.tour_deliveries to authenticated;

create policy "tour_deliveries: member reads" on public.tour_deliveries
  for select to authenticated
  using ((select private.is_member()));

create policy "tour_deliveries: admin records" on public.tour_deliveries
  for insert to authenticated
  with check ((select private.is_admin()));
