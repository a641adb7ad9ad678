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

-- The functions below are one search over everything that the back office holds (docs/decisions/0050). Each table joins it
-- where it stands, by private.attach_search.

-- Turns a query into what the indexes are asked. Only letters, digits and addresses are left of it, so it cannot bring an
-- expression of its own; past twelve words it is no search. All are null when there is less than two letters.
--   exact, beginning  the whole name, the beginning of a name
--   titles     each word is in a name
--   anywhere   each word, its beginning or another form of it in French, is somewhere; « de » and its like need not be
--   near       the words that may be badly spelled; the others, numbers and addresses, are not: they are in `certain`
--   beginnings  the beginnings of words that are shown as found
create function private.search_terms(
  query text, out exact tsquery, out beginning tsquery, out titles tsquery, out anywhere tsquery, out near text[],
  out certain tsquery, out beginnings text[]
)
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
declare
  typed constant text := left(normalize(translate(coalesce(query, ''), '|', ' '), NFC), 200);
  key text := private.search_key(regexp_replace(typed, '\S*@\S*', ' ', 'g'));
begin
  key := array_to_string((string_to_array(key, ' '))[:12], ' ');
  if char_length(replace(key, ' ', '')) < 2 and typed !~ '\S@|@\S' then
    return;
  end if;
  with terms as (
    select quote_literal(replace(lower(m[1]), '\', '')) || ':*' as term, null as title, false as is_stop, null as near,
      array[m[1]] as beginnings
    from regexp_matches(typed, '(\S*@\S*)', 'g') as m
    where char_length(m[1]) > 1
    union all
    -- A number is whole, or in the parts in which it is typed: « 418 555-0123 », « 2026-014 ».
    select '(' || replace(m[1], ' ', ':* & ') || ':* | ' || regexp_replace(replace(m[1], ' ', ''), '^1(?=\d{10}$)', '') || ':*)',
      '^' || replace(m[1], ' ', ':* & ^') || ':*', false, null,
      array[regexp_replace(replace(m[1], ' ', ''), '^1(?=\d{10}$)', '')]
    from regexp_matches(' ' || key, '(?: )([0-9]+(?: [0-9]+)*)(?= |$)', 'g') as m
    union all
    select case
        -- Everything has a word that begins with these two letters.
        when char_length(word) < 3 then '(' || word || ' | ^' || word || ':*)'
        else '(' || word || ':*' || coalesce(' | ' || stems[1], '') || ')'
      end,
      '^' || word || ':*', stems = '{}', case when char_length(word) > 3 then word end,
      case when char_length(word) > 2 then array[word] || stems end
    from unnest(string_to_array(key, ' ')) as word
    cross join lateral ts_lexize('pg_catalog.french_stem', word) as stems
    where word !~ '^[0-9]*$'
  ),
  kept as (
    select * from terms where not is_stop or not exists (select from terms as t where not t.is_stop)
  )
  select string_agg(k.term, ' & ')::tsquery, array_agg(k.near) filter (where k.near is not null),
    (string_agg(k.term, ' & ') filter (where k.near is null))::tsquery,
    (select array_agg(b) from kept cross join lateral unnest(kept.beginnings) as b)
  into anywhere, near, certain, beginnings
  from kept as k;
  if typed !~ '@' then
    select string_agg(t.title, ' & ')::tsquery into titles from (
      select '^' || word || ':*' as title from unnest(string_to_array(key, ' ')) as word
    ) as t;
    exact := quote_literal('=' || key)::tsquery;
    beginning := (quote_literal('=' || key) || ':*')::tsquery;
  end if;
end;
$$;

grant execute on function private.search_terms(text) to authenticated;

-- Finds the best of each kind, at most so many. Under row-level security PostgreSQL uses no index for words, so it reads as
-- its owner, and only for members, who may read all that is searched; it tells nothing but ids, which search_everything
-- reads as the caller.
--   ids, scores  the best first; 0: a name is the query; 1: begins with it; 2: has its words; 3: the words are elsewhere;
--                4: near spelling
--   beginnings   the beginnings of words that are shown as found
create function private.search_hits(query text, per_kind integer)
returns table (kind text, ids text[], scores integer[], beginnings text[])
language plpgsql
stable
security definer
set search_path = ''
-- Of a small table PostgreSQL would rather make the words of every row anew.
set enable_seqscan = off
as $$
declare
  terms constant record := private.search_terms(query);
  -- Each asks for less than the next, which is asked only when there is not enough yet.
  asked constant tsquery[] := array[terms.exact, terms.beginning, terms.titles, terms.anywhere];
  most constant integer := least(greatest(per_kind, 1), 20);
  -- Each word is near a name; or near a word of the text that begins like it.
  near_beginnings constant text[] := array(select left(word, greatest(4, char_length(word) - 4)) from unnest(terms.near) as word);
  begun constant tsquery := (select string_agg(b || ':*', ' & ')::tsquery from unnest(near_beginnings) as b);
  begun_words constant text := '\m(?:' || array_to_string(near_beginnings, '|') || ')\w*';
  near_all constant text := (
    select string_agg(format('%%1$s operator(extensions.%%%%>) %L', word), ' and ') from unnest(terms.near) as word
  );
  likeness constant text := (
    select string_agg(format('extensions.word_similarity(%L, c.name_key)', word), ' + ') from unnest(terms.near) as word
  );
  source text;
begin
  if terms.anywhere is null or not private.is_member() then
    return;
  end if;
  -- One letter out of five that is another leaves half of the trigrams; of a longer word more must stay, or « bibliotheqe »
  -- would be « bibliographe ».
  perform set_config('pg_trgm.word_similarity_threshold', (
    select case when min(char_length(word)) < 7 then '0.5' else '0.6' end from unnest(terms.near) as word
  ), true);
  for source in
    select c.relname from pg_class as c
    where c.relnamespace = 'private'::regnamespace and c.relname like '%\_searched' order by c.relname
  loop
    kind := replace(source, '_searched', '');
    beginnings := terms.beginnings;
    -- Of a word that twenty thousand records have, the newest need not come first.
    execute format(
      'with recursive found (score, ids, moments) as (
         select -1, ''{}''::text[], ''{}''::timestamptz[]
         union all
         select f.score + 1, b.ids, b.moments
         from found as f
         cross join lateral (
           select array_agg(c.id::text) as ids, array_agg(c.changed_at) as moments
           from (
             select every.id, every.changed_at
             from (select v.id, v.changed_at from private.%I as v where v.words @@ ($1)[f.score + 2] limit 20000) as every
             order by every.changed_at desc, every.id limit $2
           ) as c
         ) as b
         where f.score < 3 and coalesce(cardinality(f.ids), 0) < $2
       ),
       best as (
         select h.id, min(f.score) as score, h.changed_at
         from found as f cross join lateral unnest(f.ids, f.moments) as h (id, changed_at)
         group by h.id, h.changed_at
         order by 2, 3 desc, 1 limit $2
       )
       select array_agg(b.id order by b.score, b.changed_at desc, b.id), array_agg(b.score order by b.score) from best as b', source
    ) into ids, scores using asked, most;
    if ids is null and near_all is not null then
      beginnings := terms.beginnings || near_beginnings;
      execute format(
        'select array_agg(f.id order by f.likeness desc, f.changed_at desc, f.id), array_agg(4)
         from (
           select n.id, max(n.likeness) as likeness, max(n.changed_at) as changed_at
           from (
             select c.id::text as id, c.changed_at, %s + extensions.similarity(%L, c.name_key) as likeness
             from (
               select v.id, v.changed_at, v.name_key from private.%I as v
               where %s and ($1 is null or v.words @@ $1) limit 200
             ) as c
             union all
             select t.id::text, t.changed_at, 0
             from (
               select v.id, v.changed_at, v.text from private.%3$I as v
               where v.words @@ $2 and ($1 is null or v.words @@ $1) limit 60
             ) as t
             cross join lateral (
               select string_agg(m[1], '' '') as words
               from regexp_matches(lower(extensions.unaccent(''extensions.unaccent'', left(t.text, 4000))), $3, ''g'') as m
             ) as begun
             where %5$s
           ) as n
           group by n.id
           order by 2 desc, 3 desc, 1 limit $4
         ) as f',
        likeness, array_to_string(terms.near, ' '), source, format(near_all, 'v.name_key'), format(near_all, 'begun.words')
      ) into ids, scores using terms.certain, begun, begun_words, most;
    end if;
    if ids is not null then
      return next;
    end if;
  end loop;
end;
$$;

grant execute on function private.search_hits(text, integer) to authenticated;

-- Returns the passage of a text around the first word that begins in one of these ways, every such word between the
-- characters 2 and 3; null when there is none.
create function private.search_excerpt(given text, beginnings text[])
returns text
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
declare
  pattern constant text := (
    select '(?:\m|(?<=@))(?:' || string_agg(case
      when word ~ '@' then regexp_replace(word, '([].^$*+?(){}|\\[])', '\\\1', 'g')
      when word ~ '^[0-9]+$' then regexp_replace(word, '(?<=[0-9])(?=[0-9])', '[ ().-]*', 'g')
      else replace(replace(replace(replace(replace(replace(replace(replace(replace(
        replace(replace(word, 'oe', '<'), 'ae', '>'),
        'a', '[aàâäáãÀÂÄÁÃ]'), 'e', '[eéèêëÉÈÊË]'), 'i', '[iîïíÎÏÍ]'), 'o', '[oôöóÔÖÓ]'), 'u', '[uùûüúÙÛÜÚ]'),
        'c', '[cçÇ]'), 'n', '[nñÑ]'),
        '<', '(?:[œŒ]|[oôöóÔÖÓ][eéèêëÉÈÊË])'), '>', '(?:[æÆ]|[aàâäáãÀÂÄÁÃ][eéèêëÉÈÊË])')
    end, '|') || ')\w*' from unnest(beginnings) as word
  );
  text constant text := btrim(regexp_replace(normalize(given, NFC), '[[:space:][:cntrl:]]+', ' ', 'g'));
  at constant integer := regexp_instr(text, pattern, 1, 1, 0, 'i');
  first constant integer := greatest(at - 40, 1);
begin
  if at > 0 then
    return case when first > 1 then '…' else '' end
      || regexp_replace(
        case when first > 1 then regexp_replace(substr(text, first, 40), '^\S*\s', '') else substr(text, 1, at - 1) end
          || regexp_replace(substr(text, at, 120), case when char_length(text) > at + 120 then '\s\S*$' else '$^' end, ''),
        pattern, E'\u0002\\&\u0003', 'gi'
      )
      || case when char_length(text) > at + 120 then '…' else '' end;
  end if;
  return null;
end;
$$;

grant execute on function private.search_excerpt(text, text[]) to authenticated;

-- Finds what answers to every word of the query, the best first, at most so many of each kind. It reads as the caller: the
-- policies of each table decide what is found. A kind is one call of private.attach_search and its name in the subject
-- (src/admin/*/subject.ts).
--   excerpt  the passage where the words stand, each between the characters 2 and 3
--   target, target_id  the record that a note or a message stands in: a kind of results and its id, or nothing
create function public.search_everything(query text, per_kind integer default 5)
returns table (kind text, id text, title text, detail text, excerpt text, target text, target_id text, score integer)
language plpgsql
stable
set search_path = ''
as $$
declare
  best record;
begin
  for best in
    select * from private.search_hits(query, per_kind) as h
    -- The register comes last: it has a town for nearly every word.
    order by h.kind = 'municipality', h.scores[1], h.kind
  loop
    return query execute format(
      'select %L, v.id::text, v.title, coalesce(v.detail, ''''), coalesce(private.search_excerpt(v.text, $3), ''''),
         coalesce(v.target, ''''), coalesce(v.target_id::text, ''''), h.score
       from private.%I as v join unnest($1, $2) with ordinality as h (id, score, place) on h.id = v.id::text
       where v.id = any (%L)
       order by h.place', best.kind, best.kind || '_searched', best.ids
    ) using best.ids, best.scores, best.beginnings;
  end loop;
end;
$$;

grant execute on function public.search_everything(text, integer) to authenticated;
