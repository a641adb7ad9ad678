import { once } from '@/admin/lib/once';

const format = (month: 'long' | 'short' | 'narrow') =>
  // The first day of a month is a date without an hour: read where it is written, in UTC.
  once(() => new Intl.DateTimeFormat('fr-CA', { month, timeZone: 'UTC' }));

const formats = { long: format('long'), short: format('short'), narrow: format('narrow') };

/** The names of a month given by its first day (`2026-11-01`): « novembre 2026 », « nov. », « N ». */
export function monthNames(firstDay: string) {
  const date = new Date(`${firstDay}T00:00:00Z`);
  return {
    full: `${formats.long().format(date)} ${date.getUTCFullYear()}`,
    short: formats.short().format(date),
    letter: formats.narrow().format(date),
  };
}
