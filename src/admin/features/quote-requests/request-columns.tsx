import { Link } from 'react-router-dom';
import type { QuoteRequest } from '@/admin/data/quote-requests/quote-requests';
import { formatDateTime } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';
import { formatRelative } from '@/admin/lib/relative-time';
import type { Column } from '@/admin/ui/data-table';
import type { RowAction } from '@/admin/ui/row-actions';
import { rowIcons } from '@/admin/ui/row-icons';
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
export function quoteColumns(now: Date, hrefOf: (id: string) => string): Column<QuoteRequest>[] {
  return [
    {
      key: 'organisation',
      header: 'Organisation',
      sortable: true,
      mobile: 'title',
      width: [150, 280],
      grows: true,
      text: ({ organization_name }) => organization_name,
      cell: (quote) => (
        <Link
          to={hrefOf(quote.id)}
          preventScrollReset
          className={`hover:underline ${quote.status === 'nouveau' ? 'font-bold' : 'font-semibold'}`}
        >
          {quote.organization_name}
        </Link>
      ),
    },
    {
      key: 'contact',
      header: 'Contact',
      width: [110, 200],
      text: ({ contact_name }) => contact_name,
      cell: ({ contact_name }) => contact_name,
    },
    {
      key: 'type',
      header: 'Type',
      optional: 1,
      width: [96, 160],
      text: ({ organization_type }) => labelOf(organizationTypes, organization_type),
      cell: ({ organization_type }) => labelOf(organizationTypes, organization_type),
    },
    {
      key: 'service',
      header: 'Service',
      sortable: true,
      width: [110, 200],
      text: ({ service_type }) => labelOf(serviceTypes, service_type),
      cell: ({ service_type }) => labelOf(serviceTypes, service_type),
    },
    {
      key: 'statut',
      header: 'Statut',
      sortable: true,
      mobile: 'badge',
      width: [110, 130],
      cell: ({ status }) => <QuoteStatusBadge status={status} />,
    },
    {
      key: 'echeance',
      header: 'Réponse',
      sortable: true,
      mobile: 'text',
      width: [120, 200],
      cell: (quote) => <QuoteCountdown quote={quote} now={now} />,
    },
    {
      key: 'recue',
      header: 'Reçue',
      sortable: true,
      width: [120, 160],
      cell: (quote) => <ReceivedAt quote={quote} />,
    },
  ];
}

/** What can be done to one request from the list. */
export const quoteActions =
  (onDelete: (quote: QuoteRequest) => void) =>
  (quote: QuoteRequest): RowAction[] => [
    {
      label: `Supprimer la demande de ${quote.organization_name}`,
      icon: rowIcons.trash,
      onSelect: () => onDelete(quote),
    },
  ];
