import type { AcceptsBy, QuoteDocument } from '@quote/quote-document.ts';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { errorStatus } from '@/shared/lib/errors';
import { callFunction, functionUrl } from '@/shared/lib/rest';
import type { AcceptanceInput, SignedText } from './public-quotes.schema';

const FUNCTION = 'public-quote';

/** The person who accepted, and the moment. */
type Acceptance = { name: string; jobTitle: string; acceptedAt: string };

/** A quote as whoever has its link may see it. */
export type PublicQuote = {
  status: 'envoyé' | 'accepté' | 'refusé' | 'expiré' | 'remplacé' | 'annulé';
  document: QuoteDocument;
  /** Masked address that receives the code, « g•••@ville.qc.ca ». */
  emailHint: string;
  acceptsBy: AcceptsBy;
  acceptance: Acceptance | null;
};

/** The acceptance that is sent, with the resolution as a PDF where one is joined. */
type SentAcceptance = { acceptance: AcceptanceInput; resolution: File | undefined };

/** Longest upload, in ms: a PDF of 5 Mo on a slow line. */
const UPLOAD_TIMEOUT = 180_000;

function toBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** Options to read and change the quote behind a link. Every change goes by POST: mail scanners open every link. */
export function publicQuote(token: string) {
  const queryKey = ['public-quote', token];
  const call = (action: string, values: object = {}, init?: Parameters<typeof callFunction>[2]) =>
    callFunction(FUNCTION, { ...values, action, token }, init);
  const settle = (change: Partial<PublicQuote>, client: QueryClient) =>
    client.setQueryData<PublicQuote | null>(queryKey, (known) => known && { ...known, ...change });
  /** After a failure the quote may have changed, so it is read again. */
  const onError = (
    error: unknown,
    _values: unknown,
    _result: unknown,
    { client }: { client: QueryClient },
  ) => {
    if (errorStatus(error) === 409) void client.invalidateQueries({ queryKey });
  };
  const meta = { silent: true };
  return {
    /** The quote, or null where the token opens none. */
    read: () =>
      queryOptions({
        queryKey,
        queryFn: async () => {
          // Anything else cannot be one of our links.
          if (!/^[0-9a-f]{32}$/.test(token)) return null;
          try {
            return (await call('read')) as PublicQuote;
          } catch (error) {
            if (errorStatus(error) === 404) return null;
            throw error;
          }
        },
      }),

    /** Records an estimated view of the quote, shown to the studio. */
    opened: () => mutationOptions({ mutationFn: () => call('opened'), meta }),

    ask: () =>
      mutationOptions({
        mutationFn: ({ name, text }: SignedText) => call('question', { name, body: text }),
        onError,
        meta,
      }),

    refuse: () =>
      mutationOptions({
        mutationFn: ({ name, text }: SignedText) => call('refuse', { name, reason: text }),
        onSuccess: (_data, _values, _result, { client }) => settle({ status: 'refusé' }, client),
        onError,
        meta,
      }),

    /** Sends six digits to the address of the quote. */
    sendCode: () => mutationOptions({ mutationFn: () => call('code'), onError, meta }),

    accept: () =>
      mutationOptions({
        mutationFn: async ({ acceptance, resolution }: SentAcceptance) => {
          const { authority } = acceptance;
          const values = {
            ...acceptance,
            // A text typed for another authority stays on the screen and is not sent.
            ...(authority !== 'delegation' && { purchaseOrder: '' }),
            ...(authority !== 'resolution' && { resolutionNumber: '', resolutionDate: '' }),
            ...(resolution && {
              resolutionFile: { name: resolution.name, base64: await toBase64(resolution) },
            }),
          };
          const init = resolution && { keepalive: false, timeout: UPLOAD_TIMEOUT };
          return (await call('accept', values, init)) as { acceptance: Acceptance };
        },
        onSuccess: ({ acceptance }, _values, _result, { client }) =>
          settle({ status: 'accepté', acceptance }, client),
        onError,
        meta,
      }),

    /** The address of the PDF, or of the signed copy once it is accepted. */
    pdf: (document?: 'acceptance') =>
      `${functionUrl(FUNCTION)}?${new URLSearchParams({ token, ...(document && { document }) })}`,
  };
}
