import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { rpcError } from '@/admin/data/rpc-error';
import { offerUndo } from '@/admin/data/undo-change';
import { currentUserId } from '@/admin/lib/current-user';
import { readAllRows } from '@/admin/lib/read-rows';
import { supabase } from '@/admin/lib/supabase';
import type { Tables } from '@/shared/database.types';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';
import { orNull } from '@/shared/lib/text';
import { pendingOf, type SendCounts } from './campaign-labels';
import {
  type CampaignInput,
  type CampaignTextValues,
  type ScheduleValues,
  sendInstant,
} from './campaigns.schema';

/** All but what the form of a draft holds, which may be ten thousand contacts. */
const COLUMNS =
  'id, user_id, name, status, send_date, auto_followup, followup_days, created_at, template_id, from_email, paused_at, pause_reason, send_now, followup_template_id, driven_until, cancelled_at, finished_at, followups_stopped_at, followup_subject, followup_body, server_seen_at, message_subject, message_body, lobbying_ground, lobbying_reference, archived_at, segment_id, segment_name, segment_definition';

type CampaignRow = Omit<Tables<'campaigns'>, 'draft'>;

/** A campaign with how many of its e-mails are in each state. */
export type Campaign = CampaignRow & { counts: SendCounts };

/** What a new campaign takes from another. */
export type CampaignCopy = Pick<
  CampaignRow,
  | 'name'
  | 'template_id'
  | 'message_subject'
  | 'message_body'
  | 'from_email'
  | 'auto_followup'
  | 'followup_days'
  | 'followup_template_id'
> & { contactIds: string[] };

/** How often a sending under way is looked at, in ms; a campaign that waits for its hour, less often. */
const POLL = 2_000;
const IDLE_POLL = 15_000;

/** Whether e-mails are being sent now, from a browser or from the server. */
export const isSending = ({ status, paused_at, cancelled_at, counts }: Campaign) =>
  status === 'en_cours' && !paused_at && !cancelled_at && pendingOf(counts) > 0;

