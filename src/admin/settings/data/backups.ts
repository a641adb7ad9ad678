import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';

/** The newest copy of the data, and the one that was put back elsewhere last; null where there is none. */
export type Backups = { made: Tables<'backups'> | null; proven: Tables<'backups'> | null };

/** Age after which a copy, or its proof, should be made again, in days. */
const OLD_AFTER_DAYS = 90;

/** Tells whether something that was done then should be done again. */
export const isOld = (iso: string, now: number): boolean =>
  now - Date.parse(iso) > OLD_AFTER_DAYS * 86_400_000;

export const backups = {
  /** Options to read the newest copy and the newest proof. */
  newest: () =>
    queryOptions({
      queryKey: [...queryKeys.settings, 'backups'],
      queryFn: async ({ signal }): Promise<Backups> => {
        const newest = (column: 'made_at' | 'proven_at') =>
          supabase
            .from('backups')
            .select('*')
            .not(column, 'is', null)
            .order(column, { ascending: false })
            .limit(1)
            .abortSignal(signal)
            .maybeSingle()
            .throwOnError();
        const [made, proven] = await Promise.all([newest('made_at'), newest('proven_at')]);
        return { made: made.data, proven: proven.data };
      },
      meta: { errorMessage: 'Impossible de charger les copies' },
    }),
};
