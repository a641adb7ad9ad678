import { z } from 'zod';
import { createFunction } from '../_shared/create-function.ts';
import { FunctionError } from '../_shared/errors.ts';

const bodySchema = z.object({ tripPlanId: z.guid('Le déplacement demandé est invalide') });

/** `{ tripPlanId }`. Guards and checks; the search itself comes with the prospects, and 501 says so. */
export const handler = createFunction({
  name: 'generate-prospects',
  schema: bodySchema,
  handle: async () => {
    throw new FunctionError(
      501,
      'not_implemented',
      "La génération de prospects n'est pas encore offerte\u00a0: elle viendra avec une prochaine version.",
    );
  },
});
