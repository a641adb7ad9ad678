-- One rule for addresses and one for texts on one line; limits that count mailboxes; acknowledgements held back;
-- erasure that suppresses (docs/decisions/0035).

create or replace function private.is_email_address(value text)
returns boolean
language sql
immutable
strict
parallel safe
set search_path = ''
as $$
  select char_length(value) <= 255 and char_length(split_part(value, '@', 1)) <= 64
    and value ~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$'
    and position('=?' in value) = 0;
$$;

create or replace function private.is_one_line_text(value text)
returns boolean
language sql
immutable
strict
parallel safe
set search_path = ''
as $$
  select value !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]';
$$;

grant execute on function private.is_one_line_text(text) to anon, authenticated, service_role;

-- The hashes that suppressions hold are of addresses in ASCII, for which nothing changes.
create or replace function private.keyed_text_hash(value text)
returns text
language sql
stable
set search_path = ''
as $$
  select private.keyed_hash(encode(sha256(convert_to(value, 'UTF8')), 'hex'));
$$;

create or replace function private.email_hash(address text)
returns text
language sql
stable
set search_path = ''
as $$
  select private.keyed_hash(encode(sha256(convert_to(lower(normalize(btrim(address), nfkc)), 'UTF8')), 'hex'));
$$;

-- The constraints that name another suppression and another state.
alter table public.suppressions
  drop constraint suppressions_reason_known,
  add constraint suppressions_reason_known check (reason in ('unsubscribed', 'bounced', 'complained', 'manual', 'erased'));

alter table public.notifications
  drop constraint notifications_state_known,
  add constraint notifications_state_known check (state in ('en_attente', 'envoyé', 'échec', 'incertain', 'retenu'));

create or replace function private.email_refusals(only_contact uuid, at timestamptz)
returns table (contact_id uuid, reason text)
language sql
stable
set search_path = ''
as $$
  select contact.id,
    case
      when contact.email is null then 'Aucune adresse courriel'
      when consent.suppression = 'bounced' then 'Adresse en erreur permanente'
      when consent.suppression = 'complained' then 'A signalé un message comme indésirable'
      when consent.suppression = 'manual' then 'Retiré des envois par l''équipe'
      when consent.suppression = 'erased' then 'Renseignements effacés à sa demande'
      when consent.state = 'unsubscribed' then 'Désabonné'
      when contact.status = 'refusé' then 'A refusé d''être sollicité'
      when consent.state = 'withdrawn' then 'Consentement retiré'
      when consent.state = 'expired' then 'Consentement expiré'
      when consent.state is null then 'Aucun consentement consigné'
    end
  from (
    -- Two branches, so that the index serves a single contact.
    select * from public.contacts where id = only_contact
    union all
    select * from public.contacts where only_contact is null
  ) contact
  left join private.current_consents(only_contact, at) consent on consent.contact_id = contact.id;
$$;

create or replace function private.keep_refusal()
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

