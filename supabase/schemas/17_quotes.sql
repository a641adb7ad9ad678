-- This file holds quotes: a catalogue of services, templates, and quotes from draft to answer. Money is whole cents
-- (docs/decisions/0053). The file stands before what names quotes: personal data, trash, today.

-- Rules --------------------------------------------------------------------------------------------------------------

create type public.discount_kind as enum ('aucun', 'montant', 'pourcentage');

create type public.tax_status as enum ('registered', 'small_supplier');

-- Accepts one line of a quote: { description, quantity: '1.500', unit, unitPriceCents: 10000 }, three decimals always
-- written.
create function private.is_quote_line(line jsonb)
returns boolean
language sql
immutable
strict
parallel safe
set search_path = ''
return case
  when jsonb_typeof(line) <> 'object' then false
  when line - array['description', 'quantity', 'unit', 'unitPriceCents'] <> '{}'::jsonb then false
  else coalesce(
    jsonb_typeof(line -> 'description') = 'string' and char_length(line ->> 'description') <= 1000
      and private.is_one_line_text(replace(line ->> 'description', E'\n', ' '))
      and jsonb_typeof(line -> 'unit') = 'string' and char_length(line ->> 'unit') <= 20
      and private.is_one_line_text(line ->> 'unit')
      and jsonb_typeof(line -> 'quantity') = 'string' and line ->> 'quantity' ~ '^(0|[1-9][0-9]{0,5})\.[0-9]{3}$'
      and jsonb_typeof(line -> 'unitPriceCents') = 'number' and line ->> 'unitPriceCents' ~ '^(0|[1-9][0-9]{0,9})$',
    false
  )
end;

grant execute on function private.is_quote_line(jsonb) to authenticated;

-- Multiplies a quantity by a unit price, and rounds half a cent up.
create function private.quote_line_amount(line jsonb)
returns bigint
language sql
immutable
strict
parallel safe
set search_path = ''
return round((line ->> 'quantity')::numeric * (line ->> 'unitPriceCents')::numeric)::bigint;

grant execute on function private.quote_line_amount(jsonb) to authenticated;

-- Accepts at most a hundred lines, and a hundred million dollars: far under what 64 bits hold once multiplied by a
-- rate.
create function private.are_quote_lines(lines jsonb)
returns boolean
language sql
immutable
strict
parallel safe
set search_path = ''
return case
  when jsonb_typeof(lines) <> 'array' then false
  when jsonb_array_length(lines) > 100 then false
  when exists (select from jsonb_array_elements(lines) as line where not private.is_quote_line(line)) then false
  else (
    select coalesce(sum(private.quote_line_amount(line)), 0) <= 10000000000 from jsonb_array_elements(lines) as line
  )
end;

grant execute on function private.are_quote_lines(jsonb) to authenticated;

-- Returns the TPS or the TVQ on so many cents, half a cent up; a small supplier charges neither.
create function private.gst(taxable bigint, tax_status public.tax_status)
returns bigint
language sql
immutable
strict
parallel safe
set search_path = ''
return case tax_status when 'registered' then (taxable * 5 + 50) / 100 else 0 end;

create function private.qst(taxable bigint, tax_status public.tax_status)
returns bigint
language sql
immutable
strict
parallel safe
set search_path = ''
return case tax_status when 'registered' then (taxable * 9975 + 50000) / 100000 else 0 end;

grant execute on function private.gst(bigint, public.tax_status) to authenticated;
grant execute on function private.qst(bigint, public.tax_status) to authenticated;

-- Returns the totals of a quote in cents. TPS and TVQ are both on the price after the discount, once, half a cent up.
-- quoteTotals of quote-totals.ts does the same in TypeScript (one file of examples, quote-goldens.json, and random
-- ones).
--   discount_kind   aucun; montant, in cents; pourcentage, in hundredths of a percent
create function private.quote_totals(lines jsonb, discount_kind public.discount_kind, discount_value bigint, tax_status public.tax_status)
returns jsonb
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
declare
  summed numeric;
  subtotal bigint;
  taxable bigint;
  gst bigint;
  qst bigint;
begin
  -- A value that is not a line counts as zero here: the check of the table refuses it later.
  select coalesce(sum(
    case when line ->> 'quantity' ~ '^[0-9]{1,6}\.[0-9]{3}$' and line ->> 'unitPriceCents' ~ '^[0-9]{1,10}$'
      then private.quote_line_amount(line) end
  ), 0) into summed
  from jsonb_array_elements(case when jsonb_typeof(lines) = 'array' then lines else '[]' end) as line;
  subtotal := case when summed <= 10000000000 then summed else 0 end;
  taxable := subtotal - case discount_kind
    when 'montant' then least(subtotal, greatest(discount_value, 0))
    when 'pourcentage' then (subtotal * least(greatest(discount_value, 0), 10000) + 5000) / 10000
    else 0
  end;
  gst := private.gst(taxable, tax_status);
  qst := private.qst(taxable, tax_status);
  return jsonb_build_object(
    'subtotalCents', subtotal, 'discountCents', subtotal - taxable, 'taxableCents', taxable,
    'gstCents', gst, 'qstCents', qst, 'totalCents', taxable + gst + qst
  );
