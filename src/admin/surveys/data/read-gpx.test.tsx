import { readFileSync } from 'node:fs';
import { proofSize } from '@tests/proof-size';
import { randomOf } from '@tests/random-of';
import { describe, expect, it } from 'vitest';
import { readGpx, TrackRefusal } from './read-gpx';

const gpxFile = (body: string) =>
  new File([`<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">${body}</gpx>`], 'trace.gpx');
const point = (lat: unknown, time = '', lon: unknown = -68) =>
  `<trkpt lat="${lat}" lon="${lon}">${time && `<time>${time}</time>`}</trkpt>`;
const isoSecond = (second: string) => `2026-04-20T14:00:${second}Z`;
const segments = (...lists: string[][]) =>
  `<trk>${lists.map((points) => `<trkseg>${points.join('')}</trkseg>`).join('')}</trk>`;

/** Reads the latitude, second and segment of each track's points. */
const read = async (body: string) => {
  const { tracks, ...told } = await readGpx(gpxFile(body));
  return {
    ...told,
    tracks: tracks.map(({ points }) =>
      points.map(({ lat, time, segment }) => [lat, new Date(time).getUTCSeconds(), segment]),
    ),
  };
};
const refusal = async (file: Blob) => {
  const error: unknown = await readGpx(file).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TrackRefusal);
  return (error as Error).message;
};

describe('a GPX track', () => {
  it('has the points of the demo street, with their times', async () => {
    const file = new File(
      [readFileSync('supabase/seed/rue/rue-des-erables-2026-04-20.gpx', 'utf8')],
      'rue.gpx',
    );
    const { tracks, found, leftOut } = await readGpx(file);
    expect([tracks.length, tracks[0]?.points.length, found]).toEqual([1, 37, 37]);
    expect(leftOut).toEqual({ time: 0, place: 0, far: 0, repeated: 0 });
    expect(tracks[0]?.points[0]).toEqual({
      time: Date.parse('2026-04-20T14:21:31Z'),
      lat: 48.4473753,
      lon: -68.5231253,
      segment: 0,
    });
  });

  it('keeps the time of each point when others have none', async () => {
    expect(
      await read(
        segments([point(48.1), point(48.2, isoSecond('01')), point(48.3), point(48.4, isoSecond('02'))]),
      ),
    ).toMatchObject({
      tracks: [
        [
          [48.2, 1, 0],
          [48.4, 2, 0],
        ],
      ],
      ...{ found: 4, leftOut: { time: 2 } },
    });
  });

  it('does not give the times of a recorded segment to a planned one', async () => {
    const planned = [point(48.5), point(48.6)];
    expect(
      await read(segments(planned, [point(48.2, isoSecond('01')), point(48.3, isoSecond('02'))])),
    ).toMatchObject({
      tracks: [
        [
          [48.2, 1, 0],
          [48.3, 2, 0],
        ],
      ],
      leftOut: { time: 2 },
    });
  });

  it('has segments of one point, and any prefix; an extension’s time is not the point’s', async () => {
    const { tracks } = await readGpx(
      new File(
        [
          `<g:gpx xmlns:g="http://www.topografix.com/GPX/1/0" xmlns:x="urn:x"><g:trk><g:trkseg><g:trkpt lat="48.1" lon="-68"><x:e><x:time>2020-01-01T00:00:00Z</x:time></x:e><g:time>${isoSecond('01')}</g:time></g:trkpt></g:trkseg><g:trkseg><g:trkpt lon="-68" lat="48.2"><g:time>${isoSecond('05')}</g:time></g:trkpt></g:trkseg></g:trk></g:gpx>`,
        ],
        'a.gpx',
      ),
    );
    expect(tracks[0]?.points.map(({ lat, segment }) => [lat, segment])).toEqual([
      [48.1, 0],
      [48.2, 1],
    ]);
  });

  it('is put in the order of time, one point a moment, and counts what says nothing', async () => {
    expect(
      await read(
        segments([
          point(48.2, isoSecond('02')),
          point(48.1, isoSecond('01')),
          point(48.1, isoSecond('01')),
          point(48.3, '1970-01-01T00:00:03Z'),
          point('NaN', isoSecond('04')),
          point('', isoSecond('04')),
          point('48,5', isoSecond('04')),
          point(91, isoSecond('05')),
          point(48.2, isoSecond('06'), 68),
          point(-68, isoSecond('07'), 48),
        ]),
      ),
    ).toMatchObject({
      tracks: [
        [
          [48.1, 1, 0],
          [48.2, 2, 0],
        ],
      ],
      leftOut: { time: 1, place: 4, far: 2, repeated: 1 },
    });
  });

  it.each([
    ['2026-04-20T14:00:01', '2026-04-20T14:00:01.000Z', 1],
    ['2026-04-20T14:00:01.250', '2026-04-20T14:00:01.250Z', 1],
    ['2026-04-20T10:00:01-04:00', '2026-04-20T14:00:01.000Z', 0],
    ['2026-04-20T14:00:01.5Z', '2026-04-20T14:00:01.500Z', 0],
    ['2026-04-20T19:30:01+0530', '2026-04-20T14:00:01.000Z', 0],
  ])('reads %s as %s, and tells of a zone that lacks', async (written, instant, withoutZone) => {
    const result = await readGpx(gpxFile(segments([point(48, written)])));
    expect(new Date(result.tracks[0]?.points[0]?.time ?? 0).toISOString()).toBe(instant);
    expect(result.withoutZone).toBe(withoutZone);
  });

  it.each(['2026-02-31T10:00:00Z', '2026-04-20T25:00:00Z', '2026-04-20', '14:00:01', 'hier'])(
    'has no time of %s',
    async (written) => {
      expect((await read(segments([point(48, written), point(48, isoSecond('01'))]))).leftOut.time).toBe(1);
    },
  );

  it('is several when parts of the file are of the same minutes, and never one of them mixed', async () => {
    const body = (name: string, lat: number) =>
      `<trk><name>${name}</name><trkseg>${[1, 2, 3].map((n) => point(lat + n / 100, isoSecond(`0${n}`))).join('')}</trkseg></trk>`;
    const { tracks } = await readGpx(gpxFile(body('recepteur', 48) + body('telephone', 49)));
    expect(tracks.map(({ name, points }) => [name, points.map(({ lat }) => Math.floor(lat))])).toEqual([
      ['recepteur', [48, 48, 48]],
      ['telephone', [49, 49, 49]],
    ]);
    expect((await readGpx(gpxFile(body('une', 48) + body('copie', 48)))).leftOut.repeated).toBe(3);
  });

  it.each([
    [
      'entities that unfold',
      new File(['<!DOCTYPE gpx [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><gpx>&b;</gpx>'], 'a.gpx'),
      /définitions/,
    ],
    ['a cut file', new File(['<gpx><trk><trkseg><trkpt lat="48"'], 'a.gpx'), /coupé/],
    ['another document', new File(['<html/>'], 'a.gpx'), /GPX lisible/],
    ['no point', gpxFile(segments([])), /vide/],
    ['no time', gpxFile(segments([point(48), point(48.1)])), /heure/],
    ['a clock of 1970', gpxFile(segments([point(48, '1970-01-01T00:00:00Z')])), /heure/],
    ['swapped degrees', gpxFile(segments([point(-68, isoSecond('01'), 48)])), /loin du Québec/],
    ['a planned route', gpxFile('<rte><rtept lat="48" lon="-68"/></rte>'), /itinéraire prévu \(rtept\)/],
    [
      'waypoints',
      gpxFile('<wpt lat="48" lon="-68"><time>2026-04-20T14:00:01Z</time></wpt>'),
      /repères \(wpt\)/,
    ],
  ])('is refused with the reason: %s', async (_, file, reason) => {
    expect(await refusal(file)).toMatch(reason);
  });

  it('of 200 MB is refused before it is read', async () => {
    const huge = { size: 200e6, text: () => Promise.reject(new Error('read')) } as unknown as Blob;
    expect(await refusal(huge)).toMatch(/60/);
  });
});

