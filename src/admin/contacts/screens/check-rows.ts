import { readAddresses } from '@contract/email-address';
import { isSharedMailbox } from '@contract/mailboxes.ts';
import { parsePhone } from '@contract/phone';
import { nameKey, placeKey, searchKey } from '@contract/search-key';
import { multiLine, singleLine, visibleLine } from '@contract/typed-text';
import { fittingPhone, PHONE_LENGTH } from '@/shared/lib/fitting-phone';
import { contactFields, contactLabels, type ListField, listFields } from '../data/contact-fields';
import { type ImportedContact, importedContactSchema } from '../data/contacts.schema';
import { type Meanings, noMeanings, storedValue, type ValueField, valueLabels } from './known-values';
import type { Mapping } from './mapping';
import type { LineMessage, Table } from './parse-table';
import { functionOf, functionOfTwo } from './person-function';

/** Matches texts that mean an empty cell: « - », « n/d », « aucun ». */
const EMPTY_VALUE =
  /^(?:[\p{Dash}.?\s/]*|n\s*[./]?\s*[ad]\.?|s\s*[./]?\s*o\.?|aucune?|inconnue?|néant|null)$/iu;

/** Matches the province, which address books write where a region is expected. */
const PROVINCE = /^(?:province (?:de |du )?)?(?:qu[ée]bec|qc|qu[ée]|p\.?q)\.?(?:\s*\(canada\))?$/i;

/** Returns a cell's text, empty for one of those. */
const cellText = (cell: string): string => (EMPTY_VALUE.test(cell.trim()) ? '' : cell.trim());

