import type { Position } from './topology';

const radians = (angle: number) => (angle * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

// Québec's own conic projection (Lambert, parallels of 46° and 60°, meridian of 68.5° west): the shapes that people know.
const [first, second, middle, meridian] = [46, 60, 44, -68.5].map(radians) as [
  number,
  number,
  number,
  number,
];
const stretch = (latitude: number) => Math.tan(Math.PI / 4 + latitude / 2);
const cone = Math.log(Math.cos(first) / Math.cos(second)) / Math.log(stretch(second) / stretch(first));
const factor = (Math.cos(first) * stretch(first) ** cone) / cone;
const radius = (latitude: number) => factor / stretch(latitude) ** cone;

/** The Earth's radius in kilometres: a unit of the map is one. */
const EARTH = 6371;

/** A place on the map, in kilometres; down is south, as in SVG. */
export function project([longitude, latitude]: Position): [x: number, y: number] {
  const rho = radius(radians(latitude));
  const theta = cone * (radians(longitude) - meridian);
  return [EARTH * rho * Math.sin(theta), EARTH * (rho * Math.cos(theta) - radius(middle))];
}

/** The longitude and latitude of a place on the map: `project` the other way round. */
export function unproject([x, y]: readonly [x: number, y: number]): Position {
  const [across, down] = [x / EARTH, y / EARTH + radius(middle)];
  const theta = Math.atan2(across, down);
  const latitude = 2 * Math.atan((factor / Math.hypot(across, down)) ** (1 / cone)) - Math.PI / 2;
  return [degrees(theta / cone + meridian), degrees(latitude)];
}

export type Box = { left: number; top: number; right: number; bottom: number };

/** The smallest box around points of the map; `undefined` around none. */
export function boxAround(points: readonly (readonly [number, number])[]): Box | undefined {
  if (points.length === 0) return undefined;
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of points) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}
