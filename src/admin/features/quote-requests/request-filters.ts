import type { QuoteRequest } from '@/admin/data/quote-requests/quote-requests';
import { answerDue } from '@/admin/lib/business-hours';
import { labelOf } from '@/admin/lib/label-of';
import { sorted } from '@/admin/lib/sorting';
import { type ListValues, listFields, textField } from '@/admin/lib/use-list-state';
import { quoteStatuses, serviceTypes } from '@/shared/data/quote-requests';
import { searchKey } from '@/shared/lib/text';

/** Search, filters and sort, as the address of the inbox carries them. */
export const quoteListFields = listFields({
  q: textField(),
  statut: textField(),
  organisme: textField(),
  service: textField(),
  tri: textField(),
});

type QuoteListValues = ListValues<typeof quoteListFields>;

/** Whether the request still waits for an answer. */
export const isOpen = ({ status, anonymised_at }: Pick<QuoteRequest, 'status' | 'anonymised_at'>) =>
  !anonymised_at && (status === 'nouveau' || status === 'en_cours');

const statusOrder = Object.keys(quoteStatuses);

/** What each column of the list is ordered by. */
const values: Record<string, (quote: QuoteRequest) => string | number | null> = {
  organisation: (quote) => quote.organization_name,
  service: (quote) => labelOf(serviceTypes, quote.service_type),
  statut: (quote) => statusOrder.indexOf(quote.status),
  echeance: (quote) => (isOpen(quote) ? answerDue(new Date(quote.created_at)).getTime() : null),
  recue: (quote) => Date.parse(quote.created_at),
};

const searchedTexts = new WeakMap<QuoteRequest, string>();

function searched(quote: QuoteRequest): string {
  const known = searchedTexts.get(quote);
  if (known !== undefined) return known;
  const { organization_name, contact_name, email, phone, message } = quote;
  const key = searchKey([organization_name, contact_name, email, phone, message].join(' '));
  searchedTexts.set(quote, key);
  return key;
}

/** The requests that hold every word looked for, and answer to each filter that is set; in the order asked for. */
export function filterQuotes(
  rows: readonly QuoteRequest[],
  { q, statut, organisme, service, tri }: QuoteListValues,
): readonly QuoteRequest[] {
  const words = searchKey(q).split(' ').filter(Boolean);
  const kept = rows.filter(
    (quote) =>
      (!statut || quote.status === statut) &&
      (!organisme || quote.organization_type === organisme) &&
      (!service || quote.service_type === service) &&
      words.every((word) => searched(quote).includes(word)),
  );
  return sorted(kept, tri, values);
}
