import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readGpx, TrackRefusal } from './read-gpx';

const track = (...points: [lat: unknown, lon: unknown, time: unknown][]) =>
  new File(
    [
      `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points
        .map(
          ([lat, lon, time]) =>
            `<trkpt lat="${lat}" lon="${lon}">${time ? `<time>${time}</time>` : ''}</trkpt>`,
        )
        .join('')}</trkseg></trk></gpx>`,
    ],
    'trace.gpx',
  );
const refusal = async (file: Blob) => {
  const error: unknown = await readGpx(file).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TrackRefusal);
  return (error as Error).message;
};

describe('a GPX track', () => {
  it('has the points of the demo street, with their times', async () => {
    const file = new File(
      [readFileSync('supabase/seed/rue/rue-des-erables-2026-04-20.gpx', 'utf8')],
      'rue.gpx',
    );
    const { points, leftOut } = await readGpx(file);
    expect([points.length, leftOut]).toEqual([37, 0]);
    expect(points[0]).toEqual({
      time: Date.parse('2026-04-20T14:21:31Z'),
      lat: 48.4473753,
      lon: -68.5231253,
    });
  });

  it('is put in the order of time, one point a moment, and counts what says nothing', async () => {
    const { points, leftOut } = await readGpx(
      track(
        [48.2, -68, '2026-04-20T14:00:02Z'],
        [48.1, -68, '2026-04-20T14:00:01Z'],
        [48.1, -68, '2026-04-20T14:00:01Z'],
        [48.3, -68, '1970-01-01T00:00:03Z'],
        ['NaN', -68, '2026-04-20T14:00:04Z'],
        [91, -68, '2026-04-20T14:00:05Z'],
      ),
    );
    expect(points.map(({ lat }) => lat)).toEqual([48.1, 48.2]);
    expect(leftOut).toBeGreaterThanOrEqual(2);
  });

  it.each([
    [
      'entities that unfold',
      new File(['<!DOCTYPE gpx [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><gpx>&b;</gpx>'], 'a.gpx'),
      /définitions/,
    ],
    ['a cut file', new File(['<gpx><trk><trkseg><trkpt lat="48"'], 'a.gpx'), /coupé/],
    ['another document', new File(['<html/>'], 'a.gpx'), /GPX lisible/],
    ['no point', track(), /vide/],
    ['no time', track([48, -68, ''], [48.1, -68, '']), /heure/],
    [
      'a clock of 1970',
      track([48, -68, '1970-01-01T00:00:00Z'], [48.1, -68, '1970-01-01T00:00:01Z']),
      /heure/,
    ],
  ])('is refused with the reason: %s', async (_, file, reason) => {
    expect(await refusal(file)).toMatch(reason);
  });

  it('of 200 MB is refused before it is read', async () => {
    const huge = { size: 200e6, text: () => Promise.reject(new Error('read')) } as unknown as Blob;
    expect(await refusal(huge)).toMatch(/60/);
  });
});
