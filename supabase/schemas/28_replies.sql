-- This file holds answering a quote request or a message that came back: the team's notes, the attachments, and the
-- replies, which are rows of the outbox (25_outbox.sql) so that one worker sends everything by the same rules
-- (docs/decisions/0014).

create type public.request_note_kind as enum ('note', 'received');

-- The table holds what the team notes about a request, and is append-only. 'received' is an answer that came back to
-- the studio's mailbox.
create table public.request_notes (
  id uuid primary key default gen_random_uuid(),
  quote_request_id uuid not null references public.quote_requests (id) on delete cascade,
  kind public.request_note_kind not null default 'note',
  body text not null,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint request_notes_body_length check (btrim(body) <> '' and char_length(body) <= 5000)
);

create index request_notes_quote_request_id_idx on public.request_notes (quote_request_id, created_at);
create index request_notes_recorded_by_idx on public.request_notes (recorded_by);

alter table public.request_notes enable row level security;

grant select on table public.request_notes to authenticated, service_role;
grant insert (quote_request_id, kind, body, recorded_by) on table public.request_notes to authenticated;

create policy "request_notes: member reads" on public.request_notes
  for select to authenticated
  using ((select private.is_member()));

create policy "request_notes: admin writes as self" on public.request_notes
  for insert to authenticated
  with check (recorded_by = (select auth.uid()) and (select private.is_admin()));

select private.attach_search(
  'request_note', 'public.request_notes', names => '{}', other => 'body',
  title => '(select r.organization_name from public.quote_requests as r where r.id = quote_request_id)',
  detail => 'to_char(created_at at time zone ''America/Toronto'', ''YYYY-MM-DD'')',
  text => 'body', target => '''request''', target_id => 'quote_request_id', changed_at => 'created_at'
);

create type public.request_event_kind as enum ('status', 'outcome');

-- The table tells how the status of a request moved, and how it ended. The trigger below writes it, never the API. The
-- record of changes (02_team.sql) keeps no value (docs/decisions/0015).
create table public.request_events (
  id uuid primary key default gen_random_uuid(),
  quote_request_id uuid not null references public.quote_requests (id) on delete cascade,
  kind public.request_event_kind not null,
  -- These are statuses, or outcomes; null for an outcome that is not known.
  old_value text,
  new_value text,
  -- These are why the request was lost, and its amount, as they were at that outcome.
  reason text,
  amount_cents bigint,
  -- It is null for the server, which sets « répondu » when a reply has left.
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);

create index request_events_quote_request_id_idx on public.request_events (quote_request_id, created_at);
create index request_events_recorded_by_idx on public.request_events (recorded_by);

alter table public.request_events enable row level security;

grant select on table public.request_events to authenticated, service_role;

create policy "request_events: member reads" on public.request_events
  for select to authenticated
  using ((select private.is_member()));

-- Records a change of status, or an outcome, but not one that the same person takes back within a minute.
create function private.record_request_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.status is distinct from old.status then
    delete from public.request_events
    where id = (
        select id from public.request_events
        where quote_request_id = new.id and kind = 'status' order by created_at desc, id limit 1
      )
      and old_value = new.status::text and new_value = old.status::text
      and recorded_by = auth.uid() and created_at > now() - interval '1 minute';
    if not found then
      insert into public.request_events (quote_request_id, kind, old_value, new_value, recorded_by)
      values (new.id, 'status', old.status, new.status, auth.uid());
    end if;
  end if;
  if (new.outcome, new.outcome_reason) is distinct from (old.outcome, old.outcome_reason)
    or new.outcome is not null and new.expected_amount_cents is distinct from old.expected_amount_cents
  then
    delete from public.request_events
    where id = (
        select id from public.request_events
        where quote_request_id = new.id and kind = 'outcome' order by created_at desc, id limit 1
      )
      and new.outcome is null and old_value is null
      and recorded_by = auth.uid() and created_at > now() - interval '1 minute';
    if not found then
      insert into public.request_events
        (quote_request_id, kind, old_value, new_value, reason, amount_cents, recorded_by)
      values (
        new.id, 'outcome', old.outcome, new.outcome, new.outcome_reason,
        case when new.outcome is not null then new.expected_amount_cents end, auth.uid()
      );
    end if;
  end if;
  return null;
end;
$$;

