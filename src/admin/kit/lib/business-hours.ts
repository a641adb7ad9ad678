import { wallTime } from '@contract/eastern-time';
import { serverNow } from './server-clock';

/**
 * The promise of an answer in « 24 à 48 heures ouvrables » (specification, section 9): one to two business days. The
 * clock runs day and night from Monday to Friday, and stands still on weekends and on Québec's statutory holidays,
 * in Québec's time zone. Clocks change on Sundays: on business days, differences of what they show are true durations.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Length of the promise, in business days. */
const PROMISED_DAYS = 2;

/** Returns the instant at which Québec's clocks show this time; the difference to UTC is that of the instant itself. */
function instantOf(wall: number): number {
  const near = wall - (wallTime(wall) - wall);
  return near - (wallTime(near) - wall);
}

const startOfDay = (wall: number) => Math.floor(wall / DAY_MS) * DAY_MS;
const weekday = (wall: number) => new Date(wall).getUTCDay();
const isoDay = (wall: number) => new Date(wall).toISOString().slice(0, 10);

/** Finds the first given weekday on or after a date. */
function weekdayFrom(year: number, month: number, day: number, wanted: number): number {
  const date = Date.UTC(year, month - 1, day);
  return date + ((wanted - weekday(date) + 7) % 7) * DAY_MS;
}

/** Computes Easter Sunday (Meeus, Jones and Butcher's rule for the Gregorian calendar). */
function easter(year: number): number {
  const a = year % 19;
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const f = Math.floor((century + 8) / 25);
  const g = Math.floor((century - f + 1) / 3);
  const h = (19 * a + century - Math.floor(century / 4) - g + 15) % 30;
  const l = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - h - (rest % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1);
}

/** Returns a fixed day, or the Monday after it when it is a Sunday. */
function orMonday(year: number, month: number, day: number): number {
  const date = Date.UTC(year, month - 1, day);
  return weekday(date) === 0 ? date + DAY_MS : date;
}

/**
 * Lists the statutory holidays of Québec, as `2026-06-24`, in order. Sources: Loi sur les normes du travail, art. 60;
 * Loi sur la fête nationale, art. 2 and 4. The law leaves a choice between Good Friday and Easter Monday: Good
 * Friday.
 */
export function quebecHolidays(year: number): string[] {
  return [
    Date.UTC(year, 0, 1),
    easter(year) - 2 * DAY_MS,
    // Journée nationale des patriotes: the Monday before 25 May.
    weekdayFrom(year, 5, 18, 1),
    orMonday(year, 6, 24),
    orMonday(year, 7, 1),
    // Fête du Travail, first Monday of September; Action de grâces, second Monday of October.
    weekdayFrom(year, 9, 1, 1),
    weekdayFrom(year, 10, 8, 1),
    Date.UTC(year, 11, 25),
  ].map(isoDay);
}

const holidaysByYear = new Map<number, Set<string>>();

function isBusinessDay(wall: number): boolean {
  if (weekday(wall) === 0 || weekday(wall) === 6) return false;
  const year = new Date(wall).getUTCFullYear();
  const holidays = holidaysByYear.get(year) ?? new Set(quebecHolidays(year));
  holidaysByYear.set(year, holidays);
  return !holidays.has(isoDay(wall));
}

/** Tells whether a day (`2026-12-31`) is a business day in Québec. */
export const isBusinessDate = (day: string): boolean => isBusinessDay(Date.parse(`${day}T00:00:00Z`));

function nextBusinessDay(day: number): number {
  let next = day + DAY_MS;
  while (!isBusinessDay(next)) next += DAY_MS;
  return next;
}

/**
 * Lists the days of follow-ups (`2026-12-31`), each so many business days after the message before it. The same as
 * private.followup_due of the database; a test compares the two.
 */
export function followupDays(sent: Date, delays: readonly number[]): string[] {
  let day = startOfDay(wallTime(sent.getTime()));
  return delays.map((delay) => {
    for (let count = 0; count < delay; count++) day = nextBusinessDay(day);
    return isoDay(day);
  });
}

/** Computes the deadline of the promise for a request received at this moment. */
export function answerDue(received: Date): Date {
  const wall = wallTime(received.getTime());
  let day = startOfDay(wall);
  let time = wall - day;
  if (!isBusinessDay(day)) {
    day = nextBusinessDay(day);
    time = 0;
  }
  for (let count = 0; count < PROMISED_DAYS; count++) day = nextBusinessDay(day);
  return new Date(instantOf(day + time));
}

/** Computes the business time from one instant to a later one, in ms. */
function businessTime(from: number, to: number): number {
  const [start, end] = [wallTime(from), wallTime(to)];
  let total = 0;
  for (let day = startOfDay(start); day < end; day += DAY_MS) {
    if (isBusinessDay(day)) total += Math.min(end, day + DAY_MS) - Math.max(start, day);
  }
  return total;
}

/** Formats a duration: « 1 jour ouvrable et 3 h »; hours up to two weeks, minutes only when there is no whole hour. */
function inWords(duration: number): string {
  const days = Math.floor(duration / DAY_MS);
  const hours = Math.floor((duration % DAY_MS) / HOUR_MS);
  if (days === 0 && hours === 0) return `${Math.max(1, Math.floor(duration / 60_000))}\u00a0min`;
  const parts = [
    ...(days > 0 ? [`${days}\u00a0${days > 1 ? 'jours ouvrables' : 'jour ouvrable'}`] : []),
    ...(hours > 0 && days < 10 ? [`${hours}\u00a0h`] : []),
  ];
  return parts.join(' et ');
}

export type Countdown = {
  due: Date;
  /** « il reste 1 jour ouvrable et 3 h », « en retard de 2 h ». */
  label: string;
  /** `soon`: less than one business day is left. */
  urgency: 'calm' | 'soon' | 'late';
};

/** Computes the time left to keep the promise of an answer. */
export const answerCountdown = (received: Date, now: Date = serverNow()): Countdown =>
  deadlineCountdown(answerDue(received), now);

/** Computes the business time left until a deadline. */
export function deadlineCountdown(due: Date, now: Date = serverNow()): Countdown {
  if (now > due) {
    return {
      due,
      label: `en retard de ${inWords(businessTime(due.getTime(), now.getTime()))}`,
      urgency: 'late',
    };
  }
  const left = businessTime(now.getTime(), due.getTime());
  return { due, label: `il reste ${inWords(left)}`, urgency: left < DAY_MS ? 'soon' : 'calm' };
}
