-- This file holds consent: the proofs, the addresses that must not be written to, and the one answer to "may this
-- person be e-mailed?".

create type public.consent_basis as enum (
  'express', 'inquiry', 'purchase', 'contract', 'published', 'disclosed', 'referral', 'none', 'withdrawn',
  'unverified', 'no_solicitation'
);

-- The table holds the proofs of consent: Canada's anti-spam law puts the burden of proof on the sender. It is
-- append-only, for the service role too: a correction is a new row.
create table public.consent_events (
  id uuid primary key default gen_random_uuid(),
  -- The proof outlives the contact.
  contact_id uuid references public.contacts (id) on delete set null,
  email text not null,
  basis public.consent_basis not null,
  occurred_at timestamptz not null,
  source_url text,
  evidence text,
  wording text,
  wording_version text,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint consent_events_email_format check (private.is_email_address(email)),
  constraint consent_events_source_url_length check (char_length(source_url) <= 500),
  constraint consent_events_source_url_format check (private.is_web_address(source_url)),
  constraint consent_events_evidence_length check (char_length(evidence) <= 5000),
  constraint consent_events_wording_length check (char_length(wording) <= 5000),
  constraint consent_events_wording_version_length check (char_length(wording_version) <= 50)
);

create index consent_events_contact_id_idx on public.consent_events (contact_id);
create index consent_events_recorded_by_idx on public.consent_events (recorded_by);
create index consent_events_email_idx on public.consent_events (lower(email), occurred_at desc);

alter table public.consent_events enable row level security;

grant select on table public.consent_events to authenticated;
grant insert (contact_id, email, basis, occurred_at, source_url, evidence, wording, wording_version, recorded_by)
  on table public.consent_events to authenticated;
grant select, insert on table public.consent_events to service_role;

create policy "consent_events: member reads" on public.consent_events
  for select to authenticated
  using ((select private.is_member()));

create policy "consent_events: admin appends as self" on public.consent_events
  for insert to authenticated
  with check (recorded_by = (select auth.uid()) and (select private.is_admin()));

-- Suppressions ---------------------------------------------------------------------------------------------------

-- The table holds the key of the address hashes: a plain hash can be guessed by trying addresses. It never leaves the
-- database.
create table private.hash_key (
  id smallint primary key,
  key bytea not null,
  -- It holds the fingerprints of other keys whose suppressions an administrator has written again with this one.
  replaces text[] not null default '{}'
);

alter table private.hash_key enable row level security;

