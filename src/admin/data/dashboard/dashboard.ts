import { queryOptions } from '@tanstack/react-query';
import { supabase } from '@/admin/lib/supabase';
import type { Database } from '@/shared/database.types';

type Figures = Database['public']['Functions']['dashboard_stats']['Returns'][number];

/** The figures of the dashboard; the next trip is `null` when none is to come. */
export type DashboardStats = {
  [Name in keyof Figures]: Name extends `next_trip_${string}` ? Figures[Name] | null : Figures[Name];
};

/** How many times tours were opened in one month; `month` is its first day (`2026-11-01`). */
export type MonthOfViews = Database['public']['Functions']['views_by_month']['Returns'][number];

/** What is worth nothing when it is old: asked again as soon as the window is looked at. */
export const fresh = { staleTime: 0, refetchOnWindowFocus: 'always' } as const;

export const dashboard = {
  all: ['dashboard'] as const,

  /** Every figure, counted by the database in one call. */
  stats: () =>
    queryOptions({
      queryKey: [...dashboard.all, 'stats'],
      queryFn: async ({ signal }): Promise<DashboardStats> => {
        const { data } = await supabase.rpc('dashboard_stats').abortSignal(signal).single().throwOnError();
        return data;
      },
      ...fresh,
      meta: { errorMessage: 'Impossible de charger les statistiques' },
    }),

  /** The last twelve months, this one included, oldest first. */
  views: () =>
    queryOptions({
      queryKey: [...dashboard.all, 'views'],
      queryFn: async ({ signal }): Promise<MonthOfViews[]> => {
        const { data } = await supabase.rpc('views_by_month').abortSignal(signal).throwOnError();
        return data;
      },
      ...fresh,
      meta: { errorMessage: 'Impossible de charger les ouvertures' },
    }),
};
