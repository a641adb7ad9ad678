import { distanceKm } from '../_shared/geography/distance.ts';
import type { Crossing, Place } from './candidate.ts';
import { frenchNumber } from './french.ts';

/** Values of `private.shore_of`. */
export type Shore = 'nord' | 'sud' | 'îles' | 'sans route';

/** A position: a point on a shore. */
export interface ShorePosition extends Place {
  shore: Shore;
  /** Code of the municipality; none for a point of the map. */
  townCode: string | null;
}

/**
 * The middle of the St. Lawrence, from the lake of Saint-François to the gulf: where the boundaries of the MRCs of both
 * shores meet (MRNF, Système de découpage administratif), simplified to about a kilometre.
 */
const riverLine: readonly (readonly [longitude: number, latitude: number])[] = [
  ...([
    [-74.75, 44.98],
    [-74.319, 45.188],
    [-74.213, 45.221],
    [-74.175, 45.265],
    [-74.106, 45.304],
  ] as const),
  ...([
    [-74.044, 45.295],
    [-73.965, 45.323],
    [-73.881, 45.338],
    [-73.771, 45.418],
    [-73.675, 45.422],
  ] as const),
  ...([
    [-73.617, 45.411],
    [-73.541, 45.428],
    [-73.521, 45.455],
    [-73.532, 45.537],
    [-73.499, 45.581],
  ] as const),
  ...([
    [-73.497, 45.614],
    [-73.477, 45.645],
    [-73.478, 45.699],
    [-73.424, 45.738],
    [-73.382, 45.79],
  ] as const),
  ...([
    [-73.32, 45.807],
    [-73.278, 45.844],
    [-73.146, 46.051],
    [-73.088, 46.064],
    [-73.041, 46.107],
  ] as const),
  ...([
    [-72.968, 46.114],
    [-72.899, 46.174],
    [-72.759, 46.219],
    [-72.583, 46.293],
    [-72.454, 46.384],
  ] as const),
  ...([
    [-72.265, 46.436],
    [-72.221, 46.511],
    [-72.128, 46.567],
    [-72.024, 46.577],
    [-71.871, 46.677],
  ] as const),
  ...([
    [-71.834, 46.676],
    [-71.775, 46.648],
    [-71.697, 46.649],
    [-71.521, 46.7],
    [-71.287, 46.746],
  ] as const),
  ...([
    [-71.21, 46.789],
    [-71.17, 46.844],
    [-71.135, 46.837],
    [-70.993, 46.85],
    [-70.941, 46.884],
  ] as const),
  ...([
    [-70.846, 46.918],
    [-70.716, 46.994],
    [-70.675, 47.065],
    [-70.524, 47.165],
    [-70.448, 47.259],
  ] as const),
  ...([
    [-70.288, 47.334],
    [-70.15, 47.453],
    [-70.062, 47.572],
    [-69.928, 47.662],
    [-69.814, 47.836],
  ] as const),
  ...([
    [-69.702, 47.961],
    [-69.548, 48.049],
    [-69.269, 48.267],
    [-69.0, 48.451],
    [-68.567, 48.707],
  ] as const),
  ...([
    [-68.094, 48.91],
    [-67.242, 49.157],
    [-66.564, 49.539],
    [-66.157, 49.678],
    [-65.88, 49.714],
  ] as const),
  ...([
    [-65.296, 49.686],
    [-64.596, 49.509],
    [-64.163, 49.32],
    [-63.601, 48.969],
    [-63.0, 48.7],
  ] as const),
  [-60, 48],
];

/** Projects onto a flat map around the river, in kilometres: precise enough to find the nearest of its parts. */
const flatPoint = ([longitude, latitude]: readonly [number, number]) =>
  [longitude * 75.8, latitude * 111.2] as const;

const riverSegments = riverLine
  .slice(1)
  .map((end, index) => [flatPoint(riverLine[index] ?? end), flatPoint(end)] as const);

