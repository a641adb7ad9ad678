import { Eye, Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { QuoteRequest } from '@/admin/data/quote-requests/quote-requests';
import { formatDateTime } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';
import { formatRelative } from '@/admin/lib/relative-time';
import type { Column } from '@/admin/ui/data-table';
import { IconButton, iconLinkClass } from '@/admin/ui/icon-button';
import { organizationTypes, serviceTypes } from '@/shared/data/quote-requests';
import { QuoteCountdown, QuoteStatusBadge } from './request-badges';

/** When a request came; an anonymised one only kept its month. */
export function ReceivedAt({ quote }: { quote: QuoteRequest }) {
  if (quote.anonymised_at) {
    const month = new Intl.DateTimeFormat('fr-CA', {
      month: 'long',
      year: 'numeric',
      timeZone: 'America/Toronto',
    });
    return <span className="text-slate">{month.format(new Date(quote.created_at))}</span>;
  }
  return (
    <time dateTime={quote.created_at} title={formatDateTime(quote.created_at)} className="text-slate">
      {formatRelative(quote.created_at)}
    </time>
  );
}

/**
 * The columns of the inbox.
 *
 * @param hrefOf the address that opens a request over the list as it stands
 */
export function quoteColumns(
  now: Date,
  hrefOf: (id: string) => string,
  onDelete: (quote: QuoteRequest) => void,
): Column<QuoteRequest>[] {
  return [
    {
      key: 'organisation',
      header: 'Organisation',
      sortable: true,
      mobile: 'title',
      className: 'wrap-anywhere sm:min-w-60',
      cell: (quote) => (
        <>
          <Link
            to={hrefOf(quote.id)}
            preventScrollReset
            className={`hover:underline ${quote.status === 'nouveau' ? 'font-bold' : 'font-semibold'}`}
          >
            {quote.organization_name}
          </Link>
          <span className="block text-sm font-normal text-slate">
            {labelOf(organizationTypes, quote.organization_type)} · {quote.contact_name}
          </span>
        </>
      ),
    },
    {
      key: 'service',
      header: 'Service',
      sortable: true,
      cell: ({ service_type }) => labelOf(serviceTypes, service_type),
    },
    {
      key: 'statut',
      header: 'Statut',
      sortable: true,
      cell: ({ status }) => <QuoteStatusBadge status={status} />,
    },
    {
      key: 'echeance',
      header: 'Réponse',
      sortable: true,
      cell: (quote) => <QuoteCountdown quote={quote} now={now} />,
    },
    {
      key: 'recue',
      header: 'Reçue',
      sortable: true,
      className: 'sm:whitespace-nowrap',
      cell: (quote) => <ReceivedAt quote={quote} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      hiddenHeader: true,
      mobile: 'plain',
      className: 'text-right whitespace-nowrap',
      cell: (quote) => <QuoteRowActions quote={quote} href={hrefOf(quote.id)} onDelete={onDelete} />,
    },
  ];
}

type Props = { quote: QuoteRequest; href: string; onDelete: (quote: QuoteRequest) => void };

/** What can be done to one request from the list. */
function QuoteRowActions({ quote, href, onDelete }: Props) {
  const open = `Ouvrir la demande de ${quote.organization_name}`;
  return (
    <>
      <Link to={href} preventScrollReset className={iconLinkClass} aria-label={open} title={open}>
        <Eye aria-hidden="true" className="size-4" />
      </Link>
      <IconButton
        label={`Supprimer la demande de ${quote.organization_name}`}
        onClick={() => onDelete(quote)}
      >
        <Trash2 aria-hidden="true" className="size-4" />
      </IconButton>
    </>
  );
}
