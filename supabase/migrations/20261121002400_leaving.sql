-- Leaving: a link in every message, one click, and an address that is never written to again, whatever happens to the
-- contact, until the person consents anew.

-- The list of suppressed addresses must not tell who is on it: a plain hash of an address can be guessed by trying
-- addresses. The key never leaves the database.
create table private.hash_key (
  id smallint primary key,
  key bytea not null
);
revoke all on table private.hash_key from public, anon, authenticated, service_role;
alter table private.hash_key enable row level security;
insert into private.hash_key (id, key)
values (1, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- Over the plain hash, so that the addresses already on the list keep their place.
-- PL/pgSQL, not SQL: called for each contact of a list, its plan is kept.
create function private.keyed_hash(plain_hash text)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select encode(sha256(key || sha256(key || convert_to(plain_hash, 'UTF8'))), 'hex') from private.hash_key where id = 1
  );
end;
$$;

revoke all on function private.keyed_hash(text) from public, anon, authenticated, service_role;
grant execute on function private.keyed_hash(text) to authenticated, service_role;

create or replace function private.email_hash(address text)
returns text
language sql
stable
set search_path = ''
as $$
  select private.keyed_hash(encode(sha256(convert_to(lower(btrim(address)), 'UTF8')), 'hex'));
$$;

update public.suppressions set email_hash = private.keyed_hash(email_hash);

-- Whoever consents anew and leaves again is on the list twice.
alter table public.suppressions drop constraint suppressions_email_hash_key;
create index suppressions_email_hash_idx on public.suppressions (email_hash, created_at desc);

-- The screens suppress by the functions below: a browser cannot make the hash.
revoke insert on table public.suppressions from authenticated;
revoke insert (email_hash, reason, recorded_by) on table public.suppressions from authenticated;
drop policy "suppressions: admin appends as self" on public.suppressions;

-- A suppression ends only with a new express consent and a reason; append-only too.
create table public.suppression_lifts (
  id uuid primary key default gen_random_uuid(),
  email_hash text not null,
  reason text not null,
  -- The proof: an express consent. It may go with the person's data; that there was one stays.
  consent_event_id uuid references public.consent_events (id) on delete set null,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint suppression_lifts_email_hash_format check (email_hash ~ '^[0-9a-f]{64}$'),
  constraint suppression_lifts_reason_length check (btrim(reason) <> '' and char_length(reason) <= 500)
);

create index suppression_lifts_email_hash_idx on public.suppression_lifts (email_hash, created_at desc);
create index suppression_lifts_consent_event_id_idx on public.suppression_lifts (consent_event_id);
create index suppression_lifts_recorded_by_idx on public.suppression_lifts (recorded_by);

revoke all on table public.suppression_lifts from public, anon, authenticated, service_role;
alter table public.suppression_lifts enable row level security;
grant select on table public.suppression_lifts to authenticated, service_role;

create policy "suppression_lifts: admin reads" on public.suppression_lifts
  for select to authenticated
  using ((select private.is_admin()));

-- The suppressions that stand, one an address: the newest that no later lift has ended. In an instant of doubt, it stands.
create function private.standing_suppressions()
returns table (email_hash text, reason text, created_at timestamptz)
language sql
stable
set search_path = ''
as $$
  select distinct on (suppression.email_hash) suppression.email_hash, suppression.reason, suppression.created_at
  from public.suppressions suppression
  where not exists (
    select from public.suppression_lifts lift
    where lift.email_hash = suppression.email_hash and lift.created_at > suppression.created_at
  )
  order by suppression.email_hash, suppression.created_at desc;
$$;

revoke all on function private.standing_suppressions() from public, anon, authenticated, service_role;
grant execute on function private.standing_suppressions() to authenticated, service_role;

