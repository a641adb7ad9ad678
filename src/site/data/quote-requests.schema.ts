import { quoteRequestFields } from '@contract/quote-request';
import { singleLine } from '@contract/typed-text';
import * as z from 'zod/mini';
import { consentVersion } from '@/shared/data/quote-requests';
import { fittingPhone } from '@/shared/lib/fitting-phone';

/** The quote request form: a choice is `''` until it is made, and a number too long by its extension alone is shortened. */
export const quoteRequestSchema = z.object({
  ...quoteRequestFields,
  phone: z.pipe(
    z.string().check(z.overwrite(singleLine), z.overwrite(fittingPhone)),
    quoteRequestFields.phone,
  ),
  organization_type: z.pipe(z.string(), quoteRequestFields.organization_type),
  service_type: z.pipe(z.string(), quoteRequestFields.service_type),
  /** The version of the consent to commercial messages that was ticked; `null` unless it is the one shown now. */
  marketing_consent_version: z.pipe(
    z.string(),
    z.transform((version) => (version === consentVersion ? consentVersion : null)),
  ),
});

/** A checked request, ready to send: texts trimmed, a missing phone or message is `''`. */
export type QuoteRequestInput = z.output<typeof quoteRequestSchema>;

/** The form's values while it is being filled in: texts as typed, `''` for a choice not made. */
export type QuoteRequestValues = z.input<typeof quoteRequestSchema>;

/** The form before anything is filled in: every field is empty. */
export const emptyQuoteRequest = Object.fromEntries(
  Object.keys(quoteRequestSchema.shape).map((field) => [field, '']),
) as QuoteRequestValues;
