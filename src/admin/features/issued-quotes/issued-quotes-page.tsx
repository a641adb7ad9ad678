import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { exportAcceptedQuotes } from '@/admin/data/issued-quotes/accepted-quotes';
import { issuedQuotes, type ListedQuote } from '@/admin/data/issued-quotes/issued-quotes';
import { quoteCatalogue } from '@/admin/data/issued-quotes/quote-catalogue';
import { issuedQuoteStatuses } from '@/admin/data/issued-quotes/quote-labels';
import { useListViews } from '@/admin/data/saved-views/use-list-views';
import { formatDay, quebecDay } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';
import { useListState } from '@/admin/lib/use-list-state';
import { AdminsOnly } from '@/admin/ui/admins-only';
import { type Column, DataTable } from '@/admin/ui/data-table';
import { ListToolbar } from '@/admin/ui/list-toolbar';
import { NoResult } from '@/admin/ui/no-result';
import { PageHeader } from '@/admin/ui/page-header';
import { PanelButton, panelItemClass } from '@/admin/ui/panel-button';
import { rowIcons } from '@/admin/ui/row-icons';
import { StatStrip } from '@/admin/ui/stat-strip';
import { StatusBadge, type Tone } from '@/admin/ui/status-badge';
import { TableSkeleton } from '@/admin/ui/table-skeleton';
import { paths } from '@/shared/lib/admin-paths';
import { formatCents } from '@/shared/lib/money';
import { counted } from '@/shared/lib/numbers';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { quoteNumber } from '@/shared/ui/quote-sheet';
import { Seo } from '@/shared/ui/seo';
import {
  filterIssuedQuotes,
  issuedQuoteListFields,
  issuedQuoteOrders,
  issuedQuoteViews,
} from './issued-quote-list';

const { admin } = paths;

/** The quotes of the studio: what waits, what is accepted, and for how much. */
export function IssuedQuotesPage() {
  const list = useQuery(issuedQuotes.list());
  const count = list.data?.length ?? 0;
  return (
    <>
      <Seo title="Devis" noIndex />
      <PageHeader title="Devis" count={list.data && counted(count, 'devis', 'devis')} readersToo>
        <div className="flex flex-wrap gap-2">
          <Link to={admin.quoteCatalogue.href()} className={buttonClass({ variant: 'outline' })}>
            Catalogue
          </Link>
          <AdminsOnly>
            <NewQuote />
          </AdminsOnly>
        </div>
      </PageHeader>
      {list.isPending ? (
        <TableSkeleton rows={4} />
      ) : list.isError ? (
        <ErrorState title="Impossible de charger les devis" onRetry={() => list.refetch()} />
      ) : list.data.length === 0 ? (
        <EmptyState title="Aucun devis pour le moment">
          <p className="max-w-prose text-slate">
            Un devis se commence ici, ou d’une soumission, avec ce qu’elle dit du client.
          </p>
          <NewQuote />
        </EmptyState>
      ) : (
        <QuoteTable quotes={list.data} />
      )}
    </>
  );
}

