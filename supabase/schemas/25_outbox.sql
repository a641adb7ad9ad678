-- This file holds the outbox: every e-mail that is no message of a campaign, claimed, sent and finished one by one by
-- the edge function dispatch-emails (docs/decisions/0014): what follows a quote request, the replies written in the
-- inbox (28_replies.sql), what goes to and fro about a sent quote (26_quote_acceptance.sql) and about an invoice
-- (43_invoices.sql), invitations (02_team.sql), links to a person's own page (45_personal_links.sql), alerts, and the
-- daily digest.

create type public.notification_kind as enum (
  'admin_notice', 'acknowledgement', 'reply', 'quote', 'quote_code', 'quote_question', 'quote_refused',
  'quote_accepted', 'quote_signed', 'campaign_alert', 'invoice', 'invoice_reminder', 'personal_link', 'invitation',
  'daily_digest'
);

create type public.notification_state as enum ('brouillon', 'en_attente', 'envoyé', 'échec', 'incertain', 'retenu');

-- The table holds what the morning's digest says to an administrator: one row per person and day, its content null when
-- there was nothing to say. It is what was true when it was queued, so that a retry sends the same message; it goes
-- once the outcome is known.
create table private.daily_digests (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  content jsonb,
  constraint daily_digests_day_user_id_key unique (day, user_id)
);

create index daily_digests_user_id_idx on private.daily_digests (user_id);

alter table private.daily_digests enable row level security;

-- The table has one row per e-mail. The notice and the acknowledgement are queued in the transaction of the request;
-- their texts are made from it when they are sent. What a person wrote has its text here. Addresses always come from
-- the request or the quote.
create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  -- These name what the e-mail is about; notifications_one_record says which kind needs which.
  quote_request_id uuid references public.quote_requests (id) on delete cascade,
  kind public.notification_kind not null,
  state public.notification_state not null default 'en_attente',
  attempts integer not null default 0,
  -- While a worker holds the row, it says when the lease ends.
  next_attempt_at timestamptz not null default now(),
  lease_token uuid,
  first_attempt_at timestamptz,
  -- An earlier attempt may have arrived: only the same idempotency key may try again.
  may_have_arrived boolean not null default false,
  provider_id text,
  last_error text,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  -- These are the words that a person wrote; in the draft of a reply both may be empty.
  subject text,
  body text,
  -- These are files of the bucket request-files: [{ path, name, type, size }].
  attachments jsonb not null default '[]',
  created_by uuid references auth.users (id) on delete set null,
  issued_quote_id uuid references public.quotes (id) on delete cascade,
  -- An alert names the campaign that stopped, or ended with troubles.
  campaign_id uuid references public.campaigns (id) on delete cascade,
  -- An answer names the message that came back.
  inbound_message_id uuid references public.inbound_messages (id) on delete cascade,
  -- The foreign key of this column stands with the invoices.
  invoice_id uuid,
  invitation_id uuid references public.invitations (id) on delete cascade,
  digest_id uuid references private.daily_digests (id) on delete cascade,
  constraint notifications_one_record check (
    num_nonnulls(quote_request_id, issued_quote_id, campaign_id, inbound_message_id, invoice_id, invitation_id, digest_id)
      -- The address of the link to a person's own page is that of the link of the same id (45_personal_links.sql).
      = case when kind = 'personal_link' then 0 else 1 end
    and case
      when kind in ('invoice', 'invoice_reminder') then invoice_id is not null
      when kind in ('quote', 'quote_code', 'quote_question', 'quote_refused', 'quote_accepted', 'quote_signed')
        then issued_quote_id is not null
      when kind = 'campaign_alert' then campaign_id is not null
      when kind = 'invitation' then invitation_id is not null
      when kind = 'daily_digest' then digest_id is not null
      when kind = 'reply' then num_nonnulls(quote_request_id, inbound_message_id) = 1
      else kind = 'personal_link' or quote_request_id is not null
    end
  ),
  constraint notifications_draft_is_reply check (state <> 'brouillon' or kind = 'reply'),
  constraint notifications_written_text check (
    (kind in ('reply', 'quote', 'quote_question', 'quote_refused', 'campaign_alert', 'invoice', 'invoice_reminder')) = (subject is not null and body is not null)
  ),
  constraint notifications_written_not_blank
    check (subject is null or state = 'brouillon' or subject ~ '\S' and body ~ '\S'),
  constraint notifications_subject_length check (char_length(subject) <= 200),
  constraint notifications_subject_one_line check (private.is_one_line_text(subject)),
  constraint notifications_body_length check (char_length(body) <= 10000),
  constraint notifications_attachments_list check (
    case when jsonb_typeof(attachments) = 'array'
      then jsonb_array_length(attachments) <= case when kind = 'reply' then 10 else 0 end
      else false
    end
  ),
  constraint notifications_attempts_range check (attempts >= 0),
  constraint notifications_provider_id_length check (char_length(provider_id) <= 200),
  constraint notifications_last_error_length check (char_length(last_error) <= 500)
);

