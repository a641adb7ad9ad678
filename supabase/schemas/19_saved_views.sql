-- The views of the back office's lists: a name for a search, filters and order, shared by the team.

create type public.saved_view_list as enum (
  'tours', 'contacts', 'quote_requests', 'trip_plans', 'campaigns', 'email_templates', 'quotes', 'municipalities'
);

create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  list public.saved_view_list not null,
  name text not null,
  -- The query string of the list's address, without its « ? ». What a link is made of, so nothing else may stand in it.
  parameters text not null,
  -- A fraction fits between two neighbours: moving a view writes one row.
  position double precision not null,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint saved_views_list_name_key unique (list, name),
  constraint saved_views_name_length check (btrim(name) <> '' and char_length(name) <= 60),
  constraint saved_views_name_one_line check (private.is_one_line_text(name)),
  constraint saved_views_parameters_length check (char_length(parameters) <= 2000),
  constraint saved_views_parameters_format check (parameters ~ '^[A-Za-z0-9*._+%&=-]+$'),
  constraint saved_views_position_finite check (position > '-infinity' and position < 'infinity')
);

create index saved_views_created_by_idx on public.saved_views (created_by);

alter table public.saved_views enable row level security;

grant select on table public.saved_views to authenticated;
grant insert (list, name, parameters, position) on table public.saved_views to authenticated;
grant update (name, parameters, position) on table public.saved_views to authenticated;
grant delete on table public.saved_views to authenticated;
grant select, insert, update, delete on table public.saved_views to service_role;

create policy "saved_views: member reads" on public.saved_views
  for select to authenticated
  using ((select private.is_member()));

create policy "saved_views: admin inserts" on public.saved_views
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "saved_views: admin updates" on public.saved_views
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "saved_views: admin deletes" on public.saved_views
  for delete to authenticated
  using ((select private.is_admin()));
