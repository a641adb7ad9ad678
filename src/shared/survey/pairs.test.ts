import { demoDrive } from '@tests/demo-street';
import { describe, expect, it } from 'vitest';
import { pairViewpoints, type Viewpoint } from './pairs';

const viewpointAt = (id: string, metres: number, heading: number): Viewpoint => ({
  id,
  position: { lat: 48 + metres / 111195, lon: -68 },
  heading,
});

describe('pairs of viewpoints', () => {
  it('are ten of ten on the demo street', () => {
    const points = (id: 'A' | 'B') =>
      demoDrive(id).pictures.map(({ viewpoint, position, heading }) => ({
        id: `${id}${viewpoint}`,
        position,
        heading,
      }));
    const pairs = pairViewpoints(points('A'), points('B'));
    expect(pairs.map(({ before, after }) => [before, after])).toEqual(
      Array.from({ length: 10 }, (_, index) => [`A${index}`, `B${index}`]),
    );
    for (const pair of pairs) expect(pair.distance).toBeLessThan(3);
  });

  it('choose each other: the second picture of the same place stays alone', () => {
    const pairs = pairViewpoints(
      [viewpointAt('a', 0, 0)],
      [viewpointAt('near', 1, 0), viewpointAt('nearer', 0.5, 0)],
    );
    expect(pairs).toEqual([{ before: 'a', after: 'nearer', distance: expect.closeTo(0.5, 3) }]);
  });

  it('look the same way: a street driven through both ways has two', () => {
    const pairs = pairViewpoints(
      [viewpointAt('north', 0, 10), viewpointAt('south', 0.2, 190)],
      [viewpointAt('south again', 0, 185), viewpointAt('north again', 0.3, 5)],
    );
    expect(pairs.map(({ before, after }) => `${before}/${after}`)).toEqual([
      'south/south again',
      'north/north again',
    ]);
  });

  it('are as near as one asks, and none for nothing', () => {
    expect(pairViewpoints([viewpointAt('a', 0, 0)], [viewpointAt('b', 4, 0)])).toEqual([]);
    expect(pairViewpoints([viewpointAt('a', 0, 0)], [viewpointAt('b', 4, 0)], 5)).toHaveLength(1);
    expect(pairViewpoints([], [viewpointAt('b', 4, 0)])).toEqual([]);
  });
});
