import { mutationOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { offerUndoBy } from '@/admin/kit/data/undo-change';
import { inBatches } from '@/admin/kit/lib/in-batches';
import { supabase } from '@/admin/kit/lib/supabase';
import type { TrashKind } from '@/admin/kit/lib/table-words';
import { failureText, readableMessage } from '@/shared/lib/failure';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';

type Deletion<Row extends { id: string }> = {
  kind: TrashKind;
  /** Returns the toast's text after the deletion. */
  successText: (rows: readonly Row[]) => string;
  errorMessage: string;
  /** Queries to refetch after the deletion and after « Annuler ». */
  invalidates: readonly QueryKey[];
  /** Removes the rows from the cache after the deletion, instead of refetching. */
  forget?: (ids: ReadonlySet<string>, client: QueryClient) => void;
};

/**
 * Number of items a call moves: about a millisecond each, and a hosted project ends a statement after eight seconds.
 */
export const ITEMS_A_CALL = 500;

/** Error code of the database when none of the items of a call can be restored, with the reasons. */
const NONE_CAME_BACK = 'P0001';

/** Number of refusals that a toast lists before it only counts. */
const LISTED_REFUSALS = 3;

/** Restores items of the trash, and reports each that cannot be restored. Returns the number of restored ones. */
export async function restoreFromTrash(ids: readonly string[]): Promise<number> {
  let restored = 0;
  const refused: string[] = [];
  const restoreSome = async (some: string[]) => {
    const { data, error } = await supabase.rpc('restore_from_trash', { ids: some });
    if (error) {
      const refusal = rpcError(error, failureText('Impossible de restaurer', error));
      if (error.code !== NONE_CAME_BACK || some.length === ids.length) throw refusal;
      refused.push(refusal.message);
    } else {
      const answer = data as { restored: number; refused: string[] };
      restored += answer.restored;
      refused.push(...answer.refused);
    }
  };
  try {
    await inBatches(ids, restoreSome, ITEMS_A_CALL);
  } catch (error) {
    // Restored items stay restored; the others are still in the trash.
    if (restored === 0) throw error;
    refused.push(readableMessage(error) ?? 'La suite n’a pas pu être restaurée.');
  }
  if (restored === 0 && refused.length > 0) throw new Error(refused.slice(0, LISTED_REFUSALS).join(' '));
  if (refused.length > 0) notify.warning(inShort(refused), 'Tout n’a pas été restauré');
  return restored;
}

function inShort(refused: readonly string[]): string {
  const others = refused.length - LISTED_REFUSALS;
  return [
    ...refused.slice(0, LISTED_REFUSALS),
    ...(others > 0 ? [`Et ${counted(others, 'autre refus', 'autres refus')}.`] : []),
  ].join(' ');
}

const undoDeletion = (invalidates: readonly QueryKey[]) =>
  mutationOptions({
    mutationFn: restoreFromTrash,
    meta: { invalidates, successMessage: 'Suppression annulée' },
  });

/** Deletes at once, with « Annuler » for ten seconds; deleted items stay in the trash for thirty days. */
export function moveToTrash<Row extends { id: string }>(deletion: Deletion<Row>) {
  const { kind, successText, errorMessage, invalidates, forget } = deletion;
  const affectedKeys = [...invalidates, queryKeys.trash];
  return mutationOptions({
    mutationFn: async (rows: readonly Row[]) => {
      const ids: string[] = [];
      const moveSome = async (some: string[]) => {
        await supabase.rpc('move_to_trash', { kind, ids: some }).throwOnError();
        ids.push(...some);
      };
      try {
        await inBatches(
          rows.map(({ id }) => id),
          moveSome,
          ITEMS_A_CALL,
        );
      } catch (error) {
        if (ids.length === 0) throw error;
        console.warn('Suppression arrêtée en chemin', error);
        notify.warning(
          failureText(
            counted(
              rows.length - ids.length,
              'élément n’a pas été supprimé',
              'éléments n’ont pas été supprimés',
            ),
            error,
          ),
          'Tout n’a pas été supprimé',
        );
      }
      return ids;
    },
    onSuccess: (ids, rows, _result, { client }) => {
      const moved = rows.slice(0, ids.length);
      if (forget) {
        // A running query may still return the rows, and would bring them back.
        const isReading = invalidates.some((queryKey) => client.isFetching({ queryKey }) > 0);
        forget(new Set(ids), client);
        if (isReading) for (const queryKey of invalidates) void client.invalidateQueries({ queryKey });
      }
      offerUndoBy(client, successText(moved), undoDeletion(affectedKeys), ids);
    },
    meta: { invalidates: forget ? [queryKeys.trash] : affectedKeys, errorMessage },
  });
}
