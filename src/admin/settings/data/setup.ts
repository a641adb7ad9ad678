import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { supabase } from '@/admin/kit/lib/supabase';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';

/** The steps of the first setup, in order. */
export const setupSteps = ['identity', 'sender', 'register', 'tags', 'tour', 'publishing'] as const;

export type SetupStep = (typeof setupSteps)[number];

/** Done steps, according to the data, and skipped ones. `demo`: demo content is still there. */
export type SetupState = Record<SetupStep, boolean> & {
  /** True when identity and address are saved, so that a test message may be sent. */
  sender_ready: boolean;
  /** Moment of the last accepted test message; null before. */
  sender_tested_at: string | null;
  register_count: number;
  register_date: string | null;
  skipped: SetupStep[];
  studio_name: string;
  demo: boolean;
  /** Number of remaining demo rows by table. */
  demo_counts: Record<string, number>;
};

/** Lists the steps that are neither done nor skipped. */
export const stepsLeft = (state: SetupState): SetupStep[] =>
  setupSteps.filter((step) => !state[step] && !state.skipped.includes(step));

/** Names of the demo rows to show: table → one, several; other tables are not shown. */
const demoKinds = {
  virtual_tours: ['visite', 'visites'],
  tags: ['catégorie', 'catégories'],
  contacts: ['contact', 'contacts'],
  quote_requests: ['demande', 'demandes'],
  trip_plans: ['déplacement', 'déplacements'],
  email_templates: ['template', 'templates'],
  campaigns: ['campagne', 'campagnes'],
  surveys: ['relevé', 'relevés'],
} as const;

/** Describes the remaining demo content: « 12 visites, 60 contacts et 4 campagnes »; '' for none. */
export function demoContents(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(demoKinds).flatMap(([table, [one, many]]) => {
    const count = counts[table] ?? 0;
    return count > 0 ? [counted(count, one, many)] : [];
  });
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' et ');
}

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
      // Never fresh: the steps are done on other screens.
      staleTime: 0,
      meta: { errorMessage: 'Impossible de charger la liste de démarrage' },
    }),

  /** Saves the skipped steps. */
  skip: () =>
    mutationOptions({
      mutationFn: async (skipped: SetupStep[]) => {
        await supabase.from('studio').update({ setup_skipped: skipped }).eq('id', 1).throwOnError();
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
      // Invalidates everything, because demo content may be on any screen.
      meta: { invalidates: [[]] },
    }),
};
