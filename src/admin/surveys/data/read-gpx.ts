import { offsetOf, wallOf, zoneOf } from '@/admin/kit/lib/camera-time';
import { readTextFile } from '@/admin/kit/lib/decode-text';
import type { TrackPoint } from '@/shared/survey/track';
import { isInQuebec } from './plausible-places';
import { parseXml } from './xml-page';

/** Largest GPX file that is read: ten days at a point a second. */
const MOST_BYTES = 60 * 1024 * 1024;

/** Largest number of points stored for one track, as in supabase/schemas/41_surveys.sql. */
const MOST_POINTS = 200_000;

/** Thrown for a GPX file that cannot be used; `message` says why in French. */
export class TrackRefusal extends Error {
  override readonly name = 'TrackRefusal';
}

/** Reasons for which a point of a track is left out: it has no time, no place, a place far away, or repeats another. */
type PointFault = 'time' | 'place' | 'far' | 'repeated';

/**
 * A GPX file that was read. `found` points were in it: those of its tracks, and those left out. It has several tracks when they
 * are of the same minutes: they cannot be one drive.
 */
export type ReadGpx = {
  tracks: { name: string; points: TrackPoint[] }[];
  found: number;
  leftOut: Record<PointFault, number>;
  /** Kept points whose time had no zone, read as UTC. */
  withoutZone: number;
  /** Waypoints and points of routes, which no receiver recorded on the way. */
  planned: number;
};

/** A stretch that a receiver recorded without losing its way; `track` is its place among the tracks of the file. */
type Segment = { track: number; points: TrackPoint[] };

/**
 * Reads the points of a GPX file, each with its own time, place and segment.
 *
 * @throws TrackRefusal
 */
export async function readGpx(file: Blob): Promise<ReadGpx> {
  if (file.size > MOST_BYTES) {
    throw new TrackRefusal(
      'Ce fichier dépasse 60\u00a0Mo\u00a0: exportez la trace de cette journée seulement.',
    );
  }
  const page = parseGpx((await readTextFile(file)).text);
  const leftOut = { time: 0, place: 0, far: 0, repeated: 0 };
  const segments: Segment[] = [];
  const names: string[] = [];
  let [found, withoutZone] = [0, 0];
  for (const [track, element] of elements(page, 'trk').entries()) {
    names.push(childText(element, 'name') || `trace ${track + 1}`);
    for (const stretch of elements(element, 'trkseg')) {
      const points: TrackPoint[] = [];
      for (const point of elements(stretch, 'trkpt')) {
        found++;
        const place = placeOf(point);
        const moment = instantOf(childText(point, 'time'));
        if (!moment) leftOut.time++;
        else if (!place) leftOut.place++;
        else if (!isInQuebec(place)) leftOut.far++;
        else {
          points.push({ ...place, time: moment.time, segment: segments.length });
          if (!moment.hasZone) withoutZone++;
        }
      }
      if (points.length > 0) segments.push({ track, points });
    }
  }
  const own = withoutCopies(segments.map(({ track, points }) => ({ track, points: sortPoints(points) })));
  const kept = own.reduce((sum, { points }) => sum + points.length, 0);
  leftOut.repeated = found - kept - leftOut.time - leftOut.place - leftOut.far;
  const planned = elements(page, 'wpt').length + elements(page, 'rtept').length;
  if (kept === 0) throw new TrackRefusal(emptyText(page, leftOut));
  if (kept > MOST_POINTS) {
    throw new TrackRefusal(
      'Cette trace a plus de 200\u00a0000 points\u00a0: exportez une journée à la fois.',
    );
  }
  return { tracks: tracksOf(own, names), found, leftOut, withoutZone, planned };
}

/** @throws TrackRefusal */
function parseGpx(text: string): Document {
  const page = parseXml(text);
  if (page === 'definitions') {
    throw new TrackRefusal(
      'Ce fichier contient des définitions qu’un récepteur GPS n’écrit pas. Il n’a pas été lu.',
    );
  }
  if (page === 'broken' || page.documentElement.localName.toLowerCase() !== 'gpx') {
    throw new TrackRefusal('Ce fichier n’est pas une trace GPX lisible\u00a0: il est peut-être coupé.');
  }
  return page;
}

/** Lists the descendant elements of that name, whatever their namespace prefix. */
const elements = (under: Document | Element, name: string) => [...under.getElementsByTagNameNS('*', name)];

