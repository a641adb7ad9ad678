let clock: Intl.DateTimeFormat | undefined;

/** Returns the format of Québec's clocks, made when it is first asked for: making one blocks a phone for 75 ms. */
function clockFormat(): Intl.DateTimeFormat {
  clock ??= new Intl.DateTimeFormat('fr-CA', {
    timeZone: 'America/Toronto',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return clock;
}

/** Returns the time that Québec's clocks show at an instant, to the second, in ms since 1970 as if it were UTC. */
export function wallTime(instant: number): number {
  const parts = Object.fromEntries(
    clockFormat()
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day, hour, minute, second } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Returns the calendar day of a moment in Québec, as `2026-04-20`. */
export const quebecDay = (moment: Date): string =>
  new Date(wallTime(moment.getTime())).toISOString().slice(0, 10);

/**
 * Returns the day in Québec's standard time, in which the years turn, without creating an `Intl.DateTimeFormat`, which
 * blocks a phone for 75 ms.
 */
export const easternStandardDay = (): string =>
  new Date(Date.now() - 5 * 3_600_000).toISOString().slice(0, 10);

/** Time on Québec's clocks: the day as `2026-04-20`, the time in numbers, and the name of the time, summer or winter. */
export type EasternTime = { day: string; hour: number; minute: number; second: number; zone: 'HAE' | 'HNE' };

/**
 * Reads Québec's clock at a moment, with the name of its time: in autumn one hour comes twice, and a proof must say
 * which.
 */
export function easternTime(moment: Date): EasternTime {
  const shown = new Date(wallTime(moment.getTime()));
  const hoursBehind = Math.round((moment.getTime() - shown.getTime()) / 3_600_000);
  return {
    day: shown.toISOString().slice(0, 10),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    second: shown.getUTCSeconds(),
    // Eastern daylight time is four hours behind UTC.
    zone: hoursBehind === 4 ? 'HAE' : 'HNE',
  };
}
