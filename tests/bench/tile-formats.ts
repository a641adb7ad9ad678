import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import encodeAvif, { init } from '@jsquash/avif/encode.js';
import { test } from '@playwright/test';
import { TILE_ENCODING } from '../../src/admin/tours/data/tile-plan.ts';
import { record } from './performance-page.ts';
import type { Measure } from './table.ts';

/**
 * Compares the formats of tiles: the same tiles in each, encoded by the browser as the back office does, with the
 * structural similarity (SSIM, of luminance) to what was encoded. AVIF, which no browser writes, by libaom in WebAssembly.
 */

const pictures = ['fjord-du-saguenay', 'lac-archambault', 'phare-de-metis', 'vieux-la-prairie'];
const file = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)));

type Encoded = { bytes: number; ms: number; likeness: number };

/** WebP qualities that are tried: the one in use is among them. */
const QUALITIES = [0.75, 0.78, 0.79, 0.8, 0.85];

test('the formats of tiles: bytes, likeness, time', async ({ page }) => {
  test.setTimeout(600_000);
  await page.evaluate(prepare);
  for (const name of pictures) {
    const base64 = file(`../../public/images/panoramas/${name}.jpg`).toString('base64');
    await page.evaluate((address) => window.tiles.add(address), `data:image/jpeg;base64,${base64}`);
  }
  const measures: Measure[] = [];
  const line = (name: string, { bytes, ms, likeness }: Encoded) => {
    console.log(
      `  ${name.padEnd(16)} ${(bytes / 1000).toFixed(1).padStart(6)} ko, ${ms.toFixed(0).padStart(5)} ms, SSIM ${likeness.toFixed(4)}`,
    );
    measures.push(
      { name: `${name}, ko par tuile`, ours: bytes / 1000, digits: 1 },
      { name: `${name}, SSIM`, ours: likeness, digits: 4 },
      { name: `${name}, ms par tuile`, ours: ms },
    );
  };
  const byBrowser = (type: string, quality: number) =>
    page.evaluate(([type, quality]) => window.tiles.encoded(type, quality), [type, quality] as const);
  line('JPEG 80', await byBrowser('image/jpeg', TILE_ENCODING.jpg.quality));
  for (const quality of QUALITIES) {
    line(`WebP ${quality * 100}`, await byBrowser('image/webp', quality));
  }

  const wasm = file('../node_modules/@jsquash/avif/codec/enc/avif_enc.wasm');
  await init(await WebAssembly.compile(wasm));
  const { pixels, width, height } = await page.evaluate(() => window.tiles.pixelsOf(0));
  const image = { data: new Uint8ClampedArray(Buffer.from(pixels, 'base64')), width, height };
  const startedAt = performance.now();
  const avif = Buffer.from(await encodeAvif(image as ImageData, { quality: 60, speed: 6 }));
  const ms = performance.now() - startedAt;
  const likeness = await page.evaluate(
    (address) => window.tiles.likenessOf(0, address),
    `data:image/avif;base64,${avif.toString('base64')}`,
  );
  line('AVIF 60, une', { bytes: avif.length, ms, likeness });
  line(
    'WebP, la même',
    await page.evaluate(([type, quality]) => window.tiles.encoded(type, quality, 1), [
      'image/webp',
      TILE_ENCODING.webp.quality,
    ] as const),
  );
  measures.push({ name: 'encodeur AVIF, ko', ours: wasm.length / 1000 });
  record(
    'formats',
    measures,
    `Tuiles de 512 px de ${pictures.length} panoramas de démonstration; les tuiles se gardent en WebP ${TILE_ENCODING.webp.quality * 100}.`,
  );
});

declare global {
  interface Window {
    tiles: {
      add: (address: string) => Promise<void>;
      encoded: (type: string, quality: number, most?: number) => Promise<Encoded>;
      pixelsOf: (index: number) => { pixels: string; width: number; height: number };
      likenessOf: (index: number, address: string) => Promise<number>;
    };
  }
}

