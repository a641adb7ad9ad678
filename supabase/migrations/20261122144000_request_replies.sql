-- Soumissions as an inbox: replies through the outbox, attachments, notes, what a request may bring and how it ended.

alter table public.quote_requests
  add column expected_amount_cents bigint,
  add column outcome text,
  add column outcome_reason text,
  add column outcome_note text,
  add constraint quote_requests_expected_amount_cents_range check (expected_amount_cents between 0 and 10000000000),
  add constraint quote_requests_outcome_known check (outcome in ('gagnée', 'perdue')),
  add constraint quote_requests_outcome_reason_known
    check (outcome_reason in ('prix', 'delai', 'concurrent', 'budget', 'sans_suite', 'autre')),
  add constraint quote_requests_outcome_reason_of_loss check (outcome_reason is null or coalesce(outcome, '') = 'perdue'),
  add constraint quote_requests_outcome_note_length check (char_length(outcome_note) <= 500);

grant update (status, expected_amount_cents, outcome, outcome_reason, outcome_note)
  on table public.quote_requests to authenticated;

alter table public.notifications
  add column subject text,
  add column body text,
  add column attachments jsonb not null default '[]',
  add column created_by uuid references auth.users (id) on delete set null,
  drop constraint notifications_quote_request_id_kind_key,
  drop constraint notifications_kind_known,
  drop constraint notifications_state_known;

alter table public.notifications
  add constraint notifications_kind_known check (kind in ('admin_notice', 'acknowledgement', 'reply')),
  add constraint notifications_state_known
    check (state in ('brouillon', 'en_attente', 'envoyé', 'échec', 'incertain', 'retenu')),
  add constraint notifications_draft_is_reply check (state <> 'brouillon' or kind = 'reply'),
  add constraint notifications_reply_text check ((kind = 'reply') = (subject is not null and body is not null)),
  add constraint notifications_reply_not_blank
    check (kind <> 'reply' or state = 'brouillon' or subject ~ '\S' and body ~ '\S'),
  add constraint notifications_subject_length check (char_length(subject) <= 200),
  add constraint notifications_subject_one_line check (private.is_one_line_text(subject)),
  add constraint notifications_body_length check (char_length(body) <= 10000),
  add constraint notifications_attachments_list check (
    case when jsonb_typeof(attachments) = 'array'
      then jsonb_array_length(attachments) <= case when kind = 'reply' then 10 else 0 end
      else false
    end
  );

create index notifications_quote_request_id_idx on public.notifications (quote_request_id, created_at);
create index notifications_created_by_idx on public.notifications (created_by);
create unique index notifications_once_idx on public.notifications (quote_request_id, kind) where kind <> 'reply';
create unique index notifications_draft_idx on public.notifications (quote_request_id) where state = 'brouillon';

-- What the team notes about a request: append-only. 'received': an answer that came back to the studio's mailbox.
create table public.request_notes (
  id uuid primary key default gen_random_uuid(),
  quote_request_id uuid not null references public.quote_requests (id) on delete cascade,
  kind text not null default 'note',
  body text not null,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint request_notes_kind_known check (kind in ('note', 'received')),
  constraint request_notes_body_length check (btrim(body) <> '' and char_length(body) <= 5000)
);

create index request_notes_quote_request_id_idx on public.request_notes (quote_request_id, created_at);
create index request_notes_recorded_by_idx on public.request_notes (recorded_by);

alter table public.request_notes enable row level security;

grant select on table public.request_notes to authenticated, service_role;
grant insert (quote_request_id, kind, body, recorded_by) on table public.request_notes to authenticated;

create policy "request_notes: admin reads" on public.request_notes
  for select to authenticated
  using ((select private.is_admin()));

create policy "request_notes: admin writes as self" on public.request_notes
  for insert to authenticated
  with check (recorded_by = (select auth.uid()) and (select private.is_admin()));

-- Attachments -----------------------------------------------------------------------------------------------------

