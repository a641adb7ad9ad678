import type { TrackPoint } from '@/shared/survey/track';

/** Largest GPX file that is read: ten days at a point a second. */
const MOST_BYTES = 60 * 1024 * 1024;

/** Points that a survey keeps of one track; as in supabase/schemas/41_surveys.sql. */
const MOST_POINTS = 200_000;

const FIRST_TIME = Date.UTC(2000, 0, 1);
const LAST_TIME = Date.UTC(2100, 0, 1);

/** Thrown for a GPX file that cannot be used; `message` says why in French. */
export class TrackRefusal extends Error {
  override readonly name = 'TrackRefusal';
}

/** A track that was read: its points in the order of their time, and how many were left out because they say nothing. */
export type ReadTrack = { points: TrackPoint[]; leftOut: number };

/**
 * Reads the points of a GPX file that have a time, all its tracks together.
 *
 * @throws TrackRefusal
 */
export async function readGpx(file: Blob): Promise<ReadTrack> {
  if (file.size > MOST_BYTES) {
    throw new TrackRefusal(
      'Ce fichier dépasse 60\u00a0Mo\u00a0: exportez la trace de cette journée seulement.',
    );
  }
  const text = await file.text();
  // Entities may unfold into gigabytes, and no receiver writes any.
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) {
    throw new TrackRefusal(
      'Ce fichier contient des définitions qu’un récepteur GPS n’écrit pas. Il n’a pas été lu.',
    );
  }
  const { gpx } = await import('@tmcw/togeojson');
  const page = new DOMParser().parseFromString(text, 'application/xml');
  if (page.querySelector('parsererror') || !/gpx$/i.test(page.documentElement.tagName)) {
    throw new TrackRefusal('Ce fichier n’est pas une trace GPX lisible\u00a0: il est peut-être coupé.');
  }
  const points: TrackPoint[] = [];
  let leftOut = 0;
  for (const { geometry, properties } of gpx(page).features) {
    const lines = linesOf(geometry);
    const noted = (properties as { coordinateProperties?: { times?: unknown } } | null)?.coordinateProperties
      ?.times;
    const times = lines.length > 1 || Array.isArray((noted as unknown[] | undefined)?.[0]) ? noted : [noted];
    for (const [nth, line] of lines.entries()) {
      const stamps = (times as unknown[][] | undefined)?.[nth] ?? [];
      for (const [index, [lon = Number.NaN, lat = Number.NaN]] of line.entries()) {
        const time = Date.parse(String(stamps[index] ?? ''));
        if (isPlace(lat, lon) && time >= FIRST_TIME && time < LAST_TIME) points.push({ time, lat, lon });
        else leftOut++;
      }
    }
  }
  if (points.length === 0) {
    throw new TrackRefusal(
      leftOut > 0
        ? 'Aucun point de cette trace n’a d’heure utilisable\u00a0: sans heure, les photos ne peuvent pas y être placées.'
        : 'Cette trace est vide.',
    );
  }
  if (points.length > MOST_POINTS) {
    throw new TrackRefusal(
      'Cette trace a plus de 200\u00a0000 points\u00a0: exportez une journée à la fois.',
    );
  }
  return { points: sortedTrack(points), leftOut };
}

type Geometry = ReturnType<typeof import('@tmcw/togeojson').gpx>['features'][number]['geometry'];

function linesOf(geometry: Geometry): number[][][] {
  if (geometry?.type === 'LineString') return [geometry.coordinates];
  return geometry?.type === 'MultiLineString' ? geometry.coordinates : [];
}

const isPlace = (lat: number, lon: number) =>
  Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && !(lat === 0 && lon === 0);

/** Puts points in the order of their time, one a moment: a receiver may repeat some, and files may be given in any order. */
function sortedTrack(points: readonly TrackPoint[]): TrackPoint[] {
  const ordered = points.toSorted((a, b) => a.time - b.time);
  return ordered.filter(({ time }, index) => time !== ordered[index - 1]?.time);
}
