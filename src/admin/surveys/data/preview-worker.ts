import { answerCalls } from '@/shared/lib/web-worker';

/** Width of a preview: what a screen shows of a sphere, and what a plate can be read in at a few metres. */
const WIDTH = 2048;
const QUALITY = 0.82;

/** Makes a picture's preview in a web worker, without its metadata, which the survey stores separately. */
async function makePreview(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file, {
    imageOrientation: 'none',
    resizeWidth: WIDTH,
    resizeHeight: WIDTH / 2,
    resizeQuality: 'high',
  });
  const canvas = new OffscreenCanvas(WIDTH, WIDTH / 2);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}

export type MakePreview = typeof makePreview;

answerCalls(makePreview);
