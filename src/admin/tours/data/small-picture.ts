import { PictureError, toJpeg } from '@/admin/kit/lib/picture';
import type { Blur } from '@/shared/panorama-tour/panorama-tour';

/** The band between 60° below and 60° above the horizon, where things are; the rest is sky and tripod. */
const BAND_DEGREES = 120;

const PICTURE_SIZE = { width: 1024, height: Math.round((1024 * BAND_DEGREES) / 360) };

/** Largest file, in bytes: the limit of the function that shows it to a model. */
const MAX_BYTES = 60_000;

/** Size of a cover relative to its ellipse, so that no edge of a face stays. */
const SIZE_MARGIN = 1.3;

/** Returns the ellipses that cover areas of the small picture whose centre is at this yaw, in px. */
export function coversOf(centre: number, areas: readonly Blur[]) {
  const scale = PICTURE_SIZE.width / 360;
  return areas.flatMap(({ yaw, pitch, width, height }) => {
    const x = ((yaw - centre + 540) % 360) * scale;
    const cover = {
      y: (BAND_DEGREES / 2 - pitch) * scale,
      radiusX: (width / 2) * SIZE_MARGIN * scale + 1,
      radiusY: (height / 2) * SIZE_MARGIN * scale + 1,
    };
    // The picture's left and right edges meet: what lies on one continues at the other.
    return [x - PICTURE_SIZE.width, x, x + PICTURE_SIZE.width]
      .filter((at) => at + cover.radiusX > 0 && at - cover.radiusX < PICTURE_SIZE.width)
      .map((at) => ({ x: at, ...cover }));
  });
}

/**
 * Makes the small picture of a panorama that a language model is shown, a JPEG in base64: flat, its centre at this yaw,
 * with these areas covered.
 *
 * @param panorama the first, small sphere of the scene
 * @throws PictureError
 */
export async function smallPicture(
  panorama: Blob,
  centre: number,
  covered: readonly Blur[],
): Promise<string> {
  const bitmap = await createImageBitmap(panorama);
  try {
    const canvas = Object.assign(document.createElement('canvas'), PICTURE_SIZE);
    const context = canvas.getContext('2d');
    if (!context) throw new PictureError('Ce navigateur ne peut pas réduire l’image.');
    const { width, height } = bitmap;
    const [top, band] = [(height * (180 - BAND_DEGREES)) / 360, (height * BAND_DEGREES) / 180];
    const left = -((((centre + 360) % 360) / 360) * PICTURE_SIZE.width);
    for (const turn of [0, 1]) {
      context.drawImage(
        bitmap,
        ...[0, top, width, band],
        ...[left + turn * PICTURE_SIZE.width, 0, PICTURE_SIZE.width, PICTURE_SIZE.height],
      );
    }
    context.fillStyle = '#808080';
    for (const { x, y, radiusX, radiusY } of coversOf(centre, covered)) {
      context.beginPath();
      context.ellipse(x, y, radiusX, radiusY, 0, 0, 2 * Math.PI);
      context.fill();
    }
    let file = await toJpeg(canvas, 0.75);
    for (const quality of [0.6, 0.45, 0.3, 0.15]) {
      if (file.size <= MAX_BYTES) break;
      file = await toJpeg(canvas, quality);
    }
    return await base64Of(file);
  } finally {
    bitmap.close();
  }
}

const base64Of = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
