import { demoDrive } from '@tests/demo-street';
import { describe, expect, it } from 'vitest';
import { angleBetween, bearing, distance, isInHole, metresBetween, passageAt, TRACK_GAP_MS } from './track';

const rimouski = { lat: 48.4479, lon: -68.5239 };

describe('places', () => {
  it('are a known way apart', () => {
    // A minute of latitude is a nautical mile, 1 852 m, except for the Earth's flattening.
    expect(distance(rimouski, { ...rimouski, lat: rimouski.lat + 1 / 60 })).toBeCloseTo(1853, -1);
    const { east, north } = metresBetween(rimouski, { lat: rimouski.lat, lon: rimouski.lon + 0.001 });
    expect(north).toBe(0);
    expect(east).toBeCloseTo(73.8, 0);
  });

  it('lie in a direction, clockwise from north', () => {
    expect(bearing(rimouski, { ...rimouski, lon: rimouski.lon + 0.001 })).toBeCloseTo(90, 5);
    expect(bearing(rimouski, { ...rimouski, lat: rimouski.lat - 0.001 })).toBeCloseTo(180, 5);
    expect(angleBetween(359, 2)).toBe(3);
    expect(angleBetween(-170, 170)).toBe(20);
  });
});

describe('the passage on a track', () => {
  const east = (metres: number, time: number, segment = 0) => ({
    ...{ lat: 48, lon: -68 + metres / 74403, time },
    segment,
  });

  it('is interpolated between two points, at its speed and in its direction', () => {
    const passage = passageAt([east(0, 0), east(10, 1000), east(20, 2000)], 1500);
    expect(passage && distance(passage, east(15, 0))).toBeLessThan(0.01);
    expect(passage?.heading).toBeCloseTo(90, 0);
    expect(passage?.speed).toBeCloseTo(10, 1);
  });

  it('is known at the first point and at the last one, and at no other time', () => {
    const track = [east(0, 1000), east(10, 2000)];
    expect(passageAt(track, 1000)).toMatchObject({ lat: 48, lon: -68 });
    expect(passageAt(track, 2000)).toBeDefined();
    expect(passageAt(track, 999)).toBeUndefined();
    expect(passageAt(track, 2001)).toBeUndefined();
    expect(passageAt(track, Number.NaN)).toBeUndefined();
  });

  it('is unknown while the receiver was lost, and on a track of no way', () => {
    expect(passageAt([east(0, 0), east(200, TRACK_GAP_MS)], 1)).toBeDefined();
    const track = [east(0, 0), east(900, TRACK_GAP_MS + 1), east(910, TRACK_GAP_MS + 1000)];
    expect(passageAt(track, 10_000)).toBeUndefined();
    expect(passageAt([], 0)).toBeUndefined();
    expect(passageAt([east(0, 0)], 0)).toMatchObject({ lat: 48, heading: undefined });
  });

  it('is unknown in a hole between two segments, however short, and known at both of its ends', () => {
    const track = [east(0, 0), east(10, 1000), east(80, 3000, 1), east(70, 4000, 1)];
    expect(passageAt(track, 2000)).toBeUndefined();
    expect(isInHole(track, 2000)).toBe(true);
    expect(
      [passageAt(track, 1000)?.heading, passageAt(track, 3000)?.heading].map(Math.round as never),
    ).toEqual([90, 270]);
    expect([0, 1000, 1500, 3000, 4000, -1, 4001].map((time) => isInHole(track, time))).toEqual([
      false,
      false,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('survives two points of the same moment', () => {
    const passage = passageAt([east(0, 0), east(5, 1000), east(5, 1000), east(10, 2000)], 1000);
    expect(Number.isFinite(passage?.lat)).toBe(true);
    expect(Number.isFinite(passage?.speed)).toBe(true);
  });

  it.each(['A', 'B'] as const)(
    'puts the pictures of the demo street %s within the noise of its receiver',
    (id) => {
      const { track, pictures } = demoDrive(id);
      const errors = pictures.map(({ trueTime, position, heading }) => {
        const passage = passageAt(track, trueTime);
        if (!passage) throw new Error('off the track');
        // The camera looks about while the car drives on; the true heading is the camera's.
        expect(angleBetween(passage.heading ?? 0, heading)).toBeLessThan(10);
        return distance(passage, position);
      });
      const sorted = errors.toSorted((a, b) => a - b);
      expect(sorted[5]).toBeLessThan(0.7);
      expect(sorted.at(-1)).toBeLessThan(1);
    },
  );
});
