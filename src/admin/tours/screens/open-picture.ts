import { decodePicture, drawPicture, toJpeg } from '@/admin/kit/lib/picture';

/** Size and JPEG quality of the picture of a tour (specification, section 9). */
export const CROPPED_SIZE = { width: 800, height: 433, quality: 0.9 } as const;

/** Size and JPEG quality for small screens: 25 kB at most, where the other has up to 90. */
export const SMALL_PICTURE = { width: 480, height: 260, quality: 0.7 } as const;

type Format = { width: number; height: number; quality: number };

/** Highest zoom of the crop dialog. */
export const MAX_ZOOM = 3;

/** A picture ready to be cropped: upright, and no larger than the highest zoom needs. */
export type OpenedPicture = {
  canvas: HTMLCanvasElement;
  /** Object URL of the picture; the caller revokes it. */
  address: string;
};

/**
 * Reads a chosen picture, ready to be cropped.
 *
 * @throws PictureError
 */
export async function openPicture(file: File): Promise<OpenedPicture> {
  const bitmap = await decodePicture(file);
  try {
    const enough = Math.max(
      (CROPPED_SIZE.width * MAX_ZOOM) / bitmap.width,
      (CROPPED_SIZE.height * MAX_ZOOM) / bitmap.height,
    );
    const scale = Math.min(1, enough);
    const canvas = drawPicture(bitmap, [0, 0, bitmap.width, bitmap.height], {
      width: Math.max(1, Math.round(bitmap.width * scale)),
      height: Math.max(1, Math.round(bitmap.height * scale)),
    });
    return { canvas, address: URL.createObjectURL(await toJpeg(canvas, CROPPED_SIZE.quality)) };
  } finally {
    bitmap.close();
  }
}

/** Crops an opened picture to the bucket's format: JPEG, 800 × 433 or smaller. */
export function cropPicture(
  { canvas }: OpenedPicture,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  format: Format = CROPPED_SIZE,
): Promise<Blob> {
  return toJpeg(drawPicture(canvas, [x, y, width, height], format), format.quality);
}
