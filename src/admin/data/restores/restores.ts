import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { rpcError } from '@/admin/data/rpc-error';
import { supabase } from '@/admin/lib/supabase';
import type { Enums } from '@/shared/database.types';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';
import type { ProviderEntry } from './provider-list';

/** A campaign that may have gone on after the copy was made, with how many of its messages stand where. */
export type HeldCampaign = {
  id: string;
  name: string;
  /** Of a draft nothing waits: it may have been launched since. */
  status: 'brouillon' | 'programmé' | 'en_cours' | 'terminé';
  /** Null: it was resumed since, and goes on once sending does. */
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

/** What holds all sending after a copy was put back. Dates are ISO 8601. */
export type RestoreReview = {
  held_at: string;
  /** Null: its server never looked for something to send. */
  copied_at: string | null;
  /** How many refusals that the copy lacks were found beside it; null: nothing beside it says who refused. */
  refusals_found: number | null;
  campaigns: HeldCampaign[];
  messages: HeldMessage[];
};

const all = queryKeys.restores;
const changed = [all, queryKeys.campaigns, queryKeys.settings, queryKeys.quoteRequestEmails];

export const restores = {
  /** Since when all sending is held, or `null`; for the banner of every screen. */
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

  /** What the copy knows of what was still to be sent, or `null` when nothing is held. */
  review: () =>
    queryOptions({
      queryKey: [...all, 'review'],
      queryFn: async ({ signal }): Promise<RestoreReview | null> => {
        const { data } = await supabase.rpc('restore_review').abortSignal(signal).throwOnError();
        return data as RestoreReview | null;
      },
      meta: { errorMessage: 'Impossible de charger ce que la copie contient' },
    }),

  /** Takes over a list of the mail provider; returns the addresses that no message of the copy concerns. */
  applyList: () =>
    mutationOptions({
      mutationFn: async (entries: ProviderEntry[]) => {
        const { data, error } = await supabase.rpc('apply_provider_list', { entries });
        if (error) throw rpcError(error, 'Impossible d’appliquer la liste');
        return data as { sent: number; suppressed: number; unknown: string[] };
      },
      meta: { invalidates: changed },
    }),

  /** Notes that all that waits in a campaign left after the copy was made. */
  markSent: () =>
    mutationOptions({
      mutationFn: async (campaign: string) => {
        const { data, error } = await supabase.rpc('mark_campaign_sent', { campaign });
        if (error) throw rpcError(error, 'Impossible de noter ces messages comme envoyés');
        return data;
      },
      onSuccess: (count) =>
        notify.success(`${counted(count, 'message noté', 'messages notés')} comme envoyés`),
      meta: { invalidates: changed },
    }),

  /** Lets a single message go once sending is not held any more. */
  sendAgain: () =>
    mutationOptions({
      mutationFn: async (notification_id: string) => {
        const { error } = await supabase.rpc('retry_notification', { notification_id });
        if (error) throw rpcError(error, 'Impossible de renvoyer ce message');
      },
      meta: { invalidates: changed, successMessage: 'Le message partira à la reprise des envois' },
    }),

  /** Ends the hold: what was resumed goes on. */
  lift: () =>
    mutationOptions({
      mutationFn: async () => {
        const { error } = await supabase.rpc('lift_sending_hold');
        if (error) throw rpcError(error, 'Impossible de reprendre les envois');
      },
      meta: { invalidates: changed, successMessage: 'Les envois ont repris' },
    }),
};