-- Delivery events name a message by the provider's id.
create index notifications_provider_id_idx on public.notifications (provider_id);
create index notifications_quote_request_id_idx on public.notifications (quote_request_id, created_at);
create index notifications_created_by_idx on public.notifications (created_by);
create index notifications_issued_quote_id_idx on public.notifications (issued_quote_id, created_at);
create index notifications_invoice_id_idx on public.notifications (invoice_id, created_at);
create index notifications_inbound_message_id_idx on public.notifications (inbound_message_id);
create index notifications_invitation_id_idx on public.notifications (invitation_id, created_at);
create index notifications_digest_id_idx on public.notifications (digest_id);
create unique index notifications_message_draft_idx on public.notifications (inbound_message_id) where state = 'brouillon';
create index notifications_campaign_id_idx on public.notifications (campaign_id);
create unique index notifications_once_idx on public.notifications (quote_request_id, kind) where kind <> 'reply';
create unique index notifications_draft_idx on public.notifications (quote_request_id) where state = 'brouillon';
create index notifications_due_idx on public.notifications (next_attempt_at, id) where state = 'en_attente';

alter table public.notifications enable row level security;

-- Only the functions below write, not even the service role directly.
grant select on table public.notifications to authenticated, service_role;

-- Whom the team invited, and what an administrator was told in the morning, is the administrators' business.
create policy "notifications: member reads" on public.notifications
  for select to authenticated
  using ((select private.is_member()) and (num_nonnulls(invitation_id, digest_id) = 0 or (select private.is_admin())));

-- What the studio answered is a part of the conversation; the other e-mails are made from records that are found themselves.
select private.attach_search(
  'reply', 'public.notifications', names => array['subject'], other => 'body',
  title => 'coalesce(
    (select r.organization_name from public.quote_requests as r where r.id = quote_request_id),
    (select coalesce(nullif(m.from_name, ''''), m.from_email) from public.inbound_messages as m where m.id = inbound_message_id)
  )',
  detail => 'concat_ws('' · '', subject, to_char(coalesce(finished_at, created_at) at time zone ''America/Toronto'', ''YYYY-MM-DD''))',
  text => 'body', changed_at => 'created_at', condition => 'kind = ''reply'' and state <> ''brouillon''',
  target => 'case when quote_request_id is not null then ''request'' else (
    select case when m.contact_id is not null then ''contact'' when m.quote_request_id is not null then ''request'' end
    from public.inbound_messages as m where m.id = inbound_message_id
  ) end',
  target_id => 'coalesce(quote_request_id, (
    select coalesce(m.contact_id, m.quote_request_id) from public.inbound_messages as m where m.id = inbound_message_id
  ))'
);

-- Deletes the content of a digest once its e-mail is over.
create function private.forget_sent_digest()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update private.daily_digests set content = null where id = new.digest_id;
  return null;
end;
$$;

create trigger notifications_forget_sent_digest after update of state on public.notifications
  for each row when (new.digest_id is not null and new.state <> 'en_attente')
  execute function private.forget_sent_digest();

