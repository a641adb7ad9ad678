import municipalGoldens from '@quote/municipal-cost-goldens.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { type EstimateData, type EstimatePrice, estimateOf, type Project } from './estimate';
import { amountRange, estimateMessage } from './estimate-texts';

const price = (change: Partial<EstimatePrice>): EstimatePrice => ({
  name: 'Prix',
  basis: 'projet',
  kinds: ['visite-virtuelle'],
  low_cents: 10_000,
  high_cents: 10_000,
  ...change,
});
const data = (change: Partial<EstimateData>): EstimateData => ({
  ...{ tax_status: 'registered', weeks_low: 3, weeks_high: 6, scenes_per_day: 25, km_per_day: null },
  ...{ farthest_km: 800, prices: [], places: [] },
  ...change,
});
const project = (change: Partial<Project> = {}): Project => ({
  ...{ kind: 'visite-virtuelle', scenes: 10, kilometres: 0, place: '' },
  ...change,
});

describe('the cents are those of the quotes', () => {
  it.each(municipalGoldens.map((golden) => [golden.name, golden] as const))('%s', (_name, golden) => {
    const { low, high } = estimateOf(
      data({
        tax_status: golden.taxStatus as EstimateData['tax_status'],
        prices: [price({ low_cents: golden.priceCents, high_cents: golden.priceCents })],
      }),
      project(),
    );
    expect(low).toEqual(high);
    expect(low.totals.totalCents).toBe(golden.totalCents);
    expect(low.cost).toEqual(golden.cost);
  });

  it('multiplies each price by what it counts, each line rounded by itself', () => {
    const { lines, low, high, days } = estimateOf(
      data({
        prices: [
          price({ name: 'Scène', basis: 'scene', low_cents: 6500, high_cents: 7800 }),
          price({ name: 'Jour', basis: 'jour', low_cents: 95_000, high_cents: 95_000 }),
          price({ name: 'Montage', low_cents: 45_000, high_cents: 56_250 }),
          price({ name: 'Route', basis: 'deplacement', low_cents: 68, high_cents: 68 }),
          price({ name: 'Autre', kinds: ['street-view'] }),
        ],
        places: [{ code: '080', name: 'La Matanie', region: 'BSL', low_km: 700, high_km: 790 }],
      }),
      project({ scenes: 26, place: '080' }),
    );
    expect(days).toBe(2);
    expect(lines).toEqual([
      { name: 'Scène', lowCents: 169_000, highCents: 202_800 },
      { name: 'Jour', lowCents: 190_000, highCents: 190_000 },
      { name: 'Montage', lowCents: 45_000, highCents: 56_250 },
      { name: 'Route', lowCents: 47_600, highCents: 53_720 },
    ]);
    expect(low.totals.taxableCents).toBe(451_600);
    expect(high.totals.taxableCents).toBe(502_770);
  });
});

it('leaves out a trip that is too far or not said, and tells it', () => {
  const far = data({
    prices: [price({}), price({ basis: 'deplacement' })],
    places: [{ code: '01', name: 'Les Îles', region: 'GÎM', low_km: 790, high_km: 801 }],
  });
  for (const place of ['', '01', 'inconnue'])
    expect(estimateOf(far, project({ place }))).toMatchObject({
      travel: 'on-quote',
      lines: [{ name: 'Prix' }],
    });
  expect(estimateOf(data({ prices: [price({})] }), project()).travel).toBe('none');
});

it('delays the delivery by the weeks that a long capture takes', () => {
  const prices = [price({ basis: 'scene' })];
  expect(estimateOf(data({ prices }), project({ scenes: 125 })).weeks).toEqual([3, 6]);
  expect(estimateOf(data({ prices }), project({ scenes: 126 })).weeks).toEqual([4, 7]);
  expect(estimateOf(data({ prices, weeks_low: null }), project()).weeks).toBeNull();
});

it('writes the words of a quote request', () => {
  const prices = [price({ basis: 'kilometre', low_cents: 14_000, high_cents: 16_100 })];
  expect(estimateMessage(data({ prices }), project({ kilometres: 12.5 }))).toBe(
    'Notre projet\u00a0: 12,5\u00a0km.\nEstimation vue sur votre site\u00a0: de 1\u202f750\u00a0$ à 2\u202f012,50\u00a0$ avant taxes.\n\n',
  );
  expect(estimateMessage(data({ prices }), project({ kind: 'evenement' }))).toBeUndefined();
  expect(amountRange(100, 100)).toBe('1\u00a0$');
});
