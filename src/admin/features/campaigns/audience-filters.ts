import type { Candidate } from '@/admin/data/campaigns/audience';
import { searchKey } from '@/shared/lib/text';

/** Who was not reached for so long: number of days → French label; never reached counts as not since. */
export const lastContacts = {
  jamais: 'Jamais contacté par campagne',
  30: 'Pas depuis 30 jours',
  90: 'Pas depuis 90 jours',
  180: 'Pas depuis 180 jours',
} as const;

export type AudienceFilters = { q: string; sector: string; region: string; last: string; trip: string };

export const noFilters: AudienceFilters = { q: '', sector: '', region: '', last: '', trip: '' };

const DAY = 86_400_000;

function wasQuiet({ lastSentAt }: Candidate, last: string, now: number): boolean {
  if (!lastSentAt) return true;
  return last !== 'jamais' && Date.parse(lastSentAt) <= now - Number(last) * DAY;
}

/**
 * The contacts that answer to the search and to every filter.
 *
 * @param now in ms
 */
export function filterAudience(
  candidates: readonly Candidate[],
  { q, sector, region, last, trip }: AudienceFilters,
  now: number,
): readonly Candidate[] {
  const words = searchKey(q).split(' ').filter(Boolean);
  return candidates.filter(
    (candidate) =>
      (!sector || candidate.sector === sector) &&
      (!region || candidate.region === region) &&
      (!trip || candidate.tripIds.includes(trip)) &&
      (!last || wasQuiet(candidate, last, now)) &&
      words.every((word) => candidate.searched.includes(word)),
  );
}
