import { isOneLineText } from '../_shared/one-line-text.ts';

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
  region: string;
  sector: Sector;
  /** In French, as a sentence uses it: « municipalité », « hôtel », « musée ». */
  kind: string;
  sourceUrl: string;
  latitude: number;
  longitude: number;
  distanceKm: number;
  population: number | null;
  email: Published | null;
  phone: Published | null;
  website: Published | null;
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
