import { dayAndMonth } from '@contract/french-date';
import { isBusinessDate } from './business-hours';
import { quebecDay } from './dates';
import { once } from './once';

/** Adds so many calendar days to a day, both as `2026-12-31`. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Adds so many business days to a day. */
export function businessDayAfter(day: string, count: number): string {
  let next = day;
  for (let left = count; left > 0; ) {
    next = dayAfter(next, 1);
    if (isBusinessDate(next)) left--;
  }
  return next;
}

const weekdayFormat = once(() => new Intl.DateTimeFormat('fr-CA', { weekday: 'long', timeZone: 'UTC' }));

/** Names a day in French: « aujourd’hui », « demain », « hier », « lundi 30 novembre ». */
export function formatRelativeDay(day: string, today: string = quebecDay()): string {
  if (day === today) return 'aujourd’hui';
  if (day === dayAfter(today, 1)) return 'demain';
  if (day === dayAfter(today, -1)) return 'hier';
  const year = day.slice(0, 4) === today.slice(0, 4) ? '' : ` ${day.slice(0, 4)}`;
  return `${weekdayFormat().format(new Date(`${day}T00:00:00Z`))} ${dayAndMonth(day)}${year}`;
}

/** Names the last day before a deadline, which is the first moment after it. */
export const lastDay = (deadline: Date): string =>
  formatRelativeDay(quebecDay(new Date(deadline.getTime() - 1)));

export type PostponeChoice = { label: string; day: string };

/** Lists the days offered to postpone something: tomorrow, next Monday, in a week; each day once. */
export function postponeChoices(today: string = quebecDay()): PostponeChoice[] {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const choices = [
    { label: 'Demain', day: dayAfter(today, 1) },
    { label: 'Lundi', day: dayAfter(today, (8 - weekday) % 7 || 7) },
    { label: 'Dans une semaine', day: dayAfter(today, 7) },
  ];
  return choices.filter(({ day }, index) => choices.findIndex((other) => other.day === day) === index);
}
