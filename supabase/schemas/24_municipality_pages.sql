-- What the studio has done in each municipality of the register: its list, and the page of each. Both run as the caller:
-- the policies of each table decide what is shown.

-- Municipality → how many contacts it has, whether it is a client (a partner, or somebody who accepted a quote), when a
-- message last left for it, and when its next action is due. One value: a list of rows would be cut at 1 000.
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

-- What the studio has done around a point, which the reasons to visit a prospect and the map of a trip rest on:
--   { clients: [{ code, name, mrc_name, latitude, longitude }], tours: [the same of its town, with id and title] }
-- Published tours, the newest two hundred. For members, and for the function that writes the reasons.
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

-- What the studio has done with some people and in some towns:
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
      ) order by c.name, c.id), '[]') from people as c
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

-- Everything about one municipality, or about all those of an MRC: null when the register never listed it.
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
