import { cutText } from '@contract/cut-text';
import { readTextFile } from '@/admin/kit/lib/decode-text';
import { counted } from '@/shared/lib/numbers';
import type { Position } from '@/shared/survey/track';
import type { Street } from './coverage';
import { isInQuebec } from './plausible-places';
import { parseXml } from './xml-page';

/** Largest file that is read, and largest order that is kept (supabase/schemas/41_surveys.sql). */
const MOST_BYTES = 20 * 1024 * 1024;
const MOST_KEPT = 2_000_000;
const MOST_STREETS = 5000;
const MOST_LINES = 1000;
const MOST_POINTS = 20_000;

/** Thrown for a file of streets that cannot be used; `message` says why in French. */
export class StreetsRefusal extends Error {
  override readonly name = 'StreetsRefusal';
}

/** Streets as they are stored: [[longitude, latitude], …] each line. */
export type StoredStreets = { name: string; lines: [number, number][][] }[];

/** Streets of a file, and sentences about what of it was left out. */
export type ReadStreets = { streets: StoredStreets; told: string[] };

type AreaRule = (place: Position) => boolean;

/**
 * Reads the lines of a GeoJSON or KML file as streets, those of a same name together.
 *
 * @param isOfSurvey tells whether a place may be of the survey: lines elsewhere are left out
 * @throws StreetsRefusal
 */
export async function readStreetsFile(file: Blob, isOfSurvey: AreaRule = isInQuebec): Promise<ReadStreets> {
  if (file.size > MOST_BYTES)
    throw new StreetsRefusal('Ce fichier dépasse 20\u00a0Mo\u00a0: gardez-y les rues commandées seulement.');
  const { text } = await readTextFile(file);
  if (text.startsWith('PK')) {
    throw new StreetsRefusal(
      'Ce fichier est une archive (KMZ ou ZIP)\u00a0: décompressez-la, puis choisissez le fichier KML ou GeoJSON qu’elle contient.',
    );
  }
  if (/^\s*</.test(text)) return streetsOf(await readKml(text), isOfSurvey);
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new StreetsRefusal('Ce fichier n’est pas du GeoJSON lisible\u00a0: il est peut-être coupé.');
  }
  return streetsOf(read, isOfSurvey);
}

async function readKml(text: string): Promise<unknown> {
  const page = parseXml(text);
  const root = typeof page === 'string' ? '' : page.documentElement.localName.toLowerCase();
  if (typeof page !== 'string' && root === 'kml') {
    const { kml } = await import('@tmcw/togeojson');
    return kml(page);
  }
  throw new StreetsRefusal(
    root === 'gpx'
      ? 'Ce fichier est une trace GPX\u00a0: les rues commandées sont des lignes avec leur nom, en GeoJSON ou en KML.'
      : 'Ce fichier n’est pas du KML lisible\u00a0: il est peut-être coupé.',
  );
}

type LooseGeoJson = {
  type?: unknown;
  features?: unknown;
  geometry?: unknown;
  geometries?: unknown;
  properties?: unknown;
  coordinates?: unknown;
};
const asObject = (value: unknown): LooseGeoJson => (typeof value === 'object' && value !== null ? value : {});
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Parts left out of a file: names of features, and numbers of points and of lines of fewer than two points. */
type LeftOut = { empty: string[]; others: string[]; far: string[]; points: number; parts: number };

/** Gathers the streets of a GeoJSON object: a collection, a feature, or a geometry alone. @throws StreetsRefusal */
export function streetsOf(read: unknown, isOfSurvey: AreaRule = isInQuebec): ReadStreets {
  const leftOut: LeftOut = { empty: [], others: [], far: [], points: 0, parts: 0 };
  const streets = new Map<string, [number, number][][]>();
  let isSwapped = true;
  for (const { properties, geometry } of featuresOf(read)) {
    const name = nameOf(asObject(properties));
    const { lines, others } = linesOf(geometry);
    const drawn = lines.map((line) => lineOf(line, leftOut)).filter((line) => line.length > 1);
    if (others > 0) leftOut.others.push(name);
    else if (drawn.length === 0) leftOut.empty.push(name);
    if (drawn.length > 0) leftOut.parts += lines.length - drawn.length;
    const near = drawn.filter((line) => line.every(([lon, lat]) => isOfSurvey({ lat, lon })));
    if (near.length < drawn.length) {
      leftOut.far.push(name);
      isSwapped &&= drawn.every((line) => line.every(([lon, lat]) => isInQuebec({ lat: lon, lon: lat })));
    }
    if (near.length > 0) streets.set(name, [...(streets.get(name) ?? []), ...near]);
  }
  if (streets.size === 0) throw new StreetsRefusal(nothingText(asObject(read), leftOut, isSwapped));
  const stored = [...streets].map(([name, lines]) => ({ name, lines }));
  if (
    stored.length > MOST_STREETS ||
    stored.some(
      ({ lines }) => lines.length > MOST_LINES || lines.some((line) => line.length > MOST_POINTS),
    ) ||
    JSON.stringify(stored).length > MOST_KEPT
  ) {
    throw new StreetsRefusal(
      'Ces rues ont trop de lignes ou trop de points pour être gardées\u00a0: simplifiez-les, donnez leur nom ou partagez la commande.',
    );
  }
  return {
    streets: stored.sort((a, b) => a.name.localeCompare(b.name, 'fr-CA', { numeric: true })),
    told: leftOutTexts(leftOut),
  };
}

