import { isEmailAddress, toAsciiAddress } from '@contract/email-address';
import { isSharedMailbox } from '@contract/mailboxes.ts';
import { placeKey, searchKey } from '@contract/search-key';
import {
  contactFields,
  contactLabels,
  type ListField,
  listFields,
} from '@/admin/data/contacts/contact-fields';
import { type ImportedContact, importedContactSchema } from '@/admin/data/contacts/contacts.schema';
import { fittingPhone, PHONE_LENGTH } from '@/shared/lib/fitting-phone';
import { parsePhone } from '@/shared/lib/phone';
import { type Meanings, noMeanings, storedValue, type ValueField, valueLabels } from './known-values';
import type { Mapping } from './mapping';
import type { Table } from './parse-table';
import { functionOf, functionOfTwo } from './person-function';

/** What lists write where there is nothing: « - », « n/d », « aucun ». */
const NOTHING = /^(?:[\p{Dash}.?\s/]*|n\s*[./]?\s*[ad]\.?|s\s*[./]?\s*o\.?|aucune?|inconnue?|néant|null)$/iu;

/** A cell without the words that stand for nothing. */
const written = (cell: string): string => (NOTHING.test(cell.trim()) ? '' : cell.trim());

const ADDRESS = /[^\s<>()[\]{},;:"'«»|/\\]+@[^\s<>()[\]{},;:"'«»|/\\]+/g;

/** The address in a cell, and the others that it holds: « mailto:a@x », « Nom <a@x> », « a@x; b@x ». */
function emailsOf(cell: string): { email: string; others: string[] } {
  const text = written(cell);
  const found = [...new Set((text.match(ADDRESS) ?? []).map((one) => one.replace(/[.!?]+$/, '')))];
  const [email, ...others] = found.filter((one) => isEmailAddress(toAsciiAddress(one)));
  // What is no address is shown as it was written, to be mended.
  return email ? { email, others } : { email: text, others: [] };
}

/** Between two numbers of one cell. */
const BETWEEN = /\s*(?:[/;|\n]|\bou\b|\bet\b)\s*/i;

/**
 * The phone number in a cell, as its column can hold it, and the rest of the cell where it holds more: « (819) 555-0101
 * poste 4 » is one number, « 819 555-0101 / 819 555-0102 » two. A cell that no column holds is all rest.
 */
function phoneOf(cell: string): { phone: string; rest: string } {
  const text = written(cell).replace(/^t[ée]l(?:[ée]phone)?\.?\s*:?\s*(?=[\d(+])/i, '');
  const whole = fittingPhone(text);
  if (
    whole.length <= PHONE_LENGTH &&
    !(BETWEEN.test(text) && text.split(BETWEEN).every((one) => parsePhone(one)))
  )
    return { phone: whole, rest: '' };
  const numbers = text.split(BETWEEN).map(fittingPhone);
  const phone = numbers.find((one) => parsePhone(one) && one.length <= PHONE_LENGTH);
  return phone === undefined
    ? { phone: '', rest: text }
    : { phone, rest: numbers.filter((one) => one !== phone).join(', ') };
}

type Values = Record<ListField, string>;

/**
 * A row that cannot be imported: its line in the file, the reason in French, its cells, and what was read of the fields at
 * fault, which a person can mend.
 */
export type RowError = { line: number; message: string; cells: string[]; faulty: Partial<Values> };

/** A sector or a status that nobody knows, and in how many rows. */
export type UnknownValue = { field: ValueField; text: string; rows: number };

export type CheckedRows = {
  contacts: ImportedContact[];
  /** The line in the file of each of `contacts`. */
  lines: number[];
  errors: RowError[];
  /** What was kept otherwise than it was written, by line, in French. */
  remarks: { line: number; message: string }[];
  unknown: UnknownValue[];
};

/** What a person, or the register, says besides the file. */
export type Corrections = {
  /** What the sectors and statuses of the file mean. */
  meanings?: Meanings;
  /** The region of each town, by placeKey: for rows without one. */
  regions?: Readonly<Record<string, string>>;
  /** Cells mended: line → field → text. */
  mended?: Readonly<Record<number, Partial<Values>>>;
};

/** Adds the scheme that most lists leave out: « www.ville.example ». */
const withScheme = (address: string) =>
  address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;

const links = listFields.filter((field) => contactFields[field].isLink);

/** The text of each field, from its column, its two columns, or its constant. */
function cellsOf(cells: readonly string[], mapping: Mapping, mended: Partial<Values> = {}): Values {
  return Object.fromEntries(
    listFields.map((field) => {
      const { column, constant, second } = mapping[field];
      if (mended[field] !== undefined) return [field, mended[field].trim()];
      if (column === null) return [field, constant.trim()];
      const texts = [cells[column], second == null ? '' : cells[second]];
      return [
        field,
        texts
          .map((text) => text?.trim() ?? '')
          .filter(Boolean)
          .join(' '),
      ];
    }),
  ) as Values;
}

/** An answer as lists write it; another text stays, to be refused. */
function yesOrNo(text: string): string {
  if (/^(?:oui|o|yes|y|vrai|true|x|1)$/i.test(text)) return 'yes';
  return /^(?:non|n|no|faux|false|0)$/i.test(text) ? 'no' : text;
}

/** The values of a contact from its texts, and what was kept otherwise than it was written. */
function toValues(texts: Values, mapping: Mapping, { meanings = noMeanings, regions = {} }: Corrections) {
  const { email, others } = emailsOf(texts.email);
  const { phone, rest } = phoneOf(texts.phone);
  const [kind, title] = [written(texts.function_kind), written(texts.function_title)];
  const hasBoth = mapping.function_kind.column !== null && mapping.function_title.column !== null;
  const job = hasBoth ? functionOfTwo(kind, title) : functionOf(kind || title);
  const remarks = [
    ...(others.length > 0 ? [`Autre courriel\u00a0: ${others.join(', ')}`] : []),
    ...(job.rest ? [`Fonction\u00a0: ${job.rest}`] : []),
    ...(rest ? [`${phone ? 'Autre téléphone' : 'Téléphone'}\u00a0: ${rest}`] : []),
  ];
  const notes = [texts.notes, ...remarks].filter(Boolean).join('\n');
  const values: Values = {
    ...texts,
    ...Object.fromEntries(links.map((field) => [field, withScheme(written(texts[field]))])),
    function_kind: job.kind,
    function_title: job.title,
    is_public_office_holder: yesOrNo(written(texts.is_public_office_holder)),
    email,
    phone,
    region: texts.region || regions[placeKey(texts.city)] || '',
    sector: storedValue('sector', texts.sector, meanings),
    status: storedValue('status', texts.status, meanings),
    // Never at the price of the row.
    notes: notes.length > 1000 ? texts.notes : notes,
  };
  return { values, remarks };
}

/** Who a row is: name, company and city. */
const person = ({ name, company, city }: ImportedContact) => [name, company, city].join('\n').toLowerCase();

const isUnknown = (field: string, value: string): field is ValueField =>
  (field === 'sector' || field === 'status') && !Object.hasOwn(valueLabels[field], value);

/** Checks every row by the schema of the contact form: a contact, or an error with its reason in French. */
export function checkRows(
  { rows, lines }: Pick<Table, 'rows' | 'lines'>,
  mapping: Mapping,
  corrections: Corrections = {},
): CheckedRows {
  const checked: CheckedRows = { contacts: [], lines: [], errors: [], remarks: [], unknown: [] };
  const unknown = new Map<string, UnknownValue>();
  // As the database compares them: by the address or, without one, with every person of that name, so that a row means
  // the same whichever block it falls in.
  const addresses = new Map<string, number>();
  const people = new Map<string, number>();
  rows.forEach((cells, index) => {
    const line = lines[index] as number;
    const refuse = (message: string, faulty: Partial<Values> = {}) =>
      checked.errors.push({ line, message, cells, faulty });
    const { values, remarks } = toValues(
      cellsOf(cells, mapping, corrections.mended?.[line]),
      mapping,
      corrections,
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
    // At an address that an organisation shares several persons are reached.
    const isShared = isSharedMailbox(email) && placeKey(data.name) !== placeKey(data.company);
    const address = isShared ? `${email}\n${placeKey(data.name)}` : email;
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
    for (const message of remarks) checked.remarks.push({ line, message });
  });
  checked.unknown = [...unknown.values()];
  return checked;
}
