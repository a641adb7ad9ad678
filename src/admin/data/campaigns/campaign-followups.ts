import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { rpcError } from '@/admin/data/rpc-error';
import { supabase } from '@/admin/lib/supabase';
import { campaigns } from './campaigns';

/** A follow-up that is due at a moment or, with a `reason`, will not be; made by the function campaign_followups. */
export type Followup = { email_send_id: string; due_at: string; reason: string | null };

/** The function's reason for a follow-up that somebody stopped. */
export const STOPPED = 'Relance arrêtée';

export const campaignFollowups = {
  /** Options to read the follow-ups that are still to come, soonest first. */
  of: (campaignId: string) =>
    queryOptions({
      queryKey: [...campaigns.all, 'followups', campaignId],
      queryFn: async ({ signal }): Promise<Followup[]> => {
        const { data } = await supabase
          .rpc('campaign_followups', { campaign: campaignId })
          .abortSignal(signal)
          .throwOnError();
        return (data as Followup[] | null) ?? [];
      },
      meta: { errorMessage: 'Impossible de charger les relances' },
    }),

  /** Stops, or starts again, the follow-ups of a campaign, or the one that follows a message. */
  stop: (campaign: string) =>
    mutationOptions({
      mutationFn: async ({ send, stopped }: { send?: string; stopped: boolean }) => {
        const { error } = await supabase.rpc('stop_followups', {
          campaign,
          ...(send ? { send } : {}),
          stopped,
        });
        if (error) throw rpcError(error, 'Impossible de changer les relances');
      },
      meta: { invalidates: [campaigns.all] },
    }),
};
