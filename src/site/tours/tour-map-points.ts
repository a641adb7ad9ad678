import { boxWidth, heightOf, type MapPoint, mapPoint, SOUTH_FRAME } from '@/shared/lib/quebec-frames';
import type { TourPlace } from '@/site/data/tour-places';

/** Places whose points would overlap, as one point of the map. */
export type PlaceGroup = MapPoint & { places: TourPlace[] };

/** Smallest distance between two points, in pixels: each has a target of 24. */
const LEAST_DISTANCE = 26;

/** The height of the map for a width of one. */
export const ASPECT = heightOf(SOUTH_FRAME) / boxWidth(SOUTH_FRAME);

/** Joins two groups; the point lies between them, nearer the one with more places. */
function joinGroups(one: PlaceGroup, other: PlaceGroup): PlaceGroup {
  const places = [...one.places, ...other.places];
  const share = other.places.length / places.length;
  return { places, x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share };
}

/**
 * Groups places so that no two points of a map come closer than `LEAST_DISTANCE`: a group that is too near another joins it,
 * until none is. Places without coordinates are left out.
 *
 * @param width the narrowest that the map is shown, in pixels
 */
export function groupsAt(places: readonly TourPlace[], width: number): PlaceGroup[] {
  let groups = places.flatMap((place): PlaceGroup[] => {
    const { latitude, longitude } = place;
    const point = latitude !== null && longitude !== null && mapPoint([longitude, latitude]);
    return point ? [{ ...point, places: [place] }] : [];
  });
  const near = (one: PlaceGroup, other: PlaceGroup) =>
    Math.hypot((one.x - other.x) * width, (one.y - other.y) * width * ASPECT) < LEAST_DISTANCE;
  for (let before = Number.POSITIVE_INFINITY; groups.length < before; ) {
    before = groups.length;
    const kept: PlaceGroup[] = [];
    for (const group of groups) {
      const index = kept.findIndex((one) => near(one, group));
      const found = kept[index];
      if (found) kept[index] = joinGroups(found, group);
      else kept.push(group);
    }
    groups = kept;
  }
  return groups;
}
