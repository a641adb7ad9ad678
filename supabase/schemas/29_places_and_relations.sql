-- This file says what the studio has with each place, organisation and prospect, read at the moment it is shown.

-- The next functions find prospects that are known: one of whom the studio has an accepted quote, an open one or a
-- request is no prospect any more. This is told of each when it is read, for what the studio has with an organisation
-- changes after the prospect was found.

-- Returns the code of the register that an organisation is by its name alone, « Ville de La Malbaie » or « MRC de La
-- Matanie »; null for any other, and for a name that two places bear.
create function private.register_code_named(organization_name text)
returns text
language plpgsql
stable
strict
security definer
set search_path = ''
as $$
declare
  bare text := private.place_key(organization_name);
begin
  if bare ~ '^(la )?(mrc|municipalite regionale de comte) ' then
    return private.organisation_code(
      jsonb_populate_record(null::public.contacts, jsonb_build_object('sector', 'mrc', 'company', organization_name))
    );
  end if;
  bare := regexp_replace(bare, '^(la |l )?(mairie|hotel de ville|ville|municipalite|village|paroisse|canton) ', '');
  return (
    select min(code) from (
      select distinct private.municipality_of(regexp_replace(bare, '^' || article, ''), '') as code
      from unnest(array['', 'de l ', 'de la ', 'de ', 'du ', 'des ', 'd ']) as article
    ) as places
    having count(code) = 1
  );
end;
$$;

grant execute on function private.register_code_named(text) to authenticated;

-- Lists which prospects, of a trip or of all, the studio has dealings with: 'client' (an accepted quote, or a partner),
-- 'quote' (a draft or one that was sent) or 'request' (any but a lost one), and since when as far as that is known. An
-- organisation is the same by the code of the register, by the organisation of its contact, by an address of its own,
-- or by its name where no contact is known; for a public body also by its domain.
create function private.related_prospects(trip_id uuid default null)
returns table (prospect uuid, trip_plan_id uuid, relation text, since timestamptz)
language sql
stable
set search_path = ''
as $$
  with dealings as (
    select case q.status when 'accepté' then 'client' else 'quote' end as relation,
      case q.status when 'accepté' then coalesce(q.closed_at, q.sent_at) else coalesce(q.sent_at, q.created_at) end as since,
      q.contact_id, q.organization_name, q.email
    from public.quotes as q
    where q.status in ('accepté', 'brouillon', 'envoyé')
    union all
    select 'request', r.created_at, r.contact_id, r.organization_name, r.email
    from public.quote_requests as r
    where r.anonymised_at is null and r.outcome is distinct from 'perdue'
    union all
    select 'client', (
        select min(e.created_at) from public.contact_events as e where e.contact_id = c.id and e.new_status = 'partenaire'
      ), c.id, c.company, c.email
    from public.contacts as c
    where c.status = 'partenaire'
  ),
  parties as materialized (
    select d.relation, d.since, c.organisation_id,
      case when c.id is null then private.register_code_named(d.organization_name) else o.register_code end as code,
      case when c.id is null then private.name_key(d.organization_name) end as name_key,
      address.email, private.organisation_domain(address.email) as domain
    from dealings as d
    left join public.contacts as c on c.id = d.contact_id
    left join public.organisations as o on o.id = c.organisation_id
    cross join lateral (
      select lower(nullif(d.email, '')) as email union select lower(c.email)
    ) as address
  ),
  suggested as materialized (
    select p.id, p.trip_plan_id, p.contact_id, lower(p.email) as email, private.name_key(p.company) as name_key,
      private.place_key(p.city) as town_key, p.region,
      substring(p.external_id from '^mamh:(?:mrc-)?(.*)$') as code,
      substring(lower(p.website) from '^https?://(?:www\.)?([^/:?#]+)') as site
    from public.suggested_prospects as p
    where related_prospects.trip_id is null or p.trip_plan_id = related_prospects.trip_id
  ),
  organised as (
    select s.id, o.id as organisation_id from suggested as s
    join public.organisations as o on o.name_key = s.name_key and o.town_key = s.town_key and o.region = s.region
    union
    select s.id, c.organisation_id from suggested as s join public.contacts as c on c.id = s.contact_id
  ),
  found as (
    select s.id, t.relation, t.since from suggested as s join parties as t on t.code = s.code
    union all
    select s.id, t.relation, t.since from organised as s join parties as t on t.organisation_id = s.organisation_id
    union all
    select s.id, t.relation, t.since from suggested as s join parties as t on t.email = s.email
    union all
    select s.id, t.relation, t.since from suggested as s join parties as t on t.name_key = s.name_key
    union all
    select s.id, t.relation, t.since from suggested as s join parties as t on t.domain = s.site
    where s.code is not null
  )
  select s.id, s.trip_plan_id, nearest.relation, nearest.since
  from (
    select distinct on (f.id) f.id, f.relation, min(f.since) as since from found as f
    group by f.id, f.relation
    order by f.id, array_position(array['client', 'quote', 'request'], f.relation)
  ) as nearest
  join suggested as s on s.id = nearest.id;
