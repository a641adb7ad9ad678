import { placeKey } from '@contract/search-key';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { type Position, type Shape, shapesOf, type Topology } from '@/shared/lib/topology';
import type { Place } from './place-search';

/** The ground of an MRC or of an equivalent territory. */
type Area = { name: string; rings: Shape['rings'] };

/** Options to read the ground of every MRC, which ships with the product: together they are Québec. */
export const areas = () =>
  queryOptions({
    queryKey: [...queryKeys.municipalities, 'areas'],
    queryFn: async (): Promise<Area[]> => {
      const { default: text } = await import('./shipped/mrc.topo.json?raw');
      return shapesOf(JSON.parse(text) as Topology, 'mrc').map(({ properties, rings }) => ({
        name: properties.MRS_NM_MRC ?? '',
        rings,
      }));
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { logMessage: 'The boundaries could not be read: no place is proposed' },
  });

/** Largest distance from the middle of a municipality, in kilometres: beyond it the nearest one says nothing. */
const FAR_KM = 60;

/**
 * Finds the municipality at a position: the nearest of the MRC around it; `undefined` outside Québec.
 *
 * @param places those without coordinates of their own are left out
 */
export function placeAt(
  places: readonly Place[],
  grounds: readonly Area[],
  { latitude, longitude }: { latitude: number; longitude: number },
): Place | undefined {
  const around = grounds.find(({ rings }) => isInside(rings, [longitude, latitude]));
  if (!around) return undefined;
  const located = places.filter(({ latitude: known, approximate }) => known !== null && !approximate);
  const ofMrc = located.filter(({ mrc_name }) => mrc_name && placeKey(mrc_name) === placeKey(around.name));
  const measured = (ofMrc.length > 0 ? ofMrc : located).map((place) => ({
    place,
    // Straight lines on a flat map are enough to compare neighbours.
    away: Math.hypot(
      ((place.longitude ?? 0) - longitude) * Math.cos((latitude * Math.PI) / 180),
      (place.latitude ?? 0) - latitude,
    ),
  }));
  const nearest = measured.reduce<(typeof measured)[number] | undefined>(
    (best, one) => (best && best.away <= one.away ? best : one),
    undefined,
  );
  return nearest && nearest.away * KILOMETRES_PER_DEGREE <= FAR_KM ? nearest.place : undefined;
}

const KILOMETRES_PER_DEGREE = 111.2;

/** Tells whether a point is inside rings: a line from it to the east crosses them an odd number of times. */
function isInside(rings: Shape['rings'], [x, y]: Position): boolean {
  let inside = false;
  for (const ring of rings) {
    ring.forEach(([x1, y1], index) => {
      const [x2, y2] = ring.at(index - 1) as Position;
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
    });
  }
  return inside;
}
