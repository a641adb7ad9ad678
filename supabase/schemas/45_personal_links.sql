-- This file holds « Ma fiche »: the page by which a person sees what is known of them, corrects it, withdraws or gives
-- consent, and asks for erasure. A link that only their mailbox received opens it (docs/decisions/0135); what the
-- studio has to answer is in 35_privacy.sql. The edge function personal-record calls the functions granted to
-- service_role, and every rule is here.

-- Links -----------------------------------------------------------------------------------------------------------------

-- The table holds the links of the last weeks. The id is that of the e-mail that brings the link, from which its token
-- is made; the token itself is in no table.
create table private.personal_links (
  id uuid primary key,
  -- A link shows what is known of a mailbox to whoever reads that mailbox.
  email text not null,
  -- It is the SHA-256 of the token.
  token_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  constraint personal_links_token_hash_key unique (token_hash),
  constraint personal_links_email_format check (private.is_email_address(email))
);

create index personal_links_email_idx on private.personal_links (lower(email), created_at);

alter table private.personal_links enable row level security;

-- The table holds the addresses typed on the page of privacy, until the next run of dispatch-emails: whether somebody
-- is known is looked up there, so that neither the answer nor the time it takes tells it. Keyed hashes of the mailbox
-- and of the network address stay for a day.
create table private.personal_link_requests (
  id bigint generated always as identity primary key,
  -- It is null when the address was looked up already, or is one message too many for that mailbox.
  email text,
  mailbox text not null,
  network text not null,
  asked_at timestamptz not null default now(),
  constraint personal_link_requests_email_format check (private.is_email_address(email))
);

create index personal_link_requests_mailbox_idx on private.personal_link_requests (mailbox, asked_at);
create index personal_link_requests_network_idx on private.personal_link_requests (network, asked_at);

alter table private.personal_link_requests enable row level security;

-- The table counts the links that opened nothing in the last ten minutes, by keyed hash of the network address.
create table private.personal_link_misses (
  id bigint generated always as identity primary key,
  network text not null,
  missed_at timestamptz not null default now()
);

create index personal_link_misses_network_idx on private.personal_link_misses (network, missed_at);

alter table private.personal_link_misses enable row level security;

