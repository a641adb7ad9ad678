import { describe, expect, it } from 'vitest';
import { checkPanorama } from './check-panorama';
import { levelsOf, tilePlan } from './tile-plan';

/** Makes the markers of a JPEG of a size, with an XMP segment and an end marker. */
function jpeg(width: number, height: number, { xmp = '', end = true } = {}): Blob {
  const packet = xmp && `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><rdf:Description ${xmp}/></x:xmpmeta>`;
  const app1 = packet
    ? [0xff, 0xe1, (packet.length + 2) >> 8, (packet.length + 2) & 255, ...new TextEncoder().encode(packet)]
    : [];
  const frame = [0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 0, 0, 0];
  const bytes = [0xff, 0xd8, ...app1, ...frame, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3];
  return new Blob([new Uint8Array([...bytes, ...(end ? [0xff, 0xd9, 0, 0] : [])])]);
}

const png = new Blob([
  new Uint8Array([
    0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 16, 0, 0, 0, 8, 0,
  ]),
]);

/** Makes the first bytes of an ISO base media file with its brands. */
const brands = (major: string, ...others: string[]) => {
  const box = `ftyp${major}\0\0\0\0${others.join('')}`;
  return new Blob([new Uint8Array([0, 0, 0, box.length + 4]), box, new Uint8Array(500)]);
};

const refusal = (file: Blob) =>
  checkPanorama(file).then(
    () => 'accepté',
    (error: Error) => error.message,
  );

describe('checkPanorama', () => {
  it('accepts a whole sphere, and reads the heading as attribute or element', async () => {
    expect(await checkPanorama(jpeg(8192, 4096))).toEqual({
      ...{ width: 8192, height: 4096, heading: undefined, tilt: undefined },
    });
    const attribute = jpeg(4096, 2048, {
      xmp: 'GPano:PoseHeadingDegrees="-10.04" GPano:ProjectionType="equirectangular"',
    });
    expect((await checkPanorama(attribute)).heading).toBe(350);
    const element = jpeg(4096, 2048, {
      xmp: '><GPano:PoseHeadingDegrees>372.5</GPano:PoseHeadingDegrees><x',
    });
    expect((await checkPanorama(element)).heading).toBe(12.5);
  });

  it.each([
    [2048, 1023],
    [2048, 1025],
    [2049, 1024],
    [2050, 1026],
  ])('accepts %d × %d: a side may be rounded by a pixel', async (width, height) => {
    expect(await checkPanorama(jpeg(width, height))).toMatchObject({ width, height });
  });

  it.each([
    ['nothing', new Blob([]), /vide/],
    ['a text called .jpg', new Blob(['<html>']), /pas une image JPEG/],
    ['a PNG called .jpg', png, /image PNG/],
    ['an iPhone’s HEIC called .jpg', brands('heic', 'mif1', 'heic'), /image HEIC.*exportez-la en JPEG/],
    ['an AVIF of the family’s brand', brands('mif1', 'miaf', 'avif'), /image AVIF.*exportez-la en JPEG/],
    ['a video', brands('isom', 'iso2', 'mp41'), /pas une image JPEG/],
    ['one pixel', jpeg(1, 1), /trop petite/],
    ['one pixel high', jpeg(2, 1), /trop petite/],
    ['30 000 pixels', jpeg(30_000, 15_000), /trop grande/],
    ['a photograph', jpeg(6000, 4000), /deux fois plus large/],
    ['two pixels too few', jpeg(2048, 1022), /deux fois plus large/],
    ['a file that was cut', jpeg(8192, 4096, { end: false }), /coupé/],
    [
      'a part of a sphere',
      jpeg(8192, 4096, { xmp: 'GPano:FullPanoWidthPixels="8192" GPano:CroppedAreaImageWidthPixels="4000"' }),
      /partiel/,
    ],
    ['a cylinder', jpeg(8192, 4096, { xmp: 'GPano:ProjectionType="cylindrical"' }), /équirectangulaire/],
  ])('refuses %s in French', async (_what, file, message) => {
    expect(await refusal(file)).toMatch(message);
  });

  it('reads how the camera leaned, unless nobody would see it', async () => {
    const tiltOf = async (roll: string, pitch: string) =>
      (
        await checkPanorama(
          jpeg(4096, 2048, { xmp: `GPano:PoseRollDegrees="${roll}" GPano:PosePitchDegrees="${pitch}"` }),
        )
      ).tilt;
    expect(await tiltOf('20', '-10')).toEqual({ roll: 20, pitch: -10 });
    expect(await tiltOf('0.2', '-0.3')).toBeUndefined();
    expect(await tiltOf('720', 'x')).toBeUndefined();
  });

  it('takes nothing from hostile XMP', async () => {
    const xmp = `GPano:PoseHeadingDegrees="1e999" GPano:FullPanoWidthPixels="&x;" ${'<a '.repeat(2000)}`;
    expect((await checkPanorama(jpeg(4096, 2048, { xmp }))).heading).toBeUndefined();
  });
});

describe('tilePlan', () => {
  it('has tiles of 512 to 1 024 pixels, columns and rows being powers of two', () => {
    expect(levelsOf(4096)).toEqual([{ width: 4096, columns: 8, rows: 4 }]);
    expect(levelsOf(16_384).map(({ width, columns }) => [width, columns])).toEqual([
      [4096, 8],
      [8192, 8],
      [16_384, 16],
    ]);
  });

  it.each([2048, 4096, 6144, 8192, 11_000, 16_384])(
    'covers every pixel of %d once, at each level',
    (width) => {
      const height = width / 2;
      const bands = tilePlan(width, height, 'webp');
      expect(bands.reduce((sum, band) => sum + band.height, 0)).toBe(height);
      const tiles = bands.flatMap((band) => {
        for (const { source } of band.tiles) {
          expect(source.y >= band.top && source.y + source.height <= band.top + band.height).toBe(true);
        }
        return band.tiles;
      });
      expect(new Set(tiles.map(({ name }) => name)).size).toBe(tiles.length);
      expect(tiles.every(({ name, level }) => new RegExp(`^${level}/\\d+-\\d+\\.webp$`).test(name))).toBe(
        true,
      );
      const area = tiles.reduce((sum, { source }) => sum + source.width * source.height, 0);
      expect(area).toBe(width * height * levelsOf(width).length);
    },
  );
});
