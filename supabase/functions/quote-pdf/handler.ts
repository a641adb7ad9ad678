import { Buffer } from 'node:buffer';
import { z } from 'zod';
import { createFunction } from '../_shared/create-function.ts';
import { FunctionError } from '../_shared/errors.ts';
import { certificatePdf, quoteFileName, readQuotePdf, serverQuoteSchema } from '../_shared/quote-files.ts';
import { serviceApi } from '../_shared/service-api.ts';

const bodySchema = z.object({
  quoteId: z.guid('Le devis demandé est invalide'),
  document: z.enum(['quote', 'acceptance']).default('quote'),
});

/**
 * Makes the PDF of a quote for an administrator, also of a draft, which is marked across its pages; or the
 * certificate of its acceptance. Answers `{ name, base64 }`.
 */
export const handler = createFunction({
  name: 'quote-pdf',
  schema: bodySchema,
  rateLimited: true,
  handle: async ({ body, dependencies }) => {
    const found = await serviceApi(dependencies).call('quote_to_print', { quote: body.quoteId });
    if (found === null) throw new FunctionError(404, 'not_found', 'Ce devis n’existe plus.');
    const quote = serverQuoteSchema.parse(found);
    const isCertificate = body.document === 'acceptance';
    const bytes = isCertificate
      ? await certificatePdf(dependencies, quote)
      : await readQuotePdf(dependencies, quote);
    if (!bytes) throw new FunctionError(404, 'not_found', 'Ce devis n’est pas accepté.');
    return {
      name: quoteFileName(quote, isCertificate ? '-acceptation' : ''),
      base64: Buffer.from(bytes).toString('base64'),
    };
  },
});
