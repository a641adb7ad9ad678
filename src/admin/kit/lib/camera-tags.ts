/** The tags that cameras write of a picture and that are read, under their names in the standard (Exif 3.0). */
const NAMES = [
  'DateTimeOriginal',
  'DateTimeDigitized',
  'SubSecTimeOriginal',
  'SubSecTimeDigitized',
  'OffsetTimeOriginal',
  'OffsetTimeDigitized',
  'OffsetTime',
  'GPSDateStamp',
  'GPSTimeStamp',
  'GPSLatitude',
  'GPSLatitudeRef',
  'GPSLongitude',
  'GPSLongitudeRef',
  'GPSImgDirection',
  'GPSImgDirectionRef',
] as const;

type TagName = (typeof NAMES)[number];

/** Tags of a picture as its camera wrote them: texts, or numbers (an angle has three). One that is absent or of another kind is left out. */
export type CameraTags = { [Name in TagName]?: string | number[] };

/** Number of bytes that hold EXIF and XMP: each segment has 64 kB at most, behind a preview or a profile. */
const HEADER_BYTES = 256 * 1024;

/** Reads the first bytes of a picture, in which cameras write their tags. */
export const readHeader = async (file: Blob): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer());

/** Takes the bytes that `readHeader` would read from the first part of a file that is being read. */
export const headerOf = (part: Uint8Array): Uint8Array<ArrayBuffer> => part.slice(0, HEADER_BYTES);

/** Reads the EXIF of a picture from its first bytes. It never fails: what is hostile, cut or absent has no tags. */
export async function readCameraTags(header: Uint8Array<ArrayBuffer>): Promise<CameraTags> {
  const { load } = await import('exifreader');
  try {
    const { exif = {} } = load(header.buffer, { expanded: true, includeTags: { exif: [...NAMES] } });
    const found = exif as Partial<Record<TagName, { value: unknown }>>;
    return Object.fromEntries(NAMES.map((name) => [name, asValue(found[name]?.value)]));
  } catch {
    return {};
  }
}

/** Converts a value of the library: a text comes in a list of one, a number by its fraction. */
function asValue(value: unknown): string | number[] | undefined {
  const list = Array.isArray(value) ? value : [value];
  if (typeof list[0] === 'string') return list[0];
  // One fraction alone is a pair of numbers, not a list of pairs.
  const fractions = list.length === 2 && list.every((part) => typeof part === 'number') ? [list] : list;
  const numbers = fractions.map((part) =>
    Array.isArray(part) ? Number(part[0]) / Number(part[1]) : Number(part),
  );
  return numbers.length > 0 && numbers.every(Number.isFinite) ? numbers : undefined;
}

/** Reads an angle of degrees, minutes and seconds; `undefined` when it is none of the Earth. */
function angleOf(parts: string | number[] | undefined, most: number): number | undefined {
  if (!Array.isArray(parts) || parts.length !== 3) return undefined;
  const [degrees = 0, minutes = 0, seconds = 0] = parts;
  const angle = degrees + minutes / 60 + seconds / 3600;
  return angle >= 0 && angle <= most ? angle : undefined;
}

/** Reads the position that a camera wrote; a camera without satellites writes zeros, which are none. */
export function positionOf(tags: CameraTags): { lat: number; lon: number } | undefined {
  const lat = angleOf(tags.GPSLatitude, 90);
  const lon = angleOf(tags.GPSLongitude, 180);
  if (lat === undefined || lon === undefined || (lat === 0 && lon === 0)) return undefined;
  return {
    lat: tags.GPSLatitudeRef === 'S' ? -lat : lat,
    lon: tags.GPSLongitudeRef === 'W' ? -lon : lon,
  };
}
