import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { supabase } from '@/admin/kit/lib/supabase';
import { campaigns } from './campaigns';

/**
 * The next follow-up of a person, due at a moment or, with a `reason`, none; made by the function campaign_followups.
 * `email_send_id`: the last message that they got, or the follow-up itself once it is written.
 */
export type Followup = {
  email_send_id: string;
  contact_id: string | null;
  step: number;
  due_at: string;
  /** Day of the return of somebody who is away. */
  absent_until: string | null;
  reason: string | null;
};

/** The function's reason for a person whose follow-ups somebody stopped. */
export const STOPPED_BY_TEAM = 'Relances arrêtées par l’équipe';

export const campaignFollowups = {
  /**
   * Options to read the ids of the campaigns with follow-ups to come; silent on failure, because only a badge depends
   * on it.
   */
  coming: () =>
    queryOptions({
      queryKey: [...campaigns.all, 'to-follow-up'],
      queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
        const { data } = await supabase.rpc('campaigns_to_follow_up').abortSignal(signal).throwOnError();
        return new Set(data);
      },
    }),

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

  /** Stops, or starts again, the follow-ups of a campaign, or those of the person that a message went to. */
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