-- Queues the e-mails about a request. The request matters more: an error here does not undo the insert.
create function private.queue_request_notifications()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Requests from the seed, the SQL console or the service role are not waiting for an answer.
  if current_setting('role', true) in ('anon', 'authenticated') then
    insert into public.notifications (quote_request_id, kind)
    values (new.id, 'admin_notice'), (new.id, 'acknowledgement');
  end if;
  return null;
exception when others then
  raise warning 'The notifications of quote request % could not be queued: %', new.id, sqlerrm;
  return null;
end;
$$;

create trigger quote_requests_queue_notifications after insert on public.quote_requests
  -- A request that comes back from the trash brings its own e-mails.
  for each row when (current_setting('app.trash', true) is distinct from 'on')
  execute function private.queue_request_notifications();

-- Writes to the administrators, once, that a campaign stopped by itself or ended with messages that failed or of unknown
-- outcome. What a person pauses or cancels they know of; what holds every campaign at once is told for the first alone.
-- An alert that cannot be queued undoes nothing.
create function private.queue_campaign_alert()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  failed bigint;
  unsure bigint;
  title text;
  detail text;
begin
  if new.paused_at is not null and old.paused_at is null then
    if new.pause_reason = 'Mise en pause par l''équipe' or exists (
      select from public.notifications as told
      where told.kind = 'campaign_alert' and told.created_at > now() - interval '1 hour'
        and position(new.pause_reason in told.body) > 0
    ) then
      return null;
    end if;
    title := 'Campagne en pause';
    detail := new.pause_reason || E'\n\n'
      || 'Rien d’autre ne part avant que quelqu’un reprenne ou annule. Ce qui est parti l’est resté.';
  elsif new.status = 'terminé' and old.status <> 'terminé' and new.cancelled_at is null then
    select count(*) filter (where send.status = 'échec'), count(*) filter (where send.status = 'incertain')
    into failed, unsure
    from public.email_sends as send where send.campaign_id = new.id;
    if failed + unsure = 0 then
      return null;
    end if;
    title := 'Campagne terminée, à vérifier';
    detail := format('Messages en échec : %s. Messages incertains : %s.', failed, unsure)
      || E'\n\n' || 'Un échec n’est arrivé nulle part et peut être renvoyé. Un envoi incertain est peut-être arrivé : tranchez-le.';
  else
    return null;
  end if;
  insert into public.notifications (campaign_id, kind, subject, body)
  values (new.id, 'campaign_alert', title || ' : ' || new.name, detail);
  return null;
exception when others then
  raise warning 'The alert about campaign % could not be queued: %', new.id, sqlerrm;
  return null;
end;
$$;

create trigger campaigns_queue_alert after update of paused_at, status on public.campaigns
  for each row execute function private.queue_campaign_alert();

-- The table holds the acknowledgements of the last day, by keyed hash of the mailbox. It has no foreign key, so that
-- deleting a request does not allow another acknowledgement to its mailbox.
create table private.acknowledgements (
  notification_id uuid primary key,
  mailbox text not null,
  claimed_at timestamptz not null default now()
);

create index acknowledgements_mailbox_idx on private.acknowledgements (mailbox);
create index acknowledgements_claimed_at_idx on private.acknowledgements (claimed_at);

alter table private.acknowledgements enable row level security;

-- Says in French why nothing may be sent to this address, consent apart: it bounced or complained; null when it may.
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

-- Says in French why this acknowledgement must not be sent; null when it may be, and it is counted. The form is public
-- and anyone may type anyone's address into it, so that a mailbox gets one acknowledgement a day, all together 60 an
-- hour and 300 a day, and an address that bounced or complained none. The request itself is kept in any case.
create function private.acknowledgement_refusal(notification uuid, address text)
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
  -- An acknowledgement is counted at its first claim: a retry is the same message.
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

-- Says why a message of the outbox must not be sent to a person outside the studio at this moment; null when it may. A
-- message that has been due for a day is held: the outbox is emptied each minute, so the database is probably a
-- restored copy, which knows neither what was sent since nor, under another key of the address hashes, who refused.
create function private.outbox_refusal(due timestamptz)
returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(
    private.sending_stop(),
    case when due < now() - interval '24 hours' then
      'Non envoyé : prêt depuis plus de 24 heures sans que le serveur s’en occupe (arrêt, ou copie restaurée). Vérifiez qu’il n’est pas déjà parti, puis renvoyez-le.'
    end
  );
