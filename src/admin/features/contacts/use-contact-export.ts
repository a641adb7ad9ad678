import { useMutation } from '@tanstack/react-query';
import { contacts } from '@/admin/data/contacts/contacts';
import { loadOnDemand } from '@/admin/lib/load-on-demand';

/** Returns a function that downloads the contacts with these ids, with all their columns. */
export function useContactExport() {
  const { mutateAsync, isPending } = useMutation(contacts.readFull());
  const download = async (ids: ReadonlySet<string>) => {
    const all = await mutateAsync().catch(() => undefined);
    if (!all) return;
    // The CSV writer is loaded with the first export.
    const csv = await loadOnDemand(import('./contact-csv'));
    csv?.downloadContacts(all.filter(({ id }) => ids.has(id)));
  };
  return { download, isPending };
}
