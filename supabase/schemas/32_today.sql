-- Aujourd'hui: what wants a person, in one order, and what carries it outside: the calendar feed and the daily digest.

-- What the team put off until a day. Shared: what one person put off, another does not meet either.
create table public.postponed_items (
  kind text not null,
  record_id uuid not null,
  until date not null,
  postponed_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint postponed_items_pkey primary key (kind, record_id),
  constraint postponed_items_kind_length check (btrim(kind) <> '' and char_length(kind) <= 30)
);

create index postponed_items_postponed_by_idx on public.postponed_items (postponed_by);

alter table public.postponed_items enable row level security;

-- Written by postpone_item alone.
grant select on table public.postponed_items to authenticated, service_role;

create policy "postponed_items: member reads" on public.postponed_items
  for select to authenticated
  using ((select private.is_member()));

-- « Reporter » until a day; null brings it back. What has come back by itself is forgotten on the way.
create function public.postpone_item(kind text, record_id uuid, until date)
returns void
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  today date := (now() at time zone 'America/Toronto')::date;
begin
  perform private.require_admin();
  delete from public.postponed_items
  where postponed_items.until <= today
    or postponed_items.kind = postpone_item.kind and postponed_items.record_id = postpone_item.record_id;
  if postpone_item.until > today then
    insert into public.postponed_items (kind, record_id, until, postponed_by)
    values (postpone_item.kind, postpone_item.record_id, postpone_item.until, auth.uid())
    on conflict (kind, record_id) do update set until = excluded.until, postponed_by = excluded.postponed_by;
  end if;
end;
$$;

grant execute on function public.postpone_item(text, uuid, date) to authenticated;

-- So many business days after a moment: 2, the promise of an answer (« 24 à 48 heures ouvrables »). The same as answerDue
-- of business-hours.ts; a test compares the two.
create function private.answer_due(received timestamptz, days integer default 2)
returns timestamptz
language plpgsql
immutable
set search_path = ''
as $$
declare
  wall timestamp := received at time zone 'America/Toronto';
begin
  while not private.is_business_day(wall::date) loop
    wall := date_trunc('day', wall) + interval '1 day';
  end loop;
  for counted in 1..days loop
    wall := wall + interval '1 day';
    while not private.is_business_day(wall::date) loop
      wall := wall + interval '1 day';
    end loop;
  end loop;
  return wall at time zone 'America/Toronto';
end;
$$;

grant execute on function private.answer_due(timestamptz, integer) to authenticated;

-- The requests that persons made on their own page (45_personal_links.sql): an erasure to answer before its day, a
-- correction to see. PL/pgSQL: it is read as it runs, for the table stands in a later file.
create function private.personal_today_rows(at timestamptz)
returns table (
  kind text, record_id uuid, title text, detail text, due_at timestamptz, urgency integer, amount bigint,
  target text, target_id uuid, phone text, owner uuid
)
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  select case r.kind when 'erasure' then 'erasure_request' else 'correction' end, r.id, coalesce(c.company, 'Une personne'), null::text,
    (r.due_on + 1)::timestamp at time zone 'America/Toronto',
    case when r.kind = 'correction' then 2
      when r.due_on < (at at time zone 'America/Toronto')::date then 0 else 1 end,
    null::bigint, case when c.id is not null then 'contact' end, c.id, null::text, null::uuid
  from public.personal_requests as r left join public.contacts as c on c.id = r.contact_id
  where r.closed_at is null;
end;
$$;

grant execute on function private.personal_today_rows(timestamptz) to authenticated;

-- The money to collect: invoices that are late or due within a week and that nobody was reminded of for a week, accepted
-- quotes of the last year that nothing bills, the rest of those whose trip is over (or that have none, and no invoice for a
-- month), and e-mails of invoices that failed. Read as it runs: invoices stand in a later file.
create function private.invoice_today_rows(at timestamptz)
returns table (
  kind text, record_id uuid, title text, detail text, due_at timestamptz, urgency integer, amount bigint,
  target text, target_id uuid, phone text, owner uuid
)
language plpgsql
stable
set search_path = ''
as $$
declare
  today constant date := (at at time zone 'America/Toronto')::date;
