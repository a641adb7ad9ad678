-- A company or a citizen accepts a quote by a name and a function; only a public body says by which resolution or purchase
-- order it may.

alter table public.quotes
  add column accepts_by text,
  add constraint quotes_accepts_by_known check (accepts_by in ('council', 'person'));

grant update (accepts_by) on table public.quotes to authenticated;

alter table public.quote_acceptances
  drop constraint quote_acceptances_authority_known,
  add constraint quote_acceptances_authority_known check (authority in ('resolution', 'delegation', 'personal')),
  add constraint quote_acceptances_personal_bare check (
    authority <> 'personal' or num_nonnulls(resolution_number, resolution_date, purchase_order) = 0
  );

-- Whether the client of a quote is taken for a public body: what was said of the contact; else what their sector, the
-- request or the name of the organisation says, « Ville de La Malbaie » or, in the register, « Percé ».
create function private.is_public_client(q public.quotes)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
declare
  person public.contacts;
begin
  select * into person from public.contacts c where c.id = q.contact_id;
  return coalesce(
    person.is_public_office_holder,
    private.holds_public_office(person.sector) is true
      or exists (select from public.quote_requests r where r.id = q.request_id and r.organization_type <> 'autre')
      -- « Village de Tadoussac », not « Village historique ».
      or private.place_key(q.organization_name)
        ~ '^(la |l )?((ville|municipalite|mrc|mairie|hotel de ville)\M|(village|paroisse|canton)s?( unis)? (de|du|des|d)\M)'
      or private.register_code_named(q.organization_name) is not null
  );
end;
$$;

-- How a quote is accepted: as was frozen when it was sent, else as the studio said of it, else by what its client is taken
-- for. Quotes that were sent before this was asked have nothing frozen.
create function private.accepts_by(q public.quotes)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(
    q.snapshot #>> '{client,acceptsBy}', q.accepts_by, case when private.is_public_client(q) then 'council' else 'person' end
  );
end;
$$;

-- What page and PDF print of a quote (QuoteDocument of quote-document.ts), dated today in Québec.
create or replace function private.quote_document(q public.quotes)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'number', coalesce(q.year || '-' || case when q.sequence < 1000 then lpad(q.sequence::text, 3, '0') else q.sequence::text end, ''),
    'revision', q.revision,
    'date', (now() at time zone 'America/Toronto')::date,
    'validUntil', q.valid_until,
    'subject', q.subject,
    'studio', jsonb_build_object(
      'name', s.sender_name, 'legalName', s.legal_name, 'address', s.postal_address, 'phone', s.contact_phone,
      'email', s.contact_email, 'website', '', 'neq', s.neq,
      'gstNumber', case when q.tax_status = 'registered' then s.tps_number else '' end,
      'qstNumber', case when q.tax_status = 'registered' then s.tvq_number else '' end,
      'taxStatus', q.tax_status
    ),
    'client', jsonb_build_object(
      'organization', q.organization_name, 'contactName', q.contact_name, 'contactTitle', q.contact_title,
      'email', q.email, 'phone', q.phone, 'address', q.address, 'acceptsBy', private.accepts_by(q)
    ),
    'lines', (
      select coalesce(jsonb_agg(line || jsonb_build_object('amountCents', private.quote_line_amount(line)) order by place), '[]')
      from jsonb_array_elements(q.lines) with ordinality as listed (line, place)
    ),
    'discount', case when (totals ->> 'discountCents')::bigint > 0 then
      jsonb_build_object('label', q.discount_label, 'cents', totals -> 'discountCents')
    end,
    'totals', totals,
    'delivery', q.delivery, 'terms', q.terms, 'notes', q.notes
  )
  from public.settings s
  cross join lateral private.quote_totals(q.lines, q.discount_kind, q.discount_value, q.tax_status) as totals
  where s.id = 1;
$$;