-- Anonymising archives a request, and has just deleted its history.
create trigger quote_requests_record_change
  after update of status, outcome, outcome_reason, expected_amount_cents on public.quote_requests
  for each row when (new.anonymised_at is null)
  execute function private.record_request_change();

-- Attachments -----------------------------------------------------------------------------------------------------

-- The bucket is private: a file, `<request>/<random>.<extension>`, is read with the rights of an administrator, or sent
-- by the worker.
select private.make_bucket(
  'request-files', false, 10485760, array['application/pdf', 'image/jpeg', 'image/png'],
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(pdf|jpg|png)$'
);

-- There is no update policy, and no role deletes the files of a reply: what was sent does not change.
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

-- Returns the files that a reply names, as storage knows them: [{ path, name, type, size }]. It refuses, in French, one
-- that is not there or belongs to another request, and more than ten files or 10 MB.
create function private.request_files(request uuid, files jsonb)
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
  where split_part(object.name, '/', 1) = request::text;
  if jsonb_array_length(known) <> jsonb_array_length(files) then
    raise exception using message = 'Une pièce jointe n''existe plus. Retirez-la et joignez-la de nouveau.';
  end if;
  if (select sum((file ->> 'size')::bigint) from jsonb_array_elements(known) as file) > most_bytes then
    raise exception using message = 'Les pièces jointes dépassent 10 Mo au total.';
  end if;
  return known;
end;
$$;

-- Replies -----------------------------------------------------------------------------------------------------------

-- Locks the request for a reply to it, and returns it.
create function private.lock_answerable_request(asked uuid)
returns public.quote_requests
language plpgsql
set search_path = ''
as $$
declare
  request public.quote_requests;
begin
  select * into request from public.quote_requests where id = asked for update;
  if not found or request.anonymised_at is not null then
    raise exception using message = 'Cette demande n''existe plus.';
  end if;
  return request;
end;
$$;

-- Keeps the text of a reply that is being written: one draft a request, the last one saved. An empty one is forgotten.
-- It returns false when the reply has left the draft meanwhile: a late save must not bring it back.
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

-- « Envoyer » puts a reply in the outbox, where it waits ten seconds for « Annuler l'envoi ». Called twice with the
-- same id, it is sent once. Answering what a person asked needs no consent; an address that bounced or complained is
-- refused. It returns when the reply may leave.
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

