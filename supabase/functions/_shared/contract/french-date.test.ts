import { expect, test } from 'vitest';
import { quebecDay } from './eastern-time.ts';
import { dayAndMonth, frenchDay, monthAndYear, writtenDay } from './french-date.ts';

test.each([
  ['2024-12-01', '1er décembre 2024', '1er\u00a0décembre 2024'],
  ['2027-08-23', '23 août 2027', '23\u00a0août 2027'],
])('%s is written « %s », its number beside its month on a screen', (day, written, onScreen) => {
  expect(writtenDay(day)).toBe(written);
  expect(frenchDay(day)).toBe(onScreen);
});

test('a printed day never breaks; a day and a month may stand alone', () => {
  expect(writtenDay('2026-12-01', '\u00a0')).toBe('1er\u00a0décembre\u00a02026');
  expect(dayAndMonth('2026-11-01')).toBe('1er novembre');
  expect(monthAndYear('2026-02-11')).toBe('février 2026');
});

test('a moment is written by the day that Québec’s clocks show', () => {
  expect(writtenDay(quebecDay(new Date('2026-12-01T04:59:59Z')))).toBe('30 novembre 2026');
  expect(writtenDay(quebecDay(new Date('2026-12-01T05:00:00Z')))).toBe('1er décembre 2026');
});
