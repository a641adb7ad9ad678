import { expect, it } from 'vitest';
import type { PictureFacts } from './picture-facts';
import { hasFacts, type ImportedFacts } from './same-facts';

const facts: PictureFacts = {
  width: 4096,
  height: 2048,
  time: {
    wall: Date.parse('2025-10-28T14:05:59.300Z'),
    tag: 'DateTimeOriginal',
    zone: { offset: '-04:00', tag: 'OffsetTimeOriginal' },
  },
  position: { lat: 48.447_659_000_107_976, lon: -68.523_556 },
  heading: 318.7,
  headingReference: 'vrai',
};
const storedFacts: ImportedFacts = {
  ...{ width: 4096, height: 2048, camera_wall: '2025-10-28T14:05:59.3', camera_time_tag: 'DateTimeOriginal' },
  ...{ camera_zone: '-04:00', camera_zone_tag: 'OffsetTimeOriginal', camera_heading: 318.700_01 },
  ...{ camera_lat: 48.447_659_000_108, camera_lon: -68.523_556, camera_heading_reference: 'vrai' },
};
const { time } = facts as Required<PictureFacts>;

it('a file that was not touched says what its import read, whatever digits the database prints', () => {
  expect(hasFacts(storedFacts, facts)).toBe(true);
  const nothing = { camera_wall: null, camera_time_tag: null, camera_zone: null, camera_zone_tag: null };
  const nowhere = {
    camera_lat: null,
    camera_lon: null,
    camera_heading: null,
    camera_heading_reference: null,
  };
  const bare = { ...storedFacts, ...nothing, ...nowhere };
  expect(hasFacts(bare, { width: 4096, height: 2048 })).toBe(true);
});

it('a zone that its drive gave it is no fact of the file, one that its file had is', () => {
  const settled = { ...storedFacts, camera_zone: 'America/Toronto', camera_zone_tag: null };
  const { zone: _, ...bare } = time;
  expect(hasFacts(settled, { ...facts, time: bare })).toBe(true);
  const lost = { offset: '-03:30', tag: 'GPSDateStamp', drift: 5 } as const;
  expect(hasFacts(settled, { ...facts, time: { ...time, zone: lost } })).toBe(true);
  expect(hasFacts(settled, facts)).toBe(false);
});

it.each<[string, PictureFacts | undefined]>([
  ['no JPEG any more', undefined],
  ['another size', { ...facts, width: 4095 }],
  ['another time', { ...facts, time: { ...time, wall: time.wall + 3_600_000 } }],
  ['another tag', { ...facts, time: { ...time, tag: 'CreateDate' } }],
  ['another zone', { ...facts, time: { ...time, zone: { offset: '-05:00', tag: 'OffsetTimeOriginal' } } }],
  ['another place', { ...facts, position: { lat: 48.447_66, lon: -68.523_556 } }],
  ['no place', { width: 4096, height: 2048, time, heading: 318.7, headingReference: 'vrai' }],
  ['another direction', { ...facts, heading: 318.8 }],
  ['another north', { ...facts, headingReference: 'magnétique' }],
])('%s is a change', (_what, changed) => {
  expect(hasFacts(storedFacts, changed)).toBe(false);
});
