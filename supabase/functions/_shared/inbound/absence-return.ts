const months = [
  ...[
    'janv(?:ier)?|jan(?:uary)?',
    'f[ée]vr?(?:ier)?|feb(?:ruary)?',
    'mars|mar(?:ch)?',
    'avr(?:il)?|apr(?:il)?',
  ],
  ...['mai|may', 'juin|june?', 'juil(?:let)?|july?', 'ao[uû]t|aug(?:ust)?', 'sept?(?:embre|ember)?'],
  ...['oct(?:obre|ober)?', 'nov(?:embre|ember)?', 'd[ée]c(?:embre|ember)?'],
];
const monthPattern = `(?<month>${months.join('|')})\\.?`;
const yearPattern = '(?:,?\\s+(?<year>20\\d{2}))?';
const weekdayPattern =
  '(?:(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|monday|tuesday|wednesday|thursday|friday|saturday|sunday),?\\s+)?';

/** Days as people write them; « 03/04 » is left out, because nobody knows which of the two is the month. */
const datePatterns = [
  /(?<year>20\d{2})-(?<number>\d{2})-(?<date>\d{2})(?!\d)/gu,
  new RegExp(
    `${weekdayPattern}(?:le\\s+|the\\s+)?(?<!\\d)(?<date>\\d{1,2})(?:er|e|st|nd|rd|th)?\\s+(?:de\\s+|of\\s+)?${monthPattern}(?!\\p{L})${yearPattern}`,
    'gu',
  ),
  new RegExp(
    `${weekdayPattern}(?:the\\s+)?(?<!\\p{L})${monthPattern}\\s+(?<date>\\d{1,2})(?:st|nd|rd|th)?(?!\\d)${yearPattern}`,
    'gu',
  ),
];

/** Words just before the day of a return. */
const returnPhrase =
  /(?:retour|reviens|reviendrai|rentre|rentrerai|reprise|à compter|à partir|back|return(?:ing)?|resume)(?:[^.\d]{0,40})$/u;
/** Words just before the last day of an absence. */
const lastDayPhrase =
  /(?:jusqu['’]au|jusqu['’]à|until|till|through|inclusivement)[^.\d]{0,20}$|(?:\bdu|\bfrom)[^.]{1,30}\s(?:au|to|-|–)\s*$/u;

const DAY_MS = 86_400_000;
/** Most days until a return; a day further ahead is a misreading. */
const MAX_RETURN_MS = 366 * DAY_MS;
const READ_LENGTH = 2_000;

/**
 * Finds the day on which somebody returns in the text of an absence notice (`2026-12-31`): the day that is called so,
 * or the one after the last day of the absence. Returns null when the notice names none.
 */
export function returnDay(text: string, receivedAt: string): string | null {
  const read = text.slice(0, READ_LENGTH).normalize('NFC').toLowerCase().replace(/\s+/gu, ' ');
  const received = Date.parse(receivedAt);
  const returns: number[] = [];
  const lasts: number[] = [];
  for (const pattern of datePatterns) {
    for (const { index, groups = {} } of read.matchAll(pattern)) {
      const day = dayOf(groups, received);
      if (day === undefined || day < received - 31 * DAY_MS || day > received + MAX_RETURN_MS) continue;
      const before = read.slice(Math.max(0, index - 60), index);
      if (returnPhrase.test(before)) returns.push(day);
      else if (lastDayPhrase.test(before)) lasts.push(day + DAY_MS);
    }
  }
  const found = returns.length > 0 ? returns : lasts;
  return found.length > 0 ? new Date(Math.max(...found)).toISOString().slice(0, 10) : null;
}

/** Returns midnight UTC of a written day, of the year that is nearest where none is named; undefined: no such day. */
function dayOf(groups: Record<string, string | undefined>, received: number): number | undefined {
  const { number, date, year } = groups;
  const index = number
    ? Number(number) - 1
    : months.findIndex((names) => new RegExp(`^(?:${names})$`, 'u').test(groups.month ?? ''));
  const near = new Date(received).getUTCFullYear();
  const inYear = (wanted: number) => {
    const day = Date.UTC(wanted, index, Number(date));
    return new Date(day).getUTCMonth() === index ? day : undefined;
  };
  if (index < 0) return undefined;
  if (year) return inYear(Number(year));
  const day = inYear(near);
  return day !== undefined && day < received - 31 * DAY_MS ? inYear(near + 1) : day;
}
