import { frenchDay } from '@contract/french-date';
import { describe, expect, it } from 'vitest';
import { readDay } from './typed-day';

describe('readDay', () => {
  it.each([
    ['2026-12-31', '2026-12-31'],
    ['2026-1-5', '2026-01-05'],
    [' 31 déc. 2026 ', '2026-12-31'],
    ['31 décembre 2026', '2026-12-31'],
    ['31  DECEMBRE 2026', '2026-12-31'],
    ['1er mars 2027', '2027-03-01'],
    ['3 MAI 2027', '2027-05-03'],
    ['8 aout 2027', '2027-08-08'],
    ['31-12-2026', '2026-12-31'],
    ['31/12/2026', '2026-12-31'],
    ['2026/12/31', '2026-12-31'],
    ['29 févr. 2028', '2028-02-29'],
  ])('reads « %s »', (typed, day) => expect(readDay(typed)).toBe(day));

  it.each([
    '',
    'demain',
    '2026-02-31',
    '29 févr. 2027',
    '31-12-26',
    '2026-13-01',
    '12345-01-01',
    '31 2026',
    '3 jui 2026',
    '3 ma 2026',
    '3 marsien 2026',
    '2026-00-10',
    '2026-01-00',
    '0 mai 2026',
    '31 avril 2026',
    '1 mai 1899',
    '1 mai 2200',
  ])('does not read « %s »', (typed) => expect(readDay(typed)).toBeUndefined());

  it('reads every day as the pages write it', () => {
    for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2029, 0, 1); time += 86_400_000) {
      const day = new Date(time).toISOString().slice(0, 10);
      expect(readDay(frenchDay(day))).toBe(day);
    }
  });
});
