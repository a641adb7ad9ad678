import { once } from './once';

/** Québec's time zone, whose clocks change twice a year. */
const TIME_ZONE = 'America/Toronto';
const DAY = 86_400_000;

const wallParts = once(
  () =>
    new Intl.DateTimeFormat('fr-CA', {
      timeZone: TIME_ZONE,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
);

/** Returns the time that Québec's clocks show at an instant, in ms since the epoch as if it were UTC. */
export function wallTime(instant: number): number {
  const parts = wallParts().formatToParts(instant);
  const [year = 0, month = 1, day, hour, minute, second] = [
    'year',
    'month',
    'day',
    'hour',
    'minute',
    'second',
  ].map((type) => Number(parts.find((part) => part.type === type)?.value));
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * Finds the instants at which Québec's clocks show a day and a time, the earliest first: one, as a rule; none in the
 * hour that spring skips; two in the hour that autumn repeats.
 *
 * @param day `2026-12-31`
 * @param time `14:30`
 * @returns none, too, for an invalid day or time
 */
export function quebecInstants(day: string, time: string): Date[] {
  const wall =
    /^\d{4}-\d{2}-\d{2}$/.test(day) && /^\d{2}:\d{2}$/.test(time) ? Date.parse(`${day}T${time}Z`) : NaN;
  if (Number.isNaN(wall)) return [];
  // The offset to UTC before and after any clock change near this hour.
  const offsets = new Set([wall - DAY, wall + DAY].map((near) => near - wallTime(near)));
  return [...offsets]
    .map((offset) => wall + offset)
    .filter((instant) => wallTime(instant) === wall)
    .sort((a, b) => a - b)
    .map((instant) => new Date(instant));
}

/** Returns the day and the time of an instant in Québec, in the format of `quebecInstants`. */
export function quebecDayAndTime(instant: Date): { day: string; time: string } {
  const iso = new Date(wallTime(instant.getTime())).toISOString();
  return { day: iso.slice(0, 10), time: iso.slice(11, 16) };
}
