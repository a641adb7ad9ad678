import { easternTime } from '../contract/eastern-time.ts';
import { writtenDay } from '../contract/french-date.ts';

/**
 * Formats the texts of a printed document by hand rather than with `Intl`, whose wording and spaces change between
 * versions of a runtime: a document made again must have the same bytes. Only the local hour comes from `Intl`.
 */

const NO_BREAK_SPACE = '\u00a0';

const groupThousands = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, NO_BREAK_SPACE);

/** Formats an amount, « 1 310,72 $ », with a minus sign before a negative one. */
export function printedMoney(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const sign = cents < 0 ? '−' : '';
  return `${sign}${groupThousands(digits.slice(0, -2))},${digits.slice(-2)}${NO_BREAK_SPACE}$`;
}

/** Formats a quantity without trailing zeros: « 12,5 » for « 12.500 ». */
export function printedQuantity(quantity: string): string {
  const [whole = '', decimals = ''] = quantity.split('.');
  const kept = decimals.replace(/0+$/, '');
  return groupThousands(whole) + (kept && `,${kept}`);
}

/** Formats an ISO date as « 1er décembre 2026 », with no-break spaces. */
export const printedDate = (date: string): string => writtenDay(date, NO_BREAK_SPACE);

/**
 * Formats a moment as « 22 novembre 2026 à 14 h 30 min 5 s HNE », in the time zone of the studio and its clients, with its
 * name: in autumn an hour comes twice.
 */
export function printedMoment(moment: string): string {
  const { day, hour, minute, second, zone } = easternTime(new Date(moment));
  const time = `${hour} h ${String(minute).padStart(2, '0')} min ${second} s ${zone}`;
  return `${printedDate(day)} à ${time.replaceAll(' ', NO_BREAK_SPACE)}`;
}
