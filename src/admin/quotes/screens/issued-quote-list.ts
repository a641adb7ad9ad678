import { searchKey } from '@contract/search-key';
import { sortRows } from '@/admin/kit/lib/sorting';
import { keyField, type ListValues, listFields, textField } from '@/admin/kit/lib/use-list-state';
import type { ListedQuote } from '../data/issued-quotes';
import { issuedQuoteStatuses } from '../data/quote-labels';
import { tables } from '../data/tables';

const { fields } = tables.quotes;

/** Fields of the list in the address. */
export const issuedQuoteListFields = listFields({
  q: textField(),
  statut: keyField(issuedQuoteStatuses),
  relance: keyField({ oui: 'À relancer' }),
  tri: textField(),
});

/** Columns that the list can be ordered by: column → French label. */
export const issuedQuoteOrders = {
  numero: 'Numéro',
  client: 'Client',
  statut: fields.status,
  montant: 'Montant',
  validite: 'Validité',
} as const;

/** The built-in views of every team. */
export const issuedQuoteViews = [
  { name: 'Brouillons', query: 'statut=brouillon' },
  { name: 'Envoyés', query: 'statut=envoyé' },
  { name: 'À relancer', query: 'relance=oui' },
  { name: 'Acceptés', query: 'statut=accepté' },
].map(({ name, query }) => ({ name, query: new URLSearchParams(query).toString() }));

const DAY_MS = 86_400_000;

/** Tells whether a quote was sent seven days ago without an answer, or expires within seven days, like `today_rows`. */
function wantsFollowUp({ status, sent_at, valid_until }: ListedQuote, now: Date, today: string): boolean {
  if (status !== 'envoyé' || valid_until < today) return false;
  const daysLeft = (Date.parse(valid_until) - Date.parse(today)) / DAY_MS;
  return daysLeft <= 7 || (sent_at !== null && now.getTime() - Date.parse(sent_at) >= 7 * DAY_MS);
}

const states = Object.keys(issuedQuoteStatuses);

const sortValues: Record<keyof typeof issuedQuoteOrders, (quote: ListedQuote) => string | number> = {
  numero: ({ number, revision }) => `${number ?? '9999'}-${String(revision).padStart(2, '0')}`,
  client: ({ organization_name }) => organization_name,
  statut: ({ status }) => states.indexOf(status),
  montant: ({ total_cents }) => total_cents,
  validite: ({ valid_until }) => valid_until,
};

/** Filters and sorts the quotes. */
export function filterIssuedQuotes(
  quotes: readonly ListedQuote[],
  { q, statut, relance, tri }: ListValues<typeof issuedQuoteListFields>,
  now: Date,
  today: string,
): readonly ListedQuote[] {
  const wanted = searchKey(q);
  const kept = quotes.filter(
    (quote) =>
      searchKey(`${quote.number ?? ''} ${quote.organization_name} ${quote.subject}`).includes(wanted) &&
      (!statut || quote.status === statut) &&
      (!relance || wantsFollowUp(quote, now, today)),
  );
  return sortRows(kept, tri, sortValues);
}
