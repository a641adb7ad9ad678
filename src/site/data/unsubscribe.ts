import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { callFunction } from '@/shared/lib/rest';

/** Who wrote the message that a link of unsubscription comes from; made by the function unsubscribe_page. */
export type Sender = {
  sender_name: string | null;
  legal_name: string | null;
  postal_address: string | null;
  contact_email: string | null;
  /** Whether the address that received the link is written to no more. */
  done: boolean;
};

/** How the database writes a token; anything else can be no link of ours. */
const TOKEN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const unsubscribing = {
  /** Who wrote; null for a token that no message carries. Reading changes nothing. */
  sender: (token: string) =>
    queryOptions({
      queryKey: ['unsubscribe', token],
      queryFn: async () =>
        TOKEN.test(token) ? ((await callFunction('unsubscribe_page', { token })) as Sender | null) : null,
    }),

  /** Ends commercial messages to the address that received the token, at once. False: no message carries it. */
  confirm: () =>
    mutationOptions({
      mutationFn: (token: string) => callFunction('unsubscribe', { token }),
      meta: { silent: true },
    }),
};