-- As in may_email, with the suppressions that stand; a referral and « none » still open nothing.
create or replace function private.current_consents(only_contact uuid, at timestamptz default now())
returns table (
  contact_id uuid, state text, basis text, occurred_at timestamptz, expires_at timestamptz, source_url text, evidence text,
  suppression text
)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  -- PL/pgSQL, for its plan is kept: the sender asks for one contact at a time.
  return query
  with people as (
    -- Two branches: for one contact, its index is used.
    select id, email, lower(email) as address from public.contacts where email is not null and id = only_contact
    union all
    select id, email, lower(email) from public.contacts where email is not null and only_contact is null
  ),
  -- By the address, never by the contact: whoever changes address has not consented for the new one.
  events as (
    select people.id, e.basis, e.occurred_at, e.source_url, e.evidence, private.consent_expiry(e.basis, e.occurred_at) as expiry
    from people join public.consent_events e on lower(e.email) = people.address
    where e.occurred_at <= at
  ),
  withdrawals as (
    select id, max(occurred_at) as last from events where basis = 'withdrawn' group by id
  ),
  standing as (
    select distinct on (events.id) events.*
    from events left join withdrawals on withdrawals.id = events.id
    where events.basis in ('express', 'inquiry', 'purchase', 'contract', 'published', 'disclosed')
      and (events.basis <> 'published' or events.source_url is not null)
      -- Whoever withdrew must come back: an address published somewhere says nothing of that.
      and (
        withdrawals.last is null
        or events.occurred_at > withdrawals.last and events.basis not in ('published', 'disclosed')
      )
    order by events.id, events.expiry desc nulls first, events.occurred_at desc
  ),
  suppressed as (
    select people.id, s.reason from private.standing_suppressions() s
    join people on private.email_hash(people.email) = s.email_hash
  )
  select people.id,
    case
      when suppressed.id is not null then 'unsubscribed'
      when standing.id is null then 'withdrawn'
      when standing.expiry <= at then 'expired'
      else 'allowed'
    end,
    standing.basis, standing.occurred_at, standing.expiry, standing.source_url, standing.evidence, suppressed.reason
  from people
  left join standing on standing.id = people.id
  left join suppressed on suppressed.id = people.id
  left join withdrawals on withdrawals.id = people.id
  where coalesce(standing.id, suppressed.id, withdrawals.id) is not null;
end;
$$;

-- The import asks the same list: an address may be on the table twice now, or lifted. The rest of that function is as it
-- was applied, and so is not written again.
do $$
declare
  known text := pg_get_functiondef('public.import_contacts(jsonb, text, text, jsonb, boolean)'::regprocedure);
  mended text := replace(
    known, 'left join public.suppressions suppressed', 'left join private.standing_suppressions() suppressed'
  );
begin
  if mended = known then
    raise exception 'import_contacts no longer reads public.suppressions: mend it anew';
  end if;
  execute mended;
end;
$$;

-- Puts an address on the list, once while it stands.
create function private.suppress(hash text, why text, author uuid default null)
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Two clicks at once must not both find the address missing.
  perform pg_advisory_xact_lock(31, hashtext(hash));
  if not exists (select from private.standing_suppressions() standing where standing.email_hash = hash) then
    -- Not now(): a lift of the same instant must not end it.
    insert into public.suppressions (email_hash, reason, recorded_by, created_at)
    values (hash, why, author, clock_timestamp());
  end if;
end;
$$;

revoke all on function private.suppress(text, text, uuid) from public, anon, authenticated, service_role;