/** Determines the shore of a point from the side of the nearest part of the river. */
export function shoreOf({ latitude, longitude }: Place): 'nord' | 'sud' {
  const [x, y] = flatPoint([longitude, latitude]);
  let least = Number.POSITIVE_INFINITY;
  let side = 0;
  for (const [[ax, ay], [bx, by]] of riverSegments) {
    const [dx, dy] = [bx - ax, by - ay];
    const length = Math.hypot(dx, dy);
    const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length ** 2));
    const away = Math.hypot(x - ax - along * dx, y - ay - along * dy);
    const across = (dx * (y - ay) - dy * (x - ax)) / length;
    // At a bend two segments are equally near, and the one that faces the point decides.
    const isNearer = away < least - 1e-9 || (away < least + 1e-9 && Math.abs(across) > Math.abs(side));
    if (isNearer) [least, side] = [Math.min(least, away), across];
  }
  return side > 0 ? 'nord' : 'sud';
}

interface RiverCrossing extends Place {
  /** Name as it follows « par »: « le pont Laviolette ». */
  name: string;
}

/** The bridges of the St. Lawrence, from Québec upstream. */
const bridges: readonly RiverCrossing[] = [
  { name: 'les ponts de Québec', latitude: 46.744, longitude: -71.288 },
  { name: 'le pont Laviolette (Trois-Rivières)', latitude: 46.308, longitude: -72.562 },
  { name: 'le pont-tunnel Louis-Hippolyte-La Fontaine (Montréal)', latitude: 45.588, longitude: -73.497 },
  { name: 'le pont Jacques-Cartier (Montréal)', latitude: 45.522, longitude: -73.541 },
  { name: 'le pont Samuel-De Champlain (Montréal)', latitude: 45.468, longitude: -73.516 },
  { name: 'le pont Honoré-Mercier (Montréal)', latitude: 45.416, longitude: -73.657 },
  { name: 'le pont Serge-Marcil (autoroute 30)', latitude: 45.302, longitude: -74.07 },
];

/** The ferries between the shores; several stop in winter. */
const ferries: readonly RiverCrossing[] = [
  { name: 'la traverse Sorel-Tracy–Saint-Ignace-de-Loyola', latitude: 46.062, longitude: -73.118 },
  { name: 'la traverse Québec–Lévis', latitude: 46.811, longitude: -71.192 },
  { name: 'la traverse Rivière-du-Loup–Saint-Siméon', latitude: 47.85, longitude: -69.72 },
  { name: 'la traverse Trois-Pistoles–Les Escoumins', latitude: 48.235, longitude: -69.3 },
  { name: 'la traverse Matane–Baie-Comeau–Godbout', latitude: 49.05, longitude: -67.8 },
];

/** Longest detour over the straight line that is no barrier: a town with a bridge. */
const NO_DETOUR_KM = 10;
/** Cost of waiting for a ferry, in kilometres of road. */
const FERRY_KM = 30;

/** Finds the barrier between a trip's destination and a place; null when an ordinary road leads there. */
export function crossingBetween(from: ShorePosition, to: ShorePosition): Crossing | null {
  const away = distanceKm(from, to);
  const isOneTown = from.townCode !== null && from.townCode === to.townCode;
  if (isOneTown || away < 1) return null;
  const islands = from.shore === 'îles' || to.shore === 'îles';
  if (from.shore === 'sans route' || to.shore === 'sans route' || (islands && from.shore !== to.shore)) {
    return { words: 'aucun lien routier\u00a0: par bateau ou par avion', km: null };
  }
  if (from.shore === to.shore) return null;
  const by = (ways: readonly RiverCrossing[]) =>
    ways
      .map(({ name, ...way }) => ({ name, km: Math.round(distanceKm(from, way) + distanceKm(way, to)) }))
      .reduce((best, way) => (way.km < best.km ? way : best));
  const bridge = by(bridges);
  if (bridge.km - away <= NO_DETOUR_KM) return null;
  const ferry = by(ferries);
  const isFerryWorthIt = ferry.km + FERRY_KM < bridge.km || (ferry.km < away + 3 && ferry.km < bridge.km);
  const about = ({ name, km }: { name: string; km: number }) =>
    `par ${name}, environ ${frenchNumber(km)}\u00a0km`;
  return {
    words: `autre rive\u00a0: ${isFerryWorthIt ? `${about(ferry)}, ou ` : ''}${about(bridge)}`,
    km: Math.min(bridge.km, ferry.km + FERRY_KM),
  };
}
