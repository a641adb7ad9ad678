import { expect, it } from 'vitest';
import type { SealablePicture } from './build-manifest';
import { cutVideos, timelineOf } from './photo-sequence';

const picture = (name: string, second: number, more: Partial<SealablePicture> = {}) =>
  ({
    ...{ file_name: name, left_out: null, lat: 48.4479 + second / 1e5, lon: -68.5239 },
    ...{ taken_at: new Date(Date.UTC(2026, 3, 20, 14, 0, second)).toISOString(), ...more },
  }) as SealablePicture;
const names = (videos: ReturnType<typeof cutVideos>) =>
  videos.map((video) => video.map(({ path }) => path).join(''));

it('a drive is a video in the order of time, without what has no place, no time or was left out', () => {
  const drive = [
    ...[picture('c', 3), picture('a', 1), picture('b', 2)],
    ...[
      picture('x', 4, { lat: null }),
      picture('y', 5, { taken_at: null }),
      picture('z', 6, { left_out: 'double' }),
    ],
  ];
  expect(names(cutVideos(drive))).toEqual(['abc']);
});

it('a stop, a jump and a thousand pictures begin another; one moment is one frame', () => {
  expect(names(cutVideos([picture('a', 0), picture('b', 50), picture('c', 120)]))).toEqual(['ab', 'c']);
  expect(names(cutVideos([picture('a', 0), picture('b', 1, { lat: 48.46 })]))).toEqual(['a', 'b']);
  expect(names(cutVideos([picture('a', 0), picture('b', 0)]))).toEqual(['a']);
  const many = Array.from({ length: 1001 }, (_, i) =>
    picture('p', 0, { lat: 48.4, taken_at: new Date(1_776_693_600_000 + i * 100).toISOString() }),
  );
  expect(cutVideos(many).map(({ length }) => length)).toEqual([1000, 1]);
  expect(cutVideos([])).toEqual([]);
});

it('a track is written as Street View reads it', () => {
  expect(timelineOf([{ path: 'a', time: 1_776_693_600_000, lat: 48.4, lon: -68.5 }])).toEqual([
    {
      latLngPair: { latitude: 48.4, longitude: -68.5 },
      gpsRecordTimestampUnixEpoch: '2026-04-20T14:00:00.000Z',
    },
  ]);
});