-- Private: a file is read with the rights of an administrator, or sent by the worker. `<request>/<random>.<extension>`.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('request-files', 'request-files', false, 10485760, array['application/pdf', 'image/jpeg', 'image/png'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy "request-files: admin reads" on storage.objects
  for select to authenticated
  using (bucket_id = 'request-files' and (select private.is_admin()));

create policy "request-files: admin uploads" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'request-files'
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(pdf|jpg|png)$'
    and (select private.is_admin())
  );

-- No update policy, and no deletion of what a reply names: what was sent stays as it was sent.
create policy "request-files: admin deletes unused" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'request-files'
    and not exists (
      select from public.notifications as reply
      where reply.quote_request_id::text = split_part(name, '/', 1) and reply.state <> 'brouillon'
        and reply.attachments @> jsonb_build_array(jsonb_build_object('path', name))
    )
    and (select private.is_admin())
  );

-- The files that a reply names, as storage knows them: [{ path, name, type, size }]. Refuses, in French, one that is not
-- there or belongs to another request, and more than ten files or 10 MB.
create function private.request_files(quote uuid, files jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  known jsonb;
  most_bytes constant bigint := 10485760;
begin
  if jsonb_typeof(files) is distinct from 'array' or jsonb_array_length(files) > 10 then
    raise exception using message = 'Une réponse porte au plus 10 pièces jointes.';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'path', object.name,
    'name', left(regexp_replace(coalesce(given.file ->> 'name', ''), '[[:cntrl:]"\\/<>:*?|]', '_', 'g'), 120),
    'type', coalesce(object.metadata ->> 'mimetype', 'application/octet-stream'),
    'size', coalesce((object.metadata ->> 'size')::bigint, most_bytes)
  ) order by given.place), '[]') into known
  from jsonb_array_elements(files) with ordinality as given (file, place)
  join storage.objects as object on object.bucket_id = 'request-files' and object.name = given.file ->> 'path'
  where split_part(object.name, '/', 1) = quote::text;
  if jsonb_array_length(known) <> jsonb_array_length(files) then
    raise exception using message = 'Une pièce jointe n''existe plus. Retirez-la et joignez-la de nouveau.';
  end if;
  if (select sum((file ->> 'size')::bigint) from jsonb_array_elements(known) as file) > most_bytes then
    raise exception using message = 'Les pièces jointes dépassent 10 Mo au total.';
  end if;
  return known;
end;
$$;

-- The files that no reply names: of a request that is gone or anonymised, and any older than a day (left by a closed tab).
-- They are deleted by dispatch-emails through the storage API: deleting the row here would leave the file.
create function public.unused_request_files()
returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select object.name
  from storage.objects as object
  left join public.quote_requests as quote on quote.id::text = split_part(object.name, '/', 1)
  where object.bucket_id = 'request-files'
    and (quote.id is null or quote.anonymised_at is not null or object.created_at < now() - interval '1 day')
    and not exists (
      select from public.notifications as reply
      where reply.quote_request_id = quote.id
        and reply.attachments @> jsonb_build_array(jsonb_build_object('path', object.name))
    )
    -- A request in the trash comes back with its files.
    and not exists (select from public.trash as deleted where deleted.id::text = split_part(object.name, '/', 1))
  limit 100;
$$;

grant execute on function public.unused_request_files() to service_role;

-- Replies -----------------------------------------------------------------------------------------------------------

-- The request, locked, for a reply to it.
create function private.lock_answerable_request(quote uuid)
returns public.quote_requests
language plpgsql
set search_path = ''
as $$
declare
  request public.quote_requests;
begin
  select * into request from public.quote_requests where id = quote for update;
  if not found or request.anonymised_at is not null then
    raise exception using message = 'Cette demande n''existe plus.';
  end if;
  return request;
end;
$$;

-- Keeps the text of a reply that is being written: one draft a request, the last one saved. An empty one is forgotten.
-- False when the reply has left the draft meanwhile: a late save must not bring it back.
create function public.save_reply_draft(
  reply uuid, quote uuid, reply_subject text, reply_body text, files jsonb default '[]'
)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.lock_answerable_request(quote);
  if exists (select from public.notifications where id = reply and (state <> 'brouillon' or quote_request_id <> quote)) then
    return false;
  end if;
  delete from public.notifications where quote_request_id = quote and state = 'brouillon';
  if reply_subject ~ '\S' or reply_body ~ '\S' or files <> '[]' then
    insert into public.notifications (id, quote_request_id, kind, state, subject, body, attachments, created_by)
    values (
      reply, quote, 'reply', 'brouillon', reply_subject, reply_body, private.request_files(quote, files), auth.uid()
    );
  end if;
  return true;
