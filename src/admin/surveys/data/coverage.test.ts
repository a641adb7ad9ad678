import { describe, expect, it } from 'vitest';
import { coverageOf } from './coverage';

const LATITUDE = 48;
const east = (metres: number) => ({
  lat: LATITUDE,
  lon: -68 + metres / (111195 * Math.cos((LATITUDE * Math.PI) / 180)),
});
const picturesBetween = (from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / 8) + 1 }, (_, index) => east(from + index * 8));

describe('the coverage of an order', () => {
  const street = { name: 'Rue des Érables', lines: [[east(0), east(1000)]] };

  it('is the length that pictures reach, of a known length', () => {
    const coverage = coverageOf([street], picturesBetween(0, 400));
    expect(coverage.ordered).toBeCloseTo(1000, 1);
    // The last picture reaches 15 m further.
    expect(coverage.covered).toBeGreaterThanOrEqual(405);
    expect(coverage.covered).toBeLessThanOrEqual(420);
  });

  it('counts each street by itself, and its parts together', () => {
    const { streets, ordered } = coverageOf(
      [
        street,
        {
          name: 'Rue du Parc',
          lines: [
            [east(2000), east(2100)],
            [east(3000), east(3100)],
          ],
        },
      ],
      picturesBetween(0, 1000),
    );
    expect(streets.map(({ name, covered }) => [name, Math.round(covered)])).toEqual([
      ['Rue des Érables', 1000],
      ['Rue du Parc', 0],
    ]);
    expect(ordered).toBeCloseTo(1200, 1);
  });

  it('of a drive along the next street is nothing', () => {
    const aside = picturesBetween(0, 1000).map(({ lat, lon }) => ({ lat: lat + 30 / 111195, lon }));
    expect(coverageOf([street], aside).covered).toBe(0);
  });

  it('of nothing is nothing, and a line of one place has no length', () => {
    expect(coverageOf([], picturesBetween(0, 100))).toEqual({ ordered: 0, covered: 0, streets: [] });
    expect(coverageOf([{ name: 'Point', lines: [[east(0)]] }], []).ordered).toBe(0);
  });
});
