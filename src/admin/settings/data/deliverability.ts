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
export type Finding = { state: 'ok' | 'weak' | 'missing'; found: string | null; advice: string | null };

/** The answer of `check-sender-domains`. */
export type DomainCheck = {
  domain: string;
  spf: Finding;
  dkim: Finding;
  dmarc: Finding;
  provider: { state: string | null; trouble: string | null } | null;
  records: { type: string; name: string; value: string; priority: number | null; state: string | null }[];
};

/** The servers that wrote in the name of a domain, as those of recipients reported them. */
export type DmarcSummary = {
  domain: string;
  reports: number;
  /** Number of reports whose sender could not be verified. */
  unverified: number;
  /** Timestamps. */
  from: string;
  to: string;
  messages: number;
  servers: number;
  /** Servers none of whose messages passed, and their messages. */
  failing_servers: number;
  failing_messages: number;
  /** The servers that failed first, then those of the most messages; fifty at most. `dkim`, `spf`: messages that passed. */
  sources: {
    ip: string;
    messages: number;
    dkim: number;
    spf: number;
    rejected: number;
    quarantined: number;
  }[];
};

export const deliverability = {
  /** Options to read who wrote in the name of our domains over the last days. */
  dmarc: (days: number) =>
    queryOptions({
      queryKey: [...queryKeys.settings, 'dmarc', days],
      queryFn: async ({ signal }): Promise<DmarcSummary[]> => {
        const { data } = await supabase.rpc('dmarc_summary', { days }).abortSignal(signal).throwOnError();
        return data as DmarcSummary[];
      },
      meta: { errorMessage: 'Impossible de charger les rapports des serveurs' },
    }),

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
