import { type Feed, writeCalendar } from '../../../../supabase/functions/calendar-feed/calendar.ts';
import type { Thing, Write } from './things.ts';

/** The expected content, and the calendar file. */
export type Calendar = { feed: Feed; file: Thing; site: string };

const id = (index: number) => `6f9619ff-8b86-4d01-b42d-00cf4fc9640${index}`;
const action = (index: number, change: Partial<Feed['actions'][number]>): Feed['actions'][number] => ({
  ...{ id: id(index), kind: 'appeler', due_on: '2026-11-30', due_time: null, organization: 'Ville de Percé' },
  ...{ target: 'contact', target_id: id(index), updated_at: '2026-11-01T12:00:00Z' },
  ...change,
});

/** Writes a calendar with actions on both sides of a change of clocks, long names, and a trip over several days. */
export async function makeCalendar(write: Write): Promise<Calendar> {
  const feed: Feed = {
    actions: [
      action(1, {}),
      action(2, { due_time: '09:30', due_on: '2026-07-02' }),
      action(3, {
        due_time: '23:45',
        due_on: '2026-10-31',
        organization: 'MRC; de, «\u00a0L’Île\u00a0»\\ été',
      }),
      action(4, { due_time: '09:30', organization: `Municipalité de ${'Saint-Éloi-des-Œufs-'.repeat(12)}` }),
    ],
    trips: [
      {
        ...{ id: id(5), city: 'Métis-sur-Mer', region: 'Bas-Saint-Laurent' },
        ...{ start_date: '2027-02-27', end_date: '2027-03-01', updated_at: '2026-11-01T12:00:00Z' },
      },
    ],
  };
  const site = 'https://territoire360.example';
  return {
    feed,
    site,
    file: write('calendrier.ics', writeCalendar(feed, { name: 'Territoire 360', url: site })),
  };
}
