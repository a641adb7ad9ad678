import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { downloadText, toCsv } from '@/admin/kit/lib/csv';
import { quebecDay } from '@/admin/kit/lib/dates';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { supabase } from '@/admin/kit/lib/supabase';
import { typedHundredths } from '@/shared/lib/money';
import { invoiceKinds, paymentMethods, stateOf } from './invoice-labels';
import type { Payment } from './invoice-payments';
import { type Invoice, invoices } from './invoices';
import { tables } from './tables';

const invoiceFields = tables.invoices.fields;
const paymentFields = tables.invoice_payments.fields;

type ExportedPayment = Pick<
  Payment,
  'invoice_id' | 'method' | 'amount_cents' | 'received_on' | 'reference' | 'undone_at'
>;

/** Orders issued invoices by their numbers, oldest first; drafts are no books. */
const issuedOf = (all: readonly Invoice[]) =>
  all
    .filter(({ number }) => number !== null)
    .toSorted((a, b) => (a.number ?? '').localeCompare(b.number ?? '', 'fr-CA', { numeric: true }));

const invoiceHeadings = [
  'Numéro',
  invoiceFields.kind,
  'État',
  'Date',
  invoiceFields.due_on,
  'Client',
  invoiceFields.subject,
  'Devis',
  'Corrige',
  'Montant avant taxes',
  'TPS',
  'TVQ',
  'Total',
  'Payé',
  'Crédité',
  'Solde',
];

/** Formats the issued invoices as a table, one a line, amounts in dollars; those of credit notes are below zero. */
export function invoicesCsv(all: readonly Invoice[]): string {
  const rows = issuedOf(all).map((invoice) => {
    const sign = invoice.kind === 'credit' ? -1 : 1;
    const { taxable_cents, gst_cents, qst_cents, total_cents } = invoice;
    return [
      invoice.number,
      invoiceKinds[invoice.kind],
      stateOf(invoice),
      invoice.issued_on,
      invoice.kind === 'credit' ? null : invoice.due_on,
      invoice.organization_name,
      invoice.subject,
      invoice.quote_number,
      invoice.credits_number,
      ...[taxable_cents, gst_cents, qst_cents, total_cents].map((cents) => typedHundredths(sign * cents)),
      typedHundredths(invoice.paid_cents),
      typedHundredths(invoice.credited_cents),
      typedHundredths(invoice.balance_cents),
    ];
  });
  return toCsv(invoiceHeadings, rows);
}

const paymentHeadings = [
  paymentFields.received_on.copied,
  'Facture',
  'Client',
  paymentFields.method.copied,
  paymentFields.reference,
  'Montant',
  'Montant annulé',
  paymentFields.undone_at.copied,
];

/** Formats the payments as a table, one a line; the amount of one that was undone is apart, so that « Montant » adds up. */
export function paymentsCsv(all: readonly Invoice[], payments: readonly ExportedPayment[]): string {
  const known = new Map(all.map((invoice) => [invoice.id, invoice]));
  const rows = payments.map(({ invoice_id, method, amount_cents, received_on, reference, undone_at }) => [
    received_on,
    known.get(invoice_id)?.number ?? null,
    known.get(invoice_id)?.organization_name ?? null,
    paymentMethods[method],
    reference,
    undone_at ? null : typedHundredths(amount_cents),
    undone_at && typedHundredths(amount_cents),
    undone_at && quebecDay(new Date(undone_at)),
  ]);
  return toCsv(paymentHeadings, rows);
}

const accountNames = {
  clients: 'actif:comptes clients',
  received: 'actif:encaissements',
  revenue: 'revenus:services',
  gst: 'passif:taxes:TPS',
  qst: 'passif:taxes:TVQ',
};

type Posting = [account: string, cents: number];

/** Removes what has a meaning in a journal: line breaks, comments, the mark between payee and note, the code's brackets. */
const journalText = (text: string) =>
  text
    .replace(/[\r\n;|()]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const ledgerAmount = (cents: number) => `${(cents / 100).toFixed(2)} CAD`;

/** Formats one transaction; its postings come to zero. */
function transaction(
  day: string | null,
  code: string | null,
  payee: string,
  note: string,
  postings: readonly Posting[],
): string {
  const lines = postings
    .filter(([, cents]) => cents !== 0)
    .map(([account, cents]) => `    ${account.padEnd(24)}  ${ledgerAmount(cents).padStart(18)}`);
  return [
    `${day} * (${journalText(code ?? '')}) ${journalText(payee) || 'Client'} | ${journalText(note)}`,
    ...lines,
  ].join('\n');
}

/** Formats invoices, credit notes and payments that stand as a journal in double entry, in the format of hledger. */
export function hledgerJournal(all: readonly Invoice[], payments: readonly ExportedPayment[]): string {
  const known = new Map(all.map((invoice) => [invoice.id, invoice]));
  const billed = issuedOf(all).map((invoice) => {
    const sign = invoice.kind === 'credit' ? -1 : 1;
    const text = transaction(
      invoice.issued_on,
      invoice.number,
      invoice.organization_name,
      `${invoiceKinds[invoice.kind]}, devis ${invoice.quote_number}, ${invoice.subject}`,
      [
        [accountNames.clients, sign * invoice.total_cents],
        [accountNames.revenue, -sign * invoice.taxable_cents],
        [accountNames.gst, -sign * invoice.gst_cents],
        [accountNames.qst, -sign * invoice.qst_cents],
      ],
    );
    return { day: invoice.issued_on ?? '', text };
  });
  const paid = payments
    .filter(({ undone_at }) => undone_at === null)
    .map(({ invoice_id, method, amount_cents, received_on, reference }) => {
      const invoice = known.get(invoice_id);
      const text = transaction(
        received_on,
        reference,
        invoice?.organization_name ?? '',
        `Paiement de la facture ${invoice?.number ?? ''}, ${paymentMethods[method].toLowerCase()}`,
        [
          [accountNames.received, amount_cents],
          [accountNames.clients, -amount_cents],
        ],
      );
      return { day: received_on, text };
    });
  const entries = [...billed, ...paid].toSorted((a, b) => a.day.localeCompare(b.day));
  return [
    '; Factures, notes de crédit et paiements, en partie double.',
    '; Format : journal de hledger, que Ledger lit aussi. Les montants sont en dollars canadiens.',
    'commodity 1000.00 CAD',
    ...Object.values(accountNames).map((account) => `account ${account}`),
    '',
    ...entries.map(({ text }) => `${text}\n`),
  ].join('\n');
}

const readPayments = () =>
  readAllRows<ExportedPayment>(() =>
    supabase
      .from('invoice_payments')
      .select('invoice_id, method, amount_cents, received_on, reference, undone_at')
      .order('received_on')
      .order('id'),
  );

/** The exports for accountants: key → French label. */
export const accountExports = {
  invoices: 'Factures (CSV)',
  payments: 'Paiements (CSV)',
  journal: 'Journal comptable (hledger)',
} as const;

/** Downloads an export for accountants as a file. */
export const exportAccounts = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async (wanted: keyof typeof accountExports) => {
      const all = await client.fetchQuery({ ...invoices.list(), staleTime: 0 });
      const day = quebecDay();
      if (wanted === 'invoices') return downloadText(`factures-${day}.csv`, invoicesCsv(all));
      const payments = await readPayments();
      if (wanted === 'payments') downloadText(`paiements-${day}.csv`, paymentsCsv(all, payments));
      else downloadText(`journal-${day}.journal`, hledgerJournal(all, payments), 'text/plain');
    },
    meta: { errorMessage: 'Impossible d’exporter les factures' },
  });