$$;

grant execute on function private.related_prospects(uuid) to authenticated;

-- Returns the relations of one trip for its screen: prospect → { relation, since }. It is one value: a list of rows
-- would be cut at 1 000.
create function public.prospect_relations(trip_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(
    jsonb_object_agg(r.prospect, jsonb_build_object('relation', r.relation, 'since', r.since)), '{}'
  )
  from private.related_prospects(trip_id) as r;
$$;

grant execute on function public.prospect_relations(uuid) to authenticated;

-- Counts per trip its prospects, those that wait and are no client or on the way of becoming one, and those that became
-- contacts. It runs as the caller, under the policies; a trip without prospects has no row.
create function public.trip_plan_counts()
returns table (trip_plan_id uuid, prospects integer, pending integer, contacts integer)
language sql
stable
set search_path = ''
as $$
  select p.trip_plan_id, count(*)::integer,
    (count(*) filter (where p.status = 'pending' and known.prospect is null))::integer,
    (count(*) filter (where p.status = 'accepted'))::integer
  from public.suggested_prospects as p
  left join private.related_prospects() as known on known.prospect = p.id
  group by p.trip_plan_id;
$$;

grant execute on function public.trip_plan_counts() to authenticated;

-- The next functions say what the studio has done in each municipality of the register: its list, and the page of each.
-- Both run as the caller: the policies of each table decide what is shown.

-- Returns for each municipality how many contacts it has, whether it is a client (a partner, or somebody who accepted a
-- quote), when a message last left for it, and when its next action is due. It is one value: a list of rows would be
-- cut at 1 000.
create function public.municipality_relations()
returns jsonb
language sql
stable
set search_path = ''
as $$
  with known as (
    select c.id, c.municipality_code as code, c.status from public.contacts as c where c.municipality_code is not null
  ),
  people as (
    select code, count(*) as contacts, bool_or(status = 'partenaire') as is_partner from known group by code
  ),
  bought as (
    select known.code from public.quotes as q join known on known.id = q.contact_id
    where q.status = 'accepté'
    group by known.code
  ),
  written as (
    select known.code, max(s.finished_at) as last_sent_at
    from public.email_sends as s join known on known.id = s.contact_id
    where s.status = 'envoyé'
    group by known.code
  ),
  due as (
    select known.code, min(a.due_on) as due_on
    from public.next_actions as a join known on known.id = a.contact_id
    where a.done_at is null
    group by known.code
  )
  select coalesce(jsonb_object_agg(people.code, jsonb_build_object(
    'contacts', people.contacts, 'is_client', people.is_partner or bought.code is not null,
    'last_sent_at', written.last_sent_at, 'due_on', due.due_on
  )), '{}')
  from people
  left join bought on bought.code = people.code
  left join written on written.code = people.code
  left join due on due.code = people.code;
$$;

grant execute on function public.municipality_relations() to authenticated;

-- Returns what the studio has done around a point, which the reasons to visit a prospect and the map of a trip rest on:
--   { clients: [{ code, name, mrc_name, latitude, longitude }], tours: [the same of its town, with id and title] }
-- Tours are the newest two hundred published ones. Members call it, and the function that writes the reasons.
create function public.studio_around(
  latitude double precision, longitude double precision, radius_km double precision
)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with towns as materialized (
    select m.code, m.name, m.mrc_name, m.latitude, m.longitude from public.municipalities as m
    where (current_setting('role', true) = 'service_role' or (select private.is_member()))
      and m.kind = 'municipalité' and private.distance_km($1, $2, m.latitude, m.longitude) <= $3
  ),
  clients as (
    select t.* from towns as t
    where t.code in (
      select known.key from jsonb_each(public.municipality_relations()) as known where known.value ->> 'is_client' = 'true'
    )
  ),
  placed as (
    select v.id, v.title, v.created_at,
      private.municipality_of(split_part(v.location, ',', 1), btrim(split_part(v.location, ',', 2))) as town_code
    from public.virtual_tours as v
    where v.status = 'published' and v.location <> ''
  ),
  tours as (
    select placed.id, placed.title, placed.created_at, t.* from placed join towns as t on t.code = placed.town_code
    order by placed.created_at desc, placed.id
    limit 200
  )
  select jsonb_build_object(
    'clients', (select coalesce(jsonb_agg(to_jsonb(c) order by c.code), '[]') from clients as c),
    'tours', (
      select coalesce(jsonb_agg(to_jsonb(v) - 'created_at' order by v.created_at desc, v.id), '[]') from tours as v
    )
  );
$$;

grant execute on function public.studio_around(double precision, double precision, double precision)
  to authenticated, service_role;

-- Returns what the studio has done with some people and in some towns:
--   { contacts, trips, tours, requests, quotes, emails, actions }
-- A trip or a tour is in a town by its code, else by the name of its place and region.
create function private.records_of(contact_ids uuid[], town_codes text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  with people as (
    select c.* from public.contacts as c where c.id = any (contact_ids)
  ),
  requests as (
    select r.* from public.quote_requests as r where r.contact_id = any (contact_ids)
  ),
  trips as (
    select t.* from public.trip_plans as t
    where t.municipality_code = any (town_codes)
      or t.municipality_code is null and private.municipality_of(t.city, t.region) = any (town_codes)
      or t.id in (select q.trip_plan_id from public.quotes as q where q.contact_id = any (contact_ids))
  ),
  tours as (
    select v.* from public.virtual_tours as v
    where cardinality(town_codes) > 0
      and private.municipality_of(split_part(v.location, ',', 1), btrim(split_part(v.location, ',', 2))) = any (town_codes)
  ),
  quotes as (
    select q.* from public.quotes as q
    where q.contact_id = any (contact_ids) or q.trip_plan_id in (select id from trips)
      or q.request_id in (select id from requests)
  )
  select jsonb_build_object(
    'contacts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'name', c.name, 'company', c.company, 'status', c.status, 'email', c.email, 'phone', c.phone,
        'function_kind', c.function_kind, 'function_title', c.function_title, 'organisation_id', c.organisation_id
      ) order by private.place_key(c.name), c.id), '[]') from people as c
    ),
    'trips', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'city', t.city, 'start_date', t.start_date, 'end_date', t.end_date, 'job_type', t.job_type,
        'status', t.status
      ) order by t.start_date desc, t.id), '[]') from trips as t
    ),
    'tours', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', v.id, 'title', v.title, 'status', v.status
      ) order by v.created_at desc, v.id), '[]') from tours as v
    ),
    'requests', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', r.id, 'organization_name', r.organization_name, 'service_type', r.service_type, 'status', r.status,
        'created_at', r.created_at
      ) order by r.created_at desc, r.id), '[]') from requests as r
    ),
    'quotes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', q.id, 'number', q.number, 'subject', q.subject, 'status', q.status, 'total_cents', q.total_cents,
        'organization_name', q.organization_name, 'updated_at', q.updated_at
      ) order by q.updated_at desc, q.id), '[]') from quotes as q
    ),
    'emails', (
      select coalesce(jsonb_agg(to_jsonb(sent) order by sent.at desc, sent.id), '[]')
      from (
        select s.id, s.campaign_id, s.contact_id, s.subject, s.status, c.name as contact_name,
          coalesce(s.finished_at, s.created_at) as at
        from public.email_sends as s join people as c on c.id = s.contact_id
        order by coalesce(s.finished_at, s.created_at) desc, s.id
        limit 50
      ) as sent
    ),
    'actions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', a.id, 'title', a.title, 'due_on', a.due_on, 'contact_id', a.contact_id, 'trip_plan_id', a.trip_plan_id
      ) order by a.due_on, a.id), '[]')
      from public.next_actions as a
      where a.done_at is null
        and (a.contact_id = any (contact_ids) or a.trip_plan_id in (select id from trips))
    )
  );
