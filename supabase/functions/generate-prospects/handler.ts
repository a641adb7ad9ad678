import { z } from 'zod';
import { createFunction } from '../_shared/create-function.ts';
import { serviceApi } from '../_shared/service-api.ts';
import { generateProspects } from './generation.ts';

const bodySchema = z.object({
  tripPlanId: z.guid('Le déplacement demandé est invalide'),
  /** Includes chains, and places without a known operator. */
  withAll: z.boolean().optional(),
});

/**
 * Fills `suggested_prospects` of one trip with organisations of the open registers, `{ tripPlanId, withAll? }` → `{
 * message, state }`. A client that disconnects does not stop it: its abort signal is ignored.
 */
export const handler = createFunction({
  name: 'generate-prospects',
  rateLimited: true,
  schema: bodySchema,
  handle: ({ body, dependencies }) => {
    const work = generateProspects(dependencies, serviceApi(dependencies), body.tripPlanId, body.withAll);
    dependencies.keepAlive(work.catch(() => undefined));
    return work;
  },
});
