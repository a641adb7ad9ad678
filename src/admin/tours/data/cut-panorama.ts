import type { Blur } from '@/shared/panorama-tour/panorama-tour';
import { leaningRows, levelRows, type Rows, type Tilt } from './level';
import { BASE, TILE_ENCODING, type TileFormat, tilePlan } from './tile-plan';

/** A file of a cut picture, named below the picture's folder. */
export type CutFile = { name: string; blob: Blob };

export type CutRequest = {
  file: Blob;
  width: number;
  height: number;
  /** Lean of the camera, by which every file is levelled. */
  tilt?: Tilt | undefined;
  blurs: Blur[];
  format: TileFormat;
  /** Names of the files that exist already. */
  done: string[];
};

/** Rows that are levelled together. */
const LEVELLED_ROWS = 256;

/**
 * Cuts a panorama into the small first sphere and the tiles of each level, levelled. It is decoded in bands and never drawn
 * on a canvas of its own size, so that one band and one tile are in memory at a time. Blurs are drawn into every file.
 */
export async function* cutPanorama({
  file,
  width,
  height,
  tilt,
  blurs,
  format,
  done,
}: CutRequest): AsyncGenerator<CutFile> {
  const known = new Set(done);
  const base = canvasOf(BASE.width, BASE.width / 2);
  const small = await createImageBitmap(file, {
    imageOrientation: 'none',
    resizeWidth: BASE.width,
    resizeHeight: BASE.width / 2,
    resizeQuality: 'high',
  });
  const whole = { top: 0, height: BASE.width / 2 };
  base.drawImage(tilt ? levelled(small, tilt, BASE.width / 2, whole, whole) : small, 0, 0);
  small.close();
  const patches = blurs.map((blur) => patchOf(base.canvas, blur));
  const cover = (context: OffscreenCanvasRenderingContext2D, whole: number, x: number, y: number) => {
    for (const patch of patches) patch(context, whole, x, y);
  };
  cover(base, BASE.width, 0, 0);
  if (!known.has('base.jpg')) yield { name: 'base.jpg', blob: await smallEnough(base.canvas) };

  const canvases = new Map<string, OffscreenCanvasRenderingContext2D>();
  const canvasFor = (use: string, wide: number, high: number) => {
    const key = `${use} ${wide} ${high}`;
    const context = canvases.get(key) ?? canvasOf(wide, high);
    canvases.set(key, context);
    return context;
  };
  for (const band of tilePlan(width, height, format)) {
    const tiles = band.tiles.filter(({ name }) => !known.has(name));
    if (tiles.length === 0) continue;
    const bitmap = await readRows(file, width, height, band, tilt);
    try {
      let rows = bitmap;
      for (let level = Math.max(...band.tiles.map((tile) => tile.level)); level >= 0; level--) {
        const scale = rows.width / width;
        for (const { name, source, ...size } of tiles.filter((tile) => tile.level === level)) {
          const context = canvasFor('tile', size.width, size.height);
          context.drawImage(
            rows,
            source.x * scale,
            ((source.y - band.top) * rows.height) / band.height,
            source.width * scale,
            (source.height * rows.height) / band.height,
            0,
            0,
            size.width,
            size.height,
          );
          const drawn = size.width / source.width;
          cover(context, width * drawn, source.x * drawn, source.y * drawn);
          yield { name, blob: await encodeCanvas(context.canvas, format) };
        }
        // It is halved repeatedly, because some browsers sample only four pixels for each one, which makes
        // fine lines shimmer.
        if (level > 0) rows = halveRows(rows, canvasFor);
      }
    } finally {
      if (bitmap instanceof ImageBitmap) bitmap.close();
    }
  }
}

/** Decodes rows of a panorama as they are level. */
async function readRows(
  file: Blob,
  width: number,
  height: number,
  rows: Rows,
  tilt: Tilt | undefined,
): Promise<ImageBitmap | OffscreenCanvas> {
  const decode = ({ top, height }: Rows) =>
    createImageBitmap(file, 0, top, width, height, { imageOrientation: 'none' });
  if (!tilt) return decode(rows);
  const source = leaningRows(tilt, height, rows);
  const bitmap = await decode(source);
  try {
    return levelled(bitmap, tilt, height, source, rows);
  } finally {
    bitmap.close();
  }
}

