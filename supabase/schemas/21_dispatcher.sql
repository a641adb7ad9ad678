-- This file holds the dispatcher: the one scheduled function that sends, what it reports, and the schedule that calls
-- it.

create type public.mail_transport as enum ('smtp', 'resend');

-- The one row holds the result of the last run of dispatch-emails, for the settings screen, and what holds the sending
-- of campaigns.
create table public.dispatcher_state (
  -- It is always 1, the only row that is read.
  id smallint primary key,
  last_run_at timestamptz not null default now(),
  -- Its shape is { notifications: { accepted: 2 }, campaigns: { … } }.
  last_summary jsonb not null default '{}',
  -- It is 'smtp' or 'resend'; null when no provider is set up.
  transport public.mail_transport,
  last_error text,
  -- While the mail server cannot be reached (private.note_outage), these say since when, how many calls in a row, and
  -- the next.
  outage_since timestamptz,
  outage_attempts integer not null default 0,
  outage_next_at timestamptz,
  outage_reason text,
  -- These say why every campaign is held for the sake of the sender's reputation, and when somebody last resumed in
  -- spite of it.
  reputation_stop text,
  reputation_resumed_at timestamptz,
  -- These are the warm-up of a new domain: its step, from 0, and the last day that was looked at
  -- (private.advance_warmup).
  warmup_step smallint not null default 0,
  warmup_day date,
  -- It tells whether the public form takes requests only by the edge function that checks a proof
  -- (docs/decisions/0040).
  quote_form_needs_proof boolean not null default false,
  constraint dispatcher_state_warmup_step_range check (warmup_step between 0 and 5),
  constraint dispatcher_state_outage_attempts_range check (outage_attempts >= 0),
  constraint dispatcher_state_outage_reason_length check (char_length(outage_reason) <= 500),
  constraint dispatcher_state_reputation_stop_length check (char_length(reputation_stop) <= 500),
  constraint dispatcher_state_last_error_length check (char_length(last_error) <= 500)
);

alter table public.dispatcher_state enable row level security;

grant select on table public.dispatcher_state to authenticated, service_role;

create policy "dispatcher_state: member reads" on public.dispatcher_state
  for select to authenticated
  using ((select private.is_member()));

create function public.record_dispatch(summary jsonb, transport public.mail_transport, error text default null)
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

grant execute on function public.record_dispatch(jsonb, public.mail_transport, text) to service_role;

-- Sets whether the form asks for a proof: the dispatcher, which has the secret of the proof or has it not, says so at
-- each run.
create function public.set_quote_form_proof(is_needed boolean)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.dispatcher_state as state (id, quote_form_needs_proof) values (1, is_needed)
  on conflict (id) do update set quote_form_needs_proof = is_needed
  where state.quote_form_needs_proof is distinct from is_needed;
$$;

grant execute on function public.set_quote_form_proof(boolean) to service_role;

-- Calls the edge function dispatch-emails with a secret of its own. Address and secret come from Vault (README);
-- without them, or where Vault and pg_net do not exist, nothing is called. A run takes up to 55 s plus one message,
-- hence the timeout.
create function private.call_dispatcher()
returns void
language plpgsql
set search_path = ''
as $$
declare
  address text;
  secret text;
begin
  if to_regclass('vault.decrypted_secrets') is null or to_regnamespace('net') is null then
    return;
  end if;
  execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into address using 'dispatch_url';
  execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into secret using 'dispatch_secret';
  if address is null or secret is null then
    raise log 'dispatch-emails is not called: the Vault secrets dispatch_url and dispatch_secret are not both set';
    return;
  end if;
  execute 'select net.http_post(url := $1, body := $2, headers := $3, timeout_milliseconds := 90000)'
    using address, '{}'::jsonb,
      jsonb_build_object('content-type', 'application/json', 'x-dispatch-secret', secret);
end;
$$;

-- Calls the dispatcher each minute, where pg_cron exists; scheduling again replaces the job of the same name. pg_cron
-- keeps a row of each run and drops none, 43 200 a month: those of the last week are enough to see what failed.
do $$
begin
  if (select count(*) from pg_available_extensions where name in ('pg_cron', 'pg_net')) = 2 then
    create extension if not exists pg_cron with schema pg_catalog;
    create extension if not exists pg_net with schema extensions;
    perform cron.schedule('dispatch-emails', '* * * * *', 'select private.call_dispatcher()');
    perform cron.schedule('purge-cron-log', '17 8 * * *',
      $purge$delete from cron.job_run_details where coalesce(end_time, start_time) < now() - interval '7 days'$purge$);
  end if;
end
$$;
