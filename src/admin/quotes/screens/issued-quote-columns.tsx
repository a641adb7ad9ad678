import { formatDay } from '@/admin/kit/lib/dates';
import type { Column } from '@/admin/kit/ui/data-table';
import { formatCents } from '@/shared/lib/money';
import { quoteNumber } from '@/shared/ui/quote-sheet';
import type { ListedQuote } from '../data/issued-quotes';
import { tables } from '../data/tables';
import { QuoteState } from '../parts/quote-state';
import { quotePaths } from '../paths';
import { amountColumn, clientColumn, numberColumn } from './document-columns';

const { fields } = tables.quotes;

/** Formats the number of a listed quote: « 2026-014, révision 2 ». */
export const numberOf = ({ number, revision }: ListedQuote) =>
  quoteNumber({ number: number ?? '', revision });

/** Columns of the list of quotes. */
export const issuedQuoteColumns: Column<ListedQuote>[] = [
  numberColumn(numberOf, quotePaths.one.href, [96, 200]),
  clientColumn(quotePaths.one.href),
  {
    key: 'statut',
    header: fields.status,
    sortable: true,
    mobile: 'badge',
    width: [120, 140],
    cell: QuoteState,
  },
  {
    key: 'objet',
    header: fields.subject,
    under: 'client',
    mobile: 'text',
    width: [120, 400],
    text: ({ subject }) => subject,
    cell: ({ subject }) => subject,
    mobileCell: (quote) =>
      [formatCents(quote.total_cents), numberOf(quote), quote.subject].filter(Boolean).join(' · '),
  },
  amountColumn('montant', 'Montant', ({ total_cents }) => formatCents(total_cents)),
  {
    key: 'validite',
    header: fields.valid_until,
    sortable: true,
    primary: true,
    width: [128, 150],
    text: ({ valid_until }) => formatDay(valid_until),
    cell: ({ valid_until }) => formatDay(valid_until),
  },
];
