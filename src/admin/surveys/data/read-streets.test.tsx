import { describe, expect, it } from 'vitest';
import { surveyArea } from './plausible-places';
import { asStreets, readStreetsFile, StreetsRefusal, streetsOf } from './read-streets';

const lineCoordinates = [
  [-68.5, 48.4],
  [-68.51, 48.41],
];
const feature = (properties: object, geometry: object) => ({ type: 'Feature', properties, geometry });
const collection = (...features: object[]) => ({ type: 'FeatureCollection', features });
const file = (content: unknown) =>
  new Blob([typeof content === 'string' ? content : JSON.stringify(content)]);

describe('the streets of a GeoJSON file', () => {
  it('are its lines by name, the parts of a street together, in order', async () => {
    const { streets, told } = await readStreetsFile(
      file(
        collection(
          feature({ name: 'Rue du Parc' }, { type: 'LineString', coordinates: lineCoordinates }),
          feature(
            { NOM: ' Avenue  Rouleau ' },
            {
              type: 'MultiLineString',
              coordinates: [lineCoordinates, lineCoordinates, [lineCoordinates[0]]],
            },
          ),
          feature({ name: 'Rue du Parc' }, { type: 'LineString', coordinates: lineCoordinates }),
          feature({ name: 'Une maison' }, { type: 'Point', coordinates: [-68.5, 48.4] }),
          feature({}, { type: 'LineString', coordinates: lineCoordinates }),
        ),
      ),
    );
    expect(streets.map(({ name, lines }) => [name, lines.length])).toEqual([
      ['Avenue Rouleau', 2],
      ['Rue du Parc', 2],
      ['Sans nom', 1],
    ]);
    expect(told).toEqual([
      '1\u00a0élément contient autre chose qu’une ligne, ignoré\u00a0: Une maison.',
      '1\u00a0partie de moins de deux points, ignorée.',
    ]);
    expect(asStreets(streets)[0]?.lines[0]?.[0]).toEqual({ lat: 48.4, lon: -68.5 });
  });

  it.each([
    ['a text that is cut', '{"type":"FeatureColl', /lisible/],
    ['no line', collection(), /Aucune ligne/],
    [
      'metres',
      collection(
        feature(
          {},
          {
            type: 'LineString',
            coordinates: [
              [250_000, 5_300_000],
              [1, 1],
            ],
          },
        ),
      ),
      /degrés/,
    ],
    [
      'no number',
      collection(
        feature(
          {},
          {
            type: 'LineString',
            coordinates: [
              ['a', null],
              [1, 1],
            ],
          },
        ),
      ),
      /Aucune ligne/,
    ],
    ['null', null, /Aucune ligne/],
    ['deep nonsense', { type: 'FeatureCollection', features: [null, 1, { geometry: [] }] }, /Aucune ligne/],
    [
      'too many points',
      collection(
        feature({}, { type: 'LineString', coordinates: Array(100_000).fill([-68.123456, 48.123456]) }),
      ),
      /trop de points/,
    ],
  ])('are refused with the reason: %s', async (_, content, reason) => {
    const refusal = await readStreetsFile(file(content)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StreetsRefusal);
    expect((refusal as Error).message).toMatch(reason);
  });

  const named = ({ streets }: ReturnType<typeof streetsOf>) => streets.map(({ name }) => name);
  const lineString = { type: 'LineString', coordinates: lineCoordinates };

  it.each([
    [
      'a collection of geometries',
      feature({ name: 'a' }, { type: 'GeometryCollection', geometries: [lineString] }),
    ],
    [
      'collections one in the other',
      feature(
        { name: 'a' },
        {
          type: 'GeometryCollection',
          geometries: [{ type: 'GeometryCollection', geometries: [lineString, { type: 'Point' }] }],
        },
      ),
    ],
    ['a feature alone', feature({ Name: 'a' }, lineString)],
    ['a list of features', [feature({ NAME: 'a' }, lineString)]],
  ])('are read from %s', (_, content) => {
    expect(streetsOf(content).streets).toEqual([{ name: 'a', lines: [lineCoordinates] }]);
  });

  it.each([
    ['a line', lineString],
    ['a collection', { type: 'GeometryCollection', geometries: [lineString] }],
    ['several lines', { type: 'MultiLineString', coordinates: [lineCoordinates] }],
  ])('are read from a geometry that stands alone: %s', (_, content) => {
    expect(streetsOf(content).streets).toEqual([{ name: 'Sans nom', lines: [lineCoordinates] }]);
  });

  it.each([
    [{ NOM_COMPLET: 'Rue des Érables', ODONYME: 'Rue des Érables', TOPONYME: 'x' }, 'Rue des Érables'],
    [{ Odonyme: 'Rue A', TYPE: 'Rue' }, 'Rue A'],
    [{ toponyme: 'Chemin B' }, 'Chemin B'],
    [{ NomRte: 'Rue C', NOM_MUN: 'Rimouski' }, 'Rue C'],
    [{ nom_municipalite: 'Rimouski', id: 4 }, 'Sans nom'],
    [{ 'Nom de la rue': '  Rue  D ' }, 'Rue D'],
    [{ name: 132 }, '132'],
    [{ name: ' ', NOM: 'Rue E' }, 'Rue E'],
    [{ name: null, street: 'Rue F' }, 'Rue F'],
  ])('have the name that %o says', (properties, name) => {
    expect(named(streetsOf(feature(properties, lineString)))).toEqual([name]);
  });

  it('lack a null point alone, said; a feature without a line is named', () => {
    const { streets, told } = streetsOf(
      collection(
        feature(
          { name: 'Rue A' },
          { type: 'LineString', coordinates: [lineCoordinates[0], [null, null], lineCoordinates[1]] },
        ),
        feature({ name: 'Rue X' }, null as never),
        feature(
          { name: 'Rue trou' },
          {
            type: 'LineString',
            coordinates: [
              [null, null],
              [-68.5, 48.4],
            ],
          },
        ),
      ),
    );
    expect(streets).toEqual([{ name: 'Rue A', lines: [lineCoordinates] }]);
    expect(told).toEqual([
      '2\u00a0éléments sans ligne, ignorés\u00a0: Rue X, Rue trou.',
      '2\u00a0points sans position lisible, ignorés.',
    ]);
  });

  it('are refused when latitude and longitude are swapped, and left out by name when they are elsewhere', () => {
    const swapped = feature(
      { name: 'a' },
      { ...lineString, coordinates: lineCoordinates.map((place) => place.toReversed()) },
    );
    expect(() => streetsOf(swapped)).toThrow(/inversées/);
    const gaspe = feature(
      { name: 'Rue de Gaspé' },
      {
        ...lineString,
        coordinates: [
          [-64.5, 48.8],
          [-64.51, 48.8],
        ],
      },
    );
    const area = surveyArea([{ lat: 48.4, lon: -68.5 }], undefined);
    expect(() => streetsOf(gaspe, area)).toThrow(/est-ce le fichier de cette ville/);
    const { streets, told } = streetsOf(collection(gaspe, feature({ name: 'Rue A' }, lineString)), area);
    expect(streets.map(({ name }) => name)).toEqual(['Rue A']);
    expect(told).toEqual(['1\u00a0élément loin du relevé, ignoré\u00a0: Rue de Gaspé.']);
  });

  it('are read from a file that is not in UTF-8', async () => {
    const text = JSON.stringify(feature({ name: 'Rue des Érables' }, lineString));
    const latin = new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))]);
    expect(named(await readStreetsFile(latin))).toEqual(['Rue des Érables']);
  });

  it('are read from KML, several lines in one place too', async () => {
    const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>
      <Placemark><name>Rue A</name><LineString><coordinates>-68.5,48.4,0 -68.51,48.41,0</coordinates></LineString></Placemark>
      <Placemark><name>Rue B</name><MultiGeometry><LineString><coordinates>-68.5,48.4 -68.51,48.41</coordinates></LineString></MultiGeometry></Placemark>
      <Placemark><name>Repère</name><Point><coordinates>-68.5,48.4</coordinates></Point></Placemark>
    </Document></kml>`;
    const { streets, told } = await readStreetsFile(file(kml));
    expect(streets).toEqual([
      { name: 'Rue A', lines: [lineCoordinates] },
      { name: 'Rue B', lines: [lineCoordinates] },
    ]);
    expect(told).toEqual(['1\u00a0élément contient autre chose qu’une ligne, ignoré\u00a0: Repère.']);
  });

  it.each([
    ['a KMZ', 'PK\u0003\u0004', /KMZ/],
    ['a track', '<gpx xmlns="http://www.topografix.com/GPX/1/1"/>', /trace GPX/],
    ['a page', '<html></html>', /KML lisible/],
    ['KML that is cut', '<kml><Placemark>', /KML lisible/],
    ['TopoJSON', { type: 'Topology', objects: {} }, /TopoJSON/],
  ])('are not %s, and the refusal names it', async (_, content, reason) => {
    await expect(readStreetsFile(file(content))).rejects.toThrow(reason);
  });

  it('of 200 MB are refused before they are read', async () => {
    const huge = { size: 200e6, text: () => Promise.reject(new Error('read')) } as unknown as Blob;
    await expect(readStreetsFile(huge)).rejects.toThrow(/20/);
  });

  it('of a name are cut at 200 characters', () => {
    const { streets } = streetsOf(
      feature({ name: `${'a'.repeat(199)}👩‍👩‍👧` }, { type: 'LineString', coordinates: lineCoordinates }),
    );
    expect(streets[0]?.name).toBe('a'.repeat(199));
  });
});
