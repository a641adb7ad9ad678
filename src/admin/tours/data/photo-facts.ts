import { wallTime } from '@contract/eastern-time';
import { positionOf, readCameraTags, readHeader } from '@/admin/kit/lib/camera-tags';
import { readCameraTime } from '@/admin/kit/lib/camera-time';

/** Facts that a camera noted about a photo. */
export type PhotoFacts = {
  position?: { latitude: number; longitude: number };
  /** The day on the camera's clock: `2026-10-28`. */
  day?: string;
};

/** Reads what a camera noted. It never fails: a file that says nothing, or nonsense, has no facts. */
export async function readPhotoFacts(file: Blob): Promise<PhotoFacts> {
  const tags = await readCameraTags(await readHeader(file));
  const position = positionOf(tags);
  // A date of the camera has no time zone of its own: its day is the one that is written. A clock may be ahead of ours.
  const time = readCameraTime(tags);
  // The time of satellites is UTC, on which the evening is tomorrow.
  const wall = time?.tag === 'GPSDateStamp' ? wallTime(time.wall) : time?.wall;
  const day = wall === undefined || wall > Date.now() ? undefined : new Date(wall).toISOString().slice(0, 10);
  return {
    ...(position ? { position: { latitude: position.lat, longitude: position.lon } } : {}),
    ...(day ? { day } : {}),
  };
}
