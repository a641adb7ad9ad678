import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { stack } from './fixtures.ts';

type File = { name: string; mimeType: string; buffer: Buffer };

/**
 * Makes a JPEG in the browser: its left or top half in one colour, the rest in another.
 *
 * @param orientation EXIF tag 0x0112; 6 means a turn by 90° to the right
 */
export async function twoColours(
  page: Page,
  {
    width,
    height,
    colours,
    orientation,
  }: { width: number; height: number; colours: [string, string]; orientation?: number },
): Promise<File> {
  const base64 = await page.evaluate(
    ({ width, height, colours }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      context.fillStyle = colours[1];
      context.fillRect(0, 0, width, height);
      context.fillStyle = colours[0];
      if (width > height) context.fillRect(0, 0, width / 2, height);
      else context.fillRect(0, 0, width, height / 2);
      return canvas.toDataURL('image/jpeg', 0.95).split(',')[1] ?? '';
    },
    { width, height, colours },
  );
  const jpeg = Buffer.from(base64, 'base64');
  const buffer = orientation
    ? Buffer.concat([jpeg.subarray(0, 2), exif(orientation), jpeg.subarray(2)])
    : jpeg;
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
}

/** Pads a picture file with comments to more than this size, as a camera's previews do. */
export function padPicture({ buffer, ...file }: File, bytes: number): File {
  const segment = Buffer.alloc(65_535, 0x20);
  segment.set([0xff, 0xfe, 0xff, 0xfd]);
  const scan = buffer.indexOf(Buffer.from([0xff, 0xda]));
  const comments = Array.from({ length: Math.ceil(bytes / segment.length) }, () => segment);
  return { ...file, buffer: Buffer.concat([buffer.subarray(0, scan), ...comments, buffer.subarray(scan)]) };
}

/** Makes an APP1 segment with only the orientation (Exif 2.3, 4.6). */
function exif(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(0x0112, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  const data = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** Makes a real PNG of one bit a pixel, whose few kilobytes decode to gigabytes. */
export function hugePng(side: number): File {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  const buffer = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { name: 'immense.png', mimeType: 'image/png', buffer };
}

/** Lists the file names in the bucket with the secret key. */
export async function bucketFiles(): Promise<string[]> {
  const answer = await fetch(`${stack.apiUrl}/storage/v1/object/list/tour-images`, {
    method: 'POST',
    headers: {
      apikey: stack.secretKey,
      authorization: `Bearer ${stack.secretKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ prefix: '', limit: 1000, offset: 0 }),
  });
  return ((await answer.json()) as { name: string }[]).map(({ name }) => name).sort();
}

type Pixel = [red: number, green: number, blue: number];

/** Decodes a file of the bucket, and returns its type, first bytes, size, and two of its pixels. */
export async function decodePicture(page: Page, address: string) {
  const answer = await fetch(address);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const drawn = await page.evaluate(async (base64) => {
    const blob = new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]);
    const { width, height } = await createImageBitmap(blob);
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.drawImage(await createImageBitmap(blob), 0, 0);
    const pixel = (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3);
    return { width, height, left: pixel(100, height / 2), right: pixel(width - 100, height / 2) };
  }, bytes.toString('base64'));
  return {
    type: answer.headers.get('content-type'),
    start: bytes.subarray(0, 3).toString('hex'),
    ...drawn,
    left: nameOf(drawn.left as Pixel),
    right: nameOf(drawn.right as Pixel),
  };
}

/** JPEG changes colours slightly, so the nearest name is taken. */
function nameOf([red, green, blue]: Pixel): string {
  if (red > 200 && green < 60 && blue < 60) return 'red';
  if (blue > 200 && red < 60 && green < 60) return 'blue';
  return `${red},${green},${blue}`;
}
