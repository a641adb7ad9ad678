-- Prospects that are known: of whom the studio has an accepted quote, an open one or a request is no prospect any more. Told
-- of each when it is read, for what the studio has with an organisation changes after the prospect was found.

-- The code of the register that an organisation is by its name alone, « Ville de La Malbaie » or « MRC de La Matanie »; null
-- for any other, and for a name that two places bear.
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

-- Which prospects, of a trip or of all, the studio has dealings with: 'client' (an accepted quote, or a partner), 'quote'
-- (a draft or one that was sent) or 'request' (any but a lost one), and since when as far as that is known. An organisation
-- is the same by the code of the register, by the organisation of its contact, by an address of its own, or by its name
-- where no contact is known; for a public body also by its domain.
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
      case when c.id is null then private.place_key(d.organization_name) end as name_key,
      address.email, private.organisation_domain(address.email) as domain
    from dealings as d
    left join public.contacts as c on c.id = d.contact_id
    left join public.organisations as o on o.id = c.organisation_id
    cross join lateral (
      select lower(nullif(d.email, '')) as email union select lower(c.email)
    ) as address
  ),
  suggested as materialized (
    select p.id, p.trip_plan_id, p.contact_id, lower(p.email) as email, private.place_key(p.company) as name_key,
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

-- The same of one trip for its screen: prospect → { relation, since }. One value: a list of rows would be cut at 1 000.
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

-- Per trip: its prospects, those that wait and are no client or on the way of becoming one, those that became contacts. Runs
-- as the caller, under the policies; a trip without prospects has no row.
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
