import { placeKey } from '@contract/search-key';

/** A municipality that a trip may go to. */
export type Place = {
  code: string;
  name: string;
  designation: string | null;
  mrc_name: string | null;
  region: string;
  population: number | null;
  latitude: number | null;
  longitude: number | null;
  /** True when its coordinates are those of its MRC's centre. */
  approximate: boolean;
  search_key: string | null;
};

/** Formats a municipality for visitors: « Percé, Gaspésie–Îles-de-la-Madeleine ». */
export const placeText = ({ name, region }: Place) => `${name}, ${region}`;

/**
 * Finds the places whose name begins with the typed text, then those with a word that does, then those that contain
 * it; the most populous first in each group.
 *
 * @param limit largest number of results
 */
export function searchPlaces(places: readonly Place[], typed: string, limit: number): Place[] {
  const wanted = placeKey(typed);
  if (!wanted) return [];
  const groups: [Place[], Place[], Place[]] = [[], [], []];
  for (const place of places) {
    const at = ` ${place.search_key ?? placeKey(place.name)}`.indexOf(wanted);
    if (at === 1) groups[0].push(place);
    else if (at > 1 && ` ${place.search_key}`[at - 1] === ' ') groups[1].push(place);
    else if (at > 1) groups[2].push(place);
  }
  const bySize = (a: Place, b: Place) => (b.population ?? 0) - (a.population ?? 0);
  return groups.flatMap((group) => group.sort(bySize)).slice(0, limit);
}

/**
 * Finds the only municipality of that name, in any spelling; `undefined` when there is none, or two.
 *
 * @param region counts unless it is empty
 */
export function findPlace(places: readonly Place[], name: string, region: string): Place | undefined {
  const [wantedName, wantedRegion] = [placeKey(name), placeKey(region)];
  const found = places.filter(
    (place) =>
      placeKey(place.name) === wantedName && (!wantedRegion || placeKey(place.region) === wantedRegion),
  );
  return found.length === 1 ? found[0] : undefined;
}
