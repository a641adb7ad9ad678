import { z } from 'zod';
import type { Dependencies } from './dependencies.ts';
import { type KeptPdf, logoOf, readKeptPdf, storeKeptPdf } from './kept-pdf.ts';
import type { QuoteDocument } from './quote/quote-document.ts';
import { acceptancePdf, type QuoteAcceptance } from './quote-pdf/acceptance-pdf.ts';
import { quotePdf } from './quote-pdf/quote-pdf.ts';
import { serviceApi } from './service-api.ts';

/** Schema of the answer of `private.quote_for_server`. */
export const serverQuoteSchema = z.object({
  id: z.guid(),
  status: z.string(),
  document: z.custom<QuoteDocument>((value) => typeof value === 'object' && value !== null),
  token: z.string().nullable(),
  pdfSha256: z.string().nullable(),
  logo: z.string().nullable(),
  acceptance: z.custom<QuoteAcceptance | null>((value) => typeof value === 'object'),
});

export type ServerQuote = z.infer<typeof serverQuoteSchema>;

/** Names the file of a quote: « devis-2026-014.pdf ». */
export function quoteFileName({ document: { number, revision } }: ServerQuote, part = ''): string {
  const name = number ? `${number}${revision > 1 ? `-r${revision}` : ''}` : 'brouillon';
  return `devis-${name}${part}.pdf`;
}

const keptPdf = (dependencies: Dependencies, quote: ServerQuote): KeptPdf => ({
  path: `${quote.id}/devis.pdf`,
  sha256: quote.pdfSha256,
  make: async () => quotePdf(quote.document, await logoOf(dependencies, quote.logo)),
  keep: (sha256) => serviceApi(dependencies).call('keep_quote_pdf', { quote: quote.id, sha256 }),
});

/** Reads the PDF of a quote: the stored file, else one made from the same data. Writes nothing. */
export const readQuotePdf = (dependencies: Dependencies, quote: ServerQuote): Promise<Uint8Array> =>
  readKeptPdf(dependencies, keptPdf(dependencies, quote));

/** Stores the PDF of a sent quote and its digest, once, however many callers; returns both. */
export const storeQuotePdf = (dependencies: Dependencies, quote: ServerQuote) =>
  storeKeptPdf(dependencies, keptPdf(dependencies, quote));

/** Makes the certificate of an accepted quote; undefined while it is not accepted. */
export async function certificatePdf(
  dependencies: Dependencies,
  quote: ServerQuote,
): Promise<Uint8Array | undefined> {
  if (!quote.acceptance) return undefined;
  return acceptancePdf(quote.document, quote.acceptance, await logoOf(dependencies, quote.logo));
}
