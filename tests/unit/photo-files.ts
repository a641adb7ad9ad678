/** For tests: JPEG files as cameras write them, of markers alone, with what EXIF notes of them. */

export type Entry = [tag: number, type: number, count: number, value: number[]];

const LITTLE = true;
const ascii = (text: string) => [...`${text}\0`].map((letter) => letter.charCodeAt(0));
/** Encodes numbers as EXIF rationals, to a thousandth. */
const rationals = (...parts: number[]) =>
  parts.flatMap((part) => {
    const bytes = new DataView(new ArrayBuffer(8));
    bytes.setUint32(0, Math.round(part * 1000), LITTLE);
    bytes.setUint32(4, 1000, LITTLE);
    return [...new Uint8Array(bytes.buffer)];
  });

/** Encodes a TIFF directory at an offset; values of more than four bytes follow it. */
function directory(at: number, entries: Entry[]): number[] {
  const head = new DataView(new ArrayBuffer(2 + entries.length * 12 + 4));
  const tail: number[] = [];
  head.setUint16(0, entries.length, LITTLE);
  entries.forEach(([tag, type, count, value], index) => {
    const place = 2 + index * 12;
    head.setUint16(place, tag, LITTLE);
    head.setUint16(place + 2, type, LITTLE);
    head.setUint32(place + 4, count, LITTLE);
    if (value.length > 4) {
      head.setUint32(place + 8, at + head.byteLength + tail.length, LITTLE);
      tail.push(...value);
    } else value.forEach((byte, n) => void head.setUint8(place + 8 + n, byte));
  });
  return [...new Uint8Array(head.buffer), ...tail];
}

const long = (value: number) => [value & 255, (value >> 8) & 255, 0, 0];

/** Makes a text entry. */
const textEntry = (tag: number, text: string): Entry => [tag, 2, text.length + 1, ascii(text)];

/** Makes the entries of the GPS date and time. */
export const gpsTime = (day: string, ...time: [number, number, number]): Entry[] => [
  [0x07, 5, 3, rationals(...time)],
  textEntry(0x1d, day),
];

/** Formats clock time in ms (as if it were UTC) the way cameras do: « 2025:10:28 14:05:59 ». */
export const exifDate = (wall: number): string =>
  new Date(wall).toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ');

/** EXIF tags with the time of the picture. */
export const timeTags = {
  DateTimeOriginal: 0x9003,
  DateTimeDigitized: 0x9004,
  OffsetTime: 0x9010,
  OffsetTimeOriginal: 0x9011,
  OffsetTimeDigitized: 0x9012,
  SubSecTimeOriginal: 0x9291,
  SubSecTimeDigitized: 0x9292,
} as const;

/** Makes a JPEG with these EXIF texts and a position; its size is 2:1, as a panorama's, unless another is given. */
export function photo({
  date,
  times = date ? { DateTimeOriginal: date } : {},
  make = [],
  gps = [],
  width = 4096,
  height = 2048,
}: {
  date?: string;
  times?: { [Tag in keyof typeof timeTags]?: string };
  /** Entries of the first directory, in which the camera is named. */
  make?: Entry[];
  gps?: Entry[];
  width?: number;
  height?: number;
}): Blob {
  const outside = make.reduce((sum, [, , , value]) => sum + (value.length > 4 ? value.length : 0), 0);
  const exifAt = 8 + 2 + (make.length + 2) * 12 + 4 + outside;
  const tags = Object.entries(times).map(([name, text]) =>
    textEntry(timeTags[name as keyof typeof timeTags], text),
  );
  const exif = directory(exifAt, tags);
  const gpsAt = exifAt + exif.length;
  const first = directory(8, [...make, [0x8769, 4, 1, long(exifAt)], [0x8825, 4, 1, long(gpsAt)]]);
  const tiff = [0x49, 0x49, 42, 0, 8, 0, 0, 0, ...first, ...exif, ...directory(gpsAt, gps)];
  const segment = [...ascii('Exif'), 0, ...tiff];
  const size = segment.length + 2;
  const frame = [0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 0, 0, 0];
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3, 0xff, 0xd9];
  return new Blob([
    new Uint8Array([0xff, 0xd8, 0xff, 0xe1, size >> 8, size & 255, ...segment, ...frame, ...scan]),
  ]);
}

type Angle = [degrees: number, minutes: number, seconds: number];

/** Makes the entries of a position, in degrees, minutes and seconds. */
export const position = (latitude: Angle, longitude: Angle, west = 'W'): Entry[] => [
  [1, 2, 2, ascii('N')],
  [2, 5, 3, rationals(...latitude)],
  [3, 2, 2, ascii(west)],
  [4, 5, 3, rationals(...longitude)],
];

/** Makes the entries of a heading in degrees, and of its reference north if the camera writes it. */
export const direction = (degrees: number, north?: string): Entry[] => [
  ...(north ? [textEntry(0x10, north)] : []),
  [0x11, 5, 1, rationals(degrees)],
];
