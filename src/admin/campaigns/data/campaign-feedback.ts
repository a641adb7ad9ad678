import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';
import { campaigns } from './campaigns';

/**
 * Number of messages by delivery event, and of the people who were written to. `opened` and `clicked` are estimates:
 * scanners do both.
 */
export type Feedback = Record<
  'delivered' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'replied' | 'failed' | 'delayed' | 'people',
  number
>;

const noFeedback: Feedback = {
  delivered: 0,
  bounced: 0,
  complained: 0,
  opened: 0,
  clicked: 0,
  replied: 0,
  failed: 0,
  delayed: 0,
  people: 0,
};

/** Events stored in the message itself; the others are read from its event rows. */
const moments = ['delivered', 'bounced', 'complained', 'opened', 'clicked', 'replied'] as const;

const SIGNALS =
  'id, delivered_at, bounced_at, bounce_reason, complained_at, opened_at, clicked_at, replied_at';

/** The provider's report about a message after it had accepted it: abandoned, late, or returned for now. */
type Trouble = Pick<Tables<'email_events'>, 'kind' | 'detail'>;

type TroubleRow = Trouble & Pick<Tables<'email_events'>, 'id' | 'email_send_id'>;

type MomentRow = Pick<Tables<'email_sends'>, 'id' | 'bounce_reason' | `${(typeof moments)[number]}_at`>;

/** The delivery events of one message: timestamps, null where it did not happen. */
export type SendSignals = MomentRow & { troubles?: readonly Trouble[] };

const noMoment: Omit<MomentRow, 'id'> = {
  delivered_at: null,
  bounced_at: null,
  bounce_reason: null,
  complained_at: null,
  opened_at: null,
  clicked_at: null,
  replied_at: null,
};

/** Joins what was read of each message, by id; a message without events is absent. */
export function signalsById(
  rows: readonly MomentRow[] = [],
  troubles: readonly TroubleRow[] = [],
): Readonly<Record<string, SendSignals>> {
  const byId: Record<string, SendSignals> = Object.fromEntries(rows.map((row) => [row.id, row]));
  for (const { email_send_id: id, kind, detail } of troubles) {
    if (!id) continue;
    const known = byId[id] ?? { id, ...noMoment };
    byId[id] = { ...known, troubles: [...(known.troubles ?? []), { kind, detail }] };
  }
  return byId;
}

/** Polling interval of delivery events while messages are being sent, in ms. */
const POLL_MS = 15_000;

/** A bounce suppresses the address, which changes the contact's consents. */
const derivedKeys = [campaigns.all, queryKeys.consents];

export const campaignFeedback = {
  /** The figures of one campaign. */
  of: (campaignId: string, isLive: boolean) =>
    queryOptions({
      queryKey: [...campaigns.all, 'feedback', campaignId],
      queryFn: async ({ signal }): Promise<Feedback> => {
        const { data } = await supabase
          .rpc('campaign_feedback', { only_campaign: campaignId })
          .abortSignal(signal)
          .throwOnError();
        return { ...noFeedback, ...(data as Record<string, Feedback> | null)?.[campaignId] };
      },
      refetchInterval: isLive ? POLL_MS : false,
      meta: { errorMessage: 'Impossible de charger les retours de la campagne' },
    }),

  /** The delivery events that the messages of a campaign keep themselves, of those that have any. */
  moments: (campaignId: string, isLive: boolean) =>
    queryOptions({
      queryKey: [...campaigns.all, 'moments', campaignId],
      queryFn: ({ signal }) =>
        readAllRows<MomentRow>(
          () =>
            supabase
              .from('email_sends')
              .select(SIGNALS)
              .eq('campaign_id', campaignId)
              // An opened or clicked message was delivered, even though events may arrive out of order.
              .or(moments.map((event) => `${event}_at.not.is.null`).join())
              .order('id'),
          signal,
        ),
      refetchInterval: isLive ? POLL_MS : false,
      meta: { logMessage: 'What came back of the messages could not be read' },
    }),

  /** Options to read the reports of messages abandoned, delayed or returned for now. They are read apart: either half is worth showing alone. */
  troubles: (campaignId: string, isLive: boolean) =>
    queryOptions({
      queryKey: [...campaigns.all, 'troubles', campaignId],
      queryFn: ({ signal }) =>
        readAllRows<TroubleRow>(
          () =>
            supabase
              .from('email_events')
              // For an empty embed PostgREST reads the whole row, and two of its columns are granted to
              // nobody.
              .select('id, email_send_id, kind, detail, email_sends!inner (id)')
              .eq('email_sends.campaign_id', campaignId)
              .in('kind', ['failed', 'delayed', 'soft_bounced'])
              .order('occurred_at')
              .order('id'),
          signal,
        ),
      refetchInterval: isLive ? POLL_MS : false,
      meta: { logMessage: 'What the provider reported of the messages could not be read' },
    }),

  /** Records a bounce that a mail server reported by e-mail: the address gets no more messages. */
  recordBounce: () =>
    mutationOptions({
      mutationFn: async ({ send, detail }: { send: string; detail: string }) => {
        const { error } = await supabase.rpc('record_bounce', { send, detail });
        if (error) throw rpcError(error, 'Impossible de noter le rebond');
      },
      meta: { invalidates: derivedKeys, successMessage: 'Rebond noté, adresse retirée des envois' },
    }),

  /** « A répondu »: people who answered get no follow-up. */
  markReplied: () =>
    mutationOptions({
      mutationFn: async (mark: { send: string; replied: boolean }) => {
        const { error } = await supabase.rpc('mark_replied', mark);
        if (error) throw rpcError(error, 'Impossible de noter la réponse');
      },
      meta: { invalidates: [campaigns.all] },
    }),
};