/** When to look again: what nobody moves is left alone. */
function pollOf(campaign: Campaign): number | false {
  if (campaign.status === 'terminé' || campaign.cancelled_at) return false;
  return isSending(campaign) ? POLL : IDLE_POLL;
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

/** What is stored of a checked form, as the database takes it. */
const toDetails = ({ contact_ids, send_day, send_time, followup_days, ...input }: CampaignInput) => ({
  name: input.name,
  template_id: input.template_id,
  message_subject: orNull(input.message_subject),
  message_body: orNull(input.message_body),
  from_email: input.from_email,
  send_now: input.send_now,
  send_date: input.send_now ? null : (sendInstant({ send_day, send_time })?.toISOString() ?? null),
  auto_followup: input.auto_followup,
  followup_days: input.auto_followup ? Number(followup_days) : 7,
  followup_template_id: (input.auto_followup && input.followup_template_id) || null,
  lobbying_ground: orNull(input.ground),
  lobbying_reference: input.ground ? orNull(input.reference) : null,
  ...(input.segment_id && { segment_id: input.segment_id }),
});

/** A creation by one form: its id, chosen here, and whether an answer was lost, so that nobody knows whether it was made. */
export type Creation = { id: string; isUnknown?: boolean };

/** Whether a campaign of that id was made; its draft is none. */
async function isMade(id: string): Promise<string | undefined> {
  const { data, error } = await supabase
    .from('campaigns')
    .select('id')
    .eq('id', id)
    .neq('status', 'brouillon')
    .maybeSingle();
  if (error) throw rpcError(error, 'Impossible de créer la campagne');
  return data?.id;
}

/** What is said of an action: done, without effect because somebody was faster, refused without a reason. */
type Words = { done: string; unchanged: string; refused: string };

/** `despite_reputation`: whoever resumes saw why every campaign is held, and starts the count anew. */
type Resumption = { campaign: string; despite_reputation?: boolean };

/** Pauses or resumes a campaign; the server says whether anything changed, and why it refuses. */
const act = <Request>(
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

async function setRemoved(send: string, removed: boolean): Promise<void> {
  const { error } = await supabase.rpc('remove_campaign_recipient', { send, removed });
  if (error) throw rpcError(error, 'Impossible de retirer cette personne');
}

export const campaigns = {
  all,

  /** Every campaign, newest first; looked at again while one of them moves. */
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
      refetchInterval: ({ state }) => (state.data?.some(isSending) ? 2 * POLL : false),
      meta: { errorMessage: FAILED_LIST },
    }),

  /** One campaign, or `null` when it does not exist; looked at again until it has come to its end. */
  byId: (id: string) =>
    queryOptions({
      queryKey: [...all, 'one', id],
      queryFn: async ({ signal }): Promise<Campaign | null> => {
        // An address typed by hand names no campaign; the database would call it an error.
        if (!UUID.test(id)) return null;
        const { data } = await supabase
          .from('campaigns')
          .select(COLUMNS)
          .eq('id', id)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError();
        return data && { ...data, counts: (await readCounts(signal, id))[id] ?? {} };
      },
      refetchInterval: ({ state }) => (state.data ? pollOf(state.data) : false),
      meta: { errorMessage: 'Impossible de charger la campagne' },
    }),

  /** What a new campaign takes from another: its texts, its sender and its people; null when there is none of that number. */
  copyOf: (id: string) =>
    queryOptions({
      queryKey: [...all, 'copy', id],
      queryFn: async ({ signal }): Promise<CampaignCopy | null> => {
        if (!UUID.test(id)) return null;
        const { data } = await supabase
          .from('campaigns')
          .select(
            'name, template_id, message_subject, message_body, from_email, auto_followup, followup_days, followup_template_id',
          )
          .eq('id', id)
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
      // Read once: what is typed over it must not be replaced.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      meta: { errorMessage: 'Impossible de charger la campagne à copier' },
    }),

  /**
   * Creates the campaign with all its e-mails, or nothing. Answers its id. When the connection broke and nobody knows
   * whether it was created, the next attempt of the same form looks first: nobody is written to twice.
   *
   * @param creation of one form, kept from one attempt to the next
   */
  create: (creation: Creation) =>
    mutationOptions({
      mutationFn: async (input: CampaignInput): Promise<string> => {
        await currentUserId();
        const made = creation.isUnknown ? await isMade(creation.id) : undefined;
        if (made) return made;
        const { data, error } = await supabase.rpc('create_campaign', {
          details: { id: creation.id, ...toDetails(input) },
          contact_ids: input.contact_ids,
        });
        if (!error) return data;
        // Without a code no response came: the campaign may have been created all the same.
        creation.isUnknown = !error.code;
        throw rpcError(error, 'Impossible de créer la campagne');
      },
      // Not the contacts to choose from: ten thousand would be read again before the person goes on.
      meta: { invalidates: [[...all, 'list']] },
    }),

  pause: () =>
    act((request: { campaign: string }) => supabase.rpc('pause_campaign', request), {
      done: 'Campagne mise en pause',
      unchanged: 'Cette campagne était déjà en pause',
      refused: 'Impossible de mettre la campagne en pause',
    }),

  resume: () =>
    act((request: Resumption) => supabase.rpc('resume_campaign', request), {
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

  /** Puts a campaign that is over out of the list, or back; « Annuler » does the other. */
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

  /** Takes one person out before the message leaves; « Annuler » puts them back. */
  removeRecipient: () =>
    mutationOptions({
      mutationFn: ({ send }: { send: string; name: string }) => setRemoved(send, true),
      onSuccess: (_data, { send, name }, _result, { client }) =>
        offerUndo(client, `${name} ne recevra pas cette campagne`, () => setRemoved(send, false), [all]),
      meta: { invalidates: [all] },
    }),

  /** Sends again what failed for good. Answers how many. */
  retryFailed: () =>
    mutationOptions({
      mutationFn: async (campaign: string): Promise<number> => {
        const { data, error } = await supabase.rpc('retry_failed_sends', { campaign });
        if (error) throw rpcError(error, 'Impossible de renvoyer les échecs');
        return data;
      },
      onSuccess: (count) =>
        count > 0
          ? notify.success(counted(count, 'courriel repart', 'courriels repartent'))
          : notify.info('Aucun courriel en échec à renvoyer'),
      meta: { invalidates: [all] },
    }),

  /** Says whether an e-mail whose fate nobody knows has arrived; if not, it is sent again. */
  resolveUncertain: () =>
    mutationOptions({
      mutationFn: async (choice: { send: string; arrived: boolean }) => {
        const { error } = await supabase.rpc('resolve_uncertain_send', choice);
        if (error) throw rpcError(error, 'Impossible de trancher cet envoi');
      },
      meta: { invalidates: [all], successMessage: 'Envoi tranché' },
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

  /** Another text for a campaign that has not left: saving it approves it anew. */
  rewrite: (campaign: string) =>
    mutationOptions({
      mutationFn: async ({ subject, body, followup_subject, followup_body }: CampaignTextValues) => {
        const { error } = await supabase.rpc('rewrite_campaign', {
          ...{ campaign, subject, body },
          ...(followup_body
            ? { new_followup_subject: followup_subject, new_followup_body: followup_body }
            : {}),
        });
        if (error) throw rpcError(error, 'Impossible de changer le texte');
      },
      meta: { invalidates: [all], successMessage: 'Texte approuvé de nouveau' },
    }),
};