begin
  return query
  select 'invoice', s.id, s.organization_name, s.number, (s.due_on + 1)::timestamp at time zone 'America/Toronto',
    case when s.due_on < today then 0 when s.due_on = today then 1 else 2 end, s.balance_cents, null, null::uuid, null, null::uuid
  from public.invoice_standings() s
  where s.balance_cents > 0 and s.due_on <= today + 7
    and not exists (
      select from public.notifications n
      where n.invoice_id = s.id and n.kind = 'invoice_reminder' and n.state not in ('échec', 'retenu')
        and n.created_at > at - interval '7 days'
    )
  union all
  select case when is_begun then 'quote_balance' else 'quote_to_invoice' end, q.id, q.organization_name, q.number, null, 2,
    (private.billed_totals(private.cents_to_bill(q.id), q.tax_status) ->> 'totalCents')::bigint, null, null, null, null
  from public.quotes q
  left join public.trip_plans t on t.id = q.trip_plan_id
  cross join lateral (select not isempty(private.billed_of_quote(q.id)) as is_begun) as billing
  where q.status = 'accepté' and q.anonymised_at is null and greatest(q.closed_at, t.end_date) > at - interval '1 year'
    and not isempty(private.cents_to_bill(q.id))
    and not exists (select from public.invoices i where i.quote_id = q.id and i.issued_at is null)
    and (
      not is_begun or t.status = 'terminé' or t.status <> 'annulé' and t.end_date < today
      -- Without a trip nothing says that the work is done: a month after the last invoice it may be.
      or t.id is null and not exists (
        select from public.invoices i where i.quote_id = q.id and i.issued_at > at - interval '30 days'
      )
    )
  union all
  select 'invoice_emails', i.id, i.organization_name, i.number, null, 1, failed.total, null, null, null, null
  from (
    select n.invoice_id, count(*) as total from public.notifications n
    where n.invoice_id is not null and n.state in ('échec', 'incertain')
    group by n.invoice_id
    having max(n.finished_at) > at - interval '30 days'
  ) as failed
  join public.invoices i on i.id = failed.invoice_id
  where i.anonymised_at is null;
end;
$$;

grant execute on function private.invoice_today_rows(timestamptz) to authenticated;

