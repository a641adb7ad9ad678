import { readImageHeader } from '@/admin/lib/image-header';
import { formatNumber } from '@/shared/lib/numbers';

/** Size and JPEG quality of the picture of a tour (specification, section 9). */
export const PICTURE = { width: 800, height: 433, quality: 0.9 } as const;

/** Highest zoom of the crop dialog. */
export const MAX_ZOOM = 3;

const MAX_BYTES = 50 * 1024 * 1024;

/** 256 MB once decoded: what a phone still bears, and more than all but the largest cameras make. */
const MAX_PIXELS = 64_000_000;

const UNREADABLE =
  'L’image est illisible, ou son format n’est pas pris en charge. Choisissez une image JPEG, PNG, WebP ou GIF.';

/** A file that is no usable picture; `message` says why in French. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
}

/** A picture ready to be cropped: upright, and no larger than the highest zoom needs. */
export type OpenedPicture = {
  canvas: HTMLCanvasElement;
  /** Object URL of the picture; the caller revokes it. */
  address: string;
};

/**
 * Reads a chosen picture, checking its size by its header before it is decoded.
 *
 * @throws PictureError
 */
export async function openPicture(file: File): Promise<OpenedPicture> {
  if (!file.type.startsWith('image/')) throw new PictureError('Le fichier doit être une image');
  if (file.size === 0) throw new PictureError('Le fichier est vide');
  if (file.size > MAX_BYTES) {
    throw new PictureError('Le fichier est trop lourd\u00a0: le maximum est de 50\u00a0Mo');
  }
  const header = readImageHeader(new Uint8Array(await file.arrayBuffer()));
  if (!header) throw new PictureError(UNREADABLE);
  if (header.width * header.height > MAX_PIXELS) {
    throw new PictureError(
      `L’image est trop grande\u00a0: ${formatNumber(header.width)} × ${formatNumber(header.height)} pixels. Réduisez-la à ${formatNumber(MAX_PIXELS / 1e6)} millions de pixels au plus.`,
    );
  }
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new PictureError(UNREADABLE);
  });
  try {
    const enough = Math.max(
      (PICTURE.width * MAX_ZOOM) / bitmap.width,
      (PICTURE.height * MAX_ZOOM) / bitmap.height,
    );
    const scale = Math.min(1, enough);
    const canvas = draw(bitmap, [0, 0, bitmap.width, bitmap.height], {
      width: Math.max(1, Math.round(bitmap.width * scale)),
      height: Math.max(1, Math.round(bitmap.height * scale)),
    });
    return { canvas, address: URL.createObjectURL(await toJpeg(canvas)) };
  } finally {
    bitmap.close();
  }
}

/** A part of an opened picture as the bucket keeps it: 800 × 433, JPEG. */
export function cropPicture(
  { canvas }: OpenedPicture,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): Promise<Blob> {
  return toJpeg(draw(canvas, [x, y, width, height], PICTURE));
}

function draw(
  source: CanvasImageSource,
  part: [x: number, y: number, width: number, height: number],
  { width, height }: { width: number; height: number },
): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new PictureError(UNREADABLE);
  // JPEG has no transparency: it would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, ...part, 0, 0, width, height);
  return canvas;
}

function toJpeg(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new PictureError(UNREADABLE))),
      'image/jpeg',
      PICTURE.quality,
    );
  });
}
