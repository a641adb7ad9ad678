import { differenceOf, type Finding, type Judge } from '../judge.ts';
import { has, run } from '../programs.ts';

/** Debian's Python packages only exist for Debian's Python. */
const PYTHON = '/usr/bin/python3';
const VERSION = 'import icalendar; print(icalendar.__version__)';
const READ = `
import sys, json, icalendar
text = open(sys.argv[1], 'rb').read()
for line in text.split(b'\\r\\n'):
    if len(line) > 75: print(json.dumps({'long': line.decode()}))
for event in icalendar.Calendar.from_ical(text).walk('VEVENT'):
    moment = lambda name: event[name].dt.isoformat()
    print(json.dumps({'uid': str(event['UID']), 'summary': str(event['SUMMARY']), 'start': moment('DTSTART'), 'end': moment('DTEND'),
        'errors': [str(error) for error in event.errors]}))
`;

type Event = { uid: string; summary: string; start: string; end: string; errors: string[]; long?: string };

/** Python's icalendar library. */
export const icalendar: Judge = {
  name: 'icalendar',
  question:
    'Read back, has each event its name, its day or its hour in Québec’s time (summer, winter, across midnight), and no line more than 75 bytes?',
  version: async () => (has('python3') && (await run(PYTHON, ['-c', VERSION])).stdout.trim()) || undefined,
  ask: async (things) => {
    const { feed, file } = await things.calendar();
    const { stdout, stderr } = await run(PYTHON, ['-c', READ, file.file]);
    const where = file.name;
    const lines = stdout.split('\n').filter(Boolean);
    const events = lines.map((line) => JSON.parse(line) as Event);
    const findings: Finding[] = [
      ...(stderr ? [{ rule: 'parse', where, message: stderr }] : []),
      ...events.flatMap(({ long }) => (long ? [{ rule: 'folding', where, message: long }] : [])),
    ];
    const read = new Map(events.map((event) => [event.uid, event]));
    const expected = [
      ...feed.actions.map(({ id, due_on, due_time, organization }) => ({
        uid: `action-${id}`,
        summary: `Appeler\u00a0: ${organization}`,
        start: due_time ? `${due_on}T${due_time}:00${offsetOn(due_on)}` : due_on,
      })),
      ...feed.trips.map(({ id, city, start_date }) => ({
        ...{ uid: `trip-${id}`, summary: `Déplacement\u00a0: ${city}`, start: start_date },
      })),
    ];
    for (const { uid, summary, start } of expected) {
      const event = read.get(uid);
      const found = event && [event.summary, event.start, event.errors];
      findings.push(...differenceOf(uid, where, [summary, start, []], found));
    }
    findings.push(
      ...differenceOf('count', where, expected.length, read.size - (read.has(undefined as never) ? 1 : 0)),
    );
    // An event's end is exclusive, so it is the day after the trip's last day.
    findings.push(...differenceOf('end', where, '2027-03-02', read.get(`trip-${feed.trips[0]?.id}`)?.end));
    findings.push(
      ...differenceOf(
        'midnight',
        where,
        '2026-11-01T00:15:00-04:00',
        read.get(`action-${feed.actions[2]?.id}`)?.end,
      ),
    );
    return { judged: { events: expected.length }, findings };
  },
};

/**
 * Québec’s UTC offset on a day of these years: clocks change on the second Sunday of March and the first of November.
 */
const offsetOn = (day: string) => (day >= '2026-03-08' && day < '2026-11-01' ? '-04:00' : '-05:00');