/** Matches a word before an address that nothing sets apart: a part of the address, or a name. */
const RUN_ON = /(?:^|\s)[\p{L}\p{N}.'’-]+\s+[^\s@]+@/u;

/**
 * Extracts the address of a cell, and what else it has: « mailto:a@x », « Nom <a@x> », « a@x; b@x ». An invalid
 * address is shown as it was written, to be corrected.
 */
function emailsOf(cell: string): { email: string; others: string[] } {
  const text = cellText(cell);
  const { addresses, refused } = readAddresses(text);
  const [email = text, ...others] = addresses;
  const isRunOn = RUN_ON.test(text) && !text.includes('<');
  return { email, others: addresses.length === 0 ? [] : [...others, ...refused, ...(isRunOn ? [text] : [])] };
}

/** Matches the separator of two numbers in one cell; « ::: » is Google's. */
const VALUE_SEPARATOR = /\s*(?:\/|;|\||\n|:::|\bou\b|\bet\b)\s*/i;

/**
 * Matches what a spreadsheet made of a number, whose digits are lost or not all there: « 8,19555E+09 », « ######## »,
 * « =8195550102 », « 819555010,1 ».
 */
const SPOILED_VALUE = /^=|^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$|^#+$|^\d{7,}[.,]\d+$/i;

/**
 * Extracts the phone number of a cell, in the column's length, and the rest of the cell: « (819) 555-0101 poste 4 »
 * is one number, « 819 555-0101 / 819 555-0102 » two. A cell without a usable number is all rest.
 */
function phoneOf(cell: string): { phone: string; rest: string } {
  const text = cellText(cell).replace(/^t[ée]l(?:[ée]phone)?\.?\s*:?\s*(?=[\d(+])/i, '');
  const parts = text.split(VALUE_SEPARATOR).filter(Boolean);
  const isOne = parts.length < 2 || !parts.every((one) => parsePhone(one));
  const numbers = (isOne ? [text, ...parts] : parts).map(fittingPhone);
  const at = numbers.findIndex(
    (one) => !SPOILED_VALUE.test(one) && parsePhone(one) && one.length <= PHONE_LENGTH,
  );
  const phone = numbers[at];
  if (phone === undefined) return { phone: '', rest: text };
  if (isOne && at === 0) return { phone, rest: '' };
  return {
    phone,
    rest: parts
      .map(fittingPhone)
      .filter((one) => one !== phone)
      .join(', '),
  };
}

type Values = Record<ListField, string>;

/**
 * A row that cannot be imported: its line in the file, the French reason, its cells, and the invalid fields, which a
 * person can correct.
 */
export type RowError = { line: number; message: string; cells: string[]; faulty: Partial<Values> };

/** An unknown sector or status, with its number of rows. */
export type UnknownValue = { field: ValueField; text: string; rows: number };

export type CheckedRows = {
  contacts: ImportedContact[];
  /** The line in the file of each of `contacts`, and its cells. */
  lines: number[];
  cells: string[][];
  errors: RowError[];
  /** Values that were changed on import. */
  remarks: LineMessage[];
  unknown: UnknownValue[];
};

/** Corrections of the file by a person or by the register. */
export type Corrections = {
  /** Meanings of the file's sectors and statuses. */
  meanings?: Meanings;
  /** Region of each town, by placeKey, for rows without one. */
  regions?: Readonly<Record<string, string>>;
  /** Corrected cells: line → field → text. */
  corrected?: Readonly<Record<number, Partial<Values>>>;
};

/** Adds the scheme that most lists leave out: « www.ville.example ». */
const withScheme = (address: string) =>
  address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;

const links = listFields.filter((field) => contactFields[field].isLink);

/** Fields that a list may have in two columns: the first one with a value counts, and the other goes to the notes. */
const joinSeparators: Readonly<Record<string, string>> = { name: ' ', email: '; ', phone: '; ' };

/** Returns a cell as a person sees it: composed letters, and no marks that nobody sees. */
function visibleText(field: ListField, text: string): string {
  const whole = text.replace(/\p{Cs}/gu, '\ufffd');
  if (field === 'notes') return multiLine(whole);
  // A mark inside an address is not taken out: it would be another address.
  return field === 'email' ? singleLine(whole) : visibleLine(whole);
}

/** Returns the text of each field, from its column, its two columns, or its constant. */
function cellsOf(cells: readonly string[], mapping: Mapping, corrected: Partial<Values> = {}): Values {
  return Object.fromEntries(
    listFields.map((field) => {
      const { column, constant, second } = mapping[field];
      if (corrected[field] !== undefined) return [field, visibleText(field, corrected[field])];
      if (column === null) return [field, visibleText(field, constant)];
      const texts = [cells[column], second == null ? '' : cells[second]].map((text) =>
        visibleText(field, text ?? ''),
      );
      const kept = field === 'name' ? texts : texts.map((text) => (second == null ? text : cellText(text)));
      return [field, kept.filter(Boolean).join(joinSeparators[field] ?? ' ')];
    }),
  ) as Values;
}

/** Parses a yes or a no; any other text is returned unchanged, and refused later. */
function yesOrNo(text: string): string {
  if (/^(?:oui|o|yes|y|vrai|true|x|1)$/i.test(text)) return 'yes';
  return /^(?:non|n|no|faux|false|0)$/i.test(text) ? 'no' : text;
}

/** Converts the texts to the values of a contact, and lists the values that were changed. */
function toValues(
  texts: Values,
  mapping: Mapping,
  { meanings = noMeanings, regions = {} }: Corrections,
  /** Cells beyond the titles. */
  untitled: readonly string[],
) {
  const { email, others } = emailsOf(texts.email);
  const { phone, rest } = phoneOf(texts.phone);
  const [kind, title] = [cellText(texts.function_kind), cellText(texts.function_title)];
  const hasBoth = mapping.function_kind.column !== null && mapping.function_title.column !== null;
  const job = hasBoth ? functionOfTwo(kind, title) : functionOf(kind || title);
  const [website = '', ...sites] = cellText(texts.website).split(/\s*:::\s*/);
  const remarks = [
    ...(others.length > 0 ? [`Autre courriel\u00a0: ${others.join(', ')}`] : []),
    ...(job.rest ? [`Fonction\u00a0: ${job.rest}`] : []),
    ...(rest ? [`${phone ? 'Autre téléphone' : 'Téléphone'}\u00a0: ${rest}`] : []),
    ...(sites.length > 0 ? [`Autre site\u00a0: ${sites.join(', ')}`] : []),
    ...(untitled.length > 0 ? [`Sans titre de colonne\u00a0: ${untitled.join(', ')}`] : []),
  ];
  const ownNotes = cellText(texts.notes);
  const notes = [ownNotes, ...remarks].filter(Boolean).join('\n');
  const isTooLong = notes.length > 1000;
  const values: Values = {
    ...texts,
    ...Object.fromEntries(
      links.map((field) => [field, withScheme(field === 'website' ? website : cellText(texts[field]))]),
    ),
    function_kind: job.kind,
    function_title: job.title,
    is_public_office_holder: yesOrNo(cellText(texts.is_public_office_holder)),
    email,
    phone,
    region: (PROVINCE.test(texts.region) ? '' : texts.region) || regions[placeKey(texts.city)] || '',
    sector: storedValue('sector', texts.sector, meanings),
    status: storedValue('status', texts.status, meanings),
    // Overlong remarks are left out rather than making the row fail.
    notes: isTooLong ? ownNotes : notes,
  };
  return {
    values,
    remarks: remarks.map((one) =>
      isTooLong ? `${one} (les notes sont trop longues\u00a0: non gardé)` : one,
    ),
  };
}

/** Identifies the person of a row by name, company and city. */
const person = ({ name, company, city }: ImportedContact) => [name, company, city].map(nameKey).join('\n');

const isUnknown = (field: string, value: string): field is ValueField =>
  (field === 'sector' || field === 'status') && !Object.hasOwn(valueLabels[field], value);

/**
 * Checks every row with the schema of the contact form: the result is a contact, or an error with its French reason.
 */
export function checkRows(
  { rows, lines, headers }: Pick<Table, 'rows' | 'lines'> & Partial<Pick<Table, 'headers'>>,
  mapping: Mapping,
  corrections: Corrections = {},
): CheckedRows {
  const checked: CheckedRows = { contacts: [], lines: [], cells: [], errors: [], remarks: [], unknown: [] };
  const unknown = new Map<string, UnknownValue>();
  // Compared like in the database: by the address or, without one, with every person of that name, so that a row has
  // the same outcome whatever its block.
  const addresses = new Map<string, number>();
  const people = new Map<string, number>();
  rows.forEach((cells, index) => {
    const line = lines[index] as number;
    const refuse = (message: string, faulty: Partial<Values> = {}) =>
      checked.errors.push({ line, message, cells, faulty });
    const { values, remarks } = toValues(
      cellsOf(cells, mapping, corrections.corrected?.[line]),
      mapping,
      corrections,
      headers ? cells.slice(headers.length).map(visibleLine).filter(Boolean) : [],
    );
    const { data, error } = importedContactSchema.safeParse(values);
    if (error) {
      const faulty: Partial<Values> = {};
      const messages = error.issues.map(({ path, message }) => {
        const field = path[0] as ListField;
        faulty[field] = values[field];
        if (!isUnknown(field, values[field])) return message;
        const text = values[field];
        const found = unknown.get(`${field} ${searchKey(text)}`) ?? { field, text, rows: 0 };
        unknown.set(`${field} ${searchKey(text)}`, { ...found, rows: found.rows + 1 });
        return `${contactLabels[field]} inconnu\u00a0: ${text}`;
      });
      refuse([...new Set(messages)].join('; '), faulty);
      return;
    }
    const email = data.email.toLowerCase();
    // An organisation's shared address belongs to several persons.
    const isShared = isSharedMailbox(email) && nameKey(data.name) !== nameKey(data.company);
    const address = isShared ? `${email}\n${nameKey(data.name)}` : email;
    const earlier =
      (email ? addresses.get(address) : undefined) ??
      (isShared || !email ? people.get(person(data)) : undefined);
    if (earlier !== undefined) {
      refuse(`Doublon de la ligne ${earlier}`);
      return;
    }
    for (const known of email ? [address, email] : []) addresses.set(known, addresses.get(known) ?? line);
    if (!people.has(person(data))) people.set(person(data), line);
    checked.contacts.push(data);
    checked.lines.push(line);
    checked.cells.push(cells);
    for (const message of remarks) checked.remarks.push({ line, message });
  });
  checked.unknown = [...unknown.values()];
  return checked;
}
