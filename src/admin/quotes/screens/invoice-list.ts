import { searchKey } from '@contract/search-key';
import { sortRows } from '@/admin/kit/lib/sorting';
import { keyField, type ListValues, listFields, textField } from '@/admin/kit/lib/use-list-state';
import { invoiceKinds, invoiceStates } from '../data/invoice-labels';
import type { Invoice } from '../data/invoices';
import { tables } from '../data/tables';

const { fields } = tables.invoices;

/** Fields of the list in the address. */
export const invoiceListFields = listFields({
  q: textField(),
  etat: keyField(invoiceStates),
  nature: keyField(invoiceKinds),
  solde: keyField({ oui: 'À encaisser' }),
  tri: textField(),
});

/** Columns that the list can be ordered by: column → French label. */
export const invoiceOrders = {
  numero: 'Numéro',
  client: 'Client',
  etat: 'État',
  montant: 'Montant',
  solde: 'Solde',
  echeance: fields.due_on,
} as const;

/** The built-in views of every team. */
export const invoiceViews = [
  { name: 'Brouillons', query: 'etat=brouillon' },
  { name: 'À encaisser', query: 'solde=oui' },
  { name: 'En retard', query: 'etat=en retard' },
  { name: 'Payées', query: 'etat=payée' },
].map(({ name, query }) => ({ name, query: new URLSearchParams(query).toString() }));

const states = Object.keys(invoiceStates);

const sortValues: Record<keyof typeof invoiceOrders, (invoice: Invoice) => string | number> = {
  // F-2026-1000 comes after F-2026-999.
  numero: ({ number }) => (number ?? 'F-9999-').replace(/\d+$/, (digits) => digits.padStart(7, '0')),
  client: ({ organization_name }) => organization_name,
  etat: ({ state }) => states.indexOf(state),
  montant: ({ total_cents }) => total_cents,
  solde: ({ balance_cents }) => balance_cents,
  echeance: ({ due_on }) => due_on ?? '9999',
};

/** Filters and sorts the invoices. */
export function filterInvoices(
  invoices: readonly Invoice[],
  { q, etat, nature, solde, tri }: ListValues<typeof invoiceListFields>,
): readonly Invoice[] {
  const wanted = searchKey(q);
  const kept = invoices.filter(
    (invoice) =>
      searchKey(
        `${invoice.number ?? ''} ${invoice.credits_number ?? ''} ${invoice.organization_name} ${invoice.subject} ${invoice.quote_number}`,
      ).includes(wanted) &&
      // A credit note, which is issued and nothing more, has no state of its own.
      (!etat || (invoice.state === etat && invoice.kind !== 'credit')) &&
      (!nature || invoice.kind === nature) &&
      (!solde || invoice.balance_cents > 0),
  );
  return sortRows(kept, tri, sortValues);
}
