import { z } from 'zod';
import { createFunction } from '../_shared/create-function.ts';
import { FunctionError } from '../_shared/errors.ts';

/**
 * Whom to write to and what to say are read from `email_sends` by this id: a `to`, `subject` or `html` in the body is
 * dropped, so this function cannot be used to send anything to anyone.
 */
const bodySchema = z.object({
  emailSendId: z.guid("L'envoi demandé est invalide"),
  // Not trimmed: a line break is refused wherever it stands, for it could start a header of its own.
  fromEmail: z.email('Email invalide').max(255, 'Email invalide'),
});

/** `{ emailSendId, fromEmail }`. Guards and checks; sending itself comes with the campaigns, and 501 says so. */
export const handler = createFunction({
  name: 'send-campaign-email',
  schema: bodySchema,
  handle: async () => {
    throw new FunctionError(
      501,
      'not_implemented',
      "L'envoi de courriels n'est pas encore offert\u00a0: il viendra avec une prochaine version.",
    );
  },
});
