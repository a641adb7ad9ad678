import { mutationOptions } from '@tanstack/react-query';
import { insertRow } from '@/shared/lib/rest';
import { orNull } from '@/shared/lib/text';
import type { QuoteRequestInput } from './quote-requests.schema';

export const publicQuotes = {
  /**
   * Sends a visitor's request. Nothing is read back: a visitor may insert and sees nothing.
   * The database answers 429 to an address or an e-mail that sends too many.
   *
   * @throws an error that carries the HTTP `status` (0 when no answer came): the screen says more on a 429
   */
  send: () =>
    mutationOptions({
      mutationFn: (request: QuoteRequestInput) =>
        insertRow('quote_requests', {
          ...request,
          phone: orNull(request.phone),
          message: orNull(request.message),
        }),
      // Without a connection the person is told at once, instead of waiting for one in silence.
      networkMode: 'always',
      meta: { silent: true },
    }),
};