-- Everything that wants a person at a moment, most urgent first, what was put off included. Runs as the caller, under
-- the policies of each table.
--   kind             request, action, quote, quote_emails, invoice, invoice_emails, quote_to_invoice, quote_balance, draft, drafts,
--                    trip, trip_over, request_email, campaign_emails, campaign, consent, register, publication, dead_link, tender, tender_week,
--                    segment, erasure_request, correction
--   record_id        of the row that it is about; of many or of a register, the nil uuid
--   title            an organisation, a town, a tour, a campaign: never a person, but for the words of an action
--   detail           by kind: a service, the organisation of an action, a place, a region, a reason, a day
--   urgency          0 late, 1 today or soon, 2 when there is time
--   amount           prospects to decide, messages that failed, drafts, the cents of a quote
--   target, phone    of an action: the record it is about and its phone number
create function private.today_rows(at timestamptz)
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
      case when private.sender_identity() is null then 'L’identité de l’expéditeur est incomplète (Réglages).' end
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
  -- The first trip to come that has prospects to decide.
  undecided_trip as (
    select t.id, t.city, t.region, t.start_date, p.total
    from clock, public.trip_plans t
    cross join lateral (
      select count(*) as total from public.suggested_prospects s
      where s.trip_plan_id = t.id and s.status = 'pending'
        and s.id not in (select r.prospect from private.related_prospects(t.id) as r)
    ) p
    where t.status in ('planifié', 'confirmé') and t.end_date >= clock.today and p.total > 0
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
    select 'request' as kind, r.id as record_id, r.organization_name as title, r.service_type::text as detail, r.due as due_at,
      case when r.due < at then 0 when r.soon < at then 1 else 2 end as urgency, null::bigint as amount,
      null as target, null::uuid as target_id, null as phone, null::uuid as owner
    from requests r
    union all
    select 'action', a.id, a.title, a.organization, a.due, case when a.due < at then 0 else 1 end, null,
      a.target, a.target_id, case when a.kind = 'appeler' then a.phone end, a.owner
    from actions a
    union all
    -- Without an answer: seven days after it was sent, or as many before its end, and for thirty days past it.
    select 'quote', d.id, d.organization_name, d.number, (d.valid_until + 1)::timestamp at time zone 'America/Toronto',
      case when d.valid_until < clock.today then 0 when d.valid_until <= clock.today + 2 then 1 else 2 end, d.total_cents, null, null, null, null
    from clock, public.quotes d
    where d.status = 'envoyé' and (d.valid_until <= clock.today + 7 or d.sent_at <= at - interval '7 days')
      or d.status = 'expiré' and d.valid_until >= clock.today - 30
    union all
    select 'request_email', q.id, q.organization_name, max(n.state)::text, max(n.finished_at), 1, count(*), null, null, null, null
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
    where c.cancelled_at is null and (c.status in ('en_cours', 'programmé') or c.paused_at is not null and private.follows_up(c))
      and (c.paused_at is not null or stop.reason is not null)
    union all
    select 'trip', t.id, t.city, t.region, t.start_date::timestamp at time zone 'America/Toronto',
      case when t.start_date <= clock.today + 7 then 1 else 2 end, t.total, null, null, null, null
    from clock, undecided_trip t
    union all
    -- Nobody has said that it took place, or not; after two months nobody will.
    select 'trip_over', t.id, t.city, t.region, null, 2, null, null, null, null, null
    from clock, public.trip_plans t
    where t.status in ('planifié', 'confirmé') and t.end_date between clock.today - 60 and clock.today - 1
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
    select * from private.invoice_today_rows(at)
    union all
    select * from private.tender_today_rows(at)
    union all
    select * from private.segment_today_rows(at)
    union all
    select * from private.personal_today_rows(at)
  )
  select i.kind, i.record_id, i.title, i.detail, i.due_at, i.urgency, i.amount, i.target, i.target_id, i.phone, i.owner,
    p.until
  from clock cross join items i
  left join public.postponed_items p on p.kind = i.kind and p.record_id = i.record_id and p.until > clock.today
  order by i.urgency, i.due_at nulls last, i.kind, i.title, i.record_id;
$$;

grant execute on function private.today_rows(timestamptz) to authenticated;

-- The same for the screen, now.
create function public.today_items()
returns table (
  kind text, record_id uuid, title text, detail text, due_at timestamptz, urgency integer, amount bigint,
  target text, target_id uuid, phone text, owner uuid, postponed_until date
)
language sql
stable
set search_path = ''
as $$
  select * from private.today_rows(now()) where (select private.is_member());
$$;

grant execute on function public.today_items() to authenticated;

-- What leaves the screen: per person -------------------------------------------------------------------------------

-- What a person chose, and the private address of their calendar: only the hash of its token is kept.
create table private.today_preferences (
  user_id uuid primary key references auth.users (id) on delete cascade,
  daily_digest boolean not null default true,
  feed_hash text,
  feed_created_at timestamptz,
  feed_read_at timestamptz,
  constraint today_preferences_feed_hash_key unique (feed_hash),
  constraint today_preferences_feed_hash_format check (feed_hash ~ '^[0-9a-f]{64}$')
);

alter table private.today_preferences enable row level security;

-- One's own: { daily_digest, feed_created_at, feed_read_at }.
create function public.today_preferences()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return coalesce(
    (
      select jsonb_build_object(
        'daily_digest', p.daily_digest, 'feed_created_at', p.feed_created_at, 'feed_read_at', p.feed_read_at
      )
      from private.today_preferences p where p.user_id = auth.uid()
    ),
    '{"daily_digest": true, "feed_created_at": null, "feed_read_at": null}'
  );
end;
$$;

grant execute on function public.today_preferences() to authenticated;

