import { organisationDomain } from '@contract/mailboxes.ts';
import { placeKey } from '@contract/search-key';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { type Duplicate, type DuplicateCriterion, pairsBy } from '@/admin/kit/lib/possible-duplicates';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Contact } from './contact-list';

/** Columns that two contacts are compared by. */
export type Comparable = Pick<Contact, 'id' | 'name' | 'company' | 'email' | 'city' | 'organisation_id'>;

/**
 * Normalises a name whatever the order of its words: « Tremblay, Jean » is Jean Tremblay. Empty for a person named
 * like the organisation.
 */
function personKey(name: string, companyKey: string): string {
  const key = placeKey(name);
  return key === companyKey ? '' : key.split(' ').sort().join(' ');
}

/** Criteria for two records of one person, besides the name. */
const sharedCriteria: readonly DuplicateCriterion<Comparable & { person: string }>[] = [
  ['Même nom, même organisation', ({ organisation_id }) => organisation_id],
  ['Même nom, même domaine de courriel', ({ email }) => organisationDomain(email)],
  // For people without a name of their own a common town is no evidence.
  ['Même nom, même ville', ({ person, city }) => person && placeKey(city)],
];

/**
 * Finds the pairs of contacts who may be one person: the same name without accents, in any order, and the same
 * organisation (also by the register's code), domain or town. People without a name of their own are compared by the
 * first two.
 */
export function findDuplicates<Row extends Comparable>(rows: readonly Row[]): Duplicate<Row>[] {
  // Few of ten thousand contacts share a name, and only those are compared further.
  const companies = new Map<string, string>();
  const companyKey = (name: string) => {
    const key = companies.get(name) ?? placeKey(name);
    companies.set(name, key);
    return key;
  };
  const all = rows.map((row) => ({ row, id: row.id, person: personKey(row.name, companyKey(row.company)) }));
  const counts = new Map<string, number>();
  for (const { person } of all) counts.set(person, (counts.get(person) ?? 0) + 1);
  const alike = all.filter(({ person }) => (counts.get(person) ?? 0) > 1);
  const grounds = sharedCriteria.map(
    ([reason, keyOf]): DuplicateCriterion<(typeof alike)[number]> => [
      reason,
      ({ row, person }) => {
        const key = keyOf({ ...row, person });
        return key && `${person}\n${key}`;
      },
    ],
  );
  return pairsBy(alike, grounds).map(({ pair, reason }) => ({ pair: [pair[0].row, pair[1].row], reason }));
}

/** Quotes a text with a comma or a parenthesis for a filter of PostgREST. */
const quoteText = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

export const duplicates = {
  /**
   * Options to read the contacts that may be the same person as one: those of the organisation, of the town, of the
   * domain.
   */
  of: (contact: Comparable) =>
    queryOptions({
      queryKey: [
        ...[...queryKeys.contacts, 'duplicates', contact.id, contact.name, contact.email, contact.city],
        contact.organisation_id,
      ],
      queryFn: async ({ signal }) => {
        const domain = organisationDomain(contact.email);
        const near = [
          `city.eq.${quoteText(contact.city)}`,
          ...(contact.organisation_id ? [`organisation_id.eq.${contact.organisation_id}`] : []),
          ...(domain ? [`email.ilike.${quoteText(`*@${domain}`)}`] : []),
        ];
        const { data } = await supabase
          .from('contacts')
          .select('id, name, company, email, city, organisation_id')
          .neq('id', contact.id)
          .or(near.join())
          .order('id')
          .limit(1000)
          .abortSignal(signal)
          .throwOnError();
        return findDuplicates<Comparable>([contact, ...data])
          .filter(({ pair }) => pair[0].id === contact.id)
          .map(({ pair, reason }) => ({ other: pair[1], reason }));
      },
      meta: { errorMessage: 'Impossible de chercher les doublons' },
    }),
};
