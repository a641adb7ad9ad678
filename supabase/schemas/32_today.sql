-- This file holds « Aujourd'hui »: what wants a person, in one order, and what carries it outside: the calendar feed.
-- The daily digest is a message of the outbox (25_outbox.sql).

-- The table holds items that the team postponed until a day. They are postponed for the whole team.
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

-- Only postpone_item writes.
grant select on table public.postponed_items to authenticated, service_role;

create policy "postponed_items: member reads" on public.postponed_items
  for select to authenticated
  using ((select private.is_member()));

-- « Reporter » puts an item off until a day; null brings it back. What has come back by itself is forgotten on the way.
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

-- Returns the lines of every subject at a moment: what each function named x_today_rows answers. Runs as the caller,
-- under the policies of each table.
create function private.lines_of_subjects(at timestamptz)
returns setof private.today_row
language plpgsql
stable
set search_path = ''
as $$
declare
  source regproc;
begin
  for source in select private.functions_of_subjects('today_rows') loop
    return query execute format('select * from %s($1)', source) using at;
  end loop;
end;
$$;

grant execute on function private.lines_of_subjects(timestamptz) to authenticated;

-- Lists everything that wants a person at a moment, most urgent first, what was put off included.
create function private.today_rows(at timestamptz)
returns table (
  kind text, words text, record_id uuid, title text, detail text, due_at timestamptz, urgency integer, amount bigint,
  target text, target_id uuid, phone text, owner uuid, postponed_until date
)
language sql
stable
set search_path = ''
as $$
  select i.*, p.until
  from private.lines_of_subjects(at) as i
  left join public.postponed_items as p
    on p.kind = i.kind and p.record_id = i.record_id and p.until > (at at time zone 'America/Toronto')::date
  order by i.urgency, i.due_at nulls last, i.kind, i.title, i.record_id;
$$;

grant execute on function private.today_rows(timestamptz) to authenticated;

-- Lists the same lines for the screen, at this moment.
create function public.today_items()
returns table (
  kind text, record_id uuid, title text, detail text, due_at timestamptz, urgency integer, amount bigint,
  target text, target_id uuid, phone text, owner uuid, postponed_until date
)
language sql
stable
set search_path = ''
as $$
  select kind, record_id, title, detail, due_at, urgency, amount, target, target_id, phone, owner, postponed_until
  from private.today_rows(now()) where (select private.is_member());
$$;

grant execute on function public.today_items() to authenticated;

-- What leaves the screen, per person -------------------------------------------------------------------------------

-- The table holds what a person chose, and the private address of their calendar: only the hash of its token is kept.
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

-- Returns one's own preferences: { daily_digest, feed_created_at, feed_read_at }.
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
  -- The token has 244 random bits.
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

-- Returns what a calendar shows to whoever holds its address, for the edge function calendar-feed: { actions, trips };
-- null for an unknown or revoked token, or when its person is no administrator any more. The words of an action may
-- name somebody: only the organisation leaves. Looked up by hash, so that how long it takes says nothing of a token. At
-- most 60 readings in ten minutes: calendars read a few times a day.
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
      -- Only the records of what is still open are read.
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
