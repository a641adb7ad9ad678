import { z } from 'zod';

const text = z.string();

/** The sender identity, as it stood in the settings when the message was first claimed. */
const identitySchema = z.object({
  sender_name: text,
  legal_name: text,
  postal_address: text,
  contact_email: text,
  contact_phone: text.nullish(),
  // Own reply address of this message, where a domain receives answers.
  reply_to: text.nullish(),
  // Facts of the consent; empty for messages first attempted before this column existed.
  consent: z
    .object({ basis: text.nullish(), occurred_at: text.nullish(), source_url: text.nullish() })
    .nullish(),
});

/** Schema of the answer of `claim_email_sends`. */
export const claimedSendsSchema = z.array(
  z.object({
    id: z.guid(),
    lease_token: z.guid(),
    campaign_id: z.guid(),
    contact_id: z.guid().nullable(),
    step: z.number(),
    subject: text,
    body: text,
    recipient_email: text,
    recipient_name: text.nullable(),
    from_email: text,
    identity: identitySchema,
    unsubscribe_token: z.guid(),
    /** The first message of a follow-up; `message_id` where the provider gave it its own. */
    follows: z.object({ id: z.guid(), from_email: text.nullable(), message_id: text.nullable() }).nullish(),
  }),
);

/** A message of a campaign that this call holds for one minute. All of it was fixed before its first attempt. */
export type ClaimedSend = z.infer<typeof claimedSendsSchema>[number];
