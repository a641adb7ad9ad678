import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Database } from '@/shared/database.types';

type Figures = Database['public']['Functions']['dashboard_stats']['Returns'][number];

/** The figures of the dashboard; the next trip is `null` when none is planned. */
export type DashboardStats = {
  [Name in keyof Figures]: Name extends `next_trip_${string}` ? Figures[Name] | null : Figures[Name];
};

/** Views of tours in one month; `month` is its first day (`2026-11-01`). */
export type MonthlyViews = Database['public']['Functions']['views_by_month']['Returns'][number];

/** Options of data that must not be old: read again as soon as the window gets the focus. */
export const alwaysStale = { staleTime: 0, refetchOnWindowFocus: 'always' } as const;

export const dashboard = {
  all: queryKeys.dashboard,

  /** Options to read every figure, counted by the database in one call. */
  stats: () =>
    queryOptions({
      queryKey: [...dashboard.all, 'stats'],
      queryFn: async ({ signal }): Promise<DashboardStats> => {
        const { data } = await supabase.rpc('dashboard_stats').abortSignal(signal).single().throwOnError();
        return data;
      },
      ...alwaysStale,
      meta: { errorMessage: 'Impossible de charger les statistiques' },
    }),

  /** Options to read the last twelve months, this one included, oldest first. */
  views: () =>
    queryOptions({
      queryKey: [...dashboard.all, 'views'],
      queryFn: async ({ signal }): Promise<MonthlyViews[]> => {
        const { data } = await supabase.rpc('views_by_month').abortSignal(signal).throwOnError();
        return data;
      },
      ...alwaysStale,
      meta: { errorMessage: 'Impossible de charger les ouvertures' },
    }),
};
