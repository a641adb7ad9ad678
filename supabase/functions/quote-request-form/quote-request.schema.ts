import * as z from 'zod/mini';
import { quoteRequestFields } from '../_shared/contract/quote-request.ts';

const { organization_name, contact_name, email, phone, message, ...choices } = quoteRequestFields;

/** Makes a text optional: null when it is empty. */
const optional = (field: z.ZodMiniType<string, string>) =>
  z.pipe(
    z.prefault(field, ''),
    z.transform((text) => (text === '' ? null : text)),
  );

/** A quote request as the public form posts it; a field that was not sent is an empty one. */
export const quoteRequestSchema = z.object({
  organization_name: z.prefault(organization_name, ''),
  contact_name: z.prefault(contact_name, ''),
  email: z.prefault(email, ''),
  phone: optional(phone),
  message: optional(message),
  ...choices,
  /** The version of the wording that was ticked: a page kept open may show an older one than today's. */
  marketing_consent_version: z.pipe(
    z.prefault(z.string(), ''),
    z.transform((version) =>
      /^20\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(version) ? version : null,
    ),
  ),
});

/** A checked request, as `receive_quote_request` takes it. */
export type QuoteRequest = z.output<typeof quoteRequestSchema>;
