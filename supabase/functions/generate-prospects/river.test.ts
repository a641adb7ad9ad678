import { readFileSync } from 'node:fs';
import { parse } from 'papaparse';
import { describe, expect, test } from 'vitest';
import { crossingBetween, type Shore, type ShorePosition, shoreOf } from './river.ts';

const place = (
  latitude: number,
  longitude: number,
  shore: Shore,
  townCode: string | null = null,
): ShorePosition => ({
  latitude,
  longitude,
  shore,
  townCode,
});
const rimouski = place(48.4488, -68.524, 'sud');
const forestville = place(48.737, -69.08, 'nord');
const quebec = place(46.813, -71.208, 'nord');
const levis = place(46.803, -71.177, 'sud');
const troisRivieres = place(46.343, -72.543, 'nord');
const becancour = place(46.341, -72.433, 'sud');
const montreal = place(45.5019, -73.5674, 'nord');
const longueuil = place(45.531, -73.518, 'sud');
const amqui = place(48.464, -67.431, 'sud');
const cap = place(47.38, -61.86, 'îles');
const kuujjuaq = place(58.107, -68.418, 'sans route', '99095');

describe('the river', () => {
  test('the line of the river and the MRCs agree on the shore of every municipality', () => {
    const file = readFileSync('src/admin/municipalities/data/shipped/coordinates.csv', 'utf8').replace(
      /^\uFEFF/,
      '',
    );
    const { data } = parse<{ code: string; latitude: string; longitude: string }>(file, {
      header: true,
      skipEmptyLines: true,
    });
    const south = /^(0[2-9]|1[0-4]|1[7-9]|2[5-9]|3[0-3]|3[89]|4\d|50|5[3-9]|6[7-9]|70)/;
    const rows = data.filter(({ code }) => !code.startsWith('01'));
    const wrong = rows.filter(
      ({ code, latitude, longitude }) =>
        shoreOf({ latitude: Number(latitude), longitude: Number(longitude) }) !==
        (south.test(code) ? 'sud' : 'nord'),
    );
    expect(rows.length).toBeGreaterThan(1_000);
    expect(wrong).toEqual([]);
  });

  test.each([
    ['a hotel of Lévis, at the river', 46.808, -71.187, 'sud'],
    ['Château Frontenac', 46.812, -71.205, 'nord'],
    ['Tadoussac', 48.143, -69.717, 'nord'],
    ['Rivière-du-Loup, at the wharf', 47.848, -69.57, 'sud'],
  ])('%s', (_, latitude, longitude, shore) => {
    expect(shoreOf({ latitude, longitude })).toBe(shore);
  });
});

describe('crossings', () => {
  test('far from the bridges, the other shore is said with its ferry and its bridge', () => {
    expect(crossingBetween(rimouski, forestville)).toEqual({
      words: expect.stringMatching(
        /^autre rive\u00a0: par la traverse Trois-Pistoles–Les Escoumins, environ \d+\u00a0km, ou par les ponts de Québec, environ \d{3}\u00a0km$/,
      ),
      km: expect.any(Number),
    });
  });

  test('between Québec and Lévis there is a ferry, and the bridges are upstream', () => {
    expect(crossingBetween(quebec, levis)?.words).toMatch(
      /^autre rive\u00a0: par la traverse Québec–Lévis, environ 3\u00a0km, ou par les ponts de Québec, environ 2\d\u00a0km$/,
    );
  });

  test.each([
    ['a town with a bridge', montreal, longueuil],
    ['the same', troisRivieres, becancour],
    ['the same shore', rimouski, amqui],
    ['on the spot', kuujjuaq, kuujjuaq],
  ])('%s is no barrier', (_, from, to) => expect(crossingBetween(from, to)).toBeNull());

  test.each([
    ['the Magdalen Islands', amqui, cap],
    ['Nunavik', quebec, kuujjuaq],
    ['two villages of Nunavik', kuujjuaq, place(58.69, -65.95, 'sans route', '99090')],
  ])('no road leads to %s', (_, from, to) => {
    expect(crossingBetween(from, to)).toEqual({
      words: expect.stringContaining('aucun lien routier'),
      km: null,
    });
  });
});
