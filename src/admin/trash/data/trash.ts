import { mutationOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { readTables } from '@/admin/kit/data/subject-words';
import { inBatches } from '@/admin/kit/lib/in-batches';
import { type ProgressiveList, readFirstThenRest } from '@/admin/kit/lib/read-rows';
import { supabase } from '@/admin/kit/lib/supabase';
import type { AllTables } from '@/admin/kit/lib/table-words';
import { removeUnusedSurveyFiles } from '@/admin/surveys/data/survey-files';
import { removeUnusedPanoramas } from '@/admin/tours/data/panorama-files';
import { removeUnusedPictures } from '@/admin/tours/data/tour-pictures';
import { Constants, type Tables } from '@/shared/database.types';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';
import { ITEMS_A_CALL, restoreFromTrash } from './move-to-trash';

/** An item deleted less than thirty days ago. */
export type TrashItem = Omit<Tables<'trash'>, 'parts'> & {
  /** Number of rows of other tables that were deleted with it. */
  parts: Readonly<Record<string, number>>;
};

/** The tables that items come from. */
export const trashKinds = Constants.public.Enums.trash_kind;

/** The key of every query: a restored row may appear in any list. */
const everyQuery: QueryKey = [];

export const trash = {
  /** Options to read the trash, the last deleted first: a screenful, then the rest at once. */
  list: () =>
    queryOptions({
      queryKey: [...queryKeys.trash, 'list'],
      queryFn: async (context): Promise<ProgressiveList<TrashItem>> => {
        const [rows] = await Promise.all([
          readFirstThenRest(context, {
            query: (count) =>
              supabase
                .from('trash')
                .select('*', count && { count })
                .order('deleted_at', { ascending: false })
                .order('id'),
            toRow: (row: Tables<'trash'>) => ({ ...row, parts: row.parts as TrashItem['parts'] }),
            keyOf: ({ id }) => id,
          }),
          // The names of the kinds are drawn with the rows.
          readTables(context.client),
        ]);
        return rows;
      },
      meta: { errorMessage: 'Impossible de charger la corbeille' },
    }),

  /** Options to read what an item of each kind is called. */
  kinds: () =>
    queryOptions({
      queryKey: queryKeys.tables,
      select: (tables: AllTables) =>
        Object.fromEntries(trashKinds.map((kind) => [kind, tables[kind]?.item ?? kind])),
    }),

  restore: () =>
    mutationOptions({
      mutationFn: restoreFromTrash,
      onSuccess: (restored) => {
        notify.success(
          restored === 1 ? 'Élément restauré' : counted(restored, 'élément restauré', 'éléments restaurés'),
        );
      },
      meta: { invalidates: [everyQuery] },
    }),

  /** Destroys items, then the pictures that nothing shows any more. */
  destroy: () =>
    mutationOptions({
      mutationFn: async (ids: readonly string[]) => {
        const pictures: string[] = [];
        const destroySome = async (some: string[]) => {
          const { data } = await supabase.rpc('delete_from_trash', { ids: some }).throwOnError();
          pictures.push(...data);
        };
        await inBatches(ids, destroySome, ITEMS_A_CALL);
        await removeUnusedPictures(pictures);
        await removeUnusedPanoramas();
        await removeUnusedSurveyFiles();
      },
      // A part may have been destroyed before the failure.
      onError: (_error, _ids, _result, { client }) => client.invalidateQueries({ queryKey: queryKeys.trash }),
      meta: {
        invalidates: [queryKeys.trash],
        successMessage: 'Suppression définitive effectuée',
        errorMessage: 'Impossible de supprimer définitivement',
      },
    }),
};