create or replace function private.record_tour_view(viewed_tour uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  browsers_per_address constant integer := 5;
  headers json := nullif(current_setting('request.headers', true), '')::json;
  browser text := coalesce(headers ->> 'user-agent', '');
  today date := (now() at time zone 'America/Toronto')::date;
  address_hash text := private.keyed_text_hash(today || ':' || coalesce(private.client_address(), ''));
  visitor_hash text := private.keyed_text_hash(address_hash || ':' || browser);
  is_new boolean;
begin
  if browser = ''
    or browser ~* 'bot|crawl|spider|slurp|preview|headless|lighthouse|curl|wget|python|java/|go-http|okhttp|axios|node|monitor|scan|facebookexternalhit|embedly|whatsapp|telegram'
    or coalesce(headers ->> 'sec-purpose', headers ->> 'purpose', '') ~* 'prefetch|prerender'
  then
    return;
  end if;
  if not exists (select 1 from public.virtual_tours where id = viewed_tour and status = 'published') then
    return;
  end if;

  perform pg_advisory_xact_lock(3, hashtext(viewed_tour || address_hash));
  if (
    select count(*) from private.tour_visitors as seen
    where seen.day = today and seen.tour_id = viewed_tour and seen.address = address_hash
  ) >= browsers_per_address then
    return;
  end if;

  insert into private.tour_visitors (day, tour_id, visitor, address)
  values (today, viewed_tour, visitor_hash, address_hash)
  on conflict do nothing
  returning true into is_new;
  if is_new is not true then
    return;
  end if;

  update public.virtual_tours set view_count = view_count + 1 where id = viewed_tour;
  insert into public.tour_views as counted (tour_id, day, views) values (viewed_tour, today, 1)
  on conflict (tour_id, day) do update set views = counted.views + 1;
  delete from private.tour_visitors where ctid in (
    select ctid from private.tour_visitors where day < today limit 1000 for update skip locked
  );
end;
$$;

create or replace function private.mailbox_key(address text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when domain in ('gmail.com', 'googlemail.com') then replace(mailbox, '.', '') || '@gmail.com'
    else mailbox || '@' || domain
  end
  from (select lower(normalize(btrim(address), nfkc)) as folded) as given,
    lateral (select split_part(folded, '@', 1) as local_part, split_part(folded, '@', 2) as domain) as parts,
    lateral (select coalesce(nullif(split_part(local_part, '+', 1), ''), local_part) as mailbox) as named;
$$;

create or replace function private.limit_quote_requests()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  address text := private.client_address();
  address_key text := private.keyed_text_hash('address:' || address);
  email_key text := private.keyed_text_hash('email:' || private.mailbox_key(coalesce(new.email, '')));
  window_start timestamptz := now() - interval '10 minutes';
begin
  -- The service role has checks of its own.
  if address is null or current_setting('role', true) = 'service_role' then
    return new;
  end if;

  -- Of two simultaneous requests at the limit, only one may pass. Network addresses are always locked first.
  perform pg_advisory_xact_lock(1, hashtext(address_key));
  perform pg_advisory_xact_lock(2, hashtext(email_key));

  if (select count(*) from private.quote_rate_limits where key = address_key and accepted_at > window_start) >= 10
    or (select count(*) from private.quote_rate_limits where key = email_key and accepted_at > window_start) >= 3
  then
    raise sqlstate 'PT429' using
      message = 'Trop de demandes ont été envoyées. Veuillez réessayer plus tard ou nous écrire directement.';
  end if;

  delete from private.quote_rate_limits where id in (
    select id from private.quote_rate_limits where accepted_at <= window_start for update skip locked
  );
  insert into private.quote_rate_limits (key) values (address_key), (email_key);
  return new;
end;
$$;

-- Ten minutes of plain hashes: nobody is counted by them any more.
delete from private.quote_rate_limits;
delete from private.tour_visitors;

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
  where sent.kind = 'acknowledgement'
    and (sent.id = notification or notification is null and sent.provider_id = provider_message)
  limit 1;
  if not found then
    return false;
  end if;
  perform private.suppress(private.email_hash(address), case kind when 'complained' then 'complained' else 'bounced' end);
  return true;
end;
$$;

create or replace function public.record_email_event(
  event_id text, send uuid, provider_message text, kind text, occurred_at timestamptz, detail text default null
)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  target public.email_sends;
begin
  select * into target from public.email_sends
  where id = coalesce(send, (select s.id from public.email_sends s where s.provider_id = provider_message limit 1));
  if not found then
    return private.record_acknowledgement_failure(send, provider_message, kind);
  end if;
  -- Campaigns are always locked before their messages.
  perform from public.campaigns where id = target.campaign_id for update;
  insert into public.email_events (id, email_send_id, kind, detail, occurred_at)
  values (event_id, target.id, kind, left(detail, 500), occurred_at)
  on conflict (id) do nothing;
  if not found then
    return false;
  end if;

  if kind in ('sent', 'delivered', 'opened', 'clicked', 'bounced', 'soft_bounced', 'complained') then
    -- The provider had the message: an unknown outcome is resolved.
    update public.email_sends set status = 'envoyé', provider_id = coalesce(provider_id, provider_message), last_error = null
    where id = target.id and status = 'incertain';
    if found then
      perform private.mark_contacted(target.contact_id);
    end if;
  end if;
  if kind = 'delivered' then
    update public.email_sends s set delivered_at = least(s.delivered_at, record_email_event.occurred_at) where s.id = target.id;
  elsif kind = 'opened' then
    update public.email_sends s set opened_at = least(s.opened_at, record_email_event.occurred_at) where s.id = target.id;
  elsif kind = 'clicked' then
    update public.email_sends s set clicked_at = least(s.clicked_at, record_email_event.occurred_at) where s.id = target.id;
  elsif kind in ('bounced', 'complained') then
    perform private.record_failure(target, kind, occurred_at, detail, null);
  elsif kind = 'suppressed' then
    -- The provider refuses the address: an earlier bounce or complaint that it knows of.
    perform private.record_failure(target, 'bounced', occurred_at, coalesce(detail, 'Adresse bloquée par le fournisseur'), null);
  end if;
  return true;
end;
$$;

create index notifications_provider_id_idx on public.notifications (provider_id);

create table private.acknowledgements (
  notification_id uuid primary key,
  mailbox text not null,
  claimed_at timestamptz not null default now()
);

create index acknowledgements_mailbox_idx on private.acknowledgements (mailbox);
create index acknowledgements_claimed_at_idx on private.acknowledgements (claimed_at);

alter table private.acknowledgements enable row level security;

create or replace function private.acknowledgement_refusal(notification uuid, address text)
returns text
language plpgsql
set search_path = ''
as $$
declare
  hourly_ceiling constant integer := 60;
  daily_ceiling constant integer := 300;
  mailbox_hash text := private.keyed_text_hash('mailbox:' || private.mailbox_key(address));
  suppression text;
begin
  select standing.reason into suppression from private.standing_suppressions() as standing
  where standing.email_hash = private.email_hash(address) and standing.reason in ('bounced', 'complained');
  if found then
    return case suppression
      when 'bounced' then 'Cette adresse est en erreur permanente.'
      else 'Cette personne a signalé un message comme indésirable.'
    end;
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

create or replace function public.claim_due_notifications(batch integer, same_key_is_safe boolean)
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
  created_at timestamptz
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
      returning taken.id, taken.lease_token, taken.kind, taken.quote_request_id
    )
    select claimed.id, claimed.lease_token, claimed.kind, quotes.id, quotes.organization_name, quotes.contact_name,
      quotes.email, quotes.phone, quotes.organization_type, quotes.service_type, quotes.message, quotes.created_at
    from claimed join public.quote_requests as quotes on quotes.id = claimed.quote_request_id;
    batch := batch - 1;
  end loop;
end;
$$;

create or replace function private.known_addresses(person public.contacts)
returns text[]
language sql
stable
set search_path = ''
as $$
  select array(
    select distinct lower(known.email)
    from (
      select person.email
      union all select e.email from public.consent_events e where e.contact_id = person.id
      union all select s.recipient_email from public.email_sends s where s.contact_id = person.id
      union all select q.email from public.quote_requests q where q.contact_id = person.id
      union all select p.email from public.suggested_prospects p where p.contact_id = person.id
    ) known
    where known.email is not null
      and not exists (
        select from public.contacts other where other.id <> person.id and lower(other.email) = lower(known.email)
      )
  );
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
    'prospects', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at), '[]')
      from public.suggested_prospects s where s.contact_id = person.id or lower(s.email) = any (addresses)
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
      subject = '(effacé)', body = '(effacé)', last_error = null, bounce_reason = null
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
  delete from public.suggested_prospects s
  where s.contact_id = person.id or lower(s.email) = any (addresses);
  get diagnostics counted = row_count;
  gone := gone || jsonb_build_object('prospects', counted);
  delete from public.consent_events e where e.contact_id = person.id or lower(e.email) = any (addresses);
  get diagnostics counted = row_count;
  gone := gone || jsonb_build_object('consent_events', counted);
  delete from public.contacts c where c.id = person.id;

  insert into public.privacy_register (kind, subject_hash, detail, recorded_by) values ('erasure', hash, gone, auth.uid());
  return gone;
