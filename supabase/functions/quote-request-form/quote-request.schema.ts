import * as z from 'zod/mini';
import { quoteRequestFields, toQuoteRequestRow } from '../_shared/contract/quote-request.ts';

const fields = z.object({
  ...quoteRequestFields,
  /** The version of the wording that was ticked: a page kept open may show an older one than today's. */
  marketing_consent_version: z.pipe(
    z.string(),
    z.transform((version) =>
      /^20\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(version) ? version : null,
    ),
  ),
});

const empty = Object.fromEntries(Object.keys(fields.shape).map((field) => [field, '']));

/** A quote request as the public form posts it; a field that was not sent is an empty one. */
export const quoteRequestSchema = z.pipe(
  z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((values) => ({ ...empty, ...values })),
  ),
  z.pipe(fields, z.transform(toQuoteRequestRow)),
);
