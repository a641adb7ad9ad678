import { expect, it } from 'vitest';
import { readManifest } from '@/shared/evidence/manifest';
import { leavesOf, manifestText } from '@/shared/evidence/seal';
import { buildManifest, clashingNames, type SealablePicture } from './build-manifest';

const survey = {
  ...{
    id: 'a',
    name: 'Rue',
    city: null,
    region: 'Bas-Saint-Laurent',
    client_name: null,
    captured_on: '2026-04-20',
  },
  ...{ clock_offset_ms: -192_000, clock_basis: 'earlier' as const, clock_parts: [] },
};
const picture = (name: string, second: number, more: Partial<SealablePicture> = {}): SealablePicture => ({
  ...{ id: name, file_name: name, file_bytes: 100, sha256: 'a'.repeat(64) },
  ...{ taken_at: `2026-04-20T14:00:0${second}.25+00:00`, time_source: 'appareil' as const },
  ...{ camera_time: null, camera_zone: null, lat: 48.4479, lon: -68.5239, place_source: 'trace' as const },
  ...{ heading: 322.5, heading_source: 'trace' as const, left_out: null, ...more },
});

it('keeps what is not left out, in the order of time, and counts where each fact comes from', () => {
  const { header, pictures } = buildManifest(
    survey,
    [
      picture('c.jpg', 3, { heading: null, heading_source: null }),
      picture('a.jpg', 1),
      picture('b.jpg', 2, { left_out: 'double' }),
      picture('d.jpg', 2, { time_source: 'main' }),
    ],
    [{ name: 'rue.gpx', points: [[1_776_693_600_000, 48.4, -68.5, 0]] }],
    new Date('2026-11-27T03:00:00Z'),
  );
  expect(pictures.map(({ path }) => path)).toEqual(['a.jpg', 'd.jpg', 'c.jpg']);
  expect(header).toMatchObject({
    ...{ pictures: 3, bytes: 300, leftOut: { double: 1 }, times: { appareil: 2, main: 1 } },
    ...{
      headings: { trace: 2, aucune: 1 },
      first: '2026-04-20T14:00:01.250Z',
      last: '2026-04-20T14:00:03.250Z',
    },
    tracks: [{ points: 1, first: '2026-04-20T14:00:00.000Z', last: '2026-04-20T14:00:00.000Z' }],
  });
});

it('is read back as it was written', () => {
  const written = buildManifest(survey, [picture('a.jpg', 1)], [], new Date('2026-11-27T03:00:00Z'));
  const read = readManifest(manifestText(leavesOf(written)));
  expect(read).toEqual(written);
});

it('names that another disk takes for one are found before the seal', () => {
  const paths = ['a/IMG_1.JPG', 'a/img_1.jpg', 'A/IMG_1.JPG', 'b/IMG_1.JPG', 'b/e\u0301te.jpg', 'b/ÉTE.jpg'];
  expect(clashingNames(paths)).toEqual([
    ['a/IMG_1.JPG', 'a/img_1.jpg'],
    ['a/IMG_1.JPG', 'A/IMG_1.JPG'],
    ['b/e\u0301te.jpg', 'b/ÉTE.jpg'],
  ]);
  expect(clashingNames(['a/1.jpg', 'b/1.jpg'])).toEqual([]);
});