-- For our own server: what the provider reports, and addresses told to us otherwise. True, always.
create function public.suppress_address(address text, reason text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.suppress(private.email_hash(address), reason);
  return true;
end;
$$;

revoke all on function public.suppress_address(text, text) from public, anon, authenticated, service_role;
grant execute on function public.suppress_address(text, text) to service_role;

-- Somebody asked the team to be left alone.
create function public.suppress_contact(contact uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  person public.contacts;
begin
  perform private.require_admin();
  select * into person from public.contacts where id = contact;
  if person.email is null then
    raise exception using message = 'Ce contact n''a pas d''adresse courriel';
  end if;
  perform private.suppress(private.email_hash(person.email), 'manual', auth.uid());
  insert into public.consent_events (contact_id, email, basis, occurred_at, evidence, recorded_by)
  values (person.id, person.email, 'withdrawn', now(), 'Retrait demandé à l''équipe', auth.uid());
end;
$$;

revoke all on function public.suppress_contact(uuid) from public, anon, authenticated, service_role;
grant execute on function public.suppress_contact(uuid) to authenticated;

-- The way back, for a person who consents anew: { occurred_on, evidence, source_url, wording } proves it.
create function public.lift_suppression(contact uuid, reason text, consent jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  person public.contacts;
  hash text;
  suppressed_at timestamptz;
  given_at timestamptz := ((consent ->> 'occurred_on')::date)::timestamp at time zone 'America/Toronto';
  proof uuid;
begin
  perform private.require_admin();
  select * into person from public.contacts where id = contact for update;
  hash := private.email_hash(person.email);
  select standing.created_at into suppressed_at from private.standing_suppressions() standing where standing.email_hash = hash;
  if suppressed_at is null then
    raise exception using message = 'Cette adresse n''est pas retirée des envois';
  end if;
  if coalesce(btrim(reason), '') = '' then
    raise exception using message = 'La raison est requise';
  end if;
  if given_at is null or coalesce(btrim(consent ->> 'evidence'), '') = '' or given_at > now() then
    raise exception using message = 'La preuve du nouveau consentement est incomplète';
  end if;
  if given_at < (suppressed_at at time zone 'America/Toronto')::date::timestamp at time zone 'America/Toronto' then
    raise exception using message = 'Le nouveau consentement doit suivre le retrait';
  end if;
  insert into public.consent_events (contact_id, email, basis, occurred_at, source_url, evidence, wording, recorded_by)
  values (
    person.id, person.email, 'express',
    -- A day is known, not the hour: after the withdrawal of the same day.
    case when given_at <= suppressed_at then now() else given_at end,
    nullif(btrim(consent ->> 'source_url'), ''), btrim(consent ->> 'evidence'), nullif(btrim(consent ->> 'wording'), ''),
    auth.uid()
  )
  returning id into proof;
  insert into public.suppression_lifts (email_hash, reason, consent_event_id, recorded_by, created_at)
  values (hash, btrim(lift_suppression.reason), proof, auth.uid(), clock_timestamp());
end;
$$;

revoke all on function public.lift_suppression(uuid, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.lift_suppression(uuid, text, jsonb) to authenticated;

-- When a person's data is erased, enough of the address stays to honour the link of a message already received.
alter table public.email_sends
  add column recipient_hash text,
  add constraint email_sends_recipient_hash_format check (recipient_hash ~ '^[0-9a-f]{64}$');

-- Who wrote, for the page behind the link; null for an unknown token. Changes nothing, shows nothing of the person.
create function public.unsubscribe_page(token uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'sender_name', coalesce(send.identity ->> 'sender_name', settings.sender_name),
    'legal_name', coalesce(send.identity ->> 'legal_name', settings.legal_name),
    'postal_address', coalesce(send.identity ->> 'postal_address', settings.postal_address),
    'contact_email', coalesce(send.identity ->> 'contact_email', settings.contact_email),
    'done', exists (
      select from private.standing_suppressions() standing
      where standing.email_hash = coalesce(private.email_hash(send.recipient_email), send.recipient_hash)
    )
  )
  from public.email_sends send
  left join public.settings on settings.id = 1
  where send.unsubscribe_token = token;
$$;

revoke all on function public.unsubscribe_page(uuid) from public, anon, authenticated, service_role;
grant execute on function public.unsubscribe_page(uuid) to anon, authenticated, service_role;

-- Acts at once, as often as asked. False: no message carries this token.
create function public.unsubscribe(token uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  send public.email_sends;
  hash text;
begin
  select * into send from public.email_sends where unsubscribe_token = token;
  if not found then
    return false;
  end if;
  hash := coalesce(private.email_hash(send.recipient_email), send.recipient_hash);
  if hash is null then
    return false;
  end if;
  if send.recipient_email is not null
    and not exists (select from private.standing_suppressions() standing where standing.email_hash = hash)
  then
    insert into public.consent_events (contact_id, email, basis, occurred_at, evidence)
    values (send.contact_id, send.recipient_email, 'withdrawn', now(), 'Lien de désabonnement du message ' || send.id);
  end if;
  perform private.suppress(hash, 'unsubscribed');
  return true;
end;
$$;

revoke all on function public.unsubscribe(uuid) from public, anon, authenticated, service_role;
grant execute on function public.unsubscribe(uuid) to anon, authenticated, service_role;