end;
$$;

grant execute on function private.quote_totals(jsonb, public.discount_kind, bigint, public.tax_status) to authenticated;

-- Catalogue ----------------------------------------------------------------------------------------------------------

create type public.site_service as enum (
  'infrastructures', 'patrimoine', 'developpement', 'commerces', 'street-view', 'deneigement', 'nature',
  'evenements'
);

-- The type names the quantity that multiplies a price of the catalogue in the public estimate (44_estimates.sql):
-- points of view, kilometres to capture, days on site, nothing, or kilometres to drive there and back.
create type public.estimate_basis as enum ('scene', 'kilometre', 'jour', 'projet', 'deplacement');

create table public.quote_services (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  description text not null default '',
  unit text not null default '',
  unit_price_cents bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- It names the service of the site that begins at this price, where the site prints prices.
  site_service public.site_service,
  -- These place the service in the public estimate: how it counts, for which kinds of projects, and how much dearer it
  -- may turn out, in percent. A null basis leaves it out. Kinds are texts, as the embedded stack gives no array of an
  -- enumeration.
  estimate_basis public.estimate_basis,
  estimate_kinds text[] not null default '{}',
  estimate_margin smallint not null default 0,
  constraint quote_services_estimate_margin_range check (estimate_margin between 0 and 100),
  constraint quote_services_estimate_kinds_known check (
    estimate_kinds <@ array['visite-virtuelle', 'street-view', 'pre-deneigement', 'infrastructure', 'evenement', 'autre']
    and cardinality(estimate_kinds) <= 6
  ),
  constraint quote_services_name_key unique (name),
  constraint quote_services_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint quote_services_name_one_line check (private.is_one_line_text(name)),
  -- The limits are those of a line of a quote.
  constraint quote_services_line check (
    private.is_quote_line(jsonb_build_object(
      'description', description, 'quantity', '1.000', 'unit', unit, 'unitPriceCents', unit_price_cents
    ))
  )
);

create trigger quote_services_set_updated_at before update on public.quote_services
  for each row execute function private.set_updated_at();

alter table public.quote_services enable row level security;

grant select on table public.quote_services to authenticated;
grant insert (
  id, name, description, unit, unit_price_cents, site_service, estimate_basis, estimate_kinds, estimate_margin
) on table public.quote_services to authenticated;
grant update (
  name, description, unit, unit_price_cents, site_service, estimate_basis, estimate_kinds, estimate_margin
) on table public.quote_services to authenticated;
grant delete on table public.quote_services to authenticated;
grant select on table public.quote_services to service_role;

create policy "quote_services: member reads" on public.quote_services
  for select to authenticated
  using ((select private.is_member()));

create policy "quote_services: admin inserts" on public.quote_services
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "quote_services: admin updates" on public.quote_services
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "quote_services: admin deletes" on public.quote_services
  for delete to authenticated
  using ((select private.is_admin()));

-- The table holds templates of quotes, with lines like those of quotes.
create table public.quote_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  subject text not null default '',
  lines jsonb not null default '[]',
  validity_days integer not null default 30,
  delivery text not null default '',
  terms text not null default '',
  notes text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint quote_templates_name_key unique (name),
  constraint quote_templates_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint quote_templates_name_one_line check (private.is_one_line_text(name)),
  constraint quote_templates_subject_length check (char_length(subject) <= 200),
  constraint quote_templates_subject_one_line check (private.is_one_line_text(subject)),
  constraint quote_templates_lines_known check (private.are_quote_lines(lines)),
  constraint quote_templates_validity_days_range check (validity_days between 1 and 365),
  constraint quote_templates_delivery_length check (char_length(delivery) <= 1000),
  constraint quote_templates_terms_length check (char_length(terms) <= 4000),
  constraint quote_templates_notes_length check (char_length(notes) <= 2000)
);

create trigger quote_templates_set_updated_at before update on public.quote_templates
  for each row execute function private.set_updated_at();

alter table public.quote_templates enable row level security;

grant select on table public.quote_templates to authenticated;
grant insert (id, name, subject, lines, validity_days, delivery, terms, notes)
  on table public.quote_templates to authenticated;
grant update (name, subject, lines, validity_days, delivery, terms, notes) on table public.quote_templates to authenticated;
grant delete on table public.quote_templates to authenticated;
grant select on table public.quote_templates to service_role;

