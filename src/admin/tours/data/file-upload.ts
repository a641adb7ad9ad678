import { cutText } from '@contract/cut-text';
import { mutationOptions } from '@tanstack/react-query';
import { uploadToBucket } from '@/admin/kit/lib/bucket-upload';
import { formatLimit } from '@/admin/kit/lib/upload-limit';
import { failureText } from '@/shared/lib/failure';
import { TILES } from './panorama-files';

/** Largest sound or document, in bytes: `file_size_limit` of the bucket « panoramas ». */
export const LARGEST_FILE = 20 * 1024 * 1024;

/** Length of a document's name (`private.is_panorama_tour`). */
const LONGEST_NAME = 200;

const fileKinds = {
  sound: {
    name: 'son.mp3',
    type: 'audio/mpeg',
    isKind: isMp3,
    refusal: 'Ce fichier n’est pas un MP3. Convertissez le son en MP3, puis réessayez.',
  },
  document: {
    name: 'document.pdf',
    type: 'application/pdf',
    isKind: (bytes: Uint8Array) => textOf(bytes.subarray(0, 5)) === '%PDF-',
    refusal: 'Ce fichier n’est pas un PDF. Exportez le document en PDF, puis réessayez.',
  },
} as const;

export type TourFileKind = keyof typeof fileKinds;

/** A file that was refused before it was sent; its message is French. */
export class FileRefusal extends Error {}

const textOf = (bytes: Uint8Array) => String.fromCharCode(...bytes);

/** Tells whether a file begins as an MP3: with its labels (ID3), or with a frame of layer III. */
function isMp3(bytes: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0] = bytes;
  const isFrame =
    first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) === 0x02 && (third & 0xf0) !== 0xf0;
  return textOf(bytes.subarray(0, 3)) === 'ID3' || isFrame;
}

/**
 * Checks a sound or a document by its first bytes and its size, whatever its name says.
 *
 * @throws FileRefusal
 */
export async function checkTourFile(file: Blob, kind: TourFileKind): Promise<void> {
  if (file.size === 0) throw new FileRefusal('Ce fichier est vide.');
  if (file.size > LARGEST_FILE)
    throw new FileRefusal(
      `Ce fichier pèse plus de ${formatLimit(LARGEST_FILE)}. Choisissez-en un plus léger.`,
    );
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  if (!fileKinds[kind].isKind(head)) throw new FileRefusal(fileKinds[kind].refusal);
}

/** Uploads the sound or the document of a tour, under a new name. */
export const uploadTourFile = () =>
  mutationOptions({
    mutationFn: async ({ tourId, file, kind }: { tourId: string; file: File; kind: TourFileKind }) => {
      await checkTourFile(file, kind);
      const { name, type } = fileKinds[kind];
      const path = `${tourId}/${crypto.randomUUID()}/${name}`;
      try {
        await uploadToBucket(TILES, path, file, { signal: new AbortController().signal, type });
      } catch (error) {
        throw new Error(failureText('Impossible de téléverser le fichier', error), { cause: error });
      }
      return { path, name: cutText(file.name, LONGEST_NAME), bytes: file.size };
    },
    // The field itself says why a file was refused.
    meta: { silent: true },
  });
