import { describe, expect, it } from 'vitest';
import { readImageHeader } from './image-header';

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const u16 = (n: number) => [n >> 8, n & 255];
const u32 = (n: number) => [...u16(n >>> 16), ...u16(n & 0xffff)];
const le16 = (n: number) => u16(n).reverse();
const le24 = (n: number) => [n & 255, (n >> 8) & 255, n >> 16];
const read = (bytes: number[]) => readImageHeader(new Uint8Array(bytes));

const png = (width: number, height: number) => [
  0x89,
  ...ascii('PNG'),
  13,
  10,
  26,
  10,
  ...u32(13),
  ...ascii('IHDR'),
  ...u32(width),
  ...u32(height),
  8,
  6,
  0,
  0,
  0,
];
const gif = (width: number, height: number) => [...ascii('GIF89a'), ...le16(width), ...le16(height)];
const riff = (kind: string, data: number[]) => [
  ...ascii('RIFF'),
  0,
  0,
  0,
  0,
  ...ascii('WEBP'),
  ...ascii(kind),
  0,
  0,
  0,
  0,
  ...data,
];
const segment = (marker: number, data: number[]) => [0xff, marker, ...u16(data.length + 2), ...data];
const frame = (marker: number, width: number, height: number) =>
  segment(marker, [8, ...u16(height), ...u16(width), 3, 0, 0, 0]);
const jpeg = (...parts: number[][]) => [0xff, 0xd8, ...parts.flat()];

describe('readImageHeader', () => {
  it.each([
    ['png', png(20_000, 20_000), 20_000, 20_000],
    ['gif', gif(640, 480), 640, 480],
    ['webp', riff('VP8X', [0, 0, 0, 0, ...le24(15_999), ...le24(8_999)]), 16_000, 9_000],
    ['webp', riff('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, ...le16(800), ...le16(433)]), 800, 433],
    // A VP8L header has 14 bits of width - 1, then 14 bits of height - 1, the lowest bit first.
    ['webp', riff('VP8L', [0x2f, ...u32((432 << 14) | 799).reverse()]), 800, 433],
    ['jpeg', jpeg(frame(0xc0, 800, 433)), 800, 433],
    ['jpeg', jpeg(frame(0xc2, 12_000, 6_000)), 12_000, 6_000],
  ])('%s', (type, bytes, width, height) => {
    expect(read(bytes)).toEqual({ type, width, height });
  });

  it('passes over everything that stands before the frame of a JPEG', () => {
    const before = [
      segment(0xe1, [...ascii('Exif'), ...Array(60_000).fill(0xc0)]),
      segment(0xc4, [1, 2, 3]),
      [0xff, 0xff],
    ];
    expect(read(jpeg(...before, frame(0xc1, 10, 20)))).toEqual({ type: 'jpeg', width: 10, height: 20 });
  });

  it.each([
    ['nothing', []],
    ['words', ascii('<html><body>Bonjour</body></html> and more')],
    ['a drawing', ascii('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
    ['a PNG cut in its header', png(10, 10).slice(0, 20)],
    ['a PNG of no width', png(0, 10)],
    ['a JPEG cut before its frame', jpeg(segment(0xe0, [1, 2, 3]))],
    ['a JPEG without a frame', jpeg(segment(0xda, [1, 2, 3]), frame(0xc0, 1, 1))],
    ['a JPEG whose segments do not line up', [...jpeg(segment(0xe0, [1])), 0, 0, 0, 0]],
    ['a WebP of an unknown kind', riff('ANIM', Array(20).fill(1))],
  ])('%s is no picture', (_, bytes) => {
    expect(read(bytes)).toBeUndefined();
  });
});
