import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notify } from '@/shared/lib/notify';
import { type BuiltInView, type ListViews, lastPosition, type SavedView } from '../lib/list-views';
import { savedViews, type ViewedList } from './saved-views';

const NO_VIEWS: readonly SavedView[] = [];

/** Tells whether a write succeeded; the query client reports failures. */
const isWritten = (write: Promise<unknown>): Promise<boolean> =>
  write.then(
    () => true,
    () => false,
  );

/**
 * Returns the views of a list, for its toolbar.
 *
 * @param allLabel label of the whole list
 * @param builtIn views without a row, from the list's own definition
 */
export function useListViews(
  list: ViewedList,
  allLabel: string,
  builtIn: readonly BuiltInView[] = [],
): ListViews {
  const client = useQueryClient();
  const { data: saved = NO_VIEWS } = useQuery(savedViews.of(list));
  const create = useMutation(savedViews.create(list));
  const change = useMutation(savedViews.change());
  const remove = useMutation(savedViews.remove());
  return {
    allLabel,
    builtIn,
    saved,
    save: (view) => isWritten(create.mutateAsync({ ...view, position: lastPosition(saved) })),
    change: (id, changes) => isWritten(change.mutateAsync({ id, ...changes })),
    remove: async (view) => {
      const removed = await isWritten(remove.mutateAsync(view));
      if (!removed) return false;
      notify.undoable(`Vue «\u00a0${view.name}\u00a0» supprimée`, () => {
        // Independent of any screen, because the list may have been left.
        const options = savedViews.create(list, 'Vue rétablie');
        client
          .getMutationCache()
          .build(client, options)
          .execute(view)
          .catch(() => {});
      });
      return true;
    },
  };
}
