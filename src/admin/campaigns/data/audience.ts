import { campaignStatuses } from '@contract/campaign-statuses';
import { searchKey } from '@contract/search-key';
import { queryOptions } from '@tanstack/react-query';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { sortRows } from '@/admin/kit/lib/sorting';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';
import { campaigns } from './campaigns';

type Columns = Pick<
  Tables<'contacts'>,
  | 'id'
  | 'name'
  | 'company'
  | 'email'
  | 'phone'
  | 'city'
  | 'region'
  | 'sector'
  | 'status'
  | 'is_public_office_holder'
>;

/** A contact that a campaign could be sent to. */
export type Candidate = Columns & {
  /** French reason why the contact may not be written to now; absent when they may. */
  refusal?: string;
  /** Moment of the last campaign that reached it; absent when none did. */
  lastSentAt?: string;
  /** Moment until which its own written request allows more messages; absent without such a request. */
  requestUntil?: string;
  /** Trips that found the contact. */
  tripIds: readonly string[];
  /** Normalised text for the search. */
  searched: string;
};

/** A trip for which contacts were found. */
type AudienceTrip = Pick<Tables<'trip_plans'>, 'id' | 'city' | 'start_date'>;

export type Audience = {
  candidates: Candidate[];
  trips: AudienceTrip[];
  /** Number of the other contacts, whose status no campaign writes to. */
  otherStatuses: number;
};

async function readContacts(signal: AbortSignal): Promise<readonly Columns[]> {
  const rows = await readAllRows<Columns>(
    () =>
      supabase
        .from('contacts')
        .select('id, name, company, email, phone, city, region, sector, status, is_public_office_holder')
        .in('status', campaignStatuses)
        .order('id'),
    signal,
  );
  return sortRows(rows, 'company', { company: (row) => row.company });
}

async function countOtherStatuses(signal: AbortSignal): Promise<number> {
  const { count } = await supabase
    .from('contacts')
    .select('id', { count: 'exact' })
    .not('status', 'in', `(${campaignStatuses.join(',')})`)
    .limit(1)
    .abortSignal(signal)
    .throwOnError();
  return count ?? 0;
}

type FoundContact = { contact_id: string | null; trip_plans: AudienceTrip };

/** Reads the pairs of a trip and a contact that it found. */
async function readFound(signal: AbortSignal): Promise<FoundContact[]> {
  return readAllRows<FoundContact>(
    () =>
      supabase
        .from('suggested_prospects')
        .select('contact_id, trip_plans!inner (id, city, start_date)')
        .not('contact_id', 'is', null)
        .order('id'),
    signal,
  );
}

/** Converts { "raison": [contact id, …] } to contact id → reason. */
function byContact(refusals: Record<string, string[]>): Map<string, string> {
  return new Map(Object.entries(refusals).flatMap(([reason, ids]) => ids.map((id) => [id, reason] as const)));
}

function tripsByContact(found: readonly FoundContact[]): Map<string, string[]> {
  const trips = new Map<string, string[]>();
  for (const { contact_id, trip_plans } of found) {
    if (contact_id) trips.set(contact_id, [...(trips.get(contact_id) ?? []), trip_plans.id]);
  }
  return trips;
}

/**
 * Options to read every contact that a campaign could reach, by company, with the reason why some may not be written
 * to. Read again each time the form opens, and never while it is open, so that the list does not change under the
 * pointer.
 */
export const audience = () =>
  queryOptions({
    queryKey: [...campaigns.all, 'audience'],
    queryFn: async ({ signal }): Promise<Audience> => {
      const [contacts, refusals, lastSends, requests, found, otherStatuses] = await Promise.all([
        readContacts(signal),
        supabase.rpc('campaign_refusals').abortSignal(signal).throwOnError(),
        supabase.rpc('contact_last_sends').abortSignal(signal).throwOnError(),
        supabase.rpc('contact_written_requests').abortSignal(signal).throwOnError(),
        readFound(signal),
        countOtherStatuses(signal),
      ]);
      const reasons = byContact(refusals.data as Record<string, string[]>);
      const last = lastSends.data as Record<string, string>;
      const until = requests.data as Record<string, string>;
      const trips = tripsByContact(found);
      const candidates = contacts.map((contact): Candidate => {
        const refusal = reasons.get(contact.id);
        const lastSentAt = last[contact.id];
        const requestUntil = until[contact.id];
        return {
          ...contact,
          ...(refusal ? { refusal } : {}),
          ...(lastSentAt ? { lastSentAt } : {}),
          ...(requestUntil ? { requestUntil } : {}),
          tripIds: trips.get(contact.id) ?? [],
          searched: searchKey([contact.name, contact.company, contact.email, contact.city].join('\n')),
        };
      });
      const byId = new Map(found.map(({ trip_plans }) => [trip_plans.id, trip_plans]));
      return {
        candidates,
        trips: [...byId.values()].sort((a, b) => b.start_date.localeCompare(a.start_date)),
        otherStatuses,
      };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { errorMessage: 'Impossible de charger les contacts' },
  });
