-- This file holds next actions: the one thing to do next about a contact, a quote request or a trip. It is no second
-- to-do app: a record has at most one that is open, and those that are done stay as its history.

create type public.next_action_kind as enum ('appeler');

create table public.next_actions (
  id uuid primary key default gen_random_uuid(),
  -- Exactly one of these is set. Another kind of record adds its column here, to the check, to an index and to
  -- private.next_action_records.
  contact_id uuid references public.contacts (id) on delete cascade,
  quote_request_id uuid references public.quote_requests (id) on delete cascade,
  trip_plan_id uuid references public.trip_plans (id) on delete cascade,
  title text not null,
  -- 'appeler' offers the record's phone number; null stands for anything else.
  kind public.next_action_kind,
  due_on date not null,
  -- It is on Québec's clocks; null means some time that day.
  due_time time,
  -- It is null for whoever sees the action first.
  owner uuid references auth.users (id) on delete set null,
  done_at timestamptz,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- These are the ground that allows a call to a public office holder (11_lobbying.sql), and the studio's note about
  -- it.
  lobbying_ground public.lobbying_ground,
  lobbying_reference text,
  constraint next_actions_one_record check (num_nonnulls(contact_id, quote_request_id, trip_plan_id) = 1),
  constraint next_actions_title_length check (btrim(title) <> '' and char_length(title) <= 200),
  constraint next_actions_title_one_line check (private.is_one_line_text(title)),
  constraint next_actions_lobbying_whole check ((lobbying_ground is null) = (lobbying_reference is null)),
  constraint next_actions_lobbying_reference_length
    check (btrim(lobbying_reference) <> '' and char_length(lobbying_reference) <= 200),
  constraint next_actions_lobbying_reference_one_line check (private.is_one_line_text(lobbying_reference))
);

-- The first three allow one open action per record and serve the foreign keys of open ones, the three that follow those
-- of all.
create unique index next_actions_open_contact_key on public.next_actions (contact_id) where done_at is null;
create unique index next_actions_open_request_key on public.next_actions (quote_request_id) where done_at is null;
create unique index next_actions_open_trip_key on public.next_actions (trip_plan_id) where done_at is null;
create index next_actions_contact_id_idx on public.next_actions (contact_id);
create index next_actions_quote_request_id_idx on public.next_actions (quote_request_id);
create index next_actions_trip_plan_id_idx on public.next_actions (trip_plan_id);
create index next_actions_owner_idx on public.next_actions (owner);
create index next_actions_recorded_by_idx on public.next_actions (recorded_by);
create index next_actions_due_idx on public.next_actions (due_on) where done_at is null;

create trigger next_actions_set_updated_at before update on public.next_actions
  for each row execute function private.set_updated_at();

alter table public.next_actions enable row level security;

-- Only the functions below write it, because « one open action per record » and « a done action is kept » involve
-- several rows, which no column grant can express.
grant select on table public.next_actions to authenticated, service_role;

create policy "next_actions: member reads" on public.next_actions
  for select to authenticated
  using ((select private.is_member()));

