-- This file holds invoices of accepted quotes: deposit, progress, balance and credit note, their payments and their
-- e-mails (docs/decisions/0133). Money is whole cents, as in quotes.

-- Amounts ------------------------------------------------------------------------------------------------------------
-- The cents of a quote before taxes are numbered from 0, and an invoice bills some of them. The tax on the cents from a to
-- b is the tax on b less the tax on a: however a quote is cut, and whatever is credited and billed again, the parts add up
-- to it exactly, and a run of cents is never a whole cent away from its own rate.

create function private.count_cents(billed int8multirange)
returns bigint
language sql
immutable
strict
parallel safe
set search_path = ''
return (select coalesce(sum(upper(span) - lower(span)), 0)::bigint from unnest(billed) as span);

grant execute on function private.count_cents(int8multirange) to authenticated;

-- Returns the first `amount` of the free cents.
create function private.first_cents(free int8multirange, amount bigint)
returns int8multirange
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
declare
  span int8range;
  taken int8multirange := '{}';
  missing bigint := amount;
begin
  for span in select part from unnest(free) as part order by part loop
    exit when missing <= 0;
    if upper(span) is null or upper(span) - lower(span) > missing then
      span := int8range(lower(span), lower(span) + missing);
    end if;
    taken := taken + int8multirange(span);
    missing := missing - (upper(span) - lower(span));
  end loop;
  return taken;
end;
$$;

grant execute on function private.first_cents(int8multirange, bigint) to authenticated;

-- Returns the taxes and the total of these cents: { taxableCents, gstCents, qstCents, totalCents }.
create function private.billed_totals(billed int8multirange, tax_status public.tax_status)
returns jsonb
language sql
immutable
strict
parallel safe
set search_path = ''
return (
  select jsonb_build_object(
    'taxableCents', taxable, 'gstCents', gst, 'qstCents', qst, 'totalCents', taxable + gst + qst
  )
  from (
    select coalesce(sum(upper(span) - lower(span)), 0)::bigint as taxable,
      coalesce(sum(private.gst(upper(span), tax_status) - private.gst(lower(span), tax_status)), 0)::bigint as gst,
      coalesce(sum(private.qst(upper(span), tax_status) - private.qst(lower(span), tax_status)), 0)::bigint as qst
    from unnest(billed) as span
  ) as summed
);

grant execute on function private.billed_totals(int8multirange, public.tax_status) to authenticated;

-- Invoices -----------------------------------------------------------------------------------------------------------

create type public.invoice_kind as enum ('deposit', 'progress', 'balance', 'credit');

-- No state is stored: private.invoice_state tells it from the amounts and the day.
create type public.invoice_state as enum ('brouillon', 'émise', 'partiellement payée', 'payée', 'en retard', 'créditée');

create table public.invoices (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes (id) on delete restrict,
  kind public.invoice_kind not null,
  -- It names the invoice that a credit note corrects.
  credits_id uuid references public.invoices (id) on delete restrict,
  -- On a credit note, it is true when what is given back is no longer due, false when it is billed again.
  is_waived boolean not null default false,
  -- The number is taken when the invoice is issued, without a gap in a year; credit notes are in the same series. A
  -- draft has none.
  year integer,
  sequence integer,
  number text generated always as (
    'F-' || year::text || '-' || case when sequence < 1000 then lpad(sequence::text, 3, '0') else sequence::text end
  ) stored,
  -- These name the addressee: at first the client of the quote.
  organization_name text not null,
  contact_name text not null default '',
  contact_title text not null default '',
  email text not null default '',
  phone text not null default '',
  address text not null default '',
  -- It is the resolution or the purchase order of the acceptance, or what the client asks to read there.
  reference text not null default '',
  subject text not null default '',
  -- Lines are as those of quotes: private.is_quote_line.
  lines jsonb not null default '[]',
  discount_kind public.discount_kind not null default 'aucun',
  discount_value bigint not null default 0,
  discount_label text not null default '',
  -- It counts the days from the issue to the payment.
  due_days integer not null default 30,
  terms text not null default '',
  notes text not null default '',
  -- It is written once, when the invoice is issued: the cents of the quote that it bills or, a credit note, gives back.
  billed int8multirange,
  -- It is the part that is beyond the accepted quote, before taxes, as the person confirmed it.
  added_cents bigint not null default 0,
  tax_status public.tax_status,
  totals jsonb,
  total_cents bigint generated always as ((totals ->> 'totalCents')::bigint) stored,
  issued_on date,
  due_on date,
  issued_at timestamptz,
  -- It holds both parties, lines and totals (InvoiceDocument): the page and the PDF print this.
  snapshot jsonb,
  -- It is the digest of the PDF, once that is kept.
  pdf_sha256 text,
  -- It says when the personal data of the invoice ended (Loi 25).
  anonymised_at timestamptz,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint invoices_number_key unique (year, sequence),
  constraint invoices_sequence_range check (sequence >= 1),
  constraint invoices_issued_whole check (
    num_nulls(year, sequence, billed, tax_status, totals, issued_on, due_on, issued_at, snapshot) in (0, 9)
  ),
  -- A credit note is issued as it is made, and names what it corrects.
  constraint invoices_credit_whole check (
    case when kind = 'credit' then credits_id is not null and issued_at is not null else credits_id is null end
  ),
  constraint invoices_waived_credit check (kind = 'credit' or not is_waived),
  constraint invoices_organization_name_length check (char_length(organization_name) <= 200),
  constraint invoices_organization_name_one_line check (private.is_one_line_text(organization_name)),
  -- Names end up in e-mail headers: a line break there would add headers of the sender's choice.
  constraint invoices_contact_name_length check (char_length(contact_name) <= 100),
  constraint invoices_contact_name_one_line check (private.is_one_line_text(contact_name)),
  constraint invoices_contact_title_length check (char_length(contact_title) <= 100),
  constraint invoices_contact_title_one_line check (private.is_one_line_text(contact_title)),
  constraint invoices_email_format check (email = '' or private.is_email_address(email)),
  constraint invoices_phone_length check (char_length(phone) <= 20),
  constraint invoices_phone_one_line check (private.is_one_line_text(phone)),
  constraint invoices_address_length check (char_length(address) <= 300),
  constraint invoices_reference_length check (char_length(reference) <= 100),
  constraint invoices_reference_one_line check (private.is_one_line_text(reference)),
  constraint invoices_subject_length check (char_length(subject) <= 200),
  constraint invoices_subject_one_line check (private.is_one_line_text(subject)),
  constraint invoices_lines_known check (private.are_quote_lines(lines)),
  constraint invoices_discount_value_range check (
    discount_value >= 0 and discount_value <= case discount_kind when 'pourcentage' then 10000 else 10000000000 end
  ),
  constraint invoices_discount_label_length check (char_length(discount_label) <= 100),
  constraint invoices_discount_label_one_line check (private.is_one_line_text(discount_label)),
  constraint invoices_due_days_range check (due_days between 0 and 120),
  constraint invoices_terms_length check (char_length(terms) <= 4000),
  constraint invoices_notes_length check (char_length(notes) <= 2000),
  constraint invoices_added_cents_range check (added_cents >= 0),
  constraint invoices_pdf_sha256_format check (pdf_sha256 ~ '^[0-9a-f]{64}$')
);

