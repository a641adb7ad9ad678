import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Enums } from '@/shared/database.types';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';
import type { ProviderEntry } from './provider-list';

/** A campaign that may have continued after the copy was made, with the number of its messages by state. */
export type HeldCampaign = {
  id: string;
  name: string;
  /** A draft has no waiting messages; it may have been launched since. */
  status: 'brouillon' | 'programmé' | 'en_cours' | 'terminé';
  /** Null when it was resumed since, and continues once sending does. */
  paused_at: string | null;
  sent: number;
  waiting: number;
  uncertain: number;
};

/** A single message that waited when the copy was made. */
export type HeldMessage = {
  id: string;
  kind: Enums<'notification_kind'>;
  email: string | null;
  subject: string | null;
  created_at: string;
};

/** The hold on all sending after a copy was restored. Dates are ISO 8601. */
export type RestoreReview = {
  held_at: string;
  /** Null when its server never looked for messages to send. */
  copied_at: string | null;
  /** Number of refusals found beside the copy that it lacks; null when there is no record of refusals. */
  refusals_found: number | null;
  campaigns: HeldCampaign[];
  messages: HeldMessage[];
};

const all = queryKeys.restores;
const changedKeys = [all, queryKeys.campaigns, queryKeys.settings, queryKeys.quoteRequestEmails];

export const restores = {
  /** Options to read since when all sending is held, or `null`; for the banner of every screen. */
  hold: () =>
    queryOptions({
      queryKey: [...all, 'hold'],
      queryFn: async ({ signal }): Promise<{ held_at: string } | null> => {
        const { data } = await supabase
          .from('sending_holds')
          .select('held_at')
          .is('lifted_at', null)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError();
        return data;
      },
      refetchInterval: 60_000,
      meta: { logMessage: 'Whether sending is held could not be read' },
    }),

  /** Options to read the copy's messages that were still to be sent, or `null` when nothing is held. */
  review: () =>
    queryOptions({
      queryKey: [...all, 'review'],
      queryFn: async ({ signal }): Promise<RestoreReview | null> => {
        const { data } = await supabase.rpc('restore_review').abortSignal(signal).throwOnError();
        return data as RestoreReview | null;
      },
      meta: { errorMessage: 'Impossible de charger ce que la copie contient' },
    }),

  /** Applies a list of the mail provider; returns the addresses that concern no message of the copy. */
  applyList: () =>
    mutationOptions({
      mutationFn: async (entries: ProviderEntry[]) => {
        const { data, error } = await supabase.rpc('apply_provider_list', { entries });
        if (error) throw rpcError(error, 'Impossible d’appliquer la liste');
        return data as { sent: number; suppressed: number; unknown: string[] };
      },
      meta: { invalidates: changedKeys },
    }),

  /** Records that all waiting messages of a campaign left after the copy was made. */
  markSent: () =>
    mutationOptions({
      mutationFn: async (campaign: string) => {
        const { data, error } = await supabase.rpc('mark_campaign_sent', { campaign });
        if (error) throw rpcError(error, 'Impossible de noter ces messages comme envoyés');
        return data;
      },
      onSuccess: (count) =>
        notify.success(`${counted(count, 'message noté', 'messages notés')} comme envoyés`),
      meta: { invalidates: changedKeys },
    }),

  /** Releases a single message once sending is not held any more. */
  sendAgain: () =>
    mutationOptions({
      mutationFn: async (notification_id: string) => {
        const { error } = await supabase.rpc('retry_notification', { notification_id });
        if (error) throw rpcError(error, 'Impossible de renvoyer ce message');
      },
      meta: { invalidates: changedKeys, successMessage: 'Le message partira à la reprise des envois' },
    }),

  /** Ends the hold: resumed campaigns continue. */
  lift: () =>
    mutationOptions({
      mutationFn: async () => {
        const { error } = await supabase.rpc('lift_sending_hold');
        if (error) throw rpcError(error, 'Impossible de reprendre les envois');
      },
      meta: { invalidates: changedKeys, successMessage: 'Les envois ont repris' },
    }),
};
