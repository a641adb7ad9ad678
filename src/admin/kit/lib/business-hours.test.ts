import { describe, expect, it } from 'vitest';
import { answerCountdown, answerDue, quebecHolidays } from './business-hours';

describe('the holidays of Québec', () => {
  it.each([
    // Calendars published by the CNESST; in 2029 and 2035 holidays on a Sunday move.
    [2024, '01-01 03-29 05-20 06-24 07-01 09-02 10-14 12-25'],
    [2025, '01-01 04-18 05-19 06-24 07-01 09-01 10-13 12-25'],
    [2026, '01-01 04-03 05-18 06-24 07-01 09-07 10-12 12-25'],
    [2027, '01-01 03-26 05-24 06-24 07-01 09-06 10-11 12-25'],
    [2029, '01-01 03-30 05-21 06-25 07-02 09-03 10-08 12-25'],
    [2035, '01-01 03-23 05-21 06-25 07-02 09-03 10-08 12-25'],
    // A holiday on a Saturday does not move.
    [2028, '01-01 04-14 05-22 06-24 07-01 09-04 10-09 12-25'],
  ])('%i', (year, days) => {
    expect(quebecHolidays(year)).toEqual(days.split(' ').map((day) => `${year}-${day}`));
  });
});

/** Québec's wall clock: -05:00 in winter, -04:00 in summer. */
const dueIso = (received: string) => answerDue(new Date(received)).toISOString();
const isoOf = (moment: string) => new Date(moment).toISOString();

describe('when an answer is due', () => {
  it.each([
    ['a Monday', '2026-11-16T10:00:00-05:00', '2026-11-18T10:00:00-05:00'],
    ['a Thursday: the weekend does not count', '2026-11-19T15:30:00-05:00', '2026-11-23T15:30:00-05:00'],
    ['a Friday night', '2026-11-20T23:59:59-05:00', '2026-11-24T23:59:59-05:00'],
    ['a Saturday: from Monday at midnight', '2026-11-21T11:00:00-05:00', '2026-11-25T00:00:00-05:00'],
    ['a Sunday night', '2026-11-22T23:59:00-05:00', '2026-11-25T00:00:00-05:00'],
    ['Christmas Eve', '2026-12-24T12:00:00-05:00', '2026-12-29T12:00:00-05:00'],
    ['Christmas Day', '2026-12-25T12:00:00-05:00', '2026-12-30T00:00:00-05:00'],
    ['the last day of a year', '2026-12-31T09:00:00-05:00', '2027-01-05T09:00:00-05:00'],
    ['the Thursday before Good Friday', '2026-04-02T09:00:00-04:00', '2026-04-07T09:00:00-04:00'],
    ['Saint-Jean-Baptiste moved to a Monday', '2029-06-22T09:00:00-04:00', '2029-06-27T09:00:00-04:00'],
    // Clocks go forward on 8 March 2026, and back on 1 November 2026.
    ['across the start of daylight time', '2026-03-06T09:00:00-05:00', '2026-03-10T09:00:00-04:00'],
    ['across its end', '2026-10-30T09:00:00-04:00', '2026-11-03T09:00:00-05:00'],
    ['the night the clocks change', '2026-11-01T01:30:00-04:00', '2026-11-04T00:00:00-05:00'],
    ['a UTC day ahead of Québec', '2026-11-21T02:00:00Z', '2026-11-24T21:00:00-05:00'],
  ])('%s', (_, received, expected) => {
    expect(dueIso(received)).toBe(isoOf(expected));
  });
});

describe('the countdown', () => {
  const label = (received: string, now: string) => {
    const { label: text, urgency } = answerCountdown(new Date(received), new Date(now));
    return [text.replaceAll('\u00a0', ' '), urgency];
  };
  const monday = '2026-11-16T10:00:00-05:00';
  const friday = '2026-11-20T10:00:00-05:00';

  it.each([
    [monday, '2026-11-16T10:00:00-05:00', 'il reste 2 jours ouvrables', 'calm'],
    [monday, '2026-11-17T07:00:00-05:00', 'il reste 1 jour ouvrable et 3 h', 'calm'],
    [monday, '2026-11-17T10:00:00-05:00', 'il reste 1 jour ouvrable', 'calm'],
    [monday, '2026-11-17T10:00:01-05:00', 'il reste 23 h', 'soon'],
    [monday, '2026-11-18T09:35:00-05:00', 'il reste 25 min', 'soon'],
    [monday, '2026-11-18T10:00:00-05:00', 'il reste 1 min', 'soon'],
    [monday, '2026-11-18T10:00:30-05:00', 'en retard de 1 min', 'late'],
    [monday, '2026-11-18T12:30:00-05:00', 'en retard de 2 h', 'late'],
    [monday, '2026-11-20T11:00:00-05:00', 'en retard de 2 jours ouvrables et 1 h', 'late'],
    // The weekend does not count.
    [friday, '2026-11-21T03:00:00-05:00', 'il reste 1 jour ouvrable et 10 h', 'calm'],
    [friday, '2026-11-22T22:00:00-05:00', 'il reste 1 jour ouvrable et 10 h', 'calm'],
    // The answer is due on Friday at 10:00; by Sunday it is 14 hours of Friday late.
    ['2026-11-18T10:00:00-05:00', '2026-11-22T12:00:00-05:00', 'en retard de 14 h', 'late'],
    // The change to winter time is between Friday 09:00 and Tuesday 09:00, which are two business days apart.
    ['2026-10-30T09:00:00-04:00', '2026-10-30T09:00:00-04:00', 'il reste 2 jours ouvrables', 'calm'],
    ['2026-03-06T09:00:00-05:00', '2026-03-09T09:00:00-04:00', 'il reste 1 jour ouvrable', 'calm'],
  ])('%s seen at %s: %s', (received, now, expected, urgency) => {
    expect(label(received, now)).toEqual([expected, urgency]);
  });
});
