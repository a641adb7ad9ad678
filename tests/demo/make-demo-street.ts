import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { fitClockOffset } from '../../src/admin/surveys/data/clock-offset.ts';
import { MATCH_WIDTH, matchTurn } from '../../src/shared/survey/match-turn.ts';
import { pairViewpoints } from '../../src/shared/survey/pairs.ts';
import { passageAt } from '../../src/shared/survey/track.ts';
import { demoDrive } from '../unit/demo-street.ts';

/**
 * Regenerates the demo street of the seed as the product would make it: positions from the tracks with the found clock
 * offsets, pairs, turns by matching, blurred plates. `npx tsx tests/demo/make-demo-street.ts`; it needs no stack.
 */

const seed = fileURLToPath(new URL('../../supabase/seed', import.meta.url));
const street = join(seed, 'rue');

type Plates = {
  sequence: string;
  seen: { file: string; yaw: number; pitch: number; approx_width_px: number }[];
}[];
type Differences = {
  id: string;
  description_fr: string;
  best: { file: string; yaw: number; pitch: number };
}[];
const truth = JSON.parse(readFileSync(join(street, 'rue-sequences.json'), 'utf8')) as {
  plates: Plates;
  differences: Differences;
  images: { file: string; pose_heading_written: number }[];
};

const surveys: readonly { id: string; sequence: 'A' | 'B'; day: string; name: string; slug: string }[] = [
  {
    ...{ id: '5a000000-0000-4000-8000-000000000001', sequence: 'A', day: '2025-10-28' },
    name: 'Rue des Érables, avant la neige (démonstration)',
    slug: 'rue-des-erables-2025-10-28',
  },
  {
    ...{ id: '5a000000-0000-4000-8000-000000000002', sequence: 'B', day: '2026-04-20' },
    name: 'Rue des Érables (démonstration)',
    slug: 'rue-des-erables',
  },
];
const [autumn, spring] = surveys as [(typeof surveys)[number], (typeof surveys)[number]];

/** Differences that the demo already records as damage; the others are left to find. */
const notedDamages: Readonly<Record<string, { kind: string; note: string; width: number; height: number }>> =
  {
    D1: { kind: 'Bordure', note: 'Bordure de béton brisée et déplacée.', width: 16, height: 12 },
    D4: { kind: 'Nid-de-poule', note: 'Absent à l’automne.', width: 14, height: 10 },
  };

/** Margin around a plate: it is three times as wide as high, and located to a pixel or two. */
const MARGIN = 2;

const quoted = (value: unknown): string =>
  value === null || value === undefined
    ? 'null'
    : typeof value === 'number'
      ? `${value}`
      : `'${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll("'", "''")}'`;
const insert = (table: string, rows: readonly Record<string, unknown>[]) =>
  `insert into public.${table} (${Object.keys(rows[0] ?? {}).join(', ')}) values\n${rows
    .map((row) => `  (${Object.values(row).map(quoted).join(', ')})`)
    .join(',\n')};\n`;

const plateBlurs = (file: string) =>
  truth.plates
    .flatMap(({ seen }) => seen.filter((one) => one.file === file))
    .map(({ yaw, pitch, approx_width_px }, index) => {
      const width = Math.max(1, ((approx_width_px * 360) / 2048) * MARGIN);
      return {
        id: `plaque-${index + 1}`,
        yaw,
        pitch,
        width: roundTo(width, 2),
        height: roundTo(width * 0.75, 2),
      };
    });

const roundTo = (value: number, digits: number) => Number(value.toFixed(digits));

