-- The first day: what the law requires makes the identity of the studio, and the register is asked about again a year after it
-- was last compared, not by the age of what ships with the product.

create or replace function public.setup_state()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'identity', private.sender_identity() is not null,
    'sender', private.sender_identity() is not null and tested.accepted_at is not null,
    'sender_ready', private.sender_identity() is not null and cardinality(s.verified_senders) > 0,
    'sender_tested_at', tested.accepted_at,
    'register', (select count(*) from public.municipalities) > 1000,
    'register_count', (select count(*) from public.municipalities),
    'register_date', (select max(source_date) from public.municipalities),
    'tags', exists (select from public.tags),
    'tour', exists (select from public.virtual_tours),
    'publishing', exists (select from public.virtual_tours where status = 'published'),
    'skipped', s.setup_skipped,
    'studio_name', s.sender_name,
    'demo', exists (select from private.demo_rows),
    'demo_counts', private.demo_counts()
  )
  from public.settings as s
  cross join lateral (
    select max(accepted_at) as accepted_at from private.sender_tests where sender = any (s.verified_senders)
  ) as tested
  where s.id = 1 and (select private.is_member());
$$;

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
      select count(*) as total from public.suggested_prospects s where s.trip_plan_id = t.id and s.status = 'pending'
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

create or replace function public.import_municipalities(
  places jsonb, source text, source_date date default null, dry_run boolean default false
)
returns table (added integer, changed integer, unchanged integer, missing integer)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  if current_setting('role', true) is distinct from 'service_role' and not (select private.is_admin()) then
    raise exception 'Réservé aux administrateurs' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(4, 0);

  return query
    with incoming as (
      select * from private.completed_places(places)
    ),
    compared as (
      select known.code is null as is_new,
        (known.kind, known.name, known.designation, known.mrc_code, known.mrc_name, known.region, known.population,
          known.official_email, known.phone, known.website, known.address, known.source, known.latitude, known.longitude,
          known.approximate, known.gone_on)
        is distinct from
        (incoming.kind, incoming.name, incoming.designation, incoming.mrc_code, incoming.mrc_name, incoming.region,
          incoming.population, incoming.official_email, incoming.phone, incoming.website, incoming.address,
          import_municipalities.source, incoming.latitude, incoming.longitude, incoming.approximate, null::date)
        as differs
      from incoming left join public.municipalities as known on known.code = incoming.code
    )
    select
      (count(*) filter (where is_new))::integer,
      (count(*) filter (where not is_new and differs))::integer,
      (count(*) filter (where not is_new and not differs))::integer,
      (
        select count(*)::integer from public.municipalities as known
        where known.kind in (select kind from incoming) and known.code not in (select code from incoming)
          and known.gone_on is null
      )
    from compared;

  if dry_run then
    return;
  end if;

  with incoming as (
    select code, kind from private.completed_places(places)
  ),
  absent as (
    select known.code, known.kind from public.municipalities as known
    where known.gone_on is null and known.kind in (select kind from incoming)
      and known.code not in (select code from incoming)
  )
  update public.municipalities as known
  set gone_on = coalesce(import_municipalities.source_date, (now() at time zone 'America/Toronto')::date)
  from absent
  where known.code = absent.code
    and (select count(*) from absent as other where other.kind = known.kind)
      <= (select count(*) from incoming as other where other.kind = known.kind);

  insert into public.municipalities as known (
    code, kind, name, designation, mrc_code, mrc_name, region, latitude, longitude, population, official_email,
    phone, website, address, source, source_date, approximate
  )
  select code, kind, name, designation, mrc_code, mrc_name, region, latitude, longitude, population, official_email,
    phone, website, address, import_municipalities.source, import_municipalities.source_date, approximate
  from private.completed_places(places)
  on conflict (code) do update set
    kind = excluded.kind, name = excluded.name, designation = excluded.designation,
    mrc_code = excluded.mrc_code, mrc_name = excluded.mrc_name, region = excluded.region,
    latitude = excluded.latitude, longitude = excluded.longitude, approximate = excluded.approximate, gone_on = null,
    population = excluded.population, official_email = excluded.official_email, phone = excluded.phone,
    website = excluded.website, address = excluded.address, source = excluded.source, source_date = excluded.source_date, imported_at = now();

  perform private.place_approximately();
  perform private.place_contacts();
end;
$$;
