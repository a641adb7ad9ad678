import { contactLabels, fieldText, listFields } from '@/admin/data/contacts/contact-fields';
import type { Contact } from '@/admin/data/contacts/contact-list';
import { downloadText, toCsv } from '@/admin/lib/csv';
import { quebecDay } from '@/admin/lib/dates';

/** Contacts as a CSV file that a spreadsheet opens safely; the import reads it back (src/admin/contact-round-trip.test.ts). */
export function contactsToCsv(contacts: readonly Contact[]): string {
  return toCsv(
    [...listFields.map((field) => contactLabels[field]), 'Ajouté le'],
    contacts.map((contact) => [
      ...listFields.map((field) => fieldText(field, contact)),
      quebecDay(new Date(contact.created_at)),
    ]),
  );
}

/** Downloads the contacts as `contacts-2026-11-21.csv`. */
export function downloadContacts(contacts: readonly Contact[]): void {
  downloadText(`contacts-${quebecDay()}.csv`, contactsToCsv(contacts));
}
