import { fold } from '../_shared/fold.ts';
import type { Sector } from './candidate.ts';

/** Objects of OpenStreetMap that may become prospects, by key and value of their tags; `*` is any value. */
interface OsmKind {
  key: 'tourism' | 'amenity' | 'shop' | 'office';
  values: Record<string, string>;
  sector: Sector;
}

/** Each group of kinds that a target type may ask for, with the French word of each value. */
const osmGroups = {
  lodging: {
    key: 'tourism',
    values: {
      hotel: 'hôtel',
      motel: 'motel',
      guest_house: 'gîte',
      hostel: 'auberge',
      chalet: 'chalet',
      camp_site: 'camping',
    },
    sector: 'hôtellerie',
  },
  culture: {
    key: 'tourism',
    values: { museum: 'musée', gallery: "galerie d'art", attraction: 'attraction touristique' },
    sector: 'tourisme',
  },
  leisure: {
    key: 'tourism',
    values: {
      attraction: 'attraction touristique',
      theme_park: "parc d'attractions",
      zoo: 'jardin zoologique',
    },
    sector: 'tourisme',
  },
  nature: {
    key: 'tourism',
    values: { camp_site: 'camping', chalet: 'chalet' },
    sector: 'hôtellerie',
  },
  food: {
    key: 'amenity',
    values: { restaurant: 'restaurant', cafe: 'café', bar: 'bar', pub: 'pub' },
    sector: 'restaurant',
  },
  shops: { key: 'shop', values: { '*': 'commerce' }, sector: 'commerce' },
  realEstate: { key: 'office', values: { estate_agent: 'agence immobilière' }, sector: 'immobilier' },
} as const satisfies Record<string, OsmKind>;

export type OsmGroup = keyof typeof osmGroups;

/**
 * Target types (tags of a trip) → groups to search. The first line whose words occur in the tag's slug or name, case
 * and accents apart, decides. An empty list is a type whose customers are the municipalities themselves, which come
 * from the register in any case.
 */
const targets: [words: RegExp, groups: OsmGroup[]][] = [
  [/infrastructure|street view|deneigement|municipal|voirie|mrc/, []],
  [/patrimoine|culture|musee|galerie|histoire|art\b/, ['culture']],
  [/hotel|heberge|auberge|gite|motel|lodging/, ['lodging']],
  [/nature|plein air|parc|camping|chalet|sentier/, ['nature', 'leisure']],
  [/immobilier|developpement|promoteur|habitation/, ['realEstate']],
  [/restaur|cafe|gastronomi|bistro|\bbars?\b/, ['food']],
  [/commer|boutique|magasin|detail/, ['shops', 'food']],
  [/evenement|festival|fete|attraction|loisir/, ['leisure', 'culture']],
  [/touris/, ['lodging', 'culture', 'leisure']],
];

export interface TargetTag {
  name: string;
  slug: string;
}

/** Lists the groups to search: those of the chosen types; all of them when none is chosen or none is known. */
export function groupsFor(tags: readonly TargetTag[]): OsmGroup[] {
  const lists = tags
    .map(({ name, slug }) => `${fold(slug)} ${fold(name)}`)
    .map((text) => targets.find(([words]) => words.test(text))?.[1])
    .filter((groups) => groups !== undefined);
  if (lists.length === 0) return Object.keys(osmGroups) as OsmGroup[];
  return [...new Set(lists.flat())];
}

/** Returns the kind of an object; undefined when it is none that we search for. */
export function kindOf(tags: Record<string, string>): { kind: string; sector: Sector } | undefined {
  for (const { key, values, sector } of Object.values(osmGroups) as OsmKind[]) {
    const value = tags[key];
    const kind = value && value !== 'no' ? (values[value] ?? values['*']) : undefined;
    if (kind) return { kind: attractionOf(tags) ?? kind, sector };
  }
  return undefined;
}

/** Returns the kind of an attraction, when its other tags tell. */
function attractionOf({ tourism, man_made, waterway, historic, leisure, natural }: Record<string, string>) {
  if (tourism !== 'attraction') return undefined;
  if (man_made === 'lighthouse') return 'phare';
  if (waterway === 'waterfall' || natural === 'waterfall') return 'chute';
  if (leisure === 'park' || leisure === 'nature_reserve') return 'parc';
  return historic ? 'site historique' : undefined;
}

/** Tells whether a shop or a hotel belongs to a chain, where decisions are made elsewhere. */
export function isOfChain(tags: Record<string, string>): boolean {
  return Boolean(tags.brand || tags['brand:wikidata']);
}

const signsOfOwner = [
  'operator',
  'owner',
  'phone',
  'contact:phone',
  'email',
  'contact:email',
  'website',
  'contact:website',
  'opening_hours',
  'fee',
  'charge',
  'addr:housenumber',
  'reservation',
];

/** Tells whether a place has no known operator: a rock, a bare beach or a clearing for tents. */
export function isWithoutOwner(tags: Record<string, string>): boolean {
  const isWild = tags.tourism === 'camp_site' && (tags.backcountry === 'yes' || tags.impromptu === 'yes');
  return (tags.tourism === 'attraction' || isWild) && !signsOfOwner.some((sign) => tags[sign]);
}

const MOST_PER_GROUP = 250;

/** Builds the query in Overpass QL. Each group has its own limit, so that shops do not crowd out the rest. */
export function overpassQuery(
  groups: readonly OsmGroup[],
  { latitude, longitude, radiusKm }: { latitude: number; longitude: number; radiusKm: number },
): string {
  const around = `(around:${Math.round(radiusKm * 1000)},${latitude.toFixed(5)},${longitude.toFixed(5)})`;
  const parts = groups.map((group) => {
    const { key, values }: OsmKind = osmGroups[group];
    const names = Object.keys(values);
    const filter = names.includes('*') ? `["${key}"]` : `["${key}"~"^(${names.join('|')})$"]`;
    return `nwr${around}["name"]${filter};out center ${MOST_PER_GROUP};`;
  });
  return `[out:json][timeout:40][maxsize:67108864];${parts.join('')}`;
}