-- « Annuler l'envoi », and « Reprendre le texte » of one that failed, make the reply a draft again, unless it may have
-- arrived. It gets another id once it was tried: a provider compares what comes under the same key. It returns false
-- when it is too late.
create function public.take_back_reply(reply uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  asked uuid;
  message uuid;
begin
  perform private.require_admin();
  select quote_request_id, inbound_message_id into asked, message from public.notifications where id = reply and kind = 'reply';
  if not found then
    return false;
  end if;
  if message is null then
    perform private.lock_answerable_request(asked);
  else
    perform from public.inbound_messages where id = message for update;
  end if;
  if exists (
    select from public.notifications
    where (quote_request_id = asked or inbound_message_id = message) and state = 'brouillon' and id <> reply
  ) then
    raise exception using message = 'Un autre brouillon est commencé.';
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

-- Answers to messages ------------------------------------------------------------------------------------------------

-- Finds the place of the message of ours that somebody answered: { send, contact, request }, by its id in one of the
-- two outboxes. It returns null when it is no message of ours.
create function private.place_of_message(ours uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  send public.email_sends;
  sent public.notifications;
begin
  select * into send from public.email_sends where id = ours;
  if found then
    return jsonb_build_object('send', send.id, 'contact', coalesce(send.contact_id, (
      select id from public.contacts where lower(email) = lower(send.recipient_email)
    )));
  end if;
  select * into sent from public.notifications where id = ours;
  if not found then
    return null;
  end if;
  return coalesce(
    (
      select jsonb_build_object('contact', asked.contact_id, 'request', asked.quote_request_id, 'send', asked.email_send_id)
      from public.inbound_messages as asked where asked.id = sent.inbound_message_id
    ),
    (
      select jsonb_build_object('contact', quote.contact_id, 'request', quote.request_id)
      from public.quotes as quote
      where quote.id = coalesce(sent.issued_quote_id, (select i.quote_id from public.invoices as i where i.id = sent.invoice_id))
    ),
    jsonb_build_object('request', sent.quote_request_id)
  );
end;
$$;

-- Keeps the text of an answer that is being written to a message: one draft a message, the last one saved, and none
-- once it is empty. It returns false when the answer has left the draft meanwhile: a late save must not bring it back.
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

-- « Envoyer » puts the answer to a message filed with a contact in the outbox, ten seconds ahead, as it does replies to
-- requests. Called twice with the same id, it is sent once. It returns when the answer may leave.
create function public.answer_message(reply uuid, message uuid, reply_subject text, reply_body text)
returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  asked public.inbound_messages;
  known public.notifications;
  refusal text;
  leaves_at timestamptz := now() + interval '10 seconds';
begin
  perform private.require_admin();
  select * into asked from public.inbound_messages where id = message for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ce message n’existe plus.';
  end if;
  select * into known from public.notifications where id = reply;
  if found and (known.state <> 'brouillon' or known.inbound_message_id is distinct from message) then
    return known.next_attempt_at;
  end if;
  -- Programs that answer each other never end.
  if asked.kind not in ('reply', 'removal') or private.is_email_address(asked.from_email) is not true then
    raise exception using message = 'On ne répond pas à un message automatique.';
  end if;
  refusal := private.address_refusal(asked.from_email);
  if refusal is not null then
    raise exception using message = refusal || ' La réponse n''a pas été envoyée.';
  end if;
  if (reply_subject ~ '\S' and reply_body ~ '\S') is not true then
    raise exception using message = 'Écrivez un sujet et un texte.';
  end if;
  delete from public.notifications where inbound_message_id = message and state = 'brouillon';
  insert into public.notifications (id, inbound_message_id, kind, subject, body, created_by, next_attempt_at)
  values (reply, message, 'reply', btrim(reply_subject), reply_body, auth.uid(), leaves_at);
  return leaves_at;
end;
$$;

grant execute on function public.answer_message(uuid, uuid, text, text) to authenticated;

-- Completes the action about a message once its answer has left, unless a person changed that action.
create function private.finish_answer_action(reply public.notifications)
returns void
language sql
set search_path = ''
as $$
  update public.next_actions as action set done_at = now()
  from public.inbound_messages as asked
  where action.done_at is null and asked.kind = 'reply' and action.title = private.answer_action_title(asked.kind)
    and (
      asked.id = reply.inbound_message_id and action.contact_id = asked.contact_id
      or asked.quote_request_id = reply.quote_request_id and action.quote_request_id = asked.quote_request_id
    );
$$;

-- Personal data ------------------------------------------------------------------------------------------------------

-- Returns what a person's copy holds of messages and answers, and of the notes and the history of requests.
create function private.message_personal_data(person uuid, addresses text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'messages', (
      select coalesce(jsonb_agg(
        to_jsonb(m) || jsonb_build_object('answers', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'state', n.state, 'subject', n.subject, 'body', n.body, 'created_at', n.created_at, 'finished_at', n.finished_at
          ) order by n.created_at), '[]')
          from public.notifications n where n.inbound_message_id = m.id
        )) order by m.received_at), '[]')
      from public.inbound_messages m left join public.quote_requests q on q.id = m.quote_request_id
      where m.contact_id = person or m.from_email = any (addresses)
        or q.contact_id = person or lower(q.email) = any (addresses)
    ),
    'replies', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'quote_request_id', n.quote_request_id, 'state', n.state, 'subject', n.subject, 'body', n.body,
        'attachments', n.attachments, 'created_at', n.created_at, 'finished_at', n.finished_at
      ) order by n.created_at), '[]')
      from public.notifications n join public.quote_requests q on q.id = n.quote_request_id
      where n.kind = 'reply' and (q.contact_id = person or lower(q.email) = any (addresses))
    ),
    'request_notes', (
      select coalesce(jsonb_agg(to_jsonb(n) - 'recorded_by' order by n.created_at), '[]')
      from public.request_notes n join public.quote_requests q on q.id = n.quote_request_id
      where q.contact_id = person or lower(q.email) = any (addresses)
    ),
    'request_history', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' order by e.created_at), '[]')
      from public.request_events e join public.quote_requests q on q.id = e.quote_request_id
      where q.contact_id = person or lower(q.email) = any (addresses)
    )
  );
$$;
