-- What people answer comes back to its place, and a new domain is warmed up (supabase/schemas/28_conversations.sql).

alter table public.settings
  add column inbound_domain text not null default '',
  add column warms_up boolean not null default false,
  add constraint settings_inbound_domain_shape check (
    inbound_domain = '' or inbound_domain = lower(inbound_domain) and private.is_email_address('r@' || inbound_domain)
      and char_length(inbound_domain) <= 200
  );
grant update (inbound_domain, warms_up) on table public.settings to authenticated;

alter table public.dispatcher_state
  add column warmup_step smallint not null default 0,
  add column warmup_day date,
  add constraint dispatcher_state_warmup_step_range check (warmup_step between 0 and 5);

-- An address for each message -------------------------------------------------------------------------------------

-- What the address for answers to a message holds: the message's id, and a proof that this database made it. No column keeps
-- it, so that no copy of a table lets anybody answer in another's name.
create function private.reply_token(message uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select 'r' || replace(message::text, '-', '') || left(private.keyed_text_hash('reply:' || message::text), 16);
$$;

-- Where the answer to a message goes; null while no domain receives, and then it goes to the studio's own mailbox.
create function private.reply_address(message uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select private.reply_token(message) || '@' || settings.inbound_domain
  from public.settings where settings.id = 1 and settings.inbound_domain <> '';
$$;

-- The message that a token names; null: this database did not make it.
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

-- One row per message that came back, filed with a contact or a request, or with neither: « À classer ». Text only: nobody's
-- HTML is kept. Written by the functions below alone.
create table public.inbound_messages (
  -- Made from the provider's id: a message that is delivered again has the same.
  id uuid primary key,
  provider_id text not null,
  -- Its Message-ID; '': it has none.
  message_id text not null default '',
  -- As the message says, in lower case: see sender_check.
  from_email text not null,
  from_name text not null default '',
  subject text not null default '',
  -- What the person wrote, and below it what they quoted.
  body text not null default '',
  quoted text not null default '',
  kind text not null,
  -- What the provider found of the sender: { spf, dkim, dmarc }, and what follows from it.
  authentication jsonb not null default '{}',
  sender_check text not null default 'unknown',
  -- By what its place was found. Null: it was not.
  matched_by text,
  contact_id uuid references public.contacts (id) on delete cascade,
  quote_request_id uuid references public.quote_requests (id) on delete cascade,
  -- The message of a campaign that it answers.
  email_send_id uuid references public.email_sends (id) on delete set null,
  -- [{ path, name, type, size }] of the bucket inbound-files; without a path: left out, with the reason.
  attachments jsonb not null default '[]',
  -- What of it could not be read, in French.
  trouble text,
  received_at timestamptz not null,
  -- When what follows from it was done: at once where the sender is sure, else when a person vouched for it.
  applied_at timestamptz,
  -- Of « retirez-moi »: when a person decided.
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
  constraint inbound_messages_kind_known check (kind in ('reply', 'absence', 'bounce', 'removal', 'automatic')),
  constraint inbound_messages_sender_check_known check (sender_check in ('pass', 'fail', 'unknown')),
  constraint inbound_messages_matched_by_known check (matched_by in ('token', 'thread', 'sender', 'person')),
  constraint inbound_messages_one_place check (num_nonnulls(contact_id, quote_request_id) <= 1),
  constraint inbound_messages_trouble_length check (char_length(trouble) <= 500),
  constraint inbound_messages_attachments_list check (
    case when jsonb_typeof(attachments) = 'array' then jsonb_array_length(attachments) <= 20 else false end
  )
);

create unique index inbound_messages_provider_id_key on public.inbound_messages (provider_id);
-- The same message by another delivery is one. With the sender: nobody keeps another's message out by its id.
create unique index inbound_messages_message_id_key on public.inbound_messages (message_id, from_email) where message_id <> '';
create index inbound_messages_contact_id_idx on public.inbound_messages (contact_id, received_at);
create index inbound_messages_quote_request_id_idx on public.inbound_messages (quote_request_id, received_at);
create index inbound_messages_email_send_id_idx on public.inbound_messages (email_send_id);
create index inbound_messages_from_email_idx on public.inbound_messages (from_email, received_at);
-- Answers name the message by the id that the provider gave it.
create index email_sends_message_id_idx on public.email_sends (message_id) where message_id is not null;

alter table public.inbound_messages enable row level security;

grant select on table public.inbound_messages to authenticated, service_role;

create policy "inbound_messages: member reads" on public.inbound_messages
  for select to authenticated
  using ((select private.is_member()));

-- The answer of the studio to such a message goes by the outbox (15_outbox_and_schedule.sql).
alter table public.notifications
  add column inbound_message_id uuid references public.inbound_messages (id) on delete cascade;

alter table public.notifications drop constraint notifications_one_record;
alter table public.notifications add constraint notifications_one_record check (
  case
    when kind like 'quote%' then num_nonnulls(quote_request_id, campaign_id, inbound_message_id) = 0 and issued_quote_id is not null
    when kind = 'campaign_alert'
      then num_nonnulls(quote_request_id, issued_quote_id, inbound_message_id) = 0 and campaign_id is not null
    when kind = 'reply'
      then num_nonnulls(quote_request_id, inbound_message_id) = 1 and num_nonnulls(issued_quote_id, campaign_id) = 0
    else quote_request_id is not null and num_nonnulls(issued_quote_id, campaign_id, inbound_message_id) = 0
  end
);

create index notifications_inbound_message_id_idx on public.notifications (inbound_message_id);
create unique index notifications_message_draft_idx on public.notifications (inbound_message_id) where state = 'brouillon';

-- Files -----------------------------------------------------------------------------------------------------------

-- `<message>/<random>.<extension>`, the message itself as it came among them (.eml, for thirty days). Put there by our own
-- server alone; an administrator reads them as files, never as a page.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'inbound-files', 'inbound-files', false, 27262976,
  array[
    'message/rfc822', 'application/pdf', 'image/jpeg', 'image/png',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  ]
)
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy "inbound-files: admin reads" on storage.objects
  for select to authenticated
  using (bucket_id = 'inbound-files' and (select private.is_admin()));

-- The files to delete: a message as it came after thirty days, all of a message that is gone, and those that no message
-- names. Deleted by dispatch-emails through the storage API, as those of requests are.
create function public.unused_inbound_files()
returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select object.name
  from storage.objects as object
  left join public.inbound_messages as message on message.id::text = split_part(object.name, '/', 1)
  where object.bucket_id = 'inbound-files'
    and (
      object.name like '%.eml' and object.created_at < now() - interval '30 days'
      or object.created_at < now() - interval '1 day' and object.name not like '%.eml'
        and (message.id is null or not message.attachments @> jsonb_build_array(jsonb_build_object('path', object.name)))
      or object.created_at < now() - interval '1 day' and message.id is null
    )
    -- A contact or a request in the trash comes back with its messages.
    and not exists (
      select from private.trash_rows as deleted
      where deleted.place = 'public.inbound_messages' and deleted.content ->> 'id' = split_part(object.name, '/', 1)
        and (object.name not like '%.eml' or object.created_at >= now() - interval '30 days')
    )
  limit 100;
$$;

grant execute on function public.unused_inbound_files() to service_role;

-- Where a message belongs -----------------------------------------------------------------------------------------

-- The place of the message of ours that somebody answered: { send, contact, request }, by its id in one of the two outboxes.
-- Null: no message of ours.
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
      from public.quotes as quote where quote.id = sent.issued_quote_id
    ),
    jsonb_build_object('request', sent.quote_request_id)
  );
