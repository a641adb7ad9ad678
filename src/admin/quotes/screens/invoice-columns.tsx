import { formatDay, formatShortDay } from '@/admin/kit/lib/dates';
import type { Column } from '@/admin/kit/ui/data-table';
import { formatCents } from '@/shared/lib/money';
import { natureOf } from '../data/invoice-labels';
import type { Invoice } from '../data/invoices';
import { tables } from '../data/tables';
import { quotePaths } from '../paths';
import { amountColumn, clientColumn, numberColumn } from './document-columns';
import { InvoiceState } from './invoice-state';

const { fields } = tables.invoices;

const balanceOf = ({ kind, state, balance_cents }: Invoice) =>
  kind === 'credit' || state === 'brouillon'
    ? '–'
    : balance_cents < 0
      ? `−${formatCents(-balance_cents)}`
      : formatCents(balance_cents);

const amountOf = ({ kind, total_cents }: Invoice) =>
  `${kind === 'credit' ? '−' : ''}${formatCents(total_cents)}`;

/** Formats the balance and due date for a phone, without the present year: « Solde 293,21 $ · 27 déc. ». */
function amountsOnPhone(invoice: Invoice): string {
  const { kind, state, balance_cents, total_cents, due_on } = invoice;
  if (kind === 'credit') return `${amountOf(invoice)} sur ${invoice.credits_number ?? ''}`;
  if (state === 'brouillon') return `${amountOf(invoice)} · ${natureOf(invoice)}`;
  if (balance_cents <= 0 || !due_on) return amountOf(invoice);
  const amount = balance_cents < total_cents ? `Solde ${formatCents(balance_cents)}` : amountOf(invoice);
  return `${amount} · ${formatShortDay(due_on)}`;
}

const dueOf = ({ kind, due_on }: Invoice) => (due_on && kind !== 'credit' ? formatDay(due_on) : '–');

/** Columns of the list of invoices. */
export const invoiceColumns: Column<Invoice>[] = [
  numberColumn(({ number }) => number ?? 'Brouillon', quotePaths.invoice.href, [112, 160]),
  {
    ...clientColumn(quotePaths.invoice.href),
    mobileCell: ({ id, number, organization_name }) => (
      <a className="hover:underline" href={quotePaths.invoice.href(id)}>
        {number && <span className="font-semibold whitespace-nowrap">{number} · </span>}
        {organization_name || 'Sans client'}
      </a>
    ),
  },
  {
    key: 'etat',
    header: 'État',
    sortable: true,
    mobile: 'badge',
    width: [164, 180],
    cell: (invoice) => <InvoiceState invoice={invoice} />,
  },
  {
    key: 'nature',
    header: fields.kind,
    under: 'client',
    mobile: 'text',
    width: [120, 400],
    text: (invoice) => `${natureOf(invoice)}, devis ${invoice.quote_number}`,
    mobileCell: amountsOnPhone,
    cell: (invoice) => `${natureOf(invoice)}, devis ${invoice.quote_number}`,
  },
  amountColumn('montant', 'Montant', amountOf),
  amountColumn('solde', 'Solde', balanceOf),
  {
    key: 'echeance',
    header: fields.due_on,
    sortable: true,
    primary: true,
    width: [120, 150],
    text: dueOf,
    cell: dueOf,
  },
];
