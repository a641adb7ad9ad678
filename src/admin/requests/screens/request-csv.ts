import { quoteRequestFacts } from '@contract/quote-request';
import { downloadText, toCsv } from '@/admin/kit/lib/csv';
import { quebecDay } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { quoteStatuses } from '@/shared/data/quote-requests';
import type { QuoteRequest } from '../data/quote-requests';
import { tables } from '../data/tables';

const { fields } = tables.quote_requests;

const day = (iso: string | null) => iso && quebecDay(new Date(iso));

/** The columns of the file: heading, and the cell of a request. */
const columns: readonly (readonly [heading: string, cell: (quote: QuoteRequest) => string | null])[] = [
  ['Reçue le', (quote) => day(quote.created_at)],
  ...quoteRequestFacts,
  [fields.message, (quote) => quote.message],
  [fields.status, (quote) => labelOf(quoteStatuses, quote.status)],
  [fields.answered_at.copied, (quote) => day(quote.answered_at)],
  ['Version du consentement', (quote) => quote.marketing_consent_version],
];

/** Writes requests as a CSV file that a spreadsheet opens safely. */
export const quotesToCsv = (rows: readonly QuoteRequest[]): string =>
  toCsv(
    columns.map(([heading]) => heading),
    rows.map((quote) => columns.map(([, cell]) => cell(quote))),
  );

/** Downloads the requests as `soumissions-2026-11-21.csv`. */
export function downloadQuotes(rows: readonly QuoteRequest[]): void {
  downloadText(`soumissions-${quebecDay()}.csv`, quotesToCsv(rows));
}
