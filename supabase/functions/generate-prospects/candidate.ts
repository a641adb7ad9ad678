import { isOneLineText } from '../_shared/contract/typed-text.ts';

/** The values of `suggested_prospects.sector` that the registers lead to. */
export type Sector =
  | 'hôtellerie'
  | 'immobilier'
  | 'tourisme'
  | 'commerce'
  | 'restaurant'
  | 'municipalité'
  | 'mrc';

/** One address or number, and the proof of it. */
export interface Published {
  value: string;
  sourceUrl: string;
  /** ISO 8601. */
  foundAt: string;
}

/** An organisation that a register names, with nothing in it that the register does not say. */
export interface Candidate {
  origin: 'mamh' | 'osm';
  /** Unique: 'mamh:23027', 'osm:node/123'. */
  externalId: string;
  company: string;
  city: string;
  /** Of the municipality it is, or lies in, when the register has it near. */
  townCode: string | null;
  mrc: string | null;
  region: string;
  sector: Sector;
  /** In French, as a sentence uses it: « ville », « hôtel », « musée ». */
  kind: string;
  sourceUrl: string;
  latitude: number;
  longitude: number;
  /** As the crow flies. */
  distanceKm: number;
  /** What stands between the trip's place and it; null when a road leads there. */
  crossing: Crossing | null;
  /** By the road, where a routing server says it. */
  road: Road | null;
  population: number | null;
  email: Published | null;
  phone: Published | null;
  website: Published | null;
}

/** A barrier on the way, as docs/decisions/0099 has them. */
export interface Crossing {
  /** In French, as it is kept: « autre rive: par le pont Laviolette, environ 44 km ». */
  words: string;
  /** What the way round is worth, for the order; null where no road leads. */
  km: number | null;
}

/** A way by the road. */
interface Road {
  km: number;
  minutes: number;
}

export interface Place {
  latitude: number;
  longitude: number;
}

/** The length a column of `suggested_prospects` allows. */
const textLimit = 100;

/** A text for a column: one line, single spaces, cut at the column's length; undefined when nothing is left. */
export function columnText(text: string | null | undefined, most = textLimit): string | undefined {
  const line = (text ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return [...line].filter(isOneLineText).slice(0, most).join('').trim() || undefined;
}