$$;

grant execute on function private.records_of(uuid[], text[]) to authenticated;

-- Returns everything about one municipality, or about all those of an MRC; null when the register never listed it.
--   { place, towns, organisation, contacts, trips, tours, requests, quotes, emails, actions }
create function public.municipality_page(municipality_code text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with place as (
    select m.* from public.municipalities as m where m.code = municipality_page.municipality_code
  ),
  towns as (
    select m.code, m.name, m.search_key, m.region, m.population, m.gone_on
    from public.municipalities as m, place
    where m.code = place.code or place.kind = 'mrc' and m.kind = 'municipalité' and m.mrc_code = place.code
  )
  select jsonb_build_object(
    'place', to_jsonb(place),
    'towns', case when place.kind = 'mrc' then (
      select coalesce(jsonb_agg(jsonb_build_object('code', t.code, 'name', t.name, 'population', t.population) order by t.search_key), '[]')
      from towns as t where t.code <> place.code and t.gone_on is null
    ) else '[]' end,
    'organisation', (
      select jsonb_build_object('id', o.id, 'name', o.name) from public.organisations as o where o.register_code = place.code
    )
  ) || private.records_of(
    array(select c.id from public.contacts as c where c.municipality_code in (select code from towns)),
    array(select code from towns)
  )
  from place;
$$;

grant execute on function public.municipality_page(text) to authenticated;

-- The next functions say what the studio knows of each organisation and of the persons of it. They run as the caller:
-- the policies of each table decide what is shown.

-- Returns everything about one organisation; null when there is none of that number.
--   { organisation, contacts, trips, tours, requests, quotes, emails, actions }
create function public.organisation_page(organisation uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('organisation', to_jsonb(o) - '{domain, name_key, town_key}'::text[]) || private.records_of(
    array(select c.id from public.contacts as c where c.organisation_id = o.id),
    array_remove(array[o.register_code], null)
  )
  from public.organisations as o
  where o.id = organisation_page.organisation;
$$;

grant execute on function public.organisation_page(uuid) to authenticated;

-- Returns the number of contacts of each organisation that has any. It is one value, because a list of rows would be
-- cut at 1 000.
create function public.organisation_people()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(counted.organisation_id, counted.people), '{}')
  from (
    select c.organisation_id, count(*) as people from public.contacts as c
    where c.organisation_id is not null group by c.organisation_id
  ) as counted;
$$;

grant execute on function public.organisation_people() to authenticated;

-- Returns for each contact when somebody last called them, met them or wrote to them, and what is to be done next: {
-- last_at, due_on, action }. A note is no contact. It is one value: a list of rows would be cut at 1 000.
create function public.contact_recency()
returns jsonb
language sql
stable
set search_path = ''
as $$
  with touched as (
    select contact_id, max(at) as last_at
    from (
      select a.contact_id, a.happened_at as at from public.contact_activities as a where a.kind <> 'note'
      union all
      select s.contact_id, coalesce(s.finished_at, s.created_at)
      from public.email_sends as s where s.status = 'envoyé' and s.contact_id is not null
    ) as each_time
    group by contact_id
  )
  select coalesce(jsonb_object_agg(coalesce(touched.contact_id, planned.contact_id), jsonb_strip_nulls(jsonb_build_object(
    'last_at', touched.last_at, 'due_on', planned.due_on, 'action', planned.title
  ))), '{}')
  from touched
  full join (
    select a.contact_id, a.due_on, a.title from public.next_actions as a where a.done_at is null and a.contact_id is not null
  ) as planned on planned.contact_id = touched.contact_id;
$$;

grant execute on function public.contact_recency() to authenticated;
