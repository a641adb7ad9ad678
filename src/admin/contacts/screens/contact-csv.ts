import { useMutation } from '@tanstack/react-query';
import { downloadText, toCsv } from '@/admin/kit/lib/csv';
import { quebecDay } from '@/admin/kit/lib/dates';
import { contactLabels, fieldText, listFields } from '../data/contact-fields';
import type { Contact } from '../data/contact-list';
import { contacts } from '../data/contacts';

/** Contacts as a CSV file that a spreadsheet opens safely; the import reads it back (src/admin/contact-round-trip.test.ts). */
export function contactsToCsv(rows: readonly Contact[]): string {
  return toCsv(
    [...listFields.map((field) => contactLabels[field]), 'Ajouté le'],
    rows.map((contact) => [
      ...listFields.map((field) => fieldText(field, contact)),
      quebecDay(new Date(contact.created_at)),
    ]),
  );
}

/** Hands contacts to the browser as `contacts-2026-11-21.csv`, with all their columns: those of these ids. */
export function useContactExport() {
  const { mutateAsync, isPending } = useMutation(contacts.readFull());
  const download = async (ids: ReadonlySet<string>) => {
    const all = await mutateAsync().catch(() => undefined);
    if (!all) return;
    const chosen = all.filter(({ id }) => ids.has(id));
    downloadText(`contacts-${quebecDay()}.csv`, contactsToCsv(chosen));
  };
  return { download, isPending };
}
