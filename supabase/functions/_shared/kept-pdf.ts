import type { Dependencies } from './dependencies.ts';
import { serviceFiles } from './service-api.ts';

/** Private bucket of sent quotes, of issued invoices and of resolutions. */
export const QUOTE_FILES = 'quote-files';

/** A document that was sent: where its PDF is, its digest once it is kept, and how it is made again. */
export interface KeptPdf {
  path: string;
  sha256: string | null;
  make: () => Promise<Uint8Array>;
  /** Records the digest of the file. */
  keep: (sha256: string) => Promise<unknown>;
}

/** Reads the PDF of a document: the stored file, else one made from the same data. Writes nothing. */
export async function readKeptPdf(
  dependencies: Dependencies,
  { path, sha256, make }: KeptPdf,
): Promise<Uint8Array> {
  if (!sha256) return make();
  try {
    return await serviceFiles(dependencies, QUOTE_FILES).download(path);
  } catch (error) {
    // The database was restored without its files; another version of the library might print the document differently.
    const made = await make();
    if ((await digestOf(made)) === sha256) return made;
    throw error;
  }
}

/** Stores the PDF of a document and its digest, once, however many callers; returns both. */
export async function storeKeptPdf(
  dependencies: Dependencies,
  pdf: KeptPdf,
): Promise<{ bytes: Uint8Array; digest: string }> {
  if (pdf.sha256) return { bytes: await readKeptPdf(dependencies, pdf), digest: pdf.sha256 };
  const files = serviceFiles(dependencies, QUOTE_FILES);
  const made = await pdf.make();
  // The first file wins: it may have been sent already.
  const isFirst = await files.upload(pdf.path, made, 'application/pdf');
  const bytes = isFirst ? made : await files.download(pdf.path);
  const digest = await digestOf(bytes);
  await pdf.keep(digest);
  return { bytes, digest };
}

/** Reads the studio's logo, where it has one. */
export async function logoOf(
  dependencies: Dependencies,
  logo: string | null,
): Promise<{ logo?: Uint8Array }> {
  return logo ? { logo: await serviceFiles(dependencies, 'studio').download(logo) } : {};
}

async function digestOf(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
