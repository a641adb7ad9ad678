import type { Blur } from '@/shared/panorama-tour/panorama-tour';
import { canvasOf, patchOf } from './cut-panorama';

/** Quality of a public picture of a survey. */
const QUALITY = 0.82;

/** Draws the blurs into a whole panorama, as a JPEG: nothing below them is left in the file. */
export async function blurredPicture(file: Blob, blurs: readonly Blur[]): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'none' });
  const context = canvasOf(picture.width, picture.height);
  context.drawImage(picture, 0, 0);
  picture.close();
  const { canvas } = context;
  // Each blur is computed before any is drawn, so that overlapping ones blur the picture and not each other.
  for (const patch of blurs.map((blur) => patchOf(canvas, blur))) patch(context, canvas.width, 0, 0);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}
