import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { offerUndo } from '@/admin/kit/data/undo-change';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';
import { notify } from '@/shared/lib/notify';
import { pendingOf, type SendCounts } from './campaign-labels';
import { type CampaignTextInput, type ScheduleValues, sendInstant, toSteps } from './campaigns.schema';

/** All columns except the draft's form, which may hold ten thousand contacts. */
const COLUMNS =
  'id, user_id, name, status, send_date, created_at, template_id, from_email, paused_at, pause_reason, send_now, driven_until, cancelled_at, finished_at, followups_stopped_at, server_seen_at, message_subject, message_body, lobbying_ground, lobbying_reference, archived_at, segment_id, segment_name, segment_definition, steps:campaign_steps(step, delay_days, template_id, subject, body)';

/** A follow-up as it was approved: `delay_days` business days after the message before it. */
export type CampaignStep = Omit<Tables<'campaign_steps'>, 'id' | 'campaign_id'>;

type CampaignRow = Omit<Tables<'campaigns'>, 'draft'> & { steps: CampaignStep[] };

/** A campaign with the number of its e-mails by state. */
export type Campaign = CampaignRow & { counts: SendCounts };

/** The values that a copied campaign takes over. */
export type CampaignCopy = Pick<
  CampaignRow,
  'name' | 'template_id' | 'message_subject' | 'message_body' | 'from_email' | 'steps'
> & { contactIds: string[] };

/** Polling interval of a running sending, in ms; a scheduled campaign is polled less often. */
const POLL_MS = 2_000;
const IDLE_POLL_MS = 15_000;

/** Tells whether e-mails are being sent now, from a browser or from the server. */
export const isSending = ({ status, paused_at, cancelled_at, counts }: Campaign) =>
  status === 'en_cours' && !paused_at && !cancelled_at && pendingOf(counts) > 0;

