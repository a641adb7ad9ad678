import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { supabase } from '@/admin/kit/lib/supabase';
import { api } from '@/shared/lib/site-config';

/** A person's preferences for notifications outside of the screen. */
export type TodayPreferences = {
  daily_digest: boolean;
  /** Null without a calendar address. */
  feed_created_at: string | null;
  feed_read_at: string | null;
};

const all = [...queryKeys.today, 'preferences'] as const;

export const todayPreferences = {
  /** Options to read one's own preferences. */
  mine: () =>
    queryOptions({
      queryKey: all,
      queryFn: async ({ signal }) => {
        const { data } = await supabase.rpc('today_preferences').abortSignal(signal).throwOnError();
        return data as TodayPreferences;
      },
      meta: { errorMessage: 'Impossible de charger l’agenda et le résumé quotidien' },
    }),

  setDigest: () =>
    mutationOptions({
      mutationFn: async (wanted: boolean) => {
        await supabase.rpc('set_daily_digest', { wanted }).throwOnError();
      },
      meta: { invalidates: [all], errorMessage: 'Impossible d’enregistrer ce choix' },
    }),

  /** Makes the private address of one's calendar and returns it, once only. An earlier one stops working. */
  createFeed: () =>
    mutationOptions({
      mutationFn: async (_given: undefined) => {
        const { data } = await supabase.rpc('create_calendar_feed').throwOnError();
        return `${api.url}/functions/v1/calendar-feed?jeton=${data}`;
      },
      meta: { invalidates: [all], errorMessage: 'Impossible de créer l’adresse de l’agenda' },
    }),

  revokeFeed: () =>
    mutationOptions({
      mutationFn: async (_given: undefined) => {
        await supabase.rpc('revoke_calendar_feed').throwOnError();
      },
      meta: {
        invalidates: [all],
        successMessage: 'L’adresse ne fonctionne plus',
        errorMessage: 'Impossible de révoquer l’adresse',
      },
    }),
};
