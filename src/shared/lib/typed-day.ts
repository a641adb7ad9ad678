import { months } from '@contract/french-date';
import { searchKey } from '@contract/search-key';

/** Patterns of a typed day: « 2026-12-31 », « 31/12/2026 », « 31 déc. 2026 », « 1er décembre 2026 ». */
const dayPatterns = [
  /^(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<date>\d{1,2})$/,
  /^(?<date>\d{1,2})[-/](?<month>\d{1,2})[-/](?<year>\d{4})$/,
  /^(?<date>\d{1,2})(?:er)?\s+(?<month>\p{L}{3,})\.?\s+(?<year>\d{4})$/iu,
];

/** Finds a month from its number, or from letters that only one month begins with; 0 when unknown. */
function monthOf(typed: string): number {
  if (/^\d/.test(typed)) return Number(typed);
  const meant = months.filter((month) => searchKey(month).startsWith(searchKey(typed)));
  return meant.length === 1 ? months.indexOf(meant[0] as string) + 1 : 0;
}

/**
 * Reads a day typed in any usual way as `2026-12-31`; `undefined` for an impossible day (31 February) or a year of
 * two digits.
 */
export function readDay(typed: string): string | undefined {
  const text = typed.trim();
  const found = dayPatterns.map((way) => way.exec(text)?.groups).find(Boolean);
  const [year, month, date] = [Number(found?.year), monthOf(found?.month ?? ''), Number(found?.date)];
  if (!(year >= 1900 && year < 2200 && month >= 1 && month <= 12)) return undefined;
  const day = new Date(Date.UTC(year, month - 1, date));
  return day.getUTCMonth() === month - 1 && date > 0 ? day.toISOString().slice(0, 10) : undefined;
}