/** « Nouveau devis »: empty, or from a template. */
function NewQuote() {
  const navigate = useNavigate();
  const templates = useQuery(quoteCatalogue.templates());
  const create = useMutation(issuedQuotes.create());
  const start = (template?: string) =>
    create.mutate(template ? { template } : {}, { onSuccess: (id) => navigate(admin.issuedQuote.href(id)) });
  return (
    <PanelButton
      label="Nouveau devis"
      disabled={create.isPending}
      className={buttonClass({ variant: 'accent' })}
      panel={(close) => (
        <ul>
          {[{ id: '', name: 'Devis vide' }, ...(templates.data ?? [])].map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                className={panelItemClass}
                onClick={() => {
                  close();
                  start(id);
                }}
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    >
      <Plus aria-hidden="true" className="size-4" />
      Nouveau devis
    </PanelButton>
  );
}

/** The accepted quotes for the accounts, in one of two formats. */
function ExportAccepted() {
  const write = useMutation(exportAcceptedQuotes());
  const formats = { csv: 'Tableau (CSV)', json: 'Données (JSON)' } as const;
  return (
    <PanelButton
      label="Exporter les acceptés"
      disabled={write.isPending}
      className={buttonClass({ variant: 'outline', size: 'sm' })}
      panel={(close) => (
        <ul>
          {(['csv', 'json'] as const).map((format) => (
            <li key={format}>
              <button
                type="button"
                className={panelItemClass}
                onClick={() => {
                  close();
                  write.mutate(format);
                }}
              >
                {formats[format]}
              </button>
            </li>
          ))}
        </ul>
      )}
    >
      <Download aria-hidden="true" className="size-4" />
      Exporter les acceptés
    </PanelButton>
  );
}

const tones: Record<ListedQuote['status'], Tone> = {
  brouillon: 'quiet',
  envoyé: 'active',
  accepté: 'done',
  refusé: 'attention',
  expiré: 'attention',
  remplacé: 'quiet',
  annulé: 'quiet',
};

const idOf = ({ id }: ListedQuote) => id;
const numberOf = ({ number, revision }: ListedQuote) => quoteNumber({ number: number ?? '', revision });

const columns: Column<ListedQuote>[] = [
  {
    key: 'numero',
    header: 'Numéro',
    sortable: true,
    width: [96, 200],
    text: numberOf,
    cell: (quote) => (
      <a className="font-semibold hover:underline" href={admin.issuedQuote.href(quote.id)}>
        {numberOf(quote)}
      </a>
    ),
  },
  {
    key: 'client',
    header: 'Client',
    sortable: true,
    mobile: 'title',
    width: [140, 320],
    grows: true,
    text: ({ organization_name }) => organization_name || 'Sans client',
    cell: ({ id, organization_name }) => (
      <a className="hover:underline" href={admin.issuedQuote.href(id)}>
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
    cell: ({ status }) => <StatusBadge tone={tones[status]} label={labelOf(issuedQuoteStatuses, status)} />,
  },
  {
    key: 'objet',
    header: 'Objet',
    optional: 1,
    mobile: 'text',
    width: [120, 320],
    grows: true,
    text: ({ subject }) => subject,
    cell: ({ subject }) => subject,
  },
  {
    key: 'montant',
    header: 'Montant',
    sortable: true,
    width: [110, 140],
    text: ({ total_cents }) => formatCents(total_cents),
    cell: ({ total_cents }) => <span className="tabular-nums">{formatCents(total_cents)}</span>,
  },
  {
    key: 'validite',
    header: 'Valide jusqu’au',
    sortable: true,
    optional: 2,
    width: [128, 150],
    text: ({ valid_until }) => formatDay(valid_until),
    cell: ({ valid_until }) => formatDay(valid_until),
  },
];

function QuoteTable({ quotes }: { quotes: ListedQuote[] }) {
  const list = useListState(issuedQuoteListFields);
  const views = useListViews('quotes', issuedQuoteViews);
  const totals = useQuery(issuedQuotes.totals());
  const { mutate: remove } = useMutation(issuedQuotes.remove());
  const { mutate: duplicate } = useMutation(issuedQuotes.duplicate());
  const shown = useMemo(
    () => filterIssuedQuotes(quotes, list.deferred, new Date(), quebecDay()),
    [quotes, list.deferred],
  );
  const actions = useMemo(
    () => (quote: ListedQuote) => {
      const name = `${numberOf(quote)} ${quote.organization_name}`.trim();
      return [
        { label: `Dupliquer ${name}`, icon: rowIcons.copy, onSelect: () => duplicate(quote.id) },
        ...(quote.status === 'brouillon'
          ? [{ label: `Supprimer ${name}`, icon: rowIcons.trash, onSelect: () => remove([quote]) }]
          : []),
      ];
    },
    [duplicate, remove],
  );
  const stats = Object.entries(issuedQuoteStatuses).flatMap(([status, label]) => {
    const one = totals.data?.find((row) => row.status === status);
    if (!one) return [];
    const to = `${admin.issuedQuotes.href()}?${new URLSearchParams({ statut: status })}`;
    return [{ label, value: `${one.quotes} · ${formatCents(one.total_cents)}`, to }];
  });
  return (
    <>
      {stats.length > 0 && <StatStrip label="Devis par statut" stats={stats} />}
      <ListToolbar
        list={list}
        views={views}
        orders={issuedQuoteOrders}
        search={{ label: 'Rechercher un devis', placeholder: 'Numéro, client ou objet' }}
        filters={[
          { name: 'statut', label: 'Statut', allLabel: 'Tous les statuts', options: issuedQuoteStatuses },
          { name: 'relance', label: 'Relance', allLabel: 'Tous', options: { oui: 'À relancer' } },
        ]}
        count={shown.length < quotes.length && counted(shown.length, 'résultat')}
      >
        {quotes.some(({ status }) => status === 'accepté') && <ExportAccepted />}
      </ListToolbar>
      {shown.length === 0 ? (
        <NoResult title="Aucun devis ne correspond à votre recherche" onClear={list.clear} />
      ) : (
        <DataTable
          caption="Devis"
          rows={shown}
          rowKey={idOf}
          columns={columns}
          actions={actions}
          sort={list.values.tri}
          onSort={list.onSort}
          isSortedAbove
        />
      )}
    </>
  );
}
