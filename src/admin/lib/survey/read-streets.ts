import type { Position } from '@/shared/survey/track';
import type { Street } from './coverage';

/** Largest GeoJSON file that is read, and largest order that is kept (supabase/schemas/41_surveys.sql). */
const MOST_BYTES = 20 * 1024 * 1024;
const MOST_KEPT = 2_000_000;

/** Thrown for a file of streets that cannot be used; `message` says why in French. */
export class StreetsRefusal extends Error {
  override readonly name = 'StreetsRefusal';
}

/** Streets as they are stored: [[longitude, latitude], …] each line. */
export type StoredStreets = { name: string; lines: [number, number][][] }[];

/**
 * Reads the lines of a GeoJSON file as streets, those of a same name together.
 *
 * @throws StreetsRefusal
 */
export async function readStreetsFile(file: Blob): Promise<StoredStreets> {
  if (file.size > MOST_BYTES)
    throw new StreetsRefusal('Ce fichier dépasse 20\u00a0Mo\u00a0: gardez-y les rues commandées seulement.');
  let read: unknown;
  try {
    read = JSON.parse(await file.text());
  } catch {
    throw new StreetsRefusal('Ce fichier n’est pas du GeoJSON lisible\u00a0: il est peut-être coupé.');
  }
  return streetsOf(read);
}

type Loose = {
  type?: unknown;
  features?: unknown;
  geometry?: unknown;
  properties?: unknown;
  coordinates?: unknown;
};
const asObject = (value: unknown): Loose => (typeof value === 'object' && value !== null ? value : {});
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Gathers the streets of a GeoJSON collection. @throws StreetsRefusal */
export function streetsOf(read: unknown): StoredStreets {
  const root = asObject(read);
  const features = root.type === 'FeatureCollection' ? asList(root.features) : [root];
  const streets = new Map<string, [number, number][][]>();
  for (const one of features) {
    const { geometry, properties } = asObject(one);
    const { type, coordinates } = asObject(geometry);
    const lines =
      type === 'LineString' ? [coordinates] : type === 'MultiLineString' ? asList(coordinates) : [];
    const found = lines.map(lineOf).filter((line) => line.length > 1);
    if (found.length === 0) continue;
    const name = nameOf(asObject(properties));
    streets.set(name, [...(streets.get(name) ?? []), ...found]);
  }
  if (streets.size === 0) {
    throw new StreetsRefusal(
      'Aucune ligne n’a été trouvée dans ce fichier. Les rues doivent être des lignes, en degrés (WGS\u00a084).',
    );
  }
  const stored = [...streets].map(([name, lines]) => ({ name, lines }));
  if (JSON.stringify(stored).length > MOST_KEPT) {
    throw new StreetsRefusal(
      'Ces rues ont trop de points pour être gardées\u00a0: simplifiez leurs lignes ou partagez la commande.',
    );
  }
  return stored.sort((a, b) => a.name.localeCompare(b.name, 'fr-CA', { numeric: true }));
}

function lineOf(coordinates: unknown): [number, number][] {
  const places: [number, number][] = [];
  for (const place of asList(coordinates)) {
    const [lon, lat] = asList(place);
    const isPlace =
      typeof lon === 'number' && typeof lat === 'number' && Math.abs(lon) <= 180 && Math.abs(lat) <= 90;
    if (!isPlace) {
      throw new StreetsRefusal(
        'Ce fichier contient des positions qui ne sont pas en degrés (WGS\u00a084). Exportez-le en longitude et latitude.',
      );
    }
    places.push([Math.round(lon * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]);
  }
  return places;
}

function nameOf(properties: object): string {
  const named = properties as Record<string, unknown>;
  const found = ['name', 'nom', 'NOM', 'Name', 'odonyme', 'NOM_RUE', 'nom_rue', 'rue']
    .map((key) => named[key])
    .find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof found === 'string' ? found.trim().replaceAll(/\s+/g, ' ').slice(0, 200) : 'Sans nom';
}

/** Converts stored streets for the computation of what is covered. */
export const asStreets = (stored: StoredStreets): Street[] =>
  stored.map(({ name, lines }) => ({
    name,
    lines: lines.map((line) => line.map(([lon, lat]): Position => ({ lat, lon }))),
  }));
