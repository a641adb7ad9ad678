import { organizationTypes, serviceTypes } from '@contract/quote-request';
import { downloadText, toCsv } from '@/admin/kit/lib/csv';
import { quebecDay } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { quoteStatuses } from '@/shared/data/quote-requests';
import type { QuoteRequest } from '../data/quote-requests';
import { tables } from '../data/tables';

const { fields } = tables.quote_requests;

const headers = [
  'Reçue le',
  fields.organization_name,
  'Type',
  'Personne',
  fields.email,
  fields.phone,
  fields.service_type,
  fields.message,
  fields.status,
  fields.answered_at.copied,
  'Version du consentement',
];

const day = (iso: string | null) => iso && quebecDay(new Date(iso));

/** Writes requests as a CSV file that a spreadsheet opens safely. */
export function quotesToCsv(rows: readonly QuoteRequest[]): string {
  return toCsv(
    headers,
    rows.map((quote) => [
      day(quote.created_at),
      quote.organization_name,
      labelOf(organizationTypes, quote.organization_type),
      quote.contact_name,
      quote.email,
      quote.phone,
      labelOf(serviceTypes, quote.service_type),
      quote.message,
      labelOf(quoteStatuses, quote.status),
      day(quote.answered_at),
      quote.marketing_consent_version,
    ]),
  );
}

/** Downloads the requests as `soumissions-2026-11-21.csv`. */
export function downloadQuotes(rows: readonly QuoteRequest[]): void {
  downloadText(`soumissions-${quebecDay()}.csv`, quotesToCsv(rows));
}
