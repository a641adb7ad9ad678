import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { currentUserId } from '@/admin/kit/lib/current-user';
import { supabase } from '@/admin/kit/lib/supabase';
import type { InboundMessage } from '@/admin/messages/data/inbound-messages';
import type { Enums, Tables } from '@/shared/database.types';
import { notify } from '@/shared/lib/notify';
import type { Attachment } from './request-files';

export type RequestEmail = Omit<Tables<'notifications'>, 'attachments' | 'kind'> & {
  kind: keyof typeof notificationKinds;
  attachments: Attachment[];
};
export type RequestNote = Tables<'request_notes'>;
export type RequestEvent = Tables<'request_events'>;

/** All messages about a request. The draft is that of the next reply. */
export type Thread = {
  emails: RequestEmail[];
  notes: RequestNote[];
  events: RequestEvent[];
  /** Messages received from the person. */
  messages: InboundMessage[];
  draft: RequestEmail | undefined;
};

/** A reply being written. */
export type ReplyText = { subject: string; body: string; attachments: Attachment[] };

/** Purpose of an e-mail about a request: stored value → French label. */
export const notificationKinds = {
  admin_notice: 'Avis à l’équipe',
  acknowledgement: 'Accusé de réception',
  reply: 'Réponse',
} as const;

/** State of an e-mail: stored value → French label. */
export const notificationStates = {
  brouillon: 'Brouillon',
  en_attente: 'En attente',
  envoyé: 'Envoyé',
  échec: 'Échec',
  incertain: 'Incertain',
  retenu: 'Non envoyé',
} as const satisfies Record<Enums<'notification_state'>, string>;

/** Kind of a team note: stored value → French label. */
export const noteKinds = {
  note: 'Note interne',
  received: 'Réponse reçue',
} as const satisfies Record<Enums<'request_note_kind'>, string>;

const toParameters = (id: string, quoteId: string, { subject, body, attachments }: ReplyText) => ({
  reply: id,
  quote: quoteId,
  reply_subject: subject,
  reply_body: body,
  files: attachments,
});

/** Queries that show e-mails: the threads of requests and the conversations of contacts. */
const emails = [queryKeys.quoteRequestEmails, queryKeys.inboundMessages];

/** Options for the thread of a quote request: its e-mails, the team's notes, and its changes of status. */
export const requestThread = {
  all: queryKeys.quoteRequestEmails,

  /** Options to read the thread of one request; polled while an e-mail is being sent. */
  of: (quoteId: string) =>
    queryOptions({
      queryKey: [...requestThread.all, quoteId],
      queryFn: async ({ signal }): Promise<Thread> => {
        const [emails, notes, events, messages] = await Promise.all([
          supabase
            .from('notifications')
            .select('*')
            .eq('quote_request_id', quoteId)
            .order('created_at')
            .order('kind')
            .abortSignal(signal)
            .throwOnError(),
          supabase
            .from('request_notes')
            .select('*')
            .eq('quote_request_id', quoteId)
            .order('created_at')
            .abortSignal(signal)
            .throwOnError(),
          supabase
            .from('request_events')
            .select('*')
            .eq('quote_request_id', quoteId)
            .order('created_at')
            .order('id')
            .abortSignal(signal)
            .throwOnError(),
          supabase
            .from('inbound_messages')
            .select('*')
            .eq('quote_request_id', quoteId)
            .order('received_at')
            .abortSignal(signal)
            .throwOnError(),
        ]);
        // The database builds each attachment of these four fields.
        const rows = emails.data as unknown as RequestEmail[];
        return {
          emails: rows.filter(({ state }) => state !== 'brouillon'),
          notes: notes.data,
          events: events.data,
          messages: messages.data as unknown as InboundMessage[],
          draft: rows.find(({ state }) => state === 'brouillon'),
        };
      },
      refetchInterval: ({ state }) =>
        state.data?.emails.some((row) => row.state === 'en_attente') ? 4_000 : 60_000,
    }),

  /** Sends an e-mail again that failed, or may not have arrived. */
  retry: () =>
    mutationOptions({
      mutationFn: async (id: string) =>
        (await supabase.rpc('retry_notification', { notification_id: id }).throwOnError()).data,
      onSuccess: (isQueued) => {
        if (isQueued) notify.success('Le courriel repartira dans un instant');
        else notify.info('Quelqu’un l’a déjà renvoyé.', 'Rien de nouveau');
      },
      meta: { invalidates: emails, errorMessage: 'Impossible de renvoyer le courriel' },
    }),

  /**
   * Saves the text of a reply while it is written; false when the reply of that id has left. The screen reports a
   * failure, which would return at each pause.
   */
  saveDraft: (quoteId: string) =>
    mutationOptions({
      mutationFn: async ({ id, text }: { id: string; text: ReplyText }) =>
        (await supabase.rpc('save_reply_draft', toParameters(id, quoteId, text)).throwOnError()).data,
      meta: { silent: true },
    }),

  /** Puts a reply in the outbox, where it waits ten seconds. One id is sent once. */
  send: () =>
    mutationOptions({
      mutationFn: async ({ id, quoteId, text }: { id: string; quoteId: string; text: ReplyText }) => {
        const { data, error } = await supabase.rpc('send_reply', toParameters(id, quoteId, text));
        if (error) throw rpcError(error, 'Impossible d’envoyer la réponse. Votre texte est toujours là.');
        return data;
      },
      meta: { invalidates: [requestThread.all] },
    }),

  /** « Annuler l’envoi », and « Reprendre le texte »: makes the reply a draft again. */
  takeBack: () =>
    mutationOptions({
      mutationFn: async (id: string) => {
        const { data, error } = await supabase.rpc('take_back_reply', { reply: id });
        if (error) throw rpcError(error, 'Impossible de reprendre la réponse');
        if (!data) throw new Error('Trop tard\u00a0: la réponse est partie.');
      },
      meta: { invalidates: emails, successMessage: 'La réponse est redevenue un brouillon' },
    }),

  /** Writes a note for the team. Notes are immutable. */
  addNote: () =>
    mutationOptions({
      mutationFn: async (note: { quoteId: string; kind: keyof typeof noteKinds; body: string }) => {
        await supabase
          .from('request_notes')
          .insert({
            quote_request_id: note.quoteId,
            kind: note.kind,
            body: note.body,
            recorded_by: await currentUserId(),
          })
          .throwOnError();
      },
      meta: { invalidates: [requestThread.all], errorMessage: 'Impossible d’ajouter la note' },
    }),
};
