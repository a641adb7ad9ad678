import { z } from 'zod';
import { quebecDay } from '../_shared/contract/eastern-time.ts';
import { writtenDay } from '../_shared/contract/french-date.ts';
import { layout } from '../_shared/mail/layout.ts';
import { automaticHeaders, type OutgoingMessage, oneLine } from '../_shared/mail/outgoing.ts';
import type { SenderIdentity } from '../_shared/mail/sender-identity.ts';

/** The e-mail of an invitation, as `claim_due_notifications` gives it; its token is in no table. */
export const invitationSchema = z.object({
  id: z.guid(),
  lease_token: z.guid(),
  kind: z.literal('invitation'),
  email: z.string(),
  invitation: z.object({
    token: z.string().min(32),
    role: z.enum(['admin', 'reader']),
    inviter: z.string().nullable(),
    expiresAt: z.string(),
  }),
});

export type Invitation = z.infer<typeof invitationSchema>;

const roles = { admin: 'administrateur', reader: 'lecture seule' } as const;

/** Builds the message with the link by which a person joins the team. */
export function invitationMessage(
  { id, lease_token, email, invitation }: Invitation,
  identity: SenderIdentity,
): OutgoingMessage {
  const who = invitation.inviter ? oneLine(invitation.inviter) : 'L’équipe';
  return {
    // Each attempt has its own link, hence its own key: an attempt that may have arrived is never repeated.
    key: `notification-${id}-${lease_token}`,
    from: { name: identity.siteName, address: identity.from },
    to: [email],
    replyTo: identity.contactEmail,
    headers: automaticHeaders,
    ...layout(
      `Invitation dans l’équipe de ${identity.siteName}`,
      [
        { text: 'Bonjour,' },
        {
          text: `${who} vous invite dans l’administration de ${identity.siteName} (rôle\u00a0: ${roles[invitation.role]}).`,
        },
        { link: `${identity.siteUrl}/auth?invitation=${invitation.token}`, label: 'Accepter l’invitation' },
        {
          text: `Créez un compte, ou connectez-vous, avec cette adresse (${email}). Le lien sert une fois, jusqu’au ${writtenDay(quebecDay(new Date(invitation.expiresAt)))}.`,
        },
        { text: 'Si vous n’attendiez pas cette invitation, ignorez ce message.' },
      ],
      identity,
    ),
  };
}
