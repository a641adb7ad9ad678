import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useListViews } from '@/admin/kit/data/use-list-views';
import { downloadText } from '@/admin/kit/lib/csv';
import { quebecDay } from '@/admin/kit/lib/dates';
import { useListState } from '@/admin/kit/lib/use-list-state';
import { DocumentsSelection } from '@/admin/kit/ui/documents-selection';
import { ExportMenu } from '@/admin/kit/ui/export-button';
import { FilteredTable, ListScreen, useSelectedRows } from '@/admin/kit/ui/list-screen';
import { rowIcons } from '@/admin/kit/ui/row-icons';
import { StatStrip } from '@/admin/kit/ui/stat-strip';
import { TrashLine } from '@/admin/trash/parts/trash-line';
import { formatCents } from '@/shared/lib/money';
import { counted } from '@/shared/lib/numbers';
import { buttonClass } from '@/shared/ui/button';
import { invoiceDrafts } from '../data/invoice-drafts';
import { accountExports, exportAccounts, invoicesCsv } from '../data/invoice-exports';
import { invoiceKinds, invoiceStates } from '../data/invoice-labels';
import { type Invoice, invoices } from '../data/invoices';
import { QuoteTabs } from '../parts/quote-tabs';
import { quotePaths } from '../paths';
import { invoiceColumns } from './invoice-columns';
import { filterInvoices, invoiceListFields, invoiceOrders, invoiceViews } from './invoice-list';

const acceptedQuotes = `${quotePaths.list.href()}?${new URLSearchParams({ statut: 'accepté' })}`;

/** The invoices of the studio, with what is to be collected and what is late. */
export function InvoicesPage() {
  const list = useQuery(invoices.list());
  return (
    <ListScreen
      title="Factures"
      count={({ length }) => counted(length, 'facture')}
      action={
        <Link to={acceptedQuotes} className={buttonClass({ variant: 'accent' })}>
          Facturer un devis
        </Link>
      }
      notice={<QuoteTabs />}
      query={list}
      errorTitle="Impossible de charger les factures"
      isEmpty={({ length }) => length === 0}
      empty={{
        title: 'Aucune facture pour le moment',
        why: 'Une facture se commence d’un devis accepté\u00a0: ouvrez le devis, puis choisissez Facturer.',
      }}
    >
      {(all) => <InvoiceTable list={all} />}
    </ListScreen>
  );
}

// Made once, so that typing above the list does not render its table.
const trashLine = <TrashLine kind="invoices" />;
const idOf = ({ id }: Invoice) => id;
const nameOf = ({ number, organization_name }: Invoice) =>
  `${number ?? 'Brouillon'} ${organization_name}`.trim();

const sumOf = (list: readonly Invoice[]) =>
  formatCents(list.reduce((sum, { balance_cents }) => sum + balance_cents, 0));

function InvoiceTable({ list: all }: { list: Invoice[] }) {
  const list = useListState(invoiceListFields);
  const views = useListViews('invoices', 'Toutes', invoiceViews);
  const { mutate: remove } = useMutation(invoiceDrafts.remove());
  const visible = useMemo(() => filterInvoices(all, list.deferred), [all, list.deferred]);
  const chosen = useSelectedRows(visible, list);
  const actions = useMemo(
    () => (invoice: Invoice) =>
      invoice.state === 'brouillon'
        ? [
            {
              label: `Supprimer ${nameOf(invoice)}`,
              icon: rowIcons.trash,
              onSelect: () => remove([invoice]),
            },
          ]
        : [],
    [remove],
  );
  const due = all.filter(({ balance_cents }) => balance_cents > 0);
  const late = due.filter(({ state }) => state === 'en retard');
  const stats = [
    {
      label: 'À encaisser',
      value: `${due.length} · ${sumOf(due)}`,
      to: `${quotePaths.invoices.href()}?solde=oui`,
    },
    {
      label: 'En retard',
      value: `${late.length} · ${sumOf(late)}`,
      to: `${quotePaths.invoices.href()}?${new URLSearchParams({ etat: 'en retard' })}`,
    },
  ];
  return (
    <>
      <StatStrip label="Factures à encaisser" stats={stats} />
      <FilteredTable
        list={list}
        views={views}
        orders={invoiceOrders}
        search={{ label: 'Rechercher une facture', placeholder: 'Numéro, client, objet ou devis' }}
        filters={[
          { name: 'etat', label: 'État', allLabel: 'Tous les états', options: invoiceStates },
          { name: 'nature', label: 'Nature', allLabel: 'Toutes', options: invoiceKinds },
          { name: 'solde', label: 'Solde', allLabel: 'Tous', options: { oui: 'À encaisser' } },
        ]}
        rows={visible}
        total={all.length}
        noResult="Aucune facture ne correspond à votre recherche"
        caption="Factures"
        footer={trashLine}
        rowKey={idOf}
        columns={invoiceColumns}
        actions={actions}
        rowLabel={nameOf}
      >
        <ExportAccounts />
      </FilteredTable>
      {chosen.length > 0 && <SelectionActions chosen={chosen} onClear={() => list.select(new Set())} />}
    </>
  );
}

/** The actions on the selected invoices: export, and deletion of the drafts. */
function SelectionActions({ chosen, onClear }: { chosen: readonly Invoice[]; onClear: () => void }) {
  const remove = useMutation(invoiceDrafts.remove());
  const drafts = chosen.filter(({ state }) => state === 'brouillon');
  return (
    <DocumentsSelection
      count={chosen.length}
      noun={['facture sélectionnée', 'factures sélectionnées']}
      drafts={drafts.length}
      kept="Les factures émises restent."
      isRemoving={remove.isPending}
      onExport={
        chosen.length > drafts.length
          ? () => downloadText(`factures-${quebecDay()}.csv`, invoicesCsv(chosen))
          : undefined
      }
      onRemove={() => remove.mutate(drafts, { onSuccess: onClear })}
      onClear={onClear}
    />
  );
}

/** « Exporter »: what accountants receive. */
function ExportAccounts() {
  const write = useMutation(exportAccounts(useQueryClient()));
  return (
    <ExportMenu
      label="Exporter"
      exports={accountExports}
      disabled={write.isPending}
      onExport={write.mutate}
    />
  );
}
