-- This file holds what is known of copies of the data: when each was made, and what was found when it was put back
-- elsewhere (docs/decisions/0116).

create table public.backups (
  id uuid primary key default gen_random_uuid(),
  made_at timestamptz not null,
  row_count integer not null,
  file_count integer not null,
  -- These say when the copy was last put back elsewhere, how many rows differed then, and how long it took; null when
  -- nobody has tried.
  proven_at timestamptz,
  differences integer,
  seconds integer,
  constraint backups_made_at_key unique (made_at),
  constraint backups_row_count_range check (row_count >= 0),
  constraint backups_file_count_range check (file_count >= 0),
  constraint backups_differences_range check (differences >= 0),
  constraint backups_seconds_range check (seconds >= 0)
);

alter table public.backups enable row level security;

-- Only npm run backup and npm run restore write, as the owner of the database.
grant select on table public.backups to authenticated, service_role;

create policy "backups: member reads" on public.backups
  for select to authenticated
  using ((select private.is_member()));
