import { describe, expect, it } from 'vitest';
import { quebecDayAndTime, quebecInstants } from './quebec-clock';

const isoInstants = (day: string, time: string) =>
  quebecInstants(day, time).map((date) => date.toISOString());

describe('quebecInstants', () => {
  it.each([
    // These are days in winter and in summer.
    ['2026-01-15', '09:00', ['2026-01-15T14:00:00.000Z']],
    ['2026-07-15', '09:00', ['2026-07-15T13:00:00.000Z']],
    // On 2026-03-08 the clocks go from 2:00 to 3:00.
    ['2026-03-08', '01:59', ['2026-03-08T06:59:00.000Z']],
    ['2026-03-08', '02:00', []],
    ['2026-03-08', '02:30', []],
    ['2026-03-08', '03:00', ['2026-03-08T07:00:00.000Z']],
    // On 2026-11-01 the clocks go from 2:00 back to 1:00.
    ['2026-11-01', '00:59', ['2026-11-01T04:59:00.000Z']],
    ['2026-11-01', '01:00', ['2026-11-01T05:00:00.000Z', '2026-11-01T06:00:00.000Z']],
    ['2026-11-01', '01:30', ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z']],
    ['2026-11-01', '02:00', ['2026-11-01T07:00:00.000Z']],
    // On 2027-03-14 the clocks go forward again.
    ['2027-03-14', '01:59', ['2027-03-14T06:59:00.000Z']],
    ['2027-03-14', '02:30', []],
    ['2027-03-14', '03:00', ['2027-03-14T07:00:00.000Z']],
    // Without a day or a time there is no moment.
    ['', '09:00', []],
    ['2026-13-01', '09:00', []],
    ['demain', '09:00', []],
    ['2026-12-01', '', []],
    ['2026-12-01', '25:00', []],
  ])('%s %s → %j', (day, time, expected) => {
    expect(isoInstants(day, time)).toEqual(expected);
  });
});

describe('quebecDayAndTime', () => {
  it('reads the clocks of Québec, whatever the season', () => {
    expect(quebecDayAndTime(new Date('2026-11-01T05:30:00Z'))).toEqual({ day: '2026-11-01', time: '01:30' });
    expect(quebecDayAndTime(new Date('2026-12-02T02:05:00Z'))).toEqual({ day: '2026-12-01', time: '21:05' });
  });
});
