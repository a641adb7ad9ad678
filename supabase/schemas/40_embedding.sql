-- This file says which other sites may show the studio's tours in their pages (docs/decisions/0124).

-- Accepts origins as a content policy takes them: `https://ville.example`, `https://*.mrc.example`, at most fifty. Host
-- files have lines of at most 2 000 characters, and an origin that held a space, a semicolon or a line break would
-- write other rules.
create function private.are_frame_sites(sites text[])
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    cardinality(sites) = 0
    or array_ndims(sites) = 1 and cardinality(sites) <= 50
      and char_length(array_to_string(sites, ' ')) <= 1200
      and cardinality(sites) = (select count(distinct site) from unnest(sites) as site)
      and not exists (
        select from unnest(sites) as site
        where site is null or site !~ '\Ahttps://(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])(:[1-9][0-9]{0,4})?\Z'
          or site ~ '\Ahttps://\*\.[^.]+\Z'
      ),
    false
  );
$$;

grant execute on function private.are_frame_sites(text[]) to authenticated, service_role;

-- The one row is the answer of /admin/parametres/partage.
create table public.embedding_settings (
  -- It is always 1, the only row that is read.
  id smallint primary key,
  -- It is true when any site may show them: the list is then kept without effect.
  is_open boolean not null default false,
  sites text[] not null default '{}',
  updated_at timestamptz not null default now(),
  constraint embedding_settings_sites_valid check (private.are_frame_sites(sites))
);

create trigger embedding_settings_set_updated_at before update on public.embedding_settings
  for each row execute function private.set_updated_at();

alter table public.embedding_settings enable row level security;

grant select, update (is_open, sites) on table public.embedding_settings to authenticated;
grant select, insert, update, delete on table public.embedding_settings to service_role;

create policy "embedding_settings: member reads" on public.embedding_settings
  for select to authenticated
  using ((select private.is_member()));

create policy "embedding_settings: admin changes" on public.embedding_settings
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

insert into public.embedding_settings (id) values (1);

-- The headers of the site name them.
create constraint trigger embedding_settings_change_site after update on public.embedding_settings
  deferrable initially deferred
  for each row execute function private.mark_site_changed();

select private.attach_activity_log('embedding_settings');

-- Returns the part that anybody may read: the headers of the site say the same.
create function public.embedding_rules()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('is_open', is_open, 'sites', case when is_open then '{}' else sites end)
  from public.embedding_settings where id = 1;
$$;

grant execute on function public.embedding_rules() to anon, authenticated;
