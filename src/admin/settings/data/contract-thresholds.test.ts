import { describe, expect, it } from 'vitest';
import {
  type ContractThreshold,
  outdatedThresholds,
  reachedThreshold,
  shownUntil,
} from './contract-thresholds';

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

describe('how long an amount is shown', () => {
  it.each([
    ['its own end', '2024-01-01', '2025-12-31', '2026-06-01', '2025-12-31'],
    ['two years after it was set', '2024-01-01', null, '2023-12-14', '2026-01-01'],
    ['two years after it was read again', '2018-01-01', null, '2026-11-24', '2028-11-24'],
    ['two years after a leap day', '2024-02-29', null, '2024-02-01', '2026-02-28'],
  ])('%s', (_what, applies_from, applies_until, checked_on, until) => {
    expect(shownUntil({ applies_from, applies_until, checked_on })).toBe(until);
  });

  it('tells the latest of a rule once its time has passed, and none that another replaced', () => {
    const dated = (kind: string, applies_from: string, applies_until: string | null) =>
      ({ kind, applies_from, applies_until, checked_on: applies_from }) as ContractThreshold;
    const register = [
      dated('appel_public', '2022-10-07', '2023-12-31'),
      dated('appel_public', '2024-01-01', '2025-12-31'),
      dated('invitation', '2024-01-01', null),
    ];
    const outdated = (today: string) =>
      outdatedThresholds(register, today).map(({ kind, applies_from }) => `${kind} ${applies_from}`);
    expect(outdated('2025-12-31')).toEqual([]);
    expect(outdated('2026-01-01')).toEqual(['appel_public 2024-01-01']);
    expect(outdated('2026-01-02')).toEqual(['appel_public 2024-01-01', 'invitation 2024-01-01']);
    expect(
      outdatedThresholds([...register, dated('appel_public', '2026-01-01', null)], '2026-01-01'),
    ).toEqual([]);
  });
});
