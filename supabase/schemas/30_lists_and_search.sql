-- This file holds the views of the back office's lists (a name for a search, filters and order, shared by the team) and
-- the one search.

create type public.saved_view_list as enum (
  'tours', 'contacts', 'quote_requests', 'trip_plans', 'campaigns', 'email_templates', 'quotes', 'municipalities',
  'invoices'
);

create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  list public.saved_view_list not null,
  name text not null,
  -- It is the query string of the list's address, without its « ? ». A link is made of it, so nothing else may stand in
  -- it.
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

-- The functions below are one search over everything that the back office holds.

-- Turns the words of a query into regular expressions that find them at the beginning of a word, whatever the case, the
-- accents and the ligatures. Only letters and digits are left of the query, so it cannot bring an expression of its
-- own; a number is found through the spaces, dots and dashes of a telephone number. A word with an « @ » is an address,
-- found as it is written. At most twelve words are taken: past them a query is no search.
create function private.search_patterns(query text)
returns text[]
language sql
immutable
strict
parallel safe
set search_path = ''
as $$
  with typed as (
    select normalize(left(query, 200), NFC) as text
  ),
  parts as (
    -- An address is sought as it is written, from its beginning: « neil@… » is not « o'neil@… ».
    select 0 as kind, place, case when word like '@%' then '' else '(^|\s)' end
      || regexp_replace(word, '([].^$*+?(){}|\\[])', '\\\1', 'g') as pattern, word
    from typed, regexp_split_to_table(typed.text, '\s+') with ordinality as words (word, place)
    where word like '_%@%' or word like '%@_%'
    union all
    select 1, place, '\m' || case
      when word ~ '^[0-9]+$' then regexp_replace(word, '(?<=[0-9])(?=[0-9])', '[ ().-]*', 'g')
      else replace(replace(replace(replace(replace(replace(replace(replace(replace(
        replace(replace(word, 'oe', '<'), 'ae', '>'),
        'a', '[aàâäáãÀÂÄÁÃ]'), 'e', '[eéèêëÉÈÊË]'), 'i', '[iîïíÎÏÍ]'), 'o', '[oôöóÔÖÓ]'), 'u', '[uùûüúÙÛÜÚ]'),
        'c', '[cçÇ]'), 'n', '[nñÑ]'),
        '<', '([œŒ]|[oôöóÔÖÓ][eéèêëÉÈÊË])'), '>', '([æÆ]|[aàâäáãÀÂÄÁÃ][eéèêëÉÈÊË])')
    end, word
    from typed, unnest(string_to_array(private.place_key(regexp_replace(typed.text, '\S*@\S*', ' ', 'g')), ' '))
      with ordinality as words (word, place)
    where word <> ''
    union all
    -- These are words of other alphabets than the Latin one.
    select 2, place, word[1], word[1]
    from typed, regexp_matches(regexp_replace(typed.text, '\S*@\S*', ' ', 'g'), '[\u0370-\u1dff\u2c00-\u2dff\u3040-\ud7ff]+', 'g')
      with ordinality as words (word, place)
  )
  select array_agg(
    pattern
    -- The longest is in the fewest rows.
    order by char_length(word) desc, kind, place
  )
  from parts
  where place <= 12;
$$;

grant execute on function private.search_patterns(text) to authenticated;

-- Finds what answers to every word of the query, the best first, at most so many of each kind. It runs as the caller:
-- the policies of each table decide what is found. A kind is one more select and its name below, here, and in
-- src/admin/shell/data/search.ts. Every row is read: under row-level security no index on a text could be used
-- (docs/decisions/0050).
--   score  0: the title begins with a word of the query; 1: the title has one; 2: they are elsewhere
create function public.search_everything(query text, per_kind integer default 5)
returns table (kind text, id text, title text, detail text, score integer)
language plpgsql
stable
set search_path = ''
as $$
declare
  patterns text[] := private.search_patterns(query);
  beginning text := '^(' || array_to_string(patterns, '|') || ')';
  inside text := array_to_string(patterns, '|');
begin
  -- One letter finds nearly everything.
  if patterns is null or char_length(private.name_key(query)) < 2 then
    return;
  end if;
  return query
  with everything as (
    select 'contact' as kind, c.id::text as id, c.company as title, concat_ws(' · ', nullif(c.name, c.company), c.city) as detail,
      concat_ws(' ', c.company, c.name, c.email, c.city, c.phone) as searched, c.updated_at as changed_at
    from public.contacts c
    union all
    select 'organisation', o.id::text, o.name, o.city, concat_ws(' ', o.name, o.city, o.email, o.phone), o.updated_at
    from public.organisations o
    union all
    select 'request', q.id::text, q.organization_name, q.contact_name,
      concat_ws(' ', q.organization_name, q.contact_name, q.email, q.phone), q.created_at
    from public.quote_requests q
    where q.anonymised_at is null
    union all
    select 'quote', d.id::text, d.organization_name, concat_ws(' · ', coalesce(d.number, 'Brouillon'), nullif(d.subject, '')),
      concat_ws(' ', d.organization_name, d.number, d.subject, d.contact_name), d.updated_at
    from public.quotes d
    where d.anonymised_at is null
    union all
    select 'invoice', i.id::text, i.organization_name, concat_ws(' · ', coalesce(i.number, 'Brouillon'), nullif(i.subject, '')),
      concat_ws(' ', i.organization_name, i.number, i.subject, i.reference), i.updated_at
    from public.invoices i
    where i.anonymised_at is null
    union all
    select 'tour', t.id::text, t.title, t.location, concat_ws(' ', t.title, t.location, t.slug), t.updated_at
    from public.virtual_tours t
    union all
    select 'trip', p.id::text, p.city, concat_ws(' · ', p.client_name, p.start_date::text),
      concat_ws(' ', p.city, p.client_name, p.start_date::text, p.region), p.updated_at
    from public.trip_plans p
    union all
    select 'campaign', a.id::text, a.name, a.status::text, a.name, a.created_at
    from public.campaigns a
    union all
    select 'template', e.id::text, e.name, e.subject, concat_ws(' ', e.name, e.subject), e.updated_at
    from public.email_templates e
    union all
    select 'municipality', m.code, m.name, concat_ws(' · ', m.designation, m.region),
      concat_ws(' ', m.name, m.designation, m.region, m.code), m.imported_at
    from public.municipalities m
  ),
  scored as (
    select found.kind, found.id, found.title, found.detail, found.changed_at, case
      when found.title ~* beginning then 0
      when found.title ~* inside then 1
      else 2
    end as score
    from everything found
    where normalize(found.searched, NFC) ~* all (patterns)
  ),
  -- Each kind is searched by itself, so that a word that is in ten thousand contacts sorts none of them: the few best
  -- are kept while reading. Each turn runs only the select of its kind in the union above.
  best as (
    select one.*, row_number() over (partition by one.kind order by one.score, one.changed_at desc, one.id) as place
    from unnest(array['contact', 'organisation', 'request', 'quote', 'invoice', 'tour', 'trip', 'campaign', 'template', 'municipality']) as kinds (name)
    cross join lateral (
      select scored.* from scored where scored.kind = kinds.name
      order by scored.score, scored.changed_at desc, scored.id limit least(greatest(per_kind, 1), 20)
    ) as one
  )
  select best.kind, best.id, best.title, best.detail, best.score
  from best
  -- The register comes last: it has a town for nearly every word.
  order by best.kind = 'municipality', min(best.score) over (partition by best.kind), best.kind, best.place;
end;
$$;

grant execute on function public.search_everything(text, integer) to authenticated;
