import type { QuoteDocument } from '@quote/quote-document.ts';
import { mutationOptions } from '@tanstack/react-query';
import { downloadText, toCsv } from '@/admin/kit/lib/csv';
import { quebecDay } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { supabase } from '@/admin/kit/lib/supabase';
import { authorities } from '@/shared/data/quote-acceptance';
import type { Tables } from '@/shared/database.types';
import { tables } from './tables';

const quoteFields = tables.quotes.fields;
const acceptanceFields = tables.quote_acceptances.fields;

type Acceptance = Pick<
  Tables<'quote_acceptances'>,
  | 'accepted_at'
  | 'method'
  | 'name'
  | 'job_title'
  | 'authority'
  | 'resolution_number'
  | 'resolution_date'
  | 'purchase_order'
  | 'pdf_sha256'
>;

/** An accepted quote for the accounts: the sent document and its valid acceptance. */
export type AcceptedQuote = {
  id: string;
  organization_name: string;
  snapshot: QuoteDocument;
  quote_acceptances: Acceptance[];
};

const readAccepted = () =>
  readAllRows(() =>
    supabase
      .from('quotes')
      .select(
        'id, organization_name, snapshot, quote_acceptances(accepted_at, method, name, job_title, authority, resolution_number, resolution_date, purchase_order, pdf_sha256)',
      )
      .eq('status', 'accepté')
      .is('quote_acceptances.reversed_at', null)
      .order('closed_at')
      .order('id'),
  ) as unknown as Promise<AcceptedQuote[]>;

const dollars = (cents: number) => cents / 100;

const headings = [
  'Numéro',
  quoteFields.revision,
  'Date du devis',
  'Client',
  quoteFields.subject,
  acceptanceFields.accepted_at,
  'Accepté par',
  acceptanceFields.job_title,
  acceptanceFields.authority,
  acceptanceFields.resolution_number,
  acceptanceFields.resolution_date,
  acceptanceFields.purchase_order,
  'Sous-total',
  quoteFields.discount_kind,
  'Total avant taxes',
  'TPS',
  'TVQ',
  'Total',
];

/** Formats the accepted quotes as a table, one a line, amounts in dollars. */
export function acceptedCsv(quotes: readonly AcceptedQuote[]): string {
  const rows = quotes.map(({ organization_name, snapshot, quote_acceptances: [acceptance] }) => {
    const { subtotalCents, discountCents, taxableCents, gstCents, qstCents, totalCents } = snapshot.totals;
    return [
      snapshot.number,
      snapshot.revision,
      snapshot.date,
      organization_name,
      snapshot.subject,
      acceptance ? quebecDay(new Date(acceptance.accepted_at)) : null,
      acceptance?.name ?? null,
      acceptance?.job_title ?? null,
      acceptance ? labelOf(authorities, acceptance.authority) : null,
      acceptance?.resolution_number ?? null,
      acceptance?.resolution_date ?? null,
      acceptance?.purchase_order ?? null,
      ...[subtotalCents, discountCents, taxableCents, gstCents, qstCents, totalCents].map(dollars),
    ];
  });
  return toCsv(headings, rows);
}

/** Formats the accepted quotes with their lines and whole cents, for a program. */
export function acceptedJson(quotes: readonly AcceptedQuote[]): string {
  const written = quotes.map(({ id, snapshot, quote_acceptances: [acceptance] }) => ({
    id,
    ...snapshot,
    acceptance: acceptance ?? null,
  }));
  return `${JSON.stringify(written, null, 2)}\n`;
}

/** Downloads the accepted quotes as a file. */
export const exportAcceptedQuotes = () =>
  mutationOptions({
    mutationFn: async (format: 'csv' | 'json') => {
      const quotes = await readAccepted();
      const name = `devis-acceptes-${quebecDay()}.${format}`;
      if (format === 'csv') downloadText(name, acceptedCsv(quotes));
      else downloadText(name, acceptedJson(quotes), 'application/json');
    },
    meta: { errorMessage: 'Impossible d’exporter les devis acceptés' },
  });
