import { z } from 'zod';
import { createFunction } from '../_shared/create-function.ts';
import { stampDue } from '../_shared/evidence/stamp-due.ts';

const bodySchema = z.object({ sealId: z.guid('Le sceau demandé est invalide') });

/**
 * Stamps a seal at once by the authorities of the settings, `{ sealId }` → `{ stamped, failed }`. What fails is asked
 * again by the scheduler (dispatch-emails).
 */
export const handler = createFunction({
  name: 'stamp-seals',
  schema: bodySchema,
  rateLimited: true,
  handle: ({ body, dependencies }) => stampDue(dependencies, body.sealId),
});
