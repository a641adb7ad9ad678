import {
  type MutationOptions,
  mutationOptions,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { notify } from '@/shared/lib/notify';

/**
 * Shows a success with « Annuler », which runs a mutation outside of any screen: the first screen may have been left.
 */
export function offerUndoBy<Data, Variables, Context>(
  client: QueryClient,
  text: string,
  options: MutationOptions<Data, Error, Variables, Context>,
  variables: Variables,
): void {
  notify.undoable(text, () => {
    const mutation = client.getMutationCache().build(client, options);
    // The mutation's `meta` reports a failure, as always.
    mutation.execute(variables).catch(() => {});
  });
}

/** Shows that something was changed, with « Annuler », which reverts it. */
export function offerUndo(
  client: QueryClient,
  text: string,
  undo: () => Promise<unknown>,
  invalidates: readonly QueryKey[],
): void {
  const options = mutationOptions({
    mutationFn: undo,
    meta: {
      invalidates,
      successMessage: 'Changement annulé',
      errorMessage: 'Impossible d’annuler le changement',
    },
  });
  offerUndoBy(client, text, options, undefined);
}

/**
 * Groups the rows by their former value, as needed to revert a change; rows that already had the new value are left
 * out.
 */
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

/** Returns the values that a change of a row replaced. */
export const formerOf = <Row extends object>(row: Row, change: object): Partial<Row> =>
  Object.fromEntries(Object.entries(row).filter(([key]) => key in change)) as Partial<Row>;
