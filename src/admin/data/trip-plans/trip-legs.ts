import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/data/query-keys';
import { invokeFunction } from '@/admin/lib/functions';

type Point = { latitude: number; longitude: number };

const answerSchema = z.object({
  legs: z.array(z.object({ km: z.number(), minutes: z.number() }).nullable()),
});

/** A way by the road; null where no road is known. */
export type RoadLeg = z.infer<typeof answerSchema>['legs'][number];

/** What the function takes; a longer round is said as the crow flies. */
const MOST_PLACES = 40;

/**
 * The ways by the road from each place of a round to the next, by the server that the installation has set; none at all
 * without one, or when it does not answer: distances are the crow's then, and say so.
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