/** Blurs ellipses of a panorama as the back office does: only five by five values of each remain. */
async function blurEllipses(jpeg: Buffer, blurs: ReturnType<typeof plateBlurs>): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(jpeg).metadata();
  const layers = await Promise.all(
    blurs.map(async (blur) => {
      const size = {
        width: Math.max(4, Math.round((blur.width / 360) * width * 1.3)),
        height: Math.max(4, Math.round((blur.height / 180) * height * 1.3)),
      };
      const left = Math.round((blur.yaw / 360 + 0.5) * width - size.width / 2);
      const top = Math.round((0.5 - blur.pitch / 180) * height - size.height / 2);
      const few = await sharp(jpeg)
        .extract({ left, top, ...size })
        .resize(5, 5, { fit: 'fill' })
        .png()
        .toBuffer();
      const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><radialGradient id="g"><stop offset=".77" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient><ellipse cx="50%" cy="50%" rx="50%" ry="50%" fill="url(#g)"/></svg>`;
      const input = await sharp(
        await sharp(few)
          .resize({ ...size, fit: 'fill' })
          .ensureAlpha()
          .png()
          .toBuffer(),
      )
        .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
        .png()
        .toBuffer();
      return { input, left, top };
    }),
  );
  return sharp(jpeg).composite(layers).jpeg({ quality: 76, mozjpeg: true }).toBuffer();
}

async function grey(file: string) {
  const { data, info } = await sharp(join(street, file))
    .greyscale()
    .resize(MATCH_WIDTH, MATCH_WIDTH / 2)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function writeObject(bucket: string, path: string, bytes: Buffer): void {
  const file = join(seed, bucket, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}

async function main(): Promise<void> {
  for (const bucket of ['survey-previews', 'survey-public'])
    rmSync(join(seed, bucket), { recursive: true, force: true });
  const tracks: Record<string, unknown>[] = [];
  const pictures: (Record<string, unknown> & {
    id: string;
    file_name: string;
    lat: number;
    lon: number;
    heading: number;
  })[] = [];
  const offsets: number[] = [];
  let earlier: { lat: number; lon: number }[] = [];
  for (const survey of surveys) {
    const drive = demoDrive(survey.sequence);
    const timed = drive.pictures.map(({ cameraTime, cameraPosition }) => ({
      cameraTime,
      position: cameraPosition,
    }));
    const found = fitClockOffset(timed, drive.track, earlier);
    if (!found) throw new Error('The clock was not found');
    const offset = Math.round(found.offset);
    offsets.push(offset);
    tracks.push({
      ...{ survey_id: survey.id, name: `rue-des-erables-${survey.day}.gpx` },
      points: drive.track.map(({ time, lat, lon, segment }) => [time, lat, lon, segment]),
    });
    for (const [index, picture] of drive.pictures.entries()) {
      const [, name = ''] = picture.file.split('/');
      const id = `5b000000-0000-4000-8000-00000${name.slice(1, 8)}`;
      const at = passageAt(drive.track, picture.cameraTime - offset);
      if (!at) throw new Error(`${name} is beside the track`);
      const source = join(street, picture.file);
      const bytes = readFileSync(source);
      const blurs = plateBlurs(picture.file);
      const preview = `${survey.id}/${id}.jpg`;
      const published = `${survey.id}/${id}-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}.jpg`;
      writeObject(
        'survey-previews',
        preview,
        await sharp(bytes).jpeg({ quality: 76, mozjpeg: true }).toBuffer(),
      );
      writeObject('survey-public', published, await blurEllipses(bytes, blurs));
      const written = truth.images.find(({ file }) => file === picture.file)?.pose_heading_written ?? 0;
      pictures.push({
        ...{
          id,
          survey_id: survey.id,
          file_name: picture.file,
          file_bytes: statSync(source).size,
          width: 2048,
          height: 1024,
        },
        ...{
          camera_wall: new Date(picture.cameraTime - 4 * 3_600_000).toISOString().slice(0, -1),
          camera_time_tag: 'DateTimeOriginal',
          camera_time: new Date(picture.cameraTime).toISOString(),
          camera_zone: '-04:00',
          camera_zone_tag: 'OffsetTimeOriginal',
        },
        ...{
          camera_lat: picture.cameraPosition?.lat ?? null,
          camera_lon: picture.cameraPosition?.lon ?? null,
        },
        camera_heading_reference: 'vrai',
        ...{ camera_heading: written, taken_at: new Date(picture.cameraTime - offset).toISOString() },
        ...{ lat: roundTo(at.lat, 7), lon: roundTo(at.lon, 7), heading: written },
        ...{
          time_source: 'trace',
          place_source: 'trace',
          heading_source: 'appareil',
          sequence: 1,
          number: index + 1,
        },
        ...{ preview, published_file: published, blurs, searched_by: 'demonstration' },
      });
    }
    earlier = pictures.map(({ lat, lon }) => ({ lat, lon }));
  }

  const of = (survey: string) =>
    pictures
      .filter(({ survey_id }) => survey_id === survey)
      .map(({ id, lat, lon, heading }) => ({ id, position: { lat, lon }, heading }));
  const found = pairViewpoints(of(autumn.id), of(spring.id));
  const byId = new Map(pictures.map((picture) => [picture.id, picture]));
  const pairs: Record<string, unknown>[] = [];
  const findings: Record<string, unknown>[] = [];
  for (const [index, { before, after }] of found.entries()) {
    const [one, other] = [byId.get(before), byId.get(after)];
    if (!one || !other) continue;
    const matched = matchTurn(
      await grey(one.file_name),
      await grey(other.file_name),
      other.heading - one.heading,
    );
    const id = `5c0000${String(index + 1).padStart(2, '0')}-0000-4000-8000-000000000001`;
    const those = truth.differences.filter(
      ({ id, best }) => notedDamages[id] && best.file === other.file_name,
    );
    pairs.push({
      ...{ id, before_picture: before, after_picture: after, turn: roundTo(matched?.turn ?? 0, 2) },
      ...{ turn_source: matched ? 'appariement' : 'appareil', state: those.length > 0 ? 'vu' : 'à voir' },
    });
    for (const { id: difference, best } of those)
      findings.push({ pair_id: id, yaw: best.yaw, pitch: best.pitch, ...notedDamages[difference] });
  }
  console.log(
    `${pictures.length} pictures, ${pairs.length} pairs, clocks off by ${offsets.join(' and ')} ms`,
  );

  writeFileSync(
    join(seed, 'surveys.sql'),
    `-- The demo street at two dates, of the files in seed/survey-previews and seed/survey-public. Written by
-- tests/demo/make-demo-street.ts: do not edit.

${insert(
  'surveys',
  surveys.map(({ id, name, slug, day }, index) => ({
    ...{
      id,
      user_id: 'a0000000-0000-4000-8000-000000000001',
      name,
      city: 'Rimouski',
      region: 'Bas-Saint-Laurent',
    },
    ...{ client_name: 'Ville de Rimouski (démonstration)', captured_on: day },
    compared_with: index === 0 ? null : autumn.id,
    ...{ clock_offset_ms: offsets[index], clock_basis: index === 0 ? 'camera' : 'earlier' },
    ...{ published_at: `${day}T20:00:00Z`, slug, created_at: `${day}T20:00:00Z` },
  })),
)}
${insert('survey_tracks', tracks)}
${insert('survey_pictures', pictures)}
${insert('survey_pairs', pairs)}
${insert('survey_findings', findings)}
-- What « Vider le studio de démonstration » takes away.
insert into private.demo_rows (table_name, row_id) select 'surveys', id::text from public.surveys;
`,
  );
}

await main();
