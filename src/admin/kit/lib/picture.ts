import { formatNumber } from '@/shared/lib/numbers';
import { otherThanJpeg, readImageHeader } from './image-header';

/** Largest file, in MB: a panorama of a studio camera, 16 384 × 8 192, weighs up to a hundred. */
const MAX_MEGABYTES = 150;

/** Largest picture: 16 384 × 16 384, the limit of browsers and twice that of a studio's panorama. */
const MAX_PIXELS = 16_384 ** 2;

/** Size above which a picture is reduced while decoding: 96 MB, which a phone can still hold. */
const LARGE_PIXELS = 24_000_000;

/** Number of bytes that contain a file's header, behind profiles and previews. */
const HEADER_BYTES = 1024 * 1024;

const UNREADABLE_MESSAGE =
  'L’image est illisible, ou son format n’est pas pris en charge. Choisissez une image JPEG, PNG, WebP ou GIF.';

/** Thrown for a file that is no usable picture; `message` explains why in French. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
}

/**
 * Decodes a chosen picture upright, after a check of its size in the header; a very large one is reduced meanwhile.
 * The caller closes it.
 *
 * @throws PictureError
 */
export async function decodePicture(file: File): Promise<ImageBitmap> {
  if (!file.type.startsWith('image/')) throw new PictureError('Le fichier doit être une image');
  if (file.size === 0) throw new PictureError('Le fichier est vide');
  if (file.size > MAX_MEGABYTES * 1024 * 1024) {
    throw new PictureError(`Le fichier est trop lourd\u00a0: le maximum est de ${MAX_MEGABYTES}\u00a0Mo`);
  }
  const header = (await readHeader(file.slice(0, HEADER_BYTES))) ?? (await readHeader(file));
  if (!header) {
    const start = new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer());
    throw new PictureError(otherThanJpeg(start) ?? UNREADABLE_MESSAGE);
  }
  const pixels = header.width * header.height;
  const size = `${formatNumber(header.width)} × ${formatNumber(header.height)} pixels`;
  if (pixels > MAX_PIXELS) {
    throw new PictureError(
      `L’image est trop grande\u00a0: ${size}. Réduisez-la à ${formatNumber(Math.floor(MAX_PIXELS / 1e6))} millions de pixels au plus.`,
    );
  }
  const isLarge = pixels > LARGE_PIXELS;
  return createImageBitmap(file, {
    imageOrientation: 'from-image',
    // The height follows: whether it applies before or after the picture is turned upright depends on the browser.
    ...(isLarge
      ? { resizeWidth: Math.round(header.width * Math.sqrt(LARGE_PIXELS / pixels)), resizeQuality: 'high' }
      : {}),
  }).catch(() => {
    throw new PictureError(
      isLarge
        ? `Cet appareil n’arrive pas à ouvrir une image de ${size}. Réduisez-la, ou essayez sur un autre appareil.`
        : UNREADABLE_MESSAGE,
    );
  });
}

const readHeader = async (part: Blob) => readImageHeader(new Uint8Array(await part.arrayBuffer()));

/**
 * Draws a part of a picture, in px of the picture, on a canvas of the given size.
 *
 * @throws PictureError where the browser gives no canvas
 */
export function drawPicture(
  source: CanvasImageSource,
  part: [x: number, y: number, width: number, height: number],
  { width, height }: { width: number; height: number },
): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new PictureError(UNREADABLE_MESSAGE);
  // JPEG has no transparency: it would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, ...part, 0, 0, width, height);
  return canvas;
}

/**
 * Converts a chosen picture to an upright JPEG without its metadata, reduced until it fits.
 *
 * @param shareOf returns the share of its size to keep, of its width and height in px
 * @throws PictureError
 */
export async function reducePicture(
  file: File,
  shareOf: (width: number, height: number) => number,
  quality: number,
): Promise<{ blob: Blob; width: number; height: number }> {
  const bitmap = await decodePicture(file);
  try {
    const share = Math.min(1, shareOf(bitmap.width, bitmap.height));
    const size = {
      width: Math.max(1, Math.round(bitmap.width * share)),
      height: Math.max(1, Math.round(bitmap.height * share)),
    };
    const canvas = drawPicture(bitmap, [0, 0, bitmap.width, bitmap.height], size);
    return { blob: await toJpeg(canvas, quality), ...size };
  } finally {
    bitmap.close();
  }
}

/** Encodes a canvas as a JPEG file; `quality` from 0 to 1. */
export function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new PictureError(UNREADABLE_MESSAGE))),
      'image/jpeg',
      quality,
    );
  });
}
