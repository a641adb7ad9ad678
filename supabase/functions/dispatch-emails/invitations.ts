import { z } from 'zod';
import { pause } from '../_shared/dependencies.ts';
import { layout } from '../_shared/mail/layout.ts';
import {
  automatic,
  type Outcome,
  type OutgoingMessage,
  oneLine,
  outcomeParameters,
} from '../_shared/mail/outgoing.ts';
import type { SenderIdentity } from '../_shared/mail/sender-identity.ts';
import { writtenDate } from '../_shared/message/written-date.ts';
import { serviceApi } from '../_shared/service-api.ts';
import type { SendingContext } from './notifications.ts';

/** Schema of the answer of `claim_due_invitation`. */
const claimedInvitationsSchema = z.array(
  z.object({
    id: z.guid(),
    lease_token: z.guid(),
    attempt: z.number(),
    email: z.string(),
    token: z.string().min(32),
    role: z.enum(['admin', 'reader']),
    inviter: z.string().nullable(),
    expires_at: z.string(),
  }),
);

/** An invitation that this call holds for one minute; its token is in no table. */
type ClaimedInvitation = z.infer<typeof claimedInvitationsSchema>[number];

const roles = { admin: 'administrateur', reader: 'lecture seule' } as const;

const dayFormat = new Intl.DateTimeFormat('fr-CA', { dateStyle: 'long', timeZone: 'America/Toronto' });

/** Builds the message with the link by which a person joins the team. */
function invitationMessage(invitation: ClaimedInvitation, identity: SenderIdentity): OutgoingMessage {
  const who = invitation.inviter ? oneLine(invitation.inviter) : 'L’équipe';
  return {
    // Each attempt has its own link, hence its own key: an attempt that may have arrived is never repeated.
    key: `invitation-${invitation.id}-${invitation.lease_token}`,
    from: { name: identity.siteName, address: identity.from },
    to: [invitation.email],
    replyTo: identity.contactEmail,
    headers: automatic,
    ...layout(
      `Invitation dans l’équipe de ${identity.siteName}`,
      [
        { text: 'Bonjour,' },
        {
          text: `${who} vous invite dans l’administration de ${identity.siteName} (rôle\u00a0: ${roles[invitation.role]}).`,
        },
        { link: `${identity.siteUrl}/auth?invitation=${invitation.token}`, label: 'Accepter l’invitation' },
        {
          text: `Créez un compte, ou connectez-vous, avec cette adresse (${invitation.email}). Le lien sert une fois, jusqu’au ${writtenDate(dayFormat, new Date(invitation.expires_at))}.`,
        },
        { text: 'Si vous n’attendiez pas cette invitation, ignorez ce message.' },
      ],
      identity,
    ),
  };
}

/**
 * Sends the due invitations one by one: each is claimed, sent and recorded before the next. It stops early when the
 * provider limits the rate or refuses everything.
 *
 * @returns the number of messages by outcome
 */
export async function sendDueInvitations(context: SendingContext): Promise<Record<string, number>> {
  const { dependencies, transport, identity, deadline, requestId } = context;
  const counts: Record<string, number> = {};
  const api = serviceApi(dependencies);
  while (dependencies.clock.now() < deadline) {
    const claimedAt = dependencies.clock.wallTime();
    const [invitation] = claimedInvitationsSchema.parse(await api.call('claim_due_invitation', {}));
    if (!invitation) break;
    const outcome = await transport
      .send(invitationMessage(invitation, identity), claimedAt)
      .catch(
        (): Outcome => ({ kind: 'unknown', reason: 'L’envoi a été interrompu par une erreur inattendue.' }),
      );
    counts[outcome.kind] = (counts[outcome.kind] ?? 0) + 1;
    const isKept = await api.call('finish_invitation', {
      invitation_id: invitation.id,
      token: invitation.lease_token,
      ...outcomeParameters(outcome),
    });
    if (outcome.kind !== 'accepted' || isKept !== true) {
      const detail = `${invitation.id} ${outcome.kind}${isKept === true ? '' : ' (lease lost)'}`;
      const code = `invitation_${outcome.kind}`;
      dependencies.log({ function: 'dispatch-emails', requestId, status: 200, code, ms: 0, detail });
    }
    if (outcome.kind === 'wait' || outcome.kind === 'pause') break;
    if (transport.pace > 0) await pause(dependencies.clock, transport.pace);
  }
  return counts;
}