create function public.set_daily_digest(wanted boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  insert into private.today_preferences as p (user_id, daily_digest) values (auth.uid(), wanted)
  on conflict (user_id) do update set daily_digest = excluded.daily_digest;
end;
$$;

grant execute on function public.set_daily_digest(boolean) to authenticated;

-- Makes the private address of one's calendar and returns its token, this once; an earlier one stops working.
create function public.create_calendar_feed()
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- 244 random bits.
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform private.require_admin();
  insert into private.today_preferences as p (user_id, feed_hash, feed_created_at)
  values (auth.uid(), encode(sha256(convert_to(token, 'UTF8')), 'hex'), now())
  on conflict (user_id) do update set
    feed_hash = excluded.feed_hash, feed_created_at = excluded.feed_created_at, feed_read_at = null;
  return token;
end;
$$;

grant execute on function public.create_calendar_feed() to authenticated;

create function public.revoke_calendar_feed()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update private.today_preferences p set feed_hash = null, feed_created_at = null, feed_read_at = null
  where p.user_id = auth.uid();
end;
$$;

grant execute on function public.revoke_calendar_feed() to authenticated;

-- What a calendar shows to whoever holds its address, for the edge function calendar-feed: { actions, trips }; null for
-- an unknown or revoked token, or when its person is no administrator any more. The words of an action may name
-- somebody: only the organisation leaves. Looked up by hash, so that how long it takes says nothing of a token. At most
-- 60 readings in ten minutes: calendars read a few times a day.
create function public.calendar_feed(token text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  person uuid;
  window_start timestamptz := now() - interval '10 minutes';
begin
  update private.today_preferences p set feed_read_at = now()
  where p.feed_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
    and exists (select from public.user_roles r where r.user_id = p.user_id and r.role = 'admin')
  returning p.user_id into person;
  if person is null then
    return null;
  end if;
  -- The row updated above is locked: of two simultaneous readings at the limit, only one may pass.
  if (
    select count(*) from private.function_calls made
    where made.user_id = person and made.function_name = 'calendar-feed' and made.called_at > window_start
  ) >= 60 then
    raise sqlstate 'PT429' using message = 'Cet agenda est lu trop souvent. Veuillez patienter quelques minutes.';
  end if;
  insert into private.function_calls (function_name, user_id) values ('calendar-feed', person);
  delete from private.function_calls made
  where made.user_id = person and made.function_name = 'calendar-feed' and made.called_at <= window_start;
  return jsonb_build_object(
    'actions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', a.id, 'kind', a.kind, 'due_on', a.due_on, 'due_time', a.due_time, 'organization', r.organization,
        'target', r.target, 'target_id', r.target_id, 'updated_at', a.updated_at
      ) order by a.due_on, a.id), '[]')
      -- The records of what is still open alone.
      from public.next_actions a join private.next_action_records() r on r.action_id = a.id
      where a.owner = person or a.owner is null
    ),
    'trips', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'city', t.city, 'region', t.region, 'start_date', t.start_date, 'end_date', t.end_date,
        'updated_at', t.updated_at
      ) order by t.start_date, t.id), '[]')
      from public.trip_plans t
      where t.status <> 'annulé' and t.end_date > (now() at time zone 'America/Toronto')::date - 90
    )
  );
end;
$$;

grant execute on function public.calendar_feed(text) to service_role;

create type public.digest_state as enum ('en_attente', 'envoyé', 'échec', 'incertain', 'rien');

-- The daily digest: one row per person and day, sent by dispatch-emails as the other e-mails are (leases, outcomes and
-- back-off of schema 15). `content` is what was true when it was queued, so that a retry sends the same message; it goes
-- once the outcome is known.
create table private.daily_digests (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- 'rien': there was nothing to say that day.
  state public.digest_state not null default 'en_attente',
  content jsonb,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease_token uuid,
  first_attempt_at timestamptz,
  may_have_arrived boolean not null default false,
  last_error text,
  finished_at timestamptz,
  constraint daily_digests_day_user_id_key unique (day, user_id),
  constraint daily_digests_last_error_length check (char_length(last_error) <= 500)
);

create index daily_digests_user_id_idx on private.daily_digests (user_id);
create index daily_digests_due_idx on private.daily_digests (next_attempt_at) where state = 'en_attente';

alter table private.daily_digests enable row level security;

