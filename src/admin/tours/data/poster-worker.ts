import { answerCalls } from '@/shared/lib/web-worker';
import { drawStraightView } from '@/shared/panorama-tour/straight-view';
import type { PosterRequest } from './render-poster';

/** Width that a panorama is decoded at: a view of the poster's width shows a quarter of it, pixel for pixel. */
const MAX_WIDTH = 4096;

/** The panorama of the last request, so that turning in it decodes nothing. */
let decoded: { key: string; pixels: ImageData } | undefined;

async function pixelsOf({ key, file }: PosterRequest): Promise<ImageData> {
  if (decoded?.key === key) return decoded.pixels;
  decoded = undefined;
  const bitmap = await createImageBitmap(file, {
    imageOrientation: 'none',
    resizeWidth: MAX_WIDTH,
    resizeHeight: MAX_WIDTH / 2,
    resizeQuality: 'high',
  });
  const context = contextOf(MAX_WIDTH, MAX_WIDTH / 2);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const pixels = context.getImageData(0, 0, MAX_WIDTH, MAX_WIDTH / 2);
  decoded = { key, pixels };
  return pixels;
}

function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas');
  context.imageSmoothingQuality = 'high';
  return context;
}

/** Draws the poster of a tour in a web worker, in each of its formats. */
async function drawPoster(request: PosterRequest): Promise<Blob[]> {
  const { width, height, data } = await pixelsOf(request);
  const [size] = request.formats;
  const view = new ImageData(size.width, size.height);
  drawStraightView({ width, height, data, channels: 4 }, request.view, size, view.data);
  const whole = contextOf(size.width, size.height);
  whole.putImageData(view, 0, 0);
  const pictures: Blob[] = [];
  for (const { width, height, quality } of request.formats) {
    const context = contextOf(width, height);
    context.drawImage(whole.canvas, 0, 0, width, height);
    pictures.push(await context.canvas.convertToBlob({ type: 'image/jpeg', quality }));
  }
  return pictures;
}

export type DrawPoster = typeof drawPoster;

answerCalls(drawPoster);
