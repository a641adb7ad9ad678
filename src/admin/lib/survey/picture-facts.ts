import { readImageHeader } from '@/admin/lib/image-header';
import { wallTime } from '@/admin/lib/quebec-clock';
import type { Enums } from '@/shared/database.types';
import type { Position } from '@/shared/survey/track';

/** North that a direction is counted from. */
export type HeadingReference = Enums<'survey_heading_reference'>;

/** Facts in the file of a picture, in the units of the database; a fact that is absent or nonsense is left out. */
export type PictureFacts = {
  width?: number;
  height?: number;
  /** Time of the camera's clock, in ms since 1970. */
  cameraTime?: number;
  /** Time zone in which that clock was read: `-04:00` of the camera, or `America/Toronto` for lack of it. */
  cameraZone?: string;
  position?: Position;
  /** Compass direction of the middle of the picture, and the north it is counted from when the camera wrote which. */
  heading?: number;
  headingReference?: HeadingReference;
};

/** Number of bytes that hold EXIF and XMP: each segment has 64 kB at most, behind a preview or a profile. */
const HEADER_BYTES = 256 * 1024;

/** Time zone of a camera that notes none. */
const USUAL_ZONE = 'America/Toronto';

/** Before this year no camera made panoramas: its clock was never set. */
const FIRST_TIME = Date.UTC(2000, 0, 1);
const LAST_TIME = Date.UTC(2100, 0, 1);

/**
 * Reads what a camera noted in a JPEG. It never fails on what a camera may have written: nonsense is left out.
 *
 * @returns `undefined` when the file is no JPEG
 */
export async function readPictureFacts(file: Blob): Promise<PictureFacts | undefined> {
  const start = await file.slice(0, HEADER_BYTES).arrayBuffer();
  const header = readImageHeader(new Uint8Array(start));
  if (header?.type !== 'jpeg') return undefined;
  const size = { width: header.width, height: header.height };
  const noted = await readTags(start);
  const zone = /^[+-]\d{2}:\d{2}$/.exec(String(noted.OffsetTimeOriginal ?? '').trim())?.[0];
  const cameraTime = cameraInstant(noted.DateTimeOriginal, noted.SubSecTimeOriginal, zone);
  const position = asPosition(noted.latitude, noted.longitude);
  const direction = directionOf(noted);
  return {
    ...size,
    ...(cameraTime === undefined ? {} : { cameraTime, cameraZone: zone ?? USUAL_ZONE }),
    ...(position ? { position } : {}),
    ...direction,
  };
}

async function readTags(start: ArrayBuffer): Promise<Record<string, unknown>> {
  const { parse } = await import('exifr/dist/lite.esm.mjs');
  try {
    const noted: Record<string, unknown> | undefined = await parse(start, {
      exif: ['DateTimeOriginal', 'SubSecTimeOriginal', 'OffsetTimeOriginal'],
      gps: [
        'GPSLatitude',
        'GPSLatitudeRef',
        'GPSLongitude',
        'GPSLongitudeRef',
        'GPSImgDirection',
        'GPSImgDirectionRef',
      ],
      xmp: true,
      // A date of the camera has no time zone of its own.
      reviveValues: false,
    } as Parameters<typeof parse>[1]);
    return noted ?? {};
  } catch {
    // Hostile or broken tags: the picture may still be placed by its name and by hand.
    return {};
  }
}

/**
 * Computes the instant that « 2025:10:28 14:05:59 » was on a camera's clock.
 *
 * @param zone `-04:00`; absent: the clocks of Québec
 */
export function cameraInstant(
  noted: unknown,
  fraction: unknown,
  zone: string | undefined,
): number | undefined {
  const match = /^(\d{4})[:-](\d{2})[:-](\d{2})[ T](\d{2}):(\d{2}):(\d{2})/.exec(String(noted ?? ''));
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  const written = new Date(wall).toISOString();
  // A 31st of February, an hour 25: Date would make another day of it.
  if (written !== `${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}.000Z`)
    return undefined;
  const digits = /^\d{1,9}/.exec(String(fraction ?? '').trim())?.[0];
  const parts = digits ? Math.round(Number(`0.${digits}`) * 1000) : 0;
  const instant = wall - (zone ? offsetOf(zone) : wallTime(wall) - wall) + parts;
  // The offset of Québec is that of the instant itself, not of the same digits read as UTC.
  const settled = zone ? instant : wall - (wallTime(instant - parts) - (instant - parts)) + parts;
  return settled >= FIRST_TIME && settled < LAST_TIME ? settled : undefined;
}

function offsetOf(zone: string): number {
  const [hours = 0, minutes = 0] = zone.slice(1).split(':').map(Number);
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

function asPosition(lat: unknown, lon: unknown): Position | undefined {
  const isAngle = (value: unknown, most: number): value is number =>
    typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= most;
  if (!isAngle(lat, 90) || !isAngle(lon, 180)) return undefined;
  // A camera without satellites notes zeros.
  return lat === 0 && lon === 0 ? undefined : { lat, lon };
}

/** Reads the direction of a picture: that of its sphere, else that of its camera, which some count from magnetic north. */
function directionOf(noted: Record<string, unknown>): Pick<PictureFacts, 'heading' | 'headingReference'> {
  const sphere = asHeading(noted.PoseHeadingDegrees);
  const camera = asHeading(noted.GPSImgDirection);
  // A stitching program that knows no direction writes 0 beside that of the camera.
  if (sphere !== undefined && (sphere !== 0 || camera === undefined)) {
    return { heading: sphere, headingReference: 'vrai' };
  }
  if (camera === undefined) return {};
  const reference = { T: 'vrai', M: 'magnétique' } as const;
  const written = String(noted.GPSImgDirectionRef ?? '')
    .trim()
    .toUpperCase();
  return {
    heading: camera,
    ...(written === 'T' || written === 'M' ? { headingReference: reference[written] } : {}),
  };
}

function asHeading(value: unknown): number | undefined {
  const degrees = typeof value === 'string' ? Number(value) : value;
  if (typeof degrees !== 'number' || !Number.isFinite(degrees) || Math.abs(degrees) > 360) return undefined;
  return (degrees + 360) % 360;
}
