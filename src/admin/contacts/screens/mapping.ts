import { parsePhone } from '@contract/phone';
import { dayToDate } from '@/admin/kit/lib/calendar-day';
import { quebecDay } from '@/admin/kit/lib/dates';
import { webAddress } from '@/admin/kit/lib/text-schemas';
import { contactLabels, type ListField, listFields } from '../data/contact-fields';
import type { ImportOptions } from '../data/contact-import';
import { columnNamed, isAnother, usualHeadings } from './headings';
import { isNoFunction } from './person-function';

/** The required fields. A missing region is that of the town, where the register knows it. */
export const requiredFields: readonly ListField[] = ['name', 'company', 'city'];

/** The fields of which a list may have two columns. */
export const doubleFields: readonly ListField[] = ['name', 'email', 'phone'];

/**
 * The source of a field: a column of the file (by index), or one constant for every row. `second`: the following
 * column of a name, or the other address or number, which serves where the first is empty.
 */
type Source = { column: number | null; constant: string; second?: number | null };

export type Mapping = Record<ListField, Source>;

/** Number of rows that are sampled to recognise a column. */
const SAMPLED_ROWS = 50;

/** Finds the first column without a field whose cells mostly match; null without any. */
function columnOf(
  rows: readonly string[][],
  used: ReadonlySet<number>,
  isOne: (cell: string) => boolean,
): number | null {
  const some = rows.slice(0, SAMPLED_ROWS);
  const width = Math.max(0, ...some.map(({ length }) => length));
  for (let column = 0; column < width; column++) {
    const cells = some.map((row) => row[column]?.trim() ?? '').filter(Boolean);
    if (!used.has(column) && cells.length > 0 && cells.filter(isOne).length > cells.length / 2) return column;
  }
  return null;
}

/** Guesses the column of each field by its heading; addresses and phone numbers also by their cells. */
export function guessMapping(headers: readonly string[], rows: readonly string[][] = []): Mapping {
  const find = (field: keyof typeof usualHeadings) => {
    const column = columnNamed(headers, usualHeadings[field]);
    return column < 0 ? null : column;
  };
  const mapping = Object.fromEntries(
    listFields.map((field) => [field, { column: find(field), constant: '' }]),
  ) as Mapping;
  const [first, last] = [find('firstName'), find('lastName')];
  if (first !== null && last !== null && first !== last)
    mapping.name = { column: first, constant: '', second: last };
  // A list of organisations has nobody in particular, and is greeted so.
  else if (mapping.name.column === null) mapping.name.column = mapping.company.column;
  // « Nom » in such a list is the organisation's.
  else if (mapping.company.column === null && mapping.sector.column !== null)
    mapping.company.column = mapping.name.column;
  for (const field of ['function_kind', 'function_title'] as const) {
    // Outlook writes « Titre » twice: M. or Mme first, then the function.
    const left = [...headers];
    const next = () => columnNamed(left, usualHeadings[field]);
    const isOther = (column: number) =>
      columnOf(
        rows.map((cells) => [cells[column] ?? '']),
        new Set(),
        isNoFunction,
      ) !== null;
    while (next() >= 0 && isOther(next())) left[next()] = '';
    mapping[field].column = next() < 0 ? null : next();
  }
  const used = new Set(listFields.flatMap((field) => mapping[field].column ?? []));
  mapping.email.column ??= columnOf(rows, used, (cell) => /\S@\S+\.\S/.test(cell));
  mapping.phone.column ??= columnOf(
    rows,
    used,
    (cell) =>
      /^[^a-z]*(?:poste|p\.|ext|#)?[^a-z]*$/i.test(cell) && !!parsePhone(cell) && /\d{3}\D+\d{4}/.test(cell),
  );
  for (const field of ['email', 'phone'] as const) {
    const taken = new Set(listFields.flatMap((one) => [mapping[one].column, mapping[one].second]));
    const other = headers.findIndex(
      (heading, index) =>
        !taken.has(index) &&
        isAnother(heading, usualHeadings[field]) &&
        (rows.length === 0 || rows.some((cells) => cells[index]?.trim())),
    );
    if (mapping[field].column !== null && other >= 0) mapping[field].second = other;
  }
  return mapping;
}

/** Lists the columns that no field takes and that have something in them. */
export const unusedColumns = (mapping: Mapping, filled: readonly number[]): number[] => {
  const used = new Set(listFields.flatMap((field) => [mapping[field].column, mapping[field].second]));
  return filled.filter((column) => !used.has(column));
};

/** Lists the required fields without a source. */
export function missingFields(mapping: Mapping): ListField[] {
  return requiredFields.filter(
    (field) => mapping[field].column === null && mapping[field].constant.trim() === '',
  );
}

/** Options of the import that hold for the whole list. */
export type ListChoices = Omit<ImportOptions, 'dryRun'>;

/** Returns the French name of the next missing input before the dry run; `undefined` when complete. */
export function missingInput(mapping: Mapping, { source, consent }: ListChoices): string | undefined {
  const fields = missingFields(mapping).map((field) => contactLabels[field]);
  if (fields.length > 0) return `Champs obligatoires sans colonne\u00a0: ${fields.join(', ')}`;
  if (source.trim() === '') return 'La provenance de la liste est requise';
  if (!consent) return undefined;
  if (consent.occurred_on === '') return 'La date du consentement est requise';
  if (!dayToDate(consent.occurred_on)) return 'La date du consentement est invalide';
  if (consent.occurred_on > quebecDay()) return 'La date du consentement ne peut pas être dans le futur';
  if (consent.evidence.trim() === '') return 'La preuve du consentement est requise';
  if (consent.source_url.trim() === '' && consent.basis === 'published') {
    return 'L’adresse de la page où les courriels sont publiés est requise';
  }
  return webAddress().safeParse(consent.source_url).error?.issues[0]?.message;
}
