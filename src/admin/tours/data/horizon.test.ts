import { proofSize } from '@tests/proof-size';
import { randomOf } from '@tests/random-of';
import { describe, expect, it } from 'vitest';
import { tiltOfHorizon } from './horizon';
import { turnBetween } from './levelled-scene';

const randomAngle = (next: () => number, most: number) => (next() * 2 - 1) * most;

describe('the horizon that a person points at', () => {
  it('gives the lean of the camera back, from any points of it, as the picture is levelled', () => {
    const next = randomOf(57);
    for (let turn = 0; turn < proofSize(200, 10_000); turn++) {
      const tilt = { roll: randomAngle(next, 40), pitch: randomAngle(next, 40) };
      const first = randomAngle(next, 180);
      const yaws = [first, first + 25 + 100 * next(), ...(turn % 3 === 0 ? [randomAngle(next, 180)] : [])];
      const points = yaws.map((yaw) => turnBetween(tilt, undefined)({ yaw, pitch: 0 }));
      const found = tiltOfHorizon(points);
      expect(found?.roll).toBeCloseTo(tilt.roll, 1);
      expect(found?.pitch).toBeCloseTo(tilt.pitch, 1);
      for (const point of points)
        expect(Math.abs(turnBetween(undefined, found)(point).pitch)).toBeLessThan(0.03);
    }
  });

  it('takes the plane between points that were not placed exactly', () => {
    const found = tiltOfHorizon(
      [-90, 0, 90, 180].map((yaw, index) => ({ yaw, pitch: index % 2 ? 0.4 : -0.4 })),
    );
    expect(Math.abs(found?.roll ?? 9)).toBeLessThan(0.1);
    expect(Math.abs(found?.pitch ?? 9)).toBeLessThan(0.1);
  });

  it.each([
    { what: 'none', points: [] },
    { what: 'one', points: [{ yaw: 10, pitch: 3 }] },
    {
      what: 'two side by side',
      points: [
        { yaw: 10, pitch: 3 },
        { yaw: 20, pitch: 1 },
      ],
    },
    {
      what: 'two opposite ones',
      points: [
        { yaw: 10, pitch: 3 },
        { yaw: -170, pitch: -3 },
      ],
    },
    {
      what: 'two above one another',
      points: [
        { yaw: 0, pitch: 30 },
        { yaw: 0, pitch: -30 },
      ],
    },
  ])('waits for another point after $what', ({ points }) => {
    expect(tiltOfHorizon(points)).toBeUndefined();
  });
});
