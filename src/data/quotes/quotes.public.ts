import { mutationOptions } from '@tanstack/react-query';
import { rest } from '@/lib/rest';
import type { QuoteRequestInput } from './quotes.schema';

/** A missing text is `''` in the form and `null` in the database. */
const orNull = (text: string) => (text === '' ? null : text);

export const publicQuotes = {
  /**
   * Sends a visitor's request. Nothing is read back: a visitor may insert and sees nothing.
   * The database answers 429 to an address or an e-mail that sends too many.
   */
  send: () =>
    mutationOptions({
      mutationFn: async (request: QuoteRequestInput) => {
        await rest
          .from('quote_requests')
          .insert({ ...request, phone: orNull(request.phone), message: orNull(request.message) })
          .throwOnError();
      },
      meta: { silent: true },
    }),
};
