import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { rpc } from '@/shared/lib/rest';
import { isUuid } from '@/shared/lib/uuid';

/** The sender of the message that an unsubscribe link belongs to, as the database function unsubscribe_page returns it. */
export type Sender = {
  sender_name: string | null;
  legal_name: string | null;
  postal_address: string | null;
  contact_email: string | null;
  /** True when the address that received the link is already unsubscribed. */
  done: boolean;
};

/** Token in the link of a test message (supabase/functions/send-test-email): it unsubscribes nobody. */
export const TEST_TOKEN = 'essai';

export const unsubscribe = {
  /** The sender, or null for a token that no message carries. Reading changes nothing. */
  sender: (token: string) =>
    queryOptions({
      queryKey: ['unsubscribe', token],
      queryFn: async () =>
        // Anything else cannot be one of our links.
        isUuid(token) ? ((await rpc('unsubscribe_page', { token })) as Sender | null) : null,
    }),

  /** Unsubscribes the address that received the token; returns false when no message carries it. */
  confirm: () =>
    mutationOptions({
      mutationFn: (token: string) => rpc('unsubscribe', { token }),
      meta: { silent: true },
    }),
};
