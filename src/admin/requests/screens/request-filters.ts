import { searchKey } from '@contract/search-key';
import { answerDue } from '@/admin/kit/lib/business-hours';
import { type ListValues, listFields, textField } from '@/admin/kit/lib/use-list-state';
import type { QuoteRequest } from '../data/quote-requests';

/** The views of the inbox, by the value of `statut` in the address; the first one is the default. */
export const inboxViews = {
  '': 'Ouvertes',
  nouveau: 'Nouveau',
  en_cours: 'En cours',
  répondu: 'Répondu',
  archivé: 'Archivé',
  gagnée: 'Gagnées',
  perdue: 'Perdues',
  toutes: 'Toutes',
} as const;

/** View, search and filters of the inbox in the address. */
export const quoteListFields = listFields({
  q: textField(),
  statut: textField(),
  organisme: textField(),
  service: textField(),
});

type QuoteListValues = ListValues<typeof quoteListFields>;

/** Tells whether the request still waits for an answer. */
export const isOpen = ({ status, anonymised_at }: Pick<QuoteRequest, 'status' | 'anonymised_at'>) =>
  !anonymised_at && (status === 'nouveau' || status === 'en_cours');

const dueTimes = new WeakMap<QuoteRequest, number>();

/** Returns the deadline of the promised answer. */
function dueTime(quote: QuoteRequest): number {
  const known = dueTimes.get(quote);
  if (known !== undefined) return known;
  const due = answerDue(new Date(quote.created_at)).getTime();
  dueTimes.set(quote, due);
  return due;
}

const searchedTexts = new WeakMap<QuoteRequest, string>();

function searchTextOf(quote: QuoteRequest): string {
  const known = searchedTexts.get(quote);
  if (known !== undefined) return known;
  const { organization_name, contact_name, email, phone, message } = quote;
  const key = searchKey([organization_name, contact_name, email, phone, message].join(' '));
  searchedTexts.set(quote, key);
  return key;
}

function isInView(quote: QuoteRequest, view: string, isSearching: boolean): boolean {
  // A search covers all requests, unless the person chose a view.
  if (view === 'toutes' || (view === '' && isSearching)) return true;
  if (view === 'gagnée' || view === 'perdue') return quote.outcome === view;
  return view === '' ? isOpen(quote) : quote.status === view;
}

/** Filters the requests of a view, the waiting ones by deadline first. */
export function filterQuotes(
  rows: readonly QuoteRequest[],
  { q, statut, organisme, service }: QuoteListValues,
): QuoteRequest[] {
  const words = searchKey(q).split(' ').filter(Boolean);
  const kept = rows.filter(
    (quote) =>
      isInView(quote, statut, words.length > 0) &&
      (!organisme || quote.organization_type === organisme) &&
      (!service || quote.service_type === service) &&
      words.every((word) => searchTextOf(quote).includes(word)),
  );
  // Requests of the same weekend have the same deadline, so the earliest request comes first.
  const open = kept
    .filter(isOpen)
    .sort((a, b) => dueTime(a) - dueTime(b) || a.created_at.localeCompare(b.created_at));
  return [...open, ...kept.filter((quote) => !isOpen(quote))];
}

export type QuoteGroup = { title: string; rows: QuoteRequest[] };

/** Groups the rows without changing their order, late ones apart. */
export function groupQuotes(rows: readonly QuoteRequest[], now: Date): QuoteGroup[] {
  const isLate = (quote: QuoteRequest) => isOpen(quote) && dueTime(quote) < now.getTime();
  const groups = [
    { title: 'En retard', rows: rows.filter(isLate) },
    { title: 'À répondre', rows: rows.filter((quote) => isOpen(quote) && !isLate(quote)) },
    { title: 'Traitées', rows: rows.filter((quote) => !isOpen(quote)) },
  ];
  return groups.filter((group) => group.rows.length > 0);
}
