import { z } from 'zod';
import { dayAndMonth } from '../_shared/contract/french-date.ts';
import { layout, type Paragraph } from '../_shared/mail/layout.ts';
import { automaticHeaders, type OutgoingMessage, oneLine } from '../_shared/mail/outgoing.ts';
import type { SenderIdentity } from '../_shared/mail/sender-identity.ts';

const lineSchema = z.object({
  urgency: z.number(),
  title: z.string(),
  /** A line of the digest, as the function x_today_rows of its subject returns it. */
  words: z.string(),
});

/** The digest of a morning, as `claim_due_notifications` gives it. */
export const digestSchema = z.object({
  id: z.guid(),
  lease_token: z.guid(),
  kind: z.literal('daily_digest'),
  email: z.string(),
  digest: z.object({ day: z.iso.date(), content: z.array(lineSchema) }),
});

export type Digest = z.infer<typeof digestSchema>;

/** Largest number of lines; a longer list is read on the screen. */
const MOST_LINES = 20;

/** Builds the digest of a morning: organisations and a link, without anything about a person. */
export function digestMessage(
  { id, email, digest: { day, content } }: Digest,
  identity: SenderIdentity,
): OutgoingMessage {
  const lines = (urgency: number): [string, string][] =>
    content
      .filter((item) => item.urgency === urgency)
      .slice(0, MOST_LINES)
      .map((item) => [oneLine(item.title) || 'Site public', item.words]);
  const [late, soon] = [lines(0), lines(1)];
  const paragraphs: Paragraph[] = [
    { text: 'Bonjour,' },
    ...(late.length > 0 ? [{ text: 'En retard\u00a0:' }, { facts: late }] : []),
    ...(soon.length > 0 ? [{ text: 'Aujourd’hui ou bientôt\u00a0:' }, { facts: soon }] : []),
    { link: `${identity.siteUrl}/admin`, label: 'Ouvrir Aujourd’hui' },
    {
      text: `Ce résumé part à 7\u00a0h quand quelque chose vous attend. Pour ne plus le recevoir\u00a0: ${identity.siteUrl}/admin/parametres/securite`,
    },
  ];
  const count = content.length > 1 ? `${content.length} choses vous attendent` : 'une chose vous attend';
  return {
    key: `notification-${id}`,
    from: { name: identity.siteName, address: identity.from },
    to: [email],
    headers: automaticHeaders,
    ...layout(`Aujourd’hui, ${dayAndMonth(day)}\u00a0: ${count}`, paragraphs, identity),
  };
}
