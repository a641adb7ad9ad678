import { cutText } from '../_shared/contract/cut-text.ts';
import { visibleLine } from '../_shared/contract/typed-text.ts';

/** The values of `suggested_prospects.sector` that the registers use. */
export type Sector =
  | 'hôtellerie'
  | 'immobilier'
  | 'tourisme'
  | 'commerce'
  | 'restaurant'
  | 'municipalité'
  | 'mrc';

/** An address or number with its source. */
export interface Published {
  value: string;
  sourceUrl: string;
  /** The moment when it was found, in ISO 8601. */
  foundAt: string;
}

/** An organisation named by a register, without any fact that the register does not contain. */
export interface Candidate {
  origin: 'mamh' | 'osm';
  /** A unique name in its register: 'mamh:23027', 'osm:node/123'. */
  externalId: string;
  company: string;
  city: string;
  /** Code of its municipality, when the register has it near. */
  townCode: string | null;
  mrc: string | null;
  region: string;
  sector: Sector;
  /** The kind in French, as a sentence uses it: « ville », « hôtel », « musée ». */
  kind: string;
  sourceUrl: string;
  latitude: number;
  longitude: number;
  /** Straight-line distance. */
  distanceKm: number;
  /** Obstacle between the trip's place and it, such as a river; null when a road leads there. */
  crossing: Crossing | null;
  /** Route by road, when a routing server gives it. */
  road: Road | null;
  population: number | null;
  email: Published | null;
  phone: Published | null;
  website: Published | null;
}

/** A barrier on the way (docs/decisions/0099). */
export interface Crossing {
  /** French text as stored: « autre rive: par le pont Laviolette, environ 44 km ». */
  words: string;
  /** Cost of the detour for the ranking; null where no road leads. */
  km: number | null;
}

/** A route by road. */
interface Road {
  km: number;
  minutes: number;
}

export interface Place {
  latitude: number;
  longitude: number;
}

/** Largest length of a column of `suggested_prospects`. */
const textLimit = 100;

/**
 * Prepares a text for a column: one line, single spaces, cut at the column's length; undefined when nothing is left.
 */
export function columnText(text: string | null | undefined, most = textLimit): string | undefined {
  const line = visibleLine((text ?? '').replace(/[\p{Cc}\s]+/gu, ' '));
  return cutText(line, most).trim() || undefined;
}