insert into private.hash_key (id, key)
values (1, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- Hashes a plain SHA-256 hash with the key. It is PL/pgSQL, which keeps its plan: it is called for each contact of a
-- list.
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

grant execute on function private.keyed_hash(text) to authenticated, service_role;

-- Hashes a text with the key: limits remember a network address or a mailbox by it.
create function private.keyed_text_hash(value text)
returns text
language sql
stable
set search_path = ''
as $$
  select private.keyed_hash(encode(sha256(convert_to(value, 'UTF8')), 'hex'));
$$;

-- Tells which key the hashes of this database are made with, without telling the key; null when the key is missing.
create function private.key_fingerprint()
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select left(encode(sha256(convert_to('fingerprint', 'UTF8') || key), 'hex'), 16) from private.hash_key where id = 1;
$$;

grant execute on function private.key_fingerprint() to authenticated, service_role;

-- Returns the form in which suppressions keep an address. Compatibility forms are folded (a full-width letter is the
-- letter), so that no other spelling of a suppressed address is written to.
create function private.email_hash(address text)
returns text
language sql
stable
set search_path = ''
as $$
  select private.keyed_hash(encode(sha256(convert_to(lower(normalize(btrim(address), nfkc)), 'UTF8')), 'hex'));
$$;

grant execute on function private.email_hash(text) to authenticated, service_role;

create type public.suppression_reason as enum ('unsubscribed', 'bounced', 'complained', 'manual', 'erased');

-- The table holds the addresses that must not be written to, and is append-only. Only a hash is kept, because the list
-- survives the deletion of everything else about the person. Screens add to it through functions: a browser cannot
-- compute the hash. An address is listed again when its person consents anew and unsubscribes again.
create table public.suppressions (
  id uuid primary key default gen_random_uuid(),
  -- It is private.email_hash of the address: 64 lower-case hexadecimal digits.
  email_hash text not null,
  reason public.suppression_reason not null,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- It names the key of the hash: after a restore under another key the address could not be recognised.
  key_fingerprint text not null default private.key_fingerprint(),
  constraint suppressions_email_hash_format check (email_hash ~ '^[0-9a-f]{64}$'),
  constraint suppressions_key_fingerprint_format check (key_fingerprint ~ '^[0-9a-f]{16}$')
);

create index suppressions_recorded_by_idx on public.suppressions (recorded_by);
create index suppressions_created_at_idx on public.suppressions (created_at desc);
create index suppressions_email_hash_idx on public.suppressions (email_hash, created_at desc);

alter table public.suppressions enable row level security;

grant select on table public.suppressions to authenticated;
grant select, insert on table public.suppressions to service_role;

create policy "suppressions: admin reads" on public.suppressions
  for select to authenticated
  using ((select private.is_admin()));

-- The table records the end of a suppression, which needs a new express consent and a reason. It is append-only.
create table public.suppression_lifts (
  id uuid primary key default gen_random_uuid(),
  email_hash text not null,
  reason text not null,
  -- It is the new express consent, which is deleted with the person's data; this row stays.
  consent_event_id uuid references public.consent_events (id) on delete set null,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint suppression_lifts_email_hash_format check (email_hash ~ '^[0-9a-f]{64}$'),
  constraint suppression_lifts_reason_length check (btrim(reason) <> '' and char_length(reason) <= 500)
);

create index suppression_lifts_email_hash_idx on public.suppression_lifts (email_hash, created_at desc);
create index suppression_lifts_consent_event_id_idx on public.suppression_lifts (consent_event_id);
create index suppression_lifts_recorded_by_idx on public.suppression_lifts (recorded_by);

alter table public.suppression_lifts enable row level security;

grant select on table public.suppression_lifts to authenticated, service_role;

create policy "suppression_lifts: admin reads" on public.suppression_lifts
  for select to authenticated
  using ((select private.is_admin()));

-- Lists the suppressions in force, one per address: the newest that no later lift has ended. With equal times it is in
-- force. It runs as its owner: readers are told the state of a contact, never the list of hashes.
create function private.standing_suppressions()
returns table (email_hash text, reason public.suppression_reason, created_at timestamptz)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return query
  select distinct on (suppression.email_hash) suppression.email_hash, suppression.reason, suppression.created_at
  from public.suppressions suppression
  where not exists (
    select from public.suppression_lifts lift
    where lift.email_hash = suppression.email_hash and lift.created_at > suppression.created_at
  )
  order by suppression.email_hash, suppression.created_at desc;
end;
$$;

grant execute on function private.standing_suppressions() to authenticated, service_role;

-- Lists the suppressions in force of some addresses, hashed together as private.email_hash does one by one: it serves
-- ten thousand contacts at once.
create function private.suppressed_among(addresses text[])
returns table (address text, reason public.suppression_reason)
language sql
stable
security definer
set search_path = ''
as $$
  select given.address, standing.reason
  from private.hash_key present
  cross join unnest(addresses) as given (address)
  join private.standing_suppressions() standing on decode(standing.email_hash, 'hex') = sha256(
    present.key || sha256(present.key || encode(sha256(convert_to(lower(
      -- The compatibility form of ASCII is itself.
      case when octet_length(given.address) = char_length(given.address) then btrim(given.address)
        else normalize(btrim(given.address), nfkc) end
    ), 'UTF8')), 'hex')::bytea)
  )
  where present.id = 1;
$$;

grant execute on function private.suppressed_among(text[]) to authenticated, service_role;

-- Counts the suppressions in force that were written with another key than the present one, so that nobody knows whom
-- they concern.
create function private.unreadable_suppressions()
returns bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select count(distinct suppression.email_hash)
    from public.suppressions suppression
    left join private.hash_key present on present.id = 1
    where suppression.key_fingerprint is distinct from (select private.key_fingerprint())
      and (suppression.key_fingerprint = any (present.replaces)) is not true
      and not exists (
        select from public.suppression_lifts lift
        where lift.email_hash = suppression.email_hash and lift.created_at > suppression.created_at
      )
  );
