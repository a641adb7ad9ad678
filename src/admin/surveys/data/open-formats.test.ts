import { manifestOf } from '@tests/sealed-folder';
import { expect, it } from 'vitest';
import { geoJsonOf, gpxOf, lengthOf, stacCatalog } from './open-formats';

const manifest = manifestOf([
  { path: 'avant/a.jpg', bytes: new Uint8Array(1) },
  { path: 'avant/b & c.jpg', bytes: new Uint8Array(2) },
]);

it('writes a track as GPX, whatever its name', () => {
  const text = gpxOf({
    name: 'rue <des> "Érables" & co',
    points: [
      [1_776_693_600_000, 48.4, -68.5, 0],
      [1_776_693_601_000, 48.5, -68.5, 3],
    ],
  });
  expect(text).toContain('<trkpt lat="48.4" lon="-68.5"><time>2026-04-20T14:00:00.000Z</time></trkpt>');
  expect(text.match(/<trkseg>/g)).toHaveLength(2);
  expect(text).toContain('<name>rue &lt;des&gt; &quot;Érables&quot; &amp; co</name>');
});

it('gives points by longitude and latitude, and leaves out what has no place', () => {
  const [first, second] = manifest.pictures;
  const unplaced = { ...second, lat: null, lon: null } as never;
  const { features } = JSON.parse(geoJsonOf({ pictures: [first as never, unplaced] }));
  expect(features).toHaveLength(1);
  expect(features[0].geometry.coordinates).toEqual([-68.5239, 48.4479]);
  expect(features[0].properties).toMatchObject({ path: 'avant/a.jpg', placeSource: 'trace' });
});

it('describes each picture as Panoramax reads it, and every link of the catalogue leads to a file', () => {
  const files = stacCatalog(manifest, 'images/');
  expect([...files.keys()]).toEqual([
    'catalog.json',
    'collection.json',
    'items/00001.json',
    'items/00002.json',
  ]);
  const item = JSON.parse(files.get('items/00001.json') ?? '');
  expect(item).toMatchObject({
    geometry: { coordinates: [-68.5239, 48.4479] },
    properties: {
      ...{ datetime: '2026-04-20T14:00:00.000Z', 'view:azimuth': 40.5 },
      'pers:interior_orientation': { field_of_view: 360 },
    },
    assets: { hd: { href: '../../images/avant/a.jpg' } },
  });
  const collection = JSON.parse(files.get('collection.json') ?? '');
  for (const { href } of collection.links) expect(files.has(href.replace('./', ''))).toBe(true);
  expect(collection.extent.temporal.interval).toEqual([
    ['2026-04-20T14:00:00.000Z', '2026-04-20T14:00:01.000Z'],
  ]);
});

it('says nothing in a catalogue that the schemas of STAC refuse', () => {
  const [first, second] = manifest.pictures;
  const pictures = [
    { ...first, heading: null, lat: null, lon: null },
    { ...second, takenAt: null, lat: null, lon: null },
  ] as never;
  const files = stacCatalog({ ...manifest, pictures }, 'images/');
  const [collection, ...items] = [...files]
    .filter(([name]) => name !== 'catalog.json')
    .map(([, text]) => JSON.parse(text));
  // STAC requires a date, so a picture without one is left out.
  expect(items.map(({ properties }) => properties.datetime)).toEqual([first?.takenAt]);
  // Each extension is listed exactly when an item has a property with its prefix.
  const names = items.flatMap(({ properties }) => Object.keys(properties));
  expect(names.filter((name) => name.startsWith('pers:'))).toEqual(['pers:interior_orientation']);
  expect(items[0].stac_extensions).toEqual([expect.stringContaining('perspective-imagery')]);
  expect(collection).not.toHaveProperty('stac_extensions');
  expect(collection.extent.spatial.bbox).toEqual([[-180, -90, 180, 90]]);
});

it('measures the way that pictures cover, without the jumps', () => {
  expect(lengthOf(manifest.pictures)).toBeCloseTo(1.112, 2);
  const far = { ...manifest.pictures[1], lat: 49 } as never;
  expect(lengthOf([manifest.pictures[0] as never, far])).toBe(0);
});

it('a name with #, % or ? is an address that leads to it', () => {
  const path = 'rue 1/50 % #2 ? été & .JPG';
  const files = stacCatalog(
    { ...manifest, pictures: [{ ...manifest.pictures[0], path } as never] },
    'images/',
  );
  const item = JSON.parse([...files].find(([name]) => name.startsWith('items/'))?.[1] ?? '{}');
  const { pathname, hash, search } = new URL(
    item.assets.hd.href,
    'https://dossier.example/stac/items/1.json',
  );
  expect([decodeURIComponent(pathname), hash, search]).toEqual([`/images/${path}`, '', '']);
});
