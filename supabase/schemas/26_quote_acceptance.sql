-- This file holds sent quotes outside the back office: the e-mail that brings one, the public page that its token
-- opens, and acceptance as a municipality, a company or a citizen may give it (docs/decisions/0058). The edge function
-- public-quote calls the functions granted to service_role, and every rule is here.

-- Files --------------------------------------------------------------------------------------------------------------

-- The bucket is private. The server writes `<quote>/devis.pdf`, as it was sent, and `<quote>/facture-<invoice>.pdf`;
-- `<quote>/<random>.pdf` is the resolution or the purchase order of an acceptance. Nobody changes or deletes what came on
-- paper: it proves something.
select private.make_bucket(
  'quote-files', false, 5242880, array['application/pdf'],
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.pdf$'
);

-- Acceptances ----------------------------------------------------------------------------------------------------------

create type public.acceptance_method as enum ('online', 'paper');

create type public.acceptance_authority as enum ('resolution', 'delegation', 'personal');

-- The table says who accepted a quote, and by which power. Only the functions below write it, and one that is reversed
-- stays.
create table public.quote_acceptances (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes (id) on delete cascade,
  method public.acceptance_method not null,
  name text not null,
  job_title text not null,
  authority public.acceptance_authority not null,
  -- These belong to a resolution of the council.
  resolution_number text,
  resolution_date date,
  -- It belongs to delegated spending.
  purchase_order text,
  -- It is the path of the resolution or the purchase order in the bucket quote-files.
  resolution_path text,
  -- Online, these are where the code went, when it was asked for, and its keyed hash.
  code_sent_to text,
  code_sent_at timestamptz,
  code_hash text,
  -- It is the digest of the PDF as it was sent.
  pdf_sha256 text not null default '',
  network_address text,
  accepted_at timestamptz not null default now(),
  -- On paper, these are who recorded it, and their note.
  recorded_by uuid references auth.users (id) on delete set null,
  recorded_reason text,
  reversed_at timestamptz,
  reversed_by uuid references auth.users (id) on delete set null,
  reversed_reason text,
  constraint quote_acceptances_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint quote_acceptances_name_one_line check (private.is_one_line_text(name)),
  constraint quote_acceptances_job_title_length check (btrim(job_title) <> '' and char_length(job_title) <= 100),
  constraint quote_acceptances_job_title_one_line check (private.is_one_line_text(job_title)),
  constraint quote_acceptances_resolution_whole check (
    authority <> 'resolution' or resolution_number is not null and resolution_date is not null
  ),
  constraint quote_acceptances_delegation_whole check (authority <> 'delegation' or purchase_order is not null),
  -- In one's own name or for a company, the name and the function are the whole of it.
  constraint quote_acceptances_personal_bare check (
    authority <> 'personal' or num_nonnulls(resolution_number, resolution_date, purchase_order) = 0
  ),
  constraint quote_acceptances_resolution_number_length
    check (btrim(resolution_number) <> '' and char_length(resolution_number) <= 50),
  constraint quote_acceptances_resolution_number_one_line check (private.is_one_line_text(resolution_number)),
  constraint quote_acceptances_purchase_order_length
    check (btrim(purchase_order) <> '' and char_length(purchase_order) <= 50),
  constraint quote_acceptances_purchase_order_one_line check (private.is_one_line_text(purchase_order)),
  constraint quote_acceptances_resolution_path_length check (char_length(resolution_path) <= 200),
  constraint quote_acceptances_code_online check ((method = 'online') = (code_hash is not null)),
  constraint quote_acceptances_code_whole check (num_nulls(code_sent_to, code_sent_at, code_hash) in (0, 3)),
  constraint quote_acceptances_code_sent_to_length check (char_length(code_sent_to) <= 255),
  constraint quote_acceptances_code_hash_format check (code_hash ~ '^[0-9a-f]{64}$'),
  constraint quote_acceptances_pdf_sha256_format check (pdf_sha256 ~ '^([0-9a-f]{64})?$'),
  constraint quote_acceptances_network_address_length check (char_length(network_address) <= 45),
  constraint quote_acceptances_recorded_reason_length check (char_length(recorded_reason) <= 2000),
  constraint quote_acceptances_reversed_reason_length check (char_length(reversed_reason) <= 2000)
);

