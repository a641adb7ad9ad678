import { describe, expect, it } from 'vitest';
import { asStreets, readStreetsFile, StreetsRefusal, streetsOf } from './read-streets';

const line = [
  [-68.5, 48.4],
  [-68.51, 48.41],
];
const feature = (properties: object, geometry: object) => ({ type: 'Feature', properties, geometry });
const collection = (...features: object[]) => ({ type: 'FeatureCollection', features });
const file = (content: unknown) =>
  new Blob([typeof content === 'string' ? content : JSON.stringify(content)]);

describe('the streets of a GeoJSON file', () => {
  it('are its lines by name, the parts of a street together, in order', async () => {
    const streets = await readStreetsFile(
      file(
        collection(
          feature({ name: 'Rue du Parc' }, { type: 'LineString', coordinates: line }),
          feature({ NOM: ' Avenue  Rouleau ' }, { type: 'MultiLineString', coordinates: [line, line] }),
          feature({ name: 'Rue du Parc' }, { type: 'LineString', coordinates: line }),
          feature({ name: 'Une maison' }, { type: 'Point', coordinates: [0, 0] }),
          feature({}, { type: 'LineString', coordinates: line }),
        ),
      ),
    );
    expect(streets.map(({ name, lines }) => [name, lines.length])).toEqual([
      ['Avenue Rouleau', 2],
      ['Rue du Parc', 2],
      ['Sans nom', 1],
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
      /degrés/,
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

  it('of 200 MB are refused before they are read', async () => {
    const huge = { size: 200e6, text: () => Promise.reject(new Error('read')) } as unknown as Blob;
    await expect(readStreetsFile(huge)).rejects.toThrow(/20/);
  });

  it('of a name are cut at 200 characters', () => {
    const [street] = streetsOf(feature({ name: 'a'.repeat(300) }, { type: 'LineString', coordinates: line }));
    expect(street?.name).toHaveLength(200);
  });
});
