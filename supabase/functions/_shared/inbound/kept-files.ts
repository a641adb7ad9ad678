import type { IncomingFile } from './read-message.ts';

/** A file in a message's row; without a path it was not stored. */
export interface AttachmentRecord {
  path: string | null;
  name: string;
  type: string;
  size: number;
  refused?: string;
}

const MOST_BYTES = 10 * 1024 * 1024;
const MOST_FILES = 10;
/** Number of rejected files that are named, so that they can be asked for. */
const MOST_NAMED = 20;
const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const EXCEL_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Stored file types, recognised by their first bytes and never by the message's declaration. */
const keptKinds = [
  { type: 'application/pdf', extension: 'pdf', starts: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { type: 'image/jpeg', extension: 'jpg', starts: [0xff, 0xd8, 0xff] },
  { type: 'image/png', extension: 'png', starts: [0x89, 0x50, 0x4e, 0x47] },
  { type: WORD_TYPE, extension: 'docx', starts: [0x50, 0x4b, 0x03, 0x04], named: /\.docx$/i },
  { type: EXCEL_TYPE, extension: 'xlsx', starts: [0x50, 0x4b, 0x03, 0x04], named: /\.xlsx$/i },
];

/**
 * Chooses the files of a message to store, with their names; the others are listed with the reason. The paths are the
 * same at each delivery of the message.
 */
export function chooseFiles(
  id: string,
  files: readonly IncomingFile[],
): { kept: AttachmentRecord[]; uploads: { path: string; type: string; content: Uint8Array }[] } {
  const uploads: { path: string; type: string; content: Uint8Array }[] = [];
  let bytes = 0;
  const kept = files.slice(0, MOST_NAMED).map(({ name, content }, index): AttachmentRecord => {
    const size = content.byteLength;
    const kind = keptKinds.find(
      ({ starts, named }) => starts.every((byte, at) => content[at] === byte) && (!named || named.test(name)),
    );
    const refuse = (refused: string): AttachmentRecord => ({
      path: null,
      name,
      type: kind?.type ?? '',
      size,
      refused,
    });
    if (!kind) return refuse('Type de fichier non gardé');
    if (size > MOST_BYTES || bytes + size > 2 * MOST_BYTES) return refuse('Plus de 10\u00a0Mo');
    if (uploads.length === MOST_FILES) return refuse('Plus de 10 fichiers');
    bytes += size;
    const path = `${id}/${index + 1}.${kind.extension}`;
    uploads.push({ path, type: kind.type, content });
    return { path, name, type: kind.type, size };
  });
  return { kept, uploads };
}
