import { z } from 'zod';
import type { Dependencies } from './dependencies.ts';
import { logoOf, storeKeptPdf } from './kept-pdf.ts';
import type { InvoiceDocument } from './quote/invoice-document.ts';
import { invoicePdf } from './quote-pdf/invoice-pdf.ts';
import { serviceApi } from './service-api.ts';

/** Schema of the answer of `private.invoice_for_server`. */
export const serverInvoiceSchema = z.object({
  id: z.guid(),
  quoteId: z.guid(),
  document: z.custom<InvoiceDocument>((value) => typeof value === 'object' && value !== null),
  pdfSha256: z.string().nullable(),
  logo: z.string().nullable(),
});

export type ServerInvoice = z.infer<typeof serverInvoiceSchema>;

/** Names the file of an invoice: « facture-F-2026-014.pdf », « note-de-credit-F-2026-015.pdf ». */
export const invoiceFileName = ({ document: { kind, number } }: ServerInvoice): string =>
  `${kind === 'credit' ? 'note-de-credit' : 'facture'}-${number || 'brouillon'}.pdf`;

/** Returns the PDF of an invoice: of an issued one, the file that is stored once for all; of a draft, one made now. */
export async function readInvoicePdf(
  dependencies: Dependencies,
  invoice: ServerInvoice,
): Promise<Uint8Array> {
  const make = async () => invoicePdf(invoice.document, await logoOf(dependencies, invoice.logo));
  if (!invoice.document.number) return make();
  const { bytes } = await storeKeptPdf(dependencies, {
    path: `${invoice.quoteId}/facture-${invoice.id}.pdf`,
    sha256: invoice.pdfSha256,
    make,
    keep: (sha256) => serviceApi(dependencies).call('keep_invoice_pdf', { invoice: invoice.id, sha256 }),
  });
  return bytes;
}
