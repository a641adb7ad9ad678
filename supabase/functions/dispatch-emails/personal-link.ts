import { z } from 'zod';
import { SEND_TAG } from '../_shared/campaign/campaign-message.ts';
import { quebecDay } from '../_shared/contract/eastern-time.ts';
import { writtenDay } from '../_shared/contract/french-date.ts';
import { layout } from '../_shared/mail/layout.ts';
import { automaticHeaders, type OutgoingMessage } from '../_shared/mail/outgoing.ts';
import type { SenderIdentity } from '../_shared/mail/sender-identity.ts';

/** The message that brings the link to « Ma fiche », as `claim_due_notifications` gives it. */
export const personalLinkSchema = z.object({
  id: z.guid(),
  lease_token: z.guid(),
  kind: z.literal('personal_link'),
  email: z.string(),
  personal_link: z.object({ token: z.string().regex(/^[0-9a-f]{32}$/), expiresAt: z.string() }),
});

export type PersonalLink = z.infer<typeof personalLinkSchema>;

/**
 * Sends a person the link to their personal record. The message repeats nothing of it, since somebody else may have
 * typed the address.
 */
export function personalLink(
  { id, email, personal_link }: PersonalLink,
  identity: SenderIdentity,
): OutgoingMessage {
  const until = writtenDay(quebecDay(new Date(personal_link.expiresAt)));
  return {
    key: `notification-${id}`,
    from: { name: identity.siteName, address: identity.from },
    to: [email],
    replyTo: identity.contactEmail,
    tags: { [SEND_TAG]: id },
    headers: automaticHeaders,
    ...layout(
      `Le lien vers votre fiche chez ${identity.siteName}`,
      [
        { text: 'Bonjour,' },
        {
          text: 'Voici le lien vers votre fiche\u00a0: les renseignements que nous avons sur vous, votre consentement et ce que nous vous avons écrit. Vous pouvez y corriger ce qui est inexact, retirer votre consentement ou demander l’effacement.',
        },
        { link: `${identity.siteUrl}/ma-fiche/${personal_link.token}`, label: 'Ouvrir ma fiche' },
        {
          text: `Le lien est valide jusqu’au ${until}. Qui le possède voit votre fiche\u00a0: ne le transférez pas.`,
        },
        {
          text: 'Si vous n’avez rien demandé, ignorez ce message\u00a0: rien ne change tant que personne n’ouvre ce lien pour le faire.',
        },
      ],
      identity,
    ),
  };
}
