import { z } from 'zod';
import { createFunction } from '../_shared/create-function.ts';
import { askLegs } from '../_shared/routing.ts';

/** Largest number of places: a day of stops and the way back; the table grows with its square. */
const MOST_PLACES = 40;

const placeSchema = z.object({
  latitude: z.number().min(44).max(64),
  longitude: z.number().min(-81).max(-56),
});
const bodySchema = z.object({ places: z.array(placeSchema).min(2).max(MOST_PLACES) });

/**
 * Reads distance and time by road from each place to the next, `{ places }` → `{ legs, warning }`, where a routing
 * server is set; no leg without one. Only coordinates are sent, and nothing is stored.
 */
export const handler = createFunction({
  name: 'trip-legs',
  schema: bodySchema,
  rateLimited: true,
  handle: ({ body: { places }, dependencies, signal }) => askLegs(dependencies, places, signal),
});
