import { INSET_FRAME, type MapPoint, mapPoint, SOUTH_FRAME } from '@/shared/lib/quebec-frames';
import type { Position } from '@/shared/lib/topology';
import { ASPECT } from './tour-map-points';

/** A name on the map. */
type MapName = {
  text: string;
  at: Position;
  kind: 'water' | 'region' | 'neighbour';
  /** Degrees by which it is turned, clockwise. */
  turn?: number;
  /** The width of the map from which it may be shown, where its water is too narrow before. */
  least?: Step;
};

/**
 * Names by importance: the first to find room keep it; one that is named twice stands in the first of its places with
 * room. A region's name stands where most of its people live.
 */
export const mapNames: readonly MapName[] = [
  { text: 'Golfe du Saint-Laurent', at: [-62.4, 48.55], kind: 'water' },
  { text: 'Fleuve Saint-Laurent', at: [-66.55, 49.42], kind: 'water', turn: -22, least: 28 },
  { text: 'Fleuve Saint-Laurent', at: [-65.9, 49.62], kind: 'water', turn: -14, least: 28 },
  { text: 'Saguenay–Lac-Saint-Jean', at: [-72.2, 49.25], kind: 'region' },
  { text: 'Côte-Nord', at: [-67.4, 50.75], kind: 'region' },
  { text: 'Abitibi-Témiscamingue', at: [-77.9, 48.55], kind: 'region' },
  { text: 'Gaspésie', at: [-65.55, 48.72], kind: 'region' },
  { text: 'Nord-du-Québec', at: [-76.2, 50.55], kind: 'region' },
  { text: 'Bas-Saint-Laurent', at: [-68.3, 48.22], kind: 'region', turn: -33 },
  { text: 'Outaouais', at: [-76.5, 46.35], kind: 'region' },
  { text: 'Mauricie', at: [-73.4, 47.55], kind: 'region' },
  { text: 'Îles-de-la-Madeleine', at: [-62.0, 47.12], kind: 'region' },
  { text: 'Capitale-Nationale', at: [-71.2, 47.5], kind: 'region' },
  { text: 'Chaudière-Appalaches', at: [-70.65, 46.45], kind: 'region' },
  { text: 'Estrie', at: [-71.35, 45.55], kind: 'region' },
  { text: 'Laurentides', at: [-75.2, 46.75], kind: 'region' },
  { text: 'Île d’Anticosti', at: [-62.95, 49.42], kind: 'region', turn: 19 },
  { text: 'Montréal', at: [-73.62, 45.53], kind: 'region' },
  { text: 'Lanaudière', at: [-73.75, 46.9], kind: 'region' },
  { text: 'Montérégie', at: [-73.0, 45.3], kind: 'region' },
  { text: 'Centre-du-Québec', at: [-72.1, 46.1], kind: 'region' },
  { text: 'Nunavik', at: [-74.5, 59.6], kind: 'region' },
  { text: 'Baie des Chaleurs', at: [-65.35, 47.95], kind: 'water' },
  { text: 'Lac Saint-Jean', at: [-72.1, 48.57], kind: 'water' },
  { text: 'Ontario', at: [-78.6, 45.75], kind: 'neighbour' },
  { text: 'Nouveau-Brunswick', at: [-66.4, 46.75], kind: 'neighbour' },
  { text: 'Maine', at: [-69.2, 45.7], kind: 'neighbour' },
  { text: 'Labrador', at: [-64.7, 52.3], kind: 'neighbour' },
  { text: 'Vermont', at: [-72.7, 44.75], kind: 'neighbour' },
];

/** Height of a name in pixels, and the widest that one of its letters is on average. */
const NAME_HEIGHT = 15;
const LETTER_WIDTH = 6.2;

/** The widths of the map, in rem, from which a name may be shown: those of the site's container queries. */
export const NAME_SIZES = [16, 20, 24, 28, 32, 36, 42, 48, 56, 64] as const;
export type Step = (typeof NAME_SIZES)[number];

export type PlacedName = MapName & MapPoint & { from: Step };

type Square = { x: number; y: number; half: number };

/** Covers a name with squares along its line, on a map of a given width in pixels. */
function squaresOf({ text, turn = 0 }: MapName, { x, y }: MapPoint, width: number): Square[] {
  const length = text.length * LETTER_WIDTH;
  const count = Math.ceil(length / NAME_HEIGHT);
  const angle = (turn * Math.PI) / 180;
  return Array.from({ length: count }, (_, index) => {
    const along = ((index + 0.5) / count - 0.5) * length;
    return {
      x: x * width + along * Math.cos(angle),
      y: y * width * ASPECT + along * Math.sin(angle),
      half: NAME_HEIGHT / 2,
    };
  });
}

/** The corner of the inset, whose frame no name may cross. */
const insetShare = {
  left: (INSET_FRAME.left - SOUTH_FRAME.left) / (SOUTH_FRAME.right - SOUTH_FRAME.left),
  top: (INSET_FRAME.top - SOUTH_FRAME.top) / (SOUTH_FRAME.bottom - SOUTH_FRAME.top),
};

/** Tells whether a point lies in the inset. */
const isInset = ({ x, y }: MapPoint) => x > insetShare.left && y > insetShare.top;

const squaresOverlap = (one: Square, other: Square) =>
  Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y)) < one.half + other.half;

/**
 * Places the names of the map: each is shown from the width at which it meets no point, no name before it, not the
 * frame of the inset and not the map's edge. A name that finds no room is left out.
 */
export function placeNames(points: readonly MapPoint[]): PlacedName[] {
  const placed = mapNames.flatMap((name) => {
    const point = mapPoint(name.at);
    return point ? { ...name, ...point } : [];
  });
  const from = new Map<(typeof placed)[number], Step>();
  const shown = new Set<string>();
  for (const step of NAME_SIZES) {
    const width = step * 16;
    const height = width * ASPECT;
    const dots = points.map((point) => ({ x: point.x * width, y: point.y * height, half: 12 }));
    // Names that a narrower map shows come first: a name stays once it is shown.
    const taken = placed.filter((name) => from.has(name)).flatMap((name) => squaresOf(name, name, width));
    for (const name of placed) {
      if (shown.has(name.text) || step < (name.least ?? 0)) continue;
      const squares = squaresOf(name, name, width);
      const fits = squares.every(
        ({ x, y, half }) =>
          x - half > 0 &&
          x + half < width &&
          y - half > 0 &&
          y + half < height &&
          isInset({ x: (x + half) / width, y: (y + half) / height }) === isInset(name),
      );
      if (
        !fits ||
        squares.some((square) => [...dots, ...taken].some((other) => squaresOverlap(square, other)))
      )
        continue;
      taken.push(...squares);
      from.set(name, step);
      shown.add(name.text);
    }
  }
  return placed.flatMap((name) => {
    const step = from.get(name);
    return step ? { ...name, from: step } : [];
  });
}
