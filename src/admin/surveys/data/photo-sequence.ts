import { distance } from '@/shared/survey/track';
import type { SealablePicture } from './build-manifest';

/** A picture with its place and its true time in ms. */
export type PlacedPicture = { path: string; time: number; lat: number; lon: number };

/** A video ends where the vehicle stopped this long, */
const PAUSE_MS = 60_000;
/** or after this many metres without satellites, */
const GAP_METRES = 60;
/** or after so many pictures: a video is held in memory until it is whole. */
const MOST_PICTURES = 1000;

/** Cuts the kept pictures that have a place and a time into videos, in the order of their time. */
export function cutVideos(pictures: readonly SealablePicture[]): PlacedPicture[][] {
  const placed = pictures
    .flatMap(({ file_name, taken_at, lat, lon, left_out }) =>
      left_out === null && taken_at !== null && lat !== null && lon !== null
        ? [{ path: file_name, time: Date.parse(taken_at), lat, lon }]
        : [],
    )
    .sort((a, b) => a.time - b.time);
  const videos: PlacedPicture[][] = [];
  for (const picture of placed) {
    const video = videos.at(-1);
    const before = video?.at(-1);
    // Two pictures with the same time would be one frame.
    if (before?.time === picture.time) continue;
    const goesOn =
      video &&
      before &&
      video.length < MOST_PICTURES &&
      picture.time - before.time <= PAUSE_MS &&
      distance(before, picture) <= GAP_METRES;
    if (goesOn) video.push(picture);
    else videos.push([picture]);
  }
  return videos;
}

/** Writes the track of a video as Street View's `rawGpsTimeline`. */
export const timelineOf = (video: readonly PlacedPicture[]) =>
  video.map(({ time, lat, lon }) => ({
    latLngPair: { latitude: lat, longitude: lon },
    gpsRecordTimestampUnixEpoch: new Date(time).toISOString(),
  }));