/** Writes a random GPX file in the style of some receiver, with the expected content. */
function randomGpx(random: () => number) {
  const pick = <T,>(...choices: T[]) => choices[Math.floor(random() * choices.length)] as T;
  const prefix = pick('', '', 'gpx:', 'n1:');
  const tag = (name: string, content: string, attributes = '') =>
    `<${prefix}${name}${attributes}>${content}</${prefix}${name}>${pick('', '\n', '\r\n  ')}`;
  let now = Date.UTC(2026, 3, 20, 14) + Math.floor(random() * 1e9);
  const truth: { lat: number; lon: number; time: number; segment: number }[] = [];
  let [found, untimed, segment] = [0, 0, 0];
  const body = Array.from({ length: 1 + Math.floor(random() * 2) }, () =>
    tag(
      'trk',
      tag('name', pick('Trace', '<![CDATA[<trkpt lat="1" lon="1"/>]]>', 'a &amp; b')) +
        Array.from({ length: Math.floor(random() * 4) }, () => {
          const isPlanned = random() < 0.15;
          let hasPoints = false;
          const points = Array.from({ length: Math.floor(random() * 7) }, () => {
            found++;
            now += pick(200, 1000, 1000, 5000);
            const [lat, lon] = [
              45 + Math.floor(random() * 1e8) / 1e7,
              -79 + Math.floor(random() * 2e8) / 1e7,
            ];
            const hasTime = !isPlanned && random() < 0.85;
            if (hasTime) {
              truth.push({ lat, lon, time: now, segment });
              hasPoints = true;
            } else untimed++;
            const iso = new Date(now).toISOString();
            const local = new Date(now - 4 * 3_600_000).toISOString().slice(0, -1);
            const time = hasTime ? tag('time', pick(iso, iso.slice(0, -1), ` ${local}-04:00 `)) : '';
            const inside = [
              tag('ele', '38.7'),
              time,
              pick('', '<!-- trkpt -->', tag('extensions', tag('e', tag('time', '2001-01-01T00:00:00Z')))),
            ];
            const content = (random() < 0.3 ? inside.toReversed() : inside).join('');
            return tag('trkpt', content, pick(` lat="${lat}" lon="${lon}"`, ` lon='${lon}'\n lat='${lat}'`));
          });
          if (hasPoints) segment++;
          return tag('trkseg', points.join(''));
        }).join(''),
    ),
  ).join('');
  const space = prefix ? `xmlns:${prefix.slice(0, -1)}` : 'xmlns';
  return {
    ...{ truth, found, untimed },
    text: `${pick('', '\ufeff', '<?xml version="1.0"?>\n')}<${prefix}gpx version="1.1" ${space}="http://www.topografix.com/GPX/1/${pick(0, 1)}">${body}</${prefix}gpx>`,
  };
}

