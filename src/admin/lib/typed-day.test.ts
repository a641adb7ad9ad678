import { describe, expect, it } from 'vitest';
import { formatDay } from './dates';
import { dateToDay, dayToDate, readDay } from './typed-day';

describe('readDay', () => {
  it.each([
    ['2026-12-31', '2026-12-31'],
    ['2026-1-5', '2026-01-05'],
    [' 31 déc. 2026 ', '2026-12-31'],
    ['31 décembre 2026', '2026-12-31'],
    ['1er mars 2027', '2027-03-01'],
    ['3 MAI 2027', '2027-05-03'],
    ['31-12-2026', '2026-12-31'],
    ['31/12/2026', '2026-12-31'],
    ['2026/12/31', '2026-12-31'],
    ['29 févr. 2028', '2028-02-29'],
  ])('reads « %s »', (typed, day) => expect(readDay(typed)).toBe(day));

  it.each(['', 'demain', '2026-02-31', '29 févr. 2027', '31-12-26', '2026-13-01', '12345-01-01', '31 2026'])(
    'does not read « %s »',
    (typed) => expect(readDay(typed)).toBeUndefined(),
  );

  it('reads every day as the product writes it', () => {
    for (let date = new Date(2026, 0, 1); date.getFullYear() < 2029; date.setDate(date.getDate() + 1)) {
      const day = dateToDay(date);
      expect(readDay(formatDay(day))).toBe(day);
      expect(dateToDay(dayToDate(day) as Date)).toBe(day);
    }
  });
});
