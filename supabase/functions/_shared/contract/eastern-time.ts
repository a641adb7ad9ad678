const clock = new Intl.DateTimeFormat('fr-CA', {
  timeZone: 'America/Toronto',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** What Québec's clocks show: the day as `2026-04-20`, the time in numbers, and the name of the time, summer or winter. */
export type EasternTime = { day: string; hour: number; minute: number; second: number; zone: 'HAE' | 'HNE' };

/**
 * Reads Québec's clocks at a moment, with the name of the time: in autumn an hour comes twice, and what proves something says
 * which one.
 */
export function easternTime(moment: Date): EasternTime {
  const parts = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute, second } = parts;
  const shown = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const hoursBehind = Math.round((moment.getTime() - shown) / 3_600_000);
  return {
    day: `${year}-${month}-${day}`,
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    // Eastern daylight time is four hours behind UTC.
    zone: hoursBehind === 4 ? 'HAE' : 'HNE',
  };
}
