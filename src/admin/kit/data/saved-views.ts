import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Enums } from '@/shared/database.types';
import { isDuplicate } from '@/shared/lib/errors';
import type { BuiltInView, SavedView } from '../lib/list-views';
import { supabase } from '../lib/supabase';
import { queryKeys } from './query-keys';

/** A list that has views. */
export type ViewedList = Enums<'saved_view_list'>;

const toRow = ({ query, ...rest }: Partial<BuiltInView>) => ({
  ...rest,
  ...(query === undefined ? {} : { parameters: query }),
});

/** Converts the error of a refused write, whose own text is English and about constraints. */
const toFrenchError = (error: unknown) =>
  new Error(isDuplicate(error) ? 'Une autre vue porte déjà ce nom' : 'Impossible d’enregistrer la vue', {
    cause: error,
  });

export const savedViews = {
  all: queryKeys.savedViews,

  /** Options to read the saved views of a list, in the order in which they were added. */
  of: (list: ViewedList) =>
    queryOptions({
      queryKey: [...savedViews.all, list],
      queryFn: async ({ signal }): Promise<SavedView[]> => {
        const { data } = await supabase
          .from('saved_views')
          .select('id, name, query:parameters, position')
          .eq('list', list)
          .order('position')
          .order('id')
          .abortSignal(signal)
          .throwOnError();
        return data;
      },
      meta: { errorMessage: 'Impossible de charger les vues enregistrées' },
    }),

  create: (list: ViewedList, successMessage = 'Vue enregistrée pour toute l’équipe') =>
    mutationOptions({
      mutationFn: async (view: Omit<SavedView, 'id'>) => {
        const { name, query, position } = view;
        const { error } = await supabase
          .from('saved_views')
          .insert({ list, name, parameters: query, position });
        if (error) throw toFrenchError(error);
      },
      meta: { invalidates: [savedViews.all], successMessage },
    }),

  /** Renames a view, or changes its parameters. */
  change: () =>
    mutationOptions({
      mutationFn: async ({ id, ...change }: Pick<SavedView, 'id'> & Partial<BuiltInView>) => {
        const { data, error } = await supabase
          .from('saved_views')
          .update(toRow(change))
          .eq('id', id)
          .select('id');
        if (error) throw toFrenchError(error);
        if (data.length === 0) throw new Error('Cette vue n’existe plus\u00a0: quelqu’un l’a supprimée.');
      },
      meta: { invalidates: [savedViews.all] },
    }),

  remove: () =>
    mutationOptions({
      mutationFn: async ({ id }: SavedView) => {
        await supabase.from('saved_views').delete().eq('id', id).throwOnError();
      },
      meta: { invalidates: [savedViews.all], errorMessage: 'Impossible de supprimer la vue' },
    }),
};