$$;

-- Returns the address of the person outside the studio that a message of the outbox goes to or is about, of whoever is
-- invited, or of the administrator of a digest. PL/pgSQL is read as it runs: invoices and links stand in later files.
create function private.notification_address(message public.notifications)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(
    (select asked.email from public.quote_requests as asked where asked.id = message.quote_request_id),
    (select issued.snapshot #>> '{client,email}' from public.quotes as issued where issued.id = message.issued_quote_id),
    (select received.from_email from public.inbound_messages as received where received.id = message.inbound_message_id),
    (select billed.email from public.invoices as billed where billed.id = message.invoice_id),
    (select link.email from private.personal_links as link where link.id = message.id),
    (select invited.email from public.invitations as invited where invited.id = message.invitation_id),
    (
      select people.email from private.daily_digests as told join auth.users as people on people.id = told.user_id
      where told.id = message.digest_id
    )
  );
end;
$$;

-- Leases due rows to one worker for one minute. A row whose worker did not report has an unknown outcome: it is sent
-- again only when the provider recognises the same idempotency key (for 24 hours, one of them as a margin), else it
-- becomes « incertain » and a person decides. An invitation is never sent again: each attempt brings a link of its own,
-- and ends the one before. An e-mail that must not be sent becomes « retenu », with the reason. earlier_messages lists
-- what the person already got about the request, for the headers that tie a thread together; it never changes between
-- two attempts.
create function public.claim_due_notifications(batch integer, same_key_is_safe boolean)
returns table (
  id uuid,
  lease_token uuid,
  kind public.notification_kind,
  -- The message goes to this address.
  email text,
  -- An e-mail about a request has its row.
  quote_request jsonb,
  subject text,
  body text,
  attachments jsonb,
  earlier_messages uuid[],
  -- An e-mail about a quote has the answer of private.quote_for_server here, with the code when the e-mail brings one.
  issued_quote jsonb,
  campaign_id uuid,
  -- The answer to it goes here, where a domain receives answers.
  reply_to text,
  -- It is the Message-ID of what it answers, where the person's own message came in.
  answers text,
  -- An e-mail about an invoice has the answer of private.invoice_for_server here.
  invoice jsonb,
  -- The link to a person's own page has { token, expiresAt }.
  personal_link jsonb,
  -- An invitation has { token, role, inviter, expiresAt }.
  invitation jsonb,
  -- A digest has { day, content }.
  digest jsonb
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  candidate record;
  refusal text;
  -- It says why nobody outside may be written to now; a person may send it again.
  stop text;
  link jsonb;
  -- One call refuses at most so many, since it would otherwise outlast its statement's time limit after a flood.
  refusals_left integer := 200;
begin
  if private.is_sending_held() then
    return;
  end if;
  perform private.queue_requested_links();
  update public.notifications as lost set
    state = 'incertain',
    lease_token = null,
    finished_at = now(),
    last_error = coalesce(lost.last_error, 'L''envoi a été interrompu avant la réponse du serveur de courriel.')
  where lost.id in (
    select held.id from public.notifications as held
    where held.state = 'en_attente' and held.next_attempt_at <= now()
      and (held.lease_token is not null or held.may_have_arrived)
      and not (
        same_key_is_safe and held.kind <> 'invitation' and held.first_attempt_at > now() - interval '23 hours'
      )
    for update skip locked
  );

  while batch > 0 and refusals_left > 0 loop
    select waiting.id, waiting.kind, waiting.next_attempt_at,
      waiting.may_have_arrived or waiting.lease_token is not null as may_have_arrived,
      private.notification_address(waiting) as email, waiting.invoice_id, waiting.invitation_id, waiting.digest_id into candidate
    from public.notifications as waiting
    where waiting.state = 'en_attente' and waiting.next_attempt_at <= now()
    order by waiting.next_attempt_at, waiting.id
    limit 1
    for update of waiting skip locked;
    exit when not found;

    stop := null;
    refusal := null;
    if candidate.kind = 'invitation' then
      refusal := private.invitation_refusal(candidate.invitation_id);
    elsif candidate.kind = 'daily_digest' then
      refusal := private.digest_refusal(candidate.digest_id);
    -- The other kinds go to the studio.
    elsif candidate.kind not in ('admin_notice', 'campaign_alert', 'quote_question', 'quote_refused', 'quote_accepted') then
      stop := private.outbox_refusal(candidate.next_attempt_at);
      refusal := coalesce(stop, case candidate.kind
        when 'acknowledgement' then private.acknowledgement_refusal(candidate.id, candidate.email)
        when 'quote_code' then coalesce(private.code_refusal(candidate.id), private.address_refusal(candidate.email))
        when 'invoice_reminder' then
          coalesce(private.reminder_refusal(candidate.invoice_id), private.address_refusal(candidate.email))
        when 'personal_link' then coalesce(private.personal_link_refusal(candidate.id), private.address_refusal(candidate.email))
        else private.address_refusal(candidate.email)
      end);
    end if;
    if refusal is not null then
      update public.notifications as held set
        -- An earlier attempt may have arrived: « retenu » could be wrong.
        state = (case when candidate.may_have_arrived then 'incertain' when stop is not null then 'échec' else 'retenu' end)::public.notification_state,
        last_error = refusal, lease_token = null, finished_at = now()
      where held.id = candidate.id;
      refusals_left := refusals_left - 1;
      continue;
    end if;

    link := private.new_invitation_link(candidate.invitation_id);
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
    select claimed.id, claimed.lease_token, claimed.kind, candidate.email,
      (select to_jsonb(request) from public.quote_requests as request where request.id = claimed.quote_request_id),
      claimed.subject, claimed.body, claimed.attachments,
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
      ),
      private.invoice_for_server(claimed.invoice_id),
      private.personal_link_for_server(claimed.id), link,
      (
        select jsonb_build_object('day', told.day, 'content', told.content)
        from private.daily_digests as told where told.id = claimed.digest_id
      )
    from claimed;
    batch := batch - 1;
  end loop;
end;
$$;

grant execute on function public.claim_due_notifications(integer, boolean) to service_role;

-- Records the outcome of a claimed row; false when the lease was lost, and then nothing is written. 'retry' counts as
-- an attempt and backs off 10 s, 30 s, 90 s …, at most an hour, 24 times (a mail server may be down for about 20
-- hours). 'wait' (the provider asked for a delay) and 'pause' (nothing can be sent) do not count. A reply or a quote
-- that the provider accepted is what makes an open request « répondu ».
create function public.finish_notification(
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
  perform from public.quote_requests as request
  where request.id = (
    select coalesce(sent.quote_request_id, issued.request_id)
    from public.notifications as sent left join public.quotes as issued on issued.id = sent.issued_quote_id
    where sent.id = notification_id
  )
  for update;
  select * into held from public.notifications
  where id = notification_id and lease_token = token and state = 'en_attente'
  for update;
  if not found then
    return false;
  end if;
  unsure := held.may_have_arrived or arrival_possible;

  if outcome in ('accepted', 'rejected', 'unknown')
    or outcome = 'retry' and (held.attempts >= most_attempts or held.kind = 'invitation' and unsure)
  then
    update public.notifications set
      state = (case
        when outcome = 'accepted' then 'envoyé'
        when outcome = 'unknown' or outcome = 'retry' and unsure then 'incertain'
        else 'échec'
      end)::public.notification_state,
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
    elsif outcome = 'accepted' and held.kind = 'quote' then
      -- A quote answers the request that it was made for, so nobody is reminded to reply to a client who has it.
      update public.quote_requests set status = 'répondu'
      where id = (select issued.request_id from public.quotes as issued where issued.id = held.issued_quote_id)
        and status in ('nouveau', 'en_cours');
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

grant execute on function public.finish_notification(uuid, uuid, text, text, text, integer, boolean) to service_role;

-- « Renvoyer » sends again an e-mail that failed or has an unknown outcome, for an administrator.
create function public.retry_notification(notification_id uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.notifications set
    state = 'en_attente', attempts = 0, next_attempt_at = now(), first_attempt_at = null,
    may_have_arrived = false, last_error = null, finished_at = null
  where id = notification_id and state in ('échec', 'incertain');
  return found;
end;
$$;

grant execute on function public.retry_notification(uuid) to authenticated;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the requests and the quotes with e-mails that failed, or may have, in the last thirty days. Each e-mail of a
-- quote is counted, so that the number is that of its thread.
create function private.outbox_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  select 'request_email', 'courriel de soumission à vérifier', q.id, q.organization_name, max(n.state)::text, max(n.finished_at), 1,
    count(*), null, null::uuid, null, null::uuid
  from public.notifications n join public.quote_requests q on q.id = n.quote_request_id
  where n.state in ('échec', 'incertain') and n.finished_at > at - interval '30 days' and q.anonymised_at is null
  group by q.id, q.organization_name
  union all
  select 'quote_emails', format('courriels d’un devis à vérifier (%s)', f.total), d.id, d.organization_name, d.number, null, 1,
    f.total, null, null, null, null
  from (
    select n.issued_quote_id, count(*) as total from public.notifications n
    where n.issued_quote_id is not null and n.state in ('échec', 'incertain')
    group by n.issued_quote_id
    having max(n.finished_at) > at - interval '30 days'
  ) as f
  join public.quotes d on d.id = f.issued_quote_id
  where d.anonymised_at is null;
$$;

grant execute on function private.outbox_today_rows(timestamptz) to authenticated;

-- The daily digest ---------------------------------------------------------------------------------------------------

-- Decides, from 7 h to noon on Québec's clocks and once a day per administrator, whether there is something to say: what
-- is late, due today or soon. Of actions, one's own and those of nobody count.
create function private.queue_digests_due(at timestamptz)
returns void
language plpgsql
set search_path = ''
as $$
declare
  wall timestamp := at at time zone 'America/Toronto';
  person record;
  lines jsonb;
  digest uuid;
begin
  if wall::time not between time '07:00' and time '12:00' then
    return;
  end if;
  for person in
    select r.user_id from public.user_roles r
    left join private.today_preferences p on p.user_id = r.user_id
    where r.role = 'admin' and coalesce(p.daily_digest, true)
      and not exists (
        select from private.daily_digests d where d.user_id = r.user_id and d.day = wall::date
      )
  loop
    select jsonb_agg(jsonb_build_object(
      'kind', i.kind, 'words', i.words, 'urgency', i.urgency, 'due_at', i.due_at, 'amount', i.amount, 'record_id', i.record_id,
      'target', i.target, 'target_id', i.target_id,
      'title', case when i.kind = 'action' then i.detail else i.title end
    )) into lines
    from private.today_rows(at) i
    where i.urgency < 2 and i.postponed_until is null
      and (i.owner is null or i.owner = person.user_id);
    insert into private.daily_digests (day, user_id, content) values (wall::date, person.user_id, lines)
    on conflict (day, user_id) do nothing
    returning id into digest;
    -- Another worker has just decided when no row was made.
    if digest is not null and lines is not null then
      insert into public.notifications (kind, digest_id) values ('daily_digest', digest);
    end if;
  end loop;
end;
$$;

-- Queues the digests of this moment, once at each run of the dispatcher; and forgets those of a month ago.
create function public.queue_daily_digests()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_sending_held() then
    return;
  end if;
  perform private.queue_digests_due(now());
  delete from private.daily_digests where day < (now() at time zone 'America/Toronto')::date - 30;
end;
$$;

grant execute on function public.queue_daily_digests() to service_role;

-- Says why a digest must not leave; null when it may. One of an earlier day is not sent any more.
create function private.digest_refusal(digest uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select 'Ce résumé n’est plus d’aujourd’hui.'
  where not exists (
    select from private.daily_digests as told
    where told.id = digest and told.content is not null and told.day >= (now() at time zone 'America/Toronto')::date
  );
$$;
