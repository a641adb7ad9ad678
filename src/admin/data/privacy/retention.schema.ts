import { z } from 'zod';

const RANGE = 'De 1 à 120 mois, ou rien pour tout conserver';

/** Months, `''` for « kept ». */
const months = z
  .string()
  .trim()
  .refine(
    (text) => text === '' || (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 120),
    RANGE,
  )
  .transform((text) => (text === '' ? null : Number(text)));

/** After how many months old data goes by itself (Loi 25, section 23); the database checks the same limits. */
export const retentionSchema = z.object({
  rejected_prospects_months: months,
  quote_requests_months: months,
});

/** A checked rule: null keeps. */
export type RetentionInput = z.output<typeof retentionSchema>;

/** What the form holds while it is being filled in. */
export type RetentionValues = z.input<typeof retentionSchema>;
