import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { invokeFunction } from '@/admin/kit/lib/functions';

type Point = { latitude: number; longitude: number };

const answerSchema = z.object({
  legs: z.array(z.object({ km: z.number(), minutes: z.number() }).nullable()),
});

/** A route by road; null where none is known. */
export type RoadLeg = z.infer<typeof answerSchema>['legs'][number];

/** Number of places that the function accepts; a longer round uses straight lines. */
const MOST_PLACES = 40;

/**
 * Options to read the routes by road from each place of a round to the next, from the installation's routing server;
 * none without one, or when it does not answer: distances are then straight lines, and marked so.
 */
export const tripLegs = (places: readonly Point[]) =>
  queryOptions({
    queryKey: [
      ...queryKeys.tripPlans,
      'legs',
      places.map(({ latitude, longitude }) => [latitude, longitude]),
    ],
    queryFn: async ({ signal }): Promise<RoadLeg[]> => {
      const asked = places.map(({ latitude, longitude }) => ({ latitude, longitude }));
      return answerSchema.parse(
        await invokeFunction('trip-legs', { places: asked }, { signal, fallback: '' }),
      ).legs;
    },
    enabled: places.length > 1 && places.length <= MOST_PLACES,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { logMessage: 'The roads of a trip could not be read' },
  });
