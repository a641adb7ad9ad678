import type { Candidate, Sector } from './candidate.ts';

/**
 * How promising a prospect is, 0 to 100, from facts alone:
 * - up to 45 for what it is: municipalities and MRCs are the studio's own customers, then places people choose by eye;
 * - up to 22 for its size: 1 at 100 inhabitants, 22 at 100 000, by orders of magnitude;
 * - up to 18 for being near: all of it on the spot, none at the edge of the radius;
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

/** What a business counts for size, of which nothing is known. */
const UNKNOWN_SIZE = 6;

function scoreOf(candidate: Candidate, radiusKm: number): number {
  const { sector, population, distanceKm, email, website, phone } = candidate;
  const size = population === null ? UNKNOWN_SIZE : 7 * Math.log10(Math.max(population, 1) / 100) + 1;
  const near = 18 * Math.max(0, 1 - distanceKm / radiusKm);
  const reach = (email ? 8 : 0) + (website ? 4 : 0) + (phone ? 3 : 0);
  const total = ofSector[sector] + Math.min(22, Math.max(0, size)) + near + reach;
  return Math.round(Math.min(100, total));
}

export interface Scored {
  candidate: Candidate;
  score: number;
}

/** Kept per run. */
const MOST_KEPT = 60;
/** Places that each register has for sure, so that neither drives the other out. */
const RESERVED = 20;

/** The most promising first, at most 60. */
export function mostPromising(candidates: readonly Candidate[], radiusKm: number): Scored[] {
  const scored = candidates
    .map((candidate) => ({ candidate, score: scoreOf(candidate, radiusKm) }))
    .sort(byScore);
  const reserved = (['mamh', 'osm'] as const).flatMap((origin) =>
    scored.filter(({ candidate }) => candidate.origin === origin).slice(0, RESERVED),
  );
  const others = scored.filter((entry) => !reserved.includes(entry));
  return [...reserved, ...others].slice(0, MOST_KEPT).sort(byScore);
}

/** Ties: the nearer first, then by number, so that two runs agree. */
export function byScore(left: Scored, right: Scored): number {
  return (
    right.score - left.score ||
    left.candidate.distanceKm - right.candidate.distanceKm ||
    (left.candidate.externalId < right.candidate.externalId ? -1 : 1)
  );
}
