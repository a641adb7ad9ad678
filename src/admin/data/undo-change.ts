import { mutationOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { notify } from '@/shared/lib/notify';

/**
 * Says that something was changed, with « Annuler », which takes it back.
 *
 * @param undo runs outside of any screen: the one that made the change may have been left
 */
export function offerUndo(
  client: QueryClient,
  text: string,
  undo: () => Promise<unknown>,
  invalidates: readonly QueryKey[],
): void {
  notify.undoable(text, () => {
    const options = mutationOptions({
      mutationFn: undo,
      meta: {
        invalidates,
        successMessage: 'Changement annulé',
        errorMessage: 'Impossible d’annuler le changement',
      },
    });
    client
      .getMutationCache()
      .build(client, options)
      .execute(undefined)
      .catch(() => {});
  });
}

/** The rows by the value they had, those that already had the new one left out: what taking a change back needs. */
export function byFormerValue<Row extends { id: string }, Value>(
  rows: readonly Row[],
  of: (row: Row) => Value,
  given: Value,
): [former: Value, ids: string[]][] {
  const groups = new Map<Value, string[]>();
  for (const row of rows) {
    const former = of(row);
    if (former !== given) groups.set(former, [...(groups.get(former) ?? []), row.id]);
  }
  return [...groups];
}
