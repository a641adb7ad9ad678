import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { prepareHarness } from '../_testing/harness.ts';
import { readPdf } from '../_testing/read-pdf.ts';
import { handler } from './handler.ts';

const sealId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const harness = prepareHarness();
/** Small, for the library that reads the report decodes each picture. */
const picture = new Uint8Array(
  await sharp('supabase/seed/rue/apres/R0010412.JPG').resize(400).jpeg().toBuffer(),
);

const pair = (more: object = {}) => ({
  ...{ note: '', before_preview: 'a/1.jpg', before_at: '2025-10-28T14:00:00Z', after_preview: 'a/2.jpg' },
  ...{
    after_at: '2026-04-20T14:00:00Z',
    file_name: 'apres/R0010412.JPG',
    lat: 48.4479,
    lon: -68.5239,
    findings: [],
  },
  ...more,
});
const finding = {
  kind: 'bordure',
  note: 'Béton <brisé> & déplacé',
  yaw: 40,
  pitch: -20,
  width: 12,
  height: 8,
};
let report: Record<string, unknown> | null;

beforeEach(() => {
  report = {
    ...{ studio: 'Territoire 360', sealed_at: '2026-11-27T03:00:00Z', merkle_root: 'ab'.repeat(32) },
    header: {
      survey: {
        name: 'Rue des Érables',
        city: 'Rimouski',
        region: 'Bas-Saint-Laurent',
        client: '',
        date: '2026-04-20',
      },
      ...{
        pictures: 10,
        leftOut: { double: 2 },
        first: '2026-04-20T14:00:00Z',
        last: '2026-04-20T14:00:09Z',
      },
      clock: { offsetMs: -192_000, basis: 'earlier' },
      ...{ times: { appareil: 10 }, places: { trace: 9, aucune: 1 }, headings: { trace: 10 } },
      tracks: [{ name: 'rue.gpx', points: 60 }],
    },
    tokens: [{ authority: 'https://horodatage.exemple.test/tsa', gen_time: '2026-11-27T03:00:05Z' }],
    places: Array.from({ length: 10 }, (_, i) => [-68.5239 + i / 1e4, 48.4479 + i / 1e4]),
    ...{ pairs: 10, findings: 1, shown: [pair({ findings: [finding] }), pair(), pair({ note: 'Neige' })] },
  };
  harness.supabase.data = (url) => (url.includes('/rpc/survey_report') ? report : undefined);
  harness.dependencies.fetch = (url, init) =>
    url.includes('/storage/v1/object/survey-previews/')
      ? Promise.resolve(
          new Response(url.endsWith('1.jpg') || url.endsWith('2.jpg') ? picture : null, { status: 200 }),
        )
      : fetch(url, init);
});

const printReport = async () => {
  const { status, body } = await harness.call(handler, { sealId });
  expect(status, JSON.stringify(body)).toBe(200);
  return readPdf(new Uint8Array(Buffer.from(body.base64 as string, 'base64')));
};

test('the report says what, where, what was found, how it was made, and what the seal is worth', async () => {
  const { printed, language } = await printReport();
  expect(language).toBe('fr-CA');
  const text = printed.join(' ').replace(/\s+/g, ' ');
  for (const words of [
    'Rue des Érables',
    'Rimouski, Bas-Saint-Laurent',
    '10 paires, 1 dommage constaté',
    'Dommage constaté : bordure. Béton <brisé> & déplacé (12,0° sur 8,0°)',
    'Neige',
    '192 s de retard, mesuré par les positions du relevé précédent',
    '9 images par la trace GPS, 1 image sans indication',
    'horodatage.exemple.test',
    'Ce que le sceau établit',
    'c’est un tribunal qui décide de sa valeur',
  ])
    expect(text).toContain(words);
});

test('no place, no pair, no stamp, no preview: it is made all the same', async () => {
  Object.assign(report ?? {}, { places: [], pairs: 0, findings: 0, shown: [], tokens: [] });
  expect((await printReport()).printed.join(' ')).toContain('aucun au moment de ce rapport');
  Object.assign(report ?? {}, {
    places: [[-68.5, 48.4]],
    pairs: 1,
    findings: 1,
    shown: [pair({ before_preview: null, after_preview: 'a/9.jpg', findings: [finding] })],
  });
  await printReport();
});

test('a seal that does not exist is said', async () => {
  report = null;
  expect(await harness.call(handler, { sealId })).toMatchObject({ status: 404 });
});