-- Decides, from 7 h to noon on Québec's clocks and once a day per administrator, whether there is something to say: what
-- is late, due today or soon. Only one's own actions and those of nobody.
create function private.queue_daily_digests(at timestamptz)
returns void
language plpgsql
set search_path = ''
as $$
declare
  wall timestamp := at at time zone 'America/Toronto';
  person record;
  lines jsonb;
begin
  if wall::time not between time '07:00' and time '12:00' then
    return;
  end if;
  for person in
    select r.user_id from public.user_roles r
    left join private.today_preferences p on p.user_id = r.user_id
    where r.role = 'admin' and coalesce(p.daily_digest, true)
      and not exists (
        select from private.daily_digests d where d.user_id = r.user_id and d.day = wall::date
      )
  loop
    select jsonb_agg(jsonb_build_object(
      'kind', i.kind, 'urgency', i.urgency, 'due_at', i.due_at, 'amount', i.amount, 'record_id', i.record_id,
      'target', i.target, 'target_id', i.target_id,
      'title', case when i.kind = 'action' then i.detail else i.title end
    )) into lines
    from private.today_rows(at) i
    where i.urgency < 2 and i.postponed_until is null
      and (i.owner is null or i.owner = person.user_id);
    insert into private.daily_digests (day, user_id, state, content)
    values (wall::date, person.user_id, (case when lines is null then 'rien' else 'en_attente' end)::public.digest_state, lines)
    on conflict (day, user_id) do nothing;
  end loop;
end;
$$;

-- Leases one due digest to a worker for a minute, as claim_due_notifications does. One of an earlier day is not sent any
-- more.
create function public.claim_daily_digest(same_key_is_safe boolean)
returns table (id uuid, lease_token uuid, email text, day date, content jsonb)
language plpgsql
security definer
set search_path = ''
as $$
declare
  today date := (now() at time zone 'America/Toronto')::date;
begin
  if private.is_sending_held() then
    return;
  end if;
  perform private.queue_daily_digests(now());
  delete from private.daily_digests d where d.day < today - 30;
  update private.daily_digests d set
    state = (case when d.lease_token is not null or d.may_have_arrived then 'incertain' else 'échec' end)::public.digest_state,
    last_error = coalesce(d.last_error, 'L''envoi a été interrompu avant la réponse du serveur de courriel.'),
    lease_token = null, content = null, finished_at = now()
  where d.state = 'en_attente' and d.next_attempt_at <= now() and (
    d.day < today
    or (d.lease_token is not null or d.may_have_arrived)
      and not (same_key_is_safe and d.first_attempt_at > now() - interval '23 hours')
  );
  return query
  with claimed as (
    update private.daily_digests taken set
      attempts = taken.attempts + 1,
      first_attempt_at = coalesce(taken.first_attempt_at, now()),
      may_have_arrived = taken.may_have_arrived or taken.lease_token is not null,
      lease_token = gen_random_uuid(),
      next_attempt_at = now() + interval '60 seconds'
    where taken.id = (
      select waiting.id from private.daily_digests waiting
      where waiting.state = 'en_attente' and waiting.next_attempt_at <= now()
      order by waiting.next_attempt_at, waiting.id
      limit 1
      for update skip locked
    )
    returning taken.*
  )
  select c.id, c.lease_token, u.email::text, c.day, c.content
  from claimed c join auth.users u on u.id = c.user_id;
end;
$$;

grant execute on function public.claim_daily_digest(boolean) to service_role;

-- Records the outcome, as finish_notification does; false when the lease was lost.
create function public.finish_daily_digest(
  digest uuid,
  token uuid,
  outcome text,
  reason text default null,
  sent_as text default null,
  wait_seconds integer default null,
  arrival_possible boolean default false
)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  held private.daily_digests;
  unsure boolean;
  is_over boolean;