create index invoices_quote_id_idx on public.invoices (quote_id);
create index invoices_credits_id_idx on public.invoices (credits_id);
create index invoices_created_by_idx on public.invoices (created_by);
create index invoices_created_at_idx on public.invoices (created_at desc, id);

create trigger invoices_set_updated_at before update on public.invoices
  for each row execute function private.set_updated_at();

-- Refuses changes of an issued invoice by any role: a credit note corrects it. The digest of its PDF is stored once;
-- the retention period removes names and no amount.
create function private.keep_issued_invoice()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  moving text[] := array['created_by', 'updated_at', 'number', 'total_cents'];
begin
  if tg_op = 'UPDATE' then
    if old.pdf_sha256 is null then
      moving := moving || 'pdf_sha256'::text;
    end if;
    if new.anonymised_at is not null and old.anonymised_at is null then
      moving := moving || array[
        'organization_name', 'contact_name', 'contact_title', 'email', 'phone', 'address', 'reference', 'notes', 'snapshot',
        'anonymised_at'
      ];
    end if;
    if to_jsonb(new) - moving = to_jsonb(old) - moving then
      return new;
    end if;
  end if;
  raise sqlstate 'PT409' using message = 'Une facture émise ne se modifie plus et ne se supprime pas : faites une note de crédit.';
end;
$$;

create trigger invoices_keep_issued before update or delete on public.invoices
  for each row when (old.issued_at is not null)
  execute function private.keep_issued_invoice();

alter table public.invoices enable row level security;

-- The functions below make and move invoices; a draft is written directly.
grant select on table public.invoices to authenticated, service_role;
grant update (
  kind, organization_name, contact_name, contact_title, email, phone, address, reference, subject, lines, discount_kind,
  discount_value, discount_label, due_days, terms, notes
) on table public.invoices to authenticated;
grant delete on table public.invoices to authenticated;

create policy "invoices: member reads" on public.invoices
  for select to authenticated
  using ((select private.is_member()));

create policy "invoices: admin writes drafts" on public.invoices
  for update to authenticated
  using (issued_at is null and (select private.is_admin()))
  with check (issued_at is null and (select private.is_admin()));

create policy "invoices: admin deletes drafts" on public.invoices
  for delete to authenticated
  using (issued_at is null and (select private.is_admin()));

