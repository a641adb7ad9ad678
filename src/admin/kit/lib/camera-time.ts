import type { Enums } from '@/shared/database.types';
import type { CameraTags } from './camera-tags';

/** Time that a camera wrote of a picture, with the tags that it was read from. */
export type CameraTime = {
  /** Time on the camera's clock, in ms since 1970 as if it were UTC. */
  wall: number;
  tag: Enums<'survey_time_tag'>;
  /**
   * Time zone of the camera's clock, `-04:00`, and the tag that says it; absent when no tag does. `drift` is how far
   * the clock was from the satellites' in that zone, in ms, when they say it: a receiver that is lost repeats its last
   * time.
   */
  zone?: { offset: string; tag: Enums<'survey_zone_tag'>; drift?: number };
};

/** Before this year no camera made panoramas: its clock was never set. */
const FIRST_TIME = Date.UTC(2000, 0, 1);
const LAST_TIME = Date.UTC(2100, 0, 1);
const MINUTE = 60_000;

/** Clocks of the inhabited world are within these of UTC. */
const MOST_BEHIND = -12 * 60;
const MOST_AHEAD = 14 * 60;

/** Half-hours are the finest time zones of Canada; a clock that is further than this from one tells no zone. */
const ZONE_STEP = 30;
const MOST_DRIFT = 10;

/**
 * Reads the time of a picture from the tags that its camera wrote: DateTimeOriginal, else DateTimeDigitized (which tools
 * call CreateDate), else the date and time of the GPS; and its zone from the offset of the same date, else from another
 * one, else from what the GPS's time says of the clock.
 */
export function readCameraTime(tags: CameraTags): CameraTime | undefined {
  const satellites = gpsTime(tags);
  const original = wallOf(tags.DateTimeOriginal, tags.SubSecTimeOriginal);
  const wall = original ?? wallOf(tags.DateTimeDigitized, tags.SubSecTimeDigitized);
  if (wall === undefined) {
    return satellites === undefined
      ? undefined
      : { wall: satellites, tag: 'GPSDateStamp', zone: { offset: '+00:00', tag: 'GPSDateStamp' } };
  }
  const tag = original === undefined ? 'CreateDate' : 'DateTimeOriginal';
  const own = original === undefined ? 'OffsetTimeDigitized' : 'OffsetTimeOriginal';
  for (const name of [own, 'OffsetTimeOriginal', 'OffsetTimeDigitized', 'OffsetTime'] as const) {
    const offset = zoneOf(tags[name]);
    if (offset) return { wall, tag, zone: { offset, tag: name } };
  }
  const zone = satellites === undefined ? undefined : zoneBetween(wall, satellites);
  return { wall, tag, ...(zone ? { zone } : {}) };
}

/** Reads « 2025:10:28 14:05:59 », with its fraction of a second, as if it were UTC. */
export function wallOf(noted: unknown, fraction?: unknown): number | undefined {
  const match = /^(\d{4})[:-](\d{2})[:-](\d{2})[ T](\d{2}):(\d{2}):(\d{2})/.exec(String(noted ?? '').trim());
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1);
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const seconds = Date.parse(iso);
  // `Date` would turn a 31st of February or an hour 25 into another day.
  if (Number.isNaN(seconds) || new Date(seconds).toISOString() !== iso) return undefined;
  const digits = /^\d{1,9}/.exec(String(fraction ?? '').trim())?.[0];
  // Cut, not rounded: the next second would be another digit of the date.
  const wall = seconds + (digits ? Math.floor(Number(`0.${digits}`) * 1000) : 0);
  return wall >= FIRST_TIME && wall < LAST_TIME ? wall : undefined;
}

/** Reads an offset to UTC, `-04:00`, `+0530`, `-04`, `Z`; blanks, which the standard writes for an unknown one, are none. */
export function zoneOf(noted: unknown): string | undefined {
  const text = String(noted ?? '').trim();
  if (/^z$/i.test(text)) return '+00:00';
  const [, sign, hours = '', minutes = ''] = /^([+\-\u2212])(\d{1,2})(?::?(\d{2}))?$/.exec(text) ?? [];
  if (!sign) return undefined;
  const behind = (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
  return Number(minutes) < 60 && behind >= MOST_BEHIND && behind <= MOST_AHEAD ? zoneText(behind) : undefined;
}

/** Converts a zone, `-04:00`, to milliseconds. */
export function offsetOf(zone: string): number {
  const [hours = 0, minutes = 0] = zone.slice(1).split(':').map(Number);
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE;
}

/** Writes an offset to UTC in minutes as `-04:00`. */
export function zoneText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Reads the time that satellites gave, which is UTC. */
function gpsTime({ GPSDateStamp: day, GPSTimeStamp: time }: CameraTags): number | undefined {
  const [hour = 0, minute = 0, second = 0] = Array.isArray(time) && time.length === 3 ? time : [Number.NaN];
  if (!(hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 61)) return undefined;
  const midnight = wallOf(
    `${String(day ?? '')
      .trim()
      .slice(0, 10)} 00:00:00`,
  );
  return midnight === undefined
    ? undefined
    : midnight + Math.round((hour * 3600 + minute * 60 + second) * 1000);
}

/** Finds the zone of a clock by the time of the satellites at the same moment; a clock that is far off tells none. */
function zoneBetween(wall: number, utc: number): CameraTime['zone'] {
  const minutes = (wall - utc) / MINUTE;
  const near = Math.round(minutes / ZONE_STEP) * ZONE_STEP;
  if (Math.abs(minutes - near) > MOST_DRIFT || near < MOST_BEHIND || near > MOST_AHEAD) return undefined;
  return { offset: zoneText(near), tag: 'GPSDateStamp', drift: wall - utc - near * MINUTE };
}
