import { distanceKm } from '@geography/distance.ts';
import { describe, expect, it } from 'vitest';
import { proposedOrder, type StopPlace } from './stop-order';

const start = { latitude: 48, longitude: -68, shore: 'sud' };
const stop = (
  id: string,
  latitude: number | null,
  longitude: number | null,
  shore: string | null = 'sud',
): StopPlace => ({
  id,
  latitude,
  longitude,
  shore,
});
const length = (order: readonly string[], stops: readonly StopPlace[]) => {
  const places = order.map((id) => stops.find((one) => one.id === id) as never);
  return [...places, start].reduce<{ km: number; here: typeof start }>(
    ({ km, here }, next) => ({ km: km + distanceKm(here, next), here: next }),
    { km: 0, here: start },
  ).km;
};

describe('the proposed order', () => {
  it('goes round a ring without crossing itself', () => {
    const ring = [3, 0, 5, 1, 4, 2].map((n) => {
      const turn = ((n + 0.5) * Math.PI) / 3;
      return stop(String(n), 48.5 + 0.4 * Math.sin(turn), -68 + 0.6 * Math.cos(turn));
    });
    const order = proposedOrder(start, ring).map(Number);
    const steps = order.slice(1).map((n, index) => Math.abs(n - (order[index] ?? 0)));
    expect(steps.every((step) => step === 1 || step === 5)).toBe(true);
  });

  it('crosses the river once on the way out and once on the way back', () => {
    const stops = [
      stop('a', 48.2, -68, 'sud'),
      stop('b', 48.25, -68, 'nord'),
      stop('c', 48.3, -68, 'sud'),
      stop('d', 48.35, -68, 'nord'),
    ];
    const shores = [
      'sud',
      ...proposedOrder(start, stops).map((id) => (/[ac]/.test(id) ? 'sud' : 'nord')),
      'sud',
    ];
    expect(shores.filter((shore, index) => index > 0 && shore !== shores[index - 1])).toHaveLength(2);
  });

  it('keeps those without a place, last; and none is lost or doubled', () => {
    const stops = [stop('x', null, null), stop('a', 48.2, -68), stop('y', null, null), stop('b', 48.1, -68)];
    expect(proposedOrder(start, stops).slice(2)).toEqual(['x', 'y']);
    expect([...proposedOrder(start, stops)].sort()).toEqual(['a', 'b', 'x', 'y']);
    expect(proposedOrder(start, [])).toEqual([]);
  });

  it('of 200 random days none is longer than as they came, and the search ends', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    for (let day = 0; day < 200; day++) {
      const stops = Array.from({ length: 1 + Math.floor(random() * 14) }, (_, n) =>
        stop(String(n), 47.5 + random(), -68.5 + random()),
      );
      const given = stops.map(({ id }) => id);
      expect(length(proposedOrder(start, stops), stops)).toBeLessThanOrEqual(length(given, stops) + 1e-6);
    }
  });
});
