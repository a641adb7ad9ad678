/** The largest resolution or purchase order that may be joined, in bytes: 5 Mo, under the limit of the bucket. */
const MAX_FILE = 5_000_000;

/** Why a file cannot be joined to an acceptance, in French; it must be a PDF, whatever its name says. */
export async function joinedPdfRefusal(file: File): Promise<string | undefined> {
  if (file.size > MAX_FILE) return 'Ce fichier dépasse 5\u00a0Mo.';
  const begin = new Uint8Array(await file.slice(0, 5).arrayBuffer());
  return String.fromCharCode(...begin) === '%PDF-' ? undefined : 'Ce fichier n’est pas un PDF.';
}