select private.attach_search(
  'invoice', 'public.invoices', names => array['organization_name', 'coalesce(number, '''')'],
  other => 'subject || '' '' || reference || '' '' || contact_name || '' '' || jsonb_path_query_array(lines, ''$[*].description'')::text',
  title => 'organization_name', detail => 'concat_ws('' · '', coalesce(number, ''Brouillon''), nullif(subject, ''''))',
  changed_at => 'updated_at', condition => 'anonymised_at is null'
);

create function private.trash_label(item public.invoices)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(', ', 'Facture', nullif(item.organization_name, ''), nullif(item.subject, ''));
$$;

create function private.trash_refusal(item public.invoices)
returns text
language sql
immutable
set search_path = ''
as $$
  select 'Une facture émise ne se supprime pas : faites une note de crédit.' where item.issued_at is not null;
$$;

select private.attach_trash('invoices');
select private.attach_activity_log('invoices');

-- The table holds the last number given in each year. Its row is locked until the invoice that takes one is committed:
-- no gap, no double.
create table private.invoice_numbers (
  year integer primary key,
  last integer not null
);

alter table private.invoice_numbers enable row level security;

-- E-mails about an invoice are in the outbox (25_outbox.sql).
alter table public.notifications add constraint notifications_invoice_id_fkey
  foreign key (invoice_id) references public.invoices (id) on delete cascade;

-- Payments -----------------------------------------------------------------------------------------------------------

create type public.payment_method as enum ('cheque', 'transfer', 'cash', 'other');

-- The table holds payments of clients, as a person recorded them. One that is undone stays.
create table public.invoice_payments (
  id uuid primary key,
  invoice_id uuid not null references public.invoices (id) on delete restrict,
  method public.payment_method not null,
  amount_cents bigint not null,
  received_on date not null,
  -- It is the number of the cheque or of the transfer.
  reference text not null default '',
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by uuid references auth.users (id) on delete set null,
  constraint invoice_payments_amount_cents_range check (amount_cents between 1 and 10000000000),
  constraint invoice_payments_reference_length check (char_length(reference) <= 100),
  constraint invoice_payments_reference_one_line check (private.is_one_line_text(reference))
);

create index invoice_payments_invoice_id_idx on public.invoice_payments (invoice_id);
create index invoice_payments_recorded_by_idx on public.invoice_payments (recorded_by);
create index invoice_payments_undone_by_idx on public.invoice_payments (undone_by);

-- Keeps a payment as it is: it is undone once, and neither changed nor deleted.
create function private.keep_payment()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  moving text[] := array['recorded_by', 'undone_by'];
begin
  if tg_op = 'UPDATE' then
    if old.undone_at is null then
      moving := moving || 'undone_at'::text;
    end if;
    if to_jsonb(new) - moving = to_jsonb(old) - moving then
      return new;
    end if;
  end if;
  raise sqlstate 'PT409' using message = 'Un paiement noté ne se modifie pas : annulez-le, puis notez le bon.';
end;
$$;

create trigger invoice_payments_keep before update or delete on public.invoice_payments
  for each row execute function private.keep_payment();

alter table public.invoice_payments enable row level security;

-- Only record_payment and undo_payment write.
grant select on table public.invoice_payments to authenticated, service_role;

create policy "invoice_payments: member reads" on public.invoice_payments
  for select to authenticated
  using ((select private.is_member()));

select private.attach_activity_log('invoice_payments');

-- Reading ------------------------------------------------------------------------------------------------------------

-- Returns the state of an invoice that was paid and credited so much. A credit note is issued, and nothing more.
create function private.invoice_state(i public.invoices, paid bigint, credited bigint, today date)
returns public.invoice_state
language sql
immutable
set search_path = ''
as $$
  select case
    when i.issued_at is null then 'brouillon'
    when i.kind = 'credit' then 'émise'
    when credited >= i.total_cents then 'créditée'
    when paid + credited >= i.total_cents then 'payée'
    when i.due_on < today then 'en retard'
    when paid > 0 then 'partiellement payée'
    else 'émise'
  end::public.invoice_state;
$$;

grant execute on function private.invoice_state(public.invoices, bigint, bigint, date) to authenticated;

-- Returns the state and the amounts of invoices, newest first: all, those of a quote, or one. It runs as the caller,
-- under the policies of the tables.
--   total_cents    of a draft, what it would come to alone
--   balance_cents  what is still to be paid; below zero, what was paid too much
create function public.invoice_standings(of_quote uuid default null, only_invoice uuid default null)
returns table (
  id uuid, quote_id uuid, quote_number text, kind public.invoice_kind, number text, credits_id uuid, credits_number text,
  is_waived boolean, organization_name text, subject text, state public.invoice_state, issued_on date, due_on date, taxable_cents bigint, gst_cents bigint,
  qst_cents bigint, total_cents bigint, paid_cents bigint, credited_cents bigint, balance_cents bigint,
  created_at timestamptz, issued_at timestamptz
)
language sql
stable
set search_path = ''
as $$
  select i.id, i.quote_id, q.number, i.kind, i.number, i.credits_id,
    (select c.number from public.invoices c where c.id = i.credits_id), i.is_waived, i.organization_name, i.subject,
    private.invoice_state(i, paid.cents, credited.cents, (now() at time zone 'America/Toronto')::date),
    i.issued_on, i.due_on, (counted.totals ->> 'taxableCents')::bigint, (counted.totals ->> 'gstCents')::bigint,
    (counted.totals ->> 'qstCents')::bigint, (counted.totals ->> 'totalCents')::bigint, paid.cents, credited.cents,
    case when i.issued_at is null or i.kind = 'credit' then 0 else i.total_cents - credited.cents - paid.cents end,
    i.created_at, i.issued_at
  from public.invoices i
  join public.quotes q on q.id = i.quote_id
  cross join lateral (
    select coalesce(
      i.totals, private.quote_totals(i.lines, i.discount_kind, i.discount_value, q.tax_status)
    ) as totals
  ) as counted
  cross join lateral (
    select coalesce(sum(p.amount_cents), 0)::bigint as cents
    from public.invoice_payments p where p.invoice_id = i.id and p.undone_at is null
  ) as paid
  cross join lateral (
    select coalesce(sum(c.total_cents), 0)::bigint as cents from public.invoices c where c.credits_id = i.id
  ) as credited
  where (of_quote is null or i.quote_id = of_quote) and (only_invoice is null or i.id = only_invoice)
  order by i.created_at desc, i.id;
$$;

grant execute on function public.invoice_standings(uuid, uuid) to authenticated;

-- Returns the cents of a quote that are not to be billed any more: those that its issued invoices bill, without what
-- was given back to be billed again. What was given back because it is no longer due counts as billed.
create function private.billed_of_quote(quote uuid)
returns int8multirange
language sql
stable
set search_path = ''
as $$
  select coalesce(range_agg(left_of_it.billed), '{}')
  from public.invoices i
  cross join lateral (
    select i.billed - coalesce(range_agg(c.billed), '{}') as billed
    from public.invoices c where c.credits_id = i.id and not c.is_waived
  ) as left_of_it
  where i.quote_id = quote and i.kind <> 'credit' and i.issued_at is not null;
$$;

grant execute on function private.billed_of_quote(uuid) to authenticated;

-- Returns the cents of a quote that its client is charged. What is no longer due is never billed again: it can be taken
-- out at the end.
create function private.charged_of_quote(quote uuid)
returns int8multirange
language sql
stable
set search_path = ''
as $$
  select private.billed_of_quote(quote) - coalesce(range_agg(c.billed), '{}')
  from public.invoices c where c.quote_id = quote and c.is_waived;
$$;

-- Returns the cents of a quote that an invoice of this share of it would bill, in hundredths of a percent; all that is
-- left when the share is null.
create function private.cents_to_bill(quote uuid, share integer default null)
returns int8multirange
language sql
stable
set search_path = ''
as $$
  select case when share is null then int8multirange(int8range(0, accepted)) - already
    else private.first_cents('{[0,)}'::int8multirange - already, (accepted * share + 5000) / 10000) end
  from (
    select (q.totals ->> 'taxableCents')::bigint as accepted, private.billed_of_quote(q.id) as already
    from public.quotes q where q.id = quote
  ) as known;
$$;

grant execute on function private.cents_to_bill(uuid, integer) to authenticated;

-- Returns the cents of an issued invoice that no credit note gave back.
create function private.uncredited_cents(invoice uuid)
returns int8multirange
language sql
stable
set search_path = ''
as $$
  select i.billed - coalesce((select range_agg(c.billed) from public.invoices c where c.credits_id = i.id), '{}')
  from public.invoices i where i.id = invoice;
$$;

-- Returns the amounts of an invoice for this share of a quote, or for all that is left of it: { taxableCents, gstCents,
-- qstCents, totalCents }.
create function public.billing_totals(quote uuid, share integer default null)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.billed_totals(private.cents_to_bill(quote, share), private.studio_tax_status())
  where private.is_member();
$$;

grant execute on function public.billing_totals(uuid, integer) to authenticated;

-- Returns the amounts of a credit note of so many cents before taxes, or of all that is left of the invoice.
create function public.credit_totals(invoice uuid, amount bigint default null)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.billed_totals(
    private.first_cents(uncredited, coalesce(amount, private.count_cents(uncredited))), i.tax_status
  )
  from public.invoices i, private.uncredited_cents(i.id) as uncredited
  where i.id = invoice and i.kind <> 'credit' and private.is_member();
$$;

grant execute on function public.credit_totals(uuid, bigint) to authenticated;

-- Returns the document that page and PDF print of an invoice that bills these cents (InvoiceDocument of
-- invoice-document.ts), dated today in Québec.
create function private.invoice_document(i public.invoices)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'kind', i.kind,
    'number', coalesce('F-' || i.year || '-' || case when i.sequence < 1000 then lpad(i.sequence::text, 3, '0') else i.sequence::text end, ''),
    'date', today.day,
    'dueOn', today.day + i.due_days,
    'subject', i.subject,
    'reference', i.reference,
    'quote', jsonb_build_object('number', q.number, 'revision', q.revision, 'date', q.snapshot ->> 'date'),
    'credits', (select jsonb_build_object('number', c.number, 'date', c.issued_on) from public.invoices c where c.id = i.credits_id),
    'studio', private.printed_studio(i.tax_status),
    'bankDetails', (select s.bank_details from public.studio s where s.id = 1),
    'client', jsonb_build_object(
      'organization', i.organization_name, 'contactName', i.contact_name, 'contactTitle', i.contact_title,
      'email', i.email, 'phone', i.phone, 'address', i.address
    ),
    'lines', private.printed_lines(i.lines),
    'discount', case when (i.totals ->> 'discountCents')::bigint > 0 then
      jsonb_build_object('label', i.discount_label, 'cents', i.totals -> 'discountCents')
    end,
    'totals', i.totals,
    'terms', i.terms, 'notes', i.notes
  )
  from public.quotes q, (select (now() at time zone 'America/Toronto')::date as day) as today
  where q.id = i.quote_id;
