-- This file holds the publication of the site, which is built from the database and served by a static host: what waits
-- to be published, addresses of tours that are gone, and links of tours that lead elsewhere (docs/decisions/0080).

-- Publications ---------------------------------------------------------------------------------------------------

create type public.publication_state as enum ('en_file', 'en_cours', 'publié', 'échec');

-- The table has one row each time the site is built again, of which at most one waits. Only the functions below write
-- it.
create table public.publications (
  id uuid primary key default gen_random_uuid(),
  state public.publication_state not null,
  asked_at timestamptz not null default now(),
  -- It is null when the site leaves by itself, after a change.
  asked_by uuid references auth.users (id) on delete set null,
  -- It is the last change that this publication takes along.
  changed_at timestamptz not null default now(),
  -- It says when the publication leaves, or is tried again.
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- It says when the host was asked to build; null while the publication waits.
  started_at timestamptz,
  finished_at timestamptz,
  -- It says in French why the publication waits or failed.
  reason text,
  constraint publications_attempts_range check (attempts >= 0),
  constraint publications_reason_length check (char_length(reason) <= 500)
);

create unique index publications_waiting_idx on public.publications (state) where state = 'en_file';
create index publications_asked_at_idx on public.publications (asked_at desc);
create index publications_asked_by_idx on public.publications (asked_by);

alter table public.publications enable row level security;

grant select on table public.publications to authenticated, service_role;

create policy "publications: member reads" on public.publications
  for select to authenticated
  using ((select private.is_member()));

-- Notes a change of what the site shows: it leaves when no other came for two minutes, at most ten minutes after the
-- first one. The deferred triggers call it at the end of a transaction, once in each, so that nobody holds the waiting
-- row while they work.
create function private.mark_site_changed()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  ignored constant text[] := array['updated_at', 'view_count'];
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - ignored end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - ignored end;
  is_shown boolean;
begin
  if was is not distinct from is_now
    or current_setting('app.site_changed', true) = pg_current_xact_id()::text then
    return null;
  end if;
  is_shown := case
    when tg_table_name = 'virtual_tours' then 'published' in (was ->> 'status', is_now ->> 'status')
    when tg_table_name in ('virtual_tour_tags', 'panorama_tours') then exists (
      select from public.virtual_tours as tour
      where tour.id = (coalesce(is_now, was) ->> 'tour_id')::uuid and tour.status = 'published'
    )
    when tg_table_name = 'surveys' then (was ->> 'published_at') is not null or (is_now ->> 'published_at') is not null
    when tg_table_name = 'testimonials' then 'true' in (was ->> 'is_shown', is_now ->> 'is_shown')
    else true
  end;
  if is_shown is not true then
    return null;
  end if;
  insert into public.publications as waiting (state, changed_at, due_at)
  values ('en_file', clock_timestamp(), clock_timestamp() + interval '2 minutes')
  on conflict (state) where state = 'en_file' do update set
    changed_at = excluded.changed_at,
    -- A publication that failed waits for its next attempt.
    due_at = greatest(waiting.due_at, least(excluded.due_at, waiting.asked_at + interval '10 minutes'));
  perform set_config('app.site_changed', pg_current_xact_id()::text, true);
  return null;
end;
$$;

-- Only the columns that a page prints are named.
create constraint trigger studio_change_site
  after update of sender_name, legal_name, postal_address, contact_email, contact_phone, neq, tax_registered, tps_number,
    tvq_number, logo_path
  on public.studio
  deferrable initially deferred
  for each row execute function private.mark_site_changed();

create constraint trigger virtual_tours_change_site
  after insert or delete or update of title, slug, description, location, url, image_url, panorama_url, is_featured, status,
    client_name, captured_on, panorama_count, need, delivered, result
  on public.virtual_tours deferrable initially deferred
  for each row execute function private.mark_site_changed();

create constraint trigger virtual_tour_tags_change_site after insert or update or delete on public.virtual_tour_tags
  deferrable initially deferred
  for each row execute function private.mark_site_changed();

create constraint trigger tags_change_site after insert or update or delete on public.tags
  deferrable initially deferred
  for each row execute function private.mark_site_changed();

-- « Publier le site » makes the site leave now. What is being built already takes everything along, unless something
-- changed since.
create function public.request_publication(person uuid)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  found uuid;
begin
  select id into found from public.publications as building
  where building.state = 'en_cours' and not exists (select from public.publications where state = 'en_file')
  limit 1;
  if found is null then
    insert into public.publications as waiting (state, asked_by) values ('en_file', person)
    on conflict (state) where state = 'en_file' do update set due_at = now(), asked_by = excluded.asked_by
    returning waiting.id into found;
  end if;
  return found;
