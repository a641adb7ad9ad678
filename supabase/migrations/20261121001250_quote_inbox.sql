-- What the inbox adds to a quote request: when it was answered, the contact made from it, and the end of its
-- personal data (Loi 25). Deleting and anonymising go through functions: an accidental DELETE without them stays
-- refused, and both concern more than one table (docs/decisions/0015-quote-inbox.md).
alter table public.quote_requests
  add column answered_at timestamptz,
  add column contact_id uuid references public.contacts (id) on delete set null,
  add column anonymised_at timestamptz;

create index quote_requests_contact_id_idx on public.quote_requests (contact_id);

-- The administrator chooses a status; the database keeps when the answer was given.
create function private.set_answered_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.status = 'répondu' and old.status <> 'répondu' then
    new.answered_at := coalesce(new.answered_at, now());
  elsif new.status in ('nouveau', 'en_cours') and old.status in ('répondu', 'archivé') then
    new.answered_at := null;
  end if;
  return new;
end;
$$;

revoke all on function private.set_answered_at() from public, anon, authenticated, service_role;

create trigger quote_requests_set_answered_at before update of status on public.quote_requests
  for each row execute function private.set_answered_at();

-- Makes a contact of whoever asked, once however often it is called: a request already converted answers with its
-- contact, and an address that is already in the list is linked instead of doubled. The ground on which the person
-- may be written to (their inquiry, or the box they ticked, with its wording) is recorded with it.
create function public.convert_quote_to_contact(
  quote_id uuid,
  contact_city text,
  contact_region text,
  consent_wording text default null
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  quote public.quote_requests;
  contact uuid;
begin
  perform private.require_admin();
  select * into quote from public.quote_requests where id = quote_id for update;
  if not found or quote.anonymised_at is not null then
    raise no_data_found using message = 'Cette demande n''existe plus.';
  end if;
  if quote.contact_id is not null then
    return quote.contact_id;
  end if;

  insert into public.contacts (user_id, name, company, email, phone, city, region, sector, notes)
  values (
    auth.uid(), quote.contact_name, left(quote.organization_name, 100), quote.email, quote.phone,
    btrim(contact_city), btrim(contact_region),
    case quote.organization_type
      when 'municipalite' then 'municipalité'
      when 'ville' then 'municipalité'
      when 'mrc' then 'mrc'
      when 'organisme-public' then 'organisme-public'
      else 'autre'
    end,
    left(concat_ws(
      E'\n',
      'Demande de soumission du ' || to_char(quote.created_at at time zone 'America/Toronto', 'YYYY-MM-DD'),
      quote.message
    ), 1000)
  )
  on conflict (lower(email)) do nothing
  returning id into contact;
  if contact is null then
    select id into strict contact from public.contacts where lower(email) = lower(quote.email);
  end if;

  update public.quote_requests set contact_id = contact where id = quote_id;
  insert into public.consent_events
    (contact_id, email, basis, occurred_at, evidence, wording, wording_version, recorded_by)
  values (
    contact, quote.email,
    case when quote.marketing_consent_version is null then 'inquiry' else 'express' end,
    quote.created_at, 'Formulaire de soumission du site, demande ' || quote.id,
    case when quote.marketing_consent_version is not null then consent_wording end,
    quote.marketing_consent_version, auth.uid()
  );
  return contact;
end;
$$;

revoke all on function public.convert_quote_to_contact(uuid, text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.convert_quote_to_contact(uuid, text, text, text) to authenticated;

-- Replaces what says who asked, keeps what is counted: types, service, month. Its e-mails go: one may wait to be sent,
-- and a server's refusal names the address. Answers how many requests it changed.
create function public.anonymise_quote_requests(ids uuid[])
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  changed integer;
begin
  perform private.require_admin();
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
    anonymised_at = now()
  where id = any(ids) and anonymised_at is null;
  get diagnostics changed = row_count;
  return changed;
end;
$$;

revoke all on function public.anonymise_quote_requests(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.anonymise_quote_requests(uuid[]) to authenticated;

-- Deletes requests with what was queued for them; a contact made from one stays. Answers how many there were.
create function public.delete_quote_requests(ids uuid[])
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  deleted integer;
begin
  perform private.require_admin();
  delete from public.quote_requests where id = any(ids);
  get diagnostics deleted = row_count;
  return deleted;
end;
$$;

revoke all on function public.delete_quote_requests(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.delete_quote_requests(uuid[]) to authenticated;
