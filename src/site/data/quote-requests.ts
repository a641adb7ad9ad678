import { mutationOptions } from '@tanstack/react-query';
import { callFunction, functionUrl, insertRow } from '@/shared/lib/rest';
import { orNull } from '@/shared/lib/text';
import type { QuoteRequestInput } from './quote-requests.schema';

const FORM_FUNCTION = 'quote-request-form';

/** Where the browser posts the form itself when its script has not come (docs/decisions/0040). */
export const formAction = functionUrl(FORM_FUNCTION);

export const quoteRequests = {
  /**
   * Sends a visitor's request: straight into the table, or, with the proof that the site asks for (docs/decisions/0040), by
   * the edge function that verifies it.
   *
   * @throws an error that carries the HTTP `status`: 429 when an IP or e-mail address sent too many, 403 when the proof is
   *   refused, 0 when no answer came
   */
  send: () =>
    mutationOptions({
      mutationFn: ({ id, request, proof }: SentRequest) =>
        proof === undefined
          ? insertRow('quote_requests', {
              ...(id && { id }),
              ...request,
              phone: orNull(request.phone),
              message: orNull(request.message),
            })
          : callFunction(FORM_FUNCTION, {
              ...request,
              marketing_consent_version: request.marketing_consent_version ?? '',
              'cf-turnstile-response': proof,
            }),
      // Offline, the request fails at once instead of waiting for a connection.
      networkMode: 'always',
      meta: { silent: true },
    }),
};

type SentRequest = {
  /** Chosen here, so that the person is told its number; `undefined` in a browser that cannot. */
  id: string | undefined;
  request: QuoteRequestInput;
  proof: string | undefined;
};
