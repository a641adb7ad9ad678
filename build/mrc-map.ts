import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { project } from '../src/shared/lib/quebec-projection.ts';
import { type Position, shapesOf, type Topology } from '../src/shared/lib/topology.ts';

const SOURCE = fileURLToPath(
  new URL('../src/admin/data/municipalities/shipped/mrc.topo.json', import.meta.url),
);

/** Name of the virtual module that pages import. */
const ID = 'virtual:mrc-map';

type Point = readonly [x: number, y: number];

/** The part of Québec that has roads and towns, in kilometres of the map: the north beyond would make the rest a stamp. */
const corner = { left: -845, top: -800, right: 640, bottom: -110 };

/** Step of the grid, in kilometres; the constants below are in steps. */
const STEP = 1.5;

/** Largest deviation of a simplified line: about a pixel and a half of the widest map. */
const TOLERANCE = 1.4;

/** Area under which a ring is left out as a speck. */
const SPECK = 11;

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Distance of a point from a straight line between two points. */
function strays([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = Math.hypot(dx, dy);
  return length === 0 ? Math.hypot(x - ax, y - ay) : Math.abs(dy * (x - ax) - dx * (y - ay)) / length;
}

/** Simplifies a line by Douglas–Peucker. Its ends stay, so that neighbours still meet. */
function simplified(line: readonly Point[]): Point[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return [...line];
  let [most, at] = [0, 0];
  for (let index = 1; index < line.length - 1; index++) {
    const away = strays(line[index] as Point, first, last);
    if (away > most) [most, at] = [away, index];
  }
  if (most <= TOLERANCE) return [first, last];
  return [...simplified(line.slice(0, at + 1)).slice(0, -1), ...simplified(line.slice(at))];
}

/** Computes the area of a closed line. */
function areaOf(line: readonly Point[]): number {
  let twice = 0;
  for (const [index, [x, y]] of line.entries()) {
    const [nextX, nextY] = line[(index + 1) % line.length] as Point;
    twice += x * nextY - nextX * y;
  }
  return Math.abs(twice / 2);
}

const keyOf = ([x, y]: Point) => `${x} ${y}`;

/**
 * Cuts a ring at the junctions of boundaries. An island without junctions becomes two lines between its first point
 * and the farthest from it: simplified between equal ends, it would vanish.
 */
function linesOf(ring: readonly Point[], isJunction: (point: Point) => boolean): Point[][] {
  const open = ring.slice(0, -1);
  const ends = open.flatMap((point, index) => (isJunction(point) ? index : []));
  if (ends.length < 2) {
    const start = ends[0] ?? 0;
    const [x, y] = open[start] as Point;
    const away = open.map(([px, py]) => Math.hypot(px - x, py - y));
    ends.splice(0, 1, ...[start, away.indexOf(Math.max(...away))].sort((a, b) => a - b));
  }
  return ends.map((from, index) => {
    const to = ends[index + 1] ?? (ends[0] as number) + open.length;
    return [...open, ...open].slice(from, to + 1);
  });
}

/**
 * Makes the site's map of the MRCs: projected, cut to the south and simplified, in the same format with a step of a
 * kilometre and a half. It is a tenth of the register's file, which the back office keeps whole.
 */
export function siteMap(topology: Topology): Topology {
  const shapes = shapesOf(topology, 'mrc').map(({ properties, rings }) => ({
    code: (properties.MRS_CO_MRC ?? '').padEnd(3, '0'),
    rings: rings.map(placed),
  }));
  /** The neighbours of each point on all rings: a point with more than two is a junction of boundaries. */
  const beside = new Map<string, Set<string>>();
  for (const ring of shapes.flatMap(({ rings }) => rings)) {
    for (const [index, point] of ring.slice(0, -1).entries()) {
      const [here, next] = [keyOf(point), keyOf(ring[index + 1] as Point)];
      for (const [one, other] of [
        [here, next],
        [next, here],
      ] as const)
        beside.set(one, (beside.get(one) ?? new Set()).add(other));
    }
  }
  // Along the cut, northern lines coincide.
  const isJunction = (point: Point) => point[1] > 0 && (beside.get(keyOf(point))?.size ?? 0) > 2;

  /** Each line once, whatever the direction in which its neighbours run. */
  const arcs: number[][][] = [];
  const known = new Map<string, number>();
  const numberOf = (line: readonly Point[]): number => {
    const [first, last] = [line[0] as Point, line.at(-1) as Point].map(keyOf) as [string, string];
    const isBackwards = first > last;
    const forward = isBackwards ? line.toReversed() : line;
    const key = forward.map(keyOf).join();
    const number = known.get(key) ?? arcs.push(toSteps(simplified(forward))) - 1;
    known.set(key, number);
    return isBackwards ? ~number : number;
  };
  const geometries = shapes.flatMap(({ code, rings }) => {
    const drawn = rings.filter((ring) => ring.length > 3 && areaOf(ring) >= SPECK);
    if (drawn.length === 0) return [];
    return {
      type: 'Polygon',
      arcs: drawn.map((ring) => linesOf(ring, isJunction).map(numberOf)),
      properties: { code },
    };
  });
  return {
    transform: { scale: [STEP, STEP], translate: [corner.left, corner.top] },
    arcs,
    objects: { mrc: { geometries } },
  };
}

/** Places a ring on the map's grid, clipped to its corners, each point once. */
function placed(ring: readonly Position[]): Point[] {
  const points = ring.map((position): Point => {
    const [x, y] = project(position);
    return [
      Math.round((clamp(x, corner.left, corner.right) - corner.left) / STEP),
      Math.round((clamp(y, corner.top, corner.bottom) - corner.top) / STEP),
    ];
  });
  return points.filter((point, index) => index === 0 || keyOf(point) !== keyOf(points[index - 1] as Point));
}

/** A line as its first point and the steps from it, as the format has them. */
const toSteps = (line: readonly Point[]) =>
  line.map(([x, y], index) => {
    const [fromX, fromY] = line[index - 1] ?? [0, 0];
    return [x - fromX, y - fromY];
  });

/** Gives the pages of the site their map, made from the boundaries that the product ships with. */
export function mrcMap(): Plugin {
  return {
    name: 'mrc-map',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) =>
      id === `\0${ID}`
        ? `export const mrcMap = JSON.parse(${JSON.stringify(JSON.stringify(siteMap(JSON.parse(readFileSync(SOURCE, 'utf8')) as Topology)))})`
        : undefined,
  };
}
