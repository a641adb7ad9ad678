import { Buffer } from 'node:buffer';
import { z } from 'zod';
import { personExportSchema } from '../_shared/contract/person-export.ts';
import { createFunction } from '../_shared/create-function.ts';
import { FunctionError } from '../_shared/errors.ts';
import { serviceApi } from '../_shared/service-api.ts';
import { personPdf } from './person-pdf.ts';

const bodySchema = z.object({ contactId: z.guid('Le contact demandé est invalide') });

/**
 * Makes the proof of one person in PDF for an administrator: each consent, and each message with its ground. The copy is
 * noted in the privacy register, as the one in JSON. Answers `{ base64 }`.
 */
export const handler = createFunction({
  name: 'person-report',
  schema: bodySchema,
  rateLimited: true,
  handle: async ({ body, admin, dependencies }) => {
    const found = await serviceApi(dependencies).call('person_to_print', {
      contact: body.contactId,
      author: admin.id,
    });
    if (found === null) throw new FunctionError(404, 'not_found', 'Ce contact n’existe plus.');
    const pdf = await personPdf(personExportSchema.parse(found));
    return { base64: Buffer.from(pdf).toString('base64') };
  },
});