end;
$$;

grant execute on function public.save_reply_draft(uuid, uuid, text, text, jsonb) to authenticated;

-- « Envoyer »: puts a reply in the outbox, where it waits ten seconds for « Annuler l'envoi ». Called twice with the same
-- id, it is sent once. Answering what a person asked needs no consent; an address that bounced or complained is refused.
-- Returns when it may leave.
create function public.send_reply(reply uuid, quote uuid, reply_subject text, reply_body text, files jsonb default '[]')
returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  request public.quote_requests;
  known public.notifications;
  refusal text;
  leaves_at timestamptz := now() + interval '10 seconds';
begin
  perform private.require_admin();
  request := private.lock_answerable_request(quote);
  select * into known from public.notifications where id = reply;
  if found and (known.state <> 'brouillon' or known.quote_request_id <> quote) then
    return known.next_attempt_at;
  end if;
  refusal := private.address_refusal(request.email);
  if refusal is not null then
    raise exception using message = refusal || ' La réponse n''a pas été envoyée.';
  end if;
  if (reply_subject ~ '\S' and reply_body ~ '\S') is not true then
    raise exception using message = 'Écrivez un sujet et un texte.';
  end if;
  delete from public.notifications where quote_request_id = quote and state = 'brouillon';
  insert into public.notifications
    (id, quote_request_id, kind, subject, body, attachments, created_by, next_attempt_at)
  values (
    reply, quote, 'reply', btrim(reply_subject), reply_body, private.request_files(quote, files), auth.uid(), leaves_at
  );
  return leaves_at;
end;
$$;

grant execute on function public.send_reply(uuid, uuid, text, text, jsonb) to authenticated;

