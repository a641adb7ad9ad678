import { readFileSync } from 'node:fs';
import { demoDrive } from '@tests/demo-street';
import { direction, photo } from '@tests/photo-files';
import { describe, expect, it } from 'vitest';
import { readPictureFacts } from './picture-facts';

const demoPicture = (file: string) =>
  new Blob([readFileSync(new URL(`../../../../supabase/seed/rue/${file}`, import.meta.url))]);

/** Makes a JPEG header of 2 by 1 px with these EXIF bytes. */
const withExif = (exif: number[]) =>
  new Blob([
    new Uint8Array([
      ...[0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 8, 0x45, 0x78, 0x69, 0x66, 0, 0, ...exif],
      ...[0xff, 0xc0, 0, 11, 8, 0, 1, 0, 2, 1, 1, 0x11, 0, 0xff, 0xd9],
    ]),
  ]);

describe('the facts of a picture', () => {
  it.each(['A', 'B'] as const)('are those that the camera of the demo street %s wrote', async (id) => {
    for (const { file, cameraTime, cameraPosition } of demoDrive(id).pictures) {
      const facts = await readPictureFacts(demoPicture(file));
      expect(facts).toMatchObject({
        ...{ width: 2048, height: 1024 },
        time: {
          wall: cameraTime - 4 * 3_600_000,
          tag: 'DateTimeOriginal',
          zone: { offset: '-04:00', tag: 'OffsetTimeOriginal' },
        },
      });
      expect(facts?.heading).toBeGreaterThan(300);
      if (cameraPosition) {
        expect(facts?.position?.lat).toBeCloseTo(cameraPosition.lat, 5);
        expect(facts?.position?.lon).toBeCloseTo(cameraPosition.lon, 5);
      } else expect(facts?.position).toBeUndefined();
    }
  });

  it('of a file that is no JPEG are none', async () => {
    expect(await readPictureFacts(new Blob(['<svg/>']))).toBeUndefined();
    expect(await readPictureFacts(new Blob([]))).toBeUndefined();
  });

  it('of hostile EXIF are the size alone: a cut one, a circle of directories, numbers of millions', async () => {
    const tiff = [0x49, 0x49, 42, 0, 8, 0, 0, 0];
    for (const exif of [
      [0x49, 0x49],
      // A directory that announces 65 535 entries and ends.
      [...tiff, 0xff, 0xff],
      // A directory whose next one is itself.
      [...tiff, 0, 0, 8, 0, 0, 0],
      // An entry of 4 billion values.
      [...tiff, 1, 0, 0x32, 0x01, 2, 0, 0xff, 0xff, 0xff, 0xff, 8, 0, 0, 0, 0, 0, 0, 0],
      Array(200).fill(0xff),
    ]) {
      expect(await readPictureFacts(withExif(exif))).toEqual({ width: 2, height: 1 });
    }
  });
});

describe('the direction of a picture', () => {
  /** Makes a JPEG whose GPS directory has a heading, with or without its reference north. */
  const directed = (reference?: string) => photo({ gps: direction(336, reference) });

  it.each([
    ['M', 'magnétique'],
    ['T', 'vrai'],
    [undefined, undefined],
    ['?', undefined],
  ])('has the reference that the camera wrote: %s', async (written, headingReference) => {
    const facts = await readPictureFacts(directed(written));
    expect([facts?.heading, facts?.headingReference]).toEqual([336, headingReference]);
  });

  it.each([
    ['12.5', [12.5, 'vrai']],
    ['0', [336, 'magnétique']],
  ])('is that of its sphere, unless this is a 0 beside that of the camera: %s', async (pose, expected) => {
    const xmp = `<x:xmpmeta><rdf:Description GPano:PoseHeadingDegrees="${pose}"/></x:xmpmeta>`;
    const facts = await readPictureFacts(new Blob([directed('M'), xmp]));
    expect([facts?.heading, facts?.headingReference]).toEqual(expected);
  });
});
