import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { invokeFunction } from '@/admin/kit/lib/functions';
import { supabase } from '@/admin/kit/lib/supabase';

/** Reception of the messages of the last 30 days; the limits are shares of them. */
export type Reputation = {
  messages: number;
  bounces: number;
  complaints: number;
  bounce_limit: number;
  complaint_limit: number;
  warmup: { step: number; limit: number; steps: number[] } | null;
};

/** The finding about one record that receiving servers check; `weak`: present, but not as it should be. */
export type DnsFinding = { state: 'ok' | 'weak' | 'missing'; found: string | null; advice: string | null };

/** The answer of `check-sender-domains`. */
export type DomainCheck = {
  domain: string;
  spf: DnsFinding;
  dkim: DnsFinding;
  dmarc: DnsFinding;
  provider: { state: string | null; trouble: string | null } | null;
  records: { type: string; name: string; value: string; priority: number | null; state: string | null }[];
};

export const deliverability = {
  /** Options to read the reception of the last 30 days' messages, and the state of the warm-up. */
  reputation: () =>
    queryOptions({
      queryKey: [...queryKeys.settings, 'reputation'],
      queryFn: async ({ signal }): Promise<Reputation> => {
        const { data } = await supabase.rpc('sender_reputation').abortSignal(signal).throwOnError();
        return data as Reputation;
      },
      meta: { errorMessage: 'Impossible de charger les taux de rebonds et de plaintes' },
    }),

  /** Options to check a domain as receiving servers do; on demand, and cached for the session. */
  domainCheck: (domain: string) =>
    queryOptions({
      queryKey: [...queryKeys.settings, 'domain', domain],
      queryFn: async ({ signal }): Promise<DomainCheck> => {
        const fallback = 'Impossible de vérifier ce domaine. Réessayez dans un instant.';
        const answer = await invokeFunction('check-sender-domains', { domain }, { fallback, signal });
        return answer as DomainCheck;
      },
      enabled: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),
};
