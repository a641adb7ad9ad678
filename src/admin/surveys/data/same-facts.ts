import type { Tables } from '@/shared/database.types';
import type { PictureFacts } from './picture-facts';

/** Facts of a picture that its import read. */
export type ImportedFacts = Pick<
  Tables<'survey_pictures'>,
  | 'width'
  | 'height'
  | 'camera_wall'
  | 'camera_time_tag'
  | 'camera_zone'
  | 'camera_zone_tag'
  | 'camera_lat'
  | 'camera_lon'
  | 'camera_heading'
  | 'camera_heading_reference'
>;

/** The database prints fifteen digits of an angle, and keeps six of a heading. */
const PLACE_DEGREES = 1e-9;
const HEADING_DEGREES = 0.01;

/** Tells whether a file still says what its import read of it. */
export function hasFacts(stored: ImportedFacts, facts: PictureFacts | undefined): boolean {
  if (!facts) return false;
  const { time, position, heading, headingReference } = facts;
  const isNear = (one: number | null, other: number | undefined, most: number) =>
    one === null || other === undefined ? one === (other ?? null) : Math.abs(one - other) <= most;
  const hasZone = stored.camera_zone_tag
    ? stored.camera_zone_tag === time?.zone?.tag && stored.camera_zone === time.zone.offset
    : // A zone by the satellites may have been refused; the import had no other.
      time?.zone === undefined || time.zone.tag === 'GPSDateStamp';
  return (
    stored.width === (facts.width ?? null) &&
    stored.height === (facts.height ?? null) &&
    (stored.camera_wall === null ? undefined : Date.parse(`${stored.camera_wall}Z`)) === time?.wall &&
    stored.camera_time_tag === (time?.tag ?? null) &&
    hasZone &&
    isNear(stored.camera_lat, position?.lat, PLACE_DEGREES) &&
    isNear(stored.camera_lon, position?.lon, PLACE_DEGREES) &&
    isNear(stored.camera_heading, heading === undefined ? undefined : heading % 360, HEADING_DEGREES) &&
    stored.camera_heading_reference === (headingReference ?? null)
  );
}
