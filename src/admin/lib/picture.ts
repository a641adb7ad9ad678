import { readImageHeader } from '@/admin/lib/image-header';
import { formatNumber } from '@/shared/lib/numbers';

/** Size and JPEG quality of the picture of a tour (specification, section 9). */
export const PICTURE = { width: 800, height: 433, quality: 0.9 } as const;

/** The same for small screens: 25 kB at most, where the other has up to 90. */
export const SMALL_PICTURE = { width: 480, height: 260, quality: 0.7 } as const;

type Format = { width: number; height: number; quality: number };

/** Highest zoom of the crop dialog. */
export const MAX_ZOOM = 3;

/** In MB. A panorama of a studio camera, 16 384 × 8 192, weighs up to a hundred. */
const MAX_MEGABYTES = 150;

/** 16 384 × 16 384, the largest picture that browsers agree to decode, twice that of a studio's panorama. */
const MAX_PIXELS = 16_384 ** 2;

/** Above it a picture is reduced while it is decoded, to this size: 96 MB, which a phone still bears. */
const LARGE = 24_000_000;

/** Enough of a file to hold its header, behind profiles and previews. */
const HEADER_BYTES = 1024 * 1024;

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
  if (file.size > MAX_MEGABYTES * 1024 * 1024) {
    throw new PictureError(`Le fichier est trop lourd\u00a0: le maximum est de ${MAX_MEGABYTES}\u00a0Mo`);
  }
  const header = (await readHeader(file.slice(0, HEADER_BYTES))) ?? (await readHeader(file));
  if (!header) throw new PictureError(UNREADABLE);
  const pixels = header.width * header.height;
  const size = `${formatNumber(header.width)} × ${formatNumber(header.height)} pixels`;
  if (pixels > MAX_PIXELS) {
    throw new PictureError(
      `L’image est trop grande\u00a0: ${size}. Réduisez-la à ${formatNumber(Math.floor(MAX_PIXELS / 1e6))} millions de pixels au plus.`,
    );
  }
  const isLarge = pixels > LARGE;
  const bitmap = await createImageBitmap(file, {
    imageOrientation: 'from-image',
    // The height follows: whether it is meant before or after the picture is turned upright depends on the browser.
    ...(isLarge
      ? { resizeWidth: Math.round(header.width * Math.sqrt(LARGE / pixels)), resizeQuality: 'high' }
      : {}),
  }).catch(() => {
    throw new PictureError(
      isLarge
        ? `Cet appareil n’arrive pas à ouvrir une image de ${size}. Réduisez-la, ou essayez sur un autre appareil.`
        : UNREADABLE,
    );
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

const readHeader = async (part: Blob) => readImageHeader(new Uint8Array(await part.arrayBuffer()));

/** A part of an opened picture as the bucket keeps it: JPEG, 800 × 433 or smaller. */
export function cropPicture(
  { canvas }: OpenedPicture,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  format: Format = PICTURE,
): Promise<Blob> {
  return toJpeg(draw(canvas, [x, y, width, height], format), format.quality);
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

function toJpeg(canvas: HTMLCanvasElement, quality: number = PICTURE.quality): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new PictureError(UNREADABLE))),
      'image/jpeg',
      quality,
    );
  });
}
