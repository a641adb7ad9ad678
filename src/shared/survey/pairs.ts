import { angleBetween, distance, type Position } from './track';

/** A place with the compass direction of the picture's centre. */
export type Viewpoint = { id: string; position: Position; heading: number };

/** Two pictures of one place at two dates, with the distance between the two cameras in metres. */
export type Pair = { before: string; after: string; distance: number };

/** Largest distance between the two cameras of a pair, in metres. */
export const PAIR_DISTANCE = 3;

/** Largest angle between the two directions of travel: past it the vehicle came the other way. */
const PAIR_ANGLE = 90;

/** Edge of a cell of the search grid in degrees of latitude, some 11 m. */
const CELL_DEGREES = 1e-4;

const cellOf = ({ lat, lon }: Position) =>
  [Math.floor(lat / CELL_DEGREES), Math.floor(lon / CELL_DEGREES)] as const;

/**
 * Pairs the viewpoints of two surveys that show the same place: each with the nearest of the other one, when both choose
 * each other. A place driven through both ways has a pair for each direction.
 *
 * @param most largest distance between the two cameras, in metres; at most 10
 */
export function pairViewpoints(
  before: readonly Viewpoint[],
  after: readonly Viewpoint[],
  most: number = PAIR_DISTANCE,
): Pair[] {
  const nearestBefore = nearestIn(before, most);
  const nearestAfter = nearestIn(after, most);
  return after.flatMap((point) => {
    const near = nearestBefore(point);
    if (!near || nearestAfter(near)?.id !== point.id) return [];
    return [{ before: near.id, after: point.id, distance: distance(near.position, point.position) }];
  });
}

/** Prepares the search of the nearest viewpoint that looks the same way. */
function nearestIn(points: readonly Viewpoint[], most: number): (from: Viewpoint) => Viewpoint | undefined {
  const cells = new Map<string, Viewpoint[]>();
  for (const point of points) {
    const key = cellOf(point.position).join();
    cells.set(key, [...(cells.get(key) ?? []), point]);
  }
  return (from) => {
    const [row, column] = cellOf(from.position);
    let best: { point: Viewpoint; way: number } | undefined;
    // A cell is narrower towards the pole: two columns on each side are more than 10 m up to 62° north.
    for (let down = -1; down <= 1; down++) {
      for (let right = -2; right <= 2; right++) {
        for (const point of cells.get(`${row + down},${column + right}`) ?? []) {
          const way = distance(from.position, point.position);
          if (way > most || way >= (best?.way ?? Number.POSITIVE_INFINITY)) continue;
          if (angleBetween(from.heading, point.heading) <= PAIR_ANGLE) best = { point, way };
        }
      }
    }
    return best?.point;
  };
}
