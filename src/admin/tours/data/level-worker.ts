import { answerCalls } from '@/shared/lib/web-worker';
import { canvasOf } from './cut-panorama';
import { levelRows, type Tilt } from './level';

export type LevelRequest = { file: Blob; width: number; height: number; tilt: Tilt };

/** Rows that are drawn together. */
const BAND_ROWS = 256;
/** Quality at which a picture that is encoded twice loses little. */
const QUALITY = 0.95;

/** Levels a panorama in a web worker, as a JPEG. */
async function levelPicture({ file, width, height, tilt }: LevelRequest): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'none' });
  const source = canvasOf(width, height);
  source.drawImage(bitmap, 0, 0);
  bitmap.close();
  const pixels = source.getImageData(0, 0, width, height);
  for (let top = 0; top < height; top += BAND_ROWS) {
    const band = new ImageData(width, Math.min(BAND_ROWS, height - top));
    levelRows(pixels, tilt, top, band.data);
    // The pixels were taken out: the canvas is free for the level picture.
    source.putImageData(band, 0, top);
  }
  return source.canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}

export type LevelPicture = typeof levelPicture;

answerCalls(levelPicture);