function featuresOf(read: unknown): Pick<LooseGeoJson, 'properties' | 'geometry'>[] {
  if (Array.isArray(read)) return read.flatMap(featuresOf);
  const root = asObject(read);
  if (root.type === 'FeatureCollection') return asList(root.features).flatMap(featuresOf);
  return root.geometry === undefined && root.type !== 'Feature' ? [{ geometry: root }] : [root];
}

/** Lists the lines of a geometry, and how many of its parts are none. */
function linesOf(geometry: unknown): { lines: unknown[]; others: number } {
  const { type, coordinates, geometries } = asObject(geometry);
  if (type === 'LineString') return { lines: [coordinates], others: 0 };
  if (type === 'MultiLineString') return { lines: asList(coordinates), others: 0 };
  if (type !== 'GeometryCollection') return { lines: [], others: typeof type === 'string' ? 1 : 0 };
  const parts = asList(geometries).map(linesOf);
  return {
    lines: parts.flatMap(({ lines }) => lines),
    others: parts.reduce((sum, { others }) => sum + others, 0),
  };
}

function lineOf(coordinates: unknown, leftOut: LeftOut): [number, number][] {
  const places: [number, number][] = [];
  for (const place of asList(coordinates)) {
    const [lon, lat] = asList(place);
    if (!Number.isFinite(lon) || !Number.isFinite(lat)) {
      leftOut.points++;
      continue;
    }
    const [east, north] = [lon as number, lat as number];
    if (Math.abs(east) > 180 || Math.abs(north) > 90) {
      throw new StreetsRefusal(
        'Ce fichier contient des positions qui ne sont pas en degrés (WGS\u00a084). Exportez-le en longitude et latitude.',
      );
    }
    places.push([Math.round(east * 1e6) / 1e6, Math.round(north * 1e6) / 1e6]);
  }
  return places;
}

/** Fields of a street's name, as cities, the Adresses Québec register and OpenStreetMap write them, the surest first. */
const NAMES = ['name', 'nom', 'odonyme', 'nomcomplet', 'odonymecomplet', 'nomrue', 'rue', 'toponyme'];
/** Matches other fields that probably hold a street's name; fields about a town or an area are left out. */
const LIKE_A_NAME = /^(?:nom|odo|topo|rue|street|fullname)(?!.*(?:mun|ville|mrc|region|arr))/;

function nameOf(properties: object): string {
  const named = Object.entries(properties)
    .map(([key, value]) => [
      key
        .normalize('NFD')
        .toLowerCase()
        .replaceAll(/[^a-z]/g, ''),
      typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '',
    ])
    .filter(([, value]) => value !== '');
  const found =
    NAMES.map((name) => named.find(([key]) => key === name)).find(Boolean) ??
    named.find(([key = '']) => LIKE_A_NAME.test(key));
  return found?.[1] ? cutText(found[1].replaceAll(/\s+/g, ' '), 200) : 'Sans nom';
}

function nothingText(root: LooseGeoJson, { far }: LeftOut, isSwapped: boolean): string {
  if (root.type === 'Topology') return 'Ce fichier est du TopoJSON\u00a0: exportez-le en GeoJSON.';
  if (far.length === 0) {
    return 'Aucune ligne n’a été trouvée dans ce fichier. Les rues doivent être des lignes, en degrés (WGS\u00a084).';
  }
  return isSwapped
    ? 'Ces rues sont loin du relevé\u00a0: la latitude et la longitude y sont inversées. Exportez-les en longitude, puis latitude.'
    : 'Ces rues sont loin du relevé\u00a0: est-ce le fichier de cette ville?';
}

const MOST_NAMED = 5;

function leftOutTexts({ empty, others, far, points, parts }: LeftOut): string[] {
  const names = (list: readonly string[]) =>
    `${[...new Set(list)].slice(0, MOST_NAMED).join(', ')}${new Set(list).size > MOST_NAMED ? '…' : ''}`;
  return [
    empty.length > 0 &&
      `${counted(empty.length, 'élément sans ligne, ignoré', 'éléments sans ligne, ignorés')}\u00a0: ${names(empty)}.`,
    others.length > 0 &&
      `${counted(others.length, 'élément contient autre chose qu’une ligne, ignoré', 'éléments contiennent autre chose que des lignes, ignoré')}\u00a0: ${names(others)}.`,
    far.length > 0 &&
      `${counted(far.length, 'élément loin du relevé, ignoré', 'éléments loin du relevé, ignorés')}\u00a0: ${names(far)}.`,
    points > 0 &&
      `${counted(points, 'point sans position lisible, ignoré', 'points sans position lisible, ignorés')}.`,
    parts > 0 &&
      `${counted(parts, 'partie de moins de deux points, ignorée', 'parties de moins de deux points, ignorées')}.`,
  ].filter((text) => text !== false);
}

/** Converts stored streets for the computation of what is covered. */
export const asStreets = (stored: StoredStreets): Street[] =>
  stored.map(({ name, lines }) => ({
    name,
    lines: lines.map((line) => line.map(([lon, lat]): Position => ({ lat, lon }))),
  }));
