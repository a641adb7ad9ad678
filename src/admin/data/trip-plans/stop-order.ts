import { distanceKm } from '@geography/distance.ts';

/** Where somebody stops. */
export type StopPlace = {
  id: string;
  latitude: number | null;
  longitude: number | null;
  /** Of the St. Lawrence, as the database says it; null where it does not know. */
  shore: string | null;
};

type Placed = StopPlace & { latitude: number; longitude: number };
type Start = { latitude: number; longitude: number; shore: string | null };

/** What crossing the river is worth, in kilometres: one does it once on the way out and once on the way back. */
const CROSSING_KM = 60;

const legKm = (from: Start, to: Start) =>
  distanceKm(from, to) + (from.shore && to.shore && from.shore !== to.shore ? CROSSING_KM : 0);

/** Less than this is no better: rounding must not make the search go round. */
const TOO_LITTLE = 1e-6;

const isPlaced = (stop: StopPlace): stop is Placed => stop.latitude !== null && stop.longitude !== null;

/**
 * An order of the stops that makes a short round from where the trip goes and back: the nearest one each time, then parts
 * of the round turned while it gets shorter. The crow's distances; stops whose place nobody knows keep their order, last.
 */
export function proposedOrder(start: Start, stops: readonly StopPlace[]): string[] {
  const left = stops.filter(isPlaced);
  const round: Start[] = [start];
  const ids: string[] = [];
  let here = start;
  while (left.length > 0) {
    let nearest = 0;
    for (let index = 1; index < left.length; index++) {
      if (legKm(here, left[index] as Placed) < legKm(here, left[nearest] as Placed)) nearest = index;
    }
    const [next] = left.splice(nearest, 1) as [Placed];
    round.push(next);
    ids.push(next.id);
    here = next;
  }
  untangle(round, ids);
  return [...ids, ...stops.filter((stop) => !isPlaced(stop)).map(({ id }) => id)];
}

/** Turns parts of the round for as long as one of them makes it shorter (2-opt); `ids` follow `round`, without its start. */
function untangle(round: Start[], ids: string[]): void {
  const at = (index: number) => round[index % round.length] as Start;
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
