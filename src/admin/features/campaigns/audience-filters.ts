import type { Candidate } from '@/admin/data/campaigns/audience';
import { searchKey } from '@/shared/lib/text';

export type AudienceFilters = { q: string; sector: string; region: string; last: string; trip: string };

export const noFilters: AudienceFilters = { q: '', sector: '', region: '', last: '', trip: '' };

const DAY = 86_400_000;

function notEmailedSince({ lastSentAt }: Candidate, last: string, now: number): boolean {
  if (!lastSentAt) return true;
  return last !== 'jamais' && Date.parse(lastSentAt) <= now - Number(last) * DAY;
}

/**
 * The contacts that match the search and every filter.
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
      (!last || notEmailedSince(candidate, last, now)) &&
      words.every((word) => candidate.searched.includes(word)),
  );
}
