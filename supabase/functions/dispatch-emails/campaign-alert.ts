import { z } from 'zod';
import { layout } from '../_shared/mail/layout.ts';
import { automaticHeaders, type OutgoingMessage } from '../_shared/mail/outgoing.ts';
import type { SenderIdentity } from '../_shared/mail/sender-identity.ts';

/** The alert about a campaign, as `claim_due_notifications` gives it; its text was written when it was queued. */
export const campaignAlertSchema = z.object({
  id: z.guid(),
  lease_token: z.guid(),
  kind: z.literal('campaign_alert'),
  campaign_id: z.guid(),
  subject: z.string(),
  body: z.string(),
});

export type CampaignAlert = z.infer<typeof campaignAlertSchema>;

/** Tells the administrators that a campaign stopped by itself, or ended with messages to look at. */
export function campaignAlert(
  { id, campaign_id, subject, body }: CampaignAlert,
  identity: SenderIdentity,
  administrators: string[],
): OutgoingMessage {
  return {
    key: `notification-${id}`,
    from: { name: identity.siteName, address: identity.from },
    to: administrators,
    headers: automaticHeaders,
    ...layout(
      subject,
      [
        ...body.split('\n\n').map((text) => ({ text })),
        { link: `${identity.siteUrl}/admin/campaigns/${campaign_id}`, label: 'Ouvrir la campagne' },
      ],
      identity,
    ),
  };
}