create policy "quote_templates: member reads" on public.quote_templates
  for select to authenticated
  using ((select private.is_member()));

create policy "quote_templates: admin inserts" on public.quote_templates
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "quote_templates: admin updates" on public.quote_templates
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "quote_templates: admin deletes" on public.quote_templates
  for delete to authenticated
  using ((select private.is_admin()));

-- Quotes -------------------------------------------------------------------------------------------------------------

create type public.quote_status as enum ('brouillon', 'envoyé', 'accepté', 'refusé', 'expiré', 'remplacé', 'annulé');

create type public.quote_decider as enum ('council', 'person');

create table public.quotes (
  id uuid primary key default gen_random_uuid(),
  -- The number is taken when the quote is first sent, without a gap in a year, and kept by its revisions. A draft has
  -- none.
  year integer,
  sequence integer,
  revision integer not null default 1,
  number text generated always as (
    year::text || '-' || case when sequence < 1000 then lpad(sequence::text, 3, '0') else sequence::text end
  ) stored,
  status public.quote_status not null default 'brouillon',
  -- These name where the quote comes from, as far as it is still there.
  contact_id uuid references public.contacts (id) on delete set null,
  request_id uuid references public.quote_requests (id) on delete set null,
  trip_plan_id uuid references public.trip_plans (id) on delete set null,
  -- These name whom the quote is made out to.
  organization_name text not null,
  contact_name text not null default '',
  contact_title text not null default '',
  email text not null default '',
  phone text not null default '',
  address text not null default '',
  subject text not null default '',
  -- Each line is { description, quantity: '1.500', unit, unitPriceCents: 10000 }: see private.is_quote_line.
  lines jsonb not null default '[]',
  discount_kind public.discount_kind not null default 'aucun',
  -- It counts cents, or hundredths of a percent.
  discount_value bigint not null default 0,
  discount_label text not null default '',
  -- It is the studio's own at the creation, at each change of it, and for good at sending.
  tax_status public.tax_status not null default 'registered',
  valid_until date not null default (now() at time zone 'America/Toronto')::date + 30,
  delivery text not null default '',
  terms text not null default '',
  notes text not null default '',
  totals jsonb not null generated always as (private.quote_totals(lines, discount_kind, discount_value, tax_status)) stored,
  total_cents bigint not null generated always as (
    (private.quote_totals(lines, discount_kind, discount_value, tax_status) ->> 'totalCents')::bigint
  ) stored,
  -- It is what was sent, whole: both parties, lines and totals (QuoteDocument). The page and the PDF print this.
  snapshot jsonb,
  sent_at timestamptz,
  -- It says when the quote was accepted, refused, cancelled, replaced or expired.
  closed_at timestamptz,
  -- It says when the personal data of the quote ended (Loi 25).
  anonymised_at timestamptz,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- These say what allowed the quote to be sent to a public office that had not asked for it (docs/decisions/0065).
  lobbying_ground public.lobbying_ground,
  lobbying_reference text,
  -- It says how the client accepts, where the studio said so: 'council', a resolution or the purchase order of a
  -- delegation; 'person', a name and a function. When it is null, private.is_public_client guesses.
  accepts_by public.quote_decider,
  constraint quotes_number_key unique (year, sequence, revision),
  constraint quotes_number_whole check ((year is null) = (sequence is null)),
  constraint quotes_sequence_range check (sequence >= 1),
  constraint quotes_revision_range check (revision between 1 and 99),
  constraint quotes_sent_whole check (
    status = 'brouillon' or year is not null and snapshot is not null and sent_at is not null
  ),
  constraint quotes_organization_name_length check (char_length(organization_name) <= 200),
  constraint quotes_organization_name_one_line check (private.is_one_line_text(organization_name)),
  -- Names end up in e-mail headers: a line break there would add headers of the sender's choice.
  constraint quotes_contact_name_length check (char_length(contact_name) <= 100),
  constraint quotes_contact_name_one_line check (private.is_one_line_text(contact_name)),
  constraint quotes_contact_title_length check (char_length(contact_title) <= 100),
  constraint quotes_contact_title_one_line check (private.is_one_line_text(contact_title)),
  constraint quotes_email_format check (email = '' or private.is_email_address(email)),
  constraint quotes_phone_length check (char_length(phone) <= 20),
  constraint quotes_phone_one_line check (private.is_one_line_text(phone)),
  constraint quotes_address_length check (char_length(address) <= 300),
  constraint quotes_subject_length check (char_length(subject) <= 200),
  constraint quotes_subject_one_line check (private.is_one_line_text(subject)),
  constraint quotes_lines_known check (private.are_quote_lines(lines)),
  constraint quotes_discount_value_range check (
    discount_value >= 0 and discount_value <= case discount_kind when 'pourcentage' then 10000 else 10000000000 end
  ),
  constraint quotes_discount_label_length check (char_length(discount_label) <= 100),
  constraint quotes_discount_label_one_line check (private.is_one_line_text(discount_label)),
  constraint quotes_delivery_length check (char_length(delivery) <= 1000),
  constraint quotes_terms_length check (char_length(terms) <= 4000),
  constraint quotes_notes_length check (char_length(notes) <= 2000),
  constraint quotes_lobbying_whole check ((lobbying_ground is null) = (lobbying_reference is null)),
  constraint quotes_lobbying_reference_length
    check (btrim(lobbying_reference) <> '' and char_length(lobbying_reference) <= 200),
  constraint quotes_lobbying_reference_one_line check (private.is_one_line_text(lobbying_reference))
);