-- The same quote again as a new draft, without its number; returns its id.
create or replace function public.duplicate_quote(quote uuid)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  made uuid;
begin
  perform private.require_admin();
  insert into public.quotes (
    contact_id, request_id, trip_plan_id, organization_name, contact_name, contact_title, email, phone, address, subject,
    lines, discount_kind, discount_value, discount_label, tax_status, delivery, terms, notes, accepts_by
  )
  select q.contact_id, q.request_id, q.trip_plan_id, q.organization_name, q.contact_name, q.contact_title, q.email, q.phone,
    q.address, q.subject, q.lines, q.discount_kind, q.discount_value, q.discount_label, private.studio_tax_status(),
    q.delivery, q.terms, q.notes, q.accepts_by
  from public.quotes q where q.id = quote and q.anonymised_at is null
  returning id into made;
  if made is null then
    raise sqlstate 'PT404' using message = 'Ce devis n’existe plus.';
  end if;
  insert into public.quote_events (quote_id, kind, recorded_by) values (made, 'created', auth.uid());
  return made;
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
    lobbying_ground, lobbying_reference, accepts_by
  )
  values (
    old.year, old.sequence, old.revision + 1, old.contact_id, old.request_id, old.trip_plan_id, old.organization_name,
    old.contact_name, old.contact_title, old.email, old.phone, old.address, old.subject, old.lines, old.discount_kind,
    old.discount_value, old.discount_label, private.studio_tax_status(), old.delivery, old.terms, old.notes,
    old.lobbying_ground, old.lobbying_reference, old.accepts_by
  )
  returning id into made;
  insert into public.quote_events (quote_id, kind, recorded_by) values (made, 'revised', auth.uid());
  return made;
end;
$$;

-- What the certificate prints (QuoteAcceptance of acceptance-pdf.ts). Null: the quote is not accepted.
create or replace function private.printed_acceptance(quote uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'name', a.name, 'title', a.job_title,
    'ground', case a.authority
      when 'resolution' then
        jsonb_build_object('kind', 'resolution', 'number', a.resolution_number, 'date', a.resolution_date)
      when 'delegation' then jsonb_build_object('kind', 'purchase_order', 'number', a.purchase_order)
      else jsonb_build_object('kind', 'personal')
    end,
    'channel', case a.method
      when 'online' then
        jsonb_build_object('kind', 'code', 'email', a.code_sent_to, 'networkAddress', coalesce(a.network_address, 'inconnue'))
      else jsonb_build_object('kind', 'paper')
    end,
    'acceptedAt', a.accepted_at, 'pdfSha256', a.pdf_sha256
  )
  from public.quote_acceptances a where a.quote_id = quote and a.reversed_at is null;
$$;

