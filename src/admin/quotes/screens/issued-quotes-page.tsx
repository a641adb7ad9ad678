import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useListViews } from '@/admin/kit/data/use-list-views';
import { quebecDay } from '@/admin/kit/lib/dates';
import { serverNow } from '@/admin/kit/lib/server-clock';
import { useListState } from '@/admin/kit/lib/use-list-state';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { ExportMenu } from '@/admin/kit/ui/export-button';
import { LazyPart } from '@/admin/kit/ui/lazy-part';
import { FilteredTable, ListScreen, useSelectedRows } from '@/admin/kit/ui/list-screen';
import { HeaderActionWords, headerActionClass } from '@/admin/kit/ui/page-header';
import { PanelButton, PanelChoices } from '@/admin/kit/ui/panel-button';
import { rowIcons } from '@/admin/kit/ui/row-icons';
import { StatStrip } from '@/admin/kit/ui/stat-strip';
import { requestPaths } from '@/admin/requests/paths';
import { TrashLine } from '@/admin/trash/parts/trash-line';
import { formatCents } from '@/shared/lib/money';
import { counted } from '@/shared/lib/numbers';
import { buttonClass } from '@/shared/ui/button';
import { exportAcceptedQuotes } from '../data/accepted-quotes';
import { issuedQuotes, type ListedQuote } from '../data/issued-quotes';
import { quoteCatalogue } from '../data/quote-catalogue';
import { issuedQuoteStatuses } from '../data/quote-labels';
import { tables } from '../data/tables';
import { QuoteTabs } from '../parts/quote-tabs';
import { quotePaths } from '../paths';
import { issuedQuoteColumns, numberOf } from './issued-quote-columns';
import {
  filterIssuedQuotes,
  issuedQuoteListFields,
  issuedQuoteOrders,
  issuedQuoteViews,
} from './issued-quote-list';

const { fields } = tables.quotes;

/** The quotes of the studio, with the number and amount of waiting and accepted ones. */
export function IssuedQuotesPage() {
  const list = useQuery(issuedQuotes.list());
  return (
    <ListScreen
      title="Devis"
      count={({ length }) => counted(length, 'devis', 'devis')}
      readersToo
      action={
        <div className="flex flex-wrap gap-2">
          <Link to={quotePaths.catalogue.href()} className={buttonClass({ variant: 'outline' })}>
            Catalogue
          </Link>
          <AdminsOnly>
            <NewQuote />
          </AdminsOnly>
        </div>
      }
      notice={<QuoteTabs />}
      query={list}
      errorTitle="Impossible de charger les devis"
      isEmpty={({ length }) => length === 0}
      empty={{
        title: 'Aucun devis pour le moment',
        why: 'Un devis se commence ici, ou d’une demande, avec ce qu’elle dit du client.',
        action: (
          <Link to={requestPaths.list.href()} className={buttonClass({ variant: 'outline' })}>
            Voir les demandes
          </Link>
        ),
      }}
    >
      {(quotes) => <QuoteTable quotes={quotes} />}
    </ListScreen>
  );
}

/** « Nouveau devis »: an empty one, or one from a template. */
function NewQuote() {
  const navigate = useNavigate();
  const templates = useQuery(quoteCatalogue.templates());
  const create = useMutation(issuedQuotes.create());
  const start = (template?: string) =>
    create.mutate(template ? { template } : {}, { onSuccess: (id) => navigate(quotePaths.one.href(id)) });
  return (
    <PanelButton
      label="Nouveau devis"
      disabled={create.isPending}
      className={headerActionClass('accent')}
      panel={(close) => (
        <PanelChoices
          choices={[['', 'Devis vide'], ...(templates.data ?? []).map(({ id, name }) => [id, name] as const)]}
          close={close}
          onChoose={start}
        />
      )}
    >
      <Plus aria-hidden="true" className="size-4" />
      <HeaderActionWords>Nouveau devis</HeaderActionWords>
    </PanelButton>
  );
}

const acceptedFormats = { csv: 'Tableau (CSV)', json: 'Données (JSON)' } as const;

/** Exports the accepted quotes for the accounts, in one of two formats. */
function ExportAccepted() {
  const write = useMutation(exportAcceptedQuotes());
  return (
    <ExportMenu
      label="Exporter les acceptés"
      exports={acceptedFormats}
      disabled={write.isPending}
      onExport={write.mutate}
    />
  );
}

// Made once, so that typing above the list does not render its table.
const trashLine = <TrashLine kind="quotes" />;
const idOf = ({ id }: ListedQuote) => id;
const nameOf = (quote: ListedQuote) => `${numberOf(quote)} ${quote.organization_name}`.trim();

const loadActions = () => import('./quote-selection');
const SelectionActions = lazy(async () => ({ default: (await loadActions()).SelectionActions }));

function QuoteTable({ quotes }: { quotes: ListedQuote[] }) {
  const list = useListState(issuedQuoteListFields);
  const views = useListViews('quotes', 'Tous', issuedQuoteViews);
  const totals = useQuery(issuedQuotes.totals());
  const { mutate: remove } = useMutation(issuedQuotes.remove());
  const { mutate: duplicate } = useMutation(issuedQuotes.duplicate());
  const visible = useMemo(
    () => filterIssuedQuotes(quotes, list.deferred, serverNow(), quebecDay()),
    [quotes, list.deferred],
  );
  const chosen = useSelectedRows(visible, list);
  const actions = useMemo(
    () => (quote: ListedQuote) => {
      const name = nameOf(quote);
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
    const to = `${quotePaths.list.href()}?${new URLSearchParams({ statut: status })}`;
    return [{ label, value: `${one.quotes} · ${formatCents(one.total_cents)}`, to }];
  });
  return (
    <>
      {stats.length > 0 && <StatStrip label="Devis par statut" stats={stats} />}
      <FilteredTable
        list={list}
        views={views}
        orders={issuedQuoteOrders}
        search={{ label: 'Rechercher un devis', placeholder: 'Numéro, client ou objet' }}
        filters={[
          {
            name: 'statut',
            label: fields.status,
            allLabel: 'Tous les statuts',
            options: issuedQuoteStatuses,
          },
          { name: 'relance', label: 'Relance', allLabel: 'Tous', options: { oui: 'À relancer' } },
        ]}
        rows={visible}
        total={quotes.length}
        noResult="Aucun devis ne correspond à votre recherche"
        caption="Devis"
        footer={trashLine}
        rowKey={idOf}
        columns={issuedQuoteColumns}
        actions={actions}
        rowLabel={nameOf}
      >
        {quotes.some(({ status }) => status === 'accepté') && <ExportAccepted />}
      </FilteredTable>
      <LazyPart isWanted={chosen.length > 0} load={loadActions}>
        <SelectionActions chosen={chosen} onClear={() => list.select(new Set())} />
      </LazyPart>
    </>
  );
}
