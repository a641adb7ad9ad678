import { quebecDay as dayOf } from '@contract/eastern-time';
import { monthAndYear, writtenDay } from '@contract/french-date';
import { once } from './once';
import { quebecDayAndTime } from './quebec-clock';
import { serverNow } from './server-clock';

/**
 * Formats a moment as « 2 décembre 2024 à 14 h 30 », in Québec's time zone.
 *
 * @param iso a timestamp with its offset, as the data API gives it
 */
export function formatDateTime(iso: string): string {
  const { day, time } = quebecDayAndTime(new Date(iso));
  return `${writtenDay(day)} à ${formatTime(time)}`;
}

/**
 * Formats the time of a moment, in Québec: « 7 h », « 14 h 02 ».
 *
 * @param iso a timestamp with its offset
 */
export const formatHour = (iso: string): string => formatDateTime(iso).replace(/^.* à /, '');

/**
 * Formats a moment without the year when it is this one: « 21 novembre à 17 h 32 ».
 *
 * @param iso a timestamp with its offset
 */
export const formatDayAndTime = (iso: string): string =>
  formatDateTime(iso).replace(` ${quebecDay().slice(0, 4)} à `, ' à ');

/**
 * Formats a day as in a letter: « 1er décembre 2024 ».
 *
 * @param day a date alone (`2024-12-01`)
 */
export const formatLongDay = (day: string): string => writtenDay(day);

/** Returns the calendar day of a moment in Québec, today by default, as `2024-12-02`. */
export function quebecDay(moment: Date = serverNow()): string {
  return dayOf(moment);
}

// The locale « fr », because « fr-CA » writes « juill. » where the specification's pattern gives « juil. ». Midnight
// UTC is that day.
const shortDayFormat = once(
  () => new Intl.DateTimeFormat('fr', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' }),
);

/**
 * Formats a day as « 02 déc. 2024 » (specification, section 9).
 *
 * @param iso a date alone (`2024-12-02`), or a timestamp with its offset, read in Québec's time zone
 */
export function formatDay(iso: string): string {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? iso : quebecDay(new Date(iso));
  return shortDayFormat().format(new Date(`${day}T00:00:00Z`));
}

/** Formats a day without the year when it is this one: « 02 déc. ». */
export const formatShortDay = (iso: string): string =>
  formatDay(iso).replace(` ${quebecDay().slice(0, 4)}`, '');

/**
 * Formats a campaign's moment as « 02 décembre 2026 à 14:30 » (specification, section 9), in Québec's time zone.
 *
 * @param iso a timestamp with its offset
 */
export function formatSendDate(iso: string): string {
  const { day, time } = quebecDayAndTime(new Date(iso));
  return `${day.slice(8)} ${monthAndYear(day)} à ${time}`;
}

/** Writes a time of the database (`09:05` or `09:05:00`) as a person does: « 9 h 05 ». */
export function formatTime(time: string): string {
  const [hour, minute] = time.split(':');
  return `${Number(hour)}\u00a0h${minute === '00' ? '' : `\u00a0${minute}`}`;
}
