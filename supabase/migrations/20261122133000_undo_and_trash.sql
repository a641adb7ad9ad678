-- A true answer date outlives a status that goes back and forth.

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