-- Only one draft at a time revises a number.
create unique index quotes_open_revision_key on public.quotes (year, sequence) where status = 'brouillon';
create index quotes_contact_id_idx on public.quotes (contact_id);
create index quotes_request_id_idx on public.quotes (request_id);
create index quotes_trip_plan_id_idx on public.quotes (trip_plan_id);
create index quotes_created_by_idx on public.quotes (created_by);
create index quotes_created_at_idx on public.quotes (created_at desc, id);
create index quotes_waiting_idx on public.quotes (valid_until) where status = 'envoyé';

create trigger quotes_set_updated_at before update on public.quotes
  for each row execute function private.set_updated_at();

-- Refuses changes of a sent quote by any role: a change needs a revision. Exceptions are the links to deleted records,
-- the status, and the removal of personal data.
create function private.keep_sent_quote()
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

create trigger quotes_keep_sent before update on public.quotes
  for each row when (old.status <> 'brouillon')
  execute function private.keep_sent_quote();

alter table public.quotes enable row level security;

-- The functions below make and move quotes; a draft is written directly. What was sent is out of reach.
grant select on table public.quotes to authenticated, service_role;
grant update (
  contact_id, request_id, trip_plan_id, organization_name, contact_name, contact_title, email, phone, address, subject,
  lines, discount_kind, discount_value, discount_label, valid_until, delivery, terms, notes, accepts_by
) on table public.quotes to authenticated;
grant delete on table public.quotes to authenticated;

create policy "quotes: member reads" on public.quotes
  for select to authenticated
  using ((select private.is_member()));

create policy "quotes: admin writes drafts" on public.quotes
  for update to authenticated
  using (status = 'brouillon' and (select private.is_admin()))
  with check (status = 'brouillon' and (select private.is_admin()));

create policy "quotes: admin deletes drafts" on public.quotes
  for delete to authenticated
  using (status = 'brouillon' and (select private.is_admin()));

