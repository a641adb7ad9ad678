import { expect, it } from 'vitest';
import { readDay } from '@/shared/lib/typed-day';
import { dateToDay, dayToDate } from './calendar-day';
import { formatDay } from './dates';

it('every day comes back from a calendar, and from what a field shows of it', () => {
  for (let date = new Date(2026, 0, 1); date.getFullYear() < 2029; date.setDate(date.getDate() + 1)) {
    const day = dateToDay(date);
    expect(dateToDay(dayToDate(day) as Date)).toBe(day);
    expect(readDay(formatDay(day))).toBe(day);
  }
});
