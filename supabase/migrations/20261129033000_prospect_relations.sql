-- Prospects that are known: clients, and who is on the way of becoming one, are told of and wait no more.

grant execute on function private.organisation_domain(text) to authenticated;

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
create or replace function public.trip_plan_counts()
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

create or replace function private.today_rows(at timestamptz)
returns table (
  kind text, record_id uuid, title text, detail text, due_at timestamptz, urgency integer, amount bigint,
  target text, target_id uuid, phone text, owner uuid, postponed_until date
)
language sql
stable
set search_path = ''
as $$
  with clock as (select (at at time zone 'America/Toronto')::date as today),
  stop as materialized (
    select coalesce(
      private.sending_stop(),
      case when private.sender_identity() is null then 'L’identité de l’expéditeur est incomplète (Paramètres).' end
    ) as reason
  ),
  requests as (
    select q.id, q.organization_name, q.service_type, private.answer_due(q.created_at) as due,
      private.answer_due(q.created_at, 1) as soon
    from public.quote_requests q where q.status in ('nouveau', 'en_cours') and q.anonymised_at is null
  ),
  actions as (
    select a.id, a.title, a.owner, a.kind, r.target, r.target_id, r.organization, r.phone,
      (a.due_on + coalesce(a.due_time, time '23:59:59')) at time zone 'America/Toronto' as due
    from clock, public.next_actions a join private.next_action_records() r on r.action_id = a.id
    where a.done_at is null and a.due_on <= clock.today
  ),
  next_trip as (
    select t.id, t.city, t.region, t.start_date
    from clock, public.trip_plans t
    where t.status in ('planifié', 'confirmé') and t.end_date >= clock.today
    order by t.start_date, t.created_at, t.id
    limit 1
  ),
  failures as (
    select s.campaign_id, count(*) as total from public.email_sends s
    where s.status in ('échec', 'incertain')
    group by s.campaign_id
    having max(s.finished_at) > at - interval '30 days'
  ),
  quote_failures as (
    select n.issued_quote_id, count(*) as total from public.notifications n
    where n.issued_quote_id is not null and n.state in ('échec', 'incertain')
    group by n.issued_quote_id
    having max(n.finished_at) > at - interval '30 days'
  ),
  -- Reading every consent takes a while: only when one of them does end soon.
  consents as (
    select c.contact_id, c.expires_at from private.current_consents(null, at) c
    where c.state = 'allowed' and c.expires_at < at + interval '30 days'
      and exists (
        select from public.consent_events e
        where e.basis in ('inquiry', 'purchase', 'contract')
          and private.consent_expiry(e.basis, e.occurred_at) between at and at + interval '30 days'
      )
  ),
  -- Many are one line, which opens their list.
  drafts as (
    select t.id, t.title, t.location, count(*) over () as total from public.virtual_tours t where t.status = 'draft'
  ),
  -- When it was last compared with the official one: one that ships with the product is new on the day of its installation.
  register as (
    select (max(m.imported_at) at time zone 'America/Toronto')::date as day from public.municipalities m
  ),
  items as (
    select 'request' as kind, r.id as record_id, r.organization_name as title, r.service_type as detail, r.due as due_at,
      case when r.due < at then 0 when r.soon < at then 1 else 2 end as urgency, null::bigint as amount,
      null as target, null::uuid as target_id, null as phone, null::uuid as owner
    from requests r
    union all
    select 'action', a.id, a.title, a.organization, a.due, case when a.due < at then 0 else 1 end, null,
      a.target, a.target_id, case when a.kind = 'appeler' then a.phone end, a.owner
    from actions a
    union all
    -- Without an answer: seven days after it was sent, or as many before its end.
    select 'quote', d.id, d.organization_name, d.number, (d.valid_until + 1)::timestamp at time zone 'America/Toronto',
      case when d.valid_until <= clock.today + 2 then 1 else 2 end, d.total_cents, null, null, null, null
    from clock, public.quotes d
    where d.status = 'envoyé' and d.valid_until >= clock.today
      and (d.valid_until <= clock.today + 7 or d.sent_at <= at - interval '7 days')
    union all
    select 'request_email', q.id, q.organization_name, max(n.state), max(n.finished_at), 1, count(*), null, null, null, null
    from public.notifications n join public.quote_requests q on q.id = n.quote_request_id
    where n.state in ('échec', 'incertain') and n.finished_at > at - interval '30 days' and q.anonymised_at is null
    group by q.id, q.organization_name
    union all
    -- Each that failed, so that the number is that of its thread.
    select 'quote_emails', d.id, d.organization_name, d.number, null, 1, f.total, null, null, null, null
    from quote_failures f join public.quotes d on d.id = f.issued_quote_id
    where d.anonymised_at is null
    union all
    select 'campaign_emails', c.id, c.name, null, null, 1, f.total, null, null, null, null
    from failures f join public.campaigns c on c.id = f.campaign_id
    union all
    select 'campaign', c.id, c.name, coalesce(c.pause_reason, stop.reason), c.send_date, 1, null, null, null, null, null
    from public.campaigns c, stop
    where c.cancelled_at is null and (c.status in ('en_cours', 'programmé') or c.paused_at is not null and c.auto_followup)
      and (c.paused_at is not null or stop.reason is not null)
    union all
    select 'trip', t.id, t.city, t.region, t.start_date::timestamp at time zone 'America/Toronto',
      case when t.start_date <= clock.today + 7 then 1 else 2 end, p.total, null, null, null, null
    from clock, next_trip t
    cross join lateral (
      select count(*) as total from public.suggested_prospects s
      where s.trip_plan_id = t.id and s.status = 'pending'
        and s.id not in (select r.prospect from private.related_prospects(t.id) as r)
    ) p
    where p.total > 0
    union all
    select 'consent', c.id, c.company, null, e.expires_at,
      case when e.expires_at < at + interval '7 days' then 1 else 2 end, null, null, null, null, null
    from consents e join public.contacts c on c.id = e.contact_id
    union all
    select 'draft', t.id, t.title, t.location, null, 2, null, null, null, null, null from drafts t where t.total <= 5
    union all
    select 'drafts', '00000000-0000-0000-0000-000000000000', '', null, null, 2, max(t.total), null, null, null, null
    from drafts t having max(t.total) > 5
    union all
    select 'register', '00000000-0000-0000-0000-000000000000', '', register.day::text, null, 2, null, null, null, null, null
    from clock, register where register.day < clock.today - 365
    union all
    select * from private.site_today_rows(at)
    union all
    select * from private.tender_today_rows(at)
  )
  select i.kind, i.record_id, i.title, i.detail, i.due_at, i.urgency, i.amount, i.target, i.target_id, i.phone, i.owner,
    p.until
  from clock cross join items i
  left join public.postponed_items p on p.kind = i.kind and p.record_id = i.record_id and p.until > clock.today
  order by i.urgency, i.due_at nulls last, i.kind, i.title, i.record_id;
$$;