-- Only one stands, however many arrive at once.
create unique index quote_acceptances_standing_key on public.quote_acceptances (quote_id) where reversed_at is null;
create index quote_acceptances_quote_id_idx on public.quote_acceptances (quote_id);
create index quote_acceptances_recorded_by_idx on public.quote_acceptances (recorded_by);
create index quote_acceptances_reversed_by_idx on public.quote_acceptances (reversed_by);

alter table public.quote_acceptances enable row level security;

-- No person reads the hash of the code.
grant select (
  id, quote_id, method, name, job_title, authority, resolution_number, resolution_date, purchase_order,
  resolution_path, code_sent_to, code_sent_at, pdf_sha256, network_address, accepted_at, recorded_by,
  recorded_reason, reversed_at, reversed_by, reversed_reason
) on table public.quote_acceptances to authenticated;
grant select on table public.quote_acceptances to service_role;

create policy "quote_acceptances: member reads" on public.quote_acceptances
  for select to authenticated
  using ((select private.is_member()));

-- The table holds the codes of the last day. The id is that of the e-mail that brings the code, from which the code is
-- made.
create table private.quote_codes (
  id uuid primary key,
  quote_id uuid not null references public.quotes (id) on delete cascade,
  code_hash text not null,
  wrong_tries integer not null default 0,
  created_at timestamptz not null default now()
);

create index quote_codes_quote_id_idx on private.quote_codes (quote_id, created_at);

alter table private.quote_codes enable row level security;

-- Returns six digits that only this database can make again, so that no table holds them and two attempts of one e-mail
-- say the same.
create function private.quote_code(id uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select lpad((('x' || left(private.keyed_text_hash('quote code:' || id), 15))::bit(60)::bigint % 1000000)::text, 6, '0');
$$;

-- Returns what is kept of a code: a keyed hash, tied to that code's own id.
create function private.quote_code_hash(id uuid, code text)
returns text
language sql
stable
set search_path = ''
as $$
  select private.keyed_text_hash('quote code hash:' || id || ':' || code);
$$;

-- Tells whether a code has served, or was asked for before an acceptance: it stays spent when that one is reversed.
create function private.is_code_spent(code private.quote_codes)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.quote_acceptances a
    where a.quote_id = code.quote_id and greatest(a.accepted_at, a.code_sent_at) >= code.created_at
  );
$$;