/** Keeps tiles in the page, encodes them, and compares what comes back with them. */
function prepare() {
  const SIDE = 512;
  /** Side and step of the windows of which the similarity is the mean. */
  const [BOX, STEP] = [8, 4];
  const tiles: OffscreenCanvas[] = [];
  const contextOf = (canvas: OffscreenCanvas) =>
    canvas.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;

  function luminance(source: CanvasImageSource): Float32Array {
    const context = contextOf(new OffscreenCanvas(SIDE, SIDE));
    context.drawImage(source, 0, 0);
    const { data } = context.getImageData(0, 0, SIDE, SIDE);
    const grey = new Float32Array(SIDE * SIDE);
    for (let at = 0; at < grey.length; at++) {
      const [red = 0, green = 0, blue = 0] = [data[4 * at], data[4 * at + 1], data[4 * at + 2]];
      grey[at] = 0.299 * red + 0.587 * green + 0.114 * blue;
    }
    return grey;
  }

  function similarity(a: Float32Array, b: Float32Array): number {
    const count = BOX * BOX;
    let [sum, boxes] = [0, 0];
    for (let y = 0; y + BOX <= SIDE; y += STEP) {
      for (let x = 0; x + BOX <= SIDE; x += STEP) {
        let [ofA, ofB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
        for (let row = y; row < y + BOX; row++) {
          for (let at = row * SIDE + x; at < row * SIDE + x + BOX; at++) {
            const [one, other] = [a[at] ?? 0, b[at] ?? 0];
            ofA += one;
            ofB += other;
            squaresA += one * one;
            squaresB += other * other;
            products += one * other;
          }
        }
        const [meanA, meanB] = [ofA / count, ofB / count];
        const [variesA, variesB] = [squaresA / count - meanA ** 2, squaresB / count - meanB ** 2];
        const together = products / count - meanA * meanB;
        sum +=
          ((2 * meanA * meanB + 6.5025) * (2 * together + 58.5225)) /
          ((meanA ** 2 + meanB ** 2 + 6.5025) * (variesA + variesB + 58.5225));
        boxes++;
      }
    }
    return sum / boxes;
  }

  const decoded = async (address: string) => createImageBitmap(await (await fetch(address)).blob());

  window.tiles = {
    add: async (address) => {
      const picture = await decoded(address);
      // At three quarters of their size: the blocks of the JPEG they were would favour another JPEG.
      const whole = contextOf(new OffscreenCanvas((picture.width * 3) / 4, (picture.height * 3) / 4));
      whole.imageSmoothingQuality = 'high';
      whole.drawImage(picture, 0, 0, whole.canvas.width, whole.canvas.height);
      // Around the horizon, where visitors look.
      for (let x = 0; x + SIDE <= whole.canvas.width; x += SIDE) {
        const tile = contextOf(new OffscreenCanvas(SIDE, SIDE));
        tile.drawImage(whole.canvas, -x, -(whole.canvas.height - SIDE) / 2);
        tiles.push(tile.canvas);
      }
    },
    encoded: async (type, quality, most = tiles.length) => {
      let [bytes, ms, likeness] = [0, 0, 0];
      for (const tile of tiles.slice(0, most)) {
        const startedAt = performance.now();
        const blob = await tile.convertToBlob({ type, quality });
        ms += performance.now() - startedAt;
        if (blob.type !== type) throw new Error(`${type} is not encoded here.`);
        bytes += blob.size;
        likeness += similarity(luminance(tile), luminance(await createImageBitmap(blob)));
      }
      return { bytes: bytes / most, ms: ms / most, likeness: likeness / most };
    },
    pixelsOf: (index) => {
      const { data } = contextOf(tiles[index] as OffscreenCanvas).getImageData(0, 0, SIDE, SIDE);
      let text = '';
      for (const byte of data) text += String.fromCharCode(byte);
      return { pixels: btoa(text), width: SIDE, height: SIDE };
    },
    likenessOf: async (index, address) =>
      similarity(luminance(tiles[index] as OffscreenCanvas), luminance(await decoded(address))),
  };
}
