import { mutationOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { rpcError } from '@/admin/data/rpc-error';
import { offerUndoBy } from '@/admin/data/undo-change';
import { supabase } from '@/admin/lib/supabase';
import { notify } from '@/shared/lib/notify';

/** The tables whose rows go to the trash. */
export type TrashKind =
  | 'virtual_tours'
  | 'contacts'
  | 'quote_requests'
  | 'trip_plans'
  | 'email_templates'
  | 'quotes';

type Deletion<Row extends { id: string }> = {
  kind: TrashKind;
  /** What the toast says once it is done. */
  said: (rows: readonly Row[]) => string;
  errorMessage: string;
  /** Read anew after the deletion and after « Annuler ». */
  invalidates: readonly QueryKey[];
  /** Instead of reading anew, after the deletion. */
  forget?: (ids: ReadonlySet<string>, client: QueryClient) => void;
};

/** Puts items of the trash back: all that can come back, and a word on each that cannot. */
export async function restoreFromTrash(ids: readonly string[]): Promise<number> {
  const { data, error } = await supabase.rpc('restore_from_trash', { ids: [...ids] });
  if (error) throw rpcError(error, 'Impossible de restaurer. Vérifiez votre connexion, puis réessayez.');
  const { restored, refused } = data as { restored: number; refused: string[] };
  if (refused.length > 0) notify.warning(refused.join(' '), 'Tout n’a pas été restauré');
  return restored;
}

const undoDeletion = (invalidates: readonly QueryKey[]) =>
  mutationOptions({
    mutationFn: restoreFromTrash,
    meta: { invalidates, successMessage: 'Suppression annulée' },
  });

/** Deletion at once, with « Annuler » for ten seconds; what is deleted stays in the trash for thirty days. */
export function moveToTrash<Row extends { id: string }>(deletion: Deletion<Row>) {
  const { kind, said, errorMessage, invalidates, forget } = deletion;
  const touched = [...invalidates, queryKeys.trash];
  return mutationOptions({
    mutationFn: async (rows: readonly Row[]) => {
      await supabase.rpc('move_to_trash', { kind, ids: rows.map(({ id }) => id) }).throwOnError();
    },
    onSuccess: (_data, rows, _result, { client }) => {
      const ids = rows.map(({ id }) => id);
      if (forget) {
        // What is being read now may still hold the rows, and would bring them back.
        const isReading = invalidates.some((queryKey) => client.isFetching({ queryKey }) > 0);
        forget(new Set(ids), client);
        if (isReading) for (const queryKey of invalidates) void client.invalidateQueries({ queryKey });
      }
      offerUndoBy(client, said(rows), undoDeletion(touched), ids);
    },
    meta: { invalidates: forget ? [queryKeys.trash] : touched, errorMessage },
  });
}
