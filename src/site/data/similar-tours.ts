/** A tour with the tags that it has in common with another. */
export type Candidate = { id: string; shared: readonly { tag_id: string }[] };

/**
 * The ids of the tours that share the most tags with a tour, most first. Among equals the order of the candidates
 * stays (the newest first, as they are read). The tour itself, and tours that share nothing, are left out.
 *
 * @param limit how many at most
 */
export function mostSimilar(candidates: readonly Candidate[], self: string, limit: number): string[] {
  return candidates
    .filter(({ id, shared }) => id !== self && shared.length > 0)
    .sort((a, b) => b.shared.length - a.shared.length)
    .slice(0, limit)
    .map(({ id }) => id);
}
