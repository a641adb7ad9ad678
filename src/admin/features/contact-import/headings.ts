import { searchKey } from '@contract/search-key';
import { contactFields, type ListField, listFields } from '@/admin/data/contacts/contact-fields';

/** A heading as it is compared: without case, accents, punctuation or the star of a required column. */
const headingKey = (heading: string): string =>
  searchKey(heading)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const namesOf = (headings: string): readonly string[] => headings.split(/,\s+/);

/** Headings as people's lists, mail programs and registers write them, as `headingKey` leaves them; the surest first. */
export const usualHeadings = {
  firstName: namesOf(
    'prenom, prenoms, prenom du contact, prenom contact, prenom du responsable, prenom usuel, first name, firstname, given name',
  ),
  lastName: namesOf(
    'nom de famille, nom famille, patronyme, nom du contact, nom contact, nom du responsable, last name, lastname, surname, family name, nom',
  ),
  ...(Object.fromEntries(
    listFields.map((field) => [field, namesOf(contactFields[field].headings ?? '')]),
  ) as Record<ListField, readonly string[]>),
};

/** The column with one of these headings, whole or without what stands in brackets; -1 for none. */
export function columnNamed(headings: readonly string[], known: readonly string[]): number {
  for (const keys of [
    headings.map(headingKey),
    headings.map((one) => headingKey(one.replace(/\(.*?\)/g, ''))),
  ]) {
    const found = known.map((heading) => keys.indexOf(heading)).find((index) => index >= 0);
    if (found !== undefined) return found;
  }
  return -1;
}

const all = new Set(Object.values(usualHeadings).flat());

/** How many of the cells of a row are headings that we know: the line of titles is the one with the most. */
export const countHeadings = (cells: readonly string[]): number =>
  cells.filter((cell) => all.has(headingKey(cell)) || all.has(headingKey(cell.replace(/\(.*?\)/g, ''))))
    .length;