select private.attach_search(
  'quote', 'public.quotes', names => array['organization_name', 'coalesce(number, '''')'],
  other => 'subject || '' '' || contact_name || '' '' || email || '' '' || phone || '' '' || notes || '' '' || jsonb_path_query_array(lines, ''$[*].description'')::text',
  title => 'organization_name', detail => 'concat_ws('' · '', coalesce(number, ''Brouillon''), nullif(subject, ''''))',
  text => 'concat_ws('' · '', nullif(contact_name, ''''), nullif(email, ''''), nullif(phone, ''''),
    (select string_agg(l ->> ''description'', '' · '') from jsonb_array_elements(lines) as l), nullif(notes, ''''))',
  changed_at => 'updated_at', condition => 'anonymised_at is null'
);

create function private.trash_label(item public.quotes)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(', ', 'Devis', nullif(item.organization_name, ''), nullif(item.subject, ''));
$$;

create function private.trash_refusal(item public.quotes)
returns text
language sql
immutable
set search_path = ''
as $$
  select 'Un devis envoyé ne se supprime pas : annulez-le.' where item.status <> 'brouillon';
$$;

select private.attach_trash('quotes');

create type public.quote_event_kind as enum (
  'created', 'revised', 'sent', 'opened', 'question', 'accepted', 'refused', 'reopened', 'expired', 'replaced',
  'cancelled', 'note'
);

-- The table tells what happened to a quote, oldest first. Notes are a person's; the functions write the rest.
create table public.quote_events (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes (id) on delete cascade,
  kind public.quote_event_kind not null default 'note',
  body text not null default '',
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint quote_events_body_length check (char_length(body) <= 2000),
  constraint quote_events_note_said check (kind not in ('note', 'question') or btrim(body) <> '')
);

create index quote_events_quote_id_idx on public.quote_events (quote_id, created_at);
create index quote_events_recorded_by_idx on public.quote_events (recorded_by);

alter table public.quote_events enable row level security;

grant select on table public.quote_events to authenticated, service_role;
grant insert (quote_id, body, recorded_by) on table public.quote_events to authenticated;

create policy "quote_events: member reads" on public.quote_events
  for select to authenticated
  using ((select private.is_member()));

create policy "quote_events: admin notes as self" on public.quote_events
  for insert to authenticated
  with check (recorded_by = (select auth.uid()) and (select private.is_admin()));

select private.attach_search(
  'quote_note', 'public.quote_events', names => '{}', other => 'body',
  title => '(select q.organization_name from public.quotes as q where q.id = quote_id)',
  detail => '(select coalesce(''Devis '' || q.number, ''Brouillon'') from public.quotes as q where q.id = quote_id) || '' · '' || to_char(created_at at time zone ''America/Toronto'', ''YYYY-MM-DD'')',
  text => 'body', target => '''quote''', target_id => 'quote_id', changed_at => 'created_at', condition => 'body <> '''''
);

-- The table holds the last number given in each year. Its row is locked until the quote that takes one is committed: no
-- gap, no double.
create table private.quote_numbers (
  year integer primary key,
  last integer not null
);

alter table private.quote_numbers enable row level security;

-- The table holds the 128 random bits that open the public page of a sent quote. It stands apart from quotes, which
-- members may read and export.
create table private.quote_links (
  quote_id uuid primary key references public.quotes (id) on delete cascade,
  token text not null default encode(
    substring(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) for 16), 'hex'
  ),
  -- It is the digest of the PDF that was sent, once that is kept (26_quote_acceptance.sql).
  pdf_sha256 text,
  constraint quote_links_token_key unique (token),
  constraint quote_links_token_format check (token ~ '^[0-9a-f]{32}$'),
  constraint quote_links_pdf_sha256_format check (pdf_sha256 ~ '^[0-9a-f]{64}$')
);

alter table private.quote_links enable row level security;

-- Making quotes -------------------------------------------------------------------------------------------------------

-- Makes a quote with what the record that it comes from knows; returns its id.
--   source    contact, quote_request or trip_plan; null: nothing yet
--   new_id    chosen before the press: asked for again, the quote is the one that was made
create function public.create_quote(
  source text default null, source_id uuid default null, template uuid default null, new_id uuid default gen_random_uuid()
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  request public.quote_requests;
  person public.contacts;
  trip public.trip_plans;
  model public.quote_templates;
  made uuid;
begin
  perform private.require_admin();
  if source = 'quote_request' then
    select * into request from public.quote_requests where id = source_id and anonymised_at is null;
    if not found then
      raise sqlstate 'PT404' using message = 'Cette demande n’existe plus.';
    end if;
    select * into person from public.contacts where id = request.contact_id;
  elsif source = 'contact' then
    select * into person from public.contacts where id = source_id;
    if not found then
      raise sqlstate 'PT404' using message = 'Ce contact n’existe plus.';
    end if;
  elsif source = 'trip_plan' then
    select * into trip from public.trip_plans where id = source_id;
    if not found then
      raise sqlstate 'PT404' using message = 'Ce déplacement n’existe plus.';
    end if;
  elsif source is not null then
    raise invalid_parameter_value using message = 'Un devis ne peut pas être fait à partir de cette fiche.';
  end if;
  if template is not null then
    select * into model from public.quote_templates where id = template;
    if not found then
      raise sqlstate 'PT404' using message = 'Ce modèle de devis n’existe plus.';
    end if;
  end if;

  insert into public.quotes (
    id, contact_id, request_id, trip_plan_id, organization_name, contact_name, email, phone, address, subject, lines,
    tax_status, valid_until, delivery, terms, notes
  )
  values (
    new_id, person.id, request.id, trip.id,
    coalesce(request.organization_name, person.company, trip.client_name, ''),
    coalesce(request.contact_name, person.name, ''),
    coalesce(request.email, person.email, ''),
    coalesce(request.phone, person.phone, ''),
    coalesce(person.city || ' (' || person.region || ')', ''),
    coalesce(model.subject, ''), coalesce(model.lines, '[]'),
    private.studio_tax_status(),
    (now() at time zone 'America/Toronto')::date + coalesce(model.validity_days, 30),
    coalesce(model.delivery, ''), coalesce(model.terms, ''), coalesce(model.notes, '')
  )
  on conflict (id) do nothing
  returning id into made;
  if made is not null then
    insert into public.quote_events (quote_id, kind, recorded_by) values (made, 'created', auth.uid());
  end if;
  return new_id;
end;
$$;

grant execute on function public.create_quote(text, uuid, uuid, uuid) to authenticated;

-- Tells whether the studio charges taxes; a draft shows them as long as nobody has answered.
create function private.studio_tax_status()
returns public.tax_status
language sql
stable
set search_path = ''
as $$
  select (
    case when (select tax_registered from public.studio where id = 1) is false then 'small_supplier' else 'registered' end
  )::public.tax_status;
$$;

-- Makes drafts follow the studio; what was sent does not.
create function private.follow_tax_status()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.quotes set tax_status = private.studio_tax_status()
  where status = 'brouillon' and tax_status <> private.studio_tax_status();
  return null;
end;
$$;

create trigger studio_follow_tax_status after update of tax_registered on public.studio
  for each row when (old.tax_registered is distinct from new.tax_registered)
  execute function private.follow_tax_status();

-- Makes the same quote again as a new draft, without its number; returns its id.
--   new_id    as of create_quote
create function public.duplicate_quote(quote uuid, new_id uuid default gen_random_uuid())
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
    id, contact_id, request_id, trip_plan_id, organization_name, contact_name, contact_title, email, phone, address, subject,
    lines, discount_kind, discount_value, discount_label, tax_status, delivery, terms, notes, accepts_by
  )
  select new_id, q.contact_id, q.request_id, q.trip_plan_id, q.organization_name, q.contact_name, q.contact_title, q.email, q.phone,
    q.address, q.subject, q.lines, q.discount_kind, q.discount_value, q.discount_label, private.studio_tax_status(),
    q.delivery, q.terms, q.notes, q.accepts_by
  from public.quotes q where q.id = quote and q.anonymised_at is null
  on conflict (id) do nothing
  returning id into made;
  if made is not null then
    insert into public.quote_events (quote_id, kind, recorded_by) values (made, 'created', auth.uid());
  elsif not exists (select from public.quotes q where q.id = new_id) then
    raise sqlstate 'PT404' using message = 'Ce devis n’existe plus.';
  end if;
  return new_id;
end;
$$;

grant execute on function public.duplicate_quote(uuid, uuid) to authenticated;

-- Locks a quote with the other revisions of its number, always in the order of their revision.
create function private.lock_quote(quote uuid)
returns public.quotes
language plpgsql
set search_path = ''
as $$
declare
  locked public.quotes;
begin
  select * into locked from public.quotes where id = quote;
  perform from public.quotes q
  where q.id = quote or q.year = locked.year and q.sequence = locked.sequence
  order by q.revision, q.id for update;
  select * into locked from public.quotes where id = quote;
  if not found then
    raise sqlstate 'PT404' using message = 'Ce devis n’existe plus.';
  end if;
  return locked;
end;
$$;

-- Makes the draft that changes a sent quote: same number, next revision. It returns the one that is open already.
create function public.revise_quote(quote uuid)
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

grant execute on function public.revise_quote(uuid) to authenticated;

-- Tells whether the client of a quote is taken for a public body: by what was noted of the contact; else by their
-- sector, the request or the name of the organisation, « Ville de La Malbaie » or, in the register, « Percé ».
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
      -- The pattern takes « Village de Tadoussac », not « Village historique ».
      or private.place_key(q.organization_name)
        ~ '^(la |l )?((ville|municipalite|mrc|mairie|hotel de ville)\M|(village|paroisse|canton)s?( unis)? (de|du|des|d)\M)'
      or private.register_code_named(q.organization_name) is not null
  );
end;
$$;

-- Says how a quote is accepted: as frozen when it was sent, else as the studio chose, else by the kind of client.
-- Quotes sent before this choice existed have nothing frozen.
create function private.accepts_by(q public.quotes)
returns public.quote_decider
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(
    (q.snapshot #>> '{client,acceptsBy}')::public.quote_decider, q.accepts_by,
    (case when private.is_public_client(q) then 'council' else 'person' end)::public.quote_decider
  );
end;
$$;

-- Returns the studio as a quote or an invoice prints it.
create function private.printed_studio(tax_status public.tax_status)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'name', s.sender_name, 'legalName', s.legal_name, 'address', s.postal_address, 'phone', s.contact_phone,
    'email', s.contact_email, 'website', '', 'neq', s.neq,
    'gstNumber', case when printed_studio.tax_status = 'registered' then s.tps_number else '' end,
    'qstNumber', case when printed_studio.tax_status = 'registered' then s.tvq_number else '' end,
    'taxStatus', printed_studio.tax_status
  )
  from public.studio s where s.id = 1;
$$;

-- Returns lines as they are printed, each with its amount.
create function private.printed_lines(lines jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_agg(line || jsonb_build_object('amountCents', private.quote_line_amount(line)) order by place), '[]')
  from jsonb_array_elements(lines) with ordinality as listed (line, place);
$$;

-- Returns what page and PDF print of a quote (QuoteDocument of quote-document.ts), dated today in Québec.
create function private.quote_document(q public.quotes)
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
    'studio', private.printed_studio(q.tax_status),
    'client', jsonb_build_object(
      'organization', q.organization_name, 'contactName', q.contact_name, 'contactTitle', q.contact_title,
      'email', q.email, 'phone', q.phone, 'address', q.address, 'acceptsBy', private.accepts_by(q)
    ),
    'lines', private.printed_lines(q.lines),
    'discount', case when (totals ->> 'discountCents')::bigint > 0 then
      jsonb_build_object('label', q.discount_label, 'cents', totals -> 'discountCents')
    end,
    'totals', totals,
    'delivery', q.delivery, 'terms', q.terms, 'notes', q.notes
  )
  from private.quote_totals(q.lines, q.discount_kind, q.discount_value, q.tax_status) as totals;
$$;

-- Names, in French, what the studio must say of itself before a quote or an invoice leaves; null when nothing is
-- missing.
create function private.studio_refusal()
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when s.legal_name = '' or s.postal_address = '' or s.contact_email = '' then
      'L’identité du studio est incomplète (Réglages) : nom légal, adresse et courriel.'
    when s.tax_registered is null then 'Indiquez dans les réglages si le studio est inscrit aux taxes.'
    when s.tax_registered and (s.tps_number = '' or s.tvq_number = '') then
      'Les numéros de TPS et de TVQ manquent (Réglages).'
  end
  from public.studio s where s.id = 1;
$$;

-- Says in French why a draft cannot be sent; null when it can.
create function private.quote_refusal(q public.quotes)
returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(private.studio_refusal(), case
    when btrim(q.organization_name) = '' then 'Indiquez l’organisation à qui le devis est destiné.'
    when q.email = '' then 'Indiquez le courriel du client.'
    when btrim(q.subject) = '' then 'Indiquez l’objet du devis.'
    when q.lines = '[]' then 'Ajoutez au moins une ligne.'
    when exists (select from jsonb_array_elements(q.lines) as line where btrim(line ->> 'description') = '') then
      'Une ligne n’a pas de description.'
    when q.valid_until < (now() at time zone 'America/Toronto')::date then 'La date de validité est passée.'
  end);
$$;

-- Sends a draft: gives the number, freezes what is printed, opens the link, and replaces the earlier revision.
--   read_at  the updated_at of what the person saw, exactly as given. PT409: it was changed since.
--   ground   where private.lacks_lobbying_ground: what allows it, and its reference
create function public.send_quote(
  quote uuid, read_at timestamptz, ground public.lobbying_ground default null, ground_reference text default null
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
    perform private.require_own_numbers();
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

grant execute on function public.send_quote(uuid, timestamptz, public.lobbying_ground, text) to authenticated;

-- Records what an administrator says of a sent quote, with the reason: refused by another way (on paper, by telephone),
-- cancelled, or again without an answer; never of one that a later revision replaced. An acceptance says more:
-- record_paper_acceptance. One that is taken back stays in its table.
--   answer  refusé, annulé, or envoyé, which takes the last one back
create function public.record_quote_answer(quote uuid, answer public.quote_status, reason text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.quotes;
begin
  perform private.require_admin();
  known := private.lock_quote(quote);
  if btrim(coalesce(reason, '')) = '' then
    raise sqlstate 'PT422' using message = 'Indiquez la raison.';
  end if;
  if answer is null or not (case answer
    when 'refusé' then known.status in ('envoyé', 'expiré')
    when 'annulé' then known.status in ('envoyé', 'expiré', 'refusé', 'accepté')
    when 'envoyé' then known.status in ('accepté', 'refusé', 'annulé')
    else false
  end) or known.anonymised_at is not null then
    raise sqlstate 'PT409' using message = 'Cette réponse ne convient plus à l’état du devis.';
  elsif private.charged_of_quote(quote) <> '{}' then
    raise sqlstate 'PT409' using message = 'Ce devis est facturé : créditez d’abord ses factures.';
  end if;
  update public.quotes set status = answer, closed_at = case when answer <> 'envoyé' then now() end where id = quote;
  update public.quote_acceptances a set
    reversed_at = now(), reversed_by = auth.uid(), reversed_reason = left(btrim(reason), 2000)
  where a.quote_id = quote and a.reversed_at is null;
  if known.status = 'accepté' then
    -- The contract that never was (private.follow_acceptance) permits no letter.
    delete from public.consent_events e
    where answer = 'envoyé'
      and e.contact_id = known.contact_id and e.basis = 'contract' and e.evidence = 'Devis ' || known.number || ' accepté';
    update public.quote_requests r set outcome = null
    where r.id = known.request_id and r.outcome = 'gagnée'
      and not exists (select from public.quotes other where other.request_id = r.id and other.status = 'accepté');
  end if;
  insert into public.quote_events (quote_id, kind, body, recorded_by)
  values (
    quote,
    (case answer when 'refusé' then 'refused' when 'annulé' then 'cancelled' else 'reopened' end)::public.quote_event_kind,
    left(btrim(reason), 2000), auth.uid()
  );
end;
$$;

grant execute on function public.record_quote_answer(uuid, public.quote_status, text) to authenticated;

-- Expires the quotes whose last day is over in Québec. Each run of the dispatcher calls it; it returns how many
-- expired.
create function public.expire_quotes()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  expired uuid[];
begin
  with due as (
    select q.id from public.quotes q
    where q.status = 'envoyé' and q.valid_until < (now() at time zone 'America/Toronto')::date
    for update skip locked
  ), changed as (
    update public.quotes q set status = 'expiré', closed_at = now() from due where q.id = due.id returning q.id
  )
  select coalesce(array_agg(id), '{}') into expired from changed;
  insert into public.quote_events (quote_id, kind) select id, 'expired' from unnest(expired) as id;
  return cardinality(expired);
end;
$$;

grant execute on function public.expire_quotes() to service_role;

-- Figures and personal data --------------------------------------------------------------------------------------------

-- Returns how many quotes there are in each state, and their amounts. It runs as the caller, under the policy of
-- quotes.
create function public.quote_totals_by_status()
returns table (status public.quote_status, quotes bigint, total_cents bigint)
language sql
stable
set search_path = ''
as $$
  select q.status, count(*), sum(q.total_cents)::bigint from public.quotes q group by q.status;
$$;

grant execute on function public.quote_totals_by_status() to authenticated;

-- Erases a person from quotes. Drafts go. An accepted quote is a contract and is kept, with its name, six years after
-- the end of its year (Loi sur l’administration fiscale, art. 35.1); of the others the amounts stay. It returns {
-- issued_quotes, issued_quotes_kept }.
create function private.erase_from_quotes(person uuid, addresses text[])
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  theirs uuid[] := array(
    select q.id from public.quotes q where q.contact_id = person or lower(q.email) = any (addresses)
  );
  kept integer;
begin
  perform from public.quotes where id = any (theirs) order by id for update;
  select count(*) into kept from public.quotes q where q.id = any (theirs) and private.is_contract(q);
  update public.quote_events e set body = case when e.kind in ('note', 'question') then '(effacé)' else '' end
  from public.quotes q where q.id = e.quote_id and q.id = any (theirs) and not private.is_contract(q);
  delete from public.quotes q where q.id = any (theirs) and q.status = 'brouillon';
  perform private.anonymise_sent_quotes(array(
    select q.id from public.quotes q where q.id = any (theirs) and not private.is_contract(q)
  ));
  return jsonb_build_object('issued_quotes', cardinality(theirs) - kept, 'issued_quotes_kept', kept);
end;
$$;

create function private.is_contract(q public.quotes)
returns boolean
language sql
stable
set search_path = ''
as $$
  select q.status = 'accepté'
    and now() < (date_trunc('year', q.closed_at, 'America/Toronto') + interval '7 years');
$$;

-- Takes the names out of sent quotes, of their acceptances and e-mails, and closes their links.
create function private.anonymise_sent_quotes(ids uuid[])
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

-- Forgets the names of quotes seven years after they were sent, once they are no contract that must be kept.
create function private.quote_daily_run()
returns void
language plpgsql
set search_path = ''
as $$
declare
  old uuid[] := array(
    select q.id from public.quotes q
    where q.status <> 'brouillon' and q.anonymised_at is null and q.sent_at < now() - interval '7 years'
      and not private.is_contract(q)
  );
begin
  perform private.anonymise_sent_quotes(old);
  update public.quote_events e set body = '(effacé)' where e.quote_id = any (old) and e.body <> '';
end;
$$;

create constraint trigger quote_services_change_site
  after insert or delete or update of name, unit_price_cents, unit, site_service, estimate_basis, estimate_kinds, estimate_margin
  on public.quote_services
  deferrable initially deferred
  for each row execute function private.mark_site_changed();

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the quotes without an answer: seven days after they were sent, or as many before their end, and for thirty
-- days past it.
create function private.quote_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  select 'quote', 'devis sans réponse', d.id, d.organization_name, d.number, (d.valid_until + 1)::timestamp at time zone 'America/Toronto',
    case when d.valid_until < clock.today then 0 when d.valid_until <= clock.today + 2 then 1 else 2 end, d.total_cents,
    null, null::uuid, null, null::uuid
  from (select (at at time zone 'America/Toronto')::date as today) as clock, public.quotes d
  where d.status = 'envoyé' and (d.valid_until <= clock.today + 7 or d.sent_at <= at - interval '7 days')
    or d.status = 'expiré' and d.valid_until >= clock.today - 30;
$$;

grant execute on function private.quote_today_rows(timestamptz) to authenticated;
