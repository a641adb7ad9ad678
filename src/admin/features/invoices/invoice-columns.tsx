import { invoiceKinds } from '@/admin/data/invoices/invoice-labels';
import type { Invoice } from '@/admin/data/invoices/invoices';
import { formatDay } from '@/admin/lib/dates';
import { InvoiceState } from '@/admin/parts/invoices/invoice-state';
import type { Column } from '@/admin/ui/data-table';
import { paths } from '@/shared/lib/admin-paths';
import { formatCents } from '@/shared/lib/money';

const { admin } = paths;

const balanceOf = ({ kind, state, balance_cents }: Invoice) =>
  kind === 'credit' || state === 'brouillon'
    ? '–'
    : balance_cents < 0
      ? `−${formatCents(-balance_cents)}`
      : formatCents(balance_cents);

const dueOf = ({ kind, due_on }: Invoice) => (due_on && kind !== 'credit' ? formatDay(due_on) : '–');

/** Columns of the list of invoices. */
export const invoiceColumns: Column<Invoice>[] = [
  {
    key: 'numero',
    header: 'Numéro',
    sortable: true,
    primary: true,
    width: [112, 160],
    text: ({ number }) => number ?? 'Brouillon',
    cell: ({ id, number }) => (
      <a className="font-semibold hover:underline" href={admin.invoice.href(id)}>
        {number ?? 'Brouillon'}
      </a>
    ),
  },
  {
    key: 'client',
    header: 'Client',
    sortable: true,
    mobile: 'title',
    primary: true,
    width: [140, 400],
    grows: true,
    text: ({ organization_name }) => organization_name || 'Sans client',
    cell: ({ id, organization_name }) => (
      <a className="hover:underline" href={admin.invoice.href(id)}>
        {organization_name || 'Sans client'}
      </a>
    ),
  },
  {
    key: 'etat',
    header: 'État',
    sortable: true,
    mobile: 'badge',
    width: [120, 170],
    cell: (invoice) => <InvoiceState invoice={invoice} />,
  },
  {
    key: 'nature',
    header: 'Nature',
    under: 'client',
    mobile: 'text',
    width: [120, 400],
    text: ({ kind, quote_number }) => `${invoiceKinds[kind]}, devis ${quote_number}`,
    mobileCell: ({ kind, number, total_cents }) =>
      `${number ?? invoiceKinds[kind]} · ${kind === 'credit' ? '−' : ''}${formatCents(total_cents)}`,
    cell: ({ kind, quote_number }) => `${invoiceKinds[kind]}, devis ${quote_number}`,
  },
  {
    key: 'montant',
    header: 'Montant',
    sortable: true,
    primary: true,
    align: 'end',
    width: [110, 150],
    text: ({ total_cents }) => formatCents(total_cents),
    cell: ({ kind, total_cents }) => `${kind === 'credit' ? '−' : ''}${formatCents(total_cents)}`,
  },
  {
    key: 'solde',
    header: 'Solde',
    sortable: true,
    primary: true,
    align: 'end',
    width: [110, 150],
    text: balanceOf,
    cell: balanceOf,
  },
  {
    key: 'echeance',
    header: 'Échéance',
    sortable: true,
    primary: true,
    width: [120, 150],
    text: dueOf,
    cell: dueOf,
  },
];
