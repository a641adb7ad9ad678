import { gzipSync } from 'node:zlib';
import { type Paths64, PointInPolygonResult, pointInPolygon } from 'clipper2-ts';
import { describe, expect, it } from 'vitest';
import { project } from '../src/shared/lib/quebec-projection.ts';
import { drawMap, mapAreas } from './mrc-map.ts';

const { south, north } = mapAreas();

/** Tells whether a place is inside shapes of the southern map, whose unit is half a kilometre. */
function isIn(paths: Paths64, longitude: number, latitude: number): boolean {
  const [x, y] = project([longitude, latitude]).map((value) => Math.round(value * 2)) as [number, number];
  const around = paths.filter((path) => pointInPolygon({ x, y }, path) === PointInPolygonResult.IsInside);
  return around.length % 2 === 1;
}
const mrcAt = (longitude: number, latitude: number) =>
  [...south.mrcs].flatMap(([code, paths]) => (isIn(paths, longitude, latitude) ? code : []));

describe('the map of the site', () => {
  it.each([
    ['Rimouski', -68.5, 48.42, '100'],
    ['Forestville', -69.15, 48.76, '950'],
    ['Percé', -64.27, 48.52, '020'],
    ['Anticosti', -62.9, 49.45, '981'],
    ['Chicoutimi', -71.1, 48.38, '941'],
    ['Île d’Orléans', -70.95, 46.93, '200'],
  ])('has %s on the land of its MRC', (_, longitude, latitude, mrc) => {
    expect(isIn(south.land, longitude, latitude)).toBe(true);
    expect(mrcAt(longitude, latitude)).toEqual([mrc]);
  });

  it.each([
    ['the river between Rimouski and Forestville', -68.8, 48.62],
    ['the river at Québec', -71.19, 46.82],
    ['the gulf', -62, 48.4],
    ['lac Saint-Jean', -72.05, 48.6],
    ['lac Saint-Pierre', -72.85, 46.2],
    ['lac Mistassini', -73.6, 50.9],
    ['la baie des Chaleurs', -65.6, 47.95],
  ])('has water, and no MRC, on %s', (_, longitude, latitude) => {
    expect(isIn(south.land, longitude, latitude)).toBe(false);
    expect(mrcAt(longitude, latitude)).toEqual([]);
  });

  it.each([
    ['Ottawa', -75.68, 45.3],
    ['Edmundston', -68.2, 47.3],
    ['Bangor', -68.8, 44.9],
  ])('has %s on land that is no MRC', (_, longitude, latitude) => {
    expect(isIn(south.land, longitude, latitude)).toBe(true);
    expect(mrcAt(longitude, latitude)).toEqual([]);
  });

  it('draws every MRC of the south once, and the whole north in the inset, in thirty kilobytes', () => {
    const { svg, codes } = drawMap();
    expect(codes.length).toBeGreaterThan(100);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(svg).toContain(`id="m${code}"`);
    expect([...north.mrcs.keys()]).toContain('992');
    expect(svg).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
    const bytes = gzipSync(svg).length;
    console.log(`Map of the site: ${(bytes / 1000).toFixed(1)} kB of gzip`);
    expect(bytes).toBeLessThan(30_000);
  });
});
