import { organisationDomain } from '@contract/mailboxes.ts';
import { placeKey } from '@contract/search-key';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { type Duplicate, type Ground, pairsBy } from '@/admin/lib/possible-duplicates';
import { supabase } from '@/admin/lib/supabase';
import type { Contact } from './contact-list';

/** What two contacts are compared by. */
export type Comparable = Pick<Contact, 'id' | 'name' | 'company' | 'email' | 'city' | 'organisation_id'>;

/** A name whatever the order of its words: « Tremblay, Jean » is Jean Tremblay. Empty for who bears the organisation's. */
function personKey(name: string, companyKey: string): string {
  const key = placeKey(name);
  return key === companyKey ? '' : key.split(' ').sort().join(' ');
}

/** Besides the name, what two records of one person share. */
const shared: readonly Ground<Comparable & { person: string }>[] = [
  ['Même nom, même organisation', ({ organisation_id }) => organisation_id],
  ['Même nom, même domaine de courriel', ({ email }) => organisationDomain(email)],
  // Of who has no name of their own a town says nothing.
  ['Même nom, même ville', ({ person, city }) => person && placeKey(city)],
];

/**
 * The pairs of contacts who may be one person: the same name without accents, in any order, and the same organisation
 * (which the code of the register tells), domain or town. Who has no name of their own is compared by the first two.
 */
export function findDuplicates<Row extends Comparable>(rows: readonly Row[]): Duplicate<Row>[] {
  // Of ten thousand contacts few share a name, and only those are compared further.
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
  const grounds = shared.map(
    ([reason, keyOf]): Ground<(typeof alike)[number]> => [
      reason,
      ({ row, person }) => {
        const key = keyOf({ ...row, person });
        return key && `${person}\n${key}`;
      },
    ],
  );
  return pairsBy(alike, grounds).map(({ pair, reason }) => ({ pair: [pair[0].row, pair[1].row], reason }));
}

/** What PostgREST takes for a part of a filter, around a text that may hold a comma or a parenthesis. */
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

export const duplicates = {
  /** The contacts that may be the same person as one: those of the organisation, of the town, of the domain. */
  of: (contact: Comparable) =>
    queryOptions({
      queryKey: [...queryKeys.contacts, 'duplicates', contact.id, contact.name, contact.email, contact.city],
      queryFn: async ({ signal }) => {
        const domain = organisationDomain(contact.email);
        const near = [
          `city.eq.${quoted(contact.city)}`,
          ...(contact.organisation_id ? [`organisation_id.eq.${contact.organisation_id}`] : []),
          ...(domain ? [`email.ilike.${quoted(`*@${domain}`)}`] : []),
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
