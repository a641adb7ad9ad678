import type { InvoiceDocument } from '../_shared/quote/invoice-document.ts';
import { aQuote } from './quote-data.ts';

/** A deposit as issued, with what a test changes. */
export function anInvoice(changes: Partial<InvoiceDocument> = {}): InvoiceDocument {
  const { studio, client, lines, totals, terms, subject } = aQuote();
  return {
    kind: 'deposit',
    number: 'F-2026-003',
    date: '2026-11-27',
    dueOn: '2026-12-27',
    bankDetails: 'institution 815, transit 30200, compte 123456-7',
    subject,
    reference: 'Résolution 2026-114 du 3 mars 2026',
    quote: { number: '2026-0014', revision: 1, date: '2026-11-22' },
    credits: null,
    studio,
    client,
    lines,
    discount: null,
    totals,
    terms,
    notes: '',
    ...changes,
  };
}
