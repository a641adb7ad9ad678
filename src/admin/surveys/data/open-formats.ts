import type { Manifest, ManifestPicture } from '@/shared/evidence/manifest';
import { distance } from '@/shared/survey/track';
import type { SealedTrack } from './build-manifest';

const PERSPECTIVE_EXTENSION = 'https://stac-extensions.github.io/perspective-imagery/v1.0.0/schema.json';
const VIEW_EXTENSION = 'https://stac-extensions.github.io/view/v1.0.0/schema.json';
const STAC = '1.0.0';

type PlacedPicture = ManifestPicture & { lat: number; lon: number };
const isPlaced = (picture: ManifestPicture): picture is PlacedPicture =>
  picture.lat !== null && picture.lon !== null;

type DatedPicture = ManifestPicture & { takenAt: string };
const isDated = (picture: ManifestPicture): picture is DatedPicture => picture.takenAt !== null;

/** Bounds of a collection without any place: STAC requires some, and the whole world excludes nothing. */
const WHOLE_WORLD = [-180, -90, 180, 90];

const xml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Writes a track as GPX 1.1, in true time, its segments apart. */
export function gpxOf({ name, points }: SealedTrack): string {
  const lines = points.map(
    ([time, lat, lon, segment], index) =>
      `${index > 0 && segment !== points[index - 1]?.[3] ? '</trkseg><trkseg>\n' : ''}<trkpt lat="${lat}" lon="${lon}"><time>${new Date(time).toISOString()}</time></trkpt>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Territoire 360" xmlns="http://www.topografix.com/GPX/1/1">
<trk><name>${xml(name)}</name><trkseg>
${lines.join('\n')}
</trkseg></trk>
</gpx>
`;
}

/** Lists the pictures that have a place as points, with all that the manifest says of each. */
export const geoJsonOf = ({ pictures }: Pick<Manifest, 'pictures'>): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: pictures.filter(isPlaced).map(({ lat, lon, ...properties }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lon, lat] },
      properties,
    })),
  });

/** Facts of a picture's sphere, where they are known. */
type SphereSize = { width: number | null; height: number | null };

/** The name of a picture's item: unique in its survey, and a file name anywhere. */
const itemId = (index: number) => String(index + 1).padStart(5, '0');

/**
 * Describes a picture as STAC 1.0 with the perspective extension, whose field of view tells Panoramax that it is a sphere. No tilt
 * was measured, and the extension has no name for one.
 *
 * @param asset address of the picture, from the item
 */
function stacItem(
  picture: DatedPicture & Partial<SphereSize>,
  { id, collection, asset }: { id: string; collection: string; asset: string },
) {
  const { lat, lon, heading, width, height } = picture;
  const isThere = lat !== null && lon !== null;
  return {
    type: 'Feature',
    stac_version: STAC,
    // STAC's schema refuses an extension without any field.
    stac_extensions: heading === null ? [PERSPECTIVE_EXTENSION] : [PERSPECTIVE_EXTENSION, VIEW_EXTENSION],
    id,
    collection,
    geometry: isThere ? { type: 'Point', coordinates: [lon, lat] } : null,
    ...(isThere ? { bbox: [lon, lat, lon, lat] } : {}),
    properties: {
      datetime: picture.takenAt,
      ...(heading === null ? {} : { 'view:azimuth': heading }),
      'pers:interior_orientation': {
        field_of_view: 360,
        ...(width && height ? { sensor_array_dimensions: [width, height] } : {}),
      },
      'territoire360:sha256': picture.sha256,
      'territoire360:position_source': picture.placeSource,
    },
    links: [
      { rel: 'collection', href: '../collection.json', type: 'application/json' },
      { rel: 'parent', href: '../collection.json', type: 'application/json' },
      { rel: 'root', href: '../catalog.json', type: 'application/json' },
    ],
    assets: {
      hd: { href: asset, type: 'image/jpeg', roles: ['data'], title: picture.path },
    },
  };
}

/** A path as an address has it: each part in its own right, because « # », « ? » and « % » may stand in a name. */
const encodedPath = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/**
 * Makes a static STAC catalogue: path → text. A picture without a known date is left out, because STAC requires one.
 */
export function stacCatalog({ header, pictures }: Manifest, place: string): Map<string, string> {
  const json = (value: unknown) => JSON.stringify(value, null, 1);
  const placed = pictures.filter(isPlaced);
  const edges = (values: readonly number[], pick: (a: number, b: number) => number) =>
    values.reduce((edge, value) => pick(edge, value), values[0] ?? 0);
  const [lats, lons] = [placed.map(({ lat }) => lat), placed.map(({ lon }) => lon)];
  const bbox = [edges(lons, Math.min), edges(lats, Math.min), edges(lons, Math.max), edges(lats, Math.max)];
  const items = pictures.filter(isDated).map((picture, index) => {
    const id = itemId(index);
    return [
      id,
      stacItem(picture, {
        id,
        collection: header.survey.id,
        asset: `../../${place}${encodedPath(picture.path)}`,
      }),
    ] as const;
  });
  const link = (rel: string, href: string) => ({ rel, href, type: 'application/json' });
  return new Map([
    [
      'catalog.json',
      json({
        type: 'Catalog',
        stac_version: STAC,
        id: 'territoire-360',
        title: 'Territoire 360',
        description: 'Relevés de rue',
        links: [link('root', './catalog.json'), link('child', './collection.json')],
      }),
    ],
    [
      'collection.json',
      json({
        type: 'Collection',
        stac_version: STAC,
        id: header.survey.id,
        title: header.survey.name,
        description: [header.survey.name, header.survey.city, header.survey.date].filter(Boolean).join(', '),
        license: 'proprietary',
        extent: {
          spatial: { bbox: [placed.length > 0 ? bbox : WHOLE_WORLD] },
          temporal: { interval: [[header.first, header.last]] },
        },
        links: [
          link('root', './catalog.json'),
          link('parent', './catalog.json'),
          ...items.map(([id]) => ({ ...link('item', `./items/${id}.json`), type: 'application/geo+json' })),
        ],
      }),
    ],
    ...items.map(([id, item]): [string, string] => [`items/${id}.json`, json(item)]),
  ]);
}

/** Computes the way that the pictures cover, in metres, jumps of more than 100 m left out. */
export function lengthOf(pictures: readonly ManifestPicture[]): number {
  const placed = pictures.filter(isPlaced);
  return placed.slice(1).reduce((total, picture, index) => {
    const way = distance(placed[index] as PlacedPicture, picture);
    return total + (way > 100 ? 0 : way);
  }, 0);
}
