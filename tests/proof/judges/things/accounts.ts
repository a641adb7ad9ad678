import {
  hledgerJournal,
  invoicesCsv,
  paymentsCsv,
} from '../../../../src/admin/quotes/data/invoice-exports.ts';
import type { Invoice } from '../../../../src/admin/quotes/data/invoices.ts';
// Loads the type of `meta` in queries.
import type {} from '../../../../src/shared/lib/query-client.ts';
import type { Thing, Write } from './things.ts';

type Payment = Parameters<typeof paymentsCsv>[1][number];

/** Accounts of a year with every case, and the exported files. */
export type Accounts = {
  all: Invoice[];
  payments: Payment[];
  invoicesFile: Thing;
  paymentsFile: Thing;
  journal: Thing;
};

const invoice = (index: number, change: Partial<Invoice> = {}): Invoice => {
  const taxable = 34_207 * index;
  const gst = Math.floor((taxable * 5 + 50) / 100);
  const qst = Math.floor((taxable * 9975 + 50_000) / 100_000);
  const total = taxable + gst + qst;
  return {
    id: `invoice-${index}`,
    quote_id: `quote-${index}`,
    quote_number: `2026-${String(index).padStart(3, '0')}`,
    kind: 'deposit',
    number: `F-2026-${String(index).padStart(3, '0')}`,
    ...{ credits_id: null, credits_number: null, is_waived: false },
    organization_name: 'Ville de Percé',
    subject: 'Visite virtuelle',
    state: 'émise',
    ...{ issued_on: '2026-11-27', due_on: '2026-12-27' },
    ...{ taxable_cents: taxable, gst_cents: gst, qst_cents: qst, total_cents: total },
    ...{ paid_cents: 0, credited_cents: 0, balance_cents: total },
    ...{ created_at: '2026-11-27T12:00:00Z', issued_at: '2026-11-27T12:00:00Z' },
    ...change,
  };
};

/**
 * Exports accounts with amounts, accents, names that look like formulas or syntax, a credit note, a draft and an undone
 * payment.
 */
export async function makeAccounts(write: Write): Promise<Accounts> {
  const all = [
    invoice(1, { organization_name: 'Ville de Percé; (test) | note', subject: 'Visite\n"virtuelle"' }),
    invoice(2, { organization_name: '=SOMME(A1:A9)', subject: '+1 418 555-0101' }),
    invoice(3, { organization_name: 'L’Île-aux-Œufs, « été »', subject: '-Relevé & devis <b>' }),
    invoice(4, { kind: 'credit', credits_id: 'invoice-3', credits_number: 'F-2026-003' }),
    invoice(37, { organization_name: '@MRC des Îles', issued_on: '2026-02-03', due_on: '2026-03-05' }),
    invoice(9, { number: null, state: 'brouillon' }),
  ];
  const payment = { method: 'cheque', amount_cents: 10_001, reference: '114', undone_at: null } as const;
  const payments: Payment[] = [
    { ...payment, invoice_id: 'invoice-1', received_on: '2026-12-01' },
    {
      ...payment,
      invoice_id: 'invoice-37',
      received_on: '2026-12-02',
      amount_cents: 145_999,
      reference: '=1+1',
    },
    { ...payment, invoice_id: 'invoice-2', received_on: '2026-12-03', undone_at: '2026-12-04T12:00:00Z' },
  ];
  return {
    ...{ all, payments },
    invoicesFile: write('factures.csv', invoicesCsv(all)),
    paymentsFile: write('paiements.csv', paymentsCsv(all, payments)),
    journal: write('journal.journal', hledgerJournal(all, payments)),
  };
}
