import { searchedAs } from '@contract/email-address';
import { searchKey } from '@contract/search-key';
import { labelOf } from '@/admin/kit/lib/label-of';
import { serverClock } from '@/admin/kit/lib/server-clock';
import { sortRows } from '@/admin/kit/lib/sorting';
import { keyField, type ListValues, listFields, textField } from '@/admin/kit/lib/use-list-state';
import type { Consent } from '../data/consents';
import {
  consentChoices,
  contactStatuses,
  emailChoices,
  functionKinds,
  sectors,
} from '../data/contact-labels';
import type { ListedContact } from '../data/contact-list';
import type { Recency } from '../data/recency';

/** Bases that each choice of the filter matches. */
const basesOf: Readonly<Record<string, readonly string[]>> = {
  'sur-demande': ['inquiry'],
  expres: ['express'],
  client: ['purchase', 'contract'],
  publiee: ['published', 'disclosed'],
};

/** The built-in views of every list of contacts. */
export const contactViews = [{ name: 'Sans courriel', query: 'courriel=sans' }] as const;

/** Columns that the list can be ordered by: column → French label. */
export const contactOrders = {
  contact: 'Contact',
  entreprise: 'Entreprise',
  lieu: 'Lieu',
  statut: 'Statut',
  dernier: 'Dernier contact',
  action: 'Prochaine action',
} as const;

/** Search, filters and order of the list in the address. `tri`: a column, `-` for descending. */
export const contactListFields = listFields({
  q: textField(),
  secteur: keyField(sectors),
  statut: keyField(contactStatuses),
  fonction: keyField(functionKinds),
  region: textField(),
  courriel: keyField(emailChoices),
  consentement: keyField(consentChoices),
  /** Id of a segment. */
  segment: textField(),
  tri: textField(),
});

export type ContactListValues = ListValues<typeof contactListFields>;

/** Compared value of each column. */
const values: Record<string, (contact: ListedContact) => string | null> = {
  contact: (contact) => contact.name,
  entreprise: (contact) => contact.company,
  lieu: (contact) => contact.city,
  region: (contact) => contact.region,
  secteur: (contact) => labelOf(sectors, contact.sector),
  statut: (contact) => labelOf(contactStatuses, contact.status),
  courriel: (contact) => contact.email || null,
  fonction: ({ function_kind }) => function_kind && labelOf(functionKinds, function_kind),
};

/** Thirty days, in ms: a consent that ends within them expires soon. */
const SOON_MS = 30 * 86_400_000;

/** Tells whether a consent, absent when none is known, matches the filter. */
function hasConsent(consent: Consent | undefined, wanted: string, soon: number): boolean {
  switch (consent?.state) {
    case 'allowed': {
      const { expires_at, basis = '' } = consent;
      if (wanted === 'bientot') return !!expires_at && Date.parse(expires_at) < soon;
      return wanted === 'permis' || basesOf[wanted]?.includes(basis) === true;
    }
    case 'expired':
      return wanted === 'expire' || wanted === 'interdit';
    case 'unverified':
      return wanted === 'a-verifier';
    case 'unsubscribed':
      return wanted === 'desabonne';
    default:
      return wanted === 'interdit';
  }
}

/** Lists the regions of the rows, as the options of a filter. */
export function regionChoices(rows: readonly ListedContact[]): Record<string, string> {
  const regions = [...new Set(rows.map(({ region }) => region))]
    .filter(Boolean)
    .sort((a, b) => a.localeCompare(b, 'fr-CA'));
  return Object.fromEntries(regions.map((region) => [region, region]));
}

/**
 * Filters the contacts, by every word of the search in their name, company, address and city.
 *
 * @param segment ids of the contacts of the chosen segment, once they have loaded
 */
export function filterContacts(
  rows: readonly ListedContact[],
  { q, secteur, statut, fonction, region, courriel, consentement }: ContactListValues,
  consentsById: Readonly<Record<string, Consent>> = {},
  segment?: ReadonlySet<string>,
): readonly ListedContact[] {
  const words = searchKey(searchedAs(q)).split(' ').filter(Boolean);
  const isWhole = ![secteur, statut, fonction, region, courriel, consentement, segment].some(Boolean);
  if (words.length === 0 && isWhole) return rows;
  const soon = serverClock.now() + SOON_MS;
  return rows.filter(
    (contact) =>
      (!segment || segment.has(contact.id)) &&
      (!secteur || contact.sector === secteur) &&
      (!statut || contact.status === statut) &&
      (!fonction || contact.function_kind === fonction) &&
      (!region || contact.region === region) &&
      (!courriel || (contact.email ? 'avec' : 'sans') === courriel) &&
      (!consentement || hasConsent(consentsById[contact.id], consentement, soon)) &&
      words.every((word) => contact.searched.includes(word)),
  );
}

/** Sorts the contacts; newest first, as they were read, without an order. */
export function sortContacts(
  rows: readonly ListedContact[],
  tri: string,
  recency: Readonly<Record<string, Recency>> = {},
): readonly ListedContact[] {
  return sortRows(rows, tri, {
    ...values,
    dernier: ({ id }) => recency[id]?.last_at ?? null,
    action: ({ id }) => recency[id]?.due_on ?? null,
  });
}

/** Counts the contacts of each status that has a tile. */
export function countByStatus(rows: readonly ListedContact[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
