-- A mailbox read by IMAP, and the text of an unsent answer that is kept (supabase/schemas/28_conversations.sql).

alter table public.dispatcher_state
  add column inbox_name text,
  add column inbox_validity bigint,
  add column inbox_uid bigint not null default 0,
  add column inbox_read_at timestamptz,
  add column inbox_next_at timestamptz,
  add column inbox_failures integer not null default 0,
  add column inbox_failing_since timestamptz,
  add column inbox_error text,
  add constraint dispatcher_state_inbox_name_length check (char_length(inbox_name) <= 300),
  add constraint dispatcher_state_inbox_validity_range check (inbox_validity between 0 and 4294967295),
  add constraint dispatcher_state_inbox_uid_range check (inbox_uid between 0 and 4294967295),
  add constraint dispatcher_state_inbox_failures_range check (inbox_failures >= 0),
  add constraint dispatcher_state_inbox_error_length check (char_length(inbox_error) <= 500);

-- What limits sending at this moment: { sent_today, daily_cap, quiet_now, quiet_until, ready, stop, reputation_stop, outage,
-- transport, inbox }; stop: why nothing leaves at all. outage: { since, attempts, next_at, reason } while the mail server cannot
-- be reached, one failed call apart, which says nothing yet; inbox: the same of the mailbox that answers are read from.
create or replace function public.sending_state()
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'sent_today', private.sent_today(), 'daily_cap', private.daily_limit(), 'quiet_now', private.is_quiet(now()),
      'quiet_until', private.quiet_until(now()), 'ready', private.sender_identity() is not null,
      'stop', private.sending_stop(), 'reputation_stop', state.reputation_stop, 'transport', state.transport,
      'outage', case when state.outage_attempts > 1 then jsonb_build_object(
        'since', state.outage_since, 'attempts', state.outage_attempts, 'next_at', state.outage_next_at,
        'reason', state.outage_reason
      ) end,
      -- A mailbox that is no longer tried is no longer set up.
      'inbox', case when state.inbox_failures > 1 and state.inbox_next_at > now() - interval '1 hour' then jsonb_build_object(
        'since', state.inbox_failing_since, 'attempts', state.inbox_failures, 'next_at', state.inbox_next_at,
        'reason', state.inbox_error
      ) end
    )
    from public.settings left join public.dispatcher_state as state on state.id = 1
    where settings.id = 1
  );
end;
$$;

-- Leases the reading of a mailbox to one run of the dispatcher for two minutes: { validity, uid, read_at }, where to go on
-- from. Null: another run reads it, or it failed a short while ago. Another mailbox is begun anew.
create function public.begin_inbox_reading(mailbox text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  state public.dispatcher_state;
begin
  insert into public.dispatcher_state (id) values (1) on conflict (id) do nothing;
  update public.dispatcher_state as known set
    inbox_name = left(mailbox, 300),
    inbox_validity = case when known.inbox_name = left(mailbox, 300) then known.inbox_validity end,
    inbox_uid = case when known.inbox_name = left(mailbox, 300) then known.inbox_uid else 0 end,
    inbox_read_at = case when known.inbox_name = left(mailbox, 300) then known.inbox_read_at end,
    inbox_next_at = now() + interval '2 minutes'
  where known.id = 1
    and (known.inbox_next_at is null or known.inbox_next_at <= now() or known.inbox_name is distinct from left(mailbox, 300))
  returning * into state;
  if not found then
    return null;
  end if;
  return jsonb_build_object('validity', state.inbox_validity, 'uid', state.inbox_uid, 'read_at', state.inbox_read_at);
end;
$$;

grant execute on function public.begin_inbox_reading(text) to service_role;

-- Ends it: up to which message all is kept, and why it went no further, if it did not. Failures in a row are waited for one
-- minute, then two, four, eight, at most fifteen: a password that is refused each minute locks an account.
create function public.finish_inbox_reading(validity bigint, uid bigint, error text default null)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.dispatcher_state as state set
    inbox_validity = coalesce(finish_inbox_reading.validity, state.inbox_validity),
    inbox_uid = case
      when finish_inbox_reading.validity is not distinct from state.inbox_validity
        then greatest(state.inbox_uid, finish_inbox_reading.uid)
      else coalesce(finish_inbox_reading.uid, state.inbox_uid)
    end,
    inbox_read_at = case when error is null then now() else state.inbox_read_at end,
    inbox_next_at = case
      when error is null then now()
      else now() + least(interval '1 minute' * power(2, least(state.inbox_failures, 10)), interval '15 minutes')
    end,
    inbox_failures = case when error is null then 0 else state.inbox_failures + 1 end,
    inbox_failing_since = case when error is not null then coalesce(state.inbox_failing_since, now()) end,
    inbox_error = left(error, 500)
  where state.id = 1;
$$;

grant execute on function public.finish_inbox_reading(bigint, bigint, text) to service_role;

-- Keeps the text of an answer that is being written to a message: one draft a message, the last one saved, and none once it
-- is empty. False when the answer has left the draft meanwhile: a late save must not bring it back.
create function public.save_answer_draft(reply uuid, message uuid, reply_subject text, reply_body text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform from public.inbound_messages where id = message for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ce message n’existe plus.';
  end if;
  if exists (
    select from public.notifications
    where id = reply and (state <> 'brouillon' or inbound_message_id is distinct from message)
  ) then
    return false;
  end if;
  delete from public.notifications where inbound_message_id = message and state = 'brouillon';
  if reply_body ~ '\S' then
    insert into public.notifications (id, inbound_message_id, kind, state, subject, body, created_by)
    values (reply, message, 'reply', 'brouillon', reply_subject, reply_body, auth.uid());
  end if;
  return true;
end;
$$;

grant execute on function public.save_answer_draft(uuid, uuid, text, text) to authenticated;
