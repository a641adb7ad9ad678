import { contactStatuses, sectors } from '@/admin/data/contacts/contact-labels';
import type { Contact } from '@/admin/data/contacts/contact-list';
import { downloadText, toCsv } from '@/admin/lib/csv';
import { quebecDay } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';

/** The headers of an exported file; the import recognises them all. */
const exportHeaders = [
  'Nom',
  'Entreprise',
  'Courriel',
  'Téléphone',
  'Ville',
  'Région',
  'Secteur',
  'Statut',
  'Site web',
  'Notes',
  'Ajouté le',
] as const;

/** Contacts as a CSV file that a spreadsheet opens safely. */
export function contactsToCsv(contacts: readonly Contact[]): string {
  return toCsv(
    exportHeaders,
    contacts.map((contact) => [
      contact.name,
      contact.company,
      contact.email,
      contact.phone,
      contact.city,
      contact.region,
      labelOf(sectors, contact.sector),
      labelOf(contactStatuses, contact.status),
      contact.website,
      contact.notes,
      quebecDay(new Date(contact.created_at)),
    ]),
  );
}

/** Hands the contacts to the browser as `contacts-2026-11-21.csv`. */
export function downloadContacts(contacts: readonly Contact[]): void {
  downloadText(`contacts-${quebecDay()}.csv`, contactsToCsv(contacts));
}