-- « Annuler l'envoi », and « Reprendre le texte » of one that failed: the reply is a draft again, unless it may have
-- arrived. Under another id once it was tried: a provider compares what comes under the same key. False: too late.
create function public.take_back_reply(reply uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  quote uuid;
begin
  perform private.require_admin();
  select quote_request_id into quote from public.notifications where id = reply and kind = 'reply';
  if not found then
    return false;
  end if;
  perform private.lock_answerable_request(quote);
  if exists (select from public.notifications where quote_request_id = quote and state = 'brouillon' and id <> reply) then
    raise exception using message = 'Un autre brouillon est commencé pour cette demande.';
  end if;
  update public.notifications set
    id = case when attempts > 0 then gen_random_uuid() else id end,
    state = 'brouillon', attempts = 0, next_attempt_at = now(), first_attempt_at = null, provider_id = null,
    last_error = null, finished_at = null
  where id = reply and lease_token is null and not may_have_arrived and state in ('en_attente', 'échec', 'retenu');
  return found;
end;
$$;

grant execute on function public.take_back_reply(uuid) to authenticated;

-- What the present functions learn of it --------------------------------------------------------------------------

-- Replaces what identifies the person and keeps what is counted: types, service, month, amount, outcome. Its
-- notifications, replies and notes are deleted: one may still wait to be sent, and an error message may name the address.
-- The attachments go with the next run of dispatch-emails (public.unused_request_files). Returns how many were changed.
create or replace function private.anonymise_quotes(ids uuid[])
returns integer
language plpgsql
set search_path = ''
as $$
declare
  changed integer;
begin
  -- Requests are always locked before their messages.
  perform from public.quote_requests where id = any(ids) order by id for update;
  delete from public.notifications where quote_request_id = any(ids);
  delete from public.request_notes where quote_request_id = any(ids);
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
    outcome_note = null,
    anonymised_at = now()
  where id = any(ids) and anonymised_at is null;
  get diagnostics changed = row_count;
  return changed;
end;
$$;

-- A bounce or a complaint about an acknowledgement suppresses the address of the request. Acknowledgements belong to no
-- campaign and keep no history of deliveries. False: the event is about no acknowledgement, or calls for nothing.
create or replace function private.record_acknowledgement_failure(notification uuid, provider_message text, kind text)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
  address text;
begin
  -- The provider refuses the address ('suppressed') for an earlier bounce or complaint that it knows of.
  if kind not in ('bounced', 'complained', 'suppressed') then
    return false;
  end if;
  select quote.email into address
  from public.notifications as sent join public.quote_requests as quote on quote.id = sent.quote_request_id
  where sent.kind in ('acknowledgement', 'reply')
    and (sent.id = notification or notification is null and sent.provider_id = provider_message)
  limit 1;
  if not found then
    return false;
  end if;
  perform private.suppress(private.email_hash(address), case kind when 'complained' then 'complained' else 'bounced' end);
  return true;
end;
$$;

-- Why, in French, nothing may be sent to this address, consent apart: it bounced or complained. Null: it may.
create function private.address_refusal(address text)
returns text
language sql
stable
set search_path = ''
as $$
  select case standing.reason
    when 'bounced' then 'Cette adresse est en erreur permanente.'
    else 'Cette personne a signalé un message comme indésirable.'
  end
  from private.standing_suppressions() as standing
  where standing.email_hash = private.email_hash(address) and standing.reason in ('bounced', 'complained');
$$;

-- Why, in French, this acknowledgement must not be sent; null: it may be, and it is counted. The form is public and
-- anyone may type anyone's address into it, so that a mailbox gets one acknowledgement a day, all together 60 an hour
-- and 300 a day, and an address that bounced or complained none. The request itself is kept in any case.
create or replace function private.acknowledgement_refusal(notification uuid, address text)
returns text
language plpgsql
set search_path = ''
as $$
declare
  hourly_ceiling constant integer := 60;
  daily_ceiling constant integer := 300;
  mailbox_hash text := private.keyed_text_hash('mailbox:' || private.mailbox_key(address));
  refusal text := private.address_refusal(address);
begin
  if refusal is not null then
    return refusal;
  end if;

  -- Of two simultaneous claims at a limit, only one may pass.
  perform pg_advisory_xact_lock(33, 0);
  delete from private.acknowledgements as old where old.claimed_at <= now() - interval '1 day';
  -- Counted at its first claim: a retry is the same message.
  if exists (select from private.acknowledgements as mine where mine.notification_id = notification) then
    return null;
  end if;
  if exists (select from private.acknowledgements as sent where sent.mailbox = mailbox_hash) then
    return 'Cette boîte a déjà reçu un accusé de réception depuis 24 heures.';
  end if;
  if (select count(*) from private.acknowledgements as sent where sent.claimed_at > now() - interval '1 hour') >= hourly_ceiling then
    return format('Limite de %s accusés de réception par heure atteinte.', hourly_ceiling);
  end if;
  if (select count(*) from private.acknowledgements) >= daily_ceiling then
    return format('Limite de %s accusés de réception par jour atteinte.', daily_ceiling);
  end if;
  insert into private.acknowledgements (notification_id, mailbox) values (notification, mailbox_hash);
  return null;
end;
$$;

-- It answers more columns.
drop function public.claim_due_notifications(integer, boolean);

-- Leases due rows to one worker for one minute. A row whose worker did not report has an unknown outcome: it is sent
-- again only when the provider recognises the same idempotency key (for 24 hours, one of them as a margin), else it
-- becomes « incertain » and a person decides. An acknowledgement or a reply that must not be sent becomes « retenu », with
-- the reason. earlier_messages: what the person already got about the request, for the headers that tie a thread together;
-- it never changes between two attempts.
create function public.claim_due_notifications(batch integer, same_key_is_safe boolean)
returns table (
  id uuid,
  lease_token uuid,
  kind text,
  quote_request_id uuid,
  organization_name text,
  contact_name text,
  email text,
  phone text,
  organization_type text,
  service_type text,
  message text,
  created_at timestamptz,
  subject text,
  body text,
  attachments jsonb,
  earlier_messages uuid[]
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  candidate record;
  refusal text;
  -- At most so many in one call, which would otherwise outlast its statement's time limit after a flood.
  refusals_left integer := 500;
begin
  update public.notifications as lost set
    state = 'incertain',
    lease_token = null,
    finished_at = now(),
    last_error = coalesce(lost.last_error, 'L''envoi a été interrompu avant la réponse du serveur de courriel.')
  where lost.id in (
    select held.id from public.notifications as held
    where held.state = 'en_attente' and held.next_attempt_at <= now()
      and (held.lease_token is not null or held.may_have_arrived)
      and not (same_key_is_safe and held.first_attempt_at > now() - interval '23 hours')
    for update skip locked
  );

  while batch > 0 and refusals_left > 0 loop
    select waiting.id, waiting.kind, waiting.may_have_arrived or waiting.lease_token is not null as may_have_arrived,
      quotes.email into candidate
    from public.notifications as waiting
    join public.quote_requests as quotes on quotes.id = waiting.quote_request_id
    where waiting.state = 'en_attente' and waiting.next_attempt_at <= now()
    order by waiting.next_attempt_at, waiting.id
    limit 1
    for update of waiting skip locked;
    exit when not found;

    refusal := case candidate.kind
      when 'acknowledgement' then private.acknowledgement_refusal(candidate.id, candidate.email)
      when 'reply' then private.address_refusal(candidate.email)
    end;
    if refusal is not null then
      update public.notifications as held set
        -- An earlier attempt may have arrived: « retenu » could be wrong.
        state = case when candidate.may_have_arrived then 'incertain' else 'retenu' end,
        last_error = refusal, lease_token = null, finished_at = now()
      where held.id = candidate.id;
      refusals_left := refusals_left - 1;
      continue;
    end if;

    return query
    with claimed as (
      update public.notifications as taken set
        attempts = taken.attempts + 1,
        first_attempt_at = coalesce(taken.first_attempt_at, now()),
        may_have_arrived = candidate.may_have_arrived,
        lease_token = gen_random_uuid(),
        next_attempt_at = now() + interval '60 seconds'
      where taken.id = candidate.id
      returning taken.*
    )
    select claimed.id, claimed.lease_token, claimed.kind, quotes.id, quotes.organization_name, quotes.contact_name,
      quotes.email, quotes.phone, quotes.organization_type, quotes.service_type, quotes.message, quotes.created_at,
      claimed.subject, claimed.body, claimed.attachments,
      array(
        select earlier.id from public.notifications as earlier
        where earlier.quote_request_id = claimed.quote_request_id and earlier.kind in ('acknowledgement', 'reply')
          and earlier.state = 'envoyé' and earlier.finished_at < claimed.created_at
        order by earlier.finished_at, earlier.id
      )
    from claimed join public.quote_requests as quotes on quotes.id = claimed.quote_request_id;
    batch := batch - 1;
  end loop;
end;
$$;

grant execute on function public.claim_due_notifications(integer, boolean) to service_role;

-- Records the outcome of a claimed row; false when the lease was lost, and then nothing is written. 'retry' counts as
-- an attempt and backs off 10 s, 30 s, 90 s …, at most an hour, 24 times (a mail server may be down for about 20
-- hours). 'wait' (the provider asked for a delay) and 'pause' (nothing can be sent) do not count. A reply that the provider
-- accepted is what makes an open request « répondu ».
create or replace function public.finish_notification(
  notification_id uuid,
  token uuid,
  outcome text,
  reason text default null,
  sent_as text default null,
  wait_seconds integer default null,
  arrival_possible boolean default false
)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_attempts constant integer := 24;
  held public.notifications;
  unsure boolean;
begin
  -- Requests are always locked before their messages.
  perform from public.quote_requests as quote
  where quote.id = (select sent.quote_request_id from public.notifications as sent where sent.id = notification_id)
  for update;
  select * into held from public.notifications
  where id = notification_id and lease_token = token and state = 'en_attente'
  for update;
  if not found then
    return false;
  end if;
  unsure := held.may_have_arrived or arrival_possible;

  if outcome in ('accepted', 'rejected', 'unknown')
    or outcome = 'retry' and held.attempts >= most_attempts
  then
    update public.notifications set
      state = case
        when outcome = 'accepted' then 'envoyé'
        when outcome = 'unknown' or outcome = 'retry' and unsure then 'incertain'
        else 'échec'
      end,
      provider_id = left(sent_as, 200),
      last_error = left(reason, 500),
      may_have_arrived = unsure,
      lease_token = null,
      finished_at = now()
    where id = notification_id;
    if outcome = 'accepted' and held.kind = 'reply' then
      update public.quote_requests set status = 'répondu'
      where id = held.quote_request_id and status in ('nouveau', 'en_cours');
    end if;
  elsif outcome in ('retry', 'wait', 'pause') then
    update public.notifications set
      attempts = held.attempts - case outcome when 'retry' then 0 else 1 end,
      next_attempt_at = now() + case outcome
        when 'retry' then least(interval '10 seconds' * power(3, least(held.attempts, 10) - 1), interval '1 hour')
        when 'wait' then least(greatest(coalesce(wait_seconds, 30), 1), 86400) * interval '1 second'
        else interval '5 minutes'
      end,
      last_error = left(reason, 500),
      may_have_arrived = unsure,
      lease_token = null
    where id = notification_id;
  else
    raise invalid_parameter_value using message = 'Unknown outcome: ' || coalesce(outcome, 'null');
  end if;
  return true;
end;
$$;

-- Everything known about a person, for a request of access (Loi 25, section 27); the export is recorded in the
-- register. Null when there is no such contact.
create or replace function public.export_person(contact uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  person public.contacts;
  hash text;
  addresses text[];
  hashes text[];
begin
  perform private.require_admin();
  select * into person from public.contacts where id = contact;
  if not found then
    return null;
  end if;
  hash := private.email_hash(person.email);
  addresses := private.known_addresses(person);
  addresses := addresses || private.trashed_addresses(person.id, addresses);
  hashes := array(select private.email_hash(address) from unnest(addresses) as address);
  insert into public.privacy_register (kind, subject_hash, recorded_by) values ('export', hash, auth.uid());
  return jsonb_build_object(
    'exported_at', now(),
    'contact', to_jsonb(person) - 'user_id',
    'history', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' order by e.created_at), '[]')
      from public.contact_events e where e.contact_id = person.id
    ),
    'consents', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' order by e.occurred_at), '[]')
      from public.consent_events e where e.contact_id = person.id or lower(e.email) = any (addresses)
    ),
    'suppressions', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'recorded_by' order by s.created_at), '[]')
      from public.suppressions s where s.email_hash = any (hashes)
    ),
    'suppression_lifts', (
      select coalesce(jsonb_agg(to_jsonb(l) - 'recorded_by' order by l.created_at), '[]')
      from public.suppression_lifts l where l.email_hash = any (hashes)
    ),
    'quote_requests', (
      select coalesce(jsonb_agg(to_jsonb(q) order by q.created_at), '[]')
      from public.quote_requests q where q.contact_id = person.id or lower(q.email) = any (addresses)
    ),
    'replies', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'quote_request_id', n.quote_request_id, 'state', n.state, 'subject', n.subject, 'body', n.body,
        'attachments', n.attachments, 'created_at', n.created_at, 'finished_at', n.finished_at
      ) order by n.created_at), '[]')
      from public.notifications n join public.quote_requests q on q.id = n.quote_request_id
      where n.kind = 'reply' and (q.contact_id = person.id or lower(q.email) = any (addresses))
    ),
    'request_notes', (
      select coalesce(jsonb_agg(to_jsonb(n) - 'recorded_by' order by n.created_at), '[]')
      from public.request_notes n join public.quote_requests q on q.id = n.quote_request_id
      where q.contact_id = person.id or lower(q.email) = any (addresses)
    ),
    'prospects', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at), '[]')
      from public.suggested_prospects s where s.contact_id = person.id or lower(s.email) = any (addresses)
    ),
    'next_actions', (
      select coalesce(jsonb_agg(to_jsonb(a) - '{owner, recorded_by}'::text[] order by a.created_at), '[]')
      from public.next_actions a
      left join public.quote_requests q on q.id = a.quote_request_id
      where a.contact_id = person.id or q.contact_id = person.id or lower(q.email) = any (addresses)
    ),
    'emails', (
      select coalesce(jsonb_agg(
        to_jsonb(s) - 'lease_token' - 'unsubscribe_token' || jsonb_build_object(
          'campaign', c.name,
          'events', (
            select coalesce(jsonb_agg(to_jsonb(e) - 'email_send_id' order by e.occurred_at), '[]')
            from public.email_events e where e.email_send_id = s.id
          )
        ) order by s.created_at), '[]')
      from public.email_sends s join public.campaigns c on c.id = s.campaign_id
      where s.contact_id = person.id or lower(s.recipient_email) = any (addresses)
    ),
    'trash', (
      select coalesce(jsonb_agg(jsonb_build_object('table', t.place, 'row', t.content - 'user_id') order by t.place), '[]')
      from private.trashed_of(person.id, addresses) t
    )
  );
end;
$$;
