-- What is left of quotes: the ground of one that a public office had not asked for, the scan of an acceptance on paper, and
-- e-mails of quotes that failed among what wants a person.

-- Whether a person of this sector is taken to hold a public office.
create function private.holds_public_office(sector text)
returns boolean
language sql
immutable
strict
parallel safe
set search_path = ''
return sector in ('municipalité', 'mrc', 'organisme-public');

-- What allows to write: asked for in writing, a public call, what follows an award, a mandate in the register of lobbyists.
create function private.is_lobbying_ground(ground text)
returns boolean
language sql
immutable
strict
parallel safe
set search_path = ''
return ground in ('written_request', 'public_call', 'award', 'mandate');

grant execute on function private.is_lobbying_ground(text) to authenticated;

alter table public.quotes
  add column lobbying_ground text,
  add column lobbying_reference text,
  add constraint quotes_lobbying_ground_known check (private.is_lobbying_ground(lobbying_ground)),
  add constraint quotes_lobbying_whole check ((lobbying_ground is null) = (lobbying_reference is null)),
  add constraint quotes_lobbying_reference_length
    check (btrim(lobbying_reference) <> '' and char_length(lobbying_reference) <= 200),
  add constraint quotes_lobbying_reference_one_line check (private.is_one_line_text(lobbying_reference));

-- What was sent stays as it was, whoever writes: a change is a revision. Links to records that go, the status and the end
-- of personal data move.
create or replace function private.keep_sent_quote()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  moving constant text[] := array[
    'contact_id', 'request_id', 'trip_plan_id', 'status', 'closed_at', 'created_by', 'updated_at', 'number', 'totals',
    'total_cents', 'lobbying_ground', 'lobbying_reference'
  ];
begin
  if new.anonymised_at is not null and old.anonymised_at is null then
    return new;
  end if;
  if to_jsonb(new) - moving is distinct from to_jsonb(old) - moving or new.status = 'brouillon' then
    raise sqlstate 'PT409' using message = 'Un devis envoyé ne se modifie plus. Faites-en une révision.';
  end if;
  return new;
end;
$$;

-- The draft that changes a sent quote: same number, next revision. The one that is open already is returned again.
create or replace function public.revise_quote(quote uuid)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  old public.quotes;
  made uuid;
begin
  perform private.require_admin();
  old := private.lock_quote(quote);
  select q.id into made from public.quotes q
  where q.year = old.year and q.sequence = old.sequence and q.status = 'brouillon';
  if made is not null then
    return made;
  end if;
  if old.status not in ('envoyé', 'refusé', 'expiré') or old.anonymised_at is not null then
    raise sqlstate 'PT409' using message = case old.status
      when 'brouillon' then 'Ce devis n’est pas encore envoyé : modifiez-le directement.'
      when 'accepté' then 'Ce devis est accepté : il ne se révise plus.'
      else 'Ce devis n’est plus en cours : dupliquez-le.'
    end;
  end if;
  insert into public.quotes (
    year, sequence, revision, contact_id, request_id, trip_plan_id, organization_name, contact_name, contact_title, email,
    phone, address, subject, lines, discount_kind, discount_value, discount_label, tax_status, delivery, terms, notes,
    lobbying_ground, lobbying_reference
  )
  values (
    old.year, old.sequence, old.revision + 1, old.contact_id, old.request_id, old.trip_plan_id, old.organization_name,
    old.contact_name, old.contact_title, old.email, old.phone, old.address, old.subject, old.lines, old.discount_kind,
    old.discount_value, old.discount_label, private.studio_tax_status(), old.delivery, old.terms, old.notes,
    old.lobbying_ground, old.lobbying_reference
  )
  returning id into made;
  insert into public.quote_events (quote_id, kind, recorded_by) values (made, 'revised', auth.uid());
  return made;
end;
$$;

