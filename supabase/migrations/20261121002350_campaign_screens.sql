-- When a message of a campaign last reached each contact: { contact id: timestamp }. One value: a list of rows would
-- be cut at 1 000. Runs as the caller: the policies decide.
create function public.contact_last_sends()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(contact_id, last), '{}') from (
    select contact_id, max(coalesce(finished_at, created_at)) as last from public.email_sends
    where status = 'envoyé' and contact_id is not null
    group by contact_id
  ) reached;
$$;

revoke all on function public.contact_last_sends() from public, anon, authenticated, service_role;
grant execute on function public.contact_last_sends() to authenticated;

-- A test of a template goes to the administrator's own address only; even so, not hundreds of times.
create or replace function private.function_call_limit(function_name text)
returns integer
language sql
immutable
set search_path = ''
as $$
  select case function_name
    when 'generate-description' then 20
    when 'send-test-email' then 10
  end;
$$;
