import { z } from 'zod';
import { createFunction } from '../_shared/create-function.ts';
import { askLegs } from '../_shared/routing.ts';

/** As many as a day of stops, and the way back; a table has the square of them. */
const MOST_PLACES = 40;

const place = z.object({ latitude: z.number().min(44).max(64), longitude: z.number().min(-81).max(-56) });
const bodySchema = z.object({ places: z.array(place).min(2).max(MOST_PLACES) });

/**
 * `{ places }` → `{ legs, warning }`: distance and time by the road from each place to the next, where a road server is
 * set; no leg at all without one. Nothing but coordinates is asked for, and nothing is kept.
 */
export const handler = createFunction({
  name: 'trip-legs',
  schema: bodySchema,
  rateLimited: true,
  handle: ({ body: { places }, dependencies, signal }) => askLegs(dependencies, places, signal),
});
