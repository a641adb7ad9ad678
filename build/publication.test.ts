import { expect, it } from 'vitest';
import { goneRules, readingBegins, stampText } from './publication.ts';

const api = { url: 'https://api.example', key: 'sb_publishable_x' };
const answering = (answer: Response | Error) =>
  (async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  }) as unknown as typeof fetch;

it('asks the database for its clock before anything is read', async () => {
  const reading = await readingBegins(api, answering(Response.json('2026-11-23T14:30:00.123456+00:00')));
  expect(reading).toEqual({ readAt: '2026-11-23T14:30:00.123456+00:00' });
  expect(stampText(reading.readAt)).toBe('{"readAt":"2026-11-23T14:30:00.123456+00:00"}\n');
});

it.each([
  ['is down', new TypeError('fetch failed')],
  ['refuses', new Response('', { status: 401 })],
  ['answers something else', Response.json({ now: 1 })],
])('says nothing of when it was built where the database %s', async (_what, answer) => {
  const { readAt, problem } = await readingBegins(api, answering(answer));
  expect(readAt).toBeNull();
  expect(problem).toContain('heure de la base');
  expect(stampText(readAt)).toBe('{"readAt":null}\n');
});

it('answers 410 for a tour that was withdrawn, and leads to its present address where it has one', () => {
  const hrefs = [(slug: string) => `/realisations/${slug}`, (slug: string) => `/visite/${slug}`];
  expect(goneRules({ phare: null, quai: 'le-quai' }, hrefs, hrefs.slice(1)).trim().split('\n')).toEqual([
    '/realisations/phare /retiree.html 410',
    '/visite/phare /retiree.html 410',
    '/visite/phare/* /retiree.html 410',
    '/realisations/quai /realisations/le-quai 301',
    '/visite/quai /visite/le-quai 301',
    '/visite/quai/* /visite/le-quai/:splat 301',
  ]);
  expect(goneRules({}, hrefs, hrefs)).toBe('');
});
