import ICAL from 'ical.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { prepareHarness, site } from '../_testing/harness.ts';
import { sendJson } from '../_testing/http-server.ts';
import { handler } from './handler.ts';

const harness = prepareHarness();
const token = 'a'.repeat(64);
const id = (index: number) => `6f9619ff-8b86-4d01-b42d-00cf4fc96${400 + index}`;

const action = (index: number, due_on: string, due_time: string | null, more: object = {}) => ({
  id: id(index),
  kind: null,
  due_on,
  due_time,
  organization: `Ville ${index}`,
  target: 'contact',
  target_id: id(99),
  updated_at: '2026-02-01T12:00:00.123456+00:00',
  ...more,
});

/** Moments around both clock changes of 2026 and 2027, each of which exists once, with their UTC equivalent. */
const moments: [day: string, time: string, utc: string][] = [
  ['2026-03-07', '09:00:00', '2026-03-07T14:00:00.000Z'],
  ['2026-03-08', '01:30:00', '2026-03-08T06:30:00.000Z'],
  ['2026-03-08', '03:30:00', '2026-03-08T07:30:00.000Z'],
  ['2026-03-08', '09:00:00', '2026-03-08T13:00:00.000Z'],
  ['2026-10-31', '09:00:00', '2026-10-31T13:00:00.000Z'],
  ['2026-11-01', '00:30:00', '2026-11-01T04:30:00.000Z'],
  ['2026-11-01', '09:00:00', '2026-11-01T14:00:00.000Z'],
  ['2027-03-13', '22:45:00', '2027-03-14T03:45:00.000Z'],
  ['2027-03-14', '09:00:00', '2027-03-14T13:00:00.000Z'],
  ['2027-11-06', '09:00:00', '2027-11-06T13:00:00.000Z'],
  ['2027-11-07', '09:00:00', '2027-11-07T14:00:00.000Z'],
];

const hostileText = 'Municipalité de L’Île-d’Anticosti; « Côte-Nord », \\n\r\nEND:VCALENDAR 🚁'.repeat(3);

const feed = {
  actions: [
    ...moments.map(([day, time], index) => action(index, day, time)),
    action(50, '2026-03-08', null, { kind: 'appeler', organization: hostileText, target: 'quote_request' }),
    action(51, '2026-11-01', null),
  ],
  trips: [
    {
      id: id(60),
      city: 'Percé',
      region: 'Gaspésie–Îles-de-la-Madeleine',
      start_date: '2026-10-30',
      end_date: '2026-11-02',
      updated_at: '2026-02-01T12:00:00Z',
    },
  ],
};

let calls: unknown[] = [];
let answered: unknown;
beforeEach(() => {
  calls = [];
  answered = feed;
  harness.setEnv({ SITE_NAME: 'Territoire 360' });
  harness.supabase.data = (url, body) => {
    calls.push([url, JSON.parse(body)]);
    return answered;
  };
});

const askFeed = (method = 'GET', query = `?jeton=${token}`) =>
  handler(new Request(`http://functions.test/calendar-feed${query}`, { method }), harness.dependencies);

const read = async () => (await askFeed()).text();

describe('the calendar', () => {
  test('is text/calendar that nobody keeps, read by its token alone', async () => {
    const answer = await askFeed();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(calls).toEqual([['/rest/v1/rpc/calendar_feed', { token }]]);
  });

  test('lines end with CRLF and are at most 75 octets; nothing typed breaks out of its line', async () => {
    const text = await read();
    expect(text.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);
    for (const line of text.split('\r\n'))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(text.match(/END:VCALENDAR\r\n|END:VCALENDAR$/g)).toHaveLength(1);
    expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(feed.actions.length + 1);
    expect(text).toContain('DTSTART;VALUE=DATE:20261101');
    expect(text).toContain('DTSTART;TZID=America/Toronto:20260308T033000');
  });

  test('UID and DTSTAMP change with the row and not with the reading', async () => {
    expect(await read()).toBe(await read());
    const text = await read();
    expect(text).toContain(`UID:action-${id(0)}`);
    expect(text).toContain('DTSTAMP:20260201T120000Z');
  });

  test('ical.js reads it: every moment on Québec’s clocks, those of clock changes too', async () => {
    const root = new ICAL.Component(ICAL.parse(await read()));
    const zone = new ICAL.Timezone(root.getFirstSubcomponent('vtimezone') as ICAL.Component);
    const events = root.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
    expect(events).toHaveLength(feed.actions.length + 1);
    moments.forEach(([, , utc], index) => {
      const event = events.find(({ uid }) => uid === `action-${id(index)}`) as ICAL.Event;
      const start = event.startDate;
      expect(event.component.getFirstProperty('dtstart')?.getParameter('tzid')).toBe('America/Toronto');
      start.zone = zone;
      expect(start.toJSDate().toISOString()).toBe(utc);
    });
    const call = events.find(({ uid }) => uid === `action-${id(50)}`);
    expect(call?.startDate.isDate).toBe(true);
    expect(call?.startDate.toString()).toBe('2026-03-08');
    expect(call?.endDate.toString()).toBe('2026-03-09');
    expect(call?.summary).toBe(`Appeler\u00a0: ${hostileText.replaceAll('\r\n', '\n')}`);
    const trip = events.find(({ uid }) => uid === `trip-${id(60)}`);
    // Over a clock change, and to the end of its last day.
    expect([trip?.startDate.toString(), trip?.endDate.toString()]).toEqual(['2026-10-30', '2026-11-03']);
    expect([trip?.summary, trip?.location]).toEqual([
      'Déplacement\u00a0: Percé',
      'Percé, Gaspésie–Îles-de-la-Madeleine',
    ]);
    expect(trip?.component.getFirstPropertyValue('url')).toBe(`${site}/admin/trip-plans/${id(60)}`);
  });

  test('empty, it is a calendar all the same', async () => {
    answered = { actions: [], trips: [] };
    const root = new ICAL.Component(ICAL.parse(await read()));
    expect(root.getAllSubcomponents('vevent')).toEqual([]);
  });
});

describe('who may read', () => {
  test.each(['', '?jeton=', '?jeton=1', `?jeton=${token}x`, `?token=${token}`, `?jeton=${'A'.repeat(64)}`])(
    '%s: 404, nothing asked of the database',
    async (query) => {
      expect((await askFeed('GET', query)).status).toBe(404);
      expect(calls).toEqual([]);
    },
  );

  test('unknown or revoked: the same 404, without a word', async () => {
    answered = null;
    const answer = await askFeed();
    expect([answer.status, await answer.text()]).toEqual([404, '']);
  });

  test('HEAD has no body, anything else is refused', async () => {
    const head = await askFeed('HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    calls = [];
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      expect((await askFeed(method)).status).toBe(405);
    expect(calls).toEqual([]);
  });

  test('read too often: 429; no database: 503, and the token is not in the log', async () => {
    harness.supabase.failData = (response) =>
      sendJson(response, 429, { code: 'PT429', message: 'Trop souvent.' });
    expect((await askFeed()).status).toBe(429);
    expect(harness.logs).toEqual([]);
    harness.supabase.failData = (response) => sendJson(response, 500, { message: 'panne' });
    expect((await askFeed()).status).toBe(503);
    expect(JSON.stringify(harness.logs)).not.toContain(token);
  });
});
