import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { factsOf } from '../../../../src/admin/surveys/data/picture-facts.ts';
import { readSphere } from '../../../../src/admin/tours/data/panorama-sphere.ts';
import { differenceOf, type Finding, type Judge } from '../judge.ts';
import { run, versionOf } from '../programs.ts';

/** Metadata about the camera's place, owner or serial number, which no published or delivered picture may have. */
const TELLING_TAGS =
  /^(?:GPS|.*SerialNumber|OwnerName|CameraOwnerName|Artist|By-?line|Creator|CreatorTool|Make|Model|UserComment|ThumbnailImage|HistoryAgent|DocumentID)/;

const PANORAMA = 'supabase/seed/rue/avant/R0010001.JPG';

/** Tags as exiftool writes them (its parameters), and what we read of them. */
const NOTED = [
  {
    tags: ['-GPSLatitude=48.44766', '-GPSLatitudeRef=N', '-GPSLongitude=68.52356', '-GPSLongitudeRef=W'],
    read: { position: [48.44766, -68.52356] },
  },
  {
    tags: ['-GPSLatitude=33.5', '-GPSLatitudeRef=S', '-GPSLongitude=151.25', '-GPSLongitudeRef=E'],
    read: { position: [-33.5, 151.25] },
  },
  {
    tags: ['-DateTimeOriginal=2026:07:01 23:59:59', '-SubSecTimeOriginal=25', '-OffsetTimeOriginal=-04:00'],
    read: { wall: '2026-07-01T23:59:59.250Z', zone: '-04:00' },
  },
  {
    tags: ['-DateTimeOriginal=2026:01:15 08:00:00', '-SubSecTimeOriginal=', '-OffsetTimeOriginal=+05:30'],
    read: { wall: '2026-01-15T08:00:00.000Z', zone: '+05:30' },
  },
  {
    tags: [
      '-XMP-GPano:PoseHeadingDegrees=12.5',
      '-XMP-GPano:PosePitchDegrees=-3.25',
      '-XMP-GPano:PoseRollDegrees=4',
    ],
    read: { heading: 12.5, tilt: [-3.25, 4] },
  },
  { tags: ['-XMP-GPano:ProjectionType=cylindrical'], read: { projection: 'cylindrical' } },
  { tags: ['-XMP-GPano:CroppedAreaImageWidthPixels=1024'], read: { isPart: true } },
  {
    tags: ['-XMP-GPano:PoseHeadingDegrees=', '-GPSImgDirection=271.5', '-GPSImgDirectionRef=M'],
    read: { heading: 271.5 },
  },
  {
    tags: ['-XMP-dc:Title=« Œuvre » <d’été> & GPano:ProjectionType="fisheye"'],
    read: { projection: 'equirectangular' },
  },
];

/** XMP as it is written of itself, by attributes, and with another program's preview before it. */
const FORMS = [[], ['-api', 'Compact=Shorthand'], ['-XMP-x:XMPToolkit=Autre 1.0', '-ThumbnailImage<=']];

/** What we read of a picture, of what a case says. */
async function readOf(file: string, wanted: object): Promise<Record<string, unknown>> {
  const bytes = new Uint8Array(readFileSync(file));
  const facts = await factsOf(bytes);
  const { projection, isPart, tilt } = readSphere(bytes);
  const all: Record<string, unknown> = {
    position:
      facts?.position && [facts.position.lat, facts.position.lon].map((angle) => Number(angle.toFixed(5))),
    wall: facts?.time && new Date(facts.time.wall).toISOString(),
    zone: facts?.time?.zone?.offset,
    heading: facts?.heading,
    tilt: [tilt.pitch, tilt.roll],
    ...{ projection, isPart },
  };
  return Object.fromEntries(Object.keys(wanted).map((key) => [key, all[key]]));
}

/** Writes tags into copies of a panorama, in each form, and compares what we read of them. */
async function noted(folder: string): Promise<Finding[]> {
  mkdirSync(folder, { recursive: true });
  const findings: Finding[] = [];
  for (const [index, { tags, read }] of NOTED.entries()) {
    for (const [form, parameters] of FORMS.entries()) {
      const file = join(folder, `${index}-${form}.jpg`);
      copyFileSync(PANORAMA, file);
      const { code, stderr } = await run('exiftool', [
        ...['-charset', 'UTF8', '-overwrite_original', '-n'],
        ...[...parameters, ...tags, file],
      ]);
      if (code !== 0) findings.push({ rule: 'write', where: tags.join(' '), message: stderr });
      findings.push(...differenceOf('read', tags.join(' '), read, await readOf(file, read)));
    }
  }
  return findings;
}

/** exiftool reads and writes the metadata of pictures. */
export const exiftool: Judge = {
  name: 'ExifTool',
  question:
    'Does a picture of the built site or of a delivered tour say where, when or with which camera it was taken, or is one unreadable? Do we read the place, the time, the heading and the sphere (EXIF, GPano) that it writes into a panorama, as it wrote them?',
  version: () => versionOf('exiftool', '-ver'),
  ask: async (things) => {
    const { folder } = await things.site();
    const { tour } = await things.downloads();
    const kinds = ['jpg', 'png', 'webp', 'avif'].flatMap((kind) => ['-ext', kind]);
    const { stdout } = await run('exiftool', ['-json', '-r', '-a', '-G0', ...kinds, folder, tour.folder]);
    const pictures = JSON.parse(stdout || '[]') as Record<string, unknown>[];
    const findings: Finding[] = pictures.flatMap(({ SourceFile, ...tags }) =>
      Object.entries(tags).flatMap(([key, value]) => {
        const tag = key.split(':').at(-1) ?? key;
        const isWrong = TELLING_TAGS.test(tag) || ['Error', 'Warning'].includes(tag);
        return isWrong
          ? [{ rule: tag, where: relative(folder, String(SourceFile)), message: `${key}: ${value}` }]
          : [];
      }),
    );
    findings.push(...(await noted(join(tour.folder, '..', 'panoramas'))));
    return {
      judged: { pictures: pictures.length, 'written panoramas': NOTED.length * FORMS.length },
      findings,
    };
  },
};
