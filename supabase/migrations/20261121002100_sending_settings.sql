-- Who writes the campaigns and within which bounds: one row, changed on /admin/parametres. Nothing secret is here; keys
-- and passwords are variables of the functions.
create table public.settings (
  -- Row 1 is the one that counts.
  id smallint primary key,
  -- Empty until somebody fills them in: nothing is sent before (Canada's anti-spam law wants them in each message).
  sender_name text not null,
  legal_name text not null default '',
  postal_address text not null default '',
  contact_email text not null default '',
  contact_phone text not null default '',
  -- Addresses that the provider lets us write from.
  verified_senders text[] not null default '{}',
  -- Messages a day (America/Toronto). A new domain starts at 150 and is warmed up.
  daily_cap integer not null default 150,
  -- Scheduled messages and follow-ups wait during these hours of America/Toronto, midnight crossed or not.
  quiet_start time,
  quiet_end time,
  updated_at timestamptz not null default now(),
  -- Names end up in e-mail headers: a line break there would add headers of the writer's choice.
  constraint settings_sender_name_shape check (char_length(sender_name) <= 100 and sender_name !~ '[[:cntrl:]]'),
  constraint settings_legal_name_shape check (char_length(legal_name) <= 200 and legal_name !~ '[[:cntrl:]]'),
  constraint settings_postal_address_shape check (char_length(postal_address) <= 300 and postal_address !~ '[[:cntrl:]]'),
  constraint settings_contact_phone_shape check (char_length(contact_phone) <= 20 and contact_phone !~ '[[:cntrl:]]'),
  constraint settings_contact_email_length check (char_length(contact_email) <= 255),
  constraint settings_contact_email_format check (
    contact_email ~ '^([^][:space:][:cntrl:]@<>,;:"()[\\]+@[^][:space:][:cntrl:]@<>,;:"()[\\.]+(\.[^][:space:][:cntrl:]@<>,;:"()[\\.]+)+)?$'
  ),
  constraint settings_verified_senders_count check (cardinality(verified_senders) <= 20),
  constraint settings_verified_senders_format check (
    verified_senders = '{}' or array_position(verified_senders, null) is null
    -- Each item is one address: joined by spaces they are as many addresses as items.
    and cardinality(string_to_array(array_to_string(verified_senders, ' '), ' ')) = cardinality(verified_senders)
    and array_to_string(verified_senders, ' ')
      ~ '^([^][:space:][:cntrl:]@<>,;:"()[\\]+@[^][:space:][:cntrl:]@<>,;:"()[\\.]+(\.[^][:space:][:cntrl:]@<>,;:"()[\\.]+)+( (?=[^ ])|$))+$'
  ),
  constraint settings_daily_cap_range check (daily_cap between 1 and 50000),
  constraint settings_quiet_hours_whole check ((quiet_start is null) = (quiet_end is null) and quiet_start <> quiet_end)
);

create trigger settings_set_updated_at before update on public.settings
  for each row execute function private.set_updated_at();

revoke all on table public.settings from public, anon, authenticated, service_role;
alter table public.settings enable row level security;

grant select, update (
  sender_name, legal_name, postal_address, contact_email, contact_phone, verified_senders, daily_cap, quiet_start, quiet_end
) on table public.settings to authenticated;
grant select, insert, update, delete on table public.settings to service_role;

create policy "settings: admin reads" on public.settings
  for select to authenticated
  using ((select private.is_admin()));

create policy "settings: admin changes" on public.settings
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

insert into public.settings (id, sender_name) values (1, '');

-- How the last run of the dispatcher went, for the same screen.
create table public.dispatcher_state (
  -- Row 1 is the one that counts.
  id smallint primary key,
  last_run_at timestamptz not null default now(),
  -- { notifications: { accepted: 2 }, campaigns: { … } }
  last_summary jsonb not null default '{}',
  -- How messages leave: « smtp » or « resend »; null when no provider is set up.
  transport text,
  last_error text,
  constraint dispatcher_state_transport_known check (transport in ('smtp', 'resend')),
  constraint dispatcher_state_last_error_length check (char_length(last_error) <= 500)
);

revoke all on table public.dispatcher_state from public, anon, authenticated, service_role;
alter table public.dispatcher_state enable row level security;
grant select on table public.dispatcher_state to authenticated, service_role;

create policy "dispatcher_state: admin reads" on public.dispatcher_state
  for select to authenticated
  using ((select private.is_admin()));

create function public.record_dispatch(summary jsonb, transport text, error text default null)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.dispatcher_state as state (id, last_run_at, last_summary, transport, last_error)
  values (1, now(), coalesce(summary, '{}'), record_dispatch.transport, left(error, 500))
  on conflict (id) do update set
    last_run_at = excluded.last_run_at, last_summary = excluded.last_summary,
    transport = excluded.transport, last_error = excluded.last_error;
$$;

revoke all on function public.record_dispatch(jsonb, text, text) from public, anon, authenticated, service_role;
grant execute on function public.record_dispatch(jsonb, text, text) to service_role;

-- Whether messages that can wait should, at that moment.
create function private.is_quiet(at timestamptz)
returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce((
    select case
      when quiet_start < quiet_end then hour >= quiet_start and hour < quiet_end
      else hour >= quiet_start or hour < quiet_end
    end
    from public.settings, (select (at at time zone 'America/Toronto')::time) as clock (hour)
    where id = 1
  ), false);
$$;

revoke all on function private.is_quiet(timestamptz) from public, anon, authenticated, service_role;
grant execute on function private.is_quiet(timestamptz) to authenticated;

-- What every message says of its sender; null while something of it lacks, and then nothing is sent.
create function private.sender_identity()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'sender_name', sender_name, 'legal_name', legal_name, 'postal_address', postal_address,
    'contact_email', contact_email, 'contact_phone', contact_phone
  )
  from public.settings
  where id = 1 and btrim(sender_name) <> '' and btrim(legal_name) <> '' and btrim(postal_address) <> '' and contact_email <> '';
$$;

revoke all on function private.sender_identity() from public, anon, authenticated, service_role;
grant execute on function private.sender_identity() to authenticated;
