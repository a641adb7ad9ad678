import { z } from 'zod';

const RANGE_MESSAGE = 'De 1 à 120 mois, ou rien pour tout conserver';

/** Months, `''` for « kept ». */
const months = z
  .string()
  .trim()
  .refine(
    (text) => text === '' || (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 120),
    RANGE_MESSAGE,
  )
  .transform((text) => (text === '' ? null : Number(text)));

/**
 * Schema of the retention rules: months after which old data is destroyed (Loi 25, section 23); the database checks
 * the same limits.
 */
export const retentionSchema = z.object({
  rejected_prospects_months: months,
  quote_requests_months: months,
});

/** A checked rule: null keeps the data. */
export type RetentionInput = z.output<typeof retentionSchema>;

/** The form's values while it is being filled in. */
export type RetentionValues = z.input<typeof retentionSchema>;
