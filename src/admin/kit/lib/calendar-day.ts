import { format, isValid, parseISO } from 'date-fns';

/** Parses `2026-12-31` as midnight of this machine, for calendars; `undefined` when it is no day. */
export function dayToDate(iso: string): Date | undefined {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? parseISO(iso) : undefined;
  return date && isValid(date) ? date : undefined;
}

/** Formats a calendar date as `2026-12-31`. */
export function dateToDay(date: Date): string {
  return format(date, 'yyyy-MM-dd');
}
