import { type Box, project } from '@/shared/lib/quebec-projection';
import type { Position } from '@/shared/lib/topology';

/** Waters that a person knows a place by; one that is named twice stands in the first of its places with room. */
const waterNames: readonly { name: string; at: Position }[] = [
  { name: 'Fleuve Saint-Laurent', at: [-66.55, 49.42] },
  { name: 'Fleuve Saint-Laurent', at: [-68.6, 48.72] },
  { name: 'Fleuve Saint-Laurent', at: [-69.65, 47.95] },
  { name: 'Fleuve Saint-Laurent', at: [-70.45, 47.15] },
  { name: 'Fleuve Saint-Laurent', at: [-71.85, 46.62] },
  { name: 'Fleuve Saint-Laurent', at: [-73.3, 45.78] },
  { name: 'Golfe du Saint-Laurent', at: [-62.4, 48.55] },
  { name: 'Golfe du Saint-Laurent', at: [-61.9, 47.75] },
  { name: 'Lac Saint-Jean', at: [-72.05, 48.6] },
  { name: 'Rivière Saguenay', at: [-70.35, 48.33] },
  { name: 'Baie des Chaleurs', at: [-65.35, 47.95] },
  { name: 'Lac Saint-Pierre', at: [-72.85, 46.2] },
  { name: 'Lac Saint-François', at: [-74.4, 45.12] },
  { name: 'Rivière des Outaouais', at: [-75.1, 45.6] },
  { name: 'Rivière des Outaouais', at: [-76.9, 45.88] },
  { name: 'Lac Témiscamingue', at: [-79.5, 47.2] },
  { name: 'Lac Abitibi', at: [-79.6, 48.65] },
  { name: 'Lac Champlain', at: [-73.25, 44.95] },
  { name: 'Lac Memphrémagog', at: [-72.25, 45.1] },
  { name: 'Lac Mégantic', at: [-70.88, 45.5] },
  { name: 'Réservoir Gouin', at: [-74.6, 48.55] },
  { name: 'Lac Mistassini', at: [-73.7, 50.9] },
  { name: 'Réservoir Manicouagan', at: [-68.7, 51.4] },
  { name: 'Baie James', at: [-79.3, 52.5] },
];

/** Largest number of towns named on a map: more would hide it. */
const MOST_TOWNS = 12;

/** Height of a name, width of its average letter and the gap beside its point, in units of the map. */
export const NAME_HEIGHT = 6;
const LETTER_WIDTH = 3.3;
const NAME_GAP = 3;

type Town = { name: string; population: number | null; latitude: number | null; longitude: number | null };
type Point = readonly [x: number, y: number];

/** A name on a map; `x` and `y` are its middle. */
export type MapName = { name: string; kind: 'water' | 'town'; x: number; y: number };

const boxesOverlap = (one: Box, other: Box) =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

/**
 * Places the names of waters and of the most populous towns of a view: none meets another, a mark of the map or the
 * edge. A name that finds no room is left out.
 *
 * @param unit about four pixels of the map
 * @param marks points that a name may not cover
 */
export function placeMapNames(
  view: Box,
  unit: number,
  towns: readonly Town[],
  marks: readonly Point[],
): MapName[] {
  const around = ([x, y]: Point, width: number, height: number): Box => ({
    left: x - width / 2,
    right: x + width / 2,
    top: y - height / 2,
    bottom: y + height / 2,
  });
  const taken = marks.map((at) => around(at, unit * NAME_GAP, unit * NAME_GAP));
  const placed: MapName[] = [];
  const place = (name: string, kind: MapName['kind'], middles: readonly Point[]) => {
    const width = name.length * LETTER_WIDTH * unit;
    for (const [x, y] of middles) {
      const box = around([x, y], width, NAME_HEIGHT * unit);
      const isInside =
        box.left > view.left && box.right < view.right && box.top > view.top && box.bottom < view.bottom;
      if (!isInside || taken.some((other) => boxesOverlap(box, other))) continue;
      taken.push(box);
      placed.push({ name, kind, x, y });
      return;
    }
  };
  for (const { name, at } of waterNames) {
    if (!placed.some((other) => other.name === name)) place(name, 'water', [project(at)]);
  }
  const known = towns.flatMap(({ name, population, latitude, longitude }) => {
    if (latitude === null || longitude === null) return [];
    const [x, y] = project([longitude, latitude]);
    const isInView = x > view.left && x < view.right && y > view.top && y < view.bottom;
    return isInView ? { name, population: population ?? 0, x, y } : [];
  });
  known.sort((one, other) => other.population - one.population);
  for (const { name, x, y } of known.slice(0, MOST_TOWNS)) {
    const aside = (NAME_GAP + (name.length * LETTER_WIDTH) / 2) * unit;
    const away = (NAME_GAP + NAME_HEIGHT / 2) * unit;
    place(name, 'town', [
      [x + aside, y],
      [x - aside, y],
      [x, y - away],
      [x, y + away],
    ]);
  }
  return placed;
}