end;
$$;

-- The place of the message that a Message-ID names, ours or one of the same conversation.
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

-- The place of whoever has this address: their request when it is what was last written about, else their contact.
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

-- What follows from a message whose sender is sure: an answer is noted with the message that it answers, which ends the
-- follow-ups of every campaign, and becomes something to do.
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
  update public.email_sends set replied_at = coalesce(replied_at, answer.received_at) where id = answered;
  -- A record has one open action: what somebody planned stays.
  insert into public.next_actions (contact_id, quote_request_id, title, due_on)
  values (
    answer.contact_id, answer.quote_request_id, private.answer_action_title(answer.kind),
    (now() at time zone 'America/Toronto')::date
  )
  on conflict do nothing;
end;
$$;

-- What a message is called among the things to do, by its kind: no name, for agendas and digests leave the studio, and the
-- sender chose it.
create function private.answer_action_title(kind text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when kind = 'removal' then 'Décider d’une demande de retrait reçue' else 'Répondre au courriel reçu' end;
$$;

-- A bounce that a mail server tells by e-mail takes the way of those that the provider tells. It is believed of a message of
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
    case bounce ->> 'action' when 'failed' then 'bounced' when 'delayed' then 'delayed' else 'soft_bounced' end,
    least(told.received_at, now()), left(bounce ->> 'detail', 500)
  );
  update public.inbound_messages set applied_at = now() where id = told.id;
end;
$$;