-- Returns 128 bits that only this database can make again, so that no table holds them and two attempts of one e-mail
-- say the same.
create function private.personal_link_token(id uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select left(private.keyed_text_hash('personal link:' || id), 32);
$$;

-- Returns the hash of a token, which alone is kept and by which one is looked up.
create function private.personal_link_hash(token text)
returns text
language sql
immutable
set search_path = ''
as $$
  select encode(sha256(convert_to(token, 'UTF8')), 'hex');
$$;

-- Makes a link and puts its e-mail in the outbox.
create function private.queue_personal_link(address text, author uuid default null)
returns void
language plpgsql
set search_path = ''
as $$
declare
  link uuid := gen_random_uuid();
begin
  insert into private.personal_links (id, email, token_hash)
  values (link, address, private.personal_link_hash(private.personal_link_token(link)));
  insert into public.notifications (id, kind, created_by) values (link, 'personal_link', author);
end;
$$;

-- Says in French why the e-mail of a link must not leave any more; null when it may.
create function private.personal_link_refusal(notification uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select 'Ce lien n’est plus valide.'
  where not exists (
    select from private.personal_links link where link.id = notification and link.expires_at > now()
  );
$$;

-- Returns the facts of the e-mail of a link; null when the message is another.
create function private.personal_link_for_server(notification uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('token', private.personal_link_token(link.id), 'expiresAt', link.expires_at)
  from private.personal_links link where link.id = notification;
$$;

-- Returns the address that a sent quote went to: a later change of the quote is not what its client received.
create function private.quote_recipient(q public.quotes)
returns text
language sql
immutable
set search_path = ''
as $$
  select lower(coalesce(nullif(q.snapshot #>> '{client,email}', ''), q.email));
$$;

-- Tells whether anything is kept of an address, suppressions apart: these are hashes.
create function private.is_known_address(mailbox text)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (select from public.contacts c where lower(c.email) = lower(mailbox))
    or exists (select from public.consent_events e where lower(e.email) = lower(mailbox))
    or exists (select from public.quote_requests q where lower(q.email) = lower(mailbox))
    or exists (select from public.quotes d where lower(mailbox) in (lower(d.email), private.quote_recipient(d)))
    or exists (select from public.invoices i where lower(i.email) = lower(mailbox))
    or exists (select from public.email_sends s where lower(s.recipient_email) = lower(mailbox))
    or exists (select from public.inbound_messages m where m.from_email = lower(mailbox))
    or exists (select from public.suggested_prospects p where lower(p.email) = lower(mailbox))
    or exists (select from public.personal_requests r where lower(r.email) = lower(mailbox));
$$;

-- « Recevoir le lien vers ma fiche » always answers 204 within the limit of ten requests per network address in ten
-- minutes. A mailbox gets one message a day: the next requests of that day are silent.
create function public.request_personal_link(email text, network_address text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  mailbox_hash text := private.keyed_text_hash('link mailbox:' || private.mailbox_key(request_personal_link.email));
  network_hash text := private.keyed_text_hash('link network:' || coalesce(network_address, ''));
begin
  if private.is_email_address(request_personal_link.email) is not true or char_length(request_personal_link.email) > 255 then
    return jsonb_build_object('status', 422, 'code', 'invalid', 'message', 'Cette adresse courriel est incomplète.',
      'fields', jsonb_build_object('email', 'Cette adresse courriel est incomplète.'));
  end if;
  -- Of two simultaneous requests at a limit, only one may pass. Network addresses are always locked first.
  perform pg_advisory_xact_lock(44, hashtext(network_hash));
  perform pg_advisory_xact_lock(45, hashtext(mailbox_hash));
  delete from private.personal_link_requests old where old.id in (
    select r.id from private.personal_link_requests r where r.asked_at <= now() - interval '1 day' for update skip locked
  );
  if (
    select count(*) from private.personal_link_requests r
    where r.network = network_hash and r.asked_at > now() - interval '10 minutes'
  ) >= 10 then
    return jsonb_build_object('status', 429, 'code', 'too_many',
      'message', 'Trop de demandes ont été envoyées. Réessayez dans dix minutes, ou écrivez-nous directement.');
  end if;
  insert into private.personal_link_requests (email, mailbox, network)
  values (
    case when not exists (
      select from private.personal_link_requests r where r.mailbox = mailbox_hash
    ) then btrim(request_personal_link.email) end,
    mailbox_hash, network_hash
  );
  return '{"status": 204}';
end;
$$;

grant execute on function public.request_personal_link(text, text) to service_role;

-- Turns what was typed on the page of privacy into links, for the addresses of which something is kept: at most sixty an hour,
-- and the others wait. claim_due_notifications calls it at each run.
create function private.queue_requested_links()
returns void
language plpgsql
set search_path = ''
as $$
declare
  hourly_ceiling constant integer := 60;
  asked private.personal_link_requests;
  left_over bigint;
begin
  if not exists (select from private.personal_link_requests r where r.email is not null) then
    return;
  end if;
  left_over := hourly_ceiling - (
    select count(*) from private.personal_links link where link.created_at > now() - interval '1 hour'
  );
  for asked in
    select * from private.personal_link_requests r where r.email is not null
    order by r.id limit greatest(left_over, 0) for update skip locked
  loop
    if private.is_known_address(asked.email) and private.address_refusal(asked.email) is null then
      perform private.queue_personal_link(lower(asked.email));
    end if;
    update private.personal_link_requests r set email = null where r.id = asked.id;
  end loop;
end;
$$;

-- « Envoyer le lien de sa fiche », on the page of a contact, sends three a day at most.
create function public.send_personal_link(contact uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  person public.contacts;
  refusal text;
begin
  perform private.require_admin();
  select * into person from public.contacts c where c.id = send_personal_link.contact for update;
  refusal := case
    when person.id is null then 'Ce contact n’existe plus.'
    when person.email is null then 'Ce contact n’a pas d’adresse courriel.'
    when private.address_refusal(person.email) is not null
      then private.address_refusal(person.email) || ' Le lien n’a pas été envoyé.'
    when (
      select count(*) from private.personal_links link
      where lower(link.email) = lower(person.email) and link.created_at > now() - interval '1 day'
    ) >= 3 then 'Trois liens ont déjà été envoyés à cette adresse depuis 24 heures.'
  end;
  if refusal is not null then
    raise sqlstate 'PT422' using message = refusal;
  end if;
  perform private.queue_personal_link(lower(person.email), auth.uid());
end;
$$;

grant execute on function public.send_personal_link(uuid) to authenticated;

-- The page ----------------------------------------------------------------------------------------------------------------

-- Returns the address that a token opens, or why it opens none: { status } 404 unknown, 410 expired, 429 after twenty
-- links from the same network address that opened nothing in ten minutes. A token is looked up by hash, so that how
-- long it takes says nothing of it.
create function private.open_personal_link(token text, network_address text)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  network_hash text := private.keyed_text_hash('link network:' || coalesce(network_address, ''));
  link private.personal_links;
begin
  perform pg_advisory_xact_lock(46, hashtext(network_hash));
  if (
    select count(*) from private.personal_link_misses m
    where m.network = network_hash and m.missed_at > now() - interval '10 minutes'
  ) >= 20 then
    return jsonb_build_object('status', 429, 'code', 'too_many',
      'message', 'Trop de liens inexacts ont été ouverts. Réessayez dans dix minutes.');
  end if;
  select * into link from private.personal_links l where l.token_hash = private.personal_link_hash(token);
  if found and link.expires_at > now() then
    return jsonb_build_object('status', 200, 'email', link.email, 'sentAt', link.created_at, 'expiresAt', link.expires_at);
  elsif found then
    return jsonb_build_object('status', 410, 'code', 'expired', 'message', 'Ce lien a expiré.');
  end if;
  delete from private.personal_link_misses old where old.id in (
    select m.id from private.personal_link_misses m where m.missed_at <= now() - interval '10 minutes' for update skip locked
  );
  insert into private.personal_link_misses (network) values (network_hash);
  return jsonb_build_object('status', 404, 'code', 'not_found', 'message', 'Ce lien ne mène à aucune fiche.');
end;
$$;

-- Returns the consent that the page offers, with whom it is given to: the text is the proof (Canada's anti-spam law,
-- section 10, and the regulation's identification). A change of the sentences is a new version.
create function private.offered_consent()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'version', 'ma-fiche 2026-11-27',
    'label', 'J’accepte de recevoir par courriel des nouvelles et des offres de ' || s.sender_name || '.',
    'details', 'Vous pouvez retirer votre consentement en tout temps, sans frais, par le lien de désabonnement de chaque message, '
      || E'sur cette page ou en nous écrivant\u00a0: ' || s.legal_name || ', ' || s.postal_address || ', ' || s.contact_email || '.'
  )
  from public.studio s where s.id = 1 and private.sender_identity() is not null;
$$;

-- Lists every e-mail that left for these addresses, given in lower case, or may have: what it was for, the number of
-- the quote or the invoice that it is about, and the consent on which a message of a campaign rested.
create function private.messages_to(addresses text[])
returns table (at timestamptz, kind text, subject text, about text, basis text, is_uncertain boolean)
language sql
stable
set search_path = ''
as $$
  select s.finished_at, case when s.step > 0 then 'followup' else 'campaign' end, s.subject, null,
    s.identity #>> '{consent,basis}', s.status = 'incertain'
  from public.email_sends s
  where lower(s.recipient_email) = any (addresses) and s.status in ('envoyé', 'incertain')
  union all
  select n.finished_at, n.kind::text, coalesce(n.subject, case n.kind
    when 'acknowledgement' then 'Accusé de réception de votre demande'
    when 'quote_code' then E'Code pour accepter le devis\u00a0' || d.number
    when 'quote_signed' then E'Votre acceptation du devis\u00a0' || d.number
    else 'Lien vers cette fiche'
  end), coalesce(d.number, i.number), null, n.state = 'incertain'
  from public.notifications n
  left join public.quote_requests q on q.id = n.quote_request_id
  left join public.quotes d on d.id = n.issued_quote_id
  left join public.invoices i on i.id = n.invoice_id
  left join public.inbound_messages m on m.id = n.inbound_message_id
  left join private.personal_links link on link.id = n.id
  where n.state in ('envoyé', 'incertain')
    -- Corrections of other columns go to the studio.
    and n.kind not in ('admin_notice', 'campaign_alert', 'quote_question', 'quote_refused', 'quote_accepted')
    and lower(coalesce(q.email, private.quote_recipient(d), i.email, m.from_email, link.email)) = any (addresses);
$$;

-- Lists the proofs of consent and the withdrawals of these addresses, given in lower case: the register; the boxes
-- ticked with a request that nobody made a contact of, which the register has not; the suppressions that no withdrawal
-- of the register tells.
create function private.consents_of(addresses text[])
returns table (
  email text, basis text, occurred_at timestamptz, source_url text, evidence text, wording text, wording_version text
)
language sql
stable
set search_path = ''
as $$
  select e.email, e.basis::text, e.occurred_at, e.source_url, e.evidence, e.wording, e.wording_version
  from public.consent_events e where lower(e.email) = any (addresses)
  union all
  select q.email, 'express', q.created_at, null, 'Case cochée dans la demande de soumission ' || q.id, null,
    q.marketing_consent_version
  from public.quote_requests q
  where lower(q.email) = any (addresses) and q.marketing_consent_version is not null and not exists (
    select from public.consent_events e
    where lower(e.email) = lower(q.email) and e.basis = 'express' and e.occurred_at = q.created_at
  )
  union all
  select mailbox.email, s.reason::text, s.created_at, null, null, null, null
  from unnest(addresses) as mailbox (email)
  join public.suppressions s on s.email_hash = private.email_hash(mailbox.email)
  where not exists (
    select from public.consent_events e
    where lower(e.email) = mailbox.email and e.basis = 'withdrawn'
      and e.occurred_at between s.created_at - interval '1 minute' and s.created_at
  );
$$;

-- Returns a list that may be long, newest first, as the page shows it: { count, newest }, a hundred at most.
create function private.newest_hundred(items jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'count', jsonb_array_length(coalesce(items, '[]')),
    'newest', jsonb_path_query_array(coalesce(items, '[]'), '$[0 to 99]')
  );
$$;

-- Returns everything that the page shows of an address, in any letter case: what bears it or was sent to it, drafts
-- apart. The parameter is not called `address`: quotes and invoices have a column of that name, which would be meant
-- instead.
create function private.record_of_address(mailbox text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with person as materialized (
    select c.* from public.contacts c where lower(c.email) = lower(mailbox)
  ),
  ticked as (
    select max(q.created_at) as at from public.quote_requests q
    where lower(q.email) = lower(mailbox) and q.marketing_consent_version is not null
  ),
  standing as materialized (
    select * from private.address_standings(array[mailbox], now())
  )
  select jsonb_build_object(
    'contact', (
      select jsonb_build_object(
        'name', p.name, 'functionTitle', p.function_title, 'company', p.company, 'phone', p.phone, 'city', p.city,
        'region', p.region, 'addedAt', p.created_at,
        'sources', coalesce((
          select jsonb_agg(jsonb_build_object('kind', source.kind, 'detail', source.detail, 'at', source.at) order by source.at)
          from (
            select 'import' as kind, e.source as detail, e.created_at as at from public.contact_events e
            where e.contact_id = p.id and e.kind in ('imported', 'completed') and e.source is not null
            union all
            select 'request', null, q.created_at from public.quote_requests q where q.contact_id = p.id
            union all
            select 'page', s.email_source_url, coalesce(s.email_found_at, s.created_at) from public.suggested_prospects s
            where s.contact_id = p.id and s.status = 'accepted'
          ) as source
        ), '[]')
      )
      from person p
    ),
    'commercial', coalesce(
      -- A box that was ticked counts once the request is a contact's: until then nothing is sent on it, and the page says it.
      (
        select jsonb_build_object('state', 'ticked', 'basis', 'express', 'at', ticked.at, 'expiresAt', null, 'suppression', null)
        from ticked
        where ticked.at is not null
          and not exists (select from standing where state in ('allowed', 'unsubscribed', 'withdrawn', 'refused'))
      ),
      (
        select jsonb_build_object(
          'state', s.state, 'basis', s.basis, 'at', s.occurred_at, 'expiresAt', s.expires_at, 'suppression', s.suppression
        )
        from standing s
      )
    ),
    'offer', private.offered_consent(),
    'consents', (
      select private.newest_hundred(jsonb_agg(jsonb_build_object(
        'basis', e.basis, 'at', e.occurred_at, 'source', e.source_url, 'wording', e.wording, 'version', e.wording_version
      ) order by e.occurred_at desc))
      from private.consents_of(array[lower(mailbox)]) as e
    ),
    'messages', (
      select private.newest_hundred(jsonb_agg(jsonb_build_object(
        'at', m.at, 'kind', m.kind, 'subject', m.subject, 'about', m.about, 'basis', m.basis, 'isUncertain', m.is_uncertain
      ) order by m.at desc))
      from private.messages_to(array[lower(mailbox)]) as m
    ),
    'received', (
      select private.newest_hundred(jsonb_agg(jsonb_build_object('at', m.received_at, 'subject', m.subject) order by m.received_at desc))
      from public.inbound_messages m where m.from_email = lower(mailbox)
    ),
    'requests', (
      select private.newest_hundred(jsonb_agg(jsonb_build_object(
        'at', q.created_at, 'name', q.contact_name, 'organization', q.organization_name, 'phone', q.phone,
        'service', q.service_type, 'message', q.message, 'status', q.status, 'consentVersion', q.marketing_consent_version
      ) order by q.created_at desc))
      from public.quote_requests q where lower(q.email) = lower(mailbox)
    ),
    'quotes', (
      select private.newest_hundred(jsonb_agg(jsonb_build_object(
        'at', d.sent_at, 'number', d.number, 'subject', d.subject, 'status', d.status, 'totalCents', d.total_cents
      ) order by d.sent_at desc))
      from public.quotes d
      where d.status <> 'brouillon' and (
        private.quote_recipient(d) = lower(mailbox)
        -- A draft without an address goes by its contact's own.
        or private.quote_recipient(d) = '' and d.contact_id = (select id from person)
      )
    ),
    'invoices', (
      select private.newest_hundred(jsonb_agg(jsonb_build_object(
        'on', i.issued_on, 'kind', i.kind, 'number', i.number, 'subject', i.subject, 'state', known.state,
        'totalCents', i.total_cents, 'dueOn', i.due_on
      ) order by i.issued_at desc))
      from public.invoices i
      join public.quotes d on d.id = i.quote_id
      cross join lateral public.invoice_standings(null, i.id) as known
      where i.issued_at is not null and i.anonymised_at is null and (
        lower(i.email) = lower(mailbox) or i.email = '' and d.contact_id = (select id from person)
      )
    ),
    'asked', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', r.kind, 'at', r.created_at, 'dueOn', r.due_on, 'closedAt', r.closed_at, 'answer', r.answer
      ) order by r.created_at desc), '[]')
      from public.personal_requests r where lower(r.email) = lower(mailbox)
    )
  );
$$;

-- Returns the record that the page reads; reading changes nothing of what is known.
create function public.personal_record(token text, network_address text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  opened jsonb := private.open_personal_link(token, network_address);
begin
  return case when opened ->> 'status' = '200'
    then opened || private.record_of_address(opened ->> 'email') else opened end;
end;
$$;

grant execute on function public.personal_record(text, text) to service_role;

-- Corrects the name, the function, the organisation or the phone at once; the studio is shown what stood before. The
-- address stays: consents are given for it. It answers the page anew.
--   answer  { name, functionTitle, company, phone }
create function public.correct_personal_record(token text, answer jsonb, network_address text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  opened jsonb := private.open_personal_link(token, network_address);
  person public.contacts;
  given jsonb;
  faults jsonb;
  was jsonb;
  changed jsonb;
begin
  if opened ->> 'status' <> '200' then
    return opened;
  end if;
  select * into person from public.contacts c where lower(c.email) = lower(opened ->> 'email') for update;
  if not found then
    return jsonb_build_object('status', 409, 'code', 'no_contact', 'message', 'Il n’y a plus de fiche à corriger.');
  elsif (
    select count(*) from public.personal_requests r
    where r.contact_id = person.id and r.kind = 'correction' and r.created_at > now() - interval '1 day'
  ) >= 20 then
    return jsonb_build_object('status', 429, 'code', 'too_many',
      'message', 'Cette fiche a déjà été corrigée vingt fois depuis 24 heures. Écrivez-nous pour la suite.');
  end if;
  given := jsonb_build_object(
    'name', btrim(answer ->> 'name'), 'function_title', nullif(btrim(answer ->> 'functionTitle'), ''),
    'company', btrim(answer ->> 'company'), 'phone', nullif(btrim(answer ->> 'phone'), '')
  );
  select jsonb_object_agg(checked.field, checked.fault) into faults
  from (
    select field.name as field, case
      when field.is_required and coalesce(field.value, '') = '' then 'Ce champ est requis.'
      when char_length(field.value) > field.longest then format('Au plus %s caractères.', field.longest)
      when private.is_one_line_text(field.value) is false then 'Ce texte tient sur une seule ligne.'
    end as fault
    from (
      values ('name', given ->> 'name', 100, true), ('functionTitle', given ->> 'function_title', 100, false),
        ('company', given ->> 'company', 100, true), ('phone', given ->> 'phone', 20, false)
    ) as field (name, value, longest, is_required)
  ) as checked
  where checked.fault is not null;
  if faults is not null then
    return jsonb_build_object('status', 422, 'code', 'invalid', 'message', 'Vérifiez les champs signalés.', 'fields', faults);
  end if;
  select jsonb_object_agg(field.key, to_jsonb(person) -> field.key), jsonb_object_agg(field.key, field.value)
  into was, changed
  from jsonb_each(given) as field
  where field.value is distinct from to_jsonb(person) -> field.key;
  if changed is not null then
    update public.contacts c set
      name = given ->> 'name', function_title = given ->> 'function_title', company = given ->> 'company',
      phone = given ->> 'phone'
    where c.id = person.id;
    insert into public.personal_requests (contact_id, email, kind, before, after)
    values (person.id, person.email, 'correction', was, changed);
  end if;
  return opened || private.record_of_address(opened ->> 'email');
end;
$$;

grant execute on function public.correct_personal_record(text, jsonb, text) to service_role;

-- Withdraws consent at once: nothing commercial is written to the address any more. It answers the page anew.
create function public.withdraw_personal_consent(token text, network_address text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  opened jsonb := private.open_personal_link(token, network_address);
  hash text := private.email_hash(opened ->> 'email');
begin
  if opened ->> 'status' <> '200' then
    return opened;
  end if;
  if not exists (select from private.standing_suppressions() standing where standing.email_hash = hash) then
    insert into public.consent_events (contact_id, email, basis, occurred_at, evidence)
    values (
      (select c.id from public.contacts c where lower(c.email) = lower(opened ->> 'email')), opened ->> 'email', 'withdrawn', now(),
      'Retrait par la personne sur sa fiche'
    );
  end if;
  perform private.suppress(hash, 'unsubscribed');
  return opened || private.record_of_address(opened ->> 'email');
end;
$$;

grant execute on function public.withdraw_personal_consent(text, text) to service_role;

-- Gives express consent, with the very text that was read: one that is not the present text is refused, to be read
-- again. It ends a suppression, as the person's own act, and answers the page anew.
create function public.give_personal_consent(token text, version text, label text, details text, network_address text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  opened jsonb := private.open_personal_link(token, network_address);
  offered jsonb := private.offered_consent();
  hash text := private.email_hash(opened ->> 'email');
  proof uuid;
begin
  if opened ->> 'status' <> '200' then
    return opened;
  elsif offered is distinct from jsonb_build_object('version', version, 'label', label, 'details', details) then
    return jsonb_build_object('status', 409, 'code', 'other_wording',
      'message', 'Le texte du consentement a changé entre-temps. Relisez-le, puis confirmez de nouveau.');
  end if;
  -- Of two simultaneous presses, the second finds the consent of the first.
  perform pg_advisory_xact_lock(31, hashtext(hash));
  if exists (
    select from private.address_standings(array[opened ->> 'email'], now()) standing
    where standing.state = 'allowed' and standing.basis = 'express'
  ) then
    return opened || private.record_of_address(opened ->> 'email');
  end if;
  insert into public.consent_events (contact_id, email, basis, occurred_at, evidence, wording, wording_version)
  values (
    (select c.id from public.contacts c where lower(c.email) = lower(opened ->> 'email')), opened ->> 'email', 'express', now(),
    'Case cochée par la personne sur sa fiche, ouverte par un lien envoyé à cette adresse le '
      || to_char((opened ->> 'sentAt')::timestamptz at time zone 'America/Toronto', 'YYYY-MM-DD à HH24:MI'),
    label || E'\n' || details, version
  )
  returning id into proof;
  if exists (select from private.standing_suppressions() standing where standing.email_hash = hash) then
    insert into public.suppression_lifts (email_hash, reason, consent_event_id, created_at)
    values (hash, 'Nouveau consentement donné par la personne sur sa fiche', proof, clock_timestamp());
  end if;
  return opened || private.record_of_address(opened ->> 'email');
end;
$$;

grant execute on function public.give_personal_consent(text, text, text, text, text) to service_role;

-- Asks for erasure, once: the studio has thirty days to answer. It answers the page anew.
create function public.ask_for_erasure(token text, network_address text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  opened jsonb := private.open_personal_link(token, network_address);
begin
  if opened ->> 'status' <> '200' then
    return opened;
  end if;
  insert into public.personal_requests (contact_id, email, kind, due_on)
  values (
    (select c.id from public.contacts c where lower(c.email) = lower(opened ->> 'email')), opened ->> 'email', 'erasure',
    (now() at time zone 'America/Toronto')::date + 30
  )
  on conflict do nothing;
  return opened || private.record_of_address(opened ->> 'email');
end;
$$;

grant execute on function public.ask_for_erasure(text, text) to service_role;

-- Forgets the links that expired a month ago, and what was answered two years ago.
create function private.record_daily_run()
returns void
language sql
set search_path = ''
as $$
  delete from private.personal_links where expires_at < now() - interval '30 days';
  delete from private.personal_link_requests where asked_at < now() - interval '1 day';
  delete from private.personal_link_misses where missed_at < now() - interval '10 minutes';
  delete from public.personal_requests where closed_at < now() - interval '24 months';
$$;

-- Returns what a person's copy holds of the person's own requests, and of the e-mails of every kind: answers to a request,
-- quotes and invoices among them.
create function private.record_personal_data(person uuid, addresses text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'personal_requests', (
      select coalesce(jsonb_agg(to_jsonb(r) - 'closed_by' order by r.created_at), '[]')
      from public.personal_requests r where r.contact_id = person or lower(r.email) = any (addresses)
    ),
    'sent_messages', (
      select coalesce(jsonb_agg(to_jsonb(m) order by m.at), '[]') from private.messages_to(addresses) as m
    )
  );
$$;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the requests that persons made on their own page: an erasure to answer before its day, a correction to see.
create function private.personal_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  select case r.kind when 'erasure' then 'erasure_request' else 'correction' end,
    case r.kind when 'erasure' then 'effacement demandé par la personne, délai légal' else 'coordonnées corrigées par la personne' end,
    r.id, coalesce(c.company, 'Une personne'), null::text,
    (r.due_on + 1)::timestamp at time zone 'America/Toronto',
    case when r.kind = 'correction' then 2
      when r.due_on < (at at time zone 'America/Toronto')::date then 0 else 1 end,
    null::bigint, case when c.id is not null then 'contact' end, c.id, null::text, null::uuid
  from public.personal_requests as r left join public.contacts as c on c.id = r.contact_id
  where r.closed_at is null;
$$;

grant execute on function private.personal_today_rows(timestamptz) to authenticated;
