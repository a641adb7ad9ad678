import { format, isValid, parse, parseISO } from 'date-fns';
import { frCA } from 'date-fns/locale/fr-CA';

/** How a person may write a day, beside « 2026-12-31 »: « 31 déc. 2026 », « 31 décembre 2026 », « 31-12-2026 ». */
const PATTERNS = ['d MMM yyyy', 'd MMMM yyyy', 'd-M-yyyy', 'd/M/yyyy', 'yyyy/M/d', 'yyyy-M-d'];

/**
 * A day typed in any usual way as `2026-12-31`, or `undefined` when it is not one: an impossible day (31 February) and
 * a year of two digits are not.
 */
export function readDay(typed: string): string | undefined {
  const text = typed.trim().toLowerCase().replace(/^1er /, '1 ').replace(/\s+/g, ' ');
  for (const pattern of PATTERNS) {
    const date = parse(text, pattern, new Date(2000, 0, 1), { locale: frCA });
    if (isValid(date) && date.getFullYear() >= 1900 && date.getFullYear() < 2200) {
      return format(date, 'yyyy-MM-dd');
    }
  }
  return undefined;
}

/** `2026-12-31` as a date at midnight of this machine, for calendars; `undefined` when it is no day. */
export function dayToDate(iso: string): Date | undefined {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? parseISO(iso) : undefined;
  return date && isValid(date) ? date : undefined;
}

/** A date of a calendar as `2026-12-31`. */
export function dateToDay(date: Date): string {
  return format(date, 'yyyy-MM-dd');
}