-- Says in French why the e-mail of a code must not leave any more; null when it may.
create function private.code_refusal(notification uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select 'Ce code n’est plus valide.'
  where not exists (
    select from private.quote_codes c
    where c.id = notification and c.created_at > now() - interval '10 minutes' and not private.is_code_spent(c)
  );
$$;

-- Sending -------------------------------------------------------------------------------------------------------------

-- « Envoyer par courriel » freezes a draft as send_quote does, or takes one that is sent already, and puts its e-mail
-- in the outbox, in one transaction. Called twice with the same message, it is sent once. Answering what was asked
-- needs no consent; an address that bounced or complained is refused. `ground` is as in send_quote. It returns the
-- number.
create function public.email_quote(
  message uuid, quote uuid, read_at timestamptz, message_subject text, message_body text, ground public.lobbying_ground default null,
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

grant execute on function public.email_quote(uuid, uuid, timestamptz, text, text, public.lobbying_ground, text) to authenticated;

-- Keeps what allows a quote to be sent, where that is asked; refuses, in French, when it is not said.
create function private.keep_lobbying_ground(q public.quotes, ground public.lobbying_ground, reference text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if not private.lacks_lobbying_ground(q) then
    return;
  end if;
  if ground is null or (btrim(reference) <> '') is not true then
    raise sqlstate 'PT422' using message =
      'Ce client est une municipalité ou un organisme public qui n’a pas demandé ce devis : indiquez ce qui permet de le lui envoyer.';
  end if;
  update public.quotes set lobbying_ground = ground, lobbying_reference = left(btrim(reference), 200) where id = q.id;
end;
$$;

-- « Copier le lien » returns the token of a sent quote, null when it has none.
create function public.quote_link(quote uuid)
returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (select link.token from private.quote_links link where link.quote_id = quote);
end;
$$;

grant execute on function public.quote_link(uuid) to authenticated;

-- Returns what the certificate prints (QuoteAcceptance of acceptance-pdf.ts); null when the quote is not accepted.
create function private.printed_acceptance(quote uuid)
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

-- Returns what the server needs to print a quote or to write about it; `pdfSha256` is null until its PDF is kept.
create function private.quote_for_server(quote uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', q.id,
    'status', case when q.status = 'envoyé' and q.valid_until < (now() at time zone 'America/Toronto')::date
      then 'expiré' else q.status end,
    'document', coalesce(q.snapshot, private.quote_document(q)),
    'token', link.token,
    'pdfSha256', link.pdf_sha256,
    'logo', (select s.logo_path from public.studio s where s.id = 1),
    'acceptance', private.printed_acceptance(q.id)
  )
  from public.quotes q left join private.quote_links link on link.quote_id = q.id
  where q.id = quote;
$$;

-- « Télécharger le PDF » of the editor reads it through the edge function quote-pdf, which checks the administrator.
create function public.quote_to_print(quote uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.quote_for_server(quote);
$$;

grant execute on function public.quote_to_print(uuid) to service_role;

-- Returns a sent quote whose PDF is not kept yet: the next run of dispatch-emails makes it. It returns null when there
-- is none.
create function public.quote_without_pdf()
returns jsonb
language sql
security definer
set search_path = ''
as $$
  select private.quote_for_server(link.quote_id)
  from private.quote_links link join public.quotes q on q.id = link.quote_id
  where link.pdf_sha256 is null and q.status <> 'brouillon'
  -- The choice is random, so that one whose PDF cannot be made does not hold the others back.
  order by random()
  limit 1;
$$;

grant execute on function public.quote_without_pdf() to service_role;

-- Stores the digest of the PDF of a sent quote unless it has one, and returns the stored digest.
create function public.keep_quote_pdf(quote uuid, sha256 text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.quote_links link set pdf_sha256 = keep_quote_pdf.sha256
  where link.quote_id = quote and link.pdf_sha256 is null;
  return (select link.pdf_sha256 from private.quote_links link where link.quote_id = quote);
end;
$$;

grant execute on function public.keep_quote_pdf(uuid, text) to service_role;

-- Tells whether a file is the PDF of an invoice that still has its names.
create function private.is_invoice_file(name text)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (
    select from public.invoices i
    where i.quote_id || '/facture-' || i.id || '.pdf' = is_invoice_file.name and i.anonymised_at is null
  );
end;
$$;

-- Lists the files of quotes and invoices that are anonymised or gone, and resolutions that no acceptance names an hour
-- later. dispatch-emails deletes them through the storage API: deleting the row here would leave the file.
create function public.unused_quote_files()
returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select object.name
  from storage.objects as object
  left join public.quotes as q on q.id::text = split_part(object.name, '/', 1) and q.anonymised_at is null
  where object.bucket_id = 'quote-files' and not private.is_invoice_file(object.name)
    and (
      q.id is null
      or object.created_at < now() - interval '1 hour' and split_part(object.name, '/', 2) <> 'devis.pdf'
        and not exists (select from public.quote_acceptances a where a.resolution_path = object.name)
    )
  limit 100;
$$;

grant execute on function public.unused_quote_files() to service_role;

-- The public page -----------------------------------------------------------------------------------------------------
-- Each answers { status, … } as the edge function hands it on: a wrong code must be counted, so nothing is raised.

-- Returns the id of the quote that a token opens.
create function private.quote_of_token(token text)
returns uuid
language sql
stable
set search_path = ''
as $$
  select link.quote_id from private.quote_links link where link.token = quote_of_token.token;
$$;

-- Returns the answer to whoever would accept or refuse a quote that no longer can be; null when it can.
create function private.closed_quote_answer(q public.quotes)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('status', 409, 'code', code, 'message', message)
  from (values
    ('envoyé'::public.quote_status, 'expired', 'Ce devis est expiré. Écrivez au studio pour le faire renouveler.'),
    ('expiré', 'expired', 'Ce devis est expiré. Écrivez au studio pour le faire renouveler.'),
    ('remplacé', 'replaced', 'Une révision remplace ce devis. Ouvrez le lien du courriel le plus récent.'),
    ('accepté', 'accepted', 'Ce devis est déjà accepté.'),
    ('refusé', 'refused', 'Ce devis est déjà refusé. Écrivez au studio si c’est une erreur.'),
    ('annulé', 'cancelled', 'Ce devis est annulé.')
  ) as answers (status, code, message)
  where answers.status = q.status
    and (q.status <> 'envoyé' or q.valid_until < (now() at time zone 'America/Toronto')::date);
$$;

-- Hides most of an address, as « g•••@ville.qc.ca ».
create function private.address_hint(address text)
returns text
language sql
immutable
set search_path = ''
as $$
  select left(address, 1) || '•••@' || split_part(address, '@', 2);
$$;

-- Returns a quote by its token, for page and PDF; changes nothing, and returns null for an unknown token.
create function public.public_quote(token text)
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

grant execute on function public.public_quote(text) to service_role;

-- Notes that the page of an open quote was shown, at most once an hour: an estimate, programs open links too.
create function public.note_quote_opened(token text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.quotes;
begin
  select * into known from public.quotes q where q.id = private.quote_of_token(token) for update;
  if not found then
    return '{"status": 404}';
  end if;
  insert into public.quote_events (quote_id, kind)
  select known.id, 'opened'
  where private.closed_quote_answer(known) is null and not exists (
    select from public.quote_events e
    where e.quote_id = known.id and e.kind = 'opened' and e.created_at > now() - interval '1 hour'
  );
  return '{"status": 204}';
end;
$$;

grant execute on function public.note_quote_opened(text) to service_role;

-- Returns { status: 422 } with the message of each field that is missing, too long or on several lines; null when none
-- is.
--   texts  { field: [given, most characters, French name] }
create function private.text_faults(texts jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select case when count(*) > 0 then
    jsonb_build_object('status', 422, 'code', 'invalid', 'message', min(message), 'fields', jsonb_object_agg(field, message))
  end
  from (
    select field, case
      when btrim(coalesce(asked ->> 0, '')) = '' then asked ->> 2
      when char_length(asked ->> 0) > (asked ->> 1)::integer then format('Au plus %s caractères.', asked ->> 1)
      when (asked ->> 1)::integer <= 100 and not private.is_one_line_text(asked ->> 0) then 'Sur une seule ligne.'
    end as message
    from jsonb_each(texts) as given (field, asked)
  ) as checked
  where message is not null;
$$;

-- Keeps a question in the thread, and e-mails it to the studio. It takes at most five an hour.
create function public.ask_about_quote(token text, asker text, question text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.quotes;
  faults jsonb := private.text_faults(jsonb_build_object(
    'name', jsonb_build_array(asker, 100, 'Indiquez votre nom.'),
    'body', jsonb_build_array(question, 1800, 'Écrivez votre question.')
  ));
begin
  select * into known from public.quotes q where q.id = private.quote_of_token(token) for update;
  if not found then
    return '{"status": 404}';
  elsif known.status in ('remplacé', 'annulé') then
    return private.closed_quote_answer(known);
  elsif faults is not null then
    return faults;
  elsif (
    select count(*) from public.quote_events e
    where e.quote_id = known.id and e.kind = 'question' and e.created_at > now() - interval '1 hour'
  ) >= 5 then
    return jsonb_build_object('status', 429, 'code', 'too_many',
      'message', 'Plusieurs questions viennent d’être envoyées. Réessayez dans une heure, ou écrivez au studio.');
  end if;
  insert into public.quote_events (quote_id, kind, body)
  values (known.id, 'question', btrim(asker) || E'\n' || btrim(question));
  perform private.tell_studio(known, 'quote_question', 'Question sur le devis ', btrim(asker) || E'\u00a0:\n\n' || btrim(question));
  return '{"status": 204}';
end;
$$;

grant execute on function public.ask_about_quote(text, text, text) to service_role;

-- Queues a message to the studio about a quote.
create function private.tell_studio(q public.quotes, kind public.notification_kind, title text, body text)
returns void
language sql
set search_path = ''
as $$
  insert into public.notifications (issued_quote_id, kind, subject, body)
  values (q.id, kind, left(title || q.number || ' (' || q.organization_name || ')', 200), body);
$$;

-- Refuses a quote for its client, with a reason.
create function public.refuse_quote(token text, refuser text, reason text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.quotes;
  closed jsonb;
  faults jsonb := private.text_faults(jsonb_build_object(
    'name', jsonb_build_array(refuser, 100, 'Indiquez votre nom.'),
    'reason', jsonb_build_array(reason, 1800, 'Indiquez la raison.')
  ));
begin
  if private.quote_of_token(token) is null then
    return '{"status": 404}';
  end if;
  known := private.lock_quote(private.quote_of_token(token));
  closed := private.closed_quote_answer(known);
  if coalesce(closed, faults) is not null then
    return coalesce(closed, faults);
  end if;
  update public.quotes set status = 'refusé', closed_at = now() where id = known.id;
  insert into public.quote_events (quote_id, kind, body)
  values (known.id, 'refused', btrim(refuser) || E'\n' || btrim(reason));
  perform private.tell_studio(known, 'quote_refused', 'Devis refusé ', btrim(refuser) || E'\u00a0:\n\n' || btrim(reason));
  return '{"status": 204}';
end;
$$;

grant execute on function public.refuse_quote(text, text, text) to service_role;

-- Sends six digits to the address that the quote was sent to, never to another. It sends at most three an hour.
create function public.send_quote_code(token text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.quotes;
  closed jsonb;
  refusal text;
  made uuid := gen_random_uuid();
begin
  if private.quote_of_token(token) is null then
    return '{"status": 404}';
  end if;
  known := private.lock_quote(private.quote_of_token(token));
  closed := private.closed_quote_answer(known);
  if closed is not null then
    return closed;
  end if;
  if (
    select count(*) from private.quote_codes c where c.quote_id = known.id and c.created_at > now() - interval '1 hour'
  ) >= 3 then
    return jsonb_build_object('status', 429, 'code', 'too_many',
      'message', 'Trois codes ont été envoyés depuis une heure. Réessayez plus tard, ou écrivez au studio.');
  end if;
  refusal := private.address_refusal(known.email);
  if refusal is not null then
    return jsonb_build_object('status', 422, 'code', 'invalid', 'fields', '{}'::jsonb,
      'message', 'Le code ne peut pas être envoyé à l’adresse de ce devis. Écrivez au studio.');
  end if;
  delete from private.quote_codes c where c.created_at < now() - interval '1 day';
  insert into private.quote_codes (id, quote_id, code_hash)
  values (made, known.id, private.quote_code_hash(made, private.quote_code(made)));
  insert into public.notifications (id, issued_quote_id, kind) values (made, known.id, 'quote_code');
  -- A person is waiting: the dispatcher is called at once, not in the next minute.
  perform private.call_dispatcher();
  return '{"status": 204}';
end;
$$;

grant execute on function public.send_quote_code(text) to service_role;

-- Returns { status: 422 } for who accepts and by which power, field by field; null when the answer is whole. A council
-- accepts by its own powers alone, anybody else without them.
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
create function public.accept_quote(token text, answer jsonb, network_address text)
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
  -- Of several simultaneous answers the first takes the lock, and the others find the quote accepted.
  known := private.lock_quote(private.quote_of_token(token));
  closed := private.closed_quote_answer(known);
  faults := private.acceptance_faults(known, answer);
  if coalesce(closed, faults) is not null then
    return coalesce(closed, faults);
  end if;

  select * into code from private.quote_codes c
  where c.quote_id = known.id order by c.created_at desc, c.id limit 1;
  if not found or code.created_at < now() - interval '10 minutes' then
    return jsonb_build_object('status', 403, 'code', 'code_locked',
      'message', 'Aucun code n’est en cours, ou le dernier a plus de 10 minutes. Demandez-en un autre.');
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

grant execute on function public.accept_quote(text, jsonb, text) to service_role;

-- Records an acceptance received on paper, after the last day too: the studio decides to take it. `resolutionPath`
-- names the scan, which is in the bucket already.
create function public.record_paper_acceptance(quote uuid, answer jsonb, reason text)
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

grant execute on function public.record_paper_acceptance(uuid, jsonb, text) to authenticated;

-- Writes an acceptance of a quote that is locked, and what follows from it.
create function private.record_acceptance(
  q public.quotes, method public.acceptance_method, answer jsonb, code private.quote_codes, digest text, address text, reason text
)
returns void
language plpgsql
set search_path = ''
as $$
declare
  authority constant public.acceptance_authority := answer ->> 'authority';
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
        when 'resolution' then 'Résolution ' || btrim(answer ->> 'resolutionNumber') || ' du '
          || private.written_day((answer ->> 'resolutionDate')::date)
        when 'delegation' then 'Bon de commande ' || btrim(answer ->> 'purchaseOrder')
      end,
      left(btrim(reason), 1500)
    ),
    auth.uid()
  );
  -- Both sides get the signed copy.
  insert into public.notifications (issued_quote_id, kind) values (q.id, 'quote_accepted'), (q.id, 'quote_signed');
  perform private.follow_acceptance(q);
end;
$$;

-- Does what follows from an acceptance. The client becomes a contact and a partner whom the contract allows to be
-- written to for two years (Canada's anti-spam law, section 10(10)), unless they refused or asked for silence; the
-- request is won; a trip is made where the town is known; and its planning is the next action.
create function private.follow_acceptance(q public.quotes)
returns void
language plpgsql
set search_path = ''
as $$
declare
  client uuid := coalesce(q.contact_id, private.make_quote_contact(q));
  trip uuid := q.trip_plan_id;
begin
  if not exists (
    select from public.contacts c
    join private.standing_suppressions() standing on standing.email_hash = private.email_hash(c.email)
    where c.id = client
  ) then
    update public.contacts c set status = 'partenaire'
    where c.id = client and c.status not in ('refusé', 'partenaire');
    insert into public.consent_events (contact_id, email, basis, occurred_at, evidence, recorded_by)
    select c.id, c.email, 'contract', now(), 'Devis ' || q.number || ' accepté', auth.uid()
    from public.contacts c where c.id = client and c.email is not null and c.status <> 'refusé';
  end if;
  update public.quote_requests r set
    outcome = 'gagnée', outcome_reason = null,
    expected_amount_cents = coalesce(r.expected_amount_cents, (q.totals ->> 'taxableCents')::bigint)
  where r.id = q.request_id and r.anonymised_at is null;
  if trip is null and (
    (private.municipality_of_quote(q)).code is not null or private.town_of_address(q.address) is not null
  ) then
    trip := private.make_quote_trip(q);
  end if;
  insert into public.next_actions (trip_plan_id, contact_id, quote_request_id, title, due_on, recorded_by)
  select trip, case when trip is null then client end,
    case when coalesce(trip, client) is null then q.request_id end,
    'Planifier le déplacement', (now() at time zone 'America/Toronto')::date, auth.uid()
  where coalesce(trip, client, q.request_id) is not null
  -- The next action that is planned already stays.
  on conflict do nothing;
end;
$$;

-- Returns the contact of a client who has none: the one of this address, else one made from the request or from the
-- quote where the town is known; null when it is not.
create function private.make_quote_contact(q public.quotes)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  place public.municipalities := private.municipality_of_quote(q);
  town text := coalesce(place.name, private.town_of_address(q.address));
  region text := coalesce(place.region, 'À préciser');
  request public.quote_requests;
  made uuid;
begin
  select c.id into made from public.contacts c where lower(c.email) = lower(q.email);
  if q.email = '' or coalesce(made::text, town) is null then
    return null;
  end if;
  select * into request from public.quote_requests r
  where r.id = q.request_id and r.anonymised_at is null and r.contact_id is null and lower(r.email) = lower(q.email)
  for update;
  if found then
    made := private.make_request_contact(request, coalesce(town, region), region, null);
  elsif made is null then
    insert into public.contacts (user_id, name, company, email, phone, city, region, sector)
    values (
      auth.uid(), left(coalesce(nullif(btrim(q.contact_name), ''), q.organization_name), 100), left(q.organization_name, 100),
      q.email, nullif(left(q.phone, 20), ''), town, region,
      (case when place.code is not null and private.is_public_client(q) then 'municipalité' else 'autre' end)::public.sector
    )
    on conflict (lower(email)) do nothing
    returning id into made;
  end if;
  update public.quotes set contact_id = made where id = q.id;
  return made;
end;
$$;

-- Returns the town that an address ends with, as « Saint-Donat » of « 12, chemin du Lac, Saint-Donat (Québec) J0T 2C0
-- »; null when it does not say one.
create function private.town_of_address(address text)
returns text
language sql
immutable
set search_path = ''
as $$
  select left(nullif(btrim((
    regexp_match(address, '([^,\n]+?),?\s*\(?(?:Québec|Qc)\)?,?\s*(?:[A-Z]\d[A-Z]\s?\d[A-Z]\d)?\s*$', 'i')
  )[1]), ''), 100);
$$;

-- Finishes the planning of a trip once its dates are chosen or it is confirmed: nobody has to say it a second time.
create function private.finish_trip_planning()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.next_actions a set done_at = now()
  where a.trip_plan_id = new.id and a.done_at is null and a.title = 'Planifier le déplacement';
  return null;
end;
$$;

create trigger trip_plans_finish_planning
  after update of start_date, end_date, status on public.trip_plans
  for each row
  when ((new.start_date, new.end_date, new.status) is distinct from (old.start_date, old.end_date, old.status))
  execute function private.finish_trip_planning();

-- Finds the municipality of the client: the city of the contact, else the name of the organisation, else the town of
-- the address; null columns when it is not one municipality without a doubt.
create function private.municipality_of_quote(q public.quotes)
returns public.municipalities
language sql
stable
set search_path = ''
as $$
  select m from (
    select m, told_by, count(*) over (partition by told_by) as found, min(told_by) over () as best
    from public.municipalities m
    left join public.contacts c on c.id = q.contact_id
    cross join lateral (select case
      when c.id is not null and m.search_key = private.place_key(c.city) and m.region = c.region then 1
      when c.id is null and m.search_key = private.place_key(regexp_replace(
        q.organization_name,
        '^(ville|municipalité|village|paroisse|canton)( (de la|de|du|des) | d[’''])', '', 'i'
      )) then 1
      when m.search_key = private.place_key(private.town_of_address(q.address)) then 2
    end as told_by) as known
    where m.kind = 'municipalité' and told_by is not null
  ) as candidates
  where told_by = best and found = 1;
$$;

-- Tells whether nobody asked for a quote, its client is a public body as far as is known, and no ground is kept. How
-- the client accepts says nothing of it: a body whose director signs alone is lobbied like any other.
create function private.lacks_lobbying_ground(q public.quotes)
returns boolean
language sql
stable
set search_path = ''
as $$
  select q.request_id is null and q.lobbying_ground is null and private.is_public_client(q);
$$;

-- Tells the screen that sends a quote whether sending it asks for its ground.
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

-- Says how a quote that was sent is accepted, 'council' or 'person'; of a draft, how it would be if the studio said
-- nothing of it.
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

-- Makes a trip on the business day two weeks ahead for a quote that has none, at the client's place as far as it is
-- known; returns its id.
create function private.make_quote_trip(q public.quotes)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  place public.municipalities := private.municipality_of_quote(q);
  person public.contacts;
  soon date := (now() at time zone 'America/Toronto')::date + 14;
  made uuid;
begin
  while not private.is_business_day(soon) loop
    soon := soon + 1;
  end loop;
  select * into person from public.contacts c where c.id = q.contact_id;
  insert into public.trip_plans (
    user_id, city, region, start_date, end_date, client_name, description, municipality_code, latitude, longitude
  )
  values (
    auth.uid(), coalesce(place.name, person.city, private.town_of_address(q.address), left(q.organization_name, 100)),
    coalesce(place.region, person.region, 'À préciser'), soon, soon, q.organization_name,
    'Devis ' || q.number || case when q.subject <> '' then E'\u00a0: ' || q.subject else '' end,
    place.code, place.latitude, place.longitude
  )
  returning id into made;
  update public.quotes set trip_plan_id = made where id = q.id;
  -- The planning of the quote becomes that of the trip.
  update public.next_actions a set trip_plan_id = made, contact_id = null, quote_request_id = null
  where (a.contact_id = q.contact_id or a.quote_request_id = q.request_id) and a.done_at is null
    and a.title = 'Planifier le déplacement';
  return made;
end;
$$;

-- « Créer le déplacement » makes the trip of an accepted quote; it returns again the one that the quote has already.
create function public.create_trip_from_quote(quote uuid)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.quotes;
begin
  perform private.require_admin();
  known := private.lock_quote(quote);
  if known.trip_plan_id is not null then
    return known.trip_plan_id;
  end if;
  if known.status <> 'accepté' then
    raise sqlstate 'PT409' using message = 'Ce devis n’est pas accepté.';
  end if;
  return private.make_quote_trip(known);
end;
$$;

grant execute on function public.create_trip_from_quote(uuid) to authenticated;

-- Personal data ------------------------------------------------------------------------------------------------------

-- Returns what a person's copy holds of quotes, their acceptances and e-mails.
create function private.quote_personal_data(person uuid, addresses text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
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
      from public.quotes d where d.contact_id = person or lower(d.email) = any (addresses)
    )
  );
$$;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the quotes whose client asked something in the last thirty days that nobody of the studio has answered: by a
-- note, by another e-mail of the quote or by a revision. Accepting meanwhile is no answer to what was asked.
create function private.question_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  select 'quote_question', 'question d’un client sur un devis', d.id, d.organization_name, d.number, null::timestamptz, 1,
    null::bigint, null, null::uuid, null, null::uuid
  from (
    select e.quote_id, max(e.created_at) as asked_at from public.quote_events e
    where e.kind = 'question' and e.created_at > at - interval '30 days'
    group by e.quote_id
  ) as asked
  join public.quotes d on d.id = asked.quote_id
  where d.status in ('envoyé', 'accepté', 'expiré') and d.anonymised_at is null
    and not exists (
      select from public.quote_events e where e.quote_id = d.id and e.kind = 'note' and e.created_at > asked.asked_at
    )
    and not exists (
      select from public.notifications n
      where n.issued_quote_id = d.id and n.kind = 'quote' and n.created_at > asked.asked_at
    );
$$;

grant execute on function private.question_today_rows(timestamptz) to authenticated;
