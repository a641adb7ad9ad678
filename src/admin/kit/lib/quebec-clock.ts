import { wallTime } from '@contract/eastern-time';

const DAY_MS = 86_400_000;

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
  const offsets = new Set([wall - DAY_MS, wall + DAY_MS].map((near) => near - wallTime(near)));
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
