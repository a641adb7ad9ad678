import { Buffer } from 'node:buffer';
import { z } from 'zod';
import { createFunction } from '../_shared/create-function.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { FunctionError } from '../_shared/errors.ts';
import { invoiceFileName, readInvoicePdf, serverInvoiceSchema } from '../_shared/invoice-files.ts';
import { certificatePdf, quoteFileName, readQuotePdf, serverQuoteSchema } from '../_shared/quote-files.ts';
import { serviceApi } from '../_shared/service-api.ts';

const bodySchema = z.union(
  [
    z.object({ quoteId: z.guid(), document: z.enum(['quote', 'acceptance']).default('quote') }),
    z.object({ invoiceId: z.guid() }),
  ],
  'Le document demandé est invalide',
);

/**
 * Makes the PDF of a quote or of an invoice for an administrator, also of a draft, which is marked across its pages;
 * or the certificate of a quote's acceptance. Answers `{ name, base64 }`.
 */
export const handler = createFunction({
  name: 'quote-pdf',
  schema: bodySchema,
  rateLimited: true,
  handle: async ({ body, dependencies }) => {
    const { name, bytes } =
      'invoiceId' in body
        ? await invoiceFile(dependencies, body.invoiceId)
        : await quoteFile(dependencies, body.quoteId, body.document === 'acceptance');
    return { name, base64: Buffer.from(bytes).toString('base64') };
  },
});

async function invoiceFile(dependencies: Dependencies, id: string) {
  const found = await serviceApi(dependencies).call('invoice_to_print', { invoice: id });
  if (found === null) throw new FunctionError(404, 'not_found', 'Cette facture n’existe plus.');
  const invoice = serverInvoiceSchema.parse(found);
  return { name: invoiceFileName(invoice), bytes: await readInvoicePdf(dependencies, invoice) };
}

async function quoteFile(dependencies: Dependencies, id: string, isCertificate: boolean) {
  const found = await serviceApi(dependencies).call('quote_to_print', { quote: id });
  if (found === null) throw new FunctionError(404, 'not_found', 'Ce devis n’existe plus.');
  const quote = serverQuoteSchema.parse(found);
  const bytes = isCertificate
    ? await certificatePdf(dependencies, quote)
    : await readQuotePdf(dependencies, quote);
  if (!bytes) throw new FunctionError(404, 'not_found', 'Ce devis n’est pas accepté.');
  return { name: quoteFileName(quote, isCertificate ? '-acceptation' : ''), bytes };
}
