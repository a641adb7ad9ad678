-- Openings of tours: at most one per visitor, tour and day; robots left out; cheap to call, dear to inflate.

-- Per day, for the chart of the dashboard. virtual_tours.view_count stays the total.
create table public.tour_openings (
  tour_id uuid not null references public.virtual_tours (id) on delete cascade,
  day date not null,
  openings integer not null default 0,
  constraint tour_openings_pkey primary key (tour_id, day),
  constraint tour_openings_openings_range check (openings >= 0)
);

create index tour_openings_day_idx on public.tour_openings (day);

revoke all on table public.tour_openings from public, anon, authenticated, service_role;
alter table public.tour_openings enable row level security;

grant select on table public.tour_openings to authenticated;
grant select on table public.tour_openings to service_role;

create policy "tour_openings: admin reads" on public.tour_openings
  for select to authenticated
  using ((select private.is_admin()));

-- Who opened what today, as hashes, only to count each once: rows of earlier days are deleted as new ones come.
create table private.tour_visitors (
  day date not null,
  tour_id uuid not null references public.virtual_tours (id) on delete cascade,
  visitor text not null,
  address text not null,
  constraint tour_visitors_pkey primary key (day, tour_id, visitor)
);

create index tour_visitors_tour_id_idx on private.tour_visitors (tour_id);
create index tour_visitors_address_idx on private.tour_visitors (day, tour_id, address);

revoke all on table private.tour_visitors from public, anon, authenticated, service_role;
alter table private.tour_visitors enable row level security;

-- A visitor is an address and a browser. People of one town hall share an address, so a few browsers of one
-- address count; a script that forges a new browser for each call gains no more than those few.
create function private.record_tour_opening(opened uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  browsers_per_address constant integer := 5;
  headers json := nullif(current_setting('request.headers', true), '')::json;
  browser text := coalesce(headers ->> 'user-agent', '');
  today date := (now() at time zone 'America/Toronto')::date;
  address_hash text := encode(sha256(convert_to(today || ':' || coalesce(private.client_address(), ''), 'UTF8')), 'hex');
  visitor_hash text := encode(sha256(convert_to(address_hash || ':' || browser, 'UTF8')), 'hex');
  is_new boolean;
begin
  if browser = ''
    or browser ~* 'bot|crawl|spider|slurp|preview|headless|lighthouse|curl|wget|python|java/|go-http|okhttp|axios|node|monitor|scan|facebookexternalhit|embedly|whatsapp|telegram'
    or coalesce(headers ->> 'sec-purpose', headers ->> 'purpose', '') ~* 'prefetch|prerender'
  then
    return;
  end if;
  if not exists (select 1 from public.virtual_tours where id = opened and status = 'published') then
    return;
  end if;

  perform pg_advisory_xact_lock(3, hashtext(opened || address_hash));
  if (
    select count(*) from private.tour_visitors as seen
    where seen.day = today and seen.tour_id = opened and seen.address = address_hash
  ) >= browsers_per_address then
    return;
  end if;

  insert into private.tour_visitors (day, tour_id, visitor, address)
  values (today, opened, visitor_hash, address_hash)
  on conflict do nothing
  returning true into is_new;
  if is_new is not true then
    return;
  end if;

  update public.virtual_tours set view_count = view_count + 1 where id = opened;
  insert into public.tour_openings as counted (tour_id, day, openings) values (opened, today, 1)
  on conflict (tour_id, day) do update set openings = counted.openings + 1;
  delete from private.tour_visitors where ctid in (
    select ctid from private.tour_visitors where day < today limit 1000 for update skip locked
  );
end;
$$;

revoke all on function private.record_tour_opening(uuid) from public, anon, authenticated, service_role;
grant usage on schema private to anon;
grant execute on function private.record_tour_opening(uuid) to anon, authenticated;

-- What the API shows. It runs as the caller, and can do nothing but the call below.
create function public.count_tour_opening(tour_id uuid)
returns void
language sql
set search_path = ''
as $$
  select private.record_tour_opening(tour_id);
$$;

revoke all on function public.count_tour_opening(uuid) from public, anon, authenticated, service_role;
grant execute on function public.count_tour_opening(uuid) to anon, authenticated;