-- Records a message that came in, for the edge function receive-email, which has read and classified it. Its place is found by
-- the token of the address it was sent to, by the messages that it names, then by its sender; nobody becomes a contact by
-- writing. Returns { id, stored, place }; stored false: it was known already, or one too many of a loop.
--   message  { id, provider_id, message_id, from_email, from_name, subject, body, quoted, kind, authentication, sender_check,
--              attachments, trouble, received_at, tokens: [], named: [Message-IDs, the nearest first], bounce }
create function public.receive_message(message jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Automatic messages of one address in an hour: two programs that answer each other.
  loop_limit constant integer := 30;
  given public.inbound_messages;
  place jsonb;
  means text;
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
    attachments, trouble, received_at, matched_by, contact_id, quote_request_id, email_send_id
  )
  values (
    given.id, given.provider_id, coalesce(given.message_id, ''), given.from_email, coalesce(given.from_name, ''),
    coalesce(given.subject, ''), coalesce(given.body, ''), coalesce(given.quoted, ''), given.kind,
    coalesce(given.authentication, '{}'), coalesce(given.sender_check, 'unknown'), coalesce(given.attachments, '[]'),
    given.trouble, least(given.received_at, now()), means,
    case when place ->> 'request' is null then (place ->> 'contact')::uuid end, (place ->> 'request')::uuid,
    (place ->> 'send')::uuid
  )
  on conflict do nothing;
  if not found then
    return jsonb_build_object('id', given.id, 'stored', false);
  end if;
  -- Who answers where only the person that we wrote to could is believed unless the provider says otherwise; who has but the
  -- right address must have been checked by it.
  if given.sender_check = 'pass' or given.sender_check = 'unknown' and means in ('token', 'thread') then
    perform private.apply_answer(given.id);
  end if;
  perform private.apply_bounce(given.id, message -> 'bounce');
  return jsonb_build_object('id', given.id, 'stored', true, 'place', means);
end;
$$;

grant execute on function public.receive_message(jsonb) to service_role;

-- What a person decides -------------------------------------------------------------------------------------------

-- Files a message with a contact or with a request, and vouches for its sender: what follows from an answer follows now.
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

-- « Écarter »: the message leaves « À classer », and goes for good after thirty days. False brings it back.
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

-- « Retirer des envois »: who asked to be left alone is written to no more, at the address that wrote and at the one that we
-- wrote to. With `removed` false, it was no such request: an answer like others.
create function public.settle_removal(message uuid, removed boolean)
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
  update public.inbound_messages set
    settled_at = now(), kind = case when removed then kind else 'reply' end
  where id = message and kind = 'removal' and settled_at is null
  returning * into asked;
  if not found then
    return;
  end if;
  if removed then
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
  end if;
  perform private.apply_answer(message);
end;
$$;

grant execute on function public.settle_removal(uuid, boolean) to authenticated;

-- « Envoyer » of the answer to a message filed with a contact: in the outbox, ten seconds ahead, as replies to requests are
-- (21_request_replies.sql). Called twice with the same id, it is sent once. Returns when it may leave.
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

-- An answer has left: what was to be done about the message is done, unless somebody made something else of it.
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

-- Retention: what was discarded goes after thirty days.
create function private.forget_discarded_messages()
returns void
language sql
set search_path = ''
as $$
  delete from public.inbound_messages where discarded_at < now() - interval '30 days';
$$;

-- Warm-up and reputation ------------------------------------------------------------------------------------------

-- So many messages of campaigns may leave today: the limit of the settings, and while a new domain is warmed up the limit of
-- its step, whichever is less.
create function private.daily_limit()
returns integer
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select least(
      settings.daily_cap,
      case when settings.warms_up then (array[150, 250, 400, 700, 1000])[coalesce(state.warmup_step, 0) + 1] end
    )
    from public.settings left join public.dispatcher_state as state on state.id = 1
    where settings.id = 1
  );
end;
$$;

grant execute on function private.daily_limit() to authenticated;

-- On the first claim of a day: the next step, when the last day that messages left on made good use of its own. A day with few
-- messages warms nothing, nor does one while the reputation suffers.
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
  if (select warms_up from public.settings where id = 1) is not true then
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

-- How messages of the last 30 days were received, with the limits that the provider sets: { messages, bounces, complaints,
-- bounce_limit, complaint_limit }, and the warm-up: { step, limit, steps }, or null.
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
        from public.settings left join public.dispatcher_state as state on state.id = 1
        where settings.id = 1 and settings.warms_up
      )
    )
    from public.email_sends as send
    where send.status in ('envoyé', 'incertain') and send.finished_at > now() - interval '30 days'
  );
end;
$$;

grant execute on function public.sender_reputation() to authenticated;

-- What knows of them --------------------------------------------------------------------------------------------

create or replace function private.function_call_limit(function_name text)
returns integer
language sql
immutable
set search_path = ''
as $$
  select case function_name
    when 'generate-description' then 20
    when 'send-test-email' then 10
    when 'download-register' then 10
    when 'generate-prospects' then 10
    when 'search-prospect-info' then 60
    when 'quote-pdf' then 60
    when 'publish-site' then 20
    when 'check-sender-domains' then 20
  end;