end;
$$;

-- Rows written under the wider rules. An address that no longer passes is kept as text beside the person, and nobody is
-- written to at it; invisible characters leave the texts.
do $$
declare
  invisible constant text := '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]+';
  checked record;
begin
  update public.contacts set
    notes = left(concat_ws(E'\n', 'Courriel à vérifier : ' || email, notes), 1000), email = null
  where not private.is_email_address(email);
  update public.suggested_prospects set email = null where not private.is_email_address(email);
  update public.municipalities set official_email = null where not private.is_email_address(official_email);
  update public.consent_events set
    evidence = left(concat_ws(E'\n', 'Courriel à vérifier : ' || email, evidence), 5000), email = 'a-verifier@anonyme.invalid'
  where not private.is_email_address(email);
  update public.quote_requests set
    message = left(concat_ws(E'\n', 'Courriel à vérifier : ' || email, message), 2000), email = 'a-verifier@anonyme.invalid'
  where not private.is_email_address(email);
  update public.email_sends set
    recipient_hash = coalesce(recipient_hash, private.email_hash(recipient_email)), recipient_email = null
  where not private.is_email_address(recipient_email);
  update public.email_sends set from_email = null where not private.is_email_address(from_email);
  update public.campaigns set from_email = null where not private.is_email_address(from_email);
  update public.settings set
    contact_email = case when private.is_email_address(contact_email) then contact_email else '' end,
    verified_senders = array(select sender from unnest(verified_senders) as sender where private.is_email_address(sender))
  where not private.is_email_address(contact_email) and contact_email <> '' or not private.are_email_addresses(verified_senders);

  for checked in
    select texts.table_name, texts.column_name from (values
      ('tags', 'name'),
      ('virtual_tours', 'title'),
      ('contacts', 'name'),
      ('contacts', 'company'),
      ('contacts', 'phone'),
      ('contacts', 'city'),
      ('contacts', 'region'),
      ('quote_requests', 'organization_name'),
      ('quote_requests', 'contact_name'),
      ('quote_requests', 'phone'),
      ('municipalities', 'name'),
      ('municipalities', 'mrc_name'),
      ('trip_plans', 'client_name'),
      ('suggested_prospects', 'name'),
      ('suggested_prospects', 'company'),
      ('suggested_prospects', 'phone'),
      ('suggested_prospects', 'city'),
      ('suggested_prospects', 'region'),
      ('email_templates', 'name'),
      ('email_templates', 'subject'),
      ('campaigns', 'name'),
      ('email_sends', 'subject'),
      ('email_sends', 'recipient_name'),
      ('settings', 'sender_name'),
      ('settings', 'legal_name'),
      ('settings', 'postal_address'),
      ('settings', 'contact_phone')
    ) as texts (table_name, column_name)
  loop
    execute format(
      'update public.%1$I set %2$I = coalesce(nullif(btrim(regexp_replace(%2$I, $1, '' '', ''g'')), ''''), ''(sans nom)'')
       where not private.is_one_line_text(%2$I)',
      checked.table_name, checked.column_name
    ) using invisible;
  end loop;
end;
$$;

alter table public.tags
  add constraint tags_name_one_line check (private.is_one_line_text(name));

alter table public.virtual_tours
  add constraint virtual_tours_title_one_line check (private.is_one_line_text(title));

alter table public.contacts
  drop constraint contacts_name_one_line,
  add constraint contacts_name_one_line check (private.is_one_line_text(name)),
  drop constraint contacts_company_one_line,
  add constraint contacts_company_one_line check (private.is_one_line_text(company)),
  add constraint contacts_phone_one_line check (private.is_one_line_text(phone)),
  add constraint contacts_city_one_line check (private.is_one_line_text(city)),
  add constraint contacts_region_one_line check (private.is_one_line_text(region));

alter table public.quote_requests
  drop constraint quote_requests_organization_name_one_line,
  add constraint quote_requests_organization_name_one_line check (private.is_one_line_text(organization_name)),
  drop constraint quote_requests_contact_name_one_line,
  add constraint quote_requests_contact_name_one_line check (private.is_one_line_text(contact_name)),
  add constraint quote_requests_phone_one_line check (private.is_one_line_text(phone));

alter table public.municipalities
  drop constraint municipalities_name_one_line,
  add constraint municipalities_name_one_line check (private.is_one_line_text(name)),
  add constraint municipalities_mrc_name_one_line check (private.is_one_line_text(mrc_name));

alter table public.trip_plans
  add constraint trip_plans_client_name_one_line check (private.is_one_line_text(client_name));

alter table public.suggested_prospects
  drop constraint suggested_prospects_name_one_line,
  add constraint suggested_prospects_name_one_line check (private.is_one_line_text(name)),
  drop constraint suggested_prospects_company_one_line,
  add constraint suggested_prospects_company_one_line check (private.is_one_line_text(company)),
  add constraint suggested_prospects_phone_one_line check (private.is_one_line_text(phone)),
  add constraint suggested_prospects_city_one_line check (private.is_one_line_text(city)),
  add constraint suggested_prospects_region_one_line check (private.is_one_line_text(region));

alter table public.email_templates
  add constraint email_templates_name_one_line check (private.is_one_line_text(name)),
  drop constraint email_templates_subject_one_line,
  add constraint email_templates_subject_one_line check (private.is_one_line_text(subject));

alter table public.campaigns
  add constraint campaigns_name_one_line check (private.is_one_line_text(name));

alter table public.email_sends
  drop constraint email_sends_subject_one_line,
  add constraint email_sends_subject_one_line check (private.is_one_line_text(subject)),
  drop constraint email_sends_recipient_name_one_line,
  add constraint email_sends_recipient_name_one_line check (private.is_one_line_text(recipient_name));

alter table public.settings
  drop constraint settings_sender_name_shape,
  add constraint settings_sender_name_shape check (char_length(sender_name) <= 100 and private.is_one_line_text(sender_name)),
  drop constraint settings_legal_name_shape,
  add constraint settings_legal_name_shape check (char_length(legal_name) <= 200 and private.is_one_line_text(legal_name)),
  drop constraint settings_postal_address_shape,
  add constraint settings_postal_address_shape check (char_length(postal_address) <= 300 and private.is_one_line_text(postal_address)),
  drop constraint settings_contact_phone_shape,
  add constraint settings_contact_phone_shape check (char_length(contact_phone) <= 20 and private.is_one_line_text(contact_phone));
