import { contactLabels, contactStatuses, sectors } from '@/admin/data/contacts/contact-labels';
import { type ImportedContact, importedContactSchema } from '@/admin/data/contacts/contacts.schema';
import { searchKey } from '@/shared/lib/text';
import { type ContactField, contactFields, type Mapping } from './mapping';
import type { Table } from './parse-table';

/** A row that cannot be imported: its line in the file, the reason in French, and its cells. */
export type RowError = { line: number; message: string; cells: string[] };

export type CheckedRows = {
  contacts: ImportedContact[];
  /** The line in the file of each of `contacts`. */
  lines: number[];
  errors: RowError[];
};

/** Stored value by label and by itself, both without case or accents. */
function storedValues(labels: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(
    Object.entries(labels).flatMap(([stored, label]) => [
      [searchKey(stored), stored],
      [searchKey(label), stored],
    ]),
  );
}

const known = { sector: storedValues(sectors), status: storedValues(contactStatuses) };
const defaults = { sector: 'autre', status: 'nouveau' };

/** The stored sector or status that a cell names: the default for an empty cell, the text itself when unknown. */
function choice(field: 'sector' | 'status', text: string): string {
  const key = searchKey(text);
  return key === '' ? defaults[field] : (known[field].get(key) ?? text);
}

/** Adds the scheme that most lists leave out: « www.ville.example ». */
const withScheme = (address: string) =>
  address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;

function toValues(cells: readonly string[], mapping: Mapping): Record<ContactField, string> {
  const values = Object.fromEntries(
    contactFields.map((field) => {
      const { column, constant } = mapping[field];
      return [field, (column === null ? constant : (cells[column] ?? '')).trim()];
    }),
  ) as Record<ContactField, string>;
  return {
    ...values,
    sector: choice('sector', values.sector),
    status: choice('status', values.status),
    website: withScheme(values.website),
  };
}

/** Who a row is: name, company and city. */
const person = ({ name, company, city }: ImportedContact) => [name, company, city].join('\n').toLowerCase();

/** Checks every row by the schema of the contact form: a contact, or an error with its reason in French. */
export function checkRows({ rows, lines }: Pick<Table, 'rows' | 'lines'>, mapping: Mapping): CheckedRows {
  const checked: CheckedRows = { contacts: [], lines: [], errors: [] };
  // As the database compares them: by the address or, without one, with every person of that name, so that a row means
  // the same whichever block it falls in.
  const addresses = new Map<string, number>();
  const people = new Map<string, number>();
  rows.forEach((cells, index) => {
    const line = lines[index] as number;
    const refuse = (message: string) => checked.errors.push({ line, message, cells });
    const values = toValues(cells, mapping);
    const { data, error } = importedContactSchema.safeParse(values);
    if (error) {
      const messages = error.issues.map(({ path, message }) => {
        const field = path[0] as ContactField;
        return field === 'sector' || field === 'status'
          ? `${contactLabels[field]} inconnu\u00a0: ${values[field]}`
          : message;
      });
      refuse([...new Set(messages)].join('; '));
      return;
    }
    const address = data.email.toLowerCase();
    const earlier = address ? addresses.get(address) : people.get(person(data));
    if (earlier !== undefined) {
      refuse(`Doublon de la ligne ${earlier}`);
      return;
    }
    if (address) addresses.set(address, line);
    if (!people.has(person(data))) people.set(person(data), line);
    checked.contacts.push(data);
    checked.lines.push(line);
  });
  return checked;
}
