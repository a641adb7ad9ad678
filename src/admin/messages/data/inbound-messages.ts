import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { offerUndo } from '@/admin/kit/data/undo-change';
import { supabase } from '@/admin/kit/lib/supabase';
import type { ReplyText, RequestEmail } from '@/admin/requests/data/request-thread';
import type { Enums, Tables } from '@/shared/database.types';

/** A file attached to a message; without a path it was not stored, for the given reason. */
type InboundFile = { path: string | null; name: string; type: string; size: number; refused?: string };

/** A received message. */
export type InboundMessage = Omit<Tables<'inbound_messages'>, 'attachments' | 'authentication'> & {
  attachments: InboundFile[];
  authentication: Partial<Record<'spf' | 'dkim' | 'dmarc', string>>;
};

/** A message of a campaign, as a conversation shows it. */
export type SentCampaignMessage = Pick<
  Tables<'email_sends'>,
  'id' | 'subject' | 'status' | 'finished_at' | 'step'
> & { campaigns: { id: string; name: string } | null };

/** Messages to and from a contact, except those of their requests. */
export type Conversation = {
  sent: SentCampaignMessage[];
  messages: InboundMessage[];
  answers: RequestEmail[];
  /** An answer being written, or taken back before it left. */
  draft: RequestEmail | undefined;
};

/** Kind of a message: stored value → French label. */
export const messageKinds = {
  reply: 'Réponse reçue',
  absence: 'Message d’absence',
  bounce: 'Retour d’un serveur de courriel',
  removal: 'Demande de retrait',
  automatic: 'Message automatique',
} as const satisfies Record<Enums<'inbound_message_kind'>, string>;

/** Authenticity of the sender: stored value → French label. */
export const senderChecks = {
  pass: 'Expéditeur vérifié',
  unknown: 'Expéditeur non vérifié',
  fail: 'Expéditeur sans doute falsifié',
} as const satisfies Record<Enums<'sender_check'>, string>;

/** Tells whether a message may be answered: programs that answer each other never end. */
export const isAnswerable = ({ kind, applied_at }: InboundMessage): boolean =>
  (kind === 'reply' || kind === 'removal') && applied_at !== null;

/** Queries that filing a message changes: it may stop follow-ups, plan an action, suppress an address. */
const affectedKeys = [
  queryKeys.inboundMessages,
  queryKeys.quoteRequestEmails,
  queryKeys.contactTimeline,
  queryKeys.nextActions,
  queryKeys.today,
  queryKeys.consents,
  queryKeys.campaigns,
];

// The database builds each file and each finding with these fields.
const toMessages = (rows: Tables<'inbound_messages'>[]) => rows as unknown as InboundMessage[];

async function call(request: PromiseLike<{ error: { message: string } | null }>, failure: string) {
  const { error } = await request;
  if (error) throw rpcError(error as Parameters<typeof rpcError>[0], failure);
}

const setDiscarded = (message: string, discarded: boolean) =>
  call(supabase.rpc('discard_message', { message, discarded }), 'Impossible d’écarter ce message');