begin
  select * into held from private.daily_digests d
  where d.id = digest and d.lease_token = token and d.state = 'en_attente'
  for update;
  if not found then
    return false;
  end if;
  if outcome not in ('accepted', 'rejected', 'unknown', 'retry', 'wait', 'pause') then
    raise invalid_parameter_value using message = 'Unknown outcome: ' || outcome;
  end if;
  unsure := held.may_have_arrived or arrival_possible;
  is_over := outcome in ('accepted', 'rejected', 'unknown');
  update private.daily_digests d set
    state = case
      when outcome = 'accepted' then 'envoyé'
      when outcome = 'unknown' then 'incertain'
      when outcome = 'rejected' then 'échec'
      else d.state
    end,
    content = case when not is_over then d.content end,
    finished_at = case when is_over then now() end,
    attempts = d.attempts - case when outcome in ('wait', 'pause') then 1 else 0 end,
    next_attempt_at = now() + case outcome
      when 'retry' then least(interval '10 seconds' * power(3, least(held.attempts, 10) - 1), interval '1 hour')
      when 'wait' then least(greatest(coalesce(wait_seconds, 30), 1), 86400) * interval '1 second'
      else interval '5 minutes'
    end,
    last_error = left(reason, 500), may_have_arrived = unsure, lease_token = null
  where d.id = digest;
  return true;
end;
$$;

grant execute on function public.finish_daily_digest(uuid, uuid, text, text, text, integer, boolean) to service_role;

-- The day of a trip --------------------------------------------------------------------------------------------------

-- The day of a trip: where it stops, and whom else one could visit there.

-- A trip as its sheet shows it, or null when there is none:
--   { trip, stops, others } of { id, name, company, function_title, status, email, phone, city, region, address, latitude,
--   longitude, is_of_town, shore, km, crossing, is_accepted }
-- stops: the contacts to visit, in order. others: those that its prospects became and those known within its radius, the
-- nearest first. A contact stands where OpenStreetMap or the register put its prospect, else in the middle of its town.
create function public.trip_sheet(trip_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with trip as (
    select t.* from public.trip_plans as t where t.id = trip_sheet.trip_id and (select private.is_member())
  ),
  -- A record that was united with another is the one that stays.
  chosen as (
    select coalesce(merge.kept_id, stop.id) as id, min(stop.place) as place
    from trip cross join lateral unnest(trip.stop_ids) with ordinality as stop (id, place)
    left join private.contact_merges as merge on merge.trash_id = stop.id
    group by 1
  ),
  accepted as (
    select distinct on (p.contact_id) p.contact_id, p.latitude, p.longitude, p.crossing
    from public.suggested_prospects as p join trip on p.trip_plan_id = trip.id
    where p.status = 'accepted' and p.contact_id is not null
    order by p.contact_id, p.created_at
  ),
  people as (
    select c.id, c.name, c.company, c.function_title, c.status, c.email, c.phone, c.city, c.region,
      coalesce(o.address, hall.address) as address,
      coalesce(a.latitude, m.latitude) as latitude, coalesce(a.longitude, m.longitude) as longitude,
      a.latitude is null as is_of_town, private.shore_of(c.municipality_code) as shore, a.crossing,
      a.contact_id is not null as is_accepted, chosen.place,
      private.distance_km(
        trip.latitude, trip.longitude, coalesce(a.latitude, m.latitude), coalesce(a.longitude, m.longitude)
      ) as km
    from trip
    cross join public.contacts as c
    left join accepted as a on a.contact_id = c.id
    left join chosen on chosen.id = c.id
    left join public.municipalities as m on m.code = c.municipality_code
    left join public.organisations as o on o.id = c.organisation_id
    left join public.municipalities as hall on hall.code = o.register_code
  ),
  others as (
    select people.* from people, trip
    where people.place is null and (people.is_accepted or people.km <= trip.radius_km)
    order by people.km, people.id
    limit 300
  )
  select jsonb_build_object(
    'trip', jsonb_build_object(
      'id', trip.id, 'city', trip.city, 'region', trip.region, 'start_date', trip.start_date, 'end_date', trip.end_date,
      'job_type', trip.job_type, 'client_name', trip.client_name, 'description', trip.description,
      'latitude', trip.latitude, 'longitude', trip.longitude, 'shore', private.shore_of(trip.municipality_code)
    ),
    'stops', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'place' order by s.place), '[]') from people as s where s.place is not null
    ),
    'others', (select coalesce(jsonb_agg(to_jsonb(s) - 'place' order by s.km, s.id), '[]') from others as s)
  )
  from trip;
$$;

grant execute on function public.trip_sheet(uuid) to authenticated;
