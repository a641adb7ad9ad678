import type { ConsentFacts } from '@message/message-body.ts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { offerUndo } from '@/admin/kit/data/undo-change';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { sortRows } from '@/admin/kit/lib/sorting';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';
import { campaigns } from './campaigns';

const COLUMNS =
  'id, step, status, recipient_name, recipient_email, attempts, next_attempt_at, last_error, finished_at, lobbying_ground, lobbying_reference, contact_id, contacts (name, company, email)';

type SendRow = Pick<
  Tables<'email_sends'>,
  | 'id'
  | 'step'
  | 'status'
  | 'recipient_name'
  | 'recipient_email'
  | 'attempts'
  | 'next_attempt_at'
  | 'last_error'
  | 'lobbying_ground'
  | 'lobbying_reference'
  | 'contact_id'
> & {
  finished_at: string | null;
  /** Null once the contact was deleted. */
  contacts: { name: string; company: string; email: string | null } | null;
};

/** One line of a campaign's e-mails. `name` and `email` are those of the real or future recipient. */
export type CampaignSend = Omit<SendRow, 'recipient_name' | 'recipient_email' | 'contacts'> & {
  name: string;
  email: string;
  company: string;
};

/** A sent e-mail with its sender; `identity` is null before the first attempt. */
export type SentMessage = Pick<
  Tables<'email_sends'>,
  'id' | 'subject' | 'body' | 'status' | 'from_email' | 'finished_at'
> & { identity: Identity | null };

/** The sender as Canada's anti-spam law requires it in each message; frozen at the first attempt. */
type Identity = {
  sender_name: string;
  legal_name: string;
  postal_address: string;
  contact_email: string;
  contact_phone: string;
  /** Legal basis that the message states. */
  consent?: ConsentFacts;
};

const isPending = ({ status }: CampaignSend) => status === 'programmé' || status === 'brouillon';

const toSend = ({ recipient_name, recipient_email, contacts, ...send }: SendRow): CampaignSend => ({
  ...send,
  name: recipient_name ?? contacts?.name ?? 'Contact supprimé',
  email: recipient_email ?? contacts?.email ?? '',
  company: contacts?.company ?? '',
});

async function setRemoved(send: string, removed: boolean): Promise<void> {
  const { error } = await supabase.rpc('remove_campaign_recipient', { send, removed });
  if (error) throw rpcError(error, 'Impossible de retirer cette personne');
}

export const campaignSends = {
  /**
   * Options to read every e-mail of a campaign, by name; polled until each is final, less often when they are many.
   *
   * @param isHeld true while all sending is held
   */
  of: (campaignId: string, isHeld: boolean) =>
    queryOptions({
      queryKey: [...campaigns.all, 'sends', campaignId],
      queryFn: async ({ signal }): Promise<CampaignSend[]> => {
        const rows = await readAllRows<SendRow>(
          () => supabase.from('email_sends').select(COLUMNS).eq('campaign_id', campaignId).order('id'),
          signal,
        );
        return sortRows(rows, 'name', { name: (row) => row.recipient_name }).map(toSend);
      },
      refetchInterval: ({ state: { data = [] } }) => {
        if (isHeld || !data.some(isPending)) return false;
        return data.length > 500 ? 8_000 : 2_500;
      },
      meta: { errorMessage: 'Impossible de charger les envois de la campagne' },
    }),

  /** Reads one e-mail in full. */
  message: (sendId: string) =>
    queryOptions({
      queryKey: [...campaigns.all, 'message', sendId],
      queryFn: async ({ signal }): Promise<SentMessage> => {
        const { data } = await supabase
          .from('email_sends')
          .select('id, subject, body, status, from_email, finished_at, identity')
          .eq('id', sendId)
          .abortSignal(signal)
          .single()
          .throwOnError();
        return { ...data, identity: data.identity as Identity | null };
      },
      meta: { errorMessage: 'Impossible de charger le message' },
    }),

  /** Removes one recipient before the message leaves; « Annuler » restores them. */
  removeRecipient: () =>
    mutationOptions({
      mutationFn: ({ send }: { send: string; name: string }) => setRemoved(send, true),
      onSuccess: (_data, { send, name }, _result, { client }) =>
        offerUndo(client, `${name} ne recevra pas cette campagne`, () => setRemoved(send, false), [
          campaigns.all,
        ]),
      meta: { invalidates: [campaigns.all] },
    }),

  /** Sends the failed e-mails again and returns their number. */
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
      meta: { invalidates: [campaigns.all] },
    }),

  /** Records whether an e-mail with an unknown outcome has arrived; if not, it is sent again. */
  resolveUncertain: () =>
    mutationOptions({
      mutationFn: async (choice: { send: string; arrived: boolean }) => {
        const { error } = await supabase.rpc('resolve_uncertain_send', choice);
        if (error) throw rpcError(error, 'Impossible de trancher cet envoi');
      },
      meta: { invalidates: [campaigns.all], successMessage: 'Envoi tranché' },
    }),
};
