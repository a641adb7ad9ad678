-- This file holds conversations: what people answer to the studio's messages, and where each answer belongs
-- (docs/decisions/0093).

-- An address for each message -------------------------------------------------------------------------------------

-- Returns what the address for answers to a message holds: the message's id, and a proof that this database made it. No
-- column keeps it, so that no copy of a table lets anybody answer in another's name.
create function private.reply_token(message uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select 'r' || replace(message::text, '-', '') || left(private.keyed_text_hash('reply:' || message::text), 16);
$$;

-- Returns where the answer to a message goes; null while no domain receives, and then it goes to the studio's own
-- mailbox.
create function private.reply_address(message uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select private.reply_token(message) || '@' || rules.inbound_domain
  from public.sending_settings as rules where rules.id = 1 and rules.inbound_domain <> '';
$$;

-- Returns the message that a token names; null when this database did not make the token.
create function private.message_of_token(token text)
returns uuid
language plpgsql
stable
set search_path = ''
as $$
declare
  named uuid;
begin
  if (token ~ '^r[0-9a-f]{48}$') is not true then
    return null;
  end if;
  named := substr(token, 2, 32)::uuid;
  return case when private.reply_token(named) = token then named end;
end;
$$;

-- What came in ----------------------------------------------------------------------------------------------------

create type public.inbound_message_kind as enum ('reply', 'absence', 'bounce', 'removal', 'automatic');

create type public.sender_check as enum ('pass', 'fail', 'unknown');

create type public.inbound_match as enum ('token', 'thread', 'sender', 'person');

-- The table has one row per message that came back, filed with a contact or a request, or with neither: « À classer ».
-- It keeps text only, nobody's HTML. Only the functions below write it.
create table public.inbound_messages (
  -- It is made from the provider's id: a message that is delivered again has the same.
  id uuid primary key,
  provider_id text not null,
  -- It is the Message-ID, empty when the message has none.
  message_id text not null default '',
  -- It is what the message says, in lower case: see sender_check.
  from_email text not null,
  from_name text not null default '',
  subject text not null default '',
  -- These are what the person wrote, and below it what they quoted.
  body text not null default '',
  quoted text not null default '',
  kind public.inbound_message_kind not null,
  -- It holds the provider's authentication results, { spf, dkim, dmarc }; sender_check is derived from them.
  authentication jsonb not null default '{}',
  sender_check public.sender_check not null default 'unknown',
  -- It says by what the place of the message was found, and is null when it was not.
  matched_by public.inbound_match,
  contact_id uuid references public.contacts (id) on delete cascade,
  quote_request_id uuid references public.quote_requests (id) on delete cascade,
  -- It names the message of a campaign that this one answers.
  email_send_id uuid references public.email_sends (id) on delete set null,
  -- It is [{ path, name, type, size }] of the bucket inbound-files; a file without a path was left out, with the
  -- reason.
  attachments jsonb not null default '[]',
  -- It says in French what of the message could not be read.
  trouble text,
  received_at timestamptz not null,
  -- It is the day that the text gives for a return. Follow-ups wait for that of an absence (20_cadence.sql).
  returns_on date,
  -- It is the instant from which what follows from the message is done, or for an absence may be: at once where the
  -- sender is sure, else when a person vouched for it.
  applied_at timestamptz,
  -- It says when a person decided about « retirez-moi ».
  settled_at timestamptz,
  discarded_at timestamptz,
  created_at timestamptz not null default now(),
  constraint inbound_messages_provider_id_length check (btrim(provider_id) <> '' and char_length(provider_id) <= 200),
  constraint inbound_messages_message_id_length check (char_length(message_id) <= 300),
  constraint inbound_messages_from_email_length check (char_length(from_email) <= 320),
  constraint inbound_messages_from_email_one_line check (private.is_one_line_text(from_email)),
  constraint inbound_messages_from_name_length check (char_length(from_name) <= 200),
  constraint inbound_messages_from_name_one_line check (private.is_one_line_text(from_name)),
  constraint inbound_messages_subject_length check (char_length(subject) <= 998),
  constraint inbound_messages_subject_one_line check (private.is_one_line_text(subject)),
  constraint inbound_messages_body_length check (char_length(body) <= 50000),
  constraint inbound_messages_quoted_length check (char_length(quoted) <= 50000),
  constraint inbound_messages_one_place check (num_nonnulls(contact_id, quote_request_id) <= 1),
  constraint inbound_messages_trouble_length check (char_length(trouble) <= 500),
  constraint inbound_messages_attachments_list check (
    case when jsonb_typeof(attachments) = 'array' then jsonb_array_length(attachments) <= 20 else false end
  )
);

create unique index inbound_messages_provider_id_key on public.inbound_messages (provider_id);
-- The same message in a second delivery counts once. The sender is part of the key, so that nobody can block another
-- person's message with its id.
create unique index inbound_messages_message_id_key on public.inbound_messages (message_id, from_email) where message_id <> '';
create index inbound_messages_contact_id_idx on public.inbound_messages (contact_id, received_at);
create index inbound_messages_quote_request_id_idx on public.inbound_messages (quote_request_id, received_at);
create index inbound_messages_email_send_id_idx on public.inbound_messages (email_send_id);
create index inbound_messages_from_email_idx on public.inbound_messages (from_email, received_at);

alter table public.inbound_messages enable row level security;

grant select on table public.inbound_messages to authenticated, service_role;

create policy "inbound_messages: member reads" on public.inbound_messages
  for select to authenticated
  using ((select private.is_member()));

-- What a message quotes is found where it was written.
select private.attach_search(
  'message', 'public.inbound_messages', names => array['from_name', 'subject'], other => 'from_email || '' '' || body',
  title => 'coalesce(nullif(from_name, ''''), from_email)',
  detail => 'concat_ws('' · '', nullif(subject, ''''), to_char(received_at at time zone ''America/Toronto'', ''YYYY-MM-DD''))',
  text => 'concat_ws('' · '', case when from_name <> '''' then from_email end, body)',
  target => 'case when contact_id is not null then ''contact'' when quote_request_id is not null then ''request'' end',
  target_id => 'coalesce(contact_id, quote_request_id)',
  changed_at => 'received_at', condition => 'discarded_at is null'
);

-- Files -----------------------------------------------------------------------------------------------------------

-- The bucket holds `<message>/<random>.<extension>`, the message itself as it came among them (.eml, for thirty days).
-- Only our own server puts files there; an administrator reads them as files, never as a page.
select private.make_bucket(
  'inbound-files', false, 27262976,
  array[
    'message/rfc822', 'application/pdf', 'image/jpeg', 'image/png',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  ]
);

-- Where a message belongs -----------------------------------------------------------------------------------------

-- Finds the place of the message that a Message-ID names, ours or one of the same conversation.
create function private.place_of_message_id(named text)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  own text := substring(named from '^<(?:es/|notification-)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@[^<>@]+>$');
begin
  return coalesce(
    case when own is not null then private.place_of_message(own::uuid) end,
    (select private.place_of_message(id) from public.email_sends where message_id = named limit 1),
    (
      select jsonb_build_object('send', email_send_id, 'contact', contact_id, 'request', quote_request_id)
      from public.inbound_messages
      where message_id = named and num_nonnulls(contact_id, quote_request_id) > 0 limit 1
    )
  );
end;
$$;

-- Finds the place of whoever has this address: their request when it is what was last written about, else their
-- contact.
create function private.place_of_sender(address text)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  person uuid := (select id from public.contacts where lower(email) = lower(address));
  send public.email_sends;
  request public.quote_requests;
begin
  select * into send from public.email_sends
  where (contact_id = person or lower(recipient_email) = lower(address)) and status in ('envoyé', 'incertain')
  order by finished_at desc limit 1;
  select * into request from public.quote_requests
  where lower(email) = lower(address) and anonymised_at is null order by created_at desc limit 1;
  if request.id is not null and coalesce(greatest(request.created_at, (
    select max(finished_at) from public.notifications where quote_request_id = request.id and kind = 'reply'
  )) > send.finished_at, true) then
    return jsonb_build_object('request', request.id);
  end if;
  if coalesce(person, send.contact_id) is null then
    return null;
  end if;
  return jsonb_build_object('send', send.id, 'contact', coalesce(person, send.contact_id));
end;
$$;

-- Tells whether a message is from who it says. Who answers where only the person that we wrote to could is believed unless the
-- provider says otherwise; who has but the right address must have been checked by it, or vouched for by a person.
create function private.is_believed(message public.inbound_messages)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select message.applied_at is not null or message.sender_check = 'pass'
    or coalesce(message.matched_by = 'person', false)
    or message.sender_check = 'unknown' and coalesce(message.matched_by in ('token', 'thread'), false);
$$;

grant execute on function private.is_believed(public.inbound_messages) to authenticated;

-- Does what follows from a message whose sender is sure: an answer is noted with the message that it answers, which
-- ends the follow-ups of every campaign, and becomes something to do.
create function private.apply_answer(message uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  answer public.inbound_messages;
  answered uuid;
begin
  update public.inbound_messages set applied_at = now()
  where id = message and applied_at is null and kind in ('reply', 'removal')
    and num_nonnulls(contact_id, quote_request_id) = 1
  returning * into answer;
  if not found then
    return;
  end if;
  answered := coalesce(answer.email_send_id, (
    select id from public.email_sends
    where status in ('envoyé', 'incertain')
      and (contact_id = answer.contact_id or lower(recipient_email) = answer.from_email)
    order by finished_at desc limit 1
  ));
  update public.inbound_messages set email_send_id = answered where id = answer.id;
  update public.email_sends set replied_at = coalesce(replied_at, answer.received_at) where id = answered;
  -- A record has one open action, and one that a person planned is kept.
  insert into public.next_actions (contact_id, quote_request_id, title, due_on)
  values (
    answer.contact_id, answer.quote_request_id, private.answer_action_title(answer.kind),
    (now() at time zone 'America/Toronto')::date
  )
  on conflict do nothing;
end;
$$;

-- Returns what a message is called among the things to do, by its kind: it holds no name, for agendas and digests leave
-- the studio, and the sender chose it.
create function private.answer_action_title(kind public.inbound_message_kind)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when kind = 'removal' then 'Décider d’une demande de retrait reçue' else 'Répondre au courriel reçu' end;
$$;

-- Applies a bounce that a mail server tells by e-mail, as one that the provider tells. It is believed of a message of
-- ours that it names, and of the address that this message went to: who forwards their mail elsewhere did not bounce.
create function private.apply_bounce(message uuid, bounce jsonb)
returns void
language plpgsql
set search_path = ''
as $$
declare
  told public.inbound_messages;
begin
  select * into told from public.inbound_messages
  where id = message and kind = 'bounce' and sender_check <> 'fail';
  if not found or not exists (
    select from public.email_sends
    where id = told.email_send_id and lower(recipient_email) = lower(bounce ->> 'recipient')
  ) then
    return;
  end if;
  perform public.record_email_event(
    'inbound:' || told.provider_id, told.email_send_id, null,
    (case bounce ->> 'action' when 'failed' then 'bounced' when 'delayed' then 'delayed' else 'soft_bounced' end)::public.email_event_kind,
    least(told.received_at, now()), left(bounce ->> 'detail', 500)
  );
  update public.inbound_messages set applied_at = now() where id = told.id;
end;
$$;

-- Records a message that came in, for the edge function receive-email, which has read and classified it. Its place is
-- found by the token of the address it was sent to, by the messages that it names, then by its sender; nobody becomes a
-- contact by writing. It returns { id, stored, place }; stored is false when the message was known already, or is one
-- too many of a loop.
--   message  { id, provider_id, message_id, from_email, from_name, subject, body, quoted, kind, authentication,
--            sender_check, attachments, trouble, received_at, returns_on, tokens: [], named: [Message-IDs, the nearest
--            first], bounce }
create function public.receive_message(message jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- More automatic messages than this of one address in an hour are two programs that answer each other.
  loop_limit constant integer := 30;
  given public.inbound_messages;
  kept public.inbound_messages;
  place jsonb;
  means public.inbound_match;
  named text;
begin
  given := jsonb_populate_record(null::public.inbound_messages, message);
  given.from_email := lower(given.from_email);
  -- Of two simultaneous deliveries of one message, the second finds the first.
  perform pg_advisory_xact_lock(34, 0);
  if given.kind in ('absence', 'automatic') and (
    select count(*) from public.inbound_messages as known
    where known.from_email = given.from_email and known.kind in ('absence', 'automatic')
      and known.created_at > now() - interval '1 hour'
  ) >= loop_limit then
    return jsonb_build_object('id', given.id, 'stored', false, 'loop', true);
  end if;

  for named in select jsonb_array_elements_text(message -> 'tokens') loop
    place := coalesce(place, private.place_of_message(private.message_of_token(named)));
  end loop;
  means := case when place is not null then 'token' end;
  if place is null then
    for named in select jsonb_array_elements_text(message -> 'named') loop
      place := coalesce(place, private.place_of_message_id(named));
    end loop;
    means := case when place is not null then 'thread' end;
  end if;
  if place is null and given.kind in ('reply', 'removal', 'absence') then
    place := private.place_of_sender(given.from_email);
    means := case when place is not null then 'sender' end;
  end if;
  -- A message whose contact or request is gone has no place.
  if place is not null and place ->> 'request' is null and place ->> 'contact' is null then
    means := null;
  end if;

  insert into public.inbound_messages (
    id, provider_id, message_id, from_email, from_name, subject, body, quoted, kind, authentication, sender_check,
    attachments, trouble, received_at, returns_on, matched_by, contact_id, quote_request_id, email_send_id
  )
  values (
    given.id, given.provider_id, coalesce(given.message_id, ''), given.from_email, coalesce(given.from_name, ''),
    coalesce(given.subject, ''), coalesce(given.body, ''), coalesce(given.quoted, ''), given.kind,
    coalesce(given.authentication, '{}'), coalesce(given.sender_check, 'unknown'), coalesce(given.attachments, '[]'),
    given.trouble, least(given.received_at, now()), given.returns_on, means,
    case when place ->> 'request' is null then (place ->> 'contact')::uuid end, (place ->> 'request')::uuid,
    (place ->> 'send')::uuid
  )
  on conflict do nothing
  returning * into kept;
  if not found then
    return jsonb_build_object('id', given.id, 'stored', false);
  end if;
  if private.is_believed(kept) then
    perform private.apply_answer(kept.id);
  end if;
  perform private.apply_bounce(given.id, message -> 'bounce');
  return jsonb_build_object('id', given.id, 'stored', true, 'place', means);
end;
$$;

grant execute on function public.receive_message(jsonb) to service_role;

-- A message that ends its reader ----------------------------------------------------------------------------------

-- The table has one row per message that is being read. A reader that runs out of memory or of processor time cannot
-- say so: its row stays, and the next reading takes less of the message.
create table private.inbound_readings (
  provider_id text primary key,
  -- It counts the readings that began; none of those before the last one ended.
  attempts integer not null default 1,
  begun_at timestamptz not null default now()
);

alter table private.inbound_readings enable row level security;

-- Notes that a message is about to be read, and returns how: 'whole', or 'event' after a reading that never ended, when
-- what its event says is kept. 'known' means that it is kept already, 'busy' that another reader may be at it.
create function public.begin_message_reading(provider text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  reading private.inbound_readings;
begin
  if exists (select from public.inbound_messages where provider_id = provider) then
    return 'known';
  end if;
  insert into private.inbound_readings as known (provider_id) values (provider)
  on conflict (provider_id) do update set attempts = known.attempts + 1, begun_at = now()
  where known.begun_at <= now() - interval '90 seconds'
  returning * into reading;
  return case when reading.attempts is null then 'busy' when reading.attempts = 1 then 'whole' else 'event' end;
end;
$$;

grant execute on function public.begin_message_reading(text) to service_role;

-- Records that the reading of a message ended, with or without success: a later reading starts anew.
create function public.end_message_reading(provider text)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.inbound_readings where provider_id = provider;
$$;

grant execute on function public.end_message_reading(text) to service_role;

-- What a person decides -------------------------------------------------------------------------------------------

-- Files a message with a contact or with a request, whose person then counts as its sender: it has the effects of their
-- answer from now on.
create function public.file_message(message uuid, contact uuid default null, request uuid default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if num_nonnulls(contact, request) <> 1
    or contact is not null and not exists (select from public.contacts where id = contact)
    or request is not null and not exists (select from public.quote_requests where id = request and anonymised_at is null)
  then
    raise sqlstate 'PT404' using message = 'Cette fiche n’existe plus.';
  end if;
  update public.inbound_messages set
    contact_id = contact, quote_request_id = request, discarded_at = null,
    matched_by = case when (contact_id, quote_request_id) is not distinct from (contact, request) then matched_by else 'person' end
  where id = message;
  if not found then
    raise sqlstate 'PT404' using message = 'Ce message n’existe plus.';
  end if;
  perform private.apply_answer(message);
end;
$$;

grant execute on function public.file_message(uuid, uuid, uuid) to authenticated;

-- « Écarter » takes a message out of « À classer »; it goes for good after thirty days. False brings it back.
create function public.discard_message(message uuid, discarded boolean default true)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.inbound_messages set discarded_at = case when discarded then now() end where id = message;
end;
$$;

grant execute on function public.discard_message(uuid, boolean) to authenticated;

-- « Retirer des envois » writes no more to who asked to be left alone, at the address that wrote and at the one that we
-- wrote to.
create function public.settle_removal(message uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  asked public.inbound_messages;
  address text;
begin
  perform private.require_admin();
  update public.inbound_messages set settled_at = now()
  where id = message and kind = 'removal' and settled_at is null
  returning * into asked;
  if not found then
    return;
  end if;
  for address in
    select distinct lower(known.email) from (
      select asked.from_email
      union all select recipient_email from public.email_sends where id = asked.email_send_id
      union all select email from public.contacts where id = asked.contact_id
    ) as known (email)
    where private.is_email_address(known.email)
  loop
    perform private.suppress(private.email_hash(address), 'unsubscribed', auth.uid());
    insert into public.consent_events (contact_id, email, basis, occurred_at, evidence, recorded_by)
    values (asked.contact_id, address, 'withdrawn', asked.received_at, 'Retrait demandé par courriel', auth.uid());
  end loop;
  perform private.apply_answer(message);
end;
$$;

grant execute on function public.settle_removal(uuid) to authenticated;

-- Undoes what followed from a message, for a person who says that it was taken for what it is not.
create function private.undo_message(given public.inbound_messages)
returns void
language plpgsql
set search_path = ''
as $$
declare
  event constant text := 'inbound:' || given.provider_id;
  returned public.email_sends;
begin
  if given.applied_at is null then
    return;
  end if;
  if given.kind in ('reply', 'removal') then
    -- A time that a person noted, or another answer, stays.
    update public.email_sends set replied_at = (
      select min(other.received_at) from public.inbound_messages as other
      where other.email_send_id = given.email_send_id and other.id <> given.id
        and other.kind in ('reply', 'removal') and other.applied_at is not null
    )
    where id = given.email_send_id and replied_at = given.received_at;
    delete from public.next_actions as action
    where action.done_at is null and action.title = private.answer_action_title(given.kind)
      and (action.contact_id = given.contact_id or action.quote_request_id = given.quote_request_id)
      and not exists (
        select from public.inbound_messages as other
        where other.id <> given.id and other.kind = given.kind and other.applied_at is not null
          and (other.contact_id = given.contact_id or other.quote_request_id = given.quote_request_id)
          and not exists (
            select from public.notifications as answer
            where answer.inbound_message_id = other.id and answer.state = 'envoyé'
          )
      );
  elsif given.kind = 'bounce' then
    delete from public.email_events where id = event and kind = 'bounced';
    if found then
      update public.email_sends as send set bounced_at = null, bounce_reason = null
      where send.id = given.email_send_id
        and not exists (select from public.email_events where email_send_id = send.id and kind in ('bounced', 'suppressed'))
      returning * into returned;
      insert into public.suppression_lifts (email_hash, reason, recorded_by, created_at)
      select standing.email_hash, 'Message lu à tort comme un retour de serveur', auth.uid(), clock_timestamp()
      from private.standing_suppressions() as standing
      where standing.email_hash = private.recipient_hash(returned) and standing.reason = 'bounced'
        and standing.created_at between given.applied_at and given.applied_at + interval '1 minute';
    end if;
    delete from public.email_events where id = event;
  end if;
end;
$$;

-- « C'est une réponse », « C'est une absence » and « Ce n'est pas une demande de retrait » correct the kind of a
-- message: a person knows better than the rules of classify.ts, and all that followed from the message follows anew.
create function public.correct_message(message uuid, correct_kind public.inbound_message_kind)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  given public.inbound_messages;
  corrected public.inbound_messages;
  place jsonb;
begin
  perform private.require_admin();
  select * into given from public.inbound_messages where id = message for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ce message n’existe plus.';
  end if;
  if correct_kind not in ('reply', 'absence') then
    raise exception using message = 'Ce message ne peut être qu’une réponse ou une absence.';
  end if;
  if given.kind = 'removal' and given.settled_at is not null then
    raise exception using message = 'Cette personne a été retirée des envois. Levez d’abord le retrait dans sa fiche.';
  end if;
  if given.kind = correct_kind then
    return;
  end if;
  perform private.undo_message(given);
  -- The sender of what programs write is not looked for when it arrives.
  if num_nonnulls(given.contact_id, given.quote_request_id) = 0 then
    place := private.place_of_sender(given.from_email);
  end if;
  update public.inbound_messages set
    kind = correct_kind, discarded_at = null,
    -- An absence waits for its day while its sender is believed.
    applied_at = case when correct_kind = 'absence' and private.is_believed(given) then now() end,
    matched_by = case when place is null then matched_by else 'sender' end,
    quote_request_id = coalesce(quote_request_id, (place ->> 'request')::uuid),
    contact_id = coalesce(contact_id, case when place ->> 'request' is null then (place ->> 'contact')::uuid end),
    email_send_id = coalesce(email_send_id, (place ->> 'send')::uuid)
  where id = given.id
  returning * into corrected;
  if private.is_believed(given) or private.is_believed(corrected) then
    perform private.apply_answer(corrected.id);
  end if;
  -- Decisions about follow-ups that rested on this message are made anew.
  update public.email_sends as send set followup_refusal = null
  where (send.contact_id = corrected.contact_id or lower(send.recipient_email) = corrected.from_email)
    and (
      send.followup_refusal = 'A répondu' and not private.has_replied(send.contact_id, send.recipient_email)
      or send.followup_refusal like 'En absence jusqu’au %' and given.kind = 'absence'
      or send.followup_refusal = 'Adresse en erreur permanente' and given.kind = 'bounce' and send.bounced_at is null
    );
end;
$$;

grant execute on function public.correct_message(uuid, public.inbound_message_kind) to authenticated;

-- Deletes what was discarded, after thirty days, and the marks of readings that nobody came back to.
create function private.message_daily_run()
returns void
language sql
set search_path = ''
as $$
  delete from private.inbound_readings where begun_at < now() - interval '30 days';
  delete from public.inbound_messages where discarded_at < now() - interval '30 days';
$$;

-- Warm-up and reputation ------------------------------------------------------------------------------------------

-- Returns how many messages of campaigns may leave today: the limit of the settings or, while a new domain is warmed
-- up, the limit of its step, whichever is less.
create function private.daily_limit()
returns integer
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select least(
      rules.daily_cap,
      case when rules.warms_up then (array[150, 250, 400, 700, 1000])[coalesce(state.warmup_step, 0) + 1] end
    )
    from public.sending_settings as rules left join public.dispatcher_state as state on state.id = 1
    where rules.id = 1
  );
end;
$$;

grant execute on function private.daily_limit() to authenticated;

-- Moves to the next step on the first claim of a day, when the last day that messages left on made good use of its own.
-- A day with few messages warms nothing, nor does one while the reputation suffers.
create function private.advance_warmup()
returns void
language plpgsql
set search_path = ''
as $$
declare
  today date := (now() at time zone 'America/Toronto')::date;
  state public.dispatcher_state;
  sent bigint;
begin
  if (select warms_up from public.sending_settings where id = 1) is not true then
    return;
  end if;
  select * into state from public.dispatcher_state where id = 1;
  if state.warmup_day >= today then
    return;
  end if;
  select count(*) into sent from public.email_sends
  where status in ('envoyé', 'incertain')
    and finished_at >= state.warmup_day::timestamp at time zone 'America/Toronto'
    and finished_at < (state.warmup_day + 1)::timestamp at time zone 'America/Toronto';
  insert into public.dispatcher_state as known (id, warmup_day) values (1, today)
  on conflict (id) do update set
    warmup_day = today,
    warmup_step = known.warmup_step + case
      when sent * 2 >= private.daily_limit() and known.reputation_stop is null and known.warmup_step < 5 then 1 else 0
    end;
end;
$$;

-- Tells how messages of the last 30 days were received, with the limits that the provider sets: { messages, bounces,
-- complaints, bounce_limit, complaint_limit }, and the warm-up: { step, limit, steps }, or null.
create function public.sender_reputation()
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'messages', count(*), 'bounces', count(send.bounced_at), 'complaints', count(send.complained_at),
      'bounce_limit', 0.04, 'complaint_limit', 0.0008,
      'warmup', (
        select jsonb_build_object(
          'step', coalesce(state.warmup_step, 0), 'limit', private.daily_limit(), 'steps', '[150, 250, 400, 700, 1000]'::jsonb
        )
        from public.sending_settings as rules left join public.dispatcher_state as state on state.id = 1
        where rules.id = 1 and rules.warms_up
      )
    )
    from public.email_sends as send
    where send.status in ('envoyé', 'incertain') and send.finished_at > now() - interval '30 days'
  );
end;
$$;

grant execute on function public.sender_reputation() to authenticated;
