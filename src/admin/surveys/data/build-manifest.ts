import type { Tables } from '@/shared/database.types';
import { MANIFEST_FORMAT, type Manifest, type ManifestPicture } from '@/shared/evidence/manifest';
import { canonicalText, sha256Hex } from '@/shared/evidence/seal';
import type { ClockPart } from './clock-parts';

/** Facts of a survey that its seal holds. */
export type SealedSurvey = Pick<
  Tables<'surveys'>,
  | 'id'
  | 'name'
  | 'city'
  | 'region'
  | 'client_name'
  | 'captured_on'
  | 'clock_offset_ms'
  | 'clock_basis'
  | 'clock_parts'
>;

/** Facts of each picture that a seal holds. */
export type SealablePicture = Pick<
  Tables<'survey_pictures'>,
  | 'id'
  | 'file_name'
  | 'file_bytes'
  | 'sha256'
  | 'taken_at'
  | 'time_source'
  | 'camera_time'
  | 'camera_zone'
  | 'lat'
  | 'lon'
  | 'place_source'
  | 'heading'
  | 'heading_source'
  | 'left_out'
>;

/** A point of a sealed track: [milliseconds, latitude, longitude, segment]. */
type SealedPoint = readonly [time: number, lat: number, lon: number, segment: number];

/** A GPS track of a survey. */
export type SealedTrack = { name: string; points: readonly SealedPoint[] };

const isoInstant = (stored: string | null) => (stored === null ? null : new Date(stored).toISOString());

function entryOf(picture: SealablePicture): ManifestPicture {
  return {
    path: picture.file_name,
    bytes: picture.file_bytes,
    sha256: picture.sha256 ?? '',
    takenAt: isoInstant(picture.taken_at),
    timeSource: picture.time_source,
    cameraTime: isoInstant(picture.camera_time),
    cameraZone: picture.camera_zone,
    lat: picture.lat,
    lon: picture.lon,
    placeSource: picture.place_source,
    heading: picture.heading,
    headingSource: picture.heading_source,
  };
}

function countBy(values: readonly (string | null)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value ?? 'aucune'] = (counts[value ?? 'aucune'] ?? 0) + 1;
  return counts;
}

/**
 * Finds names that differ only by case or by how their accents are composed: a disk of Windows or of a Mac keeps one of them, and
 * the folder of the delivery would lack the other.
 *
 * @returns each pair that clashes
 */
export function clashingNames(paths: readonly string[]): [string, string][] {
  const known = new Map<string, string>();
  return paths.flatMap((path): [string, string][] => {
    const key = path.normalize('NFC').toLocaleLowerCase('fr-CA').normalize('NFC');
    const other = known.get(key);
    known.set(key, other ?? path);
    return other === undefined ? [] : [[other, path]];
  });
}

/**
 * Writes the manifest of a survey: its kept pictures in the order of their time, and how each fact of them is known.
 *
 * @param declaredAt the moment of the sealing, which the database compares with its own
 */
export function buildManifest(
  survey: SealedSurvey,
  pictures: readonly SealablePicture[],
  tracks: readonly SealedTrack[],
  declaredAt: Date,
): Manifest {
  const kept = pictures
    .filter(({ left_out }) => left_out === null)
    .map(entryOf)
    .sort((a, b) => (a.takenAt ?? '~').localeCompare(b.takenAt ?? '~') || (a.path < b.path ? -1 : 1));
  // The database checks them.
  const parts = survey.clock_parts as ClockPart[];
  const times = kept.flatMap(({ takenAt }) => takenAt ?? []);
  const time = (point: SealedPoint | undefined) => (point ? new Date(point[0]).toISOString() : null);
  return {
    header: {
      format: MANIFEST_FORMAT,
      product: 'Territoire 360',
      survey: {
        id: survey.id,
        name: survey.name,
        city: survey.city ?? '',
        region: survey.region ?? '',
        client: survey.client_name ?? '',
        date: survey.captured_on,
      },
      declaredAt: declaredAt.toISOString(),
      pictures: kept.length,
      bytes: kept.reduce((total, { bytes }) => total + bytes, 0),
      leftOut: countBy(pictures.flatMap(({ left_out }) => left_out ?? [])),
      first: times[0] ?? null,
      last: times.at(-1) ?? null,
      clock: {
        offsetMs: survey.clock_offset_ms,
        basis: survey.clock_basis,
        ...(parts.length > 0
          ? { parts: parts.map(({ from, offset_ms }) => ({ from, offsetMs: offset_ms })) }
          : {}),
      },
      times: countBy(kept.map(({ timeSource }) => timeSource)),
      places: countBy(kept.map(({ placeSource }) => placeSource)),
      headings: countBy(kept.map(({ headingSource }) => headingSource)),
      tracks: tracks.map(({ name, points }) => ({
        name,
        points: points.length,
        first: time(points[0]),
        last: time(points.at(-1)),
        sha256: sha256Hex(new TextEncoder().encode(canonicalText(points))),
      })),
    },
    pictures: kept,
  };
}
