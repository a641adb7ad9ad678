import { describe, expect, it } from 'vitest';
import { contractThresholds, reachedThreshold, statedAmount, thresholdsOn } from './contract-thresholds.ts';

describe('the threshold that an amount reaches', () => {
  it.each([
    ['under all', 2_499_999, '2026-11-22', undefined],
    ['exactly one', 2_500_000, '2026-11-22', 'invitation 2018-01-01'],
    ['one that is no longer in force', 13_500_000, '2026-01-01', 'invitation 2018-01-01'],
    ['the highest of two', 13_900_000, '2026-11-22', 'appel_public 2026-01-01'],
    ['as it was on its last day', 13_380_000, '2025-12-31', 'appel_public 2024-01-01'],
    ['on its first day', 12_120_000, '2022-10-07', 'appel_public 2022-10-07'],
    ['after the last one that is known', 99_999_999, '2028-01-01', 'invitation 2018-01-01'],
    ['before any', 99_999_999, '2017-12-31', undefined],
  ])('%s', (_what, cents, day, expected) => {
    const found = reachedThreshold(cents, day);
    expect(found && `${found.kind} ${found.appliesFrom}`).toBe(expected);
  });
});

it('lists one amount of a rule at a time, the lowest first', () => {
  for (const day of ['2022-10-07', '2023-12-31', '2024-01-01', '2025-12-31', '2026-01-01', '2027-12-31'])
    expect(thresholdsOn(day).map(({ kind }) => kind)).toEqual(['invitation', 'appel_public']);
  expect(thresholdsOn('2022-10-06').map(({ kind }) => kind)).toEqual(['invitation']);
});

it('says of an amount that nobody has read as the municipal one that it is to be confirmed', () => {
  const stated = contractThresholds.map((threshold) =>
    statedAmount(threshold, String(threshold.amountCents / 100)),
  );
  expect(stated).toEqual(['25000', '121200', '133800', '139000 (à confirmer)']);
});

it('cites no article that will be replaced without saying so', () => {
  for (const { source } of contractThresholds.filter((row) =>
    /cités et villes|Code municipal/.test(row.source),
  ))
    expect(source).toContain('seront remplacés');
});
