import { contactStatuses, functionKinds, importLabels, sectors } from '@/admin/data/contacts/contact-labels';
import type { Contact } from '@/admin/data/contacts/contact-list';
import { publicOfficeChoices } from '@/admin/data/contacts/contacts.schema';
import { downloadText, toCsv } from '@/admin/lib/csv';
import { quebecDay } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';

type Cell = (contact: Contact) => string | null;

/** Cell of each field in the file; the import reads it back (src/admin/contact-round-trip.test.ts). */
const cells: Record<keyof typeof importLabels, Cell> = {
  name: ({ name }) => name,
  company: ({ company }) => company,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  city: ({ city }) => city,
  region: ({ region }) => region,
  sector: ({ sector }) => labelOf(sectors, sector),
  status: ({ status }) => labelOf(contactStatuses, status),
  website: ({ website }) => website,
  notes: ({ notes }) => notes,
  function_kind: ({ function_kind }) => function_kind && labelOf(functionKinds, function_kind),
  function_title: ({ function_title }) => function_title,
  is_public_office_holder: ({ is_public_office_holder: office }) =>
    office === null ? null : publicOfficeChoices[office ? 'yes' : 'no'],
};

const fields = Object.keys(cells) as (keyof typeof cells)[];

/** Writes contacts as a CSV file that a spreadsheet opens safely. */
export function contactsToCsv(contacts: readonly Contact[]): string {
  return toCsv(
    [...fields.map((field) => importLabels[field]), 'Ajouté le'],
    contacts.map((contact) => [
      ...fields.map((field) => cells[field](contact)),
      quebecDay(new Date(contact.created_at)),
    ]),
  );
}

/** Downloads the contacts as `contacts-2026-11-21.csv`. */
export function downloadContacts(contacts: readonly Contact[]): void {
  downloadText(`contacts-${quebecDay()}.csv`, contactsToCsv(contacts));
}
