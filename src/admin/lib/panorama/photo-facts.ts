/** Facts that a camera noted about a photo. */
export type PhotoFacts = {
  position?: { latitude: number; longitude: number };
  /** The day on the camera's clock: `2026-10-28`. */
  day?: string;
};

/** Number of bytes that contain the EXIF of a JPEG: its segment has 64 kB at most, behind a preview or a profile. */
const HEADER_BYTES = 256 * 1024;

/** Before this year no camera made panoramas: its clock was never set. */
const FIRST_YEAR = 2000;

/** Reads what a camera noted. It never fails: a file that says nothing, or nonsense, has no facts. */
export async function readPhotoFacts(file: Blob): Promise<PhotoFacts> {
  try {
    const { parse } = await import('exifr/dist/lite.esm.mjs');
    const start = await file.slice(0, HEADER_BYTES).arrayBuffer();
    const noted: Record<string, unknown> | undefined = await parse(start, {
      exif: ['DateTimeOriginal'],
      gps: ['GPSLatitude', 'GPSLatitudeRef', 'GPSLongitude', 'GPSLongitudeRef'],
      // A date of the camera has no time zone: its day is the one that is written.
      reviveValues: false,
    } as Parameters<typeof parse>[1]);
    const position = asPosition(noted?.latitude, noted?.longitude);
    const day = asDay(noted?.DateTimeOriginal);
    return { ...(position ? { position } : {}), ...(day ? { day } : {}) };
  } catch {
    return {};
  }
}

/** Returns a position on Earth; a camera without satellites notes zeros. */
function asPosition(latitude: unknown, longitude: unknown): PhotoFacts['position'] {
  const isAngle = (value: unknown, most: number): value is number =>
    typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= most;
  if (!isAngle(latitude, 90) || !isAngle(longitude, 180)) return undefined;
  return latitude === 0 && longitude === 0 ? undefined : { latitude, longitude };
}

/** Returns the day of « 2026:10:28 14:05:59 »; none of a clock that was not set, or that is ahead of ours. */
function asDay(noted: unknown): string | undefined {
  const [, year = '', month, date] = /^(\d{4})[:-](\d{2})[:-](\d{2})\b/.exec(String(noted ?? '')) ?? [];
  const day = `${year}-${month}-${date}`;
  const at = new Date(`${day}T00:00:00Z`);
  const isReal = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
  return isReal && Number(year) >= FIRST_YEAR && at.getTime() <= Date.now() ? day : undefined;
}
