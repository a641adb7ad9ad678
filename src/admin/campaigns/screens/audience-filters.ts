import { searchKey } from '@contract/search-key';
import type { Candidate } from '../data/audience';

/** Filter of the contacts by permission: value → French label; by default those who may be written to. */
export const permissionChoices = {
  choisis: 'Choisis seulement',
  exclus: 'Exclus, avec la raison',
  tous: 'Tous les contacts',
} as const;

export type AudienceFilters = {
  q: string;
  sector: string;
  region: string;
  last: string;
  trip: string;
  status: string;
  permission: string;
};

export const noFilters: AudienceFilters = {
  q: '',
  sector: '',
  region: '',
  last: '',
  trip: '',
  status: '',
  permission: '',
};

const DAY_MS = 86_400_000;

function notEmailedSince({ lastSentAt }: Candidate, last: string, now: number): boolean {
  if (!lastSentAt) return true;
  return last !== 'jamais' && Date.parse(lastSentAt) <= now - Number(last) * DAY_MS;
}

function isShown({ id, refusal }: Candidate, shown: string, selected: ReadonlySet<string>): boolean {
  if (shown === 'tous') return true;
  if (shown === 'choisis') return selected.has(id);
  return (shown === 'exclus') === (refusal !== undefined);
}

/**
 * The contacts that match the search and every filter.
 *
 * @param selected ids of those who are chosen
 * @param now in ms
 */
export function filterAudience(
  candidates: readonly Candidate[],
  { q, sector, region, last, trip, status, permission }: AudienceFilters,
  selected: ReadonlySet<string>,
  now: number,
): readonly Candidate[] {
  const words = searchKey(q).split(' ').filter(Boolean);
  return candidates.filter(
    (candidate) =>
      isShown(candidate, permission, selected) &&
      (!status || candidate.status === status) &&
      (!sector || candidate.sector === sector) &&
      (!region || candidate.region === region) &&
      (!trip || candidate.tripIds.includes(trip)) &&
      (!last || notEmailedSince(candidate, last, now)) &&
      words.every((word) => candidate.searched.includes(word)),
  );
}
