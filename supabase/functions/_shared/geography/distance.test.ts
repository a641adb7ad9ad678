import { expect, test } from 'vitest';
import { distanceKm } from './distance.ts';

const towns = {
  quebec: { latitude: 46.8139, longitude: -71.208 },
  montreal: { latitude: 45.5019, longitude: -73.5674 },
  gaspe: { latitude: 48.8316, longitude: -64.4869 },
  rimouski: { latitude: 48.4488, longitude: -68.524 },
  gatineau: { latitude: 45.4765, longitude: -75.7013 },
};

/** Straight-line distances, from published tables of distances between towns. */
test.each([
  ['quebec', 'montreal', 233],
  ['rimouski', 'quebec', 270],
  ['gaspe', 'rimouski', 300],
  ['gatineau', 'montreal', 166],
] as const)('%s – %s: about %i km, the same both ways', (from, to, km) => {
  const there = distanceKm(towns[from], towns[to]);
  expect(Math.abs(there - km)).toBeLessThan(km * 0.02);
  expect(distanceKm(towns[to], towns[from])).toBeCloseTo(there, 9);
});

test('zero on the spot, 111.2 km for a degree of latitude, half the circumference at the antipodes', () => {
  expect(distanceKm(towns.quebec, towns.quebec)).toBe(0);
  expect(distanceKm({ latitude: 46, longitude: -71 }, { latitude: 47, longitude: -71 })).toBeCloseTo(
    111.195,
    2,
  );
  expect(distanceKm({ latitude: 46, longitude: -71 }, { latitude: -46, longitude: 109 })).toBeCloseTo(
    20015.1,
    0,
  );
});
