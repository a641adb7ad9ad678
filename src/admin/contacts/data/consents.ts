import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Enums } from '@/shared/database.types';

/**
 * State of a contact today according to the ledger and the suppression list; made by the function contact_consents. A
 * contact absent from both has none.
 */
export type Consent = {
  state: 'allowed' | 'expired' | 'withdrawn' | 'unsubscribed' | 'unverified' | 'refused';
  basis?: Enums<'consent_basis'>;
  /** Timestamps. Without `expires_at` the basis has no end. */
  occurred_at?: string;
  expires_at?: string;
  source_url?: string;
  evidence?: string;
  /** Reason why the address is never written to again. */
  suppression?: Enums<'suppression_reason'>;
};

const readConsents = async (signal: AbortSignal, only_contact?: string) => {
  const { data } = await supabase
    .rpc('contact_consents', only_contact ? { only_contact } : {})
    .abortSignal(signal)
    .throwOnError();
  return data as Record<string, Consent>;
};

export const consents = {
  all: queryKeys.consents,

  /** Options to read the consents by contact id. Contacts that never consented to anything are absent. */
  byContact: () =>
    queryOptions({
      queryKey: [...consents.all, 'by-contact'],
      queryFn: ({ signal }) => readConsents(signal),
      meta: { errorMessage: 'Impossible de charger les consentements' },
    }),

  /** Options to read one contact's consent; null when none is known. */
  of: (id: string) =>
    queryOptions({
      queryKey: [...consents.all, 'of', id],
      queryFn: async ({ signal }) => (await readConsents(signal, id))[id] ?? null,
      meta: { errorMessage: 'Impossible de charger le consentement' },
    }),
};
