import { mutationOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { supabase } from '@/admin/lib/supabase';
import { notify } from '@/shared/lib/notify';

type StatusChange = {
  kind: 'contacts' | 'quote_requests' | 'virtual_tours';
  given: string;
  before: { id: string; status: string }[];
};

const undoStatus = (invalidates: readonly QueryKey[]) =>
  mutationOptions({
    mutationFn: async (change: StatusChange) => {
      await supabase.rpc('undo_status', change).throwOnError();
    },
    meta: {
      invalidates,
      successMessage: 'Changement annulé',
      errorMessage: 'Impossible d’annuler le changement',
    },
  });

/**
 * Says that rows were given a status, with « Annuler », which gives each the one it had and the dates that go with it.
 *
 * @param rows as they were before
 */
export function offerStatusUndo(
  client: QueryClient,
  text: string,
  { kind, given }: Pick<StatusChange, 'kind' | 'given'>,
  rows: readonly { id: string; status: string }[],
  invalidates: readonly QueryKey[],
): void {
  const before = rows.filter(({ status }) => status !== given).map(({ id, status }) => ({ id, status }));
  if (before.length === 0) {
    notify.success(text);
    return;
  }
  notify.undoable(text, () => {
    // Outside of any screen: the one that changed them may have been left.
    const mutation = client.getMutationCache().build(client, undoStatus(invalidates));
    mutation.execute({ kind, given, before }).catch(() => {});
  });
}
