import { describe, expect, it } from 'vitest';
import { type ContractThreshold, reachedThreshold } from './contract-thresholds';

const row = (kind: string, applies_from: string, amount_cents: number) =>
  ({ kind, applies_from, amount_cents }) as ContractThreshold;

const rows = [
  row('invitation', '2018-01-01', 2_500_000),
  row('appel_public', '2022-10-07', 12_120_000),
  row('appel_public', '2026-01-01', 13_900_000),
  row('appel_public', '2028-01-01', 15_000_000),
];

describe('the threshold that an amount reaches', () => {
  it.each([
    ['under all', 2_499_999, '2026-11-22', undefined],
    ['exactly one', 2_500_000, '2026-11-22', 'invitation 2018-01-01'],
    ['one that is no longer in force', 12_500_000, '2026-11-22', 'invitation 2018-01-01'],
    ['the highest of two', 13_900_000, '2026-11-22', 'appel_public 2026-01-01'],
    ['as it was', 12_500_000, '2025-12-31', 'appel_public 2022-10-07'],
    ['before any', 99_999_999, '2017-12-31', undefined],
  ])('%s', (_what, cents, today, expected) => {
    const found = reachedThreshold(rows, cents, today);
    expect(found && `${found.kind} ${found.applies_from}`).toBe(expected);
  });
});
