import { readFileSync } from 'node:fs';
import type { Position, TrackPoint } from '@/shared/survey/track';

/** The path starts at the working folder, because in a page `import.meta.url` is no file. */
const read = (file: string) => readFileSync(`supabase/seed/rue/${file}`, 'utf8');

type Truth = {
  sequences: { id: 'A' | 'B'; gpx: string; camera_clock_offset_s: number }[];
  images: {
    file: string;
    sequence: 'A' | 'B';
    viewpoint: number;
    lat: number;
    lon: number;
    true_heading: number;
    true_time: string;
    camera_time: string;
    exif_gps?: [number, number] | null;
  }[];
};

/** A picture of the demo street: what its camera recorded, and its true time and place. */
export type DemoPicture = {
  file: string;
  viewpoint: number;
  cameraTime: number;
  cameraPosition: Position | undefined;
  trueTime: number;
  position: Position;
  heading: number;
};

/** Reads one of the two drives of the demo street, with its track and its true clock offset in ms. */
export function demoDrive(sequence: 'A' | 'B'): {
  track: TrackPoint[];
  pictures: DemoPicture[];
  offset: number;
} {
  const truth: Truth = JSON.parse(read('rue-sequences.json'));
  const drive = truth.sequences.find(({ id }) => id === sequence);
  if (!drive) throw new Error(`no sequence ${sequence}`);
  const points = read(drive.gpx).matchAll(/lat="([^"]+)" lon="([^"]+)">.*?<time>([^<]+)</g);
  return {
    offset: drive.camera_clock_offset_s * 1000,
    track: Array.from(points, ([, lat, lon, time]) => ({
      lat: Number(lat),
      lon: Number(lon),
      time: Date.parse(time ?? ''),
      segment: 0,
    })),
    pictures: truth.images
      .filter((image) => image.sequence === sequence)
      .map((image) => {
        const [day = '', hour] = image.camera_time.split(' ');
        return {
          file: image.file,
          viewpoint: image.viewpoint,
          // Both drives were made on daylight saving time.
          cameraTime: Date.parse(`${day.replaceAll(':', '-')}T${hour}-04:00`),
          cameraPosition: image.exif_gps ? { lat: image.exif_gps[0], lon: image.exif_gps[1] } : undefined,
          trueTime: Date.parse(image.true_time),
          position: { lat: image.lat, lon: image.lon },
          heading: image.true_heading,
        };
      }),
  };
}
