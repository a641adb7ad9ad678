import { describe, expect, test } from 'vitest';
import { municipalCost } from './municipal-cost.ts';
import goldens from './municipal-cost-goldens.json' with { type: 'json' };
import { quoteTotals } from './quote-totals.ts';

const totalsOf = (priceCents: number, taxStatus: string) =>
  quoteTotals({
    lines: [{ quantity: '1.000', unitPriceCents: priceCents }],
    discountKind: 'aucun',
    discountValue: 0,
    taxStatus: taxStatus === 'registered' ? 'registered' : 'small_supplier',
  });

describe('what a municipality pays in the end', () => {
  test.each(goldens.map((golden) => [golden.name, golden] as const))('%s', (_name, golden) => {
    const totals = totalsOf(golden.priceCents, golden.taxStatus);
    expect(totals.totalCents).toBe(golden.totalCents);
    expect(municipalCost(totals)).toEqual(golden.cost);
  });

  test('to the cent, whatever the price', () => {
    for (let price = 0; price < 20_000; price += 7) {
      const totals = totalsOf(price, 'registered');
      const { gstBackCents, qstBackCents, netCents } = municipalCost(totals);
      expect(gstBackCents + qstBackCents + netCents).toBe(totals.totalCents);
      // The price plus half of the TVQ, half a cent rounded up.
      expect(netCents).toBe(price + Math.ceil(totals.qstCents / 2));
    }
  });
});
