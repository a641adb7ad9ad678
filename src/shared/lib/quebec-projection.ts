import type { Position } from './topology';

const radians = (angle: number) => (angle * Math.PI) / 180;
const toDegrees = (angle: number) => (angle * 180) / Math.PI;

// Québec's own conic projection (Lambert, parallels of 46° and 60°, meridian of 68.5° west): the shapes that people know.
const [first, second, middle, meridian] = [46, 60, 44, -68.5].map(radians) as [
  number,
  number,
  number,
  number,
];
const latitudeStretch = (latitude: number) => Math.tan(Math.PI / 4 + latitude / 2);
const coneConstant =
  Math.log(Math.cos(first) / Math.cos(second)) / Math.log(latitudeStretch(second) / latitudeStretch(first));
const coneFactor = (Math.cos(first) * latitudeStretch(first) ** coneConstant) / coneConstant;
const radius = (latitude: number) => coneFactor / latitudeStretch(latitude) ** coneConstant;

/** The Earth's radius in kilometres: a unit of the map is one. */
const EARTH_RADIUS_KM = 6371;

/** A place on the map, in kilometres; down is south, as in SVG. */
export function project([longitude, latitude]: Position): [x: number, y: number] {
  const rho = radius(radians(latitude));
  const theta = coneConstant * (radians(longitude) - meridian);
  return [
    EARTH_RADIUS_KM * rho * Math.sin(theta),
    EARTH_RADIUS_KM * (rho * Math.cos(theta) - radius(middle)),
  ];
}

/** The longitude and latitude of a place on the map: `project` the other way round. */
export function unproject([x, y]: readonly [x: number, y: number]): Position {
  const [across, down] = [x / EARTH_RADIUS_KM, y / EARTH_RADIUS_KM + radius(middle)];
  const theta = Math.atan2(across, down);
  const latitude = 2 * Math.atan((coneFactor / Math.hypot(across, down)) ** (1 / coneConstant)) - Math.PI / 2;
  return [toDegrees(theta / coneConstant + meridian), toDegrees(latitude)];
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
