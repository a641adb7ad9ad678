import { mutationOptions } from '@tanstack/react-query';
import { insertRow } from '@/shared/lib/rest';
import type { QuoteRequestInput } from './quote-requests.schema';

/** A missing text is `''` in the form and `null` in the database. */
const orNull = (text: string) => (text === '' ? null : text);

export const quoteRequests = {
  /**
   * Sends a visitor's request.
   *
   * @throws an error that carries the HTTP `status`: 429 when an IP or e-mail address sent too many, 0 when no answer came
   */
  send: () =>
    mutationOptions({
      mutationFn: (request: QuoteRequestInput) =>
        insertRow('quote_requests', {
          ...request,
          phone: orNull(request.phone),
          message: orNull(request.message),
        }),
      // Offline, the request fails at once instead of waiting for a connection.
      networkMode: 'always',
      meta: { silent: true },
    }),
};
