import type { Crop } from './sphere';
import { directionsOf } from './sphere';

/** Some rows of an equirectangular picture of this width: `top` and `bottom` in degrees of height. */
export type Pixels = { data: Uint8ClampedArray; width: number; rows: number; top: number; bottom: number };

const valueAt = (data: Uint8ClampedArray, at: number) => data[at] as number;

/**
 * Draws a crop, from the pixels around each of its points.
 *
 * @returns red, green and blue of each of its points in turn, from 0 to 255
 */
export function drawCrop({ data, width, rows, top, bottom }: Pixels, crop: Crop): Float32Array {
  const { size } = crop;
  const out = new Float32Array(size * size * 3);
  const at = directionsOf(crop);
  const perDegree = rows / (top - bottom);
  let next = 0;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const { yaw, pitch } = at(column + 0.5, row + 0.5);
      const x = (yaw / 360 + 0.5) * width - 0.5;
      const y = Math.min(rows - 1, Math.max(0, (top - pitch) * perDegree - 0.5));
      const left = Math.floor(x);
      const above = Math.floor(y);
      const right = x - left;
      const down = y - above;
      // The picture's left and right edges meet.
      const west = (left + width) % width;
      const east = (west + 1) % width;
      const below = Math.min(rows - 1, above + 1);
      const [a, b] = [(above * width + west) * 4, (above * width + east) * 4];
      const [c, d] = [(below * width + west) * 4, (below * width + east) * 4];
      for (let colour = 0; colour < 3; colour++) {
        const high = valueAt(data, a + colour) * (1 - right) + valueAt(data, b + colour) * right;
        const low = valueAt(data, c + colour) * (1 - right) + valueAt(data, d + colour) * right;
        out[next++] = high * (1 - down) + low * down;
      }
    }
  }
  return out;
}

/** A panorama to read: its original, or the tiles of a level, by their addresses. */
export type PanoramaSource =
  | { kind: 'file'; file: Blob; width: number; height: number }
  | { kind: 'tiles'; width: number; columns: number; rows: number; addresses: string[] };

/** A tile of a panorama that could not be read. */
class UnreadableTile extends Error {
  override readonly name = 'UnreadableTile';
}

/**
 * Decodes some rows of a panorama at a width: the whole is never held at its own size, and only these rows remain.
 *
 * @param top in degrees of height, as `bottom`
 */
export async function readPixels(
  source: PanoramaSource,
  wanted: { width: number; top: number; bottom: number },
): Promise<Pixels> {
  const width = Math.min(wanted.width, source.width);
  const height = width / 2;
  const [first, last] = [(90 - wanted.top) / 180, (90 - wanted.bottom) / 180];
  const from = Math.floor(first * height);
  const rows = Math.ceil(last * height) - from;
  const context = canvasOf(width, rows);
  if (source.kind === 'file') {
    const scale = source.width / width;
    const bitmap = await createImageBitmap(
      source.file,
      0,
      Math.round(from * scale),
      source.width,
      Math.round(rows * scale),
      { imageOrientation: 'none', resizeWidth: width, resizeHeight: rows, resizeQuality: 'medium' },
    );
    context.drawImage(bitmap, 0, 0, width, rows);
    bitmap.close();
  } else {
    const [wide, high] = [width / source.columns, height / source.rows];
    for (const [index, address] of source.addresses.entries()) {
      const [column, row] = [index % source.columns, Math.floor(index / source.columns)];
      const y = row * high - from;
      if (y >= rows || y + high <= 0) continue;
      const answer = await fetch(address);
      if (!answer.ok) throw new UnreadableTile(`${answer.status} ${address}`);
      const bitmap = await createImageBitmap(await answer.blob());
      context.drawImage(bitmap, column * wide, y, wide, high);
      bitmap.close();
    }
  }
  const { data } = context.getImageData(0, 0, width, rows);
  return {
    data,
    width,
    rows,
    top: 90 - (from / height) * 180,
    bottom: 90 - ((from + rows) / height) * 180,
  };
}

/** Reduces pixels to a smaller width, so that a crop with a wide view skips none of them. */
export function reducedPixels({ data, width, rows, top, bottom }: Pixels, to: number): Pixels {
  if (width <= to) return { data, width, rows, top, bottom };
  const full = canvasOf(width, rows);
  full.putImageData(new ImageData(data as ImageDataArray, width, rows), 0, 0);
  const height = Math.round((rows * to) / width);
  const small = canvasOf(to, height);
  small.drawImage(full.canvas, 0, 0, to, height);
  return { data: small.getImageData(0, 0, to, height).data, width: to, rows: height, top, bottom };
}

function canvasOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  // The canvas is in main memory, because it is read back at once.
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas');
  context.imageSmoothingQuality = 'high';
  return context;
}
