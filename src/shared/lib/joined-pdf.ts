/** Largest resolution or purchase order that may be attached, in bytes: 5 Mo, under the limit of the bucket. */
const MAX_FILE = 5_000_000;

/**
 * Returns the French reason why a file cannot be attached to an acceptance; its content must be a PDF, whatever its
 * name.
 */
export async function joinedPdfRefusal(file: File): Promise<string | undefined> {
  if (file.size > MAX_FILE) return 'Ce fichier dépasse 5\u00a0Mo.';
  const begin = new Uint8Array(await file.slice(0, 5).arrayBuffer());
  return String.fromCharCode(...begin) === '%PDF-' ? undefined : 'Ce fichier n’est pas un PDF.';
}