-- A quote by its token, for page and PDF; changes nothing. Null: unknown.
create or replace function public.public_quote(token text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select server || jsonb_build_object(
    'emailHint', private.address_hint(server #>> '{document,client,email}'),
    'acceptsBy', (select private.accepts_by(q) from public.quotes q where q.id = private.quote_of_token(token)),
    'accepted', (
      select jsonb_build_object('name', a.name, 'jobTitle', a.job_title, 'acceptedAt', a.accepted_at)
      from public.quote_acceptances a where a.quote_id = private.quote_of_token(token) and a.reversed_at is null
    )
  )
  from private.quote_for_server(private.quote_of_token(token)) as server;
$$;

drop function private.acceptance_faults(jsonb);

-- { status: 422 } for who accepts and by which power, field by field; null: it is whole. A council accepts by its own
-- powers alone, anybody else without them.
create function private.acceptance_faults(q public.quotes, answer jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.text_faults(
    jsonb_build_object(
      'name', jsonb_build_array(answer ->> 'name', 100, 'Indiquez votre nom.'),
      'jobTitle', jsonb_build_array(answer ->> 'jobTitle', 100, 'Indiquez votre fonction.')
    ) || case
      when private.accepts_by(q) = 'person' then case answer ->> 'authority'
        when 'personal' then '{}'
        else jsonb_build_object(
          'authority', jsonb_build_array(null, 10, 'Un nom et une fonction suffisent pour accepter ce devis.')
        )
      end
      when answer ->> 'authority' = 'resolution' then jsonb_build_object(
        'resolutionNumber', jsonb_build_array(answer ->> 'resolutionNumber', 50, 'Indiquez le numéro de la résolution.'),
        'resolutionDate', jsonb_build_array(
          case
            when answer ->> 'resolutionDate' !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then null
            when not pg_input_is_valid(answer ->> 'resolutionDate', 'date') then null
            when (answer ->> 'resolutionDate')::date > (now() at time zone 'America/Toronto')::date then null
            else answer ->> 'resolutionDate'
          end,
          10, 'Indiquez la date de la résolution, passée ou d’aujourd’hui.'
        )
      )
      when answer ->> 'authority' = 'delegation' then jsonb_build_object(
        'purchaseOrder', jsonb_build_array(answer ->> 'purchaseOrder', 50, 'Indiquez le numéro du bon de commande.')
      )
      else jsonb_build_object(
        'authority', jsonb_build_array(null, 10, 'Choisissez une résolution du conseil ou une délégation.')
      )
    end
  );
$$;

-- Accepts a quote online, once, with the code that was sent. Five wrong tries lock that code; another may be asked for.
--   answer  { name, jobTitle, authority, resolutionNumber, resolutionDate, purchaseOrder, code, resolutionPath }
create or replace function public.accept_quote(token text, answer jsonb, network_address text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_tries constant integer := 5;
  known public.quotes;
  code private.quote_codes;
  closed jsonb;
  faults jsonb;
  digest text;
begin
  if private.quote_of_token(token) is null then
    return '{"status": 404}';
  end if;
  -- Of many at once, one comes first; the others then find the quote accepted.
  known := private.lock_quote(private.quote_of_token(token));
  closed := private.closed_quote_answer(known);
  faults := private.acceptance_faults(known, answer);
  if coalesce(closed, faults) is not null then
    return coalesce(closed, faults);
  end if;

  select * into code from private.quote_codes c
  where c.quote_id = known.id order by c.created_at desc, c.id limit 1;
  if not found or code.created_at < now() - interval '15 minutes' then
    return jsonb_build_object('status', 403, 'code', 'code_locked',
      'message', 'Aucun code n’est en cours, ou le dernier a plus de 15 minutes. Demandez-en un autre.');
  elsif private.is_code_spent(code) then
    return jsonb_build_object('status', 403, 'code', 'code_locked',
      'message', 'Ce code a déjà servi. Demandez-en un autre.');
  elsif code.wrong_tries >= most_tries then
    return jsonb_build_object('status', 403, 'code', 'code_locked',
      'message', 'Ce code a été saisi cinq fois de façon inexacte. Demandez-en un autre.');
  elsif code.code_hash is distinct from private.quote_code_hash(code.id, btrim(answer ->> 'code')) then
    update private.quote_codes c set wrong_tries = c.wrong_tries + 1 where c.id = code.id;
    return case when code.wrong_tries + 1 >= most_tries then
      jsonb_build_object('status', 403, 'code', 'code_locked',
        'message', 'Ce code a été saisi cinq fois de façon inexacte. Demandez-en un autre.')
    else
      jsonb_build_object('status', 403, 'code', 'code_wrong', 'left', most_tries - code.wrong_tries - 1,
        'message', 'Ce code est inexact.')
    end;
  end if;

  select link.pdf_sha256 into digest from private.quote_links link where link.quote_id = known.id;
  if digest is null then
    raise object_not_in_prerequisite_state using message = 'The PDF of this quote is not kept yet';
  end if;
  perform private.record_acceptance(known, 'online', answer, code, digest, network_address, null);
  return jsonb_build_object('status', 200, 'acceptance', (
    select jsonb_build_object('name', a.name, 'jobTitle', a.job_title, 'acceptedAt', a.accepted_at)
    from public.quote_acceptances a where a.quote_id = known.id and a.reversed_at is null
  ));
end;
$$;

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
  faults jsonb;
begin
  perform private.require_admin();
  known := private.lock_quote(quote);
  faults := private.acceptance_faults(known, answer);
  if btrim(coalesce(reason, '')) = '' then
    raise sqlstate 'PT422' using message = 'Indiquez la raison.';
  elsif faults is not null then
    raise sqlstate 'PT422' using message = faults ->> 'message';
  elsif known.status not in ('envoyé', 'expiré', 'refusé') or known.anonymised_at is not null then
    raise sqlstate 'PT409' using message = 'Cette réponse ne convient plus à l’état du devis.';
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

-- Writes an acceptance of a quote that is locked, and what follows from it.
create or replace function private.record_acceptance(
  q public.quotes, method text, answer jsonb, code private.quote_codes, digest text, address text, reason text
)
returns void
language plpgsql
set search_path = ''
as $$
declare
  authority constant text := answer ->> 'authority';
begin
  insert into public.quote_acceptances (
    quote_id, method, name, job_title, authority, resolution_number, resolution_date, purchase_order, resolution_path,
    code_sent_to, code_sent_at, code_hash, pdf_sha256, network_address, recorded_by, recorded_reason
  )
  values (
    q.id, method, btrim(answer ->> 'name'), btrim(answer ->> 'jobTitle'), authority,
    case authority when 'resolution' then btrim(answer ->> 'resolutionNumber') end,
    case authority when 'resolution' then (answer ->> 'resolutionDate')::date end,
    case authority when 'delegation' then btrim(answer ->> 'purchaseOrder') end,
    answer ->> 'resolutionPath',
    case when code.id is not null then q.snapshot #>> '{client,email}' end, code.created_at, code.code_hash, digest,
    case when pg_input_is_valid(btrim(address), 'inet') then btrim(address) end, auth.uid(), left(btrim(reason), 2000)
  );
  update public.quotes set status = 'accepté', closed_at = now() where id = q.id;
  insert into public.quote_events (quote_id, kind, body, recorded_by)
  values (
    q.id, 'accepted',
    concat_ws(
      E'\n', btrim(answer ->> 'name') || ', ' || btrim(answer ->> 'jobTitle'),
      case authority
        when 'resolution' then 'Résolution ' || btrim(answer ->> 'resolutionNumber') || ', ' || (answer ->> 'resolutionDate')
        when 'delegation' then 'Bon de commande ' || btrim(answer ->> 'purchaseOrder')
      end,
      left(btrim(reason), 1500)
    ),
    auth.uid()
  );
  -- The signed copy, to both sides.
  insert into public.notifications (issued_quote_id, kind) values (q.id, 'quote_accepted'), (q.id, 'quote_signed');
  perform private.follow_acceptance(q);
end;
$$;

-- Whether nobody asked for a quote, its client is a public body as far as is known, and no ground is kept. How the client
-- accepts says nothing of it: a body whose director signs alone is lobbied like any other.
create or replace function private.lacks_lobbying_ground(q public.quotes)
returns boolean
language sql
stable
set search_path = ''
as $$
  select q.request_id is null and q.lobbying_ground is null and private.is_public_client(q);
$$;

-- How a quote that was sent is accepted, 'council' or 'person'; of a draft, how it would be if the studio said nothing of it.
create function public.quote_accepts_by(quote uuid)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  known public.quotes;
begin
  if not private.is_member() then
    return null;
  end if;
  select * into known from public.quotes q where q.id = quote;
  if known.status = 'brouillon' then
    known.accepts_by := null;
  end if;
  return case when known.id is not null then private.accepts_by(known) end;
end;
$$;

grant execute on function public.quote_accepts_by(uuid) to authenticated;