/** Reads the text of a child, not of what an extension nests further down. */
const childText = (under: Element, name: string) =>
  [...under.children].find(({ localName }) => localName === name)?.textContent?.trim() ?? '';

function placeOf(point: Element): { lat: number; lon: number } | undefined {
  const degrees = (name: string, most: number) => {
    const written = point.getAttribute(name)?.trim() ?? '';
    const value = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(written) ? Number(written) : Number.NaN;
    return Math.abs(value) <= most ? value : undefined;
  };
  const [lat, lon] = [degrees('lat', 90), degrees('lon', 180)];
  // A receiver without satellites writes zeros.
  return lat === undefined || lon === undefined || (lat === 0 && lon === 0) ? undefined : { lat, lon };
}

const GPX_TIME = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** Reads a moment of ISO 8601; the format says UTC, so that one without a zone is of it. */
function instantOf(written: string): { time: number; hasZone: boolean } | undefined {
  const [, moment = '', fraction, zone] = GPX_TIME.exec(written) ?? [];
  const wall = wallOf(moment.toUpperCase(), fraction);
  const offset = zoneOf(zone ?? 'Z');
  return wall === undefined || offset === undefined
    ? undefined
    : { time: wall - offsetOf(offset), hasZone: zone !== undefined };
}

/** Puts points in the order of their time, one a moment: a receiver may repeat some. */
function sortPoints(points: readonly TrackPoint[]): TrackPoint[] {
  const ordered = points.toSorted((a, b) => a.time - b.time);
  return ordered.filter(({ time }, index) => time !== ordered[index - 1]?.time);
}

/** Leaves out segments that an earlier one has whole: some applications write a drive twice. */
function withoutCopies(segments: readonly Segment[]): Segment[] {
  const keyOf = ({ time, lat, lon }: TrackPoint) => `${time} ${lat} ${lon}`;
  const seen = new Set<string>();
  return segments.filter(({ points }) => {
    const keys = points.map(keyOf);
    const isCopy = keys.every((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return !isCopy;
  });
}

const firstTime = ({ points }: { points: readonly TrackPoint[] }) => points[0]?.time ?? 0;
const lastTime = ({ points }: { points: readonly TrackPoint[] }) => points.at(-1)?.time ?? 0;

/** Puts the segments of a file together, except those of the same minutes, which are of another track. */
function tracksOf(segments: readonly Segment[], names: readonly string[]): ReadGpx['tracks'] {
  const whole = lanesOf(segments);
  if (whole.length === 1) return [{ name: '', points: joinSegments(segments) }];
  return names.flatMap((name, track) => {
    const lanes = lanesOf(segments.filter((segment) => segment.track === track));
    return lanes.map((lane, index) => ({
      name: lanes.length === 1 ? name : `${name} (${index + 1})`,
      points: joinSegments(lane),
    }));
  });
}

const joinSegments = (segments: readonly Segment[]) =>
  segments.toSorted((a, b) => firstTime(a) - firstTime(b)).flatMap(({ points }) => points);

/** Deals segments out to as few lanes as have none of the same minutes. */
function lanesOf(segments: readonly Segment[]): Segment[][] {
  const lanes: Segment[][] = [];
  for (const segment of segments.toSorted((a, b) => firstTime(a) - firstTime(b))) {
    const free = lanes.find((lane) => lastTime(lane.at(-1) as Segment) <= firstTime(segment));
    if (free) free.push(segment);
    else lanes.push([segment]);
  }
  return lanes;
}

function emptyText(page: Document, leftOut: Record<PointFault, number>): string {
  if (leftOut.far > 0) {
    return 'Les points de cette trace sont loin du Québec\u00a0: latitude et longitude y sont peut-être inversées, ou sans leur signe.';
  }
  if (leftOut.time > 0) {
    return 'Aucun point de cette trace n’a d’heure utilisable\u00a0: sans heure, les photos ne peuvent pas y être placées.';
  }
  if (leftOut.place > 0) return 'Aucun point de cette trace n’a de position lisible.';
  if (elements(page, 'rtept').length > 0) {
    return 'Ce fichier contient un itinéraire prévu (rtept), sans trace parcourue\u00a0: exportez la trace du récepteur.';
  }
  if (elements(page, 'wpt').length > 0) {
    return 'Ce fichier contient des repères (wpt), sans trace parcourue\u00a0: exportez la trace du récepteur.';
  }
  return 'Cette trace est vide.';
}
