import * as z from 'zod/mini';

/** A text of at most so many characters; an empty one is a missing one. */
const text = (most: number) => z.string().check(z.maxLength(most));

/**
 * Fields of each kind of draft in the database: the function writes them, the back office puts them into the ordinary
 * form, which checks them as if a person had typed them.
 */
export const draftContents = {
  reply: z.object({ subject: text(200), body: text(10_000) }),
  note: z.object({ kind: z.enum(['appel', 'rencontre', 'note']), happened_on: text(10), body: text(5_000) }),
  action: z.object({ title: text(200), kind: z.enum(['', 'appeler']), due_on: text(10), due_time: text(5) }),
  campaign: z.object({ name: text(100), subject: text(200), body: text(5_000), segment_id: text(36) }),
  quote: z.object({
    subject: text(200),
    lines: z
      .array(
        z.object({
          description: text(500),
          quantity: z.number(),
          unit: text(20),
          unit_price_cents: z.int(),
        }),
      )
      .check(z.maxLength(40)),
    notes: text(2_000),
  }),
  contact: z.object({
    ...{ name: text(100), company: text(100), email: text(255), phone: text(20) },
    ...{ city: text(100), region: text(100), website: text(255), function_title: text(100) },
    notes: text(1_000),
  }),
} as const;

/** A kind of draft. */
export type DraftKind = keyof typeof draftContents;

/** The fields of a kind of draft. */
export type DraftContent<Kind extends DraftKind = DraftKind> = z.infer<(typeof draftContents)[Kind]>;