/**
 * Draws level rows of a picture of this height from rows of it as the camera gave them.
 *
 * @param source the rows that `bitmap` holds
 */
function levelled(
  bitmap: ImageBitmap,
  tilt: Tilt,
  height: number,
  source: Rows,
  rows: Rows,
): OffscreenCanvas {
  const { width } = bitmap;
  const read = canvasOf(width, source.height);
  read.drawImage(bitmap, 0, 0);
  const { data } = read.getImageData(0, 0, width, source.height);
  // The pixels were taken out: the canvas is free for the level rows.
  read.canvas.height = rows.height;
  for (let done = 0; done < rows.height; done += LEVELLED_ROWS) {
    const drawn = new ImageData(width, Math.min(LEVELLED_ROWS, rows.height - done));
    levelRows({ data, width, height, first: source.top }, tilt, rows.top + done, drawn.data);
    read.putImageData(drawn, 0, done);
  }
  return read.canvas;
}

/** Draws rows of a picture at half their size. */
function halveRows(
  rows: ImageBitmap | OffscreenCanvas,
  canvasFor: (use: string, width: number, height: number) => OffscreenCanvasRenderingContext2D,
): OffscreenCanvas {
  const context = canvasFor('rows', Math.round(rows.width / 2), Math.round(rows.height / 2));
  context.drawImage(rows, 0, 0, context.canvas.width, context.canvas.height);
  return context.canvas;
}

/** Encodes a tile. Browsers that do not know a format give a PNG without a word, under whatever name it is kept. */
async function encodeCanvas(canvas: OffscreenCanvas, format: TileFormat): Promise<Blob> {
  const blob = await canvas.convertToBlob(TILE_ENCODING[format]);
  if (blob.type !== TILE_ENCODING[format].type) throw new Error(`Encoded as ${blob.type}`);
  return blob;
}

/** Creates a canvas in memory. */
export function canvasOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  // The canvas is in main memory, because it is read back as often as it is drawn.
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas');
  context.imageSmoothingQuality = 'high';
  return context;
}

/** Encodes the first sphere with a quality that keeps it light. */
async function smallEnough(canvas: OffscreenCanvas): Promise<Blob> {
  for (let quality = 0.75; ; quality -= 0.1) {
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    if (blob.size <= BASE.bytes || quality < 0.2) return blob;
  }
}

/** Width of a blur relative to its ellipse: the margin fades into the picture. */
const WEIGHT_MARGIN = 1.3;

/** Draws a blur on a canvas that shows the picture, `whole` wide, from (x, y) on. */
type DrawPatch = (context: OffscreenCanvasRenderingContext2D, whole: number, x: number, y: number) => void;

/**
 * Makes an ellipse of the picture unreadable: at most five by five values of its inside are kept, which nothing can
 * turn back into a face or a plate, and they are drawn without edges.
 */
export function patchOf(picture: OffscreenCanvas, blur: Blur): DrawPatch {
  const degrees = { width: blur.width * WEIGHT_MARGIN, height: blur.height * WEIGHT_MARGIN };
  const left = (blur.yaw - degrees.width / 2 + 180) / 360;
  const top = (90 - blur.pitch - degrees.height / 2) / 180;
  const [wide, high] = [degrees.width / 360, degrees.height / 180];
  const cells = (size: number) => (size < 4 ? 3 : 5);
  const few = canvasOf(cells(degrees.width), cells(degrees.height));
  // The picture's left and right edges meet: an ellipse at one continues at the other.
  for (const turn of [-1, 0, 1]) {
    const [width, height] = [few.canvas.width / wide, few.canvas.height / high];
    few.drawImage(picture, (turn - left) * width, -top * height, width, height);
  }
  const patch = canvasOf(128, 128);
  patch.drawImage(few.canvas, 0, 0, 128, 128);
  const fade = patch.createRadialGradient(64, 64, 64 / WEIGHT_MARGIN, 64, 64, 64);
  fade.addColorStop(0, '#000');
  fade.addColorStop(1, '#0000');
  patch.globalCompositeOperation = 'destination-in';
  patch.fillStyle = fade;
  patch.fillRect(0, 0, 128, 128);
  return (context, whole, x, y) => {
    for (const turn of [-1, 0, 1]) {
      context.drawImage(
        patch.canvas,
        (left + turn) * whole - x,
        (top * whole) / 2 - y,
        wide * whole,
        (high * whole) / 2,
      );
    }
  };
}
