import { decode, encode } from 'fast-png';
import { expect, it } from 'vitest';
import { printableLogo } from './logo.ts';

const png = (width: number, height: number, pixel: number[]) =>
  encode({
    width,
    height,
    channels: pixel.length,
    depth: 8 as const,
    data: Uint8Array.from(
      { length: width * height * pixel.length },
      (_, index) => pixel[index % pixel.length] ?? 0,
    ),
  });
const firstPixel = (logo: Uint8Array | undefined) => {
  const { data, channels } = decode(logo ?? new Uint8Array());
  return { channels, pixel: [...data.subarray(0, 3)] };
};

it.each([
  ['opaque', [14, 94, 71, 255], [14, 94, 71]],
  ['transparent', [14, 94, 71, 0], [255, 255, 255]],
  ['half transparent', [0, 0, 0, 51], [204, 204, 204]],
  ['grey with transparency', [0, 51], [204, 204, 204]],
  ['without transparency', [14, 94, 71], [14, 94, 71]],
])('puts a PNG on white: %s', (_, pixel, expected) => {
  expect(firstPixel(printableLogo(png(3, 2, pixel)))).toEqual({ channels: 3, pixel: expected });
});

it('makes a picture wider than a printer can use smaller', () => {
  const { width, height } = decode(printableLogo(png(2900, 100, [14, 94, 71])) ?? new Uint8Array());
  expect([width, height]).toEqual([725, 25]);
});

it('takes a JPEG as it is, and no other file', () => {
  const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0);
  expect(printableLogo(jpeg)).toBe(jpeg);
  expect(printableLogo(new TextEncoder().encode('RIFF....WEBPVP8 '))).toBeUndefined();
  expect(printableLogo(png(2, 2, [0, 0, 0]).slice(0, 40))).toBeUndefined();
  expect(printableLogo(png(2001, 1000, [0]))).toBeUndefined();
});
