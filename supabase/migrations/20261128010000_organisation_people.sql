-- The list of organisations counted its persons by reading every contact.

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
