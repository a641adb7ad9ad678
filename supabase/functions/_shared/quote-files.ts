import { z } from 'zod';
import type { Dependencies } from './dependencies.ts';
import type { QuoteDocument } from './quote/quote-document.ts';
import { acceptancePdf, type QuoteAcceptance } from './quote-pdf/acceptance-pdf.ts';
import { quotePdf } from './quote-pdf/quote-pdf.ts';
import { serviceApi, serviceFiles } from './service-api.ts';

/** Private bucket of sent quotes and of resolutions. */
export const QUOTE_FILES = 'quote-files';

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

/** Reads the PDF of a quote: the stored file, else one made from the same data. Writes nothing. */
export async function readQuotePdf(dependencies: Dependencies, quote: ServerQuote): Promise<Uint8Array> {
  if (!quote.pdfSha256) return makePdf(dependencies, quote);
  try {
    return await serviceFiles(dependencies, QUOTE_FILES).download(fileOf(quote));
  } catch (error) {
    // The database was restored without its files; another version of the library might print the quote differently.
    const made = await makePdf(dependencies, quote);
    if ((await sha256(made)) === quote.pdfSha256) return made;
    throw error;
  }
}

/** Stores the PDF of a sent quote and its digest, once, however many callers; returns both. */
export async function storeQuotePdf(
  dependencies: Dependencies,
  quote: ServerQuote,
): Promise<{ bytes: Uint8Array; digest: string }> {
  if (quote.pdfSha256) return { bytes: await readQuotePdf(dependencies, quote), digest: quote.pdfSha256 };
  const files = serviceFiles(dependencies, QUOTE_FILES);
  const made = await makePdf(dependencies, quote);
  // The first file wins: it may have been sent already.
  const isFirst = await files.upload(fileOf(quote), made, 'application/pdf');
  const bytes = isFirst ? made : await files.download(fileOf(quote));
  const digest = await sha256(bytes);
  await serviceApi(dependencies).call('keep_quote_pdf', { quote: quote.id, sha256: digest });
  return { bytes, digest };
}

/** Makes the certificate of an accepted quote; undefined while it is not accepted. */
export async function certificatePdf(
  dependencies: Dependencies,
  quote: ServerQuote,
): Promise<Uint8Array | undefined> {
  if (!quote.acceptance) return undefined;
  return acceptancePdf(quote.document, quote.acceptance, await assets(dependencies, quote));
}

const fileOf = ({ id }: ServerQuote) => `${id}/devis.pdf`;

const makePdf = async (dependencies: Dependencies, quote: ServerQuote) =>
  quotePdf(quote.document, await assets(dependencies, quote));

async function assets(dependencies: Dependencies, { logo }: ServerQuote): Promise<{ logo?: Uint8Array }> {
  return logo ? { logo: await serviceFiles(dependencies, 'studio').download(logo) } : {};
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