-- Takes the names out of sent quotes, of their acceptances and e-mails, and closes their links.
create or replace function private.anonymise_sent_quotes(ids uuid[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  delete from private.quote_links where quote_id = any (ids);
  delete from private.quote_codes where quote_id = any (ids);
  delete from public.quote_acceptances where quote_id = any (ids);
  delete from public.notifications where issued_quote_id = any (ids);
  update public.quotes set
    organization_name = 'Client anonymisé', contact_name = '', contact_title = '', email = '', phone = '', address = '',
    notes = '', contact_id = null, request_id = null, anonymised_at = now(),
    lobbying_reference = case when lobbying_ground is not null then '(effacé)' end,
    snapshot = snapshot || jsonb_build_object('notes', '', 'client', jsonb_build_object(
      'organization', 'Client anonymisé', 'contactName', '', 'contactTitle', '', 'email', '', 'phone', '', 'address', ''
    ))
  where id = any (ids) and status <> 'brouillon' and anonymised_at is null;
end;
$$;

-- Whether nobody asked for a quote, its client holds a public office as far as is known, and no ground is kept.
create function private.lacks_lobbying_ground(q public.quotes)
returns boolean
language sql
stable
set search_path = ''
as $$
  select q.request_id is null and q.lobbying_ground is null and coalesce(
    (select private.holds_public_office(c.sector) from public.contacts c where c.id = q.contact_id),
    q.organization_name ~* '^\s*(ville|municipalité|village|paroisse|canton|mrc)\M'
      or (private.municipality_of_quote(q)).code is not null
  );
$$;

-- Keeps what allows a quote to be sent, where that is asked; refuses, in French, when it is not said.
create function private.keep_lobbying_ground(q public.quotes, ground text, reference text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if not private.lacks_lobbying_ground(q) then
    return;
  end if;
  if (private.is_lobbying_ground(ground) and btrim(reference) <> '') is not true then
    raise sqlstate 'PT422' using message =
      'Ce client est une municipalité ou un organisme public qui n’a pas demandé ce devis : indiquez ce qui permet de le lui envoyer.';
  end if;
  update public.quotes set lobbying_ground = ground, lobbying_reference = left(btrim(reference), 200) where id = q.id;
end;
$$;

-- Whether sending a quote asks for its ground, for the screen that sends it.
create function public.quote_lacks_ground(quote uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select (select private.is_admin()) and coalesce(
    (select private.lacks_lobbying_ground(q) from public.quotes q where q.id = quote_lacks_ground.quote), false
  );
$$;

grant execute on function public.quote_lacks_ground(uuid) to authenticated;

drop function public.send_quote(uuid, timestamptz);

-- Sends a draft: gives the number, freezes what is printed, opens the link, and replaces the earlier revision.
--   read_at  the updated_at of what the person saw, exactly as given. PT409: it was changed since.
--   ground   where private.lacks_lobbying_ground: what allows it, and its reference
create function public.send_quote(
  quote uuid, read_at timestamptz, ground text default null, ground_reference text default null
)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  draft public.quotes;
  earlier public.quotes;
  refusal text;
begin
  perform private.require_admin();
  draft := private.lock_quote(quote);
  if draft.status <> 'brouillon' then
    raise sqlstate 'PT409' using message = 'Ce devis est déjà envoyé.';
  end if;
  if draft.updated_at is distinct from read_at then
    raise sqlstate 'PT409' using message = 'Ce devis a été modifié entre-temps. Relisez-le avant de l’envoyer.';
  end if;
  refusal := private.quote_refusal(draft);
  if refusal is not null then
    raise sqlstate 'PT422' using message = refusal;
  end if;
  perform private.keep_lobbying_ground(draft, ground, ground_reference);
  draft.tax_status := private.studio_tax_status();
  if draft.year is null then
    draft.year := extract(year from now() at time zone 'America/Toronto');
    insert into private.quote_numbers as known (year, last) values (draft.year, 1)
    on conflict (year) do update set last = known.last + 1
    returning last into draft.sequence;
  else
    select * into earlier from public.quotes q
    where q.year = draft.year and q.sequence = draft.sequence and q.revision = draft.revision - 1;
    if earlier.status not in ('envoyé', 'refusé', 'expiré') then
      raise sqlstate 'PT409' using message = case earlier.status
        when 'accepté' then 'Le devis que celui-ci remplace vient d’être accepté.'
        else 'Le devis que celui-ci remplace n’est plus en cours.'
      end;
    end if;
    update public.quotes set status = 'remplacé', closed_at = now() where id = earlier.id;
    insert into public.quote_events (quote_id, kind, recorded_by) values (earlier.id, 'replaced', auth.uid());
  end if;
  update public.quotes set
    year = draft.year, sequence = draft.sequence, tax_status = draft.tax_status, status = 'envoyé', sent_at = now(),
    snapshot = private.quote_document(draft)
  where id = quote;
  insert into private.quote_links (quote_id) values (quote);
  insert into public.quote_events (quote_id, kind, recorded_by) values (quote, 'sent', auth.uid());
  return (select q.number from public.quotes q where q.id = quote);
end;
$$;

grant execute on function public.send_quote(uuid, timestamptz, text, text) to authenticated;

drop function public.email_quote(uuid, uuid, timestamptz, text, text);

-- « Envoyer par courriel »: freezes a draft as send_quote does, or takes one that is sent already, and puts its e-mail in
-- the outbox, in one transaction. Called twice with the same message, it is sent once. Answering what was asked needs no
-- consent; an address that bounced or complained is refused. `ground` as in send_quote. Returns the number.
create function public.email_quote(
  message uuid, quote uuid, read_at timestamptz, message_subject text, message_body text, ground text default null,
  ground_reference text default null
)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.quotes;
  refusal text;
begin
  perform private.require_admin();
  known := private.lock_quote(quote);
  if exists (select from public.notifications n where n.id = message and n.issued_quote_id = quote) then
    return known.number;
  end if;
  if (message_subject ~ '\S' and message_body ~ '\S') is not true then
    raise sqlstate 'PT422' using message = 'Écrivez un sujet et un texte.';
  end if;
  refusal := private.address_refusal(known.email);
  if refusal is not null then
    raise sqlstate 'PT422' using message = refusal || ' Le devis n’a pas été envoyé.';
  end if;
  if known.status = 'brouillon' then
    perform public.send_quote(quote, read_at, ground, ground_reference);
  elsif known.status <> 'envoyé' then
    raise sqlstate 'PT409' using message = 'Ce devis n’est plus en cours.';
  else
    perform private.keep_lobbying_ground(known, ground, ground_reference);
  end if;
  insert into public.notifications (id, issued_quote_id, kind, subject, body, created_by)
  values (message, quote, 'quote', btrim(message_subject), message_body, auth.uid());
  return (select q.number from public.quotes q where q.id = quote);
end;
$$;

grant execute on function public.email_quote(uuid, uuid, timestamptz, text, text, text, text) to authenticated;

-- What came on paper. Neither changed nor deleted by a person: it proves something.
create policy "quote-files: admin joins" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'quote-files'
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.pdf$'
    and (select private.is_admin())
  );

-- An acceptance received on paper, after the last day too: the studio decides to take it. `resolutionPath`: the scan, which
-- is in the bucket already.
create or replace function public.record_paper_acceptance(quote uuid, answer jsonb, reason text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.quotes;
  faults jsonb := private.acceptance_faults(answer);
begin
  perform private.require_admin();
  known := private.lock_quote(quote);
  if btrim(coalesce(reason, '')) = '' then
    raise sqlstate 'PT422' using message = 'Indiquez la raison.';
  elsif faults is not null then
    raise sqlstate 'PT422' using message = faults ->> 'message';
  elsif known.status not in ('envoyé', 'expiré', 'refusé') or known.anonymised_at is not null then
    raise sqlstate 'PT409' using message = 'Cette réponse ne convient plus à l’état du devis.';
  elsif private.has_later_revision(known) then
    raise sqlstate 'PT409' using message = 'Une révision de ce devis est déjà envoyée.';
  elsif answer ->> 'resolutionPath' is not null and not exists (
    select from storage.objects as object
    where object.bucket_id = 'quote-files' and object.name = answer ->> 'resolutionPath'
      and split_part(object.name, '/', 1) = quote::text and split_part(object.name, '/', 2) <> 'devis.pdf'
  ) then
    raise sqlstate 'PT422' using message = 'Le fichier joint n’est plus là. Joignez-le de nouveau.';
  end if;
  perform private.record_acceptance(
    known, 'paper', answer, null,
    (select coalesce(link.pdf_sha256, '') from private.quote_links link where link.quote_id = quote), null, reason
  );
end;
$$;

-- Everything that wants a person at a moment, most urgent first, what was put off included. Runs as the caller, under
-- the policies of each table.
--   kind             request, action, quote, quote_emails, draft, drafts, trip, request_email, campaign_emails, campaign, consent,
--                    register
--   record_id        of the row that it is about; of many or of a register, the nil uuid
--   title            an organisation, a town, a tour, a campaign: never a person, but for the words of an action
--   detail           by kind: a service, the organisation of an action, a place, a region, a reason, a day
--   urgency          0 late, 1 today or soon, 2 when there is time
--   amount           prospects to decide, messages that failed, drafts, the cents of a quote
--   target, phone    of an action: the record it is about and its phone number
create or replace function private.today_rows(at timestamptz)
returns table (
  kind text, record_id uuid, title text, detail text, due_at timestamptz, urgency integer, amount bigint,
  target text, target_id uuid, phone text, owner uuid, postponed_until date
)
language sql
stable
set search_path = ''
as $$
  with clock as (select (at at time zone 'America/Toronto')::date as today),
  stop as materialized (
    select coalesce(
      private.sending_stop(),
      case when private.sender_identity() is null then 'L’identité de l’expéditeur est incomplète (Paramètres).' end
    ) as reason
  ),
  requests as (
    select q.id, q.organization_name, q.service_type, private.answer_due(q.created_at) as due,
      private.answer_due(q.created_at, 1) as soon
    from public.quote_requests q where q.status in ('nouveau', 'en_cours') and q.anonymised_at is null
  ),
  actions as (
    select a.id, a.title, a.owner, a.kind, r.target, r.target_id, r.organization, r.phone,
      (a.due_on + coalesce(a.due_time, time '23:59:59')) at time zone 'America/Toronto' as due
    from clock, public.next_actions a join private.next_action_records() r on r.action_id = a.id
    where a.done_at is null and a.due_on <= clock.today
  ),
  next_trip as (
    select t.id, t.city, t.region, t.start_date
    from clock, public.trip_plans t
    where t.status in ('planifié', 'confirmé') and t.end_date >= clock.today
    order by t.start_date, t.created_at, t.id
    limit 1
  ),
  failures as (
    select s.campaign_id, count(*) as total from public.email_sends s
    where s.status in ('échec', 'incertain')
    group by s.campaign_id
    having max(s.finished_at) > at - interval '30 days'
  ),
  quote_failures as (
    select n.issued_quote_id, count(*) as total from public.notifications n
    where n.issued_quote_id is not null and n.state in ('échec', 'incertain')
    group by n.issued_quote_id
    having max(n.finished_at) > at - interval '30 days'
  ),
  -- Reading every consent takes a while: only when one of them does end soon.
  consents as (
    select c.contact_id, c.expires_at from private.current_consents(null, at) c
    where c.state = 'allowed' and c.expires_at < at + interval '30 days'
      and exists (
        select from public.consent_events e
        where e.basis in ('inquiry', 'purchase', 'contract')
          and private.consent_expiry(e.basis, e.occurred_at) between at and at + interval '30 days'
      )
  ),
  -- Many are one line, which opens their list.
  drafts as (
    select t.id, t.title, t.location, count(*) over () as total from public.virtual_tours t where t.status = 'draft'
  ),
  register as (select max(coalesce(m.source_date, m.imported_at::date)) as day from public.municipalities m),
  items as (
    select 'request' as kind, r.id as record_id, r.organization_name as title, r.service_type as detail, r.due as due_at,
      case when r.due < at then 0 when r.soon < at then 1 else 2 end as urgency, null::bigint as amount,
      null as target, null::uuid as target_id, null as phone, null::uuid as owner
    from requests r
    union all
    select 'action', a.id, a.title, a.organization, a.due, case when a.due < at then 0 else 1 end, null,
      a.target, a.target_id, case when a.kind = 'appeler' then a.phone end, a.owner
    from actions a
    union all
    -- Without an answer: seven days after it was sent, or as many before its end.
    select 'quote', d.id, d.organization_name, d.number, (d.valid_until + 1)::timestamp at time zone 'America/Toronto',
      case when d.valid_until <= clock.today + 2 then 1 else 2 end, d.total_cents, null, null, null, null
    from clock, public.quotes d
    where d.status = 'envoyé' and d.valid_until >= clock.today
      and (d.valid_until <= clock.today + 7 or d.sent_at <= at - interval '7 days')
    union all
    select 'request_email', q.id, q.organization_name, max(n.state), max(n.finished_at), 1, count(*), null, null, null, null
    from public.notifications n join public.quote_requests q on q.id = n.quote_request_id
    where n.state in ('échec', 'incertain') and n.finished_at > at - interval '30 days' and q.anonymised_at is null
    group by q.id, q.organization_name
    union all
    -- Each that failed, so that the number is that of its thread.
    select 'quote_emails', d.id, d.organization_name, d.number, null, 1, f.total, null, null, null, null
    from quote_failures f join public.quotes d on d.id = f.issued_quote_id
    where d.anonymised_at is null
    union all
    select 'campaign_emails', c.id, c.name, null, null, 1, f.total, null, null, null, null
    from failures f join public.campaigns c on c.id = f.campaign_id
    union all
    select 'campaign', c.id, c.name, coalesce(c.pause_reason, stop.reason), c.send_date, 1, null, null, null, null, null
    from public.campaigns c, stop
    where c.cancelled_at is null and (c.status in ('en_cours', 'programmé') or c.paused_at is not null and c.auto_followup)
      and (c.paused_at is not null or stop.reason is not null)
    union all
    select 'trip', t.id, t.city, t.region, t.start_date::timestamp at time zone 'America/Toronto',
      case when t.start_date <= clock.today + 7 then 1 else 2 end, p.total, null, null, null, null
    from clock, next_trip t
    cross join lateral (
      select count(*) as total from public.suggested_prospects s where s.trip_plan_id = t.id and s.status = 'pending'
    ) p
    where p.total > 0
    union all
    select 'consent', c.id, c.company, null, e.expires_at,
      case when e.expires_at < at + interval '7 days' then 1 else 2 end, null, null, null, null, null
    from consents e join public.contacts c on c.id = e.contact_id
    union all
    select 'draft', t.id, t.title, t.location, null, 2, null, null, null, null, null from drafts t where t.total <= 5
    union all
    select 'drafts', '00000000-0000-0000-0000-000000000000', '', null, null, 2, max(t.total), null, null, null, null
    from drafts t having max(t.total) > 5
    union all
    select 'register', '00000000-0000-0000-0000-000000000000', '', register.day::text, null, 2, null, null, null, null, null
    from clock, register where register.day < clock.today - 180
  )
  select i.kind, i.record_id, i.title, i.detail, i.due_at, i.urgency, i.amount, i.target, i.target_id, i.phone, i.owner,
    p.until
  from clock cross join items i
  left join public.postponed_items p on p.kind = i.kind and p.record_id = i.record_id and p.until > clock.today
  order by i.urgency, i.due_at nulls last, i.kind, i.title, i.record_id;
$$;
