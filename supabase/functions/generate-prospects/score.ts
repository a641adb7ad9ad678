import type { Candidate, Sector } from './candidate.ts';

/**
 * Points of each sector. A prospect scores 0 to 100, from facts alone:
 * - up to 45 for its sector: municipalities and MRCs are the studio's own customers, then places people choose by eye;
 * - up to 22 for size: 1 at 100 inhabitants, 22 at 100 000, by orders of magnitude;
 * - up to 18 for being near: all of it on the spot, none at the edge of the radius, by the road or the way round a
 *   barrier where they are known;
 * - up to 15 for being reachable: 8 for an e-mail, 4 for a site, 3 for a telephone.
 */
const ofSector: Record<Sector, number> = {
  mrc: 45,
  municipalité: 42,
  tourisme: 38,
  hôtellerie: 36,
  immobilier: 30,
  restaurant: 24,
  commerce: 20,
};

/** Points for the size of a business, which is unknown. */
const UNKNOWN_SIZE = 6;

/** Computes the travel distance by car. */
function travelKm({ distanceKm, crossing, road }: Candidate): number {
  if (road) return road.km;
  return crossing ? (crossing.km ?? Number.POSITIVE_INFINITY) : distanceKm;
}

function scoreOf(candidate: Candidate, radiusKm: number): number {
  const { sector, population, email, website, phone } = candidate;
  const size = population === null ? UNKNOWN_SIZE : 7 * Math.log10(Math.max(population, 1) / 100) + 1;
  const near = 18 * Math.max(0, 1 - travelKm(candidate) / radiusKm);
  const reach = (email ? 8 : 0) + (website ? 4 : 0) + (phone ? 3 : 0);
  const total = ofSector[sector] + Math.min(22, Math.max(0, size)) + near + reach;
  return Math.round(Math.min(100, total));
}

export interface ScoredCandidate {
  candidate: Candidate;
  score: number;
}

/** Number of prospects kept per run. */
const MOST_KEPT = 60;

/**
 * Returns the group whose share of a run is limited while there are enough of the others; the studio's own customers
 * have twice the share.
 */
const groupOf = ({ sector }: Candidate) => (sector === 'mrc' ? 'municipalité' : sector);
const shareOf = (group: string) => (group === 'municipalité' ? 2 : 1);

/** The candidates with their score, most promising first. */
export function byPromise(candidates: readonly Candidate[], radiusKm: number): ScoredCandidate[] {
  return candidates.map((candidate) => ({ candidate, score: scoreOf(candidate, radiusKm) })).sort(byScore);
}

/**
 * Keeps at most 60, the most promising of each kind: a place goes to the kind with the smallest part of its share so
 * far, so that forty municipalities leave room for a museum; unused places go to the others.
 */
export function mostPromising(candidates: readonly Candidate[], radiusKm: number): ScoredCandidate[] {
  const groups = new Map<string, { share: number; had: number; queue: ScoredCandidate[] }>();
  for (const entry of byPromise(candidates, radiusKm)) {
    const name = groupOf(entry.candidate);
    const group = groups.get(name) ?? { share: shareOf(name), had: 0, queue: [] };
    group.queue.push(entry);
    groups.set(name, group);
  }
  const taken: ScoredCandidate[] = [];
  while (taken.length < MOST_KEPT) {
    // Groups that are equally far from their share keep their order: the one with the more promising candidate is first.
    const [next] = [...groups.values()]
      .filter(({ queue }) => queue.length > 0)
      .sort((left, right) => (left.had + 1) / left.share - (right.had + 1) / right.share);
    const best = next?.queue.shift();
    if (!next || !best) break;
    next.had++;
    taken.push(best);
  }
  return taken.sort(byScore);
}

/** Breaks ties by distance, then by number, so that two runs agree. */
export function byScore(left: ScoredCandidate, right: ScoredCandidate): number {
  return (
    right.score - left.score ||
    left.candidate.distanceKm - right.candidate.distanceKm ||
    (left.candidate.externalId < right.candidate.externalId ? -1 : 1)
  );
}