$$;

-- Computes a draft as if it were issued now: its amounts, its taxes, and its part beyond the accepted quote.
create function private.filled_invoice(i public.invoices)
returns public.invoices
language plpgsql
stable
set search_path = ''
as $$
declare
  filled public.invoices := i;
  already int8multirange := private.billed_of_quote(i.quote_id);
  accepted bigint := (select (q.totals ->> 'taxableCents')::bigint from public.quotes q where q.id = i.quote_id);
  alone jsonb;
begin
  filled.tax_status := private.studio_tax_status();
  alone := private.quote_totals(i.lines, i.discount_kind, i.discount_value, filled.tax_status);
  filled.billed := private.first_cents('{[0,)}'::int8multirange - already, (alone ->> 'taxableCents')::bigint);
  filled.totals := alone || private.billed_totals(filled.billed, filled.tax_status);
  -- An addition that is still billed leaves no room of its own.
  filled.added_cents := private.count_cents(filled.billed - int8multirange(int8range(0, accepted)));
  return filled;
end;
$$;

-- Returns an invoice as it prints: { document, addedCents, refusal }. A draft is shown as it would be if it were issued
-- now.
create function public.invoice_preview(invoice uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  known public.invoices;
begin
  if not private.is_member() then
    return null;
  end if;
  select * into known from public.invoices i where i.id = invoice;
  if known.id is null then
    return null;
  elsif known.issued_at is null then
    known := private.filled_invoice(known);
    return jsonb_build_object(
      'document', private.invoice_document(known), 'addedCents', known.added_cents,
      'refusal', private.invoice_refusal(known)
    );
  end if;
  return jsonb_build_object('document', known.snapshot, 'addedCents', known.added_cents, 'refusal', null);
end;
$$;

grant execute on function public.invoice_preview(uuid) to authenticated;

-- Making and issuing -------------------------------------------------------------------------------------------------

-- Locks the quote of an invoice, then the invoice: what is billed of a quote changes one at a time.
create function private.lock_invoice(invoice uuid)
returns public.invoices
language plpgsql
set search_path = ''
as $$
declare
  locked public.invoices;
begin
  perform private.lock_quote(i.quote_id) from public.invoices i where i.id = invoice;
  select * into locked from public.invoices where id = invoice for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Cette facture n’existe plus.';
  end if;
  return locked;
end;
$$;

-- Writes a day as « 3 mars 2026 ».
create function private.written_day(day date)
returns text
language sql
immutable
strict
parallel safe
set search_path = ''
return case extract(day from day) when 1 then '1er' else extract(day from day)::text end || ' '
  || (array[
    'janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'septembre', 'octobre', 'novembre', 'décembre'
  ])[extract(month from day)] || ' ' || extract(year from day);

-- Writes cents as « 3 506,00 $ ».
create function private.written_cents(cents bigint)
returns text
language sql
immutable
strict
parallel safe
set search_path = ''
return translate(to_char(cents / 100.0, 'FM999,999,999,990.00'), ',.', E'\u00a0,') || E'\u00a0$';

-- Makes a draft for an accepted quote; returns its id.
--   share  hundredths of a percent of the quote; null: its lines, or what is left of it
create function public.create_invoice(quote uuid, kind public.invoice_kind, share integer default null)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.quotes;
  amount bigint;
  made uuid;
begin
  perform private.require_admin();
  known := private.lock_quote(quote);
  if known.status <> 'accepté' or known.anonymised_at is not null then
    raise sqlstate 'PT409' using message = 'Ce devis n’est pas accepté : il ne se facture pas.';
  elsif kind is null or kind = 'credit' or share not between 1 and 10000 then
    raise sqlstate 'PT422' using message = 'Choisissez une part de 0,01 à 100 %.';
  end if;
  if isempty(private.cents_to_bill(quote)) then
    raise sqlstate 'PT409' using message = case when (known.totals ->> 'taxableCents')::bigint = 0
      then 'Le total de ce devis est nul : il n’y a rien à facturer.'
      else 'Ce devis est facturé en entier : un ajout se facture d’un autre devis accepté.' end;
  elsif share is not null or kind = 'balance' and not isempty(private.billed_of_quote(quote)) then
    amount := private.count_cents(private.cents_to_bill(quote, share));
  end if;
  insert into public.invoices (
    quote_id, kind, organization_name, contact_name, contact_title, email, phone, address, reference, subject, lines,
    discount_kind, discount_value, discount_label, terms, notes
  )
  select quote, create_invoice.kind, known.organization_name, known.contact_name, known.contact_title, known.email,
    known.phone, known.address,
    coalesce((
      select case a.authority
        when 'resolution' then 'Résolution ' || a.resolution_number || ' du ' || private.written_day(a.resolution_date)
        when 'delegation' then 'Bon de commande ' || a.purchase_order
      end
      from public.quote_acceptances a where a.quote_id = quote and a.reversed_at is null
    ), ''),
    known.subject,
    case when amount is null then known.lines else jsonb_build_array(jsonb_build_object(
      'description', case create_invoice.kind
        when 'deposit' then 'Acompte de ' || part || ' sur le devis '
        when 'progress' then 'Avancement des travaux, ' || part || ' du devis '
        else coalesce('Solde, ' || part, 'Solde') || ' du devis '
      end || known.number || case when known.subject <> '' then E'\u00a0: ' || known.subject else '' end,
      'quantity', '1.000', 'unit', '', 'unitPriceCents', amount
    )) end,
    case when amount is null then known.discount_kind else 'aucun' end,
    case when amount is null then known.discount_value else 0 end,
    case when amount is null then known.discount_label else '' end,
    known.terms,
    case when create_invoice.kind = 'balance' and share is null and amount is not null then
      'Total du devis' || E'\u00a0: ' || private.written_cents((known.totals ->> 'taxableCents')::bigint) || ' avant taxes, dont '
        || private.written_cents(private.count_cents(private.billed_of_quote(quote))) || ' facturés auparavant.'
    else '' end
  from (select replace(trim_scale(share / 100.0)::text, '.', ',') || E'\u00a0%' as part) as written
  returning id into made;
  return made;
end;
$$;

grant execute on function public.create_invoice(uuid, public.invoice_kind, integer) to authenticated;

-- Says in French why a filled draft cannot be issued; null when it can.
create function private.invoice_refusal(i public.invoices)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when private.studio_refusal() is not null then private.studio_refusal()
    when q.status <> 'accepté' then 'Le devis de cette facture n’est plus accepté.'
    when btrim(i.organization_name) = '' then 'Indiquez l’organisation à qui la facture est destinée.'
    when i.lines = '[]' then 'Ajoutez au moins une ligne.'
    when exists (select from jsonb_array_elements(i.lines) as line where btrim(line ->> 'description') = '') then
      'Une ligne n’a pas de description.'
    when (i.totals ->> 'taxableCents')::bigint = 0 then 'Le montant de cette facture est nul.'
    when (i.totals ->> 'taxableCents')::bigint > 10000000000 then 'Le montant de cette facture est trop grand.'
  end
  from public.quotes q where q.id = i.quote_id;
$$;

-- Gives an invoice the next number of the year, in the row that it returns.
create function private.numbered_invoice(i public.invoices)
returns public.invoices
language plpgsql
set search_path = ''
as $$
declare
  numbered public.invoices := i;
begin
  perform private.require_own_numbers();
  numbered.year := extract(year from now() at time zone 'America/Toronto');
  insert into private.invoice_numbers as known (year, last) values (numbered.year, 1)
  on conflict (year) do update set last = known.last + 1
  returning last into numbered.sequence;
  return numbered;
end;
$$;

-- Issues a draft: gives the number, freezes what is printed, and its taxes. It returns the number.
--   read_at    the updated_at of what the person saw, exactly as given. PT409: it was changed since.
--   confirmed  what of it is beyond the accepted quote, in cents before taxes, as the person read and confirmed it
create function public.issue_invoice(invoice uuid, read_at timestamptz, confirmed bigint default 0)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  draft public.invoices;
  refusal text;
begin
  perform private.require_admin();
  draft := private.lock_invoice(invoice);
  if draft.issued_at is not null then
    raise sqlstate 'PT409' using message = 'Cette facture est déjà émise.';
  elsif draft.updated_at is distinct from read_at then
    raise sqlstate 'PT409' using message = 'Cette facture a été modifiée entre-temps. Relisez-la avant de l’émettre.';
  end if;
  draft := private.filled_invoice(draft);
  refusal := private.invoice_refusal(draft);
  if refusal is not null then
    raise sqlstate 'PT422' using message = refusal;
  elsif draft.added_cents is distinct from coalesce(confirmed, 0) then
    raise sqlstate 'PT409' using message =
      'Ce qui dépasse le devis accepté n’est plus ce que vous aviez lu. Relisez la facture, puis confirmez.';
  end if;
  draft := private.numbered_invoice(draft);
  update public.invoices i set
    year = draft.year, sequence = draft.sequence, billed = draft.billed, added_cents = draft.added_cents,
    tax_status = draft.tax_status, totals = draft.totals, snapshot = private.invoice_document(draft), issued_at = now(),
    issued_on = (now() at time zone 'America/Toronto')::date,
    due_on = (now() at time zone 'America/Toronto')::date + draft.due_days
  where i.id = invoice;
  return (select i.number from public.invoices i where i.id = invoice);
end;
$$;

grant execute on function public.issue_invoice(uuid, timestamptz, bigint) to authenticated;

-- Makes a credit note, issued at once under the id that is given; called twice with the same id, it is made once.
--   amount  cents before taxes; null: all that is left of the invoice
--   waived  true: the amount is no longer due; false: it is billed again
create function public.credit_invoice(
  credit uuid, invoice uuid, reason text, amount bigint default null, waived boolean default false
)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  old public.invoices;
  made public.invoices;
  uncredited int8multirange;
  is_whole boolean;
  alone jsonb;
begin
  perform private.require_admin();
  old := private.lock_invoice(invoice);
  if exists (select from public.invoices i where i.id = credit and i.credits_id = invoice) then
    return (select i.number from public.invoices i where i.id = credit);
  elsif old.issued_at is null or old.kind = 'credit' then
    raise sqlstate 'PT409' using message = 'Seule une facture émise se corrige par une note de crédit.';
  elsif btrim(coalesce(reason, '')) = '' then
    raise sqlstate 'PT422' using message = 'Indiquez la raison.';
  end if;
  uncredited := private.uncredited_cents(invoice);
  if isempty(uncredited) then
    raise sqlstate 'PT409' using message = 'Cette facture est déjà créditée en entier.';
  elsif amount is not null and amount not between 1 and private.count_cents(uncredited) then
    raise sqlstate 'PT422' using message = 'Une note de crédit ne dépasse pas ce qui reste de la facture.';
  end if;
  made := old;
  made.id := credit;
  made.kind := 'credit';
  made.credits_id := invoice;
  made.is_waived := coalesce(waived, false);
  made.billed := private.first_cents(uncredited, coalesce(amount, private.count_cents(uncredited)));
  made.added_cents := 0;
  made.pdf_sha256 := null;
  made.due_days := 0;
  made.terms := '';
  made.notes := left(btrim(reason), 2000);
  is_whole := made.billed = old.billed;
  if not is_whole then
    made.discount_kind := 'aucun';
    made.discount_value := 0;
    made.discount_label := '';
    made.lines := jsonb_build_array(jsonb_build_object(
      'description', 'Crédit sur la facture ' || old.number, 'quantity', '1.000', 'unit', '',
      'unitPriceCents', private.count_cents(made.billed)
    ));
  end if;
  alone := private.quote_totals(made.lines, made.discount_kind, made.discount_value, made.tax_status);
  made.totals := alone || private.billed_totals(made.billed, made.tax_status);
  made := private.numbered_invoice(made);
  insert into public.invoices (
    id, quote_id, kind, credits_id, is_waived, year, sequence, organization_name, contact_name, contact_title, email, phone, address,
    reference, subject, lines, discount_kind, discount_value, discount_label, due_days, terms, notes, billed, tax_status,
    totals, snapshot, issued_on, due_on, issued_at, created_by
  )
  values (
    made.id, made.quote_id, made.kind, made.credits_id, made.is_waived, made.year, made.sequence, made.organization_name,
    made.contact_name, made.contact_title, made.email, made.phone, made.address, made.reference, made.subject, made.lines, made.discount_kind,
    made.discount_value, made.discount_label, made.due_days, made.terms, made.notes, made.billed, made.tax_status,
    made.totals, private.invoice_document(made), (now() at time zone 'America/Toronto')::date,
    (now() at time zone 'America/Toronto')::date, now(), auth.uid()
  );
  return (select i.number from public.invoices i where i.id = credit);
end;
$$;

grant execute on function public.credit_invoice(uuid, uuid, text, bigint, boolean) to authenticated;

-- E-mails ------------------------------------------------------------------------------------------------------------

-- « Envoyer par courriel » issues a draft as issue_invoice does, or takes what is issued, and puts its e-mail in the
-- outbox, in one transaction; {{numero}} in the letter becomes the number that a draft has only then. Called twice with
-- the same message, it is sent once. It returns the number.
create function public.email_invoice(
  message uuid, invoice uuid, read_at timestamptz, message_subject text, message_body text, confirmed bigint default 0
)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.invoices;
begin
  perform private.require_admin();
  known := private.lock_invoice(invoice);
  if exists (select from public.notifications n where n.id = message and n.invoice_id = invoice) then
    return known.number;
  end if;
  perform private.check_invoice_letter(known, message_subject, message_body);
  if known.issued_at is null then
    perform public.issue_invoice(invoice, read_at, confirmed);
  end if;
  select * into known from public.invoices i where i.id = invoice;
  insert into public.notifications (id, invoice_id, kind, subject, body, created_by)
  values (
    message, invoice, 'invoice', left(replace(btrim(message_subject), '{{numero}}', known.number), 200),
    replace(message_body, '{{numero}}', known.number), auth.uid()
  );
  return known.number;
end;
$$;

grant execute on function public.email_invoice(uuid, uuid, timestamptz, text, text, bigint) to authenticated;

-- « Relancer » queues the e-mail of a reminder, once for one message. Nothing else ever makes one.
create function public.remind_invoice(message uuid, invoice uuid, message_subject text, message_body text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.invoices;
  refusal text;
begin
  perform private.require_admin();
  known := private.lock_invoice(invoice);
  if exists (select from public.notifications n where n.id = message and n.invoice_id = invoice) then
    return;
  end if;
  refusal := private.reminder_refusal(invoice);
  if refusal is not null then
    raise sqlstate 'PT409' using message = refusal;
  end if;
  if exists (
    select from public.notifications n
    where n.invoice_id = invoice and n.kind = 'invoice_reminder' and n.state not in ('échec', 'retenu')
      and n.created_at > now() - interval '1 day'
  ) then
    raise sqlstate 'PT409' using message = 'Un rappel de cette facture est parti il y a moins de 24 heures.';
  end if;
  perform private.check_invoice_letter(known, message_subject, message_body);
  insert into public.notifications (id, invoice_id, kind, subject, body, created_by)
  values (message, invoice, 'invoice_reminder', btrim(message_subject), message_body, auth.uid());
end;
$$;

grant execute on function public.remind_invoice(uuid, uuid, text, text) to authenticated;

-- Refuses, in French, a letter that says nothing or whose address cannot be written to.
create function private.check_invoice_letter(i public.invoices, subject text, body text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  refusal text := private.address_refusal(i.email);
begin
  if i.anonymised_at is not null then
    raise sqlstate 'PT409' using message = 'Les renseignements de cette facture sont effacés.';
  elsif i.email = '' then
    raise sqlstate 'PT422' using message = 'Indiquez le courriel du client.';
  elsif (subject ~ '\S' and body ~ '\S') is not true then
    raise sqlstate 'PT422' using message = 'Écrivez un sujet et un texte.';
  elsif refusal is not null then
    raise sqlstate 'PT422' using message = refusal || ' La facture n’a pas été envoyée.';
  end if;
end;
$$;

-- Says in French why nobody is to be reminded of an invoice; null when it is late. It is asked again when the e-mail
-- leaves: the invoice may have been paid since the press.
create function private.reminder_refusal(invoice uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select case standing.state
    when 'en retard' then null
    when 'payée' then 'Cette facture est payée.'
    when 'créditée' then 'Cette facture est créditée.'
    else 'Cette facture n’est pas en retard.'
  end
  from public.invoice_standings(only_invoice => invoice) as standing;
$$;

-- Returns the facts that the server needs to print an invoice or to write about it; `pdfSha256` is null until its PDF
-- is kept.
create function private.invoice_for_server(invoice uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  known public.invoices;
begin
  select * into known from public.invoices i where i.id = invoice;
  return case when known.id is not null then jsonb_build_object(
    'id', known.id, 'quoteId', known.quote_id, 'pdfSha256', known.pdf_sha256,
    'document', coalesce(known.snapshot, private.invoice_document(private.filled_invoice(known))),
    'logo', (select s.logo_path from public.studio s where s.id = 1)
  ) end;
end;
$$;

-- « Télécharger le PDF » reads it through the edge function quote-pdf, which checks the administrator.
create function public.invoice_to_print(invoice uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.invoice_for_server(invoice);
$$;

grant execute on function public.invoice_to_print(uuid) to service_role;

-- Stores the digest of the PDF of an issued invoice unless it has one, and returns the stored digest.
create function public.keep_invoice_pdf(invoice uuid, sha256 text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.invoices i set pdf_sha256 = keep_invoice_pdf.sha256
  where i.id = invoice and i.issued_at is not null and i.pdf_sha256 is null;
  return (select i.pdf_sha256 from public.invoices i where i.id = invoice);
end;
$$;

grant execute on function public.keep_invoice_pdf(uuid, text) to service_role;

-- Paying -------------------------------------------------------------------------------------------------------------

-- Notes a payment under the id that is given; called twice with the same id, it is noted once. One that is too much is
-- noted as it is, and the balance says so.
create function public.record_payment(
  payment uuid, invoice uuid, method public.payment_method, amount bigint, received_on date, reference text default ''
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.invoices;
begin
  perform private.require_admin();
  known := private.lock_invoice(invoice);
  if known.issued_at is null or known.kind = 'credit' then
    raise sqlstate 'PT409' using message = 'Un paiement se note sur une facture émise.';
  elsif amount is null or amount < 1 then
    raise sqlstate 'PT422' using message = 'Indiquez le montant reçu.';
  elsif received_on is null or received_on > (now() at time zone 'America/Toronto')::date then
    raise sqlstate 'PT422' using message = 'Indiquez le jour du paiement, passé ou d’aujourd’hui.';
  end if;
  insert into public.invoice_payments (id, invoice_id, method, amount_cents, received_on, reference, recorded_by)
  values (payment, invoice, method, amount, received_on, btrim(coalesce(reference, '')), auth.uid())
  on conflict (id) do nothing;
end;
$$;

grant execute on function public.record_payment(uuid, uuid, public.payment_method, bigint, date, text) to authenticated;

-- « Annuler » reverses a payment recorded by mistake: it no longer counts, and keeps who reversed it. It returns false
-- when the payment was reversed already.
create function public.undo_payment(payment uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.invoice_payments p set undone_at = now(), undone_by = auth.uid()
  where p.id = payment and p.undone_at is null;
  return found;
end;
$$;

grant execute on function public.undo_payment(uuid) to authenticated;

-- Personal data ------------------------------------------------------------------------------------------------------

-- Erases a person from invoices. Drafts go. What was issued is a book of account and is kept, with its name, six years
-- after the end of its year (Loi sur l’administration fiscale, art. 35.1). It returns { invoices, invoices_kept }.
create function private.erase_from_invoices(person uuid, addresses text[])
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  gone integer;
  kept integer;
begin
  -- Drafts are deleted for good: a draft says whom it is made out to, and the trash would know it by its address alone.
  perform set_config('app.trash', 'on', true);
  delete from public.invoices i using public.quotes q
  where q.id = i.quote_id and i.issued_at is null and (q.contact_id = person or lower(i.email) = any (addresses));
  get diagnostics gone = row_count;
  perform set_config('app.trash', '', true);
  delete from public.trash as item using private.trash_rows as r, public.quotes as q
  where item.kind = 'invoices' and r.trash_id = item.id and r.depth = 0 and q.id::text = r.content ->> 'quote_id'
    and q.contact_id = person;
  select count(*) into kept from public.invoices i join public.quotes q on q.id = i.quote_id
  where i.anonymised_at is null and (q.contact_id = person or lower(i.email) = any (addresses));
  return jsonb_build_object('invoices', gone, 'invoices_kept', kept);
end;
$$;

-- Takes the names out of invoices six years after the end of their year, and their e-mails.
create function private.invoice_daily_run()
returns void
language plpgsql
set search_path = ''
as $$
declare
  old uuid[] := array(
    select i.id from public.invoices i
    where i.anonymised_at is null
      and now() >= date_trunc('year', i.issued_at, 'America/Toronto') + interval '7 years'
  );
begin
  delete from public.notifications where invoice_id = any (old);
  update public.invoices set
    organization_name = 'Client anonymisé', contact_name = '', contact_title = '', email = '', phone = '', address = '',
    reference = '', notes = '', anonymised_at = now(),
    snapshot = snapshot || jsonb_build_object('notes', '', 'reference', '', 'client', jsonb_build_object(
      'organization', 'Client anonymisé', 'contactName', '', 'contactTitle', '', 'email', '', 'phone', '', 'address', ''
    ))
  where id = any (old);
end;
$$;

-- Returns what a person's copy holds of invoices.
create function private.invoice_personal_data(person uuid, addresses text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'invoices', (
      select coalesce(jsonb_agg(
        to_jsonb(i) - '{created_by}'::text[] || jsonb_build_object('payments', (
          select coalesce(jsonb_agg(to_jsonb(p) - '{invoice_id, recorded_by, undone_by}'::text[] order by p.created_at), '[]')
          from public.invoice_payments p where p.invoice_id = i.id
        ), 'emails', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'kind', n.kind, 'state', n.state, 'subject', n.subject, 'body', n.body, 'created_at', n.created_at
          ) order by n.created_at), '[]')
          from public.notifications n where n.invoice_id = i.id
        )) order by i.created_at), '[]')
      from public.invoices i join public.quotes d on d.id = i.quote_id
      where d.contact_id = person or lower(i.email) = any (addresses)
    )
  );
$$;

-- Aujourd'hui ----------------------------------------------------------------------------------------------------

-- Returns the money to collect: invoices that are late or due within a week and that nobody was reminded of for a week,
-- accepted quotes of the last year that nothing bills, the rest of those whose trip is over (or that have none, and no
-- invoice for a month), and e-mails of invoices that failed.
create function private.invoice_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  with clock as (select (at at time zone 'America/Toronto')::date as today)
  select 'invoice', 'facture à encaisser', s.id, s.organization_name, s.number,
    (s.due_on + 1)::timestamp at time zone 'America/Toronto', case when s.due_on < today then 0 when s.due_on = today then 1 else 2 end, s.balance_cents, null, null::uuid, null, null::uuid
  from clock, public.invoice_standings() s
  where s.balance_cents > 0 and s.due_on <= today + 7
    and not exists (
      select from public.notifications n
      where n.invoice_id = s.id and n.kind = 'invoice_reminder' and n.state not in ('échec', 'retenu')
        and n.created_at > at - interval '7 days'
    )
  union all
  select case when is_begun then 'quote_balance' else 'quote_to_invoice' end,
    case when is_begun then 'reste d’un devis à facturer' else 'devis accepté à facturer' end, q.id, q.organization_name, q.number, null, 2,
    (private.billed_totals(private.cents_to_bill(q.id), q.tax_status) ->> 'totalCents')::bigint, null, null, null, null
  from clock cross join public.quotes q
  left join public.trip_plans t on t.id = q.trip_plan_id
  cross join lateral (select not isempty(private.billed_of_quote(q.id)) as is_begun) as billing
  where q.status = 'accepté' and q.anonymised_at is null and greatest(q.closed_at, t.end_date) > at - interval '1 year'
    and not isempty(private.cents_to_bill(q.id))
    and not exists (select from public.invoices i where i.quote_id = q.id and i.issued_at is null)
    and (
      not is_begun or t.status = 'terminé' or t.status <> 'annulé' and t.end_date < today
      -- Without a trip nothing says that the work is done: a month after the last invoice it may be.
      or t.id is null and not exists (
        select from public.invoices i where i.quote_id = q.id and i.issued_at > at - interval '30 days'
      )
    )
  union all
  select 'invoice_emails', format('courriels d’une facture à vérifier (%s)', failed.total), i.id, i.organization_name, i.number, null,
    1, failed.total, null, null, null, null
  from (
    select n.invoice_id, count(*) as total from public.notifications n
    where n.invoice_id is not null and n.state in ('échec', 'incertain')
    group by n.invoice_id
    having max(n.finished_at) > at - interval '30 days'
  ) as failed
  join public.invoices i on i.id = failed.invoice_id
  where i.anonymised_at is null;
$$;

grant execute on function private.invoice_today_rows(timestamptz) to authenticated;