/** Counts track points in a text without the product's reader. */
const countPoints = (text: string) =>
  text.replaceAll(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>/g, '').match(/<(?:[\w.-]+:)?trkpt(?=[\s/>])/g)
    ?.length ?? 0;

/** Damages a text as disks, cables and editors do. */
function damageText(text: string, random: () => number): string {
  const place = () => Math.floor(random() * text.length);
  const [from, to] = [place(), place()].sort((a, b) => a - b) as [number, number];
  const near = Math.min(to, from + 40);
  const word = (pattern: RegExp, by: string) => {
    const matches = [...text.matchAll(pattern)];
    const match = matches[Math.floor(random() * matches.length)];
    return match ? text.slice(0, match.index) + by + text.slice(match.index + match[0].length) : text;
  };
  const damages = [
    () => text.slice(0, from) + text.slice(near),
    () => text.slice(0, from),
    () => text.slice(0, near) + text.slice(from),
    () => text.slice(0, from) + String.fromCharCode(33 + random() * 90) + text.slice(from + 1),
    () => word(/<\w*:?time>[^<]*<\/\w*:?time>/g, ''),
    () => word(/\d{4}-\d\d-\d\d/g, '2026-02-31'),
    () => word(/l(?:at|on)=["'][^"']*["']/g, ''),
    () => word(/\d+\.\d+/g, `${random() * 400 - 200}`),
    () => word(/T\d\d/g, 'T14'),
    () => word(/<\w*:?trkpt[\s\S]*?<\/\w*:?trkpt>/g, '<trkpt/>'),
  ];
  return (damages[Math.floor(random() * damages.length)] as () => string)();
}

describe('any GPX file', { timeout: proofSize(20_000, 120_000) }, () => {
  it('gives back what an independent writer put in it, nothing lost and nothing invented', async () => {
    for (let seed = 1; seed <= proofSize(60, 3000); seed++) {
      const { text, truth, found, untimed } = randomGpx(randomOf(seed));
      const result = await readGpx(new Blob([text])).catch((error: unknown) => error);
      if (truth.length === 0) {
        expect(result, `seed ${seed}`).toBeInstanceOf(TrackRefusal);
        continue;
      }
      expect(result, `seed ${seed}`).toMatchObject({
        ...{ found, leftOut: { time: untimed, place: 0, far: 0, repeated: 0 } },
        tracks: [{ points: truth }],
      });
    }
  });

  it('damaged in any way is refused with a reason, or every point of it is kept or told of', async () => {
    let kept = 0;
    for (let seed = 1; seed <= proofSize(100, 10_000); seed++) {
      const random = randomOf(seed * 7919);
      let { text } = randomGpx(random);
      for (let times = 1 + Math.floor(random() * 2); times > 0; times--) text = damageText(text, random);
      const result = await readGpx(new Blob([text])).catch((error: unknown) => error);
      if (result instanceof TrackRefusal) continue;
      const { tracks, found, leftOut } = result as Awaited<ReturnType<typeof readGpx>>;
      const points = tracks.reduce((sum, track) => sum + track.points.length, 0);
      const told = Object.values(leftOut).reduce((sum, count) => sum + count, 0);
      expect(Math.min(...Object.values(leftOut)), `seed ${seed}`).toBeGreaterThanOrEqual(0);
      expect([found, points + told], `seed ${seed}: ${text}`).toEqual([countPoints(text), found]);
      kept++;
    }
    // Enough damaged files must still be readable for the test to mean something.
    expect(kept).toBeGreaterThan(proofSize(20, 2000));
  });
});