-- Plans the next action of a record, or changes the one that is open; returns its id.
--   target  contact, quote_request or trip_plan
--   ground  what allows a call to a person who holds a public office, and its reference; it is not asked for what the
--           studio's own records allow (private.standing_ground), nor again for the same open action
create function public.plan_next_action(
  target text,
  target_id uuid,
  title text,
  due_on date,
  due_time time default null,
  kind public.next_action_kind default null,
  owner uuid default null,
  ground public.lobbying_ground default null,
  ground_reference text default null
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  planned uuid;
  allowed_by jsonb;
begin
  perform private.require_admin();
  if owner is not null and not exists (
    select from public.user_roles r where r.user_id = plan_next_action.owner and r.role = 'admin'
  ) then
    raise sqlstate 'PT409' using message = 'Cette personne ne fait plus partie de l’équipe.';
  end if;
  -- The record is locked first: of two people who plan at the same time, the second changes what the first planned.
  if target = 'contact' then
    perform from public.contacts c where c.id = target_id for update;
  elsif target = 'quote_request' then
    perform from public.quote_requests q where q.id = target_id and q.anonymised_at is null for update;
  elsif target = 'trip_plan' then
    perform from public.trip_plans t where t.id = target_id for update;
  else
    raise invalid_parameter_value using message = 'Cette fiche n’a pas de prochaine action.';
  end if;
  if not found then
    raise sqlstate 'PT404' using message = 'Cette fiche n’existe plus.';
  end if;
  if target = 'contact' and plan_next_action.kind = 'appeler' and private.lobbying_refusal(target_id) is not null then
    allowed_by := coalesce(
      case when ground is not null and btrim(ground_reference) <> '' then
        jsonb_build_object('ground', ground, 'reference', left(btrim(ground_reference), 200))
      end,
      (
        select jsonb_build_object('ground', a.lobbying_ground, 'reference', a.lobbying_reference)
        from public.next_actions a
        where a.contact_id = target_id and a.done_at is null and a.lobbying_ground is not null
      ),
      private.standing_ground(target_id, now())
    );
    if allowed_by is null then
      raise sqlstate 'PT422' using message =
        'Cette personne est titulaire d’une charge publique et n’a rien demandé par écrit : indiquez ce qui permet de la rappeler.';
    end if;
  end if;

  update public.next_actions a set
    title = btrim(plan_next_action.title), due_on = plan_next_action.due_on, due_time = plan_next_action.due_time,
    kind = plan_next_action.kind, owner = plan_next_action.owner,
    lobbying_ground = (allowed_by ->> 'ground')::public.lobbying_ground, lobbying_reference = allowed_by ->> 'reference'
  where a.done_at is null and case target
    when 'contact' then a.contact_id = target_id
    when 'quote_request' then a.quote_request_id = target_id
    else a.trip_plan_id = target_id
  end
  returning a.id into planned;
  if planned is null then
    insert into public.next_actions (contact_id, quote_request_id, trip_plan_id, title, due_on, due_time, kind, owner, recorded_by, lobbying_ground,
      lobbying_reference)
    values (
      case when target = 'contact' then target_id end,
      case when target = 'quote_request' then target_id end,
      case when target = 'trip_plan' then target_id end,
      btrim(title), due_on, due_time, kind, owner, auth.uid(),
      (allowed_by ->> 'ground')::public.lobbying_ground, allowed_by ->> 'reference'
    )
    returning id into planned;
  end if;
  return planned;
end;
$$;

grant execute on function public.plan_next_action(text, uuid, text, date, time, public.next_action_kind, uuid, public.lobbying_ground, text) to authenticated;

-- « Fait » finishes an action or, with `done` false, « Annuler » opens it again, which is refused once another action
-- was planned for the record. It returns false when the action was so already, or is gone.
create function public.finish_next_action(action uuid, done boolean default true)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.next_actions a set done_at = case when done then now() end
  where a.id = action and (a.done_at is null) = done;
  return found;
exception when unique_violation then
  raise sqlstate 'PT409' using message = 'Une autre action a été planifiée entre-temps pour cette fiche.';
end;
$$;

grant execute on function public.finish_next_action(uuid, boolean) to authenticated;

-- « Reporter » gives an action another day; the time stays. It returns false when the action is done, or gone.
create function public.postpone_next_action(action uuid, until date)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.next_actions a set due_on = until where a.id = action and a.done_at is null;
  return found;
end;
$$;

grant execute on function public.postpone_next_action(uuid, date) to authenticated;

-- Withdraws an open action; one that is done is history and stays.
create function public.remove_next_action(action uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.next_actions a where a.id = action and a.done_at is null;
  return found;
end;
$$;

grant execute on function public.remove_next_action(uuid) to authenticated;

-- Lists whom an action may be given to: user_roles shows one's own row only.
create function public.action_owners()
returns table (id uuid, email text)
language sql
stable
security definer
set search_path = ''
as $$
  select u.id, u.email::text from public.user_roles r join auth.users u on u.id = r.user_id
  where r.role = 'admin' and (select private.is_member())
  order by u.email;
$$;

grant execute on function public.action_owners() to authenticated;

-- Deletes actions with the personal data of their request: they are words about somebody.
create function private.forget_request_actions()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.next_actions where quote_request_id = new.id;
  return null;
end;
$$;

create trigger quote_requests_forget_actions after update of anonymised_at on public.quote_requests
  for each row when (old.anonymised_at is null and new.anonymised_at is not null)
  execute function private.forget_request_actions();

-- Lists the records that open actions are about, by the names that others may read: organisations and towns, never
-- people.
create function private.next_action_records()
returns table (action_id uuid, target text, target_id uuid, organization text, phone text)
language sql
stable
set search_path = ''
as $$
  select a.id, 'contact', c.id, c.company, c.phone
  from public.next_actions a join public.contacts c on c.id = a.contact_id where a.done_at is null
  union all
  select a.id, 'quote_request', q.id, q.organization_name, q.phone
  from public.next_actions a join public.quote_requests q on q.id = a.quote_request_id where a.done_at is null
  union all
  select a.id, 'trip_plan', t.id, t.city, null
  from public.next_actions a join public.trip_plans t on t.id = a.trip_plan_id where a.done_at is null;
$$;

grant execute on function private.next_action_records() to authenticated;

-- Personal data ------------------------------------------------------------------------------------------------------

-- Returns what a person's copy holds of next actions.
create function private.action_personal_data(person uuid, addresses text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'next_actions', (
      select coalesce(jsonb_agg(to_jsonb(a) - '{owner, recorded_by}'::text[] order by a.created_at), '[]')
      from public.next_actions a
      left join public.quote_requests q on q.id = a.quote_request_id
      where a.contact_id = person or q.contact_id = person or lower(q.email) = any (addresses)
    )
  );
$$;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the open actions that are due today or were before.
create function private.action_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  select 'action', 'prochaine action', a.id, a.title, r.organization, moment.due, case when moment.due < at then 0 else 1 end,
    null::bigint, r.target, r.target_id, case when a.kind = 'appeler' then r.phone end, a.owner
  from public.next_actions a
  join private.next_action_records() r on r.action_id = a.id
  cross join lateral (
    select (a.due_on + coalesce(a.due_time, time '23:59:59')) at time zone 'America/Toronto' as due
  ) as moment
  where a.done_at is null and a.due_on <= (at at time zone 'America/Toronto')::date;
$$;

grant execute on function private.action_today_rows(timestamptz) to authenticated;
