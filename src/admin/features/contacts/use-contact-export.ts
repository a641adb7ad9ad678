import { useMutation } from '@tanstack/react-query';
import { contacts } from '@/admin/data/contacts/contacts';
import { loadOnDemand } from '@/admin/lib/load-on-demand';

/** Hands contacts to the browser as a file, with all their columns: those of these ids. */
export function useContactExport() {
  const { mutateAsync, isPending } = useMutation(contacts.readFull());
  const download = async (ids: ReadonlySet<string>) => {
    const all = await mutateAsync().catch(() => undefined);
    if (!all) return;
    // The CSV writer comes with the first file asked for.
    const csv = await loadOnDemand(import('./contact-csv'));
    csv?.downloadContacts(all.filter(({ id }) => ids.has(id)));
  };
  return { download, isPending };
}
