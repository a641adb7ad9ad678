-- This file holds segments: conditions under a name, which say at each moment which contacts they are about
-- (docs/decisions/0096). One function turns conditions into contacts; the counts, the lists, the map and the choice of
-- a campaign's people ask it.

-- Tells whether a value is a list of 1 to 50 texts, each of which the pattern takes.
create function private.are_segment_texts(value jsonb, pattern text default '^.{1,100}$')
returns boolean
language sql
immutable
parallel safe
set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'array' then
    jsonb_array_length(value) between 1 and 50 and not exists (
      select from jsonb_array_elements(value) as element
      where jsonb_typeof(element) <> 'string' or element #>> '{}' !~ pattern
    )
  else false end;
$$;

grant execute on function private.are_segment_texts(jsonb, text) to authenticated, service_role;

-- Tells whether a value is a whole number between two others.
create function private.is_segment_number(value jsonb, lowest integer, highest integer)
returns boolean
language sql
immutable
parallel safe
set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'number' and value #>> '{}' ~ '^[0-9]{1,9}$'
    then (value #>> '{}')::integer between lowest and highest else false end;
$$;

grant execute on function private.is_segment_number(jsonb, integer, integer) to authenticated, service_role;

-- Finds the function of a condition that a subject brings: named x_segment_contacts in the subject's file, it takes the
-- values of the condition x, of an enum or texts, and returns the contacts that have one of them. Null for no such
-- condition.
create function private.segment_condition(field text)
returns regproc
language sql
stable
set search_path = ''
as $$
  select p.oid from pg_proc as p
  where p.pronamespace = 'private'::regnamespace and p.proname = field || '_segment_contacts';
$$;

grant execute on function private.segment_condition(text) to authenticated;

-- Tells whether a value is a list of values of a condition that a subject brings.
create function private.is_brought_condition(field text, wanted jsonb)
returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce((
    select case when private.are_segment_texts(wanted) then
      pg_input_is_valid(array(select jsonb_array_elements_text(wanted))::text, p.proargtypes[0]::regtype::text)
    else false end
    from pg_proc as p where p.oid = private.segment_condition(field)
  ), false);
$$;

grant execute on function private.is_brought_condition(text, jsonb) to authenticated;

-- Tells whether conditions can be understood: 1 to 12 of them, each named once. A contact answers to all of them; to
-- one that lists values, by any of them.
create function private.is_segment_definition(definition jsonb)
returns boolean
language plpgsql
immutable
parallel safe
-- The server's role also writes segments, and has no right to call functions of that schema.
security definer
set search_path = ''
as $$
begin
  if jsonb_typeof(definition) is distinct from 'object' then
    return false;
  end if;
  if (select count(*) from jsonb_object_keys(definition)) not between 1 and 12 then
    return false;
  end if;
  return (
    select bool_and(case field
      when 'region' then private.are_segment_texts(wanted)
      when 'mrc' then private.are_segment_texts(wanted, '^[0-9]{3}$')
      when 'population' then case when jsonb_typeof(wanted) = 'object' then
        (wanted ? 'min' or wanted ? 'max') and wanted - 'min' - 'max' = '{}'
        and (not wanted ? 'min' or private.is_segment_number(wanted -> 'min', 0, 10000000))
        and (not wanted ? 'max' or private.is_segment_number(wanted -> 'max', 0, 10000000))
      else false end
      when 'sector' then private.are_segment_texts(
        wanted, '^(municipalité|mrc|organisme-public|hôtellerie|immobilier|tourisme|commerce|restaurant|autre)$'
      )
      when 'function' then private.are_segment_texts(
        wanted, '^(direction-générale|greffe|communications|loisirs|urbanisme|mairie|autre)$'
      )
      when 'status' then private.are_segment_texts(wanted, '^(nouveau|contacté|intéressé|refusé|partenaire)$')
      when 'email' then wanted in ('"avec"', '"sans"')
      -- The values mean « never », or « not for so many days ».
      when 'last_message' then wanted in ('"jamais"', '"30"', '"90"', '"180"')
      when 'consent' then private.are_segment_texts(
        wanted, '^(permis|bientot|a-verifier|desabonne|interdit|sur-demande|expres|client|publiee|expire)$'
      )
      -- The value counts the days after which a permission of today has ended.
      when 'consent_expiry' then private.is_segment_number(wanted, 1, 730)
      when 'quote' then private.are_segment_texts(
        wanted, '^(aucun|brouillon|envoyé|accepté|refusé|expiré|remplacé|annulé)$'
      )
      when 'tour' then wanted in ('"avec"', '"sans"')
      when 'tag' then private.are_segment_texts(wanted, '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
      when 'trip' then case when jsonb_typeof(wanted) = 'object' then
        wanted - 'id' - 'km' = '{}' and private.are_segment_texts(jsonb_build_array(wanted -> 'id'), '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
        and private.is_segment_number(wanted -> 'km', 1, 500)
      else false end
      else private.is_brought_condition(field, wanted)
    end)
    from jsonb_each(definition) as condition (field, wanted)
  );
end;
$$;

grant execute on function private.is_segment_definition(jsonb) to authenticated, service_role;

-- The type names the rhythm of a segment's campaigns: the studio is told when one is due (20_cadence.sql).
create type public.segment_rhythm as enum ('une_fois_an', 'deux_fois_an', 'chaque_trimestre');

create table public.contact_segments (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  definition jsonb not null,
  -- Without a rhythm no campaign is ever due; before rhythm_from, none is.
  rhythm public.segment_rhythm,
  rhythm_from date,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint contact_segments_name_key unique (name),
  constraint contact_segments_name_length check (btrim(name) <> '' and char_length(name) <= 60),
  constraint contact_segments_name_one_line check (private.is_one_line_text(name)),
  constraint contact_segments_definition_known check (private.is_segment_definition(definition)),
  constraint contact_segments_rhythm_whole check ((rhythm is null) = (rhythm_from is null))
);

create index contact_segments_created_by_idx on public.contact_segments (created_by);

create trigger contact_segments_set_updated_at before update on public.contact_segments
  for each row execute function private.set_updated_at();

alter table public.contact_segments enable row level security;

grant select on table public.contact_segments to authenticated;
-- The id is granted so that a segment that was deleted comes back under its address.
grant insert (id, name, definition, rhythm, rhythm_from) on table public.contact_segments to authenticated;
grant update (name, definition, rhythm, rhythm_from) on table public.contact_segments to authenticated;
grant delete on table public.contact_segments to authenticated;
grant select, insert, update, delete on table public.contact_segments to service_role;

create policy "contact_segments: member reads" on public.contact_segments
  for select to authenticated
  using ((select private.is_member()));

create policy "contact_segments: admin inserts" on public.contact_segments
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "contact_segments: admin updates" on public.contact_segments
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "contact_segments: admin deletes" on public.contact_segments
  for delete to authenticated
  using ((select private.is_admin()));

-- Returns the values of a condition that lists some; null when there is no such condition.
create function private.segment_texts(definition jsonb, field text)
returns text[]
language sql
immutable
parallel safe
set search_path = ''
as $$
  select case when definition ? field then array(select jsonb_array_elements_text(definition -> field)) end;
$$;

grant execute on function private.segment_texts(jsonb, text) to authenticated;

-- Finds the contacts that meet every condition which subjects bring; null when there is none among the conditions. It runs
-- as the caller.
create function private.brought_contacts(definition jsonb)
returns uuid[]
language plpgsql
stable
set search_path = ''
as $$
declare
  source record;
  found uuid[];
  kept uuid[];
begin
  for source in
    select p.oid::regproc as name, p.proargtypes[0]::regtype as type, private.segment_texts(definition, field) as wanted
    from jsonb_object_keys(definition) as field
    join pg_proc as p on p.oid = private.segment_condition(field)
  loop
    execute format('select array(select %s($1::%s))', source.name, source.type) into found using source.wanted;
    kept := case when kept is null then found else array(select unnest(kept) intersect select unnest(found)) end;
  end loop;
  return kept;
end;
$$;

grant execute on function private.brought_contacts(jsonb) to authenticated;

-- Finds the contacts that conditions are about, now, each with why a campaign may not write to it, in French (null: it
-- may), as create_campaign decides. It runs as the caller: the policies of each table decide what is seen. Nothing of a
-- definition is ever run: its values are compared.
create function private.segment_contacts(definition jsonb)
returns table (contact_id uuid, refusal text)
language plpgsql
stable
set search_path = ''
-- The planner cannot know how many rows a condition returns: an estimate of a few would make it compare every pair.
set enable_nestloop = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  regions constant text[] := private.segment_texts(definition, 'region');
  mrcs constant text[] := private.segment_texts(definition, 'mrc');
  sectors constant text[] := private.segment_texts(definition, 'sector');
  functions constant text[] := private.segment_texts(definition, 'function');
  statuses constant text[] := private.segment_texts(definition, 'status');
  permissions constant text[] := private.segment_texts(definition, 'consent');
  quote_states constant text[] := private.segment_texts(definition, 'quote');
  tags constant text[] := private.segment_texts(definition, 'tag');
  population_min constant integer := (definition #>> '{population,min}')::integer;
  population_max constant integer := (definition #>> '{population,max}')::integer;
  mailbox constant text := definition ->> 'email';
  silence constant text := definition ->> 'last_message';
  expiry_days constant integer := (definition ->> 'consent_expiry')::integer;
  tour constant text := definition ->> 'tour';
  -- These are municipalities of the register; null stands for all of them.
  toured text[];
  tagged text[];
  near text[];
  -- These are contacts; null stands for all of them.
  brought uuid[];
begin
  if private.is_segment_definition(definition) is not true then
    raise invalid_parameter_value using message = 'Ce segment a une condition que cette version ne connaît pas.';
  end if;
  if tour is not null or tags is not null then
    with made as (
      select v.id,
        private.municipality_of(split_part(v.location, ',', 1), btrim(split_part(v.location, ',', 2))) as code
      from public.virtual_tours as v
    )
    select coalesce(array_agg(distinct made.code) filter (where made.code is not null), '{}'),
      coalesce(array_agg(distinct made.code) filter (where made.code is not null and exists (
        select from public.virtual_tour_tags as t where t.tour_id = made.id and t.tag_id::text = any (tags)
      )), '{}')
    into toured, tagged from made;
  end if;
  if definition ? 'trip' then
    -- A trip that is gone, or that is nowhere on the map, is near nobody.
    select coalesce(array_agg(m.code), '{}') into near
    from public.trip_plans as t join public.municipalities as m on m.kind = 'municipalité'
    where t.id = (definition #>> '{trip,id}')::uuid
      and private.distance_km(t.latitude, t.longitude, m.latitude, m.longitude)
        <= (definition #>> '{trip,km}')::integer;
  end if;
  brought := private.brought_contacts(definition);

  return query
  -- The remaining conditions are about addresses, whose consent is read for all of them at once.
  with found as materialized (
    select c.id, c.email, c.status
    from public.contacts as c
    left join public.municipalities as town on town.code = c.municipality_code
    where (regions is null or c.region = any (regions))
      and (mrcs is null or town.mrc_code = any (mrcs) or exists (
        select from public.organisations as o where o.id = c.organisation_id and o.register_code = any (mrcs)
      ))
      and (population_min is null or town.population >= population_min)
      and (population_max is null or town.population <= population_max)
      and (sectors is null or c.sector::text = any (sectors))
      and (functions is null or c.function_kind::text = any (functions))
      and (statuses is null or c.status::text = any (statuses))
      and (mailbox is null or (c.email is not null) = (mailbox = 'avec'))
      and (silence is null or not exists (
        select from public.email_sends as s
        where s.contact_id = c.id and s.status = 'envoyé'
          and (silence = 'jamais' or coalesce(s.finished_at, s.created_at) > now() - make_interval(days => silence::integer))
      ))
      and (quote_states is null
        or exists (select from public.quotes as q where q.contact_id = c.id and q.status::text = any (quote_states))
        or 'aucun' = any (quote_states) and not exists (select from public.quotes as q where q.contact_id = c.id))
      and (tour is null
        or coalesce(c.municipality_code in (select unnest(toured)), false) = (tour = 'avec'))
      and (tags is null or c.municipality_code in (select unnest(tagged)))
      and (near is null or c.municipality_code in (select unnest(near)))
      and (brought is null or c.id in (select unnest(brought)))
  )
  select f.id, coalesce(
    private.refusal_reason(f.email, f.status, k.state, k.suppression), (select private.sending_stop()),
    case when not private.takes_campaigns(f.status) then 'Statut exclu des campagnes' end
  )
  from found as f
  left join private.address_standings(array(select email from found where email is not null), now(), kept => true) as k
    on k.address = f.email
  -- The filter of the list offers the same choices (src/admin/contacts/data/contact-labels.ts).
  where (permissions is null or permissions && array_remove(array[
      case k.state
        when 'allowed' then 'permis' when 'unverified' then 'a-verifier' when 'unsubscribed' then 'desabonne'
        else 'interdit'
      end,
      case when k.state = 'expired' then 'expire' end,
      case when k.state = 'allowed' and k.expires_at < now() + interval '30 days' then 'bientot' end,
      case when k.state = 'allowed' then
        case
          when k.basis = 'inquiry' then 'sur-demande'
          when k.basis = 'express' then 'expres'
          when k.basis in ('purchase', 'contract') then 'client'
          when k.basis in ('published', 'disclosed') then 'publiee'
        end
      end
    ], null))
    and (expiry_days is null or k.state = 'allowed' and k.expires_at < now() + make_interval(days => expiry_days));
end;
$$;

grant execute on function private.segment_contacts(jsonb) to authenticated;

-- Counts the contacts that conditions are about, how many of them may be written to, and why the others may not:
--   { matching, reachable, reasons: { reason: number } }
create function public.count_segment(definition jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with found as (
    select refusal, count(*) as number from private.segment_contacts(definition) group by refusal
  )
  select jsonb_build_object(
    'matching', coalesce(sum(number), 0),
    'reachable', coalesce(sum(number) filter (where refusal is null), 0),
    'reasons', coalesce(jsonb_object_agg(refusal, number) filter (where refusal is not null), '{}')
  )
  from found;
$$;

grant execute on function public.count_segment(jsonb) to authenticated;

-- Counts a saved segment in the same way, with its contacts and their towns; null when there is none of that number:
--   { name, matching, reachable, reasons, ids: [contact id, …], towns: { municipality code: number of contacts } }
create function public.contacts_of_segment(segment uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with found as materialized (
    select r.contact_id, r.refusal, c.municipality_code
    from public.contact_segments as s
    cross join lateral private.segment_contacts(s.definition) as r
    join public.contacts as c on c.id = r.contact_id
    where s.id = contacts_of_segment.segment
  ),
  reasons as (
    select refusal, count(*) as number from found where refusal is not null group by refusal
  ),
  towns as (
    select municipality_code, count(*) as number from found where municipality_code is not null group by municipality_code
  )
  select jsonb_build_object(
    'name', s.name,
    'matching', (select count(*) from found),
    'reachable', (select count(*) from found where refusal is null),
    'reasons', (select coalesce(jsonb_object_agg(refusal, number), '{}') from reasons),
    'ids', (select coalesce(jsonb_agg(contact_id order by contact_id), '[]') from found),
    'towns', (select coalesce(jsonb_object_agg(municipality_code, number), '{}') from towns)
  )
  from public.contact_segments as s
  where s.id = contacts_of_segment.segment;
$$;

grant execute on function public.contacts_of_segment(uuid) to authenticated;
