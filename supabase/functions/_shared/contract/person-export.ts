import { z } from 'zod';

const text = z.string().nullable();

/**
 * The shape of the copy of a person's data (`public.export_person`), version 1: the parts that prove why they were written
 * to, each with every field; the others are lists of rows as they are stored. A copy that does not have this shape is not
 * handed over.
 */
export const personExportSchema = z.looseObject({
  version: z.literal(1),
  exported_at: z.string(),
  studio: z.string(),
  contact: z.looseObject({ name: z.string(), company: z.string(), email: text, function_title: text }),
  /** Every consent, withdrawal and refusal of solicitation, with the very text that was read. */
  consents: z.array(
    z.looseObject({
      basis: z.string(),
      email: z.string(),
      occurred_at: z.string(),
      source_url: text,
      evidence: text,
      wording: text,
      wording_version: text,
    }),
  ),
  /** Every message of a campaign; `identity.consent` and `lobbying_ground` are its ground when it left. */
  emails: z.array(
    z.looseObject({
      subject: z.string(),
      status: z.string(),
      campaign: z.string(),
      created_at: z.string(),
      finished_at: text,
      recipient_email: text,
      identity: z
        .looseObject({
          consent: z
            .object({ basis: z.string(), occurred_at: z.string(), source_url: z.string() })
            .partial()
            .optional(),
        })
        .nullable(),
      lobbying_ground: text,
      lobbying_reference: text,
      last_error: text,
    }),
  ),
  /** The withdrawals of addresses from all sendings, and the ends of some, by a new consent. */
  suppressions: z.array(z.looseObject({ reason: z.string(), created_at: z.string() })),
  suppression_lifts: z.array(z.looseObject({ reason: z.string(), created_at: z.string() })),
  /** Every e-mail that left for the person, those of campaigns among them; `about`: the number of a quote or an invoice. */
  sent_messages: z.array(
    z.looseObject({
      at: z.string(),
      kind: z.string(),
      subject: z.string(),
      about: text,
      is_uncertain: z.boolean(),
    }),
  ),
  /** Their quote requests; `marketing_consent_version`: the version of the consent that was ticked with it. */
  quote_requests: z.array(
    z.looseObject({
      id: z.string(),
      email: z.string(),
      created_at: z.string(),
      marketing_consent_version: text,
    }),
  ),
  /** The corrections and requests that the person made on their page; of a correction, the columns that changed. */
  personal_requests: z.array(
    z.looseObject({
      kind: z.string(),
      created_at: z.string(),
      closed_at: text,
      answer: text,
      before: z.record(z.string(), text),
      after: z.record(z.string(), text),
    }),
  ),
});

export type PersonExport = z.infer<typeof personExportSchema>;
