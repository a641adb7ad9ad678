-- What the studio knows of each organisation and of the persons of it. Run as the caller: the policies of each table decide
-- what is shown.

-- Everything about one organisation: null when there is none of that number.
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

-- Organisation → how many persons it has; one that has none is not in it. One value: a list of rows would be cut at 1 000.
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

-- Contact → when somebody last called them, met them or wrote to them, and what is to be done next: { last_at, due_on,
-- action }. A note is no contact. One value: a list of rows would be cut at 1 000.
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
