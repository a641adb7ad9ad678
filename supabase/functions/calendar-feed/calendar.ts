import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';
import { z } from 'zod';
import { recordPath } from '../_shared/record-paths.ts';

const day = z.iso.date();

/** Schema of the answer of `calendar_feed`: organisations and towns, without any person's name. */
export const feedSchema = z.object({
  actions: z.array(
    z.object({
      id: z.guid(),
      kind: z.string().nullable(),
      due_on: day,
      due_time: z.string().nullable(),
      organization: z.string(),
      target: z.string(),
      target_id: z.guid(),
      updated_at: z.string(),
    }),
  ),
  trips: z.array(
    z.object({
      id: z.guid(),
      city: z.string(),
      region: z.string(),
      start_date: day,
      end_date: day,
      updated_at: z.string(),
    }),
  ),
});

export type Feed = z.infer<typeof feedSchema>;

const TIME_ZONE = 'America/Toronto';

/**
 * Time zone rules of Québec since 2007, which a calendar expects beside the events that name them (RFC 5545, 3.6.5).
 */
const timeZone = [
  'BEGIN:VTIMEZONE',
  `TZID:${TIME_ZONE}`,
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0400',
  'TZNAME:EDT',
  'DTSTART:20070311T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:-0400',
  'TZOFFSETTO:-0500',
  'TZNAME:EST',
  'DTSTART:20071104T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
].join('\r\n');

const MINUTES_OF_AN_ACTION = 30;

/**
 * Converts a moment of a wall clock for the library, which prints the local time of the machine at that instant: the
 * result is the same day and time whatever the machine's time zone.
 */
function wallClock(dayOf: string, time = '00:00', more: { days?: number; minutes?: number } = {}): Date {
  const [year = 0, month = 1, date = 1] = dayOf.split('-').map(Number);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return new Date(year, month - 1, date + (more.days ?? 0), hour, minute + (more.minutes ?? 0));
}

/**
 * Writes the calendar of a person (RFC 5545): open next actions and trips. An action shows its organisation and not
 * its text, which may name somebody: the link leads to it. The UID of a row never changes, so that a calendar moves
 * its event.
 */
export function writeCalendar({ actions, trips }: Feed, site: { name: string; url: string }): string {
  const calendar = ical({
    name: site.name,
    method: ICalCalendarMethod.PUBLISH,
    ttl: 3600,
    prodId: { company: 'Territoire 360', product: 'Administration', language: 'FR' },
    // The calendar gets no name here, because the library would then print DTSTAMP in local time instead of
    // UTC.
    timezone: { name: null, generator: () => timeZone },
  });
  for (const { id, kind, due_on, due_time, organization, target, target_id, updated_at } of actions) {
    calendar.createEvent({
      id: `action-${id}`,
      ...(due_time
        ? {
            start: wallClock(due_on, due_time),
            end: wallClock(due_on, due_time, { minutes: MINUTES_OF_AN_ACTION }),
          }
        : { start: wallClock(due_on), end: wallClock(due_on, '00:00', { days: 1 }), allDay: true }),
      timezone: TIME_ZONE,
      stamp: new Date(updated_at),
      summary: `${kind === 'appeler' ? 'Appeler' : 'À faire'}\u00a0: ${organization}`,
      url: site.url + (recordPath(target, target_id) ?? '/admin'),
      // An action without a time does not mark the day as busy.
      transparency: due_time ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
    });
  }
  for (const { id, city, region, start_date, end_date, updated_at } of trips) {
    calendar.createEvent({
      id: `trip-${id}`,
      start: wallClock(start_date),
      end: wallClock(end_date, '00:00', { days: 1 }),
      allDay: true,
      timezone: TIME_ZONE,
      stamp: new Date(updated_at),
      summary: `Déplacement\u00a0: ${city}`,
      location: `${city}, ${region}`,
      url: site.url + recordPath('trip', id),
    });
  }
  return calendar.toString();
}
