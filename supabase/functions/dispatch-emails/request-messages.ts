import { z } from 'zod';
import { SEND_TAG } from '../_shared/campaign/campaign-message.ts';
import { organizationTypes, quoteRequestFacts, serviceTypes } from '../_shared/contract/quote-request.ts';
import { layout, type Paragraph } from '../_shared/mail/layout.ts';
import { automaticHeaders, messageId, type OutgoingMessage, oneLine } from '../_shared/mail/outgoing.ts';
import type { SenderIdentity } from '../_shared/mail/sender-identity.ts';

const text = z.string();
const kindOf = <Kind extends string>(labels: Readonly<Record<Kind, string>>) =>
  z.enum(Object.keys(labels) as [Kind, ...Kind[]]);

/** An e-mail about a quote request, as `claim_due_notifications` gives it. */
export const requestNotificationSchema = z.object({
  id: z.guid(),
  lease_token: z.guid(),
  kind: z.enum(['admin_notice', 'acknowledgement', 'reply']),
  email: text,
  quote_request: z.object({
    id: z.guid(),
    organization_name: text,
    contact_name: text,
    email: text,
    phone: text.nullable(),
    organization_type: kindOf(organizationTypes),
    service_type: kindOf(serviceTypes),
    message: text.nullable(),
  }),
  // Only a reply has these two.
  subject: text.nullable(),
  body: text.nullable(),
  attachments: z.array(z.object({ path: text, name: text, type: text, size: z.number() })),
  earlier_messages: z.array(z.guid()),
  // The reply address, where a domain receives answers, and the incoming message that a reply answers.
  reply_to: text.nullish(),
  answers: text.nullish(),
});

/** The studio's answer to a message that belongs to no request, as `claim_due_notifications` gives it. */
export const messageReplySchema = z.object({
  id: z.guid(),
  lease_token: z.guid(),
  kind: z.literal('reply'),
  quote_request: z.null(),
  email: text,
  subject: text,
  body: text,
  reply_to: text.nullish(),
  answers: text.nullish(),
});

/** An answer to a message that this call holds for one minute. */
export type MessageReply = z.infer<typeof messageReplySchema>;

/** A notification that this call holds for one minute, with the quote request it is about. */
export type ClaimedNotification = z.infer<typeof requestNotificationSchema>;

/** Notifies the administrators of a new request, with all of it; `Reply-To` is the person who asked. */
export function adminNotice(
  notification: ClaimedNotification,
  identity: SenderIdentity,
  administrators: string[],
): OutgoingMessage {
  const request = notification.quote_request;
  const organization = oneLine(request.organization_name);
  const facts = quoteRequestFacts.map(([label, text]): [string, string] => [
    label,
    oneLine(text(request)) || '—',
  ]);
  const link = `${identity.siteUrl}/admin/soumissions?demande=${request.id}`;
  const paragraphs: Paragraph[] = [
    { text: 'Une nouvelle demande de soumission vient d’arriver.' },
    { facts },
    ...(request.message ? [{ quote: request.message }] : []),
    { link, label: 'Ouvrir la demande' },
    {
      text: 'Réponse attendue en 24 à 48\u00a0heures ouvrables. En répondant à ce courriel, vous écrivez directement à la personne.',
    },
  ];
  return {
    ...envelopeOf(notification, identity, administrators),
    replyTo: request.email,
    headers: automaticHeaders,
    ...layout(`Nouvelle demande de soumission\u00a0: ${organization}`, paragraphs, identity),
  };
}

/**
 * Confirms to the person that the request was received. It repeats nothing of what was typed: nobody may use the form to
 * send words of their own to another person's address.
 */
export function acknowledgement(
  notification: ClaimedNotification,
  identity: SenderIdentity,
): OutgoingMessage {
  const service = serviceTypes[notification.quote_request.service_type];
  const paragraphs: Paragraph[] = [
    { text: 'Bonjour,' },
    { text: `Nous avons bien reçu votre demande de soumission (service\u00a0: ${service}).` },
    { text: 'Nous vous répondrons dans un délai de 24 à 48\u00a0heures ouvrables.' },
    {
      text: `Pour ajouter une précision, répondez simplement à ce courriel ou écrivez à ${identity.contactEmail}.`,
    },
    {
      text: 'Si vous n’avez rien demandé, quelqu’un a saisi votre adresse par erreur\u00a0: ignorez ce message.',
    },
    { text: `L’équipe de ${identity.siteName}` },
  ];
  return {
    ...envelopeOf(notification, identity, [notification.email]),
    replyTo: notification.reply_to ?? identity.contactEmail,
    // Automatic replies do not answer one (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-replied' },
    ...layout('Nous avons bien reçu votre demande de soumission', paragraphs, identity),
  };
}

/**
 * Builds an administrator's reply, signed with the sender identity. It continues the thread of the earlier messages;
 * the person's answer goes to the address of this message, or to the studio's mailbox where no domain receives.
 */
export function reply(
  request: ClaimedNotification,
  identity: SenderIdentity,
  attachments: NonNullable<OutgoingMessage['attachments']>,
): OutgoingMessage {
  const earlier = request.earlier_messages.map((id) => messageId(keyOf(id), identity.from));
  return {
    ...envelopeOf(request, identity, [request.email]),
    replyTo: request.reply_to ?? identity.contactEmail,
    ...threadHeaders([...earlier, ...(request.answers ? [request.answers] : [])]),
    ...layout(request.subject ?? '', [{ written: request.body ?? '' }], identity),
    ...(attachments.length > 0 ? { attachments } : {}),
  };
}

/**
 * Builds an administrator's answer to an incoming message, signed with the sender identity, on the thread of that
 * message.
 */
export function messageReply(answer: MessageReply, identity: SenderIdentity): OutgoingMessage {
  return {
    ...envelopeOf(answer, identity, [answer.email]),
    replyTo: answer.reply_to ?? identity.contactEmail,
    ...threadHeaders(answer.answers ? [answer.answers] : []),
    ...layout(answer.subject, [{ written: answer.body }], identity),
  };
}

const keyOf = (id: string) => `notification-${id}`;

/** Names the earlier messages, because mail programs put a message below the last of them (RFC 5322, 3.6.4). */
function threadHeaders(earlier: readonly string[]): Pick<OutgoingMessage, 'headers'> {
  const named = earlier.map(oneLine);
  const last = named.at(-1);
  return last ? { headers: { 'In-Reply-To': last, References: named.slice(-20).join(' ') } } : {};
}

function envelopeOf({ id }: { id: string }, identity: SenderIdentity, to: string[]) {
  return {
    key: keyOf(id),
    from: { name: identity.siteName, address: identity.from },
    to,
    // As in campaigns, a bounce finds its message even before the sending is recorded.
    tags: { [SEND_TAG]: id },
  };
}