export const inboundMessages = {
  all: queryKeys.inboundMessages,

  /**
   * Options to read the messages that wait for a person: of an unknown contact, from an unverified sender, or asking
   * to be left alone.
   */
  unsorted: () =>
    queryOptions({
      queryKey: [...inboundMessages.all, 'unsorted'],
      queryFn: async ({ signal }): Promise<InboundMessage[]> => {
        const { data } = await supabase
          .from('inbound_messages')
          .select('*')
          .is('discarded_at', null)
          .or(
            [
              'and(contact_id.is.null,quote_request_id.is.null)',
              'and(applied_at.is.null,kind.in.(reply,removal))',
              'and(settled_at.is.null,kind.eq.removal)',
            ].join(),
          )
          .order('received_at', { ascending: false })
          .limit(200)
          .abortSignal(signal)
          .throwOnError();
        return toMessages(data);
      },
      refetchInterval: 60_000,
      meta: { logMessage: 'The messages to file could not be read' },
    }),

  /** Options to read the conversation with a contact, polled while an answer is being sent. */
  ofContact: (contactId: string) =>
    queryOptions({
      queryKey: [...inboundMessages.all, 'contact', contactId],
      queryFn: async ({ signal }): Promise<Conversation> => {
        const [messages, sent] = await Promise.all([
          supabase
            .from('inbound_messages')
            .select('*')
            .eq('contact_id', contactId)
            .order('received_at', { ascending: false })
            .limit(100)
            .abortSignal(signal)
            .throwOnError(),
          supabase
            .from('email_sends')
            .select('id, subject, status, finished_at, step, campaigns (id, name)')
            .eq('contact_id', contactId)
            .in('status', ['envoyé', 'incertain'])
            .order('finished_at', { ascending: false })
            .limit(50)
            .abortSignal(signal)
            .throwOnError(),
        ]);
        const ids = messages.data.map(({ id }) => id);
        const answers = await supabase
          .from('notifications')
          .select('*')
          .in('inbound_message_id', ids)
          .order('created_at')
          .abortSignal(signal)
          .throwOnError();
        const rows = answers.data as unknown as RequestEmail[];
        return {
          sent: sent.data,
          messages: toMessages(messages.data),
          answers: rows.filter(({ state }) => state !== 'brouillon'),
          draft: rows.find(({ state }) => state === 'brouillon'),
        };
      },
      refetchInterval: ({ state }) =>
        state.data?.answers.some((row) => row.state === 'en_attente') ? 4_000 : 60_000,
    }),

  /** Files a message with its contact or request, and confirms its sender. */
  file: () =>
    mutationOptions({
      mutationFn: ({ id, place }: { id: string; place: { contact: string } | { request: string } }) =>
        call(supabase.rpc('file_message', { message: id, ...place }), 'Impossible de classer ce message'),
      meta: { invalidates: affectedKeys, successMessage: 'Message classé' },
    }),

  /** Removes a message from the list; « Annuler » restores it. */
  discard: () =>
    mutationOptions({
      mutationFn: (id: string) => setDiscarded(id, true),
      onSuccess: (_done, id, _result, { client }) =>
        offerUndo(client, 'Message écarté', () => setDiscarded(id, false), [inboundMessages.all]),
      meta: { invalidates: [inboundMessages.all] },
    }),

  /** Stops writing to a person who asked to be left alone. */
  settleRemoval: () =>
    mutationOptions({
      mutationFn: (message: string) =>
        call(supabase.rpc('settle_removal', { message }), 'Impossible d’enregistrer cette décision'),
      meta: { invalidates: affectedKeys, successMessage: 'Décision enregistrée' },
    }),

  /** Corrects the kind of a message that was read for what it is not, with all that followed from it. */
  correct: () =>
    mutationOptions({
      mutationFn: (correction: { message: string; correct_kind: 'reply' | 'absence' }) =>
        call(supabase.rpc('correct_message', correction), 'Impossible de corriger ce message'),
      meta: { invalidates: affectedKeys, successMessage: 'Message corrigé' },
    }),

  /** Saves the text of an answer while it is written, like `requestThread.saveDraft`. */
  saveDraft: (message: string) =>
    mutationOptions({
      mutationFn: async ({ id, text }: { id: string; text: ReplyText }) => {
        const draft = { reply: id, message, reply_subject: text.subject, reply_body: text.body };
        return (await supabase.rpc('save_answer_draft', draft).throwOnError()).data;
      },
      meta: { silent: true },
    }),

  /** Puts the answer to a message in the outbox, where it waits ten seconds. One id is sent once. */
  answer: () =>
    mutationOptions({
      mutationFn: (answer: { reply: string; message: string; reply_subject: string; reply_body: string }) =>
        call(
          supabase.rpc('answer_message', answer),
          'Impossible d’envoyer la réponse. Votre texte est toujours là.',
        ),
      meta: { invalidates: [inboundMessages.all] },
    }),
};
