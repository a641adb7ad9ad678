-- The list of municipalities has saved views as the other lists do, and the page of a municipality shows its requests.

alter table public.saved_views drop constraint saved_views_list_known;
alter table public.saved_views add constraint saved_views_list_known check (
  list in (
    'tours', 'contacts', 'quote_requests', 'trip_plans', 'campaigns', 'email_templates', 'quotes', 'municipalities'
  )
);

create or replace function public.municipality_page(municipality_code text)
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
  ),
  people as (
    select c.* from public.contacts as c where c.municipality_code in (select code from towns)
  ),
  trips as (
    select t.* from public.trip_plans as t
    where t.municipality_code in (select code from towns)
      or t.municipality_code is null and private.municipality_of(t.city, t.region) in (select code from towns)
  ),
  tours as (
    select v.* from public.virtual_tours as v
    where private.municipality_of(split_part(v.location, ',', 1), btrim(split_part(v.location, ',', 2)))
      in (select code from towns)
  ),
  requests as (
    select r.* from public.quote_requests as r where r.contact_id in (select id from people)
  ),
  quotes as (
    select q.* from public.quotes as q
    where q.contact_id in (select id from people) or q.trip_plan_id in (select id from trips)
      or q.request_id in (select id from requests)
  )
  select jsonb_build_object(
    'place', to_jsonb(place),
    'towns', case when place.kind = 'mrc' then (
      select coalesce(jsonb_agg(jsonb_build_object('code', t.code, 'name', t.name, 'population', t.population) order by t.search_key), '[]')
      from towns as t where t.code <> place.code and t.gone_on is null
    ) else '[]' end,
    'contacts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'name', c.name, 'company', c.company, 'status', c.status, 'email', c.email, 'phone', c.phone
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
        and (a.contact_id in (select id from people) or a.trip_plan_id in (select id from trips))
    )
  )
  from place;
$$;
