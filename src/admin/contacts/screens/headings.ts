import { searchKey } from '@contract/search-key';
import { contactFields, type ListField, listFields } from '../data/contact-fields';

/** Normalises a heading for comparison: without case, accents, punctuation or the star of a required column. */
const headingKey = (heading: string): string =>
  searchKey(heading)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const namesOf = (headings: string): readonly string[] => headings.split(/,\s+/);

/** Headings of people's lists, mail programs and registers, normalised by `headingKey`; the surest first. */
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

/** Finds the column with one of these headings, whole or without its part in brackets; -1 for none. */
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

/** Tells whether a heading is one of these, or the second of its kind: « Courriel 2 », « E-mail 2 - Value », « Autre courriel ». */
export function isAnother(heading: string, known: readonly string[]): boolean {
  const key = headingKey(heading.replace(/\(.*?\)/g, ''));
  return [
    key,
    key.replace(/\b2\b/, '1'),
    key.replace(/ ?\b2\b/, ''),
    key.replace(/^(?:autre|other) | (?:secondaire|personnel|autre)$/, ''),
  ].some((one) => known.includes(one));
}

const all = new Set(Object.values(usualHeadings).flat());

/** Counts the known headings in a row: the header line is the one with the most. */
export const countHeadings = (cells: readonly string[]): number =>
  cells.filter((cell) => all.has(headingKey(cell)) || all.has(headingKey(cell.replace(/\(.*?\)/g, ''))))
    .length;
