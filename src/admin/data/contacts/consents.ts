import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { supabase } from '@/admin/lib/supabase';
import type { Enums } from '@/shared/database.types';

/**
 * What the ledger and the suppression list say of a contact today; made by the function contact_consents. A contact of
 * which they say nothing has none.
 */
export type Consent = {
  state: 'allowed' | 'expired' | 'withdrawn' | 'unsubscribed' | 'unverified' | 'refused';
  basis?: Enums<'consent_basis'>;
  /** Timestamps. Without `expires_at` the basis has no end. */
  occurred_at?: string;
  expires_at?: string;
  source_url?: string;
  evidence?: string;
  /** Why the address is never written to again. */
  suppression?: Enums<'suppression_reason'>;
};

const read = async (signal: AbortSignal, only_contact?: string) => {
  const { data } = await supabase
    .rpc('contact_consents', only_contact ? { only_contact } : {})
    .abortSignal(signal)
    .throwOnError();
  return data as Record<string, Consent>;
};

export const consents = {
  all: queryKeys.consents,

  /** By contact id. Contacts that never consented to anything are not in it. */
  byContact: () =>
    queryOptions({
      queryKey: [...consents.all, 'by-contact'],
      queryFn: ({ signal }) => read(signal),
      meta: { errorMessage: 'Impossible de charger les consentements' },
    }),

  /** One contact's; null when nothing is known. */
  of: (id: string) =>
    queryOptions({
      queryKey: [...consents.all, 'of', id],
      queryFn: async ({ signal }) => (await read(signal, id))[id] ?? null,
      meta: { errorMessage: 'Impossible de charger le consentement' },
    }),
};