/** Chooses the polling interval: a campaign that nobody changes is not polled. */
function pollOf(campaign: Campaign): number | false {
  if (campaign.status === 'terminé' || campaign.cancelled_at) return false;
  return isSending(campaign) ? POLL_MS : IDLE_POLL_MS;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const all = queryKeys.campaigns;
const FAILED_LIST = 'Impossible de charger les campagnes';

async function readCounts(signal: AbortSignal, only_campaign?: string) {
  const { data } = await supabase
    .rpc('campaign_counts', only_campaign ? { only_campaign } : {})
    .abortSignal(signal)
    .throwOnError();
  return data as Record<string, SendCounts>;
}

/** Toast texts of an action: success, no change, refused. */
type Words = { done: string; unchanged: string; refused: string };

/** `despite_reputation`: the person saw why every campaign is held, and restarts the count by resuming. */
type Resumption = { campaign: string; despite_reputation?: boolean };

/** Pauses or resumes a campaign; the server tells whether anything changed, and why it refuses. */
const campaignCommand = <Request>(
  call: (
    request: Request,
  ) => PromiseLike<{ data: boolean | null; error: Parameters<typeof rpcError>[0] | null }>,
  { done, unchanged, refused }: Words,
) =>
  mutationOptions({
    mutationFn: async (request: Request): Promise<boolean> => {
      const { data, error } = await call(request);
      if (error) throw rpcError(error, refused);
      return data === true;
    },
    onSuccess: (isChanged) => (isChanged ? notify.success(done) : notify.info(unchanged)),
    meta: { invalidates: [all] },
  });

async function setArchived(campaign: string, archived: boolean): Promise<void> {
  const { error } = await supabase.rpc('archive_campaign', { campaign, archived });
  if (error) throw rpcError(error, 'Impossible d’archiver la campagne');
}

export const campaigns = {
  all,

  /** Options to read every campaign, newest first; polled while one of them is moving. */
  list: () =>
    queryOptions({
      queryKey: [...all, 'list'],
      queryFn: async ({ signal }): Promise<Campaign[]> => {
        const [rows, counts] = await Promise.all([
          readAllRows<CampaignRow>(
            () =>
              supabase
                .from('campaigns')
                .select(COLUMNS)
                .order('created_at', { ascending: false })
                .order('id'),
            signal,
          ),
          readCounts(signal),
        ]);
        return rows.map((row) => ({ ...row, counts: counts[row.id] ?? {} }));
      },
      refetchInterval: ({ state }) => (state.data?.some(isSending) ? 2 * POLL_MS : false),
      meta: { errorMessage: FAILED_LIST },
    }),

  /** Options to read one campaign, or `null` when it does not exist; polled until it is final. */
  byId: (id: string) =>
    queryOptions({
      queryKey: [...all, 'one', id],
      queryFn: async ({ signal }): Promise<Campaign | null> => {
        // A mistyped address has no valid id, which the database would report as an error.
        if (!UUID.test(id)) return null;
        const { data } = await supabase
          .from('campaigns')
          .select(COLUMNS)
          .eq('id', id)
          .order('step', { referencedTable: 'campaign_steps' })
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError();
        return data && { ...data, counts: (await readCounts(signal, id))[id] ?? {} };
      },
      refetchInterval: ({ state }) => (state.data ? pollOf(state.data) : false),
      meta: { errorMessage: 'Impossible de charger la campagne' },
    }),

  /** Options to read the texts, sender and people of a campaign to copy; null when there is none of that id. */
  copyOf: (id: string) =>
    queryOptions({
      queryKey: [...all, 'copy', id],
      queryFn: async ({ signal }): Promise<CampaignCopy | null> => {
        if (!UUID.test(id)) return null;
        const { data } = await supabase
          .from('campaigns')
          .select(
            'name, template_id, message_subject, message_body, from_email, steps:campaign_steps(step, delay_days, template_id, subject, body)',
          )
          .eq('id', id)
          .order('step', { referencedTable: 'campaign_steps' })
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError();
        if (!data) return null;
        const sends = await readAllRows<{ contact_id: string | null }>(
          () =>
            supabase.from('email_sends').select('contact_id').eq('campaign_id', id).eq('step', 0).order('id'),
          signal,
        );
        return { ...data, contactIds: sends.flatMap(({ contact_id }) => contact_id ?? []) };
      },
      // Read once, because a refetch must not replace what is typed over it.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      meta: { errorMessage: 'Impossible de charger la campagne à copier' },
    }),

  pause: () =>
    campaignCommand((request: { campaign: string }) => supabase.rpc('pause_campaign', request), {
      done: 'Campagne mise en pause',
      unchanged: 'Cette campagne était déjà en pause',
      refused: 'Impossible de mettre la campagne en pause',
    }),

  resume: () =>
    campaignCommand((request: Resumption) => supabase.rpc('resume_campaign', request), {
      done: 'L’envoi reprend',
      unchanged: 'Cette campagne n’était pas en pause',
      refused: 'Impossible de reprendre la campagne',
    }),

  cancel: () =>
    mutationOptions({
      mutationFn: async (campaign: string) => {
        const { error } = await supabase.rpc('cancel_campaign', { campaign });
        if (error) throw rpcError(error, 'Impossible d’annuler la campagne');
      },
      meta: { invalidates: [all], successMessage: 'Campagne annulée' },
    }),

  /** Archives a finished campaign, or restores it; « Annuler » does the opposite. */
  archive: () =>
    mutationOptions({
      mutationFn: ({ campaign, archived }: { campaign: string; archived: boolean }) =>
        setArchived(campaign, archived),
      onSuccess: (_data, { campaign, archived }, _result, { client }) =>
        offerUndo(
          client,
          archived ? 'Campagne archivée' : 'Campagne sortie des archives',
          () => setArchived(campaign, !archived),
          [all],
        ),
      meta: { invalidates: [all] },
    }),

  reschedule: (campaign: string) =>
    mutationOptions({
      mutationFn: async (schedule: ScheduleValues) => {
        const new_date = sendInstant(schedule)?.toISOString();
        if (!new_date) throw new Error('Heure invalide');
        const { error } = await supabase.rpc('reschedule_campaign', { campaign, new_date });
        if (error) throw rpcError(error, 'Impossible de changer la date d’envoi');
      },
      meta: { invalidates: [all], successMessage: 'Date d’envoi changée' },
    }),

  /** Changes the text of a campaign that has not left, and approves it again. */
  rewrite: (campaign: string) =>
    mutationOptions({
      mutationFn: async ({ subject, body, steps }: CampaignTextInput) => {
        const { error } = await supabase.rpc('rewrite_campaign', {
          campaign,
          subject,
          body,
          steps: toSteps(steps),
        });
        if (error) throw rpcError(error, 'Impossible de changer le texte');
      },
      meta: { invalidates: [all], successMessage: 'Texte approuvé de nouveau' },
    }),
};
