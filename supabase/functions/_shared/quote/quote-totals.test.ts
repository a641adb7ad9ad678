import { describe, expect, test } from 'vitest';
import goldens from './quote-goldens.json' with { type: 'json' };
import { type PricedQuote, quoteTotals } from './quote-totals.ts';

// SQL is tested with the same examples: tests/database/attacks/quotes.ts.
describe('totals of a quote', () => {
  test.each(goldens.map((golden) => [golden.name, golden] as const))('%s', (_name, { totals, ...quote }) => {
    expect(quoteTotals(quote as PricedQuote)).toEqual(totals);
  });
});
