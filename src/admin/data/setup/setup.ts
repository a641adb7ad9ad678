import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { rpcError } from '@/admin/data/rpc-error';
import { supabase } from '@/admin/lib/supabase';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';

/** The steps of the first day, in their order. */
export const setupSteps = ['identity', 'sender', 'register', 'tags', 'tour', 'publishing'] as const;

export type SetupStep = (typeof setupSteps)[number];

/** Which steps are done, as the data says, and which were passed. `demo`: demo content is still there. */
export type SetupState = Record<SetupStep, boolean> & {
  register_count: number;
  register_date: string | null;
  skipped: SetupStep[];
  studio_name: string;
  demo: boolean;
};

/** The steps that are neither done nor passed. */
export const stepsLeft = (state: SetupState): SetupStep[] =>
  setupSteps.filter((step) => !state[step] && !state.skipped.includes(step));

const all = queryKeys.setup;

export const setup = {
  all,

  state: () =>
    queryOptions({
      queryKey: [...all, 'state'],
      queryFn: async ({ signal }): Promise<SetupState> => {
        const { data } = await supabase.rpc('setup_state').abortSignal(signal).throwOnError();
        return data as SetupState;
      },
      // The steps are done on other screens.
      staleTime: 0,
      meta: { errorMessage: 'Impossible de charger la liste de démarrage' },
    }),

  /** Saves which steps are passed. */
  skip: () =>
    mutationOptions({
      mutationFn: async (skipped: SetupStep[]) => {
        await supabase.from('settings').update({ setup_skipped: skipped }).eq('id', 1).throwOnError();
      },
      meta: {
        invalidates: [all, queryKeys.settings],
        errorMessage: 'Impossible d’enregistrer la liste de démarrage',
      },
    }),

  /** Deletes the demo content, and nothing that people added. */
  emptyDemo: () =>
    mutationOptions({
      mutationFn: async () => {
        const { data, error } = await supabase.rpc('empty_demo_studio');
        if (error) throw rpcError(error, 'Impossible de vider le studio de démonstration');
        return data;
      },
      onSuccess: (count: number) =>
        notify.success(
          `${counted(count, 'élément de démonstration supprimé', 'éléments de démonstration supprimés')}`,
        ),
      // Everything that is on screen anywhere.
      meta: { invalidates: [[]] },
    }),
};