$$;

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
  delete from public.inbound_messages where quote_request_id = any(ids);
  delete from public.request_notes where quote_request_id = any(ids);
  delete from public.request_events where quote_request_id = any(ids);
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
      ) end
    )
    from public.settings left join public.dispatcher_state as state on state.id = 1
    where settings.id = 1
  );
end;
$$;

create or replace function public.claim_email_sends(
  batch integer, same_key_is_safe boolean, only_send uuid default null, sender text default null
)
returns table (
  id uuid, lease_token uuid, campaign_id uuid, contact_id uuid, step smallint, subject text, body text,
  recipient_email text, recipient_name text, from_email text, identity jsonb, unsubscribe_token uuid,
  -- Of a follow-up: { id, from_email, message_id } of the first message, for the headers that tie the two together.
  follows jsonb
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  who jsonb := private.sender_identity();
  quiet boolean := private.is_quiet(now());
  in_hours boolean := private.is_business_time(now());
  passed_over uuid[] := '{}';
  left_today bigint;
  candidate record;
  taken public.email_sends;
  verified text[];
  writes_as text;
  refusal text;
  ground jsonb;
  gap_days integer;
begin
  perform pg_advisory_xact_lock(30, 0);
  perform private.mark_unknown_outcomes(same_key_is_safe);
  perform private.hold_stalled_campaigns();
  if private.sending_stop() is not null then
    return;
  end if;
  perform private.hold_for_reputation();
  if exists (select from public.dispatcher_state as state where state.id = 1 and state.outage_next_at > now()) then
    return;
  end if;
  if only_send is null then
    perform private.start_due_sending();
  end if;
  perform private.advance_warmup();
  select private.daily_limit() - private.sent_today(), array(select lower(unnest(settings.verified_senders))),
    settings.campaign_gap_days
  into left_today, verified, gap_days
  from public.settings where settings.id = 1;
  if who is null then
    return;
  end if;

  while batch > 0 and left_today > 0 loop
    select waiting.id, waiting.campaign_id, campaign.from_email as campaign_sender into candidate
    from public.email_sends as waiting
    join public.campaigns as campaign on campaign.id = waiting.campaign_id
    where waiting.status = 'programmé' and waiting.next_attempt_at <= now()
      and campaign.status = 'en_cours' and campaign.paused_at is null and campaign.cancelled_at is null
      and campaign.server_seen_at > now() - interval '24 hours'
      and case
        when only_send is not null then waiting.id = only_send
        else (campaign.driven_until is null or campaign.driven_until <= now())
          and (not quiet or campaign.send_now and waiting.step = 0)
      end
      and (waiting.step = 0 or in_hours)
      and waiting.id <> all (passed_over)
    order by waiting.next_attempt_at, waiting.id
    limit 1;
    exit when not found;

    perform from public.campaigns as campaign
    where campaign.id = candidate.campaign_id
      and campaign.status = 'en_cours' and campaign.paused_at is null and campaign.cancelled_at is null
    for update;
    if not found then
      passed_over := passed_over || candidate.id;
      continue;
    end if;
    select * into taken from public.email_sends as send
    where send.id = candidate.id and send.status = 'programmé' and send.next_attempt_at <= now()
    for update;
    if not found then
      passed_over := passed_over || candidate.id;
      continue;
    end if;
    writes_as := coalesce(taken.from_email, sender, candidate.campaign_sender);
    if (lower(writes_as) = any (verified)) is not true then
      update public.campaigns as campaign set
        paused_at = now(), driven_until = null,
        pause_reason = format(
          'L’adresse d’expédition %s n’est plus vérifiée dans les paramètres. Remettez-la dans la liste et reprenez, ou annulez.',
          coalesce(writes_as, '(aucune)')
        )
      where campaign.id = taken.campaign_id;
      continue;
    end if;
    if only_send is not null then
      update public.campaigns as campaign set driven_until = now() + interval '15 seconds'
      where campaign.id = taken.campaign_id;
    end if;

    -- Another campaign's message to the same person is on its way: what becomes of it decides.
    if gap_days > 0 and exists (
      select from public.email_sends as other
      where other.status = 'programmé' and other.lease_token is not null and other.campaign_id <> taken.campaign_id
        and (other.contact_id = taken.contact_id or lower(other.recipient_email) = lower(taken.recipient_email))
    ) then
      passed_over := passed_over || candidate.id;
      continue;
    end if;
    refusal := private.send_refusal(taken);
    if refusal is not null then
      update public.email_sends as send set
        -- An earlier attempt may have arrived: « annulé » could be wrong.
        status = case when taken.may_have_arrived or taken.lease_token is not null then 'incertain' else 'annulé' end,
        last_error = refusal, lease_token = null, finished_at = now()
      where send.id = taken.id;
      perform private.close_campaign(taken.campaign_id);
      continue;
    end if;

    begin
      ground := private.ground_to_send(taken);
      return query
      update public.email_sends as send set
        attempts = send.attempts + 1,
        first_attempt_at = coalesce(send.first_attempt_at, now()),
        may_have_arrived = send.may_have_arrived or send.lease_token is not null,
        from_email = writes_as,
        identity = coalesce(
          send.identity, who || jsonb_build_object('consent', private.consent_facts(taken.contact_id))
            || jsonb_strip_nulls(jsonb_build_object('reply_to', private.reply_address(taken.id)))
        ),
        lobbying_ground = coalesce(send.lobbying_ground, ground ->> 'ground'),
        lobbying_reference = coalesce(send.lobbying_reference, ground ->> 'reference'),
        lease_token = gen_random_uuid(),
        next_attempt_at = now() + interval '60 seconds'
      from (select) as nothing
      left join public.email_sends as first
        on taken.step > 0 and first.campaign_id = taken.campaign_id and first.contact_id = taken.contact_id and first.step = 0
      where send.id = taken.id
      returning send.id, send.lease_token, send.campaign_id, send.contact_id, send.step, send.subject, send.body,
        send.recipient_email, send.recipient_name, send.from_email, send.identity, send.unsubscribe_token,
        case when first.id is not null then
          jsonb_build_object('id', first.id, 'from_email', first.from_email, 'message_id', first.message_id)
        end;
    exception when integrity_constraint_violation or data_exception then
      raise warning 'Message % could not be claimed: %', taken.id, sqlerrm;
      perform private.set_aside(taken);
      continue;
    end;
    batch := batch - 1;
    left_today := left_today - 1;
  end loop;
end;
$$;

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
  select coalesce(request.email, issued.email, asked.from_email) into address
  from public.notifications as sent
  left join public.quote_requests as request on request.id = sent.quote_request_id
  left join public.inbound_messages as asked on asked.id = sent.inbound_message_id
  left join public.quotes as issued on issued.id = sent.issued_quote_id
  where sent.kind in ('acknowledgement', 'reply', 'quote', 'quote_code', 'quote_signed')
    and (sent.id = notification or notification is null and sent.provider_id = provider_message)
  limit 1;
  if not found then
    return false;
  end if;
  perform private.suppress(private.email_hash(address), case kind when 'complained' then 'complained' else 'bounced' end);
  return true;
end;
$$;

drop function public.claim_due_notifications(integer, boolean);
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
  earlier_messages uuid[],
  -- Of an e-mail about a quote: private.quote_for_server, and the code where it brings one.
  issued_quote jsonb,
  campaign_id uuid,
  -- Where the answer to it goes, where a domain receives them.
  reply_to text,
  -- The Message-ID of what it answers, where the person's own message came in.
  answers text
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  candidate record;
  refusal text;
  -- Why nobody outside may be written to now; a person may send it again.
  stop text;
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
    select waiting.id, waiting.kind, waiting.next_attempt_at,
      waiting.may_have_arrived or waiting.lease_token is not null as may_have_arrived,
      coalesce(quotes.email, (
        select issued.snapshot #>> '{client,email}' from public.quotes as issued where issued.id = waiting.issued_quote_id
      ), (
        select asked.from_email from public.inbound_messages as asked where asked.id = waiting.inbound_message_id
      )) as email into candidate
    from public.notifications as waiting
    left join public.quote_requests as quotes on quotes.id = waiting.quote_request_id
    where waiting.state = 'en_attente' and waiting.next_attempt_at <= now()
    order by waiting.next_attempt_at, waiting.id
    limit 1
    for update of waiting skip locked;
    exit when not found;

    stop := null;
    refusal := null;
    -- The others go to the studio.
    if candidate.kind not in ('admin_notice', 'campaign_alert', 'quote_question', 'quote_refused', 'quote_accepted') then
      stop := private.outbox_refusal(candidate.next_attempt_at);
      refusal := coalesce(stop, case candidate.kind
        when 'acknowledgement' then private.acknowledgement_refusal(candidate.id, candidate.email)
        when 'quote_code' then coalesce(private.code_refusal(candidate.id), private.address_refusal(candidate.email))
        else private.address_refusal(candidate.email)
      end);
    end if;
    if refusal is not null then
      update public.notifications as held set
        -- An earlier attempt may have arrived: « retenu » could be wrong.
        state = case when candidate.may_have_arrived then 'incertain' when stop is not null then 'échec' else 'retenu' end,
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
      coalesce(quotes.email, candidate.email), quotes.phone, quotes.organization_type, quotes.service_type, quotes.message,
      quotes.created_at, claimed.subject, claimed.body, claimed.attachments,
      array(
        select earlier.id from public.notifications as earlier
        where earlier.quote_request_id = claimed.quote_request_id and earlier.kind in ('acknowledgement', 'reply')
          and earlier.state = 'envoyé' and earlier.finished_at < claimed.created_at
        order by earlier.finished_at, earlier.id
      ),
      case when claimed.issued_quote_id is not null then
        private.quote_for_server(claimed.issued_quote_id)
          || jsonb_build_object('code', case claimed.kind when 'quote_code' then private.quote_code(claimed.id) end)
      end,
      claimed.campaign_id, private.reply_address(claimed.id),
      (
        select asked.message_id from public.inbound_messages as asked
        where asked.message_id <> '' and asked.created_at < claimed.created_at
          and (asked.id = claimed.inbound_message_id or asked.quote_request_id = claimed.quote_request_id)
        order by asked.received_at desc, asked.id limit 1
      )
    from claimed left join public.quote_requests as quotes on quotes.id = claimed.quote_request_id;
    batch := batch - 1;
  end loop;
end;
$$;

grant execute on function public.claim_due_notifications(integer, boolean) to service_role;

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
      perform private.finish_answer_action(held);
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
    'organisation', (select to_jsonb(o) - 'domain' from public.organisations o where o.id = person.organisation_id),
    'activities', (
      select coalesce(jsonb_agg(to_jsonb(a) - 'recorded_by' order by a.happened_at), '[]')
      from public.contact_activities a where a.contact_id = person.id
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
    'messages', (
      select coalesce(jsonb_agg(
        to_jsonb(m) || jsonb_build_object('answers', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'state', n.state, 'subject', n.subject, 'body', n.body, 'created_at', n.created_at, 'finished_at', n.finished_at
          ) order by n.created_at), '[]')
          from public.notifications n where n.inbound_message_id = m.id
        )) order by m.received_at), '[]')
      from public.inbound_messages m left join public.quote_requests q on q.id = m.quote_request_id
      where m.contact_id = person.id or m.from_email = any (addresses)
        or q.contact_id = person.id or lower(q.email) = any (addresses)
    ),
    'request_notes', (
      select coalesce(jsonb_agg(to_jsonb(n) - 'recorded_by' order by n.created_at), '[]')
      from public.request_notes n join public.quote_requests q on q.id = n.quote_request_id
      where q.contact_id = person.id or lower(q.email) = any (addresses)
    ),
    'request_history', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' order by e.created_at), '[]')
      from public.request_events e join public.quote_requests q on q.id = e.quote_request_id
      where q.contact_id = person.id or lower(q.email) = any (addresses)
    ),
    'issued_quotes', (
      select coalesce(jsonb_agg(
        to_jsonb(d) - '{created_by}'::text[] || jsonb_build_object('events', (
          select coalesce(jsonb_agg(to_jsonb(e) - '{quote_id, recorded_by}'::text[] order by e.created_at), '[]')
          from public.quote_events e where e.quote_id = d.id
        ), 'acceptances', (
          select coalesce(jsonb_agg(to_jsonb(a) - '{quote_id, recorded_by, reversed_by, code_hash}'::text[] order by a.accepted_at), '[]')
          from public.quote_acceptances a where a.quote_id = d.id
        ), 'emails', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'kind', n.kind, 'state', n.state, 'subject', n.subject, 'body', n.body, 'created_at', n.created_at
          ) order by n.created_at), '[]')
          from public.notifications n where n.issued_quote_id = d.id
        )) order by d.created_at), '[]')
      from public.quotes d where d.contact_id = person.id or lower(d.email) = any (addresses)
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
        to_jsonb(s) - 'lease_token' - 'unsubscribe_token' - 'recipient_hash' || jsonb_build_object(
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

create or replace function public.erase_person(contact uuid)
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
  one_hash text;
  sends uuid[];
  gone jsonb;
  owner uuid;
  quotes uuid[];
  counted integer;
begin
  perform private.require_admin();
  select * into person from public.contacts where id = contact for update;
  if not found then
    raise exception using message = 'Ce contact n''existe plus';
  end if;
  hash := private.email_hash(person.email);
  addresses := private.known_addresses(person);
  addresses := addresses || private.trashed_addresses(person.id, addresses);
  hashes := array(select private.email_hash(address) from unnest(addresses) as address);
  gone := jsonb_build_object('contacts', 1);
  foreach one_hash in array hashes loop
    perform private.suppress(one_hash, 'erased', auth.uid());
  end loop;
  -- Free text, written about the person.
  update public.suppression_lifts l set reason = '(effacé)' where l.email_hash = any (hashes);

  -- Campaigns are always locked before their messages.
  sends := array(
    select s.id from public.email_sends s where s.contact_id = person.id or lower(s.recipient_email) = any (addresses)
  );
  for owner in
    select distinct s.campaign_id from public.email_sends s where s.id = any (sends) order by 1
  loop
    perform from public.campaigns where id = owner for update;
    update public.email_sends s set
      status = case
        when s.status not in ('programmé', 'brouillon') then s.status
        when s.lease_token is not null or s.may_have_arrived then 'incertain'
        else 'annulé'
      end,
      finished_at = coalesce(s.finished_at, now()), lease_token = null,
      recipient_hash = coalesce(s.recipient_hash, private.email_hash(s.recipient_email), hash),
      recipient_email = null, recipient_name = null, contact_id = null,
      subject = '(effacé)', body = '(effacé)', last_error = null, bounce_reason = null,
      -- The page that published their address, and the words of a ground.
      identity = s.identity - 'consent', lobbying_reference = case when s.lobbying_ground is not null then '(effacé)' end
    where s.campaign_id = owner and s.id = any (sends);
    get diagnostics counted = row_count;
    gone := gone || jsonb_build_object('email_sends', coalesce((gone ->> 'email_sends')::integer, 0) + counted);
    perform private.close_campaign(owner);
  end loop;
  update public.email_events e set detail = null
  from public.email_sends s where s.id = e.email_send_id and (s.id = any (sends) or s.recipient_hash = any (hashes));

  quotes := array(
    select q.id from public.quote_requests q where q.contact_id = person.id or lower(q.email) = any (addresses)
  );
  gone := gone || jsonb_build_object('quote_requests', private.anonymise_quotes(quotes));
  gone := gone || private.erase_from_quotes(person.id, addresses);
  delete from public.inbound_messages m where m.contact_id = person.id or m.from_email = any (addresses);
  get diagnostics counted = row_count;
  gone := gone || jsonb_build_object('inbound_messages', counted);
  delete from public.suggested_prospects s
  where s.contact_id = person.id or lower(s.email) = any (addresses);
  get diagnostics counted = row_count;
  gone := gone || jsonb_build_object('prospects', counted);
  delete from public.consent_events e where e.contact_id = person.id or lower(e.email) = any (addresses);
  get diagnostics counted = row_count;
  gone := gone || jsonb_build_object('consent_events', counted);
  delete from public.contacts c where c.id = person.id;
  -- What an organisation says of itself may be the person's own, unless the register says it.
  update public.organisations o set email = null
  where lower(o.email) = any (addresses) and not exists (
    select from public.municipalities m where m.code = o.register_code and lower(m.official_email) = lower(o.email)
  );
  delete from public.organisations o
  where o.id = person.organisation_id and o.register_code is null
    and not exists (select from public.contacts c where c.organisation_id = o.id);
  -- Last: the deletion above went through the trash too.
  perform private.erase_from_trash(person.id, addresses);

  insert into public.privacy_register (kind, subject_hash, detail, recorded_by) values ('erasure', hash, gone, auth.uid());
  return gone;
end;
$$;

create or replace function public.apply_retention()
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  rules public.settings;
  old_quotes uuid[];
  prospects integer;
begin
  perform pg_advisory_xact_lock(32, 0);
  if exists (
    select from public.privacy_register
    where kind = 'retention'
      and created_at >= date_trunc('day', now() at time zone 'America/Toronto') at time zone 'America/Toronto'
  ) then
    return null;
  end if;
  perform private.roll_up_tour_views();
  perform private.empty_old_trash();
  perform private.forget_old_activity();
  perform private.forget_old_quotes();
  perform private.forget_discarded_messages();
  select * into rules from public.settings where id = 1;
  delete from public.suggested_prospects
  where id in (select private.expired_prospects(rules.rejected_prospects_months));
  get diagnostics prospects = row_count;
  old_quotes := array(select private.expired_quotes(rules.quote_requests_months));
  perform private.anonymise_quotes(old_quotes);
  insert into public.privacy_register (kind, detail)
  values ('retention', jsonb_build_object('rejected_prospects', prospects, 'quote_requests', cardinality(old_quotes)));
  return jsonb_build_object('rejected_prospects', prospects, 'quote_requests', cardinality(old_quotes));
end;
$$;

create or replace function private.put_back(ids uuid[])
returns void
language plpgsql
set search_path = ''
as $$
declare
  part record;
  link record;
  columns text;
  expressions text;
  conditions text;
  written bigint;
begin
  perform set_config('app.trash', 'on', true);
  perform private.take_merge_apart(m.trash_id) from private.contact_merges as m where m.trash_id = any (ids);
  -- What these rows point to may come back later, or further down.
  insert into private.trash_links (trash_id, place, column_name, row_id, value)
  select owner.trash_id, r.place, fk.child_column, (r.content ->> 'id')::uuid, r.content ->> fk.child_column
  from private.foreign_keys() as fk
  join private.trash_rows as r on r.place = fk.child and r.trash_id = any (ids)
  join private.trash_rows as owner on owner.place = fk.parent and owner.content ->> 'id' = r.content ->> fk.child_column
  where not fk.is_cascade and fk.parent_column = 'id' and r.content ->> 'id' is not null
  on conflict do nothing;

  for part in
    select r.place, r.depth, known.keys, count(*) as number
    from private.trash_rows as r
    cross join lateral (select array_agg(key order by key) as keys from jsonb_object_keys(r.content) as key) as known
    where r.trash_id = any (ids)
    group by r.place, r.depth, known.keys order by r.depth, r.place
  loop
    -- Only columns that the copy knows: one added since takes its default.
    select string_agg(format('%I', own.attname), ', ' order by own.attnum),
      string_agg(coalesce(emptied.expression, format('p.%I', own.attname)), ', ' order by own.attnum)
    into columns, expressions
    from pg_attribute as own
    left join lateral (
      select format(
        'case when exists (select from %s as o where o.%I = p.%I) then p.%3$I end', fk.parent, fk.parent_column, fk.child_column
      ) as expression
      from private.foreign_keys() as fk
      where fk.child = part.place and fk.child_column = own.attname and not fk.is_cascade
      limit 1
    ) as emptied on true
    where own.attrelid = to_regclass(part.place) and own.attnum > 0 and not own.attisdropped
      and own.attgenerated = '' and own.attname = any (part.keys);
    select coalesce(string_agg(format(
      ' and (p.%1$I is null or exists (select from %2$s as o where o.%3$I = p.%1$I))', fk.child_column, fk.parent, fk.parent_column
    ), ''), '') into conditions
    from private.foreign_keys() as fk where fk.child = part.place and fk.is_cascade;
    execute format(
      'insert into %1$s (%2$s) overriding system value
       select %3$s from private.trash_rows as r
       cross join lateral (select array_agg(key order by key) as keys from jsonb_object_keys(r.content) as key) as known
       cross join lateral jsonb_populate_record(null::%1$s, r.content) as p
       where r.trash_id = any ($1) and r.place = $2 and r.depth = $3 and known.keys = $4%4$s',
      part.place, columns, expressions, conditions
    ) using ids, part.place, part.depth, part.keys;
    get diagnostics written = row_count;
    if part.depth = 0 and written < part.number then
      raise foreign_key_violation;
    end if;
  end loop;

  -- An e-mail that was still waiting when its request was deleted does not leave now.
  update public.notifications set
    state = case when may_have_arrived or lease_token is not null then 'incertain' else 'retenu' end,
    lease_token = null, finished_at = now(), last_error = 'La demande a été supprimée, puis restaurée.'
  where state = 'en_attente' and (
    quote_request_id = any (ids)
    or inbound_message_id in (select id from public.inbound_messages where contact_id = any (ids))
  );

  for link in
    select distinct l.place, l.column_name, fk.type from private.trash_links as l
    join private.foreign_keys() as fk on fk.child = l.place and fk.child_column = l.column_name
    where l.trash_id = any (ids)
  loop
    -- A message that still waits stays left out of its campaign: who deleted the contact took them out; who merged them did
    -- not. num_nulls: by their ids; right after thousands were emptied the planner would look for those under « is null ».
    execute format(
      'update %1$s as t set %2$I = l.value::%3$s from private.trash_links as l
       where l.trash_id = any ($1) and l.place = %1$L and l.column_name = %2$L and t.id = l.row_id and num_nulls(t.%2$I) = 1',
      link.place, link.column_name, link.type
    ) || case when link.place = 'public.email_sends' and link.column_name = 'contact_id'
      then ' and (
        t.status not in (''programmé'', ''brouillon'')
        or exists (select from private.contact_merges as m where m.trash_id = l.trash_id)
      )' else '' end
    using ids;
    -- The row that pointed here may itself be in the trash, and come back later.
    update private.trash_rows as r set content = r.content || jsonb_build_object(l.column_name, l.value)
    from private.trash_links as l
    where l.trash_id = any (ids) and l.place = link.place and l.column_name = link.column_name
      and r.trash_id <> all (ids) and r.place = l.place and r.content ->> 'id' = l.row_id::text
      and r.content ->> l.column_name is null;
  end loop;

  delete from public.trash where id = any (ids);
  perform set_config('app.trash', '', true);
end;
$$;

create or replace function public.take_back_reply(reply uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  quote uuid;
  message uuid;
begin
  perform private.require_admin();
  select quote_request_id, inbound_message_id into quote, message from public.notifications where id = reply and kind = 'reply';
  if not found then
    return false;
  end if;
  if message is null then
    perform private.lock_answerable_request(quote);
  else
    perform from public.inbound_messages where id = message for update;
  end if;
  if exists (
    select from public.notifications
    where (quote_request_id = quote or inbound_message_id = message) and state = 'brouillon' and id <> reply
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
