import { contactStatuses, sectors } from '@/admin/data/contacts/contact-labels';
import type { ListedContact } from '@/admin/data/contacts/contact-list';
import { labelOf } from '@/admin/lib/label-of';
import { sorted } from '@/admin/lib/sorting';
import { keyField, type ListValues, listFields, textField } from '@/admin/lib/use-list-state';
import { searchKey } from '@/shared/lib/text';

/** The search, filters and order of the list, as the address carries them. `tri`: a column, `-` for descending. */
export const contactListFields = listFields({
  q: textField(),
  secteur: keyField(sectors),
  statut: keyField(contactStatuses),
  tri: textField(),
});

export type ContactListValues = ListValues<typeof contactListFields>;

/** What each column of the list is ordered by. */
const values: Record<string, (contact: ListedContact) => string | null> = {
  contact: (contact) => contact.name,
  entreprise: (contact) => contact.company,
  lieu: (contact) => contact.city,
  region: (contact) => contact.region,
  secteur: (contact) => labelOf(sectors, contact.sector),
  statut: (contact) => labelOf(contactStatuses, contact.status),
  courriel: (contact) => contact.email || null,
};

/** The contacts that hold every word looked for, in any of their name, company, address and city. */
export function filterContacts(
  rows: readonly ListedContact[],
  { q, secteur, statut }: Pick<ContactListValues, 'q' | 'secteur' | 'statut'>,
): readonly ListedContact[] {
  const words = searchKey(q).split(' ').filter(Boolean);
  if (words.length === 0 && !secteur && !statut) return rows;
  return rows.filter(
    (contact) =>
      (!secteur || contact.sector === secteur) &&
      (!statut || contact.status === statut) &&
      words.every((word) => contact.searched.includes(word)),
  );
}

/** The contacts in the order asked for; newest first, as they were read, without one. */
export function sortContacts(rows: readonly ListedContact[], tri: string): readonly ListedContact[] {
  return sorted(rows, tri, values);
}

/** How many there are of each status that has a tile. */
export function countByStatus(rows: readonly ListedContact[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