end;
$$;

grant execute on function private.unreadable_suppressions() to authenticated;

-- Says in French why no commercial message at all may leave; null when they may.
create function private.sending_stop()
returns text
language sql
stable
set search_path = ''
as $$
  select 'Envois arrêtés : la clé des désabonnements a changé ou manque, on ne sait plus qui s’est désabonné.'
  where private.key_fingerprint() is null or private.unreadable_suppressions() > 0;
$$;

grant execute on function private.sending_stop() to authenticated;

-- Whether a person may be e-mailed ------------------------------------------------------------------------------------

-- Returns when a basis of consent expires (Canada's anti-spam law, section 10); null when it never does. A referral
-- allows one message only and 'none' nothing: neither makes a contact mailable.
create function private.consent_expiry(basis public.consent_basis, occurred_at timestamptz)
returns timestamptz
language plpgsql
immutable
set search_path = ''
as $$
begin
  -- This function and the next are PL/pgSQL, because they are asked of every proof of every contact
  -- (docs/decisions/0031).
  return case
    when basis = 'inquiry' then (occurred_at at time zone 'America/Toronto' + interval '6 months') at time zone 'America/Toronto'
    when basis in ('purchase', 'contract')
      then (occurred_at at time zone 'America/Toronto' + interval '2 years') at time zone 'America/Toronto'
  end;
end;
$$;

grant execute on function private.consent_expiry(public.consent_basis, timestamptz) to authenticated, service_role;

-- Tells whether an address leads to OpenStreetMap, which anybody may edit: an address found there was not published by
-- its organisation.
create function private.is_open_map(address text)
returns boolean
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
begin
  return address ~* '^https?://([a-z0-9-]+\.)*(openstreetmap|osm)\.org([:/?#]|$)';
end;
$$;

grant execute on function private.is_open_map(text) to authenticated, service_role;

-- Returns what the ledger says at a moment of addresses in lower case (null: of all that it knows): the basis in force
-- with its proof, and what holds where none is (withdrawn, refused, unverified). The strongest since the last
-- withdrawal counts: a later inquiry does not shorten an express consent. An address is published by the organisation's
-- own page or the municipal register, and no longer once the page refuses solicitation.
create function private.ledger_consents(addresses text[], at timestamptz)
returns table (
  address text, basis public.consent_basis, occurred_at timestamptz, expires_at timestamptz, source_url text, evidence text, otherwise text
)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  -- Planning the query takes longer than answering it.
  if cardinality(addresses) = 0 then
    return;
  end if;
  -- It is PL/pgSQL, which keeps its plan: the sender asks for one address at a time.
  return query
  with proofs as (
    -- The query has two branches, so that the index serves some addresses.
    select lower(email) as address, basis, occurred_at, source_url, evidence
    from public.consent_events where lower(email) = any (addresses) and occurred_at <= at
    union all
    select lower(email), basis, occurred_at, source_url, evidence
    from public.consent_events where addresses is null and occurred_at <= at
  ),
  events as (
    select proofs.*, private.consent_expiry(basis, occurred_at) as expiry,
      basis = 'published' and private.is_open_map(source_url) as is_mapped
    from proofs
  ),
  withdrawals as (
    select address, max(occurred_at) as last from events where basis = 'withdrawn' group by address
  ),
  notices as (
    select distinct on (address) * from events where basis = 'no_solicitation' order by address, occurred_at desc
  ),
  doubts as (
    select distinct on (address) * from events where basis = 'unverified' or is_mapped order by address, occurred_at desc
  ),
  standing as (
    select distinct on (events.address) events.*
    from events
    left join withdrawals on withdrawals.address = events.address
    left join notices on notices.address = events.address
    where events.basis in ('express', 'inquiry', 'purchase', 'contract', 'published', 'disclosed')
      and (
        events.basis <> 'published'
        or not events.is_mapped and (notices.address is null or events.occurred_at > notices.occurred_at)
      )
      -- After a withdrawal only the person's own act counts, not an address published somewhere.
      and (
        withdrawals.last is null
        or events.occurred_at > withdrawals.last and events.basis not in ('published', 'disclosed')
      )
    order by events.address, events.expiry desc nulls first, events.occurred_at desc
  )
  select known.address, standing.basis, coalesce(standing.occurred_at, notices.occurred_at, doubts.occurred_at), standing.expiry,
    case
      when standing.address is not null then standing.source_url
      when notices.address is not null then notices.source_url
      else doubts.source_url
    end,
    case
      when standing.address is not null then standing.evidence
      when notices.address is not null then notices.evidence
      else doubts.evidence
    end,
    case
      when withdrawals.address is not null then 'withdrawn'
      when notices.address is not null then 'refused'
      when doubts.address is not null then 'unverified'
    end
  from (select distinct address from events) known
  left join standing on standing.address = known.address
  left join withdrawals on withdrawals.address = known.address
  left join notices on notices.address = known.address
  left join doubts on doubts.address = known.address
  where coalesce(standing.address, withdrawals.address, notices.address, doubts.address) is not null;
end;
$$;

grant execute on function private.ledger_consents(text[], timestamptz) to authenticated, service_role;

-- The table keeps what the ledger said of each address when a line of it last changed, so that ten thousand contacts
-- are counted without reading every proof (docs/decisions/0096). It serves counts and lists: whether a message leaves
-- is asked of the ledger itself.
create table private.address_consents (
  address text primary key,
  basis public.consent_basis,
  expires_at timestamptz,
  otherwise text,
  -- Date of the next proof that is dated in the future: from then on the ledger must be read instead of this row.
  recheck_at timestamptz
);

alter table private.address_consents enable row level security;

-- Writes what the ledger says of some addresses now.
create function private.keep_consents(addresses text[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Of two simultaneous transactions about an address the second waits here, and then reads what the first committed.
  insert into private.address_consents (address)
  select distinct asked.address from unnest(addresses) as asked (address) order by asked.address
  on conflict (address) do update set address = excluded.address;
  update private.address_consents as kept
  set basis = said.basis, expires_at = said.expires_at, otherwise = said.otherwise, recheck_at = (
    select min(e.occurred_at) from public.consent_events as e where lower(e.email) = kept.address and e.occurred_at > now()
  )
  from unnest(addresses) as asked (address)
  left join private.ledger_consents(addresses, now()) as said on said.address = asked.address
  where kept.address = asked.address;
  delete from private.address_consents
  where address = any (addresses) and basis is null and otherwise is null and recheck_at is null;
end;
$$;

create function private.keep_changed_consents()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  addresses text[];
begin
  if tg_op = 'INSERT' then
    addresses := array(select distinct lower(email) from written);
  elsif tg_op = 'DELETE' then
    addresses := array(select distinct lower(email) from gone);
  elsif tg_op = 'UPDATE' then
    -- A contact who goes leaves its proofs without one, which changes nothing here.
    addresses := array(
      select distinct lower(changed.email)
      from (
        (select id, email, basis, occurred_at, source_url from written
         except select id, email, basis, occurred_at, source_url from gone)
        union all
        (select id, email, basis, occurred_at, source_url from gone
         except select id, email, basis, occurred_at, source_url from written)
      ) as changed
    );
  else
    -- A DELETE without a condition is refused on hosted projects (safeupdate).
    delete from private.address_consents where true;
  end if;
  if cardinality(addresses) > 0 then
    perform private.keep_consents(addresses);
  end if;
  return null;
end;
$$;

create trigger consent_events_keep_inserted after insert on public.consent_events
  referencing new table as written for each statement execute function private.keep_changed_consents();
create trigger consent_events_keep_updated after update on public.consent_events
  referencing old table as gone new table as written for each statement execute function private.keep_changed_consents();
create trigger consent_events_keep_deleted after delete on public.consent_events
  referencing old table as gone for each statement execute function private.keep_changed_consents();
create trigger consent_events_keep_emptied after truncate on public.consent_events
  for each statement execute function private.keep_changed_consents();

-- Other triggers rest when a backup is put back; this one must not.
alter table public.consent_events
  enable always trigger consent_events_keep_inserted,
  enable always trigger consent_events_keep_updated,
  enable always trigger consent_events_keep_deleted,
  enable always trigger consent_events_keep_emptied;

-- Returns what is kept to whoever may read the ledger.
create function private.kept_consents()
returns setof private.address_consents
language sql
stable
security definer
rows 10000
set search_path = ''
as $$
  select * from private.address_consents where (select private.is_member());
$$;

grant execute on function private.kept_consents() to authenticated;

-- Returns what holds at a moment of some addresses, each given once: the state, with the basis and its proof, and why
-- the address is suppressed. It asks the ledger or, with `kept`, what is kept of it, without proofs, for counts and
-- lists. An address of which nothing is known has no line.
create function private.address_standings(addresses text[], at timestamptz, kept boolean default false)
returns table (
  address text, state text, basis public.consent_basis, occurred_at timestamptz, expires_at timestamptz, source_url text, evidence text,
  suppression public.suppression_reason
)
language plpgsql
stable
set search_path = ''
-- The planner knows nothing of the answers of functions before they come, and would sort thousands of texts to merge
-- them.
set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  -- It is PL/pgSQL, which keeps its plan: the sender asks for one address at a time.
  return query
  with asked as (
    select given.address, lower(given.address) as key from unnest(addresses) as given (address)
  ),
  remembered as materialized (
    select * from private.kept_consents() where kept
  ),
  ledger as (
    select * from private.ledger_consents(
      case
        when kept then array(select address from remembered where recheck_at <= at)
        -- For many addresses, every proof is read once rather than looked for.
        when cardinality(addresses) <= 100 then array(select key from asked)
      end, at
    )
    union all
    select address, basis, null, expires_at, null, null, otherwise from remembered
    where (recheck_at <= at) is not true and num_nonnulls(basis, otherwise) > 0
  )
  select asked.address,
    case
      when suppressed.address is not null then 'unsubscribed'
      when ledger.expires_at <= at then 'expired'
      when ledger.basis is not null then 'allowed'
      else ledger.otherwise
    end,
    ledger.basis, ledger.occurred_at, ledger.expires_at, ledger.source_url, ledger.evidence, suppressed.reason
  from asked
  left join ledger on ledger.address = asked.key
  left join private.suppressed_among(addresses) as suppressed on suppressed.address = asked.address
  where ledger.address is not null or suppressed.address is not null;
end;
$$;

grant execute on function private.address_standings(text[], timestamptz, boolean) to authenticated, service_role;

-- Returns the basis in force at a moment, for each contact (or one) that ever had one or whose address is suppressed.
-- It goes by address, not by contact: a consent given for one address does not hold for another.
create function private.current_consents(only_contact uuid, at timestamptz default now())
returns table (
  contact_id uuid, state text, basis public.consent_basis, occurred_at timestamptz, expires_at timestamptz, source_url text, evidence text,
  suppression public.suppression_reason
)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  -- It is PL/pgSQL, which keeps its plan: the sender asks for one contact at a time.
  return query
  with people as (
    -- The query has two branches, so that the index serves a single contact.
    select id, email from public.contacts where email is not null and id = only_contact
    union all
    select id, email from public.contacts where email is not null and only_contact is null
  )
  select people.id, standing.state, standing.basis, standing.occurred_at, standing.expires_at, standing.source_url,
    standing.evidence, standing.suppression
  from people
  join private.address_standings(array(select email from people), at) as standing on standing.address = people.email;
end;
$$;

grant execute on function private.current_consents(uuid, timestamptz) to authenticated, service_role;

-- Returns the consents in force to the API, { contact id: { state, basis, … } }, as one value because a list of rows is
-- cut at 1 000.
create function public.contact_consents(only_contact uuid default null)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(contact_id, jsonb_strip_nulls(to_jsonb(c) - 'contact_id')), '{}')
  from private.current_consents(only_contact) c;
$$;

grant execute on function public.contact_consents(uuid) to authenticated;

-- Says in French why whoever has that address (null: none) and that status must not be e-mailed, after what holds of
-- the address; null when nothing of theirs forbids it. It is PL/pgSQL, which keeps its plan: it is asked of each
-- contact.
create function private.refusal_reason(email text, status public.contact_status, state text, suppression public.suppression_reason)
returns text
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
begin
  return case
    when email is null then 'Aucune adresse courriel'
    when suppression = 'bounced' then 'Adresse en erreur permanente'
    when suppression = 'complained' then 'A signalé un message comme indésirable'
    when suppression = 'manual' then 'Retiré des envois par l''équipe'
    when suppression = 'erased' then 'Renseignements effacés à sa demande'
    when state = 'unsubscribed' then 'Désabonné'
    when status = 'refusé' then 'A refusé d''être sollicité'
    when state = 'withdrawn' then 'Consentement retiré'
    when state = 'refused' then 'La page de l’organisation refuse la sollicitation'
    when state = 'unverified' then 'Adresse à vérifier sur le site de l’organisation'
    when state = 'expired' then 'Consentement expiré'
    when state is null then 'Aucun consentement consigné'
  end;
end;
$$;

grant execute on function private.refusal_reason(text, public.contact_status, text, public.suppression_reason) to authenticated;

-- Lists every contact (or one) with the reason, in French, why it must not be e-mailed at that moment; null when it may
-- be.
create function private.email_refusals(only_contact uuid, at timestamptz)
returns table (contact_id uuid, reason text)
language sql
stable
set search_path = ''
as $$
  select contact.id, coalesce(
    private.refusal_reason(contact.email, contact.status, consent.state, consent.suppression), (select private.sending_stop())
  )
  from (
    -- The query has two branches, so that the index serves a single contact.
    select * from public.contacts where id = only_contact
    union all
    select * from public.contacts where only_contact is null
  ) contact
  left join private.current_consents(only_contact, at) consent on consent.contact_id = contact.id;
$$;

grant execute on function private.email_refusals(uuid, timestamptz) to authenticated;

-- Says in French why this contact must not be e-mailed at that moment; null when it may be.
create function public.may_email(contact uuid, at timestamptz default now())
returns text
language sql
stable
set search_path = ''
as $$
  select case when count(*) = 0 then 'Contact supprimé' else min(reason) end
  from private.email_refusals(coalesce(contact, '00000000-0000-0000-0000-000000000000'), at);
$$;

grant execute on function public.may_email(uuid, timestamptz) to authenticated;

-- Adds an address to the suppressions, unless one is in force.
create function private.suppress(hash text, why public.suppression_reason, author uuid default null)
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Of two simultaneous calls, only one adds the address.
  perform pg_advisory_xact_lock(31, hashtext(hash));
  if not exists (select from private.standing_suppressions() standing where standing.email_hash = hash) then
    -- The clock is read again instead of now(), because a suppression lifted in the same transaction must not end this
    -- one.
    insert into public.suppressions (email_hash, reason, recorded_by, created_at)
    values (hash, why, author, clock_timestamp());
  end if;
end;
$$;

-- A contact who refused and is deleted may be found again in a public register: the refusal outlives the contact.
create function private.keep_refusal()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.suppress(private.email_hash(old.email), 'manual', auth.uid());
  return null;
end;
$$;

create trigger contacts_keep_refusal after delete on public.contacts
  for each row when (old.status = 'refusé' and old.email is not null)
  execute function private.keep_refusal();

-- Suppresses, for the service role, an address that the mail provider or somebody else reports. It always returns true.
create function public.suppress_address(address text, reason public.suppression_reason)
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

grant execute on function public.suppress_address(text, public.suppression_reason) to service_role;

-- Writes again who must not be written to, from a list kept elsewhere (the provider's export, a copy), after a restore.
-- An address already suppressed stays as it is, so that a list given twice adds nothing. is_complete says that the list
-- holds everybody whom the suppressions of another key concern; it takes their place if it is long enough. It returns {
-- added, known, invalid: [text, …], unreadable }, where unreadable counts the suppressions that still stop all sending.
create function public.reapply_suppressions(addresses text[], is_complete boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  given text[];
  refused text[];
  hashes text[];
  added integer;
  readable bigint;
begin
  perform private.require_admin();
  if cardinality(addresses) > 10000 then
    raise exception using message = 'Une liste compte au plus 10 000 adresses : coupez-la en plusieurs';
  end if;
  given := array(select distinct lower(btrim(address)) from unnest(addresses) as address where btrim(address) <> '');
  refused := array(
    select address from unnest(given) as address
    where private.is_email_address(address) is not true or char_length(address) > 255
    order by address
  );
  hashes := array(
    select distinct private.email_hash(address) from unnest(given) as address where address <> all (refused)
  );
  if cardinality(hashes) = 0 then
    raise exception using message = 'Aucune adresse courriel dans cette liste';
  end if;
  -- Of two simultaneous lists, the second finds what the first wrote.
  perform pg_advisory_xact_lock(33, 0);
  insert into public.suppressions (email_hash, reason, recorded_by, created_at)
  select hash, 'unsubscribed', auth.uid(), clock_timestamp()
  from unnest(hashes) as hash
  where not exists (select from private.standing_suppressions() standing where standing.email_hash = hash);
  get diagnostics added = row_count;
  if is_complete then
    select count(distinct standing.email_hash) into readable
    from private.standing_suppressions() standing
    join public.suppressions own on own.email_hash = standing.email_hash
      and own.key_fingerprint = private.key_fingerprint();
    if readable >= private.unreadable_suppressions() then
      update private.hash_key set replaces = array(
        select distinct key_fingerprint from public.suppressions where key_fingerprint <> private.key_fingerprint()
      )
      where id = 1;
    end if;
  end if;
  return jsonb_build_object(
    'added', added, 'known', cardinality(hashes) - added, 'invalid', to_jsonb(refused),
    'unreadable', private.unreadable_suppressions()
  );
end;
$$;

grant execute on function public.reapply_suppressions(text[], boolean) to authenticated;

-- Suppresses the address of a person who asked the team not to be written to.
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

grant execute on function public.suppress_contact(uuid) to authenticated;

-- Ends a suppression for a person who consents anew. The consent is { occurred_on, evidence, source_url, wording }.
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
    -- Only the day is known: a consent of the day of the suppression is recorded after it.
    case when given_at <= suppressed_at then now() else given_at end,
    nullif(btrim(consent ->> 'source_url'), ''), btrim(consent ->> 'evidence'), nullif(btrim(consent ->> 'wording'), ''),
    auth.uid()
  )
  returning id into proof;
  insert into public.suppression_lifts (email_hash, reason, consent_event_id, recorded_by, created_at)
  values (hash, btrim(lift_suppression.reason), proof, auth.uid(), clock_timestamp());
end;
$$;

grant execute on function public.lift_suppression(uuid, text, jsonb) to authenticated;

-- Personal data ------------------------------------------------------------------------------------------------------

-- Returns what a person's copy holds of consent and refusals.
create function private.consent_personal_data(person uuid, addresses text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'consents', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' order by e.occurred_at), '[]')
      from public.consent_events e where e.contact_id = person or lower(e.email) = any (addresses)
    ),
    'suppressions', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'recorded_by' order by s.created_at), '[]')
      from public.suppressions s where s.email_hash in (select private.email_hash(address) from unnest(addresses) as address)
    ),
    'suppression_lifts', (
      select coalesce(jsonb_agg(to_jsonb(l) - 'recorded_by' order by l.created_at), '[]')
      from public.suppression_lifts l where l.email_hash in (select private.email_hash(address) from unnest(addresses) as address)
    )
  );
$$;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the consents that end within thirty days. Every consent is read only when one of them does end soon, since that
-- takes a while.
create function private.consent_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  select 'consent', 'consentement qui expire', c.id, c.company, null, e.expires_at,
    case when e.expires_at < at + interval '7 days' then 1 else 2 end, null::bigint, null, null::uuid, null, null::uuid
  from private.current_consents(null, at) e join public.contacts c on c.id = e.contact_id
  where e.state = 'allowed' and e.expires_at < at + interval '30 days'
    and exists (
      select from public.consent_events known
      where known.basis in ('inquiry', 'purchase', 'contract')
        and private.consent_expiry(known.basis, known.occurred_at) between at and at + interval '30 days'
    );
$$;

grant execute on function private.consent_today_rows(timestamptz) to authenticated;
