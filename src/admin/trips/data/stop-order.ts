import { distanceKm } from '@geography/distance.ts';

/** The position of a stop. */
export type StopPlace = {
  id: string;
  latitude: number | null;
  longitude: number | null;
  /** Shore of the St. Lawrence, from the database; null when unknown. */
  shore: string | null;
};

type PlacedStop = StopPlace & { latitude: number; longitude: number };
type RoutePoint = { latitude: number; longitude: number; shore: string | null };

/** Cost of crossing the river, in kilometres: it happens once on the way out and once on the way back. */
const CROSSING_KM = 60;

const legKm = (from: RoutePoint, to: RoutePoint) =>
  distanceKm(from, to) + (from.shore && to.shore && from.shore !== to.shore ? CROSSING_KM : 0);

/** Smallest improvement that counts: rounding must not make the search loop. */
const TOO_LITTLE = 1e-6;

const isPlaced = (stop: StopPlace): stop is PlacedStop => stop.latitude !== null && stop.longitude !== null;

/**
 * Proposes an order of the stops that makes a short round from the destination and back: the nearest one each time,
 * then reversals of parts while they shorten it. Straight-line distances; stops without a position keep their order,
 * last.
 */
export function proposedOrder(start: RoutePoint, stops: readonly StopPlace[]): string[] {
  const left = stops.filter(isPlaced);
  const round: RoutePoint[] = [start];
  const ids: string[] = [];
  let here = start;
  while (left.length > 0) {
    let nearest = 0;
    for (let index = 1; index < left.length; index++) {
      if (legKm(here, left[index] as PlacedStop) < legKm(here, left[nearest] as PlacedStop)) nearest = index;
    }
    const [next] = left.splice(nearest, 1) as [PlacedStop];
    round.push(next);
    ids.push(next.id);
    here = next;
  }
  uncrossRoute(round, ids);
  return [...ids, ...stops.filter((stop) => !isPlaced(stop)).map(({ id }) => id)];
}

/** Shortens the round by reversing parts of it (2-opt); `ids` follow `round`, without its start. */
function uncrossRoute(round: RoutePoint[], ids: string[]): void {
  const at = (index: number) => round[index % round.length] as RoutePoint;
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    for (let first = 0; first < round.length - 1; first++) {
      for (let last = first + 1; last < round.length; last++) {
        const gain =
          legKm(at(first), at(first + 1)) +
          legKm(at(last), at(last + 1)) -
          legKm(at(first), at(last)) -
          legKm(at(first + 1), at(last + 1));
        if (gain <= TOO_LITTLE) continue;
        round.splice(first + 1, last - first, ...round.slice(first + 1, last + 1).reverse());
        ids.splice(first, last - first, ...ids.slice(first, last).reverse());
        isBetter = true;
      }
    }
  }
}
