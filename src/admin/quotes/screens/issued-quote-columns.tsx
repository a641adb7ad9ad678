import { formatDay } from '@/admin/kit/lib/dates';
import type { Column } from '@/admin/kit/ui/data-table';
import { formatCents } from '@/shared/lib/money';
import { quoteNumber } from '@/shared/ui/quote-sheet';
import type { ListedQuote } from '../data/issued-quotes';
import { QuoteState } from '../parts/quote-state';
import { quotePaths } from '../paths';

/** Formats the number of a listed quote: « 2026-014, révision 2 ». */
export const numberOf = ({ number, revision }: ListedQuote) =>
  quoteNumber({ number: number ?? '', revision });

/** Columns of the list of quotes. */
export const issuedQuoteColumns: Column<ListedQuote>[] = [
  {
    key: 'numero',
    header: 'Numéro',
    sortable: true,
    primary: true,
    width: [96, 200],
    text: numberOf,
    cell: (quote) => (
      <a className="font-semibold hover:underline" href={quotePaths.one.href(quote.id)}>
        {numberOf(quote)}
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
      <a className="hover:underline" href={quotePaths.one.href(id)}>
        {organization_name || 'Sans client'}
      </a>
    ),
  },
  {
    key: 'statut',
    header: 'Statut',
    sortable: true,
    mobile: 'badge',
    width: [120, 140],
    cell: QuoteState,
  },
  {
    key: 'objet',
    header: 'Objet',
    under: 'client',
    mobile: 'text',
    width: [120, 400],
    text: ({ subject }) => subject,
    cell: ({ subject }) => subject,
    mobileCell: (quote) => `${formatCents(quote.total_cents)} · ${numberOf(quote)} · ${quote.subject}`,
  },
  {
    key: 'montant',
    header: 'Montant',
    sortable: true,
    primary: true,
    align: 'end',
    width: [110, 150],
    text: ({ total_cents }) => formatCents(total_cents),
    cell: ({ total_cents }) => formatCents(total_cents),
  },
  {
    key: 'validite',
    header: 'Valide jusqu’au',
    sortable: true,
    primary: true,
    width: [128, 150],
    text: ({ valid_until }) => formatDay(valid_until),
    cell: ({ valid_until }) => formatDay(valid_until),
  },
];
