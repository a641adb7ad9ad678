-- A true answer date outlives a status that goes back and forth, and « Annuler » gives rows back the statuses they had.

alter table public.quote_requests
  add column reopened_at timestamptz,
  add column answered_before timestamptz;

-- The administrator chooses a status; the database records when the answer was given. A true date is neither replaced nor
-- lost by going back and forth.
create or replace function private.set_answered_at()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  was_open boolean := old.status in ('nouveau', 'en_cours');
  is_open boolean := new.status in ('nouveau', 'en_cours');
begin
  if is_open and not was_open then
    new.reopened_at := now();
    new.answered_before := old.answered_at;
    new.answered_at := null;
  elsif was_open and not is_open and new.anonymised_at is null then
    if old.reopened_at > now() - interval '1 minute' then
      new.answered_at := old.answered_before;
    end if;
    new.reopened_at := null;
    new.answered_before := null;
  end if;
  if new.status = 'répondu' and old.status <> 'répondu' then
    new.answered_at := coalesce(new.answered_at, now());
  end if;
  return new;
end;
$$;
-- Replaces what identifies the person and keeps what is counted: types, service, month. Its notifications are deleted:
-- one may still wait to be sent, and an error message may name the address. Returns how many requests were changed.
create or replace function private.anonymise_quotes(ids uuid[])
returns integer
language plpgsql
set search_path = ''
as $$
declare
  changed integer;
begin
  delete from public.notifications where quote_request_id = any(ids);
  update public.quote_requests set
    organization_name = 'Demande anonymisée',
    contact_name = 'Personne anonymisée',
    email = 'anonyme@anonyme.invalid',
    phone = null,
    message = null,
    marketing_consent_version = null,
    contact_id = null,
    status = 'archivé',
    created_at = date_trunc('month', created_at, 'America/Toronto'),
    answered_at = null,
    reopened_at = null,
    answered_before = null,
    anonymised_at = now()
  where id = any(ids) and anonymised_at is null;
  get diagnostics changed = row_count;
  return changed;
end;
$$;
-- A change that the same person takes back within a minute leaves no trace.
create or replace function private.record_contact_status()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.contact_events
  where id = (
      select id from public.contact_events where contact_id = new.id order by created_at desc, id limit 1
    )
    and kind = 'status' and old_status = new.status and new_status = old.status
    and recorded_by = auth.uid() and created_at > now() - interval '1 minute';
  if found then
    return null;
  end if;
  insert into public.contact_events (contact_id, kind, old_status, new_status, recorded_by)
  values (new.id, 'status', old.status, new.status, auth.uid());
  return null;
end;
$$;
-- Gives rows back the statuses they had, in one transaction; what somebody has changed since stays. Runs as the caller,
-- under the policies of each table. The date of an answer comes back by private.set_answered_at, and the history of a
-- contact forgets the change by private.record_contact_status. Returns how many rows were changed.
--   kind    contacts, quote_requests or virtual_tours
--   given   the status that all of them were given
--   before  the status of each until then: [{ id, status }]
create function public.undo_status(kind text, given text, before jsonb)
returns integer
language plpgsql
set search_path = ''
as $$
declare
  changed integer;
begin
  if kind = 'contacts' then
    update public.contacts c set status = old.status
    from jsonb_to_recordset(before) as old (id uuid, status text)
    where c.id = old.id and c.status = given;
  elsif kind = 'quote_requests' then
    update public.quote_requests q set status = old.status
    from jsonb_to_recordset(before) as old (id uuid, status text)
    where q.id = old.id and q.status = given and q.anonymised_at is null;
  elsif kind = 'virtual_tours' then
    update public.virtual_tours t set status = old.status
    from jsonb_to_recordset(before) as old (id uuid, status text)
    where t.id = old.id and t.status = given;
  else
    raise invalid_parameter_value using message = 'Ce changement ne peut pas être annulé';
  end if;
  get diagnostics changed = row_count;
  return changed;
end;
$$;

grant execute on function public.undo_status(text, text, jsonb) to authenticated;