end;
$$;

grant execute on function public.request_publication(uuid) to service_role;

-- Queues the publication of this transaction's changes at once: the triggers that note them run at its end, and would
-- postpone it.
create function private.publish_site_now()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  set constraints all immediate;
  perform public.request_publication(auth.uid());
end;
$$;

-- Tells whether something that the site prints until a day has ended since the site was built. It is an insurance
-- against missed changes.
create function private.site_content_ended(since timestamptz)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  built constant date := (since at time zone 'America/Toronto')::date;
  today constant date := (now() at time zone 'America/Toronto')::date;
begin
  -- The query is read when it runs, because its table stands in a later file.
  return exists (
    select from public.studio_profile where insurer <> '' and insurance_until >= built and insurance_until < today
  );
end;
$$;

-- Gives the publication that is due to a worker, which asks the host to build: { id, attempts }, or null when none is.
--   seen   what the site online says of when the database was read for it; null when it says nothing. A publication is
--          over once the site was built from data that hold its changes, whoever built it. An open transaction may
--          commit a change a little after its time: those that wait are given ten seconds.
create function public.claim_publication(seen timestamptz default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  taken public.publications;
begin
  update public.publications set state = 'publié', finished_at = now(), reason = null
  where finished_at is null and coalesce(started_at, changed_at + interval '10 seconds') <= seen;
  update public.publications set
    state = 'échec', finished_at = now(),
    reason = 'L’hébergeur a été prévenu, mais le site en ligne n’a pas changé en 30 minutes. Regardez ce que dit sa dernière construction.'
  where state = 'en_cours' and started_at < now() - interval '30 minutes';
  delete from public.publications where finished_at < now() - interval '1 year';
  -- The insurance is asked for once a day, so that a host that fails to build is not asked every minute.
  insert into public.publications (state)
  select 'en_file'
  where private.site_content_ended(seen)
    and not exists (select from public.publications where finished_at is null)
    and not exists (
      select from public.publications
      where asked_at >= date_trunc('day', now() at time zone 'America/Toronto') at time zone 'America/Toronto'
    );

  update public.publications set
    state = 'en_cours', started_at = clock_timestamp(), attempts = attempts + 1, reason = null
  where id = (
    select waiting.id from public.publications as waiting
    where waiting.state = 'en_file' and waiting.due_at <= now()
    for update skip locked
  )
  returning * into taken;
  return case when taken.id is not null then jsonb_build_object('id', taken.id, 'attempts', taken.attempts) end;
end;
$$;

grant execute on function public.claim_publication(timestamptz) to service_role;

-- Records what the host answered to that attempt:
--   accepted  it builds: the publication is over when the site says so
--   retry     it is tried again after 30 s, 1, 2 and 4 minutes, then it has failed
--   unset     there is no address to ask at: it waits, and the attempt does not count
--   rejected  it has failed
create function public.finish_publication_attempt(publication uuid, attempt integer, outcome text, why text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_attempts constant integer := 5;
  held public.publications;
begin
  select * into held from public.publications as p
  where p.id = publication and p.attempts = attempt and p.state = 'en_cours'
  for update;
  if not found or outcome = 'accepted' then
    return;
  end if;
  -- A change made meanwhile waits in a row of its own, which takes this one's changes along.
  if outcome in ('retry', 'unset') and (outcome = 'unset' or attempt < most_attempts)
    and not exists (select from public.publications where state = 'en_file')
  then
    update public.publications as p set
      state = 'en_file', started_at = null, reason = left(why, 500),
      attempts = p.attempts - case outcome when 'unset' then 1 else 0 end,
      due_at = now() + case outcome when 'unset' then interval '5 minutes' else interval '15 seconds' * power(2, attempt) end
    where p.id = publication;
  else
    update public.publications as p set state = 'échec', finished_at = now(), reason = left(why, 500)
    where p.id = publication;
  end if;
end;
$$;

grant execute on function public.finish_publication_attempt(uuid, integer, text, text) to service_role;

-- Returns the database's clock, which a build asks for before it reads anything, and writes into the site.
create function public.site_clock()
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select now();
$$;

grant execute on function public.site_clock() to anon, authenticated;

-- Addresses that are gone ----------------------------------------------------------------------------------------

-- The table keeps every slug under which a tour was public, and whose it was last. It outlives the tour, so that its
-- address says that it is gone.
create table private.public_slugs (
  slug text primary key,
  tour_id uuid not null
);

alter table private.public_slugs enable row level security;

create function private.remember_public_slug()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.public_slugs (slug, tour_id) values (new.slug, new.id)
  on conflict (slug) do update set tour_id = excluded.tour_id;
  return null;
end;
$$;

create trigger virtual_tours_remember_public_slug after insert or update of id, slug, status on public.virtual_tours
  for each row when (new.status = 'published')
  execute function private.remember_public_slug();

-- Returns the slugs that were public and are no more, for the build and for the page of an address that is not there: {
-- slug: the present slug of the same tour, or null when it was withdrawn }. It tells nothing that was never public.
create function public.gone_tours(of_slug text default null)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(known.slug, tour.slug), '{}')
  from private.public_slugs as known
  left join public.virtual_tours as tour on tour.id = known.tour_id and tour.status = 'published'
  where (of_slug is null or known.slug = of_slug)
    and not exists (select from public.virtual_tours as live where live.slug = known.slug and live.status = 'published');
$$;

grant execute on function public.gone_tours(text) to anon, authenticated;

-- Links that lead elsewhere --------------------------------------------------------------------------------------

-- The table keeps what the address of a tour answered when it was last asked.
create table public.tour_link_checks (
  tour_id uuid primary key references public.virtual_tours (id) on delete cascade,
  url text not null,
  checked_at timestamptz not null default now(),
  -- It is null when there was no answer at all.
  status integer,
  -- It says in French why the address does not open, and is null when it does.
  reason text,
  -- It counts the failures in a row.
  failures integer not null default 0,
  constraint tour_link_checks_url_length check (char_length(url) <= 500),
  constraint tour_link_checks_status_range check (status between 100 and 599),
  constraint tour_link_checks_reason_length check (char_length(reason) <= 300),
  constraint tour_link_checks_failures_range check (failures >= 0)
);

alter table public.tour_link_checks enable row level security;

grant select on table public.tour_link_checks to authenticated, service_role;

create policy "tour_link_checks: member reads" on public.tour_link_checks
  for select to authenticated
  using ((select private.is_member()));

-- Gives addresses to ask to a worker: those of published tours once a week, one that failed the next day. The
-- demonstration's are left out, since they are invented. Taking one moves its date, so that another worker leaves it.
create function public.claim_tour_links(batch integer)
returns table (tour_id uuid, url text)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  insert into public.tour_link_checks as known (tour_id, url)
  select tour.id, tour.url
  from public.virtual_tours as tour
  left join public.tour_link_checks as last on last.tour_id = tour.id
  where tour.status = 'published' and tour.url ~* '^https?://'
    -- A tour that is still being written is left alone.
    and tour.updated_at < now() - interval '1 hour'
    and not exists (
      select from private.demo_rows as demo where demo.table_name = 'virtual_tours' and demo.row_id = tour.id::text
    )
    and (
      last.url is distinct from tour.url
      or last.checked_at < now() - case when last.failures > 0 then interval '1 day' else interval '7 days' end
    )
  order by last.checked_at nulls first, tour.id
  limit batch
  on conflict (tour_id) do update set
    checked_at = excluded.checked_at,
    failures = case when known.url = excluded.url then known.failures else 0 end,
    status = case when known.url = excluded.url then known.status end,
    reason = case when known.url = excluded.url then known.reason end,
    url = excluded.url
  returning known.tour_id, known.url;
end;
$$;

grant execute on function public.claim_tour_links(integer) to service_role;

-- Records what an address answered. An answer without a reason means that it opens.
create function public.record_tour_link(tour uuid, asked text, answered integer default null, why text default null)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.tour_link_checks as link set
    checked_at = now(), status = answered, reason = left(why, 300),
    failures = case when why is null then 0 else link.failures + 1 end
  where link.tour_id = tour and link.url = asked;
$$;

grant execute on function public.record_tour_link(uuid, text, integer, text) to service_role;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the lines of private.today_rows about the site: a publication that failed, or that has waited for a quarter
-- of an hour (without an address of the host, or a scheduler, nothing leaves), and the tours whose address failed twice
-- in a row.
create function private.site_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  select 'publication', 'publication du site à vérifier', latest.id, '', latest.reason, null::timestamptz, 1, null::bigint, null,
    null::uuid, null, null::uuid
  from (select * from public.publications order by asked_at desc, id limit 1) as latest
  where latest.state = 'échec' or latest.state = 'en_file' and latest.asked_at < at - interval '15 minutes'
  union all
  select 'dead_link', 'lien d’une visite qui ne répond plus', tour.id, tour.title, link.reason, null, 2, null, null, null, null, null
  from public.tour_link_checks as link join public.virtual_tours as tour on tour.id = link.tour_id and tour.url = link.url
  where link.failures >= 2 and tour.status = 'published';
$$;

grant execute on function private.site_today_rows(timestamptz) to authenticated;
